"""Reads the numbers printed on cards of any box, 0 to 99, without anything being enrolled.

Every place where a number stands says which it may be, read either way up; bars, the other places, the numbers that
the box has, and what way the other cards of the picture lie decide between 6 and 9, 16 and 91.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.logistic import logistic
from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.figures import WAYS, FigureReader, TellsFigures
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.marks import Mark, marks_on, straightened
from vision.printed.number_places import NUMBERS, NumberPlace, common_share, lying_box, places_of

CALIBRATION = Path(__file__).parent.parent / "models" / "number_calibration.json"
FEATURES = (
    "one",
    "logit of the best",
    "places",
    "sureness of the best place",
    "other places",
    "height",
    "two figures",
)
"""What the certainty weighs: how far the likeliest number is ahead; how many places show it, and how surely one does;
how many show another; how high it stands on the card at most, both logarithms; and whether it has two figures: one
alone may be half of another number, or a stroke.
"""
_CANDIDATES, _LEAST = 4, 0.005
_SHOWS_IT = 0.7
"""How likely a place shows the card's number, if the card has one."""
_LOOKS_LIKE = np.full(NUMBERS, 0.012)
_LOOKS_LIKE[:10] = (0.2, 0.22, 0.04, 0.04, 0.04, 0.04, 0.05, 0.06, 0.05, 0.05)
"""How likely what is no number looks like each: a stroke like a 1, a ring like a 0, and hardly like two figures."""
NO_NUMBER, _NONE_OF_BOX = 0.05, 0.01
"""How likely a card shows no number; and one where it is known which numbers the box has."""
_FURTHER = 0.6
"""What a further place counts beside the first: figures of one type are misread alike."""
_BAR_SAYS = 30.0
"""So much likelier a number is read with the bar under it than with the bar over it."""
_SHOWN, _SHOWS_ANOTHER = 0.3, 0.5
"""A place shows a number that it is so likely; another one if what else it may be is so likely together."""
_HEIGHT_PX, _LEAST_HEIGHT_PX = 40.0, 8.0
_ONE_SPOT = 0.25
_TELLS_THE_WAY = 0.7
"""Cards that are told so surely say which way up the others lie."""
_LEAST_CARDS, _MOST_TURN = 3, 0.9
_LIES_AS_OTHERS = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class NumberReading:
    """A card with a number: ``value`` is the most probable one, None where it tells none; ``score`` the probability
    that this is right; ``candidates`` are numbers with their probabilities, the best first; ``presence`` the
    probability that a card lies there at all; ``outline`` where, px.
    """

    value: int | None
    score: float
    candidates: tuple[tuple[int, float], ...]
    presence: float
    outline: Outline


@dataclass(frozen=True, slots=True, eq=False)
class NumberEvidence:
    """What a card says: how likely it is each number, float64 (NUMBERS,), and what lacks to 1, that it shows none;
    the FEATURES of how surely; ``way``: how many quarters what was read is turned clockwise, None where it is read
    as well upside down or several ways.
    """

    shares: Float64Array
    features: tuple[float, ...]
    way: int | None


@dataclass(frozen=True, slots=True)
class NumberCertainty:
    """How surely numbers are told: ``right`` is a logistic model over FEATURES, that the likeliest number is the
    card's; ``none`` the probability that a card has no number where none is read.
    """

    right: tuple[float, ...]
    none: float

    @staticmethod
    def load(path: Path = CALIBRATION) -> NumberCertainty:
        """Read the model; raises FileNotFoundError or ValueError."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["features"]) != FEATURES:
            raise ValueError(f"{path}: made for other features; run the calibration again")
        return NumberCertainty(tuple(float(one) for one in data["right"]), float(data["none"]))

    def save(self, path: Path) -> None:
        """Write the model as JSON."""
        right = [round(one, 5) for one in self.right]
        data = {"features": FEATURES, "right": right, "none": round(self.none, 3)}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    def of(self, features: Sequence[float]) -> float:
        """The probability that the likeliest number of a card with these features is right."""
        total = sum(weight * number for weight, number in zip(self.right, features, strict=True))
        return logistic(total)


class NumberReader:
    """Reads number cards; holds networks of its own. Not for several threads at once."""

    def __init__(
        self,
        threads: int = 1,
        finder: CardFinder | None = None,
        figures: TellsFigures | None = None,
        certainty: NumberCertainty | None = None,
    ) -> None:
        self._threads, self._finder = threads, finder
        self._figures = figures or FigureReader(threads)
        self._certainty = NumberCertainty.load() if certainty is None else certainty

    def read(self, image: ByteArray, numbers: Collection[int] | None = None) -> list[NumberReading]:
        """Return the cards in a picture, uint8 BGR (h, w, 3); ``numbers`` are those that the box has."""
        if self._finder is None:
            self._finder = CardFinder(self._threads)
        return self.told(image, self._finder.find(image), numbers)

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], numbers: Collection[int] | None = None
    ) -> list[NumberReading]:
        """Return the numbers on the cards that were found in a picture; ``numbers`` are those that the box has."""
        spots = [self.spots(straightened(image, card.outline)) for card in cards]
        told = [evidence(one, numbers) for one in spots]
        upwards = [
            _upwards(card.outline, one.way)
            if one.way is not None and self._score(one) >= _TELLS_THE_WAY
            else None
            for card, one in zip(cards, told, strict=True)
        ]
        common = _common([up for up in upwards if up is not None])
        if common is not None:
            told = [
                one
                if self._score(one) >= _TELLS_THE_WAY
                else evidence(mine, numbers, _ways(card.outline, common))
                for card, one, mine in zip(cards, told, spots, strict=True)
            ]
        return [self._reading(card, one) for card, one in zip(cards, told, strict=True)]

    def spots(self, card: ByteArray) -> list[list[NumberPlace]]:
        """The places of a straightened card where numbers stand, those together that lie upon each other."""
        marks: list[Mark] = marks_on(card)
        size = (card.shape[1], card.shape[0])
        return gathered(places_of(marks, self._figures.shares(marks), size), size)

    def _score(self, one: NumberEvidence) -> float:
        return self._certainty.of(one.features)

    def stands_on(self, card: ByteArray, surest: float = 1.0) -> Float64Array:
        """How likely each number stands on a straightened card, and last none, float64 (NUMBERS + 1,): as surely as
        the certainty says, ``surest`` at most, each number thought as likely before as any, and none as
        ``NO_NUMBER``.
        """
        return self._believed(evidence(self.spots(card)), surest)[1]

    def _believed(self, one: NumberEvidence, surest: float = 1.0) -> tuple[int, Float64Array]:
        """The likeliest number, ``NUMBERS`` for none, and how likely each is, and none: the likeliest as the
        certainty says, and what it is not is shared among the others as the card says.
        """
        shares = np.append(one.shares, max(0.0, 1.0 - float(one.shares.sum())))
        best = int(shares.argmax())
        if best < NUMBERS:
            right = min(surest, self._score(one))
            shares *= (1.0 - right) / max(1e-9, 1.0 - float(shares[best]))
            shares[best] = right
        return best, shares

    def _reading(self, card: FoundCard, one: NumberEvidence) -> NumberReading:
        best, shares = self._believed(one)
        value, right = (best, float(shares[best])) if best < NUMBERS else (None, self._certainty.none)
        order = [int(at) for at in np.argsort(one.shares)[::-1][:_CANDIDATES]]
        kept = tuple((at, float(shares[at])) for at in order if shares[at] >= _LEAST)
        return NumberReading(value, right * card.presence, kept, card.presence, card.outline)


def gathered(places: Sequence[NumberPlace], size: tuple[int, int]) -> list[list[NumberPlace]]:
    """Places of a card of a size (width, height) together that lie upon each other when read in several ways."""
    spots: list[list[NumberPlace]] = []
    order = sorted(places, key=lambda one: -float(one.shares.sum()) * math.sqrt(one.box[2] * one.box[3]))
    for place in order:
        box = lying_box(place.box, size, place.way)
        for spot in spots:
            first = lying_box(spot[0].box, size, spot[0].way)
            if common_share(box, first)[0] > _ONE_SPOT:
                spot.append(place)
                break
        else:
            spots.append([place])
    return spots


def evidence(
    spots: Sequence[Sequence[NumberPlace]],
    numbers: Collection[int] | None = None,
    ways: Sequence[float] = (1.0,) * WAYS,
) -> NumberEvidence:
    """Weigh what the places of a card say against each other; ``numbers`` are those that can be, ``ways`` how likely
    the card is read turned by each number of quarters.
    """
    told = [_of_spot(spot, numbers, ways) for spot in spots]
    told = [one for one in told if one[0].sum() > 0.05]
    allowed = np.ones(NUMBERS) if numbers is None else np.zeros(NUMBERS)
    if numbers is not None:
        allowed[[number for number in numbers if number < NUMBERS]] = 1.0
    if not told:
        return NumberEvidence(np.zeros(NUMBERS), (1.0, *(0.0,) * (len(FEATURES) - 1)), None)
    logs = np.stack(
        [np.log(1 - _SHOWS_IT + _SHOWS_IT * _with_parts(shares / _LOOKS_LIKE)) for shares, *_ in told]
    )
    score = _weights(logs) @ logs + np.log(np.maximum(allowed, 1e-12) / allowed.sum())
    none = math.log(NO_NUMBER if numbers is None else _NONE_OF_BOX)
    powers = np.exp(np.append(score, none) - max(float(score.max()), none))
    powers /= powers.sum()
    shares = powers[:-1]
    best = int(shares.argmax())
    chance = float(np.clip(max(shares[best], powers[-1]), 1e-6, 1 - 1e-6))
    agreeing = [one for one in told if one[0][best] > _SHOWN]
    others = sum(one[0][best] <= _SHOWN and one[0].sum() > _SHOWS_ANOTHER for one in told)
    high = max((height for *_, height in agreeing), default=_LEAST_HEIGHT_PX)
    sureness = max((float(shares[best]) for shares, *_ in told), default=0.0)
    return NumberEvidence(
        shares,
        (
            1.0,
            math.log(chance / (1 - chance)),
            math.log(1 + len(agreeing)),
            sureness,
            float(others),
            math.log(high / _HEIGHT_PX),
            float(best >= 10),
        ),
        _common_way(best, [ways for _, ways, _ in agreeing]),
    )


def _with_parts(likelier: Float64Array) -> Float64Array:
    """How much likelier a place looks as it does if the card has a number than if it has none, (NUMBERS,), where one
    figure may be what was found of two: that speaks neither for them nor against them.
    """
    seen = np.minimum(1.0, likelier[:10])
    parts = np.maximum(seen[1:, None], seen[None, :]).reshape(-1)
    return np.concatenate([likelier[:10], np.maximum(likelier[10:], parts)])


def _weights(logs: Float64Array) -> Float64Array:
    """How much each place counts: the one that says most counts fully."""
    weights = np.full(len(logs), _FURTHER)
    weights[int(np.argmax(logs.max(axis=1)))] = 1.0
    return weights


def _of_spot(
    spot: Sequence[NumberPlace], numbers: Collection[int] | None, ways: Sequence[float]
) -> tuple[Float64Array, Float64Array, float]:
    """How likely a place is each number, read in any way, (NUMBERS,), and in each way, (WAYS, NUMBERS), and how high
    it is, px.
    """
    told = np.zeros((WAYS, NUMBERS))
    surest = max(float(place.shares.sum()) for place in spot)
    largest = max(place.box[2] * place.box[3] for place in spot if place.shares.sum() >= 0.8 * surest)
    for place in spot:
        # Two figures explain more of what is printed there than one of them that is a figure upside down, too.
        covers = min(1.0, place.box[2] * place.box[3] / largest)
        told[place.way] = np.maximum(told[place.way], place.shares * covers**2)
    weights = np.array(ways, np.float64)
    for place in spot:
        weights[place.way] *= _BAR_SAYS ** (0.5 * place.barred)
    weighed = told * weights[:, None] / weights.max()
    both = weighed.sum(axis=0)
    total = float(both.sum())
    scale = min(1.0, float(told.sum(axis=1).max())) / max(total, 1e-9) if total > 1.0 else 1.0
    return both * scale, weighed * scale, max(place.box[3] for place in spot)


def _common_way(number: int, told: Sequence[Float64Array]) -> int | None:
    """The one way in which places show a number; None where they show it in several."""
    ways = sum((one[:, number] for one in told), np.zeros(WAYS))
    best = int(ways.argmax())
    return best if ways[best] > 0.9 * ways.sum() else None


def _upwards(outline: Outline, way: int) -> Float64Array:
    """The direction in the picture, (2,), that is upwards for what is read turned by so many quarters clockwise."""
    corners = np.roll(outline.corners, -way, axis=0)
    up = (corners[0] + corners[1] - corners[2] - corners[3]) / 2
    return np.asarray(up / max(1e-9, float(np.hypot(*up))), np.float64)


def _common(upwards: Sequence[Float64Array]) -> Float64Array | None:
    """The direction that is upwards for all cards alike; None where they are few or differ."""
    if len(upwards) < _LEAST_CARDS:
        return None
    middle = np.median(np.stack(upwards), axis=0)
    return middle if all(float(up @ middle) > _MOST_TURN for up in upwards) else None


def _ways(outline: Outline, common: Float64Array) -> tuple[float, ...]:
    """How likely a card is read turned by each number of quarters where others are read upwards in one direction."""
    return tuple(
        _LIES_AS_OTHERS if float(_upwards(outline, way) @ common) > _MOST_TURN else 1.0 for way in range(WAYS)
    )
