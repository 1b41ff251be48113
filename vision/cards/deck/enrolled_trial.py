"""Tries a deck that was enrolled: a drawn one is photographed as families do, then read on other tables."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from vision.card_names import BACK, CARDS
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.looks import ReadsCards
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import Spread, SpreadCard, spread_of
from vision.cards.reader import CardReader
from vision.cards.stills import MOST_STILLS
from vision.readings import ASKED, SURE, CardReading
from vision.scene.deck import CardArt
from vision.scene.deck_photographs import FreeCard, SpreadDeck, enrolment_photographs, free_cards

_ON_A_TABLE = 26
_NEAR_MM = 30.0
"""A reading is that of a card whose middle lies no farther away: free cards lie farther apart."""
_DATE = "2026-11-23"

ReaderWith = Callable[[EnrolledDeck | None], CardReader]
"""Makes a reader that knows a deck, or none."""


@dataclass
class FreeCardTally:
    """What became of cards that lie free: `accepted` (0.9 or more), of these `right`; `asked` are told less surely,
    `missed` not at all. `invented` are further readings of 0.5 or more, a card that was read as two among them.
    """

    cards: int = 0
    accepted: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    invented: int = 0

    def count(self, lying: Sequence[FreeCard], readings: Sequence[CardReading], px_per_mm: float) -> None:
        """Compare what was read on a table with what lies there."""
        pairs = sorted(
            (apart, number, other)
            for number, card in enumerate(lying)
            for other, reading in enumerate(readings)
            if (apart := math.dist(card.middle, reading.centre)) < _NEAR_MM * px_per_mm
        )
        owned: dict[int, int] = {}
        for _, number, other in pairs:
            if number not in owned and other not in owned.values():
                owned[number] = other
        for number, card in enumerate(lying):
            self.cards += 1
            if number not in owned:
                self.missed += 1
                continue
            reading = readings[owned[number]]
            if reading.score < SURE:
                self.asked += 1
            else:
                self.accepted += 1
                self.right += reading.card == card.code
        left = (reading for other, reading in enumerate(readings) if other not in owned.values())
        self.invented += sum(reading.score >= ASKED for reading in left)

    def add(self, other: FreeCardTally) -> None:
        """Add the counts of another."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


@dataclass
class EnrolmentTally:
    """Of the cards on the photographs of decks that were enrolled: how many lay there, were asked, were named wrong
    without a question.
    """

    cards: int = 0
    asked: int = 0
    wrong: int = 0

    def add(self, other: EnrolmentTally) -> None:
        """Add the counts of another."""
        self.cards, self.asked, self.wrong = (
            self.cards + other.cards,
            self.asked + other.asked,
            self.wrong + other.wrong,
        )


def enrolled_deck(
    reader: ReadsCards, photographs: Sequence[SpreadDeck], name: str
) -> tuple[EnrolledDeck, EnrolmentTally]:
    """Enrol a deck from photographs, every question answered truly and nothing else put right. Raises TooFewCards."""
    spread = spread_of([reader.read(one.picture) for one in photographs], PACKS["52"])
    tally = EnrolmentTally(sum(len(one.cards) for one in photographs))
    while spread.doubtful and tally.asked < len(spread.cards):
        card = spread.doubtful[0]
        tally.asked += 1
        spread = spread.answered(card.number, _truth(card, photographs))
    tally.wrong = _wrong(spread, photographs)
    return enrol(spread, name, _DATE, reader.network), tally


def read_free_cards(
    art: CardArt,
    readers: Sequence[tuple[CardReader, int]],
    rng: np.random.Generator,
    px_per_mm: float,
) -> list[FreeCardTally]:
    """Lay all cards of a deck free on two tables, a back beside them, take three stills of each, and read them by
    each reader on so many of the stills; returns what became of them for each reader.
    """
    codes = [code for code in CARDS if code in art.cards]
    order = [codes[int(number)] for number in rng.permutation(len(codes))]
    tallies = [FreeCardTally() for _ in readers]
    looks_by = CardReader()
    for first in range(0, len(order), _ON_A_TABLE):
        table = free_cards(art, [*order[first : first + _ON_A_TABLE], BACK], rng, px_per_mm)
        stills = [table.light.still(table.scene, rng) for _ in range(max(count for _, count in readers))]
        looks = [looks_by.look(still, px_per_mm)[:2] for still in stills]
        for tally, (reader, count) in zip(tallies, readers, strict=True):
            read = reader.conclude_stills(looks[:count], px_per_mm, table.scene.shape, known=True)
            tally.count(table.cards, read.cards, px_per_mm)
    return tallies


TRIED: tuple[tuple[str, bool, int], ...] = (
    ("plain-one-still", False, 1),
    ("plain-three-stills", False, MOST_STILLS),
    ("enrolled-one-still", True, 1),
    ("enrolled-three-stills", True, MOST_STILLS),
)
"""The ways of reading that are compared: a name, whether the deck is known, how many stills."""


def try_decks(
    arts: Sequence[tuple[int, CardArt]], enroller: ReadsCards, reader_with: ReaderWith, px_per_mm: float
) -> Iterator[tuple[EnrolmentTally, dict[str, FreeCardTally]]]:
    """Enrol each deck, read it in all ways of `TRIED`, and yield the counts; a deck is drawn the same for the same
    number.
    """
    for number, art in arts:
        photographs = enrolment_photographs(art, np.random.default_rng((7, number)))
        deck, enrolment = enrolled_deck(enroller, photographs, f"deck {number}")
        readers = {True: reader_with(deck), False: reader_with(None)}
        tallies = read_free_cards(
            art,
            [(readers[is_known], count) for _, is_known, count in TRIED],
            np.random.default_rng((8, number)),
            px_per_mm,
        )
        yield enrolment, {name: tally for (name, _, _), tally in zip(TRIED, tallies, strict=True)}


def _wrong(spread: Spread, photographs: Sequence[SpreadDeck]) -> int:
    return sum(card.code != _truth(card, photographs) for card in spread.settled)


def _truth(card: SpreadCard, photographs: Sequence[SpreadDeck]) -> str | None:
    """The card that lies there, None where none does."""
    lying = photographs[card.photograph - 1].cards
    nearest = min(lying, key=lambda one: math.dist(one.middle, card.seen.position))
    beside = min(math.dist(one.middle, nearest.middle) for one in lying if one is not nearest)
    return nearest.code if math.dist(nearest.middle, card.seen.position) < beside / 2 else None
