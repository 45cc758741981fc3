#!/usr/bin/env python3
"""serve-load - so many clients at once that page through searches of `runout serve`, for so many seconds.

    Benchmarks/serve-load.py [--clients 200] [--seconds 60] http://127.0.0.1:8080

Each client keeps one connection and goes from page to page of a search, then on to the next one. Prints how many
answers came, how fast (p50, p95, p99) and how many were no 200 with the JSON that was expected. Exit status: 0 when
there was no error, 1 otherwise.
"""
import argparse
import asyncio
import json
import sys
import time
import urllib.parse

WORDS = ("love", "the", "blue", "time", "night", "live", "a", "man", "world", "black", "day", "in")


class Failure(Exception):
    pass


async def answer(reader):
    """The status and the body of one answer with a length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    length = None
    for line in head[1:]:
        name, _, value = line.partition(":")
        if name.lower() == "content-length":
            length = int(value)
    if length is None:
        raise Failure("an answer without a length")
    return status, await reader.readexactly(length)


async def client(number, host, port, deadline, times, failures, sample):
    reader = writer = None
    word, page = number % len(WORDS), 1
    while time.monotonic() < deadline:
        started = time.monotonic()
        try:
            if writer is None:
                reader, writer = await asyncio.open_connection(host, port)
            query = urllib.parse.urlencode({"q": WORDS[word], "per_page": 50, "page": page})
            writer.write(("GET /database/search?%s HTTP/1.1\r\nHost: %s:%d\r\nUser-Agent: RunoutLoad/1.0 +https://runout."
                          "example\r\nAuthorization: Discogs token=load\r\n\r\n" % (query, host, port)).encode())
            status, body = await asyncio.wait_for(answer(reader), 30)
            if status != 200:
                raise Failure("status %d" % status)
            times.append(time.monotonic() - started)
            # Reading all of it here would measure this program: every so many, and where pages end.
            if len(times) % sample == 0 or page == 1:
                pagination = json.loads(body)["pagination"]
                if pagination["page"] != page:
                    raise Failure("page %d instead of %d" % (pagination["page"], page))
                last = pagination["pages"]
            page += 1
            if page > last:
                word, page = (word + 1) % len(WORDS), 1
        except (Failure, OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError) as error:
            failures.append("%s: %s" % (type(error).__name__, error))
            if writer is not None:
                writer.close()
            writer = None
    if writer is not None:
        writer.close()


async def run(options):
    url = urllib.parse.urlsplit(options.url)
    times, failures = [], []
    started = time.monotonic()
    await asyncio.gather(*[
        client(number, url.hostname, url.port or 80, started + options.seconds, times, failures, 50)
        for number in range(options.clients)])
    return times, failures, time.monotonic() - started


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--json", action="store_true", help="figures for programs")
    options = parser.parse_args()
    times, failures, elapsed = asyncio.run(run(options))
    times.sort()

    def percentile(share):
        return times[min(len(times) - 1, int(len(times) * share))] * 1000 if times else 0.0

    figures = {"clients": options.clients, "seconds": round(elapsed, 1), "answers": len(times),
               "per_second": round(len(times) / elapsed, 1), "errors": len(failures),
               "p50_ms": round(percentile(0.50), 1), "p95_ms": round(percentile(0.95), 1),
               "p99_ms": round(percentile(0.99), 1)}
    if options.json:
        print(json.dumps(figures))
    else:
        print("%(clients)d clients, %(seconds)s s: %(answers)d answers (%(per_second)s a second), %(errors)d errors; "
              "p50 %(p50_ms)s ms, p95 %(p95_ms)s ms, p99 %(p99_ms)s ms" % figures)
    for failure in sorted(set(failures))[:5]:
        print("  " + failure, file=sys.stderr)
    return 0 if times and not failures else 1


if __name__ == "__main__":
    sys.exit(main())
