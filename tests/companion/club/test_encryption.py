"""The broker as docs/club.md sets it up: by TLS, and only whoever shows the certificate that is expected is told."""

from __future__ import annotations

import os
import pwd
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.broker import Broker
from companion.club.outbox import Outbox
from companion.club.publisher import REFUSED, THERE, Called, Publisher
from companion.club.servers import NoServer, found, free_port
from tests.companion.club.playing import PlayedTable, wait_until

pytest.importorskip("paho.mqtt", reason="pip install 'companion-table[club]'")
pytestmark = pytest.mark.xdist_group("the club's servers")
DOCS = Path(__file__).parents[3] / "docs"
LATER_S = 600.0


class SetUp:
    """A Mosquitto with the files and the commands of docs/club.md, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"mqtts://localhost:{self.port}"
        self.certificate = folder / "certs" / "club.crt"
        (folder / "certs").mkdir()
        told = (DOCS / "club.md").read_text(encoding="utf-8")
        self._run(
            re.findall(r"^sudo (openssl req .*)$", told, re.MULTILINE)[0].replace("club.local", "localhost")
        )
        (folder / "club.passwords").touch()
        self._run(re.findall(r"sudo (mosquitto_passwd .* window WINDOWWORD)", told)[0])
        for name in ("club.conf", "club.acl"):
            text = self._here((DOCS / "club" / name).read_text(encoding="utf-8"))
            (folder / name).write_text(text, encoding="utf-8")
        with (folder / "club.conf").open("a", encoding="utf-8") as more:
            more.write(f"user {pwd.getpwuid(os.geteuid()).pw_name}\n")
        program = found("mosquitto")
        self._process = subprocess.Popen([program, "-c", folder / "club.conf"], stderr=subprocess.DEVNULL)
        wait_until(self._listens, "the broker does not start")

    def _here(self, text: str) -> str:
        return text.replace("/etc/mosquitto", str(self.folder)).replace("8883", str(self.port))

    def _run(self, command: str) -> None:
        words = self._here(command).split()
        subprocess.run([found(words[0]), *words[1:]], check=True, capture_output=True)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture(scope="module")
def set_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SetUp]:
    try:
        made = SetUp(tmp_path_factory.mktemp("set-up"))
    except NoServer as missing:
        pytest.skip(str(missing))
    yield made
    made.stop()


class Telling:
    """A table that tells the broker, and how often it has called it."""

    def __init__(self, set_up: SetUp, folder: Path, ca_file: Path) -> None:
        from companion.club.connection import Connection

        self.calls = 0
        self.played = PlayedTable(folder).open()
        self.outbox = Outbox(folder / "club.sqlite", "window")
        broker = Broker(address=set_up.address, user="window", password="WINDOWWORD", ca_file=ca_file)

        def call(*given: Any, **more: Any) -> Connection:
            self.calls += 1
            return Connection(*given, **more)

        self.publisher = Publisher(
            self.played.table, self.outbox, broker, Called("window", "Window"), call, wait_s=LATER_S
        )
        self.publisher.start()


def test_a_table_that_was_set_up_so_is_heard(set_up: SetUp, tmp_path: Path) -> None:
    telling = Telling(set_up, tmp_path, set_up.certificate)
    telling.played.play(5)
    wait_until(lambda: telling.outbox.seq == telling.outbox.taken > 5, "the broker did not take it")
    assert telling.publisher.status == THERE
    telling.publisher.close()


@pytest.mark.parametrize("there", [True, False])
def test_without_the_right_certificate_nothing_is_told(set_up: SetUp, tmp_path: Path, there: bool) -> None:
    """And the table rests before it tries again, however much is played meanwhile."""
    other = tmp_path / "other.crt"
    if there:
        name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        key = ["-newkey", "rsa:2048", "-nodes", "-keyout", tmp_path / "other.key", "-out", other]
        subprocess.run([found("openssl"), "req", "-x509", *key, *name], check=True, capture_output=True)
    telling = Telling(set_up, tmp_path, other)
    wait_until(lambda: telling.publisher.status == REFUSED, "it was taken")
    telling.played.play(5)
    wait_until(lambda: telling.outbox.seq == telling.played.table.seq, "it was not kept for later")
    assert (telling.calls, telling.outbox.taken) == (1, 0)
    telling.publisher.close()
