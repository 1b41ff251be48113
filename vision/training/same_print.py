"""Trains what tells whether two cards show the same print, on pairs of near relations that are drawn anew."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np
import torch
from torch import nn

from vision.printed.enrolled_box import LOOK_SIZE
from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import PrintedBox, draw_box
from vision.training.drawing_processes import Pace, Shelf
from vision.training.printed_cards import look_at
from vision.training.printed_nets import PrintJudge

_PAIRS, _FRESH, _KEPT = 32, 8, 1600
"""Pairs of a step, so many of them drawn anew for it, of so many that are at hand."""
_CARDS, _PAIRS_A_BOX = 14, 12
_SAME = 0.5
_RELATIONS = 3
"""A card that is not the same is one of so many of its box that are most like it."""
_AFTER_LAYING = 0.3
"""How far two cards that were laid one over the other still lie apart, beside cards that were just found."""
_SMALL = (16, 24)
_RATE = 3e-3


def near_relations(box: PrintedBox) -> Float64Array:
    """How unlike the prints of a box look from afar, float64 (cards, cards)."""
    small = [
        cv2.GaussianBlur(cv2.resize(card, _SMALL, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
        for card in box.cards
    ]
    flat = np.stack([one.reshape(-1).astype(np.float64) for one in small])
    return np.asarray(np.abs(flat[:, None] - flat[None]).mean(axis=2), np.float64)


def draw_pairs(
    letterings: tuple[Lettering, ...], rng: np.random.Generator
) -> Iterator[tuple[ByteArray, float]]:
    """Two looks at cards one over the other, uint8 (6, h, w), and whether they show the same print, 1 or 0."""
    while True:
        box = draw_box(letterings, _CARDS, rng)
        if len(box.cards) < 2:
            continue
        unlike = near_relations(box)
        for _ in range(_PAIRS_A_BOX):
            first = int(rng.integers(len(box.cards)))
            same = bool(rng.random() < _SAME)
            nearest = np.argsort(unlike[first] + np.where(np.arange(len(box.cards)) == first, np.inf, 0.0))
            others = nearest[: min(_RELATIONS, len(box.cards) - 1)]
            second = first if same else int(others[int(rng.integers(len(others)))])
            looks = [look_at(box.cards[one], box, rng, LOOK_SIZE, _AFTER_LAYING) for one in (first, second)]
            yield np.ascontiguousarray(np.concatenate(looks, axis=2).transpose(2, 0, 1)), float(same)


def train_print_judge(letterings: tuple[Lettering, ...], seed: int, iterations: int) -> PrintJudge:
    """Train what tells whether two cards show the same print for a fixed number of iterations; the same seed gives
    the same network on one thread, where no GPU learns.
    """
    torch.manual_seed(seed)
    here = Pace.here(_PAIRS, 8 * _PAIRS, 1.0)
    pace = Pace(here.device, here.batch, _FRESH, _KEPT, here.drawers)
    shelf = Shelf(partial(draw_pairs, letterings), [seed, 43], pace)
    net = PrintJudge()
    net.to(pace.device, memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=iterations, pct_start=0.1)
    average, started = np.zeros(2), time.monotonic()
    for step in range(iterations):
        pairs, same = shelf.batch()
        pairs, same = pairs.float() / 255, same.float()
        if torch.rand(()) < 0.5:
            pairs = torch.cat([pairs[:, 3:], pairs[:, :3]], dim=1)
        answer = net(pairs.contiguous(memory_format=torch.channels_last))[:, 0]
        loss = nn.functional.binary_cross_entropy_with_logits(answer, same)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        now = np.array([loss.item(), float(((answer > 0) == (same > 0)).float().mean())])
        average = now if step == 0 else 0.98 * average + 0.02 * now
        if step % 50 == 49:
            spent = time.monotonic() - started
            print(
                f"same print {step + 1}/{iterations} loss {average[0]:.4f} right {average[1]:.4f} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net
