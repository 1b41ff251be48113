"""The answers to a question about the table as pictures: a piece of it, with what each answer says was carried."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.crapette import drawing
from companion.games.crapette.layout import PHONE
from companion.showing import AfterAnswer
from tests.asking import moved
from tests.companion.games.crapette.positions import laid

CASES = {"T1": ["KS", "QH"], "T3": ["7C", "6D"], "T5": ["10S"], "T7": ["8H", "7S"]}
STOCKS = {"Ada": 20, "Bea": 20}


def after(
    *actions: Mapping[str, Any], back: tuple[Mapping[str, Any], ...] = (), **position: Any
) -> AfterAnswer:
    view = laid(**{"cases": CASES, "stocks": STOCKS, **position}).view
    return AfterAnswer(view, actions, back)


def piece(drawn: str) -> tuple[float, ...]:
    found = re.search(r'viewBox="([^"]+)"', drawn)
    assert found is not None
    return tuple(map(float, found[1].split()))


UP = after(moved("Ada", "T3", "F1", "5C"), foundations={"F1": "5C"})
ASIDE = after(moved("Ada", "T3", "T1", "5C"), cases={**CASES, "T1": ["KS", "QH", "5C"]})
FAR = after(moved("Ada", "reserve:Ada", "T5", "9S"), cases={**CASES, "T5": ["10S", "9S"]})
NOTHING = after()


def test_two_answers_show_the_same_piece_of_the_table() -> None:
    up, aside = drawing.answers([UP, ASIDE], "en")
    assert piece(up) == piece(aside)
    assert up.count('class="next left"') == up.count('class="ring"') == 1


def test_an_arrow_ends_at_the_card_wherever_others_lie_upon_it() -> None:
    cases = {**CASES, "T1": ["KS", "QH", "5C", "4H"]}
    told = [after(moved("Ada", "T3", "T1", card), cases=cases) for card in ("5C", "4H")]
    rings = [re.findall(r'<rect x="(\S+)"[^>]*class="ring"', drawing.answers([one], "en")[0]) for one in told]
    assert rings[0] != rings[1] and all(len(one) == 1 for one in rings)


def test_where_three_answers_are_far_apart_each_shows_its_own_piece() -> None:
    near, far, nothing = drawing.answers([UP, FAR, NOTHING], "en", zones=["F1", "T3", "T5"])
    assert piece(near)[2] < piece(far)[2] and piece(nothing)[2] > piece(near)[2]
    x, y, width, height = piece(nothing)
    assert x >= 0 and y >= 0 and x + width <= PHONE.width and y + height <= PHONE.height


def test_nothing_happened_is_the_table_without_an_arrow() -> None:
    _, nothing = drawing.answers([UP, NOTHING], "en")
    assert "next left" not in nothing and 'class="ring"' not in nothing
    assert "<path d=" not in nothing.split("</defs>")[1]


def test_a_card_that_was_drawn_and_played_on_goes_one_way() -> None:
    draw = {"by": "Ada", "do": "draw", "card": "5C"}
    played = after(draw, moved("Ada", "hand:Ada", "F1", "5C"), foundations={"F1": "5C"})
    (drawn,) = drawing.answers([played], "en")
    assert drawn.count('class="next left"') == 1
    assert drawing.steps(played, "en") == [("5C", "Foundation 1")]


def test_where_the_answers_differ_is_bright_in_all_of_them() -> None:
    """Nothing is carried to the hand, yet it tells which answer is true."""
    hands = ("AD", "4D")
    told = [
        after(moved("Ada", "T3", f"T{to}", "5C"), hands={"Ada": card}, cases={**CASES, f"T{to}": ["5C"]})
        for to, card in zip((2, 4), hands, strict=True)
    ]
    for one, card in zip(drawing.answers(told, "en"), hands, strict=True):
        held = re.search(rf'<g class="([^"]*)">(?:<g data-key="card-{card}">)?<g class="pc D', one)
        assert held is not None and "dim" not in held[1]


def test_a_move_taken_back_goes_back() -> None:
    back = after(back=(moved("Ada", "T3", "T1", "5C"),), cases={**CASES, "T3": ["7C", "6D", "5C"]})
    drawn, _ = drawing.answers([back, NOTHING], "en")
    assert drawn.count('class="next left"') == 1 and drawing.steps(back, "en") == []


def test_answers_that_differ_in_a_card_are_that_card() -> None:
    draws = [after({"by": "Ada", "do": "draw", "card": card}) for card in ("7H", "7D")]
    assert drawing.lacking_card(draws) == {"by": "Ada", "do": "draw"}
    assert ["one-card" in one for one in drawing.answers(draws, "en")] == [True, True]
    assert drawing.lacking_card([*draws, UP]) is None and drawing.lacking_card(draws[:1]) is None


def test_an_answer_that_leads_nowhere_has_no_picture() -> None:
    lost = AfterAnswer(None, (moved("Ada", "T3", "F1", "5C"),))
    assert drawing.answers([lost, UP], "en")[0] == "" and drawing.steps(lost, "en") == []
    assert drawing.answers([lost, lost], "en") == ["", ""]


@pytest.mark.parametrize(
    ("action", "goes"),
    [
        (moved("Ada", "T3", "waste:Bea", "5C"), "Bea’s waste"),
        ({"by": "Ada", "do": "discard", "card": "5C"}, "Waste"),
        ({"by": "Ada", "do": "draw", "card": "5C"}, "In hand"),
    ],
)
def test_a_pile_is_named_after_its_owner_where_it_is_another_ones(action: Any, goes: str) -> None:
    told = drawing.steps(after(action), "en")
    assert told == [("5C", goes)]


def test_what_carries_no_known_card_takes_a_sentence() -> None:
    assert drawing.steps(after({"by": "Ada", "do": "recycle"}), "en") == []
    assert drawing.steps(after(*(moved("Ada", "T1", f"T{n}", "5C") for n in (2, 4, 6, 7, 8))), "en") == []


def test_who_did_it_is_named_only_where_that_is_the_question() -> None:
    others = after(moved("Bea", "T3", "F1", "5C"), foundations={"F1": "5C"})
    assert drawing.doers([UP, others, NOTHING]) == ["Ada", "Bea", None]
    assert drawing.doers([UP, ASIDE, NOTHING]) == [None, None, None]


def test_a_card_that_had_been_another_one_is_ringed_where_it_lies_now() -> None:
    """The same move from the reserve, which shows a nine; or it had been the other nine all the while."""
    turned = {"by": "Ada", "do": "turn_reserve", "card": "9S"}
    told = after(moved("Ada", "T3", "T1", "5C"), reserves={"Ada": {"count": 5, "top": "9S"}, "Bea": 2})
    other = after(moved("Ada", "T3", "T1", "5C"), reserves={"Ada": {"count": 5, "top": "9C"}, "Bea": 2})
    anew = replace(other, otherwise=(turned, {**turned, "card": "9C"}))
    plain, ringed = drawing.answers([told, anew], "en")
    assert ringed.count('class="ring"') == plain.count('class="ring"') + 1
    assert piece(plain) == piece(ringed)


def test_a_card_that_had_been_another_one_is_not_the_only_thing_answers_differ_in() -> None:
    draws = [after({"by": "Ada", "do": "draw", "card": card}) for card in ("7H", "7D")]
    assert drawing.lacking_card(draws) is not None
    turned = {"by": "Ada", "do": "turn_reserve", "card": "9S"}
    anew = replace(draws[1], otherwise=(turned, {**turned, "card": "9C"}))
    assert drawing.lacking_card([draws[0], anew]) is None
