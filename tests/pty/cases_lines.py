# SPDX-License-Identifier: GPL-3.0-or-later
"""Typed lines, each way they are read: at the screen's prompt and in `shell`,
on a terminal of their own and in tmux.

What can go wrong with typing and with readline, and the case that would see it
(those without a file are here):

  Esc late, or arrows torn      cases_input: sequence in pieces, escape alone;
                                pieces of a key, esc alone changes nothing
  a paste fires keys            cases_input: paste fires no keys, tmux paste,
                                poured text, poured text in tmux
  a paste runs its lines        a paste is one line; cases_input: paste into
                                the prompt, paste end in pieces
  a large paste takes minutes   a large paste is cut
  the user's inputrc            cases_prompt: users inputrc changes nothing;
                                inputrc is the user's in the shell
  a resize while one types      a line survives resizes
  the first line can't be edited  the first line is edited
  completion wrecks the screen  completion stays in its rows
  history others can read, or that holds things up or is lost
                                cases_prompt: history is private, odd history
                                files, no home, two sessions; the shell's own
                                history
  Ctrl-C in a search sticks     ctrl c ends a search
"""
import os
import re
import stat

from harness import (MMSTEP, ONE, PLAY, Terminal, Tmux, both, case, check,
                     exited)

READY = r"\(mmstep\) *\n*$"
SHELL = [MMSTEP, "shell", ONE]
SCREEN = PLAY.argv


def screens(program, **more):
    for t in both(program, SCREEN, **more):
        t.wait_for(program.at(0))
        yield t


def shells(program, **more):
    for t in both(program, SHELL, **more):
        t.wait_for(READY)
        yield t


def prompts(program, **more):
    """The screen with its prompt open, then the shell, each in both; the sign
    the line stands behind."""
    for t in screens(program, **more):
        t.send(":")
        t.wait_for(r"\n: *\n*$")
        yield t, ":"
    for t in shells(program, **more):
        yield t, r"\(mmstep\) ?"


def opened(t, sign):
    """Open again, if it is one that closes."""
    if sign == ":":
        t.wait_until(lambda: not re.search(r"\n:[^\n]*\n*$", t.text()),
                     "still open")
        t.send(":")
    t.wait_for(r"\n%s *\n*$" % sign)


# ---- Esc and keys in pieces

@case(PLAY)
def case_esc_alone_changes_nothing(program):
    for t in screens(program):
        t.send("ss")
        t.wait_for(program.at(2))
        before = t.settle()
        t.send("\x1b")
        check(t.settle() == before, "Esc changed", before, t.text())
        t.send("s")
        t.wait_for(program.at(3))


@case(PLAY)
def case_pieces_of_a_key_are_one_key(program):
    """Slower than a person could type them, at the prompt too."""
    for t in screens(program, env={"ESCDELAY": "5000"}):
        for piece in "\x1b", "[", "C":
            t.send(piece)
            t.settle()
        t.wait_for(program.at(1))
        t.send(":goto 28")
        t.wait_for(r"\n:goto 28 *\n*$")
        for piece in "\x1b", "[", "D":
            t.send(piece)
            t.settle()
        t.send("9\r")
        t.wait_for(program.at(298))


# ---- pastes

@case(PLAY)
def case_a_paste_is_one_line(program):
    """Nothing runs before a typed Enter; line ends and tabs are blanks."""
    for t, sign in prompts(program):
        t.paste("print 2\n+\t3\r\n-\x01 1\n")
        t.wait_for(r"\n%sprint 2 \+ 3 +- 1 *\n*$" % sign)
        check("= 4" not in t.settle(), "it ran", t.text())
        t.send("\r")
        t.wait_for("= 4")
        opened(t, sign)
        t.paste("quit\n")
        t.wait_for(r"\n%squit *\n*$" % sign)
        t.settle()
        t.send("\x15print 8+9\r")
        t.wait_for("= 17")


@case(PLAY)
def case_a_large_paste_is_cut(program):
    """A million characters: 4096 stay, the program stays small and answers."""
    for argv, sign in (SCREEN, ":"), (SHELL, r"\(mmstep\) ?"):
        with Terminal(program, argv=argv) as t:
            if sign == ":":
                t.wait_for(program.at(0))
                t.send(":")
            t.wait_for(r"\n%s *\n*$" % sign)
            t.settle()
            before = resident(t.pid)
            t.paste("print 1" + "+1" * (1 << 19))
            t.wait_for(r"\+1\+1\+1")
            t.settle()
            t.send("\r")
            t.wait_for(r"missing|takes at most|nested|= \d+")
            check(resident(t.pid) - before < 16384, "memory grew", before,
                  resident(t.pid))
            opened(t, sign)
            t.send("print 2+3\r")
            t.wait_for(r"2 ?\+ ?3 = 5")


def resident(pid):
    """Kilobytes."""
    with open("/proc/%d/status" % pid) as f:
        return int(f.read().split("VmRSS:")[1].split()[0])


@case(PLAY)
def case_poured_text_in_tmux_does_not_quit(program):
    """A paste without brackets; the keys come, but not quit's."""
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.paste("qqqqs", brackets=False)
        t.wait_for(program.at(1))
        t.send("s")
        t.wait_for(program.at(2))


# ---- editing

@case(PLAY)
def case_the_first_line_is_edited(program):
    """Home, End, arrows, deletes, words; then the same from the history."""
    for t, sign in prompts(program):
        t.send("rint 2+4x\x7f\x7f3\x01p\x1b[H\x1b[3~p\x1b[F\x1b[D\x1b[C")
        t.wait_for(r"\n%sprint 2\+3 *\n*$" % sign)
        t.send("\r")
        t.wait_for("= 5")
        opened(t, sign)
        t.send("\x1b[A\x1b[D\x177+")
        t.wait_for(r"\n%sprint 7\+3 *\n*$" % sign)
        t.send("\r")
        t.wait_for("= 10")
        opened(t, sign)
        t.send("\x10\x10")
        t.wait_for(r"\n%sprint 2\+3 *\n*$" % sign)


def seen(t, text):
    """Over the ends of lines, too."""
    t.wait_until(lambda: text in t.text().replace("\n", ""),
                 "no %s" % text)


@case(PLAY)
def case_a_line_survives_resizes(program):
    text = "print " + "+".join(str(n) for n in range(100, 140))
    for t, sign in prompts(program):
        t.send(text[:60])
        seen(t, text[50:60])
        for rows, columns, add in (24, 41, text[60:80]), (15, 100,
                                                          text[80:]):
            t.resize(rows, columns)
            t.settle()
            t.send(add)
            seen(t, add[-10:])
        t.resize(24, 80)
        t.settle()
        t.send("\x01\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C0+")
        t.settle()
        t.send("\r")
        t.wait_for(r"=\s+4,?780")


@case(PLAY)
def case_completion_stays_in_its_rows(program):
    """Whatever readline would print under keys of its own."""
    for t in screens(program):
        t.send(":vari\t")
        t.wait_for(r"\n:variant *\n*$")
        before = t.settle().split("\n")[:22]
        for keys in ("\t", "\t", "\x1b[Z", "\x18?", "\x1b?", "\x1b*", "\x1b~",
                     "\x1b{", "\x1b\x1b", "\x0c", "\x16\t"):
            t.send(keys)
            text = t.settle().split("\n")
            check(text[:22] == before, "the screen changed", repr(keys),
                  "\n".join(text))
            if not re.search(r"\n:[^\n]*\n*$", t.text()):
                t.send(":vari\t")   # Esc closed it
                t.wait_for(r"\n:variant *\n*$")
    for t in shells(program):
        t.send("info st\t\x01\x05\t\tx\x7f")
        t.wait_for(r"\n\(mmstep\) info stops *\n*$")
        t.send("\r")
        t.wait_for("no breakpoints(.|\n)*" + READY)
        t.send("wh\t\t")
        t.wait_for(r"when +where +who +why\n\(mmstep\) wh *\n*$")


@case(PLAY)
def case_ctrl_c_ends_a_search(program):
    for t, sign in prompts(program):
        t.send("print 20+3\r")
        t.wait_for("= 23")
        opened(t, sign)
        t.send("\x12")
        t.wait_for("i-search")
        t.send("20")
        t.wait_for(r"i-search.*print 20\+3")
        t.send("\x03")
        t.wait_until(lambda: "i-search" not in t.text().strip().split("\n")[-1],
                     "still searching")
        opened(t, sign)
        t.send("print 30+4\r")
        t.wait_for("= 34")


# ---- what is remembered, what is the user's

@case(PLAY)
def case_the_shells_own_history(program):
    path = os.path.join(program.home, ".local/state/mmstep/history")
    os.makedirs(os.path.dirname(path))
    target = os.path.join(program.home, "target")

    def link():
        with open(target, "w") as f:
            f.write("untouched\n")
        os.symlink(target, path)

    for make in (lambda: os.mkfifo(path), lambda: os.mkdir(path), link,
                 lambda: os.close(os.open(path, os.O_CREAT, 0o644))):
        make()
        with Terminal(program, argv=SHELL,
                      before_exec=lambda: os.umask(0)) as t:
            t.wait_for(READY)
            t.send("print 2+3\r")
            t.wait_for("= 5(.|\n)*" + READY)
            t.send("quit\r")
            exited(t.end(), 0)
        if os.path.isfile(path) and not os.path.islink(path):
            check(stat.S_IMODE(os.stat(path).st_mode) == 0o600, "mode")
            with open(path) as f:
                check(f.read() == "print 2+3\nquit\n", "history")
        (os.rmdir if os.path.isdir(path) else os.remove)(path)
    with open(target) as f:
        check(f.read() == "untouched\n", "the link was followed")


@case(PLAY)
def case_inputrc_is_the_users_in_the_shell(program):
    """Readline's own habit; `$if mmstep` is for us alone."""
    inputrc = os.path.join(program.home, "inputrc")
    with open(inputrc, "w") as f:
        f.write('$if mmstep\n"\\C-xp": "print 2+3"\n$endif\n'
                '$if gdb\n"\\C-xp": "quit"\n$endif\n')
    with Terminal(program, argv=SHELL, env={"INPUTRC": inputrc}) as t:
        t.wait_for(READY)
        t.send("\x18p\r")
        t.wait_for("= 5(.|\n)*" + READY)


# ---- completion of files, Enter alone

@case(PLAY)
def case_tab_completes_files(program):
    """Behind save, source and >; folders with their slash, blanks where they
    may stand."""
    home = program.home
    os.makedirs(os.path.join(home, "walks/deep"))
    for name in "walks/first walk", "walks/second", "walks/.hidden":
        with open(os.path.join(home, name), "w") as f:
            f.write("print 40+2\n")
    for t, sign in prompts(program):
        t.send("source ~/wa\t")
        t.wait_for(r"\n%ssource ~/walks/ *\n*$" % sign)
        t.send("f\t")
        t.wait_for(r"\n%ssource ~/walks/first walk *\n*$" % sign)
        t.send("\x15source ~/walks/\t\t")
        t.wait_for(r"~/walks/deep/ +~/walks/first walk +~/walks/second")
        check(".hidden" not in t.settle(), "a hidden file", t.text())
        t.send("\x15source ~/walks/.h\t")
        t.wait_for(r"\n%ssource ~/walks/\.hidden *\n*$" % sign)
        t.send("\x15info stops > ~/walks/s\t\r")
        t.wait_for(r"written to ~/walks/second")
        opened(t, sign)
        t.send("print 3 > ~/walks/d\t")
        t.wait_for(r"\n%sprint 3 > ~/walks/deep/ *\n*$" % sign)
        t.send("\x15save ~/walks/t\t")
        t.wait_for(r"\n%ssave ~/walks/t *" % sign)
        t.send("\x15print vm_committed_as.su\t\r")
        t.wait_for(r"vm_committed_as\.sum = 0")
        with open(os.path.join(home, "walks/second")) as f:
            check(f.read() == "no breakpoints\n", "what was written")


@case(PLAY)
def case_enter_alone_repeats_a_step(program):
    """At the prompt, too; a change never, nor what looks; Esc closes."""
    for t in screens(program):
        t.send(":step 2\r")
        t.wait_for(program.at(2))
        t.send(":\r")
        t.wait_for(program.at(4))
        t.send(":  \r")
        t.wait_for(program.at(6))
        t.send(":")
        t.wait_for(r"\n: *\n*$")
        t.send("\x1b")
        t.wait_until(lambda: not re.search(r"\n: *\n*$", t.text()), "open")
        t.send(":back\r")
        t.wait_for(program.at(5))
        t.send(":\r")
        t.wait_for(program.at(4))
        t.send(":add 0 5\r")
        t.wait_for(r"true sum +5\*? +pages")
        t.settle()
        t.send(":\r")
        t.settle()
        check(re.search(r"true sum +5\*? +pages", t.text()), "it changed", t.text())
        t.send(":print 1\r:\rs")
        t.settle()
        check(re.search(r"true sum +5\*? +pages", t.text()), "it changed", t.text())
    for t in shells(program):
        t.send("step 2\r\r")
        t.wait_for(r"\n4 cpu 0: (.|\n)*" + READY)
        t.send("act asked\r")
        t.wait_for("Which variant(.|\n)*" + READY)
        t.send("giveup\rset vm_committed_as_batch=7\r\rbranches\r")
        t.wait_for(r"branches\n(.|\n)*" + READY)
        check(len(re.findall("batch 7, was", t.settle())) == 1, "set again",
              t.text())
