"""What each game needs to be seen, and what of it is done: printed cards shown, squares tapped, pieces shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for

from companion.drawing import boxes as shelf
from companion.games import game_ids, load
from web.outside import Outside
from web.stand import piece_words
from web.stand.box_words import cards_counted
from web.stand.misfit import misfit
from web.stand.words import gettext, ngettext


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to do: its name for the page, what it takes, where it is done, and whether it is."""

    id: str
    said: str
    address: str
    done: bool
    part: str = ""
    """How far it is, where it was begun."""


@dataclass(frozen=True, slots=True)
class GameNeeds:
    """A game with all that it needs; nothing where its cards and dice are known already."""

    game: str
    title: str
    needs: tuple[Need, ...]
    misfit: str = ""
    """Why the camera cannot see it as it hangs, and what would help."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return all(one.done for one in self.needs)


def game_needs(outside: Outside, language: str) -> list[GameNeeds]:
    """All games as they stand on the shelf."""
    return [
        GameNeeds(game, load(game).title, tuple(_needs(outside, game)), _misfit(outside, game, language))
        for game in shelf.in_order(game_ids())
    ]


def _misfit(outside: Outside, game: str, language: str) -> str:
    fit = None if outside.stand is None else outside.stand.kept_fit(game, None)
    told = misfit(fit, game, language)
    return "" if told is None else f"{told.trouble} {told.help}"


def _needs(outside: Outside, game: str) -> Iterator[Need]:
    boxes, boards, pieces = outside.boxes, outside.boards, outside.pieces
    if boxes is not None and game in boxes.games():
        told = boxes.progress(game)
        said = gettext(
            "%(cards)s, %(photographs)s, about %(minutes)s",
            cards=cards_counted(told["cards"]),
            photographs=piece_words.photographs_counted(told["photographs"]),
            minutes=_minutes(told["minutes"]),
        )
        part = _part(told["have"], told["cards"])
        yield Need("cards", said, url_for("boxes.page", game=game), told["have"] >= told["cards"], part)
    if boards is not None and game in boards.games():
        address = url_for("boards.page", game=game)
        yield Need("squares", gettext("the squares of the board"), address, boards.profile(game) is not None)
    if pieces is not None and game in pieces.games():
        told = pieces.progress(game)
        said = gettext(
            "%(pieces)s, %(photographs)s, about %(minutes)s",
            pieces=piece_words.pieces_counted(told["pieces"]),
            photographs=piece_words.photographs_counted(told["photographs"]),
            minutes=_minutes(told["minutes"]),
        )
        part = _part(told["have"], told["photographs"])
        yield Need(
            "pieces", said, url_for("pieces.page", game=game), told["have"] >= told["photographs"], part
        )


def _minutes(number: int) -> str:
    return ngettext("%(num)s minute", "%(num)s minutes", number)


def _part(have: int, wanted: int) -> str:
    return gettext("%(have)s of %(wanted)s", have=have, wanted=wanted) if 0 < have < wanted else ""
