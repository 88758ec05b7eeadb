# SPDX-License-Identifier: GPL-3.0-or-later
"""mmstep live, on a folder whose files change under it."""
import os
import re
import shutil
import signal

from cases_jobs import suspend_and_return, to_shell
from harness import (LIVE, ROOT, Terminal, Tmux, case, check,
                     died_by, exited)

FREE = re.compile(r"pages free     90000")


class Machine:
    """A copy of tests/reports/machine in the case's home."""

    def __init__(self, program):
        self.root = os.path.join(program.home, "machine")
        shutil.copytree(os.path.join(ROOT, "tests/reports/machine"), self.root)
        self.zoneinfo = self.read("proc/zoneinfo")

    def path(self, name):
        return os.path.join(self.root, name)

    def read(self, name):
        with open(self.path(name)) as f:
            return f.read()

    def write(self, name, text):
        """All at once: who reads it sees the old or the new."""
        with open(self.path(name) + ".new", "w") as f:
            f.write(text)
        os.rename(self.path(name) + ".new", self.path(name))

    def free(self, pages):
        """Free pages of DMA32, of 90,000 at first."""
        self.write("proc/zoneinfo", FREE.sub("pages free     %d" % pages,
                                             self.zoneinfo))


def looked(t, times=3):
    """So many more looks at the folder were taken."""
    def read():
        with open("/proc/%d/io" % t.pid) as f:
            return int(f.readline().split()[1])
    size = 7000         # more than one look reads
    start = read()
    t.wait_until(lambda: read() > start + times * size, "no more looks")


def live(program, m, *arguments, **more):
    t = Terminal(program, [m.root, *arguments], **more)
    try:
        t.wait_for("mmstep live")
        t.settle()
    except BaseException:
        t.__exit__()
        raise
    return t


@case(LIVE)
def case_a_look_shows_and_marks_what_changed(program):
    m = Machine(program)
    with live(program, m) as t:
        check(re.search(r"> 0 DMA32 +90,000 ", t.text()), "the zone", t.text())
        check("*" not in t.text(), "marked at first", t.text())
        t.send("f")             # so that the marks stay until the next look
        t.wait_for("FROZEN")
        t.settle()
        sent = len(t.raw)
        m.free(88766)
        t.send("r")
        t.wait_for(r"> 0 DMA32 +88,766\*")
        t.wait_for(r"\* −1,234")
        # only cells that changed
        for same in (b"Committed", b"zones", b"blocks", b"2,400"):
            check(same not in t.raw[sent:], "sent anew: %s" % same)
        check(len(t.raw) - sent < 500, "%d bytes" % (len(t.raw) - sent))
        m.free(77777)
        t.send("f")             # it looks by itself again
        t.wait_for(r"> 0 DMA32 +77,777")
        t.wait_for(r"> 0 DMA32 +77,777 ")       # the next look: no change
        check("*" not in t.settle(), "still marked", t.text())
        t.send("q")
        exited(t.end(), 0)
        t.check_restored()


@case(LIVE)
def case_nothing_is_sent_when_nothing_changes(program):
    m = Machine(program)
    with live(program, m) as t:
        looked(t, 2)
        sent = len(t.raw)
        looked(t, 3)
        check(len(t.raw) == sent, "sent: %r" % t.raw[sent:])


@case(LIVE)
def case_f_freezes(program):
    m = Machine(program)
    with live(program, m) as t:
        t.send("f")
        t.wait_for("FROZEN")
        m.free(70000)
        t.send("3")
        t.wait_for("order 3 at min")
        t.send("0")
        t.wait_for("order 0 at min")
        check("90,000" in t.settle(), "not frozen", t.text())
        t.send("r")             # one look on demand, still frozen
        t.wait_for(r"70,000\*")
        m.free(60000)
        check("FROZEN" in t.settle(), "r ends the freeze", t.text())
        t.send("f")
        t.wait_for(r"60,000")
        check("every 1 s" in t.settle(), "still frozen", t.text())


@case(LIVE)
def case_enter_steps_on_a_frozen_copy(program):
    m = Machine(program)
    with live(program, m) as t:
        t.send("\t\r")
        t.wait_for(r"\|0 \+ 32,768\| ≥ 50,240: no")
        t.wait_for("a frozen copy")
        t.send("s")
        t.wait_for("> +>else this_cpu|else this_cpu")
        m.free(70000)
        t.send("b")
        t.wait_for(r"≥ 50,240: no")
        t.send("q")
        t.wait_for("FROZEN")
        check("90,000" in t.settle(), "not frozen", t.text())
        t.send("+\r")
        t.wait_for(r"\|0 \+ 65,536\| ≥ 50,240: yes")
        t.send("q")
        t.wait_for("FROZEN")
        t.send("j\r")
        t.wait_for(r"MADV_FREE, as here")
        check(re.search(r"93,840\s+pages are free", t.settle()), "free", t.text())
        t.resize(15, 50)
        t.wait_for("story 1/3")
        t.send("q")
        t.wait_for("counters 2/3")
        t.resize(24, 80)
        t.send("f")
        t.wait_for("70,000")
        t.send("j\r")                        # pressure
        t.wait_for("nothing is decided here")
        t.send("\x1b[A\r")
        t.wait_for(r"MADV_FREE, as here")
        t.kill(signal.SIGTERM)      # from within a decision
        died_by(t.end(), signal.SIGTERM)
        t.check_restored()
    check(not os.path.exists(os.path.join(program.home, ".local")),
          "something was kept of it")


@case(LIVE)
def case_a_request_on_the_real_lists(program):
    m = Machine(program)
    with live(program, m) as t:
        t.send("3\r")
        t.wait_for("Order 3, as things stand")
        text = t.wait_for("asks for 8 pages side")
        check(re.search(r"DMA32 +90,000 +2,000", text) and
              re.search(r"80,000 +4,000 +500 +0", text), "the lists", text)
        t.wait_for("get_page_from_freelist")
        t.send("s")
        t.wait_for("> *for each zone")
        t.send("b")
        t.wait_for("> zone = the highest")
        t.send("q")
        t.wait_for("FROZEN")
        t.send("\t\tj\r")                   # ring-2k, orders 3 and 0
        t.wait_for("if order 3 fails, SLUB asks for order 0")
        t.send("q")
        t.wait_for("FROZEN")
        t.send("k\r")                        # dentry, order 0
        t.wait_for("SLUB has only this try, order 0")
        t.send("q")
        t.wait_for("frozen; f goes on")
        os.remove(m.path("proc/buddyinfo"))
        t.send("\tr")
        t.wait_for("but its blocks can't be read")
        t.send("\r")
        t.wait_for("! the free blocks of node 0 DMA32 can't be read")
        t.send("q")
        exited(t.end(), 0)


@case(LIVE)
def case_what_can_no_longer_be_read(program):
    m = Machine(program)
    with live(program, m) as t:
        os.rename(m.path("proc/zoneinfo"), m.path("proc/away"))
        t.wait_for("! proc/zoneinfo: No such file or directory")
        check("90,000" in t.text(), "the last look is gone", t.text())
        m.write("proc/zoneinfo", m.zoneinfo[:10])
        t.wait_for("! proc/zoneinfo: no zone in it")
        m.free(77000)
        t.wait_for("77,000")
        check("!" not in t.settle(), "still in trouble", t.text())
        os.remove(m.path("proc/slabinfo"))
        t.wait_for("! proc/slabinfo: No such file")
        check("sudo" not in t.text(), "root would not help", t.text())
        for name in ("proc/meminfo", "proc/buddyinfo", "proc/vmstat",
                     "proc/sys/vm/min_free_kbytes"):
            os.remove(m.path(name))
        t.send("\t")
        t.wait_for(r"Committed_AS +\? ")
        t.wait_for("can't be told")
        m.write("proc/slabinfo", "a 1 1 64 64 1\n")
        t.wait_for(r"> a ")


@case(LIVE)
def case_hostile_names(program):
    m = Machine(program)
    m.write("proc/slabinfo",
            "\x1b]0;owned\x07 1 1 64 64 1\nwide-中中 9 9 64 64 1\n"
            "\x9b2J\x00x 1 1 64 64 1\n" + "n" * 900 + " 1 1 64 64 1\n")
    m.write("proc/sys/kernel/osrelease", "6.1\x1b[31m\n")
    with live(program, m) as t:
        t.wait_for("wide-中中")
        check(b"\x1b]" not in t.raw and b"\x1b[31m" not in t.raw and
              b"\x9b" not in t.raw.decode(errors="replace").encode("latin1",
                                                                 "ignore"),
              "the file has drawn")
        t.send("q")
        exited(t.end(), 0)


@case(LIVE)
def case_many_zones_and_caches(program):
    m = Machine(program)
    zone = m.zoneinfo[:m.zoneinfo.index("Node 0, zone    DMA32")]
    m.write("proc/zoneinfo", "".join(zone.replace("Node 0", "Node %d" % n)
                                     for n in range(100)))
    m.write("proc/slabinfo", "".join("cache-%d 1 1 64 64 1\n" % n
                                     for n in range(1000)))
    with live(program, m) as t:
        t.send("G")
        t.wait_for(r"> 99 DMA ")
        t.send("\t\tG")
        t.wait_for(r"caches 1000/1000")
        t.send("\x1b[5~")
        t.wait_for(r"caches 990/1000")
        t.send("g")
        t.wait_for(r"caches 1/1000")


@case(LIVE)
def case_sizes_and_panes(program):
    m = Machine(program)
    with live(program, m, rows=15, columns=50) as t:
        t.wait_for(r"zones 1/3")
        t.send("\t")
        t.wait_for(r"counters 2/3")
        t.send("\t")
        t.wait_for(r"caches 3/3")
        t.send("\t")
        t.wait_for(r"zones 1/3")
        for rows, columns, what in ((24, 80, "slab caches"),
                                    (36, 120, "what is this"),
                                    (12, 40, "zones 1/3"),
                                    (11, 40, "12 needed, this is 40×11"),
                                    (1, 1, "4"), (24, 80, "slab caches")):
            t.resize(rows, columns)
            t.wait_for(what)
        t.send("?")
        t.wait_for("another value than a look before")
        t.send("\x1b")
        t.wait_gone("another value")
        t.send("w")
        t.wait_for("why: where")
        t.send("q")
        t.wait_gone("why: where")
        t.send("x")
        t.wait_for("A zone is a range")
        t.send("x")
        t.wait_gone("A zone is a range")
        t.send("q")
        exited(t.end(), 0)


@case(LIVE)
def case_looks_of_themes(program):
    m = Machine(program)
    with live(program, m) as t:
        text = t.text()
    for arguments, env in (((), {"NO_COLOR": "1"}), (("--theme", "mono"), {})):
        with live(program, m, *arguments, env=env) as t:
            check(not re.search(rb"\x1b\[[\d;]*(3|4|9|10)\d[;m]", t.raw),
                  "colours", t.raw)
            check(t.text() == text, "another text", text, t.text())
    with live(program, m, "--ascii") as t:
        check(max(t.raw) < 0x80, "bytes above 0x7f")
    with live(program, m, env={"LC_ALL": "C"}) as t:
        check(max(t.raw) < 0x80, "bytes above 0x7f")
    for theme in ("light", "contrast", "class"):
        with live(program, m, "--theme", theme) as t:
            check(t.text() == text, "another text", text, t.text())


@case(LIVE)
def case_ends_of_live(program):
    m = Machine(program)
    with live(program, m) as t:
        t.send("\x03")
        t.wait_for("q quits")
        t.send("\x1b[200~qqq\x1b[201~")
        t.wait_for("a paste is ignored")
        t.kill(signal.SIGTERM)
        died_by(t.end(), signal.SIGTERM)
        t.check_restored()
    with live(program, m) as t:
        t.kill(signal.SIGUSR1)
        died_by(t.end(), signal.SIGUSR1)
        t.check_restored()
    with live(program, m) as t:
        t.hang_up()
        died_by(t.end(), signal.SIGHUP)
    with Terminal(program, [program.home]) as t:
        exited(t.end(), 3)
        check("proc/zoneinfo: No such file" in t.text(), "no reason", t.text())
        t.check_restored()
    with Terminal(program, [m.root], env={"TERM": "dumb"}) as t:
        exited(t.end(), 3)


@case(LIVE)
def case_this_machine(program):
    """As root or not: what the kernel prints is on the screen."""
    with open("/proc/zoneinfo") as f:
        text = f.read()
    zones = re.findall(r"(?m)^Node (\d+), zone +(\w+)(?:\n .*)*?\n +pages free"
                       r"(?:\n .*|\s+\d+)*?\n +high +(\d+)", text)
    with Terminal(program, rows=50, columns=120) as t:
        t.wait_for("this machine")
        shown = t.settle()
        for node, name, high in zones:
            row = re.search(r"(?m)^.. . %s %s +\S.*$" % (node, name), shown)
            check(not row or "%s" % format(int(high), ",") in row[0],
                  "high of %s is %s" % (name, high), shown)
        check(re.search(r"\d+ DMA|\d+ Normal", shown), "no zone", shown)
        t.send("q")
        exited(t.end(), 0)


@case(LIVE)
def case_ctrl_z_in_live(program):
    m = Machine(program)
    with Tmux(program) as t:
        t.start(m.root)
        t.wait_for(r"> 0 DMA32 +90,000 ")
        suspend_and_return(program, t)
        t.keys("C-z")
        to_shell(t)
        m.free(88766)
        t.resize(15, 50)
        t.line("fg")            # looks at once, at the new size
        t.wait_for(r"> 0 DMA32 +88,766")
        t.wait_for(r"zones 1/3")
        t.keys("q")
        t.wait_for(r"ready\$")
        to_shell(t)
