"""Draws training scenes of cards on several processes and keeps them with their truth as arrays."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.card_names import RANKS
from vision.scene.card_scene import SeenIndex
from vision.scene.suit_signs import SUITS
from vision.training.card_art import load_card_art
from vision.training.card_scenes import SCENE_SIZE, SCENES_PER_SHELF, CardSceneSeries
from vision.training.fonts import load_fonts

COLUMNS = ("scene", "used", "x", "y", "up_x", "up_y", "width", "height", "visible", "rank", "suit")
"""What a row about an index tells: the scene's number, 1 to learn from or 0 to leave out of account, its middle px,
the unit vector to its head, its size px, its visible share, the numbers of its rank in RANKS and suit in SUITS."""


@dataclass(frozen=True, slots=True)
class CardSceneSet:
    """Scenes as one array, uint8 (n, SCENE_SIZE, SCENE_SIZE, 3), the indices in them as rows of COLUMNS, float32
    (m, 11) in the scenes' order, and the scale of each scene, px per mm, float32 (n,).
    """

    images: ByteArray
    indices: FloatArray
    px_per_mm: FloatArray

    def of_scene(self, number: int) -> FloatArray:
        """The rows about the indices of one scene."""
        first, last = np.searchsorted(self.indices[:, 0], [number, number + 1])
        return self.indices[first:last]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where real art and type faces were fetched to (None: none), and whether the held-out ones are wanted."""

    art: Path | None = None
    fonts: Path | None = None
    held_out: bool = False

    def series(self, seed: int) -> CardSceneSeries:
        """Return the scenes of a series, made of what the folders hold."""
        art = load_card_art(self.art) if self.art is not None else None
        fonts = load_fonts(self.fonts) if self.fonts is not None else None
        if self.held_out:
            return CardSceneSeries(seed, art.held_out if art else (), fonts.held_out if fonts else ())
        return CardSceneSeries(seed, art.training if art else (), fonts.training if fonts else ())


def draw_card_scene_set(
    seed: int, count: int, sources: Sources | None = None, processes: int = 2
) -> CardSceneSet:
    """Draw ``count`` scenes of the series ``seed``; the result does not depend on the number of processes."""
    # A shelf is drawn by one process: whoever shares it would draw its decks twice.
    starts = range(0, count, SCENES_PER_SHELF)
    jobs = [(seed, start, min(count, start + SCENES_PER_SHELF), sources or Sources()) for start in starts]
    images = np.empty((count, SCENE_SIZE, SCENE_SIZE, 3), np.uint8)
    scales = np.empty(count, np.float32)
    rows: list[Float64Array] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for (_, start, stop, _), (part, truth, scale) in zip(jobs, pool.imap(_draw, jobs), strict=True):
            images[start:stop], scales[start:stop] = part, scale
            rows.append(truth)
    table = np.concatenate(rows) if rows else np.empty((0, len(COLUMNS)))
    return CardSceneSet(images, table.astype(np.float32), scales)


def save_card_scene_set(scenes: CardSceneSet, folder: Path) -> None:
    """Write a scene set as ``card_images.npy``, ``card_indices.npy`` and ``card_scales.npy`` into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "card_images.npy", scenes.images)
    np.save(folder / "card_indices.npy", scenes.indices)
    np.save(folder / "card_scales.npy", scenes.px_per_mm)


def load_card_scene_set(folder: Path) -> CardSceneSet:
    """Read what ``save_card_scene_set`` wrote, the pictures mapped from the file; raises OSError where missing."""
    images: ByteArray = np.load(folder / "card_images.npy", mmap_mode="r")
    return CardSceneSet(images, np.load(folder / "card_indices.npy"), np.load(folder / "card_scales.npy"))


def index_row(scene: int, index: SeenIndex, *, used: bool) -> list[float]:
    """Return what COLUMNS names about an index."""
    return [
        scene,
        float(used),
        *index.centre,
        *index.up,
        *index.size,
        index.visible,
        RANKS.index(index.rank),
        SUITS.index(index.suit),
    ]


_SERIES: dict[tuple[int, Sources], CardSceneSeries] = {}


def _draw(job: tuple[int, int, int, Sources]) -> tuple[ByteArray, Float64Array, FloatArray]:
    cv2.setNumThreads(1)
    seed, start, stop, sources = job
    series = _SERIES.get((seed, sources))
    if series is None:
        series = _SERIES[seed, sources] = sources.series(seed)
    scenes = [series.scene(number) for number in range(start, stop)]
    rows: list[list[float]] = []
    for number, scene in enumerate(scenes, start):
        rows.extend(index_row(number, index, used=True) for index in scene.used)
        rows.extend(index_row(number, index, used=False) for index in scene.ignored)
    table = np.array(rows, np.float64).reshape(-1, len(COLUMNS))
    scales = np.array([scene.px_per_mm for scene in scenes], np.float32)
    return np.stack([scene.image for scene in scenes]), table, scales
