"""The table of ambiguities in section 7: what decides, and what is asked."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import load
from companion.referee import Referee
from companion.sighting import BACK, Disturbance

from .tables import between, look, sat_down, surely

# ---------------------------------------------------------------- two copies


def test_of_two_copies_the_place_that_became_different_tells() -> None:
    scene = sat_down(cases={"T1": ["KH", "9D"], "T2": ["KS", "9D"]})
    scene.moves("9D", "T2", "T3").waves("T1")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T2>T3 9D"]


def test_of_two_copies_the_unseen_place_waits() -> None:
    """A 9D came to T3; a hand is still over both places where one lay."""
    scene = sat_down(cases={"T1": ["KH", "9D"], "T2": ["KS", "9D"], "T4": ["JC"]})
    scene.moves("9D", "T2", "T3").waves("T1")
    kind = scene.look(unseen={"T1", "T2"})
    assert scene.entered == [] and kind != "same"
    if not scene.is_asked:
        assert scene.watch() == "played"
        assert scene.entered == ["Ada T2>T3 9D"]


def test_both_copies_moved_and_it_makes_no_difference_which_went_where() -> None:
    scene = sat_down(
        cases={"T1": ["KH", "9D"], "T2": ["KS", "9D"], "T5": ["4S"], "T6": ["4C"]},
        reserves={"Ada": []},
        wastes={"Bea": ["10D"]},
    )
    scene.moves("9D", "T2", "T3").moves("9D", "T1", "waste:Bea")
    assert scene.watch() in ("played", "asked")
    if not scene.is_asked:
        assert sorted(line.split(">")[0] for line in scene.entered) == ["Ada T1", "Ada T2"]
        assert scene.wrong_zones == [] and scene.faults == []


def test_one_of_two_copies_went_from_one_own_pile_or_the_other() -> None:
    """Reserve and hand held the same card; one lies on a series, one on the waste: only one way is allowed."""
    scene = sat_down(
        reserves={"Ada": {"count": 4, "top": "9D"}},
        hands={"Ada": "9D"},
        cases={"T3": ["10S"], "T4": ["JC"], "T5": ["4S"], "T6": ["4C"]},
    )
    scene.moves("9D", "reserve:Ada", "T3").turns("Ada", "KC").discards("Ada")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>T3 9D", "Ada turn_reserve KC", "Ada discard"]
    assert scene.faults == []


def test_a_load_that_leaves_the_same_top_is_told_by_the_places_that_lost_a_card() -> None:
    """9D and then 8D went onto an 8D: the waste shows 8D as before, and two cards are gone."""
    columns = {"T1": ["KH", "9D"], "T2": ["KS", "8D"], "T5": ["4S"], "T6": ["4C"]}
    scene = sat_down(wastes={"Bea": ["8D"]}, cases=columns)
    scene.moves("9D", "T1", "waste:Bea").moves("8D", "T2", "waste:Bea")
    assert scene.watch() in ("played", "asked")
    assert scene.faults == []
    if not scene.is_asked:
        assert scene.entered == ["Ada T1>waste:Bea 9D", "Ada T2>waste:Bea 8D"]
        assert scene.view["wastes"]["Bea"]["count"] == 3


def test_after_a_discard_that_looked_like_nothing_the_opponent_is_not_accused() -> None:
    scene = sat_down(wastes={"Ada": ["3C", "2H"]})
    scene.draws("Ada", "2H").discards("Ada")
    scene.watch()
    if scene.is_asked:
        scene.answer(None)
    scene.draws("Bea", "4C")
    scene.watch()
    scene.discards("Bea")
    scene.watch()
    assert scene.calls == []


# ---------------------------------------------------------------- vanished under a same-looking one


# ---------------------------------------------------------------- the order of moves

RESERVE_OR_FOUNDATION: dict[str, Any] = {
    "foundations": {"F1": "AS"},
    "cases": {"T7": ["7S"], "T8": ["KC", "2S"]},
    "reserves": {"Ada": ["4D", "3D", "6H"]},
}
"""The 2 must go up before 6H comes from the reserve."""


def test_order_unknown_the_faultless_order_is_taken() -> None:
    scene = sat_down(**RESERVE_OR_FOUNDATION)
    with scene.hurried():
        scene.moves("6H", "reserve:Ada", "T7").moves("2S", "T8", "F1")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T8>F1 2S", "Ada reserve:Ada>T7 6H"]
    assert scene.faults == [] and scene.wrong_zones == []


def test_no_hands_reported_the_faultless_order_is_taken() -> None:
    scene = sat_down(**RESERVE_OR_FOUNDATION)
    scene.reports_hands = False
    scene.moves("6H", "reserve:Ada", "T7").moves("2S", "T8", "F1")
    assert scene.watch() in ("played", "asked")
    assert scene.faults == []
    if not scene.is_asked:
        assert scene.entered == ["Ada T8>F1 2S", "Ada reserve:Ada>T7 6H"]


def test_order_known_by_the_hands_foundation_first_is_no_fault() -> None:
    scene = sat_down(**RESERVE_OR_FOUNDATION)
    scene.moves("2S", "T8", "F1").moves("6H", "reserve:Ada", "T7")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T8>F1 2S", "Ada reserve:Ada>T7 6H"]
    assert scene.faults == []


def test_order_known_by_the_hands_reserve_first_is_the_fault() -> None:
    """The hands tell the order surely: the reserve came first, seconds earlier; it is called."""
    scene = sat_down(**RESERVE_OR_FOUNDATION)
    scene.moves("6H", "reserve:Ada", "T7")
    scene.now_ms += 6000
    scene.moves("2S", "T8", "F1")
    assert scene.watch() == "played"
    assert [call["code"] for call in scene.calls] == ["missed_foundation_play"]


def test_the_order_of_two_draws_is_that_of_the_turns() -> None:
    """Bea's hand moved in the same bustle: Ada's discard came before Bea's draw, for that is the faultless order."""
    scene = sat_down(hands={"Ada": "2H"})
    with scene.hurried():
        scene.discards("Ada").draws("Bea", "2S")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada discard", "Bea draw 2S"]
    assert scene.faults == []


def test_two_cards_at_once_with_an_empty_case_are_taken_for_single_moves() -> None:
    scene = sat_down(**{**TWO_CARDS, "cases": {**TWO_CARDS["cases"], "T8": []}})
    scene.moves("JS", "T7", "T5", count=2).waves("T8")
    assert scene.watch() == "played"
    assert scene.faults == [] and scene.wrong_zones == []
    assert scene.entered == ["Ada T7>T8 10H", "Ada T7>T5 JS", "Ada T8>T5 10H"]


def test_two_cards_by_way_of_an_empty_case_are_single_moves() -> None:
    scene = sat_down(**{**TWO_CARDS, "cases": {**TWO_CARDS["cases"], "T8": []}})
    scene.moves("10H", "T7", "T8").moves("JS", "T7", "T5").moves("10H", "T8", "T5")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada T7>T8 10H", "Ada T7>T5 JS", "Ada T8>T5 10H"]
    assert scene.faults == []


# ---------------------------------------------------------------- two at once


TWO_CARDS: dict[str, Any] = {
    "cases": {"T5": ["QH"], "T7": ["JS", "10H"], "T4": ["8D"], "T2": ["KH"]},
    "reserves": {"Ada": []},
}


def test_two_cards_with_an_empty_case_that_no_hand_was_seen_in_are_not_called() -> None:
    """If a faultless sequence of single moves exists, it is assumed."""
    scene = sat_down(**{**TWO_CARDS, "cases": {**TWO_CARDS["cases"], "T8": []}})
    scene.reports_hands = False
    scene.moves("JS", "T7", "T5", count=2)
    scene.watch()
    assert scene.calls == []


def test_two_cards_without_an_empty_case_are_the_fault() -> None:
    scene = sat_down(**TWO_CARDS)
    scene.moves("JS", "T7", "T5", count=2)
    assert scene.watch() == "played"
    assert [call["code"] for call in scene.calls] == ["several_cards_moved"]


# ---------------------------------------------------------------- who moved it


def test_cards_from_a_reserve_were_moved_by_their_owner() -> None:
    scene = sat_down(reserves={"Ada": {"count": 4, "top": "9D"}}, cases={"T4": ["JC"]})
    scene.reports_sides = False
    scene.moves("9D", "reserve:Ada", "T3")
    assert scene.watch() == "played"
    assert scene.entered == ["Ada reserve:Ada>T3 9D"]


def test_cards_from_a_case_were_moved_by_the_player_on_turn() -> None:
    for turn in ("Ada", "Bea"):
        scene = sat_down(turn=turn, cases={"T7": ["KD", "9D"]})
        scene.reports_sides = False
        scene.moves("9D", "T7", "T3")
        assert scene.watch() == "played"
        assert scene.entered == [f"{turn} T7>T3 9D"]


def test_a_hand_from_the_other_side_is_asked_before_out_of_turn_is_called() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3", by="Bea")
    assert scene.watch() == "asked"
    assert scene.calls == [] and scene.entered == []
    assert 2 <= len(scene.question["answers"]) <= 4


def test_an_arm_that_reaches_in_alone_from_the_other_side_is_called_out_of_turn() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.side_chance = 0.9998
    scene.moves("9D", "T7", "T3", by="Bea")
    assert scene.watch() == "played"
    assert [(call["code"], call["against"]) for call in scene.calls] == [("out_of_turn", "Bea")]


def test_an_arm_that_is_seen_as_one_with_another_is_no_ground_for_a_call() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.side_chance = 0.75
    scene.moves("9D", "T7", "T3", by="Bea")
    scene.watch()
    assert scene.calls == []


def test_the_answer_that_she_played_out_of_turn_calls_it() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3", by="Bea")
    assert scene.watch() == "asked"
    chances = range(len(scene.question["answers"]))
    bodies = [entry.body for entry in scene.journal.entries if entry.kind == "question"]
    by = [answer["action"]["by"] for answer in bodies[-1]["answers"] if answer["action"]]
    assert set(by) == {"Ada", "Bea"}, "either of them may have moved it"
    scene.answer(next(choice for choice in chances if bodies[-1]["answers"][choice]["action"]["by"] == "Bea"))
    assert scene.entered == ["Bea T7>T3 9D"]
    assert [(call["code"], call["against"]) for call in scene.calls] == [("out_of_turn", "Bea")]


def test_the_answer_that_it_was_the_player_on_turn_calls_nobody() -> None:
    scene = sat_down(cases={"T7": ["KD", "9D"]})
    scene.moves("9D", "T7", "T3", by="Bea")
    assert scene.watch() == "asked"
    bodies = [entry.body for entry in scene.journal.entries if entry.kind == "question"]
    choice = [answer["action"]["by"] for answer in bodies[-1]["answers"]].index("Ada")
    scene.answer(choice)
    assert scene.entered == ["Ada T7>T3 9D"] and scene.calls == []
    assert scene.watch() == "same"


# ---------------------------------------------------------------- the same for both copies in doubt


def test_a_doubt_that_two_explanations_share_is_one_question_with_two_to_four_answers() -> None:
    scene = sat_down()
    scene.draws("Ada", "2H")
    assert scene.watch(reads={"hand:Ada": between("2H", 0.55, "2D")}) == "asked"
    assert scene.entered == []
    assert 2 <= len(scene.question["answers"]) <= 4
    assert scene.question["evidence"], "the photo beside"


# ---------------------------------------------------------------- two answers, one state


def test_of_two_answers_that_call_the_same_player_the_moves_tell_what_is_to_be_put_back() -> None:
    """Film 9623: the table was waited for that lies after the other answer, whatever people put back."""
    scene = sat_down(cases={"T5": ["8D", "7S"], "T1": ["JS", "8H"], "T8": ["6C"]}, hands={"Ada": "KD"})
    game, state = scene.game, scene.table.state
    offered = []
    for card, source, target in (("6C", "T8", "waste:Bea"), ("7S", "T5", "T1")):
        referee, shown = (
            Referee(game, state),
            {**game.visible_table(state), **_after(state, card, source, target)},
        )
        referee.observe(look(1, 1000, surely(game.visible_table(state))))
        hands = [
            Disturbance(zone, 1500 + 600 * n, 2000 + 600 * n, "north", 0.9999)
            for n, zone in enumerate((source, target))
        ]
        referee.observe(look(2, 4000, surely({zone: shown[zone] for zone in (source, target)}), hands))
        offered.append(referee._candidates(None, 1e-4)[0][0])
    referee._asked._offered = offered
    move = offered[1].explanation.actions[0]
    called, _ = game.apply(state, move)
    assert game.visible_table(called) == game.visible_table(
        game.apply(state, offered[0].explanation.actions[0])[0]
    )
    _, lies = referee._asked.answered(called, [move])
    assert lies is not None
    assert (lies["T1"], lies["T8"]) == (("JS", "8H", "7S"), ("6C",))


def _after(state: Any, card: str, source: str, target: str) -> dict[str, tuple[str, ...]]:
    table = load("crapette").visible_table(state)
    return {source: table[source][:-1], target: (*table[target], card)}


@pytest.mark.parametrize("unknown", [True, False])
def test_a_hand_of_unknown_side_may_have_been_whoever_s(unknown: bool) -> None:
    """Careless 46232: Bea took the 9S away, seen from no side, before Ada's hand came to the same case."""
    cases = {"T1": [], "T2": ["10H", "9S"]}
    scene = sat_down(turn="Bea", cases=cases, reserves={"Ada": ["QC", "9C"]})
    referee = Referee(scene.game, scene.table.state)
    table = scene.game.visible_table(scene.table.state)
    referee.observe(look(1, 1000, surely(table)))
    shown = {**table, "T1": ("9S",), "T2": ("10H", "9C"), "reserve:Ada": (BACK,)}
    first = (None, None) if unknown else ("south", 0.9999)
    hands = [
        Disturbance("T2", 1500, 2000, *first),
        Disturbance("T1", 2100, 2600, "north", 0.75),
        Disturbance("reserve:Ada", 2700, 3200, "south", 0.9999),
        Disturbance("T2", 3300, 3800, "south", 0.9999),
    ]
    zones = ("T1", "T2", "reserve:Ada")
    referee.observe(look(2, 5000, surely({zone: shown[zone] for zone in zones}), hands))
    told = referee.observe(look(3, 7000, surely(shown)))
    if not unknown:
        assert [action["by"] for action in told.actions] == ["Ada"]
        return
    assert told.question is not None
    first_moves = [one.arguments["actions"][0] for one in told.question.answers]
    assert sorted(move["by"] for move in first_moves if move["card"] == "9S") == ["Ada", "Bea"]
