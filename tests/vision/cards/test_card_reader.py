"""The card reader with the models that are shipped, on drawn tables and on bad input."""

import math
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.card_tables import CARD_MM, deck, empty_table, spread, table
from vision.card_names import BACK
from vision.cards import CardReader
from vision.cards.finding import find_at
from vision.network import load_network
from vision.picture import UnreadablePicture
from vision.readings import ASKED, SURE, CardReading, TableReading
from vision.scene.arrays import ByteArray
from vision.scene.card_layouts import round_fan, row_of
from vision.scene.card_scene import LaidCard
from vision.scene.deck import Deck, KeptDrawings, random_deck_style
from vision.training.clutter import scatter_clutter

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"
NAMES = ("AS", "10H", "7D", "KC", "QH", "2C", "9S", "JD")


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


def names_of(reading: TableReading, least: float = ASKED) -> Counter[str]:
    return Counter(str(card.card) for card in reading.cards if card.score >= least)


def wrong_and_sure(reading: TableReading, truth: Counter[str]) -> int:
    return sum((names_of(reading, SURE) - truth).values())


@pytest.mark.parametrize(
    ("language", "width_mm", "seed"),
    [
        ("english", 7.0, 1),
        ("french_as", 7.5, 2),
        ("french", 6.5, 3),
        ("german", 8.0, 4),
        ("english", 5.0, 5),
        ("english", 16.0, 6),
        ("english", 20.0, 7),
    ],
)
def test_cards_that_lie_apart_are_read(reader: CardReader, language: str, width_mm: float, seed: int) -> None:
    scene = table(spread(deck(seed, language, width_mm), NAMES, seed), seed)
    reading = reader.read(scene.image, 3.0)
    truth = Counter(NAMES)
    assert sum((names_of(reading) & truth).values()) >= len(NAMES) - 1
    assert wrong_and_sure(reading, truth) == 0


@pytest.mark.parametrize(("step_mm", "width_mm"), [(15.0, 5.0), (23.0, 7.0)])
def test_a_column_is_read_though_only_strips_are_seen(
    reader: CardReader, step_mm: float, width_mm: float
) -> None:
    art = deck(14, width_mm=width_mm)
    names = ("KS", "QH", "JS", "10D", "9C", "8H")
    column = row_of([(art, name) for name in names], (0.0, -70.0), 0.0, step_mm, 90.0)
    scene = table(column, 11)
    assert {index.card for index in scene.indices() if index.visible > 0.88} == set(range(len(names)))
    reading = reader.read(scene.image, 3.0)
    truth = Counter(names)
    assert sum((names_of(reading) & truth).values()) >= len(names) - 1
    assert wrong_and_sure(reading, truth) == 0


def test_a_fan_is_read(reader: CardReader) -> None:
    art = deck(12)
    names = ("2S", "5H", "8D", "JC", "KH")
    fan = round_fan([(art, name) for name in names], (0.0, 70.0), 90.0, -26.0, 13.0)
    reading = reader.read(table(fan, 12).image, 3.0)
    assert sum((names_of(reading) & Counter(names)).values()) >= 4
    assert wrong_and_sure(reading, Counter(names)) == 0


def test_two_packs_may_lie_mixed(reader: CardReader) -> None:
    first, second = deck(13), deck(14, width_mm=9.0)
    names = ("7H", "7H", "QS", "QS")
    cards = spread(first, names, 13)
    mixed = [
        LaidCard(art, c.card, c.x_mm, c.y_mm, c.turn_deg)
        for art, c in zip((first, second) * 2, cards, strict=True)
    ]
    reading = reader.read(table(mixed, 13).image, 3.0)
    assert names_of(reading) == Counter(names)


def test_a_card_is_told_with_its_place_its_direction_and_its_corners(reader: CardReader) -> None:
    scene = table(spread(deck(15), NAMES[:4], 15), 15)
    reading = reader.read(scene.image, 3.0)
    for truth in scene.cards():
        card = next(one for one in reading.cards if one.card == truth.card)
        assert math.dist(card.centre, truth.middle) < 3.0 * 3.0
        assert abs(card.up[0] * truth.up[0] + card.up[1] * truth.up[1]) > math.cos(math.radians(5))
        assert len(card.indices) == 2
        x0, y0, x1, y1 = card.box
        width, height = truth.quad.max(axis=0) - truth.quad.min(axis=0)
        assert abs(x1 - x0 - width) < 0.12 * width and abs(y1 - y0 - height) < 0.12 * height


@pytest.mark.parametrize("seed", [16, 19, 20])
def test_backs_are_told_apart_from_faces(reader: CardReader, seed: int) -> None:
    cards = spread(deck(seed), (BACK, "7S", BACK, "KD"), seed)
    scene = table(cards, seed)
    reading = reader.read(scene.image, 3.0)
    assert names_of(reading) == Counter(("7S", "KD"))
    backs = [back for back in reading.backs if back.presence >= ASKED]
    assert len(backs) == 2
    for truth in scene.cards():
        if truth.card == BACK:
            back = min(backs, key=lambda one: math.dist(one.centre, truth.middle))
            assert math.dist(back.centre, truth.middle) < 4.0 * 3.0
            assert abs(back.up[0] * truth.up[0] + back.up[1] * truth.up[1]) > math.cos(math.radians(10))


def test_backs_are_not_read_as_faces(reader: CardReader) -> None:
    for seed in (16, 18, 19):
        cards = spread(deck(seed), (BACK, "7S", BACK, "KD"), seed)
        assert names_of(reader.read(table(cards, seed).image, 3.0)) == Counter(("7S", "KD"))


def test_a_v_is_what_the_family_says(reader: CardReader) -> None:
    scene = table(spread(deck(17, "dutch"), ("QH", "QS", "KD", "JC"), 17), 17)
    dutch = names_of(CardReader(language="dutch").read(scene.image, 3.0))
    assert sum((dutch & Counter(("QH", "QS", "KD", "JC"))).values()) >= 3
    with pytest.raises(KeyError, match="klingon"):
        CardReader(language="klingon")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["bare", "hand", "clutter"])
def test_no_card_is_invented(reader: CardReader, kind: str) -> None:
    sure = likely = 0
    for seed in range(4):
        scene = table([], 30 + seed)
        if kind == "hand":
            scene.reach_in((480.0, 400.0), 90.0 * seed + 20, 240.0)
        elif kind == "clutter":
            strewn = scene.image.astype(np.float32)
            scatter_clutter(strewn, 6, np.random.default_rng(seed))
            scene.image[:] = np.clip(strewn, 0, 255).astype(np.uint8)
        reading = reader.read(scene.image, 3.0)
        sure += len([card for card in reading.cards if card.score >= SURE])
        likely += len([card for card in reading.cards if card.score >= ASKED])
    assert sure == 0 and likely <= 1


def test_keys_with_letters_and_numbers_are_no_cards(reader: CardReader) -> None:
    image = np.full((600, 900, 3), 40, np.uint8)
    for row, keys in enumerate(("1234567890", "QWERTZUIOP", "ASDFGHJKL", "YXCVBNM")):
        for column, key in enumerate(keys):
            x, y = 40 + 82 * column + 20 * row, 60 + 120 * row
            cv2.rectangle(image, (x, y), (x + 70, y + 100), (215, 215, 215), -1)
            cv2.putText(
                image, key, (x + 16, y + 66), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (20, 20, 20), 4, cv2.LINE_AA
            )
    for scale in (3.0, None):
        assert not names_of(reader.read(image, scale), SURE)


def likely_cards(reader: CardReader, image: ByteArray, px_per_mm: float | None) -> Counter[str]:
    return names_of(reader.read(image, px_per_mm))


def beside_scene(seed: int) -> ByteArray:
    """Eight cards of a deck whose sign stands beside the figure."""
    style = replace(random_deck_style(seed, language="english", width_mm=7.0, beside=True), size=CARD_MM)
    return table(spread(KeptDrawings(Deck(style), 60), NAMES, seed), seed).image


@pytest.mark.parametrize("seed", [1, 5])
def test_a_sign_beside_the_figure_is_read_where_the_scale_is_known(
    reader: CardReader, tmp_path: Path, seed: int
) -> None:
    image = beside_scene(seed)
    reading = reader.read(image, 3.0)
    assert sum((names_of(reading) & Counter(NAMES)).values()) >= len(NAMES) - 1
    assert wrong_and_sure(reading, Counter(NAMES)) == 0
    for name in ("card_detector.onnx", "card_reader.onnx", "card_calibration.json"):
        shutil.copyfile(MODELS / name, tmp_path / name)
    # The detector that searches the scale knows no such deck: this test tells the two apart.
    shutil.copyfile(MODELS / "card_detector.onnx", tmp_path / "card_detector_known_scale.onnx")
    assert not names_of(CardReader(tmp_path).read(image, 3.0))


def test_each_detector_is_loaded_when_it_is_needed(tmp_path: Path) -> None:
    image = table(spread(deck(24), NAMES, 24), 24).image
    for missing, scale in (("card_detector_known_scale.onnx", None), ("card_detector.onnx", 3.0)):
        folder = tmp_path / missing
        shutil.copytree(MODELS, folder)
        (folder / missing).unlink()
        reader = CardReader(folder)
        assert sum((names_of(reader.read(image, scale)) & Counter(NAMES)).values()) >= len(NAMES) - 1
        with pytest.raises(FileNotFoundError, match=missing.replace(".", r"\.")):
            reader.read(image, 3.0 if scale is None else None)


def test_a_found_scale_changes_no_detector(tmp_path: Path) -> None:
    shutil.copytree(MODELS, tmp_path, dirs_exist_ok=True)
    (tmp_path / "card_detector_known_scale.onnx").unlink()
    image = table(spread(deck(24), NAMES, 24), 24).image
    one = CardReader(tmp_path).read(image)
    assert one.px_per_mm is not None
    stills = CardReader(tmp_path).read_stills([image, image])
    assert stills.px_per_mm == one.px_per_mm
    assert names_of(stills) == names_of(one) == Counter(NAMES)


def test_a_turned_picture_shows_the_same_cards(reader: CardReader) -> None:
    image = table(spread(deck(21), NAMES, 21), 21).image
    upright = likely_cards(reader, image, 3.0)
    assert sum((upright & Counter(NAMES)).values()) >= len(NAMES) - 1
    for quarters in (1, 2, 3):
        turned = likely_cards(reader, np.ascontiguousarray(np.rot90(image, quarters)), 3.0)
        assert sum((turned - upright).values()) + sum((upright - turned).values()) <= 1
    height, width = image.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), 37.0, 0.75)
    askew = np.asarray(cv2.warpAffine(image, matrix, (width, height), borderValue=(70, 80, 90)), np.uint8)
    seen = likely_cards(reader, askew, 2.25)
    assert sum((seen & upright).values()) >= len(NAMES) - 2


def test_a_larger_or_smaller_picture_shows_the_same_cards(reader: CardReader) -> None:
    image = table(spread(deck(22), NAMES, 22), 22).image
    for scale in (0.67, 1.5):
        resized = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        for given in (3.0 * scale, None):
            seen = likely_cards(reader, resized, given)
            assert sum((seen & Counter(NAMES)).values()) >= len(NAMES) - 1


def test_other_light_shows_the_same_cards(reader: CardReader) -> None:
    image = table(spread(deck(23), NAMES, 23), 23).image
    for gains in ((0.6, 0.6, 0.6), (0.75, 0.95, 1.05), (1.1, 1.0, 0.85)):
        relit = np.clip(image * np.array(gains), 0, 255).astype(np.uint8)
        seen = likely_cards(reader, relit, 3.0)
        assert sum((seen & Counter(NAMES)).values()) >= len(NAMES) - 1


def test_the_scale_is_told_by_the_cards(reader: CardReader) -> None:
    reading = reader.read(table(spread(deck(24), NAMES, 24), 24, px_per_mm=2.6).image)
    assert reading.px_per_mm == pytest.approx(2.6, rel=0.15)
    assert sum((names_of(reading) & Counter(NAMES)).values()) >= len(NAMES) - 1


def test_readings_are_distributions(reader: CardReader) -> None:
    image = table(spread(deck(25), NAMES, 25), 25).image
    for card in reader.read(image, 3.0).cards:
        _is_a_distribution(card, image)


def _is_a_distribution(card: CardReading, image: ByteArray) -> None:
    shares = [share for _, share in card.candidates]
    assert 0 < sum(shares) <= 1.001 and all(0 <= share <= 1 for share in shares)
    assert 0.0 <= card.score <= card.presence <= 1.0
    for x0, y0, x1, y1 in (card.box, *(index.box for index in card.indices)):
        assert 0 <= x0 < x1 <= image.shape[1] and 0 <= y0 < y1 <= image.shape[0]


@pytest.mark.parametrize("shape", [(16, 16), (17, 300), (500, 40)])
def test_odd_pictures_do_no_harm(reader: CardReader, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(0)
    for picture in (rng.integers(0, 256, (*shape, 3), dtype=np.uint8), np.zeros((*shape, 3), np.uint8)):
        assert isinstance(reader.read(picture), TableReading)
        assert isinstance(reader.read(picture, 3.0), TableReading)


def test_pictures_of_other_depths_are_read(reader: CardReader) -> None:
    image = table(spread(deck(26), NAMES, 26), 26).image
    deep = image.astype(np.uint16) * 257
    assert names_of(reader.read(deep, 3.0)) == names_of(reader.read(image, 3.0))
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    ranks = Counter(name[:-1] for name in names_of(reader.read(grey, 3.0), 0.0))
    assert sum((ranks & Counter(name[:-1] for name in NAMES)).values()) >= len(NAMES) - 2


def test_what_is_no_picture_is_refused_in_one_line(reader: CardReader) -> None:
    nothing = np.full((90, 90, 3), np.nan)
    for picture in (nothing, np.zeros((0, 4, 3), np.uint8), np.zeros((9,), np.uint8)):
        with pytest.raises(UnreadablePicture) as refused:
            reader.read(picture)
        assert "\n" not in str(refused.value)
    for scale in (0.0, -3.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="px per mm"):
            reader.read(empty_table(1), scale)


def runs(name: str, given: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """What both runtimes make of the same pictures."""
    return [load_network(MODELS / name, runtime).run(given) for runtime in ("onnxruntime", "opencv")]


def test_both_runtimes_agree() -> None:
    crops = np.random.default_rng(2).random((5, 3, 72, 48), dtype=np.float32)
    first, second = runs("card_reader.onnx", crops)
    assert first.shape == second.shape
    assert float(np.abs(first - second).max()) < 2e-3


@pytest.mark.parametrize("name", ["card_detector.onnx", "card_detector_known_scale.onnx"])
def test_both_runtimes_agree_on_networks_of_eight_bits_but_for_halves(name: str) -> None:
    """One may round up a half that the other rounds down, which ones depends on the processor: few, and by little."""
    image = table(spread(deck(15), NAMES[:4], 15), 15).image
    height, width = (side // 32 * 32 for side in image.shape[:2])
    given = np.ascontiguousarray((image[:height, :width] / np.float32(255)).transpose(2, 0, 1)[None])
    first, second = runs(name, given)
    assert first.shape == second.shape
    apart = np.abs(first - second)
    assert float(np.quantile(apart, 0.99)) < 0.1 and float(apart.max()) < 1.5


@pytest.mark.parametrize("name", ["card_detector.onnx", "card_detector_known_scale.onnx"])
def test_a_detector_of_eight_bits_finds_the_same_in_both_runtimes(name: str) -> None:
    """Where one rounds a half up the other may round it down: what is found must not show it."""
    scene = table(spread(deck(15), NAMES[:4], 15), 15)
    found = [
        find_at(load_network(MODELS / name, runtime), scene.image, 1.0, 0.3)
        for runtime in ("onnxruntime", "opencv")
    ]
    first, second = (sorted(spots.indices, key=lambda spot: spot.centre) for spots in found)
    assert len(first) == len(second) >= 8
    for one, other in zip(first, second, strict=True):
        assert math.dist(one.centre, other.centre) < 0.5
        assert math.dist(one.up, other.up) < 0.05
        assert abs(one.heat - other.heat) < 0.05


def test_cards_are_read_without_onnxruntime_too() -> None:
    scene = table(spread(deck(15), NAMES[:4], 15), 15)
    read = [
        names_of(CardReader(runtime=runtime).read(scene.image, 3.0)) for runtime in ("onnxruntime", "opencv")
    ]
    assert read[0] == read[1] == Counter(NAMES[:4])


def test_a_missing_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"card_detector\.onnx"):
        CardReader(tmp_path).read(np.zeros((64, 64, 3), np.uint8))
