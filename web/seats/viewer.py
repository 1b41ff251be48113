"""Who a browser is: a player, the table, or somebody who only watches.

A phone is let in by a code and chooses its seat; on the tablet itself a player's page is opened from the menu. The
signed session cookie names the browser, and whether it only watches; what it was given is kept in ``browsers`` and
counts until it is given back or ended. The journal only notes that a player has opened a page of their own, for from
then on there are secrets from the table. A browser without a seat is the table.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import segno
from flask import current_app, request, session, url_for
from markupsafe import Markup

from companion.action import Rejected
from companion.drawing.svg import attributes
from companion.showing import may_act
from web.seats.browsers import kind_of
from web.seats.seat import Seat
from web.security import host_name
from web.services import services

_BROWSER, _PASS, _WATCHING = "browser", "pass", "watching"
_TOKEN_BYTES = 18


def browser_name() -> str | None:
    """The name that the cookie of this browser gives it; None for one that was never given anything."""
    name = session.get(_BROWSER)
    if not isinstance(name, str):
        return None
    services().browsers.seen(name)
    return name


def named_browser() -> str:
    """The same; a browser without a name gets one, and another where all that it had was given back: no old cookie
    names what it is given next."""
    name = browser_name()
    if name is None or not services().browsers.knows(name):
        session[_BROWSER] = name = new_name()
        session.permanent = True
    return name


def new_name() -> str:
    """A name that nobody guesses."""
    return secrets.token_urlsafe(18)


def seat_of_browser() -> Seat | None:
    """The seat of this browser, of whichever game, unless it was taken back."""
    given = services().browsers.of(browser_name())
    return None if given is None else given.sits_on


def viewer_seat() -> str | None:
    """The player whose browser this is in the game in play; None for the table."""
    seat = seat_of_browser()
    return None if seat is None else seat.at(services().table.snapshot())


def seat_taken_back() -> str | None:
    """The player whose seat in the game in play this browser had, until it was taken back."""
    given = services().browsers.of(browser_name())
    if given is None or given.seat is None or not given.taken_back:
        return None
    return given.seat.at(services().table.snapshot())


def only_watches() -> bool:
    """Whether this browser may look and do nothing: it came to watch, or its seat was taken back."""
    return bool(session.get(_WATCHING)) or seat_taken_back() is not None


def owns() -> bool:
    """Whether the PIN that is set was given on this browser."""
    mark, given = services().pin.mark, services().browsers.of(browser_name())
    return mark is not None and given is not None and given.owner == mark


def has_no_part() -> bool:
    """Whether a PIN is set, and this browser has neither given it nor sits at a game in play."""
    return services().pin.mark is not None and not owns() and viewer_seat() is None


def lacks_seat() -> bool:
    """The same while a game is in play: it may look only."""
    return services().table.game is not None and has_no_part()


def take_free_seat(seat: Seat) -> bool:
    """This browser is that player's from now on, unless another is; whether this browser sits now."""
    if not services().browsers.sit(named_browser(), seat, this_kind()):
        return False
    session.pop(_WATCHING, None)
    return True


def this_kind() -> str:
    """What this browser seems to be."""
    return kind_of(request.headers.get("User-Agent", ""))


def leave_seat() -> None:
    """This browser is the table's again."""
    name = browser_name()
    if name is not None:
        services().browsers.stand_up(name)


def watch() -> None:
    """This browser only watches from now on."""
    leave_seat()
    session[_WATCHING] = True
    session.permanent = True


def stop_watching() -> None:
    """This browser is the table's again."""
    leave_seat()
    session.pop(_WATCHING, None)


def began_game(game: int) -> None:
    """The game was begun (or gone on with, while nobody sits) on this browser: without a PIN it may end any seat."""
    if not services().browsers.seated(game):
        services().browsers.began(game, named_browser())


def may_end(seat: Seat) -> bool:
    """Whether this browser may take a seat back from whoever sits there.

    With a PIN, the owner alone. Without one, the browser on which the game was begun; any other only where nothing
    was heard of that one for a while, nor of whoever sits there.
    """
    browsers, name = services().browsers, browser_name()
    if services().pin.mark is not None:
        return owns()
    begun_on = browsers.begun_on(seat.game)
    if name is not None and name == begun_on:
        return True
    return browsers.holder_is_away(seat) and (begun_on is None or browsers.is_away(begun_on))


def has_charge() -> bool:
    """Whether this browser looks after the table: the PIN was given on it, or the game in play was begun there."""
    game, name = game_in_play(), browser_name()
    begun_here = game is not None and name is not None and services().browsers.begun_on(game) == name
    return owns() or begun_here


def may_set_first_pin() -> bool:
    """Whether the table's first PIN may be set on this browser: all seats end with it, and whoever sets it may sit
    anywhere. So while somebody sits, only where this browser may end every seat that is taken.
    """
    game = game_in_play()
    taken = () if game is None else tuple(services().browsers.seated(game))
    return all(may_end(Seat(game or 0, player)) for player in taken)


# ---------------------------------------------------------------- passes


def let_in(code: str) -> bool:
    """Uses a code up: whether this browser may choose a seat now."""
    game = game_in_play()
    if game is None:
        return False
    if may_choose():
        return True
    word = services().codes.enter(code, game)
    if word is None:
        return False
    session[_PASS] = word
    return True


def may_choose() -> bool:
    """Whether this browser was let in, and has not chosen its seat yet."""
    game, word = game_in_play(), session.get(_PASS)
    return game is not None and word is not None and services().codes.lets_in(str(word), game)


def spend_pass() -> None:
    """This browser has chosen."""
    word = session.pop(_PASS, None)
    if word is not None:
        services().codes.spend(str(word))


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


def watch_token(game: int) -> str:
    """The token of the link for those who only watch a game; another with every PIN that is set."""
    mark = services().pin.mark
    return _token(["watch", game, *([] if mark is None else [mark])])


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
    return tuple(Seat(game.number, player) for player in game.players)


def seat_called(player: str) -> Seat | None:
    """The seat of a player of the game in play."""
    return next((seat for seat in seats() if seat.player == player), None)


def address_of(path: str) -> str:
    """A whole link, as another machine in the house finds it."""
    name = host_name(request.host) or ""
    from_outside = name not in ("localhost", "::1") and not name.startswith("127.")
    base = request.host_url if from_outside else services().serving.address or request.host_url
    return base.rstrip("/") + path


@lru_cache(maxsize=16)
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
    return None if game is None else address_of(url_for("seats.join", code=services().codes.code(game)))


def watch_address() -> str | None:
    """Where one only watches; None without a game."""
    game = game_in_play()
    return None if game is None else address_of(url_for("seats.watch_along", token=watch_token(game)))


def is_watch_token(token: str) -> bool:
    """Whether this is the link for those who only watch the game in play."""
    game = game_in_play()
    return game is not None and hmac.compare_digest(watch_token(game).encode(), token.encode())
