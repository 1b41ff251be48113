"""The second look at backs: what two looks and the outline make of a heat."""

import cv2
import numpy as np
import pytest

from vision.cards import back_look
from vision.cards.back_look import confirm_backs, outline
from vision.cards.finding import BackSpot, Spots

PX_PER_MM = 3.0
HIGH = 88.0 * PX_PER_MM
WIDE = 63.0 * PX_PER_MM


class NoNetwork:
    """Nobody may run it."""

    def run(self, batch: np.ndarray) -> np.ndarray:
        raise AssertionError


def table_with_card() -> np.ndarray:
    image = np.full((600, 800, 3), 60, np.uint8)
    corner, far = (
        (round(400 - WIDE / 2), round(300 - HIGH / 2)),
        (round(400 + WIDE / 2), round(300 + HIGH / 2)),
    )
    cv2.rectangle(image, corner, far, (200, 60, 60), -1)
    return image


def back(x: float, heat: float) -> BackSpot:
    return BackSpot((x, 300.0), (0.0, -1.0), HIGH, heat)


def test_a_card_that_lies_free_shows_its_outline() -> None:
    image = table_with_card()
    assert outline(image, back(400.0, 0.5), PX_PER_MM) > 0.9
    assert outline(image, back(300.0, 0.5), PX_PER_MM) < 0.1


@pytest.mark.parametrize(("again", "hotter"), [(0.9, True), (0.2, False)])
def test_a_second_look_makes_a_back_likelier_or_not(
    monkeypatch: pytest.MonkeyPatch, again: float, hotter: bool
) -> None:
    monkeypatch.setattr(back_look, "find_in", lambda *_: Spots((), (back(406.0, again),)))
    (told,) = confirm_backs(NoNetwork(), table_with_card(), PX_PER_MM, [back(400.0, 0.6)])
    assert (told.heat > 0.6) == hotter
    assert told.centre == (403.0, 300.0)


def test_what_nothing_confirms_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(back_look, "find_in", lambda *_: Spots())
    seen, hidden = confirm_backs(
        NoNetwork(), table_with_card(), PX_PER_MM, [back(150.0, 0.8), back(400.0, 0.8)]
    )
    assert seen.centre == (400.0, 300.0) and hidden.heat < seen.heat < 0.8


def test_what_is_cold_is_not_looked_at_again() -> None:
    assert confirm_backs(NoNetwork(), table_with_card(), PX_PER_MM, [back(400.0, 0.2)]) == ()
