# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs on a pseudo-terminal (Terminal) and in tmux (Tmux).

Rules for cases: wait for a pattern (wait_for) or for a screen that no longer
changes (settle), never sleep and then assert; what is sent may be timed, what
is expected may not. Every case gets a home folder of its own.

A case is a function case_... in a file cases_*.py with the decorator @case;
it gets the Program to drive and fails by an exception (check, assert).
"""
import fcntl
import os
import pty
import pyte
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", ".build"))
SOAK = bool(os.environ.get("MMSTEP_SOAK"))
PATIENCE = 20.0     # seconds until something that must happen counts as missing


class Program:
    """What is driven, and how its screen tells what the cases need."""

    def __init__(self, name, argv, step):
        self.name = name
        self.argv = argv            # list
        self.step = step            # regular expression, group 1: the step
        self.home = None            # set for each case

    def at(self, n):
        """The pattern of the screen at step n."""
        return re.compile(self.step.replace("(N)", r"\b%s\b" % format(n, ",")))


DEMO = Program("demo", [os.path.join(BUILD, "screen_demo")],
               r"step (N) of 1000")
MMSTEP = os.environ.get("MM") or os.path.join(ROOT, "mmstep")
ONE = os.path.join(ROOT, "tests/pty/one.yaml")     # one CPU: a step is a line
PLAY = Program("play", [MMSTEP, "play", ONE], r"step (N) of \S")
# To add one: its Program here; all cases without a program of their own run
# for it too. Its step must grow by one with "s" and start at 0.
PROGRAMS = [DEMO, PLAY]
# It has no steps: only the cases that name it run for it.
LIVE = Program("live", [MMSTEP, "live"], r"(mmstep) live")

_cases = []


def case(*programs):
    """Registers a case, for these programs or for all."""
    def register(function):
        _cases.append((function, programs or None))
        return function
    return register


def all_cases():
    return [(f, p) for f, only in _cases for p in PROGRAMS + [LIVE]
            if (p in only if only else p in PROGRAMS)]


class Failure(Exception):
    pass


def check(condition, text, *more):
    if not condition:
        raise Failure("\n".join([text] + [str(m) for m in more]))


def environment(program, env=None, unset=()):
    e = {k: v for k, v in os.environ.items()
         if k in ("PATH", "TMPDIR") or k.startswith(("ASAN", "UBSAN", "LSAN"))}
    e.update(TERM="xterm-256color", LC_ALL="C.UTF-8", HOME=program.home)
    e.update(env or {})
    for name in unset:
        e.pop(name, None)
    return e


def forget_places(program):
    try:
        os.remove(os.path.join(program.home, ".local/state/mmstep/places"))
    except FileNotFoundError:
        pass


class Screen(pyte.Screen):
    """With what pyte does not know: scrolling by a sequence (SU, SD), the
    repeated character (REP), and types that wrap with the last column."""
    drawn = " "
    wraps_at_once = False

    def draw(self, data):
        self.drawn = data[-1:] or self.drawn
        if not self.wraps_at_once:
            super().draw(data)
            return
        for character in data:
            super().draw(character)
            if self.cursor.x == self.columns:
                self.carriage_return()
                self.index()

    def repeat(self, count=1):
        self.draw(self.drawn * (count or 1))

    def scroll(self, count, edge, move):
        top, bottom = self.margins or (0, self.lines - 1)
        before = self.cursor.y
        self.cursor.y = bottom if edge else top
        for _ in range(min(count or 1, self.lines)):
            move()
        self.cursor.y = before

    def scroll_up(self, count=1):
        self.scroll(count, True, self.index)

    def scroll_down(self, count=1):
        self.scroll(count, False, self.reverse_index)


class Stream(pyte.ByteStream):
    csi = dict(pyte.ByteStream.csi, S="scroll_up", T="scroll_down", b="repeat")
    events = pyte.ByteStream.events | {"scroll_up", "scroll_down", "repeat"}


class Terminal:
    """A program on a pseudo-terminal, its screen modelled by pyte."""

    def __init__(self, program, arguments=(), rows=24, columns=80, env=None,
                 unset=(), before_exec=None, argv=None, resume=False):
        argv = list(argv or program.argv) + list(arguments)
        if not resume:      # a scene goes on where the last one left it
            forget_places(program)
        e = environment(program, env, unset)
        self.raw = b""
        self.status = None
        self.open = True
        ready, go = os.pipe()       # the modes are read before it starts
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.close(go)
                os.read(ready, 1)
                # exec passes on what is ignored: SIGPIPE by Python, the
                # others by nohup or a shell's background job
                for number in (signal.SIGPIPE, signal.SIGINT, signal.SIGHUP,
                               signal.SIGQUIT):
                    signal.signal(number, signal.SIG_DFL)
                set_size(0, rows, columns)
                if before_exec:
                    before_exec()
                os.execvpe(argv[0], argv, e)
            finally:
                os._exit(127)
        self.modes = termios.tcgetattr(self.fd)
        os.close(ready)
        os.close(go)
        self.screen = Screen(columns or 80, rows or 24)
        self.screen.wraps_at_once = e.get("TERM") == "ansi"
        self.stream = Stream(self.screen)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        self.hang_up()

    def pump(self, seconds):
        """Takes what comes within the time; False if nothing did."""
        end = time.monotonic() + seconds
        got = False
        while self.open:
            left = end - time.monotonic()
            if not select.select([self.fd], [], [], max(left, 0))[0]:
                break
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                break
            if not data:
                break
            got = True
            self.raw += data
            self.stream.feed(data)
            if left <= 0:
                break
        return got

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def cursor(self):
        return self.screen.cursor.y, self.screen.cursor.x

    def wait_for(self, pattern, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.text()):
            if time.monotonic() > end:
                raise Failure("no %s on the screen:\n%s" % (
                    pattern, self.text()))
            self.pump(0.05)
        return self.text()

    def wait_gone(self, pattern, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while re.search(pattern, self.text()):
            check(time.monotonic() < end, "still %s" % pattern, self.text())
            self.pump(0.05)

    def wait_until(self, holds, text, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not holds():
            check(time.monotonic() < end, text, "the screen:", self.text())
            self.pump(0.05)

    def settle(self):
        """Two equal captures with silence between."""
        before = None
        end = time.monotonic() + PATIENCE
        while before != self.text() and time.monotonic() < end:
            before = self.text()
            while self.pump(0.08) and time.monotonic() < end:
                pass
        return self.text()

    def send(self, data):
        if isinstance(data, str):
            data = data.encode()
        while data:
            # a program that answers at length must not block us both
            _, ready, _ = select.select([], [self.fd], [], 0.2)
            if ready:
                data = data[os.write(self.fd, data[:1024]):]
            self.pump(0)

    def paste(self, text):
        """As a terminal does that was asked for brackets."""
        self.send("\x1b[200~" + text + "\x1b[201~")

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        set_size(self.fd, rows, columns)

    def kill(self, number):
        os.kill(self.pid, number)

    def hang_up(self):
        if self.open:
            self.open = False
            os.close(self.fd)

    def end(self, seconds=PATIENCE):
        """The wait status; fails if the program does not end by itself."""
        end = time.monotonic() + seconds
        while self.status is None:
            check(time.monotonic() < end, "did not end", self.text())
            self.pump(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
                while self.pump(0.5):   # all it wrote, to the end of file
                    pass
            elif not self.open:
                time.sleep(0.02)
        return self.status

    def ticks(self):
        """CPU time used so far, in clock ticks."""
        with open("/proc/%d/stat" % self.pid) as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def check_restored(self):
        """Modes, screen and private modes are as before the program."""
        if self.open:
            now = termios.tcgetattr(self.fd)
            check(now == self.modes, "terminal modes differ", self.modes, now)
        check_modes_off(self.raw)


def set_size(fd, rows, columns):
    fcntl.ioctl(fd, termios.TIOCSWINSZ,
                struct.pack("HHHH", rows, columns, 0, 0))


def check_modes_off(raw):
    """Each private mode switched on was later switched off, the cursor and
    line wrap excepted, which end switched on."""
    state = {}
    for numbers, what in re.findall(rb"\x1b\[\?([\d;]+)([hl])", raw):
        for n in numbers.split(b";"):
            state[n] = what
    for n, what in state.items():
        stays_on = n in (b"25", b"7")
        check(what == (b"h" if stays_on else b"l"),
              "mode %s was left %s" % (n.decode(), what.decode()))


def died_by(status, number):
    check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == number,
          "status %#x, expected death by signal %d" % (status, number))


def exited(status, code):
    check(os.WIFEXITED(status) and os.WEXITSTATUS(status) == code,
          "status %#x, expected exit %d" % (status, code))


def run(program, arguments=(), env=None, unset=(), argv=None, **more):
    """The program without a terminal: a CompletedProcess with bytes."""
    return subprocess.run(list(argv or program.argv) + list(arguments),
                          env=environment(program, env, unset),
                          capture_output=True, timeout=PATIENCE,
                          restore_signals=True, **more)


_sockets = 0


def both(program, argv, **more):
    """The command in a terminal of its own, then in tmux."""
    with Terminal(program, argv=argv, **more) as t:
        yield t
    with Tmux(program, **more) as t:
        forget_places(program)
        t.line("clear; " + " ".join(argv))
        yield t


class Tmux:
    """An interactive bash in tmux: job control, pastes, the cursor's place."""

    def __init__(self, program, rows=24, columns=80, env=None):
        global _sockets
        _sockets += 1
        self.program = program
        self.socket = "mm%d-%d" % (os.getpid(), _sockets)
        self.folder = tempfile.mkdtemp(prefix="mmtmux")
        self.env = environment(program, dict(
            env or {}, TMUX_TMPDIR=self.folder, INPUTRC="/dev/null"))
        config = os.path.join(self.folder, "conf")
        with open(config, "w") as f:
            f.write("set -s escape-time 0\nset -g status off\n"
                    "set -g default-terminal tmux-256color\n")
        start = os.path.join(self.folder, "bashrc")
        with open(start, "w") as f:
            f.write("PS1='ready$ '\nunset PROMPT_COMMAND HISTFILE\n")
        try:
            self.command("-f", config, "new-session", "-d", "-x", str(columns),
                         "-y", str(rows), "bash --rcfile " + start)
            self.wait_for(r"ready\$")
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"],
                       env=self.env, capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, *words):
        done = subprocess.run(["tmux", "-L", self.socket, "-u", *words],
                              env=self.env, capture_output=True,
                              timeout=PATIENCE)
        check(done.returncode == 0, "tmux %s" % (words,), done.stderr.decode())
        return done.stdout.decode()

    def keys(self, *names):
        self.command("send-keys", *names)

    def type(self, text):
        self.command("send-keys", "-l", text)

    def send(self, data):
        """Bytes as they are, seven bits each."""
        if isinstance(data, str):
            data = data.encode()
        for at in range(0, len(data), 256):
            self.keys("-H", *["%02x" % byte for byte in data[at:at + 256]])

    def line(self, text):
        """A command line for the shell."""
        self.type(text)
        self.keys("Enter")

    def start(self, *arguments):
        forget_places(self.program)
        self.line(" ".join(["clear;", *self.program.argv, *arguments]))

    def paste(self, text, brackets=True):
        subprocess.run(["tmux", "-L", self.socket, "load-buffer", "-"],
                       input=text.encode(), env=self.env, check=True)
        self.command("paste-buffer", *["-p"] * brackets)

    def text(self):
        return "\n".join(line.rstrip() for line in
                         self.command("capture-pane", "-p").split("\n"))

    def ask(self, what):
        return self.command("display", "-p", "#{%s}" % what).strip()

    def cursor(self):
        return int(self.ask("cursor_y")), int(self.ask("cursor_x"))

    def resize(self, rows, columns):
        self.command("resize-window", "-x", str(columns), "-y", str(rows))

    def wait_for(self, pattern, seconds=PATIENCE):
        end, pause = time.monotonic() + seconds, 0.02
        while True:
            text = self.text()
            if re.search(pattern, text):
                return text
            if time.monotonic() > end:
                raise Failure("no %s in tmux:\n%s" % (pattern, text))
            time.sleep(pause)
            pause = min(pause * 1.5, 0.2)   # each look is two processes

    def wait_until(self, holds, text, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not holds():
            check(time.monotonic() < end, text, "in tmux:", self.text())
            time.sleep(0.03)

    def settle(self):
        """Two equal captures, cursor included, with time between."""
        before = None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            now = self.text(), self.cursor()
            if now == before:
                break
            before = now
            time.sleep(0.1)
        return self.text()
