"""The bars of the dice reader on a part of the labelled photographs that lie beside the project, where they do."""

from pathlib import Path

import pytest

from companion.bench.vision import Tally, labelled_photographs, measure_groups
from vision.dice import DiceReader

PHOTOS = Path(__file__).resolve().parents[3].parent / "shared" / "photos"

pytestmark = [
    pytest.mark.skipif(
        not (PHOTOS / "labels.jsonl").exists(), reason="no labelled photographs at ../shared/photos"
    ),
    # One worker reads them once for all.
    pytest.mark.xdist_group("dice photographs"),
]

EVERY = {"tomek-jankowiak": 2, "N3VERS4YDIE": 8, "matteop65": 9, "nell-byler": 20, "fudw": 6}
"""One photograph in so many is read, so that the test stays quick; `companion bench vision` reads them all."""


@pytest.fixture(scope="module")
def groups() -> dict[str, Tally]:
    seen: dict[str, int] = {}
    chosen = []
    for photograph in labelled_photographs(PHOTOS):
        number = seen[photograph.source] = seen.get(photograph.source, -1) + 1
        if number % EVERY[photograph.source] == 0:
            chosen.append(photograph)
    return measure_groups(chosen, DiceReader(threads=1))


@pytest.mark.parametrize("group", ["tomek-jankowiak", "tomek-jankowiak-shrunk"])
def test_ordinary_dice_from_near_are_never_wrong_and_sure(groups: dict[str, Tally], group: str) -> None:
    tally = groups[group]
    assert tally.dice >= 40
    assert tally.wrong_and_sure == 0, tally.wrong
    assert tally.asked + tally.missed <= 2


def test_all_sources_together(groups: dict[str, Tally]) -> None:
    tally = groups["all"]
    assert tally.right >= 0.75 * tally.dice
    assert tally.wrong_and_sure <= 0.02 * tally.dice, tally.wrong


def test_a_tray_with_a_known_number_of_dice(groups: dict[str, Tally]) -> None:
    tally = groups["tomek-jankowiak-in-tray"]
    assert tally.dice >= 40
    assert tally.right >= 0.99 * tally.dice
    near = groups["near-in-tray"]
    assert near.dice >= 60
    assert near.wrong_and_sure == 0, near.wrong
