"""A whole card table as families lay it: what lies in every zone becomes cards at their places, drawn from above.

World: mm on the table, x right, y down as the camera sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_names import BACK
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_layouts import Face, pile_of, row_of
from vision.scene.card_scene import CARD_THICKNESS_MM, CardScene, LaidCard, SceneLight
from vision.scene.deck import CardArt
from vision.watched_zone import WatchedZone

WAYS: Mapping[str, float] = {"east": 0.0, "south": 90.0, "west": 180.0, "north": 270.0}
"""The direction in which a fan grows, degrees clockwise from x."""
FIRST_MM = 45.0
"""The middle of a fan's first card lies so far inside the end of its zone."""
_FEW = 3
"""Of a pile only the upper cards are drawn: nothing is seen of the others but their sides."""
BEYOND_MM = 60.0


@dataclass(frozen=True, slots=True)
class Carefulness:
    """How exactly people lay cards: standard deviations, and the usual step of a fan, mm."""

    turn_deg: float = 2.0
    drift_mm: float = 1.5
    step_mm: float = 20.0


def laid_zone(
    zone: WatchedZone,
    faces: Sequence[Face],
    rng: np.random.Generator,
    careful: Carefulness | None = None,
    *,
    block: int = 0,
) -> list[LaidCard]:
    """Lay the cards of a zone, the first lowest; beneath those of a pile lie ``block`` more that are not told."""
    careful = careful or Carefulness()
    if not faces:
        return []
    if zone.towards is None:
        hidden = block + max(0, len(faces) - _FEW)
        return pile_of(
            faces[-_FEW:],
            zone.middle,
            0.0 if rng.random() < 0.5 else 180.0,
            rng,
            block_mm=hidden * CARD_THICKNESS_MM,
            crooked_deg=careful.turn_deg,
            spread_mm=careful.drift_mm,
        )
    across = zone.towards in ("east", "west")
    length = zone.width if across else zone.height
    step = min(careful.step_mm, (length - 2 * FIRST_MM) / max(1, len(faces) - 1)) if len(faces) > 1 else 0.0
    x, y = zone.middle
    back = length / 2 - FIRST_MM
    start = {
        "east": (x - back, y),
        "west": (x + back, y),
        "south": (x, y - back),
        "north": (x, y + back),
    }[zone.towards]
    return row_of(
        faces,
        start,
        float(rng.choice([0.0, 180.0])),
        step,
        WAYS[zone.towards],
        rng,
        crooked_deg=careful.turn_deg,
        drift_mm=careful.drift_mm,
    )


def over_table(
    size_mm: tuple[float, float], px_per_mm: float, tilt_deg: float, distance_mm: float
) -> tuple[PinholeCamera, tuple[int, int]]:
    """Return a camera over a table of this size that sees a little beside it, and its picture's width and height."""
    width, height = (round((side + 2 * BEYOND_MM) * px_per_mm) for side in size_mm)
    camera = PinholeCamera.over_table(
        width,
        height,
        view_width_mm=size_mm[0] + 2 * BEYOND_MM,
        distance_mm=distance_mm,
        tilt_deg=tilt_deg,
        heading_deg=90.0,
        target_mm=(size_mm[0] / 2, size_mm[1] / 2),
    )
    return camera, (width, height)


def photograph_table(
    size_mm: tuple[float, float],
    zones: Sequence[WatchedZone],
    faces: Mapping[str, Sequence[str]],
    decks: Mapping[str, Sequence[CardArt]],
    ground: FloatArray | ByteArray,
    rng: np.random.Generator,
    *,
    px_per_mm: float = 4.0,
    careful: Carefulness | None = None,
    light: SceneLight | None = None,
    tilt_deg: float = 0.0,
    distance_mm: float = 1100.0,
) -> tuple[ByteArray, PinholeCamera]:
    """Draw a table from above, uint8 BGR, and return it with its camera.

    ``faces`` are for each zone's id its cards, the first lowest ("10H", "back"). ``decks`` tell for each zone, or for
    "" where it is not named, which decks its cards may come from. ``ground`` is any picture of the bare table; it is
    stretched to the picture's size.
    """
    camera, (width, height) = over_table(size_mm, px_per_mm, tilt_deg, distance_mm)
    bare = cv2.resize(
        np.clip(ground, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR
    )
    scene = CardScene(np.asarray(bare, np.uint8), camera, light)
    for zone in zones:
        arts = decks.get(zone.id) or decks[""]
        pack = [(arts[int(rng.integers(len(arts)))], card) for card in faces.get(zone.id, ())]
        block = int(rng.integers(2, 30)) if pack and pack[-1][1] == BACK and zone.towards is None else 0
        for card in laid_zone(zone, pack, rng, careful, block=block):
            scene.lay(card)
    return scene.image, camera
