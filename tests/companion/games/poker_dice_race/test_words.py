"""What is said of a pawn that stands wrong: by how much, why, and where it belongs (section 7), in both languages."""

from __future__ import annotations

import pytest

from companion.games.poker_dice_race.words import sentence

from .race import TWO, Race, confirm, racing


def told(race: Race, number: int, square: object) -> tuple[str, str]:
    """What is said in French and in English of a pawn that is seen on a square where it does not belong."""
    details = race.refuses("wrong_square", confirm(number, square)).details
    return sentence("wrong_square", details, "fr"), sentence("wrong_square", details, "en")


@pytest.mark.parametrize(
    ("seen", "french", "english"),
    [
        (
            13,
            "Cheval 1 : une case de plus. Sa place est en case 14.",
            "Horse 1: one square more. It belongs on square 14.",
        ),
        (
            12,
            "Cheval 1 : 2 cases de plus. Sa place est en case 14.",
            "Horse 1: 2 squares more. It belongs on square 14.",
        ),
        (
            15,
            "Cheval 1 : une case en arrière. Sa place est en case 14.",
            "Horse 1: one square back. It belongs on square 14.",
        ),
        (
            17,
            "Cheval 1 : 3 cases en arrière. Sa place est en case 14.",
            "Horse 1: 3 squares back. It belongs on square 14.",
        ),
        (None, "Cheval 1 : sa place est en case 14.", "Horse 1 belongs on square 14."),
    ],
)
def test_PD_10_how_many_squares_a_pawn_lacks_or_has_too_many_is_said(
    seen: int | None, french: str, english: str
) -> None:
    assert told(racing({1: 14}), 1, seen) == (french, english)


def test_PD_3_a_pawn_that_left_its_start_square_is_sent_back_to_it() -> None:
    assert told(racing({1: 0}), 1, 2) == (
        "Cheval 1 : 2 cases en arrière. Sa place est sur sa case de départ.",
        "Horse 1: 2 squares back. It belongs on its start square.",
    )


def test_PD_8_of_a_pawn_moved_for_a_lost_series_it_is_said_that_it_was_lost() -> None:
    race = racing({1: 9}).roll("K", "Q", horse=1).roll("J", "9").roll("9", "10")
    assert race.turn == "Bea"
    lost = ("Série perdue : remets le cheval 1 en case 9.", "Series lost: put horse 1 back on square 9.")
    assert told(race, 1, 12) == lost
    assert "Série" not in told(race, 1, 11)[0], "not the square that the series led to"
    race.roll("K", "9")
    assert "Série" not in told(race, 1, 12)[0], "somebody plays on"


def test_PD_16_of_a_pawn_that_was_not_moved_back_it_is_said_whose_square_it_is_on() -> None:
    race = racing({1: 4, 2: 7}).roll("K", "Q").roll("J", "9").stop()
    assert told(race, 2, 7) == (
        "Cette case est maintenant au cheval 1 : le cheval 2 recule en case 4.",
        "That is horse 1’s square now: put horse 2 back on square 4.",
    )


def test_PD_17_a_pawn_displaced_from_the_start_goes_back_to_its_own_start_square() -> None:
    race = racing({1: 0, 2: 2}).roll("K", "Q").stop()
    assert (
        told(race, 2, 2)[0]
        == "Cette case est maintenant au cheval 1 : le cheval 2 recule sur sa case de départ."
    )


def test_PD_21_a_horse_that_is_home_belongs_on_the_square_of_its_rank() -> None:
    race = racing({1: 28}, players=TWO, stable="single").roll("K")
    assert told(race, 1, 27) == (
        "Cheval 1 : sa place est sur la case d’arrivée n° 1.",
        "Horse 1 belongs on arrival square 1.",
    )
