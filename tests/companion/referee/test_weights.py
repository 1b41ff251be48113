"""Every number of the referee is one of ``Weights``, and says what it is, its unit and where it comes from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import companion.referee
from companion.referee import weights

FOLDER = Path(companion.referee.__file__).parent
STRUCTURAL = (0, 1)
"""Nothing, one, and (with a sign) the last: no number that anybody would tune."""


def literals(tree: ast.AST) -> Iterator[ast.Constant]:
    """The numbers written out in a module, but for an index, a slice, and how many make a pair."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Subscript):
            yield from literals(node.value)
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "combinations"
        ):
            yield from literals(node.args[0])
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            yield node
        else:
            yield from literals(node)


def test_no_number_lies_elsewhere() -> None:
    found = [
        f"{path.name}:{one.lineno}: {one.value}"
        for path in sorted(FOLDER.glob("*.py"))
        if path.name != "weights.py"
        for one in literals(ast.parse(path.read_text(encoding="utf-8")))
        if one.value not in STRUCTURAL
    ]
    assert found == []


def test_a_number_written_out_is_found() -> None:
    assert [one.value for one in literals(ast.parse("a[3] + b[-2:] + 4.5 * f(x[7], 6)"))] == [4.5, 6]


def test_every_number_says_its_unit_and_where_it_comes_from() -> None:
    source = ast.parse(Path(weights.__file__).read_text(encoding="utf-8"))
    lines = next(node for node in source.body if isinstance(node, ast.ClassDef)).body
    for line, following in pairwise(lines):
        if not isinstance(line, ast.AnnAssign) or not isinstance(line.target, ast.Name):
            continue
        name = line.target.id
        assert isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant), name
        if name != "without":
            told = str(following.value.value)
            assert re.fullmatch(r"[A-Z][^(]+ \([^()]+(, fitted|, chosen|, DESIGN\.md)\)\.", told), (
                name,
                told,
            )
