"""The one door of the rules: who may do what when, in the order of section 4, and the dispatch to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.action import BANK, TABLE, Action, Event, Rejected
from companion.games.super_crack.rules import betting, cards, deck, handicap, ledger, market, race, sales
from companion.games.super_crack.rules.ending import end_game
from companion.games.super_crack.rules.settlement import settle
from companion.games.super_crack.rules.state import Draft, State


@dataclass(frozen=True, slots=True)
class Moment:
    """Whose action it is ("player", or the code with which a player is refused) and in which phases (all: empty)."""

    by: str
    phases: frozenset[str] = frozenset()


_MARKET, _HANDICAP, _RACING = frozenset({"market"}), frozenset({"handicap"}), frozenset({"racing"})

ACTIONS: Mapping[str, Moment] = {
    "deal_money": Moment("bank_only", frozenset({"opening"})),
    "buy_roll": Moment("player", _MARKET),
    "buy_horse": Moment("player", _MARKET),
    "skip_buy": Moment("player", _MARKET),
    "leave_sale": Moment("player", _MARKET),
    "rejoin_sale": Moment("player", _MARKET),
    "offer_horse": Moment("player", _MARKET),
    "accept_offer": Moment("player", _MARKET),
    "decline_offer": Moment("player", _MARKET),
    "auction_open": Moment("player", _MARKET),
    "auction_bid": Moment("player", _MARKET),
    "auction_pass": Moment("player", _MARKET),
    "declare_bankrupt": Moment("player", _MARKET),
    "close_market": Moment("bank_only", _MARKET),
    "shuffle_deck": Moment("bank_only", _MARKET | _HANDICAP),
    "deal_cards": Moment("bank_only", _HANDICAP),
    "identify_cards": Moment("player"),
    "play_card": Moment("player", _HANDICAP | _RACING),
    "handicap_done": Moment("player", _HANDICAP),
    "bet": Moment("player", frozenset({"betting"})),
    "no_bet": Moment("player", frozenset({"betting"})),
    "start_roll": Moment("player", frozenset({"start_roll"})),
    "roll": Moment("player", _RACING),
    "draw_card": Moment("player"),
    "end_turn": Moment("player", _RACING),
    "settle": Moment("bank_only", frozenset({"settling"})),
    "abandon_race": Moment("table_only", _RACING),
    "end_game": Moment("table_only", _MARKET),
    "confirm_position": Moment("table_only"),
}
"""Every action of section 4."""

DURING_A_DRAW = frozenset({"draw_card", "identify_cards", "confirm_position", "abandon_race"})
"""SC-41: all that may happen while a black dot's card is still to be drawn."""


def apply(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and what happened; raises ``Rejected`` with a code of section 4."""
    do, seat = _check(state, action)
    game = Draft(state)
    _carry_out(game, seat, do, action)
    return game.finished(), tuple(game.events)


def _check(state: State, action: object) -> tuple[str, int]:
    """The common refusals of section 4, in their order; the action's name, and the seat (−1: bank or table)."""
    if state.phase == "over":
        raise Rejected("game_over")
    if not isinstance(action, Mapping):
        raise Rejected("unknown_action")
    do = action.get("do")
    moment = ACTIONS.get(do) if isinstance(do, str) else None
    if moment is None or not isinstance(do, str):
        raise Rejected("unknown_action")
    by, players = action.get("by"), state.setting.players
    if not isinstance(by, str) or (by not in players and by not in (BANK, TABLE)):
        raise Rejected("unknown_player")
    due = state.draw_due
    if due is not None and do not in DURING_A_DRAW:
        raise Rejected("draw_pending", expected=players[due])
    seat = players.index(by) if by in players else -1
    if moment.by != "player":
        if seat >= 0:
            raise Rejected(moment.by)
    elif seat < 0:
        raise Rejected("unknown_player")
    elif seat in state.bankrupt:
        raise Rejected("player_out", player=by)
    if moment.phases and state.phase not in moment.phases:
        raise Rejected("wrong_phase")
    return do, seat


def _carry_out(game: Draft, seat: int, do: str, action: Action) -> None:
    match do:
        case "roll":
            race.roll(game, seat, action.get("value"), action.get("horse"))
        case "play_card":
            cards.play_card(game, seat, action.get("card"), action.get("horse"))
        case "draw_card":
            race.draw_card(game, seat, action.get("card"))
        case "end_turn":
            race.end_turn(game, seat)
        case "confirm_position":
            race.confirm_position(game, action.get("horse"), action.get("square"))
        case "start_roll":
            race.start_roll(game, seat, action.get("value"))
        case "buy_roll":
            market.buy_roll(game, seat, action.get("value"))
        case "buy_horse":
            market.buy_horse(game, seat, action.get("number"))
        case "skip_buy":
            market.skip_buy(game, seat)
        case "leave_sale":
            market.leave_sale(game, seat)
        case "rejoin_sale":
            market.rejoin_sale(game, seat)
        case "offer_horse":
            sales.offer_horse(game, seat, action.get("number"), action.get("to"), action.get("price"))
        case "accept_offer":
            sales.accept_offer(game, seat)
        case "decline_offer":
            sales.decline_offer(game, seat)
        case "auction_open":
            sales.open_auction(game, seat, action.get("number"), action.get("min"))
        case "auction_bid":
            sales.bid(game, seat, action.get("amount"))
        case "auction_pass":
            sales.pass_auction(game, seat)
        case "declare_bankrupt":
            sales.declare_bankrupt(game, seat)
        case "close_market":
            market.close_market(game)
        case "shuffle_deck":
            deck.shuffle(game)
        case "deal_cards":
            deck.deal(game, action.get("hands"))
        case "identify_cards":
            deck.identify(game, seat, action.get("cards"))
        case "handicap_done":
            handicap.done(game, seat)
        case "bet":
            betting.bet(game, seat, action.get("tokens"))
        case "no_bet":
            betting.no_bet(game, seat)
        case "settle":
            settle(game)
        case "abandon_race":
            race.abandon(game)
        case "end_game":
            market.no_sale_open(game)
            end_game(game, "stopped")
        case _:
            _deal_money(game)


def _deal_money(game: Draft) -> None:
    """SC-2: the opening money, once per game; then the market opens."""
    for seat, player in enumerate(game.setting.players):
        notes = dict(ledger.OPENING_NOTES)
        game.say("money_dealt", player=player, amount=ledger.OPENING_TOTAL, notes=notes)
        ledger.from_bank(game, seat, ledger.OPENING_TOTAL, "opening_deal")
    market.open_market(game)


def is_over(state: State) -> bool:
    """Whether the game has ended (section 6)."""
    return state.phase == "over"
