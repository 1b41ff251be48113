"""Trains the reader of upright indices."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from vision.cards.answers import FIGURE_LOGITS, FIGURE_REJECT, SUIT_LOGITS, SUIT_REJECT
from vision.scene.arrays import ByteArray
from vision.training.card_dataset import CardSceneSet
from vision.training.card_nets import IndexReader
from vision.training.card_targets import index_answer, jittered_crop, recolour, rejected_crop, resample
from vision.training.onnx_weights import load_onnx_weights

BATCH = 64
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


def _batch(
    scenes: CardSceneSet, numbers: list[int], rng: np.random.Generator
) -> tuple[ByteArray, list[tuple[int, int]]]:
    crops: list[ByteArray] = []
    answers: list[tuple[int, int]] = []
    for number in numbers:
        row = scenes.indices[number]
        scene = int(row[0])
        answer = index_answer(row)
        if answer is None:
            continue
        crops.append(resample(jittered_crop(scenes.images[scene], row, rng), rng))
        answers.append(answer)
        if rng.random() < _REJECTED_SHARE:
            rejected = rejected_crop(scenes.images[scene], scenes.of_scene(scene), rng)
            if rejected is not None:
                crops.append(resample(rejected, rng))
                answers.append((FIGURE_REJECT, SUIT_REJECT))
    return np.stack(crops), answers


def _losses(output: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    cross_entropy = torch.nn.functional.cross_entropy
    return (
        cross_entropy(output[:, FIGURE_LOGITS], wanted[:, 0], label_smoothing=0.03),
        cross_entropy(output[:, SUIT_LOGITS], wanted[:, 1], label_smoothing=0.03),
    )


def _pictures(crops: ByteArray, rng: np.random.Generator) -> Tensor:
    return torch.from_numpy(recolour(crops, rng)).permute(0, 3, 1, 2)


def train_index_reader(
    scenes: CardSceneSet, seed: int, iterations: int, base: Path | None = None
) -> IndexReader:
    """Train a reader for a fixed number of iterations, from nothing or on from the ONNX file ``base``; the same
    scenes, seed and base give the same network on one thread.
    """
    torch.manual_seed(seed + 1)
    rng = np.random.default_rng([seed, 12])
    readable = _readable(scenes)
    net = IndexReader()
    rate = _PEAK_RATE
    if base is not None:
        parts = [[int(n) for n in rng.choice(readable, BATCH)] for _ in range(_EXAMPLE_BATCHES)]
        load_onnx_weights(net, base, [_pictures(_batch(scenes, part, rng)[0], rng) for part in parts])
        rate = _PEAK_RATE_ONWARDS
    net.to(memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations, pct_start=0.1)
    order: list[int] = []
    averages = np.zeros(3)
    started = time.process_time()
    for step in range(iterations):
        if len(order) < BATCH:
            order = [readable[int(number)] for number in rng.permutation(len(readable))]
        numbers, order = order[:BATCH], order[BATCH:]
        crops, answers = _batch(scenes, numbers, rng)
        wanted = torch.tensor(answers)
        output = net(_pictures(crops, rng))
        figure_loss, suit_loss = _losses(output, wanted)
        optimiser.zero_grad()
        torch.autograd.backward(figure_loss + 0.6 * suit_loss)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        right = (output[:, FIGURE_LOGITS].argmax(1) == wanted[:, 0]) & (
            output[:, SUIT_LOGITS].argmax(1) == wanted[:, 1]
        )
        now = np.array([figure_loss.item(), suit_loss.item(), float(right.float().mean())])
        averages = 0.97 * averages + 0.03 * now
        if step % 100 == 99:
            spent = time.process_time() - started
            figure, suit, share = averages
            print(
                f"index reader {step + 1}/{iterations} figure {figure:.3f} suit {suit:.3f} "
                f"right {share:.3f} cpu {spent:.0f} s",
                flush=True,
            )
    net.eval()
    return net
