"""A race course for the tests: horses A to F in lanes 1 to 6, three players, Ada on turn, unless said otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.playing import Play

TWO, THREE, FOUR = ("Ada", "Bea"), ("Ada", "Bea", "Cyd"), ("Ada", "Bea", "Cyd", "Dan")
FIVE = (*FOUR, "Eve")
CARDS = ("AB", "AC", "AD", "AE", "AF", "BC", "BD", "BE", "BF", "CD", "CE", "CF", "DE", "DF", "EF")
START = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6}


def at(**rows: int | tuple[int, int]) -> dict[str, dict[str, int]]:
    """All six horses in their own lanes on row 0, save those named: ``at(A=3, B=(1, 5))`` (lane 1, row 5)."""
    horses = {letter: {"lane": lane, "row": 0} for letter, lane in START.items()}
    for letter, where in rows.items():
        lane, row = where if isinstance(where, tuple) else (START[letter], where)
        horses[letter] = {"lane": lane, "row": row}
    return horses


def opened(
    players: Sequence[str] = THREE, /, *, options: Mapping[str, Any] | None = None, **setup: Any
) -> Play:
    """A race as it is set up."""
    return Play("change_horses", players, options=options, setup=setup)


def racing(
    players: Sequence[str] = THREE, /, *, options: Mapping[str, Any] | None = None, **setup: Any
) -> Play:
    """The first lap, everybody's cards face up, the first player on turn in seat order."""
    two = len(players) == 2
    laid: dict[str, Any] = {
        "horses": at(),
        "front": {name: list(CARDS[: 4 if two else 3]) for name in players},
        "turn": players[0],
        **({"first": players[0]} if two else {"positions": {name: n for n, name in enumerate(players, 1)}}),
        **setup,
    }
    return opened(players, options=options, **laid)


def moving(board: Sequence[str], /, players: Sequence[str] = THREE, **setup: Any) -> Play:
    """The pieces are to be moved by what lies on the board."""
    laid = [{"by": players[n % len(players)], "card": card} for n, card in enumerate(board)]
    positions = {name: n for n, name in enumerate(players, 1)}
    return opened(
        players, **{"phase": "move", "horses": at(), "positions": positions, "board": laid, **setup}
    )


def rows(play: Play) -> dict[str, int]:
    """Where the horses stand, by row."""
    return {letter: horse["row"] for letter, horse in play.view["horses"].items()}


def finishing(
    players: Sequence[str] = THREE, /, *, options: Mapping[str, Any] | None = None, **setup: Any
) -> Play:
    """The race is over, the certificates are to be shown."""
    return opened(players, options=options, **{"phase": "certificates", **setup})


def shown(play: Play, **certificates: str) -> Play:
    """Everybody shows: ``shown(play, Ada="A", Bea="BD")``."""
    for player, letters in certificates.items():
        play.do(player, "show_certificate", horses=list(letters))
    return play
