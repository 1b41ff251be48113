"""From ground truth to what the networks learn: target maps of the detector, crops of the classifier."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.dice.geometry import CROP_MARGIN, CROP_SIZE, crop_face, quad_shape
from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.training.scenes import TrainingDie

STRIDE = 4
SMALLEST_SIDE, LARGEST_SIDE = 24.0, 78.0
_IGNORED_FROM, _IGNORED_TO = 15.0, 112.0


def detector_target(dice: tuple[TrainingDie, ...], size: int) -> tuple[FloatArray, FloatArray]:
    """Return the target (12, size/4, size/4) with the heat as 0..1 in channel 0, and the weights (2, size/4, size/4).

    Weight 0 counts the heat (0 where a die is half hidden or of a size that another scale must find),
    weight 1 the rest.
    """
    cells = size // STRIDE
    target = np.zeros((12, cells, cells), np.float32)
    heat_weight = np.ones((cells, cells), np.float32)
    shape_weight = np.zeros((cells, cells), np.float32)
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for die in dice:
        cx, cy = die.centre[0] / STRIDE, die.centre[1] / STRIDE
        side = die.side
        distance = (xs - cx) ** 2 + (ys - cy) ** 2
        positive = SMALLEST_SIDE <= side <= LARGEST_SIDE and die.visible >= 0.62
        if not positive:
            if _IGNORED_FROM <= side <= _IGNORED_TO and die.visible > 0.12:
                heat_weight[distance < (0.45 * side / STRIDE) ** 2] = 0.0
            continue
        column, row = round(cx), round(cy)
        if not (0 <= column < cells and 0 <= row < cells):
            continue
        sigma = max(0.8, 0.085 * side / STRIDE)
        bump = np.exp(-distance / (2 * sigma * sigma))
        bump[row, column] = 1.0
        target[0] = np.maximum(target[0], bump)
        anisotropy, turn = quad_shape(die.quad)
        near = distance < 1.6**2
        shape_weight[near] = np.maximum(shape_weight[near], 0.4)
        shape_weight[row, column] = 1.0
        target[1][near] = (cx - xs)[near]
        target[2][near] = (cy - ys)[near]
        x0, y0, x1, y1 = die.box
        values = (
            math.log2(side / 40.0),
            anisotropy[0],
            anisotropy[1],
            math.cos(4 * turn),
            math.sin(4 * turn),
            (die.centre[0] - x0) / side,
            (die.centre[1] - y0) / side,
            (x1 - die.centre[0]) / side,
            (y1 - die.centre[1]) / side,
        )
        for channel, value in enumerate(values):
            target[3 + channel][near] = value
        # A box that the picture's edge cuts says nothing about the die.
        if x0 <= 1 or y0 <= 1 or x1 >= size - 1 or y1 >= size - 1:
            shape_weight[near] *= 0.5
    return target, np.stack([heat_weight, shape_weight])


def flip_die(die: TrainingDie, size: int) -> TrainingDie:
    """Mirror a die left to right in a picture of `size` px."""
    quad: Float64Array = die.quad[[1, 0, 3, 2]].copy()
    quad[:, 0] = size - 1 - quad[:, 0]
    x0, y0, x1, y1 = die.box
    return TrainingDie(die.face, quad, (size - x1, y0, size - x0, y1), die.visible)


def turn_die(die: TrainingDie, size: int) -> TrainingDie:
    """Turn a die with its picture of `size` px by a quarter turn, as numpy.rot90 does."""
    quad = np.stack([die.quad[:, 1], size - 1 - die.quad[:, 0]], axis=1)
    x0, y0, x1, y1 = die.box
    return TrainingDie(die.face, quad, (y0, size - x1, y1, size - x0), die.visible)


def jittered_crop(image: ByteArray, die: TrainingDie, rng: np.random.Generator) -> ByteArray:
    """Cut the crop of a die as an imperfect detector would, turned by any quarter, uint8 (CROP_SIZE,
    CROP_SIZE, 3).
    """
    side = die.side
    cx, cy = die.centre
    anisotropy, turn = quad_shape(die.quad)
    # A detector is mostly exact; sometimes it takes a pip for the centre, and a very round die seen from the side for
    # one face as large as all that is seen.
    astray = 0.035 if rng.random() < 0.75 else 0.11
    misled = float(rng.uniform(0.2, 1.0)) if rng.random() < 0.22 else 0.0
    x0, y0, x1, y1 = die.box
    cx += misled * ((x0 + x1) / 2 - cx) + float(rng.normal(0, astray)) * side
    cy += misled * ((y0 + y1) / 2 - cy) + float(rng.normal(0, astray)) * side
    strength = float(rng.uniform(0.6, 1.05)) if rng.random() < 0.85 else 0.0
    strength *= 1.0 - misled
    a = (
        anisotropy[0] * strength + float(rng.normal(0, 0.03)),
        anisotropy[1] * strength + float(rng.normal(0, 0.03)),
    )
    turn += (
        math.radians(float(rng.normal(0, 7.0)))
        if rng.random() < 0.75
        else math.radians(float(rng.uniform(-45, 45)))
    )
    size = side * float(np.exp(rng.normal(0, 0.07))) * (1.0 + 0.12 * misled)
    return crop_face(image, (cx, cy), size, a, turn + math.pi / 2 * int(rng.integers(4)))


def background_crop(
    image: ByteArray, dice: tuple[TrainingDie, ...], rng: np.random.Generator
) -> ByteArray | None:
    """Cut a crop that shows no face: table, clutter, the edge or the side of a die, or a face at quite a
    wrong scale.
    """
    size = image.shape[0]
    if dice and rng.random() < 0.5:
        die = dice[int(rng.integers(len(dice)))]
        if die.side > 110 or die.side < 20:
            return None
        angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.6, 1.2)
        at = (
            die.centre[0] + math.cos(angle) * reach * die.side,
            die.centre[1] + math.sin(angle) * reach * die.side,
        )
        side = die.side * float(np.exp(rng.normal(0, 0.2)))
        if rng.random() < 0.25:
            at = (
                die.centre[0] + float(rng.normal(0, 0.25)) * die.side,
                die.centre[1] + float(rng.normal(0, 0.25)) * die.side,
            )
            side = die.side * float(rng.uniform(0.18, 0.42))
    else:
        at = (float(rng.uniform(0.1, 0.9)) * size, float(rng.uniform(0.1, 0.9)) * size)
        side = float(np.exp(rng.uniform(math.log(20), math.log(76))))
    for die in dice:
        ratio = side / die.side
        if math.hypot(at[0] - die.centre[0], at[1] - die.centre[1]) < 0.5 * die.side and 0.5 < ratio < 2.0:
            return None
    return crop_face(image, at, side, (0.0, 0.0), float(rng.uniform(0, 2 * math.pi)))


def recolour(images: ByteArray, rng: np.random.Generator) -> FloatArray:
    """Change colours, brightness, contrast of a batch (n, h, w, 3) and return float32 BGR 0..1 of the same shape;
    `recolouring.recoloured_dice` does the same on a GPU.
    """
    out = images.astype(np.float32) / 255.0
    for index in range(len(out)):
        draw = rng.random(4)
        if draw[0] < 0.25:
            out[index] = out[index][..., rng.permutation(3)]
        if draw[1] < 0.12:
            out[index] = out[index].mean(axis=2, keepdims=True)
        if draw[2] < 0.08:
            out[index] = 1.0 - out[index]
        gain = np.exp(rng.normal(0, 0.18)) * np.exp(rng.normal(0, 0.06, 3))
        out[index] = out[index] * gain.astype(np.float32) + np.float32(rng.normal(0, 0.05))
        if draw[3] < 0.25:
            out[index] += rng.standard_normal(out[index].shape, dtype=np.float32) * np.float32(
                rng.uniform(0, 0.05)
            )
    return np.asarray(np.clip(out, 0.0, 1.0), np.float32)


def _cast_in_two_tones(crop: FloatArray, rng: np.random.Generator) -> FloatArray:
    cells = int(rng.integers(3, 9))
    tones = rng.uniform(0, 255, (2, 3)).astype(np.float32)
    coarse = rng.uniform(-0.6, 1.6, (cells, cells)).astype(np.float32)
    share = np.clip(cv2.resize(coarse, crop.shape[1::-1], interpolation=cv2.INTER_CUBIC), 0.0, 1.0)[..., None]
    cast = share * tones[0] + (1.0 - share) * tones[1]
    veil = np.float32(rng.uniform(0.25, 0.7))
    return np.asarray((1.0 - veil) * crop + veil * cast, np.float32)


def _bow_of_glare(size: int, rng: np.random.Generator) -> FloatArray:
    bow = np.zeros((size, size), np.float32)
    x, y = (int(value) for value in rng.uniform(0.1, 0.9, 2) * size)
    axes = (max(2, int(rng.uniform(0.12, 0.5) * size)), max(2, int(rng.uniform(0.12, 0.5) * size)))
    start, reach = float(rng.uniform(0, 360)), float(rng.uniform(30, 200))
    turn, width = float(rng.uniform(0, 180)), int(rng.integers(1, 5))
    cv2.ellipse(bow, (x, y), axes, turn, start, start + reach, 1.0, width, cv2.LINE_AA)
    bow = np.asarray(cv2.GaussianBlur(bow, (0, 0), float(rng.uniform(0.5, 1.5))), np.float32)
    return bow * np.float32(rng.uniform(60, 230))


def dulled(crop: ByteArray, rng: np.random.Generator) -> ByteArray:
    """Return a square crop (uint8 BGR) as if its die were cast in two dull tones or caught a bow of glare.

    The dice of most photographs are plain: so their true shapes and lights also teach marbled ones.
    """
    out = crop.astype(np.float32)
    if rng.random() < 0.6:
        out = _cast_in_two_tones(out, rng)
    if rng.random() < 0.5:
        out += _bow_of_glare(crop.shape[0], rng)[..., None]
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def resample(crop: ByteArray, rng: np.random.Generator) -> ByteArray:
    """Lose detail as a smaller or blurred picture would."""
    draw = rng.random()
    if draw < 0.3:
        small = int(rng.integers(CROP_SIZE // 3, CROP_SIZE))
        crop = np.asarray(cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA), np.uint8)
        crop = np.asarray(cv2.resize(crop, (CROP_SIZE, CROP_SIZE), interpolation=cv2.INTER_LINEAR), np.uint8)
    elif draw < 0.4:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.5, 1.6))), np.uint8)
    return crop


__all__ = [
    "CROP_MARGIN",
    "CROP_SIZE",
    "LARGEST_SIDE",
    "SMALLEST_SIDE",
    "STRIDE",
    "background_crop",
    "detector_target",
    "dulled",
    "flip_die",
    "jittered_crop",
    "recolour",
    "resample",
    "turn_die",
]
