"""Super-Crack in words: refusals, events, buttons, the log, forms, what is said aloud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.languages import Sentences, grammar
from companion.words import fill, listed

COLOURS = Sentences(
    __name__,
    {
        "red": "red",
        "blue": "blue",
        "yellow": "yellow",
        "green": "green",
        "black": "black pawn",
    },
    "colour",
)
CARDS = Sentences(
    __name__,
    {
        "advance": "Forward {number}",
        "back_own": "Blue back {number}",
        "back_any": "Red back {number}",
        "pay": "Pay {money}",
        "receive": "Receive {money}",
        "joker": "Joker",
        "sprint": "Sprint",
        "black_pawn": "Black pawn",
    },
    "card",
)
HAZARDS = Sentences(
    __name__,
    {
        "river": "the river",
        "hedge": "the hedge",
    },
    "hazard",
)
PHASES = Sentences(
    __name__,
    {
        "opening": "Opening",
        "market": "Horse market",
        "handicap": "Handicap",
        "betting": "Bets",
        "start_roll": "Who starts?",
        "racing": "Race",
        "settling": "Settling up",
        "over": "Game over",
    },
    "phase",
)
CATEGORIES = Sentences(
    __name__,
    {
        "three_different": "three different colours",
        "two_same": "two of the same colour",
        "three_same": "three of the same colour",
    },
    "category",
)
REASONS = Sentences(
    __name__,
    {
        "opening_deal": "the opening money",
        "horse_purchase": "buying a horse",
        "private_sale": "a sale between players",
        "auction": "a sale by auction",
        "write_off": "a debt written off",
        "engagement_fee": "the engagement fee",
        "bet": "the bet",
        "bet_win": "the winning bet",
        "bet_refund": "the bet given back",
        "prime": "the prize",
        "pay_card": "a card to pay",
        "receive_card": "a card that pays",
        "unused_card_penalty": "the cards not played",
    },
    "reason",
)
ORDINALS = Sentences(
    __name__,
    {
        "1": "first",
        "2": "second",
        "3": "third",
    },
    "ordinal",
)
BANK_AND_TABLE = Sentences(
    __name__,
    {
        "bank": "the bank",
        "table": "the table",
    },
    "person",
)

SENTENCES = Sentences(__name__, {
    # refusals: "…_told" when all that it names is known
    "game_over": "The game is over.",
    "unknown_action": "There is no such move in this game.",
    "unknown_player": "I do not know that player.",
    "draw_pending": "First a special card must be drawn.",
    "draw_pending_told": "{expected} must first draw a special card.",
    "bank_only": "That is for the bank to do.",
    "table_only": "That is for the table to say.",
    "player_out": "That player is out of the game.",
    "player_out_told": "{player} is out of the game.",
    "wrong_phase": "Not now.",
    "sale_in_progress": "A horse is up for sale: finish that first.",
    "purchase_pending": "First a horse is to be bought.",
    "purchase_pending_told": "First {expected} may buy.",
    "not_a_bidder": "You are not in the sale.",
    "already_rolled": "You have rolled already.",
    "bad_die": "This die has no such face.",
    "no_buy_right": "It is not for you to buy now.",
    "unknown_horse": "There is no such horse: choose from 1 to 16.",
    "horse_sold": "That horse is sold already.",
    "horse_sold_told": "Horse {horse} is sold already.",
    "not_enough_cash": "You have not enough money.",
    "not_enough_cash_told": "You need {price} and you have {seen_money}.",
    "use_leave_sale": "Nobody else is buying: leave the sale instead.",
    "already_left": "You have left the sale already.",
    "not_left": "You are still in the sale.",
    "not_your_horse": "That horse is not yours.",
    "not_your_horse_told": "Horse {horse} is not yours.",
    "bad_amount": "Prices go in hundreds of francs.",
    "bad_amount_told": "Prices go in hundreds, from {least}.",
    "no_offer": "No horse is on offer.",
    "not_for_you": "That offer is not for you.",
    "not_for_you_told": "That offer is for {expected}.",
    "no_auction": "There is no auction.",
    "cannot_bid": "You cannot bid now.",
    "bid_too_low": "That bid is too low.",
    "bid_too_low_told": "It takes at least {expected_money}.",
    "not_in_debt": "You have no debt.",
    "debt_unsettled": "A debt is still to be paid.",
    "debt_unsettled_told": "{player} still has a debt.",
    "sale_still_open": "The sale is not over.",
    "sale_still_open_told": "The sale is not over: {player} can still buy.",
    "too_few_horses": "A race takes at least three horses.",
    "already_dealt": "The cards are dealt already.",
    "wrong_card_count": "Everybody gets the same number of cards.",
    "wrong_card_count_told": "It takes {expected_cards} for each player.",
    "deck_too_small": "There are not enough cards in the pile.",
    "unknown_card": "I do not know that card.",
    "card_not_possible": "That card is out already: read it again.",
    "card_not_possible_told": "“{card}” is out already: read the card again.",
    "card_not_in_hand": "You do not hold that card.",
    "cards_not_dealt": "The cards are not dealt yet.",
    "already_done": "You are done with your handicap already.",
    "placement_pending": "First, put the horse on its square.",
    "placement_pending_told": "First, put horse {horse} {expected_place}.",
    "not_your_turn": "It is not your turn.",
    "not_your_turn_told": "It is {expected}’s turn.",
    "horse_not_in_race": "That horse is not in the race.",
    "horse_not_in_race_told": "Horse {horse} is not in the race.",
    "horse_finished": "That horse is home already.",
    "horse_finished_told": "Horse {horse} is home already.",
    "not_in_handicap": "That card is for the race.",
    "no_handicap": "That horse has no handicap to reduce.",
    "horse_not_trapped": "That horse is neither in the river nor in the hedge.",
    "joker_before_roll": "The joker is played before the die is rolled.",
    "horse_trapped": "That horse is stuck: it needs a 1 or a joker.",
    "blue_cards_to_play": "Play your blue cards first.",
    "blue_cards_to_play_told": "Play your card “{card}” first.",
    "already_bet": "You have decided for this race already.",
    "bet_size": "A bet has 3 to 6 tokens.",
    "unknown_colour": "Tokens are red, blue, yellow or green.",
    "not_in_roll": "It is not for you to roll.",
    "nothing_to_roll": "You have no horse left to run this turn.",
    "wrong_horse_order": "Horses run in the order of their numbers.",
    "wrong_horse_order_told": "First it is horse {expected}’s run.",
    "joker_must_be_played": "Play your joker first.",
    "no_draw_due": "Nobody has to draw.",
    "not_your_draw": "It is not for you to draw.",
    "not_your_draw_told": "It is for {expected} to draw.",
    "horses_to_roll": "There are horses left to run.",
    "horses_to_roll_told": "Horse {horse} has yet to run.",
    "hand_unknown": "Some cards are still to be named.",
    "hand_unknown_told": "{player} must first name the cards in hand.",
    "wrong_square": "That horse is not on its square.",
    "wrong_square_told": "Horse {horse} belongs {expected_place}; it is {seen_place}.",
    # events
    "money_dealt": "{player} gets {amount} to begin with.",
    "money_moved": "{payer} pays {payee} {amount} for {reason}.",
    "market_opened": "Race {race}: the market is open.",
    "sale_over": "Nobody is buying any more.",
    "buy_rolled": "{player} rolls {value}.",
    "roll_tie": "A tie: {players} roll again.",
    "buy_right": "{player} may buy a horse.",
    "buy_skipped": "{player} skips this purchase.",
    "left_sale": "{player} leaves the sale.",
    "rejoined_sale": "{player} comes back into the sale.",
    "horse_bought": "{player} buys {colour} number {number}: {price}.",
    "horse_offered": "{seller} offers horse {number} to {to} for {price}.",
    "horse_offered_gift": "{seller} wants to give horse {number} to {to}.",
    "offer_closed": "{by} closes the offer of horse {number}.",
    "auction_opened": "Auction: {seller}’s horse {number}, from {min}.",
    "auction_bid": "{player} bids {amount}.",
    "auction_passed": "{player} passes.",
    "auction_unsold": "Nobody wants horse {number}.",
    "horse_transferred": "Horse {number} goes from {seller} to {buyer} for {price}.",
    "horse_transferred_gift": "{seller} gives horse {number} to {buyer}.",
    "player_in_debt": "{player} owes the bank {debt}.",
    "player_bankrupt": "{player} is bankrupt.",
    "colours_missing": "A colour is missing at the start.",
    "colours_missing_told": "No {colours_nor} horse at the start.",
    "handicap_started": "Race {race}: the handicap begins.",
    "handicap_done": "{player} is done with the handicap.",
    "deck_shuffled": "The pile is shuffled.",
    "cards_dealt": "Everybody gets {count_cards}.",
    "cards_identified": "{player} has named {count_cards}.",
    "card_drawn": "{player} draws a card.",
    "card_played": "{player} plays “{card}”.",
    "card_played_horse": "{player} plays “{card}” on horse {horse}.",
    "black_pawn_given": "{player} gets the black pawn.",
    "fee_charged": "Horse {horse} is {red_squares} behind the start: {player} pays {amount}.",
    "betting_opened": "Race {race}: place your bets!",
    "bet_placed": "{player} bets {tokens} for {stake}.",
    "no_bet": "{player} does not bet.",
    "start_roll_opened": "{players} roll: the best starts.",
    "start_rolled": "{player} rolls {value}.",
    "race_started": "{first} starts the race.",
    "turn_started": "{player} to play.",
    "turn_started_horse": "{player} to play, with horse {next_horse}.",
    "rolled": "Horse {horse}: {value}.",
    "horse_moved": "Horse {horse} is now {place}.",
    "horse_moved_stays": "Horse {horse} stays {place}.",
    "bounced": "Too far! Horse {horse} is back {place}.",
    "horse_trapped_told": "Horse {horse} falls into {hazard}!",
    "still_trapped": "Horse {horse} stays in {hazard}.",
    "horse_freed": "Horse {horse} is free!",
    "horse_freed_joker": "The joker frees horse {horse}!",
    "must_draw": "Black dot: {player} draws a card.",
    "deck_empty": "The pile is empty: nothing to draw.",
    "horse_arrived": "Horse {horse} is home!",
    "horse_arrived_told": "{owner}’s horse {horse} comes home {ordinal}!",
    "race_over": "The race is over: {arrived}.",
    "race_abandoned": "The race is stopped.",
    "race_settled": "Race {race} is settled.",
    "race_settled_told": "Race {race} is settled: {kind}.",
    "position_confirmed": "Horse {horse} is in its place.",
    "game_over_super_crack": "{winners} is SUPER-CRACK!",
    "game_over_super_crack_many": "{winners} are SUPER-CRACK!",
    "game_over_won": "{winners} wins the game!",
    "game_over_won_many": "{winners} win the game!",
    # buttons; a player's name is put before them
    "do_deal_money": "Deal the opening money",
    "do_buy_roll": "Roll to buy",
    "do_buy_horse": "Buy a horse",
    "do_buy_horse_number": "Buy horse {number}",
    "do_skip_buy": "Skip this purchase",
    "do_leave_sale": "Leave the sale",
    "do_rejoin_sale": "Come back into the sale",
    "do_offer_horse": "Offer a horse to a player",
    "do_accept_offer": "Accept the offer",
    "do_decline_offer": "Decline or withdraw the offer",
    "do_auction_open": "Put a horse up for auction",
    "do_auction_bid": "Bid",
    "do_auction_bid_amount": "Bid {amount}",
    "do_auction_pass": "Pass",
    "do_declare_bankrupt": "Declare bankruptcy",
    "do_close_market": "Close the market: to the start!",
    "do_shuffle_deck": "Shuffle the pile",
    "do_deal_cards": "Deal the special cards",
    "do_identify_cards": "Name a card, for me alone",
    "do_play_card": "Play a card",
    "do_play_card_card": "Play “{card}”",
    "do_play_card_horse": "Play “{card}” on horse {horse}",
    "do_handicap_done": "Finish the handicap",
    "do_bet": "Bet",
    "do_bet_tokens": "Bet {tokens}",
    "do_no_bet": "Do not bet",
    "do_start_roll": "Roll to start",
    "do_roll": "Roll the die",
    "do_draw_card": "Draw a card",
    "do_end_turn": "End the turn",
    "do_settle": "Settle the race",
    "do_abandon_race": "Stop the race",
    "do_end_game": "End the game",
    "sure_declare_bankrupt": "The horses go back to the bank, and the game is over for {by}.",
    "sure_abandon_race": "The race stops here, for everybody.",
    "sure_end_game": "The whole game stops here: the money is counted, and there is no other race.",
    "do_confirm_position": "The horse is on its square",
    "do_confirm_position_told": "Horse {horse} is {place}",
    # the log
    "did_deal_money": "The bank deals the opening money",
    "did_buy_roll": "{by} rolls {value} to buy",
    "did_buy_horse": "{by} buys horse {number}",
    "did_skip_buy": "{by} skips the purchase",
    "did_leave_sale": "{by} leaves the sale",
    "did_rejoin_sale": "{by} comes back into the sale",
    "did_offer_horse": "{by} offers horse {number} to {to} for {price}",
    "did_offer_horse_gift": "{by} wants to give horse {number} to {to}",
    "did_accept_offer": "{by} accepts the offer",
    "did_decline_offer": "{by} closes the offer",
    "did_auction_open": "{by} puts horse {number} up for auction",
    "did_auction_open_told": "{by} puts horse {number} up for auction, from {min}",
    "did_auction_bid": "{by} bids {amount}",
    "did_auction_pass": "{by} passes",
    "did_declare_bankrupt": "{by} declares bankruptcy",
    "did_close_market": "The bank closes the market",
    "did_shuffle_deck": "The bank shuffles the pile",
    "did_deal_cards": "The bank deals the special cards",
    "did_identify_cards": "{by} names cards, in secret",
    "did_identify_cards_told": "{by} names: {cards}",
    "did_play_card": "{by} plays “{card}”",
    "did_play_card_horse": "{by} plays “{card}” on horse {horse}",
    "did_handicap_done": "{by} finishes the handicap",
    "did_bet": "{by} bets {tokens}",
    "did_no_bet": "{by} does not bet",
    "did_start_roll": "{by} rolls {value} to start",
    "did_roll": "{by} rolls {value}",
    "did_draw_card": "{by} draws a card",
    "did_draw_card_told": "{by} draws “{card}”",
    "did_end_turn": "{by} ends the turn",
    "did_settle": "The bank settles the race",
    "did_abandon_race": "The table stops the race",
    "did_end_game": "The table ends the game",
    "did_confirm_position": "Horse seen on its square",
    "did_confirm_position_told": "Horse {horse} seen {place}",
    # labels of a form
    "arg_by": "Who?",
    "arg_player": "Player",
    "arg_value": "Die",
    "arg_number": "Horse",
    "arg_horse": "Horse",
    "arg_square": "Square",
    "arg_to": "To whom?",
    "arg_price": "Price",
    "arg_min": "Starting price",
    "arg_amount": "Bid",
    "arg_card": "Card",
    "arg_cards": "Card",
    "arg_hands": "Cards",
    "arg_tokens": "Tokens",
    # house rules
    "option_stable_table": "Prize of a lone horse of its colour that comes first",
    "option_stable_table_examples": "5,000 F",
    "option_stable_table_printed": "8,000 F",
    "option_buy_order": "Buying horses",
    "option_buy_order_roll_each_purchase": "Roll for each horse",
    "option_buy_order_ranking_round": "One roll, then everybody buys in turn",
    "option_require_four_colours": "All four colours in the first race",
    "option_blue_cards": "Blue cards",
    "option_blue_cards_handicap": "To be played in the handicap",
    "option_blue_cards_free": "To be played at any time",
    "option_card_timing": "Cards are played",
    "option_card_timing_own_turn": "In one’s own turn",
    "option_card_timing_any_time": "At any time",
    "option_joker_compulsory": "The joker must be played",
    "option_trapped_cards": "A horse in the river or the hedge",
    "option_trapped_cards_back_only": "Only a card back moves it",
    "option_trapped_cards_all": "All cards move it",
    "option_dots_on_card_moves": "Draw also when a card leads to a black dot",
    "option_race_retreat_floor": "In the race, back as far as",
    "option_race_retreat_floor_red_zone": "The end of the red zone",
    "option_race_retreat_floor_start_line": "The start line",
    "option_deferred_money": "Cards to pay, not played",
    "option_deferred_money_end_of_race": "Paid after the race",
    "option_deferred_money_end_of_game": "Paid at the end of the game",
    "option_move_card_penalty": "Fine for each card not played, in francs",
    "option_cards_per_race": "Cards for each player and race",
    "option_target_cash": "Money needed to win, in francs",
    "option_stable_required": "Horses of one colour needed to win",
    "option_max_races": "Number of races",
    "option_max_races_none": "No limit",
    "option_strict_placement": "Wait until every pawn is in its place",
    # what the table waits for
    "wait_deal_money": "The bank deals the opening money.",
    "wait_buy_rolls": "To buy, roll the die: {players}.",
    "wait_buy": "{player} buys a horse.",
    "wait_offer": "{to}, do you want {seller}’s horse {number} for {price}?",
    "wait_offer_gift": "{to}, do you want horse {number} that {seller} gives you?",
    "wait_auction": "Who bids at least {min} for horse {number}?",
    "wait_auction_told": "{bidder} bids {amount} for horse {number}. Who bids more?",
    "wait_debts": "A debt to pay: {players} sells a horse or goes bankrupt.",
    "wait_debts_many": "Debts to pay: {players} sell a horse or go bankrupt.",
    "wait_close_market": "The sale is over: the bank closes the market.",
    "wait_more_horses": "Not enough horses: come back to buy, or stop here.",
    "wait_deal_cards": "The bank deals the cards: {count_cards} to each.",
    "wait_handicap": "Handicap, still to finish: {players}.",
    "wait_bets": "Bets are open for: {players}.",
    "wait_start_rolls": "To start, roll the die: {players}.",
    "wait_roll": "{player} rolls for horse {horse}.",
    "wait_next_roll": "Next, {player} rolls for horse {horse}.",
    "wait_cards_or_end": "{player} may still play a card.",
    "wait_no_runner": "No horse is running any more: stop the race.",
    "wait_draw": "{player} draws a special card.",
    "wait_position": "Put horse {horse} {place}.",
    "wait_cards_named": "Cards to be named by: {players}.",
    "wait_settle": "The bank settles the race.",
    "wait_over": "The game is over.",
    # what hands put right
    "put_horse": "Horse {horse}: put it {place}.",
    "take_horse": "Horse {horse}: take it off the track.",
    "give_owner_card": "The card of horse {horse} goes to {player}.",
    "return_owner_card": "The card of horse {horse} goes back to the bank.",
    "put_tokens": "Tokens of {player}’s bet: {tokens}.",
    "take_tokens": "{player} gives the tokens of the bet back.",
    "give_black_pawn": "The black pawn goes to {player}.",
    "take_black_pawn": "{player} gives the black pawn back.",
    "take_cards": "{player} takes {count_cards} back.",
    "return_cards": "{player} puts {count_cards} back on the pile.",
})  # fmt: skip
"""Every code of this game. Which of its variants is said: see ``sentence``."""

_SPOKEN = frozenset(
    (
        *("money_moved", "roll_tie", "buy_right", "handicap_started", "betting_opened", "start_roll_opened"),
        *(
            "turn_started",
            "bounced",
            "horse_trapped",
            "still_trapped",
            "horse_freed",
            "must_draw",
            "deck_empty",
        ),
        *("horse_arrived", "race_over", "race_abandoned", "player_in_debt", "player_bankrupt", "game_over"),
        *("horse_offered", "auction_opened", "auction_unsold", "sale_over", "colours_missing"),
    )
)
_SILENT_REASONS = frozenset({"opening_deal", "write_off"})

_NAMES = Sentences(
    __name__,
    {
        "addressed": "{player}: {text}",
        "money": "{amount} F",
        "at_start": "on the start line",
        "on_red": "on red square {number}",
        "on_square": "on square {number}",
        "cards": ("one card", "{count} cards"),
        "cards_0": "no cards",
        "red_squares": ("{count} square", "{count} squares"),
        "nor": " or ",
        "then": " then ",
        "arrival": "{number}",
        "horse": "Horse {number}",
        "horse_of_colour": "{horse}, {colour}",
        "back": "Face-down card",
        "untold": "I do not say",
        "gift": "a gift",
    },
    "name",
)
_TOKENS = Sentences(
    __name__,
    {
        "red": ("{count} red", "{count} red"),
        "blue": ("{count} blue", "{count} blue"),
        "yellow": ("{count} yellow", "{count} yellow"),
        "green": ("{count} green", "{count} green"),
        "black": ("{count} black pawn", "{count} black pawns"),
    },
    "tokens",
)

_NUMBERED_CARD = re.compile(r"(advance|back_own|back_any|pay|receive)_(\d+)")


# ---------------------------------------------------------------- sentences


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    named = _named(arguments, language)
    text = fill(SENTENCES, _variant(code, named, language), named, language)
    player = arguments.get("by")
    if code.startswith("do_") and isinstance(player, str) and player not in BANK_AND_TABLE:
        return _NAMES.said(
            "addressed", language, player=player, text=grammar(__name__, language).within(text)
        )
    return text[:1].upper() + text[1:]


def _variant(code: str, named: Mapping[str, Any], language: str) -> str:
    """The wording for what is known: "…_told" when all that it names is there, and a few special cases."""
    special = _special(code, named)
    for candidate in (*special, f"{code}_told"):
        if candidate in SENTENCES and SENTENCES.fields(candidate, language) <= set(named):
            return candidate
    return code


def _special(code: str, named: Mapping[str, Any]) -> tuple[str, ...]:
    match code:
        case "game_over" if "winners" in named:
            many = "_many" if named["number_of_winners"] > 1 else ""
            return (
                f"game_over_super_crack{many}"
                if named.get("why") == "super_crack"
                else f"game_over_won{many}",
            )
        case "horse_offered" | "horse_transferred" | "wait_offer" | "did_offer_horse" if named.get("gift"):
            return (f"{code}_gift",)
        case "horse_moved" if named.get("square_from") == named.get("square_to"):
            return ("horse_moved_stays",)
        case "horse_freed" if named.get("how") == "joker":
            return ("horse_freed_joker",)
        case "wait_debts" if named.get("number_of_players", 1) > 1:
            return ("wait_debts_many",)
        case "do_buy_horse":
            return ("do_buy_horse_number",)
        case "do_auction_bid":
            return ("do_auction_bid_amount",)
        case "do_bet":
            return ("do_bet_tokens",)
        case "do_play_card":
            return ("do_play_card_horse", "do_play_card_card")
        case "card_played" | "did_play_card":
            return (f"{code}_horse",)
        case "turn_started":
            return ("turn_started_horse",)
        case _:
            return ()


_MONEY = frozenset({"amount", "price", "stake", "debt", "least", "min"})
_PEOPLE = frozenset({"by", "player", "seller", "buyer", "to", "first", "owner", "bidder", "expected"})


def _named(arguments: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What sentences name, from the arguments of a code: money, cards, places and people in words."""
    known = {str(name): value for name, value in arguments.items() if value is not None}
    named: dict[str, Any] = {}
    for name, value in known.items():
        if name in _MONEY and _is_number(value):
            named[name] = money(value, language)
        elif name in _PEOPLE and isinstance(value, str):
            named[name] = _person(value, language)
            named[f"of_{name}"] = of_name(named[name], language)
        elif name == "colour":
            named[name] = colour_name(value, language)
        elif isinstance(value, str | int) and not isinstance(value, bool):
            named[name] = value
    named |= _named_numbers(known, language)
    named |= _named_lists(known, language)
    if isinstance(known.get("card"), str):
        named["card"] = card_name(known["card"], language)
    for key, words in (("where", HAZARDS), ("category", CATEGORIES), ("reason", REASONS)):
        if isinstance(known.get(key), str) and known[key] in words:
            named[{"where": "hazard", "category": "kind"}.get(key, key)] = words.said(known[key], language)
    if isinstance(known.get("from"), str) and "amount" in named and "reason" in named:
        named["payer"] = _person(known["from"], language)
        named["payee"] = named.get("to", "")
    return named


def _named_numbers(known: Mapping[str, Any], language: str) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name in ("expected", "seen"):
        if _is_number(known.get(name)):
            named[f"{name}_money"] = money(known[name], language)
            named[f"{name}_place"] = place(known[name], language)
            named[f"{name}_cards"] = cards_counted(known[name], language)
    for name in ("square", "square_to"):
        if _is_number(known.get(name)):
            named["place"] = place(known[name], language)
    if _is_number(known.get("count")):
        named["count_cards"] = cards_counted(known["count"], language)
    if _is_number(known.get("squares")):
        named["red_squares"] = _NAMES.counted("red_squares", known["squares"], language)
    if _is_number(known.get("rank")) and str(known["rank"]) in ORDINALS:
        named["ordinal"] = ORDINALS.said(str(known["rank"]), language)
    if known.get("price") == 0:
        named["gift"] = True
    return named


def _named_lists(known: Mapping[str, Any], language: str) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name in ("players", "winners"):
        if _is_list(known.get(name)) and known[name]:
            named[name] = listed([str(one) for one in known[name]], language)
            named[f"number_of_{name}"] = len(known[name])
    if _is_list(known.get("colours")) and known["colours"]:
        colours = [colour_name(colour, language) for colour in known["colours"]]
        named["colours_nor"] = _NAMES.said("nor", language).join(colours)
    if _is_list(known.get("tokens")) and known["tokens"]:
        named["tokens"] = tokens_counted(known["tokens"], language)
    if _is_list(known.get("cards")) and known["cards"] and None not in known["cards"]:
        named["cards"] = listed([card_name(card, language) for card in known["cards"]], language)
    if _is_list(known.get("horses")) and known["horses"]:
        named["next_horse"] = known["horses"][0]
    if _is_list(known.get("arrivals")):
        numbers = [_NAMES.said("arrival", language, number=number) for number in known["arrivals"]]
        named["arrived"] = listed(numbers, language, _NAMES.said("then", language))
    return named


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < 10**15


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _person(name: str, language: str) -> str:
    """A player, or the bank or the table, as they are called."""
    return BANK_AND_TABLE.said(name, language) if name in BANK_AND_TABLE else name


# ---------------------------------------------------------------- words for things


def of_name(name: str, language: str) -> str:
    """Whose something is: "d’Ada", "de Bea"; "of Ada"."""
    return str(grammar(__name__, language).of_name(name))


def money(amount: int, language: str) -> str:
    """An amount in francs: "10 000 F" with narrow no-break spaces, "10,000 F"."""
    digits = f"{abs(amount):,}".replace(",", grammar(__name__, language).THOUSANDS_MARK)
    return _NAMES.said("money", language, amount=f"−{digits}" if amount < 0 else digits)


def place(square: int, language: str) -> str:
    """Where a horse stands: "en case 12", "sur la ligne de départ", "en case rouge 3"."""
    if square == 0:
        return _NAMES.said("at_start", language)
    if square < 0:
        return _NAMES.said("on_red", language, number=-square)
    return _NAMES.said("on_square", language, number=square)


def cards_counted(count: int, language: str) -> str:
    """ "1 carte", "4 cartes"."""
    return _NAMES.counted("cards", count, language)


def tokens_counted(tokens: Sequence[Any], language: str) -> str:
    """ "2 jaunes et 1 bleu": tokens by colour."""
    counted = Counter(map(str, tokens)).items()
    return listed(
        [
            _TOKENS.counted(colour, count, language) if colour in _TOKENS else f"{count} {colour}"
            for colour, count in counted
        ],
        language,
    )


def colour_name(colour: object, language: str) -> str:
    """A colour of horses and tokens, in the masculine: "bleu"."""
    name = str(colour)
    return COLOURS.said(name, language) if name in COLOURS else name


def card_name(card: object, language: str) -> str:
    """A special card by what it does: "Avance de 3", "Payer 500 F"."""
    name = str(card)
    parts = _NUMBERED_CARD.fullmatch(name)
    if parts is not None and len(parts[2]) < 10:
        number = int(parts[2])
        return CARDS.said(parts[1], language, number=number, money=money(number, language))
    return CARDS.said(name, language) if name in ("joker", "sprint", "black_pawn") else name


def horse_name(number: object, language: str) -> str:
    """ "Cheval 3"."""
    return _NAMES.said("horse", language, number=number)


def horse_of_colour(number: object, colour: object, language: str) -> str:
    """ "Cheval 3 rouge"."""
    horse, name = horse_name(number, language), colour_name(colour, language)
    return _NAMES.said("horse_of_colour", language, horse=horse, colour=name)


def face_name(face: str | int, language: str) -> str:
    """What lies on the table by its name: a die's face, a card, a token, an owner card, a square of a lane."""
    name = str(face)
    if name.startswith("horse_"):
        return horse_name(name.removeprefix("horse_"), language)
    if name.startswith("square_") and name.removeprefix("square_").lstrip("-").isdigit():
        return place(int(name.removeprefix("square_")), language)
    if name in COLOURS:
        return colour_name(name, language)
    if name == "back":
        return _NAMES.said("back", language)
    return card_name(name, language)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    if value is None:
        return _NAMES.said("untold", language)
    if isinstance(value, list | tuple):
        return listed([value_name(argument, one, language) for one in value], language) or "0"
    match argument:
        case "horse" | "number":
            return horse_name(value, language)
        case "card" | "cards":
            return card_name(value, language)
        case "tokens":
            return colour_name(value, language)
        case "price" | "min" | "amount" if _is_number(value):
            if value == 0:
                return _NAMES.said("gift", language)
            return money(value, language)
        case "square" if _is_number(value):
            return place(value, language)
        case _:
            return _person(str(value), language)


def value_name_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    """A horse with its colour: "Cheval 3 rouge"; None for any other choice."""
    colour = _colour_in(view, argument, value)
    return None if colour is None else horse_of_colour(value, colour, language)


def sign_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    """A horse on a small button: "3 rouge"; None for any other choice."""
    colour = _colour_in(view, argument, value)
    return None if colour is None else f"{value} {colour_name(colour, language)}"


def _colour_in(view: Mapping[str, Any], argument: str, value: Any) -> str | None:
    horse = view["horses"].get(str(value)) if argument in ("horse", "number") and view.get("horses") else None
    return None if horse is None else str(horse["colour"])


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: who pays whom, whose turn it is, hazards, dots, arrivals, and the end."""
    return [
        sentence(str(event["event"]), event, language)
        for event in events
        if event["event"] in _SPOKEN and event.get("reason") not in _SILENT_REASONS
    ]
