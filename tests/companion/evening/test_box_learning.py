"""What people tell of a printed card that read doubtfully is learnt by the family's box, and forgotten with it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evening.box_learning import BoxLearner
from companion.evening.family_boxes import BoxOrigin, FamilyBoxes, box_path
from companion.journal import Journal
from companion.sighting import BACK, Disturbance, Sighting, Slot, ZoneReading
from companion.table import Table
from tests.companion.evening.test_box_enrolment import face
from tests.plain_prints import PlainPrints
from vision.eyes.eyes import ZoneLook
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox

GAME = "racko"
PLAYERS = ("Ada", "Bea", "Cyd")
NUMBERS = tuple(str(number) for number in range(1, 61))
DOUBT = {"17": 0.52, "11": 0.47, "unreadable": 0.01}
"""Ada lays the 11 off, and it reads as that or as a 17."""


def cut_out(label: str, light: float = 1.0) -> ByteArray:
    card = cv2.resize(face(label), LOOK_SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.convertScaleAbs(card, alpha=light), np.uint8)


class Evening:
    """A round of three players before the camera, and who learns from it."""

    def __init__(self, folder: Path, table: Table, looks_like: str = "11", covered: bool = False) -> None:
        self.boxes = FamilyBoxes(folder)
        if self.boxes.box(GAME) is None:
            looks = tuple(CardLook(label, 1, cut_out(label)) for label in NUMBERS)
            shown = EnrolledBox(GAME, "2026-11-26", "rectangle", 0.66, looks)
            self.boxes.keep(GAME, shown, BoxOrigin())
        self.table, self._looks_like, self._covered = table, looks_like, covered
        self._seen: dict[str, ZoneLook] = {}
        self._seq = 0
        self.learner = BoxLearner(
            table,
            self,  # type: ignore[arg-type]
            self.boxes,
            PlainPrints(),
            lambda: date(2026, 11, 26),
        )
        self.learner.step()

    def seen(self, zones: Iterable[str]) -> dict[str, ZoneLook]:
        return {zone: self._seen[zone] for zone in zones if zone in self._seen}

    def look(self, zone: str, faces: dict[str, float], hand: bool = True) -> str:
        self._seq += 1
        now = 1000 * self._seq
        slots = (Slot(faces),)
        card = self._looks_like if len(faces) > 1 else next(iter(faces))
        shown = () if card == BACK else (cut_out(card, 0.8),)
        self._seen[zone] = ZoneLook(zone, now, slots, (), False, self._covered, shown)
        touched = (Disturbance(zone, now - 400, now - 200, "south"),) if hand else ()
        self.learner.before()
        verdict = self.table.see(Sighting(self._seq, now, {zone: ZoneReading(slots)}, touched))
        self.learner.after(verdict)
        return verdict.kind

    def doubtful_card(self) -> None:
        """Ada draws from the stock and lays off a card, about which people are asked."""
        self.look("discard", {"40": 1.0}, hand=False)
        assert self.look("stock", {BACK: 1.0}) == "played"
        assert self.look("discard", DOUBT) == "look_again"
        assert self.look("discard", DOUBT, hand=False) == "asked"

    def answer(self, card: str) -> None:
        question = self.table.snapshot().question
        assert question is not None
        at = next(at for at, one in enumerate(question.answers) if card in str(one["arguments"]))
        self.table.answer(question.id, choice=at)
        self.learner.step()

    def learnt(self) -> list[str]:
        box = FamilyBoxes(self._folder).box(GAME)
        assert box is not None
        return [look.label for look in box.looks if look.confirmed is not None]

    @property
    def _folder(self) -> Path:
        return self.boxes._folder


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game(GAME, PLAYERS, setup={"dealer": "Cyd", "turn": "Ada", "discard": [40]})
    return table


def test_a_card_that_was_asked_about_is_learnt_and_marked_as_confirmed(tmp_path: Path, table: Table) -> None:
    evening = Evening(tmp_path, table)
    evening.doubtful_card()
    assert evening.learnt() == []
    evening.answer("11")
    assert evening.learnt() == ["11"]
    box = evening.boxes.box(GAME)
    assert box is not None
    (look,) = (one for one in box.looks if one.confirmed is not None)
    assert look.confirmed is not None
    assert (look.confirmed.zone, look.confirmed.day, look.photograph) == ("discard", "2026-11-26", 0)
    assert box.labels == NUMBERS


def test_what_was_learnt_is_forgotten_with_the_answer_to_the_bit(tmp_path: Path, table: Table) -> None:
    evening = Evening(tmp_path, table)
    before = box_path(tmp_path, GAME).read_bytes()
    evening.doubtful_card()
    evening.answer("11")
    assert box_path(tmp_path, GAME).read_bytes() != before
    table.undo()
    evening.learner.step()
    assert box_path(tmp_path, GAME).read_bytes() == before


def test_an_answer_taken_back_while_the_program_is_off_is_forgotten_at_the_next_start(
    tmp_path: Path, table: Table
) -> None:
    evening = Evening(tmp_path, table)
    evening.doubtful_card()
    evening.answer("11")
    table.undo()
    assert Evening(tmp_path, table).learnt() == []


def test_an_answer_that_the_look_contradicts_is_not_learnt(
    tmp_path: Path, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    evening = Evening(tmp_path, table, looks_like="11")
    evening.doubtful_card()
    with caplog.at_level("INFO", logger="companion.learning"):
        evening.answer("17")
    assert evening.learnt() == []
    assert "17 in discard is not learnt: it looks like another card of the box." in caplog.text


def test_a_look_with_a_hand_in_it_is_not_learnt(tmp_path: Path, table: Table) -> None:
    evening = Evening(tmp_path, table, covered=True)
    evening.doubtful_card()
    evening.answer("11")
    assert evening.learnt() == []


def test_what_the_page_of_the_cards_kept_meanwhile_stays(tmp_path: Path, table: Table) -> None:
    evening = Evening(tmp_path, table)
    evening.doubtful_card()
    page = FamilyBoxes(tmp_path)
    box = page.box(GAME)
    assert box is not None
    back = CardLook(BACK, 2, np.full((LOOK_SIZE[1], LOOK_SIZE[0], 3), 90, np.uint8))
    page.keep(GAME, EnrolledBox(GAME, box.enrolled_on, box.shape, box.ratio, (*box.looks, back)), BoxOrigin())
    evening.answer("11")
    now = page.box(GAME)
    assert now is not None
    assert now.labels == (*NUMBERS, BACK)
    assert evening.learnt() == ["11"]
