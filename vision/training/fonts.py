"""Type faces for training: fetched from Debian into a folder, read through Pillow, some of them held out.

Only training uses them: what runs at a table draws with strokes.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from vision.scene.arrays import ByteArray

FONT_PACKAGES = (
    "fonts-adf-accanthis",
    "fonts-adf-baskervald",
    "fonts-adf-berenis",
    "fonts-adf-gillius",
    "fonts-adf-ikarius",
    "fonts-adf-irianis",
    "fonts-adf-libris",
    "fonts-adf-mekanus",
    "fonts-adf-oldania",
    "fonts-adf-romande",
    "fonts-adf-solothurn",
    "fonts-adf-switzera",
    "fonts-adf-tribun",
    "fonts-adf-universalis",
    "fonts-adf-verana",
    "fonts-allerta",
    "fonts-arapey",
    "fonts-averia-sans-gwf",
    "fonts-averia-serif-gwf",
    "fonts-b612",
    "fonts-bebas-neue",
    "fonts-cabin",
    "fonts-cantarell",
    "fonts-cardo",
    "fonts-century-catalogue",
    "fonts-clear-sans",
    "fonts-comfortaa",
    "fonts-comic-neue",
    "fonts-courier-prime",
    "fonts-crosextra-caladea",
    "fonts-crosextra-carlito",
    "fonts-dejavu-core",
    "fonts-dejavu-extra",
    "fonts-dosis",
    "fonts-dustin",
    "fonts-ebgaramond",
    "fonts-essays1743",
    "fonts-fanwood",
    "fonts-go",
    "fonts-goudybookletter",
    "fonts-inter",
    "fonts-junction",
    "fonts-junicode",
    "fonts-karla",
    "fonts-lato",
    "fonts-league-spartan",
    "fonts-liberation2",
    "fonts-lindenhill",
    "fonts-linuxlibertine",
    "fonts-lobstertwo",
    "fonts-manrope",
    "fonts-national-park",
    "fonts-oldstandard",
    "fonts-open-sans",
    "fonts-opendin",
    "fonts-oxygen",
    "fonts-paratype",
    "fonts-play",
    "fonts-prociono",
    "fonts-quattrocento",
    "fonts-quicksand",
    "fonts-roadgeek",
    "fonts-roboto-slab",
    "fonts-roboto-unhinted",
    "fonts-sil-andika",
    "fonts-sil-charis",
    "fonts-sil-gentium-basic",
    "fonts-sora",
    "fonts-stix",
    "fonts-texgyre",
    "fonts-tuffy",
    "fonts-urw-base35",
    "fonts-vollkorn",
    "fonts-yanone-kaffeesatz",
    "fonts-yrsa-rasa",
)
"""Debian packages of free type faces: book faces, grotesques, slab, round, condensed and poster types."""

HELD_OUT = frozenset(
    {
        "fonts-adf-oldania",
        "fonts-arapey",
        "fonts-cabin",
        "fonts-century-catalogue",
        "fonts-clear-sans",
        "fonts-dosis",
        "fonts-goudybookletter",
        "fonts-league-spartan",
        "fonts-lobstertwo",
        "fonts-national-park",
        "fonts-quattrocento",
        "fonts-roboto-slab",
        "fonts-sora",
        "fonts-vollkorn",
        "fonts-yanone-kaffeesatz",
    }
)
"""Packages that no training sees: whole families, so that nothing held out has a sister in training."""

_NEEDED = "A23456789JQKVDRBH10T"
_HEIGHT = 128
_LARGEST_FAMILY = 3
_UNFIT = (
    "italic",
    "oblique",
    "symbol",
    "dingbat",
    "math",
    "emoji",
    "braille",
    "d050000l",
    "standardsymbols",
    "z003",
    "chancery",
    "smallcap",
    "sc-",
    "swash",
    "initials",
    "adfstyle",
    "keyboard",
    "outline",
    "shadow",
)


@dataclass(frozen=True, slots=True)
class FontLettering:
    """A type face of a file; equal files draw the same."""

    path: Path

    def text(self, characters: str) -> ByteArray:
        """Return the coverage of a text, uint8 (height, width), about 128 px high, nothing around it.

        Raises ValueError where the file cannot draw it.
        """
        return _drawn(self.path, characters)


@dataclass(frozen=True, slots=True)
class FontShelf:
    """The type faces found, by file, in a fixed order; no family is in both parts."""

    training: tuple[FontLettering, ...]
    held_out: tuple[FontLettering, ...]


def fetch_fonts(folder: Path, packages: Iterable[str] = FONT_PACKAGES) -> list[str]:
    """Download and unpack Debian's font packages that are not in ``folder`` yet; returns a sentence for each failure.

    Nothing is installed. Needs ``apt-get`` and ``dpkg``; raises RuntimeError where they are missing.
    """
    apt, dpkg = shutil.which("apt-get"), shutil.which("dpkg")
    if apt is None or dpkg is None:
        raise RuntimeError(
            "Fetch the fonts on Debian, or copy a folder of fonts there: apt-get and dpkg are missing."
        )
    folder.mkdir(parents=True, exist_ok=True)
    failed = []
    for package in packages:
        target = folder / package
        if target.exists():
            continue
        archives = sorted(folder.glob(f"{package}_*.deb"))
        if not archives:
            subprocess.run([apt, "download", "-qq", package], cwd=folder, check=False, capture_output=True)  # noqa: S603
            archives = sorted(folder.glob(f"{package}_*.deb"))
        if not archives:
            failed.append(f"{package} could not be downloaded: run apt-get update, or go on without it.")
            continue
        subprocess.run([dpkg, "-x", str(archives[-1]), str(target)], check=True, capture_output=True)  # noqa: S603
        archives[-1].unlink()
    return failed


def load_fonts(folder: Path) -> FontShelf:
    """Read the type faces under a folder that can draw all ranks, up to three a family; none where it is absent."""
    families: dict[tuple[str, str], list[Path]] = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in (".ttf", ".otf") or any(word in path.name.lower() for word in _UNFIT):
            continue
        package = path.relative_to(folder).parts[0]
        families.setdefault((package, family_of(path)), []).append(path)
    training: list[FontLettering] = []
    held_out: list[FontLettering] = []
    for (package, _), paths in sorted(families.items()):
        # The plain and the bold one first: short names, then the rest by their number.
        chosen = sorted(paths, key=lambda path: (not _is_common(path.stem), len(path.stem), path.name))
        usable = [FontLettering(path) for path in chosen[: 2 * _LARGEST_FAMILY] if draws_all(path)]
        (held_out if package in HELD_OUT else training).extend(usable[:_LARGEST_FAMILY])
    return FontShelf(tuple(training), tuple(held_out))


def family_of(path: Path) -> str:
    """The name of a file's family: what stands before its style."""
    name = path.stem.lower().replace("_", "-")
    head = name.split("-")[0]
    for word in ("bold", "regular", "medium", "light", "black", "heavy", "cond", "semibold", "book", "roman"):
        at = head.find(word)
        if at > 2:
            head = head[:at]
    return head


def draws_all(path: Path) -> bool:
    """Whether a file draws every figure that indices need, each in its own way."""
    try:
        drawn = [_drawn(path, character) for character in _NEEDED]
    except (ValueError, OSError):
        return False
    seen = {(picture.shape, picture.tobytes()) for picture in drawn}
    # Letters of dots or stencilled ones are no type of cards.
    if cv2.connectedComponents((_drawn(path, "K") > 127).astype(np.uint8))[0] > 3:
        return False
    # O and 0 may look alike; a file without letters draws the same box for all.
    tall = [picture.shape[0] for picture in drawn]
    return len(seen) >= len(set(_NEEDED)) - 1 and max(tall) < 2 * min(tall)


def _is_common(stem: str) -> bool:
    name = stem.lower()
    return any(word in name for word in ("regular", "bold", "condensed")) and "extra" not in name


@lru_cache(maxsize=8192)
def _drawn(path: Path, characters: str) -> ByteArray:
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(path), _HEIGHT * 3 // 2)
    left, top, right, bottom = font.getbbox(characters)
    if right - left < 2 or bottom - top < 2:
        raise ValueError(f"{path.name} draws nothing for {characters!r}: leave the file out.")
    canvas = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8), 0)
    ImageDraw.Draw(canvas).text((4 - left, 4 - top), characters, fill=255, font=font)
    picture = np.asarray(canvas, np.uint8)
    rows, columns = np.flatnonzero(picture.any(axis=1)), np.flatnonzero(picture.any(axis=0))
    if not len(rows):
        raise ValueError(f"{path.name} draws nothing for {characters!r}: leave the file out.")
    picture = picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()
    picture.setflags(write=False)
    return picture
