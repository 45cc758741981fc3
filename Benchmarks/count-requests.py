#!/usr/bin/env python3
"""count-requests - a go-between that passes requests on to a server and counts them.

    Benchmarks/count-requests.py http://127.0.0.1:8080

Prints its own address, then a line for each request until it is stopped. `Benchmarks/run` uses it as a module, and with
it counts what Runout asks of a live source.
"""
import http.client
import http.server
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
import urllib.parse

KEPT = ("authorization", "user-agent", "accept", "content-type")


class Counter:
    """Listens on a port of this machine; `requests` are the lines of those that came, in order."""

    def __init__(self, target, tell=None):
        self.requests = []
        self.target = urllib.parse.urlsplit(target)
        counter = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def pass_on(self):
                counter.requests.append("%s %s" % (self.command, self.path))
                if tell:
                    tell(counter.requests[-1])
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                connection = http.client.HTTPConnection(counter.target.hostname, counter.target.port, timeout=30)
                connection.request(self.command, self.path, body or None, {
                    name: value for name, value in self.headers.items() if name.lower() in KEPT})
                answer = connection.getresponse()
                content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                connection.close()

            do_GET = do_POST = do_PUT = do_DELETE = pass_on

            def log_message(self, *arguments):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = "http://127.0.0.1:%d" % self.server.server_address[1]

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def before_first_screen(self, command, environment, sign=b"Runout", seconds=20):
        """How many requests had come when a program first showed `sign` in a terminal; None if it never did."""
        start = len(self.requests)
        main, side = pty.openpty()
        child = subprocess.Popen(command, stdin=side, stdout=side, stderr=subprocess.DEVNULL, start_new_session=True,
                                 env=dict(environment, TERM="xterm-256color", COLUMNS="100", LINES="30"))
        os.close(side)
        seen, found, deadline = b"", None, time.monotonic() + seconds
        while found is None and time.monotonic() < deadline:
            if not select.select([main], [], [], 0.2)[0]:
                continue
            try:
                seen += os.read(main, 65536)
            except OSError:
                break
            if sign in seen:
                found = len(self.requests) - start
        child.send_signal(signal.SIGTERM)
        # What it still writes has to go somewhere.
        threading.Thread(target=drain, args=(main,), daemon=True).start()
        child.wait()
        return found


def drain(descriptor):
    try:
        while os.read(descriptor, 65536):
            pass
    except OSError:
        pass


def main():
    if len(sys.argv) != 2 or not sys.argv[1].startswith("http://"):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    with Counter(sys.argv[1], tell=lambda line: print(line, flush=True)) as counter:
        print(counter.url, flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
