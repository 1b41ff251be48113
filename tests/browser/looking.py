"""Looks screens over: readable, touchable and whole, at every size, by day and in the evening."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import Page, ViewportSize, expect

from companion.languages import LANGUAGES as LANGUAGES

Thing = TypeVar("Thing")

CHECKS = (Path(__file__).parent / "page_checks.js").read_text(encoding="utf-8")
CHECKS = CHECKS[CHECKS.index("async ({") :].rstrip().rstrip(";")
WHOLLY = ("fr",)
"""In these every screen is looked at in every run, also by axe-core, to which words are but words."""
FURTHER = 5
"""In a further language one screen out of so many."""
TARGET = 48
"""The smallest side of what is touched, px."""
LONG = ("Bartholomé le Magnifique", "Mamie Josette de Provence"[:24], "Papi Henri", "Léo")
"""Four names, two of them as long as a name may be."""
BOXES = """(all) => all.map((one) =>
  [...document.querySelectorAll(one)].map((found) => found.getBoundingClientRect().toJSON()))"""
DRAWN_ANEW = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A page whose script measures itself has done so when it was drawn twice."""
LOWER = """async ({ scrolls, first }) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const longer = document.documentElement.scrollHeight - innerHeight;
  const found = first ? [...document.querySelectorAll(first)].filter((one) => one.checkVisibility()) : [];
  const under = found.filter((one) => one.getBoundingClientRect().bottom + scrollY > innerHeight);
  return [
    ...(longer > 0 && !scrolls ? [`SCROLLS by ${longer} px`] : []),
    ...(first && !found.length ? [`NOWHERE ${first}`] : []),
    ...under.slice(0, 1).map(() => `BELOW ${first}`),
  ];
}"""
SCROLLING = ".panel-new > .panel-body, .all-hands"
"""The boxes of the table that may scroll in themselves: where the choices of a new game are many, on a wide tablet,
and all that may be done.
"""


@dataclass(frozen=True, slots=True)
class Size:
    """A device: what its page measures, and the smallest text that is read on it (px)."""

    viewport: ViewportSize
    smallest: int


SIZES = {
    "tablet": Size({"width": 1280, "height": 800}, 20),
    "upright": Size({"width": 800, "height": 1280}, 20),
    "phone": Size({"width": 390, "height": 844}, 16),
}
TABLET, UPRIGHT, PHONE = (size.viewport for size in SIZES.values())
SMALL_PHONE, TURNED_PHONE = "small phone", "turned phone"
EVERY_SIZE = {
    **SIZES,
    SMALL_PHONE: Size({"width": 360, "height": 740}, 14),
    TURNED_PHONE: Size({"width": 844, "height": 390}, 16),
}
"""The narrowest phones too: a drawn table is as much smaller there as they are narrower; and a phone that is turned
on its side, which is too low for a table. Both may scroll."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen: how the table comes to it, where it is, and what holds for it alone.

    ``at_a_glance``: a wide tablet shows it without scrolling; ``excused``: findings that begin so are passed over;
    ``unfolded``: all that folds away is opened first. ``below``: what a phone shows only once it is scrolled, of a
    table that has too much for it; what matters then stands on its first screen (``first``, a selector).
    """

    lay: Callable[[Any], Any]
    path: str = ""
    at_a_glance: bool = False
    excused: tuple[str, ...] = ()
    unfolded: bool = False
    below: str = ""
    first: str = ""


def share(language: str, screens: Iterable[Thing]) -> list[Thing]:
    """The screens that are looked at in a language: all, or every fifth in a further language of the house.

    French is about as long as the longest of these. The pseudo-language is English made two fifths longer, and every
    screen of it is looked at (``in_turn``); ``make test-long`` looks at all in all.
    """
    partly = language in LANGUAGES and language not in WHOLLY and not os.environ.get("COMPANION_LONG")
    return list(screens)[:: FURTHER if partly else 1]


def in_turn(number: int) -> tuple[str, ...]:
    """The size at which a screen of this number is looked at where it is looked at in French in all: one after the
    other; ``make test-long`` looks at it in all of them.
    """
    sizes = tuple(SIZES)
    return sizes if os.environ.get("COMPANION_LONG") else (sizes[number % len(sizes)],)


def settle(page: Page) -> None:
    """Fonts are there, and what moves stands where it will stand."""
    page.evaluate("document.fonts.ready.then(() => document.getAnimations().forEach((one) => one.finish()))")


def boxes(page: Page, *selectors: str) -> list[dict[str, float]]:
    """Where each is, px of the window, measured in one go: a new page may come in between two looks.

    Fails where a selector does not find exactly one thing, or one that is not shown.
    """
    measured: list[list[dict[str, float]]] = page.evaluate(BOXES, list(selectors))
    for selector, found in zip(selectors, measured, strict=True):
        assert len(found) == 1 and found[0]["width"] > 0, f"{selector}: {found}"
    return [found[0] for found in measured]


def all_boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """The same of everything that the selector finds; fails where something of it is not shown."""
    (found,) = page.evaluate(BOXES, [selector])
    assert all(box["width"] > 0 for box in found), f"{selector}: {found}"
    return list(found)


def findings(
    page: Page,
    size: str,
    *,
    tall: bool,
    scrolling: str = SCROLLING,
    anew: bool = False,
    stays: bool = False,
) -> list[str]:
    """What page_checks.js has to say about the page as it is, once it has settled, by day and in the evening.

    ``anew``: its size was changed; ``stays``: it is looked at once more, and may keep the theme that came last.
    """
    wanted = {
        "min": EVERY_SIZE[size].smallest,
        "target": TARGET,
        "tall": tall,
        "scrolling": scrolling,
        "anew": anew,
        "stays": stays,
    }
    found: list[str] = page.evaluate(CHECKS, wanted)
    return found


def speak(page: Page, house: Any, language: str) -> None:
    """This browser reads a language from now on."""
    token = page.locator("meta[name=csrf-token]").get_attribute("content") or ""
    form: dict[str, str | float | bool] = {"language": language, "token": token}
    page.context.request.post(house.url + "preferences", form=form, headers={"Origin": house.url.rstrip("/")})


def look_over(
    page: Page,
    *,
    at_a_glance: bool = False,
    sizes: Iterable[str] = SIZES,
    scrolling: str = SCROLLING,
    excused: tuple[str, ...] = (),
    phone_scrolls: bool = True,
    first: str = "",
) -> dict[str, list[str]]:
    """What is wrong with the page as it stands, by size, in both themes.

    Where a phone scrolls, what ``first`` selects stands on its first screen all the same.

    The page is resized rather than loaded anew: it keeps nothing of its size. It begins with the size that it has
    now, which spares a change from screen to screen.
    """
    found: dict[str, list[str]] = {}
    order = list(sizes)
    if page.viewport_size == EVERY_SIZE[order[-1]].viewport:
        order.reverse()
    for size in order:
        if anew := page.viewport_size != EVERY_SIZE[size].viewport:
            page.set_viewport_size(EVERY_SIZE[size].viewport)
        tall, stays = size != "tablet" or not at_a_glance, size != order[-1]
        below = lower(page, phone_scrolls, first) if size == "phone" else []
        told = below + findings(page, size, tall=tall, scrolling=scrolling, anew=anew, stays=stays)
        if told := [one for one in told if not one.startswith(excused)] if excused else told:
            found[size] = told[:8]
    return found


def lower(page: Page, scrolls: bool, first: str) -> list[str]:
    """What a phone shows only once it is scrolled, and should show at once."""
    told: list[str] = page.evaluate(LOWER, {"scrolls": scrolls, "first": first})
    return told


def look_at_all(
    page: Page,
    house: Any,
    language: str,
    screens: Mapping[str, Screen],
    scrolling: str = SCROLLING,
    sizes: Callable[[int], Iterable[str]] = lambda number: SIZES,
    phone_scrolls: bool = False,
) -> dict[str, list[str]]:
    """What is wrong with these screens in a language, by screen and size; the page speaks it already.

    A phone scrolls only where a screen says what is ``below``.
    """
    found: dict[str, list[str]] = {}
    for number, (name, screen) in enumerate(share(language, screens.items())):
        leave(page)
        path = screen.lay(house)
        page.goto(house.url + (path if isinstance(path, str) else screen.path))
        expect(page.locator("html")).to_have_attribute("lang", language)
        if screen.unfolded:
            page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        told = look_over(
            page,
            at_a_glance=screen.at_a_glance,
            sizes=sizes(number),
            scrolling=scrolling,
            excused=screen.excused,
            phone_scrolls=phone_scrolls or bool(screen.below),
            first="" if phone_scrolls else screen.first,
        )
        found |= {f"{name}, {where}": what for where, what in told.items()}
    return found


def sit_down(page: Page, house: Any, player: str) -> None:
    """This device is a player's from now on, by the button in the table's menu."""
    page.goto(house.url + "?panel=menu")
    with page.expect_navigation():  # a page that is not painted cannot be tapped
        page.locator(".seats form button", has_text=player).evaluate("one => one.form.requestSubmit(one)")


def look_at_own_pages(
    page: Page, house: Any, language: str, player: str, lays: Mapping[Callable[[Any], Any], str]
) -> dict[str, list[str]]:
    """What is wrong with a player's own page on a phone in these states, its folds shut and open.

    It may be long, but what is selected for a state stands on its first screen.
    """
    found: dict[str, list[str]] = {}
    for lay, first in share(language, lays.items()):
        leave(page)
        lay(house)
        sit_down(page, house, player)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for folds in ("as it is", "unfolded"):
            if folds == "unfolded":
                page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
            told = lower(page, True, first) if folds == "as it is" else []
            if told := told + findings(page, "phone", tall=True):
                found[f"{lay.__name__}, {folds}"] = told[:8]
    return found


def leave(page: Page) -> None:
    """The page hangs up, as it does when it is left: it need not follow how the next screen comes about."""
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
