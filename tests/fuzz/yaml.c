/* SPDX-License-Identifier: GPL-3.0-or-later
 * Fuzzing the YAML reader: any bytes end in a tree or in errors with a place.
 */
#include "base/buf.h"
#include "base/text.h"
#include "base/yaml.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
	if (!holds)
		panic("%s", what);
}

/* Every node stands on a line of the file, and every reader of it ends. */
static void visit(const struct yaml *y, const struct yaml_node *n, int depth,
	struct err_list *errors)
{
	static const char *const names[] = {"title", "cues", "cpus", "a"};
	int64_t number;
	bool truth;

	require(depth <= 32, "nesting limit");
	for (; n; n = n->next) {
		require(n->line >= 1 && n->column >= 1, "place");
		require(n->end_line >= n->line, "end");
		require(!n->key || strlen(n->key) <= 64, "key limit");
		require(!n->text || text_valid(n->text, strlen(n->text)),
			"text is valid");
		if (yaml_int(y, n, -5, 1000, &number, errors))
			require(number >= -5 && number <= 1000, "range");
		yaml_bool(y, n, &truth, errors);
		yaml_text(y, n, errors);
		yaml_get(n, "title");
		yaml_known_keys(y, n, names, 4, errors);
		visit(y, n->child, depth + 1, errors);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err_list errors = {0};
	struct buf out = {0};
	struct yaml y;

	panic_hook(abort); /* so that the input is kept */
	if (yaml_parse(&y, "fuzz.yaml", (const char *)data, size, &errors)) {
		require(!errors.n && y.root, "a tree without errors");
		visit(&y, y.root, 0, &errors);
	} else {
		require(errors.n && !y.arena, "errors without a tree");
	}
	for (size_t i = 0; i < errors.n; i++) {
		require(errors.at[i].text[0] != '\0', "an error has a text");
		err_print(&errors.at[i], &out);
	}
	require(text_valid(buf_text(&out), out.n), "what is printed is valid");
	buf_done(&out);
	err_list_done(&errors);
	yaml_done(&y);
	return 0;
}
