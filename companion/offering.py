"""Where the answers to an open question lead: the game as it would stand after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.action import Action, Rejected
from companion.fold import Folded
from companion.game import Answer, Game

_CHANCE_DIGITS = 3


def led_to(game: Game, folded: Folded, answer: Mapping[str, Any], *, judged: bool = True) -> Any | None:
    """The state after an answer, as the journal offers it; None where what it plays lacks something or is refused.

    Not ``judged``, a faulty card stays where the answer puts it: as people would see the table then.
    """
    back = int(answer.get("taken_back", 0))
    moves = folded.moves[: folded.played]
    state = (
        folded.state
        if not back
        else played(game, folded.header.new_game(), [m.action for m in moves[:-back]])
    )
    if not judged and state is not None and game.hands is not None:
        state = game.hands.unjudged(state)
    return None if state is None else played(game, state, played_by(answer))


def offered_answer(answer: Answer) -> dict[str, Any]:
    """An answer as it is written into the journal."""
    offered: dict[str, Any] = {
        "code": answer.code,
        "arguments": dict(answer.arguments),
        "action": answer.action,
        "chance": round(answer.chance, _CHANCE_DIGITS),
    }
    if answer.then:
        offered["then"] = [dict(action) for action in answer.then]
    if answer.taken_back:
        offered["taken_back"] = answer.taken_back
    return offered


def played_by(answer: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions that an answer plays, in their order; none for one that only says that nothing happened."""
    return tuple(one for one in (answer.get("action"), *answer.get("then", ())) if one is not None)


def differing(tables: Sequence[Mapping[str, Sequence[str]]]) -> frozenset[str]:
    """The zones in which visible tables do not all show the same."""
    zones = {zone for table in tables for zone in table}
    return frozenset(zone for zone in zones if len({tuple(table.get(zone, ())) for table in tables}) > 1)


def played(game: Game, state: Any, actions: Iterable[Action]) -> Any | None:
    """The state after these actions; None where one of them is refused."""
    try:
        for action in actions:
            state, _ = game.apply(state, action)
    except Rejected:
        return None
    return state
