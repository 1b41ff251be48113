"""Real deck art for training: fetched, drawn as pictures once, its indices found; used like any other deck.

The art is never part of the project: Debian's gnome-cards-data (GPL-3+), npm's @heruka_urgyen/react-playing-cards
(MIT), @younestouati/playing-cards-standard-deck (LGPL-3.0) and svg-cards (LGPL-2.1).
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.playing_cards import RANKS
from vision.card_names import BACK, CARDS, JOKERS, rank_of, suit_of
from vision.scene.arrays import BoolArray, ByteArray
from vision.scene.card_indices import CardIndex
from vision.scene.deck import DrawnCard, cut_out, rounded

_PX_PER_MM = 5.0
_HEIGHT_MM = 88.0
_DEBIAN = "gnome-cards-data"
_NPM = ("@heruka_urgyen/react-playing-cards", "@younestouati/playing-cards-standard-deck", "svg-cards")
HELD_OUT = frozenset(
    {
        "ancient_french",
        "plastic",
        "younestouati",
        "heruka-2color",
        "heruka-4color",
        "heruka-2color-bf",
        "heruka-4color-bf",
    }
)
"""Decks that no training sees: a French one, a plain one, and two makers of their own, one with jumbo indices."""
_LEFT_OUT = {
    "Атласные": CARDS,
    "slavic_costumes": CARDS,
    "swiss-xvii": CARDS,
    "simplistic": tuple(rank + suit for rank in ("J", "Q", "K") for suit in "HDSC"),
    "guyenne-classic": tuple(rank + suit for rank in ("J", "Q", "K") for suit in "HDSC"),
    "tarocco": tuple("J" + suit for suit in "HDSC"),
}
"""Cyrillic and Swiss indices, and courts without a letter that a table here would know."""
_LANGUAGES = {
    "ancient_french": "french",
    "tarocco": "french_as",
    "atlasnye_skat": "german",
    "berlin": "german",
    "lattmann": "german",
    "rheinland": "german",
}
"""What the decks print that are not in English."""
_ROWS = "CDHS"


@dataclass(frozen=True, slots=True)
class ArtDeck:
    """A deck whose cards lie as PNG files in a folder, with ``indices.json`` beside them."""

    folder: Path
    size_mm: tuple[float, float]
    cards: tuple[str, ...]
    boxes: dict[str, tuple[tuple[float, float, float, float], ...]]
    gloss: float = 0.4

    @property
    def name(self) -> str:
        """What the deck is called."""
        return self.folder.name

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card or the back; raises ValueError on one that the deck has not."""
        if card != BACK and card not in self.cards:
            raise ValueError(f"the deck {self.name} has no {card}; its cards are in {self.folder}")
        picture = cv2.imread(str(self.folder / f"{card}.png"), cv2.IMREAD_UNCHANGED)
        if picture is None:
            raise ValueError(
                f"{self.folder / card}.png is missing: delete the folder and draw the deck again"
            )
        size = (round(self.size_mm[0] * px_per_mm), round(self.size_mm[1] * px_per_mm))
        shrinks = size[0] < picture.shape[1]
        sized = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC)
        return DrawnCard(np.asarray(sized, np.uint8), px_per_mm, self._indices(card))

    def _indices(self, card: str) -> tuple[CardIndex, ...]:
        found = []
        width, height = self.size_mm
        for x0, y0, x1, y1 in self.boxes.get(card, ()):
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            rank, suit, size = rank_of(card), suit_of(card), (x1 - x0, y1 - y0)
            language = _LANGUAGES.get(self.name, "english")
            found.append(CardIndex(rank, suit, middle, (0.0, -1.0), *size, language))
            opposite = (width - middle[0], height - middle[1])
            found.append(CardIndex(rank, suit, opposite, (0.0, 1.0), *size, language))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class ArtShelf:
    """The decks of real art, in a fixed order; ``told`` says what is missing or was left out, a sentence each."""

    training: tuple[ArtDeck, ...]
    held_out: tuple[ArtDeck, ...]
    told: tuple[str, ...]


def fetch_card_art(folder: Path) -> list[str]:
    """Download the art into ``folder`` where it is not there yet; returns a sentence for each source that failed."""
    folder.mkdir(parents=True, exist_ok=True)
    failed = []
    if not (folder / _DEBIAN).exists():
        archive = _downloaded(folder, ["apt-get", "download", "-qq", _DEBIAN], f"{_DEBIAN}_*.deb")
        if archive is None or not _ran(["dpkg", "-x", str(archive), str(folder / _DEBIAN)], folder):
            failed.append(
                f"{_DEBIAN} could not be fetched: run apt-get update on Debian, or put its .deb into {folder}."
            )
    for package in _NPM:
        name = package.removeprefix("@").replace("/", "-")
        if (folder / name).exists():
            continue
        archive = _downloaded(folder, ["npm", "pack", "-s", package], f"{name}-*.tgz")
        if archive is None:
            failed.append(f"{package} could not be fetched: install npm, or put its .tgz into {folder}.")
            continue
        _unpack(archive, folder / name)
    return failed


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the files of an archive that stay within the folder; the filter that does so came with Python 3.11.4."""
    inside = folder.resolve()
    with tarfile.open(archive) as packed:
        for member in packed:
            if member.isfile() and (inside / member.name).resolve().is_relative_to(inside):
                packed.extract(member, inside)


def load_card_art(folder: Path) -> ArtShelf:
    """Return the decks in a folder that ``fetch_card_art`` filled; draws each once, into ``drawn`` beside them.

    Needs ``rsvg-convert`` (Debian's librsvg2-bin) for decks not drawn yet; what cannot be used is told, never raised.
    """
    training: list[ArtDeck] = []
    held_out: list[ArtDeck] = []
    told: list[str] = []
    sources = sorted(_sources(folder), key=lambda source: source[0])
    if not sources:
        told.append(
            f"There is no card art in {folder}: scenes are drawn without it; fetch_card_art brings it."
        )
    for name, files in sources:
        target = folder / "drawn" / name
        if not (target / "indices.json").exists():
            trouble = _draw_deck(name, files, target)
            if trouble is not None:
                told.append(trouble)
                continue
        kept = json.loads((target / "indices.json").read_text(encoding="utf-8"))
        if not kept["boxes"]:
            told.append(f"{name} is left out: its indices could not be told from its pictures.")
            continue
        boxes = {card: tuple(tuple(box) for box in found) for card, found in kept["boxes"].items()}
        cards = tuple(card for card in (*CARDS, *JOKERS) if card in kept["cards"])
        deck = ArtDeck(target, (float(kept["size_mm"][0]), float(kept["size_mm"][1])), cards, boxes)
        (held_out if name in HELD_OUT else training).append(deck)
    return ArtShelf(tuple(training), tuple(held_out), tuple(told))


def _downloaded(folder: Path, command: list[str], pattern: str) -> Path | None:
    if not sorted(folder.glob(pattern)):
        _ran(command, folder)
    found = sorted(folder.glob(pattern))
    return found[-1] if found else None


def _ran(command: list[str], folder: Path) -> bool:
    program = shutil.which(command[0])
    if program is None:
        return False
    done = subprocess.run([program, *command[1:]], cwd=folder, check=False, capture_output=True)  # noqa: S603
    return done.returncode == 0


def _sources(folder: Path) -> Iterator[tuple[str, dict[str, Path]]]:
    """The decks in a folder: a name and, for each card or for the whole sheet (""), the file it is in."""
    for sheet in (folder / _DEBIAN).glob("usr/share/aisleriot/cards/*.svgz"):
        if _LEFT_OUT.get(sheet.stem) != CARDS:
            yield sheet.stem, {"": sheet}
    images = folder / "heruka_urgyen-react-playing-cards" / "package" / "src" / "images"
    for style in sorted(images.glob("*color*")):
        files = {card: style / f"{card.replace('10', 'T')}.svg" for card in CARDS}
        yield f"heruka-{style.name}", {card: path for card, path in files.items() if path.exists()}
    single = folder / "younestouati-playing-cards-standard-deck" / "package" / "cards"
    if single.exists():
        files = {
            card: single / f"{RANKS.index(rank_of(card)) + 1}{suit_of(card).lower()}.svg" for card in CARDS
        }
        yield "younestouati", {**files, BACK: single / "back.svg", JOKERS[0]: single / "joker.svg"}
    pictures = folder / "svg-cards" / "package" / "png" / "2x"
    if pictures.exists():
        words = {"A": "1", "J": "jack", "Q": "queen", "K": "king"}
        suits = {"H": "heart", "D": "diamond", "S": "spade", "C": "club"}
        files = {
            card: pictures / f"{suits[card[-1]]}_{words.get(card[:-1], card[:-1])}.png" for card in CARDS
        }
        yield "svg-cards", {**files, BACK: pictures / "back-navy.png", JOKERS[0]: pictures / "joker_red.png"}


def _draw_deck(name: str, files: dict[str, Path], target: Path) -> str | None:
    """Draw a deck's cards into a folder and find their indices; returns what went wrong, as a sentence."""
    tall = round(_HEIGHT_MM * _PX_PER_MM)
    cards: dict[str, ByteArray] = {}
    if "" in files:
        sheet = _drawn(files[""], 5 * tall, target)
        if sheet is not None:
            cards = _cells(sheet)
    else:
        for card, path in files.items():
            picture = _drawn(path, tall, target)
            if picture is not None:
                cards[card] = _trimmed(picture)
    if not cards:
        return f"{name} is left out: rsvg-convert could not draw it; apt install librsvg2-bin."
    for card in _LEFT_OUT.get(name, ()):
        cards.pop(card, None)
    if BACK not in cards:
        cards[BACK] = _plain_back(cards["AS"])
    target.mkdir(parents=True, exist_ok=True)
    height, width = cards["2S"].shape[:2]
    for card, picture in cards.items():
        sized = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        cover = np.minimum(sized[..., 3], rounded(width, height, 0.03 * width))
        opaque = np.where(sized[..., 3:] > 0, sized[..., :3], 255).astype(np.uint8)
        cards[card] = cut_out(opaque, np.asarray(cover, np.uint8))
        cv2.imwrite(str(target / f"{card}.png"), cards[card])
    px_per_mm = height / _HEIGHT_MM
    boxes = find_indices({card: picture for card, picture in cards.items() if card in CARDS}, px_per_mm)
    kept = {"size_mm": [width / px_per_mm, _HEIGHT_MM], "cards": sorted(cards), "boxes": boxes}
    (target / "indices.json").write_text(json.dumps(kept), encoding="utf-8")
    return None


def _drawn(path: Path, tall: int, target: Path) -> ByteArray | None:
    """A file as a picture, uint8 BGRA, of the given height (px)."""
    if path.suffix == ".png":
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        return None if picture is None else np.asarray(picture, np.uint8)
    target.mkdir(parents=True, exist_ok=True)
    png, svg = target / "_.png", target / "_.svg"
    content = path.read_bytes()
    svg.write_bytes(gzip.decompress(content) if path.suffix == ".svgz" else content)
    done = _ran(["rsvg-convert", "-a", "-h", str(tall), str(svg), "-o", str(png)], target)
    picture = cv2.imread(str(png), cv2.IMREAD_UNCHANGED) if done else None
    svg.unlink()
    png.unlink(missing_ok=True)
    return None if picture is None else np.asarray(picture, np.uint8)


def _cells(sheet: ByteArray) -> dict[str, ByteArray]:
    """Cut a sheet of 13 by 5 cards: clubs, diamonds, hearts, spades, then two jokers and the back."""
    height, width = sheet.shape[:2]

    def cell(row: int, column: int) -> ByteArray:
        y0, y1 = round(row * height / 5), round((row + 1) * height / 5)
        x0, x1 = round(column * width / 13), round((column + 1) * width / 13)
        return _trimmed(sheet[y0:y1, x0:x1])

    cards = {
        rank + suit: cell(row, column) for row, suit in enumerate(_ROWS) for column, rank in enumerate(RANKS)
    }
    return {**cards, JOKERS[1]: cell(4, 0), JOKERS[0]: cell(4, 1), BACK: cell(4, 2)}


def _trimmed(picture: ByteArray) -> ByteArray:
    """Cut away what is transparent around a card."""
    if picture.shape[2] == 3:
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA), np.uint8)
    covered = picture[..., 3] > 128
    rows, columns = np.flatnonzero(covered.any(axis=1)), np.flatnonzero(covered.any(axis=0))
    if not len(rows):
        return picture
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _plain_back(like: ByteArray) -> ByteArray:
    back = np.full_like(like, 255)
    inset = round(0.06 * like.shape[1])
    back[inset:-inset, inset:-inset, :3] = (140, 66, 34)
    back[inset:-inset:6, inset:-inset, :3] = (210, 190, 170)
    return back


def find_indices(
    cards: dict[str, ByteArray], px_per_mm: float
) -> dict[str, list[tuple[float, float, float, float]]]:
    """Find the upright indices of a deck's cards, boxes (x0, y0, x1, y1) mm of each card: one, or two of four.

    ``cards`` are uint8 BGRA of one size. Number cards tell where the deck has its indices, the others follow them; an
    empty result means that they do not agree.
    """
    first = {
        card: _corner_box(_ink(picture), px_per_mm)
        for card, picture in cards.items()
        if card[:-1] in RANKS[1:9]
    }
    found = np.array([box for box in first.values() if box is not None], np.float64)
    if len(found) < 16:
        return {}
    usual = np.median(found, axis=0)
    agree = np.abs(found[:, [1, 3]] - usual[[1, 3]]).max(axis=1) < 1.5 * px_per_mm
    if agree.mean() < 0.7 or not 3.0 <= (usual[2] - usual[0]) / px_per_mm <= 21.0:
        return {}
    four = 0
    boxes: dict[str, list[tuple[float, float, float, float]]] = {}
    for card, picture in cards.items():
        ink = _ink(picture)
        box = _fitted(ink, usual, px_per_mm, card[:-1] == "10")
        boxes[card] = [(box[0], box[1], box[2], box[3])]
        mirrored = np.ascontiguousarray(ink[:, ::-1])
        other = _corner_box(mirrored, px_per_mm)
        if other is not None and np.abs(np.array(other) - usual)[[1, 3]].max() < 1.5 * px_per_mm:
            four += card[:-1] in RANKS[1:9]
    if four > 24:
        width = next(iter(cards.values())).shape[1]
        for card, picture in cards.items():
            box = _fitted(np.ascontiguousarray(_ink(picture)[:, ::-1]), usual, px_per_mm, card[:-1] == "10")
            boxes[card].append((width - box[2], box[1], width - box[0], box[3]))
    return {
        card: [
            (box[0] / px_per_mm, box[1] / px_per_mm, box[2] / px_per_mm, box[3] / px_per_mm)
            for box in of_card
        ]
        for card, of_card in boxes.items()
    }


def _ink(picture: ByteArray) -> BoolArray:
    """What is printed on a card, its rim left away."""
    height, width = picture.shape[:2]
    paper = np.median(picture[round(0.1 * height) : round(0.9 * height), round(0.035 * width), :3], axis=0)
    ink = np.abs(picture[..., :3].astype(np.float32) - paper).max(axis=2) > 55
    solid = cv2.erode((picture[..., 3] > 250).astype(np.uint8), np.ones((3, 3), np.uint8), iterations=3)
    ink &= solid > 0
    edge = max(2, round(0.014 * width))
    ink[:edge] = ink[-edge:] = False
    ink[:, :edge] = ink[:, -edge:] = False
    return np.asarray(ink, np.bool_)


def _corner_box(ink: BoolArray, px_per_mm: float) -> tuple[float, float, float, float] | None:
    """The box px of the rank and the sign beneath it in the top left corner of a number card."""
    height, width = ink.shape
    window = ink[: round(0.45 * height), : round(0.42 * width)].astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(window, connectivity=8)
    parts = [
        (int(x), int(y), int(x + w), int(y + h), float(cx))
        for (x, y, w, h, area), (cx, _) in zip(stats[1:], centres[1:], strict=True)
        if area > 0.8 * px_per_mm**2 and h < 0.3 * height and w < 0.4 * width
    ]
    if count < 2 or not parts:
        return None
    left = min(parts, key=lambda part: part[0] + 0.5 * part[1])
    x0, y0, x1, y1, _ = left
    grown = True
    signs = [left]
    while grown and len(signs) < 3:
        grown = False
        for part in sorted(parts, key=lambda part: part[1]):
            beneath = 0 <= part[1] - y1 < 3.0 * px_per_mm or 0 <= y0 - part[3] < 3.0 * px_per_mm
            if part not in signs and beneath and x0 - 0.3 * (x1 - x0) < part[4] < x1 + 0.3 * (x1 - x0):
                x0, y0 = min(x0, part[0]), min(y0, part[1])
                x1, y1 = max(x1, part[2]), max(y1, part[3])
                signs.append(part)
                grown = True
                break
    return (float(x0), float(y0), float(x1), float(y1)) if len(signs) >= 2 else None


def _fitted(
    ink: BoolArray, usual: np.ndarray[tuple[int, ...], np.dtype[np.float64]], px_per_mm: float, wide: bool
) -> tuple[float, float, float, float]:
    """The deck's usual box, drawn in to the ink that is inside it; a ten may be wider."""
    x0, y0, x1, y1 = usual
    grow = 0.35 * (x1 - x0) if wide else 0.8 * px_per_mm
    left, right = max(0, round(x0 - grow)), round(x1 + grow)
    top, bottom = max(0, round(y0 - 0.8 * px_per_mm)), round(y1 + 0.8 * px_per_mm)
    part = ink[top:bottom, left:right]
    rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    # A sign beyond a gap belongs to the middle of the card.
    gaps = np.flatnonzero(np.diff(columns) > 1.2 * px_per_mm)
    beyond = [gap for gap in gaps if columns[gap] > 0.7 * (x1 - x0) + (x0 - left)]
    columns = columns[: beyond[0] + 1] if beyond else columns
    if not len(rows) or columns[-1] - columns[0] < 0.3 * (x1 - x0):
        return (float(x0), float(y0), float(x1), float(y1))
    return (
        float(left + columns[0]),
        float(top + rows[0]),
        float(left + columns[-1] + 1),
        float(top + rows[-1] + 1),
    )
