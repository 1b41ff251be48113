"""The places of a Super-Crack table and what lies there, as people name it: for "Where did we stop?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.super_crack.table import DIE, PILE, PLAYED
from companion.games.super_crack.words import card_name, face_name, of_name, place

_OF_THE_TABLE = {
    DIE: ("Dé", "Die"),
    PILE: ("Paquet", "Pile"),
    PLAYED: ("Carte jouée", "Card played"),
}
_OF_A_PLAYER = {
    "stable": ("Écurie {of_player}", "{player}’s stable"),
    "bet": ("Pari {of_player}", "{player}’s bet"),
    "hand": ("Cartes spéciales {of_player}", "{player}’s special cards"),
}
_TOKENS = {
    "red": (("un jeton rouge", "{} jetons rouges"), ("a red token", "{} red tokens")),
    "blue": (("un jeton bleu", "{} jetons bleus"), ("a blue token", "{} blue tokens")),
    "yellow": (("un jeton jaune", "{} jetons jaunes"), ("a yellow token", "{} yellow tokens")),
    "green": (("un jeton vert", "{} jetons verts"), ("a green token", "{} green tokens")),
    "black": (("un pion noir", "{} pions noirs"), ("a black pawn", "{} black pawns")),
    "back": (("une carte cachée", "{} cartes cachées"), ("a card face down", "{} cards face down")),
}


def zone_name(zone: str, view: Mapping[str, Any], language: str) -> str | None:
    """A place as a heading: "Couloir du cheval 3", "Écurie d’Ada"; None for what is no place."""
    said = 0 if language == "fr" else 1
    if zone in _OF_THE_TABLE:
        return _OF_THE_TABLE[zone][said]
    kind, _, number = zone.partition("_")
    if not number.isdecimal():
        return None
    if kind == "lane":
        return (
            f"{('Couloir du cheval', 'Lane of horse')[said]} {number}" if number in view["horses"] else None
        )
    players = dict(enumerate(view["players"], start=1))
    if kind not in _OF_A_PLAYER or int(number) not in players:
        return None
    player = players[int(number)]
    return _OF_A_PLAYER[kind][said].format(player=player, of_player=of_name(player, "fr"))


def thing_name(face: str, count: int, language: str, zone: str) -> str:
    """Things alike with their article: "2 jetons bleus", "le pion en case 12", "the card of horse 3"."""
    french = language == "fr"
    if face in _TOKENS:
        one, many = _TOKENS[face][0 if french else 1]
        return one if count == 1 else many.format(count)
    kind, _, number = face.partition("_")
    if kind == "horse" and number.isdecimal():
        return f"la carte du cheval {number}" if french else f"the card of horse {number}"
    if kind == "square" and number.removeprefix("-").isdecimal():
        return (
            f"le pion {place(int(number), language)}"
            if french
            else f"the pawn {place(int(number), language)}"
        )
    if card_name(face, language) != face:
        return (
            f"la carte « {card_name(face, language)} »"
            if french
            else f"the card “{card_name(face, language)}”"
        )
    return face_name(face, language)


def pile_count(zone: str, view: Mapping[str, Any]) -> int | None:
    """How many cards lie in the pile, of which only one is seen; None for any other place."""
    return int(view["deck"]["count"]) if zone == PILE else None
