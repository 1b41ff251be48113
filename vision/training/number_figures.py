"""Trains what tells the figures of numbers on cards, on marks of cards that are drawn for it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.printed.figures import NONE
from vision.printed.marks import LONG_PX, Mark, marks_on
from vision.scene.arrays import ByteArray
from vision.scene.lettering import Lettering
from vision.training.number_cards import Figure, NumberCard, draw_number_card
from vision.training.printed_cards import look_at
from vision.training.printed_nets import FigureNet

_SEEN_PX = (95.0, 420.0)
_LEAST_SEEN_PX = 7.5
"""A figure that is lower than this in the photograph nobody can read."""
_SAME, _OTHER = 0.6, 0.5
"""A mark whose box covers so much of a figure's (of both together) is that figure, one that covers less is none."""
_OF_A_FIGURE, _OTHERS = 3, 14
"""So many marks of one figure, and of what is none, are kept of a card."""
_BATCH, _STEPS, _RATE = 256, 1500, 4e-3
_A_FIGURE, _UPRIGHT = 0.5, 0.55
"""So many of the marks that are learnt from are figures, and so many of these stand upright."""
_TURNED = {0: 0, 8: 8, 6: 9, 9: 6}
"""Figures that are figures upside down, too."""


@dataclass(frozen=True, slots=True, eq=False)
class FigureSet:
    """Marks of drawn cards: crops, uint8 (n, 2, CROP, CROP); which figure each is (NONE: none), and how many quarters
    it is turned clockwise, int64 (n,).
    """

    crops: ByteArray
    figures: NDArray[np.int64]
    quarters: NDArray[np.int64]


def look_for_marks(drawn: NumberCard, rng: np.random.Generator) -> tuple[list[Mark], list[Figure], ByteArray]:
    """Photograph a drawn card: its marks, those of its figures that can be read, and the card, straightened."""
    card = drawn.box.cards[0]
    share = LONG_PX / max(card.shape[:2])
    size = (round(card.shape[1] * share), round(card.shape[0] * share))
    seen_px = float(np.exp(rng.uniform(*np.log(_SEEN_PX))))
    look = look_at(card, drawn.box, rng, size, seen_px=(seen_px, seen_px))
    legible = [one for one in drawn.figures if _height(one, size) / LONG_PX * seen_px >= _LEAST_SEEN_PX]
    return marks_on(look), legible, look


def _height(figure: Figure, size: tuple[int, int]) -> float:
    x0, y0, x1, y1 = figure.box
    return (y1 - y0) * size[1] if figure.quarters % 2 == 0 else (x1 - x0) * size[0]


def draw_figure_set(letterings: tuple[Lettering, ...], count: int, rng: np.random.Generator) -> FigureSet:
    """Draw so many cards and keep marks of them."""
    crops: list[ByteArray] = []
    figures: list[int] = []
    quarters: list[int] = []
    for _ in range(count):
        drawn = draw_number_card(letterings, rng)
        marks, legible, look = look_for_marks(drawn, rng)
        size = (look.shape[1], look.shape[0])
        kept: dict[int, int] = {}
        others: list[Mark] = []
        for at in rng.permutation(len(marks)):
            mark = marks[int(at)]
            which = figure_of(mark, legible, size)
            if which is None:
                if not any(_overlap(mark, one, size) >= _OTHER for one in drawn.figures):
                    others.append(mark)
            elif kept.get(which, 0) < _OF_A_FIGURE:
                kept[which] = kept.get(which, 0) + 1
                crops.append(mark.crop)
                figures.append(legible[which].figure)
                quarters.append(legible[which].quarters)
        # Parts of figures, and several at once, are told with more trouble than the rest of a print.
        others.sort(key=lambda mark: -max((_overlap(mark, one, size) for one in drawn.figures), default=0.0))
        half = _OTHERS // 2
        for mark in (*others[:half], *others[half:][: _OTHERS - half]):
            crops.append(mark.crop)
            figures.append(NONE)
            quarters.append(0)
    return FigureSet(np.stack(crops), np.array(figures, np.int64), np.array(quarters, np.int64))


def figure_of(mark: Mark, figures: Sequence[Figure], size: tuple[int, int]) -> int | None:
    """Which of a card's figures a mark is, on a card of a size, px; None: none of them."""
    shares = [_overlap(mark, one, size) for one in figures]
    best = int(np.argmax(shares)) if shares else 0
    return best if shares and shares[best] >= _SAME else None


def _overlap(mark: Mark, figure: Figure, size: tuple[int, int]) -> float:
    """What the boxes of a mark and a figure have in common, as a share of what they cover together."""
    left, top, width, height = mark.box
    x0, y0, x1, y1 = (value * side for value, side in zip(figure.box, size * 2, strict=True))
    across = min(left + width, x1) - max(left, x0)
    down = min(top + height, y1) - max(top, y0)
    if across <= 0 or down <= 0:
        return 0.0
    common = across * down
    return common / (width * height + (x1 - x0) * (y1 - y0) - common)


def train_figure_net(drawn: FigureSet, seed: int, steps: int = _STEPS) -> FigureNet:
    """Train what tells figures for a fixed number of steps; the same seed gives the same network on one thread."""
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, 47])
    net = FigureNet()
    net.to(memory_format=torch.channels_last)
    net.train()
    figures, others = (np.flatnonzero(drawn.figures != NONE), np.flatnonzero(drawn.figures == NONE))
    of_figures = round(_A_FIGURE * _BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps, pct_start=0.1)
    started, average = time.monotonic(), np.zeros(2)
    for step in range(steps):
        chosen = np.concatenate([rng.choice(figures, of_figures), rng.choice(others, _BATCH - of_figures)])
        crops, wanted = _turned(drawn, chosen, rng)
        answer = net(crops)
        loss = nn.functional.cross_entropy(answer, wanted)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        now = np.array([loss.item(), float((answer.argmax(dim=1) == wanted).float().mean())])
        average = now if step == 0 else 0.98 * average + 0.02 * now
        if step % 200 == 199:
            spent = time.monotonic() - started
            print(
                f"figures {step + 1}/{steps} loss {average[0]:.4f} right {average[1]:.4f} {spent:.0f} s",
                flush=True,
            )
    net.eval()
    return net


def _turned(drawn: FigureSet, chosen: NDArray[np.int64], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Crops of the chosen marks, turned by quarters at random, as the network takes them, and what it should tell."""
    quarters, figures = drawn.quarters[chosen], drawn.figures[chosen]
    turns = np.where(rng.random(len(chosen)) < _UPRIGHT, quarters, rng.integers(4, size=len(chosen)))
    crops = drawn.crops[chosen]
    seen = np.empty_like(crops)
    wanted = np.full(len(chosen), NONE, np.int64)
    for turn in range(4):
        mine = turns == turn
        seen[mine] = np.rot90(crops[mine], turn, (2, 3))
    left = (quarters - turns) % 4
    wanted[left == 0] = figures[left == 0]
    for figure, other in _TURNED.items():
        wanted[(left == 2) & (figures == figure)] = other
    picture = torch.from_numpy(np.ascontiguousarray(seen)).float() / 255
    moved = torch.roll(picture, tuple(int(one) for one in rng.integers(-1, 2, 2)), (2, 3))
    return moved.contiguous(memory_format=torch.channels_last), torch.from_numpy(wanted)
