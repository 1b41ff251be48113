"""`companion read --enrolment`: a family's own deck and dice are read by their print; what cannot be used is said."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.kept_enrolment import FamilyEnrolment, enrolment_text
from companion.cli.main import main
from tests.card_tables import deck, spread, spread_deck, table
from tests.vision.cards.drawn_readings import drawn_deck, in_rows, photographed
from tests.vision.dice.test_enrolled_dice import PICTURED, faces
from vision.card_names import CARDS
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of
from vision.dice.family_dice import family_dice
from vision.dice.reader import DiceReader
from vision.scene import SceneDie, ScenePicture, SceneRenderer

NAMES = ("AS", "10H", "7D", "KC", "QS")
THROW = ("K", "9", "A")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A family's enrolment, a photograph of their cards and one of their dice; enrolments that are of no use."""
    place = tmp_path_factory.mktemp("family")
    reader = DeckReader()
    ours = enrol(
        spread_of([reader.read(spread_deck(deck(31), 31))], PACKS["52"]), "ours", "2026-11-22", reader.network
    )
    dice = family_dice(faces(1, 3, "brown_leather"), "red", "2026-11-22", DiceReader().network, "poker_dice")
    before = enrol(
        spread_of([photographed(drawn_deck(1, 0.35), in_rows(CARDS), seed=1)], PACKS["52"]),
        "before",
        "2025-01-01",
        "card_reader 000000000000",
    )
    for name, enrolment in {
        "ours": FamilyEnrolment((before, ours), (dice,)),
        "dice": FamilyEnrolment((), (dice,)),
        "before": FamilyEnrolment((before,)),
    }.items():
        (place / f"{name}.json").write_text(enrolment_text(enrolment), encoding="utf-8")
    (place / "newer.json").write_text('{"version": 9}', encoding="utf-8")
    (place / "damaged.json").write_text("{", encoding="utf-8")
    laid = spread(deck(31), NAMES, 15)
    assert cv2.imwrite(str(place / "cards.png"), table(laid, 15, 2.0).image)
    thrown = tuple(
        SceneDie(face, -60.0 + 60 * at, 10.0 * at, 40.0 * at, style=PICTURED) for at, face in enumerate(THROW)
    )
    scene = SceneRenderer(seed=9, lining="green_felt").render(ScenePicture(thrown))
    assert cv2.imwrite(str(place / "dice.png"), scene.image)
    assert cv2.imwrite(str(place / "empty.png"), np.full((200, 300, 3), 90, np.uint8))
    return place


def read(folder: Path, picture: str, enrolment: str, *more: str) -> list[str]:
    return ["read", str(folder / picture), "--enrolment", str(folder / enrolment), *more]


def test_a_card_of_the_family_s_deck_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(read(folder, "cards.png", "ours.json", "--only", "cards", "--json")) == 0
    heard = capsys.readouterr()
    objects = [found for found in json.loads(heard.out)["objects"] if found["score"] >= 0.5]
    assert sorted(found["card"] for found in objects) == sorted(NAMES)
    assert {found["deck"] for found in objects} == {"ours"}
    assert heard.err.count("\n") == 1 and "“before”" in heard.err and "enrol anew" in heard.err
    assert main(["read", str(folder / "cards.png"), "--only", "cards", "--json"]) == 0
    assert all("deck" not in found for found in json.loads(capsys.readouterr().out)["objects"])


def test_the_family_s_dice_are_read_by_their_pictures(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(read(folder, "dice.png", "dice.json", "--only", "poker_dice", "--json")) == 0
    objects = json.loads(capsys.readouterr().out)["objects"]
    likely = sorted((found["box"][0], found["value"]) for found in objects if found["score"] >= 0.5)
    assert [value for _, value in likely] == list(THROW)
    by_print = sum(found["score"] for found in objects)
    assert main(["read", str(folder / "dice.png"), "--only", "poker_dice", "--json"]) == 0
    by_network = sum(found["score"] for found in json.loads(capsys.readouterr().out)["objects"])
    assert by_print > by_network


@pytest.mark.parametrize(
    ("enrolment", "kind", "why"),
    [
        ("none.json", "cards", "name another file"),
        ("damaged.json", "cards", "is no whole enrolment"),
        ("newer.json", "cards", "written by a newer Companion"),
        ("before.json", "cards", "enrolled with other models; enrol anew"),
        ("dice.json", "cards", "holds no cards of the family"),
        ("dice.json", "dice", "holds no such dice of the family"),
    ],
)
def test_an_enrolment_that_is_of_no_use_is_said_in_one_line(
    folder: Path, enrolment: str, kind: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(read(folder, "empty.png", enrolment, "--only", kind)) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and heard.err.count("\n") == 1 and why in heard.err
