"""What all our networks are built of."""

# Where torch is not installed its classes are unknown to the type checker.
# mypy: allow-subclassing-any

from __future__ import annotations

import torch
from torch import Tensor, nn


def convolution(inside: int, outside: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """A convolution of odd size without shift, normalised over the batch, rectified."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions with a shortcut (He et al., "Deep residual learning for image recognition", 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return features of the same shape."""
        return torch.relu(x + self.second(self.first(x)))


def count_parameters(net: nn.Module) -> int:
    """Return the number of trained numbers of a network."""
    return sum(parameter.numel() for parameter in net.parameters())
