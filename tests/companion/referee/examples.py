"""The worked examples of the rules (section 8) that a camera can see, as hands do them, and what the referee calls.

Rows without hands (1, 2, 47, 52, 55, 59) are not here; 6, 39, 41, 44 to 46, 49,
51, 53, 54 and 58 are scenes of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .tables import Scene

Gesture = Callable[[Scene], object]


def move(card: str, source: str, target: str, *, by: str | None = None, count: int = 1) -> Gesture:
    """A hand moves a card."""
    return lambda scene: scene.moves(card, source, target, by=by, count=count)


def pull_out(card: str, source: str, target: str) -> Gesture:
    """A hand pulls out a covered card."""
    return lambda scene: scene.pulls_out(card, source, target)


def draw(face: str, by: str = "Ada") -> Gesture:
    """A hand draws."""
    return lambda scene: scene.draws(by, face)


def discard(by: str = "Ada") -> Gesture:
    """A hand discards."""
    return lambda scene: scene.discards(by)


def turn(face: str, by: str = "Ada") -> Gesture:
    """A hand turns the next reserve card."""
    return lambda scene: scene.turns(by, face)


def recycle(by: str = "Ada") -> Gesture:
    """A hand turns the waste over."""
    return lambda scene: scene.recycles(by)


@dataclass(frozen=True, slots=True)
class Example:
    """A row: how the table lies, what hands do (a look after each), and the faults of the last of them."""

    row: str
    position: Mapping[str, Any]
    gestures: tuple[Gesture, ...]
    codes: tuple[str, ...] = ()
    against: str = "Ada"
    options: Mapping[str, Any] = field(default_factory=dict)

    def scene(self, **options: Any) -> Scene:
        """The table as the row lays it."""
        return Scene(**self.position, **self.options, **options)


JACK = ["JC"]
"""A case where nothing fits."""
ROW_4 = {
    "foundations": {"F1": "AS"},
    "cases": {"T7": ["7S"], "T8": ["2S"]},
    "reserves": {"Ada": ["4D", "3D", "6H"]},
}
ROW_7 = {"foundations": {"F1": "4H"}, "cases": {"T7": ["5H"], "T8": ["AS"]}}
ROW_13 = {"foundations": {"F1": "2D"}, "cases": {"T7": ["3D", "2C"], "T8": []}}
ROW_14 = {"foundations": {"F1": "2D"}, "cases": {"T7": ["3D", "2C"], "T8": ["3H"]}}
ROW_17 = {
    "cases": {"T2": ["QD", "JC"], "T3": ["8D"], "T4": ["4C"], "T5": ["QH"], "T7": ["JS", "10H"]},
}
ROW_18 = {
    "cases": {
        "T2": ["KS", "QH"],
        "T3": ["8D"],
        "T4": ["4C"],
        "T5": ["6C"],
        "T6": ["8C"],
        "T7": ["JS", "10H"],
        "T8": [],
    },
}
ROW_19 = {
    "foundations": {"F1": "8H"},
    "cases": {"T5": ["9H", "8S", "7H"], "T6": ["4C"], "T7": [], "T8": []},
}
ROW_22 = {"reserves": {"Ada": {"count": 5, "top": "QD"}}, "cases": {"T2": ["KH"]}}
ROW_36 = {"cases": {"T5": ["QH"], "T7": ["JS", "10H"], "T4": ["8D"], "T2": ["KH"]}}
ROW_43 = {
    "cases": {"T5": ["4S"], "T6": ["4C"], "T7": ["KD", "9H"]},
    "reserves": {"Ada": ["3H", "QD"]},
}
ROW_57 = {"cases": {"T3": ["10S", "9D"], "T7": ["9H"], "T8": ["KC"]}}


def reserve(top: str, count: int = 4, **others: Any) -> dict[str, Any]:
    """Ada's reserve (and others)."""
    return {"Ada": {"count": count, "top": top}, **others}


FAULTS = (
    Example("4", ROW_4, (move("6H", "reserve:Ada", "T7"),), ("missed_foundation_play",)),
    Example("5", {"cases": {"T8": ["AD"]}}, (draw("9H"),), ("missed_foundation_play",)),
    Example(
        "7-lowest-first",
        ROW_7,
        (move("5H", "T7", "F1"),),
        ("wrong_foundation_order",),
        options={"foundation_order": "lowest_first"},
    ),
    Example(
        "9",
        {"foundations": {"F1": "4H"}, "cases": {"T7": ["5D"]}},
        (move("5D", "T7", "F1"),),
        ("wrong_foundation",),
    ),
    Example("10", {"turn": "Bea"}, (move("KD", "reserve:Bea", "F2"),), ("wrong_foundation",), "Bea"),
    Example(
        "11",
        {"foundations": {"F1": "KS"}, "cases": {"T2": []}, "reserves": {"Ada": []}},
        (move("KS", "F1", "T2"),),
        ("foundation_card_moved",),
    ),
    Example("13", ROW_13, (move("KC", "reserve:Ada", "T8"),), ("missed_uncovering",)),
    Example(
        "14-any-place", ROW_14, (draw("2H"),), ("missed_uncovering",), options={"uncovering": "any_place"}
    ),
    Example(
        "15",
        {"cases": {"T3": ["JC"], "T5": ["4S"], "T6": ["4C"], "T7": ["9H"]}},
        (draw("2H"),),
        ("missed_case_freeing",),
    ),
    Example("17-column", ROW_17, (draw("2D"),), ("missed_case_freeing",), options={"case_freeing": "column"}),
    Example(
        "18-chain",
        ROW_18,
        (move("KC", "reserve:Ada", "T8"),),
        ("missed_case_freeing",),
        options={"case_freeing": "chain"},
    ),
    Example(
        "21", {"reserves": reserve("9D"), "cases": {"T4": JACK}}, (draw("2H"),), ("stock_before_reserve",)
    ),
    Example("22", ROW_22, (draw("2H"),), ("stock_before_reserve",)),
    Example("23", {"cases": {"T8": []}}, (draw("2H"),), ("unused_empty_case",)),
    Example(
        "24", {"cases": {"T8": []}, "reserves": {"Ada": []}}, (draw("2H"), discard()), ("unused_empty_case",)
    ),
    Example(
        "25",
        {"cases": {"T6": []}, "hands": {"Ada": "2H"}},
        (move("2H", "hand:Ada", "T6"),),
        ("unused_empty_case",),
    ),
    Example("26", {"hands": {"Ada": "9D"}, "cases": {"T4": JACK}}, (discard(),), ("missed_series_play",)),
    Example(
        "27-loads-due",
        {"hands": {"Ada": "3D"}, "wastes": {"Bea": ["4D"]}},
        (discard(),),
        ("missed_load",),
        options={"hand_duty": "series_and_loads"},
    ),
    Example(
        "28",
        {"foundations": {"F1": "4H"}, "hands": {"Ada": "5H"}, "cases": {"T8": JACK}},
        (discard(),),
        ("missed_foundation_play", "missed_series_play"),
    ),
    Example("30", {"wastes": {"Ada": ["2H"]}}, (move("10S", "T3", "waste:Bea"),), ("wrong_load",)),
    Example(
        "31",
        {"reserves": reserve("3D", Bea={"count": 5, "top": "4H"})},
        (move("3D", "reserve:Ada", "reserve:Bea"),),
        ("wrong_load",),
    ),
    Example(
        "32",
        {"reserves": reserve("KS", Bea={"count": 5, "top": "AS"})},
        (move("KS", "reserve:Ada", "reserve:Bea"),),
        ("wrong_load",),
    ),
    Example(
        "33",
        {"wastes": {"Ada": ["5D"]}, "cases": {"T8": JACK}},
        (move("5D", "waste:Ada", "T7"),),
        ("own_waste_played",),
    ),
    Example("34", {}, (move("6S", "T7", "waste:Ada"),), ("own_pile_loaded",)),
    Example(
        "35",
        {"wastes": {"Bea": ["9D"]}},
        (move("9D", "waste:Bea", "T3", by="Ada"),),
        ("opponent_pile_played",),
    ),
    Example("36", ROW_36, (move("JS", "T7", "T5", count=2),), ("several_cards_moved",)),
    Example(
        "36-no-empty-case",
        ROW_36,
        (move("JS", "T7", "T5", count=2),),
        ("several_cards_moved",),
        options={"sequences": "if_possible_singly"},
    ),
    Example("37", ROW_36, (pull_out("JS", "T7", "T5"),), ("covered_card_moved",)),
    Example("38", {"cases": {"T7": ["9S"]}}, (move("9S", "T7", "T3"),), ("wrong_series",)),
    Example(
        "42",
        {"turn": "Bea", "stocks": {"Ada": 0}, "wastes": {"Ada": ["4D", "3D"]}},
        (recycle(),),
        ("early_recycle",),
        options={"recycle": "when_needed"},
    ),
    Example(
        "43-draw",
        ROW_43,
        (move("QD", "reserve:Ada", "T2"), move("9H", "T7", "T3"), draw("2S")),
        ("reserve_not_turned",),
    ),
    Example(
        "48",
        ROW_4,
        (move("6H", "reserve:Ada", "T7"),),
        ("missed_foundation_play",),
        options={"omission_undo": False},
    ),
    Example("57-draw-at-once", ROW_57, (draw("2H"),), ("missed_case_freeing",)),
    Example("57-draw-after", ROW_57, (move("9D", "T3", "T4"), draw("2H")), ("missed_case_freeing",)),
    Example(
        "60",
        {"foundations": {"F1": "4H"}, "reserves": reserve("5H", 3)},
        (draw("2H"),),
        ("missed_foundation_play", "stock_before_reserve"),
    ),
    Example(
        "61",
        {"cases": {"T7": ["9H"], "T8": [], "T4": JACK}, "reserves": {"Ada": []}},
        (move("9H", "T7", "T8"), draw("2H")),
        ("missed_case_freeing",),
    ),
    Example(
        "62",
        {
            "foundations": {"F1": "2D"},
            "cases": {"T7": ["3D", "2C"], "T8": [], "T4": ["10C", "9D"], "T5": ["4S"], "T6": ["4C"]},
        },
        (move("9D", "T4", "T8"),),
        ("missed_uncovering",),
    ),
)
"""Rows in which the last thing that hands do is a fault (39, out of turn, is a scene of its own)."""

FINE = (
    Example(
        "3",
        {"foundations": {"F1": "10H"}, "reserves": reserve("JH", 5)},
        (move("JH", "reserve:Ada", "F1"),),
    ),
    Example("7", ROW_7, (move("5H", "T7", "F1"),)),
    Example(
        "8",
        {"foundations": {"F1": "4H", "F5": "4H"}, "reserves": reserve("5H", 5)},
        (move("5H", "reserve:Ada", "F5"),),
    ),
    Example(
        "12",
        {"foundations": {"F1": "7H"}, "cases": {"T5": ["8S"], "T7": ["KC"], "T8": ["6C"]}},
        (move("7H", "F1", "T5"), move("6C", "T8", "T5")),
        options={"foundation_return": True},
    ),
    Example("14", ROW_14, (draw("2H"),)),
    Example("16", {"cases": {"T7": ["9H"], "T3": JACK}}, (move("8S", "T5", "T7"),)),
    Example("17", ROW_17, (draw("2D"),)),
    Example("18", ROW_18, (move("KC", "reserve:Ada", "T8"),)),
    Example("19", ROW_19, (move("7H", "T5", "T7"), move("8S", "T5", "T8"), move("9H", "T5", "F1"))),
    Example("20", {"cases": {"T2": ["KC"], "T8": []}, "reserves": {"Ada": []}}, (move("KC", "T2", "T8"),)),
    Example("22-series", ROW_22, (draw("2H"),), options={"reserve_duty": "series"}),
    Example("24-draw", {"cases": {"T8": []}, "reserves": {"Ada": []}}, (draw("2H"),)),
    Example("27", {"hands": {"Ada": "3D"}, "wastes": {"Bea": ["4D"]}}, (discard(),)),
    Example("29", {"cases": {"T3": ["9D"]}, "wastes": {"Bea": ["8D"]}}, (move("9D", "T3", "waste:Bea"),)),
    Example(
        "35-option",
        {"wastes": {"Bea": ["9D"]}},
        (move("9D", "waste:Bea", "T3", by="Ada"),),
        options={"opponent_waste_playable": True},
    ),
    Example("36-run", ROW_36, (move("JS", "T7", "T5", count=2),), options={"sequences": "run"}),
    Example("40", {}, (draw("4H", "Bea"),), options={"early_draw": True}),
    Example("43", ROW_43, (move("QD", "reserve:Ada", "T2"), move("9H", "T7", "T3"))),
    Example("50", {"reserves": {"Ada": ["5D"]}, "stocks": {"Ada": 0}}, (move("5D", "reserve:Ada", "T7"),)),
    Example("56", {"wastes": {"Bea": ["9S"]}}, (move("8S", "T5", "waste:Bea"),)),
    Example("56-draw", {"wastes": {"Bea": ["9S"]}}, (draw("2H"),)),
    Example("57", ROW_57, (move("9D", "T3", "T4"),)),
    Example("61-move", {"cases": {"T7": ["9H"], "T8": [], "T4": JACK}}, (move("9H", "T7", "T8"),)),
)
"""Rows in which hands do nothing wrong."""

CAMERA_CODES = frozenset(
    {
        "out_of_turn",
        "own_waste_played",
        "opponent_pile_played",
        "foundation_card_moved",
        "covered_card_moved",
        "own_pile_loaded",
        "several_cards_moved",
        "wrong_foundation",
        "wrong_series",
        "wrong_load",
        "early_recycle",
        "missed_foundation_play",
        "wrong_foundation_order",
        "missed_uncovering",
        "missed_case_freeing",
        "reserve_not_turned",
        "stock_before_reserve",
        "unused_empty_case",
        "missed_series_play",
        "missed_load",
    }
)
"""All infractions of sections 4.2 and 4.3: a camera can see each of them."""
