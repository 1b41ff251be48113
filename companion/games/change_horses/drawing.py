"""The drawings of Change Horses: the oval course, the betting board, cards and certificates, from the view to SVG.

Fields are numbered from the start field, 0, anticlockwise round the course; the line lies before it. Units are px of
the picture at its natural size; colours come from the page's style sheet by class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import atan2, degrees
from typing import Any

from companion.drawing import bursts
from companion.drawing.arranging import Form, doing, first_doing, forms_for, forms_of, left_over
from companion.drawing.pieces import After, piece, telling
from companion.drawing.svg import INK, attributes, number, rect, text, use
from companion.drawing.wrongly_lying import Sheet, marked
from companion.games.change_horses.captions import caption
from companion.games.change_horses.lining import line_up
from companion.games.change_horses.oval import Course, Point, View, colour, sheet_of, short_colour, standing
from companion.games.change_horses.silks import SILKS, disc, filling, patterns, token
from companion.games.change_horses.slipping import chosen, settled, shift_told, slippery, slips
from companion.games.change_horses.standing_wrongly import due_places, where
from companion.games.change_horses.starting import starts
from companion.games.change_horses.words import face_name

__all__ = [
    "caption",
    "chosen",
    "colour",
    "doing",
    "first_doing",
    "forms_for",
    "forms_of",
    "left_over",
    "line_up",
    "patterns",
    "settled",
    "shift_told",
    "short_colour",
    "slippery",
    "slips",
    "standing",
    "starts",
    "token",
]

PAPER, COVER = "#fffdf6", "#16181d"
_PHOTO = (960, 720)
_MIDDLE, _CLOSE, _BESIDE = 0.5, 118.0, 60.0
"""Of a photo finish: how far in their fields horses stand, its least height and what is seen beside them, px."""


# ---------------------------------------------------------------- the course


def course(view: View, language: str, *, narrow: bool = False, sight: View | None = None) -> str:
    """The course with its horses, and where they go; in its middle the betting board, if there is room.

    What the ``sight`` of a snapshot says lies wrongly is marked.
    """
    sheet = sheet_of(view, narrow=narrow)
    drawn = _ground(sheet)
    drawn += _lap(view, sheet, language) if narrow else _board(view, sheet, language)
    drawn += "".join(_way(move, sheet) for move in view["moves_due"])
    places = standing(view, sheet)
    drawn += "".join(_horse(letter, view["horses"][letter], places[letter], sheet) for letter in places)
    drawn += marked(
        due_places(sight, view),
        lambda zone, face: where(sheet, zone, face),
        Sheet(sheet.width, sheet.height, 2.8 if narrow else 4.5, sheet.label),
    )
    size = attributes(
        width=sheet.width, height=sheet.height, viewBox=f"0 0 {number(sheet.width)} {number(sheet.height)}"
    )
    classes = f"board ch-field {'narrow' if narrow else 'wide'}"
    label = attributes(role="img", aria_label=caption("course", language))
    return f'<svg class="{classes}"{size}{label}>{drawn}</svg>'


def photo_finish(view: View, language: str) -> str:
    """The horses of a photo finish from nearby, level on the line along which a camera would look (4 to 3)."""
    sheet = replace(sheet_of(view), token=10.5)
    horses = {
        letter: {**horse, "crossed": False} for letter, horse in view["horses"].items() if horse["lane"]
    }
    places = {
        letter: sheet.at(horse["row"] + _MIDDLE, sheet.radius(horse["lane"]))
        for letter, horse in horses.items()
    }
    level = view["photo_finish"]["horses"]
    across, down = ([places[letter][axis] for letter in level] for axis in (0, 1))
    tall = max(_CLOSE, max(down) - min(down) + _BESIDE, (max(across) - min(across) + _BESIDE) * 3 / 4)
    wide = tall * 4 / 3
    left, top = sum(across) / len(level) - wide / 2, sum(down) / len(level) - tall / 2
    nose = horses[level[0]]["row"] + _MIDDLE + sheet.token * 1.55 / sheet.field
    (x1, y1), (x2, y2) = sheet.at(nose, sheet.inner), sheet.at(nose, sheet.outer)
    drawn = _lanes(sheet) + _line(sheet)
    for letter, (x, y) in places.items():
        if 0 < x - left < wide and 0 < y - top < tall:
            drawn += _horse(letter, horses[letter], (x, y), sheet, _MIDDLE)
    drawn += f'<path class="photo-line" d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"/>'
    size = attributes(
        width=_PHOTO[0],
        height=_PHOTO[1],
        viewBox=f"{number(left)} {number(top)} {number(wide)} {number(tall)}",
    )
    label = attributes(role="img", aria_label=caption("photo_finish", language))
    return f'<svg class="board close-up"{size}{label}>{drawn}</svg>'


def answers(afters: Sequence[After], language: str, **of_question: object) -> list[str]:
    """The course after each answer to a question; "" where that is not known, or tells no answer from another."""
    drawn = telling(
        [piece(course(view, language, narrow=True)) if (view := one.view) else "" for one in afters]
    )
    return [patterns() + drawn[0], *drawn[1:]] if any(drawn) else drawn


@lru_cache(maxsize=16)
def _ground(sheet: Course) -> str:
    """What lies there the whole game, drawn once: at every move it would take a third of the time."""
    return _lanes(sheet) + _line(sheet) + _numbers(sheet)


def _lanes(sheet: Course) -> str:
    drawn = sheet.stadium(sheet.outer + 4, class_="fence")
    for lane in range(sheet.lanes, 0, -1):
        drawn += sheet.stadium(
            sheet.inner + lane * sheet.lane, class_=f"sand {'odd' if lane % 2 else 'even'}"
        )
    for field in range(sheet.fields):
        (x1, y1), (x2, y2) = sheet.at(field, sheet.inner), sheet.at(field, sheet.outer)
        drawn += f'<path class="divide" d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"/>'
    return (
        drawn + sheet.stadium(sheet.inner + 2, class_="fence") + sheet.stadium(sheet.inner - 3, class_="lawn")
    )


def _line(sheet: Course) -> str:
    """The finish: two rows of chequers across the lanes, before the start field."""
    count = max(8, round(sheet.lanes * sheet.lane / 14))
    step = sheet.lanes * sheet.lane / count
    drawn = ""
    for place in range(count):
        x, y = sheet.at(0, sheet.inner + place * step)
        for side in (0, 1):
            ink = "#fff" if (place + side) % 2 else INK
            if sheet.upright:
                drawn += rect(x, y - 8 + side * 8, step, 8, fill=ink)
            else:
                drawn += rect(x - 8 + side * 8, y, 8, step, fill=ink)
    return drawn


def _numbers(sheet: Course) -> str:
    """The number of every field on the lawn outside, the start field 0 first."""
    drawn = ""
    for field in range(sheet.fields):
        x, y = sheet.at(field + 0.5, sheet.outer + (16 if not sheet.upright else 14))
        drawn += text(
            str(field), x, y + sheet.label * 0.36, sheet.label, class_="field-number", text_anchor="middle"
        )
    return drawn


def _lap(view: View, sheet: Course, language: str) -> str:
    """Round and lap in the middle of a course that stands."""
    told = caption("lap", language, round=view["round"], lap=view["lap"]).replace(", ", "|").replace(" ", "|")
    lines = told.split("|")
    drawn = ""
    for place, line in enumerate(lines):
        size = 30 if line.isdecimal() else 17
        y = sheet.height / 2 + (place - (len(lines) - 1) / 2) * 30 + 8
        drawn += text(line, sheet.width / 2, y, size, class_="lap", text_anchor="middle", font_weight=750)
    return drawn


def _way(move: Mapping[str, Any], sheet: Course) -> str:
    """The way a horse is due to go, and a ring where it is put."""
    ink = SILKS[move["horse"]].colour
    lane, shift = move["lane"], 0.3 if move["lane"] % 2 else 0.7
    radius = sheet.radius(lane)
    steps = max(6, 6 * (move["to"] - move["from"]))
    span = move["to"] - move["from"]
    points = [sheet.at(move["from"] + shift + span * step / steps, radius) for step in range(steps + 1)]
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    thick = sheet.token * 0.6
    x, y = points[-1]
    ring = sheet.token * 0.68
    return (
        f'<path class="way-edge" d="{path}" stroke-width="{number(thick)}"/>'
        f'<path class="way" d="{path}" stroke="{ink}" stroke-width="{number(thick * 0.55)}"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(ring)}" fill="#fff" stroke="{ink}" stroke-width="5"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(ring + 2.5)}" class="way-end"/>'
    )


def _horse(
    letter: str, horse: Mapping[str, Any], place: Point, sheet: Course, shift: float | None = None
) -> str:
    """A horse on the course, so far in its field: its silk, its nose showing the way; beyond the line it wears a
    chequered ring.
    """
    x, y = place
    shift = shift or (0.3 if horse["lane"] % 2 else 0.7)
    ahead = sheet.at(horse["row"] + shift + 0.05, sheet.radius(horse["lane"]))
    angle = degrees(atan2(ahead[1] - y, ahead[0] - x))
    size = sheet.token
    back, side = number(size * 0.42), size * 0.79
    nose = f"M{back} {number(-side)}L{number(size * 1.55)} 0 {back} {number(side)}Z"
    drawn = f'<path transform="translate({number(x)} {number(y)}) rotate({number(angle)})" d="{nose}" fill="{INK}"/>'
    if horse["crossed"]:
        around = f'cx="{number(x)}" cy="{number(y)}" r="{number(size + 4)}"'
        drawn += f'<circle {around} class="home"/><circle {around} class="home chequered"/>'
    return f'<g class="horse" data-key="horse-{letter}">{drawn}{disc(letter, x, y, size)}</g>'


def told(view: View, language: str) -> list[str]:
    """Every horse in words: its lane, its field, where it goes."""
    due = {move["horse"]: move["to"] for move in view["moves_due"]}
    lines = []
    for letter, horse in view["horses"].items():
        if horse["lane"] is None:
            continue
        code = "horse_home" if horse["crossed"] else "horse_at"
        said = caption(code, language, horse=colour(letter, language), lane=horse["lane"], row=horse["row"])
        if letter in due:
            said = caption("horse_goes", language, told=said, to=due[letter])
        lines.append(said)
    return lines


# ---------------------------------------------------------------- cards and the betting board


_WIDE = 80.0
"""Narrower cards have larger letters, and say nothing more (px)."""


def _card(code: str, x: float, y: float, width: float, *, covered: str = "") -> str:
    """A movement card: its two horses, one above the other; ``covered`` is written where a wild card lies on it."""
    height = width * 1.045
    half = height / 2
    drawn = rect(0, 0, width, height, width * 0.116, fill=PAPER, stroke=INK, stroke_width=2)
    for place, letter in enumerate(code):
        silk = SILKS[letter]
        top, tall = 5 + place * (half - 3), half - 7
        drawn += rect(5, top, width - 10, tall, 6, fill=silk.colour)
        drawn += rect(5, top, width * 0.33, tall, 6, fill=filling(letter))
        size = tall * (0.84 if width > _WIDE else 0.93)
        drawn += text(
            letter,
            width * 0.67,
            top + tall / 2 + size * 0.36,
            size,
            text_anchor="middle",
            font_weight=800,
            fill=silk.ink,
        )
    if covered:
        drawn += rect(0, 0, width, height, width * 0.116, fill=COVER, fill_opacity=".84")
        step = number(width * 0.16)
        wave = f"M{step} {number(height * 0.73)}q{step}-20 {number(width * 0.33)} 0t{number(width * 0.35)}-6"
        drawn += f'<path d="{wave}" fill="none" stroke="#e8b04b" stroke-width="7" stroke-linecap="round"/>'
    if covered and width > _WIDE:
        squeezed = {"textLength": number(width * 0.9), "lengthAdjust": "spacingAndGlyphs"}
        drawn += text(
            covered,
            width / 2,
            height * 0.4,
            26,
            text_anchor="middle",
            class_="stumbled-word",
            font_weight=700,
            fill="#fff",
            font_stretch="75%",
            **squeezed,
        )
    return f'<g transform="translate({number(x)} {number(y)})">{drawn}</g>'


def card(code: str, language: str, width: int = 86, *, covered: bool = False) -> str:
    """A movement card among HTML (px)."""
    height = round(width * 1.045)
    body = _card(code, 1, 1, width - 2, covered=caption("stumbled", language) if covered else "")
    box = attributes(width=width, height=height, viewBox=f"0 0 {width} {height}")
    label = attributes(role="img", aria_label=face_name(code, language))
    return f'<svg class="ch-card"{box}{label}>{body}</svg>'


def _board(view: View, sheet: Course, language: str) -> str:
    """The betting board in the middle of the course: the cards in order of play, and the places still free."""
    capacity = int(view["board_capacity"])
    columns = (capacity + 1) // 2
    width = 86.0 if columns < 5 else 73.0
    gap, tall = 8.0 if columns < 5 else 6.0, width * 1.045
    left = sheet.width / 2 - (columns * width + (columns - 1) * gap) / 2
    top = sheet.height / 2 - tall - gap / 2
    drawn = ""
    for place in range(capacity):
        x, y = left + place % columns * (width + gap), top + place // columns * (tall + gap)
        if place < len(view["board"]):
            laid = view["board"][place]
            covered = caption("stumbled", language) if laid["covered_by"] else ""
            drawn += f'<g data-key="laid-{place}">{_card(laid["card"], x, y, width, covered=covered)}</g>'
        else:
            drawn += rect(x + 1, y + 1, width - 2, tall - 2, width * 0.116, class_="hole")
    return drawn


def free_places(view: View) -> int:
    """How many places of the betting board are still free."""
    return int(view["board_capacity"]) - len(view["board"])


# ---------------------------------------------------------------- what horses do, and who plays


def tally(view: View) -> Iterator[tuple[str, int, int | None]]:
    """Every horse with how often it is counted, and how far that moves it; None where it is on no card."""
    for letter, count in view["counts"].items():
        yield letter, count, count if count % 2 else None


def going(view: View, letter: str) -> Mapping[str, Any] | None:
    """The move that is due for a horse."""
    found: Mapping[str, Any] | None = next(
        (move for move in view["moves_due"] if move["horse"] == letter), None
    )
    return found


def turn_order(view: View) -> Sequence[str]:
    """The players in the order of turns, where it is known; else as they sit."""
    names: Sequence[str] = view["order"] or view["players"]
    return names


def stumbling(wild: Iterable[Form]) -> list[Form]:
    """The ways to play a wild card that cover a card, by whose it is."""
    return [form for form in wild if doing(form).get("use") == "stumble" and form.arguments]


def short_name(name: str, players: int) -> str:
    """What of a player's name stands beside the animal in the order of turns: all, the first word, its beginning."""
    room = 8 if players > 4 else 10
    first = name.split(" ")[0]
    return name if len(name) <= room else first if len(first) < room else first[: room - 5] + "…"


def bid_of(view: View, player: str) -> int | None:
    """What a player bids in the auction that is on."""
    auction = view["auction"]
    return None if auction is None else auction["bids"].get(player)


def certificate(letter: str | None, language: str) -> str:
    """A certificate of ownership: the horse in its silk, or a question (160 by 200 px)."""
    if letter is None:
        body = rect(2, 2, 156, 196, 14, class_="blank") + use(
            "head", 30, 34, 100, 100, class_="unknown-horse"
        )
        body += text("?", 80, 186, 48, text_anchor="middle", font_weight=800, fill="currentColor")
        label = caption("not_noted", language)
    else:
        silk = SILKS[letter]
        body = rect(2, 2, 156, 196, 14, fill=silk.colour, stroke=INK, stroke_width=3)
        body += rect(10, 10, 140, 40, 8, fill=filling(letter))
        body += use("head", 30, 54, 100, 100, color=silk.ink, class_="shown-horse")
        body += text(letter, 80, 190, 44, text_anchor="middle", font_weight=800, fill=silk.ink)
        label = colour(letter, language)
    said = attributes(role="img", aria_label=label)
    return f'<svg class="certificate" width="160" height="200" viewBox="0 0 160 200"{said}>{body}</svg>'


def rays(size: int = 440) -> str:
    """A burst of rays behind the winner (px, square)."""
    path = bursts.rays(size / 2, size / 2, size / 2, 18)
    return (
        f'<svg class="rays" width="{size}" height="{size}" viewBox="0 0 {size} {size}"'
        f' preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="{path}"/></svg>'
    )
