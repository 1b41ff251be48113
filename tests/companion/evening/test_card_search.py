"""Cards are searched in a thread of their own: no page waits, a photograph does, the thread ends with the evening."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.evening.box_enrolment import BoxEnrolment
from companion.evening.card_search import LOOKS_AGAIN_S, CardSearch
from companion.evening.stand import CLOSES_S
from tests.companion.evening.test_box_enrolment import NUMBERS, RACKO, Stand, refused, table
from tests.inline import Inline
from tests.plain_prints import PlainFinder, PlainPrints
from vision.printed.cut_out import ByteArray

PATIENCE_S = 60.0


class Gate(PlainFinder):
    """A finder that takes as long as a test wants."""

    def __init__(self) -> None:
        self.begun, self.open = threading.Event(), threading.Event()

    def find(self, image: ByteArray) -> Any:
        self.begun.set()
        assert self.open.wait(PATIENCE_S)
        return super().find(image)


@pytest.fixture
def gate() -> Iterator[Gate]:
    one = Gate()
    yield one
    one.open.set()


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def boxes(tmp_path: Path, stand: Stand, gate: Gate) -> Iterator[BoxEnrolment]:
    made = BoxEnrolment(tmp_path, stand, lambda: gate, PlainPrints)  # type: ignore[arg-type]
    yield made
    gate.open.set()
    made.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr("companion.evening.card_search.time.monotonic", lambda: now[0])
    return now


def searching() -> int:
    return sum(thread.name.startswith("cards") for thread in threading.enumerate())


def test_the_page_does_not_wait_for_a_search_and_shows_it_when_it_is_ready(
    boxes: BoxEnrolment, stand: Stand, gate: Gate
) -> None:
    stand.shows(table(NUMBERS[:9]))
    for _ in range(3):
        state = boxes.state(RACKO)
        assert (state["picture"], state["found"]) == (None, [])
    assert gate.begun.wait(PATIENCE_S)
    gate.open.set()
    boxes.close()
    state = boxes.state(RACKO)
    assert len(state["found"]) == 9 and stand.looks == 1, "one search at a time"
    assert (boxes.picture(RACKO, state["picture"]["number"]) or b"")[:2] == b"\xff\xd8"


def test_while_a_photograph_is_searched_pages_are_told_and_do_not_wait(
    boxes: BoxEnrolment, stand: Stand, gate: Gate
) -> None:
    stand.shows(table(NUMBERS[:10]))
    tapping = threading.Thread(target=boxes.photograph, args=(RACKO,))
    tapping.start()
    assert gate.begun.wait(PATIENCE_S)
    state = boxes.state(RACKO)
    assert state["looking"] and not state["taken"]
    assert not boxes.state("super_crack")["looking"]
    gate.open.set()
    tapping.join(PATIENCE_S)
    state = boxes.state(RACKO)
    assert state["taken"] and not state["looking"] and len(state["found"]) == 10


def test_a_photograph_that_comes_after_another_tap_is_not_shown(
    boxes: BoxEnrolment, stand: Stand, gate: Gate
) -> None:
    stand.shows(table(NUMBERS[:10]))
    told: list[str] = []

    def tap() -> None:
        with refused("stale"):
            boxes.photograph(RACKO)
        told.append("stale")

    tapping = threading.Thread(target=tap)
    tapping.start()
    assert gate.begun.wait(PATIENCE_S)
    boxes.discard(RACKO)
    gate.open.set()
    tapping.join(PATIENCE_S)
    assert told == ["stale"] and not boxes.state(RACKO)["taken"]


def test_the_thread_ends_with_the_evening(boxes: BoxEnrolment, stand: Stand, gate: Gate) -> None:
    assert searching() == 0, "it begins when a page is open"
    stand.shows(table(NUMBERS[:9]))
    gate.open.set()
    boxes.state(RACKO)
    assert searching() == 1
    boxes.close()
    assert searching() == 0
    boxes.state(RACKO)
    with refused("no_photograph"):
        boxes.photograph(RACKO)
    assert searching() == 0 and not boxes.state(RACKO)["looking"]


def test_a_picture_stays_with_its_number_until_the_page_has_fetched_it(
    stand: Stand, clock: list[float]
) -> None:
    search = CardSearch(stand, PlainFinder, Inline())  # type: ignore[arg-type]
    stand.shows(*(table(NUMBERS[:count]) for count in (3, 4, 5)))
    first = search.newest(None, 10)
    assert first is not None and len(first.cards) == 3
    clock[0] += LOOKS_AGAIN_S
    second = search.newest(None, 10)
    assert second is not None and (len(second.cards), second.number) == (4, first.number + 1)
    assert search.jpeg(first.number) == first.jpeg
    assert search.jpeg(second.number) == search.jpeg() == second.jpeg
    assert search.jpeg(99) == second.jpeg, "a number that is gone"


def test_a_picture_that_was_searched_already_is_not_searched_again(
    stand: Stand, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate.open.set()
    search = CardSearch(stand, lambda: gate, Inline())  # type: ignore[arg-type]
    stand.shows(table(NUMBERS[:10]))
    live = search.newest(None, 10)
    assert live is not None
    known = search.of(live.picture, None, 10)
    assert known.cards is live.cards
    assert known.number > live.number, "what the page shows of it is another picture"
    for hidden, expected in (("crapette", 10), (None, 9)):
        assert search.of(live.picture, hidden, expected).cards is not live.cards
    for expected in (10, 9):
        stand.looks -= 1
        monkeypatch.setattr(search, "_look_at", 0.0)
        assert search.newest(None, expected) is live, "the camera has no other picture yet"
    assert search.of(live.picture, None, 9).cards is not live.cards


def test_nothing_old_is_shown_after_a_while_or_under_another_mask(stand: Stand, clock: list[float]) -> None:
    search = CardSearch(stand, PlainFinder, Inline())  # type: ignore[arg-type]
    stand.shows(table(NUMBERS[:3]))
    assert search.newest(None, 10) is not None
    stand.shows()
    clock[0] += LOOKS_AGAIN_S / 2
    assert search.newest(None, 10) is not None
    assert search.newest("crapette", 10) is None and search.jpeg() is None
    stand.shows(table(NUMBERS[:3]))
    assert search.newest("crapette", 10) is not None and stand.masked_for == "crapette"
    clock[0] += CLOSES_S + 1
    assert search.newest("crapette", 10, again=False) is None and search.jpeg() is None


def test_a_search_that_fails_is_logged_and_the_next_picture_is_searched(
    stand: Stand, clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(PlainFinder):
        fails = True

        def find(self, image: ByteArray) -> Any:
            if self.fails:
                raise ValueError("nothing works")
            return super().find(image)

    finder = Failing()
    search = CardSearch(stand, lambda: finder, Inline())  # type: ignore[arg-type]
    stand.shows(table(NUMBERS[:3]))
    assert search.newest(None, 10) is None and "nothing works" in caplog.text
    finder.fails = False
    assert search.newest(None, 10) is not None
