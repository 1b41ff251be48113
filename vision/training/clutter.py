"""Things on a table that are no dice: coins, buttons, keys, print, cables, bowls, cards, fingers."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.arrays import FloatArray
from vision.scene.glyphs import text_mask
from vision.scene.hand import hand_mask
from vision.scene.style import Colour
from vision.scene.surfaces import random_surface


def random_colour(rng: np.random.Generator) -> Colour:
    """Return any colour: half of them near grey."""
    value = rng.uniform(10, 245)
    spread = rng.choice([6.0, 60.0])
    b, g, r = np.clip(value + rng.normal(0, spread, 3), 0, 255)
    return (float(b), float(g), float(r))


def _point(shape: tuple[int, int], rng: np.random.Generator) -> tuple[int, int]:
    return int(rng.uniform(-0.05, 1.05) * shape[1]), int(rng.uniform(-0.05, 1.05) * shape[0])


def draw_round_base(image: FloatArray, rng: np.random.Generator) -> None:
    """Lay a plate, a bowl or the round stage of a camera under the dice: another surface inside a circle
    with a rim.
    """
    height, width = image.shape[:2]
    radius = float(rng.uniform(0.35, 1.2) * width)
    centre = (int(rng.uniform(0, 1) * width), int(rng.uniform(0, 1) * height))
    mask = np.zeros((height, width), np.float32)
    cv2.circle(mask, centre, int(radius), 1.0, -1, cv2.LINE_AA)
    inner = random_surface(height, width, rng)
    image[:] = image * (1 - mask[..., None]) + inner * mask[..., None]
    ring = (
        random_colour(rng)
        if rng.random() < 0.5
        else tuple(float(v) for v in inner.mean(axis=(0, 1)) * rng.uniform(0.3, 1.5))
    )
    for grow, thickness in (
        (0, int(rng.integers(1, 14))),
        (int(rng.integers(4, 24)), int(rng.integers(1, 4))),
    ):
        if rng.random() < 0.7:
            cv2.circle(image, centre, int(radius) - grow, ring, thickness, cv2.LINE_AA)
    if rng.random() < 0.25:
        image[mask < 0.5] *= np.float32(rng.uniform(0.0, 0.4))


def draw_box_edge(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw the straight walls of a tray or box across the picture."""
    height, width = image.shape[:2]
    angle = rng.uniform(0, np.pi)
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    at = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    for _ in range(int(rng.integers(1, 4))):
        band = rng.uniform(3, 30)
        quad = np.array(
            [
                at - along * 900,
                at + along * 900,
                at + along * 900 + across * band,
                at - along * 900 + across * band,
            ]
        )
        cv2.fillPoly(image, [quad.astype(np.int32)], random_colour(rng), cv2.LINE_AA)
        at = at + across * band
    if rng.random() < 0.5:
        far = np.array(
            [
                at - along * 900,
                at + along * 900,
                at + along * 900 + across * 900,
                at - along * 900 + across * 900,
            ]
        )
        mask = np.zeros((height, width), np.float32)
        cv2.fillPoly(mask, [far.astype(np.int32)], 1.0)
        image[:] = image * (1 - mask[..., None]) + random_surface(height, width, rng) * mask[..., None]


def _disc(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw a coin, a button, a counter or a screw head."""
    centre, radius = _point(image.shape[:2], rng), int(rng.uniform(2, 34))
    colour = random_colour(rng)
    axes = (radius, max(1, int(radius * rng.uniform(0.6, 1.0))))
    angle = float(rng.uniform(0, 180))
    shade = tuple(v * 0.6 for v in colour)
    if rng.random() < 0.6:
        shift = int(max(1, radius * 0.15))
        cv2.ellipse(
            image,
            (centre[0] + shift, centre[1] + shift),
            axes,
            angle,
            0,
            360,
            tuple(v * 0.4 for v in colour),
            -1,
            cv2.LINE_AA,
        )
    cv2.ellipse(image, centre, axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
    style = rng.integers(5)
    if style == 0:
        cv2.ellipse(
            image, centre, (int(axes[0] * 0.8), int(axes[1] * 0.8)), angle, 0, 360, shade, 1, cv2.LINE_AA
        )
        cv2.circle(image, centre, max(1, radius // 3), shade, max(1, radius // 8), cv2.LINE_AA)
    elif style == 1 and radius > 6:
        hole = random_colour(rng)
        for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1)) if rng.random() < 0.5 else ((-1, 0), (1, 0)):
            cv2.circle(
                image,
                (centre[0] + dx * radius // 4, centre[1] + dy * radius // 4),
                max(1, radius // 7),
                hole,
                -1,
                cv2.LINE_AA,
            )
    elif style == 2 and radius > 8:
        mask = text_mask(str(rng.choice(["2", "10", "E", "S", "1"])), int(rng.integers(500)), 32)
        _paste(image, mask, centre, radius, shade)  # type: ignore[arg-type]


def _paste(image: FloatArray, mask: FloatArray, centre: tuple[int, int], size: int, colour: Colour) -> None:
    size = max(4, size)
    small = cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA)
    x0, y0 = centre[0] - size // 2, centre[1] - size // 2
    cx0, cy0, cx1, cy1 = (
        max(0, x0),
        max(0, y0),
        min(image.shape[1], x0 + size),
        min(image.shape[0], y0 + size),
    )
    if cx1 <= cx0 or cy1 <= cy0:
        return
    cover = small[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0, None]
    image[cy0:cy1, cx0:cx1] = image[cy0:cy1, cx0:cx1] * (1 - cover) + np.asarray(colour, np.float32) * cover


def _keyboard(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw part of a keyboard: rows of rounded keys with a letter each."""
    pitch = int(rng.uniform(14, 60))
    rows, columns = int(rng.integers(2, 6)), int(rng.integers(3, 9))
    sheet = np.zeros((rows * pitch + 6, columns * pitch + 6, 3), np.float32)
    sheet[:] = random_colour(rng)
    key, ink = random_colour(rng), random_colour(rng)
    if rng.random() < 0.6:
        key, ink = (30.0, 30.0, 32.0), (225.0, 225.0, 225.0)
    gap = max(1, pitch // int(rng.integers(6, 14)))
    for row in range(rows):
        for column in range(columns):
            x, y = column * pitch + 3, row * pitch + 3
            cv2.rectangle(sheet, (x + gap, y + gap), (x + pitch - gap, y + pitch - gap), key, -1)
            glyph = text_mask(
                str(rng.choice(["A", "K", "Q", "J", "9", "0", "E", "S", "H", "2", "4", "X"])),
                int(rng.integers(60)),
                32,
            )
            at = (x + pitch // 2, y + pitch // 2) if rng.random() < 0.5 else (x + pitch // 3, y + pitch // 3)
            _paste(sheet, glyph, at, pitch // 3, ink)
    _lay(image, sheet, rng)


def _lay(image: FloatArray, sheet: FloatArray, rng: np.random.Generator) -> None:
    """Lay a flat sheet anywhere on the table, turned, with a slight shadow."""
    height, width = image.shape[:2]
    centre = _point((height, width), rng)
    angle = float(
        rng.uniform(0, 360) if rng.random() < 0.6 else rng.choice([0, 90, 180, 270]) + rng.normal(0, 4)
    )
    matrix = cv2.getRotationMatrix2D((sheet.shape[1] / 2, sheet.shape[0] / 2), angle, 1.0)
    matrix[:, 2] += np.array(centre) - (sheet.shape[1] / 2, sheet.shape[0] / 2)
    turned = cv2.warpAffine(sheet, matrix, (width, height), flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(
        np.ones(sheet.shape[:2], np.float32), matrix, (width, height), flags=cv2.INTER_LINEAR
    )
    shadow = cv2.GaussianBlur(np.roll(mask, (2, 2), (0, 1)), (0, 0), 2.5)
    image *= (1 - 0.35 * shadow * (1 - mask))[..., None]
    image[:] = image * (1 - mask[..., None]) + turned * mask[..., None]


def _print(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw a printed sheet: lines of small text, headings, boxes, rows of dots."""
    sheet = np.full((int(rng.integers(60, 220)), int(rng.integers(60, 220)), 3), 1.0, np.float32)
    sheet *= np.asarray(random_colour(rng) if rng.random() < 0.5 else (240.0, 242.0, 244.0), np.float32)
    ink = random_colour(rng) if rng.random() < 0.5 else (30.0, 30.0, 30.0)
    height, width = sheet.shape[:2]
    y = 6
    while y < height - 6:
        size = int(rng.choice([4, 6, 8, 14, 26]))
        x = 5
        if rng.random() < 0.15:
            pitch, radius = int(rng.integers(6, 22)), int(rng.integers(1, 5))
            for dot_x in range(x, width - 5, pitch):
                cv2.circle(sheet, (dot_x, y + size // 2), radius, ink, -1, cv2.LINE_AA)
        else:
            while x < width - size:
                if rng.random() < 0.82:
                    glyph = text_mask(
                        str(
                            rng.choice(["A", "K", "Q", "J", "9", "0", "E", "S", "H", "2", "4", "X", "1", "B"])
                        ),
                        int(rng.integers(40)),
                        32,
                    )
                    _paste(sheet, glyph, (x + size // 2, y + size // 2), size, ink)
                x += size
        y += int(size * rng.uniform(1.3, 2.2))
        if rng.random() < 0.1:
            cv2.rectangle(sheet, (4, y), (width - 5, y + 14), random_colour(rng), -1)
    _lay(image, sheet, rng)


def _cable(image: FloatArray, rng: np.random.Generator) -> None:
    points = np.cumsum(rng.normal(0, 26, (8, 2)), axis=0) + _point(image.shape[:2], rng)
    curve = np.stack([np.interp(np.linspace(0, 7, 60), np.arange(8), points[:, k]) for k in (0, 1)], axis=1)
    curve = np.asarray(cv2.blur(curve, (1, 9)), np.float64)
    thickness = int(rng.integers(1, 9))
    colour = random_colour(rng)
    cv2.polylines(image, [curve.astype(np.int32)], False, colour, thickness, cv2.LINE_AA)
    if thickness > 3:
        cv2.polylines(
            image,
            [curve.astype(np.int32) - 1],
            False,
            tuple(min(255.0, v * 1.4 + 15) for v in colour),
            1,
            cv2.LINE_AA,
        )


def _stick(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw a pencil, a ruler with its marks, or any bar."""
    length, thickness = int(rng.integers(40, 300)), int(rng.integers(4, 34))
    sheet = np.zeros((thickness, length, 3), np.float32)
    sheet[:] = random_colour(rng)
    sheet *= np.linspace(1.15, 0.7, thickness, dtype=np.float32)[:, None, None]
    if rng.random() < 0.4:
        sheet[: max(1, thickness // 2), :: int(rng.integers(3, 12))] *= 0.3
    if rng.random() < 0.4:
        sheet[:, : length // 5] = random_colour(rng)
    _lay(image, sheet, rng)


def _dots(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw stray dots: beads, crumbs, studs, printed points."""
    colour, radius = random_colour(rng), int(rng.integers(1, 7))
    count = int(rng.integers(1, 12))
    if rng.random() < 0.4:
        pitch = radius * int(rng.integers(3, 7))
        x, y = _point(image.shape[:2], rng)
        for index in range(count):
            cv2.circle(
                image, (x + (index % 4) * pitch, y + index // 4 * pitch), radius, colour, -1, cv2.LINE_AA
            )
        return
    for _ in range(count):
        cv2.circle(
            image,
            _point(image.shape[:2], rng),
            max(1, int(radius * rng.uniform(0.5, 1.5))),
            colour,
            -1,
            cv2.LINE_AA,
        )


def _block(image: FloatArray, rng: np.random.Generator) -> None:
    """Draw a flat box, a playing card, a brick with studs, a domino: right angles that are no die."""
    side = int(rng.uniform(18, 110))
    sheet = np.zeros((side, int(side * rng.choice([1.0, 1.4, 2.0, 0.5, 3.0])) + 4, 3), np.float32)
    sheet[:] = random_colour(rng)
    cv2.rectangle(
        sheet, (0, 0), (sheet.shape[1] - 1, sheet.shape[0] - 1), random_colour(rng), int(rng.integers(1, 4))
    )
    if rng.random() < 0.4:
        _paste(
            sheet,
            text_mask(str(rng.choice(["E", "S", "H", "X", "B"])), int(rng.integers(60)), 32),
            (side // 2, side // 2),
            side // 2,
            random_colour(rng),
        )
    _lay(image, sheet, rng)


def _hand(image: FloatArray, rng: np.random.Generator) -> None:
    height, width = image.shape[:2]
    mask = hand_mask(
        (height, width), _point((height, width), rng), float(rng.uniform(0, 360)), float(rng.uniform(60, 260))
    )
    cover = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255.0
    tone = rng.uniform(0.35, 1.1)
    depth = np.clip(cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / 14.0, 0, 1)[
        ..., None
    ]
    skin = np.asarray([128.0, 158.0, 205.0], np.float32) * np.float32(tone) * (0.65 + 0.4 * depth)
    image[:] = image * (1 - cover) + skin * cover


_THINGS = (_disc, _disc, _dots, _dots, _keyboard, _print, _cable, _stick, _block, _block)


def scatter_clutter(image: FloatArray, count: int, rng: np.random.Generator) -> None:
    """Draw `count` random things over `image` (float32 BGR, changed in place)."""
    for _ in range(count):
        _THINGS[int(rng.integers(len(_THINGS)))](image, rng)
    if rng.random() < 0.06:
        _hand(image, rng)
