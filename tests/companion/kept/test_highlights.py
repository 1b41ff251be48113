"""The evening in a few sentences: what stands out in a game that is over, and nothing where nothing does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.games import game_ids, load
from companion.journal import Journal
from companion.kept.highlights import _leaders, _runs, highlights
from companion.kept.replayed import Replayed
from companion.kept.shelf import Shelf
from companion.simulated import players as simulated
from companion.simulated.playing import player_of
from companion.table import Table


def test_a_lead_goes_on_through_a_tie_and_ends_when_somebody_else_is_ahead() -> None:
    standings = [{"Ada": 0, "Bea": 0}, {"Ada": 2, "Bea": 0}, {"Ada": 2, "Bea": 2}, {"Ada": 3, "Bea": 2}]
    leaders = list(_leaders(1, [*standings, {"Ada": 3, "Bea": 5}]))
    assert leaders == [None, "Ada", None, "Ada", "Bea"]
    assert _runs(leaders) == [("Ada", 1, 3), ("Bea", 4, 4)]
    assert list(_leaders(-1, standings[1:2])) == ["Bea"]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_told_in_at_most_four_sentences_of_its_players(game_id: str, tmp_path: Path) -> None:
    game, chance = load(game_id), random.Random(f"told/{game_id}")
    opening = simulated.opened(game, chance, plain=True)
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game(game_id, list(opening.players), options=opening.options, setup=opening.setup)
    for step, _ in zip(
        simulated.played(opening, chance, simulated.PLAYERS["careful"]()), range(120), strict=False
    ):
        table.act(dict(step.action))
    played = Shelf(table).replayed(table.number)
    assert isinstance(played, Replayed)
    for language in ("en", "fr", "de"):
        told = [one.said(language) for one in highlights(played)]
        assert len(told) <= 4 and all("{" not in said for said in told)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_whole_game_is_told_in_three_or_four_sentences_for_people(game_id: str, tmp_path: Path) -> None:
    game, chance = load(game_id), random.Random(f"whole/{game_id}/0")
    opening = simulated.opened_evening(game, chance)
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game(game_id, list(opening.players), options=opening.options, setup=opening.setup)
    state, knowing = opening.state(), player_of(game, 0)
    while not game.is_over(state):
        action = knowing.next(state, chance)
        state, _ = game.apply(state, action)
        table.act(dict(action))
    played = Shelf(table).replayed(table.number)
    assert played is not None and played.over
    for language in ("en", "fr", "de"):
        told = told_in(played, language)
        assert len(told) in (3, 4), f"stories() of {game_id} tells too little or too much: {told}"
        assert any(player in said for said in told for player in played.players)
    assert not any(
        word in said for said in told_in(played, "en") for word in ("at move", "moves in a row", "usual")
    )


def told_in(played: Replayed, language: str) -> list[str]:
    return [one.said(language) for one in highlights(played)]


def test_the_turning_point_is_where_the_winner_went_ahead_for_good(tmp_path: Path) -> None:
    table = Table(Journal(tmp_path / "journal.sqlite"))
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    chance, turns = random.Random("turning"), 0
    while not table.snapshot().over and turns < 3000:
        template = chance.choice(table.snapshot().as_json()["legal_actions"])
        action = {name: domain(value, chance) for name, value in template.items()}
        table.act(action)
        turns += 1
    played = Shelf(table).replayed(table.number)
    assert played is not None and played.over
    told = {one.code: dict(one.arguments) for one in highlights(played)}
    won = played.at(played.last).winners[0]
    turned = next((told[code] for code in told if code.startswith("turned")), None)
    if turned is not None:
        assert turned["player"] == won
        since = turned["move"]
        after = [standing for standing in played.standings[since:]]
        assert all(standing[won] >= max(standing.values()) for standing in after)
    else:
        assert told.get("always", told.get("nearly", {}))["player"] == won


def domain(value: object, chance: random.Random) -> object:
    """One choice of a template's domain."""
    if isinstance(value, dict) and "one_of" in value:
        return chance.choice(value["one_of"])
    if isinstance(value, dict) and "list_of" in value:
        return [chance.choice(value["list_of"]) for _ in range(value["count"])]
    return value
