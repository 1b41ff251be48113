"""What hands do in Change Horses: cards from before a player to the betting board, pieces from field to field."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.action import Action, Event, Rejected
from companion.games.change_horses import rules
from companion.games.change_horses.rules.state import NUMBER, Placed, State
from companion.games.change_horses.table import BOARD, PILE, bids_proposed, cell_zone, visible_table
from companion.hands import Doubts, Hands

TAPPED = frozenset({"set_first", "bid", "pass_bid", "cannot_bid", "note_certificate"})
"""What is told: who begins, bids (a tap confirms their sum, section 7), and what only a player's page knows."""

NAMED_OTHERWISE = 0.001
"""Two names for one thing: shifts told in the other order, a certificate shown against the player's own note
(probability ratio, chosen)."""


class _Kinds(frozenset[str]):
    """Zones by their kind: ``front`` stands for the zone ``front:<player>`` of each player."""

    def __contains__(self, zone: object) -> bool:
        return isinstance(zone, str) and super().__contains__(zone.partition(":")[0])


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The zones of an action in order, with the betting board when that is cleared after the lap (CH-15).

    Cards in the hand are in no zone; looking whether the pieces stand right touches nothing.
    """
    if action["do"] == "check_horses" or action["do"] in TAPPED:
        return ()
    try:
        after, _ = rules.apply(state, action)
    except Rejected:
        return tuple(_own_zones(state, action))
    zones = dict.fromkeys((*_own_zones(state, action), *_fields(state, after)))
    before, now = visible_table(state), visible_table(after)
    return (*zones, *(zone for zone in before if zone not in zones and before[zone] != now.get(zone, ())))


def _own_zones(state: State, action: Action) -> Iterator[str]:
    """Where an action begins and ends, but for the pieces."""
    by = action["by"]
    match action["do"]:
        case "deal_positions":
            yield from (f"position:{name}" for name in state.house.players)
        case "reveal":
            yield f"front:{by}"
        case "play_card":
            yield from (f"front:{by}", BOARD)
        case "play_wild":
            yield f"wild:{by}"
            if action.get("use") == "stumble":
                yield BOARD
            if action.get("use") == "change_horse":
                yield from (f"{PILE}:{by}", PILE)
        case "show_certificate":
            yield f"{PILE}:{by}"


def _fields(before: State, after: State) -> Iterator[str]:
    """The field that each moved piece leaves and the one it comes to, the inside lane first (CH-23)."""
    moved = [
        (was, now)
        for was, now in zip(before.horses, after.horses, strict=True)
        if was != now or before.phase == "place_horses"
    ]
    for (lane, row), (to_lane, to_row) in sorted(moved):
        if lane and (lane, row) != (to_lane, to_row):
            yield cell_zone(after.house, lane, row)
        yield cell_zone(after.house, to_lane, to_row)


def habit(state: State, action: Action, events: Sequence[Event]) -> float:
    """Of two actions that are the same thing, the one that people name."""
    if action["do"] == "show_certificate" and action.get("correct"):
        return NAMED_OTHERWISE
    if action["do"] == "play_wild" and action.get("use") == "slippery":
        first, second = (NUMBER[shift["horse"]] for shift in action["moves"])
        return NAMED_OTHERWISE if first > second and _either_order(state, action["moves"]) else 1.0
    return 1.0


def _either_order(state: State, moves: Sequence[Mapping[str, str]]) -> bool:
    """Whether the second shift could be made first: the field it enters is free before the other has left."""
    lane, row = state.horses[NUMBER[moves[1]["horse"]]]
    entered = (lane + (1 if moves[1]["dir"] == "out" else -1), row)
    return entered not in state.horses


class HorseDoubts(Doubts):
    """What no picture of this table tells for certain."""

    def may_be_covered(self, zone: str) -> bool:
        """Onto the betting board cards are played face up; one that is covered lay there before (CH-14, CH-41)."""
        return zone != BOARD

    def unseen(self, state: State, touched: Collection[str]) -> Sequence[Action]:
        """A change of horse (CH-47) whose wild card nobody saw leave: hands took a certificate to the pile."""
        if state.phase != "play" or state.turn is None:
            return ()
        by = state.house.players[state.turn]
        if PILE not in touched or f"{PILE}:{by}" not in touched or f"wild:{by}" in touched:
            return ()
        return ({"by": by, "do": "play_wild", "use": "change_horse"},)


def essence(state: State) -> State:
    """All but the order of cards on the betting board, where every card counts (CH-14, CH-20), and before their
    players, and which of two equal ones is covered: no rule asks whose it was.
    """
    covers: dict[str, list[int | None]] = {}
    for placed in sorted(state.board, key=_cover):
        covers.setdefault(placed.card, []).append(placed.covered_by)
    by_player = sorted(state.board, key=lambda placed: (placed.card, placed.by))
    board = tuple(one._replace(covered_by=covers[one.card].pop(0)) for one in by_player)
    seats = tuple(seat._replace(front=tuple(sorted(seat.front))) for seat in state.seats)
    return replace(state, board=board, seats=seats)


def _cover(placed: Placed) -> int:
    return -1 if placed.covered_by is None else placed.covered_by


HANDS = Hands(
    touched=touched,
    tapped=TAPPED,
    proposing=bids_proposed,
    habit=habit,
    essence=essence,
    doubts=HorseDoubts(),
    puts_right=frozenset(
        {
            "wrong_horse_position",
            "wrong_distance",
            "horse_does_not_move",
            "horse_ahead_first",
            "not_your_turn",
            "card_not_in_front",
        }
    ),
    loose=_Kinds({"front", "wild", BOARD, PILE}),
    summed=_Kinds({"carrots"}),
)
