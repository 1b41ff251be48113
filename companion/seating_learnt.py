"""Learning from the first hands of a game who sits where, and telling the referee less as long as that is open."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from math import exp
from typing import Any

from companion.action import Action
from companion.fold import Folded
from companion.game import Game
from companion.hands import Faces
from companion.seating import SURE, Hand, Posterior, Seating, TableSides
from companion.sighting import Disturbance, Sighting, ZoneReading

_ROUNDS = 2
"""Who sits where is asked only after everybody had so many turns, and as many hands were seen: it is mostly clear by
then."""
_TOLD_BY_HALF = 0.5
"""A hand that is more likely not of whoever sits at its side, as far as is known, is one of nobody knows whom."""
_UNTOLD = 1.0 - exp(-5.0)
"""How likely a side is right of which nobody says it: as the referee takes it (``Weights.wrong_side``)."""
_MOST_WAITING = 200
"""So many hands are remembered that no entry has told of yet."""
_DOUBTED = 0.01
"""How likely a place shows what it shows where other things should lie there: they were laid wrongly, or misread."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the hands say now: the ``sides`` to be taken on instead of those in use, or that people are ``asked``."""

    sides: Mapping[str, str] | None = None
    asked: bool = False


class SeatingLearner:
    """Watches one game beside its referee: which hands made the entries of the journal, and what lies before whom.

    Not thread-safe: the table serialises access.
    """

    def __init__(self, game: Game, table: TableSides, seating: Seating, folded: Folded) -> None:
        """``seating`` is what was known before the first hand, ``folded`` the game as it stands then."""
        self._game, self._table, self._known = game, table, seating
        self._learns = 1 < len(seating.sides) <= len(table.sides)
        self._begun = self._counted = _seqs(folded)
        self._hands: dict[int, Hand] = {}
        self._lying: tuple[Hand, ...] = ()
        self._waiting: list[Disturbance] = []
        self._posterior: Posterior | None = None

    # ------------------------------------------------------------ what the referee is told

    def tempered(self, sighting: Sighting, seating: Seating, state: Any) -> Sighting:
        """The sighting as the referee may take it: a hand against the ``seating`` in use counts less, as long as
        it may be the seating that is wrong. A hand that agrees with it is never changed.
        """
        if not self._learns:
            return sighting
        self._waiting = [*self._waiting, *sighting.disturbances][-_MOST_WAITING:]
        turn = self._game.view(state).public.get("turn")
        if not isinstance(turn, str) or turn not in seating.sides:
            return sighting
        less = {
            one: self._less_sure(one, one.side, one.side_chance, seating, turn)
            for one in dict.fromkeys(sighting.disturbances)
            # Of a hand of which nobody says how likely its side is right the referee thinks less by itself.
            if one.side is not None and one.side_chance is not None and turn not in seating.at(one.side)
        }
        if not less:
            return sighting
        return replace(sighting, disturbances=tuple(less.get(one, one) for one in sighting.disturbances))

    def _less_sure(
        self, hand: Disturbance, side: str, chance: float, seating: Seating, turn: str
    ) -> Disturbance:
        """The hand, as sure as somebody sits where it came from if this one was on turn, and most likely acted."""
        seen = (*self._counting(), Hand(turn, side, chance))
        trust = Posterior(self._table, self._known, seen).sits_at(seating.at(side), side)
        if trust >= SURE:
            return hand
        if chance * trust < _TOLD_BY_HALF:
            return replace(hand, side=None, side_chance=None)
        return replace(hand, side_chance=chance * trust)

    # ------------------------------------------------------------ what is learnt

    def look_around(self, sighting: Sighting, seating: Seating, lying: Mapping[str, Faces]) -> Learnt:
        """Before the first entry, what lies at the places of the players tells who sits there: ``lying`` is what
        should lie where, by the journal.
        """
        if self._counted != self._begun or not self._learns:
            return Learnt()
        seen = tuple(self._lying_there(sighting.zones, seating, lying))
        if not seen:
            return Learnt()
        self._lying, self._posterior = seen, None
        return Learnt(sides=self._found(seating).sides)

    def _lying_there(
        self, zones: Mapping[str, ZoneReading], seating: Seating, lying: Mapping[str, Faces]
    ) -> Iterator[Hand]:
        """Whose things lie at each place, where that can be told."""
        players = tuple(seating.sides)
        for kind in self._table.own_places:
            names = {one: f"{kind}{at if kind.endswith('_') else one}" for at, one in enumerate(players, 1)}
            if not set(names.values()) <= lying.keys():
                continue
            for player, name in names.items():
                if name not in zones:
                    continue
                fit = {one: _shows(zones[name], lying[own]) for one, own in names.items()}
                best = max(fit, key=lambda one: fit[one])
                if all(chance < _DOUBTED for one, chance in fit.items() if one != best) and fit[best]:
                    chance = fit[best] / (fit[best] + _DOUBTED)
                    yield Hand(best, seating.sides[player], chance, lies=True)

    def learn(self, folded: Folded, seating: Seating, *, agrees: bool) -> Learnt:
        """Count the hands of what was entered since the last time; ``agrees``: the table lies as the journal says."""
        if not self._learns:
            return Learnt()
        seqs = _seqs(folded)
        if seqs != self._counted:
            if seqs[: len(self._counted)] == self._counted:
                self._count(folded, len(self._counted))
            self._hands = {seq: hand for seq, hand in self._hands.items() if seq in set(seqs)}
            self._counted, self._posterior = seqs, None
        if agrees:
            self._waiting.clear()
        found = self._found(seating)
        turns = [by for by, _ in groupby(map(_by, folded.actions))]
        enough = len(self._hands) >= _ROUNDS * len(seating.sides)
        long_enough = enough and all(turns.count(player) >= _ROUNDS for player in seating.sides)
        return found if long_enough or not found.asked else Learnt()

    def _count(self, folded: Folded, begun: int) -> None:
        """The hand of each entry from this one on: of zones that only whoever acted touched."""
        new = []
        for place in range(begun, folded.played):
            move, before = folded.moves[place], folded.state_after(place)
            if before is not None and self._game.hands is not None:
                new.append((move, frozenset(self._game.hands.touched(before, move.action))))
        for move, zones in new:
            others = frozenset().union(*(own for one, own in new if _by(one.action) != _by(move.action)))
            hand = self._hand_over(zones - others, _by(move.action))
            if hand is not None:
                self._hands[move.seq] = hand
        told = frozenset().union(*(zones for _, zones in new))
        self._waiting = [one for one in self._waiting if one.zone not in told]

    def _hand_over(self, zones: Collection[str], player: str) -> Hand | None:
        """The hand that was over these zones: one arm, however many zones it reached; None where two sides were
        told, or none.
        """
        over = [one for one in self._waiting if one.zone in zones and one.side is not None]
        sides = {str(one.side) for one in over}
        if player not in self._known.sides or len(sides) != 1 or not sides <= set(self._table.sides):
            return None
        chances = [_UNTOLD if one.side_chance is None else one.side_chance for one in over]
        return Hand(player, sides.pop(), min(chances))

    def _counting(self) -> tuple[Hand, ...]:
        return (*self._lying, *self._hands.values())

    def _found(self, seating: Seating) -> Learnt:
        hands = self._counting()
        if not hands:
            return Learnt()
        if self._posterior is None:
            self._posterior = Posterior(self._table, self._known, hands)
        best, chance = self._posterior.best
        seen = {hand.player for hand in hands if hand.side == best[hand.player]}
        if chance >= SURE and seen == set(seating.sides):
            return Learnt(sides=None if best == seating.sides else best)
        unasked = not seating.asked and seating.by in ("usual", "before")
        return Learnt(asked=unasked and self._posterior.of(seating.sides) < _TOLD_BY_HALF)


def _seqs(folded: Folded) -> tuple[int, ...]:
    return tuple(move.seq for move in folded.moves[: folded.played])


def _by(action: Action) -> str:
    return str(action.get("by"))


def _shows(reading: ZoneReading, faces: Faces) -> float:
    """How likely a zone shows these faces, by what was read there."""
    if len(reading.slots) != len(faces):
        return 0.0
    chance = 1.0
    for slot, face in zip(reading.slots, faces, strict=True):
        chance *= slot.faces.get(face, 0.0) * slot.presence
    return chance
