"""What the page needs from outside, as protocols: the eyes, the stand, printed boards and cards, the family.

``Outside`` holds all of it: whoever starts the page fills it in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from companion.games import first_game
from companion.sighting import EyeStatus
from web.live.speaking import wall_clock

if TYPE_CHECKING:
    from calibration.game_fit import GameFit


class Eyes(Protocol):
    """The seeing part, as far as the page knows it."""

    def status(self) -> EyeStatus:
        """What it is doing now."""

    def picture(self, evidence: str) -> bytes | None:
        """A JPEG that shows why something was read so; None when it is not kept."""

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Calls back with every new status; returns how to stop it."""


class StandRefused(Exception):
    """A tap of the set-up that does nothing now; ``code`` is one of ``web.stand.words``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class StandService(Protocol):
    """The set-up of the camera over the table, as far as the page knows it. Every tap may raise ``StandRefused``."""

    def state(self) -> Mapping[str, Any]:
        """All that the page shows; positions are px of the full picture, lengths mm."""

    def picture(self) -> bytes | None:
        """What the camera sees now, as a JPEG; None before there is a picture."""

    def fit(self) -> GameFit | None:
        """How the game on the page fits what the camera sees; None before the table is measured."""

    def kept_fit(self, game: str, players: int | None) -> GameFit | None:
        """How a game fits the camera as it was set up, for so many players (None: all seats); None without that."""

    def begin_again(self, step: str) -> None: ...
    def go_on(self) -> None: ...
    def set_paper(self, ruler_mm: float) -> None: ...
    def set_corners(
        self, pixels: Sequence[tuple[float, float]], width_mm: float, height_mm: float
    ) -> None: ...
    def choose_game(self, game: str) -> None: ...
    def move_zone(self, zone: str, left: float, top: float, width: float, height: float) -> None: ...
    def move_zone_by(self, zone: str, begin: tuple[float, float], end: tuple[float, float]) -> None: ...
    def propose_zones(self) -> None: ...
    def answer_proposed(self, zone: str, yes: bool) -> None: ...
    def centre_zone(self, zone: str, at: tuple[float, float]) -> None: ...
    def zones_as_brought(self) -> None: ...
    def swap_hands(self, seat: int) -> None: ...
    def confirm_zones(self) -> None: ...
    def begin_lens(self) -> None: ...
    def give_up_lens(self) -> None: ...
    def finish(self) -> None: ...


class BoardService(Protocol):
    """The boards that are tapped on photographs, as far as the page knows them. Every tap may raise ``StandRefused``.

    Places are mm on the table; ``revision`` is the state's, for taps that name a square by its number.
    """

    def games(self) -> Sequence[str]:
        """The games that have a board."""

    def game(self, asked: str | None) -> str:
        """The game whose board is shown when this one is asked for."""

    def state(self, game: str) -> Mapping[str, Any]:
        """All that the page shows."""

    def picture(self, game: str) -> bytes | None:
        """The photograph that is tapped on, as a JPEG; None before there is one."""

    def profile(self, game: str) -> Mapping[str, Any] | None:
        """The profile of the kept board; None where none is kept."""

    def choose(self, game: str, kind: str) -> None: ...
    def tap(self, game: str, x: float, y: float, between: int = 0) -> int | None:
        """Add a square; a tap on one that is there gives its number instead."""

    def move(self, game: str, square: int, revision: int, x: float, y: float) -> None: ...
    def insert(self, game: str, square: int, revision: int, x: float, y: float) -> None: ...
    def recolour(self, game: str, square: int, revision: int, kind: str) -> None: ...
    def remove(self, game: str, square: int, revision: int) -> None: ...
    def fill_lanes(self, game: str, first: int, last: int) -> None: ...
    def undo(self, game: str) -> None: ...
    def begin_anew(self, game: str) -> None: ...
    def confirm(self, game: str, question: str) -> None: ...
    def photograph_again(self, game: str) -> None: ...
    def keep(self, game: str) -> None: ...
    def forget(self, game: str) -> None: ...


class BoxService(Protocol):
    """The printed cards of the games' boxes, as a family shows them, as far as the page knows it. Every tap may raise
    ``StandRefused``.

    A ``step`` is the number of a photograph of the box; ``revision`` is the state's, for taps on what it shows.
    """

    def games(self) -> Sequence[str]:
        """The games whose boxes have printed cards."""

    def game(self, asked: str | None) -> str:
        """The game whose cards are shown when this one is asked for."""

    def state(self, game: str, step: int | None = None) -> Mapping[str, Any]:
        """All that the page shows."""

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        """The picture of this number as a JPEG; where it is gone, the photograph that was taken, else the newest
        picture; None before there is one."""

    def photograph(self, game: str, step: int | None = None) -> None: ...
    def point(self, game: str, x: float, y: float) -> int | None:
        """The number of the card at a place of the photograph, in shares of its width; None while that place is
        taken as the next corner of a card."""

    def draw(self, game: str, revision: int, card: int | None = None) -> None:
        """The next four places are a card's corners; without a number, those of one that was not found."""

    def stop_drawing(self, game: str) -> None: ...

    def name(self, game: str, card: int, revision: int, label: str) -> None: ...
    def discard(self, game: str) -> None: ...
    def right(self, game: str, revision: int) -> None: ...
    def take_back(self, game: str) -> None: ...
    def forget_card(self, game: str, label: str) -> None: ...
    def forget(self, game: str) -> None: ...
    def handed_on(self, game: str) -> bytes | None:
        """The one file of a box, for another family; None where nothing was shown."""

    def take_over(self, game: str, data: bytes) -> None: ...
    def bring_back(self, game: str) -> None:
        """Keep the cards again that a file or a forgetting has taken the place of."""

    def progress(self, game: str) -> Mapping[str, Any]:
        """How far a box is, without a look through the camera: ``cards`` there are, those that it ``have``, and the
        ``photographs`` and ``minutes`` that it takes."""


class CountService(Protocol):
    """The cards of the games' boxes as a family counts them, as far as the page knows it. Every tap may raise
    ``StandRefused``.

    A card goes by its number in the state, whose ``revision`` goes with what is said of one.
    """

    def games(self) -> Sequence[str]:
        """The games whose boxes can be counted."""

    def game(self, asked: str | None) -> str:
        """The game whose box is counted when this one is asked for."""

    def state(self, game: str) -> Mapping[str, Any]:
        """All that the page shows."""

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        """The picture of this number as a JPEG; where it is gone, the photograph that was counted, else the newest
        picture; None before there is one."""

    def look(self, game: str, card: int) -> bytes | None:
        """A card as it was cut out, as a JPEG; None where there is none of this number."""

    def count(self, game: str) -> None: ...
    def point(self, game: str, x: float, y: float) -> int | None:
        """The number of the card at a place of the photograph, in shares of its width."""

    def again(self, game: str) -> None: ...
    def next(self, game: str) -> None: ...
    def name(self, game: str, card: int, revision: int, label: str) -> None: ...
    def anew(self, game: str) -> None: ...


class PieceService(Protocol):
    """The pieces on the games' boards, as a family shows them, as far as the page knows it. Every tap may raise
    ``StandRefused``.

    A square goes by its number in the state, whose ``revision`` goes with taps on what it shows; ``again`` is one
    more photograph, in other light.
    """

    def games(self) -> Sequence[str]:
        """The games on whose boards coloured pieces stand."""

    def game(self, asked: str | None) -> str:
        """The game whose pieces are shown when this one is asked for."""

    def state(self, game: str, again: bool = False) -> Mapping[str, Any]:
        """All that the page shows."""

    def progress(self, game: str) -> Mapping[str, Any]:
        """How far a game is, without a look through the camera: whether its ``squares`` are tapped, how many
        ``pieces`` stand in a position, the ``photographs`` that it takes and those that it ``have``."""

    def picture(self, game: str, number: int | None = None) -> bytes | None:
        """The picture of this number as a JPEG; where it is gone, the photograph that was taken, else the newest
        picture; None before there is one."""

    def choose(self, game: str, colour: str) -> None:
        """The family has pieces of a colour, or none of it any more."""

    def photograph(self, game: str, again: bool = False) -> None: ...
    def point(self, game: str, x: float, y: float) -> int:
        """The number of the square at a place of the photograph, in shares of its width."""

    def tell(self, game: str, square: int, revision: int, colour: str) -> None:
        """What stands on a square; an empty colour: nothing."""

    def discard(self, game: str) -> None: ...
    def right(self, game: str, revision: int) -> None: ...
    def take_back(self, game: str) -> None: ...
    def forget(self, game: str) -> None: ...
    def handed_on(self, game: str) -> bytes | None:
        """The one file of a board and its pieces, for another family; None where nothing was learnt."""

    def take_over(self, game: str, data: bytes) -> None: ...
    def bring_back(self, game: str) -> None:
        """Keep again what a file or a forgetting has taken the place of."""


class PinService(Protocol):
    """The buttons and lamps that hang on the machine's pins, as far as the page knows them.

    A ``kind`` is "buttons" or "lamps"; pins are GPIO numbers.
    """

    def state(self) -> Mapping[str, Any]:
        """All that the page shows: whether the pins ``work``, the ``fault`` that keeps them from it, ``rows`` (every
        button and lamp: ``kind``, ``name``, ``pins``, ``fault``, ``down``, ``pressed_s``), the ``faults`` of the
        settings (``kind``, ``name``, ``code``, ``pin``, ``other``), ``low`` and ``last``."""

    def last(self) -> Mapping[str, Any] | None:
        """What the last press did (``button``, ``player``, ``code``), None where that is no news any more."""

    def set_pins(self, kind: Literal["buttons", "lamps"], name: str, pins: Sequence[int]) -> bool:
        """Put a button or a lamp on other pins, or on none; False where that could not be written."""

    def set_low(self, low: bool) -> bool:
        """Whether lamps are lit by a low level; False where that could not be written."""

    def test(self, name: str) -> None:
        """Let a lamp shine, or the buzzer sound, for a moment."""


class WifiService(Protocol):
    """The Wi-Fi of a box, as far as the page knows it."""

    def state(self) -> Mapping[str, Any] | None:
        """All that the page shows; None where nobody answers. ``mode`` is "wired", "joined", "hotspot", "trying",
        "waiting" or "alone"; ``fault`` what keeps the radio from working; ``hotspot``, ``joined`` and ``wanted`` are
        names, ``address`` the box's own in its hotspot; ``last`` the ``code`` and ``name`` of the last joining;
        ``networks`` have ``name``, ``strength`` (percent), ``lock`` ("open", "password", "sae" or "other") and
        ``known``; they were looked for ``looked_s`` ago."""

    def look(self) -> str:
        """Look for networks: "accepted", "busy" or "no_answer"."""

    def join(self, name: str, password: str, hidden: bool) -> str:
        """Join a network: "accepted", or why not."""


class Family(Protocol):
    """What the family has chosen for every device, and what it has learnt already, as far as the page knows it."""

    def level(self, player: str) -> str:
        """How much a player is told unasked: one of ``LEVELS``."""

    def set_level(self, player: str, level: str) -> None: ...

    def known(self, game: str) -> frozenset[str] | None:
        """The sentences of a first game that were understood; None where this game is not taught (any more)."""

    def learn(self, game: str, lesson: str) -> None: ...
    def set_taught(self, game: str, taught: bool) -> None:
        """Whether a game is taught; one that is taught anew begins with its first sentence."""

    def animals(self) -> Mapping[str, str]:
        """The animals that players keep from game to game."""

    def keep_animals(self, animals: Mapping[str, str]) -> None: ...
    def choose_animal(self, player: str, animal: str) -> None:
        """A player's animal from now on; whoever had it gets the one that becomes free."""

    def first_evening(self) -> Mapping[str, str]:
        """What people have said of the steps of their first evening."""

    def answer_first_evening(self, step: str, answer: str) -> None: ...
    def settings(self) -> Mapping[str, Any] | None:
        """What ``settings.toml`` says (``keep_pictures``, ``card_letters``, ``tray``); None where there is none to
        read or it cannot be used."""

    def set_setting(self, name: str, value: str | bool) -> bool:
        """Write a setting, for the next evening; False when it could not be written."""

    def set_club(self, lines: Mapping[str, str | bool], password: str) -> bool:
        """Write what of the club is given, and its password unless that is empty; False when it was not written."""


LEVELS = ("child", "guest", "expert")
"""Who is shown what can be done, who is told why something was refused, who is told nothing unasked."""


class NoFamily:
    """Nothing is kept: every player is a guest, and nobody is taught."""

    def level(self, player: str) -> str:
        """A guest."""
        return "guest"

    def set_level(self, player: str, level: str) -> None:
        """Nothing is kept."""

    def known(self, game: str) -> frozenset[str] | None:
        """Nobody is taught."""
        return None

    def learn(self, game: str, lesson: str) -> None:
        """Nothing is kept."""

    def set_taught(self, game: str, taught: bool) -> None:
        """Nothing is kept."""

    def animals(self) -> Mapping[str, str]:
        """Nobody's."""
        return {}

    def choose_animal(self, player: str, animal: str) -> None:
        """Nothing is kept."""

    def keep_animals(self, animals: Mapping[str, str]) -> None:
        """Nothing is kept."""

    def first_evening(self) -> Mapping[str, str]:
        """Nothing was said."""
        return {}

    def answer_first_evening(self, step: str, answer: str) -> None:
        """Nothing is kept."""

    def settings(self) -> Mapping[str, Any] | None:
        """There is no file."""
        return None

    def set_setting(self, name: str, value: str | bool) -> bool:
        """There is no file."""
        return False

    def set_club(self, lines: Mapping[str, str | bool], password: str) -> bool:
        """There is no file."""
        return False


class NoEyes:
    """A table that is played by taps."""

    def status(self) -> EyeStatus:
        """Always off."""
        return EyeStatus("off", "off")

    def picture(self, evidence: str) -> bytes | None:
        """There are no pictures."""
        return None

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Nothing will ever be told."""
        return lambda: None


class Demonstration(Protocol):
    """A filmed evening at a table of its own: what the referee does, for a house without a camera."""

    def begin(self, language: str, boxes_at: int) -> None:
        """Starts it in this language, unless it runs; its way to the boxes leads to the program at this port."""

    @property
    def port(self) -> int | None:
        """Where its page answers on this machine; None while it does not."""


@dataclass(frozen=True, slots=True)
class NewGameDefaults:
    """What a new game opened on the page begins with: the game, names, options and the board's profile.

    While the journal stands at entry ``waiting_at`` the page asks what was dealt for this game.
    """

    game: str = field(default_factory=first_game)
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    profile: Mapping[str, Any] | None = None
    waiting_at: int | None = None
    family_board: Callable[[str], Mapping[str, Any] | None] = lambda game: None
    """The profile of the board that the family keeps of a game; ``profile`` goes before it."""

    def profile_of(self, game: str) -> Mapping[str, Any] | None:
        """The profile that a new game of this kind is played with; None: the board that the game brings."""
        given = self.profile if game == self.game else None
        return self.family_board(game) if given is None else given


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is broken while the evening goes on all the same: a code of ``web.settings.trouble_words``."""

    code: str
    details: Mapping[str, str | int] = field(default_factory=dict)
    lasts: bool = False
    """Whether it is told until it is over; other ones only until somebody has read them."""


@dataclass(frozen=True, slots=True)
class ClubStatus:
    """Whether a club hears this table: "off", "there", "away", "refused", "missing" or "failed"."""

    state: str
    waiting: int = 0
    """How many entries of the journal it has not got yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voices:
    """Who may speak this evening."""

    tablets: bool = True
    """Whether tablets may turn on the voice."""
    machine: bool = False
    """Whether this machine has a speaker that may speak."""
    chosen: str | None = None
    """What was asked for: "auto", "off", "tablet" or "speaker"."""
    recordings: Path | None = None
    """The folder of recorded sentences."""
    clock: Callable[[], time] = wall_clock
    """Tells the time of day, for the quiet hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """Everything that whoever starts the page hands in; a table that is only tapped needs none of it."""

    eyes: Eyes = field(default_factory=NoEyes)
    stand: StandService | None = None
    """Sets up the camera over the table."""
    boards: BoardService | None = None
    """Takes the squares of printed boards."""
    boxes: BoxService | None = None
    """Takes the printed cards of boxes."""
    counting: CountService | None = None
    """Counts the cards of boxes."""
    pieces: PieceService | None = None
    """Takes the pieces on boards."""
    pins: PinService | None = None
    """Buttons and lamps."""
    wifi: WifiService | None = None
    """The Wi-Fi of a box."""
    family: Family = field(default_factory=NoFamily)
    health: Callable[[], Sequence[Mapping[str, str | None]]] | None = None
    """Looks the machine over: every finding has a ``check``, a ``state`` ("ok", "not_here", "limit", "to_do"), a
    ``text`` and an ``advice``, without the names of people or folders."""
    troubles: Callable[[], Sequence[Trouble]] = tuple
    """Tells what is broken."""
    club: Callable[[], ClubStatus] = lambda: ClubStatus("off")
    """Tells how the line to a club is."""
    voices: Voices = field(default_factory=Voices)
    new_game: NewGameDefaults = field(default_factory=NewGameDefaults)
    demonstration: Demonstration | None = None
    """A filmed evening to look at; None where a real camera watches."""
    boxes_at: int | None = None
    """Where this is such an evening: the port of the program from whose shelf it was begun."""


NOTHING = Outside()
"""A table that is played by taps alone."""
