"""How a game begins: players, house rules, and what lay on the table (section 3, ``setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.action import BANK, TABLE, Rejected
from companion.game import chosen_options
from companion.games.racko.rules.dealing import DEALT
from companion.games.racko.rules.state import (
    DECK,
    OPTIONS,
    SLOTS,
    Heap,
    Held,
    House,
    Rack,
    Standing,
    State,
    UnknownRack,
    card_set,
)

SETUP_KEYS = frozenset(
    {
        "dealer",
        "turn",
        "phase",
        "round",
        "last_player",
        "discard",
        "stock",
        "stock_order",
        "racks",
        "floating",
        "held",
        "scores",
        "chips",
        "out",
        "out_of_round",
    }
)
_BEFORE = frozenset({"draw_for_deal", "ready_to_deal"})
_PHASES = _BEFORE | {"dealing", "eclair", "turn_up", "draw", "place", "scoring", "round_over"}
"""The phases a position may be given in: an announcement is not part of a position."""


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    """The first state of a game.

    Raises ``Rejected`` with ``bad_options`` (RK-52: players, options) or ``bad_setup``; its details name the key.
    There is no board, so a profile changes nothing.
    """
    _check_players(players)
    chosen = chosen_options(OPTIONS, options, code="bad_options")
    if chosen["teams"] and len(players) != 4:
        raise Rejected("bad_options", key="teams", seen=len(players), expected=4)
    if chosen["teams"] and chosen["settlement"] == "chips":
        raise Rejected("bad_options", key="settlement", seen="chips", expected=["points"])
    house = House(tuple(players), **chosen)
    if setup is not None and not isinstance(setup, Mapping):
        raise Rejected("bad_setup", key="", seen=setup)
    return _Position(house, setup or {}).state()


def _check_players(players: object) -> None:
    """RK-52: two to four players, each with a name of their own."""
    if not isinstance(players, list | tuple) or not 2 <= len(players) <= 4:
        raise Rejected("bad_options", key="players", expected=[2, 4], seen=players)
    if not all(isinstance(name, str) and name.strip() and name not in (TABLE, BANK) for name in players):
        raise Rejected("bad_options", key="players", expected=[2, 4], seen=players)
    if len(set(players)) != len(players):
        raise Rejected("bad_options", key="players", expected=[2, 4], seen=players)


class _Position:
    """A position being read; every method raises ``bad_setup`` with the key at fault.

    What is null counts as not given, and what says the same twice does no harm; a position that cannot be is refused.
    """

    def __init__(self, house: House, setup: Mapping[str, Any]) -> None:
        self.house = house
        self.setup = {key: value for key, value in setup.items() if value is not None}
        unknown = sorted(str(key) for key in setup if key not in SETUP_KEYS)
        self._require(not unknown, unknown[0] if unknown else "")
        out = self._names("out", house.seats)
        self.players = tuple(name for name in house.seats if name not in out)
        self._require(len(self.players) >= 2, "out")
        self.deck_max = DECK[len(self.players)]

    def state(self) -> State:
        """The state of this position."""
        held = self._held()
        dealer, turn = self._name("dealer", self.house.seats), self._name("turn", self.players)
        phase = self._phase(dealer, turn, held)
        before = phase in _BEFORE
        self._require(phase == "draw_for_deal" or dealer is not None, "dealer")
        out_of_round = self._names("out_of_round", self.players)
        still_in = len(self.players) - len(out_of_round)
        self._require(still_in >= (1 if phase in ("scoring", "round_over") else 2), "out_of_round")
        turn = self._on_turn(phase, dealer, held, out_of_round)
        pile, order = self._heap("discard"), self._heap("stock_order")
        self._require(not pile.cards or pile.cards[-1] is not None, "discard")
        self._require(phase != "draw" or bool(pile.cards), "discard")
        racks = self._racks()
        self._check_once(racks, pile, order, held)
        state = State(
            house=self.house,
            standing=self._standing(dealer, before),
            phase=phase,
            turn=turn,
            racks=racks,
            pile=pile,
            stock=self._stock(phase, pile, order, held),
            stock_order=order,
            held=held,
            last_player=self._name("last_player", self.players),
            out_of_round=out_of_round,
            taken=tuple(card_set(rack.floating) for rack in racks),
        )
        if phase != "dealing":
            return state
        return replace(state, dealt=tuple(0 if name in self.players else DEALT for name in self.house.seats))

    # ------------------------------------------------------------ the parts

    def _phase(self, dealer: str | None, turn: str | None, held: Held | None) -> str:
        """With ``held`` it is "place", with ``turn`` "draw", with only a dealer "ready_to_deal"."""
        phase = self.setup.get("phase")
        if phase is None:
            if held is not None:
                phase = "place"
            elif turn is not None:
                phase = "draw"
            else:
                phase = "draw_for_deal" if dealer is None else "ready_to_deal"
        self._require(isinstance(phase, str) and phase in _PHASES, "phase")
        self._require(phase != "eclair" or self.house.eclair, "phase")
        self._require((phase == "place") == (held is not None), "held")
        self._require(held is None or turn in (None, held.player), "turn")
        return str(phase)

    def _on_turn(
        self, phase: str, dealer: str | None, held: Held | None, out_of_round: tuple[str, ...]
    ) -> str | None:
        """Who takes or lays a card: as given, else the holder of a card, else the dealer's left (RK-7)."""
        turn = self._name("turn", self.players)
        if held is not None:
            turn = held.player
        elif phase != "draw":
            return None
        self._require(turn not in out_of_round, "turn")
        return self._left_of(dealer, out_of_round) if turn is None else turn

    def _left_of(self, dealer: str | None, out_of_round: tuple[str, ...]) -> str:
        place = 0 if dealer is None else self.house.seats.index(dealer) + 1
        around = (*self.house.seats[place:], *self.house.seats[:place])
        return next(name for name in around if name in self.players and name not in out_of_round)

    def _standing(self, dealer: str | None, before: bool) -> Standing:
        rounds = self.setup.get("round", 0 if before else 1)
        self._require(type(rounds) is int and rounds >= (0 if before else 1), "round")
        scores = self._amounts("scores", {})
        if self.house.with_chips:
            scores = (0,) * len(scores)  # RK-59a: chips replace written points
        start = self.house.chips_start
        chips = self._amounts("chips", {name: start for name in self.players})
        self._require(self.house.with_chips or "chips" not in self.setup, "chips")
        return Standing(self.players, self.deck_max, scores, chips, rounds, dealer)

    def _stock(self, phase: str, pile: Heap, order: Heap, held: Held | None) -> int:
        """As given; else the whole deck before the deal, the length of the known order, or what is left."""
        if phase in _BEFORE or phase == "dealing":
            left = self.deck_max
        else:
            left = self.deck_max - len(SLOTS) * len(self.players) - len(pile.cards) - (held is not None)
            left = max(left, 0)
        known_order = "stock_order" in self.setup and phase not in _BEFORE
        stock = self.setup.get("stock", len(order.cards) if known_order else left)
        self._require(type(stock) is int and 0 <= stock <= self.deck_max, "stock")
        self._require(stock >= len(order.cards), "stock_order")
        self._require(phase not in ("eclair", "turn_up") or stock > 0, "stock")
        return int(stock)

    def _racks(self) -> tuple[Rack, ...]:
        slots, floating = self._mapping("racks"), self._mapping("floating")
        racks = []
        for name in self.house.seats:
            known, loose = slots.get(name), floating.get(name)
            known, loose = UnknownRack if known is None else known, () if loose is None else loose
            self._require(isinstance(known, list | tuple) and len(known) == len(SLOTS), "racks")
            self._require(all(card is None or self._is_card(card) for card in known), "racks")
            self._require(isinstance(loose, list | tuple) and all(map(self._is_card, loose)), "floating")
            loose = tuple(card for card in loose if card not in known)
            self._require(len(loose) <= known.count(None), "floating")
            racks.append(Rack.of(known, loose))
        return tuple(racks)

    def _held(self) -> Held | None:
        given = self.setup.get("held")
        if given is None:
            return None
        self._require(isinstance(given, Mapping) and set(given) <= {"player", "source", "card"}, "held")
        player, source, card = given.get("player"), given.get("source"), given.get("card")
        self._require(isinstance(player, str) and player in self.players, "held")
        self._require(isinstance(source, str) and source in ("stock", "discard"), "held")
        self._require(self._is_card(card) or (card is None and source == "stock"), "held")
        return Held(str(player), str(source), card)

    def _check_once(self, racks: tuple[Rack, ...], pile: Heap, order: Heap, held: Held | None) -> None:
        """RK-42: no card is in two places."""
        seen = 0
        parts = [*((*rack.slots, *rack.floating) for rack in racks), pile.cards, order.cards]
        for key, cards in zip((*("racks",) * len(racks), "discard", "stock_order"), parts, strict=True):
            for card in cards:
                self._require(card is None or not seen >> card & 1, key)
                seen |= card_set((card,))
        self._require(held is None or held.card is None or not seen >> held.card & 1, "held")

    # ------------------------------------------------------------ single values

    def _require(self, holds: bool, key: str) -> None:
        if not holds:
            raise Rejected("bad_setup", key=key, seen=self.setup.get(key))

    def _is_card(self, card: object) -> bool:
        return type(card) is int and 1 <= card <= self.deck_max

    def _name(self, key: str, among: tuple[str, ...]) -> str | None:
        name = self.setup.get(key)
        self._require(name is None or (isinstance(name, str) and name in among), key)
        return name

    def _names(self, key: str, among: tuple[str, ...]) -> tuple[str, ...]:
        given = self.setup.get(key, ())
        self._require(isinstance(given, list | tuple), key)
        self._require(all(isinstance(name, str) and name in among for name in given), key)
        self._require(len(set(given)) == len(given), key)
        return tuple(name for name in among if name in given)

    def _mapping(self, key: str) -> Mapping[str, Any]:
        given = self.setup.get(key, {})
        self._require(isinstance(given, Mapping) and all(name in self.house.seats for name in given), key)
        return dict(given)

    def _heap(self, key: str) -> Heap:
        given = self.setup.get(key, ())
        self._require(isinstance(given, list | tuple), key)
        self._require(all(card is None or self._is_card(card) for card in given), key)
        return Heap.of(given)

    def _amounts(self, key: str, default: Mapping[str, int]) -> tuple[int, ...]:
        given = self.setup.get(key, {})
        self._require(isinstance(given, Mapping), key)
        self._require(all(name in self.house.seats for name in given), key)
        self._require(all(type(amount) is int and amount >= 0 for amount in given.values()), key)
        return tuple(given.get(name, default.get(name, 0)) for name in self.house.seats)
