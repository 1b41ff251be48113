"""What causes no infraction now: the moves and doings that the view lists, and the legal actions made of them."""

from __future__ import annotations

from bisect import insort
from functools import lru_cache
from typing import Any

from companion.action import TABLE, Action, Template
from companion.games.crapette.rules.calls import callable_fault, proof_moves
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, PACK, UNKNOWN
from companion.games.crapette.rules.duties import Duties, Shifts, duties_of
from companion.games.crapette.rules.ending import out_of_cards
from companion.games.crapette.rules.omissions import omitted
from companion.games.crapette.rules.state import (
    CASES,
    HAND,
    RESERVE,
    STOCK,
    WASTE,
    Deed,
    House,
    Shift,
    State,
    must_turn,
)

# ---------------------------------------------------------------- moves


def legal_shifts(pending: Duties, proofs: Shifts) -> list[Shift]:
    """Every single card of the player on turn that moves without an infraction, proof moves left out (section 3).

    A lone card into an empty case is faultless but pointless and not listed, nor is a return from a foundation.
    """
    found = _foundation_plays(pending) if pending.foundation else _moves(pending)
    if _anything_due(pending):
        found = [move for move in found if _is_faultless(pending, move)]
    return [move for move in found if move not in proofs] if proofs else found


def _foundation_plays(pending: Duties) -> list[Shift]:
    """CR-40: while a card must go up no other move is faultless."""
    return [move for source, card in _sources(pending) for move in pending.onto_foundations(source, card)]


def _moves(pending: Duties) -> list[Shift]:
    """Every card wherever it fits, whatever is due."""
    wanted, series, loadable, empty = pending.wanted, pending.series, pending.loadable, pending.empty
    lone, house = pending.lone, pending.house
    found: list[Shift] = []
    for source, card in _sources(pending):
        bit, first = BITS[card], len(found)
        if bit & wanted:
            found += pending.onto_foundations(source, card)
        if bit & series:
            found += pending.onto_series(source, card)
        if empty is not None and source not in lone:
            insort(found, Shift(source, empty, card), first)
        if bit & loadable and _may_load(house, source):
            found += pending.loads(source, card)
    return found


def _anything_due(pending: Duties) -> bool:
    """Whether one of the moves found may prove an omission (section 4.3); mostly none may, and none is judged."""
    if pending.turn_reserve and pending.house.reserve_turn == "strict":
        return True
    if pending.foundation:
        return pending.house.foundation_order != "any"
    by_hand = pending.hand is not None and (pending.reserve or pending.reserve_filling)
    return bool(pending.uncovering or pending.freeing or by_hand)


def _is_faultless(pending: Duties, move: Shift) -> bool:
    """Whether a rightly placed card proves no omission (section 4.3)."""
    source, target, card = move
    piles = pending.piles
    left = len(piles[source]) - 1
    into_empty = target in CASES and not piles[target]
    deed = Deed("move", pending.seat, source, target, (card,), left, left, False, into_empty)
    return not omitted(pending, deed)


def _may_load(house: House, source: int) -> bool:
    """CR-31: the free card of a case may be loaded unless an option forbids it, any other source always."""
    return house.load_from_cases or source not in CASES


def _sources(pending: Duties) -> list[tuple[int, int]]:
    """CR-12, then the own and the opponent's waste if an option opens them."""
    seat, house = pending.seat, pending.house
    if not (house.own_waste_playable or house.opponent_waste_playable):
        return pending.sources
    found = list(pending.sources)
    for zone, playable in (
        (WASTE + seat, house.own_waste_playable),
        (WASTE + 1 - seat, house.opponent_waste_playable),
    ):
        pile = pending.piles[zone]
        if playable and pile and pile[-1] != UNKNOWN:
            found.append((zone, pile[-1]))
    return found


# ---------------------------------------------------------------- doings


def legal_doings(pending: Duties) -> list[str]:
    """What the player on turn can do without an infraction besides moving a card, in the order of the view."""
    piles, seat = pending.piles, pending.seat
    hand, stock, waste = piles[HAND + seat], piles[STOCK + seat], piles[WASTE + seat]
    found = []
    if hand:
        kind = "discard"
    elif stock:
        kind = "draw"
    else:
        kind = "" if waste else "pass"
    if kind and not omitted(pending, Deed(kind, seat)):
        found.append(kind)
    if not stock and waste and not (hand and pending.house.recycle == "when_needed"):
        found.append("recycle")
    if pending.turn_reserve:
        found.append("turn_reserve")
    return found


# ---------------------------------------------------------------- legal actions


def legal_actions(state: State) -> tuple[Template, ...]:
    """What is wise and allowed now, as templates with domains: no instance is an infraction or a wrong call."""
    match state.phase:
        case "play" if state.awaits_decision:
            return _in_decision(state)
        case "play":
            return _in_play(state)
        case "tie_break":
            return _show_under(state) or _agree_draw(state)
        case "choose_first":
            return ({"by": TABLE, "do": "choose_first", "player": {"one_of": list(state.house.players)}},)
        case "confirm":
            return _in_confirm(state)
        case _:
            return ()


def _show_under(state: State) -> tuple[Template, ...]:
    """CR-7: both show the bottom card of their reserve."""
    players, shown = state.house.players, state.shown.under
    templates = [
        {"by": players[seat], "do": "show_under", "card": faces}
        for seat in (0, 1)
        if not shown[seat]
        and state.piles[RESERVE + seat]
        and (faces := _faces(state, seat, state.piles[RESERVE + seat][0])) is not None
    ]
    return tuple(templates)


def _faces(state: State, seat: int, known: int) -> dict[str, Any] | str | None:
    """A face that can be read: the known one, or all that are possible; None when no card is."""
    if known != UNKNOWN:
        return CARD_NAMES[known]
    possible = _all_but(state.shown.twice | state.shown.packs[seat])
    return {"one_of": list(possible)} if possible else None


def possible_cards(state: State, action: Action) -> tuple[str, ...]:
    """The cards that a pile's next one may be: those that its pack has not shown; none of one seen before."""
    seat = state.house.players.index(action["by"])
    piles = {"draw": STOCK, "turn_reserve": RESERVE}
    pile = state.piles[piles[action["do"]] + seat] if action["do"] in piles else ()
    if not pile or pile[-1] != UNKNOWN:
        return ()
    possible = _all_but(state.shown.twice | state.shown.packs[seat])
    return tuple(card for card in possible if card is not None)


@lru_cache(maxsize=64)
def _all_but(impossible: int) -> tuple[str | None, ...]:
    """Every face but those of a set of cards; it stays the same until a card is drawn or turned."""
    return tuple(CARD_NAMES[card] for card in PACK if not impossible >> card & 1)


def _agree_draw(state: State) -> tuple[Template, ...]:
    players = state.house.players
    return tuple(
        {"by": players[seat], "do": "agree_draw"} for seat in (0, 1) if not state.standstill.agreed[seat]
    )


def _in_confirm(state: State) -> tuple[Template, ...]:
    """4.5: the opponent lets the win stand, or calls a fault that is open."""
    claimant = out_of_cards(state)
    if claimant is None:
        return ()
    players = state.house.players
    accept = {"by": players[1 - claimant], "do": "accept"}
    callers = [seat for seat in (0, 1) if callable_fault(state, seat, None) is not None]
    return accept, *({"by": players[seat], "do": "call"} for seat in callers)


def _in_decision(state: State) -> tuple[Template, ...]:
    """4.5, ``coach``: the player takes the warned action back or leaves it as it is."""
    player = state.house.players[state.faults[-1].deed.seat]
    return {"by": player, "do": "take_back"}, {"by": player, "do": "accept"}


def _in_play(state: State) -> tuple[Template, ...]:
    seat = state.turn
    if seat is None:
        return ()
    pending, proofs = duties_of(state, seat), proof_moves(state)
    players, names = state.house.players, state.house.zone_names
    player = players[seat]
    templates: list[Template] = []
    targets: dict[int, list[str]] = {}
    for source, target, card in (*proofs, *legal_shifts(pending, proofs)):
        if source in targets:
            targets[source].append(names[target])
        else:
            targets[source] = to = [names[target]]
            to_any, face = {"one_of": to}, CARD_NAMES[card]
            templates.append({"by": player, "do": "move", "from": names[source], "to": to_any, "card": face})
    for do in legal_doings(pending):
        templates += _doing(state, seat, do)
    templates += _of_the_other(state, 1 - seat)
    for caller in (seat, 1 - seat) if state.house.referee == "on_call" else ():
        if callable_fault(state, caller, None) is not None:
            templates.append({"by": players[caller], "do": "call"})
    if state.standstill.told or min(state.standstill.idle) or not templates:
        templates += _agree_draw(state)
    return tuple(templates)


def _doing(state: State, seat: int, do: str) -> tuple[Template, ...]:
    """One of ``legal_doings`` with the faces that can be read."""
    player = state.house.players[seat]
    if do not in ("draw", "turn_reserve"):
        return ({"by": player, "do": do},)
    pile = state.piles[(STOCK if do == "draw" else RESERVE) + seat]
    faces = _faces(state, seat, pile[-1])
    return () if faces is None else ({"by": player, "do": do, "card": faces},)


def _of_the_other(state: State, seat: int) -> list[Template]:
    """What the waiting player may do: turn his reserve or his waste; with ``early_draw`` look at his next card."""
    piles, house = state.piles, state.house
    templates: list[Template] = []
    if must_turn(state, seat):
        templates += _doing(state, seat, "turn_reserve")
    if not piles[STOCK + seat] and piles[WASTE + seat] and house.recycle == "when_exhausted":
        templates += _doing(state, seat, "recycle")
    if house.early_draw and piles[STOCK + seat] and not piles[HAND + seat]:
        templates += _doing(state, seat, "draw")
    return templates
