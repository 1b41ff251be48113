""" "Lay everything out": whether a table that a camera watches is laid as its game begins, and what is not, in words.

Made of what the eyes read and of the visible table, which everybody at it sees; a game says the rest of its set-up
by ``laid_out`` (``companion.laying_out``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.fold import Folded
from companion.game import Game
from companion.hands import Faces
from companion.languages import Sentences
from companion.laying_out import ANY, LaidOut, Spread
from companion.referee import Difference, Referee, Verdict
from companion.resuming import Layout, difference_told, thing_told, zone_named
from companion.sighting import BACK, EMPTY, UNREADABLE, ZoneReading
from companion.words import listed

State = Literal["right", "wrong", "unread", "unseen", "uncounted"]
SURE = 0.9
"""What reads otherwise less surely than this may be misread."""
MOST_SAID = 3
"""So many things are told at once; the next ones when these are right."""
MOST_NAMED = 4
"""Of more things than these that are missing at one place only the number is told."""
_MAY_BE_PLAYED = frozenset({"look_again", "open", "play_on"})
"""What a look means that may be a first move: it is no fault of the set-up."""
_ALIKE = frozenset({ANY, BACK, EMPTY, UNREADABLE})
"""Faces of which nobody knows which one lies elsewhere."""
_SENTENCES = Sentences(
    __name__,
    {
        "right": "All is laid out: begin!",
        "elsewhere": "{there}: {thing}. The place for it: {here}",
        "count": "{place}: {count} lie there, there should be {due}",
        "more": ("And {count} thing more.", "And {count} things more."),
        "bare": "{place}: nothing lies there yet",
        "uncounted": "{places}: lay them all open, and I count them.",
        "others": ("{count} more place", "{count} more places"),
        "unread": "I cannot read: {places}.",
        "unseen": "I cannot see: {places}.",
    },
    "set-up",
)


@dataclass(frozen=True, slots=True)
class Laid:
    """One zone, or several by the name of a spread: what should lie there, what the eyes see, and whether that is so.

    ``unread`` is a zone in which something cannot be told, ``unseen`` one that no look shows now, ``uncounted`` one
    in which things may be laid to be counted.
    """

    zone: str
    state: State
    should: Faces
    shows: Faces = ()


@dataclass(frozen=True, slots=True)
class SetUp:
    """The set-up as the last looks showed it.

    ``is_new``: nothing was played, not even by a tap. ``asked`` says how often people wanted to hear of it.
    """

    layout: Layout
    laid: tuple[Laid, ...]
    is_new: bool = True
    asked: int = 0

    @property
    def is_right(self) -> bool:
        """Whether all was seen, and lies as the game begins."""
        return bool(self.laid) and all(one.state in ("right", "uncounted") for one in self.laid)

    @property
    def is_seen(self) -> bool:
        """Whether every zone was seen."""
        return bool(self.laid) and all(one.state != "unseen" for one in self.laid)

    @property
    def is_wrong(self) -> bool:
        """Whether every zone was seen, and something lies otherwise than it should."""
        return self.is_seen and any(one.state == "wrong" for one in self.laid)

    def named(self, state: State, language: str) -> tuple[str, ...]:
        """The names of the zones that are in this state; of the right ones those in which something lies."""
        found = [one.zone for one in self.laid if one.state == state and (one.should or state != "right")]
        return tuple(zone_named(self.layout, zone, language) for zone in dict.fromkeys(found))

    def wrong(self, language: str) -> tuple[str, ...]:
        """What is missing, too many, or elsewhere, zone by zone: "Square 5: horse 3. The place for it: …"."""
        lying, elsewhere = _without_strays([one for one in self.laid if one.state == "wrong"])
        told = [
            _say(
                "elsewhere",
                language,
                there=zone_named(self.layout, there, language),
                thing=thing_told(self.layout, there, face, language),
                here=zone_named(self.layout, here, language),
            )
            for face, there, here in elsewhere
        ]
        return (*told, *(self._told(one, language) for one in lying))

    def _told(self, one: Laid, language: str) -> str:
        place = zone_named(self.layout, one.zone, language)
        uncounted = set(one.should) == {ANY}
        if not one.shows and (uncounted or one.zone not in self.layout.should):
            return _say("bare", language, place=place)
        if one.shows and (uncounted or (Counter(one.should) - Counter(one.shows)).total() > MOST_NAMED):
            return _say("count", language, place=place, count=len(one.shows), due=len(one.should))
        return difference_told(self.layout, Difference(one.zone, one.should, one.shows), language)

    def told(self, language: str) -> tuple[str, ...]:
        """That all is right, or the first things that are not, and how many more; nothing where none is wrong."""
        if self.is_right:
            return (_say("right", language),)
        wrong = self.wrong(language)
        rest = len(wrong) - MOST_SAID
        return (*wrong[:MOST_SAID], *([_SENTENCES.counted("more", rest, language)] if rest > 0 else ()))

    def said(self, language: str) -> tuple[str, ...]:
        """What is said aloud, in whole sentences."""
        return (*map(_sentence, self.told(language)), *self.cannot_tell(language))

    def may_count(self, language: str) -> str | None:
        """What people may lay out so that it is counted, in words; None where there is nothing of the kind."""
        named = self.named("uncounted", language)
        return _say("uncounted", language, places=listed(named, language)) if named else None

    def cannot_tell(self, language: str) -> tuple[str, ...]:
        """What cannot be seen or read now, a sentence each; nothing where all can."""
        told = []
        codes: tuple[State, ...] = ("unseen", "unread")
        for code in codes:
            if named := self.named(code, language):
                rest = len(named) - MOST_SAID
                others = [_SENTENCES.counted("others", rest, language)] if rest > 0 else []
                places = listed([*named[:MOST_SAID], *others], language)
                told.append(_say(code, language, places=places))
        return tuple(told)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eyes see: the likeliest ``faces`` in every zone that was read.

    ``differing`` zones show something else than the visible table has them, misreadings left out. What seems to lie
    wrong in a ``doubtful`` zone may be misread.
    """

    faces: Mapping[str, Faces]
    differing: Collection[str] = ()
    doubtful: Collection[str] = ()

    def state(self, zones: Iterable[str], *, is_right: bool) -> State:
        """How zones that were read lie, if that is all right or not."""
        names = tuple(zones)
        if any(UNREADABLE in self.faces[zone] for zone in names):
            return "unread"
        if is_right:
            return "right"
        return "wrong" if not any(zone in self.doubtful for zone in names) else "unread"


def looked_over(layout: Layout, seen: Seen, laid_out: LaidOut) -> tuple[Laid, ...]:
    """Holds what the eyes see against the set-up."""
    in_spreads = {zone for spread in laid_out.spreads for zone in spread.zones}
    zones = [*layout.should, *laid_out.lying, *sorted(seen.differing)]
    found = [laid for spread in laid_out.spreads for laid in _spread(spread, seen)]
    for zone in dict.fromkeys(zone for zone in zones if zone not in in_spreads):
        ways = laid_out.lying.get(zone)
        if zone not in seen.faces:
            found.append(Laid(zone, "unseen", (ways or (layout.should.get(zone, ()),))[0]))
            continue
        shows, should = seen.faces[zone], layout.should.get(zone, ())
        is_right = (zone not in seen.differing or shows == should) and (ways is None or should in ways)
        if ways is not None and not is_right:
            should = min(ways, key=lambda way: _strangers(way, shows))
            is_right = _strangers(should, shows) == 0
        found.append(Laid(zone, seen.state((zone,), is_right=is_right), should, shows))
    return tuple(found)


def _spread(spread: Spread, seen: Seen) -> Iterator[Laid]:
    """All that a spread shows together; and each zone in which two lie, where nothing is missing."""
    shows = tuple(face for zone in spread.zones for face in seen.faces.get(zone, ()))
    if spread.if_any and not shows:
        yield Laid(spread.name, "uncounted", spread.faces)
        return
    if not seen.faces.keys() >= set(spread.zones):
        yield Laid(spread.name, "unseen", spread.faces, shows)
        return
    is_right = Counter(shows) == Counter(spread.faces)
    yield Laid(spread.name, seen.state(spread.zones, is_right=is_right), spread.faces, shows)
    crowded = [zone for zone in spread.zones if seen.faces[zone][1:]] if is_right and spread.one_each else []
    for zone in crowded:
        yield Laid(zone, seen.state((zone,), is_right=False), seen.faces[zone][:1], seen.faces[zone])


def _strangers(should: Faces, shows: Faces) -> int:
    """How many things are missing or too many, in whatever order they lie."""
    lacking, surplus = Counter(should) - Counter(shows), Counter(shows) - Counter(should)
    any_face = min(lacking[ANY], surplus.total())
    return lacking.total() + surplus.total() - 2 * any_face


def _without_strays(wrong: list[Laid]) -> tuple[list[Laid], list[tuple[str, str, str]]]:
    """What lies wrong, without what is missing at one place and lies at another; and that: the face, there, here."""
    lacks: dict[str, list[int]] = {}
    holds: dict[str, list[int]] = {}
    for number, one in enumerate(wrong):
        should, shows = Counter(one.should), Counter(one.shows)
        for face in (should - shows).elements():
            lacks.setdefault(face, []).append(number)
        for face in (shows - should).elements():
            holds.setdefault(face, []).append(number)
    lying, elsewhere = list(wrong), []
    for face, (here, *others) in lacks.items():
        there = holds.get(face, [])
        if others or len(there) != 1 or there[0] == here or face in _ALIKE:
            continue
        elsewhere.append((face, wrong[there[0]].zone, wrong[here].zone))
        lying[here] = replace(lying[here], should=_less(lying[here].should, face))
        lying[there[0]] = replace(lying[there[0]], shows=_less(lying[there[0]].shows, face))
    return [one for one in lying if one.should != one.shows], elsewhere


def _less(faces: Faces, face: str) -> Faces:
    place = faces.index(face)
    return (*faces[:place], *faces[place + 1 :])


def _sentence(told: str) -> str:
    return told if told.endswith((".", "!", "?", "…")) else f"{told}."


def _say(code: str, language: str, **arguments: object) -> str:
    return _SENTENCES.said(code, language, **arguments)


class SettingUp:
    """Whether the game in play is still being laid out, and how its table lies then."""

    def __init__(self) -> None:
        self._asked = 0
        self._last: SetUp | None = None

    def ask(self) -> None:
        """People want to hear how the table lies."""
        self._asked += 1

    def look(
        self,
        game: Game,
        folded: Folded,
        referee: Referee,
        verdict: Verdict | None,
        layout: Callable[[], Layout | None],
    ) -> SetUp | None:
        """The set-up as it was seen last; None once the game has begun, and while something is asked.

        While a look may show a first move it is as it was before.
        """
        laid_out = None if folded.question is not None else _laid_out(game, folded)
        if laid_out is None:
            self._last = None
        elif verdict is None or verdict.kind not in _MAY_BE_PLAYED:
            self._last = _looked(game, folded, referee, verdict, layout(), laid_out)
        return None if self._last is None else replace(self._last, asked=self._asked)


def _looked(
    game: Game,
    folded: Folded,
    referee: Referee,
    verdict: Verdict | None,
    layout: Layout | None,
    laid_out: LaidOut,
) -> SetUp | None:
    if layout is None:
        return None
    counted, seen = _seen(game, folded, referee, verdict, layout)
    laid_out = replace(laid_out, lying={**laid_out.lying, **counted})
    return SetUp(layout, looked_over(layout, seen, laid_out), not folded.moves) if seen.faces else None


def _seen(
    game: Game, folded: Folded, referee: Referee, verdict: Verdict | None, layout: Layout
) -> tuple[Mapping[str, tuple[Faces, ...]], Seen]:
    """What the eyes see, as everybody may see it; and of trays in which dice lie, how many there should be."""
    readings = referee.readings
    trays = frozenset[str]() if game.hands is None else game.hands.momentary
    private = frozenset[str]() if game.hands is None else game.hands.private(folded.state)
    faces = {zone: _shows(reading, hidden=zone in private) for zone, reading in readings.items()}
    due = {zone: game.expected_in(folded.state, zone) for zone in trays if faces.get(zone)}
    counted = {zone: ((ANY,) * number,) for zone, number in due.items() if number}
    lying = {zone: shows for zone, shows in faces.items() if zone not in trays}
    lying |= {zone: (ANY,) * len(faces[zone]) for zone in counted}
    differing = {one.zone for one in layout.differences} - trays
    # Where the table shows what the journal says, what reads otherwise is misread.
    is_the_same = verdict is not None and verdict.kind == "same"
    misread = differing if is_the_same else frozenset[str]()
    doubtful = {zone for zone in lying if zone in misread or _is_doubtful(readings[zone])}
    return counted, Seen(lying, differing, doubtful)


def _laid_out(game: Game, folded: Folded) -> LaidOut | None:
    """The set-up of the moment; None when the game has begun. What is tapped alone begins nothing."""
    if game.laid_out is not None:
        return game.laid_out(folded.state)
    state = folded.header.new_game()
    for action in folded.actions:
        if game.hands is None or game.hands.touched(state, action):
            return None
        state, _ = game.apply(state, action)
    return LaidOut()


def _shows(reading: ZoneReading, *, hidden: bool) -> Faces:
    """What lies there; ``hidden``, by its backs as far as it can be read."""
    faces = [face for slot in reading.slots if (face := slot.best[0]) != EMPTY]
    return tuple(BACK if hidden and face != UNREADABLE else face for face in faces)


def _is_doubtful(reading: ZoneReading) -> bool:
    return any(slot.best[1] < SURE or slot.presence < SURE for slot in reading.slots)
