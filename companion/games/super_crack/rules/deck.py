"""The special cards: hands, the pile, and what is known of them (SC-17, SC-24, SC-43, SC-49 … SC-51)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from companion.action import Rejected
from companion.games.super_crack.rules.profile import ANY_MOVE, MOVE_CARDS, NOTHING_ELSE, SHOWN_TOGETHER, Card
from companion.games.super_crack.rules.state import Cards, Draft, Position, active, placed


def known_card(game: Position, name: object) -> Card:
    """The card with this id, also one of which this box has no copy; raises ``unknown_card`` where there is none."""
    card = game.setting.profile.cards.get(name) if isinstance(name, str) else None
    if card is None:
        raise Rejected("unknown_card")
    return card


def may_be_unseen(game: Position, name: str) -> bool:
    """SC-49: whether a copy can be where nobody has seen it: copies − known in hands − known put back > 0."""
    place = game.setting.profile.place.get(name)
    return place is not None and game.cards.unseen[place] > 0


def unseen_kinds(game: Position) -> tuple[str, ...]:
    """SC-49: every card that an unknown card can be."""
    return _unseen(game.setting.profile.kinds, game.cards.unseen)


@lru_cache(maxsize=1024)
def _unseen(kinds: tuple[str, ...], unseen: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(kind for kind, left in zip(kinds, unseen, strict=True) if left > 0)


def possible_cards(game: Position, action: Mapping[str, Any]) -> tuple[str, ...]:
    """The cards that a hand may still show at the settlement, each as often as the pack has not shown it.

    Hands are laid open only then; before, nobody can know what another hand holds.
    """
    if action.get("do") != "identify_cards" or game.phase != "settling":
        return ()
    profile = game.setting.profile
    left = [name for name in profile.kinds for _ in range(game.cards.unseen[profile.place[name]])]
    return (*left, *(ANY_MOVE for name in left if profile.cards[name].effect in MOVE_CARDS))


def known_next(game: Position) -> str | None:
    """SC-49: the next card of the pile where it is known: only put-back cards are left, in a known order."""
    cards = game.cards
    return cards.returned[0] if cards.returned and cards.pile == len(cards.returned) else None


def seen(game: Draft, name: str) -> tuple[int, ...]:
    """``unseen`` after one more copy was told; raises ``card_not_possible`` when there is none left (SC-49)."""
    if not may_be_unseen(game, name):
        raise Rejected("card_not_possible")
    place = game.setting.profile.place[name]
    return placed(game.cards.unseen, place, game.cards.unseen[place] - 1)


def draw(game: Draft, seat: int, name: str | None) -> None:
    """One card from the pile into a hand: named, or unknown (None).

    SC-49: a card that comes round again in a known order is known, whatever was told; another one is refused.
    """
    cards = game.cards
    unseen, returned = cards.unseen, cards.returned
    next_up = known_next(game)
    if next_up is not None:
        if name is not None and name != next_up:
            raise Rejected("card_not_possible")
        name = next_up
    elif name is not None:
        unseen = seen(game, name)
    if cards.pile == 0:
        raise Rejected("deck_empty")
    if cards.pile == len(returned):
        returned = returned[1:]
    hands = placed(cards.hands, seat, (*cards.hands[seat], name))
    game.cards = Cards(hands, cards.pile - 1, returned, unseen, cards.dealt)


def deal(game: Draft, hands: object) -> None:
    """SC-17, SC-49: the bank deals one card at a time in seat order; a card may be told or unknown."""
    if game.cards.dealt:
        raise Rejected("already_dealt", **_miscounted(game, hands))
    seats, count = active(game), game.setting.house.cards_per_race
    dealt = _counted(game, hands, seats, count)
    if count * len(seats) > game.cards.pile:
        raise Rejected("deck_too_small", expected=count * len(seats), seen=game.cards.pile)
    for seat in seats:
        for name in dealt[seat]:
            if name is not None:
                known_card(game, name)
    for turn in range(count):
        for seat in seats:
            draw(game, seat, dealt[seat][turn])
    game.cards = game.cards._replace(dealt=True)
    game.say("cards_dealt", count=count)


def _miscounted(game: Draft, hands: object) -> dict[str, Any]:
    """Section 7: the players before whom another number of cards lies than each should have; empty: there is none."""
    count = game.setting.house.cards_per_race
    told = hands if isinstance(hands, Mapping) else {}
    dealt = {player: told.get(player) for player in game.names(active(game))}
    wrong = {
        player: len(cards)
        for player, cards in dealt.items()
        if isinstance(cards, list | tuple) and len(cards) != count
    }
    return {"expected": count, "dealt": wrong} if wrong else {}


def _counted(
    game: Draft, hands: object, seats: tuple[int, ...], count: int
) -> dict[int, Sequence[str | None]]:
    """Each player's cards, as many as the house rule ``cards_per_race`` says; who gets none need not be named."""
    players = game.setting.players
    if not isinstance(hands, Mapping) or any(name not in players for name in hands):
        raise Rejected("wrong_card_count", expected=count, seen=None, player=None)
    dealt: dict[int, Sequence[str | None]] = {}
    for seat, name in enumerate(players):
        cards, due = hands.get(name, ()), count if seat in seats else 0
        if not isinstance(cards, list | tuple) or len(cards) != due:
            given = len(cards) if isinstance(cards, list | tuple) else None
            raise Rejected("wrong_card_count", expected=count, seen=given, player=name)
        dealt[seat] = cards
    return dealt


def identify(game: Draft, seat: int, cards: object) -> None:
    """A player tells which cards the unknown ones in the hand are, to the own seat only (section 4).

    Before a race is settled it is enough to tell what changes a payment: "any_move" for a card that moves a horse,
    whichever, and "nothing_else" for all that is left. What was told so stays unseen (SC-49).
    """
    player, hand = game.name(seat), game.cards.hands[seat]
    only = (player,)
    if not isinstance(cards, list | tuple) or not cards:
        raise Rejected("unknown_card", audience=only)
    together = SHOWN_TOGETHER if game.phase == "settling" else {}
    ends = NOTHING_ELSE in together and NOTHING_ELSE in cards
    named = [name for name in cards if not ends or name != NOTHING_ELSE]
    if len(named) > hand.count(None) or (ends and not hand.count(None)):
        raise Rejected("card_not_in_hand", audience=only)
    for name in named:
        if not isinstance(name, str) or (name not in game.setting.profile.cards and name not in together):
            raise Rejected("unknown_card", audience=only)
    told = list(hand)
    for name in named:
        if name not in together:
            if not may_be_unseen(game, name):
                raise Rejected("card_not_possible", audience=only, card=name)
            game.cards = game.cards._replace(unseen=seen(game, name))
        told.remove(None)
        told.append(name)
    if ends:
        told = [NOTHING_ELSE if name is None else name for name in told]
    game.cards = game.cards._replace(hands=placed(game.cards.hands, seat, tuple(told)))
    game.say("cards_identified", player=player, count=hand.count(None) - told.count(None))


def put_under_pile(game: Draft, seat: int, name: str) -> None:
    """SC-24: a card played from the hand goes face up under the pile; an unknown card stands for it if need be.

    Raises ``card_not_possible`` when it can only be an unknown card and is no such card (SC-49).
    """
    cards, hand = game.cards, list(game.cards.hands[seat])
    if name in hand:
        hand.remove(name)
        unseen = cards.unseen
    else:
        unseen = seen(game, name)
        hand.remove(None)
    hands = placed(cards.hands, seat, tuple(hand))
    game.cards = Cards(hands, cards.pile + 1, (*cards.returned, name), unseen, cards.dealt)


def put_all_back(game: Draft) -> None:
    """SC-51: every hand goes under the pile, all together: their order there is unknown."""
    cards, place = game.cards, game.setting.profile.place
    unseen = list(cards.unseen)
    for hand in cards.hands:
        for name in hand:
            if name is not None and name in place:
                unseen[place[name]] += 1
    held = sum(map(len, cards.hands))
    returned = (*cards.returned, *(None for _ in range(held)))
    game.cards = Cards(((),) * len(cards.hands), cards.pile + held, returned, tuple(unseen))


def shuffle(game: Draft) -> None:
    """SC-49: the bank shuffles: the order of the put-back cards is forgotten."""
    if game.cards.dealt and game.phase == "handicap":
        raise Rejected("already_dealt")
    cards, place = game.cards, game.setting.profile.place
    unseen = list(cards.unseen)
    for name in cards.returned:
        if name is not None:
            unseen[place[name]] += 1
    game.cards = Cards(cards.hands, cards.pile, (), tuple(unseen), cards.dealt)
    game.say("deck_shuffled")
