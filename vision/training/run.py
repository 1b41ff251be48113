"""Trains one of the two networks in a process of its own."""

from __future__ import annotations

from pathlib import Path

import torch

from vision.training.classifier import train_classifier
from vision.training.dataset import load_scene_set
from vision.training.detector import train_detector
from vision.training.export import export_classifier, export_detector
from vision.training.nets import count_parameters


def train_network(which: str, scenes_folder: Path, models: Path, seed: int, iterations: int) -> None:
    """Train "detector" or "classifier" on the scenes of a folder and write its model into `models`."""
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
