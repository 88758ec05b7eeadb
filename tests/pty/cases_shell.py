# SPDX-License-Identifier: GPL-3.0-or-later
"""mmstep shell on a terminal, dumb ones included, and from a pipe."""
import os
import re
import signal
import stat

from harness import (MMSTEP, ONE, PLAY, Terminal, Tmux, case, check, died_by,
                     exited, run)

PROMPT = r"\(mmstep\)\s*$"
BIG = ["--set", "iterations=1000000"]


def shell(program, *arguments, **more):
    return Terminal(program, argv=[MMSTEP, "shell", ONE, *arguments], **more)


@case(PLAY)
def case_shell_interrupts_a_long_command(program):
    for term in ("xterm-256color", "dumb"):
        with shell(program, *BIG, env={"TERM": term}) as t:
            t.wait_for(PROMPT)
            t.send("goto 30000000\r")
            t.wait_for(r"goto 30000000\n")
            t.send("\x03")
            t.wait_for("stopped(.|\n)*" + PROMPT)
            t.send("print vm_committed_as.updates\r")
            t.wait_for(r"updates = 0(.|\n)*" + PROMPT)
            t.send("half a command")
            t.wait_for("half a command")
            t.send("\x03")
            t.wait_for("half a command(.|\n)*" + PROMPT)
            t.send("step\r")
            t.wait_for("next cpu 0: mmap")
            t.send("\x04")
            exited(t.end(), 0)
            t.check_restored()


@case(PLAY)
def case_shell_completes_and_remembers(program):
    with shell(program) as t:
        t.wait_for(PROMPT)
        t.send("print vm_committed_as.lock.ta\t\r")
        t.wait_for(r"vm_committed_as\.lock\.taken = 0")
        t.send("print vm_comm\t\t\t")
        t.wait_for(r"vm_committed_as_batch(.|\n)*print vm_committed_as\s*$")
        t.send("\x03")
        t.wait_for(PROMPT)
        t.send("quit\r")
        exited(t.end(), 0)
        t.check_restored()
    path = os.path.join(program.home, ".local/state/mmstep/history")
    check(stat.S_IMODE(os.stat(path).st_mode) == 0o600, "mode of the history")
    with shell(program, env={"TERM": "dumb"}) as t:
        t.wait_for(PROMPT)
        t.send("\x10\x10\r")
        t.wait_for(r"vm_committed_as\.lock\.taken = 0")


@case(PLAY)
def case_shell_sends_no_escapes_to_dumb_terminals(program):
    with shell(program, env={"TERM": "dumb"}) as t:
        t.wait_for(PROMPT)
        t.send("go\rinfo stops\rhelp\rbogus\r")
        t.wait_for("bogus(.|\n)*" + PROMPT)
        t.send("quit\r")
        exited(t.end(), 0)
        check(b"\x1b" not in t.raw, "escapes", t.raw)


@case(PLAY)
def case_shell_answers_questions(program):
    with shell(program, "--act", "asked") as t:
        t.wait_for("Which variant takes the lock(.|\n)*" + PROMPT)
        t.send("step\r")
        t.wait_for("answer the question first(.|\n)*" + PROMPT)
        t.send("hint\r")
        t.wait_for("Compare 28(.|\n)*" + PROMPT)
        t.send("answer c\r")
        t.wait_for("Right(.|\n)*" + PROMPT)
        t.send("go\r")
        t.wait_for("How many updates(.|\n)*" + PROMPT)
        t.send("giveup\r")
        t.wait_for("It is 200(.|\n)*" + PROMPT)


@case(PLAY)
def case_shell_ends_by_signals(program):
    for number in (signal.SIGTERM, signal.SIGHUP):
        for work in (False, True):
            with shell(program, *BIG) as t:
                t.wait_for(PROMPT)
                if work:
                    t.send("continue\r")
                    t.wait_for(r"continue\n")
                t.settle()
                t.kill(number)
                died_by(t.end(), number)
                t.check_restored()
    with shell(program) as t:
        t.wait_for(PROMPT)
        t.settle()
        t.hang_up()
        t.end()


@case(PLAY)
def case_shell_stops_and_comes_back(program):
    with Tmux(program) as t:
        t.line(" ".join(["clear;", MMSTEP, "shell", ONE]))
        t.wait_for(r"\(mmstep\)")
        t.type("pri")
        t.wait_for(r"\(mmstep\) pri")  # a stop drops what was not yet read
        t.keys("C-z")
        t.wait_for(r"Stopped(.|\n)*ready\$ *\n*$")
        t.line("fg")
        t.wait_for(r"\(mmstep\) pri")
        t.type("nt 2+3")
        t.keys("Enter")
        t.wait_for("= 5")
        t.type("quit")
        t.keys("Enter")
        t.wait_for(r"ready\$ *\n*$")


@case(PLAY)
def case_shell_takes_a_paste(program):
    """Readline's own brackets: nothing runs before a typed Enter."""
    with Tmux(program) as t:
        t.line(" ".join(["clear;", MMSTEP, "shell", ONE]))
        t.wait_for(r"\(mmstep\)")
        t.paste("print 2+3")
        t.wait_for(r"print 2\+3")
        check("= 5" not in t.settle(), "it ran", t.text())
        t.keys("Enter")
        t.wait_for("= 5")


@case(PLAY)
def case_shell_from_a_pipe(program):
    done = run(program, argv=[MMSTEP, "shell", ONE],
               input=b"step\nprint 2+3\nquit\nstep\n")
    check(done.returncode == 0 and b"\x1b" not in done.stdout + done.stderr
          and b"(mmstep)" not in done.stdout and b"= 5\n" in done.stdout,
          "a pipe", done)
    done = run(program, argv=[MMSTEP, "shell", ONE], input=b"bogus\nstep\n")
    check(done.returncode == 2 and b"bogus" in done.stderr, "an error", done)


@case(PLAY)
def case_shell_says_what_the_screen_shows(program):
    """Story and state of each cue, word by word, in both."""
    done = run(program, argv=[MMSTEP, "shell", ONE],
               input=b"go\nprint vm_committed_as.sum\ngo\n"
               b"print vm_committed_as.sum\n")
    text = re.sub(r"\s+", " ", done.stdout.decode())
    with Terminal(program, argv=program.argv + ["--still"]) as t:
        for cue, story in enumerate((
                "One line of code is one step.",
                "The counter has had its first update.",
                "200 updates in all."), 1):
            t.wait_for(r"%d of 3" % cue)
            check(story in text and story in t.settle(), "story", text,
                  t.text())
            total = re.search(r"true sum +([\d,]+)", t.text())[1]
            if cue > 1:
                check("vm_committed_as.sum = " + total in text, "sum", text)
            t.send(" ")


@case(PLAY)
def case_shell_interrupts_a_search_among_stops(program):
    """Ctrl-C never quits, and is answered at once, with many stops as well."""
    with shell(program, *BIG) as t:
        t.wait_for(PROMPT)
        for n in range(20):
            t.send("break vm_committed_as.updates * 3 == -%d\r" % (n + 1))
            t.wait_for("breakpoint %d:(.|\n)*" % (n + 1) + PROMPT)
        t.send("ignore 1 5\r")
        t.wait_for("from hit 6 on(.|\n)*" + PROMPT)
        t.send("continue\r")
        t.wait_for(r"continue\n")
        t.send("\x03")
        t.wait_for("stopped(.|\n)*" + PROMPT)
        t.send("\x03\x03\x03")
        t.send("print 2+3\r")
        t.wait_for("= 5(.|\n)*" + PROMPT)
        t.send("quit\r")
        exited(t.end(), 0)


@case(PLAY)
def case_shell_repeats_steps_only(program):
    with shell(program) as t:
        t.wait_for(PROMPT)
        t.send("add 0 5\r")
        t.wait_for(r"sum 5, was 0(.|\n)*" + PROMPT)
        t.send("\r\r")
        t.send("print vm_committed_as.sum\r")
        t.wait_for(r"sum = 5(.|\n)*" + PROMPT)
        t.send("step any 2\r\r\rwhen\r")
        t.wait_for(r"address: \S+(.|\n)*" + PROMPT)


# ---- to be heard

ANSWERS = ("info names", "info locks", "info line", "info picture", "legend",
           "overview", "info tasks", "info goals", "info cues", "list",
           "where", "metrics", "apropos batch", "help", "help keys", "why")


def wide(line):
    """Longer than forty columns; but what was asked for stays whole."""
    return len(line) > 40 and not re.match(r"\S+: \S+$|\S.* = \S+$", line)


@case(PLAY)
def case_shell_says_each_scene_in_forty_columns(program):
    """To the end of each, in short lines, with numbers one can paste back."""
    text = run(program, argv=[MMSTEP, "list"]).stdout.decode()
    for scene in re.findall(r"\n  (\S+)", text[:text.index("\nMachines")]):
        asked = "".join("go\ngiveup\nstep\ninfo line\n" for _ in range(60))
        done = run(program, argv=[MMSTEP, "shell", scene],
                   input=("\n".join(ANSWERS) + "\n" + asked +
                          "\n".join(ANSWERS) + "\n").encode())
        lines = done.stdout.decode().split("\n")
        check("end of the scene" in done.stderr.decode(), "the end", scene)
        for said in ("timeline: a question", "you can answer", "the line that"):
            check(said in done.stdout.decode(), said, scene)
        for line in lines:
            check(not wide(line), "wide", scene, line)
            check(not re.search("[\u2212\u2500-\u259f]", line), "a sign", line)
            check(not re.search(r"(?<![\w,.\"])\d{1,3}(,\d{3})+(?![\d,])", line),
                  "a comma", line)
