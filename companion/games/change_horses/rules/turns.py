"""The order of turns, choosing cards and playing them (CH-1, CH-2, CH-10 to CH-17, CH-30, CH-31, CH-70 to CH-75)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.action import Event, Rejected
from companion.games.change_horses.rules.moving import work_out
from companion.games.change_horses.rules.state import (
    HORSES,
    HORSES_OF,
    Events,
    Placed,
    Seat,
    State,
    missing_cards,
    order_set,
    replaced,
    turn_started,
    with_seat,
)


def place_horses(state: State, lanes: object) -> tuple[State, Events]:
    """CH-1: the six horses stand in a lane each, on the start line."""
    if not isinstance(lanes, Mapping) or set(lanes) != set(HORSES):
        seen = len(lanes) if isinstance(lanes, Mapping) else 0
        raise Rejected("wrong_horse_count", expected=len(HORSES), seen=seen)
    for letter in HORSES:
        if type(lanes[letter]) is not int or not 1 <= lanes[letter] <= state.house.lanes:
            raise Rejected("off_track", horse=letter, expected=[1, state.house.lanes])
    for place, letter in enumerate(HORSES):
        if any(lanes[other] == lanes[letter] for other in HORSES[:place]):
            raise Rejected("cell_taken", horse=letter, lane=lanes[letter], row=0)
    horses = tuple((lanes[letter], 0) for letter in HORSES)
    return replaced(state, phase="positions", horses=horses), ()


# ---------------------------------------------------------------- the order


def highest(state: State) -> int | None:
    """Who holds the highest position card; None while none have been dealt."""
    positions = [seat.position for seat in state.seats]
    if None in positions:
        return None
    return positions.index(len(positions))


def deal_positions(state: State, positions: object) -> tuple[State, Events]:
    """CH-2, CH-30, CH-31: the position cards as they were dealt; the lowest number plays first."""
    house = state.house
    if house.two:
        raise Rejected("no_positions_for_two")
    numbers = _numbers(house.players, positions)
    last = highest(state)
    if last is not None and not house.derby and numbers[last] != 1:
        raise Rejected("must_get_one", player=house.players[last], seen=numbers[last])
    seats = tuple(seat._replace(position=number) for seat, number in zip(state.seats, numbers, strict=True))
    dealt = replaced(state, seats=seats, order=order_of(seats))
    begun, events = begin_lap(dealt)
    return begun, (order_set(dealt), *events)


def _numbers(players: tuple[str, ...], positions: object) -> list[int]:
    count = len(players)
    if not isinstance(positions, Mapping) or set(positions) != set(players):
        raise Rejected("bad_positions", expected=count)
    numbers = [positions[name] for name in players]
    if any(type(number) is not int for number in numbers) or sorted(numbers) != list(range(1, count + 1)):
        raise Rejected("bad_positions", expected=count)
    return numbers


def order_of(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """CH-31: the seats by their position cards, lowest first."""
    return tuple(sorted(range(len(seats)), key=lambda number: seats[number].position or 0))


def set_first(state: State, player: object) -> tuple[State, Events]:
    """CH-70: with two players the one who last rode a horse begins."""
    house = state.house
    if not house.two:
        raise Rejected("only_for_two")
    first = house.seat(player)
    if first is None:
        raise Rejected("unknown_player", seen=player if isinstance(player, str) else None)
    ordered = replaced(state, order=(first, 1 - first))
    begun, events = begin_lap(ordered)
    return begun, (order_set(ordered), *events)


# ---------------------------------------------------------------- a lap begins


def begin_lap(state: State) -> tuple[State, Events]:
    """The order is known: cards are chosen before lap 1 (two players: before every lap), else play goes on."""
    chooses = state.lap == 1 or state.house.two
    if chooses and any(missing_cards(state.house, seat) for seat in state.seats):
        return replaced(state, phase="select", auction=None), ()
    return begin_play(state, turns_of_lap(state))


def turns_of_lap(state: State) -> tuple[int, ...]:
    """Who places a card in this lap, in order: everybody once, two players alternately twice (CH-11, CH-72)."""
    return state.order * 2 if state.house.two else state.order


def begin_play(state: State, turns: tuple[int, ...]) -> tuple[State, Events]:
    """Those on turn play in this order; whoever has no card face up has nothing to place."""
    playing = tuple(number for number in turns if state.seats[number].front)
    if not playing:
        return work_out(state)
    begun = replaced(state, phase="play", turns=playing, wild_played=False, auction=None)
    return begun, (turn_started(begun),)


# ---------------------------------------------------------------- choosing and playing


def reveal(state: State, by: int, cards: object) -> tuple[State, Events]:
    """CH-10, CH-16, CH-17, CH-72, CH-73, CH-75: the new cards of a player are turned up."""
    required = state.required(by)
    if not required:
        raise Rejected("already_revealed", player=state.name(by))
    seat = state.seats[by]
    chosen = _chosen(seat, cards, required)
    hand = tuple([card for card in seat.hand if card not in chosen])
    seats = with_seat(state.seats, by, seat._replace(hand=hand, front=(*seat.front, *chosen)))
    revealed = replaced(state, seats=seats)
    told = Event("cards_revealed", {"player": state.name(by), "cards": list(chosen)})
    if any(missing_cards(state.house, other) for other in seats):
        return revealed, (told,)
    begun, events = begin_play(revealed, turns_of_lap(revealed))
    return begun, (told, *events)


def _chosen(seat: Seat, cards: object, required: int) -> tuple[str, ...]:
    if cards is None:
        cards = ()
    if not isinstance(cards, list | tuple):
        raise Rejected("unknown_card", seen=cards if isinstance(cards, str) else None)
    for card in cards:
        if not isinstance(card, str) or card not in HORSES_OF:
            raise Rejected("unknown_card", seen=card if isinstance(card, str) else None)
    if len(set(cards)) < len(cards):
        raise Rejected("duplicate_card", seen=next(card for card in cards if cards.count(card) > 1))
    for card in cards:
        if card not in seat.hand:
            raise Rejected("card_used", seen=card)
    if len(cards) != required:
        raise Rejected("wrong_card_count", expected=required, seen=len(cards))
    return tuple(cards)


def require_turn(state: State, by: int) -> None:
    """Raises ``not_your_turn`` when somebody else plays or bids."""
    if by != state.turn:
        raise Rejected("not_your_turn", expected=state.name(state.turn), seen=state.name(by))


def play_card(state: State, by: int, card: object) -> tuple[State, Events]:
    """CH-11, CH-14: one of the face-up cards goes to the betting board; after the last one the horses move."""
    require_turn(state, by)
    if not isinstance(card, str) or card not in HORSES_OF:
        raise Rejected("unknown_card", seen=card if isinstance(card, str) else None)
    seat = state.seats[by]
    if card not in seat.front:
        raise Rejected("card_not_in_front", seen=card, expected=list(seat.front))
    place = seat.front.index(card)
    front = seat.front[:place] + seat.front[place + 1 :]
    seats = with_seat(state.seats, by, seat._replace(front=front))
    turns = tuple([number for number in state.turns[1:] if seats[number].front])
    board = (*state.board, Placed(by, card))
    played = replaced(
        state, phase="play", seats=seats, turns=turns, wild_played=False, board=board, due=(), auction=None
    )
    told = Event("card_played", {"player": state.name(by), "card": card})
    if turns:
        return played, (told, turn_started(played))
    moving, events = work_out(played)
    return moving, (told, *events)
