"""Boards digitised by tapping: what is tapped is the game's profile; what cannot be is told by a code."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.boards.lanes import between_lanes
from calibration.boards.tapped import (
    LEAST_APART_MM,
    BoardDrawing,
    BoardRefused,
    digitised,
    faults,
    read_drawing,
    squares_of,
    write_drawing,
)
from calibration.geometry import Point
from companion.action import Rejected
from companion.filmed.board_forms import board_form
from companion.games import load
from tests.calibration.boards import (
    BOARDS,
    CHANGE_HORSES,
    DADAMAX,
    SHIPPED,
    SUPER_CRACK,
    board_of,
    change_horses,
    dadamax,
    oval,
    super_crack,
    tapped,
)

GAMES = sorted(SHIPPED)


def check_of(game: str):
    """The game's own check of a profile: a game is opened with it."""
    return lambda profile: load(game).new_game(("Ada", "Bea"), {}, {}, profile)


def codes(drawing: BoardDrawing, *, questions: bool = False) -> set[str]:
    return {fault.code for fault in faults(drawing) if questions or not fault.question}


# ---------------------------------------------------------------- the shipped boards


@pytest.mark.parametrize("game", GAMES)
def test_tapping_the_shipped_board_gives_the_shipped_profile(game: str):
    drawing, board = SHIPPED[game](), board_of(game)
    shipped = load(game).default_profile()
    assert faults(drawing, board) == ()
    blank = {key: {} if key in ("board", "zones") else value for key, value in shipped.items()}
    made = digitised(drawing, blank, check_of(game), board)
    assert made.profile == shipped
    assert (
        digitised(drawing, shipped, check_of(game), board, provisional=False).profile["provisional"] is False
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_game_with_a_board_zone_has_a_form(game: str):
    form = board_form(game)
    assert form is not None and form.game == game and board_of(game).id == form.zone
    assert board_form("crapette") is None


def test_the_familys_own_board_counts():
    made = digitised(
        dadamax(length=20, obstacles=((3, 4), (12, 13)), arrivals=3),
        load("poker_dice_race").default_profile(),
        check_of("poker_dice_race"),
        board_of("poker_dice_race"),
    )
    assert made.profile["board"] == {"length": 20, "obstacles": [[3, 4], [12, 13]], "arrival_squares": 3}
    assert made.profile["zones"]["yellow"] == [14, 15, 16, 17, 18, 19, 20]
    wide = digitised(
        super_crack(finish=40, red_zone=0, rivers=((7, 8), (20,)), hedges=(), dots=(3,)),
        load("super_crack").default_profile(),
        check_of("super_crack"),
        board_of("super_crack"),
    )
    assert wide.profile["board"] == {
        "finish": 40, "red_zone": 0, "rivers": [[7, 8], [20]], "hedges": [], "dots": [3],
    }  # fmt: skip
    longer = digitised(
        change_horses(lanes=7, rows=13),
        load("change_horses").default_profile(),
        check_of("change_horses"),
        board_of("change_horses"),
    )
    assert longer.profile["board"] == {"lanes": 7, "finish_row": 13}


def test_squares_have_the_ids_of_the_rules():
    assert set(dadamax().names) == (
        {f"square_{n}" for n in range(1, 29)} | {f"start_{n}" for n in range(1, 5)}
        | {f"arrival_{n}" for n in range(1, 5)}
    )  # fmt: skip
    assert set(super_crack().names) == {f"square_{n}" for n in range(-12, 51)}
    assert set(change_horses().names) == {f"cell_{lane}_{row}" for lane in range(1, 7) for row in range(12)}


def test_the_games_own_check_has_the_last_word():
    def refuse(profile):
        raise Rejected("bad_profile", key="board")

    with pytest.raises(Rejected):
        digitised(dadamax(), {}, refuse, board_of("poker_dice_race"))


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        (dadamax(obstacles=((10, 11), (20, 20))), "obstacles"),
        (dadamax(obstacles=((10, 11), (12, 13))), "obstacles"),
        (dadamax(obstacles=((1, 2), (20, 21))), "no_green_before"),
        (dadamax(length=21), "no_straight"),
        (dadamax().recoloured(6, "yellow"), "yellow_too_early"),
        (dadamax().recoloured(29, "green"), "green_too_late"),
        (dadamax().removed(0).removed(0).removed(0), "starts"),
        (dadamax(arrivals=1), "arrivals"),
        (super_crack().removed(0), "no_start"),
        (super_crack().choose("start_line").tap(Point(400, 400)), "two_starts"),
        (super_crack().recoloured(50, "square"), "no_finish"),
        (super_crack().choose("square").tap(Point(400, 400)), "after_finish"),
        (super_crack(finish=2, rivers=(), hedges=(), dots=()), "too_short"),
        (super_crack(rivers=((49,),)), "hazard_at_end"),
        (change_horses(lanes=5), "too_few_lanes"),
        (change_horses(rows=11), "too_few_fields"),
        (change_horses().removed(3), "lanes_unequal"),
        (BoardDrawing(CHANGE_HORSES, tuple(t for t in change_horses().taps if t.kind != "lane_3"), "lane_1"),
         "lane_missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_board_is_a_code(drawing: BoardDrawing, code: str):
    assert code in codes(drawing)
    game = drawing.form.game
    with pytest.raises(BoardRefused):
        digitised(drawing, load(game).default_profile(), check_of(game), board_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_board_is_not_whole(game: str):
    assert codes(BoardDrawing.begin(BOARDS[game]))


def test_a_square_tapped_twice_is_told():
    drawing = dadamax()
    at = drawing.taps[8].at
    again = drawing.inserted(8, Point(at.x + 3, at.y))
    assert ("too_near", ("square_5", "square_6")) in {(one.code, one.squares) for one in faults(again)}


def test_start_and_arrival_may_be_the_same_squares():
    drawing = dadamax(arrivals=0).choose("arrival")
    for tap in drawing.line("start"):
        drawing = drawing.tap(tap.at)
    assert faults(drawing) == ()
    squares = squares_of(drawing, board_of("poker_dice_race")).squares
    assert squares["start_2"] == squares["arrival_2"] and squares["start_2"].radius == pytest.approx(15.0)


def test_a_square_left_out_is_asked_about():
    drawing = dadamax()
    left_out = drawing.removed(10)
    assert [(one.code, one.squares) for one in faults(left_out) if one.question] == [
        ("gap", ("square_6", "square_7"))
    ]
    mended = left_out.inserted(10, drawing.taps[10].at)
    assert mended == drawing and faults(mended) == ()


def test_squares_beside_the_board_are_told():
    board = board_of("poker_dice_race")
    drawing = dadamax().moved(4, Point(board.left - 20, board.top))
    assert ("off_board", ("square_1",)) in {(one.code, one.squares) for one in faults(drawing, board)}


def test_a_lane_tapped_the_wrong_way_round_or_begun_elsewhere_is_asked_about():
    board, drawing = board_of("change_horses"), change_horses(lanes=5)
    outside = oval(board, 12, 0.9)
    right = tapped(drawing, ["lane_6"] * 12, outside)
    assert "row_astray" not in codes(right, questions=True)
    backwards = tapped(drawing, ["lane_6"] * 12, [outside[0], *reversed(outside[1:])])
    elsewhere = tapped(drawing, ["lane_6"] * 12, [*outside[4:], *outside[:4]])
    for wrong in (backwards, elsewhere):
        assert "row_astray" in codes(wrong, questions=True)


def test_a_long_red_zone_is_told():
    drawing = super_crack(red_zone=0).choose("red")
    for number in range(101):
        drawing = drawing.tap(Point(-400 + 10 * number, -100))
    assert "red_zone_too_long" in codes(drawing)


# ---------------------------------------------------------------- tapping


def test_a_straight_stretch_is_filled_evenly_and_undone_at_once():
    begun = BoardDrawing.begin(DADAMAX).choose("green").tap(Point(100, 100))
    filled = begun.fill(Point(200, 100), between=4)
    assert [tap.at.x for tap in filled.taps] == pytest.approx([100, 120, 140, 160, 180, 200])
    assert filled.undo() == begun
    with pytest.raises(BoardRefused, match="nothing_before"):
        begun.choose("arrival").fill(Point(0, 0), between=3)
    with pytest.raises(BoardRefused, match="bad_stretch"):
        begun.fill(Point(0, 0), between=0)


def test_a_stretch_goes_on_from_the_last_square_of_its_line_whatever_its_colour():
    drawing = tapped(
        BoardDrawing.begin(DADAMAX), ["green", "start", "blue"], [Point(0, 0), Point(0, 90), Point(20, 0)]
    )
    filled = drawing.choose("green").fill(Point(80, 0), between=2)
    assert [tap.at.x for tap in filled.line("track")] == pytest.approx([0, 20, 40, 60, 80])


def test_lanes_between_two_are_drawn_evenly():
    board = board_of("change_horses")
    drawing = tapped(BoardDrawing.begin(CHANGE_HORSES), ["lane_1"] * 12, oval(board, 12, 0.525))
    drawing = tapped(drawing, ["lane_6"] * 12, oval(board, 12, 0.9))
    whole = between_lanes(drawing, 1, 6)
    assert faults(whole) == () and len(whole.taps) == 72
    every = change_horses()
    true = dict(zip(every.names, (tap.at for tap in every.taps), strict=True))
    for name, at in zip(whole.names, (tap.at for tap in whole.taps), strict=True):
        own = true[name]
        assert math.hypot(own.x - at.x, own.y - at.y) < 6.0
    assert whole.undo() == drawing
    assert between_lanes(whole, 1, 6).taps == whole.taps, "again changes nothing"
    for first, last in ((1, 2), (0, 6), (3, 1), (1, 13)):
        with pytest.raises(BoardRefused, match="bad_stretch"):
            between_lanes(drawing, first, last)
    with pytest.raises(BoardRefused, match="lanes_unequal"):
        between_lanes(drawing, 1, 5)


def test_the_nearest_square_is_found_for_correcting():
    drawing = dadamax()
    number = drawing.nearest(Point(drawing.taps[9].at.x + 4, drawing.taps[9].at.y - 3))
    assert number == 9 and drawing.names[9] == "square_6"
    assert drawing.nearest(Point(2000, 2000), within_mm=30) is None
    assert BoardDrawing.begin(DADAMAX).nearest(Point(0, 0)) is None


def test_corrections_are_undone_like_taps():
    drawing = dadamax()
    for changed in (
        drawing.moved(5, Point(60, 70)),
        drawing.recoloured(5, "yellow"),
        drawing.removed(5),
        drawing.inserted(5, Point(60, 70)),
    ):
        assert changed != drawing and changed.undo() == drawing


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda drawing: drawing.choose("river"), "no_such_kind"),
        (lambda drawing: drawing.recoloured(5, "river"), "no_such_kind"),
        (lambda drawing: drawing.recoloured(5, "start"), "other_line"),
        (lambda drawing: drawing.moved(99, Point(0, 0)), "no_such_tap"),
        (lambda drawing: drawing.removed(-1), "no_such_tap"),
        (lambda drawing: drawing.tap(Point(math.nan, 0)), "no_such_place"),
        (lambda drawing: drawing.tap(Point(0, math.inf)), "no_such_place"),
        (lambda drawing: drawing.tap(Point(-9000, 0)), "no_such_place"),
        (lambda drawing: BoardDrawing(DADAMAX, drawing.taps * 9, "green").tap(Point(0, 0)), "too_many"),
    ],
)
def test_nonsense_is_refused(change, code: str):
    with pytest.raises(BoardRefused, match=code):
        change(dadamax())


# ---------------------------------------------------------------- any order of taps

PLACES = st.builds(
    Point,
    st.floats(-500, 5000, allow_nan=False).map(lambda x: round(x, 2)),
    st.floats(-500, 5000, allow_nan=False).map(lambda y: round(y, 2)),
)
FORMS = st.sampled_from([DADAMAX, SUPER_CRACK, CHANGE_HORSES])


@st.composite
def drawings(draw) -> BoardDrawing:
    drawing = BoardDrawing.begin(draw(FORMS))
    kinds = st.sampled_from(sorted(drawing.form.kinds))
    for kind, place in draw(st.lists(st.tuples(kinds, PLACES), max_size=25)):
        drawing = drawing.choose(kind).tap(place)
        if draw(st.integers(0, 5)) == 0:
            drawing = drawing.undo()
    return drawing


@given(drawings(), PLACES)
def test_a_tap_undone_leaves_the_board_as_it_was(drawing: BoardDrawing, place: Point):
    assert drawing.tap(place).undo() == drawing
    assert len(set(drawing.names)) == len(drawing.taps), "every square has an id of its own"


@given(drawings())
def test_undoing_everything_leaves_an_empty_board(drawing: BoardDrawing):
    for _ in range(len(drawing.taps)):
        drawing = drawing.undo()
    assert drawing.taps == () and drawing.undo() == drawing


@given(drawings())
def test_a_kept_drawing_goes_on_where_it_was(drawing: BoardDrawing):
    again = read_drawing(json.loads(json.dumps(write_drawing(drawing))), drawing.form)
    assert again == drawing


@st.composite
def dadamax_boards(draw) -> BoardDrawing:
    """Tracks of any colours, squares apart: what has no fault must be valid for the game."""
    count = draw(st.integers(0, 14))
    kinds = draw(st.lists(st.sampled_from(["green", "blue", "yellow"]), min_size=count, max_size=count))
    if draw(st.booleans()):
        first, second = draw(st.integers(1, 5)), draw(st.integers(1, 5))
        ends = draw(st.integers(1, 5))
        kinds = ["green"] * first + ["blue"] * 2 + ["green"] * second + ["blue"] * 2 + ["yellow"] * ends
    starts, arrivals = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    every = ["start"] * starts + kinds + ["arrival"] * arrivals
    return tapped(BoardDrawing.begin(DADAMAX), every, [Point(20 * n, 0) for n in range(len(every))])


@st.composite
def super_crack_boards(draw) -> BoardDrawing:
    kinds = draw(st.lists(st.sampled_from(["square", "dot", "river", "hedge"]), max_size=12))
    every = ["start_line"] * draw(st.sampled_from([1, 1, 1, 0, 2])) + kinds
    every += ["finish"] * draw(st.sampled_from([1, 1, 1, 0, 2])) + ["red"] * draw(st.integers(0, 4))
    return tapped(BoardDrawing.begin(SUPER_CRACK), every, [Point(20 * n, 0) for n in range(len(every))])


@settings(max_examples=150)
@given(st.one_of(dadamax_boards(), super_crack_boards()))
def test_what_has_no_fault_the_game_accepts_and_what_the_game_refuses_has_one(drawing: BoardDrawing):
    game = drawing.form.game
    base = load(game).default_profile()
    blocked = bool(codes(drawing))
    try:
        profile = {**base, **drawing.form.profile(drawing)}
        check_of(game)(profile)
        accepted = True
    except Rejected:
        accepted = False
    assert accepted or blocked


def test_a_drawing_of_another_game_is_refused():
    data = write_drawing(dadamax())
    for bad, form in (
        (data, SUPER_CRACK),
        ({**data, "kind": "river"}, DADAMAX),
        ({**data, "taps": [{"kind": "green", "x": "far", "y": 0}]}, DADAMAX),
        ({**data, "colour": 1}, DADAMAX),
        ({}, DADAMAX),
    ):
        with pytest.raises(BoardRefused, match="bad_drawing"):
            read_drawing(bad, form)


def test_two_taps_are_apart_by_a_pawns_width():
    drawing = tapped(BoardDrawing.begin(DADAMAX), ["green"] * 2, [Point(0, 0), Point(LEAST_APART_MM, 0)])
    assert "too_near" not in codes(drawing)
    assert "too_near" in codes(drawing.moved(1, Point(LEAST_APART_MM - 0.1, 0)))
