"""The readers of an evening: with the family's own deck and dice, and the letters that its cards bear."""

from __future__ import annotations

import logging
from pathlib import Path

from calibration.kept_enrolment import BadEnrolment, FamilyEnrolment, load_enrolment
from calibration.settings import Settings
from vision.cards.reader import CardReader
from vision.dice import DiceReader

_log = logging.getLogger("companion.readers")


def card_reader(folder: Path, settings: Settings) -> CardReader:
    """A reader of cards that knows the decks enrolled in the data folder, as far as these models can use them."""
    decks = _enrolled(folder).decks
    network = CardReader().network
    usable = tuple(deck for deck in decks if deck.network == network)
    _tell_left_out([deck.name for deck in decks if deck not in usable])
    return CardReader(language=settings.card_letters, decks=usable)


def dice_reader(folder: Path) -> DiceReader:
    """A reader of dice that knows those enrolled in the data folder, as far as these models can use them."""
    dice = _enrolled(folder).dice
    network = DiceReader().network
    usable = tuple(one for one in dice if one.network == network)
    _tell_left_out([one.name for one in dice if one not in usable])
    return DiceReader(own=usable)


def _enrolled(folder: Path) -> FamilyEnrolment:
    try:
        return load_enrolment(folder)
    except BadEnrolment as error:
        _log.warning("%s The evening goes on without it.", error)
        return FamilyEnrolment()


def _tell_left_out(names: list[str]) -> None:
    for name in names:
        _log.warning("“%s” was enrolled with other models and is not used: enrol it anew.", name)
