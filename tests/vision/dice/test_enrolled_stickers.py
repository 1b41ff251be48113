"""Stickers that no training saw are read after three photographs of the dice, on another evening."""

from __future__ import annotations

from vision.dice.enrolled_trial import ThrownTally, enrolled_dice, kind_of, read_thrown
from vision.dice.reader import DiceReader
from vision.scene.dice_photographs import shown_dice, thrown_dice, unseen_dice

ONE_COLOUR = 205
"""A make whose stickers are all printed in one colour on one ground."""


def test_stickers_of_one_colour_are_told_by_their_pictures() -> None:
    dice, reader = unseen_dice("stickers", ONE_COLOUR), DiceReader()
    kind = kind_of(dice)
    learnt, asked, wrong = enrolled_dice(reader, shown_dice(dice, ONE_COLOUR), kind, "ours")
    assert 6 <= asked <= 9 and wrong == 0
    (thrown,) = thrown_dice(dice, ONE_COLOUR, 1)
    tally = ThrownTally()
    tally.count(thrown, read_thrown(DiceReader(own=[learnt]), thrown, kind))
    assert tally.dice == tally.right == 5 and tally.invented == 0
