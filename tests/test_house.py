"""The house as a whole: what import-linter's contracts in pyproject.toml cannot say."""

import re
import tokenize
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from grimp import build_graph

HOUSE = Path(__file__).parents[1]
ROOMS = ("companion", "vision", "hardware", "calibration", "web")


def test_no_circle_of_imports_is_left() -> None:
    graph = build_graph(*ROOMS, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(circle.args[1]))


def test_a_circle_would_be_seen() -> None:
    with pytest.raises(CycleError):
        TopologicalSorter({"a": {"b"}, "b": {"a"}}).prepare()


NAMES = re.compile(
    r"crapette|rack-?o\b|super[_ -]?crack|poker_dice_race|dadamax|change[_ -]?horses", re.IGNORECASE
)
GAMES = "companion/games/"
COMMENTS = {
    ".html": re.compile(r"\{#.*?#\}", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(r"^\s*//.*$", re.MULTILINE),
    ".svg": re.compile(r"<!--.*?-->", re.DOTALL),
}
READ = {".py", *COMMENTS}


def named_in(path: Path) -> bool:
    """Whether what a machine reads of a file (no comment, no docstring) names one of the games."""
    if path.suffix == ".py":
        with tokenize.open(path) as file:
            tokens = list(tokenize.generate_tokens(file.readline))
        said = (token.string for token in tokens if token.type != tokenize.COMMENT)
        return any(NAMES.search(one) for one in said if not one.startswith('"""'))
    text = COMMENTS[path.suffix].sub("", path.read_text(encoding="utf-8"))
    return NAMES.search(text) is not None


def test_nothing_outside_a_games_folder_names_a_game() -> None:
    program = [path for room in ROOMS for path in (HOUSE / room).rglob("*") if path.suffix in READ]
    outside = [path for path in program if not path.relative_to(HOUSE).as_posix().startswith(GAMES)]
    naming = {path.relative_to(HOUSE).as_posix() for path in outside if named_in(path)}
    assert naming == set()
