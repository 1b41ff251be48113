"""The weights of the certainty: kept whole, refused where they belong to something else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.boards.certainty import TERMS, Certainty, usual_certainty
from vision.boards.standing import SIGNS


def signs(**given: float) -> np.ndarray:
    return np.array([given.get(name, 0.0) for name in SIGNS])


def test_weights_are_kept_and_read_back(tmp_path: Path) -> None:
    certainty = usual_certainty()
    certainty.save(tmp_path / "kept.json")
    assert Certainty.load(tmp_path / "kept.json") == certainty


def test_weights_of_other_signs_are_refused(tmp_path: Path) -> None:
    usual_certainty().save(tmp_path / "kept.json")
    kept = json.loads((tmp_path / "kept.json").read_text())
    kept["terms"][0] = "something else"
    (tmp_path / "kept.json").write_text(json.dumps(kept))
    with pytest.raises(ValueError, match=r"kept\.json: made for other signs"):
        Certainty.load(tmp_path / "kept.json")


@pytest.mark.parametrize("key", ["middle", "weights", "share"])
def test_damaged_weights_are_refused(tmp_path: Path, key: str) -> None:
    usual_certainty().save(tmp_path / "kept.json")
    kept = json.loads((tmp_path / "kept.json").read_text())
    kept[key] = kept[key][1:] if isinstance(kept[key], list) else None
    (tmp_path / "kept.json").write_text(json.dumps(kept))
    with pytest.raises(ValueError, match="damaged"):
        Certainty.load(tmp_path / "kept.json")


def test_what_was_never_seen_bare_and_stood_rarely_is_believed_less() -> None:
    flat = Certainty((0.0,) * len(TERMS), (1.0,) * len(TERMS), (0.0,) * (len(TERMS) + 1), 0.3, 5.0)
    seen, never = flat.presence([signs(), signs()], 0.3, np.array([1.0, 0.0]))
    assert seen == pytest.approx(0.5) and never < 0.4
    (rarely,) = flat.presence([signs()], 0.1, np.array([1.0]))
    assert rarely < 0.4
    at = TERMS.index("strange and around")
    weighed = replace(flat, weights=tuple(1.0 if place == at else 0.0 for place in range(len(TERMS) + 1)))
    both, one = weighed.presence([signs(strange=1.0, around=1.0), signs(strange=1.0)], 0.3, np.ones(2))
    assert both > 0.7 and one == pytest.approx(0.5)


def test_what_is_as_even_as_a_shadow_is_believed_less() -> None:
    told = {"evidence": 1.0, "plain": 1.0, "plain_high": 2.0, "board": -2.5, "board_low": -3.0, "lead": 3.0}
    shadow, piece = signs(**told, uneven=0.05), signs(**told, uneven=0.7)
    shaded, standing = usual_certainty().presence([shadow, piece], 0.3, np.ones(2))
    assert shaded < standing - 0.1
