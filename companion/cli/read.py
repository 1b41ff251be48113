"""`companion read`: what lies in a photograph."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, cast

from numpy.typing import NDArray

from calibration.kept_box import BadBox, read_box
from calibration.kept_enrolment import BadEnrolment, FamilyEnrolment, read_enrolment
from companion.cli import read_pieces
from companion.evening.family_readers import left_out, usable
from companion.wrong_use import WrongUse
from vision.cards.reader import CardReader
from vision.cards.stills import MOST_STILLS
from vision.dice.reader import DiceReader, Only
from vision.picture import UnreadablePicture, load_picture
from vision.printed.numbers import NumberReader, NumberReading
from vision.printed.reader import PrintedReader, PrintedReading
from vision.readings import ASKED, SURE, BackReading, CardReading, DieReading

_KINDS = ("dice", "cards", "poker_dice", "numbers", "printed", "pieces")
_READABLE = (
    "dice (with pips), poker_dice, cards, numbers on cards, and what was enrolled: printed cards, pieces"
)
_MARKS = "A ? after a name: probably so. ??: only a guess. - : nothing could be made out."
_LARGEST_DIE = 0.35
"""A die is no larger than this share of a card's width: 22 mm of 63."""
_COCKED = "cocked: the die leans on something, so no face of it counts."

Reading = DieReading | CardReading | BackReading | PrintedReading | NumberReading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.epilog = f"{_MARKS} {_COCKED}"
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a photograph")
    parser.add_argument(
        "--only",
        choices=_KINDS,
        help=f"one kind of thing only: {_READABLE} (with --enrolment and --corners)",
    )
    parser.add_argument(
        "--enrolment",
        type=Path,
        metavar="FILE",
        help="read the family's own deck and dice by their print: the file that companion enrol keeps or exports; "
        "with --only printed the file that companion enrol printed wrote",
    )
    read_pieces.add_arguments(parser)
    parser.add_argument(
        "--same-table",
        action="store_true",
        help="the two or three images show the same cards, taken from the same place: one reading of all, "
        "with --only cards",
    )
    parser.add_argument("--json", action="store_true", help="one JSON line an image")


def _as_object(reading: Reading) -> dict[str, Any]:
    if isinstance(reading, PrintedReading):
        return _as_outlined("printed_card", "label", reading.label, reading)
    if isinstance(reading, NumberReading):
        return _as_outlined("number_card", "value", reading.value, reading)
    if isinstance(reading, CardReading):
        return _as_card(reading)
    if isinstance(reading, BackReading):
        return {
            "kind": "card_back",
            "box": _rounded(reading.box),
            "centre": _rounded(reading.centre),
            "up": [round(value, 4) for value in reading.up],
            "score": round(reading.presence, 4),
            "presence": round(reading.presence, 4),
        }
    face = reading.face
    pips = face is not None and face in "123456"
    shown: Any = int(cast(str, face)) if pips else face
    return {
        "kind": "die" if pips or face is None else "poker_die",
        "value": shown,
        "box": _rounded(reading.box),
        "score": round(reading.score, 4),
        "presence": round(reading.presence, 4),
        "cocked": round(reading.cocked, 4),
        "candidates": [
            {"value": int(name) if name in "123456" else name, "p": round(share, 4)}
            for name, share in reading.candidates[:4]
        ],
    }


def _as_outlined(
    kind: str, name: str, value: str | int | None, reading: PrintedReading | NumberReading
) -> dict[str, Any]:
    return {
        "kind": kind,
        name: value,
        "box": _rounded(reading.outline.box),
        "corners": [_rounded(corner) for corner in reading.outline.corners.tolist()],
        "score": round(reading.score, 4),
        "presence": round(reading.presence, 4),
        "candidates": [{name: one, "p": round(share, 4)} for one, share in reading.candidates[:4]],
    }


def _as_card(reading: CardReading) -> dict[str, Any]:
    own = {} if reading.deck is None else {"deck": reading.deck}
    return {
        "kind": "card",
        "card": reading.card,
        **own,
        "box": _rounded(reading.box),
        "centre": _rounded(reading.centre),
        "up": [round(value, 4) for value in reading.up],
        "score": round(reading.score, 4),
        "presence": round(reading.presence, 4),
        "candidates": [{"card": name, "p": round(share, 4)} for name, share in reading.candidates[:4]],
        "indices": [
            {"box": _rounded(index.box), "rank": index.rank, "suit": index.suit, "p": index.p}
            for index in reading.indices
        ],
    }


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 1) for value in values]


def _as_words(reading: Reading) -> str:
    if isinstance(reading, BackReading):
        return "back" + _doubt(reading.presence)
    if isinstance(reading, DieReading) and reading.leans:
        return "cocked"
    if isinstance(reading, PrintedReading):
        return f"{reading.label or 'unknown'}{_doubt(reading.score)}"
    if isinstance(reading, NumberReading):
        return f"{'-' if reading.value is None else reading.value}{_doubt(reading.score)}"
    name = reading.card if isinstance(reading, CardReading) else reading.face
    return f"{name or '-'}{_doubt(reading.score)}"


def _doubt(score: float) -> str:
    return "" if score >= SURE else "?" if score >= ASKED else "??"


class _Reads(Protocol):
    """Reads what lies in a picture."""

    def read(self, image: NDArray[Any]) -> Sequence[Reading]:
        """Return all that it knows."""
        ...


def _printed_reader(path: Path | None) -> PrintedReader:
    """The reader of a family's printed cards. Raises ``WrongUse`` where their file cannot be used."""
    if path is None:
        raise WrongUse("--only printed wants --enrolment FILE: the file that companion enrol printed wrote.")
    try:
        return PrintedReader(read_box(path), threads=2)
    except BadBox as error:
        raise WrongUse(str(error)) from error


class _Readers:
    """The readers that a kind of thing needs."""

    def __init__(self, kind: str | None, enrolled: FamilyEnrolment) -> None:
        self._only = cast("Only | None", {"dice": "numbers", "poker_dice": "poker_dice"}.get(kind or ""))
        self._dice = DiceReader(threads=2, own=enrolled.dice) if kind != "cards" else None
        self._cards = CardReader(threads=2, decks=enrolled.decks) if kind in (None, "cards") else None

    def read_stills(self, images: Sequence[NDArray[Any]]) -> list[Reading]:
        """Return the cards of one table on several images."""
        assert self._cards is not None  # noqa: S101 - asked for cards only
        table = self._cards.read_stills(images)
        return [*table.cards, *table.backs]

    def read(self, image: NDArray[Any]) -> list[Reading]:
        """Return all that lies in a picture; pips and signs printed on cards are no dice."""
        found: list[Reading] = []
        if self._cards is not None:
            table = self._cards.read(image)
            found += [*table.cards, *table.backs]
        if self._dice is not None:
            cards = [reading for reading in found if isinstance(reading, CardReading)]
            dice = self._dice.read(image, only=self._only)
            found += [die for die in dice if not any(_is_printed_on(die, card) for card in cards)]
        return found


def _is_printed_on(die: DieReading, card: CardReading) -> bool:
    """Whether a die is only what is printed on a card: read with a doubt there, or larger than any die."""
    if card.score < ASKED:
        return False
    x0, y0, x1, y1 = card.box
    inside = x0 <= die.centre[0] <= x1 and y0 <= die.centre[1] <= y1
    if inside and die.score < SURE:
        return True
    right, down = die.centre[0] - card.centre[0], die.centre[1] - card.centre[1]
    along, across = right * card.up[0] + down * card.up[1], right * card.up[1] - down * card.up[0]
    width, height = card.size_px
    on_the_card = abs(along) <= height / 2 and abs(across) <= width / 2
    return on_the_card and die.side_px > _LARGEST_DIE * width


def _enrolled(path: Path | None, kind: str | None) -> FamilyEnrolment:
    """What the family enrolled of the kind that is read. Raises ``WrongUse`` where nothing of it can be used.

    What other models enrolled is told and left out.
    """
    if path is None:
        return FamilyEnrolment()
    try:
        kept = read_enrolment(path)
    except BadEnrolment as error:
        raise WrongUse(str(error)) from error
    decks = kept.decks if kind in (None, "cards") else ()
    wanted = {"dice": "numbers", "poker_dice": "poker_dice"}.get(kind or "")
    dice = tuple(one for one in kept.dice if kind != "cards" and wanted in (None, one.learnt.kind))
    if not decks and not dice:
        things = {None: "cards or dice", "cards": "cards"}.get(kind, "such dice")
        raise WrongUse(f"{path} holds no {things} of the family: leave --enrolment out, or enrol them.")
    enrolled = FamilyEnrolment(decks, dice)
    known = usable(enrolled)
    if old := left_out(enrolled):
        names = ", ".join(f"“{name}”" for name in old)
        told = f"{names} in {path}: enrolled with other models; enrol anew."
        if not known.decks and not known.dice:
            raise WrongUse(told)
        print(f"companion: {told}", file=sys.stderr)
    return known


def run(arguments: argparse.Namespace) -> int:
    """Read every image; returns 0, or 2 where one could not be read."""
    if arguments.only == "pieces" or arguments.corners is not None:
        return read_pieces.run(arguments)
    if arguments.same_table:
        _check_same_table(arguments)
    readers: _Reads
    if arguments.only == "printed":
        readers = _printed_reader(arguments.enrolment)
    elif arguments.only == "numbers":
        if arguments.enrolment is not None:
            raise WrongUse(
                "Numbers are read without --enrolment; cards that were enrolled with --only printed."
            )
        readers = NumberReader(threads=2)
    else:
        readers = _Readers(arguments.only, _enrolled(arguments.enrolment, arguments.only))
    told = _Told(arguments.only, arguments.json)
    if arguments.same_table:
        assert isinstance(readers, _Readers)  # noqa: S101 - asked for cards only
        return _read_same_table(arguments.images, readers, told)
    code = 0
    for path in arguments.images:
        try:
            image = load_picture(path)
        except UnreadablePicture as error:
            print(f"companion: {error}", file=sys.stderr)
            code = 2
            continue
        started = time.perf_counter()
        told.tell([path], image, readers.read(image), started)
    told.end()
    return code


def _check_same_table(arguments: argparse.Namespace) -> None:
    if arguments.only != "cards" or not 2 <= len(arguments.images) <= MOST_STILLS:
        raise WrongUse(f"--same-table wants --only cards and 2 to {MOST_STILLS} images of the same table.")


def _read_same_table(paths: Sequence[str], readers: _Readers, told: _Told) -> int:
    """Read all images as one; one that cannot be read makes it impossible."""
    try:
        images = [load_picture(path) for path in paths]
    except UnreadablePicture as error:
        raise WrongUse(str(error)) from error
    if len({image.shape for image in images}) > 1:
        raise WrongUse("--same-table wants images of one size, taken by one camera from the same place.")
    started = time.perf_counter()
    told.tell(paths, images[0], readers.read_stills(images), started)
    told.end()
    return 0


class _Told:
    """What was read, told image by image, in words or as JSON."""

    def __init__(self, kind: str | None, as_json: bool) -> None:
        self._nothing = {
            None: "nothing",
            "cards": "no cards",
            "printed": "no cards",
            "numbers": "no cards",
        }.get(kind or None, "no dice")
        self._as_json = as_json
        self._doubtful = self._cocked = False

    def tell(
        self, paths: Sequence[str], image: NDArray[Any], readings: Sequence[Reading], started: float
    ) -> None:
        """Tell one reading of one image, or of several of the same table, that began at a time (s)."""
        milliseconds = (time.perf_counter() - started) * 1000
        height, width = image.shape[:2]
        if self._as_json:
            several = {"images": [str(path) for path in paths]} if len(paths) > 1 else {}
            line = {
                "image": str(paths[0]),
                **several,
                "width": width,
                "height": height,
                "ms": round(milliseconds, 1),
                "objects": [_as_object(reading) for reading in readings],
            }
            print(json.dumps(line, ensure_ascii=False), flush=True)
            return
        words = " ".join(_as_words(reading) for reading in readings) or self._nothing
        named = " + ".join(map(str, paths))
        print(f"{named}: {words}  ({width} x {height} px, {milliseconds:.0f} ms)", flush=True)
        self._doubtful = self._doubtful or any(mark in words for mark in ("?", "-"))
        self._cocked = self._cocked or "cocked" in words

    def end(self) -> None:
        """Say what the marks mean, where there were some."""
        if self._doubtful:
            print(_MARKS)
        if self._cocked:
            print(_COCKED)
