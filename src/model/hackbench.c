/* SPDX-License-Identifier: GPL-3.0-or-later
 * hackbench as of rt-tests: groups of senders and receivers over stream sockets
 * (net/unix/af_unix.c and net/core/skbuff.c, v4.2), as far as memory goes.
 *
 * Leaves out: what a fork takes besides its kernel stack, the sockets' other
 * objects, the message's bytes; the rest of a system call is one line's cost.
 * Rules: a woken task goes to the end of its CPU's queue and nobody is preempted
 * for it, so sockets fill up to their bound. A message that can't be made is
 * counted as lost, and its receiver does not wait for it.
 */
#include "model/hackbench.h"
#include "model/gfp.h"
#include "model/machine.h"
#include "model/task.h"

/* Caches of the machine: that of --set object_size holds the data. */
enum { CACHE_DATA, CACHE_HEAD, CACHE_SOCK };

const struct socket *socket_at(const struct machine *m, u32 i)
{
	return (const struct socket *)machine_at(m, m->hackbench.socket_at) + i;
}

const struct message *message_at(const struct machine *m, u32 socket, u32 index)
{
	return (const struct message *)machine_at(m, m->hackbench.message_at) +
		socket * RING + index % RING;
}

static struct socket *socket_edit(struct machine *m, s64 i)
{
	struct socket *s = (struct socket *)machine_at(m,
		m->hackbench.socket_at) + i;

	machine_note(m, s, sizeof(*s));
	return s;
}

static u64 now(struct machine *m, const struct task *t)
{
	return cpu_of(m, t->cpu)->clock_ns;
}

static unsigned first_task(s64 socket)	/* of its group */
{
	return (unsigned)(socket / SIDE) * GROUP_TASKS;
}

/* ---- fork_task and exit_task ------------------------------------------------ */

enum { GFP, ORDER, STACK };
static const struct local task_locals[] = {
	[GFP] = { "flags", KIND_GFP_BITS }, [ORDER] = { "order", KIND_ORDER },
	[STACK] = { "stack", KIND_PFN },
};

static void ask_for_stack(struct machine *m, struct task *t, s64 *v)
{
	v[GFP] = GFP_KERNEL;
	v[ORDER] = STACK_ORDER;
}

static void ready(struct machine *m, struct task *t, s64 *v)
{
	if (--m->hackbench.not_ready == 0)
		task_wake_all(m, CHANNEL_MAPPED, now(m, t));
}

static struct test all_ready(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->hackbench.not_ready, REL_EQ, 0);
}

enum { F_ASK = 1, F_STACK, F_READY, F_WAIT, F_DONE };
/* clang-format off */
static const struct line fork_lines[] = {
 [F_ASK]   = { "a stack is a block of order 2", .id = "ask", .exec = ask_for_stack,
	.gloss = "16 kB. The caller insists: no fallback, no NORETRY." },
 [F_STACK] = { "stack = alloc_pages(order, flags)", OP_CALL, .id = "stack", .callee = PROC_ALLOC_PAGES,
	.pass = { ORDER, GFP }, .value = STACK, .has_value = true, .gloss = "The new task's kernel stack." },
 [F_READY] = { "tell that we are ready", .id = "ready", .exec = ready, .shared = true,
	.gloss = "hackbench starts all at once." },
 [F_WAIT]  = { "wait until all are", OP_WAIT, .id = "wait", .test = all_ready, .channel = CHANNEL_MAPPED,
	.shared = true, .gloss = "The clock of the benchmark starts here." },
 [F_DONE]  = { "return stack", OP_RETURN, .id = "return", .value = STACK, .has_value = true,
	.gloss = "Go." },
};
/* clang-format on */

const struct procedure procedure_fork_task = {
	"fork_task", "model, after hackbench", "A task gets its stack and waits for all others.",
	fork_lines, F_DONE + 1, task_locals, 3, 0,
};

enum { X_STACK, X_ORDER };
static const struct local exit_locals[] = {
	[X_STACK] = { "stack", KIND_PFN }, [X_ORDER] = { "order", KIND_ORDER },
};

static struct test has_stack(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[X_STACK], REL_GE, 0);
}

static void stack_order(struct machine *m, struct task *t, s64 *v)
{
	v[X_ORDER] = STACK_ORDER;
}

enum { X_ORDER_ROW = 1, X_HAS, X_FREE, X_DONE };
/* clang-format off */
static const struct line exit_lines[] = {
 [X_ORDER_ROW] = { "a stack is a block of order 2", .id = "order", .exec = stack_order, .gloss = "16 kB." },
 [X_HAS]  = { "if it has one", OP_IF, .id = "has", .test = has_stack, .no = X_DONE,
	.gloss = "Unless its request had failed.", .why = "page {stack} ≥ 0", .if_yes = "give it back",
	.if_no = "nothing to give" },
 [X_FREE] = { "  free_pages(stack, order)", OP_CALL, .id = "free", .callee = PROC_FREE_PAGES,
	.pass = { X_STACK, X_ORDER }, .gloss = "The block may merge." },
 [X_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "The task is over." },
};
/* clang-format on */

const struct procedure procedure_exit_task = {
	"exit_task", "model, after hackbench", "A task's stack goes back.",
	exit_lines, X_DONE + 1, exit_locals, 2, 1,
};

/* ---- sender ----------------------------------------------------------------- */

enum { S_BASE, S_LEFT, S_GFP, S_STACK, S_HEADS, S_DATAS, S_HEAD, S_DATA, S_TO };
static const struct local sender_locals[] = {
	[S_BASE] = { "first_socket", KIND_NUMBER }, [S_LEFT] = { "left", KIND_COUNT },
	[S_GFP] = { "flags", KIND_GFP_BITS }, [S_STACK] = { "stack", KIND_PFN },
	[S_HEADS] = { "head_cache", KIND_NUMBER },
	[S_DATAS] = { "data_cache", KIND_NUMBER }, [S_HEAD] = { "head", KIND_PFN },
	[S_DATA] = { "data", KIND_PFN }, [S_TO] = { "to", KIND_NUMBER },
};

static void sender_begin(struct machine *m, struct task *t, s64 *v)
{
	v[S_GFP] = GFP_KERNEL;
	v[S_HEADS] = CACHE_HEAD;
	v[S_DATAS] = CACHE_DATA;
	v[S_TO] = v[S_BASE];
}

static struct test messages_left(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[S_LEFT], REL_GT, 0);
}

/* sock_alloc_send_pskb: the check comes before the charge. */
static struct test has_room(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(socket_at(m, (u32)v[S_TO])->n * MESSAGE_TRUESIZE,
		REL_LT, SEND_BUFFER);
}

static u32 own_bit(const struct machine *m, const struct task *t, const s64 *v)
{
	return 1u << (task_index(m, t) - first_task(v[S_BASE]));
}

/* Unless there is room by now; one line, or a waking could be lost. */
static void note_waiting(struct machine *m, struct task *t, s64 *v)
{
	if (!test_answer(has_room(m, t, v)))
		socket_edit(m, v[S_TO])->waiting |= own_bit(m, t, v);
}

static struct test was_woken(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((socket_at(m, (u32)v[S_TO])->waiting &
		own_bit(m, t, v)) != 0, REL_EQ, 0);
}

static struct test both(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[S_HEAD] < v[S_DATA] ? v[S_HEAD] : v[S_DATA], REL_GE, 0);
}

static void next_receiver(struct machine *m, struct task *t, s64 *v)
{
	unsigned reader = first_task(v[S_BASE]) + SIDE +
		(unsigned)(v[S_TO] - v[S_BASE]);

	task_wake(m, reader, CHANNEL_OWN, now(m, t));
	v[S_LEFT]--;
	v[S_TO] = v[S_TO] + 1 < v[S_BASE] + SIDE ? v[S_TO] + 1 : v[S_BASE];
}

static void send(struct machine *m, struct task *t, s64 *v)
{
	struct socket *s = socket_edit(m, v[S_TO]);
	struct hackbench *h = &m->hackbench;
	struct message *e = (struct message *)machine_at(m, h->message_at) +
		v[S_TO] * RING + (s->first + s->n) % RING;

	machine_note(m, e, sizeof(*e));
	*e = (struct message){ (u32)v[S_HEAD], (u32)v[S_DATA] };
	s->n++;
	h->sent++;
	if (++h->in_flight > h->most_in_flight)
		h->most_in_flight = h->in_flight;
	next_receiver(m, t, v);
}

static struct test has_head(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[S_HEAD], REL_GE, 0);
}

static struct test has_data(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[S_DATA], REL_GE, 0);
}

static void lose(struct machine *m, struct task *t, s64 *v)
{
	socket_edit(m, v[S_TO])->lost++;
	m->hackbench.lost++;
	next_receiver(m, t, v);
}

enum { E_BEGIN = 1, E_FORK, E_EACH, E_ROOM, E_HEAD, E_DATA, E_BOTH, E_SEND, E_NOTE,
	E_WAIT, E_IF_HEAD, E_FREE_HEAD, E_IF_DATA, E_FREE_DATA, E_LOSE, E_EXIT, E_DONE };
/* clang-format off */
static const struct line sender_lines[] = {
 [E_BEGIN] = { "begin with the first receiver", .id = "begin", .exec = sender_begin,
	.gloss = "Each sender writes to all receivers of its group." },
 [E_FORK]  = { "fork_task()", OP_CALL, .id = "fork", .callee = PROC_FORK_TASK, .value = S_STACK,
	.has_value = true, .gloss = "A stack, and wait for the start." },
 [E_EACH]  = { "for each message", OP_IF, .id = "each", .test = messages_left, .no = E_EXIT,
	.gloss = "100 bytes each.", .why = "{left} > 0", .if_yes = "one more", .if_no = "all are sent" },
 [E_ROOM]  = { "  if the send buffer has room", OP_IF, .id = "room", .test = has_room, .no = E_NOTE,
	.shared = true, .gloss = "What is in flight to this receiver counts with 768 bytes each.",
	.why = "{left} < {right}", .if_yes = "make a message", .if_no = "wait for the receiver" },
 [E_HEAD]  = { "    head = slab_alloc(256 bytes)", OP_CALL, .id = "head", .callee = PROC_SLAB_ALLOC,
	.pass = { S_HEADS, S_GFP }, .value = S_HEAD, .has_value = true, .gloss = "Of skbuff_head_cache." },
 [E_DATA]  = { "    data = slab_alloc(512 bytes)", OP_CALL, .id = "data", .callee = PROC_SLAB_ALLOC,
	.pass = { S_DATAS, S_GFP }, .value = S_DATA, .has_value = true, .gloss = "Of kmalloc-512." },
 [E_BOTH]  = { "    if both are there", OP_IF, .id = "both", .test = both, .no = E_IF_HEAD,
	.gloss = "Or was memory short?", .why = "page {left} ≥ 0", .if_yes = "send it", .if_no = "give up on it" },
 [E_SEND]  = { "    send it; then the next one", .id = "send", .exec = send, .next = E_EACH,
	.cost = COST_SEND, .shared = true, .gloss = "Into its queue; wake it if it waits." },
 [E_NOTE]  = { "  else note that we wait", .id = "note", .exec = note_waiting, .shared = true,
	.gloss = "The receiver will find the note." },
 [E_WAIT]  = { "    wait for the receiver", OP_WAIT, .id = "wait", .test = was_woken,
	.channel = CHANNEL_OWN, .next = E_ROOM, .shared = true, .gloss = "Until half of the buffer is free." },
 [E_IF_HEAD] = { "    if there is a head", OP_IF, .id = "if_head", .test = has_head, .no = E_IF_DATA,
	.gloss = "Half a message is none.", .why = "page {head} ≥ 0", .if_yes = "free it", .if_no = "none" },
 [E_FREE_HEAD] = { "      slab_free(head)", OP_CALL, .id = "free_head", .callee = PROC_SLAB_FREE,
	.pass = { S_HEAD }, .gloss = "Back to its slab." },
 [E_IF_DATA] = { "    if there is data", OP_IF, .id = "if_data", .test = has_data, .no = E_LOSE,
	.gloss = "Half a message is none.", .why = "page {data} ≥ 0", .if_yes = "free it", .if_no = "none" },
 [E_FREE_DATA] = { "      slab_free(data)", OP_CALL, .id = "free_data", .callee = PROC_SLAB_FREE,
	.pass = { S_DATA }, .gloss = "Back to its slab." },
 [E_LOSE]  = { "    count it as lost", .id = "lose", .exec = lose, .next = E_EACH, .shared = true,
	.gloss = "Its receiver must not wait for it." },
 [E_EXIT]  = { "exit_task()", OP_CALL, .id = "exit", .callee = PROC_EXIT_TASK, .pass = { S_STACK },
	.gloss = "The stack goes back." },
 [E_DONE]  = { "end", OP_RETURN, .id = "end", .gloss = "This sender is done." },
};
/* clang-format on */

const struct procedure procedure_sender = {
	"sender", "model, after hackbench and net/unix/af_unix.c, v4.2",
	"Writes messages to all receivers of its group.",
	sender_lines, E_DONE + 1, sender_locals, 9, 2,
};
