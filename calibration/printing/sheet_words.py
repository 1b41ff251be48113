"""What stands on the printed sheets: how they are used."""

from __future__ import annotations

import re

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
        # one mat for several games
        "house_mat": "One mat for all our games",
        "house_game": "{number}: {game}",
        "house_ticks": "On the mat its places have corners with a {number}. Lay everything like this.",
        "glue": "glue {page} here",
        "ruler_short": "exactly 100 mm",
    },
    "sheet",
)
"""Every sentence of the sheets."""

_KEPT_TOGETHER = re.compile(r" (?=[:;!?»%]|mm\b)|(?<=«) ")
"""Spaces at which no line is broken."""


def said(key: str, language: str, **named: object) -> str:
    """A sentence of the sheets with its fields filled in. Raises KeyError on an unknown one."""
    return _KEPT_TOGETHER.sub("\u00a0", _WORDS.said(key, language, **named))
