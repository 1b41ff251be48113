"""Seeing for an evening: the camera, the eyes and the loop between them and the table, in one thread."""

from __future__ import annotations

import argparse
import random
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from calibration.settings import BadSettings, Settings, load_settings
from calibration.stand import FILE_NAME as STAND
from calibration.stand import BadStand, Stand, load_stand
from calibration.zones import TablePlan
from companion.evening.box_learning import BoxLearner
from companion.evening.cameras import CameraChoice, open_camera, parse_camera
from companion.evening.data_folder import DataFolder
from companion.evening.family_board import FamilyBoard, has_pieces, not_enrolled
from companion.evening.family_prints import FamilyPrints, not_shown
from companion.evening.family_readers import card_reader, dice_reader
from companion.evening.game_watch import GameWatch
from companion.evening.journal_learning import JournalLearner
from companion.evening.keeping import Keeper, Keeping
from companion.evening.learning import Learner
from companion.evening.stand import brought_plan, fed
from companion.evening.table_watch import TableWatch
from companion.evening.troubles import Troubles, mended_stand, settings_or_before
from companion.evening.wanted import SIMULATED_FAMILY, Wanted, refuse_camera
from companion.evening.watch import watch
from companion.eyes import ShownEyes
from companion.filmed.asked import SIMULATED_STAND
from companion.filmed.filmable import can_film
from companion.game import Game
from companion.games import load
from companion.readers import PRINTED, Reader
from companion.showing import Snapshot
from companion.simulated.family import SIMULATED, Family, can_play
from companion.table import Table
from companion.wrong_use import WrongUse
from hardware.folder import FolderSource
from hardware.frame_source import CameraError, Frame, FrameSource, Image, TakesBrackets, TakesStills
from hardware.recording import RecordingSource
from hardware.video import VideoSource
from vision.boards.tokens import TokenZones
from vision.cards.exposures import EV_STEPS
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones
from vision.dice.dice_zones import WHOLE_PICTURE, DiceZones, TrayGeometry
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from vision.eyes.pace import Pace
from vision.eyes.zone_reader import ZoneReader

if TYPE_CHECKING:
    from companion.simulated.film import Film

_LEAVE_S = 5.0
_PLUGGED_IN = ("pi", "usb", "url")
"""The cameras that may be missing while all else is right."""
_FIRST_PLUGGED_IN = CameraChoice("usb", number=0)
"""The one that is waited for where none was chosen."""


class Seeing:
    """Opens the camera when entered; looks from ``start`` on. ``eyes`` is None when there is no camera.

    A ``keeper`` is given the pictures.

    Raises ``WrongUse`` on entering when the camera or the settings cannot be used.
    """

    def __init__(
        self,
        arguments: argparse.Namespace,
        wanted: Wanted,
        folder: DataFolder,
        table: Table,
        keeper: Keeper | None = None,
        troubles: Troubles | None = None,
    ) -> None:
        self._troubles = troubles or Troubles()
        self._arguments = arguments
        self._wanted = wanted
        self._folder = folder
        self._table = table
        self._keeper = keeper
        self._stop = threading.Event()
        self._ended = threading.Event()
        self._closing = ExitStack()
        self._thread: threading.Thread | None = None
        self._keeping: Keeping | None = None
        self._board: FamilyBoard | None = None
        self._game: GameWatch | None = None
        self.eyes: ShownEyes | None = None
        self.missing: CameraChoice | None = None
        """The camera that was asked for and is not plugged in."""
        self.description = "no camera, every move is tapped"
        self.watches_live = False
        """Whether a real camera is watched: nobody else can open it meanwhile."""
        choice = parse_camera(arguments.camera)
        recorded = choice.path if choice.kind == "recording" else None
        stand = _kept_stand(recorded) if recorded else mended_stand(folder.path, self._troubles)
        self._is_set_up = stand is not None and stand.camera != SIMULATED_STAND
        self.table_watch = TableWatch(stand, self._plan)
        self.pace = Pace()
        """How long looks take on this machine."""
        self.feed: Callable[[Image], None] | None = None
        """Who else is shown every picture of the camera, set before ``start``."""

    def __enter__(self) -> Self:
        choice = parse_camera(self._arguments.camera)
        try:
            self._open(choice)
        except CameraError as error:
            self._closing.close()
            if self._keeper is not None or choice.kind not in _PLUGGED_IN:
                raise WrongUse(str(error)) from error
            # A camera may be missing, a table is still a table.
            self._troubles.tell("camera")
            self._without_camera(choice)
            self.description = f"no camera ({error}); the game goes on by taps until it is plugged in"
        except BadSettings as error:
            self._closing.close()
            raise WrongUse(str(error)) from error
        except BaseException:
            self._closing.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread is not None and self._thread.is_alive():
            self._thread.join(_LEAVE_S)
        self._closing.close()

    def look_again(self) -> bool:
        """Asks for one more look at everything; returns whether there is anybody to look."""
        if self._game is None or self._ended.is_set():
            return False
        self._game.ask_look()
        return True

    def start(self) -> None:
        """Begins to look."""
        if self._thread is not None:
            self._thread.start()

    def open_missing(self) -> bool:
        """Tries to open the camera that was ``missing``; whether it is there now, and looked through."""
        choice = self.missing
        if choice is None or self._stop.is_set():
            return False
        try:
            self._open(choice)
        except CameraError:
            self._closing.close()
            self._without_camera(choice)
            return False
        self.missing = None
        self._troubles.over("camera")
        self.start()
        return self.eyes is not None

    def _without_camera(self, choice: CameraChoice) -> None:
        self.eyes, self._thread, self._game = None, None, None
        self.watches_live, self.missing = False, choice

    @property
    def exhausted(self) -> bool:
        """Whether no more pictures come and nothing waits for an answer."""
        return self._ended.is_set() and self._table.snapshot().question is None

    def _open(self, choice: CameraChoice) -> None:
        table, wanted = self._table, self._wanted
        settings = settings_or_before(self._folder.path, self._troubles)
        if self._play_a_film(choice, settings):
            return
        tapped = self._played_by_taps(chosen=choice.kind != "auto")
        if tapped is not None and self._watch_table(tapped, choice, settings):
            return
        if tapped is None and self._watch_board(choice, settings):
            return
        if tapped is not None and self._keeper is not None:
            self._only_keep(tapped, choice, settings)
            return
        if tapped is not None:
            refuse_camera(tapped, choice)
            self.description = f"no camera, {tapped.title} is played by taps so far"
            return
        camera = open_camera(
            choice,
            table,
            settings=settings,
            script=wanted.script,
            begin=len(table.moves()),
            evidence=table.evidence(),
            seed=self._arguments.seed,
            exit_at_end=self._arguments.exit_at_end,
        )
        if camera is None:
            return
        familys = self._is_unclaimed or (SIMULATED in table.notes() and not table.snapshot().over)
        if choice.kind == "auto" and isinstance(camera.source, Family) and not familys:
            self.description = "no camera was found; every move is tapped (or choose one with --camera)"
            self.missing = _FIRST_PLUGGED_IN
            return
        source = self._closing.enter_context(camera.source)
        if isinstance(source, Family):
            if table.game is None:
                wanted.open(table)
            if SIMULATED not in table.notes():
                table.note(SIMULATED)
        game = table.game
        kinds = {Reader.DICE} if game is None or game.explain is None else set(game.zones.values())
        eyes, learner = self._eyes(source, kinds, choice, settings, camera.tray)
        eyes.lay_out([WHOLE_PICTURE if camera.tray is None else camera.tray.zone])
        if camera.tray is not None:
            eyes.place(camera.tray.plane)
        # Photographs and films are of other tables; a tray in the settings is where somebody wants it.
        on_stand = _is_live(source) and settings.tray is None
        self._begin(source, eyes, learner, on_stand=on_stand, anywhere=True)

    def _eyes(
        self,
        source: FrameSource,
        kinds: Collection[Reader],
        choice: CameraChoice,
        settings: Settings,
        tray: TrayGeometry | None = None,
    ) -> tuple[Eyes, JournalLearner | None]:
        """The eyes, with a reader for each of these kinds as far as there is one; and who learns from seen cards."""
        readers: list[ZoneReader] = []
        if self._board is not None and Reader.PIECES in kinds:
            readers.append(self._board.zones(self._table.expected_in))
        if Reader.DICE in kinds:
            readers.append(
                DiceZones(dice_reader(self._folder.path), tray, self._table.expected_in, self._dice)
            )
        if Reader.TOKENS in kinds:
            readers.append(TokenZones())
        learns = settings.learn_from_answers and choice.kind != "recording"
        still, bracket = partial(self._still_of, source), partial(self._bracket_of, source)
        plain = partial(Eyes, evidence=self._evidence(settings), pace=self.pace)
        eyes_with = partial(plain, still=still, bracket=bracket)
        if Reader.PLAYING_CARDS in kinds:
            cards = self._card_reader(choice, settings)
            eyes = eyes_with([*readers, CardZones(cards)])
            taught = learns and cards.decks
            return eyes, Learner(self._table, eyes, cards, self._folder.path) if taught else None
        if not PRINTED.isdisjoint(kinds):
            prints = FamilyPrints(self._known(choice), lambda: self._table.game)
            eyes = eyes_with([*readers, prints.zones()])
            return eyes, BoxLearner(self._table, eyes, prints.boxes, prints.embedder) if learns else None
        if Reader.PIECES in kinds:
            return eyes_with(readers), None
        return plain(readers), None

    def _begin(
        self,
        source: FrameSource,
        eyes: Eyes,
        learner: JournalLearner | None,
        *,
        on_stand: bool = True,
        anywhere: bool = False,
    ) -> None:
        """Makes the thread that looks. ``on_stand``: the table lies where the stand says; ``anywhere``: what is
        looked for is found without that, too.
        """
        self.eyes = eyes
        self._table.pictured_by(eyes.photograph)
        self.watches_live = _is_live(source)
        self.description = f"watching {source.description}"
        plan = (lambda: self.table_watch.plan) if on_stand else lambda: None
        squares = (lambda game: None) if self._board is None else self._board.squares
        game = self._game = GameWatch(self._table, eyes, plan, learner, squares=squares, anywhere=anywhere)
        looking = (source, eyes, game, on_stand)
        self._thread = threading.Thread(target=self._look, args=looking, name="seeing", daemon=True)

    def _watch_board(self, choice: CameraChoice, settings: Settings) -> bool:
        """Opens a camera over the dice and the board of a game whose dice are read anyway, where the family has set
        its stand up and shown its board; returns whether it does.
        """
        game = load(self._wanted.game) if self._wanted.game else self._table.game
        if game is None or not has_pieces(game) or not can_film(game) or not self._is_set_up:
            return False
        if settings.tray is not None or choice.kind in ("folder", "video"):
            return False
        if not_enrolled(self._known(choice), game) is not None:
            return False
        return self._watch_table(game, choice, settings)

    def _watch_table(self, game: Game, choice: CameraChoice, settings: Settings) -> bool:
        """Opens a camera over a table that is set up; returns whether it does."""
        if not can_film(game) or choice.kind in ("none", "simulated"):
            return False
        if not self._is_set_up:
            self.description = (
                f"no camera: set the stand up for {game.title} first, at /stand, then start again"
            )
            return choice.kind != "auto" and self._keeper is None
        known = self._known(choice)
        wanting = None if PRINTED.isdisjoint(game.zones.values()) else not_shown(known, game)
        wanting = wanting or not_enrolled(known, game)
        if wanting is not None:
            self.description = f"no camera: {wanting}"
            return self._keeper is None
        camera = open_camera(choice, self._table, settings=settings)
        if camera is None or isinstance(camera.source, Family):
            return False
        source = self._closing.enter_context(camera.source)
        if has_pieces(game):
            self._board = FamilyBoard(known, lambda: self._table.game, lambda: self.table_watch.plan)
        self._begin(source, *self._eyes(source, set(game.zones.values()), choice, settings))
        return True

    def _card_reader(self, choice: CameraChoice, settings: Settings) -> CardReader:
        """A reader that knows the family's decks; those of a recording lie beside its pictures."""
        folder = self._known(choice)
        return card_reader(folder, settings if folder == self._folder.path else load_settings(folder))

    def _known(self, choice: CameraChoice) -> Path:
        """The folder of what is enrolled: that of a recording that was kept with its set-up, or the family's."""
        kept = choice.path if choice.kind == "recording" else None
        return kept if kept is not None and (kept / STAND).is_file() else self._folder.path

    def _evidence(self, settings: Settings) -> EvidenceStore:
        evidence = EvidenceStore(self._folder.evidence, keep=settings.keep_pictures)
        self._closing.callback(self._table.subscribe(lambda snapshot: _forget_at_the_end(snapshot, evidence)))
        return evidence

    def _only_keep(self, game: Game, choice: CameraChoice, settings: Settings) -> None:
        """Opens a camera for the recording alone: the game is played by taps."""
        camera = open_camera(choice, self._table, settings=settings)
        if camera is None or isinstance(camera.source, Family):
            self.description = f"no camera, {game.title} is played by taps so far"
            return
        source = self._closing.enter_context(camera.source)
        self.watches_live = _is_live(source)
        self.description = (
            f"keeping the pictures of {source.description}; {game.title} is played by taps so far"
        )
        self._thread = threading.Thread(target=self._pass, args=(source,), name="keeping", daemon=True)

    def _play_a_film(self, choice: CameraChoice, settings: Settings) -> bool:
        """Lets the simulated family play a game that is followed from sightings; returns whether it does.

        Asked for with ``simulated``; of itself (``auto``) only where a game was named and nobody to play it, or where
        the family has begun already.
        """
        table, wanted = self._table, self._wanted
        game = load(wanted.game) if wanted.game else table.game
        if choice.kind not in ("auto", "simulated") or game is None:
            return False
        # Where dice alone are read, too, a tray is filmed, unless somebody asks for the whole table.
        whole = choice.kind == "simulated" and wanted.game is not None and wanted.script is None
        if not (can_play(game) or (whole and can_film(game))):
            return False
        # To load what draws a table would make a start without a camera a twelfth longer.
        from companion.filmed.filmed_game import film_profile
        from companion.filmed.picture_camera import filming
        from companion.filmed.simulated_tray import recorded_actions
        from companion.simulated.film import Film, open_simulated

        script = None if wanted.script is None else recorded_actions(wanted.script)
        begun = table.game is not None and not table.snapshot().over
        profile = film_profile(game) if can_film(game) else None
        known = begun and table.game is game and wanted.waiting_at(table) is None
        known = known and self._is_played_on(game, profile)
        familys = known and SIMULATED in table.notes()
        if choice.kind == "auto" and not familys and not self._is_unclaimed:
            return False
        if not known and script is not None:
            wanted.open(table)
            table.note(SIMULATED)
        elif not known:
            players = wanted.players or SIMULATED_FAMILY[: game.players[1]]
            chance = random.Random(self._arguments.seed)  # noqa: S311 - a simulated deal
            open_simulated(table, game, players, wanted.options, chance, profile)
        elif SIMULATED not in table.notes():
            table.note(SIMULATED)
        evidence = self._evidence(settings)
        film = Film(
            table,
            seed=self._arguments.seed,
            exit_at_end=self._arguments.exit_at_end,
            camera=lambda opening: filming(
                opening,
                evidence,
                lambda eyes: table.pictured_by(eyes.photograph),
                table.expected_in,
                partial(_lying, table),
            ),
            read=evidence.read,
            script=script,
            plays=lambda game: can_play(game) or can_film(game),
            board=lambda game: film_profile(game) if can_film(game) else None,
        )
        self.eyes = film.eyes
        self.description = f"watching {film.description}"
        self._thread = threading.Thread(target=self._run, args=(film,), name="film", daemon=True)
        return True

    @property
    def _is_unclaimed(self) -> bool:
        """Whether a game was named and nobody to play it: the simulated family may."""
        wanted = self._wanted
        return wanted.game is not None and not wanted.players and not _belongs_to_people(self._table)

    def _is_played_on(self, game: Game, profile: Mapping[str, Any] | None) -> bool:
        """Whether the game in play is played on the board of a profile; None: on any."""
        view = self._table.snapshot().view
        if profile is None or view is None or "board" not in view:
            return True
        players = tuple(f"Player {number}" for number in range(1, game.players[0] + 1))
        fresh = game.view(game.new_game(players, {}, {}, profile)).public
        if isinstance(fresh["board"], Mapping):
            return bool(view["board"] == fresh["board"])
        # Where what is called the board is another one, the rules of the house say how long the course is.
        told = fresh["options"]
        return all(view["options"].get(name) == told[name] for name in profile["board"] if name in told)

    def _run(self, film: Film) -> None:
        try:
            film.run(self._stop)
        finally:
            self._ended.set()

    def _played_by_taps(self, *, chosen: bool) -> Game | None:
        """The game in play or asked for, when no camera can follow it yet.

        A camera that was ``chosen`` may watch the next game once the one in the journal is over.
        """
        game = load(self._wanted.game) if self._wanted.game else self._table.game
        finished = self._table.snapshot().over
        if game is None or game.explain is not None:
            return None
        return None if chosen and finished and self._wanted.game is None else game

    def _dice(self) -> Literal["numbers", "poker_dice"] | None:
        """Which dice the game in play uses, for the reader."""
        game = self._table.snapshot().game
        if game is None:
            return None
        numbered = load(game.id).numbered_dice or game.options.get("dice") == "numbers"
        return "numbers" if numbered else "poker_dice"

    def _look(self, source: FrameSource, eyes: Eyes, game: GameWatch, on_stand: bool) -> None:
        try:
            frames = self._kept(source)
            if on_stand:
                frames = self.table_watch.watched(frames, eyes)
            if self.feed is not None and self.watches_live:
                frames = fed(frames, self.feed)
            patient = isinstance(source, FolderSource)
            watch(game.watched(frames), eyes, game, self._stop, patient=patient)
        finally:
            self._ended.set()

    def _pass(self, source: FrameSource) -> None:
        """Looks at nothing: pictures are kept, and shown to whoever sets the camera up."""
        try:
            for frame in self._kept(source):
                if self._stop.is_set():
                    break
                if self.feed is not None and self.watches_live and frame.image is not None:
                    self.feed(frame.image)
        finally:
            self._ended.set()

    def _kept(self, source: FrameSource) -> Iterable[Frame]:
        """The camera's frames, kept on their way where somebody keeps them."""
        if self._keeper is None:
            return source
        place = self.table_watch.placed if self.watches_live else lambda frame: None
        self._keeping = Keeping(self._keeper, source, place)
        return self._keeping.kept(source)

    def _still_of(self, source: FrameSource) -> Frame | None:
        """A picture at the camera's full resolution, taken now and kept; None from a camera that has none beside its
        stream.
        """
        taken = source.still() if isinstance(source, TakesStills) else None
        if taken is not None and self._keeping is not None:
            self._keeping.seen(taken)
        return taken

    def _bracket_of(self, source: FrameSource) -> tuple[Frame, ...]:
        """Pictures at full resolution in several exposures, the usual one first, which is kept; none from a camera
        that cannot take all.
        """
        if not isinstance(source, TakesBrackets):
            return ()
        taken = source.bracket(EV_STEPS)
        if sum(one.image is not None for one in taken) < len(EV_STEPS):
            return ()
        if self._keeping is not None:
            self._keeping.seen(taken[0])
        return taken

    def _plan(self, stand: Stand) -> TablePlan | None:
        """The zones of the game in play on a stand, as the family has put them or as the game brings them."""
        game = self._table.game
        return None if game is None else stand.plans.get(game.id) or brought_plan(game.id, stand.size)


def _kept_stand(folder: Path) -> Stand | None:
    """The stand of a recording, if it has a sound one."""
    try:
        return load_stand(folder)
    except BadStand:
        return None


def _is_live(source: FrameSource) -> bool:
    """Whether a source is a real camera."""
    return not isinstance(source, Family | FolderSource | VideoSource | RecordingSource)


def _lying(table: Table) -> Mapping[str, Sequence[str]] | None:
    """How things lie on the table by its journal; None while no game is open."""
    return None if table.game is None else table.game.visible_table(table.state)


def _belongs_to_people(table: Table) -> bool:
    """Whether a game is under way that the simulated family must not play on."""
    begun = any(move.action["do"] != "first_player" for move in table.moves())
    return begun and not table.snapshot().over and SIMULATED not in table.notes()


def _forget_at_the_end(snapshot: Snapshot, evidence: EvidenceStore) -> None:
    """The evening's crops are deleted with the end of the game; what the page still shows is not kept on the disk."""
    evidence.hold(None if snapshot.picture is None else snapshot.picture.evidence)
    if snapshot.over:
        evidence.clear()
