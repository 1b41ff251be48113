"""What a rack is worth, and how a round and the game are settled (RK-20, RK-30 to RK-39, RK-50 to RK-58)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.action import Event
from companion.games.racko.rules import chips
from companion.games.racko.rules.state import (
    BONUS,
    ECLAIR,
    LONGEST_PRICED,
    PER_CARD,
    SLOTS,
    WINNER,
    House,
    Standing,
    State,
)

Events = tuple[Event, ...]


def good_cards(rack: Sequence[int]) -> int:
    """The cards in order from slot 5 up to the break, 1 to 10 (RK-36, RK-37)."""
    for place in range(1, len(rack)):
        if rack[place] < rack[place - 1]:
            return place
    return len(rack)


def break_slot(rack: Sequence[int]) -> int | None:
    """The first slot whose card is lower than the one before; None when all ascend."""
    place = good_cards(rack)
    return SLOTS[place] if place < len(rack) else None


def longest_run(rack: Sequence[int]) -> int:
    """The longest row of neighbouring slots with numbers that follow one another; 1 = none (RK-31, RK-59c)."""
    longest = length = 1
    for place in range(1, len(rack)):
        length = length + 1 if rack[place] == rack[place - 1] + 1 else 1
        longest = max(longest, length)
    return longest


def run_needed(state: State, kind: str | None) -> bool:
    """RK-30, RK-59d: with two left in the game Racko needs a run of three; RK-63: Éclair does not."""
    return kind == "racko" and state.house.two_player_run and len(state.players) == 2


def teams(house: House) -> tuple[tuple[str, str], ...]:
    """RK-50: seats 1 and 3 against 2 and 4."""
    first, second, third, fourth = house.seats
    return ((first, third), (second, fourth))


def settle(state: State) -> tuple[State, Events]:
    """The last awaited rack is in: the round is scored and the next dealer named, or the game is over."""
    if state.house.with_chips:
        state, events = chips.pay(state)
        over = chips.game_ends(state)
        winners = chips.winners(state)
    else:
        state, events = _score(state)
        over = _target_reached(state)
        winners = _leaders(state)
    dealer = _next_dealer(state)
    tied = over and not state.house.with_chips and _undecided(state.house, winners)
    if tied and state.house.tie == "extra_round":
        # RK-39: an equal lead plays on; with chips an equal lead is always shared (RK-59e).
        events, over = (*events, Event("tie_extra_round", {})), False
    if over:
        standing = replace(state.standing, dealer=dealer, winners=winners)
        events = (*events, Event("game_over", {"winners": list(winners)}))
        return replace(state, phase="game_over", turn=None, standing=standing), events
    standing = replace(state.standing, dealer=dealer)
    events = (*events, Event("dealer_chosen", {"player": dealer}))
    return replace(state, phase="round_over", turn=None, standing=standing), events


def _score(state: State) -> tuple[State, Events]:
    """RK-35 to RK-38, RK-63, RK-64: the points of this round are added up.

    RK-55 to RK-58: the bonus is for the announcer alone (RK-57), for his longest run only (RK-56).
    """
    call, house = state.call, state.house
    bonus = 0
    won = call.count_of(call.by) if call.by is not None else None
    if house.bonus and call.kind == "racko" and won is not None:
        bonus = BONUS.get(min(won.longest_run, LONGEST_PRICED), 0)
    points: dict[str, int] = {}
    for player in state.players:
        count = call.count_of(player)
        if player == call.by:
            points[player] = ECLAIR if call.kind == "eclair" else WINNER + bonus
        elif count is None or (call.kind == "eclair" and not house.eclair_others_score):
            points[player] = 0
        else:
            points[player] = PER_CARD * count.good_cards
    scores = tuple(
        score + points.get(name, 0) for name, score in zip(house.seats, state.standing.scores, strict=True)
    )
    standing = replace(state.standing, scores=scores, round_points=tuple(points.items()), round_bonus=bonus)
    return replace(state, standing=standing), (Event("round_scored", {"points": points}),)


def totals(house: House, standing: Standing) -> dict[tuple[str, ...], int]:
    """The points of each side: of the teams (RK-51), else of each player."""
    scores = dict(zip(house.seats, standing.scores, strict=True))
    if house.teams:
        return {team: sum(scores[name] for name in team) for team in teams(house)}
    return {(name,): scores[name] for name in standing.players}


def _target_reached(state: State) -> bool:
    return max(totals(state.house, state.standing).values()) >= state.house.target


def _leaders(state: State) -> tuple[str, ...]:
    """RK-39, RK-51: the side with the highest total, or all who share it, by seat."""
    sides = totals(state.house, state.standing)
    best = max(sides.values())
    leading = {name for side, total in sides.items() if total == best for name in side}
    return tuple(name for name in state.house.seats if name in leading)


def _undecided(house: House, winners: tuple[str, ...]) -> bool:
    return len(winners) > (2 if house.teams else 1)


def _next_dealer(state: State) -> str:
    """RK-8: the player on the dealer's left who is still in the game, or the announcer."""
    if state.house.next_dealer == "winner" and state.call.by is not None:
        return state.call.by
    return state.left_of(state.standing.dealer, state.players)
