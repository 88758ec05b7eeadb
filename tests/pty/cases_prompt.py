# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line on the screen and without one."""
import os
import re
import signal
import stat

from harness import DEMO, Terminal, case, check, died_by, exited

HOSTILE = r'''set enable-keypad on
set editing-mode vi
set show-mode-in-prompt on
set vi-ins-mode-string "\1\e[6 q\2"
set bell-style visible
"\e[A": "quit\C-m"
"\C-p": "quit\C-m"
"a": "quit\C-m"
'''


def history(program):
    return os.path.join(program.home, ".local/state/mmstep/history")


@case()
def case_first_prompt_edits(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":oto 55x\x7f\x01g\r")
        t.wait_for(program.at(55))
        t.send(":\x1b[A")
        t.wait_for("\n:goto 55 *$")
        t.send("\x7f\x7f7\r")
        t.wait_for(program.at(7))


@case()
def case_users_inputrc_changes_nothing(program):
    inputrc = os.path.join(program.home, "inputrc")
    with open(inputrc, "w") as f:
        f.write(HOSTILE)
    keys = ((":", ":"), ("a", ":a"), ("\x7f", ":"), ("\x1b[A", ":"),
            ("\x07", ":"), ("goto 3", ":goto 3"), ("\x1b[D", ":goto 3"))

    def run(env):
        seen = []
        with Terminal(program, env=env) as t:
            t.wait_for(program.at(0))
            for key, row in keys:
                t.send(key)
                t.wait_for("\n%s *$" % row)
                seen.append((t.settle(), t.cursor()))
            t.send("\r")
            t.wait_for(program.at(3))
            return seen, set(re.findall(rb"\x1b\[[?>]?[\d;]* ?[hlq]", t.raw))

    plain = run({})
    os.remove(history(program))
    check(run({"INPUTRC": inputrc}) == plain, "another screen")


@case(DEMO)
def case_completion_stays_in_its_rows(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":s\t\t")
        t.wait_for("\nstep   stop  status")
        t.wait_for("\n:step *$")
        before = t.settle().split("\n")[:22]
        for keys in ("\t", "\t", "\x18?", "\x1b?", "\x1b*", "\x1b~", "\x1b{",
                     "\x1b\x1b", "\x0e\x10"):
            t.send(keys)
            text = t.settle().split("\n")[:22]
            if not t.text().split("\n")[23].startswith(":"):
                t.send(":")     # Esc closed it
            check(text == before, "the screen changed", "\n".join(text))


@case()
def case_ctrl_c_in_a_search_closes_the_prompt(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":goto 4\r")
        t.wait_for(program.at(4))
        t.send(":\x12")
        t.wait_for("i-search")
        t.send("ot")
        t.wait_for("i-search.*goto 4")
        t.send("\x03")
        t.wait_gone("i-search")
        t.send(":goto 6\r")
        t.wait_for(program.at(6))


@case()
def case_ctrl_d_and_escape_close_the_prompt(program):
    for key in ("\x04", "\x1b", "\x03"):
        with Terminal(program) as t:
            t.wait_for(program.at(0))
            t.send(":")
            t.wait_for("\n: *$")
            t.send(key)
            t.wait_gone("\n: *$")
            t.send("s")
            t.wait_for(program.at(1))


@case()
def case_history_is_private(program):
    with Terminal(program, before_exec=lambda: os.umask(0)) as t:
        t.wait_for(program.at(0))
        t.send(":goto 2\r")
        t.wait_for(program.at(2))
    check(stat.S_IMODE(os.stat(history(program)).st_mode) == 0o600, "file")
    folder = os.path.dirname(history(program))
    check(stat.S_IMODE(os.stat(folder).st_mode) == 0o700, "folder")
    with open(history(program)) as f:
        check(f.read() == "goto 2\n", "contents")


@case()
def case_odd_history_files_hold_nothing_up(program):
    path = history(program)
    os.makedirs(os.path.dirname(path))
    target = os.path.join(program.home, "target")

    def link():
        with open(target, "w") as f:
            f.write("untouched\n")
        os.symlink(target, path)

    def large():
        with open(path, "wb") as f:
            f.write(b"some command or other\n" * (50 * 2**20 // 22))

    def zeros():
        with open(path, "wb") as f:
            f.write(b"\0\0step\0 9\n\0")

    for make in (lambda: os.mkfifo(path), lambda: os.mkdir(path), link,
                 lambda: open(path, "w").close(), large, zeros):
        make()
        with Terminal(program) as t:
            t.wait_for(program.at(0))
            t.send(":goto 5\r")
            t.wait_for(program.at(5))
            t.send("q")
            exited(t.end(), 0)
        if os.path.isdir(path):
            os.rmdir(path)
        else:
            os.remove(path)
    with open(target) as f:
        check(f.read() == "untouched\n", "the link was followed")


@case()
def case_no_home_is_no_history(program):
    with Terminal(program, unset=("HOME",)) as t:
        t.wait_for(program.at(0))
        t.send(":goto 5\r")
        t.wait_for(program.at(5))
        check("history" not in t.text(), "it complains", t.text())


@case()
def case_two_sessions_lose_nothing(program):
    with Terminal(program) as a, Terminal(program) as b:
        for t in (a, b):
            t.wait_for(program.at(0))
        for i in range(1, 51):
            a.send(":goto %d\r" % i)
            b.send(":goto %d\r" % (i + 100))
        a.wait_for(program.at(50))
        b.wait_for(program.at(150))
    with open(history(program)) as f:
        lines = f.read().split("\n")
    for i in range(1, 51):
        check("goto %d" % i in lines and "goto %d" % (i + 100) in lines,
              "lost step %d" % i)


@case(DEMO)
def case_dialogue_without_screen(program):
    with Terminal(program, ["--plain"], env={"TERM": "dumb"}) as t:
        t.wait_for(":")
        t.send("hello\r")
        t.wait_for("entered: hello")
        t.send("half a line\x03")
        t.wait_for("cancelled")
        t.send("\x12hel\r")
        t.wait_for("entered: hello(.|\n)*entered: hello")
        t.send("st\x03")
        t.wait_for("cancelled(.|\n)*cancelled")
        t.send("stop\r")
        t.wait_for("entered: stop")
        t.send("\x04")
        t.wait_for("end")
        exited(t.end(), 0)
        t.check_restored()
    with open(history(program)) as f:
        check(f.read() == "hello\nstop\n", "history")


@case(DEMO)
def case_dialogue_completes(program):
    with Terminal(program, ["--plain"]) as t:
        t.wait_for(":")
        t.send("sta\t\r")
        t.wait_for("entered: status *\n")
        t.send("show\t\r")
        t.wait_for(r"entered: show cpu\[ *\n")
        t.send("s\t\t")
        t.wait_for("step +stop|status +step")
        t.send("\x03")
        t.wait_for("cancelled")


@case(DEMO)
def case_signals_end_the_dialogue_restored(program):
    for number in (signal.SIGTERM, signal.SIGHUP):
        with Terminal(program, ["--plain"]) as t:
            t.wait_for(":")
            t.settle()
            t.kill(number)
            died_by(t.end(), number)
            t.check_restored()


@case(DEMO)
def case_dialogue_in_two_columns(program):
    """Readline divides by the width, or by what is left of it."""
    for before, after in ((2, 80), (1, 2), (80, 2)):
        with Terminal(program, ["--plain"], columns=before,
                      env={"TERM": "dumb"}) as t:
            t.wait_until(lambda: t.raw, "no prompt")
            t.send("xxstatus\x01\x04\x04\x05")
            t.settle()
            t.resize(24, after)
            t.settle()
            t.send("\r")
            t.wait_until(lambda: b"entered: status" in t.raw, "no answer")
            t.send("\x04")
            exited(t.end(), 0)
