"""Super-Crack on the table: zones, what should lie where, and which single moves of hands explain a picture.

A camera above sees pawns, owner cards, tokens, the backs of cards and the die. It sees neither money (stacks
overlap) nor the face of a card in a hand; a used card goes under the pile, and the die is taken up again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.game import BANK, TABLE, Action, Instruction, Rejected, View
from companion.games.super_crack.rules import cards, ledger, market, race, sales
from companion.games.super_crack.rules.actions import apply
from companion.games.super_crack.rules.deck import unseen_kinds
from companion.games.super_crack.rules.offers import next_to_roll
from companion.games.super_crack.rules.profile import COLOURS, HORSES
from companion.games.super_crack.rules.state import (
    State,
    active,
    cash,
    stable,
    to_roll_for_purchase,
    to_roll_for_start,
)

DIE, PILE, PLAYED = "die", "pile", "played"
_SEATS = range(1, 7)

ZONES: Mapping[str, str] = {
    DIE: "dice",
    PILE: "cards",
    PLAYED: "cards",
    **{f"lane_{number}": "pieces" for number in HORSES},
    **{f"stable_{seat}": "cards" for seat in _SEATS},
    **{f"bet_{seat}": "pieces" for seat in _SEATS},
    **{f"hand_{seat}": "cards" for seat in _SEATS},
}
"""A lane for each horse; for each seat (1 is the first player) a place for owner cards, tokens and special cards.

``played`` is where a card is laid face up before it goes under the pile; ``die`` is the tray.
"""

Seen = Mapping[str, Sequence[str]]
Faces = tuple[str, ...]


def visible_table(state: State) -> Mapping[str, Faces]:
    """Zone by zone what should lie there: a lane shows the square of its pawn."""
    zones: dict[str, Faces] = {DIE: (), PLAYED: (), PILE: ("back",) if state.cards.pile else ()}
    for number, square in zip(HORSES, state.squares, strict=True):
        zones[f"lane_{number}"] = () if square is None else (f"square_{square}",)
    for seat in range(len(state.setting.players)):
        bet = state.betting.bets[seat]
        pawn = ("black",) if seat in state.betting.black_pawns else ()
        zones[f"stable_{seat + 1}"] = tuple(f"horse_{number}" for number in stable(state, seat))
        zones[f"bet_{seat + 1}"] = (*(() if bet is None else bet.tokens), *pawn)
        zones[f"hand_{seat + 1}"] = ("back",) * len(state.cards.hands[seat])
    return zones


def expected_in(state: State, zone: str) -> int | None:
    """One die in the tray while somebody is to roll; else nothing is known to be due."""
    return 1 if zone == DIE and _rollers(state) else None


# ---------------------------------------------------------------- moves of hands


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """Every single action of hands that brings the visible table nearer to what is seen.

    A die at rest is a roll of whoever is to roll; all else is told by what changed in lanes, hands, stables and
    on the bet places. Zones that are not in ``seen`` are hidden and explain nothing.
    """
    if state.phase == "over":
        return ()
    should = visible_table(state)
    changed = {zone for zone, faces in seen.items() if tuple(faces) != should.get(zone, ())}
    if not changed:
        return ()
    far = _distance(should, seen)
    moves: list[Action] = []
    if DIE in changed:
        moves += _rolled(state, seen[DIE])
    for similar in _candidates(state, seen, changed - {DIE}):
        if _nearer(state, similar[0], seen, far):
            moves += [move for move in similar if move not in moves]
    return tuple(moves)


def _nearer(state: State, move: Action, seen: Seen, far: int) -> bool:
    try:
        after, _ = apply(state, move)
    except Rejected:
        return False
    return _distance(visible_table(after), seen) < far


def _distance(table: Seen, seen: Seen) -> int:
    """How many faces lie where they should not, or are missing; zones that are hidden are left out."""
    far = 0
    for zone, faces in seen.items():
        there = tuple(table.get(zone, ()))
        if there != tuple(faces):
            here, other = Counter(there), Counter(faces)
            far += max(1, (here - other).total() + (other - here).total())
    return far


def _candidates(state: State, seen: Seen, changed: set[str]) -> Iterator[Sequence[Action]]:
    """Moves that could explain what changed; those in one list change the table alike, the first stands for all."""
    if state.draw_due is not None:
        yield [{"by": state.setting.players[state.draw_due], "do": "draw_card", "card": None}]
        return
    match state.phase:
        case "market":
            yield from _market(state, seen, changed)
        case "handicap":
            yield from _deal(state, changed)
            yield from _cards(state, seen, changed)
        case "betting":
            yield from _bets(state, seen, changed)
        case "racing":
            if any(zone.startswith("lane_") for zone in changed):
                yield from ([roll] for roll in _rolled(state, seen.get(DIE, ())))
            yield from _cards(state, seen, changed)
        case "settling":
            yield [{"by": BANK, "do": "settle"}]


def _rollers(state: State) -> tuple[int, ...]:
    """Whose roll is expected."""
    if state.draw_due is not None:
        return ()
    match state.phase:
        case "market":
            return to_roll_for_purchase(state)
        case "start_roll":
            return to_roll_for_start(state)
        case "racing":
            seat = state.turn if state.to_roll else next_to_roll(state)
            return () if seat is None else (seat,)
        case _:
            return ()


_ROLLS: Mapping[str, str] = {"market": "buy_roll", "start_roll": "start_roll", "racing": "roll"}


def _rolled(state: State, die: Sequence[str]) -> list[Action]:
    """The roll that is due, with the value in the tray; any value where the tray is empty or hidden."""
    values = [int(face) for face in die if face in ("1", "2", "3", "4", "5", "6")]
    if len(values) != len(die) or len(values) > 1:
        return []
    do = _ROLLS.get(state.phase, "")
    players = state.setting.players
    return [
        {"by": players[seat], "do": do, "value": value}
        for seat in _rollers(state)
        for value in (values or range(1, 7))
    ]


def _market(state: State, seen: Seen, changed: set[str]) -> Iterator[Sequence[Action]]:
    """Owner cards and pawns changed hands."""
    players, sale = state.setting.players, state.market
    if any(zone.startswith("lane_") for zone in changed):
        yield [{"by": BANK, "do": "close_market"}]
    if not any(zone.startswith("stable_") for zone in changed):
        return
    if sale.offer is not None:
        yield [{"by": players[sale.offer.buyer], "do": "accept_offer"}]
    elif sale.auction is not None:
        for seat in active(state):
            if sales.may_bid(state, seat):
                yield [{"by": players[seat], "do": "auction_pass"}]
                least, most = sales.lowest_bid(sale.auction), min(cash(state, seat), ledger.LARGEST_AMOUNT)
                amounts = range(least, most + 1, ledger.SMALLEST_NOTE)
                if amounts:
                    yield [{"by": players[seat], "do": "auction_bid", "amount": one} for one in amounts]
    else:
        if sale.right is not None:
            new = set(seen.get(f"stable_{sale.right + 1}", ()))
            for number in market.affordable(state, sale.right):
                if f"horse_{number}" in new:
                    yield [{"by": players[sale.right], "do": "buy_horse", "number": number}]
        for seat in active(state):
            if ledger.debt(state, seat):
                yield [{"by": players[seat], "do": "declare_bankrupt"}]


def _deal(state: State, changed: set[str]) -> Iterator[Sequence[Action]]:
    """Backs lie before the players: the bank, or somebody for it, has dealt."""
    if state.cards.dealt or not any(zone.startswith("hand_") for zone in changed):
        return
    count = state.setting.house.cards_per_race
    hands = {state.setting.players[seat]: [None] * count for seat in active(state)}
    yield [{"by": by, "do": "deal_cards", "hands": hands} for by in (BANK, TABLE)]


def _bets(state: State, seen: Seen, changed: set[str]) -> Iterator[Sequence[Action]]:
    for seat, player in enumerate(state.setting.players):
        zone = f"bet_{seat + 1}"
        if zone in changed:
            tokens = [face for face in seen[zone] if face in COLOURS]
            yield [{"by": player, "do": "bet", "tokens": tokens}]


def _cards(state: State, seen: Seen, changed: set[str]) -> Iterator[Sequence[Action]]:
    """A card laid down: what it can have been, by the pawn that moved, the black pawn, or neither."""
    profile = state.setting.profile
    shown = [face for face in seen.get(PLAYED, ()) if face in profile.cards]
    for seat in active(state):
        if not _may_have_played(state, seen, seat):
            continue
        held = [name for name in state.cards.hands[seat] if name is not None]
        names = list(dict.fromkeys((*held, *(unseen_kinds(state) if len(held) < _hand(state, seat) else ()))))
        for name in shown or names:
            if name not in names:
                continue
            play: dict[str, Any] = {"by": state.setting.players[seat], "do": "play_card", "card": name}
            if profile.cards[name].needs_horse:
                yield from ([{**play, "horse": number}] for number in _horses(state, seen, changed, name))
            else:
                yield [play]


def _hand(state: State, seat: int) -> int:
    return len(state.cards.hands[seat])


def _may_have_played(state: State, seen: Seen, seat: int) -> bool:
    """Whether a hand is smaller than it was, or hidden, and its player may play."""
    if not _hand(state, seat) or len(seen.get(f"hand_{seat + 1}", ())) >= _hand(state, seat):
        return False
    if state.phase == "handicap":
        return state.cards.dealt and seat not in state.handicap_done
    any_time = state.setting.house.card_timing == "any_time"
    return any_time or seat == state.turn or race.may_take_over(state, seat)


def _horses(state: State, seen: Seen, changed: set[str], name: str) -> Iterator[int]:
    """The horses on which a card may have been played: it stands where the card would take it."""
    card = state.setting.profile.cards[name]
    for number, square in zip(HORSES, state.squares, strict=True):
        if square is None or number in state.arrivals:
            continue
        target = square if card.effect == "joker" else cards.moved(state, card, square)[0]
        lane = f"lane_{number}"
        if lane not in seen or tuple(seen[lane]) == (f"square_{target}",):
            yield number


# ---------------------------------------------------------------- putting right


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """What hands must change so that the table shows ``after`` where it showed ``before``."""
    was, now = before.public, after.public
    if was["players"] != now["players"]:
        return ()
    return (*_horses_put(was, now), *_owner_cards_put(was, now), *_bets_put(was, now), *_hands_put(was, now))


def _horses_put(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterable[Instruction]:
    for number, horse in now["horses"].items():
        if was["horses"][number]["square"] == horse["square"]:
            continue
        if horse["square"] is None:
            yield Instruction("take_horse", {"horse": int(number)})
        else:
            yield Instruction("put_horse", {"horse": int(number), "square": horse["square"]})


def _owner_cards_put(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterable[Instruction]:
    for number, horse in now["horses"].items():
        if was["horses"][number]["owner"] == horse["owner"]:
            continue
        if horse["owner"] is None:
            yield Instruction("return_owner_card", {"horse": int(number)})
        else:
            yield Instruction("give_owner_card", {"horse": int(number), "player": horse["owner"]})


def _bets_put(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterable[Instruction]:
    for player, bet in now["bets"].items():
        if was["bets"][player] == bet:
            continue
        if bet is None:
            yield Instruction("take_tokens", {"player": player})
        else:
            yield Instruction("put_tokens", {"player": player, "tokens": list(bet["tokens"])})
    for player in now["players"]:
        had, has = player in was["black_pawns"], player in now["black_pawns"]
        if had != has:
            yield Instruction("give_black_pawn" if has else "take_black_pawn", {"player": player})


def _hands_put(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterable[Instruction]:
    for player, count in now["hand_counts"].items():
        more = count - was["hand_counts"][player]
        if more:
            code = "take_cards" if more > 0 else "return_cards"
            yield Instruction(code, {"player": player, "count": abs(more)})
