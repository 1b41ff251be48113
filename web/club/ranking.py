"""The ranking of all who play, game by game and over all, the hall of records, and the evenings."""

from __future__ import annotations

from flask import Blueprint, request
from flask_babel import format_date, gettext, ngettext

from companion.club.evenings import evenings
from companion.club.records import Record
from web.club.frame import box_title, framed, named, read, when
from web.club.services import club

blueprint = Blueprint("club_ranking", __name__)
MOST_EVENINGS = 50


@blueprint.get("/ranking")
def page() -> str:
    """The ranking of one game, or over all."""
    finished = read(club().finished.read)
    box = request.args.get("game") or None
    if finished is None:
        return framed("club/ranking.html", readable=False, box=box, boxes=[], ratings=[], records=[])
    _, ladder = finished
    return framed(
        "club/ranking.html",
        readable=True,
        box=box if box in ladder.boxes else None,
        boxes=ladder.boxes,
        ratings=ladder.ratings(box if box in ladder.boxes else None),
        records=[(said(one), _whose(one), _where(one)) for one in club().finished.records()],
    )


@blueprint.get("/evenings")
def all_evenings() -> str:
    """The last evenings, and who won at each."""
    finished = read(club().finished.read)
    return framed(
        "club/evenings.html",
        readable=finished is not None,
        evenings=[
            (format_date(one.day, "full"), one, [(named(name), count) for name, count in one.won])
            for one in evenings(() if finished is None else finished[0])[:MOST_EVENINGS]
        ],
    )


def said(record: Record) -> str:
    """What a record is of."""
    games = ngettext("%(num)s game", "%(num)s games", record.amount)
    moves = ngettext("%(num)s move", "%(num)s moves", record.amount)
    cards = ngettext("%(num)s card", "%(num)s cards", record.amount)
    told: dict[str, str] = {
        "streak": gettext("Most games won in a row: %(amount)s", amount=games),
        "most_played": gettext("Most games played: %(amount)s", amount=games),
        "shortest": gettext("Shortest game won: %(amount)s", amount=moves),
        "longest": gettext("Longest game won: %(amount)s", amount=moves),
        "best_call": gettext("Best call: %(amount)s put back", amount=cards),
        "faultless": gettext("Longest game without a call: %(amount)s", amount=moves),
    }
    return told[record.kind]


def _whose(record: Record) -> str:
    return ", ".join(named(player) for player in record.players)


def _where(record: Record) -> str:
    told = [box_title(record.box)] if record.box else []
    return ", ".join([*told, *filter(None, [when(record.at_ms)])])
