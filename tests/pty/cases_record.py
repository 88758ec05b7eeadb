# SPDX-License-Identifier: GPL-3.0-or-later
"""play --record: an asciicast that plays, whatever happens meanwhile."""
import json
import os
import random
import re
import resource
import signal

from harness import (MMSTEP, ONE, PLAY, SOAK, Screen, Stream, Terminal, case,
                     check, died_by, exited, run)


def recorded(program, name, *arguments):
    """A command line that records, and the file."""
    path = os.path.join(program.home, name)
    return [MMSTEP, "play", "--still", ONE, "--record", path,
            *arguments], path


def read(path, cut=False):
    """Header and events; `cut`: the last line may be half written."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    if cut or not lines[-1]:
        lines.pop()
    header, *events = [json.loads(line) for line in lines]
    check(header["version"] == 2 and header["width"] > 0 and
          header["height"] > 0, "header", header)
    time = 0
    for event in events:
        check(len(event) == 3 and event[1] in "or" and
              isinstance(event[2], str), "event", event)
        check(event[0] >= time, "time goes back", event)
        time = event[0]
    return header, events


def replay(path):
    """The last screen, resizes obeyed."""
    header, events = read(path)
    screen = Screen(header["width"], header["height"])
    stream = Stream(screen)
    for _, kind, data in events:
        if kind == "r":
            columns, rows = map(int, data.split("x"))
            screen.resize(rows, columns)
        else:
            stream.feed(data.encode())
    return "\n".join(line.rstrip() for line in screen.display)


@case(PLAY)
def case_recording_replays_to_the_screen(program):
    """Through resizes, the prompt, long work and a stop."""
    argv, path = recorded(program, "a.cast", "--set", "iterations=1000000")
    with Terminal(program, argv=argv) as t:
        t.wait_for(program.at(0))
        t.send("ss")
        t.wait_for(program.at(2))
        t.resize(36, 120)
        t.wait_for("after the patch")
        t.send("s")
        t.wait_for(program.at(3))
        t.send("c")
        t.wait_for("at work")
        t.resize(15, 50)
        t.send("\x03")
        t.wait_for("stopped")
        t.send(":step 4\r")
        t.wait_for(r"step 7\b")
        text = t.settle()
        t.send("q")
        exited(t.end(), 0)
    check(replay(path) == text, "the replay ends as", replay(path),
          "but the screen was", text)
    sizes = [e[2] for e in read(path)[1] if e[1] == "r"]
    check(sizes == ["120x36", "50x15"], "sizes", sizes)


@case(PLAY)
def case_recordings_play(program):
    argv, path = recorded(program, "a.cast", "--auto=9")
    with Terminal(program, argv=argv, env={"SOURCE_DATE_EPOCH": "1"}) as t:
        exited(t.end(), 0)
        t.check_restored()
    for command in (["cat"], ["play", "-i", "0.01"]):
        with Terminal(program, argv=["asciinema", *command, path]) as t:
            exited(t.end(), 0)
            check("That was all" in t.text(), "last screen", t.text())
    check("That was all" in replay(path), "last screen", replay(path))


@case(PLAY)
def case_same_recordings_with_a_given_date(program):
    """Played by itself, in time that the recorder makes up."""
    contents = []
    for i in range(2):
        argv, path = recorded(program, "%d.cast" % i, "--auto")
        with Terminal(program, argv=argv, env={
                "SOURCE_DATE_EPOCH": "1000000000", "SHELL": "/bin/%d" % i,
                "TERM": "xterm" if i else "vt100"}) as t:
            exited(t.end(), 0)
        with open(path, "rb") as f:
            contents.append(f.read())
    check(contents[0] == contents[1], "two recordings differ")
    header, events = read(path)
    check(header["timestamp"] == 1000000000, "date", header)
    check(set(header["env"]) <= {"TERM", "SHELL"}, "environment", header)
    check(events[-1][0] > 5, "it plays too fast", events[-1][0])


@case(PLAY)
def case_existing_files_are_kept(program):
    argv, path = recorded(program, "a.cast")
    with open(path, "w") as f:
        f.write("precious\n")
    with Terminal(program, argv=argv) as t:
        exited(t.end(), 3)
        check(b"\x1b" not in t.raw and b"--force" in t.raw and
              t.raw.count(b"\n") <= 2, "message", t.raw)
    with open(path) as f:
        check(f.read() == "precious\n", "overwritten")
    with Terminal(program, argv=argv + ["--force"]) as t:
        t.wait_for(program.at(0))
        t.send("q")
        exited(t.end(), 0)
    read(path)
    for name in ("missing/a.cast", "."):
        argv, path = recorded(program, name)
        with Terminal(program, argv=argv) as t:
            exited(t.end(), 3)
            check(b"\x1b" not in t.raw and t.raw.count(b"\n") <= 2, "message",
                  t.raw)


@case(PLAY)
def case_no_screen_no_file(program):
    argv, path = recorded(program, "a.cast")
    with Terminal(program, argv=argv, env={"TERM": "dumb"}) as t:
        exited(t.end(), 3)
    check(not os.path.exists(path), "a file without a screen")
    done = run(program, argv=argv)
    check(done.returncode == 3 and b"--record" in done.stderr and
          not os.path.exists(path), "without a terminal", done)


@case(PLAY)
def case_signals_close_the_recording(program):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        argv, path = recorded(program, "%d.cast" % number)
        with Terminal(program, argv=argv) as t:
            t.wait_for(program.at(0))
            t.send("s")
            t.wait_for(program.at(1))
            text = t.settle()
            t.kill(number)
            died_by(t.end(), number)
            t.check_restored()
        check(replay(path) == text, "the recording is not whole", replay(path))


@case(PLAY)
def case_killed_recordings_lose_a_line_at_most(program):
    rng = random.Random(3)
    for i in range(20 if SOAK else 6):
        argv, path = recorded(program, "%d.cast" % i)
        with Terminal(program, argv=argv) as t:
            t.wait_for(program.at(0))
            for _ in range(rng.randrange(1, 30)):
                t.send("s")
                t.pump(0.002)
            t.kill(signal.SIGKILL)
            t.end()
        header, events = read(path, cut=True)
        check(events, "nothing was written before the end")


@case(PLAY)
def case_size_limit_ends_the_recording_only(program):
    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    argv, path = recorded(program, "limit.cast")
    with Terminal(program, argv=argv, before_exec=limited) as t:
        t.wait_for(program.at(0))
        t.send("sssG")
        t.settle()
        t.send("g")
        t.wait_for(program.at(0))
        t.send("q")
        exited(t.end(), 3)
        t.check_restored()
        check("cannot record to " in t.text() and
              "File too large" in t.text(), "no reason", t.text())
    check(os.path.getsize(path) <= 2000, "beyond the limit")


@case(PLAY)
def case_full_disk_ends_the_recording_only(program):
    argv, path = recorded(program, "a.cast", "--force")
    os.symlink("/dev/full", path)
    with Terminal(program, argv=argv) as t:
        status = t.end()
        exited(status, 3)
        check(b"\x1b" not in t.raw, "escapes", t.raw)


@case(PLAY)
def case_times_in_any_locale(program):
    argv, path = recorded(program, "a.cast")
    with Terminal(program, argv=argv, env={"LC_NUMERIC": "de_DE.UTF-8"}) as t:
        t.wait_for(program.at(0))
        t.send("q")
        exited(t.end(), 0)
    with open(path) as f:
        check(re.match(r"\[\d+\.\d{6}, ", f.read().split("\n")[1]), "a time")
