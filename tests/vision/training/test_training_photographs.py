"""What photographs teach: crops through the detector, no label in doubt, no source that was left out."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.rendered_photographs import write_rendered_photographs
from vision.dice.classification import FACES, REJECT
from vision.dice.detection import Detection
from vision.dice.geometry import crop_face
from vision.dice.labelled import LabelledPhotograph
from vision.network import load_network
from vision.training.photographs import (
    PhotographedFace,
    SeenPhotograph,
    cut_patch,
    jittered_face,
    label_detections,
    photograph_tile,
    photographed_faces,
    seen_photographs,
    source_weights,
)
from vision.training.scenes import SCENE_SIZE
from vision.training.targets import detector_target, dulled

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"


def _detection(x: float, y: float, side: float = 40.0, heat: float = 0.9) -> Detection:
    half = side * 0.6
    return Detection((x, y), side, (0.0, 0.0), 0.2, (x - half, y - half, x + half, y + half), heat, side)


def _photograph(**changes: object) -> LabelledPhotograph:
    plain = LabelledPhotograph(
        Path("a.jpg"),
        "somebody",
        ((76.0, 76.0, 124.0, 124.0), (176.0, 76.0, 224.0, 124.0)),
        (5, None),
        (False, False),
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def test_a_face_in_the_middle_of_its_box_carries_the_label_and_a_symbol_none() -> None:
    labels = label_detections(_photograph(), (_detection(102, 98), _detection(200, 100)))
    assert labels == {0: FACES.index("5")}


def test_the_side_of_a_die_does_not_carry_the_label_of_its_top_face() -> None:
    beside = _detection(120, 100)
    assert label_detections(_photograph(), (beside,)) == {}
    # An estimated box may lie askew.
    assert label_detections(_photograph(loose=(True, False)), (beside,)) == {0: FACES.index("5")}


def test_what_may_be_a_die_without_a_label_is_not_taught_as_nothing() -> None:
    faint, bright = _detection(300, 300, heat=0.3), _detection(400, 300, heat=0.8)
    assert label_detections(_photograph(), (faint, bright)) == {0: REJECT}


def test_a_patch_gives_the_crop_that_the_reader_cuts() -> None:
    rng = np.random.default_rng(1)
    image = np.kron(rng.integers(0, 255, (40, 60, 3)), np.ones((8, 8, 1))).astype(np.uint8)
    found = _detection(210.3, 140.8, side=60.0)
    patch, moved = cut_patch(image, found)
    assert max(patch.shape[:2]) < 200
    crop = crop_face(image, found.centre, found.side, found.anisotropy, found.turn)
    again = crop_face(patch, moved.centre, moved.side, moved.anisotropy, moved.turn)
    assert np.abs(crop.astype(int) - again).mean() < 1.0


def test_a_large_face_is_kept_small() -> None:
    image = np.zeros((900, 900, 3), np.uint8)
    patch, moved = cut_patch(image, _detection(450, 450, side=300.0))
    assert moved.side == pytest.approx(96.0)
    assert max(patch.shape[:2]) <= 2 * 1.6 * 96 + 3
    assert moved.centre[0] == pytest.approx(patch.shape[1] / 2, abs=1.0)


def test_a_large_source_does_not_drown_the_small_ones() -> None:
    patch = np.zeros((8, 8, 3), np.uint8)
    many = [PhotographedFace("many", patch, _detection(4, 4), 0)] * 100
    few = [PhotographedFace("few", patch, _detection(4, 4), 1)] * 4
    nothing = [PhotographedFace("many", patch, _detection(4, 4), REJECT)] * 1000
    weights = source_weights(many + few + nothing)
    assert weights.sum() == pytest.approx(1.0)
    assert weights[:100].sum() / weights[100:104].sum() == pytest.approx(5.0)
    assert weights[104:].sum() == pytest.approx(1 / 6)


def test_a_source_left_out_is_never_looked_at(tmp_path: Path) -> None:
    write_rendered_photographs(tmp_path, ("one", "two"), 2)
    detector = load_network(MODELS / "dice_detector.onnx")
    seen = seen_photographs(tmp_path, detector, ["one"])
    assert [each.labelled.source for each in seen] == ["two", "two"]
    faces = photographed_faces(seen)
    assert len([face for face in faces if face.label != REJECT]) >= 5
    rng = np.random.default_rng(2)
    assert jittered_face(faces[0], rng).shape == (64, 64, 3)
    with pytest.raises(ValueError, match="nobody"):
        seen_photographs(tmp_path, detector, ["nobody"])


def test_a_tile_teaches_dice_that_were_found_and_ignores_the_others() -> None:
    image = np.full((400, 400, 3), 128, np.uint8)
    photograph = _photograph(
        boxes=((76.0, 76.0, 124.0, 124.0), (126.0, 76.0, 174.0, 124.0), (76.0, 126.0, 124.0, 174.0)),
        values=(5, 3, None),
        loose=(False,) * 3,
    )
    seen = SeenPhotograph(
        photograph, image, (_detection(100, 100, side=36.0), _detection(100, 150, side=36.0))
    )
    rng = np.random.default_rng(3)
    for _ in range(6):
        tile, dice = photograph_tile(seen, rng) or pytest.fail("nothing to cut")
        assert tile.shape == (SCENE_SIZE, SCENE_SIZE, 3)
        assert len(dice) == 3
        taught, symbol, unseen = dice
        assert taught.face == "5" and taught.visible == 1.0
        assert unseen.visible < 0.62 and symbol.visible < 0.62
        assert 20 < taught.side < 80
        # Both stay as far apart as they lie in the photograph.
        gap = np.hypot(*(np.array(taught.centre) - symbol.centre))
        assert gap == pytest.approx(50 / 36 * taught.side, rel=0.02)
        target, weight = detector_target(dice, SCENE_SIZE)
        x, y = (int(value) // 4 for value in unseen.centre)
        if 0 <= x < SCENE_SIZE // 4 and 0 <= y < SCENE_SIZE // 4:
            assert weight[0, y, x] == 0.0 and target[0, y, x] < 0.5


def test_a_dulled_face_keeps_its_pips_where_they_were() -> None:
    size = 64
    ys, xs = np.mgrid[0:size, 0:size]
    pips = np.zeros((size, size), bool)
    for x, y in ((22, 22), (42, 42)):
        pips |= (xs - x) ** 2 + (ys - y) ** 2 < 25
    crop = np.where(pips[..., None], 20, 230).astype(np.uint8).repeat(3, axis=2)
    contrasts = []
    for seed in range(60):
        out = dulled(crop, np.random.default_rng(seed)).astype(float).mean(axis=2)
        contrasts.append(out[~pips].mean() - out[pips].mean())
    assert min(contrasts) > 20
    assert sum(contrast < 150 for contrast in contrasts) > 20
    assert max(contrasts) > 190
