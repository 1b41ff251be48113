"""The course of every game: a number for every player or horse at every moment, chapters in both languages."""

from __future__ import annotations

from companion.drawing.chart import INKS
from companion.game import Game
from tests.companion.games.kit import each_game, sample


@each_game
def test_every_moment_has_a_number_for_everybody(game: Game) -> None:
    course = game.course
    assert course is not None and course.kind in ("money", "positions", "scores") and all(course.title)
    for step in sample(game.id)[::7]:
        view = game.view(step.after).public
        standing = course.standing(view)
        people = {*view["players"], *view.get("seats", ())}
        assert set(standing) in (people, set(view.get("horses", {})))
        assert all(value is None or type(value) is int for value in standing.values())
        chapter = course.chapter(view)
        assert chapter is None or (len(chapter) == 2 and all(chapter))
    assert set(course.inks.values()) <= set(INKS)


@each_game
def test_the_course_is_made_of_what_everybody_may_see(game: Game) -> None:
    """It is given the public view alone: nothing in it may need a private part."""
    for step in sample(game.id)[:3]:
        assert "private" not in game.view(step.after).public
