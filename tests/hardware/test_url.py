"""A camera in the network: its pictures cross, it may stall, tear and end, and its password is told to nobody."""

from __future__ import annotations

import base64
import contextlib
import http.server
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from hardware.causes import NO_FRAMES, NO_PERMISSION, NOT_FOUND, TIMED_OUT
from hardware.frame_source import CameraError, Frame
from hardware.stream_process import ADDRESS_NAME, MOST_MB, diagnose, is_address, without_secrets
from hardware.supervised import Timing
from hardware.url import UrlSource

QUICK = Timing(start_s=30.0, stall_s=3.0, report_s=0.1, backoff_s=(0.1, 0.2), healthy_s=60.0)
GREY = cv2.imencode(".jpg", np.full((120, 160, 3), 200, np.uint8))[1].tobytes()


class Phone(http.server.ThreadingHTTPServer):
    """An old phone with a camera app: MJPEG over HTTP, behind a name and a password."""

    daemon_threads = True

    def __init__(self, send: Callable[[Callable[[bytes], None], int], None]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.send, self.asked = send, 0
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://mamie:secret@127.0.0.1:{self.server_address[1]}/video?token=hidden"


class Handler(http.server.BaseHTTPRequestHandler):
    server: Phone

    def do_GET(self) -> None:
        wanted = "Basic " + base64.b64encode(b"mamie:secret").decode()
        if self.headers.get("Authorization") != wanted:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        with self.server.lock:
            self.server.asked += 1
            turn = self.server.asked
        with contextlib.suppress(OSError):
            self.server.send(self.wfile.write, turn)

    def log_message(self, *_: object) -> None: ...


def part(picture: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
    return head.encode() + picture + b"\r\n"


def steadily(write: Callable[[bytes], None], turn: int) -> None:
    for _ in range(3000):
        write(part(GREY))
        time.sleep(0.04)


@pytest.fixture
def phone() -> Iterator[Callable[..., Phone]]:
    made: list[Phone] = []

    def serve(send: Callable[[Callable[[bytes], None], int], None] = steadily) -> Phone:
        made.append(Phone(send))
        threading.Thread(target=made[-1].serve_forever, daemon=True).start()
        return made[-1]

    yield serve
    for one in made:
        one.shutdown()
        one.server_close()


def frames(source: UrlSource, wanted: Callable[[list[Frame]], bool], seconds: float = 60) -> list[Frame]:
    seen: list[Frame] = []
    end = time.monotonic() + seconds
    for frame in source:
        seen.append(frame)
        if wanted(seen):
            return seen
        assert time.monotonic() < end, [one.fault for one in seen[-5:]]
    return seen


def test_pictures_come_and_nobody_is_told_the_password(
    phone: Callable[..., Phone], caplog: pytest.LogCaptureFixture
) -> None:
    served = phone()
    caplog.set_level(logging.DEBUG)
    with UrlSource(served.address, timing=QUICK) as source:
        assert "secret" not in source.description and "hidden" not in source.description
        seen = frames(source, lambda all: sum(one.image is not None for one in all) >= 5)
        command = " ".join(source._command())
    picture = next(one.image for one in seen if one.image is not None)
    assert picture.shape == (120, 160, 3)
    assert abs(int(picture.mean()) - 200) < 4
    assert "secret" not in caplog.text + command


def test_a_stream_that_tears_and_ends_is_opened_again(phone: Callable[..., Phone]) -> None:
    def torn(write: Callable[[bytes], None], turn: int) -> None:
        if turn > 1:
            steadily(write, turn)
        for _ in range(8):
            write(part(GREY))
            time.sleep(0.04)
        write(part(GREY)[:200])

    served = phone(torn)
    with UrlSource(served.address, timing=QUICK) as source:
        frames(source, lambda all: served.asked > 1 and all[-1].image is not None)


def test_a_stream_that_stalls_is_a_fault_and_opened_again(phone: Callable[..., Phone]) -> None:
    def stalls(write: Callable[[bytes], None], turn: int) -> None:
        if turn > 1:
            steadily(write, turn)
        for _ in range(8):
            write(part(GREY))
            time.sleep(0.04)
        time.sleep(60)

    served = phone(stalls)
    with UrlSource(served.address, timing=QUICK) as source:
        seen = frames(source, lambda all: served.asked > 1 and all[-1].image is not None)
    assert any(one.fault is not None for one in seen)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://mamie:wrong@127.0.0.1:{port}/video", "wants another name or password"),
        ("http://mamie:wrong@127.0.0.1:1/video", "No camera answers at http://127.0.0.1:1/video"),
    ],
)
def test_what_is_wrong_is_one_sentence_without_secrets(
    phone: Callable[..., Phone], address: str, said: str
) -> None:
    filled = address.format(port=phone().server_address[1])
    with pytest.raises(CameraError, match=said) as refused, UrlSource(filled, timing=QUICK):
        pass
    assert "wrong" not in str(refused.value)


def test_why_a_stream_gives_nothing(phone: Callable[..., Phone]) -> None:
    port = phone().server_address[1]
    assert diagnose(f"http://127.0.0.1:{port}/video") == NO_PERMISSION
    assert diagnose(f"http://mamie:secret@127.0.0.1:{port}/video") == NO_FRAMES
    assert diagnose("rtsp://127.0.0.1:1/stream") == NOT_FOUND
    assert diagnose("http://no-such-house.invalid/") == NOT_FOUND


def test_a_server_that_says_nothing_is_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    monkeypatch.setattr("hardware.stream_process.ASK_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert diagnose(f"rtsp://127.0.0.1:{silent.getsockname()[1]}/stream") == TIMED_OUT


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("http://phone:8080/video", True),
        ("rtsp://a:b@[fe80::1]:554/h264", True),
        ("https://cam/", True),
        ("ftp://cam/", False),
        ("file:///etc/passwd", False),
        ("http://", False),
        ("http://cam:port/", False),
        ("cam", False),
    ],
)
def test_which_addresses_are_streams(text: str, is_one: bool) -> None:
    assert is_address(text) is is_one


def test_an_address_is_told_without_its_secrets() -> None:
    assert without_secrets("rtsp://a:b@[fe80::1]:554/h264?key=c#d") == "rtsp://[fe80::1]:554/h264"


def test_a_picture_without_end_takes_so_much_memory_and_no_more() -> None:
    """The process that reads a stream is bounded: a camera of the network may send what it likes."""
    begins = "import hardware.stream_process as it; it.main([], lambda _: bytearray({} * 1_000_000) and None)"
    said = [
        subprocess.run(
            [sys.executable, "-c", begins.format(megabytes)],
            env={**os.environ, ADDRESS_NAME: "http://127.0.0.1:9/"},
            input="",
            capture_output=True,
            text=True,
        ).stderr
        for megabytes in (MOST_MB - 100, MOST_MB + 100)
    ]
    assert "MemoryError" not in said[0] and "MemoryError" in said[1]
