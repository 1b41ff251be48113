"""What stands on the printed sheets, French and English: how they are used, and the names of the zones on a mat."""

from __future__ import annotations

import re
from collections.abc import Mapping

from calibration.zones import PlannedZone

_WORDS: Mapping[str, tuple[str, str]] = {
    "ruler": (
        "Cette ligne doit mesurer exactement 100 mm. Sinon : imprime à 100 %, sans « ajuster à la page ».",
        "This line must measure exactly 100 mm. If not: print at 100 %, without “fit to page”.",
    ),
    "this_side_up": ("ce côté en haut", "this side up"),
    "player": ("joueur {number}", "player {number}"),
    # the corner markers
    "markers": ("Les quatre coins de la table", "The four corners of the table"),
    "corner_0": ("en haut à gauche", "top left"),
    "corner_1": ("en haut à droite", "top right"),
    "corner_2": ("en bas à droite", "bottom right"),
    "corner_3": ("en bas à gauche", "bottom left"),
    "markers_cut": (
        "Découpe les quatre cartes le long des pointillés. Le blanc autour du carré noir doit rester.",
        "Cut out the four cards along the dashes. The white around the black square must stay.",
    ),
    "markers_lay": (
        "Regarde l’image de la caméra. Pose le 0 dans le coin en haut à gauche, puis le 1, le 2 et le 3 dans le "
        "sens des aiguilles d’une montre.",
        "Look at the camera’s picture. Lay 0 in the top left corner, then 1, 2 and 3 clockwise.",
    ),
    "markers_turn": (
        "Tourne chaque carte : sa flèche va vers le haut de l’image. Le joueur 1 est assis en bas.",
        "Turn every card: its arrow points to the top of the picture. Player 1 sits at the bottom.",
    ),
    "markers_free": (
        "Colle-les bien à plat. Pendant le jeu, rien ne doit les couvrir.",
        "Stick them down flat. Nothing may cover them during the game.",
    ),
    # the lens board
    "lens": ("Le damier de l’objectif", "The lens board"),
    "lens_flat": (
        "Colle la feuille bien à plat sur un carton. Photos nettes, sans reflet : ne bouge pas.",
        "Stick the sheet flat on cardboard. Sharp pictures without glare: keep still.",
    ),
    "lens_ten": (
        "Prends 10 photos, le damier penché chaque fois autrement, jamais tout droit face à la caméra.",
        "Take 10 pictures, the board tilted another way each time, never straight at the camera.",
    ),
    "lens_everywhere": (
        "Promène-le partout dans l’image, jusque dans les quatre coins. Il peut dépasser un peu.",
        "Take it everywhere in the picture, into all four corners. It may stick out a little.",
    ),
    "lens_size": (
        "Carrés de {square} mm, marqueurs de {marker} mm",
        "Squares of {square} mm, markers of {marker} mm",
    ),
    # the dice tray
    "tray": ("Lance les dés ici", "Throw the dice in here"),
    "tray_cut": (
        "Découpe le tour, et le milieu si tu veux poser le cadre autour d’un tapis.",
        "Cut around the frame, and cut out the middle if you want to lay it around a cloth.",
    ),
    "tray_free": (
        "Colle-le à plat : la caméra doit voir les quatre carrés noirs.",
        "Stick it down flat: the camera must see the four black squares.",
    ),
    "tray_inside": ("Intérieur : {width} × {height} mm", "Inside: {width} × {height} mm"),
    # the zone mats
    "mat": ("Tapis de {game}", "{game} mat"),
    "mat_size": (
        "{width} × {height} mm, de milieu à milieu des carrés noirs · {sheets} feuilles : {first} à {last}",
        "{width} × {height} mm, from middle to middle of the black squares · {sheets} sheets: {first} to {last}",
    ),
    "mat_lay": (
        "Étale les feuilles comme sur ce dessin.",
        "Spread the sheets out as in this drawing.",
    ),
    "mat_cut": (
        "Coupe chaque feuille le long des pointillés, à gauche et en haut seulement.",
        "Cut every sheet along the dashes, on the left and at the top only.",
    ),
    "mat_glue": (
        "Colle de gauche à droite, puis les rangées de haut en bas : le bord coupé va sur la ligne « colle ici » "
        "de la feuille voisine.",
        "Glue from left to right, then the rows from top to bottom: the cut edge goes on the line “glue here” of "
        "the sheet beside it.",
    ),
    "mat_trim": (
        "Coupe le tour du tapis, et pose-le : le joueur 1 est assis en bas, comme la caméra voit la table.",
        "Trim the mat’s outer edge, and lay it down: player 1 sits at the bottom, as the camera sees the table.",
    ),
    "glue": ("colle {page} ici", "glue {page} here"),
    "ruler_short": ("100 mm exactement", "exactly 100 mm"),
}
"""Every sentence: (French, English)."""

_ZONES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "change_horses": {
        "track": ("Piste", "Race course"),
        "betting_board": ("Tableau des paris", "Betting board"),
        "certificates": ("Pile des certificats", "Certificate pile"),
        "front:": ("Devant le joueur {seat}", "In front of player {seat}"),
        "position:": ("Carte Position", "Position card"),
        "carrots:": ("Carottes", "Carrots"),
        "wild:": ("Chevaux Farouches", "Wild horse cards"),
        "certificates:": ("Certificats", "Certificates"),
    },
    "crapette": {
        "F": ("Pile {number}", "Foundation {number}"),
        "T": ("Case {number}", "Case {number}"),
        "hand:": ("Main", "Hand"),
        "stock:": ("Talon", "Stock"),
        "waste:": ("Pot", "Waste"),
        "reserve:": ("Crapette", "Reserve"),
    },
    "poker_dice_race": {
        "track": ("Plateau", "Board"),
        "tray": ("Piste de dés", "Dice tray"),
    },
    "racko": {
        "stock": ("Talon", "Stock"),
        "discard": ("Retourne", "Face-up pile"),
        "rack_": ("Porte-cartes", "Rack"),
    },
    "super_crack": {
        "track": ("Piste", "Track"),
        "pile": ("Paquet", "Pile"),
        "played": ("Carte jouée", "Card played"),
        "die": ("Dé", "Die"),
        "stable_": ("Écurie", "Stable"),
        "bet_": ("Pari", "Bet"),
        "hand_": ("Cartes spéciales", "Special cards"),
    },
}
"""Each game's zones as its own words call them; a kind that ends in ":" or "_" is a player's."""

_KEPT_TOGETHER = re.compile(r" (?=[:;!?»%]|mm\b)|(?<=«) ")
"""Spaces at which no line is broken."""
_NUMBERED = re.compile(r"(?P<kind>[A-Za-z_]*?[A-Za-z:_])(?P<number>[0-9]+)")


def said(key: str, language: str, **named: object) -> str:
    """A sentence of the sheets with its fields filled in. Raises KeyError on an unknown one."""
    return _KEPT_TOGETHER.sub("\u00a0", _WORDS[key][_place(language)].format(**named))


def zone_name(game: str, zone: PlannedZone, language: str) -> str:
    """A zone as a mat names it: "Case 3", "Crapette, joueur 1"; a zone that has no words goes by its id."""
    named = _NUMBERED.fullmatch(zone.id)
    kind, number = (named["kind"], named["number"]) if named else (zone.id, "")
    words = _ZONES.get(game, {}).get(kind)
    if words is None:
        return zone.id.replace("_", " ").replace(":", " ")
    name = words[_place(language)]
    if "{" in name:
        return name.format(number=number, seat=zone.seat)
    return name if zone.seat is None else f"{name}, {said('player', language, number=zone.seat)}"


def _place(language: str) -> int:
    return 0 if language == "fr" else 1
