"""The tiercé: one bet of three to six coloured tokens per player and race (SC-25 … SC-28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.action import Rejected
from companion.games.super_crack.rules.ledger import to_bank
from companion.games.super_crack.rules.profile import COLOURS
from companion.games.super_crack.rules.race import open_start_roll
from companion.games.super_crack.rules.state import Bet, Betting, Draft, State, active, cash, placed

BET_PRICES: Mapping[int, int] = {3: 200, 4: 500, 5: 1_000, 6: 2_000}
"""SC-25: francs by number of tokens."""
BET_PAYOUTS: Mapping[str, Mapping[int, int]] = {
    "three_different": {3: 50_000, 4: 10_000, 5: 5_000, 6: 2_000},
    "two_same": {3: 100_000, 4: 50_000, 5: 10_000, 6: 5_000},
    "three_same": {3: 200_000, 4: 100_000, 5: 50_000, 6: 10_000},
}
"""SC-27, table 2.1: francs by the arrival and the number of tokens bought."""


def category(colours: Sequence[str]) -> str:
    """SC-27: the arrival's category, by the colours of the first three."""
    return ("three_same", "two_same", "three_different")[len(set(colours)) - 1]


def wins(tokens: Sequence[str], black_pawn: bool, colours: Sequence[str]) -> bool:
    """SC-26, SC-29: whether the tokens hold the three colours; the black pawn stands for any one missing."""
    missing = Counter(colours) - Counter(tokens)
    return missing.total() <= (1 if black_pawn else 0)


def in_order(tokens: Sequence[str]) -> tuple[str, ...]:
    """Tokens in the order red, blue, yellow, green."""
    return tuple(sorted(tokens, key=COLOURS.index))


def open_betting(game: Draft) -> None:
    """SC-25: bets are open, made in any order."""
    game.phase = "betting"
    game.betting = Betting((None,) * len(game.setting.players), (), game.betting.black_pawns)
    game.say("betting_opened", race=game.race)


def bet(game: Draft, seat: int, tokens: object) -> None:
    """SC-25, SC-28: three to six tokens, paid at once."""
    if seat in game.betting.decided:
        raise Rejected("already_bet")
    if not isinstance(tokens, list | tuple) or len(tokens) not in BET_PRICES:
        raise Rejected("bet_size")
    if not all(isinstance(colour, str) and colour in COLOURS for colour in tokens):
        raise Rejected("unknown_colour")
    stake = BET_PRICES[len(tokens)]
    if stake > cash(game, seat):
        raise Rejected("not_enough_cash", price=stake, seen=cash(game, seat))
    placed_bet = Bet(in_order(tokens), stake)
    game.say("bet_placed", player=game.name(seat), tokens=list(placed_bet.tokens), stake=stake)
    to_bank(game, seat, stake, "bet")
    _decided(game, seat, placed_bet)


def may_bet(state: State, seat: int, tokens: Sequence[str]) -> bool:
    """SC-25: whether a bet of so many tokens is one, and the player has its price."""
    return len(tokens) in BET_PRICES and BET_PRICES[len(tokens)] <= cash(state, seat)


def no_bet(game: Draft, seat: int) -> None:
    """SC-25: betting is not compulsory."""
    if seat in game.betting.decided:
        raise Rejected("already_bet")
    game.say("no_bet", player=game.name(seat))
    _decided(game, seat, None)


def _decided(game: Draft, seat: int, placed_bet: Bet | None) -> None:
    betting = game.betting
    bets = placed(betting.bets, seat, placed_bet)
    game.betting = Betting(bets, (*betting.decided, seat), betting.black_pawns)
    if all(other in game.betting.decided for other in active(game)):
        open_start_roll(game)
