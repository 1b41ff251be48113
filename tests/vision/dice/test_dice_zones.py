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


class Tray:
    """A reader of dice that finds these, an ace and something beside it."""

    def __init__(self, beside: float) -> None:
        self._dice = tuple(
            DieReading((x, 5.0, x + 40.0, 45.0), (x + 20.0, 25.0), 40.0, ((face, 0.99),), presence, presence)
            for x, face, presence in ((10.0, "A", 0.999), (60.0, "9", beside))
        )

    def read_tray(self, picture: Any, **given: Any) -> TrayReading:
        return TrayReading(self._dice, 0.0)


def thrown(beside: float) -> ZoneReading:
    zones = DiceZones(cast("DiceReader", Tray(beside)), expected=lambda zone: 2)
    zone = WatchedZone(TRAY, 0.0, 0.0, 200.0, 60.0, kind=Reader.DICE)
    zones.lay_out([zone])
    cut = RectifiedZone(PICTURE, Point(0.0, 0.0), 1.0)
    look = Look(zone, cut, None, disturbed=True, photograph=False, keep=lambda picture: None, picture=PICTURE)
    return zones.readings([look])[TRAY]


@pytest.mark.parametrize(("beside", "told"), [(0.05, 1), (0.0905, 1), (0.3, 2), (0.999, 2)])
def test_a_shadow_beside_the_only_die_is_no_second_one(beside: float, told: int) -> None:
    """Films 466 and 741: one die for two was not called, for a shadow was a second one with 0.05."""
    assert len(thrown(beside).slots) == told
