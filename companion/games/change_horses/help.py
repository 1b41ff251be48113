"""Which rule answers each refusal of Change Horses, and the sentences of a first game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.languages import Sentences
from companion.teaching import BEGINNING, Lesson

RULE_OF: Mapping[str, str] = {
    "already_covered": "CH-42",
    "already_revealed": "CH-10",
    "bad_direction": "CH-44",
    "bad_options": "referee-house",
    "bad_positions": "CH-2",
    "bad_setup": "referee-house",
    "bid_closed": "CH-63",
    "bid_taken": "CH-62",
    "bid_too_low": "CH-61",
    "can_still_bid": "CH-67",
    "card_not_in_front": "CH-11",
    "card_not_on_board": "CH-41",
    "card_used": "CH-17",
    "cell_taken": "CH-24",
    "certificate_mismatch": "CH-47",
    "certificate_taken": "CH-3",
    "duplicate_card": "CH-17",
    "game_over": "referee-over",
    "horse_ahead_first": "CH-23",
    "horse_does_not_move": "CH-21",
    "must_bid": "CH-61",
    "must_get_one": "CH-30",
    "no_positions_for_two": "CH-70",
    "no_wild_left": "CH-40",
    "not_enough_carrots": "CH-67",
    "not_your_turn": "referee-turn",
    "off_track": "CH-44",
    "one_wild_per_turn": "CH-40",
    "only_for_two": "CH-70",
    "same_horse": "CH-44",
    "unknown_action": "referee-say",
    "unknown_card": "referee-look",
    "unknown_horse": "referee-say",
    "unknown_player": "referee-say",
    "unknown_wild_use": "CH-40",
    "wrong_card_count": "CH-10",
    "wrong_distance": "CH-22",
    "wrong_horse_count": "CH-1",
    "wrong_horse_position": "CH-22",
    "wrong_phase": "referee-turn",
}

_SAID = Sentences(
    __name__,
    {
        "begin": "Here the last is the best: make the other horses run, not yours!",
        "order": "Choose your cards in secret. Each of them makes two horses count.",
        "move": "Count each horse on the board: even, it stays; odd, it goes that many fields.",
        "wild": "A wild horse! Everybody has two: to be played before the card, once only.",
        "line": "The line is crossed: the certificates are shown, and the last horse wins.",
    },
    "lesson",
)
LESSON = (
    Lesson(
        BEGINNING,
        "CH-51",
        (),
        _SAID.phrase(BEGINNING),
        ".ch-ask",
    ),
    Lesson(
        "order",
        "CH-10",
        ("order_set",),
        _SAID.phrase("order"),
        ".ch-order",
    ),
    Lesson(
        "move",
        "CH-22",
        ("move_horses", "horse_does_not_move", "wrong_distance"),
        _SAID.phrase("move"),
        ".ch-side",
    ),
    Lesson(
        "wild",
        "CH-40",
        ("wild_played",),
        _SAID.phrase("wild"),
        ".ch-order",
    ),
    Lesson(
        "line",
        "CH-50",
        ("finish_line_crossed", "race_over"),
        _SAID.phrase("line"),
        ".ch-track",
    ),
)
