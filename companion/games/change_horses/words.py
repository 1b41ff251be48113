"""Change Horses in words, French and English: refusals, buttons, the log, events, what is said aloud."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.domains import kind
from companion.languages import LANGUAGES
from companion.words import fill

COLOURS: Mapping[str, tuple[str, str]] = {
    "A": ("jaune", "yellow"),
    "B": ("orange", "orange"),
    "C": ("rouge", "red"),
    "D": ("vert", "green"),
    "E": ("bleu", "blue"),
    "F": ("pourpre", "purple"),
}
USES: Mapping[str, tuple[str, str]] = {
    "stumble": ("Trébucher", "Stumble"),
    "slippery": ("Piste Glissante", "Slippery Track"),
    "fast_track": ("Piste Rapide", "Fast Track"),
    "change_horse": ("Changement de cheval", "Change of Horse"),
}
DIRECTIONS: Mapping[str, tuple[str, str]] = {
    "in": ("vers l’intérieur", "inwards"),
    "out": ("vers l’extérieur", "outwards"),
}

SENTENCES: Mapping[str, tuple[str, str]] = {
    # refusals
    "bad_options": ("Ce réglage ne va pas pour cette course : vois « {key} ».", "This does not fit this race: see “{key}”."),
    "bad_options_derby": ("Derby League se joue à trois, quatre ou cinq.", "Derby League is for three, four or five."),
    "bad_options_players": ("Il faut de deux à cinq joueurs, chacun avec son nom.", "It takes two to five players, each with a name."),
    "bad_setup": ("Cette position de départ n’est pas possible : vois « {key} ».", "This starting position is not possible: see “{key}”."),
    "game_over": ("La course est finie.", "The race is over."),
    "unknown_player": ("Je ne connais pas ce joueur ici.", "I do not know that player here."),
    "unknown_action": ("Ce coup n’existe pas dans ce jeu.", "There is no such move in this game."),
    "wrong_phase": ("Ce n’est pas le moment.", "Not now."),
    "wrong_horse_count": ("Il faut {expected} chevaux.", "It takes {expected} horses."),
    "wrong_horse_count_1": ("Il faut un seul cheval.", "It takes just one horse."),
    "off_track": ("Il n’y a pas de couloir là pour {horse}.", "There is no lane there for {horse}."),
    "cell_taken": ("Cette case est prise : {horse} ne peut pas y aller.", "That field is taken: {horse} cannot go there."),
    "no_positions_for_two": ("À deux, pas de cartes Position : dis qui commence.", "With two there are no position cards: say who begins."),
    "bad_positions": ("Chacun a une carte Position, de 1 à {expected}.", "Each player has one position card, from 1 to {expected}."),
    "must_get_one": ("{player} jouait en dernier et reçoit la carte 1.", "{player} played last and gets card 1."),
    "only_for_two": ("Cela ne se dit que dans le jeu à deux.", "That is only for the game for two."),
    "already_revealed": ("{player} a déjà tout montré.", "{player} has shown everything already."),
    "unknown_card": ("Cette carte n’existe pas.", "There is no such card."),
    "duplicate_card": ("{card} est là deux fois.", "{card} is there twice."),
    "card_used": ("{card} n’est plus dans la main.", "{card} is no longer in the hand."),
    "wrong_card_count": ("Il faut choisir {expected} cartes.", "Choose {expected} cards."),
    "wrong_card_count_1": ("Il faut choisir une carte.", "Choose one card."),
    "not_your_turn": ("C’est à {expected}.", "It is {expected}’s turn."),
    "no_wild_left": ("{player} n’a plus de Cheval Farouche.", "{player} has no wild horse card left."),
    "one_wild_per_turn": ("Un seul Cheval Farouche par tour.", "One wild horse card a turn."),
    "unknown_wild_use": ("Le Cheval Farouche n’a pas cet usage.", "The wild horse card has no such use."),
    "card_not_on_board": ("Cette carte n’est pas sur le tableau des paris.", "That card is not on the betting board."),
    "already_covered": ("{card} est déjà couverte.", "{card} is covered already."),
    "same_horse": ("Il faut deux chevaux différents.", "It takes two different horses."),
    "unknown_horse": ("Les chevaux vont de A à F.", "The horses are A to F."),
    "bad_direction": ("Dis : vers l’intérieur ou vers l’extérieur.", "Say inwards or outwards."),
    "certificate_mismatch": ("Ce n’est pas le certificat que tu avais noté.", "That is not the certificate you noted."),
    "certificate_taken": ("Ce certificat est déjà ailleurs. Regarde bien la carte.", "That certificate is already elsewhere. Look at the card again."),
    "card_not_in_front": ("Cette carte n’est pas devant toi. Devant toi : {cards}.", "That card is not in front of you. In front of you: {cards}."),
    "card_not_in_front_none": ("Tu n’as pas de carte devant toi.", "You have no card in front of you."),
    "horse_does_not_move": ("Ce cheval n’avance pas maintenant.", "That horse does not move now."),
    "horse_does_not_move_even": ("{horse} : nombre pair ({count}), il ne bouge pas.", "{horse}: even number ({count}), it stays."),
    "horse_does_not_move_odd": ("{horse} est déjà à sa place.", "{horse} is in its place already."),
    "horse_does_not_move_blocked": ("{horse} est bloqué derrière {behind}.", "{horse} is blocked behind {behind}."),
    "horse_ahead_first": ("D’abord {first} : il est devant dans ce couloir.", "{first} first: it is ahead in that lane."),
    "wrong_distance": ("{horse} : couloir {lane}, case {expected}.", "{horse}: lane {lane}, field {expected}."),
    "wrong_distance_odd": ("{horse} : visible {times}, donc couloir {lane}, case {expected}.", "{horse}: visible {times}, so lane {lane}, field {expected}."),
    "wrong_distance_blocked": ("{horse} bute contre {behind} : couloir {lane}, case {expected}.", "{horse} is stopped by {behind}: lane {lane}, field {expected}."),
    "wrong_horse_position": ("Je ne comprends pas où sont les chevaux.", "I cannot tell where the horses are."),
    "wrong_horse_position_place": ("Remets {horse} : couloir {lane}, case {row}.", "Put {horse} back: lane {lane}, field {row}."),
    "wrong_horse_position_odd": ("Remets {horse} : couloir {lane}, case {row} (visible {times}).", "Put {horse} back: lane {lane}, field {row} (visible {times})."),
    "wrong_horse_position_even": ("Remets {horse} : couloir {lane}, case {row} (nombre pair : il ne bouge pas).", "Put {horse} back: lane {lane}, field {row} (even number: it stays)."),
    "wrong_horse_position_blocked": ("Remets {horse} : couloir {lane}, case {row} (bloqué derrière {behind}).", "Put {horse} back: lane {lane}, field {row} (blocked behind {behind})."),
    "bid_closed": ("{player} ne peut plus miser.", "{player} may bid no more."),
    "bid_too_low": ("Mise au moins {carrots}.", "Bid at least {carrots}."),
    "not_enough_carrots": ("Tu n’as que {carrots}.", "You have only {carrots}."),
    "bid_taken": ("{carrots} : c’est déjà misé. Choisis un autre nombre.", "{carrots}: that was bid already. Choose another number."),
    "must_bid": ("{player} doit d’abord miser.", "{player} has to bid first."),
    "can_still_bid": ("{player} peut encore miser.", "{player} can still bid."),
    # buttons
    "do_place_horses": ("Placer les chevaux au départ", "Place the horses at the start"),
    "do_deal_positions": ("Distribuer les cartes Position", "Deal the position cards"),
    "do_set_first": ("Dire qui commence", "Say who begins"),
    "do_set_first_player": ("{player} commence", "{player} begins"),
    "do_reveal": ("{by} : retourner ses cartes", "{by}: turn up the cards"),
    "do_reveal_1": ("{by} : retourner une carte", "{by}: turn up one card"),
    "do_reveal_count": ("{by} : retourner {count} cartes", "{by}: turn up {count} cards"),
    "do_play_card": ("{by} : jouer une carte", "{by}: play a card"),
    "do_play_card_card": ("{by} : jouer {card}", "{by}: play {card}"),
    "do_play_wild": ("{by} : jouer un Cheval Farouche", "{by}: play a wild horse card"),
    "do_play_wild_stumble": ("Trébucher : couvrir une carte {of_owner}", "Stumble: cover one of {owner}’s cards"),
    "do_play_wild_slippery": ("Piste Glissante : décaler deux chevaux", "Slippery Track: shift two horses sideways"),
    "do_play_wild_fast_track": ("Piste Rapide : les deux dernières lignes avancent de 2", "Fast Track: the last two rows move 2"),
    "do_play_wild_change_horse": ("Changement de cheval : échanger son certificat", "Change of Horse: swap the certificate"),
    "do_move_horse": ("Avancer un cheval", "Move a horse"),
    "do_move_horse_to": ("Avancer {horse} : case {row}", "Move {horse}: field {row}"),
    "do_horses_moved": ("Avancer les chevaux", "Move the horses"),
    "do_check_horses": ("Vérifier les chevaux", "Check the horses"),
    "do_bid": ("{by} : miser des carottes", "{by}: bid carrots"),
    "do_bid_amount": ("{by} : miser {carrots}", "{by}: bid {carrots}"),
    "do_pass_bid": ("{by} : passer et garder sa mise", "{by}: pass and keep the bid"),
    "do_cannot_bid": ("{by} : donner ses dernières carottes", "{by}: give up the last carrots"),
    "do_note_certificate": ("Noter mon cheval (toi seul le vois)", "Note my horse (only you see it)"),
    "do_note_certificate_correct": ("Corriger mon cheval (toi seul le vois)", "Correct my horse (only you see it)"),
    "do_show_certificate": ("{by} : montrer son certificat", "{by}: show the certificate"),
    "do_show_certificate_correct": ("{by} : la carte a été vérifiée", "{by}: the card has been checked"),
    # the log
    "did_place_horses": ("Les chevaux sont au départ", "The horses are at the start"),
    "did_deal_positions": ("Cartes Position distribuées", "Position cards dealt"),
    "did_deal_positions_list": ("Cartes Position : {numbers}", "Position cards: {numbers}"),
    "did_set_first": ("Le premier joueur est choisi", "The first player is chosen"),
    "did_set_first_player": ("{player} commence", "{player} begins"),
    "did_reveal": ("{by} retourne ses cartes", "{by} turns up the cards"),
    "did_reveal_list": ("{by} retourne {cards}", "{by} turns up {cards}"),
    "did_play_card": ("{by} joue une carte", "{by} plays a card"),
    "did_play_card_card": ("{by} joue {card}", "{by} plays {card}"),
    "did_play_wild": ("{by} joue un Cheval Farouche", "{by} plays a wild horse card"),
    "did_play_wild_use": ("{by} : {use}", "{by}: {use}"),
    "did_play_wild_stumble": ("{by} : Trébucher sur {card} {of_owner}", "{by}: Stumble on {owner}’s {card}"),
    "did_play_wild_slippery": ("{by} : Piste Glissante, {shifts}", "{by}: Slippery Track, {shifts}"),
    "did_move_horse": ("Un cheval a avancé", "A horse has moved"),
    "did_move_horse_to": ("{horse} va en case {row}", "{horse} goes to field {row}"),
    "did_horses_moved": ("Les chevaux ont avancé", "The horses have moved"),
    "did_check_horses": ("Les chevaux sont vérifiés", "The horses are checked"),
    "did_bid": ("{by} mise", "{by} bids"),
    "did_bid_amount": ("{by} mise {carrots}", "{by} bids {carrots}"),
    "did_pass_bid": ("{by} passe", "{by} passes"),
    "did_cannot_bid": ("{by} donne ses dernières carottes", "{by} gives up the last carrots"),
    "did_note_certificate": ("{by} note son cheval", "{by} notes the horse"),
    "did_note_certificate_list": ("{by} note {horses}", "{by} notes {horses}"),
    "did_show_certificate": ("{by} montre son certificat", "{by} shows the certificate"),
    "did_show_certificate_list": ("{by} montre {horses}", "{by} shows {horses}"),
    # labels of fields
    "arg_lanes": ("Couloir de chaque cheval", "Lane of each horse"),
    "arg_positions": ("Carte Position de chacun", "Position card of each player"),
    "arg_player": ("Qui commence ?", "Who begins?"),
    "arg_cards": ("Cartes", "Cards"),
    "arg_card": ("Carte", "Card"),
    "arg_use": ("Usage", "Use"),
    "arg_owner": ("Carte de", "Card of"),
    "arg_moves": ("Deux chevaux, l’un après l’autre", "Two horses, one after the other"),
    "arg_gives": ("Cheval donné", "Horse given"),
    "arg_takes": ("Cheval reçu", "Horse taken"),
    "arg_horse": ("Cheval", "Horse"),
    "arg_row": ("Case", "Field"),
    "arg_horses": ("Cheval", "Horse"),
    "arg_amount": ("Carottes", "Carrots"),
    "arg_correct": ("La carte a été vérifiée", "The card has been checked"),
    # what the table waits for
    "wait_place_horses": ("Place les six chevaux au départ, un par couloir.", "Place the six horses at the start, one in each lane."),
    "wait_positions": ("Distribue les cartes Position.", "Deal the position cards."),
    "wait_positions_one": ("{player} reçoit la carte 1 ; distribue les autres.", "{player} gets card 1; deal the others."),
    "wait_first": ("Qui est monté à cheval en dernier ? Il commence.", "Who rode a horse last? That player begins."),
    "wait_reveal": ("{players} : {count} cartes à choisir, puis à retourner.", "{players}: choose {count} cards, then turn them up."),
    "wait_reveal_1": ("{players} : une carte à choisir, puis à retourner.", "{players}: choose one card, then turn it up."),
    "wait_play": ("{player} joue une carte.", "{player} plays a card."),
    "wait_wild": ("{player} peut d’abord jouer un Cheval Farouche.", "{player} may play a wild horse card first."),
    "wait_move": ("Avance {horse} : couloir {lane}, case {row}.", "Move {horse}: lane {lane}, field {row}."),
    "wait_no_move": ("Aucun cheval n’avance.", "No horse moves."),
    "wait_bid": ("{player} mise des carottes.", "{player} bids carrots."),
    "wait_certificates": ("Certificats à montrer : {players}.", "Certificates to be shown: {players}."),
    "wait_nothing": ("La course est finie.", "The race is over."),
    # where secrets are chosen in the open
    "private_select": ("Ici, toute la table voit les cartes que tu choisis. En secret, c’est mieux : chacun sur son téléphone.", "Here the whole table sees which cards you choose. Better in secret: each on their own phone."),
    # the table told in words
    "panel_course": ("La piste", "The track"),
    "panel_place": ("couloir {lane}, case {row}", "lane {lane}, field {row}"),
    "panel_place_crossed": ("couloir {lane}, case {row} : arrivé !", "lane {lane}, field {row}: over the line!"),
    "panel_place_none": ("pas encore placé", "not placed yet"),
    "panel_lap": ("Double tour {round}, manche {lap}", "Double round {round}, lap {lap}"),
    "panel_lap_two": ("Manche {round} sur 7", "Lap {round} of 7"),
    "panel_board": ("Tableau des paris ({placed} sur {capacity})", "Betting board ({placed} of {capacity})"),
    "panel_covered": ("couverte par {player}", "covered by {player}"),
    "panel_counts": ("Chevaux visibles", "Visible horses"),
    "panel_even": ("{count} : reste", "{count}: stays"),
    "panel_odd": ("{count} : avance", "{count}: moves"),
    "panel_front": ("Devant {player}", "In front of {player}"),
    "panel_position": ("Carte Position", "Position card"),
    "panel_cards": ("Cartes visibles", "Cards face up"),
    "panel_hand": ("Cartes en main", "Cards in hand"),
    "panel_wild": ("Chevaux Farouches", "Wild horse cards"),
    "panel_changed": ("Changements de cheval", "Changes of horse"),
    "panel_carrots": ("Carottes", "Carrots"),
    "panel_bid": ("Mise", "Bid"),
    "panel_closed": ("{bid}, ne mise plus", "{bid}, bids no more"),
    "panel_no_bid": ("ne mise pas", "does not bid"),
    "panel_auction": ("Enchères", "Auction"),
    "panel_own": ("Pour toi seul, {player}", "For you alone, {player}"),
    "panel_horse": ("Ton certificat", "Your certificate"),
    "panel_not_noted": ("pas noté", "not noted"),
    "panel_certificates": ("Certificats montrés", "Certificates shown"),
    "panel_result": ("Arrivée : le dernier est le meilleur", "Result: last is best"),
    "panel_nobody": ("à personne", "nobody’s"),
    "panel_winners": ("Gagne", "Wins"),
    "panel_winners_several": ("Gagnent", "Win"),
    "panel_best": ("Le mieux placé", "Best placed"),
    "panel_best_several": ("Les mieux placés", "Best placed"),
    "panel_none": ("rien", "nothing"),
    # what hands put right
    "put_horse": ("Remets {horse} : couloir {lane}, case {row}.", "Put {horse} back: lane {lane}, field {row}."),
    "put_horse_beside": ("Enlève {horse} de la piste.", "Take {horse} off the track."),
    "put_in_front": ("{card} : devant {player}, face visible.", "{card}: in front of {player}, face up."),
    "put_on_board": ("{card} {of_player} : sur le tableau des paris.", "{player}’s {card}: onto the betting board."),
    "put_in_hand": ("{player} reprend {card} en main.", "{player} takes {card} back."),
    "put_out_of_play": ("{card} {of_player} : hors du jeu.", "{player}’s {card}: out of the game."),
    "take_cards_back": ("{player} reprend {count} cartes hors du jeu.", "{player} takes {count} cards back from the discard."),
    "take_cards_back_1": ("{player} reprend une carte hors du jeu.", "{player} takes one card back from the discard."),
    "put_cover": ("Un Cheval Farouche sur {card} {of_player}.", "A wild horse card onto {player}’s {card}."),
    "take_cover_off": ("Enlève le Cheval Farouche de {card} ({player}).", "Take the wild horse card off {card} ({player})."),
    "put_position": ("Carte Position {position} pour {player}.", "Position card {position} for {player}."),
    "take_position": ("{player} rend sa carte Position.", "{player} gives the position card back."),
    "put_wild": ("{player} : {wilds} en main.", "{player}: {wilds} in hand."),
    "put_carrots": ("{player} : {carrots} en tout.", "{player}: {carrots} in all."),
    "put_bid": ("{player} : {carrots} en mise.", "{player}: {carrots} bid."),
    "change_back": ("{player} : le certificat du dessous de la pile revient, le sien retourne dessus.", "{player}: the bottom certificate of the pile comes back, yours returns to the top."),
    "change_again": ("{player} : ton certificat sous la pile, prends celui du dessus.", "{player}: your certificate under the pile, take the top one."),
    "hide_certificate": ("{player} retourne son certificat face cachée.", "{player} turns the certificate face down."),
    "turn_certificate_up": ("{player} retourne son certificat face visible.", "{player} turns the certificate face up."),
    # events
    "order_set": ("Ordre : {order}.", "Order: {order}."),
    "cards_revealed": ("{player} a {cards}.", "{player} has {cards}."),
    "turn_started": ("C’est à {player}.", "{player}’s turn."),
    "card_played": ("{player} joue {card}.", "{player} plays {card}."),
    "wild_played": ("{player} : {use} !", "{player}: {use}!"),
    "move_horses": ("Aucun cheval n’avance.", "No horse moves."),
    "move_horses_some": ("Les chevaux avancent : {counts}.", "The horses move: {counts}."),
    "horse_blocked": ("{horse} est bloqué.", "{horse} is blocked."),
    "horse_blocked_1": ("{horse} est freiné : une case.", "{horse} is held up: one field."),
    "horse_blocked_some": ("{horse} est freiné : {moved} cases.", "{horse} is held up: {moved} fields."),
    "horse_moved": ("{horse} : case {to}.", "{horse}: field {to}."),
    "horse_shifted": ("{horse} : couloir {lane}.", "{horse}: lane {lane}."),
    "finish_line_crossed": ("{horse} franchit la ligne !", "{horse} crosses the line!"),
    "horses_ok": ("Les chevaux sont bien placés.", "The horses are in their places."),
    "board_cleared": ("Vide le tableau des paris.", "Clear the betting board."),
    "bid": ("{player} mise {carrots}, c’est sa dernière mise.", "{player} bids {carrots}, the last bid."),
    "bid_high": ("{player} mise {carrots}.", "{player} bids {carrots}."),
    "auction_skipped": ("{player} n’a plus de carottes.", "{player} has no carrots left."),
    "carrots_given_up": ("{player} donne {carrots}.", "{player} gives up {carrots}."),
    "auction_closed": ("Personne n’a misé.", "Nobody has bid."),
    "auction_closed_bids": ("Enchères closes : {bids}.", "Bidding closed: {bids}."),
    "race_over": ("La course est finie ! Chacun montre son certificat.", "The race is over! Show the certificates."),
    "race_over_last_card": ("Dernière carte : la course est finie ! Chacun montre son certificat.", "Last card: the race is over! Show the certificates."),
    "game_over_nobody": ("Le dernier cheval n’est à personne : pas de gagnant.", "The last horse is nobody’s: no winner."),
    "game_over_one": ("{winners} gagne : le dernier est le meilleur !", "{winners} wins: last is best!"),
    "game_over_several": ("{winners} gagnent ensemble !", "{winners} win together!"),
    # house rules
    "option_derby": ("Derby League, avec les carottes (à trois ou plus)", "Derby League, with the carrots (three or more)"),
    "option_highest_bidder_pays": ("Aux enchères, le plus offrant paye aussi", "The highest bidder pays too"),
    "option_derby_tie": ("Photo-finish au Derby", "Photo finish in the Derby"),
    "option_derby_tie_carrots_first": ("Les carottes comptent d’abord", "Carrots count first"),
    "option_derby_tie_carrots_last": ("Les carottes comptent en dernier", "Carrots count last"),
    "option_fast_track_finish": ("Ligne franchie par une Piste Rapide", "The line crossed by a Fast Track"),
    "option_fast_track_finish_at_once": ("La course est finie aussitôt", "The race is over at once"),
    "option_fast_track_finish_finish_lap": ("On finit la manche", "The lap is finished"),
    "option_finish_row": ("Cases jusqu’à l’arrivée", "Fields to the finish"),
    "option_lanes": ("Couloirs du plateau", "Lanes on the board"),
}  # fmt: skip
"""Every code of this game: (French, English). Some have variants, see ``_variant``."""

_SPOKEN = frozenset(
    {
        *("order_set", "turn_started", "wild_played", "move_horses", "finish_line_crossed", "board_cleared"),
        *("auction_skipped", "carrots_given_up", "auction_closed", "race_over", "game_over"),
    }
)

Arguments = Mapping[str, Any]


def sentence(code: str, arguments: Arguments, language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    known = {name: value for name, value in arguments.items() if value is not None and kind(value) is None}
    counted = dict(known)
    chosen = arguments.get("cards")
    if kind(chosen) == "choose" and isinstance(chosen, Mapping):
        counted["count"] = chosen["count"]
    variant = _variant(code, counted)
    text = fill(SENTENCES, variant, {**counted, **_named(counted, language)}, language)
    begins_with_horse = _said(SENTENCES[variant], language).startswith(("{horse}", "{first}"))
    return text[:1].upper() + text[1:] if begins_with_horse else text


def face_name(face: str | int, language: str) -> str:
    """A thing on the table by name: "cheval jaune (A)", "jaune et orange (AB)", "dos", "3"."""
    text = str(face)
    if text.removeprefix("horse_") in COLOURS:
        return (
            _said(("cheval {}", "{} horse"), language).format(_colour(text[-1], language)) + f" ({text[-1]})"
        )
    if _is_card(text):
        return _card_name(text, language)
    if text == "back":
        return _said(("dos", "back"), language)
    return text


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    if value is None:
        return _said(("sans le dire", "not told"), language)
    if argument == "moves" and isinstance(value, Sequence) and not isinstance(value, str):
        return _shifts(value, language)
    if isinstance(value, list | tuple):
        return _joined([value_name(argument, one, language) for one in value], language)
    if isinstance(value, Mapping):
        return ", ".join(
            _said(("{} : {}", "{}: {}"), language).format(
                _key(key, language), value_name(argument, one, language)
            )
            for key, one in value.items()
        )
    if argument == "lanes" and isinstance(value, str):
        return f"{_colour(value, language)} ({value})" if value in COLOURS else value
    named: Mapping[str, Callable[[], str]] = {
        "lanes": lambda: _said(("couloir {}", "lane {}"), language).format(value),
        "positions": lambda: str(value),
        "row": lambda: _said(("case {}", "field {}"), language).format(value),
        "amount": lambda: _carrots(value, language),
        "use": lambda: _said(USES[value], language) if value in USES else str(value),
        "correct": lambda: _said(("oui", "yes") if value else ("non", "no"), language),
    }
    if argument in named:
        return named[argument]()
    if isinstance(value, str) and value in COLOURS:
        return f"{_colour(value, language)} ({value})"
    return _card_name(value, language) if _is_card(value) else str(value)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud after these events, in order: what hands must do, whose turn it is, what was decided."""
    return [sentence(event["event"], event, language) for event in events if event["event"] in _SPOKEN]


# ---------------------------------------------------------------- choosing the sentence


def _variant(code: str, known: Arguments) -> str:
    """The sentence that fits what is known: another one for one thing, for a reason, for what stays untold."""
    for ending in _endings(code, known):
        if f"{code}_{ending}" in SENTENCES:
            return f"{code}_{ending}"
    return code


def _endings(code: str, known: Arguments) -> list[str]:
    endings: list[str] = []
    match code:
        case "bad_options":
            endings = [str(known.get("key", ""))]
        case "wrong_horse_count" | "wrong_card_count":
            endings = [str(known.get("expected"))]
        case "card_not_in_front":
            endings = [] if known.get("expected") else ["none"]
        case "horse_does_not_move" | "wrong_distance" | "wrong_horse_position":
            placed = "horse" in known
            endings = [str(known.get("reason")), "place"] if placed else []
        case "do_reveal" | "take_cards_back" | "wait_reveal":
            endings = [str(known.get("count")), "count"] if "count" in known else []
        case "do_play_wild" | "did_play_wild":
            endings = _wild_endings(known)
        case "do_note_certificate" | "do_show_certificate":
            endings = ["correct"] if known.get("correct") is True else []
        case "horse_blocked":
            endings = [str(known.get("moved")), "some"] if known.get("moved") else []
        case "move_horses":
            counts = known.get("counts")
            moving = isinstance(counts, Mapping) and any(
                type(count) is int and count % 2 for count in counts.values()
            )
            endings = ["some"] if moving else []
        case "bid":
            endings = ["high"] if known.get("may_raise") else []
        case "auction_closed":
            endings = ["bids"] if known.get("bids") else []
        case "race_over":
            endings = [str(known.get("reason"))]
        case "panel_place":
            endings = [] if known.get("lane") else ["none"]
            endings += ["crossed"] if known.get("crossed") else []
        case "panel_winners" | "panel_best":
            endings = ["several"] if known.get("count", 1) > 1 else []
        case "game_over" if "winners" in known:
            endings = [("nobody", "one", "several")[min(len(known["winners"]), 2)]]
        case _:
            endings = _told(code, known)
    return endings


def _told(code: str, known: Arguments) -> list[str]:
    """Buttons and lines of the log say what is fixed or was told, as far as it has the right form."""
    if not code.startswith(("do_", "did_")):
        return []
    endings = []
    if _is_card(known.get("card")):
        endings.append("card")
    if isinstance(known.get("player"), str):
        endings.append("player")
    if known.get("horse") in tuple(COLOURS) and type(known.get("row")) is int:
        endings.append("to")
    if type(known.get("amount")) is int:
        endings.append("amount")
    cards, horses, positions = known.get("cards"), known.get("horses"), known.get("positions")
    if isinstance(cards, list | tuple) and cards and all(_is_card(card) for card in cards):
        endings.append("list")
    if isinstance(horses, list | tuple) and horses and all(horse in tuple(COLOURS) for horse in horses):
        endings.append("list")
    if isinstance(positions, Mapping) and positions and all(type(one) is int for one in positions.values()):
        endings.append("list")
    return endings


def _wild_endings(known: Arguments) -> list[str]:
    use = known.get("use")
    if use not in tuple(USES):
        return []
    told = {
        "stumble": isinstance(known.get("owner"), str),
        "slippery": "moves" in known and bool(_shifts(known["moves"], "fr")),
    }
    whole = use == "stumble" and told["stumble"] and ("by" not in known or _is_card(known.get("card")))
    if use == "stumble":
        return ["stumble", "use"] if whole or (told["stumble"] and "card" not in known) else ["use"]
    if use == "slippery":
        return ["slippery", "use"] if told["slippery"] or "moves" not in known else ["use"]
    return [str(use), "use"]


# ---------------------------------------------------------------- naming what is in it


def _named(known: Arguments, language: str) -> dict[str, str]:
    """The arguments by name: horses by colour and letter, carrots and players counted, cards listed."""
    named: dict[str, str] = {}
    for argument, value in known.items():
        match argument:
            case "horse" | "behind" if value in tuple(COLOURS):
                named[argument] = _horse(value, language)
            case "horses" if isinstance(value, list | tuple):
                named[argument] = _joined([_horse(one, language) for one in value], language)
            case "cards" | "players" | "order" | "winners" if isinstance(value, list | tuple):
                joined = _joined([str(one) for one in value], language)
                named[argument] = ", ".join(map(str, value)) if argument == "order" else joined
            case "amount" if type(value) is int:
                named["carrots"] = _carrots(value, language)
            case "count" if type(value) is int:
                named["wilds"] = _wilds(value, language)
                named["times"] = _times(value, language)
            case "player" | "owner":
                named[f"of_{argument}"] = _of(str(value))
            case "use" if value in tuple(USES):
                named[argument] = _said(USES[value], language)
            case "moves":
                named["shifts"] = _shifts(value, language)
            case "positions" | "bids" if isinstance(value, Mapping):
                listed = sorted(value.items(), key=lambda one: str(one[1]).zfill(9))
                named["numbers"] = named[argument] = ", ".join(f"{name} {number}" for name, number in listed)
            case "counts" if isinstance(value, Mapping):
                named[argument] = _counts(value, language)
            case "seen" | "expected":
                _name_expected(named, argument, value, language)
            case _:
                pass
    return named


def _name_expected(named: dict[str, str], argument: str, value: Any, language: str) -> None:
    """What was expected or seen: a card, a horse, a list of cards, or carrots."""
    if _is_card(value):
        named["card"] = str(value)
    elif value in tuple(COLOURS):
        named["first"] = _horse(value, language)
    elif isinstance(value, list | tuple):
        named["cards"] = _joined([str(one) for one in value], language)
    elif type(value) is int and (argument == "expected" or "carrots" not in named):
        named["carrots"] = _carrots(value, language)


def _said(both: tuple[str, str], language: str) -> str:
    return both[LANGUAGES.index(language)]


def _colour(letter: str, language: str) -> str:
    return _said(COLOURS[letter], language)


def _horse(letter: Any, language: str) -> str:
    if letter not in tuple(COLOURS):
        return str(letter)
    return _said(("le cheval {} ({})", "the {} horse ({})"), language).format(
        _colour(letter, language), letter
    )


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2 and set(value) <= set(COLOURS) and value[0] < value[1]


def _card_name(card: str, language: str) -> str:
    first, second = (_colour(letter, language) for letter in card)
    return _said(("{} et {} ({})", "{} and {} ({})"), language).format(first, second, card)


def _carrots(amount: int, language: str) -> str:
    number = f"{amount:,}".replace(",", "\u202f" if language == "fr" else ",")
    few = amount < 2 if language == "fr" else amount == 1
    return _said(("{} carotte", "{} carrot") if few else ("{} carottes", "{} carrots"), language).format(
        number
    )


def _wilds(count: int, language: str) -> str:
    few = count < 2 if language == "fr" else count == 1
    both = ("{} carte Cheval Farouche", "{} wild horse card")
    many = ("{} cartes Cheval Farouche", "{} wild horse cards")
    return _said(both if few else many, language).format(count)


def _times(count: int, language: str) -> str:
    if language == "en" and count == 1:
        return "once"
    return _said(("{} fois", "{} times"), language).format(count)


def _of(name: str) -> str:
    """French "de" before a name: "d’Ada", "de Bea"."""
    first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
    return f"d’{name}" if first and first in "aeiouyh" else f"de {name}"


def _counts(counts: Mapping[str, Any], language: str) -> str:
    """Only the odd ones: those move."""
    odd = [(letter, count) for letter, count in counts.items() if type(count) is int and count % 2]
    return ", ".join(f"{_colour(letter, language)} {count}" for letter, count in odd if letter in COLOURS)


def _shifts(moves: Any, language: str) -> str:
    """Two shifts: "jaune (A) vers l’intérieur, puis rouge (C) vers l’extérieur"; empty when they are not that."""
    said = []
    for move in moves if isinstance(moves, list | tuple) else ():
        horse = move.get("horse") if isinstance(move, Mapping) else None
        direction = move.get("dir") if isinstance(move, Mapping) else None
        if horse not in tuple(COLOURS) or direction not in tuple(DIRECTIONS):
            return ""
        said.append(
            f"{_colour(str(horse), language)} ({horse}) {_said(DIRECTIONS[str(direction)], language)}"
        )
    return _said((", puis ", ", then "), language).join(said)


def _key(key: str, language: str) -> str:
    return f"{_colour(key, language)} ({key})" if key in COLOURS else key


def _joined(words: Sequence[str], language: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + _said((" et ", " and "), language) + words[-1]
