"""Whole games by taps, from the boxes on the shelf to the finish: nobody can get stuck, and no move takes many taps.

The finger taps only what lies on the table for what is said to be awaited; menus and "everything that may be done"
are closed to it. In every run each game is played once, on one tablet, the middle of the two long ones skipped; whole
games, on tablet and phone, in English and French, with ``make test-long``.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from statistics import fmean
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.action import Rejected
from companion.domains import choices, pick
from companion.games import load
from companion.games.super_crack.desk import likely_bets
from companion.games.super_crack.rules.profile import NOTHING_ELSE
from companion.simulated.playing import player_of
from tests.browser.looking import SIZES, speak
from tests.browser.tapping import Finger

pytestmark = pytest.mark.xdist_group("browser")

MOST = 3_000
"""So many actions no evening here takes."""
TRIES = 20
DEAL = {"Ada": ("KH", "9S", "4D", "6C", "QS"), "Bea": ("KC", "9H", "4C", "7S", "3D")}
WON_NEARLY = {
    "turn": "Ada",
    "foundations": {"F1": "9H"},
    "cases": {"T1": ["KS"], "T2": ["KC"]},
    "reserves": {"Ada": ["KH", "QH", "JH", "10H"], "Bea": 5},
}
RUN_NEARLY = {
    "phase": "racing",
    "turn": "Ada",
    "horses": {str(n): {"owner": "Ada" if n < 4 else "Bea", "square": 49} for n in (1, 2, 5)},
    "cash": {"Ada": 5000, "Bea": 4000},
    "hands": {"Ada": [None, None], "Bea": [None]},
    "bets": {"Ada": ["red", "red", "blue"]},
}
PREPARING = frozenset({"place_horses", "deal_positions", "set_first", "reveal"})
"""Done before a lap of Change Horses."""


Choosing = Callable[[Mapping[str, Any], str, random.Random], Mapping[str, Any] | None]
"""What somebody chooses who sees this of the table; None where it is left undone."""
STABLE = 3
"""So many horses each player of Super-Crack buys at most: there is money left for a bet."""


def buys(view: Mapping[str, Any], by: str, chance: random.Random) -> Mapping[str, Any] | None:
    """A horse, until there are enough."""
    return {} if len(view["stables"][by]) < STABLE else None


def leaves(view: Mapping[str, Any], by: str, chance: random.Random) -> Mapping[str, Any] | None:
    """The sale, once there are enough."""
    return {} if buys(view, by, chance) is None else None


def bets(view: Mapping[str, Any], by: str, chance: random.Random) -> Mapping[str, Any] | None:
    """One of the bets that the page offers at one tap."""
    return {"tokens": list(chance.choice(likely_bets(view)))}


def names_cards(view: Mapping[str, Any], by: str, chance: random.Random) -> Mapping[str, Any] | None:
    """Up to two of the cards that cost or pay something, where so many are held."""
    several = chance.choice((["pay_500"], ["receive_500"], ["any_move", "pay_1000"], ["pay_500", "pay_500"]))
    return {"cards": [*several[: view["hand_counts"][by]], NOTHING_ELSE]}


@dataclass(frozen=True)
class Evening:
    """How a game is played: by what rules, what its players do if they may, the first of it first, what they are sure
    of and what they choose by what they see; taps a move, ``at_most`` on an average of the game and for every kind of
    move but those ``longer``.

    ``skipped`` is what lies on the table after so many actions, in every run.
    """

    players: tuple[str, ...]
    does: tuple[str, ...]
    at_most: int
    options: Mapping[str, Any] = field(default_factory=dict)
    sure: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    likely: Mapping[str, Choosing] = field(default_factory=dict)
    longer: Mapping[str, int] = field(default_factory=dict)
    skipped: tuple[int, Mapping[str, Any]] | None = None
    told: Callable[[Any, random.Random], Iterator[Mapping[str, Any]]] | None = None
    seed: int = 0


def rounds_of_racko(house: Any, chance: random.Random) -> Iterator[Mapping[str, Any]]:
    """Rounds as they lie on the table: cards come and go for some turns, then somebody has a rack that ascends, with
    a run; what its owner took from the discards is in it."""
    yield {"by": "table", "do": "set_dealer", "player": "Ada"}
    while True:
        yield {"by": "table", "do": "deal", "one_by_one": False}
        unseen = list(range(1, house.view["deck_max"] + 1))
        chance.shuffle(unseen)
        lying = unseen.pop()
        yield {"by": "table", "do": "turn_up", "card": lying}
        taken: dict[str, set[int]] = {player: set() for player in house.view["players"]}
        for turn in range(chance.randint(2, 6)):
            by, thrown = house.view["turn"], unseen.pop()
            if turn % 2:
                taken[by].add(lying)
                yield {"by": by, "do": "take_discard"}
                yield {"by": by, "do": "exchange", "discarded": thrown}
            else:
                yield {"by": by, "do": "draw_stock"}
                yield {"by": by, "do": "discard", "card": thrown}
            lying = thrown
        winner, other = chance.sample(house.view["players"], 2)
        run = next(one for one in unseen if {one + 1, one + 2} <= set(unseen))
        wanted = dict.fromkeys([*taken[winner], run, run + 1, run + 2, *unseen])
        rack = sorted(list(wanted)[:10])
        yield {"by": winner, "do": "racko"}
        yield {"by": winner, "do": "show_rack", "rack": rack}
        yield {"by": other, "do": "count_rack", "count": chance.randint(0, 9)}


EVENINGS = {
    "poker_dice_race": Evening(
        ("Ada", "Bea"),
        ("first_player", "roll", "stop"),
        2,
        {"end_when": "first"},
        {"roll": {"dice": ["K", "K"]}},
    ),
    "racko": Evening(
        ("Ada", "Bea"),
        (),
        2,
        {"target": 5},
        longer={"show_rack": 11},
        told=rounds_of_racko,
    ),
    "crapette": Evening(("Ada", "Bea"), (), 2, skipped=(6, WON_NEARLY), seed=1),
    "super_crack": Evening(
        ("Ada", "Bea"),
        (
            *(
                "deal_money",
                "settle",
                "deal_cards",
                "buy_horse",
                "skip_buy",
                "leave_sale",
                "close_market",
                "buy_roll",
            ),
            *(
                "draw_card",
                "handicap_done",
                "start_roll",
                "roll",
                "end_turn",
                "identify_cards",
                "bet",
                "no_bet",
            ),
        ),
        3,
        {"max_races": 1},
        likely={"buy_horse": buys, "leave_sale": leaves, "bet": bets, "identify_cards": names_cards},
        skipped=(8, RUN_NEARLY),
    ),
    "change_horses": Evening(
        ("Ada", "Bea", "Cyd"),
        ("place_horses", "deal_positions", "reveal", "play_card", "horses_moved", "show_certificate"),
        2,
        {"finish_row": 3},
        {"place_horses": {"lanes": {letter: lane for lane, letter in enumerate("DBFAEC", start=1)}}},
        longer=dict.fromkeys(PREPARING, 3),
        seed=2,
    ),
}
WHOLE: dict[str, dict[str, Any]] = {"racko": {"options": {"target": 100}}, "change_horses": {"options": {}}}
"""What a whole game has beside it: the rules as they are, and a few rounds."""


def begin(page: Page, game: str, evening: Evening) -> None:
    """From the boxes on the shelf to the first thing that is awaited."""
    page.locator(f"#box-{game}").tap()
    for place, player in enumerate(evening.players):
        page.locator(f"#player-{place}").fill(player)
    if evening.options:
        page.locator("#options summary").tap()
    for name, value in evening.options.items():
        shown = page.locator(f"#option-{name}")
        if shown.count():
            shown.fill(str(value))
        else:
            page.locator(f"label:has(#option-{name}-{value})").tap()
    page.locator("#begin").tap()
    if load(game).simulation.dealt(evening.players, random.Random(0)):
        for seat, cards in enumerate(DEAL.values()):
            for place, card in zip((*range(4), "top"), cards, strict=True):
                for half in (f"rank-{card[:-1]}", f"suit-{card[-1]}"):
                    page.locator(f"label:has(#deal-{seat}-{place}-{half})").tap()
        page.locator("#begin").tap()
    expect(page.locator("#waiting")).to_be_visible()


def sensible(house: Any, evening: Evening, chance: random.Random) -> Callable[[], Mapping[str, Any]]:
    """Says what is done next: what was told, what a player who knows the game does, else what is offered."""
    game = house.table.game
    if evening.told:
        return partial(next, evening.told(house, chance))
    knowing = player_of(game, 0) if game.simulation.player else None

    def offered() -> Mapping[str, Any]:
        shown = house.table.snapshot().as_json()["legal_actions"]
        for do in evening.does:
            for template in [one for one in shown if one["do"] == do] * TRIES:
                settled: Mapping[str, Any] | None = evening.sure.get(do, {})
                if do in evening.likely:
                    by = str(next(iter(choices(template["by"]))))
                    settled = evening.likely[do](house.view, by, chance)
                    template = {**template, "by": by}
                if settled is None:
                    continue
                action = pick({**template, **settled}, chance.choice)
                if do == "roll" and isinstance(action.get("dice"), list):
                    action["dice"] = action["dice"][: template["dice"]["count"]]
                try:
                    game.apply(house.table.state, action)
                except Rejected:
                    continue
                return action
        raise AssertionError(f"none of what is offered is done here: {shown}")

    return (lambda: knowing.next(house.table.state, chance)) if knowing else offered


def played(page: Page, house: Any, game: str, evening: Evening, skips: bool) -> Finger:
    """A game played to its end."""
    begin(page, game, evening)
    finger, chance = Finger(page, house), random.Random(evening.seed)
    next_action = sensible(house, evening, chance)
    for count in range(MOST):
        if skips and evening.skipped and evening.skipped[0] == count:
            house.table.open_game(
                game, list(evening.players), options=evening.options, setup=evening.skipped[1]
            )
        if house.table.game.is_over(house.table.state):
            break
        finger.play(next_action())
    expect(page.locator("#again")).to_be_visible()
    return finger


def over_the_count(finger: Finger, evening: Evening) -> dict[str, list[int]]:
    """What took more taps than it may: the moves by their kind, and all of them on an average."""
    found = {
        do: taps for do, taps in finger.counted.items() if max(taps) > evening.longer.get(do, evening.at_most)
    }
    moves = [tap for do, taps in finger.counted.items() if do not in evening.longer for tap in taps]
    return found if fmean(moves) <= evening.at_most else {**found, "all": moves}


@pytest.mark.parametrize("game", EVENINGS)
def test_a_game_by_taps_from_the_boxes_to_the_finish(visit: Any, house: Any, game: str) -> None:
    page = visit(reduced_motion="reduce")  # with what moves: make test-long, and the tests of single moves
    speak(page, house, "en")
    page.goto(house.url)
    finger = played(page, house, game, EVENINGS[game], skips=True)
    assert over_the_count(finger, EVENINGS[game]) == {}


@pytest.mark.parametrize("players", [("Ada", "Bea", "Cyd", "Dan"), ("Ada", "Bea", "Cyd", "Dan", "Eve")])
def test_change_horses_is_prepared_by_taps_for_four_and_five(
    visit: Any, house: Any, players: tuple[str, ...]
) -> None:
    evening = replace(EVENINGS["change_horses"], players=players)
    page = visit(reduced_motion="reduce")
    speak(page, house, "en")
    page.goto(house.url)
    begin(page, "change_horses", evening)
    finger, chance = Finger(page, house), random.Random(evening.seed)
    next_action = sensible(house, evening, chance)
    while house.view["phase"] != "play":
        finger.play(next_action())
    assert set(finger.counted) == PREPARING - {"set_first"}
    assert {do: taps for do, taps in finger.counted.items() if max(taps) > evening.longer[do]} == {}


@pytest.mark.skipif(not os.environ.get("COMPANION_LONG"), reason="whole games take an hour: make test-long")
@pytest.mark.parametrize(("size", "language"), list(itertools.product(("tablet", "phone"), ("en", "fr"))))
@pytest.mark.parametrize("game", EVENINGS)
def test_every_game_whole_on_tablet_and_phone(
    visit: Any, house: Any, game: str, size: str, language: str
) -> None:
    page = visit(SIZES[size].viewport)
    speak(page, house, language)
    page.goto(house.url)
    evening = replace(EVENINGS[game], **WHOLE.get(game, {}))
    finger = played(page, house, game, evening, skips=False)
    for do, taps in finger.counted.items():
        print(
            f"{game} {size} {language} {do}: {len(taps)} moves, {fmean(taps):.2f} taps, at most {max(taps)}"
        )
    assert over_the_count(finger, evening) == {}
