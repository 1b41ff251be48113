"""After the race: penalties, money cards, bets, primes, and what follows (SC-50 … SC-59)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.action import Rejected
from companion.games.super_crack.rules import ledger
from companion.games.super_crack.rules.betting import BET_PAYOUTS, category, wins
from companion.games.super_crack.rules.deck import put_all_back
from companion.games.super_crack.rules.ending import check_title, end_game
from companion.games.super_crack.rules.market import open_market
from companion.games.super_crack.rules.profile import HORSES, MOVE_CARDS, SHOWN_TOGETHER, Card
from companion.games.super_crack.rules.race import ARRIVALS
from companion.games.super_crack.rules.state import (
    Bet,
    BetResult,
    Betting,
    Draft,
    Placed,
    Position,
    Results,
    active,
    colour_of,
    hands_to_tell,
    of_colour,
    runner_of,
)

PRIMES: Mapping[int, tuple[int, int, int]] = {
    1: (5_000, 3_000, 1_000),
    2: (7_000, 5_000, 2_000),
    3: (10_000, 7_000, 3_000),
    4: (15_000, 10_000, 5_000),
}
"""SC-56, table 2.2: by horses of that colour owned; the three places."""
PRINTED_FIRST_PRIME = 8_000
"""SC-57: what the printed table says of a lone horse that comes first (house rule ``stable_table``)."""


def settle(game: Draft) -> None:
    """SC-52: all is settled after each race, in the sheet's order; then the title, the last race or the next market.

    First penalties (SC-53), then money cards (SC-54), bets (SC-55) and primes (SC-56); the cards go back (SC-51).
    """
    unknown = hands_to_tell(game)
    if unknown:  # SC-50
        raise Rejected("hand_unknown", player=game.name(unknown[0]))
    penalties = _penalties(game)
    money_cards = _money_cards(game)
    arrivals = game.arrivals
    complete = len(arrivals) == ARRIVALS
    kind = category([colour_of(game, number) for number in arrivals]) if complete else None
    bets = tuple(
        _settled_bet(game, seat, bet, kind)
        for seat in active(game)
        if (bet := game.betting.bets[seat]) is not None
    )
    placed = tuple(_prime(game, rank, number) for rank, number in enumerate(arrivals, start=1))
    put_all_back(game)
    game.results = Results(game.race, kind, not complete, placed, penalties, money_cards, bets)
    game.say("race_settled", race=game.race, category=kind)
    for seat in active(game):
        if debt := ledger.debt(game, seat):
            game.say("player_in_debt", player=game.name(seat), debt=debt)
    if check_title(game):
        return
    most = game.setting.house.max_races
    if most is not None and game.race >= most:
        end_game(game, "max_races")
        return
    _next_race(game)


def _hand(game: Position, seat: int) -> list[Card]:
    cards = game.setting.profile.cards
    return [
        SHOWN_TOGETHER[name] if name in SHOWN_TOGETHER else cards[name]
        for name in game.cards.hands[seat]
        if name is not None
    ]


def _penalties(game: Draft) -> tuple[tuple[int, int], ...]:
    """SC-53: for each unused move card, one entry per player, in seat order."""
    charged = []
    for seat in active(game):
        unused = sum(card.effect in MOVE_CARDS for card in _hand(game, seat))
        amount = unused * game.setting.house.move_card_penalty
        if amount:
            ledger.to_bank(game, seat, amount, "unused_card_penalty")
            charged.append((seat, amount))
    return tuple(charged)


def _money_cards(game: Draft) -> tuple[tuple[int, int], ...]:
    """SC-54: unplayed money cards, one entry per card, in seat order; pay cards may wait for the end."""
    later = game.setting.house.deferred_money == "end_of_game"
    net = []
    for seat in active(game):
        amount = 0
        for card in _hand(game, seat):
            if card.effect == "receive":
                ledger.from_bank(game, seat, card.number, "receive_card")
                amount += card.number
            elif card.effect == "pay" and later:
                ledger.owe(game, seat, card.number)
            elif card.effect == "pay":
                ledger.to_bank(game, seat, card.number, "pay_card")
                amount -= card.number
        if amount:
            net.append((seat, amount))
    return tuple(net)


def _settled_bet(game: Draft, seat: int, bet: Bet, kind: str | None) -> BetResult:
    """SC-26 … SC-29, SC-58: a bet wins, loses, or is refunded when fewer than three arrived."""
    pawn = seat in game.betting.black_pawns or "black_pawn" in game.cards.hands[seat]
    if kind is None:
        ledger.from_bank(game, seat, bet.stake, "bet_refund")
        return BetResult(seat, bet.tokens, pawn, False, bet.stake)
    won = wins(bet.tokens, pawn, [colour_of(game, number) for number in game.arrivals])
    paid = BET_PAYOUTS[kind][len(bet.tokens)] if won else 0
    ledger.from_bank(game, seat, paid, "bet_win")
    return BetResult(seat, bet.tokens, pawn, won, paid)


def prime(game: Position, rank: int, same_colour: int) -> int:
    """SC-56, SC-57: what a place (1 to 3) earns by the owner's horses of that colour, the placed one too."""
    if rank == 1 and same_colour == 1 and game.setting.house.stable_table == "printed":
        return PRINTED_FIRST_PRIME
    return PRIMES[same_colour][rank - 1]


def _prime(game: Draft, rank: int, number: int) -> Placed:
    owner, colour = runner_of(game, number), colour_of(game, number)
    same = of_colour(game, owner, colour)
    amount = prime(game, rank, same)
    ledger.from_bank(game, owner, amount, "prime")
    return Placed(rank, number, colour, owner, same, amount)


def _next_race(game: Draft) -> None:
    """SC-59: horses leave the track, bets and pawns return, the race number grows, the market opens."""
    game.race += 1
    game.betting = Betting((None,) * len(game.setting.players))
    game.squares = (None,) * len(HORSES)
    game.arrivals, game.awaiting, game.freed = (), (), frozenset()
    game.cards = game.cards._replace(dealt=False)
    open_market(game)
