"""The sale of horses by the bank, before the first race and between races (SC-5 … SC-11, SC-14, SC-16)."""

from __future__ import annotations

from companion.action import Rejected
from companion.games.super_crack.rules import ledger
from companion.games.super_crack.rules.ending import check_title
from companion.games.super_crack.rules.profile import COLOURS, HORSES, is_whole
from companion.games.super_crack.rules.state import (
    Draft,
    Market,
    Position,
    active,
    bank_horses,
    cash,
    colour_of,
    of_colour,
    owner_of,
    to_roll_for_purchase,
    with_horse,
)

HORSE_PRICES = (2_000, 4_000, 6_000, 10_000)
"""SC-8: by the number of horses of that colour the buyer already owns."""
FEWEST_HORSES = 3
"""SC-10: a tiercé needs three arrivals."""


def price(game: Position, seat: int, colour: str) -> int | None:
    """SC-8, SC-14: the bank's price for the next horse of a colour; None when the player owns all four."""
    owned = of_colour(game, seat, colour)
    return HORSE_PRICES[owned] if owned < len(HORSE_PRICES) else None


def affordable(game: Position, seat: int) -> list[int]:
    """The bank's horses that a player can pay."""
    colours = game.setting.profile.colours
    prices = {colour: price(game, seat, colour) for colour in COLOURS}
    money = cash(game, seat)
    numbers = []
    for number in bank_horses(game):
        due = prices[colours[number - 1]]
        if due is not None and due <= money:
            numbers.append(number)
    return numbers


def owned_horses(game: Position) -> int:
    """How many horses have an owner."""
    return sum(map(len, game.stables))


def open_market(game: Draft) -> None:
    """SC-59: the sale opens and everybody is in it again; bets, pawns and horses are off the table."""
    game.phase = "market"
    game.market = Market()
    game.say("market_opened", race=game.race)
    if not bidders(game):
        game.say("sale_over")
    refresh(game)


def bidders(game: Position) -> tuple[int, ...]:
    """SC-7: who is in the sale and can afford a horse that is left."""
    colours = game.setting.profile.colours
    unsold = {colours[number - 1] for number in bank_horses(game)}
    return tuple(
        seat for seat in active(game) if seat not in game.market.left and _can_afford(game, seat, unsold)
    )


def _can_afford(game: Position, seat: int, colours: set[str]) -> bool:
    money = cash(game, seat)
    if money < HORSE_PRICES[0]:
        return False
    if money >= HORSE_PRICES[-1]:
        return bool(colours)
    dues = (price(game, seat, colour) for colour in colours)
    return any(due is not None and due <= money for due in dues)


def refresh(game: Draft) -> None:
    """Who bids, who may buy and who must roll, after anything that happened in the market (SC-5, SC-6, SC-7)."""
    market = game.market
    bidding = bidders(game)
    if market.bidders and not bidding:
        game.say("sale_over")
    right, queue, rolls, tied = market.right, market.queue, market.rolls, market.tied
    if right is not None and right not in bidding:
        right = None
        rolls = rolls if queue else ()
    if right is None:
        queue = tuple(seat for seat in queue if seat in bidding)
        if queue:
            right, queue = queue[0], queue[1:]
        elif len(bidding) < 2:
            right, rolls, tied = (bidding[0] if bidding else None), (), None
        if right is not None:
            game.say("buy_right", player=game.name(right))
    game.market = Market(bidding, market.left, rolls, tied, queue, right, market.offer, market.auction)
    if right is None and bidding:
        _resolve_rolls(game)


def _resolve_rolls(game: Draft) -> None:
    """SC-5, SC-6: when all have rolled the best may buy; the best who are equal roll again."""
    market = game.market
    if market.tied is not None:
        still = tuple(seat for seat in market.tied if seat in market.bidders)
        if len(still) == 1:
            game.market = market._replace(right=still[0], tied=None)
            game.say("buy_right", player=game.name(still[0]))
            return
    if to_roll_for_purchase(game):
        return
    group = market.bidders if market.tied is None else market.tied
    rolls = {seat: value for seat, value in market.rolls if seat in group and seat in market.bidders}
    if not rolls:
        game.market = market._replace(rolls=(), tied=None)
        return
    if game.setting.house.buy_order == "ranking_round":
        order = sorted(rolls, key=lambda seat: (-rolls[seat], seat))
        game.market = market._replace(right=order[0], queue=tuple(order[1:]))
        game.say("buy_right", player=game.name(order[0]))
        return
    best = max(rolls.values())
    first = tuple(sorted(seat for seat, value in rolls.items() if value == best))
    if len(first) > 1:
        kept = tuple((seat, value) for seat, value in market.rolls if seat not in first)
        game.market = market._replace(rolls=kept, tied=first)
        game.say("roll_tie", players=game.names(first))
    else:
        game.market = market._replace(right=first[0], tied=None)
        game.say("buy_right", player=game.name(first[0]))


def no_sale_open(game: Draft) -> None:
    """SC-7: nothing else is sold while an offer or an auction is open."""
    if game.market.offer is not None or game.market.auction is not None:
        raise Rejected("sale_in_progress")


def buy_roll(game: Draft, seat: int, value: object) -> None:
    """SC-5: a roll for the right to buy one horse."""
    no_sale_open(game)
    market = game.market
    if market.right is not None:
        raise Rejected("purchase_pending", expected=game.name(market.right))
    if seat not in market.bidders:
        raise Rejected("not_a_bidder")
    if seat not in to_roll_for_purchase(game):
        raise Rejected("already_rolled")
    if not is_whole(value, 1, 6):
        raise Rejected("bad_die")
    game.say("buy_rolled", player=game.name(seat), value=value)
    kept = tuple(roll for roll in market.rolls if roll[0] != seat)
    game.market = market._replace(rolls=(*kept, (seat, value)))
    _resolve_rolls(game)


def buy_horse(game: Draft, seat: int, number: object) -> None:
    """SC-5, SC-8, SC-9: the holder of the right buys one horse from the bank."""
    no_sale_open(game)
    if game.market.right != seat:
        raise Rejected("no_buy_right")
    horse = horse_number(number)
    if owner_of(game, horse) is not None:
        raise Rejected("horse_sold", horse=horse)
    colour = colour_of(game, horse)
    due = price(game, seat, colour)
    if due is None or due > cash(game, seat):
        raise Rejected("not_enough_cash", price=due, seen=cash(game, seat))
    ledger.to_bank(game, seat, due, "horse_purchase")
    game.stables = with_horse(game.stables, horse, seat)
    game.say("horse_bought", player=game.name(seat), number=horse, colour=colour, price=due)
    _give_up_right(game)
    after_sale(game)


def after_sale(game: Draft) -> None:
    """SC-61: the title is tested after each purchase, sale or auction; else the sale goes on."""
    if not check_title(game):
        refresh(game)


def _give_up_right(game: Draft) -> None:
    """The next in the round buys (``ranking_round``), or all roll again (SC-5)."""
    market = game.market
    game.market = market._replace(right=None, tied=None, rolls=market.rolls if market.queue else ())


def skip_buy(game: Draft, seat: int) -> None:
    """The holder gives up this right and stays in the sale."""
    if game.market.right != seat:
        raise Rejected("no_buy_right")
    if len(game.market.bidders) < 2:
        raise Rejected("use_leave_sale")
    game.say("buy_skipped", player=game.name(seat))
    _give_up_right(game)
    refresh(game)


def leave_sale(game: Draft, seat: int) -> None:
    """SC-7: a player buys no more from the bank."""
    if seat in game.market.left:
        raise Rejected("already_left")
    game.market = game.market._replace(left=(*game.market.left, seat))
    game.say("left_sale", player=game.name(seat))
    refresh(game)


def rejoin_sale(game: Draft, seat: int) -> None:
    """SC-7: whoever left comes back, also while another player holds a right to buy."""
    if seat not in game.market.left:
        raise Rejected("not_left")
    left = tuple(other for other in game.market.left if other != seat)
    game.market = game.market._replace(left=left)
    game.say("rejoined_sale", player=game.name(seat))
    refresh(game)


def missing_colours(game: Position) -> list[str]:
    """SC-11: the colours of which no horse has an owner."""
    there = {colour_of(game, number) for numbers in game.stables for number in numbers}
    return [colour for colour in COLOURS if colour not in there]


def refusal_to_close(game: Position) -> Rejected | None:
    """SC-10, SC-11, SC-15, SC-16: why the market cannot be closed yet; None when it can."""
    market, players = game.market, game.setting.players
    if market.offer is not None or market.auction is not None:
        return Rejected("sale_in_progress")
    if debtors := ledger.debtors(game):
        return Rejected("debt_unsettled", player=players[debtors[0]])
    if market.bidders:
        return Rejected("sale_still_open", player=players[market.bidders[0]])
    if owned_horses(game) < FEWEST_HORSES:
        return Rejected("too_few_horses", expected=FEWEST_HORSES, seen=owned_horses(game))
    if game.race == 1 and game.setting.house.require_four_colours and missing_colours(game):
        return Rejected("colours_missing", colours=missing_colours(game))
    return None


def close_market(game: Draft) -> None:
    """SC-16: the market closes, all owned horses go to the start line, the handicap opens."""
    if refusal := refusal_to_close(game):
        raise refusal
    missing = missing_colours(game)
    if game.race == 1 and missing:
        game.say("colours_missing", colours=missing)
    game.market = Market()
    game.phase = "handicap"
    game.handicap_done = ()
    game.squares = tuple(None if owner_of(game, number) is None else 0 for number in HORSES)
    game.cards = game.cards._replace(dealt=False)
    game.say("handicap_started", race=game.race)


def horse_number(number: object) -> int:
    """The number of a horse, 1 to 16; raises ``unknown_horse``."""
    if not is_whole(number, 1, 16):
        raise Rejected("unknown_horse")
    return number
