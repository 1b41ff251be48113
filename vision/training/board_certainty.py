"""Fits how surely pieces on boards are told, on labelled photographs of boards of several kinds.

Each source is enrolled from a few of its photographs, in several choices, and read on all others. What counts is how
a kind of board is read that the weights were not fitted to, so they are fitted on all sources but one and measured on
that one, too, held back (the ridge) more or less. Drawn boards are learnt from beside: no source shows pieces on
print of their own colour on sharp photographs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.certainty import PATH, TERMS, Certainty, known_before, terms
from vision.boards.enrolment import learn
from vision.boards.labelled import BadLabels
from vision.boards.photographed import choices, known_boards
from vision.boards.reader import PieceReader
from vision.boards.squares import Floats, SetBoard
from vision.readings import ASKED, SURE
from vision.scene.piece_boards import KINDS, draw_board, photograph
from vision.scene.tapped_boards import READ_SHARE, enrolled, squares_of, tapped
from vision.training.model_card import write_model_card

RIDGES = (1.0, 3.0, 10.0, 30.0, 100.0)
RIDGE = 3.0
"""What sources that are held out ask for, photographs and drawn boards together (their mean likelihood)."""
_BELIEVED, _RATHER_EMPTY = 0.8, 0.25
"""What was fitted is believed less than it says, and a little more that a square is empty (a logarithm of odds): it
is as sure as it says on squares that it was fitted to only.
"""
_SHARE = 0.3
"""Each source counts as if the share of its occupied squares lay between what it is and this (the mean of both
logarithms of odds): boards with few pieces are to be told, too.
"""
_EACH = 2000.0
"""So many squares each source counts as, however many of it were read."""
_SLOPES = tuple(float(one) for one in np.arange(1.0, 10.5, 0.5))
_DRAWN_WEIGHT = 0.25
"""As so much of a source each kind of drawn boards counts."""
_NEVER = 1e-6
FIRST_DRAWN, _READ_DRAWN = 8000, 3
"""The number of the first drawn board (no bench reads these), and how often each is read."""


@dataclass(frozen=True, eq=False)
class Trial:
    """What was read on squares of one source: ``signs`` float64 (n, SIGNS); ``occupied``, and whether the likeliest
    colour was ``right``, bool (n,); how far each colour lags behind it, ``behind`` float64 (n, colours), and what
    ``Certainty.presence`` asks besides, ``usual`` and ``seen_empty`` float64 (n,). It counts as so many sources.
    """

    signs: Floats
    occupied: NDArray[np.bool_]
    right: NDArray[np.bool_]
    behind: Floats
    usual: Floats
    seen_empty: Floats
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class HeldOut:
    """How a source was read with weights that were fitted without it, all shares of one: of the occupied squares that
    were ``found``, of the empty ones that were taken for ``false``, of the pieces those ``wrong_and_sure`` (and empty
    squares told as surely); and the mean logarithm of the probability of what is true, negative.
    """

    source: str
    squares: int
    found: float
    false: float
    wrong_and_sure: float
    log_likelihood: float


def collect(photos: Path, rounds: int) -> dict[str, Trial]:
    """Enrol and read every source of a folder, in so many choices each; raises BadLabels, BadSquares and
    UnreadablePicture.
    """
    cv2.setNumThreads(1)
    found = {}
    for source, known in known_boards(photos).items():
        read = _Read()
        for enrolled_from in choices(known, rounds):
            reader = PieceReader(learn([one.set_board() for one in enrolled_from]))
            for one in known:
                if one not in enrolled_from:
                    read.note(reader, one.set_board())
        if read.rows:
            print(f"{source}: {len(read.rows)} squares read", flush=True)
            found[source] = read.trial()
    return found


def collect_drawn(count: int, first: int = FIRST_DRAWN) -> dict[str, Trial]:
    """Enrol and read so many drawn boards of each kind; some pieces stand on print of their own colour."""
    cv2.setNumThreads(1)
    found = {}
    for kind in KINDS:
        read = _Read()
        for number in range(first, first + count):
            rng = np.random.default_rng([number, KINDS.index(kind), 71])
            board = draw_board(kind, rng)
            squares = squares_of(board)
            reader = PieceReader(learn(enrolled(board, squares, rng, bare=number % 2 == 1)))
            for _ in range(_READ_DRAWN):
                shown = photograph(board, float(rng.uniform(*READ_SHARE)), rng)
                read.note(reader, tapped(shown, squares, rng))
        print(f"drawn, {kind}: {len(read.rows)} squares read", flush=True)
        found[f"drawn, {kind}"] = read.trial(_DRAWN_WEIGHT)
    return found


@dataclass(frozen=True, eq=False)
class _Read:
    """What was read so far, a row a square; the ``facts`` are those of a Trial, in its order."""

    rows: list[Floats] = field(default_factory=list)
    facts: list[tuple[bool, bool, float, float]] = field(default_factory=list)
    behind: list[Floats] = field(default_factory=list)

    def note(self, reader: PieceReader, known: SetBoard) -> None:
        """Read a photograph that says what stands there."""
        board = reader.board
        laid, standing = reader.weighed(known.image, known.corners)
        for piece in standing:
            name = board.squares.names[laid.named[piece.square]]
            if name in known.unsure:
                continue
            truth, told = known.pieces.get(name), board.colours[int(piece.evidence.argmax())].name
            self.rows.append(piece.signs)
            self.behind.append(np.sort(piece.evidence - piece.evidence.max())[::-1])
            seen = float(board.seen_empty[piece.square])
            self.facts.append((truth is not None, truth == told, board.usual, seen))

    def trial(self, weight: float = 1.0) -> Trial:
        """All of it."""
        occupied, right, usual, seen_empty = (np.array(one) for one in zip(*self.facts, strict=True))
        return Trial(np.array(self.rows), occupied, right, _even(self.behind), usual, seen_empty, weight)


def _even(rows: Sequence[Floats]) -> Floats:
    """Rows of unlike lengths, filled up with what nothing is believed of."""
    longest = max(map(len, rows))
    return np.array([np.pad(row, (0, longest - len(row)), constant_values=-np.inf) for row in rows])


def fitted(trials: Sequence[Trial], ridge: float) -> Certainty:
    """Fit the weights to sources by Newton's method, held back by a ridge; each source counts alike."""
    x = np.concatenate([terms(list(one.signs)) for one in trials])
    y = np.concatenate([one.occupied for one in trials]).astype(np.float64)
    count = np.concatenate([_counts(one) for one in trials])
    # What is added to the sums where boards are read is there while the weights are fitted, too.
    added = np.concatenate([known_before(one.usual, one.seen_empty, _SHARE) for one in trials])
    middle = np.average(x, axis=0, weights=count)
    spread = np.sqrt(np.average((x - middle) ** 2, axis=0, weights=count)) + 1e-6
    rows = np.column_stack([(x - middle) / spread, np.ones(len(x))])
    held = ridge * np.append(np.ones(len(TERMS)), 1e-6)
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        chances = 1 / (1 + np.exp(-np.clip(rows @ weights + added, -30, 30)))
        slope = rows.T @ (count * (y - chances)) - held * weights
        bend = (rows * (count * chances * (1 - chances) + 1e-9)[:, None]).T @ rows + np.diag(held)
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-7:
            break
    numbers = [tuple(map(float, one)) for one in (middle, spread, weights)]
    return Certainty(numbers[0], numbers[1], numbers[2], _SHARE, _slope(trials))


def _counts(trial: Trial) -> Floats:
    """How much each square of a trial counts, float64 (n,)."""
    share = float(np.clip(trial.occupied.mean(), 1e-3, 1 - 1e-3))
    occupied, empty = np.sqrt(share * _SHARE), np.sqrt((1 - share) * (1 - _SHARE))
    meant = occupied / (occupied + empty)
    each = np.where(trial.occupied, meant / share, (1 - meant) / (1 - share))
    return np.asarray(each * trial.weight * _EACH / len(trial.occupied), np.float64)


def _slope(trials: Sequence[Trial]) -> float:
    """How far the lead over other colours is to be believed: what makes the true colours likeliest."""

    def loss(slope: float) -> float:
        total = 0.0
        for one in trials:
            shares = _first_share(one, slope)[one.occupied]
            right = one.right[one.occupied]
            total -= float(np.log(np.maximum(np.where(right, shares, 1 - shares), _NEVER)).mean())
        return total

    return min(_SLOPES, key=loss)


def _first_share(trial: Trial, slope: float) -> Floats:
    """How likely the likeliest colour is, float64 (n,)."""
    return np.asarray(1.0 / np.exp(slope * trial.behind).sum(axis=1), np.float64)


def presences(trial: Trial, certainty: Certainty) -> Floats:
    """How likely something stands on each square of a trial, float64 (n,)."""
    found = np.zeros(len(trial.usual))
    for usual in np.unique(trial.usual):
        here = trial.usual == usual
        found[here] = certainty.presence(list(trial.signs[here]), float(usual), trial.seen_empty[here])
    return found


def judged(source: str, trial: Trial, certainty: Certainty) -> HeldOut:
    """Say how a source is read with given weights."""
    chances = presences(trial, certainty)
    told = chances >= ASKED
    score = chances * _first_share(trial, certainty.colour_slope)
    pieces = max(1, int(trial.occupied.sum()))
    likely = np.clip(np.where(trial.occupied, chances, 1 - chances), _NEVER, 1.0)
    return HeldOut(
        source,
        len(chances),
        float(told[trial.occupied].mean()) if trial.occupied.any() else 1.0,
        float(told[~trial.occupied].mean()) if not trial.occupied.all() else 0.0,
        float((told & ~trial.right & (score >= SURE)).sum()) / pieces,
        float(np.log(likely).mean()),
    )


def cross_validated(trials: Mapping[str, Trial], ridge: float) -> Iterator[HeldOut]:
    """Yield how each source, and each kind of drawn boards, is read with weights that were fitted on the others."""
    for source, trial in trials.items():
        others = [one for name, one in trials.items() if name != source]
        yield judged(source, trial, cautious(fitted(others, ridge)))


def train_boards(photos: Path, models: Path, rounds: int, drawn: int = 0) -> None:
    """Fit the certainty of pieces on boards on a folder of photographs and on so many drawn boards of each kind, and
    write it; says what was measured. Raises BadLabels, also where the photographs are of fewer than two sources,
    BadSquares and UnreadablePicture.
    """
    trials = collect(photos, rounds)
    if len(trials) < 2:
        raise BadLabels(
            f"{photos}: holds labelled boards of fewer than two sources, so that none can be held out"
        )
    certainty, facts = chosen(trials, collect_drawn(drawn) if drawn else {})
    models.mkdir(parents=True, exist_ok=True)
    certainty.save(models / PATH.name)
    facts["choices of what is enrolled"] = f"up to {rounds} of each source"
    facts["drawn boards"] = f"{drawn} of each kind"
    write_model_card(models / PATH.name, facts)
    print(f"written to {models / PATH.name}", flush=True)


def chosen(trials: Mapping[str, Trial], drawn: Mapping[str, Trial]) -> tuple[Certainty, dict[str, str]]:
    """Fit the weights on all there is; says what was measured, also with other ridges on sources held out."""
    print("ridge  source           squares   found    false   wrong and sure   log likelihood", flush=True)
    every = {**trials, **drawn}
    held_out = {ridge: list(cross_validated(every, ridge)) for ridge in RIDGES}
    for ridge, found in held_out.items():
        for one in found:
            print(f"{ridge:5g}  {_line(one)}", flush=True)
    certainty = cautious(fitted(list(every.values()), RIDGE))
    for source, trial in every.items():
        print(f"known  {_line(judged(source, trial, certainty))}", flush=True)
    facts = {f"{one.source}, read without it": _told(one) for one in held_out[RIDGE]}
    return certainty, {**facts, "ridge": f"{RIDGE:g}"}


def cautious(certainty: Certainty) -> Certainty:
    """The same certainty, less sure of itself."""
    *weights, alone = (_BELIEVED * one for one in certainty.weights)
    return replace(certainty, weights=(*weights, alone - _RATHER_EMPTY))


def _line(one: HeldOut) -> str:
    return (
        f"{one.source[:15]:15}  {one.squares:7}  {one.found:6.2%}  {one.false:7.2%}   "
        f"{one.wrong_and_sure:13.2%}   {one.log_likelihood:14.4f}"
    )


def _told(one: HeldOut) -> str:
    return (
        f"{one.found:.2%} of the occupied squares found, {one.false:.2%} of the empty ones called occupied, "
        f"{one.wrong_and_sure:.2%} wrong and sure, {one.squares} squares read"
    )
