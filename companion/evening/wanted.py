"""Which game an evening is wanted for: what the command line, a record and the family's own board ask for."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.action import TABLE, Rejected
from companion.evening.cameras import CameraChoice, parse_camera, read_script
from companion.filmed.filmable import can_film
from companion.game import Game, Option
from companion.games import first_game, game_ids, load, named
from companion.names import clean_name, clean_names
from companion.record import Header, Record
from companion.simulated.family import can_play
from companion.table import Table
from companion.words import sentence
from companion.wrong_use import WrongUse

SIMULATED_FAMILY = ("Inès", "Mamie Jo", "Papi Henri", "Léo")


FIRST_PLAYER = "first_player"


OPTION_REFUSALS = ("bad_option", "bad_options")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The game asked for on the command line, with what a record under ``simulated:RECORD`` adds."""

    game: str | None
    players: tuple[str, ...]
    options: Mapping[str, Any]
    setup: Mapping[str, Any]
    profile: Mapping[str, Any] | None
    first: str | None
    script: Record | None
    family_board: Mapping[str, Any] | None = None
    """The profile of the board that the family keeps of this game: a game that is opened is played on it."""

    @classmethod
    def of(cls, arguments: argparse.Namespace, *, keeps: bool = False) -> Wanted:
        """What the arguments ask for; raises ``WrongUse``. A profile yields to an option, that to a record.

        Where somebody ``keeps`` the pictures, a camera may watch a game that it cannot follow.
        """
        camera = parse_camera(arguments.camera)
        script = read_script(camera)
        header = script.header if script else Header("", ())
        game = header.game or (None if arguments.game is None else named(arguments.game))
        if game is not None and game not in game_ids():
            raise WrongUse(f"Unknown game {game!r}: choose {', '.join(game_ids())}.")
        known = load(game or first_game())
        options = {**_options(arguments.option, known), **header.options}
        if arguments.first is not None and FIRST_PLAYER not in known.codes.actions:
            raise WrongUse(f"{known.title} itself says who begins: leave --first out.")
        if game is not None and not keeps:
            refuse_camera(known, camera)
        profile = _profile(arguments.profile) if arguments.profile else None
        players = header.players or tuple(arguments.player)
        wanted = cls(game, players, options, header.setup, profile, arguments.first, script)
        if players or options or profile or wanted.first:
            wanted.view()
        return wanted

    def on_the_board_of(self, kept: Callable[[str], Mapping[str, Any] | None]) -> Wanted:
        """The same on the family's own board, where no other is given; a record is played on its own."""
        if self.profile is not None or self.script is not None:
            return self
        return replace(self, family_board=kept(self._game))

    def seat(self, table: Table) -> None:
        """Goes on with the journal's game if it is the one wanted, else opens the new one.

        A game that begins with a deal is opened on the page, once that is told.
        """
        if not self.players or self._goes_on(table) or self.wants_deal:
            return
        self.open(table)

    def waiting_at(self, table: Table) -> int | None:
        """The journal's entry at which the page asks what was dealt for this game; None when it need not."""
        return table.seq if self.players and self.wants_deal and not self._goes_on(table) else None

    @property
    def wants_deal(self) -> bool:
        """Whether this game begins with what the hands have dealt, and that is not told yet."""
        if self.setup:
            return False
        try:
            load(self._game).new_game(clean_names(self._seated), self.options, {}, self._board)
        except Rejected as refusal:
            return refusal.code == "bad_setup"
        return False

    def open(self, table: Table) -> None:
        """Opens the game; raises ``WrongUse`` where the family's board is none for these players.

        Where nobody was named the simulated family plays: on the game's own board if the family's is too small.
        """
        if self.family_board is not None:
            try:
                self.view()
            except WrongUse:
                if self.players:
                    raise
                replace(self, family_board=None).open(table)
                return
        table.open_game(
            self._game,
            self._seated,
            options=self.options,
            setup=self.setup,
            profile=self._board,
            first=self.first,
        )

    def view(self) -> Mapping[str, Any]:
        """What the game would show at its beginning; raises ``WrongUse`` when it cannot be played like that."""
        game = load(self._game)
        if self.wants_deal:
            return {}
        try:
            state = game.new_game(clean_names(self._seated), self.options, self.setup, self._board)
            if self.first is not None:
                game.apply(state, {"by": TABLE, "do": FIRST_PLAYER, "player": clean_name(self.first)})
        except Rejected as refusal:
            reason = _reason(self._game, refusal)
            if refusal.code == "unknown_player":
                reason = f"--first {self.first}: choose one of {', '.join(self._seated)}."
            raise WrongUse(reason) from refusal
        return game.view(state).public

    @property
    def _board(self) -> Mapping[str, Any] | None:
        return self.family_board if self.profile is None else self.profile

    @property
    def _game(self) -> str:
        return self.game or first_game()

    @property
    def _seated(self) -> tuple[str, ...]:
        return self.players or SIMULATED_FAMILY[: load(self._game).players[1]]

    def _goes_on(self, table: Table) -> bool:
        """Whether the journal's last game is unfinished and the one wanted: players, options given, board."""
        shown = table.snapshot()
        game = shown.game
        if game is None or shown.view is None or shown.over or game.id != self._game:
            return False
        if clean_names(self.players) != game.players:
            return False
        board_given = self.profile is not None or self.setup
        if board_given and shown.view.get("board") != self.view().get("board"):
            return False
        return all(game.options.get(name) == value for name, value in self.options.items())


def _reason(game: str, refusal: Rejected) -> str:
    """A refusal to open a game in the command line's language, with the values that fit."""
    said = sentence(game, refusal.code, refusal.details, "en")
    known, key = load(game).options, refusal.details.get("key")
    if refusal.code in OPTION_REFUSALS and key != "players":
        if isinstance(key, str) and key in known:
            return f"{said} {fitting(key, known[key], refusal.details.get('expected'))}"
        possible = ", ".join(f"{name}={json.dumps(option.default)}" for name, option in known.items())
        return f"{said} Possible: {possible}."
    return said


def fitting(name: str, option: Option, expected: object = None) -> str:
    """The values that an option may have (``expected`` when these are fewer), in one sentence."""
    choices = expected if isinstance(expected, list | tuple) and expected else option.choices
    values = [json.dumps(choice) for choice in choices]
    if option.low is not None:
        upward = f"{option.low} or more" if option.high is None else f"{option.low} to {option.high}"
        values.append(f"a whole number, {upward}")
    return f"{name} may be: {', '.join(values)}."


def refuse_camera(game: Game, camera: CameraChoice) -> None:
    """Raises ``WrongUse`` for a camera that should watch a game which is played by taps."""
    if camera.kind == "simulated" and camera.path is None and can_play(game):
        return
    if can_film(game):
        return
    if game.explain is None and camera.kind not in ("auto", "none"):
        raise WrongUse(f"{game.title} is played by taps so far: use --camera none.")


def _options(given: list[str], game: Game) -> dict[str, Any]:
    """The options of the command line, as JSON or, where only that fits, as plain words."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise WrongUse(f"--option {text!r} is not KEY=JSON, such as --option 'dice=\"numbers\"'.")
        try:
            options[name] = json.loads(value)
        except (json.JSONDecodeError, RecursionError):
            options[name] = value
        option = game.options.get(name)
        if option is not None and option.accepts(value) and not option.accepts(options[name]):
            options[name] = value
    return options


def _profile(path: Path) -> Mapping[str, Any]:
    try:
        profile = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongUse(f"The profile {path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise WrongUse(f"The profile {path} is not JSON: {error}.") from error
    if not isinstance(profile, dict):
        raise WrongUse(f'The profile {path} is not a JSON object with a "board".')
    return profile
