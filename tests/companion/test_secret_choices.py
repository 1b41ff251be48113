"""What players choose in secret: nobody is shown it before all have chosen (CH-10), then it is all played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.action import Rejected
from companion.journal import Journal
from companion.table import Stale, Table
from tests.companion.games.change_horses.course import at
from tests.seen_table import SeenTable

PLAYERS = ("Ada", "Bea", "Cyd")
CARDS = {"Ada": ["AB", "CD", "EF"], "Bea": ["AC", "BD", "AF"], "Cyd": ["AD", "BE", "CF"]}


def reveal(player: str, *cards: str) -> dict[str, Any]:
    return {"by": player, "do": "reveal", "cards": list(cards or CARDS[player])}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A first double round of Change Horses: all have three cards to choose."""
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game("change_horses", PLAYERS)
    lanes = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}
    table.act({"by": "table", "do": "place_horses", "lanes": lanes})
    positions = {player: place for place, player in enumerate(PLAYERS, start=1)}
    table.act({"by": "table", "do": "deal_positions", "positions": positions})
    yield table
    journal.close()


def fronts(table: Table) -> dict[str, list[str]]:
    front: dict[str, list[str]] = table.snapshot().as_json()["view"]["front"]
    return front


def told_to(table: Table, seat: str | None) -> str:
    return json.dumps(table.snapshot(seat).as_json()["choice"])


def test_CH_10_cards_are_turned_up_when_all_have_chosen(table: Table) -> None:
    seq = table.seq
    table.choose(reveal("Cyd"), expected_seq=seq)
    table.choose(reveal("Ada"), expected_seq=seq)
    assert table.seq == seq and not any(fronts(table).values())
    table.choose(reveal("Bea"), expected_seq=seq)
    assert fronts(table) == CARDS
    assert [move.action["by"] for move in table.moves()][-3:] == list(PLAYERS)
    assert table.snapshot().chosen == () and table.snapshot("Ada").choice is None


def test_CH_10_who_has_chosen_is_told_but_not_what(table: Table) -> None:
    told: list[str] = []
    table.subscribe(lambda shown: told.append(json.dumps(shown.as_json())))
    before = {seat: json.dumps(table.snapshot(seat).as_json()) for seat in (None, "Bea", "Cyd")}
    table.choose(reveal("Ada"))
    shown = table.snapshot().as_json()
    assert shown["chosen"] == ["Ada"]
    assert shown["awaited"][0]["arguments"]["players"] == ["Bea", "Cyd"]
    assert told_to(table, "Ada") == json.dumps(reveal("Ada"))
    for seat, was in before.items():
        now = {**table.snapshot(seat).as_json(), "chosen": [], "awaited": json.loads(was)["awaited"]}
        assert json.dumps(now) == was, f"{seat} is shown what Ada has chosen"
    assert len(told) == 1 and '"choice": null' in told[0]


def test_who_has_chosen_may_choose_otherwise_until_all_have(table: Table) -> None:
    table.choose(reveal("Ada"))
    table.choose(reveal("Ada", "AE", "BF", "DE"))
    table.choose(reveal("Bea"))
    table.choose(reveal("Cyd"))
    assert fronts(table) == {**CARDS, "Ada": ["AE", "BF", "DE"]}


def test_a_choice_is_taken_back_before_all_have_chosen(table: Table) -> None:
    table.choose(reveal("Ada"))
    table.choose(reveal("Bea"))
    assert table.take_choice_back("Ada").chosen == ("Bea",)
    table.choose(reveal("Cyd"))
    assert not any(fronts(table).values())


def test_what_may_not_be_chosen_is_refused_at_once(table: Table) -> None:
    with pytest.raises(Rejected, match="wrong_card_count"):
        table.choose(reveal("Ada", "AB"))
    with pytest.raises(Stale):
        table.choose(reveal("Ada"), expected_seq=table.seq - 1)
    assert table.snapshot().chosen == ()


def test_cards_turned_up_on_the_table_count_as_chosen(table: Table) -> None:
    """Whoever has no page turns up real cards, which are told as they lie: the last of them shows the others."""
    table.choose(reveal("Ada"))
    table.act(reveal("Bea"))
    assert fronts(table) == {"Ada": [], "Bea": CARDS["Bea"], "Cyd": []}
    table.act(reveal("Cyd"))
    assert fronts(table) == CARDS and table.snapshot().as_json()["view"]["phase"] == "play"


def test_a_choice_gives_way_to_the_cards_that_were_turned_up(table: Table) -> None:
    table.choose(reveal("Ada"))
    table.act(reveal("Ada", "AE", "BF", "DE"))
    assert table.snapshot().chosen == ()
    table.choose(reveal("Bea"))
    table.choose(reveal("Cyd"))
    assert fronts(table) == {**CARDS, "Ada": ["AE", "BF", "DE"]}


def test_a_choice_is_forgotten_with_its_game_and_with_the_round_that_is_taken_back(table: Table) -> None:
    table.choose(reveal("Ada"))
    table.undo()
    assert table.snapshot().chosen == ()
    positions = {player: place for place, player in enumerate(PLAYERS, start=1)}
    table.act({"by": "table", "do": "deal_positions", "positions": positions})
    table.choose(reveal("Ada"))
    number = table.number
    table.open_game("change_horses", PLAYERS)
    table.go_on(number)
    assert table.snapshot("Ada").chosen == () and table.snapshot("Ada").choice is None


def test_what_a_camera_refuses_stays_marked_while_others_have_still_to_choose(tmp_path: Path) -> None:
    laid = {"phase": "select", "horses": at(), "positions": {"Ada": 1, "Bea": 2, "Cyd": 3}}
    seen = SeenTable.of(tmp_path, "change_horses", PLAYERS, setup=laid)
    seen.table.choose(reveal("Ada"))
    assert seen.hands(cell_1_0=(), cell_1_3=("horse_A",)).kind == "refused"
    assert seen.sight["zones"] == ["cell_1_0", "cell_1_3"]
    assert seen.table.snapshot().refusal is not None


def test_any_other_action_is_played_at_once(table: Table) -> None:
    for player in PLAYERS:
        table.choose(reveal(player))
    table.choose({"by": "Ada", "do": "play_card", "card": "AB"})
    assert table.snapshot().as_json()["view"]["turn"] == "Bea"
