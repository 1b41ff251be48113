"""Trains the face classifier."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from vision.scene.arrays import ByteArray
from vision.training.dataset import SceneSet
from vision.training.drawing_processes import Pace, Shelf, each_in_turn
from vision.training.nets import CLASSES, FaceClassifier
from vision.training.recolouring import recoloured_dice
from vision.training.targets import background_crop, jittered_crop, resample

BATCH = 64
_WITH_BACKGROUNDS = 72
"""So many crops come of a batch of dice on average: some of no die are among them."""
_ON_GPU, _FRESH_ON_GPU, _SHARE = 512, 128, 0.5
"""Crops of a step where a GPU learns, how many of them are drawn anew, and which share of the cores draws them; the
detector, which learns beside it, has most of the rest.
"""
_EVERY = 100


def usable_dice(scenes: SceneSet) -> list[tuple[int, int]]:
    """Return (scene, die) of every die that is seen well enough to be read."""
    return [
        (index, which)
        for index, dice in enumerate(scenes.dice)
        for which, die in enumerate(dice)
        if die.visible >= 0.7 and 17.0 <= die.side <= 110.0
    ]


def _crops_of(
    scenes: SceneSet, scene: int, which: int, rng: np.random.Generator
) -> Iterator[tuple[ByteArray, int]]:
    """Yield the crop (64, 64, 3) of a die and its class, and now and then one of no die after it."""
    die = scenes.dice[scene][which]
    crop = jittered_crop(scenes.images[scene], die, rng)
    if not die.face.startswith("?") and die.face in CLASSES[:6] and rng.random() < 0.5:
        crop = np.ascontiguousarray(crop[:, ::-1])
    yield resample(crop, rng), len(CLASSES) - 1 if die.face.startswith("?") else CLASSES.index(die.face)
    if rng.random() < 0.16:
        other = int(rng.integers(len(scenes.dice)))
        background = background_crop(scenes.images[other], scenes.dice[other], rng)
        if background is not None:
            yield resample(background, rng), len(CLASSES) - 1


def scene_crops(
    scenes: SceneSet, picks: list[tuple[int, int]], rng: np.random.Generator
) -> tuple[ByteArray, list[int]]:
    """Return the crops (n, 64, 64, 3) of the picked dice (scene, die) and some of no die, and their classes."""
    drawn = [each for scene, which in picks for each in _crops_of(scenes, scene, which, rng)]
    return np.stack([crop for crop, _ in drawn]), [label for _, label in drawn]


@dataclass(frozen=True)
class DrawnCrops:
    """Yields crops of scenes for ever, uint8 (3, 64, 64), and their classes."""

    scenes: SceneSet

    def __call__(self, rng: np.random.Generator) -> Iterator[tuple[ByteArray, NDArray[np.int64]]]:
        """Take each usable die once before any comes again."""
        usable = usable_dice(self.scenes)
        for number in each_in_turn(len(usable), rng):
            for crop, label in _crops_of(self.scenes, *usable[number], rng):
                yield np.ascontiguousarray(crop.transpose(2, 0, 1)), np.array(label, np.int64)


def train_classifier(scenes: SceneSet, seed: int, iterations: int) -> FaceClassifier:
    """Train a classifier for a fixed number of iterations; the same scenes and seed give the same network
    on one thread, where no GPU learns.
    """
    torch.manual_seed(seed + 1)
    pace = Pace.here(_WITH_BACKGROUNDS, _ON_GPU, _SHARE, _FRESH_ON_GPU)
    shelf = Shelf(DrawnCrops(scenes), [seed, 2], pace)
    net = FaceClassifier()
    net.to(pace.device, memory_format=torch.channels_last)  # 1.4 times as fast on a processor
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=2.5e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 2.5e-3, total_steps=iterations, pct_start=0.15)
    averages, started = torch.zeros(2, device=pace.device), time.monotonic()
    for step in range(iterations):
        crops, wanted = shelf.batch()
        with torch.autocast("cuda", torch.bfloat16, enabled=pace.device.type == "cuda"):
            logits = net(recoloured_dice(crops)).float()
        loss = torch.nn.functional.cross_entropy(logits, wanted, label_smoothing=0.03)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        # They stay where they are: to read them at every step would make a GPU wait.
        right = (logits.argmax(1) == wanted).float().mean()
        averages = 0.97 * averages + 0.03 * torch.stack([loss.detach(), right])
        if step % _EVERY == _EVERY - 1:
            lost, share = averages.tolist()
            spent = time.monotonic() - started
            print(
                f"classifier {step + 1}/{iterations} loss {lost:.3f} right {share:.3f} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net
