# SPDX-License-Identifier: GPL-3.0-or-later
"""A report, written as a scene and played: at the refusing line everything that
matters is on the screen."""
import glob
import os

from harness import MMSTEP, PLAY, ROOT, both, case, check, run

OWN = os.path.join(ROOT, "tests/reports/failure-3.16-order4.txt")
# Real reports, where they lie beside the project.
SAMPLES = os.path.join(os.path.dirname(ROOT), "shared/reports")
AT_LINE = "This line refuses"


def scene_of(program, report):
    path = os.path.join(program.home, "made.yaml")
    done = run(program, argv=[MMSTEP, "explain"],
               arguments=[report, "--scene", path, "--force"])
    check(done.returncode == 0, "explain --scene", done.stderr)
    return path


def play_to_the_line(program, report, missing, expected, rows, columns):
    """Both questions answered, the first one wrongly at first."""
    argv = [MMSTEP, "play", "--still", scene_of(program, report)]
    for t in both(program, argv, rows=rows, columns=columns):
        for words in ("Somebody asked", "from the top down", "Read later",
                      "fast path", r"Will it give"):
            t.wait_for(words)
            t.send("1" if words == "Will it give" else " ")
        t.wait_for("Free pages alone decide nothing")
        t.send("2")
        t.wait_for("It refuses")
        t.send(" ")
        t.wait_for("too few")
        t.send("%d\r" % missing)
        t.wait_for("one more than")
        t.send(" ")
        text = t.wait_for(AT_LINE)
        for words in expected:
            check(words in text, "%s is not on the screen" % words, text)


@case(PLAY)
def case_a_report_s_refusing_line(program):
    play_to_the_line(program, OWN, 66, (
        "185 > 250: no", "pages short: 66", "order 4 at min: no, 66 pages short",
        "rule 4.4 here: yes, 28 blocks fit", "read later: +376 pages",
        ">   if free > mark"), 24, 80)


@case(PLAY)
def case_a_report_s_refusing_line_on_a_wide_screen(program):
    play_to_the_line(program, OWN, 66, (
        "185 > 250: no", "order 4 at min: no, 66 pages short",
        "rule_4_2 · the rule up to 4.3", "rule_4_4 · the rule since 4.4"),
        36, 120)


@case(PLAY)
def case_a_real_report_s_refusing_line(program):
    """Sample 14: the line, its margin, and 4.4's answer at 80×24."""
    for report in glob.glob(os.path.join(SAMPLES, "14-*.txt")):
        play_to_the_line(program, report, 248, (
            "−61 > 186: no", "pages short: 248", "order 4 at min: no, 248 pages short",
            "rule 4.4 here: yes, 14 blocks fit", "read later: +270 pages"),
            24, 80)
