"""Trains networks in processes of their own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Mapping
from pathlib import Path

import torch

from vision.training.blocks import count_parameters
from vision.training.card_dataset import load_card_scene_set
from vision.training.card_detector import train_card_detector
from vision.training.card_reader import train_index_reader
from vision.training.classifier import train_classifier
from vision.training.dataset import load_scene_set
from vision.training.detector import train_detector
from vision.training.export import (
    export_card_detector,
    export_classifier,
    export_detector,
    export_index_reader,
)
from vision.training.quantise import quantise_card_detector

_CARD_DETECTOR, _CARD_READER = "card_detector.onnx", "card_reader.onnx"
_KNOWN_SCALE_DETECTOR = "card_detector_known_scale.onnx"


def train_network(which: str, scenes_folder: Path, models: Path, seed: int, iterations: int) -> None:
    """Train "detector" or "classifier" on the scenes of dice in a folder and write its model into `models`."""
    torch.set_num_threads(1)
    scenes = load_scene_set(scenes_folder)
    if which == "detector":
        detector = train_detector(scenes, seed, iterations)
        export_detector(detector, models / "dice_detector.onnx")
        print(f"detector: {count_parameters(detector)} parameters", flush=True)
    else:
        classifier = train_classifier(scenes, seed, iterations)
        export_classifier(classifier, models / "dice_classifier.onnx")
        print(f"classifier: {count_parameters(classifier)} parameters", flush=True)


def train_card_network(
    which: str,
    scenes_folder: Path,
    models: Path,
    seed: int,
    iterations: int,
    base: Path | None = None,
    known_scale: bool = False,
) -> None:
    """Train "detector" or "classifier" on the scenes of cards in a folder and write its model into `models`; goes on
    from the model in the folder `base` where one is given.

    With ``known_scale`` it is the detector for pictures of known scale, which goes on from the other where `base` has
    none of its kind.
    """
    torch.set_num_threads(1)
    scenes = load_card_scene_set(scenes_folder)
    if which == "detector":
        name = _KNOWN_SCALE_DETECTOR if known_scale else _CARD_DETECTOR
        begun = base and next(
            (base / one for one in (name, _CARD_DETECTOR) if (base / one).exists()), base / name
        )
        detector = train_card_detector(scenes, seed, iterations, begun)
        export_card_detector(detector, models / name)
        quantise_card_detector(models / name, models / name, scenes, seed)
        print(f"card detector: {count_parameters(detector)} parameters", flush=True)
    else:
        reader = train_index_reader(scenes, seed, iterations, base and base / _CARD_READER)
        export_index_reader(reader, models / _CARD_READER)
        print(f"index reader: {count_parameters(reader)} parameters", flush=True)


def train_side_by_side(
    train: Callable[[str, Path, Path, int, int], None],
    scenes_folder: Path,
    models: Path,
    seed: int,
    iterations: Mapping[str, int],
) -> None:
    """Run `train_network` or `train_card_network` in one process for each network named in `iterations`; raises
    RuntimeError where one of them fails.
    """
    # One thread each: sums keep their order, so the same seed gives the same models.
    context = multiprocessing.get_context("spawn")
    processes = [
        context.Process(target=train, args=(which, scenes_folder, models, seed, number))
        for which, number in iterations.items()
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if any(process.exitcode != 0 for process in processes):
        raise RuntimeError("the training of a network failed; what it said stands above")
