"""How a race of Change Horses went: the rows of the six horses. Whose they are is a secret until the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.course import Course, Told
from companion.languages import Phrase, Sentences

_SAID = Sentences(
    __name__,
    {
        "title": "Rows of the horses",
        "chapter": "Round {number}",
        "owned": "{player} held the certificate of horse {horse}: last home, and that wins.",
        "tight": "Tight to the end: horse {horse} stayed behind horse {other} by a nose.",
        "led": "Horse {horse} led for most of the race, which helps nobody here.",
        "leap": "The greatest leap: horse {horse}, {rows} fields at once.",
        "wild": "Nobody changed the race more than {player}: {count} wild horse cards.",
    },
    "course",
)


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The row of each horse; row 0 is the start line."""
    return {letter: horse["row"] for letter, horse in view["horses"].items()}


def chapter(view: Mapping[str, Any]) -> Phrase | None:
    """The double round that is played."""
    number = view["round"]
    return _SAID.phrase("chapter", number=number) if number else None


def stories(view: Mapping[str, Any], told: Told) -> Iterator[Phrase]:
    """Whose horse was last, how tight it was, who led, the greatest leap, and who played most wild horse cards."""
    result = view["result"]
    if result and result[0]["owner"] is not None:
        yield _SAID.phrase("owned", player=result[0]["owner"], horse=result[0]["horse"])
    if len(result) > 1 and result[1]["row"] - result[0]["row"] <= 1:
        yield _SAID.phrase("tight", horse=result[0]["horse"], other=result[1]["horse"])
    rows, led, leap = Counter[str](), Counter[str](), (2, "")
    for events in told:
        for event in events:
            if event["event"] == "horse_moved":
                leap = max(leap, (event["to"] - rows[event["horse"]], event["horse"]))
                rows[event["horse"]] = event["to"]
        ahead = [horse for horse, row in rows.items() if row == max(rows.values())]
        led[ahead[0] if len(ahead) == 1 else ""] += 1
    first, moves = led.most_common(1)[0] if led else ("", 0)
    if first and moves * 2 > led.total():
        yield _SAID.phrase("led", horse=first)
    if leap[1]:
        yield _SAID.phrase("leap", horse=leap[1], rows=leap[0])
    played = Counter(
        event["player"] for events in told for event in events if event["event"] == "wild_played"
    )
    player, count = next(iter(played.most_common(1)), ("", 0))
    if count > 1:
        yield _SAID.phrase("wild", player=player, count=count)


SILKS: Mapping[str, str] = {
    "A": "yellow",
    "B": "orange",
    "C": "red",
    "D": "green",
    "E": "blue",
    "F": "purple",
}
"""The colours of the horses."""

COURSE = Course("positions", _SAID.phrase("title"), standing, chapter, inks=SILKS)
