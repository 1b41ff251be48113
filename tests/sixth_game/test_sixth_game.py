"""A sixth game is one folder: it passes the kit and is played through the page, and no other file knows of it."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.domains import pick
from companion.filmed.picture_camera import filming
from companion.games import game_ids, load
from companion.journal import Journal
from companion.sighting import BACK, EMPTY, Sighting, Slot, ZoneReading
from companion.simulated.film import Film, open_simulated
from companion.table import Table
from companion.words import has_words
from tests.page_app import page_app
from tests.sixth_game.seated import ASKED, FOLDER, seated

REPOSITORY = Path(__file__).parents[2]
PIG = FOLDER / "pig"


def test_it_is_found_by_its_folder_and_gone_without() -> None:
    before = game_ids()
    with seated():
        assert game_ids() == tuple(sorted((*before, "pig"))) and load("pig").title == "Pig"
    assert game_ids() == before
    with pytest.raises(KeyError):
        load("pig")


@pytest.mark.xdist_group("sixth_game")
def test_it_passes_the_whole_kit() -> None:
    """The kit, unchanged, finds the sixth game like any other and holds it to everything."""
    kit = sorted(str(path) for path in (REPOSITORY / "tests/companion/games").glob("test_kit*.py"))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.sixth_game.seated",
        "-p",
        "no:cacheprovider",
        "-q",
    ]
    environment = {**os.environ, ASKED: "1", "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [*command, "-k", "pig", *kit], cwd=REPOSITORY, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-4000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None and int(passed[1]) > 60, done.stdout[-400:]


def test_its_set_up_is_checked_without_a_line_of_its_own() -> None:
    with seated():
        table = Table(Journal(Path(":memory:")))
        table.open_game("pig", ["Ada", "Bea"])
        for seq, stock in enumerate((EMPTY, BACK), start=1):
            zones = {
                zone: ZoneReading((Slot({face: 1.0}),)) for zone, face in (("stock", stock), ("pile", EMPTY))
            }
            table.observe(Sighting(seq, 1000 * seq, zones))
            set_up = table.snapshot().set_up
            assert set_up is not None
            assert set_up.is_right == (stock == BACK) and set_up.is_wrong == (stock == EMPTY)
        assert table.act({"by": "Ada", "do": "turn_up", "card": "3C"}).set_up is None


def test_it_is_played_through_the_page_to_the_end(tmp_path: Path) -> None:
    with seated():
        table, chance = Table(Journal(tmp_path / "journal.sqlite")), random.Random(1)
        app = page_app(table)
        app.testing = True
        page = app.test_client()
        sent = {"Origin": "http://localhost", "X-CSRF-Token": page.get("/api/v1/state").json["token"]}

        def post(path: str, body: dict[str, object]) -> int:
            body = {**body, "expected_seq": table.seq}
            return page.post(f"/api/v1/{path}", json=body, headers=sent).status_code

        opening = {"game": "pig", "players": ["Ada", "Bea"], "options": {"target": 15}}
        assert post("games", opening) == 200
        game, turns = load("pig"), 0
        while not game.is_over(table.state):
            assert "Ada" in page.get("/").get_data(as_text=True)
            assert post("actions", pick(chance.choice(game.legal_actions(table.state)), chance.choice)) == 200
            turns += 1
        view = table.snapshot().view
        assert turns > 3 and view is not None and view["winner"] in ("Ada", "Bea")
        assert page.get("/").status_code == 200


def test_its_house_rules_are_named() -> None:
    with seated():
        assert [name for name in load("pig").options if not has_words("pig", f"option_{name}")] == []


def test_its_page_is_its_own(tmp_path: Path) -> None:
    with seated():
        table = Table(Journal(tmp_path / "journal.sqlite"))
        table.open_game("pig", ["Ada", "Bea"], options={"target": 15})
        table.act({"by": "Ada", "do": "turn_up", "card": "7H"})
        app = page_app(table)
        app.testing = True
        page = app.test_client()
        shown = page.get("/").get_data(as_text=True)
        assert '<p class="pig-card H">7H</p>' in shown
        style = re.search(r'href="(/static/table.css[^"]*)"', shown)
        assert style is not None and b".pig-card{" in page.get(style[1]).data
        assert b".pig-card{" in page.get("/static/games/pig.css").data
        assert page.get("/static/games/nothing.css").status_code == 404


def test_a_drawn_camera_sees_it_and_the_referee_follows(tmp_path: Path) -> None:
    """Hands and cards are drawn, the program's own reader reads them, and the journal tells what was played."""
    with seated():
        game, table = load("pig"), Table(Journal(tmp_path / "journal.sqlite"))
        open_simulated(table, game, ("Ada", "Bea"), {"target": 15}, random.Random(3))
        film = Film(table, seed=3, speed=1e9, kinds=("careful",), exit_at_end=True, camera=filming)
        film.run(threading.Event())
        turned_up = [move for move in table.moves() if move.action["do"] == "turn_up"]
        assert game.is_over(table.state) and len(turned_up) > 2
        assert all(move.reading is not None for move in turned_up)


def test_no_other_file_of_the_program_knows_it() -> None:
    program = [REPOSITORY / name for name in ("companion", "web", "calibration", "hardware", "vision")]
    kinds = {".py", ".html", ".css", ".js", ".json", ".svg", ".po", ".md"}
    for path in (path for folder in program for path in folder.rglob("*") if path.suffix in kinds):
        assert not re.search(r"\bpig\b", path.read_text(encoding="utf-8"), re.IGNORECASE), path


def test_the_document_counts_what_was_written() -> None:
    left_out = (".pyc", ".mo")  # what is made of a file beside it
    files = sorted(path for path in PIG.rglob("*") if path.is_file() and path.suffix not in left_out)
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    document = (REPOSITORY / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert f"\n{len(files)} files, {lines} lines, and not one line anywhere else." in document, (
        f"{len(files)} files, {lines} lines"
    )
