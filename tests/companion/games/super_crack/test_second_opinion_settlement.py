"""Settlements of random races against a slow reckoning from SC-26 to SC-29, SC-53 to SC-62 and both tables."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from tests.playing import Play

from .second_opinion import (
    CATEGORY,
    COLOURS,
    LONG,
    TABLE_2_1,
    bet_wins,
    multiplicities,
    rounds,
    settlement,
    wealth,
)
from .tables import DECK, GAME_ID, SIX, entries

BLOCKS = 10
CARDS = [card for card, count in DECK.items() for _ in range(count)]


def random_position(chance: random.Random) -> dict[str, Any]:
    """A race run (or abandoned after at most two arrivals) by two to six players."""
    players = SIX[: chance.randint(2, 6)]
    out = [player for player in players if len(players) > 3 and chance.random() < 0.15][: len(players) - 2]
    active = [player for player in players if player not in out]
    numbers = list(range(1, 17))
    owner_cards = [colour for colour in COLOURS for _ in range(4)]
    if chance.random() < 0.5:
        chance.shuffle(owner_cards)
    colours = dict(zip(numbers, owner_cards, strict=True))
    favourite = chance.choice(active)
    owners = {
        number: favourite if chance.random() < 0.3 else chance.choice(active)
        for number in sorted(chance.sample(numbers, chance.randint(3, 16)))
    }
    complete = chance.random() < 0.85
    arrivals = chance.sample(sorted(owners), 3 if complete else chance.randint(0, 2))
    pile = chance.sample(CARDS, len(CARDS))
    hands = {player: [pile.pop() for _ in range(chance.randint(0, 6))] for player in active}
    arrived = [colours[number] for number in arrivals]
    bets = {}
    for player in active:
        if chance.random() < 0.8:
            tokens = [chance.choice(COLOURS) for _ in range(chance.randint(3, 6))]
            if chance.random() < 0.6:
                tokens[: len(arrived)] = arrived[: chance.randint(1, 3)]
                tokens = tokens[:6] if len(tokens) >= 3 else [*tokens, *chance.choices(COLOURS, k=3)]
            bets[player] = chance.sample(tokens, len(tokens))
    low, high = chance.choice([(-6000, 6000), (0, 40_000), (60_000, 130_000)])
    options = {
        "stable_table": chance.choice(["examples", "printed"]),
        "deferred_money": chance.choice(["end_of_race", "end_of_game"]),
        "move_card_penalty": chance.choice([0, 1000, 1000, 300]),
        "target_cash": chance.choice([100_000, 100_000, 20_000]),
        "stable_required": chance.choice([4, 4, 3, 2, 1]),
        "max_races": chance.choice([None, None, 4]),
    }
    return {
        **{"players": players, "out": out, "active": active, "colours": colours, "owners": owners},
        **{"complete": complete, "arrivals": arrivals, "hands": {p: hands.get(p, []) for p in players}},
        **{"bets": bets, "pawns": [player for player in active if chance.random() < 0.2]},
        "cash": {player: 0 if player in out else chance.randrange(low, high, 100) for player in players},
        "owed": {player: chance.choice([0, 0, 500, 4500]) if player in active else 0 for player in players},
        **{"race": chance.randint(1, 4), "options": options},
        **{"penalty": options["move_card_penalty"], "printed": options["stable_table"] == "printed"},
        "deferred": options["deferred_money"] == "end_of_game",
    }


def settled(position: dict[str, Any]) -> Play:
    """The engine's settlement of that position."""
    horses = {str(number): {"owner": owner, "square": 1} for number, owner in position["owners"].items()}
    setup = {
        **{"phase": "settling" if position["complete"] else "racing", "race": position["race"]},
        **{
            "horses": horses,
            "arrivals": position["arrivals"],
            "cash": position["cash"],
            "owed": position["owed"],
        },
        **{"hands": {player: position["hands"][player] for player in position["active"]}},
        **{"bets": position["bets"], "black_pawns": position["pawns"], "bankrupt": position["out"]},
        "owner_cards": {str(number): colour for number, colour in position["colours"].items()},
    }
    if not position["complete"]:
        running = [o for number, o in position["owners"].items() if number not in position["arrivals"]]
        setup["turn"] = running[0]
    play = Play(GAME_ID, position["players"], options=position["options"], setup=setup)
    if not position["complete"]:
        play.do("table", "abandon_race")
    return play.do("bank", "settle")


def ended(
    position: dict[str, Any], balance: dict[str, int], owed: dict[str, int]
) -> tuple[str, list[str]] | None:
    """Why the game is over and who wins; None when it goes on (SC-60, SC-62, SC-64)."""
    worth = {player: wealth(player, balance, owed, position) for player in position["active"]}
    target, stable = position["options"]["target_cash"], position["options"]["stable_required"]
    titled = [player for player, key in worth.items() if key[0] >= target and key[1] >= stable]
    if titled:
        why, among = "super_crack", titled
    elif (
        position["options"]["max_races"] is not None and position["race"] >= position["options"]["max_races"]
    ):
        why, among = "max_races", position["active"]
    else:
        return None
    best = max(worth[player] for player in among)
    return why, [player for player in among if worth[player] == best]


def ranking(
    position: dict[str, Any], winners: list[str], balance: dict[str, int], owed: dict[str, int]
) -> list:
    """Section 6: the winners, the others by what they are worth, the bankrupt from the last to the first."""
    worth = {player: wealth(player, balance, owed, position) for player in position["active"]}
    others = sorted((p for p in position["active"] if p not in winners), key=lambda p: worth[p], reverse=True)
    ranks = [{"player": player, "rank": 1} for player in winners]
    for player in others:
        better = sum(worth[other] > worth[player] for other in others)
        ranks.append({"player": player, "rank": len(winners) + better + 1})
    for place, player in enumerate(reversed(position["out"]), start=len(position["active"]) + 1):
        ranks.append({"player": player, "rank": place})
    return ranks


@pytest.mark.parametrize("block", range(BLOCKS))
def test_SC_53_to_SC_57_settlements_of_random_races(block: int) -> None:
    chance = random.Random(block)
    for _ in range(rounds(60)):
        position = random_position(chance)
        expected, owed, results = settlement(position)
        balance = dict(position["cash"])
        for source, target, amount, _ in expected:
            for player, change in ((source, -amount), (target, amount)):
                if player != "bank":
                    balance[player] += change
        in_debt = {player: -balance[player] for player in position["players"] if balance[player] < 0}
        end = ended(position, balance, owed)
        order: list[dict[str, Any]] = []
        if end is not None:
            order = ranking(position, end[1], balance, owed)
            for player in position["players"]:
                if owed[player]:
                    expected.append((player, "bank", owed[player], "pay_card"))
                    balance[player] -= owed[player]
                    owed[player] = 0
        play = settled(position)
        view = play.view
        assert entries(play) == expected, position
        assert view["accounts"] == {"bank": -sum(balance.values()), **balance}, position
        assert view["ledger_total"] == 0 and view["owed"] == owed, position
        assert view["last_results"] == results, position
        told = {
            event.fields["player"]: event.fields["debt"]
            for event in play.events
            if event.name == "player_in_debt"
        }
        if end is None:
            assert told == in_debt, position
            assert (view["phase"], view["winners"], view["ranking"]) == ("market", [], []), position
        else:
            assert view["phase"] == "over", position
            play.happened("game_over", why=end[0], winners=end[1])
            assert (view["winners"], view["ranking"]) == (end[1], order), position


def test_every_cell_by_every_bet_of_three_and_four_tokens() -> None:
    """All mixes of tokens against all arrivals, with and without the pawn, on one fixed stable."""
    numbers = {"red": (1, 2, 3), "blue": (5, 6, 7), "yellow": (9, 10, 11), "green": (13, 14, 15)}
    count = 0
    for arrived in itertools.combinations_with_replacement(COLOURS, 3):
        taken = {colour: iter(numbers[colour]) for colour in COLOURS}
        arrivals = [next(taken[colour]) for colour in arrived]
        horses = {str(number): {"owner": "Ada", "square": 1} for four in numbers.values() for number in four}
        for size in (3, 4) if LONG else (3,):
            mixes = list(itertools.combinations_with_replacement(COLOURS, size))
            for start in range(0, len(mixes), 5):
                bets = dict(zip(SIX[1:], map(list, mixes[start : start + 5]), strict=False))
                for pawn in (False, True):
                    setup = {"phase": "settling", "horses": horses, "arrivals": arrivals, "bets": bets}
                    setup |= {"cash": dict.fromkeys(SIX, 0), "black_pawns": list(bets) if pawn else []}
                    results = Play(GAME_ID, SIX, setup=setup).do("bank", "settle").view["last_results"]
                    assert results["category"] == CATEGORY[multiplicities(arrived)]
                    for player, tokens in bets.items():
                        won = bet_wins(tokens, pawn, arrived)
                        paid = TABLE_2_1[multiplicities(arrived)][size] if won else 0
                        assert (results["bets"][player]["won"], results["bets"][player]["paid"]) == (
                            won,
                            paid,
                        )
                        count += 1
    assert count == 20 * (55 if LONG else 20) * 2
