"""An evening that was really played, judged by its record: what the eyes and the referee of today make of it.

The record tells what happened; when, its times tell as far as the page was told at once. So the record's states are
looked for in what is entered: people who were asked answer by them, tap what no camera can see, and put right what
stays wrong. Symbols only, no pixels.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.games import load
from companion.record import Header
from companion.referee import Referee, Verdict
from companion.sighting import EMPTY, Sighting
from companion.simulated.following import FollowedByReferee, followed
from companion.simulated.physical import is_row
from companion.simulated.scoring import alike, done_in
from companion.simulated.truth import blamed

_EARLIER_MS = 120_000
"""What is entered may be told by the record so much later: people noticed late, or the page was slower."""
_LATER_MS = 20_000
"""What the record told so long ago and is not entered yet, people put in by themselves."""
_PATIENCE = 4
"""After so many looks at which the journal tells something else, people put it right."""
_NOTHING_MS = 10_000
"""That nothing happened people say only if the record tells nothing so soon."""
_NEAR_MOVES = 4
_KNOWN_CARDS = 4
_OTHER_TABLE = 0.5
"""Of the cards that are read surely at the first look at least this share must lie where the record says."""
_SURE = 0.9


class OtherEvening(ValueError):
    """The pictures show another table than the record tells of."""


@dataclass(frozen=True, slots=True)
class ToldMove:
    """A move that counts in the record, and when the page was told or saw it, ms of the film; None: not known."""

    action: Action
    film_ms: int | None


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game as its record tells it: ``known`` of its ``moves`` were made before the film began.

    It was opened at ``opened_ms`` of the film, None where that is not known.
    """

    header: Header
    moves: tuple[ToldMove, ...]
    known: int = 0
    opened_ms: int | None = None

    @property
    def game(self) -> Game:
        """The rules that it was played by."""
        return load(self.header.game)


@dataclass
class Judgement:
    """What became of the games of a recording.

    Of the record's ``moves`` that a camera can see, ``right`` were entered by the program (asked or not), ``missing``
    by people or never; ``wrong`` entries tell what the record does not, of these ``repaired`` were taken back by the
    program or by an answer. ``faults`` of the record are announced aloud by the rules; of these ``announced`` at the
    look that showed them or the next. ``zones`` were read while it is known what lay there.
    """

    moves: int = 0
    right: int = 0
    missing: int = 0
    not_filmed: int = 0
    tapped: int = 0
    wrong: int = 0
    repaired: int = 0
    faults: int = 0
    announced: int = 0
    fault_looks: list[int] = field(default_factory=list)
    false_accusations: int = 0
    questions: int = 0
    dismissed: int = 0
    rescues: int = 0
    looks: int = 0
    zones: int = 0
    zones_right: int = 0
    games: int = 0
    games_right_at_end: int = 0
    delays_ms: list[int] = field(default_factory=list)
    referee_ms: list[float] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


class JournalJudge:
    """Follows one recorded game from sightings and compares what is entered with the record.

    Counts into ``tally``. It has what ``GameWatch`` needs of a table: ``game``, ``state``, ``see``.
    """

    def __init__(self, recorded: RecordedGame, tally: Judgement) -> None:
        self.tally = tally
        self.game = recorded.game
        assert self.game.hands is not None  # noqa: S101 - the reader of the folder has looked
        self._hands = self.game.hands
        self._players = recorded.header.players
        self._times = [move.film_ms for move in recorded.moves[recorded.known :]]
        self._actions = [move.action for move in recorded.moves[recorded.known :]]
        state = recorded.header.new_game()
        known = [move.action for move in recorded.moves[: recorded.known]]
        for action in known:
            state, _ = self.game.apply(state, action)
        self._is_timed = None not in self._times
        self._states: list[Any] = [state]
        self._outcomes: list[tuple[Event, ...]] = []
        for action in self._actions:
            state, events = self.game.apply(state, action)
            self._states.append(state)
            self._outcomes.append(events)
        first = self._states[0]
        referee = Referee(
            self.game,
            first,
            resumed=bool(known),
            since=recorded.header.new_game(),
            moves=tuple(known),
        )
        self._follower = FollowedByReferee(self.game, first, referee)
        self._place = 0
        """How many of the record's moves are in the journal, or in an equivalent one."""
        self._kept = 0
        """How many of the journal's entries led there."""
        self._suspects: dict[int, tuple[Action, tuple[Event, ...]]] = {}
        self._apart = 0
        self._read: set[str] = set()
        self._shown_at: int | None = None
        self._touched_ms = 0
        self._begun = False
        tally.games += 1

    # ------------------------------------------------------------ what the eyes need of a table

    @property
    def state(self) -> Any:
        """The state of the journal now."""
        return self._follower.states[-1]

    @property
    def is_over(self) -> bool:
        """Whether the whole record is in the journal."""
        return self._place == len(self._actions)

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        return self._players

    def see(self, sighting: Sighting) -> Verdict:
        """Take a sighting, as the running table does; people react at once. Raises OtherEvening."""
        now = sighting.monotonic_ms
        if not self._begun:
            self._require_the_same_table(sighting)
        self._tell_what_is_due(now)
        begun = time.perf_counter()
        verdict = self._follower.see(sighting)
        self.tally.referee_ms.append(1000 * (time.perf_counter() - begun))
        self.tally.looks += 1
        self._note_what_was_shown(sighting)
        self._compare(now)
        if self._follower.question is not None:
            self._answer(now)
        self._count_zones(sighting)
        self._tell_what_is_due(now)
        self._put_right_if_need_be(now)
        return verdict

    def finish(self, end_ms: int) -> None:
        """The film, or this game in it, ended at ``end_ms``: what is not entered now is missing."""
        self._tell_what_is_due(end_ms)
        told = self._told_by(end_ms) if self._is_timed else len(self._actions)
        place = next((n for n in range(told, self._place, -1) if self._is_at(n)), None)
        if place is not None:
            self._agree(place, end_ms)
        self._note_suspects()
        self.tally.games_right_at_end += self._is_at(self._place) and self._place == told
        self._convict(self._outcomes[self._place : told])
        for number in range(self._place, len(self._actions)):
            at = self._times[number]
            if at is not None and at > end_ms:
                self.tally.not_filmed += 1
            elif self._is_tapped(number):
                self.tally.tapped += 1
            else:
                self._count_move(number, entered=False)

    # ------------------------------------------------------------ the record

    def _told_by(self, now: int) -> int:
        """How many moves the record had told by then; without times as many as the journal holds."""
        if not self._is_timed:
            return self._place
        due = (number for number, at in enumerate(self._times, start=1) if at is not None and at <= now)
        return max(due, default=0)

    def _reach(self, now: int) -> int:
        """How many moves may be in the journal by now, if the page was slow when they were made."""
        reach = self._place
        for number in range(self._place, len(self._actions)):
            at = self._times[number]
            if at is not None and at > now + _EARLIER_MS:
                break
            reach = number + 1
        return reach

    def _is_tapped(self, number: int) -> bool:
        action = self._actions[number]
        return action["do"] in self._hands.tapped or not self._hands.touched(self._states[number], action)

    def _is_at(self, place: int) -> bool:
        return alike(self._hands, self.state, self._states[place])

    # ------------------------------------------------------------ the journal beside the record

    def _compare(self, now: int) -> None:
        """Find the place of the record at which the journal is."""
        told, reach = self._told_by(now), self._reach(now)
        places = [
            *range(min(told, reach), self._place - 1, -1),
            *range(max(self._place, told) + 1, reach + 1),
        ]
        place = next((one for one in places if self._is_at(one)), None)
        if place is None:
            self._apart += 1
            self._note_suspects()
            return
        self._agree(place, now)

    def _note_suspects(self) -> None:
        """Remember the entries that do not agree with the record so far."""
        entered = list(zip(self._follower.actions, self._follower.outcomes, strict=True))
        for action, events in entered[self._kept :]:
            self._suspects.setdefault(id(action), (action, events))

    def _agree(self, place: int, now: int) -> None:
        begun, self._place = self._place, place
        for number in range(begun, place):
            if not self._is_tapped(number):
                self._count_move(number, entered=True)
                self.tally.delays_ms.append(now - self._touched_ms)
            else:
                self.tally.tapped += 1
        left = {id(action) for action in self._follower.actions}
        # What is left comes to the same as the record, told in another way.
        self._suspects = {one: told for one, told in self._suspects.items() if one not in left}
        self._convict(self._outcomes[begun:place])
        self._kept, self._apart = len(self._follower.actions), 0
        if place > begun:
            self._read, self._shown_at = set(), None

    def _convict(self, told: Sequence[tuple[Event, ...]]) -> None:
        """Entries that agreed with nothing so far: those that the record does not tell either were wrong."""
        truly = [done_in(events) for events in told]
        standing = {id(action) for action in self._follower.actions}
        for action, events in self._suspects.values():
            if (deed := done_in(events)) in truly:
                truly.remove(deed)
                continue
            self.tally.wrong += 1
            self.tally.repaired += id(action) not in standing
            if self._hands.accuses(events):
                accused = blamed(self._hands, action, events)
                self.tally.false_accusations += not accused <= self._guilty()
        self._suspects = {}

    def _guilty(self) -> frozenset[str]:
        """Whom the record accuses of something about where the journal is."""
        near = range(max(0, self._place - _NEAR_MOVES), min(len(self._actions), self._place + _NEAR_MOVES))
        return frozenset().union(
            *(blamed(self._hands, self._actions[number], self._outcomes[number]) for number in near)
        )

    def _count_move(self, number: int, *, entered: bool) -> None:
        """One of the record's moves was entered by the program, or not."""
        self.tally.moves += 1
        self.tally.right += entered
        self.tally.missing += not entered
        if not self._hands.accuses(self._outcomes[number]):
            return
        self.tally.faults += 1
        if entered:
            looks = 0 if self._shown_at is None else self.tally.looks - self._shown_at
            self.tally.fault_looks.append(looks)
            self.tally.announced += looks <= 1

    def _note_what_was_shown(self, sighting: Sighting) -> None:
        """Since which look the next move of the record could be seen, all of it."""
        self._touched_ms = max((one.end_ms for one in sighting.disturbances), default=self._touched_ms)
        self._read |= sighting.zones.keys()
        if self._place < len(self._actions) and self._shown_at is None:
            zones = self._hands.touched(self._states[self._place], self._actions[self._place])
            at = self._times[self._place]
            due = at is None or at <= sighting.monotonic_ms + _LATER_MS
            if due and set(zones) <= self._read and {one.zone for one in sighting.disturbances} & set(zones):
                self._shown_at = self.tally.looks

    # ------------------------------------------------------------ people

    def _tell_what_is_due(self, now: int) -> None:
        """What no camera can see is tapped when the record says so, once the journal is there."""
        while self._place < len(self._actions) and self._is_tapped(self._place):
            at = self._times[self._place]
            if (at is not None and at > now) or not self._is_at(self._place):
                return
            if self._follower.question is not None:
                return
            try:
                self._follower.tap(self._actions[self._place])
            except Rejected:
                self._begin_anew(self._place)
                continue
            self.tally.tapped += 1
            self._place += 1
            self._kept = len(self._follower.actions)
            self._read, self._shown_at = set(), None

    def _answer(self, now: int) -> None:
        """People answer as the record tells it; where no answer does, something else it was."""
        question = self._follower.question
        assert question is not None  # noqa: S101 - the caller has looked
        self.tally.questions += 1
        told, reach = self._told_by(now), self._reach(now)
        soon = max(told, self._told_by(now + _NOTHING_MS))
        best: tuple[int, int] | None = None
        for number, answer in enumerate(question.answers):
            place = self._leads_to(answer.taken_back, followed(answer), reach)
            if place is None or (place == self._place and soon > place):
                continue
            far = (abs(place - told), number)
            best = far if best is None or far < best else best
        self.tally.dismissed += best is None
        self._follower.answer(None if best is None else best[1])
        self._compare(now)
        if best is None:
            self._rescue(now)

    def _leads_to(self, back: int, actions: Iterable[Action], reach: int) -> int | None:
        """The place of the record to which an answer leads, the farthest of several."""
        states = self._follower.states
        if back >= len(states):
            return None
        state = states[len(states) - 1 - back]
        try:
            for action in actions:
                state, _ = self.game.apply(state, action)
        except Rejected:
            return None
        places = range(reach, self._place - 1, -1)
        return next((one for one in places if alike(self._hands, state, self._states[one])), None)

    def _put_right_if_need_be(self, now: int) -> None:
        if self._apart >= _PATIENCE:
            self._rescue(now)
            return
        late = self._place < self._told_by(now - _LATER_MS)
        if late and self._follower.question is None:
            self._rescue(now)

    def _rescue(self, now: int) -> None:
        """People put the journal right: what the record does not tell is undone, what it has told is tapped."""
        self.tally.rescues += 1
        self._compare(now)
        told = self._told_by(now)
        self._convict(self._outcomes[self._place : told])
        if not self._is_at(self._place):
            while len(self._follower.actions) > self._kept:
                self._follower.undo()
            if not self._is_at(self._place):
                self._begin_anew(self._place)
        for number in range(self._place, told):
            if self._is_tapped(number):
                self.tally.tapped += 1
            else:
                self._count_move(number, entered=False)
            try:
                self._follower.tap(self._actions[number])
            except Rejected:
                self._begin_anew(number + 1)
        self._place, self._apart = max(self._place, told), 0
        self._kept = len(self._follower.actions)
        self._read, self._shown_at = set(), None

    def _begin_anew(self, place: int) -> None:
        """The journal is written from the record: what was tapped before cannot be said in another way."""
        self.tally.remarks.append(f"after {place} moves the journal was written anew from the record")
        referee = Referee(self.game, self._states[place], resumed=True)
        self._follower = FollowedByReferee(self.game, self._states[place], referee)
        self._kept = 0

    # ------------------------------------------------------------ zones

    def _count_zones(self, sighting: Sighting) -> None:
        """Compare what was read with what lay there, where the record and the journal leave no doubt about it."""
        if not self._is_at(self._place):
            return
        now = sighting.monotonic_ms
        near = {self._place, self._told_by(now - _NOTHING_MS), self._told_by(now + _NOTHING_MS)}
        places = range(max(self._place, min(near)), max(near) + 1)
        tables = [self.game.visible_table(state) for place in places for state in self._ways(place)]
        for zone, reading in sighting.zones.items():
            shown = {self._shown(zone, table) for table in tables}
            if len(shown) != 1:
                continue
            self.tally.zones += 1
            self.tally.zones_right += tuple(slot.best[0] for slot in reading.slots) in shown

    def _ways(self, place: int) -> Iterator[Any]:
        """The table as the rules leave it, and with a faulty card where the hand put it."""
        yield self._states[place]
        if place and self._hands.accuses(self._outcomes[place - 1]):
            before = self._hands.unjudged(self._states[place - 1])
            with suppress(Rejected):
                yield self.game.apply(before, self._actions[place - 1])[0]

    def _shown(self, zone: str, table: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        lying = tuple(table.get(zone, ()))
        return lying if is_row(self.game, zone) else (lying[-1:] or (EMPTY,))

    def _require_the_same_table(self, sighting: Sighting) -> None:
        """The first look must show what the record begins with, or another evening was filmed."""
        table = self.game.visible_table(self.state)
        known = right = 0
        for zone, reading in sighting.zones.items():
            expected = self._shown(zone, table)
            for slot in reading.slots:
                face, chance = slot.best
                if chance >= _SURE and face[-1] in "SHDC":
                    known += 1
                    right += face in expected
        if known >= _KNOWN_CARDS:
            self._begun = True
            if right < _OTHER_TABLE * known:
                raise OtherEvening(
                    f"of {known} cards seen at the beginning {right} lie where the record has them"
                )
