"""Each player is dealt a hidden number, may look at it, and says a lot once; the highest bid wins.

The table deals; ``peek`` is for the player's own page; ``say`` takes one argument of every kind of domain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.action import BANK, TABLE, Event, Rejected
from companion.domains import choices
from companion.game import Codes, Option, View, chosen_options

OPTIONS: Mapping[str, Option] = {
    "loud": Option.of(False, True),
    "tune": Option.of("high", "low", "middle"),
    "top": Option(9, low=5, high=100),
    "rounds": Option(None, (None,), low=1),
}
CODES = Codes(
    actions=frozenset({"deal", "peek", "say", "clap"}),
    events=frozenset({"dealt", "number_seen", "said", "clapped", "game_over"}),
    refusals=frozenset(
        {"game_over", "unknown_action", "unknown_player", "table_only", "wrong_phase", "not_your_turn"}
        | {"not_your_number", "bad_value", "already_seen"}
    ),
)
NUMBERS = tuple(range(1, 10))
COLOURS = ["red", "blue", "green"]


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    options: tuple[tuple[str, Any], ...]
    numbers: tuple[int, ...] = ()
    seen: frozenset[str] = frozenset()
    said: tuple[tuple[str, int], ...] = ()
    claps: int = 0

    @property
    def turn(self) -> str | None:
        left = self.players[len(self.said) :]
        return left[0] if self.numbers and left else None

    @property
    def over(self) -> bool:
        return len(self.said) == len(self.players)


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    if not 2 <= len(players) <= 5 or {TABLE, BANK} & set(players):
        raise Rejected("bad_players", expected=[2, 5])
    chosen = chosen_options(OPTIONS, options)
    if set(setup or {}) - {"numbers"}:
        raise Rejected("bad_setup", key=min(setup or {}))
    numbers = (setup or {}).get("numbers", {})
    return State(tuple(players), tuple(chosen.items()), tuple(numbers[name] for name in players if numbers))


def legal_actions(state: State) -> tuple[dict[str, Any], ...]:
    if state.over:
        return ()
    if not state.numbers:
        hands = {"each": {player: list(NUMBERS) for player in state.players}, "distinct": True}
        return ({"by": TABLE, "do": "deal", "numbers": hands},)
    return (_saying(state, str(state.turn)), {"by": {"one_of": list(state.players)}, "do": "clap"})


def offered(state: State, seat: str | None) -> tuple[dict[str, Any], ...]:
    own: tuple[dict[str, Any], ...] = ()
    if seat in state.players and state.numbers and seat not in state.seen and not state.over:
        number = state.numbers[state.players.index(str(seat))]
        own = ({"by": seat, "do": "peek", "number": {"one_of": [number]}},)
    return (*own, *legal_actions(state))


def _saying(state: State, player: str) -> dict[str, Any]:
    return {
        "by": player,
        "do": "say",
        "word": {"one_of": [None, "hush", "psst"]},
        "far": {"one_of": list(range(10))},
        "dice": {"list_of": [1, 2, 3, 4, 5, 6], "count": 2},
        "pair": {"choose": ["A", "B", "C", "D"], "count": 2},
        "twins": {"choose": ["A", "B"], "count": 2, "again": True},
        "row": {"slots": [[1, 2, 3], [2, 3, 4], [3, 4, 5]], "ascending": True},
        "lanes": {"each": {colour: [1, 2, 3] for colour in COLOURS}, "distinct": True},
        "shifts": {"slots": [[{"horse": "A", "dir": "in"}], [{"horse": "B", "dir": "out"}, None]]},
        "bid": {"from": 100, "to": 500, "step": 100},
    }


def apply(state: State, action: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    by, do = action.get("by"), action.get("do")
    if state.over:
        raise Rejected("game_over")
    if do not in CODES.actions:
        raise Rejected("unknown_action")
    if do == "deal":
        return _deal(state, by, action.get("numbers"))
    if by not in state.players:
        raise Rejected("unknown_player")
    if not state.numbers:
        raise Rejected("wrong_phase")
    player = str(by)
    if do == "peek":
        return _peek(state, player, action.get("number"))
    if do == "clap":
        return replace(state, claps=state.claps + 1), (Event("clapped", {"player": player}),)
    if player != state.turn:
        raise Rejected("not_your_turn", expected=state.turn)
    for name, domain in _saying(state, player).items():
        if name in ("by", "do"):
            continue
        if not any(action.get(name) == value for value in choices(domain)):
            raise Rejected("bad_value", key=name, seen=action.get(name))
    after = replace(state, said=(*state.said, (player, action["bid"])))
    events = (Event("said", {"player": player, "bid": action["bid"]}),)
    return after, (*events, Event("game_over", {"winner": winner(after)})) if after.over else events


def _deal(state: State, by: object, numbers: object) -> tuple[State, tuple[Event, ...]]:
    if by not in (TABLE, BANK):
        raise Rejected("table_only")
    if state.numbers:
        raise Rejected("wrong_phase")
    if not isinstance(numbers, dict) or set(numbers) != set(state.players):
        raise Rejected("bad_value", key="numbers", seen=numbers)
    dealt = tuple(numbers[player] for player in state.players)
    if len(set(dealt)) < len(dealt) or not all(type(number) is int and number in NUMBERS for number in dealt):
        raise Rejected("bad_value", key="numbers")
    seen = tuple(
        Event("number_seen", {"player": player, "number": number}, (player,))
        for player, number in zip(state.players, dealt, strict=True)
    )
    return replace(state, numbers=dealt), (Event("dealt", {"count": len(dealt)}), *seen)


def _peek(state: State, player: str, number: object) -> tuple[State, tuple[Event, ...]]:
    if player in state.seen:
        raise Rejected("already_seen", player=player)
    own = state.numbers[state.players.index(player)]
    if type(number) is not int or number != own:
        raise Rejected("not_your_number", audience=(player,), expected=own, seen=number)
    after = replace(state, seen=state.seen | {player})
    return after, (Event("number_seen", {"player": player, "number": own}, (player,)),)


def redacted(action: Mapping[str, Any], seat: str | None) -> Mapping[str, Any]:
    if action["do"] == "deal":
        return {**action, "numbers": {name: None for name in action["numbers"]}}
    if action["do"] == "peek" and action["by"] != seat:
        return {**action, "number": None}
    return action


def winner(state: State) -> str | None:
    return max(state.said, key=lambda said: said[1])[0] if state.over else None


def view(state: State, seat: str | None = None) -> View:
    public = {
        "game": "whispers",
        "players": list(state.players),
        "options": dict(state.options),
        "turn": state.turn,
        "bids": dict(state.said),
        "claps": state.claps,
        "seen": sorted(state.seen),
        "winner": winner(state),
    }
    private = {
        player: {"number": number} for player, number in zip(state.players, state.numbers, strict=False)
    }
    return View(public, private)


def is_over(state: State) -> bool:
    return state.over
