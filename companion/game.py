"""The game interface: small, pure, the same for every game.

A game is data in, data out: ``apply(state, action) -> (state, events)``. No I/O, no clock, no randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType, ModuleType
from typing import Any

Action = Mapping[str, Any]
"""An action in the form of the record: ``{"by": "Ada", "do": "roll", "dice": ["K", "9"]}``."""

Template = Mapping[str, Any]
"""An action whose arguments may be domains, see ``legal_actions``:
``{"one_of": [...]}``, ``{"list_of": [...], "count": n}`` or ``{"from": a, "to": b, "step": s}``."""

TABLE = "table"
BANK = "bank"


class Rejected(Exception):
    """The rules refuse an action; the state is unchanged.

    ``code`` is the error code of the rules file; ``details`` may carry ``expected`` and ``seen``.
    """

    def __init__(self, code: str, **details: Any) -> None:
        super().__init__(code)
        self.code = code
        self.details: Mapping[str, Any] = MappingProxyType(details)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a code and its fields, for everybody (``audience`` None) or for some seats."""

    name: str
    fields: Mapping[str, Any]
    audience: tuple[str, ...] | None = None

    def as_json(self) -> dict[str, Any]:
        """The event in the form of the record: ``{"event": name, **fields}``."""
        return {"event": self.name, **self.fields}


@dataclass(frozen=True, slots=True)
class View:
    """What may be shown: ``public`` to everybody, ``private`` by player. The only thing that leaves the rules."""

    public: Mapping[str, Any]
    private: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def complete(self) -> dict[str, Any]:
        """The referee's complete view, as ``expect`` in a record sees it."""
        return {**self.public, "private": dict(self.private)} if self.private else dict(self.public)


@dataclass(frozen=True, slots=True)
class Instruction:
    """Something hands must do on the table: a code of the game's words and its arguments."""

    code: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: its words (``code``, ``arguments``), what it would play, and its probability.

    ``action`` is None for an answer that plays nothing.
    """

    code: str
    arguments: Mapping[str, Any]
    action: Action | None
    chance: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a sighting means: a single answer is played, several are a question worded by ``code``.

    ``evidence`` names the picture that is shown beside the question; ``seen`` are the faces as they are believed,
    with their probabilities ("figure" or "blank" where the value is doubtful and the rules need no more).
    """

    code: str
    arguments: Mapping[str, Any]
    answers: tuple[Answer, ...]
    evidence: str | None = None
    seen: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """The manifest: everything that one game brings. The kit test lists what is missing.

    ``explain(state, sighting)`` turns a sighting into a proposal or None; ``complete(state, action, refusal)``
    asks what an action still lacks; ``put_right(before, after)`` tells the hands what to change on the table when
    the game went from one view to another without them; ``expected_in(state, zone)`` is the number of things due
    in a zone, if known. ``default_profile()`` is the provisional board shipped with the program.
    """

    id: str
    title: str
    players: tuple[int, int]
    new_game: Callable[..., Any]
    apply: Callable[[Any, Action], tuple[Any, tuple[Event, ...]]]
    legal_actions: Callable[[Any], tuple[Template, ...]]
    view: Callable[..., View]
    is_over: Callable[[Any], bool]
    visible_table: Callable[[Any], Mapping[str, Sequence[str]]]
    explain: Callable[[Any, Any], Proposal | None]
    complete: Callable[[Any, Action, Rejected], Proposal | None]
    expected_in: Callable[[Any, str], int | None]
    put_right: Callable[[View, View], tuple[Instruction, ...]]
    outlook: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    default_profile: Callable[[], Mapping[str, Any]]
    options: Mapping[str, tuple[Any, ...]]
    words: ModuleType
    drawing: str
    template: str
    zones: Mapping[str, str]
    enrolment: tuple[str, ...]


def instances(template: Template) -> Iterator[dict[str, Any]]:
    """Every concrete action of a template, in a fixed order (domains expanded; used by tests and benches)."""
    concrete: list[dict[str, Any]] = [{}]
    for key, value in template.items():
        concrete = [{**action, key: choice} for action in concrete for choice in _choices(value)]
    yield from concrete


def _choices(value: Any) -> list[Any]:
    match value:
        case {"one_of": options}:
            return list(options)
        case {"list_of": options, "count": count}:
            lists: list[list[Any]] = [[]]
            for _ in range(count):
                lists = [[*head, option] for head in lists for option in options]
            return lists
        case {"from": low, "to": high, "step": step}:
            return list(range(low, high + 1, step))
        case _:
            return [value]
