"""A game with a lane for every piece, tokens beside the board, printed cards and one die: filmed and read."""

from __future__ import annotations

import numpy as np
import pytest

from companion.filmed.filmable import can_film
from companion.filmed.filmed_game import FilmedGame, film_profile
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT, PictureCamera
from companion.games import load
from companion.readers import Reader
from companion.sighting import ZoneReading
from companion.simulated.parameters import noise_parameters
from companion.simulated.physical import Dropped, PhysicalTable, Touch

RACE = load("super_crack")
PLAYERS = ("Ada", "Bea")
SEED = 500
LIES = {
    "lane_2": ("square_0",),
    "lane_5": ("square_0",),
    "lane_9": ("square_5",),
    "pile": ("back",),
    "stable_1": ("horse_2", "horse_9"),
    "stable_2": ("horse_5",),
    "hand_2": ("back", "back"),
}


def shown(reading: ZoneReading) -> list[str]:
    return sorted(slot.best[0] for slot in reading.slots if slot.presence >= 0.5)


def test_every_part_of_the_table_is_watched() -> None:
    assert can_film(RACE)
    zones = FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT).zones
    kinds = {one.kind for one in zones}
    assert kinds == {Reader.PIECES, Reader.PRINTED_CARDS, Reader.TOKENS, Reader.DICE}
    lanes = [one for one in zones if one.kind is Reader.PIECES]
    assert {one.id for one in lanes} == {f"lane_{number}" for number in range(1, 17)}
    assert {one.watched_in for one in lanes} == {"track"}, "hands are followed over the track as a whole"


def test_a_film_is_raced_on_a_short_track() -> None:
    profile = film_profile(RACE)
    assert profile is not None
    assert profile["board"]["finish"] < RACE.default_profile()["board"]["finish"]


@pytest.mark.usefixtures("shown_at_once")
def test_a_throw_a_pawn_that_goes_and_a_bet_are_read_from_their_pictures() -> None:
    filmed = FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT)
    readers = filmed.readers({"die": 1, "lane_5": 1}.get)
    camera = PictureCamera(filmed, readers, noise_parameters(), journal=lambda: LIES)
    table = PhysicalTable(LIES)
    begun = camera.look(table, (), 0)
    assert {zone: shown(begun.zones[zone]) for zone in LIES} == {
        zone: sorted(faces) for zone, faces in LIES.items()
    }
    table.lay({**LIES, "die": ("4",), "lane_5": ("square_4",), "bet_1": ("red", "red", "green")})
    touches = [
        Touch("die", 2000, 2800, "north"),
        Touch("lane_5", 3000, 3800, "north"),
        Touch("bet_1", 6000, 6800, "south"),
    ]
    seen = camera.look(table, touches, 7000)
    assert shown(seen.zones["die"]) == ["4"]
    assert shown(seen.zones["bet_1"]) == ["green", "red", "red"]
    assert (shown(seen.zones["lane_5"]), shown(seen.zones["lane_2"])) == (["square_4"], ["square_0"])
    told = {one.zone: one.side for one in seen.disturbances}
    assert told["lane_5"] == "north" and told["bet_1"] == "south"
    assert "lane_2" not in told and "lane_9" not in told


def test_a_horse_that_falls_across_cards_on_its_way_is_not_drawn_as_one() -> None:
    filmed = FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT)
    table = FilmedTable(filmed.plan, PLAYERS, filmed.room, filmed.layers)
    table.lay({"hand_1": ("back",)})
    before = table._picture.copy()
    table.lay({"hand_1": ("back",)}, dropped=Dropped("hand_1", "square_14"))
    assert np.array_equal(table._picture, before)
    table.lay({"hand_1": ("back",)}, dropped=Dropped("hand_1", "pay_500"))
    assert not np.array_equal(table._picture, before)


def test_what_is_drawn_over_what_was_drawn_anew_is_drawn_again() -> None:
    filmed = FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT)
    table = FilmedTable(filmed.plan, PLAYERS, filmed.room, filmed.layers)
    table.lay({"bet_1": ("red", "blue", "green"), "lane_1": ("square_9",)})
    whole = table._picture.copy()
    table.lay({"stable_1": ("horse_1",), "lane_2": ("square_10",)})
    table.lay({"stable_1": (), "lane_2": ()})
    assert (table._picture == whole).mean() > 0.999
