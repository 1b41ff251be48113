"""``companion bench``: the figures, measured here and now."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path

from companion.cli.main import WrongUse
from companion.cli.measure import Measure

BENCHES = ("engine", "vision")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion bench``."""
    parser.add_argument(
        "bench", nargs="?", choices=BENCHES, help="one bench only; all that can run otherwise"
    )
    parser.add_argument(
        "--photos", type=Path, metavar="DIR", help="labelled photographs, for the vision bench"
    )
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="benches of other engines, measured in the same run"
    )
    parser.add_argument("--long", action="store_true", help="measure longer, for steadier figures")
    parser.add_argument("--json", action="store_true", help="one JSON line a figure")


def run(arguments: argparse.Namespace) -> int:
    """Prints every figure and returns 0; missing photographs are wrong use."""
    wanted = (
        [arguments.bench] if arguments.bench else [b for b in BENCHES if b != "vision" or arguments.photos]
    )
    show = _json_line if arguments.json else _table_line
    for bench in wanted:
        for measure in _measures(bench, arguments):
            print(show(measure), flush=True)
    return 0


def _measures(bench: str, arguments: argparse.Namespace) -> Iterable[Measure]:
    if bench == "engine":
        return _engine_measures(5.0 if arguments.long else 1.0, arguments.against)
    if arguments.photos is None or not (arguments.photos / "labels.jsonl").is_file():
        raise WrongUse(
            "The vision bench needs labelled photographs: --photos DIR, with a labels.jsonl in it."
        )
    from companion.cli.bench_vision import measure as measure_vision

    measured: Callable[[Path], Iterable[Measure]] = measure_vision
    return measured(arguments.photos)


def _engine_measures(seconds: float, against: Path | None) -> Iterable[Measure]:
    from companion.cli import bench_engine

    if against is not None and not (against / "bench_adapter.py").is_file():
        raise WrongUse(
            "--against wants a folder with the benches of other engines: bench_adapter.py is not there."
        )
    measures = bench_engine.measure(seconds=seconds)
    return measures if against is None else chain(measures, bench_engine.measure_against(against, seconds))


def _json_line(measure: Measure) -> str:
    return json.dumps(measure.as_json(), ensure_ascii=False)


def _table_line(measure: Measure) -> str:
    def number(value: float | None) -> str:
        return "–" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"

    bounds = "" if measure.low is None else f"[{number(measure.low)} … {number(measure.high)}]"
    target = "" if measure.target is None else f"target {number(measure.target)}"
    value = f"{number(measure.value)} {measure.unit}"
    return f"{measure.bench:8} {measure.name:44} {value:>22}  n={measure.n:<7} {bounds:22} {target}".rstrip()
