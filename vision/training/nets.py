"""The three networks: a heat-map detector of top faces, a classifier of upright crops, and one that tells dice that
lean.
"""

# Where torch is not installed its classes are unknown to the type checker.
# mypy: allow-subclassing-any

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn

from vision.training.blocks import Residual, convolution

DETECTOR_CHANNELS = 12
CLASSES: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "9", "10", "J", "Q", "K", "A", "reject")


class DiceDetector(nn.Module):
    """Heat map at stride 4 (Zhou et al., "Objects as points", 2019) of dice seen from above.

    Input (n, 3, h, w) BGR 0..1, h and w multiples of 16. Output (n, 12, h/4, w/4): heat logit, offset x and
    y (cells),
    log2(side / 40 px), anisotropy (2), cos and sin of 4 x turn, box left, top, right, bottom (sides from the centre).
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(convolution(3, 16, 2), convolution(16, 32, 2))
        self.fine = Residual(32)
        self.middle = nn.Sequential(convolution(32, 64, 2), Residual(64), Residual(64))
        self.coarse = nn.Sequential(convolution(64, 96, 2), Residual(96), Residual(96))
        self.up_middle = convolution(96, 64, 1, 1)
        self.join_middle = convolution(64, 64)
        self.up_fine = convolution(64, 32, 1, 1)
        self.join_fine = convolution(32, 48)
        self.head = nn.Conv2d(48, DETECTOR_CHANNELS, 1)
        nn.init.constant_(cast(Tensor, self.head.bias)[:1], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps described above."""
        fine = self.fine(self.stem(x - 0.5))
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = self.join_middle(
            middle + nn.functional.interpolate(self.up_middle(coarse), scale_factor=2.0, mode="nearest")
        )
        fine = self.join_fine(
            fine + nn.functional.interpolate(self.up_fine(middle), scale_factor=2.0, mode="nearest")
        )
        return cast(Tensor, self.head(fine))


class FaceClassifier(nn.Module):
    """Reads one upright crop of a top face: input (n, 3, 64, 64) BGR 0..1, output (n, 13) logits over `CLASSES`."""

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 24, 2, 5),
            convolution(24, 32),
            convolution(32, 64, 2),
            Residual(64),
            convolution(64, 128, 2),
            Residual(128),
            convolution(128, 128, 2),
        )
        self.answer = nn.Sequential(nn.Dropout(0.2), nn.Linear(128 * 16, len(CLASSES)))

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits; every crop is first brought to the same brightness and contrast."""
        x = x - x.mean(dim=(1, 2, 3), keepdim=True)
        x = x / (torch.sqrt((x * x).mean(dim=(1, 2, 3), keepdim=True)) + 0.06)
        return cast(Tensor, self.answer(torch.flatten(self.features(x), 1)))


class LeaningJudge(nn.Module):
    """Tells whether a die leans, from a crop that shows what is beside it and a drawing of how a flat one would look.

    Input (n, 4, 64, 64): BGR and the drawing, 0..1; output (n, 3): the logit, and what of the upper face's unit
    normal lies in the crop (x, y). Begun with the layers of a trained classifier of faces.
    """

    def __init__(self, classifier: FaceClassifier) -> None:
        super().__init__()
        self.features = classifier.features
        first = cast(nn.Conv2d, cast(nn.Sequential, self.features[0])[0])
        wider = nn.Conv2d(4, first.out_channels, first.kernel_size, 2, first.padding, bias=False)
        with torch.no_grad():
            wider.weight[:, :3] = first.weight
            wider.weight[:, 3:] *= 0.3
        cast(nn.Sequential, self.features[0])[0] = wider
        self.answer = nn.Sequential(nn.Dropout(0.3), nn.Linear(128 * 16, 3))

    def forward(self, x: Tensor) -> Tensor:
        """Return the answers; every crop is first brought to the same brightness and contrast."""
        colours, drawing = x[:, :3], x[:, 3:]
        colours = colours - colours.mean(dim=(1, 2, 3), keepdim=True)
        colours = colours / (torch.sqrt((colours * colours).mean(dim=(1, 2, 3), keepdim=True)) + 0.06)
        seen = self.features(torch.cat([colours, 2.0 * drawing - 0.5], dim=1))
        return cast(Tensor, self.answer(torch.flatten(seen, 1)))
