/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writing JSON: a thin layer over jansson that cannot fail.
 */
#include "base/json.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

enum { REAL_DIGITS = 15, INDENT_MAX = 31 };

/* A value is jansson's own; callers never look inside. */
static struct json *own(json_t *v)
{
	if (!v)
		panic("no memory for a JSON value");
	return (struct json *)v;
}

static json_t *theirs(struct json *v)
{
	return (json_t *)v;
}

static void put_utf8(struct buf *out, const char *s)
{
	size_t n = strlen(s), used;
	char bytes[4];

	for (size_t i = 0; i < n; i += used) {
		uint32_t ch = text_decode(s + i, n - i, &used);

		buf_put(out, bytes, text_encode(ch, bytes));
	}
}

struct json *json_new_object(void)
{
	/* A fixed seed: keys are our own, and no random device is opened. */
	json_object_seed(1);
	return own(json_object());
}

struct json *json_new_array(void)
{
	return own(json_array());
}

struct json *json_new_string(const char *s)
{
	struct buf b = {0};
	json_t *v;

	put_utf8(&b, s);
	v = json_stringn(buf_text(&b), b.n);
	buf_done(&b);
	return own(v);
}

struct json *json_new_int(int64_t v)
{
	return own(json_integer(v));
}

struct json *json_new_real(double v)
{
	return own(isfinite(v) ? json_real(v) : json_null());
}

struct json *json_new_bool(bool v)
{
	return own(json_boolean(v));
}

struct json *json_new_null(void)
{
	return own(json_null());
}

void json_set(struct json *object, const char *key, struct json *value)
{
	struct buf b = {0};

	put_utf8(&b, key);
	if (json_object_set_new(theirs(object), buf_text(&b), theirs(value)))
		panic("JSON key \"%s\" not set", key);
	buf_done(&b);
}

void json_append(struct json *array, struct json *value)
{
	if (json_array_append_new(theirs(array), theirs(value)))
		panic("JSON value not appended");
}

static int to_buf(const char *s, size_t n, void *out)
{
	buf_put(out, s, n);
	return 0;
}

void json_write(const struct json *v, int indent, struct buf *out)
{
	size_t columns = indent > 0 ? (size_t)indent : 0;
	size_t flags = JSON_ENCODE_ANY | JSON_REAL_PRECISION(REAL_DIGITS);

	if (columns > INDENT_MAX)
		columns = INDENT_MAX;
	if (json_dump_callback((const json_t *)v, to_buf, out,
			flags | JSON_INDENT(columns)))
		panic("JSON not written");
}

void json_free(struct json *v)
{
	json_decref(theirs(v));
}

struct json *json_parse(const char *text)
{
	json_object_seed(1);
	return (struct json *)json_loads(text, JSON_DECODE_ANY, NULL);
}
