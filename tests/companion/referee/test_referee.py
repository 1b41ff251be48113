"""The referee by itself, without a table and its journal: verdicts, seats, taps, and beginning anew."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.games import load
from companion.journal import Journal
from companion.referee import Referee
from companion.sighting import Disturbance
from companion.table import Table
from tests.companion.games.crapette.positions import laid, moved

from .tables import Reading, clear, look, told

CRAPETTE = load("crapette")


def seen(state: Any, **otherwise: Reading) -> dict[str, Reading]:
    """Clear readings of every zone as it should lie; ``otherwise`` replaces some ("_" for ":" in a zone's name)."""
    told: Mapping[str, Any] = CRAPETTE.visible_table(state)
    read: dict[str, Reading] = {}
    for zone, faces in told.items():
        if zone.startswith("T"):
            read[zone] = [clear(face) for face in faces]
        else:
            read[zone] = clear(faces[0] if faces else "empty")
    return {**read, **{zone.replace("_", ":"): reading for zone, reading in otherwise.items()}}


def touched(zone: str, at_ms: int, side: str | None = "south") -> Disturbance:
    """A hand in a zone for half a second."""
    return Disturbance(zone, at_ms, at_ms + 500, side)


def test_the_first_look_at_a_table_in_order_is_the_same() -> None:
    state = laid().state
    verdict = Referee(CRAPETTE, state).observe(look(1, 1000, seen(state)))
    assert (verdict.kind, verdict.actions, verdict.taken_back, verdict.differences) == ("same", (), 0, ())


def test_a_played_verdict_says_how_sure_it_is_and_what_shows_it() -> None:
    state = laid().state
    referee = Referee(CRAPETTE, state)
    referee.observe(look(1, 1000, seen(state)))
    drawn = look(
        2,
        5000,
        {"stock:Ada": clear("back"), "hand:Ada": clear("2H")},
        [touched("stock:Ada", 2000), touched("hand:Ada", 3000)],
    )
    verdict = referee.observe(drawn)
    assert verdict.kind == "played"
    assert verdict.actions == ({"by": "Ada", "do": "draw", "card": "2H"},)
    assert verdict.reading["sighting"] == 2
    assert 0.98 < verdict.reading["posterior"] <= 1.0
    assert verdict.reading["evidence"] in ("picture-of-hand:Ada", "picture-of-stock:Ada")


def test_after_played_the_referee_believes_it_without_being_told() -> None:
    state = laid().state
    referee = Referee(CRAPETTE, state)
    referee.observe(look(1, 1000, seen(state)))
    hands = [touched("stock:Ada", 2000), touched("hand:Ada", 3000)]
    drawn = {"stock:Ada": clear("back"), "hand:Ada": clear("2H")}
    assert referee.observe(look(2, 5000, drawn, hands)).kind == "played"
    assert referee.observe(look(3, 7000, drawn)).kind == "same"


def test_a_card_put_back_takes_one_move_back() -> None:
    state = laid(cases={"T7": ["KD", "9D"]}).state
    referee = Referee(CRAPETTE, state)
    referee.observe(look(1, 1000, seen(state)))
    there = {"T7": [clear("KD")], "T3": [clear("10S"), clear("9D")]}
    back = {"T7": [clear("KD"), clear("9D")], "T3": [clear("10S")]}
    verdict = referee.observe(look(2, 5000, there, [touched("T7", 2000), touched("T3", 3000)]))
    assert verdict.kind == "played" and len(verdict.actions) == 1
    verdict = referee.observe(look(3, 9000, back, [touched("T3", 6000), touched("T7", 7000)]))
    assert (verdict.kind, verdict.actions, verdict.taken_back) == ("played", (), 1)


def test_players_may_sit_elsewhere() -> None:
    state = laid(cases={"T7": ["KD", "9D"]}).state
    referee = Referee(CRAPETTE, state, sides={"Ada": "east", "Bea": "west"})
    referee.observe(look(1, 1000, seen(state)))
    there = {"T7": [clear("KD")], "T3": [clear("10S"), clear("9D")]}
    hands = [touched("T7", 2000, "east"), touched("T3", 3000, "east")]
    verdict = referee.observe(look(2, 5000, there, hands))
    assert verdict.kind == "played"
    assert verdict.actions[0]["by"] == "Ada"


def test_a_tapped_action_is_believed_and_the_table_may_show_it_later() -> None:
    play = laid()
    referee = Referee(CRAPETTE, play.state)
    referee.observe(look(1, 1000, seen(play.state)))
    after = play.do("Ada", "draw", card="2H").state
    referee.tapped({"by": "Ada", "do": "draw", "card": "2H"}, after)
    hands = [touched("stock:Ada", 2000), touched("hand:Ada", 3000)]
    verdict = referee.observe(look(2, 5000, {"stock:Ada": clear("back"), "hand:Ada": clear("2H")}, hands))
    assert (verdict.kind, verdict.actions) == ("same", ())


def test_after_a_restart_the_table_must_first_show_the_journal() -> None:
    before = laid(cases={"T7": ["KD", "9D"]})
    state = before.state
    after = moved(before, "Ada", "T7", "T3", card="9D").state
    referee = Referee(CRAPETTE, after)
    assert referee.observe(look(1, 1000, seen(after))).kind == "same"
    referee.restart(state, ())
    verdict = referee.observe(look(2, 3000, seen(after)))
    assert verdict.kind == "restoring"
    told = {one.zone: (one.should, one.shows) for one in verdict.differences}
    assert told == {"T7": (("KD", "9D"), ("KD",)), "T3": (("10S",), ("10S", "9D"))}
    hands = [touched("T3", 4000), touched("T7", 5000)]
    back: dict[str, Reading] = {"T7": [clear("KD"), clear("9D")], "T3": [clear("10S")]}
    assert referee.observe(look(3, 7000, back, hands)).kind == "same"


def test_a_referee_that_begins_in_mid_game_explains_what_happened_meanwhile() -> None:
    """The machine was switched off; meanwhile Ada drew and discarded."""
    state = laid().state
    there = seen(state, waste_Ada=clear("2H"))
    referee = Referee(CRAPETTE, state)
    kinds = [(verdict := referee.observe(look(number, 1000 * number, there))).kind for number in (1, 2)]
    assert kinds[-1] in ("played", "asked", "same"), kinds
    if kinds[-1] == "played":
        assert [told(action) for action in verdict.actions] == ["Ada draw 2H", "Ada discard"]
    if kinds[-1] == "same":
        assert kinds[0] == "played"


def test_an_earlier_sighting_and_a_zone_without_slots_raise_nothing() -> None:
    state = laid().state
    referee = Referee(CRAPETTE, state)
    referee.observe(look(5, 9000, seen(state)))
    for odd in (
        look(2, 1000, seen(state)),
        look(6, 9500, {"F1": [], "hand:Ada": []}),
        look(7, 9600, {"nowhere": clear("2H")}),
        look(8, 9700, {}, [touched("nowhere", 9650)], {"T1", "nowhere"}),
        look(9, 9800, {}),
    ):
        verdict = referee.observe(odd)
        assert verdict.actions == () and verdict.taken_back == 0


def test_a_table_opened_again_on_its_journal_goes_on_by_camera() -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal.sqlite")
        table = Table(journal)
        table.open_game("crapette", ("Ada", "Bea"), setup=_setup())
        state = table.state
        table.observe(look(1, 1000, seen(state)))
        hands = [touched("stock:Ada", 2000), touched("hand:Ada", 3000)]
        drawn: dict[str, Reading] = {"stock:Ada": clear("back"), "hand:Ada": clear("2H")}
        assert table.observe(look(2, 5000, drawn, hands)) == "played"
        journal.close()
        journal = Journal(Path(folder) / "journal.sqlite")
        table = Table(journal)
        assert table.observe(look(1, 1000, seen(table.state))) == "same"
        hands = [touched("hand:Ada", 2000), touched("waste:Ada", 3000)]
        assert (
            table.observe(look(2, 5000, {"hand:Ada": clear("empty"), "waste:Ada": clear("2H")}, hands))
            == "played"
        )
        assert [told(move.action) for move in table.moves()] == ["Ada draw 2H", "Ada discard"]
        journal.close()


def _setup() -> dict[str, Any]:
    return {
        "turn": "Ada",
        "cases": {"T1": ["KH"], "T2": ["KS"], "T3": ["10S"], "T4": ["10C"], "T5": ["8S"], "T6": ["8C"]}
        | {"T7": ["6S"], "T8": ["6C"]},
        "reserves": {"Ada": {"count": 5, "top": "KC"}, "Bea": {"count": 5, "top": "KD"}},
        "stocks": {"Ada": 20, "Bea": 20},
    }
