"""Who may change something (S1), under which name the page answers (S2), and what every answer carries (S9)."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import escape

from companion.journal import Journal
from companion.languages import LANGUAGES
from companion.table import Table
from tests.page_app import page_app
from web.assets import content
from web.live.speaking import Recordings
from web.security import BadJson, HostGuard, host_name, parse_json, same_origin

POSTS = ["actions", "answers", "undo", "amend", "games"]
SCRIPTS = sorted(path.name for path in (Path(__file__).parents[2] / "web" / "static").glob("*.js"))
FORMS = ["/play/action", "/play/answer", "/play/undo", "/play/amend", "/play/new", "/preferences"]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://localhost:8081"},
        {"Origin": "http://localhost.evil.example"},
        {"Origin": "http://localhost@evil.example"},
        {"Origin": "http://localhost/"},
        {"X-CSRF-Token": ""},
        {"X-CSRF-Token": "guessed"},
        {"X-CSRF-Token": "é"},
    ],
    ids=lambda headers: " ".join(f"{key}={value}" for key, value in headers.items()),
)
def test_every_api_post_needs_origin_and_token(race: Any, path: str, headers: dict[str, str]) -> None:
    before = race.state()
    sent = {key: value.encode("utf-8").decode("latin-1") for key, value in headers.items()}
    assert race.post(path, {"expected_seq": before["seq"]}, **sent).status_code == 403
    assert race.state() == before


@pytest.mark.parametrize("path", POSTS)
def test_no_origin_at_all_is_refused(race: Any, path: str) -> None:
    answer = race.client.post(f"/api/v1/{path}", json={}, headers={"X-CSRF-Token": race.token})
    assert answer.status_code == 403


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize(
    ("origin", "token"),
    [("http://evil.example", True), ("null", True), (None, True), ("http://localhost", False)],
)
def test_every_form_needs_origin_and_token(race: Any, path: str, origin: str | None, token: bool) -> None:
    before = race.seq
    headers = {"Origin": origin} if origin else {}
    fields = {"expected_seq": str(before), **({"token": race.token} if token else {})}
    assert race.client.post(path, data=fields, headers=headers).status_code == 403
    assert race.seq == before


def test_a_token_of_another_browser_is_refused(app: Any, race: Any) -> None:
    other = app.test_client()
    foreign = other.get("/api/v1/state").json["token"]
    assert foreign != race.token
    assert race.post("undo", {"expected_seq": race.seq}, **{"X-CSRF-Token": foreign}).status_code == 403


def test_json_disguised_as_text_is_refused(race: Any) -> None:
    body = json.dumps({"by": "Ada", "do": "stop", "expected_seq": race.seq})
    headers = {"Origin": "http://localhost", "X-CSRF-Token": race.token}
    answer = race.client.post("/api/v1/actions", data=body, content_type="text/plain", headers=headers)
    assert answer.status_code == 415


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_change_nothing(race: Any, method: str) -> None:
    before = race.state()
    answer = getattr(race.client, method)("/api/v1/actions", json={"by": "Ada", "do": "stop"})
    assert answer.status_code in (403, 405)
    assert race.state() == before


REFUSED_HOSTS = [
    "evil.example",
    "evil.example:80",
    "localhost.evil.example",
    "203.0.113.7",
    "[2001:db8::1]:8080",
    "[fe80::1%25eth0]",
    "localhost:80:80",
    "localhost:port",
    "local host",
    "localhost,evil.example",
    "user@localhost",
    "0.0.0.0",
    "[::]",
    "224.0.0.1",
    "255.255.255.255",
    "",
]
ALLOWED_HOSTS = [
    "localhost",
    "LOCALHOST:8080",
    "localhost.",
    "localhost.:9000",
    "127.0.0.1:8080",
    "127.0.0.2",
    "[::1]:8080",
    "[::1]",
    "Table.Example:1234",
]


@pytest.mark.parametrize("host", REFUSED_HOSTS)
@pytest.mark.parametrize("path", ["/", "/api/v1/state", "/api/v1/events", "/static/live.js", "/nowhere"])
def test_foreign_hosts_get_400(app: Any, host: str, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "Content-Security-Policy" in answer.headers


@pytest.mark.parametrize("host", ALLOWED_HOSTS)
def test_own_names_are_answered(host: str) -> None:
    assert HostGuard(lambda *_: [], ["table.example"]).allows(host)


def test_the_machine_answers_to_its_name_and_to_its_addresses() -> None:
    guard = HostGuard(lambda *_: [])
    name = socket.gethostname()
    assert guard.allows(name.upper())
    assert guard.allows(f"{name.split('.')[0]}.local:8080")
    for address in {info[4][0] for info in socket.getaddrinfo(name, None, socket.AF_INET)}:
        assert guard.allows(f"{address}:8080")


def test_a_forwarded_host_counts_for_nothing(app: Any) -> None:
    client = app.test_client()
    assert (
        client.get("/", headers={"Host": "evil.example", "X-Forwarded-Host": "localhost"}).status_code == 400
    )
    assert client.get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        ("http://Table.local", "table.local:80", True),
        ("http://[::1]:8080", "[::1]:8080", True),
        ("http://table.local.:8080", "TABLE.LOCAL:8080", True),
        ("http://table.local:8080", "table.local", False),
        ("https://table.local", "table.local", True),  # behind a proxy that does TLS
        ("file://", "localhost", False),
        ("http://", "localhost", False),
        ("http://localhost:x", "localhost", False),
        ("http://localhost?x", "localhost", False),
    ],
)
def test_same_origin(origin: str, host: str, same: bool) -> None:
    assert same_origin(origin, host) is same


def test_host_name_of_odd_headers() -> None:
    assert host_name("[::1]:80") == "::1"
    assert host_name("a/b") is None
    assert host_name("[::1") is None


@pytest.mark.parametrize(
    "path", ["/", "/fragment", "/api/v1/state", "/nowhere", "/api/v1/nowhere", "/static/live.js"]
)
def test_headers_on_every_answer(app: Any, path: str) -> None:
    headers = app.test_client().get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert part in policy
    assert "unsafe" not in policy
    assert "Server" not in headers


def test_no_page_is_kept_but_fingerprinted_files_are(app: Any) -> None:
    client = app.test_client()
    assert client.get("/").headers["Cache-Control"] == "no-store"
    assert client.get("/fragment").headers["Cache-Control"] == "no-store"
    page = client.get("/").get_data(as_text=True)
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    kinds = [file.partition("?")[0].rpartition(".")[2] for file in files]
    assert {"css", "js", "png", "svg"} == set(kinds) and all("?v=" in file for file in files)
    for file in files:
        assert "immutable" in client.get(file.replace("&amp;", "&")).headers["Cache-Control"]
    assert client.get("/static/live.js?v=old").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_a_script_imports_is_kept_as_the_script_is(app: Any, script: str) -> None:
    client = app.test_client()
    sent = client.get(f"/static/{script}").get_data(as_text=True)
    imported = re.findall(r"(?:import\(|from |^import )['\"]([^'\"]+)", sent, re.MULTILINE)
    assert len(imported) == len(re.findall(r"^import |\bimport\(", sent, re.MULTILINE))
    for address in imported:
        name = re.fullmatch(r"\./([a-z_]+\.js)\?v=[0-9a-f]+", address)
        assert name is not None and name[1] in SCRIPTS
        assert "immutable" in client.get(f"/static/{address[2:]}").headers["Cache-Control"]


def test_a_script_that_does_not_exist_is_not_found(app: Any) -> None:
    assert app.test_client().get("/static/nothing.js").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/static/nowhere/../companion.css", "/static/fonts/../companion.css", "/static/./companion.css"),
        *("/static/fonts/%2e%2e/companion.css", "/static/companion.css/", "/static/fonts//../table.css"),
    ],
)
def test_a_static_file_has_one_name(app: Any, path: str) -> None:
    """What is sent is kept packed under its name: names without end would take all memory."""
    assert app.test_client().get(path, headers={"Accept-Encoding": "gzip"}).status_code == 404


@pytest.mark.parametrize("name", ["table.css", "kept.css", "live.js", "games/racko.css"])
def test_a_file_that_is_made_is_made_once(name: str) -> None:
    assert content(name) is content(name)


@pytest.mark.parametrize(
    "path", ["/static/games/racko/nothing.css", "/static/games/nothing.css", "/static/table.css"]
)
def test_what_may_be_done_with_a_static_file_is_no_file(app: Any, path: str) -> None:
    answer = app.test_client().options(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200 and not answer.data


@pytest.mark.parametrize("panel", ["", "?panel=menu", "?panel=new", "?panel=history", "?panel=amend&entry=3"])
def test_pages_hold_nothing_inline_and_nothing_from_elsewhere(race: Any, panel: str) -> None:
    race.roll("Ada", "K", "9")
    page = race.client.get(f"/{panel}").get_data(as_text=True)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page)
    assert not re.search(r"<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"""(?:href|src|action)=["'](?:https?:)?//""", page)


def test_the_session_cookie_is_closed_to_scripts_and_other_sites(app: Any) -> None:
    cookie = app.test_client().get("/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def tokens_of(client: FlaskClient, apps: Iterable[Flask]) -> list[str]:
    """By what one browser is known to each app, asked one after the other; it sends all cookies to every port."""
    tokens = []
    for client.application in apps:
        tokens.append(client.get("/api/v1/state").json["token"])
    return tokens


def test_a_browser_is_known_to_two_tables_of_one_machine(tmp_path: Path) -> None:
    apps = [
        page_app(Table(Journal(tmp_path / port)), address=f"http://192.168.1.7:{port}/", secret_key=port)
        for port in ("8080", "8081")
    ]
    first, second, *again = tokens_of(apps[0].test_client(), apps * 2)
    assert again == [first, second] and first != second


def test_a_browser_is_known_that_was_given_its_cookie_before_it_bore_the_port(table: Table) -> None:
    before, now = page_app(table), page_app(table, address="http://192.168.1.7:8080/")
    first, second = tokens_of(before.test_client(), [before, now])
    assert first == second


@pytest.mark.parametrize("given", ["%00", "..%2f..", "a%00b", "%ff", "x" * 5000])
def test_what_is_no_name_is_not_found_at_any_address(app: Any, tmp_path: Any, given: str) -> None:
    app.testing = False  # an error is a 500, as it is for a browser
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments:
            address = re.sub(r"<[^>]+>", given, rule.rule)
            assert client.get(address).status_code in (303, 404, 410), address
    assert Recordings(tmp_path).file("\0", "x") is None


def test_bodies_have_a_limit(race: Any) -> None:
    answer = race.post(
        "actions", {"by": "Ada", "do": "stop", "expected_seq": race.seq, "pad": "x" * 1_000_001}
    )
    assert answer.status_code == 413
    assert answer.json["error"]["code"] == "request_entity_too_large"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"expected_seq": NaN}',
        b'{"expected_seq": ' + b"9" * 5000 + b"}",
        b'{"expected_seq": 1, "expected_seq": 2}',
        b'"\xff"',
        b"",
        b"{",
    ],
    ids=["deep", "nan", "huge", "twice", "not utf-8", "empty", "cut"],
)
def test_bad_json_is_400(race: Any, body: bytes) -> None:
    headers = {"Origin": "http://localhost", "X-CSRF-Token": race.token}
    answer = race.client.post("/api/v1/undo", data=body, content_type="application/json", headers=headers)
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "malformed"


def test_json_depth_counts_brackets_outside_strings_only() -> None:
    assert parse_json(b'{"a": "[[[[[[[[[[[[[[[[[[[[[[[[\\"["}') == {"a": "[" * 24 + '"['}
    with pytest.raises(BadJson):
        parse_json(b"[" * 21 + b"]" * 21)


PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=x>",
    '"><svg onload=x>',
    "'+alert(1)+'",
    "{{7*7}}{%print 1%}",
    "%(player)s %s %%",
    "</title><b>x",
    "&lt;b&gt;&amp;",
    "javascript:alert(1)",
]


@pytest.mark.parametrize("name", PAYLOADS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_shown_as_they_are_and_never_run(tablet: Any, name: str, language: str) -> None:
    name = name[:24].strip()
    tablet.form("/preferences", {"language": language})
    assert tablet.open(name, "Bea", options={"stable": "single"}, first=name).status_code == 200
    assert tablet.roll(name, "K", "9").status_code == 200
    assert tablet.act({"by": name, "do": "stop"}).status_code == 200
    pages = (
        "/",
        "/?panel=history",
        "/?panel=amend&entry=2",
        "/?panel=new",
        "/fragment",
        "/?panel=amend&entry=3",
    )
    for path in pages:
        page = tablet.client.get(path).get_data(as_text=True)
        assert not re.search(r"<script>|<img src=x|<svg onload|<b>x|alert\(1\)</script>", page)
        if re.search(r'[<>"]', name):
            assert name not in page
        if path == "/?panel=new":
            assert f'value="{escape(name)}"' in page


def test_control_characters_in_names_are_refused_on_every_way_in(tablet: Any) -> None:
    refused = tablet.open("Ada\u202e", "Bea")
    assert refused.status_code == 422
    assert refused.json["error"]["code"] == "bad_name_characters"
    fields = {"player": ["Ada\u0007", "Bea"], "expected_seq": "0"}
    page = tablet.form("/play/new", fields)
    assert page.status_code == 422
    assert tablet.state()["game"] is None
