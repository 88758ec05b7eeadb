# SPDX-License-Identifier: GPL-3.0-or-later
"""Geometry, characters, colours, cursor, cost."""
import fcntl
import os
import re
import subprocess
import time

from harness import (DEMO, SOAK, Terminal, Tmux, case, check, exited)

COLOUR = rb"(?:3\d|4\d|9\d|10[0-7])"
DIRECT = r"""xterm-direct|direct colour for the tests, use=xterm-256color,
 RGB, colors#0x1000000, pairs#0x7FFF, ccc@,
 setaf=\E[%?%p1%{8}%<%t3%p1%d%e38:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
 setab=\E[%?%p1%{8}%<%t4%p1%d%e48:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
xterm-16color|sixteen colours for the tests, use=xterm,
 colors#16, pairs#256,
 setaf=\E[%?%p1%{8}%<%t%p1%{30}%+%e%p1%'R'%+%;%dm,
 setab=\E[%?%p1%{8}%<%t%p1%'('%+%e%p1%{92}%+%;%dm,
xterm-mono|no colours for the tests, use=xterm-256color,
 colors@, pairs@, setaf@, setab@, op@,
"""


def extra_types(program):
    """Terminal types that a Debian without ncurses-term does not have."""
    folder = os.path.join(program.home, "terminfo")
    source = os.path.join(program.home, "types")
    with open(source, "w") as f:
        f.write(DIRECT)
    subprocess.run(["tic", "-x", "-o", folder, source], check=True,
                   capture_output=True)
    return {"TERMINFO_DIRS": folder + ":/etc/terminfo:/lib/terminfo"
            ":/usr/share/terminfo"}


def sgr(raw):
    """The attribute and colour numbers that were sent."""
    return {n for s in re.findall(rb"\x1b\[([\d;:]*)m", raw)
            for n in s.split(b";")}


def shot(program, arguments=(), rows=24, columns=80, keys="", env=None,
         unset=()):
    """Screen, cursor and bytes after some keys."""
    with Terminal(program, arguments, rows, columns, env, unset) as t:
        t.wait_for(r"\S")
        t.settle()
        for key in keys:
            t.send(key)
            t.settle()
        result = t.text(), t.cursor(), t.raw
        t.send("q")
        exited(t.end(), 0)
        return result


# ---- geometry

@case()
def case_unknown_size_is_24_by_80(program):
    with Terminal(program, rows=0, columns=0) as t:
        t.wait_for(program.at(0))
        text = t.settle()
    check(text == shot(program)[0], "not the screen of 24x80", text)


@case()
def case_lines_and_columns_are_ignored(program):
    text = shot(program, env={"LINES": "10", "COLUMNS": "45"})[0]
    check(text == shot(program)[0], "another screen", text)
    with Terminal(program, env={"LINES": "10", "COLUMNS": "45"}) as t:
        t.wait_for(program.at(0))
        t.resize(30, 100)
        t.settle()
        check(t.text() == shot(program, rows=30, columns=100)[0],
              "no resize", t.text())


@case()
def case_every_size_is_survived(program):
    sizes = [(r, c) for r in (range(1, 31) if SOAK else (1, 2, 3, 11, 12, 13))
             for c in (range(1, 91) if SOAK else (1, 2, 3, 7, 39, 40, 41, 79))]
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for rows, columns in sizes:
            t.resize(rows, columns)
            t.pump(0.03)
        t.resize(24, 80)
        t.send("s")
        t.wait_for(program.at(1))
        check(t.settle() == shot(program, keys="s")[0], "no recovery", t.text())


@case()
def case_starts_at_every_small_size(program):
    for rows, columns in ((1, 1), (1, 80), (24, 1), (2, 2), (3, 200)):
        with Terminal(program, rows=rows, columns=columns) as t:
            t.wait_for(r"\S")
            t.settle()
            t.resize(24, 80)
            t.wait_for(program.at(0))
            t.send("q")
            exited(t.end(), 0)


@case()
def case_absurd_size_is_survived(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        fcntl.ioctl(t.fd, 0x5414, b"\xff\xff\xff\xff\0\0\0\0")  # TIOCSWINSZ
        t.pump(0.5)
        t.resize(24, 80)
        t.send("s")
        t.wait_for(program.at(1))


@case()
def case_storm_of_resizes_is_drawn_seldom(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.settle()
        t.resize(40, 100)
        before = len(t.raw)
        t.settle()
        frame = len(t.raw) - before
        before = len(t.raw)
        for i in range(500):
            t.resize(24 + i % 17, 80 + i % 41)
            time.sleep(0.0005)
            t.pump(0)
        t.resize(30, 90)
        t.settle()
        check(t.text() == shot(program, rows=30, columns=90)[0],
              "not the last size", t.text())
        check(len(t.raw) - before <= 20 * frame, "%d bytes for frames of %d" % (
            len(t.raw) - before, frame))


@case()
def case_growing_and_shrinking_leaves_nothing_behind(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("s")
        t.wait_for(program.at(1))
        for rows, columns in ((40, 120), (12, 40), (24, 80), (30, 90)):
            t.resize(rows, columns)
            t.settle()
        after = t.settle()
    with Tmux(program, rows=30, columns=90) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("s")
        t.wait_for(program.at(1))
        check(t.settle() == after, "remains", after, t.text())


@case(DEMO)
def case_prompt_survives_resizes(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":step 123456789 abcdefghij")
        t.settle()
        t.resize(24, 20)
        t.settle()
        t.resize(24, 100)
        t.wait_for("\n:step 123456789 abcdefghij *$")
        t.send("\x01\x04\x04XX")
        t.wait_for("\n:XXep 123456789 abcdefghij *$")
        check(t.cursor() == (23, 3), "cursor", t.cursor())


# ---- characters

@case()
def case_wide_curses_draws_frames_with_unicode(program):
    text, _, raw = shot(program)
    check("\u2500" in text, "no frame", text)
    check(b"\x1b(0" not in raw and b"\x0e" not in raw, "VT100 line drawing")
    other = shot(program, env={"NCURSES_NO_UTF8_ACS": "1"})[0]
    check(other == text, "another look with NCURSES_NO_UTF8_ACS", other)
    libraries = subprocess.run(["ldd", program.argv[0]], capture_output=True,
                               text=True).stdout
    check("libncursesw" in libraries, "not the wide library", libraries)


@case()
def case_without_utf8_the_screen_is_ascii(program):
    for env in ({"LC_ALL": "C"}, {"LC_ALL": "POSIX"}):
        text, _, raw = shot(program, env=env)
        check(max(raw) < 0x80, "bytes above 0x7f", text)
        check(b"\x1b(0" not in raw and b"\x0e" not in raw, "line drawing")
        check("+--" in text, "no frame", text)


@case()
def case_locale_that_is_not_installed_may_say_utf8(program):
    expected = shot(program)[0]
    for env in ({"LC_ALL": "xx_YY.UTF-8"}, {"LC_ALL": "", "LANG": "xx.utf8"}):
        text = shot(program, env=env)[0]
        check(text == expected, "another text", text)
    text = shot(program, env={"LC_ALL": "xx_YY", "LANG": "xx.UTF-8"})[0]
    check("+--" in text, "not ASCII", text)


@case()
def case_ascii_option_is_seven_bit(program):
    text, _, raw = shot(program, ["--ascii"])
    check(max(raw) < 0x80, "bytes above 0x7f", text)
    check("+--" in text, "no frame", text)


@case(DEMO)
def case_wide_characters_leave_borders_in_place(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        lines = t.settle().split("\n")[3:9]
        for line in lines:
            width = sum(2 if c == "\u6f22" else 0 if c == "\u0301" else 1
                        for c in line)
            check(line.endswith("\u2502") and width == 36, "border", line)


@case()
def case_hard_tabs_are_not_used(program):
    _, _, raw = shot(program, keys="sssb")
    check(b"\t" not in raw, "a tab was sent")


# ---- colours

@case()
def case_colours_are_the_basic_eight_everywhere(program):
    env = extra_types(program)
    seen = {}
    for name in ("xterm-256color", "xterm-direct", "xterm-16color",
                 "tmux-256color", "linux", "screen-256color"):
        with Terminal(program, env=dict(env, TERM=name)) as t:
            t.wait_for(program.at(0))
            t.send("s")
            t.wait_for(program.at(1))
            t.settle()
            seen[name] = {n for n in sgr(t.raw) if re.fullmatch(COLOUR, n)}
            check(not {b"38", b"48"} & sgr(t.raw), "palette on %s" % name)
            check(not {b"40", b"37"} & sgr(t.raw),
                  "white or black by number on %s" % name)
    check(len({frozenset(s) for s in seen.values()}) == 1, "differing", seen)


@case(DEMO)
def case_painting_themes_use_the_palette_where_it_is_sure(program):
    env = extra_types(program)
    for name in ("contrast", "class"):
        raw = shot(program, ["--theme", name], keys="s")[2]
        check({b"38", b"48"} <= sgr(raw), "%s does not paint" % name)
        raw = shot(program, ["--theme", name], keys="s",
                   env=dict(env, TERM="xterm-direct"))[2]
        check(not {b"38", b"48"} & sgr(raw), "%s on direct colour" % name)


@case(DEMO)
def case_theme_changes_repaint(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for name in ("light", "contrast", "mono", "class", "dark"):
            t.send("t")
            t.wait_for("theme " + name)
        text = re.sub("theme .*", "", t.settle())
        check("> line 0" in text, "screen", text)


@case()
def case_no_color_sends_no_colour_and_says_the_same(program):
    plain, _, raw = shot(program, keys="s", env={"NO_COLOR": "1"})
    check(not [n for n in sgr(raw) if re.fullmatch(COLOUR, n)],
          "colours sent", sgr(raw))
    check(plain == shot(program, keys="s")[0], "another text", plain)
    check(shot(program, env={"NO_COLOR": ""})[2] == shot(program)[2],
          "an empty NO_COLOR counts")


@case()
def case_terminals_without_colour_say_the_same(program):
    env = extra_types(program)
    expected = shot(program, keys="s")[0]
    for name in ("vt100", "xterm-mono", "vt220", "ansi", "linux"):
        if subprocess.run(["infocmp", name], env=dict(os.environ, **env),
                          capture_output=True).returncode:
            continue
        text = shot(program, keys="s", env=dict(env, TERM=name))[0]
        check(text == expected, "another text on %s" % name, text)


# ---- cursor and cost

@case(DEMO)
def case_cursor_stands_on_the_focused_item(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        for n in range(1, 7):
            t.keys("s")
            t.wait_for(program.at(n))
            t.settle()
            check(t.cursor() == (3 + n % 5, 2), "cursor", t.cursor())
            check(t.ask("cursor_flag") == "1", "cursor hidden")
        t.type(":abc")
        t.wait_for(":abc")
        t.settle()
        check(t.cursor() == (23, 4), "cursor in the prompt", t.cursor())


@case()
def case_step_sends_at_most_a_kilobyte(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.settle()
        for n in range(1, 12):
            before = len(t.raw)
            t.send("s")
            t.wait_for(program.at(n))
            t.settle()
            check(len(t.raw) - before <= 1024, "%d bytes for step %d" % (
                len(t.raw) - before, n))


@case()
def case_ctrl_l_repaints(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        text = t.settle()
        t.stream.feed(b"\x1b[H\x1b[2Jgarbage")
        t.send("\x0c")
        t.wait_for(program.at(0))
        t.settle()
        check("garbage" not in t.text(), "garbage stayed", text)


@case()
def case_non_blocking_terminal_loses_nothing(program):
    """A parent may have left O_NONBLOCK on the shared description."""
    def non_blocking():
        flags = fcntl.fcntl(0, fcntl.F_GETFL)
        fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_NONBLOCK)

    expected = shot(program, rows=60, columns=200, keys="s")[0]
    with Terminal(program, rows=60, columns=200,
                  before_exec=non_blocking) as t:
        t.wait_for(program.at(0))
        for _ in range(30):         # output that nobody takes for a while
            t.send("\x0c")
        time.sleep(0.1)
        t.send("s")
        t.wait_for(program.at(1))
        check(t.settle() == expected, "parts are missing", t.text())
