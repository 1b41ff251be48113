"""What a family has shown of its boards' pieces, kept in the data folder: ``pieces/GAME.json`` is the learnt board.

``learnt_pieces`` is for whoever reads pieces in the evening. Beside it lie the photographs that it was learnt from,
so that further ones make it better, and what was there before a file was taken over or all was forgotten.
"""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

from calibration.boards.kept_photographs import (
    BadPhotographs,
    BoardPhotographs,
    read_photographs,
    write_photographs,
)
from calibration.boards.kept_pieces import BadLearntBoard, read_learnt, save_learnt
from companion.evening.family_boxes import when_written
from vision.boards.learnt_board import LearntBoard

FOLDER = "pieces"
_PHOTOGRAPHS, _EARLIER, _EARLIER_PHOTOGRAPHS = ".photographs.json", ".earlier", ".earlier-photographs"
_log = logging.getLogger("companion.pieces")


def pieces_path(folder: Path, game: str) -> Path:
    """The file with what was learnt of a game's board and pieces."""
    return folder / FOLDER / f"{game}.json"


def learnt_pieces(folder: Path, game: str) -> LearntBoard | None:
    """What was learnt of a game's board and pieces; None where nothing is kept. Raises BadLearntBoard.

    Its squares are in mm from the corner of the plan's board zone; a picture for ``PieceReader`` is made by
    ``straight_board``. Of squares that lie on one another (``start_1`` and ``arrival_1`` of a closed track) it knows
    the one that was tapped first.
    """
    path = pieces_path(folder, game)
    return read_learnt(path) if path.is_file() else None


class FamilyPieces:
    """The learnt boards of a data folder, and their photographs. A damaged file is told once, and stays where it is
    until all is forgotten.

    The page that shows pieces and an evening that reads them have one each: what one of them has learnt the other
    reads anew.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: dict[str, tuple[int, int] | None] = {}
        self._learnt: dict[str, LearntBoard | None] = {}
        self._photographs: dict[str, BoardPhotographs | None] = {}
        self._damaged: set[str] = set()

    def learnt(self, game: str) -> LearntBoard | None:
        """The learnt board of a game; None where there is none that can be used. The same one as long as the file
        is.
        """
        written = when_written(pieces_path(self._folder, game))
        if game not in self._learnt or self._written.get(game) != written:
            self._written[game] = written
            try:
                self._learnt[game] = learnt_pieces(self._folder, game)
            except BadLearntBoard as error:
                self._tell_damaged(game, error)
                self._learnt[game] = None
        return self._learnt[game]

    def photographs(self, game: str) -> BoardPhotographs | None:
        """The photographs that were kept of a game's board; None where none were."""
        if game not in self._photographs:
            path = self._path(game, _PHOTOGRAPHS)
            self._photographs[game] = None
            if path.is_file():
                try:
                    self._photographs[game] = read_photographs(path)
                except BadPhotographs as error:
                    self._tell_damaged(game, error)
        return self._photographs[game]

    def is_damaged(self, game: str) -> bool:
        """Whether there is a file that cannot be read."""
        self.learnt(game)
        self.photographs(game)
        return game in self._damaged

    def keep_learnt(self, game: str, board: LearntBoard) -> None:
        """Keep what was learnt in place of what was before. Raises OSError."""
        path = pieces_path(self._folder, game)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_learnt(path, board)
        self._learnt[game], self._written[game] = board, when_written(path)

    def drop_learnt(self, game: str) -> None:
        """Too little was shown for pieces to be read any more. Raises OSError."""
        pieces_path(self._folder, game).unlink(missing_ok=True)
        self._learnt[game] = self._written[game] = None

    def keep_photographs(self, game: str, kept: BoardPhotographs) -> None:
        """Keep the photographs of a game's board in place of those before. Raises OSError."""
        path = self._path(game, _PHOTOGRAPHS)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_photographs(path, kept)
        self._photographs[game] = kept

    def keep_other(self, game: str, board: LearntBoard, kept: BoardPhotographs) -> None:
        """Keep quite another learnt board; the one before can be brought back. Raises OSError."""
        self.forget(game)
        self.keep_learnt(game, board)
        self.keep_photographs(game, kept)

    def forget(self, game: str) -> None:
        """Forget all of a game's board and pieces; it can be brought back. Raises OSError."""
        aside = ((".json", _EARLIER), (_PHOTOGRAPHS, _EARLIER_PHOTOGRAPHS))
        if self.is_damaged(game):
            for ending, _ in aside:
                self._path(game, ending).unlink(missing_ok=True)
        elif any(self._path(game, ending).is_file() for ending, _ in aside):
            for ending, earlier in aside:
                here, there = self._path(game, ending), self._path(game, earlier)
                if here.is_file():
                    here.replace(there)
                else:
                    there.unlink(missing_ok=True)
        self._reset(game)

    def has_earlier(self, game: str) -> bool:
        """Whether there is anything that can be brought back."""
        return self._path(game, _EARLIER).is_file() or self._path(game, _EARLIER_PHOTOGRAPHS).is_file()

    def bring_back(self, game: str) -> None:
        """Exchange what is kept with what was there before. Raises OSError."""
        for ending, earlier in ((".json", _EARLIER), (_PHOTOGRAPHS, _EARLIER_PHOTOGRAPHS)):
            here, there = self._path(game, ending), self._path(game, earlier)
            between = self._path(game, f".{secrets.token_hex(4)}.new")
            if here.is_file():
                here.replace(between)
            if there.is_file():
                there.replace(here)
            if between.is_file():
                between.replace(there)
        self._reset(game)

    def handed_on(self, game: str) -> bytes | None:
        """The file of a game's learnt board, for another family; None where there is none that can be used."""
        return None if self.learnt(game) is None else pieces_path(self._folder, game).read_bytes()

    def brought(self, game: str, data: bytes) -> LearntBoard:
        """The learnt board in a file that another family brings; nothing is kept yet.

        Raises BadLearntBoard, OSError.
        """
        (self._folder / FOLDER).mkdir(parents=True, exist_ok=True)
        arrived = self._path(game, f".{secrets.token_hex(4)}.new")
        try:
            arrived.write_bytes(data)
            return read_learnt(arrived)
        finally:
            arrived.unlink(missing_ok=True)

    def _reset(self, game: str) -> None:
        self._learnt.pop(game, None)
        self._photographs.pop(game, None)
        self._damaged.discard(game)

    def _tell_damaged(self, game: str, error: Exception) -> None:
        _log.warning("%s", error)
        self._damaged.add(game)

    def _path(self, game: str, ending: str) -> Path:
        return pieces_path(self._folder, game).with_suffix(ending)
