"""Which rule answers each refusal of Dadamax, and the sentences of a first game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.languages import Sentences
from companion.teaching import BEGINNING, Lesson

RULE_OF: Mapping[str, str] = {
    "bad_face": "PD-6",
    "bad_option": "referee-house",
    "bad_players": "PD-1",
    "bad_profile": "referee-house",
    "bad_setup": "referee-house",
    "game_over": "referee-over",
    "horse_finished": "PD-23",
    "horse_locked": "PD-26",
    "horse_required": "PD-26",
    "not_your_horse": "PD-2",
    "not_your_turn": "referee-turn",
    "nothing_to_bank": "PD-5",
    "on_obstacle_must_reroll": "PD-12",
    "placement_pending": "referee-look",
    "table_only": "PD-4",
    "unknown_action": "referee-say",
    "unknown_horse": "referee-say",
    "unknown_player": "referee-say",
    "wrong_dice_count": "PD-13",
    "wrong_phase": "referee-turn",
    "wrong_square": "referee-look",
}

_SAID = Sentences(
    __name__,
    {
        "begin": "Throw both dice: every Jack, Queen or King takes your horse one square on.",
        "series": "You choose: stop and move, or throw again to go further… and risk losing it all.",
        "lost": "No figure: all that was not banked is lost, and the next one plays.",
        "obstacle": "A blue square, an obstacle! No stopping here: throw again.",
        "swap": "The square was taken: the two horses have changed places.",
    },
    "lesson",
)
LESSON = (
    Lesson(
        BEGINNING,
        "PD-6",
        ("race_started",),
        _SAID.phrase(BEGINNING),
        ".keypad,.starters,.track",
    ),
    Lesson(
        "series",
        "PD-9",
        ("series_grew",),
        _SAID.phrase("series"),
        "#stop,.dice",
    ),
    Lesson(
        "lost",
        "PD-8",
        ("series_lost",),
        _SAID.phrase("lost"),
        ".say",
    ),
    Lesson(
        "obstacle",
        "PD-12",
        ("must_reroll", "on_obstacle_must_reroll"),
        _SAID.phrase("obstacle"),
        ".dice",
    ),
    Lesson(
        "swap",
        "PD-16",
        ("horses_swapped",),
        _SAID.phrase("swap"),
        ".say",
    ),
)
