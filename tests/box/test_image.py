"""What an image is made of: Companion in a system that never ran, and nothing that two boxes would share."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.box.container import Container
from tests.box.tree import PROJECT, debian, package, run, wanted

pytestmark = pytest.mark.xdist_group("box")
OF_THE_MAKER = (
    "root/.bash_history",
    "var/lib/companion/journal.sqlite",
    "var/log/journal/0123/system.journal",
    "etc/NetworkManager/system-connections/home.nmconnection",
    "etc/ssh/ssh_host_ed25519_key",
)


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    """A prepared system, not yet booted."""
    wanted()
    container = Container(tmp_path_factory.mktemp("image"))
    run(["cp", "-a", str(debian()), str(container.root)])
    (container.root / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    for name in OF_THE_MAKER:
        (container.root / name).parent.mkdir(parents=True, exist_ok=True)
        (container.root / name).write_text("the maker's own")
    run(
        [str(PROJECT / "hardware/appliance/prepare_image.sh"), str(container.root), str(package())],
        seconds=900,
    )
    yield container
    container.cut_off()


def test_nothing_of_the_maker_is_in_it(box: Container) -> None:
    assert (box.root / "etc/machine-id").read_bytes() == b""
    for name in OF_THE_MAKER:
        assert not (box.root / name).exists()
    assert not list((box.root / "etc/ssh").glob("ssh_host_*"))


def test_nothing_stays_mounted_in_it(box: Container) -> None:
    assert str(box.root) not in Path("/proc/mounts").read_text()


def test_switched_on_it_is_a_box_of_its_own_whose_page_answers(box: Container) -> None:
    box.boot()
    box.until(lambda: box.state() is not None)
    assert len(box.do("cat /etc/machine-id").strip()) == 32
    assert "ssh_host_ed25519_key" in box.do("ls /etc/ssh")
    assert box.ask("systemctl is-active ssh") == "active"
    assert box.ask("systemctl is-enabled companion-kiosk") == "disabled"


def test_asked_for_what_is_no_image_it_says_how_it_is_used(tmp_path: Path) -> None:
    script = PROJECT / "hardware/appliance/prepare_image.sh"
    done = subprocess.run(
        [str(script), str(tmp_path), "nothing.deb"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "prepare_image.sh ROOT" in done.stderr
