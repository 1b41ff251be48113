"""``companion print``: a PDF where one asked for it, and one line that says how it is printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from calibration.printed import CORNER_MARKERS, TRAY_MARKERS
from companion.cli.main import main
from companion.games import zone_plan
from tests.rendered_sheets import Sheet, sheets_of


def test_without_a_sheet_it_lists_what_there_is(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == ["markers", "lens", "tray", "mat"]
    assert not list(tmp_path.iterdir())


def test_a_sheet_lies_in_the_current_folder_and_is_told(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "markers"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "companion-markers.pdf" and len(told) == 2
    assert "100 %" in told[1] and "exactly 100 mm" in told[1]
    (sheet,) = sheets_of((tmp_path / "companion-markers.pdf").read_bytes())
    assert sorted(sheet.markers) == list(CORNER_MARKERS)
    assert "Les quatre coins" in sheet.text


def test_the_language_and_the_inside_are_as_asked(tmp_path: Path, capsys) -> None:
    file = tmp_path / "ours.pdf"
    assert main(["print", "tray", "--inner", "200x100", "--lang", "en", "--output", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == str(file)
    (sheet,) = sheets_of(file.read_bytes())
    assert "Throw the dice in here" in sheet.text and "Inside: 200 × 100 mm" in sheet.text
    first, _, third, _ = (sheet.markers[number] for number in TRAY_MARKERS)
    assert third[0] - first[2] == pytest.approx([210, 110], abs=0.2)


def test_a_mat_is_of_a_game_for_this_table_and_these_hands(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ["print", "mat", "--game", "crapette", "--lang", "en"]
    places = {}
    for more in ([], ["--table", "1000x760", "--left-handed", "1"]):
        assert main([*arguments, *more]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "companion-mat-crapette.pdf"
        overview, *sheets = sheets_of((tmp_path / "companion-mat-crapette.pdf").read_bytes(), 2.0)
        size = "1000 × 760 mm" if more else "900 × 700 mm"
        assert "Crapette mat" in overview.text and size in overview.text
        places[bool(more)] = piles_of_the_first_player(sheets)
    assert places[False] == ["Hand,", "Stock,", "Waste,", "Reserve,"]
    assert places[True] == places[False][::-1]


def test_without_a_game_the_mat_is_for_all_of_them(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "mat", "--lang", "en"]) == 0
    file, _, note = capsys.readouterr().out.splitlines()
    assert file == "companion-mat.pdf"
    assert note.startswith("Crapette is only read by Raspberry Pi HQ Camera, 6 mm lens;")
    assert "(--game crapette)" in note
    overview, *others = sheets_of((tmp_path / file).read_bytes(), 1.0)
    assert "One mat for all our games" in overview.text and "1260 × 864 mm" in overview.text
    assert [sheet.text[:14] for sheet in others[:5]] == [
        "1: Super-Crack",
        "2: Dadamax On ",
        "3: Racko On th",
        "4: Crapette On",
        "5: Change Hors",
    ]


def test_a_mat_may_be_for_some_games_and_then_is_smaller(tmp_path: Path, capsys) -> None:
    file = str(tmp_path / "two.pdf")
    some = ["--game", "racko", "--game", "crapette"]
    assert main(["print", "mat", *some, "--lang", "en", "--output", file]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2, "every fine camera reads both"
    overview, first, second, *_ = sheets_of(Path(file).read_bytes(), 1.0)
    assert "900 × 700 mm" in overview.text
    assert first.text.startswith("1: Racko") and second.text.startswith("2: Crapette")


def piles_of_the_first_player(sheets: list[Sheet]) -> list[str]:
    """The names of the piles in the lower half of a mat, from left to right."""
    names = [
        next(word for word, _ in reversed(sheet.words) if re.fullmatch("[A-E][1-9]", word))
        for sheet in sheets
    ]
    half = max(names)[0]
    at = {}
    for name, sheet in zip(names, sheets, strict=True):
        for word, box in sheet.words:
            if name[0] == half and word in ("Hand,", "Stock,", "Waste,", "Reserve,"):
                at[word] = int(name[1]) * (sheet.size[0] - 30) + box[0]
    return sorted(at, key=lambda word: at[word])


def test_zones_that_reach_over_a_marker_are_told(tmp_path: Path, capsys, monkeypatch) -> None:
    plan = dict(zone_plan("change_horses") or {})
    plan["zones"] = [{**zone, "left": 15.0} if zone["id"] == "front:5" else zone for zone in plan["zones"]]
    monkeypatch.setattr("companion.cli.print.zone_plan", lambda game: plan)
    file = str(tmp_path / "horses.pdf")
    assert main(["print", "mat", "--game", "change_horses", "--lang", "en", "--output", file]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "Keep marker 0 free: “In front of player 5” reaches over its edge."


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["mat", "--game", "crapette", "--game", "whist"], "no mat for whist: choose one of change_horses,"),
        (["mat", "--left-handed", "1"], "--left-handed is for the mat of one game"),
        (["mat", "--table", "900x700"], "needs a larger table"),
        (["mat", "--game", "whist"], "no mat for whist: choose one of change_horses, crapette,"),
        (["mat", "--game", "crapette", "--table", "large"], "for example --table 900x700"),
        (["mat", "--game", "crapette", "--table", "90x70"], "200 to 3000 mm"),
        (["mat", "--game", "crapette", "--table", "500x400"], "needs a larger table"),
        (["mat", "--game", "crapette", "--left-handed", "3"], "places for players 1 to 2"),
        (["mat", "--game", "poker_dice_race", "--left-handed", "1"], "places for no player"),
        (["mat", "--game", "crapette", "--inner", "180x120"], "--inner is for the dice tray"),
        (["markers", "--game", "crapette"], "--game is for a mat"),
        (["lens", "--left-handed", "1"], "--left-handed is for a mat"),
        (["tray", "--table", "900x700"], "--table is for a mat"),
        (["tray", "--inner", "300x200"], "on A4 is"),
        (["tray", "--inner", "wide"], "for example --inner"),
        (["markers", "--output", "nowhere/m.pdf"], "nowhere/m.pdf cannot be written"),
    ],
)
def test_wrong_use_is_2_and_one_line(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", *arguments]) == 2
    heard = capsys.readouterr()
    assert heard.err.startswith("companion: ") and heard.err.count("\n") == 1
    assert says in heard.err and not heard.out
    assert not list(tmp_path.iterdir())
