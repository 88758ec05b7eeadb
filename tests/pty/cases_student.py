# SPDX-License-Identifier: GPL-3.0-or-later
"""A scripted student plays a scene to its end, by ear (mmstep shell) and on the
screen (tmux): the same answers, right and wrong ones, leave the same record and
lead to the same moments. And a kill at any moment costs at most the last key."""
import os
import random
import re
import select
import shutil
import signal
import subprocess

from harness import (MMSTEP, PLAY, SOAK, Terminal, Tmux, case, check,
                     environment, exited, run)

RECORD = ("progress", "places", "results")
STATE = ".local/state/mmstep"
# What the student does at one question after another; K is what is right, W
# what is not.
WAYS = (["K"], ["W", "K"], ["hint", "W", "W", "K"], ["W", "refute", "return", "K"],
        ["giveup"], ["W", "W", "W"], ["hint", "giveup"])


# ---- the answers

def answer_key(program, scene):
    """Of each question, in order, what `handout --key` says."""
    text = run(program, argv=[MMSTEP, "handout", scene, "--key"]).stdout
    found = re.findall(r"\n((?:\n[^\n]+)+)\n\nIt is (−?[\d,]+)\.",
                       text.decode())
    return [(right.replace(",", "").replace("−", "-"), "\n  1) " in asked)
            for asked, right in found]


def wrong(right, choice):
    return str(int(right) + 1) if not choice else "2" if right == "1" else "1"


def lines_for(n, key):
    """What is said at the n-th question."""
    right, choice = key[n]
    for word in WAYS[n % len(WAYS)]:
        yield ("answer " + (right if word == "K" else wrong(right, choice))
               if word in "KW" else word)


# ---- by ear

class Listener:
    """mmstep shell on a pipe; what a command said, up to the next address."""

    def __init__(self, program, scene):
        self.program = program
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


def verdict(lines, said, right):
    """Whether the answers were taken as they were meant."""
    for line, text in zip(lines, said):
        if line.startswith("answer"):
            check(("Right." in text) == (line == "answer " + right),
                  "judged otherwise", line, text)


def listen(program, scene, variants):
    """Plays by ear: a list of (line, whether it answers a choice, address,
    record)."""
    key, told, asked = answer_key(program, scene), [], 0
    shell = Listener(program, scene)

    def say(line):
        text = shell.say(line)
        told.append((line, asked < len(key) and key[asked][1], re.findall(r"address: (\S+)\n", text)[-1],
                     record(program)))
        return text

    text = shell.say("info marks")      # what stands there at the beginning
    while "end of the scene" not in text:
        if "question: " in text:
            lines = list(lines_for(asked, key))
            verdict(lines, [say(line) for line in lines], key[asked][0])
            asked += 1
        text = say("go")
        check(len(told) < 500, "no end", scene)
    for name in variants:
        say("variant " + name)
    shell.end()
    check(asked == len(key) > 0, "questions", asked, len(key), scene)
    return told


# ---- on the screen

def keys_of(line, choice):
    """What a student presses: the groups after which something is seen."""
    word = line.split()[-1]
    if line.startswith("answer"):
        return [word] if choice else [word, "Enter"]
    return {"go": [" "], "hint": ["?"], "giveup": ["Escape", "Escape"],
            "refute": ["r"], "return": ["''"]}.get(line) or [":", line, "Enter"]


def press(t, key):
    if len(key) == 1 or key.startswith("variant") or key[-1].isdigit():
        t.type(key)
    else:
        t.keys(key)


def shows(t, step):
    """In the timeline, which no overlay covers."""
    return re.search(r"step %s of " % format(int(step), ","), t.text())


def do(t, line, choice):
    """A line's keys; between them, what each of them brings up."""
    keys = keys_of(line, choice)
    press(t, keys[0])
    for key in keys[1:]:
        if key == "Escape":
            t.wait_for("Esc once more")
        elif key == "Enter":
            t.wait_for(r"(?m)^ ?(answer: \S|:variant )")
        press(t, key)


def address(t):
    t.line(":when")
    found = re.search(r"address: (\S+)", t.wait_for(r"address: \S+"))[1]
    t.keys("Escape")
    t.wait_until(lambda: "address: " not in t.text(), "it stays open")
    return found


def play(program, scene, told):
    """The same with keys; after each the same record, after each question and
    at the end the same moment."""
    with Tmux(program) as t:
        t.line(" ".join(["clear;", MMSTEP, "play", "--still", scene]))
        t.wait_for("Space go on")
        t.settle()
        for line, choice, moment, kept in told:
            do(t, line, choice)
            t.wait_until(lambda: record(program) == kept and
                         shows(t, re.search("@([0-9]+)", moment)[1]),
                         "by ear %s led to %s\n%s" % (line, moment, kept))
            if line != "go":
                here = address(t)
                check(here == moment, "after " + line, here, moment)
        t.type("q")
        t.wait_for("To come back")


def record(program):
    kept = {}
    for name in RECORD:
        try:
            with open(os.path.join(program.home, STATE, name)) as f:
                kept[name] = f.read()
        except FileNotFoundError:
            kept[name] = None
    return kept


def forget(program):
    shutil.rmtree(os.path.join(program.home, STATE), ignore_errors=True)


def same_record(scene, variants):
    def plays(program):
        told = listen(program, scene, variants)
        forget(program)
        play(program, scene, told)
    plays.__name__ = "case_a_student_by_ear_and_by_eye_in_" + scene
    return case(PLAY)(plays)


def all_scenes():
    """[(name, variants)]"""
    text = subprocess.run([MMSTEP, "list"], stdout=subprocess.PIPE,
                          check=True).stdout.decode()
    return [(name, variants.split(", ")) for name, variants in re.findall(
        r"\n  (\S+) .*\((.*)\)", text[:text.index("\nMachines")])]


for each in all_scenes():
    same_record(*each)


# ---- killed

# Past cues, at questions wrong and right, a hint, back, another variant.
KEYS = (" ", " ", " ", " ", " ", "1", "?", "2", "s", "s", "b", "v", " ", "9",
        "\r", "112", "\r", " ", "s", "[", " ")


def killable(program):
    t = Terminal(program, resume=True,
                 argv=[MMSTEP, "play", "--still", "counter-drift"])
    t.wait_for(r"step [\d,]+ of ")
    t.settle()
    return t


def kept_after_each(program):
    """The record at the start and after each key."""
    with killable(program) as t:
        kept = [record(program)]
        for key in KEYS:
            t.send(key)
            t.settle()
            kept.append(record(program))
        t.send("q")
        exited(t.end(), 0)
    return kept


@case(PLAY)
def case_a_kill_costs_at_most_the_last_key(program):
    """Each file is as it was before the last key, or after it; the scene goes
    on there, and what is answered then is written as ever."""
    rng = random.Random(20)
    kept = kept_after_each(program)
    check(len({str(k) for k in kept}) > len(KEYS) // 2, "hardly any differ")
    for n in (rng.sample(range(1, len(KEYS)), 4) if not SOAK
              else list(range(1, len(KEYS)))):
        forget(program)
        with killable(program) as t:
            for i in range(n):
                t.send(KEYS[i])
                t.wait_until(lambda: record(program) == kept[i + 1],
                             "the record after key %d" % (i + 1))
                t.settle()
            t.send(KEYS[n])
            t.pump(rng.random() * 0.01)
            t.kill(signal.SIGKILL)
            t.end()
        now = record(program)
        for name in RECORD:
            check(now[name] in (kept[n][name], kept[n + 1][name]),
                  "%s, killed at key %d" % (name, n + 1), now[name])
        with killable(program) as t:
            check(not now["places"] or "back where you left" in t.text(),
                  "it does not go on", t.text())
            t.send("q")
            exited(t.end(), 0)
        check(record(program)["results"] == now["results"], "results changed")


@case(PLAY)
def case_a_place_that_cant_be_kept_says_why(program):
    folder = os.path.join(program.home, ".local/state/mmstep")
    os.makedirs(os.path.join(folder, "places"))
    with Terminal(program, resume=True) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for("not kept: places is not a regular file")
        t.send("q")
        exited(t.end(), 0)
        text = t.text().replace("\n", "")
        check("the place is not kept: " + folder + "/places is not a regular "
              "file" in text, "no reason at the end", t.text())
