"""``python -m tests.golden.write``: writes all playthroughs and counts anew (``make golden``)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from companion.game import Game
from companion.games import all_games
from tests.golden.perft import perft
from tests.golden.playthrough import playthrough
from tests.golden.variants import Variant, variants

FOLDER = Path(__file__).parent


def path_of(game: Game, variant: Variant) -> Path:
    """Where a playthrough belongs."""
    return FOLDER / game.id / f"{variant.name}.txt"


def files_of(game: Game) -> Iterator[tuple[Path, str]]:
    """Every playthrough of a game: where it belongs, and its text."""
    for variant in variants(game):
        yield path_of(game, variant), playthrough(game, variant)


def main() -> None:
    """Writes every file; what is no longer a variant is removed."""
    games = all_games()
    for game in games:
        shutil.rmtree(FOLDER / game.id, ignore_errors=True)
        for path, text in files_of(game):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    (FOLDER / "perft.txt").write_text(perft(games), encoding="utf-8")


if __name__ == "__main__":
    main()
