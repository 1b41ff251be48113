"""``companion play``: the table, the camera and the page, wired together for an evening."""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import secrets
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import segno

from companion.cli.data_folder import DataFolder, default_folder, shown_default_folder
from companion.cli.main import WrongUse
from companion.game import TABLE, Game, Option, Rejected
from companion.games import game_ids, load
from companion.names import clean_name, clean_names
from companion.record import Header, Record
from companion.showing import Snapshot
from companion.table import Table
from companion.words import sentence

if TYPE_CHECKING:
    from companion.cli.boards import FamilyBoards
    from companion.cli.cameras import CameraChoice
    from companion.cli.keeping import Keeper

DEFAULT_GAME = "poker_dice_race"
"""The game of an evening that names none: the one that the simulated table can play."""

SIMULATED_FAMILY = ("Inès", "Mamie Jo", "Papi Henri", "Léo")
FIRST_PLAYER = "first_player"
OPTION_REFUSALS = ("bad_option", "bad_options")
VOICES = ("auto", "off", "tablet", "speaker")
"""Who may speak: whoever can, nobody, only the tablets, only this machine's own speaker."""
_POLL_S = 0.2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion play``."""
    parser.add_argument("--game", metavar="ID", help=f"the game: {', '.join(game_ids())}")
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        default="auto",
        help="auto, pi, usb:N, folder:DIR, video:FILE, recording:DIR, simulated[:RECORD] or none (default: auto)",
    )
    parser.add_argument(
        "--player",
        metavar="NAME",
        action="append",
        default=[],
        help=f"a player; once for each, in seat order ({_how_many()}); without any, the page asks",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=JSON",
        action="append",
        default=[],
        help="a house rule, such as dice=numbers; once for each",
    )
    parser.add_argument(
        "--profile",
        metavar="FILE",
        type=Path,
        help="the family's own board, a JSON file as companion/games/*/profile.json are "
        "(default: the board that the family keeps, see /stand/board, else the printed board of each game)",
    )
    parser.add_argument("--first", metavar="NAME", help="who begins, if the lot is drawn already")
    parser.add_argument(
        "--lang", choices=("fr", "en"), default="fr", help="the page's language (default: fr)"
    )
    parser.add_argument(
        "--voice",
        choices=VOICES,
        default="auto",
        help="who says aloud what happens: the tablets that turn it on, this machine's own speaker (espeak-ng), "
        "nobody (off), or whoever can (auto, the default)",
    )
    parser.add_argument("--port", type=_port, default=8080, help="the page's port (default: 8080)")
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help="the data folder, with the journal of every game (default: $XDG_DATA_HOME/companion, "
        f"here {shown_default_folder()})",
    )
    parser.add_argument("--exit-at-end", action="store_true", help="leave when the game or the pictures end")


def _how_many() -> str:
    """How many players each game takes: "racko 2 to 4"."""
    bounds = ((load(game).id, *load(game).players) for game in game_ids())
    return ", ".join(
        f"{name} {low}" if low == high else f"{name} {low} to {high}" for name, low, high in bounds
    )


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def run(arguments: argparse.Namespace, keeper: Keeper | None = None) -> int:
    """Plays until stopped (Ctrl-C or SIGTERM), or until the end with ``--exit-at-end``; returns 0.

    A ``keeper`` is given the evening's pictures.
    """
    from companion.cli.boards import FamilyBoards

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    wanted = Wanted.of(arguments, keeps=keeper is not None)
    folder = DataFolder(arguments.data or default_folder())
    folder.hold()
    try:
        journal = folder.journal()
        try:
            table = Table(journal)
            boards = FamilyBoards(folder.path)
            wanted = wanted.on_the_board_of(boards.profile)
            wanted.seat(table)
            _evening(arguments, wanted, folder, table, boards, keeper)
        finally:
            journal.close()
    finally:
        folder.release()
    return 0


# ---------------------------------------------------------------- which game


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
        from companion.cli.cameras import parse_camera, read_script

        camera = parse_camera(arguments.camera)
        script = read_script(camera)
        header = script.header if script else Header("", ())
        game = header.game or arguments.game
        if game is not None and game not in game_ids():
            raise WrongUse(f"Unknown game {game!r}: choose {', '.join(game_ids())}.")
        known = load(game or DEFAULT_GAME)
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
        return self.game or DEFAULT_GAME

    @property
    def _seated(self) -> tuple[str, ...]:
        return self.players or SIMULATED_FAMILY[: load(self._game).players[1]]

    def _goes_on(self, table: Table) -> bool:
        """Whether the journal's last game is unfinished and the one wanted: players, options given, board."""
        shown = table.snapshot().as_json()
        game = shown["game"]
        if game is None or shown["over"] or game["id"] != self._game:
            return False
        if list(clean_names(self.players)) != game["players"]:
            return False
        board_given = self.profile is not None or self.setup
        if board_given and shown["view"].get("board") != self.view().get("board"):
            return False
        return all(game["options"].get(name) == value for name, value in self.options.items())


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
    from companion.cli.picture_camera import can_film
    from companion.simulated.film import can_play

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


# ---------------------------------------------------------------- the evening


def _evening(
    arguments: argparse.Namespace,
    wanted: Wanted,
    folder: DataFolder,
    table: Table,
    boards: FamilyBoards,
    keeper: Keeper | None,
) -> None:
    from companion.cli.boards import BoardService
    from companion.cli.cameras import parse_camera
    from companion.cli.family import FamilyFolder
    from companion.cli.seeing import Seeing
    from companion.cli.stand import stand_service
    from companion.cli.telling import Health
    from companion.cli.voice import Voice, choose
    from web import create_app
    from web.house import HouseFileError
    from web.server import PageServer, PortError
    from web.services import NewGameDefaults, kept_games
    from web.voice_pages import machine_must_be_silent

    over = threading.Event()
    defaults = NewGameDefaults(
        wanted.game or DEFAULT_GAME,
        wanted.players,
        wanted.options,
        wanted.profile,
        wanted.waiting_at(table),
        boards.profile,
    )
    voice = choose(arguments.voice)
    with (
        _stopped_by_signals(over),
        Seeing(arguments, wanted, folder, table, keeper) as seeing,
        Voice(table, voice.speaker, arguments.lang) as machine_voice,
        contextlib.ExitStack() as closing,
    ):
        camera = parse_camera(arguments.camera)
        stand = stand_service(
            folder.path,
            camera,
            arguments.camera,
            table,
            fed=seeing.watches_live,
            kept=seeing.table_watch.take,
        )
        if stand is not None:
            closing.callback(stand.close)
            seeing.feed = stand.feed
        tapped = None if stand is None else BoardService(folder.path, boards, stand, defaults.profile_of)
        try:
            app = create_app(
                table,
                seeing.eyes,
                language=arguments.lang,
                secret_key=_secret(folder),
                new_game_defaults=defaults,
                address=page_address(arguments.port),
                voice=voice.tablets,
                stand=stand,
                boards=tapped,
                house_file=folder.path / "house.json",
                family=FamilyFolder(folder.path),
                health=Health(folder.path),
                speaks=arguments.voice,
                machine_speaks=voice.machine,
                recordings=folder.recordings,
            )
        except HouseFileError as error:
            raise WrongUse(str(error)) from error
        try:
            machine_voice.hushed = lambda: machine_must_be_silent(app)
            server = PageServer(app, "0.0.0.0", arguments.port)  # noqa: S104 - the tablet is another machine
        except PortError as error:
            raise WrongUse(str(error)) from error
        serving = threading.Thread(target=server.run, name="page", daemon=True)
        serving.start()
        threading.Thread(target=kept_games(app).look_at_all, name="kept games", daemon=True).start()
        try:
            _greet(arguments.port, table.snapshot(), seeing.description, voice.description)
            if defaults.waiting_at is not None and defaults.waiting_at == table.seq:
                print(f"{load(defaults.game).title}: deal, then say on the page what lies there.", flush=True)
            seeing.start()
            while not over.wait(_POLL_S):
                if arguments.exit_at_end and (table.snapshot().as_json()["over"] or seeing.exhausted):
                    break
        finally:
            server.close()


@contextlib.contextmanager
def _stopped_by_signals(over: threading.Event) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the evening in order."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, lambda *_: over.set()) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def _secret(folder: DataFolder) -> str:
    """The key that signs cookies: made once, whole or not at all, readable by the owner only."""
    path = folder.path / "secret"
    if not path.exists():
        unfinished = path.with_suffix(".new")
        unfinished.touch(mode=0o600)
        unfinished.write_text(secrets.token_hex(32))
        unfinished.replace(path)
    return path.read_text()


def _greet(port: int, snapshot: Snapshot, camera: str, voice: str) -> None:
    address = page_address(port)
    print(f"Companion: {camera}.")
    print(f"The voice: {voice}.")
    game = snapshot.as_json()["game"]
    if game is not None:
        print(f"{game['title']}: {', '.join(game['players'])} (game {game['number']} of the journal).")
    print(f"The page: {address}   on this machine: http://localhost:{port}/")
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()


def page_address(port: int) -> str:
    """Where other machines in the house find the page."""
    return f"http://{_own_address()}:{port}/"


def _own_address() -> str:
    """This machine's address in the house; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
