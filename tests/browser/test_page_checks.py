"""What the checks of a page find: small pages with one thing wrong, and their sound twins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.looking import SIZES, TABLET, findings, look_over

pytestmark = pytest.mark.xdist_group("another browser")

SHEET = """<!doctype html><style>
body{margin:40px;font:22px/1.25 sans-serif;color:#000;background:#fff;overflow-wrap:anywhere}
.plaque{width:240px;height:40px;margin:0;background:#def}
.box{width:200px;height:60px;background:#eee}
label{display:block}
select,input,button{font:inherit;height:56px;min-width:56px}
</style>"""
WRONG = {
    "LINES": ("<p class=plaque>À Bartholomé le Magnifique</p>", "<p class=plaque>À Bartholomé</p>"),
    "RUNS OUT": (
        "<div class=box><p style='margin:0'>Three lines that want more than the box is high</p></div>",
        "<div class=box><p style='margin:0'>Two lines that are not too high</p></div>",
    ),
    "CUT": (
        "<div style='height:30px;overflow:hidden'><p style='margin:0'>One line<br>and another</p></div>",
        "<div style='height:60px;overflow:hidden'><p style='margin:0'>One line<br>and another</p></div>",
    ),
    "BROKEN": (
        "<p style='width:100px'>Bartholomé</p>",
        "<p style='width:130px'>joue-t-on Ada/Bea</p>",
    ),
    "SMALL": (
        "<label>A<select style='font-size:15px'><option>one</select></label>",
        "<label>A<select><option>one</select></label>",
    ),
    "CUT SELECT": (
        "<label>A<select style='width:120px'><option>one<option>much longer than that</select></label>",
        "<label>A<select style='width:320px'><option>one<option>much longer than that</select></label>",
    ),
    "CUT INPUT": (
        "<label>A<input style='width:90px' value='Bartholomé'></label>",
        "<label>A<input style='width:190px' value='Bartholomé'></label>",
    ),
}


@pytest.fixture(scope="module")
def sheet(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport=TABLET)
    yield page
    page.close()


@pytest.mark.parametrize("kind", WRONG)
def test_one_thing_wrong_is_found(sheet: Page, kind: str) -> None:
    wrong, sound = WRONG[kind]
    sheet.set_content(SHEET + sound)
    assert findings(sheet, "tablet", tall=False) == []
    sheet.set_content(SHEET + wrong)
    assert [one for one in findings(sheet, "tablet", tall=False) if one.startswith(kind)] != []


UNSEEN = ("style='display:none'", "hidden", "style='visibility:hidden'", "class=vh", "inert")


@pytest.mark.parametrize("how", UNSEEN)
def test_what_nobody_sees_may_be_small(sheet: Page, how: str) -> None:
    small = "<div><p style='font-size:6px'>Small <b>and smaller</b></p></div>"
    sheet.set_content(f"{SHEET}<section {how}>{small}</section>")
    assert findings(sheet, "tablet", tall=True) == []
    sheet.set_content(f"{SHEET}<section {how}></section>{small}")
    assert len([one for one in findings(sheet, "tablet", tall=True) if one.startswith("SMALL")]) == 4


def test_a_shortened_name_is_no_fault(sheet: Page) -> None:
    style = "width:150px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap"
    sheet.set_content(f"{SHEET}<div><p style='{style}'>Bartholomé le Magnifique</p></div>")
    assert [one for one in findings(sheet, "tablet", tall=False) if not one.startswith("OVERFLOW")] == []


@pytest.mark.parametrize("theme", ["jour", "soir"])
@pytest.mark.parametrize("chosen", [None, "jour", "soir"])
def test_words_that_are_pale_in_one_theme_are_found_at_every_size(
    sheet: Page, theme: str, chosen: str | None
) -> None:
    is_chosen = "" if chosen is None else f" data-theme={chosen}"
    pale = f"<style>:root[data-theme={theme}] p{{color:#ccc}}</style><p>Pale</p>"
    sheet.set_content(SHEET.replace("<style>", f"<html{is_chosen}><style>", 1) + pale)
    if chosen is None and theme == "jour":
        sheet.emulate_media(color_scheme="dark")
    found = look_over(sheet)
    sheet.emulate_media(color_scheme="null")
    assert found.keys() == SIZES.keys()
    assert all(len(told) == 1 and told[0].startswith("CONTRAST") for told in found.values())
    assert all(theme in told[0] for told in found.values())
    assert sheet.locator("html").get_attribute("data-theme") == chosen
