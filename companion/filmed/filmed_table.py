"""A card table in a drawn film: small frames with hands, stills of what lies there, at the pace of a camera.

Millimetres on the table, origin at its top left corner, x to the right, y down; ms of the film.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from calibration.geometry import Point
from calibration.layout import MarkerLayout
from calibration.view import TableView
from calibration.zones import TablePlan
from companion.filmed.bumped_mat import BumpedMat
from companion.filmed.film_ground import film_ground
from companion.filmed.filmed_hands import FilmedGesture, FilmedHands, Held
from companion.filmed.hardships import chance_of
from companion.filmed.watched_zones import card_zones
from companion.sighting import BACK
from companion.simulated.physical import Dropped
from hardware.frame_source import Frame, Image
from vision.cards.answers import Language
from vision.scene.aged_deck import CreasedDeck, SameBack, bleached, worn
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.bent_lens import BentPicture, measured, random_bent_lens
from vision.scene.camera import PinholeCamera
from vision.scene.deck import CARD_MM, CardArt, Deck, DeckStyle, KeptDrawings, random_deck_style
from vision.scene.deck_inks import four_inks
from vision.scene.played_board import Box, PlayedBoard
from vision.scene.played_table import BEYOND_MM, STEP_MM, PlayedTable
from vision.scene.reaching_arm import ArmDrawing
from vision.scene.table_light import Conditions, TableLight
from vision.scene.things import lay_things
from vision.watched_zone import WatchedZone

SMALL_WIDTH = 640
FRAME_MS = 100
PX_PER_MM = 3.1
"""What a camera of 4608 x 2592 px shows of a table of 900 by 700 mm with a little beside it."""
_USB_PX_PER_MM = 1.9
"""What one of 1920 px across shows of it."""
_LATE_MS = 400
_JUMBO_STEP_MM = 26.0
"""People leave so much of a covered card free that they see its index."""
_HALF_OUT = 0.04
_MOST_THINGS = 7
_THINGS_PX_PER_MM = 2.0
_KEPT_CARDS = 60
_KNOCKED_WITHIN = 1.6
"""A hand knocks over what stands so near to where it is, in ways between squares."""
_ROLLS_MS = 500.0
"""So long dice roll."""
TABLE_MM = (900.0, 700.0)
SIZES_MM = (CARD_MM, (57.5, 88.5))
"""Of poker cards, of bridge cards."""


class Layer(Protocol):
    """What stands or lies on a drawn table beside cards: a board with pieces, a tray with dice."""

    zones: Mapping[str, Sequence[str]]

    def faces(self, zone: str) -> tuple[str, ...]: ...
    def lay(self, faces: Mapping[str, Sequence[str]]) -> bool: ...
    def skew(self, zone: str) -> None: ...
    def straighten(self, zone: str) -> None: ...
    def place(self, zone: str) -> tuple[float, float]: ...
    def print_on(self, picture: ByteArray, camera: PinholeCamera) -> None: ...
    def box(self, shape: tuple[int, ...], camera: PinholeCamera) -> Box: ...
    def draw(self, picture: ByteArray, camera: PinholeCamera) -> None: ...
    def throw_again(self, zone: str) -> bool: ...
    def roll(self, share: float) -> bool: ...


class FilmRoom(Protocol):
    """What a film is made of; ``Room`` draws all of it."""

    @property
    def seed(self) -> int:
        """By this number everything left to chance is drawn."""

    @property
    def conditions(self) -> Conditions:
        """How the light and the camera behave."""

    @property
    def hardships(self) -> frozenset[str]:
        """What makes the evening harder: names of ``companion.filmed.hardships``."""

    @property
    def step_mm(self) -> float:
        """How far apart cards are laid in a row."""

    @property
    def side_by_side(self) -> bool:
        """Whether the cards of a row show their whole faces."""

    @property
    def heaps(self) -> bool:
        """Whether of a pile only the free card is told, and what it covers stays there."""

    def decks(self) -> tuple[CardArt, ...]: ...
    def ground(self, rng: np.random.Generator) -> FloatArray | ByteArray: ...


@dataclass(frozen=True, slots=True, eq=False)
class DrawnLayer:
    """A layer, and the zone of the plan in which it lies."""

    planned: str
    drawn: Layer


@dataclass(frozen=True, slots=True)
class Room:
    """Where an evening is filmed: table, light, decks, camera; all drawn by ``seed``.

    ``decks_from`` numbers the decks: those of a test are never drawn for a training. ``index_mm`` bounds the width of
    their indices. ``hardships``: what makes the evening harder.
    """

    seed: int
    conditions: Conditions
    language: Language = "english"
    decks_from: int = 950_000
    index_mm: tuple[float, float] = (6.0, 9.0)
    hardships: frozenset[str] = frozenset()

    @property
    def step_mm(self) -> float:
        """How far apart the cards of a fan are laid."""
        return _JUMBO_STEP_MM if "jumbo" in self.hardships else STEP_MM

    @property
    def side_by_side(self) -> bool:
        """The cards of a fan lie on one another."""
        return False

    @property
    def heaps(self) -> bool:
        """All cards of a pile are told."""
        return False

    def decks(self) -> tuple[CardArt, ...]:
        """The two packs of cards, of one size."""
        rng = np.random.default_rng((self.seed, 41))
        size = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
        first = self.decks_from + 2 * self.seed
        decks = [self._deck(first + number, size, float(rng.uniform(*self.index_mm))) for number in range(2)]
        if "same_backs" in self.hardships:
            decks = [SameBack(one, decks[0]) for one in decks]
        return tuple(KeptDrawings(one, _KEPT_CARDS) for one in decks)

    def _deck(self, number: int, size: tuple[float, float], index_mm: float) -> CardArt:
        style = unseen_style(number, self.language, size, index_mm)
        if "jumbo" in self.hardships:
            index = random_deck_style(number, language=self.language, kind="jumbo").index
            style = replace(style, index=index)
        if "four_colours" in self.hardships:
            style = replace(style, index=replace(style.index, inks=four_inks(self._chance("four_colours"))))
        if "bleached_deck" in self.hardships:
            style = bleached(style, self._chance("bleached_deck"))
        if "worn_deck" not in self.hardships:
            return Deck(style)
        return CreasedDeck(Deck(worn(style, self._chance("worn_deck"))), number)

    def ground(self, rng: np.random.Generator) -> FloatArray | ByteArray:
        """The bare table, in any size."""
        return film_ground(self.seed, self.hardships, rng)

    def _chance(self, name: str) -> np.random.Generator:
        return chance_of(self.seed, name)


def unseen_style(number: int, language: Language, size_mm: tuple[float, float], index_mm: float) -> DeckStyle:
    """The look of a pack drawn by its number, cards of ``size_mm``, indices ``index_mm`` wide."""
    return replace(random_deck_style(number, language=language, width_mm=index_mm), size=size_mm)


def unseen_deck(number: int, language: Language, size_mm: tuple[float, float], index_mm: float) -> CardArt:
    """A pack drawn by its number, cards of ``size_mm``, indices ``index_mm`` wide."""
    return KeptDrawings(Deck(unseen_style(number, language, size_mm, index_mm)), _KEPT_CARDS)


class FilmedTable:
    """Draws the film of one table, 10 frames a second; people sit at the sides that ``plan`` says.

    ``table`` are the cards that lie there, in the zones of the plan in which no ``layers`` do, ``view`` is how the
    stills see it, ``clock_ms`` the time of the last frame and ``dropped`` what fell across a zone.
    """

    def __init__(
        self,
        plan: TablePlan,
        players: Sequence[str],
        room: FilmRoom,
        layers: Sequence[DrawnLayer] = (),
        momentary: Collection[str] = (),
    ) -> None:
        """``momentary`` are zones in which nothing stays below what is laid there next."""
        rng = np.random.default_rng((room.seed, 43))
        self._plan = plan
        self._layers = tuple(layers)
        zones = tuple(zone for zone in card_zones(plan) if zone.id not in {one.planned for one in layers})
        self._decks = room.decks()
        self._heaps, self._momentary = room.heaps, frozenset(momentary)
        self._hard = hard = room.hardships
        self.table = PlayedTable(
            (plan.width, plan.height),
            zones,
            _whose(zones, players, self._decks),
            _strewn(room, rng, zones, (plan.width, plan.height)),
            rng,
            px_per_mm=_USB_PX_PER_MM if "usb_camera" in hard else PX_PER_MM,
            tilt_deg=float(rng.uniform(0.0, 8.0)),
            step_mm=room.step_mm,
            side_by_side=room.side_by_side,
            half_out=(_HALF_OUT, chance_of(room.seed, "half_out")) if "half_out" in hard else None,
        )
        for layer in self._layers:
            layer.drawn.print_on(self.table.bare, self.table.camera)
        height, width = self.table.bare.shape[:2]
        straight = TableView(width, height, self.table.plane)
        self._mat: BumpedMat | None = None
        if "bumped_mat" in hard:
            self._mat = BumpedMat((plan.width, plan.height), chance_of(room.seed, "bumped_mat"))
            self._mat.print_on(self.table.bare, straight)
        self.table.picture[:] = self.table.bare
        self._picture = self.table.picture.copy() if self._layers else self.table.picture
        self._size = (SMALL_WIDTH, round(height * SMALL_WIDTH / width))
        self._small_view = straight.scaled(*self._size)
        shape = (self._size[1], self._size[0])
        self._light = TableLight(shape, room.conditions, room.seed)
        self._arms = _arms(self._small_view, plan)
        self._large_arms: ArmDrawing | None = None
        self.hands = FilmedHands(
            (plan.width, plan.height),
            plan.seats,
            self.place,
            self._held,
            self._between,
            rng,
            room.seed,
            hard,
        )
        self.dropped: Dropped | None = None
        self._crooked: frozenset[str] = frozenset()
        self._small = np.zeros((*shape, 3), np.uint8)
        self._reduce()
        self.clock_ms = self.frames = 0
        self._thrown_ms: int | None = None
        self.gestures: tuple[FilmedGesture, ...] = ()
        self.late_ms = _LATE_MS if "late_stills" in hard else 0
        self._bent: BentPicture | None = None
        self._small_bent: BentPicture | None = None
        self.view = self._straight = straight
        if "bent_lens" in hard:
            chance = chance_of(room.seed, "bent_lens")
            lens = random_bent_lens(width, height, self.table.camera.focal_px, chance)
            self._bent, self._small_bent = BentPicture(lens), BentPicture(lens.scaled(*self._size))
            self.view = TableView(width, height, self.table.plane, measured(lens, chance))
        # A camera's controls are locked at the beginning of an evening, so that white paper is not blinding.
        self._light.show(np.full_like(self._small, 255), 0)

    # ------------------------------------------------------------ pictures

    def frame(self) -> Frame:
        """The next frame of the small stream, 640 px wide."""
        self.clock_ms += FRAME_MS
        self.frames += 1
        self._roll()
        scene = self._where_it_lies(self._with_hands(self._small, self._arms), self._small_view)
        if self._small_bent is not None:
            scene = self._small_bent.of(scene)
        return Frame(self.frames, self.clock_ms, self._light.show(scene, self.clock_ms))

    def stills(self, ev_steps: Sequence[float]) -> tuple[Frame, ...]:
        """Pictures at full resolution of what lies there now, one for each ``ev`` brighter (1.0: twice): without
        hands, unless stills come late.
        """
        scene = self._picture
        if self.late_ms and any(self._active()):
            self._large_arms = self._large_arms or _arms(self._straight, self._plan)
            scene = self._with_hands(scene, self._large_arms)
        pictures = self._light.stills(self._bend(self._where_it_lies(scene, self._straight)), ev_steps)
        return tuple(Frame(self.frames, self.clock_ms, picture) for picture in pictures)

    def still(self, ev: float = 0.0) -> Frame:
        """One of them."""
        (still,) = self.stills((ev,))
        return still

    def picture(self, ev: float = 0.0) -> Image:
        """What ``still`` shows."""
        picture = self.still(ev).image
        assert picture is not None  # noqa: S101 - a drawn one always is
        return picture

    @property
    def markers(self) -> MarkerLayout | None:
        """Where markers lie on the mat, None where there are none."""
        return None if self._mat is None else self._mat.layout

    def bare(self) -> Image:
        """The same of the table before anything lies on it, and before anybody knocked against it."""
        (bare,) = self._light.stills(self._bend(self.table.bare), (0.0,))
        return bare

    def _roll(self) -> None:
        """Let dice that were thrown roll on."""
        if self._thrown_ms is None:
            return
        share = (self.clock_ms - self._thrown_ms) / _ROLLS_MS
        if share >= 1.0:
            self._thrown_ms = None
        self._compose({one.planned for one in self._layers if one.drawn.roll(min(1.0, share))})
        self._reduce()

    def _where_it_lies(self, picture: ByteArray, view: TableView) -> ByteArray:
        return picture if self._mat is None else self._mat.of(picture, view, self.clock_ms)

    def _bend(self, picture: ByteArray) -> ByteArray:
        return picture if self._bent is None else self._bent.of(picture)

    def _active(self) -> Iterator[FilmedGesture]:
        """The hands that are over the table now."""
        return (one for one in self.gestures if one.gesture.start_ms <= self.clock_ms <= one.gesture.end_ms)

    def _with_hands(self, scene: ByteArray, arms: ArmDrawing) -> ByteArray:
        """A picture with the hands that are over the table now; the picture itself where there are none."""
        active = list(self._active())
        if active:
            scene = scene.copy()
        for one in active:
            held = one.holds(self.clock_ms)
            sprite = None if held is None else held.drawn(arms.px_per_mm)
            arms.draw(scene, one.gesture, self.clock_ms, sprite)
        return scene

    def _reduce(self) -> None:
        """Make small what was drawn anew, in strips of whole px of both pictures, each up to the last row and column
        that were drawn: there it comes out as in the whole.
        """
        count = math.gcd(self._picture.shape[1], SMALL_WIDTH)
        strips, small, redrawn = (
            np.split(one, count, axis=1) for one in (self._picture, self._small, self.table.redrawn[None])
        )
        for strip, into, drawn in zip(strips, small, redrawn, strict=True):
            columns = np.flatnonzero(drawn)
            if len(columns):
                reduce_corner(strip, into, (self.table.redrawn_to, int(columns[-1]) + 1))
        self.table.redrawn[:] = False
        self.table.redrawn_to = 0

    def _compose(self, changed: Collection[str]) -> None:
        """Draw the layers of these planned zones, and what lies below or beside them, over the cards."""
        if not self._layers:
            return
        boxes = {one.planned: one.drawn.box(self._picture.shape, self.table.camera) for one in self._layers}
        due = {name for name in boxes if name in changed or self._is_redrawn(boxes[name])}
        before: set[str] = set()
        while due != before:
            before = due
            due = due | {name for name in boxes if any(_meet(boxes[name], boxes[other]) for other in due)}
        edges = np.flatnonzero(np.diff(self.table.redrawn, prepend=False, append=False))
        for left, right in edges.reshape(-1, 2):
            drawn = slice(self.table.redrawn_to), slice(left, right)
            self._picture[drawn] = self.table.picture[drawn]
        for name in due:
            left, top, right, bottom = boxes[name]
            self._picture[top:bottom, left:right] = self.table.picture[top:bottom, left:right]
            self.table.redrawn[left:right] = True
            self.table.redrawn_to = max(self.table.redrawn_to, bottom)
        for one in self._layers:
            if one.planned in due:
                one.drawn.draw(self._picture, self.table.camera)

    def _is_redrawn(self, box: Box) -> bool:
        return bool(self.table.redrawn[box[0] : box[2]].any())

    # ------------------------------------------------------------ what lies there

    @property
    def zones(self) -> tuple[str, ...]:
        """Everywhere that anything may lie."""
        return (*self.table.zones, *(zone for one in self._layers for zone in one.drawn.zones))

    def lying(self) -> dict[str, tuple[str, ...]]:
        """What lies in every zone, the first lowest."""
        cards = {name: self.table.faces(name) for name in self.table.zones}
        return cards | {zone: one.drawn.faces(zone) for one in self._layers for zone in one.drawn.zones}

    def place(self, zone: str) -> tuple[float, float]:
        """Where a hand goes that takes something from a zone or lays it there, mm."""
        layer = self._layer_of(zone)
        return self.table.place(zone) if layer is None else layer.place(zone)

    def _layer_of(self, zone: str) -> Layer | None:
        return next((one.drawn for one in self._layers if zone in one.drawn.zones), None)

    def _held(self, zone: str) -> Held | None:
        """How what a hand takes from a zone now looks in it; None where that is not seen."""
        board = self._layer_of(zone)
        if isinstance(board, PlayedBoard):
            return board.held(zone) if "carried_pieces" in self._hard else None
        card = self.table.last(zone) if zone in self.table.zones else None
        if card is None or "carried_cards" not in self._hard:
            return None
        return lambda px_per_mm: card.art.draw(card.card, px_per_mm).picture

    def _between(self, source: str, target: str) -> tuple[tuple[float, float], ...]:
        """The squares on which a piece is set down on its way from one zone to another, mm."""
        board = self._layer_of(source)
        if "hops" not in self._hard or not isinstance(board, PlayedBoard) or target not in board.zones:
            return ()
        return board.between(source, target) if board.faces(source) else ()

    def lay(
        self,
        faces: Mapping[str, Sequence[str]],
        crooked: Collection[str] = frozenset(),
        dropped: Dropped | None = None,
        flattened: Collection[str] = frozenset(),
        thrown: Collection[str] = frozenset(),
    ) -> None:
        """Let these zones lie so, the others as they did; in ``crooked`` ones the last card lies askew, across one of
        them lies what was ``dropped``, in ``flattened`` ones every card is laid down anew, and into ``thrown`` ones
        the same dice are thrown once more where others are not.
        """
        cards = {name: self.table.faces(name) for name in self.table.zones}
        told = {name: own for name, own in faces.items() if name in self.table.zones}
        laid = {**cards, **{name: self._heaped(name, own) for name, own in told.items()}}
        self.table.lay(laid)
        changed = {
            one.planned
            for one in self._layers
            if one.drawn.lay(_of(one.drawn, faces)) or any(map(one.drawn.throw_again, thrown))
        }
        if any([one.drawn.roll(0.0) for one in self._layers if one.planned in changed]):
            self._thrown_ms = self.clock_ms
        for name in sorted(frozenset(crooked) - self._crooked):
            changed |= self._askew(name, straight=False)
        for name in sorted((self._crooked - frozenset(crooked)) | frozenset(flattened)):
            changed |= self._askew(name, straight=True)
        self._crooked = frozenset(crooked)
        if self.dropped != dropped and any(
            one is not None and one.zone in told for one in (self.dropped, dropped)
        ):
            self.table.pick_up()
            if dropped is not None and self._is_card(dropped.face):
                self.table.drop(dropped.zone, dropped.face)
            self.dropped = dropped
        self._compose(changed)
        self._reduce()

    def beside(self, zones: Collection[str]) -> tuple[str, ...]:
        """The zones of pieces so near to these that a hand there may knock them over, theirs included."""
        places = [self.place(zone) for zone in zones]
        return tuple(
            zone
            for board in self._boards()
            for zone in board.zones
            if board.faces(zone)
            and any(
                math.dist(board.place(zone), place) <= _KNOCKED_WITHIN * board.art.pitch for place in places
            )
        )

    def knock_over(self, zone: str) -> None:
        """Let the last piece of a zone lie on its side, until the zone is flattened or what stands there changes."""
        for one in self._layers:
            if isinstance(one.drawn, PlayedBoard) and zone in one.drawn.zones:
                one.drawn.knock_over(zone)
                self._compose({one.planned})
        self._reduce()

    def _boards(self) -> Iterator[PlayedBoard]:
        """The boards whose pieces may fall."""
        drawn = (one.drawn for one in self._layers)
        return (board for board in drawn if isinstance(board, PlayedBoard) and board.may_fall)

    def _is_card(self, face: str) -> bool:
        """Whether that is a card; a piece that falls on its way is not drawn."""
        return any(face == BACK or face in deck.cards for deck in self._decks)

    def _askew(self, zone: str, *, straight: bool) -> set[str]:
        """Let what lies last in a zone lie askew, or straight again; returns the layer that this changes."""
        if zone in self.table.zones:
            (self.table.straighten if straight else self.table.skew)(zone)
            return set()
        found = [one for one in self._layers if zone in one.drawn.zones]
        for one in found:
            (one.drawn.straighten if straight else one.drawn.skew)(zone)
        return {one.planned for one in found}

    def _heaped(self, zone: str, cards: Sequence[str]) -> tuple[str, ...]:
        """What lies in a zone of which only the free card is told: in a pile the cards beneath it stay there."""
        beneath = self.table.faces(zone)
        if (
            not self._heaps
            or zone in self._momentary
            or self.table.zones[zone].towards is not None
            or len(cards) != 1
        ):
            return tuple(cards)
        if cards[0] in beneath:
            return beneath[: beneath.index(cards[0]) + 1]
        return (*beneath, *cards)


def reduce_corner(picture: ByteArray, small: ByteArray, upto: tuple[int, int]) -> None:
    """Make small the part of a picture, uint8 (height, width, 3), from its first px up to a row and a column; changes
    ``small``, and is to the bit what the whole picture made small has there.
    """
    factors = [after / before for after, before in zip(small.shape[:2], picture.shape[:2], strict=True)]
    rows, columns = (
        min(most, int(last * factor) + 1)
        for last, factor, most in zip(upto, factors, small.shape[:2], strict=True)
    )
    down, across = (math.ceil(count / factor) for count, factor in zip((rows, columns), factors, strict=True))
    small[:rows, :columns] = cv2.resize(
        picture[:down, :across], None, fx=factors[1], fy=factors[0], interpolation=cv2.INTER_AREA
    )


def _of(layer: Layer, faces: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    return {zone: own for zone, own in faces.items() if zone in layer.zones}


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _whose(
    zones: Iterable[WatchedZone], players: Sequence[str], decks: Sequence[CardArt]
) -> Mapping[str, Sequence[CardArt]]:
    """Which decks lie in which zones: every player's places hold cards of one's own, the others of both."""
    own = {
        zone.id: (decks[players.index(owner) % len(decks)],)
        for zone in zones
        if decks and (owner := zone.id.partition(":")[2]) in players
    }
    return {"": tuple(decks), **own}


def _arms(view: TableView, plan: TablePlan) -> ArmDrawing:
    """What draws arms into the pictures of a view that bends nothing."""

    def to_px(mm: tuple[float, float]) -> tuple[float, float]:
        ((x, y),) = view.to_px(np.array([mm]))
        return float(x), float(y)

    px_per_mm = view.px_per_mm(Point(plan.width / 2, plan.height / 2))
    return ArmDrawing((view.height, view.width), px_per_mm, to_px)


def _strewn(
    room: FilmRoom, rng: np.random.Generator, zones: Sequence[WatchedZone], size: tuple[float, float]
) -> FloatArray | ByteArray:
    """The bare table, with what stands on it beside the places."""
    ground = room.ground(rng)
    if "things" not in room.hardships:
        return ground
    chance = chance_of(room.seed, "things")
    width, height = (round((side + 2 * BEYOND_MM) * _THINGS_PX_PER_MM) for side in size)
    top = np.asarray(cv2.resize(np.clip(ground, 0, 255).astype(np.uint8), (width, height)), np.uint8)
    places = [
        (
            zone.left + BEYOND_MM,
            zone.top + BEYOND_MM,
            zone.left + zone.width + BEYOND_MM,
            zone.top + zone.height + BEYOND_MM,
        )
        for zone in zones
    ]
    lay_things(top, _THINGS_PX_PER_MM, places, int(chance.integers(2, _MOST_THINGS + 1)), chance)
    return top
