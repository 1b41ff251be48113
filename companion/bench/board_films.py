"""Measures what is told of a board on films of hands: which of the changes that the labels say, and what else.

A film lies in ``films`` beside the labels, and some of its pictures are labelled (``film``, ``frame``). The board is
enrolled from the first labelled picture of every film of the source; what differs between the first and the last of a
film is what should be told of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.bench.boards import BENCH
from companion.bench.measure import Measure
from companion.progress import progress
from vision.boards.enrolment import learn
from vision.boards.photographed import KnownBoard, known_boards
from vision.boards.reader import PieceReader
from vision.boards.squares import Image
from vision.boards.watch import BoardWatch, SquareChange
from vision.picture import load_picture

HELD = 25
"""The last picture of a film stays for so many frames: people do not stop filming with the hand in the air."""
_USUAL_RATE = 30.0

Change = tuple[str, str | None, str | None]
"""A square, what stood there and what stands there now."""


@dataclass(frozen=True, slots=True)
class FilmOutcome:
    """What was told of a film: ``due`` is what changed by the labels, ``watched`` what was told while it ran,
    ``ended`` once it was known to be over.
    """

    film: str
    due: frozenset[Change]
    watched: tuple[SquareChange, ...]
    ended: tuple[SquareChange, ...]

    @property
    def told(self) -> frozenset[Change]:
        """All that was told."""
        return frozenset((one.square, one.before, one.after) for one in (*self.watched, *self.ended))

    def measures(self) -> Iterator[Measure]:
        """Yield the figures of the film, named "films.<film>.<figure>"."""
        due, told = len(self.due), len(self.told)
        figures = (
            ("right", len(self.told & self.due), due, float(due), True),
            ("wrong", len(self.told - self.due), told, 0.0, False),
            ("only_at_the_end", len(self.ended), told, None, False),
        )
        for name, value, of, target, higher in figures:
            yield Measure(
                BENCH,
                f"films.{self.film}.{name}",
                value,
                "changes",
                of,
                target=target,
                higher_is_better=higher,
            )


def measure_films(photos: Path) -> list[FilmOutcome]:
    """Watch every film of a folder; raises BadLabels, BadSquares and UnreadablePicture. Films that are not there, or
    cannot be played, are left out.
    """
    cv2.setNumThreads(1)
    outcomes = []
    for known in known_boards(photos).values():
        films: dict[str, list[KnownBoard]] = {}
        for one in known:
            if one.label.film and (photos / "films" / f"{one.label.film}.mp4").is_file():
                films.setdefault(one.label.film, []).append(one)
        if films:
            labelled = {film: sorted(ones, key=lambda one: one.label.frame) for film, ones in films.items()}
            reader = PieceReader(learn([ones[0].set_board() for ones in labelled.values()]))
            for film, ones in progress(list(labelled.items()), "films of boards"):
                outcomes.append(_watched(photos / "films" / f"{film}.mp4", film, ones, reader))
    return outcomes


def _watched(path: Path, film: str, labelled: Sequence[KnownBoard], reader: PieceReader) -> FilmOutcome:
    first, last = labelled[0], labelled[-1]
    due = frozenset(
        (square, first.pieces.get(square), last.pieces.get(square))
        for square in first.squares.names
        if first.pieces.get(square) != last.pieces.get(square)
    )
    watch: BoardWatch | None = None
    told: list[SquareChange] = []
    picture: Image | None = None
    for picture, at_ms in _pictures(path):
        if watch is None:
            # The labels are of smaller pictures than the film.
            larger = picture.shape[1] / load_picture(first.label.image).shape[1]
            watch = BoardWatch(reader, [(x * larger, y * larger) for x, y in first.corners])
        told += watch.feed(picture, at_ms)
    ended = () if watch is None or picture is None else watch.ended(picture)
    return FilmOutcome(film, due, tuple(told), ended)


def _pictures(path: Path) -> Iterator[tuple[Image, int]]:
    """The pictures of a film, the last one held, each with its time (ms)."""
    capture = cv2.VideoCapture(str(path))
    try:
        rate = float(capture.get(cv2.CAP_PROP_FPS))
        rate = rate if 0.5 <= rate <= 240.0 else _USUAL_RATE
        number, last = 0, None
        while True:
            there, picture = capture.read()
            if not there:
                break
            last = np.asarray(picture, np.uint8)
            yield last, round(number * 1000 / rate)
            number += 1
        if last is not None:
            for held in range(HELD):
                yield last, round((number + held) * 1000 / rate)
    finally:
        capture.release()
