"""Probabilities that can be believed: kept beside the models, made for these features, monotone where it matters;
and the fit finds what made the examples.
"""

import json
from pathlib import Path

import numpy as np
import pytest

from vision.cards.answers import EMBEDDING, FIGURE_REJECT, SUIT_REJECT
from vision.cards.calibration import FEATURES, UNCALIBRATED, CardCalibration, chance, features
from vision.cards.finding import IndexSpot
from vision.cards.fusion import JoinedCard, join_cards
from vision.cards.reading import ReadIndex
from vision.training.calibrate_cards import BackExample, CardExample, fit
from vision.training.card_dataset import COLUMNS
from vision.training.card_truth import card_of, is_dutch_queen, matching_row, matching_spot


def _card(sure: float, heat: float = 0.9, height: float = 54.0) -> JoinedCard:
    figures = np.full(FIGURE_REJECT + 1, (1 - sure) / FIGURE_REJECT, np.float32)
    figures[4] = sure
    suits = np.full(SUIT_REJECT + 1, (1 - sure) / SUIT_REJECT, np.float32)
    suits[1] = sure
    spot = IndexSpot((50.0, 50.0), (0.0, -1.0), (20.0, height), (130.0, 150.0), heat)
    (card,) = join_cards([ReadIndex(spot, figures, suits, np.zeros(EMBEDDING, np.float32))], 3.0, "any")
    return card


def test_a_calibration_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "card_calibration.json"
    UNCALIBRATED.save(path)
    assert CardCalibration.load(path) == UNCALIBRATED
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {"features": ["bias"]}), encoding="utf-8")
    with pytest.raises(ValueError, match="run the calibration again"):
        CardCalibration.load(path)


def test_what_is_surer_scores_higher() -> None:
    assert len(features(_card(0.9))) == len(FEATURES)
    scores = [UNCALIBRATED.probabilities(_card(sure)) for sure in (0.3, 0.6, 0.9, 0.99)]
    assert [score for _, score in scores] == sorted(score for _, score in scores)
    assert all(0 <= score <= presence <= 1 for presence, score in scores)
    assert UNCALIBRATED.probabilities(_card(0.9, height=14.0)) < UNCALIBRATED.probabilities(_card(0.9))
    assert UNCALIBRATED.back_probability(0.2) < UNCALIBRATED.back_probability(0.9)


def test_the_fit_finds_how_often_sure_names_are_right() -> None:
    rng = np.random.default_rng(4)
    examples, backs = [], []
    for number in range(3000):
        sure = float(rng.uniform(0.3, 0.999))
        numbers = tuple(features(_card(sure)))
        is_card = bool(rng.random() < 0.9)
        is_right = is_card and bool(rng.random() < sure**2)
        examples.append(CardExample("drawn" if number % 2 else "seen", numbers, is_card, is_right))
        heat = float(rng.uniform(0.1, 0.95))
        backs.append(BackExample((1.0, float(np.log(heat / (1 - heat)))), bool(rng.random() < heat)))
    calibration = fit(examples, backs)
    for sure in (0.5, 0.7, 0.9):
        presence, score = calibration.probabilities(_card(sure))
        assert presence == pytest.approx(0.9, abs=0.06)
        assert score == pytest.approx(0.9 * sure**2, abs=0.1)
    assert calibration.back_probability(0.5) == pytest.approx(0.5, abs=0.06)
    assert chance((0.0,), [1.0]) == 0.5


def _row(**told: float) -> np.ndarray:
    usual = {"used": 1.0, "x": 50.0, "y": 50.0, "up_y": -1.0, "width": 20.0, "height": 54.0} | told
    return np.array([usual.get(name, 0.0) for name in COLUMNS], np.float32)


def test_truth_is_matched_by_place_and_direction() -> None:
    spot = _card(0.9).indices[0].spot
    rows = np.stack([_row(x=60.0), _row(x=54.0), _row(up_y=1.0), _row(x=120.0)])
    assert matching_row(spot, rows) == 1
    assert matching_row(spot, rows[2:]) is None
    assert matching_spot(_row(), [spot]) == 0 and matching_spot(_row(x=90.0), [spot]) is None
    assert card_of(_row(rank=9, suit=0))[:-1] == "10"
    assert is_dutch_queen(_row(rank=11, figure=13)) and not is_dutch_queen(_row(rank=10, figure=13))
