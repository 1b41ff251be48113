"""What hands do in the race: the dice they throw, and the squares that a pawn leaves and comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.action import Action, Rejected
from companion.games.poker_dice_race import rules
from companion.games.poker_dice_race.state import (
    LONGEST_TRACK,
    NUMBER_FACES,
    NUMBER_FIGURES,
    POKER_FACES,
    POKER_FIGURES,
    Face,
    State,
)
from companion.games.poker_dice_race.table import TRAY, place_of, square_zone, start_zone
from companion.hands import Doubts, Faces, Hands
from companion.sighting import BLANK, FIGURE

_FIGURES = frozenset({FIGURE, *map(str, (*POKER_FIGURES, *NUMBER_FIGURES))})
_BLANKS = frozenset({BLANK, *map(str, (*POKER_FACES, *NUMBER_FACES))}) - _FIGURES
TAPPED = frozenset({"first_player"})
"""Who begins is drawn by lot and told by a tap on a name (section 7)."""
MOST_HORSES = 4
"""Two stables of two, or four players with one horse each (PD-2)."""


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The tray for a throw; then, when a pawn moves, the square it leaves and the one it comes to.

    Who has two horses to choose from points at one before the first throw of a turn (section 7). Two pawns that swap
    (PD-16) touch the same two squares. Confirming a pawn's square is done by looking.
    """
    match action["do"]:
        case "roll":
            moved = _squares_changed(state, action) if _may_arrive(state, action) else ()
            return tuple(dict.fromkeys((*_pointed_at(state, action), TRAY, *moved)))
        case "stop":
            return _squares_changed(state, action)
        case _:
            return ()


def _pointed_at(state: State, action: Action) -> tuple[str, ...]:
    """PD-26: the pawn that a hand is held over, where there is a choice."""
    number = action.get("horse")
    runners = {horse.number: horse for horse in state.running(str(state.turn))}
    if state.series is not None or len(runners) < 2 or number not in runners:
        return ()
    return (place_of(runners[number]),)


def _may_arrive(state: State, action: Action) -> bool:
    """Whether a throw can bring a horse home at once (PD-21); no other throw moves a pawn."""
    faces = action.get("dice") or ()
    here = state.virtual
    ahead = (
        max((horse.square for horse in state.running(str(state.turn))), default=0) if here is None else here
    )
    return ahead + len(faces) >= state.board.finish


def _squares_changed(state: State, action: Action) -> tuple[str, ...]:
    """The squares that pawns leave and come to, the moving one first; none when the rules refuse the action."""
    try:
        after, _ = rules.apply(state, action)
    except Rejected:
        return ()
    moved = [
        (was, now) for was, now in zip(state.horses, after.horses, strict=True) if was.square != now.square
    ]
    by = action["by"]
    moved.sort(key=lambda pair: (pair[0].owner != by, pair[1].square < pair[0].square))
    return tuple(dict.fromkeys(place_of(horse) for pair in moved for horse in pair))


def laid(action: Action) -> Mapping[str, Faces]:
    """A throw stays in the tray until the dice are taken up again."""
    return {TRAY: tuple(map(str, action["dice"]))} if action["do"] == "roll" else {}


def _of_other_kind(face: Face) -> Face:
    if isinstance(face, int):
        return 1 if face in NUMBER_FIGURES else 4
    return "9" if face in POKER_FIGURES else "J"


class RaceDoubts(Doubts):
    """A throw is taken up before anybody can look again."""

    def misread(self, action: Action) -> tuple[Action, ...]:
        """A throw with one die of the other kind: a figure, or none (section 7)."""
        if action["do"] != "roll":
            return ()
        dice = list(action["dice"])
        return tuple(
            {**action, "dice": [*dice[:place], _of_other_kind(face), *dice[place + 1 :]]}
            for place, face in enumerate(dice)
        )

    def overlooked(self, state: State) -> tuple[Action, ...]:
        """A throw of whoever is on turn: one without a figure, after which the next player went on (PD-8), or others
        (PD-9).
        """
        if state.phase != "racing" or state.turn is None:
            return ()
        if state.series is None:
            horses = [horse.number for horse in state.running(state.turn)][:1]
        else:
            horses = [state.series.horse]
        if not horses:
            return ()
        here = state.horse(horses[0]).square if state.virtual is None else state.virtual
        blank, figure = (1, 4) if state.numbers else ("9", "J")
        dice = state.board.dice_at(here)
        thrown = ([figure] * figures + [blank] * (dice - figures) for figures in range(dice + 1))
        return tuple({"by": state.turn, "do": "roll", "dice": faces, "horse": horses[0]} for faces in thrown)


def meaning(face: str) -> str:
    """A figure, or none: nothing else of a die matters (PD-6, section 7)."""
    if face in _FIGURES:
        return FIGURE
    return BLANK if face in _BLANKS else face


def essence(state: State) -> State:
    """Of a die only whether it shows a figure (PD-6, section 7), in no order; nor which pawns were looked at, nor
    which series was lost.
    """
    series = state.series
    if series is not None:
        figures = state.figures
        rolls = tuple(tuple(sorted(str(face in figures) for face in roll)) for roll in series.rolls)
        series = replace(series, rolls=rolls)
    return replace(state, series=series, awaiting=(), lost=None)


HANDS = Hands(
    touched=touched,
    tapped=TAPPED,
    momentary=frozenset({TRAY}),
    laid=laid,
    meaning=meaning,
    essence=essence,
    doubts=RaceDoubts(),
    puts_right=frozenset({"wrong_square", "wrong_dice_count", "on_obstacle_must_reroll"}),
    told_later=frozenset({"dice", "horse"}),
    loose=frozenset(
        {TRAY, *map(square_zone, range(LONGEST_TRACK + 2)), *map(start_zone, range(1, MOST_HORSES + 1))}
    ),
)
