"""What is said of a game that does not fit the picture: every trouble and every way out, in every language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from calibration.game_fit import Change, Kind
from companion.fit_words import trouble_said, way_said, ways_said
from companion.languages import LANGUAGES, SOURCE


@dataclass
class Fit:
    too_small: bool = False
    outside: tuple[str, ...] = ()
    coarse: tuple[str, ...] = ()
    ways_out: tuple[tuple[Change, ...], ...] = field(default=())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_change_has_a_sentence_of_its_own_in_every_language(language: str) -> None:
    said = {way_said([Change(kind, 12, (118, 87))], language) for kind in Kind}
    assert len(said) == len(Kind)
    if language != SOURCE:
        assert said.isdisjoint(way_said([Change(kind, 12, (118, 87))], SOURCE) for kind in Kind)
    assert all(sentence[0].isupper() and sentence.endswith(".") and "px" not in sentence for sentence in said)


@pytest.mark.parametrize(
    ("fit", "said"),
    [
        (Fit(too_small=True), "Racko ne va pas : les repères sont trop proches."),
        (Fit(outside=("a",)), "Racko ne va pas : 1 emplacement est hors de l’image."),
        (Fit(outside=("a", "b"), coarse=("c",)), "Racko ne va pas : 2 emplacements sont hors de l’image."),
        (Fit(coarse=("a", "b")), "Racko ne va pas : 2 emplacements sont trop petits dans l’image."),
    ],
)
def test_the_trouble_is_counted(fit: Any, said: str) -> None:
    assert trouble_said(fit, "Racko", "fr") == said


def test_what_is_done_together_is_said_together_and_another_way_after_it() -> None:
    ways = ((Change(Kind.RIGHT, 8), Change(Kind.HIGHER, 12)), (Change(Kind.PLAYERS, 4),))
    told = ways_said(Fit(ways_out=ways), "en")
    assert told == (
        "Move the camera 8 cm to the right, seen by player 1. Put the camera 12 cm higher. "
        "Or: Play with 4 players at most."
    )
    assert ways_said(Fit(ways_out=ways), "en", most=1).endswith("12 cm higher.")
    assert ways_said(Fit(), "fr") == "Rien de ce que j’ai essayé n’aiderait."
