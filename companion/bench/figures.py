"""The page of figures, ``docs/figures.md``: what the benches measured last, and the command that brings each again.

``docs/figures.toml`` says what the page shows, in which order and words, and which commands there are;
``docs/figures.jsonl`` holds what was measured. ``make figures`` measures anew, keeps the figures and writes the page.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Self

import companion
from companion.bench.bars import Bar, bars
from companion.bench.measure import Measure
from companion.wrong_use import WrongUse

DOCS = Path(companion.__file__).parents[1] / "docs"
PAGE, PLAN, KEPT = "figures.md", "figures.toml", "figures.jsonl"


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure, the command that measured it, the day (ISO), and a note on the machine or the program of that day.

    In a command a word in capitals stands for a folder that everybody has elsewhere: PHOTOS, MODELS.
    """

    command: str
    date: str
    note: str
    measure: Measure

    @classmethod
    def of(cls, line: str) -> Self:
        """The figure of a line of the file; raises ValueError, TypeError or KeyError where it is none."""
        fields = json.loads(line)
        command, day, note = (fields.pop(name) for name in ("command", "date", "note"))
        return cls(command, day, note, Measure(**fields))

    @property
    def line(self) -> str:
        """The line of the file."""
        own = {"command": self.command, "date": self.date, "note": self.note}
        return json.dumps(own | self.measure.as_json(), ensure_ascii=False)


class Figures:
    """The figures measured last, of each command those of its last run."""

    def __init__(self, figures: Iterable[Figure] = ()) -> None:
        self._by_command: dict[str, dict[str, Figure]] = {}
        for one in figures:
            self._by_command.setdefault(one.command, {})[one.measure.name] = one

    @classmethod
    def read(cls, path: Path) -> Self:
        """The figures of a file, none where there is no file yet."""
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return cls(map(Figure.of, lines))

    def __iter__(self) -> Iterator[Figure]:
        return (one for figures in self._by_command.values() for one in figures.values())

    def measured(self, run: Run, measures: Iterable[Measure], day: date, note: str) -> None:
        """Put the figures of a run that the page shows in the place of those of the run before.

        What this run had no case of stays as it was.
        """
        kept = self._by_command.setdefault(run.command, {})
        for one in measures:
            if one.name in run.rows and one.n > 0:
                kept[one.name] = Figure(run.command, day.isoformat(), note, one)

    def find(self, command: str, name: str) -> Figure:
        """The figure of a command. Raises WrongUse where it has not been measured."""
        try:
            return self._by_command[command][name]
        except KeyError:
            raise WrongUse(
                f"{KEPT} holds no {name} of `{command}`: run it, or take it out of {PLAN}."
            ) from None

    def write(self, path: Path) -> None:
        """Write the file anew, a line a figure."""
        path.write_text("".join(f"{one.line}\n" for one in self), encoding="utf-8")


# ---------------------------------------------------------------- what the page shows


@dataclass(frozen=True, slots=True)
class Run:
    """A command, how long it takes, and which of its figures the page shows: name and words.

    A ``long`` one runs only where its bench is named, or with ``--long``.
    """

    command: str
    takes: str
    rows: Mapping[str, str]
    long: bool = False

    @property
    def bench(self) -> str:
        """The bench that it runs: ``tables`` of ``companion bench tables --long``."""
        return self.command.split()[2]


@dataclass(frozen=True, slots=True)
class Plot:
    """A picture beside the page: its file, its title and the line under it.

    ``bars``: its label, the name of its figure and, where there is one, of a second; of ``command``, in ``unit``.
    Without bars a bench draws the file by itself.
    """

    file: str
    title: str
    under: str = ""
    command: str = ""
    unit: str = ""
    bars: tuple[tuple[str, ...], ...] = ()

    def drawn(self, figures: Figures) -> str | None:
        """The plot as SVG, None where it is drawn by a bench."""
        if not self.bars:
            return None
        shown = []
        for label, *names in self.bars:
            first, *more = (figures.find(self.command, name).measure for name in names)
            shown.append(
                Bar(label, first.value, more[0].value if more else None, (first.low, first.high), first.n)
            )
        return bars(self.title, self.under, self.unit, shown)


@dataclass(frozen=True, slots=True)
class Subject:
    """A part of the page: its heading, what is said of it, its runs, its plots.

    In what is said ``{command: name}`` stands for a figure.
    """

    title: str
    said: str
    runs: tuple[Run, ...] = ()
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What the page shows: the words at its beginning, its subjects."""

    said: str
    subjects: tuple[Subject, ...]

    @classmethod
    def read(cls, path: Path) -> Self:
        """The plan of a file."""
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        return cls(told["said"], tuple(map(_subject, told["subject"])))

    @property
    def runs(self) -> tuple[Run, ...]:
        """All runs, in the order of the page."""
        return tuple(run for subject in self.subjects for run in subject.runs)


def _subject(told: Mapping[str, Any]) -> Subject:
    plots = (
        Plot(**{**plot, "bars": tuple(tuple(bar) for bar in plot.get("bars", ()))})
        for plot in told.get("plot", ())
    )
    runs = (Run(**run) for run in told.get("run", ()))
    return Subject(told["title"], told["said"], tuple(runs), tuple(plots))


# ---------------------------------------------------------------- the page


def page(plan: Plan, figures: Figures) -> str:
    """The page as Markdown. Raises WrongUse where it would show what has not been measured."""
    shown = [figures.find(run.command, name) for run in plan.runs for name in run.rows]
    asked = [one.measure for one in shown if one.measure.met is not None]
    parts = [
        "# The figures",
        f"<!-- `make figures` writes this page of {PLAN} and {KEPT}: do not edit it. -->",
        plan.said.strip(),
        f"{len(shown)} figures, {len(asked)} of which something is asked: "
        f"{sum(bool(one.met) for one in asked)} reach it.",
    ]
    for subject in plan.subjects:
        parts += [f"## {subject.title}", _quoted(subject.said.strip(), figures)]
        parts += [f"![{plot.title}]({plot.file})" for plot in subject.plots]
        for run in subject.runs:
            parts += _table(run, [figures.find(run.command, name) for name in run.rows])
    return "\n\n".join(parts) + "\n"


def _quoted(said: str, figures: Figures) -> str:
    """Words in which ``{command: name}`` stands for that figure, with its bounds and cases."""

    def told(found: re.Match[str]) -> str:
        one = figures.find(found[1], found[2]).measure
        bounds = f"{_bounds(one)}, " if one.low is not None else ""
        return f"{with_unit(one.value, one.unit)} ({bounds}n = {one.n:,})"

    return re.sub(r"\{(companion [^:{}]+): ([^{}]+)\}", told, said)


def _bounds(told: Measure) -> str:
    return "" if told.low is None or told.high is None else f"{_number(told.low)}–{_number(told.high)}"


def _table(run: Run, figures: Sequence[Figure]) -> Iterator[str]:
    notes = "; ".join(dict.fromkeys(one.note for one in figures if one.note))
    yield f"    {run.command}"
    yield f"*Time: {run.takes}.{f' Measured: {notes}.' if notes else ''}*"
    lines = ["| figure | | value | 95 % bounds | n | asked | measured |", "|---|---|---|---|---|---|---|"]
    for one in figures:
        told = one.measure
        cells = (
            f"`{told.name}`",
            run.rows[told.name],
            with_unit(told.value, told.unit),
            _bounds(told),
            f"{told.n:,}",
            _asked(told),
            one.date,
        )
        lines.append(f"| {' | '.join(cells)} |")
    yield "\n".join(lines)


def _asked(told: Measure) -> str:
    if told.target is None:
        return ""
    bound = f"{'≥' if told.higher_is_better else '≤'} {with_unit(told.target, told.unit)}"
    return f"{bound}: {'reached' if told.met else '**missed**'}"


def with_unit(value: float, unit: str) -> str:
    """A value as people read it: ``99.58 %``, ``2.5 a game``."""
    return f"{_number(value)} {unit}".strip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.3f}".rstrip("0").rstrip(".")


def write_page(docs: Path, figures: Figures) -> None:
    """Write the page and its plots into a folder that holds the plan."""
    plan = Plan.read(docs / PLAN)
    (docs / PAGE).write_text(page(plan, figures), encoding="utf-8")
    for plot in (plot for subject in plan.subjects for plot in subject.plots):
        drawn = plot.drawn(figures)
        if drawn is not None:
            (docs / plot.file).write_text(drawn, encoding="utf-8")


# ---------------------------------------------------------------- measuring


def due(runs: Sequence[Run], parts: Sequence[str], *, long: bool) -> list[Run]:
    """What is measured: runs whose command holds one of these parts; else the short ones, or with ``long`` all."""
    if parts:
        return [run for run in runs if any(part in run.command for part in parts)]
    return [run for run in runs if long or not run.long]


def measured(run: Run, folders: Mapping[str, str]) -> list[Measure]:
    """Run a command and return its figures.

    Raises WrongUse where a folder is not named, and CalledProcessError where the command fails.
    """
    words = shlex.split(run.command)[1:]
    missing = [word for word in words if word.isupper() and word not in folders]
    if missing:
        raise WrongUse(f"`{run.command}` is left out: say where that is, {missing[0]}=DIR.")
    command = [sys.executable, "-m", "companion", *(folders.get(word, word) for word in words), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=DOCS.parent)  # noqa: S603
    return [Measure(**json.loads(line)) for line in done.stdout.splitlines()]


def machine() -> str:
    """The machine that measures, as far as it matters: its cores, and how busy they are."""
    return f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def main(arguments: Sequence[str] | None = None, docs: Path = DOCS) -> int:
    """Measure, keep, and write the page; 0, or 1 where a bench failed."""
    parser = argparse.ArgumentParser(
        prog="make figures", description="Measures anew and writes docs/figures.md."
    )
    parser.add_argument(
        "what",
        nargs="*",
        help="a bench or another part of a command: all that hold it are run, also what takes long; "
        "NAME=DIR says where a folder lies: PHOTOS=DIR",
    )
    parser.add_argument("--long", action="store_true", help="also what takes long")
    parser.add_argument("--page", action="store_true", help="measure nothing, only write the page")
    told = parser.parse_args(arguments)
    pairs = (word.partition("=") for word in told.what if "=" in word)
    folders = {name: str(Path(folder).resolve()) for name, _, folder in pairs}
    parts = [word for word in told.what if "=" not in word]
    figures = Figures.read(docs / KEPT)
    runs = due(Plan.read(docs / PLAN).runs, parts, long=told.long)
    if not runs:
        parser.error(f"no command of the page holds {' or '.join(parts)}: {PLAN} lists them")
    failed = False
    for run in () if told.page else runs:
        note = machine()
        print(f"{run.command} (time: {run.takes})", file=sys.stderr, flush=True)
        try:
            figures.measured(run, measured(run, folders), date.today(), note)
        except WrongUse as reason:
            print(reason, file=sys.stderr)
        except subprocess.CalledProcessError:
            failed = True
            print(f"`{run.command}` did not run to its end: its figures stay as they were.", file=sys.stderr)
        figures.write(docs / KEPT)
    write_page(docs, figures)
    return int(failed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except WrongUse as error:
        sys.exit(f"figures: {error}")
