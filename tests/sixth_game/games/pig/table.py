"""Pig on the table: a die in the tray, and a peg for each player on a track of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.action import Action
from companion.game import Instruction, View

from .rules import State

ZONES: Mapping[str, str] = {"tray": "dice", "track": "pegs"}


def visible_table(state: State) -> Mapping[str, tuple[str, ...]]:
    """The pegs, by the points they stand on."""
    zones: dict[str, tuple[str, ...]] = {}
    for player, score in zip(state.players, state.scores, strict=True):
        zones[f"points_{score}"] = (*zones.get(f"points_{score}", ()), f"peg_{player}")
    return zones


def physical_moves(state: State, seen: Mapping[str, Sequence[str]]) -> tuple[Action, ...]:
    """A die in the tray is a throw; the peg moved on by the points of the turn says that its player stops."""
    if state.winner is not None:
        return ()
    player, score = state.players[state.turn], state.scores[state.turn]
    moves: list[Action] = [
        {"by": player, "do": "roll", "value": int(face)} for face in seen.get("tray", ()) if face.isdigit()
    ]
    if state.points and f"peg_{player}" in seen.get(f"points_{score + state.points}", ()):
        moves.append({"by": player, "do": "stop"})
    return tuple(moves)


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """Which pegs go elsewhere."""
    was, now = before.public["scores"], after.public["scores"]
    return tuple(
        Instruction("move_peg", {"player": player, "points": score})
        for player, score in now.items()
        if was.get(player) != score
    )
