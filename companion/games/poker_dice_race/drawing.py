"""The drawings of Dadamax: its dice and its track, from the public view to SVG text.

The track is a serpentine that fits any valid board. Units are px of the picture at its natural size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Any

from companion.drawing.dice import DIE_GROUND, die_face, die_picture, die_pips
from companion.drawing.svg import GOLD, INK, arrow, attributes, number, rect, text, use
from companion.drawing.symbols import COATS, seat_animal
from companion.drawing.wrongly_lying import Sheet, Spot, marked
from companion.games.poker_dice_race.state import NUMBER_FACES, NUMBER_FIGURES, POKER_FACES, POKER_FIGURES
from companion.games.poker_dice_race.words import face_letter, face_name
from companion.sighting import COCKED

GREEN, BLUE, YELLOW, WHITE = "#2e7a45", "#1f5fb4", "#f2c53d", "#fff"

_HATS: Mapping[str, str] = {
    "K": (
        '<path d="M24 44l-4-26 14 10 16-18 16 18 14-10-4 26Z" fill="#e8b04b" stroke="#16241d"'
        ' stroke-width="3" stroke-linejoin="round"/>'
    ),
    "Q": (
        '<path d="M28 42q-2-26 22-28 24 2 22 28-8-10-22-10-14 0-22 10Z" fill="#c8202f" stroke="#16241d"'
        ' stroke-width="3" stroke-linejoin="round"/>'
        '<circle cx="50" cy="12" r="6" fill="#e8b04b" stroke="#16241d" stroke-width="3"/>'
    ),
    "J": (
        '<path d="M22 42q0-18 28-18 28 0 28 18Z" fill="#1450a8" stroke="#16241d" stroke-width="3"/>'
        '<path d="M60 26q4-20 20-20-2 16-16 22Z" fill="#e8b04b" stroke="#16241d" stroke-width="3"'
        ' stroke-linejoin="round"/>'
    ),
}
_LETTER_INK = {
    "K": "#8a5a00",
    "Q": "#b3141f",
    "J": "#123c86",
    "A": "#16181d",
    "10": "#b3141f",
    "9": "#16181d",
}


# ---------------------------------------------------------------- dice


def is_figure(face: str | int) -> bool:
    """Whether a face is worth a square (PD-6, PD-7)."""
    return face in NUMBER_FIGURES if isinstance(face, int) else face in POKER_FIGURES


def die(face: str | int, language: str, size: int = 146) -> str:
    """A die seen from above: a poker die's letter and hat, or an ordinary die's pips (px).

    Faces worth a square have a golden rim; on ordinary dice they carry a golden sticker.
    """
    figure = is_figure(face)
    rim, width = (GOLD, 6) if figure else (INK, 3)
    body = die_face(rim, width)
    if isinstance(face, int):
        if figure:
            body += f'<circle cx="50" cy="50" r="41" fill="{GOLD}"/>'
        body += die_pips(face)
    else:
        letter = face_letter(face, language)
        style = {"text_anchor": "middle", "font_weight": 800, "fill": _LETTER_INK[face]}
        if figure:
            body += f'<g transform="translate(12 3) scale(.76)">{_HATS[face]}</g>'
            body += text(letter, 50, 88, 58, **style)
        else:
            body += text(letter, 50, 72, 62, **style)
    return die_picture(body, size, face_name(face, language))


def empty_die(size: int = 146) -> str:
    """The place of a die that has not been thrown yet (px)."""
    body = rect(4, 4, 92, 92, 20, class_="die-place", fill="none", stroke_width=4, stroke_dasharray="11 8")
    return die_picture(body, size, None)


def doubtful_die(kind: str, size: int = 146) -> str:
    """A die that is known in part: ``kind`` is "figure", "blank" or "cocked" (px)."""
    if kind == COCKED:
        tilted = rect(
            18, 18, 64, 64, 13, fill=DIE_GROUND, stroke=INK, stroke_width=3, transform="rotate(24 50 50)"
        )
        return die_picture(tilted, size, None)
    figure = kind == "figure"
    body = die_face(GOLD, 6) if figure else die_face()
    if figure:
        body += f'<g transform="translate(10 18) scale(.8)">{_HATS["K"]}</g>'
        body += f'<circle cx="50" cy="72" r="13" fill="{GOLD}" stroke="{INK}" stroke-width="3"/>'
    else:
        body += f'<path d="M30 50h40" stroke="{INK}" stroke-width="8" stroke-linecap="round"/>'
    return die_picture(body, size, None)


def tumbling(count: int) -> str:
    """One die or two on their way: the invitation to throw (84 by 72 px)."""
    places = (
        ((6, 26, 38, -14, 25, 45), (42, 10, 36, 16, 60, 28)) if count > 1 else ((22, 18, 42, -12, 43, 39),)
    )
    dice = "".join(
        f'<rect x="{x}" y="{y}" width="{size}" height="{size}" rx="8" transform="rotate({turn} {cx} {cy})"/>'
        for x, y, size, turn, cx, cy in places
    )
    return (
        '<svg class="tumbling" width="84" height="72" viewBox="0 0 84 72" aria-hidden="true">'
        f'<g fill="{DIE_GROUND}" stroke="currentColor" stroke-width="4" stroke-linejoin="round">{dice}</g>'
        '<path d="M4 14q10-10 24-8M70 64q8-2 12-10" fill="none" stroke="currentColor" stroke-width="4"'
        ' stroke-linecap="round"/></svg>'
    )


# ---------------------------------------------------------------- where the squares lie


@dataclass(frozen=True, slots=True)
class Cell:
    """One drawn square: its top left corner and its size (px)."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies: ``squares[i]`` is square i + 1, ``starts`` one a horse, ``arrivals`` one a rank.

    ``notes`` are free places for words: (name, x, baseline y, text anchor).
    """

    width: float
    height: float
    squares: tuple[Cell, ...]
    arrivals: tuple[Cell, ...]
    starts: tuple[Cell, ...]
    notes: tuple[tuple[str, float, float, str], ...]

    def place(self, horse: Mapping[str, Any], horse_number: int) -> Cell:
        """Where a horse of the view stands."""
        if horse["zone"] == "finish" and horse["rank"] is not None:
            return self.arrivals[int(horse["rank"]) - 1]
        if horse["square"] == 0:
            return self.starts[horse_number - 1]
        return self.squares[int(horse["square"]) - 1]


_WIDTH, _LEFT, _TOP, _TRACK, _START_ROW, _GAP = 816.0, 14.0, 14.0, 502.0, 84.0, 6.0


@lru_cache(maxsize=64)
def wide_layout(length: int, arrivals: int, horses: int) -> Layout:
    """A serpentine of rows joined by single squares, 816 px wide and 600 px high, for the tablet.

    The number of columns is the one whose squares come nearest to the shape of the printed ones.
    """
    shapes = [shape for columns in range(5, 25) if (shape := _wide_shape(length, arrivals, columns))]
    _, columns, rows, column_width, row_height = min(shapes)
    joint_height = row_height * 0.75
    used = rows * row_height + (rows - 1) * (joint_height + 2 * _GAP)
    top = _TOP + (_TRACK - used) / 2
    base = top + used

    def cell(index: int) -> Cell:
        level, step = divmod(index, columns + 1)
        leftwards = level % 2 == 1
        joint = step == columns
        column = (0 if leftwards else columns - 1) if joint else (columns - 1 - step if leftwards else step)
        bottom = base - level * (row_height + joint_height + 2 * _GAP)
        x = _LEFT + column * column_width
        if joint:
            return Cell(x, bottom - row_height - _GAP - joint_height, column_width - _GAP, joint_height)
        return Cell(x, bottom - row_height, column_width - _GAP, row_height)

    squares = tuple(cell(index) for index in range(length))
    ends = tuple(cell(index) for index in range(length, length + arrivals))
    slot = min(58.0, 250.0 / max(horses, 1))
    starts = tuple(Cell(128 + n * (slot + 4), base + 12, slot, 62) for n in range(horses))
    return Layout(
        _WIDTH, _TOP + _TRACK + _START_ROW, squares, ends, starts, tuple(_notes(squares, ends, columns, base))
    )


def _wide_shape(length: int, arrivals: int, columns: int) -> tuple[float, int, int, float, float] | None:
    """How good a number of columns is (less is better), with its rows and its sizes; None when it cannot be."""
    step = length % (columns + 1)
    if step + arrivals > columns:
        return None
    rows = length // (columns + 1) + 1
    column_width = min(96.0, (_WIDTH - 2 * _LEFT + _GAP) / columns)
    row_height = min(130.0, (_TRACK - (rows - 1) * 2 * _GAP) / (rows + 0.75 * (rows - 1)))
    badly = 4.0 if column_width < 50 or row_height < 58 else 0.0
    room_for_words = (columns - step - arrivals) * column_width >= 190
    cost = abs(log(row_height / (column_width - _GAP) / (106 / 66))) + badly - (0.15 if room_for_words else 0)
    return cost, columns, rows, column_width, row_height


def _notes(
    squares: Sequence[Cell], arrivals: Sequence[Cell], columns: int, base: float
) -> Iterator[tuple[str, float, float, str]]:
    left, right = arrivals[0], arrivals[-1]
    if right.x > left.x and _WIDTH - right.x - right.width >= 190:
        yield "finish", right.x + right.width + 14, right.y, "start"
    elif right.x < left.x and right.x >= 190:
        yield "finish", right.x - 14, right.y, "end"
    joints = [squares[i] for i in range(columns, len(squares), columns + 1)]
    if joints:
        yield _beside("river", joints[0])
    if len(joints) > 1:
        yield _beside("straight", joints[-1])
    elif joints and columns >= 9:
        name, _, y, anchor = _beside("straight", joints[0])
        yield (name, _LEFT + 4, y, "start") if anchor == "end" else (name, _WIDTH - _LEFT, y, "end")
    yield "start", 42, base + 44, "start"


def _beside(name: str, joint: Cell) -> tuple[str, float, float, str]:
    y = joint.middle[1] + 8
    if joint.x > _WIDTH / 2:
        return name, joint.x - 40, y, "end"
    return name, joint.x + joint.width + 12, y, "start"


@lru_cache(maxsize=64)
def narrow_layout(length: int, arrivals: int, horses: int) -> Layout:
    """Rows of six squares that run to and fro, 366 px wide, as high as need be, for the phone."""
    columns, column_width, row_height, width = 6, 61.0, 44.0, 366.0
    first = length if length % columns + arrivals <= columns else (length // columns + 1) * columns
    rows = (first + arrivals - 1) // columns + 1
    base = 4 + rows * (row_height + 5)

    def cell(index: int) -> Cell:
        level, step = divmod(index, columns)
        column = columns - 1 - step if level % 2 else step
        return Cell(
            column * column_width + 2.5, base - (level + 1) * (row_height + 5), column_width - 5, row_height
        )

    squares = tuple(cell(index) for index in range(length))
    ends = tuple(cell(index) for index in range(first, first + arrivals))
    starts = tuple(Cell(110 + n * 62, base + 6, 56, 46) for n in range(horses))
    return Layout(width, base + 56, squares, ends, starts, (("start", 32, base + 37, "start"),))


# ---------------------------------------------------------------- the board


def board(
    view: Mapping[str, Any],
    labels: Mapping[str, str],
    *,
    narrow: bool = False,
    sight: Mapping[str, Any] | None = None,
) -> str:
    """The track with its horses, where a stop would lead, and who would go back, of a public view.

    What the ``sight`` of a snapshot says lies wrongly is marked.
    ``labels`` are the words on the board: ``track``, ``start``, ``finish``, ``finish_note``, ``river`` and
    ``straight``.
    """
    shape = view["board"]
    horses = {int(key): horse for key, horse in view["horses"].items()}
    arrange = narrow_layout if narrow else wide_layout
    layout = arrange(shape["length"], max(min(shape["arrival_squares"], 6), len(horses)), len(horses))
    taken = {horse["rank"] for horse in horses.values() if horse["zone"] == "finish"}
    obstacles = tuple(map(tuple, shape["obstacles"]))
    parts = [
        *(
            _bridge(a, b)
            for a, b in zip(layout.squares, layout.squares[1:], strict=False)
            if narrow and a.x == b.x
        ),
        *(_square(layout.squares[i], i + 1, obstacles) for i in range(shape["length"])),
        *(_arrival(cell, rank, rank in taken) for rank, cell in enumerate(layout.arrivals, start=1)),
        *(_start_slot(cell) for cell in layout.starts),
        *_words(layout, labels),
        *_ghost(view, layout, horses),
        *_horses(view, layout, horses),
        *_arrows(view, layout, horses),
        marked(
            sight,
            lambda zone, face: _where(layout, horses, zone, face),
            Sheet(layout.width, layout.height, *((2.8, 18) if narrow else (5.0, 25))),
        ),
    ]
    kind = "narrow" if narrow else "wide"
    size = attributes(width=layout.width, height=layout.height)
    box = f"0 0 {number(layout.width)} {number(layout.height)}"
    return (
        f'<svg class="board {kind}" viewBox="{box}"{size} role="img"{attributes(aria_label=labels["track"])}>'
        + "".join(parts)
        + "</svg>"
    )


@lru_cache(maxsize=512)
def _square(cell: Cell, square: int, obstacles: tuple[tuple[int, ...], ...]) -> str:
    is_blue, after_last = any(square in pair for pair in obstacles), square > obstacles[1][1]
    colour = BLUE if is_blue else YELLOW if after_last else GREEN
    drawn = rect(cell.x, cell.y, cell.width, cell.height, 10, fill=colour)
    if is_blue:
        step = (cell.width - 10) / 4
        wave = f"q{number(step / 2)}-13 {number(step)} 0t{number(step)} 0t{number(step)} 0t{number(step)} 0"
        for share in (0.3, 0.55, 0.8):
            start = f"M{number(cell.x + 5)} {number(cell.y + cell.height * share)}"
            drawn += (
                f'<path d="{start}{wave}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>'
            )
        return drawn
    ink = INK if after_last else WHITE
    return drawn + text(str(square), cell.x + 8, cell.y + 25, 23, font_weight=650, fill=ink)


def _arrival(cell: Cell, rank: int, taken: bool) -> str:
    check = cell.width / 6
    chequers = "".join(
        rect(cell.x + k * check, cell.y + (8 if k % 2 else 0), check, 8, fill=WHITE) for k in range(6)
    )
    drawn = rect(cell.x, cell.y, cell.width, cell.height, 10, fill=WHITE)
    drawn += f'<path d="{_round_top(cell, 16)}" fill="{INK}"/>' + chequers
    if taken:
        return drawn + text(str(rank), cell.x + 7, cell.y + 38, 22, font_weight=800, fill=INK)
    middle = cell.x + cell.width / 2
    size = 52 if cell.height > 90 else 38
    baseline = cell.y + 16 + (cell.height - 16) / 2 + size * 0.36
    return drawn + text(str(rank), middle, baseline, size, text_anchor="middle", font_weight=800, fill=INK)


def _round_top(cell: Cell, height: float) -> str:
    x, y, w = number(cell.x), number(cell.y), number(cell.width)
    return f"M{x} {y}h{w}v{number(height)}h-{w}Z"


def _bridge(one: Cell, other: Cell) -> str:
    """The join between two rows of the narrow board, where the track turns."""
    upper, lower = (one, other) if one.y < other.y else (other, one)
    x = upper.x + upper.width / 2 - 11
    return rect(
        x, upper.y + upper.height - 4, 22, lower.y - upper.y - upper.height + 8, fill=WHITE, opacity=0.55
    )


def _start_slot(cell: Cell) -> str:
    return rect(
        cell.x, cell.y, cell.width, cell.height, 10,
        fill="none", stroke=WHITE, stroke_opacity=0.5, stroke_width=2, stroke_dasharray="7 6",
    )  # fmt: skip


def _words(layout: Layout, labels: Mapping[str, str]) -> Iterator[str]:
    for name, x, y, anchor in layout.notes:
        words = {"text_anchor": anchor, "fill": WHITE}
        if name == "finish":
            yield text(labels["finish"], x, y + 38, 26, font_weight=700, **words)
            for line, part in enumerate(labels["finish_note"].split("|")):
                yield text(part, x, y + 68 + 28 * line, 23, **words)
        else:
            yield text(labels[name], x, y, 24 if layout.width > 400 else 20, font_weight=600, **words)
        if name == "start":
            yield (
                f'<path d="M{number(x - 20)} {number(y + 2)}v-22m-8 8l8-10 8 10" stroke="#fff" stroke-width="4"'
                ' fill="none" stroke-linecap="round" stroke-linejoin="round"/>'
            )


def _horses(
    view: Mapping[str, Any], layout: Layout, horses: Mapping[int, Mapping[str, Any]]
) -> Iterator[str]:
    players = tuple(view["players"])
    stables = len(horses) > len(players)
    awaiting = {row["horse"] for row in view["awaiting"]}
    for n, horse in horses.items():
        cell = layout.place(horse, n)
        room = 6 if horse["square"] == 0 else 26
        yield _horse(cell, n, seat_animal(players, horse["owner"]), stables, n in awaiting, room)


def _horse(cell: Cell, n: int, animal: str, numbered: bool, awaited: bool, room: float = 26) -> str:
    """A horse's head with its owner's animal, in the lower part of its square, ``room`` px below its top."""
    size = max(34.0, min(62.0, cell.height - room, cell.width - 2))
    scale = size / 62
    low = cell.height < 50  # it stands beside the number of its square, not below it
    x = cell.x + (cell.width - 58 * scale) / (1 if low else 2) + (0 if low else 2)
    y = cell.y + cell.height - size - 8 * scale
    badge = 36 * scale
    drawn = use("head", x, y, 58 * scale, size, color=COATS[(n - 1) % len(COATS)])
    disc = attributes(cx=x + 10 * scale, cy=y + 54 * scale, r=badge / 2 + 1, fill=WHITE)
    drawn += f"<circle{disc}/>"
    drawn += use(animal, x + 10 * scale - badge / 2, y + 54 * scale - badge / 2, badge, badge)
    if numbered:
        cx, cy, size = x + 48 * scale, y + 54 * scale, max(22.5, 25 * scale)
        ring = attributes(cx=cx, cy=cy, r=size * 0.64, fill=INK, stroke=WHITE, stroke_width=2)
        drawn += f"<circle{ring}/>"
        drawn += text(str(n), cx, cy + size * 0.35, size, text_anchor="middle", font_weight=800, fill=WHITE)
    if awaited:
        drawn += rect(
            cell.x - 2, cell.y - 2, cell.width + 4, cell.height + 4, 12,
            fill="none", stroke=GOLD, stroke_width=4, class_="awaited",
        )  # fmt: skip
    return f'<g data-key="horse-{n}">{drawn}</g>'


def _landing(view: Mapping[str, Any], layout: Layout) -> tuple[int, Cell] | None:
    """The horse that runs and the square its series has reached, unless the race has moved on."""
    series = view["series"]
    if series is None or not 1 <= series["virtual"] <= len(layout.squares):
        return None
    return series["horse"], layout.squares[series["virtual"] - 1]


def _ghost(view: Mapping[str, Any], layout: Layout, horses: Mapping[int, Mapping[str, Any]]) -> Iterator[str]:
    landing = _landing(view, layout)
    if landing is None:
        return
    n, cell = landing
    stops = view["can_stop"]
    yield rect(
        cell.x - 3, cell.y - 3, cell.width + 6, cell.height + 6, 13,
        fill="none", stroke=WHITE if stops else GOLD, stroke_width=6, stroke_dasharray="12 7",
    )  # fmt: skip
    occupied = any(
        other["square"] == view["series"]["virtual"] and other["rank"] is None for other in horses.values()
    )
    if not occupied:
        ghost = _horse(cell, n, seat_animal(tuple(view["players"]), horses[n]["owner"]), False, False)
        yield f'<g opacity=".55">{ghost.replace(f"horse-{n}", f"ghost-{n}")}</g>'


def _arrows(
    view: Mapping[str, Any], layout: Layout, horses: Mapping[int, Mapping[str, Any]]
) -> Iterator[str]:
    landing = _landing(view, layout)
    if landing is None:
        return
    n, cell = landing
    origin = layout.place(horses[n], n)
    start, end = _between(origin, cell)
    width = 11 if layout.width > 400 else 7
    swapped = view["can_stop"] and any(
        other["square"] == view["series"]["virtual"] and other["rank"] is None and number_ != n
        for number_, other in horses.items()
    )
    bend = -44 if end[0] <= start[0] else 44
    if swapped:
        towards = 0.75 if origin.x >= cell.x else 0.25
        back_from = (cell.x + cell.width * towards, cell.y + cell.height * 0.2)
        back_to = (origin.x + origin.width / 2, origin.y - 2)
        yield arrow(*back_from, *back_to, bend=bend * 0.6, width=width * 0.55, colour=WHITE)
    yield arrow(*start, *end, bend=bend, width=width)


def _between(origin: Cell, target: Cell) -> tuple[tuple[float, float], tuple[float, float]]:
    """From the edge of one square that faces another to the nearest side of that one."""
    (x1, y1), (x2, y2) = origin.middle, target.middle
    if abs(y2 - y1) > abs(x2 - x1):
        up = 1 if y1 > y2 else -1
        return (x1, y1 - up * origin.height * 0.3), (x2, y2 + up * (target.height / 2 + 3))
    left = 1 if x1 > x2 else -1
    start = (x1 - left * origin.width * 0.42, y1)
    return start, (x2 + left * (target.width / 2 + 3), y2 + target.height * 0.1)


def _where(layout: Layout, horses: Mapping[int, Mapping[str, Any]], zone: str, face: str) -> Spot | None:
    """Where a horse stands that is seen on a square, at a start, or home."""
    kind, _, place = zone.partition("_")
    if kind not in ("square", "start") or not place.isdecimal():
        return None
    own = int(horse) if (horse := face.removeprefix("horse_")).isdecimal() and int(horse) in horses else None
    square = 0 if kind == "start" else int(place)
    if square == 0:
        cell = layout.starts[min(own or int(place) or 1, len(layout.starts)) - 1]
    elif square <= len(layout.squares):
        cell = layout.squares[square - 1]
    else:
        rank = None if own is None else horses[own]["rank"]
        cell = layout.arrivals[(rank or 1) - 1]
    return Spot(*cell.middle, cell.width, cell.height, square)


def badges(view: Mapping[str, Any], chances: Mapping[str, float]) -> Iterable[tuple[str, str, float]]:
    """Each player's name, animal and chance of winning (0..1), in seat order, from chances by horse."""
    players = tuple(view["players"])
    for player in players:
        own = [
            chances[key]
            for key, horse in view["horses"].items()
            if horse["owner"] == player and key in chances
        ]
        if own:
            yield player, seat_animal(players, player), max(own)


# ---------------------------------------------------------------- what a screen picks out of a state


def last_thrown(view: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> list[str | int] | None:
    """The dice to show: the last of the running series, or those that have just lost it; else None."""
    if view["series"] is not None:
        return list(view["series"]["rolls"][-1])
    return next((list(event["dice"]) for event in events if event["event"] == "rolled"), None)


def what_was_lost(events: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The event that told of a lost series, if that is what has just happened."""
    return next((event for event in events if event["event"] == "series_lost"), None)


def figures(dice: Sequence[str | int]) -> int:
    """How many squares a throw is worth."""
    return sum(is_figure(face) for face in dice)


def known_face(view: Mapping[str, Any], seen: str) -> str | int | None:
    """A face as cameras name it, as a face of the dice in use; None when these dice have no such face."""
    faces = dice_faces(view["options"])
    return next((face for face in faces if str(face) == seen), None)


def dice_faces(options: Mapping[str, Any]) -> tuple[str | int, ...]:
    """The faces of the dice in use."""
    return NUMBER_FACES if options["dice"] == "numbers" else POKER_FACES


def horse_picture(n: int, animal: str, numbered: bool, size: int = 72) -> str:
    """One horse alone, for a button (px)."""
    body = _horse(Cell(2, 2, 68, 68), n, animal, numbered, False, 4)
    return (
        f'<svg class="horse" width="{size}" height="{size}" viewBox="0 0 72 72" aria-hidden="true">'
        f"{body.replace('data-key', 'data-name')}</svg>"
    )
