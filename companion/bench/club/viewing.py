"""Somebody who has the club's page open, in a process of its own: listens, fetches what has changed, and writes down
when each table's entry was there.

It does what the page's script does, but for the drawing. ``python -m companion.bench.club.viewing PORT FILE``.
"""

from __future__ import annotations

import gzip
import http.client
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

WAITS_S = 30.0
SHEET = "wide"
"""The shape of the boards on a large screen."""
_ARTICLE = re.compile(rb'<article class="[^"]*" id="([a-z0-9-]+)-[0-9a-f]+" data-seq="(\d+)"')
_MAIN = re.compile(rb'<main[^>]* data-version="(\d+)" data-arrangement="(\w+)"')


class Viewer:
    """One open page."""

    def __init__(self, port: int, seen: TextIO) -> None:
        self._port = port
        self._seen = seen
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAITS_S)
        self._arrangement = self._version = b""

    def look(self) -> None:
        """Opens the page, and keeps it up to date until the club is gone."""
        self._take(self._fetched(f"/fragment?sheet={SHEET}"))
        for told in self._news():
            if told <= int(self._version):
                continue
            changes = self._fetched(f"/fragment?sheet={SHEET}&since={self._version.decode()}")
            found = _MAIN.search(changes)
            if found is None or found[2] != self._arrangement:
                changes = self._fetched(f"/fragment?sheet={SHEET}")
            self._take(changes)

    def _take(self, text: bytes) -> None:
        now = time.monotonic_ns()
        if found := _MAIN.search(text):
            self._version, self._arrangement = found[1], found[2]
        self._seen.writelines(
            f"{table.decode()} {seq.decode()} {now}\n" for table, seq in _ARTICLE.findall(text)
        )
        self._seen.flush()

    def _fetched(self, path: str) -> bytes:
        self._line.request("GET", path, headers={"Accept-Encoding": "gzip", "Host": "localhost"})
        answer = self._line.getresponse()
        body = answer.read()
        return gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body

    def _news(self) -> Iterator[int]:
        listening = http.client.HTTPConnection("127.0.0.1", self._port, timeout=WAITS_S)
        listening.request("GET", "/api/v1/events", headers={"Host": "localhost"})
        answer = listening.getresponse()
        while line := answer.readline():
            if line.startswith(b"data:"):
                yield int(line.partition(b":")[2])


def main() -> None:
    """Looks until the club ends, or this process."""
    port, file = int(sys.argv[1]), Path(sys.argv[2])
    with file.open("w") as seen:
        try:
            Viewer(port, seen).look()
        except (OSError, http.client.HTTPException):
            return


if __name__ == "__main__":
    main()
