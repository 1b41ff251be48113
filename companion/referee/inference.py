"""Works out which hypotheses a look allows, and the posterior of each.

A hypothesis is one way in which the game may have gone: what hands did, what was put back, what was read wrongly.
Most looks continue the one that the journal tells; a few others stay in the beam beside it, because a card that was
read wrongly betrays itself later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from math import exp, inf, log
from typing import Any

from companion.action import Action, Event, Rejected
from companion.hands import Faces
from companion.referee.excuses import Excuses
from companion.referee.hypothesis import Candidate, Hypothesis
from companion.referee.misplacing import Misplacing
from companion.referee.revising import Revising
from companion.referee.search import Explanation, Search, Watched, WorkedOut
from companion.sighting import BACK


class Inference:
    """Proposes the hypotheses that a look allows and weighs them against each other."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._sides = watched.sides
        self._revising = Revising(watched)
        self.excuses = Excuses(watched, self._revising)
        self.misplacing = Misplacing(watched)
        self._worked_out = WorkedOut()
        self.cut_short = False
        """Whether the last look was too intricate to think of everything."""

    def tell(self, action: Action) -> None:
        """People told an action by the page: no hypothesis tells it otherwise."""
        self._revising.tell(action)

    def lying_wrongly(self, state: Any) -> frozenset[str]:
        """The zones that look otherwise than in a state because hands put something down wrongly."""
        here = Candidate(Hypothesis((), state), self._watched.search().root(state))
        told = self.misplacing.told(here, handled=True)
        return frozenset() if told is None else told.explanation.misplaced

    def candidates(
        self,
        hypotheses: Sequence[Hypothesis],
        *,
        fresh: Collection[str] | None,
        named: float,
        through: Sequence[Mapping[str, Faces]],
        wary: bool = False,
        again: bool = False,
        before: Sequence[Action] = (),
    ) -> tuple[list[Candidate], list[tuple[Action, Rejected]]]:
        """Every hypothesis with every explanation of the look, likeliest first; and the actions that rules refuse.

        Only a look at zones that are ``fresh`` (None: all) can tell news; the others as in ``Search``.
        What is hopeless is left out. ``again``: it is still the look of the last time. ``before``: what the last look
        showed, most likely; it may be hidden by now.
        """
        if not again:
            self._worked_out = WorkedOut()
        search = self._watched.search(named=named, through=through, wary=wary, worked_out=self._worked_out)
        found: list[Candidate] = []
        refused: list[tuple[Action, Rejected]] = []
        most = inf
        told: list[tuple[Hypothesis, Explanation, Sequence[Explanation]]] = []
        for hypothesis in sorted(hypotheses, key=lambda one: one.past_cost):
            root = search.root(hypothesis.state)
            if not self._evidence.disagreeing(root.table, {}, fresh) and not self._evidence.wavers(
                root.table
            ):
                found.append(Candidate(hypothesis, root))
            else:
                result = search.explain(root, most - hypothesis.past_cost)
                found += [Candidate(hypothesis, one) for one in result.explanations]
                refused += result.refused
                told.append((hypothesis, root, result.explanations))
            most = min(most, min(one.cost for one in found) + self._weights.forgotten)
        search.think_beside()
        for hypothesis, root, explanations in told:
            best = explanations[0]
            doubtful = best.faulty or not best.actions or not search.is_plain(best)
            if doubtful:
                found += _proposed_by("put_back", self._put_back(hypothesis, search, root, best))
                found += _proposed_by("never_happened", self._never_happened(hypothesis, search, root, best))
            if before and hypothesis is hypotheses[0]:
                shown = search.told(root, before)
                found += [] if shown is None else [Candidate(hypothesis, shown)]
            found += _proposed_by("read_again", self._read_again(hypothesis, search, root))
            found += _proposed_by(
                "read_again_since", self._read_again_since(hypothesis, search, explanations)
            )
            found += _proposed_by("unseen_turn", self._went_unseen(hypothesis, search, best))
            if hypothesis is hypotheses[0] and not best.faulty:
                found += _proposed_by("twin_came", self._with_its_twin(hypothesis, search, root, best))
                found += _proposed_by("taken_on", self._taken_on(hypothesis, search, root, best))
            if hypothesis is hypotheses[0]:
                found += _proposed_by("misthrown", self._thrown_otherwise(hypothesis, search, best))
        self.cut_short = search.cut_short
        found = self._excused(found)
        likeliest = min(found, key=lambda one: one.cost)
        if wary and likeliest.explanation.faulty:
            excused = [self.excuses.of(one, search) for one in (likeliest, *_beginnings(likeliest, found))]
            found = self._excused([*found, *chain.from_iterable(excused)])
        if self._hands.puts_right:
            found += self._done_wrongly(found, hypotheses[0], search)
        found = _cheapest(found)
        least = min(one.cost for one in found)
        near = [one for one in found if one.cost <= least + self._weights.forgotten]
        weights = [exp(least - one.cost) for one in near]
        # What was strange before hands came is no sign that they did something that nobody thinks of.
        standing = self._evidence.standing_cost(search.root(hypotheses[0].state).table)
        whole = sum(weights) + exp(least - standing - self._weights.something_else)
        whole += self._unnamed(likeliest) if self._weights.excuses("unnamed") else 0.0
        likely = [replace(one, posterior=weight / whole) for one, weight in zip(near, weights, strict=True)]
        return sorted(likely, key=lambda one: -one.posterior), refused

    def _done_wrongly(
        self, found: Sequence[Candidate], entered: Hypothesis, search: Search
    ) -> list[Candidate]:
        """The candidates with what they leave strange told as done wrongly; no part of what was done rightly is."""
        here = [one.explanation for one in found if one.hypothesis is entered and not one.excuses]
        plain = any(self._leaves_nothing(told, search) for told in here)
        begun = [one for one in found if not (plain and one.explanation.actions)]
        return [other for one in begun if (other := self.misplacing.told(one)) is not None]

    def _leaves_nothing(self, explanation: Explanation, search: Search) -> bool:
        """Whether hands did just this, faultlessly: then they did not do a part of it wrongly."""
        plain = bool(explanation.actions) and not explanation.faulty and search.is_plain(explanation)
        return plain and explanation.reading_cost <= self._weights.explained

    def _excused(self, found: Sequence[Candidate]) -> list[Candidate]:
        """The candidates without those of excuses that are switched off; what is hopeless nobody asks about."""
        most = min(one.cost for one in found) + self._weights.forgotten
        return [one for one in found if one.cost > most or all(map(self._weights.excuses, one.excuses))]

    def _unnamed(self, best: Candidate) -> float:
        """How likely one of the cards that turned up is another one, beside what the best candidate takes it for."""
        told = {zone for touched in best.explanation.touches for zone in touched}
        table = best.explanation.table
        before = self._game.visible_table(self._hands.unjudged(best.rewound.state))
        known = Counter(face for faces in before.values() for face in faces)
        new = Counter(face for faces in table.values() for face in faces) - known
        return sum(
            self._evidence.unnamed(zone, faces, new=faces[-1] in new)
            for zone in told - self._hands.lanes  # what stands in a lane is known, and where is not new
            if (faces := table.get(zone, ()))
        )

    def _put_back(
        self, hypothesis: Hypothesis, search: Search, root: Explanation, best: Explanation
    ) -> list[Candidate]:
        """Cards put back to where they lay a few moves ago (and perhaps played elsewhere then)."""
        action = self._hands.doubts.put_back(hypothesis.state)
        told = (
            None
            if action is None
            else search.by_action(root, hypothesis.state, action, self._weights.put_back_by_rule)
        )
        if told is not None and told.table != root.table:
            return [Candidate(hypothesis, told)]
        found = []
        for back, (length, state) in enumerate(
            reversed(hypothesis.trail[-self._weights.put_back_within :]), start=1
        ):
            if any(
                self._hands.laid(action).keys() & self._hands.momentary for action in hypothesis.path[length:]
            ):
                break  # a throw cannot be put back
            earlier = search.instead_of(root, state, taken_back=len(hypothesis.path) - length)
            if earlier.table == root.table or self._is_unknown(hypothesis, earlier):
                continue
            earlier = earlier._replace(cost=self._cost_of_putting_back(hypothesis, back, earlier))
            if earlier.total <= best.total + self._weights.forgotten:
                found.append(Candidate(hypothesis, earlier))
            if (
                back == 1
                and best.reading_cost > self._weights.explained
                and earlier.reading_cost > self._weights.explained
            ):
                matters = best.total + self._weights.forgotten
                result = search.explain(earlier, best.total, matters=matters)
                others = (one for one in result.explanations if one.actions and one.table != root.table)
                found += [Candidate(hypothesis, one) for one in others]
        return found

    def _read_again(self, hypothesis: Hypothesis, search: Search, root: Explanation) -> list[Candidate]:
        """Hypotheses in which an untouched card was read wrongly before: it now shows another face."""
        found = []
        for zone in self._evidence.strange(root.table, root.laid):
            should = root.table.get(zone, ())
            shows = self._evidence.shows(zone, should)
            if not should or len(shows) != len(should):
                continue
            wrong = [place for place, face in enumerate(should) if face != shows[place]]
            if len(wrong) != 1:
                continue
            others = self._revising.revised(hypothesis, should[wrong[0]], shows[wrong[0]])
            found += [Candidate(other, search.root(other.state)) for other in others]
        return found

    def _never_happened(
        self, hypothesis: Hypothesis, search: Search, root: Explanation, best: Explanation
    ) -> list[Candidate]:
        """Hypotheses in which a move of a while ago was none: one look showed a card that lay nowhere, or hid one.

        Where it was entered the table now shows something else, what would lie there without it, and no hand has been
        there since: else it was moved back.
        """
        strange = self._evidence.strange(root.table, root.laid)
        found = list[Candidate]()
        lately = list(hypothesis.open_trail.items())[-self._weights.put_back_within :] if strange else []
        for length, place in lately:
            state = hypothesis.trail[place][1]
            action, rest = hypothesis.path[length], hypothesis.path[length + 1 :]
            zones = self._hands.touched(state, action)
            if self._revising.is_told(action) or set(strange).isdisjoint(zones):
                continue
            if not self._evidence.touched.keys().isdisjoint(zones):
                continue
            told = self._revising.replayed(hypothesis, place, rest, self._weights.never_happened)
            if told is None or self._evidence.disagreeing(search.root(told.state).table, {}, zones):
                continue
            found += self._explained(told, search, hypothesis, best)
        return found

    def _read_again_since(
        self, hypothesis: Hypothesis, search: Search, explanations: Sequence[Explanation]
    ) -> list[Candidate]:
        """Hypotheses in which a card was read wrongly before it was moved: where it lies now it shows another face.

        Or another card was, so that this one can be what it shows.
        """
        found, tried = [], set[tuple[str, str]]()
        for one in explanations[: self._weights.most_revised]:
            for zone in dict.fromkeys(zone for touched in one.touches for zone in touched):
                should = one.table.get(zone, ())
                shows = self._evidence.shows(zone, should)
                if not should or len(shows) != len(should) or shows[-1] == should[-1]:
                    continue
                for named in ((should[-1], shows[-1]), (shows[-1], should[-1])):
                    if named in tried:
                        continue
                    tried.add(named)
                    for other in self._revising.revised(hypothesis, *named):
                        found += self._explained(other, search, hypothesis, explanations[0])
        return found

    def _went_unseen(self, hypothesis: Hypothesis, search: Search, best: Explanation) -> list[Candidate]:
        """Hypotheses in which hands also did what leaves no trace (a card drawn and laid on its twin).

        They did it first, last, in between, or began it first and ended it last.
        """
        root, touched = search.root(hypothesis.state), self._evidence.touched
        unseen = self._hands.doubts.unseen(root.state, touched.keys() | self._evidence.looking_alike)
        first = search.told(root, unseen) if unseen else None
        found = [] if first is None else self._explained(hypothesis, search, hypothesis, best, first)
        if best.actions:
            around = [(*unseen[:begun], *best.actions, *unseen[begun:]) for begun in range(1, len(unseen))]
            for excuse, ways in (
                ("unseen_around", around),
                ("unseen_between", self._in_between(root, search, best)),
            ):
                told = (search.told(root, actions) for actions in ways)
                found += [Candidate(hypothesis, one, excuses=(excuse,)) for one in told if one is not None]
            last = self._hands.doubts.unseen(best.state, touched)
            after = search.told(best, last) if last else None
            found += [] if after is None else [Candidate(hypothesis, after)]
        return found

    def _in_between(self, root: Explanation, search: Search, best: Explanation) -> Iterator[Sequence[Action]]:
        """The actions of the best explanation with what leaves no trace between two of them."""
        for place in range(1, len(best.actions)):
            done = search.told(root, best.actions[:place])
            unseen = () if done is None else self._hands.doubts.unseen(done.state, self._evidence.touched)
            if unseen:
                yield (*best.actions[:place], *unseen, *best.actions[place:])

    def _with_its_twin(
        self, hypothesis: Hypothesis, search: Search, root: Explanation, best: Explanation
    ) -> list[Candidate]:
        """The same picture, but where a card was laid its twin came from where hands passed, and it lies there now.

        Only where it matters later which of the two it was.
        """
        passed = self._evidence.touched.keys() - {zone for touched in best.touches for zone in touched}
        essence, found = self._hands.essence, list[Candidate]()
        for place, action in enumerate(best.actions):
            for zone in passed:
                free = root.table.get(zone, ())[-1:]
                moved = self._hands.doubts.by_way_of(action, zone, free)
                if moved is None or free != (action.get("card"),):
                    continue
                told = search.told(root, (*best.actions[:place], *moved[::-1], *best.actions[place + 1 :]))
                if told is not None and not told.faulty and essence(told.state) != essence(best.state):
                    found.append(Candidate(hypothesis, told))
        return found

    def _taken_on(
        self, hypothesis: Hypothesis, search: Search, root: Explanation, best: Explanation
    ) -> list[Candidate]:
        """The same picture, but what one player laid down in between another one took on from there.

        Only where a hand came from another side than that of whoever is told to have moved it. Where both were seen,
        this explains two hands (``Evidence.idle`` counts one for each zone).
        """
        found, evidence = list[Candidate](), self._evidence
        may_be_of, passed = evidence.may_be_of, -log(self._weights.passed_over)
        for place, action in enumerate(best.actions):
            seen = self._evidence.touched.keys() & {*best.touches[place]}
            own = self._sides.get(action["by"])
            if own is None or all(may_be_of(zone, {own}) for zone in seen):
                continue
            between = sorted(self._evidence.touched.keys() - {*best.touches[place]})
            for zone, (other, side) in product(between, self._sides.items()):
                moved = self._hands.doubts.by_way_of(action, zone, (str(action.get("card")),))
                if other == action["by"] or moved is None or not may_be_of(zone, {side}):
                    continue
                for first, then in (({"by": other}, {}), ({}, {"by": other})):
                    steps = ({**moved[0], **first}, {**moved[1], **then})
                    told = search.told(root, (*best.actions[:place], *steps, *best.actions[place + 1 :]))
                    if told is not None:
                        both = not any(evidence.is_only_of(zone, {one}) for one in (side, own))
                        told = told._replace(cost=told.cost - passed) if both else told
                        found.append(Candidate(hypothesis, told))
        return found

    def _thrown_otherwise(self, hypothesis: Hypothesis, search: Search, best: Explanation) -> list[Candidate]:
        """A throw was read wrongly, or nobody saw it: where nothing else explains what lies there.

        The last one also where what hands did since was not the business of whoever did it.
        """
        usual = self._weights.usual(len(best.actions))
        strange = bool(self._evidence.strange(best.table, best.laid))
        if not strange and best.cost < usual + self._weights.wrong_side:
            return []
        found, essence = list[Candidate](), self._hands.essence
        for action in self._hands.doubts.overlooked(hypothesis.state) if strange else ():
            for root in search.after(search.root(hypothesis.state), action):
                # What was thrown is gone again: of that look nothing counts.
                reading_cost = self._evidence.total(root.table, {})
                cost = self._weights.misthrown + self._weights.further_action
                root = root._replace(reading_cost=reading_cost, cost=cost, laid={}, touches=((),))
                found += self._explained(hypothesis, search, hypothesis, best, root)
        known = [essence(hypothesis.state)]
        back = self._weights.throws_back if strange else 1
        for length, place in reversed(list(hypothesis.open_trail.items())[-back:]):
            if self._revising.is_told(hypothesis.path[length]):
                continue
            for other in self._hands.doubts.misread(hypothesis.path[length]):
                told = self._revising.replayed(
                    hypothesis, place, (other, *hypothesis.path[length + 1 :]), self._weights.misthrown
                )
                if told is not None and essence(told.state) not in known:
                    known.append(essence(told.state))
                    found += self._explained(told, search, hypothesis, best)
        return found

    def _explained(
        self,
        told: Hypothesis,
        search: Search,
        hypothesis: Hypothesis,
        best: Explanation,
        root: Explanation | None = None,
    ) -> list[Candidate]:
        """The best candidates of a hypothesis ``told`` otherwise, from its own state or from ``root`` on.

        What is hopeless beside the ``best`` explanation of the ``hypothesis`` as it was may be left out.
        """
        matters = hypothesis.past_cost + best.total + self._weights.forgotten - told.past_cost
        result = search.explain(search.root(told.state) if root is None else root, matters=matters)
        return [Candidate(told, one) for one in result.explanations[: self._weights.most_revised]]

    def _is_unknown(self, hypothesis: Hypothesis, earlier: Explanation) -> bool:
        """Whether the first move that would be taken back turned a covered card up: that cannot be unseen."""
        places = self._places_of_first(hypothesis, earlier)
        return bool(places) and earlier.table.get(places[0]) == (BACK,)

    def _cost_of_putting_back(self, hypothesis: Hypothesis, back: int, earlier: Explanation) -> float:
        """Usual for the last card that went from one place to another, by the same hands; else hardly done.

        Where the rules forbid it, it was rather somebody else who had moved it, out of turn.
        """
        places = self._places_of_first(hypothesis, earlier)
        usual = back == 1 and len(set(places)) > 1
        put_back = hypothesis.path[len(hypothesis.path) - earlier.taken_back :]
        by = put_back[0]["by"]
        hands = self._evidence.hands_cost(places, self._sides.get(by))
        if forbidden := -sum(log(self._hands.goes_back(action)) for action in put_back):
            theirs = [
                self._evidence.hands_cost(places, side) for other, side in self._sides.items() if other != by
            ]
            hands = min(hands + forbidden, min(theirs, default=inf) + self._weights.put_back_by_another)
        unusual = 0.0 if usual else self._weights.put_back_unusual + self._weights.put_back_each * (back - 1)
        return self._weights.put_back + hands + unusual

    def _places_of_first(self, hypothesis: Hypothesis, earlier: Explanation) -> tuple[str, ...]:
        action = hypothesis.path[len(hypothesis.path) - earlier.taken_back]
        return self._hands.touched(earlier.state, action)

    def continued(self, candidate: Candidate) -> tuple[Hypothesis, bool]:
        """The hypothesis continued by the explanation's actions as the rules judge them; whether they were cut short.

        Judged actions end with the first fault that is announced: what lies on the table is then put back.
        """
        hypothesis, explanation = candidate.rewound, candidate.explanation
        before = self._game.visible_table(self._hands.unjudged(candidate.hypothesis.state))
        changed = {zone for zone, faces in explanation.table.items() if faces != before.get(zone)}
        past_cost = candidate.hypothesis.past_cost + explanation.cost + explanation.idle
        past_cost += sum(
            min(self._evidence.reading_cost(zone, explanation.table[zone]), self._weights.unexplained)
            for zone in changed - explanation.misplaced
        )
        # What was put down wrongly is reckoned in the cost of that: its reading speaks against no entry.
        hypothesis = replace(hypothesis, weighed=hypothesis.weighed | changed | explanation.misplaced)
        past_cost += self._evidence.passing(explanation.laid, explanation.misplaced)
        for place, action in enumerate(explanation.actions):
            try:
                state, events = self._game.apply(hypothesis.state, action)
            except Rejected:
                return replace(hypothesis, past_cost=past_cost), True
            accused = self._hands.accuses(events)
            hypothesis = hypothesis.after(
                (action,), state, remembered=self._weights.remembered, accused=accused
            )
            if accused and self._game.visible_table(state) != explanation.table:
                return replace(hypothesis, past_cost=past_cost), True
            if accused and place + 1 < len(explanation.actions):
                return replace(hypothesis, past_cost=past_cost), True
        return replace(hypothesis, past_cost=past_cost), False

    def accuses(self, candidate: Candidate) -> bool:
        """Whether a fault would be announced, were this entered."""
        events = self.events(candidate) if candidate.explanation.faulty else []
        return bool(events) and self._hands.accuses(events[-1])

    def events(self, candidate: Candidate) -> list[Sequence[Event]]:
        """What the rules of the house say of each action, up to the first that they refuse or announce as a fault."""
        state, told = candidate.rewound.state, list[Sequence[Event]]()
        for action in candidate.explanation.actions:
            try:
                state, events = self._game.apply(state, action)
            except Rejected:
                break
            told.append(events)
            if self._hands.accuses(events):
                break
        return told


def _beginnings(faulty: Candidate, found: Sequence[Candidate]) -> list[Candidate]:
    """The faulty candidates that tell only a beginning of the same actions: without the fault nothing went on."""
    actions = faulty.explanation.actions
    begun = {
        len(one.explanation.actions): one
        for one in sorted(found, key=lambda one: -one.cost)
        if one.hypothesis is faulty.hypothesis
        and one.explanation.faulty
        and one.explanation.actions == actions[: len(one.explanation.actions)] != actions
    }
    return list(begun.values())


def _proposed_by(excuse: str, found: Sequence[Candidate]) -> list[Candidate]:
    return [replace(one, excuses=(excuse, *one.excuses)) for one in found]


def _cheapest(found: Sequence[Candidate]) -> list[Candidate]:
    """Each way in which the game may have gone on only once, the cheapest first."""
    known: dict[tuple[int, int, str], Candidate] = {}
    # Hypotheses that differ only in what they cost share their path.
    for one in sorted(found, key=lambda one: one.cost):
        told = one.explanation
        known.setdefault((id(one.hypothesis.path), told.taken_back, str(told.actions)), one)
    return list(known.values())
