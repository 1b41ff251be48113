"""``companion club``: what is missing or wrong is one line, and everything that is kept can be gone through."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.club.servers import NoServer, found


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code, and the one line on stderr."""
    code = main(["club", *arguments])
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return code, line


def test_packages_that_are_missing_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "companion.club.hall", None)
    code, line = said(capsys, "--try")
    assert code == 2 and "pip install 'companion-table[club]'" in line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "needs --broker"),
        (("--broker", "mqtt://here:1883"), "needs --database"),
        (("--broker", "here"), "mqtt://HOST:1883"),
        (("--broker", "mqtts://here", "--ca-file", "gone.crt"), "no certificate gone.crt"),
        (("--try", "900"), "--try takes"),
        (("--check",), "needs --database"),
        (("--check", "--database", "postgresql://127.0.0.1:9/club"), "database cannot be used"),
    ],
)
def test_what_is_missing_or_wrong_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    pytest.importorskip("paho.mqtt")
    pytest.importorskip("psycopg")
    code, line = said(capsys, "--data", str(tmp_path), *arguments)
    assert code == 2 and says in line


def test_a_server_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(NoServer, match="apt-get install mosquitto"):
        found("mosquitto")
    with pytest.raises(NoServer, match="apt-get install postgresql"):
        found("initdb")
