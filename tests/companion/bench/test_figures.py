"""The page of figures is what the data yields, every figure has its command, date and n, and every command is one."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.bench import figures as bench_figures
from companion.bench.bars import Bar, bars
from companion.bench.figures import DOCS, KEPT, PAGE, PLAN, Figures, Plan, Run, due, main, page
from companion.bench.measure import Measure, share_measure
from companion.cli import bench
from companion.wrong_use import WrongUse

PLANNED, MEASURED = Plan.read(DOCS / PLAN), Figures.read(DOCS / KEPT)
ANEW = "write it anew: make figures ARGS=--page"


def parsed(command: str) -> argparse.Namespace:
    """What ``companion bench`` makes of a command; wrong use where its arguments do not go together."""
    program, verb, *words = shlex.split(command)
    assert (program, verb) == ("companion", "bench"), command
    parser = argparse.ArgumentParser(exit_on_error=False)
    bench.add_arguments(parser)
    arguments = parser.parse_args(words)
    bench.check(arguments)
    return arguments


def test_the_page_is_what_the_data_yields() -> None:
    assert (DOCS / PAGE).read_text(encoding="utf-8") == page(PLANNED, MEASURED), ANEW
    for plot in (plot for subject in PLANNED.subjects for plot in subject.plots):
        kept = (DOCS / plot.file).read_text(encoding="utf-8")
        assert plot.drawn(MEASURED) in (kept, None), f"{plot.file}: {ANEW}"


@pytest.mark.parametrize("run", PLANNED.runs, ids=lambda run: run.command)
def test_every_command_of_the_page_is_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    assert parsed(run.command).bench == run.bench and run.rows


def test_every_figure_has_its_command_its_date_and_its_cases_and_is_shown() -> None:
    shown = {(run.command, name) for run in PLANNED.runs for name in run.rows}
    assert {(one.command, one.measure.name) for one in MEASURED} == shown
    assert len({run.command for run in PLANNED.runs}) == len(PLANNED.runs)
    for one in MEASURED:
        assert one.measure.n > 0 and date.fromisoformat(one.date), one.line
        low, high = one.measure.low, one.measure.high
        assert (low is None) == (high is None)
        if low is not None and high is not None:
            assert one.measure.unit == "%" and low <= one.measure.value <= high, one.line


def test_every_bench_command_in_the_docs_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    found = 0
    for path in (DOCS.parent / "README.md", *DOCS.glob("*.md")):
        for told in re.findall(r"companion bench[^`#\n]*", path.read_text(encoding="utf-8")):
            try:
                parsed(re.sub(r"[\[\]]", "", told).strip().rstrip(".,)"))
            except (argparse.ArgumentError, SystemExit, WrongUse) as error:
                pytest.fail(f"{path.name}: {told}: {error}")
            found += 1
    assert found > 40


# ---------------------------------------------------------------- measuring anew

SMALL = """
said = "What was measured."
[[subject]]
title = "Tables"
said = "Drawn ones."
[[subject.run]]
command = "companion bench tables"
takes = "a minute"
[subject.run.rows]
zones_right = "zones read right"
table_ms = "time for a table"
[[subject.run]]
command = "companion bench vision --photos PHOTOS"
takes = "hours"
long = true
[subject.run.rows]
"all.right" = "dice read right"
[[subject.plot]]
file = "plot.svg"
title = "Zones"
command = "companion bench tables"
unit = "%"
bars = [["zones", "zones_right"]]
"""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A folder with a small plan and one old figure of each of its commands."""
    (tmp_path / PLAN).write_text(SMALL, encoding="utf-8")
    kept, (tables, vision) = Figures(), Plan.read(tmp_path / PLAN).runs
    kept.measured(tables, [share("zones_right", 9), took(2000.0)], date(2026, 1, 2), "an old machine")
    kept.measured(vision, [share("all.right", 8)], date(2026, 1, 2), "")
    kept.write(tmp_path / KEPT)
    return tmp_path


def share(name: str, right: int) -> Measure:
    return share_measure("x", name, right, 10, target=95.0)


def took(ms: float) -> Measure:
    return Measure("x", "table_ms", ms, "ms", 4, target=1000.0, higher_is_better=False)


def benches_tell(monkeypatch: pytest.MonkeyPatch, measures: Sequence[Measure]) -> list[list[str]]:
    """Let every bench tell these measures, or fail where there are none; returns the words it is called with."""
    called: list[list[str]] = []

    def ran(words: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        called.append(words[3:])
        if not measures:
            raise subprocess.CalledProcessError(2, words)
        told = "".join(f"{json.dumps(one.as_json())}\n" for one in measures)
        return subprocess.CompletedProcess(words, 0, told)

    monkeypatch.setattr(bench_figures.subprocess, "run", ran)
    return called


def test_figures_are_measured_kept_and_written(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called = benches_tell(monkeypatch, [share("zones_right", 10), took(812.0), share("not_shown", 1)])
    assert main([], docs) == 0
    assert called == [["bench", "tables", "--json"]], "what takes long is left out"
    written = (docs / PAGE).read_text(encoding="utf-8")
    assert (
        f"| `zones_right` | zones read right | 100 % | 72.25–100 | 10 | ≥ 95 %: reached | {date.today()} |"
        in written
    )
    assert "| `table_ms` | time for a table | 812 ms |  | 4 | ≤ 1,000 ms: reached |" in written
    assert (
        "| `all.right` | dice read right | 80 % | 49.02–94.33 | 10 | ≥ 95 %: **missed** | 2026-01-02 |"
        in written
    )
    assert "3 figures, 3 of which something is asked: 2 reach it." in written
    assert "not_shown" not in (docs / KEPT).read_text(encoding="utf-8") and "an old machine" not in written
    assert "load" in written and "zones" in (docs / "plot.svg").read_text(encoding="utf-8")


def test_a_bench_that_fails_leaves_its_figures_as_they_were(
    docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = (docs / KEPT).read_text(encoding="utf-8")
    benches_tell(monkeypatch, [])
    assert main(["tables"], docs) == 1
    assert (docs / KEPT).read_text(encoding="utf-8") == kept and "an old machine" in (docs / PAGE).read_text()


def test_photographs_lie_where_one_says(
    docs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called = benches_tell(monkeypatch, [share("all.right", 10)])
    assert main(["vision"], docs) == 0 and not called
    assert "PHOTOS=DIR" in capsys.readouterr().err
    assert main(["vision", f"PHOTOS={docs}"], docs) == 0
    assert called == [["bench", "vision", "--photos", str(docs), "--json"]]
    assert str(docs) not in (docs / KEPT).read_text(encoding="utf-8"), "nobody else has that folder"


def test_what_is_measured(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, vision = Plan.read(docs / PLAN).runs
    assert due([tables, vision], [], long=False) == [tables]
    assert due([tables, vision], [], long=True) == [tables, vision]
    assert due([tables, vision], ["vision"], long=False) == [vision]
    assert due([tables, vision], ["--photos", "tables"], long=False) == [tables, vision]
    called = benches_tell(monkeypatch, [])
    assert main(["--page"], docs) == 0 and not called and (docs / PAGE).is_file()
    with pytest.raises(SystemExit):
        main(["whist"], docs)


def test_what_a_run_had_no_case_of_stays_as_it_was(docs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    benches_tell(monkeypatch, [share_measure("x", "zones_right", 0, 0), took(700.0)])
    assert main([], docs) == 0
    told = {one.measure.name: (one.measure.value, one.date) for one in Figures.read(docs / KEPT)}
    assert told["zones_right"] == (90.0, "2026-01-02") and told["table_ms"] == (700.0, str(date.today()))


def test_a_figure_that_was_not_measured_is_not_shown(docs: Path) -> None:
    (docs / KEPT).unlink()
    with pytest.raises(WrongUse, match="zones_right"):
        main(["--page"], docs)


def test_bars_stand_for_their_values() -> None:
    drawn = bars(
        "Right",
        "of all",
        "%",
        [Bar("a", 50.0, None, (40.0, 60.0), 9), Bar("b", 100.0, 80.0, (None, None), 3)],
    )
    widths = [
        float(one.attrib["width"])
        for one in ElementTree.fromstring(drawn).iter()
        if one.attrib.get("rx") == "3"
    ]
    assert widths[1] == 2 * widths[0]
    assert "50 (40–60), n=9" in drawn and "100; 80, n=3" in drawn
