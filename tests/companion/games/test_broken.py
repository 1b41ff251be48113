"""A folder that is no whole game yet is named in one line that says what is wrong with it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion.games
from companion.cli.main import WRONG_USE, main
from companion.games import BrokenGame, load

Begun = Callable[..., None]


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begun]:
    """Begins the folder of a game ``half_done`` among those of the program, with these lines in its manifest."""

    def look_again() -> None:
        companion.games.game_ids.cache_clear()
        companion.games.load.cache_clear()
        importlib.invalidate_caches()

    def begin(*manifest: str) -> None:
        folder = tmp_path / "half_done"
        folder.mkdir()
        (folder / "__init__.py").touch()
        if manifest:
            (folder / "manifest.py").write_text("\n".join(manifest), encoding="utf-8")
        look_again()

    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(tmp_path)])
    for module in ("half_done", "half_done.manifest"):
        monkeypatch.delitem(sys.modules, f"companion.games.{module}", raising=False)
    yield begin
    monkeypatch.undo()
    look_again()


def test_a_folder_without_a_manifest(begun: Begun) -> None:
    begun()
    with pytest.raises(
        BrokenGame, match=r"'half_done' cannot be loaded: it has no manifest\.py \(docs/adding-a-game"
    ):
        load("half_done")


def test_a_manifest_that_lacks_something_names_it_and_its_line(begun: Begun) -> None:
    begun("from companion.game import Game", "GAME = Game(id='half_done', title='Half done')")
    with pytest.raises(BrokenGame, match=r"TypeError in manifest\.py, line 2: .*'players'.*'zones'"):
        load("half_done")


def test_a_module_that_is_not_there_is_not_taken_for_the_manifest(begun: Begun) -> None:
    begun("from companion.games.half_done import rules")
    with pytest.raises(BrokenGame, match=r"ImportError in manifest\.py, line 1: .*rules"):
        load("half_done")


def test_a_manifest_without_a_game(begun: Begun) -> None:
    begun("GAMES = ()")
    with pytest.raises(BrokenGame, match=r"must say GAME = Game"):
        load("half_done")


def test_a_game_under_the_name_of_another(begun: Begun) -> None:
    begun("from companion.games.racko.manifest import GAME")
    with pytest.raises(BrokenGame, match=r"says id='racko'; the id is the name of the folder"):
        load("half_done")


def test_a_command_says_it_in_one_line(begun: Begun, capsys: pytest.CaptureFixture[str]) -> None:
    begun()
    assert main(["play", "--game", "racko"]) == WRONG_USE
    error = capsys.readouterr().err
    assert (
        error.startswith("companion: the game in the folder 'half_done' cannot be loaded")
        and error.count("\n") == 1
    )
