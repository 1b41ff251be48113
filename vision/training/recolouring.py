"""Changes light and colour of pictures a little while a network learns from them, where it learns."""

from __future__ import annotations

import torch
from torch import Tensor


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
