"""The own process of a camera in the network: an MJPEG (HTTP) or RTSP stream, read by OpenCV until it is killed.

Started as ``python -m hardware.stream_process [SMALL_WIDTH]`` with the address in the environment (``ADDRESS_NAME``):
an address may hold a password, and a command line is everybody's to read. ``hardware.serving`` tells the messages.
"""

from __future__ import annotations

import base64
import os
import resource
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

from hardware.capture_process import Capture, serve
from hardware.causes import NO_FRAMES, NO_PERMISSION, NOT_FOUND, TIMED_OUT
from hardware.serving import own_stdout

ADDRESS_NAME = "COMPANION_CAMERA_ADDRESS"
OPEN_MS = 8000
READ_MS = 4000
ASK_S = 3.0
PORTS = {"http": 80, "https": 443, "rtsp": 554}
SCHEMES = tuple(PORTS)
MOST_MB = 500
"""What pictures may take beyond what the process has at its start: one without end would take all there is."""


def without_secrets(address: str) -> str:
    """The address as it may be told: no name, no password, nothing behind a question mark."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    place = f"[{host}]" if ":" in host else host
    with suppress(ValueError):
        place += f":{parts.port}" if parts.port else ""
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


def is_address(text: str) -> bool:
    """Whether this is the address of a stream: a scheme that is known, a host, a port that can be."""
    parts = urlsplit(text)
    try:
        return parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def open_stream(address: str) -> Capture | None:
    """Open a stream; None where it gives nothing in time."""
    import cv2

    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS]
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    return capture if capture.isOpened() else None


def diagnose(address: str) -> str:
    """Return why a stream gives no picture, as far as its server says."""
    parts = urlsplit(address)
    port = parts.port or PORTS[parts.scheme]
    try:
        with socket.create_connection((parts.hostname or "", port), ASK_S) as line:
            if parts.scheme == "https":
                return NO_FRAMES
            line.settimeout(ASK_S)
            line.sendall(_request(parts).encode("latin-1", "replace"))
            status = line.recv(64).split(b" ")
    except TimeoutError:
        return TIMED_OUT
    except OSError:
        return NOT_FOUND
    code = status[1] if len(status) > 1 else b""
    return {b"401": NO_PERMISSION, b"403": NO_PERMISSION, b"404": NOT_FOUND}.get(code, NO_FRAMES)


def _request(parts: SplitResult) -> str:
    """The least that a server has to answer."""
    path = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    named = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    secret = base64.b64encode(named.encode()).decode()
    entry = f"Authorization: Basic {secret}\r\n" if parts.username else ""
    if parts.scheme == "rtsp":
        address = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, parts.query, ""))
        return f"DESCRIBE {address} RTSP/1.0\r\nCSeq: 1\r\n{entry}\r\n"
    return f"GET {path} HTTP/1.0\r\nHost: {parts.hostname}\r\n{entry}\r\n"


def bound_memory() -> None:
    """From here on this process gets so much more memory and no more; where the system counts it."""
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        has_kb = int(next(line for line in lines if line.startswith("VmData:")).split()[1])
        most = has_kb * 1024 + MOST_MB * 1_000_000
        resource.setrlimit(resource.RLIMIT_DATA, (most, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def main(arguments: list[str], open_it: Callable[[str], Capture | None] = open_stream) -> int:
    """Run the process for the address in the environment."""
    # FFmpeg's own words would tell the address, and with it the password.
    os.environ |= {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
    address = os.environ.pop(ADDRESS_NAME, "")
    outlet = own_stdout()
    try:
        import cv2  # noqa: F401 - its own memory is none of the pictures'

        bound_memory()
        capture = open_it(address)
        began = time.monotonic()

        def cause() -> str:
            # A stream that has run and ends is found out by starting it again.
            return NO_FRAMES if time.monotonic() - began > ASK_S else diagnose(address)

        small = int(arguments[0]) if arguments else None
        reason = (lambda: diagnose(address)) if capture is None else cause
        return serve(capture, sys.stdin, outlet, small_width=small, diagnose=reason)
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
