"""Sales among the players: offers and auctions, and bankruptcy (SC-12, SC-13, SC-15)."""

from __future__ import annotations

from companion.action import Rejected
from companion.games.super_crack.rules import ledger
from companion.games.super_crack.rules.ending import check_last_player
from companion.games.super_crack.rules.market import after_sale, horse_number, no_sale_open, refresh
from companion.games.super_crack.rules.state import (
    Auction,
    Draft,
    Offer,
    Position,
    active,
    cash,
    placed,
    with_horse,
)


def _own_horse(game: Draft, seat: int, number: object) -> int:
    horse = horse_number(number)
    if horse not in game.stables[seat]:
        raise Rejected("not_your_horse", horse=horse)
    return horse


def offer_horse(game: Draft, seat: int, number: object, to: object, price: object) -> None:
    """SC-12: a horse is offered to another player, at any price in hundreds (0 is a gift)."""
    no_sale_open(game)
    horse = _own_horse(game, seat, number)
    players = game.setting.players
    if not isinstance(to, str) or to not in players:
        raise Rejected("unknown_player")
    buyer = players.index(to)
    if buyer == seat or buyer in game.bankrupt:
        raise Rejected("unknown_player")
    if not ledger.is_amount(price, 0):
        raise Rejected("bad_amount", least=0)
    game.market = game.market._replace(offer=Offer(horse, seat, buyer, price))
    game.say("horse_offered", number=horse, seller=game.name(seat), to=to, price=price)


def accept_offer(game: Draft, seat: int) -> None:
    """SC-12: the buyer accepts and pays the seller."""
    offer = game.market.offer
    if offer is None:
        raise Rejected("no_offer")
    if seat != offer.buyer:
        raise Rejected("not_for_you", expected=game.name(offer.buyer))
    if offer.price > cash(game, seat):
        raise Rejected("not_enough_cash", price=offer.price, seen=cash(game, seat))
    game.market = game.market._replace(offer=None)
    _transfer(game, offer.number, offer.seller, offer.buyer, offer.price, "private_sale")


def decline_offer(game: Draft, seat: int) -> None:
    """SC-12: the buyer or the seller closes the offer."""
    offer = game.market.offer
    if offer is None:
        raise Rejected("no_offer")
    if seat not in (offer.buyer, offer.seller):
        raise Rejected("not_for_you", expected=game.name(offer.buyer))
    game.market = game.market._replace(offer=None)
    game.say("offer_closed", number=offer.number, by=game.name(seat))


def _transfer(game: Draft, number: int, seller: int, buyer: int, price: int, how: str) -> None:
    ledger.pay(game, buyer, seller, price, how)
    game.stables = with_horse(game.stables, number, buyer)
    fields = {"seller": game.name(seller), "buyer": game.name(buyer), "price": price, "how": how}
    game.say("horse_transferred", number=number, **fields)
    after_sale(game)


def open_auction(game: Draft, seat: int, number: object, minimum: object) -> None:
    """SC-13: a horse comes under the hammer; the minimum is 100 F unless told."""
    no_sale_open(game)
    horse = _own_horse(game, seat, number)
    least = ledger.SMALLEST_NOTE if minimum is None else minimum
    if not ledger.is_amount(least, ledger.SMALLEST_NOTE):
        raise Rejected("bad_amount", least=ledger.SMALLEST_NOTE)
    game.market = game.market._replace(auction=Auction(horse, seat, least))
    game.say("auction_opened", number=horse, seller=game.name(seat), min=least)


def may_bid(game: Position, seat: int) -> bool:
    """SC-13: not the seller, not who passed, not who holds the highest bid already."""
    auction = game.market.auction
    return auction is not None and seat not in (auction.seller, auction.bidder, *auction.passed)


def lowest_bid(auction: Auction) -> int:
    """SC-13: the least that may be bid now."""
    return auction.minimum if auction.bid is None else auction.bid + ledger.SMALLEST_NOTE


def bid(game: Draft, seat: int, amount: object) -> None:
    """SC-13: a bid in hundreds, above the last one and within the bidder's cash."""
    auction = game.market.auction
    if auction is None:
        raise Rejected("no_auction")
    if not may_bid(game, seat):
        raise Rejected("cannot_bid")
    if not ledger.is_amount(amount, ledger.SMALLEST_NOTE):
        raise Rejected("bad_amount", least=ledger.SMALLEST_NOTE)
    if amount < lowest_bid(auction):
        raise Rejected("bid_too_low", expected=lowest_bid(auction), seen=amount)
    if amount > cash(game, seat):
        raise Rejected("not_enough_cash", price=amount, seen=cash(game, seat))
    game.market = game.market._replace(auction=auction._replace(bid=amount, bidder=seat))
    game.say("auction_bid", player=game.name(seat), amount=amount)
    _hammer(game)


def pass_auction(game: Draft, seat: int) -> None:
    """SC-13: a pass is final."""
    auction = game.market.auction
    if auction is None:
        raise Rejected("no_auction")
    if not may_bid(game, seat):
        raise Rejected("cannot_bid")
    game.market = game.market._replace(auction=auction._replace(passed=(*auction.passed, seat)))
    game.say("auction_passed", player=game.name(seat))
    _hammer(game)


def _hammer(game: Draft) -> None:
    """SC-13: sold when all others have passed; unsold when everybody passed."""
    auction = game.market.auction
    if auction is None or any(may_bid(game, seat) for seat in active(game)):
        return
    game.market = game.market._replace(auction=None)
    if auction.bidder is None or auction.bid is None:
        game.say("auction_unsold", number=auction.number)
        refresh(game)
    else:
        _transfer(game, auction.number, auction.seller, auction.bidder, auction.bid, "auction")


def declare_bankrupt(game: Draft, seat: int) -> None:
    """SC-15: the horses return to the bank, the rest of the debt is written off, the player is out."""
    debt = ledger.debt(game, seat)
    if not debt:
        raise Rejected("not_in_debt")
    no_sale_open(game)
    game.stables = placed(game.stables, seat, ())
    ledger.from_bank(game, seat, debt, "write_off")
    ledger.forget_owed(game, seat)
    game.bankrupt = (*game.bankrupt, seat)
    game.say("player_bankrupt", player=game.name(seat))
    if not check_last_player(game):
        refresh(game)
