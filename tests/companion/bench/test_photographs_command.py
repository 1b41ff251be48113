"""`companion read` speaks the contract: one JSON line an image, broken files named, the others still read."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench.measure import Measure, share_measure, wilson_interval
from companion.cli.main import main
from tests.card_tables import deck, spread, table
from vision.scene import SceneDie, ScenePicture, SceneRenderer


@pytest.fixture(scope="module")
def photograph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dice = (SceneDie("5", -40.0, 0.0, 20.0), SceneDie("2", 40.0, 20.0, 70.0))
    path = tmp_path_factory.mktemp("photographs") / "throw.png"
    assert cv2.imwrite(str(path), SceneRenderer(seed=2).render(ScenePicture(dice)).image)
    return path


def test_one_json_line_an_image(photograph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photograph), "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert set(answer) == {"image", "width", "height", "ms", "objects"}
    assert (answer["image"], answer["width"], answer["height"]) == (str(photograph), 960, 720)
    likely = [found for found in answer["objects"] if found["score"] >= 0.5]
    assert sorted(found["value"] for found in likely) == [2, 5]
    for found in likely:
        assert found["kind"] == "die" and isinstance(found["value"], int)
        x0, y0, x1, y1 = found["box"]
        assert 0 <= x0 < x1 <= 960 and 0 <= y0 < y1 <= 720
        assert found["candidates"][0]["value"] == found["value"]


def test_the_kind_can_be_given(photograph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photograph), "--json", "--only", "poker_dice"]) == 0
    for found in json.loads(capsys.readouterr().out)["objects"]:
        assert found["kind"] == "poker_die" and found["value"] in ("9", "10", "J", "Q", "K", "A")


def test_cards_are_one_object_each_with_their_corners(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.png"
    names = ("AS", "10H", "7D", "KC")
    assert cv2.imwrite(str(path), table(spread(deck(15), names, 15), 15).image)
    assert main(["read", str(path), "--json", "--only", "cards"]) == 0
    objects = json.loads(capsys.readouterr().out)["objects"]
    cards = [found for found in objects if found["kind"] == "card" and found["score"] >= 0.5]
    assert sorted(found["card"] for found in cards) == sorted(names)
    for found in cards:
        assert set(found["indices"][0]) == {"box", "rank", "suit", "p"}
        assert found["candidates"][0]["card"] == found["card"] and len(found["box"]) == 4
    assert main(["read", str(path), "--only", "cards"]) == 0
    (line, *_) = capsys.readouterr().out.splitlines()
    assert all(name in line for name in names)


def test_a_broken_file_is_named_and_the_others_are_read(
    photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.png"
    broken.write_bytes(photograph.read_bytes()[:5000])
    assert main(["read", str(broken), str(photograph), str(tmp_path / "none.jpg"), "--json"]) == 2
    heard = capsys.readouterr()
    assert [json.loads(line)["image"] for line in heard.out.splitlines()] == [str(photograph)]
    assert len(heard.err.splitlines()) == 2
    assert "broken.png" in heard.err and "none.jpg" in heard.err


def test_pictures_of_the_same_table_are_one_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("AS", "10H", "7D", "KC")
    clean = table(spread(deck(15), names, 15), 15, 2.0).image
    paths = [tmp_path / f"still{number}.png" for number in range(2)]
    for number, path in enumerate(paths):
        noise = np.random.default_rng(number).normal(0, 5, clean.shape)
        assert cv2.imwrite(str(path), np.clip(clean + noise, 0, 255).astype(np.uint8))
    arguments = ["read", *map(str, paths), "--same-table", "--only", "cards"]
    assert main([*arguments, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    answer = json.loads(line)
    assert answer["image"] == str(paths[0]) and answer["images"] == list(map(str, paths))
    cards = [found["card"] for found in answer["objects"] if found["score"] >= 0.5]
    assert sorted(cards) == sorted(names)


@pytest.mark.parametrize("case", ["one", "dice too", "other size", "broken"])
def test_pictures_that_cannot_be_of_the_same_table_are_refused_in_one_line(
    case: str, photograph: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.png"
    assert cv2.imwrite(str(other), np.zeros((100, 100, 3), np.uint8))
    more = {
        "one": ["--only", "cards"],
        "dice too": [str(photograph)],
        "other size": [str(other), "--only", "cards"],
        "broken": [str(tmp_path / "none.png"), "--only", "cards"],
    }[case]
    assert main(["read", str(photograph), *more, "--same-table"]) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and heard.err.count("\n") == 1


def test_without_json_a_line_says_what_was_read(photograph: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(photograph)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{photograph}: ") and "5" in line and "2" in line


def test_bounds_of_a_share() -> None:
    low, high = wilson_interval(99, 99)
    assert 0.96 < low < 0.97 and high == 1.0
    assert wilson_interval(0, 0) == (0.0, 1.0)
    middle = wilson_interval(50, 100)
    assert middle == pytest.approx((0.4038, 0.5962), abs=1e-4)
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson_interval(3, 2)
    figure = share_measure("vision", "all.right", 3, 4, target=75.0)
    assert (figure.value, figure.n, figure.met) == (75.0, 4, True)
    assert figure.as_json()["higher_is_better"] is True
    assert Measure("b", "n", 1.0, "ms", 1, target=0.5, higher_is_better=False).met is False
