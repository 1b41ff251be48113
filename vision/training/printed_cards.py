"""Trains the two networks of printed cards on boxes that are drawn anew while it goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from vision.printed.cut_out import HEIGHT, WIDTH, Outline, balanced, cut_out
from vision.printed.votes import votes_for
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import PrintedBox, draw_box
from vision.training.drawing_processes import Pace, Shelf
from vision.training.photometry import photograph_print
from vision.training.printed_nets import CardOutliner, PrintEmbedder
from vision.training.printed_scenes import PrintedScene, card_shape, draw_scene

_SCENES, _SCENES_ON_GPU, _OUTLINER_SHARE = 10, 32, 0.7
_BOXES_A_BATCH, _BOXES_ON_GPU, _CARDS_A_BOX = 5, 12, 12
"""Examples of a step, and which share of the cores draws for the outliner where a GPU learns; the rest draws for the
embedder.
"""
_BOXES, _CARDS_TO_FIND = 40, 8
"""So many boxes lie ready; after each scene, or pair of looks, now and then one is drawn anew."""
_RENEWED = 0.25
_MIDDLE = 0.32
"""What is farther from a card's edge than this share of its farthest point is its middle part."""
_LEAST_LONGER = 1.08
"""Of cards that look squarer than this nothing says which of their axes is the long one."""
_VOTES, _VOTE_STEP = 1.0, 0.05
"""How much votes count beside the maps, and from which error, in half lengths of the card, each counts alike."""
_RATE = 3e-3


def outline_target(scene: PrintedScene, box: PrintedBox) -> FloatArray:
    """What the outliner should answer for a scene, float32 (9, h/2, w/2): card and middle, 0 or 1, the six numbers
    of ``votes_for``, and one over the card's long half axis where its axes are told, minus that where only its middle
    is.
    """
    small = scene.owner[::2, ::2]
    target = np.zeros((9, *small.shape), np.float32)
    target[0] = small > 0
    for number, placed in enumerate(scene.placed, 1):
        mask = (small == number).astype(np.uint8)
        if not mask.any():
            continue
        # A card that is cut off by the picture's edge ends there.
        inside = cv2.distanceTransform(
            cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5
        )
        inside = inside[1:-1, 1:-1]
        target[1, inside > max(1.0, _MIDDLE * float(inside.max()))] = 1.0
        rows, columns = np.nonzero(mask)
        votes = votes_for(placed.corners, np.stack([columns, rows], axis=1).astype(np.float32) * 2 + 0.5)
        target[2:8, rows, columns] = votes
        long, short = (float(np.hypot(*votes[at : at + 2, 0])) for at in (2, 4))
        told = box.shape == "rectangle" and long > _LEAST_LONGER * short
        target[8, rows, columns] = (1 if told else -1) / max(long, short)
    return target


def _draw_scenes(
    letterings: tuple[Lettering, ...], rng: np.random.Generator
) -> Iterator[tuple[ByteArray, FloatArray]]:
    """Pictures, uint8 (3, h, w), and what the outliner should answer."""
    boxes = [draw_box(letterings, _CARDS_TO_FIND, rng) for _ in range(_BOXES)]
    for number in _renewed(boxes, letterings, _CARDS_TO_FIND, rng):
        scene = draw_scene(boxes[number], letterings, rng)
        yield np.ascontiguousarray(scene.picture.transpose(2, 0, 1)), outline_target(scene, boxes[number])


def _renewed(
    boxes: list[PrintedBox], letterings: tuple[Lettering, ...], cards: int, rng: np.random.Generator
) -> Iterator[int]:
    """Numbers of boxes, one after the other, for ever; the oldest is drawn anew now and then."""
    oldest = 0
    while True:
        yield int(rng.integers(len(boxes)))
        if rng.random() < _RENEWED:
            boxes[oldest] = draw_box(letterings, cards, rng)
            oldest = (oldest + 1) % len(boxes)


def train_outliner(letterings: tuple[Lettering, ...], seed: int, iterations: int) -> CardOutliner:
    """Train the outliner for a fixed number of iterations; the same seed gives the same network on one
    thread, where no GPU learns.
    """
    torch.manual_seed(seed)
    pace = Pace.here(_SCENES, _SCENES_ON_GPU, _OUTLINER_SHARE)
    shelf = Shelf(partial(_draw_scenes, letterings), [seed, 31], pace)
    net = CardOutliner()
    net.to(pace.device, memory_format=torch.channels_last)
    net.train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=iterations, pct_start=0.1)
    averages, started = np.zeros(2), time.monotonic()
    for step in range(iterations):
        pictures, wanted = _turned(*shelf.batch())
        answer = net(_as_tensor(pictures))
        maps, votes = _map_loss(answer[:, :2], wanted[:, :2]), _vote_loss(answer[:, 2:], wanted[:, 2:])
        optimiser.zero_grad()
        torch.autograd.backward(maps + _VOTES * votes)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        if step % 50 == 49:
            losses = np.array([maps.item(), votes.item()])
            averages = losses if step < 50 else 0.8 * averages + 0.2 * losses
            spent = time.monotonic() - started
            print(
                f"outliner {step + 1}/{iterations} maps {averages[0]:.4f} votes {averages[1]:.4f} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net


def _turned(pictures: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Scenes and answers turned by quarters and mirrored at random: an example may be seen more than once."""
    quarters, mirrored = int(torch.randint(4, ())), bool(torch.randint(2, ()))
    wanted = wanted.clone()
    for _ in range(quarters):
        pictures, wanted = torch.rot90(pictures, 1, (2, 3)), torch.rot90(wanted, 1, (2, 3))
        x, y = wanted[:, 2].clone(), wanted[:, 3].clone()
        wanted[:, 2], wanted[:, 3] = y, -x
        wanted[:, 4:8] *= -1
    if mirrored:
        pictures, wanted = torch.flip(pictures, (3,)), torch.flip(wanted, (3,))
        wanted[:, [2, 5, 7]] *= -1
    return pictures, wanted


def _map_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    logits = nn.functional.binary_cross_entropy_with_logits(answer, wanted, reduction="none")
    shares = torch.sigmoid(answer)
    together = (shares * wanted).sum(dim=(2, 3))
    dice = 1 - (2 * together + 20) / (shares.sum(dim=(2, 3)) + wanted.sum(dim=(2, 3)) + 20)
    return logits.mean() + 0.5 * dice.mean()


def _vote_loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """How far votes are off, in long half axes of their card."""
    per_length = wanted[:, 6:].abs()
    off = nn.functional.smooth_l1_loss(
        answer * per_length, wanted[:, :6] * per_length, reduction="none", beta=_VOTE_STEP
    )
    cards, axes = (per_length[:, 0] > 0).float(), (wanted[:, 6] > 0).float()
    ways = (off[:, :2].sum(dim=1) * cards).sum() / cards.sum().clamp(min=1)
    return ways + (off[:, 2:].sum(dim=1) * axes).sum() / axes.sum().clamp(min=1)


def _as_tensor(pictures: Tensor) -> Tensor:
    return (pictures.float() / 255).contiguous(memory_format=torch.channels_last)


def look_at(
    card: ByteArray,
    box: PrintedBox,
    rng: np.random.Generator,
    cut_to: tuple[int, int] = (WIDTH, HEIGHT),
    beside: float = 1.0,
    seen_px: tuple[float, float] = (55.0, 260.0),
) -> ByteArray:
    """One photograph of a card, cut out to a size (width, height, px) and balanced as at a table, uint8 BGR;
    ``beside``: how far beside its true outline, 1 as it is found; ``seen_px``: how long it is at least and at most.
    """
    picture, outline = photograph_of(card, box, rng, beside, seen_px)
    return balanced(cut_out(picture, outline, cut_to))


def photograph_of(
    card: ByteArray,
    box: PrintedBox,
    rng: np.random.Generator,
    beside: float,
    seen_px: tuple[float, float],
    around: float = 0.12,
) -> tuple[ByteArray, Outline]:
    """One photograph of a card, uint8 BGR, so much of its ground ``around`` it as a share of its length, and where it
    is found, px.
    """
    long_px = float(np.exp(rng.uniform(*np.log(seen_px))))
    share = long_px / max(card.shape[:2])
    size = (max(8, round(card.shape[1] * share)), max(8, round(card.shape[0] * share)))
    interpolation = cv2.INTER_AREA if share < 1 else cv2.INTER_LINEAR
    small = cv2.resize(card, size, interpolation=interpolation)
    mask = cv2.resize(card_shape(box, *card.shape[:2]), size, interpolation=interpolation)
    room = max(4, round(around * long_px))
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
        + (spread + shift + (corners - corners.mean(axis=0)) / long_px * rng.normal(0, 0.012))
        * long_px
        * beside
    )
    return picture, Outline(found)


def _draw_looks(letterings: tuple[Lettering, ...], rng: np.random.Generator) -> Iterator[tuple[ByteArray]]:
    """Two looks at each card of a box, uint8 (2, cards, 3, HEIGHT, WIDTH)."""
    boxes = [draw_box(letterings, _CARDS_A_BOX, rng) for _ in range(_BOXES)]
    for number in _renewed(boxes, letterings, _CARDS_A_BOX, rng):
        box = boxes[number]
        looks = np.stack([[look_at(card, box, rng) for card in box.cards] for _ in range(2)])
        yield (np.ascontiguousarray(looks.transpose(0, 1, 4, 2, 3)),)


def train_embedder(letterings: tuple[Lettering, ...], seed: int, iterations: int) -> PrintEmbedder:
    """Train the embedder for a fixed number of iterations: of two looks at each card of several boxes each has to
    find the other among all.

    Source: van den Oord et al., "Representation learning with contrastive predictive coding", 2018.
    """
    torch.manual_seed(seed)
    pace = Pace.here(_BOXES_A_BATCH, _BOXES_ON_GPU, 1 - _OUTLINER_SHARE)
    shelf = Shelf(partial(_draw_looks, letterings), [seed, 37], pace)
    net = PrintEmbedder()
    net.to(pace.device, memory_format=torch.channels_last)
    net.train()
    scale = nn.Parameter(torch.tensor(3.0, device=pace.device))
    optimiser = torch.optim.AdamW([*net.parameters(), scale], lr=_RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=iterations, pct_start=0.1)
    averages, started = np.zeros(2), time.monotonic()
    for step in range(iterations):
        looks = shelf.batch()[0].transpose(0, 1)
        told = net(_as_tensor(looks.reshape(-1, 3, HEIGHT, WIDTH)))
        first, second = told[: len(told) // 2], told[len(told) // 2 :]
        alike = first @ second.T * torch.exp(scale.clamp(max=4.6))
        wanted = torch.arange(len(first), device=pace.device)
        loss = nn.functional.cross_entropy(alike, wanted) + nn.functional.cross_entropy(alike.T, wanted)
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        if step % 50 == 49:
            now = np.array([loss.item(), float((alike.argmax(dim=1) == wanted).float().mean())])
            averages = now if step < 50 else 0.8 * averages + 0.2 * now
            spent, told_scale = time.monotonic() - started, float(torch.exp(scale.detach()))
            print(
                f"embedder {step + 1}/{iterations} loss {averages[0]:.4f} right {averages[1]:.4f} "
                f"scale {told_scale:.1f} {spent:.0f} s",
                flush=True,
            )
    net.cpu().eval()
    return net
