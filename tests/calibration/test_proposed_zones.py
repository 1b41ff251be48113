"""Zones proposed from the cards that lie on the table: "is this your discard pile?"."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from calibration.proposed_zones import LyingCard, proposed_zones
from calibration.zones import Holds, PlannedZone, TablePlan, read_plan
from companion.games import zone_plan


def plan_of(game: str) -> TablePlan:
    return read_plan(zone_plan(game) or {})


def laid_at(zone: PlannedZone, shift: tuple[float, float] = (0.0, 0.0)) -> LyingCard:
    """A card at the end of a zone from which it grows, moved by so much (mm)."""
    across, down = zone.left + zone.width / 2, zone.top + zone.height / 2
    width, height = (88.0, 57.0) if zone.width > zone.height else (57.0, 88.0)
    if zone.holds is Holds.FAN:
        reach = (zone.width - width) / 2
        across += reach if zone.towards == "west" else -reach
    return LyingCard(across + shift[0], down + shift[1], width, height)


def laid_out(game: str, shifts: Mapping[str, tuple[float, float]]) -> list[LyingCard]:
    plan = plan_of(game)
    return [laid_at(plan.zone(name), shifts.get(name, (0.0, 0.0))) for name in sorted(plan.cards_at_first)]


@pytest.mark.parametrize("game", ["racko", "crapette", "super_crack", "change_horses"])
def test_a_game_that_lies_where_its_zones_are_needs_no_question(game: str) -> None:
    assert proposed_zones(plan_of(game), plan_of(game).cards_at_first, laid_out(game, {})) == ()


def test_a_discard_pile_that_lies_elsewhere_is_asked_about() -> None:
    plan = plan_of("racko")
    told = proposed_zones(
        plan, plan_of("racko").cards_at_first, laid_out("racko", {"discard": (-40.0, 12.0)})
    )
    (asked,) = [one for one in told if one.zone.id == "discard"]
    before = plan.zone("discard")
    assert asked.seen
    assert (asked.zone.left, asked.zone.top) == pytest.approx((before.left - 40.0, before.top + 12.0))


def test_a_whole_game_that_lies_elsewhere_goes_there_together() -> None:
    """What is empty when the game begins keeps its place among the others."""
    moved = dict.fromkeys(plan_of("crapette").cards_at_first, (50.0, -20.0))
    plan = plan_of("crapette")
    told = proposed_zones(plan, plan_of("crapette").cards_at_first, laid_out("crapette", moved))
    assert {one.zone.id for one in told} == {zone.id for zone in plan.zones}
    assert [one.seen for one in told] == sorted((one.seen for one in told), reverse=True)
    for one in told:
        before = plan.zone(one.zone.id)
        assert (one.zone.left, one.zone.top) == pytest.approx((before.left + 50.0, before.top - 20.0))


def test_of_a_wider_layout_what_is_empty_lies_between() -> None:
    """The houses stand between the columns of both sides."""
    moved = {
        name: (-20.0 if name in ("T1", "T2", "T3", "T4") else 30.0, 0.0)
        for name in plan_of("crapette").cards_at_first
    }
    plan = plan_of("crapette")
    told = {
        one.zone.id: one
        for one in proposed_zones(plan, plan_of("crapette").cards_at_first, laid_out("crapette", moved))
    }
    assert all(told[f"T{number}"].seen for number in range(1, 9))
    zones = {zone.id: told[zone.id].zone if zone.id in told else zone for zone in plan.zones}
    before = plan.zones
    for first in before:
        for second in before:
            if first.id < second.id and not first.overlaps(second):
                assert not zones[first.id].overlaps(zones[second.id]), (first.id, second.id)


def test_a_card_that_was_not_found_leaves_the_others_their_places() -> None:
    cards = laid_out("crapette", dict.fromkeys(plan_of("crapette").cards_at_first, (40.0, 0.0)))
    del cards[sorted(plan_of("crapette").cards_at_first).index("T4")]
    told = {
        one.zone.id: one
        for one in proposed_zones(plan_of("crapette"), plan_of("crapette").cards_at_first, cards)
    }
    assert not told["T4"].seen and told["T3"].seen
    assert told["T4"].zone.left == pytest.approx(plan_of("crapette").zone("T4").left + 40.0)


def test_cards_in_a_heap_somewhere_else_say_nothing() -> None:
    heap = [LyingCard(870.0, 690.0 + 2.0 * place, 57.0, 88.0) for place in range(4)]
    told = proposed_zones(plan_of("racko"), plan_of("racko").cards_at_first, heap)
    assert sum(one.seen for one in told) <= 1
    assert proposed_zones(plan_of("racko"), plan_of("racko").cards_at_first, []) == ()


def test_what_is_printed_on_a_board_is_no_pile() -> None:
    """Squares look like small cards."""
    plan = plan_of("super_crack")
    track = plan.zone("track")
    squares = [LyingCard(track.left + 60.0 * place, track.top + 40.0, 52.0, 52.0) for place in range(1, 9)]
    assert proposed_zones(plan, ("pile",), squares) == ()
    pile = laid_at(plan.zone("pile"), (25.0, 25.0))
    told = proposed_zones(plan, ("pile",), [*squares, pile])
    assert [one.zone.id for one in told if one.seen] == ["pile"]
