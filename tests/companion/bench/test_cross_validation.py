"""Each source is judged by models and a calibration that never saw it, and the bench can use them."""

import json
from pathlib import Path

import pytest

from companion.bench.vision import labelled_photographs, measure_groups, reader_for
from tests.vision.rendered_photographs import write_rendered_photographs
from vision.training.cross_validate import CALIBRATION, TABLE, Plan, base_of, cross_validate, folder_of

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    photos = tmp_path_factory.mktemp("photos")
    write_rendered_photographs(photos, ("one", "two"), 2)
    folder = tmp_path_factory.mktemp("work")
    plan = Plan(MODELS, photos, None, share=0.0, iterations=0, rate=0.0)
    cross_validate(plan, folder, rendered=4, final=folder / "final")
    (folder / "photos").symlink_to(photos)
    return folder


def test_the_table_counts_every_die_of_every_source(work: Path) -> None:
    rows = json.loads((work / TABLE).read_text())
    assert list(rows) == ["one", "two", "all"]
    assert [rows[name]["dice"] for name in rows] == [6, 6, 12]
    assert rows["all"]["photographs"] == 4
    for row in rows.values():
        found = row["right"] + row["wrong_and_sure"] + row["wrong_unsure"] + row["asked"] + row["missed"]
        assert found == row["dice"]
        assert row["named"] >= row["dice"] - 1


def test_every_source_has_a_calibration_fitted_without_it(work: Path) -> None:
    texts = {
        (folder / CALIBRATION).read_text() for folder in (folder_of(work, "one"), folder_of(work, "two"))
    }
    texts.add((work / "final" / CALIBRATION).read_text())
    assert len(texts) == 3
    assert (work / "final" / TABLE).read_text() == (work / TABLE).read_text()


def test_the_bench_reads_a_source_with_the_models_that_never_saw_it(work: Path) -> None:
    reader_of = reader_for(work, 1)
    assert reader_of("one") is reader_of("one")
    assert reader_of("one") is not reader_of("two")
    photographs = labelled_photographs(work / "photos")
    groups = measure_groups(photographs, reader_of)
    rows = json.loads((work / TABLE).read_text())
    assert groups["one"].right == rows["one"]["right"]
    assert groups["all"].dice == 12


def test_a_second_cross_validation_goes_on_from_the_models_that_left_a_source_out(work: Path) -> None:
    first = Plan(MODELS, work / "photos", None, share=0.0, iterations=0, rate=0.0)
    second = Plan(work, work / "photos", None, share=0.0, iterations=0, rate=0.0)
    assert base_of(first, ["one"]) == base_of(first, []) == MODELS
    assert base_of(second, ["one"]) == folder_of(work, "one")
    assert base_of(second, []) == work / "final"
