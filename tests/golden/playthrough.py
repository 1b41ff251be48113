"""One game as text: what was done, what came of it, what changed in the view, how much was legal next."""

from __future__ import annotations

import itertools
import json
import random
import zlib
from collections.abc import Iterator, Mapping
from typing import Any

from companion.domains import instances
from companion.game import Game
from companion.simulated.players import PLAYERS, Opening, Step, played, table_before
from companion.words import sentence
from tests.golden.variants import Variant

FIRST, LAST = 28, 8
"""So many steps are written down from the beginning of a game, and so many up to its end."""
MOST_COUNTED = 500
HINTS = ("legal_moves", "obligations")
"""Fields of the view that are long and follow from the others: only how many entries they have is written."""


def playthrough(game: Game, variant: Variant) -> str:
    """The text of one game; the same every time."""
    chance = random.Random(zlib.crc32(f"{game.id}/{variant.name}".encode()))
    setup = table_before(game, variant.players, chance)
    opening = Opening(game, variant.players, variant.options, setup)
    lines = [
        f"# {game.title}: {variant.name.replace('_', ' ')}",
        f"players {', '.join(variant.players)}; options {_text(variant.options)}; {variant.kind} play",
        *([f"setup {_text(setup)}"] if setup else []),
        f"view {_text(_telling(_flat(game, opening.state())))}",
        "",
    ]
    steps = list(enumerate(played(opening, chance, PLAYERS[variant.kind]()), start=1))
    for number, step in steps[:FIRST]:
        lines += _step(game, number, step)
    rest = steps[FIRST:]
    if len(rest) > LAST:
        lines += ["", f"… {len(rest) - LAST} actions later", ""]
    for number, step in rest[-LAST:]:
        lines += _step(game, number, step)
    lines.append("the game is over")
    return "\n".join(lines) + "\n"


def _step(game: Game, number: int, step: Step) -> Iterator[str]:
    said = sentence(game.id, f"did_{step.action['do']}", step.action, "en")
    yield f"{number}. {said}   {_text(dict(step.action))}"
    for event in step.events:
        audience = "" if event.audience is None else f" (only {', '.join(event.audience)})"
        yield f"   * {event.name}{audience}: {sentence(game.id, event.name, event.as_json(), 'en')}"
    changes = _changes(_flat(game, step.before), _flat(game, step.after))
    if changes:
        yield f"   ~ {'; '.join(changes)}"
    yield f"   {legal_count(game, step.after)} legal"


def legal_count(game: Game, state: Any) -> str:
    """How many actions are legal, up to a few hundred; and of which kinds."""
    templates = game.legal_actions(state)
    every = itertools.chain.from_iterable(map(instances, templates))
    count = sum(1 for _ in itertools.islice(every, MOST_COUNTED))
    kinds = sorted({str(template["do"]) for template in templates})
    return f"{count if count < MOST_COUNTED else f'{MOST_COUNTED} and more'} ({', '.join(kinds)})"


def _flat(game: Game, state: Any) -> dict[str, Any]:
    """The view with a path for each value; lists stay whole."""
    flat: dict[str, Any] = {}

    def walk(path: str, value: Any) -> None:
        if isinstance(value, Mapping) and value:
            for key, inner in value.items():
                walk(f"{path}.{key}" if path else str(key), inner)
        else:
            flat[path] = value

    view = {key: value for key, value in game.view(state).complete.items() if key not in ("options", "game")}
    for name in HINTS:
        if isinstance(view.get(name), list):
            view[name] = f"{len(view[name])} entries"
    walk("", view)
    return flat


def _telling(flat: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that are not empty."""
    return {path: value for path, value in flat.items() if value not in (None, 0, False, [], {})}


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [
        f"{path} {_change(before.get(path), after.get(path))}"
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    ]


def _change(before: Any, after: Any) -> str:
    """From what to what; of a list, what left it and what joined it, where that is shorter and tells the same."""
    whole = f"{_text(before)} > {_text(after)}"
    if not (isinstance(before, list) and isinstance(after, list)):
        return whole
    left, joined = list(before), []
    for thing in after:
        if thing in left:
            left.remove(thing)
        else:
            joined.append(thing)
    if [thing for thing in before if thing not in left] + joined != after:
        return whole
    parts = [*(f"-{_text(thing)}" for thing in left), *(f"+{_text(thing)}" for thing in joined)]
    return min(whole, " ".join(parts), key=len)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
