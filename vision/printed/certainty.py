"""How surely a card is the one that it is most like: probabilities that can be believed."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.network import FloatArray
from vision.printed.enrolled_box import Comparison
from vision.printed.found_card import FoundCard

PATH = Path(__file__).parent.parent / "models" / "printed_calibration.json"
FEATURES: tuple[str, ...] = (
    "bias",
    "apart",
    "beside_nearest",
    "lead",
    "worst_place",
    "as_relations",
    "small",
    "unlike_outline",
    "usual",
)
"""What the logistic models weigh. ``apart``: how unlike the best card; ``beside_nearest``: the same beside how unlike
two cards of the box are at least; ``lead`` over the second best; ``worst_place``: how much of the difference lies in
one place; ``as_relations``: how much of it where the nearest cards of the box differ, beside how much these do: a
stranger of the same print differs there, poor light anywhere; ``small``: doublings that the card lacks to 100 px;
``unlike_outline``: how badly an outline fits; ``usual``: the ``as_relations`` of most cards of the same picture,
which share its light and its sharpness.
"""
_AS_RELATIONS = FEATURES.index("as_relations")
_FULL_PX = 100.0
_TINY = 1e-3


def features(
    compared: Sequence[Comparison], nearest: FloatArray, cards: Sequence[FoundCard]
) -> list[list[float]]:
    """Return the numbers that the models weigh, in the order of FEATURES, for each of the cards of a picture;
    ``nearest`` as BoxMemory tells it.
    """
    rows = [_features(one, nearest, card) for one, card in zip(compared, cards, strict=True)]
    usual = float(np.median([row[_AS_RELATIONS] for row in rows])) if rows else 0.0
    return [[*row, usual] for row in rows]


def _features(compared: Comparison, nearest: FloatArray, card: FoundCard) -> list[float]:
    """All of them but the last, for which the others are needed."""
    order = np.argsort(compared.alike)[::-1]
    best = float(compared.alike[order[0]])
    second = float(compared.alike[order[1]]) if len(order) > 1 else 0.0
    apart = max(_TINY, 1.0 - best)
    between = max(_TINY, 1.0 - float(nearest[order[0]]))
    relations = compared.relations
    as_relations = float((relations * compared.apart).sum() / max(_TINY, float((relations**2).sum())))
    around = cv2.boxFilter(np.ascontiguousarray(compared.apart), -1, (3, 3), normalize=False)
    sides = np.hypot(*(np.roll(card.outline.corners, -1, axis=0) - card.outline.corners).T)
    return [
        1.0,
        math.log(apart),
        math.log(apart / between),
        math.log(max(_TINY, 1.0 - second) / apart),
        math.log(max(_TINY, float(around.max())) / apart),
        math.log(max(_TINY, as_relations)),
        max(0.0, math.log2(_FULL_PX / max(4.0, float(sides.max())))),
        1.0 - card.agreement,
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
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))
