"""One evening from the first picture to the end: camera, table, page and voice run side by side."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import segno
from flask import Flask

from companion.evening.address import BOX_NAMES, page_address
from companion.evening.boards import BoardService, FamilyBoards
from companion.evening.box_counting import BoxCounting
from companion.evening.box_enrolment import BoxEnrolment
from companion.evening.cameras import parse_camera
from companion.evening.club import ClubLine
from companion.evening.data_folder import DataFolder
from companion.evening.demonstration import Demonstration
from companion.evening.disk import Disk
from companion.evening.family import FamilyFolder
from companion.evening.keeping import Keeper
from companion.evening.late_camera import CameraSearch, LateEyes
from companion.evening.memory import Memory, keep_memory_together, keep_what_is_there
from companion.evening.orders import TableOrders
from companion.evening.piece_enrolment import PieceEnrolment
from companion.evening.pins import TablePins
from companion.evening.seeing import Seeing
from companion.evening.service_manager import ServiceManager, page_answers
from companion.evening.stand import StandService, stand_service
from companion.evening.telling import Health
from companion.evening.troubles import Troubles, settings_or_before, signing_key
from companion.evening.voice import Voice, choose
from companion.evening.wanted import Wanted
from companion.filmed.asked import AskedBoards, AskedCards
from companion.games import first_game, load
from companion.showing import Snapshot
from companion.table import Table
from companion.wrong_use import WrongUse
from hardware.wifi.asking import wifi_line
from vision.printed.embedding import Embedder
from vision.printed.finding import CardFinder
from vision.printed.numbers import NumberReader
from vision.printed.reader import PrintedReader
from web import create_app
from web.live.voice_pages import machine_must_be_silent
from web.outside import NewGameDefaults, Outside, Voices
from web.server import PageServer, PortError
from web.services import HERE, Serving, is_quiet, keep_house, kept_games, tell_everybody

_POLL_S = 0.2
_FILM_STAYS_S = 900.0
"""How long the page of a film says that it is over, and leads back to the boxes, before its program ends."""


def run_evening(
    arguments: argparse.Namespace,
    wanted: Wanted,
    folder: DataFolder,
    table: Table,
    boards: FamilyBoards,
    keeper: Keeper | None,
    troubles: Troubles,
) -> None:
    """Plays until a signal comes, or until the end where the arguments say so; raises ``WrongUse``."""
    keep_memory_together()
    over = threading.Event()
    defaults = NewGameDefaults(
        wanted.game or first_game(),
        wanted.players,
        wanted.options,
        wanted.profile,
        wanted.waiting_at(table),
        boards.profile,
    )
    voice = choose(arguments.voice)
    club, orders = ClubLine(), TableOrders(table, defaults.profile_of)
    with (
        stopped_by_signals(over),
        Seeing(arguments, wanted, folder, table, keeper, troubles) as seeing,
        Voice(table, voice.speaker, arguments.lang or HERE.language) as machine_voice,
        club.open(folder.path, settings_or_before(folder.path, troubles).club, table, troubles, orders),
        TablePins(folder.path, table, look=seeing.look_again) as pins,
        contextlib.ExitStack() as closing,
    ):
        camera = parse_camera(arguments.camera)
        asked, asked_board = AskedCards(), AskedBoards()
        stand = stand_service(
            folder.path,
            camera,
            arguments.camera,
            table,
            fed=seeing.watches_live,
            kept=seeing.table_watch.take,
            cards=asked.now,
            board=asked_board.now,
        )
        if stand is not None:
            closing.callback(stand.close)
            seeing.feed = stand.feed
        tapped = None if stand is None else BoardService(folder.path, boards, stand, defaults.profile_of)
        boxes = pieces = counting = None
        if stand is not None and tapped is not None:
            in_play = _game_in_play(table)
            tapped.board_shown = asked_board.ask_bare
            pieces = PieceEnrolment(folder.path, stand, boards, in_play=in_play)
            pieces.board_shown = asked_board.ask
            closing.callback(pieces.close)
            boxes = BoxEnrolment(
                folder.path, stand, CardFinder, Embedder, in_play=in_play, open_numbers=NumberReader
            )
            boxes.step_shown = asked.ask
            closing.callback(boxes.close)
            counting = BoxCounting(folder.path, stand, CardFinder, PrintedReader, in_play=in_play)
            counting.cards_shown = asked.ask
            closing.callback(counting.close)
        late_eyes = LateEyes()
        demonstration = None if seeing.watches_live else Demonstration()
        if demonstration is not None:
            closing.callback(demonstration.close)
        family = FamilyFolder(folder.path, troubles)
        disk = Disk(folder.path, table, family)
        app = create_app(
            table,
            Outside(
                eyes=seeing.eyes or late_eyes,
                stand=stand,
                boards=tapped,
                boxes=boxes,
                counting=counting,
                pieces=pieces,
                pins=pins,
                wifi=wifi_line(os.environ),
                family=family,
                health=Health(folder.path, seeing.pace),
                troubles=lambda: (*troubles(), *disk.troubles()),
                club=club.status,
                voices=Voices(
                    tablets=voice.tablets,
                    machine=voice.machine,
                    chosen=arguments.voice,
                    recordings=folder.recordings,
                ),
                new_game=defaults,
                demonstration=demonstration,
                boxes_at=arguments.boxes_at,
            ),
            Serving(
                language=arguments.lang or HERE.language,
                browsers_decide=arguments.lang is None,
                address=page_address(arguments.port),
                hosts=BOX_NAMES,
                secret_key=signing_key(folder.path, troubles),
                house_file=folder.path / "house.json",
            ),
        )
        try:
            machine_voice.hushed = lambda: orders.is_hushed or machine_must_be_silent(app)
            pins.changed, pins.quiet = partial(tell_everybody, app), partial(is_quiet, app)
            seeing.changed = partial(tell_everybody, app)
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
            search = CameraSearch(seeing, lambda: _comes_into_use(seeing, stand, late_eyes, app))
            closing.callback(search.close)
            search.start()
            service = closing.enter_context(ServiceManager(partial(page_answers, server.port)))
            memory = Memory()
            keep_what_is_there()
            stays_s = 0.0 if arguments.boxes_at is None else _FILM_STAYS_S
            leaves_at: float | None = None
            while not over.wait(_POLL_S):
                service.goes_round()
                memory.look()
                if any((disk.look(), keep_house(app))):
                    tell_everybody(app)
                if arguments.exit_at_end and (table.snapshot().over or seeing.exhausted):
                    leaves_at = leaves_at or time.monotonic() + stays_s
                    if time.monotonic() >= leaves_at:
                        break
        finally:
            server.close()


def _comes_into_use(seeing: Seeing, stand: StandService | None, eyes: LateEyes, app: Flask) -> None:
    """A camera that was missing is looked through: the page hears of it."""
    if seeing.eyes is None:
        return
    if stand is not None and seeing.watches_live:
        stand.be_fed()
    eyes.become(seeing.eyes)
    print(f"Companion: {seeing.description}.", flush=True)
    tell_everybody(app)


def _game_in_play(table: Table) -> Callable[[], str | None]:
    """Tells which game is being played; None where none is, or it is over."""

    def in_play() -> str | None:
        snapshot = table.snapshot()
        return None if snapshot.game is None or snapshot.over else snapshot.game.id

    return in_play


@contextlib.contextmanager
def stopped_by_signals(over: threading.Event) -> Iterator[None]:
    """Ctrl-C and SIGTERM end the evening in order."""
    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, lambda *_: over.set()) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def _greet(port: int, snapshot: Snapshot, camera: str, voice: str) -> None:
    address = page_address(port)
    print(f"Companion: {camera}.")
    print(f"The voice: {voice}.")
    game = snapshot.game
    if game is not None:
        print(f"{game.title}: {', '.join(game.players)} (game {game.number} of the journal).")
    print(f"The page: {address}   on this machine: http://localhost:{port}/")
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()
