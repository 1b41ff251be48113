"""Racko in words, French and English: refusals, buttons, the log, events, what is said aloud."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import BANK, TABLE
from companion.words import fill

SENTENCES: Mapping[str, tuple[str, str]] = {
    # refusals
    "game_over": ("Le jeu est fini.", "The game is over."),
    "game_over_won": ("C’est fini : {winners} gagne !", "It is over: {winners} wins!"),
    "game_over_shared": ("C’est fini : {winners} gagnent ensemble !", "It is over: {winners} win together!"),
    "unknown_player": ("Je ne connais pas ce joueur ici.", "I do not know that player here."),
    "player_out": ("{player} n’est plus dans le jeu.", "{player} is no longer in the game."),
    "player_out_bare": ("Ce joueur n’est plus dans le jeu.", "That player is no longer in the game."),
    "unknown_action": ("Ce coup n’existe pas au Racko.", "There is no such move in Racko."),
    "wrong_phase": ("Ce n’est pas le moment.", "Not now."),
    "already_drawn": ("{player} a déjà tiré une carte.", "{player} has already drawn a card."),
    "already_drawn_bare": ("Une carte est déjà tirée.", "A card has already been drawn."),
    "draw_first": ("Prends d’abord une carte.", "Take a card first."),
    "card_in_hand": ("{player} a une carte en main : attends qu’elle soit jetée.", "{player} is holding a card: wait until it is laid down."),
    "card_in_hand_bare": ("Une carte est en main : attends qu’elle soit jetée.", "A card is in a hand: wait until it is laid down."),
    "eclair_not_played": ("On ne joue pas le Racko Éclair.", "Racko Éclair is not being played."),
    "eclair_too_late": ("Trop tard pour le Racko Éclair : la première carte est retournée.", "Too late for Racko Éclair: the first card has been turned."),
    "card_not_in_game": ("Les cartes vont de 1 à {expected}.", "The cards go from 1 to {expected}."),
    "card_not_in_game_bare": ("Cette carte ne joue pas.", "That card is not in the game."),
    "duplicate_card": ("Le {card} ne peut pas être là deux fois.", "The {card} cannot be there twice."),
    "duplicate_card_bare": ("Une carte y est deux fois.", "One card is there twice."),
    "bad_rack": ("Il faut dire les dix cartes du porte-cartes.", "All ten cards of the rack are needed."),
    "bad_rack_slot": ("Quelle carte est à la fente {slot} ?", "Which card is in slot {slot}?"),
    "not_your_card": ("Attends : les autres n’ont pas encore cette carte.", "Wait: the others do not have this card yet."),
    "bad_slot": ("Les fentes vont de 5 à 50, de 5 en 5.", "The slots go from 5 to 50, in fives."),
    "slot_taken": ("La fente {slot} est déjà prise.", "Slot {slot} is taken already."),
    "slot_taken_bare": ("Cette fente est déjà prise.", "That slot is taken already."),
    "wrong_slot_order": ("Cette carte va à la fente {expected}.", "This card goes into slot {expected}."),
    "wrong_slot_order_bare": ("On remplit de la fente 50 à la fente 5.", "Fill from slot 50 down to slot 5."),
    "card_elsewhere": ("Le {card} est déjà ailleurs.", "The {card} is somewhere else already."),
    "card_elsewhere_bare": ("Une carte est déjà ailleurs.", "One card is somewhere else already."),
    "card_elsewhere_pile": ("Le {card} est dans la défausse.", "The {card} is in the discard pile."),
    "card_elsewhere_rack": ("Le {card} est dans un autre porte-cartes.", "The {card} is in another rack."),
    "card_elsewhere_hand": ("Le {card} n’est pas la carte piochée.", "The {card} is not the card that was drawn."),
    "not_your_turn": ("C’est à {expected} de jouer.", "It is {expected}’s turn."),
    "not_your_turn_bare": ("Ce n’est pas ton tour.", "It is not your turn."),
    "stock_empty": ("Le talon est vide.", "The stock is empty."),
    "must_exchange": ("Le {card} vient de la retourne : il faut l’échanger contre une autre carte.", "The {card} came from the face-up pile: it must be exchanged for another card."),
    "must_exchange_bare": ("Une carte de la retourne doit être échangée.", "A card from the face-up pile must be exchanged."),
    "not_in_rack": ("Le {card} n’est pas dans ton porte-cartes.", "The {card} is not in your rack."),
    "not_in_rack_bare": ("Cette carte n’est pas dans le porte-cartes.", "That card is not in the rack."),
    "known_slot_differs": ("La fente {slot} contenait le {expected}.", "Slot {slot} held the {expected}."),
    "known_slot_differs_from": ("Le {seen} était à la fente {expected_slot}.", "The {seen} was in slot {expected_slot}."),
    "known_slot_differs_bare": ("Cette fente contenait une autre carte.", "That slot held another card."),
    "known_card_missing": ("Le {card} devrait être dans ce porte-cartes.", "The {card} should be in this rack."),
    "known_card_missing_bare": ("Il manque une carte dans ce porte-cartes.", "A card is missing from this rack."),
    "stock_not_empty": ("Il reste {cards} au talon.", "There are {cards} left in the stock."),
    "stock_not_empty_one": ("Il reste une carte au talon.", "There is one card left in the stock."),
    "stock_not_empty_bare": ("Le talon n’est pas vide.", "The stock is not empty."),
    "no_restock": ("Avec cette règle, la partie s’arrête quand le talon est vide.", "With this rule the round ends when the stock is empty."),
    "restock_instead": ("La partie continue : refaites le talon avec la défausse.", "The round goes on: make a new stock from the discard pile."),
    "out_of_round": ("{player} ne joue plus jusqu’à la fin de la partie.", "{player} sits out until the end of the round."),
    "out_of_round_bare": ("Hors jeu jusqu’à la fin de la partie.", "Out until the end of the round."),
    "rack_not_awaited": ("On attend le porte-cartes de quelqu’un d’autre.", "Somebody else’s rack is awaited."),
    "rack_not_awaited_named": ("On attend d’abord : {expected}.", "First we wait for {expected}."),
    "rack_unknown": ("Dis les dix cartes, de la fente 5 à la fente 50.", "Tell all ten cards, from slot 5 to slot 50."),
    "bad_count": ("Un nombre de 1 à 10.", "A number from 1 to 10."),
    "bad_options": ("Le réglage « {key} » ne va pas ici.", "The option “{key}” does not fit here."),
    "bad_options_players": ("Il faut de deux à quatre joueurs, chacun avec son nom.", "It takes two to four players, each with a name."),
    "bad_options_bare": ("Ces règles ne vont pas ensemble.", "These rules do not go together."),
    "bad_setup": ("Cette position de départ n’est pas possible : vois « {key} ».", "This starting position is not possible: see “{key}”."),
    "bad_setup_bare": ("Cette position de départ n’est pas possible.", "This starting position is not possible."),
    # events
    "dealer_chosen": ("C’est à {player} de distribuer.", "{player} deals."),
    "deal_started": ("Partie {round} : {dealer} distribue.", "Round {round}: {dealer} deals."),
    "eclair_window_open": ("Racko Éclair : qui a dix cartes en ordre ?", "Racko Éclair: who has ten cards in order?"),
    "turn_started": ("À {player} de jouer.", "{player} to play."),
    "discard_taken": ("{player} prend le {card}.", "{player} takes the {card}."),
    "stock_drawn": ("{player} pioche au talon.", "{player} draws from the stock."),
    "discarded": ("{player} jette le {card}.", "{player} lays down the {card}."),
    "restocked": ("Le talon est mélangé : {cards}.", "The stock is shuffled again: {cards}."),
    "restocked_turned": ("La défausse est retournée : {cards} au talon.", "The discard pile is turned over: {cards} in the stock."),
    "announced": ("{player} : Racko !", "{player}: Racko!"),
    "announced_eclair": ("{player} : Racko Éclair !", "{player}: Racko Éclair!"),
    "false_racko": ("Pas encore Racko, {player} : rupture à la fente {break_slot}.", "Not Racko yet, {player}: break at slot {break_slot}."),
    "false_racko_no_run": ("Pas encore Racko, {player} : il faut trois cartes qui se suivent.", "Not Racko yet, {player}: three cards must follow one another."),
    "round_won": ("Racko ! {player} gagne la partie.", "Racko! {player} wins the round."),
    "round_won_run": ("Racko ! {player} gagne la partie, avec une séquence de {longest_run} cartes.", "Racko! {player} wins the round, with a run of {longest_run} cards."),
    "round_won_eclair": ("Racko Éclair ! {player} gagne la partie.", "Racko Éclair! {player} wins the round."),
    "round_without_winner": ("La partie s’arrête sans gagnant : on compte les cartes en ordre.", "The round ends without a winner: count the cards in order."),
    "round_scored": ("Points de la partie : {points}.", "Points of the round: {points}."),
    "round_scored_chips": ("On règle en jetons.", "It is settled in chips."),
    "chips_paid": ("{player} donne {chips} à {to}.", "{player} gives {to} {chips}."),
    "chips_paid_short": ("{player} donne à {to} tout ce qui lui reste : {chips}.", "{player} gives {to} all that is left: {chips}."),
    "chips_paid_none": ("{player} n’a plus de jeton pour {to}.", "{player} has no chip left for {to}."),
    "eliminated": ("{player} ne peut plus payer et quitte le jeu.", "{player} can no longer pay and leaves the game."),
    "tie_extra_round": ("Égalité en tête : encore une partie !", "Equal at the top: one more round!"),
    # buttons
    "do_draw_for_deal": ("{by} tire une carte pour savoir qui distribue", "{by} draws a card to see who deals"),
    "do_set_dealer": ("Choisir qui distribue", "Choose who deals"),
    "do_set_dealer_named": ("{player} distribue", "{player} deals"),
    "do_deal": ("Distribuer dix cartes à chacun", "Deal ten cards each"),
    "do_place_dealt": ("{by} range la carte reçue", "{by} puts the dealt card away"),
    "do_place_dealt_slot": ("{by} range la carte reçue à la fente {slot}", "{by} puts the dealt card into slot {slot}"),
    "do_turn_up": ("Retourner la première carte", "Turn the first card"),
    "do_turn_up_card": ("Retourner la première carte : le {card}", "Turn the first card: the {card}"),
    "do_take_discard": ("{by} prend la carte de la retourne", "{by} takes the face-up card"),
    "do_draw_stock": ("{by} pioche au talon", "{by} draws from the stock"),
    "do_draw_stock_asking_card": ("{by} pioche et dit sa carte", "{by} draws and says which card"),
    "do_draw_stock_card": ("{by} pioche le {card}", "{by} draws the {card}"),
    "do_exchange": ("{by} échange contre une carte de son porte-cartes", "{by} exchanges it for a card of their rack"),
    "do_exchange_card": ("{by} échange et jette le {discarded}", "{by} exchanges it and lays down the {discarded}"),
    "do_exchange_slot": ("{by} échange à la fente {slot} et jette le {discarded}", "{by} exchanges it in slot {slot} and lays down the {discarded}"),
    "do_discard_drawn": ("{by} jette la carte piochée", "{by} lays down the drawn card"),
    "do_discard_drawn_card": ("{by} jette la carte piochée, le {card}", "{by} lays down the drawn card, the {card}"),
    "do_discard": ("{by} jette une carte, d’où qu’elle vienne", "{by} lays down a card, wherever it came from"),
    "do_discard_card": ("{by} jette le {card}", "{by} lays down the {card}"),
    "do_restock": ("Refaire le talon avec la défausse, sauf la carte du dessus", "Make a new stock from the discard pile, all but the top card"),
    "do_end_round": ("Arrêter la partie : le talon est vide", "End the round: the stock is empty"),
    "do_note_slot": ("Noter une carte de mon porte-cartes", "Note a card of my rack"),
    "do_note_slot_correct": ("Corriger une carte notée", "Put a noted card right"),
    "do_note_slot_forget": ("Oublier une fente notée", "Forget a noted slot"),
    "do_racko": ("{by} annonce Racko !", "{by} calls Racko!"),
    "do_racko_eclair": ("{by} annonce Racko Éclair !", "{by} calls Racko Éclair!"),
    "do_show_rack": ("{by} montre son porte-cartes", "{by} shows their rack"),
    "do_show_rack_correct": ("{by} a tout vérifié : c’est bien ce porte-cartes", "{by} has checked it all: this is the rack"),
    "do_count_rack": ("{by} dit combien de cartes sont en ordre", "{by} says how many cards are in order"),
    # the journal's lines
    "did_draw_for_deal": ("{by} tire le {card}", "{by} draws the {card}"),
    "did_draw_for_deal_bare": ("{by} tire une carte", "{by} draws a card"),
    "did_set_dealer": ("{player} distribue", "{player} deals"),
    "did_set_dealer_bare": ("on choisit qui distribue", "the dealer is named"),
    "did_deal": ("dix cartes à chacun", "ten cards each"),
    "did_deal_one_by_one": ("on distribue une par une", "the cards are dealt one by one"),
    "did_place_dealt": ("{by} range une carte à la fente {slot}", "{by} puts a card into slot {slot}"),
    "did_place_dealt_card": ("{by} range le {card} à la fente {slot}", "{by} puts the {card} into slot {slot}"),
    "did_place_dealt_bare": ("{by} range une carte", "{by} puts a card away"),
    "did_turn_up": ("le {card} est retourné", "the {card} is turned up"),
    "did_turn_up_bare": ("la première carte est retournée", "the first card is turned up"),
    "did_take_discard": ("{by} prend la retourne", "{by} takes the face-up card"),
    "did_draw_stock": ("{by} pioche au talon", "{by} draws from the stock"),
    "did_draw_stock_card": ("{by} pioche le {card}", "{by} draws the {card}"),
    "did_exchange": ("{by} échange et jette le {discarded}", "{by} exchanges and lays down the {discarded}"),
    "did_exchange_slot": ("{by} échange à la fente {slot} et jette le {discarded}", "{by} exchanges in slot {slot} and lays down the {discarded}"),
    "did_exchange_bare": ("{by} échange une carte", "{by} exchanges a card"),
    "did_discard_drawn": ("{by} jette la carte piochée", "{by} lays down the drawn card"),
    "did_discard_drawn_card": ("{by} jette la carte piochée, le {card}", "{by} lays down the drawn card, the {card}"),
    "did_discard": ("{by} jette le {card}", "{by} lays down the {card}"),
    "did_discard_bare": ("{by} jette une carte", "{by} lays down a card"),
    "did_restock": ("le talon est refait", "a new stock is made"),
    "did_end_round": ("la partie s’arrête, le talon est vide", "the round ends, the stock is empty"),
    "did_note_slot": ("{by} écrit sur sa page", "{by} writes on their own page"),
    "did_note_slot_card": ("{by} note le {card} à la fente {slot}", "{by} notes the {card} in slot {slot}"),
    "did_note_slot_forget": ("{by} oublie la fente {slot}", "{by} forgets slot {slot}"),
    "did_racko": ("{by} annonce Racko", "{by} calls Racko"),
    "did_racko_eclair": ("{by} annonce Racko Éclair", "{by} calls Racko Éclair"),
    "did_show_rack": ("{by} montre son porte-cartes", "{by} shows their rack"),
    "did_show_rack_cards": ("{by} montre {rack}", "{by} shows {rack}"),
    "did_count_rack": ("{by} a {count} en ordre", "{by} has {count} in order"),
    "did_count_rack_bare": ("{by} compte ses cartes en ordre", "{by} counts their cards in order"),
    # labels of fields
    "arg_by": ("Joueur", "Player"),
    "arg_player": ("Joueur", "Player"),
    "arg_card": ("Carte", "Card"),
    "arg_slot": ("Fente", "Slot"),
    "arg_discarded": ("Carte jetée", "Card laid down"),
    "arg_racks": ("Porte-cartes", "Racks"),
    "arg_rack": ("Porte-cartes, de la fente 5 à la fente 50", "Rack, from slot 5 to slot 50"),
    **{f"arg_rack_{place}": (str(5 * place), str(5 * place)) for place in range(1, 11)},
    "arg_one_by_one": ("Distribution", "Dealing"),
    "arg_correct": ("Vérifié", "Checked"),
    "arg_count": ("Cartes en ordre", "Cards in order"),
    "arg_longest_run": ("Plus longue séquence", "Longest run"),
    # what the table waits for
    "wait_draw_for_deal": ("Chacun tire une carte : la plus petite distribue.", "Everybody draws a card: the lowest deals."),
    "wait_deal": ("{player} mélange et distribue dix cartes à chacun.", "{player} shuffles and deals ten cards each."),
    "wait_next_round": ("Partie suivante : {player} distribue.", "Next round: {player} deals."),
    "wait_place_dealt": ("Chacun range la carte reçue, de la fente 50 à la fente 5.", "Put the dealt card away, from slot 50 down to slot 5."),
    "wait_place_dealt_eclair": ("Chacun range la carte reçue dans la fente de son choix.", "Put the dealt card into a slot of your choice."),
    "wait_eclair": ("Dix cartes en ordre ? Annonce Racko Éclair !", "Ten cards in order? Call Racko Éclair!"),
    "wait_turn_up": ("Retourne la première carte du talon.", "Turn the first card of the stock."),
    "wait_draw": ("{player} : prends le {card}, ou pioche au talon.", "{player}: take the {card}, or draw from the stock."),
    "wait_draw_bare": ("{player} : prends une carte.", "{player}: take a card."),
    "wait_draw_no_stock": ("{player} : prends le {card}, ou refaites le talon.", "{player}: take the {card}, or make a new stock."),
    "wait_draw_last": ("{player} : prends le {card}, ou arrête la partie.", "{player}: take the {card}, or end the round."),
    "wait_place": ("{player} : échange la carte piochée, ou jette-la.", "{player}: exchange the drawn card, or lay it down."),
    "wait_exchange": ("{player} : échange le {card} contre une carte de ton porte-cartes.", "{player}: exchange the {card} for a card of your rack."),
    "wait_exchange_bare": ("{player} : échange la carte contre une de ton porte-cartes.", "{player}: exchange the card for one of your rack."),
    "wait_show": ("{player} : montre tes dix cartes.", "{player}: show all ten cards."),
    "wait_count": ("{player} : montre ou compte tes cartes en ordre.", "{player}: show or count the cards in order."),
    "wait_game_over": ("Le jeu est fini. Une revanche ?", "The game is over. Another one?"),
    # what hands put right
    "put_rack_back": ("{player} reprend son porte-cartes.", "{player} takes their rack back."),
    "put_rack_down": ("{player} pose son porte-cartes, cartes visibles.", "{player} lays their rack down, cards showing."),
    "put_pile": ("Retourne : le {card} dessus, {cards} en tout.", "Face-up pile: the {card} on top, {cards} in all."),
    "put_pile_bare": ("Retourne : {cards} en tout.", "Face-up pile: {cards} in all."),
    "put_pile_empty": ("La retourne est vide.", "The face-up pile is empty."),
    "put_stock": ("Talon : {cards}.", "Stock: {cards}."),
    "put_stock_none": ("Le talon est vide.", "The stock is empty."),
    "put_in_hand": ("{player} reprend le {card} en main.", "{player} takes the {card} in hand again."),
    "put_in_hand_bare": ("{player} reprend la carte piochée en main.", "{player} takes the drawn card in hand again."),
    # the table told in words
    "panel_round": ("Partie {round}", "Round {round}"),
    "panel_before": ("Avant la première partie", "Before the first round"),
    "panel_scores": ("Points (jusqu’à {target})", "Points (up to {target})"),
    "panel_teams": ("Équipes", "Teams"),
    "panel_chips": ("Jetons", "Chips"),
    "panel_last_round": ("Dernière partie", "Last round"),
    "panel_racks": ("Porte-cartes posés", "Racks on the table"),
    "panel_own": ("Ma page : {player}", "My page: {player}"),
    "row_dealer": ("Donneur", "Dealer"),
    "row_turn": ("Au tour de", "Turn"),
    "row_top": ("Retourne", "Face-up card"),
    "row_pile": ("Défausse", "Discard pile"),
    "row_stock": ("Talon", "Stock"),
    "row_deck": ("Cartes du jeu", "Cards in the game"),
    "row_held": ("En main", "In hand"),
    "row_announced": ("Annonce", "Call"),
    "row_awaited": ("On attend", "Waiting for"),
    "row_drawn": ("Cartes tirées", "Cards drawn"),
    "row_out_of_round": ("Hors de cette partie", "Out of this round"),
    "row_out": ("Hors du jeu", "Out of the game"),
    "row_winners": ("Gagne", "Winner"),
    "row_bonus": ("Bonus", "Bonus"),
    "row_slot": ("Fente {slot}", "Slot {slot}"),
    "row_floating": ("Dans mon porte-cartes, fente non notée", "In my rack, slot not noted"),
    "row_good_cards": ("Cartes en ordre", "Cards in order"),
    "row_longest_run": ("Plus longue séquence", "Longest run"),
    "row_ascending": ("Tout est en ordre", "All in order"),
    "value_deck": ("1 à {highest}", "1 to {highest}"),
    "value_held": ("{player} : le {card}", "{player}: the {card}"),
    "value_held_bare": ("{player} : une carte du talon", "{player}: a card from the stock"),
    "value_racko": ("{player} : Racko", "{player}: Racko"),
    "value_eclair": ("{player} : Racko Éclair", "{player}: Racko Éclair"),
    "value_points": ("{player} {points}", "{player} {points}"),
    "value_empty": ("vide", "empty"),
    "value_unknown": ("pas notée", "not noted"),
    "value_nobody": ("personne", "nobody"),
    "value_none": ("aucune", "none"),
    "value_yes": ("oui", "yes"),
    "value_no": ("pas encore", "not yet"),
    "face_back": ("une carte cachée", "a card face down"),
    "face_unknown": ("une carte inconnue", "an unknown card"),
    "choice_untold": ("je ne le dis pas", "not told"),
    "choice_slot_unseen": ("fente non vue", "slot not seen"),
    "choice_one_by_one": ("une carte à la fois", "one card at a time"),
    "choice_at_once": ("toutes les cartes d’un coup", "all cards at once"),
    "choice_table": ("la table", "the table"),
    "choice_bank": ("la banque", "the bank"),
    # house rules
    "option_target": ("Points pour gagner la partie", "Points that win the game"),
    "option_tie": ("Égalité à la fin", "A tie at the end"),
    "option_tie_shared": ("On gagne ensemble", "They win together"),
    "option_tie_extra_round": ("Encore une manche", "One more round"),
    "option_two_player_run": ("À deux, il faut une séquence de trois", "With two players a run of three is needed"),
    "option_teams": ("En équipes, deux contre deux", "In teams, two against two"),
    "option_bonus": ("Bonus pour la plus longue séquence", "Bonus for the longest run"),
    "option_settlement": ("On joue pour", "We play for"),
    "option_settlement_points": ("Des points", "Points"),
    "option_settlement_chips": ("Des jetons", "Chips"),
    "option_chips_start": ("Jetons de chacun au début", "Chips of each player at the start"),
    "option_chips_rounds": ("Nombre de manches, avec les jetons", "Rounds, with chips"),
    "option_chips_basis": ("Jetons à payer selon la séquence", "Chips are paid for the run"),
    "option_chips_basis_loser_run": ("De celui qui paye", "Of whoever pays"),
    "option_chips_basis_winner_run": ("Du gagnant", "Of the winner"),
    "option_eclair": ("Racko Éclair", "Racko Éclair"),
    "option_eclair_others_score": ("Après un Racko Éclair, les autres marquent aussi", "After a Racko Éclair the others score too"),
    "option_call_timing": ("On annonce Racko", "Racko is announced"),
    "option_call_timing_between_turns": ("Entre deux tours, chacun", "Between two turns, by anybody"),
    "option_call_timing_own_turn": ("À son tour seulement", "On one’s own turn only"),
    "option_false_racko": ("Après un faux Racko", "After a false Racko"),
    "option_false_racko_play_on": ("On continue à jouer", "Play goes on"),
    "option_false_racko_out_of_round": ("Le joueur sort de la manche", "The player is out of the round"),
    "option_stock_empty": ("Quand le talon est vide", "When the stock is empty"),
    "option_stock_empty_reshuffle": ("On mélange la défausse", "The discard pile is shuffled"),
    "option_stock_empty_turn_over": ("On retourne la défausse sans mélanger", "The discard pile is turned over, not shuffled"),
    "option_stock_empty_round_ends": ("La manche est finie", "The round ends"),
    "option_next_dealer": ("La manche suivante, qui distribue ?", "Who deals the next round?"),
    "option_next_dealer_left": ("Le voisin de gauche", "The player on the left"),
    "option_next_dealer_winner": ("Celui qui a annoncé Racko", "Whoever announced Racko"),
}  # fmt: skip
"""Every code of this game: (French, English). Some have variants, see ``sentence``; ``_bare`` says it without details."""

_SPOKEN = frozenset(
    {
        "announced",
        "false_racko",
        "out_of_round",
        "round_won",
        "round_without_winner",
        "eclair_window_open",
        "stock_empty",
        "eliminated",
        "tie_extra_round",
        "turn_started",
        "dealer_chosen",
        "game_over",
    }
)


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    known = {name: value for name, value in arguments.items() if value is not None}
    variant = _variant(code, known)
    if variant == "do_note_slot" and "card" in arguments and arguments["card"] is None:
        variant = "do_note_slot_forget"  # no card is known of this template because it names none
    named = _named(known, code, language)
    if f"{code}_bare" in SENTENCES and not _fields(SENTENCES[variant]) <= set(named):
        variant = f"{code}_bare"
    return fill(SENTENCES, variant, named, language)


def _fields(texts: tuple[str, str]) -> set[str]:
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def _named(known: Mapping[str, Any], code: str, language: str) -> dict[str, Any]:
    """The arguments as they stand in a sentence: lists joined, cards and chips counted."""
    named = dict(known)
    for name in ("winners", "expected"):
        if isinstance(named.get(name), list | tuple):
            named[name] = joined([str(one) for one in named[name]], language)
    counted = {"restocked": "stock", "stock_not_empty": "seen", "did_count_rack": "count"}.get(code, "cards")
    if type(named.get(counted)) is int:
        named["count" if counted == "count" else "cards"] = cards(named[counted], language)
    if type(named.get("paid")) is int:
        named["chips"] = chips(named["paid"], language)
    if isinstance(named.get("points"), Mapping):
        named["points"] = ", ".join(f"{player} {points}" for player, points in named["points"].items())
    if isinstance(named.get("rack"), list | tuple):
        named["rack"] = " ".join(map(str, named["rack"]))
    return named


def _variant(code: str, known: Mapping[str, Any]) -> str:
    """The wording that says most of what is known."""
    for when, variant in _VARIANTS.get(code, ()):
        if when(known):
            return f"{code}_{variant}"
    return code


def _has(*names: str) -> Any:
    return lambda known: all(name in known for name in names)


def _is(name: str, *values: Any) -> Any:
    return lambda known: known.get(name) in values


_VARIANTS: Mapping[str, tuple[tuple[Any, str], ...]] = {
    "bad_options": ((_is("key", "players"), "players"),),
    "game_over": (
        (lambda known: len(known.get("winners", ())) == 1, "won"),
        (lambda known: len(known.get("winners", ())) > 1, "shared"),
    ),
    "card_elsewhere": (
        (_is("place", "pile"), "pile"),
        (_is("place", "rack"), "rack"),
        (_is("place", "hand"), "hand"),
    ),
    "bad_rack": ((_has("slot"), "slot"),),
    "known_slot_differs": ((lambda known: "expected_slot" in known and "expected" not in known, "from"),),
    "stock_not_empty": ((_is("seen", 1), "one"),),
    "rack_not_awaited": ((lambda known: bool(known.get("expected")), "named"),),
    "restocked": ((_is("shuffled", False), "turned"),),
    "announced": ((_is("kind", "eclair"), "eclair"),),
    "false_racko": ((_is("reason", "no_run"), "no_run"),),
    "round_won": (
        (_is("kind", "eclair"), "eclair"),
        (lambda known: known.get("longest_run", 1) >= 3, "run"),
    ),
    "round_scored": ((lambda known: not known.get("points"), "chips"),),
    "chips_paid": (
        (_is("paid", 0), "none"),
        (lambda known: known.get("paid", 0) < known.get("due", 0), "short"),
    ),
    "do_set_dealer": ((_has("player"), "named"),),
    "do_place_dealt": ((_has("slot"), "slot"),),
    "do_turn_up": ((_has("card"), "card"),),
    "do_draw_stock": ((_has("card"), "card"),),
    "do_exchange": ((_has("slot", "discarded"), "slot"), (_has("discarded"), "card")),
    "do_discard_drawn": ((_has("card"), "card"),),
    "do_discard": ((_has("card"), "card"),),
    "do_note_slot": ((_is("correct", True), "correct"),),
    "do_show_rack": ((_is("correct", True), "correct"),),
    "did_deal": ((_is("one_by_one", True), "one_by_one"),),
    "did_place_dealt": ((_has("card", "slot"), "card"),),
    "did_draw_stock": ((_has("card"), "card"),),
    "did_exchange": ((_has("slot", "discarded"), "slot"),),
    "did_discard_drawn": ((_has("card"), "card"),),
    "did_note_slot": ((_has("card", "slot"), "card"), (_has("slot"), "forget")),
    "did_show_rack": ((_has("rack"), "cards"),),
    "put_stock": ((_is("cards", 0), "none"),),
}
"""By code, which variant is said when (by what is known of the arguments); the first that fits."""


def joined(names: Sequence[str], language: str) -> str:
    """Names in a row: "Ada", "Ada et Bea", "Ada, Bea et Cyd"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {'et' if language == 'fr' else 'and'} {names[-1]}"


def cards(count: int, language: str) -> str:
    """A number of cards: "aucune carte", "1 carte", "12 cartes"."""
    if count == 0:
        return "aucune carte" if language == "fr" else "no card"
    return f"{count} {'carte' if language == 'fr' else 'card'}{'s' if count > 1 else ''}"


def chips(count: int, language: str) -> str:
    """A number of chips: "1 jeton", "9 chips"."""
    return f"{count} {'jeton' if language == 'fr' else 'chip'}{'s' if count > 1 else ''}"


def face_name(face: str | int, language: str) -> str:
    """A card by its number; a back, or one whose number is not known, by its name."""
    if face in ("back", "unknown"):
        return fill(SENTENCES, f"face_{face}", {}, language)
    return str(face)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    match argument, value:
        case "slot", None:
            code = "choice_slot_unseen"
        case _, None:
            code = "choice_untold"
        case "one_by_one", bool():
            code = "choice_one_by_one" if value else "choice_at_once"
        case _, bool():
            code = "value_yes" if value else "value_no"
        case _, str() if value == TABLE:
            code = "choice_table"
        case _, str() if value == BANK:
            code = "choice_bank"
        case _:
            return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return fill(SENTENCES, code, {}, language)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: announcements, what comes of them, whose turn it is, and the end."""
    return [sentence(str(event["event"]), event, language) for event in events if event["event"] in _SPOKEN]
