"""Crapette in words, French and English: cards and places by their names, refusals, faults, the log, what is said aloud."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from companion.action import BANK, TABLE
from companion.words import fill

SENTENCES: Mapping[str, tuple[str, str]] = {
    # refusals
    "bad_players": ("La crapette se joue à deux.", "Crapette is played by two."),
    "bad_setup": ("Ces cartes ne peuvent pas être là au début.", "These cards cannot lie there at the start."),
    "bad_setup_dealt": ("Les cartes {of_player} ne vont pas ensemble : son jeu n’a chaque carte qu’une fois.", "{player}’s cards do not fit together: a pack has every card only once."),
    "unknown_action": ("Ce coup n’existe pas à la crapette.", "There is no such move in Crapette."),
    "unknown_player": ("Je ne connais pas ce joueur ici.", "I do not know that player here."),
    "game_over": ("La partie est finie.", "The game is over."),
    "wrong_phase": ("Ce n’est pas le moment.", "Not now."),
    "decision_pending": ("Il faut d’abord décider : reprendre le coup ou le laisser.", "Decide first: take the move back or leave it."),
    "decision_pending_named": ("{expected} décide d’abord : reprendre le coup ou le laisser.", "{expected} decides first: take the move back or leave it."),
    "missing_argument": ("Il manque quelque chose : dis-le-moi en entier.", "Something is missing: tell me all of it."),
    "missing_argument_card": ("Quelle carte est-ce ?", "Which card is it?"),
    "missing_argument_from": ("D’où vient la carte ?", "Where does the card come from?"),
    "missing_argument_to": ("Où va la carte ?", "Where does the card go?"),
    "unknown_zone": ("Je ne connais pas cet endroit de la table.", "I do not know that place on the table."),
    "same_zone": ("La carte est déjà là.", "The card is there already."),
    "same_zone_named": ("La carte est déjà {zone_at}.", "The card is already {zone_at}."),
    "bad_source": ("Du talon, on tire d’abord une carte.", "A card of the stock is drawn first."),
    "bad_target": ("On ne pose pas de carte là.", "No card is put there."),
    "bad_target_named": ("On ne pose pas de carte {zone_at}.", "No card is put {zone_at}."),
    "zone_empty": ("Il n’y a pas de carte ici.", "There is no card here."),
    "zone_empty_named": ("Il n’y a pas de carte {zone_at}.", "There is no card {zone_at}."),
    "face_down": ("Cette carte est cachée : retourne-la d’abord.", "This card lies face down: turn it first."),
    "bad_count": ("Ce nombre de cartes n’y est pas.", "That number of cards is not there."),
    "bad_count_one": ("On ne prend qu’une carte ici.", "Only one card can be taken here."),
    "bad_count_most": ("De 1 à {expected} cartes ici.", "1 to {expected} cards here."),
    "unknown_card": ("Je ne connais pas cette carte.", "I do not know that card."),
    "card_not_there": ("Cette carte n’est pas là. Regarde encore.", "That card is not there. Look again."),
    "card_not_there_seen": ("{seen_card} n’est pas là. Regarde encore.", "{seen_card} is not there. Look again."),
    "hand_occupied": ("Il y a déjà une carte en main.", "There is a card in hand already."),
    "hand_occupied_card": ("Il y a déjà une carte en main : {expected_card}.", "There is a card in hand already: {expected_card}."),
    "stock_empty": ("Le talon est vide.", "The stock is empty."),
    "hand_empty": ("Il n’y a pas de carte en main.", "There is no card in hand."),
    "reserve_empty": ("La crapette est vide.", "The reserve is empty."),
    "reserve_face_up": ("La carte de la crapette est déjà retournée.", "The top of the reserve is face up already."),
    "stock_not_empty": ("Il reste des cartes au talon.", "There are cards left in the stock."),
    "waste_empty": ("Le pot est vide.", "The waste is empty."),
    "not_your_turn": ("Ce n’est pas ton tour.", "It is not your turn."),
    "not_your_turn_named": ("C’est à {expected} de jouer.", "It is {expected}’s turn."),
    "must_draw": ("Il reste des cartes : retourne le pot ou tire au talon.", "There are cards left: turn the waste over or draw."),
    "calling_off": ("Avec l’entraîneur, on ne crie pas « Crapette ».", "With the coach nobody calls “Crapette”."),
    "unknown_code": ("Je ne connais pas cette faute.", "I do not know that fault."),
    "not_your_call": ("Ce n’est pas à toi de le dire.", "That is not for you to say."),
    "not_your_call_named": ("C’est à {expected} de le dire.", "That is for {expected} to say."),
    "nothing_to_accept": ("Il n’y a rien à accepter.", "There is nothing to accept."),
    "no_take_back": ("On ne reprend pas un coup ici.", "No move is taken back here."),
    "nothing_to_take_back": ("Il n’y a rien à reprendre.", "There is nothing to take back."),
    "already_shown": ("Cette carte du dessous est déjà montrée.", "That bottom card has been shown already."),
    "impossible_card": ("Cette carte ne peut pas être là : elle est ailleurs.", "That card cannot be here: it is elsewhere."),
    "impossible_card_seen": ("{seen_card} ne peut pas être là : les deux sont déjà sorties, ou ton jeu l’a déjà montrée.", "{seen_card} cannot be here: both are out, or your pack has shown it already."),
    "card_contradicts": ("Ce n’est pas la carte attendue. Regarde encore.", "That is not the card expected. Look again."),
    "card_contradicts_seen": ("Ce n’est pas {seen_card} : on a déjà vu la carte qui est là, c’en est une autre. Regarde encore.", "It is not {seen_card}: the card that lies there has been seen before, and it is another one. Look again."),
    # faults: the card was wrongly placed
    "out_of_turn": ("Ce n’était pas son tour.", "Played out of turn."),
    "own_waste_played": ("On ne reprend pas la carte de son propre pot.", "No card is taken from one’s own waste."),
    "opponent_pile_played": ("On ne prend pas de carte chez l’adversaire.", "No card may be taken from the opponent."),
    "foundation_card_moved": ("Une carte montée sur une pile n’en redescend pas.", "A card on a foundation does not come down."),
    "covered_card_moved": ("Cette carte était recouverte : on prend celle du bout.", "That card was covered: take the free one."),
    "own_pile_loaded": ("On ne charge pas ses propres tas.", "Nobody loads their own piles."),
    "several_cards_moved": ("Une seule carte à la fois.", "One card at a time."),
    "wrong_foundation": ("Cette carte ne monte pas sur cette pile.", "That card does not go on that foundation."),
    "wrong_series": ("Cette carte ne va pas sur cette série : juste au-dessous, et l’autre couleur.", "That card does not fit this series: one lower, and the other colour."),
    "wrong_load": ("Cette carte ne peut pas charger ce tas.", "That card may not load this pile."),
    "early_recycle": ("Le pot ne se retourne pas encore.", "The waste is not turned over yet."),
    # faults: something was missed
    "missed_foundation_play": ("Une carte pouvait monter sur une pile.", "A card could go up on a foundation."),
    "missed_foundation_play_move": ("{card} pouvait monter {target}.", "{card} could go up {target}."),
    "wrong_foundation_order": ("Une autre carte devait monter d’abord.", "Another card had to go up first."),
    "wrong_foundation_order_move": ("{card} devait monter d’abord.", "{card} had to go up first."),
    "missed_uncovering": ("La case vide devait d’abord libérer une carte qui monte.", "The empty case had to uncover a card that goes up first."),
    "missed_uncovering_move": ("{card} devait d’abord aller {target} : la carte dessous pouvait monter.", "{card} had to go {target} first: the card under it could go up."),
    "missed_case_freeing": ("Une case pouvait être libérée.", "A case could be freed."),
    "missed_case_freeing_move": ("{card} pouvait aller {target} pour libérer une case.", "{card} could go {target} to free a case."),
    "reserve_not_turned": ("La carte de la crapette n’était pas retournée.", "The top of the reserve had not been turned."),
    "stock_before_reserve": ("La crapette passe avant le talon.", "The reserve comes before the stock."),
    "stock_before_reserve_move": ("La crapette passe avant le talon : {card} pouvait aller {target}.", "The reserve comes before the stock: {card} could go {target}."),
    "unused_empty_case": ("Une case vide devait être remplie.", "An empty case had to be filled."),
    "unused_empty_case_move": ("{card} devait remplir {target_bare}.", "{card} had to fill {target_bare}."),
    "missed_series_play": ("La carte en main pouvait aller sur une série.", "The card in hand could go on a series."),
    "missed_series_play_move": ("{card} pouvait aller {target}.", "{card} could go {target}."),
    "missed_load": ("La carte en main pouvait charger l’adversaire.", "The card in hand could load the opponent."),
    "missed_load_move": ("{card} pouvait charger {target_bare}.", "{card} could load {target_bare}."),
    # events
    "first_player": ("{player} commence.", "{player} begins."),
    "tie": ("Égalité : dis qui commence.", "A tie: you say who begins."),
    "card_moved": ("{by} déplace {card} {source} {target}.", "{by} moves {card} {source} {target}."),
    "card_moved_several": ("{by} déplace {count} cartes {source} {target}.", "{by} moves {count} cards {source} {target}."),
    "card_drawn": ("{player} tire {card}.", "{player} draws {card}."),
    "card_discarded": ("{player} met {card} au pot.", "{player} puts {card} on the waste."),
    "reserve_turned": ("{player} retourne sa crapette : {card}.", "{player} turns the reserve: {card}."),
    "reserve_emptied": ("{player} n’a plus de crapette !", "{player} has used up the reserve!"),
    "stock_exhausted": ("{player} n’a plus de talon.", "{player} has used up the stock."),
    "passed": ("{player} passe.", "{player} passes."),
    "stock_recycled": ("{player} retourne son pot : {count} cartes au talon.", "{player} turns the waste over: {count} cards in the stock."),
    "stock_recycled_one": ("{player} retourne son pot : une carte au talon.", "{player} turns the waste over: one card in the stock."),
    "case_freed": ("Une case est libre.", "A case is free."),
    "case_freed_named": ("{case_named} est libre.", "{case_named} is free."),
    "pile_loaded": ("{card} charge {pile_named}.", "{card} loads {pile_named}."),
    "foundation_completed": ("Une pile est complète !", "A foundation is complete!"),
    "foundation_completed_suit": ("La pile de {suit_named} est complète !", "The foundation of {suit_named} is complete!"),
    "reminder": ("{player}, retourne la carte de ta crapette.", "{player}, turn the top of your reserve."),
    "infraction": ("Une faute.", "A fault."),
    "infraction_why": ("{by} : {why_within}.", "{by}: {why_within}."),
    "crapette_called": ("Crapette !", "Crapette!"),
    "crapette_called_whom": ("Crapette, {against} ! {why}", "Crapette, {against}! {why}"),
    "crapette_called_why": ("Crapette ! {why}", "Crapette! {why}"),
    "crapette_called_back": ("Crapette, {against} ! {why} {steps_told}", "Crapette, {against}! {why} {steps_told}"),
    "step_back": ("Remets la carte {target}.", "Put the card back {target_at}."),
    "step_back_card": ("Remets {card} {target}.", "Put {card} back {target_at}."),
    "step_back_several": ("Remets {count} cartes {target}.", "Put {count} cards back {target_at}."),
    "step_hand": ("Mets la carte en main {target}.", "Put the card in hand {target_at}."),
    "step_hand_card": ("Mets {card} {target}.", "Put {card} {target_at}."),
    "crapette_called_wrongly": ("{by} crie « Crapette ! », mais je ne vois pas de faute.", "{by} calls “Crapette!”, but I see no fault."),
    "proof_made": ("{player} le prouve : {card} {target}.", "{player} proves it: {card} {target}."),
    "penalty_card": ("Une carte passe {source} {target}.", "A card goes {source} {target}."),
    "turn_passed": ("À {to} de jouer.", "{to} to play."),
    "turn_passed_again": ("{to} rejoue.", "{to} plays again."),
    "turn_skipped": ("{player} passe un tour.", "{player} misses a turn."),
    "taken_back": ("{player} reprend son coup.", "{player} takes the move back."),
    "stalemate_possible": ("Plus rien n’avance. On peut faire match nul.", "Nothing moves on. You may agree on a draw."),
    "draw_offered": ("{player} propose un match nul.", "{player} offers a draw."),
    "corrected": ("C’est corrigé.", "Put right."),
    "corrected_named": ("C’est corrigé : {zone_named}.", "Put right: {zone_named}."),
    "win_claimed": ("{player} a posé sa dernière carte !", "{player} has played the last card!"),
    "game_won": ("{player} a gagné !", "{player} has won!"),
    "game_won_points": ("{player} a gagné, avec {points_won} points !", "{player} has won, with {points_won} points!"),
    "game_drawn": ("Match nul.", "A draw."),
    "game_drawn_blocked": ("Plus personne ne peut jouer : match nul.", "Nobody can play any more: a draw."),
    "game_drawn_winner": ("Partie arrêtée : {winner} gagne, avec le moins de cartes.", "The game stops: {winner} wins, with the fewest cards."),
    # buttons
    "do_move": ("Déplacer une carte", "Move a card"),
    "do_move_by": ("{by} déplace une carte", "{by} moves a card"),
    "do_move_asking_count": ("{by} déplace plusieurs cartes", "{by} moves several cards"),
    "do_move_asking_card": ("{by} prend une carte recouverte", "{by} takes a covered card"),
    "do_move_card": ("{by} joue {card} {source}", "{by} plays {card} {source}"),
    "do_move_whole": ("{by} joue {card} {source} {target}", "{by} plays {card} {source} {target}"),
    "do_draw": ("Tirer une carte du talon", "Draw a card from the stock"),
    "do_draw_by": ("{by} tire une carte du talon", "{by} draws a card from the stock"),
    "do_draw_card": ("{by} tire {card}", "{by} draws {card}"),
    "do_discard": ("Mettre la carte en main au pot", "Put the card in hand on the waste"),
    "do_discard_by": ("{by} met sa carte au pot", "{by} puts the card in hand on the waste"),
    "do_turn_reserve": ("Retourner la carte de la crapette", "Turn the top of the reserve"),
    "do_turn_reserve_by": ("{by} retourne sa crapette", "{by} turns the reserve"),
    "do_turn_reserve_card": ("{by} retourne sa crapette : {card}", "{by} turns the reserve: {card}"),
    "do_recycle": ("Retourner le pot", "Turn the waste over"),
    "do_recycle_by": ("{by} retourne son pot", "{by} turns the waste over"),
    "do_pass": ("Passer", "Pass"),
    "do_pass_by": ("{by} passe", "{by} passes"),
    "do_call": ("Crapette !", "Crapette!"),
    "do_call_by": ("{by} : « Crapette ! »", "{by}: “Crapette!”"),
    "do_accept": ("D’accord, ça reste", "All right, it stays"),
    "do_accept_by": ("{by} : d’accord, ça reste", "{by}: all right, it stays"),
    "do_take_back": ("Reprendre le coup", "Take the move back"),
    "do_take_back_by": ("{by} reprend son coup", "{by} takes the move back"),
    "do_agree_draw": ("Proposer un match nul", "Agree on a draw"),
    "do_agree_draw_by": ("{by} veut bien un match nul", "{by} agrees on a draw"),
    "sure_agree_draw": ("La partie s’arrête, sans gagnant, dès que l’autre le veut aussi.", "The game stops, with no winner, as soon as the other player wants it too."),
    "do_show_under": ("Montrer la carte du dessous de la crapette", "Show the bottom card of the reserve"),
    "do_show_under_by": ("{by} montre la carte du dessous de sa crapette", "{by} shows the bottom card of the reserve"),
    "do_choose_first": ("Choisir qui commence", "Choose who begins"),
    "do_choose_first_named": ("{player} commence", "{player} begins"),
    "do_correct": ("Corriger ce qui est posé", "Put right what lies there"),
    "do_correct_named": ("Corriger {zone_named}", "Put {zone_named} right"),
    # the log
    "did_move": ("{by} déplace une carte", "{by} moves a card"),
    "did_move_places": ("{by} déplace une carte {source} {target}", "{by} moves a card {source} {target}"),
    "did_move_several": ("{by} déplace {count} cartes {source} {target}", "{by} moves {count} cards {source} {target}"),
    "did_move_whole": ("{by} déplace {card} {source} {target}", "{by} moves {card} {source} {target}"),
    "did_draw": ("{by} tire une carte du talon", "{by} draws a card from the stock"),
    "did_draw_card": ("{by} tire {card}", "{by} draws {card}"),
    "did_discard": ("{by} met sa carte au pot", "{by} puts the card in hand on the waste"),
    "did_discard_card": ("{by} met {card} au pot", "{by} puts {card} on the waste"),
    "did_turn_reserve": ("{by} retourne sa crapette", "{by} turns the reserve"),
    "did_turn_reserve_card": ("{by} retourne sa crapette : {card}", "{by} turns the reserve: {card}"),
    "did_recycle": ("{by} retourne son pot", "{by} turns the waste over"),
    "did_pass": ("{by} passe", "{by} passes"),
    "did_call": ("{by} : « Crapette ! »", "{by}: “Crapette!”"),
    "did_call_why": ("{by} : « Crapette ! » ({why_within})", "{by}: “Crapette!” ({why_within})"),
    "did_accept": ("{by} est d’accord", "{by} lets it stand"),
    "did_take_back": ("{by} reprend son coup", "{by} takes the move back"),
    "did_agree_draw": ("{by} veut bien un match nul", "{by} agrees on a draw"),
    "did_show_under": ("{by} montre la carte du dessous", "{by} shows the bottom card"),
    "did_show_under_card": ("{by} montre dessous {card}", "{by} shows {card} at the bottom"),
    "did_choose_first": ("on choisit qui commence", "it is settled who begins"),
    "did_choose_first_named": ("{player} commence", "{player} begins"),
    "did_correct": ("la table est corrigée", "the table is put right"),
    "did_correct_named": ("on corrige {zone_named}", "{zone_named} is put right"),
    # the fields of a form
    "arg_by": ("Qui ?", "Who?"),
    "arg_from": ("D’où ?", "From where?"),
    "arg_to": ("Vers où ?", "To where?"),
    "arg_card": ("Quelle carte ?", "Which card?"),
    "arg_cards": ("Quelles cartes ?", "Which cards?"),
    "arg_count": ("Combien de cartes ?", "How many cards?"),
    "arg_code": ("Quelle faute ?", "Which fault?"),
    "arg_player": ("Qui ?", "Who?"),
    "arg_zone": ("Où ?", "Where?"),
    # what the table waits for
    "wait_show_under": ("{player}, montre la carte du dessous de ta crapette.", "{player}, show the bottom card of your reserve."),
    "wait_choose_first": ("Qui commence ?", "Who begins?"),
    "wait_proof": ("{player} peut le prouver : {card} {source} {target}.", "{player} may prove it: {card} {source} {target}."),
    "wait_turn_reserve": ("{player}, retourne la carte de ta crapette.", "{player}, turn the top of your reserve."),
    "wait_hand": ("{player} joue, ou met {card} au pot.", "{player} plays, or puts {card} on the waste."),
    "wait_play": ("À {player} de jouer.", "{player} to play."),
    "wait_recycle": ("{player} peut retourner son pot.", "{player} may turn the waste over."),
    "wait_decision": ("{player} : reprendre le coup, ou le laisser ?", "{player}: take the move back, or leave it?"),
    "wait_confirm": ("{player} : la victoire est bonne, ou « Crapette ! » ?", "{player}: does the win stand, or “Crapette!”?"),
    "wait_over": ("La partie est finie.", "The game is over."),
    # what hands put right
    "lay_nothing": ("Vide {zone_named}.", "Empty {zone_named}."),
    "lay_face_down": ("{count} cartes cachées {zone_at}.", "{count} cards face down {zone_at}."),
    "lay_face_down_one": ("Une carte cachée {zone_at}.", "One card face down {zone_at}."),
    "lay_pile": ("{count} cartes {zone_at}, {top_card} dessus.", "{count} cards {zone_at}, {top_card} on top."),
    "lay_pile_one": ("{top_card} {zone_at}.", "{top_card} {zone_at}."),
    "lay_case": ("{zone_at} : {cards_listed}.", "{zone_at}: {cards_listed}."),
    "lay_case_empty": ("Vide {zone_named}.", "Empty {zone_named}."),
    # house rules
    "option_referee": ("Qui voit les fautes ?", "Who notices the faults?"),
    "option_referee_auto": ("L’arbitre les annonce", "The referee announces them"),
    "option_referee_on_call": ("Les joueurs crient « Crapette ! »", "The players call “Crapette!”"),
    "option_referee_coach": ("L’entraîneur prévient, sans punir", "The coach warns, without penalty"),
    "option_hints": ("Aide affichée", "Help on the screen"),
    "option_hints_all": ("Tous les coups possibles", "All possible moves"),
    "option_hints_obligations": ("Seulement les coups obligatoires", "Only what must be played"),
    "option_hints_off": ("Aucune aide", "No help"),
    "option_reserve_size": ("Cartes dans la crapette", "Cards in the reserve"),
    "option_first_player": ("Qui commence ?", "Who begins?"),
    "option_first_player_highest": ("La plus forte carte de crapette", "The highest top of a reserve"),
    "option_first_player_lowest": ("La plus faible carte de crapette", "The lowest top of a reserve"),
    "option_first_player_chosen": ("On le choisit", "The players choose"),
    "option_first_player_tie": ("Si les deux cartes se valent", "If both cards are of equal rank"),
    "option_first_player_tie_suit_then_under": ("La couleur, puis la carte du dessous", "Suit, then the bottom card"),
    "option_first_player_tie_under": ("La carte du dessous", "The bottom card"),
    "option_foundation_duty": ("Cartes à monter sur les piles", "Cards that must go up"),
    "option_foundation_duty_all": ("Toutes", "All of them"),
    "option_foundation_duty_reserve_and_aces": ("La crapette et les as", "The reserve and the aces"),
    "option_foundation_order": ("Ordre pour monter les cartes", "Order of the cards that go up"),
    "option_foundation_order_any": ("Comme on veut", "Any order"),
    "option_foundation_order_lowest_first": ("La plus petite d’abord", "Lowest first"),
    "option_foundation_order_reserve_first": ("La crapette d’abord", "The reserve first"),
    "option_foundation_return": ("Une carte peut redescendre d’une pile", "A card may come down from a foundation"),
    "option_uncovering": ("Découvrir une carte qui peut monter", "Uncovering a card that can go up"),
    "option_uncovering_empty_case": ("Obligatoire s’il y a une case vide", "A must when a case is empty"),
    "option_uncovering_any_place": ("Obligatoire dès qu’on peut", "A must whenever possible"),
    "option_uncovering_off": ("Jamais obligatoire", "Never a must"),
    "option_case_freeing": ("Libérer une case", "Freeing a case"),
    "option_case_freeing_one_move": ("Obligatoire si un seul coup suffit", "A must if one move does it"),
    "option_case_freeing_column": ("Obligatoire aussi pour toute une colonne", "A must for a whole column too"),
    "option_case_freeing_chain": ("Obligatoire aussi en plusieurs coups", "A must in several moves too"),
    "option_case_freeing_off": ("Jamais obligatoire", "Never a must"),
    "option_chain_limit": ("Coups au plus pour libérer une case", "Moves at most to free a case"),
    "option_reserve_duty": ("La carte de la crapette doit se jouer", "The top of the reserve must be played"),
    "option_reserve_duty_series_and_loads": ("Sur une case ou chez l’adversaire", "On a case or on the opponent’s piles"),
    "option_reserve_duty_series": ("Sur une case seulement", "On a case only"),
    "option_reserve_duty_off": ("Seulement si on veut", "Only if one likes"),
    "option_empty_case_duty": ("Une case vide doit se remplir", "An empty case must be filled"),
    "option_empty_case_duty_reserve_and_hand": ("Avec la crapette, sinon avec la carte tirée", "From the reserve, else with the card drawn"),
    "option_empty_case_duty_reserve": ("Avec la crapette seulement", "From the reserve only"),
    "option_empty_case_duty_off": ("Seulement si on veut", "Only if one likes"),
    "option_hand_duty": ("La carte tirée doit se jouer", "The card drawn must be played"),
    "option_hand_duty_series": ("Sur une case", "On a case"),
    "option_hand_duty_series_and_loads": ("Sur une case ou chez l’adversaire", "On a case or on the opponent’s piles"),
    "option_hand_duty_off": ("Seulement si on veut", "Only if one likes"),
    "option_reserve_turn": ("Retourner la carte de sa crapette", "Turning the top of one’s reserve"),
    "option_reserve_turn_prompt": ("On le rappelle", "There is a reminder"),
    "option_reserve_turn_strict": ("L’oublier est une faute", "Forgetting it is a fault"),
    "option_sequences": ("Déplacer plusieurs cartes d’un coup", "Moving several cards at once"),
    "option_sequences_single": ("Jamais", "Never"),
    "option_sequences_if_possible_singly": ("S’il y a assez de cases vides", "If there are enough empty cases"),
    "option_sequences_run": ("Toute suite en ordre", "Any run in order"),
    "option_loading": ("On peut charger l’adversaire", "The opponent may be loaded"),
    "option_load_match": ("Pour charger, il faut une carte voisine", "To load takes a card next in rank"),
    "option_load_match_same_suit": ("De la même famille", "Of the same suit"),
    "option_load_match_same_colour": ("De la même couleur", "Of the same colour"),
    "option_load_match_alternate": ("De l’autre couleur", "Of the other colour"),
    "option_load_from_cases": ("On charge aussi avec les cartes des cases", "Cards of the cases may be loaded too"),
    "option_own_waste_playable": ("On peut jouer la carte de son pot", "The top of one’s own waste may be played"),
    "option_opponent_waste_playable": ("On peut jouer la carte du pot adverse", "The top of the opponent’s waste may be played"),
    "option_early_draw": ("Tirer sa carte pendant que l’autre joue", "Drawing while the other one plays"),
    "option_recycle": ("Retourner son pot", "Turning the waste over"),
    "option_recycle_when_exhausted": ("Dès que le talon est vide", "As soon as the stock is empty"),
    "option_recycle_when_needed": ("À son tour, pour tirer une carte", "On one’s turn, to draw a card"),
    "option_omission_undo": ("Après un oubli, le coup joué est repris", "After an omission the move is taken back"),
    "option_hand_after_call": ("Après « Crapette ! », la carte en main va", "After “Crapette!” the card in hand goes"),
    "option_hand_after_call_waste": ("Au pot", "On the waste"),
    "option_hand_after_call_stock": ("Au talon", "Back on the stock"),
    "option_proof": ("Le coup oublié", "The move that was missed"),
    "option_proof_caller_plays": ("L’adversaire le joue", "The opponent plays it"),
    "option_proof_shown": ("On le montre seulement", "It is only shown"),
    "option_call_window": ("« Crapette ! » se crie", "“Crapette!” may be called"),
    "option_call_window_turn": ("Jusqu’au coup suivant de l’adversaire", "Until the opponent’s next move"),
    "option_call_window_next_action": ("Jusqu’au coup suivant", "Until the next move of anybody"),
    "option_wrong_call": ("« Crapette ! » crié à tort", "A wrong “Crapette!”"),
    "option_wrong_call_nothing": ("Ne coûte rien", "Costs nothing"),
    "option_wrong_call_skip_turn": ("Fait passer un tour", "Costs a turn"),
    "option_wrong_call_card": ("Donne une carte du pot adverse", "Brings a card of the opponent’s waste"),
    "option_penalty_cards": ("Cartes de pénalité pour une faute", "Penalty cards for a fault"),
    "option_stalemate": ("Quand plus rien n’avance", "When nothing moves on any more"),
    "option_stalemate_offer": ("On propose un match nul", "A draw is offered"),
    "option_stalemate_auto": ("Match nul tout seul", "The game is drawn"),
    "option_stalemate_off": ("On continue", "The game goes on"),
    "option_stalemate_winner": ("Gagnant d’un match nul", "Winner of a drawn game"),
    "option_stalemate_winner_none": ("Personne", "Nobody"),
    "option_stalemate_winner_fewest_cards": ("Celui qui a le moins de cartes", "Whoever has the fewest cards"),
    "option_scoring": ("Points", "Points"),
    "option_scoring_off": ("On ne compte pas", "Not counted"),
    "option_scoring_bank": ("30, et les cartes du perdant", "30, and the loser’s cards"),
}  # fmt: skip
"""Every code of this game: (French, English). A code with a longer name is its wording when more is known."""

RANK_NAMES: Mapping[str, tuple[str, str]] = {
    "A": ("l’as", "the ace"),
    "2": ("le deux", "the two"),
    "3": ("le trois", "the three"),
    "4": ("le quatre", "the four"),
    "5": ("le cinq", "the five"),
    "6": ("le six", "the six"),
    "7": ("le sept", "the seven"),
    "8": ("le huit", "the eight"),
    "9": ("le neuf", "the nine"),
    "10": ("le dix", "the ten"),
    "J": ("le valet", "the jack"),
    "Q": ("la dame", "the queen"),
    "K": ("le roi", "the king"),
}
SUIT_NAMES: Mapping[str, tuple[str, str]] = {
    "S": ("pique", "spades"),
    "H": ("cœur", "hearts"),
    "D": ("carreau", "diamonds"),
    "C": ("trèfle", "clubs"),
}
SUIT_SIGNS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
FRENCH_LETTERS: Mapping[str, str] = {"J": "V", "Q": "D", "K": "R"}

_FACES: Mapping[str, tuple[str, str]] = {
    "back": ("une carte cachée", "a card face down"),
    "empty": ("rien", "nothing"),
}
_CARD = re.compile(r"(10|[2-9AJQK])([SHDC])")
_ZONE = re.compile(r"([FT])([1-8])|(reserve|stock|waste|hand):(.+)", re.DOTALL)
_PLACES: Mapping[str, tuple[str, str]] = {
    "F": ("la pile {name}", "foundation {name}"),
    "T": ("la case {name}", "case {name}"),
    "reserve": ("la crapette {name}", "{name} reserve"),
    "stock": ("le talon {name}", "{name} stock"),
    "waste": ("le pot {name}", "{name} waste"),
    "hand": ("la main {name}", "{name} hand"),
}


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words, as full as what is known allows; raises KeyError for a code that is not its own."""
    named = _named(code, arguments, language)
    variants = [variant for variant in _variants(code, arguments) if _fields(variant) <= named.keys()]
    said = fill(SENTENCES, variants[0] if variants else code, named, language)
    return said[:1].upper() + said[1:] if _begins_with_a_thing(variants[0] if variants else code) else said


def _variants(code: str, arguments: Mapping[str, Any]) -> Iterator[str]:
    """The wordings of a code, the fullest first; the plain code comes last."""
    match code:
        case "crapette_called" if arguments.get("valid") is False:
            yield "crapette_called_wrongly"
        case "crapette_called" if arguments.get("steps"):
            yield "crapette_called_back"
        case "step_back" if _is_several(arguments.get("count")):
            yield "step_back_several"
        case "turn_passed" if arguments.get("from") == arguments.get("to") is not None:
            yield "turn_passed_again"
        case "game_drawn" if arguments.get("winner") is None and arguments.get("reason") == "blocked":
            yield "game_drawn_blocked"
        case "stock_recycled" | "lay_face_down" | "lay_pile" if arguments.get("count") == 1:
            yield f"{code}_one"
        case "lay_case" if not arguments.get("cards"):
            yield "lay_case_empty"
        case "bad_setup" if str(arguments.get("key")).startswith("deal."):
            yield "bad_setup_dealt"
        case "missing_argument" if arguments.get("expected") in ("card", "from", "to"):
            yield f"missing_argument_{arguments['expected']}"
        case "bad_count":
            yield "bad_count_one" if arguments.get("expected") == 1 else "bad_count_most"
        case "card_moved" | "did_move" if _is_several(arguments.get("count")):
            yield f"{code}_several"
        case _ if code.startswith("option_"):
            yield code
    for suffix in _SUFFIXES:
        if f"{code}_{suffix}" in SENTENCES:
            yield f"{code}_{suffix}"
    yield code


_SUFFIXES = (
    "whole",
    "whom",
    "why",
    "move",
    "winner",
    "points",
    "suit",
    "card",
    "expected",
    "seen",
    "places",
    "named",
    "by",
)
"""Endings of wordings that need no other condition than that their fields are known."""


def _is_several(count: object) -> bool:
    return type(count) is int and count > 1


@cache
def _fields(code: str) -> frozenset[str]:
    """The fields that a wording fills in."""
    return frozenset(
        field for text in SENTENCES[code] for _, field, _, _ in string.Formatter().parse(text) if field
    )


@cache
def _begins_with_a_thing(code: str) -> bool:
    """Whether a wording begins with a card or a place, whose name is written small; never with a player's name."""
    first = [next(iter(string.Formatter().parse(text))) for text in SENTENCES[code]]
    things = {"card", "seen_card", "top_card", "case_named", "zone_named", "zone_at"}
    return all(text == "" and field in things for text, field, _, _ in first)


def _named(code: str, arguments: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The arguments that are known, with cards and places by their names."""
    told = {name: value for name, value in arguments.items() if value is not None and _is_plain(value)}
    moves = arguments.get("moves")
    if isinstance(moves, Sequence) and moves and isinstance(moves[0], Mapping) and code != "infraction":
        told |= moves[0]
    named: dict[str, Any] = dict(told)
    for name, role in (("from", "source"), ("to", "target")):
        if (said := place_name(told.get(name), language, role, told.get("by"))) is not None:
            named[role] = said
    if str(told.get("key")).startswith("deal."):
        named["player"] = str(told["key"]).removeprefix("deal.")
        named["of_player"] = _of_player(named["player"])
    named["target_at"] = place_name(told.get("to"), language, "at")
    named["target_bare"] = place_name(told.get("to"), language)
    for name in ("zone", "case", "pile"):
        named[f"{name}_named"] = place_name(told.get(name), language)
        named[f"{name}_at"] = place_name(told.get(name), language, "at")
    named["card"] = card_name(told.get("card"), language)
    for name in ("seen", "expected", "top"):
        named[f"{name}_card"] = card_name(told.get(name), language)
    if isinstance(cards := arguments.get("cards"), Sequence) and not isinstance(cards, str):
        named["cards_listed"] = ", ".join(face_name(str(card), language) for card in cards)
    if (suit := SUIT_NAMES.get(str(told.get("suit")))) is not None:
        named["suit_named"] = suit[_place(language)]
    if isinstance(points := arguments.get("points"), Mapping) and "player" in told:
        named["points_won"] = points.get(told["player"])
    if arguments.get("code") in SENTENCES:
        named["why"] = why = sentence(str(arguments["code"]), {"moves": moves}, language)
        named["why_within"] = why[:1].lower() + why[1:].removesuffix(".")
    if steps := arguments.get("steps"):
        named["steps_told"] = _steps_told(steps, language)
    return {name: value for name, value in named.items() if value is not None}


def _steps_told(steps: Sequence[Mapping[str, Any]], language: str) -> str:
    """What goes back after a call, one sentence for all that goes from one place to another."""
    together: dict[tuple[Any, Any], list[Any]] = {}
    for step in steps:
        together.setdefault((step["from"], step["to"]), []).append(step["card"])
    return " ".join(
        sentence(
            "step_hand" if str(source).startswith("hand:") else "step_back",
            {"card": cards[0], "to": target, "count": len(cards)},
            language,
        )
        for (source, target), cards in together.items()
    )


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _place(language: str) -> int:
    return 0 if language == "fr" else 1


# ---------------------------------------------------------------- names


def card_name(card: object, language: str) -> str | None:
    """A card with its article: "le valet de cœur", "the jack of hearts"; None for what is no card."""
    found = _CARD.fullmatch(card) if isinstance(card, str) else None
    if found is None:
        return None
    rank, suit = RANK_NAMES[found[1]][_place(language)], SUIT_NAMES[found[2]][_place(language)]
    return f"{rank} de {suit}" if language == "fr" else f"{rank} of {suit}"


def card_sign(card: str, language: str) -> str:
    """A card in few signs, with the letters of the family's cards: "V♥", "J♥"."""
    found = _CARD.fullmatch(card)
    if found is None:
        return face_name(card, language)
    rank = FRENCH_LETTERS.get(found[1], found[1]) if language == "fr" else found[1]
    return f"{rank}{SUIT_SIGNS[found[2]]}"


def face_name(face: str | int, language: str) -> str:
    """What can be seen of a card by its name: "l’as de pique", "a card face down"."""
    said = card_name(face, language)
    if said is not None:
        return said
    return _FACES[str(face)][_place(language)] if str(face) in _FACES else str(face)


def place_name(zone: object, language: str, role: str = "", of: object = None) -> str | None:
    """A place as people say it: "la pile 3", "le pot de Bea"; None for what is no place.

    ``role`` adds how a card gets there: "source" ("de la case 5"), "target" and "at" ("sur la pile 3"). ``of`` is the
    player who is spoken of: what is his own is "son pot".
    """
    found = _ZONE.fullmatch(zone) if isinstance(zone, str) else None
    if found is None:
        return None
    if found[1]:
        said = _PLACES[found[1]][_place(language)].format(name=found[2])
    elif language == "fr" and found[4] == of:
        said = _PLACES[found[3]][0].format(name="").rstrip().replace("la ", "sa ").replace("le ", "son ")
    else:
        owner = _of_player(found[4]) if language == "fr" else f"{found[4]}’s"
        said = _PLACES[found[3]][_place(language)].format(name=owner)
    if language != "fr":
        before = {"source": "from ", "target": "to ", "at": "in " if found[3] == "hand" else "on "}
        return before.get(role, "") + said
    if role == "source":
        return "du " + said.removeprefix("le ") if said.startswith("le ") else f"de {said}"
    if role in ("target", "at"):
        return f"dans {said}" if found[3] == "hand" else f"sur {said}"
    return said


def _of_player(name: str) -> str:
    """ "de Bea", "d’Ada"."""
    return f"d’{name}" if name[:1].lower() in "aàâeéèêëiîïoôuûùœæ" else f"de {name}"


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form: a card, a place, a player, a fault by its name."""
    if value is None:
        return "je ne précise pas" if language == "fr" else "I do not say"
    if isinstance(value, list | tuple):
        listed = ", ".join(value_name(argument, one, language) for one in value)
        return listed or _FACES["empty"][_place(language)]
    if value in (TABLE, BANK):
        return "la table" if language == "fr" else "the table"
    if argument == "code" and value in SENTENCES:
        return sentence(value, {}, language)
    return place_name(value, language) or card_name(value, language) or str(value)


# ---------------------------------------------------------------- told and aloud


def told(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What the last action brought about, one sentence an event; a fault that was called is told by the call alone."""
    called = {event.get("code") for event in events if event["event"] == "crapette_called"}
    return [
        sentence(
            name,
            {**event, "moves": _omitted(event, events)} if name == "crapette_called" else event,
            language,
        )
        for event in events
        if (name := str(event["event"])) != "infraction" or event.get("code") not in called
    ]


_SPOKEN = frozenset(
    {
        "first_player",
        "tie",
        "crapette_called",
        "reminder",
        "turn_passed",
        "turn_skipped",
        "foundation_completed",
        "reserve_emptied",
        "stalemate_possible",
        "draw_offered",
        "win_claimed",
        "game_won",
        "game_drawn",
    }
)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: calls with their reason, a coach's warning, whose turn it is, the end."""
    called = any(event["event"] == "crapette_called" for event in events)
    lines, warned = [], False
    for event in events:
        name = str(event["event"])
        if name == "crapette_called":
            lines.append(sentence(name, {**event, "moves": _omitted(event, events)}, language))
        elif name == "infraction":
            if event.get("announced") and not called and not warned:
                lines.append(sentence(name, event, language))
                warned = True
        elif name in _SPOKEN:
            lines.append(sentence(name, event, language))
    return lines


def _omitted(call: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Any:
    """The moves that were missed, from the fault that this call is about."""
    for event in events:
        if event["event"] == "infraction" and event.get("code") == call.get("code"):
            return event.get("moves")
    return None
