"""A game told in words only, as a browser without JavaScript plays it: forms made from what is offered."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion.domains import pick
from tests.companion.test_showing import SAYING
from tests.fakes import fake_games
from tests.web.plain_forms import Form, fields_for, forms_of
from tests.web.seats.test_seats import phone
from web.outside import NewGameDefaults
from web.table.action_forms import grouped


@pytest.fixture(autouse=True)
def whispers() -> Iterator[None]:
    with fake_games():
        yield


def page(tablet: Any, path: str = "/") -> str:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    return str(answer.get_data(as_text=True))


def form_for(tablet: Any, by: str, do: str, path: str = "/") -> Form:
    """The form of one action on the page; of a correction where a panel for one is open."""
    wanted = "/play/amend" if "amend" in path else "/play/action"
    for form in (one for one in forms_of(page(tablet, path)) if one.action == wanted):
        for value in form.values("action"):
            settled = json.loads(value)
            if (settled["by"], settled["do"]) == (by, do):
                return form
    raise AssertionError(f"no form for {by} {do}")


def send(tablet: Any, form: Form, arguments: dict[str, Any]) -> Any:
    sent = {**form.as_sent(), **fields_for(arguments, form)}
    sent |= {"action": form.values("action")[0]}
    return tablet.form(form.action, sent)


def arguments(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name not in ("by", "do")}


@pytest.fixture
def game(tablet: Any) -> Any:
    assert tablet.open("Ada", "Bea", "Cyd", game="whispers").status_code == 200
    return tablet


@pytest.fixture
def dealt(game: Any) -> Any:
    numbers = {"Ada": 3, "Bea": 5, "Cyd": 7}
    assert send(game, form_for(game, "table", "deal"), {"numbers": numbers}).status_code == 303
    return game


def test_the_page_tells_what_is_awaited_and_how_the_table_stands(dealt: Any) -> None:
    shown = html.unescape(page(dealt))
    assert '<p class="wait" id="waiting">Ada dit tout.</p>' in shown
    assert "<h2>Offres</h2>" in shown and '<th scope="row">Cyd</th>' in shown
    assert "3 nombres distribués." in shown
    assert "À Ada de jouer" in shown and "<title>Whispers</title>" in shown
    assert "numéro secret" not in shown


def test_every_kind_of_domain_is_a_field_and_comes_back_as_the_argument(dealt: Any) -> None:
    form = form_for(dealt, "Ada", "say")
    kinds = {one.name: one.kind for one in form.inputs if one.name.startswith("arg.")}
    assert kinds["arg.word"] == "radio" and kinds["arg.far"] == "option"
    assert kinds["arg.dice.0"] == kinds["arg.twins.1"] == kinds["arg.row.2"] == "option"
    assert kinds["arg.pair.3"] == "checkbox" and kinds["arg.bid"] == "number"
    assert kinds["arg.lanes[red]"] == kinds["arg.shifts.1"] == "option"
    assert send(dealt, form, arguments(SAYING)).status_code == 303
    assert dealt.state()["view"]["bids"] == {"Ada": 200}
    assert dealt.state()["history"][-1]["action"] == {"by": "Ada", **SAYING}


def test_labels_come_from_the_words_and_from_the_bare_name_where_there_are_none(dealt: Any) -> None:
    shown = html.unescape(page(dealt))
    assert "Le mot</legend>" in shown and "twins</legend>" in shown
    assert "on ne le dit pas" in shown and "A in</option>" in shown
    assert "2 à choisir" in shown and "de 100 à 500" in shown


def test_forms_stand_under_the_hands_that_do_it_the_player_on_turn_first(dealt: Any) -> None:
    shown = html.unescape(page(dealt))
    assert re.findall(r'<section class="hands" aria-label="(\w+)">', shown) == ["Ada", "Bea", "Cyd"]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_by_forms_chosen_at_random(game: Any, seed: int) -> None:
    chance = random.Random(seed)
    while not (state := game.state())["over"]:
        action = pick(chance.choice(state["legal_actions"]), chance.choice)
        form = form_for(game, action["by"], action["do"])
        assert send(game, form, arguments(action)).status_code == 303
        assert game.state()["seq"] == state["seq"] + 1
    shown = html.unescape(page(game))
    assert f"{state['view']['winner']} gagne\u00a0!" in shown and 'id="again"' in shown
    again = next(form for form in forms_of(page(game)) if form.action == "/play/new")
    sent = [(one.name, one.value) for one in again.inputs if one.kind == "hidden"]
    fields: dict[str, list[str]] = {}
    for name, value in sent:
        fields.setdefault(name, []).append(value or "")
    assert game.form("/play/new", fields).status_code == 303
    assert game.state()["game"]["number"] == 2


def test_a_refusal_is_a_sentence(dealt: Any) -> None:
    form = form_for(dealt, "Ada", "say")
    assert send(dealt, form, arguments({**SAYING, "bid": 150})).status_code == 303
    assert "« bid » ne va pas." in html.unescape(page(dealt))
    secret = {"action": '{"by": "Ada", "do": "peek"}', "arg.number": "9", "expected_seq": str(dealt.seq)}
    assert dealt.form("/play/action", secret).status_code == 303
    assert "Ton nombre est 3, pas 9." in html.unescape(page(dealt))


def test_what_was_it_really_offers_the_same_form_filled_in(dealt: Any) -> None:
    send(dealt, form_for(dealt, "Ada", "say"), arguments(SAYING))
    seq = dealt.seq
    assert "Ada dit tout" in html.unescape(page(dealt, "/?panel=history"))
    form = form_for(dealt, "Ada", "say", f"/?panel=amend&entry={seq}")
    assert form.action == "/play/amend"
    assert form.chosen("arg.dice.0") == ["6"] and form.chosen("arg.lanes[blue]") == ["3"]
    assert form.chosen("arg.pair.2") == ['"C"'] and form.chosen("arg.pair.1") == []
    assert form.as_sent()["arg.bid"] == "200"
    assert send(dealt, form, {"bid": 500, "dice": [2, 2]}).status_code == 303
    assert dealt.state()["view"]["bids"] == {"Ada": 500}
    assert dealt.state()["history"][-2]["action"]["dice"] == [2, 2]
    assert "corrigé" in page(dealt, "/?panel=history")


def test_a_secret_is_not_filled_into_the_form_of_a_correction(dealt: Any) -> None:
    form = form_for(dealt, "table", "deal", "/?panel=amend&entry=2")
    assert form.chosen("arg.numbers[Ada]") == []
    assert form.values("arg.numbers[Ada]") == [str(number) for number in range(1, 10)]


def test_undo_is_there_too(dealt: Any) -> None:
    assert dealt.form("/play/undo", {"expected_seq": str(dealt.seq)}).status_code == 303
    assert form_for(dealt, "table", "deal")


def test_a_form_keeps_its_id_while_the_same_is_offered(dealt: Any) -> None:
    before = form_for(dealt, "Bea", "clap").id
    send(dealt, form_for(dealt, "Ada", "say"), arguments(SAYING))
    assert form_for(dealt, "Bea", "clap").id == before


# ---------------------------------------------------------------- a new game


def test_every_game_can_be_chosen_for_a_new_one(tablet: Any) -> None:
    shown = page(tablet, "/?game=poker_dice_race")
    assert 'data-game="poker_dice_race"' in shown
    assert 'href="/?game=whispers"' in shown and 'href="/?game=poker_dice_race"' in shown
    chosen = html.unescape(page(tablet, "/?game=whispers"))
    assert '<input type="hidden" name="game" value="whispers">' in chosen
    assert 'id="player-4"' in chosen and "2 à 5 joueurs" in chosen
    assert "Whispers" in html.unescape(page(tablet, "/?panel=new&game=whispers"))
    assert 'value="poker_dice_race"' in page(tablet, "/?game=chess")


def test_house_rules_are_fields_made_from_their_options(tablet: Any) -> None:
    form = next(one for one in forms_of(page(tablet, "/?game=whispers")) if one.id == "new-game")
    assert form.values("option.loud") == ["false", "true"] and form.chosen("option.loud") == ["false"]
    assert form.chosen("option.tune") == ['"high"']
    assert form.values("option.top") == ["9"] and form.values("option.rounds") == [""]
    shown = html.unescape(page(tablet, "/?game=whispers"))
    assert (
        "À voix haute</legend>" in shown and "<span>grave</span>" in shown and "<span>middle</span>" in shown
    )
    fields = {**form.as_sent(), "option.tune": '"low"', "option.top": "20", "player": ["Ada", "Bea"]}
    assert tablet.form("/play/new", fields).status_code == 303
    options = tablet.state()["game"]["options"]
    assert options == {"loud": False, "tune": "low", "top": 20, "rounds": None}
    kept = next(one for one in forms_of(page(tablet, "/?panel=new")) if one.id == "new-game")
    assert kept.chosen("option.tune") == ['"low"'] and kept.values("option.top") == ["20"]
    other = next(
        one for one in forms_of(page(tablet, "/?panel=new&game=poker_dice_race")) if one.id == "new-game"
    )
    assert other.chosen("option.dice") == ['"poker"']


def test_a_house_rule_out_of_bounds_is_refused_and_kept_in_the_form(tablet: Any) -> None:
    fields = {"game": "whispers", "player": ["Ada", "Bea"], "option.top": "4", "expected_seq": "0"}
    refused = tablet.form("/play/new", fields)
    assert refused.status_code == 422
    shown = html.unescape(refused.get_data(as_text=True))
    assert "Le réglage « top » ne va pas ici." in shown
    form = next(one for one in forms_of(shown) if one.id == "new-game")
    assert form.values("option.top") == ["4"] and form.values("game") == ["whispers"]


def test_the_defaults_of_another_game_are_not_given_to_this_one(table: Any) -> None:
    from tests.page_app import page_app
    from tests.web.conftest import Tablet

    app = page_app(table, new_game=NewGameDefaults(options={"dice": "numbers"}))
    tablet = Tablet(app.test_client())
    assert tablet.open("Ada", "Bea", game="whispers").status_code == 200
    assert tablet.open("Ada", "Bea").json["game"]["options"]["dice"] == "numbers"


# ---------------------------------------------------------------- quick to play


def test_what_lacks_one_choice_is_said_with_one_tap(tablet: Any) -> None:
    assert tablet.open("Ada", "Bea", game="super_crack").status_code == 200
    assert tablet.act({"by": "bank", "do": "deal_money"}).status_code == 200
    form = form_for(tablet, "Ada", "buy_roll")
    dice = [one for one in form.inputs if one.kind == "button"]
    assert {one.name for one in dice} == {"arg.value"} and [one.value for one in dice] == list("123456")
    assert tablet.form(form.action, {**form.as_sent(), "arg.value": "4"}).status_code == 303
    assert tablet.state()["history"][-1]["action"]["value"] == 4


def test_cards_are_tiles_with_their_signs(tablet: Any) -> None:
    deal = {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "9H", "4C", "7S"], "reserve_top": "3D"},
    }
    assert tablet.open("Ada", "Bea", game="crapette", setup={"deal": deal}).status_code == 200
    shown = html.unescape(page(tablet))
    assert re.search(r'value=""JH"" aria-label="le valet de cœur" data-row data-red>V♥', shown) is None
    assert re.search(r'value=""JH"" aria-label="le valet de cœur" data-red>V♥</button>', shown)
    assert re.search(r'value=""AH"" aria-label="l’as de cœur" data-row data-red>A♥</button>', shown)
    assert len(set(re.findall(r"<summary><span>(Ada [^<]*)", shown))) == len(
        re.findall(r"<summary><span>(Ada [^<]*)", shown)
    )


def test_the_player_on_turn_comes_first_and_unfolded(dealt: Any) -> None:
    shown = page(dealt)
    folds = re.findall(r'<section class="hands" aria-label="(\w+)">\s*<details id="\S+"( open)?>', shown)
    assert folds == [("Ada", " open"), ("Bea", ""), ("Cyd", "")]


def test_forms_that_read_the_same_say_what_each_has_to_choose_from() -> None:
    same = [
        {"by": "Ada", "do": "play_card", "card": {"one_of": [f"advance_{count}" for count in (1, 2, 6)]}},
        {"by": "Ada", "do": "play_card", "card": {"one_of": ["pay_500"]}},
        {"by": "Ada", "do": "roll", "value": {"from": 1, "to": 6, "step": 1}},
    ]
    (hands,) = grouped("super_crack", same, "fr")
    assert [form.hint for form in hands.forms] == ["Avance de 1 … Avance de 6", "Payer 500\u202fF", ""]


def test_what_only_this_seat_may_see_comes_first(dealt: Any, app: Any) -> None:
    with_seats, ada = phone(app), phone(app, "Ada")
    titles = re.findall(r'class="told-panel[^"]*"><h2>(.*?)</h2>', page(ada))
    public = re.findall(r'class="told-panel[^"]*"><h2>(.*?)</h2>', page(with_seats))
    assert titles[0] not in public and titles[1:] == public


def test_nothing_is_told_twice(dealt: Any) -> None:
    send(dealt, form_for(dealt, "Ada", "say"), arguments(SAYING))
    told = re.findall(r"<p class=\"(?:wait|happened)[^>]*>(.*?)</p>", html.unescape(page(dealt)))
    assert told and not any(line in other for line in told for other in told if line is not other)
