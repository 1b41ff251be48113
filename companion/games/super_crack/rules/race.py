"""The race: who starts, turns, rolls, moves, hazards, dots and arrivals (SC-30 … SC-43, SC-46 … SC-48)."""

from __future__ import annotations

from companion.action import Rejected
from companion.games.super_crack.rules.deck import draw, known_card
from companion.games.super_crack.rules.profile import LONGEST_TRACK, Board, is_whole
from companion.games.super_crack.rules.state import (
    Draft,
    Position,
    active,
    owner_seats,
    placed,
    runner_of,
    running,
    square_of,
    to_roll_for_start,
    trapped_in,
)

ARRIVALS = 3
"""SC-48: the race ends with the third arrival."""


# ---------------------------------------------------------------- who starts


def open_start_roll(game: Draft) -> None:
    """SC-30: the owners of horses roll; a single owner starts without rolling.

    Where nobody owns a horse (a table can be laid out so) the first player has an empty turn.
    """
    owners = owner_seats(game)
    game.phase = "start_roll"
    game.start_rolls, game.start_group = (), owners
    if len(owners) < 2:
        _start(game, (owners or active(game))[0])
    else:
        game.say("start_roll_opened", players=game.names(owners))


def start_roll(game: Draft, seat: int, value: object) -> None:
    """SC-30: the best starts; those tied for the best roll again."""
    if seat not in game.start_group:
        raise Rejected("not_in_roll")
    if seat not in to_roll_for_start(game):
        raise Rejected("already_rolled")
    if not is_whole(value, 1, 6):
        raise Rejected("bad_die")
    game.start_rolls = rolls = (*game.start_rolls, (seat, value))
    game.say("start_rolled", player=game.name(seat), value=value)
    if to_roll_for_start(game):
        return
    best = max(rolled for _, rolled in rolls)
    first = tuple(sorted(one for one, rolled in rolls if rolled == best))
    if len(first) > 1:
        game.start_rolls, game.start_group = (), first
        game.say("roll_tie", players=game.names(first))
    else:
        _start(game, first[0])


def _start(game: Draft, seat: int) -> None:
    game.phase = "racing"
    game.say("race_started", first=game.name(seat))
    begin_turn(game, seat)


# ---------------------------------------------------------------- turns


def begin_turn(game: Draft, seat: int) -> None:
    """SC-31: a player's turn begins: each of the running horses is to be rolled for."""
    horses = running(game, seat)
    game.turn, game.to_roll = seat, horses
    game.say("turn_started", player=game.name(seat), horses=list(horses))


def may_begin(game: Position) -> tuple[int, ...]:
    """SC-33: whose roll or card would end a turn that is played out and begin an own one, in seat order.

    Players without a running horse are passed over; a lone runner comes round to itself.
    """
    turn = game.turn
    if turn is None or game.to_roll:
        return ()
    seats, found = len(game.stables), list[int]()
    for step in range(1, seats):
        seat = (turn + step) % seats
        if seat not in game.bankrupt:
            found.append(seat)
            if running(game, seat):
                return tuple(found)
    if running(game, turn):
        found.append(turn)
    return tuple(found)


def may_take_over(game: Position, seat: int) -> bool:
    """SC-33: whether this player's roll or card would begin an own turn."""
    return seat in may_begin(game)


def end_turn(game: Draft, seat: int) -> None:
    """SC-33: a turn that is played out is ended; the next player may have an empty one."""
    turn = game.turn
    if seat != turn:
        raise Rejected("not_your_turn", expected=_turn_name(game))
    if game.to_roll:
        raise Rejected("horses_to_roll", horse=game.to_roll[0])
    seats = active(game)
    begin_turn(game, seats[(seats.index(seat) + 1) % len(seats)])


def _turn_name(game: Draft) -> str | None:
    return None if game.turn is None else game.name(game.turn)


def take_turn(game: Draft, seat: int) -> None:
    """SC-33: what follows is done in this player's own turn; raises ``not_your_turn`` where that cannot be."""
    if seat == game.turn:
        return
    if not may_take_over(game, seat):
        raise Rejected("not_your_turn", expected=_turn_name(game))
    begin_turn(game, seat)


def check_placement(game: Position) -> None:
    """House rule ``strict_placement``: every moved pawn must have been seen on its square first."""
    if game.setting.house.strict_placement and game.awaiting:
        number = game.awaiting[0]
        raise Rejected("placement_pending", horse=number, expected=game.squares[number - 1])


# ---------------------------------------------------------------- rolling


def roll(game: Draft, seat: int, value: object, horse: object) -> None:
    """SC-31: one roll for the next of the player's horses, in ascending order of numbers."""
    check_placement(game)
    take_turn(game, seat)
    if not game.to_roll and may_take_over(game, seat):
        begin_turn(game, seat)
    if not game.to_roll:
        raise Rejected("nothing_to_roll")
    number = game.to_roll[0]
    if horse is not None:
        if not is_whole(horse, 1, 16) or horse not in game.stables[seat]:
            raise Rejected("not_your_horse")
        if horse != number:
            raise Rejected("wrong_horse_order", expected=number, horse=horse)
    if not is_whole(value, 1, 6):
        raise Rejected("bad_die")
    if must_play_joker(game, seat, number):
        raise Rejected("joker_must_be_played", audience=(game.name(seat),), horse=number)
    game.to_roll = game.to_roll[1:]
    game.say("rolled", player=game.name(seat), horse=number, value=value)
    _run(game, number, value)


def must_play_joker(game: Position, seat: int, number: int) -> bool:
    """House rule ``joker_compulsory`` (SC-38): a joker known in hand, and a trapped horse to roll for."""
    if not game.setting.house.joker_compulsory or "joker" not in game.cards.hands[seat]:
        return False
    return trapped_in(game, number) is not None


def _run(game: Draft, number: int, value: int) -> None:
    """SC-34 … SC-37: what a roll does to a horse."""
    board = game.setting.profile.board
    hazard = trapped_in(game, number)
    if hazard is not None:
        if value == 1:
            game.say("horse_freed", horse=number, how="die")
            land(game, number, hazard.beyond, "die")
        else:
            game.say("still_trapped", horse=number, where=hazard.kind)
        return
    square = square_of(game, number)
    target, bounced = advanced(board, square, value)
    left = board.hazards.get(square)
    if left is not None and board.hazards.get(target) == left:
        target = left.beyond
    land(game, number, target, "die", bounced=bounced)


def advanced(board: Board, square: int, steps: int) -> tuple[int, bool]:
    """SC-34, SC-35: where a horse comes to stand, and whether it bounced back from the finish."""
    target = square + steps
    if target > board.finish:
        return 2 * board.finish - target, True
    return target, False


def land(game: Draft, number: int, target: int, by: str, *, bounced: bool = False) -> None:
    """A horse comes to stand on a square, beside any others (SC-32).

    It arrives (SC-34), is trapped, by a card as by the die (SC-40), or its owner must draw (SC-41).
    """
    board, start = game.setting.profile.board, game.squares[number - 1]
    if target != start:
        game.squares = placed(game.squares, number - 1, target)
        game.awaiting = (*(other for other in game.awaiting if other != number), number)
    if number in game.freed:
        game.freed = game.freed - {number}
    game.say("horse_moved", horse=number, square_from=start, square_to=target, by=by)
    if bounced:
        game.say("bounced", horse=number, square=target)
    if target == board.finish:
        _arrive(game, number)
    elif (hazard := board.hazards.get(target)) is not None:
        game.say("horse_trapped", horse=number, where=hazard.kind)
    elif target in board.dots:
        _stop_on_dot(game, number, by)


def _arrive(game: Draft, number: int) -> None:
    """SC-34, SC-48: a horse is home; with the third the race is over at once."""
    game.arrivals = (*game.arrivals, number)
    game.to_roll = tuple(other for other in game.to_roll if other != number)
    owner = game.name(runner_of(game, number))
    game.say("horse_arrived", horse=number, rank=len(game.arrivals), owner=owner)
    if len(game.arrivals) == ARRIVALS:
        game.say("race_over", arrivals=list(game.arrivals))
        _stop_race(game)


def _stop_race(game: Draft) -> None:
    game.phase = "settling"
    game.turn, game.to_roll, game.draw_due = None, (), None


def abandon(game: Draft) -> None:
    """SC-58: the table gives the race up."""
    game.say("race_abandoned", arrivals=list(game.arrivals))
    _stop_race(game)


# ---------------------------------------------------------------- black dots


def _stop_on_dot(game: Draft, number: int, by: str) -> None:
    """SC-41, SC-43: the horse's owner must draw a special card at once, if there is one."""
    if by == "card" and not game.setting.house.dots_on_card_moves:
        return
    if game.cards.pile == 0:
        game.say("deck_empty")
        return
    game.draw_due = owner = runner_of(game, number)
    game.say("must_draw", player=game.name(owner), horse=number)


def draw_card(game: Draft, seat: int, card: object) -> None:
    """SC-41, SC-42: the card drawn goes into the hand, named or unknown; it may be kept."""
    due = game.draw_due
    if due is None:
        raise Rejected("no_draw_due")
    if seat != due:
        raise Rejected("not_your_draw", expected=game.name(due))
    draw(game, seat, None if card is None else known_card(game, card).id)
    game.draw_due = None
    game.say("card_drawn", player=game.name(seat))


# ---------------------------------------------------------------- what the camera confirms


def confirm_position(game: Draft, horse: object, square: object) -> None:
    """Section 7: a pawn was seen on its square; on another one the table is told where it belongs."""
    if not is_whole(horse, 1, 16):
        raise Rejected("unknown_horse")
    expected = game.squares[horse - 1]
    if expected is None:
        raise Rejected("horse_not_in_race", horse=horse)
    if type(square) is not int or square != expected:
        shown = square if is_whole(square, -LONGEST_TRACK, LONGEST_TRACK) else None
        raise Rejected("wrong_square", horse=horse, expected=expected, seen=shown)
    game.awaiting = tuple(other for other in game.awaiting if other != horse)
    game.say("position_confirmed", horse=horse, square=square)
