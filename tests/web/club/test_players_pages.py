"""A player's page: of whoever agrees, for whoever may; and what only the own link or the owner may do."""

from __future__ import annotations

import re

import pytest

from tests.web.club.hall import Hall, posted, shown


@pytest.fixture(autouse=True)
def two_who_played(hall: Hall) -> None:
    hall.play("AB", "A")


def test_nobody_is_named_who_has_not_agreed(hall: Hall) -> None:
    visitor = hall.visitor()
    assert visitor.get("/player/1").status_code == visitor.get("/player/9").status_code == 404
    assert "None yet." in shown(visitor, "/players")
    referee = hall.entered("referee")
    assert "A Player 1: has not agreed" in shown(referee, "/players")
    posted(referee, "/player/1/consent", agree="1")
    page = shown(visitor, "/player/1")
    assert "27.6" in page and "Racko won" in page and "May be named" not in page
    posted(referee, "/player/1/consent", agree="0")
    assert visitor.get("/player/1").status_code == 404


def test_a_visitor_changes_nothing(hall: Hall) -> None:
    hall.people.agree("A")
    for way in ("consent", "link", "forget"):
        assert posted(hall.visitor(), f"/player/1/{way}", agree="0", sure="1").status_code == 403
    assert hall.visitor().get("/player/1/export.json").status_code == 403
    assert (hall.people.agreed, hall.people.forgotten, hall.people.links) == ({1}, [], {})


def test_the_own_link_sees_takes_along_and_forgets(hall: Hall) -> None:
    referee, own = hall.entered("referee"), hall.visitor()
    assert referee.get("/player/1/export.json").status_code == 403
    made = posted(referee, "/player/1/link").get_data(as_text=True)
    link = re.search(r'href="http://[^/]+(/me/[^"]+)"', made)
    assert link is not None
    assert own.get("/me/guessed").status_code == 404
    assert own.get(link[1]).status_code == 303
    assert "Forget the name" in shown(own, "/player/1")
    assert own.get("/player/2").status_code == 404
    assert own.get("/player/2/export.json").status_code == 403
    answer = own.get("/player/1/export.json")
    assert answer.json == {"player": {"name": "A"}}
    assert "attachment" in answer.headers["Content-Disposition"]
    posted(own, "/player/1/forget")
    assert hall.people.forgotten == []
    posted(own, "/player/1/forget", sure="1")
    assert hall.people.forgotten == [1]
    assert own.get("/player/1").status_code == 404
    assert "Player 1 has won" in shown(own)


def test_the_owner_may_do_all_of_it(hall: Hall) -> None:
    owner = hall.entered("owner")
    assert owner.get("/player/2/export.json").json == {"player": {"name": "B"}}
    assert owner.get("/player/9/export.json").status_code == 404
    posted(owner, "/player/2/forget", sure="1")
    assert hall.people.forgotten == [2]
    posted(owner, "/leave")
    assert owner.get("/player/1").status_code == 404
