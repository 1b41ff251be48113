"""The certainty of pieces on boards, fitted: to sources made up, and to photographs of drawn boards."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.boards.drawn_board import FIRST, SECOND, SLANTED, STRAIGHT, THIRD, photograph, squares
from vision.boards.certainty import PATH, Certainty
from vision.boards.labelled import BadLabels
from vision.boards.standing import SIGNS
from vision.training.board_certainty import (
    Trial,
    cross_validated,
    fitted,
    judged,
    presences,
    train_boards,
)

PIECE = {
    "evidence": 2.0,
    "plain": 2.0,
    "plain_low": 1.0,
    "plain_high": 3.0,
    "coloured": 0.8,
    "board": -5.0,
    "board_low": -8.0,
    "strange": 0.8,
    "alike": 0.05,
    "core": 3.0,
    "lead": 3.0,
    "free": 1.0,
    "around": 0.05,
    "around_evidence": -2.0,
    "apart": 10.0,
    "uneven": 0.8,
}
BARE = {
    "evidence": -2.8,
    "plain": -2.8,
    "plain_low": -3.0,
    "plain_high": -2.9,
    "coloured": 0.0,
    "board": 5.0,
    "board_low": 4.0,
    "strange": 0.0,
    "alike": 0.4,
    "core": -2.9,
    "lead": 0.1,
    "free": 1.0,
    "around": 0.0,
    "around_evidence": -2.8,
    "apart": 0.3,
    "uneven": 0.02,
}


def signs_of(given: dict[str, float]) -> np.ndarray:
    """The signs of a plain piece, or of bare board, in their order."""
    return np.array([given[name] for name in SIGNS])


def made_up(seed: int, misleading: float = 0.0, count: int = 600) -> Trial:
    """Squares whose evidence tells an occupied from an empty one; ``misleading`` goes along in this source alone."""
    rng = np.random.default_rng(seed)
    occupied = rng.random(count) < 0.25
    signs = np.zeros((count, len(SIGNS)))
    signs[:, SIGNS.index("evidence")] = np.where(occupied, 1.0, -1.0) + rng.normal(0, 0.6, count)
    signs[:, SIGNS.index("alike")] = misleading * np.where(occupied, 1.0, -1.0) + rng.normal(0, 0.3, count)
    lag = np.where(rng.random(count) < 0.9, -2.0, -0.1)
    right = occupied & ((lag < -1) | (rng.random(count) < 0.5))
    behind = np.column_stack([np.zeros(count), lag])
    return Trial(signs, occupied, right, behind, np.full(count, 0.25), np.ones(count))


def test_evidence_is_believed_and_as_far_as_it_holds() -> None:
    trial = made_up(1)
    chances = presences(trial, fitted([trial], 1.0))
    assert chances[trial.occupied].mean() > 0.7 and chances[~trial.occupied].mean() < 0.2
    told = judged("one", trial, fitted([trial], 1.0))
    assert told.found > 0.85 and told.false < 0.08
    assert judged("one", trial, fitted([trial], 1e4)).log_likelihood < told.log_likelihood - 0.05


def test_a_source_is_measured_with_what_the_others_taught() -> None:
    trials = {"a": made_up(1, misleading=1.0), "b": made_up(2, misleading=-1.0)}
    for one in cross_validated(trials, 1.0):
        own = judged(one.source, trials[one.source], fitted([trials[one.source]], 1.0))
        assert one.log_likelihood < own.log_likelihood - 0.2


def test_colours_are_believed_as_far_as_their_lead_is_right() -> None:
    sure = made_up(1)
    doubtful = Trial(
        sure.signs,
        sure.occupied,
        sure.occupied & (np.random.default_rng(3).random(len(sure.occupied)) < 0.6),
        sure.behind,
        sure.usual,
        sure.seen_empty,
    )
    assert fitted([doubtful], 1.0).colour_slope < fitted([sure], 1.0).colour_slope


def labelled(folder: Path, sources: tuple[str, ...]) -> None:
    known, lines = squares(), []
    listed = [
        {"name": name, "centre": [float(x), float(y)]}
        for name, (x, y) in zip(known.names, known.centres, strict=True)
    ]
    for source in sources:
        for number, (pieces, corners) in enumerate(
            (({}, STRAIGHT), (FIRST, STRAIGHT), (SECOND, SLANTED), (THIRD, STRAIGHT))
        ):
            name = f"{source}{number}.png"
            cv2.imwrite(str(folder / name), photograph(pieces, corners, seed=number))
            line = {
                "image": name,
                "source": source,
                "board_corners": [list(corner) for corner in corners],
                "squares": {"size": list(known.size), "squares": listed},
                "pieces": [{"colour": colour, "square": square} for square, colour in pieces.items()],
            }
            lines.append(json.dumps(line))
    (folder / "labels.jsonl").write_text("\n".join(lines))


def test_photographs_of_two_sources_make_weights(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labelled(tmp_path, ("one", "two"))
    train_boards(tmp_path, tmp_path / "models", 1)
    written = Certainty.load(tmp_path / "models" / PATH.name)
    there, bare = written.presence([signs_of(PIECE), signs_of(BARE)], 0.3, np.ones(2))
    assert there > 0.9 and bare < 0.1
    assert "known  one" in capsys.readouterr().out
    card = (tmp_path / "models" / PATH.name).with_suffix(".md").read_text()
    assert "one, read without it: " in card and "ridge: " in card


def test_one_source_cannot_be_held_out(tmp_path: Path) -> None:
    labelled(tmp_path, ("one",))
    with pytest.raises(BadLabels, match="fewer than two sources"):
        train_boards(tmp_path, tmp_path / "models", 1)
