"""The stories that a look allows: what hands did since, what was put back, what was read wrongly before.

A story is one way in which the game may have gone. Most looks continue the one that the journal tells; a few others
are remembered beside it, because a card that was read wrongly betrays itself later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, inf

from companion.action import Action, Event, Rejected
from companion.hands import Faces
from companion.referee.excuses import Excuses
from companion.referee.retelling import Retelling
from companion.referee.search import EXPLAINED, Explanation, Search, Watched
from companion.referee.story import Candidate, Story
from companion.sighting import BACK

_PUT_BACK = 6
"""So many moves back a card that was put back is recognised."""
_TOLD_BACK = 0.2
_THROWS_BACK = 8
"""So many moves back a throw may have been another one."""
_MISTHROWN = 9.0
"""The cost of a throw that was read wrongly though no other face was worth remembering, or that nobody saw."""
FORGOTTEN = 9.0
"""What costs that much more than the likeliest is not worth a thought (about one in eight thousand)."""
_MOST_RETOLD = 4
_SOMETHING_ELSE = 26.0
"""The cost of whatever no story tells."""


class Storyteller:
    """Works out for each look which stories it allows, and how likely they are."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._game = watched.game
        self._hands = watched.hands
        self._look = watched.look
        self._weights = watched.weights
        self._sides = watched.sides
        self._retelling = Retelling(watched)
        self.excuses = Excuses(watched, self._retelling)
        self.cut_short = False
        """Whether the last look was too intricate to think of everything."""

    def tell(self, action: Action) -> None:
        """People told an action by the page: no story tells it otherwise."""
        self._retelling.tell(action)

    def candidates(
        self,
        stories: Sequence[Story],
        *,
        fresh: Collection[str] | None,
        named: float,
        through: Sequence[Mapping[str, Faces]],
        wary: bool = False,
    ) -> tuple[list[Candidate], list[tuple[Action, Rejected]]]:
        """Every story with every explanation of the look, the likeliest first, and the actions that rules refuse.

        Only a look at zones that are ``fresh`` (None: all) can tell news; the others as in ``Search``.
        What is hopeless is left out.
        """
        search = self._watched.search(named=named, through=through, wary=wary)
        found: list[Candidate] = []
        refused: list[tuple[Action, Rejected]] = []
        most = inf
        told: list[tuple[Story, Explanation, Sequence[Explanation]]] = []
        for story in sorted(stories, key=lambda one: one.past):
            root = search.root(story.state)
            if not self._look.disagreeing(root.table, {}, fresh) and not self._look.wavers(root.table):
                found.append(Candidate(story, root))
            else:
                result = search.explain(root, most - story.past)
                found += [Candidate(story, one) for one in result.explanations]
                refused += result.refused
                told.append((story, root, result.explanations))
            most = min(most, min(one.cost for one in found) + FORGOTTEN)
        search.think_beside()
        for story, root, explanations in told:
            best = explanations[0]
            if best.faulty or not best.actions or not search.is_plain(best):
                found += self._put_back(story, search, root, best)
            found += self._read_again(story, search, root)
            found += self._read_again_since(story, search, explanations)
            found += self._went_unseen(story, search, best)
            if story is stories[0]:
                found += self._thrown_otherwise(story, search, best)
        self.cut_short = search.cut_short
        likeliest = min(found, key=lambda one: one.cost)
        if wary and likeliest.explanation.faulty:
            found += self.excuses.of(likeliest, search)
        found = _cheapest(found)
        least = min(one.cost for one in found)
        near = [one for one in found if one.cost <= least + FORGOTTEN]
        weights = [exp(least - one.cost) for one in near]
        whole = sum(weights) + exp(least - _SOMETHING_ELSE) + self._unnamed(likeliest)
        likely = [replace(one, chance=weight / whole) for one, weight in zip(near, weights, strict=True)]
        return sorted(likely, key=lambda one: -one.chance), refused

    def _unnamed(self, best: Candidate) -> float:
        """How likely one of the cards that turned up is another one, beside what the best candidate takes it for."""
        told = {zone for touched in best.explanation.touches for zone in touched}
        table = best.explanation.table
        before = self._game.visible_table(self._hands.unjudged(best.rewound.state))
        known = Counter(face for faces in before.values() for face in faces)
        new = Counter(face for faces in table.values() for face in faces) - known
        return sum(
            self._look.unnamed(zone, faces, new=faces[-1] in new)
            for zone in told
            if (faces := table.get(zone, ()))
        )

    def _put_back(
        self, story: Story, search: Search, root: Explanation, best: Explanation
    ) -> list[Candidate]:
        """Cards put back to where they lay a few moves ago (and perhaps played elsewhere then)."""
        action = self._hands.put_back(story.state)
        told = None if action is None else search.by_action(root, story.state, action, _TOLD_BACK)
        if told is not None and told.table != root.table:
            return [Candidate(story, told)]
        found = []
        for back, (length, state) in enumerate(reversed(story.trail[-_PUT_BACK:]), start=1):
            if any(self._hands.laid(action).keys() & self._hands.momentary for action in story.path[length:]):
                break  # a throw cannot be put back
            earlier = search.root(state, taken_back=len(story.path) - length, since=root.table)
            if earlier.table == root.table or self._is_unknown(story, earlier):
                continue
            earlier = replace(earlier, cost=self._cost_of_putting_back(story, back, earlier))
            if earlier.total <= best.total + FORGOTTEN:
                found.append(Candidate(story, earlier))
            if back == 1 and best.misfit > EXPLAINED and earlier.misfit > EXPLAINED:
                result = search.explain(earlier, best.total)
                others = (one for one in result.explanations if one.actions and one.table != root.table)
                found += [Candidate(story, one) for one in others]
        return found

    def _read_again(self, story: Story, search: Search, root: Explanation) -> list[Candidate]:
        """Stories in which a card that lies there untouched was read wrongly before: it now shows another face."""
        found = []
        for zone in self._look.strange(root.table, root.laid):
            should = root.table.get(zone, ())
            shows = self._look.shows(zone, should)
            if not should or len(shows) != len(should):
                continue
            wrong = [place for place, face in enumerate(should) if face != shows[place]]
            if len(wrong) != 1:
                continue
            others = self._retelling.retold(story, should[wrong[0]], shows[wrong[0]])
            found += [Candidate(other, search.root(other.state)) for other in others]
        return found

    def _read_again_since(
        self, story: Story, search: Search, explanations: Sequence[Explanation]
    ) -> list[Candidate]:
        """Stories in which a card was read wrongly before it was moved: where it lies now it shows another face.

        Or another card was, so that this one can be what it shows.
        """
        found, tried = [], set[tuple[str, str]]()
        for one in explanations[:_MOST_RETOLD]:
            for zone in dict.fromkeys(zone for touched in one.touches for zone in touched):
                should = one.table.get(zone, ())
                shows = self._look.shows(zone, should)
                if not should or len(shows) != len(should) or shows[-1] == should[-1]:
                    continue
                for named in ((should[-1], shows[-1]), (shows[-1], should[-1])):
                    if named in tried:
                        continue
                    tried.add(named)
                    for other in self._retelling.retold(story, *named):
                        result = search.explain(search.root(other.state))
                        found += [Candidate(other, told) for told in result.explanations[:_MOST_RETOLD]]
        return found

    def _went_unseen(self, story: Story, search: Search, best: Explanation) -> list[Candidate]:
        """Stories in which hands also did what leaves no trace (a card drawn and laid on its twin).

        They did it first, last, in between, or began it first and ended it last.
        """
        root, touched = search.root(story.state), self._look.touched
        unseen = self._hands.unseen(root.state, touched)
        first = search.told(root, unseen) if unseen else None
        found = [] if first is None else search.explain(first).explanations[:_MOST_RETOLD]
        if best.actions:
            around = [(*unseen[:begun], *best.actions, *unseen[begun:]) for begun in range(1, len(unseen))]
            ways = [
                search.told(root, actions) for actions in (*around, *self._in_between(root, search, best))
            ]
            last = self._hands.unseen(best.state, touched)
            ways.append(search.told(best, last) if last else None)
            found = [*found, *(one for one in ways if one is not None)]
        return [Candidate(story, one) for one in found]

    def _in_between(self, root: Explanation, search: Search, best: Explanation) -> Iterator[Sequence[Action]]:
        """The actions of the best explanation with what leaves no trace between two of them."""
        for place in range(1, len(best.actions)):
            done = search.told(root, best.actions[:place])
            unseen = () if done is None else self._hands.unseen(done.state, self._look.touched)
            if unseen:
                yield (*best.actions[:place], *unseen, *best.actions[place:])

    def _thrown_otherwise(self, story: Story, search: Search, best: Explanation) -> list[Candidate]:
        """A throw was read wrongly, or nobody saw it: where nothing else explains what lies there.

        The last one also where what hands did since was not the business of whoever did it.
        """
        usual = self._weights.usual(len(best.actions))
        strange = bool(self._look.strange(best.table, best.laid))
        if not strange and best.cost < usual + self._weights.wrong_side:
            return []
        found, essence = list[Candidate](), self._hands.essence
        for action in self._hands.overlooked(story.state) if strange else ():
            for root in search.after(search.root(story.state), action):
                # What was thrown is gone again: of that look nothing counts.
                misfit = self._look.total(root.table, {})
                cost = _MISTHROWN + self._weights.further_action
                root = replace(root, misfit=misfit, cost=cost, laid={}, touches=((),))
                found += [Candidate(story, one) for one in search.explain(root).explanations[:_MOST_RETOLD]]
        known = [essence(story.state)]
        back = _THROWS_BACK if strange else 1
        for place, (length, _) in reversed(list(enumerate(story.trail))[-back:]):
            if self._retelling.is_told(story.path[length]):
                continue
            for other in self._hands.misread(story.path[length]):
                told = self._retelling.replayed(story, place, (other, *story.path[length + 1 :]), _MISTHROWN)
                if told is not None and essence(told.state) not in known:
                    known.append(essence(told.state))
                    result = search.explain(search.root(told.state))
                    found += [Candidate(told, one) for one in result.explanations[:_MOST_RETOLD]]
        return found

    def _is_unknown(self, story: Story, earlier: Explanation) -> bool:
        """Whether the first move that would be taken back turned a covered card up: that cannot be unseen."""
        places = self._places_of_first(story, earlier)
        return bool(places) and earlier.table.get(places[0]) == (BACK,)

    def _cost_of_putting_back(self, story: Story, back: int, earlier: Explanation) -> float:
        """Usual for the last card that went from one place to another, by the same hands; else hardly done."""
        places = self._places_of_first(story, earlier)
        usual = back == 1 and len(set(places)) > 1
        by = story.path[len(story.path) - earlier.taken_back]["by"]
        hands = self._look.hands_cost(places, self._sides.get(by))
        return self._weights.put_back + hands + (0.0 if usual else 4.0 + 0.5 * (back - 1))

    def _places_of_first(self, story: Story, earlier: Explanation) -> tuple[str, ...]:
        action = story.path[len(story.path) - earlier.taken_back]
        return self._hands.touched(earlier.state, action)

    def continued(self, candidate: Candidate) -> tuple[Story, bool]:
        """The story with the explanation's actions judged by the rules of the house; whether they were cut short.

        Judged actions end with the first fault that is announced: what lies on the table is then put back.
        """
        story, explanation = candidate.rewound, candidate.explanation
        before = self._game.visible_table(self._hands.unjudged(candidate.story.state))
        past = candidate.story.past + explanation.cost + explanation.idle
        past += sum(
            min(self._look.misfit(zone, faces), self._weights.unexplained)
            for zone, faces in explanation.table.items()
            if faces != before.get(zone)
        )
        past += self._look.passing(explanation.laid)
        for place, action in enumerate(explanation.actions):
            try:
                state, events = self._game.apply(story.state, action)
            except Rejected:
                return replace(story, past=past), True
            accused = self._hands.accuses(events)
            story = story.after((action,), state, accused=accused)
            if accused and self._game.visible_table(state) != explanation.table:
                return replace(story, past=past), True
            if accused and place + 1 < len(explanation.actions):
                return replace(story, past=past), True
        return replace(story, past=past), False

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


def _cheapest(found: Sequence[Candidate]) -> list[Candidate]:
    """Each way in which the game may have gone on only once, the cheapest first."""
    known: dict[tuple[int, int, str], Candidate] = {}
    # Stories that differ only in what they cost share their path.
    for one in sorted(found, key=lambda one: one.cost):
        told = one.explanation
        known.setdefault((id(one.story.path), told.taken_back, str(told.actions)), one)
    return list(known.values())
