"""Measures what a family's enrolled deck gains by the answers of an evening: drawn decks and tables, unseen ones.

What each figure means is told in ``docs/enrolment.md``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography
from companion.bench.measure import Measure, share_measure
from companion.filmed.filmed_table import SIZES_MM
from companion.progress import Progress
from vision.card_names import CARDS
from vision.cards.answers import Language
from vision.cards.deck.enrolled_deck import EnrolledDeck, Examples
from vision.cards.deck.enrolment import learnt
from vision.cards.deck.learning import confirmed_look, learnable, with_confirmed
from vision.cards.deck.looks import IndexLook
from vision.cards.deck.own_deck import by_own_decks
from vision.cards.deck.pack import PACKS
from vision.cards.finding import BackSpot
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex
from vision.cards.table_reader import CardTableReader
from vision.readings import SURE
from vision.scene.deck import CardArt, Deck, KeptDrawings, random_deck_style
from vision.scene.played_table import PlayedTable
from vision.scene.surfaces import random_surface
from vision.watched_zone import WatchedZone

BENCH = "learning"
SHORT, LONG = 1, 9
_DECKS_FROM = 932_000
"""No training draws decks of these numbers."""
_LANGUAGES: tuple[Language, ...] = ("english", "french_as", "german")
_KINDS = ("beside", "tiny", None, "any")
"""Prints, in turn: with the sign beside the figure, with indices 5 mm wide, (no deck), and any."""
_MISREAD = 5
"""A deck is measured if the networks alone read at least this many cards of one table doubtfully or wrong."""
_ANSWERED, _TRIED = 4, 4
"""Tables whose doubts people settle, and tables on which is tried what that is worth."""
_MISSING = 0.25
"""Share of the cards that are missing from the photograph of a poorly enrolled deck."""
_ALL = 48 * _ANSWERED
_EVENINGS = {
    "poor": (("few_answers", 3, 0.0), ("all_answers", _ALL, 0.0), ("some_wrong", _ALL, 0.2)),
    "well": (("all_answers", _ALL, 0.0), ("some_wrong", _ALL, 0.2)),
}
"""By how a deck was enrolled: a name, how many questions people answer at most, and how many of them wrong."""
_SPREAD_MM, _SPREAD_PX_PER_MM = (960.0, 460.0), 2.6
_TABLE_MM, _TABLE_PX_PER_MM = (900.0, 700.0), 1.7
"""What a camera of 1920 x 1080 px shows of a table."""
_SPREAD = tuple(
    WatchedZone(f"{r}.{c}", 20 + 71.0 * c, 20 + 105.0 * r, 70, 98) for r in range(4) for c in range(13)
)
_TABLE = tuple(
    WatchedZone(f"{r}.{c}", 30 + 105.0 * c, 10 + 115.0 * r, 74, 98) for r in range(6) for c in range(8)
)

Image = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Light:
    """How a picture was taken: brightness, blur px, noise in grey levels."""

    brightness: float
    blur: float
    noise: float

    def of(self, picture: Image, rng: np.random.Generator) -> Image:
        blurred = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), self.blur) if self.blur else picture
        tinted = blurred * np.array([0.8, 1.0, 1.1], np.float32) * self.brightness
        return np.clip(tinted + rng.normal(0, self.noise, picture.shape), 0, 255).astype(np.uint8)


_LAMPLIGHT = _Light(0.4, 0.7, 8.0)
_POOR, _DIM, _GOOD = _Light(0.5, 1.0, 8.0), _Light(0.6, 0.0, 4.0), _Light(1.0, 0.0, 3.0)
_KEPT_CARDS = 120


@dataclass(frozen=True, slots=True)
class _Laid:
    """A picture of a table of cards: the map to mm, and what lies in each zone."""

    picture: Image
    bare: Image
    plane: Homography
    faces: dict[str, str]

    def eyes(self, reader: CardReader) -> CardTableReader:
        """What reads this table."""
        eyes = CardTableReader(reader, self.plane, _TABLE)
        eyes.remember_bare(self.bare)
        return eyes


class _Remembering(CardReader):
    """A reader that asks the networks once about a picture, however often other decks judge it."""

    def __init__(self, language: Language) -> None:
        super().__init__(language=language)
        self._spoken: Language = language
        self._said: dict[bytes, tuple[list[ReadIndex], tuple[BackSpot, ...], float | None]] = {}

    def look(
        self, picture: NDArray[np.generic], px_per_mm: float | None = None
    ) -> tuple[list[ReadIndex], tuple[BackSpot, ...], float | None]:
        """As that of every reader."""
        key = hashlib.sha256(picture.tobytes()).digest()
        if key not in self._said:
            decks = self.decks
            self.use(())
            self._said[key] = super().look(picture, px_per_mm)
            self.use(decks)
        read, backs, scale = self._said[key]
        return by_own_decks(read, self.decks, self._spoken), backs, scale


@dataclass(frozen=True, slots=True)
class ToldCard:
    """What became of one card."""

    face: str
    told: str
    chance: float

    @property
    def is_found(self) -> bool:
        return self.told in CARDS

    @property
    def is_doubtful(self) -> bool:
        return self.is_found and self.chance < SURE

    @property
    def is_wrong(self) -> bool:
        return self.is_found and self.told != self.face


@dataclass
class LearningTally:
    """What became of cards that were read: not found, doubtful below 0.9, wrong whatever the certainty, wrong and
    sure; and of those that were read right and surely before people answered, how many are not any more.
    """

    cards: int = 0
    not_found: int = 0
    doubtful: int = 0
    wrong: int = 0
    wrong_and_sure: int = 0
    lost: int = 0

    def count(self, told: Sequence[ToldCard], before: Sequence[ToldCard]) -> None:
        for one, was in zip(told, before, strict=True):
            self.cards += 1
            self.not_found += not one.is_found
            self.doubtful += one.is_doubtful
            self.wrong += one.is_wrong
            self.wrong_and_sure += one.is_wrong and not one.is_doubtful
            self.lost += _is_settled(was) and not _is_settled(one)

    def measures(self, name: str) -> Iterator[Measure]:
        for what in ("doubtful", "wrong", "wrong_and_sure", "lost", "not_found"):
            count = getattr(self, what)
            yield share_measure(BENCH, f"{name}.{what}", count, self.cards, higher_is_better=False)


def _is_settled(told: ToldCard) -> bool:
    return told.is_found and not told.is_doubtful and not told.is_wrong


@dataclass
class _Answers:
    """What became of people's answers: corners of cards that were learnt, and those that were kept out."""

    given: int = 0
    unusable: int = 0
    learnt: int = 0
    kept_out: int = 0


@dataclass
class Learning:
    """Everything that was counted, by how the deck was enrolled and what it learnt since."""

    tallies: dict[str, LearningTally] = field(default_factory=dict)
    answers: dict[str, _Answers] = field(default_factory=dict)

    def family(self, number: int) -> bool:
        """Enrol one family's deck twice, poorly and well, and read the same tables before and after the answers.

        Returns False, and counts nothing, where the networks alone read this deck.
        """
        kind = _KINDS[number % len(_KINDS)]
        if kind is None:
            return False
        language = _LANGUAGES[number % len(_LANGUAGES)]
        art = _deck(number, kind, language)
        reader = _Remembering(language)
        alone = _read(reader, (), [_table(art, np.random.default_rng((_DECKS_FROM, number, 70)), _LAMPLIGHT)])
        if sum(not _is_settled(one) for one in alone) < _MISREAD:
            return False
        rng = np.random.default_rng((_DECKS_FROM, number, 71))
        there = rng.random(len(CARDS)) >= _MISSING
        poor = _enrolled(art, reader, (_POOR,), there, rng)
        well = _enrolled(art, reader, (_GOOD, _DIM), np.ones(len(CARDS), np.bool_), rng)
        evening = [_table(art, rng) for _ in range(_ANSWERED)]
        tried = [_table(art, rng) for _ in range(_TRIED)]
        self._count("not_enrolled", _read(reader, (), tried))
        for how, deck in (("poor", poor), ("well", well)):
            before = _read(reader, (deck,), tried)
            self._count(how, before, of=deck)
            for name, most, wrong in _EVENINGS[how]:
                told = f"{how}_{name}"
                taught = self._taught_by(told, reader, deck, evening, most, wrong, number)
                self._count(told, _read(reader, (taught,), tried), before, of=deck)
        return True

    def _count(
        self,
        name: str,
        told: Sequence[ToldCard],
        before: Sequence[ToldCard] | None = None,
        of: EnrolledDeck | None = None,
    ) -> None:
        was = told if before is None else before
        self.tallies.setdefault(name, LearningTally()).count(told, was)
        if of is not None and of.missing:
            strangers = [number for number, one in enumerate(told) if one.face in of.missing]
            tally = self.tallies.setdefault(f"{name}.never_enrolled", LearningTally())
            tally.count([told[number] for number in strangers], [was[number] for number in strangers])

    def _taught_by(
        self,
        name: str,
        reader: _Remembering,
        deck: EnrolledDeck,
        evening: Sequence[_Laid],
        most: int,
        wrong: float,
        seed: int,
    ) -> EnrolledDeck:
        """The deck after an evening: every doubtful card is asked, up to a limit, and learnt before the next."""
        chance = np.random.default_rng((seed, 73))
        answers = self.answers.setdefault(name, _Answers())
        left = most
        for number, laid in enumerate(evening):
            eyes = laid.eyes(reader)
            for zone, face in laid.faces.items():
                if not left:
                    return deck
                reader.use((deck,))
                slot = eyes.read(laid.picture, only=[zone])[zone].slots[0]
                if not ToldCard(face, *slot.best).is_doubtful:
                    continue
                looks = eyes.looks(zone)
                left -= 1
                answers.given += 1
                answers.unusable += not looks
                told = face
                if chance.random() < wrong:
                    others = [other for other in slot.faces if other in CARDS and other != face]
                    told = others[0] if others else CARDS[int(chance.integers(len(CARDS)))]
                deck = self._taught(deck, told, looks[0] if looks else (), number, answers)
        return deck

    @staticmethod
    def _taught(
        deck: EnrolledDeck, told: str, looks: Sequence[IndexLook], table: int, answers: _Answers
    ) -> EnrolledDeck:
        good = [look for _, look in learnable((deck,), told, looks)[0]]
        answers.learnt += len(good)
        answers.kept_out += len(looks) - len(good)
        day = f"2026-11-{table + 1:02}"
        new = [confirmed_look(look, told, "table", day, "drawn", (1,)) for look in good]
        return with_confirmed(deck, new) if new else deck

    def measures(self) -> Iterator[Measure]:
        """Yield the figures."""
        for name, tally in self.tallies.items():
            yield from tally.measures(name)
        for name, answers in self.answers.items():
            for what in ("given", "unusable", "learnt", "kept_out"):
                yield Measure(BENCH, f"{name}.{what}", getattr(answers, what), "of all", answers.given)


def measure(families: int) -> Iterator[Measure]:
    """Draw families' decks that the networks misread, and tables, and yield the figures."""
    learning = Learning()
    number = found = 0
    with Progress("families", families) as counted:
        while found < families:
            if learning.family(number):
                found += 1
                counted.step()
            number += 1
    yield from learning.measures()


def _deck(number: int, kind: str, language: Language) -> CardArt:
    style = random_deck_style(
        _DECKS_FROM + number,
        language=language,
        width_mm=5.0 if kind == "tiny" else None,
        beside=True if kind == "beside" else None,
    )
    return KeptDrawings(Deck(replace(style, size=SIZES_MM[0])), _KEPT_CARDS)


def _table(art: CardArt, rng: np.random.Generator, light: _Light | None = None) -> _Laid:
    """48 cards in a room of its own, in lamplight."""
    light = light or replace(_LAMPLIGHT, brightness=float(rng.uniform(0.3, 0.55)))
    cards = rng.permutation(len(CARDS))[: len(_TABLE)]
    faces = {zone.id: CARDS[card] for zone, card in zip(_TABLE, cards, strict=True)}
    return _laid(art, _TABLE, faces, _TABLE_MM, _TABLE_PX_PER_MM, light, rng)


def _read(reader: _Remembering, decks: Sequence[EnrolledDeck], tables: Sequence[_Laid]) -> list[ToldCard]:
    """Every card of the tables as it is read by a reader that knows these decks."""
    reader.use(decks)
    return [
        ToldCard(laid.faces[zone], *reading.slots[0].best)
        for laid in tables
        for zone, reading in laid.eyes(reader).read(laid.picture).items()
    ]


def _enrolled(
    art: CardArt,
    reader: CardReader,
    lights: Sequence[_Light],
    there: NDArray[np.bool_],
    rng: np.random.Generator,
) -> EnrolledDeck:
    """The deck from photographs of known scale of the cards that are ``there`` (52,), every name put right."""
    found: list[tuple[int, IndexLook, int]] = []
    for photograph, light in enumerate(lights, 1):
        faces = {zone.id: card for zone, card, lies in zip(_SPREAD, CARDS, there, strict=True) if lies}
        laid = _laid(art, _SPREAD, faces, _SPREAD_MM, _SPREAD_PX_PER_MM, light, rng)
        reader.use(())
        eyes = CardTableReader(reader, laid.plane, _SPREAD)
        eyes.read(laid.picture, only=faces)
        for zone, card in faces.items():
            (looks,) = eyes.looks(zone) or ((),)
            found += [(CARDS.index(card), look, photograph) for look in looks]
    examples = Examples(
        np.array([code for code, _, _ in found], np.intp),
        np.array([look.embedding for _, look, _ in found], np.float32),
        np.array([look.card for _, look, _ in found], np.float32),
        np.array([photograph for _, _, photograph in found], np.intp),
    )
    return learnt(examples, PACKS["52"], "drawn", "2026-11-01", reader.network, None)


def _laid(
    art: CardArt,
    zones: Sequence[WatchedZone],
    faces: dict[str, str],
    size_mm: tuple[float, float],
    px_per_mm: float,
    light: _Light,
    rng: np.random.Generator,
) -> _Laid:
    ground, tilt = random_surface(700, 900, rng), float(rng.uniform(0.0, 6.0))
    table = PlayedTable(size_mm, zones, {"": [art]}, ground, rng, px_per_mm=px_per_mm, tilt_deg=tilt)
    table.lay({zone: (face,) for zone, face in faces.items()})
    return _Laid(light.of(table.picture, rng), light.of(table.bare, rng), table.plane, faces)
