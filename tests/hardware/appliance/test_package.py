"""The package: which wheels it holds, how they are unpacked, and a page for a table that does not start."""

from __future__ import annotations

import http.client
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import pytest

from hardware.appliance.build_deb import PLATFORMS, PYTHONS, lay_out, project_version, unpack
from hardware.appliance.locked import for_target
from hardware.appliance.safe_page import pause_s
from hardware.wifi.asking import VARIABLE
from hardware.wifi.radio import ADDRESS, HOTSPOT
from hardware.wifi.serving import PASSWORD, PASSWORD_VARIABLE, SOCKET

PROJECT = Path(__file__).parents[3]
LOCKED = """# by make lock
any==1 \\
    --hash=sha256:aa
colour==2 ; sys_platform == 'win32' \\
    --hash=sha256:bb
number==3 ; python_full_version < '3.12' \\
    --hash=sha256:cc \\
    --hash=sha256:dd
number==4 ; python_full_version >= '3.12' \\
    --hash=sha256:ee
"""


def test_markers_are_settled_for_the_python_that_will_run() -> None:
    old = for_target(LOCKED, "3.11", "aarch64")
    assert (
        old
        == "any==1 \\\n    --hash=sha256:aa\nnumber==3 \\\n    --hash=sha256:cc \\\n    --hash=sha256:dd\n"
    )
    assert "number==4" in for_target(LOCKED, "3.13", "x86_64")


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("architecture", sorted(PLATFORMS))
def test_every_locked_requirement_keeps_its_hashes(python: str, architecture: str) -> None:
    locked = (PROJECT / "requirements" / "run.txt").read_text()
    lines = for_target(locked, python, PLATFORMS[architecture][0]).splitlines()
    names = [line.partition("==")[0] for line in lines if not line[0].isspace()]
    assert len(names) == len(set(names))
    assert {"flask", "numpy", "onnxruntime", "opencv-python", "gpiozero"} <= set(names)
    assert all(
        lines[number + 1].lstrip().startswith("--hash=") for number, line in enumerate(lines) if "==" in line
    )


def wheel(path: Path, **files: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/"), text)
    return path


def test_a_wheel_is_unpacked_without_its_scripts(tmp_path: Path) -> None:
    made = wheel(
        tmp_path / "a.whl",
        **{"a__b.py": "1", "a-1.data__scripts__run": "no", "a-1.data__purelib__a__c.py": "2"},
    )
    unpack(made, tmp_path / "out")
    assert {str(one.relative_to(tmp_path / "out")) for one in (tmp_path / "out").rglob("*.*")} == {
        "a/b.py",
        "a/c.py",
    }


def test_a_wheel_that_leaves_its_folder_is_refused(tmp_path: Path) -> None:
    made = wheel(tmp_path / "a.whl", **{"..__b.py": "1"})
    with pytest.raises(ValueError, match="leaves the folder"):
        unpack(made, tmp_path / "out")


def test_the_package_says_what_it_is_and_brings_its_units(tmp_path: Path) -> None:
    lay_out(tmp_path, project_version(), "arm64")
    control = (tmp_path / "DEBIAN" / "control").read_text()
    assert f"Version: {project_version()}\nArchitecture: arm64\n" in control
    assert "@VERSION@" not in "".join(
        (tmp_path / "DEBIAN" / one).read_text() for one in ("preinst", "postinst")
    )
    for one in ("postinst", "preinst", "prerm", "postrm"):
        subprocess.run(["sh", "-n", str(tmp_path / "DEBIAN" / one)], check=True)
    assert (tmp_path / "usr/lib/systemd/system/companion.service").is_file()
    for tool in ("versions.py", "safe_page.py"):
        text = (tmp_path / "usr/lib/companion" / tool).read_text()
        assert "hardware.appliance" not in text


def test_names_are_led_to_the_box_only_as_long_as_the_package_is_there(tmp_path: Path) -> None:
    lay_out(tmp_path, project_version(), "arm64")
    led = "etc/NetworkManager/dnsmasq-shared.d/companion.conf"
    assert f"address=/#/{ADDRESS}\n" in (tmp_path / led).read_text()
    assert led not in (tmp_path / "DEBIAN" / "conffiles").read_text(), "a conffile stays until it is purged"
    assert f"nmcli connection delete {HOTSPOT}" in (tmp_path / "DEBIAN" / "prerm").read_text()


def test_the_documented_password_is_the_one_that_counts(tmp_path: Path) -> None:
    lay_out(tmp_path, project_version(), "arm64")
    assert f'{PASSWORD_VARIABLE}="{PASSWORD}"\n' in (tmp_path / "etc/default/companion").read_text()
    unit = (tmp_path / "usr/lib/systemd/system/companion.service").read_text()
    assert f"Environment={VARIABLE}={SOCKET}\n" in unit
    assert f"**`{PASSWORD}`**" in (PROJECT / "docs" / "box.md").read_text()


# ---------------------------------------------------------------- the safe page


def test_the_safe_page_waits_twice_as_long_each_time(tmp_path: Path) -> None:
    assert [pause_s(tmp_path / "pause") for _ in range(6)] == [60, 120, 240, 480, 900, 900]
    (tmp_path / "pause").write_text("x")
    assert pause_s(tmp_path / "pause") == 60
    assert pause_s(tmp_path / "nowhere" / "pause") == 60


def test_the_safe_page_says_so_and_ends_when_somebody_wants_to_try(tmp_path: Path) -> None:
    script = PROJECT / "hardware" / "appliance" / "safe_page.py"
    process = subprocess.Popen(
        [sys.executable, "-I", str(script), "--port", "0", "--state", str(tmp_path), "--host", "127.0.0.1"],
        stdout=subprocess.PIPE,
        text=True,
    )
    killer = threading.Timer(60, process.kill)
    killer.start()
    assert process.stdout is not None
    port = int(process.stdout.readline().split()[1])
    page = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    page.request("GET", "/anything")
    answer = page.getresponse()
    body = answer.read().decode()
    assert answer.status == 503
    assert "could not start" in body and "n’a pas pu démarrer" in body and "konnte nicht starten" in body
    page.request("POST", "/again")
    assert page.getresponse().status == 303
    assert process.wait(20) == 0
    killer.cancel()
    process.stdout.close()
