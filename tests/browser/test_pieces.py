"""A board and its pieces shown in a real browser to the simulated camera: how many taps, and whether it is right."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.board import PrintedSquare
from companion.evening import board_search
from companion.evening.boards import MARGIN_MM, BoardService, FamilyBoards
from companion.evening.family_pieces import learnt_pieces, pieces_path
from companion.evening.piece_enrolment import PieceEnrolment
from companion.evening.stand import StandService
from companion.evening.straight_board import straight_board
from companion.filmed.asked import AskedBoard, AskedBoards, AskedPiece
from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import LANGUAGES, TABLET, WHOLLY, leave, look_over, speak
from tests.browser.simulated_camera import ShownTable, simulated_camera
from tests.browser.test_accessibility import violations
from tests.browser.test_board import BOARD, GAME, PRINTED
from tests.browser.test_board import touch as touch_square
from tests.browser.test_stand import PATIENCE_MS, Finger
from vision.boards import straightened
from vision.boards.reader import PieceReader
from web.outside import NewGameDefaults

pytestmark = pytest.mark.xdist_group("browser")

MOST_TAPS = 45
LEAST_RIGHT = 30
"""Of 32 squares of a position that was not learnt."""


@dataclass
class Running:
    """The program as far as these tests need it, and the table before its camera."""

    house: House
    folder: Path
    stand: StandService
    pieces: PieceEnrolment
    asked: AskedBoards
    shown: ShownTable


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Running]:
    """One simulated camera over a race's table, on which stands what a page asks for.

    Boards are looked at with a third of the pixels: how well they are read with all is tested without a browser.
    """
    folder = tmp_path_factory.mktemp("pieces")
    table = Table(Journal(folder / "journal.sqlite"))
    table.open_game(GAME, ["Ada", "Bea"])
    asked = AskedBoards()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board_search, "LOOKS_AGAIN_S", 0.1)
        patch.setattr(straightened, "_SPACING_PX", 16.0)
        with simulated_camera(folder, table, board=asked.now, rests_s=20.0) as (stand, shown):
            kept = FamilyBoards(folder)
            defaults = NewGameDefaults(family_board=kept.profile)
            boards = BoardService(folder, kept, stand, defaults.profile_of)
            boards.board_shown = asked.ask_bare
            pieces = PieceEnrolment(folder, stand, kept)
            pieces.board_shown = asked.ask
            given = {"stand": stand, "boards": boards, "pieces": pieces, "new_game": defaults}
            with housed(stage, table, language="en", **given) as house:
                yield Running(house, folder, stand, pieces, asked, shown)
            pieces.close()


@pytest.fixture
def house(running: Running) -> House:
    return running.house


class Hand(Finger):
    """Taps on squares, and what they are, counted, too."""

    def square(self, number: int) -> None:
        touch_square(self.page, PRINTED[number])
        self.taps += 1

    def kind(self, kind: str) -> None:
        self.tap(f"#kind-{kind}")
        expect(self.page.locator(f"#kind-{kind}")).to_have_attribute("aria-pressed", "true")

    def stretch(self, between: int, end: int) -> None:
        """A straight stretch: the list is opened, a number is chosen, its end is tapped."""
        self.page.locator("#between").select_option(str(between))
        self.taps += 2
        self.square(end)


def tap_the_board(hand: Hand) -> None:
    """All squares of the drawn board: four starts, twenty-four squares, four arrivals."""
    expect(hand.page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)
    for number in range(4):
        hand.square(number)
    hand.kind("green")
    hand.square(4)
    hand.stretch(4, 9)
    hand.kind("blue")
    for number in (10, 11):
        hand.square(number)
    hand.kind("green")
    for number in (12, 13, 14, 15, 16, 17):
        hand.square(number)
    hand.kind("blue")
    for number in (18, 19):
        hand.square(number)
    hand.kind("yellow")
    for number in (20, 21, 22, 23):
        hand.square(number)
    hand.stretch(3, 27)
    hand.kind("arrival")
    for number in range(28, 32):
        hand.square(number)
    expect(hand.page.locator("#overlay circle.dot:not(.fresh)")).to_have_count(32)
    hand.tap("#keep")


def stands_there(page: Page, running: Running) -> None:
    """Waits until the pieces that the page asks for stand on the simulated table, and the page sees them."""
    until(lambda: running.shown.shows(running.asked.now()), page)
    expect(page.locator("#chip")).to_contain_text("4 of 4 pieces", timeout=PATIENCE_MS)
    expect(page.locator("#chip.sees")).to_be_visible(timeout=PATIENCE_MS)


def until(holds: Callable[[], bool], page: Page) -> None:
    """Waits until something holds that the page does not tell."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not holds():
        assert time.monotonic() < deadline, "it does not come about"
        page.wait_for_timeout(50)


def seen_once_more(running: Running) -> bool:
    """Whether another picture of what was photographed was looked at."""
    taken = running.pieces._works[GAME].taken
    running.pieces.state(GAME)
    return taken is not None and taken.later is not None


def test_from_nothing_to_a_board_that_is_read(visit: Any, running: Running) -> None:
    page: Page = visit()
    hand = Hand(page)
    for way in ("[href='/?panel=menu']", "#open-stand", "#to-board"):
        hand.tap(way)
    tap_the_board(hand)
    hand.tap("#to-pieces")
    expect(page.locator("#chip.sees")).to_be_visible(timeout=PATIENCE_MS)
    hand.tap("#take")
    for step in ("first", "second"):
        expect(page.locator(f"#step-{step}")).to_have_attribute("aria-current", "step", timeout=PATIENCE_MS)
        stands_there(page, running)
        hand.tap("#take:enabled")
        hand.wait(page.locator("#as-asked"))
        assert doubted(running) == []
        if step == "second":
            running.shown.wake()
            until(lambda: seen_once_more(running), page)
        hand.tap("#right")
    hand.wait(page.locator("#helped"))
    helped = running.pieces.state(GAME)["helped"]
    print(f"{hand.taps} taps, {hand.waited:.1f} s of waiting, {helped}")
    assert hand.taps <= MOST_TAPS
    right, wrong_colours = read_elsewhere(page, running)
    print(f"of 32 squares of a position that was not learnt {right} are read right")
    assert right >= LEAST_RIGHT and wrong_colours == 0
    page.goto(running.house.url + "stand?show=games")
    assert "done" in page.locator(f"#pieces-of-{GAME}").inner_text()


def doubted(running: Running) -> list[str]:
    return [one["name"] for one in running.pieces.state(GAME)["squares"] if one["doubt"]]


def read_elsewhere(page: Page, running: Running) -> tuple[int, int]:
    """How many squares are read right where the pieces stand elsewhere, and how many colours are wrong."""
    truth = {"square_2": "red", "square_9": "yellow", "square_17": "blue", "start_3": "green"}
    ready = running.pieces._steps.ready(GAME)
    pieces = tuple(
        AskedPiece(its, ready.tapped.grounds[name].at.x, ready.tapped.grounds[name].at.y)
        for name, its in truth.items()
    )
    board = AskedBoard(GAME, ready.zone.left, ready.zone.top, pieces)
    page.goto("about:blank")
    until(lambda: running.asked.ask(board) or running.shown.shows(board), page)
    picture = running.stand.whole_picture(None)
    seen = None if picture is None else straight_board(picture, ready.zone)
    learnt = learnt_pieces(running.folder, GAME)
    assert seen is not None and learnt is not None
    told = {one.square: one.colour for one in PieceReader(learnt).read(seen.image, seen.corners)}
    names = learnt.squares.names
    return (
        sum(told.get(name) == truth.get(name) for name in names),
        sum(name in truth and its != truth[name] for name, its in told.items()),
    )


def opened(page: Page, running: Running, query: str = "") -> None:
    if not pieces_path(running.folder, GAME).is_file():
        pytest.skip("nothing was shown before: only the whole module can")
    page.goto(running.house.url + f"stand/pieces?game={GAME}{query}")
    expect(page.locator("#photograph")).to_be_visible(timeout=PATIENCE_MS)


def test_a_square_is_put_right_with_two_taps_and_other_light_is_measured(
    visit: Any, running: Running
) -> None:
    page: Page = visit()
    opened(page, running)
    page.locator("#once-more").tap()
    expect(page.locator("#take")).to_be_visible()
    stands_there(page, running)
    page.locator("#take").tap()
    expect(page.locator("#right")).to_be_visible(timeout=PATIENCE_MS)
    ring = page.locator(".ring.piece").first
    box = ring.bounding_box()
    assert box is not None
    number = ring.get_attribute("data-square")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#tell-nothing").tap()
    expect(page.locator(f".ring[data-square='{number}'].piece")).to_have_count(0)
    page.locator("#again").tap()
    expect(page.locator("#take")).to_be_visible()
    page.locator("#take").tap()
    page.locator("#right").tap(timeout=PATIENCE_MS)
    expect(page.locator("#more-photographs")).to_contain_text("+1")
    expect(page.locator("#helped")).to_contain_text("Before this photograph I read", timeout=PATIENCE_MS)


def test_a_file_is_handed_on_taken_over_and_checked(visit: Any, running: Running) -> None:
    page: Page = visit()
    opened(page, running, "&show=more")
    with page.expect_download() as downloading:
        page.locator("#download").tap()
    file = Path(downloading.value.path())
    page.locator("#file").set_input_files(
        files=[{"name": "x.json", "mimeType": "application/json", "buffer": b"{"}]
    )
    page.locator("#take-over").tap()
    expect(page.locator(".flash")).to_contain_text("no board that I can read")
    page.locator("#file").set_input_files(file)
    page.locator("#take-over").tap()
    expect(page.locator("#step-name")).to_have_text("Is it your board?")
    stands_there(page, running)
    page.locator("#take").tap()
    page.locator("#right").tap(timeout=PATIENCE_MS)
    expect(page.locator("#all-known")).to_be_visible(timeout=PATIENCE_MS)
    page.locator("#to-more").tap()
    page.locator("#bring-back").tap()
    expect(page.locator("#step-second.full")).to_be_visible()


def looks_again(page: Page) -> bool:
    """Asks for the page once more, and says whether it shows a photograph."""
    page.wait_for_timeout(300)
    page.locator("#look-again").tap()
    return page.locator("#photograph").count() > 0


def test_without_javascript(visit: Any, running: Running) -> None:
    page: Page = visit(path=f"stand/pieces?game={GAME}&again=1", scripts=False)
    for _ in range(20):
        if looks_again(page) and running.shown.shows(running.asked.now()):
            break
    # Not every one need be seen: one is tapped below.
    assert "of 4 pieces" in page.locator("#chip").inner_text()
    page.locator("#take").tap()
    box, sight = page.locator(".ring.piece").first.bounding_box(), page.locator("#photograph").bounding_box()
    assert box is not None and sight is not None
    at = {"x": box["x"] + box["width"] / 2 - sight["x"], "y": box["y"] + box["height"] / 2 - sight["y"]}
    page.locator("#photograph").tap(position=at)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", name="What stands there?")).to_be_visible()
    page.locator("#done").tap()
    page.locator("#again").tap()
    expect(page.locator("#take")).to_be_visible()


def test_every_screen_is_readable_and_whole(visit: Any, running: Running, house: House) -> None:
    page: Page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}

    def check(address: str, name: str, glance: bool = True) -> None:
        for language in LANGUAGES if name == "a photograph" else WHOLLY:
            speak(page, house, language)
            leave(page)
            page.goto(house.url + address)
            expect(page.locator("html")).to_have_attribute("lang", language)
            told = look_over(page, at_a_glance=glance, scrolling=".needs-of-games")
            found.update({f"{name}, {language}, {where}": what for where, what in told.items()})
            if language in WHOLLY and (wrong := violations(page)):
                found[f"{name}, {language}, axe-core"] = wrong
        speak(page, house, "en")
        page.set_viewport_size(TABLET)

    check("stand?show=games", "what the games need")
    opened(page, running)
    check(f"stand/pieces?game={GAME}", "known")
    check(f"stand/pieces?game={GAME}&show=more", "more")
    check("stand/pieces?game=super_crack", "no squares yet")
    opened(page, running, "&again=1")
    stands_there(page, running)
    page.locator("#take").tap()
    expect(page.locator("#right")).to_be_visible(timeout=PATIENCE_MS)
    check(f"stand/pieces?game={GAME}&again=1", "a photograph")
    check(f"stand/pieces?game={GAME}&again=1&square=4", "a chosen square")
    page.goto(house.url + f"stand/pieces?game={GAME}&again=1")
    page.locator("#again").tap()
    assert found == {}


def squares_of(kind: str) -> list[PrintedSquare]:
    return [one for one in PRINTED if one.kind == kind]


def test_the_drawn_board_is_as_it_is_tapped_here() -> None:
    assert [one.kind for one in PRINTED[:4]] == ["start"] * 4 and len(squares_of("arrival")) == 4
    assert [number for number, one in enumerate(PRINTED) if one.kind == "blue"] == [10, 11, 18, 19]
    assert BOARD.width > 2 * MARGIN_MM
