"""``companion enrol deck``: the family's own cards, from a few photographs of the deck spread out in rows."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from calibration.kept_enrolment import (
    LONGEST_NAME,
    BadEnrolment,
    FamilyEnrolment,
    enrolment_path,
    enrolment_text,
    load_enrolment,
    save_enrolment,
)
from calibration.whole_file import write_whole
from companion.cli.card_typing import typed_card
from companion.cli.data_folder import DataFolder, default_folder, shown_default_folder
from companion.cli.enrol_words import cell, court, listed, named, pairs, said, where
from companion.cli.main import WrongUse
from vision.cards.deck_reader import DeckReader
from vision.cards.enrolled_deck import EnrolledDeck
from vision.cards.enrolment import TooFewCards, enrol
from vision.cards.labelling import Fixed
from vision.cards.looks import ReadsCards
from vision.cards.pack import PACKS
from vision.cards.spread import Known, Spread, SpreadCard, spread_of
from vision.picture import UnreadablePicture, load_picture
from vision.scene.card_names import LANGUAGES

_EPILOG = (
    "Lay the deck in rows, every card free, sorted if you like, and photograph it from above: all of it at once, or "
    "in up to three parts. In the table a ? is asked, a ! is there too often. With --yes, or where nobody can "
    "answer, what is doubtful is left out and named."
)
_PLACE = re.compile(r"((?:\d{1,3}\.){1,2}\d{1,3})\s+(.+)")


def card_reader() -> ReadsCards:
    """The reader of cards."""
    return DeckReader(threads=2)


def somebody_answers() -> bool:
    """Whether questions can be asked: a person sits at the terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion enrol``."""
    parser.epilog = _EPILOG
    parser.add_argument("kind", choices=("deck",), help="what is enrolled: a deck of cards")
    parser.add_argument("photographs", nargs="+", metavar="PHOTOGRAPH", help="the deck, spread out in rows")
    parser.add_argument(
        "--name", default="deck", help="the deck's name; one of the same name is replaced (default: deck)"
    )
    parser.add_argument(
        "--pack",
        choices=tuple(PACKS),
        default="52",
        help="how many cards; 104: two packs alike (default: 52)",
    )
    parser.add_argument(
        "--letters",
        choices=tuple(LANGUAGES),
        help="whose letters the court cards have, if they are to be told (V is a French jack and a Dutch queen)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=None,
        metavar="DIR",
        help=f"the data folder (default: $XDG_DATA_HOME/companion, here {shown_default_folder()})",
    )
    parser.add_argument(
        "--export", type=Path, metavar="FILE", help="write a copy of the family's enrolment there, too"
    )
    parser.add_argument("--lang", choices=("fr", "en"), default="fr", help="the language (default: fr)")
    parser.add_argument("--yes", action="store_true", help="ask nothing: leave out what is doubtful")


def run(arguments: argparse.Namespace) -> int:
    """Enrols the deck and returns 0; wrong use where a photograph or the data folder cannot be read or written."""
    name, language = _checked_name(arguments.name), str(arguments.lang)
    reader = card_reader()
    folder = DataFolder(arguments.data or default_folder())
    folder.hold()
    try:
        before = _enrolled_before(folder.path)
        spread = _spread(reader, arguments.photographs, arguments.pack, arguments.letters)
        _show(spread, arguments.photographs, language)
        if somebody_answers() and not arguments.yes:
            spread = _corrected(_asked(spread, language), language)
        _tell_what_is_there(spread, language)
        deck = _deck(spread, name, reader.network)
        _tell_what_was_learnt(deck, language)
        _keep(folder.path, before.with_deck(deck), arguments.export)
        print(said("kept", language, name=name, cards=len(deck.codes), path=enrolment_path(folder.path)))
        if arguments.export is not None:
            print(said("exported", language, path=arguments.export))
    finally:
        folder.release()
    return 0


def _checked_name(name: str) -> str:
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise WrongUse(f"--name takes 1 to {LONGEST_NAME} letters that can be shown.")
    return name


def _enrolled_before(folder: Path) -> FamilyEnrolment:
    try:
        return load_enrolment(folder)
    except BadEnrolment as error:
        raise WrongUse(f"{error} To begin anew, move it away.") from error


def _spread(reader: ReadsCards, paths: Sequence[str], pack: str, letters: str | None) -> Spread:
    try:
        pictures = [load_picture(path) for path in paths]
    except UnreadablePicture as error:
        raise WrongUse(str(error)) from error
    v_means = (
        next((rank for rank, letter in LANGUAGES[letters].items() if letter == "V"), None)
        if letters
        else None
    )
    return spread_of([reader.read(picture) for picture in pictures], PACKS[pack], v_means)


def _show(spread: Spread, paths: Sequence[str], language: str) -> None:
    """The table of what was read, row by row."""
    for number, path in enumerate(paths, 1):
        print(said("photograph", language, number=number, path=path))
        rows: dict[int, list[str]] = {}
        for card in spread.cards:
            if card.photograph == number:
                rows.setdefault(card.row, []).append(f"{cell(card, language):5}")
        for row, cells in rows.items():
            print(f"  {said('row', language, row=row):>10}  {' '.join(cells).rstrip()}")
        if not rows:
            print(f"  {said('no_cards', language)}")


def _asked(spread: Spread, language: str) -> Spread:
    """The spread with the answers to what is doubtful, one after the other; an empty answer leaves a card out."""
    passed_over: set[int] = set()
    while True:
        card = next((card for card in spread.doubtful if card.number not in passed_over), None)
        if card is None:
            return spread
        answer = _answer(card, spread, language)
        if answer is None:
            passed_over.add(card.number)
        else:
            spread = spread.answered(card.number, answer.code)


def _answer(card: SpreadCard, spread: Spread, language: str) -> Fixed | None:
    """What a person says a card is; None for no answer."""
    at = where(card, language, len(spread.pictures) > 1)
    guesses = [code for code, _ in card.guesses if code is not None]
    if card.known is Known.SURPLUS:
        print(said("surplus", language, at=at, card=named(card.code, language)))
    else:
        print(said("which", language, at=at))
    for number, code in enumerate(guesses, 1):
        print(f"  {number}  {named(code, language)}")
    print(f"  0  {said('none', language)}")
    while True:
        text = _typed(said("leave_out", language))
        if not text:
            return None
        if text == "0":
            return Fixed(None)
        if text.isdecimal() and len(text) == 1 and 1 <= int(text) <= len(guesses):
            return Fixed(guesses[int(text) - 1])
        typed = _card(text, spread, language)
        if typed is not None:
            return Fixed(typed)


def _card(text: str, spread: Spread, language: str) -> str | None:
    """The code of a typed card of the pack; None, with a word why, where it is not clear."""
    code = typed_card(text, language)
    if code is None:
        print(said("not_understood", language))
    elif code not in spread.pack.codes:
        print(said("no_such_card", language, card=named(code, language)))
        return None
    return code


def _corrected(spread: Spread, language: str) -> Spread:
    """The spread after a person looked over the table, and named what was read wrong by its place."""
    while True:
        text = _typed(said("right_so", language, example=said("example", language)))
        if not text:
            return spread
        found = _PLACE.fullmatch(text)
        place = tuple(int(part) for part in found[1].split(".")) if found else ()
        if len(place) == 2:
            place = (1, *place)
        card = next((card for card in spread.cards if (card.photograph, card.row, card.place) == place), None)
        if found is None or card is None:
            print(said("no_such_place", language))
            continue
        named_so = None if found[2] == "0" else _card(found[2], spread, language)
        if named_so is not None or found[2] == "0":
            spread = spread.answered(card.number, named_so)


def _typed(prompt: str) -> str:
    """What a person types; nothing at the end of the input."""
    try:
        return input(f"{prompt} ").strip()
    except EOFError:
        return ""


def _tell_what_is_there(spread: Spread, language: str) -> None:
    """Missing and double cards, and what is left out."""
    if spread.doubtful:
        print(said("left_out", language))
        for card in spread.doubtful:
            at = where(card, language, len(spread.pictures) > 1)
            print(f"  {said('perhaps', language, at=at, card=named(card.code, language))}")
    if spread.missing:
        print(said("missing", language, cards=listed(spread.missing, language)))
    else:
        print(said("all_there", language))
    if spread.doubles:
        print(said("doubles", language, cards=listed(spread.doubles, language)))


def _deck(spread: Spread, name: str, network: str) -> EnrolledDeck:
    try:
        return enrol(spread, name, date.today().isoformat(), network)
    except TooFewCards as error:
        raise WrongUse(f"{error}: photograph the deck from nearer, every card free.") from error


def _tell_what_was_learnt(deck: EnrolledDeck, language: str) -> None:
    check = deck.check
    if deck.v_means is not None:
        print(said("v_means", language, court=court(deck.v_means, language)))
    if check.looks:
        print(said("checked", language, right=check.right, looks=check.looks, factory=check.right_by_factory))
    if check.confusions:
        print(said("confused", language, pairs=pairs(check.confusions, language)))


def _keep(folder: Path, enrolment: FamilyEnrolment, export: Path | None) -> None:
    try:
        save_enrolment(folder, enrolment)
    except OSError as error:
        raise WrongUse(f"The deck cannot be kept in {folder} ({error.strerror}): free some space.") from error
    if export is None:
        return
    try:
        write_whole(export, enrolment_text(enrolment))
    except OSError as error:
        raise WrongUse(
            f"The deck is kept, but {export} cannot be written ({error.strerror}): copy "
            f"{enrolment_path(folder)} yourself."
        ) from error
