"""``companion play`` with the simulated family at a game that no reader of pictures watches yet."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.play import add_arguments
from companion.evening import cameras
from companion.evening.data_folder import DataFolder
from companion.evening.seeing import Seeing
from companion.evening.wanted import SIMULATED_FAMILY, Wanted
from companion.eyes import ShownEyes
from companion.filmed.filmed_game import FilmedGame, film_profile
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.games import load
from companion.journal import Journal
from companion.simulated.family import SIMULATED
from companion.simulated.physical import Dropped
from companion.table import Table
from vision.eyes.eyes import Eyes

DEAL = {
    "deal": {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "9H", "4C", "7S"], "reserve_top": "3D"},
    }
}

FEW = {
    "deal": {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "8H", "4C", "7S"], "reserve_top": "3D"},
    }
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    yield Table(journal)
    journal.close()


def seeing(table: Table, folder: Path, *words: str) -> Seeing:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    arguments = parser.parse_args([*words, "--data", str(folder)])
    wanted = Wanted.of(arguments)
    wanted.seat(table)
    return Seeing(arguments, wanted, DataFolder(folder), table)


@pytest.mark.parametrize("camera", ["auto", "simulated"])
def test_a_game_named_without_players_is_dealt_and_played_by_the_family(
    table: Table, tmp_path: Path, camera: str
) -> None:
    with seeing(table, tmp_path, "--game", "crapette", "--camera", camera) as family:
        assert type(family.eyes) is ShownEyes
        assert family.description == "watching the simulated table"
        assert SIMULATED in table.notes()
        game = table.snapshot().as_json()["game"]
        assert (game["id"], tuple(game["players"])) == ("crapette", SIMULATED_FAMILY[:2])
        family.start()
        until = time.monotonic() + 60
        while not table.moves() and time.monotonic() < until:
            time.sleep(0.1)
        assert table.moves()


def test_players_who_are_named_play_themselves_unless_the_family_is_asked_for(
    table: Table, tmp_path: Path
) -> None:
    names = ("--game", "crapette", "--player", "Ada", "--player", "Bea")
    with seeing(table, tmp_path, *names, "--camera", "auto") as nobody:
        assert nobody.eyes is None and "played by taps" in nobody.description
        assert table.game is None
    with seeing(table, tmp_path, *names, "--camera", "simulated") as family:
        assert family.eyes is not None
        assert table.snapshot().as_json()["game"]["players"] == ["Ada", "Bea"]


def test_without_a_camera_nobody_plays_unless_a_game_is_named(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for probe in ("_first_pi", "_first_usb"):
        monkeypatch.setattr(cameras, probe, lambda tray: None)
    names = ("--player", "Ada", "--player", "Bea")
    for words in ((), names, ("--game", "poker_dice_race", *names)):
        with seeing(table, tmp_path, *words, "--camera", "auto") as nobody:
            assert nobody.eyes is None and "no camera was found" in nobody.description
            assert SIMULATED not in table.notes()
        assert (table.game is None) == (not words)
    with seeing(table, tmp_path, "--game", "poker_dice_race", "--camera", "auto") as family:
        assert family.eyes is not None


def test_a_game_that_people_have_begun_is_not_taken_from_them(table: Table, tmp_path: Path) -> None:
    table.open_game("crapette", ("Ada", "Bea"), setup=DEAL)
    turn = table.snapshot().as_json()["view"]["turn"]
    table.act({"by": turn, "do": "agree_draw"})
    with seeing(table, tmp_path, "--game", "crapette", "--camera", "auto") as nobody:
        assert nobody.eyes is None
    assert SIMULATED not in table.notes()


def test_the_familys_own_game_goes_on(table: Table, tmp_path: Path) -> None:
    with seeing(table, tmp_path, "--game", "crapette", "--camera", "simulated"):
        number = table.snapshot().as_json()["game"]["number"]
    with seeing(table, tmp_path, "--camera", "auto") as family:
        assert family.eyes is not None
        assert table.snapshot().as_json()["game"]["number"] == number


def test_dice_are_thrown_into_a_tray_unless_the_whole_table_is_asked_for(
    table: Table, tmp_path: Path
) -> None:
    with seeing(table, tmp_path, "--camera", "simulated") as dice:
        assert type(dice.eyes) is Eyes
        assert table.game is not None and table.game.id == "poker_dice_race"


def test_a_race_that_is_asked_for_is_filmed_on_the_drawn_board(table: Table, tmp_path: Path) -> None:
    words = ("--game", "poker_dice_race", "--player", "Ada", "--player", "Bea", "--camera", "simulated")
    with seeing(table, tmp_path, *words) as family:
        assert type(family.eyes) is ShownEyes
        view = table.snapshot().view
        profile = film_profile(load("poker_dice_race"))
        assert view is not None and profile is not None
        assert view["board"]["length"] == profile["board"]["length"]
        number = table.snapshot().as_json()["game"]["number"]
    with seeing(table, tmp_path, *words):
        assert table.snapshot().as_json()["game"]["number"] == number, "it goes on"


def test_a_race_of_horses_goes_on_on_the_drawn_course(table: Table, tmp_path: Path) -> None:
    words = ("--game", "change_horses", "--camera", "simulated")
    with seeing(table, tmp_path, *words) as family:
        assert type(family.eyes) is ShownEyes
        view = table.snapshot().view
        profile = film_profile(load("change_horses"))
        assert view is not None and profile is not None
        assert view["options"]["finish_row"] == profile["board"]["finish_row"] == 14
        assert tuple(view["players"]) == SIMULATED_FAMILY
        lanes = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}
        table.act({"by": "table", "do": "place_horses", "lanes": lanes})
        number = table.snapshot().as_json()["game"]["number"]
    with seeing(table, tmp_path, *words):
        assert table.snapshot().as_json()["game"]["number"] == number


def test_a_market_and_a_race_go_on_on_the_drawn_track(table: Table, tmp_path: Path) -> None:
    words = ("--game", "super_crack", "--camera", "simulated")
    with seeing(table, tmp_path, *words) as family:
        assert type(family.eyes) is ShownEyes
        view = table.snapshot().view
        profile = film_profile(load("super_crack"))
        assert view is not None and profile is not None
        assert view["board"]["finish"] == profile["board"]["finish"]
        assert tuple(view["players"]) == SIMULATED_FAMILY
        number = table.snapshot().as_json()["game"]["number"]
    with seeing(table, tmp_path, *words):
        assert table.snapshot().as_json()["game"]["number"] == number


def test_a_race_on_another_board_is_not_gone_on_with_on_the_drawn_one(table: Table, tmp_path: Path) -> None:
    table.open_game("poker_dice_race", ("Ada", "Bea"))
    table.note(SIMULATED)
    before = table.snapshot().as_json()["game"]["number"]
    words = ("--game", "poker_dice_race", "--player", "Ada", "--player", "Bea", "--camera", "simulated")
    with seeing(table, tmp_path, *words):
        assert table.snapshot().as_json()["game"]["number"] != before


def test_a_record_of_crapette_is_filmed_and_read(table: Table, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    header = {"record": 1, "game": "crapette", "players": ["Ada", "Bea"], "options": {}, "setup": FEW}
    moved = {"by": "Ada", "do": "move", "from": "T6", "to": "T2", "card": "8H"}
    record.write_text(json.dumps(header) + "\n" + json.dumps(moved) + "\n", encoding="utf-8")
    words = ("--camera", f"simulated:{record}", "--exit-at-end")
    with seeing(table, tmp_path / "data", *words) as family:
        assert family.description == "watching the simulated table"
        family.start()
        until = time.monotonic() + 60
        while not family.exhausted and time.monotonic() < until:
            time.sleep(0.1)
    assert [move.action for move in table.moves()] == [moved]
    assert any(move.reading is not None for move in table.moves())


def test_the_card_that_falls_on_its_way_is_the_one_that_was_taken_up_and_is_laid_down_after_all() -> None:
    """Films 9575 and 9577: another card was drawn there, of which there were two then, and it was called."""
    filmed = FilmedGame.of(load("crapette"), ("Ada", "Bea"), 1, EVENING_LIGHT)
    film = FilmedTable(filmed.plan, filmed.players, filmed.room, filmed.layers)
    fell = Dropped("T2", "7H")
    film.lay({"T1": ("8S", "7H"), "T2": ("KC",), "T3": ()})
    held = film.table.last("T1")
    film.lay({"T1": ("8S",)}, dropped=fell)
    assert film.dropped is None  # its hand has not come to T2 yet
    film.lay({"T2": ("KC",)}, dropped=fell)
    across = film.table.across("T2")
    film.lay({"T2": ("KC",)})
    assert film.table.across("T2") is None
    film.lay({"T3": ("7H",)})
    laid = film.table.last("T3")
    assert held is not None and across is not None and laid is not None
    assert (across.card, across.art, laid.art) == ("7H", held.art, held.art)
