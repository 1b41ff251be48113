"""What a check found: one line, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a check ended; only ``TO_DO`` means that something is wrong."""

    OK = "ok"
    NOT_HERE = "not_here"
    """The machine has no such thing and works without."""
    LIMIT = "limit"
    """Nothing is broken, but something cannot be done with this stand; the advice says how it could."""
    TO_DO = "to_do"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, in English: ``text`` says how it is, ``advice`` what to do."""

    check: str
    state: State
    text: str
    advice: str | None = None

    @property
    def line(self) -> str:
        """The finding and the advice as one line."""
        return " ".join((self.text if self.advice is None else f"{self.text}: {self.advice}").split())

    def as_json(self) -> dict[str, str | None]:
        """Return the keys of the JSON line: ``check``, ``state``, ``text``, ``advice``."""
        return {"check": self.check, "state": str(self.state), "text": self.text, "advice": self.advice}


def ok(check: str, text: str) -> Finding:
    """All is well."""
    return Finding(check, State.OK, text)


def not_here(check: str, text: str, advice: str | None = None) -> Finding:
    """This machine has no such thing."""
    return Finding(check, State.NOT_HERE, text, advice)


def limit(check: str, text: str, advice: str) -> Finding:
    """It works, but not for everything."""
    return Finding(check, State.LIMIT, text, advice)


def to_do(check: str, text: str, advice: str) -> Finding:
    """Something is wrong."""
    return Finding(check, State.TO_DO, text, advice.rstrip("."))


def carried_out(check: str, perform: Callable[[], Finding]) -> Finding:
    """Return what a check finds; one that breaks down is a finding itself and hides no other."""
    try:
        return perform()
    except Exception as error:  # whatever a strange machine makes a check raise
        return to_do(
            check,
            f"this check failed ({type(error).__name__}: {error})",
            "tell the makers of Companion, with this line",
        )
