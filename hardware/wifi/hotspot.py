"""When the hotspot is open: as long as nothing else connects the box.

One radio is either a hotspot or a guest of another network, never both. So the hotspot ends for half a minute
whenever the known networks are tried; that is done every ten minutes, and only where nobody was on it for five: a
router that was without current is found soon again, and somebody who looks for the hotspot finds it.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Protocol

from hardware.wifi.nmcli import NO_RADIO, Lock, Network, Refused
from hardware.wifi.radio import ADDRESS, Known, Links, Wish

PATIENCE_S = 60.0
"""So long without any connection: a router and a Pi that are switched on together find each other by then."""
AGAIN_S = 600.0
"""How often known networks are tried while the hotspot is open."""
QUIET_S = 300.0
"""How long nobody must have been on the hotspot for that."""
GRACE_S = 5.0
"""The page that says what comes next has to reach the tablet before the hotspot ends."""
RETRY_S = 30.0
"""When a hotspot that could not be opened is tried again."""
NEWS_S = 900.0
"""How long it is told what came of joining."""
NAME = "Companion"
_log = logging.getLogger("hardware.wifi")


class Wireless(Protocol):
    """What a box needs of its radio (``hardware.wifi.radio.Radio``); every method may raise ``Refused``."""

    def links(self) -> Links: ...
    def switch_on(self) -> None: ...
    def look(self) -> tuple[Network, ...]: ...
    def known(self) -> tuple[Known, ...]: ...
    def name_of(self, profile: str) -> str: ...
    def rejoin(self, profile: str) -> None: ...
    def join(self, device: str, wish: Wish, lock: Lock) -> None: ...
    def open_hotspot(self, device: str, name: str, password: str) -> None: ...
    def close_hotspot(self) -> None: ...


class Hotspot:
    """Opens and closes the hotspot; one thread goes ``step`` by step, others may ask.

    ``is_used`` tells whether somebody is on the hotspot now.
    """

    def __init__(
        self,
        radio: Wireless,
        password: str,
        is_used: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._radio = radio
        self._password = password
        self._is_used = is_used
        self._clock = clock
        self._lock = threading.Lock()
        self._asked: tuple[float, Wish | None] | None = None
        """When it is due; without a wish: only a look."""
        self._mode = "waiting"
        self._fault: str | None = None
        self._own_name = self._joined_name = ""
        self._last: tuple[float, str, str] | None = None
        """When something was joined, or not, its code, and the network's name."""
        self._networks: tuple[Network, ...] = ()
        self._known: tuple[Known, ...] = ()
        self._looked_s: float | None = None
        self._alone_s: float | None = None
        self._used_s = self._tried_s = self._clock()
        self.news = threading.Event()
        """Set when somebody has asked for something."""

    # ------------------------------------------------------------ what others ask

    def state(self) -> Mapping[str, Any]:
        """All that the page shows. ``mode``: "wired", "joined", "hotspot", "trying", "waiting" or "alone"."""
        with self._lock:
            wish = None if self._asked is None else self._asked[1]
            known = {one.name for one in self._known}
            return {
                "mode": "trying" if self._asked is not None else self._mode,
                "fault": self._fault,
                "hotspot": self._own_name if self._mode == "hotspot" else None,
                "address": ADDRESS if self._mode == "hotspot" else None,
                "joined": self._joined_name if self._mode == "joined" else None,
                "wanted": None if wish is None else wish.name,
                "last": self._told(),
                "networks": [{**asdict(one), "known": one.name in known} for one in self._networks],
                "looked_s": None if self._looked_s is None else max(0.0, self._clock() - self._looked_s),
            }

    def _told(self) -> Mapping[str, str] | None:
        if self._last is None or self._clock() - self._last[0] > NEWS_S:
            return None
        return {"code": self._last[1], "name": self._last[2]}

    def ask_join(self, wish: Wish) -> str:
        """Join a network soon: "accepted", or why not."""
        return wish.fault() or self._ask(wish)

    def ask_look(self) -> str:
        """Look for networks soon."""
        return self._ask(None)

    def _ask(self, wish: Wish | None) -> str:
        with self._lock:
            if self._asked is not None or self._mode == "trying":
                return "busy"
            wait_s = GRACE_S if self._mode == "hotspot" else 0.0
            self._asked = (self._clock() + wait_s, wish)
        self.news.set()
        return "accepted"

    # ------------------------------------------------------------ step by step

    def step(self) -> None:
        """Do what is due. Nothing is ever raised."""
        try:
            links = self._radio.links()
            self._fault = NO_RADIO if links.device is None else None
            self._learn(links)
            with self._lock:
                asked = self._asked
            if asked is None:
                self._look_after(links)
            elif asked[0] <= self._clock():
                self._carry_out(asked[1], links)
        except Refused as refused:
            self._fault = refused.code
            self._mode = "alone"
            self._asked = None

    def _learn(self, links: Links) -> None:
        """What the state tells of the connections as they are, also where they were made by others."""
        before, self._mode = self._mode, _mode(links)
        if links.hotspot and links.profile is not None and (before != "hotspot" or not self._own_name):
            self._own_name = self._radio.name_of(links.profile)
        if links.joined and links.profile is not None and (before != "joined" or not self._joined_name):
            self._joined_name = self._radio.name_of(links.profile)
        if self._looked_s is None and links.device is not None:
            self._look()

    def _look_after(self, links: Links) -> None:
        now = self._clock()
        if links.wired or links.joined:
            self._alone_s = None
            if links.hotspot:
                _log.warning("A cable was put in: the hotspot ends.")
                self._radio.close_hotspot()
        elif links.hotspot:
            if self._is_used():
                self._used_s = now
            if now - self._used_s >= QUIET_S and now - self._tried_s >= AGAIN_S and self._radio.known():
                self._try_known(links)
        else:
            self._alone_s = now if self._alone_s is None else self._alone_s
            if now - self._alone_s >= PATIENCE_S * (2 if links.connecting else 1):
                self._open(links)

    def _open(self, links: Links) -> None:
        """Open the hotspot; where that fails, again after a while."""
        now = self._clock()
        try:
            if links.device is None:
                self._radio.switch_on()
                links = self._radio.links()
            if links.device is None:
                raise Refused(NO_RADIO)
            self._look()
            name = free_name([one.name for one in self._networks])
            self._radio.open_hotspot(links.device, name, self._password)
        except Refused as refused:
            self._fault = refused.code
            self._alone_s = now - PATIENCE_S + RETRY_S
            return
        self._mode, self._own_name = "hotspot", name
        self._alone_s, self._used_s, self._tried_s = None, self._clock(), self._clock()
        _log.warning("No known network: the hotspot “%s” is open.", name)

    def _try_known(self, links: Links) -> None:
        """Whether one of the known networks is back; the hotspot where none is."""
        self._mode = "trying"
        self._radio.close_hotspot()
        self._look()
        there = {one.name for one in self._networks}
        if self._is_connected():  # NetworkManager was quicker
            return
        for known in self._known:
            if known.hidden or known.name in there:
                with contextlib.suppress(Refused):
                    self._radio.rejoin(known.profile)
                    _log.warning("A known network is back: the hotspot has ended.")
                    return
        self._open(replace(links, hotspot=False, profile=None))

    def _carry_out(self, wish: Wish | None, links: Links) -> None:
        """Look, or join; where nothing is joined in the end, what was before comes back: a Wi-Fi, or the hotspot."""
        self._mode = "trying"
        if links.device is None:
            self._radio.switch_on()
            links = self._radio.links()
        if links.hotspot:
            self._radio.close_hotspot()
        self._look()
        if wish is not None and not self._join(wish, links) and links.joined and links.profile is not None:
            with contextlib.suppress(Refused):
                self._radio.rejoin(links.profile)
        if links.hotspot and not self._is_connected():
            self._open(replace(links, hotspot=False, profile=None))
        with self._lock:
            self._asked = None

    def _is_connected(self) -> bool:
        links = self._radio.links()
        return links.wired or links.joined

    def _join(self, wish: Wish, links: Links) -> bool:
        lock: Lock = "password" if wish.password else "open"
        lock = next((one.lock for one in self._networks if one.name == wish.name and not wish.hidden), lock)
        code = "joined"
        try:
            if links.device is None:
                raise Refused(NO_RADIO)
            if lock == "other":
                raise Refused("other_lock")
            if lock != "open" and not wish.password and wish.name not in {one.name for one in self._known}:
                raise Refused("bad_password")
            self._radio.join(links.device, wish, lock)
            self._joined_name = wish.name
            self._known = self._radio.known()
        except Refused as refused:
            code = refused.code
        self._last = (self._clock(), code, wish.name)
        _log.warning("Joining a Wi-Fi: %s.", code)
        return code == "joined"

    def _look(self) -> None:
        """The networks in reach and those that are known; what cannot be looked for is as it was."""
        with contextlib.suppress(Refused):
            self._known = self._radio.known()
            self._networks = tuple(one for one in self._radio.look() if one.name != self._shown_now())
            self._looked_s = self._clock()

    def _shown_now(self) -> str | None:
        """The box's own name in the air."""
        return self._own_name if self._mode == "hotspot" else None


def _mode(links: Links) -> str:
    if links.wired:
        return "wired"
    if links.hotspot:
        return "hotspot"
    if links.joined:
        return "joined"
    return "waiting" if links.device is not None else "alone"


def free_name(in_reach: Sequence[str]) -> str:
    """ "Companion", or the first of "Companion 2" … that no other box in reach is called."""
    names = (NAME if number == 1 else f"{NAME} {number}" for number in range(1, len(in_reach) + 2))
    return next(name for name in names if name not in in_reach)
