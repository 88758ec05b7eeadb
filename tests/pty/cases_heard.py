# SPDX-License-Identifier: GPL-3.0-or-later
"""What mmstep shell says, over every line of every act of every scene: forty
columns, plain characters, numbers that can be pasted back, a fixed order; and
a way in the shell for each command of the screen."""
import json
import os
import re

from harness import MMSTEP, PLAY, SOAK, case, check, run

SCENES = ("tour", "counter-drift", "policy-switch", "lazy-free",
          "slub-fallback", "reclaim-batch", "rmap-walk")
# Signs that a dialogue may send besides ASCII: of comparing, of units, of text.
SIGNS = set("≥≤≠×÷µ·…±")
# So many lines are said one by one; a longer run goes on in strides, and so does
# that of a large machine, of which each step takes longer.
SINGLE, LARGE = 12000 if SOAK else 2500, {"slub-fallback"}
COLUMNS = 40
# `name value, was value`, or a range of indices of a name; `changes` lists all,
# with a colon
CHANGE = re.compile(r"([a-z]\w*(?:\[\d+(?:\.\.\d+)?\])?(?:\.\w+)*):? "
                    r"(-?\w+), was (-?\w+)$")
GROUPED = re.compile(r"(?<![\w,.\"])\d{1,3}(,\d{3})+(?![\d,])")


def mmstep(program, *arguments, lines=()):
    return run(program, argv=[MMSTEP, *arguments],
               input="".join(line + "\n" for line in lines).encode())


def lengths(program, scene, *more):
    """act -> variant -> lines of its run."""
    with open(os.path.join(os.path.dirname(MMSTEP),
                           "scenes/%s.yaml" % scene)) as f:
        text = f.read()
    text = text[text.index("\nacts:"):].split("\ngoals:")[0]
    acts = re.findall(r"^  - name: ([\w-]+)$", text, re.M)
    check(acts, "no acts", scene)
    result = {}
    for act in acts:
        done = mmstep(program, "run", scene, "--act", act, "--format", "json",
                      *more)
        result[act] = {name: v["steps"] for name, v in
                       json.loads(done.stdout)["variants"].items()}
    return result


def sentences(text):
    """Lines of a change, put together where they were wrapped."""
    text = re.sub(r",\nwas ", ", was ", re.sub(r", was\n", ", was ", text))
    return re.sub(r":\n(?=-?\w+, was )", ": ", text)


def check_plain(text, *where):
    for line in text.split("\n"):
        whole = re.match(r"\S+: \S+$|\S.* = \S+$", line)   # stays in one
        check(len(line) <= COLUMNS or whole, "wide", *where, line)
        odd = {c for c in line if ord(c) > 126 or ord(c) < 32} - SIGNS
        check(not odd, "signs %s" % odd, *where, line)
        check(not GROUPED.search(line), "a comma", *where, line)


def names_of(program):
    """All published names in the order in which they are listed."""
    text = mmstep(program, "help", "names").stdout.decode()
    return re.findall(r"^([a-z]\w*(?:\[N\])?(?:\.\w+)*) \(", text, re.M)


def check_order(text, order, *where):
    """Within an answer changes stand as names are listed."""
    last = -1
    for line in sentences(text).split("\n"):
        change = CHANGE.match(line)
        name = change and re.sub(r"\[[\d.]+\]", "[N]", change[1])
        if not change:
            last = -1
            continue
        check(name in order, "no published name", *where, line)
        check(order[name] >= last, "another order", *where, line)
        last = order[name]


def last_values(text):
    """name -> the value that was said last; ranges for each index."""
    values = {}
    for line in sentences(text).split("\n"):
        change = CHANGE.match(line)
        if not change:
            continue
        span = re.search(r"\[(\d+)\.\.(\d+)\]", change[1])
        for i in range(int(span[1]), int(span[2]) + 1) if span else (0,):
            name = change[1].replace(span[0], "[%d]" % i) if span \
                else change[1]
            values[name] = change[2]
    return values


def walk(steps, single, strides):
    """To this step; a question on the way is given up, and cuts a stride short:
    what that leaves is gone at last. All that has changed is listed, of which a
    step says only a few; print parts one list from the next, where nothing
    moved."""
    single = min(steps, single)
    stride = (steps - single) // strides + 1
    count, rest = divmod(steps - single, stride)
    then = ["giveup", "print 1", "changes"]
    return then + ["step any", *then] * single + \
        ["step any %d" % stride, *then] * count + \
        ["step any", *then] * rest + ["goto %d" % steps, *then]


def pace(scene, steps, more):
    """Single steps, then strides."""
    if more:
        return 5, 30
    if steps > SINGLE or (scene in LARGE and not SOAK):
        return 300, 200
    return steps, 1


def check_act(program, scene, order, act, variant, steps, more=()):
    at = ["shell", scene, "--act", act, "--variant", variant, *more]
    text = mmstep(program, *at, lines=walk(
        steps, *pace(scene, steps, more))).stdout.decode()
    where = scene, act, variant
    check_plain(text, *where)
    check_order(text, order, *where)
    values = last_values(text)
    check(values, "nothing changed", *where)
    asked = ["print %s == %s" % v for v in values.items()]
    text = mmstep(program, *at, lines=["giveup", "goto %d" % steps, "giveup",
                                       "print 4242"] + asked)
    said = re.sub(r"\s+", " ", text.stdout.decode())
    said = said[said.index("4242 = 4242"):]
    for name, value in values.items():
        check("%s == %s = 1" % (name, value) in said, "pasted back", *where,
              name, value, said[:3000])
    return len(values)


def check_scene(program, scene):
    order = {name: i for i, name in enumerate(names_of(program))}
    pasted = 0
    for act, variants in lengths(program, scene).items():
        for variant, steps in variants.items():
            pasted += check_act(program, scene, order, act, variant, steps)
    check(pasted > 20, "%d values" % pasted)
    if scene != "tour":     # the mail's size has the large numbers
        check_act(program, scene, order, "main", variant, 4000,
                  ["--size", "mail"])


def register(scene):
    def heard(program):
        check_scene(program, scene)
    heard.__name__ = "case_heard_%s_line_by_line" % scene.replace("-", "_")
    case(PLAY)(heard)


for each in SCENES:
    register(each)


@case(PLAY)
def case_heard_each_command_of_the_screen(program):
    """Each key's command is answered: by rows, or by what does the same."""
    keys = mmstep(program, "help", "keys").stdout.decode()
    commands = []
    for line in keys.split("\n"):
        words = re.match(r"\S.*?  *([a-z][a-z-]*(?: any)?)  +\S", line)
        if words and not line.startswith(("Ctrl", "Digits")):
            commands.append(words[1])
    check(len(commands) > 40, "keys", keys)
    before = ["act queue", "goto 60", "mark a", "goto 100", "map 1 10",
              "print 77777"]
    more = {"goto": "goto 120", "jump": "jump a", "find": "find lock",
            "redo": "undo\nredo", "newer": "older\nnewer",
            "roll": "reverse-roll 3\nroll", "explain": "explain batch"}
    for command in commands:
        if command in ("quit", "refute"):   # refute: behind a wrong answer
            continue
        done = mmstep(program, "shell", "counter-drift", lines=before +
                      more.get(command, command).split("\n"))
        text = done.stdout.decode()
        said = text[text.index("= 77777") + 7:].strip()
        check(said, "no answer to " + command, done.stderr.decode(), text)
        check_plain(text, command)
        for there in re.findall(r"here: ([^\n]*(?:\n[^\n]*)?)", said):
            for way in re.split("[,;] *", re.sub(r"\s+", " ", there)):
                check_way(program, before, way.strip())


def check_way(program, before, way):
    """What is named instead works."""
    way = way.replace("variant NAME", "variant patched")
    way = way.replace("NAME", "vm_committed_as.count")
    done = mmstep(program, "shell", "counter-drift", lines=before + [way])
    text = done.stdout.decode()
    check(done.returncode == 0 and
          text[text.index("= 77777") + 7:].strip(), "no way: " + way, text,
          done.stderr.decode())


@case(PLAY)
def case_heard_choices_have_numbers(program):
    """In order from 1; the number alone answers."""
    text = mmstep(program, "shell", "counter-drift", "--act", "main",
                  lines=["go\ngo"] * 6).stdout.decode()
    choices = [int(n) for n in re.findall(r"^  (\d+)\) ", text, re.M)]
    check(choices and choices[:2] == [1, 2], "choices", text)
    for n in (1, 2):
        said = mmstep(program, "shell", "counter-drift", "--act", "main",
                      lines=["go\ngo"] * 3 + [str(n)]).stdout.decode()
        check(re.search("Right|Not that", said), "no verdict", said)


@case(PLAY)
def case_heard_no_number_follows_the_answer(program):
    """ "It is 2. 5 times" sounds like two and a half; and an answer that is a
    number is not said twice."""
    for scene in SCENES:
        text = mmstep(program, "play", scene).stdout.decode()
        said = re.findall(r"\nIt is (−?[\d,]+)\.\s+(\S+)", text)
        check(said, "no answers", scene)
        for answer, after in said:
            check(not re.match(r"[−\d]", after), "two numbers", scene, answer,
                  after)
