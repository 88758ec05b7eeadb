/* SPDX-License-Identifier: GPL-3.0-or-later
 * Counting sentences and words.
 */
#include "scene/sentence.h"
#include <string.h>

struct sentences sentences_count(const char *text)
{
	static const char space[] = " \t\n";
	struct sentences s = { 0, 0, 0 };
	unsigned words = 0;

	for (text += strspn(text, space); *text; text += strspn(text, space)) {
		size_t n = strcspn(text, space), last = n;

		while (last > 1 && strchr(")\"'*]", text[last - 1]))
			last--;
		words++;
		s.words++;
		if (words > s.longest)
			s.longest = words;
		text += n;
		if (strchr(".?!:", text[-(long)(n - last) - 1])) {
			s.n++;
			words = 0;
		}
	}
	s.n += words > 0;
	return s;
}
