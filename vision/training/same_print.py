"""Trains what tells whether two cards show the same print, on near relations that are drawn anew."""

# Where torch is not installed its classes are unknown to the type checker.
# mypy: allow-subclassing-any

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import torch
from torch import Tensor, nn

from vision.printed.enrolled_box import LOOK_SIZE
from vision.scene.arrays import ByteArray
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import draw_box
from vision.scene.printed_relations import draw_relations
from vision.training.drawing_processes import Pace, Shelf
from vision.training.laid_pairs import draw_laid_pairs
from vision.training.printed_cards import look_at
from vision.training.printed_nets import PrintJudge

CARDS, LOOKS = 6, 2
"""Cards of a family of near relations, and looks at each of them."""
_FAMILIES, _FAMILIES_ON_GPU, _KEPT = 4, 64, 256
"""Families of a step, and how many are at hand where none are kept for long."""
_FRESH = 1
_RELATED = 0.8
"""The share of families whose cards differ in one thing; those of the others are any cards of one box."""
_AFTER_LAYING = (0.1, 0.5)
"""How far two cards that were laid one over the other still lie apart, beside cards that were just found."""
_SEEN_PX = (50.0, 300.0)
_RATE, _RATE_LAID = 3e-3, 1.2e-3


def draw_families(letterings: tuple[Lettering, ...], rng: np.random.Generator) -> Iterator[tuple[ByteArray]]:
    """Looks at the cards of families, uint8 (CARDS, LOOKS, 3, h, w)."""
    while True:
        draw = draw_relations if rng.random() < _RELATED else draw_box
        box = draw(letterings, CARDS, rng)
        if len(box.cards) < CARDS:
            continue
        beside = float(rng.uniform(*_AFTER_LAYING))
        looks = [
            [look_at(card, box, rng, LOOK_SIZE, beside, _SEEN_PX) for _ in range(LOOKS)] for card in box.cards
        ]
        yield (np.ascontiguousarray(np.array(looks).transpose(0, 1, 4, 2, 3)),)


def train_print_judge(letterings: tuple[Lettering, ...], seed: int, iterations: int) -> PrintJudge:
    """Train what tells whether two cards show the same print for a fixed number of iterations, three quarters of them
    on cards that lie as they were found, the others on cards that the reader laid one over the other; the same seed
    gives the same network on one thread, where no GPU learns.
    """
    torch.manual_seed(seed)
    here = Pace.here(_FAMILIES, _FAMILIES_ON_GPU, 1.0)
    kept = here.kept if here.drawers else _KEPT
    net, laid = PrintJudge(), iterations // 4
    found = Pace(here.device, here.batch, here.fresh if here.drawers else _FRESH, kept, here.drawers)
    shelf = Shelf(partial(draw_families, letterings), [seed, 43], found)
    _teach(net, lambda: judged_families(net, *shelf.batch()), found, _RATE, iterations - laid)
    over = Pace(here.device, here.batch, _FRESH, _KEPT, here.drawers)
    laid_shelf = Shelf(partial(draw_laid_pairs, letterings), [seed, 79], over)
    _teach(net, lambda: judged_pairs(net, *laid_shelf.batch()), over, _RATE_LAID, laid)
    net.cpu().eval()
    return net


def _teach(
    net: PrintJudge, judged: Callable[[], tuple[Tensor, Tensor]], pace: Pace, rate: float, iterations: int
) -> None:
    """Teach the network by what is ``judged`` at each step: its loss and the share of right answers."""
    net.to(pace.device, memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=iterations, pct_start=0.1)
    average, started = np.zeros(2), time.monotonic()
    for step in range(iterations):
        loss, right = judged()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        if step % 50 == 0:
            now = np.array([loss.item(), right.item()])
            average = now if step == 0 else 0.8 * average + 0.2 * now
            spent = time.monotonic() - started
            print(
                f"same print {step}/{iterations} loss {average[0]:.4f} right {average[1]:.4f} {spent:.0f} s",
                flush=True,
            )


def judged_pairs(net: PrintJudge, same: Tensor, others: Tensor) -> tuple[Tensor, Tensor]:
    """The same for cards that were laid over their own print, uint8 (n, FAMILY, 6, h, w), and over others, uint8
    (n, FAMILY, NEAREST, 6, h, w), of which one at random is judged.
    """
    own, device = same.flatten(0, 1), same.device
    near = others.flatten(0, 1)[
        torch.arange(len(own), device=device), torch.randint(others.shape[2], (len(own),), device=device)
    ]
    pairs = torch.cat([own, near])
    for across in (2, 3):
        # Both mirrored alike: the print is another, the question the same.
        mirrored = torch.randint(2, (len(pairs), 1, 1, 1), device=device, dtype=torch.bool)
        pairs = torch.where(mirrored, pairs.flip(across), pairs)
    looks = seen_anew(pairs.reshape(-1, 3, *pairs.shape[2:]).float() / 255)
    both = looks.reshape(-1, 6, *pairs.shape[2:]).contiguous(memory_format=torch.channels_last)
    truth = (torch.arange(len(pairs), device=device) < len(own)).float()
    return _answered(net(both)[:, 0].float(), truth)


def judged_families(net: PrintJudge, families: Tensor) -> tuple[Tensor, Tensor]:
    """The loss of a step and the share of right answers; uint8 (n, CARDS, LOOKS, 3, h, w). Of each family as many
    pairs of the same print are judged as of different ones, these chosen at random.
    """
    count, device = len(families) * CARDS, families.device
    looks = seen_anew(families.reshape(-1, *families.shape[3:]).float() / 255)
    seen = net.seen((looks - 0.5).contiguous(memory_format=torch.channels_last))
    cards = torch.arange(count, device=device)
    # Another card of the same family: so many farther on, all around.
    farther = torch.randint(1, CARDS, (count,), device=device)
    others = cards - cards % CARDS + (cards + farther) % CARDS
    which = torch.randint(LOOKS, (2, count), device=device)
    first = torch.cat([cards * LOOKS, cards * LOOKS + which[0]])
    second = torch.cat([cards * LOOKS + 1, others * LOOKS + which[1]])
    same = (torch.arange(len(first), device=device) < count).float()
    return _answered(net.compared(seen[first], seen[second])[:, 0].float(), same)


def _answered(answer: Tensor, same: Tensor) -> tuple[Tensor, Tensor]:
    loss = nn.functional.binary_cross_entropy_with_logits(answer, same)
    return loss, ((answer > 0) == (same > 0)).float().mean()


def seen_anew(looks: Tensor) -> Tensor:
    """Looks, float (n, 3, h, w) 0..1, in another light, a little beside where they were and a little bent: one look
    that was drawn serves as many.
    """
    count, _, height, width = looks.shape
    device = looks.device

    def normal(*shape: int) -> Tensor:
        return torch.randn(count, *shape, device=device)

    def chosen(share: float) -> Tensor:
        return (torch.rand(count, 1, 1, 1, device=device) < share).float()

    def smooth(coarse: Tensor) -> Tensor:
        return nn.functional.interpolate(coarse, (height, width), mode="bicubic", align_corners=True)

    moved = smooth(normal(2, 4, 3) * (0.7 * normal(1, 1, 1)).abs() + 0.4 * normal(2, 1, 1))
    whole = torch.eye(2, 3, device=device).expand(count, 2, 3)
    grid = nn.functional.affine_grid(whole, [count, 1, height, width], align_corners=False)
    per_px = torch.tensor([2 / width, 2 / height], device=device)
    grid = grid + moved.permute(0, 2, 3, 1) * per_px
    looks = nn.functional.grid_sample(looks, grid, padding_mode="border", align_corners=False)
    # A camera mixes colours in its own way, and leaves white as it is.
    mixed = torch.eye(3, device=device) + 0.06 * normal(3, 3)
    looks = torch.einsum("nij,njhw->nihw", mixed / mixed.sum(dim=2, keepdim=True), looks)
    looks = looks * (1 + smooth(0.08 * normal(1, 3, 2))) * (1 + 0.03 * normal(3, 1, 1))
    middle, spread = torch.rand(count, 2, device=device) * 2 - 1, torch.rand(count, device=device) * 0.6 + 0.1
    apart = ((grid.detach() - middle[:, None, None]) ** 2).sum(dim=3) / (2 * spread**2)[:, None, None]
    strength = 0.5 * torch.rand(count, 1, 1, 1, device=device) * chosen(0.25)
    looks = looks + strength * torch.exp(-apart)[:, None]
    edge = (grid.detach() * nn.functional.normalize(normal(1, 1, 2), dim=3)).sum(dim=3)[:, None]
    soft = 2 + 30 * torch.rand(count, 1, 1, 1, device=device)
    shadow = torch.sigmoid((edge - 0.7 * normal(1, 1, 1)) * soft)
    looks = looks * (1 - 0.4 * torch.rand(count, 1, 1, 1, device=device) * chosen(0.15) * shadow)
    grain = 0.02 * torch.rand(count, 1, 1, 1, device=device) * torch.randn_like(looks)
    return (looks + grain).clamp(0, 1)
