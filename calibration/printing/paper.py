"""A4 paper to draw on in millimetres: lines, words, markers and the ruler, written as a PDF of vectors.

All positions are mm from the sheet's top left corner, x to the right and y down, as on the table.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from calibration.printed import MARKER_CELLS, RULER_MM, marker_cells

A4_SHORT_MM: Final = 210.0
A4_LONG_MM: Final = 297.0

BLACK: Final = 0.0
GREY: Final = 0.45
LIGHT: Final = 0.72
"""Shades of grey, 0 black and 1 white: words, names and outlines, lines to cut or to glue along."""

CAP_HEIGHT: Final = 0.718
"""The height of a capital letter of Helvetica, as a share of the font's size."""
POINT_MM: Final[float] = 1 / mm

_TICK_MM: Final = {1: 1.8, 5: 2.8, 10: 4.0}

Box = tuple[float, float, float, float]
"""Left, top, width and height in mm."""


@dataclass(frozen=True, slots=True)
class Font:
    """How words are set: size in points, bold or not, shade of grey."""

    size: float
    bold: bool = False
    grey: float = BLACK

    @property
    def name(self) -> str:
        """The font's name in the PDF: one of those that every reader of PDFs has."""
        return "Helvetica-Bold" if self.bold else "Helvetica"

    @property
    def cap_mm(self) -> float:
        """The height of a capital letter in mm."""
        return self.size * POINT_MM * CAP_HEIGHT

    @property
    def leading_mm(self) -> float:
        """From one line to the next, in mm."""
        return self.size * POINT_MM * 1.3

    def width_mm(self, words: str) -> float:
        """The width of a line of words in mm."""
        return float(stringWidth(words, self.name, self.size)) * POINT_MM

    def lines(self, words: str, width: float) -> tuple[str, ...]:
        """Break words into lines of at most ``width`` mm; a word that is wider has a line of its own."""
        lines: list[str] = []
        for word in words.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.width_mm(longer) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return tuple(lines)


class Paper:
    """The sheets of one PDF, drawn one after the other.

    The same drawing gives the same bytes. Readers of PDFs are told not to scale it; some do nevertheless, hence the
    ruler.
    """

    def __init__(self, title: str, language: str, *, landscape: bool = False) -> None:
        self._file = io.BytesIO()
        self._canvas: Any = Canvas(self._file, pagesize=_points(landscape), invariant=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Companion")
        self._canvas.setAuthor("Companion")
        self._canvas.setViewerPreference("PrintScaling", "None")
        self.landscape = landscape

    @property
    def width(self) -> float:
        """The width of this sheet in mm."""
        return A4_LONG_MM if self.landscape else A4_SHORT_MM

    @property
    def height(self) -> float:
        """The height of this sheet in mm."""
        return A4_SHORT_MM if self.landscape else A4_LONG_MM

    def next_sheet(self, *, landscape: bool) -> None:
        """Take a new sheet."""
        self._canvas.showPage()
        self._canvas.setPageSize(_points(landscape))
        self.landscape = landscape

    def pdf(self) -> bytes:
        """Close the last sheet and return the file. Nothing can be drawn after that."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    @contextmanager
    def within(self, window: Box) -> Iterator[None]:
        """What is drawn meanwhile shows inside the window (mm) only."""
        self._canvas.saveState()
        clip = self._canvas.beginPath()
        self._add(clip, window)
        self._canvas.clipPath(clip, stroke=0, fill=0)
        yield
        self._canvas.restoreState()

    @contextmanager
    def moved(self, right: float, down: float, scale: float = 1.0) -> Iterator[None]:
        """Meanwhile a position (x, y) is ``right + scale * x``, ``down + scale * y`` on the sheet (mm)."""
        self._canvas.saveState()
        height = self.height * mm
        self._canvas.translate(right * mm, height - down * mm)
        self._canvas.scale(scale, scale)
        self._canvas.translate(0, -height)
        yield
        self._canvas.restoreState()

    def line(
        self, *points: tuple[float, float], grey: float = BLACK, thick: float = 0.25, dashed: bool = False
    ) -> None:
        """Draw a line through points (mm), ``thick`` mm wide."""
        path = self._canvas.beginPath()
        path.moveTo(*self._at(*points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(*point))
        self._pen(grey, thick, dashed)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def rectangle(
        self,
        box: Box,
        *,
        grey: float = BLACK,
        thick: float = 0.25,
        dashed: bool = False,
        round_mm: float = 0.0,
    ) -> None:
        """Draw the outline of a rectangle (mm); the line lies astride its edge."""
        left, top, width, height = box
        self._pen(grey, thick, dashed)
        x, y = self._at(left, top + height)
        self._canvas.roundRect(x, y, width * mm, height * mm, round_mm * mm, stroke=1, fill=0)

    def fill(self, boxes: Iterable[Box], grey: float = BLACK) -> None:
        """Fill rectangles (mm) that do not overlap.

        They are one path, so that no reader shows hairlines where two of them touch.
        """
        path = self._canvas.beginPath()
        for box in boxes:
            self._add(path, box)
        self._canvas.setFillGray(grey)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def polygon(self, points: Iterable[tuple[float, float]], grey: float = BLACK) -> None:
        """Fill a polygon (mm)."""
        first, *others = points
        path = self._canvas.beginPath()
        path.moveTo(*self._at(*first))
        for point in others:
            path.lineTo(*self._at(*point))
        path.close()
        self._canvas.setFillGray(grey)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def arrow(
        self, start: tuple[float, float], end: tuple[float, float], *, grey: float = BLACK, thick: float = 0.6
    ) -> None:
        """Draw an arrow (mm) whose head is five times as wide as its line."""
        length = math.dist(start, end)
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        neck = (end[0] - along[0] * thick * 5, end[1] - along[1] * thick * 5)
        across = (-along[1] * thick * 2.5, along[0] * thick * 2.5)
        self.line(start, neck, grey=grey, thick=thick)
        self.polygon(
            (end, (neck[0] + across[0], neck[1] + across[1]), (neck[0] - across[0], neck[1] - across[1])),
            grey,
        )

    def words(
        self, x: float, y: float, words: str, font: Font, *, anchor: str = "left", turned: float = 0.0
    ) -> None:
        """Write one line: its base line starts (``anchor`` left), is centred (middle) or ends (right) at (x, y) mm.

        ``turned``: degrees, clockwise as the sheet is seen.
        """
        self._canvas.saveState()
        self._canvas.translate(*self._at(x, y))
        self._canvas.rotate(-turned)
        self._canvas.setFillGray(font.grey)
        self._canvas.setFont(font.name, font.size)
        draw = {
            "left": self._canvas.drawString,
            "middle": self._canvas.drawCentredString,
            "right": self._canvas.drawRightString,
        }
        draw[anchor](0, 0, words)
        self._canvas.restoreState()

    def paragraph(self, left: float, top: float, width: float, words: str, font: Font) -> float:
        """Write words in lines of at most ``width`` mm below ``top``; return where the next line's top would be."""
        for line in font.lines(words, width):
            self.words(left, top + font.cap_mm, line, font)
            top += font.leading_mm
        return top

    def steps(
        self, left: float, top: float, width: float, steps: Iterable[str], font: Font, *, gap: float = 0.35
    ) -> float:
        """Write numbered steps below each other, ``gap`` lines apart; return where the next would start (mm)."""
        indent = 1.9 * font.size * POINT_MM
        for number, step in enumerate(steps, start=1):
            self.words(left, top + font.cap_mm, f"{number}.", Font(font.size, bold=True))
            top = self.paragraph(left + indent, top, width - indent, step, font) + gap * font.leading_mm
        return top

    def marker(self, number: int, left: float, top: float, side: float) -> None:
        """Draw a marker whose black square has this top left corner and side (mm)."""
        cell = side / MARKER_CELLS
        self.fill(
            (left + column * cell, top + row * cell, count * cell, cell)
            for row, column, count in marker_cells(number)
        )

    def ruler(self, left: float, top: float, *, numbers: bool = True, grey: float = BLACK) -> None:
        """Draw the ruler of ``RULER_MM`` to the right of (left, top) mm: a line with a tick each mm below it."""
        self.line((left, top), (left + RULER_MM, top), grey=grey, thick=0.2)
        for tick in range(round(RULER_MM) + 1):
            long = next(_TICK_MM[every] for every in (10, 5, 1) if tick % every == 0)
            self.line(
                (left + tick, top), (left + tick, top + long), grey=grey, thick=0.2 if long > 2 else 0.12
            )
            if numbers and tick % 10 == 0:
                font = Font(7, grey=grey)
                self.words(left + tick, top + long + 0.8 + font.cap_mm, str(tick), font, anchor="middle")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * mm, (self.height - y) * mm

    def _add(self, path: Any, box: Box) -> None:
        left, top, width, height = box
        x, y = self._at(left, top + height)
        path.rect(x, y, width * mm, height * mm)

    def _pen(self, grey: float, thick: float, dashed: bool) -> None:
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(thick * mm)
        self._canvas.setDash([2 * mm, 1.5 * mm] if dashed else [])


def _points(landscape: bool) -> tuple[float, float]:
    short, long = A4_SHORT_MM * mm, A4_LONG_MM * mm
    return (long, short) if landscape else (short, long)
