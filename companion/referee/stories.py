"""The stories that a look allows: what hands did since, what was put back, what was read wrongly before.

A story is one way in which the game may have gone. Most looks continue the one that the journal tells; a few others
are remembered beside it, because a card that was read wrongly betrays itself later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log
from typing import Any

from companion.game import Action, Rejected
from companion.hands import Faces
from companion.referee.search import EXPLAINED, Explanation, Search, Watched
from companion.sighting import BACK, EMPTY, UNREADABLE

REMEMBERED = 60
"""So many moves back a card that was read wrongly is put right; older stories are forgotten."""
_RECENT = 20
"""So many moves back each card that lies open may have been another one, before somebody is accused."""
_PUT_BACK = 6
"""So many moves back a card that was put back is recognised."""
_MISREAD_BEFORE = 7.0
"""The cost of a card that was read wrongly before, with the right face not even named."""
_MISREAD_UNLIKE = 5.0
"""The same, on top of it, where the two faces have nothing in common."""
_TOLD_BACK = 0.2
_THROWS_BACK = 8
"""So many moves back a throw may have been another one."""
_MISTHROWN = 9.0
"""The cost of a throw that was read wrongly though no other face was worth remembering, or that nobody saw."""
FORGOTTEN = 9.0
"""What costs that much more than the likeliest is not worth a thought (about one in eight thousand)."""
_MOST_RETOLD = 4
_WANDERED = 6
"""So many times that hands were about for nothing are remembered."""
_FACES = ("card", "discarded")
"""The arguments by which actions tell a face that was seen."""
_SOMETHING_ELSE = 26.0
"""The cost of whatever no story tells."""


@dataclass(frozen=True, slots=True)
class Story:
    """One way in which the game may have gone since the referee began: the actions, and the state they lead to.

    ``past`` is the cost of what was seen before and is covered now; ``trail`` holds the last moments, newest last, as
    (number of actions, state).
    """

    path: tuple[Action, ...]
    state: Any
    past: float = 0.0
    trail: tuple[tuple[int, Any], ...] = ()

    def after(self, actions: tuple[Action, ...], state: Any, *, accused: bool = False) -> Story:
        """The story some actions later; nothing is put back across an accusation."""
        trail = () if accused else (*self.trail, (len(self.path), self.state))[-REMEMBERED:]
        return Story((*self.path, *actions), state, self.past, trail)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A story, an explanation of the newest look that continues it, and its share of belief."""

    story: Story
    explanation: Explanation
    chance: float = 0.0

    @property
    def cost(self) -> float:
        """The cost of the whole."""
        return self.story.past + self.explanation.total

    def has_moves_of(self, other: Candidate) -> bool:
        """Whether another explanation is the same actions, perhaps in another order."""
        mine, theirs = self.explanation, other.explanation
        same = self.story is other.story and mine.taken_back == theirs.taken_back
        return same and mine.told == theirs.told

    @property
    def rewound(self) -> Story:
        """The story before what was put back."""
        story, back = self.story, self.explanation.taken_back
        if not back:
            return story
        length = len(story.path) - back
        place = next(place for place, (count, _) in enumerate(story.trail) if count == length)
        return Story(story.path[:length], story.trail[place][1], story.past, story.trail[:place])


class Storyteller:
    """Works out for each look which stories it allows, and how likely they are."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._game = watched.game
        self._hands = watched.hands
        self._look = watched.look
        self._weights = watched.weights
        self._sides = watched.sides
        self.cut_short = False
        """Whether the last look was too intricate to think of everything."""
        self._wandered: list[tuple[int, frozenset[str]]] = []

    def wandered(self, story: Story) -> None:
        """Hands were about, and the table looks as the story tells: perhaps they moved things to and fro."""
        self._wandered = [*self._wandered, (len(story.path), frozenset(self._look.touched))][-_WANDERED:]

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
        for story in stories:
            root = search.root(story.state)
            if not self._look.disagreeing(root.table, {}, fresh):
                found.append(Candidate(story, root))
            else:
                result = search.explain(root, most - story.past)
                found += [Candidate(story, one) for one in result.explanations]
                refused += result.refused
                found += self._put_back(story, search, root, result.explanations[0])
                found += self._read_again(story, search, root)
                found += self._read_again_since(story, search, result.explanations)
                found += self._went_unseen(story, search, result.explanations[0])
                if story is stories[0]:
                    found += self._thrown_otherwise(story, search, result.explanations[0])
            most = min(most, min(one.cost for one in found) + FORGOTTEN)
        self.cut_short = search.cut_short
        best = min(found, key=lambda one: one.cost)
        if wary and best.explanation.faulty:
            found += (*self._misread_before(best, search), *self._went_to_and_fro(best, search))
        least = min(one.cost for one in found)
        near = [one for one in found if one.cost <= least + FORGOTTEN]
        weights = [exp(least - one.cost) for one in near]
        whole = sum(weights) + exp(least - _SOMETHING_ELSE) + self._unnamed(best)
        likely = [replace(one, chance=weight / whole) for one, weight in zip(near, weights, strict=True)]
        return sorted(likely, key=lambda one: -one.chance), refused

    def _unnamed(self, best: Candidate) -> float:
        """How likely one of the cards that turned up is another one, beside what the best candidate takes it for."""
        told = {zone for touched in best.explanation.touches for zone in touched}
        table = best.explanation.table
        known = Counter(face for faces in self._table_before(best).values() for face in faces)
        new = Counter(face for faces in table.values() for face in faces) - known
        return sum(
            self._look.unnamed(zone, faces, new=faces[-1] in new)
            for zone in told
            if (faces := table.get(zone, ()))
        )

    def _table_before(self, candidate: Candidate) -> Mapping[str, Faces]:
        return self._game.visible_table(self._hands.unjudged(candidate.rewound.state))

    def _misread_before(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """The same actions, faultless because a card was read wrongly that lies there, or just beneath: worth asking.

        What was read only once, where it lies now, may be any card that looks alike, however sure the reading was.
        """
        explanation, before, found = faulty.explanation, faulty.rewound, list[Candidate]()
        table = self._table_before(faulty)
        known = Counter(face for faces in table.values() for face in faces)
        new = Counter(face for faces in explanation.table.values() for face in faces) - known
        least = self._weights.noticeable * explanation.rarest
        recent = replace(before, trail=before.trail[-_RECENT:])
        for zone, reading in self._look.readings.items():
            should = explanation.table.get(zone, ())
            for slot, face in zip(reversed(reading.slots), reversed(should), strict=False):
                if face in slot.faces:
                    likely = {other for other, chance in slot.faces.items() if chance >= least}
                    for other in (likely | set(self._hands.lookalikes(face))) - {face}:
                        told = before if face in new else self._retold(recent, face, other, zone)
                        if told is not None and (other in likely or told.past == before.past):
                            found += self._renamed(told, explanation, face, other, search)
        for zone in {zone for touched in explanation.touches for zone in touched}:
            faces = table.get(zone, ())
            if len(faces) == 1 and len(explanation.table.get(zone, ())) == 1:
                for other in self._hands.lookalikes(faces[0]):
                    told = self._retold(before, faces[0], other, zone)
                    if told is not None and told.past == before.past:
                        told = replace(told, past=before.past - log(self._weights.never_named))
                        found += self._renamed(told, explanation, faces[0], other, search)
        return found

    def _renamed(
        self, story: Story, explanation: Explanation, face: str, instead: str, search: Search
    ) -> list[Candidate]:
        """The explanation told of another card, if that is faultless."""
        if instead in (UNREADABLE, EMPTY, BACK):
            return []
        actions = [_renamed(action, face, instead) for action in explanation.actions]
        one = self._as_done(story, actions, search, explanation.taken_back)
        return [] if one is None or one.faulty else [Candidate(story, one)]

    def _went_to_and_fro(self, faulty: Candidate, search: Search) -> list[Candidate]:
        """The same actions, faultless because of what hands moved and moved back when nothing seemed to happen."""
        explanation, before, found = faulty.explanation, faulty.rewound, list[Candidate]()
        places = {length: place for place, (length, _) in enumerate(before.trail)}
        over = frozenset(self._look.touched)
        for length, zones in (*self._wandered, (len(before.path), over)):
            now = length == len(before.path)
            if not now and length not in places:
                continue
            state = before.state if now else before.trail[places[length]][1]
            for there_and_back in self._hands.to_and_fro(state, zones):
                cost = self._weights.further_action * len(there_and_back)
                if now:
                    moved = before.after((), state)
                    told = self._replayed(moved, len(moved.trail) - 1, there_and_back, cost)
                else:
                    done = (*there_and_back, *before.path[length:])
                    told = self._replayed(before, places[length], done, cost)
                one = None if told is None else self._as_done(told, explanation.actions, search, 0)
                if told is not None and one is not None and not one.faulty:
                    found.append(Candidate(told, one))
        return found

    def _as_done(
        self, story: Story, actions: Sequence[Action], search: Search, taken_back: int
    ) -> Explanation | None:
        """The explanation that just these actions followed a story; None where the rules refuse one."""
        one = search.root(story.state, taken_back=taken_back)
        for action in actions:
            children = search.after(one, action)
            if not children:
                return None
            one = children[0]
        return one

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
                found += [Candidate(story, one) for one in result.explanations if one.actions]
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
            other = self._retold(story, should[wrong[0]], shows[wrong[0]])
            if other is not None:
                found.append(Candidate(other, search.root(other.state)))
        return found

    def _read_again_since(
        self, story: Story, search: Search, explanations: Sequence[Explanation]
    ) -> list[Candidate]:
        """Stories in which a card was read wrongly before it was moved: where it lies now it shows another face."""
        found, tried = [], set[tuple[str, str]]()
        for one in explanations[:_MOST_RETOLD]:
            for zone in {zone for touched in one.touches for zone in touched}:
                should = one.table.get(zone, ())
                shows = self._look.shows(zone, should)
                if not should or len(shows) != len(should) or shows[-1] == should[-1]:
                    continue
                if (named := (should[-1], shows[-1])) in tried:
                    continue
                tried.add(named)
                other = self._retold(story, *named)
                if other is not None:
                    result = search.explain(search.root(other.state))
                    found += [Candidate(other, told) for told in result.explanations[:_MOST_RETOLD]]
        return found

    def _went_unseen(self, story: Story, search: Search, best: Explanation) -> list[Candidate]:
        """Stories in which hands first or last did what leaves no trace (a card drawn and laid on its twin)."""
        first = self._unseen_after(search.root(story.state), search)
        found = [] if first is None else search.explain(first).explanations[:_MOST_RETOLD]
        last = self._unseen_after(best, search) if best.actions else None
        return [Candidate(story, one) for one in (*found, *([] if last is None else [last]))]

    def _unseen_after(self, known: Explanation, search: Search) -> Explanation | None:
        """What leaves no trace, done after a known moment; None if there is nothing like that."""
        node = known
        for action in self._hands.unseen(known.state, self._look.touched):
            children = search.after(node, action)
            if not children:
                return None
            node = children[0]
        return None if node is known else node

    def _thrown_otherwise(self, story: Story, search: Search, best: Explanation) -> list[Candidate]:
        """A throw was read wrongly, or nobody saw it: where nothing else explains what lies there.

        The last one also where what hands did since was not the business of whoever did it.
        """
        usual = self._weights.first_action + self._weights.further_action * (len(best.actions) - 1)
        strange = bool(self._look.strange(best.table, best.laid))
        if not strange and best.cost < usual + self._weights.wrong_side:
            return []
        found, essence = list[Candidate](), self._hands.essence
        for action in self._hands.overlooked(story.state) if strange else ():
            for root in search.after(search.root(story.state), action):
                root = replace(root, cost=_MISTHROWN + self._weights.further_action, laid={}, touches=((),))
                found += [Candidate(story, one) for one in search.explain(root).explanations[:_MOST_RETOLD]]
        known = [essence(story.state)]
        back = _THROWS_BACK if strange else 1
        for place, (length, _) in reversed(list(enumerate(story.trail))[-back:]):
            for other in self._hands.misread(story.path[length]):
                told = self._replayed(story, place, (other, *story.path[length + 1 :]), _MISTHROWN)
                if told is not None and essence(told.state) not in known:
                    known.append(essence(told.state))
                    result = search.explain(search.root(told.state))
                    found += [Candidate(told, one) for one in result.explanations[:_MOST_RETOLD]]
        return found

    def _replayed(self, story: Story, place: int, actions: Sequence[Action], cost: float) -> Story | None:
        """The story told anew from a moment of its trail on; None where that is impossible.

        Nobody is accused in hindsight.
        """
        length, state = story.trail[place]
        path, trail = list(story.path[:length]), list(story.trail[:place])
        for action in actions:
            trail.append((len(path), state))
            try:
                state, events = self._game.apply(state, action)
            except Rejected:
                return None
            if self._hands.accuses(events):
                return None
            path.append(action)
        return Story(tuple(path), state, story.past + cost, tuple(trail[-REMEMBERED:]))

    def _retold(self, story: Story, face: str, instead: str, lies: str | None = None) -> Story | None:
        """The story in which the card last told as ``face`` was another one from then on; None if impossible.

        It costs nothing beyond its reading if it was told where it ``lies`` now.
        """
        for place, (length, before) in enumerate(story.trail):
            if not _names(story.path[length], face):
                continue
            cost = 0.0
            if lies is None or self._hands.touched(before, story.path[length])[-1:] != (lies,):
                likely = self._hands.lookalikes(face)
                cost = _MISREAD_BEFORE + (0.0 if not likely or instead in likely else _MISREAD_UNLIKE)
            actions = [_renamed(action, face, instead) for action in story.path[length:]]
            told = self._replayed(story, place, actions, cost)
            if told is not None:
                return told
        return None

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


def _names(action: Action, face: str) -> bool:
    """Whether an action tells that this face was seen."""
    return any(str(action.get(key)) == face for key in _FACES)


def _renamed(action: Action, face: str, instead: str) -> Action:
    """The action with another face where it tells of this one."""
    named = {key: action[key] for key in _FACES if str(action.get(key)) == face}
    if any(isinstance(was, int) for was in named.values()) and not instead.isdecimal():
        return action
    return {**action, **{key: type(was)(instead) for key, was in named.items()}} if named else action


def common(one: Sequence[Action], other: Sequence[Action]) -> int:
    """How many first actions two paths share."""
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine is not theirs:
            break
        count += 1
    return count
