"""The Derby League auction of the order of turns (CH-60 to CH-69)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.action import Event, Rejected
from companion.games.change_horses.rules.state import (
    Auction,
    Events,
    Seat,
    State,
    order_set,
    replaced,
    turn_started,
    with_seat,
)
from companion.games.change_horses.rules.turns import begin_lap, order_of, require_turn


def open_auction(state: State) -> tuple[State, Events]:
    """CH-60, CH-61: bids are made in the order of the present position cards."""
    broke = frozenset(number for number, seat in enumerate(state.seats) if not seat.carrots)
    nobody: tuple[int | None, ...] = (None,) * len(state.seats)
    auction = Auction(state.order[0], state.order, nobody, closed=broke)
    return _next_bidder(state, auction)


def free_numbers(auction: Auction, seat: Seat, number: int) -> list[int]:
    """What a player can bid: not bid before, above his own last bid, within his carrots (CH-61, CH-62, CH-64)."""
    own = auction.bids[number] or 0
    return [amount for amount in range(own + 1, seat.carrots + 1) if amount not in auction.taken]


def can_bid(auction: Auction, seat: Seat, number: int) -> bool:
    """Whether there is any number that a player can bid."""
    own = auction.bids[number] or 0
    return any(amount not in auction.taken for amount in range(own + 1, seat.carrots + 1))


def bid(state: State, by: int, amount: object) -> tuple[State, Events]:
    """CH-61, CH-62, CH-63: a number not yet bid; above the highest its player may go on, below it is his last."""
    auction = _running(state)
    if by in auction.closed:
        raise Rejected("bid_closed", player=state.name(by))
    require_turn(state, by)
    own = auction.bids[by] or 0
    if type(amount) is not int or amount <= own:
        raise Rejected("bid_too_low", expected=own + 1, seen=amount if type(amount) is int else None)
    if amount > state.seats[by].carrots:
        raise Rejected("not_enough_carrots", expected=state.seats[by].carrots, seen=amount)
    if amount in auction.taken:
        raise Rejected("bid_taken", seen=amount)
    highest = amount > auction.high_bid
    made = Auction(
        by,
        auction.waiting,
        (*auction.bids[:by], amount, *auction.bids[by + 1 :]),
        auction.taken | {amount},
        by if highest else auction.high,
        auction.closed if highest else auction.closed | {by},
    )
    told = Event("bid", {"player": state.name(by), "amount": amount, "may_raise": highest})
    following, events = _next_bidder(state, made)
    return following, (told, *events)


def pass_bid(state: State, by: int) -> tuple[State, Events]:
    """CH-64: a player who has been outbid keeps his bid and bids no more."""
    auction = _running(state)
    require_turn(state, by)
    if auction.bids[by] is None:
        raise Rejected("must_bid", player=state.name(by))
    return _next_bidder(state, replaced(auction, closed=auction.closed | {by}))


def cannot_bid(state: State, by: int) -> tuple[State, Events]:
    """CH-67: carrots, but no number to bid: they are all given up for the lowest card still free."""
    auction = _running(state)
    require_turn(state, by)
    seat = state.seats[by]
    if auction.bids[by] is not None or can_bid(auction, seat, by):
        raise Rejected("can_still_bid", player=state.name(by))
    poorer = replaced(state, seats=with_seat(state.seats, by, seat._replace(carrots=0)))
    told = Event("carrots_given_up", {"player": state.name(by), "amount": seat.carrots})
    following, events = _next_bidder(poorer, replaced(auction, closed=auction.closed | {by}))
    return following, (told, *events)


def _running(state: State) -> Auction:
    if state.auction is None:
        raise Rejected("wrong_phase")
    return state.auction


def _next_bidder(state: State, auction: Auction) -> tuple[State, Events]:
    """CH-61, CH-64, CH-68: who bids next; when nobody but the highest may, the auction is closed."""
    skipped: list[Event] = []
    waiting = auction.waiting
    while waiting:
        number, waiting = waiting[0], waiting[1:]
        if number not in auction.closed:
            return _with_bidder(state, auction, number, waiting, auction.closed, skipped)
        skipped.append(Event("auction_skipped", {"player": state.name(number)}))
    closed = auction.closed
    for number in _after(state.order, auction.bidder):
        if number == auction.high or number in closed:
            continue
        if can_bid(auction, state.seats[number], number):
            return _with_bidder(state, auction, number, (), closed, skipped)
        closed |= {number}
    settled, events = _close(state, auction)
    return settled, (*skipped, *events)


def _after(order: tuple[int, ...], number: int) -> Iterable[int]:
    """The seats in bidding order that come after one of them, round to itself."""
    place = order.index(number) + 1
    return (*order[place:], *order[:place])


def _with_bidder(
    state: State,
    auction: Auction,
    number: int,
    waiting: tuple[int, ...],
    closed: frozenset[int],
    skipped: list[Event],
) -> tuple[State, Events]:
    going_on = Auction(number, waiting, auction.bids, auction.taken, auction.high, closed)
    following = replaced(state, auction=going_on)
    return following, (*skipped, turn_started(following))


def _close(state: State, auction: Auction) -> tuple[State, Events]:
    """CH-65, CH-66, CH-68: everybody pays the last bid; smallest bid, lowest card; below them who has not bid."""
    names = state.house.players
    without = [number for number in state.order if auction.bids[number] is None]
    bidders = sorted(
        (number for number in state.order if auction.bids[number] is not None),
        key=lambda number: auction.bids[number] or 0,
    )
    seats = list(state.seats)
    for position, number in enumerate((*without, *bidders), start=1):
        pays = auction.bids[number] or 0
        if number == auction.high and not state.house.option("highest_bidder_pays"):
            pays = 0
        seat = seats[number]
        seats[number] = seat._replace(carrots=seat.carrots - pays, position=position)
    ordered = replaced(state, seats=tuple(seats), order=order_of(tuple(seats)), auction=None)
    bids = {names[number]: amount for number, amount in enumerate(auction.bids) if amount is not None}
    begun, events = begin_lap(ordered)
    return begun, (Event("auction_closed", {"bids": bids}), order_set(ordered), *events)
