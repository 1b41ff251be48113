"""What the API says of kept games, and the record it takes in."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from web.bodies import Answered, Strict

LONGEST_RECORD = 700_000
"""Characters. With the escapes of JSON, a quarter more, it stays under the 1 MB of a body (``security.MAX_BODY``)."""


class KeptGameModel(Answered):
    """A kept game. Times are ms since 1970 (UTC) by the machine's clock; ``played_ms`` leaves pauses out."""

    number: int
    game: str
    title: str
    players: list[str]
    options: dict[str, Any]
    began_ms: int
    ended_ms: int
    played_ms: int
    moves: int
    faults: Annotated[int, Field(description="Moves that were judged a fault, openly")]
    over: bool
    winners: list[str]
    taken_in: Annotated[bool, Field(description="It came as a record: the times say when")]


class KeptGames(Answered):
    """The kept games, the newest first; ``pending`` are not looked at yet and left out for now."""

    games: list[KeptGameModel]
    pending: int


class ChapterModel(Answered):
    """A part of a game: it begins after so many moves."""

    at: int
    title: str


class KeptMoment(Answered):
    """A kept game after ``at`` of its ``moves``, as somebody sees it who only watches.

    ``standings`` are how the players stood after 0, 1, 2 … moves.
    """

    game: KeptGameModel
    at: int
    moves: int
    view: dict[str, Any]
    action: dict[str, Any] | None
    events: list[dict[str, Any]]
    faulty: list[int]
    chapters: list[ChapterModel]
    standings: list[dict[str, int]]


class PlaceModel(Answered):
    """A player of the league."""

    rank: int
    player: str
    played: int
    won: int
    wins: dict[str, int]


class DiceModel(Answered):
    """What a player's dice brought beside what dice bring on average; ``spread`` is the standard deviation."""

    game: str
    player: str
    dice: int
    won: int
    expected: float
    more: float
    spread: float


class LeagueModel(Answered):
    """The family's league over all finished games, and the luck of the dice over all games."""

    finished: int
    places: list[PlaceModel]
    dice: list[DiceModel]
    pending: int


class RecordBody(Strict):
    """A game as a record: JSON Lines (docs/record-format.md)."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_RECORD)]


class TakenIn(Answered):
    """The number that a game has now that it is kept."""

    number: int


class NotNow(BaseModel):
    """Why there is nothing to give: the game is not over or cannot be read, or the record does not replay."""

    model_config = ConfigDict(extra="forbid")

    error: dict[str, Any]
