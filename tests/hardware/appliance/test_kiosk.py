"""The screen on the box: it waits for a page, shows the right one, and is there only where the family wants it."""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.appliance import kiosk
from hardware.appliance.build_deb import lay_out
from hardware.appliance.kiosk import Page, answering, command, is_over, surroundings

APPLIANCE = Path(kiosk.__file__).parent
UNIT = (APPLIANCE / "debian" / "companion-kiosk.service").read_text()
POLICIES = json.loads((APPLIANCE / "debian" / "kiosk_policies.json").read_text())


class Served:
    """A page that answers with a status; a context manager."""

    def __init__(self, status: int, port: int = 0) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.port = int(self._server.server_address[1])

    def __enter__(self) -> Served:
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class Screen:
    """The program of the unit, with a browser that only waits; what it was started with lies in ``told``."""

    def __init__(self, folder: Path, port: int) -> None:
        self.told = folder / "told"
        script = ["import sys", "from hardware.appliance import kiosk", "kiosk.OFTEN_S = 0.05"]
        script += ["sys.exit(kiosk.main(sys.argv[1:]))"]
        page = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-c", "\n".join(script), "--page", page, "--folder", str(folder)],
            env={"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(APPLIANCE.parents[1])},
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def browser(self) -> int | None:
        """The process that fills the screen."""
        lines = self.told.read_text().splitlines() if self.told.exists() else []
        return int(lines[0]) if len(lines) == 3 else None

    def ends(self) -> int:
        """The exit status; the browser must have ended with it."""
        status = self.process.wait(30)
        if self.browser is not None:
            with pytest.raises(ProcessLookupError):
                os.kill(self.browser, 0)
        return status


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end, "that never came true"
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with programs that stand for cage and the browser."""
    for name in ("cage", "chromium"):
        program = tmp_path / name
        program.write_text(
            f'#!/bin/sh\nprintf "%s\\n" $$ "$XDG_RUNTIME_DIR" "$*" > {tmp_path}/told\nexec sleep 60\n'
        )
        program.chmod(0o755)
    return tmp_path


@pytest.fixture
def on(folder: Path) -> Iterator[Callable[[int], Screen]]:
    """Start a screen on a port."""
    with contextlib.ExitStack() as last:

        def start(port: int) -> Screen:
            screen = Screen(folder, port)
            last.callback(screen.process.communicate)
            last.callback(screen.process.kill)
            return screen

        yield start


# ---------------------------------------------------------------- waiting, and which page is shown


@pytest.mark.parametrize(("status", "page"), [(200, Page.TABLE), (400, Page.TABLE), (503, Page.SAFE)])
def test_the_safe_page_is_told_from_the_table(status: int, page: Page) -> None:
    with Served(status) as served:
        assert answering(f"http://127.0.0.1:{served.port}/") is page
    assert answering(f"http://127.0.0.1:{served.port}/") is None


def test_what_speaks_no_http_is_no_page() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def speak() -> None:
            line, _ = server.accept()
            with line:
                line.recv(1000)
                line.sendall(b"220 another program\r\n")

        threading.Thread(target=speak, daemon=True).start()
        assert answering(f"http://127.0.0.1:{port}/") is None


def test_a_page_that_comes_late_is_shown_when_it_comes(on: Callable[[int], Screen]) -> None:
    port = free_port()
    screen = on(port)
    time.sleep(0.5)
    assert screen.browser is None
    with Served(200, port):
        until(lambda: screen.browser)
        assert screen.process.poll() is None
        screen.process.send_signal(signal.SIGTERM)
        assert screen.ends() == 0


def test_a_browser_that_has_just_started_ends_with_the_screen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, started = subprocess.Popen, list[subprocess.Popen[bytes]]()

    def told_to_end_meanwhile(*arguments: object, **more: object) -> subprocess.Popen[bytes]:
        started.append(start(*arguments, **more))  # type: ignore[call-overload]
        os.kill(os.getpid(), signal.SIGTERM)
        return started[0]

    monkeypatch.setattr(kiosk.subprocess, "Popen", told_to_end_meanwhile)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    before = signal.getsignal(signal.SIGTERM)
    try:
        with Served(200) as served:
            assert kiosk.main(["--page", f"http://127.0.0.1:{served.port}/", "--folder", str(folder)]) == 0
        assert started[0].poll() is not None
    finally:
        signal.signal(signal.SIGTERM, before)
        started[0].kill()


def test_where_no_page_ever_comes_no_browser_is_started(on: Callable[[int], Screen]) -> None:
    screen = on(free_port())
    time.sleep(1)
    assert screen.process.poll() is None
    screen.process.send_signal(signal.SIGTERM)
    assert screen.ends() in (0, -signal.SIGTERM)
    assert screen.browser is None


def test_the_safe_page_is_shown_until_it_is_gone(on: Callable[[int], Screen]) -> None:
    with Served(503) as safe:
        screen = on(safe.port)
        until(lambda: screen.browser)
        time.sleep(0.3)
        assert screen.process.poll() is None
    assert screen.ends() == 0


def test_a_table_that_is_away_for_a_while_stays_on_the_screen_until_the_safe_page_comes(
    on: Callable[[int], Screen],
) -> None:
    with Served(200) as table:
        screen = on(table.port)
        until(lambda: screen.browser)
    time.sleep(0.5)
    assert screen.process.poll() is None
    with Served(503, table.port):
        assert screen.ends() == 0


@pytest.mark.parametrize(
    ("shown", "now", "over"),
    [
        (Page.TABLE, Page.TABLE, False),
        (Page.TABLE, None, False),
        (Page.TABLE, Page.SAFE, True),
        (Page.SAFE, Page.SAFE, False),
        (Page.SAFE, None, True),
        (Page.SAFE, Page.TABLE, True),
    ],
)
def test_when_a_page_is_over(shown: Page, now: Page | None, over: bool) -> None:
    assert is_over(shown, now) is over


def test_a_browser_that_dies_ends_the_program_so_that_the_service_starts_it_anew(
    on: Callable[[int], Screen],
) -> None:
    with Served(200) as table:
        screen = on(table.port)
        until(lambda: screen.browser)
        os.kill(screen.browser or 0, signal.SIGKILL)
        assert screen.ends() == 1
    assert "Restart=always" in UNIT and "StartLimitIntervalSec=0" in UNIT


def test_no_browser_is_left_behind_by_a_program_that_was_killed(on: Callable[[int], Screen]) -> None:
    with Served(200) as table:
        screen = on(table.port)
        until(lambda: screen.browser)
        screen.process.kill()
        until(lambda: not Path(f"/proc/{screen.browser}/cmdline").exists())


def test_a_browser_that_is_deaf_is_ended_by_force(folder: Path) -> None:
    deaf = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import signal, time\nsignal.signal(15, signal.SIG_IGN)\nprint(flush=True)\ntime.sleep(60)",
        ],
        stdout=subprocess.PIPE,
    )
    assert deaf.stdout is not None
    deaf.stdout.readline()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kiosk, "ENDS_WITHIN_S", 0.2)
        kiosk.end(deaf)
    deaf.stdout.close()
    assert deaf.returncode == -signal.SIGKILL


def test_without_a_browser_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert kiosk.main([]) == 2
    finally:
        signal.signal(signal.SIGTERM, before)
    assert "sudo apt install cage chromium" in capsys.readouterr().err
    assert "RestartPreventExitStatus=2" in UNIT


# ---------------------------------------------------------------- what is seen of the browser


def test_the_page_fills_the_screen_and_the_browser_shows_nothing_of_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(folder))
    made = command("http://localhost/", Path("/run/companion-kiosk"))
    assert made is not None
    # Without "-s" no key switches to another terminal.
    assert made[3:7] == [str(folder / "cage"), "-d", "--", str(folder / "chromium")]
    assert made[-1] == "http://localhost/"
    assert {
        "--kiosk",
        "--hide-crash-restore-bubble",
        "--no-first-run",
        "--noerrdialogs",
        "--user-data-dir=/run/companion-kiosk/profile",
    } <= set(made)
    assert f"--load-extension={kiosk.EXTENSION}" in made
    assert "--disable-features=Translate" in next(one for one in made if one.startswith("--disable-features"))
    assert not {"--no-sandbox", "--disable-web-security", "--remote-debugging-port"} & {
        one.partition("=")[0] for one in made
    }


def test_the_browser_is_called_otherwise_on_an_older_raspberry_pi(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "chromium").rename(folder / "chromium-browser")
    monkeypatch.setenv("PATH", str(folder))
    made = command("http://localhost/", folder)
    assert made is not None and made[6].endswith("/chromium-browser")


def test_the_browser_finds_its_own_folder_in_memory(folder: Path, on: Callable[[int], Screen]) -> None:
    with Served(200) as table:
        screen = on(table.port)
        until(lambda: screen.browser)
        assert screen.told.read_text().splitlines()[1] == str(folder)
    assert "RuntimeDirectory=companion-kiosk\n" in UNIT and "HOME=/run/companion-kiosk" in UNIT


def test_the_family_types_on_the_keyboard_that_debian_was_told_of() -> None:
    told = surroundings({"XKBLAYOUT": "fr", "XKBVARIANT": "", "HOME": "/x"}, Path("/run/companion-kiosk"))
    assert told["XKB_DEFAULT_LAYOUT"] == "fr" and "XKB_DEFAULT_VARIANT" not in told
    assert "EnvironmentFile=-/etc/default/keyboard" in UNIT


def test_the_browser_opens_nothing_but_the_table() -> None:
    assert POLICIES["URLBlocklist"] == ["*"] and POLICIES["URLAllowlist"] == ["http://localhost"]
    assert POLICIES["DeveloperToolsAvailability"] == 2
    assert POLICIES["TranslateEnabled"] is False
    assert "/usr/lib/companion/kiosk_policies.json:/etc/chromium/policies/managed/" in UNIT


# ---------------------------------------------------------------- in the package


def test_the_package_brings_the_screen_and_starts_it_for_nobody(tmp_path: Path) -> None:
    lay_out(tmp_path, "1", "amd64")
    assert (tmp_path / "usr/lib/systemd/system/companion-kiosk.service").is_file()
    tools = tmp_path / "usr/lib/companion"
    assert (tools / "kiosk.py").is_file() and (tools / "kiosk_policies.json").is_file()
    extension = tools / kiosk.EXTENSION.name
    manifest = json.loads((extension / "manifest.json").read_text())
    scripts = [manifest["background"]["service_worker"], *manifest["content_scripts"][0]["js"]]
    assert {one.name for one in extension.iterdir()} == {"manifest.json", *scripts}
    assert not list(tmp_path.rglob("*.wants"))
    for script in ("preinst", "postinst"):
        assert "kiosk" not in (tmp_path / "DEBIAN" / script).read_text()
    assert "companion-kiosk" in (tmp_path / "DEBIAN" / "prerm").read_text()
    control = (tmp_path / "DEBIAN" / "control").read_text()
    wanted = next(line for line in control.splitlines() if line.startswith("Suggests:"))
    assert "cage" in wanted and "chromium" in wanted


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="no systemctl here")
def test_it_stays_off_where_a_first_start_enables_all_that_is_there(tmp_path: Path) -> None:
    lay_out(tmp_path, "1", "amd64")
    subprocess.run(["systemctl", f"--root={tmp_path}", "preset-all"], check=True, capture_output=True)
    enabled = {one.name for one in tmp_path.rglob("*.wants/*")}
    assert "companion.service" in enabled
    assert "companion-kiosk.service" not in enabled
