"""How surely a card is the one that it is most like: probabilities that can be believed."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.logistic import logistic
from vision.printed.enrolled_box import Comparison
from vision.printed.found_card import FoundCard

PATH = Path(__file__).parent.parent / "models" / "printed_calibration.json"
FEATURES: tuple[str, ...] = (
    "bias",
    "apart",
    "lead",
    "as_relations",
    "same_print",
    "size",
    "same_print_by_size",
    "same_print_by_relations",
    "usual",
)
"""What the logistic models weigh. ``apart``: how unlike the best card; ``lead`` over the second best, what tells the
two apart counted in; ``as_relations``: how much of the difference lies where the nearest cards of the box differ,
beside how much these do: a stranger of the same print differs there, poor light anywhere; ``same_print``: what the
judge of prints says of both, the logit; ``size``: how long the card is in the picture, a logarithm;
``same_print_by_size``: both multiplied, for of a large card the judge knows more; ``same_print_by_relations``: what
the judge says by ``as_relations``, for where a card hardly differs at all from the print nothing but a near relation
lets the judge object; ``usual``: the ``as_relations`` of
most cards of the same picture, which share its light and its sharpness.
"""
_AS_RELATIONS = FEATURES.index("as_relations")
_TINY = 1e-3
_MOST_SURE = 6.0
_SIZE_PX = 150.0


def features(compared: Sequence[Comparison]) -> list[list[float]]:
    """Return the numbers that the models weigh, in the order of FEATURES, for each of the cards of a picture."""
    rows = [_features(one) for one in compared]
    usual = float(np.median([row[_AS_RELATIONS] for row in rows])) if rows else 0.0
    return [[*row, usual] for row in rows]


def _features(compared: Comparison) -> list[float]:
    """All of them but the last, for which the others are needed."""
    best, second = np.sort([0.0, *compared.alike.tolist()])[::-1][:2]
    relations = compared.relations
    share = float((relations * compared.apart).sum() / max(_TINY, float((relations**2).sum())))
    as_relations = math.log(max(_TINY, share))
    same = float(np.clip(compared.same, -_MOST_SURE, _MOST_SURE))
    corners = compared.outline.corners
    long_px = float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max())
    size = math.log(max(1.0, long_px) / _SIZE_PX)
    return [
        1.0,
        # What speaks for one of two cards says nothing of how like it is: a third one may lie there.
        math.log(max(_TINY, float(compared.apart.sum()))),
        float(best - second),
        as_relations,
        same,
        size,
        same * size,
        same * as_relations,
    ]


@dataclass(frozen=True, slots=True)
class PrintCertainty:
    """Logistic models over FEATURES: ``known``, that a card is one of those enrolled; ``right``, that it is the one
    that it is most like, if it is one of them. Over (1, logit of the presence, unlike_outline): ``card``, that a card
    lies there.
    """

    known: tuple[float, ...]
    right: tuple[float, ...]
    card: tuple[float, ...]

    @staticmethod
    def load(path: Path = PATH) -> PrintCertainty:
        """Read the models; raises FileNotFoundError or ValueError."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["features"]) != FEATURES:
            raise ValueError(f"{path}: made for other features; run the calibration again")
        known, right, card = (tuple(map(float, data[name])) for name in ("known", "right", "card"))
        return PrintCertainty(known, right, card)

    def save(self, path: Path) -> None:
        """Write the models as JSON."""
        models = {"known": self.known, "right": self.right, "card": self.card}
        data = {
            "features": FEATURES,
            **{name: [round(one, 5) for one in model] for name, model in models.items()},
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    def of(self, numbers: Sequence[float]) -> tuple[float, float]:
        """Return the probabilities that a card with these features is one of those enrolled, and that it is the one
        that it is most like, if so.
        """
        return _chance(self.known, numbers), _chance(self.right, numbers)

    def presence(self, card: FoundCard) -> float:
        """Return the probability that a card lies where one was found."""
        return _chance(self.card, presence_features(card))


def presence_features(card: FoundCard) -> list[float]:
    """Return what the model of presence weighs."""
    share = min(1 - 1e-4, max(1e-4, card.presence))
    return [1.0, math.log(share / (1 - share)), 1.0 - card.agreement]


def _chance(weights: tuple[float, ...], numbers: Sequence[float]) -> float:
    total = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return logistic(total)
