"""What the eyes tell of a tray: the dice that lie there, and no shadow beside them."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from calibration.geometry import Point
from companion.readers import Reader
from companion.sighting import ZoneReading
from vision.dice.dice_zones import TRAY, DiceZones
from vision.dice.reader import DiceReader, DieReading, TrayReading
from vision.eyes.zone_reader import Look
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

PICTURE = np.zeros((60, 200, 3), np.uint8)


def die(x: float, face: str, presence: float = 0.999) -> DieReading:
    return DieReading((x, 5.0, x + 40.0, 45.0), (x + 20.0, 25.0), 40.0, ((face, 0.99),), presence, presence)


class Tray:
    """A reader of dice that finds what lies there."""

    def __init__(self, *lying: DieReading) -> None:
        self.lying = lying
        self.zones = DiceZones(cast("DiceReader", self), expected=lambda zone: 2)
        self._zone = WatchedZone(TRAY, 0.0, 0.0, 200.0, 60.0, kind=Reader.DICE)
        self.zones.lay_out([self._zone])

    def read_tray(self, picture: Any, **given: Any) -> TrayReading:
        return TrayReading(self.lying, 0.0)

    def look(self, *, disturbed: bool = True) -> ZoneReading | None:
        """What is told of a throw; None where nobody threw."""
        cut = RectifiedZone(PICTURE, Point(0.0, 0.0), 1.0)
        look = Look(
            self._zone, cut, None, disturbed, photograph=False, keep=lambda picture: None, picture=PICTURE
        )
        return self.zones.readings([look]).get(TRAY)


@pytest.mark.parametrize(("beside", "told"), [(0.05, 1), (0.0905, 1), (0.3, 2), (0.999, 2)])
def test_a_shadow_beside_the_only_die_is_no_second_one(beside: float, told: int) -> None:
    """Films 466 and 741: one die for two was not called, for a shadow was a second one with 0.05."""
    reading = Tray(die(10.0, "A"), die(60.0, "9", beside)).look()
    assert reading is not None and len(reading.slots) == told


def test_dice_that_lie_elsewhere_were_thrown_though_no_hand_was_seen() -> None:
    """Film 747: a hand in a dim room was overlooked, and a pawn put down rightly was said to stop on an obstacle."""
    tray = Tray(die(10.0, "Q"), die(60.0, "Q"))
    assert tray.look(disturbed=False) is None, "they lay there when the game began"
    assert tray.look(disturbed=False) is None
    tray.lying = (die(90.0, "J"), die(140.0, "J"))
    reading = tray.look(disturbed=False)
    assert reading is not None and [slot.best[0] for slot in reading.slots] == ["J", "J"]
    assert tray.look(disturbed=False) is None, "it is told once"
    tray.lying = (die(140.0, "J"),)
    assert tray.look(disturbed=False) is None, "one was taken up"
    tray.lying = ()
    assert tray.look(disturbed=False) is None


def test_dice_that_a_look_overlooked_and_the_next_one_finds_were_not_thrown() -> None:
    both = (die(10.0, "Q"), die(60.0, "9"))
    tray = Tray(*both)
    assert tray.look() is not None
    for found in ((both[0],), both, (), both, (both[1],), both):
        tray.lying = found
        assert tray.look(disturbed=False) is None
