"""Which rule answers each refusal and fault of Crapette, and the sentences of a first game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.languages import Sentences
from companion.teaching import BEGINNING, Lesson

RULE_OF: Mapping[str, str] = {
    # faults: a card in the wrong place
    "out_of_turn": "CR-67",
    "own_waste_played": "CR-34",
    "opponent_pile_played": "CR-35",
    "foundation_card_moved": "CR-15",
    "covered_card_moved": "CR-13",
    "own_pile_loaded": "CR-33",
    "several_cards_moved": "CR-24",
    "wrong_foundation": "CR-11",
    "wrong_series": "CR-20",
    "wrong_load": "CR-30",
    "early_recycle": "CR-55",
    # faults: something was forgotten
    "missed_foundation_play": "CR-40",
    "wrong_foundation_order": "CR-41",
    "missed_uncovering": "CR-43",
    "missed_case_freeing": "CR-42",
    "reserve_not_turned": "CR-53",
    "stock_before_reserve": "CR-44",
    "unused_empty_case": "CR-45",
    "missed_series_play": "CR-46",
    "missed_load": "CR-48",
    # refusals
    "already_shown": "CR-7",
    "bad_count": "CR-24",
    "bad_option": "referee-house",
    "bad_players": "referee-house",
    "bad_profile": "referee-house",
    "bad_setup": "CR-3",
    "bad_source": "CR-12",
    "bad_target": "CR-33",
    "calling_off": "CR-61",
    "card_contradicts": "referee-look",
    "card_not_there": "referee-look",
    "decision_pending": "referee-turn",
    "face_down": "CR-53",
    "game_over": "referee-over",
    "hand_empty": "CR-52",
    "hand_occupied": "CR-50",
    "impossible_card": "referee-look",
    "missing_argument": "referee-say",
    "must_draw": "CR-56",
    "no_take_back": "CR-61",
    "not_your_call": "CR-61",
    "not_your_turn": "referee-turn",
    "nothing_to_accept": "CR-61",
    "nothing_to_take_back": "CR-61",
    "reserve_empty": "CR-53",
    "reserve_face_up": "CR-53",
    "same_zone": "CR-21",
    "stock_empty": "CR-55",
    "stock_not_empty": "CR-55",
    "unknown_action": "referee-say",
    "unknown_card": "referee-look",
    "unknown_code": "referee-say",
    "unknown_player": "referee-say",
    "unknown_zone": "referee-say",
    "waste_empty": "CR-55",
    "wrong_phase": "referee-turn",
    "zone_empty": "referee-look",
}

_SAID = Sentences(
    __name__,
    {
        "begin": "Whoever has no cards left has won. Look first whether an Ace can go to the middle.",
        "fault": "“Crapette!”: a move was wrong or forgotten. It is put back, and the other one plays.",
        "draw": "The card is in hand: lay it if it fits somewhere, else throw it on your waste and your turn ends.",
        "load": "Well played: loading the other one gives him a card more.",
        "waste": "A card on the waste, and the other one plays. When the stock is empty, the waste is the new stock.",
    },
    "lesson",
)
LESSON = (
    Lesson(
        BEGINNING,
        "CR-70",
        (),
        _SAID.phrase(BEGINNING),
        ".tap.f1,.board .middle",
    ),
    Lesson(
        "fault",
        "CR-60",
        ("crapette_called",),
        _SAID.phrase("fault"),
    ),
    Lesson(
        "draw",
        "CR-50",
        ("card_drawn",),
        _SAID.phrase("draw"),
        ".tap.hand,.plaque",
    ),
    Lesson(
        "load",
        "CR-30",
        ("pile_loaded",),
        _SAID.phrase("load"),
        ".tap.reserve",
    ),
    Lesson(
        "waste",
        "CR-52",
        ("card_discarded",),
        _SAID.phrase("waste"),
        ".tap.waste",
    ),
)
