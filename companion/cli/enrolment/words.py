"""What ``companion enrol`` says to the family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.card_words import BARE_RANKS, card_name, card_sign
from companion.drawing.cards import rank_letter
from companion.languages import LANGUAGES, Sentences, grammar
from vision.cards.deck.enrolled_deck import Confusion
from vision.cards.deck.spread import Known, SpreadCard
from vision.dice.face_spread import ShownFace

_WORDS = Sentences(
    __name__,
    {
        "photograph": "Photograph {number}: {path}",
        "no_cards": "no cards",
        "row": "row {row}",
        "place": "row {row}, {place} from the left",
        "place_of_several": "photograph {photograph}, row {row}, {place} from the left",
        "which": "{at}: which card?",
        "surplus": "{at}: {card} again? There are enough of it in this photograph.",
        "none": "none of them (a joker)",
        "leave_out": "Enter: leave it out. Or type the card.",
        "not_understood": "I do not know that card: type for example “king of hearts” or “K♥”, or one of the numbers.",
        "right_so": "Is all of that right? Enter: yes. If not, a place and its card, for example “{example}”.",
        "example": "2.5 king of hearts",
        "no_such_place": "There is no such place: the row, a point, the place in the row.",
        "no_such_card": "This pack has no {card}.",
        "missing": "Missing: {cards}.",
        "doubles": "Twice in one photograph: {cards}.",
        "all_there": "All cards are there.",
        "left_out": "Left out, being doubtful:",
        "perhaps": "{at} ({card}?)",
        "v_means": "On this deck V is {court}.",
        "checked": "Tried on corners kept back: {right} of {looks} read right (without this deck: {factory}).",
        "confused": "Still alike: {pairs}. One more photograph may help.",
        "kept": "The deck “{name}” is kept: {count} cards, in {path}.",
        "no_dice": "no dice",
        "which_face": "{at}: which face? (perhaps {guesses}; 0: none)",
        "leave_face_out": "Enter: leave it out.",
        "face_not_understood": "Type one of the faces: {faces}.",
        "faces_right_so": "Is all of that right? Enter: yes. If not, a place and its face, for example “{example}”.",
        "face_example": "2.3 king",
        "number_example": "2.3 5",
        "all_faces": "All faces are there.",
        "faces_missing": "Seen less than twice: {faces}.",
        "faces_checked": "Tried on faces kept back: {right} of {looks} read right.",
        "dice_kept": "The dice “{name}” are kept: {count} faces seen, in {path}.",
        "box_kept": "The box “{name}” is kept: {count} cards, in {path}.",
        "number_place": "photograph {photograph}, card {card}",
        "which_number": "{at} (row by row): which number? Enter: leave it out.",
        "numbers_read": "Numbers read: {read} of {count}.",
        "number_taken": "{number} is no number of this box, or lies there already.",
        "forgotten": "Corners of cards that were learnt in evenings and are forgotten: {count}.",
        "looks_forgotten": "Cards that were learnt in evenings and are forgotten: {count}.",
        "exported": "Copy: {path}.",
    },
    "enrol",
)
_COURTS = Sentences(__name__, {"J": "the jack", "Q": "the queen"}, "court")
MARKS = {Known.SURE: "", Known.ANSWERED: "", Known.DOUBTFUL: "?", Known.SURPLUS: "!"}
"""What stands after a card in the table: ? it is asked, ! it is there too often."""
_MOST_PAIRS = 5


def said(code: str, language: str, **arguments: Any) -> str:
    """A sentence in the family's language."""
    return _WORDS.said(code, language, **arguments)


def named(code: str | None, language: str) -> str:
    """A card as it is spoken of, "le roi de cœur"; None is none of the pack."""
    return said("none", language) if code is None else card_name(code, language) or code


def listed(codes: Sequence[str], language: str) -> str:
    """Cards in a sentence, by their signs where they are many."""
    if len(codes) <= 6:
        return ", ".join(named(code, language) for code in codes)
    return " ".join(card_sign(code, language) for code in codes)


def face_named(face: str | None, language: str) -> str:
    """A face of a die as it is spoken of, "roi"; numbers are themselves."""
    if face is None:
        return "–"
    return BARE_RANKS.said(face, language) if face in BARE_RANKS and not face.isdecimal() else face


def face_cell(shown: ShownFace, language: str) -> str:
    """A face in the table of what was read: "R", with a ? where it is asked."""
    face = shown.face
    sign = "–" if face is None else rank_letter(f"{face}S", language)
    return sign + ("" if shown.is_settled else "?")


def typed_face(text: str, faces: Sequence[str], language: str) -> str | None:
    """The face that was typed, by its letter or its name; None where it is none of the faces."""
    plain = text.strip().casefold()
    for face in faces:
        names = {face, rank_letter(f"{face}S", language)}
        names |= {BARE_RANKS.said(face, each) for each in LANGUAGES if face in BARE_RANKS}
        if plain in {name.casefold() for name in names}:
            return face
    return None


def where(card: SpreadCard | ShownFace, language: str, several: bool) -> str:
    """Where a card or die lies: "row 2, 5th from the left"."""
    code = "place_of_several" if several else "place"
    text = said(
        code,
        language,
        photograph=card.photograph,
        row=card.row,
        place=grammar(__name__, language).ordinal(card.place),
    )
    return text[:1].upper() + text[1:]


def cell(card: SpreadCard, language: str) -> str:
    """A card in the table of what was read: "R♥", with its mark."""
    return ("–" if card.code is None else card_sign(card.code, language)) + MARKS[card.known]


def court(v_means: str, language: str) -> str:
    """What a V is, in words."""
    return _COURTS.said(v_means, language)


def pairs(confusions: Sequence[Confusion], language: str) -> str:
    """Cards that are taken for each other, each pair once, the worst first."""
    seen = dict.fromkeys(tuple(sorted((one.card, one.taken_for))) for one in confusions)
    return ", ".join(
        " / ".join(card_sign(code, language) for code in pair) for pair in list(seen)[:_MOST_PAIRS]
    )
