"""The decision table of the referee: what is done about a look that shows something else than the journal.

The facts speak for or against the likeliest candidate; the first row that holds decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Literal

from companion.referee.accusing import Accusing
from companion.referee.choosing import Choosing
from companion.referee.hypothesis import Candidate
from companion.referee.search import Watched

Decision = Literal[
    "enter", "enter_in_doubt", "look_again", "open", "play_on", "show_picture", "show_journal", "ask"
]


class Facts:
    """What is true of one look and its likeliest candidate, each fact worked out when a row first asks for it.

    ``looks`` have shown the same running, since ``since_ms``; ``all_read``: and every zone was read meanwhile.
    ``entries`` are in the journal. ``cut_short``: the search had more to try than there was time for.
    ``trace_lost``: a turn that had begun is not told any more, so that it may have left no trace.
    """

    def __init__(
        self,
        chosen: Candidate,
        posterior: float,
        rivals: Sequence[Candidate],
        candidates: Sequence[Candidate],
        watched: Watched,
        choosing: Choosing,
        accusing: Accusing,
        *,
        accuses: bool,
        looks: int,
        since_ms: int,
        all_read: bool,
        entries: int,
        cut_short: bool,
        trace_lost: bool,
    ) -> None:
        self.chosen = chosen
        self.candidates = candidates
        self.posterior = posterior
        self.has_rivals = bool(rivals)
        self.accuses = accuses
        self.all_read = all_read
        self._looks = looks
        self._since_ms = since_ms
        self._entries = entries
        self._cut_short = cut_short
        self._trace_lost = trace_lost
        self._evidence = watched.evidence
        self._weights = watched.weights
        self._hands = watched.hands
        self._choosing = choosing
        self._accusing = accusing

    @cached_property
    def strange_zones(self) -> list[str]:
        """The zones that show what the candidate does not explain, beyond a likely misreading."""
        told = self.chosen.explanation
        return [one for one in self._evidence.strange(told.table, told.laid) if one not in told.misplaced]

    @cached_property
    def must_be_asked(self) -> bool:
        """Whether it is too unlikely, or too much against what people have said, to be entered without them."""
        return (
            self._accusing.is_far_fetched(self.chosen.explanation, accuses=self.accuses)
            or any(self._choosing.has_changed(zone, self.chosen) for zone in self._telling_zones)
            or self.chosen.hypothesis.hindsight
            or self._choosing.is_laid_by_others(self.chosen)
            or self._choosing.is_by_the_hand_of_another(self.chosen, self.candidates)
            or self._tells_too_much
        )

    @property
    def _telling_zones(self) -> Iterable[str]:
        """The strange zones that may tell of something else: beside a throw none in which nothing can be read."""
        if not self._is_thrown_alone:
            return self.strange_zones
        return (zone for zone in self.strange_zones if not self._evidence.cannot_tell(zone))

    @property
    def _tells_too_much(self) -> bool:
        """Whether these are more actions than are entered unasked; an excuse may tell one of them by several, and
        what most likely excuses a fault may be longer than it.
        """
        told = self.chosen.explanation
        if len(told.actions) <= self._weights.most_actions or self.chosen.excuses:
            return False
        faults = [
            one.posterior
            for one in self.candidates
            if one.explanation.faulty and one.explanation.table == told.table
        ]
        return told.faulty or not faults or sum(faults) >= self._weights.alike

    @cached_property
    def throws_are_sure(self) -> bool:
        """Whether what lay in trays, never to be seen again, is sure enough."""
        return self._choosing.is_sure_of_throws(self.chosen, self.candidates)

    @cached_property
    def is_late(self) -> bool:
        """Whether enough looks have shown the same, so that less posterior is enough."""
        return self._looks > self._weights.looks

    @cached_property
    def is_sure(self) -> bool:
        """Whether it is entered without another look: a fault only when it is certain."""
        if (
            self.has_rivals
            or self.must_be_asked
            or self._is_thrown_under_a_hand
            or (not self.is_late and (self._choosing.vanishes(self.chosen) or self._is_unreadable))
        ):
            return False
        if self.accuses:
            return self._is_certain_fault
        if self.chosen.explanation.misplaced:
            # What lies wrongly is said with it: whoever put it there says at once if it does not.
            thrown = self._hands.momentary & self.chosen.explanation.misplaced
            if thrown and not (
                self.is_late and self._choosing.is_sure_of_throws_before(self.chosen, self.candidates)
            ):
                return False
            return self.posterior >= self._weights.told_wrong
        # What was thrown no further look shows better.
        least = self._weights.enter_late if self._is_thrown_alone else self._weights.enter
        return self.posterior >= least and self.throws_are_sure

    @cached_property
    def _is_unreadable(self) -> bool:
        """Whether a place where hands were, and of which nothing is told, cannot be read: something may lie there."""
        told = {zone for touched in self.chosen.explanation.touches for zone in touched}
        others = self._evidence.touched.keys() - told - self._hands.momentary - self._evidence.hidden
        return any(map(self._evidence.cannot_tell, others))

    @cached_property
    def _is_thrown_alone(self) -> bool:
        """Whether nothing but throws is told of this look."""
        actions, hands = self.chosen.explanation.actions, self._hands
        return bool(actions) and all(
            (zones := hands.laid(action).keys()) and zones <= hands.momentary for action in actions
        )

    @cached_property
    def _is_thrown_under_a_hand(self) -> bool:
        """Whether something is said to be thrown where a hand is now: what lies there will tell it."""
        return not self._hands.trays.isdisjoint(self._evidence.hidden & self.chosen.explanation.laid.keys())

    @cached_property
    def _is_certain_fault(self) -> bool:
        excuses = self._weights.excuses
        return (
            (
                self._is_seen_at_once
                or not (
                    (self._looks <= 1 and excuses("second_look"))
                    or (not self.all_read and excuses("all_read"))
                )
            )
            and not (self._trace_lost and excuses("trace_lost"))
            and not (self._cut_short and excuses("cut_short"))
            and self._accusing.is_certain(self.chosen, self.candidates, count=self._entries)
        )

    @cached_property
    def _is_seen_at_once(self) -> bool:
        """Whether one look is enough: no hand is over the table, and wherever one was reads now, without a doubt.

        All that was moved lies open, and so does what proves an omission, or would disprove a wrong step.

        Whose turn it is rests on all that was entered before.
        """
        return (
            self.posterior >= self._weights.enter
            and self._accusing.accused_surely(self.chosen, self.candidates) >= self._weights.at_once
            and self._evidence.is_all_seen()
            and self._accusing.tells_all_hands(self.chosen.explanation)
            and self._accusing.leaves_all_open(self.chosen.explanation)
            and self._accusing.is_proof_seen(self.chosen)
            and self._accusing.are_steps_seen(self.chosen)
            and not self._accusing.rests_on_all(self.chosen)
        )

    @cached_property
    def is_enough(self) -> bool:
        """Whether it is likely enough to be entered when no better look is to be had."""
        return (
            self.posterior >= self._weights.enter_late
            and not (self.accuses or self.has_rivals or self.must_be_asked or self._is_thrown_under_a_hand)
            and self.throws_are_sure
        )

    @cached_property
    def only_before(self) -> bool:
        """Whether this look is clear, and only what hands have gone over since is still in doubt."""
        return self._choosing.only_before(self.chosen, self.candidates)

    @cached_property
    def may_wait(self) -> bool:
        """Whether only a face is in doubt, which will be seen better when the card is played."""
        return self._choosing.may_wait(self.candidates, self._since_ms)

    @cached_property
    def is_hidden(self) -> bool:
        """Whether something that the candidate needs, or a zone that hands were in, is hidden now."""
        return self._accusing.is_hidden(self.chosen)

    @cached_property
    def is_clear(self) -> bool:
        """Whether everything is seen and explained, so that the tables which agree with it can be remembered."""
        return not (self.strange_zones or self.is_hidden or self._accusing.is_untraceable(self.chosen))

    @cached_property
    def is_improbable(self) -> bool:
        """Whether the picture is strange and nothing tells it with more than even odds.

        A die that cannot be read is only doubtful, and so is whether the faces that lie there were thrown once more.
        """
        thrown = self._hands.momentary & self.chosen.explanation.laid.keys()
        dice, lying = self._hands.trays, self._evidence
        again = {tray for tray in dice if lying.shows(tray, ()) and lying.lies_as_before(tray)}
        doubtful = thrown | again
        return not doubtful.issuperset(self.strange_zones) and self.posterior < self._weights.half

    @cached_property
    def is_nameless(self) -> bool:
        """Whether it is about a card that the reader has no name for: any would be an answer. What cannot be read
        where nothing should lie leaves the answers as they are.
        """
        told = self.chosen.explanation
        lying = {zone for touched in told.touches for zone in touched if told.table.get(zone)}
        return any(map(self._evidence.names_nothing, lying - self._hands.momentary))

    @cached_property
    def can_be_asked(self) -> bool:
        """Whether there is an answer to offer: not one that only calls somebody for what is long past."""
        return self._choosing.has_answers(self.candidates)


DECISIONS: tuple[tuple[Callable[[Facts], bool], Decision], ...] = (
    (lambda look: look.is_sure, "enter"),
    (lambda look: look.is_late and look.is_enough, "enter"),
    (lambda look: look.only_before and look.is_enough, "enter_in_doubt"),
    (lambda look: look.only_before and look.may_wait, "open"),
    (lambda look: not look.is_late, "look_again"),
    (lambda look: look.accuses and (not look.all_read or look.is_hidden), "look_again"),
    (lambda look: look.is_improbable, "show_picture"),
    (lambda look: not look.can_be_asked, "show_journal"),
    (lambda look: not look.accuses and look.may_wait, "play_on"),
    (lambda look: look.is_nameless, "show_picture"),
    (lambda look: True, "ask"),
)


def decided(look: Facts) -> Decision:
    """The decision of the first row that holds."""
    return next(decision for holds, decision in DECISIONS if holds(look))
