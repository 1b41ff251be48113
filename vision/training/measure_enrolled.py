"""The command `python -m vision.training.measure_enrolled`: how well free cards are read once their deck was
enrolled, on decks, deck art and type faces that no training saw.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.card_names import CARDS
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolled_trial import TRIED, EnrolmentTally, FreeCardTally, try_decks
from vision.cards.reader import CardReader
from vision.scene.deck import CardArt, Deck, KeptDrawings, random_deck_style, random_index_style
from vision.scene.lettering import Lettering
from vision.training.card_art import load_card_art
from vision.training.fonts import load_fonts
from vision.training.redrawn_deck import RedrawnDeck

SEED = 970_000
_LANGUAGES, _SHARES = ("english", "french", "french_as", "german"), (0.4, 0.2, 0.15, 0.25)


def held_out_deck(number: int, arts: Sequence[CardArt], letterings: Sequence[Lettering]) -> CardArt | None:
    """Return the deck of this number: every other one is drawn (half of these with held-out type faces), the others
    are held-out art, each first as it is and then with other indices. None where these do not fit on its cards.
    """
    rng = np.random.default_rng((SEED, number))
    language = str(rng.choice(_LANGUAGES, p=_SHARES))
    if number % 2 == 0 or not arts:
        faces = letterings if number % 4 else ()
        return KeptDrawings(Deck(random_deck_style(SEED + number, faces, language=language)), 60)
    turn, which = divmod(number // 2, len(arts))
    art = arts[which]
    if turn:
        style = random_index_style(rng, art.size_mm, letterings, language=language)
        art = RedrawnDeck(art, style, SEED + number)
    kept = KeptDrawings(art, 60)
    try:
        for card in CARDS:
            kept.draw(card, 4.0)
    except ValueError:
        return None
    return kept


def main() -> int:
    """Run the measurement from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.measure_enrolled", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("training-output"), help="where art and fonts lie")
    parser.add_argument("--decks", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deck")
    parser.add_argument("--px-per-mm", type=float, default=3.1)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    arts, faces = (
        load_card_art(arguments.work / "art").held_out,
        load_fonts(arguments.work / "fonts").held_out,
    )
    numbers = range(arguments.first, arguments.first + arguments.decks)
    decks = [(number, deck) for number in numbers if (deck := held_out_deck(number, arts, faces)) is not None]

    def reader_with(deck: EnrolledDeck | None) -> CardReader:
        return CardReader(decks=() if deck is None else (deck,))

    enrolment, ways = EnrolmentTally(), {name: FreeCardTally() for name, _, _ in TRIED}
    for one, tallies in try_decks(decks, DeckReader(), reader_with, arguments.px_per_mm):
        enrolment.add(one)
        for name, tally in tallies.items():
            ways[name].add(tally)
    print(f"{len(decks)} decks: {enrolment}")
    for name, tally in ways.items():
        print(f"{name:22} {tally}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
