"""The line between the table and the helper: what may be asked, who answers where nobody is, what is logged."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.wifi.asking import WifiLine, wifi_line
from hardware.wifi.hotspot import Hotspot
from hardware.wifi.radio import Radio, Wish
from hardware.wifi.serving import PASSWORD, Server, answer, somebody_is_on_it, wanted_password
from tests.hardware.wifi.conftest import World

CONNECTED = """  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000   998        0 1 1 x 100 0 0 10 0
   1: 01002A0A:0050 4D002A0A:C4E2 01 00000000:00000000 02:00000300 00000000   998        0 2 2 x 20 4 30 10 -1
"""


@pytest.fixture
def hotspot(world: World) -> Hotspot:
    return Hotspot(Radio(), "companion", lambda: False)


@pytest.fixture
def line(hotspot: Hotspot, tmp_path: Path) -> Iterator[WifiLine]:
    with Server(tmp_path / "socket", hotspot) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield WifiLine(tmp_path / "socket")
        server.shutdown()


def test_the_table_asks_and_is_answered(line: WifiLine, hotspot: Hotspot, tmp_path: Path) -> None:
    assert (tmp_path / "socket").stat().st_mode & 0o777 == 0o660
    hotspot.step()
    state = line.state()
    assert state is not None and state["mode"] == "waiting"
    assert state["networks"][1] == {
        "name": "Café: le \\ 🏠",
        "strength": 55,
        "lock": "password",
        "known": False,
    }
    assert line.join("Home", "short", False) == "bad_password"
    assert line.join("Home", "at home we play", False) == "accepted"
    assert line.look() == "busy"
    hotspot.step()
    hotspot.step()
    state = line.state()
    assert state is not None and (state["mode"], state["joined"]) == ("joined", "Home")


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b'{"ask":"secrets"}',
        b'{"ask":"join","name":1,"password":"","hidden":false}',
        b"\xff",
    ],
)
def test_nothing_else_can_be_asked(hotspot: Hotspot, sent: bytes) -> None:
    assert answer(hotspot, sent) == {"code": "unknown"}


def test_where_nobody_answers_there_is_no_state(tmp_path: Path) -> None:
    line = WifiLine(tmp_path / "nothing")
    assert line.state() is None
    assert line.join("Home", "at home we play", False) == "no_answer"


def test_one_that_answers_nonsense_is_nobody(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        listening.listen()

        def talk() -> None:
            connection, _ = listening.accept()
            connection.sendall(b"[1]\n")
            connection.close()

        threading.Thread(target=talk, daemon=True).start()
        assert WifiLine(tmp_path / "socket").state() is None


def test_only_a_box_with_network_manager_has_a_line(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wifi_line({}) is None
    assert wifi_line({"COMPANION_WIFI": ""}) is None
    assert wifi_line({"COMPANION_WIFI": "/run/x"}) is not None
    monkeypatch.setenv("PATH", "/nowhere")
    assert wifi_line({"COMPANION_WIFI": "/run/x"}) is None


def test_somebody_is_on_it_while_a_line_is_open(tmp_path: Path) -> None:
    table = tmp_path / "tcp"
    assert not somebody_is_on_it(table)
    table.write_text(CONNECTED)
    assert somebody_is_on_it(table)
    table.write_text("\n".join(CONNECTED.splitlines()[:2]))
    assert not somebody_is_on_it(table)


def test_a_password_that_is_none_is_told_and_not_repeated(capsys: pytest.CaptureFixture[str]) -> None:
    assert wanted_password({}) == PASSWORD
    assert wanted_password({"COMPANION_HOTSPOT_PASSWORD": "grandma's own"}) == "grandma's own"
    assert wanted_password({"COMPANION_HOTSPOT_PASSWORD": "short"}) == PASSWORD
    told = capsys.readouterr().out
    assert "8 to 63" in told and "short" not in told


def test_passwords_reach_no_log(hotspot: Hotspot, world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for password in ("at home we pray", "at home we play"):
        hotspot.step()
        hotspot.ask_join(Wish("Home", password))
        hotspot.step()
    assert "Joining a Wi-Fi: joined." in caplog.text
    assert "at home" not in caplog.text and "at home" not in json.dumps(hotspot.state())


def test_the_program_serves_until_it_is_ended(world: World, tmp_path: Path) -> None:
    at = tmp_path / "socket"
    program = "from hardware.wifi import serving\n" + f"serving.SOCKET = type(serving.SOCKET)({str(at)!r})\n"
    program += "serving.main()"
    process = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    )
    try:
        line, end = WifiLine(at, clock=lambda: time.monotonic() * 100), time.monotonic() + 60
        while (state := line.state()) is None or state["looked_s"] is None:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert state["mode"] == "waiting"
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
