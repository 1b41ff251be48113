"""The five game boxes on the shelf: their lids as drawings, their lettering, their letter on a cup.

The lettering is outlined from fonts under the SIL Open Font License, in ``boxes.svg``: "Super-Crack" from Alfa Slab
One (JM Solé), "RACKO" from Chango (Fontstage), "Change Horses !" from Rye (Nicole Fally). A game without a lid of its
own gets a plain one with its title.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import resources

from companion.drawing import symbols
from companion.drawing.bursts import rays, star
from companion.drawing.cards import card, rank_letter
from companion.drawing.svg import GOLD, INK, attributes, rect, text, use

WIDTH, HEIGHT = 230, 344
"""Of a lid, in units of its drawing."""

_WHITE, _IVORY = "#fff", "#fffdf6"
_LETTERING: Mapping[str, str] = {
    "super_crack": "l-supercrack",
    "poker_dice_race": "l-dadamax",
    "racko": "l-racko",
    "crapette": "l-crapette",
    "change_horses": "l-changehorses",
}
_LETTERS: Mapping[str, str] = {"change_horses": "H"}
ORDER = ("super_crack", "poker_dice_race", "racko", "crapette", "change_horses")
"""The boxes as they stand on the shelf; further games follow."""


@cache
def _drawn() -> Mapping[str, str]:
    source = resources.files(__package__).joinpath("boxes.svg").read_text(encoding="utf-8")
    return symbols.symbols_in(source)


def sprite(wanted: Iterable[str] | None = None) -> str:
    """The symbols of ``boxes.svg`` that the shared sprite lacks (all, or those ``wanted``), to be inlined once."""
    names = set(_drawn()) if wanted is None else set(wanted)
    body = "".join(
        drawn for name, drawn in _drawn().items() if name in names and name not in symbols.symbols()
    )
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{body}</svg>'


def lettering(game: str) -> str | None:
    """The symbol of a game's lettering; None for a game that has none."""
    return _LETTERING.get(game)


def ratio(symbol: str) -> float:
    """Width over height of a lettering; raises KeyError for an unknown one."""
    return symbols.ratio(symbol) if symbol in symbols.symbols() else symbols.ratio_of(_drawn()[symbol])


def letter(game: str, title: str) -> str:
    """The letter that stands for a game on the cups of the league."""
    return _LETTERS.get(game, title[:1].upper())


def in_order(games: Iterable[str]) -> list[str]:
    """Games as they stand on the shelf."""
    return sorted(games, key=lambda game: (ORDER.index(game) if game in ORDER else len(ORDER), game))


def cover(game: str, title: str, language: str) -> str:
    """The lid of a box (230 by 344); what is written on the drawn cards and dice follows the language."""
    drawn = _COVERS[game](language) if game in _COVERS else _plain(title)
    frame = rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, 12, fill="none", stroke=INK, stroke_width=3)
    return (
        f'<svg class="lid" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">'
        f"{drawn}{frame}</svg>"
    )


# ---------------------------------------------------------------- the lids


def _super_crack(language: str) -> str:
    heads = (
        (96, 112, "#1450a8", "blue"),
        (58, 122, "#f6c324", "bay"),
        (22, 134, "#2f9a56", "green"),
        (-16, 148, _WHITE, "ink"),
    )
    return (
        _ground("#b5182a")
        + f'<path d="{rays(115, 250, 300, 16)}" fill="#d63a34"/>'
        + '<path d="M0 262h230v82H0Z" fill="#1e7a3c"/><path d="M0 262h230v9H0Z" fill="#fff"/>'
        + "".join(
            use("head", x, y, 130, 160, color=coat, class_=f"mane-{mane}") for x, y, coat, mane in heads
        )
        + '<path d="M0 300h230" stroke="#fff" stroke-width="9"/>'
        + '<path d="M20 296v48M92 296v48M164 296v48" stroke="#fff" stroke-width="9"/>'
        + _word("l-super", 18, 20, 194, 58, _WHITE, edge=10)
        + _word("l-crack", 14, 76, 202, 60, GOLD, edge=10)
    )


def _dadamax(language: str) -> str:
    gold = "#e8b04b"
    return (
        _ground("#5d1230")
        + rect(10, 10, 210, 324, fill="none", stroke=gold, stroke_width=3)
        + rect(16, 16, 198, 312, fill="none", stroke=gold, stroke_width=1.5)
        + _word("l-dadamax", 26, 38, 178, 46, "#f0c46a")
        + use("head", 62, 92, 142, 168, color=gold, class_="mane-wine")
        + '<g transform="translate(28 190) rotate(-9)">'
        + rect(0, 0, 96, 96, 18, fill=_IVORY, stroke="#16181d", stroke_width=4)
        + use("sS", 20, 16, 56, 62, color="#16181d")
        + '</g><g transform="translate(120 222) rotate(10)">'
        + rect(0, 0, 82, 82, 16, fill=_IVORY, stroke="#16181d", stroke_width=4)
        + text(rank_letter("KS", language), 41, 62, 60, text_anchor="middle", font_weight=800, fill="#b3141f")
        + "</g>"
    )


def _racko(language: str) -> str:
    rust = "#a83c0c"
    cards = ((56, 134, 126), (38, 104, 164), (23, 74, 202), (17, 44, 240), (4, 14, 278))
    rack = ""
    for place, (value, x, y) in enumerate(cards):
        rack += (
            f'<g transform="translate({x - 4} {y - 16})">'
            + rect(0, 0, 90, 118, 12, fill=GOLD if place % 2 else _IVORY, stroke=INK, stroke_width=3)
            + rect(9, 38, 72, 4, fill=rust)
            + text(
                str(value), 22 if value < 10 else 28, 33, 31, text_anchor="middle", font_weight=800, fill=INK
            )
            + "</g>"
        )
    return (
        _ground(rust)
        + '<path d="M-10 344A130 130 0 0 1 240 344" fill="none" stroke="#c95a1c" stroke-width="70"/>'
        + rack
        + '<path d="M0 300h230v44H0Z" fill="#0f5c66"/><path d="M0 300h230v6H0Z" fill="#16241d"/>'
        + _word("l-racko", 14, 26, 202, 66, _WHITE, edge=12)
    )


def _crapette(language: str) -> str:
    fan = "".join(
        f'<g transform="rotate({angle} 115 344) translate(73 150)">{card(face, 0, 0, 84, 124, language)}</g>'
        for face, angle in (("KS", -27), ("QH", -9), ("JC", 9), ("10D", 27))
    )
    return (
        _ground("#123f2c")
        + f'<path d="{rays(115, 210, 300, 14)}" fill="#1a5a3f"/>'
        + fan
        + f'<path transform="translate(0 62)" d="{star(115, 0, 98, 112, 22, 0.42)}" fill="#c8202f"'
        + f' stroke="{INK}" stroke-width="4" stroke-linejoin="round"/>'
        + _word("l-crapette-cri", 24, 32, 182, 62, _WHITE, edge=14)
    )


def _change_horses(language: str) -> str:
    return (
        _ground("#4a2378")
        + '<circle cx="115" cy="208" r="92" fill="#f6c324"/>'
        + '<path d="M0 286q60-16 115-6t115-8v72H0Z" fill="#2c6b3a"/>'
        + '<g transform="translate(228 136) scale(-1 1)">'
        + use("gallop", 0, 0, 196, 106, color=_WHITE)
        + use("jockey", 0, 0, 196, 106, class_="silk-red")
        + "</g>"
        + use("gallop", 14, 214, 204, 110, color="#6b3a1c")
        + use("jockey", 14, 214, 204, 110, class_="silk-blue")
        + use("carrot", 170, 286, 50, 50)
        + _word("l-change", 22, 22, 186, 48, "#f6c324")
        + _word("l-horses", 22, 76, 186, 46, _WHITE)
    )


def _plain(title: str) -> str:
    size = min(44.0, 330 / max(len(title), 1))
    return (
        _ground("#123c86")
        + rect(12, 12, 206, 320, 6, fill="none", stroke=GOLD, stroke_width=3)
        + text(title, 115, 110, size, text_anchor="middle", font_weight=800, fill=_WHITE)
    )


_COVERS: Mapping[str, Callable[[str], str]] = {
    "super_crack": _super_crack,
    "poker_dice_race": _dadamax,
    "racko": _racko,
    "crapette": _crapette,
    "change_horses": _change_horses,
}


# ---------------------------------------------------------------- parts


def _ground(colour: str) -> str:
    return rect(0, 0, WIDTH, HEIGHT, 12, fill=colour)


def _word(
    symbol: str, x: float, y: float, width: float, height: float, colour: str, *, edge: int | None = None
) -> str:
    """A piece of lettering in a box of its own, with a dark edge of ``edge`` units of the lettering."""
    place = attributes(x=float(x), y=float(y), width=float(width), height=float(height), color=colour)
    classes = attributes(class_=None if edge is None else f"edge-{edge}", overflow="visible")
    return f"<svg{place}{classes}>{use(symbol, 0, 0, width, height)}</svg>"
