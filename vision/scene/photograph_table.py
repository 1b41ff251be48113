"""Tables and cards cut out of photographs: films with real surfaces, real light and real things on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.picture import load_picture
from vision.scene.arrays import ByteArray
from vision.scene.deck import CARD_MM

_SUFFIXES = (".jpg", ".jpeg", ".png")
_PATCHES = 24


def photographs_in(folder: Path) -> list[Path]:
    """Return the photographs in a folder and below it, sorted; none where the folder is missing."""
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES)


class PhotographTables:
    """Cuts still scenes and things to lay on them out of the photographs of a folder; all by the seed.

    Raises ValueError where the folder has fewer than two photographs.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = photographs_in(folder)
        if len(self._paths) < 2:
            raise ValueError(f"films of photographs need at least two photographs in {folder}")

    def top(self, shape: tuple[int, int], seed: int) -> ByteArray:
        """Return a random part of a photograph as the still table, uint8 (height, width, 3) BGR."""
        rng = np.random.default_rng((seed, 17))
        height, width = shape
        picture = self._picture(rng)
        largest = min(picture.shape[1] / width, picture.shape[0] / height)
        scale = largest * float(rng.uniform(0.6, 1.0))
        across, down = max(8, int(width * scale)), max(8, int(height * scale))
        x = int(rng.integers(0, picture.shape[1] - across + 1))
        y = int(rng.integers(0, picture.shape[0] - down + 1))
        part = picture[y : y + down, x : x + across]
        kind = cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(part, (width, height), interpolation=kind), np.uint8)

    def sprites(self, px_per_mm: float, seed: int) -> tuple[ByteArray, ...]:
        """Return parts of other photographs of the size of a card, uint8 BGRA."""
        rng = np.random.default_rng((seed, 19))
        width, height = (round(side * px_per_mm) for side in CARD_MM)
        return tuple(self._patches(width, height, rng))

    def _patches(self, width: int, height: int, rng: np.random.Generator) -> Iterator[ByteArray]:
        for _ in range(_PATCHES // 4):
            picture = self._picture(rng)
            for _ in range(4):
                side = float(rng.uniform(0.12, 0.4)) * min(picture.shape[:2])
                across, down = int(side * width / height), int(side)
                x = int(rng.integers(0, picture.shape[1] - across))
                y = int(rng.integers(0, picture.shape[0] - down))
                part = picture[y : y + down, x : x + across]
                patch = cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA)
                yield np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2BGRA), np.uint8)

    def _picture(self, rng: np.random.Generator) -> ByteArray:
        return np.asarray(load_picture(self._paths[int(rng.integers(len(self._paths)))]), np.uint8)
