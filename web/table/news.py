"""What has just moved glows on the drawn board until the next move.

A piece that is touched leads to the move that put it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

ATTRIBUTE = "data-lately"
TOUCHED = "data-touched"
"""Where a piece of the board leads that is touched: to the move that put it there."""
_TELLS_NOTHING = frozenset({"confirm_position", "stop"})
"""Moves that only say that hands have done what was told before."""
_WHO_AND_WHAT = 2
"""So many things every action tells: who, and what."""


def moved_last(events: Iterable[Mapping[str, Any]], view: Mapping[str, Any]) -> list[str]:
    """The keys of the pieces, and of the card on a betting board, that the latest events are about."""
    keys = []
    for event in events:
        if event.get("horse") is not None:
            keys.append(f"horse-{event['horse']}")
        if event["event"] == "card_played" and view.get("board"):
            keys.append(f"laid-{len(view['board']) - 1}")
    return list(dict.fromkeys(keys))


def glowing(drawn: str, keys: Iterable[str]) -> Markup:
    """A drawn board on which the pieces with these keys glow."""
    drawn = str.__str__(drawn)  # a Markup would escape what is put into it
    for key in keys:
        drawn = drawn.replace(f'data-key="{key}"', f'data-key="{key}" {ATTRIBUTE}=""')
    return Markup(drawn)  # noqa: S704 - our own drawing; keys are numbers and letters of horses


def put_there_by(
    view: Mapping[str, Any], moves: Sequence[Mapping[str, Any]], moved: Iterable[str]
) -> dict[str, int]:
    """The entry that put each piece where it lies, by the piece's key.

    It is the latest of ``moves`` (those that count, in order) that names the piece or was its throw; the last one
    where that told something and has just ``moved`` it. Pieces that no move tells of are left out.
    """
    found: dict[str, int] = {}
    horses = view.get("horses") or {}
    telling = [entry for entry in moves if entry["action"]["do"] not in _TELLS_NOTHING]
    for entry in telling:
        action, seq = entry["action"], int(entry["seq"])
        if action.get("horse") is not None:
            found[f"horse-{action['horse']}"] = seq
        elif action.get("dice"):
            own = [name for name, horse in horses.items() if horse.get("owner") == action["by"]]
            found |= {f"horse-{name}": seq for name in own}
    laid = view.get("board")
    cards = [int(entry["seq"]) for entry in telling if entry["action"]["do"] == "play_card"]
    if isinstance(laid, Sequence) and laid:
        newest = zip(reversed(range(len(laid))), reversed(cards), strict=False)
        found |= {f"laid-{place}": seq for place, seq in newest}
    if telling and telling[-1] is moves[-1] and len(telling[-1]["action"]) > _WHO_AND_WHAT:
        found |= dict.fromkeys(moved, int(telling[-1]["seq"]))
    return found


def touchable(drawn: str, ways: Mapping[str, str]) -> Markup:
    """A drawn board whose pieces lead somewhere when they are touched: addresses by the pieces' keys."""
    drawn = str.__str__(drawn)
    for key, address in ways.items():
        drawn = drawn.replace(f'data-key="{key}"', f'data-key="{key}" {TOUCHED}="{escape(address)}"')
    return Markup(drawn)  # noqa: S704 - our own drawing; addresses are escaped
