"""Whether the games fit a family's stand: what the page says before an evening, and the doctor."""

from __future__ import annotations

from calibration.game_fit import GameFit, game_fit
from calibration.stand import Stand
from calibration.view import TableView
from calibration.zones import TablePlan
from companion.games import load


def fit_between(
    view: TableView,
    size: tuple[float, float] | None,
    brought: TablePlan,
    own: TablePlan | None,
    players: int | None = None,
) -> GameFit | None:
    """Return how a game fits a view of a table (``size`` between its markers, mm): as ``brought``, or as the family
    has put its zones. None where nobody has said where they lie and no markers tell.
    """
    if own is None and size is None:
        return None
    plan = own or brought
    fewest = load(brought.game).players[0]
    return game_fit(view, plan, size, players=players, fewest=fewest, brought=(brought.width, brought.height))


def kept_fit(stand: Stand, brought: TablePlan, players: int | None) -> GameFit | None:
    """Return how a game fits the stand as it was set up, for so many players (None: as many as can play)."""
    return fit_between(stand.view, stand.size, brought, stand.plans.get(brought.game), players)
