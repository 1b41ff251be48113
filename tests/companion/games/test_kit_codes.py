"""Every rule is written down, cited and tested; every code is declared, uttered and tested. The build fails else.

A rules module (or package) opens with its rules in brief, one line a number. Each number is cited where the code
checks it, and named by a test: ``test_CR_40_a_missed_foundation_play_is_called``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import Game
from tests.companion.games.kit import REPOSITORY, each_game, package_files, rules_module

NUMBER = re.compile(r"\b[A-Z]{2}-\d+[a-z]?\b")
NUMBER_OF_A_TEST = re.compile(r"(?<=_)([A-Z]{2})_(\d+[a-z]?)(?=_|$)")
IN_BRIEF = re.compile(r"^\s*(?:- )?([A-Z]{2}-\d+[a-z]?)\s+\S.{8,}$", re.MULTILINE)
MAKERS = {"Rejected": "refusals", "Event": "events"}


def in_brief(game: Game) -> set[str]:
    """The rule numbers with which the rules module opens."""
    return set(NUMBER.findall(rules_module(game).__doc__ or ""))


def files_of_tests(game: Game) -> list[Path]:
    """The test files of one game; those of a game outside the program lie beside it."""
    beside = REPOSITORY / "tests" / "companion" / "games" / game.id
    if beside.is_dir():
        return sorted(beside.rglob("test_*.py"))
    return sorted(Path(rules_module(game).__file__ or "").parents[2].rglob("test_*.py"))


def functions_that_test(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield node


def literals(tree: ast.AST) -> set[str]:
    """The strings written in a piece of source."""
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def literals_of_tests(path: Path) -> set[str]:
    """The strings in the test functions of a file, and in what of the file they use (tables, small functions)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    defined: dict[str, ast.AST] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                defined[name] = node
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                defined[name] = node
    found: set[str] = set()
    done: set[str] = set()
    waiting = [name for name in defined if name.startswith(("test", "Test"))]
    while waiting:
        if (name := waiting.pop()) in done:
            continue
        done.add(name)
        found |= literals(defined[name])
        used = {n.id for n in ast.walk(defined[name]) if isinstance(n, ast.Name)}
        waiting += [other for other in used if other in defined]
    return found


def without_rules_docstring(game: Game, path: Path) -> str:
    """The source of a file; of the rules module without the rules in brief."""
    text = path.read_text(encoding="utf-8")
    if path == Path(rules_module(game).__file__ or ""):
        document = ast.parse(text).body[0]
        return "\n".join(text.splitlines()[document.end_lineno :])
    return text


# ------------------------------------------------------------------------------- rule numbers


@each_game
def test_the_rules_open_with_the_rules_in_brief(game: Game) -> None:
    document = rules_module(game).__doc__ or ""
    lines = IN_BRIEF.findall(document)
    assert lines, f"the rules of {game.id} do not open with numbered rules"
    assert len(lines) == len(set(lines)), "a rule number opens two lines"
    assert set(lines) == in_brief(game), "a rule is mentioned without a line of its own"


@each_game
def test_every_rule_number_is_cited_in_the_code(game: Game) -> None:
    files = [path for path in package_files(game) if path.name != "help.py"]
    source = "\n".join(without_rules_docstring(game, path) for path in files)
    missing = in_brief(game) - set(NUMBER.findall(source))
    assert not missing, f"rules of {game.id} that no code cites: {_sorted(missing)}"


@each_game
def test_the_code_cites_no_rule_that_is_not_written(game: Game) -> None:
    prefix = next(iter(in_brief(game)))[:3]
    for path in package_files(game):
        unknown = {
            number for number in NUMBER.findall(path.read_text(encoding="utf-8")) if number[:3] == prefix
        }
        assert unknown <= in_brief(game), f"{path.name} cites {_sorted(unknown - in_brief(game))}"


@each_game
def test_every_rule_number_names_a_test(game: Game) -> None:
    named = {
        f"{prefix}-{number}"
        for path in files_of_tests(game)
        for function in functions_that_test(path)
        for prefix, number in NUMBER_OF_A_TEST.findall(function.name)
    }
    missing = in_brief(game) - named
    assert not missing, f"rules of {game.id} that no test names: {_sorted(missing)}"


@each_game
def test_the_rules_in_brief_are_those_of_the_rules_file(game: Game) -> None:
    """Where the rules files are at hand: every number of theirs is in the code's rules, and no other."""
    written = REPOSITORY.parent / "shared" / "rules" / f"{game.id}.md"
    if not written.is_file():
        pytest.skip(f"no rules file {written.name} beside the project")
    numbers = re.findall(
        r"^(?:- \*\*|\| )([A-Z]{2}-\d+[a-z]?)(?:\*\*| \|)", written.read_text("utf-8"), re.MULTILINE
    )
    assert in_brief(game) == set(numbers)


def _sorted(numbers: set[str]) -> list[str]:
    return sorted(numbers, key=lambda number: (int(re.findall(r"\d+", number)[0]), number))


# ------------------------------------------------------------------------------- codes


def uttered(game: Game) -> Iterator[tuple[str, str, str]]:
    """Every code that the package writes literally where it refuses or tells: (what makes it, the code, the file)."""
    for path in package_files(game):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                for code in _codes(node.args[0] if node.args else None):
                    yield node.func.id, code, path.name


def _codes(expression: ast.expr | None) -> Iterator[str]:
    match expression:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=body, orelse=orelse):
            yield from _codes(body)
            yield from _codes(orelse)


@each_game
def test_every_code_that_is_uttered_is_declared(game: Game) -> None:
    found = list(uttered(game))
    assert found
    for maker, code, file in found:
        assert code in getattr(game.codes, MAKERS[maker]), f"{file}: {maker}({code!r}) is not declared"


@each_game
def test_every_code_that_is_declared_is_used(game: Game) -> None:
    """Each is written somewhere in the package, beside its words and beside where it is declared."""
    counts: dict[str, int] = {}
    for path in package_files(game):
        if path.name in ("words.py", "help.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                for word in node.value.split():
                    counts[word] = counts.get(word, 0) + 1
    codes = game.codes
    shared = {"bad_players", "bad_option", "bad_options"}
    declared = (codes.actions | codes.events | codes.refusals | codes.infractions) - shared
    unused = {code for code in declared if counts.get(code, 0) < 2}
    assert not unused, f"declared by {game.id} and never used: {sorted(unused)}"


@each_game
@pytest.mark.parametrize("kind", ["actions", "events", "refusals", "infractions"])
def test_every_code_is_in_a_test_of_its_own_game(game: Game, kind: str) -> None:
    tested: set[str] = set().union(*(literals_of_tests(path) for path in files_of_tests(game)), set())
    missing = getattr(game.codes, kind) - tested
    assert not missing, f"{kind} of {game.id} in no test: {sorted(missing)}"
