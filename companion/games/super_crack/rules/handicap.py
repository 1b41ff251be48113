"""The end of the handicap and the engagement fees (SC-17 … SC-23)."""

from __future__ import annotations

from companion.action import Rejected
from companion.games.super_crack.rules.betting import open_betting
from companion.games.super_crack.rules.ledger import to_bank
from companion.games.super_crack.rules.state import Draft, Position, active, stable

FEE_PER_SQUARE = 100
"""SC-23: francs for each red square."""


def blue_cards(game: Position, seat: int) -> list[str]:
    """SC-18: the known cards in a hand that must be played before the player is done."""
    if game.setting.house.blue_cards == "free" or not stable(game, seat):
        return []
    return [name for name in game.cards.hands[seat] if name is not None and name.startswith("back_own_")]


def done(game: Draft, seat: int) -> None:
    """SC-18, SC-23: a player is done; after the last one the fees are paid and betting opens."""
    player = game.name(seat)
    if not game.cards.dealt:
        raise Rejected("cards_not_dealt")
    if seat in game.handicap_done:
        raise Rejected("already_done")
    if blue := blue_cards(game, seat):
        raise Rejected("blue_cards_to_play", audience=(player,), card=blue[0])
    game.handicap_done = (*game.handicap_done, seat)
    game.say("handicap_done", player=player)
    if all(other in game.handicap_done for other in active(game)):
        _charge_fees(game)
        open_betting(game)


def _charge_fees(game: Draft) -> None:
    """SC-23: in seat order, horses ascending, one entry per horse; only the final squares count."""
    for seat in active(game):
        for number in stable(game, seat):
            square = game.squares[number - 1]
            if square is not None and square < 0:
                amount = -square * FEE_PER_SQUARE
                game.say("fee_charged", player=game.name(seat), horse=number, squares=-square, amount=amount)
                to_bank(game, seat, amount, "engagement_fee")
