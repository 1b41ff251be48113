"""Seeing for an evening: the camera, the eyes and the loop between them and the table, in one thread."""

from __future__ import annotations

import argparse
import logging
import random
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from calibration.settings import BadSettings, Settings
from calibration.stand import FILE_NAME as STAND
from calibration.stand import BadStand, Stand, load_stand
from calibration.zones import TablePlan
from companion.evening.cameras import CameraChoice, open_camera, parse_camera
from companion.evening.data_folder import DataFolder
from companion.evening.family_board import is_played_on
from companion.evening.game_readers import CameraUse, GameReaders, GameSight
from companion.evening.game_watch import GameWatch
from companion.evening.keeping import Keeper, Keeping
from companion.evening.stand import brought_plan, fed
from companion.evening.table_watch import TableWatch
from companion.evening.troubles import Troubles, mended_stand, settings_or_before
from companion.evening.wanted import SIMULATED_FAMILY, Wanted, refuse_camera
from companion.evening.wanting import WANTINGS
from companion.evening.watch import watch
from companion.eyes import ShownEyes
from companion.filmed.filmable import can_film
from companion.game import Game
from companion.games import load
from companion.showing import Snapshot
from companion.simulated.family import SIMULATED, Family, can_play
from companion.table import Table
from companion.wrong_use import WrongUse
from hardware.folder import FolderSource
from hardware.frame_source import CameraError, Frame, FrameSource, Image, TakesBrackets, TakesStills
from hardware.recording import RecordingSource
from hardware.video import VideoSource
from vision.cards.exposures import EV_STEPS
from vision.dice.dice_zones import TrayGeometry
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from vision.eyes.pace import Pace

if TYPE_CHECKING:
    from companion.simulated.film import Film

_LEAVE_S = 5.0
_log = logging.getLogger("companion.watch")
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
        self._game: GameWatch | None = None
        self._readers: GameReaders | None = None
        self._looked_through = ""
        self._tells = False
        self.eyes: ShownEyes | None = None
        self.missing: CameraChoice | None = None
        """The camera that was asked for and is not plugged in."""
        self.description = "no camera, every move is tapped"
        self.watches_live = False
        """Whether a real camera is watched: nobody else can open it meanwhile."""
        choice = parse_camera(arguments.camera)
        recorded = choice.path if choice.kind == "recording" else None
        stand = _kept_stand(recorded) if recorded else mended_stand(folder.path, self._troubles)
        self.table_watch = TableWatch(stand, self._plan)
        self.pace = Pace()
        """How long looks take on this machine."""
        self.feed: Callable[[Image], None] | None = None
        """Who else is shown every picture of the camera, set before ``start``."""
        self.changed: Callable[[], None] = lambda: None
        """Called when another game is seen, or is no more, set before ``start``."""

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
        readers = self._readers
        if self._game is None or readers is None or readers.sight.wanting is not None or self._ended.is_set():
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
        self.eyes, self._thread, self._game, self._readers = None, None, None, None
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
        tapped = self._played_by_taps(chosen=choice.kind != "auto")
        if camera is None or (tapped is not None and isinstance(camera.source, Family)):
            if tapped is not None:
                if self._keeper is None:
                    refuse_camera(tapped, choice)
                self.description = f"no camera, {tapped.title} is played by taps so far"
            self.missing = _FIRST_PLUGGED_IN if choice.kind == "auto" else None
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
        self._look_through(source, choice, settings, camera.tray)

    def _look_through(
        self, source: FrameSource, choice: CameraChoice, settings: Settings, tray: TrayGeometry | None
    ) -> None:
        """Makes the eyes, with the readers of the game in play, and the thread that looks."""
        table = self._table
        self.watches_live = _is_live(source)
        # Photographs and films are of other tables; a tray in the settings is where somebody wants it.
        use = CameraUse(
            known=self._known(choice),
            follows_pieces=settings.tray is None and choice.kind not in ("folder", "video"),
            dice_on_stand=self.watches_live and settings.tray is None,
            only_dice=isinstance(source, Family),
            tray=tray,
            learns=settings.learn_from_answers and choice.kind != "recording",
        )
        readers = self._readers = GameReaders(
            table, self.table_watch, use, self._folder.path, settings, self._wanted.game, self._tell
        )
        eyes = self.eyes = Eyes(
            (),
            evidence=self._evidence(settings),
            still=partial(self._still_of, source),
            bracket=partial(self._bracket_of, source),
            pace=self.pace,
        )
        table.pictured_by(eyes.photograph)
        self._looked_through = source.description
        self._tells = choice.kind in _PLUGGED_IN
        game = self._game = GameWatch(
            table, eyes, lambda: self.table_watch.plan if readers.on_stand() else None
        )
        readers.take_up(eyes, game)
        looking = (source, eyes, game, readers)
        self._thread = threading.Thread(target=self._look, args=looking, name="seeing", daemon=True)

    def _tell(self, sight: GameSight) -> None:
        """The game in play is seen, or something is wanting: the greeting and the page say which."""
        wanting, camera = sight.wanting, self._looked_through
        for code in WANTINGS:
            self._troubles.over(code)
        if wanting is None or sight.game is None:
            self.description = f"watching {camera}"
        else:
            title = load(sight.game).title
            kept = f"{camera} is open" if self._keeper is None else f"keeping the pictures of {camera}"
            why = f": {wanting.said}" if wanting.said else ""
            self.description = f"{kept}; {title} is played by taps so far{why}"
            if self._tells and wanting.code in WANTINGS:
                self._troubles.tell(wanting.code, game=title)
        _log.info("%s.", self.description)
        self.changed()

    def _known(self, choice: CameraChoice) -> Path:
        """The folder of what is enrolled: that of a recording that was kept with its set-up, or the family's."""
        kept = choice.path if choice.kind == "recording" else None
        return kept if kept is not None and (kept / STAND).is_file() else self._folder.path

    def _evidence(self, settings: Settings) -> EvidenceStore:
        evidence = EvidenceStore(self._folder.evidence, keep=settings.keep_pictures)
        self._closing.callback(self._table.subscribe(lambda snapshot: _forget_at_the_end(snapshot, evidence)))
        return evidence

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
        known = known and (profile is None or is_played_on(table.snapshot(), profile))
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

    def _run(self, film: Film) -> None:
        try:
            film.run(self._stop)
        finally:
            self._ended.set()

    def _played_by_taps(self, *, chosen: bool) -> Game | None:
        """The game in play or asked for, where a camera that only sees dice does not do.

        A camera that was ``chosen`` may watch the next game once the one in the journal is over.
        """
        game = load(self._wanted.game) if self._wanted.game else self._table.game
        finished = self._table.snapshot().over
        if game is None or game.explain is not None:
            return None
        return None if chosen and finished and self._wanted.game is None else game

    def _look(self, source: FrameSource, eyes: Eyes, game: GameWatch, readers: GameReaders) -> None:
        try:
            frames = readers.passed(self._kept(source), eyes, game)
            frames = self.table_watch.watched(frames, eyes, readers.on_stand)
            if self.feed is not None and self.watches_live:
                frames = fed(frames, self.feed)
            patient = isinstance(source, FolderSource)
            watch(game.watched(frames), eyes, game, self._stop, patient=patient)
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
        stream, and where the stream does.
        """
        if self._readers is None or not self._readers.in_stills():
            return None
        taken = source.still() if isinstance(source, TakesStills) else None
        if taken is not None and self._keeping is not None:
            self._keeping.seen(taken)
        return taken

    def _bracket_of(self, source: FrameSource) -> tuple[Frame, ...]:
        """Pictures at full resolution in several exposures, the usual one first, which is kept; none from a camera
        that cannot take all.
        """
        if self._readers is None or not self._readers.in_stills() or not isinstance(source, TakesBrackets):
            return ()
        taken = source.bracket(EV_STEPS)
        if sum(one.image is not None for one in taken) < len(EV_STEPS):
            return ()
        if self._keeping is not None:
            self._keeping.seen(taken[0])
        return taken

    def _plan(self, stand: Stand) -> TablePlan | None:
        """The zones of the game in play on a stand, as the family has put them or as the game brings them."""
        game = self._table.snapshot().game
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
