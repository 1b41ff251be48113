"""What stands on the drawn rack and beside it, French and English; what the game says is in ``words``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CAPTIONS: Mapping[str, tuple[str, str]] = {
    "pile": ("Retourne", "Face-up pile"),
    "stock": ("Talon", "Stock"),
    "no_card": ("vide", "empty"),
    "hidden": ("carte cachée", "face down"),
    "tap_numbers": (
        "Touche les numéros, de la fente 5 à la fente 50",
        "Tap the numbers, from slot 5 to slot 50",
    ),
    "sign_deals": ("{player} distribue", "{player} deals"),
    "sign_lots": ("Qui distribue ?", "Who deals?"),
    "sign_show": ("{player} : Racko !", "{player}: Racko!"),
    "sign_counting": ("On compte", "Counting"),
    "held": ("en main", "in hand"),
    "slot": ("fente", "slot"),
    "slot_number": ("fente {slot}", "slot {slot}"),
    "slot_points": ("points", "points"),
    "rack_shown": ("Porte-cartes : {player}", "Rack: {player}"),
    "rack_all": ("Toutes les cartes montent.", "Every card is higher than the one before."),
    "rack_break": (
        "Rupture à la fente {slot} : le {card} est plus petit que le {before}.",
        "Break at slot {slot}: the {card} is lower than the {before}.",
    ),
    "rack_run": ("{cards} se suivent.", "{cards} follow one another."),
    "rack_bonus": ("{cards} se suivent : bonus.", "{cards} follow one another: bonus."),
    "unknown_slot": ("inconnue", "unknown"),
    "own_rack": ("Ton porte-cartes", "Your rack"),
    "own_note": ("Ce que tu as noté reste sur cette page.", "What you have noted stays on this page."),
    "hide": ("Cacher", "Hide"),
    "show": ("Montrer", "Show"),
    "loose": ("Dans ton porte-cartes, on ne sait où", "In your rack, nobody knows where"),
    "own_card": ("Ta carte piochée", "The card you drew"),
    "own_good": ("En ordre", "In order"),
    "own_run": ("Plus longue suite", "Longest run"),
    "own_ready": ("Tout monte : tu peux annoncer !", "All in order: you may call!"),
    "swap_here": ("Échanger ici et jeter le {card}", "Exchange here and lay down the {card}"),
    "cry": ("Racko !", "Racko!"),
    "cry_eclair": ("Racko Éclair !", "Racko Éclair!"),
    "who_cries": ("Qui a dix cartes en ordre ?", "Who has ten cards in order?"),
    "first_to": ("Premier à {target} points", "First to {target} points"),
    "chips_left": ("Jetons, {rounds} parties", "Chips, {rounds} rounds"),
    "round": ("Partie {round}", "Round {round}"),
    "of_points": ("{points} points sur {target}", "{points} of {target} points"),
    "team": ("ensemble {points}", "together {points}"),
    "is_dealer": ("distribue", "deals"),
    "is_out": ("ne joue plus", "out of the game"),
    "is_out_of_round": ("hors jeu", "sits out"),
    "ten_in_order": ("10 cartes en ordre", "10 cards in order"),
    "round_won": ("Partie gagnée", "Round won"),
    "eclair_won": ("Racko Éclair", "Racko Éclair"),
    "run_bonus": ("Suite de {length} cartes", "Run of {length} cards"),
    "good_cards": ("{count} en ordre", "{count} in order"),
    "next_round": ("Partie suivante", "Next round"),
    "deal_now": ("C’est distribué", "The cards are dealt"),
    "who_deals": ("Qui distribue ?", "Who deals?"),
    "others_count": ("Les autres comptent leurs cartes en ordre.", "The others count their cards in order."),
    "dealer_deals": ("{player} distribue", "{player} deals"),
    "otherwise": ("Distribuer autrement", "Deal another way"),
    "one_by_one": ("Je distribue une carte à la fois", "I deal one card at a time"),
    "see_rack": ("voir ses cartes", "see the cards"),
    "players": ("2 à 4 joueurs", "2 to 4 players"),
}


def caption(key: str, language: str, **arguments: Any) -> str:
    """A caption in a language ("fr" or "en"); raises KeyError for one that is not there."""
    french, english = _CAPTIONS[key]
    return (french if language == "fr" else english).format_map(arguments)
