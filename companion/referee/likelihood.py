"""How well a reading agrees with what should lie in a zone, and what it says by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from math import inf, log

from companion.referee.weights import Weights
from companion.sighting import BACK, EMPTY, UNREADABLE, Slot, ZoneReading

Faces = tuple[str, ...]
Lookalikes = Callable[[str], Collection[str]]

UNKNOWN = "unknown"
"""What ``visible_table`` calls a card that lies face up and was never told: any face agrees with it."""


def reading_cost(
    reading: ZoneReading,
    faces: Faces,
    weights: Weights,
    lookalikes: Lookalikes,
    *,
    loose: bool = False,
    unfound: Collection[int] = (),
) -> float:
    """The cost of a reading where ``faces`` lie, beside the likeliest content: −ln of the ratio, 0 or more.

    ``faces`` go from the base to the top, empty for an empty zone; with ``loose`` their order says nothing.
    ``lookalikes`` are those of ``companion.hands.Doubts``; of the places ``unfound`` in a row, counted from the base,
    it is known that the reader has not found the card.
    """
    slots = reading.slots
    if len(slots) == 1 and len(faces) <= 1:
        return _slot_cost(slots[0], faces[0] if faces else EMPTY, weights, lookalikes)
    filled = [slot for slot in slots if slot.best[0] != EMPTY]
    if loose:
        return _loose_cost(filled, faces, weights, lookalikes)
    if len(filled) == len(faces):
        return sum(
            _slot_cost(slot, face, weights, lookalikes) for slot, face in zip(filled, faces, strict=True)
        )
    return _aligned_cost(filled, faces, weights, lookalikes, unfound)


def _slot_cost(slot: Slot, face: str, weights: Weights, lookalikes: Lookalikes) -> float:
    best, chance = slot.best
    if best == face or (face == UNKNOWN and best not in (EMPTY, BACK)):
        return 0.0
    given = slot.faces
    vague = given.get(UNREADABLE, 0.0) / weights.kinds_of_faces
    shown = vague if best == UNREADABLE else chance + vague
    share = vague * weights.unreadable_but_empty if face == EMPTY else vague
    likely = max(
        given.get(face, 0.0) + share, _never_named(slot, face, weights, lookalikes) * min(1.0, shown)
    )
    return max(0.0, log(shown / likely))


def _never_named(slot: Slot, face: str, weights: Weights, lookalikes: Lookalikes) -> float:
    """How likely a face is that a reader did not name."""
    best, chance = slot.best
    if EMPTY in (face, best):
        return weights.never_empty
    alike = lookalikes(best)
    if face in alike:
        return max(weights.never_named, weights.lookalike * (1.0 - chance))
    if alike:
        return weights.never_alike
    return max(weights.never_named, weights.unnamed * (1.0 - chance))


def _aligned_cost(
    slots: Sequence[Slot], faces: Faces, weights: Weights, lookalikes: Lookalikes, unfound: Collection[int]
) -> float:
    """The cheapest way to lay a row of slots along a row of faces, some missed and some too many (edit distance).

    What hides a card often hides the next one, too (affine gaps: Gotoh, "An improved algorithm for matching
    biological sequences", 1982).
    """
    missed = [
        weights.missed_again if place in unfound else weights.missed for place in range(len(faces) - 1)
    ] + [weights.missed_top] * bool(faces)
    beside = [min(cost, weights.missed_beside) for cost in missed[:-1]] + missed[-1:]

    def with_gaps(found: Sequence[float]) -> list[float]:
        """The cost of each number of faces told where ``found`` is that of those whose last was not missed."""
        gap, costs = inf, [found[0]]
        for place, cost in enumerate(missed):
            gap = min(gap + beside[place], found[place] + cost)
            costs.append(min(found[place + 1], gap))
        return costs

    before = with_gaps([0.0] + [inf] * len(faces))
    for slot in slots:
        phantom = _phantom_cost(slot, faces, weights)
        found = [before[0] + phantom]
        for place, face in enumerate(faces):
            lies = before[place] + _slot_cost(slot, face, weights, lookalikes)
            found.append(min(lies, before[place + 1] + phantom))
        before = with_gaps(found)
    return before[-1]


def _phantom_cost(slot: Slot, faces: Faces, weights: Weights) -> float:
    """The cost of a card that is not there: a card of the row may be found twice, another is hardly read surely.

    One that lies there hardly wavers.
    """
    face, chance = slot.best
    if chance < weights.wavers and face not in (UNREADABLE, BACK):
        return weights.phantom_wavering
    is_twice = face in (*faces, UNREADABLE, BACK)
    return weights.phantom if is_twice or chance < weights.surely_read else weights.phantom_surely_read


def _loose_cost(slots: Sequence[Slot], faces: Faces, weights: Weights, lookalikes: Lookalikes) -> float:
    """The cost when things lie in no order: the surest face first takes the slot that agrees best.

    Then any two change places as long as that is cheaper: a doubtful slot may be needed for another face.
    """

    def apart(slot: Slot | None, face: str | None) -> float:
        if slot is None or face is None:
            return weights.missed if face is not None else weights.phantom if slot is not None else 0.0
        return _slot_cost(slot, face, weights, lookalikes)

    left: list[Slot | None] = list(slots)
    pairs: list[tuple[Slot | None, str | None]] = []
    for face in sorted(faces, key=lambda one: min((apart(slot, one) for slot in slots), default=inf)):
        best = min(left, key=lambda slot: apart(slot, face), default=None)
        if best is not None:
            left.remove(best)
        pairs.append((best, face))
    pairs += [(slot, None) for slot in left]
    changed = True
    while changed:
        changed = False
        for (at, (slot, mine)), (other_at, (other, its)) in combinations(enumerate(pairs), 2):
            if apart(other, mine) + apart(slot, its) + weights.rounding < apart(slot, mine) + apart(
                other, its
            ):
                pairs[at], pairs[other_at] = (other, mine), (slot, its)
                changed = True
                break
    return sum(apart(slot, lies) for slot, lies in pairs)


def believed(reading: ZoneReading, expected: Faces, weights: Weights, *, loose: bool = False) -> Faces | None:
    """The likeliest faces in a zone, given what was ``expected`` there; None when that cannot be said.

    In a row what is unreadable is taken for what is expected; a covered card that reads differently has not changed
    either. Of ``loose`` things nothing is covered, and what is unreadable, or less likely any face than not that one,
    is the one that is not seen elsewhere; if all are seen it is what it is likeliest taken for.
    """
    found = [slot.best[0] for slot in reading.slots]
    if loose and len(found) > 1:
        found = [
            face if chance >= weights.half or face == EMPTY else UNREADABLE
            for face, chance in (slot.best for slot in reading.slots)
        ]
    if found == [UNREADABLE]:
        return None
    faces = [face for face in found if face != EMPTY]
    if loose:
        unseen = list((Counter(expected) - Counter(faces)).elements())
        if not unseen and len(reading.slots) > 1:
            faces = [_named(slot, weights) for slot in reading.slots if slot.best[0] != EMPTY]
        if len(unseen) != faces.count(UNREADABLE) and UNREADABLE in faces:
            return None
        return tuple(unseen.pop() if face == UNREADABLE else face for face in faces)
    if lacks_covered_cards(faces, expected):
        return expected
    for place, face in enumerate(faces):
        known = place < len(expected)
        covered = place + 1 < len(faces)
        if face == UNREADABLE and not known:
            return None
        if known and (face == UNREADABLE or (covered and _goes_on(faces, expected, place))):
            faces[place] = expected[place]
    return tuple(faces)


def _named(slot: Slot, weights: Weights) -> str:
    """The likeliest face by name of something that cannot be read, or ``unreadable`` where it is hardly like any."""
    named = {face: chance for face, chance in slot.faces.items() if face not in (UNREADABLE, EMPTY)}
    best = max(named, key=named.__getitem__, default=UNREADABLE)
    return best if slot.best[0] != UNREADABLE or named.get(best, 0.0) >= weights.taken_for else UNREADABLE


def lacks_covered_cards(faces: Sequence[str], row: Faces) -> bool:
    """Whether of a row only cards under others were not found: the free one is, and the others in their order."""
    left = iter(row)
    return 0 < len(faces) < len(row) and faces[-1] == row[-1] and all(face in left for face in faces)


def _hides_covered_cards(faces: Faces, row: Faces) -> bool:
    """Whether a new free card was found, and of the row that lay there as many or fewer cards as it replaced: those
    not found may lie under it.
    """
    if not faces or faces[-1] in (*row, BACK) or BACK in row:
        return False
    left = iter(row)
    return len(faces) == len(row) or (len(faces) < len(row) and all(face in left for face in faces[:-1]))


def shows_more_covered_cards(faces: Sequence[str], row: Faces) -> bool:
    """Whether a row shows all that lies there, the free card last, and more under it: no hand slips one in there."""
    left = iter(faces)
    return 0 < len(row) < len(faces) and faces[-1] == row[-1] and all(face in left for face in row)


def _goes_on(faces: Sequence[str], expected: Faces, place: int) -> bool:
    """Whether a row goes on as expected above a place; or it ended there, and has grown by something else than what
    lay there, under which a card has come.
    """
    above = expected[place + 1 :]
    return faces[place + 1] == above[0] if above else expected[place] not in faces[place + 1 :]


def alternatives(reading: ZoneReading, faces: Faces, expected: Faces, least: float) -> list[Faces]:
    """Other contents of a zone that differ from ``faces`` (its believed content) in one slot of some probability.

    A row may also have grown while cards under the new one were not found, or one too many was.
    """
    hidden = [(*expected, *faces[-1:])] if _hides_covered_cards(faces, expected) else []
    if len(reading.slots) == 1:
        now = faces[0] if faces else EMPTY
        others = [face for face, chance in reading.slots[0].faces.items() if chance >= least and face != now]
        shown: list[Faces] = [() if face == EMPTY else (face,) for face in others if face != UNREADABLE]
        return shown + hidden
    if len(reading.slots) != len(faces):
        return []
    found = [
        (*faces[:place], face, *faces[place + 1 :])
        for place, slot in enumerate(reading.slots)
        for face, chance in slot.faces.items()
        if chance >= least and face not in (faces[place], UNREADABLE, EMPTY)
    ]
    grown = (*expected, *faces[-1:])
    if len(faces) == len(grown) + 1 and shows_more_covered_cards(faces, grown):
        found.append(grown)
    return found + hidden


def shown_plainly(reading: ZoneReading, expected: Faces, weights: Weights) -> Faces:
    """What a zone of things in no order shows, the likeliest face of each, without those that are more than
    ``expected`` and waver: what is printed there, or a fold, was taken for them.
    """
    filled = [slot for slot in reading.slots if slot.best[0] != EMPTY]
    left, doubtful = Counter(expected), []
    for slot in sorted(filled, key=lambda one: -one.best[1]):
        face, chance = slot.best
        if left[face]:
            left[face] -= 1
        elif face != UNREADABLE and chance < weights.wavers:
            doubtful.append(slot)
    dropped = doubtful[::-1][: max(0, len(filled) - len(expected))]
    return tuple(slot.best[0] for slot in filled if not any(slot is one for one in dropped))
