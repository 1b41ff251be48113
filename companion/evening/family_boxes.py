"""The printed cards that a family has shown, one file a game: read, kept, forgotten, handed on and taken over."""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from calibration.kept_box import BadBox, read_box, write_box
from calibration.whole_file import write_whole
from companion.games import game_ids, load
from companion.printed_cards import PrintedCards
from vision.printed.enrolled_box import EnrolledBox

FOLDER = "boxes"
_EARLIER, _EARLIER_ORIGIN = ".earlier", ".earlier-origin"
_log = logging.getLogger("companion.boxes")


class OtherBox(ValueError):
    """A file holds the cards of another game."""


@dataclass(frozen=True, slots=True)
class BoxOrigin:
    """Where a kept box comes from: ``simulated``, the simulated table; ``unchecked``, another family's file that has
    not been held against the cards of this one.
    """

    simulated: bool = False
    unchecked: bool = False


def games_with_printed_cards() -> Mapping[str, PrintedCards]:
    """The games whose box has printed cards, and these cards."""
    games = (load(game) for game in game_ids())
    return {game.id: game.printed for game in games if game.printed is not None}


def box_path(folder: Path, game: str) -> Path:
    """The file of a game's box in a data folder."""
    return folder / FOLDER / f"{game}.json"


class FamilyBoxes:
    """The boxes kept in a data folder. A damaged one is told once, and stays where it is until it is forgotten.

    The page that shows cards and an evening that reads them have one each: what one of them has written the other
    reads anew. Whoever changes a box takes ``changing`` for as long as it takes, from reading to keeping.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._boxes: dict[str, EnrolledBox | None] = {}
        self._written: dict[str, tuple[int, int] | None] = {}
        self._damaged: set[str] = set()
        self.changing = _lock_of(folder.resolve())

    def box(self, game: str) -> EnrolledBox | None:
        """The cards of a game's box as far as they were shown; None where none was. The same one as long as the file
        is.
        """
        written = when_written(self._path(game))
        if game not in self._boxes or self._written.get(game) != written:
            self._damaged.discard(game)
            self._boxes[game] = self._read(game)
            self._written[game] = written
        return self._boxes[game]

    def is_damaged(self, game: str) -> bool:
        """Whether there is a file that cannot be read."""
        self.box(game)
        return game in self._damaged

    def origin(self, game: str) -> BoxOrigin:
        """Where the kept box comes from."""
        return _read_origin(self._path(game, ".origin"))

    def keep(self, game: str, box: EnrolledBox, origin: BoxOrigin) -> None:
        """Keep a box in place of the one before. Raises OSError; the one before stays then."""
        path = self._path(game)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_box(path, box)
        _write_origin(self._path(game, ".origin"), origin)
        self._boxes[game], self._written[game] = box, when_written(path)
        self._damaged.discard(game)

    def keep_other(self, game: str, box: EnrolledBox, origin: BoxOrigin) -> None:
        """Keep quite another box; the one before can be brought back. Raises OSError."""
        self._set_aside(game)
        self.keep(game, box, origin)

    def forget(self, game: str) -> None:
        """Forget all cards of a game's box; they can be brought back. Raises OSError."""
        self._set_aside(game)
        self._path(game).unlink(missing_ok=True)
        self._path(game, ".origin").unlink(missing_ok=True)
        self._boxes[game] = self._written[game] = None
        self._damaged.discard(game)

    def has_earlier(self, game: str) -> bool:
        """Whether there are cards that can be brought back."""
        return self._path(game, _EARLIER).is_file()

    def bring_back(self, game: str) -> None:
        """Keep the cards that were there before the last file or the last forgetting; those of now can be brought
        back instead. Raises BadBox, OSError.
        """
        box = read_box(self._path(game, _EARLIER))
        self.keep_other(game, box, _read_origin(self._path(game, _EARLIER_ORIGIN)))

    def _set_aside(self, game: str) -> None:
        box, origin = self.box(game), self.origin(game)
        if box is not None:
            write_box(self._path(game, _EARLIER), box)
            _write_origin(self._path(game, _EARLIER_ORIGIN), origin)

    def handed_on(self, game: str) -> bytes | None:
        """The file of a game's box, for another family; None where there is none that can be used."""
        return None if self.box(game) is None else box_path(self._folder, game).read_bytes()

    def brought(self, game: str, data: bytes) -> EnrolledBox:
        """The box in a file that another family brings; nothing is kept yet. Raises BadBox, OtherBox, OSError."""
        folder = self._folder / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        arrived = folder / f"{game}.{secrets.token_hex(4)}.new"
        try:
            arrived.write_bytes(data)
            box = read_box(arrived)
        finally:
            arrived.unlink(missing_ok=True)
        if not fits(game, box):
            raise OtherBox(box.name)
        return box

    def _read(self, game: str) -> EnrolledBox | None:
        path = box_path(self._folder, game)
        if not path.is_file():
            return None
        try:
            box = read_box(path)
        except BadBox as error:
            _log.warning("%s", error)
            self._damaged.add(game)
            return None
        if fits(game, box):
            return box
        _log.warning("%s holds the cards of another game: forget them on the page of the cards.", path)
        self._damaged.add(game)
        return None

    def _path(self, game: str, ending: str = ".json") -> Path:
        return box_path(self._folder, game).with_suffix(ending)


@cache
def _lock_of(folder: Path) -> threading.RLock:
    """One for all who change the boxes of a data folder."""
    return threading.RLock()


def when_written(path: Path) -> tuple[int, int] | None:
    """When a file was written last, ns, and its size (bytes); None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _read_origin(path: Path) -> BoxOrigin:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return BoxOrigin(told["simulated"] is True, told["unchecked"] is True)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return BoxOrigin()


def _write_origin(path: Path, origin: BoxOrigin) -> None:
    told = {"simulated": origin.simulated, "unchecked": origin.unchecked}
    write_whole(path, json.dumps(told) + "\n")


def fits(game: str, box: EnrolledBox) -> bool:
    """Whether a box can be that of a game: it does not go by another game's name, and all its cards are known."""
    other = box.name in game_ids() and box.name != game
    return not other and set(box.labels) <= set(games_with_printed_cards()[game].labels)
