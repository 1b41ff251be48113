"""`companion read`: what lies in a photograph."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any, cast

from vision.dice.reader import DiceReader, Only
from vision.picture import UnreadablePicture, load_picture
from vision.readings import ASKED, SURE, DieReading

_KINDS = ("dice", "cards", "poker_dice", "numbers")
_READABLE = "what can be read now: dice (with pips) and poker_dice"
_MARKS = "A ? after a face: probably so. ??: only a guess. - : no face could be made out."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = _MARKS
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a photograph")
    parser.add_argument(
        "--only",
        choices=_KINDS,
        help=f"one kind of thing only; {_READABLE}",
    )
    parser.add_argument("--enrolment", metavar="FILE", help="the family's own cards and dice, as enrolled")
    parser.add_argument("--json", action="store_true", help="one JSON line an image")


def _as_object(reading: DieReading) -> dict[str, Any]:
    face = reading.face
    pips = face is not None and face in "123456"
    shown: Any = int(cast(str, face)) if pips else face
    return {
        "kind": "die" if pips or face is None else "poker_die",
        "value": shown,
        "box": [round(value, 1) for value in reading.box],
        "score": round(reading.score, 4),
        "presence": round(reading.presence, 4),
        "candidates": [
            {"value": int(name) if name in "123456" else name, "p": round(share, 4)}
            for name, share in reading.candidates[:4]
        ],
    }


def _as_words(reading: DieReading) -> str:
    doubt = "" if reading.score >= SURE else "?" if reading.score >= ASKED else "??"
    return f"{reading.face or '-'}{doubt}"


def run(arguments: argparse.Namespace) -> int:
    """Read every image; returns 0, or 2 where one could not be read or something was asked that is not there yet."""
    if arguments.only in ("cards", "numbers"):
        things = {"cards": "Cards", "numbers": "Number cards"}[arguments.only]
        print(f"companion: {things} cannot be read yet; {_READABLE}.", file=sys.stderr)
        return 2
    if arguments.enrolment is not None:
        print("companion: enrolments cannot be used yet; leave out --enrolment", file=sys.stderr)
        return 2
    only = cast("Only | None", {"dice": "numbers", "poker_dice": "poker_dice"}.get(arguments.only))
    reader = DiceReader(threads=2)
    code, doubtful = 0, False
    for path in arguments.images:
        try:
            image = load_picture(path)
        except UnreadablePicture as error:
            print(f"companion: {error}", file=sys.stderr)
            code = 2
            continue
        started = time.perf_counter()
        readings = reader.read(image, only=only)
        milliseconds = (time.perf_counter() - started) * 1000
        height, width = image.shape[:2]
        if arguments.json:
            line = {
                "image": str(path),
                "width": width,
                "height": height,
                "ms": round(milliseconds, 1),
                "objects": [_as_object(reading) for reading in readings],
            }
            print(json.dumps(line, ensure_ascii=False), flush=True)
        else:
            words = " ".join(_as_words(reading) for reading in readings) or "no dice"
            print(f"{path}: {words}  ({width} x {height} px, {milliseconds:.0f} ms)", flush=True)
            doubtful = doubtful or any(mark in words for mark in ("?", "-"))
    if doubtful:
        print(_MARKS)
    return code
