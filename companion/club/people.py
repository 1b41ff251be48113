"""Who plays at a club: one name is one person there, shown outside its own table only where that person agrees."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.club.message import PublicEntry, digest, packed


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has played at one of the tables; ``number`` stands for the name where it is not to be shown."""

    number: int
    name: str
    consents: bool = False
    is_forgotten: bool = False


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A name that was forgotten: only a keyed digest of it, what stands in its place, and when (ms since 1970)."""

    digest: str
    number: int
    since_ms: int


def key_of(name: str) -> str:
    """What is the same for all spellings of one name: letters' size and spaces make no other person."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def placeholder(number: int) -> str:
    """What stands where a name was forgotten."""
    return f"#{number}"


def by_key(people: Iterable[Person]) -> dict[str, Person]:
    """The people by what is the same for all spellings of their names."""
    return {key_of(one.name): one for one in people}


def blinded(name: str, secret: str) -> str:
    """A digest by which a name is known again, and from which nobody without the secret gets it."""
    return hmac.new(secret.encode(), name.encode(), hashlib.sha256).hexdigest()


TELLING = ("opened", "line", "events", "winners")
"""The parts of an entry in which names stand."""


def renamed(entry: Mapping[str, Any], new_of: Callable[[str], str | None]) -> dict[str, Any]:
    """An entry with other names; ``new_of`` gives what a name becomes, None for what stays."""
    return {**entry, **{part: replaced(entry[part], new_of) for part in TELLING if part in entry}}


def replaced(body: Any, new_of: Callable[[str], str | None]) -> Any:
    """What was told, with other names: whole texts and keys, and what stands before or after a colon in them."""
    if isinstance(body, str):
        return _renamed(body, new_of)
    if isinstance(body, list):
        return [replaced(one, new_of) for one in body]
    if isinstance(body, dict):
        return {_renamed(key, new_of): replaced(value, new_of) for key, value in body.items()}
    return body


def _renamed(text: str, new_of: Callable[[str], str | None]) -> str:
    if (new := new_of(text)) is not None:
        return new
    for place, character in enumerate(text):
        if character == ":":
            if (new := new_of(text[place + 1 :])) is not None:
                return f"{text[: place + 1]}{new}"
            if (new := new_of(text[:place])) is not None:
                return f"{new}{text[place:]}"
    return text


class Forgetting:
    """Takes forgotten names out of entries that come later: of games that were begun before, or are known so."""

    def __init__(self, forgotten: Iterable[Forgotten], secret: str) -> None:
        self._secret = secret
        self._by_digest: dict[str, list[Forgotten]] = {}
        for one in forgotten:
            self._by_digest.setdefault(one.digest, []).append(one)
        self._known: dict[str, list[Forgotten]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_digest)

    def without(
        self, entry: PublicEntry, body: Mapping[str, Any], players: Iterable[str]
    ) -> dict[str, Any] | None:
        """The entry without them, given the players of its game as they stand; None where it holds none."""
        standing = set(players)

        def new_of(text: str) -> str | None:
            for one in self._of(text):
                if placeholder(one.number) in standing or (not standing and entry.at < one.since_ms):
                    return placeholder(one.number)
            return None

        left = renamed(body, new_of)
        return left if left != body else None

    def _of(self, text: str) -> list[Forgotten]:
        if text not in self._known:
            self._known[text] = self._by_digest.get(blinded(text, self._secret), [])
        return self._known[text]


def sealed(body: Mapping[str, Any]) -> tuple[str, str]:
    """An entry as it is kept without a name, and the digest by which it is checked from then on."""
    return packed(body).decode(), digest(body)
