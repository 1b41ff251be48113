"""Reads the dice of a photograph, or of a tray whose place and number of dice are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.dice.calibration import UNCALIBRATED, Calibration, Evidence
from vision.dice.classification import FACES, REJECT, Look, classify
from vision.dice.detection import detect, detect_where_something_lies, usual_side
from vision.dice.family_dice import FamilyDice, by_own_dice
from vision.dice.leaning import CALIBRATION as LEANING_CALIBRATION
from vision.dice.leaning import MODEL as LEANING_MODEL
from vision.dice.leaning import Eye, LeaningCalibration, leaning_logits
from vision.network import FloatArray, Network, Runtime, load_network, network_name
from vision.readings import SURE, DieReading, TrayReading

_NUMBERS = slice(0, 6)
_POKER = slice(6, 12)
_MODELS = Path(__file__).resolve().parent.parent / "models"
LEAST_HEAT = 0.12
_LEAST_HEAT_IN_TRAY = 0.04
_LEAST_PRESENCE = 0.30
MOST_DICE = 120
_AWAITED_ODDS = 4.0
_NUMBERS_PRIOR = 2.0
"""The log odds, before anything is seen, that dice bear pips and not figures."""
_SAME_SIZE = 0.5
"""How far, in octaves, the side of a die seen in a tray may lie from the known one."""

Only = Literal["numbers", "poker_dice"]
ByteArray = NDArray[np.uint8]


class DiceReader:
    """Reads ordinary dice and poker dice; the models are loaded on first use.

    `threads` bounds the threads of onnxruntime. `own` are the family's poker dice: a face that looks like one of
    theirs is read by its look. Where the folder of models has none for dice that lean, none is said to. Not for use
    by several threads at once. Raises ValueError on dice that another
    network enrolled, FileNotFoundError on first use where a model is missing.
    """

    def __init__(
        self,
        models: Path | None = None,
        *,
        runtime: Runtime = "auto",
        threads: int = 1,
        own: Sequence[FamilyDice] = (),
    ) -> None:
        self._folder = models or _MODELS
        self._runtime: Runtime = runtime
        self._threads = threads
        self._loaded: tuple[Network, Network] | None = None
        self._calibration: Calibration | None = None
        self._leaning: tuple[Network, LeaningCalibration] | None = None
        self._own = tuple(own)
        if any(dice.network != self.network for dice in self._own):
            raise ValueError("dice were enrolled by another network: enrol them again")

    @property
    def network(self) -> str:
        """The network that names faces, by the digest of its file. Raises FileNotFoundError."""
        return network_name(self._folder / "dice_classifier.onnx")

    def _networks(self) -> tuple[Network, Network]:
        if self._loaded is None:
            self._loaded = (
                load_network(self._folder / "dice_detector.onnx", self._runtime, self._threads),
                load_network(self._folder / "dice_classifier.onnx", self._runtime, self._threads),
            )
        return self._loaded

    def _leaning_judge(self) -> tuple[Network, LeaningCalibration] | None:
        model = self._folder / LEANING_MODEL
        if self._leaning is None and model.exists():
            calibration = LeaningCalibration.load(self._folder / LEANING_CALIBRATION)
            self._leaning = (load_network(model, self._runtime, self._threads), calibration)
        return self._leaning

    def _with_leaning(self, image: ByteArray, looks: list[Look], eye: Eye | None) -> list[Look]:
        judge = None if eye is None else self._leaning_judge()
        if judge is None or eye is None:
            return looks
        told = leaning_logits(judge[0], image, [look.detection for look in looks], eye)
        return [replace(look, leaning=logit) for look, logit in zip(looks, told, strict=True)]

    def look(
        self,
        image: ByteArray,
        die_px: float | None = None,
        least_heat: float = LEAST_HEAT,
        most: int = MOST_DICE,
        eye: Eye | None = None,
    ) -> list[Look]:
        """Return every detection of a picture (uint8 BGR) with the classifier's raw answer, or that of the family's
        own dice, before any calibration; `eye` as for `read_tray`.
        """
        detector, classifier = self._networks()
        looks = classify(classifier, image, detect(detector, image, die_px, least_heat)[:most])
        return self._with_leaning(image, by_own_dice(image, looks, self._own), eye)

    def glance(self, image: ByteArray, die_px: float, most: int, eye: Eye | None = None) -> list[Look]:
        """Return what `look` does for a tray, seen quickly: one level, only where something lies, one turn of each
        face.
        """
        detector, classifier = self._networks()
        found = detect_where_something_lies(detector, image, die_px, LEAST_HEAT)[:most]
        looks = by_own_dice(image, classify(classifier, image, found, 1), self._own)
        return self._with_leaning(image, looks, eye)

    @staticmethod
    def _kind_weights(looks: list[Look], only: Only | None) -> tuple[float, float]:
        """Return how much numbers and figures count: dice that lie together are nearly always of one kind."""
        if only is not None:
            return (1.0, 0.0) if only == "numbers" else (0.0, 1.0)
        evidence = _NUMBERS_PRIOR
        for look in looks:
            weight = look.detection.heat * (1.0 - float(look.probabilities[REJECT]))
            numbers, figures = (
                float(look.probabilities[_NUMBERS].sum()),
                float(look.probabilities[_POKER].sum()),
            )
            evidence += 0.7 * weight * math.log((numbers + 0.03) / (figures + 0.03))
        share = 1.0 / (1.0 + math.exp(-max(-4.5, min(4.5, evidence))))
        return share, 1.0 - share

    def judge(self, looks: list[Look], only: Only | None = None) -> list[tuple[Look, Evidence, FloatArray]]:
        """Weigh numbers against figures and return each look with its evidence and its face probabilities (12,)."""
        weights = self._kind_weights(looks, only)
        usual = usual_side([look.detection for look in looks])
        judged = []
        for look in looks:
            faces = look.probabilities[:REJECT].copy()
            faces[_NUMBERS] *= weights[0]
            faces[_POKER] *= weights[1]
            faces = np.asarray(faces / max(1e-9, float(faces.sum())), np.float32)
            order = np.argsort(-faces)
            evidence = Evidence(
                look.detection,
                float(faces[order[0]]),
                float(faces[order[1]]),
                float(look.probabilities[REJECT]),
                float(look.votes[order[0]]),
                usual or look.detection.side,
            )
            judged.append((look, evidence, faces))
        return judged

    def calibration(self) -> Calibration:
        """Return the calibration that lies beside the models, or a rough one."""
        if self._calibration is None:
            path = self._folder / "dice_calibration.json"
            self._calibration = Calibration.load(path) if path.exists() else UNCALIBRATED
        return self._calibration

    def _cocked(self, look: Look) -> float:
        judge = None if look.leaning is None else self._leaning_judge()
        return 0.0 if judge is None or look.leaning is None else judge[1].cocked(look.leaning)

    def _readings(self, looks: list[Look], only: Only | None) -> list[DieReading]:
        calibration = self.calibration()
        readings = []
        for look, evidence, faces in self.judge(looks, only):
            presence, score = calibration.probabilities(evidence)
            best = int(np.argmax(faces))
            given_die = score / max(1e-6, presence)
            # The candidates keep their order; the best one gets its calibrated share and the others the rest.
            others = max(1e-9, float(faces.sum() - faces[best]))
            shares = [
                (FACES[index], given_die if index == best else (1 - given_die) * float(faces[index]) / others)
                for index in np.argsort(-faces)
            ]
            candidates = tuple((face, round(share, 4)) for face, share in shares if share >= 0.001)
            found, cocked = look.detection, self._cocked(look)
            readings.append(
                DieReading(
                    found.box, found.centre, found.side, candidates, score * (1.0 - cocked), presence, cocked
                )
            )
        return sorted(readings, key=lambda reading: -reading.presence)

    def read(
        self,
        image: ByteArray,
        *,
        only: Only | None = None,
        die_px: float | None = None,
        eye: Eye | None = None,
    ) -> tuple[DieReading, ...]:
        """Read the dice of any photograph (uint8 BGR (h, w, 3)), the most certain first.

        `only` restricts the faces; `die_px` is the side of a top face in px where it is known, else the
        scale is searched; `eye` as for `read_tray`.
        """
        return self.weigh(self.look(image, die_px, eye=eye), only)

    def weigh(self, looks: list[Look], only: Only | None = None) -> tuple[DieReading, ...]:
        """Turn what `look` saw in a photograph into readings, the most certain first."""
        readings = self._readings(looks, only)
        return tuple(reading for reading in readings if reading.presence >= _LEAST_PRESENCE)

    def read_tray(
        self,
        image: ByteArray,
        *,
        expected: int,
        only: Only | None = None,
        die_px: float | None = None,
        eye: Eye | None = None,
    ) -> TrayReading:
        """Read a picture of a tray (uint8 BGR) that holds `expected` dice: the most probable ones, and how
        probable one more is.

        With `die_px`, the side of a top face in px, a glance comes first; it is looked at more closely only where
        that leaves a doubt. With `eye`, where the camera stands over a picture that was set straight, dice that lean
        are told; without it none is. Raises ValueError where `expected` is negative.
        """
        if expected < 0:
            raise ValueError(f"the number of dice cannot be {expected}")
        most = 2 * expected + 4
        if die_px is not None and expected > 0:
            glanced = self._tray(self.glance(image, die_px, most, eye), expected, only, die_px)
            if _beyond_doubt(glanced, expected):
                return glanced
        looks = self.look(image, die_px, _LEAST_HEAT_IN_TRAY, most, eye)
        return self._tray(looks, expected, only, die_px)

    def _tray(
        self,
        looks: list[Look],
        expected: int,
        only: Only | None,
        die_px: float | None,
    ) -> TrayReading:
        readings = self._readings(looks, only)
        if die_px is not None:
            readings = [_awaited(reading, die_px) for reading in readings]
        # What reads well comes first: dice of another game that lie about are dice too, but show no face we know.
        # A die that leans was thrown as well, whatever face it shows.
        readings.sort(key=lambda reading: -_thrown(reading))
        chosen, others = readings[:expected], readings[expected:]
        surplus = max((reading.presence for reading in others), default=0.0)
        if not chosen:
            return TrayReading((), surplus)
        # One more that reads surely is a die too many; the chosen ones are none the worse.
        if too_many := tuple(reading for reading in others if _thrown(reading) >= SURE):
            return TrayReading(tuple(chosen), surplus, too_many)
        # One thing too many that is nearly as much a die as the last one chosen: either may be the right one.
        last = chosen[-1]
        rivalry = surplus / max(1e-6, surplus + last.presence)
        if rivalry > 0.25:
            # A die there is all the same: which face counts is the question, not whether one was thrown.
            chosen[-1] = replace(
                last,
                candidates=tuple(
                    (face, round(share * (1.0 - rivalry), 4)) for face, share in last.candidates
                ),
                score=last.score * (1.0 - rivalry),
            )
        return TrayReading(tuple(chosen), surplus)


def _beyond_doubt(tray: TrayReading, expected: int) -> bool:
    """Whether all dice that are due were read surely and nothing else looked like one."""
    sure = len(tray.dice) == expected and all(die.score >= SURE for die in tray.dice)
    return sure and tray.surplus < _LEAST_PRESENCE


def _thrown(reading: DieReading) -> float:
    """How surely it is a die that was thrown: its face would be right if it lay flat, or it leans."""
    flat = reading.score / max(1e-6, 1.0 - reading.cocked)
    return max(flat, reading.presence * reading.cocked)


def _awaited(reading: DieReading, die_px: float) -> DieReading:
    """A reading of a die that was due here, in a size that fits: likelier a die than the same thing anywhere.

    The calibration was made on whole photographs, in which letters and buttons lie about; in a tray lies what
    was thrown.
    """
    if abs(math.log2(reading.side_px / die_px)) > _SAME_SIZE or not 0 < reading.presence < 1:
        return reading
    odds = _AWAITED_ODDS * reading.presence / (1 - reading.presence)
    presence = odds / (1 + odds)
    score = reading.score * presence / reading.presence
    return replace(reading, presence=presence, score=score)
