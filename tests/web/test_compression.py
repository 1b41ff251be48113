"""Answers are compressed for browsers that take it; the stream of events is sent as it comes."""

from __future__ import annotations

import gzip
import threading
import time
from typing import Any

import pytest

from web import compression

GZIP = {"Accept-Encoding": "gzip, deflate"}


@pytest.mark.parametrize(
    "path",
    ["/", "/fragment", "/api/v1/openapi.json", "/static/table.css", "/static/live.js", "/static/icon.svg"],
)
def test_an_answer_is_the_same_and_much_smaller(race: Any, path: str) -> None:
    plain, packed = race.client.get(path), race.client.get(path, headers=GZIP)
    assert (packed.headers["Content-Encoding"], plain.headers.get("Content-Encoding")) == ("gzip", None)
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < 0.6 * len(plain.data)
    assert "Accept-Encoding" in packed.headers["Vary"] and "Accept-Encoding" in plain.headers["Vary"]


@pytest.mark.parametrize("asks", [{}, {"Accept-Encoding": "identity"}, {"Accept-Encoding": "gzip;q=0"}])
def test_whoever_does_not_take_it_gets_it_as_it_is(race: Any, asks: dict[str, str]) -> None:
    assert "Content-Encoding" not in race.client.get("/fragment", headers=asks).headers


def test_what_another_site_asks_for_is_not_compressed_beside_the_token(race: Any) -> None:
    """BREACH: lengths tell nothing of a secret where strangers can have the page asked for."""
    for site, compressed in (
        ("cross-site", False),
        ("same-site", False),
        ("same-origin", True),
        ("none", True),
    ):
        answer = race.client.get("/?panel=new&player=Mia", headers={**GZIP, "Sec-Fetch-Site": site})
        assert ("Content-Encoding" in answer.headers) is compressed


@pytest.mark.parametrize("path", ["/api/v1/state", "/static/table.css", "/static/live.js"])
def test_what_a_browser_has_is_not_sent_again(race: Any, path: str) -> None:
    first = race.client.get(path, headers=GZIP)
    again = race.client.get(path, headers={**GZIP, "If-None-Match": first.headers["ETag"]})
    assert first.headers["ETag"].startswith("W/")
    assert (again.status_code, again.data) == (304, b"")


def test_pictures_fonts_short_answers_and_events_stay_as_they_are(race: Any, serving: Any) -> None:
    for path in ("/static/fonts/bricolage-grotesque.woff2", "/api/v1/evidence/nothing"):
        assert "Content-Encoding" not in race.client.get(path, headers=GZIP).headers
    events = race.client.get("/api/v1/events", headers=GZIP)
    assert events.is_streamed and "Content-Encoding" not in events.headers
    events.close()


def test_a_refused_tap_is_compressed_too(race: Any) -> None:
    refused = race.form("/play/undo", {"expected_seq": 1}, **GZIP, **{"X-Fragment": "1"})
    assert (refused.status_code, refused.headers["Content-Encoding"]) == (409, "gzip")


@pytest.mark.parametrize(("path", "remark"), [("/static/table.css", b"/*"), ("/static/live.js", b"\n//")])
def test_remarks_are_not_sent(race: Any, path: str, remark: bytes) -> None:
    assert remark not in race.client.get(path).data


def test_what_several_are_sent_at_the_same_moment_is_compressed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bytes] = []

    def slowly(plain: bytes, *_: Any, **__: Any) -> bytes:
        begun.append(plain)
        time.sleep(0.2)
        return b"packed"

    monkeypatch.setattr(compression.gzip, "compress", slowly)
    plain = b"what only this test sends" * 40
    asking = [threading.Thread(target=compression._compressed_once, args=(bytes(plain),)) for _ in range(3)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert begun == [plain]
