"""What stands on the drawn course and beside it, French and English; what the game says is in ``words``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CAPTIONS: Mapping[str, tuple[str, str]] = {
    "course": ("Le champ de course", "The race course"),
    "horse_at": ("{horse}, couloir {lane}, case {row}", "{horse}, lane {lane}, field {row}"),
    "horse_home": ("{horse}, couloir {lane}, ligne franchie", "{horse}, lane {lane}, over the line"),
    "horse_goes": ("{told}, va à la case {to}", "{told}, goes to field {to}"),
    "over_the_line": ("Ligne franchie !", "Over the line!"),
    "last_is_best": ("Le dernier arrivé gagne !", "Last one home wins!"),
    "betting": ("Tableau des paris", "Betting board"),
    "stumbled": ("Trébuché", "Stumbled"),
    "stumbled_by": ("couverte par {player}", "covered by {player}"),
    "empty_place": ("place libre", "free place"),
    "sign_place_horses": ("Au départ !", "To the start!"),
    "sign_positions": ("On distribue", "Dealing"),
    "sign_select": ("Aux cartes !", "Pick your cards!"),
    "sign_move": ("Tous ont joué", "All have played"),
    "sign_certificates": ("Qui a gagné ?", "Who has won?"),
    "odd": ("impair", "odd"),
    "even": ("pair", "even"),
    "stays": ("reste", "stays"),
    "counted": ("compté {count} fois", "counted {count} times"),
    "stumbled_not_counted": ("La carte trébuchée ne compte pas.", "The stumbled card does not count."),
    "by_lane": ("Du couloir 1 vers le couloir {lanes}.", "From lane 1 outwards to lane {lanes}."),
    "move_horses": ("Avancer les chevaux", "Move the horses"),
    "all_moved": ("Ils sont tous à leur place", "They all stand in their places"),
    "lap_done": ("Aucun cheval n’avance", "No horse moves"),
    "moved_one": ("Fait : {horse} à la case {row}", "Done: {horse} on field {row}"),
    "order": ("Ordre du tour", "Order of turns"),
    "in_hand": ("{count} en main", "{count} in hand"),
    "carrots_left": ("{count} en main", "{count} left"),
    "wild_left": ("{count} Farouche", "{count} wild"),
    "cards_shown": ("cartes visibles", "cards face up"),
    "bid": ("mise {count}", "bids {count}"),
    "closed": ("c’est fini", "last bid"),
    "lap": ("Tour {round}, manche {lap}", "Round {round}, lap {lap}"),
    "play_one": ("Joue une de tes cartes", "Play one of your cards"),
    "slip": ("Piste Glissante", "Slippery Track"),
    "slip_second": (
        "Touche un deuxième cheval. Encore une fois : l’autre côté.",
        "Tap a second horse. Tap again: the other side.",
    ),
    "slip_not": ("Annuler", "Cancel"),
    "slip_now": ("Ils glissent !", "They slip!"),
    "slip_hint": (
        "Piste Glissante : touche deux chevaux sur la piste.",
        "Slippery Track: tap two horses on the course.",
    ),
    "wild_first": ("Avant : un Cheval Farouche", "First: a wild horse card"),
    "stumble": ("Trébucher : quelle carte ?", "Stumble: which card?"),
    "stumble_one": ("Trébucher : {card}, {player}", "Stumble: {card}, {player}"),
    "hide": ("Cacher", "Hide"),
    "show": ("Montrer", "Show"),
    "own_certificate": ("Ton certificat", "Your certificate"),
    "own_certificates": ("Tes certificats", "Your certificates"),
    "own_hand": ("Tes cartes en main", "The cards in your hand"),
    "own_carrots": ("Tes carottes", "Your carrots"),
    "own_wild": ("Tes Chevaux Farouches", "Your wild horse cards"),
    "not_noted": ("pas encore noté", "not noted yet"),
    "own_counts": (
        "Ton cheval est compté {count} fois : {result}.",
        "Your horse is counted {count} times: {result}.",
    ),
    "own_moves": ("il avance", "it moves"),
    "own_stays": ("il reste", "it stays"),
    "own_note": ("Toi seul vois cette page.", "Only you see this page."),
    "nobody": ("à personne", "nobody’s"),
    "result": ("L’arrivée", "The finish"),
    "nobody_wins": ("Le dernier cheval n’est à personne !", "The last horse is nobody’s!"),
    "players": ("2 à 5 joueurs", "2 to 5 players"),
}


def caption(key: str, language: str, **arguments: Any) -> str:
    """A caption in a language ("fr" or "en"); raises KeyError for one that is not there."""
    french, english = _CAPTIONS[key]
    return (french if language == "fr" else english).format_map(arguments)
