"""The answers to a question about the table, drawn: the same piece of it as each answer tells it, with its arrows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.drawing.cards import card
from companion.drawing.pieces import After
from companion.drawing.svg import GOLD, arrow, number, rect
from companion.games.crapette.captions import caption, zone_name
from companion.games.crapette.layout import PHONE, Box, slots
from companion.games.crapette.table_drawing import Board, Marks, Move, View, bent_way
from companion.games.crapette.tapping import column

_SHAPE = 1.24
"""How much wider than high the piece is at least."""
_LEAST_CARDS = 2.9
"""It is never narrower than so many cards: what lies beside shows where it is."""
_MARGIN_CARDS = 0.3
_LARGE = 2
"""So few pictures are large enough to show the whole table."""
_WIDE_CARDS = 6.0
_FEW = 5
"""So many moves are told by their pictures, not by signs."""
_CARRIES = ("move", "draw", "discard")
_CARD = (86, 106)


def answers(
    afters: Sequence[After], language: str, *, near: str | None = None, zones: Sequence[str] = ()
) -> list[str]:
    """A drawing of each answer, "" for one whose table is not known; ``zones`` are those that the question names.

    Answers that differ in a card are that card; else all show the same piece of the table, so that they can be
    compared, unless it would be so large that cards become small. ``near`` sits before the screen.
    """
    if lacking_card(afters):
        return [_one_card(one.actions[0]["card"], language) for one in afters]
    apart = _differing([one.view for one in afters if one.view is not None])
    drawn = [
        None if one.view is None else _Answered(one.view, one, language, near, f"answer-{place}", apart)
        for place, one in enumerate(afters)
    ]
    known = [one for one in drawn if one is not None]
    boxes = [box for one in known for box in one.marked()] or [
        box for one in known for box in one.boxes(zones)
    ]
    if not boxes:
        return [""] * len(drawn)
    whole = _around(boxes)
    far = len(afters) > _LARGE and whole.width > _WIDE_CARDS * PHONE.card[0]
    pieces = [_around((far and one and one.marked()) or boxes) for one in drawn]
    return ["" if one is None else one.piece(piece) for one, piece in zip(drawn, pieces, strict=True)]


def lacking_card(afters: Sequence[After]) -> Move | None:
    """What was done, but for its card, where the answers differ in nothing but that: any card may be told then."""
    shapes = [
        {name: value for name, value in one.actions[0].items() if name != "card"}
        for one in afters
        if len(one.actions) == 1
        and isinstance(one.actions[0].get("card"), str)
        and not (one.taken_back or one.otherwise)
    ]
    if len(shapes) != len(afters) or any(one != shapes[0] for one in shapes):
        return None
    return shapes[0] if len({one.actions[0]["card"] for one in afters}) > 1 else None


def steps(after: After, language: str) -> list[tuple[str, str]]:
    """An answer in few words: each card, and where it lies then; nothing where that takes a sentence."""
    if after.view is None or any(one["do"] not in _CARRIES for one in after.actions):
        return []
    told = list(_joined(_carried(after.actions)))
    short = len(told) < _FEW and all(one["card"] is not None for one in told)
    mover = str(after.actions[-1]["by"]) if told else ""
    return [(one["card"], _goal(one["to"], mover, language)) for one in told] if short else []


def _goal(zone: str, mover: str, language: str) -> str:
    """Where a card goes: whose pile it is where it is not the mover's own."""
    pile, _, owner = zone.partition(":")
    return caption(pile, language) if owner == mover else zone_name(zone, language)


def doers(afters: Sequence[After]) -> list[str | None]:
    """Who does what each answer tells, where the answers differ in that; else nobody is named."""
    acting = [next((str(one["by"]) for one in after.actions), None) for after in afters]
    return acting if len({one for one in acting if one is not None}) > 1 else [None] * len(acting)


def _one_card(face: str, language: str) -> str:
    width, height = _CARD
    drawn = card(face, 0, 0, width, height, language)
    return f'<svg class="piece one-card" viewBox="0 0 {width} {height}" aria-hidden="true">{drawn}</svg>'


def _differing(views: Sequence[View]) -> list[str]:
    """The zones that do not look the same in all of these views."""
    zones = slots(views[0]["players"], views[0]["players"][0]) if views else {}
    return [zone for zone in zones if any(column(one, zone) != column(views[0], zone) for one in views)]


class _Answered(Board):
    """The table after an answer, with arrows from where its cards lay to where they lie.

    Bright are the cards that were carried, and the zones in which the answers are ``apart``; these are ringed where
    that is because an earlier card was another one.
    """

    def __init__(
        self, view: View, after: After, language: str, near: str | None, name: str, apart: Sequence[str]
    ) -> None:
        carried = list(_joined(_carried(after.actions)))
        if not after.actions:
            carried = [{**one, "from": one["to"], "to": one["from"]} for one in _carried(after.taken_back)]
        turned = [f"reserve:{one['by']}" for one in after.actions if one["do"] == "turn_reserve"]
        ringed = tuple(dict.fromkeys((*turned, *(apart if after.otherwise else ()))))
        marks = Marks(
            rings=ringed,
            whole=(*apart, *(end for one in carried for end in (one["from"], one["to"]))),
            dim=bool(ringed or carried or apart),
        )
        super().__init__(view, language, PHONE, near or view["players"][0], marks, name)
        self._carried = carried

    def piece(self, box: Box) -> str:
        """A piece of the sheet."""
        shown = " ".join(map(number, (box.x, box.y, box.width, box.height)))
        return f'<svg class="piece" viewBox="{shown}" aria-hidden="true">{self.parts()}</svg>'

    def marked(self) -> list[Box]:
        """Where cards lay and lie, and where one was turned."""
        ends = [end for one in self._carried for end in (self._arrival(one["from"]), self._lying(one))]
        return ends + self.boxes(self._marks.rings)

    def boxes(self, zones: Sequence[str]) -> list[Box]:
        """The free places of these zones, as far as they are drawn."""
        return [self._box(zone) for zone in zones if zone in self._slots]

    def _lying(self, move: Move) -> Box:
        """Where a card lies now; the free one where it is folded away."""
        cards, slot = self._view["cases"].get(move["to"], ()), self._slots[move["to"]]
        places = zip(cards, self._sheet.fan(slot, len(cards)).places, strict=True)
        found = [x for face, x in places if face == move["card"] and x is not None]
        return replace(self._sheet.place(slot), x=found[-1]) if found else self._box(move["to"])

    def _ghost_places(self) -> Iterator[str]:
        for move in self._carried:
            box = self._arrival(move["from"])
            yield rect(box.x, box.y, box.width, box.height, box.width * 0.12, class_="next left")

    def _rings(self) -> Iterator[str]:
        for box in (*map(self._lying, self._carried), *self.boxes(self._marks.rings)):
            yield self._ring(box, "ring", self._sheet.line)

    def _arrows(self) -> Iterator[str]:
        for move in self._carried:
            x1, y1, x2, y2, bend = bent_way(self._arrival(move["from"]), self._lying(move), onto_case=False)
            yield arrow(x1, y1, x2, y2, bend=bend, width=self._sheet.line * 1.6, colour=GOLD)


def _carried(actions: Sequence[Move]) -> Iterator[Move]:
    """What each action carries from where to where, with its card as far as that is told."""
    for one in actions:
        by, card = one["by"], one.get("card")
        match one["do"]:
            case "move":
                yield {"from": one["from"], "to": one["to"], "card": card}
            case "draw":
                yield {"from": f"stock:{by}", "to": f"hand:{by}", "card": card}
            case "discard":
                yield {"from": f"hand:{by}", "to": f"waste:{by}", "card": card}
            case "recycle":
                yield {"from": f"waste:{by}", "to": f"stock:{by}", "card": None}


def _joined(moves: Iterator[Move]) -> Iterator[Move]:
    """The moves; one that carries a card on is joined with the one before: it is seen where it lies in the end."""
    last: Move | None = None
    for move in moves:
        if last is not None and (move["from"], move["card"]) == (last["to"], last["card"]):
            last = {**last, "to": move["to"]}
            continue
        if last is not None:
            yield last
        last = move
    if last is not None:
        yield last


def _around(boxes: Sequence[Box]) -> Box:
    """The piece of the sheet around boxes: wide enough to show where it is, and within the sheet."""
    found = boxes[0]
    for box in boxes[1:]:
        found = found.around(box)
    found = found.grown(PHONE.card[0] * _MARGIN_CARDS)
    width = min(PHONE.width, max(found.width, PHONE.card[0] * _LEAST_CARDS, found.height * _SHAPE))
    height = min(PHONE.height, max(found.height, width / _SHAPE))
    x, y = found.middle
    left, top = x - width / 2, y - height / 2
    return Box(
        min(max(0.0, left), PHONE.width - width), min(max(0.0, top), PHONE.height - height), width, height
    )
