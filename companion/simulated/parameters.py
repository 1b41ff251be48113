"""The numbers of the simulation, as data beside the code: what the camera gets wrong, and how people play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.simulation import SeenAs

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class NoiseParameters:
    """What the camera gets wrong: as was expected (``noise.json``), or as the readers do on films and photographs
    (``noise_fitted.json`` of playing cards, and a file each of what differs on other tables; where the numbers come
    from is told in ``docs/referee-figures.md``).

    Reading one thing (a card, a number, a die):

    - ``error``: the share of readings whose likeliest face is wrong; ``thrown_error``: that of dice.
    - ``sure_share_of_error``: the share of these errors that hides among the very sure readings.
    - ``doubt_depth``, ``doubt_shape``: how unsure a doubtful reading is: its likeliest face is wrong with a
      probability of ``depth * u ** shape``, u even in 0..1.
    - ``truth_is_next``: of what remains beside the likeliest face, the share of the next one: so often it is the
      truth when the likeliest is wrong.
    - ``same_again``: how often a thing that has not been touched reads exactly as it did before.
    - ``favoured``: how often a face is taken for the one face that it is mostly taken for through this game.
    - ``difficulty_spread``: how much faces differ in how often they are doubtful (sigma of a log-normal factor).
    - ``unreadable``: the share of things that cannot be read at all; ``thrown_unreadable``: that of dice.
    - ``crooked``: how often what is put down comes to lie crooked; ``crooked_unreadable``: how often that cannot be
      read then.

    Finding things:

    - ``missed``: the share of things in a row that are not found.
    - ``phantom``: how often a row is read with a thing whose presence is in doubt; with the probability that is said
      to be missing of it, it is not there.

    Zones:

    - ``covered_zone``: how often a hand is over some zone at a look; ``leaning``: how often a whole body is over all
      that lies before one player.
    - ``late``: how often the look comes while the last thing is still in the air.
    - ``read_anyway``: the share of undisturbed zones that are read again at a look.

    Hands seen by the small video stream:

    - ``reported``: the share of touched zones that are reported as disturbed, ``reported_changed`` of those that look
      otherwise afterwards; ``passed_over``: how often a zone beside a touched one is reported too.
    - ``side_unknown``: how often the side from which the hand came is not known.
    - ``side_clear``, ``side_beside``: the shares of arms that reach in alone, and while one from another side lies
      over the table too; the others are seen as one with that. ``side_wrong_clear``, ``side_wrong_beside``: how often
      the side of such an arm is wrong in a zone, ``side_wrong_mixed``: that of the others, then in all their zones;
      of these it is told that they are right with ``side_told_mixed``, of the others how likely they are.
    - ``merged``: how often two touches of a zone that follow each other are reported as one.
    - ``time_error_ms``: the standard error of every beginning and end; ``order_ms``: what lies less than this apart
      may have happened in either order (for the truth: see ``companion.simulated.truth``).
    """

    error: float
    thrown_error: float
    sure_share_of_error: float
    doubt_depth: float
    doubt_shape: float
    truth_is_next: float
    same_again: float
    favoured: float
    difficulty_spread: float
    unreadable: float
    thrown_unreadable: float
    crooked: float
    crooked_unreadable: float
    missed: float
    phantom: float
    covered_zone: float
    leaning: float
    late: float
    read_anyway: float
    reported: float
    reported_changed: float
    passed_over: float
    side_unknown: float
    side_clear: float
    side_beside: float
    side_wrong_clear: float
    side_wrong_beside: float
    side_wrong_mixed: float
    side_told_mixed: float
    merged: float
    time_error_ms: float
    order_ms: int

    def scaled(self, error: float) -> NoiseParameters:
        """The same camera with another reading error; what is unreadable, missed or phantom grows along with it."""
        factor = error / self.error if self.error else 0.0
        growing = ("thrown_error", "unreadable", "thrown_unreadable", "missed", "phantom")
        grown = {name: min(0.5, getattr(self, name) * factor) for name in growing}
        return NoiseParameters(**{**_values(self), "error": error, **grown})


@dataclass(frozen=True, slots=True)
class Habits:
    """How a kind of player plays.

    - ``faults``: how often an action is a fault (or, in a game without faults, a slip).
    - ``several``: how often another action follows before the camera has had a look; ``goes_on``: the same after a
      fault of one's own.
    - ``takes_back``: how often the last card is put back, after the camera saw it.
    - ``dithers``: how often a card is put down and taken up again first; ``drops``: how often one is dropped.
    - ``notices``: how often a silent fault of the other player is called (``on_call``); ``calls_wrongly``: how often
      there is a call without any reason, an action.
    - ``clumsy``: how often things are put back in more than one look.
    - ``waits``: how often a player waits when the page asks for another look; ``ignores``: how often nobody answers a
      question for a minute.
    - ``optional``: how often something is done that is allowed and not called for.
    - ``seconds``: how long an action takes, at least and at most; ``pause``: the same between two actions.
    """

    faults: float
    several: float
    goes_on: float
    takes_back: float
    dithers: float
    drops: float
    notices: float
    calls_wrongly: float
    clumsy: float
    waits: float
    ignores: float
    optional: float
    seconds: tuple[float, float]
    pause: tuple[float, float]


def _values(parameters: NoiseParameters) -> dict[str, Any]:
    return {name: getattr(parameters, name) for name in NoiseParameters.__slots__}


@cache
def noise_parameters(*, fitted: bool = False, seen_as: SeenAs = "cards") -> NoiseParameters:
    """What ``noise.json`` says, or ``noise_fitted.json`` and the file of what is ``seen_as`` something else there."""
    names = ["noise_fitted"] if fitted else ["noise"]
    names += [f"noise_fitted_{seen_as}"] if fitted and seen_as != "cards" else []
    told: dict[str, Any] = {}
    for name in names:
        told |= json.loads((_HERE / f"{name}.json").read_text(encoding="utf-8"))
    return NoiseParameters(**told)


@cache
def habits() -> Mapping[str, Habits]:
    """The kinds of players of ``habits.json``."""
    told = json.loads((_HERE / "habits.json").read_text(encoding="utf-8"))
    return {
        kind: Habits(**{**values, "seconds": tuple(values["seconds"]), "pause": tuple(values["pause"])})
        for kind, values in told.items()
    }
