"""Whether the readers may be believed: the table of certainties, the expected calibration error, and its diagram."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.bench import cards as bench_cards
from companion.bench import leaning as bench_leaning
from companion.bench import tray_time
from companion.bench import vision as bench_vision
from companion.bench.cards import CardTally
from companion.bench.reliability import Reliability, drawn
from companion.bench.vision import LabelledPhotograph, Tally
from companion.cli.main import main
from tests.vision.rendered_photographs import write_rendered_photographs
from vision.cards.labelled import LabelledCards
from vision.readings import CardReading, DieReading, IndexReading, TableReading

Box = tuple[float, float, float, float]


def counted(*readings: tuple[float, bool]) -> Reliability:
    reliability = Reliability()
    for certainty, right in readings:
        reliability.count(certainty, right)
    return reliability


def test_the_error_of_a_few_readings_is_what_is_reckoned_by_hand() -> None:
    # Nine tenths sure, three of four right: 0.15 apart. A quarter sure, one of two right: 0.25 apart.
    made_up = counted((0.9, True), (0.9, True), (0.9, True), (0.9, False), (0.25, True), (0.25, False))
    assert made_up.n == 6
    assert made_up.error == pytest.approx((4 * 0.15 + 2 * 0.25) / 6)


def test_readings_of_one_bin_make_up_for_each_other() -> None:
    # Mean certainty 0.65, 13 of 20 right.
    readings = [(0.61 if at % 2 else 0.69, at < 13) for at in range(20)]
    assert counted(*readings).error == pytest.approx(0.0, abs=1e-12)


def test_bins_reach_from_their_lower_bound_to_the_next() -> None:
    made_up = counted((0.0, False), (0.0999, False), (0.1, True), (0.95, True), (1.0, True))
    assert [one.readings for one in made_up.bins] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]
    last = made_up.bins[-1]
    assert (last.low, last.high, last.right) == (90, 100, 2) and last.certainty == pytest.approx(0.975)
    assert made_up.bins[5].certainty is None
    with pytest.raises(ValueError, match="no certainty"):
        made_up.count(1.2, True)


def test_two_groups_together_are_one() -> None:
    one, other = counted((0.9, True), (0.2, False)), counted((0.92, False))
    one.add(other)
    assert one == counted((0.9, True), (0.2, False), (0.92, False))
    assert Reliability().error == 0.0 and Reliability().n == 0


def test_the_figures_are_the_error_and_ten_bins() -> None:
    figures = {
        one.name: one for one in counted((0.9, True), (0.9, False), (0.25, False)).measures("vision", "dice")
    }
    assert len(figures) == 21
    error = figures["dice.calibration_error"]
    assert (error.value, error.n, error.target, error.met) == (
        round(100 * (2 * 0.4 + 0.25) / 3, 2),
        3,
        1.5,
        False,
    )
    assert figures["dice.certainty_at_90-100%"].value == 90.0
    right = figures["dice.right_at_90-100%"]
    assert (right.value, right.n) == (50.0, 2) and right.low is not None and right.low < 50
    assert figures["dice.right_at_40-50%"].n == 0


def _card(name: str, centre: tuple[float, float], score: float, p: float) -> CardReading:
    x, y = centre
    index = IndexReading((x - 25, y - 35, x - 15, y - 10), name[:-1], name[-1], p)
    box = (x - 30, y - 40, x + 30, y + 40)
    return CardReading(box, centre, (0.0, -1.0), (60, 80), ((name, score),), (index,), score, 0.99)


def test_cards_are_judged_after_fusion_and_their_corners_before() -> None:
    boxes = tuple((100.0 * n, 0.0, 100.0 * n + 60, 80.0) for n in range(3))
    photograph = LabelledCards(Path("x.jpg"), "somebody", boxes, ("10H", "7", "KS"))
    readings = (
        _card("10H", (30, 40), 0.95, 0.72),
        _card("7D", (130, 41), 0.85, 0.74),  # only its rank is labelled
        _card("QS", (230, 39), 0.95, 0.41),
        _card("9C", (430, 300), 0.35, 0.42),  # nothing lies there, and its corner is none of a card
    )
    tally = CardTally()
    tally.count(photograph, TableReading(readings, (), 1.0))
    assert tally.fused == counted((0.95, True), (0.85, True), (0.95, False), (0.35, False))
    assert tally.indices == counted((0.72, True), (0.74, True), (0.41, False))
    both = CardTally()
    both.add(tally)
    both.add(tally)
    told = bench_cards.reliabilities({"cards-all": both})
    assert told["cards"].n == 8 and told["indices"].n == 6


def _die(face: str, box: Box, score: float) -> DieReading:
    centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return DieReading(box, centre, 40.0, ((face, score),), score, 0.99)


def test_a_die_that_is_not_there_is_wrong_and_one_without_pips_says_nothing() -> None:
    boxes: tuple[Box, ...] = ((0, 0, 40, 40), (100, 0, 140, 40), (200, 0, 240, 40))
    photograph = LabelledPhotograph(Path("x.jpg"), "somebody", boxes, (3, 5, None))
    readings = [
        _die("3", boxes[0], 0.97),
        _die("6", boxes[1], 0.55),
        _die("1", boxes[2], 0.9),
        _die("2", (300, 300, 340, 340), 0.45),
    ]
    tally = Tally()
    tally.count(photograph, readings, boxes)
    assert tally.reliability == counted((0.97, True), (0.55, False), (0.45, False))
    both = Tally()
    both.add(tally)
    both.add(tally)
    assert both.reliability.n == 6 and both.dice == 4


def test_the_diagram_shows_every_bin_that_has_readings() -> None:
    groups = {"cards": counted((0.9, True), (0.25, False)), "dice & co": counted((0.55, True))}
    plot = drawn(groups)
    titles = [one.text for one in ElementTree.fromstring(plot).iter("{http://www.w3.org/2000/svg}title")]
    assert titles == [
        "certain 25.0 %, right 0.0 % of 1",
        "certain 90.0 %, right 100.0 % of 1",
        "certain 55.0 %, right 100.0 % of 1",
    ]
    assert "cards: calibration error 17.50 %, n=2" in plot and "dice &amp; co" in plot
    ElementTree.fromstring(drawn({"cards": Reliability()}))


def test_the_bench_reports_what_may_be_believed_and_draws_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Leaning dice and how long a tray takes are measured by the same command, on hundreds of throws on four tables;
    # one on one table is enough.
    monkeypatch.setattr(bench_leaning, "TABLES", bench_leaning.TABLES[:1])
    monkeypatch.setattr(tray_time, "TABLES", tray_time.TABLES[:1])
    monkeypatch.setattr(bench_leaning, "measure", partial(bench_leaning.measure, each=1))
    monkeypatch.setattr(tray_time, "measure", partial(tray_time.measure, each=1, looks=1))
    write_rendered_photographs(tmp_path, ("somebody",), 1)
    plot = tmp_path / "reliability.svg"
    assert main(["bench", "vision", "--photos", str(tmp_path), "--diagram", str(plot), "--json"]) == 0
    figures = {one["name"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert figures["dice.calibration_error"]["n"] >= 3 and figures["cards.calibration_error"]["n"] == 0
    assert figures["indices.right_at_90-100%"]["n"] == 0
    assert figures["dice.calibration_error"]["target"] == 1.5
    assert figures["indices.calibration_error"]["target"] is None
    assert "dice: calibration error" in plot.read_text(encoding="utf-8")


@pytest.mark.parametrize("bad", ["none/x.svg", "x.png"])
def test_a_diagram_that_cannot_be_written_is_said_before_anything_is_measured(
    bad: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rendered_photographs(tmp_path, ("somebody",), 1)
    monkeypatch.setattr(bench_vision, "measure", lambda *given, **more: pytest.fail("measured"))
    assert main(["bench", "vision", "--photos", str(tmp_path), "--diagram", str(tmp_path / bad)]) == 2
    assert "--diagram wants" in capsys.readouterr().err
    assert main(["bench", "engine", "--diagram", "x.svg"]) == 2
