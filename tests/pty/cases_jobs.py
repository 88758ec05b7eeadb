# SPDX-License-Identifier: GPL-3.0-or-later
"""Job control, in a real shell inside tmux."""
import signal
import os

from harness import DEMO, Tmux, case, check


def to_shell(t):
    """The shell is usable: its modes, its screen."""
    t.wait_for(r"ready\$ *\n*$")
    check(t.ask("alternate_on") == "0", "still on the alternate screen")
    t.line("stty -a")
    text = t.wait_for(r"[^-]icanon(.|\n)*ready\$ *\n*$")
    check("-icanon" not in text and "-echo " not in text and
          "-ixon" not in text, "the shell's modes", text)


def suspend_and_return(program, t):
    t.settle()
    before, cursor = t.text(), t.cursor()
    t.keys("C-z")
    to_shell(t)
    t.line("fg")
    t.wait_for(program.step.replace("(N)", r"\d+"))
    t.settle()
    check(t.text() == before, "another screen after fg", before, t.text())
    check(t.cursor() == cursor, "another cursor", cursor, t.cursor())


@case()
def case_ctrl_z_in_step_mode(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("s")
        t.wait_for(program.at(1))
        suspend_and_return(program, t)
        suspend_and_return(program, t)
        t.keys("s")
        t.wait_for(program.at(2))
        t.keys("q")
        t.wait_for(r"ready\$")
        to_shell(t)


@case()
def case_ctrl_z_in_the_prompt(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.type(":st")
        t.wait_for(":st")
        suspend_and_return(program, t)
        t.type("ep 3")
        t.keys("Enter")
        t.wait_for(program.at(3))


@case(DEMO)
def case_ctrl_z_while_playing(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("a")
        t.wait_for(r"step [1-9]\d* of")    # it may have passed any one
        t.keys("C-z")
        to_shell(t)
        t.line("fg")
        t.wait_for(r"step \d\d\d? of")
        t.keys("a")
        t.settle()
        t.keys("q")
        t.wait_for("bye at step")


@case()
def case_resize_while_stopped(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.settle()
        t.keys("C-z")
        to_shell(t)
        t.resize(30, 90)
        t.line("fg")
        t.wait_for(program.at(0))
        after = t.settle()
        t.keys("q")
        t.wait_for(r"ready\$")
        t.start()
        t.wait_for(program.at(0))
        check(t.settle() == after, "not as a fresh start at this size", after)


@case()
def case_pastes_are_pastes_after_fg(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("C-z")
        to_shell(t)
        t.line("fg")
        t.wait_for(program.at(0))
        t.settle()
        t.paste("sssq\n")
        t.settle()
        check(program.at(0).search(t.text()), "keys fired", t.text())


@case()
def case_background_leaves_the_shell_alone(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("C-z")
        to_shell(t)
        t.line("clear; bg")
        t.line("until jobs | grep Stopped; do sleep 0.05; done")
        t.wait_for(r"\n\[1\]\+ +Stopped")
        t.line("echo back")
        t.wait_for(r"\nback")
        check(t.ask("alternate_on") == "0", "it took the screen")
        t.line("fg")
        t.wait_for(program.at(0))
        t.keys("s")
        t.wait_for(program.at(1))


@case()
def case_stopped_job_can_be_killed(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("C-z")
        to_shell(t)
        t.line("clear; p=$(jobs -p %1); kill %1")
        t.line("while kill -0 $p 2>/dev/null; do sleep 0.05; done; echo gone")
        t.wait_for(r"\ngone")
        t.wait_for("Terminated")
        to_shell(t)


@case()
def case_stop_from_outside(program):
    """SIGTSTP is a Ctrl-Z; SIGSTOP can't be caught, but fg repairs it."""
    with Tmux(program) as t:
        for number in (signal.SIGTSTP, signal.SIGSTOP):
            t.start()
            t.wait_for(program.at(0))
            t.keys("s")
            t.wait_for(program.at(1))
            before = t.settle()
            os.kill(child_of(int(t.ask("pane_pid"))), number)
            t.wait_for("Stopped")
            t.line("fg")
            t.wait_for(program.at(1))
            check(t.settle() == before, "another screen after fg", t.text())
            t.keys("q")
            t.wait_for(r"ready\$")
            to_shell(t)


@case()
def case_where_stopping_is_forbidden_ctrl_z_does_nothing(program):
    with Tmux(program) as t:
        t.line("clear; sh -c 'trap \"\" TSTP; exec \"$@\"' - "
               + " ".join(program.argv))
        t.wait_for(program.at(0))
        t.keys("C-z")
        t.keys("s")
        t.wait_for(program.at(1))


def child_of(pid):
    with open("/proc/%d/task/%d/children" % (pid, pid)) as f:
        return int(f.read().split()[0])


@case()
def case_stops_with_its_parent_make(program):
    """Under another program, as with `make play`, the whole group stops."""
    with Tmux(program) as t:
        t.line("clear; sh -c '\"$@\"; echo over' - " + " ".join(program.argv))
        t.wait_for(program.at(0))
        t.keys("C-z")
        to_shell(t)
        t.line("fg")
        t.wait_for(program.at(0))
        t.settle()
        t.keys("q")
        t.wait_for("over")
