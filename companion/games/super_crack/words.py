"""Super-Crack in words."""

from collections.abc import Mapping, Sequence
from typing import Any

SENTENCES: Mapping[str, tuple[str, str]] = {}


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code in words."""
    return SENTENCES[code][0]


def face_name(face: str | int, language: str) -> str:
    """A face."""
    return str(face)


def value_name(argument: str, value: Any, language: str) -> str:
    """A value."""
    return str(value)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """Said aloud."""
    return []
