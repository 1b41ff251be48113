"""What hands do in Racko: the zones they touch, what lies there while nobody judges, and what only a tap can say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.action import Action, Event
from companion.games.racko.rules.state import SLOTS, State
from companion.games.racko.table import BACK, DISCARD, RACKS, STOCK, rack_zone, visible_table
from companion.hands import Doubts, Faces, Hands

TAPPED = frozenset({"draw_for_deal", "set_dealer", "place_dealt", "end_round", "note_slot", "count_rack"})
"""What no picture shows: the racks face their owners, and the rest is agreed, counted or told."""

SAYS_MORE = 0.001
"""A drawn card laid off, a card exchanged for one from the stock: the same picture as a ``discard``, section 7
(probability ratio, chosen)."""
ONE_BY_ONE = 0.01
"""Whoever deals card by card tells the tablet so before, for it is told of every slot (probability ratio, chosen)."""

PUT_BACK = 0.003
"""RK-11: the face-up card that was taken has to be exchanged (probability ratio, chosen)."""


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The zones of an action in order; a rack on its stand and a card in a hand are in no zone."""
    match action["do"]:
        case "take_discard" | "exchange" | "discard" | "discard_drawn":
            return (DISCARD,)
        case "draw_stock":
            return (STOCK,)
        case "turn_up":
            return (STOCK, DISCARD)
        case "restock":
            return (DISCARD, STOCK)
        case "deal":
            shown = tuple(rack_zone(state, name) for name, count in state.call.counts if count.rack)
            return (*shown, DISCARD, STOCK) if state.pile.cards else (*shown, STOCK)
        case "racko" | "racko_eclair" | "show_rack":
            announced_only = action.get("rack") is None and action["do"] != "show_rack"
            return () if announced_only else (rack_zone(state, action["by"]),)
        case _:
            return ()


def unjudged(state: State) -> State:
    """The same moment with a referee who leaves a falsely announced rack on the table (RK-25)."""
    if state.house.unjudged:
        return state
    return replace(state, house=replace(state.house, unjudged=True))


def accuses(events: Sequence[Event]) -> bool:
    """Whether a Racko is called false before everybody: one misread card would do that."""
    return any(event.name == "false_racko" for event in events)


def habit(state: State, action: Action, events: Sequence[Event]) -> float:
    """Of actions that look alike the one that claims no more than can be seen."""
    match action["do"]:
        case "deal" if action.get("one_by_one"):
            return ONE_BY_ONE
        case "exchange" | "discard_drawn" if state.held is not None and state.held.source == "stock":
            return SAYS_MORE
        case "discard" if state.held is not None and state.held.source == "discard":
            return SAYS_MORE
        case _:
            return 1.0


def goes_back(action: Action) -> float:
    """The face-up card that was taken is hardly ever put back as if nothing had happened: RK-11 refuses that."""
    return PUT_BACK if action["do"] == "take_discard" else 1.0


def looked_between(first: Action, second: Action) -> bool:
    """Whoever has taken the face-up card looks for its place in the rack, and which card leaves it."""
    return first["do"] == "take_discard" and second["do"] in ("exchange", "discard")


def laid(action: Action) -> Mapping[str, Faces]:
    """The actions that a hand at the stock tells of, though it looks as before: nobody reaches there for nothing."""
    return {STOCK: (BACK,)} if action["do"] in ("draw_stock", "turn_up", "deal", "restock") else {}


class RackDoubts(Doubts):
    """A card that is taken on at once may be seen by nobody; a rack laid open may contradict what was known of it."""

    def laid_unseen(self, state: State, seen: Mapping[str, Faces]) -> Action | None:
        """Section 7: where two top cards have changed people are asked for the turns in order."""
        held, faces = state.held, seen.get(DISCARD)
        if held is None or not faces or faces == visible_table(state)[DISCARD]:
            return None
        return {"by": held.player, "do": "exchange" if held.source == "discard" else "discard"}

    def checked(self, action: Action, code: str) -> Action | None:
        """RK-24, RK-43: a rack that the table has checked stands against everything that was known before."""
        if action.get("rack") is None or code not in (
            "known_slot_differs",
            "known_card_missing",
            "card_elsewhere",
        ):
            return None
        return {**action, "correct": True}


def private(state: State) -> frozenset[str]:
    """A rack is its owner's until it is announced or counted, even where it has fallen over."""
    laid_open = state.phase in ("show", "scoring", "round_over", "game_over")
    return frozenset() if laid_open else frozenset(RACKS)


def shows_fault(state: State, events: Sequence[Event]) -> Mapping[str, Sequence[int]]:
    """RK-25: the card that breaks the order of an announced rack, and the one before it."""
    broken = (
        event.fields for event in events if event.name == "false_racko" and "break_slot" in event.fields
    )
    return {
        rack_zone(state, told["player"]): (at - 1, at)
        for told in broken
        if (at := SLOTS.index(told["break_slot"]))
    }


def essence(state: State) -> State:
    """Whose rack was laid open first matters to nobody: all that lie open are counted."""
    if state.call is None or not state.call.counts:
        return state
    return replace(state, call=replace(state.call, counts=tuple(sorted(state.call.counts, key=_player))))


def _player(counted: tuple[str, object]) -> str:
    return counted[0]


HANDS = Hands(
    touched=touched,
    tapped=TAPPED,
    unjudged=unjudged,
    accuses=accuses,
    habit=habit,
    goes_back=goes_back,
    told_later=frozenset(),
    puts_right=frozenset({"card_not_in_game", "must_exchange", "not_your_turn"}),
    telling=frozenset({STOCK}),
    looked_between=looked_between,
    laid=laid,
    essence=essence,
    doubts=RackDoubts(),
    private=private,
    shows_fault=shows_fault,
)
