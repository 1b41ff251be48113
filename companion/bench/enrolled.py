"""Measures reading after enrolment: drawn decks and dice that no training saw, shown once, then read elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from calibration.kept_enrolment import FamilyEnrolment, save_enrolment
from calibration.settings import Settings
from companion.bench.measure import Measure, share_measure
from companion.evening.family_readers import card_reader, dice_reader
from companion.progress import progress
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolled_trial import EnrolmentTally, FreeCardTally, try_decks
from vision.cards.reader import CardReader
from vision.dice.enrolled_dice import TooFewFaces
from vision.dice.enrolled_trial import ThrownTally, enrolled_dice, kind_of, read_thrown
from vision.dice.family_dice import FamilyDice
from vision.dice.reader import DiceReader
from vision.scene.deck import CardArt, Deck, KeptDrawings, random_deck_style
from vision.scene.dice_photographs import DicePrint, shown_dice, thrown_dice, unseen_dice

BENCH = "vision"
_DECKS_FROM = 980_000
"""No training draws decks of these numbers."""
_LANGUAGES = ("english", "french", "french_as", "german")
_PRINTS: tuple[DicePrint, ...] = ("letters", "pictures", "stickers")
_KEPT_DRAWINGS = 60
_RIGHT, _ASKED, _DICE_RIGHT = 99.9, 1.0, 99.0
_DEMANDED = "enrolled-three-stills"


@dataclass(frozen=True, slots=True)
class Counts:
    """How many decks are enrolled, how many makes of dice of each print, and how often five of these are thrown."""

    decks: int
    makes: int
    throws: int


SHORT, LONG = Counts(3, 1, 3), Counts(40, 20, 5)


def measure(counts: Counts, px_per_mm: float = 3.1) -> Iterator[Measure]:
    """Enrol and read a number of decks and dice, and yield the figures."""
    yield from _card_measures(counts.decks, px_per_mm)
    for print_ in _PRINTS:
        yield from _dice_measures(print_, counts)


def unseen_decks(count: int) -> list[tuple[int, CardArt]]:
    """Return decks of any look, their letters English, French or German, with their numbers."""
    decks: list[tuple[int, CardArt]] = []
    for number in range(_DECKS_FROM, _DECKS_FROM + count):
        language = _LANGUAGES[int(np.random.default_rng((number, 3)).integers(len(_LANGUAGES)))]
        decks.append(
            (number, KeptDrawings(Deck(random_deck_style(number, language=language)), _KEPT_DRAWINGS))
        )
    return decks


def _card_measures(decks: int, px_per_mm: float) -> Iterator[Measure]:
    enrolment = EnrolmentTally()
    ways: dict[str, FreeCardTally] = {}
    tried = try_decks(unseen_decks(decks), DeckReader(), _card_reader_with, px_per_mm)
    for enrolled, tallies in progress(tried, "decks", decks):
        enrolment.add(enrolled)
        for name, tally in tallies.items():
            ways.setdefault(name, FreeCardTally()).add(tally)
    yield _share("deck.asked", enrolment.asked, enrolment.cards)
    yield _share("deck.named_wrong_unasked", enrolment.wrong, enrolment.cards)
    for name, tally in ways.items():
        demanded = name == _DEMANDED
        target = _RIGHT if demanded else None
        yield share_measure(BENCH, f"{name}.right_of_accepted", tally.right, tally.accepted, target=target)
        yield _share(f"{name}.asked", tally.asked, tally.cards, _ASKED if demanded else None)
        yield _share(f"{name}.missed", tally.missed, tally.cards)
        yield Measure(BENCH, f"{name}.invented", tally.invented, "cards", tally.cards, higher_is_better=False)


def _dice_measures(print_: DicePrint, counts: Counts) -> Iterator[Measure]:
    plain, own = ThrownTally(), ThrownTally()
    factory, asked, faces, not_learnt = DiceReader(), 0, 0, 0
    for number in progress(range(counts.makes), f"dice with {print_}"):
        dice = unseen_dice(print_, number)
        kind, shown = kind_of(dice), shown_dice(dice, number)
        faces += sum(len(one.faces) for one in shown)
        try:
            learnt, questions, _ = enrolled_dice(factory, shown, kind, f"dice {number}")
            asked += questions
            reader = _dice_reader_with(learnt)
        except TooFewFaces:
            # The family would have to photograph them again; till then the network reads them alone.
            not_learnt, reader = not_learnt + 1, factory
        for thrown in thrown_dice(dice, number, counts.throws):
            plain.count(thrown, read_thrown(factory, thrown, kind))
            own.count(thrown, read_thrown(reader, thrown, kind))
    yield _share(f"dice-{print_}.faces_asked", asked, faces)
    yield _share(f"dice-{print_}.not_learnt", not_learnt, counts.makes)
    for name, tally in (("plain", plain), ("enrolled", own)):
        target = _DICE_RIGHT if name == "enrolled" else None
        group = f"dice-{print_}-{name}"
        yield share_measure(BENCH, f"{group}.right_and_sure", tally.right, tally.dice, target=target)
        yield _share(f"{group}.wrong_and_sure", tally.wrong_and_sure, tally.dice)
        yield _share(f"{group}.asked", tally.asked, tally.dice)
        yield _share(f"{group}.missed", tally.missed, tally.dice)


def _share(name: str, number: int, of: int, target: float | None = None) -> Measure:
    return share_measure(BENCH, name, number, of, target=target, higher_is_better=False)


def _card_reader_with(deck: EnrolledDeck | None) -> CardReader:
    """The reader of an evening of a family that enrolled this deck."""
    with TemporaryDirectory() as folder:
        if deck is not None:
            save_enrolment(Path(folder), FamilyEnrolment((deck,)))
        return card_reader(Path(folder), Settings())


def _dice_reader_with(dice: FamilyDice) -> DiceReader:
    with TemporaryDirectory() as folder:
        save_enrolment(Path(folder), FamilyEnrolment().with_dice(dice))
        return dice_reader(Path(folder))
