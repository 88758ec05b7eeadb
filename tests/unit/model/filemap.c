/* SPDX-License-Identifier: GPL-3.0-or-later
 * Readers, ticket locks, anonymous pages among files, and that every line of
 * mail 002's procedures is reached.
 */
#include "lru_box.h"

static bool reached[PROGRAM_OPS];

static void run_reached(struct rig *r)
{
	while (r->m->tasks_left || r->m->operators_left) {
		rig_step(r, ring_entry(r->m, 0)->cpu);
		reached[r->m->last.pc] = true;
	}
}

static void readers(struct rig *r, u32 feature, s64 cpus, s64 files)
{
	lru_setup(&r->s, feature | IN_TICKET, "");
	r->s.value[PARAM_CPUS] = cpus;
	r->s.value[PARAM_FILES] = files;
	r->s.value[PARAM_RUN_LENGTH] = 4;
	r->s.cost_ns[COST_FILE_READ] = 40;
	r->s.cost_ns[COST_TREE_DELETE] = 20;
	r->s.cost_ns[COST_TICKET] = 7;
	r->s.topology = (struct topology){ .matrix = true, .threads = 1,
		.cores = 1, .level_ns = { 0, 1, 2, 10 } };
	assert_null(setup_conflict(&r->s));
	rig_start(r);
}

/* The list has 32 × files × CPUs pages; all go, and as many are read. */
static void test_filemap__readers_free_what_they_read(void **state)
{
	for (unsigned k = 0; k < 2; k++) {
		struct rig r;

		readers(&r, k ? IN_TREE_LOCK_BATCH : IN_TREE_LOCK_EACH, 3, 2);
		assert_value(&r, "zone[0].inactive_file", 192);
		run_reached(&r);
		assert_value(&r, "vmscan.freed", 192);
		assert_value(&r, "vmscan.kept", 0);
		assert_value(&r, "workload.pages_read", 192);
		assert_value(&r, "zone[0].inactive_file", 192);
		assert_value(&r, "vmscan.tree_lock.taken", k ? 48 : 192);
		assert_value(&r, "vmscan.i_mmap_mutex.taken", 384);
		rig_done(&r);
	}
}

/* A list given by `pages`: exactly so many, in runs. */
static void test_filemap__pages_and_runs(void **state)
{
	struct rig r;

	lru_setup(&r.s, IN_TREE_LOCK_BATCH, "");
	r.s.value[PARAM_FILES] = 4;
	r.s.value[PARAM_RUN_LENGTH] = 8;
	r.s.value[PARAM_PAGES] = 40;
	rig_start(&r);
	lru_run(&r);
	assert_value(&r, "vmscan.freed", 40);
	assert_value(&r, "vmscan.batch[8]", 5);
	rig_done(&r);
}

static unsigned lock_number(const struct rig *r, unsigned mapping)
{
	return tree_lock_of(r->m, mapping);
}

/* Three wait for a ticket lock: its handoffs cost 3, 2 and 1 waiters more. */
static void test_filemap__ticket_locks_pay_for_waiters(void **state)
{
	u64 spent[2];

	for (unsigned k = 0; k < 2; k++) {
		struct rig r;

		readers(&r, IN_TREE_LOCK_EACH, 4, 1);
		lock_of(r.m, lock_number(&r, 0))->data_lines = 0;
		if (!k)
			lock_of(r.m, lock_number(&r, 0))->waiter_ns = 0;
		for (unsigned cpu = 0; cpu < 4; cpu++)
			rig_until(&r, cpu, "__remove_mapping:lock");
		for (unsigned cpu = 0; cpu < 4; cpu++)
			rig_step(&r, cpu);
		assert_value(&r, "mapping[0].tree_lock.waiters", 3);
		for (unsigned cpu = 0; cpu < 4; cpu++)
			rig_until(&r, cpu, "__remove_mapping:return");
		spent[k] = cpu_at(r.m, 3)->clock_ns;
		lru_run(&r);
		rig_done(&r);
	}
	assert_int_equal(spent[1] - spent[0], 7 * (3 + 2 + 1));
}

/* No more sockets than there are pay: one here. */
static void test_filemap__a_socket_pays_once(void **state)
{
	struct rig r;

	readers(&r, IN_TREE_LOCK_EACH, 4, 1);
	assert_int_equal(lock_at(r.m, lock_number(&r, 0))->waiters_most, 4);
	rig_done(&r);
	lru_start(&r, IN_TREE_LOCK_EACH | IN_TICKET, "A");
	assert_int_equal(lock_at(r.m, lock_number(&r, 0))->waiters_most, 1);
	rig_done(&r);
}

/* i_mmap_mutex and lru_lock are no ticket locks; nor is tree_lock without the
 * option. */
static void test_filemap__which_locks_are_tickets(void **state)
{
	struct rig r;

	readers(&r, IN_TREE_LOCK_EACH, 2, 2);
	for (unsigned i = 0; i < r.m->n_locks; i++) {
		bool tree = i == lock_number(&r, 0) ||
			i == lock_number(&r, 1) || i == lock_number(&r, 2);

		assert_int_equal(lock_at(r.m, i)->waiter_ns, tree ? 7 : 0);
	}
	rig_done(&r);
	lru_start(&r, IN_TREE_LOCK_EACH, "A");
	assert_int_equal(lock_at(r.m, lock_number(&r, 0))->waiter_ns, 0);
	rig_done(&r);
}

/* ---- anonymous pages: the swap cache is a mapping as well ------------------- */

/* A machine with files where processes have written anonymous pages. */
static void with_anon(struct rig *r, u32 feature, s64 swap)
{
	setup_init(&r->s);
	r->s.workload = WORKLOAD_LAZY_FREE;
	r->s.parts = PART_FILES;
	r->s.features = feature | IN_DONTNEED;
	r->s.value[PARAM_CPUS] = 1;
	r->s.value[PARAM_PROCESSES] = 1;
	r->s.value[PARAM_REGION_PAGES] = 8;
	r->s.value[PARAM_RAM_PAGES] = 64;
	r->s.value[PARAM_SWAP_PAGES] = swap;
	r->s.value[PARAM_LOOPS] = 0;
	r->s.value[PARAM_MIN_FREE_KBYTES] = 16;
	rig_start(r);
	rig_do(r, OPERATION_TOUCH, 0, 8);
}

/* All anonymous pages onto the inactive list, old; then one shrink_list. */
static void shrink_anon(struct rig *r)
{
	s64 args[] = { LRU_INACTIVE_ANON, 0, 32, 9, 1, 1 };
	unsigned task = task_operator(r->m, 0);
	u32 pfn;

	while ((pfn = page_oldest(r->m, 0, LRU_ACTIVE_ANON)) != NO_PAGE)
		page_lru_add(r->m, pfn, LRU_INACTIVE_ANON, false);
	task_start(r->m, task, PROC_SHRINK_LIST, args, 6);
	task_queue(r->m, task, r->m->horizon_ns, true);
	r->m->operators_left++;
	run_reached(r);
	rig_run(r);
}

static void age_all(struct rig *r)
{
	for (u32 i = 0; i < r->m->memory.ptes; i++)
		if (pte_kind(pte_get(r->m, i)) == PTE_PRESENT)
			pte_set(r->m, i, pte_get(r->m, i) & ~(u32)PTE_YOUNG);
}

/* Freshly added to swap they are dirty: written first; on a later visit, clean,
 * all of one swap area make one batch. */
static void test_filemap__swap_pages_batch_together(void **state)
{
	struct rig r;

	with_anon(&r, IN_TREE_LOCK_BATCH, 16);
	age_all(&r);
	shrink_anon(&r);
	assert_value(&r, "vmscan.freed", 0);
	assert_value(&r, "vmscan.drains", 9);
	assert_value(&r, "vmscan.drains_empty", 9);
	assert_value(&r, "vmstat.pswpout", 8);
	assert_value(&r, "swap.cached", 8);
	shrink_anon(&r);
	assert_value(&r, "vmscan.freed", 8);
	assert_value(&r, "vmscan.batch[8]", 1);
	assert_value(&r, "swap.cached", 0);
	assert_value(&r, "swap.free", 8);
	assert_value(&r, "vmscan.i_mmap_mutex.taken", 0);
	rig_done(&r);
}

static void test_filemap__used_anonymous_pages_are_activated(void **state)
{
	struct rig r;

	with_anon(&r, IN_TREE_LOCK_EACH, 16);
	shrink_anon(&r);
	assert_value(&r, "vmscan.kept", 8);
	assert_value(&r, "zone[0].active", 8);
	rig_done(&r);
}

static void test_filemap__full_swap_activates(void **state)
{
	struct rig r;

	with_anon(&r, IN_TREE_LOCK_EACH, 3);
	age_all(&r);
	shrink_anon(&r);
	assert_value(&r, "vmstat.pswpout", 3);
	assert_value(&r, "zone[0].active", 5);
	rig_done(&r);
}

/* ---- what nothing else reaches ---------------------------------------------- */

static void lists_reached(void)
{
	static const char *const lists[] = {
		"A A:busy A:dirty A:pageclean A:dkeep A:ref A:locked - B A",
		"A:writeback A:unmapfail A", "A", "",
	};

	for (unsigned i = 0; i < 4; i++)
		for (unsigned k = 0; k < 2; k++) {
			struct rig r;

			lru_start(&r, k ? IN_TREE_LOCK_BATCH
				: IN_TREE_LOCK_EACH, lists[i]);
			run_reached(&r);
			rig_begin(&r, OPERATION_SHRINK, 0, 0);
			if (page_count(r.m, 1))
				file_page_edit(r.m, 1)->flags |= FILE_YOUNG;
			run_reached(&r);
			rig_begin(&r, OPERATION_READ, 0, 200);
			run_reached(&r);
			rig_done(&r);
		}
}

/* Both: dirtied between look and removal, mlocked, direct reclaim. */
static void odd_ends_reached(u32 feature, const char *lock)
{
	struct rig r;

	lru_start(&r, feature, "A A A:dirty A A");
	rig_until(&r, 0, "shrink_page_list:each");
	file_page_edit(r.m, 3)->flags |= FILE_MLOCKED;
	((struct frame *)(uintptr_t)task_frame(r.m, 0))->v[1] = 0;
	rig_until(&r, 0, lock);
	page_edit(r.m, 0)->flags |= PAGE_DIRTY;
	run_reached(&r);
	rig_done(&r);
}

/* zone's file lists, from the allocator's side: memory fills up. */
static void pressure_reached(void)
{
	struct rig r;

	with_anon(&r, IN_TREE_LOCK_BATCH, 16);
	rig_begin(&r, OPERATION_READ, 0, 300);
	run_reached(&r);
	assert_true(rig_get(&r, "vmscan.freed") > 200);
	assert_value(&r, "vmstat.oom_kill", 0);
	while (page_oldest(r.m, 0, LRU_INACTIVE_FILE) != NO_PAGE)
		page_lru_add(r.m, page_oldest(r.m, 0, LRU_INACTIVE_FILE),
			LRU_ACTIVE_FILE, false);
	rig_begin(&r, OPERATION_READ, 0, 60);
	run_reached(&r);
	assert_true(rig_get(&r, "vmstat.pgdeactivate") > 0);
	rig_done(&r);
}

/* Where there are orders, a file's page comes from the buddy lists. */
static void orders_reached(void)
{
	struct rig r;

	rig_init(&r, 1);
	r.s.parts = PART_MEMORY | PART_ORDERS | PART_FILES;
	r.s.value[PARAM_RAM_PAGES] = 64;
	r.s.value[PARAM_MIN_FREE_KBYTES] = 32;
	rig_start(&r);
	rig_begin(&r, OPERATION_READ, 0, 20);
	run_reached(&r);
	assert_value(&r, "zone[0].inactive_file", 20);
	rig_done(&r);
}

/* Lines of this part, wherever they stand. */
static bool of_files(unsigned id, const struct line *l)
{
	return (id >= PROC_PAGE_CHECK_REFERENCES && id <= PROC_FILE_READER) ||
		(l->in == IN_FILES);
}


static void test_filemap__every_line_is_reached(void **state)
{
	static struct program p;
	unsigned missing = 0;

	lists_reached();
	odd_ends_reached(IN_TREE_LOCK_EACH, "__remove_mapping:lock");
	odd_ends_reached(IN_TREE_LOCK_BATCH, "__remove_mapping_batch:lock");
	pressure_reached();
	orders_reached();
	program_compile(&p, IN_TREE_LOCK_EACH);
	for (unsigned id = 0; id < PROC_N; id++)
		for (unsigned row = 1; row < procedure_at(id)->n_lines; row++) {
			const struct line *l = &procedure_at(id)->lines[row];

			if (!of_files(id, l) || reached[p.start[id] + row])
				continue;
			print_error("%s:%s is never reached\n",
				procedure_at(id)->name, l->id);
			missing++;
		}
	assert_int_equal(missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_filemap__readers_free_what_they_read),
		cmocka_unit_test(test_filemap__pages_and_runs),
		cmocka_unit_test(test_filemap__ticket_locks_pay_for_waiters),
		cmocka_unit_test(test_filemap__a_socket_pays_once),
		cmocka_unit_test(test_filemap__which_locks_are_tickets),
		cmocka_unit_test(test_filemap__swap_pages_batch_together),
		cmocka_unit_test(
			test_filemap__used_anonymous_pages_are_activated),
		cmocka_unit_test(test_filemap__full_swap_activates),
		cmocka_unit_test(test_filemap__every_line_is_reached),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
