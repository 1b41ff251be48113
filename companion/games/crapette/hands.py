"""What hands do in Crapette: the zones they touch, what lies there when nobody judges, and how often hands slip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache

from companion.action import Action, Event
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, CARD_NUMBERS, SERIES_BELOW, UNKNOWN
from companion.games.crapette.rules.state import CASES, HAND, STOCK, WASTE, State
from companion.hands import Faces, Hands
from companion.sighting import BACK

TAPPED = frozenset(
    {"pass", "call", "accept", "take_back", "agree_draw", "show_under", "choose_first", "correct"}
)
"""What no picture shows: it is said or decided, or (``show_under``) shown and put back at once."""

SLIPS: Mapping[str, float] = {
    "out_of_turn": 0.003,
    "own_waste_played": 0.005,
    "opponent_pile_played": 0.003,
    "foundation_card_moved": 0.003,
    "covered_card_moved": 0.002,
    "own_pile_loaded": 0.003,
    "several_cards_moved": 0.01,
    "wrong_foundation": 0.01,
    "wrong_series": 0.01,
    "wrong_load": 0.01,
    "early_recycle": 0.01,
}
"""How likely a placement fault (section 4.2) is beside a faultless move of the same kind."""
OMISSION = 0.05
"""The same for a move that only comes too early (section 4.3): it happens to everybody."""
FROM_ANOTHER_SIDE = 0.004
"""A card of a case, which belongs to nobody, moved out of turn: about as likely as that the side of a hand was seen
wrongly, so that it is asked first (section 7, "Who moved it?")."""
OUT_OF_ANOTHERS_HAND = 0.0002
"""A card that the other has drawn is played by the other: far more likely the side of a hand was seen wrongly."""
SKIPPED = 0.0002
"""A Jack on the 9 of its suit: far more likely nobody saw the 10 go up (section 7, "shows its missing steps")."""
_STEPS = 2
"""So many steps nobody may have seen."""


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The zones of an action, source first; none for what is said and not done."""
    by = action["by"]
    match action["do"]:
        case "move":
            return (action["from"], action["to"])
        case "draw":
            return (f"stock:{by}", f"hand:{by}")
        case "discard":
            return (f"hand:{by}", f"waste:{by}")
        case "turn_reserve":
            return (f"reserve:{by}",)
        case "recycle":
            return (f"waste:{by}", f"stock:{by}")
        case _:
            return ()


def unjudged(state: State) -> State:
    """The same moment with a referee who waits to be called: nothing is put back and no turn is lost (4.5)."""
    if state.house.referee == "on_call":
        return state
    return replace(state, house=replace(state.house, referee="on_call"), awaits_decision=False)


def accuses(events: Sequence[Event]) -> bool:
    """Whether a fault is told to everybody: called by the referee, or warned of by the coach."""
    return any(event.name == "infraction" and event.audience is None for event in events)


def proofs(events: Sequence[Event]) -> Sequence[Collection[str]]:
    """Section 4.3: the moves that were omitted; CR-53: the reserve that was not turned."""
    found: list[Collection[str]] = []
    for fault in (event for event in events if event.name == "infraction"):
        found += [(move["from"], move["to"]) for move in fault.fields["moves"]]
        if fault.fields["code"] == "reserve_not_turned":
            found.append((f"reserve:{fault.fields['by']}",))
    return found


def of_turn(events: Sequence[Event]) -> bool:
    """Section 4.2: a move out of turn, whatever else is wrong with it."""
    return any(event.name == "infraction" and event.fields["code"] == "out_of_turn" for event in events)


def habit(state: State, action: Action, events: Sequence[Event]) -> float:
    """How likely the action is beside a faultless one: the worst of its faults decides, and whose turn it is."""
    likely = out_of_turn = 1.0
    for event in events:
        if event.name == "infraction" and event.fields["code"] == "out_of_turn":
            out_of_turn = _taken_out_of_turn(action)
        elif event.name == "infraction":
            likely = min(likely, SLIPS.get(event.fields["code"], OMISSION))
    if out_of_turn < 1.0 and action.get("count", 1) > 1:
        likely *= SLIPS["several_cards_moved"]
    likely *= out_of_turn
    return SKIPPED if likely < 1.0 and _skips_a_step(state, action) else likely


def _taken_out_of_turn(action: Action) -> float:
    source = action["from"] if action["do"] == "move" else ""
    if source.startswith("hand:") and source != f"hand:{action['by']}":
        return OUT_OF_ANOTHERS_HAND
    return FROM_ANOTHER_SIDE if source[:1] == "T" else SLIPS["out_of_turn"]


def _skips_a_step(state: State, action: Action) -> bool:
    """Whether a card goes on a foundation that lacks just the one or two cards before it."""
    if action["do"] != "move" or action["to"][0] != "F" or "card" not in action:
        return False
    pile = state.piles[state.house.zones[action["to"]]]
    card = CARD_NUMBERS.get(action["card"])
    if card is None or (pile and pile[-1] == UNKNOWN):
        return False
    if not pile:
        return 0 < card % 13 <= _STEPS
    return pile[-1] // 13 == card // 13 and 0 < card - pile[-1] - 1 <= _STEPS


def may_show(zone: str, faces: Faces) -> Faces | None:
    """CR-14: the King that closes a foundation may be turned over."""
    return (BACK,) if zone[0] == "F" and zone[1:].isdigit() and faces and faces[0][0] == "K" else None


def unseen(state: State, touched: Collection[str]) -> Sequence[Action]:
    """Section 7, "a card vanished under a same-looking one": drawn, and discarded on its twin.

    Where the waste is one card and the stock is used up it may be turned, drawn and discarded itself.
    """
    if state.phase != "play" or state.turn is None:
        return ()
    player = state.house.players[state.turn]
    waste, hand = state.piles[WASTE + state.turn], state.piles[HAND + state.turn]
    over = {f"stock:{player}", f"hand:{player}", f"waste:{player}"} <= set(touched)
    if not over or hand or not waste or waste[-1] == UNKNOWN:
        return ()
    face = CARD_NAMES[waste[-1]]
    drawn = ({"by": player, "do": "draw", "card": face}, {"by": player, "do": "discard", "card": face})
    if state.piles[STOCK + state.turn]:
        return drawn
    return ({"by": player, "do": "recycle"}, *drawn) if len(waste) == 1 else ()


def to_and_fro(state: State, touched: Collection[str]) -> Sequence[Sequence[Action]]:
    """CR-42, the parking exception: a lone card that left its case and came back to it need not free it again."""
    if state.phase != "play" or state.turn is None:
        return ()
    player, names, piles = state.house.players[state.turn], state.house.zone_names, state.piles
    cases = [zone for zone in CASES if names[zone] in touched and piles[zone] and piles[zone][-1] != UNKNOWN]
    found = []
    for case in cases:
        card = piles[case][0]
        for other in cases:
            if len(piles[case]) == 1 and SERIES_BELOW[card] & BITS[piles[other][-1]]:
                there = {"by": player, "do": "move", "from": names[case], "to": names[other]}
                back = {**there, "from": names[other], "to": names[case]}
                found.append(tuple({**one, "card": CARD_NAMES[card]} for one in (there, back)))
    return found


def otherwise(state: State, action: Action) -> Sequence[Action]:
    """CR-12, CR-55: a waste of one card may have been turned over and drawn from, where the stock is used up."""
    by = action["by"]
    if action["do"] != "move" or action["from"] != f"waste:{by}":
        return ()
    seat = state.house.players.index(by)
    waste = state.piles[WASTE + seat]
    if len(waste) != 1 or waste[0] == UNKNOWN or state.piles[STOCK + seat] or state.piles[HAND + seat]:
        return ()
    card = CARD_NAMES[waste[0]]
    played = {"by": by, "do": "move", "from": f"hand:{by}", "to": action["to"], "card": card}
    return ({"by": by, "do": "recycle"}, {"by": by, "do": "draw", "card": card}, played)


def taken_to(state: State, touched: Mapping[str, Collection[str]]) -> Collection[str]:
    """A stock looks the same with a card less; the card lies in its player's hand zone."""
    return [
        f"hand:{player}" for player in state.house.players if player in touched.get(f"stock:{player}", ())
    ]


def by_itself(zone: str) -> bool:
    """The top card of a reserve is turned up."""
    return zone.startswith("reserve:")


def put_back(state: State) -> Action | None:
    """4.5: under the coach a warned move may be taken back by whoever made it."""
    if state.house.referee != "coach" or not state.faults:
        return None
    return {"by": state.house.players[state.faults[-1].deed.seat], "do": "take_back"}


@cache
def lookalikes(face: str) -> Collection[str]:
    """Cards of one rank or of one suit: a reader hardly errs in both at once."""
    return frozenset(
        other
        for other in CARD_NUMBERS
        if other != face and (other[:-1] == face[:-1] or other[-1] == face[-1])
    )


HANDS = Hands(
    touched=touched,
    tapped=TAPPED,
    unjudged=unjudged,
    accuses=accuses,
    proofs=proofs,
    of_turn=of_turn,
    habit=habit,
    may_show=may_show,
    unseen=unseen,
    to_and_fro=to_and_fro,
    otherwise=otherwise,
    taken_to=taken_to,
    by_itself=by_itself,
    put_back=put_back,
    lookalikes=lookalikes,
)
