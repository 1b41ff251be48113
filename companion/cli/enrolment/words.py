"""What ``companion enrol`` says to the family, French and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.crapette.words import card_name, card_sign
from companion.games.poker_dice_race.words import FACES, LETTERS
from vision.cards.deck.enrolled_deck import Confusion
from vision.cards.deck.spread import Known, SpreadCard
from vision.dice.face_spread import ShownFace

_WORDS: Mapping[str, tuple[str, str]] = {
    "photograph": ("Photo {number} : {path}", "Photograph {number}: {path}"),
    "no_cards": ("aucune carte", "no cards"),
    "row": ("rangée {row}", "row {row}"),
    "place": ("rangée {row}, {place} à partir de la gauche", "row {row}, {place} from the left"),
    "place_of_several": (
        "photo {photograph}, rangée {row}, {place} à partir de la gauche",
        "photograph {photograph}, row {row}, {place} from the left",
    ),
    "which": ("{at} : quelle carte ?", "{at}: which card?"),
    "surplus": (
        "{at} : encore {card} ? Il y en a déjà assez sur cette photo.",
        "{at}: {card} again? There are enough of it in this photograph.",
    ),
    "none": ("aucune de ces cartes (un joker)", "none of them (a joker)"),
    "leave_out": (
        "Entrée : laisser de côté. Ou écris la carte.",
        "Enter: leave it out. Or type the card.",
    ),
    "not_understood": (
        "Je ne connais pas cette carte : écris par exemple « roi de cœur » ou « R♥ », ou un des numéros.",
        "I do not know that card: type for example “king of hearts” or “K♥”, or one of the numbers.",
    ),
    "right_so": (
        "Tout est juste ? Entrée : oui. Sinon, un endroit et sa carte, par exemple « {example} ».",
        "Is all of that right? Enter: yes. If not, a place and its card, for example “{example}”.",
    ),
    "example": ("2.5 roi de cœur", "2.5 king of hearts"),
    "no_such_place": (
        "Cet endroit n’existe pas : la rangée, un point, la place dans la rangée.",
        "There is no such place: the row, a point, the place in the row.",
    ),
    "no_such_card": ("Ce jeu n’a pas {card}.", "This pack has no {card}."),
    "missing": ("Il manque : {cards}.", "Missing: {cards}."),
    "doubles": ("En double sur une photo : {cards}.", "Twice in one photograph: {cards}."),
    "all_there": ("Toutes les cartes y sont.", "All cards are there."),
    "left_out": ("Laissées de côté, car douteuses :", "Left out, being doubtful:"),
    "perhaps": ("{at} ({card} ?)", "{at} ({card}?)"),
    "v_means": ("Sur ce jeu, V est {court}.", "On this deck V is {court}."),
    "checked": (
        "Essai sans les montrer d’abord : {right} coins sur {looks} bien lus (sans ce jeu : {factory}).",
        "Tried on corners kept back: {right} of {looks} read right (without this deck: {factory}).",
    ),
    "confused": (
        "Encore proches l’une de l’autre : {pairs}. Une photo de plus peut aider.",
        "Still alike: {pairs}. One more photograph may help.",
    ),
    "kept": (
        "Le jeu « {name} » est enregistré : {count} cartes, dans {path}.",
        "The deck “{name}” is kept: {count} cards, in {path}.",
    ),
    "no_dice": ("aucun dé", "no dice"),
    "which_face": (
        "{at} : quelle face ? (peut-être {guesses} ; 0 : aucune)",
        "{at}: which face? (perhaps {guesses}; 0: none)",
    ),
    "leave_face_out": ("Entrée : laisser de côté.", "Enter: leave it out."),
    "face_not_understood": ("Écris une des faces : {faces}.", "Type one of the faces: {faces}."),
    "faces_right_so": (
        "Tout est juste ? Entrée : oui. Sinon, un endroit et sa face, par exemple « {example} ».",
        "Is all of that right? Enter: yes. If not, a place and its face, for example “{example}”.",
    ),
    "face_example": ("2.3 roi", "2.3 king"),
    "number_example": ("2.3 5", "2.3 5"),
    "all_faces": ("Toutes les faces y sont.", "All faces are there."),
    "faces_missing": ("Vues moins de deux fois : {faces}.", "Seen less than twice: {faces}."),
    "faces_checked": (
        "Essai sans les montrer d’abord : {right} faces sur {looks} bien lues.",
        "Tried on faces kept back: {right} of {looks} read right.",
    ),
    "dice_kept": (
        "Les dés « {name} » sont enregistrés : {count} faces vues, dans {path}.",
        "The dice “{name}” are kept: {count} faces seen, in {path}.",
    ),
    "forgotten": (
        "Coins de cartes appris au cours des soirées et oubliés : {count}.",
        "Corners of cards that were learnt in evenings and are forgotten: {count}.",
    ),
    "exported": ("Copie : {path}.", "Copy: {path}."),
}
_COURTS = {"J": ("le valet", "the jack"), "Q": ("la dame", "the queen")}
MARKS = {Known.SURE: "", Known.ANSWERED: "", Known.DOUBTFUL: "?", Known.SURPLUS: "!"}
"""What stands after a card in the table: ? it is asked, ! it is there too often."""
_MOST_PAIRS = 5


def said(code: str, language: str, **arguments: Any) -> str:
    """A sentence in the family's language."""
    return _WORDS[code][_place(language)].format(**arguments)


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
    return FACES[face][_place(language)].lower() if face in FACES and not face.isdecimal() else face


def face_cell(shown: ShownFace, language: str) -> str:
    """A face in the table of what was read: "R", with a ? where it is asked."""
    face = shown.face
    sign = "–" if face is None else LETTERS[face][_place(language)] if face in LETTERS else face
    return sign + ("" if shown.is_settled else "?")


def typed_face(text: str, faces: Sequence[str], language: str) -> str | None:
    """The face that was typed, by its letter or its name; None where it is none of the faces."""
    plain = text.strip().casefold()
    for face in faces:
        names = (
            {face} | set(FACES.get(face, ())) | {LETTERS[face][_place(language)] if face in LETTERS else face}
        )
        if plain in {name.casefold() for name in names}:
            return face
    return None


def where(card: SpreadCard | ShownFace, language: str, several: bool) -> str:
    """Where a card or die lies: "row 2, 5th from the left"."""
    code = "place_of_several" if several else "place"
    text = said(
        code, language, photograph=card.photograph, row=card.row, place=_ordinal(card.place, language)
    )
    return text[:1].upper() + text[1:]


def cell(card: SpreadCard, language: str) -> str:
    """A card in the table of what was read: "R♥", with its mark."""
    return ("–" if card.code is None else card_sign(card.code, language)) + MARKS[card.known]


def court(v_means: str, language: str) -> str:
    """What a V is, in words."""
    return _COURTS[v_means][_place(language)]


def pairs(confusions: Sequence[Confusion], language: str) -> str:
    """Cards that are taken for each other, each pair once, the worst first."""
    seen = dict.fromkeys(tuple(sorted((one.card, one.taken_for))) for one in confusions)
    return ", ".join(
        " / ".join(card_sign(code, language) for code in pair) for pair in list(seen)[:_MOST_PAIRS]
    )


def _ordinal(number: int, language: str) -> str:
    if language == "fr":
        return "1re" if number == 1 else f"{number}e"
    teens = 10 <= number % 100 <= 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _place(language: str) -> int:
    return 0 if language == "fr" else 1
