"""Counting a box: a family lays all its cards open, in as many portions as it likes, and learns what is missing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from companion.evening.card_search import CardSearch
from companion.evening.counted_box import OTHER_BOX, BoxCount, Portion, SeenCard
from companion.evening.family_boxes import FamilyBoxes, games_with_printed_cards
from companion.evening.proposed_names import NO_CARD
from companion.evening.shown_photograph import (
    Finder,
    LookedAt,
    cut_looks,
    encoded,
    opened,
    same_scene,
    unusable,
)
from companion.evening.stand import StandService
from companion.printed_cards import BACK, PrintedCards
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading
from web.outside import StandRefused

EVERY_CARD = 1000
"""Nobody knows how many cards lie there: the table is searched more closely for more of them."""
PORTION = 18
"""So many lie on the simulated table at once."""
_UNMOVED = 0.1
"""A card whose middle is this near to where one was, in shorter sides, was not moved. More would take the next of
several cards alike, laid where the last one lay, for that one."""
_LIKELY, _MOST_GUESSES = 0.02, 3
_LOOK_WIDTH = 160
_log = logging.getLogger("companion.boxes")


class ReadsCards(Protocol):
    """Reads the cards of one box."""

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], goes_on: Callable[[], None] = ...
    ) -> Sequence[PrintedReading]:
        """Return what cards are, those left out that are none; ``goes_on`` is called after each of them."""


@dataclass(slots=True)
class _Work:
    """The counting of one game's box: the photograph of the last portion, shown until the next one is laid;
    ``looked`` of ``looking`` cards were looked at so far (None: nothing is looked at).
    """

    count: BoxCount
    box: EnrolledBox
    revision: int = 0
    seen: LookedAt | None = None
    looking: int | None = None
    looked: int = 0
    fault: str | None = None
    laid: tuple[str, ...] = ()
    looks: dict[int, bytes] = field(default_factory=dict)


class BoxCounting:
    """The cards of the games' boxes as they are counted; nothing of it is kept.

    ``open_finder`` makes what finds cards, ``open_reader`` what reads those of a box, when it is first wanted;
    ``in_play`` tells the id of the game in play, whose secret zones stay masked; ``executor`` runs what takes long.

    Taps raise StandRefused with a code of the page's words.
    """

    def __init__(
        self,
        folder: Path,
        stand: StandService,
        open_finder: Callable[[], Finder],
        open_reader: Callable[[EnrolledBox], ReadsCards],
        in_play: Callable[[], str | None] = lambda: None,
        executor: Executor | None = None,
    ) -> None:
        self._boxes = FamilyBoxes(folder)
        self._stand, self._in_play = stand, in_play
        self._search = CardSearch(stand, open_finder, executor)
        self._open_reader = open_reader
        self._reader: tuple[EnrolledBox, ReadsCards] | None = None
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix="counting")
        self._lock = threading.RLock()
        self._works: dict[str, _Work] = {}
        self.cards_shown: Callable[[str, tuple[str, ...]], None] = lambda game, labels: None
        """Told of every look at a page: the game, and which cards may be laid now, by their labels."""

    def games(self) -> tuple[str, ...]:
        """The games whose boxes can be counted."""
        return tuple(games_with_printed_cards())

    def game(self, asked: str | None) -> str:
        """The game whose box is counted: the one asked for, else that of the stand's page, else the first."""
        wanted = (one for one in (asked, self._stand.chosen_game) if one in self.games())
        return next(wanted, None) or self.games()[0]

    # ------------------------------------------------------------ what the page shows

    def state(self, game: str) -> dict[str, Any]:
        """All that the page shows, as JSON."""
        with self._lock:
            work, printed = self._work(game), self._printed(game)
            count = None if work is None else work.count
            seen = None if work is None else work.seen
            resting = seen is not None or work is None or work.looking is not None
            live = self._search.newest(self._hidden_for(), EVERY_CARD, again=not resting)
            if work is not None:
                self.cards_shown(game, self._to_lay(work))
            shown = seen or live
            tallies = [] if count is None else count.tallies()
            return {
                "game": game,
                "games": list(self.games()),
                "groups": [{"code": one.code, "labels": list(one.labels)} for one in printed.kinds],
                "never_shown": [one for one in printed.in_box if work is None or one not in work.box.labels],
                "tallies": {
                    one.label: {"due": one.due, "have": one.have, "extra": one.extra, "again": one.again}
                    for one in tallies
                },
                "cards": sum(one.due for one in tallies),
                "have": sum(one.have for one in tallies),
                "open": [] if count is None else [_open(card) for card in count.open],
                "face_down": 0 if count is None else count.face_down,
                "strangers": 0 if count is None else count.strangers,
                "copies": any(one.due > 1 for one in tallies),
                "portions": 0 if count is None else len(count.portions),
                "counted": seen is not None and work is not None and work.looking is None,
                "looking": None if work is None else work.looking,
                "looked": 0 if work is None else work.looked,
                "fault": self._search.fault or (None if work is None else work.fault),
                "camera": self._stand.camera_code,
                "masked": self._hidden_for() is not None,
                "simulated": self._stand.is_simulated,
                "picture": None if shown is None else _size(shown),
                "found": [] if shown is None else self._found(shown, work),
                "revision": 0 if work is None else work.revision,
            }

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        """The picture of this number as a JPEG; where it is gone, the photograph of the last portion, else the newest
        picture; None before there is one.
        """
        with self._lock:
            work = self._work(game)
            seen = None if work is None else work.seen
        return seen.jpeg if seen is not None and number in (None, seen.number) else self._search.jpeg(number)

    def look(self, game: str, card: int) -> bytes | None:
        """A card as it was cut out, as a JPEG; None where there is none of this number."""
        with self._lock:
            work = self._work(game)
            seen = None if work is None else work.count.cards.get(card)
            if work is None or seen is None:
                return None
            if card not in work.looks:
                work.looks[card] = encoded(seen.look, _LOOK_WIDTH)
            return work.looks[card]

    def close(self) -> None:
        """Count no more; what is being looked at is waited for."""
        self._executor.shutdown()
        self._search.close()

    # ------------------------------------------------------------ taps

    def count(self, game: str) -> None:
        """Count what lies there now, in a thread of its own; what goes wrong the state tells."""
        with self._lock:
            work = self._needed(game)
            if work.looking is not None:
                return
            hidden = self._hidden_for()
            picture = self._stand.whole_picture(hidden)
            if picture is None:
                raise StandRefused("no_photograph")
            if (fault := unusable(picture.image)) is not None:
                raise StandRefused(fault)
            work.looking, work.looked, work.fault = 0, 0, None
            work.revision += 1
        self._executor.submit(self._look, work, picture, hidden)

    def point(self, game: str, x: float, y: float) -> int | None:
        """The number of the card at a place of the photograph (shares of its width)."""
        with self._lock:
            work = self._needed(game)
            place = None if work.seen is None else work.seen.at(x, y)
            if work.seen is None or place is None:
                raise StandRefused("no_such_card")
            number: int | None = self._found(work.seen, work)[place]["number"]
            if number is None:
                raise StandRefused("no_such_card")
            return number

    def again(self, game: str) -> None:
        """Look at the last portion again: what was counted of it is forgotten."""
        with self._changing(game) as work:
            if work.seen is None or not work.count.portions:
                raise StandRefused("stale")
            work.count.portions.pop()
            work.seen = None
            left = work.count.cards
            work.count.told = {number: said for number, said in work.count.told.items() if number in left}

    def next(self, game: str) -> None:
        """The next portion is laid."""
        with self._changing(game) as work:
            work.seen = None

    def name(self, game: str, card: int, revision: int, label: str) -> None:
        """Say what a card is: a label, "other_box", or nothing where it is no card."""
        with self._changing(game) as work:
            if revision != work.revision or card not in work.count.cards:
                raise StandRefused("stale")
            if label not in (NO_CARD, OTHER_BOX, BACK, *work.count.due):
                raise StandRefused("no_such_label")
            work.count.told[card] = label

    def anew(self, game: str) -> None:
        """Count from the beginning."""
        with self._changing(game):
            revision = self._works.pop(game).revision
            self._needed(game).revision = revision + 1

    # ------------------------------------------------------------ inside

    def _printed(self, game: str) -> PrintedCards:
        return games_with_printed_cards()[game]

    def _hidden_for(self) -> str | None:
        return None if self._stand.is_simulated else self._in_play()

    def _work(self, game: str) -> _Work | None:
        """The counting of a game's box; None where none of its cards were shown. Other cards: another counting."""
        if game not in self.games():
            raise StandRefused("unknown_game")
        box, work = self._boxes.box(game), self._works.get(game)
        if box is None:
            self._works.pop(game, None)
            return None
        if work is None or set(work.box.labels) != set(box.labels):
            due = self._printed(game).in_box
            known = {label: number for label, number in due.items() if label in box.labels}
            work = self._works[game] = _Work(BoxCount(known), box)
        return work

    def _needed(self, game: str) -> _Work:
        work = self._work(game)
        if work is None:
            raise StandRefused("no_box")
        return work

    def _to_lay(self, work: _Work) -> tuple[str, ...]:
        """What may be laid next, of what was not seen; what lies there stays while it is looked at."""
        if work.seen is None and work.looking is None:
            missing = [one.label for one in work.count.tallies() for _ in range(one.due - one.have)]
            work.laid = tuple(missing[:PORTION])
        return work.laid

    def _found(self, shown: LookedAt, work: _Work | None) -> list[dict[str, Any]]:
        found = [{**one, "number": None, "label": None, "open": False} for one in shown.shown_cards()]
        if work is None or work.seen is not shown or not work.count.portions:
            return found
        portion = {id(card.outline): card for card in work.count.portions[-1]}
        for one, card in zip(found, shown.cards, strict=True):
            counted = portion.get(id(card.outline))
            label = None if counted is None else work.count.said(counted)
            is_named = label not in (None, NO_CARD, OTHER_BOX)
            one |= {
                "number": None if counted is None else counted.number,
                "label": label if is_named else None,
                "open": counted is not None and label is None,
                "card": counted is not None and label != NO_CARD,
            }
        return found

    def _look(self, work: _Work, picture: Any, hidden: str | None) -> None:
        """In a thread of its own: find and read what lies in a picture."""
        try:
            seen = self._search.of(picture, hidden, EVERY_CARD)
            if not seen.cards:
                raise StandRefused("no_cards")
            with self._lock:
                work.seen, work.looking = seen, len(seen.cards)
                reader = self._reader_of(work.box)
            self._add(work, seen, reader)
        except StandRefused as refused:
            with self._lock:
                work.seen, work.fault = None, refused.code
        except Exception as error:  # one picture must not end the page
            _log.error("Cards could not be counted (%s: %s).", type(error).__name__, error)
            with self._lock:
                work.seen, work.fault = None, "no_network"
        finally:
            with self._lock:
                work.looking = None
                work.revision += 1

    def _add(self, work: _Work, seen: LookedAt, reader: ReadsCards) -> None:
        def goes_on() -> None:
            with self._lock:
                work.looked += 1

        with self._lock:
            count = work.count
            stay = unmoved(count, seen)
            work.looked = len(stay)
        portion = read_portion(count, seen, stay, reader, goes_on)
        with self._lock:
            count.portions.append(portion)

    def _reader_of(self, box: EnrolledBox) -> ReadsCards:
        if self._reader is None or self._reader[0] is not box:
            self._reader = (box, opened(lambda: self._open_reader(box)))
        return self._reader[1]

    @contextmanager
    def _changing(self, game: str) -> Iterator[_Work]:
        """A change of what is counted, not while a portion is looked at."""
        with self._lock:
            work = self._needed(game)
            if work.looking is not None:
                raise StandRefused("stale")
            yield work
            work.revision += 1


def unmoved(count: BoxCount, seen: LookedAt) -> dict[int, SeenCard]:
    """The cards of a photograph, by their places in it, that lie as they did on the last one and were told then."""
    stay: dict[int, SeenCard] = {}
    looks = cut_looks(seen.picture.image, seen.cards)
    for place, card in enumerate(seen.cards):
        across = min(np.hypot(*(card.outline.corners[1:3] - card.outline.corners[:2]).T))
        for before in count.portions[-1] if count.portions else ():
            apart = np.hypot(*(card.outline.corners.mean(axis=0) - before.outline.corners.mean(axis=0)))
            if apart < _UNMOVED * across and same_scene([looks[place]], [before.look]):
                stay[place] = before
    return stay


def read_portion(
    count: BoxCount,
    seen: LookedAt,
    stay: Mapping[int, SeenCard],
    reader: ReadsCards,
    goes_on: Callable[[], None] = lambda: None,
) -> Portion:
    """Read the cards of a photograph but those that ``stay`` and are known; of what stays open it is read anew."""
    known = {place: card for place, card in stay.items() if count.said(card) is not None}
    new = [place for place in range(len(seen.cards)) if place not in known]
    readings = {
        id(one.outline): one
        for one in reader.told(seen.picture.image, [seen.cards[place] for place in new], goes_on)
    }
    looks = cut_looks(seen.picture.image, seen.cards)
    for place in new:
        if place in stay:
            count.drop(stay[place].number)
    first = 1 + max(count.cards, default=0)
    portion = []
    for place, card in enumerate(seen.cards):
        if (before := known.get(place)) is not None:
            its = (before.number, before.label, before.score, before.guesses)
        elif (read := readings.get(id(card.outline))) is not None:
            its = (first + place, read.label, read.score, _guesses(read))
        else:
            continue
        number, label, score, guesses = its
        portion.append(SeenCard(number, card.outline, looks[place], label, score, guesses))
    return tuple(portion)


def _guesses(read: PrintedReading) -> tuple[str, ...]:
    likely = [label for label, chance in read.candidates if chance >= _LIKELY]
    return tuple(likely[:_MOST_GUESSES])


def _open(card: SeenCard) -> dict[str, Any]:
    return {"number": card.number, "guesses": list(card.guesses), "label": card.label}


def _size(shown: LookedAt) -> dict[str, int]:
    left, top, right, bottom = shown.area
    return {"number": shown.number, "width": right - left, "height": bottom - top}
