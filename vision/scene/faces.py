"""The six faces of a die as one texture atlas: pips, poker figures, courts and symbols that are no figure at all."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.scene.arrays import Float64Array, FloatArray
from vision.scene.glyphs import text_mask
from vision.scene.stickers import draw_sticker
from vision.scene.style import Colour, DieStyle

NUMBER_FACES: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")
POKER_FACES: tuple[str, ...] = ("9", "10", "J", "Q", "K", "A")
SYMBOL_FACES: tuple[str, ...] = ("?X", "?H", "?S", "?E", "?44", "?22", "?blob", "?blank", "?ring", "?bars")

# Which way u and v of each face run, in the die's own axes; order: top, bottom, +x, -x, +y, -y.
_DICE_AXES = {1: (0, 0, 1), 6: (0, 0, -1), 2: (1, 0, 0), 5: (-1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0)}
_FRENCH = {"K": "R", "Q": "D", "J": "V"}


def arrange_faces(top: str, turn: int, left_handed: bool = False) -> tuple[str, ...]:
    """Return the faces at (top, bottom, +x, -x, +y, -y) of a real die that shows `top`; `turn` 0..3 picks
    the side that faces +x.
    """
    names = NUMBER_FACES if top in NUMBER_FACES else POKER_FACES
    top_number = names.index(top) + 1
    sides = [number for number in _DICE_AXES if number not in (top_number, 7 - top_number)]
    front = sides[turn % 4]
    up, x_axis = np.array(_DICE_AXES[top_number]), np.array(_DICE_AXES[front])
    y_axis = np.cross(up, x_axis) * (-1 if left_handed else 1)
    y_number = next(number for number, axis in _DICE_AXES.items() if np.array_equal(axis, y_axis))
    order = (top_number, 7 - top_number, front, 7 - front, y_number, 7 - y_number)
    return tuple(names[number - 1] for number in order)


def _pip_centres(face: str, spread: float, turned: bool) -> list[tuple[float, float]]:
    a, b, c = 0.5 - spread, 0.5, 0.5 + spread
    layout = {
        "1": [(b, b)],
        "2": [(a, a), (c, c)],
        "3": [(a, a), (b, b), (c, c)],
        "4": [(a, a), (a, c), (c, a), (c, c)],
        "5": [(a, a), (a, c), (b, b), (c, a), (c, c)],
        "6": [(a, a), (a, b), (a, c), (c, a), (c, b), (c, c)],
    }[face]
    return [(1.0 - v, u) for u, v in layout] if turned else layout


def _body(style: DieStyle, size: int, rng: np.random.Generator) -> FloatArray:
    base = np.asarray(style.body, np.float32)
    if style.marble <= 0.0:
        return np.broadcast_to(base, (size, size * 6, 3)).copy()
    coarse = rng.normal(size=(5, 30)).astype(np.float32)
    fine = rng.normal(size=(10, 60)).astype(np.float32)
    field = cv2.resize(coarse, (size * 6, size), interpolation=cv2.INTER_CUBIC)
    field = field + 0.5 * cv2.resize(fine, (size * 6, size), interpolation=cv2.INTER_CUBIC)
    mix = np.clip(0.5 + field * 1.1, 0.0, 1.0)[..., None] * style.marble
    return np.asarray(base * (1.0 - mix) + np.asarray(style.second, np.float32) * mix, np.float32)


def _draw_pip(
    tile: FloatArray,
    u: float,
    v: float,
    radius: float,
    colour: Colour,
    style: DieStyle,
    light: tuple[float, float],
) -> None:
    size = tile.shape[0]
    cx, cy, r = u * size - 0.5, v * size - 0.5, max(radius * size, 0.8)
    x0, x1 = max(0, int(cx - r - 2)), min(size, int(cx + r + 3))
    y0, y1 = max(0, int(cy - r - 2)), min(size, int(cy + r + 3))
    dx = (np.arange(x0, x1, dtype=np.float32) - cx)[None, :] / r
    dy = (np.arange(y0, y1, dtype=np.float32) - cy)[:, None] / r
    distance = np.maximum(np.abs(dx), np.abs(dy)) * 1.1 if style.square_pips else np.sqrt(dx * dx + dy * dy)
    cover = np.clip((1.0 - distance) * r + 0.5, 0.0, 1.0)[..., None]
    # A pip is a hollow: the wall away from the light is the lit one.
    towards = dx * light[0] + dy * light[1]
    shade = 1.0 - style.pip_depth * 0.55 * towards * np.clip(distance, 0.0, 1.0)
    glint = (
        style.pip_glint * 190.0 * np.exp(-(((dx + 0.4 * light[0]) ** 2 + (dy + 0.4 * light[1]) ** 2) / 0.09))
    )
    ink = np.clip(np.asarray(colour, np.float32) * shade[..., None] + glint[..., None], 0.0, 255.0)
    region = tile[y0:y1, x0:x1]
    tile[y0:y1, x0:x1] = region * (1.0 - cover) + ink * cover


def _stamp(
    tile: FloatArray, mask: FloatArray, colour: Colour, u: float, v: float, share: float, turn: int = 0
) -> None:
    size = tile.shape[0]
    side = max(3, round(share * size))
    small = cv2.resize(np.ascontiguousarray(np.rot90(mask, turn)), (side, side), interpolation=cv2.INTER_AREA)
    x0, y0 = round(u * size - side / 2), round(v * size - side / 2)
    cx0, cy0, cx1, cy1 = max(0, x0), max(0, y0), min(size, x0 + side), min(size, y0 + side)
    if cx1 <= cx0 or cy1 <= cy0:
        return
    cover = small[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0, None]
    region = tile[cy0:cy1, cx0:cx1]
    tile[cy0:cy1, cx0:cx1] = region * (1.0 - cover) + np.asarray(colour, np.float32) * cover


def suit_mask(suit: int, size: int = 64) -> FloatArray:
    """Return the coverage of a suit sign (0 diamond, 1 heart, 2 spade, 3 club), float32 0..1, shape (size, size)."""
    canvas = np.zeros((size, size), np.uint8)
    s = float(size)

    def polygon(points: list[tuple[float, float]]) -> None:
        cv2.fillPoly(canvas, [np.round(np.array(points) * s * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)

    def disc(x: float, y: float, r: float) -> None:
        cv2.circle(canvas, (round(x * s), round(y * s)), round(r * s), 255, -1, cv2.LINE_AA)

    if suit == 0:
        polygon([(0.5, 0.03), (0.86, 0.5), (0.5, 0.97), (0.14, 0.5)])
    elif suit == 1:
        disc(0.3, 0.33, 0.22)
        disc(0.7, 0.33, 0.22)
        polygon([(0.09, 0.4), (0.5, 0.3), (0.91, 0.4), (0.5, 0.95)])
    elif suit == 2:
        disc(0.3, 0.6, 0.2)
        disc(0.7, 0.6, 0.2)
        polygon([(0.1, 0.55), (0.5, 0.04), (0.9, 0.55), (0.5, 0.75)])
        polygon([(0.5, 0.6), (0.65, 0.96), (0.35, 0.96)])
    else:
        disc(0.5, 0.26, 0.2)
        disc(0.28, 0.55, 0.2)
        disc(0.72, 0.55, 0.2)
        polygon([(0.5, 0.45), (0.65, 0.96), (0.35, 0.96)])
    return (canvas.astype(np.float32) / 255.0).astype(np.float32)


def _draw_court(tile: FloatArray, face: str, style: DieStyle) -> None:
    """Draw a bust, the same on all dice of a set: the king bearded under a crown, the queen long-haired under a small
    crown, the jack under a cap.
    """
    rng = np.random.default_rng((style.glyph_seed, POKER_FACES.index(face)))
    size = 96
    art = np.zeros((size, size, 3), np.float32) + tile.reshape(-1, 3).mean(axis=0)
    b, g, r = rng.uniform(20, 200, 3)
    robe: Colour = (float(b), float(g), float(r))
    gold, skin = (40.0, 190.0, 230.0), (170.0, 200.0, 235.0)
    hair = [(30.0, 60.0, 110.0), (60.0, 180.0, 225.0), (30.0, 30.0, 40.0)][int(rng.integers(3))]
    ink = style.pip
    head = (48, 46)

    def shape(points: list[tuple[int, int]], fill: Colour) -> None:
        cv2.fillPoly(art, [np.array(points, np.int32)], fill, cv2.LINE_AA)
        cv2.polylines(art, [np.array(points, np.int32)], True, ink, 1, cv2.LINE_AA)

    shape([(18, 94), (26, 70), (48, 62), (70, 70), (78, 94)], robe)
    shape([(40, 94), (48, 64), (56, 94)], gold if rng.random() < 0.5 else ink)
    if face == "Q":
        cv2.ellipse(art, (48, 52), (22, 26), 0, 0, 360, hair, -1, cv2.LINE_AA)
    elif face == "J":
        cv2.ellipse(art, (48, 50), (18, 18), 0, 0, 360, hair, -1, cv2.LINE_AA)
    cv2.ellipse(art, head, (13, 17), 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(art, head, (13, 17), 0, 0, 360, ink, 1, cv2.LINE_AA)
    if face == "K":
        shape([(35, 50), (61, 50), (57, 68), (48, 76), (39, 68)], hair)
    for x in (43, 53):
        cv2.circle(art, (x, 44), 2, ink, -1, cv2.LINE_AA)
    cv2.line(art, (44, 55), (52, 55), (60.0, 60.0, 190.0), 2, cv2.LINE_AA)
    if face == "K":
        shape([(32, 34), (28, 10), (39, 22), (48, 6), (57, 22), (68, 10), (64, 34)], gold)
    elif face == "Q":
        shape([(36, 30), (33, 16), (42, 23), (48, 12), (54, 23), (63, 16), (60, 30)], gold)
    else:
        shape([(32, 34), (34, 22), (60, 16), (68, 28), (62, 34)], robe)
        cv2.line(art, (60, 18), (80, 8), gold, 4, cv2.LINE_AA)
    scale = float(rng.uniform(0.7, 0.92))
    side = max(3, round(tile.shape[0] * scale))
    inset = (tile.shape[0] - side) // 2
    tile[inset : inset + side, inset : inset + side] = cv2.resize(
        art, (side, side), interpolation=cv2.INTER_AREA
    )


def _draw_poker(tile: FloatArray, face: str, style: DieStyle) -> None:
    seed = style.glyph_seed
    french = seed % 9 == 4
    colours: tuple[Colour, ...] = (style.pip, (30.0, 30.0, 170.0), (140.0, 60.0, 20.0), (40.0, 110.0, 30.0))
    # Half of the sets print all figures in one colour, the others give each figure its own.
    colour = style.pip if seed % 2 else colours[(POKER_FACES.index(face) + seed // 2) % 4]
    text = _FRENCH.get(face, face) if french else face
    corner_figure = seed % 3 != 0
    if style.pictured:
        if face in ("J", "Q", "K"):
            _draw_court(tile, face, style)
            if corner_figure:
                _stamp(tile, text_mask(text, seed), colour, 0.17, 0.2, 0.26)
                if seed % 2:
                    _stamp(tile, text_mask(text, seed), colour, 0.83, 0.8, 0.26, 2)
            return
        if face in ("9", "10") and seed % 5 < 2:
            suit = (seed // 3 + (face == "10")) % 4
            red = suit < 2
            rows = (
                {"9": [2, 2, 1, 2, 2], "10": [2, 1, 2, 2, 1, 2]}[face]
                if seed % 2
                else {"9": [3, 3, 3], "10": [3, 4, 3]}[face]
            )
            for row, count in enumerate(rows):
                v = 0.5 + (row - (len(rows) - 1) / 2) * 0.72 / len(rows)
                for column in range(count):
                    u = 0.5 + (column - (count - 1) / 2) * (0.26 if count > 2 else 0.34) * (
                        0.75 if count > 3 else 1.0
                    )
                    _stamp(tile, suit_mask(suit), (30.0, 25.0, 190.0) if red else style.pip, u, v, 0.19)
            if corner_figure:
                _stamp(tile, text_mask(text, seed), colour, 0.12, 0.13, 0.2)
            return
        if face == "A" and seed % 5 < 4:
            suit = (seed // 2) % 4
            _stamp(tile, suit_mask(suit), (30.0, 25.0, 190.0) if suit < 2 else style.pip, 0.5, 0.5, 0.66)
            if seed % 5 < 3:
                _stamp(
                    tile, text_mask("A", seed), (235.0, 235.0, 235.0) if seed % 2 else colour, 0.5, 0.5, 0.3
                )
            return
    share = 0.52 + 0.26 * ((seed * 37) % 11) / 10
    _stamp(tile, text_mask(text, seed), colour, 0.5, 0.5, share)


def _draw_symbol(tile: FloatArray, face: str, style: DieStyle, rng: np.random.Generator) -> None:
    name = face[1:]
    if name == "blank":
        return
    if name == "blob":
        count = int(rng.integers(5, 11))
        angles = np.sort(rng.uniform(0, 2 * math.pi, count))
        radii = rng.uniform(0.08, 0.38, count)
        points = (
            np.stack([0.5 + radii * np.cos(angles), 0.5 + radii * np.sin(angles)], axis=1) * tile.shape[0]
        )
        cv2.fillPoly(tile, [np.round(points * 16).astype(np.int32)], style.pip, cv2.LINE_AA, 4)
        return
    size = tile.shape[0]
    if name == "ring":
        radius = float(rng.uniform(0.2, 0.38))
        cv2.circle(
            tile, (size // 2, size // 2), round(radius * size), style.pip, max(1, size // 12), cv2.LINE_AA
        )
        cv2.line(
            tile,
            (size // 2, size // 5),
            (size * 2 // 3, size * 3 // 4),
            style.pip,
            max(1, size // 10),
            cv2.LINE_AA,
        )
        return
    if name == "bars":
        for index in range(3):
            at = (0.25 + 0.25 * index) * size
            cv2.rectangle(
                tile,
                (round(at - size * 0.07), size // 4),
                (round(at + size * 0.07), size * 3 // 4),
                style.pip,
                -1,
            )
        return
    _stamp(tile, text_mask(name, style.glyph_seed), style.pip, 0.5, 0.5, 0.6, int(rng.integers(4)))


def _draw_pips_below(tile: FloatArray, face: str, style: DieStyle, rng: np.random.Generator) -> None:
    """Let the pips of the face below shimmer through: mirrored, smaller, shifted by refraction, out of focus."""
    size = tile.shape[0]
    veil = np.zeros((size, size), np.float32)
    scale = float(rng.uniform(0.62, 0.9))
    shift = rng.uniform(-0.16, 0.16, 2)
    for u, v in _pip_centres(face, style.pip_spread, bool(rng.integers(2))):
        at = (1.0 - u - 0.5) * scale + 0.5 + shift[0], (v - 0.5) * scale + 0.5 + shift[1]
        centre = (round(at[0] * size * 16), round(at[1] * size * 16))
        cv2.circle(veil, centre, round(style.pip_radius * scale * size * 16), 1.0, -1, cv2.LINE_AA, 4)
    veil = np.asarray(
        cv2.GaussianBlur(veil, (0, 0), max(0.5, float(rng.uniform(0.01, 0.05)) * size)), np.float32
    )
    cover = (veil * np.float32(style.see_through))[..., None]
    tile[:] = tile * (1.0 - cover) + np.asarray(style.pip, np.float32) * cover


def _draw_glare(tile: FloatArray, strength: float, rng: np.random.Generator) -> None:
    """Mirror a ring lamp or a window in a face that is not quite flat: a bright bow, sometimes a whole ring."""
    size = tile.shape[0]
    bow = np.zeros((size, size), np.float32)
    u, v = rng.uniform(0.2, 0.8, 2)
    radius = float(rng.uniform(0.12, 0.5))
    axes = (round(radius * size * 16), round(radius * float(rng.uniform(0.5, 1.0)) * size * 16))
    start, sweep = (
        float(rng.uniform(0, 360)),
        float(rng.choice([360.0, rng.uniform(40, 200), rng.uniform(40, 200)])),
    )
    thickness = max(1, round(float(rng.uniform(0.03, 0.10)) * size))
    centre = (round(float(u) * size * 16), round(float(v) * size * 16))
    turn = float(rng.uniform(0, 180))
    cv2.ellipse(bow, centre, axes, turn, start, start + sweep, 1.0, thickness, cv2.LINE_AA, 4)
    bow = np.asarray(
        cv2.GaussianBlur(bow, (0, 0), max(0.5, float(rng.uniform(0.01, 0.035)) * size)), np.float32
    )
    tile += (bow * np.float32(strength * rng.uniform(120.0, 260.0)))[..., None]


def draw_atlas(
    faces: tuple[str, ...],
    style: DieStyle,
    size: int,
    lights: Float64Array,
    rng: np.random.Generator,
    top_turn: int = 0,
    visible: tuple[bool, ...] = (True,) * 6,
) -> FloatArray:
    """Draw six faces side by side as float32 BGR 0..255, shape (size, 6*size, 3).

    `faces` are in the order (top, bottom, +x, -x, +y, -y); `lights` (6, 2) is where the light comes from in
    each face's
    (u, v); `top_turn` turns the top figure by quarter turns; faces that are not
    `visible` stay blank.
    """
    atlas = _body(style, size, rng)
    for index, face in enumerate(faces):
        if not visible[index]:
            continue
        tile = np.ascontiguousarray(atlas[:, index * size : (index + 1) * size])
        light = (float(lights[index, 0]), float(lights[index, 1]))
        if style.face_disc > 0.0:
            middle, colour_disc = (size * 8 - 8, size * 8 - 8), tuple(float(v) for v in style.second)
            cv2.circle(tile, middle, round(style.face_disc * size * 16), colour_disc, -1, cv2.LINE_AA, 4)
        if index == 0 and style.see_through > 0.0 and faces[1] in NUMBER_FACES:
            _draw_pips_below(tile, faces[1], style, rng)
        if style.stickers:
            tile = np.ascontiguousarray(np.rot90(tile, -top_turn if index == 0 else 0))
            draw_sticker(tile, face, style.stickers)
            tile = np.ascontiguousarray(np.rot90(tile, top_turn if index == 0 else 0))
        elif face in NUMBER_FACES:
            colour = style.one_pip if face == "1" and style.one_pip is not None else style.pip
            radius = style.pip_radius * (style.one_scale if face == "1" else 1.0)
            spread = style.pip_spread
            if face == "6":
                radius = min(radius, spread * 0.48)
            turned = bool(top_turn % 2) if index == 0 else bool(rng.integers(2))
            for u, v in _pip_centres(face, spread, turned):
                _draw_pip(tile, u, v, radius, colour, style, light)
        else:
            turn = top_turn if index == 0 else int(rng.integers(4))
            tile = np.ascontiguousarray(np.rot90(tile, -turn))
            if face in POKER_FACES:
                _draw_poker(tile, face, style)
            else:
                _draw_symbol(tile, face, style, rng)
            tile = np.ascontiguousarray(np.rot90(tile, turn))
        if style.glare > 0.0 and rng.random() < (0.85 if index == 0 else 0.3):
            for _ in range(style.bows):
                _draw_glare(tile, style.glare, rng)
        atlas[:, index * size : (index + 1) * size] = tile
    return atlas
