"""What may excuse a fault before somebody is accused: a card read wrongly, or what hands did that left no trace.

Accusing costs most (DESIGN.md): whatever is thought of here and is likely enough is asked about first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from math import log
from typing import Any

from companion.action import Action, Rejected
from companion.hands import Faces
from companion.referee.hypothesis import Candidate, Hypothesis, common
from companion.referee.revising import Revising, renamed
from companion.referee.search import Explanation, Search, Watched
from companion.sighting import BACK, EMPTY, UNREADABLE, Slot


class Excuses:
    """Looks for faultless hypotheses of what seems to be a fault."""

    def __init__(self, watched: Watched, revising: Revising) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._revising = revising
        self._idle_hands: list[tuple[int, frozenset[str]]] = []
        self._path: tuple[Action, ...] = ()
        self._states: list[Any] = []

    def begin(self, first: Any) -> None:
        """The state from which every hypothesis starts."""
        self._path, self._states = (), [first]

    def forget(self, count: int) -> None:
        """Only the first ``count`` actions still hold: idle hands seen after them are forgotten."""
        self._idle_hands = [one for one in self._idle_hands if one[0] <= count]

    def hands_were_idle(self, hypothesis: Hypothesis) -> None:
        """Hands were over the table and nothing has changed: perhaps they moved something to and fro."""
        self._idle_hands = [*self._idle_hands, (len(hypothesis.path), frozenset(self._evidence.touched))][
            -self._weights.idle_hands :
        ]

    def of(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """Every faultless hypothesis by which the same actions explain the look, with what it costs."""
        return [
            *self._misread(faulty, search),
            *self._went_to_and_fro(faulty, search),
            *self._by_another_way(faulty, search),
            *self._by_way_of(faulty, search),
            *self._on_its_way(faulty, search),
        ]

    def zones_of(self, faulty: Candidate) -> set[str]:
        """The zones of the actions and of whatever is said to have been omitted."""
        found = {zone for touched in faulty.explanation.touches for zone in touched}
        state = faulty.rewound.state
        for action in faulty.explanation.actions:
            try:
                state, events = self._game.apply(state, action)
            except Rejected:
                break  # what was announced before is put back
            found.update(*self._hands.doubts.proofs(events))
        return found

    def _misread(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """The same actions, faultless because a card was read wrongly that lies there, or just beneath: worth asking.

        What was read only once, where it lies now, may be any card that looks alike, however sure the reading was.
        """
        explanation, before, found = faulty.explanation, faulty.rewound, list[Candidate]()
        table = self._table_before(faulty)
        known = Counter(face for faces in table.values() for face in faces)
        new = Counter(face for faces in explanation.table.values() for face in faces) - known
        least = self._weights.noticeable * explanation.rarest
        recent = replace(before, trail=before.trail[-self._weights.recent :])
        whole, matters = self._from_the_beginning(before), self.zones_of(faulty)
        for zone, reading in self._evidence.readings.items():
            should = explanation.table.get(zone, ())
            pairs = zip(reversed(reading.slots), reversed(should), strict=False)
            for beneath, (slot, face) in enumerate(pairs):
                likely = {other for other, chance in slot.faces.items() if chance >= least} - {face}
                for other, dearer in self._taken_for(slot, face, likely).items():
                    hypotheses = (
                        [before] if face in new else self._revising.revised(recent, face, other, zone)
                    )
                    excuse = "misread"
                    if not hypotheses and zone in matters and not beneath:
                        hypotheses = self._revising.revised_since_it_lies(whole, face, other, zone)
                        excuse = "read_once"
                    if not hypotheses and zone in matters and other in likely:
                        hypotheses = self._revising.revised(whole, face, other, zone, hindsight=True)
                        excuse = "long_ago"
                    for told in hypotheses:
                        if other in likely or told.past_cost == before.past_cost:
                            told = replace(told, past_cost=told.past_cost + dearer) if dearer else told
                            found += self._with_another(told, explanation, face, other, search, excuse)
        for zone in {zone for touched in explanation.touches for zone in touched}:
            faces = table.get(zone, ())
            if len(faces) == 1 and len(explanation.table.get(zone, ())) == 1:
                for other in self._hands.doubts.lookalikes(faces[0]):
                    for told in self._revising.revised_since_it_lies(whole, faces[0], other, zone):
                        told = replace(told, past_cost=before.past_cost - log(self._weights.never_named))
                        found += self._with_another(
                            told, explanation, faces[0], other, search, "covered_since"
                        )
        for face in self._went_under(explanation):
            for other in self._hands.doubts.lookalikes(face):
                for told in self._revising.revised(recent, face, other):
                    found += self._with_another(told, explanation, face, other, search, "went_under")
        return found

    def _went_under(self, explanation: Explanation) -> Collection[str]:
        """The cards that were moved and covered between two looks: where they lie now nobody has read them."""
        moved = {str(action["card"]) for action in explanation.actions if action.get("card")}
        shown: set[str] = set()
        for zone, reading in self._evidence.readings.items():
            shown.update(explanation.table.get(zone, ())[-len(reading.slots) :])
        return sorted(moved - shown)

    def _taken_for(self, slot: Slot, face: str, likely: Collection[str]) -> Mapping[str, float]:
        """What a card that reads as ``face`` may be, and how much dearer than ``Evidence.reading_cost`` says.

        What looks like another face that the reader holds for likelier may be it, too. Where a reader is sure and
        wrong, the face that it named next is nearly always the right one.
        """
        if face not in slot.faces:
            return {}
        alike = {*self._hands.doubts.lookalikes(face), *self._hands.doubts.lookalikes(slot.best[0])}
        others = dict.fromkeys(sorted(alike - {face}), 0.0)
        named = [other for other in slot.faces if other not in (face, UNREADABLE)]
        following = max(named, key=lambda other: slot.faces[other], default=face)
        others.update(dict.fromkeys(sorted(likely), 0.0))
        if following in others:
            read = log(max(slot.faces[following], self._weights.never_named))
            cheaper = min(0.0, self._weights.named_next + read)
            if cheaper and self._weights.excuses("named_next"):
                others[following] = cheaper
        return others

    def _from_the_beginning(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis with the whole game in its trail, also what people answered or what was announced.

        A card that was read wrongly long ago may excuse somebody now; people decide (``Hypothesis.hindsight``).
        """
        known = common(self._path, hypothesis.path)
        self._path = hypothesis.path
        del self._states[known + 1 :]
        try:
            for action in hypothesis.path[known:]:
                self._states.append(self._game.apply(self._states[-1], action)[0])
        except Rejected:
            self._path = hypothesis.path[: len(self._states) - 1]
            return hypothesis
        *before, state = self._states
        same = self._game.visible_table(state) == self._game.visible_table(hypothesis.state)
        return replace(hypothesis, trail=tuple(enumerate(before)), firm=0) if same else hypothesis

    def _with_another(
        self,
        hypothesis: Hypothesis,
        explanation: Explanation,
        face: str,
        instead: str,
        search: Search,
        excuse: str,
    ) -> list[Candidate]:
        """The explanation told of another card, if that is faultless."""
        if instead in (UNREADABLE, EMPTY, BACK):
            return []
        actions = [renamed(action, face, instead) for action in explanation.actions]
        one = search.told(search.root(hypothesis.state), actions)
        if one is None or one.faulty:
            return []
        return [Candidate(hypothesis, one, excuses=tuple(dict.fromkeys(("misread", excuse))))]

    def _went_to_and_fro(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """The same actions, faultless because of what hands moved and moved back when nothing seemed to happen."""
        explanation, before, found = faulty.explanation, faulty.rewound, list[Candidate]()
        places = before.open_trail
        over = frozenset(self._evidence.touched)
        for length, zones in (*self._idle_hands, (len(before.path), over)):
            now = length == len(before.path)
            if not now and length not in places:
                continue
            state = before.state if now else before.trail[places[length]][1]
            for there_and_back in self._hands.doubts.to_and_fro(state, zones):
                if now:
                    # What hands did since the last entry they did in the order in which they were seen.
                    moved: Hypothesis | None = before
                    done = (*there_and_back, *explanation.actions)
                else:
                    cost = self._weights.further_action * len(there_and_back)
                    again = (*there_and_back, *before.path[length:])
                    moved = self._revising.replayed(before, places[length], again, cost)
                    done = explanation.actions
                one = None if moved is None else search.told(search.root(moved.state), done)
                if moved is not None and one is not None and not one.faulty:
                    found.append(Candidate(moved, one, excuses=("to_and_fro",)))
        return found

    def _by_another_way(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """The same picture, faultless because one of the actions was done by other moves, however many."""
        before, actions, found = faulty.rewound, faulty.explanation.actions, list[Candidate]()
        state = before.state
        for place, action in enumerate(actions):
            for instead in self._hands.doubts.otherwise(state, action, self._evidence.touched.keys()):
                done = (*actions[:place], *instead, *actions[place + 1 :])
                one = search.told(search.root(before.state), done)
                if one is not None and not one.faulty:
                    found.append(Candidate(before, one, excuses=("another_way",)))
            try:
                state, _ = self._game.apply(self._hands.unjudged(state), action)
            except Rejected:
                break
        return found

    def _by_way_of(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """Faultless because a card rested in another zone before it went on: hands were seen there, too."""
        before, actions, found = faulty.rewound, faulty.explanation.actions, list[Candidate]()
        for place, action in enumerate(actions):
            ends = (action.get("from"), action.get("to"))
            if None in ends:
                continue
            for zone in sorted(self._evidence.touched.keys() - {*ends}):
                rests = ({**action, "to": zone}, {**action, "from": zone})
                done = (*actions[:place], *rests, *actions[place + 1 :])
                one = search.told(search.root(before.state), done)
                if one is not None and not one.faulty:
                    found.append(Candidate(before, one, excuses=("by_way_of",)))
        return found

    def _on_its_way(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """Faultless because the card that was entered last lay nowhere yet: a look saw it in a hand on its way."""
        before, actions, found = faulty.rewound, faulty.explanation.actions, list[Candidate]()
        if not before.trail or not before.firm <= before.trail[-1][0] < len(before.path):
            return []
        *earlier, last = before.path[before.trail[-1][0] :]
        for place, action in enumerate(actions):
            carried = (last["by"], last.get("to"), last.get("card"))
            if carried[1] and (action["by"], action.get("from"), action.get("card")) == carried:
                whole = [*earlier, {**last, "to": action["to"]}]
                told = self._revising.replayed(before, len(before.trail) - 1, whole, self._weights.on_its_way)
                rest = (*actions[:place], *actions[place + 1 :])
                one = None if told is None else search.told(search.root(told.state), rest)
                if told is not None and one is not None and not one.faulty:
                    found.append(Candidate(told, one, excuses=("on_its_way",)))
        return found

    def _table_before(self, candidate: Candidate) -> Mapping[str, Faces]:
        return self._game.visible_table(self._hands.unjudged(candidate.rewound.state))
