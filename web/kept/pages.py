"""Looking back: the boxes on the shelf, the list of kept games with the league, and each game move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from companion.action import Rejected
from companion.drawing import boxes, symbols
from companion.drawing.chart import Line, chart
from companion.games import all_games, game_ids, load
from companion.journal import JournalError
from companion.kept.highlights import highlights
from companion.kept.league import Place
from companion.kept.replayed import Replayed
from companion.kept.summary import KeptGame
from companion.languages import grammar
from companion.names import clean_name
from companion.record import MalformedRecord, parse
from web.film import boxes_of_film
from web.kept import words as kept_words
from web.kept.api import record_file
from web.language import explain_refusal, eye_words, viewer_language, viewer_theme
from web.security import session_token
from web.services import services
from web.settings import first_evening, trouble_words
from web.table.animals import household
from web.table.screen import FRAGMENT_HEADER, Drawing, Unfolded, context, page_tools, panels
from web.table.teaching import rule_way

blueprint = Blueprint("kept", __name__)

ON_A_PAGE = 5
"""How many games a page of the list shows: as many as fit a tablet in readable letters."""
MOST_BADGES = 6
"""How many players the shelf shows: as many as play the game for the most."""
_LETTER, _EDGE = 1.5, 4.0
"""Per cent of the slider: the width of a letter below it, and how near its ends a name no longer stands centred."""
ROWS = 6
"""How many moments the table of a game's numbers shows."""


# ---------------------------------------------------------------- the shelf


@blueprint.get("/home")
def home() -> ResponseReturnValue:
    """The shelf; a filmed evening leads to the one from which it was begun."""
    begun_at = boxes_of_film()
    return shelf_page() if begun_at is None else redirect(begun_at, 303)


def shelf_page() -> str:
    """The five boxes, who plays, and the last game."""
    first_evening.is_over()
    shelf, table = services().shelf, services().table
    kept = shelf.games()
    shown = table.snapshot()
    in_play = shelf.game(table.number) if shown.game and not shown.over else None
    left = () if in_play else tuple(shelf.game(one.number) for one in table.unfinished())
    left_open = next((one for one in left if one is not None), None)
    last = in_play or left_open or (kept[0] if kept else None)
    family, seated, wrong = _around_the_table(kept[0].players if kept else ())
    return _shown(
        "home",
        boxes=[load(game) for game in boxes.in_order(game_ids())],
        last=last,
        chapter=_chapter_of(last),
        doing="resume" if in_play else "go_on" if left_open else "replay",
        family=family,
        seated=seated,
        wrong=wrong,
        asked=request.args.getlist("name"),
        menu=_menu() if request.args.get("panel") == "menu" else "",
        races=lambda game: (box := boxes.box_of(game)) is not None and box.horses,
        seq=shown.seq,
        demonstrated=services().outside.demonstration is not None,
    )


def _around_the_table(last: Sequence[str]) -> tuple[dict[str, str], Sequence[str], str]:
    """Whom the shelf shows with which animal, who of them plays, and what is wrong with a name that was typed.

    Those who play are named in the address; else they are the ``last`` who did, or whoever the house knows.
    """
    known = household()
    spelled = {name.casefold(): name for name in known}
    asked, wrong = [], ""
    for typed in filter(str.strip, request.args.getlist("name")):
        try:
            name = clean_name(typed)
        except Rejected as refusal:
            wrong = explain_refusal(None, refusal.code, refusal.details, viewer_language())
        else:
            asked.append(spelled.setdefault(name.casefold(), name))
    default = (*(last or known or services().outside.new_game.players),)
    seated = list(dict.fromkeys(asked))[:MOST_BADGES] or default
    animals = symbols.animals_at(list(dict.fromkeys([*seated, *known])), known)
    others = [name for name in known if name not in seated][: max(MOST_BADGES - len(seated), 0)]
    order = [*known, *(name for name in seated if name not in known)]
    return {name: animals[name] for name in order if name in (*seated, *others)}, seated, wrong


def _menu() -> Markup:
    """The menu, as it lies over the shelf."""
    back = url_for("kept.home", name=request.args.getlist("name"))
    return Markup(render_template("table/menu.html", **context(Unfolded("menu")), back=back))  # noqa: S704


def _chapter_of(game: KeptGame | None) -> str | None:
    """The part of an unfinished game that was played last, in words."""
    if game is None or game.over or game.chapter is None:
        return None
    return game.chapter.said(viewer_language())


# ---------------------------------------------------------------- the list


@blueprint.get("/games")
def history() -> str:
    """The kept games, a page of them, with the league beside them."""
    shelf = services().shelf
    kept = shelf.games()
    only = request.args.get("game")
    shown = [game for game in kept if game.game == only] if only in game_ids() else list(kept)
    pages = max((len(shown) + ON_A_PAGE - 1) // ON_A_PAGE, 1)
    page = min(max(request.args.get("page", 1, type=int), 1), pages)
    return _shown(
        "history",
        games=shown[(page - 1) * ON_A_PAGE : page * ON_A_PAGE],
        newest=next((game for game in kept), None),
        total=len(shown),
        first=shown[-1] if shown else None,
        only=only if only in game_ids() else None,
        played={game.game for game in kept},
        page=page,
        pages=pages,
        pending=shelf.pending,
        league=shelf.league(),
    )


@blueprint.get("/league")
def league() -> str:
    """The whole league, and how the dice fell."""
    shelf = services().shelf
    return _shown("league", league=shelf.league(), pending=shelf.pending)


@blueprint.get("/games/add")
def add() -> str:
    """Where a game comes in as a file."""
    return _shown("add")


@blueprint.post("/games/add")
def added() -> Response:
    """Takes a record in, and shows it."""
    file = request.files.get("record")
    try:
        text = file.read().decode("utf-8-sig") if file else ""
        number = services().table.take_in(parse(text))
    except (MalformedRecord, UnicodeDecodeError) as error:
        return _not_added(str(error))
    except Rejected as refusal:
        return _not_added(f"line {refusal.details.get('line', 1)}")
    except JournalError:
        flash(explain_refusal(None, "journal_failed", {}, viewer_language()))
        return make_response(_shown("add"), 507)
    return make_response(redirect(url_for("kept.replay", number=number), 303))


def _not_added(problem: str) -> Response:
    digits = "".join(part for part in problem.split(":")[0] if part.isdigit())
    flash(explain_refusal(None, "bad_record", {"line": digits or "1"}, viewer_language()))
    return make_response(_shown("add"), 422)


# ---------------------------------------------------------------- one game


@blueprint.get("/games/<int:number>")
def replay(number: int) -> str:
    """One game at one of its moments."""
    shelf = services().shelf
    kept, replayed = shelf.game(number), shelf.replayed(number)
    if kept is None or replayed is None:
        abort(404)
    moment = replayed.at(request.args.get("at", replayed.last, type=int))
    language = viewer_language()
    game = replayed.game
    numbers = request.args.get("show") == "numbers"
    chapters = [(one.at, one.title.said(language)) for one in replayed.chapters]
    return _shown(
        "replay",
        kept=kept,
        manifest=game,
        draw=Drawing(game.drawing) if game.drawing else None,
        view=moment.view,
        moment=moment,
        replayed=replayed,
        told=_told(replayed, moment.at, language),
        rule_ways=[rule_way(game.id, str(fault.get("code"))) for fault in moment.faults],
        panels=lambda: panels(game, moment.view, language),
        chart=lambda width=408, height=380: _chart(replayed, moment.at, language, width, height),
        course_title=game.course.title.said(language) if game.course else None,
        labelled=_labelled(chapters, replayed.last),
        next_fault=next((at for at in replayed.faulty if at > moment.at), None),
        evening=[one.said(language) for one in highlights(replayed)] if replayed.over else [],
        rows=_rows(replayed, moment.at) if numbers else None,
        numbers=numbers,
        in_play=not replayed.over and services().table.number == number,
    )


@blueprint.get("/games/<int:number>/record")
def record(number: int) -> Response:
    """A finished game as a file."""
    text = services().shelf.record(number)
    if text is None:
        abort(404)
    return record_file(number, text)


def _told(replayed: Replayed, at: int, language: str) -> list[str]:
    """What happened at a moment: the move, then what came of it, in sentences that everybody may read."""
    moment = replayed.at(at)
    game = replayed.game.id
    if moment.action is None:
        return []
    said = explain_refusal(game, f"did_{moment.action['do']}", moment.action, language)
    faults = [explain_refusal(game, str(fault.get("code")), fault, language) for fault in moment.faults]
    return [said, *faults]


def _chart(replayed: Replayed, at: int, language: str, width: int, height: int) -> Markup:
    """The course of the game; safe for the page: made of numbers, names are escaped."""
    course = replayed.game.course
    if course is None:
        return Markup("")
    standings = replayed.standings
    lines = [
        Line(
            name,
            symbols.seat_animal(replayed.players, name) if name in replayed.players else None,
            [(standing.get(name) or 0) / course.unit for standing in standings],
            course.inks.get(name),
        )
        for name in standings[-1]
    ]
    shown, now = (
        {name: figure(value or 0, course.unit, language) for name, value in standings[moment].items()}
        for moment in (-1, at)
    )
    told = ", ".join(f"{name} {value}" for name, value in now.items())
    title = course.title.said(language)
    drawn = chart(
        lines,
        at,
        f"{title}: {told}",
        marks=[one.at for one in replayed.chapters],
        faults=replayed.faulty,
        shown=shown,
        width=width,
        height=height,
    )
    return Markup(drawn)  # noqa: S704 - see above


def figure(value: int, unit: int, language: str) -> str:
    """A number of the chart: whole, or with one decimal where it counts thousands."""
    if unit == 1:
        return str(value).replace("-", "\u2212")
    told = f"{value / unit:.1f}".replace("-", "\u2212")
    return told.replace(".", str(grammar(__name__, language).DECIMAL_MARK))


def _labelled(chapters: Sequence[tuple[int, str]], last: int) -> list[tuple[float, str, bool]]:
    """The parts of the game along the slider: where in per cent, the name, and whether there is room for it.

    Where two names would cover each other the longer part has its own.
    """
    begins = [at for at, _ in chapters]
    lengths = [after - at for at, after in pairwise([*begins, last])]
    taken: list[tuple[float, float]] = []
    fits: set[int] = set()
    for part in sorted(range(len(chapters)), key=lambda one: -lengths[one]):
        place, half = 100 * begins[part] / max(last, 1), _LETTER * len(chapters[part][1]) / 2
        low = max(place - half, 0.0) if place < _EDGE else place - half
        low = min(low, 100 - 2 * half) if place > 100 - _EDGE else low
        if all(low + 2 * half < other or low > end for other, end in taken):
            taken.append((low - 1, low + 2 * half + 1))
            fits.add(part)
    return [
        (round(100 * at / max(last, 1), 2), title, part in fits) for part, (at, title) in enumerate(chapters)
    ]


def _rows(replayed: Replayed, at: int) -> list[tuple[int, Mapping[str, str]]]:
    """Moments for the table of numbers: the beginning, evenly on, the end, and the one looked at."""
    course, last = replayed.game.course, replayed.last
    moments = sorted({round(last * place / (ROWS - 2)) for place in range(ROWS - 1)} | {at})
    unit, language = course.unit if course else 1, viewer_language()
    return [
        (moment, {name: figure(value or 0, unit, language) for name, value in standing.items()})
        for moment in moments
        if replayed.standings
        for standing in (replayed.standings[moment],)
    ]


# ---------------------------------------------------------------- inside


def _shown(template: str, **context: Any) -> str:
    """A page, or only its changing part for a script that asks so."""
    language = viewer_language()
    status = services().outside.eyes.status()
    shared = {
        **page_tools(),
        "language": language,
        "theme": viewer_theme(),
        "token": session_token(),
        "eye_status": status,
        "eye_words": lambda: eye_words(status),
        "flashed": get_flashed_messages(),
        "troubles": trouble_words.told_here(),
        "lid": lambda game: Markup(boxes.cover(game.id, game.title, language)),  # noqa: S704 - as above
        "cups": cups,
        "titles": {one.id: one.title for one in all_games()},
        "all_games": lambda: [load(game) for game in boxes.in_order(one.id for one in all_games())],
        "animal": household().get,
        "seat_of": lambda players, player: symbols.seat_animal(tuple(players), player),
        "when": lambda moment, **how: kept_words.when(moment, language, **how),
        "how_long": kept_words.how_long,
        "since": lambda moment, count: kept_words.since(moment, count, language),
        "decimal": lambda value: _decimal(value, language),
        "template": f"kept/{template}.html",
        "page_id": template,
    }
    whole = not request.headers.get(FRAGMENT_HEADER)
    return render_template("kept/page.html" if whole else f"kept/{template}.html", **shared, **context)


def cups(place: Place) -> list[str]:
    """One game id for each game won, in the order of the shelf."""
    wins = dict(place.wins)
    return [game for game in boxes.in_order(wins) for _ in range(wins[game])]


def _decimal(value: float, language: str) -> str:
    """A number with its sign and one decimal."""
    told = f"{value:+.1f}".replace("-", "\u2212")
    return told.replace(".", str(grammar(__name__, language).DECIMAL_MARK))
