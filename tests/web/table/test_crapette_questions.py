"""A question about the table of Crapette: the photograph of the place, and each answer as a picture."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.game import Answer
from companion.table import Table
from tests.asking import NOTHING, answer, asks, moved
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.table.test_crapette_page import opened, page

UP = answer(moved("Ada", "T3", "F1", "5C"), chance=0.62)
ASIDE = answer(moved("Ada", "T3", "T7", "5C"), chance=0.33)
CASES = {"T3": ["7C", "6D", "5C"], "T5": ["10S"], "T7": ["8H"]}
SETUP = {
    "turn": "Ada",
    "foundations": {"F1": "4C"},
    "cases": CASES,
    "reserves": {"Ada": {"count": 6, "top": "9S"}, "Bea": {"count": 8, "top": "QS"}},
    "stocks": {"Ada": 27, "Bea": 25},
}


def drawn(card: str) -> Answer:
    return answer({"by": "Ada", "do": "draw", "card": card})


def pieces(shown: str) -> list[str]:
    return re.findall(r'<svg class="piece.*?</svg>', shown, re.DOTALL)


@pytest.fixture
def asked(tablet: Any, table: Table) -> Any:
    """Did the five of clubs go up, or aside?"""
    opened(tablet, SETUP)
    asks(table, UP, ASIDE, zones=["F1", "T3", "T7"], evidence="place-1")
    return tablet


# ---------------------------------------------------------------- the answers


def test_each_answer_shows_the_table_as_it_would_lie_with_an_arrow(asked: Any) -> None:
    up, aside = pieces(page(asked))
    assert up != aside and all('class="next left"' in one and 'class="ring"' in one for one in (up, aside))
    assert all('aria-hidden="true"' in one for one in (up, aside))


def test_an_answer_is_told_in_signs_to_who_sees_and_in_a_sentence_to_who_hears(asked: Any) -> None:
    first = re.search(r'<button class="ans" id="answer-0".*?</button>', page(asked), re.DOTALL)
    assert first is not None
    assert '<span class="vh">Ada déplace le cinq de trèfle de la case 3 sur la pile 1</span>' in first[0]
    assert 'aria-hidden="true"><span class="step">' in first[0] and "<span>Pile 1</span>" in first[0]


def test_who_it_was_is_shown_where_the_answers_differ_in_that(tablet: Any, table: Table) -> None:
    opened(tablet, SETUP)
    asks(table, UP, answer(moved("Bea", "T3", "F1", "5C")))
    assert page(tablet).count('<span class="step"><svg') == 2


def test_an_answer_that_only_words_tell_leaves_the_whole_table_beside(tablet: Any, table: Table) -> None:
    opened(tablet, SETUP)
    asks(table, *(answer({"by": by, "do": "pass"}) for by in ("Ada", "Bea")), zones=["T3"])
    shown = page(tablet)
    assert not pieces(shown) and "asking boarded" in shown and 'class="ring asked"' in shown


def test_a_card_is_shown_large_and_any_other_may_be_told(tablet: Any, table: Table) -> None:
    opened(tablet, SETUP, referee="on_call")
    asks(table, drawn("7H"), drawn("7D"), code="which_card", zones=["hand:Ada", "stock:Ada"])
    shown = page(tablet)
    assert len(re.findall("piece one-card", shown)) == 2 and "le sept de carreau" in shown
    other = page(tablet, "/?panel=other")
    assert other.count('id="face-') == 52
    fields = {"question": str(tablet.state()["question"]["id"]), "expected_seq": str(tablet.seq)}
    told = {"action": json.dumps({"by": "Ada", "do": "draw"}), "arg.card": '"9H"'}
    assert tablet.form("/play/answer", {**fields, **told}).status_code == 303
    assert tablet.state()["view"]["hands"]["Ada"] == "9H"


def test_something_else_leads_to_the_table_that_is_tapped(asked: Any) -> None:
    shown = page(asked)
    assert 'id="dismiss"' in shown and 'id="other"' not in shown
    fields = {"question": str(asked.state()["question"]["id"]), "expected_seq": str(asked.seq)}
    assert asked.form("/play/answer", fields).status_code == 303
    said = page(asked)
    assert "touche ici ce qui a été joué" in said and 'id="tap-r3-left"' in said


def test_what_is_not_possible_any_more_shows_the_whole_table(tablet: Any, table: Table) -> None:
    opened(tablet, SETUP, referee="on_call")
    table.act({"by": "Ada", "do": "draw", "card": "6C"})
    drew = table.seq
    table.act(moved("Ada", "hand:Ada", "T4", "6C"))
    table.undo(target=drew)
    shown = page(tablet)
    assert tablet.state()["question"]["code"] == "no_longer_possible"
    assert not pieces(shown) and 'class="cloth"' in shown


# ---------------------------------------------------------------- the photograph


def test_the_photograph_says_which_places_it_shows(asked: Any, eyes: Any) -> None:
    eyes.pictures["place-1"] = b"a picture"
    shown = page(asked)
    assert 'src="/api/v1/evidence/place-1"' in shown
    assert 'alt="Ce que voit la caméra\u00a0: Pile 1, Case 3, Case 7"' in shown


def test_without_a_photograph_the_answers_have_the_room(asked: Any) -> None:
    shown = page(asked)
    assert "/api/v1/evidence/" not in shown and "asking pictured" in shown and len(pieces(shown)) == 2


# ---------------------------------------------------------------- how likely it is


@pytest.fixture
def wanting(table: Table, eyes: Any) -> Iterator[Tablet]:
    """The tablet of a family that wants to know."""
    app = page_app(table, eyes, family=FakeFamily(show_chances=True))
    app.testing = True
    yield opened(Tablet(app.test_client()), SETUP)


def test_how_likely_an_answer_is_stands_there_only_for_those_who_want_it(
    wanting: Tablet, table: Table
) -> None:
    asks(table, UP, ASIDE, NOTHING)
    assert re.findall(r'<small class="k">(.*?)</small>', page(wanting)) == ["62\u00a0%", "33\u00a0%"]


def test_nobody_else_is_told(asked: Any) -> None:
    assert 'class="k"' not in page(asked)
    assert all("chance" not in one for one in asked.state()["question"]["answers"])
