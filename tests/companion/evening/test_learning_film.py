"""A drawn card that wavers, from the film of a hand to the family's file: seen, asked, answered, learnt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.kept_enrolment import FamilyEnrolment, load_enrolment, save_enrolment
from calibration.zones import TablePlan, read_plan
from companion.evening.game_watch import GameWatch
from companion.evening.learning import Learner
from companion.filmed.filmed_table import FilmedTable, Room
from companion.filmed.watched_zones import card_zones
from companion.games import zone_plan
from companion.simulated.physical import Touch
from companion.table import Table
from hardware.frame_source import Frame
from tests.companion.referee.tables import PLAYERS, Scene
from vision.card_names import CARDS, FIGURES, SUITS
from vision.cards.deck.enrolled_deck import EnrolledDeck, Examples
from vision.cards.deck.enrolment import learnt
from vision.cards.deck.pack import PACKS
from vision.cards.finding import BackSpot
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex
from vision.cards.table_reader import CardTableReader, CardZones
from vision.eyes.eyes import Eyes
from vision.scene.table_light import STEADY

SHOWN = {
    "T1": ("2S", "KH", "6D"),
    "T2": ("2C", "QH", "3D"),
    "T3": ("9S", "JC", "4H"),
    "T4": ("10C", "5S", "8D"),
    "hand:Ada": ("2S",),
    "waste:Ada": ("2C",),
}


class ColourBlind(CardReader):
    """A reader that cannot tell the two of spades from the two of clubs."""

    def look(
        self, picture: NDArray[np.generic], px_per_mm: float | None = None
    ) -> tuple[list[ReadIndex], tuple[BackSpot, ...], float | None]:
        decks = self.decks
        self.use(())
        read, backs, scale = super().look(picture, px_per_mm)
        self.use(decks)
        return [_wavering(one) for one in read], backs, scale


def _wavering(read: ReadIndex) -> ReadIndex:
    if FIGURES[int(read.figures[:-1].argmax())] != "2":
        return read
    suits = read.suits.copy()
    spades, clubs = SUITS.index("S"), SUITS.index("C")
    both = suits[spades] + suits[clubs]
    suits[spades], suits[clubs] = 0.47 * both, 0.53 * both
    return replace(read, suits=suits)


@pytest.fixture
def plan() -> TablePlan:
    return read_plan(zone_plan("crapette") or {}).for_players(PLAYERS)


@pytest.fixture
def film(plan: TablePlan) -> FilmedTable:
    return FilmedTable(plan, PLAYERS, Room(42, STEADY, "english"))


def enrolled(film: FilmedTable, plan: TablePlan) -> EnrolledDeck:
    """A deck of which one picture shows a few cards."""
    film.lay(SHOWN)
    reader = CardReader(language="english")
    eyes = CardTableReader(reader, film.view, card_zones(plan))
    eyes.read(film.picture(), only=SHOWN)
    looks = [
        (CARDS.index(card), look)
        for zone, cards in SHOWN.items()
        for card, seen in zip(cards, eyes.looks(zone), strict=True)
        for look in seen
    ]
    examples = Examples(
        np.array([code for code, _ in looks], np.intp),
        np.array([look.embedding for _, look in looks], np.float32),
        np.array([look.card for _, look in looks], np.float32),
        np.ones(len(looks), np.intp),
    )
    film.lay({zone: () for zone in SHOWN})
    return learnt(examples, PACKS["52"], "ours", "2026-11-22", reader.network, None)


def frames(film: FilmedTable, ms: int, pause_ms: int = 0) -> Iterator[Frame]:
    """So many ms of the film, with pauses between its frames in which nothing happens."""
    until_ms = film.clock_ms + ms
    while film.clock_ms < until_ms:
        yield film.frame()
        film.clock_ms += pause_ms


def run(watch: GameWatch, eyes: Eyes, filmed: Iterator[Frame]) -> None:
    for frame in watch.watched(filmed):
        sighting = eyes.look(frame)
        if sighting is not None:
            watch.see(sighting)


def draw(film: FilmedTable, watch: GameWatch, eyes: Eyes, card: str) -> None:
    """Ada turns her next card up."""
    start = film.clock_ms + 600
    touches = [
        Touch("stock:Ada", start, start + 700, "south"),
        Touch("hand:Ada", start + 800, start + 1500, "south"),
    ]
    film.gestures = tuple(film.hands.reaches(touches))
    run(watch, eyes, frames(film, 1700))
    film.lay({"hand:Ada": (card,)})
    run(watch, eyes, frames(film, 1200))
    # A doubt may clear by itself: people are asked only when nobody has gone on for a while.
    run(watch, eyes, frames(film, 12_000, pause_ms=3900))


def test_a_filmed_card_that_was_asked_about_teaches_the_deck(
    tmp_path: Path, film: FilmedTable, plan: TablePlan
) -> None:
    save_enrolment(tmp_path, FamilyEnrolment((enrolled(film, plan),)))
    table: Table = Scene().table
    game = table.game
    assert game is not None
    reader = ColourBlind(language="english", decks=load_enrolment(tmp_path).decks)
    eyes = Eyes([CardZones(reader)], still=film.still)
    eyes.place(film.view)
    watch = GameWatch(table, eyes, lambda: plan, Learner(table, eyes, reader, tmp_path))
    run(watch, eyes, iter([Frame(0, 0, None)]))
    eyes.remember_bare(film.bare())
    film.lay(dict(game.visible_table(table.state)))
    run(watch, eyes, frames(film, 1500))
    assert table.snapshot().as_json()["question"] is None
    draw(film, watch, eyes, "2S")
    question = table.snapshot().as_json()["question"]
    assert question is not None, "the twos cannot be told apart"
    answers = [str(answer["arguments"]) for answer in question["answers"]]
    assert load_enrolment(tmp_path).decks[0].confirmed == ()
    table.answer(question["id"], choice=next(at for at, one in enumerate(answers) if "2S" in one))
    run(watch, eyes, frames(film, 300))
    (kept,) = load_enrolment(tmp_path).decks
    assert {(CARDS[one.code], one.zone) for one in kept.confirmed} == {("2S", "hand:Ada")}
    assert len(reader.decks[0].confirmed) == len(kept.confirmed) > 0
    table.undo()
    run(watch, eyes, frames(film, 300))
    assert load_enrolment(tmp_path).decks[0].confirmed == ()
