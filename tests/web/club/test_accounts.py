"""People sign in at a real OpenID provider, which says in signed claims who is the owner, a referee, a player."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.club.hall import Hall, posted, shown
from web.club.accounts import BadProvider, Provider

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from oidc_provider_mock import User, run_server_in_thread

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
CLAIMS: dict[str, dict[str, Any]] = {
    "olga": {"companion_role": "owner"},
    "rosa": {"companion_role": ["referee", "cook"]},
    "ada": {"companion_role": "player", "companion_player": "A"},
    "eve": {"companion_player": "A"},
    "vic": {"companion_role": {"owner": True}},
}


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    people = [User(sub=name, claims=claims) for name, claims in CLAIMS.items()]
    with run_server_in_thread(user_claims=people) as server:
        yield f"http://localhost:{server.server_port}"


@pytest.fixture
def hall(issuer: str, tmp_path: Path) -> Hall:
    return Hall(tmp_path, provider=Provider(issuer=issuer, client="club", secret="of the club"))


class _Stays(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def at_the_provider(client: FlaskClient, name: str) -> str:
    """Somebody says at the provider who it is; the address to which the provider sends the browser back."""
    sent = client.get("/account/sign-in")
    assert sent.status_code == 302
    data = urllib.parse.urlencode({"sub": name}).encode()
    try:
        urllib.request.build_opener(_Stays).open(sent.headers["Location"], data)
    except urllib.error.HTTPError as answer:
        back = urllib.parse.urlsplit(answer.headers["Location"])
        return f"{back.path}?{back.query}"
    raise AssertionError("the provider sends nobody back")


def signed_in(hall: Hall, name: str) -> FlaskClient:
    client = hall.visitor()
    assert client.get(at_the_provider(client, name)).status_code == 303
    return client


def test_an_account_without_a_role_is_told_so(hall: Hall) -> None:
    assert "has no role" in shown(signed_in(hall, "vic"))


def test_the_claims_say_who_is_owner_referee_player_and_visitor(hall: Hall) -> None:
    hall.play("AB", "A")
    may = {name: signed_in(hall, name) for name in CLAIMS}
    assert {name: client.get("/owner").status_code for name, client in may.items()} == {
        **dict.fromkeys(CLAIMS, 403),
        "olga": 200,
    }
    pages = {name: client.get("/tournaments").get_data(as_text=True) for name, client in may.items()}
    assert [name for name, page in pages.items() if 'name="system"' in page] == ["olga", "rosa"]
    own = {name: client.get("/player/1/export.json").status_code for name, client in may.items()}
    assert own == {"olga": 200, "rosa": 403, "ada": 200, "eve": 403, "vic": 403}
    assert may["ada"].get("/player/2/export.json").status_code == 403


def test_who_signs_out_is_a_visitor_again(hall: Hall) -> None:
    owner = signed_in(hall, "olga")
    posted(owner, "/leave")
    assert owner.get("/owner").status_code == 403
    assert "Sign in with my account" in shown(owner)


def test_nobody_comes_back_with_what_was_not_asked_for_or_not_signed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    from joserfc.jwk import KeySet, RSAKey

    client = hall.visitor()
    assert client.get("/account/back?code=1&state=2").status_code == 403
    back = at_the_provider(client, "olga")
    assert hall.visitor().get(back).status_code == 403, "another browser's answer"
    client.get("/account/sign-in")
    known = hall.app.extensions["club_account"][0].club
    other = KeySet([RSAKey.generate_key(2048)]).as_dict()
    monkeypatch.setattr(known, "fetch_jwk_set", lambda **_: other)
    assert client.get(at_the_provider(client, "olga")).status_code == 403, "signed by somebody else"
    assert client.get("/owner").status_code == 403


def test_an_account_is_believed_for_some_hours_only(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    owner = signed_in(hall, "olga")
    now = time.time()
    monkeypatch.setattr("web.club.accounts.time.time", lambda: now + 13 * 3600)
    assert owner.get("/owner").status_code == 403


def test_a_provider_that_does_not_answer_leaves_the_pins(tmp_path: Path) -> None:
    hall = Hall(tmp_path, provider=Provider(issuer="http://localhost:9", client="club"))
    visitor = hall.visitor()
    assert visitor.get("/account/sign-in").status_code == 303
    assert "A PIN works all the same" in shown(visitor)


def test_without_a_provider_nothing_of_it_is_there(tmp_path: Path) -> None:
    visitor = Hall(tmp_path).visitor()
    assert "Sign in" not in shown(visitor)
    assert visitor.get("/account/sign-in").status_code == 404


@pytest.mark.parametrize("issuer", ["http://club.example", "ftp://localhost.example", "club"])
def test_a_provider_is_asked_in_secret(issuer: str) -> None:
    with pytest.raises(BadProvider):
        Provider(issuer=issuer, client="club")
