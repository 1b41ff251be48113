"""The page's app as tests open it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from flask import Flask

from companion.table import Table
from web import create_app
from web.outside import NoEyes, Outside, Voices
from web.services import Serving


def page_app(table: Table, eyes: Any = None, **given: Any) -> Flask:
    """The app over a table; what is ``given`` are fields of ``Outside``, of its ``Voices`` and of ``Serving``."""
    given = {"eyes": eyes or NoEyes(), "secret_key": "only for tests", **given}
    outside = Outside(voices=Voices(**_of(Voices, given)), **_of(Outside, given))
    serving = Serving(**_of(Serving, given))
    assert not given, f"unknown: {given}"
    return create_app(table, outside, serving)


def _of(kind: type, given: dict[str, Any]) -> Mapping[str, Any]:
    """What is given of this kind, taken out."""
    return {one.name: given.pop(one.name) for one in fields(kind) if one.name in given}
