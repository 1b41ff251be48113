"""``companion enrol dice``: the family's own dice, from a few photographs on which every face of theirs shows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date

from companion.cli.enrolment.asking import photographs, place_typed, typed
from companion.cli.enrolment.words import face_cell, face_named, said, typed_face, where
from companion.progress import progress
from companion.wrong_use import WrongUse
from vision.dice.enrolled_dice import FACES_OF, DiceKind, TooFewFaces
from vision.dice.face_spread import FaceSpread, ShownFace, face_spread_of, faces_in
from vision.dice.family_dice import FamilyDice, family_dice
from vision.dice.reader import DiceReader


def dice_reader() -> DiceReader:
    """The reader of dice."""
    return DiceReader(threads=2)


def enrolled(arguments: argparse.Namespace, name: str, asks: bool) -> FamilyDice:
    """The dice on the photographs, with what the family answers where it is asked. Raises ``WrongUse``."""
    language, reader = str(arguments.lang), dice_reader()
    kind: DiceKind = arguments.faces or "poker_dice"
    pictures = photographs(arguments.photographs)
    spread = face_spread_of(
        [faces_in(reader, picture, kind) for picture in progress(pictures, "photographs")], kind
    )
    _show(spread, arguments.photographs, language)
    several = len(pictures) > 1
    if asks:
        spread = _corrected(_asked(spread, language, several), language)
    _tell_what_is_there(spread, language, several)
    try:
        dice = family_dice(spread.examples, name, date.today().isoformat(), reader.network, kind)
    except TooFewFaces as error:
        raise WrongUse(f"{error}: photograph these once more, beside the other photographs.") from error
    print(said("faces_checked", language, right=dice.learnt.right, looks=dice.learnt.checked))
    return dice


def _show(spread: FaceSpread, paths: Sequence[str], language: str) -> None:
    """The table of what was read, row by row."""
    for number, path in enumerate(paths, 1):
        print(said("photograph", language, number=number, path=path))
        rows: dict[int, list[str]] = {}
        for face in spread.faces:
            if face.photograph == number:
                rows.setdefault(face.row, []).append(f"{face_cell(face, language):4}")
        for row, cells in rows.items():
            print(f"  {said('row', language, row=row):>10}  {' '.join(cells).rstrip()}")
        if not rows:
            print(f"  {said('no_dice', language)}")


def _asked(spread: FaceSpread, language: str, several: bool) -> FaceSpread:
    """The spread with the answers to what is doubtful, one after the other; an empty answer leaves a face out."""
    passed_over: set[int] = set()
    while True:
        face = next((face for face in spread.doubtful if face.number not in passed_over), None)
        if face is None:
            return spread
        at = where(face, language, several)
        guesses = ", ".join(face_named(name, language) for name, _ in face.guesses)
        print(said("which_face", language, at=at, guesses=guesses))
        while True:
            text = typed(said("leave_face_out", language))
            name = typed_face(text, FACES_OF[spread.kind], language)
            if not text or text == "0" or name is not None:
                break
            _tell_the_faces(spread, language)
        if text:
            spread = spread.answered(face.number, name)
        else:
            passed_over.add(face.number)


def _corrected(spread: FaceSpread, language: str) -> FaceSpread:
    """The spread after a person looked over the table, and named what was read wrong by its place."""
    example = said("face_example" if spread.kind == "poker_dice" else "number_example", language)
    while True:
        text = typed(said("faces_right_so", language, example=example))
        if not text:
            return spread
        place, word = place_typed(text) or (None, "")
        face = next((one for one in spread.faces if _place(one) == place), None)
        if face is None:
            print(said("no_such_place", language))
            continue
        name = typed_face(word, FACES_OF[spread.kind], language)
        if name is None and word != "0":
            _tell_the_faces(spread, language)
        else:
            spread = spread.answered(face.number, name)


def _place(face: ShownFace) -> tuple[int, int, int]:
    return face.photograph, face.row, face.place


def _tell_the_faces(spread: FaceSpread, language: str) -> None:
    faces = ", ".join(face_named(face, language) for face in FACES_OF[spread.kind])
    print(said("face_not_understood", language, faces=faces))


def _tell_what_is_there(spread: FaceSpread, language: str, several: bool) -> None:
    """Faces that are missing, and what is left out."""
    if spread.doubtful:
        print(said("left_out", language))
        for face in spread.doubtful:
            at = where(face, language, several)
            print(f"  {said('perhaps', language, at=at, card=face_named(face.face, language))}")
    if spread.missing:
        faces = ", ".join(face_named(face, language) for face in spread.missing)
        print(said("faces_missing", language, faces=faces))
    else:
        print(said("all_faces", language))
