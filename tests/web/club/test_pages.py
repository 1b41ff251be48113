"""The club's page: all tables for everybody, a little more for referees, what went wrong for the owner."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.club.boards import SILENT_S
from companion.club.results import Call, ClubGame
from companion.club.telling import public_state
from companion.games import game_ids
from tests.companion.club.playing import PlayedTable
from tests.web.club.hall import CHAIN, OTHER, PINS, Hall, posted, shown


@pytest.mark.parametrize("game", game_ids())
def test_every_games_board_is_drawn_from_what_a_table_tells(hall: Hall, game: str, tmp_path: Path) -> None:
    for moves in (0, 12):
        played = PlayedTable(tmp_path / str(moves), game, seed=4).open().play(moves)
        told = json.loads(json.dumps(public_state(played.table.snapshot())))
        hall.hear(f"table-{moves}", **told)
    page = hall.visitor().get("/").get_data(as_text=True)
    assert page.count(f'class="club-board replayed replayed-{game}"') == 2
    boards = re.findall(r'<div class="club-board[^>]*>(.*?)<ul class="club-players">', page, re.DOTALL)
    assert all("<svg" in one or "<table" in one for one in boards)
    assert "<script" not in "".join(boards)


@pytest.mark.parametrize("game", game_ids())
def test_a_screen_fetches_of_each_board_only_the_shape_that_it_shows(
    hall: Hall, game: str, tmp_path: Path
) -> None:
    played = PlayedTable(tmp_path / "window", game, seed=4).open().play(12)
    hall.hear("window", **json.loads(json.dumps(public_state(played.table.snapshot()))))

    def drawn(asked: str) -> set[str]:
        page = hall.visitor().get(f"/fragment?{asked}").get_data(as_text=True)
        (board,) = re.findall(r'<div class="club-board[^>]*>(.*?)<ul class="club-players">', page, re.DOTALL)
        return set(re.findall(r'<svg class="[^"]*(?:board|rack)[^"]*".*?</svg>', board, re.DOTALL))

    every = drawn("since=0")
    by_screen = {sheet: drawn(f"sheet={sheet}&since=0") for sheet in ("wide", "upright", "phone")}
    assert drawn("sheet=wide") == by_screen["wide"]
    assert drawn("sheet=nonsense") == every == set().union(*by_screen.values())
    assert all(2 * len(shape) <= len(every) for shape in by_screen.values())
    assert not by_screen["wide"] & by_screen["phone"]


def test_two_who_read_other_languages_are_drawn_the_board_in_theirs(hall: Hall, tmp_path: Path) -> None:
    played = PlayedTable(tmp_path / "window", "poker_dice_race", seed=4).open().play(3)
    hall.hear("window", **json.loads(json.dumps(public_state(played.table.snapshot()))))
    reader = hall.visitor()
    assert "Home straight" in reader.get("/").get_data(as_text=True)
    posted(reader, "/device", language="fr")
    assert "Home straight" not in reader.get("/").get_data(as_text=True)


def test_a_move_at_a_table_has_nothing_read_anew_that_no_move_changes(hall: Hall) -> None:
    """With hundreds of tables something moves all the time: calls and results would be read all the time, too."""
    read: list[int] = []
    calls = hall.kept.calls
    hall.kept.calls = lambda most: read.append(most) or calls(most)  # type: ignore[method-assign, func-returns-value]
    for seq in range(5):
        hall.hear("window", seq=seq)
        assert f'data-seq="{seq}"' in hall.visitor().get("/").get_data(as_text=True)
    assert len(read) == 1
    hall.boards.touch()
    shown(hall.visitor())
    assert len(read) == 2


def test_who_waits_is_said(hall: Hall) -> None:
    hall.hear("door", question={"id": 3, "code": "what"}, game={"id": "whist", "players": ["Ada"]})
    hall.hear("window")
    page = shown(hall.visitor())
    assert "2 tables, 1 playing" in page
    assert "Door A question waits for an answer" in page
    assert "Window No game" in page


def test_a_table_that_is_silent_or_says_goodbye_is_away(hall: Hall) -> None:
    hall.hear("door")
    hall.hear("window")
    hall.health("window", online=False)
    assert shown(hall.visitor()).count("Away") == 2  # on its board, and among those who wait
    hall.now += SILENT_S + 1
    assert shown(hall.visitor()).count("Away") == 4


def test_two_tables_of_one_name_are_both_shown_and_marked(hall: Hall) -> None:
    hall.hear("window")
    hall.hear("window", OTHER)
    assert shown(hall.visitor()).count("Two tables have this name") == 2
    hall.now += SILENT_S + 1
    hall.hear("window", OTHER)
    page = shown(hall.visitor())
    assert "Two tables" not in page and "1 table," in page


def test_a_wrong_clock_is_said_and_a_very_long_name_too(hall: Hall) -> None:
    hall.hear("window", game={"id": game_ids()[0], "players": ["<b>" * 170]}, view={"nonsense": True})
    hall.health("window", at=5)
    page = hall.visitor().get("/").get_data(as_text=True)
    assert "Its clock is wrong." in page
    assert "&lt;b&gt;" * 170 in page


def test_nonsense_of_one_table_keeps_no_other_from_being_shown(hall: Hall) -> None:
    hall.hear("door")
    hall.hear(
        "window",
        game={"id": "racko", "players": ["Ada"]},
        awaited=[{"code": "bad_players", "arguments": ["nobody"]}],
    )
    hall.kept.called = [Call("window", 5, "racko", {"code": "bad_players", "expected": 5}, {})]
    page = shown(hall.visitor())
    assert "Door" in page and page.count("That is not possible now.") == 2


def test_calls_and_results_are_told_in_words(hall: Hall) -> None:
    hall.hear("window")
    hall.kept.played = [
        ClubGame("window", CHAIN, 1, "racko", ("Ada", "Bea"), 1, 253_402_300_800_000, 40, 0, True, ("Bea",))
    ]
    fault = {"event": "infraction", "code": "missed_foundation", "player": "Ada"}
    hall.kept.called = [Call("window", 5, "crapette", fault, {})]
    page = shown(hall.visitor())
    assert "Player 2 has won" in page and "40 moves" in page
    assert "Calls Window" in page and "Ada" not in page and "Bea" not in page
    hall.people.agree("Bea")
    assert "Bea has won" in shown(hall.visitor())
    hall.kept.is_away = True
    hall.boards.touch()
    assert "The database cannot be reached" in shown(hall.visitor())


def test_only_a_referee_says_that_one_is_coming(hall: Hall) -> None:
    hall.hear("door", question={"id": 3, "code": "what"}, game={"id": "whist", "players": ["Ada"]})
    visitor = hall.visitor()
    assert posted(visitor, "/coming", table="door", chain=CHAIN).status_code == 403
    assert visitor.get("/owner").status_code == 403
    posted(visitor, "/enter", pin="9999")
    assert "That PIN is not right." in shown(visitor)
    posted(visitor, "/enter", pin=PINS["referee"])
    assert "I am coming" in shown(visitor)
    posted(visitor, "/coming", table="door", chain=CHAIN)
    assert "a referee is coming" in shown(hall.visitor())
    assert visitor.get("/owner").status_code == 403
    posted(visitor, "/leave")
    assert "I am coming" not in shown(visitor)


def test_the_owner_reads_what_went_wrong(hall: Hall) -> None:
    owner = hall.visitor()
    posted(owner, "/enter", pin=PINS["owner"])
    page = shown(owner, "/owner")
    assert "A line for the owner." in page and "not JSON" in page


def test_a_change_that_comes_from_elsewhere_is_refused(hall: Hall) -> None:
    assert hall.visitor().post("/enter", data={"pin": PINS["owner"]}).status_code == 403
    assert hall.visitor().get("/table/nobody/there").status_code == 404


def test_news_come_at_once_and_the_language_is_chosen(hall: Hall) -> None:
    visitor = hall.visitor()
    hall.hear("window")
    stream = visitor.get("/api/v1/events", buffered=False)
    lines = iter(stream.response)
    assert next(lines).startswith(b"retry")
    assert b"data: 1" in next(lines)
    stream.close()
    posted(visitor, "/device", language="fr")
    assert "Pas de partie" in shown(visitor)
    assert visitor.get("/api/v1/tables").json["tables"][0]["title"] == "Window"
    assert "Pas de partie" in shown(visitor, f"/table/window/{CHAIN}")


def test_only_boards_that_have_changed_are_fetched_again(hall: Hall) -> None:
    for name in ("door", "window"):
        hall.hear(name)
    visitor = hall.visitor()

    def told(path: str) -> tuple[list[str], dict[str, str]]:
        text = visitor.get(path).get_data(as_text=True)
        return re.findall(r'<article[^>]* id="(\w+)-', text), dict(re.findall(r'data-(\w+)="(\w+)"', text))

    tables, first = told("/fragment")
    assert tables == ["door", "window"]
    assert told(f"/fragment?since={first['version']}")[0] == []
    hall.health("window")  # it says that it is there, which was known
    hall.hear("window", seq=7)
    tables, later = told(f"/fragment?since={first['version']}")
    assert (tables, later["arrangement"]) == (["window"], first["arrangement"])
    posted(hall.entered("referee"), "/coming", table="door", chain=CHAIN)
    assert told(f"/fragment?since={later['version']}")[0] == ["door"]
    hall.hear("cellar")
    assert told(f"/fragment?since={later['version']}")[1]["arrangement"] != first["arrangement"]
    assert told("/fragment?since=-1")[0] == ["cellar", "door", "window"]
