"""Which rule answers each refusal of Racko, and the sentences of a first game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.languages import Sentences
from companion.teaching import BEGINNING, Lesson

RULE_OF: Mapping[str, str] = {
    "already_drawn": "RK-10",
    "bad_count": "RK-36",
    "bad_options": "referee-house",
    "bad_rack": "RK-20",
    "bad_setup": "referee-house",
    "bad_slot": "RK-4",
    "card_elsewhere": "RK-42",
    "card_in_hand": "RK-21",
    "card_not_in_game": "RK-1",
    "draw_first": "RK-10",
    "duplicate_card": "RK-42",
    "eclair_not_played": "RK-60",
    "eclair_too_late": "RK-62",
    "game_over": "referee-over",
    "known_card_missing": "RK-43",
    "known_slot_differs": "RK-43",
    "must_exchange": "RK-11",
    "no_restock": "RK-16",
    "not_in_rack": "RK-13",
    "not_your_card": "RK-5",
    "not_your_turn": "referee-turn",
    "out_of_round": "RK-25",
    "player_out": "RK-59d",
    "rack_not_awaited": "RK-24",
    "rack_unknown": "RK-24",
    "restock_instead": "RK-16",
    "slot_taken": "RK-60",
    "stock_empty": "RK-16",
    "stock_not_empty": "RK-16",
    "unknown_action": "referee-say",
    "unknown_player": "referee-say",
    "wrong_phase": "referee-turn",
    "wrong_slot_order": "RK-4",
}

_SAID = Sentences(
    __name__,
    {
        "begin": "Bring your ten cards into order, from the smallest to the greatest: the first one says “Racko!”.",
        "turn": "Take one card: the one that is open, or the surprise of the stock.",
        "take": "An open card must go into your rack, in the place of another one.",
        "call": "Racko! Show your ten cards: the referee checks that they all rise.",
        "count": "The others get 5 points a card, up to the first one that goes down.",
    },
    "lesson",
)
LESSON = (
    Lesson(
        BEGINNING,
        "RK-20",
        ("deal_started",),
        _SAID.phrase(BEGINNING),
        ".rk-piles,#waiting",
    ),
    Lesson(
        "turn",
        "RK-10",
        ("turn_started",),
        _SAID.phrase("turn"),
        ".rk-piles,#waiting",
    ),
    Lesson(
        "take",
        "RK-11",
        ("discard_taken", "must_exchange"),
        _SAID.phrase("take"),
        ".rack,.rk-piles",
    ),
    Lesson(
        "call",
        "RK-24",
        ("announced",),
        _SAID.phrase("call"),
        ".rk-criers,#waiting",
    ),
    Lesson(
        "count",
        "RK-36",
        ("round_scored",),
        _SAID.phrase("count"),
        ".rk-total,#waiting",
    ),
)
