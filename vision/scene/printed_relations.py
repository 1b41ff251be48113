"""Cards of a box that no shop sells, each of which differs from another of them in one thing: a figure, a colour, a
symbol more, stripes instead of paper.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.channels import largest
from vision.scene.arrays import ByteArray
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import KINDS, Design, Print, PrintedBox, any_prints, draw_print
from vision.scene.printed_symbols import FILLS, symbol_outline

_KINDS = (*KINDS[:-1], "attributes", "attributes")
"""No mixture of kinds: a card of another kind is no near relation."""
_MOST_TRIED = 60
_SEEN_PX = (60, 90)
_BLUR, _LEAST_LEVELS, _LEAST_AREA = 0.8, 14.0, 6.0
"""Two cards differ to the eye where, seen small, so many pixels differ by so many levels."""
_PATCHED = 0.15
"""The share of relations that are made by a patch of another colour or of another card, whatever they show."""
_MANY_COLOURS = 6
_LETTERS = {True: "0123456789", False: "ABCDEFGHIJKLMNOPRSTUVXYZ"}


def draw_relations(
    letterings: tuple[Lettering, ...],
    count: int,
    rng: np.random.Generator,
    kinds: tuple[str, ...] = _KINDS,
) -> PrintedBox:
    """Draw so many cards of one box, of one of these kinds, or fewer: each differs in one thing from one of those
    before it, and to the eye from all of them.
    """
    design = Design(letterings, rng, kinds)
    prints = any_prints(design, 1, rng)
    cards = [draw_print(design, prints[0])]
    small = [_small(cards[0])]
    for _ in range(_MOST_TRIED):
        if len(cards) == count:
            break
        parent = int(rng.integers(len(cards)))
        changed = _changed(prints[parent], design, rng)
        if changed == prints[parent] or rng.random() < _PATCHED:
            changed = prints[parent]
            card = _patched(cards[parent], draw_print(design, any_prints(design, 1, rng)[0]), rng)
        else:
            card = draw_print(design, changed)
        seen = _small(card)
        if all(_differ(seen, other) for other in small):
            prints.append(changed)
            cards.append(card)
            small.append(seen)
    return PrintedBox(tuple(cards), design.shape, design.corner)


def _changed(one: Print, design: Design, rng: np.random.Generator) -> Print:
    """A print with one thing changed, or the same where nothing of it can be."""
    kind, _, text = one.text.partition(":")
    colours = len(design.palette)
    # Of many colours those next to each other are too much alike in some light.
    apart = 1 if colours < _MANY_COLOURS else 2
    colour = (one.colour + int(rng.integers(apart, colours - apart + 1))) % colours
    draw = rng.random()
    if kind in ("number", "letter"):
        if draw < 0.3:
            return replace(one, colour=colour)
        at = int(rng.integers(len(text)))
        letters = _LETTERS[text[at].isdigit() or kind == "number"]
        return replace(one, text=f"{kind}:{text[:at]}{rng.choice(list(letters))}{text[at + 1 :]}")
    if kind in ("symbols", "attributes"):
        if draw < 0.3:
            return replace(one, colour=colour)
        if draw < 0.45:
            return replace(one, symbol=int(rng.integers(8)))
        if draw < 0.6 or kind == "symbols":
            return replace(one, count=max(1, min(5, one.count + int(rng.choice([-1, 1])))))
        return replace(one, fill=(one.fill + int(rng.integers(1, FILLS))) % FILLS)
    if kind == "text":
        words = text.split()
        other = any_prints(design, 1, rng)[0].text.partition(":")[2].split()
        words[int(rng.integers(len(words)))] = other[0]
        return replace(one, text=f"{kind}:{' '.join(words)}")
    return one


def _patched(card: ByteArray, other: ByteArray, rng: np.random.Generator) -> ByteArray:
    """A card with a patch of another one of its size, of another tint or mirrored, in a part of it."""
    height, width = card.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    radius = float(rng.uniform(0.05, 0.22)) * height
    middle = rng.uniform(0.15, 0.85, 2) * (width, height)
    outline = symbol_outline(int(rng.integers(1 << 30))) * radius + middle
    cv2.fillPoly(mask, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    draw = rng.random()
    if draw < 0.45:
        patch = other
    elif draw < 0.8:
        hue = cv2.cvtColor(card, cv2.COLOR_BGR2HSV)
        hue[..., 0] = (hue[..., 0].astype(int) + int(rng.integers(25, 156))) % 180
        patch = np.asarray(cv2.cvtColor(hue, cv2.COLOR_HSV2BGR), np.uint8)
    else:
        patch = np.asarray(card[:, ::-1], np.uint8)
    share = mask[..., None].astype(np.float32) / 255
    return np.asarray(card * (1 - share) + patch * share, np.uint8)


def _small(card: ByteArray) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    small = cv2.resize(card, _SEEN_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), _BLUR), np.int16)


def _differ(
    one: np.ndarray[tuple[int, ...], np.dtype[np.int16]],
    other: np.ndarray[tuple[int, ...], np.dtype[np.int16]],
) -> bool:
    return int(np.count_nonzero(largest(np.abs(one - other)) > _LEAST_LEVELS)) >= _LEAST_AREA
