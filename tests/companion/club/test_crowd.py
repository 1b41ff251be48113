"""A crowd is sent the same bytes, each as fast as it reads, by a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import zlib
from collections.abc import Iterator

import pytest

from companion.club.crowd import Crowd, event


class Spectator:
    """One connection of which the crowd has the other end."""

    def __init__(self) -> None:
        self.line, self.given = socket.socketpair()
        self.line.settimeout(20)
        self._unpacking = zlib.decompressobj(31)
        self._read = b""

    def joins(self, crowd: Crowd, key: str) -> Spectator:
        crowd.join(key, self.given)
        self.given.close()
        return self

    def reads(self, until: str) -> str:
        """What it was sent so far, once it ends so."""
        while not self._read.endswith(until.encode()):
            data = self.line.recv(65_536)
            assert data, "hung up"
            if data.startswith(b"HTTP/1.1 200 OK"):
                data = data.partition(b"\r\n\r\n")[2]
            self._read += self._unpacking.decompress(data)
        return self._read.decode()

    @property
    def is_sent_home(self) -> bool:
        while data := self.line.recv(65_536):
            assert data
        return True


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    made = Crowd()
    yield made
    made.close()


def test_everybody_is_sent_what_is_shown_and_who_comes_later_the_last(crowd: Crowd) -> None:
    crowd.show("link", event(1, "one\ntwo"))
    early, other = Spectator().joins(crowd, "link"), Spectator().joins(crowd, "other")
    assert early.reads("\n\n") == "id: 1\ndata: one\ndata: two\n\n"
    crowd.show("link", event(2, "three"))
    late = Spectator().joins(crowd, "link")
    assert early.reads("three\n\n").endswith("data: two\n\nid: 2\ndata: three\n\n")
    assert late.reads("three\n\n") == "id: 2\ndata: three\n\n"
    crowd.end("link")
    assert early.is_sent_home and late.is_sent_home
    crowd.show("other", event(1, "still"))
    assert other.reads("still\n\n") == "id: 1\ndata: still\n\n"


def test_who_reads_slowly_misses_some_and_never_the_last(crowd: Crowd) -> None:
    slow, quick = Spectator(), Spectator()
    slow.given.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    slow.joins(crowd, "link"), quick.joins(crowd, "link")
    for number in range(1, 60):
        text = os.urandom(6_000).hex()
        crowd.show("link", event(number, f"{text} {number}"))
        quick.reads(f" {number}\n\n")
    shown = slow.reads(" 59\n\n")
    assert 1 < shown.count("id: ") < 59


def test_a_crowd_that_was_killed_comes_again(crowd: Crowd) -> None:
    crowd.show("link", event(1, "one"))
    before = Spectator().joins(crowd, "link")
    before.reads("one\n\n")
    assert crowd.pid is not None
    os.kill(crowd.pid, signal.SIGKILL)
    assert before.is_sent_home
    assert Spectator().joins(crowd, "link").reads("one\n\n") == "id: 1\ndata: one\n\n"
