"""An arm that rests is drawn as if it were drawn anew."""

from dataclasses import replace

import cv2
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


def test_a_shadow_falls_where_that_of_the_whole_picture_would() -> None:
    arms = drawing()
    look = Look(shadow_mm=(13.4, -9.7), shadow_soft_mm=4.0)
    held = np.zeros(SHAPE, np.bool_)
    held[150:230, 250:320] = True
    for at in (AT, (40.0, 330.0), (540.0, 60.0)):
        arm = arms._arm(((at, -90.0),) * 3, look)
        assert arm is not None
        whole = np.zeros(SHAPE, np.float32)
        whole[arm.box] = arm.cover
        for carried in (None, held):
            if carried is not None:
                whole[carried] = 255
            box, light = arms._shadow(arm, carried, look)
            moved = cv2.warpAffine(
                whole,
                np.array([[1, 0, 13.4], [0, 1, -9.7]], np.float32),
                SHAPE[::-1],
                borderMode=cv2.BORDER_REPLICATE,
            )
            expected = 1.0 - cv2.GaussianBlur(moved, (0, 0), 4.0) * np.float32(look.shadow / 255)
            assert light.min() < 0.7
            assert np.abs(light - expected[box]).max() < 0.004
