#!/usr/bin/env python3
"""record-update - an update of the catalogue that is killed three times, as a cast.

    Benchmarks/record-update.py [--runout .build/release/runout] [--rate 8] DUMPS CAST

DUMPS is a folder as gen_dump.py writes it. A mirror on this machine serves it, so many megabytes a second; a shell on a
pseudo-terminal runs `runout catalogue update`, and three times the program is ended by SIGKILL. What the terminal was
sent goes into CAST (asciicast v2; `asciinema play CAST`). Afterwards the catalogue is verified and counted. Exit status: 0
when the last update ended well and what it made is whole.
"""
import argparse
import hashlib
import http.server
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import fcntl

ROWS, COLUMNS = 24, 100
KILLS = 3


class Mirror(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files, sums, rate = {}, b"", 0

    def log_message(self, *arguments):
        pass

    def send(self, status, body, fields=()):
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        name = self.path.rsplit("/", 1)[-1]
        if not name:
            names = sorted(self.files) + ["discogs_%s_CHECKSUM.txt" % sorted(self.files)[0].split("_")[1]]
            return self.send(200, "".join('<a href="%s">%s</a>\n' % (n, n) for n in names).encode())
        if name.endswith("CHECKSUM.txt"):
            return self.send(200, self.sums)
        if name not in self.files:
            return self.send(404, b"")
        size = os.path.getsize(self.files[name])
        part = re.match(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        start = int(part[1]) if part else 0
        end = int(part[2]) + 1 if part and part[2] else size
        self.send_response(206 if part else 200)
        if part:
            self.send_header("Content-Range", "bytes %d-%d/%d" % (start, end - 1, size))
        self.send_header("ETag", '"%d"' % size)
        self.send_header("Content-Length", str(end - start))
        self.end_headers()
        with open(self.files[name], "rb") as file:
            file.seek(start)
            while start < end:
                piece = file.read(min(1 << 16, end - start))
                start += len(piece)
                try:
                    self.wfile.write(piece)
                except OSError:
                    self.close_connection = True
                    return
                if self.rate:
                    time.sleep(len(piece) / self.rate)


def serve(folder, rate):
    Mirror.files = {name: os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".xml.gz")}
    Mirror.sums = "".join(
        "%s *%s\n" % (hashlib.sha256(open(path, "rb").read()).hexdigest(), name)
        for name, path in sorted(Mirror.files.items())).encode()
    Mirror.rate = rate * 1e6
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Mirror)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


class Shell:
    """A shell on a terminal, and what the terminal was sent."""

    def __init__(self, environment):
        self.events, self.text, self.begun = [], "", time.monotonic()
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "--noediting"], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read(self, seconds, until=None):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 0.02)[0]:
                text = os.read(self.terminal, 1 << 16).decode("utf-8", "replace")
                self.events.append((time.monotonic() - self.begun, text))
                self.text += text
            if until and self.text.endswith(until):
                return True
        return until is None

    def type(self, command):
        for letter in command:
            os.write(self.terminal, letter.encode())
            self.read(0.02)
        self.text = ""
        os.write(self.terminal, b"\n")


def program(shell):
    """The process that the shell waits for; None where there is none."""
    done = subprocess.run(["pgrep", "-P", str(shell.child)], capture_output=True, text=True)
    return int(done.stdout.split()[0]) if done.stdout else None


def main():
    parser = argparse.ArgumentParser(prog="record-update")
    parser.add_argument("--runout", default=".build/release/runout")
    parser.add_argument("--rate", type=float, default=8, help="megabytes a second")
    parser.add_argument("--seconds", type=float, default=4, help="from a start to its kill")
    parser.add_argument("dumps")
    parser.add_argument("cast")
    options = parser.parse_args()
    port = serve(options.dumps, options.rate)
    with tempfile.TemporaryDirectory(prefix="runout-update-") as home:
        environment = {
            "PATH": "%s/bin:%s" % (home, os.environ["PATH"]), "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "PS1": "$ ", "BASH_SILENCE_DEPRECATION_WARNING": "1"}
        os.mkdir(home + "/bin")
        os.symlink(os.path.abspath(options.runout), home + "/bin/runout")
        shell = Shell(environment)
        shell.read(5, "$ ")
        command = "runout catalogue update --yes --save-every 1 --url http://localhost:%d/" % port
        for _ in range(KILLS):
            shell.type(command)
            shell.read(options.seconds)
            victim = program(shell)
            if victim is None:
                sys.exit("record-update: the update ended before it could be killed: a lower --rate")
            os.kill(victim, signal.SIGKILL)
            if not shell.read(10, "$ "):
                sys.exit("record-update: no prompt after a kill")
        shell.type(command)
        if not shell.read(600, "$ "):
            sys.exit("record-update: the last update did not end")
        for command in ("runout catalogue verify", "runout catalogue info"):
            shell.type(command)
            if not shell.read(60, "$ "):
                sys.exit("record-update: %s did not end" % command)
            if command.endswith("verify") and "is intact" not in shell.text:
                sys.exit("record-update: " + shell.text)
        shell.read(1)
        os.close(shell.terminal)
        os.waitpid(shell.child, 0)
    head = {"version": 2, "width": COLUMNS, "height": ROWS, "title": "An update that is killed three times"}
    with open(options.cast, "w", encoding="utf-8") as cast:
        for line in [head] + [[round(at, 3), "o", text.replace(home, "~")] for at, text in shell.events]:
            cast.write(json.dumps(line, ensure_ascii=False) + "\n")
    print("%s: %.0f s" % (options.cast, shell.events[-1][0]))


if __name__ == "__main__":
    main()
