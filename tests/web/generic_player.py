"""Plays any game through the forms of its plain page: the engine behind says what is wise, the page must offer it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from companion.action import Rejected
from companion.domains import pick
from companion.table import Table
from tests.web.plain_forms import Form, sayable


def sayings(
    table: Table,
    forms: Sequence[Form],
    chance: random.Random,
    *,
    first: Sequence[str] = (),
    never: Sequence[str] = (),
) -> Iterator[tuple[Form, dict[str, Any]]]:
    """Forms of the page with an action that each can say and that the rules accept, wise ones in an order drawn.

    Actions named ``first`` are tried before all others, those named ``never`` not at all.
    """
    game = table.game
    assert game is not None
    templates = [template for template in game.legal_actions(table.state) if template["do"] not in never]
    chance.shuffle(templates)
    templates.sort(
        key=lambda template: first.index(template["do"]) if template["do"] in first else len(first)
    )
    for template in templates:
        action = pick(template, chance.choice)
        for form in forms:
            said = sayable(form, action)
            if said is None:
                continue
            try:
                game.apply(table.state, said)
            except Rejected:
                continue
            yield form, said
    for form in forms:
        # What the page offers whole need not be among what is wise: "that is all".
        offered = form.values("action") if form.action == "/play/action" else ()
        for whole in map(json.loads, offered):
            if whole["do"] in never or any(one.argument for one in form.inputs):
                continue
            try:
                game.apply(table.state, whole)
            except Rejected:
                continue
            yield form, whole
