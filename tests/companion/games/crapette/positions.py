"""Positions of Crapette as the tests lay them, and what they ask of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.playing import Play

STILL: dict[str, list[str]] = {
    "T1": ["KH"],
    "T2": ["KS"],
    "T3": ["10S"],
    "T4": ["10C"],
    "T5": ["8S"],
    "T6": ["8C"],
    "T7": ["6S"],
    "T8": ["6C"],
}
"""Eight cases where nothing fits anything."""


def laid(
    *,
    turn: str = "Ada",
    cases: Mapping[str, Sequence[str]] | None = None,
    foundations: Mapping[str, str] | None = None,
    reserves: Mapping[str, Any] | None = None,
    stocks: Mapping[str, Any] | None = None,
    wastes: Mapping[str, Any] | None = None,
    hands: Mapping[str, str] | None = None,
    face_down: Sequence[str] = (),
    **options: Any,
) -> Play:
    """A game in mid-play: the still cases but for those named, Kings on both reserves, full stocks.

    Nothing is due before anything is changed.
    """
    columns = {name: list(column) for name, column in {**STILL, **(cases or {})}.items() if column}
    setup: dict[str, Any] = {
        "turn": turn,
        "foundations": dict(foundations or {}),
        "cases": columns,
        "reserves": {
            "Ada": {"count": 5, "top": "KC"},
            "Bea": {"count": 5, "top": "KD"},
            **(reserves or {}),
        },
        "stocks": {"Ada": 20, "Bea": 20, **(stocks or {})},
        "wastes": dict(wastes or {}),
        "hands": dict(hands or {}),
    }
    if face_down:
        setup["reserves_face_down"] = list(face_down)
    return Play("crapette", options=options, setup=setup)


def dealt(ada: str = "JC", bea: str = "JD", **options: Any) -> Play:
    """A real deal with these two reserve tops."""
    deal = {
        "Ada": {"cases": ["QD", "9C", "4H", "2S"], "reserve_top": ada},
        "Bea": {"cases": ["KS", "10H", "5C", "3D"], "reserve_top": bea},
    }
    return Play("crapette", options=options, setup={"deal": deal})


def move(source: str, target: str, card: str) -> dict[str, str]:
    """A move as the view and the events write it."""
    return {"from": source, "to": target, "card": card}


def step(card: str, source: str, target: str) -> dict[str, str]:
    """A step of putting back, as the events write it."""
    return {"card": card, "from": source, "to": target}


def moved(play: Play, by: str, source: str, target: str, **arguments: Any) -> Play:
    """A card is moved."""
    return play.do(by, "move", from_=source, to=target, **arguments)


def faults(play: Play) -> list[str]:
    """The codes of the faults that the last action made, in order."""
    return [event.as_json()["code"] for event in play.events if event.name == "infraction"]


def faultless(play: Play) -> Play:
    """The last action was no fault."""
    assert faults(play) == [], play.events
    play.did_not_happen("crapette_called")
    return play


def caught(play: Play, *codes: str, against: str = "Ada", **fields: Any) -> Play:
    """The referee called exactly these faults at once, and cited the first."""
    assert faults(play) == list(codes)
    return play.happened(
        "crapette_called",
        by_="referee",
        against=against,
        code=codes[0],
        codes=list(codes),
        valid=True,
        **fields,
    )


def missed(play: Play, code: str) -> list[dict[str, Any]]:
    """The omitted moves that the infraction with this code tells."""
    (told,) = [
        event.as_json()
        for event in play.events
        if event.name == "infraction" and event.as_json()["code"] == code
    ]
    return [dict(one) for one in told["moves"]]


def due(play: Play) -> list[dict[str, Any]]:
    """What the view says must be done."""
    return [dict(one) for one in play.view["obligations"]]


def duties(play: Play) -> list[tuple[Any, ...]]:
    """The same in short: level, code, from, to."""
    return [(one["level"], one["code"], one.get("from"), one.get("to")) for one in due(play)]


def legal(play: Play) -> list[tuple[str, ...]]:
    """The faultless moves the view lists, in short: (from, to) or (do,)."""
    return [(one["do"],) if "do" in one else (one["from"], one["to"]) for one in play.view["legal_moves"]]


def proof_moves(play: Play) -> list[dict[str, Any]] | None:
    """The moves that may be made as proof, None when there is no proof to make."""
    proof = play.view["proof"]
    return None if proof is None else [dict(one) for one in proof["moves"]]


def turn_back_to_ada(play: Play, *, draw: str) -> Play:
    """Bea draws and discards this card, which nobody can use."""
    return play.do("Bea", "draw", card=draw).do("Bea", "discard")
