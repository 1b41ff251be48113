"""What never changes in each game, whatever is played: cards stay 104, money sums to nothing, no number is twice.

Each function takes the referee's complete view and fails where it is broken. A game that is not listed has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from companion.playing_cards import PACK, RANKS

View = Mapping[str, Any]


def races_of_dice(view: View) -> None:
    """Dadamax: no two pawns on a square of the track, none on an obstacle, ranks as they came home."""
    running = [horse for horse in view["horses"].values() if horse["zone"] not in ("start", "finish")]
    squares = [horse["square"] for horse in running]
    assert len(squares) == len(set(squares)), squares
    assert not any(horse["zone"] == "blue" for horse in running)
    ranks = [view["horses"][str(number)]["rank"] for number in view["finish_order"]]
    assert ranks == list(range(1, len(ranks) + 1))


def cards_of_crapette(view: View) -> None:
    """Crapette: every pile has as many cards as it says, all of them together are 104 after a real deal."""
    piles = [*view["reserves"].values(), *view["stocks"].values(), *view["wastes"].values()]
    hands = [card for card in view["hands"].values() if card is not None]
    places = [pile["count"] for pile in (*view["foundations"].values(), *piles)]
    total = sum(places) + sum(map(len, view["cases"].values())) + len(hands)
    assert total == 104, total
    for player in view["players"]:
        own = sum(view[zone][player]["count"] for zone in ("reserves", "stocks", "wastes"))
        assert view["cards_left"][player] == own + (view["hands"][player] is not None)
    seen = Counter(_seen_cards(view))
    assert all(card in PACK and count <= 2 for card, count in seen.items()), seen
    for pile in (*view["foundations"].values(), *piles):
        assert pile["count"] >= 0 and (pile["count"] or pile.get("top") is None)
    assert all(pile["complete"] == (pile["count"] == 13) for pile in view["foundations"].values())


def _seen_cards(view: View) -> list[str]:
    """Every card that lies known on the table; of a foundation without a wrong card all of it."""
    cards = list(chain.from_iterable(view["cases"].values()))
    cards += [card for card in view["hands"].values() if card is not None]
    cards += [pile["top"] for zone in ("reserves", "wastes") for pile in view[zone].values() if pile["top"]]
    for pile in view["foundations"].values():
        top = pile["top"]
        if top and RANKS.index(top[:-1]) + 1 == pile["count"] and view["options"]["referee"] == "auto":
            cards += [rank + top[-1] for rank in RANKS[: pile["count"]]]
        elif top:
            cards.append(top)
    return cards


def numbers_of_racko(view: View) -> None:
    """Racko: every number lies in one place at most, and stock, pile, racks and hand make up the deck."""
    held = view["held"]
    known = [view["discard_top"]]
    for seat in view.get("private", {}).values():
        known += [*seat["rack"], *seat["floating"]]
    if held is not None:
        known.append(held["card"] if held["card"] is not None else view["private"][held["player"]]["held"])
    numbers = [card for card in known if card is not None]
    assert len(numbers) == len(set(numbers)), sorted(numbers)
    between_rounds = view["phase"] in ("round_over", "game_over")  # the next deck is for those who are left
    assert all(1 <= number <= (60 if between_rounds else view["deck_max"]) for number in numbers), numbers
    if view["phase"] in ("draw", "place"):
        racks = 10 * len(view["players"])
        assert view["stock"] + view["discard_count"] + racks + (held is not None) == view["deck_max"]
    assert all(points >= 0 for points in view["scores"].values())
    if "chips" in view:
        start = view["options"]["chips_start"]
        assert sum(view["chips"].values()) == start * len(view["chips"]), view["chips"]


def money_of_super_crack(view: View) -> None:
    """Super-Crack: the ledger sums to nothing, every card is in the pile or in a hand, every horse with its owner."""
    accounts = view["accounts"]
    assert view["ledger_total"] == 0 and sum(accounts.values()) == 0, accounts
    for player in view["players"]:
        assert view["cash"][player] == max(0, accounts[player])
        assert view["debt"][player] == max(0, -accounts[player])
        hand = view["private"][player]["hand"]
        assert view["hand_counts"][player] == len(hand)
        stable = [int(number) for number, horse in view["horses"].items() if horse["owner"] == player]
        assert view["stables"][player] == sorted(stable)
    assert view["deck"]["count"] + sum(view["hand_counts"].values()) == 48
    assert 0 <= view["deck"]["returned"] <= view["deck"]["count"]
    assert all(type(amount) is int for amount in accounts.values())
    ranks = [view["horses"][str(number)]["rank"] for number in view["arrivals"]]
    assert ranks == list(range(1, len(ranks) + 1))


def cards_of_change_horses(view: View) -> None:
    """Change Horses: no two horses on a field, each pair once in a set, no card and no carrot out of nowhere."""
    standing = [
        (horse["lane"], horse["row"]) for horse in view["horses"].values() if horse["lane"] is not None
    ]
    assert len(standing) == len(set(standing)), standing
    assert all(1 <= lane <= view["options"]["lanes"] for lane, _ in standing)
    assert len(view["board"]) <= view["board_capacity"]
    for player in view["players"]:
        cards = [*view["front"][player], *(card["card"] for card in view["board"] if card["by"] == player)]
        assert len(cards) == len(set(cards)), cards
        assert view["hand_left"][player] + len(cards) <= 15
        assert 0 <= view["wild_left"][player] <= 2
        assert view["carrots"][player] >= 0 and view["changed"][player] <= 2 - view["wild_left"][player]
        hand = [card for card in view["private"][player]["hand"] if card is not None]
        assert not set(hand) & set(cards)
    own = [
        letter for seat in view["private"].values() for letter in seat["certificates"] if letter is not None
    ]
    assert len(own) == len(set(own)), own
    certificates = sum(len(seat["certificates"]) for seat in view["private"].values())
    assert view["pile_count"] + certificates == 6
    assert all(carrots <= 11 * len(view["players"]) for carrots in view["carrots"].values())


INVARIANTS: Mapping[str, Callable[[View], None]] = {
    "poker_dice_race": races_of_dice,
    "crapette": cards_of_crapette,
    "racko": numbers_of_racko,
    "super_crack": money_of_super_crack,
    "change_horses": cards_of_change_horses,
}


def hold(game_id: str, view: View) -> None:
    """Fails when something that never changes has changed."""
    if game_id in INVARIANTS:
        INVARIANTS[game_id](view)
