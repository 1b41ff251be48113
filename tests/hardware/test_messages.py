"""Whatever a camera's process says, the program that listens goes on."""

from __future__ import annotations

import json
import math
import random
import sys
import textwrap
import time
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from hardware.frame_source import CameraError
from hardware.messages import (
    LARGEST_PICTURE,
    Failed,
    FrameCame,
    Locked,
    NoStill,
    Opened,
    Ready,
    StillCame,
    checked_controls,
    parse,
)
from hardware.shared_frames import Layout
from hardware.usb import Timing, UsbSource

OPENED = {"message": "opened", "width": 64, "height": 36}
QUICK = Timing(start_s=10.0, stall_s=5.0, report_s=0.1, backoff_s=(0.05,), healthy_s=60.0)


def line(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (OPENED, Opened(64, 36, Layout.BGR, full_range=True, still_width=64, still_height=36)),
        (
            {**OPENED, "layout": "i420", "range": "limited", "still_width": 4608, "still_height": 2592},
            Opened(64, 36, Layout.I420, full_range=False, still_width=4608, still_height=2592),
        ),
        ({"message": "ready"}, Ready()),
        ({"message": "frame", "seq": 3, "monotonic_ms": 17}, FrameCame(3, 17)),
        ({"message": "still", "number": 1, "monotonic_ms": 17}, StillCame(1, 17)),
        ({"message": "no_still", "number": 1, "reason": "out_of_range"}, NoStill(1, "out_of_range")),
        ({"message": "failed", "reason": "busy", "detail": "a\nb"}, Failed("busy", "ab")),
        ({"message": "failed", "reason": "busy"}, Failed("busy", "")),
    ],
)
def test_every_message_is_understood(told: Mapping[str, Any], message: object) -> None:
    assert parse(line(told)) == message


@pytest.mark.parametrize(
    "told",
    [
        {**OPENED, "width": 0},
        {**OPENED, "width": -64},
        {**OPENED, "width": 64.5},
        {**OPENED, "width": True},
        {**OPENED, "width": "64"},
        {**OPENED, "width": math.nan},
        {**OPENED, "width": 10**9},
        {**OPENED, "width": 16_000, "height": LARGEST_PICTURE // 16_000 + 1},
        {**OPENED, "still_width": 10**9},
        {**OPENED, "layout": "jpeg"},
        {**OPENED, "layout": "i420", "height": 35},
        {"message": "opened"},
        {"message": "frame", "seq": 0, "monotonic_ms": 17},
        {"message": "frame", "seq": 1, "monotonic_ms": math.nan},
        {"message": "frame", "seq": 1, "monotonic_ms": -1},
        {"message": "frame", "seq": 2**63, "monotonic_ms": 17},
        {"message": "frame", "seq": None, "monotonic_ms": 17},
        {"message": "locked", "controls": {"ExposureTime": math.nan, "AnalogueGain": 1.0}},
        {"message": "locked"},
        {"message": "failed"},
        {"message": "dance"},
        {},
    ],
)
def test_what_cannot_be_is_no_message(told: Mapping[str, Any]) -> None:
    assert parse(line(told)) is None


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"null",
        b"[]",
        b"3",
        b'"x"',
        b"{",
        b"\xff\xfe",
        b"[" * 60_000,
        b"9" * 60_000,
        b" " * 70_000,
    ],
)
def test_what_is_no_json_is_no_message(raw: bytes) -> None:
    assert parse(raw) is None


def test_locked_controls_are_taken_one_by_one() -> None:
    good = {"ExposureTime": 20_000, "AnalogueGain": 2, "ColourGains": [2.0, 1.5], "LensPosition": 4.5}
    message = parse(line({"message": "locked", "controls": good, "settled": True}))
    assert isinstance(message, Locked) and message.settled
    assert dict(message.controls) == {**good, "ColourGains": (2.0, 1.5)}
    assert dict(
        checked_controls({**good, "ColourGains": [math.inf, 1], "LensPosition": -1, "Door": 3}) or {}
    ) == {
        "ExposureTime": 20_000,
        "AnalogueGain": 2.0,
    }
    for broken in ({}, {**good, "ExposureTime": 0}, {**good, "AnalogueGain": True}, [good], None):
        assert checked_controls(broken) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
KEYS = st.sampled_from(
    [
        "message",
        "width",
        "height",
        "layout",
        "range",
        "still_width",
        "seq",
        "monotonic_ms",
        "number",
        "reason",
    ]
)
KINDS = st.sampled_from(["opened", "ready", "frame", "still", "no_still", "locked", "failed"])


@trials(max_examples=250, deadline=None)
@given(st.dictionaries(KEYS, VALUES), KINDS | VALUES)
def test_no_message_can_make_the_reader_fail(told: dict[str, Any], kind: object) -> None:
    message = parse(line({**told, "message": kind}))
    if isinstance(message, Opened):
        assert 2 <= message.width <= 16_384 and message.width * message.height <= LARGEST_PICTURE


def test_no_mangled_message_can_make_the_reader_fail() -> None:
    chance = random.Random(7)
    messages = [line(told) for told in (OPENED, {"message": "frame", "seq": 1, "monotonic_ms": 1})]
    understood = 0
    for _ in range(20_000):
        raw = bytearray(chance.choice(messages))
        for _ in range(chance.randrange(1, 4)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        message = parse(bytes(raw[: chance.randrange(1, len(raw) + 20)]))
        understood += message is not None
        if isinstance(message, Opened):
            assert 2 <= message.width <= 16_384 and message.width * message.height <= LARGEST_PICTURE
    assert 0 < understood < 10_000


@trials(max_examples=1000, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_can_make_the_reader_fail(raw: bytes) -> None:
    parse(raw)


@trials(max_examples=200, deadline=None)
@given(VALUES, VALUES, VALUES, VALUES)
def test_locked_controls_are_always_finite(
    exposure: object, gain: object, colours: object, lens: object
) -> None:
    controls = checked_controls(
        {"ExposureTime": exposure, "AnalogueGain": gain, "ColourGains": colours, "LensPosition": lens}
    )
    for value in (controls or {}).values():
        assert all(math.isfinite(one) for one in (value if isinstance(value, tuple) else (value,)))


FUZZING = """
import json, random, sys
from pathlib import Path
import numpy as np
from hardware.shared_frames import SharedFrames
random.seed({seed})
out = sys.stdout.buffer
def say(**told):
    out.write((json.dumps(told) + "\\n").encode())
    out.flush()
odd = [None, True, -1, 0, 10**30, float("nan"), "x", [], {{}}, 1.5]
def nonsense():
    for _ in range(40):
        match random.randrange(6):
            case 0: out.write(bytes(random.randrange(256) for _ in range(random.randrange(200))) + b"\\n")
            case 1: say(message="frame", seq=random.choice(odd), monotonic_ms=random.choice(odd))
            case 2: say(message="frame", seq=random.randrange(1, 99), monotonic_ms=random.choice([0, 2**52]))
            case 3: say(message="still", number=random.randrange(9), monotonic_ms=1)
            case 4: say(message="locked", controls={{"ExposureTime": random.choice(odd), "AnalogueGain": 1}})
            case 5: say(message=random.choice(odd), seq=1)
        out.flush()
nonsense()
say(message="opened", width=64, height=36)
path = Path(json.loads(sys.stdin.readline())["path"])
ring = SharedFrames(path, 64, 36)
say(message="ready")
for seq in range(1, 30):
    ring.write(seq, np.full((36, 64, 3), 99, np.uint8))
    say(message="frame", seq=seq, monotonic_ms=seq)
    nonsense()
{end}
"""


@pytest.mark.parametrize(
    "end", ["", 'out.write(b\'{"message": "fra\'); out.flush()', "say(message='opened', width=8, height=8)"]
)
@pytest.mark.usefixtures("nothing_left_behind")
def test_a_process_that_talks_nonsense_gives_whole_frames_or_none(end: str) -> None:
    for seed in range(3):
        script = textwrap.dedent(FUZZING.format(seed=seed, end=end))
        with UsbSource(0, command=[sys.executable, "-c", script], timing=QUICK) as source:
            count = 0
            last = 0
            for frame in source:
                assert frame.monotonic_ms >= last
                last = frame.monotonic_ms
                assert abs(last - time.monotonic() * 1000) < 5000, "a clock that cannot be is not believed"
                if frame.image is not None:
                    assert frame.image.shape == (36, 64, 3) and (frame.image == 99).all()
                count += 1
                if source.restarts or count > 200:
                    break
        assert source.restarts or count > 200


@pytest.mark.parametrize(
    "script",
    [
        'print(\'{"message": "ready"}\', flush=True); import time; time.sleep(30)',
        'print(\'{"message": "opened", "width": 1000000000, "height": 2}\', flush=True); input()',
        "import sys\nwhile True: sys.stdout.write('x' * 100000)",
        "import sys\nwhile True: sys.stderr.write('x' * 100000)",
        "raise SystemExit(0)",
        "import os; os.abort()",
    ],
)
def test_a_process_that_never_gives_a_picture_is_an_error_in_time(script: str) -> None:
    source = UsbSource(0, command=[sys.executable, "-c", script], timing=Timing(start_s=1.5))
    begun = time.monotonic()
    with pytest.raises(CameraError, match="gives no picture"), source:
        pass
    assert time.monotonic() - begun < 5.0
