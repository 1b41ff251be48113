"""What is printed on cards is no dice; dice that lie on cards are."""

from __future__ import annotations

import math

import pytest

from companion.cli.read import _is_printed_on
from vision.readings import CardReading, DieReading

ASKEW = math.radians(40.0)
CARD = CardReading(
    box=(40.0, 30.0, 360.0, 370.0),
    centre=(200.0, 200.0),
    up=(math.sin(ASKEW), -math.cos(ASKEW)),
    size_px=(200.0, 280.0),
    candidates=(("7H", 0.99),),
    indices=(),
    score=0.99,
    presence=1.0,
)


def die(x: float, y: float, side_px: float, score: float) -> DieReading:
    half = side_px / 2
    return DieReading((x - half, y - half, x + half, y + half), (x, y), side_px, (("4", score),), score, 1.0)


@pytest.mark.parametrize(
    ("found", "printed"),
    [
        pytest.param(die(210.0, 190.0, 180.0, 0.99), True, id="four hearts, as large as no die, though sure"),
        pytest.param(die(210.0, 190.0, 50.0, 0.99), False, id="a die on the card"),
        pytest.param(die(210.0, 190.0, 50.0, 0.7), True, id="a doubtful one is one of its signs"),
        pytest.param(die(60.0, 50.0, 180.0, 0.99), False, id="beside the card, which lies askew"),
        pytest.param(die(900.0, 50.0, 50.0, 0.3), False, id="far from it"),
    ],
)
def test_what_is_printed_on_a_card_is_no_die(found: DieReading, printed: bool) -> None:
    assert _is_printed_on(found, CARD) is printed


def test_of_a_card_that_is_itself_in_doubt_nothing_follows() -> None:
    doubtful = CardReading(
        CARD.box, CARD.centre, CARD.up, CARD.size_px, (("7H", 0.3),), (), score=0.3, presence=0.5
    )
    assert not _is_printed_on(die(210.0, 190.0, 180.0, 0.99), doubtful)
