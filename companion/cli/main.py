"""``companion``: one program, a few verbs."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from companion.journal import JournalError
from companion.wrong_use import WrongUse

DONE, FAILED, WRONG_USE = 0, 1, 2
BROKEN_OFF = 130
"""Ctrl-C: 128 and the number of the signal, as shells have it."""

COMMANDS = {
    "play": "referee a game at the table and show it on the page",
    "record": "play an evening and keep its pictures, for the family or for a test",
    "read": "read the dice, cards and pieces in photographs",
    "enrol": "learn the family's own deck, dice or board from photographs of them",
    "replay": "check records against the rules",
    "phrases": "record the voice's fixed sentences, for the tablets (needs espeak-ng)",
    "export": "write a game of the journal as a record",
    "print": "make the sheets to print: corner markers, lens board, dice tray, zone mats",
    "club": "show many tables on one page, and keep what they tell",
    "doctor": "look at camera, table and machine: each line is OK or says what to do",
    "bench": "measure how fast and how well it works",
}
"""Every verb and what it does; each is a module ``companion.cli.<verb>`` with ``add_arguments`` and ``run``."""


KEPT = {
    "play": "The journal holds every move: the same command goes on.",
    "record": "The journal holds every move, and the folder the pictures so far.",
    "read": "What was read so far stands above.",
    "enrol": "Nothing was changed: what was enrolled before is still there.",
    "replay": "The records checked so far stand above.",
    "phrases": "The sentences recorded so far are kept: the same command makes the others.",
    "export": "The journal is as it was; a file that was begun is not whole.",
    "print": "Sheets that were finished are kept.",
    "club": "What the tables told is kept; they go on.",
    "doctor": "The checks so far stand above.",
    "bench": "The figures so far stand above; with --keep the evenings played so far are in its file.",
}
"""What is said where a command is broken off by Ctrl-C: what of its work is kept."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that says what to do, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG_USE, f"companion: {message}. See `{self.prog} --help`.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code: 0 done, 1 the check failed, 2 wrong use or unreadable input."""
    # Where other programs run, too, threads of numpy's linear algebra burn forty times what they save: its matrices
    # are small here. It reads this once, when a verb imports it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    importlib.import_module("vision.bombs")  # the same of cv2, and of pictures that are too large
    try:
        return _carried_out(_parsed(list(sys.argv[1:] if arguments is None else arguments)))
    except (WrongUse, JournalError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return WRONG_USE


def _parsed(words: list[str]) -> argparse.Namespace:
    parser = _Parser(prog="companion", description="Companion referees the family table.")
    verbs = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name, purpose in COMMANDS.items():
        verb = verbs.add_parser(name, help=purpose, description=purpose[0].upper() + purpose[1:] + ".")
        if words[:1] == [name]:
            importlib.import_module(f"companion.cli.{name}").add_arguments(verb)
    return parser.parse_args(words)


def _carried_out(parsed: argparse.Namespace) -> int:
    try:
        return int(importlib.import_module(f"companion.cli.{parsed.command}").run(parsed))
    except KeyboardInterrupt:
        print(f"\ncompanion: broken off. {KEPT[parsed.command]}", file=sys.stderr)
        return BROKEN_OFF
    except BrokenPipeError:
        sys.stderr.close()
        return DONE


if __name__ == "__main__":
    sys.exit(main())
