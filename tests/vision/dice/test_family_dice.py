"""What the networks saw of dice is read by the family's own dice where it looks like theirs, and only there."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.vision.dice.test_enrolled_dice import PICTURED, crops, faces
from vision.dice.classification import FACES, REJECT, Look
from vision.dice.detection import Detection
from vision.dice.enrolled_dice import FACES_OF, POKER_FACES, ByteArray, FaceExample, enrol_dice
from vision.dice.face_match import laid_ways
from vision.dice.face_spread import Known, SeenFace, face_spread_of, faces_in
from vision.dice.family_dice import FamilyDice, by_own_dice, classes_of, family_dice
from vision.dice.geometry import CROP_MARGIN, CROP_SIZE
from vision.dice.reader import DiceReader
from vision.scene import SceneDie, ScenePicture, SceneRenderer


@cache
def ours() -> FamilyDice:
    return family_dice(faces(1, 3, "brown_leather"), "ours", "2026-11-22", "drawn", "poker_dice")


def look_at_whole(crop: ByteArray, said: str | None) -> Look:
    """A look at a picture that is a crop; the network names a face, or rejects it."""
    side = CROP_SIZE / CROP_MARGIN
    middle = (CROP_SIZE - 1) / 2
    found = Detection((middle, middle), side, (0.0, 0.0), 0.0, (0.0, 0.0, 64.0, 64.0), 0.9, side)
    probabilities = np.full(REJECT + 1, 0.01, np.float32)
    probabilities[REJECT if said is None else FACES.index(said)] = 0.88
    return Look(found, probabilities, np.eye(REJECT + 1, dtype=np.float32)[int(probabilities.argmax())])


def best(look: Look) -> str:
    return (*FACES, "nothing")[int(look.probabilities.argmax())]


def test_a_picture_that_the_network_rejects_is_read_by_the_family_s_dice() -> None:
    for face, crop in crops(2, 1, "green_felt"):
        (read,) = by_own_dice(crop, [look_at_whole(crop, None)], [ours()])
        assert best(read) == face and FACES[int(read.votes[:REJECT].argmax())] == face
        assert float(read.probabilities.sum()) == pytest.approx(1.0, abs=1e-5)


def test_ordinary_dice_are_left_to_the_network() -> None:
    dice = tuple(SceneDie(str(1 + at), -85 + 34 * at, 0.0, 20.0 * at) for at in range(6))
    picture = SceneRenderer(seed=9, lining="green_felt").render(ScenePicture(dice)).image
    plain = DiceReader().look(picture)
    for before, after in zip(plain, by_own_dice(picture, plain, [ours()]), strict=True):
        assert np.allclose(before.probabilities, after.probabilities, atol=0.06)
        assert best(before) == best(after)


def test_without_dice_nothing_changes() -> None:
    look = look_at_whole(crops(2, 1, "green_felt")[0][1], "9")
    assert by_own_dice(np.zeros((64, 64, 3), np.uint8), [look], []) == [look]


def test_dice_of_another_network_are_refused() -> None:
    with pytest.raises(ValueError, match="enrol them again"):
        DiceReader(own=[ours()])


def test_a_network_is_named_by_its_file(tmp_path: Path) -> None:
    name, digest = DiceReader().network.split()
    assert name == "dice_classifier" and len(digest) == 12
    with pytest.raises(FileNotFoundError):
        _ = DiceReader(tmp_path).network


@pytest.mark.parametrize("kind", ["numbers", "poker_dice"])
def test_the_faces_of_a_kind_are_those_of_the_network(kind: str) -> None:
    assert FACES[classes_of(kind)] == FACES_OF[kind]  # type: ignore[arg-type, index]


def test_dice_with_stickers_are_learnt_as_numbers() -> None:
    """The pictures stand for stickers: what matters is that the names are those of ordinary dice."""
    names = dict(zip(POKER_FACES, FACES_OF["numbers"], strict=True))
    stickered = [FaceExample(names[one.face], one.crop, one.factory) for one in faces(1, 3, "brown_leather")]
    learnt = enrol_dice(stickered, "numbers")
    told = [
        FACES_OF["numbers"][int(learnt.judge(learnt.compared(laid_ways(one.crop)), one.factory).argmax())]
        == names[one.face]
        for one in faces(2, 2, "green_felt")
    ]
    assert sum(told) >= 11
    with pytest.raises(ValueError, match="not in tuple"):
        enrol_dice(faces(1, 3, "brown_leather"), "numbers")


def test_rendered_pictures_are_found_for_enrolment_and_read_by_it_afterwards() -> None:
    def picture(seed: int, first: int, lining: str) -> tuple[ByteArray, tuple[SceneDie, ...]]:
        dice = tuple(
            SceneDie(
                POKER_FACES[(first + at) % 6],
                -70.0 + 70 * (at % 3),
                -30.0 + 65 * (at // 3),
                50.0 * at,
                style=PICTURED,
            )
            for at in range(6)
        )
        return SceneRenderer(seed=seed, lining=lining).render(ScenePicture(dice)).image, dice

    reader = DiceReader()
    photographs = [picture(seed, 2 * seed, "brown_leather") for seed in (1, 2)]
    spread = face_spread_of([faces_in(reader, image, "poker_dice") for image, _ in photographs], "poker_dice")
    assert len(spread.faces) == 12 and [face.row for face in spread.faces] == 2 * [1, 1, 1, 2, 2, 2]
    for face in spread.faces:
        told = photographs[face.photograph - 1][1][3 * (face.row - 1) + face.place - 1].face
        spread = spread.answered(face.number, told)
    dice = family_dice(spread.examples, "ours", "2026-11-22", reader.network, "poker_dice")
    image, thrown = picture(7, 3, "green_felt")
    found = DiceReader(own=[dice]).read(image, only="poker_dice")
    sure = [one for one in found if one.score >= 0.9]
    assert len(sure) >= 5 and {one.face for one in sure} <= {die.face for die in thrown}
    for one in sure:
        at = 3 * (one.centre[1] > image.shape[0] / 2) + int(3 * one.centre[0] / image.shape[1])
        assert one.face == thrown[at].face


def seen(face: str, crop: ByteArray, certainty: float) -> SeenFace:
    factory = np.full(6, 0.05, np.float32)
    factory[POKER_FACES.index(face)] = 0.5
    return SeenFace((100.0 * POKER_FACES.index(face), 50.0), 40.0, crop, factory, certainty)


def test_what_looks_like_a_named_face_waits_until_all_faces_have_a_name() -> None:
    drawn = crops(1, 2, "brown_leather")
    first = [seen(face, crop, 0.95 if face != "Q" else 0.3) for face, crop in drawn[:6]]
    second = [seen(face, crop, 0.95 if face == "9" else 0.3) for face, crop in drawn[6:]]
    spread = face_spread_of([first, second], "poker_dice")
    assert len(spread.doubtful) == 6 and spread.missing == POKER_FACES[1:]
    spread = spread.answered(3, "Q")
    assert spread.doubtful == () and spread.missing == ()
    assert {face.known for face in spread.faces[7:]} == {Known.ALIKE}
    # Said to be none of these dice, what looked like it is doubtful again.
    again = spread.answered(3, None)
    assert len(again.doubtful) == 5 and len(again.examples) == 6
    with pytest.raises(ValueError, match="no face 99"):
        spread.answered(99, "Q")
    with pytest.raises(ValueError, match="no face 0"):
        spread.answered(0, "7")


def test_what_the_network_contradicts_itself_about_is_asked() -> None:
    drawn = crops(1, 2, "brown_leather")
    said = {"9": "9", "10": "9", "J": "J", "Q": "Q", "K": "K", "A": "A"}
    spread = face_spread_of([[seen(said[face], crop, 0.95) for face, crop in drawn]], "poker_dice")
    truth = {id(crop): face for face, crop in drawn}
    asked = [truth[id(face.seen.crop)] for face in spread.doubtful]
    assert sorted(asked) == ["10", "10", "9", "9"]


def test_a_name_that_too_many_faces_bear_is_asked_where_another_is_borne_by_none() -> None:
    """Room 330: the V of French jacks, upside down, is surely an A to the network; and looks much like one."""
    drawn = dict(crops(1, 1, "brown_leather"))
    said = {face: "A" if face == "J" else face for face in POKER_FACES}
    looks = {face: drawn["A" if face == "J" else face] for face in POKER_FACES}
    shown = [seen(said[face], looks[face], 0.95) for face in (*POKER_FACES, *POKER_FACES)]
    spread = face_spread_of([shown], "poker_dice")
    assert [POKER_FACES[int(face.seen.factory.argmax())] for face in spread.doubtful] == ["A"] * 4
    assert face_spread_of([[one for one in shown if one is not shown[2]]], "poker_dice").missing == ("J", "A")


@pytest.mark.parametrize("alike", [False, True])
def test_what_is_sure_is_asked_after_all_where_answers_speak_against_it(alike: bool) -> None:
    """Room 348: every jack was surely an A to the network, and the aces were asked: A, said people.

    Jacks and aces may look ``alike``: then there are too many A, and no J.
    """
    looks = dict(crops(1, 1, "brown_leather"))
    if alike:
        looks["J"] = looks["A"]
    shown = [
        (face, seen("A" if face == "J" else face, looks[face], 0.3 if face == "A" else 0.95))
        for face in 2 * POKER_FACES
    ]
    truth = {id(one): face for face, one in shown}
    spread = face_spread_of([[one for _, one in shown]], "poker_dice")
    assert [truth[id(face.seen)] for face in spread.doubtful] == ["A", "A"]
    while spread.doubtful:
        asked = spread.doubtful[0]
        spread = spread.answered(asked.number, truth[id(asked.seen)])
    assert [face.face for face in spread.faces] == [truth[id(face.seen)] for face in spread.faces]


def test_of_dice_that_the_network_hardly_knows_nothing_is_sure() -> None:
    drawn = crops(1, 2, "brown_leather")
    shown = [seen("9", crop, 0.95 if face in ("J", "Q") else 0.3) for face, crop in drawn]
    assert len(face_spread_of([shown], "poker_dice").doubtful) == len(drawn)


def test_a_stranger_is_far_from_the_family_s_dice() -> None:
    learnt = ours().learnt

    def is_one(crop: ByteArray) -> float:
        return learnt.is_one(learnt.compared(laid_ways(crop)))

    assert is_one(np.full((64, 64, 3), 128, np.uint8)) < 0.01
    for _, crop in crops(2, 1, "green_felt"):
        assert is_one(crop) > 0.9
    for _, crop in crops(3, 1, "green_felt", replace(PICTURED, glyph_seed=70, pictured=False)):
        assert is_one(crop) < 0.1
