"""A game as it is filmed: what lies on its table its manifest says, part by part, and each part is drawn and read.

The parts are playing cards, printed cards, a board with pieces, tokens beside it, and dice. A game that has other
things cannot be filmed; one that has several of these parts can.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from calibration.zones import TablePlan, read_plan
from companion.filmed.film_ground import film_ground
from companion.filmed.filmed_board import FilmedBoard
from companion.filmed.filmed_table import DrawnLayer, FilmRoom, Room
from companion.filmed.printed_room import PrintedRoom, printed_zones
from companion.filmed.watched_zones import kind_of, watched_zones
from companion.game import Game
from companion.games import zone_plan
from companion.readers import PRINTED, Reader
from vision.boards.tokens import TokenZones
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones
from vision.dice import DiceReader
from vision.dice.dice_zones import DiceZones, Only
from vision.dice.enrolled_dice import TooFewFaces
from vision.dice.enrolled_trial import enrolled_dice
from vision.dice.enrolled_trial import kind_of as kind_of_dice
from vision.eyes.zone_reader import ZoneReader
from vision.scene.arrays import FloatArray
from vision.scene.deck import CardArt
from vision.scene.dice_photographs import DicePrint, PrintedDice, numbered_dice, shown_dice, unseen_dice
from vision.scene.played_table import STEP_MM
from vision.scene.played_tokens import PlayedTokens, family_tokens
from vision.scene.played_tray import Onto, PlayedTray
from vision.scene.table_light import Conditions
from vision.stillness.seats import Seats
from vision.watched_zone import WatchedZone

_PRINTS: tuple[DicePrint, ...] = ("letters", "pictures")
"""What may be on a family's poker dice."""
_ONTO: tuple[Onto, ...] = ("tray", "tray", "felt", "table")
"""Where families throw their dice, each as often as here."""


@dataclass(frozen=True, slots=True)
class BareRoom:
    """Table, light and camera of an evening without cards; all drawn by ``seed``."""

    seed: int
    conditions: Conditions
    hardships: frozenset[str] = frozenset()
    step_mm: float = STEP_MM
    side_by_side: bool = False
    heaps: bool = False

    def decks(self) -> tuple[CardArt, ...]:
        """There are none."""
        return ()

    def ground(self, rng: np.random.Generator) -> FloatArray:
        """The bare table, in any size."""
        return film_ground(self.seed, self.hardships, rng)


@dataclass(frozen=True)
class FilmedGame:
    """What is filmed of one evening of a game between ``players``; all of it drawn by the number of its ``room``, but
    for the ``edition`` of its board, which the game has to be played on (``film_profile``), and of what dice are
    thrown onto.
    """

    game: Game
    players: tuple[str, ...]
    room: FilmRoom
    edition: int | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        players: Sequence[str],
        seed: int,
        conditions: Conditions,
        hardships: frozenset[str] = frozenset(),
        edition: int | None = None,
    ) -> FilmedGame:
        """The evening with this number, in the kind of room that the game's cards ask for."""
        kinds = set(game.zones.values())
        room: FilmRoom
        if Reader.PLAYING_CARDS in kinds:
            room = Room(seed, conditions, hardships=hardships)
        elif kinds & PRINTED:
            room = PrintedRoom(seed, conditions, game.id, hardships)
        else:
            room = BareRoom(seed, conditions, hardships)
        return cls(game, tuple(players), room, edition)

    @cached_property
    def plan(self) -> TablePlan:
        """Where everything lies."""
        return read_plan(zone_plan(self.game.id) or {}).for_players(self.players)

    @property
    def seats(self) -> Seats:
        """Where people sit, as the eyes know it."""
        whole = read_plan(zone_plan(self.game.id) or {})
        return Seats(self.plan.seats, frozenset(self.plan.seats), whole.bodies())

    @cached_property
    def board(self) -> FilmedBoard | None:
        """The board with its pieces, None where the game has none."""
        board = self.game.board
        if board is None or Reader.PIECES not in self.game.zones.values():
            return None
        return FilmedBoard(self.game, self.plan.zone(board.zone), self.room.seed, self.edition)

    @cached_property
    def dice(self) -> PrintedDice:
        """The family's own dice."""
        if self.game.numbered_dice:
            return numbered_dice(self.room.seed)
        return unseen_dice(_PRINTS[self.room.seed % len(_PRINTS)], self.room.seed)

    @property
    def onto(self) -> Onto:
        """Where dice are thrown: into a tray, on the simulated table; otherwise by the edition."""
        return _ONTO[0 if self.edition is None else random.Random(self.edition).randrange(len(_ONTO))]  # noqa: S311 - drawn

    def dice_reader(self) -> DiceReader:
        """A reader to which the family has shown its dice before, in another tray and another light; dice with
        numbers are read as they are.
        """
        if self.game.numbered_dice:
            return DiceReader()
        shown = shown_dice(self.dice, self.room.seed)
        try:
            learnt, _, _ = enrolled_dice(DiceReader(), shown, kind_of_dice(self.dice), "the family's dice")
        except TooFewFaces:
            return DiceReader()
        return DiceReader(own=(learnt,))

    @cached_property
    def layers(self) -> tuple[DrawnLayer, ...]:
        """What stands and lies there beside cards, the lowest first."""
        rng = np.random.default_rng((self.room.seed, 67))
        boards = () if self.board is None else (self.board.layer(rng),)
        trays = tuple(
            DrawnLayer(
                zone.id,
                PlayedTray(
                    zone.id,
                    (zone.left, zone.top),
                    (zone.width, zone.height),
                    (self.dice.style,),
                    rng,
                    self.onto,
                ),
            )
            for zone in self.plan.zones
            if kind_of(self.game, zone.id) is Reader.DICE
        )
        tokens = family_tokens(rng)
        places = tuple(
            DrawnLayer(
                zone.id,
                PlayedTokens(zone.id, (zone.left, zone.top), (zone.width, zone.height), tokens, rng),
            )
            for zone in self.plan.zones
            if kind_of(self.game, zone.id) is Reader.TOKENS
        )
        return (*boards, *trays, *places)

    @property
    def zones(self) -> tuple[WatchedZone, ...]:
        """What the eyes watch."""
        return watched_zones(self.game, self.plan, None if self.board is None else self.board.squares)

    def readers(self, expected: Callable[[str], int | None] = lambda zone: None) -> tuple[ZoneReader, ...]:
        """Who reads it: cards with letters known, printed ones and pieces enrolled before, dice as they are.

        ``expected`` tells how many dice are due in a zone.
        """
        kinds = set(self.game.zones.values())
        readers: list[ZoneReader] = []
        if isinstance(self.room, Room):
            readers.append(CardZones(CardReader(language=self.room.language)))
        if isinstance(self.room, PrintedRoom):
            readers.append(printed_zones(self.game, self.room))
        if Reader.DICE in kinds:
            only: Only = "numbers" if self.game.numbered_dice else "poker_dice"
            readers.append(DiceZones(self.dice_reader(), None, expected, lambda: only))
        if Reader.TOKENS in kinds:
            readers.append(TokenZones())
        if self.board is not None:
            readers.append(self.board.reader(expected))
        return tuple(readers)


def film_profile(game: Game, edition: int | None = None) -> Mapping[str, Any] | None:
    """The board that a film of this game is played on, whatever its print; None: the game's own.

    ``edition``: where its squares lie; None: as on the simulated table.
    """
    if game.board is None or Reader.PIECES not in game.zones.values():
        return None
    zone = read_plan(zone_plan(game.id) or {}).zone(game.board.zone)
    return FilmedBoard(game, zone, 0, edition).profile
