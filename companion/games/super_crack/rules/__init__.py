"""The rules of Super-Crack in brief. Dice and cards are arguments of actions: nothing here rolls or shuffles.

Opening and money

SC-1   Two to six players; the bank may be run by one of them.
SC-2   Once per game the bank gives each player 20 000 F.
SC-3   Every franc goes from one account to another: the ledger always sums to 0.
SC-4   Only forced payments may leave a debt; for all else one needs the cash.

The market

SC-5   The bidders roll; the best buys one horse; then all roll again.
SC-6   Those tied for the best roll again, among themselves.
SC-7   Who leaves the sale, or can afford no horse, does not bid; a single bidder buys without rolling.
SC-8   A horse costs 2 000, 4 000, 6 000 or 10 000 F, by how many of its colour the buyer owns.
SC-9   The owner card's number is the horse's starting place and its order of play.
SC-10  Not every horse need be sold; three owned horses make a race.
SC-11  All four colours should start in the first race.
SC-12  Players may sell each other horses at any price in hundreds.
SC-13  Or by auction: bids in hundreds, each above the last; sold when all others have passed.
SC-14  The bank buys nothing back; its prices count every horse owned.
SC-15  Who is in debt sells horses until it is gone, or is bankrupt and out.
SC-16  The market closes when nobody bids and no debt is left; the horses go to the start line.

The handicap

SC-17  The bank deals four special cards to each player.
SC-18  Blue cards set back one's own horse, and must be played now.
SC-19  Red ones may set back any horse now, or be kept.
SC-20  Green ones now only reduce a handicap, never past the start line; or they are kept.
SC-21  A card moves one horse by its whole number; several add up.
SC-22  A horse at the end of the red zone goes no further back.
SC-23  When all are done, each red square of a horse costs its owner 100 F.
SC-24  A used card goes face up under the pile.

The bets

SC-25  One bet per player and race: 3, 4, 5 or 6 tokens for 200, 500, 1 000 or 2 000 F.
SC-26  It wins if the colours of the first three are all among the tokens, in any order.
SC-27  It pays by the kind of arrival and the number of tokens bought.
SC-28  The stake is never given back.
SC-29  The black pawn stands for any one missing colour; it is no token.

The race

SC-30  The owners roll; the best starts; ties roll again; turns go round in seat order.
SC-31  In a turn each of one's running horses is rolled for, in ascending order of numbers.
SC-32  Any number of horses may share a square.
SC-33  A turn that is played out ends with the next player's roll or card; who has no horse is passed over.
SC-34  Arrival is exact: what is too much is gone back.
SC-35  So it is for a green card.
SC-36  A river or a hedge holds a horse until a 1 takes it to the first square beyond.
SC-37  A joker frees it, played before its roll of the turn.
SC-38  The joker need not be played.
SC-39  A trapped horse cannot be moved forward by cards; moved back it is free.
SC-40  A card that moves a horse onto river or hedge traps it as well.
SC-41  A horse that stops on a black dot makes its owner draw a card, before anything else.
SC-42  The card may be played or kept.
SC-43  From an empty pile nothing is drawn.
SC-44  Cards are played in one's own turn.
SC-45  The sprint takes one's own horse to the last square before the finish.
SC-46  In the race a horse may be set back into the red zone, free of charge.
SC-47  Nothing moves a horse that has arrived.
SC-48  The third arrival ends the race at once.
SC-49  A card of which no copy can be there is refused; used cards come round again in order.

The settlement

SC-50  Every card still in hand must be known.
SC-51  They go back under the pile, in an order nobody knows.
SC-52  All is settled after each race.
SC-53  First 1 000 F for each unused move card.
SC-54  Then the money cards left over.
SC-55  Then the bets.
SC-56  Then the primes of the first three, by the horses of that colour their owner has.
SC-57  A lone horse that comes first earns 5 000 F.
SC-58  A race given up pays primes to the horses home; bets are refunded.
SC-59  Then the market opens again.

The end

SC-60  100 000 F and four horses of one colour: SUPER-CRACK.
SC-61  It is tested after each settlement and each sale.
SC-62  Of two who have it the richer wins.
SC-63  Whoever is left when all others are bankrupt wins.
SC-64  The family may play a number of races, or stop in the market: then the ranking decides.
"""

from __future__ import annotations

from companion.game import Codes
from companion.games.super_crack.rules.actions import ACTIONS, apply, is_over
from companion.games.super_crack.rules.deck import possible_cards
from companion.games.super_crack.rules.offers import legal_actions, offered
from companion.games.super_crack.rules.profile import OPTIONS
from companion.games.super_crack.rules.setup import new_game
from companion.games.super_crack.rules.view import redacted, view


def _codes(text: str) -> frozenset[str]:
    return frozenset(text.split())


CODES = Codes(
    actions=frozenset(ACTIONS),
    events=_codes(
        """
        money_dealt money_moved market_opened sale_over buy_rolled roll_tie buy_right buy_skipped left_sale
        rejoined_sale horse_bought horse_offered offer_closed auction_opened auction_bid auction_passed
        auction_unsold horse_transferred player_in_debt player_bankrupt colours_missing handicap_started
        handicap_done deck_shuffled cards_dealt cards_identified card_drawn card_played black_pawn_given
        fee_charged betting_opened bet_placed no_bet start_roll_opened start_rolled race_started turn_started
        rolled horse_moved bounced horse_trapped still_trapped horse_freed must_draw deck_empty horse_arrived
        race_over race_abandoned race_settled position_confirmed game_over
        """
    ),
    refusals=_codes(
        """
        game_over unknown_action unknown_player draw_pending bank_only table_only player_out wrong_phase
        sale_in_progress purchase_pending not_a_bidder already_rolled bad_die no_buy_right unknown_horse
        horse_sold not_enough_cash use_leave_sale already_left not_left not_your_horse bad_amount no_offer
        not_for_you no_auction cannot_bid bid_too_low not_in_debt debt_unsettled sale_still_open too_few_horses
        colours_missing already_dealt wrong_card_count deck_too_small unknown_card card_not_possible
        card_not_in_hand cards_not_dealt already_done placement_pending not_your_turn horse_not_in_race
        horse_finished not_in_handicap no_handicap horse_not_trapped joker_before_roll horse_trapped
        blue_cards_to_play already_bet bet_size unknown_colour not_in_roll nothing_to_roll wrong_horse_order
        joker_must_be_played no_draw_due not_your_draw deck_empty horses_to_roll hand_unknown wrong_square
        bad_players bad_option bad_setup bad_profile
        """
    ),
)
"""Every code that the game can utter."""

__all__ = [
    "CODES",
    "OPTIONS",
    "apply",
    "is_over",
    "legal_actions",
    "new_game",
    "offered",
    "possible_cards",
    "redacted",
    "view",
]
