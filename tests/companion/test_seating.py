"""Who sits where: what hands say of it, and what of that is taken on."""

from __future__ import annotations

import pytest

from companion.action import Rejected
from companion.seating import SURE, Hand, Posterior, Seating, TableSides, checked, seating_of, table_sides

RACE, CARDS = table_sides("poker_dice_race"), table_sides("crapette")
TWO = seating_of(RACE, ("Ada", "Bo"))
FOUR = seating_of(RACE, ("Ada", "Bo", "Cleo", "Dan"))
ROUND = {"Ada": "south", "Bo": "west", "Cleo": "north", "Dan": "east"}


def hands(*told: tuple[str, str], chance: float = 0.9998) -> list[Hand]:
    return [Hand(player, side, chance) for player, side in told]


def test_without_a_hand_the_usual_seating_is_believed():
    best, chance = Posterior(RACE, TWO, []).best
    assert best == {"Ada": "south", "Bo": "north"}
    assert chance == pytest.approx(0.97, abs=0.02)


def test_one_hand_from_elsewhere_is_not_believed_but_a_few_of_each_are():
    first = Posterior(RACE, TWO, hands(("Ada", "west")))
    assert first.best[1] < SURE
    assert first.of(TWO.sides) < 0.97
    best, chance = Posterior(RACE, TWO, hands(*[("Ada", "west"), ("Bo", "east")] * 2)).best
    assert best == {"Ada": "west", "Bo": "east"}
    assert chance >= SURE


def test_one_round_of_four_who_sit_in_order_around_the_table_is_nearly_enough():
    seen = hands(*ROUND.items())
    assert Posterior(RACE, FOUR, seen).best[0] == ROUND
    assert Posterior(RACE, FOUR, [*seen, *hands(*ROUND.items())]).best[1] >= SURE


def test_two_who_swapped_sides_over_cards_are_found():
    known = seating_of(CARDS, ("Ada", "Bo"))
    swapped = Posterior(CARDS, known, hands(("Ada", "north"), ("Bo", "south"), ("Ada", "north")))
    assert swapped.best[0] == {"Ada": "north", "Bo": "south"}
    assert swapped.best[1] >= SURE


def test_a_hand_seen_wrongly_among_right_ones_changes_nothing():
    seen = hands(("Ada", "south"), ("Bo", "north"), ("Ada", "north"), ("Bo", "north"), ("Ada", "south"))
    assert Posterior(RACE, TWO, seen).of(TWO.sides) >= SURE


def test_a_side_told_doubtfully_says_less():
    sure = Posterior(RACE, TWO, hands(("Ada", "west"), ("Bo", "east")))
    doubtful = Posterior(RACE, TWO, hands(("Ada", "west"), ("Bo", "east"), chance=0.6))
    assert doubtful.of(TWO.sides) > sure.of(TWO.sides)


def test_a_hand_that_may_be_of_the_other_at_that_edge_moves_nobody_from_it():
    six = table_sides("super_crack")
    known = seating_of(six, ("Ada", "Bo", "Cleo", "Dan", "Eve"))
    seen = hands(*[("Bo", "north-west"), ("Bo", "north")] * 4, chance=0.75)
    assert Posterior(six, known, seen).of(known.sides) > 0.95
    beside, elsewhere = (
        Posterior(six, known, hands(("Bo", side), chance=0.75)).of(known.sides)
        for side in ("north-west", "east")
    )
    assert beside > elsewhere


def test_two_who_swapped_at_one_edge_are_found_after_some_doubtful_hands_of_each():
    six = table_sides("super_crack")
    known = seating_of(six, ("Ada", "Bo", "Cleo", "Dan", "Eve"))
    swapped = {**known.sides, "Bo": "north-west", "Eve": "north"}
    rounds = [hands(*swapped.items(), chance=0.85) * number for number in (2, 4)]
    assert Posterior(six, known, rounds[0]).best[1] < SURE
    best, chance = Posterior(six, known, rounds[1]).best
    assert best == swapped and chance >= SURE


def test_what_people_say_outweighs_more_hands_than_what_is_usual():
    said = Seating(dict(TWO.sides), "people")
    seen = hands(("Ada", "west"), ("Bo", "east"))
    assert Posterior(RACE, said, seen).of(said.sides) > 5 * Posterior(RACE, TWO, seen).of(TWO.sides)


def test_two_may_sit_at_one_side_where_nothing_lies_before_them():
    seen = hands(*[("Ada", "south"), ("Bo", "south")] * 4)
    best, chance = Posterior(RACE, TWO, seen).best
    assert best == {"Ada": "south", "Bo": "south"}
    assert chance >= SURE


def test_two_at_one_side_where_each_has_a_place_of_their_own_stay_unclear():
    known = seating_of(CARDS, ("Ada", "Bo"))
    seen = hands(*[("Ada", "south"), ("Bo", "south")] * 4)
    posterior = Posterior(CARDS, known, seen)
    assert posterior.best[1] < SURE


def test_who_changes_chairs_later_is_followed():
    seen = hands(*[("Ada", "south"), ("Bo", "north")] * 20, *[("Ada", "north"), ("Bo", "south")] * 8)
    best, chance = Posterior(RACE, TWO, seen).best
    assert best == {"Ada": "north", "Bo": "south"}
    assert chance >= SURE


def test_the_last_remark_says_who_sits_where_and_what_was_there_before_is_usual():
    notes = [{"code": "seating", "sides": {"Ada": "north", "Bo": "south"}, "by": "hands"}]
    told = seating_of(RACE, ("Ada", "Bo"), notes, last=True)
    assert told == Seating({"Ada": "north", "Bo": "south"}, "hands", ("Ada", "Bo"))
    assert seating_of(RACE, ("Ada", "Bo"), notes).moved == ()
    assert seating_of(RACE, ("Ada", "Bo"), [{"code": "private_page", "player": "Bo"}]) == TWO


def test_people_are_asked_until_they_or_their_hands_have_said():
    asked = [{"code": "seating_asked"}]
    assert seating_of(RACE, ("Ada", "Bo"), asked).asked
    said = [*asked, {"code": "seating", "sides": dict(TWO.sides), "by": "people"}]
    assert not seating_of(RACE, ("Ada", "Bo"), said).asked


@pytest.mark.parametrize(
    "sides",
    [
        {"Ada": "north", "Bo": "north"},
        {"Ada": "north"},
        {"Ada": "north", "Cleo": "south"},
        {"Ada": "north", "Bo": "west"},
    ],
)
def test_nobody_can_sit_where_no_place_is(sides: dict[str, str]):
    with pytest.raises(Rejected, match="bad_seating"):
        checked(CARDS, ("Ada", "Bo"), sides)


def test_the_sides_of_a_table_are_those_of_its_plan():
    assert table_sides("racko") == TableSides(("south", "north", "west", "east"), frozenset({"rack_"}))
    assert not RACE.own_places
