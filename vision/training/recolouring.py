"""Changes light and colour of pictures a little while a network learns from them, where it learns."""

from __future__ import annotations

import torch
from torch import Tensor

_SWAPPED, _GREY, _INVERTED, _GRAINY = 0.25, 0.12, 0.08, 0.25
"""How often colours change places, are left away, are turned into their opposites, and how often grain comes over
them.
"""
_BRIGHTER, _TINTED, _LIFTED, _GRAIN = 0.18, 0.06, 0.05, 0.05


def recoloured_cards(pictures: Tensor) -> Tensor:
    """Return pictures of cards, uint8 (n, 3, h, w) BGR, in a little other light and colour, as float32 0..1.

    Red stays red: the colour of a sign tells its suit.
    """
    count, device = len(pictures), pictures.device

    def normal(*shape: int) -> Tensor:
        return torch.randn(count, *shape, device=device)

    def drawn() -> Tensor:
        return torch.rand(count, 1, 1, 1, device=device)

    out = pictures.float() / 255.0
    out = torch.where(drawn() < 0.05, out.mean(dim=1, keepdim=True), out)
    out = out * torch.exp(0.16 * normal(1, 1, 1) + 0.06 * normal(3, 1, 1)) + 0.03 * normal(1, 1, 1)
    noise = 0.05 * drawn() * (drawn() < 0.2)
    return (out + noise * torch.randn_like(out)).clamp(0.0, 1.0)


def recoloured_dice(pictures: Tensor) -> Tensor:
    """Change colours, brightness, contrast of pictures, uint8 (n, 3, h, w), and return float32 0..1, channels last:
    what `targets.recolour` does, with the same chances, by torch's own random numbers.
    """
    count, device = len(pictures), pictures.device

    def chosen(chance: float) -> Tensor:
        return torch.rand(count, 1, 1, 1, device=device) < chance

    def normal(channels: int) -> Tensor:
        return torch.randn(count, channels, 1, 1, device=device)

    shuffled = torch.rand(count, 3, device=device).argsort(dim=1)
    order = torch.where(chosen(_SWAPPED)[:, :, 0, 0], shuffled, torch.arange(3, device=device))
    out = pictures[torch.arange(count, device=device)[:, None], order]
    out = out.contiguous(memory_format=torch.channels_last).float() / 255
    out = torch.where(chosen(_GREY), out.mean(dim=1, keepdim=True), out)
    out = torch.where(chosen(_INVERTED), 1 - out, out)
    out = out * torch.exp(_BRIGHTER * normal(1) + _TINTED * normal(3)) + _LIFTED * normal(1)
    # A list made here, not on the device: to ask a GPU which pictures have grain would make it wait.
    grainy = torch.nonzero(torch.rand(count) < _GRAINY)[:, 0].to(device)
    strength = _GRAIN * torch.rand(len(grainy), 1, 1, 1, device=device)
    out[grainy] += strength * torch.randn(len(grainy), *out.shape[1:], device=device)
    return out.clamp_(0, 1)
