"""A real camera over a board: its pieces are followed once the family has tapped and shown it, else only dice."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from calibration.boards.kept import board_path
from calibration.stand import Stand, save_stand
from companion.cli.play import add_arguments
from companion.evening import seeing as seeing_module
from companion.evening.boards import FamilyBoards
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.family_board import FamilyBoard
from companion.evening.family_pieces import FamilyPieces, pieces_path
from companion.evening.kept_folder import keep_what_was_known
from companion.evening.seeing import Seeing
from companion.evening.wanted import Wanted
from companion.evening.wanting import Wanting
from companion.filmed.filmed_board import FilmedBoard
from companion.filmed.filmed_game import FilmedGame, film_profile
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.games import load
from companion.journal import Journal
from companion.simulated.physical import Touch
from companion.table import Table
from hardware.frame_source import Frame
from vision.boards.learnt_board import LearntBoard

GAME = load("poker_dice_race")
PLAYERS = ("Ada", "Bea")


def evening() -> FilmedGame:
    return FilmedGame.of(GAME, PLAYERS, 302, EVENING_LIGHT)


def board() -> FilmedBoard:
    drawn = evening().board
    assert drawn is not None
    return drawn


@cache
def learnt() -> LearntBoard:
    return board().learnt


def tap(folder: Path) -> None:
    FamilyBoards(folder).keep(board().kept)


def show(folder: Path) -> None:
    FamilyPieces(folder).keep_learnt(GAME.id, learnt())


def test_what_was_not_done_yet_is_said_in_one_sentence(table: Table, tmp_path: Path) -> None:
    family = FamilyBoard(tmp_path, lambda: table.game, lambda: evening().plan)
    said = "tap the squares of Dadamax's board first, at /stand/board"
    assert family.wanting(table) == Wanting("no_squares", said)
    tap(tmp_path)
    said = "show the pieces of Dadamax first, at /stand/pieces"
    assert family.wanting(table) == Wanting("no_pieces", said)
    show(tmp_path)
    assert family.wanting(table) is None
    table.open_game("racko", PLAYERS)
    assert family.wanting(table) is None


def test_a_board_that_was_tapped_during_a_game_is_that_of_the_next_one(table: Table, tmp_path: Path) -> None:
    tap(tmp_path)
    show(tmp_path)
    family = FamilyBoard(tmp_path, lambda: table.game, lambda: evening().plan)
    table.open_game(GAME.id, PLAYERS)
    wanting = family.wanting(table)
    assert wanting is not None and wanting.code == "other_board"
    table.open_game(GAME.id, PLAYERS, profile=board().kept.profile)
    assert family.wanting(table) is None


def test_the_board_of_the_game_in_play_is_opened_where_it_lies_now(tmp_path: Path) -> None:
    tap(tmp_path)
    show(tmp_path)
    plans = [evening().plan]
    family = FamilyBoard(tmp_path, lambda: GAME, lambda: plans[0])
    first = family.opened()
    assert first is not None and family.opened() is first
    assert first.zones["square_5"] == "square_5" and first.zones["arrival_1"] == "square_25"
    plans[0] = plans[0].moved("track", 70.0, 60.0, 540.0, 400.0)
    again = family.opened()
    assert again is not None
    assert again.area.bounds[0].x == 70.0
    assert FamilyBoard(tmp_path, lambda: load("racko"), lambda: plans[0]).opened() is None


def test_a_board_is_laid_beside_the_pictures_of_an_evening(tmp_path: Path) -> None:
    tap(tmp_path)
    show(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    keep_what_was_known(tmp_path, kept)
    for path in (board_path, pieces_path):
        assert path(kept, GAME.id).read_bytes() == path(tmp_path, GAME.id).read_bytes()


class FilmedRace:
    """A camera over a race in which Ada throws two figures and moves her pawn."""

    description = "a filmed table"

    def __init__(self) -> None:
        filmed = evening()
        self.film = FilmedTable(filmed.plan, filmed.players, filmed.room, filmed.layers)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def still(self) -> Frame:
        return self.film.still()

    def __iter__(self) -> Iterator[Frame]:
        film = self.film
        film.lay({"start_1": ("horse_1",), "start_2": ("horse_2",)})
        yield from self._frames(1500)
        yield from self._hand(("tray",))
        film.lay({"tray": ("K", "Q")}, thrown={"tray"})
        yield from self._frames(2500)
        yield from self._hand(("start_1", "square_2"))
        film.lay({"start_1": (), "square_2": ("horse_1",)})
        yield from self._frames(4000)

    def _hand(self, zones: tuple[str, ...]) -> Iterator[Frame]:
        start = self.film.clock_ms + 600
        touches = [
            Touch(zone, start + 700 * at, start + 700 * at + 800, "south") for at, zone in enumerate(zones)
        ]
        self.film.gestures = tuple(self.film.hands.reaches(touches))
        yield from self._frames(700 * len(zones) + 200)

    def _frames(self, ms: int) -> Iterator[Frame]:
        for _ in range(ms // 100):
            yield self.film.frame()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game(GAME.id, PLAYERS, options={"stable": "single"}, profile=film_profile(GAME), first="Ada")
    yield table
    journal.close()


def seeing(table: Table, folder: Path) -> Seeing:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(["--camera", "usb:0", "--data", str(folder)])
    return Seeing(given, Wanted.of(given), DataFolder(folder), table)


def test_a_throw_and_the_pawn_that_moves_for_it_are_in_the_journal(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = FilmedRace()
    save_stand(tmp_path, Stand("a camera", camera.film.view))
    tap(tmp_path)
    show(tmp_path)
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(camera, None))
    with seeing(table, tmp_path) as watching:
        assert watching.description == "watching a filmed table"
        done = threading.Event()
        table.subscribe(lambda _: done.set() if table.moves()[-1].action["do"] == "stop" else None)
        watching.start()
        assert done.wait(300)
    moves = [move.action for move in table.moves()][-2:]
    assert [move["do"] for move in moves] == ["roll", "stop"]
    assert GAME.view(table.state).public["horses"]["1"]["square"] == 2


@pytest.mark.parametrize("tapped", [True, False])
def test_of_a_board_that_was_never_shown_only_the_dice_are_read(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tapped: bool
) -> None:
    camera = FilmedRace()
    save_stand(tmp_path, Stand("a camera", camera.film.view))
    if tapped:
        tap(tmp_path)
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(camera, None))
    with seeing(table, tmp_path) as watching:
        assert watching.description == "watching a filmed table"
        assert watching._readers is not None and not watching._readers.sight.pieces
