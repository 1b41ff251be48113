"""The bare table of a film: any surface, or the one that a hardship of the evening asks for."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from companion.filmed.hardships import chance_of
from vision.scene.arrays import FloatArray
from vision.scene.surfaces import random_surface

_SIZE = (700, 900)
_ASKED_FOR = (("cloth", "checked"), ("strong_grain", "wood"))


def film_ground(seed: int, hardships: Collection[str], rng: np.random.Generator) -> FloatArray:
    """The table of the evening ``seed``, float32 BGR about 0..255, in any size; ``rng`` moves on alike whatever lies
    there, so that all else of the evening stays as it is without the hardship.
    """
    ground = random_surface(*_SIZE, rng)
    for name, kind in _ASKED_FOR:
        if name in hardships:
            ground = random_surface(*_SIZE, chance_of(seed, name), kind)
    return ground
