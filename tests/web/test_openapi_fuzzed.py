"""The API under Schemathesis: what its description allows and what it does not is sent, and answered as described."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.journal import Journal
from companion.table import Table
from tests.companion.kept.family import play
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from tests.web.conftest import ORIGIN
from tests.web.stand.test_stand_page import FakeStand
from web.openapi import document

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
"""What is wrong is refused in one of these ways; 413, which Schemathesis would not take, is what a text far longer
than described deserves. Whether such a text is tried hangs on the modules that are loaded: Hypothesis
tries their constants.
"""
EXAMPLES = 40
ENDLESS = "/api/v1/events"
"""A line that stays open has tests of its own (test_live.py)."""
OPERATIONS = [
    (method, path, mode)
    for path, methods in document()["paths"].items()
    for method, told in methods.items()
    for mode in GenerationMode
    if path != ENDLESS and (mode is GenerationMode.POSITIVE or "requestBody" in told or "parameters" in told)
]
"""Every operation as it is described, and otherwise where anything can be sent otherwise."""


class LetIn:
    """The app before a browser that has its page: every request carries its cookie, its token and its origin.

    Without them nothing is let in (test_security.py), and none of what is behind would be reached.
    """

    def __init__(self, app: Any) -> None:
        self._app = app
        client = app.test_client()
        self._token = client.get("/api/v1/state").json["token"]
        self._cookie = "companion=" + client.get_cookie("companion").value

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        known = {"HTTP_COOKIE": self._cookie, "HTTP_X_CSRF_TOKEN": self._token, "HTTP_ORIGIN": ORIGIN}
        plain = {"HTTP_ACCEPT_ENCODING": "identity"}  # whoever calls asks for gzip and cannot unpack it
        answered: Iterable[bytes] = self._app(environ | known | plain, start_response)
        return answered


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A finished game, and one that is played."""
    table = Table(Journal(tmp_path_factory.mktemp("fuzzed") / "journal.sqlite"))
    play(table, "poker_dice_race", "Ada", "Bea", seed=1, options={"end_when": "first"}, as_record=True)
    play(table, "racko", "Ada", "Bea", seed=2, most=6)
    return table


@pytest.fixture(scope="module")
def api(table: Table) -> Any:
    eyes = FakeEyes("sees", "still")
    eyes.pictures["crop-1"] = b"\xff\xd8\xff\xe0"
    app = page_app(table, eyes, stand=FakeStand())
    ways = SchemathesisConfig.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
    )
    return schemathesis.openapi.from_wsgi("/api/v1/openapi.json", LetIn(app), config=ways)


def at_the_state_that_is_shown(case: Any, table: Table) -> None:
    """Half the cases that name a state name the present one: else all would be refused as too late."""
    sent = case.body
    if isinstance(sent, dict) and type(sent.get("expected_seq")) is int and sent["expected_seq"] % 2 == 0:
        sent["expected_seq"] = table.seq


@pytest.mark.parametrize(
    ("method", "path", "mode"),
    OPERATIONS,
    ids=[f"{mode.value} {method} {path}" for method, path, mode in OPERATIONS],
)
def test_every_answer_is_as_described(
    api: Any, table: Table, method: str, path: str, mode: GenerationMode
) -> None:
    wrong = mode is GenerationMode.NEGATIVE

    @seed(1)
    @settings(max_examples=EXAMPLES, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=api[path][method].as_strategy(generation_mode=mode))
    def answered(case: Any) -> None:
        if not wrong:
            at_the_state_that_is_shown(case, table)
        case.validate_response(case.call(), checks=[*CHECKS, *([negative_data_rejection] if wrong else [])])

    answered()
