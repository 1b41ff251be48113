"""Fields into arguments: places of lists, keys of objects, text, and nothing that no page of ours sends."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.game import Option
from tests.fakes import fake_games
from web.table import forms
from web.table.action_forms import amend_forms
from web.table.forms import BadForm, field_name


@pytest.mark.parametrize(
    ("fields", "arguments"),
    [
        ({"arg.card": '"10H"'}, {"card": "10H"}),
        ({"arg.card": "null", "other": "1"}, {"card": None}),
        ({"arg.dice.1": '"9"', "arg.dice.0": '"K"'}, {"dice": ["K", "9"]}),
        ({"arg.dice.7": "1", "arg.dice.30": "2"}, {"dice": [1, 2]}),
        ({"list.cards": ""}, {"cards": []}),
        ({"list.cards": "", "arg.cards.2": "3"}, {"cards": [3]}),
        ({"arg.lanes[A]": "1", "arg.lanes[B]": "2"}, {"lanes": {"A": 1, "B": 2}}),
        ({"arg.hands[Ada].0": "null", "arg.hands[Ada].1": '"x"'}, {"hands": {"Ada": [None, "x"]}}),
        ({"arg.moves.0[horse]": '"A"', "arg.moves.0[dir]": '"in"'}, {"moves": [{"horse": "A", "dir": "in"}]}),
        ({"text.card": "10H", "text.faces.0": "a", "arg.faces.1": "2"}, {"card": "10H", "faces": ["a", 2]}),
        ({"arg.lanes[a%5Bb%5D.%20%C3%A9]": "1"}, {"lanes": {"a[b]. é": 1}}),
    ],
)
def test_fields_become_arguments(fields: dict[str, str], arguments: dict[str, Any]) -> None:
    assert forms.arguments(MultiDict(fields)) == arguments


@pytest.mark.parametrize(
    "fields",
    [
        {"arg.card": ""},
        {"arg.card": "10H"},
        {"arg.card": "NaN"},
        {"arg.card": "1", "arg.card.0": "2"},
        {"arg.card.0": "1", "arg.card[A]": "2"},
        {"arg.card": "[" * 40 + "]" * 40},
        {"arg.cards": "1", "list.cards": ""},
    ],
)
def test_fields_that_do_not_fit_together_are_refused(fields: dict[str, str]) -> None:
    with pytest.raises(BadForm):
        forms.arguments(MultiDict(fields))


@pytest.mark.parametrize("name", ["arg.Card", "arg.card.9999", "arg.a.0.0.0.0.0", "arg.", "arg.x[]", "argx"])
def test_names_that_are_no_fields_are_passed_over(name: str) -> None:
    assert forms.arguments(MultiDict({name: "1"})) == {}


def test_any_name_of_a_player_can_be_a_key() -> None:
    for key in ("Ada", "a.b", "[x]", "é ]", "%5B", '"'):
        assert forms.arguments(MultiDict({field_name("arg", "racks", key, 0): "1"})) == {"racks": {key: [1]}}


def test_what_is_settled_counts_and_what_is_chosen_goes_before() -> None:
    form = MultiDict(
        {"action": '{"by": "Ada", "do": "roll", "horse": 2}', "arg.horse": "1", "arg.dice.0": "6"}
    )
    assert forms.action(form) == {"by": "Ada", "do": "roll", "horse": 1, "dice": [6]}
    assert forms.amended(form) == {"horse": 1, "dice": [6]}
    with pytest.raises(BadForm):
        forms.action(MultiDict({"action": "[]"}))


def test_options_left_empty_are_without_or_the_default() -> None:
    known = {"rounds": Option(None, (None,), low=1), "top": Option(9, low=5), "loud": Option.of(False, True)}
    empty = MultiDict({"option.rounds": "", "option.top": "", "option.loud": "true", "option.other": "1"})
    assert forms.options(empty, known) == {"rounds": None, "loud": True}
    assert forms.options(MultiDict({"option.rounds": "3"}), known) == {"rounds": 3}


def test_what_lies_on_the_table_is_nested() -> None:
    fields = {field_name("setup", "deal", "Ada", "cases", place): f'"{place}H"' for place in (1, 0)}
    assert forms.setup(MultiDict(fields)) == {"deal": {"Ada": {"cases": ["0H", "1H"]}}}


def test_a_move_that_nothing_offered_is_corrected_word_by_word() -> None:
    action = {
        "by": "Ada",
        "do": "move",
        "card": "10H",
        "count": 2,
        "rows": {"A": [1, None, "x"]},
        "sure": True,
    }
    with fake_games():
        (form,) = amend_forms("whispers", action, (), "fr")
        fields = [field for argument in form.arguments for field in argument.fields]
        assert [(field.kind, field.name) for field in fields] == [
            ("text", "text.card"),
            ("number", "arg.count"),
            ("number", "arg.rows[A].0"),
            ("hidden", "arg.rows[A].1"),
            ("text", "text.rows[A].2"),
        ]
        sent = MultiDict({field.name: field.value for field in fields} | {"action": form.action})
        assert forms.amended(sent) == {"card": "10H", "count": 2, "rows": {"A": [1, None, "x"]}}
        assert amend_forms("whispers", {"by": "Ada", "do": "clap"}, (), "fr") == ()


def test_a_card_comes_as_rank_and_suit_or_whole_or_is_missed_by_its_place() -> None:
    sent = MultiDict(
        [
            ("card.setup.deal[Ada][cases].0", "Ada: case 1"),
            ("rank.setup.deal[Ada][cases].0", "10"),
            ("suit.setup.deal[Ada][cases].0", "H"),
            ("card.setup.deal[Ada][cases].1", "Ada: case 2"),
            ("rank.setup.deal[Ada][cases].1", "K"),
            ("card.setup.deal[Ada][reserve_top]", "Ada: reserve"),
            ("setup.deal[Ada][reserve_top]", '"2C"'),
        ]
    )
    assert forms.setup(sent) == {"deal": {"Ada": {"cases": ["10H"], "reserve_top": "2C"}}}
    assert forms.untold_cards(sent) == ("Ada: case 2",)
    assert forms.untold_cards(MultiDict()) == ()
