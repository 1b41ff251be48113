"""Turns what the networks say about a card into probabilities that can be believed."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.cards.fusion import JoinedCard
from vision.logistic import logistic

FEATURES: tuple[str, ...] = (
    "bias",
    "heat",
    "best",
    "margin",
    "rejected",
    "corners",
    "weakest_agreement",
    "coarse",
)
_COARSE_BELOW_PX = 30.0


def _logit(p: float) -> float:
    p = min(1 - 1e-4, max(1e-4, p))
    return math.log(p / (1 - p))


def features(card: JoinedCard) -> list[float]:
    """Return the numbers that the logistic models weigh, in the order of ``FEATURES``."""
    best, second = (float(p) for p in np.sort(card.cards)[::-1][:2])
    surest = card.indices[0]
    return [
        1.0,
        _logit(max(read.spot.heat for read in card.indices)),
        _logit(best),
        min(8.0, math.log(max(1e-5, best) / max(1e-5, second))),
        _logit(min(read.rejected for read in card.indices)),
        min(1.0, len(card.indices) - 1.0),
        # Of a card with one corner only, that corner.
        min(read.surest for read in card.indices),
        math.log2(_COARSE_BELOW_PX / max(4.0, surest.spot.size[1]))
        if surest.spot.size[1] < _COARSE_BELOW_PX
        else 0.0,
    ]


@dataclass(frozen=True, slots=True)
class CardCalibration:
    """Logistic models: over ``features``, that there is a card, and that its best name is right given the first; over
    (1, logit of the heat), that there is a back.
    """

    presence: tuple[float, ...]
    value: tuple[float, ...]
    back: tuple[float, float]

    @staticmethod
    def load(path: Path) -> CardCalibration:
        """Read the models; raises FileNotFoundError or ValueError."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["features"]) != FEATURES:
            raise ValueError(f"{path}: made for other features; run the calibration again")
        back = (float(data["back"][0]), float(data["back"][1]))
        return CardCalibration(tuple(map(float, data["presence"])), tuple(map(float, data["value"])), back)

    def save(self, path: Path) -> None:
        """Write the models as JSON."""
        data = {
            "features": FEATURES,
            "presence": [round(weight, 5) for weight in self.presence],
            "value": [round(weight, 5) for weight in self.value],
            "back": [round(weight, 5) for weight in self.back],
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    def probabilities(self, card: JoinedCard) -> tuple[float, float]:
        """Return (presence, score): that it is a card, and that it is a card whose best name is right."""
        numbers = features(card)
        presence = chance(self.presence, numbers)
        return presence, presence * chance(self.value, numbers)

    def back_probability(self, heat: float) -> float:
        """Return the probability that a back lies where the detector says so with this heat."""
        return chance(self.back, back_features(heat))


def back_features(heat: float) -> list[float]:
    """Return the numbers that the model of backs weighs."""
    return [1.0, _logit(heat)]


def chance(weights: tuple[float, ...], numbers: list[float]) -> float:
    """Return the probability that a logistic model gives."""
    total = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
    return logistic(total)


UNCALIBRATED = CardCalibration(
    presence=(1.0, 0.8, 0.2, 0.0, -0.5, 0.5, 0.0, 0.0),
    value=(-2.0, 0.0, 0.8, 0.1, -0.2, 0.5, 1.0, -0.5),
    back=(0.0, 1.0),
)
