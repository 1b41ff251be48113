"""Sequences of hands' actions that lead from a known moment to the table as it is seen, cheapest first.

Moves are generated from the difference, not enumerated: the game's ``physical_moves`` names them, the rules say what
each of them leads to, and only the best few are followed, up to four actions deep.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from math import inf, log
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.hands import Faces, Hands
from companion.referee.evidence import Evidence
from companion.referee.pictures import Pictures
from companion.referee.player_prior import PlayerPrior
from companion.referee.weights import Weights


@dataclass(frozen=True, slots=True)
class Explanation:
    """Actions from a known moment, in the order in which hands made them, and how well they agree with the look.

    ``state`` and ``table`` are as nobody judged (``Hands.unjudged``). ``cost`` is −ln of the prior of the actions and
    of the likelihood of the hands seen, ``reading_cost`` that of the readings, ``idle`` that of hands over zones in
    which nothing happened. ``faults`` of the actions are infractions; ``infractions`` tells each of them once.
    ``laid`` is what they left in a tray. ``taken_back``: how many moves before the known moment were put back first.
    ``touches`` are the zones of each action. ``passed``: the table looked on the way as it did when one more look was
    asked for. ``rarest`` is how likely the least likely action is beside a usual one. ``backwards``: hands were gone
    from where something was put down before they came to where it had lain: it rather came from elsewhere.
    """

    state: Any
    table: Mapping[str, Faces]
    reading_cost: float
    cost: float = 0.0
    actions: tuple[Action, ...] = ()
    faults: int = 0
    laid: Mapping[str, Faces] = field(default_factory=dict)
    taken_back: int = 0
    touches: tuple[tuple[str, ...], ...] = ()
    rarest: float = 1.0
    passed: bool = True
    passed_by: float = 0.0
    idle: float = 0.0
    backwards: bool = False
    infractions: tuple[Event, ...] = ()

    @property
    def faulty(self) -> bool:
        """Whether an infraction is among the actions."""
        return self.faults > 0

    @property
    def players(self) -> frozenset[str]:
        """Whose hands made the actions."""
        return frozenset(str(action["by"]) for action in self.actions)

    @property
    def told(self) -> Counter[str]:
        """The actions, in no order."""
        return Counter(map(str, self.actions))

    @property
    def total(self) -> float:
        """The cost of the whole explanation."""
        return self.cost + self.reading_cost + self.idle + (0.0 if self.passed else self.passed_by)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: explanations, best first, and the actions that the rules refuse at the known moment."""

    explanations: tuple[Explanation, ...]
    refused: tuple[tuple[Action, Rejected], ...] = ()


@dataclass(frozen=True, slots=True)
class Watched:
    """What all that is thought about one game shares: whose hands, what was seen, who sits where and plays how."""

    game: Game
    hands: Hands
    evidence: Evidence
    weights: Weights
    sides: Mapping[str, str]
    player_prior: PlayerPrior

    def search(
        self, *, named: float | None = None, through: Sequence[Mapping[str, Faces]] = (), wary: bool = False
    ) -> Search:
        """A search for the look of now.

        A face that a reader named with a probability of at least ``named`` (``Weights.named`` unless told) is worth
        an explanation of its own.
        ``through`` are the tables that agreed with the look when one more was asked for, none if none was. A ``wary``
        search also thinks of cards that left a zone which looks as before, because others came: twins, or the same.
        """
        named = self.weights.named if named is None else named
        return Search(self, named, through, wary=wary)


class Search:
    """The search for one look (``Watched.search``)."""

    def __init__(
        self, watched: Watched, named: float, through: Sequence[Mapping[str, Faces]], *, wary: bool
    ) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._pictures = Pictures(watched.evidence, watched.hands, watched.weights)
        self._weights = watched.weights
        self._sides = watched.sides
        self._player_prior = watched.player_prior
        self._named = named
        self._through = through
        self._wary = wary
        self._left, self._begun = self._weights.most_tried, False
        self.cut_short = False
        """Whether there was more to try than there is time for."""

    def root(
        self,
        state: Any,
        *,
        cost: float = 0.0,
        taken_back: int = 0,
        since: Mapping[str, Faces] | None = None,
    ) -> Explanation:
        """The explanation that nothing happened, but for what was put back since the table looked like ``since``."""
        silent = self._hands.unjudged(state)
        table = self._game.visible_table(silent)
        reading_cost = self._evidence.total(table, {})
        told = () if since is None else [zone for zone in table if table[zone] != since.get(zone)]
        return Explanation(
            silent,
            table,
            reading_cost,
            cost,
            laid={},
            taken_back=taken_back,
            passed=not self._through or table in self._through,
            passed_by=self._weights.passed_by,
            idle=self._evidence.idle(told),
        )

    def by_action(self, root: Explanation, state: Any, action: Action, cost: float) -> Explanation | None:
        """The explanation that this action happened and nothing else; None when the rules refuse it."""
        try:
            after, _ = self._game.apply(state, action)
        except Rejected:
            return None
        return replace(self.root(after, cost=cost, since=root.table), actions=(action,), touches=((),))

    def explain(self, root: Explanation, most: float = inf) -> Found:
        """Everything that may have led from ``root`` to the look, up to four actions, the root itself included.

        What costs more than ``most`` is not followed.
        """
        refused: list[tuple[Action, Rejected]] = []
        pictures = self._pictures.plain(root.table, self._named)
        found = self._grown(root, pictures, most, refused)
        best = min(found, key=lambda one: one.total)
        if not self.is_plain(best):
            otherwise = self._pictures.otherwise(pictures[0], root.table)
            if otherwise:
                found += self._grown(root, [*pictures, *otherwise], most, refused)[1:]
                best = min(found, key=lambda one: one.total)
        if (self._wary and best.faulty) or best.backwards:
            excused = self._excuses(root, pictures, min(best.total + self._weights.less_likely, most))
            if excused and (best.backwards or self._weights.excuses("twin_came")):
                found += excused
        found.sort(key=lambda one: one.total)
        if not self._begun:
            self.think_beside()
        return Found(tuple(found), tuple(refused))

    def think_beside(self) -> None:
        """What is tried from now on has an allowance of its own, however much was tried before."""
        self._begun, self._left = True, self._weights.most_tried_beside

    def is_plain(self, explanation: Explanation) -> bool:
        """Whether an explanation tells all that is seen, by nothing unlikely but perhaps a fault."""
        return self._is_explained(explanation) and not self._is_dear(explanation)

    def _is_dear(self, explanation: Explanation) -> bool:
        """Whether more than a fault makes actions unlikely: hands that nobody reported, or from another side."""
        usual = self._weights.usual(len(explanation.actions))
        return (
            bool(explanation.actions)
            and explanation.cost + log(explanation.rarest) >= usual + self._weights.dear
        )

    def _grown(
        self,
        root: Explanation,
        pictures: Sequence[Mapping[str, Sequence[str]]],
        most: float,
        refused: list[tuple[Action, Rejected]],
    ) -> list[Explanation]:
        """The explanations that lead from ``root`` towards one of these pictures, ``root`` first."""
        found, frontier, best = [root], [root], root
        known: dict[tuple[frozenset[str], bool], float] = {}
        for depth in range(self._weights.most_actions):
            grown: list[Explanation] = []
            for node in frontier:
                for child in self._children(node, pictures, refused if depth == 0 else None):
                    key = (frozenset(map(str, child.actions)), child.faulty)
                    if (
                        child.reading_cost <= root.reading_cost + self._weights.hopeless
                        and child.cost < known.get(key, inf)
                    ):
                        known[key] = child.cost
                        grown.append(child)
            found += grown
            best = min((best, *grown), key=lambda one: one.total)
            explained = bool(best.actions) and self._is_explained(best)
            if explained and not (best.faulty or self._is_dear(best)) and best.idle < self._weights.busy:
                break
            dearest, left = (
                min(best.total + self._weights.less_likely, most),
                self._weights.most_actions - 1 - depth,
            )
            # What explains everything need not go on; but what excuses its fault may be longer.
            near = [one for one in grown if not (explained and one.faulty)]
            frontier = self._promising(near, left, dearest)[: self._weights.followed]
        return found

    def _excuses(
        self, root: Explanation, pictures: Sequence[Mapping[str, Sequence[str]]], most: float
    ) -> list[Explanation]:
        """Faultless explanations by way of zones that look as before, of a cost of at most ``most``."""
        wary = self._pictures.wary(pictures[0], root.table)
        found: list[Explanation] = []
        frontier = [root] if wary else []
        for left in reversed(range(self._weights.most_actions)):
            grown: dict[frozenset[str], Explanation] = {}
            for node in frontier:
                for child in self._children(node, (pictures[0], *wary)):
                    key = frozenset(map(str, child.actions))
                    if not child.faulty:
                        grown[key] = min(grown.get(key, child), child, key=lambda one: one.cost)
            found += (one for one in grown.values() if one.total <= most)
            frontier = self._promising(grown.values(), left, most)[: self._weights.excuses_followed]
        return found

    def _promising(self, grown: Iterable[Explanation], further: int, most: float) -> list[Explanation]:
        """Those that may cost no more than ``most`` after ``further`` actions, the most promising first.

        A card in the hand of whoever drew it makes the picture worse until it lies where it is seen: what counts is
        not how an explanation stands, but what it comes to when every further action puts all its zones right.
        """
        gained = self._weights.most_zones * self._weights.unexplained
        each = self._weights.further_action
        ranked = []
        for place, one in enumerate(grown):
            lasting = max(0.0, one.reading_cost - gained * further)
            least = one.cost + lasting + each * (one.reading_cost - lasting) / gained
            if max(least, one.cost + each) <= most:
                ranked.append((least, place, one))
        return [one for _, _, one in sorted(ranked)]

    def _is_explained(self, explanation: Explanation) -> bool:
        """Whether nothing is left to explain: what still disagrees lies where no hand has been since it was read."""
        if explanation.reading_cost <= self._weights.explained:
            return True
        left = self._evidence.disagreeing(explanation.table, explanation.laid)
        evidence = self._evidence
        return evidence.hands_told and not any(
            zone in evidence.touched and not evidence.is_old(zone) for zone in left
        )

    def _children(
        self,
        node: Explanation,
        pictures: Sequence[Mapping[str, Sequence[str]]],
        refused: list[tuple[Action, Rejected]] | None = None,
    ) -> Iterator[Explanation]:
        tried: set[str] = set()
        for picture in pictures:
            for action in self._game.physical_moves(node.state, picture):
                if not self._left:
                    self.cut_short = True
                    return
                if (named := str(action)) not in tried:
                    tried.add(named)
                    self._left -= 1
                    yield from self.after(node, action, refused)

    def after(
        self, node: Explanation, action: Action, refused: list[tuple[Action, Rejected]] | None = None
    ) -> list[Explanation]:
        """An explanation with one action more; none when the rules refuse it (which goes into ``refused``)."""
        try:
            after, events = self._game.apply(node.state, action)
        except Rejected as refusal:
            if refused is not None:
                refused.append((action, refusal))
            return []
        # Who has overlooked something goes on as if it were not there: that is no second fault.
        anew = [
            event
            for event in events
            if event not in node.infractions or not self._weights.excuses("one_omission")
        ]
        infractions = tuple(event for event in anew if event.name == "infraction")
        habit = self._hands.habit(node.state, action, anew)
        return [self._child(node, action, after, infractions, habit)]

    def told(self, node: Explanation, actions: Iterable[Action]) -> Explanation | None:
        """The explanation that just these actions followed; None where the rules refuse one of them."""
        for action in actions:
            children = self.after(node, action)
            if not children:
                return None
            node = children[0]
        return node

    def _order_cost(
        self, touches: Sequence[Sequence[str]], later: Sequence[str], *, of_a_fault: bool
    ) -> float:
        """An excuse may run against the order in which hands were seen; an accusation may not."""

        def dearest(*, strictly: bool) -> float:
            return max(
                (self._evidence.order_cost(one, later, strictly=strictly) for one in touches), default=0.0
            )

        cost = dearest(strictly=of_a_fault)
        if of_a_fault and cost and not self._weights.excuses("order_of_a_fault"):
            return dearest(strictly=False)
        return cost

    def _child(
        self, node: Explanation, action: Action, after: Any, infractions: tuple[Event, ...], habit: float
    ) -> Explanation:
        faulty = bool(infractions)
        touches = self._hands.touched(node.state, action)
        cost = self._weights.further_action if node.actions else self._weights.first_action
        slips = self._player_prior.slip_ratio(action["by"]) if faulty else 1.0
        likely = habit * slips if slips != 1.0 and self._weights.excuses("player_prior") else habit
        cost += -log(likely) + self._evidence.hands_cost(touches, self._sides.get(action["by"]))
        cost += self._order_cost(node.touches, touches, of_a_fault=faulty or node.faults > 0)
        backwards = self._evidence.order_cost(touches[:1], touches[1:]) > 0.0
        cost += self._weights.target_first if backwards else 0.0
        unreported = (
            [zone for zone in touches if self._evidence.is_old(zone)] if self._evidence.hands_told else ()
        )
        silent = self._hands.unjudged(after)
        table = self._game.visible_table(silent)
        left = self._hands.laid(action)
        if node.laid.keys() & left.keys() & self._hands.momentary:
            cost += self._weights.thrown_over
        laid = {**node.laid, **left}
        return Explanation(
            silent,
            table,
            node.reading_cost + self._evidence.change(node.table, node.laid, table, laid, unreported),
            node.cost + cost,
            (*node.actions, action),
            node.faults + faulty,
            laid,
            node.taken_back,
            (*node.touches, touches),
            min(node.rarest, likely),
            node.passed or table in self._through,
            node.passed_by,
            self._evidence.idle((*chain.from_iterable(node.touches), *touches)),
            node.backwards or backwards,
            (*node.infractions, *infractions),
        )
