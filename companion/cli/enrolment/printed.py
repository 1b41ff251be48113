"""``companion enrol printed``: the cards of any box, from photographs and a file that says which card lies where."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from calibration.kept_box import LONGEST_LABEL, write_box
from companion.cli.enrolment.asking import photographs
from companion.cli.enrolment.words import said
from companion.wrong_use import WrongUse
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import NoCard, ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import BadLabels, LabelledCard, labels_of, read_labels


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
