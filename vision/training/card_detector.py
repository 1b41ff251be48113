"""Trains the detector of indices and backs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.cards.maps import BACK_HEAT, INDEX_HEAT, INDEX_REACH
from vision.scene.arrays import ByteArray, FloatArray
from vision.training.card_dataset import BACK_COLUMNS, COLUMNS, CardSceneSet
from vision.training.card_nets import CardDetector
from vision.training.card_scenes import SCENE_SIZE
from vision.training.card_targets import REACH_WEIGHT, detector_target, quarter_turned
from vision.training.drawing_processes import Pace, Shelf, each_in_turn
from vision.training.onnx_weights import load_onnx_weights
from vision.training.recolouring import recoloured_cards

BATCH = 12
_BATCH_ON_GPU, _FRESH_ON_GPU = 64, 32
_SHARE = 0.6
"""Of the cores beside a GPU these prepare scenes for the detector, the others crops for the reader."""
_PEAK_RATE, _PEAK_RATE_ONWARDS = 3e-3, 1.5e-3
"""From nothing, and from a model that is trained on."""
_EXAMPLE_BATCHES = 6


@dataclass(frozen=True, slots=True)
class _Examples:
    """Scenes one after the other, each turned by quarters: picture, uint8 (3, h, w), target and weights."""

    scenes: CardSceneSet

    def __call__(self, rng: np.random.Generator) -> Iterator[tuple[ByteArray, FloatArray, FloatArray]]:
        for number in each_in_turn(len(self.scenes.images), rng):
            quarters = int(rng.integers(4))
            picture = np.rot90(self.scenes.images[number], quarters)
            target, weight = detector_target(
                quarter_turned(self.scenes.of_scene(number), quarters, SCENE_SIZE, COLUMNS),
                quarter_turned(self.scenes.backs_of_scene(number), quarters, SCENE_SIZE, BACK_COLUMNS),
                SCENE_SIZE,
            )
            yield np.ascontiguousarray(picture.transpose(2, 0, 1)), target, weight


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
    scenes, seed and base give the same network on one thread, where no GPU learns.
    """
    torch.manual_seed(seed)
    examples = _Examples(scenes)
    pace = Pace.here(BATCH, _BATCH_ON_GPU, _SHARE, _FRESH_ON_GPU)
    shelf = Shelf(examples, [seed, 11], pace)
    net = CardDetector()
    rate = _PEAK_RATE
    if base is not None:
        seen = list(islice(examples(np.random.default_rng([seed, 12])), BATCH * _EXAMPLE_BATCHES))
        parts = [seen[at : at + BATCH] for at in range(0, len(seen), BATCH)]
        pictures = [torch.from_numpy(np.stack([picture for picture, _, _ in part])) for part in parts]
        load_onnx_weights(net, base, [recoloured_cards(part) for part in pictures])
        rate = _PEAK_RATE_ONWARDS
    # The order of channels saves a fifth on a processor.
    net.to(pace.device, memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations, pct_start=0.1)
    averages = torch.zeros(len(_SHARES), device=pace.device)
    started = time.monotonic()
    for step in range(iterations):
        pictures_now, target, weight = shelf.batch()
        seen_now = recoloured_cards(pictures_now)
        with torch.autocast("cuda", torch.bfloat16, enabled=pace.device.type == "cuda"):
            output = net(seen_now)
        losses = _losses(output.float(), target, weight)
        optimiser.zero_grad()
        torch.autograd.backward(sum(share * loss for share, loss in zip(_SHARES, losses, strict=True)))
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        averages = 0.97 * averages + 0.03 * torch.stack(losses).detach()
        if step % 50 == 49:
            spent = time.monotonic() - started
            told = " ".join(f"{average:.3f}" for average in averages.tolist())
            print(
                f"card detector {step + 1}/{iterations} heat, rest, middles, backs, rest {told} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net
