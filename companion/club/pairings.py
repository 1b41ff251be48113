"""Who meets whom in a tournament of games for two, round by round, and how it stands.

The rounds are paired by ``caissify-pairings``: Swiss ones by FIDE's Dutch system, round robins by Berger's tables.
Everything follows from who was entered, the rounds that were paired, and the games that the tables told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from companion.club.people import key_of
from companion.club.results import ClubGame

System = Literal["swiss", "round_robin"]
Result = Literal["one", "other", "draw"]
SYSTEMS: tuple[System, ...] = ("swiss", "round_robin")
RESULTS: tuple[Result, ...] = ("one", "other", "draw")
MOST_ENTRANTS = 64
"""A round of more takes minutes to be paired."""
_ENGINES: Mapping[System, str] = {"swiss": "dutch", "round_robin": "round_robin"}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players of one round; without another one has the round off, and its point.

    ``table`` is where they are called to. ``decided`` is what a referee has said, ``result`` what counts.
    """

    round: int
    place: int
    one: int
    other: int | None
    made_ms: int = 0
    table: str | None = None
    decided: Result | None = None
    result: Result | None = None
    game: ClubGame | None = None

    def points(self, player: int) -> float:
        """What a player has of it so far."""
        if self.other is None:
            return 1.0 if player == self.one else 0.0
        won = {"one": self.one, "other": self.other}.get(self.result or "")
        return 0.5 if self.result == "draw" else float(player == won)

    @property
    def is_over(self) -> bool:
        """Whether it has a result, or needs none."""
        return self.other is None or self.result is not None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament: its game, its players (numbers, in the order of their seeds), and the rounds paired so far."""

    number: int
    title: str
    box: str
    system: System
    rounds: int
    players: tuple[int, ...]
    meetings: tuple[Meeting, ...] = ()

    @property
    def round(self) -> int:
        """The last round that was paired."""
        return max((one.round for one in self.meetings), default=0)

    @property
    def may_go_on(self) -> bool:
        """Whether another round can be paired."""
        return self.round < self.rounds and all(one.is_over for one in self.meetings)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; ``opponents`` are the points of all whom the player met (Buchholz), which part equals."""

    rank: int
    player: int
    points: float
    opponents: float
    won: int


class Paired(Protocol):
    """The tournaments as they are kept. Every method may raise ``NotNow``."""

    def all(self) -> Sequence[tuple[int, str]]:
        """The tournaments by number and title, the newest first."""

    def one(self, number: int) -> Tournament | None:
        """A tournament as it was paired so far."""

    def begin(self, title: str, box: str, system: System, rounds: int, players: Sequence[int]) -> int:
        """A new tournament of these players, in the order of their seeds; gives its number."""

    def pair(self, number: int, round_: int, pairs: Sequence[tuple[int, int | None]]) -> None:
        """Keeps a round; one that two referees pair at the same time is kept once."""

    def call(self, number: int, round_: int, place: int, table: str) -> None:
        """Calls two players to a table, unless they were called to another."""

    def decide(self, number: int, round_: int, place: int, result: Result | None) -> None:
        """What a referee says, until another says otherwise; None leaves it to the game."""


def rounds_of(system: System, players: int, wanted: int) -> int:
    """How many rounds there are: all in a round robin, else as many as wanted and possible."""
    most = players - 1 + players % 2
    return most if system == "round_robin" else max(1, min(wanted, most))


def with_results(tournament: Tournament, games: Iterable[ClubGame], numbers: Mapping[str, int]) -> Tournament:
    """The tournament with what its tables told: the first finished game of both players that the club heard of after
    they were paired. ``numbers`` are the players' by ``key_of`` their names."""
    told: dict[frozenset[int], list[ClubGame]] = {}
    for game in sorted(games, key=lambda one: one.seen_ms):
        pair = frozenset(numbers.get(key_of(name), 0) for name in game.players)
        if game.over and game.box == tournament.box and len(pair) == len(game.players) == 2:
            told.setdefault(pair, []).append(game)
    return replace(
        tournament, meetings=tuple(_with_result(one, told, numbers) for one in tournament.meetings)
    )


def _with_result(
    meeting: Meeting, told: Mapping[frozenset[int], Sequence[ClubGame]], numbers: Mapping[str, int]
) -> Meeting:
    if meeting.other is None or meeting.decided is not None:
        return replace(meeting, result=meeting.decided)
    pair = frozenset((meeting.one, meeting.other))
    game = next((one for one in told.get(pair, ()) if one.seen_ms >= meeting.made_ms), None)
    if game is None:
        return meeting
    winners = {numbers.get(key_of(name)) for name in game.winners}
    result: Result = "draw" if len(winners) != 1 else "one" if meeting.one in winners else "other"
    return replace(meeting, result=result, game=game)


def standings(tournament: Tournament) -> list[Standing]:
    """How it stands, the first first; who is equal in all shares the rank."""
    points = dict.fromkeys(tournament.players, 0.0)
    won = dict.fromkeys(tournament.players, 0)
    met: dict[int, list[int]] = {player: [] for player in tournament.players}
    for meeting in tournament.meetings:
        for player, against in _sides(meeting):
            points[player] += meeting.points(player)
            if against is not None and meeting.is_over:
                met[player].append(against)
                won[player] += meeting.points(player) == 1.0
    opponents = {player: sum(points[one] for one in met[player]) for player in tournament.players}

    def worth(player: int) -> tuple[float, float, int]:
        return points[player], opponents[player], won[player]

    order = sorted(tournament.players, key=worth, reverse=True)
    return [
        Standing(1 + sum(worth(other) > worth(one) for other in order), one, *worth(one)) for one in order
    ]


def next_round(tournament: Tournament) -> list[tuple[int, int | None]]:
    """Who meets whom next; None is a round off. All rounds before must be over. A large round takes seconds."""
    from caissify_pairings import (
        generate_pairings,
    )  # it takes its time to be imported, and most pages need none

    told = _told(tournament)
    pairs: list[dict[str, Any]] = generate_pairings(
        _ENGINES[tournament.system],
        list(told.values()),
        {(one.one, one.other) for one in tournament.meetings if one.other is not None},
        tournament.round + 1,
        tournament.rounds,
    )
    return [(pair["white_id"], pair["black_id"]) for pair in pairs]


def _told(tournament: Tournament) -> dict[int, dict[str, Any]]:
    """What the library has to know of each player: points, sides, and whom it met above or below its own points."""
    told: dict[int, dict[str, Any]] = {
        player: {
            **{"id": player, "name": "", "rating": 0, "starting_number": seed, "score": 0.0, "bye_count": 0},
            **{"color_hist": [], "float_history": []},
        }
        for seed, player in enumerate(tournament.players, start=1)
    }
    for number in range(1, tournament.round + 1):
        before = {player: one["score"] for player, one in told.items()}
        for meeting in (one for one in tournament.meetings if one.round == number):
            for player, against in _sides(meeting):
                one = told[player]
                one["score"] += meeting.points(player)
                one["bye_count"] += against is None
                side = "none" if against is None else "white" if player == meeting.one else "black"
                one["color_hist"].append(side)
                more = 1.0 if against is None else before[player] - before[against]
                one["float_history"].append("down" if more > 0 else "up" if more < 0 else "none")
    return told


def _sides(meeting: Meeting) -> list[tuple[int, int | None]]:
    """Each player of a meeting, and the other."""
    if meeting.other is None:
        return [(meeting.one, None)]
    return [(meeting.one, meeting.other), (meeting.other, meeting.one)]
