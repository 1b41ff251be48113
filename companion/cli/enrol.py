"""``companion enrol``: the family's own deck from a few photographs of it spread out in rows, its dice, a board."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from calibration.kept_enrolment import FamilyEnrolment, enrolment_path
from companion.cli.enrolment import board as enrol_board
from companion.cli.enrolment import dice as enrol_dice
from companion.cli.enrolment import printed as enrol_printed
from companion.cli.enrolment.asking import (
    checked_name,
    enrolled_before,
    keep,
    photographs,
    place_typed,
    typed,
)
from companion.cli.enrolment.card_typing import typed_card
from companion.cli.enrolment.words import cell, court, listed, named, pairs, said, where
from companion.evening.data_folder import DataFolder, add_data_folder, default_folder
from companion.languages import known_languages
from companion.progress import progress
from companion.wrong_use import WrongUse
from vision.card_names import LANGUAGES
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import TooFewCards, enrol
from vision.cards.deck.labelling import Fixed
from vision.cards.deck.learning import without_confirmed
from vision.cards.deck.looks import ReadsCards
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import Known, Spread, SpreadCard, spread_of
from vision.dice.enrolled_dice import FACES_OF

_EPILOG = (
    "Lay the deck in rows, every card free, sorted if you like, and photograph it from above: all of it at once, or "
    "in up to three parts. In the table a ? is asked, a ! is there too often. With --yes, or where nobody can "
    "answer, what is doubtful is left out and named. Of dice every face has to show at least twice, on up to a dozen "
    "photographs of the dice lying apart."
)


def card_reader() -> ReadsCards:
    """The reader of cards."""
    return DeckReader(threads=2)


def somebody_answers() -> bool:
    """Whether questions can be asked: a person sits at the terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion enrol``."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "kind",
        choices=("deck", "dice", "printed", "board"),
        help="what is enrolled: a deck of playing cards, dice, the printed cards of any other box, or a board with "
        "its pieces",
    )
    parser.add_argument(
        "photographs", nargs="*", metavar="PHOTOGRAPH", help="the deck, spread out in rows, or the dice"
    )
    parser.add_argument(
        "--name", help="its name; what has the same name is replaced (default: deck, or dice)"
    )
    parser.add_argument(
        "--pack", choices=tuple(PACKS), help="how many cards; 104: two packs alike (default: 52)"
    )
    parser.add_argument(
        "--faces",
        choices=tuple(FACES_OF),
        help="what the dice show: the figures of poker dice, or numbers, with stickers too (default: poker_dice)",
    )
    parser.add_argument(
        "--letters",
        choices=tuple(LANGUAGES),
        help="whose letters the court cards have, if they are to be told (V is a French jack and a Dutch queen)",
    )
    enrol_board.add_arguments(parser)
    parser.add_argument(
        "--numbers",
        type=int,
        metavar="HIGHEST",
        help="of printed cards, instead of --labels: on the cards are the numbers from 1 to this one, which are read",
    )
    add_data_folder(parser)
    parser.add_argument(
        "--export", type=Path, metavar="FILE", help="write a copy of the family's enrolment there, too"
    )
    parser.add_argument(
        "--forget-learnt",
        action="store_true",
        help="of decks or of the boxes of printed cards: forget what they learnt from answers of an evening, all of "
        "them where --name names none",
    )
    parser.add_argument("--lang", choices=known_languages(), default="fr", help="the language (default: fr)")
    parser.add_argument("--yes", action="store_true", help="ask nothing: leave out what is doubtful")


def run(arguments: argparse.Namespace) -> int:
    """Enrols a deck or dice and returns 0; wrong use where a photograph or the data folder cannot be used."""
    if arguments.kind == "board":
        return enrol_board.run(arguments)
    of_cards, of_dice = (arguments.pack or arguments.letters), arguments.faces
    if (of_cards and arguments.kind != "deck") or (of_dice and arguments.kind != "dice"):
        raise WrongUse("--pack and --letters are of a deck, --faces is of dice.")
    if arguments.forget_learnt and (arguments.kind == "dice" or arguments.photographs):
        raise WrongUse(
            "--forget-learnt is of decks and of printed cards, without photographs: companion enrol deck "
            "--forget-learnt"
        )
    if not arguments.photographs and not arguments.forget_learnt:
        raise WrongUse(f"Name a photograph: companion enrol {arguments.kind} PHOTOGRAPH.")
    name = checked_name(arguments.kind if arguments.name is None else arguments.name)
    if arguments.kind == "printed" and arguments.forget_learnt:
        return enrol_printed.forget(arguments)
    if arguments.kind == "printed":
        return enrol_printed.run(arguments, name, asks=somebody_answers() and not arguments.yes)
    if arguments.labels is not None or arguments.out is not None:
        raise WrongUse(
            "--labels and --out are of printed cards and boards: companion enrol printed PHOTOGRAPH …"
        )
    asks = somebody_answers() and not arguments.yes
    folder = DataFolder(arguments.data or default_folder())
    folder.hold()
    try:
        before = enrolled_before(folder.path)
        if arguments.forget_learnt:
            return _forget(folder.path, before, arguments)
        if arguments.kind == "dice":
            dice = enrol_dice.enrolled(arguments, name, asks)
            keep(folder.path, before.with_dice(dice), arguments.export)
            kept = "dice_kept", len(dice.examples)
        else:
            deck = _enrolled(arguments, name, asks)
            keep(folder.path, before.with_deck(deck), arguments.export)
            kept = "kept", len(deck.codes)
        path = enrolment_path(folder.path)
        print(said(kept[0], arguments.lang, name=name, count=kept[1], path=path))
        if arguments.export is not None:
            print(said("exported", arguments.lang, path=arguments.export))
    finally:
        folder.release()
    return 0


def _forget(folder: Path, before: FamilyEnrolment, arguments: argparse.Namespace) -> int:
    """Takes back what decks learnt from evenings; what was enrolled by hand stays."""
    after, forgotten = before, 0
    for deck in before.decks:
        if arguments.name in (None, deck.name):
            after = after.with_deck(without_confirmed(deck, lambda _: True))
            forgotten += len(deck.confirmed)
    if forgotten or arguments.export is not None:
        keep(folder, after, arguments.export)
    print(said("forgotten", arguments.lang, count=forgotten))
    return 0


def _enrolled(arguments: argparse.Namespace, name: str, asks: bool) -> EnrolledDeck:
    """The deck on the photographs, with what the family answers where it is asked."""
    language, reader = str(arguments.lang), card_reader()
    spread = _spread(reader, arguments.photographs, arguments.pack or "52", arguments.letters)
    _show(spread, arguments.photographs, language)
    if asks:
        spread = _corrected(_asked(spread, language), language)
    _tell_what_is_there(spread, language)
    deck = _deck(spread, name, reader.network)
    _tell_what_was_learnt(deck, language)
    return deck


def _spread(reader: ReadsCards, paths: Sequence[str], pack: str, letters: str | None) -> Spread:
    pictures = photographs(paths)
    v_means = (
        next((rank for rank, letter in LANGUAGES[letters].items() if letter == "V"), None)
        if letters
        else None
    )
    read = [reader.read(picture) for picture in progress(pictures, "photographs")]
    return spread_of(read, PACKS[pack], v_means)


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
        text = typed(said("leave_out", language))
        if not text:
            return None
        if text == "0":
            return Fixed(None)
        if text.isdecimal() and len(text) == 1 and 1 <= int(text) <= len(guesses):
            return Fixed(guesses[int(text) - 1])
        typed_code = _card(text, spread, language)
        if typed_code is not None:
            return Fixed(typed_code)


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
        text = typed(said("right_so", language, example=said("example", language)))
        if not text:
            return spread
        place, name = place_typed(text) or (None, "")
        card = next((card for card in spread.cards if (card.photograph, card.row, card.place) == place), None)
        if card is None:
            print(said("no_such_place", language))
            continue
        named_so = None if name == "0" else _card(name, spread, language)
        if named_so is not None or name == "0":
            spread = spread.answered(card.number, named_so)


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
