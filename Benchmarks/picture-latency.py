#!/usr/bin/env python3
"""picture-latency - how long a photograph takes from the cache on disk to the terminal.

    Benchmarks/picture-latency.py [--runout .build/release/runout] [--records 40]

`runout serve` stands for Discogs, with photographs (JPEG, 600 × 600, made by ImageMagick) in place of its drawn sleeves. A
first session fetches them into the cache. A second opens each record again and presses `c`, for which nothing is ready in
memory: from the key to the last byte of the picture, in a terminal of 40 × 20 cells, where it takes 30 × 15. With kitty's
protocol, and with blocks. Prints one line for each, and what the decoder by itself takes, process included.
"""
import argparse
import fcntl
import http.client
import http.server
import os
import pathlib
import pty
import resource
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS, ROWS = 40, 20
KITTY = b"\x1b_Gi=16777215;OK\x1b\\\x1bP>|kitty(0.32.1)\x1b\\\x1b[6;20;10t\x1b[?62;c"
PATIENCE = 30
FIRST = 930_000_001


def photographs(folder, count):
    """Different ones, with as much detail as a cover has."""
    made = []
    for number in range(count):
        path = folder / f"{number}.jpg"
        subprocess.run(
            ["convert", "-seed", str(number), "-size", "600x600", "plasma:", "-quality", "88", str(path)], check=True)
        made.append(path.read_bytes())
    return made


class Discogs:
    """A server that passes requests on, but for those for pictures."""

    def __init__(self, target, pictures):
        target = urllib.parse.urlsplit(target)
        owner = self
        self.served = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if self.path.startswith("/images/"):
                    owner.served += 1
                    number = int(self.path.split("/")[3])
                    return self.answer(200, [("Content-Type", "image/jpeg")], pictures[number % len(pictures)])
                connection = http.client.HTTPConnection(target.hostname, target.port, timeout=PATIENCE)
                kept = ("authorization", "user-agent", "accept")
                connection.request("GET", self.path, None, {
                    name: value for name, value in self.headers.items() if name.lower() in kept})
                answer = connection.getresponse()
                # The addresses of pictures lead here, too.
                content = answer.read().replace(target.netloc.encode(), owner.place.encode())
                left_out = ("content-length", "transfer-encoding", "connection", "content-encoding")
                self.answer(answer.status, [
                    header for header in answer.getheaders() if header[0].lower() not in left_out], content)
                connection.close()

            def answer(self, status, headers, content):
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


class Session:
    """Runout in a pseudo-terminal, live on that server."""

    def __init__(self, program, work, url, mode):
        self.idle, self.sent = work / f"idle-{time.monotonic_ns()}", 0
        self.idle.touch()
        config = work / "config.toml"
        config.write_text(f'pictures = "{mode}"\n')
        environment = dict(
            os.environ, HOME=str(work), LANG="C.UTF-8", TERM="xterm-256color", COLORTERM="truecolor",
            DISCOGS_TOKEN="bench", DISCOGS_TOKEN_FOR=url)
        arguments = [
            program, "--source", "live", "--api-url", url, "--environment", "testing", "--data-dir", str(work / "data"),
            "--cache-dir", str(work / "cache"), "--state-dir", str(work / "state"), "--config", str(config),
            "--idle-file", str(self.idle)]
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, COLUMNS * 10, ROWS * 20))
        self.process = subprocess.Popen(
            arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(theirs)
        self.terminal = ours
        self.press(KITTY)

    def press(self, data):
        """Writes bytes; returns what came and the milliseconds until its last byte, once the program is idle."""
        reports = len(self.reports())
        self.sent += len(data)
        start = last = time.perf_counter()
        os.write(self.terminal, data)
        output, due = b"", start + PATIENCE
        while time.perf_counter() < due:
            if select.select([self.terminal], [], [], 0.005)[0]:
                output += os.read(self.terminal, 1 << 20)
                last = time.perf_counter()
                continue
            now = self.reports()
            if len(now) > reports and int(now[-1].split()[1]) >= self.sent:
                return output, 1000 * (last - start)
        sys.exit(f"picture-latency: the program is not idle {PATIENCE} s after {data!r}")

    def reports(self):
        return self.idle.read_text().splitlines()

    def open(self, release):
        self.press(b"s")
        self.press(b"\x15" + f"r{release}".encode())
        return self.press(b"\r")

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.terminal)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def say(what, values):
    print(f"{what}: p50 {statistics.median(values):.1f} ms, p95 {percentile(values, 0.95):.1f} ms, "
          f"most {max(values):.1f} ms of {len(values)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runout", default=str(ROOT / ".build" / "release" / "runout"))
    parser.add_argument("--records", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        pictures = photographs(work, 12)
        serve = subprocess.Popen(
            [options.runout, "serve", "--source", "demo", "--port", "0", "--data-dir", str(work / "served"), "--cache-dir",
             str(work / "served"), "--state-dir", str(work / "served"), "--config", "/dev/null"],
            stdout=subprocess.PIPE, text=True)
        try:
            line = serve.stdout.readline()
            address = next(word for word in line.split() if word.startswith("http://")).rstrip("/.,")
            discogs = Discogs(address, pictures)
            url = f"http://{discogs.place}"
            releases = [FIRST + number for number in range(options.records)]
            warm = Session(options.runout, work, url, "kitty")
            for release in releases:
                warm.open(release)
                warm.press(b"c")
                warm.press(b"\x1b")
            warm.close()
            fetched = discogs.served
            for mode in ("kitty", "symbols"):
                session = Session(options.runout, work, url, mode)
                times, sizes = [], []
                for release in releases:
                    session.open(release)
                    output, milliseconds = session.press(b"c")
                    times.append(milliseconds)
                    sizes.append(len(output))
                    session.press(b"\x1b")
                session.close()
                say(f"disk to terminal, {mode}, {statistics.median(sizes) / 1000:.0f} kB", times)
            print(f"photographs fetched: {fetched} by the first session, {discogs.served - fetched} afterwards")
            helper = pathlib.Path(options.runout).parent / "runout-pictures"
            times = []
            for _ in range(5):
                for picture in pictures:
                    start = time.perf_counter()
                    subprocess.run([helper, "800"], input=picture, capture_output=True, check=True)
                    times.append(1000 * (time.perf_counter() - start))
            say("the decoder alone, process included", times)
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"largest of all processes: {peak:.0f} MiB")
        finally:
            serve.terminate()
            serve.wait()


if __name__ == "__main__":
    main()
