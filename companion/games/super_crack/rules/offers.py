"""What can be done now, as templates with domains: by the referee's knowledge, and by what one viewer knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from companion.action import BANK, TABLE, Template
from companion.games.super_crack.rules import ledger, market, race, sales
from companion.games.super_crack.rules.betting import BET_PRICES
from companion.games.super_crack.rules.cards import refusal_on_horse
from companion.games.super_crack.rules.deck import known_next, unseen_kinds
from companion.games.super_crack.rules.handicap import blue_cards
from companion.games.super_crack.rules.profile import COLOURS, HORSE_CARDS, OWN_HORSE_CARDS, card_of
from companion.games.super_crack.rules.state import (
    Auction,
    State,
    active,
    all_running,
    cash,
    hands_to_tell,
    running,
    stable,
    to_roll_for_purchase,
    to_roll_for_start,
    trapped_in,
)

DIE = {"from": 1, "to": 6, "step": 1}


def legal_actions(state: State) -> tuple[Template, ...]:
    """What is wise and allowed now by all that the referee knows; every concrete instance is accepted."""
    return tuple(_Offers(state, _RefereeKnows(state)).templates())


def offered(state: State, seat: str | None) -> tuple[Template, ...]:
    """What may be shown to the public (None) or to a seat: made from what that viewer knows of the cards."""
    players = state.setting.players
    viewer = players.index(seat) if seat in players else None
    return tuple(_Offers(state, _ViewerKnows(state, viewer)).templates())


class _RefereeKnows:
    """The cards as the referee knows them: every hand as it was told, unknown cards as they can still be."""

    everything = True

    def __init__(self, state: State) -> None:
        self._state = state

    def playable(self, seat: int) -> tuple[str, ...]:
        """The cards that a player can lay down now."""
        hand = self._state.cards.hands[seat]
        return _playable(hand, unseen_kinds(self._state) if None in hand else ())

    def drawable(self, seat: int) -> list[str | None]:
        """The cards that can come off the pile; None: nobody says which."""
        next_up = known_next(self._state)
        return [None, next_up] if next_up is not None else [None, *unseen_kinds(self._state)]

    def must_play_blue(self, seat: int) -> bool:
        return bool(blue_cards(self._state, seat))

    def must_play_joker(self, seat: int, number: int) -> bool:
        return race.must_play_joker(self._state, seat, number)

    def to_identify(self) -> list[tuple[int, Sequence[str]]]:
        """SC-50: whoever must tell an unknown card before the race can be settled."""
        if self._state.phase != "settling":
            return []
        hidden = hands_to_tell(self._state)
        return [(hidden[0], unseen_kinds(self._state))] if hidden else []


class _ViewerKnows:
    """The cards as one viewer knows them: the own hand; of everybody else's only that they are cards of this box."""

    everything = False

    def __init__(self, state: State, viewer: int | None) -> None:
        self._state = state
        self._viewer = viewer
        profile = state.setting.profile
        self._kinds = tuple(
            kind for kind, copies in zip(profile.kinds, profile.copies, strict=True) if copies
        )

    def _unseen(self) -> tuple[str, ...]:
        """The cards an unknown one can be: a copy is not in the own hand."""
        if self._viewer is None:
            return self._kinds
        hand, profile = self._state.cards.hands[self._viewer], self._state.setting.profile
        return tuple(kind for kind in self._kinds if profile.copies[profile.place[kind]] > hand.count(kind))

    def playable(self, seat: int) -> tuple[str, ...]:
        hand = self._state.cards.hands[seat]
        if not hand:
            return ()
        if seat != self._viewer:
            return self._kinds
        return _playable(hand, self._unseen() if None in hand else ())

    def drawable(self, seat: int) -> list[str | None]:
        return [None, *self._unseen()] if seat == self._viewer else [None]

    def must_play_blue(self, seat: int) -> bool:
        return seat == self._viewer and bool(blue_cards(self._state, seat))

    def must_play_joker(self, seat: int, number: int) -> bool:
        return seat == self._viewer and race.must_play_joker(self._state, seat, number)

    def to_identify(self) -> list[tuple[int, Sequence[str]]]:
        """Whoever looks on names own cards at any time; who must do so to go on, does it on any page (SC-50)."""
        state, viewer = self._state, self._viewer
        needed = [seat for seat in hands_to_tell(state) if state.phase == "settling" and seat != viewer]
        found: list[tuple[int, Sequence[str]]] = [(seat, self._kinds) for seat in needed]
        if viewer is None or viewer in state.bankrupt or state.phase == "over":
            return found
        return [(viewer, self._unseen()), *found] if None in state.cards.hands[viewer] else found


class _Offers:
    """The templates of one moment, for one kind of knowledge."""

    def __init__(self, state: State, knows: _RefereeKnows | _ViewerKnows) -> None:
        self._state = state
        self._knows = knows
        self._players = state.setting.players
        self._may_begin: tuple[int, ...] = ()
        self._templates: list[Template] = []
        self._any_horse: dict[str, list[int]] = {}

    def templates(self) -> list[Template]:
        """Everything that can be done now."""
        state = self._state
        if state.draw_due is not None:
            self._draw(state.draw_due)
        else:
            match state.phase:
                case "opening":
                    self._add(BANK, "deal_money")
                case "market":
                    self._market()
                case "handicap":
                    self._handicap()
                case "betting":
                    self._betting()
                case "start_roll":
                    self._by_each(to_roll_for_start(state), "start_roll", value=DIE)
                case "racing":
                    self._race()
                case "settling":
                    if not hands_to_tell(state):
                        self._add(BANK, "settle")
        for seat, kinds in self._knows.to_identify():
            if not kinds:
                continue
            self._add(self._players[seat], "identify_cards", cards={"list_of": list(kinds), "count": 1})
        if state.phase != "over":
            self._templates += [
                {"by": TABLE, "do": "confirm_position", "horse": number, "square": state.squares[number - 1]}
                for number in state.awaiting
            ]
        return self._templates

    def _add(self, by: Any, do: str, **arguments: Any) -> None:
        self._templates.append({"by": by, "do": do, **arguments})

    def _by_each(self, seats: Iterable[int], do: str, **arguments: Any) -> None:
        """One template for all players who may do the same."""
        names = [self._players[seat] for seat in seats]
        if names:
            self._templates.append({"by": _choice(names), "do": do, **arguments})

    # ------------------------------------------------------------ market

    def _market(self) -> None:
        state, sale = self._state, self._state.market
        if sale.offer is not None:
            buyer, seller = sale.offer.buyer, sale.offer.seller
            if sale.offer.price <= cash(state, buyer):
                self._add(self._players[buyer], "accept_offer")
            self._by_each((buyer, seller), "decline_offer")
        elif sale.auction is not None:
            self._auction(sale.auction)
        else:
            self._purchases()
            self._own_sales()
            self._close()

    def _auction(self, auction: Auction) -> None:
        state = self._state
        bidding = [seat for seat in active(state) if sales.may_bid(state, seat)]
        least = sales.lowest_bid(auction)
        for seat in bidding:
            most = _hundreds(min(cash(state, seat), ledger.LARGEST_AMOUNT))
            if most >= least:
                amounts = {"from": least, "to": most, "step": ledger.SMALLEST_NOTE}
                self._add(self._players[seat], "auction_bid", amount=amounts)
        self._by_each(bidding, "auction_pass")

    def _purchases(self) -> None:
        state, sale = self._state, self._state.market
        self._by_each(to_roll_for_purchase(state), "buy_roll", value=DIE)
        if sale.right is not None:
            holder = self._players[sale.right]
            numbers = market.affordable(state, sale.right)
            if numbers:
                self._add(holder, "buy_horse", number={"one_of": numbers})
            if len(sale.bidders) > 1:
                self._add(holder, "skip_buy")
        self._by_each(sale.bidders, "leave_sale")
        if not self._knows.everything or market.owned_horses(state) < market.FEWEST_HORSES:
            self._by_each((seat for seat in sale.left if seat not in state.bankrupt), "rejoin_sale")

    def _own_sales(self) -> None:
        """SC-12, SC-13, SC-15: allowed at any time; wise once a race has shown what a horse is worth."""
        state = self._state
        seats = active(state)
        self._by_each(ledger.debtors(state), "declare_bankrupt")
        if self._knows.everything and state.race == 1:
            return
        for seat in seats:
            horses = {"one_of": list(stable(state, seat))}
            if not horses["one_of"]:
                continue
            others = [other for other in seats if other != seat]
            richest = max(cash(state, other) for other in others)
            most = _hundreds(min(richest, ledger.LARGEST_AMOUNT))
            buyers = {"one_of": [self._players[other] for other in others]}
            prices = {"from": 0, "to": most, "step": ledger.SMALLEST_NOTE}
            player = self._players[seat]
            self._add(player, "offer_horse", number=horses, to=buyers, price=prices)
            if most >= ledger.SMALLEST_NOTE:
                least = {"from": ledger.SMALLEST_NOTE, "to": most, "step": ledger.SMALLEST_NOTE}
                self._add(player, "auction_open", number=horses, min=least)

    def _close(self) -> None:
        state = self._state
        refusal = market.refusal_to_close(state)
        if refusal is None:
            self._add(BANK, "close_market")
        stuck = refusal is not None and refusal.code in ("too_few_horses", "colours_missing")
        if state.cards.returned:
            self._add(BANK, "shuffle_deck")
        if stuck or state.race > 1 or not self._knows.everything:
            self._add(TABLE, "end_game")

    # ------------------------------------------------------------ handicap and bets

    def _handicap(self) -> None:
        state = self._state
        if not state.cards.dealt:
            seats, count = active(state), state.setting.house.cards_per_race
            enough = count * len(seats) <= state.cards.pile
            if state.cards.returned or not enough:
                self._add(BANK, "shuffle_deck")
            if enough:
                self._add(BANK, "deal_cards", hands={self._players[seat]: [None] * count for seat in seats})
            return
        thinking = [seat for seat in active(state) if seat not in state.handicap_done]
        for seat in thinking:
            self._play_cards(seat)
        self._by_each((seat for seat in thinking if not self._knows.must_play_blue(seat)), "handicap_done")

    def _betting(self) -> None:
        state = self._state
        open_to = [seat for seat in active(state) if seat not in state.betting.decided]
        for count, price in BET_PRICES.items():
            able = [seat for seat in open_to if cash(state, seat) >= price]
            tokens = {"choose": list(COLOURS), "count": count, "again": True}
            self._by_each(able, "bet", tokens=tokens)
        self._by_each(open_to, "no_bet")

    # ------------------------------------------------------------ race

    def _draw(self, seat: int) -> None:
        cards = self._knows.drawable(seat)
        self._add(self._players[seat], "draw_card", card=_choice(cards))
        if not self._knows.everything:
            self._add(TABLE, "abandon_race")

    def _race(self) -> None:
        state = self._state
        placing = state.setting.house.strict_placement and bool(state.awaiting)
        if not placing:
            self._may_begin = race.may_begin(state)
            self._roll()
            for seat in self._may_play():
                if state.cards.hands[seat]:
                    self._play_cards(seat)
        if not state.to_roll and state.turn is not None:
            self._add(self._players[state.turn], "end_turn")
        if not self._knows.everything or next(all_running(state), None) is None:
            self._add(TABLE, "abandon_race")

    def _roll(self) -> None:
        state = self._state
        seat = state.turn if state.to_roll else _first_runner(state, self._may_begin)
        if seat is None:
            return
        number = (state.to_roll or running(state, seat))[0]
        if not self._knows.must_play_joker(seat, number):
            self._add(self._players[seat], "roll", value=DIE)

    def _may_play(self) -> tuple[int, ...]:
        """SC-33, SC-44: who may lay down a card (a joker needs one's own turn besides)."""
        state = self._state
        if state.setting.house.card_timing == "any_time":
            return active(state)
        if state.turn is None or state.turn in self._may_begin:
            return self._may_begin
        return (state.turn, *self._may_begin)

    def _play_cards(self, seat: int) -> None:
        """One template for all cards that have the same horses to be played on."""
        player = self._players[seat]
        for effect, names in _by_effect(self._knows.playable(seat)):
            if effect in HORSE_CARDS:
                if horses := self._horses_for(seat, effect):
                    self._add(player, "play_card", card=_choice(names), horse={"one_of": list(horses)})
            elif able := self._payable(seat, names) if effect == "pay" else names:
                self._add(player, "play_card", card=_choice(able))

    def _payable(self, seat: int, names: Sequence[str]) -> list[str]:
        """SC-4: the pay cards for which a player has the cash."""
        cards, money = self._state.setting.profile.cards, cash(self._state, seat)
        return [name for name in names if cards[name].number <= money]

    def _horses_for(self, seat: int, effect: str) -> list[int]:
        state = self._state
        if effect == "joker":
            return self._jokers_horses(seat)
        if effect in OWN_HORSE_CARDS:
            own = running(state, seat)
            return [number for number in own if refusal_on_horse(state, seat, effect, number) is None]
        if effect not in self._any_horse:
            self._any_horse[effect] = [
                number
                for number in all_running(state)
                if refusal_on_horse(state, seat, effect, number) is None
            ]
        return self._any_horse[effect]

    def _jokers_horses(self, seat: int) -> list[int]:
        """SC-33, SC-37: the player's trapped horses that are still to roll, in this turn or a new one."""
        state = self._state
        if state.phase != "racing":
            return []
        new_turn = seat in self._may_begin
        if seat != state.turn and not new_turn:
            return []
        to_roll = running(state, seat) if new_turn else state.to_roll
        return [number for number in to_roll if trapped_in(state, number) is not None]


def next_to_roll(state: State) -> int | None:
    """SC-33: who rolls next when a turn is played out; None when nobody has a running horse."""
    return _first_runner(state, race.may_begin(state))


def _first_runner(state: State, seats: Iterable[int]) -> int | None:
    """The first of these seats that has a running horse."""
    for seat in seats:
        if running(state, seat):
            return seat
    return None


def _playable(hand: Sequence[str | None], unseen: tuple[str, ...]) -> tuple[str, ...]:
    """The different cards that a hand can hold: those that an unknown one can be, then those known."""
    return (*unseen, *(name for name in dict.fromkeys(hand) if name is not None and name not in unseen))


@lru_cache(maxsize=4096)
def _by_effect(names: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Cards that do the same, together; cards that bring money or the black pawn are one group."""
    groups: dict[str, list[str]] = {}
    for name in names:
        card = card_of(name)
        if card is not None:
            groups.setdefault("receive" if card.effect == "black_pawn" else card.effect, []).append(name)
    return tuple((effect, tuple(group)) for effect, group in groups.items())


def _choice(values: Sequence[Any]) -> Any:
    """One value, or the domain of several."""
    return values[0] if len(values) == 1 else {"one_of": list(values)}


def _hundreds(amount: int) -> int:
    """An amount rounded down to what notes can make."""
    return amount - amount % ledger.SMALLEST_NOTE
