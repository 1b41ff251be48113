"""What the referee says about a sighting: nothing new, actions, a question, or what does not lie as it should."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.action import Action
from companion.game import Proposal
from companion.referee.throws import Refusal

Kind = Literal[
    "same",
    "played",
    "look_again",
    "open",
    "play_on",
    "unfinished",
    "restoring",
    "asked",
    "refused",
    "waiting",
    "nothing",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """A zone that shows something else than it should: both from the base (bottom) to the top."""

    zone: str
    should: tuple[str, ...]
    shows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a sighting means.

    - ``same``: the table shows what the journal says.
    - ``played``: the last ``taken_back`` moves of the journal are undone (a card was put back, or an earlier guess is
      put right), then ``actions`` are played, in that order; either may be nothing.
    - ``look_again``: an explanation is likely, but one more look at the whole table is wanted before it is entered.
    - ``open``: what was seen is doubtful, and what hands do next tells it; nobody need wait for another look.
    - ``play_on``: the same of a card that lies there; looks go on meanwhile, and in the end it is asked about.
    - ``unfinished``: hands are not done yet, or the table cannot be explained so far; nothing is entered.
    - ``restoring``: cards wait to be put back (after a call, an undo, a correction).
    - ``asked``: ``question`` has two to four answers; people may also say "something else".
    - ``refused``: the rules refuse what was seen.
    - ``waiting``: a question is open, and the sighting waits for its answer.
    - ``nothing``: it means nothing to the game in play.

    ``reading`` goes into the journal beside the entries: the posterior, the other explanations, the evidence.
    ``differences`` say what does not lie as it should, for ``unfinished``, ``restoring`` and, where hands put
    something down wrongly as they played, for ``played``; ``refusal`` says what the rules make of that.
    """

    kind: Kind
    actions: tuple[Action, ...] = ()
    taken_back: int = 0
    question: Proposal | None = None
    refusal: Refusal | None = None
    reading: Mapping[str, Any] = field(default_factory=dict)
    differences: tuple[Difference, ...] = ()
