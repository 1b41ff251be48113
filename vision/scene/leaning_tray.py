"""Throws into the simulated tray of which one die leans, on a wall or on another die."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from vision.scene.faces import NUMBER_FACES
from vision.scene.renderer import SceneDie, ScenePicture

LeansOn = Literal["wall", "die"]
_SIDE_MM = 16.0
_STYLES = ("ivory", "white", "red", "black", "blue", "green")


def leaning_throw(
    tray_mm: tuple[float, float], lean_deg: float, leans_on: LeansOn, rng: np.random.Generator
) -> ScenePicture:
    """Return a throw of two dice into a tray of that size (mm): the first leans so far (degrees; 0: it only lies
    close), on the wall or on the second; the other lies flat. The same state of `rng` gives the same throw.
    """
    faces = [str(face) for face in rng.choice(NUMBER_FACES, 2)]
    styles = [str(style) for style in rng.choice(_STYLES, 2)]
    lean = math.radians(lean_deg)
    reach = _SIDE_MM / 2 * (math.cos(lean) + math.sin(lean))
    turn = float(rng.normal(0, 3)) + 90.0 * int(rng.integers(4))
    half_x, half_y = tray_mm[0] / 2, tray_mm[1] / 2
    flat_turn = float(rng.uniform(0, 90))
    if leans_on == "wall":
        side = int(rng.integers(4))
        towards, along = 90.0 * side, float(rng.uniform(-0.6, 0.6))
        away = (half_x if side % 2 == 0 else half_y) - reach
        place = (away, along * half_y) if side % 2 == 0 else (along * half_x, away)
        x, y = place if side < 2 else (-place[0], -place[1])
        other = (-0.4 * x + float(rng.uniform(-15, 15)), -0.4 * y + float(rng.uniform(-15, 15)))
    else:
        towards = float(rng.uniform(0, 360))
        x, y = float(rng.uniform(-0.6, 0.6)) * half_x, float(rng.uniform(-0.6, 0.6)) * half_y
        gap = reach + _SIDE_MM / 2
        other = (
            x + gap * math.cos(math.radians(towards)),
            y + gap * math.sin(math.radians(towards)),
        )
        flat_turn = towards + float(rng.normal(0, 3))
    leaning = SceneDie(faces[0], x, y, towards + turn, _SIDE_MM, styles[0], lean_deg, towards)
    return ScenePicture((leaning, SceneDie(faces[1], *other, flat_turn, _SIDE_MM, styles[1])))
