"""Trains the detector."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from vision.scene.arrays import ByteArray, FloatArray
from vision.training.dataset import SceneSet
from vision.training.drawing_processes import Pace, Shelf, each_in_turn
from vision.training.nets import DiceDetector
from vision.training.recolouring import recoloured_dice
from vision.training.scenes import SCENE_SIZE, TrainingDie
from vision.training.targets import detector_target, flip_die, recolour, turn_die

BATCH = 16
_ON_GPU, _FRESH_ON_GPU, _SHARE = 128, 32, 0.4
"""Tiles of a step where a GPU learns, how many of them are drawn anew, and which share of the cores draws them; the
classifier, which learns beside it, has most of the rest.
"""
_EVERY = 100


def _turned_tile(
    image: ByteArray, dice: tuple[TrainingDie, ...], rng: np.random.Generator
) -> tuple[ByteArray, FloatArray, FloatArray]:
    """Turn and mirror a tile; return its picture, and target and weights of `targets.detector_target`."""
    for _ in range(int(rng.integers(4))):
        image = np.rot90(image)
        dice = tuple(turn_die(die, SCENE_SIZE) for die in dice)
    if rng.random() < 0.5:
        image = image[:, ::-1]
        dice = tuple(flip_die(die, SCENE_SIZE) for die in dice)
    target, weight = detector_target(dice, SCENE_SIZE)
    return image, target, weight


def detector_batch(
    tiles: list[tuple[ByteArray, tuple[TrainingDie, ...]]], rng: np.random.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """Turn, mirror and recolour tiles; return the pictures, targets and weights of `targets.detector_target`."""
    images, targets, weights = zip(*(_turned_tile(image, dice, rng) for image, dice in tiles), strict=True)
    pictures = recolour(np.stack(images), rng)
    return (
        torch.from_numpy(pictures).permute(0, 3, 1, 2),
        torch.from_numpy(np.stack(targets)),
        torch.from_numpy(np.stack(weights)),
    )


@dataclass(frozen=True)
class DrawnTiles:
    """Yields the tiles of scenes for ever, turned and mirrored: picture, uint8 (3, h, w), target and weights."""

    scenes: SceneSet

    def __call__(self, rng: np.random.Generator) -> Iterator[tuple[ByteArray, FloatArray, FloatArray]]:
        """Take each scene once before any comes again."""
        for index in each_in_turn(len(self.scenes.dice), rng):
            image, target, weight = _turned_tile(self.scenes.images[index], self.scenes.dice[index], rng)
            yield np.ascontiguousarray(image.transpose(2, 0, 1)), target, weight


def detector_loss(output: Tensor, target: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """Return the focal loss of the heat (Law and Deng, "CornerNet", 2018) and the L1 loss of the shape."""
    heat, wanted = torch.sigmoid(output[:, 0]).clamp(1e-4, 1 - 1e-4), target[:, 0]
    peak = (wanted > 0.999).float()
    found = -torch.log(heat) * (1 - heat) ** 2 * peak
    background = -torch.log(1 - heat) * heat**2 * (1 - wanted) ** 4 * (1 - peak)
    number = peak.sum().clamp(min=1.0)
    heat_loss = ((found + background) * weight[:, 0]).sum() / number
    shape = torch.nn.functional.smooth_l1_loss(output[:, 1:], target[:, 1:], reduction="none", beta=0.1)
    shape_loss = (shape.sum(dim=1) * weight[:, 1]).sum() / weight[:, 1].sum().clamp(min=1.0)
    return heat_loss, shape_loss


def train_detector(scenes: SceneSet, seed: int, iterations: int) -> DiceDetector:
    """Train a detector for a fixed number of iterations; the same scenes and seed give the same network on
    one thread, where no GPU learns.
    """
    torch.manual_seed(seed)
    pace = Pace.here(BATCH, _ON_GPU, _SHARE, _FRESH_ON_GPU)
    shelf = Shelf(DrawnTiles(scenes), [seed, 1], pace)
    net = DiceDetector()
    net.to(pace.device, memory_format=torch.channels_last)  # 1.2 times as fast on a processor
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=iterations, pct_start=0.12)
    averages, started = torch.zeros(2, device=pace.device), time.monotonic()
    for step in range(iterations):
        pictures, target, weight = shelf.batch()
        with torch.autocast("cuda", torch.bfloat16, enabled=pace.device.type == "cuda"):
            answer = net(recoloured_dice(pictures))
        heat_loss, shape_loss = detector_loss(answer.float(), target, weight)
        optimiser.zero_grad()
        torch.autograd.backward(heat_loss + 0.5 * shape_loss)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        # They stay where they are: to read them at every step would make a GPU wait.
        averages = 0.97 * averages + 0.03 * torch.stack([heat_loss.detach(), shape_loss.detach()])
        if step % _EVERY == _EVERY - 1:
            heat, shape = averages.tolist()
            spent = time.monotonic() - started
            print(
                f"detector {step + 1}/{iterations} heat {heat:.3f} shape {shape:.3f} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net
