"""Rolls and cards on random boards against a slow walk from SC-20 to SC-22 and SC-34 to SC-48."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.playing import Play

from .second_opinion import retreat, rolled_to, rounds, walk, zone_at
from .tables import GAME_ID, THREE, colour

BLOCKS = 10
MOVES = [
    *(f"advance_{steps}" for steps in range(1, 7)),
    *(f"back_any_{steps}" for steps in range(1, 7)),
    *(f"back_own_{steps}" for steps in range(2, 7)),
]


def random_board(chance: random.Random) -> dict[str, Any]:
    """A track of 10 to 40 squares with zones of one to three squares and dots between them."""
    finish = chance.randint(10, 40)
    free = set(range(1, finish))
    zones: dict[str, list[list[int]]] = {"rivers": [], "hedges": []}
    for _ in range(chance.randint(0, 4)):
        first = chance.randint(1, finish - 2)
        zone = list(range(first, min(first + chance.randint(1, 3), finish - 1)))
        if set(zone) <= free:
            free -= set(zone)
            zones[chance.choice(["rivers", "hedges"])].append(zone)
    dots = sorted(chance.sample(sorted(free), chance.randint(0, len(free) // 2)))
    return {"finish": finish, "red_zone": chance.randint(0, 12), **zones, "dots": dots}


def random_race(chance: random.Random) -> tuple[Play, dict[str, Any], dict[str, str], dict[str, Any]]:
    """Ada's turn in a race of three; two of her cards and what Bea holds are known."""
    board = random_board(chance)
    numbers = chance.sample(range(1, 17), chance.randint(4, 9))
    owners = {number: chance.choice(THREE) for number in numbers}
    owners |= {numbers[0]: "Ada", numbers[1]: "Bea"}
    arrivals = chance.sample(numbers[2:], chance.randint(0, 2))
    horses = {
        str(number): {"owner": owner, "square": chance.randint(-board["red_zone"], board["finish"] - 1)}
        for number, owner in owners.items()
    }
    options = {
        "trapped_cards": chance.choice(["back_only", "all"]),
        "dots_on_card_moves": chance.random() < 0.7,
        "race_retreat_floor": chance.choice(["red_zone", "start_line"]),
    }
    hand = [*chance.sample(MOVES, 2), "sprint", "joker", "joker"]
    setup = {
        **{"phase": "racing", "turn": "Ada", "board": board, "horses": horses, "arrivals": arrivals},
        **{"hands": {"Ada": hand}, "cash": dict.fromkeys(THREE, 0)},
    }
    play = Play(GAME_ID, THREE, options=options, setup=setup)
    return play, board, {str(number): owner for number, owner in owners.items()}, options


def check(
    play: Play, board: dict[str, Any], number: str, owner: str, stop: int, draws: bool, case: Any
) -> None:
    """What must be true after a horse came to stand on ``stop``; ``draws``: a dot counts."""
    view = play.view
    horse = view["horses"][number]
    where, _ = zone_at(board, stop)
    assert (horse["square"], horse["trapped"]) == (stop, where), case
    home = stop == board["finish"]
    assert (horse["rank"] is not None) == home and (int(number) in view["arrivals"]) == home, case
    assert not home or int(number) not in view["to_roll"], case
    over = len(view["arrivals"]) == 3
    assert (view["phase"] == "settling") == over, case
    assert (view["draw_pending"] == owner) == (draws and stop in board["dots"]), case
    assert view["draw_pending"] in (None, owner), case
    names = [event.name for event in play.events]
    assert ("must_draw" in names) == (draws and stop in board["dots"]), case
    assert ("race_over" in names) == over and ("horse_arrived" in names) == home, case


@pytest.mark.parametrize("block", range(BLOCKS))
def test_SC_34_to_SC_41_random_rolls(block: int) -> None:
    chance = random.Random(block)
    for _ in range(rounds(30)):
        play, board, _, _ = random_race(chance)
        for value in chance.sample(range(1, 7), 6):
            state, view = play.state, play.view
            number = str(view["to_roll"][0])
            horse = view["horses"][number]
            at, caught = horse["square"], horse["trapped"] is not None
            assert caught == (zone_at(board, at)[0] is not None)
            case = (board, horse, value)
            play.do("Ada", "roll", value=value)
            stop = rolled_to(board, at, value, caught, False)
            check(play, board, number, "Ada", stop, stop != at or not caught, case)
            play.state = state
            if caught:
                play.do("Ada", "play_card", card="joker", horse=int(number))
                assert play.view["horses"][number] == {**horse, "trapped": None}
                play.do("Ada", "roll", value=value)
                check(
                    play,
                    board,
                    number,
                    "Ada",
                    rolled_to(board, at, value, False, True),
                    True,
                    ("joker", *case),
                )
                play.state = state


@pytest.mark.parametrize("block", range(BLOCKS))
def test_SC_35_SC_39_SC_45_SC_46_random_cards(block: int) -> None:
    chance = random.Random(1000 + block)
    for _ in range(rounds(8)):
        play, board, owners, options = random_race(chance)
        floor = -board["red_zone"] if options["race_retreat_floor"] == "red_zone" else 0
        for card in play.view["private"]["Ada"]["hand"][:4]:
            for number in map(str, range(1, 17)):
                state, horse = play.state, play.view["horses"][number]
                case, at = (board, options, horse, card), horse["square"]
                code = refusal(card, horse, owners.get(number), options)
                if code is not None:
                    assert play.refused("Ada", "play_card", card=card, horse=int(number)) == code, case
                    continue
                play.do("Ada", "play_card", card=card, horse=int(number))
                if card == "joker":
                    assert play.view["horses"][number] == {**horse, "trapped": None}, case
                else:
                    kind, _, steps = card.rpartition("_")
                    if card == "sprint":
                        stop = board["finish"] - 1
                    elif kind == "advance":
                        stop = walk(at, int(steps), board["finish"])
                    else:
                        stop = retreat(at, int(steps), floor)
                    counts = options["dots_on_card_moves"]
                    check(play, board, number, owners[number], stop, counts, case)
                play.state = state


def refusal(card: str, horse: dict[str, Any], owner: str | None, options: dict[str, Any]) -> str | None:
    """Why a card cannot be played on a horse in the race; None when it can."""
    if owner is None:
        return "horse_not_in_race"
    if horse["rank"] is not None:
        return "horse_finished"
    if owner != "Ada" and not card.startswith(("advance", "back_any")):
        return "not_your_horse"
    if card == "joker":
        return None if horse["trapped"] else "horse_not_trapped"
    if horse["trapped"] and options["trapped_cards"] == "back_only" and not card.startswith("back"):
        return "horse_trapped"
    return None


@pytest.mark.parametrize("block", range(BLOCKS))
def test_SC_18_to_SC_23_random_handicaps(block: int) -> None:
    """Cards until both are done: every square and every fee."""
    chance = random.Random(2000 + block)
    for _ in range(rounds(20)):
        red_zone = chance.randint(0, 12)
        numbers = sorted(chance.sample(range(1, 17), chance.randint(3, 8)))
        owners = {number: chance.choice(THREE[:2]) for number in numbers}
        squares = {number: chance.randint(-red_zone, 0) for number in numbers}
        hands = {player: chance.sample(MOVES, 5) for player in THREE[:2]}
        duplicates = {card: sum(card in hand for hand in hands.values()) for card in MOVES}
        horses = {str(n): {"owner": owners[n], "square": squares[n]} for n in numbers}
        setup = {
            **{"phase": "handicap", "board": {"red_zone": red_zone}, "horses": horses, "hands": hands},
            **{
                "deck": {card: max(1, count) for card, count in duplicates.items()},
                "cash": {"Ada": 0, "Bea": 0},
            },
        }
        play = Play(GAME_ID, THREE[:2], setup=setup)
        for player in THREE[:2]:
            for card in list(hands[player]):
                kind, _, steps = card.rpartition("_")
                number = chance.choice(numbers)
                if kind == "back_own" and owners[number] != player:
                    assert play.refused(player, "play_card", card=card, horse=number) == "not_your_horse"
                    mine = [n for n in numbers if owners[n] == player]
                    if not mine:
                        continue
                    number = chance.choice(mine)
                if kind == "advance" and squares[number] == 0:
                    assert play.refused(player, "play_card", card=card, horse=number) == "no_handicap"
                    continue
                play.do(player, "play_card", card=card, horse=number)
                moved = int(steps) if kind == "advance" else -int(steps)
                squares[number] = max(-red_zone, min(0, squares[number] + moved))
                assert play.view["horses"][str(number)]["square"] == squares[number]
        play.do("Bea", "handicap_done").do("Ada", "handicap_done")
        fees = [
            (player, "bank", 100 * -squares[number], "engagement_fee")
            for player in THREE[:2]
            for number in numbers
            if owners[number] == player and squares[number] < 0
        ]
        assert [
            (e.fields["from"], e.fields["to"], e.fields["amount"], e.fields["reason"])
            for e in play.events
            if e.name == "money_moved"
        ] == fees
        assert colour(numbers[0]) == play.view["horses"][str(numbers[0])]["colour"]
