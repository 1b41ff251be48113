"""What each browser was given: a seat, or the owner's standing. It is kept here; the cookie names the browser only.

So what has ended has ended: an old cookie brings no seat back, and every browser can be listed and sent away.
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from web.seats.house import House
from web.seats.seat import Seat

MOST_KEPT = 256
"""Browsers that are remembered; the longest known of another game is forgotten first."""
AWAY_S = 120.0
"""After so long without a word from it, a browser counts as gone."""

KINDS = ("phone", "tablet", "computer")

_KEPT, _BEGUN = "browsers", "begun_on"
_GAME = re.compile(r"\d{1,15}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Given:
    """What one browser was given."""

    listed_as: str
    """The name by which a page speaks of it; nothing can be done with it but to end what was given."""
    kind: str = "computer"
    """What it seems to be, one of ``KINDS``."""
    seat: Seat | None = None
    taken_back: bool = False
    """Whether the seat was ended from elsewhere: the browser may say so, and watch."""
    owner: str | None = None
    """The mark of the PIN that was given on it."""

    @property
    def sits_on(self) -> Seat | None:
        """The seat, unless it was taken back."""
        return None if self.taken_back else self.seat


class Browsers:
    """All browsers that were given something. Games are the numbers of the journal's."""

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` counts seconds."""
        self._house = house
        self._clock = clock
        self._lock = threading.RLock()
        self._given = {name: given for name, kept in house.get(_KEPT).items() if (given := _read(kept))}
        begun = house.get(_BEGUN).items()
        self._begun = {int(game): str(name) for game, name in begun if _GAME.fullmatch(game)}
        self._since = clock()
        self._seen: dict[str, float] = {}

    # ------------------------------------------------------------ who is who

    def of(self, name: str | None) -> Given | None:
        """What a browser was given; None when that is nothing."""
        with self._lock:
            return None if name is None else self._given.get(name)

    def knows(self, name: str) -> bool:
        """Whether a browser was given something, or began a game."""
        with self._lock:
            return name in self._given or name in self._begun.values()

    def sits(self, name: str | None, seat: Seat) -> bool:
        """Whether a browser sits on a seat now."""
        given = self.of(name)
        return given is not None and given.sits_on == seat

    def seated(self, game: int) -> Mapping[str, Given]:
        """The browsers on the seats of a game, by player."""
        with self._lock:
            sitting = ((given.sits_on, given) for given in self._given.values())
            return {seat.player: given for seat, given in sitting if seat is not None and seat.game == game}

    def owners(self, mark: str) -> tuple[tuple[str, Given], ...]:
        """The browsers on which the PIN of this mark was given, with their names."""
        with self._lock:
            return tuple((name, given) for name, given in self._given.items() if given.owner == mark)

    # ------------------------------------------------------------ sitting

    def sit(self, name: str, seat: Seat, kind: str) -> bool:
        """Sits down unless another browser sits there already; whether this browser sits now."""
        with self._lock:
            there = self._holder(seat)
            if there not in (None, name):
                return False
            self._put(name, replace(self._known(name, kind), seat=seat, taken_back=False))
            self.seen(name)
            return True

    def stand_up(self, name: str) -> None:
        """A browser gives its seat back."""
        with self._lock:
            if (given := self._given.get(name)) is not None:
                self._put(name, replace(given, seat=None, taken_back=False))

    def take_back(self, seat: Seat) -> None:
        """Nobody sits on this seat any more."""
        with self._lock:
            if (name := self._holder(seat)) is not None:
                self._put(name, replace(self._given[name], taken_back=True))

    # ------------------------------------------------------------ owning

    def own(self, name: str, mark: str, kind: str) -> None:
        """The PIN of this mark was given on a browser."""
        with self._lock:
            self._put(name, replace(self._known(name, kind), owner=mark))

    def disown(self, name: str) -> None:
        """A browser has given no PIN any more."""
        with self._lock:
            if (given := self._given.get(name)) is not None:
                self._put(name, replace(given, owner=None))

    def disown_listed(self, listed_as: str) -> None:
        """The same for the browser that a page lists so."""
        with self._lock:
            for name, given in tuple(self._given.items()):
                if given.listed_as == listed_as:
                    self.disown(name)

    def renew(self) -> None:
        """Everything that was given ends: whoever sat sits down anew, whoever owned gives the PIN anew."""
        with self._lock:
            for name, given in tuple(self._given.items()):
                self._given[name] = replace(given, taken_back=given.seat is not None, owner=None)
            self._keep()

    # ------------------------------------------------------------ who began a game, who is there

    def began(self, game: int, name: str) -> None:
        """A game was begun on this browser; who began it stays so."""
        with self._lock:
            if game not in self._begun:
                self._begun[game] = name
                while len(self._begun) > MOST_KEPT:
                    self._begun.pop(min(self._begun))
                self._house.hold(_BEGUN, {str(one): by for one, by in self._begun.items()})

    def begun_on(self, game: int) -> str | None:
        """The browser on which a game was begun."""
        with self._lock:
            return self._begun.get(game)

    def seen(self, name: str) -> None:
        """A browser is there: it has just asked for something, or holds a line open."""
        with self._lock:
            if self.knows(name):
                self._seen[name] = self._clock()

    def is_away(self, name: str) -> bool:
        """Whether nothing was heard of a browser for a while."""
        with self._lock:
            return self._clock() - self._seen.get(name, self._since) >= AWAY_S

    def holder_is_away(self, seat: Seat) -> bool:
        """The same of whoever sits on a seat."""
        with self._lock:
            name = self._holder(seat)
            return name is None or self.is_away(name)

    # ------------------------------------------------------------ inside

    def _holder(self, seat: Seat) -> str | None:
        return next((name for name, given in self._given.items() if given.sits_on == seat), None)

    def _known(self, name: str, kind: str) -> Given:
        return replace(self._given.get(name, Given(secrets.token_urlsafe(6))), kind=kind)

    def _put(self, name: str, given: Given) -> None:
        self._given.pop(name, None)
        if given.seat is not None or given.owner is not None:
            self._given[name] = given
        while len(self._given) > MOST_KEPT:
            self._given.pop(self._least_missed(given))
        self._keep()

    def _least_missed(self, newest: Given) -> str:
        """Whom to forget: the longest known, of another game before those of the newest's."""
        game = newest.seat.game if newest.seat else None
        elsewhere = (
            name
            for name, given in self._given.items()
            if given.owner is None and given.seat is not None and given.seat.game != game
        )
        return next(elsewhere, next(iter(self._given)))

    def _keep(self) -> None:
        self._house.hold(_KEPT, {name: _written(given) for name, given in self._given.items()})


def _written(given: Given) -> dict[str, Any]:
    seat = given.seat
    return {
        "listed_as": given.listed_as,
        "kind": given.kind,
        "game": seat.game if seat else None,
        "player": seat.player if seat else None,
        "taken_back": given.taken_back,
        "owner": given.owner,
    }


def _read(kept: Any) -> Given | None:
    """What the file says of a browser; None for what nobody wrote so."""
    if not isinstance(kept, dict) or not isinstance(listed_as := kept.get("listed_as"), str):
        return None
    if not listed_as.isascii():
        return None
    game, player, owner = kept.get("game"), kept.get("player"), kept.get("owner")
    seat = Seat(game, player) if isinstance(game, int) and isinstance(player, str) else None
    kind = kept.get("kind")
    return Given(
        listed_as,
        kind if kind in KINDS else KINDS[-1],
        seat,
        seat is not None and bool(kept.get("taken_back")),
        owner if isinstance(owner, str) else None,
    )


def kind_of(user_agent: str) -> str:
    """What a browser seems to be, by how it calls itself; an iPad calls itself a computer."""
    if "iPad" in user_agent or ("Android" in user_agent and "Mobile" not in user_agent):
        return "tablet"
    return "phone" if "iPhone" in user_agent or "Mobile" in user_agent else "computer"
