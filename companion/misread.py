"""A card was misread: which entries of the journal said so, and what they should have said.

Found by trial, from the latest entry back: the game is played again with another face, and every later move that
names the misread card is told the right one too. Nothing is guessed: what does not lead to the table that people
point at is not changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import Action, Rejected
from companion.fold import Move
from companion.game import Game

Changes = Mapping[int, Mapping[str, Any]]
"""Entry → the arguments that it should have had."""
_TELLS = ("card", "discarded")
"""The arguments by which a move tells a face that was seen, or names it again."""


def put_right(
    game: Game, first: Any, moves: Sequence[Move], zone: str, place: int, face: str
) -> Changes | None:
    """What to amend so that ``face`` lies at this place (from the base on) of a zone of the visible table.

    ``first`` is the state before ``moves``. None when no entry told the card that lies there: it was dealt, or
    corrected, or it is no misreading.
    """
    state = first
    for move in moves:
        state, _ = game.apply(state, move.action)
    wrong = _lying(game, state, zone, place)
    if wrong is None or wrong == face:
        return None
    for move in reversed(moves):
        for name in _told_by(move.action, wrong):
            found = renamed(game, first, moves, move.seq, name, face)
            if found is not None and _lying(game, _played(game, first, moves, found), zone, place) == face:
                return found
    return None


def renamed(
    game: Game, first: Any, moves: Sequence[Move], target: int, argument: str, face: str
) -> Changes | None:
    """What to amend when the entry ``target`` told a wrong face: it, and what only names the card after it.

    None when the right face is refused there, or leads to a move that is refused whatever it names.
    """
    wrong = next(move.action.get(argument) for move in moves if move.seq == target)
    changes: dict[int, Mapping[str, Any]] = {target: {argument: face}}
    state, begun = first, False
    for move in moves:
        begun = begun or move.seq == target
        action = {**move.action, **changes.get(move.seq, {})}
        try:
            state, _ = game.apply(state, action)
        except Rejected:
            again = {name: face for name in _told_by(move.action, wrong)}
            if not begun or move.seq == target or not again:
                return None
            try:
                state, _ = game.apply(state, {**move.action, **again})
            except Rejected:
                return None
            changes[move.seq] = again
    return changes


def followed(
    game: Game, first: Any, moves: Sequence[Move], target: int, arguments: Mapping[str, Any]
) -> Changes:
    """What to amend when the entry ``target`` should have had these arguments: it, and what names its card after it.

    A later move follows only if it is refused as it stands and possible with the right face; what is refused all the
    same ends it. Raises ``Rejected`` when ``target`` itself is refused with these arguments.
    """
    changes: dict[int, Mapping[str, Any]] = {target: arguments}
    right: list[tuple[object, object]] = []
    state = first
    for move in moves:
        if move.seq == target:
            right = [(move.action.get(name), arguments[name]) for name in _TELLS if name in arguments]
        try:
            state, _ = game.apply(state, {**move.action, **changes.get(move.seq, {})})
        except Rejected:
            if move.seq == target:
                raise
            again = {name: new for old, new in right for name in _TELLS if move.action.get(name) == old}
            try:
                state, _ = game.apply(state, {**move.action, **again})
            except Rejected:
                break
            changes[move.seq] = again
    return changes


def _told_by(action: Action, face: object) -> list[str]:
    """The arguments of an action that name a face."""
    return [name for name, value in action.items() if name not in ("by", "do") and value == face]


def _played(game: Game, first: Any, moves: Sequence[Move], changes: Changes) -> Any:
    state = first
    for move in moves:
        state, _ = game.apply(state, {**move.action, **changes.get(move.seq, {})})
    return state


def _lying(game: Game, state: Any, zone: str, place: int) -> str | None:
    faces = game.visible_table(state).get(zone, ())
    return faces[place] if 0 <= place < len(faces) else None
