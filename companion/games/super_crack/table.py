"""Super-Crack on the table: zones, what should lie where, and which single moves of hands explain a picture.

A camera above sees pawns, owner cards, tokens, the backs of cards and the die. It sees neither money (stacks
overlap) nor the face of a card in a hand; a used card goes under the pile, and the die is taken up again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.action import BANK, TABLE, Action
from companion.game import Instruction, View
from companion.games.super_crack.rules import cards, race
from companion.games.super_crack.rules.betting import in_order, may_bet
from companion.games.super_crack.rules.cards import refusal_on_horse
from companion.games.super_crack.rules.deck import unseen_kinds
from companion.games.super_crack.rules.offers import next_to_roll
from companion.games.super_crack.rules.profile import COLOURS, HORSES, MOVE_CARDS, Card
from companion.games.super_crack.rules.state import (
    State,
    active,
    colour_of,
    owner_of,
    running,
    square_of,
    stable,
    to_roll_for_purchase,
    to_roll_for_start,
    trapped_in,
)
from companion.readers import Reader

DIE, PILE, PLAYED = "die", "pile", "played"
SEATS = range(1, 7)
"""Seats are counted from 1 in the names of zones."""

ZONES: Mapping[str, Reader] = {
    DIE: Reader.DICE,
    PILE: Reader.PRINTED_CARDS,
    PLAYED: Reader.PRINTED_CARDS,
    "track": Reader.PIECES,
    **{f"lane_{number}": Reader.PIECES for number in HORSES},
    **{f"stable_{seat}": Reader.PRINTED_CARDS for seat in SEATS},
    **{f"bet_{seat}": Reader.TOKENS for seat in SEATS},
    **{f"hand_{seat}": Reader.PRINTED_CARDS for seat in SEATS},
}
"""The track, and on it a lane for each horse; for each seat (1 is the first player) a place for owner cards, tokens
and special cards.

``played`` is where a card is laid face up before it goes under the pile; ``die`` is the tray.
"""

Seen = Mapping[str, Sequence[str]]
Faces = tuple[str, ...]


def lane_zone(number: int) -> str:
    """The lane of a horse by its number."""
    return f"lane_{number}"


def bet_zone(seat: int) -> str:
    """Where a player's tokens lie; ``seat`` counts from 0."""
    return f"bet_{seat + 1}"


def hand_zone(seat: int) -> str:
    """Where a player's special cards lie face down; ``seat`` counts from 0."""
    return f"hand_{seat + 1}"


def visible_table(state: State) -> Mapping[str, Faces]:
    """Zone by zone what should lie there: a lane shows the square of its pawn."""
    zones: dict[str, Faces] = {DIE: (), PLAYED: (), PILE: ("back",) if state.cards.pile else ()}
    for number, square in zip(HORSES, state.squares, strict=True):
        zones[lane_zone(number)] = () if square is None else (f"square_{square}",)
    for seat in range(len(state.setting.players)):
        bet = state.betting.bets[seat]
        pawn = ("black",) if seat in state.betting.black_pawns else ()
        zones[f"stable_{seat + 1}"] = tuple(f"horse_{number}" for number in stable(state, seat))
        zones[bet_zone(seat)] = (*(() if bet is None else bet.tokens), *pawn)
        zones[hand_zone(seat)] = ("back",) * len(state.cards.hands[seat])
    return zones


def expected_in(state: State, zone: str) -> int | None:
    """One die in the tray while somebody is to roll, and in its lane the pawn that goes by it."""
    if zone == DIE:
        return 1 if _rollers(state) else None
    if state.phase != "racing" or not zone.startswith("lane_"):
        return None
    return 1 if zone in (lane_zone(_next_pawn(state, seat)) for seat in _rollers(state)) else None


def bets_proposed(state: State) -> frozenset[str]:
    """SC-25: where tokens are laid before they are bet: the bet places of whoever has still to decide."""
    if state.phase != "betting":
        return frozenset()
    return frozenset(bet_zone(seat) for seat in active(state) if seat not in state.betting.decided)


def to_confirm(state: State, shows: Seen) -> Action | None:
    """SC-25: the first bet that lies there in tokens, if it may be made (section 7)."""
    zones = bets_proposed(state)
    for seat in active(state):
        tokens = [face for face in shows.get(bet_zone(seat), ()) if face in COLOURS]
        if bet_zone(seat) in zones and may_bet(state, seat, tokens):
            return {"by": state.setting.players[seat], "do": "bet", "tokens": list(in_order(tokens))}
    return None


def alike(state: State, number: int) -> tuple[int, ...]:
    """The horses, ascending, that nobody can tell from this one: of one owner, one colour and one square, free or
    trapped as it is, and in this turn to roll for as it is. Pawns bear no number, so the first of them counts as
    the one that moved.
    """
    owner = owner_of(state, number)
    if owner is None or state.squares[number - 1] is None or number in state.arrivals:
        return (number,)

    def is_like(other: int) -> tuple[object, ...]:
        free = trapped_in(state, other) is None
        return (
            colour_of(state, other),
            state.squares[other - 1],
            other in state.arrivals,
            other in state.to_roll,
            free,
        )

    return tuple(other for other in stable(state, owner) if is_like(other) == is_like(number))


# ---------------------------------------------------------------- moves of hands


def physical_moves(state: State, seen: Seen) -> tuple[Action, ...]:
    """The single actions of hands that may come next on the way to what is seen; refused ones too (section 7).

    What is told on the tablet (the market, passing, settling) is never among them. Zones that are not in ``seen`` are
    hidden. Nobody sees which card is drawn: it is unknown.
    """
    if state.phase == "over" or not seen:
        return ()
    moves: list[Action] = []
    for move in _Change(state, seen).actions():
        if move not in moves:
            moves.append(move)
    return tuple(moves)


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


def _next_pawn(state: State, seat: int) -> int:
    """SC-31: the horse for which the player rolls next."""
    return state.to_roll[0] if state.to_roll else running(state, seat)[0]


_ROLLS: Mapping[str, str] = {"market": "buy_roll", "start_roll": "start_roll", "racing": "roll"}


class _Change:
    """The difference between what should lie on the table and what is seen there."""

    def __init__(self, state: State, seen: Seen) -> None:
        self._state = state
        self._seen = seen
        self._players = state.setting.players
        self._should = visible_table(state)
        self._changed = {
            zone for zone, faces in seen.items() if tuple(faces) != tuple(self._should.get(zone, ()))
        }
        self._squares = self._squares_seen()
        self._strays = [
            number for number, square in self._squares.items() if square != state.squares[number - 1]
        ]

    def _squares_seen(self) -> dict[int, int]:
        """Where each pawn of the race is seen; one that is in a hand or in no lane is left out."""
        found: dict[int, int] = {}
        for number, square in zip(HORSES, self._state.squares, strict=True):
            faces = self._seen.get(lane_zone(number), ())
            if square is not None and len(faces) == 1 and faces[0].startswith("square_"):
                shown = faces[0].removeprefix("square_")
                if shown.removeprefix("-").isdecimal():
                    found[number] = int(shown)
        return found

    def actions(self) -> Iterator[Action]:
        """What may come next; pawns that stand elsewhere than the rules take them are told last."""
        state = self._state
        nothing_new = not (self._changed - {PILE})
        if nothing_new or state.setting.house.strict_placement:
            yield from self._pawns_in_place()
        if state.draw_due is not None:
            if self._changed - {DIE}:
                yield {"by": self._players[state.draw_due], "do": "draw_card", "card": None}
        elif state.phase == "handicap" and not state.cards.dealt:
            yield from self._deal()
        elif state.phase == "betting":
            yield from self._bets()
        else:
            yield from self._rolls()
            if state.phase in ("handicap", "racing"):
                yield from self._cards()
            if state.phase == "handicap":
                yield from self._dealt_too_many()
        for number in self._strays:
            yield self._confirmed(number)

    def _confirmed(self, number: int) -> Action:
        square = self._squares[number]
        return {"by": TABLE, "do": "confirm_position", "horse": number, "square": square}

    def _pawns_in_place(self) -> Iterator[Action]:
        for number in self._state.awaiting:
            if self._squares.get(number) == self._state.squares[number - 1]:
                yield self._confirmed(number)

    # ------------------------------------------------------------ the die

    def _rolls(self) -> Iterator[Action]:
        """The roll that is due, with the value in the tray, or with those that take the pawn to where it is seen."""
        do = _ROLLS.get(self._state.phase, "")
        faces = self._seen.get(DIE, ())
        shown = [int(face) for face in faces if face in ("1", "2", "3", "4", "5", "6")]
        values = shown if len(shown) == len(faces) == 1 else []
        for seat in _rollers(self._state):
            told = [*values, *self._values_run(seat)] if do == "roll" and self._changed else values
            for value in dict.fromkeys(told):
                yield {"by": self._players[seat], "do": do, "value": value}

    def _values_run(self, seat: int) -> list[int]:
        """SC-34, SC-36: the values that take the next pawn to where it is seen, the least of those that are alike.

        They tell a roll whose die was taken up for the next one.
        """
        state = self._state
        number = _next_pawn(state, seat)
        if number not in self._squares or not self._strays:
            return []
        goal = self._squares[number]
        values = [value for value in range(1, 7) if landing(state, number, value) == goal]
        return values[:1] if trapped_in(state, number) is not None else values

    # ------------------------------------------------------------ cards

    def _deal(self) -> Iterator[Action]:
        """Backs lie before the players; with another number of them than is due, also what was dealt wrongly."""
        state, counts = self._state, self._backs()
        if not any(counts.values()):
            return
        due = state.setting.house.cards_per_race
        for dealt in (dict.fromkeys(active(state), due), counts):
            if len(dealt) == len(active(state)):
                yield self._dealt(dealt)

    def _dealt_too_many(self) -> Iterator[Action]:
        """SC-17: before anybody has played, somebody has more cards than are due; too few may be dealt still."""
        state, counts = self._state, self._backs()
        due = state.setting.house.cards_per_race
        untouched = not state.handicap_done and all(
            len(state.cards.hands[seat]) == due for seat in active(state)
        )
        if untouched and len(counts) == len(active(state)) and max(counts.values()) > due:
            yield self._dealt(counts)

    def _backs(self) -> dict[int, int]:
        """How many cards are seen before each player whose place is seen."""
        zones = {seat: hand_zone(seat) for seat in active(self._state)}
        return {seat: len(self._seen[zone]) for seat, zone in zones.items() if zone in self._seen}

    def _dealt(self, counts: Mapping[int, int]) -> Action:
        hands = {self._players[seat]: [None] * count for seat, count in counts.items()}
        return {"by": BANK, "do": "deal_cards", "hands": hands}

    def _cards(self) -> Iterator[Action]:
        """A card laid down: the one that lies there, else what it can have been by the pawn that moved."""
        state = self._state
        shown = [face for face in self._seen.get(PLAYED, ()) if face in state.setting.profile.cards]
        fewer = {seat: self._cards_fewer(seat) for seat in self._may_play()}
        gone = sum(fewer.values())
        for seat, less in fewer.items():
            if shown and (less or (not gone and self._drew_again(seat))):
                for name in shown:
                    yield from self._played(seat, name)
            if less and (not shown or gone > len(shown)):
                yield from self._deduced(seat)
        for seat in active(state) if shown else ():
            if seat not in fewer and self._cards_fewer(seat):
                # The rules say whose turn it is (section 7).
                yield {"by": self._players[seat], "do": "play_card", "card": shown[0]}

    def _may_play(self) -> tuple[int, ...]:
        """SC-18, SC-33, SC-44: whose card it can be."""
        state = self._state
        if state.phase == "handicap":
            seats = tuple(seat for seat in active(state) if seat not in state.handicap_done)
        elif state.setting.house.card_timing == "any_time":
            seats = active(state)
        else:
            seats = tuple(
                seat for seat in active(state) if seat == state.turn or race.may_take_over(state, seat)
            )
        return tuple(seat for seat in seats if state.cards.hands[seat])

    def _cards_fewer(self, seat: int) -> int:
        """How many cards are gone from before a player; a hidden hand may be one card smaller."""
        held = len(self._state.cards.hands[seat])
        return max(0, held - len(self._seen.get(hand_zone(seat), ("back",) * (held - 1))))

    def _drew_again(self, seat: int) -> bool:
        """SC-41: a pawn of the player's has come onto a black dot: the card drawn then hides the one played."""
        dots = self._state.setting.profile.board.dots
        return any(
            number in stable(self._state, seat) and self._squares[number] in dots for number in self._strays
        )

    def _played(self, seat: int, name: str) -> Iterator[Action]:
        """This card by this player, on each horse that it may have been played on."""
        card = self._state.setting.profile.cards[name]
        play = {"by": self._players[seat], "do": "play_card", "card": name}
        if card.needs_horse:
            yield from ({**play, "horse": number} for number in self._horses(seat, card))
        else:
            yield play

    def _horses(self, seat: int, card: Card) -> Iterable[int]:
        """The pawn that stands where the card takes it; if there is none, one that moved, stayed or is hidden, the
        first of those that nobody can tell apart.
        """
        state = self._state
        if card.effect == "joker":
            trapped = (number for number in running(state, seat) if trapped_in(state, number) is not None)
            return _one_of_each(state, trapped)
        goals = {
            number: cards.moved(state, card, square)[0]
            for number, square in zip(HORSES, state.squares, strict=True)
            if square is not None and number not in state.arrivals
        }
        if moved := [number for number in self._strays if goals.get(number) == self._squares[number]]:
            return [
                *moved,
                *(
                    one
                    for one in self._alike(moved)
                    if refusal_on_horse(state, seat, card.effect, one) is None
                    and not any(one in alike(state, other) for other in moved)
                ),
            ]
        possible = [
            number
            for number, goal in goals.items()
            if number in self._strays
            or number not in self._squares
            or goal == state.squares[number - 1]
            or self._was_rolled_back(number, goal)
        ]
        allowed = (
            number for number in possible if refusal_on_horse(state, seat, card.effect, number) is None
        )
        return _one_of_each(state, allowed)

    def _was_rolled_back(self, number: int, goal: int) -> bool:
        """SC-34: whether the roll in the tray takes a pawn that stands where it stood there from ``goal``."""
        board, shown = self._state.setting.profile.board, self._seen.get(DIE, ())
        values = (int(face) for face in shown if face in ("1", "2", "3", "4", "5", "6"))
        return any(race.advanced(board, goal, value)[0] == self._squares[number] for value in values)

    def _alike(self, numbers: Sequence[int]) -> Iterator[int]:
        """The other pawns of a colour that stood where these did: which of them went nobody sees (section 7)."""
        state = self._state
        for other, square in zip(HORSES, state.squares, strict=True):
            alike = (one for one in numbers if colour_of(state, one) == colour_of(state, other))
            if (
                other not in numbers
                and square is not None
                and any(state.squares[one - 1] == square for one in alike)
            ):
                yield other

    def _deduced(self, seat: int) -> Iterator[Action]:
        """A card that nobody saw face up: one that explains a pawn that moved, the black pawn, or a silent one."""
        state, profile = self._state, self._state.setting.profile
        hand = state.cards.hands[seat]
        unseen = unseen_kinds(state) if None in hand else ()
        names = list(dict.fromkeys((*(name for name in hand if name is not None), *unseen)))
        visible: list[Action] = []
        for name in names:
            card = profile.cards[name]
            play = {"by": self._players[seat], "do": "play_card", "card": name}
            if card.effect in MOVE_CARDS or card.effect == "sprint":
                visible += (
                    {**play, "horse": number} for number in self._taken_there(seat, card, self._strays)
                )
            elif card.effect == "black_pawn" and "black" in self._seen.get(bet_zone(seat), ()):
                visible.append(play)
        yield from visible
        for name in names if not visible else ():
            card = profile.cards[name]
            if card.effect in ("pay", "receive", "joker"):
                yield from self._played(seat, name)
            elif card.effect in MOVE_CARDS:
                play = {"by": self._players[seat], "do": "play_card", "card": name}
                unmoved = [number for number in self._squares if number not in self._strays]
                yield from ({**play, "horse": number} for number in self._taken_there(seat, card, unmoved))

    def _taken_there(self, seat: int, card: Card, numbers: Iterable[int]) -> Iterator[int]:
        """Those of these pawns that a card may be played on and that stand where it would take them."""
        state = self._state
        for number in numbers:
            square = state.squares[number - 1]
            if square is None or cards.moved(state, card, square)[0] != self._squares[number]:
                continue
            if refusal_on_horse(state, seat, card.effect, number) is None:
                yield number

    # ------------------------------------------------------------ bets

    def _bets(self) -> Iterator[Action]:
        """SC-25: tokens on a player's bet place; they count once the player has confirmed them (``to_confirm``)."""
        for seat in active(self._state):
            zone = bet_zone(seat)
            tokens = [face for face in self._seen.get(zone, ()) if face in COLOURS]
            if zone in self._changed and tokens and seat not in self._state.betting.decided:
                yield {"by": self._players[seat], "do": "bet", "tokens": tokens}


def _one_of_each(state: State, numbers: Iterable[int]) -> list[int]:
    """These horses, without those that nobody can tell from an earlier one."""
    kept: list[int] = []
    for number in numbers:
        if not any(other in kept for other in alike(state, number)):
            kept.append(number)
    return kept


def landing(state: State, number: int, value: int) -> int:
    """SC-34, SC-36, SC-37: the square to which a roll takes a horse."""
    board, square = state.setting.profile.board, square_of(state, number)
    hazard = trapped_in(state, number)
    if hazard is not None:
        return hazard.beyond if value == 1 else square
    target, _ = race.advanced(board, square, value)
    left = board.hazards.get(square)
    return left.beyond if left is not None and board.hazards.get(target) == left else target


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
