"""The screen of Racko without JavaScript: piles to tap, racks that lie open, a page of one's own, no secrets."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from tests.web.plain_forms import Form, forms_of
from tests.web.seats.test_seats import phone
from tests.web.table.test_plain_page import send

PLAYERS = ("Ada", "Bea", "Cyd")
ASCENDING = [3, 9, 14, 19, 27, 28, 29, 39, 46, 49]
BROKEN = [2, 8, 13, 22, 31, 40, 25, 45, 48, 50]


def page(browser: Any, path: str = "/") -> str:
    answer = browser.client.get(path)
    assert answer.status_code == 200
    return html.unescape(str(answer.get_data(as_text=True))).replace("\u00a0", " ").replace("\u202f", " ")


def form_for(browser: Any, by: str, do: str, **settled: Any) -> Form:
    wanted = {"by": by, "do": do, **settled}
    for form in forms_of(str(browser.client.get("/").get_data(as_text=True))):
        for value in form.values("action"):
            if json.loads(value).items() >= wanted.items():
                return form
    raise AssertionError(wanted)


@pytest.fixture
def turn(table: Any, tablet: Any) -> Any:
    scores = {"Ada": 310, "Bea": 265, "Cyd": 95}
    setup = {"dealer": "Cyd", "turn": "Ada", "discard": [5, 37], "round": 4, "scores": scores}
    table.open_game("racko", PLAYERS, options={"bonus": True}, setup=setup)
    return tablet


def test_the_piles_are_buttons_and_the_scores_stand_beside(turn: Any) -> None:
    shown = page(turn)
    assert '<span class="due" id="waiting">Ada : prends le 37, ou pioche au talon.</span>' in shown
    assert shown.count('class="pick"') == 2 and 'aria-label="37"' in shown
    assert 'aria-label="Ada: 310 points sur 500"' in shown and "Premier à 500 points" in shown
    assert send(turn, form_for(turn, "Ada", "take_discard"), {}).status_code == 303
    shown = page(turn)
    assert turn.state()["view"]["held"]["card"] == 37 and "en main" in shown
    assert send(turn, form_for(turn, "Ada", "exchange"), {"discarded": 12}).status_code == 303
    assert turn.state()["view"]["discard_top"] == 12


def test_numbers_that_lie_in_the_pile_stand_behind_one_more_tap(turn: Any) -> None:
    assert turn.act({"by": "Ada", "do": "draw_stock"}).status_code == 200
    first, others = page(turn).split('class="other-tiles"')
    offered = [int(number) for number in re.findall(r'name="arg.card"[^>]*value="(\d+)"', first)]
    assert offered and not {5, 37} & set(offered)
    assert re.findall(r'name="arg.card"[^>]*value="(\d+)"', others.partition("</details>")[0]) == ["5"]


def test_numbers_that_a_player_took_from_the_discards_are_offered_first_and_to_nobody_else(turn: Any) -> None:
    for by, do, told in (
        *(("Ada", "draw_stock", {}), ("Ada", "discard", {"card": 44}), ("Bea", "draw_stock", {})),
        *(
            ("Bea", "discard", {"card": 36}),
            ("Cyd", "take_discard", {}),
            ("Cyd", "exchange", {"discarded": 30}),
        ),
        *(("Ada", "take_discard", {}), ("Ada", "exchange", {"discarded": 12})),
    ):
        assert turn.act({"by": by, "do": do, **told}).status_code == 200
    for by, thrown in (("Bea", 20), ("Cyd", 21)):
        assert turn.act({"by": by, "do": "draw_stock"}).status_code == 200
        assert "30" not in offered_first(page(turn)) and (by == "Cyd") == ("36" in offered_first(page(turn)))
        assert turn.act({"by": by, "do": "discard", "card": thrown}).status_code == 200
    assert turn.act({"by": "Ada", "do": "draw_stock"}).status_code == 200
    assert offered_first(page(turn))[:2] == ["30", "1"]


def offered_first(shown: str) -> list[str]:
    return re.findall(r'name="arg.card"[^>]*value="(\d+)"', shown.partition('class="other-tiles"')[0])


def test_everything_on_offer_can_be_sent_from_the_page(turn: Any) -> None:
    for action in (None, {"by": "Ada", "do": "draw_stock"}, {"by": "Ada", "do": "discard", "card": 44}):
        if action:
            assert turn.act(action).status_code == 200
        shown = forms_of(str(turn.client.get("/").get_data(as_text=True)))
        sent = [json.loads(value) for form in shown for value in form.values("action")]
        for offered in turn.state()["legal_actions"]:
            for by in offered["by"] if isinstance(offered["by"], list) else [offered["by"]]:
                assert {"by": by, "do": offered["do"]}.items() <= max(
                    sent, key=lambda one: (one["by"], one["do"]) == (by, offered["do"])
                ).items()
        assert len({form.id for form in shown if form.id}) == len([form for form in shown if form.id])


def test_racko_is_loud_and_the_rack_is_read_slot_by_slot(turn: Any) -> None:
    assert turn.act({"by": "Bea", "do": "racko"}).status_code == 200
    shown = page(turn)
    assert 'href="#l-racko-cri"' in shown and "Bea : montre tes dix cartes." in shown
    assert send(turn, form_for(turn, "Bea", "show_rack"), {"rack": ASCENDING}).status_code == 303
    shown = page(turn)
    assert 'class="rack wide fresh"' in shown and "27, 28 et 29 se suivent : bonus." in shown
    assert send(turn, form_for(turn, "Ada", "count_rack"), {"count": 7}).status_code == 303
    assert send(turn, form_for(turn, "Cyd", "show_rack"), {"rack": BROKEN}).status_code == 303
    shown = page(turn)
    assert "Suite de 3 cartes" in shown and "265 + 125" in shown and "390" in shown
    assert "+35" in shown and "+30" in shown and 'class="rack wide"' in shown
    looked = page(turn, "/?rack=Cyd")
    assert "Rupture à la fente 35 : le 25 est plus petit que le 40." in looked
    assert page(turn, "/?rack=Ada").count("Rupture") == 0
    assert send(turn, form_for(turn, "table", "deal"), {"one_by_one": False}).status_code == 303
    assert turn.state()["view"]["round"] == 5


def test_a_false_call_says_where_it_breaks_and_shows_no_rack(turn: Any) -> None:
    assert turn.act({"by": "Cyd", "do": "racko", "rack": BROKEN}).status_code == 200
    shown = page(turn)
    assert shown.count("Pas encore Racko, Cyd : rupture à la fente 35.") == 1
    assert 'class="rack wide' not in shown and "fente 10 8" not in shown


def test_the_own_rack_is_on_its_own_page_only_and_can_be_hidden(app: Any, table: Any) -> None:
    racks = {"Ada": [3, 9, None, 19, 27, 28, 20, None, 46, 49]}
    setup = {"dealer": "Cyd", "turn": "Ada", "discard": [5, 37], "racks": racks}
    table.open_game("racko", PLAYERS, setup=setup)
    ada, bea, everybody = phone(app, "Ada"), phone(app, "Bea"), phone(app)
    table.act({"by": "Ada", "do": "draw_stock", "card": 41})
    shown = page(ada)
    own = shown[shown.index('<details class="rk-own"') : shown.index("</details>\n<h2")]
    assert "fente 10 9, fente 15 inconnue" in own and "Cacher" in own and "Montrer" in own
    assert own.count('class="btn swap"') == 8 and 'aria-label="41"' in own
    outside = shown.replace(own, "")
    assert not re.search(r'"(?:discarded|slot)":', outside) and "fente 10 9" not in outside
    for other in (bea, everybody):
        assert 'aria-label="41"' not in page(other) and "fente 10 9" not in page(other)
        assert "btn swap" not in page(other)
    assert "Ton porte-cartes" in page(bea) and "Ton porte-cartes" not in page(everybody)
    assert send(ada, form_for(ada, "Ada", "exchange", slot=35), {}).status_code == 303
    assert ada.state()["view"]["private"]["Ada"]["rack"][6] == 41


def test_chips_and_teams_are_counted_too(table: Any, tablet: Any) -> None:
    setup = {"dealer": "Cyd", "turn": "Ada", "discard": [37]}
    table.open_game("racko", PLAYERS, options={"settlement": "chips"}, setup=setup)
    shown = page(tablet)
    assert "Jetons, 10 parties" in shown and "<progress" not in shown
    four = (*PLAYERS, "Dan")
    scores = {"Ada": 100, "Bea": 20, "Cyd": 50, "Dan": 5}
    table.open_game("racko", four, options={"teams": True}, setup={**setup, "scores": scores})
    shown = page(tablet)
    assert "ensemble 150" in shown and "ensemble 25" in shown


def test_the_cards_that_a_seat_may_name_hide_with_its_rack(app: Any, table: Any) -> None:
    racks = {"Ada": [3, 9, 14, 19, 27, 28, 29, 39, 46, 49]}
    setup = {"dealer": "Cyd", "phase": "turn_up", "racks": racks}
    table.open_game("racko", PLAYERS, setup=setup)
    ada = phone(app, "Ada")
    shown = page(ada)
    own = shown[shown.index('<details class="rk-own"') : shown.index('<h2 class="rk-target"')]
    assert "turn_up" in own and "turn_up" not in shown.replace(own, "").replace("rk-turn_up", "")
    assert send(ada, form_for(ada, "table", "turn_up"), {"card": 50}).status_code == 303


def test_the_discards_are_remembered_on_own_pages_unless_the_house_rule_forbids_it(
    app: Any, table: Any
) -> None:
    setup = {"dealer": "Cyd", "turn": "Ada", "discard": [5, 37], "floating": {"Bea": [30]}}
    for house_rule in (True, False):
        table.open_game("racko", PLAYERS, options={"remember_discards": house_rule}, setup=setup)
        ada, everybody = phone(app, "Ada"), phone(app)
        shown = page(ada)
        assert ('id="own-discards"' in shown) == ("prises par Bea" in shown) == house_rule
        assert [number in shown for number in ('aria-label="5"', 'aria-label="30"')] == [house_rule] * 2
        assert "own-discards" not in page(everybody) and 'aria-label="30"' not in page(everybody)
