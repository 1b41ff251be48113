"""The drawings of Racko: its cards, its piles and its racks, from the view to SVG text.

A card's number stands where its value lies, as on the printed cards: a rack in order draws a rising line, and a break
is a kink. Units are px of the picture at its natural size; colours come from the page's style sheet by class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.drawing.arranging import doing, first_doing, forms_for, left_over
from companion.drawing.pieces import After, piece, telling
from companion.drawing.svg import INK, attributes, number, rect, text, use
from companion.games.racko.captions import caption
from companion.games.racko.rules.scoring import good_cards
from companion.games.racko.rules.state import PER_CARD, SLOTS
from companion.words import listed

__all__ = ["caption", "doing", "first_doing", "forms_for", "left_over"]

View = Mapping[str, Any]
Values = Sequence[int | None]
RUST, PAPER, GOLD = "#a83c0c", "#fffdf6", "#ffc72c"
SHORTEST_RUN = 3


# ---------------------------------------------------------------- cards


def card(value: int | None, highest: int, language: str, width: int = 244) -> str:
    """A card face up, its number's place in the pack marked above; None is one that nobody has read (px)."""
    height = round(width * 1.385)
    label = caption("hidden", language) if value is None else str(value)
    drawn = rect(1.5, 1.5, width - 3, height - 3, width * 0.06, fill=PAPER, stroke=INK, stroke_width=3)
    drawn += rect(width * 0.05, height * 0.11, width * 0.9, width * 0.02, fill=RUST)
    if value is None:
        drawn += _middle("?", width / 2, height * 0.72, width * 0.6)
    else:
        x = width * 0.1 + width * 0.8 * (value - 1) / (highest - 1)
        top, half = height * 0.04, width * 0.05
        drawn += (
            f'<path d="M{number(x)} {number(top)}l{number(half)} {number(half * 1.65)}h{number(-2 * half)}Z"'
        )
        drawn += f' fill="{RUST}"/>' + _middle(str(value), width / 2, height * 0.72, width * 0.66)
    return _picture("racko-card", width, height, drawn, label)


def back(language: str, width: int = 244) -> str:
    """A card face down: rising steps (px)."""
    height = round(width * 1.385)
    edge = width * 0.05
    drawn = rect(1.5, 1.5, width - 3, height - 3, width * 0.06, fill=PAPER, stroke=INK, stroke_width=3)
    drawn += rect(edge, edge, width - 2 * edge, height - 2 * edge, width * 0.035, fill=RUST)
    column, step = width * 0.82 / 6, height * 0.066
    for place in range(6):
        tall = step * place + width * 0.04
        x = width * 0.09 + place * column
        drawn += rect(x, height - width * 0.09 - tall, column * 0.86, tall, fill=GOLD)
    return _picture("racko-card", width, height, drawn, caption("hidden", language))


def no_card(language: str, width: int = 244) -> str:
    """Where a card may lie, and none does (px)."""
    height = round(width * 1.385)
    drawn = rect(3, 3, width - 6, height - 6, width * 0.06, class_="hole")
    return _picture("racko-card", width, height, drawn, caption("no_card", language))


def answers(afters: Sequence[After], language: str, **of_question: object) -> list[str]:
    """The open pile, the stock and a card in hand after each answer to a question; "" where they tell nothing."""
    return telling([piece(*_piles(view, language)) if (view := one.view) else "" for one in afters])


def _piles(view: View, language: str) -> list[str]:
    highest, held = view["deck_max"], view["held"]
    piles = [
        card(view["discard_top"], highest, language) if view["discard_count"] else no_card(language),
        back(language) if view["stock"] else no_card(language),
    ]
    if held:
        piles.append(back(language) if held["card"] is None else card(held["card"], highest, language))
    return piles


def _middle(said: str, x: float, y: float, size: float, ink: str = INK) -> str:
    return text(said, x, y, size, text_anchor="middle", font_weight=800, fill=ink, letter_spacing="-.03em")


def _picture(class_: str, width: float, height: float, drawn: str, label: str) -> str:
    size = attributes(
        width=float(width), height=float(height), viewBox=f"0 0 {number(width)} {number(height)}"
    )
    return f'<svg class="{class_}"{size} role="img"{attributes(aria_label=label)}>{drawn}</svg>'


# ---------------------------------------------------------------- what a rack is worth


def in_order(values: Sequence[int]) -> int:
    """How many cards of a whole rack stand before its break (RK-36)."""
    return good_cards(values)


def run(values: Values) -> tuple[int, int] | None:
    """The first and last place of the longest run of at least three cards, from 0; None where there is none."""
    best: tuple[int, int] | None = None
    start = 0
    for place in range(1, len(values) + 1):
        before, here = values[place - 1], values[place] if place < len(values) else None
        if before is not None and here == before + 1:
            continue
        length = place - start
        if length >= SHORTEST_RUN and (best is None or length > best[1] - best[0] + 1):
            best = (start, place - 1)
        start = place
    return best


def rack_told(values: Sequence[int], bonus: bool, language: str) -> str:
    """What a shown rack is, in one sentence: where it breaks, else which cards follow one another."""
    good = in_order(values)
    if good < len(values):
        broken = {"slot": SLOTS[good], "card": values[good], "before": values[good - 1]}
        return caption("rack_break", language, **broken)
    found = run(values)
    if found is None:
        return caption("rack_all", language)
    cards = listed([str(card) for card in values[found[0] : found[1] + 1]], language)
    return caption("rack_bonus" if bonus else "rack_run", language, cards=cards)


def winner_of_round(view: View) -> str | None:
    """Who has announced truly: the player whose rack lies open and wins the round."""
    player: str | None = view["announced_by"]
    return player if player is not None and view["racks_shown"].get(player) is not None else None


def looked_at(view: View, asked: str | None) -> str | None:
    """Whose open rack is drawn: the one asked for, else the winner's, else the first that lies open."""
    shown = [name for name, rack in view["racks_shown"].items() if rack is not None]
    if asked in shown:
        return asked
    winner = winner_of_round(view)
    return winner if winner is not None else next(iter(shown), None)


def earned(view: View, player: str, language: str) -> tuple[tuple[str, int], ...]:
    """The parts of the winner's points of this round, as lines with a number."""
    points = view["round_points"].get(player)
    if points is None or player != winner_of_round(view):
        return ()
    bonus = view["round_bonus"]
    if view["announced"] == "eclair":
        return ((caption("eclair_won", language), points),)
    in_order_points = PER_CARD * len(SLOTS)
    lines = [
        (caption("ten_in_order", language), in_order_points),
        (caption("round_won", language), points - bonus - in_order_points),
    ]
    if bonus:
        found = run(view["racks_shown"][player]) or (0, 0)
        lines.append((caption("run_bonus", language, length=found[1] - found[0] + 1), bonus))
    return tuple(lines)


def good_of(view: View, player: str) -> int | None:
    """How many cards of a player who lost the round stood in order; None while that is not known."""
    rack = view["racks_shown"].get(player)
    if rack is not None:
        return in_order(rack)
    points = view["round_points"].get(player)
    return None if points is None else int(points) // PER_CARD


# ---------------------------------------------------------------- racks


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The measures of a drawn rack (px): its columns, the height of a row, the sizes of what is written."""

    width: float
    row: float
    label: float
    bar: tuple[float, float]
    slot: float
    value: float
    mark: float
    points: bool


_WIDE = _Sheet(780, 56, 74, (86, 672), 26, 34, 36, True)
_NARROW = _Sheet(350, 25, 40, (46, 280), 18, 20, 20, True)
_OWN = _Sheet(286, 52, 44, (52, 284), 20, 24, 0, False)


def rack(
    values: Sequence[int], highest: int, language: str, *, narrow: bool = False, fresh: bool = False
) -> str:
    """An open rack, slot 5 at the bottom: what is in order is ticked, a break crossed.

    ``fresh`` has it read slot by slot; 780 by 560 px, or 350 by 250 px where it is narrow.
    """
    sheet = _NARROW if narrow else _WIDE
    classes = f"rack {'narrow' if narrow else 'wide'}{' fresh' if fresh else ''}"
    return _rack(values, highest, sheet, classes, in_order(values), language)


def own_rack(values: Values, highest: int, language: str) -> str:
    """A player's own rack as far as it is known: nobody judges it (286 by 520 px)."""
    return _rack(values, highest, _OWN, "rack own", len(values), language)


def _rack(values: Values, highest: int, sheet: _Sheet, classes: str, good: int, language: str) -> str:
    found = run(values) if good == len(values) else None
    height = sheet.row * len(values)
    left, right = sheet.bar
    inset = sheet.value * 0.95
    points: list[tuple[float, float]] = []
    rows = ""
    tags = ""
    for place, value in enumerate(values):
        top = height - (place + 1) * sheet.row
        in_run = found is not None and found[0] <= place <= found[1]
        row = _row(place, value, top, sheet, place < good, in_run)
        tag = ""
        if value is not None:
            x = left + inset + (right - left - 2 * inset) * (value - 1) / (highest - 1)
            points.append((x, top + sheet.row / 2))
            tag = _tag(value, x, top + sheet.row / 2, sheet.value)
        rows += f'<g class="slot s{place}">{row}</g>'
        tags += f'<g class="slot s{place}">{tag}</g>'
    line = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    drawn = rows + (f'<path class="rising" d="M{line}"/>' if len(points) > 1 else "") + tags
    return _picture(classes, sheet.width, height, drawn, _read_out(values, language))


def _row(place: int, value: int | None, top: float, sheet: _Sheet, good: bool, in_run: bool) -> str:
    left, right = sheet.bar
    kind = "empty" if value is None else "run" if in_run else "good" if good else "bad"
    middle = top + sheet.row / 2
    drawn = rect(0, top + 4, sheet.label, sheet.row - 8, 8, class_="slot-label")
    base = middle + sheet.slot * 0.36
    drawn += text(str(SLOTS[place]), sheet.label / 2, base, sheet.slot, class_="slot-name")
    drawn += rect(left, top + 3, right - left, sheet.row - 6, 9, class_=f"bar {kind}")
    if value is None:
        drawn += text("?", (left + right) / 2, middle + sheet.value * 0.36, sheet.value, class_="asked")
    if sheet.points:
        mark, shade = ("i-check", "right") if good else ("i-cross", "wrong")
        drawn += use(mark, right + 6, middle - sheet.mark / 2, sheet.mark, sheet.mark, class_=shade)
        worth = str(PER_CARD if good else 0)
        drawn += text(worth, sheet.width - 4, middle + sheet.slot * 0.36, sheet.slot, class_="worth")
    return drawn


def _tag(value: int, x: float, y: float, size: float) -> str:
    width, height = size * 1.72, size * 1.18
    box = rect(x - width / 2, y - height / 2, width, height, size * 0.26, fill=INK)
    return box + _middle(str(value), x, y + size * 0.35, size, "#fff")


def _read_out(values: Values, language: str) -> str:
    unknown = caption("unknown_slot", language)
    told = (
        f"{caption('slot_number', language, slot=slot)} {unknown if value is None else value}"
        for slot, value in zip(SLOTS, values, strict=True)
    )
    return ", ".join(told)


def ticks(good: int, *, broken: bool = False) -> str:
    """Ten little slots, so many of them in order; ``broken`` crosses the first that is not (130 by 28 px)."""
    drawn = ""
    for place in range(len(SLOTS)):
        kind = "good" if place < good else "broken" if broken and place == good else "left"
        tall = 10 + place * 2
        x = place * 13.0
        if kind == "broken":
            drawn += f'<path class="tick broken" d="M{number(x)} 16l10 11m0-11L{number(x)} 27"/>'
        else:
            drawn += rect(x + 1, 28 - tall, 9, tall - 1, 3, class_=f"tick {kind}")
    return f'<svg class="ticks" width="130" height="28" viewBox="0 0 130 28" aria-hidden="true">{drawn}</svg>'


def openly_held(history: Sequence[Mapping[str, Any]]) -> dict[str, list[int]]:
    """The numbers that everybody has seen each player take from the discards and not lay down again."""
    discards, held, taken = list[int](), dict[str, list[int]](), dict[str, int]()
    for entry in history:
        action = entry.get("action")
        if not action or entry.get("undone") or entry.get("left_out"):
            continue
        by, do = action["by"], action["do"]
        laid = action.get("discarded" if do == "exchange" else "card")
        if do == "deal":
            discards, held, taken = [], {}, {}
        elif do == "take_discard" and discards:
            taken[by] = discards.pop()
        elif do in ("exchange", "discard", "discard_drawn", "turn_up") and type(laid) is int:
            own = held.setdefault(by, [])
            own += [taken.pop(by)] if by in taken else []
            held[by] = [card for card in own if card != laid]
            discards.append(laid)
    return held


def held_by_others(history: Sequence[Mapping[str, Any]], by: str) -> list[int]:
    """The numbers that everybody has seen other players take and not lay down again."""
    return [card for player, cards in openly_held(history).items() if player != by for card in cards]


def laid_by(view: Mapping[str, Any], history: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The entry that told the top card of the discards, if one did."""
    top = view["discard_top"]
    counting = (
        entry
        for entry in reversed(history)
        if entry.get("action") and not entry.get("undone") and not entry.get("left_out")
    )
    told = (entry for entry in counting if entry["action"]["do"] in ("discard", "exchange", "turn_up"))
    latest: Mapping[str, Any] | None = next(told, None)
    if latest is None or top not in (latest["action"].get("card"), latest["action"].get("discarded")):
        return None
    return latest
