"""``companion enrol printed``: the cards of any box, from photographs and a file that says which card lies where."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from calibration.kept_box import LONGEST_LABEL, write_box
from companion.cli.enrolment.asking import photographs
from companion.cli.enrolment.words import said
from companion.evening.data_folder import DataFolder, default_folder
from companion.evening.family_boxes import FamilyBoxes, games_with_printed_cards
from companion.wrong_use import WrongUse
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import NoCard, ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import BadLabels, LabelledCard, labels_of, read_labels
from vision.printed.learning import without_confirmed


def run(arguments: argparse.Namespace, name: str) -> int:
    """Enrol a box, write it into its file and return 0. Raises ``WrongUse``."""
    if arguments.labels is None or arguments.out is None:
        raise WrongUse(
            "enrol printed wants --labels FILE.jsonl (which card lies where) and --out FILE (to write)."
        )
    box = _box(arguments.photographs, arguments.labels, name)
    try:
        write_box(arguments.out, box)
    except OSError as error:
        raise WrongUse(f"{arguments.out} cannot be written ({error.strerror}): name another file.") from error
    print(said("box_kept", arguments.lang, name=name, count=len(box.labels), path=arguments.out))
    return 0


def forget(arguments: argparse.Namespace) -> int:
    """Take back what the family's boxes learnt from evenings and return 0; what was shown stays. Raises ``WrongUse``
    where another program uses the data folder, or it cannot be written to.
    """
    folder = DataFolder(arguments.data or default_folder())
    folder.hold()
    try:
        boxes, forgotten = FamilyBoxes(folder.path), 0
        for game in games_with_printed_cards():
            box = boxes.box(game) if arguments.name in (None, game) else None
            learnt = 0 if box is None else sum(look.confirmed is not None for look in box.looks)
            if box is not None and learnt:
                boxes.keep(game, without_confirmed(box, lambda _: True), boxes.origin(game))
                forgotten += learnt
    except OSError as error:
        raise WrongUse(f"{folder.path} cannot be written to ({error.strerror}): make room.") from error
    finally:
        folder.release()
    print(said("looks_forgotten", arguments.lang, count=forgotten))
    return 0


def _box(paths: Sequence[str], file: Path, name: str) -> EnrolledBox:
    try:
        labels = read_labels(file)
    except BadLabels as error:
        raise WrongUse(str(error)) from error
    named = [_named(labels, file, path) for path in paths]
    shown = [
        ShownPhotograph(picture, cards) for picture, cards in zip(photographs(paths), named, strict=True)
    ]
    try:
        return enrol(shown, name, date.today().isoformat(), CardFinder(threads=2))
    except NoCard as error:
        raise WrongUse(f"{error}: put it into {file}.") from error


def _named(labels: dict[str, tuple[LabelledCard, ...]], file: Path, path: str) -> tuple[LabelledCard, ...]:
    cards = labels_of(labels, file, path)
    if cards is None:
        raise WrongUse(f"{file} does not say what lies on {path}: add a line for it.")
    for card in cards:
        if len(card.label) > LONGEST_LABEL:
            raise WrongUse(f"A name in {file} is longer than {LONGEST_LABEL} letters: {card.label[:30]}…")
    return cards
