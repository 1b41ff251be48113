"""What causes no infraction now: the moves and doings that the view lists, and the legal actions made of them."""

from __future__ import annotations

from bisect import insort
from functools import lru_cache
from typing import Any

from companion.action import TABLE, Template
from companion.games.crapette.rules.calls import callable_fault, proof_moves
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, LOADS_BELOW, PACK, SERIES_BELOW, UNKNOWN
from companion.games.crapette.rules.duties import Duties
from companion.games.crapette.rules.ending import out_of_cards
from companion.games.crapette.rules.omissions import omitted
from companion.games.crapette.rules.state import (
    CASES,
    HAND,
    RESERVE,
    STOCK,
    WASTE,
    Deed,
    Position,
    Shift,
    must_turn,
)

# ---------------------------------------------------------------- moves


def legal_shifts(pending: Duties) -> list[Shift]:
    """Every single card of the player on turn that moves without an infraction, proof moves left out (section 3).

    A lone card into an empty case is faultless but pointless and not listed, nor is a return from a foundation.
    """
    position, wanted, tops, empty = pending.position, pending.wanted, pending.tops, pending.empty
    loads_below, loadable = LOADS_BELOW[position.house.load_match], pending.loadable
    lone, up_is_due = pending.lone, bool(pending.foundation)
    due, hand = _anything_due(pending), HAND + pending.seat
    found: list[Shift] = []
    for source, card in _sources(pending):
        moves: list[Shift] = []
        if BITS[card] & wanted:
            moves += pending.onto_foundations(source, card)
        if not up_is_due:
            if SERIES_BELOW[card] & tops:
                moves += pending.onto_series(source, card)
            if empty is not None and source not in lone:
                insort(moves, Shift(source, empty, card))
            if loads_below[card] & loadable and _may_load(position, source):
                moves += pending.loads(source, card)
        if moves and (due or source == hand):
            moves = [move for move in moves if _is_faultless(pending, move)]
        found += moves
    proofs = proof_moves(position)
    return [move for move in found if move not in proofs] if proofs else found


def _anything_due(pending: Duties) -> bool:
    """Whether a move of any card but the one in hand may prove an omission; mostly none may, and none is judged."""
    turning = pending.turn_reserve and pending.position.house.reserve_turn == "strict"
    return bool(pending.foundation or pending.uncovering or pending.freeing or turning)


def _is_faultless(pending: Duties, move: Shift) -> bool:
    """Whether a rightly placed card proves no omission (section 4.3)."""
    source, target, card = move
    piles = pending.position.piles
    left = len(piles[source]) - 1
    into_empty = target in CASES and not piles[target]
    deed = Deed("move", pending.seat, source, target, (card,), left, left, False, into_empty)
    return not omitted(pending, deed)


def _may_load(position: Position, source: int) -> bool:
    """CR-31: the free card of a case may be loaded unless an option forbids it, any other source always."""
    return position.house.load_from_cases or source not in CASES


def _sources(pending: Duties) -> list[tuple[int, int]]:
    """CR-12, then the own and the opponent's waste if an option opens them."""
    position, seat, house = pending.position, pending.seat, pending.position.house
    if not (house.own_waste_playable or house.opponent_waste_playable):
        return pending.sources
    found = list(pending.sources)
    for zone, playable in (
        (WASTE + seat, house.own_waste_playable),
        (WASTE + 1 - seat, house.opponent_waste_playable),
    ):
        pile = position.piles[zone]
        if playable and pile and pile[-1] != UNKNOWN:
            found.append((zone, pile[-1]))
    return found


# ---------------------------------------------------------------- doings


def legal_doings(pending: Duties) -> list[str]:
    """What the player on turn can do without an infraction besides moving a card, in the order of the view."""
    position, seat = pending.position, pending.seat
    piles = position.piles
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
    if not stock and waste and not (hand and position.house.recycle == "when_needed"):
        found.append("recycle")
    if pending.turn_reserve:
        found.append("turn_reserve")
    return found


# ---------------------------------------------------------------- legal actions


def legal_actions(position: Position) -> tuple[Template, ...]:
    """What is wise and allowed now, as templates with domains: no instance is an infraction or a wrong call."""
    match position.phase:
        case "play" if position.awaits_decision:
            return _in_decision(position)
        case "play":
            return _in_play(position)
        case "tie_break":
            return _show_under(position) or _agree_draw(position)
        case "choose_first":
            return ({"by": TABLE, "do": "choose_first", "player": {"one_of": list(position.house.players)}},)
        case "confirm":
            return _in_confirm(position)
        case _:
            return ()


def _show_under(position: Position) -> tuple[Template, ...]:
    """CR-7: both show the bottom card of their reserve."""
    players, shown = position.house.players, position.under_shown
    templates = [
        {"by": players[seat], "do": "show_under", "card": faces}
        for seat in (0, 1)
        if not shown[seat]
        and position.piles[RESERVE + seat]
        and (faces := _faces(position, seat, position.piles[RESERVE + seat][0])) is not None
    ]
    return tuple(templates)


def _faces(position: Position, seat: int, known: int) -> dict[str, Any] | str | None:
    """A face that can be read: the known one, or all that are possible; None when no card is."""
    if known != UNKNOWN:
        return CARD_NAMES[known]
    possible = _all_but(position.twice | position.packs[seat])
    return {"one_of": list(possible)} if possible else None


@lru_cache(maxsize=64)
def _all_but(impossible: int) -> tuple[str | None, ...]:
    """Every face but those of a set of cards; it stays the same until a card is drawn or turned."""
    return tuple(CARD_NAMES[card] for card in PACK if not impossible >> card & 1)


def _agree_draw(position: Position) -> tuple[Template, ...]:
    players = position.house.players
    return tuple({"by": players[seat], "do": "agree_draw"} for seat in (0, 1) if not position.agreed[seat])


def _in_confirm(position: Position) -> tuple[Template, ...]:
    """4.5: the opponent lets the win stand, or calls a fault that is open."""
    claimant = out_of_cards(position)
    if claimant is None:
        return ()
    players = position.house.players
    accept = {"by": players[1 - claimant], "do": "accept"}
    callers = [seat for seat in (0, 1) if callable_fault(position, seat, None) is not None]
    return accept, *({"by": players[seat], "do": "call"} for seat in callers)


def _in_decision(position: Position) -> tuple[Template, ...]:
    """4.5, ``coach``: the player takes the warned action back or leaves it as it is."""
    player = position.house.players[position.faults[-1].deed.seat]
    return {"by": player, "do": "take_back"}, {"by": player, "do": "accept"}


def _in_play(position: Position) -> tuple[Template, ...]:
    seat = position.turn
    if seat is None:
        return ()
    pending = Duties(position, seat)
    players, names = position.house.players, position.house.zone_names
    player = players[seat]
    templates: list[Template] = []
    targets: dict[int, list[str]] = {}
    for source, target, card in (*proof_moves(position), *legal_shifts(pending)):
        if source in targets:
            targets[source].append(names[target])
        else:
            targets[source] = to = [names[target]]
            to_any, face = {"one_of": to}, CARD_NAMES[card]
            templates.append({"by": player, "do": "move", "from": names[source], "to": to_any, "card": face})
    for do in legal_doings(pending):
        templates += _doing(position, seat, do)
    templates += _of_the_other(position, 1 - seat)
    for caller in (seat, 1 - seat) if position.house.referee == "on_call" else ():
        if callable_fault(position, caller, None) is not None:
            templates.append({"by": players[caller], "do": "call"})
    if position.stalemate_told or min(position.idle) or not templates:
        templates += _agree_draw(position)
    return tuple(templates)


def _doing(position: Position, seat: int, do: str) -> tuple[Template, ...]:
    """One of ``legal_doings`` with the faces that can be read."""
    player = position.house.players[seat]
    if do not in ("draw", "turn_reserve"):
        return ({"by": player, "do": do},)
    pile = position.piles[(STOCK if do == "draw" else RESERVE) + seat]
    faces = _faces(position, seat, pile[-1])
    return () if faces is None else ({"by": player, "do": do, "card": faces},)


def _of_the_other(position: Position, seat: int) -> list[Template]:
    """What the waiting player may do: turn his reserve or his waste; with ``early_draw`` look at his next card."""
    piles, house = position.piles, position.house
    templates: list[Template] = []
    if must_turn(position, seat):
        templates += _doing(position, seat, "turn_reserve")
    if not piles[STOCK + seat] and piles[WASTE + seat] and house.recycle == "when_exhausted":
        templates += _doing(position, seat, "recycle")
    if house.early_draw and piles[STOCK + seat] and not piles[HAND + seat]:
        templates += _doing(position, seat, "draw")
    return templates
