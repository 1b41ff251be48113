"""The command `python -m vision.training.calibrate --photos DIR`: fits the probabilities of the dice reader.

The networks learn from rendered scenes only; labelled photographs only decide how far their answers are believed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.dice.calibration import FEATURES, Calibration, Evidence, features
from vision.dice.classification import FACES, Look
from vision.dice.matching import Box, pair_boxes
from vision.dice.reader import DiceReader
from vision.picture import load_picture
from vision.scene.arrays import ByteArray, Float64Array
from vision.training.scenes import draw_training_scene

_MODELS = Path(__file__).resolve().parent.parent / "models"
_SCENE_SEED = 977
_STRENGTH = 2.0


@dataclass(frozen=True)
class Example:
    """One detection: its features, whether it is a die, whether its best face is right, and how much it counts."""

    source: str
    numbers: tuple[float, ...]
    is_die: bool
    is_right: bool
    weight: float = 1.0


def collect(
    reader: DiceReader, image: ByteArray, boxes: list[Box], faces: list[str | None], source: str
) -> list[Example]:
    """Run the reader on one picture and compare with its labels; a face None is left out."""
    return label_looks(reader, reader.look(image), boxes, faces, source)


def label_looks(
    reader: DiceReader, looks: list[Look], boxes: list[Box], faces: list[str | None], source: str
) -> list[Example]:
    """Compare what a reader saw in one picture with its labels; a face None is left out."""
    judged: list[tuple[Evidence, str]] = []
    for _, evidence, shares in reader.judge(looks):
        judged.append((evidence, FACES[int(np.argmax(shares))]))
    # What the heat is sure of takes a label first: a second detection of the same die is one too many.
    pairs = pair_boxes(boxes, [evidence.detection.box for evidence, _ in judged])
    label_of = {other: index for index, other in pairs.items()}
    examples = []
    for index, (evidence, best) in enumerate(judged):
        label = label_of.get(index)
        if label is not None and faces[label] is None:
            continue
        right = label is not None and faces[label] == best
        examples.append(Example(source, tuple(features(evidence)), label is not None, right))
    return examples


def fit_logistic(numbers: Float64Array, wanted: Float64Array, weights: Float64Array) -> tuple[float, ...]:
    """Fit a logistic model by Newton's method with a little ridge; numbers (n, k), wanted (n,) 0 or 1,
    weights (n,).
    """
    model = np.zeros(numbers.shape[1])
    ridge = np.full(numbers.shape[1], _STRENGTH)
    ridge[0] = 0.1
    for _ in range(40):
        chance = 1.0 / (1.0 + np.exp(-np.clip(numbers @ model, -30, 30)))
        gradient = numbers.T @ (weights * (wanted - chance)) - ridge * model
        curvature = (numbers * (weights * chance * (1 - chance))[:, None]).T @ numbers + np.diag(ridge)
        step = np.linalg.solve(curvature, gradient)
        model = model + step
        if float(np.abs(step).max()) < 1e-6:
            break
    return tuple(float(value) for value in model)


def fit(examples: list[Example]) -> Calibration:
    """Fit both models; every source counts as much as the square root of its number of dice."""
    counts: dict[str, int] = {}
    for example in examples:
        counts[example.source] = counts.get(example.source, 0) + 1
    usual = float(np.median(list(counts.values())))

    def solve(chosen: list[Example], wanted: list[bool]) -> tuple[float, ...]:
        weights = np.array([example.weight * (usual / counts[example.source]) ** 0.5 for example in chosen])
        numbers = np.array([example.numbers for example in chosen])
        return fit_logistic(numbers, np.array(wanted, np.float64), weights)

    dice = [example for example in examples if example.is_die]
    return Calibration(
        solve(examples, [example.is_die for example in examples]),
        solve(dice, [example.is_right for example in dice]),
    )


@lru_cache(maxsize=1)
def _reader(models: Path) -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader(models)


def _photograph_examples(job: tuple[Path, Path, str]) -> list[Example]:
    """Collect the examples of one labelled photograph, whole and shrunk to half its size."""
    models, photos, line = job
    reader = _reader(models)
    record = json.loads(line)
    image = load_picture(photos / record["image"])
    objects = record["objects"]
    faces = [None if entry.get("face") else str(entry["value"]) for entry in objects]
    examples: list[Example] = []
    for scale in (1.0, 0.5):
        boxes: list[Box] = []
        for entry in objects:
            x0, y0, x1, y1 = (float(value) * scale for value in entry["box"])
            boxes.append((x0, y0, x1, y1))
        if scale < 1.0 and boxes and min(box[2] - box[0] for box in boxes) < 36.0:
            continue
        picture = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        examples.extend(collect(reader, np.asarray(picture, np.uint8), boxes, faces, record["source"]))
    return examples


def collect_examples(models: Path, photos: Path, scene_count: int) -> list[Example]:
    """Collect the examples of all labelled photographs of dice in a folder and of some rendered scenes."""
    lines = (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    jobs = [(models, photos, line) for line in lines if json.loads(line)["kind"] == "dice"]
    scenes = [(models, index) for index in range(scene_count)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        parts = [*pool.imap(_photograph_examples, jobs), *pool.imap(_rendered_examples, scenes)]
    return [example for part in parts for example in part]


def _rendered_examples(job: tuple[Path, int]) -> list[Example]:
    """Collect the examples of one rendered scene that the training never saw."""
    models, index = job
    scene = draw_training_scene(_SCENE_SEED, index)
    boxes: list[Box] = [die.box for die in scene.dice]
    faces = [
        None if die.face.startswith("?") or die.visible < 0.7 or not 24 <= die.side <= 90 else die.face
        for die in scene.dice
    ]
    return collect(_reader(models), scene.image, boxes, faces, "rendered")


def rendered_examples(models: Path, count: int) -> list[Example]:
    """Collect the examples of `count` rendered scenes that the training never saw, in this process."""
    return [example for index in range(count) for example in _rendered_examples((models, index))]


def main() -> int:
    """Run the calibration from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.calibrate", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with labels.jsonl")
    parser.add_argument("--models", type=Path, default=_MODELS)
    parser.add_argument("--scenes", type=int, default=150)
    arguments = parser.parse_args()
    examples = collect_examples(arguments.models, arguments.photos, arguments.scenes)
    for source in sorted({example.source for example in examples}):
        others = fit([example for example in examples if example.source != source])
        mine = [example for example in examples if example.source == source]
        presence = np.array([example.numbers for example in mine]) @ np.array(others.presence)
        value = np.array([example.numbers for example in mine]) @ np.array(others.value)
        score = 1 / (1 + np.exp(-presence)) / (1 + np.exp(-value))
        sure = score >= 0.9
        right = np.array([example.is_right for example in mine])
        print(
            f"{source}: fitted on the others, {int(sure.sum())} of {len(mine)} sure, "
            f"{int((sure & ~right).sum())} of them wrong, {int((~sure & right).sum())} right but not sure"
        )
    calibration = fit(examples)
    calibration.save(arguments.models / "dice_calibration.json")
    for name, weights in (("presence", calibration.presence), ("value", calibration.value)):
        print(
            name,
            ", ".join(f"{feature} {weight:.2f}" for feature, weight in zip(FEATURES, weights, strict=True)),
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
