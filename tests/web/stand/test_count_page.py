"""The page on which a box is counted: what it says, its taps as plain forms, and the ways there."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest
from flask import Flask

from companion.evening import box_counting
from companion.languages import LANGUAGES
from companion.table import Table
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.stand.test_box_page import JPEG, PRINTED, RACKO, FakeBoxes, state_of
from tests.web.stand.test_stand_page import FakeStand, text_of
from web.outside import StandRefused
from web.stand.count_pages import TAPS


def counted(game: str = RACKO, seen: dict[str, int] | None = None, **changed: Any) -> dict[str, Any]:
    """What was counted of a box: how many were ``seen`` of each card; none said: all of them."""
    printed = PRINTED[game]
    due = printed.in_box
    have = {
        label: min(number, (due if seen is None else seen).get(label, 0)) for label, number in due.items()
    }
    return {
        "game": game,
        "games": list(PRINTED),
        "groups": [{"code": one.code, "labels": list(one.labels)} for one in printed.kinds],
        "never_shown": [],
        "tallies": {
            label: {"due": number, "have": have[label], "extra": 0, "again": False}
            for label, number in due.items()
        },
        "cards": sum(due.values()),
        "have": sum(have.values()),
        "open": [],
        "face_down": 0,
        "strangers": 0,
        "copies": any(number > 1 for number in due.values()),
        "portions": 1,
        "counted": True,
        "looking": None,
        "looked": 0,
        "fault": None,
        "camera": "good",
        "masked": False,
        "simulated": False,
        "picture": {"number": 3, "width": 1200, "height": 700},
        "found": [],
        "revision": 7,
        **changed,
    }


def without(*labels: str, game: str = RACKO, **changed: Any) -> dict[str, Any]:
    """A box of which these cards were not seen."""
    return counted(game, {one: n for one, n in PRINTED[game].in_box.items() if one not in labels}, **changed)


def card(number: int, label: str | None, **more: Any) -> dict[str, Any]:
    corners = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.3], [0.1, 0.3]]
    odd = dict.fromkeys(("alike", "doubted", "crooked", "unread", "open", "round"), False)
    return {"corners": corners, "number": number, "label": label, "card": True, **odd, **more}


class FakeCounting(FakeBoxes):
    """A count that is as a test says, and remembers what was tapped."""

    def __init__(self) -> None:
        super().__init__()
        self.told = counted()

    def look(self, game: str, number: int) -> bytes | None:
        return JPEG if number == 4 else None


@pytest.fixture
def counting() -> FakeCounting:
    return FakeCounting()


@pytest.fixture
def app(table: Table, counting: FakeCounting) -> Flask:
    boxes = FakeBoxes()
    boxes.told = state_of(have=60, missing=[])
    made = page_app(table, None, stand=FakeStand(), boxes=boxes, counting=counting)
    made.testing = True
    return made


def page(tablet: Tablet, query: str = "", language: str = "en") -> str:
    tablet.form("/preferences", {"language": language})
    answer = tablet.client.get(f"/stand/count{query}")
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


@pytest.mark.parametrize("game", PRINTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_a_box_has_a_cell(
    tablet: Tablet, counting: FakeCounting, game: str, language: str
) -> None:
    counting.told = counted(game)
    shown = page(tablet, f"?game={game}", language)
    cells = re.findall(r'<li class="cell full" id="cell-([^"]+)"', shown)
    assert sorted(cells) == sorted(PRINTED[game].in_box)


def test_a_whole_box_is_said_and_leads_back(tablet: Tablet) -> None:
    shown = page(tablet)
    assert "60 of 60 cards" in text_of(shown) and "no card is missing!" in text_of(shown)
    assert 'id="home"' in shown and 'id="next"' not in shown


def test_few_missing_cards_are_named_and_many_counted(tablet: Tablet, counting: FakeCounting) -> None:
    counting.told = without("12", "33", "41")
    assert "57 of 60 cards" in text_of(page(tablet))
    assert "Still missing: 12, 33 and 41." in text_of(page(tablet))
    assert "Il manque encore : 12, 33 et 41." in text_of(page(tablet, language="fr"))
    counting.told = without(*map(str, range(1, 30)))
    assert "29 cards are still missing." in text_of(page(tablet))


def test_of_cards_that_are_there_several_times_it_is_said_how_many_are_missing(
    tablet: Tablet, counting: FakeCounting
) -> None:
    game = "change_horses"
    counting.told = without("AB", game=game)
    counting.told["tallies"]["AB"]["have"] = 3
    shown = page(tablet, f"?game={game}")
    assert "Still missing: 2 × " in text_of(shown) and "3/5" in shown


def test_what_is_too_many_or_came_again_is_named(tablet: Tablet, counting: FakeCounting) -> None:
    counting.told["tallies"]["7"]["extra"] = 1
    counting.told["tallies"]["9"]["again"] = True
    counting.told["strangers"] = 2
    said = text_of(page(tablet))
    assert "7 lies there twice: one is from another box." in said
    assert "9 came once too often." in said and "2 cards are from another box." in said


def test_a_doubtful_card_is_asked_about_beside_its_photograph_before_anything_is_called_missing(
    tablet: Tablet, counting: FakeCounting
) -> None:
    counting.told = without("12", open=[{"number": 4, "guesses": ["12", "7"], "label": "12"}])
    shown = page(tablet)
    assert f'src="/stand/count/{RACKO}/4.jpg"' in shown and 'id="is-4-12"' in shown
    assert "missing" not in text_of(shown).replace("no card is missing", "missing")
    assert tablet.client.get(f"/stand/count/{RACKO}/4.jpg").data == JPEG
    assert tablet.client.get(f"/stand/count/{RACKO}/5.jpg").status_code == 404


def test_while_cards_are_looked_at_it_is_said_how_many_were(tablet: Tablet, counting: FakeCounting) -> None:
    counting.told = without("12", counted=False, looking=20, looked=13)
    assert "I have looked at 13 of 20…" in text_of(page(tablet))
    assert re.search(r'id="take" disabled', page(tablet))


FORMS: dict[str, tuple[dict[str, str], tuple[Any, ...]]] = {
    "count": ({}, ("count", RACKO)),
    "point": (
        {"at.x": "399.5", "at.y": "199.5", "wide": "800"},
        ("point", RACKO, pytest.approx(0.5), pytest.approx(0.25)),
    ),
    "again": ({}, ("again", RACKO)),
    "next": ({}, ("next", RACKO)),
    "name": ({"card": "4", "revision": "7", "label": "12"}, ("name", RACKO, 4, 7, "12")),
    "anew": ({}, ("anew", RACKO)),
}


def test_every_tap_is_tried_here() -> None:
    assert set(FORMS) == set(TAPS)


@pytest.mark.parametrize("tap", FORMS)
def test_a_plain_form_taps_and_shows_the_page_again(tablet: Tablet, counting: FakeCounting, tap: str) -> None:
    fields, called = FORMS[tap]
    answer = tablet.form(f"/stand/count/{tap}?game={RACKO}", {"game": RACKO, **fields})
    assert answer.status_code == 303 and counting.tapped == [called]
    assert answer.headers["Location"].startswith(f"/stand/count?game={RACKO}")


def test_a_card_whose_name_is_wrong_is_chosen_in_the_photograph(
    tablet: Tablet, counting: FakeCounting
) -> None:
    counting.told = counted(found=[card(4, "12")])
    shown = page(tablet, f"?game={RACKO}&card=4")
    assert "Which card is it?" in text_of(shown) and 'id="label-4"' in shown and 'id="done"' in shown


@pytest.mark.parametrize(
    "code", sorted(set(re.findall(r'StandRefused\("(\w+)"\)', inspect.getsource(box_counting))))
)
def test_every_refusal_has_a_sentence_of_its_own(tablet: Tablet, counting: FakeCounting, code: str) -> None:
    counting.refuses = code
    tablet.form("/preferences", {"language": "en"})
    tablet.form("/stand/count/count", {"game": RACKO})
    assert StandRefused(code).code == code
    unknown = "This does not work now"
    said = re.findall(r'<p class="flash">([^<]+)', page(tablet))
    assert len(said) == 1 and unknown not in said[0]


def test_cards_that_nobody_showed_lead_to_showing_them(tablet: Tablet, counting: FakeCounting) -> None:
    counting.told = counted(cards=0, have=0, tallies={}, portions=0, counted=False)
    shown = page(tablet)
    assert "show them to me first" in text_of(shown) and 'id="take"' not in shown
    assert f'href="/stand/cards?game={RACKO}"' in shown


def test_the_ways_there_are_on_the_page_of_the_cards_and_where_a_set_up_is_checked(
    tablet: Tablet, table: Table
) -> None:
    to_count = f'href="/stand/count?game={RACKO}"'
    assert to_count in tablet.client.get(f"/stand/cards?game={RACKO}").get_data(as_text=True)
    tablet.open("Ada", "Bea", game=RACKO)
    assert to_count in tablet.client.get("/?panel=set_up").get_data(as_text=True)


def test_nothing_on_the_page_needs_what_the_policy_forbids(tablet: Tablet, counting: FakeCounting) -> None:
    counting.told = without("12", open=[{"number": 4, "guesses": ["12"], "label": "12"}])
    shown = page(tablet)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", shown)
