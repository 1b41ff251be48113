"""The picture of what is worth one (``Game.worth_a_picture``): kept while it lies there, shown at the end."""

from __future__ import annotations

from collections.abc import Callable, Collection

from companion.referee import Referee


def keepsake(
    zones: Collection[str],
    referee: Referee,
    in_sight: Collection[str],
    photograph: Callable[[Collection[str]], str | None],
) -> str | None:
    """The evidence id of a picture of these zones; None while they are not all in sight, or lie otherwise than they
    should, or where no picture can be kept.
    """
    if referee.is_behind or not set(zones).issubset(in_sight):
        return None
    if not set(zones).isdisjoint(one.zone for one in referee.differences()):
        return None
    return photograph(zones)
