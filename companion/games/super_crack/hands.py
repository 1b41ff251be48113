"""What hands do in Super-Crack: the die, the pawns, the tokens and the cards; the sale and the money are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.action import Action, Rejected
from companion.games.super_crack.rules import apply
from companion.games.super_crack.rules.profile import HORSES
from companion.games.super_crack.rules.state import State, active
from companion.games.super_crack.table import (
    DIE,
    PILE,
    PLAYED,
    SEATS,
    bet_zone,
    bets_proposed,
    hand_zone,
    lane_zone,
)
from companion.hands import Faces, Hands

TAPPED = frozenset(
    {
        *("deal_money", "buy_horse", "skip_buy", "leave_sale", "rejoin_sale", "offer_horse", "accept_offer"),
        *("decline_offer", "auction_open", "auction_bid", "auction_pass", "declare_bankrupt", "close_market"),
        *("shuffle_deck", "identify_cards", "handicap_done", "no_bet", "end_turn", "settle", "abandon_race"),
        "end_game",
    }
)
"""What no picture shows: money, prices and what is agreed; owner cards and pawns then follow the tablet's word."""


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The zones of an action in order; whoever looks whether a pawn stands right touches nothing."""
    seats = state.setting.players
    match action["do"]:
        case "buy_roll" | "start_roll":
            return (DIE,)
        case "roll":
            return (DIE, *_moved(state, action))
        case "play_card":
            return (hand_zone(seats.index(action["by"])), PLAYED, *_moved(state, action))
        case "draw_card":
            return (PILE, hand_zone(seats.index(action["by"])))
        case "deal_cards":
            return (PILE, *map(hand_zone, active(state)))
        case "bet":
            return (bet_zone(seats.index(action["by"])),)
        case _:
            return ()


def _moved(state: State, action: Action) -> tuple[str, ...]:
    """The lane of the pawn that moves, the place of the black pawn, and the pile that a used card begins again."""
    try:
        after, _ = apply(state, action)
    except Rejected:
        return ()
    lanes = tuple(
        lane_zone(number)
        for number, was, now in zip(HORSES, state.squares, after.squares, strict=True)
        if was != now
    )
    pawns = set(after.betting.black_pawns) - set(state.betting.black_pawns)
    pile = () if state.cards.pile or not after.cards.pile else (PILE,)
    return (*lanes, *map(bet_zone, sorted(pawns)), *pile)


def laid(action: Action) -> Mapping[str, Faces]:
    """The die shows its value until it is taken up; a used card lies face up until it goes under the pile."""
    match action["do"]:
        case "buy_roll" | "start_roll" | "roll":
            return {DIE: (str(action["value"]),)}
        case "play_card":
            return {PLAYED: (action["card"],)}
        case _:
            return {}


def essence(state: State) -> State:
    """All but which pawns were looked at, and who paid last: who bets first is no matter."""
    return replace(state, awaiting=(), ledger=state.ledger._replace(last=None))


HANDS = Hands(
    touched=touched,
    tapped=TAPPED,
    confirmed=frozenset({"bet"}),
    proposing=bets_proposed,
    momentary=frozenset({DIE, PLAYED}),
    laid_open=frozenset({PLAYED}),
    laid=laid,
    essence=essence,
    told_later=frozenset(),
    puts_right=frozenset({"wrong_square", "not_your_turn", "card_not_possible", "already_dealt"}),
    lanes=frozenset(map(lane_zone, HORSES)),
    loose=frozenset(
        zone for seat in SEATS for zone in (bet_zone(seat - 1), hand_zone(seat - 1), f"stable_{seat}")
    ),
)
