"""Things on a card table that are no card: phones, score sheets, dice, chips, magazines, boards, printed cloth."""

from __future__ import annotations

import cv2
import numpy as np

from vision.card_names import SUITS
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.lettering import Lettering, StrokeLettering
from vision.scene.pips import stamp_sign
from vision.scene.suit_signs import random_sign_style
from vision.scene.surfaces import random_surface, smooth_noise
from vision.training.clutter import draw_box_edge, draw_round_base, random_colour, scatter_clutter
from vision.training.scenes import draw_training_scene

_WORDS = "AKQJRDVBHTXES1234567890"


def random_ground(
    size: int, px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...] = ()
) -> ByteArray:
    """Draw a table without cards, uint8 BGR (size, size, 3): a surface and what families leave lying about."""
    image = random_surface(size, size, rng)
    draw = rng.random()
    if draw < 0.06:
        image = _printed_cloth(image, px_per_mm, rng)
    elif draw < 0.14:
        image = _flowered_cloth(image, px_per_mm, rng)
    elif draw < 0.2:
        _tiles(image, px_per_mm, rng)
    elif draw < 0.25:
        _pile(image, px_per_mm, rng)
    elif draw < 0.3:
        draw_round_base(image, rng)
    elif draw < 0.36:
        draw_box_edge(image, rng)
    if rng.random() < 0.55:
        scatter_clutter(image, int(rng.integers(1, 7)), rng)
    picture = np.clip(image, 0, 255).astype(np.uint8)
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2, 3]))):
        thing = _THINGS[int(rng.integers(len(_THINGS)))](px_per_mm, rng, letterings)
        lay_sheet(picture, thing, rng)
    return picture


def lay_sheet(picture: ByteArray, sheet: ByteArray, rng: np.random.Generator) -> ByteArray:
    """Lay a flat thing anywhere, turned, with a soft shadow; returns its coverage, uint8 (h, w)."""
    height, width = picture.shape[:2]
    turn = float(
        rng.uniform(0, 360) if rng.random() < 0.6 else rng.choice([0, 90, 180, 270]) + rng.normal(0, 3)
    )
    rows, columns = sheet.shape[:2]
    matrix = cv2.getRotationMatrix2D((columns / 2, rows / 2), turn, 1.0)
    matrix[:, 2] += rng.uniform(-0.05, 1.05, 2) * (width, height) - np.array([columns / 2, rows / 2])
    laid = cv2.warpAffine(sheet, matrix, (width, height), flags=cv2.INTER_LINEAR)
    cover = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), matrix, (width, height))
    moved = np.array([[1.0, 0.0, 3.0], [0.0, 1.0, 3.0]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover, moved, (width, height)), (0, 0), 3.0)
    dark = cv2.convertScaleAbs(shadow, alpha=-0.45, beta=255.0)
    cv2.multiply(picture, cv2.merge([dark] * 3), picture, 1 / 255.0)
    cv2.copyTo(laid, cover, picture)
    return np.asarray(cover, np.uint8)


def _printed_cloth(image: FloatArray, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    """Suit signs or spots strewn over a cloth: signs without a rank are no index."""
    picture = np.clip(image, 0, 255).astype(np.uint8)
    signs = random_sign_style(rng)
    colours = [random_colour(rng) for _ in range(2)]
    pitch = max(12, round(float(rng.uniform(9, 40)) * px_per_mm))
    tall = pitch * float(rng.uniform(0.3, 0.7))
    for row, y in enumerate(range(0, picture.shape[0] + pitch, pitch)):
        for column, x in enumerate(range(0, picture.shape[1] + pitch, pitch)):
            suit = SUITS[(row + column) % 4]
            stamp_sign(picture, suit, signs, colours[column % 2], (x + (row % 2) * pitch / 2, y), tall)
    return picture.astype(np.float32)


def _flowered_cloth(image: FloatArray, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    """Large blots of a few colours with dark outlines: a flowered cloth, a carpet."""
    height, width = image.shape[:2]
    out = image.copy()
    for _ in range(int(rng.integers(2, 5))):
        cell = float(rng.uniform(4, 22)) * px_per_mm
        field = smooth_noise(height, width, cell, cell, rng)
        blot = (field > rng.uniform(0.2, 1.0)).astype(np.uint8)
        out[blot > 0] = np.asarray(random_colour(rng), np.float32)
        if rng.random() < 0.6:
            edge = cv2.morphologyEx(blot, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
            out[edge > 0] = np.asarray(random_colour(rng), np.float32) * np.float32(0.4)
    fuzz = smooth_noise(height, width, 1.5, 1.5, rng)[..., None] * np.float32(rng.uniform(0, 6))
    return np.asarray(out + fuzz, np.float32)


def _pile(image: FloatArray, px_per_mm: float, rng: np.random.Generator) -> None:
    """Turn a surface into a carpet of deep pile: tufts with shadows between them."""
    height, width = image.shape[:2]
    tuft = float(rng.uniform(0.8, 2.5)) * px_per_mm
    tufts = smooth_noise(height, width, tuft, tuft * float(rng.uniform(1.0, 2.5)), rng)
    fibres = smooth_noise(height, width, 1.3, 1.3, rng)
    shade = 1.0 + rng.uniform(0.08, 0.25) * tufts + rng.uniform(0.03, 0.12) * fibres
    image *= np.clip(shade, 0.25, 1.6)[..., None].astype(np.float32)


def _tiles(image: FloatArray, px_per_mm: float, rng: np.random.Generator) -> None:
    """Joints between the tiles of a floor or a table, or between boards."""
    height, width = image.shape[:2]
    pitch, joint = (
        float(rng.uniform(60, 200)) * px_per_mm,
        max(1, round(float(rng.uniform(0.8, 5)) * px_per_mm)),
    )
    shade = float(rng.choice([rng.uniform(0.4, 0.8), rng.uniform(1.15, 1.5)]))
    for at in np.arange(float(rng.uniform(0, pitch)), width, pitch):
        image[:, int(at) : int(at) + joint] *= np.float32(shade)
    if rng.random() < 0.7:
        for at in np.arange(float(rng.uniform(0, pitch)), height, pitch):
            image[int(at) : int(at) + joint] *= np.float32(shade)


def _lettering(rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> Lettering:
    if letterings and rng.random() < 0.7:
        return letterings[int(rng.integers(len(letterings)))]
    return StrokeLettering.of_seed(int(rng.integers(1 << 20)))


def _write(
    sheet: ByteArray, text: str, at: tuple[int, int], tall: int, ink: tuple[float, ...], lettering: Lettering
) -> None:
    """Write a text with its top left corner at a place."""
    figure = lettering.text(text)
    wide = max(2, round(tall * figure.shape[1] / figure.shape[0]))
    figure = np.asarray(cv2.resize(figure, (wide, max(3, tall)), interpolation=cv2.INTER_AREA), np.uint8)
    part = sheet[at[1] : at[1] + figure.shape[0], at[0] : at[0] + wide]
    if part.size:
        cover = figure[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255.0
        part[:] = (part * (1 - cover) + np.asarray(ink, np.float32) * cover).astype(np.uint8)


def _phone(px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> ByteArray:
    width, height = round(72 * px_per_mm), round(148 * px_per_mm)
    sheet = np.full((height, width, 3), float(rng.uniform(8, 40)), np.uint8)
    edge = round(3.5 * px_per_mm)
    if rng.random() < 0.5:
        screen = sheet[edge * 2 : -edge * 2, edge:-edge]
        screen[:] = np.asarray(random_colour(rng), np.uint8)
        pitch = max(8, round(16 * px_per_mm))
        icon = round(11 * px_per_mm)
        lettering = _lettering(rng, letterings)
        for y in range(pitch // 3, screen.shape[0] - icon, pitch):
            for x in range(pitch // 4, screen.shape[1] - icon, pitch):
                cv2.rectangle(screen, (x, y), (x + icon, y + icon), random_colour(rng), -1)
                if rng.random() < 0.4:
                    letter = _WORDS[int(rng.integers(len(_WORDS)))]
                    _write(
                        screen,
                        letter,
                        (x + icon // 4, y + icon // 5),
                        icon * 3 // 5,
                        random_colour(rng),
                        lettering,
                    )
    return sheet


def _score_sheet(px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> ByteArray:
    """Columns of figures on paper, by hand or printed."""
    width, height = (round(float(rng.uniform(50, 120)) * px_per_mm) for _ in range(2))
    sheet = np.full((height, width, 3), (232, 238, 240), np.uint8)
    ink = (120.0, 50.0, 30.0) if rng.random() < 0.5 else (40.0, 40.0, 40.0)
    tall = max(5, round(float(rng.uniform(3.0, 9.0)) * px_per_mm))
    lettering = _lettering(rng, letterings)
    columns = int(rng.integers(2, 5))
    for column in range(1, columns):
        x = column * width // columns
        cv2.line(sheet, (x, 0), (x, height), ink, 1)
    for y in range(tall // 2, height - tall, round(1.5 * tall)):
        for column in range(columns):
            if rng.random() < 0.8:
                text = str(int(rng.integers(1, 160)))
                _write(sheet, text, (column * width // columns + tall // 2, y), tall, ink, lettering)
    return sheet


def _magazine(px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> ByteArray:
    """A cover: colour fields, a large heading, lines of small print."""
    width, height = (
        round(float(rng.uniform(60, 150)) * px_per_mm),
        round(float(rng.uniform(60, 150)) * px_per_mm),
    )
    sheet = np.clip(random_surface(height, width, rng), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        cv2.rectangle(sheet, (x, y), (x + width // 2, y + height // 3), random_colour(rng), -1)
    lettering = _lettering(rng, letterings)
    for _ in range(int(rng.integers(2, 7))):
        tall = max(4, round(float(rng.choice([3, 5, 8, 14, 24])) * px_per_mm))
        text = "".join(_WORDS[int(rng.integers(len(_WORDS)))] for _ in range(int(rng.integers(1, 8))))
        at = (int(rng.integers(width)), int(rng.integers(height)))
        _write(sheet, text, at, tall, random_colour(rng), lettering)
    return sheet


def _number_cards(px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> ByteArray:
    """A card of another game: a number in its corners or one large letter, no suit."""
    width, height = round(59 * px_per_mm), round(91 * px_per_mm)
    sheet = np.empty((height, width, 3), np.uint8)
    sheet[:] = np.asarray(random_colour(rng) if rng.random() < 0.5 else (236.0, 240.0, 242.0), np.uint8)
    ink, lettering = random_colour(rng), _lettering(rng, letterings)
    tall = round(float(rng.uniform(6, 26)) * px_per_mm)
    text = str(int(rng.integers(1, 61))) if rng.random() < 0.7 else _WORDS[int(rng.integers(len(_WORDS)))]
    edge = round(3 * px_per_mm)
    for turn in (0, 2):
        turned = np.rot90(sheet, turn)
        _write(turned, text, (edge, edge), tall, ink, lettering)
    if rng.random() < 0.5:
        cv2.circle(sheet, (width // 2, height // 2), width // 4, random_colour(rng), -1, cv2.LINE_AA)
    return sheet


def _dice(px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> ByteArray:
    """A tray with dice in it."""
    scene = draw_training_scene(int(rng.integers(1 << 20)), int(rng.integers(1 << 20))).image
    side = round(float(rng.uniform(40, 80)) * px_per_mm)
    return np.asarray(cv2.resize(scene, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _board(px_per_mm: float, rng: np.random.Generator, letterings: tuple[Lettering, ...]) -> ByteArray:
    """A game board: squares with numbers, a sign here and there."""
    cells = int(rng.integers(3, 8))
    side = round(float(rng.uniform(14, 34)) * px_per_mm)
    sheet = np.empty((cells * side, cells * side, 3), np.uint8)
    colours = [random_colour(rng) for _ in range(3)]
    signs, lettering = random_sign_style(rng), _lettering(rng, letterings)
    for row in range(cells):
        for column in range(cells):
            x, y = column * side, row * side
            ground = colours[(row + column) % 2]
            cv2.rectangle(sheet, (x, y), (x + side, y + side), ground, -1)
            draw = rng.random()
            if draw < 0.35:
                text = str(int(rng.integers(1, 100)))
                _write(sheet, text, (x + side // 5, y + side // 5), side // 3, colours[2], lettering)
            elif draw < 0.5:
                suit = SUITS[int(rng.integers(4))]
                stamp_sign(sheet, suit, signs, colours[2], (x + side / 2, y + side / 2), 0.6 * side)
    return sheet


_THINGS = (_phone, _score_sheet, _magazine, _magazine, _number_cards, _number_cards, _dice, _board)
