"""A family shows the printed cards of a game's box: photographs of the stand's camera, names, and what is kept.

Every photograph that is right is kept at once, so that one can go on another day.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from calibration.geometry import Pixel
from calibration.kept_box import BadBox
from companion.evening.card_search import CardSearch
from companion.evening.drawn_corners import CORNERS, Drawing, NoOutline, outline_through, redrawn
from companion.evening.family_boxes import BoxOrigin, FamilyBoxes, OtherBox, games_with_printed_cards
from companion.evening.laid_cards import crooked
from companion.evening.proposed_names import NO_CARD
from companion.evening.shown_photograph import (
    Finder,
    LookedAt,
    ReadsNumbers,
    TakenPhotograph,
    cut_looks,
    opened,
    read_names,
    same_scene,
    take,
    told_by,
    told_right,
    unusable,
    with_ratio_of,
)
from companion.evening.stand import StandService
from companion.printed_cards import BACK, PrintedCards
from vision.printed.cut_out import Shape
from vision.printed.embedding import Prints
from vision.printed.enrolled_box import BoxMemory, CardLook, EnrolledBox
from web.outside import StandRefused

SECONDS_EACH = 40
"""What laying ten cards, taking the photograph and clearing away takes a family."""
MOST_LOOKS = 2000
_CHECKED_BY = 4
"""So many cards that were shown before say whether a box is the same edition, or the cards lie in the wrong order."""
_LEAST_RIGHT = 1 / 3
_log = logging.getLogger("companion.boxes")


@dataclass(frozen=True, slots=True)
class Helped:
    """What further looks brought: of ``cards`` cards that were known already, ``before`` were told right on this
    photograph by the earlier looks alone; ``after``: with the new looks, on the next picture of the same cards (None:
    there was none).
    """

    cards: int
    before: int
    after: int | None


@dataclass(slots=True)
class _Work:
    """What is being shown of one game's box: the photograph that was taken, and how many are being searched."""

    revision: int = 0
    looking: int = 0
    taken: TakenPhotograph | None = None
    drawing: Drawing | None = None
    helped: Helped | None = None
    kept: int = 0
    """So many cards were kept without a question when they were photographed last."""


class BoxEnrolment:
    """The cards of the games' boxes as the page shows them.

    ``open_finder`` and ``open_prints`` make what finds and embeds cards, when it is first wanted, ``open_numbers``
    what reads their numbers, if anything does; ``in_play`` tells the id of the game in play, whose secret zones stay
    masked; ``executor`` runs the searches for cards.

    Taps raise StandRefused with a code of the page's words.
    """

    def __init__(
        self,
        folder: Path,
        stand: StandService,
        open_finder: Callable[[], Finder],
        open_prints: Callable[[], Prints],
        in_play: Callable[[], str | None] = lambda: None,
        today: Callable[[], date] = date.today,
        executor: Executor | None = None,
        open_numbers: Callable[[], ReadsNumbers] | None = None,
    ) -> None:
        self._boxes = FamilyBoxes(folder)
        self._stand, self._in_play, self._today = stand, in_play, today
        self._search = CardSearch(stand, open_finder, executor)
        self._open_prints = open_prints
        self._prints: Prints | None = None
        self._open_numbers = open_numbers
        self._numbers: ReadsNumbers | None = None
        self._lock = threading.RLock()
        self._works: dict[str, _Work] = {}
        self._memories: dict[str, tuple[EnrolledBox, BoxMemory]] = {}
        self.step_shown: Callable[[str, tuple[str, ...]], None] = lambda game, labels: None
        """Told of every look at a page: the game, and the labels of the cards that it asks for."""

    # ------------------------------------------------------------ what the page shows

    def games(self) -> tuple[str, ...]:
        """The games whose boxes have printed cards."""
        return tuple(games_with_printed_cards())

    def game(self, asked: str | None) -> str:
        """The game whose cards are shown: the one asked for, else that of the stand's page, else the first."""
        for game in (asked, self._stand.chosen_game):
            if game is not None and game in self.games():
                return game
        return self.games()[0]

    def progress(self, game: str) -> dict[str, Any]:
        """How far a box is, without a look through the camera."""
        with self._lock:
            printed, box = self._printed(game), self._boxes.box(game)
            return {
                "cards": printed.faces,
                "have": 0 if box is None else len(set(box.labels) - {BACK}),
                "photographs": len(printed.photographs),
                "minutes": _minutes(printed),
            }

    def state(self, game: str, step: int | None = None) -> dict[str, Any]:
        """All that the page shows, as JSON; ``step`` is the number of a photograph, else the next one that lacks
        cards."""
        with self._lock:
            work, printed, box = self._work(game), self._printed(game), self._boxes.box(game)
            have = frozenset(() if box is None else box.labels)
            taken = work.taken
            step = taken.step if taken is not None else self._step(game, step)
            asked = self._asked(game, step)
            self.step_shown(game, asked)
            live = self._search.newest(self._hidden_for(), len(asked), again=taken is None)
            shown = live if taken is None else taken.seen
            origin = self._boxes.origin(game)
            return {
                "game": game,
                "games": list(self.games()),
                "cards": printed.faces,
                "photographs": len(printed.photographs),
                "minutes": _minutes(printed),
                "have": len(have - {BACK}),
                "missing": [label for label in printed.labels if label not in have],
                "looks": 0 if box is None else sum(look.confirmed is None for look in box.looks),
                "steps": [
                    {
                        "group": one.group,
                        "labels": list(one.labels),
                        "have": sum(label in have for label in one.labels),
                    }
                    for one in printed.photographs
                ],
                "step": step,
                "asked": list(asked),
                "camera": self._stand.camera_code,
                "fault": self._search.fault,
                "masked": self._hidden_for() is not None,
                "picture": None
                if shown is None
                else {
                    "number": shown.number,
                    "width": shown.area[2] - shown.area[0],
                    "height": shown.area[3] - shown.area[1],
                },
                "taken": taken is not None,
                "reads": self._reads(asked),
                "kept": work.kept,
                "looking": work.looking > 0,
                "found": [] if shown is None else shown.shown_cards(taken),
                "drawing": None
                if taken is None or work.drawing is None
                else {
                    "card": work.drawing.card,
                    "corners": [list(taken.seen.share(corner)) for corner in work.drawing.corners],
                },
                "alike": [] if taken is None else [list(pair) for pair in taken.alike],
                "revision": work.revision,
                "helped": None
                if work.helped is None
                else {
                    "cards": work.helped.cards,
                    "before": work.helped.before,
                    "after": work.helped.after,
                },
                "simulated": box is not None and origin.simulated,
                "unchecked": box is not None and origin.unchecked,
                "damaged": self._boxes.is_damaged(game),
                "earlier": self._boxes.has_earlier(game),
            }

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        """The picture of this number as a JPEG; where it is gone, the photograph that was taken, else the newest
        picture; None before there is one."""
        with self._lock:
            taken = self._work(game).taken
        if taken is not None and number in (None, taken.seen.number):
            return taken.seen.jpeg
        return self._search.jpeg(number)

    def close(self) -> None:
        """Look for cards no more."""
        self._search.close()

    def _hidden_for(self) -> str | None:
        """The game whose secret zones stay masked; on the simulated table lies nothing but what is asked for."""
        return None if self._stand.is_simulated else self._in_play()

    # ------------------------------------------------------------ taps

    def photograph(self, game: str, step: int | None = None) -> None:
        """Take the picture of now as the photograph of a step, its cards named in the order asked for."""
        with self._lock:
            work = self._work(game)
            hidden = self._hidden_for()
            picture = self._stand.whole_picture(hidden)
            if picture is None:
                raise StandRefused("no_photograph")
            step = self._step(game, step)
            asked, revision, box = self._asked(game, step), work.revision, self._boxes.box(game)
            work.looking += 1
        try:
            if (fault := unusable(picture.image)) is not None:
                raise StandRefused(fault)
            seen = with_ratio_of(box, self._search.of(picture, hidden, len(asked)))
            read = self._read(game, seen, asked)
        finally:
            with self._lock:
                work.looking -= 1
        if not seen.cards:
            raise StandRefused("no_cards")
        with self._changing(game, revision):
            taken = take(seen, step, asked, self._embedder(), read)
            self._doubt(game, taken)
            work.taken, work.drawing, work.helped, work.kept = taken, None, None, 0
            revision = work.revision + 1
        if self._is_told(taken):
            # Nothing is open: every name was read, and all of them are those that were asked for.
            self.right(game, revision)
            with self._lock:
                work.kept = len(taken.looks)

    def point(self, game: str, x: float, y: float) -> int | None:
        """The number of the card at a place of the photograph (shares of its width); while corners are drawn, that
        place is the next one.
        """
        with self._lock:
            work = self._work(game)
            taken = self._taken(work)
            if work.drawing is not None:
                self._corner(game, work, taken, work.drawing, taken.seen.place(x, y))
                return None
            card = taken.seen.at(x, y)
            if card is None:
                raise StandRefused("no_such_card")
            return card

    def draw(self, game: str, revision: int, card: int | None = None) -> None:
        """The next four taps on the photograph are the corners of a card; without one, of a card not found."""
        with self._changing(game, revision) as work:
            taken = self._taken(work)
            if card is not None and not 0 <= card < len(taken.looks):
                raise StandRefused("stale")
            work.drawing = Drawing(card)

    def stop_drawing(self, game: str) -> None:
        """Leave the corners as they were."""
        with self._changing(game) as work:
            work.drawing = None

    def _corner(self, game: str, work: _Work, taken: TakenPhotograph, drawing: Drawing, place: Pixel) -> None:
        with self._changing(game):
            corners = (*drawing.corners, place)
            work.drawing = replace(drawing, corners=corners)
            if len(corners) < CORNERS:
                return
            work.drawing = None
            try:
                outline = outline_through(corners)
            except NoOutline as error:
                raise StandRefused("no_outline") from error
            work.taken = redrawn(taken, drawing.card, outline, self._embedder())
            self._doubt(game, work.taken)

    def name(self, game: str, card: int, revision: int, label: str) -> None:
        """Say which card it is; an empty label: it is no card."""
        with self._changing(game, revision) as work:
            taken = self._taken(work)
            if not 0 <= card < len(taken.looks):
                raise StandRefused("stale")
            if label != NO_CARD and label not in self._printed(game).labels:
                raise StandRefused("no_such_label")
            taken.names = taken.names.tell(card, label)
            self._doubt(game, taken)

    def discard(self, game: str) -> None:
        """Look at the table again instead of the photograph that was taken."""
        with self._changing(game) as work:
            work.taken = work.drawing = None

    def right(self, game: str, revision: int) -> None:
        """All names are right: keep the photograph."""
        with self._changing(game, revision) as work:
            taken = self._taken(work)
            names = {number: taken.names.names()[number] for number in taken.names.cards}
            labels = {number: name for number, name in names.items() if name is not None}
            if not labels:
                raise StandRefused("no_cards")
            if len(labels) < len(names):
                raise StandRefused("unnamed")
            box, origin = self._boxes.box(game), self._boxes.origin(game)
            if box is not None and self._stand.is_simulated and not origin.simulated:
                raise StandRefused("only_simulated_cards")
            again = {} if box is None else {one: its for one, its in labels.items() if its in box.labels}
            before = 0
            if box is not None and again:
                before = told_right(self._memory(game, box), taken.embeddings, again)
                if len(again) >= _CHECKED_BY and before < _LEAST_RIGHT * len(again):
                    raise StandRefused("other_cards")
            made = self._with_looks(game, box, taken, labels)
            checked = not origin.unchecked or len(again) >= _CHECKED_BY
            simulated = self._stand.is_simulated if box is None else origin.simulated
            self._boxes.keep(game, made, BoxOrigin(simulated, not checked))
            work.helped = None
            if again:
                work.helped = Helped(len(again), before, self._afterwards(game, made, taken, again))
            work.taken = work.drawing = None

    def take_back(self, game: str) -> None:
        """Forget the last photograph that was kept."""
        with self._changing(game) as work:
            box = self._boxes.box(game)
            if box is None:
                raise StandRefused("stale")
            last = max(look.photograph for look in box.looks)
            self._without(game, box, lambda look: look.photograph == last)
            work.helped, work.kept = None, 0

    def forget_card(self, game: str, label: str) -> None:
        """Forget one card, that was named wrongly: it is asked for again."""
        with self._changing(game):
            box = self._boxes.box(game)
            if box is None or label not in box.labels:
                raise StandRefused("no_such_label")
            self._without(game, box, lambda look: look.label == label)

    def forget(self, game: str) -> None:
        """Forget all cards of a game's box."""
        with self._changing(game) as work:
            if self._boxes.box(game) is None and not self._boxes.is_damaged(game):
                raise StandRefused("stale")
            self._boxes.forget(game)
            work.taken = work.drawing = work.helped = None

    # ------------------------------------------------------------ one file a box

    def handed_on(self, game: str) -> bytes | None:
        """The file of a game's box, for another family; None where nothing was shown."""
        with self._lock:
            self._work(game)
            return self._boxes.handed_on(game)

    def take_over(self, game: str, data: bytes) -> None:
        """Take the cards of another family's file in place of what was shown here."""
        with self._changing(game) as work:
            try:
                box = self._boxes.brought(game, data)
            except BadBox as error:
                raise StandRefused("damaged_box") from error
            except OtherBox as error:
                raise StandRefused("other_box") from error
            self._boxes.keep_other(game, replace(box, name=game), BoxOrigin(simulated=False, unchecked=True))
            work.taken = work.drawing = work.helped = None

    def bring_back(self, game: str) -> None:
        """Keep the cards again that were there before a file was taken over, or all was forgotten."""
        with self._changing(game) as work:
            if not self._boxes.has_earlier(game):
                raise StandRefused("stale")
            try:
                self._boxes.bring_back(game)
            except BadBox as error:
                raise StandRefused("damaged_box") from error
            work.taken = work.drawing = work.helped = None

    # ------------------------------------------------------------ inside

    def _work(self, game: str) -> _Work:
        if game not in self.games():
            raise StandRefused("unknown_game")
        return self._works.setdefault(game, _Work())

    def _printed(self, game: str) -> PrintedCards:
        return games_with_printed_cards()[game]

    def _step(self, game: str, asked: int | None) -> int:
        """The number of the photograph that is shown: the one asked for, else the first that lacks cards, else the
        first."""
        photographs, box = self._printed(game).photographs, self._boxes.box(game)
        if asked is not None and 0 <= asked < len(photographs):
            return asked
        have = frozenset(() if box is None else box.labels)
        lacking = (number for number, one in enumerate(photographs) if not have.issuperset(one.labels))
        return next(lacking, 0)

    def _asked(self, game: str, step: int) -> tuple[str, ...]:
        """What is laid for a photograph: what is missing of it, or all where all is missing or nothing."""
        labels, box = self._printed(game).photographs[step].labels, self._boxes.box(game)
        have = frozenset(() if box is None else box.labels)
        return tuple(label for label in labels if label not in have) or labels

    def _taken(self, work: _Work) -> TakenPhotograph:
        if work.taken is None:
            raise StandRefused("stale")
        return work.taken

    def _embedder(self) -> Prints:
        if self._prints is None:
            self._prints = opened(self._open_prints)
        return self._prints

    def _reads(self, asked: Collection[str]) -> bool:
        """Whether the cards asked for say by their print what they are: numbers."""
        return self._open_numbers is not None and any(label.isdecimal() for label in asked)

    def _read(self, game: str, seen: LookedAt, asked: Collection[str]) -> tuple[tuple[int, str], ...] | None:
        """What the cards' own print says that they are; None where it says nothing that could be read."""
        if self._open_numbers is None or not self._reads(asked) or not seen.cards:
            return None
        if self._numbers is None:
            self._numbers = opened(self._open_numbers)
        labels = frozenset(label for label in self._printed(game).labels if label.isdecimal())
        return read_names(seen, asked, labels, self._numbers)

    def _is_told(self, taken: TakenPhotograph) -> bool:
        """Whether nobody need look at a photograph: what was read is all that was asked for, and nothing is odd."""
        odd = taken.alike or taken.doubted or crooked([card.outline for card in taken.seen.cards])
        return taken.names.all_read and not odd

    def _memory(self, game: str, box: EnrolledBox) -> BoxMemory:
        known = self._memories.get(game)
        if known is None or known[0] is not box:
            known = self._memories[game] = (box, BoxMemory(box, self._embedder()))
        return known[1]

    def _doubt(self, game: str, taken: TakenPhotograph) -> None:
        """Mark the cards that look otherwise than the card of that name did before."""
        box = self._boxes.box(game)
        names = dict(enumerate(taken.names.names()))
        if box is None or not set(names.values()) & set(box.labels):
            taken.doubted = frozenset()
            return
        memory, told = self._memory(game, box), taken.embeddings
        taken.doubted = frozenset(
            number
            for number, label in names.items()
            if label in box.labels and told_by(memory, told[number]) != label
        )

    def _with_looks(
        self, game: str, box: EnrolledBox | None, taken: TakenPhotograph, labels: Mapping[int, str]
    ) -> EnrolledBox:
        earlier = () if box is None else box.looks
        if len(earlier) + len(labels) > MOST_LOOKS:
            raise StandRefused("too_many_looks")
        photograph = 1 + max((look.photograph for look in earlier), default=0)
        outlines = [taken.seen.cards[number].outline for number in labels]
        looks = tuple(CardLook(label, photograph, taken.looks[number]) for number, label in labels.items())
        ratio = float(np.median([min(max(outline.ratio, 0.2), 1.0) for outline in outlines]))
        if box is None:
            round_ones = sum(outline.shape == "round" for outline in outlines)
            shape: Shape = "round" if 2 * round_ones > len(outlines) else "rectangle"
            return EnrolledBox(game, self._today().isoformat(), shape, ratio, looks)
        share = len(earlier) / (len(earlier) + len(looks))
        return replace(box, ratio=share * box.ratio + (1 - share) * ratio, looks=(*earlier, *looks))

    def _afterwards(
        self, game: str, made: EnrolledBox, taken: TakenPhotograph, again: Mapping[int, str]
    ) -> int | None:
        """How many cards the box tells right with its new looks, on another picture of the same cards."""
        picture = self._stand.whole_picture(self._hidden_for())
        first = taken.seen.picture
        if picture is None or picture.number == first.number or picture.image.shape != first.image.shape:
            return None
        cards = [taken.seen.cards[number] for number in again]
        looks = cut_looks(picture.image, cards)
        if not same_scene([taken.looks[number] for number in again], looks):
            return None
        labels = dict(enumerate(again.values()))
        return told_right(self._memory(game, made), self._embedder().embed(looks), labels)

    def _without(self, game: str, box: EnrolledBox, leaves: Callable[[CardLook], bool]) -> None:
        left = tuple(look for look in box.looks if not leaves(look))
        if left:
            self._boxes.keep(game, replace(box, looks=left), self._boxes.origin(game))
        else:
            self._boxes.forget(game)

    @contextmanager
    def _changing(self, game: str, revision: int | None = None) -> Iterator[_Work]:
        """A change of what is shown; ``revision``: only if it still is the one that was shown."""
        with self._lock, self._boxes.changing:
            work = self._work(game)
            if revision is not None and revision != work.revision:
                raise StandRefused("stale")
            try:
                yield work
                work.revision += 1
            except OSError as error:
                _log.error("The cards could not be written: %s", error)
                raise StandRefused("box_not_written") from error


def _minutes(printed: PrintedCards) -> int:
    """How long showing a whole box takes."""
    return -(-len(printed.photographs) * SECONDS_EACH // 60)
