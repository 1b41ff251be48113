"""Who a browser is: a player, the table, or somebody who only watches.

A phone is let in by a code and chooses its seat; a player's link opens their page on the tablet itself. Links carry
a token that only this table can make (HMAC of the app's secret key). The seat lives in the signed session cookie and
counts until it is given back, or taken back; the journal only notes that a player has opened a page of their own, for
from then on there are secrets from the table. A browser without a seat is the table.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import segno
from flask import current_app, request, session, url_for
from markupsafe import Markup

from companion.action import Rejected
from companion.drawing.svg import attributes
from companion.showing import may_act
from web.seats.seat import Seat, seat_in, still_counts
from web.security import host_name
from web.services import services

_FIELD, _DEVICE, _PASS, _WATCHING = "seat", "device", "pass", "watching"
_TOKEN_BYTES = 18
OWNER = "owner"
"""The field of the session that holds the mark of the PIN given on this browser."""


def seat_of_browser() -> Seat | None:
    """The seat in this browser's session, of whichever game, unless it was taken back."""
    seat = seat_in(session.get(_FIELD))
    if seat is None or not still_counts(seat, services().chairs):
        return None
    services().chairs.sit(seat.game, seat.player, _device())
    return seat


def viewer_seat() -> str | None:
    """The player whose browser this is in the game in play; None for the table."""
    seat = seat_of_browser()
    return None if seat is None else seat.at(services().table.snapshot())


def seat_taken_back() -> str | None:
    """The player whose seat in the game in play this browser had, until it was taken back."""
    seat = seat_in(session.get(_FIELD))
    if seat is None or still_counts(seat, services().chairs):
        return None
    return seat.at(services().table.snapshot())


def only_watches() -> bool:
    """Whether this browser may look and do nothing: it came to watch, or its seat was taken back."""
    return bool(session.get(_WATCHING)) or seat_taken_back() is not None


def lacks_seat() -> bool:
    """Whether a PIN is set and this browser has neither given it nor sits at the game in play: it may look only."""
    mark = services().pin.mark
    if mark is None or session.get(OWNER) == mark:
        return False
    return services().table.game is not None and viewer_seat() is None


def take_seat(seat: Seat) -> None:
    """This browser is that player's from now on."""
    leave_seat()
    session.pop(_WATCHING, None)
    session[_FIELD] = {"game": seat.game, "player": seat.player, "times": seat.times}
    session.permanent = True
    services().chairs.sit(seat.game, seat.player, _device())


def take_free_seat(seat: Seat) -> bool:
    """The same, unless somebody sits there already; whether this browser sits now."""
    if not services().chairs.sit_alone(seat.game, seat.player, _device()):
        return False
    take_seat(seat)
    return True


def leave_seat() -> None:
    """This browser is the table's again."""
    seat = seat_in(session.pop(_FIELD, None))
    if seat is not None:
        services().chairs.stand_up(seat.game, seat.player, _device())


def watch() -> None:
    """This browser only watches from now on."""
    leave_seat()
    session[_WATCHING] = True
    session.permanent = True


def stop_watching() -> None:
    """This browser is the table's again."""
    leave_seat()
    session.pop(_WATCHING, None)


def _device() -> str:
    """The name of this browser among those that sit."""
    if _DEVICE not in session:
        session[_DEVICE] = secrets.token_urlsafe(9)
    return str(session[_DEVICE])


# ---------------------------------------------------------------- passes


def let_in(code: str) -> bool:
    """Uses a code up: whether this browser may choose a seat now."""
    game = game_in_play()
    if game is None:
        return False
    if may_choose():
        return True
    word = services().chairs.enter(code, game)
    if word is None:
        return False
    session[_PASS] = word
    return True


def may_choose() -> bool:
    """Whether this browser was let in, and has not chosen its seat yet."""
    game, word = game_in_play(), session.get(_PASS)
    return game is not None and word is not None and services().chairs.lets_in(str(word), game)


def spend_pass() -> None:
    """This browser has chosen."""
    word = session.pop(_PASS, None)
    if word is not None:
        services().chairs.spend(str(word))


def game_in_play() -> int | None:
    """The journal's number of the game in play."""
    game = services().table.snapshot().game
    return game.number if game else None


def require_own(action: Mapping[str, Any]) -> None:
    """Raises ``Rejected("not_your_seat")`` for an action that is not this browser's to make."""
    seat = viewer_seat()
    if not may_act(seat, action.get("by")):
        raise Rejected("not_your_seat", expected=seat)


# ---------------------------------------------------------------- links


def seat_token(seat: Seat) -> str:
    """The token of a seat's link; a seat that was taken back has another."""
    told: list[str | int] = ["seat", seat.game, seat.player]
    return _token([*told, seat.times] if seat.times else told)


def watch_token(game: int) -> str:
    """The token of the link for those who only watch a game."""
    return _token(["watch", game])


def _token(told: list[str | int]) -> str:
    key = current_app.secret_key or b""
    secret = key if isinstance(key, bytes) else key.encode()
    digest = hmac.new(secret, json.dumps(told, ensure_ascii=False).encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode()


def seats() -> tuple[Seat, ...]:
    """The seats of the game in play, in order; none without a game."""
    game = services().table.snapshot().game
    if game is None:
        return ()
    chairs = services().chairs
    return tuple(
        Seat(game.number, player, chairs.times_taken_back(game.number, player)) for player in game.players
    )


def seat_called(player: str) -> Seat | None:
    """The seat of a player of the game in play."""
    return next((seat for seat in seats() if seat.player == player), None)


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


def address_of(path: str) -> str:
    """A whole link, as another machine in the house finds it."""
    name = host_name(request.host) or ""
    from_outside = name not in ("localhost", "::1") and not name.startswith("127.")
    base = request.host_url if from_outside else services().serving.address or request.host_url
    return base.rstrip("/") + path


def code_of(address: str, label: str) -> Markup:
    """A link as a QR code: SVG that a strict page may carry."""
    drawn = segno.make(address, micro=False, error="m").svg_inline(
        scale=6, border=4, light="#fff", svgclass="code", lineclass=None, omitsize=True
    )
    named = drawn.replace("<svg ", f'<svg role="img"{attributes(aria_label=label)} ', 1)
    return Markup(named)  # noqa: S704 - drawn from a link of our own


def join_address() -> str | None:
    """Where the next phone is let in; None without a game."""
    game = game_in_play()
    return None if game is None else address_of(url_for("seats.join", code=services().chairs.code(game)))


def watch_address() -> str | None:
    """Where one only watches; None without a game."""
    game = game_in_play()
    return None if game is None else address_of(url_for("seats.watch_along", token=watch_token(game)))


def seat_links() -> tuple[SeatLink, ...]:
    """The seats of the game in play with their links."""
    return tuple(SeatLink(seat) for seat in seats())


def seat_of_token(token: str) -> Seat | None:
    """The seat of the game in play whose link this is."""
    given = token.encode()
    return next((seat for seat in seats() if hmac.compare_digest(seat_token(seat).encode(), given)), None)


def is_watch_token(token: str) -> bool:
    """Whether this is the link for those who only watch the game in play."""
    game = game_in_play()
    return game is not None and hmac.compare_digest(watch_token(game).encode(), token.encode())
