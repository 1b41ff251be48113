"""A board and its pieces shown on the page: what is asked for, kept, learnt and measured, and what is refused."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from calibration.boards.kept_pieces import read_learnt, save_learnt
from calibration.boards.tapped import BoardDrawing
from calibration.geometry import Point
from companion.evening.board_search import LOOKS_AGAIN_S
from companion.evening.boards import FamilyBoards
from companion.evening.family_pieces import learnt_pieces, pieces_path
from companion.evening.piece_enrolment import PieceEnrolment
from companion.evening.piece_learning import PieceLearning
from companion.evening.shown_board import same_scene
from companion.evening.straight_board import BoardPicture, straight_board
from companion.filmed import simulated_pieces
from companion.filmed.asked import AskedPiece
from companion.filmed.game_pieces import COLOURS, games_with_pieces, pieces_of
from tests.inline import Inline
from tests.set_table import SetTable, board_zone, printed_board, with_tapped_board
from vision.boards import straightened
from vision.boards.enrolment import learn
from vision.boards.learnt_board import LearntBoard
from vision.boards.reader import PieceReader
from vision.boards.squares import BadSquares, SetBoard
from web.outside import StandRefused

GAME = "poker_dice_race"
OTHER_PRINT = 7


def refused(code: str) -> Any:
    return pytest.raises(StandRefused, match=f"^{code}$")


_LEARNT: dict[bytes, LearntBoard] = {}


def learnt_once(photographs: Sequence[SetBoard]) -> LearntBoard:
    """A board from photographs, learnt when these are seen for the first time: tests begin with the same ones."""
    told = hashlib.sha1(str(straightened._SPACING_PX).encode())
    for one in photographs:
        told.update(one.image.tobytes() + repr(sorted(one.pieces.items())).encode())
    if told.digest() not in _LEARNT:
        _LEARNT[told.digest()] = learn(photographs)
    return _LEARNT[told.digest()]


FINE_PX = straightened._SPACING_PX


@pytest.fixture(scope="module", autouse=True)
def coarse() -> Iterator[None]:
    """Boards are looked at with a third of the pixels, except where how well they are read is the subject."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(straightened, "_SPACING_PX", 16.0)
        yield


@pytest.fixture
def fine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are looked at as families' are."""
    monkeypatch.setattr(straightened, "_SPACING_PX", FINE_PX)


class Family:
    """A table, and the program's pieces over it, begun anew as often as one likes."""

    def __init__(self, folder: Path, game: str = GAME) -> None:
        self.folder, self.game = folder, game
        self.table = SetTable(game)
        self.again = False
        self.boards = with_tapped_board(folder, game)
        self.begin()

    def begin(self, learning: PieceLearning | None = None) -> PieceEnrolment:
        self.pieces = PieceEnrolment(
            self.folder,
            self.table,  # type: ignore[arg-type]
            self.boards,
            executor=Inline(),
            learning=learning or PieceLearning(Inline(), learnt_once),
        )
        self.pieces.board_shown = self.table.ask
        return self.pieces

    def state(self) -> dict[str, Any]:
        return self.pieces.state(self.game, self.again)

    def once_more(self) -> None:
        """The page shows one more photograph from now on."""
        self.again = True
        self.state()

    def square(self, name: str) -> dict[str, Any]:
        return next(one for one in self.state()["squares"] if one["name"] == name)

    def photograph(self) -> None:
        self.state()
        self.pieces.photograph(self.game, self.again)

    def right(self) -> None:
        self.pieces.right(self.game, self.state()["revision"])

    def shown(self) -> None:
        """All that is wanted, as it was asked for."""
        self.photograph()
        for _ in range(2):
            self.photograph()
            self.right()

    def other_print(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Another edition of the game lies there."""
        monkeypatch.setattr(simulated_pieces, "PRINT", OTHER_PRINT)
        simulated_pieces._board.cache_clear()
        self.table.puts(None if self.table.shown is None else replace(self.table.shown, light=99))


@pytest.fixture
def family(tmp_path: Path) -> Family:
    return Family(tmp_path)


@pytest.fixture(autouse=True)
def own_print() -> Any:
    yield
    simulated_pieces._board.cache_clear()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a family that has shown all of its board."""
    folder = tmp_path_factory.mktemp("whole")
    Family(folder).shown()
    return folder


@pytest.fixture
def known(whole: Path, tmp_path: Path) -> Family:
    """A family that has shown all of its board."""
    (tmp_path / "pieces").mkdir()
    for file in (whole / "pieces").iterdir():
        (tmp_path / "pieces" / file.name).write_bytes(file.read_bytes())
    return Family(tmp_path)


def file_of(folder: Path) -> bytes:
    return pieces_path(folder, GAME).read_bytes()


def answers(folder: Path, table: SetTable, game: str, pieces: dict[str, str]) -> tuple[int, int]:
    """How many squares of a position that nobody has learnt are read right, and how many there are."""
    kept, learnt = printed_board(game), learnt_pieces(folder, game)
    assert learnt is not None
    places = {name: square.centre for name, square in kept.squares.squares.items()}
    table.puts_pieces(*(AskedPiece(its, places[name].x, places[name].y) for name, its in pieces.items()))
    picture = table.whole_picture(None)
    board = None if picture is None else straight_board(picture, board_zone(game))
    assert board is not None
    told = {one.square: one.colour for one in PieceReader(learnt).read(board.image, board.corners)}
    names = learnt.squares.names
    return sum(told.get(name) == pieces.get(name) for name in names), len(names)


# ---------------------------------------------------------------- what is asked for


def test_squares_are_tapped_first(tmp_path: Path) -> None:
    table = SetTable(GAME)
    pieces = PieceEnrolment(tmp_path, table, FamilyBoards(tmp_path), executor=Inline())  # type: ignore[arg-type]
    assert pieces.state(GAME)["step"] == "squares" and pieces.state(GAME)["squares"] == []
    with refused("no_squares"):
        pieces.photograph(GAME)
    assert pieces.progress(GAME)["squares"] is False
    pieces.close()


def test_two_positions_are_not_alike_and_each_piece_stands_on_other_ground(family: Family) -> None:
    seen: dict[str, set[str]] = {}
    kinds = {name: ground.kind for name, ground in family.pieces._steps.ready(GAME).tapped.grounds.items()}
    steps = [family.pieces._steps.asked(GAME, step) for step in ("first", "second")]
    assert not set(steps[0]) & set(steps[1]), "no square is used twice"
    for position in steps:
        assert sorted(position.values()) == sorted(pieces_of(GAME).colours)
        for square, colour in position.items():
            assert kinds[square] != colour, "not on print of its own colour"
            seen.setdefault(colour, set()).add(kinds[square])
    assert all(len(grounds) == 2 for grounds in seen.values())


def test_the_games_say_which_pieces_there_are() -> None:
    assert set(games_with_pieces()) == {"poker_dice_race", "super_crack", "change_horses"}
    assert pieces_of("super_crack").at_once(("red", "blue")) == ("red", "red", "blue", "blue")
    assert pieces_of("change_horses").count("brown") == 1, "a colour of another edition"
    assert all(set(pieces_of(game).colours) <= set(COLOURS) for game in games_with_pieces())


def test_a_family_says_which_colours_it_has(family: Family) -> None:
    family.pieces.choose(GAME, "yellow")
    family.pieces.choose(GAME, "white")
    asked = {one["colour"] for one in family.state()["asked"]} | {
        its for its in family.pieces._steps.asked(GAME, "first").values()
    }
    assert asked == {"red", "blue", "green", "white"}
    with refused("stale"):
        family.pieces.choose(GAME, "turquoise")
    for colour in ("red", "blue", "green"):
        family.pieces.choose(GAME, colour)
    with refused("no_colours"):
        family.pieces.choose(GAME, "white")
    assert family.begin().state(GAME)["colours"][-1] == {"id": "white", "chosen": True}, "it is kept"


# ---------------------------------------------------------------- from nothing to known


@pytest.mark.usefixtures("fine")
def test_what_is_followed_needs_no_tap_and_is_read_on_positions_that_nobody_learnt(family: Family) -> None:
    assert family.state()["step"] == "bare"
    family.photograph()
    state = family.state()
    assert (state["step"], state["standing"], state["pieces"]) == ("first", 4, 4)
    family.photograph()
    assert [one for one in family.state()["squares"] if one["doubt"]] == []
    assert not pieces_path(family.folder, GAME).exists()
    family.right()
    family.begin()
    assert family.state()["step"] == "second", "one goes on another day"
    family.photograph()
    family.state()
    family.right()
    state = family.state()
    assert (state["step"], state["have"], state["failed"], state["alike"]) == ("known", 3, False, [])
    assert state["helped"]["after"] == state["helped"]["squares"] == 32
    assert family.pieces.progress(GAME)["have"] == 3
    positions = [
        {"square_2": "red", "square_9": "yellow", "arrival_1": "blue", "square_17": "green"},
        {"square_4": "blue", "square_22": "red", "start_3": "green"},
    ]
    right = [answers(family.folder, family.table, GAME, position) for position in positions]
    print(right)
    assert all(squares == 32 and told >= 31 for told, squares in right)


@pytest.mark.parametrize(
    "game, position",
    [
        (
            "super_crack",
            {"square_3": "red", "square_18": "blue", "square_12": "green", "square_-2": "yellow"},
        ),
        (
            "change_horses",
            {"cell_2_1": "red", "cell_4_6": "purple", "cell_5_9": "yellow", "cell_3_11": "blue"},
        ),
    ],
)
def test_larger_boards_are_shown_the_same_way(tmp_path: Path, game: str, position: dict[str, str]) -> None:
    def learn_whole(photographs: Sequence[SetBoard]) -> LearntBoard:
        if len(photographs) < 3:
            raise BadSquares("the second position is looked at without what the first one teaches")
        return learn(photographs)

    family = Family(tmp_path, game)
    family.begin(PieceLearning(Inline(), learn_whole))
    family.shown()
    state = family.state()
    assert (state["step"], state["alike"]) == ("known", [])
    right, squares = answers(tmp_path, family.table, game, position)
    print(f"{game}: {right} of {squares} squares")
    assert right == squares


def test_other_light_is_measured_on_another_picture(known: Family) -> None:
    known.once_more()
    assert known.state()["step"] == "more" and known.state()["helped"] is None
    known.photograph()
    known.state()
    known.right()
    helped = known.state()["helped"]
    assert helped["squares"] == 32 and helped["before"] <= helped["after"] == 32
    assert known.state()["have"] == 4


def test_where_no_other_picture_of_it_comes_the_second_number_is_not_told(
    known: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.evening.piece_enrolment.same_scene", lambda one, other: False)
    known.once_more()
    known.photograph()
    known.right()
    helped = known.state()["helped"]
    assert helped["after"] is None and helped["before"] is not None


def test_only_another_picture_of_the_same_position_measures(family: Family) -> None:
    def picture() -> BoardPicture:
        seen = family.table.whole_picture(None)
        straight = None if seen is None else straight_board(seen, board_zone(GAME))
        assert straight is not None
        return straight

    family.photograph()
    family.state()
    first, second = picture(), picture()
    assert same_scene(first, second) and not same_scene(first, first)
    assert not same_scene(first, replace(first, number=first.number + 9)), "the very same picture"
    family.table.shown = replace(family.table.shown, pieces=family.table.shown.pieces[1:])  # type: ignore[type-var, union-attr]
    assert not same_scene(first, picture()), "a piece is gone"
    family.table.shown = None
    assert not same_scene(first, picture())


def test_pages_see_that_a_board_is_being_learnt(family: Family) -> None:
    waiting: list[Callable[[], Any]] = []

    class Later(Inline):
        def submit(self, do: Callable[..., Any], /, *given: Any, **named: Any) -> Any:
            waiting.append(lambda: do(*given, **named))

    family.begin(PieceLearning(Later(), learnt_once))
    family.photograph()
    family.photograph()
    family.right()
    assert family.state()["learning"] and family.state()["step"] == "second"
    with refused("still_learning"):
        family.pieces.photograph(GAME)
    waiting.pop()()
    assert not family.state()["learning"]
    family.photograph()
    family.right()
    assert family.state()["step"] == "known" and family.state()["learning"]
    assert not pieces_path(family.folder, GAME).exists()
    waiting.pop()()
    assert not family.state()["learning"] and pieces_path(family.folder, GAME).exists()


def test_what_was_not_learnt_when_the_program_ended_is_learnt(known: Family) -> None:
    pieces_path(known.folder, GAME).unlink()
    known.begin()
    known.state()
    assert read_learnt(pieces_path(known.folder, GAME)).squares.names


def test_a_board_that_cannot_be_learnt_is_told(family: Family) -> None:
    def fails(photographs: object) -> Any:
        raise BadSquares("no red piece can be seen on the photographs")

    family.begin(PieceLearning(Inline(), fails))
    family.shown()
    assert family.state()["failed"] and not pieces_path(family.folder, GAME).exists()
    family.begin()
    assert family.state()["failed"] is False, "it is tried again"


# ---------------------------------------------------------------- what stands elsewhere


def asked_pieces(family: Family, **moved: str) -> list[AskedPiece]:
    """What is asked for, some of it on other squares."""
    places = {name: one.at for name, one in family.pieces._steps.ready(GAME).tapped.grounds.items()}
    state = family.state()
    asked = {state["squares"][one["square"]]["name"]: one["colour"] for one in state["asked"]}
    return [
        AskedPiece(colour, places[moved.get(name, name)].x, places[moved.get(name, name)].y)
        for name, colour in asked.items()
    ]


def test_a_piece_on_the_square_beside_is_asked_about_and_put_right_with_two_taps(family: Family) -> None:
    family.photograph()
    family.state()
    family.table.puts_pieces(*asked_pieces(family, square_7="square_8"))
    family.photograph()
    doubts = {one["name"]: one["doubt"] for one in family.state()["squares"] if one["doubt"]}
    assert doubts == {"square_7": "bare", "square_8": "something"}
    square = family.square("square_8")
    number = family.pieces.point(GAME, square["x"], square["y"])
    family.pieces.tell(GAME, number, family.state()["revision"], "green")
    state = family.state()
    pieces = {one["name"]: one["piece"] for one in state["squares"] if one["piece"]}
    assert pieces["square_8"] == "green" and "square_7" not in pieces, "there is one green piece"
    assert [one for one in state["squares"] if one["doubt"]] == []
    family.right()
    assert family.pieces._steps.photographs(GAME).photographs[1].pieces == pieces


def test_exchanged_colours_are_asked_about_in_the_first_position_already(family: Family) -> None:
    family.photograph()
    family.state()
    pieces = asked_pieces(family)
    swapped = {"red": "blue", "blue": "red"}
    family.table.puts_pieces(*(replace(one, colour=swapped.get(one.colour, one.colour)) for one in pieces))
    family.photograph()
    doubts = {one["asked"]: one["seen"] for one in family.state()["squares"] if one["doubt"] == "colour"}
    assert doubts == swapped


def test_nothing_can_stand_on_a_square(family: Family) -> None:
    family.photograph()
    family.photograph()
    number = next(at for at, one in enumerate(family.state()["squares"]) if one["piece"])
    revision = family.state()["revision"]
    family.pieces.tell(GAME, number, revision, "")
    assert family.state()["squares"][number]["piece"] is None
    with refused("stale"):
        family.pieces.tell(GAME, number, revision, "")
    with refused("no_such_piece"):
        family.pieces.tell(GAME, number, family.state()["revision"], "black")
    with refused("no_such_square"):
        family.pieces.point(GAME, 0.7, 0.4)
    family.pieces.discard(GAME)
    assert family.state()["taken"] is False
    with refused("stale"):
        family.right()


# ---------------------------------------------------------------- bad pictures: what was enrolled stays


def test_pieces_that_stand_quite_otherwise_are_refused(known: Family) -> None:
    before = file_of(known.folder)
    known.once_more()
    known.table.puts_pieces(*asked_pieces(known)[:1])
    with refused("not_as_asked"):
        known.photograph()
    assert file_of(known.folder) == before and known.state()["have"] == 3


def test_another_edition_is_refused(known: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file_of(known.folder)
    known.once_more()
    known.other_print(monkeypatch)
    with refused("other_bare_board"):
        known.photograph()
    known.table.puts(None)
    with refused("other_bare_board"):
        known.photograph()
    assert file_of(known.folder) == before


def test_a_board_that_was_moved_is_refused(known: Family) -> None:
    known.once_more()
    assert known.table.asked is not None
    moved = [replace(one, x=one.x + 30.0) for one in known.table.asked.pieces]
    known.table.puts(replace(known.table.asked, left=known.table.asked.left + 30.0, pieces=tuple(moved)))
    with refused("board_moved"):
        known.photograph()


def test_dark_and_blurred_pictures_are_refused(family: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    family.state()
    family.table.dark = True
    with refused("too_dark_for_pieces"):
        family.photograph()
    family.table.dark = False
    monkeypatch.setattr("companion.evening.piece_enrolment.unusable", lambda image: "blurred")
    with refused("blurred"):
        family.photograph()
    monkeypatch.setattr(family.table, "whole_picture", lambda hidden: None)
    with refused("no_photograph"):
        family.photograph()
    assert family.state()["have"] == 0


def test_colours_that_look_alike_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    family = Family(tmp_path)
    board = simulated_pieces._board(GAME)
    monkeypatch.setitem(board.colours, "yellow", board.colours["red"])
    family.table.fresh = True
    family.photograph()
    for _ in range(2):
        family.photograph()
        family.right()
    assert family.state()["alike"] == [["red", "yellow"]]


# ---------------------------------------------------------------- forgetting, one file out and in


def test_the_last_photograph_is_forgotten_and_all_is(known: Family) -> None:
    known.pieces.take_back(GAME)
    assert known.state()["step"] == "second" and not pieces_path(known.folder, GAME).exists()
    known.photograph()
    known.right()
    assert known.state()["step"] == "known"
    known.pieces.forget(GAME)
    assert known.state()["step"] == "bare" and known.pieces.handed_on(GAME) is None
    with refused("stale"):
        known.pieces.forget(GAME)
    known.pieces.bring_back(GAME)
    assert known.state()["step"] == "known" and known.state()["have"] == 3
    assert known.pieces.handed_on(GAME) is not None


def test_a_friends_file_is_checked_on_the_first_photograph(family: Family, whole: Path) -> None:
    family.pieces.take_over(GAME, file_of(whole))
    state = family.state()
    assert state["step"] == "check" and state["unchecked"] and learnt_pieces(family.folder, GAME) is not None
    family.photograph()
    family.right()
    state = family.state()
    assert (state["step"], state["unchecked"]) == ("known", False) and state["helped"]["before"] >= 31
    assert family.begin().state(GAME)["step"] == "known"
    assert family.pieces.state(GAME, again=True)["step"] == "bare", "own photographs may take its place"


def test_a_friends_other_edition_is_refused_on_the_first_photograph(
    family: Family, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    family.pieces.take_over(GAME, file_of(whole))
    family.state()
    family.other_print(monkeypatch)
    with refused("other_edition"):
        family.photograph()
    assert family.state()["unchecked"]


def test_files_that_do_not_fit_leave_what_was_shown(known: Family, tmp_path: Path) -> None:
    before = file_of(known.folder)
    for data in (
        b"",
        b"{",
        b"[]",
        before[: len(before) // 2],
        json.dumps({"kind": "printed_cards"}).encode(),
    ):
        with refused("damaged_pieces"):
            known.pieces.take_over(GAME, data)
    other = read_learnt(pieces_path(known.folder, GAME))
    names = tuple(f"cell_{at}_0" for at, _ in enumerate(other.squares.names))
    elsewhere = replace(other, squares=replace(other.squares, names=names))
    save_learnt(tmp_path / "other.json", elsewhere)
    with refused("other_squares"):
        known.pieces.take_over(GAME, (tmp_path / "other.json").read_bytes())
    assert file_of(known.folder) == before and known.state()["step"] == "known"
    assert list((known.folder / "pieces").glob("*.new")) == []


def test_a_damaged_file_is_told_and_forgotten(known: Family) -> None:
    pieces_path(known.folder, GAME).write_text("{")
    known.begin()
    assert known.state()["damaged"]
    known.pieces.forget(GAME)
    assert not known.state()["damaged"] and known.state()["step"] == "bare"


def test_squares_that_are_tapped_anew_make_what_was_shown_outdated(known: Family) -> None:
    board = printed_board(GAME)
    drawing: BoardDrawing = board.drawing.moved(6, Point(board.drawing.taps[6].at.x + 20, 400.0))
    squares = {**board.squares.squares}
    squares["square_3"] = replace(squares["square_3"], centre=drawing.taps[6].at)
    known.boards.keep(replace(board, squares=replace(board.squares, squares=squares), drawing=drawing))
    assert known.state()["step"] == "outdated"
    with refused("stale"):
        known.pieces.photograph(GAME)
    known.pieces.forget(GAME)
    assert known.state()["step"] == "bare"


def test_the_simulated_table_never_takes_the_place_of_a_real_board(known: Family) -> None:
    known.table.is_simulated = True
    known.once_more()
    known.photograph()
    with refused("only_simulated_pieces"):
        known.right()
    assert known.state()["have"] == 3


def test_a_folder_that_cannot_be_written_is_told(family: Family) -> None:
    (family.folder / "pieces").write_text("no folder", encoding="utf-8")
    with refused("pieces_not_written"):
        family.photograph()


def test_a_full_disk_leaves_what_was_kept(known: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise OSError("No space left on device")

    known.once_more()
    known.photograph()
    monkeypatch.setattr("companion.evening.family_pieces.write_photographs", full)
    with refused("pieces_not_written"):
        known.right()
    assert known.state()["have"] == 3


def test_looks_wait_for_one_another(known: Family, monkeypatch: pytest.MonkeyPatch) -> None:
    known.state()
    looks = known.table.looks
    known.state()
    assert known.table.looks == looks, f"the next look is {LOOKS_AGAIN_S} s later"
    assert known.pieces.picture(GAME) is not None
    with refused("unknown_game"):
        known.pieces.state("racko")
    assert known.pieces.game("racko") == GAME
