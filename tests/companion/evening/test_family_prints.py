"""A real camera over a game of printed cards: watched once its box is enrolled, else one sentence says what to do."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import pytest

from calibration.stand import Stand, save_stand
from calibration.zones import read_plan
from companion.cli.play import add_arguments
from companion.evening import game_readers
from companion.evening import seeing as seeing_module
from companion.evening.box_learning import BoxLearner
from companion.evening.cameras import Camera
from companion.evening.data_folder import DataFolder
from companion.evening.family_boxes import BoxOrigin, FamilyBoxes, box_path
from companion.evening.family_prints import FamilyPrints, not_shown
from companion.evening.kept_folder import keep_what_was_known
from companion.evening.seeing import Seeing
from companion.evening.wanted import Wanted
from companion.evening.wanting import Wanting
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.filmed.printed_room import PrintedRoom
from companion.games import load, zone_plan
from companion.journal import Journal
from companion.printed_cards import BACK
from companion.sighting import EyeStatus
from companion.simulated.physical import Touch
from companion.table import Table
from hardware.frame_source import Frame
from vision.eyes.eyes import Eyes
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox

GAME = load("racko")
PLAYERS = ("Ada", "Bea")
ROOM = PrintedRoom(104, replace(EVENING_LIGHT, lamp_switches=0.0, shadow_passes=0.0), GAME.id)


def shown(labels: Sequence[str]) -> EnrolledBox:
    """The box of the drawn evening, as the best of cameras would show it."""
    pictures = {**ROOM.box.cards, BACK: ROOM.box.back}

    def look(picture: ByteArray) -> ByteArray:
        return np.asarray(cv2.resize(picture, LOOK_SIZE, interpolation=cv2.INTER_AREA), np.uint8)

    looks = tuple(CardLook(label, 1, look(pictures[label])) for label in labels)
    return EnrolledBox(GAME.id, "2026-11-26", "rectangle", ROOM.box.ratio, looks)


def keep(folder: Path, labels: Sequence[str]) -> None:
    FamilyBoxes(folder).keep(GAME.id, shown(labels), BoxOrigin())


def all_labels() -> tuple[str, ...]:
    assert GAME.printed is not None
    return GAME.printed.labels


# ---------------------------------------------------------------- what has to be shown first


def test_what_was_not_shown_yet_is_said_in_one_sentence(tmp_path: Path) -> None:
    boxes = FamilyBoxes(tmp_path)
    told = not_shown(boxes, GAME)
    assert told == Wanting("no_cards", "show the cards of Racko first, at /stand/cards")
    keep(tmp_path, [label for label in all_labels() if label not in ("7", "9", "12", "60", BACK)])
    told = not_shown(boxes, GAME)
    assert told is not None
    assert told.said == (
        "of Racko these cards were not shown yet: 7, 9, 12 and 2 more; show them at /stand/cards"
    )
    keep(tmp_path, all_labels())
    assert not_shown(boxes, GAME) is None
    assert not_shown(boxes, load("crapette")) is None


def test_the_box_of_the_game_in_play_is_opened_once_and_anew_when_it_was_changed(tmp_path: Path) -> None:
    in_play = [GAME]
    prints = FamilyPrints(FamilyBoxes(tmp_path), lambda: in_play[0])
    assert prints.opened() is None
    keep(tmp_path, all_labels()[:3])
    first = prints.opened()
    assert first is not None
    assert prints.opened() is first
    assert first.reader.memory.labels == all_labels()[:3]
    keep(tmp_path, all_labels()[:4])
    again = prints.opened()
    assert again is not None
    assert again.reader.memory.labels == all_labels()[:4]
    in_play[0] = load("super_crack")
    assert prints.opened() is None, "another game has another box"


def test_the_box_is_laid_beside_the_pictures_of_an_evening(tmp_path: Path) -> None:
    keep(tmp_path, all_labels()[:3])
    kept = tmp_path / "kept"
    kept.mkdir()
    keep_what_was_known(tmp_path, kept)
    assert box_path(kept, GAME.id).read_bytes() == box_path(tmp_path, GAME.id).read_bytes()


# ---------------------------------------------------------------- a camera over the table


class FilmedRacko:
    """A camera over a table of Racko on which Ada takes the face-up card."""

    description = "a filmed table"

    def __init__(self) -> None:
        plan = read_plan(zone_plan(GAME.id) or {}).for_players(PLAYERS)
        self.film = FilmedTable(plan, PLAYERS, ROOM)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def still(self) -> Frame:
        return self.film.still()

    def __iter__(self) -> Iterator[Frame]:
        lying: Mapping[str, tuple[str, ...]] = {"stock": (BACK,), "discard": ("12", "40")}
        self.film.lay(lying)
        yield from self._frames(1500)
        start = self.film.clock_ms + 600
        self.film.gestures = tuple(self.film.hands.reaches([Touch("discard", start, start + 900, "south")]))
        yield from self._frames(1000)
        self.film.lay({"discard": ("12",)})
        yield from self._frames(3000)

    def _frames(self, ms: int) -> Iterator[Frame]:
        for _ in range(ms // 100):
            yield self.film.frame()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal(tmp_path / "journal.sqlite")
    table = Table(journal)
    table.open_game(GAME.id, PLAYERS, setup={"dealer": "Bea", "turn": "Ada", "discard": [12, 40]})
    yield table
    journal.close()


def seeing(table: Table, folder: Path, camera: str = "usb:0") -> Seeing:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    given = parser.parse_args(["--camera", camera, "--data", str(folder)])
    return Seeing(given, Wanted.of(given), DataFolder(folder), table)


def test_a_face_up_card_that_is_taken_is_in_the_journal(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = FilmedRacko()
    save_stand(tmp_path, Stand("a camera", camera.film.view))
    keep(tmp_path, all_labels())
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(camera, None))
    with seeing(table, tmp_path) as watching:
        assert isinstance(watching.eyes, Eyes)
        assert watching.description == "watching a filmed table"
        done = threading.Event()
        table.subscribe(lambda _: done.set() if table.moves() else None)
        watching.start()
        assert done.wait(120)
    (move,) = table.moves()
    assert move.action == {"by": "Ada", "do": "take_discard"}


@pytest.mark.parametrize("camera", ["usb:0", "auto"])
def test_a_camera_over_a_box_that_was_not_shown_says_what_to_do(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, camera: str
) -> None:
    filmed = FilmedRacko()
    save_stand(tmp_path, Stand("a camera", filmed.film.view))
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(filmed, None))
    with seeing(table, tmp_path, camera) as nobody:
        assert nobody.eyes is not None and nobody.eyes.status() == EyeStatus("off", "no_cards")
        assert not nobody.look_again()
        assert nobody.description == (
            "a filmed table is open; Racko is played by taps so far: show the cards of Racko first, at /stand/cards"
        )


def test_without_a_stand_that_comes_first(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(FilmedRacko(), None))
    with seeing(table, tmp_path) as nobody:
        assert nobody.eyes is not None and nobody.eyes.status() == EyeStatus("off", "no_stand")
        assert "set the stand up for Racko first, at /stand" in nobody.description


@pytest.mark.parametrize("wanted", [True, False])
def test_a_box_learns_from_answers_where_the_family_wants_it(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    camera = FilmedRacko()
    save_stand(tmp_path, Stand("a camera", camera.film.view))
    keep(tmp_path, all_labels())
    (tmp_path / "settings.toml").write_text(f"learn_from_answers = {str(wanted).lower()}\n")
    monkeypatch.setattr(seeing_module, "open_camera", lambda *_, **__: Camera(camera, None))
    made: list[object] = []
    monkeypatch.setattr(game_readers, "BoxLearner", lambda *given: made.append(BoxLearner(*given)))
    with seeing(table, tmp_path):
        assert bool(made) is wanted
