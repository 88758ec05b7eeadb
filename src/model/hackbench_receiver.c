/* SPDX-License-Identifier: GPL-3.0-or-later
 * hackbench's receivers, and the program that only asks for slabs (rt-tests;
 * net/unix/af_unix.c, v4.2).
 *
 * Leaves out: see hackbench.c. Rules: a receiver wakes the senders that wait
 * for room when half of the send buffer is free (sock_wfree).
 */
#include "model/gfp.h"
#include "model/hackbench.h"
#include "model/machine.h"
#include "model/setup.h"
#include "model/task.h"

enum { CACHE_SOCK = 2 };
enum { SOCKET, LEFT, GFP, STACK, SOCKS, NEAR, FAR, HEAD, DATA };
static const struct local locals[] = {
	[SOCKET] = { "socket", KIND_NUMBER }, [LEFT] = { "left", KIND_COUNT },
	[GFP] = { "flags", KIND_GFP_BITS }, [STACK] = { "stack", KIND_PFN },
	[SOCKS] = { "sock_cache", KIND_NUMBER }, [NEAR] = { "near", KIND_PFN },
	[FAR] = { "far", KIND_PFN }, [HEAD] = { "head", KIND_PFN },
	[DATA] = { "data", KIND_PFN },
};

static struct socket *socket_edit(struct machine *m, const s64 *v)
{
	struct socket *s = (struct socket *)machine_at(m,
		m->hackbench.socket_at) + v[SOCKET];

	machine_note(m, s, sizeof(*s));
	return s;
}

static const struct socket *socket_here(const struct machine *m, const s64 *v)
{
	return socket_at(m, (u32)v[SOCKET]);
}

static void begin(struct machine *m, struct task *t, s64 *v)
{
	v[GFP] = GFP_KERNEL;
	v[SOCKS] = CACHE_SOCK;
}

/* A message, or nothing more will come. */
static struct test some_or_end(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct socket *s = socket_here(m, v);

	return test_of(s->n > 0 || v[LEFT] <= s->lost, REL_EQ, 1);
}

static struct test some(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(socket_here(m, v)->n, REL_GT, 0);
}

static void receive(struct machine *m, struct task *t, s64 *v)
{
	struct socket *s = socket_edit(m, v);
	const struct message *e = message_at(m, (u32)v[SOCKET], s->first);

	v[HEAD] = e->head;
	v[DATA] = e->data;
	s->first = (u16)((s->first + 1u) % RING);
	s->n--;
	v[LEFT]--;
	m->hackbench.received++;
	m->hackbench.in_flight--;
	m->workload_iterations++;
	m->work_done++;
}

/* sock_def_write_space: only if somebody waits and half of the room is free. */
static struct test wake_due(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct socket *s = socket_here(m, v);

	return test_of(s->waiting ? s->n * MESSAGE_TRUESIZE * 2 : INT32_MAX,
		REL_LE, SEND_BUFFER);
}

static void wake_one(struct machine *m, struct task *t, s64 *v)
{
	struct socket *s = socket_edit(m, v);
	unsigned bit = 0;

	while (!(s->waiting & 1u << bit))	/* at most SIDE */
		bit++;
	s->waiting &= ~(1u << bit);
	task_wake(m, (unsigned)(v[SOCKET] / SIDE) * GROUP_TASKS + bit,
		CHANNEL_OWN, cpu_of(m, t->cpu)->clock_ns);
}

static struct test has_near(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[NEAR], REL_GE, 0);
}

static struct test has_far(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FAR], REL_GE, 0);
}

enum { R_BEGIN = 1, R_NEAR, R_FAR, R_FORK, R_WAIT, R_SOME, R_TAKE, R_FREE_DATA,
	R_FREE_HEAD, R_DUE, R_WAKE, R_IF_NEAR, R_FREE_NEAR, R_IF_FAR, R_FREE_FAR,
	R_EXIT, R_DONE };
/* clang-format off */
static const struct line receiver_lines[] = {
 [R_BEGIN] = { "begin", .id = "begin", .exec = begin, .gloss = "A pair of sockets is needed first." },
 [R_NEAR]  = { "near = slab_alloc(1,024 bytes)", OP_CALL, .id = "near", .callee = PROC_SLAB_ALLOC,
	.pass = { SOCKS, GFP }, .value = NEAR, .has_value = true, .gloss = "One socket of the pair." },
 [R_FAR]   = { "far = slab_alloc(1,024 bytes)", OP_CALL, .id = "far", .callee = PROC_SLAB_ALLOC,
	.pass = { SOCKS, GFP }, .value = FAR, .has_value = true, .gloss = "The other one." },
 [R_FORK]  = { "fork_task()", OP_CALL, .id = "fork", .callee = PROC_FORK_TASK, .value = STACK,
	.has_value = true, .gloss = "A stack, and wait for the start." },
 [R_WAIT]  = { "wait for a message", OP_WAIT, .id = "wait", .test = some_or_end, .channel = CHANNEL_OWN,
	.shared = true, .gloss = "Senders wake us." },
 [R_SOME]  = { "while there is one", OP_IF, .id = "some", .test = some, .no = R_IF_NEAR, .shared = true,
	.gloss = "If there is none now, none will come.", .why = "{left} > 0", .if_yes = "take it",
	.if_no = "all have come" },
 [R_TAKE]  = { "  take it", .id = "take", .exec = receive, .cost = COST_RECEIVE, .shared = true,
	.gloss = "The oldest." },
 [R_FREE_DATA] = { "  slab_free(data)", OP_CALL, .id = "free_data", .callee = PROC_SLAB_FREE,
	.pass = { DATA }, .gloss = "Back to its slab, which may be another CPU's." },
 [R_FREE_HEAD] = { "  slab_free(head)", OP_CALL, .id = "free_head", .callee = PROC_SLAB_FREE,
	.pass = { HEAD }, .gloss = "Back to its slab, which may be another CPU's." },
 [R_DUE]   = { "  if senders wait and half is free", OP_IF, .id = "due", .test = wake_due, .no = R_WAIT,
	.shared = true, .gloss = "Not for each message: that would be too often.", .why = "{left} ≤ {right}",
	.if_yes = "wake them", .if_no = "not now" },
 [R_WAKE]  = { "    wake one", .id = "wake", .exec = wake_one, .next = R_DUE, .shared = true,
	.gloss = "It goes to the end of its CPU's queue." },
 [R_IF_NEAR] = { "if there is the near socket", OP_IF, .id = "if_near", .test = has_near, .no = R_IF_FAR,
	.gloss = "Was it made?", .why = "page {near} ≥ 0", .if_yes = "free it", .if_no = "none" },
 [R_FREE_NEAR] = { "  slab_free(near)", OP_CALL, .id = "free_near", .callee = PROC_SLAB_FREE,
	.pass = { NEAR }, .gloss = "Back to its slab." },
 [R_IF_FAR] = { "if there is the far socket", OP_IF, .id = "if_far", .test = has_far, .no = R_EXIT,
	.gloss = "Was it made?", .why = "page {far} ≥ 0", .if_yes = "free it", .if_no = "none" },
 [R_FREE_FAR] = { "  slab_free(far)", OP_CALL, .id = "free_far", .callee = PROC_SLAB_FREE,
	.pass = { FAR }, .gloss = "Back to its slab." },
 [R_EXIT]  = { "exit_task()", OP_CALL, .id = "exit", .callee = PROC_EXIT_TASK, .pass = { STACK },
	.gloss = "The stack goes back." },
 [R_DONE]  = { "end", OP_RETURN, .id = "end", .gloss = "This receiver is done." },
};
/* clang-format on */

const struct procedure procedure_receiver = {
	"receiver", "model, after hackbench and net/unix/af_unix.c, v4.2",
	"Takes messages from its socket.",
	receiver_lines, R_DONE + 1, locals, 9, 2,
};

/* ---- slab_user -------------------------------------------------------------- */

enum { U_CACHE, U_GFP, U_OBJECT };
static const struct local user_locals[] = {
	[U_CACHE] = { "cache", KIND_NUMBER }, [U_GFP] = { "flags", KIND_GFP_BITS },
	[U_OBJECT] = { "object", KIND_PFN },
};

static struct test slabs_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((s64)m->slub.cache[v[U_CACHE]].asked, REL_LT,
		m->slub.slabs_wanted);
}

enum { U_EACH = 1, U_ALLOC, U_DONE };
/* clang-format off */
static const struct line user_lines[] = {
 [U_EACH]  = { "until enough slabs were asked for", OP_IF, .id = "each", .test = slabs_left, .no = U_DONE,
	.gloss = "A slab is asked for when there is no free object left.", .why = "{left} < {right}",
	.if_yes = "one object more", .if_no = "enough" },
 [U_ALLOC] = { "  object = slab_alloc()", OP_CALL, .id = "alloc", .callee = PROC_SLAB_ALLOC,
	.pass = { U_CACHE, U_GFP }, .value = U_OBJECT, .has_value = true, .next = U_EACH,
	.gloss = "It keeps the object." },
 [U_DONE]  = { "end", OP_RETURN, .id = "end", .gloss = "This process is done." },
};
/* clang-format on */

const struct procedure procedure_slab_user = {
	"slab_user", "model", "Takes objects until it has asked for enough slabs.",
	user_lines, U_DONE + 1, user_locals, 3, 2,
};

/* ---- the beginning ---------------------------------------------------------- */

static u32 rounded(u64 bytes)
{
	return (u32)((bytes + GRAIN - 1) / GRAIN * GRAIN);
}

void hackbench_lay_out(struct machine *m, const struct setup *s, u32 *end)
{
	struct hackbench *h = &m->hackbench;

	if (s->workload != WORKLOAD_SLUB)
		return;
	h->groups = (u32)s->value[PARAM_GROUPS];
	h->sockets = h->groups * SIDE;
	h->socket_at = *end;
	h->message_at = h->socket_at +
		rounded((u64)h->sockets * sizeof(struct socket));
	*end = h->message_at + rounded((u64)h->sockets * RING *
		sizeof(struct message));
}

static void start_one(struct machine *m, unsigned task, unsigned procedure,
	s64 first, s64 second)
{
	s64 args[] = { first, second };

	task_start(m, task, procedure, args, 2);
	m->tasks_left++;
	task_queue(m, task, 0, false);
}

void hackbench_start(struct machine *m, const struct setup *s)
{
	struct hackbench *h = &m->hackbench;
	s64 messages = s->value[PARAM_LOOPS] * SIDE;

	if (!h->groups)
		start_one(m, 0, PROC_SLAB_USER, 0, m->slub.gfp);
	h->not_ready = h->groups * GROUP_TASKS;
	for (u32 i = 0; i < h->not_ready; i++) {
		s64 base = i / GROUP_TASKS * SIDE, who = i % GROUP_TASKS;

		if (who < SIDE)
			start_one(m, i, PROC_SENDER, base, messages);
		else
			start_one(m, i, PROC_RECEIVER, base + who - SIDE,
				messages);
	}
}

/* ---- invariants --------------------------------------------------------------- */

const char *hackbench_check(const struct machine *m)
{
	const struct hackbench *h = &m->hackbench;
	u32 n = 0;

	for (u32 i = 0; i < h->sockets; i++) {
		n += socket_at(m, i)->n;
		if (socket_at(m, i)->n * MESSAGE_TRUESIZE >=
			SEND_BUFFER + (SIDE + 1) * MESSAGE_TRUESIZE)
			return "a socket has more messages than may be in flight";
	}
	if (n != h->in_flight || h->sent - h->received != n)
		return "messages in flight are counted wrongly";
	return NULL;
}
