"""The race on the table: zones, what should lie where, and what hands may have done (section 7).

The course has a zone for each field, ``cell_<lane>_<row>``; what belongs to a player has a zone of its own,
``front:<player>`` and so on. Only what a camera from above sees: of carrots those bid, of certificates the backs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import TABLE, Action, Instruction, Rejected, View
from companion.games.change_horses import rules
from companion.games.change_horses.rules.auction import free_numbers
from companion.games.change_horses.rules.state import HORSES, NUMBER, State

BOARD = "betting_board"
PILE = "certificates"
ZONES: Mapping[str, str] = {
    "track": "pieces",
    BOARD: "movement_cards",
    "front": "movement_cards",
    "wild": "cards",
    "position": "cards",
    "carrots": "cards",
    PILE: "cards",
}
BACK = "back"

Seen = Mapping[str, Sequence[str]]
Places = Mapping[str, tuple[int, int]]


def visible_table(state: State) -> Mapping[str, tuple[str, ...]]:
    """Zone by zone what should lie there: pieces by field, cards as they came; a covered card shows a back."""
    zones: dict[str, tuple[str, ...]] = {
        f"cell_{lane}_{row}": (f"horse_{letter}",)
        for letter, (lane, row) in zip(HORSES, state.horses, strict=True)
        if lane
    }
    zones[BOARD] = tuple(BACK if placed.covered_by is not None else placed.card for placed in state.board)
    zones[PILE] = (BACK,) * len(state.pile)
    for number, (name, seat) in enumerate(zip(state.house.players, state.seats, strict=True)):
        zones[f"front:{name}"] = seat.front
        zones[f"wild:{name}"] = (BACK,) * seat.wild_left
        shown = tuple(letter or BACK for letter in seat.certificates)
        zones[f"{PILE}:{name}"] = shown if seat.shown else (BACK,) * len(shown)
        if not state.house.two:
            zones[f"position:{name}"] = () if seat.position is None else (str(seat.position),)
        if state.house.derby:
            bid = state.auction.bids[number] if state.auction is not None else None
            zones[f"carrots:{name}"] = () if bid is None else (str(bid),)
    return zones


# ---------------------------------------------------------------- what hands may have done


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """Every single action that brings the table nearer to what is seen; faulty ones, which are refused, too.

    Made from the difference alone. Which certificate a player gives or takes nobody sees: that is never named.
    """
    if state.phase == "game_over":
        return ()
    here = visible_table(state)
    before = _distance(here, seen)
    if not before:
        return ()
    found: list[Action] = []
    for action in _candidates(state, here, seen):
        try:
            after, _ = rules.apply(state, action)
        except Rejected:
            found.append(action)
        else:
            if _distance(visible_table(after), seen) < before:
                found.append(action)
    return tuple(found)


def _candidates(state: State, here: Seen, seen: Seen) -> Iterator[dict[str, Any]]:
    places = _places(seen)
    match state.phase:
        case "place_horses":
            if set(places) == set(HORSES):
                lanes = {letter: places[letter][0] for letter in HORSES}
                yield from _by_anybody(state, {"do": "place_horses", "lanes": lanes})
        case "positions":
            yield from _positions_dealt(state, here, seen)
        case "select":
            yield from _cards_revealed(state, seen)
        case "play":
            yield from _cards_played(state, here, seen)
            yield from _wild_played(state, places, seen)
        case "move":
            yield from _pieces_moved(state, places)
        case "auction":
            yield from _bids_made(state, here, seen)
        case _:
            yield from _certificates_shown(state, seen)


def _positions_dealt(state: State, here: Seen, seen: Seen) -> Iterator[dict[str, Any]]:
    zones = {name: f"position:{name}" for name in state.house.players}
    if state.house.two or not all(_is_number(seen.get(zone, ())) for zone in zones.values()):
        return
    if any(tuple(seen[zone]) != tuple(here[zone]) for zone in zones.values()):
        numbers = {name: int(seen[zone][0]) for name, zone in zones.items()}
        yield from _by_anybody(state, {"do": "deal_positions", "positions": numbers})


def _is_number(faces: Sequence[str]) -> bool:
    return len(faces) == 1 and faces[0].isdecimal()


def _by_anybody(state: State, action: Action) -> Iterator[dict[str, Any]]:
    """What the table tells, or any seat for it: nobody sees who put the things there."""
    for by in (TABLE, *state.house.players):
        yield {"by": by, **action}


def _cards_revealed(state: State, seen: Seen) -> Iterator[dict[str, Any]]:
    for name, seat in zip(state.house.players, state.seats, strict=True):
        new = [card for card in seen.get(f"front:{name}", ()) if card != BACK and card not in seat.front]
        if new:
            yield {"by": name, "do": "reveal", "cards": new}


def _cards_played(state: State, here: Seen, seen: Seen) -> Iterator[dict[str, Any]]:
    """A new card on the board, by whoever lost it from before him; else by the player on turn."""
    new = Counter(seen.get(BOARD, ())) - Counter(here[BOARD])
    new.pop(BACK, None)
    for card in sorted(new):
        lost = [
            name
            for name in state.house.players
            if card in here[f"front:{name}"] and card not in seen.get(f"front:{name}", (card,))
        ]
        for name in lost or _on_turn(state):
            yield {"by": name, "do": "play_card", "card": card}


def _wild_played(state: State, places: Places, seen: Seen) -> Iterator[dict[str, Any]]:
    """A wild card gone from before a player (or, unseen, from the player on turn), and what it may have done."""
    gone = [
        name
        for name, seat in zip(state.house.players, state.seats, strict=True)
        if len(seen.get(f"wild:{name}", (BACK,) * seat.wild_left)) < seat.wild_left
    ]
    unseen = [name for name in _on_turn(state) if f"wild:{name}" not in seen]
    for name in gone or unseen:
        wild = {"by": name, "do": "play_wild"}
        for placed, face in zip(state.board, seen.get(BOARD, ()), strict=False):
            if face == BACK and placed.covered_by is None:
                owner = state.house.players[placed.by]
                yield {**wild, "use": "stumble", "owner": owner, "card": placed.card}
        shifts = [_shift(state, letter, place) for letter, place in places.items()]
        shifted = [shift for shift in shifts if shift is not None]
        if len(shifted) == 2:
            yield {**wild, "use": "slippery", "moves": shifted}
            yield {**wild, "use": "slippery", "moves": shifted[::-1]}
        yield {**wild, "use": "fast_track"}
        yield {**wild, "use": "change_horse"}


def _on_turn(state: State) -> list[str]:
    return [] if state.turn is None else [state.house.players[state.turn]]


def _shift(state: State, letter: str, place: tuple[int, int]) -> dict[str, str] | None:
    lane, row = state.horses[NUMBER[letter]]
    if place[1] != row or abs(place[0] - lane) != 1:
        return None
    return {"horse": letter, "dir": "in" if place[0] < lane else "out"}


def _pieces_moved(state: State, places: Places) -> Iterator[dict[str, Any]]:
    for letter, (lane, row) in places.items():
        if (lane, row) != state.horses[NUMBER[letter]]:
            yield from _by_anybody(state, {"do": "move_horse", "horse": letter, "row": row})
    yield {"by": TABLE, "do": "horses_moved"}
    if any(state.horses[NUMBER[letter]] != place for letter, place in places.items()):
        stand = {letter: {"lane": lane, "row": row} for letter, (lane, row) in places.items()}
        yield {"by": TABLE, "do": "horses_moved", "horses": stand}


def _bids_made(state: State, here: Seen, seen: Seen) -> Iterator[dict[str, Any]]:
    """Carrots before a player; or, when cards and carrots show that the auction was closed, what closed it."""
    auction = state.auction
    if auction is None:
        return
    for name in state.house.players:
        zone = f"carrots:{name}"
        faces = tuple(seen.get(zone, ()))
        if len(faces) == 1 and faces != tuple(here[zone]) and faces[0].isdecimal():
            yield {"by": name, "do": "bid", "amount": int(faces[0])}
    bidder = auction.bidder
    name = state.house.players[bidder]
    if any(
        zone in seen and tuple(seen[zone]) != here[zone] for zone in here if zone.startswith("position:")
    ) or any(here[zone] and zone in seen and not seen[zone] for zone in here if zone.startswith("carrots:")):
        for amount in free_numbers(auction, state.seats[bidder], bidder):
            yield {"by": name, "do": "bid", "amount": amount}
        yield {"by": name, "do": "pass_bid"}
        yield {"by": name, "do": "cannot_bid"}


def _certificates_shown(state: State, seen: Seen) -> Iterator[dict[str, Any]]:
    for name, seat in zip(state.house.players, state.seats, strict=True):
        letters = list(seen.get(f"{PILE}:{name}", ()))
        if not seat.shown and letters and all(letter in NUMBER for letter in letters):
            show = {"by": name, "do": "show_certificate", "horses": letters}
            yield show
            yield {**show, "correct": True}


def _places(seen: Seen) -> dict[str, tuple[int, int]]:
    """Where each horse is seen, in the order of their letters."""
    places: dict[str, tuple[int, int]] = {}
    for zone, faces in seen.items():
        kind, _, field = zone.partition("_")
        lane, _, row = field.partition("_")
        if kind == "cell" and lane.isdecimal() and row.isdecimal():
            for face in faces:
                letter = face.removeprefix("horse_")
                if letter in NUMBER:
                    places[letter] = (int(lane), int(row))
    return {letter: places[letter] for letter in HORSES if letter in places}


def _distance(table: Seen, seen: Seen) -> int:
    """How many things lie elsewhere than they are seen; what is not seen does not count."""
    stands, places = _places(table), _places(seen)
    distance = sum(stands.get(letter) != place for letter, place in places.items())
    for zone, faces in seen.items():
        if not zone.startswith("cell_"):
            should, is_there = Counter(table.get(zone, ())), Counter(faces)
            distance += sum((should - is_there).values()) + sum((is_there - should).values())
            distance += tuple(table.get(zone, ())) != tuple(faces)
    return distance


# ---------------------------------------------------------------- putting right by hand


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """What hands must change so that the table shows ``after`` where it showed ``before``."""
    was, now = before.public, after.public
    return (
        *_horses_back(was, now),
        *_cards_back(was, now),
        *_covers_back(was, now),
        *_things_back(was, now),
    )


def _horses_back(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Instruction]:
    for letter, place in now["horses"].items():
        lane, row = place["lane"], place["row"]
        if (lane, row) == (was["horses"][letter]["lane"], was["horses"][letter]["row"]):
            continue
        if lane is None:
            yield Instruction("put_horse_beside", {"horse": letter})
        else:
            yield Instruction("put_horse", {"horse": letter, "lane": lane, "row": row})


def _where(view: Mapping[str, Any]) -> dict[tuple[str, str], str]:
    """Where each player's cards lie that are not in the hand: before him, or on the board."""
    lying = {(name, card): "put_in_front" for name, cards in view["front"].items() for card in cards}
    lying |= {(placed["by"], placed["card"]): "put_on_board" for placed in view["board"]}
    return lying


def _cards_back(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Instruction]:
    """Where open cards lie now; one that lay open went back to the hand if that has grown, else out of play."""
    lay, lies = _where(was), _where(now)
    for (name, card), place in lies.items():
        if lay.get((name, card)) != place:
            yield Instruction(place, {"player": name, "card": card})
    for name in now["players"]:
        gone = [card for owner, card in lay if owner == name and (name, card) not in lies]
        grown = now["hand_left"][name] - was["hand_left"][name]
        for card in gone:
            yield Instruction(
                "put_in_hand" if grown > 0 else "put_out_of_play", {"player": name, "card": card}
            )
        if grown > len(gone):
            yield Instruction("take_cards_back", {"player": name, "count": grown - len(gone)})


def _covers_back(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Instruction]:
    covered = {(placed["by"], placed["card"]) for placed in was["board"] if placed["covered_by"]}
    covers = {(placed["by"], placed["card"]) for placed in now["board"] if placed["covered_by"]}
    lying = {(placed["by"], placed["card"]) for placed in now["board"]}
    for name, card in sorted(covers - covered):
        yield Instruction("put_cover", {"player": name, "card": card})
    for name, card in sorted((covered - covers) & lying):
        yield Instruction("take_cover_off", {"player": name, "card": card})


def _things_back(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Instruction]:
    """Position cards, wild cards, carrots and certificates of each player."""
    for name in now["players"]:
        position = now["positions"].get(name)
        if position != was["positions"].get(name):
            code = "take_position" if position is None else "put_position"
            yield Instruction(code, {"player": name, "position": position})
        if now["wild_left"][name] != was["wild_left"][name]:
            yield Instruction("put_wild", {"player": name, "count": now["wild_left"][name]})
        if now["carrots"][name] != was["carrots"][name]:
            yield Instruction("put_carrots", {"player": name, "amount": now["carrots"][name]})
        if _bid(now, name) != _bid(was, name):
            yield Instruction("put_bid", {"player": name, "amount": _bid(now, name)})
        if now["changed"][name] != was["changed"][name]:
            fewer = now["changed"][name] < was["changed"][name]
            yield Instruction("change_back" if fewer else "change_again", {"player": name})
        shown = now["certificates_shown"][name]
        if shown != was["certificates_shown"][name]:
            code = "hide_certificate" if shown is None else "turn_certificate_up"
            yield Instruction(code, {"player": name})


def _bid(view: Mapping[str, Any], name: str) -> int:
    return int(view["auction"]["bids"].get(name, 0)) if view["auction"] is not None else 0
