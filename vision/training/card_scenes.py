"""Random scenes of cards for training: any deck, any table, any light, with the truth about every index."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.card_names import BACK, CARDS, JOKERS
from vision.channels import largest
from vision.scene.aged_deck import CreasedDeck, bleached, worn
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_layouts import Face, moved, pile_of, round_fan, row_of
from vision.scene.card_scene import CardScene, Glare, LaidCard, SceneLight, SeenCard, SeenIndex
from vision.scene.deck import CardArt, Deck, IndexKind, KeptDrawings, random_deck_style, random_index_style
from vision.scene.lettering import Lettering
from vision.scene.style import Colour
from vision.training.card_clutter import lay_sheet, random_ground
from vision.training.clutter import scatter_clutter
from vision.training.photometry import photograph_print
from vision.training.redrawn_deck import UNEVEN_PAPER, RedrawnDeck

SCENE_SIZE = 320
"""Width and height of a scene, px."""
USED_FROM, IGNORED_FROM = 0.88, 0.25
"""An index is learnt from this visible share on, and neither wanted nor forbidden from that one on."""
SCENES_PER_SHELF = 200
_DECKS_PER_SHELF = 8
_CARDS_PER_DECK = 16
"""Of each deck a shelf holds these many faces only: decks are many, and each drawing serves several scenes."""
_GROUNDS_PER_SHELF = 16
_GROUND_SIZE = 400
_LAMPS: tuple[Colour, ...] = ((255, 255, 255), (200, 235, 255), (120, 190, 235), (255, 240, 225))


@dataclass(frozen=True, slots=True)
class RareShares:
    """How much of a series is made to show what few scenes do, as shares 0..1: decks with jumbo indices, decks with
    the sign beside the figure, decks that print no English letters, cards that lie face down, groups of which a
    card's middle, not a corner, comes to lie in the view, and decks that are worn, bleached, creased or all of it.
    """

    jumbo: float = 0.0
    beside: float = 0.0
    foreign: float = 0.0
    backs: float = 0.0
    whole: float = 0.0
    aged: float = 0.0


USUAL = RareShares()
"""All is left to chance."""
RARE = RareShares(jumbo=0.45, beside=0.3, foreign=0.5, backs=0.35, whole=0.5, aged=0.4)
_FOREIGN = ("french", "french_as", "german", "dutch")


@dataclass(frozen=True, slots=True)
class CardTrainingScene:
    """A scene: uint8 BGR (SCENE_SIZE, SCENE_SIZE, 3), its scale, the cards in it, and the indices to learn from and
    to leave out of account.
    """

    image: ByteArray
    px_per_mm: float
    cards: tuple[SeenCard, ...]
    used: tuple[SeenIndex, ...]
    ignored: tuple[SeenIndex, ...]


@dataclass(frozen=True, slots=True)
class _Shelf:
    """What two hundred scenes share, so that a scene is cheap: decks with their drawings, and tables."""

    number: int
    decks: tuple[tuple[KeptDrawings, tuple[str, ...]], ...]
    grounds: dict[int, ByteArray]


class CardSceneSeries:
    """The scenes of a series: scene ``n`` is the same in every process and in any order.

    ``arts`` are decks of real art to mix among the drawn ones, ``letterings`` the type faces to print with; both must
    be the same, in the same order, for the same scenes. Asking for scenes in order is fast: a shelf of decks serves
    two hundred of them. ``rare`` says how much is made to show what few scenes do.
    """

    def __init__(
        self,
        seed: int,
        arts: Sequence[CardArt] = (),
        letterings: Sequence[Lettering] = (),
        art_share: float = 0.55,
        rare: RareShares = USUAL,
    ) -> None:
        self._seed = seed
        self._rare = rare
        self._arts = tuple(arts)
        self._letterings = tuple(letterings)
        self._art_share = art_share if arts else 0.0
        self._shelf: _Shelf | None = None

    def scene(self, number: int) -> CardTrainingScene:
        """Draw a scene."""
        shelf = self._shelf_of(number // SCENES_PER_SHELF)
        rng = np.random.default_rng((self._seed, 1, number))
        scale = _scale(rng)
        ground = self._ground(shelf, rng)
        if rng.random() < 0.2:
            strewn: FloatArray = ground.astype(np.float32)
            scatter_clutter(strewn, int(rng.integers(1, 3)), rng)
            ground = np.clip(strewn, 0, 255).astype(np.uint8)
        view_mm = SCENE_SIZE / scale
        camera = PinholeCamera.over_table(
            SCENE_SIZE,
            SCENE_SIZE,
            view_width_mm=view_mm,
            distance_mm=float(rng.uniform(380, 1100)),
            tilt_deg=float(25.0 * rng.beta(1.2, 1.8)),
            heading_deg=float(rng.uniform(0, 360)),
        )
        light = SceneLight(
            direction_deg=float(rng.uniform(0, 360)),
            slope=float(rng.uniform(0.2, 1.6)),
            darkness=float(rng.uniform(0.1, 0.75)),
            softness_mm=float(rng.uniform(0.3, 2.5)),
        )
        scene = CardScene(ground, camera, light)
        for group in _groups(shelf, view_mm, rng, self._rare):
            for card in group:
                if card.height_mm > 2.0 and card is group[0]:
                    scene.lay_block(card)
                scene.lay(_as_it_lies(card, light, rng))
        _cover_some(scene, scale, rng)
        image = photograph_print(scene.image, rng)
        seen = [index for index in scene.indices() if index.visible >= IGNORED_FROM]
        used = tuple(index for index in seen if index.visible >= USED_FROM)
        ignored = tuple(index for index in seen if index.visible < USED_FROM)
        return CardTrainingScene(image, scale, scene.cards(), used, ignored)

    def _shelf_of(self, number: int) -> _Shelf:
        if self._shelf is None or self._shelf.number != number:
            rng = np.random.default_rng((self._seed, 2, number))
            decks = []
            for which in range(_DECKS_PER_SHELF):
                age = np.random.default_rng((self._seed, 4, number, which))
                deck = KeptDrawings(self._deck(rng, age), _CARDS_PER_DECK + 2)
                faces = [card for card in CARDS if card in deck.cards]
                chosen = rng.choice(len(faces), min(_CARDS_PER_DECK, len(faces)), replace=False)
                decks.append((deck, tuple(faces[int(n)] for n in chosen)))
            self._shelf = _Shelf(number, tuple(decks), {})
        return self._shelf

    def _deck(self, rng: np.random.Generator, age: np.random.Generator) -> CardArt:
        kind, beside, language = self._index_wishes(rng)
        seed = int(rng.integers(1 << 30))
        is_old = age.random() < self._rare.aged
        if rng.random() >= self._art_share:
            style = random_deck_style(seed, self._letterings, language=language, kind=kind, beside=beside)
            if not is_old:
                return Deck(style)
            style = worn(style, age) if age.random() < 0.7 else style
            style = bleached(style, age) if age.random() < 0.5 else style
            return CreasedDeck(Deck(style), seed) if age.random() < 0.6 else Deck(style)
        art = self._arts[int(rng.integers(len(self._arts)))]
        if (kind is None and beside is None and rng.random() < 0.3) or art.name in UNEVEN_PAPER:
            return CreasedDeck(art, seed) if is_old else art
        index = random_index_style(
            rng, art.size_mm, self._letterings, language=language, kind=kind, beside=beside
        )
        redrawn = RedrawnDeck(art, index, seed)
        return CreasedDeck(redrawn, seed) if is_old else redrawn

    def _index_wishes(self, rng: np.random.Generator) -> tuple[IndexKind | None, bool | None, str | None]:
        """Which width, whether beside the figure, and which language: None leaves it to chance."""
        if self._rare == USUAL:
            return None, None, None
        which, foreign = rng.random(2)
        language = str(rng.choice(_FOREIGN)) if foreign < self._rare.foreign else None
        if which < self._rare.jumbo:
            return "jumbo", None, language
        if which < self._rare.jumbo + self._rare.beside:
            kinds: tuple[IndexKind, ...] = ("tiny", "ordinary", "large")
            return kinds[int(rng.integers(len(kinds)))], True, language
        return None, None, language

    def _ground(self, shelf: _Shelf, rng: np.random.Generator) -> ByteArray:
        """A piece of one of the shelf's tables, turned."""
        which = int(rng.integers(_GROUNDS_PER_SHELF))
        ground = shelf.grounds.get(which)
        if ground is None:
            own = np.random.default_rng((self._seed, 3, shelf.number, which))
            ground = shelf.grounds[which] = random_ground(_GROUND_SIZE, _scale(own), own, self._letterings)
        x, y = (int(v) for v in rng.integers(0, _GROUND_SIZE - SCENE_SIZE + 1, 2))
        piece = np.rot90(ground[y : y + SCENE_SIZE, x : x + SCENE_SIZE], int(rng.integers(4)))
        return np.ascontiguousarray(piece)


def _scale(rng: np.random.Generator) -> float:
    """px per mm: three, a quarter more or less; sometimes two."""
    if rng.random() < 0.15:
        return 2.0 * float(rng.uniform(0.9, 1.15))
    return 3.0 * float(np.exp(rng.uniform(math.log(0.75), math.log(1.25))))


def _turn(rng: np.random.Generator) -> float:
    if rng.random() < 0.4:
        return float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 4))
    return float(rng.uniform(0, 360))


def _faces(count: int, shelf: _Shelf, rng: np.random.Generator, backs: float = 0.06) -> list[Face]:
    """Any cards, of one deck or of two mixed."""
    pair = [shelf.decks[int(rng.integers(len(shelf.decks)))] for _ in range(2)]
    mixed = rng.random() < 0.25
    faces: list[Face] = []
    for _ in range(count):
        deck, cards = pair[int(rng.integers(2))] if mixed else pair[0]
        draw = rng.random()
        card = BACK if draw < backs else cards[int(rng.integers(len(cards)))]
        if draw > 0.985 and JOKERS[0] in deck.cards:
            card = JOKERS[0]
        faces.append((deck, card))
    return faces


def _groups(
    shelf: _Shelf, view_mm: float, rng: np.random.Generator, rare: RareShares
) -> list[list[LaidCard]]:
    """One to four groups of cards about the middle of the view."""
    groups = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 4], p=[0.02, 0.33, 0.35, 0.2, 0.1]))):
        kind = str(
            rng.choice(["single", "column", "round", "pile", "crossed"], p=[0.33, 0.36, 0.09, 0.14, 0.08])
        )
        group = _group(kind, shelf, rng, rare.backs)
        # A corner of one of the cards comes to lie in the view, mostly one of the two where all decks have indices.
        card = group[int(rng.integers(len(group)))]
        width, height = card.art.size_mm
        angle = math.radians(card.turn_deg)
        side = float(rng.choice([-1, 1]))
        out = np.array([0.38 * width * side, 0.36 * height * side * (1 if rng.random() < 0.85 else -1)])
        corner = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) @ out
        if rare.whole and rng.random() < rare.whole:
            corner = np.zeros(2)
        to = rng.uniform(-0.4, 0.4, 2) * view_mm - corner - (card.x_mm, card.y_mm)
        groups.append([moved(card, float(to[0]), float(to[1])) for card in group])
    return groups


def _group(kind: str, shelf: _Shelf, rng: np.random.Generator, backs: float) -> list[LaidCard]:
    turn = _turn(rng)
    if kind == "single":
        return pile_of(_faces(1, shelf, rng, max(0.1, backs)), (0.0, 0.0), turn, rng, crooked_deg=0.0)
    if kind == "column":
        count = int(rng.integers(2, 8))
        # Most columns show the upper edge, most rows the left one: that is where indices are.
        way = float(rng.choice([90.0, 0.0, 180.0, 270.0, 45.0], p=[0.4, 0.37, 0.09, 0.06, 0.08]))
        return row_of(
            _faces(count, shelf, rng, max(0.03, 0.5 * backs)),
            (0.0, 0.0),
            turn,
            float(rng.uniform(14, 28)) if rng.random() < 0.85 else float(rng.uniform(7, 14)),
            turn + way + float(rng.normal(0, 4)),
            rng,
            crooked_deg=float(rng.choice([0.6, 2.0, 5.0])),
            drift_mm=float(rng.choice([0.4, 1.2, 2.5])),
            bend_deg=float(rng.choice([0.0, 0.0, rng.uniform(-5, 5)])),
        )
    if kind == "round":
        count = int(rng.integers(3, 10))
        step = float(rng.uniform(7, 16)) * (1 if rng.random() < 0.85 else -1)
        return round_fan(
            _faces(count, shelf, rng, max(0.02, 0.5 * backs)),
            (0.0, 0.0),
            float(rng.uniform(60, 120)),
            turn,
            step,
        )
    if kind == "pile":
        count = int(rng.integers(1, 5))
        block = float(rng.uniform(0.5, 14.0)) if rng.random() < 0.6 else 0.0
        return pile_of(
            _faces(count, shelf, rng, max(0.25, backs)),
            (0.0, 0.0),
            turn,
            rng,
            block_mm=block,
            crooked_deg=float(rng.choice([0.8, 2.5, 8.0])),
            spread_mm=float(rng.choice([0.4, 1.5, 5.0])),
        )
    faces = _faces(int(rng.integers(2, 4)), shelf, rng, max(0.06, backs))
    return [
        dataclasses.replace(
            card, turn_deg=card.turn_deg + (90.0 if number % 2 else 0.0), height_mm=0.3 * number
        )
        for number, card in enumerate(pile_of(faces, (0.0, 0.0), turn, rng, crooked_deg=6.0, spread_mm=12.0))
    ]


def _as_it_lies(card: LaidCard, light: SceneLight, rng: np.random.Generator) -> LaidCard:
    """Bow some cards a little, and let glossy ones mirror a lamp."""
    arch = 0.0
    if rng.random() < 0.16:
        arch = float(rng.uniform(0.6, 4.5)) * (1 if rng.random() < 0.6 else -1)
    glare = None
    if rng.random() < 0.16 * card.art.gloss + 0.02:
        at = rng.normal(0, 28, 2)
        glare = Glare(
            card.x_mm + float(at[0]),
            card.y_mm + float(at[1]),
            float(np.exp(rng.uniform(math.log(4), math.log(40)))),
            float(rng.uniform(0.1, 1.0)) * (0.4 + 0.6 * card.art.gloss),
            _LAMPS[int(rng.integers(len(_LAMPS)))],
        )
    return dataclasses.replace(
        card,
        arch_mm=arch,
        arch_along_width=bool(rng.random() < 0.5),
        shade=float(np.clip(rng.normal(1.0, 0.03), 0.88, 1.05)),
        glare=glare,
    )


def _cover_some(scene: CardScene, scale: float, rng: np.random.Generator) -> None:
    """Hands, arms and things that lie over the cards."""
    draw = rng.random()
    if draw < 0.12:
        tone = float(rng.uniform(0.25, 1.08))
        skin = (128.0 * tone * float(rng.uniform(0.85, 1.15)), 158.0 * tone, 205.0 * tone)
        # It comes in from outside and reaches no farther than the middle.
        angle, palm = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(60, 95)) * scale
        back = float(rng.uniform(0.3, 1.3)) * palm
        tip = (
            SCENE_SIZE * float(rng.uniform(0.2, 0.8)) - back * math.cos(angle),
            SCENE_SIZE * float(rng.uniform(0.2, 0.8)) - back * math.sin(angle),
        )
        scene.reach_in(tip, math.degrees(angle), palm, skin)
    elif draw < 0.22:
        before = scene.image.astype(np.float32)
        after = before.copy()
        scatter_clutter(after, int(rng.integers(1, 3)), rng)
        changed = largest(np.abs(after - before)) > 12.0
        scene.image[:] = np.clip(after, 0, 255).astype(np.uint8)
        scene.cover((changed * 255).astype(np.uint8))
    elif draw < 0.26:
        side = round(float(rng.uniform(15, 60)) * scale)
        thing = random_ground(max(16, side), scale, rng)[: max(8, round(side * float(rng.uniform(0.3, 1.0))))]
        scene.cover(lay_sheet(scene.image, thing, rng))
