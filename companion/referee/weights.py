"""How much the referee believes what: every number that weighs one explanation of a picture against another.

Costs are natural logarithms of probabilities with the sign turned: 0 is certain, 4.6 is one in a hundred.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Costs (−ln of a probability) and thresholds (probabilities); the defaults are fitted on simulated evenings.

    Reading: ``never_named`` is the probability of a face that a reader did not even name, ``never_alike`` of one that
    has nothing in common with what it named, ``never_empty`` of an empty place where it sees something, or the other
    way round; ``unnamed`` is the share of a reader's doubt that goes to a face it did not name (in trays
    ``UNNAMED_IN_TRAYS``: what lies there is never read again), ``lookalike`` the same for each face that looks like
    the one it named. ``missed`` is the cost of a card not found in a row, ``missed_top`` of the free card at its end,
    ``phantom`` of one that was found and is not there. A zone that costs ``strange`` or more shows something that is
    no misreading; ``unexplained`` is the most that one zone can cost.

    Moves: ``first_action`` and ``further_action`` are the costs of actions between two looks, ``put_back`` of a card
    that went back to where it came from. ``untouched`` is the cost of a zone that changed without a hand over it,
    ``wrong_side`` of a hand from another player's side (``wrong_side_again`` in each further zone that the same hand
    touched), ``wrong_order`` of zones that were touched in another order,
    ``target_first`` of a place from which hands were gone before they came to where the thing had lain.
    ``waved`` is the cost of a dice tray that was disturbed without a throw, ``thrown_over`` of dice that were taken
    up again before anybody looked (they roll about for a second), ``touched_for_nothing`` of a hand at a
    stock that drew nothing, ``passed_by`` of a table that never was as it looked when one more look was asked for.
    ``passed_over`` is how often (a probability) hands are over a zone beside those that they are busy with.

    Decisions: an explanation is entered from ``enter`` on, and what lay in a tray, never to be seen again, from
    ``throw`` on; with less, one more look is taken, and after ``looks`` of them it is entered from ``enter_late`` on,
    else asked. What is less likely than ``noticeable`` does not count when
    somebody is accused. ``kept`` is the least likely explanation that is remembered, ``beam_width`` how many of them.
    """

    never_named: float = 1e-4
    never_alike: float = 5e-6
    never_empty: float = 1e-6
    unnamed: float = 0.0
    lookalike: float = 0.01
    missed: float = 5.0
    phantom: float = 8.0
    missed_top: float = 9.0
    strange: float = 7.5
    unexplained: float = 12.0
    first_action: float = 0.7
    further_action: float = 2.0
    put_back: float = 0.5
    untouched: float = 5.0
    wrong_side: float = 5.0
    wrong_side_again: float = 1.5
    wrong_order: float = 8.5
    target_first: float = 3.5
    waved: float = 6.5
    thrown_over: float = 5.0
    touched_for_nothing: float = 6.0
    passed_by: float = 6.0
    passed_over: float = 0.25
    enter: float = 0.985
    throw: float = 0.993
    enter_late: float = 0.9
    noticeable: float = 0.01
    looks: int = 1
    kept: float = 2e-4
    beam_width: int = 6

    def usual(self, count: int) -> float:
        """The cost of so many actions between two looks with nothing unlikely about them."""
        return self.first_action + self.further_action * (count - 1)


UNNAMED_IN_TRAYS = 0.03
MOST_ACTIONS = 4
"""So many actions between two looks are explained; beyond that people are asked (DESIGN.md, "Sighting")."""
