"""``companion replay FILE…``: plays records through the rules and says where they differ."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion import record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion replay``."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="records to check (JSON Lines)")
    parser.add_argument("--json", action="store_true", help="one JSON line a file")


def run(arguments: argparse.Namespace) -> int:
    """0 when everything expected holds in every file, 1 when not, 2 when a file is no record."""
    failed = malformed = False
    for name in arguments.files:
        try:
            result = record.replay(record.read(Path(name)))
        except (record.MalformedRecord, OSError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else error
            print(f"companion: {name}: {reason}", file=sys.stderr)
            malformed = True
            if arguments.json:
                line = {
                    "file": name,
                    "ok": False,
                    "game": None,
                    "actions": 0,
                    "view": None,
                    "error": str(reason),
                }
                print(json.dumps(line, ensure_ascii=False))
            continue
        failed = failed or not result.ok
        if arguments.json:
            print(json.dumps(_as_json(name, result), ensure_ascii=False))
        elif result.ok:
            print(f"{name}: ok, {result.actions} actions")
        else:
            print(f"{name}:{result.line}: {result.error}")
    return 2 if malformed else int(failed)


def _as_json(name: str, result: record.Replay) -> dict[str, object]:
    error = None if result.ok else f"line {result.line}: {result.error}"
    return {
        "file": name,
        "ok": result.ok,
        "game": result.game,
        "actions": result.actions,
        "view": result.view,
        "error": error,
    }
