#!/usr/bin/env python3
"""pty-latency.py - start a terminal program in a pty, press keys, and measure it.

Linux only (reads /proc).  Needs python3 >= 3.8 and pyte (pip install pyte).

    pty-latency.py [options] -- PROGRAM ARGS...

What it measures
  start-up   exec -> first byte, -> first screen containing --ready REGEX,
             -> first stable screen (last byte before the first quiet spell);
             CPU used until stable; --runs N repeats the start.
  per key    from the write of the key to the first output byte and to the last
             one before the program settled, bytes emitted, CPU time (the process's
             CPU clock in ns, ended threads included, plus live descendants),
             time the program spent runnable but waiting for a core
             (second field of /proc/PID/task/*/schedstat: that is noise from the machine).
  storm      N keys written at once ("throughput" mode) or at a fixed rate
             (--rate): time until settled, bytes, CPU, bursts, and how much of
             the work was coalesced compared with the same keys one by one.
  memory     VmHWM, VmRSS, RssAnon of the program at the end, and the sum of
             VmRSS over its process tree.

"Settled" means: no output for --settle ms AND the process tree used less than
15 % of that window as CPU.  So a search that computes for 300 ms before it
paints is still one key press.

Key script (--script), items separated by ';':
    down:j*500; pgdn:<C-d>*50; [end:G; home:gg]*10; find:/ 'love' <Enter>
  NAME:TOKENS    a group; groups with the same name are pooled
  !NAME:TOKENS   sent but not recorded
  [ items ]*N    repeats
  tokens         j          one key, one write
                 gg         several bytes, one write
                 j*500      repeated
                 'text'     each character is a key press of its own
                 "text"     written at once
                 <C-d> <Enter> <Esc> <Tab> <Up> <Down> <Left> <Right> <Home>
                 <End> <PageUp> <PageDown> <Space> <BS> <Del> <F1>..<F12>
                 <M-x>, <0x1f>, <semi> <lbr> <rbr> <star> <colon> <lt> <gt> <quot> <apos>
                 <wait:0.5>  sleeps (not recorded)

Examples
    pty-latency.py --ready 'main' --script 'down:j*300; pgdn:<Space>*40' -- tig
    pty-latency.py --runs 20 --ready 'A{3}' -- less file
    pty-latency.py --storm 'j*1000' --script 'down:j*100' -- vifm dir
    pty-latency.py --json out.json --dump screen.txt --exit q -- prog
"""
import argparse, codecs, errno, fcntl, json, os, re, select, signal, statistics, struct, sys, termios, time

try:
    import pyte
except ImportError:
    sys.exit("pty-latency.py: needs pyte: pip install pyte")

NS = 1_000_000_000
now = time.monotonic_ns

# ---------------------------------------------------------------- terminal --

class Screen(pyte.Screen):
    """pyte's screen plus what ncurses' xterm-256color entry uses and pyte lacks."""
    _last_char = " "

    def draw(self, data):
        super().draw(data)
        if data:
            self._last_char = data[-1]

    def repeat_char(self, count=1, **kw):            # REP
        super().draw(self._last_char * min(count or 1, self.columns * self.lines))

    def _scroll(self, count, down):
        top, bottom = self.margins or (0, self.lines - 1)
        y = self.cursor.y
        for _ in range(min(count or 1, self.lines)):
            if down:
                self.cursor.y = top
                self.reverse_index()
            else:
                self.cursor.y = bottom
                self.index()
        self.cursor.y = y

    def scroll_up(self, count=1, **kw):              # SU
        self._scroll(count, False)

    def scroll_down(self, count=1, **kw):            # SD
        self._scroll(count, True)

    def back_tab(self, count=1, **kw):               # CBT
        for _ in range(count or 1):
            self.cursor.x = max(0, ((self.cursor.x - 1) // 8) * 8)

    def erase_characters(self, count=None, **kw):
        super().erase_characters(count)

    def report_device_status(self, *a, **kw):        # answered by the harness
        pass

    def report_device_attributes(self, *a, **kw):
        pass

    def select_graphic_rendition(self, *attrs, **kw):
        if kw.get("private"):
            return
        super().select_graphic_rendition(*attrs)


class Stream(pyte.Stream):
    csi = dict(pyte.Stream.csi)
    csi.update({"b": "repeat_char", "S": "scroll_up", "T": "scroll_down", "Z": "back_tab"})
    events = frozenset(pyte.Stream.events) | {"repeat_char", "scroll_up", "scroll_down", "back_tab"}


# sequences pyte would print or choke on
_DROP = re.compile(
    rb"\x1bP.*?\x1b\\"                      # DCS
    rb"|\x1b[_^X].*?\x1b\\"                 # APC PM SOS
    rb"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC
    rb"|\x1b\[[<=>][0-9;:]*[ -/]*[@-~]"     # CSI with < = > prefix
    rb"|\x1b\[\??[0-9;:]*[ -/]+[@-~]"       # CSI with intermediates (DECSCUSR, DECRQM ...)
    rb"|\x1b\[\?[0-9;:]*[mujS]"             # CSI ? ... of kitty / xterm extensions
    rb"|\x1b\[[0-9;]*t"                     # XTWINOPS
    rb"|\x1b[=>78NOno|}~]",
    re.S)
_DROP_KEEP78 = (b"\x1b7", b"\x1b8", b"\x1b=", b"\x1b>")
_COLON_SGR = re.compile(rb"\x1b\[([0-9;]*:[0-9;:]*)m")
_INCOMPLETE = re.compile(
    rb"(?:\x1b|\x1b\[[<=>?]?[0-9;:]*[ -/]*|\x1b\][^\x07\x1b]*\x1b?|\x1b[P_^X](?:(?!\x1b\\).){0,65536}\x1b?|\x1b[()%#*+])\Z", re.S)


class Term:
    """The terminal: keeps the screen and answers queries as a plain xterm."""

    QUERY = re.compile(
        rb"\x1b\[(?P<da>[>=]?0?)c"
        rb"|\x1b\[(?P<dsr>\??[0-9]+)n"
        rb"|\x1b\[>0?q(?P<xtv>)"
        rb"|\x1b\[\?u(?P<kitty>)"
        rb"|\x1b\[(?P<decrqm>\??[0-9]+)\$p"
        rb"|\x1b\[(?P<win>14|16|18|19)t"
        rb"|\x1b\](?P<osc>10|11|12);\?(?:\x07|\x1b\\)"
        rb"|\x1b\]4;(?P<osc4>[0-9]+);\?(?:\x07|\x1b\\)"
        rb"|\x1bP\+q(?P<gettcap>[0-9a-fA-F;]*)\x1b\\"
        rb"|\x1bP\$q(?P<decrqss>[^\x1b]*)\x1b\\")

    def __init__(self, cols, rows, kitty=False):
        self.cols, self.rows, self.kitty = cols, rows, kitty
        self.screen = Screen(cols, rows)
        self.stream = Stream(self.screen)
        self.tail = b""
        self.qtail = b""
        self.dec = codecs.getincrementaldecoder("utf-8")("replace")
        self.queries = []

    def feed(self, data):
        data = self.tail + data
        self.tail = b""
        m = _INCOMPLETE.search(data, max(0, data.rfind(b"\x1b", 0, len(data) - 1) if data.endswith(b"\x1b") else data.rfind(b"\x1b")))
        if m and m.start() >= 0 and data[m.start():m.start() + 1] == b"\x1b":
            self.tail, data = data[m.start():], data[:m.start()]
        data = _DROP.sub(lambda m: m.group(0) if m.group(0) in _DROP_KEEP78 else b"", data)
        data = _COLON_SGR.sub(lambda m: b"\x1b[" + m.group(1).replace(b"::", b":").replace(b":", b";") + b"m", data)
        try:
            self.stream.feed(self.dec.decode(data))
        except Exception as e:                       # never let the emulator kill a measurement
            self.queries.append("emulator:" + repr(e)[:60])

    def text(self):
        return "\n".join(l.rstrip() for l in self.screen.display)

    def replies(self, data, flush_pending):
        """Replies to queries found in data; flush_pending() feeds the screen (for CPR)."""
        if b"\x1b" not in data and not self.qtail:
            return b""
        buf = self.qtail + data
        self.qtail = b""
        out = []
        end = 0
        for m in self.QUERY.finditer(buf):
            end = m.end()
            g = m.lastgroup
            v = m.group(g)
            self.queries.append(g + ":" + v.decode("ascii", "replace"))
            if g == "da":
                if v.startswith(b">"):
                    out.append(b"\x1b[>41;379;0c")
                elif v.startswith(b"="):
                    out.append(b"\x1bP!|00000000\x1b\\")
                else:
                    out.append(b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c")
            elif g == "dsr":
                if v == b"5":
                    out.append(b"\x1b[0n")
                elif v in (b"6", b"?6"):
                    flush_pending()
                    c = self.screen.cursor
                    pos = b"%d;%d" % (c.y + 1, min(c.x, self.cols - 1) + 1)
                    out.append(b"\x1b[?" + pos + b";1R" if v[:1] == b"?" else b"\x1b[" + pos + b"R")
            elif g == "xtv":
                out.append(b"\x1bP>|XTerm(379)\x1b\\")
            elif g == "kitty":
                if self.kitty:                       # a plain xterm stays silent
                    out.append(b"\x1b[?0u")
            elif g == "decrqm":
                out.append(b"\x1b[" + v + b";0$y")
            elif g == "win":
                n = int(v)
                if n == 14:
                    out.append(b"\x1b[4;%d;%dt" % (self.rows * 16, self.cols * 8))
                elif n == 16:
                    out.append(b"\x1b[6;16;8t")
                else:
                    out.append(b"\x1b[%d;%d;%dt" % (8 if n == 18 else 9, self.rows, self.cols))
            elif g == "osc":
                col = {b"10": b"e5e5/e5e5/e5e5", b"11": b"0000/0000/0000", b"12": b"e5e5/e5e5/e5e5"}[v]
                out.append(b"\x1b]" + v + b";rgb:" + col + b"\x1b\\")
            elif g == "osc4":
                out.append(b"\x1b]4;" + v + b";rgb:8080/8080/8080\x1b\\")
            elif g == "gettcap":
                out.append(b"\x1bP0+r" + v + b"\x1b\\")
            elif g == "decrqss":
                out.append(b"\x1bP0$r\x1b\\")
        i = buf.rfind(b"\x1b")
        if i >= end and i >= 0 and len(buf) - i < 256 and _INCOMPLETE.match(buf, i):
            self.qtail = buf[i:]
        return b"".join(out)

# ----------------------------------------------------------------- process --

def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except OSError:
        return b""


class Proc:
    """The child and its descendants (same session), read from /proc."""

    def __init__(self, pid, tree=True):
        self.pid, self.tree = pid, tree
        self.pids = [pid]
        self.base = 0             # CPU the child used between fork and exec

    def rescan(self):
        if not self.tree:
            return
        kids = {}
        for d in os.listdir("/proc"):
            if d.isdigit():
                s = read("/proc/%s/stat" % d)
                r = s.rfind(b")")
                if r > 0:
                    f = s[r + 2:].split()
                    kids.setdefault(int(f[1]), []).append(int(d))
        out, todo = [], [self.pid]
        while todo:
            p = todo.pop()
            out.append(p)
            todo.extend(kids.get(p, ()))
        self.pids = out

    def cpu(self):
        """(run ns of the processes with their ended threads, run-queue wait ns of live threads); run with reaped
        children (10 ms ticks)."""
        run, wait = -self.base, 0
        for p in self.pids:
            try:
                run += time.clock_gettime_ns(~p << 3 | 2)      # the process's CPU clock, see clock_getcpuclockid(3)
                tids = os.listdir("/proc/%d/task" % p)
            except OSError:
                continue
            for t in tids:
                f = read("/proc/%d/task/%s/schedstat" % (p, t)).split()
                if len(f) >= 2:
                    wait += int(f[1])
        s = read("/proc/%d/stat" % self.pid)
        r = s.rfind(b")")
        if r > 0:
            f = s[r + 2:].split()
            run += (int(f[13]) + int(f[14])) * (NS // os.sysconf("SC_CLK_TCK"))
        return run, wait

    def mem(self):
        d = {}
        for line in read("/proc/%d/status" % self.pid).decode("ascii", "replace").splitlines():
            k, _, v = line.partition(":")
            if k in ("VmHWM", "VmRSS", "RssAnon", "RssFile"):
                d[k] = int(v.split()[0])
            elif k == "Threads":
                d[k] = int(v)
        tot = 0
        for p in self.pids:
            for line in read("/proc/%d/status" % p).decode("ascii", "replace").splitlines():
                if line.startswith("VmRSS:"):
                    tot += int(line.split()[1])
        d["tree_VmRSS"] = tot
        d["tree_procs"] = len(self.pids)
        return d


class Timeout(Exception):
    pass


class Session:
    def __init__(self, argv, o):
        self.o = o
        self.cols, self.rows = o.cols, o.rows
        self.term = Term(self.cols, self.rows, o.kitty)
        self.chunks = []          # (t, bytes) not yet fed to the emulator
        self.total = 0
        self.eof = False
        self.deadline = o.deadline
        master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows, self.cols, self.cols * 8, self.rows * 16))
        r, w = os.pipe()
        env = dict(os.environ)
        for k in ("COLUMNS", "LINES", "TMUX", "STY", "COLORTERM", "TERM_PROGRAM", "NO_COLOR"):
            env.pop(k, None)
        env["TERM"] = o.term
        env.setdefault("LANG", "C.UTF-8")
        for kv in o.env or ():
            k, _, v = kv.partition("=")
            env[k] = v
        pid = os.fork()
        if pid == 0:
            try:
                os.close(master)
                os.close(r)
                os.setsid()
                fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
                stdin = os.open(o.stdin, os.O_RDONLY) if o.stdin else slave
                os.dup2(stdin, 0)
                os.dup2(slave, 1)
                os.dup2(slave, 2)
                if slave > 2:
                    os.close(slave)
                if o.cwd:
                    os.chdir(o.cwd)
                os.write(w, struct.pack("qq", now(), time.process_time_ns()))
                os.execvpe(argv[0], argv, env)
            except BaseException as e:
                os.write(2, ("exec failed: %s\r\n" % e).encode())
                os._exit(127)
        os.close(slave)
        os.close(w)
        buf = os.read(r, 16)
        os.close(r)
        self.t_exec, self.cpu_before_exec = struct.unpack("qq", buf) if len(buf) == 16 else (now(), 0)
        self.fd = master
        os.set_blocking(master, False)
        self.pid = pid
        self.proc = Proc(pid, o.tree)
        self.proc.base = self.cpu_before_exec
        self.poll = select.poll()
        self.poll.register(master, select.POLLIN)
        self.rusage = None
        self.status = None

    # -- reading and writing

    def check(self):
        if now() > self.deadline:
            raise Timeout("overall timeout")

    def flush_screen(self, on_chunk=None):
        ch, self.chunks = self.chunks, []
        for t, b in ch:
            self.term.feed(b)
            if on_chunk:
                on_chunk(t)

    def pump(self, timeout_ms):
        """Waits up to timeout_ms for output, reads what there is.  -> (t, n) or None."""
        self.check()
        if self.eof:
            time.sleep(min(timeout_ms, 20) / 1000)
            return None
        if not self.poll.poll(max(0.0, timeout_ms)):
            return None
        t = now()
        n = 0
        while True:
            try:
                b = os.read(self.fd, 65536)
            except BlockingIOError:
                break
            except OSError as e:
                if e.errno == errno.EIO:
                    self.eof = True
                    break
                raise
            if not b:
                self.eof = True
                break
            self.chunks.append((t, b))
            n += len(b)
            rep = self.term.replies(b, self.flush_screen)
            if rep:
                self.write(rep)
            if len(b) < 4096 or n > 1 << 20:
                break
        self.total += n
        return (t, n) if n else None

    def write(self, data):
        """Writes all of data, without blocking for ever if the program does not read."""
        end = now() + 10 * NS
        while data:
            try:
                k = os.write(self.fd, data)
                data = data[k:]
            except BlockingIOError:
                p = select.poll()
                p.register(self.fd, select.POLLOUT | select.POLLIN)
                ev = p.poll(50)
                if any(e & select.POLLIN for _, e in ev):
                    self.pump(0)
                if now() > end:
                    raise Timeout("program does not read its input")
            except OSError as e:
                if e.errno == errno.EIO:
                    self.eof = True
                    return
                raise

    def settle(self, t0, settle_ms, timeout_s, need_output=False, noout_ms=None):
        """Reads until quiet.  -> dict(first, last, bytes, reads, bursts, timed_out)."""
        first = last = None
        nbytes = reads = bursts = 0
        end = t0 + int(timeout_s * NS)
        noout_ms = noout_ms if noout_ms is not None else max(settle_ms * 2, 60)
        c0, tc0 = self.proc.cpu()[0], now()
        timed_out = False
        while True:
            want = settle_ms if last is not None else noout_ms
            r = self.pump(want)
            t = now()
            if r:
                if first is None:
                    first = r[0]
                if last is None or r[0] - last > 2_000_000:
                    bursts += 1
                last = r[0]
                nbytes += r[1]
                reads += 1
                if t < end:
                    continue
            if self.eof:
                break
            c1 = self.proc.cpu()[0]
            busy = (c1 - c0) / max(1, t - tc0)
            c0, tc0 = c1, t
            if r is None and busy < 0.15 and (last is not None or not need_output):
                break
            if t >= end:
                timed_out = True
                break
        return dict(first=first, last=last, bytes=nbytes, reads=reads, bursts=bursts, timed_out=timed_out)

    def close(self):
        """Ends the child (only the child) and reaps it."""
        if self.status is None and not self.try_wait(0):
            for k in self.o.exit_keys:
                try:
                    self.write(k)
                except (Timeout, OSError):
                    break
                t = now()
                while now() - t < 400_000_000 and not self.try_wait(0):
                    try:
                        self.pump(20)
                    except Timeout:
                        break
                if self.status is not None:
                    break
        if self.status is None:
            try:
                os.close(self.fd)
                self.fd = -1
            except OSError:
                pass
            if not self.try_wait(0.3):
                for sig in (signal.SIGHUP, signal.SIGTERM, signal.SIGKILL):
                    try:
                        os.kill(self.pid, sig)
                    except ProcessLookupError:
                        pass
                    if self.try_wait(1.0):
                        break
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def try_wait(self, secs):
        end = now() + int(secs * NS)
        while True:
            try:
                p, st, ru = os.wait4(self.pid, os.WNOHANG)
            except ChildProcessError:
                self.status = -1
                return True
            if p:
                self.status, self.rusage = st, ru
                return True
            if now() >= end:
                return False
            time.sleep(0.01)

# ------------------------------------------------------------- key scripts --

NAMED = {"enter": "\r", "cr": "\r", "esc": "\x1b", "tab": "\t", "space": " ", "bs": "\x7f", "semi": ";", "lbr": "[",
         "rbr": "]", "star": "*", "colon": ":", "lt": "<", "gt": ">", "quot": '"', "apos": "'",
         "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
         "home": "\x1b[H", "end": "\x1b[F", "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "del": "\x1b[3~", "ins": "\x1b[2~",
         "s-tab": "\x1b[Z",
         "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~",
         "f7": "\x1b[18~", "f8": "\x1b[19~", "f9": "\x1b[20~", "f10": "\x1b[21~", "f11": "\x1b[23~", "f12": "\x1b[24~"}
APP = {"up": "\x1bOA", "down": "\x1bOB", "right": "\x1bOC", "left": "\x1bOD", "home": "\x1bOH", "end": "\x1bOF"}


def named(name, app):
    n = name.lower()
    if n.startswith("wait:"):
        return ("wait", float(n[5:]))
    if app and n in APP:
        return APP[n].encode()
    if n in NAMED:
        return NAMED[n].encode()
    if n.startswith("c-") and len(n) == 3:
        return bytes([ord(n[2].upper()) & 0x1f])
    if n.startswith("m-") and len(name) == 3:
        return b"\x1b" + name[2].encode()
    if n.startswith("0x"):
        return bytes.fromhex(n[2:])
    raise SystemExit("unknown key <%s>" % name)


def tokens(spec, app):
    """-> list of byte strings (or ("wait", s))"""
    out = []
    i, n = 0, len(spec)
    while i < n:
        c = spec[i]
        if c.isspace():
            i += 1
            continue
        if c in "'\"":
            j = spec.index(c, i + 1)
            s = spec[i + 1:j]
            keys = [ch.encode() for ch in s] if c == "'" else [s.encode()]
            i = j + 1
        else:
            b = []
            while i < n and not spec[i].isspace() and spec[i] != "*":
                if spec[i] == "<" and ">" in spec[i:]:
                    j = spec.index(">", i)
                    b.append(named(spec[i + 1:j], app))
                    i = j + 1
                else:
                    b.append(spec[i].encode())
                    i += 1
            keys = b if any(isinstance(x, tuple) for x in b) else [b"".join(b)]
        rep = 1
        if i < n and spec[i] == "*":
            j = i + 1
            while j < n and spec[j].isdigit():
                j += 1
            rep, i = int(spec[i + 1:j]), j
        out += keys * rep
    return out


def script(spec, app=True):
    """-> list of (name, recorded, [keys])"""
    pos = 0

    def items(stop):
        nonlocal pos
        out = []
        while pos < len(spec):
            c = spec[pos]
            if c in " ;\n\t":
                pos += 1
            elif c == "]" and stop:
                pos += 1
                return out
            elif c == "[":
                pos += 1
                inner = items(True)
                m = re.match(r"\*(\d+)", spec[pos:])
                rep = 1
                if m:
                    rep = int(m.group(1))
                    pos += m.end()
                out += inner * rep
            else:
                j, q = pos, None
                while j < len(spec):
                    ch = spec[j]
                    if q:
                        q = None if ch == q else q
                    elif ch in "'\"":
                        q = ch
                    elif ch == ";" or (ch == "]" and stop):
                        break
                    j += 1
                part, pos = spec[pos:j], j
                m = re.match(r"\s*(!?)([\w.+-]+):(.*)", part, re.S)
                if m:
                    out.append((m.group(2), not m.group(1), tokens(m.group(3), app)))
                else:
                    out.append((part.strip(), True, tokens(part, app)))
        return out

    return items(False)

# ------------------------------------------------------------------- stats --

def summary(v):
    v = sorted(x for x in v if x is not None)
    if not v:
        return None
    q = lambda p: v[min(len(v) - 1, int(round(p * (len(v) - 1))))]
    return dict(n=len(v), min=v[0], p25=q(.25), median=statistics.median(v), p75=q(.75), p95=q(.95), max=v[-1],
                mean=sum(v) / len(v))


def fmt(x):
    if x is None:
        return "-"
    x = float(x)
    return "%d" % round(x) if abs(x) >= 100 or x == int(x) else "%.1f" % x


def table(rows, head):
    w = [max(len(str(r[i])) for r in [head] + rows) for i in range(len(head))]
    for r in [head] + rows:
        print("  ".join(str(c).ljust(w[i]) if i == 0 else str(c).rjust(w[i]) for i, c in enumerate(r)))


def machine():
    d = {"loadavg": read("/proc/loadavg").decode().split()[:3], "cpus": os.cpu_count()}
    m = re.search(rb"some avg10=([\d.]+)", read("/proc/pressure/cpu"))
    if m:
        d["cpu_pressure_avg10"] = float(m.group(1))
    return d

# -------------------------------------------------------------------- main --

def start(argv, o):
    """Starts the program and waits for its first stable screen.  -> (session, start-up figures)"""
    s = Session(argv, o)
    try:
        return s, wait_stable(s, o)
    except BaseException:
        s.deadline = now() + 5 * NS
        s.close()
        raise


def wait_stable(s, o):
    res = {}
    rx = re.compile(o.ready, re.M | re.S) if o.ready else None
    first = last = None
    t_ready = None
    end = s.t_exec + int(o.startup_timeout * NS)
    seen = 0

    def on_chunk(t):
        nonlocal t_ready
        if rx and t_ready is None and rx.search(s.term.text()):
            t_ready = t
    c0, tc0 = 0, now()
    cpu_ready = None
    while True:
        r = s.pump(15 if (rx and t_ready is None) else o.startup_settle)
        if r:
            first = first or r[0]
            last = r[0]
            seen += r[1]
            if now() < end:
                continue
        s.flush_screen(on_chunk)
        if s.eof:
            break
        if t_ready and cpu_ready is None:
            cpu_ready = s.proc.cpu()[0]
        t = now()
        s.proc.rescan()
        c1 = s.proc.cpu()[0]
        quiet = t - (last or s.t_exec + 4 * o.startup_settle * 1_000_000) >= o.startup_settle * 1_000_000
        busy = (c1 - c0) / max(1, t - tc0)
        if t - tc0 > 10_000_000:
            c0, tc0 = c1, t
        if quiet and (t_ready or not rx) and (busy < 0.15 or o.no_idle_wait):
            break
        if t >= end:
            res["timed_out"] = True
            break
    s.flush_screen(on_chunk)
    s.proc.rescan()
    run, wait = s.proc.cpu()
    us = lambda t: None if t is None else (t - s.t_exec) / 1000
    res.update(first_byte_us=us(first), ready_us=us(t_ready), stable_us=us(last), bytes=seen, cpu_us=run / 1000,
               runq_wait_us=wait / 1000, cpu_ready_us=cpu_ready / 1000 if cpu_ready else None,
               exited=s.eof, rss_kib=s.proc.mem().get("VmRSS"))
    return res


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--size", default="120x40", help="COLSxROWS (default 120x40)")
    ap.add_argument("--script", default="", help="key script, see above")
    ap.add_argument("--storm", default="", help="keys written at once after the script, e.g. 'j*1000'")
    ap.add_argument("--rate", type=float, default=0, help="storm at this many keys per second instead of at once")
    ap.add_argument("--ready", help="regex that the screen must contain to count as ready")
    ap.add_argument("--runs", type=int, default=1, help="number of starts; the script is played in the last one")
    ap.add_argument("--play-all", action="store_true", help="play the script in every run and pool the figures")
    ap.add_argument("--settle", type=float, default=25, help="ms without output that end a key (default 25)")
    ap.add_argument("--startup-settle", type=float, default=120, help="ms without output that make a stable screen (120)")
    ap.add_argument("--key-timeout", type=float, default=10)
    ap.add_argument("--startup-timeout", type=float, default=60)
    ap.add_argument("--timeout", type=float, default=300, help="overall, seconds")
    ap.add_argument("--idle", type=float, default=0, help="seconds of idle CPU to measure after the script")
    ap.add_argument("--exit", default="q", help="key tokens tried to leave the program (default q)")
    ap.add_argument("--term", default="xterm-256color")
    ap.add_argument("--env", action="append", metavar="K=V")
    ap.add_argument("--cwd")
    ap.add_argument("--stdin", help="file for the program's standard input (the tty stays its controlling terminal)")
    ap.add_argument("--kitty", action="store_true", help="answer the kitty keyboard query (a plain xterm does not)")
    ap.add_argument("--normal-cursor", action="store_true", help="send CSI rather than SS3 arrows")
    ap.add_argument("--no-tree", dest="tree", action="store_false", help="count only the program, not its children")
    ap.add_argument("--no-idle-wait", action="store_true", help="do not wait for background work after the ready screen")
    ap.add_argument("--label", default="")
    ap.add_argument("--json", help="write the summary here ('-' = stdout instead of the table)")
    ap.add_argument("--samples", action="store_true", help="put every sample in the JSON")
    ap.add_argument("--dump", help="write the final screen as text")
    ap.add_argument("--dump-start", help="write the first stable screen as text")
    ap.add_argument("--quiet", action="store_true")
    ap.add_argument("argv", nargs=argparse.REMAINDER)
    o = ap.parse_args()
    argv = o.argv[1:] if o.argv[:1] == ["--"] else o.argv
    if not argv:
        ap.error("no program given")
    o.cols, o.rows = (int(x) for x in o.size.lower().split("x"))
    o.deadline = now() + int(o.timeout * NS)
    o.exit_keys = [k for k in tokens(o.exit, True) if isinstance(k, bytes)]
    plan = script(o.script, not o.normal_cursor)
    storm_keys = [k for k in tokens(o.storm, not o.normal_cursor) if isinstance(k, bytes)] if o.storm else []

    out = {"label": o.label or os.path.basename(argv[0]), "argv": argv, "size": o.size, "machine": machine(), "startup_runs": []}
    groups = {}
    order = []
    err = None
    s = None
    wall = now()
    try:
        for run in range(o.runs):
            s, st = start(argv, o)
            out["startup_runs"].append(st)
            lastrun = run == o.runs - 1
            if s.eof and (plan or o.ready):
                s.flush_screen()
                err = "the program ended during start-up: " + " ".join(s.term.text().split())[:200]
            if run == 0 and o.dump_start:
                open(o.dump_start, "w").write(s.term.text() + "\n")
            if (lastrun or o.play_all) and not s.eof:
                for name, rec, keys in plan:
                    for k in keys:
                        if isinstance(k, tuple):
                            end = now() + int(k[1] * NS)
                            while now() < end:
                                s.pump((end - now()) / 1e6)
                            continue
                        s.proc.rescan()
                        r0 = s.proc.cpu()
                        t0 = now()
                        s.write(k)
                        d = s.settle(t0, o.settle, o.key_timeout)
                        s.proc.rescan()
                        r1 = s.proc.cpu()
                        s.flush_screen()
                        if rec:
                            if name not in groups:
                                groups[name] = []
                                order.append(name)
                            groups[name].append(dict(
                                first_us=None if d["first"] is None else (d["first"] - t0) / 1000,
                                last_us=None if d["last"] is None else (d["last"] - t0) / 1000,
                                bytes=d["bytes"], cpu_us=(r1[0] - r0[0]) / 1000, runq_us=(r1[1] - r0[1]) / 1000,
                                timed_out=d["timed_out"]))
                        if s.eof:
                            break
                    if s.eof:
                        out["ended_early"] = name
                        break
                if storm_keys and lastrun and not s.eof:
                    s.proc.rescan()
                    r0 = s.proc.cpu()
                    t0 = now()
                    if o.rate:
                        gap = int(NS / o.rate)
                        early = []
                        for i, k in enumerate(storm_keys):
                            t_next = t0 + i * gap
                            while now() < t_next:
                                r = s.pump((t_next - now()) / 1e6)
                                if r:
                                    early.append(r)
                            s.write(k)
                        t_sent = now()
                        d = s.settle(t_sent, max(o.settle, 60), o.key_timeout * 3)
                        nb = d["bytes"] + sum(n for _, n in early)
                        frames = d["bursts"] + sum(1 for i, (t, _) in enumerate(early) if i == 0 or t - early[i - 1][0] > 2_000_000)
                    else:
                        before = s.total
                        s.write(b"".join(storm_keys))
                        t_sent = now()
                        d = s.settle(t0, max(o.settle, 60), o.key_timeout * 3)
                        nb, frames = s.total - before, d["bursts"]
                    s.proc.rescan()
                    r1 = s.proc.cpu()
                    raw = b"".join(b for _, b in s.chunks)
                    s.flush_screen()
                    n = len(storm_keys)
                    t_last = d["last"] or t_sent
                    st2 = dict(keys=n, rate=o.rate or None, settled_ms=(t_last - t0) / 1e6, lag_after_last_key_ms=(t_last - t_sent) / 1e6,
                               bytes=nb, cpu_ms=(r1[0] - r0[0]) / 1e6, runq_ms=(r1[1] - r0[1]) / 1e6, bursts=frames,
                               cpu_us_per_key=(r1[0] - r0[0]) / 1000 / n, bytes_per_key=nb / n, timed_out=d["timed_out"],
                               sync_frames=raw.count(b"\x1b[?2026h") or None)
                    for nm in order:
                        g = groups[nm]
                        ks = [k for nm2, rec, kk in plan if nm2 == nm and rec for k in kk]
                        if ks and ks[0] == storm_keys[0]:
                            mb = sum(x["bytes"] for x in g) / len(g)
                            if mb:
                                st2["coalesced"] = 1 - nb / (n * mb)
                            break
                    out["storm"] = st2
                if o.idle and lastrun and not s.eof:
                    r0, b0, t0 = s.proc.cpu(), s.total, now()
                    while now() < t0 + int(o.idle * NS):
                        s.pump((t0 + int(o.idle * NS) - now()) / 1e6)
                    r1 = s.proc.cpu()
                    dt = (now() - t0) / NS
                    out["idle"] = dict(seconds=dt, cpu_us_per_s=(r1[0] - r0[0]) / 1000 / dt, bytes_per_s=(s.total - b0) / dt)
            s.flush_screen()
            s.proc.rescan()
            if lastrun:
                out["mem_kib"] = s.proc.mem()
                out["queries"] = sorted(set(s.term.queries))
                if o.dump:
                    open(o.dump, "w").write(s.term.text() + "\n")
            s.close()
            if lastrun and s.rusage:
                out["rusage"] = dict(user_ms=s.rusage.ru_utime * 1000, sys_ms=s.rusage.ru_stime * 1000,
                                     maxrss_kib=s.rusage.ru_maxrss, minflt=s.rusage.ru_minflt, nvcsw=s.rusage.ru_nvcsw)
                out["exit"] = os.waitstatus_to_exitcode(s.status) if s.status >= 0 else None
            s = None
    except Timeout as e:
        err = str(e)
    except KeyboardInterrupt:
        err = "interrupted"
    finally:
        if s is not None:
            if o.dump and err:
                s.flush_screen()
                open(o.dump, "w").write(s.term.text() + "\n")
            o.deadline = now() + 5 * NS
            s.deadline = o.deadline
            s.close()
    out["wall_s"] = (now() - wall) / NS
    out["error"] = err
    su = out["startup_runs"]
    out["startup"] = {k: summary([r.get(k) for r in su]) for k in ("first_byte_us", "ready_us", "stable_us", "cpu_us", "runq_wait_us", "bytes", "rss_kib")}
    out["groups"] = {}
    for nm in order:
        g = groups[nm]
        out["groups"][nm] = {k: summary([x[k] for x in g]) for k in ("first_us", "last_us", "bytes", "cpu_us", "runq_us")}
        out["groups"][nm]["silent"] = sum(1 for x in g if x["first_us"] is None)
        out["groups"][nm]["timed_out"] = sum(1 for x in g if x["timed_out"])
        if o.samples:
            out["groups"][nm]["samples"] = g
    if o.json == "-":
        print(json.dumps(out))
    elif o.json:
        with open(o.json, "w") as f:
            json.dump(out, f, indent=1)
    if o.json != "-" and not o.quiet:
        show(out)
    return 1 if err else 0


def show(out):
    print("== %s  %s  load %s%s" % (out["label"], out["size"], " ".join(out["machine"]["loadavg"]),
                                    "  ERROR " + out["error"] if out["error"] else ""))
    rows = []
    for k, unit in (("first_byte_us", 1000), ("ready_us", 1000), ("stable_us", 1000), ("cpu_us", 1000), ("runq_wait_us", 1000)):
        v = out["startup"][k]
        if v:
            rows.append(["start " + k[:-3] + " ms", v["n"]] + ["%.1f" % (v[p] / unit) for p in ("min", "median", "p95", "max")])
    for k in ("bytes", "rss_kib"):
        v = out["startup"][k]
        if v:
            rows.append(["start " + k, v["n"]] + ["%d" % v[p] for p in ("min", "median", "p95", "max")])
    if any(r.get("timed_out") for r in out["startup_runs"]):
        rows.append(["start TIMED OUT (not ready or not idle)", sum(bool(r.get("timed_out")) for r in out["startup_runs"]), "", "", "", ""])
    for nm, g in out["groups"].items():
        for k, lab in (("cpu_us", "cpu us"), ("first_us", "first byte us"), ("last_us", "last byte us"), ("bytes", "bytes"), ("runq_us", "(runq wait us)")):
            v = g[k]
            if v:
                rows.append(["%s %s" % (nm, lab), v["n"]] + [fmt(v[p]) for p in ("min", "median", "p95", "max")])
        if g["silent"] or g["timed_out"]:
            rows.append(["%s silent/timed out" % nm, "%d/%d" % (g["silent"], g["timed_out"]), "", "", "", ""])
    table(rows, ["what", "n", "min", "median", "p95", "max"])
    if "storm" in out:
        t = out["storm"]
        print("storm: %d keys%s: settled %.1f ms (lag after last key %.1f ms), %d bytes (%.0f/key), cpu %.1f ms (%.0f us/key), %d bursts%s%s" % (
            t["keys"], " at %g/s" % t["rate"] if t["rate"] else " at once", t["settled_ms"], t["lag_after_last_key_ms"], t["bytes"], t["bytes_per_key"],
            t["cpu_ms"], t["cpu_us_per_key"], t["bursts"], ", %.0f%% of bytes coalesced" % (100 * t["coalesced"]) if "coalesced" in t else "",
            "  TIMED OUT" if t["timed_out"] else ""))
    if "idle" in out:
        print("idle: %.0f us CPU per s, %.0f bytes per s" % (out["idle"]["cpu_us_per_s"], out["idle"]["bytes_per_s"]))
    m = out.get("mem_kib")
    if m:
        print("memory KiB: HWM %s  RSS %s  anon %s  tree RSS %s (%s procs)" % (m.get("VmHWM"), m.get("VmRSS"), m.get("RssAnon"), m["tree_VmRSS"], m["tree_procs"]))
    if "rusage" in out:
        r = out["rusage"]
        print("whole run: user %.0f ms sys %.0f ms, exit %s" % (r["user_ms"], r["sys_ms"], out.get("exit")))
    if out.get("queries"):
        print("queries answered:", ", ".join(out["queries"]))


if __name__ == "__main__":
    sys.exit(main())
