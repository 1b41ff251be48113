"""Reads the printed cards of an enrolled box in a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.network import FloatArray
from vision.printed.aligning import laid_finely, laid_over, moved
from vision.printed.certainty import PrintCertainty, features
from vision.printed.cut_out import ByteArray, Float64Array, Outline, cut_out
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import LOOK_SIZE, BoxMemory, Comparison, EnrolledBox, smaller
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.numbers import NumberReader
from vision.printed.same_print import PrintJudge
from vision.printed.standing_number import StandingNumber
from vision.printed.telling_apart import Difference

_LEAST_PRESENCE = 0.25
_CANDIDATES = 5
_TRIED = 6
"""So many of the cards that are most alike are laid over the card seen."""
_NEAR, _UNLIKE = 0.2, 0.45
"""What is less like than the most alike card by no more than the first is laid over it finely as well; nothing is
where that one is no more like than the second: the poorest card of drawn films had 0.97, the best other thing 0.53.
"""
PAIR_SHARE = 0.3
"""By so much a card is more like one than another of whose difference it shows all."""
_SHARPNESS = 20.0
"""How much more likely the more alike of two cards is."""
_ANY = 0.6
"""Where a number is read, so much of the doubt whether a card is the most alike is every other card's: fitted with
what ``standing_number`` believes.
"""
_SQUARE = 0.76
"""A card that looks narrower than this is surely longer than wide; one that looks squarer may be either way round."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintedReading:
    """One printed card in a picture.

    ``label`` is the name of the card; None: not one of the enrolled. ``score`` is the calibrated probability that the
    label (or that it has none) is right; ``candidates`` are names with their probabilities, the best first;
    ``presence`` the probability that a card lies there at all; ``outline`` where, px.
    """

    label: str | None
    score: float
    candidates: tuple[tuple[str, float], ...]
    presence: float
    outline: Outline


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A card cut out along an outline, uint8 BGR of ``LOOK_SIZE``, and its embedding."""

    outline: Outline
    card: ByteArray
    embedding: FloatArray


class PrintedReader:
    """Reads the cards of one enrolled box; holds networks of its own. Not for several threads at once."""

    def __init__(
        self,
        box: EnrolledBox,
        threads: int = 1,
        finder: CardFinder | None = None,
        embedder: Embedder | None = None,
        certainty: PrintCertainty | None = None,
        judge: PrintJudge | None = None,
        numbers: NumberReader | None = None,
    ) -> None:
        """``numbers`` reads what stands on the cards of a box of numbers; made where such a box needs it."""
        self._finder = finder or CardFinder(threads)
        self._embedder = embedder or Embedder(threads)
        self._certainty = certainty or PrintCertainty.load()
        self._judge = judge or PrintJudge(threads)
        self.memory = BoxMemory(box, self._embedder)
        self._number = StandingNumber.of(box, lambda: numbers or NumberReader(threads))
        self._differences: dict[tuple[int, int], Difference | None] = {}

    def read(self, image: ByteArray) -> list[PrintedReading]:
        """Return the cards in a picture, uint8 BGR (h, w, 3)."""
        return self.told(image, self._finder.find(image))

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], goes_on: Callable[[], None] = lambda: None
    ) -> list[PrintedReading]:
        """Return what the cards that were found in a picture are; what the picture's edge cuts off is left out unless
        it is one of the box: a tray, a book, a pile beside the table. ``goes_on`` is called after each of them.
        """
        compared = []
        for card in cards:
            compared.append(self.compare(image, card.outline))
            goes_on()
        return [
            reading
            for card, one, row in zip(cards, compared, features(compared), strict=True)
            for reading in self.judged([card], [one], [row])
            if reading.label is not None or not card.cut_off
        ]

    def judged(
        self, cards: Sequence[FoundCard], compared: Sequence[Comparison], numbers: Sequence[Sequence[float]]
    ) -> list[PrintedReading]:
        """Return what cards are that were compared; ``numbers`` are their features, as ``certainty`` tells them. What
        is hardly a card is left out.
        """
        readings = [self._told(*one) for one in zip(cards, compared, numbers, strict=True)]
        return [one for one in readings if one.label is not None or one.presence >= _LEAST_PRESENCE]

    def compare(self, image: ByteArray, outline: Outline) -> Comparison:
        """Compare what an outline shows with every card of the box, the way round that fits best, each of the most
        alike laid over it.
        """
        seen = self._seen(image, outline)
        tried = self._laid_over(image, seen)
        fits = [self._likeness(one) for one in (*seen, *tried.values())]
        alike = np.maximum.reduce([self.memory.by_card(one) for one in fits])
        told = self._told_apart(alike, tried)
        best, look = self._laid_best((*seen, *tried.values()), fits, int(told.argmax()))
        same = float(self._judge.same([(best.card, self.memory.looks[look])])[0])
        apart = self.memory.apart(best.embedding, look)
        says = None if self._number is None else self._number.says(image, best.outline)
        return Comparison(told, apart, self.memory.relations(look), same, best.outline, says)

    def laid_pairs(self, image: ByteArray, outline: Outline) -> list[tuple[float, int, ByteArray, ByteArray]]:
        """What an outline shows and each of the cards of the box that it is most like, one over the other: how alike
        they are, the number of the card, and both as ``PrintJudge`` takes them; the most alike first.
        """
        seen = self._seen(image, outline)
        tried = self._laid_over(image, seen)
        every = (*seen, *tried.values())
        fits = [self._likeness(one) for one in every]
        alike = np.maximum.reduce([self.memory.by_card(one) for one in fits])
        pairs = []
        for label in {self.memory.owner(look) for look in tried}:
            best, look = self._laid_best(every, fits, label)
            pairs.append((float(alike[label]), label, best.card, self.memory.looks[look]))
        return sorted(pairs, key=lambda pair: -pair[0])

    def _seen(self, image: ByteArray, outline: Outline) -> list[_Seen]:
        ways = _ways_round(outline, self.memory.box)
        cards = [cut_out(image, way, LOOK_SIZE) for way in ways]
        return [_Seen(*one) for one in zip(ways, cards, self._embedder.embed(cards), strict=True)]

    def _laid_best(self, seen: Sequence[_Seen], fits: Sequence[FloatArray], label: int) -> tuple[_Seen, int]:
        """The cut-out card and the turned look that fit best, of one card of the box."""
        looks = self.memory.looks_of(label)
        ours = np.stack([fit[looks] for fit in fits])
        which, at = divmod(int(ours.argmax()), ours.shape[1])
        return seen[which], looks.start + at

    def _told_apart(self, alike: FloatArray, tried: Mapping[int, _Seen]) -> FloatArray:
        """The likeness of each card of the box when those that come near the best were held against it one by one."""
        told = alike.copy()
        looks = sorted(tried, key=lambda look: -told[self.memory.owner(look)])
        if not looks:
            return told
        best = looks[0]
        for look in looks[1:]:
            first, second = self.memory.owner(best), self.memory.owner(look)
            if told[first] - told[second] > _NEAR:
                break
            difference = self._difference(best, look)
            if difference is None:
                continue
            speaks = difference.speaks_for_first(tried[best].card) * PAIR_SHARE
            told[first], told[second] = told[first] + speaks / 2, told[second] - speaks / 2
            if told[second] > told[first]:
                best = look
        return told

    def _difference(self, first: int, second: int) -> Difference | None:
        """What differs between two turned looks; None where that cannot be told."""
        if (first, second) not in self._differences:
            try:
                found = Difference(self.memory.looks[first], self.memory.looks[second])
            except ValueError:
                found = None
            self._differences[first, second] = found
        return self._differences[first, second]

    def _laid_over(self, image: ByteArray, seen: Sequence[_Seen]) -> dict[int, _Seen]:
        """The card cut out anew as each of the cards that it is most like lies over it, by turned look."""
        chances: dict[int, tuple[float, int, _Seen, tuple[int, int]]] = {}
        for one in seen:
            alike, moves = self.memory.shifted_likeness(one.embedding)
            for look in np.argsort(alike)[::-1][: 2 * _TRIED]:
                owner = self.memory.owner(int(look))
                if owner not in chances or chances[owner][0] < alike[look]:
                    right, down = moves[look]
                    chances[owner] = (float(alike[look]), int(look), one, (8 * int(right), 8 * int(down)))
        outlines: dict[int, Outline] = {}
        for _, look, one, shift in sorted(chances.values(), key=lambda chance: -chance[0])[:_TRIED]:
            corners = laid_over(smaller(one.card), self.memory.pictures[look], shift)
            outlines[look] = one.outline if corners is None else moved(one.outline, corners)
        tried = self._cut_out(image, outlines)
        fits = {look: float(self._likeness(one)[look]) for look, one in tried.items()}
        best = max(fits.values(), default=0.0)
        near = [look for look in tried if fits[look] > best - _NEAR]
        if len(near) < 2 or best < _UNLIKE:
            return tried
        for look in near:
            finely = laid_finely(tried[look].card, self.memory.looks[look])
            outlines[look] = outlines[look] if finely is None else moved(outlines[look], finely, LOOK_SIZE)
        return {**tried, **self._cut_out(image, {look: outlines[look] for look in near})}

    def _cut_out(self, image: ByteArray, outlines: Mapping[int, Outline]) -> dict[int, _Seen]:
        cards = [cut_out(image, outline, LOOK_SIZE) for outline in outlines.values()]
        told = self._embedder.embed(cards)
        return {
            look: _Seen(outline, card, one)
            for (look, outline), card, one in zip(outlines.items(), cards, told, strict=True)
        }

    def _likeness(self, seen: _Seen) -> FloatArray:
        return self.memory.likeness(seen.embedding, smaller(seen.card))

    def _told(self, card: FoundCard, compared: Comparison, numbers: Sequence[float]) -> PrintedReading:
        known, right = self._certainty.of(numbers)
        any_other = 0.0 if compared.number_says is None else _ANY
        shares = np.append(known * _shares(compared.alike, right, any_other), 1 - known)
        if compared.number_says is not None:
            shares = shares * compared.number_says / float(shares @ compared.number_says)
        strange = float(shares[-1])
        # By the print alone the most alike card comes first, however little that is to be believed: what is left over
        # is shared among others, none of which is likelier by itself.
        order = np.argsort(compared.alike if compared.number_says is None else shares[:-1])[::-1][
            :_CANDIDATES
        ]
        named = tuple((self.memory.labels[at], float(shares[at])) for at in order)
        label, likeliest = named[0]
        # What is told for a card of the box is a card, however faintly it shows.
        presence = 1 - (1 - self._certainty.presence(card)) * (1 - likeliest)
        if likeliest >= strange:
            return PrintedReading(label, presence * likeliest, named, presence, card.outline)
        return PrintedReading(None, presence * strange, named, presence, card.outline)


def _shares(alike: FloatArray, right: float, any_other: float) -> Float64Array:
    """How likely a card of the box is each, float64 (labels,), if it is so likely the one that it is most like: of
    what is left over a share is every other's, the rest goes to those that are more like the card seen.
    """
    powers = np.exp((alike.astype(np.float64) - alike.max(initial=0.0)) * _SHARPNESS)
    best = int(alike.argmax())
    powers[best] = 0.0
    others = max(1, len(powers) - 1)
    shares = (1 - right) * ((1 - any_other) * powers / max(1e-9, float(powers.sum())) + any_other / others)
    shares[best] = right
    return np.asarray(shares, np.float64)


def _ways_round(outline: Outline, box: EnrolledBox) -> list[Outline]:
    """The outline as the box's cards are kept; both ways where it cannot be told which side is the short one."""
    if box.shape == "round" or max(outline.ratio, box.ratio) < _SQUARE:
        return [outline]
    return [outline, outline.turned(1)]
