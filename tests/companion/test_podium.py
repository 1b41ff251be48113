"""Who stands where at the end: every game's podium holds all its players, and the winners stand on top."""

from __future__ import annotations

import random

from companion.course import Course
from companion.game import Game
from companion.kept.summary import winners
from companion.languages import LANGUAGES
from companion.podium import Place, of_any_game, ranked
from companion.simulated.players import opened, played, random_player
from tests.companion.games.kit import each_game, uncounted

pytestmark = uncounted


@each_game
def test_everybody_stands_somewhere_and_the_winners_on_the_first_step(game: Game) -> None:
    for seed in range(4):
        chance = random.Random(f"podium/{game.id}/{seed}")
        opening = opened(game, chance, plain=seed % 2 == 0)
        *_, last = played(opening, chance, random_player)
        assert game.is_over(last.after)
        view = game.view(last.after).public
        won = winners(view)
        for language in LANGUAGES:
            places = (
                game.podium(view, language)
                if game.podium
                else of_any_game(view, opening.players, won, game.course)
            )
            assert sorted(player for place in places for player in place.players) == sorted(opening.players)
            assert [place.rank for place in places] == sorted(place.rank for place in places)
            assert not won or {
                player for place in places if place.rank == 1 for player in place.players
            } == set(won)


def test_a_game_without_a_podium_of_its_own_has_one_by_its_course() -> None:
    course = Course("scores", ("Points", "Points"), lambda view: view["scores"])
    view = {"scores": {"Ada": 4, "Bea": 15, "Cyd": 9}, "winner": "Bea"}
    assert of_any_game(view, ("Ada", "Bea", "Cyd"), ["Bea"], course) == (
        Place(1, ("Bea",), "15"),
        Place(2, ("Cyd",), "9"),
        Place(3, ("Ada",), "4"),
    )


def test_without_a_course_only_the_winners_stand_out() -> None:
    places = of_any_game({"winner": "Bea"}, ("Ada", "Bea", "Cyd"), ["Bea"], None)
    assert [(place.rank, place.players) for place in places] == [(1, ("Bea",)), (2, ("Ada",)), (2, ("Cyd",))]


def test_winners_share_the_first_step_whatever_they_have() -> None:
    places = ranked({("Ada",): 1, ("Bea",): 9, ("Cyd",): 3}, ["Ada", "Cyd"])
    assert [(place.rank, place.worth) for place in places] == [(1, "1"), (1, "3"), (3, "9")]
