"""How surely a piece stands on a square: a logistic regression on what speaks for it.

Its weights were fitted on boards of three kinds (`vision/training/board_certainty.py`), held back as strongly as
reading a kind that they were not fitted on asks for. Fitting them to each board anew, on its enrolled photographs
read without themselves, was tried and made readings worse: too few, and too much alike.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from vision.boards.squares import Floats
from vision.boards.standing import SIGNS

PATH = Path(__file__).parent.parent / "models" / "board_certainty.json"
TERMS = (*SIGNS, "strange and around")
"""What has a weight: the signs, and a product of two that mean more together. More products, and how sharp a
photograph is, made kinds of boards be read worse that the weights were not fitted to.
"""
_USUAL = 0.6
"""How much is believed that as much stands on a board as when it was enrolled."""
_NEVER_SEEN = 1.0


@dataclass(frozen=True, slots=True)
class Certainty:
    """How evidence is turned into probabilities.

    ``middle`` and ``spread`` are those of each of TERMS where the weights were fitted, ``weights`` theirs, the last
    alone; ``share`` that of the occupied squares there. ``colour_slope`` says how far the lead over the second colour
    is believed.
    """

    middle: tuple[float, ...]
    spread: tuple[float, ...]
    weights: tuple[float, ...]
    share: float
    colour_slope: float

    @staticmethod
    def load(path: Path = PATH) -> Certainty:
        """Read the weights; raises FileNotFoundError, or ValueError where they belong to other terms."""
        data = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or tuple(data.get("terms", ())) != TERMS:
            raise ValueError(
                f"{path}: made for other signs of pieces; fit it anew (make train ARGS='boards …')"
            )
        try:
            middle, spread, weights = (
                tuple(float(one) for one in data[key]) for key in ("middle", "spread", "weights")
            )
            share, slope = float(data["share"]), float(data["colour_slope"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{path}: is damaged; fit it anew (make train ARGS='boards …')") from error
        if (len(middle), len(spread), len(weights)) != (len(TERMS), len(TERMS), len(TERMS) + 1):
            raise ValueError(f"{path}: is damaged; fit it anew (make train ARGS='boards …')")
        return Certainty(middle, spread, weights, share, slope)

    def save(self, path: Path) -> None:
        """Write the weights as JSON."""
        written = {
            key: [float(f"{one:.5g}") for one in value] if isinstance(value, tuple) else float(f"{value:.5g}")
            for key, value in asdict(self).items()
        }
        path.write_text(json.dumps({"terms": TERMS, **written}, indent=1) + "\n", encoding="utf-8")

    def presence(self, signs: Sequence[Floats], usual: float, seen_empty: Floats) -> Floats:
        """How likely a piece stands there, float64 (n,), given the signs of squares, float64 (SIGNS,) each.

        ``usual`` is the share of the squares on which something stood when the board was enrolled, ``seen_empty``
        float64 (n,) how much of each was ever seen bare: what is only like other squares is believed less.
        """
        rows = (terms(signs) - np.array(self.middle)) / np.array(self.spread)
        sums = np.column_stack([rows, np.ones(len(rows))]) @ np.array(self.weights)
        sums = sums + known_before(np.full(len(rows), usual), seen_empty, self.share)
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(sums, -30.0, 30.0))), np.float64)


@lru_cache(maxsize=1)
def usual_certainty() -> Certainty:
    """The certainty that comes with the program."""
    return Certainty.load()


def known_before(usual: Floats, seen_empty: Floats, share: float) -> Floats:
    """What is known of squares before they are looked at, float64 (n,): a logarithm of odds to be added to what they
    show; as ``Certainty.presence``, ``share`` is what stood where the weights were fitted.
    """
    usual = np.clip(usual, 0.05, 0.95)
    odds = np.log(usual / (1 - usual)) - np.log(share / (1 - share))
    return np.asarray(_USUAL * odds - _NEVER_SEEN * (1.0 - seen_empty), np.float64)


def terms(signs: Sequence[Floats]) -> Floats:
    """What the weights belong to, float64 (n, TERMS), of the signs of squares, float64 (SIGNS,) each."""
    x = np.array(signs, np.float64).reshape(len(signs), len(SIGNS))
    strange, around = (x[:, SIGNS.index(name)] for name in ("strange", "around"))
    return np.column_stack([x, strange * around])
