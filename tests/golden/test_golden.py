"""The games written down are still played the same way: rules, words and views change only on purpose.

When a change is meant, ``make golden`` writes them anew, and the difference is read before it is kept.
"""

from __future__ import annotations

from companion.game import Game
from tests.companion.games.kit import GAMES, each_game, uncounted
from tests.golden.perft import perft
from tests.golden.variants import variants
from tests.golden.write import FOLDER, files_of, path_of

pytestmark = uncounted
MOST_BYTES = 120_000
"""Of a game, on average."""


def first_difference(written: str, now: str) -> str:
    for number, (old, new) in enumerate(zip(written.splitlines(), now.splitlines(), strict=False), start=1):
        if old != new:
            return f"line {number}\n- {old}\n+ {new}"
    return f"{len(written.splitlines())} lines were written, now they are {len(now.splitlines())}"


@each_game
def test_every_playthrough_is_as_it_was_written(game: Game) -> None:
    for path, now in files_of(game):
        assert path.is_file(), f"{path.name} is not written yet: make golden"
        written = path.read_text(encoding="utf-8")
        assert written == now, (
            f"{game.id}/{path.name}: {first_difference(written, now)}\n(meant? make golden)"
        )


@each_game
def test_no_other_playthrough_lies_about(game: Game) -> None:
    there = sorted((FOLDER / game.id).glob("*"))
    assert there == sorted(path_of(game, one) for one in variants(game)), "make golden"


@each_game
def test_the_counts_are_as_they_were_written(game: Game) -> None:
    written = [
        line for line in (FOLDER / "perft.txt").read_text("utf-8").splitlines() if line.startswith(game.id)
    ]
    assert "\n".join(written) == "\n".join(perft((game,)).splitlines()[1:]), "meant? make golden"


def test_they_stay_short_enough_to_be_read() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.txt")) < MOST_BYTES * len(GAMES)


def test_a_difference_is_named_by_its_line() -> None:
    assert first_difference("a\nb\n", "a\nc\n") == "line 2\n- b\n+ c"
    assert first_difference("a\n", "a\nb\n") == "1 lines were written, now they are 2"


def test_every_playthrough_belongs_to_a_game() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == {game.id for game in GAMES}, "make golden"
