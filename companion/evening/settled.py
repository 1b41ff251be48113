"""Which cards people have told: what answers and corrections in the journal say of a table that was looked at.

Nothing here knows pictures: a moment is the table when the eyes looked, and the journal says what lay there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.fold import Folded, fold
from companion.game import Game
from companion.games import load
from companion.journal import Entry
from companion.offering import differing, led_to, played

Faces = tuple[str, ...]
Lying = Mapping[str, Faces]
_MOST_MOMENTS = 24

Seen = TypeVar("Seen")


@dataclass(eq=False)
class Moment(Generic[Seen]):
    """The table when the eyes looked: ``upto`` is the last entry that tells of it, ``lying`` what lay there as the
    journal has it, ``seen`` what was seen in the zones of interest. ``question`` is the entry that asks about it,
    ``offered`` are the tables that its answers tell.
    """

    seen: Mapping[str, Seen]
    upto: int
    lying: Lying
    question: int | None = None
    offered: tuple[Lying, ...] = ()


@dataclass(frozen=True)
class Told(Generic[Seen]):
    """A zone of which people told what lies there: its cards from the base on, and the ``places`` among them, counted
    from the top (-1), that people were asked about or put right. ``entries`` are those on which that rests. ``now``:
    it is what the table as it was last seen should show, if hands have not gone on.
    """

    zone: str
    seen: Seen
    faces: Faces
    places: frozenset[int]
    entries: tuple[int, ...]
    now: bool


@dataclass
class Settling(Generic[Seen]):
    """Follows the journal of one game, entry by entry, beside the moments at which the eyes looked."""

    read_upto: int = 0
    moments: list[Moment[Seen]] = field(default_factory=list)
    _open: list[Moment[Seen]] = field(default_factory=list)
    """Moments of which people have said what is not true: the next move they tap tells what is."""

    def changed_zones(self, before: Lying, entries: Sequence[Entry]) -> tuple[frozenset[str], Moment[Seen]]:
        """The zones of which the last entries tell, and the moment as it is before anybody says what was seen in
        them: where a question is open those in which its answers differ, else those that lie otherwise than
        ``before``.
        """
        folded = _folded(entries)
        game = load(folded.header.game)
        lying = lying_of(game, folded.state)
        upto = entries[-1].seq
        if folded.question is None:
            return differing((before, lying)), Moment({}, upto, lying)
        offered = tuple(_offered(game, folded, folded.question.body))
        return differing(offered), Moment({}, upto, lying, folded.question.seq, offered)

    def remember(self, moment: Moment[Seen]) -> None:
        """Keep a moment, of many the latest."""
        self.moments = [*self.moments, moment][-_MOST_MOMENTS:]

    def told(self, entries: Sequence[Entry]) -> list[Told[Seen]]:
        """What people have told since the last call; ``entries`` are all of the game."""
        new = [entry for entry in entries if entry.seq > self.read_upto]
        if not new:
            return []
        self.read_upto = new[-1].seq
        folded = _folded(entries)
        found: list[Told[Seen]] = []
        for entry in new:
            if entry.seq in folded.undone:
                continue
            if entry.kind == "answer":
                found += self._answered(entry, entries, folded)
            elif entry.kind == "amend":
                rests_on = (int(entry.body["target"]), entry.seq)
                for moment in self.moments:
                    found += self._put_right(moment, moment.upto, folded, rests_on)
            elif entry.kind == "undo":
                self._take_back(int(entry.body["target"]), folded)
            elif entry.kind == "action" and not entry.body.get("reading"):
                for moment in self._open:
                    found += self._tapped(moment, entry.seq, folded)
                self._open = []
            elif entry.kind in ("action", "question"):
                self._open = []
        return found

    def _answered(self, entry: Entry, entries: Sequence[Entry], folded: Folded) -> list[Told[Seen]]:
        moment = next((one for one in self.moments if one.question == entry.body["question"]), None)
        if moment is None:
            return []
        choice, action = entry.body.get("choice"), entry.body.get("action")
        if choice is None and action is None:
            self._open.append(moment)
            return []
        asked = next(one for one in entries if one.seq == moment.question)
        chosen = {} if choice is None else asked.body["answers"][choice]
        if action is None and chosen.get("action") is not None:
            # What was chosen lacked something: the next question asks for it, about the same look.
            following = next((one for one in entries if one.seq > entry.seq), None)
            if following is not None and following.kind == "question":
                moment.question = following.seq
            return []
        last = entry.seq + len(chosen.get("then", ()))
        return list(self._chosen(moment, tuple(range(entry.seq, last + 1)), folded, now=True))

    def _tapped(self, moment: Moment[Seen], seq: int, folded: Folded) -> Iterator[Told[Seen]]:
        """What a tapped move says of a moment: of the zones alone whose cards it moved."""
        before, after = _lying_after(folded, seq - 1), _lying_after(folded, seq)
        if before is None or after is None:
            return
        # Of a question that was dismissed the table still shows what was asked about.
        now = bool(moment.offered) and moment.upto == moment.question
        found = (
            self._chosen(moment, (seq,), folded, now=now)
            if moment.offered
            else self._put_right(moment, seq, folded, (seq,))
        )
        yield from (told for told in found if before.get(told.zone) != after.get(told.zone))

    def _chosen(
        self, moment: Moment[Seen], entries: tuple[int, ...], folded: Folded, *, now: bool
    ) -> Iterator[Told[Seen]]:
        """What people said of a moment about which they were asked: of the places at which the answers differ."""
        lying = _lying_after(folded, entries[-1])
        if lying is None:
            return
        moment.lying, moment.upto = lying, entries[-1]
        for zone, seen in moment.seen.items():
            faces = lying.get(zone, ())
            places = frozenset(
                place
                for place in range(-len(faces), 0)
                if any(
                    _at(other.get(zone, ()), len(faces), place) != faces[place] for other in moment.offered
                )
            )
            if places:
                yield Told(zone, seen, faces, places, entries, now)

    def _put_right(
        self, moment: Moment[Seen], upto: int, folded: Folded, rests_on: tuple[int, ...]
    ) -> Iterator[Told[Seen]]:
        """What the journal says of a moment otherwise than before: a card that is another one."""
        lying = _lying_after(folded, upto)
        if lying is None:
            return
        before, moment.lying = moment.lying, lying
        for zone, seen in moment.seen.items():
            was, faces = before.get(zone, ()), lying.get(zone, ())
            if len(was) == len(faces):
                places = frozenset(place for place in range(-len(faces), 0) if was[place] != faces[place])
                if places:
                    yield Told(zone, seen, faces, places, rests_on, now=False)

    def _take_back(self, target: int, folded: Folded) -> None:
        """An entry was undone: what it told of its moment people may tell anew by the next move they tap."""
        for moment in self.moments:
            if target == moment.upto:
                self._open.append(moment)
            elif moment not in self._open:
                moment.lying = _lying_after(folded, moment.upto) or moment.lying


def lying_of(game: Game, state: Any) -> Lying:
    """What lies on the visible table, zone by zone, the lowest first."""
    return {zone: tuple(faces) for zone, faces in game.visible_table(state).items()}


def no_longer_told(entries: Sequence[Entry], rests_on: Sequence[int]) -> bool:
    """Whether any of the entries on which something rests was undone, or put right by another one since."""
    undone = _folded(entries).undone
    amended = {
        int(entry.body["target"])
        for entry in entries
        if entry.kind == "amend" and entry.seq not in undone and entry.seq not in rests_on
    }
    return not (undone | amended).isdisjoint(rests_on)


def _folded(entries: Sequence[Entry]) -> Folded:
    return fold(load(entries[0].body["game"]), entries)


def _lying_after(folded: Folded, upto: int) -> Lying | None:
    """The table after the entries up to one, as the whole journal tells them by now; None where they are refused."""
    game = load(folded.header.game)
    state = played(game, folded.header.new_game(), [m.action for m in folded.moves if m.seq <= upto])
    return None if state is None else lying_of(game, state)


def _offered(game: Game, folded: Folded, question: Mapping[str, Any]) -> Iterator[Lying]:
    """The tables that the answers to a question tell."""
    for answer in question["answers"]:
        state = led_to(game, folded, answer)
        if state is not None:
            yield lying_of(game, state)


def _at(faces: Faces, length: int, place: int) -> str | None:
    """The card at a place counted from the top of a pile of ``length``, looked up in ``faces`` from the base."""
    at = length + place
    return faces[at] if 0 <= at < len(faces) else None
