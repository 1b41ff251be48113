"""Films of photographed cards and tables run the whole way from the small stream to the sighting."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bench.photograph_films import PhotographTally, film
from companion.cli.main import main
from companion.filmed.photographed_room import photographed_source
from companion.filmed.picture_camera import Seen
from companion.sighting import BACK, EMPTY, UNREADABLE, Sighting, Slot, ZoneReading

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"


def test_cards_backs_and_bare_places_are_counted_against_what_lay_there() -> None:
    lying = {
        "T1": ("KS", "QH"),
        "T2": (),
        "F1": (),
        "F2": ("3D", "4D"),
        "stock:Ada": (BACK,),
        "T3": ("2C", "AH"),
    }
    read = {
        "T1": ("KS", "QD"),
        "T2": (),
        "F1": (EMPTY,),
        "F2": ("4D",),
        "stock:Ada": (UNREADABLE,),
        "T3": ("AH",),
    }
    zones = {
        zone: ZoneReading(tuple(Slot({face: 0.95, "9H": 0.05}) for face in faces))
        for zone, faces in read.items()
    }
    tally = PhotographTally()
    tally.count(Seen(Sighting(1, 1000, zones), lying, 500, 1.0))
    assert (tally.zones, tally.zones_right) == (6, 3)
    assert (tally.faces, tally.faces_right) == (5, 2)
    assert (tally.bares, tally.bares_right) == (2, 2)
    assert (tally.backs, tally.backs_right) == (1, 0)
    assert (tally.wrong, tally.wrong_and_sure, tally.unreadable, tally.missed) == (1, 1, 1, 1)
    names = {one.name: one.n for one in tally.measures("somebody")}
    assert names["photographs.somebody.cards_right"] == 5


def test_photographs_without_labels_or_without_a_known_source_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "end_to_end", "--photos", str(tmp_path)]) == 2
    assert "with a labels.jsonl in it" in capsys.readouterr().err
    label = {"image": "a.jpg", "source": "somebody/cards", "kind": "cards", "objects": []}
    (tmp_path / "labels.jsonl").write_text(json.dumps(label) + "\n")
    assert main(["bench", "end_to_end", "--photos", str(tmp_path)]) == 2
    assert "can be filmed: wanted are sergiodomgui" in capsys.readouterr().err


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the real photographs (../shared/photos) are not here")
def test_real_cards_that_hands_lay_down_move_and_take_away_are_told() -> None:
    room = photographed_source(PHOTOS, "notanumber11")
    assert len(room.packs) == 51
    tally = PhotographTally()
    film(replace(room, seed=2), 5, tally)
    assert tally.told == tally.changed >= 4
    assert tally.zones >= 30
    assert tally.zones_right >= tally.zones - 1
    assert tally.wrong_and_sure == 0
    assert tally.hands.reported == tally.hands.touches
