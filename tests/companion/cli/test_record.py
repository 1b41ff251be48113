"""``companion record``: an evening is kept, and the folder plays it again."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.stand import Stand, save_stand
from calibration.tracking import LOOKS
from calibration.view import TableView
from calibration.zones import PlannedZone, TablePlan, read_plan
from companion.cli.main import main
from companion.evening.data_folder import DataFolder
from companion.evening.kept_folder import write_journal
from companion.evening.secret_zones import secrets_covered
from companion.evening.table_watch import EVERY_MS
from companion.filmed.recorded_evening import JOURNAL
from companion.games import zone_plan
from companion.wrong_use import WrongUse
from tests.calibration.drawn import BENT, MAT, picture, view
from vision.masking import GREY
from vision.scene import SceneDie, ScenePicture, SceneRenderer

ROOT = Path(__file__).parents[3]
THROWS = (("6", "5"), ("4", "6"), ("1", "2"))


def companion(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def thrown(journal: Path) -> list[list[str]]:
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    return [sorted(map(str, line["dice"])) for line in lines if line.get("do") == "roll"]


@pytest.fixture(scope="module")
def photographs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("throws")
    renderer = SceneRenderer(seed=5)
    for number, faces in enumerate(THROWS):
        dice = tuple(
            SceneDie(face, -30.0 + 60.0 * place, 8.0, 20.0 * place) for place, face in enumerate(faces)
        )
        cv2.imwrite(
            str(folder / f"{number}.png"), renderer.render(ScenePicture(dice), noise_seed=number).image
        )
    return folder


def test_an_evening_is_kept_and_plays_again(tmp_path: Path, photographs: Path) -> None:
    game = (
        "--player",
        "Ada",
        "--player",
        "Bea",
        "--player",
        "Cleo",
        "--option",
        "dice=numbers",
        "--first",
        "Ada",
    )
    first = companion(
        "record", "kept", "--camera", f"folder:{photographs}", *game, "--voice", "off",
        "--data", "one", "--port", "8971", "--exit-at-end", folder=tmp_path,
    )  # fmt: skip
    assert first.returncode == 0, first.stderr
    stills = sorted((tmp_path / "kept" / "stills").iterdir())
    assert len(stills) == len(THROWS)
    assert list((tmp_path / "kept" / "small").glob("*.mkv"))
    assert f"{len(THROWS)} stills in kept" in first.stderr
    rolls = thrown(tmp_path / "kept" / "journal" / "001.jsonl")
    assert rolls[:1] == [["5", "6"]]
    again = companion(
        "record", "again", "--camera", "folder:kept/stills", *game, "--voice", "off",
        "--data", "two", "--port", "8972", "--exit-at-end", folder=tmp_path,
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert thrown(tmp_path / "again" / "journal" / "001.jsonl") == rolls
    assert main(["replay", str(tmp_path / "kept" / "journal" / "001.jsonl")]) == 0


def test_a_game_that_is_played_by_taps_is_kept_too(tmp_path: Path, photographs: Path) -> None:
    kept = companion(
        "record", "kept", "--camera", f"folder:{photographs}", "--game", "racko", "--voice", "off",
        "--data", "one", "--port", "8973", "--exit-at-end", folder=tmp_path,
    )  # fmt: skip
    assert kept.returncode == 0, kept.stderr
    assert len(list((tmp_path / "kept" / "stills").iterdir())) == len(THROWS)
    assert "Racko is played by taps so far" in kept.stdout


def test_a_folder_in_use_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "holiday.jpg").write_bytes(b"")
    assert main(["record", "kept", "--camera", "none", "--data", "data"]) == 2
    assert capsys.readouterr().err == "companion: kept is not empty: name a new folder for the recording.\n"


def test_a_journal_that_cannot_be_written_is_said_in_one_sentence(tmp_path: Path) -> None:
    DataFolder(tmp_path).journal().close()
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / JOURNAL).write_bytes(b"")
    with pytest.raises(WrongUse, match="companion export"):
        write_journal(tmp_path, 0, tmp_path / "kept")


def test_secret_zones_of_the_stand_are_covered(tmp_path: Path) -> None:
    plan = read_plan(zone_plan("crapette") or {})
    save_stand(tmp_path, Stand("a camera", view(BENT), layout=MAT, plans={"crapette": plan}))
    image = np.full((720, 1280, 3), 200, np.uint8)
    covered = secrets_covered(tmp_path, "crapette")(image)
    stock = plan.zone("stock:1")
    middle = np.array([[stock.left + stock.width / 2, stock.top + stock.height / 2]])
    x, y = view(BENT).to_px(middle)[0].round().astype(int)
    assert tuple(covered[y, x]) == GREY
    waste = plan.zone("waste:1")
    x, y = view(BENT).to_px(np.array([[waste.left + 37, waste.top + 49]]))[0].round().astype(int)
    assert tuple(covered[y, x]) == (200, 200, 200)
    small = secrets_covered(tmp_path)(cv2.resize(image, (640, 360)))
    assert (small == np.array(GREY)).all(axis=2).sum() > 200
    other = secrets_covered(tmp_path)(image[:, :900])
    assert (other == np.array(GREY)).all(), "of another camera nothing is known, and so nothing is kept"


def crapette() -> TablePlan:
    return read_plan(zone_plan("crapette") or {}).fitted(*MAT.size)


def shows(image: np.ndarray, of: TableView, zone: PlannedZone) -> bool:
    """Whether anything of a zone can be seen; its rim may round to a pixel of the table."""
    left, top = zone.left + 5, zone.top + 5
    corners = [(x, y) for x in (left, left + zone.width - 10) for y in (top, top + zone.height - 10)]
    return any(tuple(image[y, x]) != GREY for x, y in of.to_px(np.array(corners)).round().astype(int))


@pytest.mark.parametrize("game", ["crapette", None])
def test_secrets_of_a_game_that_was_never_set_up_are_covered_where_it_brings_them(tmp_path, game):
    save_stand(tmp_path, Stand("a camera", view(BENT), layout=MAT))
    covered = secrets_covered(tmp_path, game)(picture(view(BENT)))
    assert not shows(covered, view(BENT), crapette().zone("stock:1"))
    assert not shows(covered, view(BENT), crapette().zone("stock:2"))


def test_secrets_stay_covered_when_the_camera_is_bumped(tmp_path, monkeypatch):
    clock = itertools.count(0, EVERY_MS * 1_000_000)
    monkeypatch.setattr("companion.evening.secret_zones.time.monotonic_ns", lambda: next(clock))
    save_stand(tmp_path, Stand("a camera", view(BENT), layout=MAT, plans={"crapette": crapette()}))
    cover = secrets_covered(tmp_path, "crapette")
    bumped = view(BENT, right=60.0, down=-50.0)
    pictures = [cover(picture(bumped, seed=seed)) for seed in range(LOOKS)]
    assert all((moving == np.array(GREY)).all() for moving in pictures[:-1])
    assert not shows(pictures[-1], bumped, crapette().zone("stock:1"))
    assert shows(pictures[-1], bumped, crapette().zone("waste:1"))


def test_without_a_stand_nothing_is_covered(tmp_path: Path) -> None:
    image = np.full((72, 128, 3), 200, np.uint8)
    assert secrets_covered(tmp_path)(image) is image
