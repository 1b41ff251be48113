"""Where everything lies on the drawn table of Crapette: three sheets for three screens, in units of each drawing.

``wide`` is a tablet that lies (1280 by 708), ``upright`` one that stands (800 wide), ``phone`` the narrowest (390
wide, one unit a pixel). Foundations stand in the middle, the cases fan outwards to the left and to the right, each
player's piles lie on his short side. Whoever holds the screen sits below: the table is turned for the other one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ROWS = 4
LEAST_SEEN = 3
"""How many cards at the free end of a fan are always drawn, however little room it has."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def grown(self, by: float) -> Box:
        """The rectangle with a margin around it."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def around(self, other: Box) -> Box:
        """The smallest rectangle around both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        bottom = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, bottom - y)


@dataclass(frozen=True, slots=True)
class Fan:
    """How a case is drawn: the place of every card from the base on, None for those folded away, and the step."""

    places: tuple[float | None, ...]
    step: float
    folded: int = 0
    folded_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One arrangement of the table. ``far`` and ``near`` are the tops of the players' rows of cards."""

    name: str
    width: float
    height: float
    card: tuple[float, float]
    rows: tuple[float, ...]
    far: float
    near: float
    columns: tuple[float, float]
    bases: tuple[float, float]
    step: float
    least_step: float
    piles: Mapping[str, float]
    plates: tuple[Box, Box]
    held_plate: float | None
    animal: float
    name_size: float
    name_width: float
    name_width_held: float
    text_size: float
    count_size: float
    label_gap: float
    label_width: Mapping[str, float]
    rank_least: float
    line: float
    """The width of rings; arrows are a little wider."""

    def place(self, slot: str) -> Box:
        """The place of one card: ``A2`` (foundations, left column, second row), ``far reserve``, ``near hand``."""
        width, height = self.card
        side, _, pile = slot.partition(" ")
        if pile:
            return Box(self.piles[pile], self.far if side == "far" else self.near, width, height)
        x = {"A": self.columns[0], "B": self.columns[1], "L": self.bases[0], "R": self.bases[1]}[slot[0]]
        return Box(x, self.rows[int(slot[1]) - 1], width, height)

    def room(self, side: str) -> float:
        """How far the free card of a fan may lie from its base."""
        edge = self.least_margin
        return self.bases[0] - edge if side == "L" else self.width - edge - self.card[0] - self.bases[1]

    @property
    def least_margin(self) -> float:
        """What stays free at the edges."""
        return self.width / 160

    @property
    def aisle(self) -> float:
        """How far a case is from the foundation beside it."""
        return self.columns[0] - self.bases[0] - self.card[0]

    def fan(self, slot: str, cards: int) -> Fan:
        """The places (x of the left edge) of ``cards`` cards; what would be too narrow to read is folded away."""
        base, out = self.place(slot).x, -1 if slot[0] == "L" else 1
        if cards < 2:
            return Fan((base,) * cards, self.step)
        room = self.room(slot[0])
        step = min(self.step, room / (cards - 1))
        if step >= self.least_step:
            return Fan(tuple(base + out * step * index for index in range(cards)), step)
        step = self.least_step
        gap = step * 1.5
        seen = max(LEAST_SEEN, int((room - step - gap) // step) + 1)
        folded = cards - 1 - seen
        places: list[float | None] = [base]
        places += [None] * folded
        places += [base + out * (step + gap + step * index) for index in range(seen)]
        return Fan(tuple(places), step, folded, base + out * step)

    def case_box(self, slot: str, cards: int) -> Box:
        """The whole of a fan."""
        found = self.place(slot)
        for x in self.fan(slot, cards).places:
            if x is not None:
                found = found.around(Box(x, found.y, found.width, found.height))
        return found

    def free_box(self, slot: str, cards: int) -> Box:
        """The free card of a fan; the base's place when it is empty."""
        base = self.place(slot)
        places = self.fan(slot, cards).places
        x = places[-1] if places else None
        return base if x is None else Box(x, base.y, base.width, base.height)

    def next_box(self, slot: str, cards: int) -> Box:
        """Where the next card of a fan would lie, kept inside the drawing."""
        if not cards:
            return self.place(slot)
        free = self.free_box(slot, cards)
        out = -1 if slot[0] == "L" else 1
        x = free.x + out * self.fan(slot, cards).step
        x = min(max(x, 0.0), self.width - free.width)
        return Box(x, free.y, free.width, free.height)


def _rows(first: float, pitch: float) -> tuple[float, ...]:
    return tuple(first + pitch * row for row in range(ROWS))


WIDE = Sheet(
    name="wide",
    width=1280,
    height=708,
    card=(86, 106),
    rows=_rows(120, 112),
    far=6,
    near=596,
    columns=(550, 644),
    bases=(440, 754),
    step=48,
    least_step=30,
    piles={"reserve": 372, "stock": 606, "waste": 826, "hand": 270},
    plates=(Box(16, 6, 286, 106), Box(16, 596, 286, 106)),
    held_plate=348,
    animal=68,
    name_size=34,
    name_width=182,
    name_width_held=148,
    text_size=28,
    count_size=36,
    label_gap=14,
    label_width={"reserve": 112, "stock": 100, "waste": 100, "hand": 0},
    rank_least=30,
    line=6,
)  # fmt: skip

UPRIGHT = Sheet(
    name="upright",
    width=800,
    height=842,
    card=(88, 108),
    rows=_rows(185, 120),
    far=58,
    near=676,
    columns=(308, 404),
    bases=(206, 506),
    step=44,
    least_step=18,
    piles={"reserve": 16, "stock": 226, "waste": 410, "hand": 584},
    plates=(Box(8, 4, 784, 48), Box(8, 790, 784, 48)),
    held_plate=None,
    animal=40,
    name_size=32,
    name_width=420,
    name_width_held=420,
    text_size=25,
    count_size=36,
    label_gap=12,
    label_width={"reserve": 104, "stock": 80, "waste": 74, "hand": 104},
    rank_least=21,
    line=6,
)  # fmt: skip

PHONE = Sheet(
    name="phone",
    width=390,
    height=490,
    card=(48, 60),
    rows=_rows(110, 66),
    far=40,
    near=386,
    columns=(145, 197),
    bases=(88, 254),
    step=24,
    least_step=15.5,
    piles={"reserve": 6, "stock": 123, "waste": 218, "hand": 298},
    plates=(Box(2, 2, 386, 34), Box(2, 452, 386, 34)),
    held_plate=None,
    animal=28,
    name_size=21,
    name_width=220,
    name_width_held=220,
    text_size=16,
    count_size=22,
    label_gap=6,
    label_width={"reserve": 58, "stock": 40, "waste": 34, "hand": 28},
    rank_least=16,
    line=4,
)  # fmt: skip

SHEETS: Mapping[str, Sheet] = {sheet.name: sheet for sheet in (WIDE, UPRIGHT, PHONE)}


def slots(players: Sequence[str], near: str) -> dict[str, str]:
    """Zone → slot of the drawing, for a screen before which ``near`` sits: the second player sees it turned round."""
    turned = list(players).index(near) == 1
    far = next(player for player in players if player != near)
    found: dict[str, str] = {}
    for row in range(1, ROWS + 1):
        here = ROWS + 1 - row if turned else row
        left, right = ("R", "L") if turned else ("L", "R")
        first, second = ("B", "A") if turned else ("A", "B")
        found[f"F{row}"], found[f"F{row + ROWS}"] = f"{first}{here}", f"{second}{here}"
        found[f"T{row}"], found[f"T{row + ROWS}"] = f"{left}{here}", f"{right}{here}"
    for side, player in (("far", far), ("near", near)):
        for pile in ("reserve", "stock", "waste", "hand"):
            found[f"{pile}:{player}"] = f"{side} {pile}"
    return found
