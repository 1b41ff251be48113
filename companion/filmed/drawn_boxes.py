"""Boxes of printed cards as families own them: what is on the cards a game says, how it is printed differs from print
to print.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.filmed.filmable import box_plan
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import LabelledCard
from vision.scene.game_box import GameBox
from vision.scene.game_prints import print_box
from vision.scene.printed_table import enrolment_photographs


def drawn_box(game: str, seed: int) -> GameBox:
    """Draw the box of a game as the print with this number shows it; raises KeyError on a game without such cards."""
    return print_box(game, box_plan(game), seed)


def shown_box(
    box: GameBox, seed: int, finder: CardFinder, labels: Sequence[str] | None = None
) -> EnrolledBox:
    """Enrol a drawn box from its photographs in rows: all its faces, or the cards that are named."""
    photographs = [
        ShownPhotograph(one.picture, tuple(LabelledCard(card.label, card.box) for card in one.cards))
        for one in enrolment_photographs(box, seed, labels)
    ]
    return enrol(photographs, box.name, "2026-01-01", finder)
