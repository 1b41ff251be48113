"""The address of a broker."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

PASSWORD = "COMPANION_CLUB_PASSWORD"  # noqa: S105 - the variable's name
"""Where ``companion club`` looks for its own password at the broker."""
_PORTS = {"mqtt": 1883, "mqtts": 8883}


class BadAddress(ValueError):
    """An address of no broker; the message is one line that says how one looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broker:
    """Where the broker is, who asks, and whose certificate it must show (None: the system's authorities)."""

    address: str
    user: str | None = None
    password: str | None = None
    ca_file: Path | None = None

    @property
    def host_and_port(self) -> tuple[str, int]:
        """Raises ``BadAddress``."""
        try:
            parts = urlsplit(self.address)
            if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/"):
                raise ValueError(self.address)
            return parts.hostname, parts.port or _PORTS[parts.scheme]
        except ValueError as error:
            raise BadAddress(
                f"{self.address!r} is no broker: write mqtt://HOST:1883, or mqtts://HOST:8883 with TLS."
            ) from error

    @property
    def is_encrypted(self) -> bool:
        """Whether the connection is by TLS."""
        return self.address.startswith("mqtts:")
