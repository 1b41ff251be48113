"""What stands on the printed sheets: how they are used, and the names of the zones on a mat."""

from __future__ import annotations

import re

from calibration.zones import PlannedZone
from companion.languages import Sentences

_WORDS = Sentences(
    __name__,
    {
        "ruler": "This line must measure exactly 100 mm. If not: print at 100 %, without “fit to page”.",
        "this_side_up": "this side up",
        "player": "player {number}",
        # the corner markers
        "markers": "The four corners of the table",
        "corner_0": "top left",
        "corner_1": "top right",
        "corner_2": "bottom right",
        "corner_3": "bottom left",
        "markers_cut": "Cut out the four cards along the dashes. The white around the black square must stay.",
        "markers_lay": "Look at the camera’s picture. Lay 0 in the top left corner, then 1, 2 and 3 clockwise.",
        "markers_turn": "Turn every card: its arrow points to the top of the picture. Player 1 sits at the bottom.",
        "markers_free": "Stick them down flat. Nothing may cover them during the game.",
        # the lens board
        "lens": "The lens board",
        "lens_flat": "Stick the sheet flat on cardboard. Sharp pictures without glare: keep still.",
        "lens_ten": "Take 10 pictures, the board tilted another way each time, never straight at the camera.",
        "lens_everywhere": "Take it everywhere in the picture, into all four corners. It may stick out a little.",
        "lens_size": "Squares of {square} mm, markers of {marker} mm",
        # the dice tray
        "tray": "Throw the dice in here",
        "tray_cut": "Cut around the frame, and cut out the middle if you want to lay it around a cloth.",
        "tray_free": "Stick it down flat: the camera must see the four black squares.",
        "tray_inside": "Inside: {width} × {height} mm",
        # the zone mats
        "mat": "{game} mat",
        "mat_size": "{width} × {height} mm, from middle to middle of the black squares · {sheets} sheets: {first} to {last}",
        "mat_lay": "Spread the sheets out as in this drawing.",
        "mat_cut": "Cut every sheet along the dashes, on the left and at the top only.",
        "mat_glue": (
            "Glue from left to right, then the rows from top to bottom: the cut edge goes on the line “glue here” of "
            "the sheet beside it."
        ),
        "mat_trim": "Trim the mat’s outer edge, and lay it down: player 1 sits at the bottom, as the camera sees the table.",
        "glue": "glue {page} here",
        "ruler_short": "exactly 100 mm",
    },
    "sheet",
)
"""Every sentence of the sheets."""

_ZONES = Sentences(
    __name__,
    {
        "change_horses track": "Race course",
        "change_horses betting_board": "Betting board",
        "change_horses certificates": "Certificate pile",
        "change_horses front:": "In front of player {seat}",
        "change_horses position:": "Position card",
        "change_horses carrots:": "Carrots",
        "change_horses wild:": "Wild horse cards",
        "change_horses certificates:": "Certificates",
        "crapette F": "Foundation {number}",
        "crapette T": "Case {number}",
        "crapette hand:": "Hand",
        "crapette stock:": "Stock",
        "crapette waste:": "Waste",
        "crapette reserve:": "Reserve",
        "poker_dice_race track": "Board",
        "poker_dice_race tray": "Dice tray",
        "racko stock": "Stock",
        "racko discard": "Face-up pile",
        "racko rack_": "Rack",
        "super_crack track": "Track",
        "super_crack pile": "Pile",
        "super_crack played": "Card played",
        "super_crack die": "Die",
        "super_crack stable_": "Stable",
        "super_crack bet_": "Bet",
        "super_crack hand_": "Special cards",
    },
    "zone",
)
"""Each game's zones as its own words call them; a kind that ends in ":" or "_" is a player's."""

_KEPT_TOGETHER = re.compile(r" (?=[:;!?»%]|mm\b)|(?<=«) ")
"""Spaces at which no line is broken."""
_NUMBERED = re.compile(r"(?P<kind>[A-Za-z_]*?[A-Za-z:_])(?P<number>[0-9]+)")


def said(key: str, language: str, **named: object) -> str:
    """A sentence of the sheets with its fields filled in. Raises KeyError on an unknown one."""
    return _KEPT_TOGETHER.sub("\u00a0", _WORDS.said(key, language, **named))


def zone_name(game: str, zone: PlannedZone, language: str) -> str:
    """A zone as a mat names it: "Case 3", "Crapette, joueur 1"; a zone that has no words goes by its id."""
    named = _NUMBERED.fullmatch(zone.id)
    kind, number = (named["kind"], named["number"]) if named else (zone.id, "")
    if f"{game} {kind}" not in _ZONES:
        return zone.id.replace("_", " ").replace(":", " ")
    name = _ZONES.said(f"{game} {kind}", language)
    if "{" in name:
        return name.format(number=number, seat=zone.seat)
    return name if zone.seat is None else f"{name}, {said('player', language, number=zone.seat)}"
