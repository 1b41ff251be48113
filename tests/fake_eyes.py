"""A seeing part that a test moves by hand."""

from __future__ import annotations

from collections.abc import Callable

from companion.sighting import EyeStatus


class FakeEyes:
    """Its status and its pictures are what a test last said."""

    def __init__(self, state: str, code: str) -> None:
        self.now = EyeStatus(state, code)
        self.pictures: dict[str, bytes] = {}
        self.callbacks: list[Callable[[EyeStatus], None]] = []

    def status(self) -> EyeStatus:
        return self.now

    def picture(self, evidence: str) -> bytes | None:
        return self.pictures.get(evidence)

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        self.callbacks.append(callback)
        return lambda: self.callbacks.remove(callback)

    def become(self, state: str, code: str, dice: tuple[tuple[str, float], ...] = ()) -> None:
        self.now = EyeStatus(state, code, dice)
        for callback in tuple(self.callbacks):
            callback(self.now)
