# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends, signals, crashes, hang-ups: the terminal is left as it was found."""
import os
import random
import re
import signal
import subprocess
import time

from harness import (BUILD, DEMO, PATIENCE, ROOT, SOAK, Failure, Terminal, case,
                     check, check_modes_off, died_by, exited, run)

TERMINAL_LESS = [("nosuch", "TERM=nosuch"), ("dumb", "TERM=dumb"),
                 ("hardcopy", "TERM=hardcopy"), ("", "TERM"), (None, "TERM")]


@case()
def case_quit_restores_everything(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        check(b"\x1b[?1049h" in t.raw, "no alternate screen")
        check(b"\x1b[?2004h" in t.raw, "no bracketed paste")
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()


@case(DEMO)
def case_mouse_is_switched_off_again(program):
    with Terminal(program, ["--mouse"]) as t:
        t.wait_for(program.at(0))
        check(b"\x1b[?1000h\x1b[?1006h" in t.raw, "mouse not asked for")
        t.send("\x1b[<0;10;3M\x1b[<0;10;3m")
        t.wait_for("click 2,9")
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()
        check(t.raw.index(b"?1000l") < t.raw.index(b"?1049l"),
              "mouse off only after the screen was left")


@case()
def case_mouse_is_not_asked_for_unless_wanted(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("q")
        t.end()
        check(not re.search(rb"\?100[0-6]h", t.raw), "mouse switched on")


def ends_by(program, number, keys="", arguments=()):
    with Terminal(program, arguments) as t:
        t.wait_for(program.at(0))
        t.send(keys)
        t.settle()
        t.kill(number)
        died_by(t.end(), number)
        t.check_restored()


@case()
def case_sigterm_sigint_sighup_end_by_that_signal(program):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        ends_by(program, number)


@case()
def case_signals_that_end_a_program_restore_too(program):
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU,
                   signal.SIGVTALRM, signal.SIGPROF, signal.SIGIO):
        ends_by(program, number)


@case()
def case_sigterm_ends_an_open_prompt(program):
    ends_by(program, signal.SIGTERM, ":st")


@case()
def case_crash_signals_restore_and_keep_their_status(program):
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT,
                   signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSYS,
                   signal.SIGTRAP):
        ends_by(program, number)


@case(DEMO)
def case_crashes_from_within_restore(program):
    for key, number in (("X", signal.SIGSEGV), ("A", signal.SIGABRT)):
        with Terminal(program, ["--mouse"]) as t:
            t.wait_for(program.at(0))
            t.send(key)
            died_by(t.end(), number)
            t.check_restored()


@case(DEMO)
def case_panic_restores_before_its_message(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send("P")
        exited(t.end(), 4)
        t.check_restored()
        check(t.raw.rindex(b"?1049l") < t.raw.index(b"internal error"),
              "the message came before the terminal was restored")


@case()
def case_second_sigint_needs_no_reaction(program):
    """It may come while the first one's end gives the terminal back."""
    for delay in (0, 0.0005, 0.001, 0.002, 0.004):
        with Terminal(program) as t:
            t.wait_for(program.at(0))
            t.kill(signal.SIGINT)
            time.sleep(delay)
            t.kill(signal.SIGINT)
            died_by(t.end(), signal.SIGINT)
            t.check_restored()


@case()
def case_sigterm_ends_a_blocked_writer(program):
    """Nobody reads what the program sends: it hangs in write()."""
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for _ in range(40):
            try:
                os.write(t.fd, b"\x0c" * 50)
            except OSError:
                break
            time.sleep(0.01)
        t.kill(signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pid, status = os.waitpid(t.pid, os.WNOHANG)
            if pid:
                t.status = status
                break
            time.sleep(0.05)
        check(t.status is not None, "still blocked")
        died_by(t.status, signal.SIGTERM)


@case()
def case_hangup_ends_even_if_sighup_is_ignored(program):
    def ignore():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with Terminal(program, before_exec=ignore) as t:
        t.wait_for(program.at(0))
        t.settle()
        t.hang_up()
        died_by(t.end(), signal.SIGHUP)


@case()
def case_hangup_while_the_prompt_is_open(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.send(":ste")
        t.settle()
        t.hang_up()
        died_by(t.end(), signal.SIGHUP)


@case(DEMO)
def case_handlers_call_only_what_is_safe(program):
    safe = {"write", "tcsetattr", "tcgetpgrp", "getpgrp", "poll", "signal",
            "sigemptyset", "sigaddset", "sigprocmask", "raise", "alarm"}
    own = {"wake", "restore_terminal", "die", "on_fatal", "on_end", "on_alarm",
           "on_note"}
    with open(os.path.join(ROOT, "src/screen/signals.c")) as f:
        source = f.read()
    part = source[source.index("/* ---- handlers"):
                  source.index("/* ---- the table")]
    part = re.sub(r"/\*.*?\*/", "", part, flags=re.S)
    called = set(re.findall(r"\b(\w+)\(", part)) - {"if", "while", "return"}
    check(own <= called | {"on_alarm", "on_note"}, "handlers not found", called)
    check(called <= safe | own, "unsafe in a handler", called - safe - own)


@case()
def case_storm_of_signals_is_survived(program):
    rng = random.Random(1)
    numbers = (signal.SIGWINCH, signal.SIGCONT, signal.SIGTSTP)
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        for _ in range(2000 if SOAK else 300):
            t.kill(rng.choice(numbers))
            t.pump(0.001)
        t.settle()
        t.send("s")
        t.wait_for(program.at(1))
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()


@case()
def case_no_usable_terminal_is_said_and_exits_3(program):
    for name, expected in TERMINAL_LESS:
        env = {} if name is None else {"TERM": name}
        unset = ("TERM",) if name is None else ()
        with Terminal(program, env=env, unset=unset) as t:
            exited(t.end(), 3)
            text = t.raw.decode()
            check("\x1b" not in text, "escapes on TERM=%s" % name, repr(text))
            check(expected in text and "mmstep shell" in text,
                  "TERM=%s: unhelpful message" % name, text)


@case(DEMO)
def case_input_from_a_pipe_is_no_keys(program):
    with Terminal(program, argv=["/bin/sh", "-c", "printf 'q\\n' | \"$@\"", "-"]
                  + program.argv) as t:
        exited(t.end(), 3)
        check(b"\x1b" not in t.raw, "escapes sent", t.raw)
        check(b"standard input is not a terminal" in t.raw, "message", t.raw)


@case(DEMO)
def case_data_on_standard_input_keys_from_the_terminal(program):
    with Terminal(program, argv=["/bin/sh", "-c",
                                 "printf 'sssq' | \"$@\" -", "-"]
                  + program.argv) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for(program.at(1))
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()


@case(DEMO)
def case_output_to_a_file_gets_no_escapes(program):
    done = run(program, stdin=subprocess.DEVNULL)
    check(done.returncode == 3, "exit %d" % done.returncode)
    check(b"\x1b" not in done.stdout + done.stderr and not done.stdout,
          "bytes sent", done.stdout)
    with Terminal(program, argv=["/bin/sh", "-c", "\"$@\" >\"$HOME/out\"", "-"]
                  + program.argv) as t:
        exited(t.end(), 3)
        with open(os.path.join(program.home, "out"), "rb") as f:
            check(f.read() == b"", "bytes in the file")


@case()
def case_idle_sends_nothing_and_takes_no_time(program):
    with Terminal(program) as t:
        t.wait_for(program.at(0))
        t.settle()
        before, ticks = len(t.raw), t.ticks()
        t.pump(1.5)
        check(len(t.raw) == before, "bytes while idle")
        check(t.ticks() - ticks <= 1, "time used while idle")


@case()
def case_system_calls_keep_the_rules(program):
    """No child processes, nothing on standard error under the screen, private
    modes off before the terminal's modes are restored, input never
    non-blocking."""
    log = os.path.join(program.home, "strace")
    argv = ["strace", "-f", "-o", log, "-s", "200", "-e",
            "trace=execve,fork,vfork,clone,clone3,write,ioctl,fcntl"]
    with Terminal(program, argv=argv + program.argv) as t:
        t.wait_for(program.at(0))
        t.send("s")
        t.wait_for(program.at(1))
        t.send(":x\r")
        t.settle()
        t.send("q")
        exited(t.end(), 0)
    with open(log) as f:
        lines = f.read().split("\n")
    text = "\n".join(lines)
    check(text.count("execve(") == 1, "another program was run")
    check(not re.search(r"\b(v?fork|clone3?)\(", text), "a child was made")
    first = next(i for i, l in enumerate(lines) if "?1049h" in l)
    last = max(i for i, l in enumerate(lines) if "?1049l" in l)
    check(not any("write(2," in l for l in lines[first:last]),
          "written to standard error under the screen")
    off = max(i for i, l in enumerate(lines) if re.search(r"\?\d+l", l))
    flush = [i for i, l in enumerate(lines) if "TCSETSF" in l]
    check(flush and flush[-1] > off, "modes restored before private modes")
    check(not re.search(r"fcntl\([012], F_SETFL", text), "tty flags changed")
