/* SPDX-License-Identifier: GPL-3.0-or-later
 * The list of commands: one row each, from which everything else is made.
 */
#ifndef COMMAND_LIST_H
#define COMMAND_LIST_H

enum command_class {
	CLASS_STEP,	/* moves through the run; Enter alone repeats it,
			   see line_note() */
	CLASS_LOOK,	/* shows; changes nothing */
	CLASS_STOP,	/* breakpoints and watchpoints */
	CLASS_EDIT,	/* changes the machine: an input in the journal */
	CLASS_VIEW,	/* what the screen shows, which variant, which CPU */
	CLASS_ANSWER,	/* questions */
	CLASS_SESSION,	/* quit and the like */
	CLASS_N
};

enum argument {
	ARG_NONE,
	ARG_COUNT,	/* [N], default 1 */
	ARG_EXPR,	/* EXPR */
	ARG_EXPR_OPT,	/* [EXPR] */
	ARG_PLACE,	/* PROCEDURE[:LINE], LINE or an expression */
	ARG_PLACE_OPT,
	ARG_NAME,	/* one published name */
	ARG_STOP_PLACE,	/* [PLACE] [if EXPR] */
	ARG_STOP_NAME,	/* EXPR [if EXPR], mostly a name */
	ARG_CONDITION,	/* N [EXPR] */
	ARG_IGNORE,	/* N COUNT */
	ARG_WHO,	/* NAME [last|next|first] [go] */
	ARG_FILE,	/* the rest of the line: a file's name */
	ARG_SET,	/* NAME=VALUE */
	ARG_NUMBER_OPT,	/* [N], default: all */
	ARG_CPU,	/* CPU */
	ARG_CPU_OPT,	/* [CPU] */
	ARG_CPU_ALL,	/* CPU or all */
	ARG_CPU_TASK,	/* CPU [TASK] */
	ARG_CPU_PAGES,	/* CPU PAGES */
	ARG_PROCESS_PAGES, /* PROCESS PAGES */
	ARG_PROCESS_ADVICE, /* PROCESS free|dontneed */
	ARG_ORDER,	/* ORDER */
	ARG_PFN_ORDER,	/* PFN ORDER */
	ARG_CPU_PAGE,	/* CPU PAGE */
	ARG_POLICY,	/* guess, always, never */
	ARG_MODE,	/* time, round-robin, random, manual */
	ARG_OPERATION,	/* an operation, e.g. `start map 1 400000` */
	ARG_WHEN,	/* STEP, CUE, start, end, mark or address */
	ARG_WORD_OPT,	/* [WORD] of something the session knows */
	ARG_PANES,	/* one or more pane names */
	ARG_TEXT,	/* the rest of the line */
	ARG_TEXT_OPT,
	ARG_NUMBERS,	/* N N … */
	ARG_SERIES,	/* [NAME...|steps|time|off] */
	ARG_N
};

/* To add one: a row here (id, name, short forms, class, argument, keys, help),
 * its handler in session/, a test. `step any` is one name of two words. */
/* clang-format off */
#define COMMAND_LIST(X) \
	X(GO, "go", "", STEP, COUNT, "Space PgDn", "to the next cue, question or decision") \
	X(REVERSE_GO, "reverse-go", "rg", STEP, COUNT, "", "back to this cue's start, then to the cue before") \
	X(STEP, "step", "s", STEP, COUNT, "s Right l", "one line of the followed CPU") \
	X(STEP_ANY, "step any", "sa", STEP, COUNT, "S", "one line of anybody") \
	X(NEXT, "next", "n", STEP, COUNT, "n", "one line, running over a call") \
	X(FINISH, "finish", "fin", STEP, NONE, "f", "to the end of this procedure") \
	X(UNTIL, "until", "u", STEP, PLACE_OPT, "", "to a later line, to a PLACE, or until EXPR holds") \
	X(ADVANCE, "advance", "adv", STEP, PLACE, "", "until the followed CPU stands on PROCEDURE[:LINE]") \
	X(CONTINUE, "continue", "c fg", STEP, COUNT, "c", "to the next breakpoint or to the end") \
	X(DECISION, "decision", "dec", STEP, COUNT, "d", "to the next decision of the followed CPU") \
	X(BACK, "back", "reverse-step rs", STEP, COUNT, "b Left h", "one line of the followed CPU, backwards") \
	X(BACK_ANY, "back any", "ba", STEP, COUNT, "B", "one line of anybody, backwards") \
	X(REVERSE_NEXT, "reverse-next", "rn", STEP, COUNT, "p", "one line backwards, over a call") \
	X(REVERSE_FINISH, "reverse-finish", "rf", STEP, NONE, "F", "back to where this procedure was called") \
	X(REVERSE_UNTIL, "reverse-until", "ru", STEP, PLACE_OPT, "", "back to an earlier line, PLACE, or where EXPR began") \
	X(REVERSE_ADVANCE, "reverse-advance", "radv", STEP, PLACE, "", "back to PROCEDURE[:LINE]") \
	X(REVERSE_CONTINUE, "reverse-continue", "rc", STEP, COUNT, "C", "back to the breakpoint before, or to the start") \
	X(REVERSE_DECISION, "reverse-decision", "rd", STEP, COUNT, "", "back to the decision before") \
	X(CUE, "cue", "", STEP, COUNT, "] >", "to the next cue") \
	X(REVERSE_CUE, "reverse-cue", "rcue", STEP, COUNT, "[ < PgUp", "this cue's start, then the cue before") \
	X(GOTO, "goto", "", STEP, WHEN, "g", "to a step, cue, mark or address; start, end") \
	X(HOME, "home", "", STEP, NONE, "Home", "to the start of this act") \
	X(END, "end", "", STEP, NONE, "G End", "to the end of this run") \
	X(ROLL, "roll", "", STEP, COUNT, "}", "a column of the chart forward, where one has been") \
	X(REVERSE_ROLL, "reverse-roll", "", STEP, COUNT, "{", "a column of the chart back") \
	X(ACT, "act", "", STEP, WORD_OPT, "", "list the acts, or open one") \
	X(DIFFERENCE, "difference", "diff", STEP, TEXT_OPT, "D", "to where variants or branches part; then: next") \
	X(JUMP, "jump", "j '", STEP, TEXT, "'", "to a mark; the key takes its letter") \
	X(RETURN, "return", "''", STEP, NONE, "''", "back to before the last jump") \
	X(OLDER, "older", "", STEP, COUNT, "(", "back through the places that were jumped from") \
	X(NEWER, "newer", "", STEP, COUNT, ")", "forth again") \
	X(WHO, "who", "", STEP, WHO, "", "who changed NAME last, next, first; go there") \
	X(MARK, "mark", "", LOOK, TEXT_OPT, "m", "remember this moment; the key takes a letter") \
	X(PRINT, "print", "p", LOOK, EXPR, "", "the value of an expression") \
	X(DISPLAY, "display", "", LOOK, EXPR_OPT, "", "show EXPR after each stop; without it, all of them now") \
	X(UNDISPLAY, "undisplay", "", LOOK, NUMBER_OPT, "", "show display N no more, or none") \
	X(LIST, "list", "l", LOOK, WORD_OPT, "", "the lines of a procedure") \
	X(INFO, "info", "i", LOOK, WORD_OPT, "", "names, stops, display, tasks, locks, marks, cues, …") \
	X(CHANGES, "changes", "", LOOK, NONE, "", "all that the last move or edit changed") \
	X(WHERE, "where", "bt backtrace", LOOK, CPU_OPT, "", "which calls a CPU is in") \
	X(WHEN, "when", "", LOOK, NONE, "", "step, model time and address of this moment") \
	X(BRANCH, "branch", "", LOOK, TEXT_OPT, "", "list the branches, go to one, or NAME NEW: rename it") \
	X(BRANCHES, "branches", "", LOOK, NONE, "", "list the branches") \
	X(METRICS, "metrics", "", LOOK, WORD_OPT, "", "the variants side by side; or this branch and another") \
	X(HELP, "help", "h", LOOK, TEXT_OPT, "?", "help with a command, a name, a rule or a term") \
	X(APROPOS, "apropos", "", LOOK, TEXT, "", "everything whose name or help has TEXT in it") \
	X(BREAK, "break", "b br", STOP, STOP_PLACE, "", "stop at PROCEDURE[:LINE], or when EXPR begins to hold") \
	X(TBREAK, "tbreak", "tb", STOP, STOP_PLACE, "", "the same, once") \
	X(WATCH, "watch", "", STOP, STOP_NAME, "", "stop when a value or an expression changes") \
	X(CONDITION, "condition", "", STOP, CONDITION, "", "breakpoint N stops only where EXPR holds, too") \
	X(IGNORE, "ignore", "", STOP, IGNORE, "", "breakpoint N passes over its first COUNT hits") \
	X(DISABLE, "disable", "", STOP, NUMBER_OPT, "", "breakpoint N, or all, stop nothing for now") \
	X(ENABLE, "enable", "", STOP, NUMBER_OPT, "", "breakpoint N, or all, stop again") \
	X(DELETE, "delete", "d", STOP, NUMBER_OPT, "", "take away breakpoint N, or all") \
	X(SET, "set", "", EDIT, SET, "", "change a value; the old future stays as a branch") \
	X(START, "start", "", EDIT, OPERATION, "", "queue an operation on its CPU without running it") \
	X(ADD, "add", "", EDIT, CPU_PAGES, "", "add PAGES to vm_committed_as on CPU") \
	X(SYNC, "sync", "", EDIT, CPU_ALL, "", "fold the slot of a CPU, or of all") \
	X(MAP, "map", "", EDIT, CPU_PAGES, "", "mmap PAGES on CPU") \
	X(UNMAP, "unmap", "", EDIT, CPU_PAGES, "", "munmap PAGES on CPU") \
	X(POLICY, "policy", "", EDIT, POLICY, "", "write the overcommit policy, on CPU 0") \
	X(SUM, "sum", "", EDIT, CPU_OPT, "", "run percpu_counter_sum on CPU") \
	X(COMPARE, "compare", "", EDIT, CPU_PAGES, "", "run percpu_counter_compare with PAGES on CPU") \
	X(OFFLINE, "offline", "", EDIT, CPU, "", "take a CPU offline; another one folds its slot") \
	X(ONLINE, "online", "", EDIT, CPU, "", "bring a CPU back") \
	X(TOUCH, "touch", "", EDIT, PROCESS_PAGES, "", "a process writes the first PAGES of its region") \
	X(MADVISE, "madvise", "", EDIT, PROCESS_ADVICE, "", "a process gives its region back") \
	X(ALLOC, "alloc", "", EDIT, ORDER, "", "ask for a block of 2^ORDER pages, on CPU 0") \
	X(FREE, "free", "", EDIT, PFN_ORDER, "", "give the block of 2^ORDER pages at PFN back") \
	X(SPLIT, "split", "", EDIT, CPU_PAGE, "", "split huge page PAGE on CPU") \
	X(ZAP, "zap", "", EDIT, CPU_PAGE, "", "unmap small page PAGE of the first process, on CPU") \
	X(READ, "read", "", EDIT, CPU_PAGES, "", "read PAGES of file A on CPU") \
	X(SHRINK, "shrink", "", EDIT, CPU_OPT, "", "run shrink_page_list on the 32 oldest pages of files") \
	X(SCHEDULE, "schedule", "sched", EDIT, MODE, "", "who runs next: time, round-robin, random, manual") \
	X(PICK, "pick", "", EDIT, CPU_TASK, "", "manual: this CPU (and task) runs from now on") \
	X(UNDO, "undo", "", EDIT, NONE, "u", "take back the last edit") \
	X(REDO, "redo", "", EDIT, NONE, "U", "do it again") \
	X(FOLLOW, "follow", "", VIEW, CPU, "", "follow this CPU") \
	X(VARIANT, "variant", "", VIEW, WORD_OPT, "v", "show the next variant, or this one") \
	X(SIDE, "side", "", VIEW, NONE, "V", "variants side by side, or one") \
	X(LOCKSTEP, "lockstep", "", VIEW, NONE, "=", "variants advance by time, or by finished work") \
	X(SHOW, "show", "", VIEW, PANES, "", "show panes") \
	X(HIDE, "hide", "", VIEW, PANES, "", "hide panes") \
	X(POINT, "point", "", VIEW, TEXT_OPT, "", "point at a published name or a line") \
	X(PANE, "pane", "", VIEW, NONE, "Tab", "the next pane") \
	X(DOWN, "down", "", VIEW, COUNT, "j Down", "down in this pane") \
	X(UP, "up", "", VIEW, COUNT, "k Up", "up in this pane") \
	X(WHY, "why", "w", VIEW, WORD_OPT, "w", "where the numbers come from; all: all of them") \
	X(EXPLAIN, "explain", "x", VIEW, TEXT_OPT, "x Enter", "the card of what has the focus") \
	X(CHART, "chart", "", VIEW, SERIES, "t", "strip chart of watched values, or of these") \
	X(LEGEND, "legend", "", VIEW, NONE, "L", "what the signs mean") \
	X(OVERVIEW, "overview", "z", VIEW, NONE, "z", "the map: where we are in the kernel's mm") \
	X(FIND, "find", "", VIEW, TEXT_OPT, "/", "the next line of the program with TEXT") \
	X(REVERSE_FIND, "reverse-find", "", VIEW, TEXT_OPT, "", "the line before that has TEXT") \
	X(AUTO, "auto", "a", VIEW, TEXT_OPT, "a", "play by itself; Space pauses") \
	X(PREDICT, "predict", "", VIEW, WORD_OPT, "", "on: ask for each decision before it runs; off") \
	X(FASTER, "faster", "", VIEW, NONE, "+", "autoplay faster") \
	X(SLOWER, "slower", "", VIEW, NONE, "-", "autoplay slower") \
	X(BLANK, "blank", "", VIEW, NONE, ".", "blank the screen") \
	X(THEME, "theme", "", VIEW, WORD_OPT, "", "dark, light, contrast, mono or class") \
	X(ESCAPE, "escape", "", VIEW, NONE, "Esc", "leave what is open") \
	X(PROMPT, "prompt", "", VIEW, NONE, ":", "type a command; Enter alone repeats the last step") \
	X(ANSWER, "answer", "", ANSWER, TEXT, "", "answer the open question") \
	X(HINT, "hint", "", ANSWER, NONE, "", "a hint for the open question") \
	X(GIVEUP, "giveup", "", ANSWER, NONE, "", "show the answer") \
	X(REFUTE, "refute", "r", ANSWER, NONE, "r", "to the step that refutes an answer; '' comes back") \
	X(VOTES, "votes", "", ANSWER, NUMBERS, "", "class: how many hands for each answer") \
	X(REVEAL, "reveal", "", ANSWER, NONE, "", "class: show the answer") \
	X(SAVE, "save", "", SESSION, FILE, "", "write stops, displays, edits and place as commands") \
	X(SOURCE, "source", "so", SESSION, FILE, "", "run the commands of a file") \
	X(QUIT, "quit", "q exit", SESSION, NONE, "q", "leave; prints how to come back")
/* clang-format on */

enum command_id {
#define X(id, name, shorts, class, arg, keys, help) CMD_##id,
	COMMAND_LIST(X)
#undef X
	CMD_N
};

#endif
