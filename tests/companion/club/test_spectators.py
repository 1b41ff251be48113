"""A spectator's link shows one game, later by so long, and ends with it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.club import spectators
from companion.club.boards import Boards
from companion.club.message import PublicState
from companion.club.spectators import END_S, LONGEST_S, LinkEnded, Spectators
from tests.companion.club.playing import CHAIN


class Watched:
    """A table that tells, and a clock that a test sets."""

    def __init__(self) -> None:
        self.now = 100.0
        self.boards = Boards(lambda: self.now, lambda: 0)
        self.spectators = Spectators(self.boards)
        self.seq = 0

    def tell(self, game: int | None = 1, *, over: bool = False) -> None:
        self.seq += 1
        state: dict[str, Any] = {
            **{"version": 1, "table": "window", "chain": CHAIN, "seq": self.seq, "at": 0, "title": "Window"},
            **{
                "game": None if game is None else {"id": "whist", "number": game},
                "over": over,
                "winners": [],
            },
            **{"view": None, "awaited": [], "events": []},
        }
        self.boards.hear(PublicState.model_validate(state))

    def opened(self, delay_s: float) -> str:
        secret = self.spectators.open("window", CHAIN, delay_s)
        assert secret is not None
        return secret

    def seen(self, secret: str) -> int | None:
        board, _ = self.spectators.seen(secret)
        return None if board is None else board.seq


@pytest.fixture
def watched() -> Watched:
    made = Watched()
    made.tell()
    return made


def test_what_is_shown_is_older_by_the_delay(watched: Watched) -> None:
    later, at_once = watched.opened(60), watched.opened(0)
    assert (watched.seen(later), watched.seen(at_once)) == (None, 1)
    watched.now += 30
    watched.tell()
    watched.now += 29
    assert (watched.seen(later), watched.seen(at_once)) == (None, 2)
    watched.now += 1
    assert watched.seen(later) == 1
    watched.now += 30
    assert watched.seen(later) == 2


def test_a_link_ends_with_its_game_and_never_shows_the_next(watched: Watched) -> None:
    secret = watched.opened(60)
    watched.tell(over=True)
    watched.tell(2)
    watched.now += 60
    assert watched.seen(secret) == 2
    watched.now += END_S
    assert watched.seen(secret) == 2
    watched.now += 1
    with pytest.raises(LinkEnded):
        watched.seen(secret)


def test_an_end_that_is_taken_back_ends_nothing(watched: Watched) -> None:
    secret = watched.opened(0)
    watched.tell(over=True)
    watched.tell()
    watched.now += 2 * END_S
    assert watched.seen(secret) == 3
    watched.now += LONGEST_S
    with pytest.raises(LinkEnded):
        watched.seen(secret)


def test_there_is_no_link_without_a_game_and_no_secret_that_was_not_made(watched: Watched) -> None:
    assert watched.spectators.open("door", CHAIN, 0) is None
    watched.tell(over=True)
    assert watched.spectators.open("window", CHAIN, 0) is None
    watched.tell(None)
    assert watched.spectators.open("window", CHAIN, 0) is None
    with pytest.raises(LinkEnded):
        watched.seen("")


def test_more_states_than_are_kept_show_nothing_the_sooner(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spectators, "MOST_STATES", 3)
    secret = watched.opened(60)
    for _ in range(9):
        watched.tell()
    watched.now += 59
    assert watched.seen(secret) is None
    watched.spectators.end("window", CHAIN)
    with pytest.raises(LinkEnded):
        watched.seen(secret)
