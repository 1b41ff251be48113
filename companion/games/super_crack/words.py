"""Super-Crack in words, French and English: refusals, events, buttons, the log, forms, what is said aloud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

from companion.languages import LANGUAGES
from companion.words import fill

COLOURS: Mapping[str, tuple[str, str]] = {
    "red": ("rouge", "red"),
    "blue": ("bleu", "blue"),
    "yellow": ("jaune", "yellow"),
    "green": ("vert", "green"),
    "black": ("pion noir", "black pawn"),
}
CARDS: Mapping[str, tuple[str, str]] = {
    "advance": ("Avance de {number}", "Forward {number}"),
    "back_own": ("Recul bleu de {number}", "Blue back {number}"),
    "back_any": ("Recul rouge de {number}", "Red back {number}"),
    "pay": ("Payer {money}", "Pay {money}"),
    "receive": ("Recevoir {money}", "Receive {money}"),
    "joker": ("Joker", "Joker"),
    "sprint": ("Sprint", "Sprint"),
    "black_pawn": ("Pion noir", "Black pawn"),
}
HAZARDS: Mapping[str, tuple[str, str]] = {
    "river": ("la rivière", "the river"),
    "hedge": ("la haie", "the hedge"),
}
PHASES: Mapping[str, tuple[str, str]] = {
    "opening": ("Ouverture", "Opening"),
    "market": ("Marché aux chevaux", "Horse market"),
    "handicap": ("Handicap", "Handicap"),
    "betting": ("Paris", "Bets"),
    "start_roll": ("Qui commence ?", "Who starts?"),
    "racing": ("Course", "Race"),
    "settling": ("Règlement", "Settling up"),
    "over": ("Partie finie", "Game over"),
}
CATEGORIES: Mapping[str, tuple[str, str]] = {
    "three_different": ("trois couleurs différentes", "three different colours"),
    "two_same": ("deux de la même couleur", "two of the same colour"),
    "three_same": ("trois de la même couleur", "three of the same colour"),
}
REASONS: Mapping[str, tuple[str, str]] = {
    "opening_deal": ("l’argent du début", "the opening money"),
    "horse_purchase": ("l’achat d’un cheval", "buying a horse"),
    "private_sale": ("une vente entre joueurs", "a sale between players"),
    "auction": ("une vente aux enchères", "a sale by auction"),
    "write_off": ("une dette effacée", "a debt written off"),
    "engagement_fee": ("les frais d’engagement", "the engagement fee"),
    "bet": ("le pari", "the bet"),
    "bet_win": ("le tiercé gagné", "the winning bet"),
    "bet_refund": ("le pari rendu", "the bet given back"),
    "prime": ("la prime", "the prize"),
    "pay_card": ("une carte à payer", "a card to pay"),
    "receive_card": ("une carte à recevoir", "a card that pays"),
    "unused_card_penalty": ("les cartes non jouées", "the cards not played"),
}
ORDINALS: Mapping[int, tuple[str, str]] = {
    1: ("premier", "first"),
    2: ("deuxième", "second"),
    3: ("troisième", "third"),
}
BANK_AND_TABLE: Mapping[str, tuple[str, str]] = {
    "bank": ("la banque", "the bank"),
    "table": ("la table", "the table"),
}

SENTENCES: Mapping[str, tuple[str, str]] = {
    # refusals: "…_told" when all that it names is known
    "game_over": ("La partie est finie.", "The game is over."),
    "unknown_action": ("Ce coup n’existe pas dans ce jeu.", "There is no such move in this game."),
    "unknown_player": ("Je ne connais pas ce joueur.", "I do not know that player."),
    "draw_pending": ("Il faut d’abord piocher une carte spéciale.", "First a special card must be drawn."),
    "draw_pending_told": ("{expected} doit d’abord piocher une carte spéciale.", "{expected} must first draw a special card."),
    "bank_only": ("C’est à la banque de le faire.", "That is for the bank to do."),
    "table_only": ("C’est à la table de le dire.", "That is for the table to say."),
    "player_out": ("Ce joueur n’est plus dans la partie.", "That player is out of the game."),
    "player_out_told": ("{player} n’est plus dans la partie.", "{player} is out of the game."),
    "wrong_phase": ("Ce n’est pas le moment.", "Not now."),
    "sale_in_progress": ("Un cheval est en vente : finis d’abord.", "A horse is up for sale: finish that first."),
    "purchase_pending": ("Il y a d’abord un cheval à acheter.", "First a horse is to be bought."),
    "purchase_pending_told": ("C’est d’abord à {expected} d’acheter.", "First {expected} may buy."),
    "not_a_bidder": ("Tu n’es pas dans la vente.", "You are not in the sale."),
    "already_rolled": ("Tu as déjà lancé le dé.", "You have rolled already."),
    "bad_die": ("Ce dé n’a pas cette face.", "This die has no such face."),
    "no_buy_right": ("Ce n’est pas à toi d’acheter.", "It is not for you to buy now."),
    "unknown_horse": ("Ce cheval n’existe pas : choisis de 1 à 16.", "There is no such horse: choose from 1 to 16."),
    "horse_sold": ("Ce cheval est déjà vendu.", "That horse is sold already."),
    "horse_sold_told": ("Le cheval {horse} est déjà vendu.", "Horse {horse} is sold already."),
    "not_enough_cash": ("Tu n’as pas assez d’argent.", "You have not enough money."),
    "not_enough_cash_told": ("Il te faut {price} et tu as {seen_money}.", "You need {price} and you have {seen_money}."),
    "use_leave_sale": ("Personne d’autre n’achète : quitte plutôt la vente.", "Nobody else is buying: leave the sale instead."),
    "already_left": ("Tu as déjà quitté la vente.", "You have left the sale already."),
    "not_left": ("Tu es toujours dans la vente.", "You are still in the sale."),
    "not_your_horse": ("Ce cheval n’est pas à toi.", "That horse is not yours."),
    "not_your_horse_told": ("Le cheval {horse} n’est pas à toi.", "Horse {horse} is not yours."),
    "bad_amount": ("Le prix se compte en centaines de francs.", "Prices go in hundreds of francs."),
    "bad_amount_told": ("Le prix se compte en centaines, à partir de {least}.", "Prices go in hundreds, from {least}."),
    "no_offer": ("Aucun cheval n’est proposé.", "No horse is on offer."),
    "not_for_you": ("Cette offre n’est pas pour toi.", "That offer is not for you."),
    "not_for_you_told": ("Cette offre est pour {expected}.", "That offer is for {expected}."),
    "no_auction": ("Il n’y a pas d’enchères.", "There is no auction."),
    "cannot_bid": ("Tu ne peux pas enchérir maintenant.", "You cannot bid now."),
    "bid_too_low": ("Cette enchère est trop basse.", "That bid is too low."),
    "bid_too_low_told": ("Il faut au moins {expected_money}.", "It takes at least {expected_money}."),
    "not_in_debt": ("Tu n’as pas de dette.", "You have no debt."),
    "debt_unsettled": ("Il reste une dette à payer.", "A debt is still to be paid."),
    "debt_unsettled_told": ("{player} a encore une dette.", "{player} still has a debt."),
    "sale_still_open": ("La vente n’est pas finie.", "The sale is not over."),
    "sale_still_open_told": ("La vente n’est pas finie : {player} peut encore acheter.", "The sale is not over: {player} can still buy."),
    "too_few_horses": ("Il faut au moins trois chevaux pour une course.", "A race takes at least three horses."),
    "already_dealt": ("Les cartes sont déjà distribuées.", "The cards are dealt already."),
    "wrong_card_count": ("Chacun reçoit autant de cartes que les autres.", "Everybody gets the same number of cards."),
    "wrong_card_count_told": ("Il faut {expected_cards} par joueur.", "It takes {expected_cards} for each player."),
    "deck_too_small": ("Il n’y a pas assez de cartes dans le paquet.", "There are not enough cards in the pile."),
    "unknown_card": ("Je ne connais pas cette carte.", "I do not know that card."),
    "card_not_possible": ("Cette carte est déjà sortie : relis-la.", "That card is out already: read it again."),
    "card_not_possible_told": ("« {card} » est déjà sortie : relis la carte.", "“{card}” is out already: read the card again."),
    "card_not_in_hand": ("Tu n’as pas cette carte en main.", "You do not hold that card."),
    "cards_not_dealt": ("Les cartes ne sont pas encore distribuées.", "The cards are not dealt yet."),
    "already_done": ("Tu as déjà fini ton handicap.", "You are done with your handicap already."),
    "placement_pending": ("D’abord, mets le cheval sur sa case.", "First, put the horse on its square."),
    "placement_pending_told": ("D’abord, le cheval {horse} va {expected_place}.", "First, put horse {horse} {expected_place}."),
    "not_your_turn": ("Ce n’est pas ton tour.", "It is not your turn."),
    "not_your_turn_told": ("C’est à {expected} de jouer.", "It is {expected}’s turn."),
    "horse_not_in_race": ("Ce cheval ne court pas.", "That horse is not in the race."),
    "horse_not_in_race_told": ("Le cheval {horse} ne court pas.", "Horse {horse} is not in the race."),
    "horse_finished": ("Ce cheval est déjà arrivé.", "That horse is home already."),
    "horse_finished_told": ("Le cheval {horse} est déjà arrivé.", "Horse {horse} is home already."),
    "not_in_handicap": ("Cette carte se joue pendant la course.", "That card is for the race."),
    "no_handicap": ("Ce cheval n’a pas de handicap à réduire.", "That horse has no handicap to reduce."),
    "horse_not_trapped": ("Ce cheval n’est ni dans la rivière ni dans la haie.", "That horse is neither in the river nor in the hedge."),
    "joker_before_roll": ("Le joker se joue avant de lancer le dé.", "The joker is played before the die is rolled."),
    "horse_trapped": ("Ce cheval est bloqué : il lui faut un 1 ou un joker.", "That horse is stuck: it needs a 1 or a joker."),
    "blue_cards_to_play": ("Joue d’abord tes cartes bleues.", "Play your blue cards first."),
    "blue_cards_to_play_told": ("Joue d’abord ta carte « {card} ».", "Play your card “{card}” first."),
    "already_bet": ("Tu as déjà décidé pour cette course.", "You have decided for this race already."),
    "bet_size": ("Un pari compte de 3 à 6 jetons.", "A bet has 3 to 6 tokens."),
    "unknown_colour": ("Les jetons sont rouges, bleus, jaunes ou verts.", "Tokens are red, blue, yellow or green."),
    "not_in_roll": ("Ce n’est pas à toi de lancer.", "It is not for you to roll."),
    "nothing_to_roll": ("Tu n’as plus de cheval à faire courir ce tour-ci.", "You have no horse left to run this turn."),
    "wrong_horse_order": ("Les chevaux courent dans l’ordre de leurs numéros.", "Horses run in the order of their numbers."),
    "wrong_horse_order_told": ("C’est d’abord au cheval {expected} de courir.", "First it is horse {expected}’s run."),
    "joker_must_be_played": ("Joue d’abord ton joker.", "Play your joker first."),
    "no_draw_due": ("Personne ne doit piocher.", "Nobody has to draw."),
    "not_your_draw": ("Ce n’est pas à toi de piocher.", "It is not for you to draw."),
    "not_your_draw_told": ("C’est à {expected} de piocher.", "It is for {expected} to draw."),
    "horses_to_roll": ("Il reste des chevaux à faire courir.", "There are horses left to run."),
    "horses_to_roll_told": ("Le cheval {horse} doit encore courir.", "Horse {horse} has yet to run."),
    "hand_unknown": ("Il reste des cartes à nommer.", "Some cards are still to be named."),
    "hand_unknown_told": ("{player} doit d’abord nommer ses cartes.", "{player} must first name the cards in hand."),
    "wrong_square": ("Ce cheval n’est pas sur sa case.", "That horse is not on its square."),
    "wrong_square_told": ("Le cheval {horse} va {expected_place} ; il est {seen_place}.", "Horse {horse} belongs {expected_place}; it is {seen_place}."),
    # events
    "money_dealt": ("{player} reçoit {amount} pour commencer.", "{player} gets {amount} to begin with."),
    "money_moved": ("{payer} paie {amount} à {payee} pour {reason}.", "{payer} pays {payee} {amount} for {reason}."),
    "market_opened": ("Course {race} : le marché est ouvert.", "Race {race}: the market is open."),
    "sale_over": ("Plus personne n’achète.", "Nobody is buying any more."),
    "buy_rolled": ("{player} fait {value}.", "{player} rolls {value}."),
    "roll_tie": ("Égalité : {players} relancent.", "A tie: {players} roll again."),
    "buy_right": ("{player} peut acheter un cheval.", "{player} may buy a horse."),
    "buy_skipped": ("{player} renonce à cet achat.", "{player} skips this purchase."),
    "left_sale": ("{player} quitte la vente.", "{player} leaves the sale."),
    "rejoined_sale": ("{player} revient dans la vente.", "{player} comes back into the sale."),
    "horse_bought": ("{player} achète le {number} {colour} : {price}.", "{player} buys {colour} number {number}: {price}."),
    "horse_offered": ("{seller} propose le cheval {number} à {to} pour {price}.", "{seller} offers horse {number} to {to} for {price}."),
    "horse_offered_gift": ("{seller} veut donner le cheval {number} à {to}.", "{seller} wants to give horse {number} to {to}."),
    "offer_closed": ("{by} met fin à l’offre du cheval {number}.", "{by} closes the offer of horse {number}."),
    "auction_opened": ("Enchères : le cheval {number} {of_seller}, à partir de {min}.", "Auction: {seller}’s horse {number}, from {min}."),
    "auction_bid": ("{player} offre {amount}.", "{player} bids {amount}."),
    "auction_passed": ("{player} passe.", "{player} passes."),
    "auction_unsold": ("Personne ne veut du cheval {number}.", "Nobody wants horse {number}."),
    "horse_transferred": ("Le cheval {number} {of_seller} passe à {buyer} pour {price}.", "Horse {number} goes from {seller} to {buyer} for {price}."),
    "horse_transferred_gift": ("{seller} donne le cheval {number} à {buyer}.", "{seller} gives horse {number} to {buyer}."),
    "player_in_debt": ("{player} doit {debt} à la banque.", "{player} owes the bank {debt}."),
    "player_bankrupt": ("{player} est en faillite.", "{player} is bankrupt."),
    "colours_missing": ("Il manque une couleur au départ.", "A colour is missing at the start."),
    "colours_missing_told": ("Pas de cheval {colours_nor} au départ.", "No {colours_nor} horse at the start."),
    "handicap_started": ("Course {race} : le handicap commence.", "Race {race}: the handicap begins."),
    "handicap_done": ("{player} a fini son handicap.", "{player} is done with the handicap."),
    "deck_shuffled": ("Le paquet est mélangé.", "The pile is shuffled."),
    "cards_dealt": ("Chacun reçoit {count_cards}.", "Everybody gets {count_cards}."),
    "cards_identified": ("{player} a nommé {count_cards}.", "{player} has named {count_cards}."),
    "card_drawn": ("{player} pioche une carte.", "{player} draws a card."),
    "card_played": ("{player} joue « {card} ».", "{player} plays “{card}”."),
    "card_played_horse": ("{player} joue « {card} » sur le cheval {horse}.", "{player} plays “{card}” on horse {horse}."),
    "black_pawn_given": ("{player} reçoit le pion noir.", "{player} gets the black pawn."),
    "fee_charged": ("Le cheval {horse} est à {red_squares} du départ : {player} paie {amount}.", "Horse {horse} is {red_squares} behind the start: {player} pays {amount}."),
    "betting_opened": ("Course {race} : les paris sont ouverts !", "Race {race}: place your bets!"),
    "bet_placed": ("{player} parie {tokens} pour {stake}.", "{player} bets {tokens} for {stake}."),
    "no_bet": ("{player} ne parie pas.", "{player} does not bet."),
    "start_roll_opened": ("{players} lancent le dé : le meilleur commence.", "{players} roll: the best starts."),
    "start_rolled": ("{player} fait {value}.", "{player} rolls {value}."),
    "race_started": ("{first} commence la course.", "{first} starts the race."),
    "turn_started": ("À {player} de jouer.", "{player} to play."),
    "turn_started_horse": ("À {player} de jouer, avec le cheval {next_horse}.", "{player} to play, with horse {next_horse}."),
    "rolled": ("Cheval {horse} : {value}.", "Horse {horse}: {value}."),
    "horse_moved": ("Le cheval {horse} va {place}.", "Horse {horse} is now {place}."),
    "horse_moved_stays": ("Le cheval {horse} reste {place}.", "Horse {horse} stays {place}."),
    "bounced": ("Trop loin : le cheval {horse} recule {place}.", "Too far! Horse {horse} is back {place}."),
    "horse_trapped_told": ("Le cheval {horse} tombe dans {hazard} !", "Horse {horse} falls into {hazard}!"),
    "still_trapped": ("Le cheval {horse} reste dans {hazard}.", "Horse {horse} stays in {hazard}."),
    "horse_freed": ("Le cheval {horse} est libre !", "Horse {horse} is free!"),
    "horse_freed_joker": ("Le joker libère le cheval {horse} !", "The joker frees horse {horse}!"),
    "must_draw": ("Point noir : {player} pioche une carte.", "Black dot: {player} draws a card."),
    "deck_empty": ("Le paquet est vide : rien à piocher.", "The pile is empty: nothing to draw."),
    "horse_arrived": ("Le cheval {horse} est arrivé !", "Horse {horse} is home!"),
    "horse_arrived_told": ("Le cheval {horse} {of_owner} arrive {ordinal} !", "{owner}’s horse {horse} comes home {ordinal}!"),
    "race_over": ("La course est finie : {arrived}.", "The race is over: {arrived}."),
    "race_abandoned": ("La course est arrêtée.", "The race is stopped."),
    "race_settled": ("La course {race} est réglée.", "Race {race} is settled."),
    "race_settled_told": ("La course {race} est réglée : {kind}.", "Race {race} is settled: {kind}."),
    "position_confirmed": ("Le cheval {horse} est bien placé.", "Horse {horse} is in its place."),
    "game_over_super_crack": ("{winners} est SUPER-CRACK !", "{winners} is SUPER-CRACK!"),
    "game_over_super_crack_many": ("{winners} sont SUPER-CRACK !", "{winners} are SUPER-CRACK!"),
    "game_over_won": ("{winners} gagne la partie !", "{winners} wins the game!"),
    "game_over_won_many": ("{winners} gagnent la partie !", "{winners} win the game!"),
    # buttons; a player's name is put before them
    "do_deal_money": ("Distribuer l’argent du début", "Deal the opening money"),
    "do_buy_roll": ("Lancer le dé pour acheter", "Roll to buy"),
    "do_buy_horse": ("Acheter un cheval", "Buy a horse"),
    "do_buy_horse_number": ("Acheter le cheval {number}", "Buy horse {number}"),
    "do_skip_buy": ("Renoncer à cet achat", "Skip this purchase"),
    "do_leave_sale": ("Quitter la vente", "Leave the sale"),
    "do_rejoin_sale": ("Revenir dans la vente", "Come back into the sale"),
    "do_offer_horse": ("Proposer un cheval à un joueur", "Offer a horse to a player"),
    "do_accept_offer": ("Accepter l’offre", "Accept the offer"),
    "do_decline_offer": ("Refuser ou retirer l’offre", "Decline or withdraw the offer"),
    "do_auction_open": ("Mettre un cheval aux enchères", "Put a horse up for auction"),
    "do_auction_bid": ("Enchérir", "Bid"),
    "do_auction_bid_amount": ("Offrir {amount}", "Bid {amount}"),
    "do_auction_pass": ("Passer", "Pass"),
    "do_declare_bankrupt": ("Se déclarer en faillite", "Declare bankruptcy"),
    "do_close_market": ("Fermer le marché : au départ !", "Close the market: to the start!"),
    "do_shuffle_deck": ("Mélanger le paquet", "Shuffle the pile"),
    "do_deal_cards": ("Distribuer les cartes spéciales", "Deal the special cards"),
    "do_identify_cards": ("Dire une carte, pour moi seul", "Name a card, for me alone"),
    "do_play_card": ("Jouer une carte", "Play a card"),
    "do_play_card_card": ("Jouer « {card} »", "Play “{card}”"),
    "do_play_card_horse": ("Jouer « {card} » sur le cheval {horse}", "Play “{card}” on horse {horse}"),
    "do_handicap_done": ("Finir le handicap", "Finish the handicap"),
    "do_bet": ("Parier", "Bet"),
    "do_bet_tokens": ("Parier {tokens}", "Bet {tokens}"),
    "do_no_bet": ("Ne pas parier", "Do not bet"),
    "do_start_roll": ("Lancer le dé pour commencer", "Roll to start"),
    "do_roll": ("Lancer le dé", "Roll the die"),
    "do_draw_card": ("Piocher une carte", "Draw a card"),
    "do_end_turn": ("Finir le tour", "End the turn"),
    "do_settle": ("Régler la course", "Settle the race"),
    "do_abandon_race": ("Arrêter la course", "Stop the race"),
    "do_end_game": ("Finir la partie", "End the game"),
    "sure_declare_bankrupt": (
        "Les chevaux retournent à la banque, et pour {by} la partie est finie.",
        "The horses go back to the bank, and the game is over for {by}.",
    ),
    "sure_abandon_race": ("La course s’arrête là, pour tout le monde.", "The race stops here, for everybody."),
    "sure_end_game": (
        "Toute la partie s’arrête là : on compte l’argent, et il n’y a plus de course.",
        "The whole game stops here: the money is counted, and there is no other race.",
    ),
    "do_confirm_position": ("Le cheval est sur sa case", "The horse is on its square"),
    "do_confirm_position_told": ("Le cheval {horse} est {place}", "Horse {horse} is {place}"),
    # the log
    "did_deal_money": ("La banque distribue l’argent du début", "The bank deals the opening money"),
    "did_buy_roll": ("{by} lance le dé pour acheter : {value}", "{by} rolls {value} to buy"),
    "did_buy_horse": ("{by} achète le cheval {number}", "{by} buys horse {number}"),
    "did_skip_buy": ("{by} renonce à cet achat", "{by} skips the purchase"),
    "did_leave_sale": ("{by} quitte la vente", "{by} leaves the sale"),
    "did_rejoin_sale": ("{by} revient dans la vente", "{by} comes back into the sale"),
    "did_offer_horse": ("{by} propose le cheval {number} à {to} pour {price}", "{by} offers horse {number} to {to} for {price}"),
    "did_offer_horse_gift": ("{by} veut donner le cheval {number} à {to}", "{by} wants to give horse {number} to {to}"),
    "did_accept_offer": ("{by} accepte l’offre", "{by} accepts the offer"),
    "did_decline_offer": ("{by} met fin à l’offre", "{by} closes the offer"),
    "did_auction_open": ("{by} met le cheval {number} aux enchères", "{by} puts horse {number} up for auction"),
    "did_auction_open_told": ("{by} met le cheval {number} aux enchères, à partir de {min}", "{by} puts horse {number} up for auction, from {min}"),
    "did_auction_bid": ("{by} offre {amount}", "{by} bids {amount}"),
    "did_auction_pass": ("{by} passe", "{by} passes"),
    "did_declare_bankrupt": ("{by} se déclare en faillite", "{by} declares bankruptcy"),
    "did_close_market": ("La banque ferme le marché", "The bank closes the market"),
    "did_shuffle_deck": ("La banque mélange le paquet", "The bank shuffles the pile"),
    "did_deal_cards": ("La banque distribue les cartes spéciales", "The bank deals the special cards"),
    "did_identify_cards": ("{by} nomme ses cartes, en secret", "{by} names cards, in secret"),
    "did_identify_cards_told": ("{by} nomme : {cards}", "{by} names: {cards}"),
    "did_play_card": ("{by} joue « {card} »", "{by} plays “{card}”"),
    "did_play_card_horse": ("{by} joue « {card} » sur le cheval {horse}", "{by} plays “{card}” on horse {horse}"),
    "did_handicap_done": ("{by} finit son handicap", "{by} finishes the handicap"),
    "did_bet": ("{by} parie {tokens}", "{by} bets {tokens}"),
    "did_no_bet": ("{by} ne parie pas", "{by} does not bet"),
    "did_start_roll": ("{by} lance le dé pour commencer : {value}", "{by} rolls {value} to start"),
    "did_roll": ("{by} lance le dé : {value}", "{by} rolls {value}"),
    "did_draw_card": ("{by} pioche une carte", "{by} draws a card"),
    "did_draw_card_told": ("{by} pioche « {card} »", "{by} draws “{card}”"),
    "did_end_turn": ("{by} finit son tour", "{by} ends the turn"),
    "did_settle": ("La banque règle la course", "The bank settles the race"),
    "did_abandon_race": ("La table arrête la course", "The table stops the race"),
    "did_end_game": ("La table finit la partie", "The table ends the game"),
    "did_confirm_position": ("Cheval vu sur sa case", "Horse seen on its square"),
    "did_confirm_position_told": ("Cheval {horse} vu {place}", "Horse {horse} seen {place}"),
    # labels of a form
    "arg_by": ("Qui ?", "Who?"),
    "arg_player": ("Joueur", "Player"),
    "arg_value": ("Dé", "Die"),
    "arg_number": ("Cheval", "Horse"),
    "arg_horse": ("Cheval", "Horse"),
    "arg_square": ("Case", "Square"),
    "arg_to": ("À qui ?", "To whom?"),
    "arg_price": ("Prix", "Price"),
    "arg_min": ("Mise à prix", "Starting price"),
    "arg_amount": ("Enchère", "Bid"),
    "arg_card": ("Carte", "Card"),
    "arg_cards": ("Carte", "Card"),
    "arg_hands": ("Cartes", "Cards"),
    "arg_tokens": ("Jetons", "Tokens"),
    # house rules
    "option_stable_table": ("Prime d’un cheval seul de sa couleur, arrivé premier", "Prize of a lone horse of its colour that comes first"),
    "option_stable_table_examples": ("5 000 F", "5,000 F"),
    "option_stable_table_printed": ("8 000 F", "8,000 F"),
    "option_buy_order": ("Achat des chevaux", "Buying horses"),
    "option_buy_order_roll_each_purchase": ("On lance le dé pour chaque cheval", "Roll for each horse"),
    "option_buy_order_ranking_round": ("Un lancer, puis chacun achète à son tour", "One roll, then everybody buys in turn"),
    "option_require_four_colours": ("Les quatre couleurs à la première course", "All four colours in the first race"),
    "option_blue_cards": ("Cartes bleues", "Blue cards"),
    "option_blue_cards_handicap": ("À jouer au handicap", "To be played in the handicap"),
    "option_blue_cards_free": ("À jouer quand on veut", "To be played at any time"),
    "option_card_timing": ("Les cartes se jouent", "Cards are played"),
    "option_card_timing_own_turn": ("À son tour", "In one’s own turn"),
    "option_card_timing_any_time": ("À tout moment", "At any time"),
    "option_joker_compulsory": ("Joker obligatoire", "The joker must be played"),
    "option_trapped_cards": ("Cheval dans la rivière ou la haie", "A horse in the river or the hedge"),
    "option_trapped_cards_back_only": ("Seul un recul le bouge", "Only a card back moves it"),
    "option_trapped_cards_all": ("Toutes les cartes le bougent", "All cards move it"),
    "option_dots_on_card_moves": ("Piocher aussi quand une carte mène au point noir", "Draw also when a card leads to a black dot"),
    "option_race_retreat_floor": ("En course, on recule au plus", "In the race, back as far as"),
    "option_race_retreat_floor_red_zone": ("Au fond de la zone rouge", "The end of the red zone"),
    "option_race_retreat_floor_start_line": ("À la ligne de départ", "The start line"),
    "option_deferred_money": ("Cartes à payer non jouées", "Cards to pay, not played"),
    "option_deferred_money_end_of_race": ("À payer après la course", "Paid after the race"),
    "option_deferred_money_end_of_game": ("À payer en fin de partie", "Paid at the end of the game"),
    "option_move_card_penalty": ("Amende par carte non jouée, en francs", "Fine for each card not played, in francs"),
    "option_cards_per_race": ("Cartes par joueur et par course", "Cards for each player and race"),
    "option_target_cash": ("Argent pour gagner, en francs", "Money needed to win, in francs"),
    "option_stable_required": ("Chevaux d’une couleur pour gagner", "Horses of one colour needed to win"),
    "option_max_races": ("Nombre de courses", "Number of races"),
    "option_max_races_none": ("Sans limite", "No limit"),
    "option_strict_placement": ("Attendre que chaque pion soit bien placé", "Wait until every pawn is in its place"),
    # what the table waits for
    "wait_deal_money": ("La banque distribue l’argent du début.", "The bank deals the opening money."),
    "wait_buy_rolls": ("Pour acheter, au dé : {players}.", "To buy, roll the die: {players}."),
    "wait_buy": ("{player} achète un cheval.", "{player} buys a horse."),
    "wait_offer": ("{to}, veux-tu le cheval {number} {of_seller} pour {price} ?", "{to}, do you want {seller}’s horse {number} for {price}?"),
    "wait_offer_gift": ("{to}, veux-tu le cheval {number} ? C’est un cadeau {of_seller}.", "{to}, do you want horse {number} that {seller} gives you?"),
    "wait_auction": ("Qui offre au moins {min} pour le cheval {number} ?", "Who bids at least {min} for horse {number}?"),
    "wait_auction_told": ("{bidder} offre {amount} pour le cheval {number}. Qui dit mieux ?", "{bidder} bids {amount} for horse {number}. Who bids more?"),
    "wait_debts": ("Dette à payer : {players} vend un cheval ou fait faillite.", "A debt to pay: {players} sells a horse or goes bankrupt."),
    "wait_debts_many": ("Dettes à payer : {players} vendent un cheval ou font faillite.", "Debts to pay: {players} sell a horse or go bankrupt."),
    "wait_close_market": ("La vente est finie : la banque ferme le marché.", "The sale is over: the bank closes the market."),
    "wait_more_horses": ("Il manque des chevaux : reviens acheter, ou arrête là.", "Not enough horses: come back to buy, or stop here."),
    "wait_deal_cards": ("La banque distribue les cartes : {count_cards} à chacun.", "The bank deals the cards: {count_cards} to each."),
    "wait_handicap": ("Handicap, à finir par : {players}.", "Handicap, still to finish: {players}."),
    "wait_bets": ("Paris ouverts pour : {players}.", "Bets are open for: {players}."),
    "wait_start_rolls": ("Pour commencer, au dé : {players}.", "To start, roll the die: {players}."),
    "wait_roll": ("{player} lance le dé pour le cheval {horse}.", "{player} rolls for horse {horse}."),
    "wait_next_roll": ("Ensuite, {player} lance pour le cheval {horse}.", "Next, {player} rolls for horse {horse}."),
    "wait_cards_or_end": ("{player} peut encore jouer une carte.", "{player} may still play a card."),
    "wait_no_runner": ("Plus aucun cheval ne court : arrête la course.", "No horse is running any more: stop the race."),
    "wait_draw": ("{player} pioche une carte spéciale.", "{player} draws a special card."),
    "wait_position": ("Mets le cheval {horse} {place}.", "Put horse {horse} {place}."),
    "wait_cards_named": ("Cartes à nommer par : {players}.", "Cards to be named by: {players}."),
    "wait_settle": ("La banque règle la course.", "The bank settles the race."),
    "wait_over": ("La partie est finie.", "The game is over."),
    # what hands put right
    "put_horse": ("Cheval {horse} : à mettre {place}.", "Horse {horse}: put it {place}."),
    "take_horse": ("Cheval {horse} : à enlever de la piste.", "Horse {horse}: take it off the track."),
    "give_owner_card": ("La carte du cheval {horse} va à {player}.", "The card of horse {horse} goes to {player}."),
    "return_owner_card": ("La carte du cheval {horse} retourne à la banque.", "The card of horse {horse} goes back to the bank."),
    "put_tokens": ("Jetons du pari {of_player} : {tokens}.", "Tokens of {player}’s bet: {tokens}."),
    "take_tokens": ("{player} rend les jetons de son pari.", "{player} gives the tokens of the bet back."),
    "give_black_pawn": ("Le pion noir va à {player}.", "The black pawn goes to {player}."),
    "take_black_pawn": ("{player} rend le pion noir.", "{player} gives the black pawn back."),
    "take_cards": ("{player} reprend {count_cards}.", "{player} takes {count_cards} back."),
    "return_cards": ("{player} remet {count_cards} sur le paquet.", "{player} puts {count_cards} back on the pile."),
}  # fmt: skip
"""Every code of this game: (French, English). Which of its variants is said: see ``sentence``."""

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

_NEEDS: Mapping[str, frozenset[str]] = {
    code: frozenset(name for _, name, _, _ in Formatter().parse(texts[0]) if name)
    for code, texts in SENTENCES.items()
}
"""What each sentence names."""

NARROW_SPACE = "\u202f"
_NUMBERED_CARD = re.compile(r"(advance|back_own|back_any|pay|receive)_(\d+)")


# ---------------------------------------------------------------- sentences


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    named = _named(arguments, language)
    text = fill(SENTENCES, _variant(code, named), named, language)
    player = arguments.get("by")
    if code.startswith("do_") and isinstance(player, str) and player not in BANK_AND_TABLE:
        colon = " : " if language == "fr" else ": "
        return f"{player}{colon}{text[:1].lower()}{text[1:]}"
    return text[:1].upper() + text[1:]


def _variant(code: str, named: Mapping[str, Any]) -> str:
    """The wording for what is known: "…_told" when all that it names is there, and a few special cases."""
    special = _special(code, named)
    for candidate in (*special, f"{code}_told"):
        if candidate in SENTENCES and _NEEDS[candidate] <= set(named):
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
            named[name] = BANK_AND_TABLE.get(value, (value, value))[_index(language)]
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
            named[{"where": "hazard", "category": "kind"}.get(key, key)] = words[known[key]][_index(language)]
    if isinstance(known.get("from"), str) and "amount" in named and "reason" in named:
        named["payer"] = BANK_AND_TABLE.get(known["from"], (known["from"],) * 2)[_index(language)]
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
        squares = known["squares"]
        french = f"{squares} case{'s' if squares > 1 else ''}"
        named["red_squares"] = french if language == "fr" else f"{squares} square{'s' if squares > 1 else ''}"
    if _is_number(known.get("rank")) and known["rank"] in ORDINALS:
        named["ordinal"] = ORDINALS[known["rank"]][_index(language)]
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
        named["colours_nor"] = (" ni " if language == "fr" else " or ").join(colours)
    if _is_list(known.get("tokens")) and known["tokens"]:
        named["tokens"] = tokens_counted(known["tokens"], language)
    if _is_list(known.get("cards")) and known["cards"] and None not in known["cards"]:
        named["cards"] = listed([card_name(card, language) for card in known["cards"]], language)
    if _is_list(known.get("horses")) and known["horses"]:
        named["next_horse"] = known["horses"][0]
    if _is_list(known.get("arrivals")):
        arrivals = [str(number) for number in known["arrivals"]]
        numbers = [f"le {number}" for number in arrivals] if language == "fr" else arrivals
        named["arrived"] = listed(numbers, language, "puis" if language == "fr" else "then")
    return named


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < 10**15


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _index(language: str) -> int:
    return LANGUAGES.index(language)


# ---------------------------------------------------------------- words for things


def of_name(name: str, language: str) -> str:
    """Whose something is: "d’Ada", "de Bea"; "of Ada"."""
    if language != "fr":
        return f"of {name}"
    return f"d’{name}" if name[:1].upper() in "AÀÂÄEÉÈÊËIÎÏOÔÖUÙÛÜ" else f"de {name}"


def money(amount: int, language: str) -> str:
    """An amount in francs: "10 000 F" with narrow no-break spaces, "10,000 F"."""
    digits = f"{abs(amount):,}"
    sign = "−" if amount < 0 else ""
    if language == "fr":
        return f"{sign}{digits.replace(',', NARROW_SPACE)}{NARROW_SPACE}F"
    return f"{sign}{digits} F"


def place(square: int, language: str) -> str:
    """Where a horse stands: "en case 12", "sur la ligne de départ", "en case rouge 3"."""
    if square == 0:
        return ("sur la ligne de départ", "on the start line")[_index(language)]
    if square < 0:
        return (f"en case rouge {-square}", f"on red square {-square}")[_index(language)]
    return (f"en case {square}", f"on square {square}")[_index(language)]


def cards_counted(count: int, language: str) -> str:
    """ "1 carte", "4 cartes"."""
    if language == "fr":
        return "une carte" if count == 1 else f"{count} cartes" if count else "0 carte"
    return "one card" if count == 1 else f"{count} cards" if count else "no cards"


def tokens_counted(tokens: Sequence[Any], language: str) -> str:
    """ "2 jaunes et 1 bleu": tokens by colour."""
    counted = []
    for colour, count in Counter(map(str, tokens)).items():
        name = colour_name(colour, language)
        plural = "s" if language == "fr" and count > 1 else ""
        counted.append(f"{count} {name}{plural}")
    return listed(counted, language)


def listed(names: Sequence[str], language: str, last: str | None = None) -> str:
    """Names in a row: "Ada, Bea et Cyd"."""
    joint = last or ("et" if language == "fr" else "and")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joint} {names[-1]}" if names else ""


def colour_name(colour: object, language: str) -> str:
    """A colour of horses and tokens, in the masculine: "bleu"."""
    name = str(colour)
    return COLOURS.get(name, (name, name))[_index(language)]


def card_name(card: object, language: str) -> str:
    """A special card by what it does: "Avance de 3", "Payer 500 F"."""
    name = str(card)
    parts = _NUMBERED_CARD.fullmatch(name)
    if parts is not None and len(parts[2]) < 10:
        number = int(parts[2])
        return CARDS[parts[1]][_index(language)].format(number=number, money=money(number, language))
    return CARDS[name][_index(language)] if name in ("joker", "sprint", "black_pawn") else name


def horse_name(number: object, language: str) -> str:
    """ "Cheval 3"."""
    return f"{'Cheval' if language == 'fr' else 'Horse'} {number}"


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
        return "Carte cachée" if language == "fr" else "Face-down card"
    return card_name(name, language)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    if value is None:
        return "Je ne le dis pas" if language == "fr" else "I do not say"
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
                return "cadeau" if language == "fr" else "a gift"
            return money(value, language)
        case "square" if _is_number(value):
            return place(value, language)
        case _:
            name = str(value)
            return BANK_AND_TABLE.get(name, (name, name))[_index(language)]


def value_name_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    """A horse with its colour: "Cheval 3 rouge"; None for any other choice."""
    colour = _colour_in(view, argument, value, language)
    if colour is None:
        return None
    return f"{horse_name(value, language)}{' ' if language == 'fr' else ', '}{colour}"


def sign_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    """A horse on a small button: "3 rouge"; None for any other choice."""
    colour = _colour_in(view, argument, value, language)
    return None if colour is None else f"{value} {colour}"


def _colour_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    horse = view["horses"].get(str(value)) if argument in ("horse", "number") and view.get("horses") else None
    return None if horse is None else colour_name(horse["colour"], language)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: who pays whom, whose turn it is, hazards, dots, arrivals, and the end."""
    return [
        sentence(str(event["event"]), event, language)
        for event in events
        if event["event"] in _SPOKEN and event.get("reason") not in _SILENT_REASONS
    ]
