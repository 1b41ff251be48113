"""The readers of an evening: with the family's own deck and dice, and the letters that its cards bear."""

from __future__ import annotations

import logging
from pathlib import Path

from calibration.kept_enrolment import BadEnrolment, FamilyEnrolment, load_enrolment
from calibration.settings import Settings
from vision.cards.reader import CardReader
from vision.dice import DiceReader
from vision.network import spare_cores

_log = logging.getLogger("companion.readers")


def card_reader(folder: Path, settings: Settings) -> CardReader:
    """A reader of cards that knows the decks enrolled in the data folder, as far as these models can use them."""
    decks = FamilyEnrolment(decks=_enrolled(folder).decks)
    _tell(left_out(decks))
    return CardReader(language=settings.card_letters, threads=spare_cores(), decks=usable(decks).decks)


def dice_reader(folder: Path) -> DiceReader:
    """A reader of dice that knows those enrolled in the data folder, as far as these models can use them."""
    dice = FamilyEnrolment(dice=_enrolled(folder).dice)
    _tell(left_out(dice))
    return DiceReader(threads=spare_cores(), own=usable(dice).dice)


def usable(enrolment: FamilyEnrolment) -> FamilyEnrolment:
    """The decks and dice that the models of today can use."""
    decks = enrolment.usable(CardReader().network) if enrolment.decks else ()
    network = DiceReader().network if enrolment.dice else None
    return FamilyEnrolment(decks, tuple(one for one in enrolment.dice if one.network == network))


def left_out(enrolment: FamilyEnrolment) -> list[str]:
    """The names of the decks and dice that other models enrolled: they have to be enrolled again."""
    kept = usable(enrolment)
    old_decks = [deck.name for deck in enrolment.decks if deck not in kept.decks]
    return old_decks + [one.name for one in enrolment.dice if one not in kept.dice]


def _enrolled(folder: Path) -> FamilyEnrolment:
    try:
        return load_enrolment(folder)
    except BadEnrolment as error:
        _log.warning("%s The evening goes on without it.", error)
        return FamilyEnrolment()


def _tell(names: list[str]) -> None:
    for name in names:
        _log.warning("“%s” was enrolled with other models and is not used: enrol it anew.", name)
