"""What a page is made of: the state, the game's own drawing and words, and what is unfolded on it."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from flask import current_app, render_template, request, url_for
from flask_babel import gettext
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.action import BANK, TABLE
from companion.drawing import boxes, bursts, svg, symbols, wrongly_lying
from companion.drawing.bouquet import bouquet
from companion.game import Game, Panel
from companion.games import all_games, game_ids, load
from companion.journal import JournalError
from companion.kept.highlights import highlights
from companion.kept.summary import winners
from companion.languages import LANGUAGES
from companion.podium import Place, of_any_game
from companion.showing import may_act
from companion.unfinished import Unfinished
from companion.words import has_words, sentence
from web.film import boxes_of_film, is_film
from web.language import explain_refusal, eye_words, viewer_language, viewer_theme
from web.seats.roles import is_owner
from web.seats.viewer import lacks_seat, only_watches, seat_taken_back, viewer_seat
from web.security import session_token
from web.services import services
from web.settings import device, pin_words, trouble_words
from web.stand.misfit import Misfit, misfit
from web.table import action_forms, asking, game_options, news, seating, teaching
from web.table.action_forms import ActionForm, CardPlace, Hands
from web.table.animals import keep_animals
from web.table.forms import Key, field_name
from web.table.state import table_state, whereabouts

PANELS = (
    *("menu", "history", "amend", "new", "kept", "other", "where", "set_up", "pause", "lots", "secret"),
    "seating",
)
FOR_WATCHING = ("menu", "history", "where", "pause")
"""Those of a browser that changes nothing."""
FRAGMENT_HEADER = "X-Fragment"
"""Asks for what changes of a page alone."""
NEWS_HEADER = "X-News"
"""Says how much of what was told a fragment shows."""
CLOSED = "table"
"""The panel's name in an address that wants none, where one would unfold by itself."""

MOST_TOLD = 8
MOST_TICKS = 6
"""Of more places than these that lie right before a game only their number is told."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The shapes in which a board is drawn, of which the style of a page shows one, by the screen.

    Most games have two: a ``narrow`` one for phones, and another.
    """

    names: tuple[str, ...] = ("wide", "upright", "phone")

    @property
    def narrow(self) -> tuple[bool, ...]:
        """Whether a game of two shapes draws its narrow one: each of them in turn."""
        return tuple(dict.fromkeys(one == "phone" for one in self.names))


ALL_SHEETS = Sheets()
SHEETS = {one: Sheets((one,)) for one in ALL_SHEETS.names}


@dataclass(frozen=True, slots=True)
class Unfolded:
    """What a viewer has unfolded: a panel, the entry it is about, a number of dice; for a new game which one, and
    the players and options (JSON) of one that only waits for what was dealt.
    """

    panel: str | None = None
    entry: int | None = None
    dice: int | None = None
    game: str | None = None
    players: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Unfolded:
        """What an address asks for; anything else is left out."""
        panel, game = query.get("panel"), query.get("game")
        if (only_watches() or lacks_seat()) and panel not in FOR_WATCHING:
            panel = CLOSED
        asked = cls(
            panel if panel in PANELS else None,
            query.get("entry", type=int),
            query.get("dice", type=int),
            game if game in game_ids() else None,
            tuple(query.getlist("player"))[:12],
            tuple((name[7:], value) for name, value in query.items() if name.startswith("option."))[:64],
        )
        return asked._waiting() if panel is None else asked

    def _waiting(self) -> Unfolded:
        """A game asked for when the program was started, that only waits for what was dealt; or one whose table is
        laid out otherwise than it should be, before anything was played.
        """
        defaults = services().outside.new_game
        if defaults.waiting_at is not None and defaults.waiting_at == services().table.seq:
            return replace(self, panel="new", game=defaults.game, players=tuple(defaults.players))
        return replace(self, panel="set_up") if viewer_seat() is None and _lies_wrong() else self


def _countable(game: str) -> bool:
    """Whether the cards of a game's box can be counted here."""
    counting = services().outside.counting
    return counting is not None and game in counting.games() and not is_film()


def _lies_wrong() -> bool:
    """Whether the first looks at a new game's table have shown all of it, and not all lies as the game begins.

    The family of a filmed evening needs nobody to tell them.
    """
    set_up = services().table.snapshot().set_up
    return set_up is not None and set_up.is_new and set_up.is_wrong and not is_film()


class Drawing:
    """A game's drawing functions, their SVG marked as safe for the page."""

    def __init__(self, module: str) -> None:
        self._module = importlib.import_module(module)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self._module, name)

        def drawn(*arguments: Any, **options: Any) -> Any:
            result = function(*arguments, **options)
            # The drawing functions escape all text they are given.
            drawn_svg = isinstance(result, str) and result.startswith("<svg")
            return Markup(result) if drawn_svg else result  # noqa: S704

        return drawn


def _drawing(game: Game) -> Drawing | None:
    return Drawing(game.drawing) if game.drawing else None


def render_page(unfolded: Unfolded, **extra: Any) -> str:
    """The whole page."""
    return render_template("table/page.html", **context(unfolded), **extra)


def render_fragment(unfolded: Unfolded, **extra: Any) -> str:
    """Only what changes while a game runs."""
    return render_template("table/fragment.html", **context(unfolded), **extra)


def context(unfolded: Unfolded) -> dict[str, Any]:
    """Everything the templates use."""
    told_so_far = services().hub.news
    state = table_state()
    language = viewer_language()
    looks_only = only_watches() or lacks_seat()
    open_game = state["game"]
    if open_game:
        keep_animals(tuple(open_game["players"]))
    wanted = load(unfolded.game or (open_game["id"] if open_game else services().outside.new_game.game))
    manifest = load(open_game["id"]) if open_game else wanted
    forms = lambda: _action_forms(manifest, state, language)  # noqa: E731 - made only where it is shown
    return {
        **teaching.tools(manifest, state, forms, language),
        "news": told_so_far,
        "troubles": trouble_words.told_here(),
        "state": state,
        "view": state["view"],
        "manifest": manifest,
        "wanted": wanted,
        "draw": _drawing(manifest),
        "wanted_draw": _drawing(wanted),
        "unfolded": unfolded,
        "closed": CLOSED if services().outside.new_game.waiting_at == state["seq"] or _lies_wrong() else None,
        "language": language,
        "languages": LANGUAGES,
        "theme": viewer_theme(),
        "token": session_token(),
        "defaults": services().outside.new_game,
        "games": all_games,
        "unfinished": _unfinished,
        "last_move": lambda game: explain_refusal(game.id, f"did_{game.last['do']}", game.last, language),
        "seated": services().browsers.seated(open_game["number"]) if open_game else {},
        "owner": is_owner(),
        "has_pin": services().pin.mark is not None,
        "watching": looks_only,
        "film_from": boxes_of_film(),
        "taken_back": seat_taken_back(),
        "winners": winners(state["view"]),
        "evening_told": cache(lambda: _evening_told(state, language)),
        "places": lambda: _places(manifest, state, language),
        "most_told": MOST_TOLD,
        "most_ticks": MOST_TICKS,
        "glowing": lambda drawn: _lately(drawn, state, may_change=not looks_only),
        "told": _told(manifest, state["events"], language),
        "sentence": _sentences(manifest, language),
        "face_name": lambda face: manifest.words.face_name(face, language),
        "by_name": _by_name,
        "whereabouts": whereabouts,
        "set_up": services().table.snapshot().set_up,
        "countable": _countable(manifest.id),
        "places_at_table": lambda chosen: seating.places(state, chosen),
        "seating_news": seating.news(state),
        "awaited_words": lambda: [
            explain_refusal(manifest.id, step["code"], step["arguments"], language)
            for step in state["awaited"]
        ],
        "panels": lambda: panels(manifest, state["view"], language),
        "action_forms": forms,
        "can_be": _can_be,
        "amend_forms": lambda entry: _amend_forms(manifest, entry, language, state["view"]),
        "doubt": asking.asked(manifest, state, language),
        "photograph": lambda: asking.worth_a_picture(manifest, state, language),
        "strange": lambda *zones: wrongly_lying.strange(state.get("sight"), *zones),
        "seen_wrong": lambda: asking.seen_wrong(manifest, state, language),
        "clock_wanted": device.chosen("clock") == "on",
        "secrets": lambda: _secrets(manifest, state, _action_forms(manifest, state, language)),
        "better_in_secret": lambda: _better_in_secret(manifest, state, language),
        "may_amend": lambda entry: not looks_only and may_act(state["seat"], entry["action"]["by"]),
        "current_options": lambda: game_options.current(wanted, open_game, unfolded.options),
        "option_fields": lambda: game_options.fields(wanted, open_game, unfolded.options, language),
        "presets": lambda: game_options.presets(wanted),
        "opening_players": unfolded.players if unfolded.panel == "new" else (),
        "misfit_of": lambda players: _misfit_of(wanted, players, language),
        "opening_card": lambda *place: _opening_card(place, language),
        "eye_words": _eye_words,
        "eye_status": services().outside.eyes.status(),
        "pressed": _pressed(),
        "seat": _seats(open_game),
        "animals_of": _animals_of,
        "with_animals": _with_animals,
        "faces_far": lambda: _faces_far(state),
        "icon": _icon,
        "logo": _logo,
        "rays": bursts.rays,
        "bouquet": lambda: Markup(bouquet()),  # noqa: S704 - our own drawing
        "bar": lambda share, label: Markup(svg.bar(share, label)),  # noqa: S704 - made of numbers
        "sprite": lambda: Markup(symbols.sprite(lids=not open_game, animals=False)),  # noqa: S704 - our own drawings
        "lid_of": lambda game: Markup(boxes.cover(game.id, game.title, language)),  # noqa: S704 - as above
        "lettering_of": lambda game: Markup(symbols.lettering_of(game)),  # noqa: S704 - as above
    }


def page_tools() -> dict[str, Any]:
    """What the templates of a page beside the table draw with."""
    return {
        "icon": _icon,
        "sprite": lambda: Markup(symbols.sprite()),  # noqa: S704 - our own drawings
        "box_logo": _box_logo,
        "letter": lambda game: boxes.letter(game, load(game).title),
        "sheets": ALL_SHEETS,
    }


def _misfit_of(wanted: Game, players: Sequence[str], language: str) -> Misfit | None:
    """Why the camera, as it was set up, does not see all of a game for these players, before it is begun."""
    stand = services().outside.stand
    at_table = len(players) if len(players) >= wanted.players[0] else None
    return None if stand is None else misfit(stand.kept_fit(wanted.id, at_table), wanted.id, language)


def panels(manifest: Game, view: Mapping[str, Any] | None, language: str) -> tuple[Panel, ...]:
    """The viewer's table told in words; what only this viewer may see comes first."""
    if view is None:
        return ()
    shown = manifest.panels(view, language)
    if not view.get("private"):
        return shown
    told = manifest.panels({name: part for name, part in view.items() if name != "private"}, language)
    return tuple(sorted(shown, key=lambda panel: panel in told))


def _action_forms(manifest: Game, state: Mapping[str, Any], language: str) -> tuple[Hands, ...]:
    view = state["view"] or {}
    hands = action_forms.grouped(manifest.id, state["legal_actions"], language, view)
    return action_forms.hands_first(hands, state["seat"] or view.get("turn"))


def _can_be(action: Mapping[str, Any]) -> Sequence[str | int]:
    """The cards that an action which lacks its card can be about; empty where nobody can know."""
    table = services().table
    return table.game.can_be(table.state, action) if table.game else ()


def _amend_forms(
    manifest: Game, entry: Mapping[str, Any], language: str, view: Mapping[str, Any] | None
) -> tuple[ActionForm, ...]:
    offered = services().table.offered_before(entry["seq"], viewer_seat())
    return action_forms.amend_forms(manifest.id, entry["action"], offered, language, view)


def _better_in_secret(manifest: Game, state: Mapping[str, Any], language: str) -> str | None:
    """Why a player's own page is better now, while the table chooses for players who have none; else None."""
    if state["view"] is None or state["seat"] is not None:
        return None
    code = f"private_{state['view'].get('phase')}"
    alone = set(state["game"]["players"]) <= services().table.private_pages()
    return None if alone or not has_words(manifest.id, code) else sentence(manifest.id, code, {}, language)


def _secrets(manifest: Game, state: Mapping[str, Any], hands: Sequence[Hands]) -> tuple[Hands, ...]:
    """What each player has to choose on this tablet that the others are not to see."""
    view = state["view"] or {}
    together = has_words(manifest.id, f"private_{view.get('phase')}")
    own = (one for one in hands if one.by in state["game"]["players"])
    kept = (
        replace(one, forms=tuple(form for form in one.forms if together or _is_secret(manifest, form)))
        for one in own
    )
    return tuple(one for one in kept if one.forms)


def _is_secret(manifest: Game, form: ActionForm) -> bool:
    """Whether the log would not show everybody what is chosen in this form."""
    chosen = {argument.name: "" for argument in form.arguments}
    return None in manifest.redacted({**json.loads(form.action), **chosen}, None).values()


def _lately(drawn: str, state: Mapping[str, Any], *, may_change: bool) -> Markup:
    """A drawn board: what has just moved glows, and a piece that is touched leads to the move that put it there."""
    view = state["view"] or {}
    moved = news.moved_last(state["events"], view)
    shown = news.glowing(drawn, moved)
    if not may_change or state["over"]:
        return shown
    counting = [
        entry
        for entry in state["history"]
        if entry.get("action") and not entry.get("undone") and not entry.get("left_out")
    ]
    ways = {
        key: url_for("pages.table", panel="amend", entry=seq)
        for key, seq in news.put_there_by(view, counting, moved).items()
    }
    return news.touchable(shown, ways)


def _told(manifest: Game, events: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """What the last entry brought about, one sentence an event."""
    if telling := getattr(manifest.words, "told", None):
        return list(telling(list(events), language))[:MOST_TOLD]
    lines: list[str] = []
    for event in events:
        try:
            lines.append(sentence(manifest.id, event["event"], event, language))
        except KeyError:
            continue
    return lines[:MOST_TOLD]


def _by_name(by: str) -> str:
    named: dict[str, str] = {TABLE: gettext("The table"), BANK: gettext("The bank")}
    return named.get(by, by)


def _places(manifest: Game, state: Mapping[str, Any], language: str) -> tuple[Place, ...]:
    """Who stands where at the end."""
    view = state["view"]
    if manifest.podium is not None:
        return tuple(manifest.podium(view, language))
    return of_any_game(view, state["game"]["players"], winners(view), manifest.course)


def _unfinished() -> tuple[Unfinished, ...]:
    """What can be gone on with; nothing while earlier games cannot be read: a new one can be begun all the same."""
    try:
        return services().table.unfinished()
    except JournalError as error:
        current_app.logger.warning("%s", error)
        return ()


def _evening_told(state: Mapping[str, Any], language: str) -> list[str]:
    """The game that is over in a few sentences."""
    played = services().shelf.replayed(state["game"]["number"])
    return [] if played is None else [one.said(language) for one in highlights(played)]


def _opening_card(place: tuple[Key, ...], language: str) -> CardPlace:
    """A playing card that lies on the table before the game begins."""
    name, *keys = place
    field = field_name("setup", str(name), *keys)
    rank, suit = (request.form.get(f"{half}.{field}") for half in ("rank", "suit"))
    return action_forms.card_place(field, language, rank, suit)


def _eye_words() -> str:
    """What the seeing part is doing; of a filmed evening that it is a film, too."""
    told = eye_words(services().outside.eyes.status())
    return gettext("Film · %(told)s", told=told) if is_film() else told


def _pressed() -> str | None:
    """What a button of the table has just done, and whose hand it was; None where that is no news."""
    pins = services().outside.pins
    last = None if pins is None else pins.last()
    return None if last is None else pin_words.press_words(last)


def _sentences(manifest: Game, language: str) -> Callable[[str, Mapping[str, Any]], str]:
    return lambda code, arguments: explain_refusal(manifest.id, code, arguments, language)


def _seats(open_game: Mapping[str, Any] | None) -> Callable[[str], str]:
    players = tuple(open_game["players"]) if open_game else ()
    return lambda player: symbols.seat_animal(players, player) if player in players else symbols.SEATS[0]


def _animals_of(names: Sequence[str], places: int) -> list[str]:
    """The animal at each place of a new game: that of the player who is written there, else a free one."""
    written = [*names, *("" for _ in range(places))][:places]
    players = [name or f"place {place}" for place, name in enumerate(written)]
    drawn = symbols.animals_at(players, symbols.KEPT.get())
    return [drawn[player] for player in players]


def _with_animals(caller: Callable[[], Markup]) -> Markup:
    """A part of the page together with the animals that it shows: a page that stays gets other players."""
    part = caller()
    return part + Markup(symbols.animals_in(part))  # noqa: S704 - our own drawings


def _faces_far(state: Mapping[str, Any]) -> bool:
    """Whether the player on turn sits on the far side of a tablet that lies between the players: the second half."""
    players = state["game"]["players"] if state["game"] else []
    turn = (state["view"] or {}).get("turn")
    return state["seat"] is None and turn in players and players.index(turn) >= (len(players) + 1) // 2


def _icon(name: str, width: float = 28, height: float | None = None, class_: str | None = None) -> Markup:
    return Markup(svg.icon(name, width, height, class_=class_))  # noqa: S704 - our own drawings


def _logo(name: str, height: float) -> Markup:
    return _icon(name, height * symbols.ratio(name), height, "logo")


def _box_logo(game: str, height: float, widest: float) -> Markup | None:
    """A game's lettering, at most so high and so wide (px); None for a game without one."""
    symbol = boxes.lettering(game)
    if symbol is None:
        return None
    return _logo(symbol, min(height, widest / symbols.ratio(symbol)))
