"""What processes have cost so far: processor time and memory, as Linux counts them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and all that it has started."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(_fields(stat)[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    found, left = [], [pid]
    while left:
        found.append(left.pop())
        left += children.get(found[-1], [])
    return found


def processor_s(pids: Iterable[int]) -> float:
    """The processor time of processes, and of those of theirs that have ended (s)."""
    spent = 0
    for pid in pids:
        try:
            spent += sum(map(int, _fields(Path(f"/proc/{pid}/stat"))[11:15]))
        except OSError:
            continue
    return spent / _TICKS


def memory_mb(pids: Iterable[int]) -> float:
    """The memory of processes, what they share counted once (PSS, MB of 1024 kB)."""
    kilobytes = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024


@dataclass(frozen=True, slots=True)
class Machine:
    """The processor time of everything that ran on this machine, and of all there was (s)."""

    busy_s: float
    whole_s: float


def machine() -> Machine:
    """What the machine has done since it was started."""
    counted = [int(one) for one in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    idle = counted[3] + counted[4]
    return Machine((sum(counted) - idle) / _TICKS, sum(counted) / _TICKS)


def _fields(stat: Path) -> list[str]:
    """The fields after the program's name, which may hold anything."""
    return stat.read_text().rpartition(")")[2].split()
