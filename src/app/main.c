/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep: steps through Linux memory-management decisions.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/app.h"
#include "base/text.h"

struct subcommand {
	const char *name, *argument;
	unsigned on;
	int (*run)(const struct options *o);
};

static const struct subcommand subcommands[] = {
#define X(name, on, argument, help) { #name, argument, on, app_##name },
	SUBCOMMAND_LIST(X)
#undef X
};
enum { SUBCOMMANDS = sizeof(subcommands) / sizeof(*subcommands) };

int fail(const struct err *e)
{
	struct buf b = { 0 };

	buf_puts(&b, e->file[0] ? "" : "mmstep: ");
	err_print(e, &b);
	fputs(buf_text(&b), stderr);
	buf_done(&b);
	return err_exit_status(e);
}

int fail_all(struct err_list *l)
{
	int status = 2;

	for (size_t i = 0; i < l->n; i++)
		status = fail(&l->at[i]);
	if (l->dropped)
		fprintf(stderr, "mmstep: and %zu more errors\n", l->dropped);
	err_list_done(l);
	return status;
}

int print_out(const struct buf *out, int status)
{
	const char *s = buf_text(out);
	size_t left = out->n;

	while (left) {
		ssize_t n = write(STDOUT_FILENO, s, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && errno == EPIPE)
			exit(status);	/* the reader has seen enough */
		if (n < 0) {
			fprintf(stderr, "mmstep: standard output: %s\n",
				strerror(errno));
			return 3;
		}
		s += n;
		left -= (size_t)n;
	}
	return status;
}

static int help(const char *subcommand)
{
	struct buf b = { 0 };
	int status;

	options_help(subcommand, &b);
	status = print_out(&b, 0);
	buf_done(&b);
	return status;
}

static int version(void)
{
	struct buf b = { 0 };
	int status;

	buf_puts(&b, "mmstep " MMSTEP_VERSION "\n");
	status = print_out(&b, 0);
	buf_done(&b);
	return status;
}

static int dispatch(const struct subcommand *c, const char *program, int argc,
	char **argv)
{
	struct options o;
	struct err e = { 0 };

	if (!options_parse(argc, argv, c ? c->on : ON_MENU, &o, &e))
		return fail(&e);
	o.program = program;
	if (o.given[OPTION_VERSION])
		return version();
	if (o.given[OPTION_HELP])
		return help(c ? c->name : NULL);
	if (c && !*c->argument && o.arguments.n) {
		err_set(&e, ERR_USAGE, "%s takes no arguments", c->name);
		return fail(&e);
	}
	return c ? c->run(&o) : app_menu(&o);
}

static bool is_scene(const char *name)
{
	const char *listed;

	for (unsigned i = 0; (listed = scene_listed(i)); i++)
		if (!strcmp(listed, name))
			return true;
	return false;
}

static int unknown(const char *program, const char *name)
{
	const char *names[SUBCOMMANDS], *near;
	struct err e = { 0 };

	for (unsigned i = 0; i < SUBCOMMANDS; i++)
		names[i] = subcommands[i].name;
	near = text_nearest(name, names, SUBCOMMANDS);
	err_set(&e, ERR_USAGE, "there is no command \"%s\"", name);
	if (is_scene(name))
		err_hint(&e, "%s play %s", program, name);
	else if (near)
		err_hint(&e, "did you mean \"%s\"?", near);
	else
		err_hint(&e, "mmstep --help lists the commands");
	return fail(&e);
}

static void on_interrupt(int signal)
{
	_exit(130);
}

/* Ctrl-C without a screen; the screen and a shell on a terminal put their own
 * handlers over this one. Whoever started us ignoring it goes on so. */
static void catch_interrupt(void)
{
	struct sigaction act = { .sa_handler = on_interrupt }, before;

	sigaction(SIGINT, NULL, &before);
	if (before.sa_handler != SIG_IGN)
		sigaction(SIGINT, &act, NULL);
}

/* A closed standard stream must not become the number of the next file that
 * opens: it is filled with one that can't be used the wanted way. */
static void fill_standard_streams(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null",
			fd ? O_RDONLY : O_WRONLY) != fd)
			_exit(3);
}

static int start(const char *program, int argc, char **argv)
{
	if (argc < 2 || argv[1][0] == '-')
		return dispatch(NULL, program, argc, argv);
	for (unsigned i = 0; i < SUBCOMMANDS; i++)
		if (!strcmp(subcommands[i].name, argv[1]))
			return dispatch(&subcommands[i], program, argc - 1,
				argv + 1);
	return unknown(program, argv[1]);
}

int main(int argc, char **argv)
{
	struct buf program = { 0 };
	int status;

	fill_standard_streams();
	catch_interrupt();
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);	/* a file too large is an error to say */
	if (argc > 1 && !strcmp(argv[1], "--version"))
		return version();
	buf_put_word(&program, argc && *argv[0] ? argv[0] : "mmstep");
	status = start(buf_text(&program), argc, argv);
	buf_done(&program);
	return status;
}
