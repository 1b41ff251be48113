"""A family's own decks and dice, kept in one file of the data folder: ``enrolment.json``.

The file holds what the readers saw of every card and face, not what was learnt from it: that is learnt anew when it
is loaded, in less than a second. It can be copied to another machine as it is. The one before is kept as ``.bak``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.whole_file import write_whole
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import Confirmed, EnrolledDeck, Examples
from vision.cards.deck.enrolment import learnt
from vision.cards.deck.looks import EMBEDDING, FloatArray
from vision.cards.deck.pack import PACKS, Pack
from vision.dice.enrolled_dice import FACES_OF, ByteArray, FaceExample
from vision.dice.family_dice import FamilyDice, family_dice
from vision.dice.geometry import CROP_SIZE

FILE = "enrolment.json"
LONGEST_NAME = 40
VERSION = 4
"""Version 1 held decks only, version 2 nothing that was learnt from evenings, version 3 no tints of inks."""
_MOST_LOOKS = 5000
_LONGEST_ZONE = 200
_MOST_ENTRIES = 100
_MOST_FACES = 500
_CROP = (CROP_SIZE, CROP_SIZE, 3)
_FACES = 6
_LITTLE_ENDIAN = "<f4"


class BadEnrolment(ValueError):
    """A file is no enrolment that can be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class FamilyEnrolment:
    """What a family enrolled: its decks and its dice, each with a name of its own among its like."""

    decks: tuple[EnrolledDeck, ...] = ()
    dice: tuple[FamilyDice, ...] = ()

    def deck(self, name: str) -> EnrolledDeck | None:
        """The deck of a name."""
        return next((deck for deck in self.decks if deck.name == name), None)

    def with_deck(self, deck: EnrolledDeck) -> FamilyEnrolment:
        """The enrolment with one deck more, or in the place of the one of the same name."""
        others = [other for other in self.decks if other.name != deck.name]
        return replace(self, decks=tuple(sorted([*others, deck], key=lambda one: one.name)))

    def with_dice(self, dice: FamilyDice) -> FamilyEnrolment:
        """The enrolment with dice more, or in the place of those of the same name."""
        others = [other for other in self.dice if other.name != dice.name]
        return replace(self, dice=tuple(sorted([*others, dice], key=lambda one: one.name)))

    def merged(self, other: FamilyEnrolment) -> FamilyEnrolment:
        """Both enrolments in one; of two decks or dice of one name those enrolled later, in doubt the other's."""
        together = self
        for deck in other.decks:
            before = together.deck(deck.name)
            if before is None or before.enrolled_on <= deck.enrolled_on:
                together = together.with_deck(deck)
        days = {dice.name: dice.enrolled_on for dice in self.dice}
        for dice in other.dice:
            if days.get(dice.name, "") <= dice.enrolled_on:
                together = together.with_dice(dice)
        return together

    def usable(self, network: str) -> tuple[EnrolledDeck, ...]:
        """The decks whose embeddings a network made; those of another one must be enrolled again."""
        return tuple(deck for deck in self.decks if deck.network == network)


class _LearntFile(BaseModel):
    """What was learnt of a deck from evenings, apart from what was enrolled by hand."""

    model_config = ConfigDict(extra="forbid")

    codes: Annotated[list[str], Field(min_length=1, max_length=_MOST_LOOKS)]
    zones: list[Annotated[str, Field(max_length=_LONGEST_ZONE)]]
    days: list[date]
    evenings: list[Annotated[str, Field(max_length=_LONGEST_ZONE)]]
    entries: list[Annotated[tuple[Annotated[int, Field(ge=0)], ...], Field(max_length=_MOST_ENTRIES)]]
    embeddings: str
    factory: str
    digest: str


class _DeckFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    pack: Literal["52", "32", "104"]
    enrolled_on: date
    network: Annotated[str, Field(min_length=1)]
    v_means: Literal["J", "Q"] | None
    codes: Annotated[list[str], Field(max_length=_MOST_LOOKS)]
    photographs: list[Annotated[int, Field(ge=1, le=1000)]]
    embeddings: str
    factory: str
    tints: str | None = None
    digest: str
    learnt: _LearntFile | None = None


class _DiceFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    kind: Literal["numbers", "poker_dice"]
    enrolled_on: date
    network: Annotated[str, Field(min_length=1)]
    faces: Annotated[list[str], Field(max_length=_MOST_FACES)]
    crops: list[str]
    factory: str
    digest: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1, 2, 3, 4]
    decks: list[_DeckFile]
    dice: list[_DiceFile] = []


class _Version(BaseModel):
    version: int


def enrolment_path(folder: Path) -> Path:
    """Where a family's enrolment is kept in the data folder."""
    return folder / FILE


def load_enrolment(folder: Path) -> FamilyEnrolment:
    """Read the enrolment of a data folder; an empty one where there is none yet. Raises BadEnrolment."""
    path = enrolment_path(folder)
    return read_enrolment(path) if path.exists() else FamilyEnrolment()


def read_enrolment(path: Path) -> FamilyEnrolment:
    """Read an enrolment from a file of any name. Raises BadEnrolment."""
    text = ""
    try:
        text = path.read_text(encoding="utf-8")
        return _enrolment(text)
    except OSError as error:
        raise BadEnrolment(f"{path} cannot be read ({error.strerror}): name another file.") from error
    except (ValidationError, ValueError) as error:
        if _is_newer(text):
            raise BadEnrolment(
                f"{path} was written by a newer Companion: bring this one up to date."
            ) from error
        raise BadEnrolment(f"{path} is no whole enrolment: enrol again, or take a copy.") from error


def save_enrolment(folder: Path, enrolment: FamilyEnrolment) -> None:
    """Keep an enrolment in a data folder, whole or not at all; the one before stays as ``.bak``. Raises OSError."""

    def is_good() -> bool:
        try:
            kept = load_enrolment(folder)
            return bool(kept.decks or kept.dice)
        except BadEnrolment:
            return False

    write_whole(enrolment_path(folder), enrolment_text(enrolment), keep_before=is_good)


def enrolment_text(enrolment: FamilyEnrolment) -> str:
    """The text of an enrolment's file. Raises ValueError where it could not be read again."""
    written = {
        "version": _least_version(enrolment.decks),
        "decks": [_written(deck) for deck in enrolment.decks],
        "dice": [_written_dice(dice) for dice in enrolment.dice],
    }
    text = json.dumps(written, indent=1, ensure_ascii=False) + "\n"
    # What cannot be read again must never take the place of what can.
    _enrolment(text)
    return text


def _least_version(decks: Sequence[EnrolledDeck]) -> int:
    """The oldest version that can hold these decks: a program that was taken back reads them still."""
    if any(deck.examples.tints is not None for deck in decks):
        return VERSION
    return 3 if any(deck.confirmed for deck in decks) else 2


def _written(deck: EnrolledDeck) -> dict[str, Any]:
    return {
        "name": deck.name,
        "pack": deck.pack_name,
        "enrolled_on": deck.enrolled_on,
        "network": deck.network,
        "v_means": deck.v_means,
        "codes": [CARDS[code] for code in deck.examples.codes],
        "photographs": [int(number) for number in deck.examples.photographs],
        "embeddings": _packed(deck.examples.embeddings),
        "factory": _packed(deck.examples.factory),
        **({} if deck.examples.tints is None else {"tints": _packed(deck.examples.tints)}),
        "digest": _digest(deck.examples),
        **({"learnt": _written_learnt(deck.confirmed)} if deck.confirmed else {}),
    }


def _written_learnt(confirmed: Sequence[Confirmed]) -> dict[str, Any]:
    return {
        "codes": [CARDS[one.code] for one in confirmed],
        "zones": [one.zone for one in confirmed],
        "days": [one.day for one in confirmed],
        "evenings": [one.evening for one in confirmed],
        "entries": [list(one.entries) for one in confirmed],
        "embeddings": _packed(np.stack([one.embedding for one in confirmed])),
        "factory": _packed(np.stack([one.factory for one in confirmed])),
        "digest": _digest_of_learnt(confirmed),
    }


def _written_dice(dice: FamilyDice) -> dict[str, Any]:
    crops = [zlib.compress(example.crop.tobytes(), 9) for example in dice.examples]
    return {
        "name": dice.name,
        "kind": dice.learnt.kind,
        "enrolled_on": dice.enrolled_on,
        "network": dice.network,
        "faces": [example.face for example in dice.examples],
        "crops": [base64.b64encode(crop).decode("ascii") for crop in crops],
        "factory": _packed(np.stack([example.factory for example in dice.examples])),
        "digest": _digest_of_faces(dice.examples),
    }


def _is_newer(text: str) -> bool:
    """Whether a text says of itself that a later program wrote it."""
    try:
        return _Version.model_validate_json(text).version > VERSION
    except ValidationError:
        return False


def _enrolment(text: str) -> FamilyEnrolment:
    file = _File.model_validate_json(text)
    decks, dice = [_deck(one) for one in file.decks], [_dice(one) for one in file.dice]
    if len({deck.name for deck in decks}) < len(decks) or len({one.name for one in dice}) < len(dice):
        raise ValueError("two decks or dice have the same name")
    return FamilyEnrolment(tuple(decks), tuple(dice))


def _deck(file: _DeckFile) -> EnrolledDeck:
    pack, looks = PACKS[file.pack], len(file.codes)
    if len(file.photographs) != looks or not set(file.codes) <= set(pack.codes):
        raise ValueError("the cards of a deck do not fit its pack")
    _check_name(file.name)
    factory = _probabilities(file.factory, (looks, len(CARDS)))
    examples = Examples(
        np.array([CARDS.index(code) for code in file.codes], np.intp),
        _unpacked(file.embeddings, (looks, EMBEDDING)),
        factory,
        np.array(file.photographs, np.intp),
        None if file.tints is None else _unpacked(file.tints, (looks, 3)),
    )
    if _digest(examples) != file.digest:
        raise ValueError("numbers are damaged")
    # TooFewCards is a ValueError, too: such a deck is never written.
    confirmed = () if file.learnt is None else _confirmed(file.learnt, pack)
    day = file.enrolled_on.isoformat()
    return learnt(examples, pack, file.name, day, file.network, file.v_means, confirmed)


def _confirmed(file: _LearntFile, pack: Pack) -> tuple[Confirmed, ...]:
    looks = len(file.codes)
    told = (file.zones, file.days, file.evenings, file.entries)
    if any(len(one) != looks for one in told) or not set(file.codes) <= set(pack.codes):
        raise ValueError("what a deck learnt does not fit its pack")
    embeddings = _unpacked(file.embeddings, (looks, EMBEDDING))
    factory = _probabilities(file.factory, (looks, len(CARDS)))
    days = [day.isoformat() for day in file.days]
    codes = [CARDS.index(code) for code in file.codes]
    confirmed = tuple(
        map(Confirmed, codes, embeddings, factory, file.zones, days, file.evenings, file.entries)
    )
    if _digest_of_learnt(confirmed) != file.digest:
        raise ValueError("numbers are damaged")
    return confirmed


def _dice(file: _DiceFile) -> FamilyDice:
    _check_name(file.name)
    if len(file.crops) != len(file.faces) or not set(file.faces) <= set(FACES_OF[file.kind]):
        raise ValueError("the faces of dice do not fit their kind")
    factory = _probabilities(file.factory, (len(file.faces), _FACES))
    examples = [
        FaceExample(face, _crop(crop), shares)
        for face, crop, shares in zip(file.faces, file.crops, factory, strict=True)
    ]
    if _digest_of_faces(examples) != file.digest:
        raise ValueError("crops are damaged")
    # TooFewFaces is a ValueError, too: such dice are never written.
    return family_dice(examples, file.name, file.enrolled_on.isoformat(), file.network, file.kind)


def _check_name(name: str) -> None:
    if not name.isprintable() or name != name.strip():
        raise ValueError("a name cannot be shown")


def _crop(text: str) -> ByteArray:
    """A crop uint8 BGR (64, 64, 3) of its packed form, which may unpack to no more."""
    size = int(np.prod(_CROP))
    try:
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(base64.b64decode(text, validate=True), size + 1)
    except (binascii.Error, zlib.error) as error:
        raise ValueError("crops are damaged") from error
    if len(data) != size:
        raise ValueError("crops are of another size")
    return np.frombuffer(data, np.uint8).reshape(_CROP)


def _probabilities(text: str, shape: tuple[int, int]) -> FloatArray:
    shares = _unpacked(text, shape)
    if shares.size and (shares.min() < 0.0 or shares.sum(axis=1).max() > 1.01):
        raise ValueError("what the factory said are no probabilities")
    return shares


def _digest_of_faces(examples: Iterable[FaceExample]) -> str:
    digest = hashlib.sha256()
    for example in examples:
        digest.update(example.face.encode() + b" " + example.crop.tobytes())
        digest.update(example.factory.astype(_LITTLE_ENDIAN).tobytes())
    return digest.hexdigest()[:32]


def _digest(examples: Examples) -> str:
    """What tells that not a digit of the examples was changed."""
    digest = hashlib.sha256()
    for numbers in (examples.codes.astype("<i4"), examples.photographs.astype("<i4")):
        digest.update(numbers.tobytes())
    for values in (examples.embeddings, examples.factory, examples.tints):
        if values is not None:
            digest.update(values.astype(_LITTLE_ENDIAN).tobytes())
    return digest.hexdigest()[:32]


def _digest_of_learnt(confirmed: Sequence[Confirmed]) -> str:
    digest = hashlib.sha256()
    for one in confirmed:
        told = [CARDS[one.code], one.zone, one.day, one.evening, *one.entries]
        digest.update(json.dumps(told).encode())
        for values in (one.embedding, one.factory):
            digest.update(values.astype(_LITTLE_ENDIAN).tobytes())
    return digest.hexdigest()[:32]


def _packed(numbers: FloatArray) -> str:
    return base64.b64encode(numbers.astype(_LITTLE_ENDIAN).tobytes()).decode("ascii")


def _unpacked(text: str, shape: Sequence[int]) -> FloatArray:
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("numbers are damaged") from error
    if len(data) != 4 * shape[0] * shape[1]:
        raise ValueError("numbers are missing")
    numbers = np.frombuffer(data, _LITTLE_ENDIAN).astype(np.float32).reshape(*shape)
    if not np.isfinite(numbers).all() or np.abs(numbers).max(initial=0.0) > 1e6:
        raise ValueError("numbers are damaged")
    return numbers
