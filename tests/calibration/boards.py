"""The printed boards of the games as somebody taps them: on an oval inside of the plan's board zone."""

from __future__ import annotations

import math
from bisect import bisect_left

from calibration.boards.tapped import BoardDrawing
from calibration.geometry import Point
from calibration.zones import PlannedZone, read_plan
from companion.filmed.board_forms import form_of
from companion.games import zone_plan

DADAMAX, SUPER_CRACK, CHANGE_HORSES = map(form_of, ("poker_dice_race", "super_crack", "change_horses"))
BOARDS = {form.game: form for form in (DADAMAX, SUPER_CRACK, CHANGE_HORSES)}


def board_of(game: str) -> PlannedZone:
    """The plan's zone with the game's board."""
    return read_plan(zone_plan(game)).zone(BOARDS[game].zone)


def oval(board: PlannedZone, count: int, share: float = 0.9) -> list[Point]:
    """So many places round the board, anticlockwise, about evenly."""
    middle_x, middle_y = board.left + board.width / 2, board.top + board.height / 2
    half_x, half_y = share * board.width / 2, share * board.height / 2
    fine = [2 * math.pi * step / 3600 for step in range(3600)]
    places = [Point(middle_x + half_x * math.cos(a), middle_y - half_y * math.sin(a)) for a in fine]
    way = [0.0]
    for one, other in zip(places, [*places[1:], places[0]], strict=True):
        way.append(way[-1] + math.hypot(other.x - one.x, other.y - one.y))
    wanted = [way[-1] * step / count for step in range(count)]
    return [places[bisect_left(way, length) % 3600] for length in wanted]


def tapped(drawing: BoardDrawing, kinds: list[str], places: list[Point]) -> BoardDrawing:
    for kind, place in zip(kinds, places, strict=True):
        drawing = drawing.choose(kind).tap(place)
    return drawing


def dadamax(*, length: int = 28, obstacles=((10, 11), (20, 21)), arrivals: int = 4) -> BoardDrawing:
    board = board_of("poker_dice_race")
    blue = {square for obstacle in obstacles for square in obstacle}
    kinds = [
        "blue" if square in blue else "green" if square < obstacles[1][0] else "yellow"
        for square in range(1, length + 1)
    ]
    drawing = BoardDrawing.begin(DADAMAX)
    for horse in range(4):
        drawing = drawing.tap(Point(board.left + 100 + 30 * horse, board.top + 180))
    drawing = tapped(drawing, kinds, oval(board, length))
    drawing = drawing.choose("arrival")
    for rank in range(arrivals):
        drawing = drawing.tap(Point(board.left + 300 + 30 * rank, board.top + 180))
    return drawing


def super_crack(
    *, finish=50, red_zone=12, rivers=((19,),), hedges=((33,),), dots=(5, 11, 16, 22, 28, 35, 41, 46)
):
    kinds = dict.fromkeys(range(1, finish + 1), "square") | {finish: "finish"} | dict.fromkeys(dots, "dot")
    kinds |= {square: "river" for zone in rivers for square in zone}
    kinds |= {square: "hedge" for zone in hedges for square in zone}
    places = oval(board_of("super_crack"), finish + 1 + red_zone)
    drawing = tapped(BoardDrawing.begin(SUPER_CRACK), ["start_line"], places[:1])
    drawing = tapped(drawing, [kinds[square] for square in range(1, finish + 1)], places[1 : finish + 1])
    return tapped(drawing, ["red"] * red_zone, places[: finish - len(places) : -1][:red_zone])


def change_horses(*, lanes: int = 6, rows: int = 12) -> BoardDrawing:
    drawing = BoardDrawing.begin(CHANGE_HORSES)
    board = board_of("change_horses")
    for lane in range(1, lanes + 1):
        places = oval(board, rows, 0.45 + 0.45 * lane / lanes)
        drawing = tapped(drawing, [f"lane_{lane}"] * rows, places)
    return drawing


SHIPPED = {"poker_dice_race": dadamax, "super_crack": super_crack, "change_horses": change_horses}
