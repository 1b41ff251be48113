"""The house rules and the state view (sections 2.3 and 3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.action import Rejected
from companion.games import load
from tests.playing import Play, refused_game

from .positions import dealt, due, duties, faultless, laid, legal, move, moved
from .random_positions import DEFAULTS, OPTIONS

GAME = load("crapette")
TWO = ("Ada", "Bea")


# ------------------------------------------------------------------------------- options


def test_options_are_complete_with_defaults() -> None:
    assert dict(laid().view["options"]) == DEFAULTS
    assert dict(dealt(referee="coach").view["options"]) == {**DEFAULTS, "referee": "coach"}
    assert set(GAME.options) == set(OPTIONS)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values]
)
def test_every_value_of_every_option_is_taken(name: str, value: Any) -> None:
    play = dealt(**{name: value})
    assert play.view["options"][name] == value and type(play.view["options"][name]) is type(value)
    assert GAME.options[name].accepts(value)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("value", [None, "no such value", 99, -1, 1.0, [], {}, "True"])
def test_other_values_are_bad_options(name: str, value: Any) -> None:
    assert refused_game("crapette", TWO, options={name: value}, setup=GOOD) == "bad_option"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chain_limit", 1),
        ("chain_limit", 9),
        ("chain_limit", True),
        ("penalty_cards", 4),
        ("penalty_cards", False),
        ("penalty_cards", True),
        ("reserve_size", 10),
        ("reserve_size", 14),
        ("reserve_size", "11"),
        ("loading", 1),
        ("loading", 0),
        ("foundation_return", 0),
        ("no_such_option", True),
    ],
)
def test_a_wrong_name_or_value_is_a_bad_option(name: str, value: Any) -> None:
    assert refused_game("crapette", TWO, options={name: value}, setup=GOOD) == "bad_option"


GOOD = {"turn": "Ada", "stocks": {"Ada": 1, "Bea": 1}}


def test_options_that_are_no_object() -> None:
    assert refused_game("crapette", TWO, options=["referee"], setup=GOOD) == "bad_option"


# ------------------------------------------------------------------------------- the view

FIELDS: dict[str, Any] = {
    "game": "crapette",
    "phase": "play",
    "players": ["Ada", "Bea"],
    "turn": "Ada",
    "turn_number": 1,
    "foundations": {
        "F1": {"top": "2S", "count": 2, "complete": False},
        "F2": {"top": "KD", "count": 13, "complete": True},
        "F3": {"top": None, "count": 0, "complete": False},
    },
    "cases": {"T1": ["KH"], "T7": ["JS", "10H"], "T8": []},
    "reserves": {
        "Ada": {"count": 3, "top": "9C", "face_up": True},
        "Bea": {"count": 2, "top": None, "face_up": False},
    },
    "stocks": {"Ada": {"count": 4}, "Bea": {"count": 0}},
    "wastes": {"Ada": {"count": 2, "top": "3H"}, "Bea": {"count": 0, "top": None}},
    "hands": {"Ada": "4H", "Bea": None},
    "cards_left": {"Ada": 3 + 4 + 2 + 1, "Bea": 2},
    "proof": None,
    "calls": {"Ada": {"right": 0, "wrong": 0}, "Bea": {"right": 0, "wrong": 0}},
    "turns_to_skip": {"Ada": 0, "Bea": 0},
    "draw_agreed_by": [],
    "winner": None,
    "result": None,
    "points": None,
}


def shown() -> Play:
    return laid(
        foundations={"F1": "2S", "F2": "KD"},
        cases={"T7": ["JS", "10H"], "T8": []},
        reserves={"Ada": [None, "3C", "9C"], "Bea": ["2C", "5C"]},
        face_down=["Bea"],
        stocks={"Ada": 4, "Bea": 0},
        wastes={"Ada": ["7D", "3H"]},
        hands={"Ada": "4H"},
    )


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_of_the_view(name: str) -> None:
    shown().shows(**{name: FIELDS[name]})


def test_the_view_has_all_its_fields_and_all_zones() -> None:
    view = shown().view
    assert set(view) >= {*FIELDS, "options", "obligations", "legal_moves"}
    assert list(view["foundations"]) == [f"F{n}" for n in range(1, 9)]
    assert list(view["cases"]) == [f"T{n}" for n in range(1, 9)]
    for name in ("reserves", "stocks", "wastes", "hands", "cards_left", "calls", "turns_to_skip"):
        assert set(view[name]) == {"Ada", "Bea"}
    assert all(set(pile) == {"top", "count", "complete"} for pile in view["foundations"].values())
    assert all(set(pile) == {"count"} for pile in view["stocks"].values())


def test_the_view_is_the_same_for_everybody() -> None:
    play = shown()
    public = dict(GAME.view(play.state).public)
    for seat in ("Ada", "Bea"):
        assert GAME.view(play.state, seat).of_seat(seat) == public


def test_hidden_faces_never_show() -> None:
    """Known or not, a card that lies covered or face down is not in the view."""
    text = json.dumps(GAME.view(shown().state).complete)
    for hidden in ("3C", "2C", "5C", "7D"):
        assert f'"{hidden}"' not in text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"stocks": {"Ada": ["2H"]}}, {"stocks": {"Ada": ["3H"]}}),
        ({"stocks": {"Ada": ["2H"]}}, {"stocks": {"Ada": 1}}),
        ({"reserves": {"Bea": ["2H"]}, "face_down": ["Bea"]}, {"reserves": {"Bea": [None]}}),
        (
            {"reserves": {"Ada": ["2H"]}, "face_down": ["Ada"]},
            {"reserves": {"Ada": ["3H"]}, "face_down": ["Ada"]},
        ),
        ({"wastes": {"Ada": ["2H", "4D"]}}, {"wastes": {"Ada": ["3H", "4D"]}}),
    ],
)
def test_what_is_known_and_hidden_leaves_through_no_door(one: dict[str, Any], other: dict[str, Any]) -> None:
    first, second = laid(**one), laid(**other)
    assert first.view == second.view
    for seat in (None, "Ada", "Bea"):
        offers = [
            json.dumps([dict(template) for template in GAME.offered(play.state, seat)])
            for play in (first, second)
        ]
        assert offers[0] == offers[1], "what is offered tells a hidden face"
        assert GAME.view(first.state, seat) == GAME.view(second.state, seat)


def test_a_refused_reading_does_not_tell_the_hidden_face() -> None:
    play = laid(stocks={"Ada": ["2H"]})
    with pytest.raises(Rejected) as refusal:
        GAME.apply(play.state, {"by": "Ada", "do": "draw", "card": "4H"})
    assert refusal.value.code == "card_contradicts"
    assert refusal.value.audience is not None or "2H" not in json.dumps(dict(refusal.value.details))


def test_turn_is_null_before_the_start_and_when_over() -> None:
    dealt("JC", "JC").shows(turn=None, phase="tie_break", obligations=[], legal_moves=[])
    laid().do("Ada", "agree_draw").do("Bea", "agree_draw").shows(turn=None, phase="over")


def test_draw_agreed_by_is_sorted() -> None:
    laid().do("Bea", "agree_draw").shows(draw_agreed_by=["Bea"])


# ------------------------------------------------------------------------------- the hints


@pytest.mark.parametrize(
    ("hints", "obligations", "legal_moves"),
    [("all", True, True), ("obligations", True, False), ("off", False, False)],
)
def test_hints(hints: str, obligations: bool, legal_moves: bool) -> None:
    view = laid(cases={"T8": ["AH"]}, hints=hints).view
    due_now = [{"level": 1, "code": "missed_foundation_play", **move("T8", "F1", "AH")}]
    assert view["obligations"] == (due_now if obligations else None)
    assert view["legal_moves"] == ([move("T8", "F1", "AH")] if legal_moves else None)


def test_legal_moves_in_order() -> None:
    play = laid(
        reserves={"Ada": {"count": 3, "top": "9D"}},
        hands={"Ada": "7D"},
        cases={"T3": ["10S", "9H"], "T5": ["JS", "8S"]},
        wastes={"Bea": ["8D", "10D"]},
        case_freeing="off",
        reserve_duty="off",
        hand_duty="off",
    )
    assert legal(play) == [
        ("reserve:Ada", "T4"),
        ("reserve:Ada", "waste:Bea"),
        ("hand:Ada", "T5"),
        ("hand:Ada", "T6"),
        ("T3", "T4"),
        ("T5", "T3"),
        ("T6", "T3"),
        ("discard",),
    ]
    assert play.view["legal_moves"][0] == move("reserve:Ada", "T4", "9D")
    assert play.view["legal_moves"][-1] == {"do": "discard"}


def test_legal_moves_do_what_is_possible() -> None:
    assert legal(laid()) == [("draw",)]
    assert legal(laid(hands={"Ada": "2S"})) == [("discard",)]
    assert legal(laid(stocks={"Ada": 0})) == [("pass",)]
    assert legal(laid(stocks={"Ada": 0}, wastes={"Ada": ["2H"]})) == [("recycle",)]
    assert legal(laid(reserves={"Ada": [None]})) == [("turn_reserve",)]
    assert legal(laid(stocks={"Ada": 0}, wastes={"Ada": ["2H"]}, hands={"Ada": "2S"})) == [
        ("discard",),
        ("recycle",),
    ]


def test_legal_moves_without_a_way_to_go_on_mean_an_obligation() -> None:
    for play in (laid(cases={"T8": ["AH"]}), laid(cases={"T8": []}), laid(cases={"T7": ["9H"]})):
        assert due(play) and not {("draw",), ("discard",), ("pass",), ("recycle",)} & set(legal(play))


def test_wastes_opened_by_option_come_last() -> None:
    play = laid(
        wastes={"Ada": ["5D"], "Bea": ["9D"]},
        own_waste_playable=True,
        opponent_waste_playable=True,
    )
    moves = [one for one in legal(play) if len(one) == 2]
    assert [one for one in moves if one[1].startswith("T")] == [
        ("waste:Ada", "T7"),
        ("waste:Ada", "T8"),
        ("waste:Bea", "T3"),
        ("waste:Bea", "T4"),
    ]
    assert duties(play) == []


def test_a_proof_move_comes_first_among_the_obligations() -> None:
    play = laid(
        reserves={"Ada": {"count": 3, "top": "9D"}, "Bea": ["4H", "5D"]},
        face_down=["Bea"],
        cases={"T4": ["JC"]},
    )
    play.do("Ada", "draw", card="2H").shows(turn="Bea")
    assert due(play) == [
        {"level": 0, "code": "proof", **move("reserve:Ada", "T3", "9D")},
        {"level": 0, "code": "reserve_not_turned", "do": "turn_reserve"},
    ]
    assert ("reserve:Ada", "T3") not in legal(play)


def test_the_game_ends_for_the_interface_too() -> None:
    play = laid()
    assert not GAME.is_over(play.state)
    play.do("Ada", "agree_draw").do("Bea", "agree_draw")
    assert GAME.is_over(play.state)


def test_faultless_moves_keep_their_promise() -> None:
    for entry in laid(cases={"T5": ["9H"], "T8": []}).view["legal_moves"]:
        play = laid(cases={"T5": ["9H"], "T8": []})
        if "do" not in entry:
            faultless(moved(play, "Ada", entry["from"], entry["to"]))
