"""The ranking and the hall of records: by names only where people agree, and up to date without a restart."""

from __future__ import annotations

from companion.club.results import RightCall
from tests.web.club.hall import Hall, shown


def test_the_ranking_of_one_game_and_over_all(hall: Hall) -> None:
    assert "None yet." in shown(hall.visitor(), "/ranking")
    hall.play("AB", "A")
    hall.play("AC", "C", box="crapette", calls=2)
    hall.people.agree("A", "C")
    page = shown(hall.visitor(), "/ranking")
    assert "1 C 27.9" in page and "Player 2" in page and " B " not in page
    assert "± 16." in page and "Most games played: 2 games A" in page
    of_one = shown(hall.visitor(), "/ranking?game=racko")
    assert "1 A 27.6" in of_one and " C 27" not in of_one
    assert "1 C 27.9" in shown(hall.visitor(), "/ranking?game=nothing")


def test_a_record_says_what_it_is_of(hall: Hall) -> None:
    hall.people.agreed = {1, 2}
    for moves in (30, 12):
        hall.play("AB", "A", moves=moves)
    hall.kept.right = [RightCall("window", 5, "crapette", "A", 2)]
    page = shown(hall.visitor(), "/ranking")
    for said in (
        "Most games won in a row: 2 games A",
        "Shortest game won: 12 moves A",
        "without a call: 30 moves A",
        "Best call: 2 cards put back A Crapette",
    ):
        assert said in page


def test_without_the_database_it_is_said(hall: Hall) -> None:
    hall.tournaments.begin("Cup", "racko", "swiss", 1, [1, 2])
    hall.kept.is_away = True
    assert "The database cannot be reached" in shown(hall.visitor(), "/ranking")
    assert hall.visitor().get("/player/1").status_code == 404
    assert hall.visitor().get("/tournament/1").status_code == 503


def test_the_evenings_name_only_who_agrees(hall: Hall) -> None:
    assert "None yet." in shown(hall.visitor(), "/evenings")
    hall.play("AB", "A")
    hall.play("AB", "A")
    hall.play("AB", "B")
    hall.people.agree("A")
    assert "3 games, 1 table A 2 games won Player 2 1 game won" in shown(hall.visitor(), "/evenings")
