"""The package on a Debian without a network: installed, watched, brought up to date, taken back, removed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.box.container import PATIENT, Container
from tests.box.tree import package, renumbered, wanted

pytestmark = pytest.mark.xdist_group("box")
BACK_S = 10.0


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    """A box on which the package has been installed."""
    wanted()
    with Container(tmp_path_factory.mktemp("box")) as container:
        install(container, package())
        yield container


def install(box: Container, made: Path) -> None:
    shutil.copy(made, box.root / "root")
    box.do(f"apt-get install -y /root/{made.name} && rm /root/{made.name}", seconds=900)


def version(box: Container) -> str:
    return box.do("readlink /opt/companion/current").strip()


def answers(box: Container) -> bool:
    return box.state() is not None


def main_process(box: Container) -> str:
    return box.ask("systemctl show -p MainPID --value companion")


def test_it_is_installed_without_a_network_and_its_page_answers(box: Container) -> None:
    assert "UP" not in box.do("ip -br link | grep -v lo || true")
    box.until(lambda: answers(box))
    box.until(lambda: box.ask("systemctl is-active companion") == "active")
    assert box.do("ps -o user= -p $(systemctl show -p MainPID --value companion)").strip() == "companion"
    assert "http://" in box.do("journalctl -u companion --no-pager -o cat")
    assert box.do("stat -c '%U %a' /var/lib/companion").split() == ["companion", "700"]


def test_it_may_do_little(box: Container) -> None:
    status = box.do("cat /proc/$(systemctl show -p MainPID --value companion)/status")
    fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    assert int(fields["CapEff"], 16) == 1 << 10, "only CAP_NET_BIND_SERVICE"
    assert fields["NoNewPrivs"].strip() == "1"
    assert fields["Seccomp"].strip() == "2"


@pytest.mark.parametrize("signal", ["KILL", "STOP"])
def test_a_table_that_dies_or_hangs_is_back_by_itself(box: Container, signal: str) -> None:
    """STOP is a hang: systemd hears nothing more and ends it."""
    box.until(lambda: answers(box))
    box.do("systemctl reset-failed companion; sleep 2")
    before = main_process(box)
    box.do(f"kill -{signal} {before}")
    taken = box.until(lambda: main_process(box) not in (before, "0") and answers(box))
    print(f"{signal}: the page is back after {taken:.1f} s")
    assert taken <= BACK_S * PATIENT


def test_a_new_version_takes_over_with_what_was_played(box: Container) -> None:
    box.until(lambda: answers(box))
    old = version(box)
    box.do("sqlite3 /var/lib/companion/journal.sqlite 'select 1' > /dev/null")
    install(box, renumbered(package(), "99.1"))
    box.until(lambda: version(box) == "99.1" and answers(box))
    box.until(lambda: "trying" not in box.do("cat /opt/companion/switch.json"))
    assert box.do("ls /opt/companion").split() == sorted([old, "99.1", "current", "switch.json"])


def test_a_version_that_does_not_start_is_taken_back(box: Container) -> None:
    install(box, renumbered(package(), "99.2", breaks=True))
    box.until(lambda: version(box) == "99.1" and answers(box), seconds=120)
    assert '"failed": "99.2"' in box.do("cat /opt/companion/switch.json")


def test_where_no_version_starts_a_page_says_so_and_tries_again(box: Container) -> None:
    box.do("mv /opt/companion/99.1/bin/companion /opt/companion/99.1/bin/away")
    box.do("printf '#!/bin/sh\\nexit 3\\n' > /opt/companion/99.1/bin/companion")
    box.do("chmod 755 /opt/companion/99.1/bin/companion")
    box.do("systemctl kill -s KILL companion || true")
    box.until(lambda: "could not start" in box.ask("curl -s -m 2 http://localhost/"))
    box.do("mv /opt/companion/99.1/bin/away /opt/companion/99.1/bin/companion")
    box.do("curl -s -m 5 -X POST http://localhost/again")
    box.until(lambda: answers(box))


def test_removed_it_leaves_the_familys_games(box: Container) -> None:
    box.do("apt-get purge -y companion")
    assert box.ask("ls /opt/companion") == ""
    assert "journal.sqlite" in box.do("ls /var/lib/companion")
