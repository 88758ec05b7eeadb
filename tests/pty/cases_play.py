# SPDX-License-Identifier: GPL-3.0-or-later
"""mmstep play: what only the real program does."""
import os
import re
import shlex
import shutil
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
        t.settle()
        t.send("q")        # the map that the last cue shows is not in its way
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


@case(PLAY)
def case_steps_of_many_cpus_cost_at_most_a_kilobyte(program):
    with Terminal(program, argv=played("counter-drift", "--class", "--theme",
                                       "dark", "--act",
                                       "queue")) as t:
        t.wait_for(r"\bstep 0 of")
        t.settle()
        for n in range(1, 40):
            before, text = len(t.raw), t.text()
            t.send("s")
            t.wait_until(lambda: t.text() != text, "no step")
            t.settle()
            cue = re.compile(r"\d+ of \d+ · base")
            if cue.search(t.text())[0] != cue.search(text)[0]:
                continue        # another story, another question
            check(len(t.raw) - before <= 1024, "%d bytes for step %d" % (
                len(t.raw) - before, n), text, t.text())


@case(PLAY)
def case_steps_with_a_chart_cost_at_most_a_kilobyte(program):
    """Ordinary ones: no other cue, the axis as long as before."""
    with Terminal(program, argv=played("counter-drift", "--class", "--theme",
                                       "dark", "--act", "queue")) as t:
        t.wait_for(r"\bstep 0 of")
        t.settle()
        t.send("t")
        t.wait_for("chart")
        t.settle()
        ordinary = 0
        for n in range(1, 40):
            before, text = len(t.raw), t.text()
            t.send("s")
            t.wait_until(lambda: t.text() != text, "no step")
            t.settle()
            same = all(re.findall(r, t.text()) == re.findall(r, text)
                       for r in (r"\d+ of \d+ · base", r"0 to \S+ \S*s\b"))
            ordinary += same
            check(len(t.raw) - before <= (1024 if same else 2048),
                  "%d bytes for step %d" % (len(t.raw) - before, n), text,
                  t.text())
        check(ordinary > 25, "%d ordinary steps" % ordinary)


@case(PLAY)
def case_the_chart_of_a_large_machine_is_the_frame(program):
    """It is set up aside: another act or quitting meanwhile does no harm."""
    at = ["lazy-free", "--size", "mail", "--act", "main", "--at", "1"]
    want = frame(program, *at, "--exec", "chart zone[0].free", rows=40,
                 columns=130)
    with Terminal(program, argv=played(*at), rows=40, columns=130) as t:
        t.wait_for(r"step 1 of")
        t.send(":chart zone[0].free\r")
        t.wait_until(lambda: t.text().rstrip("\n") == want,
                     "expected:\n" + want)
        t.send(":chart vmstat.pswpout\r:act zap\r")
        t.wait_for("vmstat.pswpout")
        t.send(":act main\r")
        t.wait_for("act 2 of 7(.|\n)*vmstat.pswpout +█ 0 2 0 3 0")
        t.send(":chart vmstat.pgfault\r")
        t.wait_for("pgfault █ 0")
        t.send("q")
        exited(t.end(), 0)


@case(PLAY)
def case_the_chart_rolls_and_closes(program):
    with Terminal(program, argv=played("counter-drift", "--class", "--act",
                                       "main", "--at", "600")) as t:
        t.wait_for(r"\bstep 600 of")
        t.settle()
        t.send("t{")
        t.wait_until(lambda: "step 600" not in t.text(), "no roll")
        t.settle()
        t.send("}}}}")
        t.wait_for(r"\bstep 600 of")
        t.settle()
        check("the chart ends here" in t.text(), "no end", t.text())
        t.send("t")
        t.wait_until(lambda: "t closes" not in t.text(), "still open")


@case(PLAY)
def case_cursor_stands_on_the_item_of_a_list(program):
    """Each j moves it to the next number or CPU of the picture."""
    items = ("global count", "true sum", "drift", "batch", "0>", "lock")
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("Tab")
        for item in items:
            t.wait_until(lambda: re.match(
                re.escape(item), line_from_cursor(t)), "not on " + item)
            check(t.ask("cursor_flag") == "1", "cursor hidden")
            t.keys("j")
        t.keys("k")
        t.wait_until(lambda: line_from_cursor(t).startswith("0>"), "not back")


def line_from_cursor(t):
    row, column = t.cursor()
    return t.text().split("\n")[row][column:].lstrip()


@case(PLAY)
def case_n_goes_to_the_next_line_found(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.type("/")
        t.wait_for(":find")
        t.type("LOCK")
        t.keys("Enter")
        for key, found in (("n", "lock fbc->lock"), ("n", "unlock"),
                           ("N", "lock fbc->lock"), ("n", "unlock")):
            t.wait_until(lambda: line_from_cursor(t).startswith(found),
                         "not on " + found)
            t.keys(key)
        t.keys("Escape")
        t.wait_for("mmap1 ─")


# ---- stopping, ending, coming back

@case(PLAY)
def case_ctrl_z_in_help_question_and_autoplay(program):
    for start, keys, wanted in (
            ("--still", "?", "page 1 of"), (" ".join(ASKED), "?", "Compare"),
            ("--act asked", "1", "Not that")):
        with Tmux(program) as t:
            t.start(*start.split())
            t.wait_for(program.at(0))
            t.type(keys)
            t.wait_for(wanted)
            suspend_and_return(program, t)
    with Tmux(program) as t:
        t.start("--auto=9")
        t.wait_for("auto 9")
        t.keys("C-z")
        to_shell(t)
        t.line("fg")
        t.wait_for("2 of 3")


@case(PLAY)
def case_quit_says_how_to_come_back(program):
    """And that command works, whatever the scene's path is."""
    odd = os.path.join(program.home, "a b's $x.yaml")
    with open(ONE) as f, open(odd, "w") as copy:
        copy.write(f.read())
    for scene in (ONE, odd):
        with Terminal(program, argv=played(scene, "--set", "mapping_pages=30"),
                      columns=200) as t:
            t.wait_for(program.at(0))
            t.send("v")
            t.wait_for(r"· patched")
            for n in (1, 2, 3):
                t.send("s")
                t.wait_for(program.at(n))
            t.send("q")
            exited(t.end(), 0)
            line = re.search(r"To come back: (.*?)\s*\r?\n",
                             t.raw.decode().rsplit("\x1b[?1049l")[-1])[1]
        check(line.startswith(shlex.quote(MMSTEP) + " play "),
              "not by the name it was started by", line)
        with Terminal(program, argv=["/bin/sh", "-c", line]) as t:
            t.wait_for(program.at(3))
            t.wait_for(r"· patched")
            check("mapping_pages=30" in line, "the setting is lost", line)


@case(PLAY)
def case_an_address_is_not_broken_at_the_edge(program):
    """Nor is the command: what is cut before it makes one of its lines."""
    with Terminal(program, argv=played(ONE), rows=15, columns=50) as t:
        t.wait_for(r"step 0\b")
        t.send("s")
        t.wait_for(r"step 1\b")
        t.send("q")
        exited(t.end(), 0)
        said = t.raw.decode().rsplit("\x1b[?1049l")[-1].replace("\r\n", "\n")
    command = said.split("To come back:\n")[1]
    check(re.search(r"\\\n--at \S+@1#\S+\n", command), "broken", said)
    with Terminal(program, argv=["/bin/sh", "-c", command]) as t:
        t.wait_for(program.at(1))


@case(PLAY)
def case_a_cue_is_come_back_to_by_name(program):
    with Terminal(program, argv=played(ONE, "--class"), columns=200) as t:
        t.wait_for(program.at(0))
        t.send(" ")
        t.wait_for("has had its first update")
        t.send("q")
        exited(t.end(), 0)
        check(b" --at update --class" in t.raw, "not by name")


@case(PLAY)
def case_a_count_ends_at_a_cue(program):
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send("500s")
        t.wait_for("has had its first update(.|\n)*stopped at a cue")


@case(PLAY)
def case_what_is_found_is_seen(program):
    """Though the listing gives way to variants side by side."""
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send("V")
        t.wait_gone("mmap1 ─")
        t.send("/unlock\r")
        t.wait_for("> *unlock|. +unlock")
        t.wait_for("percpu_counter_add_batch\\]")
        t.send("\x1b")
        t.wait_gone("percpu_counter_add_batch\\]")


@case(PLAY)
def case_side_says_what_it_does(program):
    """V: two pictures, one, or why not; a count is said in words."""
    said = ((24, 80, "variants side by side", "one variant; V shows"),
            (36, 120, "one variant; V shows", "variants side by side"),
            (15, 50, "no room for two: 80", "no room for two: 80"))
    for rows, columns, first, then in said:
        with Terminal(program, argv=played(ONE), rows=rows,
                      columns=columns) as t:
            t.wait_for("Space go on")
            t.send("1")
            t.wait_for("once …")
            t.send("V")
            t.wait_for(first)
            t.send("V")
            t.wait_for(then)


@case(PLAY)
def case_the_end_names_the_next_scene(program):
    path = os.path.dirname(MMSTEP) + ":" + os.environ["PATH"]
    with Terminal(program, argv=["mmstep", "play", "counter-drift", "--still",
                                 "--act", "patched", "--class"],
                  env={"PATH": path}) as t:
        t.wait_for("step 0 of")
        t.send(" " * 16)     # a question takes more than one
        t.wait_for("next: mmstep play policy-switch")
        t.send("q")
        exited(t.end(), 0)


@case(PLAY)
def case_pages_are_not_remembered(program):
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send("x")
        t.settle()
        for key in "?jjjj?":
            t.send(key)
            t.settle()
        t.send("z")
        t.wait_for("the map( · page 1|])")
        t.send("jjj")
        t.settle()
        t.send("z")
        t.settle()
        t.send("?")
        t.wait_for("page 1 of")


@case(PLAY)
def case_space_pages_through_help_and_closes_it(program):
    """Also typed ahead; PgUp pages back, and moves nothing."""
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for(program.at(1))
        t.send("?")
        pages = int(re.search(r"page 1 of (\d+)",
                              t.wait_for(r"page 1 of \d+")).group(1))
        check(pages > 2, "help has pages", pages)
        for page in range(2, pages + 1):
            t.send(" ")
            t.wait_for("page %d of %d" % (page, pages))
        t.send("\x1b[5~")
        t.wait_for("page %d of" % (pages - 1))
        t.send("  ")
        t.wait_for(program.at(1))
        t.send("?" + " " * (pages - 1))
        t.wait_for("page %d of" % pages)
        t.send("\x1b")
        t.wait_for(program.at(1))


@case(PLAY)
def case_a_mark_is_a_letter(program):
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for(program.at(1))
        t.send("m")
        t.wait_for("mark: a letter")
        t.send("a")
        t.wait_for("mark a set; 'a comes back")
        t.send("s")
        t.wait_for(program.at(2))
        t.send("'a")
        t.wait_for("'' goes back")
        t.wait_for(program.at(1))
        t.send("''")
        t.wait_for(program.at(2))
        t.send("m1")
        t.wait_for("a mark is a letter, a to z")
        t.send("m")
        t.wait_for("mark: a letter")
        t.send("\x1b")
        t.wait_gone("mark: a letter")
        t.send("'b")
        t.wait_for('no mark "b"')


@case(PLAY)
def case_long_work_gives_way_to_any_key(program):
    """And Ctrl-C never quits."""
    with Terminal(program, argv=played(ONE, *BIG)) as t:
        t.wait_for(program.at(0))
        for command in ("c", "G", ":goto 30000000\r"):
            t.send(command)
            t.wait_for("at work.*any key stops")
            t.send("\x03")
            t.wait_for("stopped")
            t.wait_for(program.at(0))
            t.send("\x03")
            t.wait_for("q quits")
            t.send("s")
            t.wait_for(program.at(1))
            t.send("b")
            t.wait_for(program.at(0))
        t.send("c")
        t.wait_for("at work")
        t.send("s")     # stops it, and steps
        t.wait_for(program.at(1))
        t.send("c")
        t.wait_for("at work")
        t.resize(30, 100)
        t.wait_for("at work")
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()


@case(PLAY)
def case_long_work_ends_by_signals_and_hang_up(program):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with Terminal(program, argv=played(ONE, *BIG)) as t:
            t.wait_for(program.at(0))
            t.send("c")
            t.wait_for("at work")
            t.kill(number)
            died_by(t.end(), number)
            t.check_restored()
    with Terminal(program, argv=played(ONE, *BIG)) as t:
        t.wait_for(program.at(0))
        t.send("c")
        t.wait_for("at work")
        t.hang_up()
        died_by(t.end(), signal.SIGHUP)


@case(PLAY)
def case_motion_gives_way_too(program):
    """Space goes to the next cue in motion; a key or a signal ends that."""
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(" ")
        t.send("s")
        t.wait_for(program.at(8))
        t.send("g")
        t.wait_for(program.at(0))
        t.send(" ")
        t.kill(signal.SIGTERM)
        died_by(t.end(), signal.SIGTERM)
        t.check_restored()


@case(PLAY)
def case_progress_is_noted_on_every_way_out(program):
    path = os.path.join(program.home, ".local/state/mmstep/progress")
    for end in ("quit", "signal", "hang up"):
        with Terminal(program, argv=played(ONE)) as t:
            t.wait_for(program.at(0))
            t.send(" ")
            t.wait_for("2 of 3")
            if end == "quit":
                t.send("q")
            elif end == "signal":
                t.kill(signal.SIGTERM)
            else:
                t.hang_up()
            t.end()
        with open(path) as f:
            check(f.read() == "one 2 6\n", "progress after a " + end)
        os.remove(path)
    with Terminal(program, argv=played(ONE, "--class")) as t:
        t.wait_for(program.at(0))
        t.send(" ")
        t.wait_for("2 of 3")
        t.send("q")
        exited(t.end(), 0)
    check(not os.path.exists(path), "class mode noted progress")


@case(PLAY)
def case_a_scene_goes_on_where_it_was_left(program):
    """However it ended; not in class mode, not where a place is asked for."""
    for end in (signal.SIGKILL, signal.SIGTERM, None):
        with Terminal(program, argv=played(ONE)) as t:
            t.wait_for(program.at(0))
            t.send(" ")
            t.wait_for("2 of 3")
            t.send("sss")
            t.wait_for(program.at(10))
            t.send("q" if end is None else "")
            if end is not None:
                t.settle()
                t.kill(end)
            t.end()
        with Terminal(program, argv=played(ONE), resume=True) as t:
            t.wait_for(program.at(10))
            check("2 of 3" in t.settle(), "another cue", t.text())
            t.send("g")
            t.wait_for(program.at(0))
            t.send("q")
            exited(t.end(), 0)
    for other in (["--class"], ["--at", "start"], ["--seed", "2"]):
        with Terminal(program, argv=played(ONE, *other), resume=True) as t:
            t.wait_for(program.at(0))
            t.send("q")
            exited(t.end(), 0)


@case(PLAY)
def case_notes_follow_the_screen(program):
    """In a second terminal; in class mode, too. They end with Ctrl-C."""
    with Terminal(program, argv=[MMSTEP, "notes", "tour"]) as notes:
        notes.wait_for("Notes follow")
        with Terminal(program, argv=[MMSTEP, "play", "--still", "--class",
                                     "tour"]) as t:
            t.wait_for("step 0")
            notes.wait_for("Two minutes before the first class")
            t.send(" ")
            notes.wait_for(r"\(--at press-s\)")
            t.send("q")
            exited(t.end(), 0)
        notes.send("\x03")
        exited(notes.end(), 130)
    check(not os.path.exists(os.path.join(
        program.home, ".local/state/mmstep/now")), "the screen has ended")


@case(PLAY)
def case_the_record_is_the_same_on_screen_and_in_the_shell(program):
    """Answers, hints, misses: the same bytes in results and progress."""
    state = os.path.join(program.home, ".local/state/mmstep")
    texts = []
    for way in ("screen", "shell"):
        shutil.rmtree(state, ignore_errors=True)
        if way == "screen":
            with Terminal(program, argv=played(ONE, *ASKED[1:])) as t:
                for key in ("1", "?", "3", " ", "\x1b\x1b", " "):
                    t.send(key)
                    t.settle()
                t.send("q")
                t.end()
        else:
            run(program, argv=[MMSTEP, "shell", ONE, *ASKED[1:]],
                input=b"1\nhint\n3\ngo\ngiveup\ngo\nquit\n")
        texts.append([open(os.path.join(state, name)).read()
                      for name in ("results", "progress")])
    check(texts[0] == texts[1], "another record", *texts)
    check(texts[0][0] == "mmstep-results 1\n" + "".join(
        "one asked %s\n" % line for line in (
            "which-locks answer 1 wrong", "which-locks hint",
            "which-locks answer 3 right", "updates gave-up")),
          "not what was done", texts[0][0])


# ---- keys

@case(PLAY)
def case_keys_typed_ahead_are_all_obeyed(program):
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send("s" * 200 + "b" * 50)
        t.wait_for(program.at(150))
        t.send("7b3s")
        t.wait_for(program.at(146))
        t.send(":step 4\rss:back 2\r")
        t.wait_for(program.at(150))


@case(PLAY)
def case_prompt_takes_a_paste_as_text(program):
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send(":")
        t.send(PASTE[0] + "step 1\rquit\r\n" + PASTE[1])
        t.wait_for(r"\n:step 1 quit *$")
        t.send("\x15step 3\r")
        t.wait_for(program.at(3))
        t.send(":")
        t.send(PASTE[0] + "x" * (1 << 20) + PASTE[1])
        t.wait_for("xxxx")
        t.send("\x03")
        t.wait_gone("xxxx")
        t.send("s")
        t.wait_for(program.at(4))


@case(PLAY)
def case_prompt_completes_and_remembers(program):
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send(":advance percpu_counter_a\t")
        t.wait_for(r"\n:advance percpu_counter_add_batch *$")
        t.send("\r")
        t.wait_for(r"percpu_counter_add_batch ─")
        t.send("q")
        exited(t.end(), 0)
    with Terminal(program, argv=played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send(":\x1b[A")
        t.wait_for(r"\n:advance percpu_counter_add_batch *$")
        t.send("\x1b")
        t.wait_gone(":advance")


@case(PLAY)
def case_clicks_on_the_timeline_jump(program):
    with Terminal(program, argv=played(ONE, "--mouse")) as t:
        t.wait_for(program.at(0))
        row = [i for i, line in enumerate(t.text().split("\n"), 1)
               if "├●" in line][0]
        t.send("\x1b[<0;30;%dM\x1b[<0;30;%dm" % (row, row))
        t.wait_for("'' goes back")
        step = int(re.search(r"step ([\d,]+) of 3,802", t.text())[1].replace(
            ",", ""))
        check(1500 < step < 2300, "jumped to step %d" % step)
        t.send("''")
        t.wait_for(program.at(0))
        t.send("\x1b[<0;60;5M\x1b[<0;60;5m")
        t.wait_for(r"┌\[mmap1\]")
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()
    with Terminal(program, argv=played(ONE, "--mouse", "--class")) as t:
        t.wait_for(program.at(0))
        check(b"?1000h" not in t.raw, "the mouse is on in class mode")


# ---- questions

@case(PLAY)
def case_choices_by_digit_and_letter(program):
    with Terminal(program, argv=played(ONE, *ASKED[1:])) as t:
        t.wait_for("Which variant takes the lock")
        t.send(" ")
        t.wait_for("answer the question first")
        t.send("1")
        t.wait_for("✗ 1\\) Both(.|\n)*Not that")
        t.send("5")
        t.wait_for("only 1 to 3")
        t.send("?")
        t.wait_for("Compare 28")
        t.send("b")
        t.wait_for("✗ 2\\) Only base(.|\n)*Its batch is larger")
        t.send("c")
        t.wait_for("✓ 3\\) Neither(.|\n)*Nobody ever took it(.|\n)*Right")
        t.send("b")     # its usual meaning again
        t.wait_for("this is the start")
        t.send(" ")     # once: the 5 was no count
        t.wait_for("How many updates")


@case(PLAY)
def case_enter_and_digits_behind_an_answer(program):
    """Who is used to it types Enter behind a choice; and a digit behind the
    answer makes the next Space pass no cues."""
    with Terminal(program, argv=played("counter-drift", "--at", "test")) as t:
        t.wait_for(r"[1-9] answer")
        asked = shown(t)
        t.send("\r")
        check(shown(t) == asked, "Enter at a choice", shown(t))
        t.send("1")
        missed = t.wait_for("Not that(.|\n)*r goes to") and shown(t)
        t.send("\r")
        check(shown(t) == missed, "Enter behind a miss", shown(t))
        t.send("2")
        right = t.wait_for("✓ 2(.|\n)*Right") and shown(t)
        t.send("\r")
        check(shown(t) == right, "Enter behind the answer", shown(t))
    with Terminal(program, argv=played("policy-switch", "--act",
                                       "main")) as t:
        t.wait_for(r"[1-9] answer")
        t.send("2")
        t.wait_for("✓ 2(.|\n)*Right")
        t.send("3")
        t.wait_for("3 times")
        t.send(" ")
        t.wait_for("· 2 of ")


@case(PLAY)
def case_a_key_that_is_no_answer_promises_no_keys(program):
    """At an open question ? gives a hint; behind it, the keys again."""
    with Terminal(program, argv=played("counter-drift", "--at", "test")) as t:
        t.wait_for(r"[1-9] answer")
        t.send("y")
        t.wait_for("that key is no answer")
        t.send("2")
        t.wait_for("✓ 2(.|\n)*Right")
        t.send("y")
        t.wait_for("\\? shows the keys")


@case(PLAY)
def case_decisions_are_predicted(program):
    with Terminal(program, argv=played(ONE, "--predict")) as t:
        t.wait_for(program.at(0))
        t.send("c")
        t.wait_for("yes or no\\?(.|\n)*1\\) yes(.|\n)*2\\) no")
        t.send("s")
        t.wait_for("answer the question first")
        t.send("1")
        t.wait_for("Not that. r goes to the step that refutes it")
        t.send("r")
        t.wait_for("yes or no(.|\n)*'' goes back to the question")
        t.send("2")     # not here
        t.wait_for("'' goes back to the question !")
        t.send("''")
        t.wait_for(r"[1-9] answer")
        t.send("2")
        t.wait_for("✓ 2\\) no(.|\n)*Right")
        t.send("c")
        t.wait_for(r"[1-9] answer")
        t.send("\x1b")
        t.wait_for("Esc once more")
        t.send("\x1b")
        t.wait_for("✓ ")
        t.send(":predict off\r")
        t.wait_for("decisions are not asked for")
        t.send("d")
        t.wait_gone("yes or no")


@case(PLAY)
def case_a_bare_answer_in_the_prompt(program):
    with Terminal(program, argv=played(ONE, *ASKED[1:])) as t:
        t.wait_for("Which variant takes the lock")
        t.send(":3\r")
        t.wait_for("✓ 3\\) Neither")


@case(PLAY)
def case_digits_count_nothing_at_a_class_question(program):
    with Terminal(program, argv=played(ONE, *ASKED[1:], "--class")) as t:
        t.wait_for("Hands up")
        t.send("3")
        t.wait_for("Enter shows the answer")
        t.send(" ")     # reveals, as a clicker has no Enter
        t.wait_for("✓ C\\) Neither")
        t.send(" ")     # where it shows
        t.wait_for(r"step ([\d,]+) of \1\b")
        t.send(" ")
        t.wait_for("How many updates")
        check(":votes" not in t.settle(), "hands for a number")


@case(PLAY)
def case_numbers_in_a_field_and_giving_up(program):
    with Terminal(program, argv=played(ONE, *ASKED[1:])) as t:
        t.wait_for("Which variant takes the lock")
        t.send("3")
        t.wait_for("Right")
        t.send(" ")
        t.wait_for("How many updates")
        t.send("1")
        t.wait_for("\nanswer: 1 *$")
        t.send("7\x7f9")
        t.wait_for("\nanswer: 19 *$")
        t.send("\x1b")
        t.wait_gone("\nanswer: ")
        t.send("19\r")
        t.wait_for("Not that")
        t.send("\x1b")
        t.wait_for("Esc once more")
        t.send("\x1b")
        t.wait_for("It is 200")
        t.send("g")
        t.wait_for(program.at(0))
    with Terminal(program, argv=played(ONE, *ASKED[1:])) as t:
        t.wait_for("Which variant takes the lock")
        t.send("3")
        t.wait_for("Right")
        t.send(" ")
        t.wait_for("How many updates")
        t.send("200\r")
        t.wait_for("Right")


@case(PLAY)
def case_class_votes_and_reveals(program):
    with Terminal(program, argv=played(ONE, "--class", *ASKED[1:])) as t:
        t.wait_for("Hands up")
        t.send(":votes 12 40 8\r")
        t.wait_for("40")
        t.send("\r")
        t.wait_for("✓ C\\) Neither")
        t.send(".")
        t.wait_until(lambda: not t.text().strip(), "not blank")
        t.send("s")     # only lights up again
        t.wait_for(program.at(0))
        t.send(" ")     # where it shows, the question in view
        t.wait_for(r"step ([\d,]+) of \1\b")
        check("✓ C) Neither" in t.settle(), "no question", t.text())
        t.send(" ")
        t.wait_for("How many updates")
        t.send(" ")     # never locks: reveals, shows, goes on
        t.wait_for("It is 200")
        t.send(" ")
        t.wait_for("step 3,8")
        t.send(" ")
        t.wait_for("That was all")


# ---- without a terminal, and the menu

@case(PLAY)
def case_without_a_terminal_it_is_text(program):
    done = run(program, argv=[MMSTEP, "play", "tour"],
               stdin=subprocess.DEVNULL)
    check(done.returncode == 0, "exit %d" % done.returncode, done.stderr)
    check(b"\x1b" not in done.stdout and done.stdout.startswith(b"Tour\n"),
          "not text", done.stdout[:200])
    with Terminal(program, argv=["/bin/sh", "-c", "printf 'q\\n' | \"$@\"", "-"]
                  + played("tour")) as t:
        exited(t.end(), 0)
        check(b"\x1b" not in t.raw and b"Tour" in t.raw, "not text", t.raw)
    with Terminal(program, argv=["/bin/sh", "-c", "\"$@\" | head -n 1", "-"]
                  + played("tour")) as t:
        exited(t.end(), 0)
        check(t.raw == b"Tour\r\n", "more than a line", t.raw)


@case(PLAY)
def case_scene_on_standard_input(program):
    with Terminal(program, argv=["/bin/sh", "-c", "\"$@\" <" + ONE, "-"]
                  + played("-")) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for(program.at(1))
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()


@case(PLAY)
def case_menu_chooses_and_plays(program):
    with Terminal(program, argv=[MMSTEP]) as t:
        t.wait_for("Tour(.|\n)*Per-CPU counter")
        t.settle()
        before = t.cursor()
        t.send("j")
        t.wait_until(lambda: t.cursor()[0] > before[0], "the cursor stays")
        t.send("k")
        t.wait_until(lambda: t.cursor() == before, "the cursor is not back")
        t.resize(30, 100)
        t.wait_for("Tour")
        t.send(":")
        t.wait_for("Enter plays")
        t.send("j\r")
        t.wait_for(r"mmstep  Per-CPU counter · (.* · )?1 of")
        t.send("\x1b")
        t.settle()
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()
    with Terminal(program, argv=[MMSTEP]) as t:
        t.wait_for("Tour")
        t.kill(signal.SIGTERM)
        died_by(t.end(), signal.SIGTERM)
        t.check_restored()
    with Tmux(program) as t:
        t.line(MMSTEP)
        t.wait_for("Per-CPU counter")
        before = t.settle()
        t.keys("C-z")
        to_shell(t)
        t.line("fg")
        t.wait_for("Per-CPU counter")
        check(t.settle() == before, "another screen after fg", t.text())
        t.keys("q")
        t.wait_for(r"ready\$")
        to_shell(t)


@case(PLAY)
def case_it_writes_only_its_state(program):
    """No file is written but in the state folder, no socket is opened."""
    log = os.path.join(program.home, "strace")
    argv = ["strace", "-f", "-o", log, "-e",
            "trace=openat,open,creat,rename,renameat,mkdir,mkdirat,unlink,"
            "socket,connect,execve,fork,vfork,clone,clone3"]
    with Terminal(program, argv=argv + played(ONE)) as t:
        t.wait_for(program.at(0))
        t.send(":step 2\r")
        t.wait_for(program.at(2))
        t.send("q")
        exited(t.end(), 0)
    with open(log) as f:
        lines = f.read().split("\n")
    text = "\n".join(lines)
    check(text.count("execve(") == 1, "another program was run")
    check(not re.search(r"\b(socket|connect|v?fork|clone3?)\(", text),
          "a socket or a child", text)
    for line in lines:
        written = re.search(r'open(at)?\((AT_FDCWD, )?(\w+, )?"(/[^"]*)", .*'
                            r'(O_WRONLY|O_RDWR|O_CREAT)', line)
        if written:
            check(written[4].startswith(program.home) or written[4] in (
                "/dev/tty", "/dev/null"), "written: " + line)


@case(PLAY)
def case_themes_say_the_same(program):
    texts = {}
    for theme in ("dark", "light", "contrast", "mono", "class"):
        with Terminal(program, argv=played(ONE, "--theme", theme)) as t:
            t.wait_for(program.at(0))
            t.send("s")
            t.wait_for(program.at(1))
            texts[theme] = t.settle()
            if theme == "mono":
                check(not re.search(rb"\x1b\[([\d;]*;)?[34]\d[\d;]*m", t.raw),
                      "colours")
    check(len(set(texts.values())) == 1, "differing texts", *texts.values())


@case(PLAY)
def case_prompt_reads_and_writes_files(program):
    """A session is saved and read again at the prompt; Tab-less, by name."""
    kept = os.path.join(program.home, "kept")
    with Terminal(program, argv=program.argv + ["--still"]) as t:
        t.wait_for("1 of 3")
        for line in ("display vm_committed_as.updates", "goto 30",
                     "set vm_committed_as_batch=77", "save " + kept):
            t.send(":")
            t.wait_for(r"\n:")
            t.send(line + "\r")
            t.wait_until(lambda: ":" + line not in t.text(), line)
        t.wait_for("written to")
        t.send("q")
        exited(t.end(), 0)
    with open(kept) as f:
        text = f.read()
    check("goto 30 30\nfollow 0\nset vm_committed_as_batch=77\n" in text,
          "saved", text)
    with Terminal(program, argv=program.argv + ["--still"]) as t:
        t.wait_for("1 of 3")
        t.send(":source " + kept + "\r")
        t.wait_for("its commands have run")
        check("vm_committed_as.updates = " in t.text(), "display", t.text())
        check(re.search(r"batch +77", t.text()), "batch", t.text())
        t.send("(")
        t.wait_for("place 2 of 3")
        t.send(")")
        t.wait_for("place 3 of 3")
        t.send(":source " + kept + ".none\r")
        t.wait_for("No such file")
        t.send("q")
        exited(t.end(), 0)


@case(PLAY)
def case_x_says_who_and_goes_there(program):
    """On the focused number: 1 to 3 go to the change, two quotes come back."""
    with Terminal(program, argv=program.argv + ["--still"]) as t:
        t.wait_for("1 of 3")
        t.send(":goto 60\r\tjjx")
        t.wait_for(r"\n.? *3 first: \d+, was 0, step \d+, cpu 0(.|\n)*go there")
        first = re.search(r"3 first: (\d+), was 0, step (\d+),", t.text())
        t.send("3")
        t.wait_for(program.at(int(first[2])))
        t.send("''")
        t.wait_for(program.at(60))
        t.send(":who vm_committed_as.updates\r")
        t.wait_for(r"updates = 3(.|\n)*1 last: 3, was 2(.|\n)*go there")
        t.send("1")
        t.wait_until(lambda: "step 60" not in t.text(), "still there")
        t.send(":set vm_committed_as_batch=3\r:metrics main\r")
        t.wait_for(r"vm_committed_as_batch: b1 3, main ")


@case(PLAY)
def case_an_endless_file_is_not_read(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":source /dev/zero\r")
        t.wait_for("/dev/zero: not a regular file")
        t.send("s")
        t.wait_for(program.at(1))
        t.send("q")
        exited(t.end(), 0)
