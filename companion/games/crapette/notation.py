"""A game of Crapette written so that people can read it, as chess players write theirs: 5C r-T4, 7S d, x out of turn.

A card, then from where to where: ``F1`` to ``F8`` the foundations, ``T1`` to ``T8`` the cases, ``r`` the reserve,
``w`` the waste, ``s`` the stock, ``h`` the card in hand; those of the opponent with an apostrophe (``w'``).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.action import Action, Event

_PILES = {"reserve": "r", "waste": "w", "stock": "s", "hand": "h"}
_DONE = {
    "draw": "d",
    "discard": "-",
    "pass": "pass",
    "turn_reserve": "+r",
    "recycle": "turn over",
    "call": "!",
    "accept": "accepts",
    "take_back": "takes back",
}


def signs(action: Action, events: Sequence[Event]) -> str:
    """One action in signs; what the referee or the opponent called stands behind it as ``{code}``."""
    by = str(action["by"])
    done, card = str(action["do"]), str(action.get("card") or _card_of(events) or "")
    if done == "move":
        said = f"{card or '?'} {_place(action.get('from'), by)}-{_place(action.get('to'), by)}"
        count = action.get("count") or 1
        said += f" ×{count}" if count != 1 else ""
    else:
        rest = " ".join(
            _place(value, by) if name in ("from", "to") else str(value)
            for name, value in action.items()
            if name in ("from", "to", "code", "player") and value is not None
        )
        said = " ".join(part for part in (card, _DONE.get(done, done.replace("_", " ")), rest) if part)
    called = [
        str(event.fields.get("code"))
        for event in events
        if event.name == "infraction" and event.audience is None
    ]
    return said + "".join(f" {{{code}}}" for code in called)


def _place(zone: object, by: str) -> str:
    """A zone in signs; the opponent's with an apostrophe."""
    name, _, owner = str(zone).partition(":")
    if name not in _PILES:
        return name
    return _PILES[name] + ("'" if owner and owner != by else "")


def _card_of(events: Sequence[Event]) -> str | None:
    """The card that was moved, where the action left it open."""
    return next(
        (str(one.fields["card"]) for one in events if one.name == "card_moved" and one.fields.get("card")),
        None,
    )
