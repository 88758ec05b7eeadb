/* SPDX-License-Identifier: GPL-3.0-or-later
 * hackbench's sockets: who waits at them, and the messages in flight.
 *
 * Rules: sockets and messages are arrays in the machine's body, written only
 * behind machine_note(). A group is SIDE senders and SIDE receivers; each
 * receiver has one pair of sockets, and each sender writes to all of its group.
 */
#ifndef MODEL_HACKBENCH_H
#define MODEL_HACKBENCH_H

#include "model/types.h"

struct machine;
struct setup;

enum { SIDE = 20, GROUP_TASKS = 2 * SIDE,
	MESSAGE_TRUESIZE = 768,		/* 256 and 512 bytes */
	SEND_BUFFER = 212992,		/* wmem_default */
	STACK_ORDER = 2,		/* THREAD_SIZE_ORDER */
	RING = 512 };			/* messages a socket has room for here */

struct socket {
	u16 first, n;		/* messages, in order of sending */
	u32 waiting;		/* senders that wait for room: bits */
	u32 lost;		/* messages that could not be made */
};
struct message {
	u32 head, data;		/* slabs of its two objects */
};

struct hackbench {
	/* fixed */
	u32 groups, sockets;
	u32 socket_at, message_at;	/* offsets of the arrays */
	/* core */
	u32 not_ready;		/* tasks that have not started yet */
	/* ghost */
	u64 sent, received, lost;
	u32 in_flight, most_in_flight;
};

const struct socket *socket_at(const struct machine *m, u32 i);
const struct message *message_at(const struct machine *m, u32 socket,
	u32 index);

void hackbench_lay_out(struct machine *m, const struct setup *s, u32 *end);
/* Starts its tasks, or the one that asks for slabs. */
void hackbench_start(struct machine *m, const struct setup *s);
const char *hackbench_check(const struct machine *m);

#endif
