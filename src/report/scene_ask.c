/* SPDX-License-Identifier: GPL-3.0-or-later
 * Questions of a report's scene.
 */
#include "report/writer.h"

/* The zone that the question is about: the main one, if it is asked at all. */
static unsigned asked_zone(const struct writer *w)
{
	const struct outcome *o = writer_now(w);

	return o->state == REQUEST_GRANTED && o->zone > w->p.main ? o->zone
								 : w->p.main;
}

void ask_gives(struct writer *w)
{
	unsigned k = asked_zone(w);
	const struct outcome *o = writer_now(w);
	bool gives = o->state == REQUEST_GRANTED && o->zone == k;

	if (!w->asks)
		return;
	buf_printf(w->out, "        ask:\n          name: gives\n          text: \"%s has {zone[%u].free} free pages, its %s mark is {zone[%u].mark}. Will it give the %s?\"\n",
		writer_zone(w, k), k, writer_mark(w), k, writer_thing(w));
	buf_printf(w->out, "          choices:\n            - text: \"Yes\"\n              when: %s.request.zone == %u\n",
		writer_rules[w->rule], k);
	if (!gives)
		buf_printf(w->out, "              remark: %s\n              misconception: free-pages-mean-a-block\n",
			o->missing[k] ? "Free pages alone decide nothing. The check subtracts first, then compares."
			: "The counter says so, but its lists have no such block.");
	buf_printf(w->out, "            - text: \"No\"\n              when: %s.request.zone != %u\n",
		writer_rules[w->rule], k);
	if (gives)
		buf_printf(w->out, "              remark: It can spare it, by these numbers.\n              misconception: a-report-means-no-block\n");
	buf_printf(w->out, "          known: zone[%u].answer == refused || request.state != open\n",
		k);
	buf_printf(w->out, "          hint: Take off what stands under kept%s.\n", !w->p.order
		? ", then compare with the mark" : w->rule == ERA_4_4
		? ", compare with the mark, then look for one block that large"
		: ", then blocks too small, order by order; the mark is halved each time");
	buf_printf(w->out, "          explain: %s\n", gives ? "It gives it."
		: o->missing[k] ? "It refuses. Watch which line."
		: "The check passes, but there is no block to take.");
}

void ask_amount(struct writer *w)
{
	unsigned k = w->p.main;
	struct test t;

	if (!w->asks)
		return;
	if (w->rule == ERA_4_4 &&
		played_check(&w->p, k, w->rule, writer_now(w)->mark, &t) > 1)
		return;		/* one block is what is missing */
	buf_printf(w->out, "      - name: check\n        when: (at(0, \"__zone_watermark_ok:free\") && local.zone == %u) || request.state != open\n",
		k);
	buf_printf(w->out, "        say: >\n          Now %s is checked: {zone[%u].free} pages are free, the %s mark is {zone[%u].mark}.\n",
		writer_zone(w, k), k, writer_mark(w), k);
	buf_printf(w->out, "        ask:\n          name: short\n          text: By how many pages will it be too few?\n          answer: %s.zone[%u].missing\n          known: zone[%u].answer == refused || request.state != open\n",
		writer_rules[w->rule], k, k);
	buf_printf(w->out, "          mistakes:\n            - value: %s.zone[%u].missing - 1\n              remark: \"{%s.zone[%u].missing - 1} is how far under the mark it is. Equal is not enough, so one more.\"\n              misconception: equal-is-enough\n",
		writer_rules[w->rule], k, writer_rules[w->rule], k);
	buf_printf(w->out, "          hint: What must be left, less what is left, and one more. Equality fails.\n          explain: That is one more than it is under the mark, since equal is not enough.\n");
}

/* The zone whose comparison decides. */
static unsigned decider(const struct writer *w)
{
	const struct outcome *o = writer_now(w);

	return o->state == REQUEST_GRANTED ? o->zone : w->p.main;
}

void ask_change(struct writer *w, const char *name)
{
	const char *rule = writer_rules[w->rule];

	buf_printf(w->out, "        variant: %s\n        ask:\n          name: %s_changes\n          text: Will a zone give it then, by %s?\n          choices:\n",
		rule, name, writer_rule_titles[w->rule]);
	buf_printf(w->out, "            - text: \"Yes\"\n              when: %s.request.state == granted\n              remark: It is not enough for any zone.\n",
		rule);
	buf_printf(w->out, "            - text: \"No: it is refused\"\n              when: %s.request.state == refused\n              remark: It is enough for one zone.\n",
		rule);
	buf_printf(w->out, "          known: request.state != open\n          hint: Do the comparison for %s by hand, at its %s mark.\n",
		writer_zone(w, decider(w)), writer_mark(w));
	buf_printf(w->out, "          explain: \"By that rule it is {%s.request.state}.\"\n", rule);
}
