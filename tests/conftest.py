"""What all tests share: an app compiles and reads once a worker, and what a module makes once is made once in all."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from babel.support import Translations
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from companion.progress import Progress, printed

# Several workers, and the programs that they start, share the cores: threads of numpy's linear algebra that wait for
# one another there burn four times the time that they save, and those of OpenCV, woken for every small picture, a
# tenth. Nothing above imports numpy or cv2, which read this once.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")
import vision.bombs  # noqa: F401 - the same

# How long an example takes says more about what else the machine does than about the code.
settings.register_profile("companion", deadline=None)
settings.load_profile("companion")

gc.disable()  # what is imported and collected stays; see pytest_collection_finish


class CompiledTemplates(BytecodeCache):
    """Keeps compiled templates in memory; Jinja compiles one anew when its source has changed."""

    def __init__(self) -> None:
        self._compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._compiled:
            bucket.bytecode_from_string(self._compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key] = bucket.bytecode_to_string()


def compiled_addresses() -> Callable[[Rule, bool], Callable[..., tuple[str, str]]]:
    """Compiles the same address once: else twenty of the 23 ms that an app takes go into them."""
    compile_builder = Rule._compile_builder
    known: dict[tuple[Any, ...], Callable[..., tuple[str, str]]] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        defaults = tuple(sorted((rule.defaults or {}).items()))
        key = (rule.rule, rule.subdomain, rule.merge_slashes, defaults, append_unknown)
        if key not in known:
            known[key] = compile_builder(rule, append_unknown)
        return known[key]

    return compiled


def read_catalogues() -> Callable[[str, list[Any], str], Any]:
    """Babel's reader of catalogues, which reads the same file once."""
    load = Translations.load
    known: dict[tuple[str, ...], Any] = {}

    def read(folder: str, locales: list[Any], domain: str) -> Any:
        key = (folder, *map(str, locales), domain)
        if key not in known:
            known[key] = load(folder, locales, domain)
        return known[key]

    return read


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Every app of this worker takes its templates, its addresses and its catalogues from the same caches."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": CompiledTemplates()})
        patch.setattr(Rule, "_compile_builder", compiled_addresses())
        patch.setattr(Translations, "load", read_catalogues())
        yield


def pytest_collection_finish() -> None:
    """Ten thousand tests and all that they import stay to the end: the garbage collector need not go through them.

    Nor need it look at every seven hundred new objects: positions refer to one another, but never in circles.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


LONG_FIRST = (
    "tests/browser",
    "tests/end_to_end",
    "tests/companion/bench",
    "tests/companion/referee",
    "tests/vision",
    "tests/companion/cli",
    "tests/companion/evening",
    "tests/companion/filmed",
    "tests/calibration",
)
"""What takes long is begun first, so that no worker is alone with it at the end; the rest are short files."""


def _when(item: pytest.Item) -> int:
    return next(
        (at for at, folder in enumerate(LONG_FIRST) if item.nodeid.startswith(folder)), len(LONG_FIRST)
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one file go to one worker: what they share, decks that were drawn and pictures that were taken, every
    worker would else make for itself. Tests of hours share less than they take: only fixtures of a module bind them.
    """
    hours = bool(os.environ.get("COMPANION_LONG"))
    for item in items:
        fixtures = item._fixtureinfo.name2fixturedefs.values() if isinstance(item, pytest.Function) else ()
        shares = not hours or any(known[-1].scope == "module" for known in fixtures)
        if shares and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
    if not hours:
        items.sort(key=_when)


class Hours:
    """Says now and then how far `make test-long` is and how long it will still take, and at once what failed."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._counted: Progress | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One more test is done, or a part of it failed."""
        if report.failed:
            printed(f"\nfailed: {report.nodeid}")
        if report.when == "teardown":
            self._counted = self._counted or Progress("tests", self._session.testscollected)
            self._counted.step()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Only the process that a person looks at tells."""
    if os.environ.get("COMPANION_LONG") and not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(Hours(session))
