"""What became of one simulated evening: the figures of the referee, counted against the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

NEXT_SIGHTING = 1
"""A fault counts as announced in time at the first look that showed it (0 sightings later) or at the next."""
Belief = tuple[str, float, bool]
"""What was done, how likely it was held to be right (0..1), and whether it was."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One whole game that was followed from sightings.

    - ``over``: the game came to its end (else it was stopped after ``sightings`` looks); ``result`` is its view's
      ``result`` where it has one.
    - ``actions`` are those of the truth; ``taps`` those of them that people told by the page, ``tapped`` how many of
      each kind unasked, as that is told by nothing else.
    - ``wrong`` are entries of the journal that differed from the truth when they were written; of these ``repaired``
      were taken back later by the referee itself or by people who were asked or saw it; ``stayed`` were not.
      ``wrong_at_end``: the journal's last state is not the true one.
    - ``questions`` people were asked; ``dismissed`` of them had no right answer among those offered; ``who_moved`` of
      them were who had made the same moves; ``rescues``: how often people had to put the journal right by themselves
      because the referee did not get on.
    - ``faults`` were made; of these ``visible`` to the camera (``companion.simulated.truth``); of the visible ones
      ``announced``, each after a number of sightings (``delays``; 0: at the first look that showed it). Of those
      announced too late people had been ``asked_in_time`` about so many, by an answer that accuses whoever made it,
      and had not answered yet.
    - ``false_accusations``: a fault was announced that nobody made. ``guessed_accusations``: somebody made it, but a
      faultless order shows the same picture, and a referee never calls on a guess.
    - ``milliseconds`` are those of the referee for one sighting each.
    - ``excuses`` are those on which something hung (``Weights.excuses``): without any other it is the same evening.
    - ``beliefs``: of all that was "entered", "announced" as a fault and "asked" (every answer offered), how likely it
      was held to be and whether it was right.
    """

    seed: str
    game: str
    over: bool
    result: str | None
    sightings: int
    actions: int
    taps: int
    wrong: int
    repaired: int
    stayed: int
    wrong_at_end: bool
    questions: int
    dismissed: int
    who_moved: int
    rescues: int
    look_agains: int
    faults: int
    visible: int
    announced: int
    delays: tuple[int, ...]
    false_accusations: int
    guessed_accusations: int
    milliseconds: tuple[float, ...]
    excuses: tuple[str, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    tapped: tuple[tuple[str, int], ...] = ()
    asked_in_time: int = 0

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> Self:
        """The outcome with these fields, as JSON brings them: lists for tuples."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
        }
        values["beliefs"] = tuple((kind, chance, right) for kind, chance, right in values.get("beliefs", ()))
        values["tapped"] = tuple((kind, count) for kind, count in values.get("tapped", ()))
        return cls(**values)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies (the nearest one), 0.0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
