"""Whoever follows a link or a path of README.md or docs/*.md finds what it names: the file, and the heading in it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_PATH = re.compile(r"`((?:calibration|companion|docs|hardware|tests|vision|web)/[\w./*-]+)`")
TO_BE_WRITTEN = {"companion/languages/nl/__init__.py"}
"""What a page asks its reader to write."""
_ELSEWHERE = ("http://", "https://", "mailto:")


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, made as GitHub makes them."""
    headings = re.findall(r"^#+ +(.*?) *#*$", page.read_text(encoding="utf-8"), re.MULTILINE)
    named: dict[str, int] = {}
    told = set()
    for heading in headings:
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        before = named.get(anchor, 0)
        named[anchor] = before + 1
        told.add(f"{anchor}-{before}" if before else anchor)
    return told


def broken_links(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    broken = []
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        if link.startswith(_ELSEWHERE):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    return broken


def lost_paths(text: str) -> list[str]:
    """The paths of this project that a text names and that are not there; TABLE stands for a name."""
    named = [path for path in _PATH.findall(text) if "/TABLE/" not in path and path not in TO_BE_WRITTEN]
    return [path for path in named if not any(PROJECT.glob(path.rstrip("/")))]


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_every_path_that_a_page_names_is_there(document: Path) -> None:
    assert lost_paths(document.read_text(encoding="utf-8")) == []


def test_a_path_that_is_not_there_is_told() -> None:
    assert lost_paths("`web/templates/`, `tests/docs/test_*.py`, `web/gone.html`") == ["web/gone.html"]


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_every_link_leads_to_a_file_and_a_heading_that_are_there(document: Path) -> None:
    assert broken_links(document) == []


def test_a_missing_file_and_a_missing_heading_are_told(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text(
        "# A whole table\n\n## `code`, twice\n\n## code twice\n", encoding="utf-8"
    )
    page = tmp_path / "page.md"
    page.write_text(
        "# Here\n[a](other.md) [b](other.md#a-whole-table) [c](#here) [d](other.md#code-twice-1) [e](https://a.org/b)"
        " [f](gone.md) [g](other.md#half-a-table) ![h](gone.svg) [i](#there)",
        encoding="utf-8",
    )
    assert broken_links(page) == ["gone.md", "other.md#half-a-table", "gone.svg", "#there"]
