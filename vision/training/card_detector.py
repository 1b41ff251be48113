"""Trains the detector of indices and backs."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.cards.maps import BACK_HEAT, INDEX_HEAT, INDEX_REACH
from vision.training.card_dataset import BACK_COLUMNS, COLUMNS, CardSceneSet
from vision.training.card_nets import CardDetector
from vision.training.card_scenes import SCENE_SIZE
from vision.training.card_targets import REACH_WEIGHT, detector_target, quarter_turned, recolour
from vision.training.onnx_weights import load_onnx_weights

BATCH = 12
_PEAK_RATE, _PEAK_RATE_ONWARDS = 3e-3, 1.5e-3
"""From nothing, and from a model that is trained on."""
_EXAMPLE_BATCHES = 6


def _batch(
    scenes: CardSceneSet, numbers: list[int], rng: np.random.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    images, targets, weights = [], [], []
    for number in numbers:
        quarters = int(rng.integers(4))
        images.append(np.rot90(scenes.images[number], quarters))
        target, weight = detector_target(
            quarter_turned(scenes.of_scene(number), quarters, SCENE_SIZE, COLUMNS),
            quarter_turned(scenes.backs_of_scene(number), quarters, SCENE_SIZE, BACK_COLUMNS),
            SCENE_SIZE,
        )
        targets.append(target)
        weights.append(weight)
    pictures = recolour(np.stack(images), rng)
    return (
        torch.from_numpy(pictures).permute(0, 3, 1, 2),
        torch.from_numpy(np.stack(targets)),
        torch.from_numpy(np.stack(weights)),
    )


def _heat_loss(logit: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """The focal loss of a heat map (Law and Deng, "CornerNet", 2018)."""
    heat = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    peak = (wanted > 0.999).float()
    found = -torch.log(heat) * (1 - heat) ** 2 * peak
    background = -torch.log(1 - heat) * heat**2 * (1 - wanted) ** 4 * (1 - peak)
    return ((found + background) * weight).sum() / (peak * weight).sum().clamp(min=4.0)


def _told_loss(output: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    difference = torch.nn.functional.smooth_l1_loss(output, target, reduction="none", beta=0.1)
    return (difference.sum(dim=1) * weight).sum() / weight.sum().clamp(min=4.0)


def _losses(output: Tensor, target: Tensor, weight: Tensor) -> list[Tensor]:
    told, backs = slice(INDEX_HEAT + 1, INDEX_REACH.start), slice(BACK_HEAT + 1, None)
    return [
        _heat_loss(output[:, INDEX_HEAT], target[:, INDEX_HEAT], weight[:, 0]),
        _told_loss(output[:, told], target[:, told], weight[:, 1]),
        _told_loss(output[:, INDEX_REACH], target[:, INDEX_REACH], weight[:, REACH_WEIGHT]),
        _heat_loss(output[:, BACK_HEAT], target[:, BACK_HEAT], weight[:, 2]),
        _told_loss(output[:, backs], target[:, backs], weight[:, 3]),
    ]


_SHARES = (1.0, 0.5, 2.5, 0.6, 0.25)


def train_card_detector(
    scenes: CardSceneSet, seed: int, iterations: int, base: Path | None = None
) -> CardDetector:
    """Train a detector for a fixed number of iterations, from nothing or on from the ONNX file ``base``; the same
    scenes, seed and base give the same network on one thread.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, 11])
    net = CardDetector()
    rate = _PEAK_RATE
    if base is not None:
        chosen = rng.permutation(len(scenes.images))[: BATCH * _EXAMPLE_BATCHES]
        parts = np.array_split(chosen, min(len(chosen), _EXAMPLE_BATCHES))
        load_onnx_weights(net, base, [_batch(scenes, [int(n) for n in part], rng)[0] for part in parts])
        rate = _PEAK_RATE_ONWARDS
    net.to(memory_format=torch.channels_last)  # a fifth faster on a processor
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations, pct_start=0.1)
    order: list[int] = []
    averages = np.zeros(len(_SHARES))
    started = time.process_time()
    for step in range(iterations):
        if len(order) < BATCH:
            order = [int(number) for number in rng.permutation(len(scenes.images))]
        numbers, order = order[:BATCH], order[BATCH:]
        images, target, weight = _batch(scenes, numbers, rng)
        losses = _losses(net(images), target, weight)
        optimiser.zero_grad()
        torch.autograd.backward(sum(share * loss for share, loss in zip(_SHARES, losses, strict=True)))
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        averages = 0.97 * averages + 0.03 * np.array([loss.item() for loss in losses])
        if step % 50 == 49:
            spent = time.process_time() - started
            told = " ".join(f"{average:.3f}" for average in averages)
            print(
                f"card detector {step + 1}/{iterations} heat, rest, middles, backs, rest {told} cpu {spent:.0f} s",
                flush=True,
            )
    net.eval()
    return net
