"""Which games are written down: every number of players, and the house rules that change most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.game import Game
from companion.simulated.players import NAMES

MAIN_RULES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "poker_dice_race": {
        "single_horses": {"stable": "single"},
        "ordinary_dice_first_home_ends": {"dice": "numbers", "end_when": "first"},
        "pawns_checked": {"strict_placement": True},
    },
    "crapette": {
        "players_call": {"referee": "on_call", "hints": "off"},
        "coach": {"referee": "coach"},
        "thirteen_in_reserve_and_points": {"reserve_size": 13, "scoring": "bank", "stalemate": "auto"},
        "strict_duties": {
            **{
                "case_freeing": "chain",
                "chain_limit": 2,
                "uncovering": "any_place",
                "hand_duty": "series_and_loads",
            },
            **{"foundation_order": "lowest_first", "reserve_turn": "strict"},
        },
        "easy_duties": {
            **{"foundation_duty": "reserve_and_aces", "case_freeing": "off", "uncovering": "off"},
            **{"empty_case_duty": "off", "reserve_duty": "off", "hand_duty": "off"},
        },
        "free_hands": {
            **{"sequences": "run", "foundation_return": True, "own_waste_playable": True},
            **{"opponent_waste_playable": True, "load_match": "alternate"},
        },
    },
    "racko": {
        "bonus": {"bonus": True},
        "chips": {"settlement": "chips", "chips_start": 5, "chips_rounds": 3},
        "teams": {"teams": True, "target": 150},
        "eclair": {"eclair": True, "false_racko": "out_of_round"},
        "stock_turned_over": {"stock_empty": "turn_over", "call_timing": "own_turn"},
        "round_ends_with_the_stock": {"stock_empty": "round_ends", "next_dealer": "winner"},
    },
    "super_crack": {
        "ranking_round": {"buy_order": "ranking_round", "max_races": 1},
        "cards_at_any_time": {"card_timing": "any_time", "blue_cards": "free", "trapped_cards": "all"},
        "strict": {"strict_placement": True, "joker_compulsory": True, "max_races": 1},
        "small_target": {"target_cash": 30_000, "stable_required": 2, "deferred_money": "end_of_game"},
    },
    "change_horses": {
        "derby": {"derby": True},
        "derby_highest_pays_nothing": {"derby": True, "highest_bidder_pays": False},
        "short_track_lap_played_out": {"finish_row": 6, "fast_track_finish": "finish_lap"},
    },
}
"""By game: a name, and house rules that exclude each other nowhere."""

PLAYERS_FOR: Mapping[tuple[str, str], int] = {
    ("poker_dice_race", "ordinary_dice_first_home_ends"): 3,
    ("racko", "teams"): 4,
    ("change_horses", "derby"): 3,
    ("change_horses", "derby_highest_pays_nothing"): 4,
}


@dataclass(frozen=True)
class Variant:
    """One playthrough: how many play, by which house rules, and by which kind of player."""

    name: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    kind: str = "random"


def variants(game: Game) -> Iterator[Variant]:
    """Each number of players at random; the main house rules; and one game of careless hands."""
    low, high = game.players
    for count in range(low, high + 1):
        yield Variant(f"{count}_players", NAMES[:count])
    for name, options in MAIN_RULES.get(game.id, {}).items():
        yield Variant(name, NAMES[: PLAYERS_FOR.get((game.id, name), low)], options)
    yield Variant("careless", NAMES[:high], kind="careless")
