"""What the lamps at the sides of the table show: whose turn it is, a question, a fault. Public snapshots only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games import load
from companion.hands import SIDES
from companion.showing import Snapshot
from hardware.pin_words import Signal


@dataclass(frozen=True, slots=True)
class Shown:
    """A signal for every side, and how the buzzer sounds when this begins ("doubt", "fault"; None: not at all)."""

    lamps: Mapping[str, Signal] = field(default_factory=lambda: dict.fromkeys(SIDES, Signal.OFF))
    beep: str | None = None


def shown_of(snapshot: Snapshot) -> Shown:
    """What the lamps show at a moment; everything dark where no game is played."""
    game = snapshot.game
    if game is None or snapshot.over:
        return Shown()
    sides = snapshot.seating.sides
    if snapshot.question is not None:
        asked = {side: Signal.DOUBT for side in sides.values()}
        return Shown({**Shown().lamps, **asked}, "doubt")
    on_turn = {sides[player]: Signal.TURN for player in _on_turn(snapshot) if player in sides}
    at_fault = {sides[player]: Signal.FAULT for player in _at_fault(snapshot) if player in sides}
    return Shown({**Shown().lamps, **on_turn, **at_fault}, "fault" if at_fault else None)


def _on_turn(snapshot: Snapshot) -> tuple[str, ...]:
    """Who is on turn; where the game names nobody, whoever the table waits for."""
    turn = (snapshot.view or {}).get("turn")
    if turn is not None:
        return (str(turn),)
    waited: list[str] = []
    for step in snapshot.awaited:
        arguments = step["arguments"]
        waited += [str(one) for one in arguments.get("players", ())]
        if arguments.get("player") is not None:
            waited.append(str(arguments["player"]))
    return tuple(waited)


def _at_fault(snapshot: Snapshot) -> tuple[str, ...]:
    """Who made the faults that the last entry told of, or what the camera saw and the rules refuse."""
    infractions = load(snapshot.game.id).codes.infractions if snapshot.game else frozenset()
    found = [str(event.get("by")) for event in snapshot.events if event.get("code") in infractions]
    refused = snapshot.refusal
    return (*found, *([str(refused["action"].get("by"))] if refused is not None else ()))
