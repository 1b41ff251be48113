"""How NetworkManager's ``nmcli`` is asked, and what its terse lines and the sentences of its errors mean."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

PROGRAM = "nmcli"
ANSWER_S = 20.0
NO_HOME = "/dev/null"
"""nmcli keeps each line that it reads in ``.nmcli-history`` of the home folder, passwords too: there must be none."""
Lock = Literal["open", "password", "sae", "other"]
"""How a network is locked: not at all, by a password (WPA1, WPA2), by WPA3 alone, or as no page can ask for."""

NO_NETWORK_MANAGER = "no_network_manager"
NO_RADIO = "no_radio"
WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code
OUT_OF_REACH = "out_of_reach"
NO_ADDRESS = "no_address"
NOT_ALLOWED = "not_allowed"
FAILED = "failed"

_SENTENCES = (
    ("Secrets were required", WRONG_PASSWORD),
    ("802.1X supplicant", WRONG_PASSWORD),
    ("could not be found", OUT_OF_REACH),
    ("No network with SSID", OUT_OF_REACH),
    ("IP configuration could not be reserved", NO_ADDRESS),
    ("DHCP client", NO_ADDRESS),
    ("nsufficient privileges", NOT_ALLOWED),
    ("ot authorized", NOT_ALLOWED),
    ("No suitable device", NO_RADIO),
    ("No Wi-Fi device", NO_RADIO),
    ("NetworkManager is not running", NO_NETWORK_MANAGER),
)
"""What nmcli 1.42 says when something fails, and its code here."""


class Refused(Exception):
    """Something did not work; ``code`` says what. No word of nmcli is kept: it might repeat a password."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Network:
    """A network in reach."""

    name: str
    strength: int
    """Percent."""
    lock: Lock


@dataclass(frozen=True, slots=True)
class Device:
    """A way into the network, and the profile that is in use there ("" for none)."""

    name: str
    kind: str
    state: str
    profile: str
    profile_id: str

    @property
    def is_connected(self) -> bool:
        """Also where NetworkManager only looks on, or no internet is behind it."""
        return self.state.startswith("connected")


def ask(*arguments: str, typed: str | None = None, seconds: float = ANSWER_S) -> str:
    """What nmcli answers; ``typed`` is what it reads, for a password must not stand among its arguments, which every
    program may read. Raises ``Refused``."""
    try:
        done = subprocess.run(  # noqa: S603 - a list, no shell
            [PROGRAM, *arguments],
            input="" if typed is None else typed,
            env={**os.environ, "LC_ALL": "C.UTF-8", "HOME": NO_HOME},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except OSError:
        raise Refused(NO_NETWORK_MANAGER) from None
    except subprocess.TimeoutExpired:
        raise Refused(FAILED) from None  # its text holds what was asked
    if done.returncode != 0:
        raise Refused(code_of(done.stderr))
    return done.stdout


def code_of(told: str) -> str:
    """The code of what nmcli says when it fails."""
    return next((code for sentence, code in _SENTENCES if sentence in told), FAILED)


def fields(line: str) -> list[str]:
    """The fields of a terse line: a colon parts them, a backslash takes the next character as it is."""
    found, field, escaped = [], "", False
    for character in line:
        if escaped or character not in ":\\":
            field, escaped = field + character, False
        elif character == "\\":
            escaped = True
        else:
            found.append(field)
            field = ""
    return [*found, field]


def rows(told: str, width: int) -> Iterable[list[str]]:
    """The terse lines of so many fields; a name with a line break in it makes lines that are none."""
    return (row for line in told.split("\n") if len(row := fields(line)) == width)


def lock_of(security: str) -> Lock:
    """What nmcli's SECURITY says of a network."""
    words = set(security.replace("--", "").split())
    if not words or words == {"OWE-TM"}:
        return "open"
    if words & {"802.1X", "WEP", "OWE"}:
        return "other"
    return "password" if words & {"WPA1", "WPA2"} else "sae" if "WPA3" in words else "other"


def networks(told: str) -> tuple[Network, ...]:
    """The networks of ``-f SSID,SIGNAL,SECURITY device wifi list``, best first: one a name, none without."""
    best: dict[str, Network] = {}
    for name, signal, security in rows(told, 3):
        strength = min(int(signal), 100) if signal.isdecimal() else 0
        if name and (name not in best or best[name].strength < strength):
            best[name] = Network(name, strength, lock_of(security))
    return tuple(sorted(best.values(), key=lambda one: (-one.strength, one.name)))


def devices(told: str) -> tuple[Device, ...]:
    """The devices of ``-f DEVICE,TYPE,STATE,CONNECTION,CON-UUID device status``."""
    return tuple(Device(*row) for row in rows(told, 5))
