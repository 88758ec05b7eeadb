# SPDX-License-Identifier: GPL-3.0-or-later
"""A scripted student plays a scene to its end, by ear and on the screen: the
same answers leave the same record, and lead to the same moments."""
import os
import re
import select
import subprocess

from harness import (MMSTEP, PLAY, SOAK, Terminal, case, check, environment,
                     exited, forget_places)

SCENES = ("tour", "counter-drift")
RECORD = ("progress", "places", "results")
STATE = ".local/state/mmstep"


class Listener:
    """mmstep shell on a pipe; what a command said, up to the next address."""

    def __init__(self, program, scene):
        self.child = subprocess.Popen(
            [MMSTEP, "shell", scene], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=environment(program, None, ()))

    def say(self, line):
        self.child.stdin.write((line + "\nwhen\n").encode())
        self.child.stdin.flush()
        text = b""
        while not re.search(rb"address: \S+\n$", text):
            ready = select.select([self.child.stdout], [], [], 30)[0]
            more = os.read(self.child.stdout.fileno(), 65536) if ready else b""
            check(more, "the shell is silent", line, text)
            text += more
        return text.decode()

    def end(self):
        self.child.stdin.write(b"quit\n")
        self.child.stdin.close()
        self.child.wait(30)


def answers_to(text, n):
    """What this student says to the n-th question; it has just been asked."""
    if n % 4 == 3:
        return ["giveup"]
    return (["hint"] if n % 4 == 2 else []) + [
        "answer 1" if "\n  1) " in text else "answer 7"]


def listen(program, scene):
    """Plays by ear; the lines that were said."""
    said, asked = [], 0
    shell = Listener(program, scene)
    text = shell.say("info marks")     # tells no address itself
    while "end of the scene" not in text:
        if "question: " in text:
            lines = answers_to(text, asked)
            asked += 1
        else:
            lines = ["go"]
        for line in lines:
            said.append(line)
            text = shell.say(line)
        if lines[-1].startswith("answer") and "Right." not in text:
            said.append("giveup")
            text = shell.say("giveup")
        if "question: " in text and lines[-1] != "go":
            text = text.replace("question: ", "")
        check(len(said) < 500, "no end", scene)
    shell.end()
    return said, asked


def keys_of(line):
    if line == "go":
        return [" "]
    if line == "hint":
        return ["?"]
    if line == "giveup":
        return ["\x1b", "\x1b"]
    return [line[-1]]


def press(t, key):
    """A key, and what it does: another key would stop what takes long."""
    before = t.text()
    t.send(key)
    t.wait_until(lambda: t.text() != before and "at work" not in t.text(),
                 "nothing happens")
    t.settle()


def play(program, scene, said):
    """The same with keys."""
    forget_places(program)
    with Terminal(program, argv=[MMSTEP, "play", "--still", scene]) as t:
        t.wait_for("Space go on")
        t.settle()
        for line in said:
            for key in keys_of(line):
                press(t, key)
            if re.search(r"(?m)^answer: ", t.text()):
                press(t, "\r")
        t.send("q")
        exited(t.end(), 0)


def record(program):
    kept = {}
    for name in RECORD:
        path = os.path.join(program.home, STATE, name)
        with open(path) as f:
            kept[name] = f.read()
        os.remove(path)
    return kept


def same_record(scene):
    def run(program):
        said, asked = listen(program, scene)
        check(asked > 0, "no question", scene)
        by_ear = record(program)
        play(program, scene, said)
        by_eye = record(program)
        for name in RECORD:
            check(by_ear[name] == by_eye[name], name, scene, by_ear[name],
                  by_eye[name])
    run.__name__ = "case_a_student_by_ear_and_by_eye_in_" + scene
    return case(PLAY)(run)


def all_scenes():
    text = subprocess.run([MMSTEP, "list"], stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    return re.findall(r"\n  (\S+)", text[:text.index("\nMachines")])


for each in all_scenes() if SOAK else SCENES:
    same_record(each)
