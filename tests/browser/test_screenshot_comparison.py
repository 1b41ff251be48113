"""What the comparison of screenshots sees and what it does not mind: screens broken on purpose, drawn otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.browser import test_screenshots
from tests.browser.conftest import Devices, House, Watched
from tests.browser.pictures import Picture, difference, read
from tests.browser.test_screenshots import FOLDER, MARGIN, SHOTS, WRITING, Shot, show, taken

pytestmark = [
    pytest.mark.xdist_group("browser"),
    pytest.mark.skipif(WRITING, reason="pictures are being written"),
]

evening, house, shot = test_screenshots.evening, test_screenshots.house, test_screenshots.shot
PLAINLY = 1.5
"""What is broken differs by at least so many times the bar; what is only drawn otherwise stays below ``MARGIN``."""
SMALLEST = """(all) => all.map((one) => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 0 && box.height > 0 && one.checkVisibility())
  .sort(([, one], [, other]) => one.width * one.height - other.width * other.height)[0]?.[0]"""
EVERYWHERE = {
    "the plaque vanished": (".plaque", "visibility:hidden"),
    "the plaque took another colour": (".plaque", "background:#5d1230"),
    "the plaque moved by 6 px": (".plaque", "translate:6px 0"),
    "the plaque sank by 6 px": (".plaque", "translate:0 6px"),
    "the menu lost its sign": ("#menu svg", "visibility:hidden"),
    "the camera's sign took another colour": ("#eyes", "background:#ffc72c"),
}
BROKEN: dict[str, dict[str, tuple[str, str]]] = {
    "crapette": {
        "a suit sign is missing": (".table-wide .pc use", "display:none"),
        "a suit sign is red instead of black": (".table-wide .pc.S", "color:#c8102e;fill:#c8102e"),
        "a rank is missing": (".table-wide .pc text", "display:none"),
        "a card lies 6 px further": (".table-wide [data-key=card-AS]", "translate:6px 0"),
        "a card lies over its neighbour": (".table-wide [data-key=card-AS]", "translate:-40px 0"),
        "the felt is a little darker": (".felt", "background:#0f5034"),
        "a count is missing": (".table-wide .count", "display:none"),
    },
    "dadamax": {
        "the side lies over the board": ("aside", "margin-left:-24px"),
        "the chances vanished": (".chances", "display:none"),
        "a die is empty": (".dice .die use, .dice .die text, .dice .die circle", "display:none"),
        "a horse vanished": (".board.wide [data-key=horse-3]", "display:none"),
        "a line of text is twice as high": (".or", "line-height:2.2"),
    },
    "racko": {
        "a score is missing": (".rk-plate .num", "visibility:hidden"),
        "a card lost its colour": (".racko-card .edge, .racko-card", "filter:saturate(0)"),
    },
    "super-crack": {
        "cash is missing": (".owners .num.cash", "visibility:hidden"),
        "a horse runs elsewhere": (".board.wide [data-key=horse-5]", "translate:8px 0"),
        "a bet is missing": (".owners .token", "visibility:hidden"),
    },
    "change-horses": {
        "a silk lost its pattern": (".ch-plate .silk", "visibility:hidden"),
        "a horse vanished": (".board.wide [data-key=horse-F]", "display:none"),
        "a parity is missing": (".ch-plate .m", "visibility:hidden"),
    },
}
OTHERWISE = {
    "drawn again": "",
    "0.4 px further": "translate:.4px .3px",
    "half a pixel further": "translate:.5px .5px",
}
SCALES = (1.5, 2.0)
"""Device pixels of a CSS pixel: lines and letters are smoothed quite otherwise."""


@pytest.fixture(scope="module")
def sharper(browser: Browser) -> list[Devices]:
    """Devices with finer screens."""
    return [Devices(browser, scale) for scale in SCALES]


@pytest.mark.parametrize("shot", [pytest.param(SHOTS[name], id=name) for name in BROKEN], indirect=True)
def test_what_is_broken_is_seen_and_what_is_drawn_otherwise_is_not(
    visit: Watched, house: House, shot: Shot, sharper: list[Devices], request: pytest.FixtureRequest
) -> None:
    name = str(request.node.callspec.id).split("-", 1)[1]
    expected = read((FOLDER / f"{name}.webp").read_bytes())
    page = show(visit, house, shot)
    alike = {how: styled(page, expected, "body", style) for how, style in OTHERWISE.items()}
    for scale, devices in zip(SCALES, sharper, strict=True):
        elsewhere = Watched(devices, house.url)
        alike[f"at scale {scale}"] = differs(expected, show(elsewhere, house, shot))
        elsewhere.close()
    broken = {
        what: styled(page, expected, selector, style)
        for what, (selector, style) in {**EVERYWHERE, **BROKEN[name]}.items()
    }
    print(f"\n{name}: alike {rounded(alike)}; broken {rounded(broken)}")
    assert {how: score for how, score in alike.items() if score > MARGIN} == {}
    assert {what: score for what, score in broken.items() if score < PLAINLY} == {}


def differs(expected: Picture, page: Page) -> float:
    """How much the page, on a tablet, differs from the kept picture; 1 is too much."""
    return difference(expected, taken(page, "tablet")).score


def styled(page: Page, expected: Picture, selector: str, style: str) -> float:
    """How much it differs while the smallest of the parts that are meant is styled otherwise."""
    part = page.evaluate_handle(
        f"(selector) => ({SMALLEST})([...document.querySelectorAll(selector)])", selector
    )
    assert part.evaluate("(one) => one instanceof Element"), f"nothing is {selector}"
    was = part.evaluate(
        "(one, style) => { const was = one.style.cssText; one.style.cssText += ';' + style; return was; }",
        style,
    )
    score = differs(expected, page)
    part.evaluate("(one, was) => { one.style.cssText = was; }", was)
    return score


def rounded(scores: dict[str, float]) -> dict[str, float]:
    """As they are told."""
    return {name: round(score, 2) for name, score in scores.items()}


def test_a_page_that_grew_by_a_line_is_seen() -> None:
    paper = np.full((200, 100, 3), 200, np.uint8)
    assert difference(paper, paper).score == 0
    assert difference(paper, paper[:-3]).score == 0
    assert difference(paper, paper[:-12]).score > PLAINLY
