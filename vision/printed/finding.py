"""Where printed cards of any kind lie in a picture: the network's maps, taken apart into single cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.network import FloatArray, Network, load_network
from vision.printed.cut_out import ByteArray, Outline
from vision.printed.outlines import outline_of, sharpened

MODEL = Path(__file__).parent.parent / "models" / "card_outliner.onnx"
_LONG_PX = 640
"""Pictures are looked at with a long side of this; cards of 34 to 300 px then are what the network was taught."""
_STEP = 32
_CARD, _MIDDLE = 0.5, 0.5
_LEAST_SHORT_PX = 12.0
"""A card whose short side is shorter in the picture that is looked at is not told."""
_LEAST_AGREEMENT = 0.62
_LEAST_FILL = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card that lies in a picture: its outline, px, how surely a card lies there, 0..1, how well the outline fits
    what is seen of it, 0..1, and whether the picture's edge cuts it off.
    """

    outline: Outline
    presence: float
    agreement: float
    cut_off: bool


class CardFinder:
    """Finds cards of any print on any ground; holds a network of its own."""

    def __init__(self, threads: int = 1, model: Path = MODEL) -> None:
        self._network: Network = load_network(model, threads=threads)

    def find(self, image: ByteArray) -> list[FoundCard]:
        """Return the cards in a picture, uint8 BGR (h, w, 3), from the upper left to the lower right."""
        height, width = image.shape[:2]
        scale = _LONG_PX / max(height, width)
        size = (max(_STEP, round(width * scale)), max(_STEP, round(height * scale)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        card, middle = self._maps(np.asarray(small, np.uint8))
        found = _taken_apart(card, middle)
        # Maps are half as wide as what the network saw, whose pixels are 1/scale of the picture's.
        ratio = np.array([width / size[0], height / size[1]]) * 2
        cards = []
        for one in found:
            outline = Outline((one.outline.corners + 0.5) * ratio - 0.5, one.outline.shape)
            sharp = sharpened(image, outline, 2.2 * float(ratio.max()))
            cards.append(FoundCard(sharp, one.presence, one.agreement, one.cut_off))
        return sorted(cards, key=lambda one: (one.outline.box[1], one.outline.box[0]))

    def _maps(self, small: ByteArray) -> tuple[FloatArray, FloatArray]:
        height, width = small.shape[:2]
        down, right = -height % _STEP, -width % _STEP
        padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REFLECT)
        batch = np.ascontiguousarray(padded.transpose(2, 0, 1)[None] / np.float32(255), np.float32)
        logits = self._network.run(batch)[0][:, : (height + 1) // 2, : (width + 1) // 2]
        shares = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        return shares[0], shares[1]


def _taken_apart(card: FloatArray, middle: FloatArray) -> list[FoundCard]:
    """Single cards of the two maps, in px of the maps."""
    seeds = (middle > _MIDDLE).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(seeds, connectivity=4)
    if count < 2:
        return []
    # Every pixel of a card belongs to the middle part that lies nearest.
    _, nearest = cv2.distanceTransformWithLabels(1 - seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    owner_of = np.zeros(int(nearest.max()) + 1, np.int32)
    owner_of[nearest[seeds > 0]] = labels[seeds > 0]
    owner = owner_of[nearest]
    owner[card < _CARD] = 0
    found = []
    height, width = card.shape
    for number in range(1, count):
        if stats[number, cv2.CC_STAT_AREA] < 6:
            continue
        mask = (owner == number).astype(np.uint8)
        shaped = outline_of(mask)
        if shaped is None:
            continue
        outline, agreement = shaped
        sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
        if min(sides[0], sides[2]) * 2 < _LEAST_SHORT_PX or agreement < _LEAST_AGREEMENT:
            continue
        presence = float(card[mask > 0].mean())
        x0, y0, x1, y1 = outline.box
        cut_off = bool(x0 < 1.0 or y0 < 1.0 or x1 > width - 2.0 or y1 > height - 2.0)
        found.append(FoundCard(outline, presence, agreement, cut_off))
    return found
