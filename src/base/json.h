/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writing JSON (the only file with jansson): values, keys in the order put.
 *
 * The names say `new` because the library owns the shorter ones.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct json;	/* one value; owned by its parent once added */

struct json *json_new_object(void);
struct json *json_new_array(void);
struct json *json_new_string(const char *s);	/* invalid UTF-8 becomes U+FFFD */
struct json *json_new_int(int64_t v);
/* For ratios and errors only; written with 15 digits, null if not finite. */
struct json *json_new_real(double v);
struct json *json_new_bool(bool v);
struct json *json_new_null(void);
/* Both take the value. A key that is there already keeps its position. */
void json_set(struct json *object, const char *key, struct json *value);
void json_append(struct json *array, struct json *value);
/* indent 0: one line; at most 31. Ends without a newline. */
void json_write(const struct json *v, int indent, struct buf *out);
void json_free(struct json *v);

/* For tests and for result files: parses text, NULL if it is not JSON. */
struct json *json_parse(const char *text);

#endif
