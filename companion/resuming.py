"""\"Where did we stop?\": what does not lie as it should, or a whole table to set up again, place by place in words.

Made of the visible table alone, which everybody at it sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from companion.game import Game
from companion.languages import Sentences, grammar
from companion.referee import Difference, Referee
from companion.sighting import BACK, EMPTY, UNREADABLE
from companion.words import listed

_SENTENCES = Sentences(
    __name__,
    {
        "place": "{place}: {what}",
        "missing": "{missing} is missing",
        "several_missing": "{missing} are missing",
        "instead": "{surplus} instead of {missing}",
        "pile_missing": "{count} cards are missing, with {top} on top",
        "surplus": "{surplus} should not be there",
        "order": "the order is {should}",
        "unreadable": "I cannot read it, there should be {should}",
        "unreadable_empty": "I cannot read it, there should be nothing",
        "pile": "{count} cards, {top} on top",
    },
    "lying",
)


@dataclass(frozen=True, slots=True)
class Layout:
    """How the table in play should lie, and what the camera's last looks showed of it.

    ``should`` are the zones of the visible table, without those where things lie only for a moment; ``view`` is the
    public view, ``places`` names zones and things (``Game.places``). ``differences`` are zones that show something
    else; ``unseen`` are zones that no look shows now, None when no camera has looked yet.
    """

    seq: int
    places: ModuleType
    view: Mapping[str, Any]
    should: Mapping[str, tuple[str, ...]]
    differences: tuple[Difference, ...] = ()
    unseen: frozenset[str] | None = None

    @classmethod
    def of(
        cls, game: Game, state: Any, seq: int, referee: Referee | None, in_sight: Collection[str]
    ) -> Layout:
        """The table of a game with ``places``, as its referee saw it (None: nobody looked).

        ``in_sight`` are the zones that the last looks showed. Raises ``ValueError`` for a game without places.
        """
        momentary = game.hands.momentary if game.hands else frozenset[str]()
        private = game.hands.private(state) if game.hands else ()
        lying = game.visible_table(state).items()
        should = {zone: faces for zone, faces in lying if zone not in momentary}
        differences = () if referee is None else by_backs(referee.differences(), private)
        unseen = None if referee is None else frozenset(should).difference(in_sight)
        if game.places is None:
            raise ValueError(f"{game.id} has no places")
        return cls(seq, game.places, game.view(state).public, should, differences, unseen)

    @property
    def looked(self) -> bool:
        """Whether a camera has looked at the whole table."""
        return self.unseen is not None

    @property
    def in_place(self) -> bool:
        """Whether every zone was seen, and lies as it should."""
        return self.unseen is not None and not self.unseen and not self.differences


def by_backs(differences: Iterable[Difference], private: Collection[str]) -> tuple[Difference, ...]:
    """What differs as everybody may see it: things in ``private`` zones by their backs."""
    return tuple(
        replace(one, shows=(BACK,) * len(one.shows)) if one.zone in private else one for one in differences
    )


@dataclass(frozen=True, slots=True)
class Told:
    """One zone in words: what is wrong there, or what to lay there (``shows`` is None when nobody has looked)."""

    zone: str
    should: tuple[str, ...]
    shows: tuple[str, ...] | None
    told: str


def told(layout: Layout, language: str) -> tuple[Told, ...]:
    """What lies wrong, zone by zone; the whole table to set up when no camera has looked yet."""
    if layout.looked:
        order = {zone: place for place, zone in enumerate(layout.should)}
        found = sorted(layout.differences, key=lambda one: order.get(one.zone, len(order)))
        return tuple(
            Told(one.zone, one.should, one.shows, difference_told(layout, one, language)) for one in found
        )
    return tuple(
        Told(zone, faces, None, _placed(layout, zone, _lying(layout, zone, faces, language), language))
        for zone, faces in layout.should.items()
        if faces
    )


def unseen_named(layout: Layout, language: str) -> tuple[str, ...]:
    """The names of the zones that no look shows now, in the order of the table."""
    return tuple(
        zone_named(layout, zone, language) for zone in layout.should if zone in (layout.unseen or ())
    )


def difference_told(layout: Layout, one: Difference, language: str) -> str:
    """What is wrong in a zone: "Case 3 : il manque le 9♦", "Bea’s waste: the 4♣ instead of the 7♥"."""
    return _placed(layout, one.zone, _wrong(layout, one, language), language)


def thing_told(layout: Layout, zone: str, face: str, language: str) -> str:
    """One thing in a zone as its game names it: "the 9♦", "le cheval 3"."""
    return _things(layout, zone, (face,), language)


def _wrong(layout: Layout, one: Difference, language: str) -> str:
    should = [face for face in one.should if face != EMPTY]
    shows = [face for face in one.shows if face != EMPTY]
    missing, surplus = Counter(should), Counter(shows)
    missing, surplus = missing - surplus, surplus - missing
    if UNREADABLE in surplus:
        if not should:
            return _say("unreadable_empty", language)
        return _say("unreadable", language, should=_lying(layout, one.zone, should, language))
    if not missing and not surplus:
        return _say("order", language, should=_things(layout, one.zone, should, language))
    lacking = _named(layout, one.zone, missing.elements(), language)
    if not surplus:
        return _missing(layout, one.zone, should if not shows else list(missing.elements()), language)
    found = listed(_named(layout, one.zone, surplus.elements(), language), language)
    if not missing:
        return _say("surplus", language, surplus=found)
    return _say(
        "instead",
        language,
        surplus=found,
        missing=listed(lacking, language),
        of_missing=listed(map(grammar(__name__, language).of_things, lacking), language),
    )


def _missing(layout: Layout, zone: str, faces: Sequence[str], language: str) -> str:
    """What is missing in a zone; an empty pile lacks all its cards."""
    count = _pile_count(layout, zone, faces)
    lying = _lying(layout, zone, faces, language)
    if count > 1 and lying == _pile_told(layout, zone, faces[0], count, language):
        top = layout.places.thing_name(faces[0], 1, language, zone)
        return _say("pile_missing", language, count=count, top=top)
    several = len(faces) > 1 or count > 1
    return _say("several_missing" if several else "missing", language, missing=lying)


def _lying(layout: Layout, zone: str, faces: Sequence[str], language: str) -> str:
    """What lies in a zone; of a pile how many cards, and the one on top."""
    count = _pile_count(layout, zone, faces)
    if count < 2:
        return _things(layout, zone, faces, language)
    several: str = layout.places.thing_name(faces[0], count, language, zone)
    if several != layout.places.thing_name(faces[0], 1, language, zone):
        return several
    return _pile_told(layout, zone, faces[0], count, language)


def _pile_told(layout: Layout, zone: str, top: str, count: int, language: str) -> str:
    return _say("pile", language, count=count, top=layout.places.thing_name(top, 1, language, zone))


def _pile_count(layout: Layout, zone: str, faces: Sequence[str]) -> int:
    """How many cards lie in a pile that shows these faces, 0 where that is not known."""
    return (layout.places.pile_count(zone, layout.view) or 0) if len(faces) == 1 else 0


def _things(layout: Layout, zone: str, faces: Iterable[str], language: str) -> str:
    """Things in a row: "le 9♦, le 8♥ et 2 cartes cachées"."""
    return listed(_named(layout, zone, faces, language), language)


def _named(layout: Layout, zone: str, faces: Iterable[str], language: str) -> list[str]:
    """Things by name; neighbours that are alike are counted, where the game has words for several."""
    names: list[str] = []
    for face, count in _alike(faces):
        one = layout.places.thing_name(face, 1, language, zone)
        several = layout.places.thing_name(face, count, language, zone)
        names += [several] if several != one else [one] * count
    return names


def _alike(faces: Iterable[str]) -> list[tuple[str, int]]:
    """Neighbours that are alike, counted."""
    found: list[tuple[str, int]] = []
    for face in faces:
        if found and found[-1][0] == face:
            found[-1] = (face, found[-1][1] + 1)
        else:
            found.append((face, 1))
    return found


def _placed(layout: Layout, zone: str, what: str, language: str) -> str:
    return _say("place", language, place=zone_named(layout, zone, language), what=what)


def zone_named(layout: Layout, zone: str, language: str) -> str:
    """A zone as its game names it, else by its id."""
    name: str | None = layout.places.zone_name(zone, layout.view, language)
    return name or zone


def _say(code: str, language: str, **arguments: object) -> str:
    return _SENTENCES.said(code, language, **arguments)
