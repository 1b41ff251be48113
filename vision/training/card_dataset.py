"""Draws training scenes of cards on several processes and keeps them with their truth as arrays."""

from __future__ import annotations

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.playing_cards import RANKS
from companion.progress import progress
from vision.card_names import BACK, FIGURES, SUITS, figure_of
from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.card_scene import SeenCard, SeenIndex
from vision.training.card_art import load_card_art
from vision.training.card_scenes import (
    SCENE_SIZE,
    SCENES_PER_SHELF,
    USUAL,
    CardSceneSeries,
    CardTrainingScene,
    RareShares,
)
from vision.training.fonts import load_fonts

COLUMNS = (
    "scene",
    "used",
    "x",
    "y",
    "up_x",
    "up_y",
    "width",
    "height",
    "visible",
    "rank",
    "suit",
    "figure",
    "card_x",
    "card_y",
)
"""What a row about an index tells: the scene's number, 1 to learn from or 0 to leave out of account, its middle px,
the unit vector to its head, its size px, its visible share, the numbers of its rank in RANKS, of its suit in SUITS
and of what is printed in FIGURES, and the middle of its card px."""
BACK_COLUMNS = ("scene", "x", "y", "up_x", "up_y", "width", "height", "visible")
"""What a row about a back tells: the scene's number, its middle px, the unit vector to its upper edge, its size px,
its visible share."""


@dataclass(frozen=True, slots=True)
class CardSceneSet:
    """Scenes as one array, uint8 (n, SCENE_SIZE, SCENE_SIZE, 3), the indices in them as rows of COLUMNS and the backs
    as rows of BACK_COLUMNS, float32, in the scenes' order, and the scale of each scene, px per mm, float32 (n,).
    """

    images: ByteArray
    indices: FloatArray
    backs: FloatArray
    px_per_mm: FloatArray

    def of_scene(self, number: int) -> FloatArray:
        """The rows about the indices of one scene."""
        return _rows_of(self.indices, number)

    def backs_of_scene(self, number: int) -> FloatArray:
        """The rows about the backs of one scene."""
        return _rows_of(self.backs, number)


@dataclass(frozen=True, slots=True)
class Sources:
    """Where real art and type faces were fetched to (None: none), whether the held-out ones are wanted, and how much
    the scenes are made to show what few do.
    """

    art: Path | None = None
    fonts: Path | None = None
    held_out: bool = False
    rare: RareShares = USUAL

    def series(self, seed: int) -> CardSceneSeries:
        """Return the scenes of a series, made of what the folders hold."""
        art = load_card_art(self.art) if self.art is not None else None
        fonts = load_fonts(self.fonts) if self.fonts is not None else None
        if self.held_out:
            decks, faces = art.held_out if art else (), fonts.held_out if fonts else ()
        else:
            decks, faces = art.training if art else (), fonts.training if fonts else ()
        return CardSceneSeries(seed, decks, faces, rare=self.rare)


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
    backs: list[Float64Array] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for (_, start, stop, _), (part, truth, turned, scale) in zip(
            jobs, progress(pool.imap(_draw, jobs), "batches of scenes", len(jobs)), strict=True
        ):
            images[start:stop], scales[start:stop] = part, scale
            rows.append(truth)
            backs.append(turned)
    return CardSceneSet(
        images,
        np.concatenate([np.empty((0, len(COLUMNS))), *rows]).astype(np.float32),
        np.concatenate([np.empty((0, len(BACK_COLUMNS))), *backs]).astype(np.float32),
        scales,
    )


def join_card_scene_sets(first: CardSceneSet, second: CardSceneSet) -> CardSceneSet:
    """Return the scenes of both, those of ``second`` numbered on."""
    count = len(first.images)
    indices, backs = second.indices.copy(), second.backs.copy()
    indices[:, 0] += count
    backs[:, 0] += count
    return CardSceneSet(
        np.concatenate([first.images, second.images]),
        np.concatenate([first.indices, indices]),
        np.concatenate([first.backs, backs]),
        np.concatenate([first.px_per_mm, second.px_per_mm]),
    )


def save_card_scene_set(scenes: CardSceneSet, folder: Path) -> None:
    """Write a scene set as ``card_images.npy``, ``card_indices.npy``, ``card_backs.npy`` and ``card_scales.npy``."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "card_images.npy", scenes.images)
    np.save(folder / "card_indices.npy", scenes.indices)
    np.save(folder / "card_backs.npy", scenes.backs)
    np.save(folder / "card_scales.npy", scenes.px_per_mm)


def load_card_scene_set(folder: Path) -> CardSceneSet:
    """Read what ``save_card_scene_set`` wrote, the pictures mapped from the file; raises OSError where missing."""
    images: ByteArray = np.load(folder / "card_images.npy", mmap_mode="r")
    return CardSceneSet(
        images,
        np.load(folder / "card_indices.npy"),
        np.load(folder / "card_backs.npy"),
        np.load(folder / "card_scales.npy"),
    )


def index_row(scene: int, index: SeenIndex, card: SeenCard, *, used: bool) -> list[float]:
    """Return what COLUMNS names about an index of a card."""
    return [
        scene,
        float(used),
        *index.centre,
        *index.up,
        *index.size,
        index.visible,
        RANKS.index(index.rank),
        SUITS.index(index.suit),
        FIGURES.index(figure_of(index.rank, index.language)),
        *card.middle,
    ]


def back_row(scene: int, card: SeenCard) -> list[float]:
    """Return what BACK_COLUMNS names about a card that lies face down."""
    return [scene, *card.middle, *card.up, *card.size, card.visible]


def scene_rows(number: int, scene: CardTrainingScene) -> tuple[Float64Array, Float64Array]:
    """Return the rows about the indices of a scene, and those about its backs that are seen at all."""
    rows = [index_row(number, index, scene.cards[index.card], used=True) for index in scene.used]
    rows += [index_row(number, index, scene.cards[index.card], used=False) for index in scene.ignored]
    backs = [
        back_row(number, card)
        for card in scene.cards
        if card.card == BACK and card.visible > _LEAST_OF_A_BACK
    ]
    return (
        np.array(rows, np.float64).reshape(-1, len(COLUMNS)),
        np.array(backs, np.float64).reshape(-1, len(BACK_COLUMNS)),
    )


_LEAST_OF_A_BACK = 0.02


def _rows_of(table: FloatArray, number: int) -> FloatArray:
    first, last = np.searchsorted(table[:, 0], [number, number + 1])
    return table[first:last]


_SERIES: dict[tuple[int, Sources], CardSceneSeries] = {}


def _draw(job: tuple[int, int, int, Sources]) -> tuple[ByteArray, Float64Array, Float64Array, FloatArray]:
    cv2.setNumThreads(1)
    seed, start, stop, sources = job
    series = _SERIES.get((seed, sources))
    if series is None:
        series = _SERIES[seed, sources] = sources.series(seed)
    scenes = [series.scene(number) for number in range(start, stop)]
    tables = [scene_rows(number, scene) for number, scene in enumerate(scenes, start)]
    scales = np.array([scene.px_per_mm for scene in scenes], np.float32)
    return (
        np.stack([scene.image for scene in scenes]),
        np.concatenate([table for table, _ in tables]),
        np.concatenate([backs for _, backs in tables]),
        scales,
    )
