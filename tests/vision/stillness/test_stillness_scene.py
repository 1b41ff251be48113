"""The films that stillness is measured on: they show what they say they show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.scene.card_table import TABLE_MM, CardTable, LyingCard, paste, zones_of_cards
from vision.scene.deck import CARD_MM
from vision.scene.photograph_table import PhotographTables, photographs_in
from vision.scene.reaching_arm import Gesture
from vision.scene.table_film import Slide, TableFilm, off_table
from vision.scene.table_light import STEADY, TableLight, random_conditions
from vision.scene.table_script import random_script, random_table

SHAPE = (240, 320)
GREEN = np.full((*SHAPE, 3), (60, 95, 40), np.uint8)
CALM = replace(STEADY, noise=0.0)


def table(*cards: tuple[int, int]) -> CardTable:
    made = CardTable(GREEN, zones_of_cards())
    for zone, sprite in cards:
        made.put(zone, LyingCard(sprite))
    return made


def test_the_zones_lie_on_the_table_beside_one_another() -> None:
    zones = zones_of_cards()
    assert len(zones) == len({zone.id for zone in zones}) == 26
    for one in zones:
        right, bottom = one.left + one.width, one.top + one.height
        assert one.left >= 0 and right <= TABLE_MM[0] and one.top >= 0 and bottom <= TABLE_MM[1]
        assert one.width > CARD_MM[0] and one.height > CARD_MM[1]
        for other in zones:
            apart = right <= other.left or bottom <= other.top
            beyond = other.left + other.width <= one.left or other.top + other.height <= one.top
            assert one is other or apart or beyond


def test_the_cards_of_a_small_stream_differ() -> None:
    made = table()
    height, width = (round(side * made.px_per_mm) for side in reversed(CARD_MM))
    assert {sprite.shape for sprite in made.sprites} == {(height, width, 4)}
    for number, face in enumerate(made.sprites):
        for other in made.sprites[:number]:
            assert np.count_nonzero(np.abs(face[..., :3].astype(int) - other[..., :3]).max(axis=2) > 20) >= 4


def test_a_sprite_is_pasted_where_it_is_told_also_over_the_edge() -> None:
    canvas = np.zeros((40, 40, 3), np.uint8)
    sprite = np.full((10, 6, 4), 255, np.uint8)
    paste(canvas, sprite, (20.0, 20.0))
    ys, xs = np.nonzero(canvas[..., 0] > 128)
    assert abs(ys.mean() - 20) < 1 and abs(xs.mean() - 20) < 1 and 40 <= len(ys) <= 70
    paste(canvas, sprite, (0.0, 40.0))
    paste(canvas, sprite, (500.0, 500.0))
    assert canvas[38, 1, 0] == 255


def test_a_card_that_is_carried_moves_from_zone_to_zone() -> None:
    lying = table((0, 5))
    way = ((0.0, off_table("west", 350, 170)), (500.0, lying.place(0, 0)), (700.0, lying.place(0, 0)))
    way += ((1200.0, lying.place(6, 0)), (1400.0, lying.place(6, 0)), (1900.0, off_table("west", 350, 170)))
    gesture = Gesture("west", off_table("west", 350, 300), way, picks=650.0, drops=1350.0, source=0, target=6)
    frames = list(TableFilm(lying, TableLight(SHAPE, CALM, 1), [gesture]).frames(0, 2500, 100))
    assert [frame.ms for frame in frames if frame.moved[0]] == [700]
    assert [frame.ms for frame in frames if frame.moved[6]] == [1400]
    assert (len(lying.cards[0]), len(lying.cards[6])) == (0, 1)
    assert frames[6].cover[0] > 0.3 and frames[6].sides[0] == 1 << 3
    assert not frames[0].cover.any() and not frames[-1].cover.any()
    box = lying.masks == 0
    assert np.abs(frames[0].image[box].astype(int) - frames[-1].image[box]).max() > 60


def test_a_card_slides_as_far_as_it_is_told() -> None:
    lying = table((1, 7))
    frames = list(
        TableFilm(lying, TableLight(SHAPE, CALM, 1), slides=[Slide(1, 300, 600, 12, -4)]).frames(0, 1000, 100)
    )
    assert [frame.ms for frame in frames if frame.moved[1]] == [400, 500, 600]
    assert (lying.cards[1][-1].dx, lying.cards[1][-1].dy) == pytest.approx((12, -4))
    assert not any(frame.moved[zone] for frame in frames for zone in range(26) if zone != 1)


def test_light_changes_the_picture_and_nothing_on_the_table() -> None:
    rng = np.random.default_rng(0)
    dark, bright = [], []
    for seed in range(4):
        lying = random_table(SHAPE, seed)
        before = lying.picture.copy()
        frames = list(
            TableFilm(lying, TableLight(SHAPE, random_conditions(rng), seed)).frames(0, 20_000, 500)
        )
        means = [float(frame.image.mean()) for frame in frames]
        dark.append(min(means))
        bright.append(max(means))
        assert np.array_equal(lying.picture, before)
        assert not any(any(frame.moved) or frame.cover.any() for frame in frames)
    assert max(b / a for a, b in zip(dark, bright, strict=True)) > 1.3


def test_the_same_seed_gives_the_same_film_and_another_one_another() -> None:
    def film(seed: int) -> np.ndarray:
        lying = random_table(SHAPE, seed)
        script = random_script(lying, 10.0, seed)
        light = TableLight(SHAPE, random_conditions(np.random.default_rng(seed)), seed)
        made = TableFilm(lying, light, script.gestures, script.slides)
        return np.stack([frame.image for frame in made.frames(0, 5000, 500)])

    assert np.array_equal(film(1), film(1))
    assert not np.array_equal(film(1), film(2))


def test_a_random_evening_begins_and_ends_quietly_and_something_happens() -> None:
    for seed in range(6):
        script = random_script(random_table(SHAPE, seed), 30.0, seed)
        times = [(one.start_ms, one.end_ms) for one in script.gestures]
        times += [(one.start_ms, one.end_ms) for one in script.slides]
        assert len(times) >= 4
        assert min(start for start, _ in times) >= 1500 and max(end for _, end in times) <= 28_500


def test_tables_are_cut_out_of_photographs(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="at least two photographs"):
        PhotographTables(tmp_path)
    assert photographs_in(tmp_path / "missing") == []
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), rng.integers(0, 255, (300, 400, 3), dtype=np.uint8))
    tables = PhotographTables(tmp_path)
    assert tables.top(SHAPE, 1).shape == (*SHAPE, 3)
    sprites = tables.sprites(0.6, 1)
    assert {sprite.shape for sprite in sprites} == {(53, 38, 4)}
    assert all((sprite[..., 3] == 255).all() for sprite in sprites)
    assert np.array_equal(tables.top(SHAPE, 1), tables.top(SHAPE, 1))
