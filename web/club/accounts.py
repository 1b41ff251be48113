"""Who somebody is by an OpenID provider of the club's own: a referee, the owner, one of the players.

Nothing of it is there where no provider is named. The provider says it in two claims, which only whoever looks after
the accounts may set: the role, and for a player the name by which he or she plays.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import current_app, session

from companion.club.people import key_of

ACCOUNT = "club_account"
"""Where a browser keeps who it was given to, and the app whom it asks."""
HOLDS_S = 12 * 3600
"""So long a browser is believed; then the provider is asked again."""
OWN_ROLES = ("owner", "referee", "player")


class BadProvider(ValueError):
    """A provider that cannot be asked; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """Where accounts are, who asks there, and which claims say the role and the name of a player."""

    issuer: str
    client: str
    secret: str | None = None
    role_claim: str = "companion_role"
    player_claim: str = "companion_player"

    def __post_init__(self) -> None:
        """Raises ``BadProvider``: what is asked in clear could be answered by anybody on the way."""
        parts = urlsplit(self.issuer)
        if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
            raise BadProvider(f"{self.issuer!r} is no OpenID provider: write https://…")
        if not self.client:
            raise BadProvider("An OpenID provider wants to know who asks: --oidc-client ID")

    def roles(self, claims: Mapping[str, Any]) -> tuple[str, ...]:
        """The roles that somebody has: one, or several in a list; what is none of ours counts nothing."""
        told = claims.get(self.role_claim)
        named = told if isinstance(told, list) else [told]
        return tuple(role for role in OWN_ROLES if role in named)

    def player(self, claims: Mapping[str, Any]) -> str | None:
        """The name by which somebody plays, for whoever has that role."""
        name = claims.get(self.player_claim)
        return name if isinstance(name, str) and name.strip() and "player" in self.roles(claims) else None


def keep(provider: Provider, claims: Mapping[str, Any]) -> None:
    """This browser is somebody's, as the provider says, for some hours."""
    session[ACCOUNT] = {
        "roles": list(provider.roles(claims)),
        "player": provider.player(claims),
        "until": int(time.time()) + HOLDS_S,
    }
    session.permanent = True


def has_role(role: str) -> bool:
    """Whether the account of this browser has a role."""
    return role in _account().get("roles", ())


def plays_as(name: str) -> bool:
    """Whether the account of this browser is that of a player of this name."""
    player = _account().get("player")
    return isinstance(player, str) and key_of(player) == key_of(name)


def _account() -> Mapping[str, Any]:
    account = session.get(ACCOUNT) if ACCOUNT in current_app.extensions else None
    if not isinstance(account, dict) or account.get("until", 0) <= time.time():
        return {}
    return account
