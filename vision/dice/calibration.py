"""Turns what the networks say into probabilities that can be believed."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

from vision.dice.detection import Detection
from vision.logistic import logistic

FEATURES: tuple[str, ...] = (
    "bias",
    "heat",
    "value",
    "margin",
    "reject",
    "agreement",
    "size",
    "usual_size",
)


@dataclass(frozen=True)
class Evidence:
    """What is known of one detection besides its face: probabilities 0..1 of the best face, the second, no face.

    `agreement` is the share of the turned crops that name the best face; `usual_side` the side, in px, that most
    dice of the picture have.
    """

    detection: Detection
    best: float
    second: float
    reject: float
    agreement: float
    usual_side: float


def _logit(p: float) -> float:
    p = min(1 - 1e-4, max(1e-4, p))
    return math.log(p / (1 - p))


def features(evidence: Evidence) -> list[float]:
    """Return the numbers that the logistic models weigh, in the order of `FEATURES`."""
    found = evidence.detection
    return [
        1.0,
        _logit(found.heat),
        _logit(evidence.best),
        min(6.0, math.log(max(1e-4, evidence.best) / max(1e-4, evidence.second))),
        _logit(evidence.reject),
        evidence.agreement,
        min(1.5, math.log2(found.side / 40.0)) if found.side < 40.0 else 0.0,
        abs(math.log2(found.side / evidence.usual_side)),
    ]


@dataclass(frozen=True)
class Calibration:
    """Two logistic models over `features`: that the thing is a die, and that its value is right given the first."""

    presence: tuple[float, ...]
    value: tuple[float, ...]

    @staticmethod
    def load(path: Path) -> Calibration:
        """Read the models; raises FileNotFoundError or ValueError."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if tuple(data["features"]) != FEATURES:
            raise ValueError(f"{path}: made for other features; run the calibration again")
        return Calibration(tuple(map(float, data["presence"])), tuple(map(float, data["value"])))

    def save(self, path: Path) -> None:
        """Write the models as JSON."""
        data = {
            "features": FEATURES,
            "presence": [round(weight, 5) for weight in self.presence],
            "value": [round(weight, 5) for weight in self.value],
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    def probabilities(self, evidence: Evidence) -> tuple[float, float]:
        """Return (presence, score): that it is a die, and that it is a die whose best face is right."""
        numbers = features(evidence)

        def chance(weights: tuple[float, ...]) -> float:
            total = sum(weight * number for weight, number in zip(weights, numbers, strict=True))
            return logistic(total)

        presence = chance(self.presence)
        return presence, presence * chance(self.value)


UNCALIBRATED = Calibration(
    presence=(0.5, 0.6, 0.2, 0.0, -0.5, 0.0, 0.0, -1.5),
    value=(-2.0, 0.0, 0.8, 0.0, -0.1, 2.0, 0.5, 0.0),
)
