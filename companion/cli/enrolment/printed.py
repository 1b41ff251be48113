"""``companion enrol printed``: the cards of any box, from photographs and a file that says which card lies where; or
from photographs of numbers, which are read.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path

from calibration.kept_box import LONGEST_LABEL, write_box
from companion.cli.enrolment.asking import photographs, typed
from companion.cli.enrolment.words import said
from companion.evening.data_folder import DataFolder, default_folder
from companion.evening.family_boxes import FamilyBoxes, games_with_printed_cards
from companion.evening.laid_cards import reading_order
from companion.wrong_use import WrongUse
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import NoCard, ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import BadLabels, LabelledCard, labels_of, read_labels
from vision.printed.learning import without_confirmed
from vision.printed.number_places import NUMBERS
from vision.printed.numbers import NumberReader, NumberReading
from vision.readings import SURE


def run(arguments: argparse.Namespace, name: str, *, asks: bool) -> int:
    """Enrol a box, write it into its file and return 0; ``asks``: somebody answers what is open. Raises
    ``WrongUse``.
    """
    if (arguments.labels is None) == (arguments.numbers is None) or arguments.out is None:
        raise WrongUse(
            "enrol printed wants --labels FILE.jsonl (which card lies where) or --numbers HIGHEST (which are read), "
            "and --out FILE (to write)."
        )
    finder = CardFinder(threads=2)
    if arguments.labels is not None:
        box = _box(arguments.photographs, arguments.labels, name, finder)
    else:
        box = _numbered(arguments, name, asks, finder)
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


def _numbered(arguments: argparse.Namespace, name: str, asks: bool, finder: CardFinder) -> EnrolledBox:
    """The box of cards with numbers: what is read surely counts, what is open is asked or left out."""
    if not 1 <= arguments.numbers < NUMBERS:
        raise WrongUse(f"--numbers takes the highest number on a card, from 1 to {NUMBERS - 1}.")
    pictures, reader = photographs(arguments.photographs), NumberReader(threads=2, finder=finder)
    seen = [_in_order(reader.read(picture, range(1, arguments.numbers + 1))) for picture in pictures]
    cards = {(photograph, at): one for photograph, found in enumerate(seen) for at, one in enumerate(found)}
    sure = {
        place: str(one.value) for place, one in cards.items() if one.score >= SURE and one.value is not None
    }
    # What is read of two cards is told of neither.
    often = Counter(sure.values())
    named = {place: label for place, label in sure.items() if often[label] == 1}
    print(said("numbers_read", arguments.lang, read=len(named), count=len(cards)))
    for place in cards:
        if place not in named:
            label = _asked_number(place, named.values(), arguments) if asks else ""
            if label:
                named[place] = label
            else:
                print(f"{said('left_out', arguments.lang)} {_place(place, arguments.lang)}")
    shown = [
        ShownPhotograph(
            picture,
            tuple(
                LabelledCard(named[number, at], one.outline.box)
                for at, one in enumerate(seen[number])
                if (number, at) in named
            ),
        )
        for number, picture in enumerate(pictures)
    ]
    try:
        return enrol(shown, name, date.today().isoformat(), finder)
    except NoCard as error:
        raise WrongUse("No number could be read: say with --labels which card lies where.") from error


def _in_order(readings: Sequence[NumberReading]) -> list[NumberReading]:
    """The cards row by row."""
    return [readings[at] for at in reading_order([one.outline for one in readings])]


def _place(place: tuple[int, int], language: str) -> str:
    return said("number_place", language, photograph=place[0] + 1, card=place[1] + 1)


def _asked_number(place: tuple[int, int], taken: Collection[str], arguments: argparse.Namespace) -> str:
    """The number that somebody types for a card; nothing where it is left out."""
    while True:
        at = _place(place, arguments.lang)
        answer = typed(said("which_number", arguments.lang, at=at[0].upper() + at[1:]))
        if not answer or (
            answer.isdecimal() and 1 <= int(answer) <= arguments.numbers and answer not in taken
        ):
            return answer
        print(said("number_taken", arguments.lang, number=answer))


def _box(paths: Sequence[str], file: Path, name: str, finder: CardFinder) -> EnrolledBox:
    try:
        labels = read_labels(file)
    except BadLabels as error:
        raise WrongUse(str(error)) from error
    named = [_named(labels, file, path) for path in paths]
    shown = [
        ShownPhotograph(picture, cards) for picture, cards in zip(photographs(paths), named, strict=True)
    ]
    try:
        return enrol(shown, name, date.today().isoformat(), finder)
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
