"""A camera in the house's network: an old phone with a camera app, an IP camera; read in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hardware.causes import NO_PERMISSION, NOT_FOUND, TIMED_OUT
from hardware.stream_process import ADDRESS_NAME, without_secrets
from hardware.supervised import SupervisedCamera, Timing
from hardware.watchdog import Rectangle

TIMING = Timing(start_s=20.0, stall_s=5.0)
"""Wireless networks pause now and then."""
_OR = "or choose another camera; --camera none plays by taps."


class UrlSource(SupervisedCamera):
    """The stream at ``address`` (http, https or rtsp). Its name, password and query are told to nobody."""

    def __init__(
        self,
        address: str,
        *,
        small_width: int | None = None,
        timing: Timing = TIMING,
        patch: Rectangle | None = None,
    ) -> None:
        super().__init__(timing=timing, patch=patch)
        self._address = address
        self._told = without_secrets(address)
        self._small_width = small_width

    @property
    def description(self) -> str:
        """The address without its secrets."""
        return f"the camera at {self._told}"

    def _command(self) -> Sequence[str]:
        small = () if self._small_width is None else (str(self._small_width),)
        return (sys.executable, "-m", "hardware.stream_process", *small)

    def _environment(self) -> Mapping[str, str]:
        folder = str(Path(__file__).resolve().parent.parent)
        paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
        return {"PYTHONPATH": os.pathsep.join(paths), ADDRESS_NAME: self._address}

    def _explain(self, cause: str) -> str:
        if cause == NO_PERMISSION:
            return f"The camera at {self._told} wants another name or password: http://NAME:PASSWORD@…, {_OR}"
        if cause == NOT_FOUND:
            return f"No camera answers at {self._told}: is it switched on, in this network, at this address? {_OR}"
        if cause == TIMED_OUT:
            return f"The camera at {self._told} does not answer in time: bring it nearer to the Wi-Fi, {_OR}"
        return (
            f"What {self._told} sends is no picture: look for the address of its MJPEG or RTSP stream, {_OR}"
        )
