"""The course of every game: a number for every player or horse at every moment, chapters in every language."""

from __future__ import annotations

from companion.drawing.chart import INKS
from companion.game import Game
from companion.languages import LANGUAGES
from tests.companion.games.kit import each_game, sample


@each_game
def test_every_moment_has_a_number_for_everybody(game: Game) -> None:
    course = game.course
    if course is None:
        assert game.box is None, "a game of the shelf has a chart"
        return
    assert course.kind in ("money", "positions", "scores") and all(
        course.title.said(language) for language in LANGUAGES
    )
    for step in sample(game.id)[::7]:
        view = game.view(step.after).public
        standing = course.standing(view)
        people = {*view["players"], *view.get("seats", ())}
        assert set(standing) in (people, set(view.get("horses", {})))
        assert all(value is None or type(value) is int for value in standing.values())
        chapter = course.chapter(view)
        assert chapter is None or all(chapter.said(language) for language in LANGUAGES)
    assert set(course.inks.values()) <= set(INKS)
