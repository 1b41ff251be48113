"""Templates and their instances: every domain lists exactly what it allows, and a pick is one of these."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.domains import choices, instances, kind, pick


def listed(domain: Any) -> list[Any]:
    return list(choices(domain))


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        ({"one_of": ["a", None, 3]}, ["a", None, 3]),
        ({"list_of": [1, 2], "count": 2}, [[1, 1], [1, 2], [2, 1], [2, 2]]),
        ({"choose": "abc", "count": 2}, ["not a list: a value"]),
        ({"choose": ["a", "b", "c"], "count": 2}, [["a", "b"], ["a", "c"], ["b", "c"]]),
        ({"choose": ["a", "b"], "count": 2, "again": True}, [["a", "a"], ["a", "b"], ["b", "b"]]),
        ({"choose": ["a", "b"], "count": 0}, [[]]),
        ({"slots": [[1, 2], [2]]}, [[1, 2], [2, 2]]),
        ({"slots": [[1, 2], [2]], "distinct": True}, [[1, 2]]),
        ({"slots": [[1, 2], [1, 2], [3]], "ascending": True}, [[1, 2, 3]]),
        ({"slots": [[1, 2], [2, 3]], "distinct": True, "including": [3]}, [[1, 3], [2, 3]]),
        ({"each": {"x": [1, 2], "y": [2]}}, [{"x": 1, "y": 2}, {"x": 2, "y": 2}]),
        ({"each": {"x": [1, 2], "y": [2]}, "distinct": True}, [{"x": 1, "y": 2}]),
        ({"from": 2, "to": 8, "step": 3}, [2, 5, 8]),
        ({"from": 2, "to": 7, "step": 3}, [2, 5]),
        ({"from": 5, "to": 4, "step": 1}, []),
        ("plain", ["plain"]),
        ([1, 2], [[1, 2]]),
        ({"A": {"lane": 1, "row": 0}}, [{"A": {"lane": 1, "row": 0}}]),
    ],
    ids=repr,
)
def test_a_domain_lists_its_values_in_order(domain: Any, values: list[Any]) -> None:
    if values == ["not a list: a value"]:
        assert kind(domain) is None and listed(domain) == [domain]
    else:
        assert listed(domain) == values


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        "one_of",
        [],
        {},
        {"one_of": "abc"},
        {"one_of": [1], "more": 2},
        {"list_of": [1]},
        {"count": 2},
        {"from": 1, "to": 2},
        {"from": "T1", "to": "T2", "step": 1},
        {"each": [[1]]},
        {"slots": [[1]], "sideways": True},
    ],
    ids=repr,
)
def test_a_value_that_only_resembles_a_domain_is_a_value(value: Any) -> None:
    assert kind(value) is None and listed(value) == [value]


def test_instances_fill_every_argument_and_keep_the_order_of_the_keys() -> None:
    template = {"by": "Ada", "do": "x", "a": {"one_of": [1, 2]}, "b": {"from": 0, "to": 1, "step": 1}}
    assert list(instances(template)) == [
        {"by": "Ada", "do": "x", "a": a, "b": b} for a in (1, 2) for b in (0, 1)
    ]
    assert list(next(instances(template))) == ["by", "do", "a", "b"]


def test_instances_are_lazy() -> None:
    """A rack of ten from sixty numbers has more fillings than could ever be listed."""
    template = {"do": "racko", "rack": {"slots": [list(range(1, 61))] * 10, "ascending": True}}
    assert len(list(itertools.islice(instances(template), 5))) == 5


def test_a_template_without_a_value_has_no_instance() -> None:
    assert list(instances({"do": "x", "a": {"one_of": []}, "b": {"one_of": [1]}})) == []
    with pytest.raises(ValueError, match="cannot be filled"):
        pick({"a": {"slots": [[1], [1]], "distinct": True}}, random.Random(0).choice)


def test_an_instance_may_be_changed_without_changing_the_template() -> None:
    template = {"a": {"list_of": [1, 2], "count": 1}, "b": {"slots": [[1], [2]]}}
    for filled in (next(instances(template)), pick(template, random.Random(0).choice)):
        filled["a"].append(9)
        filled["b"].append(9)
    assert template == {"a": {"list_of": [1, 2], "count": 1}, "b": {"slots": [[1], [2]]}}


_values = st.lists(st.integers(0, 6), min_size=1, max_size=4, unique=True)
_slots = st.lists(_values, min_size=1, max_size=4)


@given(
    slots=_slots,
    flags=st.sets(st.sampled_from(["distinct", "ascending"])),
    seed=st.integers(),
    data=st.data(),
)
def test_slots_are_filled_exactly_as_all_fillings_that_keep_the_rules(
    slots: list[list[int]], flags: set[str], seed: int, data: st.DataObject
) -> None:
    """Against every filling tried one by one; a pick is always one of them."""
    distinct = bool(flags)
    including = data.draw(st.lists(st.integers(0, 6), max_size=2, unique=True)) if distinct else []
    domain = {"slots": slots, **dict.fromkeys(flags, True), **({"including": including} if including else {})}

    def keeps(filling: tuple[int, ...]) -> bool:
        if distinct and len(set(filling)) < len(filling):
            return False
        if "ascending" in flags and list(filling) != sorted(filling):
            return False
        return set(including) <= set(filling)

    expected = [list(filling) for filling in itertools.product(*slots) if keeps(filling)]
    assert sorted(listed(domain)) == sorted(expected)
    if expected:
        assert pick({"a": domain}, random.Random(seed).choice)["a"] in expected
    else:
        with pytest.raises(ValueError, match="cannot be filled"):
            pick({"a": domain}, random.Random(seed).choice)


@given(options=_values, count=st.integers(0, 4), again=st.booleans(), seed=st.integers())
def test_a_choice_of_several_is_one_of_those_listed(
    options: list[int], count: int, again: bool, seed: int
) -> None:
    domain = {"choose": options, "count": count, **({"again": True} if again else {})}
    if again or count <= len(options):
        assert pick({"a": domain}, random.Random(seed).choice)["a"] in listed(domain)


@given(
    domain=st.one_of(
        st.builds(lambda o: {"one_of": o}, _values),
        st.builds(lambda o, n: {"list_of": o, "count": n}, _values, st.integers(0, 3)),
        st.builds(lambda o: {"each": {str(i): [i, *o] for i in o}}, _values),
        st.builds(lambda a, n, s: {"from": a, "to": a + n, "step": s}, *[st.integers(1, 9)] * 3),
    ),
    seed=st.integers(),
)
def test_a_pick_is_one_of_the_instances(domain: dict[str, Any], seed: int) -> None:
    template = {"by": "Ada", "do": "x", "a": domain}
    assert pick(template, random.Random(seed).choice) in list(instances(template))


def test_every_instance_can_be_picked() -> None:
    chance = random.Random(0)
    template = {"a": {"slots": [[1, 2, 3]] * 3, "distinct": True}, "b": {"choose": [1, 2, 3], "count": 2}}
    picked = {str(pick(template, chance.choice)) for _ in range(2000)}
    assert picked == {str(instance) for instance in instances(template)}
