"""Training scenes of cards: the same everywhere, labelled as promised; real art and fonts are optional."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.card_names import BACK, CARDS
from vision.scene.deck import Deck, random_deck_style
from vision.training.card_art import fetch_card_art, find_indices, load_card_art
from vision.training.card_dataset import (
    draw_card_scene_set,
    index_row,
    join_card_scene_sets,
    load_card_scene_set,
    save_card_scene_set,
)
from vision.training.card_scenes import (
    IGNORED_FROM,
    RARE,
    SCENE_SIZE,
    USED_FROM,
    CardSceneSeries,
    CardTrainingScene,
)
from vision.training.fonts import fetch_fonts, load_fonts
from vision.training.redrawn_deck import RedrawnDeck, paper_of


@pytest.fixture(scope="module")
def scenes() -> list[CardTrainingScene]:
    series = CardSceneSeries(7)
    return [series.scene(number) for number in range(8)]


def test_a_scene_is_the_same_in_any_order(scenes: list[CardTrainingScene]) -> None:
    again = CardSceneSeries(7)
    for number in (5,):
        scene = again.scene(number)
        assert np.array_equal(scene.image, scenes[number].image)
        assert scene.used == scenes[number].used
        assert all(
            np.array_equal(a.quad, b.quad) for a, b in zip(scene.used, scenes[number].used, strict=True)
        )


def test_scenes_are_labelled_as_promised(scenes: list[CardTrainingScene]) -> None:
    for scene in scenes:
        assert scene.image.shape == (SCENE_SIZE, SCENE_SIZE, 3) and scene.image.dtype == np.uint8
        assert 1.7 < scene.px_per_mm < 3.8
        assert all(index.visible >= USED_FROM for index in scene.used)
        assert all(IGNORED_FROM <= index.visible < USED_FROM for index in scene.ignored)
        for index in scene.used:
            x, y = index.centre
            assert 0 <= x < SCENE_SIZE and 0 <= y < SCENE_SIZE
            assert index.rank + index.suit == scene.cards[index.card].card
            assert 2.5 < index.size[0] / scene.px_per_mm < 32.0
    assert sum(len(scene.used) for scene in scenes) >= len(scenes)


def test_rare_scenes_show_large_indices_signs_beside_figures_and_whole_backs() -> None:
    shown = {}
    for name, series in (("usual", CardSceneSeries(11)), ("rare", CardSceneSeries(11, rare=RARE))):
        drawn = [series.scene(number) for number in range(24)]
        used = [(index, scene.px_per_mm) for scene in drawn for index in scene.used]
        jumbo = sum(index.size[0] >= 12.0 * scale for index, scale in used)
        beside = sum(index.size[0] > 0.9 * index.size[1] for index, _ in used)
        backs = sum(card.card == BACK and card.visible > 0.4 for scene in drawn for card in scene.cards)
        shown[name] = np.array([jumbo / len(used), beside / len(used), backs / len(drawn)])
    assert (shown["rare"] > 2 * shown["usual"]).all()


def test_indices_are_found_by_themselves_where_the_truth_says() -> None:
    deck = Deck(random_deck_style(24, language="english", width_mm=7.0))
    drawn = {card: deck.draw(card, 4.0) for card in CARDS if card[-1] in "HSC"}
    found = find_indices({card: one.picture for card, one in drawn.items()}, 4.0)
    near = 0
    for card, one in drawn.items():
        x0, y0, x1, y1 = found[card][0]
        truth = one.indices[0]
        near += np.allclose(((x0 + x1) / 2, (y0 + y1) / 2), truth.centre_mm, atol=1.0)
    assert near >= 0.9 * len(drawn)


def test_a_redrawn_deck_tells_its_own_indices_and_leaves_no_patch() -> None:
    base = Deck(random_deck_style(24, width_mm=6.0))
    style = random_deck_style(31, width_mm=11.0)
    redrawn = RedrawnDeck(base, style.index, 31)
    one = redrawn.draw("8C", 4.0)
    assert len(one.indices) == style.index.corners
    assert one.indices[0].width_mm > base.draw("8C", 4.0).indices[0].width_mm
    assert np.array_equal(one.picture[..., 3], base.draw("8C", 4.0).picture[..., 3])
    index = one.indices[0]
    beside = round((index.centre_mm[0] + index.width_mm / 2 + 0.5) * 4.0)
    rows = slice(round(6.0 * 4), round(14.0 * 4))
    ground = one.picture[rows, beside, :3].astype(int)
    rim = paper_of(base.draw("8C", 4.0)).astype(int)
    assert np.abs(np.median(ground, axis=0) - rim).max() <= 3


def test_without_art_or_fonts_training_says_so_and_goes_on(tmp_path: Path) -> None:
    shelf = load_card_art(tmp_path / "nothing")
    assert not shelf.training and not shelf.held_out
    assert "no card art" in shelf.told[0]
    fonts = load_fonts(tmp_path / "nothing")
    assert fonts.training == () and fonts.held_out == ()


def test_what_cannot_be_fetched_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda program: None)
    told = fetch_card_art(tmp_path / "art")
    assert len(told) == 4 and all("could not be fetched" in sentence for sentence in told)
    with pytest.raises(RuntimeError, match="copy a folder of fonts"):
        fetch_fonts(tmp_path / "fonts")


def test_art_that_lies_in_the_folder_is_used_and_split_by_name(tmp_path: Path) -> None:
    # Drawn art in place of the real one, as an earlier run leaves it.
    deck = Deck(random_deck_style(24, language="english", width_mm=7.0))
    pictures = {card: deck.draw(card, 3.0).picture for card in ("AS", "7D", BACK)}
    for name in ("anglo", "plastic"):
        folder = tmp_path / "drawn" / name
        folder.mkdir(parents=True)
        for card, picture in pictures.items():
            cv2.imwrite(str(folder / f"{card}.png"), picture)
        kept = {
            "size_mm": [63.0, 88.0],
            "cards": ["7D", "AS"],
            "boxes": {"AS": [[2, 3, 9, 20]], "7D": [[2, 3, 9, 20]]},
        }
        (folder / "indices.json").write_text(json.dumps(kept), encoding="utf-8")
        sheet = tmp_path / "gnome-cards-data" / "usr" / "share" / "aisleriot" / "cards" / f"{name}.svgz"
        sheet.parent.mkdir(parents=True, exist_ok=True)
        sheet.touch()
    shelf = load_card_art(tmp_path)
    assert [art.name for art in shelf.training] == ["anglo"]
    assert [art.name for art in shelf.held_out] == ["plastic"]
    drawn = shelf.training[0].draw("7D", 2.0)
    assert drawn.picture.shape == (176, 126, 4)
    assert [index.centre_mm for index in drawn.indices] == [(5.5, 11.5), (57.5, 76.5)]
    with pytest.raises(ValueError, match="has no KH"):
        shelf.training[0].draw("KH", 2.0)


def test_fonts_print_indices_where_there_are_some() -> None:
    folder = Path("/usr/share/fonts/truetype/dejavu")
    pytest.importorskip("PIL")
    shelf = load_fonts(folder.parent)
    if not shelf.training:
        pytest.skip("no fonts are installed here: apt install fonts-dejavu-core")
    with_font, with_strokes = random_deck_style(3, shelf.training), random_deck_style(3)
    assert shelf.training == load_fonts(folder.parent).training
    pictures = [
        Deck(style).draw("KC", 2.0).picture.tobytes() for style in (with_font, with_font, with_strokes)
    ]
    assert pictures[0] == pictures[1] and pictures[0] != pictures[2]


def test_a_set_of_scenes_is_kept_as_it_was_drawn(tmp_path: Path, scenes: list[CardTrainingScene]) -> None:
    drawn = draw_card_scene_set(7, 6, processes=1)
    save_card_scene_set(drawn, tmp_path)
    kept = load_card_scene_set(tmp_path)
    for number in range(6):
        assert np.array_equal(kept.images[number], scenes[number].image)
        rows = kept.of_scene(number)
        used = [index for index in scenes[number].used]
        assert len(rows) == len(used) + len(scenes[number].ignored)
        for row, index in zip(rows, used, strict=False):
            card = scenes[number].cards[index.card]
            assert row.tolist() == pytest.approx(index_row(number, index, card, used=True), rel=1e-5)
            assert row[1] == 1.0


def test_sets_of_scenes_are_joined_with_their_truth() -> None:
    first, second = draw_card_scene_set(7, 3, processes=1), draw_card_scene_set(8, 4, processes=1)
    both = join_card_scene_sets(first, second)
    assert len(both.images) == len(both.px_per_mm) == 7
    for number in range(4):
        assert np.array_equal(both.images[3 + number], second.images[number])
        assert np.array_equal(both.of_scene(3 + number)[:, 1:], second.of_scene(number)[:, 1:])
        assert np.array_equal(both.backs_of_scene(3 + number)[:, 1:], second.backs_of_scene(number)[:, 1:])
    assert second.indices[:, 0].max() < 4
