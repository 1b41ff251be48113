"""The networks that read printed cards: where cards lie, how they look, which two of them show the same print, and
which figures stand on them.
"""

# Where torch is not installed its classes are unknown to the type checker.
# mypy: allow-subclassing-any

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from vision.printed.embedding import FEATURES
from vision.printed.figures import TOLD
from vision.training.blocks import Residual, convolution


class CardOutliner(nn.Module):
    """Tells of every second pixel whether a card lies there, whether it is the card's middle part, and where the card
    is that it belongs to.

    Cards that touch are told apart by their middles, and a card of which a part is hidden tells where the rest of it
    is. Input (n, 3, h, w) BGR 0..1, h and w multiples of 32; output (n, 8, h/2, w/2): logits of card and middle, then
    ``vision.printed.votes`` in units of UNIT_PX: the way to the card's middle (x, y), and its long and its short half
    axis, each as (length times cosine, length times sine) of twice its angle.
    """

    def __init__(self) -> None:
        super().__init__()
        self.first = convolution(3, 16, 2)
        self.second = nn.Sequential(convolution(16, 32, 2), Residual(32))
        self.third = nn.Sequential(convolution(32, 64, 2), Residual(64), Residual(64))
        self.fourth = nn.Sequential(convolution(64, 96, 2), Residual(96), Residual(96))
        self.fifth = nn.Sequential(convolution(96, 96, 2), Residual(96), Residual(96), Residual(96))
        self.up_fourth = convolution(96, 96, 1, 1)
        self.join_fourth = convolution(96, 96)
        self.up_third = convolution(96, 64, 1, 1)
        self.join_third = convolution(64, 64)
        self.up_second = convolution(64, 32, 1, 1)
        self.join_second = convolution(32, 32)
        self.votes = convolution(32, 32)
        self.up_first = convolution(32, 16, 1, 1)
        self.joined = convolution(16, 16)
        self.head = nn.Conv2d(48, 8, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps described above."""
        first = self.first(x - 0.5)
        second = self.second(first)
        third = self.third(second)
        fourth = self.fourth(third)
        fourth = self.join_fourth(fourth + _doubled(self.up_fourth(self.fifth(fourth))))
        third = self.join_third(third + _doubled(self.up_third(fourth)))
        second = self.join_second(second + _doubled(self.up_second(third)))
        first = self.joined(first + _doubled(self.up_first(second)))
        return cast(Tensor, self.head(torch.cat([first, _doubled(self.votes(second))], dim=1)))


def _doubled(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class PrintEmbedder(nn.Module):
    """Turns a cut-out card into numbers that are alike for the same print and differ for any other.

    Input (n, 3, 96, 64) BGR 0..1 as ``vision.printed.cut_out`` makes it, output (n, 12 * 8 * FEATURES) of length 1.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 24, 2, 5),
            convolution(24, 32),
            convolution(32, 64, 2),
            Residual(64),
            convolution(64, 96, 2),
            Residual(96),
        )
        self.answer = nn.Conv2d(96, FEATURES, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the embeddings."""
        told = torch.flatten(self.answer(self.features(x - 0.5)), 1)
        return cast(Tensor, nn.functional.normalize(told, dim=1))


class PrintJudge(nn.Module):
    """Tells whether two cut-out cards that lie one over the other show the same print: input (n, 6, 192, 128), both
    BGR 0..1, output (n, 1) logits; which of both is the first makes no difference.

    Each card is seen by itself first. What one shows and the other does not, not even a little beside it, speaks
    against them, and the least likely part of the card decides as well as all of it: two prints may differ in one
    figure.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.Sequential(convolution(3, 20, 2, 5), convolution(20, 28))
        self.join = convolution(4 * 28, 40, 1, 1)
        self.features = nn.Sequential(
            convolution(40, 48, 2),
            Residual(48),
            convolution(48, 48, 2),
            convolution(48, 48),
        )
        self.answer = nn.Conv2d(96, 1, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits."""
        return self.compared(self.seen(x[:, :3] - 0.5), self.seen(x[:, 3:] - 0.5))

    def compared(self, one: Tensor, other: Tensor) -> Tensor:
        """Return the logits of cards, (n, 1), of which is given what was ``seen`` of each."""
        joined = self.join(
            torch.cat([one + other, *(_beyond(one, other, reach) for reach in (0, 1, 2))], dim=1)
        )
        told = self.features(joined)
        parts = nn.functional.max_pool2d(told, (24, 16)), nn.functional.avg_pool2d(told, (24, 16))
        return cast(Tensor, torch.flatten(self.answer(torch.cat(parts, dim=1)), 1))


def _beyond(one: Tensor, other: Tensor, reach: int) -> Tensor:
    """By how much each of two shows more than the other does anywhere so many places around."""
    if reach == 0:
        return torch.relu(one - other) + torch.relu(other - one)
    around = [nn.functional.max_pool2d(each, 2 * reach + 1, 1, reach) for each in (one, other)]
    return torch.relu(one - around[1]) + torch.relu(other - around[0])


class FigureNet(nn.Module):
    """Tells which figure a mark on a card is, if it stands upright: input (n, 2, 32, 32) 0..1 as
    ``vision.printed.marks`` makes it, output (n, TOLD) logits of 0 to 9 and of none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            convolution(2, 16, 2, 5),
            convolution(16, 32),
            convolution(32, 48, 2),
            convolution(48, 48),
            convolution(48, 64, 2),
        )
        self.answer = nn.Conv2d(64, TOLD, 4)

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits."""
        return torch.flatten(self.answer(self.features(x - 0.5)), 1)
