"""Chips instead of points (RK-59a to RK-59f)."""

from __future__ import annotations

from dataclasses import replace

from companion.action import Event
from companion.games.racko.rules.state import CHIPS, CHIPS_WITHOUT_RUN, DECK, LONGEST_PRICED, State

Events = tuple[Event, ...]


def price(longest_run: int) -> int:
    """What a run of this length costs: 1 without a run, 2, 3, 5, and 9 for six or more (RK-59a)."""
    return CHIPS.get(min(longest_run, LONGEST_PRICED), CHIPS_WITHOUT_RUN)


def pay(state: State) -> tuple[State, Events]:
    """Each loser pays the winner; who cannot pay in full is eliminated (RK-59d). RK-59f: no winner, no chips."""
    winner = state.call.by
    chips = dict(zip(state.house.seats, state.standing.chips, strict=True))
    events = [Event("round_scored", {"points": {}})]
    eliminated: list[str] = []
    for player in state.players:
        if winner is None or player == winner:
            continue
        due = _due(state, player, winner)
        paid = min(due, chips[player])
        chips[player] -= paid
        chips[winner] += paid
        events.append(Event("chips_paid", {"player": player, "to": winner, "due": due, "paid": paid}))
        if paid < due:
            eliminated.append(player)
            events.append(Event("eliminated", {"player": player}))
    left = tuple(name for name in state.players if name not in eliminated)
    standing = replace(
        state.standing,
        players=left,
        deck_max=DECK.get(len(left), state.deck_max),
        chips=tuple(chips.values()),
    )
    return replace(state, standing=standing), tuple(events)


def _due(state: State, loser: str, winner: str) -> int:
    """RK-59b: by the loser's own run or by the winner's; RK-59f: out of the round costs 1 or the common price."""
    basis = winner if state.house.chips_basis == "winner_run" else loser
    count = state.call.count_of(basis)
    return CHIPS_WITHOUT_RUN if count is None else price(count.longest_run)


def game_ends(state: State) -> bool:
    """RK-59e: after the agreed number of rounds, or with one player left."""
    return len(state.players) == 1 or state.standing.round >= state.house.chips_rounds


def winners(state: State) -> tuple[str, ...]:
    """RK-59e: who has most chips; equal holdings share the win."""
    chips = dict(zip(state.house.seats, state.standing.chips, strict=True))
    most = max(chips[name] for name in state.players)
    return tuple(name for name in state.players if chips[name] == most)
