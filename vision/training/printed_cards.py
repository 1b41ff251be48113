"""Trains the two networks of printed cards on boxes that are drawn anew while it goes on."""

from __future__ import annotations

import time

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.printed.cut_out import HEIGHT, WIDTH, Outline, balanced, cut_out
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import LONG_PX, PrintedBox, draw_box
from vision.training.photometry import photograph_print
from vision.training.printed_nets import CardOutliner, PrintEmbedder
from vision.training.printed_scenes import card_shape, draw_scene

_SCENES = 10
_BOXES_A_BATCH, _CARDS_A_BOX = 5, 12
_SHELF = 40
"""Boxes that lie ready at a time; one of them is drawn anew at every step."""
_MIDDLE = 0.32
"""What is farther from a card's edge than this share of its farthest point is its middle part."""
_RATE = 3e-3


class _Shelf:
    """Boxes at hand: the oldest is replaced at every step, so that hardly any card is seen twice."""

    def __init__(self, letterings: tuple[Lettering, ...], cards: int, rng: np.random.Generator) -> None:
        self._letterings, self._cards, self._rng = letterings, cards, rng
        self.boxes = [draw_box(letterings, cards, rng) for _ in range(_SHELF)]
        self._oldest = 0

    def renew(self, count: int) -> None:
        for _ in range(count):
            self.boxes[self._oldest] = draw_box(self._letterings, self._cards, self._rng)
            self._oldest = (self._oldest + 1) % _SHELF


def outline_target(owner: ByteArray) -> FloatArray:
    """What the outliner should answer for a scene: card and middle, float32 (2, h/2, w/2), 0 or 1."""
    small = owner[::2, ::2]
    middle = np.zeros(small.shape, np.float32)
    for number in range(1, int(small.max()) + 1):
        mask = (small == number).astype(np.uint8)
        if not mask.any():
            continue
        # A card that is cut off by the picture's edge ends there.
        inside = cv2.distanceTransform(
            cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5
        )
        inside = inside[1:-1, 1:-1]
        middle[inside > max(1.0, _MIDDLE * float(inside.max()))] = 1.0
    return np.stack([(small > 0).astype(np.float32), middle])


def train_outliner(letterings: tuple[Lettering, ...], seed: int, iterations: int) -> CardOutliner:
    """Train the outliner for a fixed number of iterations; the same seed gives the same network on one thread."""
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, 31])
    shelf = _Shelf(letterings, 8, rng)
    net = CardOutliner()
    net.to(memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=iterations, pct_start=0.1)
    average, started = 0.0, time.process_time()
    for step in range(iterations):
        chosen = [shelf.boxes[int(number)] for number in rng.integers(_SHELF, size=_SCENES)]
        scenes = [draw_scene(box, letterings, rng) for box in chosen]
        shelf.renew(2)
        pictures = np.stack([scene.picture for scene in scenes])
        wanted = torch.from_numpy(np.stack([outline_target(scene.owner) for scene in scenes]))
        loss = _outline_loss(net(_as_tensor(pictures)), wanted)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average = loss.item() if step == 0 else 0.97 * average + 0.03 * loss.item()
        if step % 50 == 49:
            spent = time.process_time() - started
            print(f"outliner {step + 1}/{iterations} loss {average:.4f} cpu {spent:.0f} s", flush=True)
    net.eval()
    return net


def _outline_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    logits = nn.functional.binary_cross_entropy_with_logits(answer, wanted, reduction="none")
    shares = torch.sigmoid(answer)
    together = (shares * wanted).sum(dim=(2, 3))
    dice = 1 - (2 * together + 20) / (shares.sum(dim=(2, 3)) + wanted.sum(dim=(2, 3)) + 20)
    return logits.mean() + 0.5 * dice.mean()


def _as_tensor(pictures: ByteArray) -> Tensor:
    tensor = torch.from_numpy(pictures).permute(0, 3, 1, 2).float() / 255
    return tensor.contiguous(memory_format=torch.channels_last)


def look_at(card: ByteArray, box: PrintedBox, rng: np.random.Generator) -> ByteArray:
    """One photograph of a card, cut out and balanced as at a table, uint8 BGR (HEIGHT, WIDTH, 3)."""
    long_px = float(np.exp(rng.uniform(np.log(55), np.log(260))))
    share = long_px / LONG_PX
    size = (max(8, round(card.shape[1] * share)), max(8, round(card.shape[0] * share)))
    interpolation = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR
    small = cv2.resize(card, size, interpolation=interpolation)
    mask = cv2.resize(card_shape(box, *card.shape[:2]), size, interpolation=interpolation)
    room = max(4, round(0.12 * long_px))
    width, height = size[0] + 2 * room, size[1] + 2 * room
    ground = np.empty((height, width, 3), np.uint8)
    ground[:] = rng.uniform(10, 240, 3)
    part = ground[room : room + size[1], room : room + size[0]]
    cover = mask[..., None].astype(np.float32) / 255
    part[:] = (part * (1 - cover) + small * cover).astype(np.uint8)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64) + room
    # The card lies turned and at a slant, its outline is found a little beside the true one.
    turned = corners + rng.normal(0, 0.035, (4, 2)) * long_px
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), turned.astype(np.float32))
    seen = cv2.warpPerspective(ground, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    picture = photograph_print(np.asarray(seen, np.uint8), rng)
    shift, spread = rng.normal(0, 0.008, 2), rng.normal(0, 0.008, (4, 2))
    found = (
        turned
        + (spread + shift + (corners - corners.mean(axis=0)) / long_px * rng.normal(0, 0.012)) * long_px
    )
    return balanced(cut_out(picture, Outline(found), (WIDTH, HEIGHT)))


def train_embedder(letterings: tuple[Lettering, ...], seed: int, iterations: int) -> PrintEmbedder:
    """Train the embedder for a fixed number of iterations: of two looks at each card of several boxes each has to
    find the other among all.

    Source: van den Oord et al., "Representation learning with contrastive predictive coding", 2018.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng([seed, 37])
    shelf = _Shelf(letterings, _CARDS_A_BOX, rng)
    net = PrintEmbedder()
    net.to(memory_format=torch.channels_last)
    net.train()
    scale = nn.Parameter(torch.tensor(3.0))
    optimiser = torch.optim.AdamW([*net.parameters(), scale], lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=iterations, pct_start=0.1)
    average, right, started = 0.0, 0.0, time.process_time()
    for step in range(iterations):
        chosen = [shelf.boxes[int(number)] for number in rng.permutation(_SHELF)[:_BOXES_A_BATCH]]
        cards = [(card, box) for box in chosen for card in box.cards]
        looks = [look_at(card, box, rng) for _ in range(2) for card, box in cards]
        shelf.renew(2)
        told = net(_as_tensor(np.stack(looks)))
        first, second = told[: len(cards)], told[len(cards) :]
        alike = first @ second.T * torch.exp(scale.clamp(max=4.6))
        wanted = torch.arange(len(cards))
        loss = nn.functional.cross_entropy(alike, wanted) + nn.functional.cross_entropy(alike.T, wanted)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        hits = float((alike.argmax(dim=1) == wanted).float().mean())
        average = loss.item() if step == 0 else 0.97 * average + 0.03 * loss.item()
        right = hits if step == 0 else 0.97 * right + 0.03 * hits
        if step % 50 == 49:
            spent = time.process_time() - started
            told_scale = float(torch.exp(scale.detach()))
            print(
                f"embedder {step + 1}/{iterations} loss {average:.4f} right {right:.4f} scale {told_scale:.1f} "
                f"cpu {spent:.0f} s",
                flush=True,
            )
    net.eval()
    return net
