"""What the club's API says. Names are in it as this browser may see them; times are ms since 1970, UTC."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from companion.club.pairings import Result, System
from companion.club.records import Kind
from web.bodies import Answered


class TableModel(Answered):
    """One table as it told it last."""

    table: str
    chain: Annotated[str, Field(description="Which of its journals speaks")]
    title: str
    online: bool
    seq: int
    state: Annotated[
        dict[str, Any] | None, Field(description="What the table said last (companion/TABLE/state)")
    ]


class Tables(Answered):
    """All tables; ``version`` is what ``/api/v1/events`` says."""

    version: int
    tables: list[TableModel]


class ResultModel(Answered):
    """A finished game."""

    table: str
    game: str | None
    players: list[str]
    winners: list[str]
    moves: int
    calls: int
    ended_ms: int


class Results(Answered):
    """The finished games, the newest first."""

    results: list[ResultModel]


class RatingModel(Answered):
    """How strong somebody is: within twice the uncertainty 19 times of 20."""

    rank: int
    player: str
    strength: float
    uncertainty: Annotated[float, Field(description="One standard deviation")]
    played: int
    won: int


class RecordModel(Answered):
    """A record: games in a row or altogether, moves of one game, or the cards that the best call put back."""

    kind: Kind
    amount: int
    players: list[str]
    game: str | None
    at_ms: int


class Ranking(Answered):
    """The ranking of one game (``game``), or over all (null), and the hall of records."""

    game: str | None
    games: list[str]
    ratings: list[RatingModel]
    records: list[RecordModel]


class TournamentName(Answered):
    """A tournament."""

    number: int
    title: str


class TournamentNames(Answered):
    """All tournaments, the newest first."""

    tournaments: list[TournamentName]


class MeetingModel(Answered):
    """Two who meet; ``other`` null has the round off. ``table`` is where they are called to."""

    round: int
    one: str
    other: str | None
    table: str | None
    result: Result | None


class StandingModel(Answered):
    """A place; ``opponents`` are the points of all whom the player met."""

    rank: int
    player: str
    points: float
    opponents: float


class TournamentModel(Answered):
    """A tournament as it stands."""

    number: int
    title: str
    game: str
    system: System
    rounds: int
    meetings: list[MeetingModel]
    standings: list[StandingModel]


class Watched(Answered):
    """What a spectator's link shows: null before its delay is over."""

    delay_s: int
    title: str | None
    state: dict[str, Any] | None


class Wrong(Answered):
    """Why there is no answer."""

    error: Literal["not_found", "too_many", "ended", "not_now"]
