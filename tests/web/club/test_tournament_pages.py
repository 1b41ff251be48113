"""A tournament from its beginning to its last result, which comes of the tables by itself."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.club.hall import Hall, posted, shown

pytest.importorskip("caissify_pairings", reason="pip install 'companion-table[club]'")


def begun(hall: Hall, referee: FlaskClient, system: str = "swiss", **changed: object) -> None:
    """A tournament of four, of whom three agree to be named."""
    for players in ("AB", "CD"):
        hall.play(players, players[0], box="crapette")
    hall.people.agree("A", "B", "C")
    told = {
        "title": "Cup",
        "game": "racko",
        "system": system,
        "rounds": "2",
        "player": ["1", "2", "3", "4", "77"],
    }
    posted(referee, "/tournaments", **{**told, **changed})


def test_tables_are_called_and_results_come_by_themselves(hall: Hall) -> None:
    referee, visitor = hall.entered("referee"), hall.visitor()
    hall.hear("window")
    begun(hall, referee)
    assert "Cup" in shown(visitor, "/tournaments") and "Pair round" not in shown(visitor, "/tournament/1")
    posted(referee, "/tournament/1/round", round="1")
    posted(referee, "/tournament/1/round", round="1")
    first = [(one.one, one.other) for one in hall.tournaments.kept[1].meetings]
    assert len(first) == 2
    assert "Called to a table Window" in shown(visitor) and " D" not in shown(visitor, "/tournament/1")
    assert "waits for a table" in shown(visitor, "/tournament/1")
    hall.hear("door")
    assert "at Door" in shown(visitor, "/tournament/1")
    hall.play("".join("ABCD"[number - 1] for number in first[0] if number), "ABCD"[first[0][0] - 1])
    hall.boards.touch()
    assert "1 : 0" in shown(visitor, "/tournament/1")
    posted(referee, "/tournament/1/round", round="2")
    assert hall.tournaments.kept[1].round == 1  # one game is still played
    posted(referee, "/tournament/1/decide", place="2", result="draw")
    assert "½ : ½" in shown(visitor, "/tournament/1")
    posted(referee, "/tournament/1/decide", place="2", result="")
    assert "½ : ½" not in shown(visitor, "/tournament/1")
    posted(referee, "/tournament/1/decide", place="2", result="other")
    posted(referee, "/tournament/1/round", round="2")
    assert hall.tournaments.kept[1].round == 2
    posted(referee, "/tournament/1/round", round="3")
    assert hall.tournaments.kept[1].round == 2


def test_a_visitor_begins_and_decides_nothing(hall: Hall) -> None:
    visitor = hall.visitor()
    for path in ("/tournaments", "/tournament/1/round", "/tournament/1/decide"):
        assert posted(visitor, path, title="Cup").status_code == 403
    assert visitor.get("/tournament/1").status_code == 404


@pytest.mark.parametrize("wrong", [{"title": " "}, {"game": "whist"}, {"system": "x"}, {"player": ["1"]}])
def test_what_makes_no_tournament_is_said(hall: Hall, wrong: dict[str, object]) -> None:
    referee = hall.entered("referee")
    begun(hall, referee, **wrong)
    assert "A tournament needs" in shown(referee, "/tournaments")
    assert hall.tournaments.kept == {}


def test_a_round_robin_has_as_many_rounds_as_it_takes(hall: Hall) -> None:
    referee = hall.entered("referee")
    begun(hall, referee, "round_robin", rounds="9")
    assert hall.tournaments.kept[1].rounds == 3
    assert hall.tournaments.kept[1].players == (1, 2, 3, 4)
