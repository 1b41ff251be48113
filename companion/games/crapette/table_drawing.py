"""The table of Crapette as SVG, made of the view alone: one sheet of ``layout``, with what is marked on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.drawing.cards import back, back_pattern, card, hole, rank_letter
from companion.drawing.svg import GOLD, arrow, attributes, number, rect, text, use
from companion.drawing.symbols import seat_animal
from companion.games.crapette.captions import caption, cards_left
from companion.games.crapette.layout import SHEETS, Box, Fan, Sheet, slots

View = Mapping[str, Any]
Move = Mapping[str, Any]

WHITE = "#fff"
BACKS = ("#123c86", "#9c1420")
PILES = ("reserve", "stock", "waste", "hand")

_NARROW = frozenset("iljftrI.,'’-() ")
_BROAD = frozenset("mwMWœŒ@")


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on the table: all by zones.

    ``moves`` are arrows that should be made, ``backs`` arrows of cards to be put back (each with the card that lies
    wrongly at its start); ``rings`` gold and ``red`` ones around a zone's free card or pile; ``whole`` dashed ones
    around whole zones; ``targets`` are places where a card may go, ``lately`` where the last one was laid; ``dim``
    leaves only what is marked bright.
    """

    moves: tuple[Move, ...] = ()
    backs: tuple[Move, ...] = ()
    rings: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    lately: tuple[str, ...] = ()
    dim: bool = False

    @property
    def zones(self) -> frozenset[str]:
        """Every zone that is marked somehow."""
        ends = {end for move in (*self.moves, *self.backs) for end in (move["from"], move["to"])}
        return frozenset(ends | {*self.rings, *self.red, *self.whole, *self.targets})


NO_MARKS = Marks()


# ---------------------------------------------------------------- the board


def board(view: View, language: str, sheet: str, *, near: str | None = None, marks: Marks = NO_MARKS) -> str:
    """The whole table on one of the sheets "wide", "upright" and "phone".

    ``near`` is the player before whose side the screen lies, the first one if None.
    """
    return Board(view, language, SHEETS[sheet], near or view["players"][0], marks).drawn()


def marked_points(view: View, near: str, marks: Marks) -> list[tuple[float, float]]:
    """Points of the wide sheet that must stay visible: the corners of what is marked, and the ways of the arrows."""
    return Board(view, "en", SHEETS["wide"], near, marks).marked_points()


class Board:
    """One drawing of one view; its ``name`` tells it from others on the same page."""

    def __init__(
        self, view: View, language: str, sheet: Sheet, near: str, marks: Marks, name: str | None = None
    ) -> None:
        self._view = view
        self._language = language
        self._sheet = sheet
        self._near = near
        self._far = next(player for player in view["players"] if player != near)
        self._slots = slots(view["players"], near)
        self._marks = marks
        self._once = _shown_once(view)
        self._pattern = f"backs-{name or sheet.name}"

    def drawn(self) -> str:
        """The whole sheet."""
        sheet = self._sheet
        box = f"0 0 {number(sheet.width)} {number(sheet.height)}"
        size = attributes(width=sheet.width, height=sheet.height)
        label = attributes(aria_label=caption("table", self._language))
        return (
            f'<svg class="board table-{sheet.name}{" dimmed" if self._marks.dim else ""}" viewBox="{box}"{size}'
            f' role="img"{label}>{self.parts()}</svg>'
        )

    def parts(self) -> str:
        """All that lies on the sheet and is marked there, without the sheet."""
        parts = [
            f"<defs>{back_pattern(self._pattern)}</defs>",
            self._middle(),
            *self._numbers(),
            *self._ghost_places(),
            *(self._player(side, player) for side, player in (("far", self._far), ("near", self._near))),
            *map(self._foundation, self._view["foundations"]),
            *map(self._case, self._view["cases"]),
            *self._wrongly_lying(),
            *self._rings(),
            *self._arrows(),
        ]
        return "".join(parts)

    # ------------------------------------------------------------ cards

    def _dim(self, zone: str, free: bool = True) -> str:
        """The class of what is not marked, while only the marks are to be seen."""
        if not self._marks.dim or (free and zone in self._marks.zones) or zone in self._marks.whole:
            return ""
        return "dim"

    def _face(self, face: str, box: Box, zone: str, free: bool = True, **how: Any) -> str:
        """A card face up at its place; one that lies on the table once only slides when it has been moved."""
        width, height = self._sheet.card
        drawn = card(face, box.x, box.y, width, height, self._language, class_=self._dim(zone, free), **how)
        return f'<g data-key="card-{face}">{drawn}</g>' if face in self._once else drawn

    def _middle(self) -> str:
        sheet, width = self._sheet, self._sheet.card[0]
        first, last = sheet.place("A1"), sheet.place(f"B{len(sheet.rows)}")
        around, beside = first.around(last).grown(width * 0.12), sheet.aisle - width * 0.03
        wide = last.x + width - first.x + 2 * beside
        return rect(first.x - beside, around.y, wide, around.height, width * 0.19, class_="middle")

    def _numbers(self) -> Iterator[str]:
        """Between a case and the foundation beside it: the number by which both are called."""
        sheet = self._sheet
        for zone in self._view["cases"]:
            home = sheet.place(self._slots[zone])
            x = (
                home.x - sheet.aisle / 2
                if self._slots[zone][0] == "R"
                else home.x + home.width + sheet.aisle / 2
            )
            y, size = home.middle[1] + sheet.text_size * 0.36, sheet.text_size
            classes = f"place-number {self._dim('', False)}".rstrip()
            yield text(zone[1:], x, y, size, class_=classes, text_anchor="middle", font_stretch="75%")

    def _foundation(self, zone: str) -> str:
        box, pile = self._sheet.place(self._slots[zone]), self._view["foundations"][zone]
        if pile["top"] is not None:
            return self._face(pile["top"], box, zone)
        drawn = hole(box.x, box.y, box.width, box.height, label=rank_letter("AS", self._language))
        return f'<g class="dim">{drawn}</g>' if self._dim(zone) else drawn

    def _case(self, zone: str) -> str:
        cards: Sequence[str] = self._view["cases"][zone]
        slot = self._slots[zone]
        home = self._sheet.place(slot)
        if not cards:
            drawn = hole(home.x, home.y, home.width, home.height)
            return f'<g class="dim">{drawn}</g>' if self._dim(zone) else drawn
        fan = self._sheet.fan(slot, len(cards))
        drawn, folded = "", False
        for index, (face, x) in enumerate(zip(cards, fan.places, strict=True)):
            if x is None:
                drawn += "" if folded else self._folded(fan, slot, home)
                folded = True
                continue
            box = Box(x, home.y, home.width, home.height)
            if index == len(cards) - 1:
                drawn += self._face(face, box, zone, rank_size=self._rank_size(None))
            else:
                drawn += self._face(
                    face,
                    box,
                    zone,
                    free=False,
                    strip=fan.step,
                    strip_side="right" if slot[0] == "L" else "left",
                    rank_size=self._rank_size(fan.step),
                )
        return drawn

    def _rank_size(self, step: float | None) -> float:
        full = 0.52 * self._sheet.card[0]
        return full if step is None else max(self._sheet.rank_least, min(full, step * 0.98))

    def _folded(self, fan: Fan, slot: str, home: Box) -> str:
        """How many cards of a long fan are not drawn, on the edge of a card."""
        size, gap = self._sheet.rank_least, fan.step * 1.5
        middle = fan.folded_at + (home.width - gap / 2 if slot[0] == "L" else gap / 2)
        words = text(
            f"+{fan.folded}",
            middle,
            home.y + home.height * 0.62,
            size,
            class_="folded-count",
            font_stretch="75%",
        )
        edge = rect(fan.folded_at + 0.8, home.y + 0.8, home.width - 1.6, home.height - 1.6, home.width * 0.12)
        classes = f"pc folded {self._dim('', False)}".rstrip()
        return f'<g class="{classes}">{edge}{words}</g>'

    # ------------------------------------------------------------ a player's side

    def _player(self, side: str, player: str) -> str:
        return self._plate(side, player) + "".join(self._pile(side, player, pile) for pile in PILES)

    def _plate(self, side: str, player: str) -> str:
        """Who sits here and how many cards are left; a gold edge while it is their turn."""
        sheet, view = self._sheet, self._view
        box = sheet.plates[0 if side == "far" else 1]
        holds = view["hands"][player] is not None
        if holds and sheet.held_plate is not None:
            box = replace(box, width=sheet.held_plate)
        on_turn = view["turn"] == player
        drawn = rect(box.x, box.y, box.width, box.height, 16, class_="on-turn") if on_turn else ""
        middle = box.y + box.height / 2
        x = box.x + (14 if sheet.held_plate is not None else 8)
        drawn += use(
            seat_animal(tuple(view["players"]), player),
            x,
            middle - sheet.animal / 2,
            sheet.animal,
            sheet.animal,
        )
        x += sheet.animal + (14 if sheet.held_plate is not None else 8)
        room = sheet.name_width_held if holds else sheet.name_width
        name, size = fitted(player, sheet.name_size, room)
        left = cards_left(view["cards_left"][player], self._language)
        named = {"class_": "player-name", "font_stretch": "85%"}
        if sheet.held_plate is not None:
            drawn += text(name, x, middle - 5, size, **named) + text(
                left, x, middle + 29, sheet.text_size, class_="left-count"
            )
        else:
            baseline = middle + sheet.name_size * 0.35
            drawn += text(name, x, baseline, size, **named)
            drawn += text(
                left,
                box.x + box.width - 10,
                baseline,
                sheet.text_size,
                text_anchor="end",
                class_="left-count",
            )
        return f'<g class="{("plate-of " + ("dim" if self._marks.dim else "")).rstrip()}">{drawn}</g>'

    def _pile(self, side: str, player: str, pile: str) -> str:
        """One of a player's piles with its name and count; the card in hand only while there is one."""
        zone = f"{pile}:{player}"
        box, view, sheet = self._sheet.place(f"{side} {pile}"), self._view, self._sheet
        width, height = sheet.card
        ink = BACKS[view["players"].index(player)]
        match pile:
            case "hand":
                count, top = int(view["hands"][player] is not None), view["hands"][player]
            case "stock":
                count, top = view["stocks"][player]["count"], None
            case _:
                shown = view[f"{pile}s"][player]
                count, top = shown["count"], shown["top"]
        if pile == "hand" and not count:
            return ""
        depth = min(2, (count - 1) // 4) if pile in ("stock", "reserve") and count else 0
        if not count:
            drawn = hole(box.x, box.y, width, height)
        elif top is None:
            drawn = back(
                box.x,
                box.y,
                width,
                height,
                self._pattern,
                ink,
                depth=2 if pile == "stock" and count > 1 else depth,
            )
        else:
            drawn = self._face(top, box, zone)
        if sheet.label_width[pile]:
            drawn += self._label(pile, box, None if pile == "hand" else count)
        return f'<g class="{("pile " + self._dim(zone)).rstrip()}">{drawn}</g>'

    def _label(self, pile: str, box: Box, count: int | None) -> str:
        sheet = self._sheet
        x = box.x + box.width + sheet.label_gap
        room = sheet.label_width[pile]
        if room < sheet.text_size * 2:
            size = sheet.text_size * 1.6
            return use("i-hand", x, box.middle[1] - size / 2, size, size, class_="held")
        said, size = fitted(caption(pile, self._language), sheet.text_size, room, least=sheet.text_size)
        stretch = "75%" if _width(said, size, 1.0) > room else None
        drawn = text(said, x, box.y + box.height * 0.42, size, class_="label", font_stretch=stretch)
        if count is not None:
            drawn += text(
                str(count),
                x,
                box.y + box.height * 0.42 + sheet.count_size * 1.02,
                sheet.count_size,
                class_="count",
            )
        return drawn

    # ------------------------------------------------------------ marks

    def _box(self, zone: str) -> Box:
        """The free card of a zone."""
        slot = self._slots[zone]
        if zone in self._view["cases"]:
            return self._sheet.free_box(slot, len(self._view["cases"][zone]))
        return self._sheet.place(slot)

    def _arrival(self, zone: str) -> Box:
        """Where a card that comes to a zone lies."""
        if zone in self._view["cases"]:
            return self._sheet.next_box(self._slots[zone], len(self._view["cases"][zone]))
        return self._sheet.place(self._slots[zone])

    def _ghost_places(self) -> Iterator[str]:
        """Where the next card of a case would lie, beneath its cards."""
        for zone in dict.fromkeys((*(move["to"] for move in self._marks.moves), *self._marks.targets)):
            if self._view["cases"].get(zone):
                box = self._arrival(zone)
                class_ = "next" if zone in [move["to"] for move in self._marks.moves] else "next possible"
                yield rect(box.x, box.y, box.width, box.height, 10, class_=class_)

    def _rings(self) -> Iterator[str]:
        marks, line = self._marks, self._sheet.line
        for zone in marks.lately:
            yield self._ring(self._box(zone), "lately", line)
        gold = [*marks.rings, *(move["from"] for move in marks.moves if not marks.dim)]
        gold += [move["to"] for move in marks.moves if not self._view["cases"].get(move["to"])]
        gold += [step["to"] for step in marks.backs]
        for zone in dict.fromkeys(gold):
            yield self._ring(self._box(zone), "ring", line)
        red = [*marks.red, *(move["from"] for move in marks.moves if marks.dim)]
        for zone in dict.fromkeys(red):
            yield self._ring(self._box(zone), "ring wrong", line)
        for zone in marks.targets:
            if not self._view["cases"].get(zone):
                yield self._ring(self._box(zone), "ring possible", line * 0.7)
        for zone in marks.whole:
            slot = self._slots[zone]
            cards = self._view["cases"].get(zone, ())
            box = self._sheet.case_box(slot, len(cards)) if cards else self._sheet.place(slot)
            yield self._ring(box, "ring asked", line)

    def _ring(self, box: Box, class_: str, line: float) -> str:
        around, radius = box.grown(line * 0.8), self._sheet.card[0] * 0.16
        place = (around.x, around.y, around.width, around.height)
        return rect(*place, radius, class_=class_, stroke_width=line)

    def _wrongly_lying(self) -> Iterator[str]:
        """Cards that must be put back, where hands have laid them."""
        for step in self._marks.backs:
            if step.get("card") is None or self._hides(step["from"]):
                continue
            box = self._wrong_at(step)
            width, height = self._sheet.card
            yield card(step["card"], box.x, box.y, width, height, self._language, class_="wrongly")
            yield self._ring(box, "ring wrong", self._sheet.line)

    def _hides(self, zone: str) -> bool:
        return zone.startswith(("stock:", "hand:"))

    def _arrows(self) -> Iterator[str]:
        width = self._sheet.line * (16 / 6 if self._marks.dim else 11 / 6)
        for move in self._marks.moves[:1]:
            yield self._arrow(self._box(move["from"]), self._arrival(move["to"]), width, GOLD, move["to"])
        for step in self._marks.backs:
            yield self._arrow(self._wrong_at(step), self._box(step["to"]), width * 0.8, WHITE, step["to"])

    def _wrong_at(self, step: Move) -> Box:
        """Where the card lies that is to be put back."""
        return self._box(step["from"]) if self._hides(step["from"]) else self._arrival(step["from"])

    def marked_points(self) -> list[tuple[float, float]]:
        """Points that must stay visible: the corners of what is marked, and points along the arrows."""
        ways = [(self._box(move["from"]), self._arrival(move["to"])) for move in self._marks.moves]
        ways += [(self._wrong_at(step), self._box(step["to"])) for step in self._marks.backs]
        boxes = [box for way in ways for box in way]
        boxes += [self._box(zone) for zone in (*self._marks.rings, *self._marks.red, *self._marks.whole)]
        points = [
            (box.x + box.width * across, box.y + box.height * down)
            for box in boxes
            for across in (0, 0.5, 1)
            for down in (0, 0.5, 1)
        ]
        for (x1, y1), (x2, y2) in ((start.middle, end.middle) for start, end in ways):
            points += [(x1 + (x2 - x1) * part / 8, y1 + (y2 - y1) * part / 8) for part in range(1, 8)]
        return points

    def _uncovered(self, end: Box, zone: str) -> Box:
        """What can be seen of the place of the next card: the rest lies beneath the last one."""
        cards, slot = self._view["cases"].get(zone), self._slots[zone]
        if not cards:
            return end
        step = max(self._sheet.fan(slot, len(cards)).step, end.width * 0.3)
        return replace(end, width=step, x=end.x if slot[0] == "L" else end.x + end.width - step)

    def _arrow(self, start: Box, end: Box, width: float, colour: str, to: str) -> str:
        x1, y1, x2, y2, bend = bent_way(start, self._uncovered(end, to), onto_case=to in self._view["cases"])
        return arrow(x1, y1, x2, y2, bend=bend, width=width, colour=colour, class_="draw")


def bent_way(start: Box, end: Box, *, onto_case: bool) -> tuple[float, float, float, float, float]:
    """A bent way from the edge of one card to the edge of another: start, end and how far it bends aside."""
    (ax, ay), (bx, by) = start.middle, end.middle
    dx, dy = bx - ax, by - ay
    gap = start.height * 0.04
    if abs(dy) < start.height * 0.6:
        # Side by side: out at the bottom and in at the bottom, in an arc.
        down = 1 if ay < by + 1 else -1
        y1 = start.y + (start.height + gap if down > 0 else -gap)
        y2 = end.y + (end.height + gap if down > 0 else -gap)
        bend = -down * min(abs(dx) * 0.3, start.height * 0.9) * (1 if dx > 0 else -1)
        return ax, y1, bx, y2, bend
    down = 1 if dy > 0 else -1
    y1 = start.y + (start.height + gap if down > 0 else -gap)
    turn = 1 if dx > 0 else -1
    if abs(dx) > end.width * 1.2 and not onto_case:
        x2 = end.x - end.width * 0.09 if dx > 0 else end.x + end.width * 1.09
        y2 = end.y + end.height * (0.62 if down > 0 else 0.38)
        return ax, y1, x2, y2, down * turn * min(abs(dy), abs(dx)) * 0.24
    y2 = end.y + (-gap * 1.5 if down > 0 else end.height + gap * 1.5)
    x1 = ax + max(-0.32, min(0.32, dx / start.width)) * start.width
    return x1, y1, bx, y2, down * turn * min(abs(dy) * 0.17, start.height * 0.6)


# ---------------------------------------------------------------- inside


def _faces(view: View) -> Iterator[str]:
    """Every card that lies face up on the table."""
    for pile in view["foundations"].values():
        if pile["top"] is not None:
            yield pile["top"]
    for cards in view["cases"].values():
        yield from cards
    for player in view["players"]:
        for top in (view["reserves"][player]["top"], view["wastes"][player]["top"], view["hands"][player]):
            if top is not None:
                yield top


def _shown_once(view: View) -> frozenset[str]:
    faces = list(_faces(view))
    return frozenset(face for face in faces if faces.count(face) == 1)


def _width(words: str, size: float, stretch: float) -> float:
    """About how wide a line of bold text is (units of the drawing)."""
    ems = sum(
        0.32 if one in _NARROW else 0.88 if one in _BROAD else 0.7 if one.isupper() else 0.56 for one in words
    )
    return ems * size * stretch


def fitted(words: str, size: float, room: float, *, least: float | None = None) -> tuple[str, float]:
    """A name and the size at which it fits its room; cut short with "…" where it would become too small to read."""
    smallest = size * 0.8 if least is None else least
    wide = _width(words, size, 0.86)
    if wide <= room:
        return words, size
    size = max(smallest, size * room / wide)
    while _width(words, size, 0.86) > room * 1.02 and len(words) > 2 and least is None:
        words = words[:-2].rstrip() + "…"
    return words, size
