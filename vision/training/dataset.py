"""Draws the training scenes on several processes and keeps them with their ground truth as arrays."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.progress import progress
from vision.scene.arrays import ByteArray, Float64Array
from vision.training.scenes import SCENE_SIZE, TrainingDie, TrainingScene, draw_training_scene


@dataclass(frozen=True)
class SceneSet:
    """Scenes as one uint8 array (n, SCENE_SIZE, SCENE_SIZE, 3) and the dice of each."""

    images: ByteArray
    dice: tuple[tuple[TrainingDie, ...], ...]


Draw = Callable[[int, int], TrainingScene]
"""Draws the scene of a series (seed) and a number."""


def _draw(job: tuple[Draw, int, int, int]) -> tuple[ByteArray, list[tuple[TrainingDie, ...]]]:
    cv2.setNumThreads(1)
    draw, seed, start, stop = job
    scenes = [draw(seed, index) for index in range(start, stop)]
    return np.stack([scene.image for scene in scenes]), [scene.dice for scene in scenes]


def draw_scene_set(seed: int, count: int, processes: int = 2, draw: Draw = draw_training_scene) -> SceneSet:
    """Draw `count` scenes of the series `seed`; the result does not depend on the number of processes. `draw` is a
    function of a module, such as `rare_dice.draw_rare_scene`.
    """
    jobs = [(draw, seed, start, min(count, start + 50)) for start in range(0, count, 50)]
    images = np.empty((count, SCENE_SIZE, SCENE_SIZE, 3), np.uint8)
    dice: list[tuple[TrainingDie, ...]] = []
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for (_, _, start, stop), (part, truth) in zip(
            jobs, progress(pool.imap(_draw, jobs), "fifties of scenes", len(jobs)), strict=True
        ):
            images[start:stop] = part
            dice.extend(truth)
    return SceneSet(images, tuple(dice))


def join_scene_sets(sets: Sequence[SceneSet]) -> SceneSet:
    """Return the scenes of all sets as one."""
    images = np.concatenate([each.images for each in sets])
    return SceneSet(images, tuple(dice for each in sets for dice in each.dice))


def save_scene_set(scenes: SceneSet, folder: Path) -> None:
    """Write a scene set as `images.npy` and `dice.npy` into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "images.npy", scenes.images)
    rows: list[list[float]] = []
    names: list[str] = []
    for index, dice in enumerate(scenes.dice):
        for die in dice:
            rows.append([index, *die.quad.reshape(-1), *die.box, die.visible])
            names.append(die.face)
    np.save(folder / "dice.npy", np.array(rows, np.float64).reshape(-1, 14))
    (folder / "faces.txt").write_text("\n".join(names), encoding="utf-8")


def load_scene_set(folder: Path, count: int | None = None) -> SceneSet:
    """Read what `save_scene_set` wrote, or the first `count` scenes of it; raises OSError where it is missing and
    ValueError where it holds fewer.
    """
    kept = np.load(folder / "images.npy", mmap_mode="r")
    if count is not None and len(kept) < count:
        raise ValueError(f"{folder}: {len(kept)} scenes, {count} are wanted")
    images: ByteArray = np.array(kept[:count])
    rows: Float64Array = np.load(folder / "dice.npy")
    names = (folder / "faces.txt").read_text(encoding="utf-8").split("\n")
    dice: list[list[TrainingDie]] = [[] for _ in range(len(images))]
    for row, name in zip(rows, names, strict=True):
        if int(row[0]) >= len(images):
            break
        box = (float(row[9]), float(row[10]), float(row[11]), float(row[12]))
        dice[int(row[0])].append(TrainingDie(name, row[1:9].reshape(4, 2).copy(), box, float(row[13])))
    return SceneSet(images, tuple(tuple(part) for part in dice))
