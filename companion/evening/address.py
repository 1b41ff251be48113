"""Where other machines in the house find the page."""

from __future__ import annotations

import socket

BOX_NAMES = ("companion.local", *(f"companion-{number}.local" for number in range(2, 10)))
"""What avahi calls the boxes of a house, whatever the machine itself is called."""


def page_address(port: int) -> str:
    """Where other machines in the house find the page."""
    return f"http://{_own_address()}:{port}/"


def _own_address() -> str:
    """This machine's address in the house; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
