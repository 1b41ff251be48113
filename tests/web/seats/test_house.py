"""What the page remembers in one small file: what the disk changed in it is never taken for what was written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from web.seats.house import House

KEPT = {"pin": {"mark": "m", "salt": "0a", "hash": "0b"}, "given": {"été": [1, 2]}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    house = House(tmp_path / "house.json")
    for name, value in KEPT.items():
        house.put(name, value)
    return tmp_path / "house.json"


def test_no_flipped_bit_takes_the_pin_away(file: Path) -> None:
    file.with_name("house.json.bak").unlink()
    whole = file.read_bytes()
    for bit in range(len(whole) * 8):
        spoilt = bytearray(whole)
        spoilt[bit // 8] ^= 1 << bit % 8
        file.write_bytes(spoilt)
        house = House(file)
        assert house.fault == "house_lost" or all(house.get(name) == KEPT[name] for name in KEPT), spoilt
        for left in file.parent.iterdir():
            left.unlink()


def test_of_a_file_that_the_disk_changed_the_one_before_counts(file: Path) -> None:
    file.write_text(file.read_text().replace('"pin"', '"qin"'))
    house = House(file)
    assert house.fault == "house_before" and house.get("pin") == KEPT["pin"]


def test_a_file_of_an_earlier_version_has_no_digest(file: Path) -> None:
    file.write_text(json.dumps(KEPT))
    house = House(file)
    assert house.fault is None and house.get("pin") == KEPT["pin"]
