"""Cards that lie on a drawn table are found where they lie, and a game laid out elsewhere is proposed there."""

from __future__ import annotations

from dataclasses import replace

from calibration.proposed_zones import proposed_zones
from calibration.zones import read_plan
from companion.evening.lying_cards import LyingCards
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.filmed.printed_room import PrintedRoom
from companion.games import zone_plan

PLAYERS = ("Ada", "Bea")


def test_a_discard_pile_that_lies_elsewhere_is_found_and_proposed_there() -> None:
    plan = read_plan(zone_plan("racko") or {})
    meant = plan.zone("discard")
    elsewhere = replace(meant, left=meant.left - 60.0, top=meant.top - 30.0)
    laid = replace(plan, zones=tuple(elsewhere if one.id == "discard" else one for one in plan.zones))
    table = FilmedTable(laid.for_players(PLAYERS), PLAYERS, PrintedRoom(102, EVENING_LIGHT, "racko"))
    table.lay({"stock": ("back",), "discard": ("17",)})
    cards = LyingCards().seen_in(table.picture(), table.view, plan.width, plan.height)
    assert len(cards) == 2
    asked = {one.zone.id: one for one in proposed_zones(plan, plan.cards_at_first, cards) if one.seen}
    found = asked["discard"].zone
    assert abs(found.left - elsewhere.left) < 8.0 and abs(found.top - elsewhere.top) < 8.0
