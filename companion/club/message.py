"""What a table and its club say to each other: topics, the public entries of a journal, and the chain over them.

Every entry that is published carries a hash over itself and the one before. It is not the journal's own hash, which
goes over secrets too, and from which a hidden card could be guessed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, with_config
from pydantic_core import from_json
from typing_extensions import TypedDict

VERSION = 1
"""Of what is said; a club that knows only an earlier one keeps the message aside."""
ROOT = "companion"
MOST_BYTES = 131_072
"""A longer message is not taken; the longest state of the games that there are has 12 kB."""
MOST_TITLE = 80
TABLE_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?", re.ASCII)
"""A table's name: a part of topics, and its user's name at the broker."""

Part = Literal["state", "events", "health", "kept", "call", "order", "voice"]
_HALF_A_CHARACTER = re.compile(rb"\\u[dD][89a-fA-F]")


class BadMessage(ValueError):
    """A message that is not taken; the text is one clear line without the message's own words."""


class NewerMessage(BadMessage):
    """A message of a later version: kept aside, for a club that knows it."""


def is_table_name(text: str) -> bool:
    """Whether a table can be called so: letters a to z, digits and hyphens, at most 40."""
    return TABLE_NAME.fullmatch(text) is not None


def topic(table: str, part: Part) -> str:
    """Where a table, or the club for it, says something: ``companion/<table>/<part>``."""
    return f"{ROOT}/{table}/{part}"


def table_of(heard: str) -> tuple[str, str]:
    """The table and the part of a topic; raises ``BadMessage`` for one that is none of ours."""
    match heard.split("/"):
        case [root, table, part] if root == ROOT and is_table_name(table):
            return table, part
    raise BadMessage("a topic of no table")


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    version: Annotated[int, Field(ge=1)]
    table: Annotated[str, Field(max_length=40)]
    chain: Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[0-9a-f]+$")]
    """Which journal speaks: a table that begins anew, or another of the same name, has another one."""
    seq: Annotated[int, Field(ge=0, le=2**53)]
    at: Annotated[int, Field(ge=0, le=2**53)]
    """By the table's own clock, ms since 1970, UTC; it may be wrong."""


class PublicEntry(_Said):
    """One entry of a table's journal as everybody may know it."""

    previous: Annotated[str, Field(pattern=r"^([0-9a-f]{64})?$")]
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    game: Annotated[int, Field(ge=0, le=2**31 - 1)]
    kind: Annotated[str, Field(min_length=1, max_length=20)]
    over: bool
    winners: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=24)]
    opened: dict[str, Any] | None = None
    """Of the first entry of a game: its id, players and options."""
    line: dict[str, Any]
    events: list[dict[str, Any]]
    moves: Annotated[int, Field(ge=0, le=2**31 - 1)]
    """How many moves count after this entry."""


@with_config(ConfigDict(extra="allow", strict=True))
class PublicGame(TypedDict, total=False):
    """Which game a table plays, as far as the club's pages need it to be true."""

    id: str
    number: int
    players: list[str]


class PublicState(_Said):
    """How a table stands now, as everybody may know it."""

    title: Annotated[str, Field(max_length=MOST_TITLE)]
    game: PublicGame | None
    over: bool
    winners: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=24)]
    view: dict[str, Any] | None
    awaited: list[dict[str, Any]]
    events: list[dict[str, Any]]
    question: dict[str, Any] | None = None


class Health(_Said):
    """Whether a table is there; ``online`` false is its last will, or its goodbye."""

    online: bool
    waiting: Annotated[int, Field(ge=0)] = 0
    """How many entries the broker had not taken."""


class Kept(BaseModel):
    """What the club has of a table's chain: everything up to ``seq``."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    chain: Annotated[str, Field(max_length=64)]
    seq: Annotated[int, Field(ge=0, le=2**53)]
    hash: Annotated[str, Field(max_length=64)]
    again: bool = False
    """Whether the table is asked for what comes after it."""


def packed(body: Mapping[str, Any]) -> bytes:
    """A message as it is sent: the same body always gives the same bytes."""
    return _WRITER.encode(body).encode()


_WRITER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def chained(body: Mapping[str, Any], previous: str) -> dict[str, Any]:
    """An entry with the hash of the one before and its own."""
    whole = {**body, "previous": previous}
    return {**whole, "hash": digest(whole)}


def digest(body: Mapping[str, Any]) -> str:
    """The hash of an entry, over all of it but the hash itself (SHA-256, hexadecimal)."""
    return hashlib.sha256(packed({key: value for key, value in body.items() if key != "hash"})).hexdigest()


def understood(heard: str, payload: bytes) -> tuple[PublicEntry | PublicState | Health, dict[str, Any]]:
    """A table's message and its whole body; raises ``BadMessage`` or ``NewerMessage``."""
    table, part = table_of(heard)
    if len(payload) > MOST_BYTES:
        raise BadMessage(f"{len(payload)} bytes, more than {MOST_BYTES}")
    kinds: Mapping[str, type[PublicEntry | PublicState | Health]] = {
        "events": PublicEntry,
        "state": PublicState,
        "health": Health,
    }
    if part not in kinds:
        raise BadMessage("a topic of no table")
    body = _json(payload)
    version = body.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise NewerMessage(f"of version {version}, and this club knows {VERSION}: update it")
    try:
        message = kinds[part].model_validate(body)
    except ValidationError as error:
        fault = error.errors()[0]
        raise BadMessage(f"{'.'.join(map(str, fault['loc'])) or 'body'}: {fault['type']}") from error
    if message.table != table:
        raise BadMessage("it names another table than its topic")
    if isinstance(message, PublicEntry) and digest(body) != message.hash:
        raise BadMessage("its hash does not fit")
    return message, body


def _json(payload: bytes) -> dict[str, Any]:
    """Only what can be written again as UTF-8, and is not nested deeper than pages and databases can go."""
    try:
        body = from_json(payload, allow_inf_nan=False)
    except ValueError as error:
        halved = _HALF_A_CHARACTER.search(payload)
        raise BadMessage("it holds a character that no name has" if halved else "not JSON") from error
    if not isinstance(body, dict):
        raise BadMessage("not a JSON object")
    if b"\\u0000" in payload:
        raise BadMessage("it holds a character that no name has")  # PostgreSQL keeps none such
    return body
