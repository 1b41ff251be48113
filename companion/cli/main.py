"""``companion``: one program, a few verbs."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import NoReturn

from companion.journal import JournalError
from companion.wrong_use import WrongUse

DONE, FAILED, WRONG_USE = 0, 1, 2

COMMANDS = {
    "play": "referee a game at the table and show it on the page",
    "record": "play an evening and keep its pictures, for the family or for a test",
    "read": "read the dice and cards in photographs",
    "enrol": "learn the family's own deck or dice from photographs of them",
    "replay": "check records against the rules",
    "phrases": "record the voice's fixed sentences, for the tablets (needs espeak-ng)",
    "export": "write a game of the journal as a record",
    "print": "make the sheets to print: corner markers, lens board, dice tray, zone mats",
    "doctor": "look at camera, table and machine: each line is OK or says what to do",
    "bench": "measure how fast and how well it works",
}
"""Every verb and what it does; each is a module ``companion.cli.<verb>`` with ``add_arguments`` and ``run``."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that says what to do, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"companion: {message}. See `{self.prog} --help`.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 the check failed, 2 wrong use or unreadable input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _Parser(prog="companion", description="Companion referees the family table.")
    verbs = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, purpose in COMMANDS.items():
        verb = verbs.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
        if words[:1] == [name]:
            importlib.import_module(f"companion.cli.{name}").add_arguments(verb)
    parsed = parser.parse_args(words)
    try:
        return int(importlib.import_module(f"companion.cli.{parsed.command}").run(parsed))
    except (WrongUse, JournalError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return WRONG_USE
    except BrokenPipeError:
        sys.stderr.close()
        return DONE


if __name__ == "__main__":
    sys.exit(main())
