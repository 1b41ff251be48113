"""The game interface: small, pure, the same for every game.

A game is data in, data out: ``apply(state, action) -> (state, events)``. No I/O, no clock, no randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from companion.action import Action, Event, Rejected, Template
from companion.board import Board
from companion.box import Box
from companion.course import Course, Luck, Stories
from companion.hands import Hands
from companion.languages import Phrase
from companion.laying_out import LaidOut
from companion.podium import Podium
from companion.printed_cards import PrintedCards
from companion.readers import Reader
from companion.simulation import Simulation


@dataclass(frozen=True, slots=True)
class View:
    """What may be shown: ``public`` to everybody, ``private`` by player. The only thing that leaves the rules."""

    public: Mapping[str, Any]
    private: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def complete(self) -> dict[str, Any]:
        """The referee's complete view, as ``expect`` in a record sees it."""
        return {**self.public, "private": dict(self.private)} if self.private else dict(self.public)

    def of_seat(self, seat: str | None) -> dict[str, Any]:
        """What one seat may see: the public fields, and its own entry under ``private`` if it has one."""
        own = {seat: self.private[seat]} if seat is not None and seat in self.private else {}
        return View(self.public, own).complete


@dataclass(frozen=True, slots=True)
class Instruction:
    """Something hands must do on the table: a code of the game's words and its arguments."""

    code: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question: its words (``code``, ``arguments``), what it would play, and its probability.

    ``action`` is None for an answer that plays nothing; ``then`` are further actions that follow it at once. Before
    that the last ``taken_back`` moves are undone.
    """

    code: str
    arguments: Mapping[str, Any]
    action: Action | None
    chance: float
    then: tuple[Action, ...] = ()
    taken_back: int = 0


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
class Panel:
    """A part of the table told in words: its title and its rows, each a label and what is there."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its default, and the values it may have: ``choices``, or whole numbers from ``low`` to ``high``.

    With both, either will do (``choices`` may hold None for "without"). True is not 1 here.
    """

    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None

    def accepts(self, value: object) -> bool:
        """Whether the house rule may have this value."""
        if any(type(value) is type(choice) and value == choice for choice in self.choices):
            return True
        if self.low is None or type(value) is not int:
            return False
        return self.low <= value and (self.high is None or value <= self.high)

    @classmethod
    def of(cls, *choices: Any) -> Option:
        """An option with these values, the default first."""
        return cls(choices[0], choices)


def chosen_options(
    known: Mapping[str, Option], given: Mapping[str, Any] | None, *, code: str = "bad_option"
) -> dict[str, Any]:
    """Every option with its value; raises ``Rejected(code)`` for an unknown one or a value it cannot have."""
    if given is not None and not isinstance(given, Mapping):
        raise Rejected(code, key="", seen=given)
    for name, value in (given or {}).items():
        if name not in known or not known[name].accepts(value):
            expected = list(known[name].choices) if name in known else []
            raise Rejected(code, key=name, seen=value, expected=expected)
    return {name: (given or {}).get(name, option.default) for name, option in known.items()}


@dataclass(frozen=True, slots=True)
class Codes:
    """Every code that a game can utter: the kit test holds each against its words and its tests."""

    actions: frozenset[str]
    events: frozenset[str]
    refusals: frozenset[str]
    infractions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Speed:
    """Actions a second asked of the rules on one core: listed, picked and applied; only applied (None: nothing)."""

    playout: float = 30_000.0
    referee: float | None = None


def open_to_all(action: Action, seat: str | None) -> Action:
    """``redacted`` of a game without secrets: everybody may see the whole action."""
    return action


def nothing_lacking(state: Any, action: Action, refusal: Rejected) -> Proposal | None:
    """``complete`` of a game whose actions lack nothing that could be asked."""
    return None


def anything(state: Any, action: Action) -> Sequence[str | int]:
    """``can_be`` of a game that does not know."""
    return ()


def nothing_relaid(state: Any, zone: str, place: int, face: str) -> Action | None:
    """``relaid`` of a game whose table is never set anew."""
    return None


def no_further_zones(state: Any) -> tuple[str, ...]:
    """``further_zones`` of a game whose ``visible_table`` names every zone, empty ones too."""
    return ()


def nothing_pictured(state: Any) -> tuple[tuple[str, ...], ...]:
    """``worth_a_picture`` of a game that ends without one."""
    return ()


def nothing_counted(state: Any, zone: str) -> int | None:
    """``expected_in`` of a game that throws no dice into a zone."""
    return None


def nothing_to_confirm(state: Any, shows: Mapping[str, Sequence[str]]) -> Action | None:
    """``to_confirm`` of a game in which people tell by themselves what no camera can know."""
    return None


def no_outlook(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """``outlook`` of a game whose chances are not reckoned."""
    return {}


def no_call(options: Mapping[str, Any], player: str) -> Action | None:
    """``big_button`` of a game in which nobody calls anything."""
    return None


def no_luck(events: Sequence[Event]) -> tuple[Luck, ...]:
    """``luck`` of a game whose dice are not held against their expectation."""
    return ()


def no_stories(view: Mapping[str, Any], told: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[Phrase]:
    """``stories`` of a game of which nothing but its course is told."""
    yield from ()


@dataclass(frozen=True, slots=True)
class Game:
    """The manifest: everything that one game brings. The kit test lists what is missing.

    The rules:

    - ``new_game(players, options, setup, profile)``, ``apply(state, action)``, ``is_over(state)``;
    - ``legal_actions(state)``: templates of what is wise and allowed now, by the referee's whole knowledge: no
      instance of them causes an infraction;
    - ``view(state, seat)``: what may be shown; ``offered(state, seat)``: the templates that may be shown to the
      public (None) or to a seat, made from what that viewer knows; ``redacted(action, seat)``: an action as that
      viewer may see it in the log.

    The edge:

    - ``awaited(view)``: what the table waits for now, in codes of the words; ``panels(view, language)``: the view
      told in words; ``outlook(view)``: chances, from the recipient's view only (``View.of_seat``);
    - ``visible_table(state)``: zone by zone what should lie there; ``physical_moves(state, seen)``: every single
      action of hands, faulty ones too, that brings the visible table nearer to ``seen`` (zone by zone, hidden zones
      left out);
    - ``further_zones(state)``: the zones of the table that ``visible_table`` leaves out while they are empty;
    - ``laid_out(state)`` is what a table has before the game begins that ``visible_table`` does not say
      (``companion.laying_out``), None when it has begun; without one it has when hands have touched something;
    - ``zones`` says by zone which reader sees what lies there, ``rows`` how the names of zones begin in which several
      things lie side by side, each to be seen (any other zone shows one thing);
    - ``hands`` says what hands do at the table (``companion.hands``), None for a game that is played by taps only;
      ``simulation`` how a simulated family plays it (``companion.simulation``);
    - ``explain(state, sighting)`` turns a sighting into a proposal or None (None instead of a function: this game is
      played by taps); ``complete(state, action, refusal)`` asks what an action still lacks; ``put_right(before,
      after)`` tells the hands what to change on the table when the game went from one view to another without them;
      ``expected_in(state, zone)`` is the number of things due in a zone, if known.

    - ``to_confirm(state, shows)`` is what people mean who laid what zones surely show, if nobody but they can say so:
      it is proposed, and done when they tap it;
    - ``worth_a_picture(state)``: the places, zones each, of which a picture is kept now, and when the game is over
      those that are shown;
    - ``relaid(state, zone, place, face)`` is the action that sets a zone of the visible table as it really lies, with
      another face at one place, where no entry told the face that is believed there.

    A kept game: ``course`` says how the players stand, for a chart of the whole game (``companion.course``), and
    ``luck(events)`` what a move's dice brought and what dice bring on average;
    ``stories(view, told)`` what stands out in a game that is over. ``podium(view, language)`` says who
    stands where when the game is over (``companion.podium``); without one the view's ``ranking`` does, or the winners
    and the course.

    ``slips`` are the infractions that a finger on the page commits by missing its place: unless the family wants them
    judged, such a tap does nothing.

    ``chosen_together`` are the actions that players choose in secret and do at the same time: what one has chosen on
    a page of their own waits until all have chosen (``companion.secret_choices``). ``awaited`` then finds who has
    chosen in ``view["chosen"]``.

    ``for_children`` are the house rules with which children begin, as far as they differ from the leaflet's.

    ``can_be(state, action)`` are the cards that an action which lacks its card can be about, as far as those
    who watched can know; empty where that tells nothing.

    ``signs(action, events)`` is one move as people write it down (``companion export --format signs``), None for a
    game without signs.

    ``words`` is the module of its sentences; ``places`` names the zones of the table and what lies there
    (``zone_name``, ``thing_name``, ``pile_count``, ``PLANNED``), None for a game that no camera follows.

    ``big_button(options, player)`` is the action that the big button on a player's side of the table makes (a call),
    None where nobody calls anything in this game or by these house rules.

    ``numbered_dice``: its dice show numbers; else its house rule ``dice`` says whether they do.

    ``default_profile()`` is the provisional board shipped with the program. ``drawing`` names a module, None for a
    game that is told in words only. ``box`` is what stands on the shelf (``companion.box``), None for a plain one;
    ``board`` the printed board that a family may have tapped (``companion.board``), ``printed`` the printed cards
    that it may have shown (``companion.printed_cards``), None for a game without. ``opens``: this is the game of an
    evening that names none. ``speed`` is how fast its rules are asked to be.
    """

    id: str
    title: str
    players: tuple[int, int]
    options: Mapping[str, Option]
    codes: Codes
    new_game: Callable[..., Any]
    apply: Callable[[Any, Action], tuple[Any, tuple[Event, ...]]]
    legal_actions: Callable[[Any], tuple[Template, ...]]
    view: Callable[..., View]
    is_over: Callable[[Any], bool]
    offered: Callable[[Any, str | None], tuple[Template, ...]]
    awaited: Callable[[Mapping[str, Any]], tuple[Instruction, ...]]
    panels: Callable[[Mapping[str, Any], str], tuple[Panel, ...]]
    visible_table: Callable[[Any], Mapping[str, tuple[str, ...]]]
    physical_moves: Callable[[Any, Mapping[str, Sequence[str]]], tuple[Action, ...]]
    put_right: Callable[[View, View], tuple[Instruction, ...]]
    default_profile: Callable[[], Mapping[str, Any]]
    words: ModuleType
    template: str
    zones: Mapping[str, Reader]
    redacted: Callable[[Action, str | None], Action] = open_to_all
    rows: tuple[str, ...] = ()
    hands: Hands | None = None
    simulation: Simulation = field(default_factory=Simulation)
    places: ModuleType | None = None
    explain: Callable[[Any, Any], Proposal | None] | None = None
    complete: Callable[[Any, Action, Rejected], Proposal | None] = nothing_lacking
    expected_in: Callable[[Any, str], int | None] = nothing_counted
    further_zones: Callable[[Any], tuple[str, ...]] = no_further_zones
    worth_a_picture: Callable[[Any], tuple[tuple[str, ...], ...]] = nothing_pictured
    to_confirm: Callable[[Any, Mapping[str, Sequence[str]]], Action | None] = nothing_to_confirm
    laid_out: Callable[[Any], LaidOut | None] | None = None
    relaid: Callable[[Any, str, int, str], Action | None] = nothing_relaid
    outlook: Callable[[Mapping[str, Any]], Mapping[str, Any]] = no_outlook
    slips: frozenset[str] = frozenset()
    chosen_together: frozenset[str] = frozenset()
    for_children: Mapping[str, Any] = field(default_factory=dict)
    can_be: Callable[[Any, Action], Sequence[str | int]] = anything
    course: Course | None = None
    luck: Callable[[Sequence[Event]], tuple[Luck, ...]] = no_luck
    stories: Stories = no_stories
    podium: Podium | None = None
    signs: Callable[[Action, Sequence[Event]], str] | None = None
    drawing: str | None = None
    box: Box | None = None
    board: Board | None = None
    printed: PrintedCards | None = None
    opens: bool = False
    numbered_dice: bool = False
    big_button: Callable[[Mapping[str, Any], str], Action | None] = no_call
    speed: Speed = field(default_factory=Speed)
