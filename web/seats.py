"""Seats by link: a browser that opened a player's link is that player's for the game, until it gives the seat back.

The link carries a token that only this table can make (HMAC of the app's secret key). The seat itself lives in the
signed session cookie; the journal only notes that a player has opened a page of their own, for from then on there are
secrets from the table. A browser without a seat is the table.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import segno
from flask import current_app, request, session, url_for
from markupsafe import Markup

from companion.game import Rejected
from companion.showing import Snapshot, may_act
from web.security import host_name
from web.services import services

_FIELD = "seat"
_TOKEN_BYTES = 18


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of one game of the journal."""

    game: int
    player: str

    def at(self, snapshot: Snapshot) -> str | None:
        """The player, if this is still the game in play; None when the seat no longer counts."""
        game = snapshot.as_json()["game"]
        if game is None or game["number"] != self.game or self.player not in game["players"]:
            return None
        return self.player


def seat_of_browser() -> Seat | None:
    """The seat in this browser's session, of whichever game."""
    kept = session.get(_FIELD)
    if not isinstance(kept, dict) or not isinstance(kept.get("game"), int):
        return None
    return Seat(kept["game"], str(kept.get("player")))


def viewer_seat() -> str | None:
    """The player whose browser this is in the game in play; None for the table."""
    seat = seat_of_browser()
    return None if seat is None else seat.at(services().table.snapshot())


def take_seat(seat: Seat) -> None:
    """This browser is that player's from now on."""
    session[_FIELD] = {"game": seat.game, "player": seat.player}
    session.permanent = True


def leave_seat() -> None:
    """This browser is the table's again."""
    session.pop(_FIELD, None)


def require_own(action: Mapping[str, Any]) -> None:
    """Raises ``Rejected("not_your_seat")`` for an action that is not this browser's to make."""
    seat = viewer_seat()
    if not may_act(seat, action.get("by")):
        raise Rejected("not_your_seat", expected=seat)


# ---------------------------------------------------------------- links


def seat_token(seat: Seat) -> str:
    """The token of a seat's link."""
    key = current_app.secret_key or b""
    secret = key if isinstance(key, bytes) else key.encode()
    text = json.dumps(["seat", seat.game, seat.player], ensure_ascii=False)
    digest = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode()


def seats() -> tuple[Seat, ...]:
    """The seats of the game in play, in order; none without a game."""
    game = services().table.snapshot().as_json()["game"]
    return tuple(Seat(game["number"], player) for player in game["players"]) if game else ()


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A seat and the way to it."""

    seat: Seat

    @property
    def player(self) -> str:
        """Whose seat it is."""
        return self.seat.player

    @property
    def token(self) -> str:
        """The last part of the link."""
        return seat_token(self.seat)

    @property
    def address(self) -> str:
        """The whole link, as another machine in the house finds it."""
        path = url_for("pages.take_seat", token=self.token)
        name = host_name(request.host) or ""
        from_outside = name not in ("localhost", "::1") and not name.startswith("127.")
        base = request.host_url if from_outside else services().address or request.host_url
        return base.rstrip("/") + path

    @property
    def code(self) -> Markup:
        """The link as a QR code: SVG that a strict page may carry."""
        drawn = segno.make(self.address, micro=False, error="m").svg_inline(
            scale=6, border=4, light="#fff", svgclass="code", lineclass=None, omitsize=True
        )
        return Markup(drawn)  # noqa: S704 - drawn from a link of our own


def seat_links() -> tuple[SeatLink, ...]:
    """The seats of the game in play with their links."""
    return tuple(SeatLink(seat) for seat in seats())


def seat_of_token(token: str) -> Seat | None:
    """The seat of the game in play whose link this is."""
    given = token.encode()
    return next((seat for seat in seats() if hmac.compare_digest(seat_token(seat).encode(), given)), None)
