# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys, odd bytes, pastes."""
import time

from harness import DEMO, Terminal, Tmux, case, check, exited

PASTE = "\x1b[200~", "\x1b[201~"


@case()
def case_steps_forth_and_back(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for(program.at(1))
        t.send("s")
        t.wait_for(program.at(2))
        t.send("b")
        t.wait_for(program.at(1))


@case()
def case_arrows_of_all_terminals_whatever_term_says(program):
    for name in ("xterm-256color", "vt100", "linux", "screen"):
        with Terminal(program, env={"TERM": name}) as t:
            t.wait_for(program.at(0))
            for n, bytes_ in enumerate(("\x1b[C", "\x1bOC"), 1):
                t.send(bytes_)
                t.wait_for(program.at(n))


@case(DEMO)
def case_keys_without_terminfo_are_one_key(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for bytes_, name in (("\x1b[1~", "Home"), ("\x1b[H", "Home"),
                             ("\x1bOH", "Home"), ("\x1b[7~", "Home"),
                             ("\x1b[4~", "End"), ("\x1b[5~", "PgUp"),
                             ("\x1b[6~", "PgDn"), ("\x1b[[A", "F1"),
                             ("\x1b[Z", "S-Tab"), ("\x1b[1;5C", "C-Right")):
            t.send("x")
            t.wait_for("key x")
            t.send(bytes_)
            t.wait_for("key %s *\n" % name)


@case()
def case_bad_bytes_swallow_no_key(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for n, bad in enumerate((b"\xff", b"\xc3", b"\xe2\x96", b"\x80\x80",
                                 b"\xf0\x9f"), 1):
            t.send(bad)
            time.sleep(0.02)
            t.send("s")
            t.wait_for(program.at(n))


@case()
def case_sequence_in_pieces_is_one_key(program):
    with Terminal(program, env={"ESCDELAY": "5000"}) as t:
        t.wait_for(program.at(0))
        for piece in ("\x1b", "[", "C"):
            t.send(piece)
            time.sleep(0.15)
        t.wait_for(program.at(1))


@case(DEMO)
def case_escape_alone_is_escape(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("\x1b")
        t.wait_for("key Esc")
        t.send("\x1b")
        time.sleep(0.3)     # far longer than a sequence may take
        t.send("s")
        t.wait_for("key s")
        t.wait_for(program.at(1))


@case(DEMO)
def case_escape_is_seen_while_playing(program):
    """Waits shorter than the time a lone Esc takes must add up."""
    with Terminal(program, env={"ESCDELAY": "200"}) as t:
        t.wait_for(program.at(0))
        t.send("a")
        t.wait_for(program.at(3))
        t.send("\x1b")
        t.wait_for("key Esc")


@case(DEMO)
def case_held_key_is_drawn_once_a_burst(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.settle()
        before = len(t.raw)
        t.send("s" * 900)
        t.wait_for(program.at(900))
        t.settle()
        check(len(t.raw) - before < 16384, "%d bytes" % (len(t.raw) - before))


@case(DEMO)
def case_control_keys_are_keys(program):
    """Ctrl-C, Ctrl-S, Ctrl-Q and Ctrl-\\ neither end nor freeze anything."""
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for byte, name in (("\x03", "C-c"), ("\x13", "C-s"), ("\x11", "C-q"),
                           ("\x1c", r"C-\\"), ("\x04", "C-d")):
            t.send(byte)
            t.wait_for("key " + name)
        t.send("s")
        t.wait_for(program.at(1))


@case()
def case_ctrl_s_does_not_freeze(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("\x13")
        t.send("s")
        t.wait_for(program.at(1))


@case()
def case_paste_fires_no_keys(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(PASTE[0] + "sssqqq:quit\r" + PASTE[1])
        t.settle()
        check(program.at(0).search(t.text()), "keys fired", t.text())
        t.send("s")
        t.wait_for(program.at(1))


@case()
def case_poured_text_does_not_quit(program):
    """A paste without brackets: the keys come, but not quit's."""
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("qqqq")
        t.settle()
        t.send("s")
        t.wait_for(program.at(1))
        t.send("q")
        exited(t.end(), 0)


@case()
def case_paste_end_in_pieces_ends_the_paste(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(PASTE[0] + "xx\x1b[2")
        time.sleep(0.2)
        t.send("01~")
        t.settle()
        t.send("s")
        t.wait_for(program.at(1))


@case(DEMO)
def case_paste_into_the_prompt_is_not_entered(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":")
        t.send(PASTE[0] + "step 1\rquit\r\n" + PASTE[1])
        t.wait_for("\n:step 1 quit *$")
        t.send("\x15step 7\r")
        t.wait_for(program.at(7))


@case(DEMO)
def case_huge_paste_is_cut_and_costs_little(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":")
        t.settle()
        before, resident = len(t.raw), memory(t.pid)
        t.send(PASTE[0] + "x" * (1 << 20) + PASTE[1])
        t.wait_for("xxxx")
        t.settle()
        check(len(t.raw) - before < 4000, "%d bytes sent" % (
            len(t.raw) - before))
        check(memory(t.pid) - resident < 16384, "memory grew")
        t.send("y")
        t.wait_for("at most 4096 bytes")
        t.send("\x03")
        t.wait_for("cancelled")


def memory(pid):
    """Resident kilobytes."""
    with open("/proc/%d/status" % pid) as f:
        return int(f.read().split("VmRSS:")[1].split()[0])


@case(DEMO)
def case_computation_gives_way_to_a_key(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("C")
        t.wait_for("computing")
        t.send("s")
        t.wait_for(program.at(1))


@case()
def case_tmux_paste_is_a_paste(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.paste("qqq:quit\n")
        t.settle()
        check(program.at(0).search(t.text()), "keys fired", t.text())
        t.keys("s")
        t.wait_for(program.at(1))


@case()
def case_tmux_keys_by_name(program):
    with Tmux(program) as t:
        t.start()
        t.wait_for(program.at(0))
        t.keys("Right")
        t.wait_for(program.at(1))
        t.keys("Left")
        t.wait_for(program.at(0))
