"""How a game begins: players, options, a deal or a position in mid-game (2.1), and who starts (CR-5 to CR-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.action import BANK, TABLE, Rejected
from companion.game import chosen_options
from companion.games.crapette.rules.cards import BITS, CARD_NAMES, UNKNOWN, card_number, rank_of, suit_of
from companion.games.crapette.rules.reading import MOST_CARDS
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    OPTIONS,
    RESERVE,
    STOCK,
    WASTE,
    ZONES,
    House,
    Pile,
    Position,
    Shown,
    State,
    going_up,
    known_copies,
)

CASES_EACH = 4
PACK_SIZE = 52
SETUP_KEYS = frozenset(
    {"turn", "foundations", "cases", "reserves", "stocks", "wastes", "hands", "reserves_face_down"}
)


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    """The first state of a game.

    Raises ``Rejected`` with ``bad_players``, ``bad_option``, ``bad_profile`` or ``bad_setup``; its details name
    the key at fault.
    """
    house = House.of(_two_players(players), chosen_options(OPTIONS, options))
    if profile is not None and not (
        isinstance(profile, Mapping) and profile.get("profile", "crapette") == "crapette"
    ):
        raise Rejected("bad_profile", key="profile")
    if not isinstance(setup, Mapping):
        raise Rejected("bad_setup", key="")
    if "deal" in setup:
        if set(setup) != {"deal"}:
            raise Rejected("bad_setup", key="deal")
        return _dealt(house, setup["deal"])
    return _laid_out(house, setup)


def _two_players(players: object) -> tuple[str, str]:
    """Two players, each with a name of their own."""
    if not isinstance(players, list | tuple) or len(players) != 2:
        raise Rejected("bad_players", expected=[2, 2])
    first, second = players
    for name in (first, second):
        if not isinstance(name, str) or not name.strip() or name in (TABLE, BANK):
            raise Rejected("bad_players", expected=[2, 2])
    if first == second:
        raise Rejected("bad_players", expected=[2, 2])
    return first, second


# ---------------------------------------------------------------- a real deal


def _dealt(house: House, deal: object) -> State:
    """CR-2, CR-3, CR-4: four cases and the turned-up reserve top of each player, the rest unknown."""
    players = house.players
    if not isinstance(deal, Mapping) or set(deal) != set(players):
        raise Rejected("bad_setup", key="deal")
    piles: list[Pile] = [()] * ZONES
    packs = [0, 0]
    for seat, player in enumerate(players):
        key, dealt = f"deal.{player}", deal[player]
        if not isinstance(dealt, Mapping) or set(dealt) != {"cases", "reserve_top"}:
            raise Rejected("bad_setup", key=key)
        cases = _cards(dealt["cases"], key)
        top = _card(dealt["reserve_top"], key)
        lying = (*cases, top)
        twice = next((card for place, card in enumerate(lying) if card in lying[:place]), None)
        if twice is not None:
            raise Rejected("bad_setup", key=key, card=CARD_NAMES[twice])
        if len(cases) != CASES_EACH:
            raise Rejected("bad_setup", key=key)
        pack = sum(BITS[card] for card in lying)
        for place, card in enumerate(cases):
            piles[CASES.start + seat * CASES_EACH + place] = (card,)
        piles[RESERVE + seat] = (UNKNOWN,) * (house.reserve_size - 1) + (top,)
        piles[STOCK + seat] = (UNKNOWN,) * (PACK_SIZE - CASES_EACH - house.reserve_size)
        packs[seat] = pack
    once, twice, _ = known_copies(piles)
    shown = Shown((packs[0], packs[1]), once, twice)
    state = State(tuple(piles), house, "play", None, 1, (1, 1), shown, going_up(piles))
    phase, turn = started(state)
    return replace(state, phase=phase, turn=turn)


def started(position: Position) -> tuple[str, int | None]:
    """CR-5 to CR-7: the phase that follows from what was shown so far, and who starts if that is clear."""
    house = position.house
    if house.first_player == "chosen":
        return "choose_first", None
    suits = house.first_player_tie == "suit_then_under"
    reserves = position.piles[RESERVE : RESERVE + 2]
    if not all(position.face_up) or not all(reserves):
        return "tie_break", None
    tops = [_strength(reserve[-1], suits) for reserve in reserves]
    if tops[0] == tops[1]:
        if not all(position.shown.under):
            return "tie_break", None
        tops = [_strength(reserve[0], suits) for reserve in reserves]
        if tops[0] == tops[1]:
            return "choose_first", None
    best = max(tops) if house.first_player == "highest" else min(tops)
    return "play", tops.index(best)


def _strength(card: int, suits: bool) -> tuple[int, int]:
    """CR-6: the rank first, then the hierarchy of the suits unless they are ignored."""
    return rank_of(card), -suit_of(card) if suits else 0


# ---------------------------------------------------------------- a position in mid-game


def _laid_out(house: House, setup: Mapping[str, Any]) -> State:
    """A position in mid-game; what is not named is empty, and so is a foundation or hand that is told as null."""
    unknown = [key for key in setup if key not in SETUP_KEYS]
    if unknown:
        raise Rejected("bad_setup", key=str(unknown[0]))
    turn = setup.get("turn")
    if not isinstance(turn, str) or turn not in house.players:
        raise Rejected("bad_setup", key="turn")
    piles: list[Pile] = [()] * ZONES
    for zone, top in _named(house, setup, "foundations", FOUNDATIONS).items():
        if top is not None:
            card = _card(top, "foundations")
            piles[zone] = tuple(range(card - rank_of(card), card + 1))
    for zone, cards in _named(house, setup, "cases", CASES).items():
        piles[zone] = _cards(cards, "cases")
    for key, first in (("reserves", RESERVE), ("stocks", STOCK), ("wastes", WASTE)):
        for zone, pile in _owned(house, setup, key, first).items():
            piles[zone] = _pile(pile, key)
    for zone, told in _owned(house, setup, "hands", HAND).items():
        piles[zone] = () if told is None else (_card(told, "hands"),)
    once, twice, thrice = known_copies(piles)
    if thrice:
        raise Rejected("bad_setup", key="cards")
    up = _face_up(house, setup, piles)
    for seat in (0, 1):
        if not any(piles[zone + seat] for zone in (RESERVE, STOCK, WASTE, HAND)):
            raise Rejected("bad_setup", key=house.players[seat])
    shown = Shown((0, 0), once, twice)
    return State(tuple(piles), house, "play", house.seats[turn], 1, up, shown, going_up(piles))


def _face_up(house: House, setup: Mapping[str, Any], piles: Sequence[Pile]) -> tuple[int, int]:
    """A known reserve top is face up, unless ``reserves_face_down`` names its player."""
    down = setup.get("reserves_face_down", [])
    if not isinstance(down, list | tuple) or not all(
        isinstance(name, str) and name in house.players for name in down
    ):
        raise Rejected("bad_setup", key="reserves_face_down")
    first, second = (
        int(bool(pile) and pile[-1] != UNKNOWN and player not in down)
        for player, pile in zip(house.players, piles[RESERVE : RESERVE + 2], strict=True)
    )
    return first, second


def _named(house: House, setup: Mapping[str, Any], key: str, zones: range) -> dict[int, Any]:
    """The zones named by id under a key of the setup."""
    return _by_zone(setup, key, {house.zone_names[zone]: zone for zone in zones})


def _owned(house: House, setup: Mapping[str, Any], key: str, first: int) -> dict[int, Any]:
    """The zones named by player under a key of the setup."""
    return _by_zone(setup, key, {player: first + seat for seat, player in enumerate(house.players)})


def _by_zone(setup: Mapping[str, Any], key: str, zones: Mapping[str, int]) -> dict[int, Any]:
    given = setup.get(key, {})
    if not isinstance(given, Mapping) or not all(isinstance(name, str) and name in zones for name in given):
        raise Rejected("bad_setup", key=key)
    return {zones[name]: value for name, value in given.items()}


def _pile(told: object, key: str) -> Pile:
    """A pile: a list (null: an unknown card), a number of unknown cards, or its count and its top."""
    if type(told) is int and 0 <= told <= MOST_CARDS:
        return (UNKNOWN,) * told
    if isinstance(told, Mapping) and set(told) == {"count", "top"}:
        count = told["count"]
        if type(count) is int and 1 <= count <= MOST_CARDS:
            return (UNKNOWN,) * (count - 1) + (_card(told["top"], key),)
    if isinstance(told, list | tuple) and len(told) <= MOST_CARDS:
        return tuple(UNKNOWN if card is None else _card(card, key) for card in told)
    raise Rejected("bad_setup", key=key)


def _cards(told: object, key: str) -> Pile:
    """A list of known cards."""
    if not isinstance(told, list | tuple) or len(told) > MOST_CARDS:
        raise Rejected("bad_setup", key=key)
    return tuple(_card(card, key) for card in told)


def _card(told: object, key: str) -> int:
    card = card_number(told)
    if card is None:
        raise Rejected("bad_setup", key=key)
    return card
