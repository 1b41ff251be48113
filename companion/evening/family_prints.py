"""The printed cards of an evening: the family's enrolled box of whatever game is in play, as its zones are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.evening.family_boxes import FamilyBoxes
from companion.evening.wanting import Wanting
from companion.game import Game
from companion.readers import PRINTED
from vision.network import spare_cores
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.reader import PrintedReader
from vision.printed.zones import PrintedZones, ReadBox

PAGE = "/stand/cards"
"""Where a family shows its cards."""
_CODE = "no_cards"
_NAMED = 3
"""So many missing cards are named."""


@dataclass(frozen=True, slots=True, eq=False)
class _Opened:
    """A game's box as it was when it was opened."""

    game: str
    box: EnrolledBox
    read: ReadBox


class FamilyPrints:
    """Opens the box of the game in play as ``boxes`` keep it now: what is shown or learnt meanwhile counts."""

    def __init__(self, boxes: FamilyBoxes, game: Callable[[], Game | None]) -> None:
        self.boxes = boxes
        self._game = game
        self._finder = CardFinder(spare_cores())
        self.embedder = Embedder(spare_cores())
        self._opened: _Opened | None = None

    def zones(self) -> PrintedZones:
        """Who reads the zones in which printed cards lie."""
        return PrintedZones(self._finder, self.opened)

    def opened(self) -> ReadBox | None:
        """The box of the game in play; None where its cards were never shown, or it has none."""
        game = self._game()
        box = None if game is None or game.printed is None else self.boxes.box(game.id)
        if game is None or game.printed is None or box is None:
            return None
        if self._opened is None or self._opened.game != game.id or self._opened.box is not box:
            reader = PrintedReader(box, spare_cores(), finder=self._finder, embedder=self.embedder)
            self._opened = _Opened(game.id, box, ReadBox(reader, game.printed.face))
        return self._opened.read


def not_shown(boxes: FamilyBoxes, game: Game) -> Wanting | None:
    """What has to be shown to the camera before it can watch a game; None where nothing has."""
    if game.printed is None or PRINTED.isdisjoint(game.zones.values()):
        return None
    box = boxes.box(game.id)
    if box is None:
        return Wanting(_CODE, f"show the cards of {game.title} first, at {PAGE}")
    missing = [label for label in game.printed.labels if label not in box.labels]
    if not missing:
        return None
    named = ", ".join(game.printed.card_name(label, "en") for label in missing[:_NAMED])
    others = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
    said = f"of {game.title} these cards were not shown yet: {named}{others}; show them at {PAGE}"
    return Wanting(_CODE, said)
