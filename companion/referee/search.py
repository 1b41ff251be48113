"""Sequences of hands' actions that lead from a known moment to the table as it is seen, cheapest first.

Moves are generated from the difference, not enumerated: the game's ``physical_moves`` names them, the rules say what
each of them leads to, and only the best few are followed, up to four actions deep.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf, log
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.action import TABLE, Action, Event, Rejected
from companion.game import Game
from companion.hands import Faces, Hands
from companion.referee.evidence import Evidence, Table
from companion.referee.pictures import Pictures
from companion.referee.player_prior import PlayerPrior
from companion.referee.weights import Weights


class Explanation(NamedTuple):
    """Actions from a known moment, in the order in which hands made them, and how well they agree with the look.

    ``state`` and ``table`` are as nobody judged (``Hands.unjudged``). ``cost`` is −ln of the prior of the actions and
    of the likelihood of the hands seen, ``reading_cost`` that of the readings, ``idle`` that of hands over zones in
    which nothing happened. ``faults`` of the actions are infractions; ``infractions`` tells each of them once;
    ``at_fault`` is whose the first is.
    ``laid`` is what they left in a tray. ``taken_back``: how many moves before the known moment were put back first.
    ``touches`` are the zones of each action, ``named`` are the actions in no order. ``passed``: the table looked on
    the way as it did when one more look was asked for. ``rarest`` is how likely the least likely action is beside a
    usual one. ``backwards``: hands were gone from where something was put down before they came to where it had
    lain: it rather came from elsewhere. ``out_of_step`` is the cost of hands that do not fit all actions in a row.
    ``misplaced`` are the zones of things that hands put down wrongly.
    """

    state: Any
    table: Table
    reading_cost: float
    cost: float = 0.0
    actions: tuple[Action, ...] = ()
    faults: int = 0
    laid: Table = MappingProxyType({})
    taken_back: int = 0
    touches: tuple[tuple[str, ...], ...] = ()
    rarest: float = 1.0
    passed: bool = True
    passed_by: float = 0.0
    idle: float = 0.0
    backwards: bool = False
    infractions: tuple[Event, ...] = ()
    at_fault: str = ""
    named: frozenset[str] = frozenset()
    out_of_step: float = 0.0
    misplaced: frozenset[str] = frozenset()

    @property
    def faulty(self) -> bool:
        """Whether an infraction is among the actions."""
        return self.faults > 0

    @property
    def players(self) -> frozenset[str]:
        """Whose hands made the actions; what the table tells, none did."""
        return frozenset(str(action["by"]) for action in self.actions) - {TABLE}

    @property
    def told(self) -> Counter[str]:
        """The actions, in no order."""
        return Counter(map(str, self.actions))

    def adds_to(self, zone: str) -> bool:
        """Whether one of the actions lays something down in a zone."""
        return any(touched[-1:] == (zone,) for touched in self.touches)

    @property
    def total(self) -> float:
        """The cost of the whole explanation."""
        told = self.cost + self.out_of_step + self.idle
        return told + self.reading_cost + (0.0 if self.passed else self.passed_by)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: explanations, best first, and the actions that the rules refuse at the known moment."""

    explanations: tuple[Explanation, ...]
    refused: tuple[tuple[Action, Rejected], ...] = ()


class WorkedOut:
    """What was worked out for one look, so that another search for it need not do it again.

    States and explanations are told apart by identity, so they are kept beside what follows from them.
    """

    def __init__(self) -> None:
        self.roots: dict[int, tuple[Any, Explanation]] = {}
        self.after: dict[tuple[int, str], tuple[Explanation, tuple[Explanation, ...] | Rejected]] = {}
        self.orders: dict[tuple[Sequence[str], Sequence[str], bool], float] = {}
        self.dearest_orders: dict[tuple[Sequence[Sequence[str]], Sequence[str], bool], float] = {}
        self.in_step: dict[tuple[tuple[tuple[str, ...], str | None], ...], float | None] = {}
        self.hands: dict[tuple[Sequence[str], str], float] = {}
        self.least: dict[tuple[int, str], tuple[Explanation, float, float, float]] = {}
        self.moves: dict[tuple[int, int], tuple[Explanation, Sequence[Action]]] = {}
        self._pictures: dict[tuple[tuple[str, Faces], ...], int] = {}

    def number(self, picture: Table) -> int:
        """By which pictures are told apart that a search makes anew."""
        return self._pictures.setdefault(tuple(picture.items()), len(self._pictures))


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
        self,
        *,
        named: float | None = None,
        through: Sequence[Table] = (),
        wary: bool = False,
        worked_out: WorkedOut | None = None,
    ) -> Search:
        """A search for the look of now.

        A face that a reader named with a probability of at least ``named`` (``Weights.named`` unless told) is worth
        an explanation of its own.
        ``through`` are the tables that agreed with the look when one more was asked for, none if none was. A ``wary``
        search also thinks of cards that left a zone which looks as before, because others came: twins, or the same.
        What an earlier search for the same look, ``through`` the same tables, has ``worked_out`` is not done again.
        """
        named = self.weights.named if named is None else named
        return Search(self, named, through, worked_out or WorkedOut(), wary=wary)


class _Worthwhile:
    """The cost up to which an explanation matters to whoever asked (``Search.explain``)."""

    def __init__(self, root: Explanation, weights: Weights, matters: float | None) -> None:
        self._weights = weights
        self._matters = matters
        self._least = [root.total]

    def note(self, explanation: Explanation) -> None:
        """An explanation was found."""
        insort(self._least, explanation.total)
        del self._least[self._weights.most_revised :]

    @property
    def best(self) -> float:
        """The cost of the best explanation so far."""
        return self._least[0]

    @property
    def most(self) -> float:
        """The largest cost that matters, whatever else may be found."""
        if self._matters is not None:
            return max(self._matters, self.best) + self._weights.rounding
        if len(self._least) < self._weights.most_revised:
            return inf
        return max(self.best + self._weights.forgotten, self._least[-1]) + self._weights.rounding


class Search:
    """The search for one look (``Watched.search``)."""

    def __init__(
        self,
        watched: Watched,
        named: float,
        through: Sequence[Table],
        worked_out: WorkedOut,
        *,
        wary: bool,
    ) -> None:
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._idling = watched.evidence.idling
        self._pictures = Pictures(watched.evidence, watched.hands, watched.weights)
        self._weights = watched.weights
        self._sides = watched.sides
        self._player_prior = watched.player_prior
        self._named = named
        self._through = through
        self._wary = wary
        self._left: float = self._weights.most_tried
        self._begun = False
        self._worked_out = worked_out
        self.cut_short = False
        """Whether there was more to try than there is time for."""

    def root(self, state: Any) -> Explanation:
        """The explanation that nothing happened."""
        if (known := self._worked_out.roots.get(id(state))) is None:
            known = self._worked_out.roots[id(state)] = (state, self.instead_of(None, state))
        return known[1]

    def instead_of(
        self, since: Explanation | None, state: Any, *, cost: float = 0.0, taken_back: int = 0
    ) -> Explanation:
        """The explanation that nothing happened but what was put back ``since`` the table looked otherwise."""
        silent = self._hands.unjudged(state)
        table = self._game.visible_table(silent)
        told = () if since is None else [zone for zone in table if table[zone] != since.table.get(zone)]
        return Explanation(
            silent,
            table,
            self._evidence.total(table, {}),
            cost,
            taken_back=taken_back,
            passed=not self._through or table in self._through,
            passed_by=self._weights.passed_by,
            idle=self._idling.cost(told),
        )

    def by_action(self, root: Explanation, state: Any, action: Action, cost: float) -> Explanation | None:
        """The explanation that this action happened and nothing else; None when the rules refuse it."""
        try:
            after, _ = self._game.apply(state, action)
        except Rejected:
            return None
        return self.instead_of(root, after, cost=cost)._replace(actions=(action,), touches=((),))

    def explain(self, root: Explanation, most: float = inf, *, matters: float | None = None) -> Found:
        """What may have led from ``root`` to the look, up to four actions, the root itself included.

        Where these do not tell it up to six are thought of, so that people who are asked find all they did.
        What costs more than ``most`` is not followed. What costs more than ``matters`` may be left out, but the best;
        unless told, what is hopeless beside the best (``Weights.forgotten``), but the first few that may be revised.
        """
        refused: list[tuple[Action, Rejected]] = []
        pictures = self._pictures.plain(root.table, self._named)
        found = self._grown(root, pictures, most, refused, matters)
        best = _best(found)
        if not self.is_plain(best):
            otherwise = self._pictures.otherwise(pictures[0], root.table)
            if otherwise:
                found += self._grown(root, [*pictures, *otherwise], most, refused, matters)[1:]
                best = _best(found)
        if len(best.actions) + 1 >= self._weights.most_actions and (best.faulty or not self._is_likely(best)):
            found += self._grown(root, pictures, most, refused, matters, self._weights.most_asked)[1:]
            found += self._goes_on(_best(found), most, refused, matters)
            found += self._as_hands_came(root, found)
            best = _best(found)
        doubtful = best.faulty or not self._is_explained(best)
        if (self._wary and doubtful) or best.backwards:
            self._left = max(self._left, self._weights.most_tried_beside)
            excused = self._excuses(root, pictures, min(best.total + self._weights.less_likely, most))
            if excused and (best.backwards or self._weights.excuses("twin_came")):
                found += excused
        if self._wary and not self._is_explained(_best(found)):
            by_way_of = self._pictures.wary(pictures[0], root.table)
            found += self._grown(root, [pictures[0], *by_way_of], most, refused, matters)[1:]
        found.sort(key=lambda one: one.total)
        if not self._begun:
            self.think_beside()
        return Found(tuple(found), tuple(refused))

    def _goes_on(
        self,
        begun: Explanation,
        most: float,
        refused: list[tuple[Action, Rejected]],
        matters: float | None,
    ) -> list[Explanation]:
        """What may have come after a plain beginning of what hands did for long, where it was never reached."""
        further = self._weights.most_asked - len(begun.actions)
        if (
            not (self.cut_short and self._left <= 0 and begun.actions)
            or further <= 0
            or self._is_explained(begun)
        ):
            return []
        self._left = self._weights.most_tried_beside
        pictures = self._pictures.plain(begun.table, self._named)
        return self._grown(begun, pictures, most, refused, matters, further)[1:]

    def _as_hands_came(self, root: Explanation, found: Iterable[Explanation]) -> list[Explanation]:
        """The best that tells all that is read, in the order in which hands came to where each of its actions ended:
        of many actions few orders are followed.
        """
        whole = [one for one in found if one.reading_cost <= self._weights.explained]
        if not whole or not self._evidence.hands_told:
            return []
        best = _best(whole)
        came = zip(map(self._evidence.came_last, best.touches), best.actions, strict=True)
        actions = tuple(action for _, action in sorted(came, key=lambda one: one[0]))
        told = None if actions == best.actions else self.told(root, actions)
        return [] if told is None else [told]

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
            and explanation.cost + explanation.out_of_step + log(explanation.rarest)
            >= usual + self._weights.dear
        )

    def _is_likely(self, explanation: Explanation) -> bool:
        """Whether an explanation tells all that is seen, by nothing so unlikely that people would be asked."""
        unlikely = explanation.cost - self._weights.usual(len(explanation.actions))
        return self._is_explained(explanation) and unlikely <= self._weights.far_fetched

    def _grown(
        self,
        root: Explanation,
        pictures: Sequence[Table],
        most: float,
        refused: list[tuple[Action, Rejected]],
        matters: float | None,
        deep: int | None = None,
    ) -> list[Explanation]:
        """The explanations that lead from ``root`` towards one of these pictures, ``root`` first.

        Of up to ``deep`` actions, ``Weights.most_actions`` unless told.
        """
        found, frontier, best = [root], [root], root
        known: dict[tuple[frozenset[str], str], float] = {}
        hopeless = root.reading_cost + self._weights.hopeless

        def is_cheapest(child: Explanation) -> bool:
            """Whether no order of the same actions by which the same player is at fault was cheaper so far."""
            key = (child.named, child.at_fault)
            cost = child.cost + child.out_of_step
            if child.reading_cost > hopeless or cost >= known.get(key, inf):
                return False
            known[key] = cost
            return True

        # Of what is no use by itself only the cost counts, and only for another order of the same actions.
        no_use = defaultdict[frozenset[str], list[tuple[Explanation, Action]]](list)
        worthwhile = _Worthwhile(root, self._weights, matters)
        numbered = self._numbered(pictures)
        for further in reversed(range(deep or self._weights.most_actions)):
            grown: list[Explanation] = []
            for node in frontier:
                for action in self._tried(node, numbered):
                    first = matters is None and node is root  # what is refused then is told
                    if not first and self._is_no_use(node, action, worthwhile, most, further):
                        no_use[node.named | {str(action)}].append((node, action))
                        continue
                    for child in self.after(node, action, refused if first else None):
                        for other in no_use.pop(child.named, ()):
                            for same in self.after(*other):
                                is_cheapest(same)
                        if is_cheapest(child):
                            grown.append(child)
                            worthwhile.note(child)
            found += grown
            best = min((best, *grown), key=lambda one: one.total)
            explained = bool(best.actions) and self._is_explained(best)
            if explained and not (best.faulty or self._is_dear(best)) and best.idle < self._weights.busy:
                break
            dearest = min(best.total + self._weights.less_likely, most)
            # What explains everything need not go on; but what excuses its fault may be longer.
            near = [one for one in grown if not (explained and one.faulty)]
            frontier = self._promising(near, further, dearest)[: self._weights.followed]
        return found

    def _is_no_use(
        self, node: Explanation, action: Action, worthwhile: _Worthwhile, most: float, further: int
    ) -> bool:
        """Whether an action more leads nowhere, by what hands say of it and what it may put right at best.

        Rules and table need not be asked then: no action changes a zone that it does not touch.
        """
        key = (id(node), str(action))
        if (known := self._worked_out.least.get(key)) is None:
            known = self._worked_out.least[key] = (node, *self._least(node, action))
        _, cost, reading_cost, idle = known
        if cost + reading_cost + idle <= worthwhile.most:
            return False
        dearest = min(worthwhile.best + self._weights.less_likely, most) + self._weights.rounding
        return not further or not self._may_lead_to(cost, reading_cost, further, dearest)

    def _least(self, node: Explanation, action: Action) -> tuple[float, float, float]:
        """What an explanation with one action more costs at least, its readings, and its idle hands."""
        touches = self._hands.touched(node.state, action)
        reading_cost = node.reading_cost - self._evidence.cost_of(touches, node.table, node.laid)
        slips = max(self._player_prior.slip_ratio(action["by"]), 1.0)
        cost = min(
            self._cost_of_hands(node, action["by"], seen, faulty=False) + self._unseen_cost(unseen)
            for seen, unseen in self._ways_seen(touches, action["by"])
        )
        idle = self._idling.cost((*chain.from_iterable(node.touches), *touches))
        return node.cost + cost - log(slips), reading_cost, idle

    def _excuses(self, root: Explanation, pictures: Sequence[Table], most: float) -> list[Explanation]:
        """Faultless explanations by way of zones that look as before, of a cost of at most ``most``."""
        wary = self._pictures.wary(pictures[0], root.table)
        found: list[Explanation] = []
        numbered = self._numbered((pictures[0], *wary))
        frontier = [root] if wary else []
        for left in reversed(range(self._weights.most_actions)):
            grown: dict[frozenset[str], Explanation] = {}
            for node in frontier:
                for action in self._tried(node, numbered):
                    for child in self.after(node, action):
                        if not child.faulty:
                            same = grown.get(child.named, child)
                            grown[child.named] = min(same, child, key=lambda one: one.cost + one.out_of_step)
            found += (one for one in grown.values() if one.total <= most)
            frontier = self._promising(grown.values(), left, most)[: self._weights.excuses_followed]
        return found

    def _promising(self, grown: Iterable[Explanation], further: int, most: float) -> list[Explanation]:
        """Those that may cost no more than ``most`` after ``further`` actions, the most promising first."""
        ranked = [
            (self._outlook(one.cost, one.reading_cost, further), place, one)
            for place, one in enumerate(grown)
            if self._may_lead_to(one.cost, one.reading_cost, further, most)
        ]
        return [one for _, _, one in sorted(ranked)]

    def _may_lead_to(self, cost: float, reading_cost: float, further: int, most: float) -> bool:
        """Whether an explanation may cost no more than ``most`` after ``further`` actions."""
        least = max(self._outlook(cost, reading_cost, further), cost + self._weights.further_action)
        return least <= most

    def _outlook(self, cost: float, reading_cost: float, further: int) -> float:
        """What an explanation comes to when every further action puts all its zones right.

        A card in the hand of whoever drew it makes the picture worse until it lies where it is seen: so it does not
        count how an explanation stands.
        """
        gained = self._weights.most_zones * self._weights.unexplained
        lasting = max(0.0, reading_cost - gained * further)
        return cost + lasting + self._weights.further_action * (reading_cost - lasting) / gained

    def _is_explained(self, explanation: Explanation) -> bool:
        """Whether nothing is left to explain: what still disagrees lies where no hand has been since it was read.

        Nor, where none was told, does it show just now what is no misreading; but that makes no fault longer.
        """
        if explanation.reading_cost <= self._weights.explained:
            return True
        evidence, table = self._evidence, explanation.table
        left = evidence.disagreeing(table, explanation.laid)
        return evidence.hands_told and not any(
            not evidence.is_old(zone)
            and (
                zone in evidence.touched
                or (not explanation.faulty and evidence.is_strange(zone, table.get(zone, ())))
            )
            for zone in left
        )

    def _numbered(self, pictures: Iterable[Table]) -> list[tuple[int, Table]]:
        return [(self._worked_out.number(picture), picture) for picture in pictures]

    def _tried(self, node: Explanation, pictures: Iterable[tuple[int, Table]]) -> Iterator[Action]:
        """The actions that lead from a node towards these pictures, as long as there is time to try them.

        That a thing was found in its place, which no hand did, only the likeliest picture tells; and what people have
        to confirm no picture does.
        """
        tried: set[str] = set()
        moves, first = self._worked_out.moves, True
        for number, picture in pictures:
            key = (id(node), number)
            if key not in moves:
                moves[key] = (node, self._game.physical_moves(node.state, picture))
            is_plain, first = first, False
            for action in moves[key][1]:
                if self._left <= 0:
                    self.cut_short = True
                    return
                if action["do"] in self._hands.confirmed:
                    continue
                if not is_plain and action["by"] == TABLE and not self._hands.touched(node.state, action):
                    continue
                if (named := str(action)) not in tried:
                    tried.add(named)
                    self._left -= self._weights.looked_at
                    yield action

    def after(
        self, node: Explanation, action: Action, refused: list[tuple[Action, Rejected]] | None = None
    ) -> list[Explanation]:
        """The explanations with one action more; none when the rules refuse it (which goes into ``refused``)."""
        key = (id(node), str(action))
        if (known := self._worked_out.after.get(key)) is None:
            self._left -= 1
            known = self._worked_out.after[key] = (node, self._followed(node, action))
        if not isinstance(known[1], Rejected):
            return list(known[1])
        if refused is not None:
            refused.append((action, known[1]))
        return []

    def _followed(self, node: Explanation, action: Action) -> tuple[Explanation, ...] | Rejected:
        try:
            after, events = self._game.apply(node.state, action)
        except Rejected as refusal:
            return refusal
        # Who has overlooked something goes on as if it were not there: that is no second fault.
        anew = [
            event
            for event in events
            if event not in node.infractions or not self._weights.excuses("one_omission")
        ]
        infractions = tuple(event for event in anew if event.name == "infraction")
        habit = self._hands.habit(node.state, action, anew)
        touches = self._hands.touched(node.state, action)
        ways = self._ways_seen(touches, action["by"])
        return tuple(self._child(node, action, after, infractions, habit, *way) for way in ways)

    def told(self, node: Explanation, actions: Iterable[Action]) -> Explanation | None:
        """The best explanation that just these actions followed; None where the rules refuse one of them."""
        told = [node]
        for action in actions:
            told = [child for one in told for child in self.after(one, action)]
        return _best(told) if told else None

    def _ways_seen(
        self, touches: tuple[str, ...], by: str
    ) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """In which of an action's zones the hands of whoever made it were seen, and in which they were not.

        Where nobody reaches for nothing, a hand of somebody else tells an action of that one's: the hand that this
        action needs may have gone unseen beside it.
        """
        evidence, side = self._evidence, self._sides.get(by)
        unseen = tuple(
            zone
            for zone in touches
            if zone in self._hands.telling and evidence.hands_cost((zone,), side) > evidence.unreported(zone)
        )
        if not unseen:
            return ((touches, ()),)
        return (touches, ()), (tuple(zone for zone in touches if zone not in unseen), unseen)

    def _unseen_cost(self, unseen: Iterable[str]) -> float:
        return sum(map(self._evidence.unreported, unseen))

    def _cost_of_hands(self, node: Explanation, by: str, touches: tuple[str, ...], *, faulty: bool) -> float:
        """The cost of one action more where hands were seen so, a fault or not."""
        cost = self._weights.further_action if node.actions else self._weights.first_action
        if self._goes_straight_on(node, by, touches):
            cost += self._hands_in(touches[1:], by) + self._weights.straight_on
            cost -= self._hands_in(node.touches[-1], by) - self._hands_in(node.touches[-1][:-1], by)
        else:
            cost += self._hands_in(touches, by)
        return cost + self._order_cost(node, touches, of_a_fault=faulty or node.faulty)

    def _hands_in(self, touches: tuple[str, ...], by: str) -> float:
        """What it costs that hands were seen, or not, in these zones of one action."""
        hands, key = self._worked_out.hands, (touches, by)
        if key not in hands:
            backwards = self._weights.target_first if self._is_backwards(touches) else 0.0
            hands[key] = self._evidence.hands_cost(touches, self._sides.get(by)) + backwards
        return hands[key]

    def _goes_straight_on(self, node: Explanation, by: str, touches: tuple[str, ...]) -> bool:
        """Whether a card that hands were seen to take up goes on from where none laid it down, as from a hand."""
        touched, before = self._evidence.touched, node.touches[-1] if node.touches else ()
        return (
            len(before) > 1
            and len(touches) > 1
            and before[-1] == touches[0] not in touched
            and touched.keys() >= set(before[:-1])
            and node.actions[-1]["by"] == by
            and self._weights.excuses("straight_on")
        )

    def _is_backwards(self, touches: tuple[str, ...]) -> bool:
        return self._order(touches[:1], touches[1:], strictly=False) > 0.0

    def _order_cost(self, node: Explanation, later: tuple[str, ...], *, of_a_fault: bool) -> float:
        """An excuse may run against the order in which hands were seen; an accusation may not."""
        cost = self._dearest_order(node.touches, later, strictly=of_a_fault)
        if of_a_fault and cost and not self._weights.excuses("order_of_a_fault"):
            return self._dearest_order(node.touches, later, strictly=False)
        return cost

    def _dearest_order(
        self, earlier: tuple[tuple[str, ...], ...], later: tuple[str, ...], *, strictly: bool
    ) -> float:
        key = (earlier, later, strictly)
        orders = self._worked_out.dearest_orders
        if (cost := orders.get(key)) is None:
            cost = max([self._order(one, later, strictly=strictly) for one in earlier], default=0.0)
            orders[key] = cost
        return cost

    def _step_cost(
        self, actions: tuple[tuple[tuple[str, ...], str | None], ...], *, of_a_fault: bool
    ) -> float:
        """The cost where hands that were seen do not fit all actions in a row, though perhaps any two of them.

        An excuse may run against their order, but not against the sides from which they came in that order.
        """
        known = self._worked_out.in_step
        if actions not in known:
            known[actions] = self._evidence.cost_in_a_row(actions)
        cost = known[actions]
        if cost is None:
            return self._weights.out_of_step if of_a_fault else 0.0
        return cost

    def _order(self, earlier: tuple[str, ...], later: tuple[str, ...], *, strictly: bool) -> float:
        """``Evidence.order_cost``, which stays the same for the whole look."""
        key = (earlier, later, strictly)
        orders = self._worked_out.orders
        if (cost := orders.get(key)) is None:
            cost = orders[key] = self._evidence.order_cost(earlier, later, strictly=strictly)
        return cost

    def _may_lack_steps(self, state: Any, action: Action, touches: tuple[str, ...]) -> bool:
        """Whether hands came from where a card lay that nobody has seen, or more than once to where this one went."""
        sources = self._hands.doubts.steps_came_from(state, action)
        touched = self._evidence.touched
        if not sources or not self._evidence.hands_told:
            return bool(sources)
        target = touched.get(touches[-1])
        return not touched.keys().isdisjoint(sources) or (target is not None and len(target.times) > 1)

    def _child(
        self,
        node: Explanation,
        action: Action,
        after: Any,
        infractions: tuple[Event, ...],
        habit: float,
        touches: tuple[str, ...],
        unseen: tuple[str, ...],
    ) -> Explanation:
        faulty, evidence = bool(infractions), self._evidence
        if faulty and self._may_lack_steps(node.state, action, touches):
            habit = min(habit, self._weights.steps_missed)
        slips = self._player_prior.slip_ratio(action["by"]) if faulty else 1.0
        likely = habit * slips if slips != 1.0 and self._weights.excuses("player_prior") else habit
        cost = self._cost_of_hands(node, action["by"], touches, faulty=faulty) - log(likely)
        cost += self._unseen_cost(unseen)
        reported = [zone for zone in touches if not (evidence.hands_told and evidence.is_old(zone))]
        silent = self._hands.unjudged(after)
        table = self._game.visible_table(silent)
        left = {zone: faces for zone, faces in self._hands.laid(action).items() if zone not in unseen}
        if node.laid.keys() & left.keys() & self._hands.momentary:
            cost += self._weights.thrown_over
        # Hands that came twice leave time to look, though the camera could not read what lay there meanwhile.
        looked = not node.actions or not self._hands.looked_between(node.actions[-1], action)
        if not looked and not any(map(self._pictures.came_twice, touches)):
            cost += self._weights.not_looked_between
        laid = {**node.laid, **left}
        told = (*node.touches, touches)
        sides = (self._sides.get(one["by"]) for one in (*node.actions, action))
        return Explanation(
            silent,
            table,
            node.reading_cost + evidence.change(node.table, node.laid, table, laid, reported),
            node.cost + cost,
            (*node.actions, action),
            node.faults + faulty,
            laid,
            node.taken_back,
            told,
            min(node.rarest, likely),
            node.passed or table in self._through,
            node.passed_by,
            self._idling.cost(chain.from_iterable(told)),
            node.backwards or self._is_backwards(touches),
            (*node.infractions, *infractions),
            node.at_fault or (str(action["by"]) if faulty else ""),
            node.named | {str(action)},
            self._step_cost(tuple(zip(told, sides, strict=True)), of_a_fault=faulty or node.faulty),
        )


def _best(found: Iterable[Explanation]) -> Explanation:
    return min(found, key=lambda one: one.total)
