"""The rules of Dadamax in brief. Pure: dice are arguments.

The race
    PD-1   Two to four players; the arrival has a numbered square for each.
    PD-2   Three or four players have one horse each; two have a stable of two horses each.
    PD-3   Horses begin on their start squares (square 0); the first green square is square 1.
    PD-4   Who begins is drawn by lot; then turns go round.
A turn
    PD-5   Whoever is on turn throws at least once.
    PD-6   Jack, Queen and King are figures, worth one square each; 9, 10 and Ace are worth nothing.
    PD-7   With ordinary dice 4, 5 and 6 are the figures.
    PD-8   A throw without a figure ends the turn: the whole series is lost and the horse stays.
    PD-9   After a figure one stops or throws again; the figures add up.
    PD-10  Stopping moves the horse by the whole total and ends the turn; it does not move before.
    PD-11  The horse's virtual square is its square plus the total so far.
    PD-12  While the virtual square is an obstacle one may not stop: one must throw again.
    PD-13  Two dice up to and on the second obstacle, one die as soon as it is virtually behind.
    PD-14  Two figures both count, even when the first one passes the obstacle.
Meeting others
    PD-15  Overtaking changes nothing.
    PD-16  Who stops on a horse's square takes it; that horse goes where the newcomer came from.
    PD-17  If the newcomer came from the start, the other goes back to its own start square.
    PD-18  Two horses of one stable swap too.
    PD-19  A horse sent back behind the second obstacle has two dice again.
    PD-20  The square that was left is free and no obstacle: nobody is displaced further.
Arriving
    PD-21  A horse that virtually reaches the finish has arrived, on the lowest free numbered square.
    PD-22  The finish is met exactly: the last squares are thrown for with one die.
    PD-23  A horse at home is out of play; who has no running horse is skipped.
    PD-24  The first horse home wins; the others play on for their ranks, the last one without playing.
    PD-25  With stables, whoever first has both horses home wins, and the game ends.
    PD-26  With two running horses the first throw of a turn names one, and it is kept for the series.
    PD-27  As many dice as are due, every face a valid one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.action import BANK, TABLE, Action, Event, Rejected, Template
from companion.game import View
from companion.games.poker_dice_race.state import CODES, Face, Horse, Series, State

Events = tuple[Event, ...]


def apply(state: State, action: Action) -> tuple[State, Events]:
    """The state after an action, and what happened; raises ``Rejected`` with a code of section 4."""
    do, by = action.get("do"), action.get("by")
    if state.phase == "over" and do != "confirm_position":
        raise Rejected("game_over")
    if not isinstance(do, str) or do not in CODES.actions:
        raise Rejected("unknown_action")
    if not isinstance(by, str) or (by not in state.players and by not in (TABLE, BANK)):
        raise Rejected("unknown_player")
    match do:
        case "first_player":
            return _first_player(state, by, action.get("player"))
        case "roll":
            return _roll(state, by, action.get("dice"), action.get("horse"))
        case "stop":
            return _stop(state, by)
        case _:
            return _confirm_position(state, by, action.get("horse"), action.get("square"))


def is_over(state: State) -> bool:
    """Whether the game has ended (section 6)."""
    return state.phase == "over"


def legal_actions(state: State) -> tuple[Template, ...]:
    """What is wise and allowed now, as templates with domains; every concrete instance is accepted."""
    actions: list[Template] = []
    if state.phase == "draw_first":
        actions.append({"by": TABLE, "do": "first_player", "player": {"one_of": list(state.players)}})
    if state.phase == "racing" and state.turn is not None:
        if not (state.awaiting and state.option("strict_placement")):
            actions.extend(_roll_templates(state, state.turn))
        if can_stop(state):
            actions.append({"by": state.turn, "do": "stop"})
    for number in state.awaiting:
        square = state.horse(number).square
        actions.append({"by": TABLE, "do": "confirm_position", "horse": number, "square": square})
    return tuple(actions)


def offered(state: State, seat: str | None) -> tuple[Template, ...]:
    """The same for everybody: there is no secret."""
    return legal_actions(state)


def _roll_templates(state: State, player: str) -> list[Template]:
    running = state.running(player)
    chosen = [state.horse(state.series.horse)] if state.series is not None else list(running)
    templates: list[Template] = []
    for horse in chosen:
        here = horse.square if state.series is None else horse.square + state.series.total
        dice = {"list_of": list(state.faces), "count": state.board.dice_at(here)}
        template = {"by": player, "do": "roll", "dice": dice}
        templates.append(template | {"horse": horse.number} if len(running) > 1 else template)
    return templates


def can_stop(state: State) -> bool:
    """Whether a total exists (PD-5: a player throws at least once) and the virtual square is not blue (PD-12)."""
    return state.series is not None and state.board.zones[state.virtual or 0] != "blue"


def dice_expected(state: State) -> int | None:
    """The number of dice of the next roll (PD-13), None while the horse is not chosen or nothing runs."""
    if state.phase != "racing" or state.turn is None:
        return None
    if state.virtual is not None:
        return state.board.dice_at(state.virtual)
    running = state.running(state.turn)
    return state.board.dice_at(running[0].square) if len(running) == 1 else None


# ---------------------------------------------------------------- actions


def _first_player(state: State, by: str, player: object) -> tuple[State, Events]:
    """PD-4: drawn by lot at the table and told to the engine."""
    if by not in (TABLE, BANK):
        raise Rejected("table_only")
    if state.phase != "draw_first":
        raise Rejected("wrong_phase")
    if not isinstance(player, str) or player not in state.players:
        raise Rejected("unknown_player")
    started = replace(state, phase="racing", turn=player)
    return started, (Event("race_started", {"first": player}), Event("turn_started", {"player": player}))


def _roll(state: State, by: str, dice: object, horse: object) -> tuple[State, Events]:
    _require_turn(state, by)
    if state.awaiting and state.option("strict_placement"):
        number = state.awaiting[0]
        raise Rejected("placement_pending", horse=number, expected=state.horse(number).square)
    runner = _chosen_horse(state, by, horse)
    before = runner.square + (state.series.total if state.series else 0)
    faces = _checked_dice(state, dice, state.board.dice_at(before))
    figures = sum(face in state.figures for face in faces)
    rolled = Event("rolled", {"player": by, "horse": runner.number, "dice": list(faces), "figures": figures})
    if figures == 0:
        return _lose_series(state, by, runner, rolled)
    rolls = (*state.series.rolls, faces) if state.series else (faces,)
    total = (state.series.total if state.series else 0) + figures
    grown = replace(state, series=Series(runner.number, rolls, total), lost=None)
    virtual = grown.virtual or 0
    zone = state.board.zones[virtual]
    events = [rolled, Event("series_grew", {"player": by, "total": total, "virtual": virtual, "zone": zone})]
    if zone == "finish":
        return _arrive(grown, by, runner, events)
    if zone == "blue":
        events.append(Event("must_reroll", {"player": by, "horse": runner.number, "square": virtual}))
    if state.board.dice_at(before) == 2 and state.board.dice_at(virtual) == 1:
        events.append(Event("one_die_from_now", {"horse": runner.number}))
    return grown, tuple(events)


def _require_turn(state: State, by: str) -> None:
    if by not in state.players:
        raise Rejected("unknown_player")
    if state.phase != "racing":
        raise Rejected("wrong_phase")
    if by != state.turn:
        raise Rejected("not_your_turn", expected=state.turn, seen=by)


def _chosen_horse(state: State, player: str, number: object) -> Horse:
    """PD-26: the horse named with the first roll is kept for the series; a lone one need not be named."""
    if state.series is not None:
        if number is not None and (type(number) is not int or number != state.series.horse):
            raise Rejected("horse_locked", expected=state.series.horse, seen=number)
        return state.horse(state.series.horse)
    if number is None:
        running = state.running(player)
        if len(running) != 1:
            raise Rejected("horse_required", expected=[horse.number for horse in running])
        return running[0]
    horse = _known_horse(state, number)
    if horse.owner != player:
        raise Rejected("not_your_horse", horse=horse.number)
    if horse.rank is not None:
        raise Rejected("horse_finished", horse=horse.number)
    return horse


def _known_horse(state: State, number: object) -> Horse:
    if isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= len(state.horses):
        return state.horse(number)
    raise Rejected("unknown_horse", seen=number)


def _checked_dice(state: State, dice: object, expected: int) -> tuple[Face, ...]:
    """PD-27: every face a valid one, and as many dice as are due."""
    if not isinstance(dice, list | tuple):
        raise Rejected("bad_face", seen=dice)
    for face in dice:
        if isinstance(face, bool) or not isinstance(face, str | int) or face not in state.faces:
            raise Rejected("bad_face", seen=face)
    if len(dice) != expected:
        raise Rejected("wrong_dice_count", expected=expected, seen=len(dice))
    return tuple(dice)


def _lose_series(state: State, player: str, runner: Horse, rolled: Event) -> tuple[State, Events]:
    """PD-8: no figure: what was collected is lost and the turn ends; the horse stays."""
    lost = state.series.total if state.series else 0
    event = Event("series_lost", {"player": player, "horse": runner.number, "lost": lost})
    following = replace(state, series=None, lost=state.series, turn=_next_player(state, player))
    return following, (rolled, event, Event("turn_started", {"player": following.turn}))


def _arrive(state: State, player: str, runner: Horse, events: list[Event]) -> tuple[State, Events]:
    """PD-21, PD-22: the virtual square is the finish: arrived at once, on the lowest free numbered square."""
    rank = len(state.finish_order) + 1
    finish = state.board.finish
    events.append(
        Event("horse_moved", {"horse": runner.number, "square_from": runner.square, "square_to": finish})
    )
    events.append(Event("horse_finished", {"horse": runner.number, "rank": rank, "owner": player}))
    arrived = replace(
        state,
        series=None,
        horses=_replaced(state.horses, Horse(runner.number, player, finish, rank)),
        finish_order=(*state.finish_order, runner.number),
        awaiting=_awaiting(state, runner.number),
    )
    settled = settle(arrived, player)
    if settled.phase == "over":
        events.append(Event("game_over", {"winner": settled.winner}))
    else:
        settled = replace(settled, turn=_next_player(settled, player))
        events.append(Event("turn_started", {"player": settled.turn}))
    return settled, tuple(events)


def settle(state: State, arrived: str) -> State:
    """The state after a player's horse has arrived: winner and end of the game (PD-24, PD-25)."""
    if state.stables:
        if state.running(arrived):
            return state
        return replace(state, phase="over", turn=None, winner=arrived)
    winner = state.winner or state.horse(state.finish_order[0]).owner
    left = [horse for horse in state.horses if horse.rank is None]
    if state.option("end_when") == "first":
        return replace(state, phase="over", turn=None, winner=winner)
    if len(left) > 1:
        return replace(state, winner=winner)
    horses, order = state.horses, state.finish_order
    for last in left:
        order = (*order, last.number)
        horses = _replaced(horses, Horse(last.number, last.owner, last.square, len(order)))
    return replace(state, phase="over", turn=None, winner=winner, horses=horses, finish_order=order)


def _stop(state: State, by: str) -> tuple[State, Events]:
    """PD-10, PD-16: the horse moves by the whole total; one that stood there goes where it came from.

    Whoever is overtaken stays (PD-15). The rule holds within a stable too (PD-18), and from the start square
    means back to one's own start, which is square 0 for all (PD-17). The square left is free and no obstacle, so
    that nobody is displaced further (PD-20).
    """
    _require_turn(state, by)
    if state.series is None:
        raise Rejected("nothing_to_bank")
    if not can_stop(state):
        raise Rejected("on_obstacle_must_reroll", square=state.virtual)
    runner = state.horse(state.series.horse)
    square = state.virtual or 0
    moved = {"horse": runner.number, "square_from": runner.square, "square_to": square}
    events = [Event("horse_moved", moved)]
    horses = _replaced(state.horses, Horse(runner.number, by, square))
    awaiting = _awaiting(state, runner.number)
    for other in state.horses:
        if other.number != runner.number and other.rank is None and other.square == square:
            horses = _replaced(horses, Horse(other.number, other.owner, runner.square))
            awaiting = (*(number for number in awaiting if number != other.number), other.number)
            swap = {"horse": runner.number, "displaced": other.number, "displaced_to": runner.square}
            events.append(Event("horses_swapped", swap))
    following = replace(state, series=None, horses=horses, awaiting=awaiting, turn=_next_player(state, by))
    return following, (*events, Event("turn_started", {"player": following.turn}))


def _confirm_position(state: State, by: str, number: object, square: object) -> tuple[State, Events]:
    """Section 7: a pawn was seen on a square; on its own square it is no longer awaited."""
    if by != TABLE:
        raise Rejected("table_only")
    horse = _known_horse(state, number)
    if type(square) is not int or square != horse.square:
        why = _why_wrong(state, horse, square)
        raise Rejected("wrong_square", horse=horse.number, expected=horse.square, seen=square, **why)
    awaiting = tuple(waiting for waiting in state.awaiting if waiting != horse.number)
    confirmed = Event("position_confirmed", {"horse": horse.number, "square": horse.square})
    return replace(state, awaiting=awaiting), (confirmed,)


def _why_wrong(state: State, horse: Horse, square: object) -> dict[str, Any]:
    """Section 7: the rank of a horse that is home (PD-21), whether its series was lost (PD-8), or whose square it is
    on (PD-16); empty: nothing is known of it.
    """
    if horse.square == state.board.finish:
        return {"rank": horse.rank}
    if state.lost is not None and (horse.number, square) == (
        state.lost.horse,
        horse.square + state.lost.total,
    ):
        return {"lost": state.lost.total}
    others = (
        other for other in state.horses if other.square == square and 0 < other.square < state.board.finish
    )
    return next(({"taken_by": other.number} for other in others), {})


def _awaiting(state: State, number: int) -> tuple[int, ...]:
    return (*(waiting for waiting in state.awaiting if waiting != number), number)


def _replaced(horses: tuple[Horse, ...], horse: Horse) -> tuple[Horse, ...]:
    return (*horses[: horse.number - 1], horse, *horses[horse.number :])


def _next_player(state: State, player: str) -> str:
    """PD-4, PD-23: turns go round in seat order; a player without a running horse is skipped."""
    seat = state.players.index(player)
    for step in range(1, len(state.players)):
        following = state.players[(seat + step) % len(state.players)]
        if state.running(following):
            return following
    return player


# ---------------------------------------------------------------- view


def view(state: State, seat: str | None = None) -> View:
    """What may be shown (section 3): there is no secret, so every seat sees the same.

    Beside the fields of section 3 it carries ``board`` and ``options``, which drawings and odds need.
    """
    board = state.board
    return View(
        {
            "game": "poker_dice_race",
            "phase": state.phase,
            "players": list(state.players),
            "turn": state.turn,
            "horses": {
                str(horse.number): {
                    "owner": horse.owner,
                    "square": horse.square,
                    "rank": horse.rank,
                    "zone": board.zones[horse.square],
                }
                for horse in state.horses
            },
            "series": _series_view(state),
            "dice_expected": dice_expected(state),
            "can_stop": can_stop(state),
            "finish_order": list(state.finish_order),
            "awaiting": [
                {"horse": number, "square": state.horse(number).square} for number in state.awaiting
            ],
            "winner": state.winner,
            "ranking": ranking(state),
            "board": {
                "length": board.length,
                "obstacles": [list(obstacle) for obstacle in board.obstacles],
                "arrival_squares": board.arrival_squares,
            },
            "options": dict(state.options),
        }
    )


def _series_view(state: State) -> Mapping[str, Any] | None:
    if state.series is None or state.virtual is None:
        return None
    zone = state.board.zones[state.virtual]
    return {
        "horse": state.series.horse,
        "rolls": [list(roll) for roll in state.series.rolls],
        "total": state.series.total,
        "virtual": state.virtual,
        "zone": zone,
        "must_reroll": zone == "blue",
    }


def ranking(state: State) -> list[dict[str, Any]]:
    """The final ranking (section 6), by rank and then by seat; empty while the race goes on."""
    if state.phase != "over":
        return []
    if state.stables:
        ranks = {player: 1 if player == state.winner else 2 for player in state.players}
    else:
        ranks = _ranks_by_horse(state)
    return sorted(
        ({"player": player, "rank": ranks[player]} for player in state.players),
        key=lambda row: (row["rank"], state.players.index(str(row["player"]))),
    )


def _ranks_by_horse(state: State) -> dict[str, int]:
    """Arrived horses by rank; with ``end_when: first`` the others by square, equal squares sharing a rank."""
    ranks: dict[str, int] = {}
    for horse in state.horses:
        if horse.rank is not None:
            ranks[horse.owner] = horse.rank
        else:
            ahead = sum(other.rank is None and other.square > horse.square for other in state.horses)
            ranks[horse.owner] = len(state.finish_order) + ahead + 1
    return ranks
