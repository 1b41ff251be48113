"""Trains the reader of upright indices."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.cards.answers import FIGURE_LOGITS, FIGURE_REJECT, SUIT_LOGITS, SUIT_REJECT
from vision.scene.arrays import ByteArray
from vision.training.card_dataset import CardSceneSet
from vision.training.card_nets import IndexReader
from vision.training.card_targets import index_answer, jittered_crop, rejected_crop, resample
from vision.training.drawing_processes import Pace, Shelf, each_in_turn
from vision.training.onnx_weights import load_onnx_weights
from vision.training.recolouring import recoloured_cards

BATCH = 78
_BATCH_ON_GPU, _FRESH_ON_GPU = 512, 128
_SHARE = 0.4
"""Of the cores beside a GPU these prepare crops, the others scenes for the detector."""
_PEAK_RATE, _PEAK_RATE_ONWARDS = 2.5e-3, 1e-3
"""From nothing, and from a model that is trained on."""
_EXAMPLE_BATCHES = 6
_REJECTED_SHARE = 0.22


def _readable(scenes: CardSceneSet) -> list[int]:
    """The rows that have an answer; those of letters that few decks print come several times."""
    answers = [index_answer(row) for row in scenes.indices]
    counts = np.bincount([answer[0] for answer in answers if answer is not None], minlength=FIGURE_REJECT + 1)
    usual = float(np.median(counts[:FIGURE_REJECT]))
    chosen: list[int] = []
    for number, answer in enumerate(answers):
        if answer is not None:
            chosen += [number] * max(1, round((usual / counts[answer[0]]) ** 0.5))
    return chosen


@dataclass(frozen=True, slots=True)
class _Examples:
    """Crops one after the other, uint8 (3, h, w), with the numbers of their figure and suit."""

    scenes: CardSceneSet

    def __call__(self, rng: np.random.Generator) -> Iterator[tuple[ByteArray, NDArray[np.int64]]]:
        readable = _readable(self.scenes)
        for number in each_in_turn(len(readable), rng):
            row = self.scenes.indices[readable[number]]
            scene = int(row[0])
            answer = index_answer(row)
            if answer is not None:
                yield _example(jittered_crop(self.scenes.images[scene], row, rng), answer, rng)
            if rng.random() < _REJECTED_SHARE:
                crop = rejected_crop(self.scenes.images[scene], self.scenes.of_scene(scene), rng)
                if crop is not None:
                    yield _example(crop, (FIGURE_REJECT, SUIT_REJECT), rng)


def _example(
    crop: ByteArray, answer: tuple[int, int], rng: np.random.Generator
) -> tuple[ByteArray, NDArray[np.int64]]:
    return np.ascontiguousarray(resample(crop, rng).transpose(2, 0, 1)), np.array(answer, np.int64)


def _losses(output: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    cross_entropy = torch.nn.functional.cross_entropy
    return (
        cross_entropy(output[:, FIGURE_LOGITS], wanted[:, 0], label_smoothing=0.03),
        cross_entropy(output[:, SUIT_LOGITS], wanted[:, 1], label_smoothing=0.03),
    )


def train_index_reader(
    scenes: CardSceneSet, seed: int, iterations: int, base: Path | None = None
) -> IndexReader:
    """Train a reader for a fixed number of iterations, from nothing or on from the ONNX file ``base``; the same
    scenes, seed and base give the same network on one thread, where no GPU learns.
    """
    torch.manual_seed(seed + 1)
    examples = _Examples(scenes)
    pace = Pace.here(BATCH, _BATCH_ON_GPU, _SHARE, _FRESH_ON_GPU)
    shelf = Shelf(examples, [seed, 12], pace)
    net = IndexReader()
    rate = _PEAK_RATE
    if base is not None:
        seen = list(islice(examples(np.random.default_rng([seed, 13])), BATCH * _EXAMPLE_BATCHES))
        parts = [seen[at : at + BATCH] for at in range(0, len(seen), BATCH)]
        pictures = [torch.from_numpy(np.stack([crop for crop, _ in part])) for part in parts]
        load_onnx_weights(net, base, [recoloured_cards(part) for part in pictures])
        rate = _PEAK_RATE_ONWARDS
    net.to(pace.device, memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations, pct_start=0.1)
    averages = torch.zeros(3, device=pace.device)
    started = time.monotonic()
    for step in range(iterations):
        crops, wanted = shelf.batch()
        output = net(recoloured_cards(crops))
        figure_loss, suit_loss = _losses(output, wanted)
        optimiser.zero_grad()
        torch.autograd.backward(figure_loss + 0.6 * suit_loss)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        right = (output[:, FIGURE_LOGITS].argmax(1) == wanted[:, 0]) & (
            output[:, SUIT_LOGITS].argmax(1) == wanted[:, 1]
        )
        now = torch.stack([figure_loss, suit_loss, right.float().mean()]).detach()
        averages = 0.97 * averages + 0.03 * now
        if step % 100 == 99:
            spent = time.monotonic() - started
            figure, suit, share = averages.tolist()
            print(
                f"index reader {step + 1}/{iterations} figure {figure:.3f} suit {suit:.3f} "
                f"right {share:.3f} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net
