"""Crops and tiles for training from labelled photographs, cut through the detector as the reader cuts them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.dice.classification import FACES, REJECT
from vision.dice.detection import Detection, detect
from vision.dice.geometry import crop_face, face_matrix
from vision.dice.labelled import LabelledPhotograph, labelled_photographs
from vision.dice.matching import Box, pair_boxes
from vision.dice.reader import LEAST_HEAT, MOST_DICE
from vision.network import Network
from vision.picture import load_picture
from vision.scene.arrays import ByteArray, Float64Array
from vision.training.scenes import SCENE_SIZE, TrainingDie

_SURELY_NOTHING = 0.6
"""Above this heat a thing without a label may well be a die that nobody labelled."""
_NEAR_MIDDLE, _NEAR_MIDDLE_LOOSE = 0.36, 0.5
"""How far, as a share of a box's side, a face's centre may lie from the box's middle to carry its label."""
_PATCH_REACH = 1.6
_WORTH_SHRINKING = 0.8
_LARGEST_SIDE_PX = 96.0
_TILE_SIDES_PX = (26.0, 70.0)


@dataclass(frozen=True)
class PhotographedFace:
    """A face that the detector saw in a photograph: the picture around it (uint8 BGR), the `detection` in px of
    this patch, and its class, an index of `FACES` or `REJECT`.
    """

    source: str
    patch: ByteArray
    detection: Detection
    label: int


@dataclass(frozen=True)
class SeenPhotograph:
    """A photograph (uint8 BGR) with its labels and what the detector saw in it."""

    labelled: LabelledPhotograph
    image: ByteArray
    detections: tuple[Detection, ...]


def seen_photographs(
    photos: Path, detector: Network, left_out: Iterable[str] = (), box_px: float | None = None
) -> list[SeenPhotograph]:
    """Load the labelled photographs of a folder but those of the sources `left_out`, and run the detector on each.

    With `box_px` they are shrunk until their usual box has that side; those that are hardly larger are passed over.
    Raises OSError where the labels are missing and ValueError where no photograph is of a source to leave out.
    """
    labelled, without = labelled_photographs(photos), set(left_out)
    unknown = without - {photograph.source for photograph in labelled}
    if unknown:
        raise ValueError(f"no photograph is of {', '.join(sorted(unknown))}")
    seen = []
    for photograph in labelled:
        scale = 1.0 if box_px is None else _shrinking(photograph, box_px)
        if photograph.source in without or scale is None:
            continue
        image = load_picture(photograph.path)
        if scale < 1.0:
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            image = np.asarray(small, np.uint8)
        boxes = tuple((x0 * scale, y0 * scale, x1 * scale, y1 * scale) for x0, y0, x1, y1 in photograph.boxes)
        detections = tuple(detect(detector, image, None, LEAST_HEAT)[:MOST_DICE])
        seen.append(SeenPhotograph(replace(photograph, boxes=boxes), image, detections))
    return seen


def _shrinking(photograph: LabelledPhotograph, box_px: float) -> float | None:
    """Return the scale at which the usual box has a side of `box_px`; None without boxes or where little changes."""
    sides = [math.sqrt((x1 - x0) * (y1 - y0)) for x0, y0, x1, y1 in photograph.boxes]
    scale = box_px / float(np.median(sides)) if sides else 1.0
    return scale if scale < _WORTH_SHRINKING else None


def _inside(box: Box, centre: tuple[float, float], grow: float) -> bool:
    reach_x, reach_y = (box[2] - box[0]) * grow / 2, (box[3] - box[1]) * grow / 2
    dx, dy = centre[0] - (box[0] + box[2]) / 2, centre[1] - (box[1] + box[3]) / 2
    return abs(dx) <= reach_x and abs(dy) <= reach_y


def label_detections(photograph: LabelledPhotograph, detections: tuple[Detection, ...]) -> dict[int, int]:
    """Return the class of each detection (index) whose class is beyond doubt.

    Left out are dice without pips, faces whose centre lies so far from the middle of their box that they are a
    side of the die, what lies in a labelled box beside the die's face, and what looks so much like a die that its
    label may be missing.
    """
    pairs = pair_boxes(photograph.boxes, [found.box for found in detections])
    labels: dict[int, int] = {}
    for index, other in pairs.items():
        value = photograph.values[index]
        loose = bool(photograph.loose) and photograph.loose[index]
        near = 2 * (_NEAR_MIDDLE_LOOSE if loose else _NEAR_MIDDLE)
        if value is not None and _inside(photograph.boxes[index], detections[other].centre, near):
            labels[other] = FACES.index(str(value))
    paired = set(pairs.values())
    for other, found in enumerate(detections):
        if other in paired or found.heat >= _SURELY_NOTHING:
            continue
        if not any(_inside(box, found.centre, 1.2) for box in photograph.boxes):
            labels[other] = REJECT
    return labels


def cut_patch(image: ByteArray, detection: Detection) -> tuple[ByteArray, Detection]:
    """Return the picture around a face, shrunk where the face is large, and the detection in px of that patch."""
    reach = detection.side * _PATCH_REACH
    x, y = detection.centre
    x0, y0 = max(0, math.floor(x - reach)), max(0, math.floor(y - reach))
    x1, y1 = min(image.shape[1], math.ceil(x + reach)), min(image.shape[0], math.ceil(y + reach))
    patch = image[y0:y1, x0:x1]
    scale = min(1.0, _LARGEST_SIDE_PX / detection.side)
    if scale < 1.0:
        size = (max(2, round(patch.shape[1] * scale)), max(2, round(patch.shape[0] * scale)))
        patch = np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), np.uint8)
    centre = ((x - x0 + 0.5) * scale - 0.5, (y - y0 + 0.5) * scale - 0.5)
    left, top, right, bottom = detection.box
    box = ((left - x0) * scale, (top - y0) * scale, (right - x0) * scale, (bottom - y0) * scale)
    return np.ascontiguousarray(patch), replace(
        detection, centre=centre, side=detection.side * scale, box=box
    )


def photographed_faces(seen: Iterable[SeenPhotograph]) -> list[PhotographedFace]:
    """Return every face of the photographs whose class is beyond doubt."""
    faces = []
    for photograph in seen:
        for index, label in label_detections(photograph.labelled, photograph.detections).items():
            patch, found = cut_patch(photograph.image, photograph.detections[index])
            faces.append(PhotographedFace(photograph.labelled.source, patch, found, label))
    return faces


def source_weights(faces: list[PhotographedFace]) -> Float64Array:
    """Return how often each face is drawn (n,), summing to 1: a source counts as the square root of its faces,
    and what is no face is a sixth of all.
    """
    counts: dict[tuple[str, bool], int] = {}
    for face in faces:
        key = (face.source, face.label == REJECT)
        counts[key] = counts.get(key, 0) + 1
    weights = np.array([counts[face.source, face.label == REJECT] ** -0.5 for face in faces])
    nothing = np.array([face.label == REJECT for face in faces])
    if nothing.any() and not nothing.all():
        weights[nothing] *= 0.2 * weights[~nothing].sum() / weights[nothing].sum()
    return np.asarray(weights / weights.sum(), np.float64)


def jittered_face(face: PhotographedFace, rng: np.random.Generator) -> ByteArray:
    """Cut a face as the reader would after a slightly different detection, turned by any quarter and sometimes
    mirrored, uint8 (CROP_SIZE, CROP_SIZE, 3).
    """
    found = face.detection
    astray = 0.03 if rng.random() < 0.8 else 0.09
    dx, dy = (float(value) * found.side for value in rng.normal(0, astray, 2))
    anisotropy = (
        found.anisotropy[0] + float(rng.normal(0, 0.03)),
        found.anisotropy[1] + float(rng.normal(0, 0.03)),
    )
    turn = found.turn + math.radians(float(rng.normal(0, 6.0))) + math.pi / 2 * int(rng.integers(4))
    side = found.side * float(np.exp(rng.normal(0, 0.06)))
    crop = crop_face(face.patch, (found.centre[0] + dx, found.centre[1] + dy), side, anisotropy, turn)
    # Pips read the same in a mirror.
    return np.ascontiguousarray(crop[:, ::-1]) if rng.random() < 0.5 else crop


def _quad(found: Detection) -> Float64Array:
    """Return the corners (4, 2) px of the face that a detection describes."""
    matrix = face_matrix(found.centre, found.side, found.anisotropy, found.turn)
    # The crop holds the face with a margin: its corners lie at a sixth and five sixths of the crop.
    low, high = 64 * (0.5 - 1 / 3) - 0.5, 64 * (0.5 + 1 / 3) - 0.5
    corners = np.array([[low, low, 1.0], [high, low, 1.0], [high, high, 1.0], [low, high, 1.0]])
    return np.asarray(corners @ matrix.T, np.float64)


def photograph_tile(
    photograph: SeenPhotograph, rng: np.random.Generator
) -> tuple[ByteArray, tuple[TrainingDie, ...]] | None:
    """Cut a tile for the detector, uint8 (SCENE_SIZE, SCENE_SIZE, 3), with its dice; None where it shows too little.

    Labels tell boxes only, so the shape of a found die is what the detector itself says of it. A die that it did not
    find has no known shape and is ignored, as are dice without pips and what may be a die without a label.
    """
    boxes = photograph.labelled.boxes
    if not boxes:
        return None
    x0, y0, x1, y1 = boxes[int(rng.integers(len(boxes)))]
    side = 0.75 * math.sqrt((x1 - x0) * (y1 - y0))
    low, high = (math.log(value) for value in _TILE_SIDES_PX)
    scale = math.exp(float(rng.uniform(low, high))) / side
    offset = rng.uniform(0.2, 0.8, 2) * SCENE_SIZE
    matrix = np.array(
        [[scale, 0.0, offset[0] - scale * (x0 + x1) / 2], [0.0, scale, offset[1] - scale * (y0 + y1) / 2]]
    )
    image = photograph.image
    if scale < 0.75:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        matrix[:, :2] = np.eye(2)
    tile = cv2.warpAffine(
        image, matrix, (SCENE_SIZE, SCENE_SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    matrix[:, :2] = np.eye(2) * scale
    return np.asarray(tile, np.uint8), tuple(_tile_dice(photograph, matrix))


def _tile_dice(photograph: SeenPhotograph, matrix: Float64Array) -> list[TrainingDie]:
    scale, dx, dy = float(matrix[0, 0]), float(matrix[0, 2]), float(matrix[1, 2])
    labels = label_detections(photograph.labelled, photograph.detections)
    dice: list[TrainingDie] = []
    for index, found in enumerate(photograph.detections):
        label = labels.get(index)
        if label == REJECT:
            continue
        box = (
            found.box[0] * scale + dx,
            found.box[1] * scale + dy,
            found.box[2] * scale + dx,
            found.box[3] * scale + dy,
        )
        face, visible = ("?blank", 0.3) if label is None else (FACES[label], 1.0)
        dice.append(TrainingDie(face, _quad(found) * scale + (dx, dy), box, visible))
    pairs = pair_boxes(photograph.labelled.boxes, [found.box for found in photograph.detections])
    for index, (x0, y0, x1, y1) in enumerate(photograph.labelled.boxes):
        if index in pairs:
            continue
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) * scale + (dx, dy)
        box = (corners[0, 0], corners[0, 1], corners[2, 0], corners[2, 1])
        dice.append(TrainingDie("?blank", corners, box, 0.3))
    return dice
