"""What may be played now, as templates: by the referee's knowledge, and by what one viewer knows."""

from __future__ import annotations

from typing import Any

from companion.action import TABLE, Template
from companion.games.change_horses.rules.auction import can_bid, free_numbers
from companion.games.change_horses.rules.certificates import unknown_letters
from companion.games.change_horses.rules.state import HORSES, State
from companion.games.change_horses.rules.turns import highest
from companion.games.change_horses.rules.wild import possible_shifts

Templates = tuple[Template, ...]


def legal_actions(state: State) -> Templates:
    """What is wise and allowed now by the referee's whole knowledge; every instance is accepted."""
    match state.phase:
        case "play":
            seat = state.turns[0]
            return (*_playing(state, seat), *_exchanges(state, seat))
        case "certificates":
            free = unknown_letters(state)
            return tuple(
                {"by": name, "do": "show_certificate", "horses": _letters(seat.certificates, free)}
                for name, seat in zip(state.house.players, state.seats, strict=True)
                if not seat.shown
            )
        case _:
            return _open(state)


def offered(state: State, seat: str | None) -> Templates:
    """What a viewer may do, made from what that viewer knows: no certificate but his own, as far as he noted it.

    A letter that he names may then still be refused: nobody is told beforehand who has noted which.
    """
    own = state.house.seat(seat)
    templates: list[Template] = list(_open(state))
    if state.phase == "play":
        turn = state.turns[0]
        templates += _playing(state, turn)
        if _may_play_wild(state, turn):
            templates.append(_exchange_as_known(state, turn, known=turn == own))
    if state.phase == "certificates":
        templates += _shows_as_known(state, own)
    if own is not None and state.phase != "game_over" and not state.seats[own].shown:
        templates += _notes_as_known(state, own)
    return tuple(templates)


# ---------------------------------------------------------------- what everybody knows


def _open(state: State) -> Templates:
    """Every phase in which nobody knows more than the others."""
    match state.phase:
        case "place_horses":
            lanes = {letter: list(range(1, state.house.lanes + 1)) for letter in HORSES}
            return ({"by": TABLE, "do": "place_horses", "lanes": {"each": lanes, "distinct": True}},)
        case "positions":
            return (_order(state),)
        case "select":
            return _reveals(state)
        case "move":
            return _moves(state)
        case "auction":
            return _bids(state)
        case _:
            return ()


def _order(state: State) -> Template:
    """CH-2, CH-30, CH-70: position cards, the holder of the highest getting 1; with two who begins."""
    house = state.house
    if house.two:
        return {"by": TABLE, "do": "set_first", "player": {"one_of": list(house.players)}}
    last = None if house.derby else highest(state)
    numbers = {
        name: [1] if number == last else list(range(1, len(house.players) + 1))
        for number, name in enumerate(house.players)
    }
    return {"by": TABLE, "do": "deal_positions", "positions": {"each": numbers, "distinct": True}}


def _reveals(state: State) -> Templates:
    """CH-10, CH-17: from the hand, which everybody knows: what a player no longer has was seen."""
    return tuple(
        {
            "by": name,
            "do": "reveal",
            "cards": {"choose": list(state.seats[number].hand), "count": required},
        }
        for number, name in enumerate(state.house.players)
        if (required := state.required(number))
    )


def _moves(state: State) -> Templates:
    """CH-23: the leading due horse of each lane, or all at once."""
    templates: list[Template] = []
    lanes: set[int] = set()
    for move in state.due:
        if move.lane not in lanes:
            lanes.add(move.lane)
            templates.append({"by": TABLE, "do": "move_horse", "horse": HORSES[move.horse], "row": move.to})
    templates.append({"by": TABLE, "do": "horses_moved"})
    return tuple(templates)


def _bids(state: State) -> Templates:
    """CH-61 to CH-64, CH-67: the free numbers a player can pay, or to pass, or to give up."""
    auction = state.auction
    if auction is None:
        return ()
    number = auction.bidder
    name = state.house.players[number]
    seat = state.seats[number]
    if not can_bid(auction, seat, number):
        return ({"by": name, "do": "cannot_bid"},)
    amounts = {"one_of": free_numbers(auction, seat, number)}
    bid: Template = {"by": name, "do": "bid", "amount": amounts}
    return (bid,) if auction.bids[number] is None else (bid, {"by": name, "do": "pass_bid"})


def _may_play_wild(state: State, seat: int) -> bool:
    """CH-40: a wild horse card in hand, and none played in this turn."""
    return not state.wild_played and state.seats[seat].wild_left > 0


def _playing(state: State, seat: int) -> list[Template]:
    """CH-11, CH-40 to CH-46: the face-up cards, and the uses of a wild card that touch no certificate."""
    name, front = state.house.players[seat], list(state.seats[seat].front)
    templates: list[Template] = [{"by": name, "do": "play_card", "card": {"one_of": front}}]
    if not front:
        # Only a position told without the face-up cards comes here; it may be looked at, not played on.
        templates = [{"by": TABLE, "do": "check_horses", "horses": {}}]
    if not _may_play_wild(state, seat):
        return templates
    wild = {"by": name, "do": "play_wild"}
    coverable: dict[int, list[str]] = {}
    for placed in state.board:
        if placed.covered_by is None:
            coverable.setdefault(placed.by, []).append(placed.card)
    for owner, open_cards in coverable.items():
        target = {"owner": state.house.players[owner], "card": {"one_of": open_cards}}
        templates.append({**wild, "use": "stumble", **target})
    shifts = possible_shifts(state.horses, state.house.lanes)
    if shifts:
        templates.append({**wild, "use": "slippery", "moves": {"one_of": list(shifts)}})
    templates.append({**wild, "use": "fast_track"})
    return templates


# ---------------------------------------------------------------- certificates


def _exchanges(state: State, seat: int) -> list[Template]:
    """CH-47: a change of horse by the referee's knowledge: named or not what goes, named or not what comes."""
    if not _may_play_wild(state, seat):
        return []
    wild = {"by": state.house.players[seat], "do": "play_wild", "use": "change_horse"}
    own, top = state.seats[seat].certificates, state.pile[-1]
    free = unknown_letters(state)
    known = [letter for letter in own if letter is not None]
    comes = free if top is None else [top]
    plain: dict[str, Any] = {**wild, "gives": {"one_of": [None, *known]}, "takes": {"one_of": [None, *comes]}}
    if None not in own:
        return [plain]
    told = [None] if top is None else [None, top]
    return [plain, {**wild, "gives": {"one_of": free}, "takes": {"one_of": told}}]


def _letters(certificates: tuple[str | None, ...], free: list[str]) -> dict[str, Any]:
    """A player's certificates as a list: those known, and any letters for the others."""
    if len(certificates) > 1 and set(certificates) == {None}:
        return {"choose": free, "count": len(certificates)}
    slots = [free if letter is None else [letter] for letter in certificates]
    return {"slots": slots, "distinct": True}


def _exchange_as_known(state: State, seat: int, *, known: bool) -> Template:
    """A change of horse: plainly announced, or on the player's own page with the letters that he may name."""
    wild = {"by": state.house.players[seat], "do": "play_wild", "use": "change_horse"}
    if not known:
        return wild
    own = state.seats[seat].noted
    letters = [letter for letter in own if letter is not None]
    others = [letter for letter in HORSES if letter not in letters]
    goes = sorted({*letters, *others}) if None in own else letters
    return {**wild, "gives": {"one_of": [None, *goes]}, "takes": {"one_of": [None, *others]}}


def _shows_as_known(state: State, own: int | None) -> list[Template]:
    """CH-51: everybody who has not shown: his own note for himself, for all others what has not been shown."""
    shown = {letter for seat in state.seats if seat.shown for letter in seat.certificates}
    free = [letter for letter in HORSES if letter not in shown]
    templates: list[Template] = []
    for number, (name, seat) in enumerate(zip(state.house.players, state.seats, strict=True)):
        if seat.shown:
            continue
        unknown = (None,) * len(seat.certificates)
        show = {"by": name, "do": "show_certificate"}
        noted = seat.noted if number == own else unknown
        others = [letter for letter in free if letter not in noted]
        templates.append({**show, "horses": _letters(noted, others)})
        templates.append({**show, "horses": _letters(unknown, free), "correct": True})
    return templates


def _notes_as_known(state: State, own: int) -> list[Template]:
    """A note of one's own certificates: what is still to be noted, or the whole anew to correct it.

    After a change of horse a first note may have to correct what somebody else once noted of that card.
    """
    noted = state.seats[own].noted
    note = {"by": state.house.players[own], "do": "note_certificate"}
    everything = _letters((None,) * len(noted), list(HORSES))
    anew = {**note, "horses": everything, "correct": True}
    if None not in noted:
        return [anew]
    others = [letter for letter in HORSES if letter not in noted]
    first = {**note, "horses": _letters(noted, others)}
    return [first, anew] if state.seats[own].changed or set(noted) != {None} else [first]
