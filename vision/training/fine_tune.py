"""The command `python -m vision.training.fine_tune`: trains a written dice model on, with photographs or without.

A source of photographs that is left out is never looked at. The base comes from `python -m vision.training dice`,
which knows rendered scenes only.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision.network import load_network
from vision.scene.arrays import ByteArray
from vision.training.blocks import count_parameters
from vision.training.classifier import BATCH as CROPS
from vision.training.classifier import scene_crops, usable_dice
from vision.training.dataset import SceneSet, load_scene_set
from vision.training.detector import BATCH as TILES
from vision.training.detector import detector_batch, detector_loss
from vision.training.export import export_classifier, export_detector
from vision.training.model_card import write_model_card
from vision.training.nets import DiceDetector, FaceClassifier
from vision.training.onnx_weights import load_onnx_weights
from vision.training.photographs import (
    PhotographedFace,
    SeenPhotograph,
    jittered_face,
    photograph_tile,
    photographed_faces,
    seen_photographs,
    source_weights,
)
from vision.training.scenes import TrainingDie
from vision.training.targets import dulled, recolour, resample

SEED = 2026
MODELS = Path(__file__).resolve().parent.parent / "models"
SHARE = 0.5
_EXAMPLE_BATCHES = 6
_EVERY = 25
_DULLED = 0.4
"""How many of the faces from photographs are dulled (`targets.dulled`)."""


@dataclass(frozen=True)
class Course:
    """How long and how boldly to train: iterations, the highest learning rate, and the share of each batch that is
    cut from photographs; with how many rendered scenes, from the first on (None: all); whether the networks reckon in
    bfloat16, which took 0.55 of the time on a processor that knows it.
    """

    iterations: int
    rate: float
    share: float
    seed: int = SEED
    scenes: int | None = None
    bfloat16: bool = False


def _pictures(crops: ByteArray, rng: np.random.Generator) -> torch.Tensor:
    return torch.from_numpy(recolour(crops, rng)).permute(0, 3, 1, 2)


class _Order:
    """Draws indices so that each comes once before any comes again."""

    def __init__(self, count: int, rng: np.random.Generator) -> None:
        self._count, self._rng = count, rng
        self._left: list[int] = []

    def take(self, number: int) -> list[int]:
        while len(self._left) < number:
            self._left.extend(int(index) for index in self._rng.permutation(self._count))
        taken, self._left = self._left[:number], self._left[number:]
        return taken


def _optimiser(
    net: nn.Module, course: Course
) -> tuple[torch.optim.AdamW, torch.optim.lr_scheduler.OneCycleLR]:
    optimiser = torch.optim.AdamW(net.parameters(), lr=course.rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, course.rate, total_steps=course.iterations, pct_start=0.2
    )
    return optimiser, schedule


def _answer(net: nn.Module, images: torch.Tensor, course: Course) -> torch.Tensor:
    with torch.autocast("cpu", torch.bfloat16, enabled=course.bfloat16):
        answer: torch.Tensor = net(images)
    return answer.float()


def _step(net: nn.Module, loss: torch.Tensor, optimiser: torch.optim.AdamW) -> None:
    optimiser.zero_grad()
    torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimiser.step()


class _Log:
    """Prints what the last iterations came to on average."""

    def __init__(self, name: str, iterations: int) -> None:
        self._name, self._iterations = name, iterations
        self._started = time.process_time()
        self._figures: list[dict[str, float]] = []

    def add(self, **figures: float) -> None:
        self._figures.append(figures)
        if len(self._figures) % _EVERY:
            return
        last = self._figures[-_EVERY:]
        means = ", ".join(f"{key} {sum(each[key] for each in last) / len(last):.3f}" for key in figures)
        spent = time.process_time() - self._started
        print(f"{self._name} {len(self._figures)}/{self._iterations}: {means}, {spent:.0f} s", flush=True)


def _photographed_crop(face: PhotographedFace, rng: np.random.Generator) -> ByteArray:
    crop = jittered_face(face, rng)
    return dulled(crop, rng) if rng.random() < _DULLED else crop


def fine_tune_classifier(
    base: Path, scenes: SceneSet, faces: list[PhotographedFace], course: Course
) -> FaceClassifier:
    """Train the classifier of the ONNX file `base` on; the same input gives the same network on one thread."""
    torch.manual_seed(course.seed)
    rng = np.random.default_rng([course.seed, 3])
    usable = usable_dice(scenes)
    order = _Order(len(usable), rng)
    net = FaceClassifier()
    examples = [
        _pictures(scene_crops(scenes, [usable[index] for index in order.take(CROPS)], rng)[0], rng)
        for _ in range(_EXAMPLE_BATCHES)
    ]
    load_onnx_weights(net, base, examples)
    net.to(memory_format=torch.channels_last)
    net.train()
    optimiser, schedule = _optimiser(net, course)
    from_photographs = round(CROPS * course.share) if faces else 0
    chances = source_weights(faces) if faces else np.zeros(0)
    log = _Log("classifier", course.iterations)
    for _ in range(course.iterations):
        crops, labels = scene_crops(
            scenes, [usable[index] for index in order.take(CROPS - from_photographs)], rng
        )
        if from_photographs:
            drawn = [faces[int(index)] for index in rng.choice(len(faces), from_photographs, p=chances)]
            photographed = [resample(_photographed_crop(face, rng), rng) for face in drawn]
            crops = np.concatenate([crops, np.stack(photographed)])
            labels = labels + [face.label for face in drawn]
        wanted = torch.tensor(labels)
        logits = _answer(net, _pictures(crops, rng), course)
        loss = torch.nn.functional.cross_entropy(logits, wanted, label_smoothing=0.03)
        _step(net, loss, optimiser)
        schedule.step()
        log.add(loss=loss.item(), right=float((logits.argmax(1) == wanted).float().mean()))
    net.eval()
    return net


def _tiles(
    scenes: SceneSet, picks: list[int], seen: list[SeenPhotograph], number: int, rng: np.random.Generator
) -> list[tuple[ByteArray, tuple[TrainingDie, ...]]]:
    tiles = [(np.asarray(scenes.images[index], np.uint8), scenes.dice[index]) for index in picks]
    with_dice = [photograph for photograph in seen if photograph.labelled.boxes]
    while len(tiles) < len(picks) + number:
        tile = photograph_tile(with_dice[int(rng.integers(len(with_dice)))], rng)
        if tile is not None:
            tiles.append(tile)
    return tiles


def fine_tune_detector(
    base: Path, scenes: SceneSet, seen: list[SeenPhotograph], course: Course
) -> DiceDetector:
    """Train the detector of the ONNX file `base` on; the same input gives the same network on one thread."""
    torch.manual_seed(course.seed)
    rng = np.random.default_rng([course.seed, 4])
    order = _Order(len(scenes.dice), rng)
    net = DiceDetector()
    examples = [
        detector_batch(_tiles(scenes, order.take(TILES), [], 0, rng), rng)[0] for _ in range(_EXAMPLE_BATCHES)
    ]
    load_onnx_weights(net, base, examples)
    net.to(memory_format=torch.channels_last)
    net.train()
    optimiser, schedule = _optimiser(net, course)
    from_photographs = round(TILES * course.share) if seen else 0
    log = _Log("detector", course.iterations)
    for _ in range(course.iterations):
        tiles = _tiles(scenes, order.take(TILES - from_photographs), seen, from_photographs, rng)
        images, target, weight = detector_batch(tiles, rng)
        heat_loss, shape_loss = detector_loss(_answer(net, images, course), target, weight)
        _step(net, heat_loss + 0.5 * shape_loss, optimiser)
        schedule.step()
        log.add(heat=heat_loss.item(), shape=shape_loss.item())
    net.eval()
    return net


def main() -> int:
    """Run the fine-tuning from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.fine_tune", description=__doc__)
    parser.add_argument("which", choices=("detector", "classifier"))
    parser.add_argument("--base", type=Path, default=MODELS, help="the folder of the models to start from")
    parser.add_argument("--models", type=Path, required=True, help="the folder to write into")
    parser.add_argument(
        "--work", type=Path, required=True, help="rendered scenes, as vision.training keeps them"
    )
    parser.add_argument("--photos", type=Path, help="labelled photographs; rendered scenes only without them")
    parser.add_argument("--leave-out", action="append", default=[], metavar="SOURCE")
    parser.add_argument("--share", type=float, default=SHARE, help="of each batch, from photographs")
    parser.add_argument("--iterations", type=int, default=150)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--bfloat16", action="store_true", help="faster where the processor knows it")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    course = Course(
        arguments.iterations,
        arguments.rate,
        arguments.share,
        arguments.seed,
        bfloat16=arguments.bfloat16,
    )
    seen: list[SeenPhotograph] = []
    if arguments.photos is not None:
        finder = load_network(arguments.base / "dice_detector.onnx")
        seen = seen_photographs(arguments.photos, finder, arguments.leave_out)
    tune = tune_detector if arguments.which == "detector" else tune_classifier
    tune(arguments.base, arguments.models, arguments.work, seen, arguments.leave_out, course)
    return 0


def tune_detector(
    base: Path, folder: Path, work: Path, seen: list[SeenPhotograph], left_out: Sequence[str], course: Course
) -> None:
    """Train the detector of the folder `base` on and write it with its card into `folder`; scenes come from
    `work`.
    """
    torch.set_num_threads(1)
    started, scenes = time.process_time(), load_scene_set(work, course.scenes)
    net = fine_tune_detector(base / "dice_detector.onnx", scenes, seen, course)
    target = folder / "dice_detector.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    export_detector(net, target)
    write_model_card(target, _facts(net, len(scenes.dice), seen, left_out, course, started))


def tune_classifier(
    base: Path, folder: Path, work: Path, seen: list[SeenPhotograph], left_out: Sequence[str], course: Course
) -> None:
    """Train the classifier of the folder `base` on and write it with its card into `folder`; scenes come from
    `work`.
    """
    torch.set_num_threads(1)
    started, scenes = time.process_time(), load_scene_set(work, course.scenes)
    net = fine_tune_classifier(base / "dice_classifier.onnx", scenes, photographed_faces(seen), course)
    target = folder / "dice_classifier.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    export_classifier(net, target)
    write_model_card(target, _facts(net, len(scenes.dice), seen, left_out, course, started))


def _facts(
    net: nn.Module,
    scenes: int,
    seen: list[SeenPhotograph],
    left_out: Sequence[str],
    course: Course,
    started: float,
) -> dict[str, str]:
    share = course.share if seen else 0.0
    return {
        "network": f"{type(net).__name__}, {count_parameters(net)} parameters",
        "rendered scenes": str(scenes),
        "photographs": _photographs_line(seen),
        "left out": ", ".join(left_out) or "none",
        "trained on from": "an earlier model, by the courses told in `docs/dice-reader.md`",
        "course": f"{course.iterations} iterations, rate {course.rate}, {share:.0%} photographs, seed {course.seed}"
        + (", reckoned in bfloat16" if course.bfloat16 else ""),
        "time": f"{time.process_time() - started:.0f} s of processor time on one thread",
    }


def _photographs_line(seen: list[SeenPhotograph]) -> str:
    if not seen:
        return "none"
    counts: dict[str, int] = {}
    for photograph in seen:
        counts[photograph.labelled.source] = counts.get(photograph.labelled.source, 0) + 1
    return ", ".join(f"{number} of {source}" for source, number in sorted(counts.items()))


if __name__ == "__main__":
    raise SystemExit(main())
