"""A box that a family has had for years: worn, and read all the same, since it is shown as it is now."""

from __future__ import annotations

import numpy as np
import pytest

from companion.filmed.drawn_boxes import shown_box
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.filmed.printed_room import PrintedRoom
from vision.printed.embedding import Embedder
from vision.printed.finding import CardFinder
from vision.printed.reader import PrintedReader
from vision.scene.printed_table import table_photograph

SEED = 702


def room(game: str, *hardships: str) -> PrintedRoom:
    return PrintedRoom(SEED, EVENING_LIGHT, game, frozenset(hardships))


@pytest.mark.parametrize("game", ["racko", "super_crack", "change_horses"])
def test_a_box_is_as_worn_as_the_evening_is_hard(game: str) -> None:
    new, worn, faded = room(game), room(game, "worn_deck"), room(game, "bleached_deck")
    label = new.box.labels[0]
    assert np.array_equal(new.box.cards[label], new.shown.cards[label])
    assert np.array_equal(faded.box.cards[label], faded.shown.cards[label])
    assert not np.array_equal(new.box.cards[label], worn.box.cards[label])
    assert faded.box.cards[label].mean() != new.box.cards[label].mean()
    assert any(not np.array_equal(worn.box.cards[one], worn.shown.cards[one]) for one in worn.box.labels), (
        "a copy of a card is creased elsewhere than the one that was shown"
    )


@pytest.mark.parametrize("game", ["racko", "change_horses"])
def test_a_worn_and_faded_card_is_told_by_its_own_look_and_never_taken_for_another(game: str) -> None:
    worn = room(game, "worn_deck", "bleached_deck")
    known = worn.box.labels[:10]
    finder = CardFinder()
    reader = PrintedReader(shown_box(worn.shown, SEED, finder, known), finder=finder, embedder=Embedder())
    told = [one.label for one in reader.read(table_photograph(worn.box, known[:8], SEED).picture)]
    right = [label for label in told if label is not None]
    assert len(set(right)) == len(right) >= 7, "one that is creased three times in dim light may be strange"
    assert set(right) <= set(known[:8])
