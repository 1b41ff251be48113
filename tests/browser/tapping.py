"""A finger that plays on the table's own page, taps only what stands there for what is awaited, and counts."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from playwright.sync_api import Locator, Page, expect

from tests.web.plain_forms import Form, Input, fields_for, sayable

PAGE = """async (href) => {
  let page = document;
  if (href) {
    const answer = await fetch('/fragment' + href.slice(1), { headers: { 'X-Fragment': '1' } });
    page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  }
"""
LINKS = f"""{PAGE}
  return [...page.querySelectorAll('#main a[data-panel]')]
    .map((one) => [one.id, one.getAttribute('href')]).filter(([id, href]) => id && !href.includes('panel='));
}}"""
"""What unfolds on the table itself, by its id and where it leads."""
FORMS = f"""{PAGE}
  const kind = (one) => (one.localName === 'input' ? one.type : one.localName);
  return [...page.querySelectorAll('#main form')].map((form) => [form.getAttribute('action'), form.id,
    [...form.querySelectorAll('input[name], button[name], option:not([disabled])')].map((one) =>
      [kind(one), one.name || one.closest('select').name,
        one.getAttribute('value'), one.checked || one.selected || false])]);
}}"""
"""The forms of the table, or of the table as it would be once a link is tapped."""


@dataclass(frozen=True, slots=True)
class Way:
    """What is tapped for an action: links first, by id and where they lead, then the fields of the nth form."""

    links: tuple[tuple[str, str], ...]
    place: int
    form: Form
    said: Mapping[str, Any]


@dataclass
class Finger:
    """Plays on a page and counts its taps by what they did."""

    page: Page
    house: Any
    counted: dict[str, list[int]] = field(default_factory=dict)

    def play(self, action: Mapping[str, Any]) -> None:
        """Taps an action; fails where the page names nothing that is awaited, or has no way to it."""
        seq = str(self.house.table.seq)
        expect(self.page.locator("#tablet")).to_have_attribute("data-seq", seq)
        assert self.named(), "nothing is said to be awaited"
        way = self.way(dict(action))
        assert way, f"the page has no way to {dict(action)}; it says: {self.named()}"
        taps = self._tap(way)
        expect(self.page.locator("#tablet")).not_to_have_attribute("data-seq", seq)
        self.counted.setdefault(action["do"], []).append(taps)

    def named(self) -> str:
        """What the page says is awaited."""
        return self.page.locator("#waiting").first.inner_text().strip()

    def way(self, action: dict[str, Any]) -> Way | None:
        """The way to an action; links that name most of what it names are followed first."""
        if way := self._sent_by((), action):
            return way
        listed = (
            [f"{place}-{thing}" for thing, place in value.items()]  # who stands where
            if isinstance(value, dict)
            else value
            if isinstance(value, list)
            else [value]
            for value in action.values()
        )
        named = [str(one) for one in itertools.chain.from_iterable(listed)]

        def unlike(link: tuple[str, str]) -> int:
            told = unquote(link[1]).replace("+", " ")
            return -sum(told.count(one) for one in named)

        def after(links: tuple[tuple[str, str], ...]) -> list[tuple[tuple[str, str], ...]]:
            here = self.page.evaluate(LINKS, links[-1][1] if links else None)
            return [(*links, (name, href)) for name, href in sorted(here, key=unlike)]

        near = after(())
        further = (links for first in near for links in after(first))
        ways = (self._sent_by(links, action) for links in itertools.chain(near, further))
        return next(filter(None, ways), None)

    def _sent_by(self, links: tuple[tuple[str, str], ...], action: dict[str, Any]) -> Way | None:
        """The form that sends this, on the table as it is or behind links."""
        href = links[-1][1] if links else None
        for place, (where, known_as, inputs) in enumerate(self.page.evaluate(FORMS, href)):
            form = Form(where, known_as, [Input(*one) for one in inputs])
            if said := sayable(form, action) or _whole(form, action):
                return Way(links, place, form, said)
        return None

    def _tap(self, way: Way) -> int:
        """Taps a way, as hands do; returns how many taps it took."""
        taps = 0
        for link, href in way.links:
            place = self.page.locator(f"#{link}")
            expect(place).to_have_attribute("href", href)  # it counts what was tapped before
            place.tap()
            taps += 1
        form = self.page.locator("#main form").nth(way.place)
        if way.links:  # another form may stand at this place until the answer has come
            expect(form).to_have_id(way.form.id)
        settled = json.loads(way.form.values("action")[0])
        chosen = {name: value for name, value in way.said.items() if name not in settled}
        if whole := _offered(way.form):
            place = whole.index(dict(way.said))
            return taps + self._touch(form.locator("button[name=action]").nth(place))
        automatic = form.get_attribute("data-auto") is not None
        fields = [
            (name, value)
            for name, value in fields_for(chosen, way.form).items()
            if value not in way.form.chosen(name)
        ]
        for name, value in fields:
            kind = next(one.kind for one in way.form.inputs if one.name == name)
            box = form.locator(f'[name="{name}"]')
            if kind == "button":
                return taps + self._touch(box.nth(way.form.values(name).index(value)))
            if kind in ("radio", "checkbox"):
                place = way.form.values(name).index(value)
                taps += self._touch(box.nth(place).locator("xpath=ancestor::label[1]"))
            elif kind == "option":
                taps += self._choose(form, box, value)
            else:
                box.fill(value)
                taps += 1 + len(value)
        return taps if automatic else taps + self._touch(form.locator("button.send, button.go").first)

    def _choose(self, form: Locator, box: Locator, value: str) -> int:
        """Chooses from a list, or by the tile that stands for it; returns how many taps that took."""
        tile = form.locator(f'[data-number="{value}"]')
        if tile.count():
            return self._touch(tile)
        box.select_option(value=value)
        return 2

    def _touch(self, thing: Locator) -> int:
        """Taps a thing, after what it is folded into; returns how many taps that took."""
        folded = thing.locator("xpath=ancestor::details[not(@open)]")
        closed = folded.count()
        for _ in range(closed):
            folded.first.locator("> summary").tap()
        thing.tap()
        return closed + 1


def _offered(form: Form) -> list[dict[str, Any]]:
    """The actions that one tap on a button of the form does."""
    return [
        json.loads(one.value or "") for one in form.inputs if (one.kind, one.name) == ("button", "action")
    ]


def _whole(form: Form, action: Mapping[str, Any]) -> dict[str, Any] | None:
    """The action of a button that does this, and may tell more of it: which card it is."""
    return next((one for one in _offered(form) if one.items() >= action.items()), None)
