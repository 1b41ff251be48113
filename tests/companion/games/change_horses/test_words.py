"""What is said of pieces that stand wrong: every one, by how many fields, and why (section 7), in both languages."""

from __future__ import annotations

from typing import Any

from companion.games.change_horses.words import sentence
from tests.companion.games.kit import refusal
from tests.playing import Play

from .course import at, moving, racing


def told(play: Play, do: str, **arguments: Any) -> tuple[str, str]:
    """What is said in French and in English of an action that the rules refuse."""
    refused = refusal(play.game, play.state, {"by": "table", "do": do, **arguments})
    assert refused is not None
    return sentence(refused.code, refused.details, "fr"), sentence(refused.code, refused.details, "en")


def test_CH_22_of_several_pieces_that_stand_wrong_every_one_is_told() -> None:
    seen = {
        letter: {"lane": lane, "row": row} for letter, lane, row in (("A", 1, 1), ("B", 2, 1), ("C", 4, 1))
    }
    french, english = told(moving(["AD", "AD", "AC"]), "horses_moved", horses=seen)
    assert french == (
        "Le cheval jaune (A) : 2 cases de plus, couloir 1, case 3 (visible 3 fois). "
        "Le cheval orange (B) : une case en arrière, couloir 2, case 0 (nombre pair : il ne bouge pas). "
        "Remets le cheval rouge (C) : couloir 3, case 1 (visible 1 fois)."
    )
    assert english == (
        "The yellow horse (A): 2 fields more, lane 1, field 3 (visible 3 times). "
        "The orange horse (B): one field back, lane 2, field 0 (even number: it stays). "
        "Put the red horse (C) back: lane 3, field 1 (visible once)."
    )


def test_CH_22_a_piece_put_a_field_too_far_goes_one_field_back() -> None:
    assert told(moving(["AD", "AD", "AC"]), "move_horse", horse="A", row=4) == (
        "Le cheval jaune (A) : une case en arrière, couloir 1, case 3 (visible 3 fois).",
        "The yellow horse (A): one field back, lane 1, field 3 (visible 3 times).",
    )


def test_CH_24_of_a_piece_that_was_held_up_it_is_said_by_which_one() -> None:
    """Worked example 14."""
    told_of_a = told(
        moving(["AC", "AC", "AC", "CD"], horses=at(A=(2, 1), B=(2, 3))), "move_horse", horse="A", row=4
    )
    assert told_of_a == (
        "Le cheval jaune (A) : 2 cases en arrière, couloir 2, case 2 (bloqué derrière le cheval orange (B)).",
        "The yellow horse (A): 2 fields back, lane 2, field 2 (blocked behind the orange horse (B)).",
    )


def test_outside_a_move_a_piece_is_put_back_without_a_reason() -> None:
    assert told(racing(), "check_horses", horses={"C": {"lane": 3, "row": 1}}) == (
        "Le cheval rouge (C) : une case en arrière, couloir 3, case 0.",
        "The red horse (C): one field back, lane 3, field 0.",
    )
