"""The locked requirements as another machine and another Python need them: their markers are settled here."""

from __future__ import annotations

from packaging.markers import Marker


def for_target(locked: str, python: str, machine: str) -> str:
    """The lines of a locked requirements file that count for a Python ("3.13") on a Linux machine ("aarch64").

    Hashes stay; pip itself would settle the markers for the Python that runs it.
    """
    environment = {
        "implementation_name": "cpython",
        "implementation_version": f"{python}.0",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
    }
    kept: list[str] = []
    counts = True
    for line in locked.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            if counts:
                kept.append(line)
            continue
        requirement, _, marker = line.removesuffix("\\").partition(";")
        counts = not marker.strip() or Marker(marker.strip()).evaluate(environment)
        if counts:
            kept.append(f"{requirement.strip()} \\" if line.endswith("\\") else requirement.strip())
    return "\n".join(kept) + "\n"
