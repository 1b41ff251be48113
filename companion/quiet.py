"""The family's quiet hours: when what is said aloud is written only. Pure: the time of day is handed in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from typing import Self

_HOUR = r"(\d{1,2})(?:\s*[h:.]\s*(\d{2})|\s*h)?"
_HOURS = re.compile(rf"\s*{_HOUR}\s*[-–]\s*{_HOUR}\s*", re.IGNORECASE)
_DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``begin`` until just before ``end``, minutes after midnight; an end before the beginning is of the next
    day."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        """Raises ValueError for hours that no clock shows, and for hours that begin when they end."""
        if not (0 <= self.begin < _DAY and 0 <= self.end < _DAY) or self.begin == self.end:
            raise ValueError("quiet hours are two different times of a day")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Hours as people write them: "21:30-07:30", "21h30 – 7h", "22-7"; raises ValueError."""
        match = _HOURS.fullmatch(text)
        if match is None:
            raise ValueError("quiet hours are written 21:30-07:30")
        hours = [int(part or 0) for part in match.groups()]
        if hours[0] > 23 or hours[2] > 23 or hours[1] > 59 or hours[3] > 59:
            raise ValueError("there is no such time of day")
        return cls(hours[0] * 60 + hours[1], hours[2] * 60 + hours[3])

    def cover(self, now: time) -> bool:
        """Whether it is quiet at this time of day."""
        minute = now.hour * 60 + now.minute
        return (minute - self.begin) % _DAY < (self.end - self.begin) % _DAY

    @property
    def begin_told(self) -> str:
        """The beginning as a clock shows it: "21:30"."""
        return _told(self.begin)

    @property
    def end_told(self) -> str:
        """The end as a clock shows it: "07:30"."""
        return _told(self.end)

    def __str__(self) -> str:
        return f"{self.begin_told}-{self.end_told}"


def _told(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
