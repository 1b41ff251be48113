"""Templates of actions: an argument of a legal action may be a domain instead of a value.

The domains, all plain JSON:

- ``{"one_of": [...]}``: one of these (None among them: it may be left untold);
- ``{"list_of": [...], "count": n}``: n in order, each one of these;
- ``{"choose": [...], "count": n}``: n different ones in no order (``"again": true``: one may come twice);
- ``{"slots": [[...], ...]}``: a list with one of its own choices in each place; ``"distinct": true``: all different,
  ``"ascending": true``: each greater than the one before, ``"including": [...]``: these are among them;
- ``{"each": {key: [...]}}``: an object with one of its own choices for each key; ``"distinct": true``: all different;
- ``{"from": a, "to": b, "step": s}``: whole numbers, both ends included.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.action import Template

Choose = Callable[[Sequence[Any]], Any]
"""Takes one of several; where chance or a person comes in. Never called with nothing to choose from."""

_KEYS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "one_of": (frozenset({"one_of"}), frozenset()),
    "list_of": (frozenset({"list_of", "count"}), frozenset()),
    "choose": (frozenset({"choose", "count"}), frozenset({"again"})),
    "slots": (frozenset({"slots"}), frozenset({"distinct", "ascending", "including"})),
    "each": (frozenset({"each"}), frozenset({"distinct"})),
    "from": (frozenset({"from", "to", "step"}), frozenset()),
}
"""The keys that each kind of domain must have, and those that it may have besides."""

_KINDS: Mapping[frozenset[str], str] = {
    needed.union(some): name
    for name, (needed, optional) in _KEYS.items()
    for count in range(len(optional) + 1)
    for some in itertools.combinations(optional, count)
}
"""The kind of a domain by the keys that it has."""

_CONTENT: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(_KEYS, (list, tuple)),
    "each": Mapping,
    "from": int,
}
"""What stands under the name of each kind."""


def kind(value: object) -> str | None:
    """The kind of a domain ("one_of", "list_of", "choose", "slots", "each", "from"); None for a plain value."""
    if not isinstance(value, dict):
        return None
    name = _KINDS.get(frozenset(value))
    return name if name is not None and isinstance(value[name], _CONTENT[name]) else None


def instances(template: Template) -> Iterator[dict[str, Any]]:
    """Every concrete action of a template, in a fixed order. Lazy: a template can have millions."""
    keys = list(template)
    for values in _products([lambda key=key: choices(template[key]) for key in keys]):  # type: ignore[misc]
        yield dict(zip(keys, values, strict=True))


def _products(sources: Sequence[Callable[[], Iterator[Any]]]) -> Iterator[tuple[Any, ...]]:
    if not sources:
        yield ()
        return
    for first in sources[0]():
        for rest in _products(sources[1:]):
            yield (first, *rest)


def choices(value: Any) -> Iterator[Any]:
    """Every value of an argument, in a fixed order; a plain value is its own only choice."""
    match kind(value):
        case "one_of":
            yield from value["one_of"]
        case "list_of":
            yield from map(list, itertools.product(value["list_of"], repeat=value["count"]))
        case "choose":
            combine = (
                itertools.combinations_with_replacement if value.get("again") else itertools.combinations
            )
            yield from map(list, combine(value["choose"], value["count"]))
        case "slots":
            yield from _filled(value["slots"], value)
        case "each":
            for chosen in _filled(list(value["each"].values()), value):
                yield dict(zip(value["each"], chosen, strict=True))
        case "from":
            yield from range(value["from"], value["to"] + 1, value["step"])
        case _:
            yield value


def pick(template: Template, choose: Choose) -> dict[str, Any]:
    """One concrete action of a template; every choice is made by ``choose``. Raises ValueError when there is none."""
    action = dict(template)
    for key, value in template.items():
        if isinstance(value, dict):
            action[key] = _picked(value, choose)
    return action


def _picked(value: dict[str, Any], choose: Choose) -> Any:
    if len(value) == 1 and isinstance(options := value.get("one_of"), (list, tuple)):
        return choose(options)  # the kind of nearly all domains, seen without looking it up
    match kind(value):
        case "list_of":
            return [choose(value["list_of"]) for _ in range(value["count"])]
        case "choose":
            return _picked_different(value["choose"], value["count"], bool(value.get("again")), choose)
        case "slots":
            return _picked_places(value["slots"], value, choose)
        case "each":
            chosen = _picked_places(list(value["each"].values()), value, choose)
            return dict(zip(value["each"], chosen, strict=True))
        case "from":
            return choose(range(value["from"], value["to"] + 1, value["step"]))
        case _:
            return value


def _picked_different(options: Sequence[Any], count: int, again: bool, choose: Choose) -> list[Any]:
    places: list[int] = []
    for _ in range(count):
        places.append(choose([place for place in range(len(options)) if again or place not in places]))
    return [options[place] for place in sorted(places)]


def _picked_places(slots: Sequence[Sequence[Any]], rules: Mapping[str, Any], choose: Choose) -> list[Any]:
    """One filling of the places: each place's choices are tried in an order drawn by ``choose``."""

    def shuffled(options: Sequence[Any]) -> Iterator[Any]:
        left = list(options)
        while left:
            chosen = choose(left)
            left.remove(chosen)
            yield chosen

    filling = next(_filled(slots, rules, shuffled), None)
    if filling is None:
        raise ValueError("these places cannot be filled")
    return filling


def _filled(
    slots: Sequence[Sequence[Any]],
    rules: Mapping[str, Any],
    order: Callable[[Sequence[Any]], Iterator[Any]] = iter,
) -> Iterator[list[Any]]:
    """Every way to fill the places under "distinct", "ascending" and "including", by depth-first search."""
    distinct = bool(rules.get("distinct")) or bool(rules.get("ascending"))
    ascending, including = bool(rules.get("ascending")), list(rules.get("including", ()))

    def possible(option: Any, filled: list[Any]) -> bool:
        if distinct and option in filled:
            return False
        return not (ascending and filled and option <= filled[-1])

    def reachable(filled: list[Any]) -> bool:
        """Whether what is still to be included finds places of its own in what is left."""
        missing = [value for value in including if value not in filled]
        left = slots[len(filled) :]
        return _matched(missing, left)

    def fill(filled: list[Any]) -> Iterator[list[Any]]:
        if len(filled) == len(slots):
            yield list(filled)
            return
        for option in order(slots[len(filled)]):
            if possible(option, filled):
                filled.append(option)
                if not including or reachable(filled):
                    yield from fill(filled)
                filled.pop()

    yield from fill([])


def _matched(values: Sequence[Any], slots: Sequence[Sequence[Any]]) -> bool:
    """Whether every value finds a place of its own that may hold it (augmenting paths)."""
    taken: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for slot, options in enumerate(slots):
            if slot not in tried and values[index] in options:
                tried.add(slot)
                if slot not in taken or place(taken[slot], tried):
                    taken[slot] = index
                    return True
        return False

    return all(place(index, set()) for index in range(len(values)))
