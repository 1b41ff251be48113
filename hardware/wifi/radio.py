"""The machine's Wi-Fi by ``nmcli``, as far as a box needs it: what is connected or in reach, joining, the hotspot."""

from __future__ import annotations

import contextlib
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from string import hexdigits

from hardware.wifi import nmcli
from hardware.wifi.nmcli import Lock, Network, Refused

HOTSPOT = "companion-hotspot"
"""The profile of the hotspot; it is kept in memory alone."""
ADDRESS = "10.42.0.1"
"""The box's own in its hotspot; the names of ``dnsmasq-shared.d`` lead to it."""
SCAN_S = 15.0
PAUSE_S = 5.0
JOIN_S = 45
"""A router that has just been switched on answers slowly."""
ANSWER_LATE_S = 10.0
"""How much longer than nmcli itself its answer is waited for."""
KINDS = ("ethernet", "wifi")
LONGEST_NAME = 32
"""Bytes, as the standard has it."""
_NUMBER = re.compile(r"\(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\) successfully added")


@dataclass(frozen=True, slots=True)
class Links:
    """What is connected now."""

    wired: bool
    device: str | None
    """The Wi-Fi device; None where none can be used."""
    profile: str | None
    """The profile of the Wi-Fi in use, the hotspot's too."""
    hotspot: bool
    connecting: bool = False
    """Whether something is being connected just now."""

    @property
    def joined(self) -> bool:
        """Whether a Wi-Fi of the house is in use."""
        return self.profile is not None and not self.hotspot


@dataclass(frozen=True, slots=True)
class Known:
    """A network that the machine may join by itself."""

    profile: str
    name: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Wish:
    """A network that somebody wants to join."""

    name: str
    password: str = field(default="", repr=False)
    hidden: bool = False

    def fault(self) -> str | None:
        """Why no network can be so: "bad_name" or "bad_password"; what is typed goes to nmcli line by line."""
        if not (self.name.isprintable() and 0 < len(self.name.encode()) <= LONGEST_NAME):
            return "bad_name"
        if self.password and not is_password(self.password):
            return "bad_password"
        return None


def is_password(text: str) -> bool:
    """Whether WPA takes it: 8 to 63 characters, or a key of 64 digits in hexadecimal."""
    if not text.isprintable():
        return False
    length = len(text.encode())
    return 8 <= length <= 63 or (length == 64 and all(one in hexdigits for one in text))


class Radio:
    """Every method may raise ``Refused``."""

    def __init__(self, carriers: Path = Path("/sys/class/net"), pause_s: float = PAUSE_S) -> None:
        self._carriers = carriers
        self._pause_s = pause_s

    def links(self) -> Links:
        """What is connected now."""
        told = nmcli.ask("-t", "-f", "DEVICE,TYPE,STATE,CONNECTION,CON-UUID", "device", "status")
        found = nmcli.devices(told)
        wired = any(
            one.is_connected or (one.state == "unmanaged" and self._has_cable(one.name))
            for one in found
            if one.kind == "ethernet"
        )
        connecting = any(one.state.startswith("connecting") for one in found if one.kind in KINDS)
        radio = next((one for one in found if one.kind == "wifi" and one.state != "unmanaged"), None)
        if radio is None or radio.state == "unavailable":
            return Links(wired, None, None, hotspot=False, connecting=connecting)
        in_use = radio if radio.is_connected else None
        return Links(
            wired,
            radio.name,
            None if in_use is None else in_use.profile_id,
            hotspot=in_use is not None and in_use.profile == HOTSPOT,
            connecting=connecting,
        )

    def _has_cable(self, device: str) -> bool:
        """A wire of which another program takes care, with something at its other end."""
        folder = self._carriers / device
        try:
            return (folder / "device").exists() and (folder / "carrier").read_text().strip() == "1"
        except OSError:
            return False

    def switch_on(self) -> None:
        """A new Raspberry Pi's radio is off until somebody has asked for it."""
        nmcli.ask("radio", "wifi", "on")

    def look(self) -> tuple[Network, ...]:
        """The networks in reach, looked for anew, and once more where none is heard: a radio that has just been a
        hotspot is deaf for a moment."""
        found = self._looked()
        if not found:
            time.sleep(self._pause_s)
            found = self._looked()
        return found

    def _looked(self) -> tuple[Network, ...]:
        asked = ("-t", "-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan")
        try:
            told = nmcli.ask(*asked, "yes", seconds=SCAN_S)
        except Refused:  # it has just been looked, or may not be now
            told = nmcli.ask(*asked, "no")
        return nmcli.networks(told)

    def known(self) -> tuple[Known, ...]:
        """The networks that the machine may join by itself."""
        told = nmcli.ask("-t", "-f", "UUID,TYPE,AUTOCONNECT", "connection", "show")
        found = []
        for profile, kind, by_itself in nmcli.rows(told, 3):
            if kind == "802-11-wireless" and by_itself == "yes":
                wanted = ("802-11-wireless.ssid", "802-11-wireless.mode", "802-11-wireless.hidden")
                name, mode, hidden = self._values(profile, *wanted)
                if mode in ("infrastructure", ""):
                    found.append(Known(profile, name, hidden == "yes"))
        return tuple(found)

    def name_of(self, profile: str) -> str:
        """The network of a profile."""
        return self._values(profile, "802-11-wireless.ssid")[0]

    def _values(self, profile: str, *properties: str) -> list[str]:
        told = nmcli.ask("-e", "no", "-g", ",".join(properties), "connection", "show", profile)
        lines = told.split("\n")
        if len(lines) < len(properties):
            raise Refused(nmcli.FAILED)
        return lines[: len(properties)]

    # ------------------------------------------------------------ joining

    def rejoin(self, profile: str) -> None:
        """Join a network that is known."""
        nmcli.ask("--wait", str(JOIN_S), "connection", "up", "uuid", profile, seconds=JOIN_S + ANSWER_LATE_S)

    def join(self, device: str, wish: Wish, lock: Lock) -> None:
        """Join a network and keep it; one that could not be joined is not kept."""
        before = [one.profile for one in self.known() if one.name == wish.name]
        if before and not wish.password:
            self.rejoin(before[0])
            return
        more = ["802-11-wireless.hidden", "yes"] if wish.hidden else []
        if lock != "open":
            more += ["wifi-sec.key-mgmt", "sae" if lock == "sae" else "wpa-psk"]
        profile = self._added(device, f"Wi-Fi {wish.name}", wish.name, "yes", *more)
        try:
            if lock != "open":
                self._give_password(profile, wish.password, "persistent")
            self.rejoin(profile)
        except Refused:
            self._forget(profile)
            raise
        for one in before:  # its password is an old one
            self._forget(one)

    def open_hotspot(self, device: str, name: str, password: str) -> None:
        """Open the hotspot: WPA2, addresses by NetworkManager, names by its dnsmasq."""
        self._forget(HOTSPOT)
        profile = self._added(
            device,
            HOTSPOT,
            name,
            "no",
            *("802-11-wireless.mode", "ap", "802-11-wireless.band", "bg"),
            *("ipv4.method", "shared", "ipv4.addresses", f"{ADDRESS}/24", "ipv6.method", "disabled"),
            # As nmcli's own hotspot: old tablets and the Pi's radio take nothing newer.
            *("wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.proto", "rsn", "wifi-sec.pairwise", "ccmp"),
            *("wifi-sec.group", "ccmp", "wifi-sec.pmf", "1"),
            kept=False,
        )
        try:
            self._give_password(profile, password, "temporary")
            self.rejoin(profile)
        except Refused:
            self._forget(profile)
            raise

    def close_hotspot(self) -> None:
        """Close the hotspot; its profile goes, too."""
        self._forget(HOTSPOT)

    def _added(
        self, device: str, called: str, name: str, by_itself: str, *more: str, kept: bool = True
    ) -> str:
        """The number of a new profile, which has no password yet."""
        told = nmcli.ask(
            *("connection", "add", "save", "yes" if kept else "no", "type", "wifi", "ifname", device),
            *("con-name", called, "autoconnect", by_itself, "ssid", name, *more),
        )
        numbers = _NUMBER.findall(told)
        if not numbers:
            raise Refused(nmcli.FAILED)
        return str(numbers[-1])

    def _give_password(self, profile: str, password: str, how: str) -> None:
        nmcli.ask(
            *("connection", "edit", "uuid", profile),
            typed=f"set 802-11-wireless-security.psk {password}\nsave {how}\nquit\n",
        )

    def _forget(self, profile: str) -> None:
        with contextlib.suppress(Refused):  # it is gone already
            nmcli.ask("connection", "delete", profile)
