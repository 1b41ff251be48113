"""A recorded evening is judged by its record: what agrees is right, what was tampered with is found."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from companion.bench import recording as bench_recording
from companion.cli.main import main
from companion.filmed.judging import JournalJudge, Judgement, OtherEvening, RecordedGame, ToldMove
from companion.games import load
from companion.record import Header, read, replay
from companion.sighting import EMPTY, Disturbance, Sighting, Slot, ZoneReading
from companion.wrong_use import WrongUse
from tests.recorded_evenings import RecordedFamily
from tests.sixth_game.seated import seated_without

ROOT = Path(__file__).parents[3]
EVENINGS = Path(os.environ.get("COMPANION_EVENINGS", ROOT.parent / "shared" / "evenings"))
DEAL = {
    "deal": {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "8H", "4C", "7S"], "reserve_top": "3D"},
    }
}
MOVE = {"by": "Ada", "do": "move", "from": "T6", "to": "T2", "card": "8H"}
NEXT = {"by": "Ada", "do": "move", "from": "T8", "to": "T2", "card": "7S"}


# ---------------------------------------------------------------- the judge, without pictures


def game(*moves: tuple[Mapping[str, object], int | None], known: int = 0) -> RecordedGame:
    told = tuple(ToldMove(action, at) for action, at in moves)
    return RecordedGame(Header("crapette", ("Ada", "Bea"), {}, DEAL), told, known)


def table(*actions: Mapping[str, object]) -> dict[str, Sequence[str]]:
    rules = load("crapette")
    state = Header("crapette", ("Ada", "Bea"), {}, DEAL).new_game()
    for action in actions:
        state, _ = rules.apply(state, action)
    return dict(rules.visible_table(state))


def look(ms: int, lying: Mapping[str, Sequence[str]], *touched: str) -> Sighting:
    zones = {}
    for zone, faces in lying.items():
        shown = tuple(faces) if zone[0] == "T" else (tuple(faces[-1:]) or (EMPTY,))
        zones[zone] = ZoneReading(tuple(Slot({face: 0.999, "unreadable": 0.001}) for face in shown))
    hands = tuple(
        Disturbance(zone, ms - 1500 + 400 * place, ms - 1200 + 400 * place, "south")
        for place, zone in enumerate(touched)
    )
    return Sighting(ms // 100, ms, zones, hands)


def test_what_the_record_tells_is_right_whether_the_page_was_quicker_or_slower() -> None:
    for told_ms in (3000, 5200, 30_000, None):
        tally = Judgement()
        judge = JournalJudge(game((MOVE, told_ms)), tally)
        judge.see(look(1000, table()))
        judge.see(look(5000, table(MOVE), "T6", "T2"))
        judge.finish(60_000)
        assert (tally.moves, tally.right, tally.missing, tally.wrong) == (1, 1, 0, 0), told_ms
        assert tally.games_right_at_end == 1
        assert tally.zones_right == tally.zones > 24


def test_what_the_eyes_never_told_is_missing_and_people_put_it_in() -> None:
    tally = Judgement()
    judge = JournalJudge(game((MOVE, 2000), (NEXT, 40_000)), tally)
    judge.see(look(1000, table()))
    judge.see(look(30_000, table()))
    judge.see(look(41_000, table(MOVE, NEXT), "T8", "T2"))
    judge.finish(60_000)
    assert (tally.right, tally.missing, tally.wrong, tally.rescues) == (1, 1, 0, 1)
    assert tally.games_right_at_end == 1


def test_what_the_record_does_not_tell_is_wrong() -> None:
    tally = Judgement()
    judge = JournalJudge(game((MOVE, 5000)), tally)
    judge.see(look(1000, table()))
    judge.see(look(5000, table(MOVE), "T6", "T2"))
    judge.see(look(9000, table(MOVE, NEXT), "T8", "T2"))
    judge.finish(20_000)
    assert (tally.right, tally.missing, tally.wrong) == (1, 0, 1)
    assert tally.games_right_at_end == 0


def test_moves_after_the_end_of_the_film_are_not_counted_and_earlier_ones_are_known() -> None:
    tally = Judgement()
    judge = JournalJudge(game((MOVE, -9000), (NEXT, 90_000), known=1), tally)
    assert judge.see(look(1000, table(MOVE))).kind == "same"
    judge.finish(20_000)
    assert (tally.moves, tally.not_filmed, tally.games_right_at_end) == (0, 1, 1)


def test_another_table_than_that_of_the_record_is_said_at_once() -> None:
    other = {"cases": ["2S", "3S", "5H", "JD"], "reserve_top": "9C"}
    header = Header("crapette", ("Ada", "Bea"), {}, {"deal": {"Ada": other, "Bea": other}})
    judge = JournalJudge(RecordedGame(header, ()), Judgement())
    with pytest.raises(OtherEvening, match="of 10 cards seen at the beginning 0 lie"):
        judge.see(look(1000, table()))


# ---------------------------------------------------------------- a film that the project draws itself


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> RecordedFamily:
    return RecordedFamily(tmp_path_factory.mktemp("film") / "evening", seed=2, looks=7)


@pytest.fixture
def evening(family: RecordedFamily, tmp_path: Path) -> Path:
    folder = tmp_path / "evening"
    shutil.copytree(family.folder, folder)
    return folder


def lines_of(folder: Path) -> tuple[Path, list[str], list[str]]:
    """The record's file, its moves with the header, its notes."""
    path = folder / "journal" / "001.jsonl"
    lines = path.read_text().splitlines()
    return (
        path,
        [one for one in lines if '"note"' not in one[:8]],
        [one for one in lines if '"note"' in one[:8]],
    )


def test_a_recorded_evening_is_found_right_and_one_tampered_with_wrong(
    family: RecordedFamily, evening: Path
) -> None:
    judged = bench_recording.judge(family.folder)
    tally = judged.tally
    assert tally.moves == len(family.moves) >= 4
    assert (tally.right, tally.missing, tally.wrong) == (tally.moves, 0, 0)
    assert (tally.games_right_at_end, tally.false_accusations, tally.rescues) == (1, 0, 0)
    assert tally.zones_right / tally.zones > 0.95
    path, told, notes = lines_of(evening)
    path.write_text("\n".join([*told[:-2], *notes]) + "\n")
    tampered = bench_recording.judge(evening).tally
    assert tampered.moves == tally.moves - 2
    assert tampered.wrong >= 1
    assert tampered.rescues >= 1, "people had to put right what their record does not tell"


def test_of_a_film_that_was_cut_off_the_rest_is_not_counted(family: RecordedFamily, evening: Path) -> None:
    (film,) = (evening / "small").iterdir()
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    tally = bench_recording.judge(evening).tally
    assert tally.not_filmed > 0
    assert tally.moves + tally.not_filmed == len(family.moves)
    assert (tally.missing, tally.wrong) == (0, 0)


def unlawful(folder: Path) -> None:
    path, told, notes = lines_of(folder)
    path.write_text("\n".join([*told[:2], *told[1:], *notes]) + "\n")


def of_another_evening(folder: Path) -> None:
    path, told, _ = lines_of(folder)
    cards = iter(["2S", "3S", "5H", "JD", "9C", "2H", "3H", "5D", "JC", "9D"])
    header = json.loads(told[0])
    header["setup"]["deal"] = {
        player: {"cases": [next(cards) for _ in range(4)], "reserve_top": next(cards)}
        for player in header["players"]
    }
    path.write_text(json.dumps(header) + "\n")


def test_an_evening_of_a_game_that_no_camera_follows_is_told(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"record": 1, "game": "pig", "players": ["Ada", "Bea"], "options": {}, "setup": {}}
    (evening / "journal" / "001.jsonl").write_text(json.dumps(told) + "\n")
    with seated_without("zones.json", tmp_path / "games"):
        assert main(["bench", "end_to_end", "--recording", str(evening)]) == 2
    said = capsys.readouterr().err
    assert "holds no game of that evening that is followed from pictures" in said


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: shutil.rmtree(folder / "journal"), "holds no record of what was played: `companion export"),
        (lambda folder: (folder / "journal" / "001.jsonl").write_text("cards\n"), "not JSON, so this is no record"),
        (unlawful, "The record is what really was played: mend it"),
        (of_another_evening, "is of another evening: of "),
        (lambda folder: (folder / "stand.json").unlink(), "copy it from the data folder of that evening"),
        (lambda folder: (folder / "stand.json").write_text("{}"), "is no set-up of a stand"),
        (lambda folder: shutil.rmtree(folder / "small"), "holds no recording: give a folder of companion record"),
        (lambda folder: (folder / "small" / "000.mkv").write_bytes(b"film"), "cannot be played"),
    ],
)  # fmt: skip
def test_what_is_missing_or_wrong_is_said_in_one_line(
    evening: Path, capsys: pytest.CaptureFixture[str], spoil, said: str
) -> None:
    spoil(evening)
    assert main(["bench", "end_to_end", "--recording", str(evening)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert said in err


def test_a_recording_is_of_the_films_alone() -> None:
    assert main(["bench", "vision", "--recording", "evening"]) == 2


# ---------------------------------------------------------------- evenings of real families


def test_evenings_of_real_families_are_followed() -> None:
    """The first real evening becomes a test: lay its folder into ../shared/evenings, or name a folder of evenings in
    COMPANION_EVENINGS.
    """
    folders = sorted(path.parent for path in EVENINGS.glob("*/stills.csv"))
    if not folders:
        pytest.skip(f"nobody has recorded an evening yet: no recording lies in {EVENINGS}")
    for folder in folders:
        tally = bench_recording.judge(folder).tally
        assert tally.false_accusations == 0, folder
        assert tally.games_right_at_end == tally.games, folder
        assert tally.questions <= 2 * tally.games, folder


def test_the_record_beside_the_film_replays(family: RecordedFamily) -> None:
    record = read(family.folder / "journal" / "001.jsonl")
    assert replay(record).ok
    with pytest.raises(WrongUse):
        bench_recording.judge(family.folder / "nothing")
