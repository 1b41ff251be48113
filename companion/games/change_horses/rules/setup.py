"""How a race begins: players, house rules, the course, and what lay on the table (section 3, ``setup``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import BANK, TABLE, Rejected
from companion.game import chosen_options
from companion.games.change_horses.rules.auction import open_auction
from companion.games.change_horses.rules.moving import someone_crossed, work_out
from companion.games.change_horses.rules.state import (
    BOARD_CAPACITY,
    CARDS,
    CARROTS_A_PLAYER,
    HORSES,
    MOST_ROUNDS,
    NUMBER,
    OPTIONS,
    PHASES,
    PILE_COUNT,
    WILD_EACH,
    Field,
    House,
    Placed,
    Seat,
    State,
    missing_cards,
    replaced,
)
from companion.games.change_horses.rules.turns import order_of, turns_of_lap

SETUP_KEYS = frozenset(
    {
        *("phase", "round", "lap", "horses", "positions", "first", "turn", "front", "used", "board"),
        *("wild_left", "changed", "carrots", "certificates", "pile"),
    }
)


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    """The first state of a race.

    Raises ``Rejected``: ``bad_options`` for players, house rules and the profile of the board, ``bad_setup`` for what
    lay on the table; the details name the key at fault. A house rule that is given goes before the profile.
    """
    house = _house(players, options, profile)
    if setup is not None and not isinstance(setup, Mapping):
        raise Rejected("bad_setup", key="")
    laid = setup or {}
    unknown = [str(key) for key in laid if key not in SETUP_KEYS]
    if unknown:
        raise Rejected("bad_setup", key=min(unknown))
    return _Laid(house, laid).state()


def _house(
    players: Sequence[str], options: Mapping[str, Any] | None, profile: Mapping[str, Any] | None
) -> House:
    names = _names(players)
    board = _board(profile)
    if options is not None and not isinstance(options, Mapping):
        raise Rejected("bad_options", key="", seen=None)
    chosen = chosen_options(OPTIONS, {**board, **(options or {})}, code="bad_options")
    if chosen["derby"] and len(names) == 2:
        raise Rejected("bad_options", key="derby", seen=True, expected=[False])
    mode = "two_player" if len(names) == 2 else "derby" if chosen["derby"] else "basic"
    return House(names, tuple(chosen.items()), mode, chosen["lanes"], chosen["finish_row"])


def _names(players: object) -> tuple[str, ...]:
    """Two to five players, each with a name of their own."""
    if not isinstance(players, list | tuple) or not 2 <= len(players) <= 5:
        raise Rejected("bad_options", key="players", expected=[2, 5])
    if not all(isinstance(name, str) and name.strip() and name not in (TABLE, BANK) for name in players):
        raise Rejected("bad_options", key="players", expected=[2, 5])
    if len(set(players)) != len(players):
        raise Rejected("bad_options", key="players", expected=[2, 5])
    return tuple(players)


def _board(profile: object) -> dict[str, Any]:
    """The course as it was measured: ``lanes`` and ``finish_row`` (section 1)."""
    if profile is None:
        return {}
    if not isinstance(profile, Mapping) or profile.get("profile", "change_horses") != "change_horses":
        raise Rejected("bad_options", key="profile")
    board = profile.get("board", {})
    if not isinstance(board, Mapping) or not set(board) <= {"lanes", "finish_row"}:
        raise Rejected("bad_options", key="board")
    return dict(board)


class _Laid:
    """The table as the setup describes it; what is not named, or null, is as at the start."""

    def __init__(self, house: House, laid: Mapping[str, Any]) -> None:
        self.house = house
        self.laid = {key: value for key, value in laid.items() if value is not None}

    def state(self) -> State:
        phase = self._phase()
        state = State(
            house=self.house,
            phase=phase,
            round=self._whole("round", 1, MOST_ROUNDS),
            lap=self._whole("lap", 1, 2),
            horses=self._horses(phase),
            seats=self._seats(),
            order=(),
            turns=(),
            wild_played=False,
            board=self._board(),
            due=(),
            auction=None,
            pile=self._pile(),
        )
        self._check_letters(state)
        return self._going(self._ordered(state))

    # -- the course of the game

    def _phase(self) -> str:
        phase = self.laid.get("phase", "play" if self.laid.get("turn") is not None else "place_horses")
        house = self.house
        if not isinstance(phase, str) or phase not in PHASES or phase == "game_over":
            raise _bad("phase")
        if phase == "auction" and not house.derby:
            raise _bad("phase")
        return phase

    def _ordered(self, state: State) -> State:
        """Who plays in which order: by the position cards, with two players whoever begins."""
        first = self._player("first")
        turn = self._player("turn")
        count = len(self.house.players)
        if self.house.two:
            if state.phase in ("place_horses", "positions") and first is None:
                return state
            begins = self._first_by_turn(state) if first is None else first
            return replaced(state, order=(begins, 1 - begins))
        if all(seat.position for seat in state.seats):
            return replaced(state, order=order_of(state.seats))
        if state.phase in ("place_horses", "positions", "certificates"):
            return state
        begins = turn or 0
        return replaced(state, order=tuple((begins + step) % count for step in range(count)))

    def _first_by_turn(self, state: State) -> int:
        """CH-72: two players alternate, so whoever is on turn at an even number of cards has begun."""
        turn = self._player("turn") or 0
        return turn if len(state.board) % 2 == 0 else 1 - turn

    def _going(self, state: State) -> State:
        """The phase with all that belongs to it: turns, moves that are due, an auction, why the race ended."""
        match state.phase:
            case "select":
                if not any(missing_cards(self.house, seat) for seat in state.seats):
                    raise _bad("front")
                return state
            case "play":
                return replaced(state, turns=self._turns(state))
            case "move":
                return work_out(state)[0]
            case "auction":
                return open_auction(state)[0]
            case "certificates":
                reason = "finish_line" if someone_crossed(state) else "last_card"
                return replaced(state, end_reason=reason)
            case _:
                return state

    def _turns(self, state: State) -> tuple[int, ...]:
        """Those still to play: after ``turn`` in the order; two players alternate until the board has its cards."""
        turn = self._player("turn")
        if self.house.two:
            left = (4 if state.lap == 1 else 8) - len(state.board)
            if left <= 0:
                raise _bad("board")
            begins = state.order[len(state.board) % 2] if turn is None else turn
            return tuple(begins if step % 2 == 0 else 1 - begins for step in range(left))
        turns = turns_of_lap(state)
        return turns if turn is None else turns[turns.index(turn) :]

    # -- the pieces and cards

    def _horses(self, phase: str) -> tuple[Field, ...]:
        """CH-1, CH-24: a field each; horses that are not named stand on free lanes of the start line."""
        given = self._mapping("horses")
        if not set(given) <= set(HORSES):
            raise _bad("horses")
        fields: list[Field | None] = []
        for letter in HORSES:
            fields.append(self._field(letter, given[letter]) if letter in given else None)
        placed = [field for field in fields if field is not None]
        if len(set(placed)) < len(placed):
            raise _bad("horses")
        if phase == "place_horses" and not given:
            return ((0, 0),) * len(HORSES)
        free = [lane for lane in range(1, self.house.lanes + 1) if (lane, 0) not in placed]
        return tuple((free.pop(0), 0) if field is None else field for field in fields)

    def _field(self, letter: str, given: object) -> Field:
        if not isinstance(given, Mapping) or not set(given) <= {"lane", "row", "crossed"}:
            raise _bad(f"horses.{letter}")
        lane, row = given.get("lane"), given.get("row")
        if type(lane) is not int or not 1 <= lane <= self.house.lanes or type(row) is not int or row < 0:
            raise _bad(f"horses.{letter}")
        return lane, row

    def _board(self) -> tuple[Placed, ...]:
        given = self.laid.get("board", [])
        if not isinstance(given, list | tuple) or len(given) > BOARD_CAPACITY[len(self.house.players)]:
            raise _bad("board")
        return tuple(self._placed(one) for one in given)

    def _placed(self, given: object) -> Placed:
        if not isinstance(given, Mapping) or not set(given) <= {"by", "card", "covered_by"}:
            raise _bad("board")
        by, card, cover = given.get("by"), given.get("card"), given.get("covered_by")
        number, covered_by = self.house.seat(by), self.house.seat(cover)
        if number is None or not isinstance(card, str) or card not in CARDS:
            raise _bad("board")
        if cover is not None and covered_by is None:
            raise _bad("board")
        return Placed(number, card, covered_by)

    def _seats(self) -> tuple[Seat, ...]:
        """CH-3, CH-4: each player's things; carrots only in Derby League."""
        front, used = self._mapping("front"), self._mapping("used")
        positions = self._positions()
        carrots = CARROTS_A_PLAYER * len(self.house.players)
        board = self._board()
        seats = []
        for number, name in enumerate(self.house.players):
            placed = [one.card for one in board if one.by == number]
            shown = self._cards("front", front.get(name))
            gone = {*self._cards("used", used.get(name)), *placed}
            seats.append(
                Seat(
                    hand=tuple(card for card in CARDS if card not in gone and card not in shown),
                    front=shown,
                    wild_left=self._number_of("wild_left", name, WILD_EACH, WILD_EACH),
                    changed=self._number_of("changed", name, 0, WILD_EACH),
                    carrots=self._number_of("carrots", name, carrots, None) if self.house.derby else 0,
                    position=positions[number],
                    certificates=self._certificates(name),
                    noted=self._certificates(name),
                )
            )
        return tuple(seats)

    def _cards(self, key: str, given: object) -> tuple[str, ...]:
        """CH-17: every set holds each pair once."""
        given = () if given is None else given
        if not isinstance(given, list | tuple):
            raise _bad(key)
        if not all(isinstance(card, str) and card in CARDS for card in given) or len(set(given)) < len(given):
            raise _bad(key)
        return tuple(given)

    def _positions(self) -> list[int | None]:
        players = self.house.players
        given = self._mapping("positions")
        if self.house.two or not given:
            return [None] * len(players)
        numbers = [given.get(name) for name in players]
        if any(type(number) is not int for number in numbers):
            raise _bad("positions")
        if sorted(filter(None, numbers)) != list(range(1, len(players) + 1)):
            raise _bad("positions")
        return numbers

    def _certificates(self, name: str) -> tuple[str | None, ...]:
        letters = self._letters("certificates", self._mapping("certificates").get(name))
        missing = self.house.certificates_each - len(letters)
        if missing < 0:
            raise _bad("certificates")
        return (*letters, *(None,) * missing)

    def _pile(self) -> tuple[str | None, ...]:
        """CH-3: two, three, two or one; what is not named lies below."""
        letters = self._letters("pile", self.laid.get("pile"))
        missing = PILE_COUNT[len(self.house.players)] - len(letters)
        if missing < 0:
            raise _bad("pile")
        return (*(None,) * missing, *letters)

    def _letters(self, key: str, given: object) -> tuple[str | None, ...]:
        given = () if given is None else given
        if not isinstance(given, list | tuple):
            raise _bad(key)
        if not all(one is None or (isinstance(one, str) and one in NUMBER) for one in given):
            raise _bad(key)
        return tuple(given)

    def _check_letters(self, state: State) -> None:
        """CH-3: one certificate a horse."""
        letters = [letter for seat in state.seats for letter in seat.certificates] + list(state.pile)
        known = [letter for letter in letters if letter is not None]
        if len(set(known)) < len(known):
            raise _bad("certificates")

    # -- reading the setup

    def _mapping(self, key: str) -> Mapping[str, Any]:
        given = self.laid.get(key, {})
        if not isinstance(given, Mapping):
            raise _bad(key)
        if key != "horses" and not set(given) <= set(self.house.players):
            raise _bad(key)
        return given

    def _player(self, key: str) -> int | None:
        given = self.laid.get(key)
        seat = self.house.seat(given)
        if given is not None and seat is None:
            raise _bad(key)
        return seat

    def _whole(self, key: str, low: int, high: int) -> int:
        number = self.laid.get(key, low)
        if type(number) is not int or not low <= number <= high:
            raise _bad(key)
        return number

    def _number_of(self, key: str, name: str, start: int, most: int | None) -> int:
        number = self._mapping(key).get(name)
        number = start if number is None else number
        if type(number) is not int or number < 0 or (most is not None and number > most):
            raise _bad(key)
        return number


def _bad(key: str) -> Rejected:
    return Rejected("bad_setup", key=key)
