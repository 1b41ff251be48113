"""What whoever was called did just before, and nobody saw: it shows while the cards are put back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import exp, prod
from typing import Any

from companion.action import Action, Event, Rejected
from companion.referee.hypothesis import Candidate, Hypothesis
from companion.referee.restoring import Restoring
from companion.referee.search import Watched


class Overlooked:
    """Tells a call anew: with an action before it that no look showed, or without one that there never was.

    A card may have lain elsewhere on its way to where it was called; what was turned up after a fault stays open; and
    of what one look showed beside the fault some may have come after it, and is put back with it.
    """

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._sides = watched.sides
        self._before: Hypothesis | None = None
        self._at_once: tuple[Hypothesis, Sequence[Action]] | None = None

    def note(self, entered: Candidate, path: Sequence[Action]) -> None:
        """A fault was called: the last action of this ``path``."""
        start = entered.rewound
        beside = path[len(start.path) : -1]
        self._before, self._at_once = self._led_to(start, beside), (start, beside)

    def forget(self) -> None:
        """Nothing before the last call is told anew any more."""
        self._before = self._at_once = None

    def told_anew(self, called: Hypothesis, restoring: Restoring) -> tuple[Hypothesis, float] | None:
        """The hypothesis by which everything lies where the call has it, and its posterior (0..1); else None.

        ``called`` is that of the journal, by which something lies otherwise.
        """
        before = self._before
        if before is None or not called.path or called.path[:-1] != before.path:
            return None
        shown = self._game.visible_table(called.state)
        if not restoring.lying_wrong(shown) or (not restoring.is_awaited and self._goes_on(called)):
            return None
        journal = self._evidence.total(shown, {})
        for start, actions, fault in self._ways(before, called, restoring):
            told = self._led_to(start, actions)
            if told is None:
                continue
            state, events = self._applied(told, fault)
            if state is None or not self._hands.accuses(events):
                continue
            told = told.after((fault,), state, remembered=self._weights.remembered, accused=True)
            for hypothesis in (told, *self._turned_up(told, restoring)):
                table = self._game.visible_table(hypothesis.state)
                if not restoring.lying_wrong(table):
                    cost = self._weights.never_happened + self._evidence.total(table, {}) - journal
                    new = [zone for zone, faces in table.items() if faces != shown.get(zone, ())]
                    read = prod(self._evidence.chance_shown(zone, table[zone]) for zone in new)
                    return hypothesis, read / (1.0 + exp(cost))
        return None

    def _goes_on(self, called: Hypothesis) -> bool:
        """Whether what shows now is what hands did after all was put back, by nothing unlikely."""
        search = self._watched.search()
        best = search.explain(search.root(called.state)).explanations[0]
        return bool(best.actions) and not best.faulty and search.is_plain(best)

    def _ways(
        self, before: Hypothesis, called: Hypothesis, restoring: Restoring
    ) -> Iterator[tuple[Hypothesis, Sequence[Action], Action]]:
        """What else may have gone before a call, from where on, and the fault that was called."""
        table, fault = self._game.visible_table(called.state), called.path[-1]
        yield before, (), fault
        for zone in self._evidence.disagreeing(table, {}):
            shown = self._evidence.shows(zone, ())[-1:]
            if not self._hands.doubts.by_itself(zone) or restoring.showed(zone, shown):
                for action in self._hands.doubts.taken_up(before.state, fault["by"], shown):
                    yield before, (action,), fault
            if (stop := self._hands.doubts.by_way_of(fault, zone, shown)) is not None:
                yield before, stop[:1], stop[1]
        yield from self._without_what_came_after(fault)
        if not before.trail or before.trail[-1][0] != len(before.path) - 1:
            return
        length, state = before.trail[-1]
        touched = self._hands.touched(state, before.path[-1])
        card, table = str(before.path[-1].get("card")), self._game.visible_table(state)
        if restoring.shows_elsewhere(card, table, touched):
            return  # it had been drawn, and had gone on: whoever puts it back has it in the hand
        # Where hands have been since, they may have moved it back; a card that was turned up nobody turns back.
        moved = [zone for zone in touched if len(touched) > 1 or not self._hands.doubts.by_itself(zone)]
        if before.path[-1]["by"] == fault["by"] and self._evidence.touched.keys().isdisjoint(moved):
            yield Hypothesis(before.path[:length], state, before.past_cost, before.trail[:-1]), (), fault

    def _without_what_came_after(
        self, fault: Action
    ) -> Iterator[tuple[Hypothesis, Sequence[Action], Action]]:
        """The call without some of what the same look showed of whoever is called: it may have come after it."""
        if self._at_once is None:
            return
        start, beside = self._at_once
        theirs = [
            place
            for place, action in enumerate(beside)
            if action["by"] == fault["by"] and self._may_be_back(start, beside, place)
        ]
        for count in range(1, len(theirs) + 1):
            for after in combinations(reversed(theirs), count):
                yield start, [one for place, one in enumerate(beside) if place not in after], fault

    def _may_be_back(self, start: Hypothesis, beside: Sequence[Action], place: int) -> bool:
        """Whether an action may have been put back: hands went to a pile that looks the same with a card more, after
        they had been where the card lay. Until then it is in a hand, on its way to wherever.
        """
        before = self._led_to(start, beside[:place])
        after = None if before is None else self._led_to(before, beside[place : place + 1])
        if before is None or after is None:
            return False
        touched = self._hands.touched(before.state, beside[place])
        tables = [self._game.visible_table(one.state) for one in (before, after)]
        looks_alike = len(touched) > 1 and tables[0].get(touched[0]) == tables[1].get(touched[0])
        return not looks_alike or self._evidence.came_later(touched[0], touched[-1])

    def _turned_up(self, called: Hypothesis, restoring: Restoring) -> Iterator[Hypothesis]:
        """What anybody turned up after the fault: it stays open."""
        for zone in self._evidence.disagreeing(self._game.visible_table(called.state), {}):
            shown = self._evidence.shows(zone, ())[-1:]
            if self._hands.doubts.by_itself(zone) and restoring.showed(zone, shown):
                for by in self._sides:
                    for action in self._hands.doubts.taken_up(called.state, by, shown):
                        if (after := self._led_to(called, (action,))) is not None:
                            yield after

    def _led_to(self, start: Hypothesis, actions: Sequence[Action]) -> Hypothesis | None:
        """The hypothesis after these actions; None where the rules refuse one, or somebody is called for it."""
        for action in actions:
            state, events = self._applied(start, action)
            if state is None or self._hands.accuses(events):
                return None
            start = start.after((action,), state, remembered=self._weights.remembered)
        return start

    def _applied(self, hypothesis: Hypothesis, action: Action) -> tuple[Any, Sequence[Event]]:
        try:
            return self._game.apply(hypothesis.state, action)
        except Rejected:
            return None, ()
