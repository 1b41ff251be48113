"""The second look at doubtful indices: what it is shown, and what it lets stand."""

from dataclasses import replace

import numpy as np
import pytest

from vision.card_names import FIGURES, SUITS
from vision.cards import second_look
from vision.cards.finding import IndexSpot, Spots
from vision.cards.reading import ReadIndex
from vision.cards.second_look import look_again

IMAGE = np.zeros((600, 900, 3), np.uint8)


class NoNetwork:
    """Nobody may run it."""

    def run(self, batch: np.ndarray) -> np.ndarray:
        raise AssertionError


def index(x: float, said: str, sure: float, rejected: float = 0.0, heat: float = 0.8) -> ReadIndex:
    """An index of 20 by 50 px whose figure is read with this certainty."""
    figures, suits = np.zeros(len(FIGURES) + 1, np.float32), np.zeros(len(SUITS) + 1, np.float32)
    figures[FIGURES.index(said)], figures[-1] = sure * (1 - rejected), rejected
    figures[FIGURES.index("A")] += 1.0 - figures.sum()
    suits[0] = 1.0
    spot = IndexSpot((x, 300.0), (0.0, -1.0), (20.0, 50.0), (x + 60.0, 400.0), heat)
    return ReadIndex(spot, figures, suits, np.zeros(96, np.float32))


def shown(monkeypatch: pytest.MonkeyPatch, *found: ReadIndex) -> list[tuple[int, int, int, int]]:
    """Let every look at another scale find these; returns the parts of the picture that are looked at."""
    parts: list[tuple[int, int, int, int]] = []

    def find_in(network: object, image: object, part: tuple[int, int, int, int], *rest: float) -> Spots:
        parts.append(part)
        inside = [one.spot for one in found if part[0] <= one.spot.centre[0] < part[2]]
        return Spots(tuple(inside))

    monkeypatch.setattr(second_look, "find_in", find_in)
    monkeypatch.setattr(
        second_look,
        "read_indices",
        lambda network, image, spots: [one for spot in spots for one in found if one.spot is spot],
    )
    monkeypatch.setattr(second_look, "set_upright", lambda network, image, read: list(read))
    return parts


def test_without_a_doubt_nothing_is_looked_at_again() -> None:
    first = [index(100, "7", 0.95), index(400, "K", 0.9)]
    assert look_again(NoNetwork(), NoNetwork(), IMAGE, 3.0, first) == first


def test_only_what_lies_around_a_doubt_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = shown(monkeypatch)
    lost = index(450, "7", 0.9, rejected=0.9)
    assert look_again(NoNetwork(), NoNetwork(), IMAGE, 3.0, [index(100, "K", 0.95), lost])[1] == lost
    assert len(parts) == 2 and all(0 < x0 < 450 < x1 < 900 for x0, _, x1, _ in parts)


def test_two_doubts_side_by_side_are_shown_together(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = shown(monkeypatch)
    look_again(NoNetwork(), NoNetwork(), IMAGE, 3.0, [index(x, "7", 0.9, rejected=0.9) for x in (200, 300)])
    assert len(parts) == 2 and all(x0 < 200 and x1 > 300 for x0, _, x1, _ in parts)


def test_a_rejected_index_makes_place_for_one_that_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    better = index(460, "9", 0.95)
    shown(monkeypatch, better)
    certain = index(100, "K", 0.95)
    read = look_again(NoNetwork(), NoNetwork(), IMAGE, 3.0, [certain, index(450, "7", 0.9, rejected=0.9)])
    assert [one.spot for one in read] == [certain.spot, better.spot]


def test_what_is_read_with_a_doubt_is_read_from_all_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    shown(monkeypatch, index(452, "9", 0.95))
    doubtful = index(450, "7", 0.4)
    (read,) = look_again(NoNetwork(), NoNetwork(), IMAGE, 3.0, [doubtful])
    assert read.spot == doubtful.spot and FIGURES[int(read.figures[:-1].argmax())] == "9"


def test_another_scale_invents_nothing_beside_a_certain_index(monkeypatch: pytest.MonkeyPatch) -> None:
    shown(monkeypatch, index(455, "9", 0.95))
    certain, lost = index(450, "K", 0.95), index(480, "7", 0.9, rejected=0.9)
    kept = look_again(NoNetwork(), NoNetwork(), IMAGE, 3.0, [certain, replace(lost)])
    assert kept == [certain, lost]
