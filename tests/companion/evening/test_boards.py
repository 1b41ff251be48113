"""Boards tapped while the program runs: what is kept and when, on which photograph, and who plays on it."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.boards.kept import board_path, load_board
from calibration.geometry import Point
from calibration.zones import PlannedZone, TablePlan
from companion.action import Rejected
from companion.board import PrintedSquare
from companion.cli.play import add_arguments
from companion.evening.boards import MARGIN_MM, BoardService, FamilyBoards, check_profile
from companion.evening.stand import game_plans
from companion.evening.wanted import Wanted
from companion.filmed.board_forms import form_of
from companion.filmed.simulated_board import printed_squares
from companion.journal import Journal
from companion.table import Table
from companion.wrong_use import WrongUse
from vision.rectify import RectifiedZone
from web.outside import NewGameDefaults, StandRefused

GAMES = ("poker_dice_race", "super_crack", "change_horses")
DADAMAX = "poker_dice_race"


class Stand:
    """A stand that is set up: it photographs a white table, as soon as it sees anything."""

    def __init__(self) -> None:
        self.plans = game_plans()
        self.sees = True
        self.is_simulated = False
        self.chosen_game = "racko"
        self.taken = 0

    def plan(self, game: str) -> TablePlan:
        return self.plans[game]

    def fits(self, game: str) -> bool:
        return True

    def from_above(self, zone: PlannedZone, margin_mm: float, px_per_mm: float) -> RectifiedZone | None:
        if not self.sees:
            return None
        self.taken += 1
        width, height = (round((side + 2 * margin_mm) * px_per_mm) for side in (zone.width, zone.height))
        white = np.full((height, width, 3), 255, np.uint8)
        return RectifiedZone(white, Point(zone.left - margin_mm, zone.top - margin_mm), px_per_mm)


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def begin(tmp_path: Path, stand: Stand) -> Callable[..., BoardService]:
    """The program's boards, begun anew over the same data folder."""

    def start(base: Callable[[str], Any] | None = None) -> BoardService:
        boards = FamilyBoards(tmp_path)
        defaults = NewGameDefaults(family_board=boards.profile)
        return BoardService(tmp_path, boards, stand, base or defaults.profile_of)  # type: ignore[arg-type]

    return start


def printed(game: str) -> tuple[PrintedSquare, ...]:
    return printed_squares(game, game_plans()[game].zone("track"))


def tap_all(boards: BoardService, game: str, squares: tuple[PrintedSquare, ...] | None = None) -> None:
    for square in printed(game) if squares is None else squares:
        boards.choose(game, square.kind)
        assert boards.tap(game, square.x, square.y) is None


def codes(boards: BoardService, game: str = DADAMAX) -> set[str]:
    return {fault["code"] for fault in boards.state(game)["faults"]}


def refused(code: str) -> Any:
    return pytest.raises(StandRefused, match=f"^{code}$")


# ---------------------------------------------------------------- the board that is kept


@pytest.mark.parametrize(
    ("game", "board", "provisional"),
    [
        (DADAMAX, {"length": 24, "obstacles": [[7, 8], [15, 16]], "arrival_squares": 4}, False),
        (
            "super_crack",
            {
                "finish": 18,
                "red_zone": 6,
                "rivers": [[7]],
                "hedges": [[12]],
                "dots": [4, 9, 14],
            },
            True,
        ),
        ("change_horses", {"lanes": 6, "finish_row": 14}, False),
    ],
)
def test_the_printed_board_of_the_simulated_table_is_tapped_and_kept(
    tmp_path: Path, begin: Callable[..., BoardService], game: str, board: dict[str, Any], provisional: bool
) -> None:
    boards = begin()
    tap_all(boards, game)
    assert boards.state(game)["faults"] == []
    assert boards.state(game)["kept"] is None, "nothing is kept before the last tap"
    boards.keep(game)
    profile = FamilyBoards(tmp_path).profile(game)
    assert profile is not None
    assert (profile["board"], profile["provisional"]) == (board, provisional)
    check_profile(game, profile)
    kept = load_board(tmp_path, form_of(game))
    assert kept is not None
    for square in printed(game):
        assert kept.squares.at(Point(square.x, square.y)) is not None, "the eyes find a piece on each square"
    shown = boards.state(game)["kept"]
    assert shown == {"squares": max(board.get("length", 0), board.get("finish", 0)) or 14, "same": True}
    assert begin().state(game)["kept"] == shown


def test_what_the_board_does_not_tell_stays_as_the_family_has_it(
    tmp_path: Path, begin: Callable[..., BoardService]
) -> None:
    from companion.games import load

    own = dict(load("super_crack").default_profile())
    own["deck"] = {**own["deck"], "joker": 9}
    boards = begin(lambda game: own)
    tap_all(boards, "super_crack")
    boards.keep("super_crack")
    profile = FamilyBoards(tmp_path).profile("super_crack")
    assert profile is not None
    assert profile["deck"]["joker"] == 9 and profile["board"]["finish"] == 18


def test_a_board_with_a_fault_or_an_open_question_never_replaces_a_good_one(
    tmp_path: Path, begin: Callable[..., BoardService]
) -> None:
    boards = begin()
    tap_all(boards, DADAMAX)
    boards.keep(DADAMAX)
    good = board_path(tmp_path, DADAMAX).read_bytes()
    state = boards.state(DADAMAX)
    track = [number for number, tap in enumerate(state["taps"]) if tap["line"] == "track"]
    boards.remove(DADAMAX, track[6], state["revision"])
    assert "obstacles" in codes(boards)
    with refused("question_open"):
        boards.keep(DADAMAX)
    for fault in boards.state(DADAMAX)["faults"]:
        if fault["question"]:
            boards.confirm(DADAMAX, fault["question"])
    with refused("obstacles"):
        boards.keep(DADAMAX)
    assert board_path(tmp_path, DADAMAX).read_bytes() == good
    assert boards.state(DADAMAX)["kept"] == {"squares": 24, "same": False}
    boards.undo(DADAMAX)
    assert boards.state(DADAMAX)["kept"] == {"squares": 24, "same": True}


def test_what_is_not_tapped_yet_is_nobodys_fault(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    before = 0
    for count in (5, 11, 14, 20, 21):
        tap_all(boards, DADAMAX, printed(DADAMAX)[before:count])
        before = count
        assert [fault for fault in boards.state(DADAMAX)["faults"] if fault["taps"]] == [], count
    third = boards.state(DADAMAX)["revision"]
    boards.remove(DADAMAX, 10, third)
    assert [fault["code"] for fault in boards.state(DADAMAX)["faults"] if fault["taps"]] == [
        "gap",
        "obstacles",
    ]
    game = "change_horses"
    tap_all(boards, game, printed(game)[:17])
    assert [fault for fault in boards.state(game)["faults"] if fault["taps"]] == []
    boards.choose(game, "lane_3")
    (unequal,) = [fault for fault in boards.state(game)["faults"] if fault["taps"]]
    assert (unequal["code"], unequal["taps"]) == ("lanes_unequal", [14, 15, 16])


def test_a_question_that_is_answered_is_not_asked_again(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    tap_all(boards, DADAMAX, tuple(square for square in printed(DADAMAX) if square.kind != "arrival"))
    state = boards.state(DADAMAX)
    number = next(number for number, tap in enumerate(state["taps"]) if tap["id"] == "square_3")
    boards.remove(DADAMAX, number, state["revision"])
    (gap,) = [fault for fault in boards.state(DADAMAX)["faults"] if fault["question"]]
    assert gap["code"] == "gap" and gap["squares"] == ["square_2", "square_3"]
    boards.confirm(DADAMAX, gap["question"])
    assert "gap" not in codes(boards)
    first = boards.state(DADAMAX)["taps"][4]
    state = boards.state(DADAMAX)
    boards.insert(DADAMAX, 4, state["revision"], first["x"] - 30, first["y"] + 15)
    assert "gap" not in codes(boards), "the numbers have changed, the places have not"
    with refused("stale"):
        boards.confirm(DADAMAX, "gap square_7 square_8")


def test_the_simulated_table_never_takes_the_place_of_the_familys_board(
    tmp_path: Path, stand: Stand, begin: Callable[..., BoardService]
) -> None:
    boards = begin()
    stand.is_simulated = True
    tap_all(boards, DADAMAX)
    boards.keep(DADAMAX)
    boards.keep(DADAMAX)
    stand.is_simulated = False
    boards.keep(DADAMAX)
    stand.is_simulated = True
    with refused("only_simulated_board"):
        boards.keep(DADAMAX)


def test_a_board_is_forgotten(tmp_path: Path, begin: Callable[..., BoardService]) -> None:
    boards = begin()
    with refused("stale"):
        boards.forget(DADAMAX)
    tap_all(boards, DADAMAX)
    boards.keep(DADAMAX)
    boards.forget(DADAMAX)
    assert boards.profile(DADAMAX) is None and FamilyBoards(tmp_path).profile(DADAMAX) is None
    assert len(boards.state(DADAMAX)["taps"]) == 32, "the drawing stays"


def test_a_full_disk_is_said_and_changes_nothing(
    begin: Callable[..., BoardService], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = begin()
    boards.tap(DADAMAX, 100, 100)

    def fails(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with refused("board_not_written"):
        boards.tap(DADAMAX, 150, 100)
    assert len(boards.state(DADAMAX)["taps"]) == 1
    monkeypatch.undo()
    boards.undo(DADAMAX)
    tap_all(boards, DADAMAX)
    monkeypatch.setattr(os, "fsync", fails)
    with refused("board_not_written"):
        boards.keep(DADAMAX)
    assert boards.state(DADAMAX)["kept"] is None and boards.profile(DADAMAX) is None


# ---------------------------------------------------------------- taps


def test_a_drawing_goes_on_after_a_restart(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    tap_all(boards, DADAMAX, printed(DADAMAX)[:6])
    again = begin()
    assert again.state(DADAMAX)["taps"] == boards.state(DADAMAX)["taps"]
    assert again.state(DADAMAX)["kind"] == "green"
    again.undo(DADAMAX)
    assert len(again.state(DADAMAX)["taps"]) == 5


def test_a_damaged_drawing_begins_anew_and_a_damaged_board_is_not_played_on(
    tmp_path: Path, begin: Callable[..., BoardService]
) -> None:
    boards = begin()
    tap_all(boards, DADAMAX)
    boards.keep(DADAMAX)
    folder = tmp_path / "boards"
    (folder / f"{DADAMAX}.drawing.json").write_text("{")
    assert len(begin().state(DADAMAX)["taps"]) == 32, "the kept board's"
    file = json.loads((folder / f"{DADAMAX}.json").read_text())
    for profile in ({"board": {"length": 1}}, {"profile": "racko"}):
        (folder / f"{DADAMAX}.json").write_text(json.dumps({**file, "profile": profile}))
        assert FamilyBoards(tmp_path).profile(DADAMAX) is None
    (folder / f"{DADAMAX}.json").write_text("{")
    assert FamilyBoards(tmp_path).profile(DADAMAX) is None
    assert begin().state(DADAMAX)["taps"] == []


def test_a_tap_on_a_square_chooses_it(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    tap_all(boards, DADAMAX, printed(DADAMAX)[:6])
    place = printed(DADAMAX)[5]
    assert boards.tap(DADAMAX, place.x + 3, place.y) == 5
    assert len(boards.state(DADAMAX)["taps"]) == 6
    boards.choose(DADAMAX, "arrival")
    start = printed(DADAMAX)[0]
    assert boards.tap(DADAMAX, start.x, start.y) is None, "horses may arrive where they began"


def test_a_straight_stretch_and_the_lanes_in_between(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    boards.choose(DADAMAX, "green")
    with refused("nothing_before"):
        boards.tap(DADAMAX, 100, 100, between=3)
    boards.tap(DADAMAX, 100, 100)
    boards.tap(DADAMAX, 300, 100, between=3)
    assert [tap["x"] for tap in boards.state(DADAMAX)["taps"]] == [100, 150, 200, 250, 300]
    game = "change_horses"
    for square in printed(game):
        if square.kind in ("lane_1", "lane_6"):
            boards.choose(game, square.kind)
            boards.tap(game, square.x, square.y)
    boards.fill_lanes(game, 1, 6)
    assert len(boards.state(game)["taps"]) == 6 * 14
    boards.undo(game)
    assert len(boards.state(game)["taps"]) == 2 * 14
    with refused("bad_stretch"):
        boards.fill_lanes(DADAMAX, 1, 6)


def test_a_square_is_named_only_as_it_was_shown(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    boards.tap(DADAMAX, 100, 100)
    shown = boards.state(DADAMAX)["revision"]
    boards.tap(DADAMAX, 150, 100)
    for change in (
        lambda: boards.move(DADAMAX, 0, shown, 1, 1),
        lambda: boards.insert(DADAMAX, 0, shown, 1, 1),
        lambda: boards.remove(DADAMAX, 0, shown),
        lambda: boards.recolour(DADAMAX, 0, shown, "start"),
    ):
        with refused("stale"):
            change()
    with refused("no_such_tap"):
        boards.remove(DADAMAX, 9, shown + 1)
    boards.move(DADAMAX, 0, shown + 1, 90, 95)
    assert (boards.state(DADAMAX)["taps"][0]["x"], boards.state(DADAMAX)["taps"][0]["y"]) == (90, 95)


def test_beginning_again_is_undone_like_any_change(begin: Callable[..., BoardService]) -> None:
    boards = begin()
    tap_all(boards, DADAMAX, printed(DADAMAX)[:6])
    boards.begin_anew(DADAMAX)
    assert boards.state(DADAMAX)["taps"] == [] and boards.state(DADAMAX)["kind"] == "start"
    boards.begin_anew(DADAMAX)
    boards.undo(DADAMAX)
    assert len(boards.state(DADAMAX)["taps"]) == 6


def test_only_games_with_a_board(begin: Callable[..., BoardService], stand: Stand) -> None:
    boards = begin()
    assert set(boards.games()) == set(GAMES)
    assert boards.game("super_crack") == "super_crack"
    assert boards.game("racko") == DADAMAX
    stand.chosen_game = "change_horses"
    assert boards.game(None) == "change_horses"
    with refused("unknown_game"):
        boards.tap("racko", 1, 1)


# ---------------------------------------------------------------- the photograph


def test_the_camera_is_asked_only_while_a_photograph_is_wanted(
    begin: Callable[..., BoardService], stand: Stand
) -> None:
    boards = begin()
    stand.sees = False
    assert boards.state(DADAMAX)["picture"] is None and boards.picture(DADAMAX) is None
    stand.sees = True
    picture = boards.state(DADAMAX)["picture"]
    zone = game_plans()[DADAMAX].zone("track")
    assert (picture["left"], picture["width"]) == (zone.left - MARGIN_MM, zone.width + 2 * MARGIN_MM)
    boards.state(DADAMAX)
    assert stand.taken == 1
    jpeg = boards.picture(DADAMAX)
    assert jpeg is not None
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded.shape[1] / decoded.shape[0] == pytest.approx(
        picture["width"] / picture["height"], rel=0.01
    )
    stand.sees = False
    boards.photograph_again(DADAMAX)
    assert boards.state(DADAMAX)["taking"] and boards.picture(DADAMAX) == jpeg, "until there is another one"
    stand.sees = True
    assert boards.state(DADAMAX)["picture"]["number"] != picture["number"]
    assert not boards.state(DADAMAX)["taking"]


# ---------------------------------------------------------------- games are played on it


def wanted(*given: str) -> Wanted:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return Wanted.of(parser.parse_args([*given, "--camera", "none"]))


PLAYERS = ("--game", DADAMAX, "--player", "Ada", "--player", "Bea")


@pytest.fixture
def family(tmp_path: Path, begin: Callable[..., BoardService]) -> FamilyBoards:
    """A family whose board of Dadamax has 24 squares."""
    boards = begin()
    tap_all(boards, DADAMAX)
    boards.keep(DADAMAX)
    return FamilyBoards(tmp_path)


def length(table: Table) -> int:
    return int(table.snapshot().as_json()["view"]["board"]["length"])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def test_a_new_evening_is_played_on_the_familys_board(family: FamilyBoards, table: Table) -> None:
    wanted(*PLAYERS).on_the_board_of(family.profile).seat(table)
    assert length(table) == 24


def test_an_evening_in_the_journal_keeps_the_board_it_began_with(family: FamilyBoards, table: Table) -> None:
    wanted(*PLAYERS).seat(table)
    number = table.snapshot().as_json()["game"]["number"]
    wanted(*PLAYERS).on_the_board_of(family.profile).seat(table)
    assert table.snapshot().as_json()["game"]["number"] == number
    assert length(table) == 28


def test_a_profile_that_is_given_goes_before(family: FamilyBoards, table: Table, tmp_path: Path) -> None:
    from companion.games import load

    file = tmp_path / "own.json"
    file.write_text(json.dumps(dict(load(DADAMAX).default_profile())))
    wanted(*PLAYERS, "--profile", str(file)).on_the_board_of(family.profile).seat(table)
    assert length(table) == 28


def test_a_board_too_small_for_these_players_is_said_in_one_line(
    begin: Callable[..., BoardService], table: Table, tmp_path: Path
) -> None:
    boards = begin()
    arrivals = [square for square in printed(DADAMAX) if square.kind == "arrival"]
    tap_all(boards, DADAMAX, tuple(square for square in printed(DADAMAX) if square not in arrivals[2:]))
    boards.keep(DADAMAX)
    small = FamilyBoards(tmp_path)
    four = wanted(*PLAYERS, "--player", "Cleo", "--player", "Dan")
    with pytest.raises(WrongUse, match="arrival_squares"):
        four.on_the_board_of(small.profile).seat(table)
    with pytest.raises(Rejected):
        table.open_game(DADAMAX, list("ABCD"), profile=small.profile(DADAMAX))
    wanted("--game", DADAMAX).on_the_board_of(small.profile).open(table)
    assert length(table) == 28, "the simulated family plays all the same"
    four.seat(table)
    four.on_the_board_of(small.profile).seat(table)
    assert length(table) == 28, "a game that goes on is not held up"
