"""The house as a whole: what import-linter's contracts in pyproject.toml cannot say."""

from graphlib import CycleError, TopologicalSorter

import pytest
from grimp import build_graph

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
