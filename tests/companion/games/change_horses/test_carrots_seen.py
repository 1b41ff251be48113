"""CH-4, CH-60 to CH-64 before a camera: carrot cards count by their sum, and a sum proposes a bid (section 7)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.action import Rejected
from companion.sighting import Disturbance, Sighting, Slot, ZoneReading
from tests.seen_table import SeenTable

from .course import THREE, at

Cards = tuple[str, ...]


@pytest.fixture
def auction(tmp_path: Path) -> SeenTable:
    """The auction before the second lap; Ada bids first, then Bea, then Cyd."""
    setup = {
        "phase": "auction", "lap": 2, "horses": at(A=1), "positions": {name: n for n, name in enumerate(THREE, 1)},
        "front": {name: ["AB", "AC"] for name in THREE},
    }  # fmt: skip
    return SeenTable.of(tmp_path, "change_horses", THREE, options={"derby": True}, setup=setup)


def lay(auction: SeenTable, **cards: Cards) -> str:
    """Hands lay these carrot cards before players, and a camera looks."""
    return auction.hands(**{f"carrots:{name}": faces for name, faces in cards.items()}).kind


def proposed(auction: SeenTable, seat: str | None = None) -> Any:
    return auction.table.snapshot(seat).as_json()["to_confirm"]


def bid(player: str, amount: int) -> dict[str, Any]:
    return {"by": player, "do": "bid", "amount": amount}


@pytest.mark.parametrize("cards", [("5", "3"), ("3", "3", "2"), ("3", "5")])
def test_CH_4_a_bid_lies_in_whatever_carrot_cards_come_to_it(auction: SeenTable, cards: Cards) -> None:
    auction.table.act(bid("Ada", 8))
    assert lay(auction, Ada=cards) == "same"
    assert auction.table.differences() == ()


def test_CH_4_carrot_cards_may_be_changed_for_others_of_the_same_value(auction: SeenTable) -> None:
    auction.table.act(bid("Ada", 8))
    assert lay(auction, Ada=("5", "3")) == "same"
    assert lay(auction, Ada=("5", "2", "1")) == "same"
    assert auction.sight["zones"] == []


def test_CH_61_carrots_that_lie_there_unlike_the_bid_are_told(auction: SeenTable) -> None:
    auction.table.act(bid("Ada", 8))
    assert lay(auction, Ada=("5", "3")) == "same"
    lay(auction, Ada=("5", "2"))
    (told,) = auction.sight["differences"]
    assert told == {"zone": "carrots:Ada", "should": ["8"], "shows": ["7"]}


def test_CH_61_the_sum_before_whoever_is_to_bid_is_proposed_and_not_bid(auction: SeenTable) -> None:
    assert proposed(auction) is None
    lay(auction, Ada=("5", "3"))
    assert proposed(auction) == bid("Ada", 8)
    assert auction.table.state.auction.bids == (None, None, None)
    auction.table.act(proposed(auction))
    assert proposed(auction) is None and auction.table.snapshot().view["turn"] == "Bea"


def test_CH_61_who_laid_too_early_is_asked_when_their_turn_comes(auction: SeenTable) -> None:
    lay(auction, Bea=("10",))
    assert proposed(auction) is None
    auction.table.act(bid("Ada", 8))
    assert proposed(auction) == bid("Bea", 10)


def test_CH_61_a_proposal_goes_with_the_carrots(auction: SeenTable) -> None:
    lay(auction, Ada=("5",))
    lay(auction, Ada=("5", "10"))
    assert proposed(auction) == bid("Ada", 15)
    lay(auction, Ada=())
    assert proposed(auction) is None


def test_CH_61_only_the_table_and_the_bidder_are_asked(auction: SeenTable) -> None:
    lay(auction, Ada=("5", "3"))
    assert proposed(auction, "Ada") == bid("Ada", 8) and proposed(auction, "Bea") is None


def test_CH_62_a_number_that_was_bid_is_not_proposed(auction: SeenTable) -> None:
    auction.table.act(bid("Ada", 8))
    lay(auction, Ada=("5", "3"), Bea=("3", "3", "2"))
    assert proposed(auction) is None
    with pytest.raises(Rejected, match="bid_taken"):
        auction.table.act(bid("Bea", 8))


def test_CH_64_the_bid_that_lies_there_is_no_raise_and_more_of_it_is(auction: SeenTable) -> None:
    for name, amount in zip(THREE, (3, 5, 2), strict=True):
        auction.table.act(bid(name, amount))
    lay(auction, Ada=("3",), Bea=("5",), Cyd=("2",))
    assert auction.table.snapshot().view["turn"] == "Ada" and proposed(auction) is None
    lay(auction, Ada=("3", "3", "2"), Bea=("5",), Cyd=("2",))
    assert proposed(auction) == bid("Ada", 8)


def test_CH_61_more_than_a_player_has_is_not_proposed(auction: SeenTable) -> None:
    lay(auction, Ada=("15", "15", "5"))
    assert proposed(auction) is None


def looked(auction: SeenTable, *slots: dict[str, float]) -> None:
    hand = Disturbance("carrots:Ada", 9_000, 9_500, "south")
    reading = ZoneReading(tuple(map(Slot, slots)))
    auction.table.see(Sighting(9, 10_000, {"carrots:Ada": reading}, (hand,)))


def test_what_is_not_read_surely_is_not_proposed(auction: SeenTable) -> None:
    looked(auction, {"5": 0.97, "unreadable": 0.03}, {"3": 0.98, "unreadable": 0.02})
    assert proposed(auction) == bid("Ada", 8)
    looked(auction, {"5": 0.8, "15": 0.2}, {"3": 1.0})
    assert proposed(auction) is None
    looked(auction, {"5": 1.0}, {"unreadable": 1.0})
    assert proposed(auction) is None


def test_everybody_is_told_when_a_sum_becomes_sure(auction: SeenTable) -> None:
    looked(auction, {"5": 0.8, "15": 0.2}, {"3": 1.0})
    told: list[Any] = []
    auction.table.subscribe(lambda snapshot: told.append(snapshot.to_confirm))
    looked(auction, {"5": 1.0}, {"3": 1.0})
    assert told[-1:] == [bid("Ada", 8)]


def test_nothing_is_proposed_outside_an_auction(tmp_path: Path) -> None:
    seen = SeenTable.of(tmp_path, "change_horses", THREE, options={"derby": True})
    lay(seen, Ada=("5", "3"))
    assert proposed(seen) is None
