"""How a game begins: players, house rules, the family's box, and what lay on the table (section 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import BANK, TABLE, Rejected
from companion.game import chosen_options
from companion.games.super_crack.rules.betting import BET_PRICES, in_order
from companion.games.super_crack.rules.ending import end_game
from companion.games.super_crack.rules.market import refresh
from companion.games.super_crack.rules.printed import PRINTED
from companion.games.super_crack.rules.profile import (
    COLOURS,
    DEFAULT_PROFILE,
    HORSES,
    OPTIONS,
    Board,
    House,
    Profile,
    is_whole,
)
from companion.games.super_crack.rules.race import ARRIVALS
from companion.games.super_crack.rules.state import (
    PHASES,
    RACE_PHASES,
    Bet,
    Betting,
    Cards,
    Draft,
    Ledger,
    Market,
    Setting,
    State,
    active,
    owner_seats,
    running,
)

FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
LARGEST_BALANCE = 10**12
MOST_RACES = 10**6

SETUP_KEYS = frozenset(
    (
        *("board", "deck", "owner_cards", "phase", "race", "cash", "owed", "horses", "hands", "cards_dealt"),
        *("bets", "black_pawns", "handicap_done", "left", "turn", "to_roll", "arrivals", "start_rolls"),
        *("returned", "bankrupt"),
    )
)


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    """The first state of a game.

    Raises ``Rejected`` with ``bad_players`` (SC-1: 2 to 6, different names), ``bad_option``, ``bad_profile`` or
    ``bad_setup``; its details name the key at fault.
    """
    _check_players(players)
    house = House(**chosen_options(OPTIONS, options))
    if setup is not None and not isinstance(setup, Mapping):
        raise Rejected("bad_setup", key="")
    setup = setup or {}
    for key in setup:
        if key not in SETUP_KEYS:
            raise Rejected("bad_setup", key=str(key))
    box = _box(profile, setup)
    return _Table(Setting(tuple(players), house, box), setup).laid()


def _check_players(players: object) -> None:
    """SC-1: two to six players, each with a name of their own."""
    if not isinstance(players, list | tuple) or not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise Rejected("bad_players", expected=[FEWEST_PLAYERS, MOST_PLAYERS])
    if not all(isinstance(name, str) and name.strip() and name not in (TABLE, BANK) for name in players):
        raise Rejected("bad_players", expected=[FEWEST_PLAYERS, MOST_PLAYERS])
    if len(set(players)) != len(players):
        raise Rejected("bad_players", expected=[FEWEST_PLAYERS, MOST_PLAYERS])


def _box(profile: Mapping[str, Any] | None, setup: Mapping[str, Any]) -> Profile:
    """The family's box: the profile, the setup's board merged over it key by key, its deck and cards in place."""
    if profile is not None and not isinstance(profile, Mapping):
        raise Rejected("bad_profile", key="")
    base: dict[str, Any] = {**DEFAULT_PROFILE, "provisional": profile is None}
    if profile is not None:
        if profile.get("profile", "super_crack") != "super_crack":
            raise Rejected("bad_profile", key="profile")
        base |= {key: profile[key] for key in DEFAULT_PROFILE if key in profile}
        for key, printed in PRINTED.items():
            if key in profile and profile[key] != printed:
                raise Rejected("bad_profile", key=key)
        if type(base["provisional"]) is not bool:
            raise Rejected("bad_profile", key="provisional")
        base["board"] = _merged_board(DEFAULT_PROFILE["board"], base["board"], "bad_profile")
    box = _profile(base, "bad_profile")
    given = {key: setup[key] for key in ("board", "owner_cards", "deck") if key in setup}
    if not given:
        return box
    if "board" in given:
        given["board"] = _merged_board(base["board"], given["board"], "bad_setup")
    return _profile({**base, **given}, "bad_setup")


def _merged_board(base: Mapping[str, Any], given: object, code: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise Rejected(code, key="board")
    return {**base, **given}


def _profile(given: Mapping[str, Any], code: str) -> Profile:
    board = Board.of(given["board"], code)
    return Profile.of(board, given["owner_cards"], given["deck"], given["provisional"], code)


Stables = tuple[tuple[int, ...], ...]


def _wrong(key: str) -> Rejected:
    return Rejected("bad_setup", key=key)


class _Table:
    """What lay on the table, read key by key."""

    def __init__(self, setting: Setting, setup: Mapping[str, Any]) -> None:
        self._setting = setting
        self._setup = setup
        self._seats = len(setting.players)
        self._phase = setup.get("phase", "opening")
        if not isinstance(self._phase, str) or self._phase not in PHASES:
            raise _wrong("phase")
        self._race = setup.get("race", 1)
        if not is_whole(self._race, 1, MOST_RACES):
            raise _wrong("race")
        self._bankrupt = self._seat_list("bankrupt")
        if len(self._bankrupt) >= self._seats or (
            len(self._bankrupt) == self._seats - 1 and self._phase != "over"
        ):
            raise _wrong("bankrupt")

    def laid(self) -> State:
        """The state with everything in its place."""
        stables, squares, arrivals = self._horses()
        left = self._seat_list("left")
        state = State(
            self._setting,
            self._phase,
            self._race,
            self._ledger(),
            stables,
            self._bankrupt,
            Market(left=left if self._phase == "market" else ()),
            self._cards(),
            self._seat_list("handicap_done"),
            self._betting(),
            squares,
            arrivals=arrivals,
        )
        game = Draft(state)
        self._lay_turn(game)
        self._check_phase(game)
        if self._phase == "market":
            refresh(game)
        if self._phase == "over":
            end_game(game, "stopped")
        return game.finished()

    # ------------------------------------------------------------ players and money

    def _seat(self, name: object, key: str) -> int:
        if not isinstance(name, str) or name not in self._setting.players:
            raise _wrong(key)
        return self._setting.players.index(name)

    def _seat_list(self, key: str) -> tuple[int, ...]:
        given = self._setup.get(key, [])
        if not isinstance(given, list | tuple):
            raise _wrong(key)
        seats = tuple(self._seat(name, key) for name in given)
        if len(set(seats)) != len(seats):
            raise _wrong(key)
        return seats

    def _by_seat(self, key: str) -> dict[int, Any]:
        """A field by player: {seat: value}, only those given."""
        given = self._setup.get(key, {})
        if not isinstance(given, Mapping):
            raise _wrong(key)
        return {self._seat(name, key): value for name, value in given.items()}

    def _ledger(self) -> Ledger:
        """SC-3: the bank's balance is minus the sum of the players'."""
        cash, owed = self._by_seat("cash"), self._by_seat("owed")
        if not all(is_whole(value, -LARGEST_BALANCE, LARGEST_BALANCE) for value in cash.values()):
            raise _wrong("cash")
        if not all(is_whole(value, 0, LARGEST_BALANCE) for value in owed.values()):
            raise _wrong("owed")
        balances = tuple(cash.get(seat, 0) for seat in range(self._seats))
        return Ledger((*balances, -sum(balances)), tuple(owed.get(seat, 0) for seat in range(self._seats)))

    # ------------------------------------------------------------ horses

    def _horses(self) -> tuple[Stables, tuple[int | None, ...], tuple[int, ...]]:
        """The stables, the squares by horse, and the arrivals, which stand on the finish line."""
        given = self._setup.get("horses", {})
        numbers = {str(number): number for number in HORSES}
        if not isinstance(given, Mapping) or not all(key in numbers for key in given):
            raise _wrong("horses")
        owners: list[int | None] = [None] * len(HORSES)
        squares: list[int | None] = [None] * len(HORSES)
        arrivals = self._arrivals()
        for key, laid in given.items():
            number, where = numbers[key], f"horses.{key}"
            if not isinstance(laid, Mapping) or not set(laid) <= {"owner", "square"}:
                raise _wrong(where)
            if laid.get("owner") is not None:
                owners[number - 1] = self._seat(laid["owner"], where)
            if owners[number - 1] in self._bankrupt:
                raise _wrong(where)
            squares[number - 1] = self._square(laid.get("square"), number in arrivals, where)
            if squares[number - 1] is not None and owners[number - 1] is None:
                raise _wrong(where)
        finish = self._setting.profile.board.finish
        for number in HORSES:
            owned = owners[number - 1] is not None
            if number in arrivals:
                if not owned:
                    raise _wrong("arrivals")
                squares[number - 1] = finish
            elif owned and squares[number - 1] is None and self._phase in RACE_PHASES:
                squares[number - 1] = 0
        stables = tuple(
            tuple(number for number in HORSES if owners[number - 1] == seat) for seat in range(self._seats)
        )
        return stables, tuple(squares), arrivals

    def _square(self, square: object, arrived: bool, key: str) -> int | None:
        if square is None:
            return None
        board = self._setting.profile.board
        if not is_whole(square, -board.red_zone, board.finish if arrived else board.finish - 1):
            raise _wrong(key)
        return square if self._phase in (*RACE_PHASES, "over") else None

    def _arrivals(self) -> tuple[int, ...]:
        given = self._setup.get("arrivals", [])
        most = ARRIVALS if self._phase in ("settling", "over") else ARRIVALS - 1
        if not isinstance(given, list | tuple) or not all(is_whole(number, 1, 16) for number in given):
            raise _wrong("arrivals")
        if len(set(given)) != len(given) or len(given) > most:
            raise _wrong("arrivals")
        if given and self._phase not in ("racing", "settling", "over"):
            raise _wrong("arrivals")
        return tuple(given)

    # ------------------------------------------------------------ cards and bets

    def _cards(self) -> Cards:
        profile, hands = self._setting.profile, self._by_seat("hands")
        returned = self._setup.get("returned", [])
        dealt = self._setup.get("cards_dealt", "hands" in self._setup)
        if type(dealt) is not bool:
            raise _wrong("cards_dealt")
        for key, cards in (*(("hands", hand) for hand in hands.values()), ("returned", returned)):
            if not isinstance(cards, list | tuple) or not all(self._may_be_card(card) for card in cards):
                raise _wrong(key)
        if any(hands.get(seat) for seat in self._bankrupt):
            raise _wrong("hands")
        unseen = list(profile.copies)
        for cards in (*hands.values(), returned):
            for card in cards:
                if card is not None:
                    unseen[profile.place[card]] -= 1
        held = sum(map(len, hands.values()))
        pile = sum(profile.copies) - held
        if len(returned) > pile:
            raise _wrong("hands" if hands else "returned")
        in_order_of_seats = tuple(tuple(hands.get(seat, ())) for seat in range(self._seats))
        return Cards(in_order_of_seats, pile, tuple(returned), tuple(unseen), dealt)

    def _may_be_card(self, card: object) -> bool:
        return card is None or (isinstance(card, str) and card in self._setting.profile.place)

    def _betting(self) -> Betting:
        """Bets already paid; these players have decided."""
        bets: dict[int, Bet] = {}
        for seat, tokens in self._by_seat("bets").items():
            if tokens is None:
                continue
            if not isinstance(tokens, list | tuple) or len(tokens) not in BET_PRICES:
                raise _wrong("bets")
            if not all(isinstance(colour, str) and colour in COLOURS for colour in tokens):
                raise _wrong("bets")
            bets[seat] = Bet(in_order(tokens), BET_PRICES[len(tokens)])
        if bets and self._phase not in ("betting", "start_roll", "racing", "settling", "over"):
            raise _wrong("bets")
        in_order_of_seats = tuple(bets.get(seat) for seat in range(self._seats))
        return Betting(in_order_of_seats, tuple(bets), self._seat_list("black_pawns"))

    # ------------------------------------------------------------ whose turn

    def _lay_turn(self, game: Draft) -> None:
        start = self._by_seat("start_rolls")
        if not all(is_whole(value, 1, 6) for value in start.values()):
            raise _wrong("start_rolls")
        turn, to_roll = self._setup.get("turn"), self._setup.get("to_roll")
        if turn is not None:
            self._seat(turn, "turn")
        seat: int | None = None
        horses: tuple[int, ...] = ()
        if self._phase == "racing":
            seat = self._first_runner(game) if turn is None else self._seat(turn, "turn")
            if seat in self._bankrupt:
                raise _wrong("turn")
            horses = running(game, seat)
            if to_roll is not None:
                if not isinstance(to_roll, list | tuple) or not all(is_whole(n, 1, 16) for n in to_roll):
                    raise _wrong("to_roll")
                if not set(to_roll) <= set(horses) or len(set(to_roll)) != len(to_roll):
                    raise _wrong("to_roll")
                horses = tuple(sorted(to_roll))
        game.turn, game.to_roll = seat, horses
        game.start_rolls = tuple(start.items())
        game.start_group = owner_seats(game) if self._phase == "start_roll" else ()

    def _first_runner(self, game: Draft) -> int:
        seats = active(game)
        return next((seat for seat in seats if running(game, seat)), seats[0])

    def _check_phase(self, game: Draft) -> None:
        """Nothing may be laid out that the rules would already have gone on from."""
        seats, phase = set(active(game)), self._phase
        if phase == "handicap" and seats <= set(game.handicap_done):
            raise _wrong("handicap_done")
        if phase == "betting" and seats <= set(game.betting.decided):
            raise _wrong("bets")
        if phase == "start_roll":
            rolled = {seat for seat, _ in game.start_rolls}
            if not rolled < set(game.start_group) or len(game.start_group) < 2:
                raise _wrong("start_rolls")
