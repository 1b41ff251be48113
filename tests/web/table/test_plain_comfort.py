"""What spares a family trouble on the plain page: asked twice, told once, gone on with, chosen in secret."""

from __future__ import annotations

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest

import web.table.screen
from companion.game import Game
from companion.games import load
from tests.companion.test_mending import discarded
from tests.web.plain_forms import forms_of
from tests.web.seats.test_seats import phone

DEAL = {
    "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
    "Bea": {"cases": ["KC", "9H", "4C", "7S"], "reserve_top": "3D"},
}
LANES = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}


@pytest.fixture(autouse=True)
def in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Crapette as any game that is told in words only."""

    def without_screen(game_id: str) -> Game:
        game = load(game_id)
        return replace(game, template="games/plain.html", drawing=None) if game_id == "crapette" else game

    monkeypatch.setattr(web.table.screen, "load", without_screen)


def page(tablet: Any, path: str = "/") -> str:
    return html.unescape(served(tablet, path))


def served(tablet: Any, path: str = "/") -> str:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


# ---------------------------------------------------------------- corrections


def test_a_correction_is_told_once_and_marked_in_the_log(tablet: Any, table: Any) -> None:
    drawn = discarded(table, "9C")
    fields = {
        "target": str(drawn),
        "action": json.dumps({"by": "Ada", "do": "draw"}),
        "arg.card": '"5H"',
        "expected_seq": str(table.seq),
    }
    assert tablet.form("/play/amend", fields).status_code == 303
    shown = page(tablet)
    assert "Après la correction" in shown
    assert "Corrigé : « Ada tire le neuf de trèfle » devient « Ada tire le cinq de cœur »." in shown
    assert "Du coup, c’est maintenant une faute : Ada met sa carte au pot." in shown
    log = page(tablet, "/?panel=history")
    assert "<em>corrigé, avant\u00a0: Ada tire le neuf de trèfle</em>" in log
    assert '<em class="fault">Faute\u00a0! Le cinq de cœur pouvait monter sur la pile 1.</em>' in log
    assert tablet.act({"by": "Bea", "do": "draw", "card": "2S"}).status_code == 200
    assert "Après la correction" not in page(tablet)
    assert "Faute\u00a0!" in page(tablet, "/?panel=history")


def test_the_question_after_a_correction_says_what_it_changed(tablet: Any, table: Any) -> None:
    drawn = discarded(table, "9C", referee="coach")
    table.act({"by": "Bea", "do": "draw", "card": "2S"})
    table.amend(drawn, {"card": "5H"})
    shown = page(tablet)
    assert 'id="question"' in shown and "Du coup, c’est maintenant une faute" in shown
    table.answer(tablet.state()["question"]["id"], choice=0)
    assert "il ne compte plus : Bea tire le deux de pique." in page(tablet)
    assert "plus possible après une correction" in page(tablet, "/?panel=history")


def test_dadamax_tells_a_correction_but_not_a_plain_undo(race: Any, table: Any) -> None:
    race.roll("Ada", "K", "9")
    race.act({"by": "Ada", "do": "stop"})
    table.undo()
    assert "Après la correction" not in page(race)
    table.amend(3, {"dice": ["K", "K"]})
    assert "« Ada lance Roi + Neuf » devient « Ada lance Roi + Roi »" in page(race)


# ---------------------------------------------------------------- games to go on with


def test_an_unfinished_game_is_in_the_menu_and_goes_on(race: Any) -> None:
    race.roll("Ada", "K", "Q")
    assert 'id="kept"' not in page(race, "/?panel=new") and 'id="open-kept"' not in page(race, "/?panel=menu")
    assert race.open("Cyd", "Dan", game="racko").status_code == 200
    assert 'id="open-kept"' in page(race, "/?panel=menu")
    begins = page(race, "/?panel=new&game=poker_dice_race")
    assert "Reprendre\u00a0: Ada, Bea" in begins.split('id="new-game"')[0] and "dernier coup" not in begins
    assert "/play/go_on" not in page(race, "/?panel=new") and 'id="open-kept"' in page(race, "/?panel=new")
    offered = page(race, "/?panel=kept")
    assert "Reprendre une partie" in offered and "Ada, Bea · 2 coups" in offered
    assert "dernier coup\u00a0: Ada lance Roi + Dame" in offered
    form = next(form for form in forms_of(offered) if form.action == "/play/go_on")
    assert race.form(form.action, {**form.as_sent(), "number": form.values("number")[0]}).status_code == 303
    assert race.state()["game"]["number"] == 1 and race.state()["view"]["series"]["rolls"] == [["K", "Q"]]
    assert "Si Ada s’arrête" in page(race)
    gone = race.form("/play/go_on", {"number": "9", "expected_seq": str(race.seq)})
    assert gone.status_code == 303 and "Cette partie ne se reprend pas." in page(race)
    assert race.form("/play/go_on", {"expected_seq": str(race.seq)}).status_code == 400


def test_a_seat_of_the_other_game_is_taken_again_with_it(table: Any, app: Any) -> None:
    tablet = phone(app)
    assert tablet.open("Ada", "Bea", game="racko").status_code == 200
    assert tablet.act({"by": "table", "do": "set_dealer", "player": "Bea"}).status_code == 200
    ada = phone(app, "Ada")
    assert ada.state()["seat"] == "Ada"
    assert tablet.open("Cyd", "Dan", game="racko").status_code == 200
    assert ada.state()["seat"] is None
    table.go_on(1)
    assert ada.state()["seat"] == "Ada"


# ---------------------------------------------------------------- asked once more


def test_what_ends_a_game_is_asked_once_more(tablet: Any) -> None:
    assert tablet.open("Ada", "Bea", game="crapette", setup={"deal": DEAL}).status_code == 200
    shown = page(tablet)
    asked = re.findall(r'<details class="act sure".*?</details>', shown, re.DOTALL)
    assert len(asked) == 2 and all('"do": "agree_draw"' in one for one in asked)
    assert "open" not in asked[0].partition(">")[0]
    assert "La partie s’arrête, sans gagnant" in asked[0] and "Oui, c’est sûr" in asked[0]
    assert shown.count('"do": "agree_draw"') == 2
    forms = forms_of(served(tablet))
    form = next(form for form in forms if any("agree_draw" in one for one in form.values("action")))
    assert tablet.form(form.action, {**form.as_sent(), "action": form.values("action")[0]}).status_code == 303
    assert tablet.state()["history"][-1]["action"]["do"] == "agree_draw"


def test_the_end_of_super_crack_is_asked_once_more(tablet: Any) -> None:
    assert tablet.open("Ada", "Bea", game="super_crack").status_code == 200
    assert tablet.act({"by": "bank", "do": "deal_money"}).status_code == 200
    (asked,) = re.findall(r'<details class="act sure".*?</details>', page(tablet), re.DOTALL)
    assert '"do": "end_game"' in asked and "Toute la partie s’arrête là" in asked


# ---------------------------------------------------------------- told and hinted


def test_a_called_fault_is_told_once_and_what_goes_back(tablet: Any, table: Any) -> None:
    table.open_game(
        "crapette",
        ["Ada", "Bea"],
        setup={
            "turn": "Ada",
            "foundations": {"F1": "4H"},
            "cases": {"T1": ["KS"], "T2": ["5H"], "T3": ["QH"]},
            "reserves": {"Ada": ["2C", "3C"], "Bea": 5},
        },
    )
    table.act({"by": "Ada", "do": "move", "from": "T3", "to": "T1"})
    happened = re.findall(r'<p class="happened">(.*?)</p>', page(tablet))[0]
    assert happened.count("e cinq de cœur pouvait monter sur la pile 1") == 1
    assert "Remets la dame de cœur sur la case 3." in happened


def test_a_horse_to_buy_says_its_colour(tablet: Any) -> None:
    assert tablet.open("Ada", "Bea", game="super_crack").status_code == 200
    assert tablet.act({"by": "bank", "do": "deal_money"}).status_code == 200
    for player, value in (("Ada", 6), ("Bea", 2)):
        assert tablet.act({"by": player, "do": "buy_roll", "value": value}).status_code == 200
    colours = {number: horse["colour"] for number, horse in tablet.state()["view"]["horses"].items()}
    french = {"red": "rouge", "blue": "bleu", "yellow": "jaune", "green": "vert"}
    shown = page(tablet)
    for number in ("1", "5", "9", "16"):
        said = f"{number} {french[colours[number]]}"
        assert f'value="{number}" aria-label="Cheval {said}">{said}</button>' in shown


def test_hands_chosen_in_the_open_hint_at_the_private_pages(tablet: Any, app: Any) -> None:
    assert tablet.open("Ada", "Bea", "Cyd", game="change_horses").status_code == 200
    assert 'id="private-pages"' not in page(tablet)
    assert tablet.act({"by": "table", "do": "place_horses", "lanes": LANES}).status_code == 200
    positions = {"Ada": 1, "Bea": 2, "Cyd": 3}
    assert tablet.act({"by": "table", "do": "deal_positions", "positions": positions}).status_code == 200
    shown = page(tablet)
    assert "toute la table voit les cartes que tu choisis" in shown
    assert 'id="private-pages" href="/seats"' in shown
    seated = [phone(app, player) for player in ("Ada", "Bea")]
    assert all('id="private-pages"' not in page(one) for one in seated)
    assert 'id="private-pages"' in page(tablet)
    phone(app, "Cyd")
    assert 'id="private-pages"' not in page(tablet)
