"""The two networks of the card reader: a detector of indices and backs, and a reader of upright indices."""

# Where torch is not installed its classes are unknown to the type checker.
# mypy: allow-subclassing-any

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from vision.cards.answers import ANSWERS, EMBEDDING
from vision.cards.maps import BACK_HEAT, CHANNELS, INDEX_HEAT
from vision.training.blocks import Residual, convolution


class CardDetector(nn.Module):
    """Heat maps at stride 8 (Zhou et al., "Objects as points", 2019) of the indices and the backs of cards.

    Input (n, 3, h, w) BGR 0..1, h and w multiples of 32. Output (n, CHANNELS, h/8, w/8) as ``vision.cards.maps``
    names it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 16, 2), convolution(16, 32, 2), Residual(32))
        self.fine = nn.Sequential(convolution(32, 64, 2), Residual(64), Residual(64))
        self.middle = nn.Sequential(convolution(64, 96, 2), Residual(96), Residual(96))
        self.coarse = nn.Sequential(convolution(96, 96, 2), Residual(96))
        self.up_middle = convolution(96, 96, 1, 1)
        self.join_middle = convolution(96, 96)
        self.up_fine = convolution(96, 64, 1, 1)
        self.join_fine = convolution(64, 64)
        self.head = nn.Sequential(convolution(64, 64), nn.Conv2d(64, CHANNELS, 1))
        for channel in (INDEX_HEAT, BACK_HEAT):
            nn.init.constant_(cast(Tensor, self.head[1].bias)[channel : channel + 1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps described above."""
        fine = self.fine(self.stem(x - 0.5))
        middle = self.middle(fine)
        coarse = self.up_middle(self.coarse(middle))
        middle = self.join_middle(
            middle + nn.functional.interpolate(coarse, scale_factor=2.0, mode="nearest")
        )
        fine = self.join_fine(
            fine + nn.functional.interpolate(self.up_fine(middle), scale_factor=2.0, mode="nearest")
        )
        return cast(Tensor, self.head(fine))


class IndexReader(nn.Module):
    """Reads one upright index: input (n, 3, 72, 48) BGR 0..1, output (n, ANSWERS) as ``vision.cards.answers`` names
    it: logits of the figure and of the suit, and an embedding.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 24, 2, 5),
            convolution(24, 32),
            convolution(32, 48, 2),
            Residual(48),
            convolution(48, 96, 2),
            Residual(96),
            convolution(96, 96, 2),
        )
        self.embedding = nn.Linear(96 * 5 * 3, EMBEDDING)
        self.answer = nn.Sequential(nn.ReLU(), nn.Dropout(0.15), nn.Linear(EMBEDDING, ANSWERS - EMBEDDING))

    def forward(self, x: Tensor) -> Tensor:
        """Return the answers; every crop is first brought to the same brightness and contrast."""
        x = x - x.mean(dim=(1, 2, 3), keepdim=True)
        x = x / (torch.sqrt((x * x).mean(dim=(1, 2, 3), keepdim=True)) + 0.06)
        embedding = self.embedding(torch.flatten(self.features(x), 1))
        return torch.cat([self.answer(embedding), embedding], dim=1)
