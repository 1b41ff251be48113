"""Every state of every table fits a tablet that lies or stands: nothing scrolls, nothing lies over anything else.

Simulated players play whole games; every state unlike those before it is looked at, with everyday names and a first
game's sentences, and with the longest names. A few of each game in French in every run; hundreds with ``make
test-long``, in every language, on a phone too, and by axe-core.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.games import game_ids, load
from companion.journal import Journal
from companion.languages import LANGUAGES
from companion.simulated import players as simulated
from companion.table import Table
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import EVERY_SIZE, SIZES, SMALL_PHONE, findings, leave, settle, speak
from tests.browser.test_accessibility import violations
from tests.fake_family import FakeFamily

pytestmark = pytest.mark.xdist_group("another browser")

LONG = bool(os.environ.get("COMPANION_LONG"))
NAMES = {
    "everyday": ("Mamie Jo", "Inès", "Papi Henri", "Léo", "Camille", "Théodore"),
    "longest": (
        "Bartholomé le Magnifique",
        "Mamie Josette de Provenc",
        "Wolfeschlegelsteinhausen",
        "Marie-Antoinette-Josèphe",
        "Maximilien de Montmorenc",
        "Papi Henri des Ardennes!",
    ),
}
SPOKEN = LANGUAGES if LONG else ("fr",)
GAMES_EACH = int(os.environ.get("COMPANION_FITS", "8")) if LONG else 1
MOST = 10_000 if LONG else 5
"""So many states of a game are looked at."""
OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text(encoding="utf-8")
OVERLAPS = OVERLAPS[OVERLAPS.index("({ passed })") :].rstrip().rstrip(";")
PASSED = ".outcry,.lesson,.flashes,.shouting,.ch-cry,.rays,.burst,.panel,.slips"
"""What is meant to lie over the table for a moment."""
NEWS = """() => [...document.querySelectorAll('#news')]
  .map((one) => one.checkVisibility() ? parseFloat(getComputedStyle(one).fontSize) : 0)
  .filter((size) => size < 30).map((size) => `NEWS ${size}`)"""
"""What has just happened and what is awaited is read across the room."""
LINKS = "[...document.querySelectorAll('main a[data-panel][href]')].map((one) => one.getAttribute('href'))"
"""What unfolds on the table itself; a panel covers it."""


@pytest.fixture
def house(tmp_path: Path, stage: Stage, names: str) -> Iterator[House]:
    family = FakeFamily()
    for game_id in game_ids() if names == "everyday" else ():
        family.set_taught(game_id, True)
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), family=family) as served:
        yield served
    journal.close()


def kind(house: Any) -> tuple[Any, ...]:
    """What a screen is made of: two states alike in this look alike."""
    told = house.table.snapshot().as_json()
    view: Mapping[str, Any] = told["view"]
    offered = {(one["do"], one["by"] in told["game"]["players"]) for one in told["legal_actions"]}
    loud = {event["event"] for event in told["events"]}
    return (
        len(told["game"]["players"]),
        view.get("phase"),
        told["over"],
        tuple(sorted(offered)),
        tuple(sorted(loud)),
        min(len(told["instructions"]), 3),
        min(len(view.get("awaiting") or ()), 3),
    )


def states(house: Any, game_id: str, seeds: range) -> Iterator[str]:
    """Lays the states of whole games one after the other, each unlike those before; says which."""
    seen = set()
    game = load(game_id)
    for seed in seeds:
        chance = random.Random(f"fit/{game_id}/{seed}")
        opening = simulated.opened(game, chance, plain=seed % 3 == 0)
        house.table.open_game(game_id, list(opening.players), options=opening.options, setup=opening.setup)
        player = list(simulated.PLAYERS.values())[seed % 3]()
        steps = simulated.played(opening, chance, player)
        for number, step in enumerate(itertools.chain([None], steps)):
            if step is not None:
                house.table.act(dict(step.action))
            if (shown := kind(house)) not in seen:
                seen.add(shown)
                yield f"{game_id}, game {seed}, after {number} actions, {shown[1]}"


def look(page: Page) -> list[str]:
    """What is wrong with the page as it is, lying and standing, with and without its script; on a phone with it."""
    found = []
    order = (
        ("upright", "tablet") if page.viewport_size == SIZES["upright"].viewport else ("tablet", "upright")
    )
    for size in order:
        page.set_viewport_size(SIZES[size].viewport)
        for scripts in (True, False):
            page.evaluate(f"document.documentElement.classList.toggle('js', {str(scripts).lower()})")
            stays = scripts or size != order[-1]
            told = findings(page, size, tall=False, anew=scripts, stays=stays)
            told += page.evaluate(OVERLAPS, {"passed": PASSED}) + page.evaluate(NEWS)
            found += [f"{size}{'' if scripts else ', no script'}: {one}" for one in told[:4]]
    page.evaluate("document.documentElement.classList.add('js')")
    if LONG:
        for size in ("phone", SMALL_PHONE):
            page.set_viewport_size(EVERY_SIZE[size].viewport)
            found += [f"{size}: {one}" for one in findings(page, size, tall=True, anew=True)[:4]]
        page.set_viewport_size(SIZES[order[-1]].viewport)
    return found


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("game_id", game_ids())
def test_every_state_of_the_table_fits(
    visit: Any, house: Any, monkeypatch: pytest.MonkeyPatch, game_id: str, names: str, language: str
) -> None:
    monkeypatch.setattr(simulated, "NAMES", NAMES[names])
    page = visit(reduced_motion="reduce")
    speak(page, house, language)
    found: dict[str, list[str]] = {}
    followed = set()
    laid = states(house, game_id, range(GAMES_EACH))
    for state, _ in zip(laid, range(MOST), strict=False):
        leave(page)
        page.goto(house.url)
        settle(page)
        if told := look(page):
            found[state] = told
        if not LONG:
            continue
        if told := violations(page):
            found[f"{state}, axe-core"] = told
        for link in page.evaluate(LINKS):
            unfolds = (state.rpartition(",")[2], link.partition("=")[0])
            if "panel=" in link or unfolds in followed:
                continue
            followed.add(unfolds)
            leave(page)
            page.goto(house.url + link[1:])
            settle(page)
            if told := look(page):
                found[f"{state} {link}"] = told
    assert found == {}
