"""A button's contact: presses out of bouncing metal, and what is wrong with it."""

import random

import pytest

from hardware.contact import (
    CALM_S,
    CLOSED_AT_START_S,
    MOST_EDGES,
    MOST_PRESSES,
    RELEASE_S,
    SETTLE_S,
    STUCK_S,
    Contact,
    News,
)


class Told:
    """Plays edges to a contact and looks whenever it is due, as the process does."""

    def __init__(self, contact: Contact) -> None:
        self.contact = contact
        self.news: list[News] = []
        self.at = 0.0

    def until(self, at: float) -> "Told":
        while (due := self.contact.due_s()) is not None and due <= at:
            self.at = due
            self.news += self.contact.look(due)
        self.at = at
        self.news += self.contact.look(at)
        return self

    def edge(self, closed: bool, at: float) -> "Told":
        self.until(at)
        self.news += self.contact.changed(closed, at)
        return self


def released() -> Told:
    return Told(Contact(False, 0.0, hold_s=3.0))


def test_a_press_is_told_once_it_has_settled_and_its_end() -> None:
    told = released().edge(True, 1.0).until(1.0 + SETTLE_S)
    assert told.news == [News.PRESSED]
    assert told.contact.down
    told.edge(False, 1.2).until(1.2 + RELEASE_S)
    assert told.news == [News.PRESSED, News.RELEASED]
    assert not told.contact.down


@pytest.mark.parametrize("seed", range(20))
def test_a_worn_switch_that_bounces_at_both_ends_is_pressed_once(seed: int) -> None:
    chance = random.Random(seed)
    told = released()
    for begin in (1.0, 2.0, 3.0):
        for start, ends in ((begin, True), (begin + 0.2, False)):
            at = start
            for _ in range(chance.randrange(1, 8)):
                told.edge(ends, at)
                told.edge(not ends, at + chance.uniform(0.0002, 0.003))
                at += chance.uniform(0.0035, 0.006)
            told.edge(ends, at)
    told.until(4.0)
    assert told.news == [News.PRESSED, News.RELEASED] * 3


def test_a_spark_is_no_press() -> None:
    told = released().edge(True, 1.0).edge(False, 1.0 + SETTLE_S / 2).until(5.0)
    assert told.news == []


def test_an_edge_that_comes_late_counts_at_its_own_time() -> None:
    contact = Contact(False, 0.0)
    assert contact.changed(True, 1.0) == []
    assert contact.changed(False, 1.06) == [News.PRESSED]
    assert contact.look(1.06 + RELEASE_S) == [News.RELEASED]


def test_only_a_long_press_is_held_and_only_once() -> None:
    told = released().edge(True, 1.0).edge(False, 3.9).until(5.0)
    assert News.HELD not in told.news
    told.edge(True, 10.0).until(14.0)
    assert told.news[2:] == [News.PRESSED, News.HELD]
    assert Told(Contact(False, 0.0)).edge(True, 1.0).until(6.0).news == [News.PRESSED]


def test_a_jammed_button_is_told_and_told_well_when_it_comes_free() -> None:
    told = Told(Contact(False, 0.0)).edge(True, 1.0).until(1.0 + STUCK_S)
    assert told.news == [News.PRESSED, News.STUCK]
    assert told.contact.fault is News.STUCK
    told.edge(False, 40.0).until(41.0)
    assert told.news[2:] == [News.RELEASED, News.WELL]
    assert told.contact.fault is None


def test_a_wire_that_lies_on_ground_at_the_start_switches_nothing_off() -> None:
    told = Told(Contact(True, 0.0, hold_s=3.0)).until(CLOSED_AT_START_S + 60)
    assert told.news == [News.STUCK]
    told.edge(False, 100.0).until(101.0).edge(True, 102.0).until(103.0)
    assert told.news == [News.STUCK, News.WELL, News.PRESSED]


def test_a_loose_wire_that_presses_faster_than_a_hand_is_not_believed_until_it_is_calm() -> None:
    told = released()
    for number in range(100):
        told.edge(True, 1.0 + number * 0.06)
        told.edge(False, 1.02 + number * 0.06)
    assert told.news.count(News.PRESSED) == MOST_PRESSES - 1
    assert told.news.count(News.RELEASED) == MOST_PRESSES - 1
    assert told.news[-1] is News.BOUNCING
    told.until(8.0 + CALM_S)
    assert told.news[-1] is News.WELL
    assert told.edge(True, 20.0).until(20.1).news[-1] is News.PRESSED


def test_a_flood_of_edges_is_no_press_at_all() -> None:
    told = released()
    for number in range(2 * MOST_EDGES):
        told.edge(number % 2 == 0, 1.0 + number * 0.001)
    assert told.news == [News.BOUNCING]


def test_a_child_that_hammers_on_a_worn_button_is_believed() -> None:
    told = released()
    for number in range(40):
        begin = 1.0 + number * 0.15
        for bounce in range(4):
            told.edge(True, begin + bounce * 0.003).edge(False, begin + bounce * 0.003 + 0.001)
        told.edge(True, begin + 0.013).edge(False, begin + 0.07)
    told.until(20.0)
    assert told.news == [News.PRESSED, News.RELEASED] * 40
