"""Writes what the program is made of (CycloneDX 1.6, JSON): the packages of a lock, their versions and digests."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
_DIGEST = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def bill(lock: str) -> dict[str, Any]:
    """The bill of materials of a lock; the same lock gives the same bill to the letter."""
    components: list[dict[str, Any]] = []
    for line in lock.splitlines():
        if pinned := _PINNED.match(line):
            name, version = re.sub(r"[-_.]+", "-", pinned[1]).lower(), pinned[2]
            where = f"pkg:pypi/{name}@{version}"
            components.append(
                {
                    "type": "library",
                    "name": name,
                    "version": version,
                    "purl": where,
                    "bom-ref": where,
                    "hashes": [],
                }
            )
        elif components and (digest := _DIGEST.search(line)):
            components[-1]["hashes"].append({"alg": "SHA-256", "content": digest[1]})
    about = {"component": {"type": "application", "name": "companion-table", "bom-ref": "companion-table"}}
    needs = [{"ref": "companion-table", "dependsOn": [one["bom-ref"] for one in components]}]
    head = {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1}
    return {**head, "metadata": about, "components": components, "dependencies": needs}


if __name__ == "__main__":
    json.dump(bill(Path(sys.argv[1]).read_text()), sys.stdout, indent=1)
    print()
