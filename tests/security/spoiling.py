"""Spoils what a parser is given: bytes flipped, cut, doubled and mixed, and values of JSON put in place of others."""

from __future__ import annotations

import json
import random
from typing import Any

WORDS: tuple[bytes, ...] = (
    *(
        b"",
        b"\0",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"null",
        b"NaN",
        b"1e999",
        b"-1",
        b"9" * 400,
        b"\\u0000",
        b"{{",
    ),
    *(
        b"[" * 600,
        b'{"a":' * 300,
        b"'",
        b'"',
        b"\n",
        b"\r\n\r\n",
        b"=",
        b"%00",
        b"../" * 9,
        b"\xe2\x80\xae",
        b"true",
    ),
)
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 2**70, 1e308, -0.0, "", "x" * 5000, "\0", "\ud800", "table", "bank", [], {}, [[]]),
    *([None] * 40, {"by": "table"}, {"": {}}, ["Ada", "Ada"], float("nan"), float("inf"), "10H", "../../x"),
)


def spoilt(whole: bytes, chance: random.Random) -> bytes:
    """The bytes with one to four accidents."""
    data = bytearray(whole)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(6):
            case 0 if data:
                data[at % len(data)] ^= 1 << chance.randrange(8)
            case 1:
                del data[at:]
            case 2:
                data[at:at] = chance.choice(WORDS)
            case 3:
                del data[at : at + chance.randint(1, 30)]
            case 4:
                data[at:at] = data[at : at + chance.randint(1, 60)]
            case _:
                data[at : at + chance.randint(1, 12)] = chance.choice(WORDS)
    return bytes(data)


def misvalued(value: Any, chance: random.Random) -> Any:
    """A JSON value in which one to three values are others."""
    made = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 3)):
        made = _with_another(made, chance)
    return made


def _with_another(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        match chance.randrange(8):
            case 0:
                return {name: one for name, one in value.items() if name != key}
            case 1:
                return {**value, chance.choice(("x", "by", "", key + "x")): chance.choice(VALUES)}
            case _:
                return {**value, key: _with_another(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        match chance.randrange(8):
            case 0:
                return [*value[:at], *value[at + 1 :]]
            case 1:
                return [*value, *value[: at + 1]]
            case _:
                return [*value[:at], _with_another(value[at], chance), *value[at + 1 :]]
    return chance.choice(VALUES)
