"""What the page needs from outside, handed in by whoever starts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, cast

from flask import current_app

from companion.sighting import EyeStatus
from companion.table import Table

if TYPE_CHECKING:
    from web.live import Hub

EXTENSION = "companion"


class Eyes(Protocol):
    """The seeing part, as far as the page knows it."""

    def status(self) -> EyeStatus:
        """What it is doing now."""

    def picture(self, evidence: str) -> bytes | None:
        """A JPEG that shows why something was read so; None when it is not kept."""

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Calls back with every new status; returns how to stop it."""


class NoEyes:
    """A table that is played by taps."""

    def status(self) -> EyeStatus:
        """Always off."""
        return EyeStatus("off", "off")

    def picture(self, evidence: str) -> bytes | None:
        """There are no pictures."""
        return None

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Nothing will ever be told."""
        return lambda: None


@dataclass(frozen=True, slots=True)
class NewGameDefaults:
    """What a new game opened on the page begins with: the game, names, options and the board's profile.

    While the journal stands at entry ``waiting_at`` the page asks what was dealt for this game.
    """

    game: str = "poker_dice_race"
    players: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    profile: Mapping[str, Any] | None = None
    waiting_at: int | None = None


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a request may use."""

    table: Table
    eyes: Eyes
    hub: Hub
    language: str
    defaults: NewGameDefaults
    address: str | None = None
    voice: bool = True


def services() -> Services:
    """The services of the running app."""
    return cast(Services, current_app.extensions[EXTENSION])
