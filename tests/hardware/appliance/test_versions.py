"""Versions side by side: begun, kept when the page answers, taken back when it does not, whenever the power fails."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.appliance import versions
from hardware.appliance.versions import Versions, is_playing, page_answers


class Box:
    """The two folders of a box."""

    def __init__(self, tmp_path: Path) -> None:
        self.home, self.data = tmp_path / "opt", tmp_path / "data"
        self.home.mkdir()
        self.data.mkdir()
        (self.data / "journal.sqlite").write_text("what version 1 wrote")

    @property
    def versions(self) -> Versions:
        return Versions(self.home, self.data)

    def unpacked(self, version: str) -> Box:
        """What dpkg does: the files of the one before are gone but for the links that were kept."""
        now = self.versions.current
        if now is not None and now != version:
            (self.home / now).rename(self.home / f".kept-{now}")
            (self.home / f".kept-{now}" / ".whole").touch()
        (self.home / version / "bin").mkdir(parents=True)
        (self.home / version / "bin" / "companion").write_text(version)
        self.versions.installed(version)
        return self

    def starts(self, page: bool) -> str | None:
        """A start of the service, and whether the page answers then."""
        version = self.versions.begin()
        if page:
            self.versions.healthy()
        return version

    @property
    def folders(self) -> set[str]:
        return {one.name for one in self.home.iterdir() if one.is_dir() and not one.is_symlink()}

    def says(self, text: str) -> None:
        (self.data / "journal.sqlite").write_text(text)

    @property
    def said(self) -> str:
        return (self.data / "journal.sqlite").read_text()


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path).unpacked("1")


def test_the_first_version_runs_at_once(box: Box) -> None:
    assert box.versions.current == "1"
    assert box.starts(page=True) == "1"


def test_a_new_version_begins_with_the_next_start_and_stays(box: Box) -> None:
    box.starts(page=True)
    box.unpacked("2")
    assert box.versions.current == "1"
    assert box.starts(page=True) == "2"
    assert [box.starts(page=False) for _ in range(5)] == ["2"] * 5


def test_a_version_whose_page_never_answers_is_taken_back_with_the_third_start(box: Box) -> None:
    box.starts(page=True)
    box.unpacked("2")
    assert box.starts(page=False) == "2"
    box.says("what version 2 made of it")
    assert box.starts(page=False) == "2"
    assert box.starts(page=True) == "1"
    assert box.said == "what version 1 wrote"
    assert [box.starts(page=True) for _ in range(3)] == ["1"] * 3


def test_a_version_that_answers_the_second_time_stays_with_what_it_wrote(box: Box) -> None:
    box.unpacked("2")
    box.starts(page=False)
    box.says("what version 2 wrote")
    assert box.starts(page=True) == "2"
    assert [box.starts(page=False) for _ in range(4)] == ["2"] * 4
    assert box.said == "what version 2 wrote"


def test_only_the_version_before_is_kept(box: Box) -> None:
    for version in ("2", "3", "4"):
        box.unpacked(version)
        box.starts(page=True)
    assert box.folders == {"3", "4"}
    assert (box.data / "before-4" / "journal.sqlite").exists()
    assert not (box.data / "before-3").exists()


def test_the_same_version_again_is_no_switch(box: Box) -> None:
    box.starts(page=True)
    box.versions.installed("1")
    assert box.starts(page=False) == "1"
    assert not (box.data / "before-1").exists()


def test_a_version_that_is_half_there_is_not_begun(box: Box) -> None:
    box.unpacked("2")
    (box.home / "2" / "bin" / "companion").unlink()
    assert box.starts(page=True) == "1"


@pytest.mark.parametrize("torn", ["", "{", "[]", '{"next": 7}', '{"trying": null}', "\x00" * 40])
def test_a_torn_note_leaves_the_version_that_runs(box: Box, torn: str) -> None:
    box.starts(page=True)
    (box.home / "switch.json").write_text(torn)
    assert box.starts(page=True) == "1"


class PowerCut(Exception):
    """The plug was pulled."""


@pytest.mark.parametrize("moment", range(14))
def test_the_power_may_fail_at_any_moment_of_a_switch(
    box: Box, moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step that reaches the disk is cut off once: afterwards a whole version runs, with whole data."""
    box.starts(page=True)
    box.unpacked("2")
    left = moment

    def cut(name: str, real: Callable[..., object]) -> Callable[..., object]:
        def step(*arguments: object, **options: object) -> object:
            nonlocal left
            if left == 0:
                raise PowerCut(name)
            left -= 1
            return real(*arguments, **options)

        return step

    with monkeypatch.context() as patched:
        for name in ("replace", "symlink_to", "unlink"):
            patched.setattr(Path, name, cut(name, getattr(Path, name)))
        patched.setattr(versions.shutil, "copy2", cut("copy2", versions.shutil.copy2))
        patched.setattr(versions.os, "fsync", cut("fsync", os.fsync))
        with contextlib.suppress(PowerCut):
            box.versions.begin()
    assert (box.home / str(box.versions.current) / "bin" / "companion").exists()
    assert box.said == "what version 1 wrote"
    assert box.starts(page=True) in ("1", "2")
    assert box.starts(page=True) == "2"


def test_the_power_may_fail_while_a_version_is_taken_back(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.unpacked("2")
    for _ in range(2):
        box.starts(page=False)
    box.says("broken")
    with monkeypatch.context() as patched:
        patched.setattr(Versions, "_put_data_back", lambda self, failed: (_ for _ in ()).throw(PowerCut()))
        with pytest.raises(PowerCut):
            box.versions.begin()
    assert box.starts(page=True) == "1"
    assert box.said == "what version 1 wrote"


@pytest.mark.parametrize("left", [(), ("bin",)])
def test_the_power_may_fail_while_a_package_is_unpacked(box: Box, left: tuple[str, ...]) -> None:
    """dpkg has taken the old version's files away, or some of them, and not set up the new one."""
    box.starts(page=True)
    (box.home / "1" / "more").write_text("of version 1")
    kept = box.home / ".kept-1"
    shutil.copytree(box.home / "1", kept)
    (kept / ".whole").touch()
    shutil.rmtree(box.home / "1")
    for name in left:
        (box.home / "1" / name).mkdir(parents=True)
    (box.home / "2" / "bin").mkdir(parents=True)
    for _ in range(2):
        assert box.starts(page=True) == "1"
        assert (box.home / "1" / "bin" / "companion").read_text() == "1"
        assert (box.home / "1" / "more").exists()
        (box.home / "1" / "more").unlink()  # dpkg goes on
    (box.home / "2" / "bin" / "companion").write_text("2")
    box.versions.installed("2")
    assert (box.home / "1" / "more").exists()
    assert box.folders == {"1", "2"}
    assert box.starts(page=True) == "2"


def test_links_that_are_not_all_there_are_not_trusted(box: Box) -> None:
    (box.home / ".kept-1").mkdir()
    assert box.starts(page=True) == "1"
    assert (box.home / "1" / "bin" / "companion").exists()
    box.versions.installed("1")
    assert not (box.home / ".kept-1").exists()


# ---------------------------------------------------------------- the page


@pytest.fixture
def page() -> Iterator[Callable[[object], str]]:
    servers = []

    def serve(state: object) -> str:
        class Page(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = json.dumps(state).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None: ...

        server = http.server.ThreadingHTTPServer(("localhost", 0), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://localhost:{server.server_address[1]}/"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_nobody_is_interrupted_during_a_game(page: Callable[[object], str], box: Box) -> None:
    assert is_playing(box.data, page({"game": {"id": "any"}, "over": False}))
    assert not is_playing(box.data, page({"game": {"id": "any"}, "over": True}))
    assert not is_playing(box.data, page({"game": None, "over": False}))
    assert not is_playing(box.data, "http://localhost:1/")
    long_ago = time.time() - 3 * 3600
    os.utime(box.data / "journal.sqlite", (long_ago, long_ago))
    assert not is_playing(box.data, page({"game": {"id": "any"}, "over": False}))


def test_whether_a_page_answers(page: Callable[[object], str]) -> None:
    assert page_answers(2, page({"seq": 0}))
    assert not page_answers(0.5, page([1]))
    assert not page_answers(0.5, "http://localhost:1/")
