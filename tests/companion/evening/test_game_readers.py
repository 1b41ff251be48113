"""One camera, any game: whatever is opened at the page is read by its own readers, without a new start."""

from __future__ import annotations

import argparse
import gc
import random
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import pytest

from calibration.geometry import Homography, rectangle
from calibration.stand import Stand, save_stand
from calibration.view import TableView
from companion.action import Rejected
from companion.cli.play import add_arguments
from companion.domains import pick
from companion.evening import family_pieces, game_readers
from companion.evening import seeing as seeing_module
from companion.evening.boards import FamilyBoards
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.family_boxes import BoxOrigin, FamilyBoxes
from companion.evening.family_pieces import pieces_path
from companion.evening.seeing import Seeing
from companion.evening.troubles import Troubles
from companion.evening.wanted import Wanted
from companion.games import game_ids, load
from companion.journal import Journal
from companion.readers import Reader
from companion.referee import Verdict
from companion.sighting import EyeStatus, Sighting
from companion.simulated.players import table_before
from companion.table import Table
from hardware.frame_source import Frame
from tests.companion.evening.test_family_prints import FilmedRacko
from tests.companion.evening.test_family_prints import keep as keep_racko
from tests.companion.evening.test_game_watch import DEAL, PLAYERS, FilmedEvening
from tests.companion.kept.family import play
from tests.set_table import printed_board
from tests.sixth_game.seated import seated_without
from vision.eyes.eyes import Eyes
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox

GREY = np.full((480, 640, 3), 128, np.uint8)
CORNERS = ((0.0, 0.0), (640.0, 0.0), (640.0, 480.0), (0.0, 480.0))
STAND = Stand("a camera", TableView(640, 480, Homography.from_corners(CORNERS, rectangle(0, 0, 900, 700))))
DICE = frozenset({Reader.DICE})


class GreyTable:
    """A camera over a table on which nothing can be made out, or what is ``filmed`` there."""

    description = "a camera"

    def __init__(self, filmed: Callable[[], Iterator[Frame]] = lambda: iter(())) -> None:
        self._filmed = filmed
        self.opened = 0

    def __enter__(self) -> Self:
        self.opened += 1
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def __iter__(self) -> Iterator[Frame]:
        yield from self._filmed()


class Evening:
    """An evening that began without a game, under a camera on a stand; it looks at a frame whenever it is asked."""

    def __init__(self, table: Table, seeing: Seeing, troubles: Troubles) -> None:
        self.table, self.seeing, self.troubles = table, seeing, troubles
        assert isinstance(seeing.eyes, Eyes) and seeing._readers is not None and seeing._game is not None
        self.eyes, self._readers, self.watch = seeing.eyes, seeing._readers, seeing._game

    def open(self, game: str, **given: object) -> None:
        """Somebody opens a game at the page."""
        setup = table_before(load(game), PLAYERS, random.Random(1))
        self.table.open_game(game, PLAYERS, setup=setup, **given)  # type: ignore[arg-type]

    def read(self) -> frozenset[Reader]:
        """The kinds of the zones that are read in the next frame."""
        frames = self._readers.passed([Frame(1, 100, GREY)], self.eyes, self.watch)
        frames = self.seeing.table_watch.watched(frames, self.eyes, self._readers.on_stand)
        if not list(self.watch.watched(frames)):
            return frozenset()
        return frozenset(zone.kind for zone in self.eyes._zones.values() if zone.kind is not None)

    def told(self) -> list[tuple[str, object]]:
        return [(one.code, one.details.get("game")) for one in self.troubles()]


def show_cards(folder: Path, game: str) -> None:
    printed = load(game).printed
    if printed is not None:
        grey = np.full((*LOOK_SIZE[::-1], 3), 128, np.uint8)
        looks = tuple(CardLook(label, 1, grey) for label in printed.labels)
        FamilyBoxes(folder).keep(game, EnrolledBox(game, "2026-12-01", "rectangle", 0.7, looks), BoxOrigin())


def tap_board(folder: Path, game: str) -> None:
    if load(game).board is not None:
        FamilyBoards(folder).keep(printed_board(game))


def show_pieces(folder: Path, game: str) -> None:
    if load(game).board is not None:
        pieces_path(folder, game).parent.mkdir(exist_ok=True)
        pieces_path(folder, game).write_text("shown")


def show_all(folder: Path, game: str) -> None:
    for show in (show_cards, tap_board, show_pieces):
        show(folder, game)


def begun(table: Table, folder: Path, troubles: Troubles | None = None) -> Seeing:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(["--camera", "usb:0", "--data", str(folder)])
    return Seeing(given, Wanted.of(given), DataFolder(folder), table, None, troubles)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table(journal)
    journal.close()


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> GreyTable:
    opened = GreyTable()
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(opened, None))
    return opened


@pytest.fixture
def evening(
    table: Table, tmp_path: Path, camera: GreyTable, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Evening]:
    """What is learnt of pieces takes half a minute to make, and is not looked into here."""
    learnt = object()
    shown = lambda folder, game: learnt if pieces_path(folder, game).is_file() else None  # noqa: E731
    monkeypatch.setattr(family_pieces, "learnt_pieces", shown)
    save_stand(tmp_path, STAND)
    with begun(table, tmp_path, troubles := Troubles()) as seeing:
        yield Evening(table, seeing, troubles)


# ---------------------------------------------------------------- a game is opened


def test_each_game_that_is_opened_is_read_by_its_own_readers(
    evening: Evening, tmp_path: Path, camera: GreyTable
) -> None:
    assert evening.read() == DICE, "until a game is opened"
    for game in (*game_ids(), *reversed(game_ids())):
        show_all(tmp_path, game)
        evening.open(game, profile=printed_board(game).profile if load(game).board else None)
        assert evening.read() == set(load(game).zones.values())
        assert evening.eyes.is_placed and evening.told() == []
        assert evening.seeing.description == "watching a camera"
    assert camera.opened == 1


def test_a_game_that_is_gone_on_with_is_read_again(evening: Evening, tmp_path: Path) -> None:
    show_cards(tmp_path, "racko")
    evening.open("racko")
    number, game = evening.table.number, load("racko")
    evening.table.act(pick(game.legal_actions(evening.table.state)[0], random.Random(1).choice))
    assert evening.read() == {Reader.NUMBERS}
    evening.open("crapette")
    assert evening.read() == {Reader.PLAYING_CARDS}
    evening.table.go_on(number)
    assert evening.read() == {Reader.NUMBERS}


def test_a_new_game_with_the_same_things_keeps_its_readers(evening: Evening) -> None:
    evening.open("crapette")
    evening.read()
    before = evening.eyes._readers
    evening.open("crapette")
    evening.read()
    assert evening.eyes._readers is before


def test_readers_of_games_that_were_left_are_gone(evening: Evening, tmp_path: Path) -> None:
    show_cards(tmp_path, "racko")
    left = weakref.WeakSet[object]()
    for _ in range(5):
        for game in ("racko", "crapette"):
            evening.open(game)
            evening.read()
            left.update(evening.eyes._readers)
    gc.collect()
    assert len(left) == 1


def test_what_was_seen_for_the_game_before_is_not_told_of_another_one(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Sighting] = []
    monkeypatch.setattr(evening.table, "see", lambda seen: told.append(seen) or Verdict("same"))
    evening.open("crapette")
    evening.read()
    evening.watch.see(Sighting(1, 100, {}))
    evening.open("crapette")
    assert evening.watch.see(Sighting(2, 200, {})).kind == "nothing", "its cards were dealt anew"
    evening.read()
    evening.watch.see(Sighting(3, 300, {}))
    assert [seen.seq for seen in told] == [1, 3]


def test_a_throw_that_began_without_a_game_is_told_of_a_game_of_dice_only(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Sighting] = []
    monkeypatch.setattr(evening.table, "see", lambda seen: told.append(seen) or Verdict("same"))
    evening.read()
    evening.open("racko")
    assert evening.watch.see(Sighting(1, 100, {})).kind == "nothing"
    evening.open("poker_dice_race")
    evening.watch.see(Sighting(2, 200, {}))
    assert [seen.seq for seen in told] == [2]


# ---------------------------------------------------------------- a game is half written


@pytest.fixture
def looked_at_while_written(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """The camera goes on while a game is written: a frame is looked at after each entry, before anybody is told."""
    write = evening.table._written.write

    def written(kind: str, body: dict[str, object], **more: object) -> object:
        entry = write(kind, body, **more)  # type: ignore[arg-type]
        evening.read()
        return entry

    monkeypatch.setattr(evening.table._written, "write", written)
    return evening


def test_a_game_on_the_familys_board_is_followed_after_one_on_another_board(
    looked_at_while_written: Evening, tmp_path: Path
) -> None:
    evening, race = looked_at_while_written, "poker_dice_race"
    show_all(tmp_path, race)
    evening.open(race)
    assert evening.read() == DICE
    evening.open(race, profile=printed_board(race).profile)
    assert evening.read() == {Reader.DICE, Reader.PIECES}
    evening.open(race)
    assert evening.read() == DICE, "the squares of the one before are not its own"


@pytest.mark.parametrize("before", ["super_crack", "change_horses"])
def test_a_board_game_that_is_written_after_one_of_another_kind_does_not_end_the_evening(
    looked_at_while_written: Evening, tmp_path: Path, before: str
) -> None:
    evening, race = looked_at_while_written, "poker_dice_race"
    for game in (before, race):
        show_all(tmp_path, game)
        evening.open(game, profile=printed_board(game).profile if load(game).board else None)
        assert evening.read() == set(load(game).zones.values())
    assert evening.told() == []


def test_the_readers_stay_while_a_record_of_another_game_comes_in(
    looked_at_while_written: Evening, tmp_path: Path
) -> None:
    evening = looked_at_while_written
    show_cards(tmp_path, "racko")
    evening.open("racko")
    assert evening.read() == {Reader.NUMBERS}
    readers, zones = evening.eyes._readers, evening.eyes._zones
    play(evening.table, "crapette", *PLAYERS, most=3, as_record=True)
    assert evening.read() == {Reader.NUMBERS}
    assert evening.eyes._readers is readers and evening.eyes._zones is zones


def test_a_game_that_cannot_be_judged_is_played_by_taps_until_it_can(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    show_all(tmp_path, "super_crack")
    evening.open("super_crack", profile=printed_board("super_crack").profile)

    def rejected(table: Table) -> None:
        raise Rejected("bad_profile")

    with monkeypatch.context() as broken:
        broken.setattr(evening._readers._board, "wanting", rejected)
        assert evening.read() == evening.read() == frozenset()
        assert evening.told() == [("no_readers", "Super-Crack")]
        assert len([one for one in caplog.records if one.exc_info]) == 1, "not with every frame"
    assert evening.read() == set(load("super_crack").zones.values()) and evening.told() == []


# ---------------------------------------------------------------- more is shown


def test_cards_that_were_shown_are_read_at_once(evening: Evening, tmp_path: Path) -> None:
    evening.open("racko")
    assert evening.read() == frozenset()
    assert evening.eyes.status() == EyeStatus("off", "no_cards")
    assert evening.told() == [("no_cards", "Racko")] and not evening.seeing.look_again()
    assert evening.seeing.description.endswith(
        "Racko is played by taps so far: show the cards of Racko first, at /stand/cards"
    )
    show_cards(tmp_path, "racko")
    assert evening.read() == {Reader.NUMBERS}
    assert evening.told() == [] and evening.seeing.look_again()
    FamilyBoxes(tmp_path).forget("racko")
    assert evening.read() == frozenset() and evening.told() == [("no_cards", "Racko")]


def test_a_stand_that_was_set_up_is_used_at_once(table: Table, tmp_path: Path, camera: GreyTable) -> None:
    with begun(table, tmp_path, troubles := Troubles()) as seeing:
        evening = Evening(table, seeing, troubles)
        evening.open("crapette")
        assert evening.read() == frozenset() and evening.told() == [("no_stand", "Crapette")]
        seeing.table_watch.take(STAND)
        assert evening.read() == {Reader.PLAYING_CARDS} and evening.told() == []


def test_a_board_that_was_tapped_and_shown_is_read_at_once_if_the_game_is_played_on_it(
    evening: Evening, tmp_path: Path
) -> None:
    race = "poker_dice_race"
    evening.open(race, profile=printed_board(race).profile)
    assert evening.read() == DICE
    tap_board(tmp_path, race)
    assert evening.read() == DICE
    show_pieces(tmp_path, race)
    assert evening.read() == {Reader.DICE, Reader.PIECES}
    evening.open(race)
    assert evening.read() == DICE, "this one has other squares"


def test_a_game_on_another_board_than_the_familys_is_played_by_taps(evening: Evening, tmp_path: Path) -> None:
    show_all(tmp_path, "super_crack")
    evening.open("super_crack")
    assert evening.read() == frozenset() and evening.told() == [("other_board", "Super-Crack")]
    evening.open("super_crack", profile=printed_board("super_crack").profile)
    assert evening.read() == set(load("super_crack").zones.values()) and evening.told() == []


# ---------------------------------------------------------------- what cannot be read


def test_a_game_whose_readers_cannot_be_opened_is_played_by_taps_and_the_next_one_is_read(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_cards(tmp_path, "racko")
    tried: list[int] = []

    def broken(*_: object) -> None:
        tried.append(1)
        raise OSError("the networks are gone")

    with monkeypatch.context() as gone:
        gone.setattr(game_readers, "card_reader", broken)
        evening.open("crapette")
        assert evening.read() == frozenset() and evening.read() == frozenset()
    assert len(tried) == 1, "not with every frame"
    assert evening.eyes.status() == EyeStatus("off", "no_readers")
    assert evening.told() == [("no_readers", "Crapette")]
    state = evening.table.state
    assert evening.table.game is not None
    evening.table.act(pick(evening.table.game.legal_actions(state)[0], random.Random(1).choice))
    evening.open("racko")
    assert evening.read() == {Reader.NUMBERS} and evening.told() == []
    evening.open("crapette")
    assert evening.read() == {Reader.PLAYING_CARDS}


def test_a_game_that_nobody_can_follow_yet_is_played_by_taps(evening: Evening, tmp_path: Path) -> None:
    with seated_without("zones.json", tmp_path / "games"):
        evening.table.open_game("pig", PLAYERS)
        assert evening.read() == frozenset() and evening.told() == []
        assert evening.eyes.status() == EyeStatus("off", "by_taps")
        assert evening.seeing.description == "a camera is open; Pig is played by taps so far"
        evening.open("crapette")
        assert evening.read() == {Reader.PLAYING_CARDS}


# ---------------------------------------------------------------- films


def test_two_games_one_after_the_other_are_followed_though_none_was_named(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    racko = FilmedRacko()
    taken = threading.Event()
    moved = threading.Event()

    def filmed() -> Iterator[Frame]:
        for _ in range(5):
            yield racko.film.frame()
        table.open_game("racko", PLAYERS, setup={"dealer": "Bea", "turn": "Ada", "discard": [12, 40]})
        yield from racko
        if table.moves():
            taken.set()
        table.open_game("crapette", PLAYERS, setup=DEAL)
        crapette = FilmedEvening(table, [("T6", "T2")])
        source.still = crapette.still  # type: ignore[attr-defined]
        seeing.table_watch.take(Stand("a camera", crapette.film.view))
        yield from crapette
        if table.moves():
            moved.set()

    source = GreyTable(filmed)
    source.still = racko.still  # type: ignore[attr-defined]
    save_stand(tmp_path, Stand("a camera", racko.film.view))
    keep_racko(tmp_path, load("racko").printed.labels)  # type: ignore[union-attr]
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(source, None))
    with begun(table, tmp_path) as seeing:
        seeing.start()
        assert taken.wait(120) and moved.wait(120)
    assert source.opened == 1
    (move,) = table.moves()
    assert move.action == {"by": "Ada", "do": "move", "from": "T6", "to": "T2", "card": "8H"}
