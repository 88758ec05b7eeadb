/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writing JSON (the only file with jansson): values, keys in the order put.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct json;	/* one value; owned by its parent once added */

struct json *json_object(void);
struct json *json_array(void);
struct json *json_string(const char *s);	/* invalid UTF-8 becomes U+FFFD */
struct json *json_int(int64_t v);
struct json *json_real(double v);		/* for ratios and errors only */
struct json *json_bool(bool v);
struct json *json_null(void);
void json_set(struct json *object, const char *key, struct json *value); /* takes value */
void json_append(struct json *array, struct json *value);		 /* takes value */
/* indent 0: one line. Ends without a newline. */
void json_write(const struct json *v, int indent, struct buf *out);
void json_free(struct json *v);

/* For tests and for result files: parses text, NULL if it is not JSON. */
struct json *json_parse(const char *text);

#endif
