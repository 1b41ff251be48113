"""What has just moved: it glows on the drawn board until the next move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

ATTRIBUTE = "data-lately"


def moved_last(events: Iterable[Mapping[str, Any]], view: Mapping[str, Any]) -> list[str]:
    """The keys of the pieces, and of the card on a betting board, that the latest events are about."""
    keys = []
    for event in events:
        if event.get("horse") is not None:
            keys.append(f"horse-{event['horse']}")
        if event["event"] == "card_played" and view.get("board"):
            keys.append(f"laid-{len(view['board']) - 1}")
    return list(dict.fromkeys(keys))


def glowing(drawn: str, keys: Iterable[str]) -> Markup:
    """A drawn board on which the pieces with these keys glow."""
    drawn = str.__str__(drawn)  # a Markup would escape what is put into it
    for key in keys:
        drawn = drawn.replace(f'data-key="{key}"', f'data-key="{key}" {ATTRIBUTE}=""')
    return Markup(drawn)  # noqa: S704 - our own drawing; keys are numbers and letters of horses
