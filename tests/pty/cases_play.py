# SPDX-License-Identifier: GPL-3.0-or-later
"""mmstep play: what only the real program does."""
import os
import re
import signal
import subprocess

from cases_jobs import suspend_and_return, to_shell
from harness import (MMSTEP, ONE, PLAY, SOAK, Terminal, Tmux, case, check,
                     died_by, exited, run)

PASTE = "\x1b[200~", "\x1b[201~"
BIG = ["--set", "iterations=1000000"]
ASKED = ["--still", "--act", "asked"]
SCENES = ("tour", "counter-drift", "policy-switch")


def played(*arguments):
    """A command line, for Terminal(argv=...)."""
    return [MMSTEP, "play", "--still", *arguments]


def frame(program, *arguments, rows=24, columns=80):
    done = run(program, argv=[MMSTEP, "frame"], arguments=list(arguments) + [
        "--rows", str(rows), "--columns", str(columns)])
    check(done.returncode == 0, "frame %s" % (arguments,), done.stderr)
    return "\n".join(line.rstrip() for line in
                     done.stdout.decode().rstrip("\n").split("\n"))


def shown(t):
    return t.settle().rstrip("\n")


# ---- what is on the screen

@case(PLAY)
def case_screen_is_the_frame(program):
    """At every size, grown and shrunk, the screen is what `frame` prints."""
    sizes = ((36, 120), (15, 50), (12, 40), (24, 80), (50, 160), (11, 40),
             (12, 39), (1, 1), (2, 80), (24, 80))
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for step in range(7):
            if step:
                t.send("s")
                t.wait_for(program.at(step))
            for rows, columns in sizes if step == 6 else ((24, 80),):
                t.resize(rows, columns)
                want = frame(program, ONE, "--at", str(step), rows=rows,
                             columns=columns)
                t.wait_until(lambda: t.text().rstrip("\n") == want,
                             "step %d at %dx%d, expected:\n%s" % (
                                 step, columns, rows, want))


def cues_of(scene):
    """(act, cue) in order, of a shipped scene."""
    act, found = None, []
    with open(os.path.join(os.path.dirname(MMSTEP),
                           "scenes/%s.yaml" % scene)) as f:
        for line in f:
            name = re.match(r"(  |      )- name: ([\w-]+)$", line)
            if line.startswith("goals:"):
                break
            if name and len(name[1]) == 2 and act is not None:
                act = name[2]
            elif name and act:
                found.append((act, name[2]))
            elif line.startswith("acts:"):
                act = ""
    return found


def walk(program, scene, arguments=(), rows=24, columns=80):
    """Goes on as a learner does; each cue is the frame of its name."""
    with Terminal(program, argv=played(scene, *arguments), rows=rows,
                  columns=columns) as t:
        for act, cue in cues_of(scene):
            want = frame(program, scene, "--act", act, "--at", cue, *arguments,
                         rows=rows, columns=columns)
            t.wait_until(lambda: t.text().rstrip("\n") == want,
                         "%s/%s/%s, expected:\n%s" % (scene, act, cue, want))
            if "Esc Esc" in want:
                t.send("\x1b")
                t.wait_for("Esc once more")
                t.send("\x1b")
                t.wait_gone("Esc")
            t.send(" ")
        t.wait_for("that was the end")
        t.send("\x1b")     # closes the map
        t.settle()
        t.send("q")
        exited(t.end(), 0)
        return t.raw


@case(PLAY)
def case_every_cue_is_the_frame_of_its_name(program):
    for scene in SCENES:
        walk(program, scene)
        if SOAK:
            walk(program, scene, rows=36, columns=120)
            walk(program, scene, rows=15, columns=50)


@case(PLAY)
def case_all_of_a_scene_in_seven_bits(program):
    raw = walk(program, "policy-switch", ["--ascii"])
    check(max(raw) < 0x80, "bytes above 0x7f")
    check(b"\x1b(0" not in raw and b"\x0e" not in raw, "line drawing")
