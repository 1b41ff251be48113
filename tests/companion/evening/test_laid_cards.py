"""Cards laid in rows: in which order they are read, what is none, and the names that are proposed for them."""

from __future__ import annotations

import numpy as np
import pytest

from companion.evening.laid_cards import crooked, laid_cards, reading_order
from companion.evening.proposed_names import NO_CARD, ProposedNames
from vision.printed.cut_out import Outline
from vision.printed.found_card import FoundCard


def card(
    x: float, y: float, turn: float = 0.0, size: tuple[float, float] = (60, 90), **more: bool
) -> FoundCard:
    flat = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(size) / 2
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    corners = flat @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return FoundCard(Outline(corners), 1.0, 1.0, more.get("cut_off", False))


def rows(turn: float = 0.0, count: int = 10, across: int = 5) -> list[FoundCard]:
    """Cards in rows, the whole turned by an angle, each a little crooked."""
    rng = np.random.default_rng(5)
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    laid = []
    for number in range(count):
        at = np.array([70.0 * (number % across), 105.0 * (number // across)]) + rng.normal(0, 3, 2)
        x, y = at @ np.array([[cos, sin], [-sin, cos]])
        laid.append(card(500 + x, 500 + y, turn + float(rng.normal(0, 3))))
    return laid


@pytest.mark.parametrize("turn", [-25, -8, 0, 5, 20, 35])
def test_rows_are_read_as_people_read_them_also_when_they_are_turned(turn: float) -> None:
    laid = rows(turn)
    shuffled = np.random.default_rng(1).permutation(len(laid))
    order = reading_order([laid[number].outline for number in shuffled])
    assert [int(shuffled[number]) for number in order] == list(range(10))


def test_a_last_row_may_be_shorter_and_one_card_or_none_is_a_row() -> None:
    laid = rows(count=8)
    assert reading_order([one.outline for one in laid]) == list(range(8))
    assert reading_order([laid[0].outline]) == [0]
    assert reading_order([]) == []


def test_cards_that_lie_lengthwise_are_rows_too() -> None:
    laid = [card(100.0 * (number % 3), 70.0 * (number // 3), 90.0) for number in range(6)]
    assert reading_order([one.outline for one in laid]) == list(range(6))


def test_what_is_cut_off_a_marker_or_of_another_size_is_no_card() -> None:
    laid = rows()
    around = [
        card(20, 20, cut_off=True),
        card(900, 100),
        card(300, 900, size=(400, 300)),
        card(20, 500, size=(9, 14)),
    ]
    assert laid_cards([*around, *laid], [(905, 104)]) == laid


def test_an_outline_that_cannot_be_a_cards_is_told() -> None:
    laid = [one.outline for one in rows()]
    assert crooked(laid) == frozenset() == crooked([])
    skewed = laid[3].corners + np.array([[0, 0], [12, 0], [0, 0], [0, 0]])
    wide = laid[5].corners + np.array([[0, 0], [9, 0], [9, 0], [0, 0]])
    assert crooked([*laid[:3], Outline(skewed), laid[4], Outline(wide), *laid[6:]]) == {3, 5}
    assert crooked([Outline(wide)]) == frozenset(), "alone, it may be such a card"


ASKED = ("a", "b", "c", "d", "e")


def test_cards_are_named_in_the_order_asked_for() -> None:
    assert ProposedNames(ASKED, 5).names() == ASKED
    assert ProposedNames(ASKED, 5).cards == (0, 1, 2, 3, 4)


def test_a_name_put_right_changes_places_with_the_other() -> None:
    swapped = ProposedNames(ASKED, 5).tell(0, "b")
    assert swapped.names() == ("b", "a", "c", "d", "e")
    assert swapped.tell(0, "a").names() == ASKED
    assert swapped.tell(4, "z").names() == ("b", "a", "c", "d", "z")


def test_where_one_is_hidden_the_cards_after_a_named_one_go_on_from_it() -> None:
    hidden = ProposedNames(ASKED, 4)
    assert hidden.names() == ("a", "b", "c", "d")
    assert hidden.tell(2, "d").names() == ("a", "b", "d", "e")
    assert hidden.tell(0, "c").names() == ("c", "d", "e", None), "the last one has to be named"
    assert hidden.tell(0, "c").tell(3, "a").names() == ("c", "d", "e", "a")


def test_what_is_no_card_leaves_the_names_to_the_others() -> None:
    more = ProposedNames(ASKED, 6)
    assert more.names() == (*ASKED, None)
    right = more.tell(1, NO_CARD)
    assert right.names() == ("a", None, "b", "c", "d", "e")
    assert right.cards == (0, 2, 3, 4, 5)
    assert right.tell(1, "b").names()[1] == "b", "it is a card after all"


def test_what_the_print_says_counts_before_the_order() -> None:
    read = ProposedNames(ASKED, 5, read=((0, "c"), (2, "a")))
    assert read.names() == ("c", "b", "a", "d", "e")
    other = ProposedNames(ASKED, 5, read=((1, "z"),))
    assert other.names() == ("a", "z", "c", "d", "e"), "a card that was not asked for lies there"
    assert ProposedNames(ASKED, 4, read=((2, "d"),)).names() == ("a", "b", "d", "e"), "one is hidden"


def test_what_people_say_counts_before_what_was_read() -> None:
    read = ProposedNames(ASKED, 5, read=((0, "c"), (2, "a")))
    assert read.tell(0, "a").names() == ("a", "b", "c", "d", "e"), (
        "neither what was read of it nor that name elsewhere"
    )
    assert read.tell(0, NO_CARD).names() == (None, "b", "a", "c", "d")


@pytest.mark.parametrize("count", [1, 4, 5, 7])
def test_no_two_cards_ever_have_one_name(count: int) -> None:
    rng = np.random.default_rng(count)
    read = tuple((int(card), ASKED[card]) for card in rng.permutation(min(count, 5))[:2])
    names = ProposedNames(ASKED, count, read=read)
    for _ in range(200):
        names = names.tell(int(rng.integers(count)), ["", *ASKED, "y", "z"][int(rng.integers(8))])
        told = [name for name in names.names() if name is not None]
        assert len(told) == len(set(told))
        assert len(names.names()) == count
