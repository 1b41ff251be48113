"""What really happened: the exact actions of the hands, judged by the rules; and what of it a camera could know.

The rules of Crapette (section 7) say that the faultless order is taken when the order cannot be seen. So a fault
counts as visible only if no faultless story tells the same pictures and the same hands: ``stories`` lists these.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.action import Action, Event, Rejected
from companion.game import Game
from companion.hands import Hands, seated
from companion.sighting import Disturbance

INFRACTION = "infraction"
"""The event that says that an action was faulty, told aloud or not (DESIGN.md: infractions are values in events)."""
_TURN_BACK = "move"
"""What is put back on the table itself: a card that was moved."""
_MOST_ORDERED = 4
"""Of more actions than these between two looks no other order is thought of."""
_MOST_SPLIT = 3
"""Largest number of cards moved at once that may also have been moved one by one."""

Faces = tuple[str, ...]


def infractions(events: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """Who broke what in an action: (player, code) each."""
    return tuple(
        (str(event.fields.get("by")), str(event.fields.get("code")))
        for event in events
        if event.name == INFRACTION
    )


def blamed(hands: Hands, action: Action, events: Sequence[Event]) -> frozenset[str]:
    """The players whom an action shows at fault: by its infractions, or else because it is announced as a fault."""
    players = frozenset(player for player, _ in infractions(events))
    return players or frozenset((str(action.get("by")),) if hands.accuses(events) else ())


@dataclass(frozen=True, slots=True)
class Deed:
    """One action as hands did it: the zones they touched, and how the table lay before and after, unjudged."""

    action: Action
    zones: tuple[str, ...]
    before: Any
    after: Any
    faulty: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """What of the hands' deeds counts: the actions that the journal should get, by the rules' own judgement.

    ``fault`` is the visible fault among them, ``hidden`` how many faults nobody can have seen, ``stories`` the other
    faultless sequences that tell the same. ``put_back``: the last card that counted lies where it came from, whoever
    laid it there, so that it never was played.
    """

    actions: tuple[Action, ...]
    fault: Deed | None
    hidden: int
    stories: tuple[tuple[Action, ...], ...]
    put_back: bool = False


class Truth:
    """The game as it really goes: what counts so far, and what hands have done since (``pending``).

    ``stops`` says that a fault that is announced ends what hands were doing (Crapette's ``referee`` = ``auto``): what
    they did after it, unannounced, is put back and never counts.
    """

    def __init__(
        self, game: Game, state: Any, hands: Hands, players: Sequence[str], *, stops: bool, order_ms: int
    ):
        self.game = game
        self.hands = hands
        self.sides = dict(seated(players))
        self.players = tuple(players)
        self.actions: list[Action] = []
        self.states: list[Any] = [state]
        self.outcomes: list[tuple[Event, ...]] = []
        self.pending: list[Deed] = []
        self._stops = stops
        self._turned_back: dict[tuple[str, str], str] = {}
        self._before_hands = (state, hands.unjudged(state))
        self._order_ms = order_ms
        self._unchanged_ms: dict[str, int] = {}

    @property
    def state(self) -> Any:
        """The state that counts, by the rules."""
        return self.states[-1]

    @property
    def unjudged(self) -> Any:
        """What hands see before them: everything they did lies where they put it."""
        if self.pending:
            return self.pending[-1].after
        state = self.states[-1]
        if self._before_hands[0] is not state:
            self._before_hands = (state, self.hands.unjudged(state))
        return self._before_hands[1]

    # ------------------------------------------------------------ hands

    def do(self, action: Action) -> Deed:
        """Hands do something; raises ``Rejected`` for what cannot be done."""
        before = self.unjudged
        if action.get("card") and (known := self._turned_back.pop(_kind(action), None)) is not None:
            action = {**action, "card": known}
        after, events = self.game.apply(before, action)
        deed = Deed(
            action,
            self.hands.touched(before, action),
            before,
            after,
            bool(blamed(self.hands, action, events)),
        )
        self.pending.append(deed)
        return deed

    def tap(self, action: Action) -> tuple[Event, ...]:
        """People tell an action by the page; nothing may be pending. Raises ``Rejected``."""
        after, events = self.game.apply(self.states[-1], action)
        self._count(action, after, events)
        return events

    def to_blame(self, actions: int) -> frozenset[str]:
        """The players who made a fault in the last ``actions`` that count."""
        recent = zip(self.actions[-actions:], self.outcomes[-actions:], strict=True)
        return frozenset().union(*(blamed(self.hands, action, events) for action, events in recent))

    def take_back(self) -> Action:
        """The last action that counts never happened."""
        self.states.pop()
        self.outcomes.pop()
        return self.actions.pop()

    def replace_last(self, count: int, actions: Iterable[Action]) -> None:
        """The last actions are told by another story."""
        for _ in range(count):
            self.take_back()
        for action in actions:
            self.tap(action)

    def _count(self, action: Action, after: Any, events: tuple[Event, ...]) -> None:
        self.actions.append(action)
        self.states.append(after)
        self.outcomes.append(events)

    def seen_so_far(self, lying: Mapping[str, Faces], at_ms: int) -> None:
        """A look before all is done has shown how these zones lie, at this moment (ms of the disturbances)."""
        before = self._picture(self.pending[0].before if self.pending else self.unjudged)
        self._unchanged_ms |= {
            zone: at_ms for zone, faces in lying.items() if tuple(faces) == before.get(zone, ())
        }

    # ------------------------------------------------------------ what counts

    def settle(self, disturbances: Sequence[Disturbance]) -> Settled:
        """Makes what is pending count, as far as it does, after a look that showed all of it."""
        deeds, self.pending = self.pending, []
        if not deeds:
            self._unchanged_ms = {}
            return Settled((), None, 0, ())
        faults = sum(deed.faulty for deed in deeds)
        if faults and self._puts_back(deeds):
            return Settled((), None, faults, (), put_back=True)
        done = tuple(deed.action for deed in deeds)
        told: tuple[tuple[Action, ...], ...] = ()
        if faults or len(deeds) > 1:
            told = tuple(story for story in self.stories(deeds, disturbances) if story != done)
        self._unchanged_ms = {}
        fault = next((deed for deed in deeds if deed.faulty), None)
        chosen = done
        if fault is not None and told:
            chosen, fault = told[0], None
        if self._picture(deeds[0].before) == self._picture(deeds[-1].after):
            fault = None  # a card that went to and fro, or onto its twin: no picture ever showed it
        hidden = 0 if fault is not None else faults
        begun = len(self.actions)
        for place, action in enumerate(chosen):
            try:
                after, events = self.game.apply(self.states[-1], action)
            except Rejected:
                break  # the fault before it has changed whose turn it is: this is put back
            self._count(action, after, events)
            if fault is None and not faults and self.hands.accuses(events):
                fault = deeds[place]  # a fault that shows only when it is judged
            if self._stops and self.hands.accuses(events):
                self._turn_up(chosen[place + 1 :])
                break
        return Settled(tuple(self.actions[begun:]), fault, hidden, told)

    def _turn_up(self, actions: Sequence[Action]) -> None:
        """What hands turned up after a fault stays open where it is no card action (Crapette, 4.5); what is turned
        face down again is the same card when it comes once more.
        """
        for action in actions:
            if not action.get("card") or "from" in action:
                continue
            zones = self.hands.touched(self.state, action)
            try:
                after, events = self.game.apply(self.state, action)
            except Rejected:
                events = ()
            if events and not infractions(events) and all(map(self.hands.doubts.by_itself, zones)):
                self._count(action, after, events)
            else:
                self._turned_back[_kind(action)] = action["card"]

    def _puts_back(self, deeds: Sequence[Deed]) -> bool:
        """Whether all that hands did is the last move undone."""
        if not self.may_be_put_back:
            return False
        before = self._picture(self.hands.unjudged(self.states[-2]))
        return len(deeds) == 1 and self._picture(deeds[-1].after) == before

    @property
    def may_be_put_back(self) -> bool:
        """Whether the last action that counts was a faultless move from which nothing has followed."""
        if not self.actions or self.actions[-1]["do"] != _TURN_BACK or len(self.states) < 2:
            return False
        names = {event.name for event in self.outcomes[-1]}
        if names & {"infraction", "turn_passed", "game_won", "win_claimed", "proof_made"}:
            return False
        return bool(self.hands.touched(self.states[-2], self.actions[-1]))

    def stories(
        self, deeds: Sequence[Deed], disturbances: Sequence[Disturbance]
    ) -> Iterator[tuple[Action, ...]]:
        """Every faultless sequence of actions that leads to the same picture and agrees with the hands seen.

        This defines what is *visible*: a fault is, if there is no such story. Thought of are the same actions in
        every order, without what was put back, by whichever player the reported sides allow, and several cards at
        once moved one by one. The
        hands agree when the touches of a story find their way through the reported disturbances in its order, from
        a side that is the player's or not known; what lies less than ``order_ms`` apart may have been at the same
        time. A zone that no disturbance was reported of may have been touched only if it really was, and one that a
        look on the way showed as before was changed after it.
        """
        touched = {zone for deed in deeds for zone in deed.zones}
        before, after = deeds[0].before, self._picture(deeds[-1].after)
        same = self._picture(before)
        changed_after = {
            zone: ms for zone, ms in self._unchanged_ms.items() if same.get(zone, ()) != after.get(zone, ())
        }
        seen = _Hands(disturbances, touched, self._order_ms // 2, changed_after)
        for ordered in self._orders(deeds):
            for told in itertools.product(*(self._ways(deed, seen) for deed in ordered)):
                story = tuple(action for actions in told for action in actions)
                if self._is_faultless(before, after, story, seen):
                    yield story

    def _orders(self, deeds: Sequence[Deed]) -> Iterator[tuple[Deed, ...]]:
        """The deeds in every order; with two moves told as one; without two of which one puts back the other."""
        if len(deeds) <= _MOST_ORDERED:
            yield from itertools.permutations(deeds)
            yield from _with_one_less(deeds)
        for first, second in itertools.combinations(deeds, 2):
            back = first.zones == second.zones[::-1]
            if back and self._picture(first.before) == self._picture(second.after):
                left = [deed for deed in deeds if deed not in (first, second)]
                if len(left) <= _MOST_ORDERED:
                    yield from itertools.permutations(left)

    def _ways(self, deed: Deed, seen: _Hands) -> list[tuple[Action, ...]]:
        """How else the same may have come about: by somebody else, or card by card."""
        ways: list[tuple[Action, ...]] = [(deed.action,)]
        if not deed.faulty:
            return ways
        for other in self.players:
            if other != deed.action.get("by") and seen.may_be_from(deed.zones, self.sides.get(other)):
                ways.append(({**deed.action, "by": other},))
        return ways + self._one_by_one(deed, seen)

    def _one_by_one(self, deed: Deed, seen: _Hands) -> list[tuple[Action, ...]]:
        """Several cards at once, told as single moves over other zones that hands were seen in."""
        action, count = deed.action, deed.action.get("count", 1)
        if not 1 < count <= _MOST_SPLIT or len(deed.zones) != 2:
            return []
        source, target = deed.zones
        kind = source.rstrip("0123456789")
        over = [zone for zone in seen.zones if zone.startswith(kind) and zone not in deed.zones]
        by = {"by": action["by"], "do": action["do"]}
        ways: list[tuple[Action, ...]] = []
        for places in itertools.permutations(over, count - 1):
            away = [{**by, "from": source, "to": place} for place in places]
            back = [{**by, "from": place, "to": target} for place in reversed(places)]
            ways.append((*away, {**by, "from": source, "to": target}, *back))
        return ways

    def _is_faultless(
        self, before: Any, after: Mapping[str, Faces], story: Sequence[Action], seen: _Hands
    ) -> bool:
        state, touches = before, list[tuple[str, str | None]]()
        for action in story:
            side = self.sides.get(str(action.get("by")))
            touches += [(zone, side) for zone in self.hands.touched(state, action)]
            try:
                state, events = self.game.apply(state, action)
            except Rejected:
                return False
            if infractions(events):
                return False
        return seen.allow(touches) and self._picture(state) == after

    def _picture(self, state: Any) -> Mapping[str, Faces]:
        return {zone: tuple(faces) for zone, faces in self.game.visible_table(state).items() if faces}


def _kind(action: Action) -> tuple[str, str]:
    """Who does what."""
    return str(action.get("by")), str(action["do"])


def _with_one_less(deeds: Sequence[Deed]) -> Iterator[tuple[Deed, ...]]:
    """The same with one action less: two moves of a card are one, or its twin that came to its place went instead."""
    for first, second in itertools.combinations(deeds, 2):
        one, other = first.action, second.action
        if not one["do"] == other["do"] == _TURN_BACK or "count" in (*one, *other):
            continue
        if one.get("card") is None or one.get("card") != other.get("card"):
            continue
        if one["to"] == other["from"]:
            action = {**one, "to": other["to"]}
        elif other["to"] == one["from"]:
            action = {**one, "from": other["from"]}
        else:
            continue
        instead = replace(first, action=action, faulty=False)
        yield tuple(instead if deed is first else deed for deed in deeds if deed is not second)


class _Hands:
    """The hands that were seen between two looks; the last of them in a zone came ``changed_after`` that moment."""

    def __init__(
        self,
        disturbances: Sequence[Disturbance],
        touched: set[str],
        slack_ms: int,
        changed_after: Mapping[str, int],
    ) -> None:
        self._changed_after = changed_after
        self._intervals: dict[str, list[tuple[int, int, str | None]]] = {}
        for seen in disturbances:
            interval = (seen.start_ms - slack_ms, seen.end_ms + slack_ms, seen.side)
            self._intervals.setdefault(seen.zone, []).append(interval)
        self._unreported = touched - set(self._intervals)

    @property
    def zones(self) -> tuple[str, ...]:
        """The zones in which hands were reported."""
        return tuple(self._intervals)

    def may_be_from(self, zones: Iterable[str], side: str | None) -> bool:
        """Whether hands from this side may have been in all of these zones."""
        return all(
            any(own in (None, side) for _, _, own in self._intervals[zone])
            if zone in self._intervals
            else True
            for zone in zones
        )

    def allow(self, touches: Sequence[tuple[str, str | None]]) -> bool:
        """Whether touches in this order find their way through what was reported."""
        now = -(10**12)
        last = {zone: place for place, (zone, _) in enumerate(touches)}
        for place, (zone, side) in enumerate(touches):
            if place == last[zone]:
                now = max(now, self._changed_after.get(zone, now))
            if zone in self._unreported:
                continue
            possible = [
                max(now, start)
                for start, end, own in self._intervals.get(zone, ())
                if end >= now and (side is None or own in (None, side))
            ]
            if not possible:
                return False
            now = min(possible)
        return True
