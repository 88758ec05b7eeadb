/* SPDX-License-Identifier: GPL-3.0-or-later
 * Setting up a large machine aside. The thread touches its job alone; the model
 * keeps nothing outside a machine.
 */
#include <signal.h>
#include <time.h>
#include "app/aside.h"

enum { SMALL_BYTES = 2 << 20, MOMENT_NS = 1000000, SECOND_NS = 1000000000 };

void aside_open(struct aside *a)
{
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->ready, NULL);
	a->open = true;
}

static void *work(void *aside)
{
	struct aside *a = aside;
	struct run *run = run_new(&a->setup, 0);

	pthread_mutex_lock(&a->lock);
	a->run = run;
	pthread_cond_signal(&a->ready);
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

/* Signals are the main thread's. False: there is no thread to be had. */
static bool start(struct aside *a, const struct setup *s, u64 which)
{
	sigset_t all, kept;

	a->setup = *s;
	a->which = which;
	a->run = NULL;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &kept);
	a->going = !pthread_create(&a->thread, NULL, work, a);
	pthread_sigmask(SIG_SETMASK, &kept, NULL);
	return a->going;
}

static bool done_in_a_moment(struct aside *a)
{
	struct timespec end;
	int late = 0;
	bool done;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_nsec += MOMENT_NS;
	end.tv_sec += end.tv_nsec / SECOND_NS;
	end.tv_nsec %= SECOND_NS;
	pthread_mutex_lock(&a->lock);
	while (!a->run && !late)
		late = pthread_cond_timedwait(&a->ready, &a->lock, &end);
	done = a->run;
	pthread_mutex_unlock(&a->lock);
	return done;
}

static struct run *take(struct aside *a)
{
	pthread_join(a->thread, NULL);
	a->going = false;
	return a->run;
}

struct run *aside_make(void *aside, const struct setup *s, u64 which)
{
	struct aside *a = aside;
	struct run *run;

	if (machine_size(s) < SMALL_BYTES)
		return run_new(s, 0);
	if (!a->going && !start(a, s, which))
		return run_new(s, 0);
	if (!done_in_a_moment(a))
		return NULL;
	run = take(a);
	if (a->which == which)
		return run;
	run_free(run);			/* of another act: one has left it */
	return NULL;
}

void aside_done(struct aside *a)
{
	if (a->open && a->going)
		run_free(take(a));
	if (!a->open)
		return;
	pthread_cond_destroy(&a->ready);
	pthread_mutex_destroy(&a->lock);
	a->open = false;
}
