"""The kept games of a journal: each looked at once, the newest first; records come in and go out."""

from __future__ import annotations

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.action import Rejected
from companion.drawing import symbols
from companion.journal import Entry, JournalError
from companion.kept import shelf as shelf_module
from companion.kept.shelf import Shelf
from companion.record import parse, replay
from companion.table import Table
from tests.companion.kept.family import SATURDAY_MS, clock, play, table_in

SHORT = {"stable": "single", "end_when": "first"}
"""A race that is soon over."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with clock():
        yield table_in(tmp_path)


@pytest.fixture
def shelf(table: Table) -> Shelf:
    return Shelf(table)


def test_a_new_table_has_nothing_on_its_shelf(shelf: Shelf) -> None:
    assert shelf.games() == () and shelf.family() == {} and shelf.league().places == ()
    assert shelf.game(1) is None and shelf.replayed(1) is None and shelf.record(1) is None


def test_what_a_list_says_of_a_game(table: Table, shelf: Shelf) -> None:
    play(table, "poker_dice_race", "Ada", "Bea", seed=1, options=SHORT)
    won = play(table, "change_horses", "Cyd", "Ada", "Bea", seed=2)
    begun = play(table, "racko", "Ada", "Bea", "Cyd", most=5)
    games = shelf.games()
    assert [game.number for game in games] == [begun, won, 1]
    assert [game.over for game in games] == [False, True, True]
    assert games[1].chapter is not None and games[1].chapter.said("en").startswith("Round ")
    assert games[2].chapter is None
    race = games[2]
    assert (race.game, race.players, race.taken_in) == ("poker_dice_race", ("Ada", "Bea"), False)
    assert race.winners in (("Ada",), ("Bea",)) and games[0].winners == ()
    assert race.began_ms == SATURDAY_MS + 4000
    assert race.played_ms == race.ended_ms - race.began_ms == 4000 * race.moves
    assert sum(one.dice for one in race.luck) > race.moves / 2 and games[1].luck == ()


def test_a_pause_is_no_playing_time(table: Table, shelf: Shelf) -> None:
    with clock(step_ms=60_000) as now:
        table.open_game("poker_dice_race", ("Ada", "Bea"), options={"stable": "single"}, first="Ada")
        table.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
        now[0] += 24 * 3_600_000
        table.act({"by": "Ada", "do": "stop"})
    game = shelf.games()[0]
    assert game.played_ms == 2 * 60_000 and game.ended_ms - game.began_ms > 24 * 3_600_000


def test_a_game_is_looked_at_again_only_when_it_was_played_on(table: Table, shelf: Shelf) -> None:
    play(table, "poker_dice_race", "Ada", "Bea", most=5)
    play(table, "racko", "Ada", "Bea", most=5)
    shelf.games()
    with patch.object(shelf_module, "summary", wraps=shelf_module.summary) as looked:
        shelf.games(), shelf.league(), shelf.family()
        assert looked.call_count == 0
        table.undo()
        assert shelf.games()[0].moves == 4
        assert looked.call_count == 1


def test_a_long_journal_is_looked_at_little_by_little(table: Table, shelf: Shelf) -> None:
    for _ in range(3):
        play(table, "poker_dice_race", "Ada", "Bea", most=3)
    with patch.object(shelf_module, "LONGEST_WAIT_S", -1.0):
        assert shelf.games() == () and shelf.pending == 3
        shelf.look_at_all(pause_s=0)
        assert len(shelf.games()) == 3 and shelf.pending == 0


def test_a_list_holds_no_game_entry_by_entry(table: Table, shelf: Shelf) -> None:
    for _ in range(3):
        play(table, "poker_dice_race", "Ada", "Bea", most=9)
    shelf.games(), shelf.replayed(1), table.unfinished()
    gc.collect()
    of_others = [
        one for one in gc.get_objects() if isinstance(one, Entry) and one in table.entries_of(one.game)
    ]
    assert {one.game for one in of_others} == {3}


def test_what_was_looked_at_is_not_read_again(table: Table, shelf: Shelf) -> None:
    for _ in range(3):
        play(table, "poker_dice_race", "Ada", "Bea", most=9)
    with patch.object(Table, "entries_of", autospec=True, side_effect=Table.entries_of) as read:
        first = shelf.games(), shelf.replayed(1), table.unfinished()
        assert sorted(call.args[1] for call in read.call_args_list) == [1, 1, 1, 2, 2, 3]
        table.undo()
        again = shelf.games(), shelf.replayed(1), table.unfinished()
        assert [call.args[1] for call in read.call_args_list[6:]] == [3]
    assert again[0][1:] == first[0][1:] and again[1:] == first[1:]


def test_a_game_that_cannot_be_read_ends_the_looking_in_one_line(
    table: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        play(table, "poker_dice_race", "Ada", "Bea", most=3)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as other, other:
        other.execute("UPDATE entry SET body = '{}' WHERE seq = 2")
    shelf = Shelf(table)
    shelf.look_at_all(pause_s=0.0)
    assert [one.getMessage().partition(" (")[0] for one in caplog.records] == [
        f"The journal {tmp_path / 'journal.sqlite'} cannot be read"
    ]
    assert shelf.game(2) is not None
    for asked in (shelf.games, shelf.league, shelf.family, lambda: shelf.game(1), lambda: shelf.replayed(1)):
        with pytest.raises(JournalError):
            asked()
    with pytest.raises(JournalError):
        shelf.record(1)


def test_what_was_undone_is_no_moment_of_the_game(table: Table, shelf: Shelf) -> None:
    table.open_game("poker_dice_race", ("Ada", "Bea"), options={"stable": "single"}, first="Ada")
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "K"]})
    table.undo()
    table.amend(3, {"dice": ["Q", "J"]})
    replayed = shelf.replayed(1)
    assert replayed is not None and replayed.last == 2
    assert replayed.action(2) == {"by": "Ada", "do": "roll", "dice": ["Q", "J"]}
    assert replayed.at(99).view["series"]["total"] == 2
    assert replayed.at(-5).at == 0 and replayed.at(0).action is None


def test_every_moment_is_the_table_as_it_was(table: Table, shelf: Shelf) -> None:
    table.open_game("poker_dice_race", ("Ada", "Bea"), options={"stable": "single"}, first="Ada")
    seen = [table.snapshot().as_json()["view"]]
    for action in (
        {"by": "Ada", "do": "roll", "dice": ["K", "9"]},
        {"by": "Ada", "do": "stop"},
        {"by": "Bea", "do": "roll", "dice": ["9", "9"]},
    ):
        seen.append(table.act(action).as_json()["view"])
    replayed = shelf.replayed(1)
    assert replayed is not None
    assert [dict(replayed.at(moves + 1).view) for moves in range(4)] == seen
    assert [dict(one) for one in replayed.standings][1:] == [
        {"Ada": 0, "Bea": 0},
        {"Ada": 0, "Bea": 0},
        {"Ada": 1, "Bea": 0},
        {"Ada": 1, "Bea": 0},
    ]


def test_the_rounds_of_a_game_are_its_chapters(table: Table, shelf: Shelf) -> None:
    number = play(table, "racko", "Ada", "Bea", "Cyd", seed=3, options={"target": 120})
    rounds = shelf.replayed(number)
    assert rounds is not None
    titles = [one.title.said("en") for one in rounds.chapters]
    assert titles[:2] == ["Round 1", "Round 2"] and titles == sorted(set(titles), key=titles.index)
    assert [one.at for one in rounds.chapters] == sorted(one.at for one in rounds.chapters)


def test_faults_are_found_where_the_table_showed_them(table: Table, shelf: Shelf) -> None:
    number = play(table, "crapette", "Ada", "Bea", seed=5, most=50, kind="careless")
    shown = [line["seq"] for line in table.snapshot().as_json()["history"] if line.get("faults")]
    replayed = shelf.replayed(number)
    assert replayed is not None and shown
    assert [replayed.moves[at - 1].seq for at in replayed.faulty] == shown
    game = shelf.game(number)
    assert game is not None and game.faults == len(shown)


def test_everybody_has_an_animal_and_no_two_the_same(table: Table, shelf: Shelf) -> None:
    play(table, "racko", "Ada", "Bea", "Cyd", most=2)
    play(table, "racko", "Cyd", "Dan", "Eve", most=2)
    family = shelf.family()
    assert set(family) == {"Ada", "Bea", "Cyd", "Dan", "Eve"} and len(set(family.values())) == 5
    newest = [symbols.seat_animal(("Cyd", "Dan", "Eve"), player) for player in ("Cyd", "Dan", "Eve")]
    assert list(family.items())[:3] == list(zip(("Cyd", "Dan", "Eve"), newest, strict=True))


def test_a_record_comes_in_and_the_game_in_play_stays(table: Table, shelf: Shelf, tmp_path: Path) -> None:
    done = play(table, "change_horses", "Ada", "Bea", "Cyd", seed=2)
    text = shelf.record(done)
    assert text is not None and replay(parse(text)).ok
    (tmp_path / "other").mkdir()
    other = table_in(tmp_path / "other")
    play(other, "racko", "Cyd", "Dan", most=5)
    before = other.snapshot().as_json()
    number = other.take_in(parse(text))
    after = other.snapshot().as_json()
    assert (after["game"], after["view"]) == (before["game"], before["view"])
    other.undo()
    there = Shelf(other)
    game = there.game(number)
    assert game is not None and game.over and game.taken_in and there.record(number) == text
    assert [one.taken_in for one in there.games()] == [True, False]


def test_the_first_game_of_a_table_may_be_a_record(table: Table, tmp_path: Path) -> None:
    play(table, "poker_dice_race", "Ada", "Bea", seed=1, options=SHORT)
    text = Shelf(table).record(1)
    (tmp_path / "other").mkdir()
    other = table_in(tmp_path / "other")
    assert text is not None and other.take_in(parse(text)) == 1
    assert other.snapshot().as_json()["over"]


def test_a_record_that_does_not_replay_is_refused_and_nothing_kept(table: Table) -> None:
    header = '{"record": 1, "game": "poker_dice_race", "players": ["Ada", "Bea"]}\n'
    for text in (
        header + '{"by": "Ada", "do": "stop"}\n',
        '{"record": 1, "game": "poker_dice_race", "players": ["Ada", "table"]}\n',
        '{"record": 1, "game": "poker_dice_race", "players": ["Ada"], "reject": "bad_players"}\n',
    ):
        with pytest.raises(Rejected):
            table.take_in(parse(text))
    assert table.seq == 0


def test_the_record_of_a_game_that_may_be_gone_on_with_is_kept_back(table: Table, shelf: Shelf) -> None:
    assert shelf.record(play(table, "racko", "Ada", "Bea", most=5)) is None
