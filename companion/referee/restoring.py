"""Hands that put things right: after a call, an undo or a correction the table is ignored until it agrees again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.hands import Faces
from companion.referee.likelihood import lacks_covered_cards
from companion.referee.search import Watched


class Restoring:
    """What lies wrong and waits to be put back, as far as anything does (section 7 of the rules of Crapette)."""

    def __init__(self, watched: Watched) -> None:
        self._watched = watched
        self._game = watched.game
        self._hands = watched.hands
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._lying: Mapping[str, Faces] | None = None
        self._said_right = False

    @property
    def is_awaited(self) -> bool:
        """Whether something waits to be put back."""
        return self._lying is not None

    def shows_elsewhere(self, face: str, table: Mapping[str, Faces], zones: Collection[str]) -> bool:
        """Whether a face lay in other zones than these more often than a ``table`` has it there.

        It did when what waits to be put back was seen.
        """

        def often(lies: Mapping[str, Faces]) -> int:
            return sum(faces.count(face) for zone, faces in lies.items() if zone not in zones)

        return self._lying is not None and often(self._lying) > often(table)

    def showed(self, zone: str, faces: Faces) -> bool:
        """Whether a zone showed these faces already when what waits to be put back was seen."""
        return self._lying is not None and self._lying.get(zone, ()) == faces

    def forget(self) -> None:
        """Nothing waits any more."""
        self._lying, self._said_right = None, False

    def await_instead_of(self, table: Mapping[str, Faces]) -> None:
        """This lies on the table, and not what the journal says."""
        self._lying = table

    def await_hands(
        self, table: Mapping[str, Faces], *, said_right: bool = False, among: Collection[str] | None = None
    ) -> None:
        """From now on the table is ignored until it shows ``table``, or hands go on from there.

        ``said_right``: people corrected the journal, so that it may be the eyes that err. Only zones ``among`` these
        (None: all) are waited for.
        """
        self._said_right = said_right or (self._said_right and self.is_awaited)
        # Dice need not be put back; and what merely cannot be read does not lie wrong.
        wrong = [
            zone
            for zone in self.lying_wrong(table)
            if zone not in self._hands.momentary
            and (among is None or zone in among)
            and not (
                self._evidence.cannot_tell(zone) and (table.get(zone) or zone not in self._evidence.touched)
            )
        ]
        shown = {zone: self._evidence.shows(zone, table.get(zone, ())) for zone in wrong}
        self._lying = {**table, **shown} if wrong else None

    def await_told(self, before: Mapping[str, Faces], table: Mapping[str, Faces]) -> None:
        """As ``await_hands``, after people told an action that leads from ``before`` to ``table``: what seemed to lie
        wrongly before, elsewhere, is not waited for.
        """
        changed = {zone for zone in {**before, **table} if before.get(zone, ()) != table.get(zone, ())}
        if self._lying is not None:
            changed |= {zone for zone, faces in self._lying.items() if faces != before.get(zone, ())}
        self.await_hands(table, among=changed)

    def lying_wrong(self, table: Mapping[str, Faces]) -> list[str]:
        """The zones that show something else than they should, and in which people can put it right: a card that is
        not found under others lies there, and is most likely not found again and again.
        """
        return [
            zone
            for zone in self._evidence.disagreeing(table, {})
            if not lacks_covered_cards(self._evidence.shows(zone, table.get(zone, ())), table.get(zone, ()))
        ]

    def is_done(self, state: Any) -> bool:
        """Whether the table shows ``state``, the journal's, or something that follows from it."""
        if self._lying is not None and self._is_right(state, self._lying):
            self._lying = None
        return self._lying is None

    def _is_right(self, state: Any, lying: Mapping[str, Faces]) -> bool:
        table = self._game.visible_table(self._hands.unjudged(state))
        most = self._weights.unexplained
        restored = still = between = 0.0
        for zone in self._evidence.readings.keys() - self._hands.momentary:
            should, lies = table.get(zone, ()), lying.get(zone, ())
            right, wrong = self._evidence.reading_cost(zone, should), self._evidence.reading_cost(zone, lies)
            restored += min(right, most)
            still += min(wrong, most)
            between += min(right, wrong, most)
        hidden = any(
            lying.get(zone) != table.get(zone, ()) for zone in self._evidence.hidden if zone in lying
        )
        if restored <= min(still, between + self._weights.restored_margin) and not hidden:
            return True
        if self._said_right and self._go_on_elsewhere(state, table, lying):
            return True
        if between + self._weights.lying_margin < most or hidden:
            return False
        search = self._watched.search()
        found = search.explain(search.root(state)).explanations[0]
        return found.reading_cost + found.cost < min(still, between) and not found.faulty

    def _go_on_elsewhere(self, state: Any, table: Mapping[str, Faces], lying: Mapping[str, Faces]) -> bool:
        """Whether hands go on, and left alone what seems to lie wrong, though they were told of it: it does not."""
        wrong = {zone for zone, faces in lying.items() if faces != table.get(zone, ())}
        if not wrong.isdisjoint(self._evidence.fresh & self._evidence.touched.keys()):
            return False
        search = self._watched.search()
        told = search.explain(search.root(state)).explanations[0]
        zones = {zone for touched in told.touches for zone in touched}
        return (
            bool(zones)
            and zones.isdisjoint(wrong)
            and not told.faulty
            and wrong.issuperset(self._evidence.strange(told.table, told.laid))
        )
