"""An arm that rests is drawn as if it were drawn anew."""

from dataclasses import replace

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.reaching_arm import ArmDrawing, Gesture, Look

SHAPE = (420, 560)
AT = (280.0, 200.0)
RESTS = Gesture("south", (280.0, 700.0), ((0.0, (280.0, 600.0)), (400.0, AT), (900.0, AT)), Look(stripes=0.3))
CARD = np.full((88, 63, 4), 230, np.uint8)


def drawing(px_per_mm: float = 1.0) -> ArmDrawing:
    return ArmDrawing(SHAPE, px_per_mm, lambda place: place)


def shown(arms: ArmDrawing, gesture: Gesture, now: float, carried: ByteArray | None = None) -> ByteArray:
    scene = np.full((*SHAPE, 3), 180, np.uint8)
    covered = arms.draw(scene, gesture, now, carried)
    assert covered.any() and (scene[covered] != 180).any()
    return scene


def test_an_arm_that_rests_looks_as_if_it_were_drawn_anew() -> None:
    arms = drawing()
    other = replace(RESTS, look=Look(skin=(40.0, 50.0, 60.0)))
    for gesture, now, carried in (
        (RESTS, 600.0, None),
        (RESTS, 700.0, CARD),
        (other, 700.0, None),
        (RESTS, 800.0, None),
        (RESTS, 300.0, CARD),
    ):
        assert (shown(arms, gesture, now, carried) == shown(drawing(), gesture, now, carried)).all()
