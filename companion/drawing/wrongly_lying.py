"""What lies wrongly, on a drawn board: an arrow from where it is seen to where it belongs, else a ring.

One way of marking for all games. A game says where on its sheet a thing lies (``Where``); what a camera saw is the
``sight`` of a snapshot. An arrow says how many squares it spans, a ring "?" for what cannot be read and "!" for
anything else, so that no colour has to tell it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from companion.drawing.svg import GOLD, INK, arrow, number, rect, text
from companion.sighting import UNREADABLE

WHITE = "#fff"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a sheet: its middle and its size (units of the drawing).

    ``square`` counts it along its way; a way of ``round`` squares leads back to its beginning (0: it does not).
    """

    x: float
    y: float
    width: float
    height: float
    square: int | None = None
    round: int = 0


Where = Callable[[str, str], Spot | None]
"""Where a thing of this zone and face lies, for the face "" the zone itself; None for what no sheet shows."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A place that shows something else than it should, and the sign beside it."""

    spot: Spot
    sign: str


@dataclass(frozen=True, slots=True)
class Way:
    """From where a thing stands to where it belongs."""

    seen: Spot
    due: Spot

    @property
    def squares(self) -> str:
        """By how many squares it is moved: "+2", "−1"; "" where its way is not counted."""
        if self.seen.square is None or self.due.square is None:
            return ""
        count = self.due.square - self.seen.square
        if around := self.due.round:
            count = (count + around // 2) % around - around // 2
        return f"+{count}" if count > 0 else f"−{-count}" if count else ""


def strange(sight: Mapping[str, Any] | None, *zones: str) -> str:
    """The classes that ring what stands on the page for these zones; "" while all lies right there."""
    if not sight or set(zones).isdisjoint(sight.get("zones", ())):
        return ""
    shown = (one["shows"] for one in sight["differences"] if one["zone"] in zones)
    return "strange unread" if any(UNREADABLE in faces for faces in shown) else "strange"


def found(sight: Mapping[str, Any] | None, where: Where) -> tuple[tuple[Way, ...], tuple[Ring, ...]]:
    """The ways of what stands elsewhere than it belongs, and the places of everything else that lies wrongly."""
    if not sight or not sight.get("zones"):
        return (), ()
    changed = {one["zone"]: one for one in sight["differences"] if one["zone"] in sight["zones"]}
    more = {zone: list(_beyond(one["shows"], one["should"])) for zone, one in changed.items()}
    less = {zone: list(_beyond(one["should"], one["shows"])) for zone, one in changed.items()}
    ways = [*_within(more, less, where), *_across(more, less, where)]
    rings = []
    for zone in sight["zones"]:
        if zone in changed and not more[zone] and not less[zone]:
            continue
        faces = [*more.get(zone, ()), *less.get(zone, ()), ""]
        spot = next((spot for face in faces if (spot := where(zone, face)) is not None), None)
        if spot is not None:
            rings.append(Ring(spot, "?" if UNREADABLE in more.get(zone, ()) else "!"))
    return tuple(ways), tuple(rings)


def _beyond(faces: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    yield from (Counter(faces) - Counter(others)).elements()


_Faces = dict[str, list[str]]


def _within(more: _Faces, less: _Faces, where: Where) -> Iterator[Way]:
    """A zone whose faces are the squares of its own thing: it stands on another one."""
    for zone in more:
        if len(more[zone]) == len(less[zone]) == 1:
            seen, due = where(zone, more[zone][0]), where(zone, less[zone][0])
            if seen is not None and due is not None and seen.square != due.square:
                more[zone], less[zone] = [], []
                yield Way(seen, due)


def _across(more: _Faces, less: _Faces, where: Where) -> Iterator[Way]:
    """A thing that one zone shows and another one lacks."""
    for zone, faces in more.items():
        for face in tuple(faces):
            home = next((other for other in less if face in less[other]), None)
            if home is None:
                continue
            seen, due = where(zone, face), where(home, face)
            if seen is not None and due is not None:
                faces.remove(face)
                less[home].remove(face)
                yield Way(seen, due)


# ---------------------------------------------------------------- the drawing


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawn board to be marked: its size, how thick its rings are, and how large its letters."""

    width: float
    height: float
    line: float
    letters: float


def marked(sight: Mapping[str, Any] | None, where: Where, sheet: Sheet) -> str:
    """All that lies wrongly, drawn over a board; empty while nothing does."""
    ways, rings = found(sight, where)
    if not ways and not rings:
        return ""
    drawn = "".join(_ring(one.spot, sheet.line, WHITE, dashed=True) + _sign(one, sheet) for one in rings)
    drawn += "".join(_way(one, sheet) for one in ways)
    return f'<g class="wrongly-lying">{drawn}</g>'


def _ring(spot: Spot, line: float, colour: str, *, dashed: bool = False) -> str:
    wide, high = spot.width + 2 * line, spot.height + 2 * line
    corner = min(wide, high) / 2 if spot.width == spot.height else min(wide, high, 14 * line) / 3
    around = (spot.x - wide / 2, spot.y - high / 2, wide, high, corner)
    dashes = f"{number(line * 2.6)} {number(line * 1.7)}" if dashed else None
    edge = rect(*around, fill="none", stroke=INK, stroke_width=line * 1.9)
    return edge + rect(*around, fill="none", stroke=colour, stroke_width=line, stroke_dasharray=dashes)


def _sign(ring: Ring, sheet: Sheet) -> str:
    spot = ring.spot
    return _plate(ring.sign, spot.x + spot.width / 2, spot.y - spot.height / 2, sheet)


def _plate(said: str, x: float, y: float, sheet: Sheet) -> str:
    """A few signs on white, as near to a place as the sheet has room."""
    size = sheet.letters
    wide, high = size * (0.75 + 0.6 * len(said)), size * 1.3
    x = min(max(x, wide / 2 + 1), sheet.width - wide / 2 - 1)
    y = min(max(y, high / 2 + 1), sheet.height - high / 2 - 1)
    box = (x - wide / 2, y - high / 2, wide, high, high / 2)
    plate = rect(*box, fill=WHITE, stroke=INK, stroke_width=sheet.line * 0.6)
    return plate + text(said, x, y + size * 0.36, size, font_weight=800, text_anchor="middle", fill=INK)


def _way(way: Way, sheet: Sheet) -> str:
    seen, due, line = way.seen, way.due, sheet.line
    dx, dy = due.x - seen.x, due.y - seen.y
    length = hypot(dx, dy) or 1.0
    across, down = dx / length, dy / length
    # From one edge of the place to its middle, in the direction from which the arrow comes.
    half = min(due.width / 2 / (abs(across) or 1e-9), due.height / 2 / (abs(down) or 1e-9)) + 2 * line
    end_x, end_y = due.x - across * half, due.y - down * half
    least = line * 9
    far = max(length - half, least)
    start_x = min(max(end_x - across * far, 2 * line), sheet.width - 2 * line)
    start_y = min(max(end_y - down * far, 2 * line), sheet.height - 2 * line)
    if hypot(end_x - start_x, end_y - start_y) < least / 2:
        # At the edge of the sheet there is no room before the place: the arrow lies over it.
        end_x, end_y = start_x + across * least, start_y + down * least
    apart = abs(dx) > (seen.width + due.width) / 2 or abs(dy) > (seen.height + due.height) / 2
    drawn = _ring(seen, line, WHITE, dashed=True) if apart else ""
    drawn += _ring(due, line, GOLD)
    drawn += arrow(start_x, start_y, end_x, end_y, width=line * 1.8, colour=WHITE)
    if not way.squares:
        return drawn
    # Where both places overlap the arrow is short: what it spans stands behind it.
    behind = 0.0 if apart else sheet.letters
    return drawn + _plate(way.squares, start_x - across * behind, start_y - down * behind, sheet)
