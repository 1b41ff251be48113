"""What may be shown of a game: the public view, each hand to its own seat, and actions without their secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from companion.action import Action
from companion.game import View
from companion.games.super_crack.rules.ledger import debt
from companion.games.super_crack.rules.market import price
from companion.games.super_crack.rules.profile import COLOURS, HORSES
from companion.games.super_crack.rules.state import (
    Results,
    State,
    active,
    cash,
    hands_to_tell,
    owner_of,
    stable,
    to_roll_for_purchase,
    to_roll_for_start,
    trapped_in,
)


def view(state: State, seat: str | None = None) -> View:
    """The public view (section 3.1); with it every hand, or only that of one seat (3.2)."""
    players = state.setting.players
    shown = players if seat is None else [player for player in players if player == seat]
    private = {player: {"hand": list(state.cards.hands[players.index(player)])} for player in shown}
    return View(_public(state), private)


def _public(state: State) -> dict[str, Any]:
    players = state.setting.players
    seats = range(len(players))
    names = _names(state)
    ending = state.ending
    return {
        "game": "super_crack",
        "phase": state.phase,
        "race": state.race,
        "players": list(players),
        "options": asdict(state.setting.house),
        "provisional": state.setting.profile.provisional,
        "board": _board(state),
        "bankrupt": names(state.bankrupt),
        "accounts": {"bank": state.ledger.balances[-1]}
        | dict(zip(players, state.ledger.balances, strict=False)),
        "cash": {players[seat]: cash(state, seat) for seat in seats},
        "debt": {players[seat]: debt(state, seat) for seat in seats},
        "owed": dict(zip(players, state.ledger.owed, strict=True)),
        "ledger_total": sum(state.ledger.balances),
        "ledger_last": _last_entry(state),
        "horses": _horses(state),
        "stables": {players[seat]: list(stable(state, seat)) for seat in seats},
        "market": _market(state) if state.phase == "market" else None,
        "hand_counts": {players[seat]: len(state.cards.hands[seat]) for seat in seats},
        "deck": {"count": state.cards.pile, "returned": len(state.cards.returned)},
        "cards_dealt": state.cards.dealt,
        "to_identify": names(hands_to_tell(state)) if state.phase == "settling" else [],
        "handicap_done": names(state.handicap_done),
        "bets": {players[seat]: _bet(state, seat) for seat in seats},
        "to_bet": _to_bet(state),
        "black_pawns": names(state.betting.black_pawns),
        "start_rolls": {players[seat]: value for seat, value in state.start_rolls},
        "start_to_roll": names(to_roll_for_start(state)),
        "turn": None if state.turn is None else players[state.turn],
        "to_roll": list(state.to_roll),
        "draw_pending": None if state.draw_due is None else players[state.draw_due],
        "arrivals": list(state.arrivals),
        "awaiting": [{"horse": number, "square": state.squares[number - 1]} for number in state.awaiting],
        "last_results": None if state.results is None else _results(state.results, players),
        "winners": [] if ending is None else names(ending.winners),
        "ranking": []
        if ending is None
        else [{"player": players[seat], "rank": rank} for seat, rank in ending.ranking],
    }


def _names(state: State) -> Any:
    players = state.setting.players
    return lambda seats: [players[seat] for seat in seats]


def _board(state: State) -> dict[str, Any]:
    board = state.setting.profile.board
    return {
        "finish": board.finish,
        "red_zone": board.red_zone,
        "rivers": [list(zone) for zone in board.rivers],
        "hedges": [list(zone) for zone in board.hedges],
        "dots": list(board.dots),
    }


def _last_entry(state: State) -> dict[str, Any] | None:
    entry, players = state.ledger.last, state.setting.players
    if entry is None:
        return None
    accounts = (*players, "bank")
    return {
        "from": accounts[entry.payer],
        "to": accounts[entry.payee],
        "amount": entry.amount,
        "reason": entry.reason,
        "race": entry.race,
    }


def _horses(state: State) -> dict[str, dict[str, Any]]:
    players = state.setting.players
    shown = {}
    for number in HORSES:
        owner, hazard = owner_of(state, number), trapped_in(state, number)
        shown[str(number)] = {
            "colour": state.setting.profile.colours[number - 1],
            "owner": None if owner is None else players[owner],
            "square": state.squares[number - 1],
            "trapped": None if hazard is None else hazard.kind,
            "rank": state.arrivals.index(number) + 1 if number in state.arrivals else None,
        }
    return shown


def _market(state: State) -> dict[str, Any]:
    market, players, names = state.market, state.setting.players, _names(state)
    offer, auction = market.offer, market.auction
    return {
        "bidders": names(market.bidders),
        "to_roll": names(sorted(to_roll_for_purchase(state))),
        "rolls": {players[seat]: value for seat, value in market.rolls},
        "right": None if market.right is None else players[market.right],
        "left": names(market.left),
        "prices": {
            player: {colour: price(state, seat, colour) for colour in COLOURS}
            for seat, player in enumerate(players)
        },
        "offer": offer
        and {
            "number": offer.number,
            "seller": players[offer.seller],
            "to": players[offer.buyer],
            "price": offer.price,
        },
        "auction": auction
        and {
            "number": auction.number,
            "seller": players[auction.seller],
            "min": auction.minimum,
            "bid": auction.bid,
            "bidder": None if auction.bidder is None else players[auction.bidder],
            "passed": names(auction.passed),
        },
    }


def _bet(state: State, seat: int) -> dict[str, Any] | None:
    bet = state.betting.bets[seat]
    return None if bet is None else {"tokens": list(bet.tokens), "stake": bet.stake}


def _to_bet(state: State) -> list[str]:
    if state.phase != "betting":
        return []
    return [state.setting.players[seat] for seat in active(state) if seat not in state.betting.decided]


def _results(results: Results, players: Sequence[str]) -> dict[str, Any]:
    return {
        "race": results.race,
        "category": results.category,
        "abandoned": results.abandoned,
        "arrivals": [{**asdict(placed), "owner": players[placed.owner]} for placed in results.arrivals],
        "penalties": {players[seat]: amount for seat, amount in results.penalties},
        "money_cards": {players[seat]: amount for seat, amount in results.money_cards},
        "bets": {
            players[bet.seat]: {
                "tokens": list(bet.tokens),
                "black_pawn": bet.black_pawn,
                "won": bet.won,
                "paid": bet.paid,
            }
            for bet in results.bets
        },
    }


def redacted(action: Action, seat: str | None) -> Action:
    """An action as this viewer may see it: cards dealt to, drawn or identified by others are unknown (None)."""
    match action.get("do"):
        case "deal_cards":
            return {**action, "hands": _own_hand(action.get("hands"), seat)}
        case "draw_card" if action.get("by") != seat and "card" in action:
            return {**action, "card": None}
        case "identify_cards" if action.get("by") != seat and "cards" in action:
            return {**action, "cards": None}
        case _:
            return action


def _own_hand(hands: object, seat: str | None) -> dict[str, Any] | None:
    """Every hand face down but the viewer's own."""
    if not isinstance(hands, Mapping):
        return None
    return {player: cards if player == seat else _face_down(cards) for player, cards in hands.items()}


def _face_down(cards: object) -> list[None] | None:
    return [None] * len(cards) if isinstance(cards, list | tuple) else None
