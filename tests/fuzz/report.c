/* SPDX-License-Identifier: GPL-3.0-or-later
 * Fuzzing the readers of logs and /proc files: any bytes end in reports that can
 * be judged and printed, in whatever pieces they come.
 */
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/err.h"
#include "base/text.h"
#include "output/report_json.h"
#include "output/report_text.h"
#include "report/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
	if (!holds)
		panic("%s", what);
}

static void take(void *user, struct report *r)
{
	struct buf *out = user;
	struct judgement j;

	for (s64 order = 0; order <= 9; order += 9) {
		judge(r, order, &j);
		require(j.verdict < VERDICTS && j.sentence[0], "a verdict");
		require(j.n_views == r->n_zones, "a view of each zone");
		report_text(r, &j, "fuzz", out);
		report_json(r, &j, NULL, out);
		judgement_done(&j);
	}
	report_free(r);
}

static void read_pieces(const uint8_t *data, size_t size, size_t piece,
	struct buf *out)
{
	struct reader *rd = reader_new(take, out);

	for (size_t at = 0; at < size; at += piece)
		reader_feed(rd, (const char *)data + at,
			size - at < piece ? size - at : piece);
	reader_end(rd);
	reader_free(rd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf whole = { 0 }, pieces = { 0 };

	panic_hook(abort); /* so that the input is kept */
	read_pieces(data, size, size + 1, &whole);
	read_pieces(data, size, 7, &pieces);
	require(whole.n == pieces.n && !memcmp(buf_text(&whole),
		buf_text(&pieces), whole.n), "pieces don't matter");
	require(text_valid(buf_text(&whole), whole.n), "what is printed is valid");
	buf_done(&whole);
	buf_done(&pieces);
	return 0;
}
