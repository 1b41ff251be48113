"""The race on the table: zones, what should lie where, and what hands may have done (section 7).

The course has a zone for each field, ``cell_<lane>_<row>``; what belongs to a player has a zone of its own,
``front:<player>`` and so on. Only what a camera from above sees: of carrots those bid, of certificates the backs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from companion.action import TABLE, Action
from companion.game import Instruction, View
from companion.games.change_horses.board import FEWEST_FIELDS
from companion.games.change_horses.rules.auction import free_numbers
from companion.games.change_horses.rules.moving import moved, moves
from companion.games.change_horses.rules.result import decided, level
from companion.games.change_horses.rules.state import HORSES, HORSES_OF, NUMBER, House, State
from companion.games.change_horses.rules.wild import fast_track_steps
from companion.readers import Reader

BOARD = "betting_board"
PILE = "certificates"
ZONES: Mapping[str, Reader] = {
    "track": Reader.PIECES,
    BOARD: Reader.NUMBERS,
    "front": Reader.NUMBERS,
    "wild": Reader.PRINTED_CARDS,
    "position": Reader.PRINTED_CARDS,
    "carrots": Reader.PRINTED_CARDS,
    PILE: Reader.PRINTED_CARDS,
}
BACK = "back"
_BACK_AT_MOST = 2
"""So many rows a piece is put too far back."""

Seen = Mapping[str, Sequence[str]]


def visible_table(state: State) -> Mapping[str, tuple[str, ...]]:
    """Zone by zone what should lie there: pieces by printed field, cards as they came; a covered card shows a back,
    and so does the pile of certificates, whose cards nobody counts.
    """
    zones: dict[str, tuple[str, ...]] = {}
    for letter, (lane, row) in zip(HORSES, state.horses, strict=True):
        if lane:
            zone = cell_zone(state.house, lane, row)
            zones[zone] = (*zones.get(zone, ()), f"horse_{letter}")
    zones[BOARD] = _board(state)
    zones[PILE] = (BACK,) if state.pile else ()
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


def cell_zone(house: House, lane: int, row: int) -> str:
    """The zone of a field of the course: rows go on counting after the line, the printed oval begins anew."""
    return f"cell_{lane}_{row % _fields(house)}"


def further_zones(state: State) -> tuple[str, ...]:
    """The printed fields of the course."""
    house = state.house
    return tuple(f"cell_{lane}_{row}" for lane in range(1, house.lanes + 1) for row in range(_fields(house)))


def worth_a_picture(state: State) -> tuple[tuple[str, ...], ...]:
    """CH-54: the fields of the horses on one row when the race is over, row by row, whosoever they are; and once
    that is known, of those between which the photo finish was.
    """
    rows: tuple[tuple[int, ...], ...] = ()
    if state.phase == "certificates":
        rows = level(tuple(row for _, row in state.horses))
    elif state.phase == "game_over" and (photo := decided(state)) is not None:
        rows = (photo.horses,)
    return tuple(
        tuple(sorted(cell_zone(state.house, *state.horses[horse]) for horse in horses)) for horses in rows
    )


def bids_proposed(state: State) -> frozenset[str]:
    """CH-61, CH-64: where carrots are laid before they are bid: before whoever is to bid, or has not bid yet."""
    auction, players = state.auction, state.house.players
    if auction is None:
        return frozenset()
    waiting = {seat for seat, bid in enumerate(auction.bids) if bid is None and seat not in auction.closed}
    waiting.add(auction.bidder)
    return frozenset(f"carrots:{name}" for seat, name in enumerate(players) if seat in waiting)


def to_confirm(state: State, shows: Seen) -> Action | None:
    """CH-61, CH-62, CH-64: the bid of whoever is to bid, by the carrots that lie there, if it may be so much."""
    bidder, auction = state.turn, state.auction
    if bidder is None or auction is None:
        return None
    name = state.house.players[bidder]
    amount = _number(shows.get(f"carrots:{name}", ()))
    if amount not in free_numbers(auction, state.seats[bidder], bidder):
        return None
    return {"by": name, "do": "bid", "amount": amount}


# ---------------------------------------------------------------- what hands may have done


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """The single actions that may come next on the way to what is seen; faulty ones, which are refused, too.

    Made from the difference alone. Which certificate a player gives or takes nobody sees: that is never named. Bids
    are told. What the table does is sent by ``table``: no camera sees whose hand it was.
    """
    return tuple(_Change(state, seen).actions())


class _Change:
    """The difference between what should lie on the table and what is seen there."""

    def __init__(self, state: State, seen: Seen) -> None:
        self._state = state
        self._seen = seen
        self._places = _places(state, seen)
        self._strays = [
            letter for letter, place in self._places.items() if place != state.horses[NUMBER[letter]]
        ]

    def actions(self) -> Iterator[dict[str, Any]]:
        """By the phase; pieces that stand elsewhere outside a move are told last (section 7)."""
        match self._state.phase:
            case "place_horses":
                yield from self._horses_placed()
                return
            case "positions":
                yield from self._positions_dealt()
            case "select":
                yield from self._cards_revealed()
            case "play":
                yield from self._cards_played()
                yield from self._wild_played()
            case "move":
                yield from self._pieces_moved()
                return
            case "certificates":
                yield from self._certificates_shown()
            case "game_over":
                return
        if self._strays:
            yield {"by": TABLE, "do": "check_horses", "horses": self._told(self._strays)}

    def _told(self, letters: Iterable[str]) -> dict[str, dict[str, int]]:
        places = ((letter, self._places[letter]) for letter in letters)
        return {letter: {"lane": lane, "row": row} for letter, (lane, row) in places}

    # ---------------------------------------------------------------- setting up

    def _horses_placed(self) -> Iterator[dict[str, Any]]:
        """CH-1: all six stand somewhere; which row they stand on is not asked."""
        if set(self._places) == set(HORSES):
            lanes = {letter: self._places[letter][0] for letter in HORSES}
            yield {"by": TABLE, "do": "place_horses", "lanes": lanes}

    def _positions_dealt(self) -> Iterator[dict[str, Any]]:
        """CH-2, CH-30: a number before every player; one that is hidden is the one that is missing."""
        players = self._state.house.players
        numbers = {name: _number(self._seen.get(f"position:{name}", ())) for name in players}
        hidden = [name for name in players if f"position:{name}" not in self._seen]
        left = set(range(1, len(players) + 1)) - set(numbers.values())
        if len(hidden) == 1 and len(left) == 1:
            numbers[hidden[0]] = left.pop()
        known = {name: number for name, number in numbers.items() if number is not None}
        held = {name: seat.position for name, seat in zip(players, self._state.seats, strict=True)}
        if not self._state.house.two and len(known) == len(players) and known != held:
            yield {"by": TABLE, "do": "deal_positions", "positions": known}

    def _cards_revealed(self) -> Iterator[dict[str, Any]]:
        """CH-10, CH-16: new cards before a player; one that lies on the board already was among them."""
        on_board = list((Counter(self._seen.get(BOARD, ())) - Counter(_board(self._state))).elements())
        for number, (name, seat) in enumerate(zip(self._state.house.players, self._state.seats, strict=True)):
            faces = self._seen.get(f"front:{name}", ())
            new = [card for card in faces if card in HORSES_OF and card not in seat.front]
            missing = self._state.required(number) - len(new)
            played = [card for card in dict.fromkeys(on_board) if card in seat.hand and card not in new]
            if not self._state.required(number) or not (new or played):
                continue
            if 0 < missing <= len(played):
                for others in combinations(played, missing):
                    yield {"by": name, "do": "reveal", "cards": [*new, *others]}
            elif new:
                yield {"by": name, "do": "reveal", "cards": new}

    # ---------------------------------------------------------------- playing

    def _cards_played(self) -> Iterator[dict[str, Any]]:
        """A card gone from before a player; one on the board whose origin is hidden is by the player on turn."""
        came = Counter(self._seen.get(BOARD, ())) - Counter(_board(self._state))
        order = list(self._seen.get(BOARD, ()))
        found: list[tuple[int, str, str]] = []
        for name, seat in zip(self._state.house.players, self._state.seats, strict=True):
            faces = self._seen.get(f"front:{name}")
            if faces is None:
                continue
            for card in seat.front:
                if card not in faces:
                    found.append((order.index(card) if came[card] else len(order), name, card))
        found.sort(key=lambda one: one[0])
        yield from ({"by": name, "do": "play_card", "card": card} for _, name, card in found)
        explained = {card for _, _, card in found}
        for card in came:
            if card in HORSES_OF and card not in explained:
                yield from ({"by": name, "do": "play_card", "card": card} for name in self._on_turn())

    def _wild_played(self) -> Iterator[dict[str, Any]]:
        """A wild card gone from before a player (or, unseen, from the player on turn), and what it may have done."""
        state, seen = self._state, self._seen
        gone = [
            name
            for name, seat in zip(state.house.players, state.seats, strict=True)
            if len(seen.get(f"wild:{name}", (BACK,) * seat.wild_left)) < seat.wild_left
        ]
        uses = list(self._uses()) if gone else []
        if not gone:
            gone = [name for name in self._on_turn() if f"wild:{name}" not in seen]
            uses = [use for use in self._uses() if use["use"] != "change_horse"] if gone else []
        for name in gone:
            yield from ({"by": name, "do": "play_wild", **use} for use in uses)

    def _uses(self) -> Iterator[dict[str, Any]]:
        """What wild cards may have done (CH-41 to CH-47); changing horses is what leaves no other trace."""
        state, traces = self._state, 0
        seen = Counter(self._seen.get(BOARD, ()))
        if seen[BACK] > sum(placed.covered_by is not None for placed in state.board):
            traces += 1
            open_cards = [placed for placed in state.board if placed.covered_by is None]
            gone = Counter(placed.card for placed in open_cards) - (seen - self._left_their_players())
            for placed in (one for one in open_cards if gone[one.card]):
                yield {"use": "stumble", "owner": state.house.players[placed.by], "card": placed.card}
        due, _ = moves(state.horses, fast_track_steps(state.horses))
        after = moved(state.horses, due)
        runs = {HORSES[move.horse] for move in due} & self._places.keys()
        came = all(_at_or_beyond(self._places[letter], after[NUMBER[letter]]) for letter in runs)
        if came and (runs or self._wild_cards_gone()):
            traces += bool(runs)
            yield {"use": "fast_track"}
        shifts = [shift for letter in self._strays if (shift := self._shift(letter)) is not None]
        for pair in combinations(shifts, 2) if len(shifts) <= 4 else ():
            traces += 1
            yield {"use": "slippery", "moves": list(pair)}
            yield {"use": "slippery", "moves": list(pair[::-1])}
        if traces < self._wild_cards_gone():
            yield {"use": "change_horse"}

    def _left_their_players(self) -> Counter[str]:
        """The open cards that are seen before their players no more."""
        seats = zip(self._state.house.players, self._state.seats, strict=True)
        left = (
            set(seat.front).difference(self._seen.get(f"front:{name}", seat.front)) for name, seat in seats
        )
        return Counter(card for cards in left for card in cards)

    def _wild_cards_gone(self) -> int:
        return sum(
            max(0, seat.wild_left - len(self._seen.get(f"wild:{name}", (BACK,) * seat.wild_left)))
            for name, seat in zip(self._state.house.players, self._state.seats, strict=True)
        )

    def _on_turn(self) -> list[str]:
        return [] if self._state.turn is None else [self._state.house.players[self._state.turn]]

    def _shift(self, letter: str) -> dict[str, str] | None:
        """How a piece came into the next lane; it may have run on there since."""
        lane, row = self._state.horses[NUMBER[letter]]
        to_lane, to_row = self._places[letter]
        if to_row < row or abs(to_lane - lane) != 1:
            return None
        return {"horse": letter, "dir": "in" if to_lane < lane else "out"}

    # ---------------------------------------------------------------- moving, and the end

    def _pieces_moved(self) -> Iterator[dict[str, Any]]:
        """CH-20 to CH-25: all pieces at once when all stand where they should, or each piece that has moved."""
        state = self._state
        goals = moved(state.horses, state.due)
        wrong = [letter for letter in self._strays if self._places[letter] != goals[NUMBER[letter]]]
        starts = {HORSES[move.horse]: (move.lane, move.start) for move in state.due}
        waiting = any(self._places.get(letter) == start for letter, start in starts.items())
        off_lane = any(self._places[letter][0] != state.horses[NUMBER[letter]][0] for letter in wrong)
        if not waiting and (off_lane or not wrong) and (self._strays or self._lap_may_be_closed()):
            done = {"by": TABLE, "do": "horses_moved"}
            yield {**done, "horses": self._told(self._places)} if self._places else done
        led: set[int] = set()
        for move in state.due:
            # Behind a piece that has moved too this one's turn comes later (CH-23); before one that has not, now.
            if HORSES[move.horse] in self._strays and move.lane not in led:
                led.add(move.lane)
                yield self._one_moved(HORSES[move.horse])
        yield from (self._one_moved(letter) for letter in wrong if letter not in starts)

    def _lap_may_be_closed(self) -> bool:
        """Where no piece moves, whether what closing the lap changes on the table is seen (CH-15, CH-68)."""
        state = self._state
        if state.lap == 2:
            return BOARD in self._seen and tuple(self._seen[BOARD]) != _board(state)
        return bool(self._places) and (not state.house.derby or any(seat.carrots for seat in state.seats))

    def _one_moved(self, letter: str) -> dict[str, Any]:
        return {"by": TABLE, "do": "move_horse", "horse": letter, "row": self._places[letter][1]}

    def _certificates_shown(self) -> Iterator[dict[str, Any]]:
        """CH-51: certificates turned up before a player."""
        for name, seat in zip(self._state.house.players, self._state.seats, strict=True):
            letters = list(self._seen.get(f"{PILE}:{name}", ()))
            if not seat.shown and letters and all(letter in NUMBER for letter in letters):
                show = {"by": name, "do": "show_certificate", "horses": letters}
                yield show
                yield {**show, "correct": True}


def _board(state: State) -> tuple[str, ...]:
    """The betting board as it should look: a covered card shows a back."""
    return tuple(BACK if placed.covered_by is not None else placed.card for placed in state.board)


def _at_or_beyond(place: tuple[int, int], goal: tuple[int, int]) -> bool:
    return place[0] == goal[0] and place[1] >= goal[1]


def _number(faces: Sequence[str]) -> int | None:
    return int(faces[0]) if len(faces) == 1 and faces[0].isdecimal() else None


def _places(state: State, seen: Seen) -> dict[str, tuple[int, int]]:
    """Where each horse is seen, in the order of their letters, its row counted on from where it stood."""
    places: dict[str, tuple[int, int]] = {}
    for zone, faces in seen.items():
        if not faces or not zone.startswith("cell_"):
            continue
        lane, _, row = zone.removeprefix("cell_").partition("_")
        if lane.isdecimal() and row.isdecimal():
            for face in faces:
                letter = face.removeprefix("horse_")
                if letter in NUMBER:
                    places[letter] = (int(lane), _row_of(state, letter, int(row)))
    return {letter: places[letter] for letter in HORSES if letter in places}


def _row_of(state: State, letter: str, field: int) -> int:
    """The row in which a horse stands on a printed field: pieces go forward, or a little back by mistake."""
    if state.phase == "place_horses":
        return field
    least = max(0, state.horses[NUMBER[letter]][1] - _BACK_AT_MOST)
    return least + (field - least) % _fields(state.house)


def _fields(house: House) -> int:
    """How many fields a lane has; a race that ends earlier is run on the same oval."""
    return max(house.finish_row, FEWEST_FIELDS)


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
