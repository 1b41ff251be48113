"""Which of the page's forms stand where on a drawn table: on what is drawn, beside it, or among the others."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol


class Form(Protocol):
    """A form of the page: what it has settled already, in JSON, and what is still to be chosen."""

    @property
    def id(self) -> str: ...
    @property
    def action(self) -> str: ...
    @property
    def arguments(self) -> Sequence[Any]: ...


class Hands(Protocol):
    """The forms of one pair of hands."""

    @property
    def by(self) -> str: ...
    @property
    def forms(self) -> Sequence[Form]: ...


def doing(form: Form) -> Mapping[str, Any]:
    """What a form has settled already."""
    settled: Mapping[str, Any] = json.loads(form.action)
    return settled


def forms_for(hands: Iterable[Hands], *does: str, at_once: bool = False) -> list[Form]:
    """The forms that do one of these things; ``at_once``: only those that ask for nothing more."""
    return [
        form
        for one in hands
        for form in one.forms
        if doing(form)["do"] in does and not (at_once and form.arguments)
    ]


def first_doing(forms: Iterable[Form], do: str, **settled: Any) -> Form | None:
    """The first of some forms that does this, with these arguments settled."""
    wanted = {"do": do, **settled}.items()
    return next((form for form in forms if wanted <= doing(form).items()), None)


def forms_of(forms: Iterable[Form], by: str) -> list[Form]:
    """Those of some forms that are done by these hands."""
    return [form for form in forms if doing(form)["by"] == by]


def left_over(hands: Iterable[Hands], shown: Iterable[Form], *first: str) -> list[tuple[str, list[Form]]]:
    """By whose hands, the forms that do not stand elsewhere on the page already; what does ``first`` comes first."""

    def later(form: Form) -> bool:
        return doing(form)["do"] not in first

    taken = {form.id for form in shown}
    found = [
        (one.by, sorted((form for form in one.forms if form.id not in taken), key=later)) for one in hands
    ]
    return [(by, forms) for by, forms in found if forms]
