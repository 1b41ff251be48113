"""No sentence is left in another language: all that is shown and said is read in one that only catalogues speak."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.announcer import Announcer
from companion.domains import kind
from companion.game import Game
from companion.games import all_games, game_ids
from companion.games.change_horses.drawing import short_name
from companion.journal import Journal
from companion.simulated.players import NAMES
from companion.table import Table
from companion.words import label, sentence, sign, spoken, value_name
from tests import pseudo_language
from tests.browser import test_super_crack
from tests.browser.conftest import House
from tests.browser.looking import LONG
from tests.browser.test_fit import states
from tests.browser.test_pseudo_language import TABLES
from tests.companion.games.kit import each_game, some
from tests.companion.games.test_kit_words import parts
from tests.companion.kept.family import clock, play
from tests.fake_eyes import FakeEyes
from tests.fake_family import SICK, FakeFamily
from tests.fake_wifi import CODES, FAULTS, HOTSPOT, JOINED, NETWORKS, FakeWifi
from tests.page_app import page_app
from tests.pseudo_language import foreign, foreign_on
from tests.web.conftest import Tablet
from tests.web.stand.test_board_page import KINDS, TAPPED, FakeBoards, fault, state_of
from tests.web.stand.test_box_page import PRINTED, FakeBoxes, taken
from tests.web.stand.test_box_page import state_of as box_state
from tests.web.stand.test_piece_page import STEPS, FakePieces
from tests.web.stand.test_piece_page import state_of as piece_state
from tests.web.stand.test_piece_page import taken as taken_pieces
from tests.web.stand.test_stand_page import FakeStand

SHORT = {short_name(name, players) for name in (*LONG, *NAMES) for players in (4, 5)}
PEOPLE = (*LONG, *NAMES, *SHORT, "Mamie Jo", "Inès", "Camille", "Papi", "Théodore", "Zoé", "Yann")
SCREENS = {**TABLES, "on phones": test_super_crack.SEATED}
STATES_EACH = 12
"""So many states of a whole game are read."""
LINKS = re.compile(r'<a\b[^>]*\bhref="(/\?[^"]*)"')


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pseudo_language.spoken(tmp_path_factory.mktemp("pseudo")) as code:
        yield code


class Reader:
    """A browser on a table that speaks the language, and what it read there that is in none."""

    def __init__(self, folder: Path, language: str) -> None:
        self.table = Table(Journal(folder / "journal.sqlite"))
        eyes = FakeEyes("off", "off")
        self.stand, self.boards, self.boxes = FakeStand(), FakeBoards(), FakeBoxes()
        self.pieces = FakePieces()
        self.wifi = FakeWifi()
        self.app = page_app(
            self.table,
            eyes,
            language=language,
            family=FakeFamily(card_letters="french"),
            health=lambda: SICK,
            chosen="auto",
            stand=self.stand,
            boards=self.boards,
            boxes=self.boxes,
            pieces=self.pieces,
            wifi=self.wifi,
        )
        self.app.testing = True
        self.house: Any = House(self.table, eyes, "/")
        self.house.looks = 0
        self.found: dict[str, list[str]] = {}
        self._followed: set[str] = set()

    def read(self, path: str, named: str = "", client: FlaskClient | None = None) -> str:
        """A page as it is sent; what is in no language is kept under a name."""
        answer = (client or self.app.test_client()).get(path, follow_redirects=True)
        page = str(answer.get_data(as_text=True))
        assert '<html lang="eo"' in page or "<html" not in page, path
        if told := foreign_on(page, PEOPLE):
            self.found[f"{named} {path}"] = told
        return page

    def read_on(self, page: str, named: str, client: FlaskClient | None = None) -> None:
        """What unfolds on a page, each kind of it once."""
        for link in dict.fromkeys(LINKS.findall(page)):
            unfolds = re.sub(r"=(?!\w*[a-z])[^&]*", "", link)
            if unfolds not in self._followed:
                self._followed.add(unfolds)
                self.read(link.replace("&amp;", "&"), named, client)


@pytest.fixture
def reader(tmp_path: Path, language: str) -> Reader:
    return Reader(tmp_path, language)


def test_the_language_is_told_from_any_other() -> None:
    assert (
        foreign(pseudo_language.accented("Tap here, and I speak to {player}").format(player="Bea"), NAMES)
        == []
    )
    assert foreign("Tap hééréé", NAMES) == ["Tap"]
    assert foreign_on('<p title="Retour">Vöölä</p><p>La suite</p>') == ["La suite", "Retour"]
    for text in ("Undo", "Other house rules", "{player} throws {value}.", "%(num)s games since %(month)s"):
        letters = len(re.sub(r"[{%].*?[}s]|[^A-Za-z]", "", text))
        assert len(pseudo_language.accented(text)) - len(text) == pytest.approx(0.4 * letters, abs=0.6)


@pytest.mark.parametrize("screens", SCREENS)
def test_every_screen_of_the_table(reader: Reader, screens: str) -> None:
    for name, screen in SCREENS[screens].items():
        path = screen.lay(reader.house)
        page = reader.read("/" + (path if isinstance(path, str) else screen.path), name)
        reader.read_on(page, name)
    assert reader.found == {}


@pytest.mark.parametrize("game_id", game_ids())
def test_whole_games_at_the_table_on_phones_and_aloud(reader: Reader, language: str, game_id: str) -> None:
    announcer = Announcer(language)
    phones: dict[str, FlaskClient] = {}
    table = reader.table
    told: set[str] = set()
    table.subscribe(
        lambda _: told.update(line for one in announcer.hear(table.snapshot()) for line in one.lines)
    )
    for state, _ in zip(states(reader.house, game_id, range(3)), range(STATES_EACH), strict=False):
        page = reader.read("/", state)
        reader.read_on(page, state)
        players = table.snapshot().as_json()["game"]["players"]
        if set(players) != set(phones):
            reader.read("/?panel=menu", state)
            tablets = {player: Tablet(reader.app.test_client()) for player in players}
            for player, tablet in tablets.items():
                tablet.form("/seats/here", {"player": player})
            phones = {player: tablet.client for player, tablet in tablets.items()}
        for phone in list(phones.values())[:2]:
            reader.read_on(reader.read("/", state, phone), state, phone)
    assert told
    assert {line for line in told if foreign(line, PEOPLE)} == set()
    assert reader.found == {}


@each_game
def test_every_word_of_a_game(language: str, game: Game) -> None:
    """What forms, the log, panels and the voice say of the games that simulated families play."""
    said: set[str] = set()
    for step in some(game, 80):
        said.update(spoken(game.id, [event.as_json() for event in step.events], language))
        said.add(sentence(game.id, f"did_{step.action['do']}", step.action, language))
        view = game.view(step.after)
        for seat in (None, view.public["players"][0]):
            shown = view.of_seat(seat)
            for one in game.awaited(shown):
                said.add(sentence(game.id, one.code, one.arguments, language))
            for panel in game.panels(shown, language):
                said.update((panel.title, *(part for row in panel.rows for part in row)))
        for template in game.legal_actions(step.after):
            for name, value in template.items():
                if kind(value) is not None:
                    said.add(label(game.id, f"arg_{name}", language))
                    for choice in islice(parts(value), 6):
                        said.add(value_name(game.id, name, choice, language, view.public))
                        said.add(sign(game.id, name, choice, language, view.public) or "")
    assert {line for line in said if foreign(line, PEOPLE)} == set()


def test_every_page_around_the_table(reader: Reader) -> None:
    with clock():
        for number, game in enumerate(all_games(), start=1):
            play(reader.table, game.id, *NAMES[: game.players[0]], seed=number, most=40, as_record=True)
    paths = ["home", "games", "games/add", "league", "settings", "diagnostics", "seats", "pin", "nothing"]
    paths += [f"rules/{game_id}" for game_id in game_ids()]
    paths += [f"games/{number}{more}" for number in range(1, 6) for more in ("", "?at=20", "?show=numbers")]
    paths += [f"?panel=new&game={game_id}" for game_id in game_ids()]
    reader.table.open_game("racko", NAMES[:3])
    for path in paths:
        reader.read(f"/{path}")
    join = re.search(r"/join/\w+", reader.read("/seats"))
    assert join is not None
    reader.read(join[0])
    assert reader.found == {}


def test_the_set_up_of_the_camera_and_of_boards(reader: Reader) -> None:
    for step in ("markers", "focus", "light", "zones", "test"):
        reader.stand.become(step)
        for query in ("", "?show=tools", "?show=corners", "?show=lens", "?show=zone"):
            reader.read(f"/stand{query}", step)
    for game_id in KINDS:
        reader.boards.told = state_of(game_id, taps=TAPPED if game_id == "poker_dice_race" else [])
        reader.read(f"/stand/board?game={game_id}", "tapped")
    reader.boards.told = state_of(taps=TAPPED, faults=[fault("obstacles", 2)])
    reader.read("/stand/board?square=1", "fault")
    assert reader.found == {}


def test_showing_the_cards_of_a_box(reader: Reader) -> None:
    odd = {"unchecked": True, "damaged": True, "masked": True, "simulated": True, "earlier": True, "looks": 4}
    for game_id, printed in PRINTED.items():
        for told in (
            box_state(game_id),
            box_state(game_id, picture=None, camera="opening"),
            box_state(game_id, missing=[], helped={"cards": 9, "before": 7, "after": 9}, **odd),
            box_state(game_id, missing=[], helped={"cards": 9, "before": 7, "after": None}),
            box_state(game_id, reads=True, kept=10),
        ):
            reader.boxes.told = told
            for query in ("", "&step=1", "&show=more"):
                reader.read(f"/stand/cards?game={game_id}{query}", "cards")
        reader.boxes.told = taken(*printed.labels, None, game=game_id, alike=[[0, 1]])
        reader.boxes.told["found"][2]["doubted"] = reader.boxes.told["found"][1]["unread"] = True
        for query in ("", "&card=1"):
            reader.read(f"/stand/cards?game={game_id}{query}", "a photograph of cards")
    assert reader.found == {}


def test_showing_the_pieces_of_a_board(reader: Reader) -> None:
    helped = {"squares": 32, "before": 28, "after": 32}
    odd = {"damaged": True, "failed": True, "masked": True, "simulated": True, "fits": False, "earlier": True}
    for step in STEPS:
        for told in (
            piece_state(step),
            piece_state(step, picture=None, camera="opening"),
            piece_state(step, helped=helped, alike=[["red", "green"]], learning=True, have=4, **odd),
            piece_state(step, helped={**helped, "after": None}, looking=True),
            piece_state(step, helped={**helped, "before": None}),
        ):
            reader.pieces.told = told
            for query in ("", "?show=more"):
                reader.read(f"/stand/pieces{query}", step)
    doubts = {"square_1": ("bare", None), "square_2": ("colour", "red"), "square_7": ("something", None)}
    for told in (taken_pieces(), taken_pieces(**doubts), taken_pieces(square_9=("something", "green"))):
        reader.pieces.told = told
        for query in ("", "?square=1"):
            reader.read(f"/stand/pieces{query}", "a photograph of pieces")
    reader.pieces.have = 2
    reader.read("/stand?show=games", "what the games need")
    assert reader.found == {}


def test_the_wifi(reader: Reader) -> None:
    names = (
        *(str(one["name"]) for one in NETWORKS),
        "Companion",
        "NetworkManager",
        "http://companion.local/",
    )
    wrong = [{**HOTSPOT, "last": {"code": code, "name": "Known"}} for code in (*CODES, "busy", "no_answer")]
    lost = [
        {**HOTSPOT, "mode": mode, "hotspot": None, "networks": ()} for mode in ("waiting", "alone", "wired")
    ]
    broken = [{**HOTSPOT, "mode": "alone", "fault": fault} for fault in FAULTS]
    under_way = [
        {**told, "mode": "trying", "wanted": name} for told in (HOTSPOT, JOINED) for name in ("Known", None)
    ]
    for told in (HOTSPOT, JOINED, *wrong, *lost, *broken, *under_way, None):
        reader.wifi.told = told
        for query in ("", "?network=Known", "?network=Maison+%26+Cie", "?network="):
            page = reader.read(f"/settings/wifi{query}", "Wi-Fi")
            assert foreign_on(page, (*PEOPLE, *names)) == []


def test_what_is_refused_is_said(reader: Reader) -> None:
    tablet = Tablet(reader.app.test_client())
    reader.table.open_game("racko", NAMES[:3])
    refused = [
        tablet.open("Ada", "Ada", game="racko"),
        tablet.open("Ada", game="racko"),
        tablet.open("Ada", "Bea", game="racko", options={"target": -1}),
        tablet.act({"by": "Ada", "do": "racko"}),
        tablet.act({"by": "Ada", "do": "nothing"}),
        tablet.post("undo", {"expected_seq": 99}),
        tablet.post("actions", {"nothing": 1}),
    ]
    assert all(answer.status_code >= 400 for answer in refused)
    told = [answer.json["error"]["message"] for answer in refused]
    assert [text for text in told if foreign(text, PEOPLE)] == []
