"""The symbols every page may use: horse, suits, seats (animals), icons, and the lettering of every game's box.

Drawn for this project: those of all games in ``symbols.svg``, a game's lettering in ``lettering.svg`` of its folder,
and what only its lid shows in ``lid.svg``. No extra font is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType

from companion.games import brought, game_ids

SEATS = (
    "coq", "hibou", "ours", "lapin", "chat", "renard",
    "chien", "souris", "herisson", "grenouille", "canard", "mouton",
)  # fmt: skip
"""The animals that stand for the players, the first in seat order: more than fit at a table, so that a family of
grandparents and cousins can have one each; never a colour of a horse."""

KEPT: ContextVar[Mapping[str, str]] = ContextVar("KEPT", default=MappingProxyType({}))
"""The animals that players of the household keep from game to game, in what is being drawn."""

COATS = ("#f0bb52", "#d98a4a", "#f1ece0", "#b9c2c6")
"""The coats of horses 1 to 4."""

_SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="([^"]+)">.*?</symbol>', re.DOTALL)


def symbols() -> Mapping[str, str]:
    """Every symbol by its id, as SVG text."""
    return _symbols(game_ids(), lids=True)


@cache
def _symbols(games: tuple[str, ...], *, lids: bool) -> Mapping[str, str]:
    """Those of all games, their lettering and, if asked for, what their lids show."""
    found = symbols_in(resources.files(__package__).joinpath("symbols.svg").read_text(encoding="utf-8"))
    for game in games:
        found |= _brought(game, "lettering.svg") | (_brought(game, "lid.svg") if lids else {})
    return found


def _brought(game: str, name: str) -> dict[str, str]:
    return symbols_in(brought(game, name) or "")


def symbols_in(source: str) -> dict[str, str]:
    """The symbols of an SVG text by their ids."""
    return {match[1]: match[0] for match in _SYMBOL.finditer(source)}


def ratio(symbol: str) -> float:
    """Width over height of a symbol's box; raises KeyError for an unknown symbol."""
    return ratio_of(symbols()[symbol])


def ratio_of(drawn: str) -> float:
    """Width over height of the box of a symbol's SVG text; raises KeyError for a text that is none."""
    match = _SYMBOL.match(drawn)
    if match is None:
        raise KeyError(drawn[:40])
    _, _, width, height = (float(part) for part in match[2].split())
    return width / height


def sprite(*, lids: bool = True, animals: bool = True) -> str:
    """All symbols in one hidden SVG, to be inlined once a page; ``lids``: with those that only lids show,
    ``animals``: with those that stand for players."""
    drawn = _symbols(game_ids(), lids=lids)
    return _hidden(one for name, one in drawn.items() if animals or name not in SEATS)


def animals_in(page: str) -> str:
    """The animals that a part of a page shows, in one hidden SVG to be inlined with it; empty for none."""
    drawn = _symbols(game_ids(), lids=False)
    shown = [drawn[name] for name in SEATS if f'"#{name}"' in page]
    return _hidden(shown) if shown else ""


def lettering_of(game: str) -> str:
    """What the lettering of a game's box is composed of, in one hidden SVG; empty for nothing."""
    composed = "".join(_brought(game, "lettering.svg").values())
    needed = [drawn for name, drawn in _brought(game, "lid.svg").items() if f'"#{name}"' in composed]
    return _hidden(needed) if needed else ""


def _hidden(drawn: Iterable[str]) -> str:
    return f'<svg class="sprite" width="0" height="0" aria-hidden="true">{"".join(drawn)}</svg>'


def seat_animal(players: tuple[str, ...], player: str) -> str:
    """The animal of a player: the one that is kept, else by seat; raises ValueError for somebody who is not at the
    table."""
    players.index(player)
    return _animals(players, tuple(KEPT.get().items()))[player]


@lru_cache(1_024)
def _animals(players: tuple[str, ...], kept: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return animals_at(players, dict(kept))


def animals_at(players: Sequence[str], kept: Mapping[str, str]) -> dict[str, str]:
    """Everybody's animal at a table, no two the same: whoever is ``kept`` has theirs, unless somebody before them has
    it; the others have the animal of their seat if it is free, rather one that nobody is known by."""
    animals: dict[str, str] = {}
    for player in players:
        if (own := kept.get(player)) in SEATS and own not in animals.values():
            animals[player] = str(own)
    for seat, player in enumerate(players):
        if player in animals:
            continue
        wishes = [SEATS[(seat + further) % len(SEATS)] for further in range(len(SEATS))]
        free = [animal for animal in wishes if animal not in animals.values()] or wishes
        animals[player] = next((animal for animal in free if animal not in kept.values()), free[0])
    return animals


def exchanged(kept: Mapping[str, str], player: str, animal: str) -> dict[str, str]:
    """Whose animal is which once ``player`` has chosen one: whoever had it gets the one that becomes free."""
    given = {**kept, player: animal}
    for other, own in kept.items():
        if own == animal and other != player:
            free = kept.get(player)
            given = (
                {**given, other: free}
                if free
                else {name: held for name, held in given.items() if name != other}
            )
    return given
