"""The two servers of a club on one machine, for trying it and for its tests: Mosquitto and PostgreSQL, in one folder.

A club that lasts uses the ones that Debian starts (docs/club.md).
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

READY_S = 30.0
_SYSTEM_FOLDERS = ("/usr/local/sbin", "/usr/sbin", "/sbin")
_UNPRIVILEGED = ("postgres", "nobody")
DATABASE = "club"


class NoServer(Exception):
    """A server is not installed, or does not start; the message is one line that says what to do."""


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def found(program: str) -> Path:
    """Where a server's program lies; raises ``NoServer``."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: _number(one.parent.name))
    places = [*map(str, reversed(debian)), os.environ.get("PATH", ""), *_SYSTEM_FOLDERS]
    for place in places:
        if path := shutil.which(program, path=place):
            return Path(path).resolve()
    package = "mosquitto" if program == "mosquitto" else "postgresql"
    raise NoServer(f"{program} is not installed: sudo apt-get install {package}")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


class BrokerServer:
    """A Mosquitto of this machine alone; with ``passwords`` each user may only speak for its own table."""

    def __init__(self, folder: Path, passwords: Mapping[str, str] | None = None, club: str = "club") -> None:
        """Writes what it needs into the folder and starts it; raises ``NoServer``."""
        self._program = found("mosquitto")
        self.port = free_port()
        self.address = f"mqtt://127.0.0.1:{self.port}"
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        lines = [
            f"listener {self.port} 127.0.0.1",
            "persistence true",
            f"persistence_location {folder}/",
            "autosave_interval 1",
            "max_queued_messages 0",
            f"user {pwd.getpwuid(os.geteuid()).pw_name}",
        ]
        if passwords is None:
            lines.append("allow_anonymous true")
        else:
            lines += [f"password_file {folder}/passwords", f"acl_file {folder}/rights"]
            _private(folder / "rights", access_rights(club))
            _private(folder / "passwords", "".join(f"{user}:{word}\n" for user, word in passwords.items()))
            hashing = [str(found("mosquitto_passwd")), "-U", str(folder / "passwords")]
            subprocess.run(hashing, check=True, capture_output=True)  # noqa: S603 - our own arguments
        self._configuration = folder / "mosquitto.conf"
        _private(self._configuration, "\n".join(lines) + "\n")
        self._log = folder / "mosquitto.log"
        self.start()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def start(self) -> None:
        """Starts it, again too; raises ``NoServer``."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own arguments
                [str(self._program), "-c", str(self._configuration)], stdout=log, stderr=log
            )
        _wait_for_port(self.port, self._process, "mosquitto", self._log)

    def kill(self) -> None:
        """As if the plug was pulled."""
        self._process.kill()
        self._process.wait()

    def forget(self) -> None:
        """As if it was killed before it wrote down anything: who listens, and what was said."""
        (self._configuration.parent / "mosquitto.db").unlink(missing_ok=True)

    def stop(self) -> None:
        """Ends it in order."""
        self._process.terminate()
        self._process.wait(10)


def access_rights(club: str, home: str = "home") -> str:
    """Mosquitto's list of who may say what: each table for itself, the club for all what it keeps, and Home Assistant
    what it asks of a table."""
    return (
        f"user {club}\ntopic read companion/#\ntopic write companion/+/kept\n\n"
        f"user {home}\ntopic read companion/#\ntopic read homeassistant/#\ntopic write companion/+/order\n\n"
        "# Every table speaks for the name that it logs in by, and for no other.\n"
        "pattern write companion/%u/state\npattern write companion/%u/events\npattern write companion/%u/health\n"
        "pattern write companion/%u/call\npattern write homeassistant/+/companion-%u/+/config\n"
        "pattern write companion/%u/voice\npattern read companion/%u/order\n"
        "pattern read companion/%u/kept\n"
    )


class DatabaseServer:
    """A PostgreSQL of this machine alone, on a port and a socket in its folder, without passwords."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        """Makes the database where there is none, and starts it; raises ``NoServer``.

        One that is not ``durable`` survives the end of its program, but not of the machine: for tests.
        """
        self._programs = found("initdb").parent
        self._folder = folder
        self._as = _other_user()
        new = not (folder / "PG_VERSION").exists()
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        if self._as is not None:
            shutil.chown(folder, self._as)
            _let_through(folder.parent)
        if new:
            made = self._run(
                "initdb", "-D", str(folder), "-U", "club", "-A", "trust", "-E", "UTF8", "--no-locale", "-N",
                "--no-instructions",
            )  # fmt: skip
            if made.returncode:
                raise NoServer(f"PostgreSQL cannot make a database in {folder}: {_last_line(made.stderr)}")
        self.port = free_port()
        self.address = f"postgresql://club@127.0.0.1:{self.port}/{DATABASE}"
        self._options = [] if durable else ["-c", "fsync=off"]
        self._log = folder.parent / f"{folder.name}.log"
        self.start()
        if new:
            made = self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "club", DATABASE)
            if made.returncode:
                raise NoServer(f"PostgreSQL cannot make a database: {_last_line(made.stderr)}")

    @property
    def pid(self) -> int:
        """The number of its first process, which starts the others."""
        return self._process.pid

    def start(self) -> None:
        """Starts it, again too; raises ``NoServer``."""
        (self._folder / "postmaster.pid").unlink(missing_ok=True)
        command = [
            str(self._programs / "postgres"), "-D", str(self._folder), "-p", str(self.port),
            "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "shared_buffers=32MB",
            "-c", "max_connections=30", *self._options,
        ]  # fmt: skip
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own arguments
                command, stdout=log, stderr=log, user=self._as, cwd="/", env=_plain_environment()
            )
        _wait_for_port(self.port, self._process, "postgres", self._log)
        deadline = time.monotonic() + READY_S
        ready = ("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-U", "club", "-d", "postgres")
        while self._run(*ready).returncode:
            if time.monotonic() > deadline:
                raise NoServer(f"PostgreSQL does not get ready; it says why in {self._log}.")
            time.sleep(0.02)

    def kill(self) -> None:
        """All at once: what is under way is lost."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(20)

    def stop(self) -> None:
        """Ends it in order."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(20)

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - our own arguments
            [str(self._programs / program), *arguments],
            capture_output=True,
            text=True,
            user=self._as,
            cwd="/",
            env=_plain_environment(),
            check=False,
        )


def _plain_environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"}


def _other_user() -> str | None:
    """Whom the database runs as where this is root, which PostgreSQL refuses; else None."""
    if os.geteuid() != 0:
        return None
    for name in _UNPRIVILEGED:
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise NoServer("PostgreSQL does not run as root: start the club as another user.")


def _let_through(folder: Path) -> None:
    """Lets another user reach what lies in a folder of root's, without letting it look around there."""
    if folder.stat().st_uid == 0:
        folder.chmod(folder.stat().st_mode | 0o011)


def _private(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o600)


def _wait_for_port(port: int, process: subprocess.Popen[bytes], name: str, log: Path) -> None:
    deadline = time.monotonic() + READY_S
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None or time.monotonic() > deadline:
            said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            raise NoServer(f"{name} does not start: {_last_line(said)}")
        time.sleep(0.02)


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it says nothing"
