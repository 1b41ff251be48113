"""The measures of the drawn course of Change Horses: where each field of each lane lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from companion.drawing.svg import rect
from companion.games.change_horses.words import value_name

View = Mapping[str, Any]
Point = tuple[float, float]


def colour(letter: str, language: str) -> str:
    """A horse by its colour, as a heading: "Jaune (A)"."""
    name = value_name("horses", letter, language)
    return name[:1].upper() + name[1:]


def short_colour(letter: str, language: str) -> str:
    """A horse by its colour alone: "Jaune"."""
    return colour(letter, language).split(" (")[0]


@dataclass(frozen=True, slots=True)
class Course:
    """The measures of a drawn course (px): its middle, half its straight, the inmost radius, the lanes, a token.

    ``upright`` turns it by a quarter: the line, at the bottom of a course that lies, is then at the right.
    """

    width: float
    height: float
    straight: float
    inner: float
    lane: float
    lanes: int
    fields: int
    token: float
    label: float
    upright: bool = False

    @property
    def outer(self) -> float:
        """The radius of the outer edge."""
        return self.inner + self.lanes * self.lane

    @property
    def field(self) -> float:
        """How long a field is in the middle of the lanes (px)."""
        middle = self.inner + self.lanes * self.lane / 2
        return (4 * self.straight + 2 * pi * middle) / self.fields

    def radius(self, lane: float) -> float:
        """The radius of the middle of a lane, counted from 1, the inmost."""
        return self.inner + (lane - 0.5) * self.lane

    def at(self, field: float, radius: float) -> Point:
        """Where a field's distance from the line lies at a radius; fields line up across the lanes."""
        x, y = self._lying(field, radius)
        across, down = (y, -x) if self.upright else (x, y)
        return self.width / 2 + across, self.height / 2 + down

    def _lying(self, field: float, radius: float) -> Point:
        """The same about the middle of a course that lies, the line at the bottom."""
        middle, half = self.inner + self.lanes * self.lane / 2, self.straight
        bend = pi * middle
        way = field / self.fields % 1 * (4 * half + 2 * bend)
        if way < half:
            return way, radius
        way -= half
        if way < bend:
            angle = pi / 2 - way / middle
            return half + radius * cos(angle), radius * sin(angle)
        way -= bend
        if way < 2 * half:
            return half - way, -radius
        way -= 2 * half
        if way < bend:
            angle = -pi / 2 - way / middle
            return -half + radius * cos(angle), radius * sin(angle)
        return way - bend - half, radius

    def stadium(self, radius: float, **drawn: object) -> str:
        """An oval at this radius."""
        long, short = 2 * (self.straight + radius), 2 * radius
        width, height = (short, long) if self.upright else (long, short)
        return rect((self.width - width) / 2, (self.height - height) / 2, width, height, radius, **drawn)


def wide_course(lanes: int, fields: int) -> Course:
    """The course for a tablet: it lies, the betting board in its middle (832 by 600 px)."""
    inner = 112.0
    return Course(832, 600, 122, inner, (270 - inner) / lanes, lanes, fields, 19, 27.5)


def narrow_course(lanes: int, fields: int) -> Course:
    """The course for a phone: it stands, its middle holds the lap only (366 by 448 px)."""
    inner = 44.0
    return Course(366, 448, 40, inner, (160 - inner) / lanes, lanes, fields, 13.2, 16.5, upright=True)


def sheet_of(view: View, *, narrow: bool = False) -> Course:
    """The course that a game is played on, for a tablet or for a phone."""
    options = view["options"]
    lanes, fields = int(options["lanes"]), int(options["finish_row"])
    return narrow_course(lanes, fields) if narrow else wide_course(lanes, fields)


def field_place(course: Course, horse: Mapping[str, Any], lane: int) -> Point:
    """Where a horse would stand in another lane, as far round as it is."""
    return course.at(horse["row"] + (0.3 if horse["lane"] % 2 else 0.7), course.radius(lane))


def standing(view: View, course: Course) -> Mapping[str, Point]:
    """Where every horse that is on the course stands: in its lane, odd and even lanes one behind the other."""
    return {
        letter: lying_at(course, horse["lane"], horse["row"])
        for letter, horse in view["horses"].items()
        if horse["lane"] is not None
    }


def lying_at(course: Course, lane: int, row: int) -> Point:
    """Where a horse in this lane and row stands."""
    return course.at(row + (0.3 if lane % 2 else 0.7), course.radius(lane))
