"""A family's own decks, kept in one file of the data folder: ``enrolment.json``.

The file holds what the readers saw of every card, not what was learnt from it: that is learnt anew when it is loaded,
in less than a second. It can be copied to another machine as it is. The one before is kept as ``.bak``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.whole_file import write_whole
from vision.cards.enrolled_deck import EnrolledDeck, Examples
from vision.cards.enrolment import learnt
from vision.cards.looks import EMBEDDING, FloatArray
from vision.cards.pack import PACKS
from vision.scene.card_names import CARDS

FILE = "enrolment.json"
LONGEST_NAME = 40
_MOST_LOOKS = 5000
_LITTLE_ENDIAN = "<f4"


class BadEnrolment(ValueError):
    """A file is no enrolment that can be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class FamilyEnrolment:
    """What a family enrolled: its decks, each with a name of its own."""

    decks: tuple[EnrolledDeck, ...] = ()

    def deck(self, name: str) -> EnrolledDeck | None:
        """The deck of a name."""
        return next((deck for deck in self.decks if deck.name == name), None)

    def with_deck(self, deck: EnrolledDeck) -> FamilyEnrolment:
        """The enrolment with one deck more, or in the place of the one of the same name."""
        others = [other for other in self.decks if other.name != deck.name]
        return FamilyEnrolment(tuple(sorted([*others, deck], key=lambda one: one.name)))

    def merged(self, other: FamilyEnrolment) -> FamilyEnrolment:
        """Both enrolments in one; of two decks of the same name the one enrolled later, in doubt the other's."""
        together = self
        for deck in other.decks:
            before = together.deck(deck.name)
            if before is None or before.enrolled_on <= deck.enrolled_on:
                together = together.with_deck(deck)
        return together

    def usable(self, network: str) -> tuple[EnrolledDeck, ...]:
        """The decks whose embeddings a network made; those of another one must be enrolled again."""
        return tuple(deck for deck in self.decks if deck.network == network)


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
    digest: str


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1]
    decks: list[_DeckFile]


def enrolment_path(folder: Path) -> Path:
    """Where a family's enrolment is kept in the data folder."""
    return folder / FILE


def load_enrolment(folder: Path) -> FamilyEnrolment:
    """Read the enrolment of a data folder; an empty one where there is none yet. Raises BadEnrolment."""
    path = enrolment_path(folder)
    return read_enrolment(path) if path.exists() else FamilyEnrolment()


def read_enrolment(path: Path) -> FamilyEnrolment:
    """Read an enrolment from a file of any name. Raises BadEnrolment."""
    try:
        return _enrolment(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadEnrolment(f"{path} cannot be read ({error.strerror}): name another file.") from error
    except (ValidationError, ValueError) as error:
        raise BadEnrolment(f"{path} is no whole enrolment: enrol again, or take a copy.") from error


def save_enrolment(folder: Path, enrolment: FamilyEnrolment) -> None:
    """Keep an enrolment in a data folder, whole or not at all; the one before stays as ``.bak``. Raises OSError."""

    def is_good() -> bool:
        try:
            return bool(load_enrolment(folder).decks)
        except BadEnrolment:
            return False

    write_whole(enrolment_path(folder), enrolment_text(enrolment), keep_before=is_good)


def enrolment_text(enrolment: FamilyEnrolment) -> str:
    """The text of an enrolment's file. Raises ValueError where it could not be read again."""
    written = {"version": 1, "decks": [_written(deck) for deck in enrolment.decks]}
    text = json.dumps(written, indent=1, ensure_ascii=False) + "\n"
    # What cannot be read again must never take the place of what can.
    _enrolment(text)
    return text


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
        "digest": _digest(deck.examples),
    }


def _enrolment(text: str) -> FamilyEnrolment:
    decks = [_deck(file) for file in _File.model_validate_json(text).decks]
    if len({deck.name for deck in decks}) < len(decks):
        raise ValueError("two decks have the same name")
    return FamilyEnrolment(tuple(decks))


def _deck(file: _DeckFile) -> EnrolledDeck:
    pack, looks = PACKS[file.pack], len(file.codes)
    if len(file.photographs) != looks or not set(file.codes) <= set(pack.codes):
        raise ValueError("the cards of a deck do not fit its pack")
    if not file.name.isprintable() or file.name != file.name.strip():
        raise ValueError("the name of a deck cannot be shown")
    factory = _unpacked(file.factory, (looks, len(CARDS)))
    if factory.size and (factory.min() < 0.0 or factory.sum(axis=1).max() > 1.01):
        raise ValueError("what the factory said are no probabilities")
    examples = Examples(
        np.array([CARDS.index(code) for code in file.codes], np.intp),
        _unpacked(file.embeddings, (looks, EMBEDDING)),
        factory,
        np.array(file.photographs, np.intp),
    )
    if _digest(examples) != file.digest:
        raise ValueError("numbers are damaged")
    # TooFewCards is a ValueError, too: such a deck is never written.
    return learnt(examples, pack, file.name, file.enrolled_on.isoformat(), file.network, file.v_means)


def _digest(examples: Examples) -> str:
    """What tells that not a digit of the examples was changed."""
    digest = hashlib.sha256()
    for numbers in (examples.codes.astype("<i4"), examples.photographs.astype("<i4")):
        digest.update(numbers.tobytes())
    for values in (examples.embeddings, examples.factory):
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
