"""Which readers the eyes have: those of the game in play, changed when another game is opened or more was shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

from calibration.boards.squares import SquareMap
from calibration.settings import Settings, load_settings
from companion.evening.box_learning import BoxLearner
from companion.evening.family_board import FamilyBoard, has_pieces
from companion.evening.family_boxes import FamilyBoxes
from companion.evening.family_prints import FamilyPrints, not_shown
from companion.evening.family_readers import card_reader, dice_reader
from companion.evening.game_watch import GameWatch
from companion.evening.journal_learning import JournalLearner
from companion.evening.learning import Learner
from companion.evening.table_watch import TableWatch
from companion.evening.wanting import BY_TAPS, NO_READERS, Wanting
from companion.filmed.asked import SIMULATED_STAND
from companion.filmed.filmable import can_film
from companion.game import Game
from companion.games import load
from companion.readers import PRINTED, Reader
from companion.sighting import EyeStatus
from companion.table import Table
from hardware.frame_source import Frame
from vision.boards.tokens import TokenZones
from vision.cards.table_reader import CardZones
from vision.dice.dice_zones import WHOLE_PICTURE, DiceZones, TrayGeometry
from vision.eyes.eyes import Eyes
from vision.eyes.zone_reader import ZoneReader

_log = logging.getLogger("companion.readers")


@dataclass(frozen=True, slots=True)
class CameraUse:
    """What the pictures of a camera may be used for.

    ``known`` is the folder of what is enrolled. ``follows_pieces``: pieces are followed of a game whose dice are read
    anyway; ``dice_on_stand``: such dice lie where the stand says. ``only_dice``: nothing else is in the pictures.
    ``tray`` is where the dice lie by the settings, ``learns`` whether the family wants cards to be learnt.
    """

    known: Path
    follows_pieces: bool
    dice_on_stand: bool
    only_dice: bool
    tray: TrayGeometry | None
    learns: bool


@dataclass(frozen=True, slots=True)
class GameSight:
    """How a game is seen: ``kinds`` of things are read, none where it is ``wanting`` something. ``on_stand``: the
    table lies where the stand says; ``anywhere``: what is looked for is found without that, too; ``pieces``: those on
    its board are followed. Without a ``game`` dice are read.
    """

    game: str | None
    kinds: frozenset[Reader] = frozenset()
    on_stand: bool = False
    anywhere: bool = False
    pieces: bool = False
    wanting: Wanting | None = None

    @property
    def in_stills(self) -> bool:
        """Whether pictures at full resolution are wanted, rather than frames of the stream."""
        return self.game is not None


class GameReaders:
    """Gives the eyes the readers of whatever game is in play; until one is, of ``awaited``.

    ``told`` is called with every change, in the thread that looks, but for the first: what keeps the game from being
    seen, None if nothing does.
    """

    def __init__(
        self,
        table: Table,
        table_watch: TableWatch,
        use: CameraUse,
        folder: Path,
        settings: Settings,
        awaited: str | None,
        told: Callable[[GameSight], None] = lambda sight: None,
    ) -> None:
        self._table, self._table_watch, self._use = table, table_watch, use
        self._folder, self._settings = folder, settings
        self._awaited = None if awaited is None else load(awaited)
        self._told = told
        self._boxes = FamilyBoxes(use.known)
        self._board = FamilyBoard(use.known, self._game, lambda: table_watch.plan)
        self._can_film = cache(lambda game: can_film(load(game)))
        self._wanted: GameSight | None = None
        self.sight = GameSight(None)
        """How the game in play is seen now."""

    def passed(self, frames: Iterable[Frame], eyes: Eyes, watch: GameWatch) -> Iterator[Frame]:
        """Pass a camera's frames on; the eyes have the readers of the game in play before each of them."""
        for frame in frames:
            self.take_up(eyes, watch)
            yield frame

    def take_up(self, eyes: Eyes, watch: GameWatch) -> None:
        """Give the eyes the readers that the game in play wants by now; nothing where they have them. A game whose
        readers cannot be opened is played by taps.
        """
        game = self._game()
        try:
            wanted = self._sight_of(game)
        except Exception:  # a family's evening must outlive what cannot be judged
            wanted = GameSight(None if game is None else game.id, wanting=NO_READERS)
            if wanted != self._wanted:
                _log.exception("Nobody knows how to read %s; it is played by taps.", wanted.game)
        if wanted == self._wanted:
            return
        self._wanted = wanted
        eyes.show(EyeStatus("waits", "preparing"))
        try:
            readers, learner = self._opened(wanted, eyes)
        except Exception:  # a family's evening must outlive what cannot be opened
            _log.exception("What reads %s cannot be opened; it is played by taps.", wanted.game)
            wanted, readers, learner = GameSight(wanted.game, wanting=NO_READERS), [], None
        self.sight = wanted
        eyes.read_with(readers)
        self._table_watch.tell_again()
        if wanted.wanting is not None:
            watch.rest()
            eyes.show(EyeStatus("off", wanted.wanting.code))
        else:
            watch.take_up(learner, squares=self._squares, anywhere=wanted.anywhere)
        if wanted.anywhere:
            tray = self._use.tray
            eyes.lay_out([WHOLE_PICTURE if tray is None else tray.zone])
            if tray is not None:
                eyes.place(tray.plane)
        self._told(wanted)

    def in_stills(self) -> bool:
        """Whether the eyes want pictures at full resolution."""
        return self.sight.in_stills

    def on_stand(self) -> bool:
        """Whether what is looked at lies where the stand says."""
        return self.sight.on_stand

    # ------------------------------------------------------------ what is wanted

    def _game(self) -> Game | None:
        """The game in play, or the one that is waited for. One that is over is looked at no more than it was.

        It is the one that was told last: another one may be half written now, and another one again in a moment.
        """
        shown = self._table.snapshot()
        if shown.game is None:
            return self._awaited
        is_looked_at = self._wanted is not None and self._wanted.game == shown.game.id
        return None if shown.over and not is_looked_at else load(shown.game.id)

    def _sight_of(self, game: Game | None) -> GameSight:
        use = self._use
        dice = GameSight(None, frozenset({Reader.DICE}), use.dice_on_stand, anywhere=True)
        if game is None or use.only_dice:
            return dice
        wanting, pieces = self._wanting(game), has_pieces(game)
        whole = GameSight(game.id, frozenset(game.zones.values()), on_stand=True, pieces=pieces)
        if game.explain is None:
            return whole if wanting is None else GameSight(game.id, wanting=wanting)
        if pieces and wanting is None and use.follows_pieces:
            return whole
        return replace(whole, on_stand=use.dice_on_stand, anywhere=True, pieces=False)

    def _wanting(self, game: Game) -> Wanting | None:
        if not self._can_film(game.id):
            return BY_TAPS
        stand = self._table_watch.stand
        if stand is None or stand.camera == SIMULATED_STAND:
            return Wanting("no_stand", f"set the stand up for {game.title} first, at /stand")
        return not_shown(self._boxes, game) or self._board.wanting(self._table)

    def _squares(self, game: str) -> SquareMap | None:
        return self._board.squares(game) if self.sight.pieces else None

    # ------------------------------------------------------------ what is opened

    def _opened(self, sight: GameSight, eyes: Eyes) -> tuple[list[ZoneReader], JournalLearner | None]:
        """The readers, one for each kind of things as far as there is one; and who learns from seen cards."""
        table, kinds = self._table, sight.kinds
        readers: list[ZoneReader] = []
        if sight.pieces:
            readers.append(self._board.zones(table.expected_in))
        if Reader.DICE in kinds:
            tray = self._use.tray if sight.anywhere else None
            readers.append(DiceZones(dice_reader(self._folder), tray, table.expected_in, self._dice))
        if Reader.TOKENS in kinds:
            readers.append(TokenZones())
        if Reader.PLAYING_CARDS in kinds:
            cards = card_reader(self._use.known, self._card_settings())
            learns = self._use.learns and bool(cards.decks)
            return [*readers, CardZones(cards)], Learner(table, eyes, cards, self._folder) if learns else None
        if not PRINTED.isdisjoint(kinds):
            prints = FamilyPrints(self._boxes, self._game)
            learns = self._use.learns
            learner = BoxLearner(table, eyes, self._boxes, prints.embedder) if learns else None
            return [*readers, prints.zones()], learner
        return readers, None

    def _card_settings(self) -> Settings:
        """The letters that a recording's own settings tell lie beside its pictures."""
        is_own = self._use.known == self._folder
        return self._settings if is_own else load_settings(self._use.known)

    def _dice(self) -> Literal["numbers", "poker_dice"] | None:
        """Which dice the game in play uses, for the reader."""
        game = self._table.snapshot().game
        if game is None:
            return None
        numbered = load(game.id).numbered_dice or game.options.get("dice") == "numbers"
        return "numbers" if numbered else "poker_dice"
