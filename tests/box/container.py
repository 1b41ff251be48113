"""A Debian whose systemd is process 1 of namespaces of its own: no network, at this machine's own speed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from tests.box.tree import debian

START = r"""
mount --make-rprivate /
mount --bind "$R" "$R"
mount -t proc proc "$R/proc"
mount -t sysfs sysfs "$R/sys"
mount -t cgroup2 cgroup2 "$R/sys/fs/cgroup"
mount -t tmpfs tmpfs "$R/run"
mount -t tmpfs tmpfs "$R/dev"
for d in null zero full random urandom tty; do touch "$R/dev/$d"; mount --bind "/dev/$d" "$R/dev/$d"; done
mkdir "$R/dev/shm" "$R/dev/pts"
mount -t tmpfs tmpfs "$R/dev/shm"
mount -t devpts devpts "$R/dev/pts" -o newinstance,ptmxmode=666
ln -s pts/ptmx "$R/dev/ptmx"
ln -s /proc/self/fd "$R/dev/fd"
hostname companion
ip link set lo up
cd "$R" && pivot_root . mnt && umount -l /mnt
exec env -i container=unshare PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd
"""
PATIENT = float(os.environ.get("COMPANION_BOX_PATIENCE", "1"))
"""Times on a busy machine are so many times as long."""


class Container:
    """The tree, booted; a context manager."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self._process: subprocess.Popen[bytes] | None = None
        self._init = 0

    def __enter__(self) -> Self:
        shutil.rmtree(self.root, ignore_errors=True)
        subprocess.run(["cp", "-a", str(debian()), str(self.root)], check=True)
        self.boot()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_off()
        shutil.rmtree(self.root, ignore_errors=True)

    def boot(self) -> None:
        """Let systemd begin; a tree that was never installed lacks the name of the machine itself."""
        (self.root / "etc/hosts").write_text("127.0.0.1 localhost\n")
        namespaces = ["--pid", "--mount", "--uts", "--ipc", "--net", "--cgroup", "--fork", "--kill-child"]
        self._process = subprocess.Popen(
            ["unshare", *namespaces, "sh", "-ec", START],
            env={**os.environ, "R": str(self.root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.until(
            lambda: self._find_init() and self.ask("systemctl is-system-running") in ("running", "degraded")
        )

    def cut_off(self) -> None:
        """End everything at once, as when the power fails (but for what the kernel still writes)."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(30)
            self._process = None
            self._init = 0

    def ask(self, command: str, *, seconds: float = 60) -> str:
        """What a shell command prints inside, whatever its exit status."""
        return self._inside(command, seconds * PATIENT).stdout.strip()

    def do(self, command: str, *, seconds: float = 600) -> str:
        """What a shell command prints inside; it must succeed."""
        done = self._inside(command, seconds * PATIENT)
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def state(self) -> dict[str, Any] | None:
        """What the page's API says now, None where it does not answer."""
        told = self.ask("curl -s -m 2 http://localhost/api/v1/state")
        try:
            found = json.loads(told)
        except ValueError:
            return None
        return found if isinstance(found, dict) else None

    def until(self, true: Callable[[], object], seconds: float = 90) -> float:
        """Wait until something is so; returns how long that took (s)."""
        begun = time.monotonic()
        while not true():
            assert time.monotonic() - begun < seconds * PATIENT, "that never came true"
            time.sleep(0.1)
        return time.monotonic() - begun

    def _find_init(self) -> bool:
        if not self._init and self._process is not None:
            children = (
                Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
            )
            self._init = int(children[0]) if children else 0
        return self._init > 0

    def _inside(self, command: str, seconds: float) -> subprocess.CompletedProcess[str]:
        flags = ["-p", "-m", "-u", "-i", "-n", "-C", "-r", "-w"]
        clean = [
            "env",
            "-i",
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
            "LC_ALL=C.UTF-8",
            "DEBIAN_FRONTEND=noninteractive",
        ]
        return subprocess.run(
            ["nsenter", "-t", str(self._init), *flags, *clean, "sh", "-c", command],
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
