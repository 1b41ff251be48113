"""The shapes of the page's API: what may be sent, and what is answered. The OpenAPI document is made of these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)
from typing_extensions import TypeAliasType

DEEPEST = 4
MOST_ARGUMENTS = 12
MOST_IN_ONE = 64
MOST_VALUES = 512

Scalar = (
    Annotated[str, StringConstraints(max_length=64)] | Annotated[int, Field(ge=-(10**9), le=10**9)] | bool
)
ArgumentName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
ArgumentValue = TypeAliasType(
    "ArgumentValue",
    Scalar
    | Annotated["list[ArgumentValue]", Field(max_length=MOST_IN_ONE)]
    | Annotated[
        "dict[Annotated[str, StringConstraints(min_length=1, max_length=64)], ArgumentValue]",
        Field(max_length=MOST_IN_ONE),
    ]
    | None,
)
"""An argument: a value, or a list or an object of such, at most ``DEEPEST`` in one another."""
Seq = Annotated[int, Field(ge=0, description="The seq of the state that was looked at; another one: 409")]
Code = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]


class Strict(BaseModel):
    """Nothing is converted, nothing unknown is let in."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Action(BaseModel):
    """An action in the form of the record: who, what, and the arguments of the game's rules."""

    model_config = ConfigDict(strict=True, extra="allow")
    __pydantic_extra__: dict[str, ArgumentValue]

    by: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    do: Code

    @model_validator(mode="after")
    def _few_and_named(self) -> Action:
        arguments = self.__pydantic_extra__ or {}
        if len(arguments) > MOST_ARGUMENTS:
            raise ValueError(f"an action has at most {MOST_ARGUMENTS} arguments")
        _within_bounds(arguments)
        for name in arguments:
            if not (
                name.isascii() and name.replace("_", "a").isalnum() and name.islower() and len(name) <= 32
            ):
                raise ValueError(f"{name!r} is not the name of an argument")
        return self

    def as_record(self) -> dict[str, Any]:
        """The action as the table takes it."""
        return self.model_dump()


def _within_bounds(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuses arguments that are nested too deeply or hold too many values."""
    values = 0
    level: list[Any] = list(arguments.values())
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for value in level:
            inner.extend(
                value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
            )
        values += len(inner)
        level = inner
    if level:
        raise ValueError(f"an argument is nested at most {DEEPEST} deep")
    if values > MOST_VALUES:
        raise ValueError(f"an action has at most {MOST_VALUES} values")
    return arguments


class WrappedAction(Strict):
    """An action beside the seq it was chosen at."""

    action: Action
    expected_seq: Seq


class FlatAction(Action):
    """The same in one object."""

    expected_seq: Seq

    def as_record(self) -> dict[str, Any]:
        """The action alone."""
        return self.model_dump(exclude={"expected_seq"})


class AnswerBody(Strict):
    """An answer to the open question: one of those offered, or an action of one's own, or neither (dismissed)."""

    question: Annotated[int, Field(ge=1)]
    choice: Annotated[int, Field(ge=0)] | None = None
    action: Action | None = None
    expected_seq: Seq

    @model_validator(mode="after")
    def _not_both(self) -> AnswerBody:
        if self.choice is not None and self.action is not None:
            raise ValueError("either a choice or an action")
        return self


class UndoBody(Strict):
    """Takes back the last entry that counts, or the one named."""

    target: Annotated[int, Field(ge=1)] | None = None
    expected_seq: Seq


class AmendBody(Strict):
    """Replaces arguments of an earlier move; everything after it is replayed."""

    target: Annotated[int, Field(ge=1)]
    arguments: Annotated[
        dict[ArgumentName, ArgumentValue],
        Field(min_length=1, max_length=MOST_ARGUMENTS),
        AfterValidator(_within_bounds),
    ]
    expected_seq: Seq


class FaceBody(Strict):
    """A card that was misread: which one it really is, of an earlier move or at a place of the table."""

    target: Annotated[int, Field(ge=1)] | None = None
    zone: Annotated[str, StringConstraints(min_length=1, max_length=80)] | None = None
    place: Annotated[int, Field(ge=0, le=MOST_IN_ONE)] = 0
    card: Annotated[str, StringConstraints(min_length=1, max_length=8)]
    expected_seq: Seq

    @model_validator(mode="after")
    def _either(self) -> FaceBody:
        if (self.target is None) == (self.zone is None):
            raise ValueError("either an earlier move or a place of the table")
        return self


class GameBody(Strict):
    """A new game: names in seat order, options as the rules name them, and who begins if that is drawn already."""

    game: Code | None = None
    players: Annotated[
        list[Annotated[str, StringConstraints(max_length=200)]], Field(min_length=1, max_length=12)
    ]
    options: dict[Code, Scalar | None] = Field(default_factory=dict)
    setup: Annotated[dict[ArgumentName, ArgumentValue], AfterValidator(_within_bounds)] = Field(
        default_factory=dict, description="What lies on the table, for a game that begins with a deal"
    )
    first: Annotated[str, StringConstraints(max_length=200)] | None = None
    expected_seq: Seq


# ---------------------------------------------------------------- answers


class Answered(BaseModel):
    """Shapes of answers; the game's own parts are open objects, named in its rules."""

    model_config = ConfigDict(extra="forbid")


class GameModel(Answered):
    """The game in play."""

    number: int
    id: str
    title: str
    players: list[str]
    options: dict[str, JsonValue]


class CodeModel(Answered):
    """A code and its arguments, worded by the page."""

    code: str
    arguments: dict[str, JsonValue]


class ReadFace(Answered):
    """A face and how surely it was read (0..1)."""

    face: str
    p: float


class ReadingModel(Answered):
    """How surely something was read, and the picture that shows it, if kept."""

    faces: list[ReadFace]
    evidence: str | None


class QuestionModel(Answered):
    """The open question."""

    id: int
    code: str
    arguments: dict[str, JsonValue]
    answers: list[CodeModel]
    evidence: str | None
    reading: ReadingModel | None = None


class RefusalModel(Answered):
    """What was seen and is refused by the rules."""

    code: str
    details: dict[str, JsonValue]
    action: dict[str, JsonValue] | None = None


class HistoryModel(BaseModel):
    """One entry of the journal."""

    model_config = ConfigDict(extra="allow")
    seq: int
    kind: Literal["opened", "action", "undo", "amend", "question", "answer", "note"]
    undone: bool


class EyesModel(Answered):
    """What the seeing part is doing now."""

    state: Literal["sees", "waits", "doubts", "lost", "off"]
    code: str
    dice: list[ReadFace]


class DifferenceModel(Answered):
    """A zone that shows something else than it should, both from the base to the top."""

    zone: str
    should: list[str]
    shows: list[str]


class ToldZone(Answered):
    """A zone of the table in words; ``shows`` is null when no camera has looked yet."""

    zone: str
    should: list[str]
    shows: list[str] | None
    told: str


class Differences(Answered):
    """Where did we stop? What lies wrong on the visible table; all of it, to be set up, while not ``looked``."""

    seq: int
    looked: bool = Field(description="Whether a camera has looked at the whole table")
    in_place: bool = Field(description="Whether everything was seen, and lies as it should")
    zones: list[ToldZone] = Field(description="What to change, zone by zone, in the viewer's language")
    unseen: list[str] = Field(description="Names of zones that no look shows now")


class SightModel(Answered):
    """What the camera's last look at the whole table meant."""

    verdict: (
        Literal[
            "same",
            "played",
            "look_again",
            "open",
            "play_on",
            "unfinished",
            "restoring",
            "asked",
            "refused",
        ]
        | None
    ) = None
    differences: list[DifferenceModel] = Field(default_factory=list)
    zones: list[str] = Field(default_factory=list, description="Places that lie wrongly or are refused")
    evidence: str | None = Field(
        default=None, description="The picture of them that this viewer may see, if kept"
    )


class SeatingModel(Answered):
    """Who sits at which side of the table, as the camera sees it."""

    sides: dict[str, Literal["south", "north", "west", "east", "north-west", "south-east"]]
    by: Literal["usual", "before", "hands", "people"] = Field(
        description="Who said so: nobody, the game before, hands that were seen, or people"
    )
    moved: list[str] = Field(description="Who sits elsewhere than was thought, by the last entry")
    asked: bool = Field(description="Whether people are asked, and have not said yet")


class TableState(Answered):
    """Everything that may be shown of the table."""

    seq: int
    seat: str | None = Field(description="The player whose browser this is; null: the table")
    game: GameModel | None
    over: bool
    view: dict[str, JsonValue] | None = Field(
        description="The view of the game's rules: the public part, and the seat's own under `private`"
    )
    awaited: list[CodeModel] = Field(description="What the table waits for")
    legal_actions: list[dict[str, JsonValue]] = Field(description="Templates; an argument may be a domain")
    outlook: dict[str, JsonValue] | None
    question: QuestionModel | None
    instructions: list[CodeModel] = Field(description="What hands must put back")
    changes: list[CodeModel] = Field(description="What the latest corrections changed")
    events: list[dict[str, JsonValue]] = Field(
        description="The events of the last entry that this viewer may know"
    )
    reading: ReadingModel | None
    refusal: RefusalModel | None
    sight: SightModel = Field(default_factory=SightModel)
    history: list[HistoryModel]
    chosen: list[str] = Field(
        description="Who has chosen in secret what all turn up together, while others have still to choose"
    )
    choice: dict[str, JsonValue] | None = Field(description="The action that the seat has chosen so")
    to_confirm: dict[str, JsonValue] | None = Field(
        description="The action that a camera proposes by what lies there (a bid), to be sent if it is meant"
    )
    seating: SeatingModel
    eyes: EyesModel


class StateWithToken(TableState):
    """The state, with the token that every POST of this browser must carry."""

    token: str


class AnnouncementModel(Answered):
    """One thing to say aloud; ``turn`` says whose turn it is after that, as long as nothing else was played."""

    game: int
    seq: int = Field(description="The entry that it is about; of a question its id")
    urgency: Literal["news", "question", "fault"]
    lines: list[str]
    turn: list[str]
    sounds: dict[str, str] = Field(
        default_factory=dict, description="Where those of the sentences lie that are recorded"
    )


class VoiceModel(Answered):
    """Who speaks in this house."""

    speaker: str | None = Field(description="The tablet that speaks, by the name it gave itself")
    machine: bool = Field(description="Whether the machine's own speaker speaks where no tablet does")
    quiet_until: str | None = Field(description="In the quiet hours, when all is written only: their end")


_NEWS = Field(description="Grows with all that is told; a fragment says in X-News how much it shows")


class EyesEvent(EyesModel):
    """The seeing part has news."""

    news: str = _NEWS


class StateEvent(TableState):
    """One event of the stream, with what happened in words."""

    news: str = _NEWS
    spoken: list[str] = Field(description="For screen readers: all that this viewer may know")
    aloud: list[AnnouncementModel] = Field(
        description="For the voice: less of it, and only what everybody may hear"
    )
    voice: VoiceModel
    sent_ms: int = Field(description="By a clock of the server that only goes forward, in milliseconds")


class ErrorModel(Answered):
    """Why something was refused."""

    code: str
    details: dict[str, JsonValue]
    message: str


class Refused(Answered):
    """A refusal, with the state as it is."""

    error: ErrorModel
    state: TableState


class Malformed(Answered):
    """A request that was not understood or not allowed."""

    error: ErrorModel
