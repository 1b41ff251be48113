"""A printed PDF as the paper it becomes: pictures of its sheets at a known scale, and what stands where, in mm."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
import pypdfium2

from calibration.printed import marker_dictionary
from calibration.zones import PlannedZone

POINT_MM = 25.4 / 72
PAPER_EDGE_MM = 5.0
"""Printers leave this much white."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""


@dataclass(frozen=True)
class Sheet:
    """One sheet: ``picture`` is grey, HxW uint8, ``px_per_mm``; ``texts`` are its lines, ``words`` its words."""

    picture: np.ndarray
    px_per_mm: float
    size: tuple[float, float]
    texts: tuple[tuple[str, Box], ...]
    words: tuple[tuple[str, Box], ...] = ()

    @cached_property
    def text(self) -> str:
        return plain(" ".join(text for text, _ in self.texts))

    @cached_property
    def markers(self) -> dict[int, np.ndarray]:
        """The corners (mm, 4x2) of each marker found, the marker's own top left first."""
        return found_markers(self.picture, self.px_per_mm)

    def cut(self, box: Box) -> np.ndarray:
        """The picture of a part of the sheet."""
        left, top, right, bottom = (value * self.px_per_mm for value in box)
        return self.picture[math.ceil(top) : math.floor(bottom), math.ceil(left) : math.floor(right)]

    def white_around(self, corners: np.ndarray, quiet: float) -> bool:
        """Whether nothing but white is within ``quiet`` mm of a marker."""
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        picture = self.picture.copy()
        hidden = Sheet(picture, self.px_per_mm, self.size, ())
        blur = 2 / self.px_per_mm
        hidden.cut((left - blur, top - blur, right + blur, bottom + blur))[:] = 255
        # A tenth of a millimetre is what a line that begins exactly there is blurred by.
        near = quiet - 0.1
        return bool((hidden.cut((left - near, top - near, right + near, bottom + near)) == 255).all())

    def texts_near(self, corners: np.ndarray, quiet: float) -> list[str]:
        """The pieces of text within ``quiet`` mm of a marker."""
        (left, top), (right, bottom) = corners.min(axis=0) - quiet, corners.max(axis=0) + quiet
        return [
            t
            for t, box in self.texts
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]
        ]

    @property
    def edge_is_white(self) -> bool:
        inside = self.picture.copy()
        width, height = self.size
        whole = Sheet(inside, self.px_per_mm, self.size, ())
        whole.cut((PAPER_EDGE_MM, PAPER_EDGE_MM, width - PAPER_EDGE_MM, height - PAPER_EDGE_MM))[:] = 255
        return bool((inside == 255).all())

    @cached_property
    def ruler_ticks(self) -> tuple[np.ndarray, np.ndarray]:
        """Where the ruler's ticks stand (mm from the left): all of them, and the long ones."""
        dark = self.picture < 160
        for row in range(dark.shape[0]):
            runs = dark_runs(dark[row])
            lengths = (runs[:, 1] - runs[:, 0]) / self.px_per_mm if len(runs) else np.zeros(0)
            hits = np.flatnonzero(np.abs(lengths - 100) < 5)
            if len(hits) == 1:
                first, last = runs[hits[0]]
                # Half a millimetre more at both ends: the end ticks stand astride the line's ends.
                spread = round(0.5 * self.px_per_mm)
                columns = slice(first - spread, last + spread)
                below = [255 - self.picture[row + round(mm * self.px_per_mm), columns] for mm in (1.2, 3.4)]
                every, long = (
                    (first - spread + centres(level.astype(float))) / self.px_per_mm for level in below
                )
                if len(every) > 90:
                    return every, long
        raise AssertionError("there is no ruler on this sheet")


def plain(text: str) -> str:
    """Text with single, ordinary spaces."""
    return re.sub(r"\s+", " ", text)


def sheets_of(pdf: bytes, px_per_mm: float = 10.0) -> list[Sheet]:
    """Render every sheet of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    sheets = []
    for page in document:
        # A hair less, so that rounding up does not add a row of pixels, over which the page would be stretched.
        bitmap = page.render(scale=px_per_mm * POINT_MM * (1 - 1e-6), grayscale=True)
        width, height = (value * POINT_MM for value in page.get_size())
        picture = bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width].copy()
        texts, words = texts_of(page, height)
        sheets.append(Sheet(picture, px_per_mm, (width, height), tuple(texts), tuple(words)))
    return sheets


def texts_of(page: Any, height: float) -> tuple[list[tuple[str, Box]], list[tuple[str, Box]]]:
    """The lines and the words of a page and their boxes (mm from its top left)."""
    text = page.get_textpage()

    def box(left: float, bottom: float, right: float, top: float) -> Box:
        return left * POINT_MM, height - top * POINT_MM, right * POINT_MM, height - bottom * POINT_MM

    lines = []
    for index in range(text.count_rects()):
        edges = text.get_rect(index)
        lines.append((plain(text.get_text_bounded(*edges)), box(*edges)))
    words: list[tuple[str, Box]] = []
    apart = True
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        if letter.isspace() or not letter:
            apart = True
            continue
        edges = box(*text.get_charbox(index))
        if apart or not words:
            words.append((letter, edges))
        else:
            word, so_far = words[-1]
            low, high = map(min, so_far[:2], edges[:2]), map(max, so_far[2:], edges[2:])
            words[-1] = (word + letter, (*low, *high))
        apart = False
    return lines, words


def found_markers(picture: np.ndarray, px_per_mm: float) -> dict[int, np.ndarray]:
    """The markers that OpenCV finds: id to corners (mm, 4x2). An id that is found twice fails."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(marker_dictionary(), parameters).detectMarkers(picture)
    names = [] if ids is None else [int(one) for one in ids.flatten()]
    assert len(set(names)) == len(names), names
    # The middle of the first pixel is at half a pixel from the paper's edge.
    return {name: (four[0] + 0.5) / px_per_mm for name, four in zip(names, corners, strict=True)}


def dark_runs(row: np.ndarray) -> np.ndarray:
    """The first and one past the last index of each run of true values, Nx2."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], row, [False])).astype(np.int8)))
    return edges.reshape(-1, 2)


def centres(darkness: np.ndarray) -> np.ndarray:
    """The centre of each dark stroke along a row of darkness (0 white), in px from the row's start edge."""
    return np.array(
        [
            (darkness[a:b] * (np.arange(a, b) + 0.5)).sum() / darkness[a:b].sum()
            for a, b in dark_runs(darkness > 25)
        ]
    )


def glued(sheets: Sequence[Sheet], margin: float = 10.0, overlap: float = 10.0) -> Sheet:
    """Put the sheets of a mat together as a family does: by their names, each over the one before it."""
    px_per_mm = sheets[0].px_per_mm
    width, height = (side - 2 * margin for side in sheets[0].size)
    placed = {}
    for sheet in sheets:
        (name,) = (
            text
            for text, box in sheet.words
            if re.fullmatch("[A-Z][0-9]+", text) and box[1] > sheet.size[1] - margin
        )
        placed[ord(name[0]) - ord("A"), int(name[1:]) - 1] = sheet
    rows, columns = max(row for row, _ in placed) + 1, max(column for _, column in placed) + 1
    assert len(placed) == rows * columns == len(sheets)
    across, down = round((width - overlap) * px_per_mm), round((height - overlap) * px_per_mm)
    whole = np.full(
        (down * rows + round(overlap * px_per_mm), across * columns + round(overlap * px_per_mm)),
        255,
        np.uint8,
    )
    for (row, column), sheet in sorted(placed.items()):
        seen = sheet.cut((margin, margin, margin + width, margin + height))
        whole[row * down : row * down + seen.shape[0], column * across : column * across + seen.shape[1]] = (
            seen
        )
    return Sheet(whole, px_per_mm, (whole.shape[1] / px_per_mm, whole.shape[0] / px_per_mm), ())


def outline_offsets(mat: Sheet, origin: np.ndarray, zone: PlannedZone, hidden: Sequence[Box]) -> list[float]:
    """How far (mm) each edge of a zone's outline lies from where the plan has it; ``hidden``: table mm, not drawn.

    An edge is looked for within 1.5 mm.
    """
    right, bottom = zone.left + zone.width, zone.top + zone.height
    edges = [
        (zone.top, zone.left, right, False),
        (bottom, zone.left, right, False),
        (zone.left, zone.top, bottom, True),
        (right, zone.top, bottom, True),
    ]
    offsets = []
    for at, start, end, upright in edges:
        profiles = []
        for along in np.arange(start + 3, end - 3, 1.0):
            x, y = (at, along) if upright else (along, at)
            if any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for box in hidden):
                continue
            column, row = ((np.array([x, y]) + origin) * mat.px_per_mm).astype(int)
            reach = round(1.5 * mat.px_per_mm)
            line = (
                mat.picture[row, column - reach : column + reach + 1]
                if upright
                else mat.picture[row - reach : row + reach + 1, column]
            )
            first = (column if upright else row) - reach
            profiles.append((first, line.astype(float)))
        assert profiles
        darkness = 255 - np.median([line for _, line in profiles], axis=0)
        assert darkness.max() > 40, f"{zone.id} has no outline at {at}"
        centre = profiles[0][0] + (darkness * (np.arange(len(darkness)) + 0.5)).sum() / darkness.sum()
        offsets.append(centre / mat.px_per_mm - origin[int(not upright)] - at)
    return offsets
