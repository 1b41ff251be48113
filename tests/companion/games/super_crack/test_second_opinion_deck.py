"""SC-49 against every order in which the cards may lie: which readings the engine takes and which it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.action import Rejected
from tests.playing import Play

from .second_opinion import Worlds, rounds
from .tables import GAME_ID, THREE

BLOCKS = 6
KINDS = ("receive_500", "receive_1000", "pay_500", "black_pawn", "receive_2000")
BOARD = {"finish": 400, "rivers": [], "hedges": [], "dots": list(range(1, 400))}


class Evening:
    """A game whose every roll ends on a dot, beside all the worlds that may be."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.players = THREE[: chance.randint(2, 3)]
        deck = {kind: 0 for kind in KINDS}
        for _ in range(chance.randint(4, 6)):
            kind = chance.choice(KINDS)
            deck[kind] += kind != "black_pawn" or not deck[kind]
        deck = {kind: count for kind, count in deck.items() if count}
        cards = [kind for kind, count in deck.items() for _ in range(count)]
        self.each = chance.randint(0, len(cards) // len(self.players))
        order = chance.sample(cards, len(cards))
        back = order[: chance.randint(0, len(order))] if chance.random() < 0.5 else []
        told = [card if chance.random() < 0.8 else None for card in back]
        horses = {str(n): {"owner": player} for n, player in zip((1, 5, 9), self.players, strict=False)}
        setup = {
            **{"phase": "handicap", "board": BOARD, "deck": deck, "returned": told, "horses": horses},
            "cash": dict.fromkeys(self.players, 90_000),
        }
        self.play = Play(GAME_ID, self.players, options={"cards_per_race": self.each}, setup=setup)
        self.worlds = Worlds(cards, self.players)
        self.fresh = len(cards) - len(told)
        self.certain = [card is not None for card in told]
        tail = {place - len(told): card for place, card in enumerate(told) if card is not None}
        self.worlds.worlds = {
            world
            for world in self.worlds.worlds
            if all(world[1][place] == card for place, card in tail.items())
        }
        assert self.worlds.worlds

    def known(self, player: str) -> list[str]:
        """What the engine says it knows of a hand; it must be so in every world."""
        hand: list[str | None] = self.play.view["private"][player]["hand"]
        certain = [card for card in hand if card is not None]
        assert all(
            not any(
                certain.count(card) > world[0][self.players.index(player)].count(card) for card in certain
            )
            for world in self.worlds.worlds
        ), "the engine believes what need not be"
        return certain

    def unknown(self, player: str) -> int:
        """How many cards of a hand nobody told."""
        return list(self.play.view["private"][player]["hand"]).count(None)

    def come_round(self) -> bool:
        """One card leaves the pile; whether the engine must know it, told or not."""
        if self.fresh:
            self.fresh -= 1
            return False
        return self.certain.pop(0)

    def deal(self) -> None:
        """A random deal, told or not: taken exactly if some world gives it."""
        if self.chance.random() < 0.3:
            self.play.do("bank", "shuffle_deck")
            self.worlds.shuffle()
            self.fresh, self.certain = self.fresh + len(self.certain), []
        for _ in range(30):
            hands = {
                player: [self.chance.choice((None, None, *KINDS)) for _ in range(self.each)]
                for player in self.players
            }
            dealt = Worlds((), self.players)
            dealt.worlds = set(self.worlds.worlds)
            for place in range(self.each):
                for player in self.players:
                    dealt.draw(player, hands[player][place])
            if dealt.worlds:
                break
            assert self.play.refused("bank", "deal_cards", hands=hands) == "card_not_possible"
        else:
            hands = {player: [None] * self.each for player in self.players}
            for _ in range(self.each):
                for player in self.players:
                    self.worlds.draw(player, None)
            dealt = self.worlds
        self.worlds = dealt
        self.play.do("bank", "deal_cards", hands=hands)
        shown = {player: self.play.view["private"][player]["hand"] for player in self.players}
        for place in range(self.each):
            for player in self.players:
                must = self.come_round()
                assert (shown[player][place] is None) == (hands[player][place] is None and not must)
        for do in ("handicap_done", "no_bet"):
            for player in self.players:
                self.play.do(player, do)
        for player, value in zip(self.players, (6, 2, 1), strict=False):
            self.play.do(player, "start_roll", value=value)

    def names_cards(self, player: str) -> None:
        """Every card tried as what one of the unknown cards is; then perhaps one told."""
        known, possible = self.known(player), []
        for card in KINDS:
            code = attempt(self.play, {"by": player, "do": "identify_cards", "cards": [card]})
            if not self.unknown(player):
                assert code == "card_not_in_hand"
            else:
                may = self.worlds.holds(player, [*known, card])
                assert code == (None if may else "card_not_possible"), (card, known)
                possible += [card] if may else []
        if possible and self.chance.random() < 0.3:
            card = self.chance.choice(possible)
            self.play.do(player, "identify_cards", cards=[card])
            self.worlds.told(player, [*known, card])

    def plays_cards(self, player: str) -> None:
        """Every card tried; then perhaps one played."""
        known, possible = self.known(player), []
        for card in KINDS:
            code = attempt(self.play, {"by": player, "do": "play_card", "card": card})
            if card in known:
                assert code is None
                possible.append(card)
            elif not self.unknown(player):
                assert code == "card_not_in_hand"
            else:
                may = self.worlds.holds(player, [*known, card])
                assert code == (None if may else "card_not_possible"), (card, known)
                possible += [card] if may else []
        if possible and self.chance.random() < 0.6:
            card = self.chance.choice(possible)
            self.worlds.told(player, known if card in known else [*known, card])
            self.worlds.play(player, card)
            self.play.do(player, "play_card", card=card)
            self.certain.append(True)

    def draws_card(self, player: str) -> None:
        """A roll onto a dot; every card tried as the one drawn; then one told or not."""
        self.play.do(player, "roll", value=self.chance.randint(1, 6))
        pile = self.play.view["deck"]
        assert pile == {"count": self.fresh + len(self.certain), "returned": len(self.certain)}
        if not pile["count"]:
            self.play.happened("deck_empty").shows(draw_pending=None)
            return
        may = self.worlds.draws(player)
        for card in KINDS:
            code = attempt(self.play, {"by": player, "do": "draw_card", "card": card})
            assert code == (None if card in may else "card_not_possible"), (card, may)
        told = self.chance.choice((None, *sorted(may)))
        must = self.come_round()
        self.play.do(player, "draw_card", card=told)
        self.worlds.draw(player, told)
        drawn = self.play.view["private"][player]["hand"][-1]
        assert (drawn is None) == (told is None and not must)
        assert told is None or drawn == told


def attempt(play: Play, action: dict[str, Any]) -> str | None:
    """The code with which an action would be refused, None when it would be taken; nothing is played."""
    try:
        play.game.apply(play.state, action)
    except Rejected as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("block", range(BLOCKS))
def test_SC_49_every_reading_over_random_sequences(block: int) -> None:
    chance = random.Random(block)
    for _ in range(rounds(4)):
        evening = Evening(chance)
        evening.deal()
        for _ in range(4):
            for player in evening.players:
                evening.names_cards(chance.choice(evening.players))
                evening.draws_card(player)
                evening.plays_cards(player)
                evening.known(chance.choice(evening.players))
