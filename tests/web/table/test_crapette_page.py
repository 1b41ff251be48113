"""The table of Crapette in a browser without JavaScript: a card is taken, laid down, put right if it was misread."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from tests.fake_eyes import FakeEyes
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.seats.test_seats import phone

SETUP: dict[str, Any] = {
    "turn": "Ada",
    "foundations": {"F1": "4C"},
    "cases": {"T1": ["KS", "QH", "JC", "10D"], "T3": ["7C", "6D"], "T5": ["10S"]},
    "reserves": {"Ada": {"count": 6, "top": "9S"}, "Bea": {"count": 8, "top": "QS"}},
    "stocks": {"Ada": 27, "Bea": 25},
    "wastes": {"Bea": {"count": 4, "top": "7S"}},
}
FAULTY = {**SETUP, "cases": {**SETUP["cases"], "T3": ["7C", "6D", "5C"]}}


def opened(tablet: Any, setup: dict[str, Any] | None = None, **options: Any) -> Any:
    body = {"game": "crapette", "setup": setup or SETUP, "options": options}
    assert tablet.open("Ada", "Bea", **body).status_code == 200
    return tablet


def page(tablet: Any, path: str = "/") -> str:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def element(shown: str, identity: str) -> str:
    found = re.search(rf'<(?:a|button)[^>]*id="{identity}"[^>]*>', shown)
    assert found is not None, identity
    return found[0]


def link(shown: str, identity: str) -> str:
    found = re.search(r'href="([^"]+)"', element(shown, identity))
    assert found is not None
    return found[1]


def dropped(shown: str, identity: str) -> str:
    found = re.search(r'value="(\{.*?\})"', element(shown, identity))
    assert found is not None
    return found[1]


def press(tablet: Any, path: str, **fields: Any) -> None:
    answer = tablet.form(path, {"expected_seq": tablet.seq, **fields})
    assert answer.status_code == 303


def test_a_card_is_taken_by_one_tap_and_laid_down_by_another(tablet: Any) -> None:
    opened(tablet)
    chosen = page(tablet, link(page(tablet), "tap-near-reserve"))
    assert 'aria-current="true"' in element(chosen, "tap-near-reserve")
    assert 'class="ring"' in chosen and 'class="next possible"' in chosen
    assert link(chosen, "tap-near-reserve") == "/"
    press(tablet, "/play/action", action=dropped(chosen, "tap-r1-left"))
    assert tablet.state()["view"]["cases"]["T1"][-1] == "9S"
    last = tablet.state()["history"][-1]["action"]
    assert last == {"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"}


@pytest.mark.parametrize("judged", [False, True])
def test_a_finger_that_misses_its_place_commits_no_fault_unless_the_family_wants_it(
    table: Any, judged: bool
) -> None:
    tablet = Tablet(
        page_app(table, FakeEyes("off", "off"), family=FakeFamily(faults_by_taps=judged)).test_client()
    )
    opened(tablet)
    chosen = page(tablet, link(page(tablet), "tap-near-reserve"))
    wrong = {"expected_seq": tablet.seq, "action": dropped(chosen, "tap-r3-left")}
    before = tablet.state()
    answer = tablet.form("/play/action", wrong, **{"X-Fragment": "1"})
    if judged:
        assert "X-Slip" not in answer.headers and tablet.state()["events"][-1]["event"] == "turn_passed"
        return
    assert answer.status_code == 200 and answer.headers["X-Slip"] == "wrong_series"
    assert tablet.state() == before
    answer = tablet.form("/play/action", wrong)  # without a script it is said
    assert answer.status_code == 303 and 'class="flash"' in page(tablet)
    assert tablet.state()["seq"] == before["seq"]


@pytest.mark.parametrize(("path", "most"), [("/", 30_000), ("/fragment", 20_000)])
def test_little_goes_over_the_wire(tablet: Any, path: str, most: int) -> None:
    opened(tablet, FAULTY)
    sent = tablet.client.get(path, headers={"Accept-Encoding": "gzip", "X-Fragment": "1"})
    assert sent.headers["Content-Encoding"] == "gzip" and len(sent.data) < most


def test_a_pile_asks_which_card_it_shows(tablet: Any) -> None:
    opened(tablet, {**SETUP, "reserves": {"Bea": SETUP["reserves"]["Bea"]}})
    asked = page(tablet, link(page(tablet), "tap-near-stock"))
    assert 'role="dialog"' in asked and asked.count('id="face-') == 52
    action = json.dumps({"by": "Ada", "do": "draw"})
    press(tablet, "/play/action", **{"action": action, "arg.card": '"9H"'})
    assert tablet.state()["view"]["hands"]["Ada"] == "9H"


def test_what_was_unfolded_goes_with_the_moment(tablet: Any) -> None:
    opened(tablet)
    address = link(page(tablet), "tap-near-reserve")
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
    assert 'aria-current="true" aria-label' not in page(tablet, address)
    assert page(tablet, "/?from=nowhere&at=x&wrong=T9&place=z&hint=a&seen=b")


def test_a_waste_is_turned_over_by_a_tap(tablet: Any) -> None:
    opened(tablet, {**SETUP, "stocks": {"Bea": 5}, "wastes": {"Ada": ["2C", "3C"]}})
    press(tablet, "/play/action", action=dropped(page(tablet), "tap-near-stock-send"))
    assert tablet.state()["view"]["stocks"]["Ada"] == {"count": 2}


# ---------------------------------------------------------------- hints


def test_a_hint_is_shown_on_request_and_for_this_moment_only(tablet: Any) -> None:
    opened(tablet)
    shown = page(tablet)
    assert 'class="draw"' not in shown
    hinted = page(tablet, link(shown, "show-hint"))
    assert 'class="draw"' in hinted and 'id="hide-hint"' in hinted and "À jouer d’abord" in hinted
    address = link(shown, "show-hint")
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
    assert 'class="draw"' not in page(tablet, address)


def test_no_hint_is_offered_where_the_family_wants_none(tablet: Any) -> None:
    opened(tablet, hints="off")
    shown = page(tablet, f"/?hint={tablet.seq}")
    assert "hint" not in re.sub(r"<style.*?</style>", "", shown.split("<main", 1)[1]).replace("hints", "")


# ---------------------------------------------------------------- Crapette!


def test_a_call_is_loud_until_it_was_seen(tablet: Any) -> None:
    opened(tablet, FAULTY)
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
    loud = page(tablet)
    assert 'class="shout"' in loud and "Le 5 de trèfle devait monter sur le 4." in loud
    assert "Bea a la main" in loud and "Remets le neuf de pique" in loud
    quiet = page(tablet, link(loud, "carry-on"))
    assert 'class="shout"' not in quiet and "Remets le neuf de pique" in quiet
    assert "Bea peut le prouver" in quiet and "wrongly" in quiet
    tablet.act({"by": "Bea", "do": "move", "from": "T3", "to": "F1", "card": "5C"})
    assert 'class="shout"' not in page(tablet)


def test_what_is_put_back_is_asked_no_more_once_it_is_seen(tablet: Any, table: Any, monkeypatch: Any) -> None:
    opened(tablet, FAULTY)
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
    address = f"/?seen={tablet.seq}"
    assert "Remets le neuf de pique" in page(tablet, address)
    sighted(monkeypatch, table, "same")
    assert "Remets le neuf de pique" not in page(tablet, address)


def sighted(monkeypatch: Any, table: Any, verdict: str | None, *differences: dict[str, Any]) -> None:
    """The camera says so of the table as it lies."""
    from web.table import screen

    told = screen.table_state

    def state() -> dict[str, Any]:
        return {**told(), "sight": {"verdict": verdict, "differences": list(differences)}}

    monkeypatch.setattr(screen, "table_state", state)


def test_the_cameras_verdict_is_told(tablet: Any, table: Any, monkeypatch: Any) -> None:
    opened(tablet)
    sighted(monkeypatch, table, "unfinished")
    assert "Prends ton temps" in page(tablet)
    sighted(monkeypatch, table, "unfinished", {"zone": "T5", "should": ["10S"], "shows": ["10S", "9D"]})
    assert "Prends ton temps" in page(tablet) and "bien à plat" not in page(tablet)
    sighted(monkeypatch, table, "unfinished", {"zone": "hand:Ada", "should": [], "shows": ["unreadable"]})
    shown = page(tablet)
    assert "Main d’Ada : je lis mal une carte. Mets-la bien à plat." in shown
    assert "Prends ton temps" not in shown and 'class="ring asked"' in shown
    sighted(monkeypatch, table, "restoring", {"zone": "hand:Ada", "should": [], "shows": ["unreadable"]})
    assert "Main d’Ada : enlève une carte" in page(tablet)
    sighted(monkeypatch, table, "restoring", {"zone": "T5", "should": ["10S"], "shows": ["10S", "9D"]})
    shown = page(tablet)
    assert "Case 5 : enlève 9♦" in shown and 'class="ring asked"' in shown
    sighted(monkeypatch, table, None)
    assert 'class="ring asked"' not in page(tablet)


def test_a_page_without_a_sight_is_whole(tablet: Any, monkeypatch: Any) -> None:
    from web.table import screen

    opened(tablet)
    told = screen.table_state
    monkeypatch.setattr(
        screen, "table_state", lambda: {key: value for key, value in told().items() if key != "sight"}
    )
    assert 'id="waiting"' in page(tablet)


def test_the_hand_offers_what_is_said_and_folds_every_move_away(tablet: Any) -> None:
    opened(tablet, referee="on_call")
    said, every = page(tablet).split('class="all-hands"')[1].split('id="every-move"')
    assert re.findall(r'<button[^>]* id="(cry-\d)', said) == ["cry-0", "cry-1"]
    assert [name in said for name in ("Ada déplace", "Ada veut bien un match nul", "Où en étions-nous")] == [
        False,
        True,
        True,
    ]
    assert "Ada déplace une carte" in every.split("</nav>")[0]
    assert ">Coups</span>" in page(tablet)


@pytest.mark.parametrize("setup", [SETUP, FAULTY])
def test_in_on_call_the_call_is_offered_whether_or_not_a_fault_is_open(tablet: Any, setup: Any) -> None:
    opened(tablet, setup, referee="on_call", hints="off")
    for _ in range(2):
        shown = page(tablet)
        assert all(f'id="call-{side}"' in shown for side in ("near", "far"))
        folded = re.sub(r"<details class=\"all-moves\".*?</nav>", "", shown, flags=re.DOTALL)
        assert "infraction" not in shown and "pouvait monter" not in folded
        tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})


def test_a_silent_fault_changes_nothing_on_the_page(tablet: Any) -> None:
    """The same move, faulty only by what the option says is a duty: the pages differ in that option's words alone."""
    shown = []
    for duty in ("all", "reserve_and_aces"):
        opened(tablet, FAULTY, referee="on_call", hints="off", foundation_duty=duty)
        tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
        main = page(tablet).split("<main", 1)[1]
        shown.append(re.sub(r'(name="(?:token|expected_seq)" value=")[^"]*|at=\d+|seen=\d+', r"\1", main))
    assert shown[0] == shown[1]


def test_a_right_call_of_a_player_is_as_loud(tablet: Any) -> None:
    opened(tablet, FAULTY, referee="on_call", hints="off")
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
    press(tablet, "/play/action", action=dropped(page(tablet), "call-far"))
    assert 'class="shout"' in page(tablet)
    assert tablet.state()["view"]["calls"]["Bea"] == {"right": 1, "wrong": 0}


def test_a_wrong_call_is_told_calmly(tablet: Any) -> None:
    opened(tablet, referee="on_call")
    press(tablet, "/play/action", action=dropped(page(tablet), "call-far"))
    shown = page(tablet)
    assert 'class="shout"' not in shown and "je ne vois pas de faute" in shown


def test_a_coach_offers_to_take_back_or_to_leave(tablet: Any) -> None:
    opened(tablet, FAULTY, referee="coach")
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "9S"})
    shown = page(tablet)
    assert "Attention, Ada" in shown and 'class="shout"' not in shown
    assert "Attention" not in page(tablet, link(shown, "coach-accept"))
    press(tablet, "/play/action", action=dropped(shown, "coach-take-back"))
    assert tablet.state()["view"]["cases"]["T1"][-1] == "10D"
    assert "Remets le neuf de pique" in page(tablet)


def test_a_win_that_may_still_be_called(tablet: Any) -> None:
    setup = {
        "turn": "Ada",
        "foundations": {"F1": "QH"},
        "cases": {"T1": ["KS"], "T2": ["AC"]},
        "reserves": {"Ada": ["QD"], "Bea": 5},
    }
    opened(tablet, setup, referee="on_call")
    tablet.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T1", "card": "QD"})
    shown = page(tablet)
    assert "Bravo, c’est gagné" in shown and 'id="call-far"' in shown
    press(tablet, "/play/action", action=dropped(shown, "win-stands"))
    assert tablet.state()["over"] and "Ada a gagné" in page(tablet)


# ---------------------------------------------------------------- a misread card


def drawn_wrongly(tablet: Any) -> None:
    opened(tablet, {**SETUP, "reserves": {"Bea": SETUP["reserves"]["Bea"]}})
    tablet.act({"by": "Ada", "do": "draw", "card": "9H"})
    tablet.act({"by": "Ada", "do": "move", "from": "hand:Ada", "to": "T5", "card": "9H"})


def test_a_card_on_the_table_is_put_right_in_two_taps(tablet: Any) -> None:
    drawn_wrongly(tablet)
    chosen = page(tablet, link(page(tablet), "tap-r1-right"))
    asked = page(tablet, link(chosen, "wrong"))
    assert "Quelle carte est-ce en vrai" in asked and "le neuf de cœur" in asked
    press(tablet, "/play/face", zone="T5", place=1, card="9D")
    state = tablet.state()
    assert state["view"]["cases"]["T5"] == ["10S", "9D"]
    assert [entry["kind"] for entry in state["history"][-2:]] == ["amend", "amend"]
    assert state["question"] is None


def test_a_covered_card_is_chosen_first(tablet: Any) -> None:
    opened(tablet)
    asked = page(tablet, f"/?wrong=T1&place=1&at={tablet.seq}")
    assert "la dame de cœur" in asked and asked.count('id="of-case-') == 4
    press(tablet, "/play/face", zone="T1", place=1, card="QD")
    assert tablet.state()["view"]["cases"]["T1"] == ["KS", "QD", "JC", "10D"]
    assert tablet.state()["history"][-1]["action"]["do"] == "correct"


def test_a_draw_is_put_right_from_the_log_with_all_that_names_the_card(tablet: Any) -> None:
    drawn_wrongly(tablet)
    entry = tablet.state()["history"][-2]["seq"]
    assert page(tablet, f"/?panel=amend&entry={entry}").count('id="face-') == 52
    press(tablet, "/play/face", target=entry, card="9D")
    assert tablet.state()["view"]["cases"]["T5"] == ["10S", "9D"]


def test_a_draw_is_put_right_by_the_interface_too(tablet: Any) -> None:
    drawn_wrongly(tablet)
    entry = tablet.state()["history"][-2]["seq"]
    answer = tablet.post("amend", {"target": entry, "arguments": {"card": "9D"}, "expected_seq": tablet.seq})
    assert answer.status_code == 200 and answer.json["question"] is None
    assert answer.json["view"]["cases"]["T5"] == ["10S", "9D"]
    undone = tablet.post("undo", {"expected_seq": tablet.seq})
    assert undone.json["view"]["cases"]["T5"] == ["10S", "9H"] and undone.json["question"] is None


def test_an_impossible_correction_is_refused_and_nothing_changes(tablet: Any) -> None:
    opened(tablet, {**SETUP, "cases": {**SETUP["cases"], "T6": ["KH"], "T7": ["KH"]}})
    before = tablet.state()["view"]
    answer = tablet.form("/play/face", {"expected_seq": tablet.seq, "zone": "T5", "place": "0", "card": "KH"})
    assert answer.status_code == 303 and tablet.state()["view"] == before
    assert "ne peut pas être là" in page(tablet)


@pytest.mark.parametrize(
    "fields",
    [
        {"card": "9D"},
        {"zone": "T5", "target": "2", "card": "9D"},
        {"zone": "T5"},
        {"zone": "T5", "card": "x" * 20},
    ],
)
def test_a_correction_that_no_page_of_ours_sends(tablet: Any, fields: dict[str, str]) -> None:
    opened(tablet)
    assert tablet.form("/play/face", {"expected_seq": tablet.seq, **fields}).status_code == 400


# ---------------------------------------------------------------- seats


def test_a_phone_sees_its_own_side_below_and_taps_its_own_cards(app: Any, tablet: Any) -> None:
    opened(tablet)
    bea = phone(app, "Bea")
    shown = page(bea)
    assert "Crapette de Bea" in element(shown, "tap-near-reserve")
    assert 'id="tap-r1-left"' not in shown and 'id="show-hint"' in shown


def test_a_drawn_card_is_one_that_its_pack_has_not_shown_yet_the_others_are_a_tap_further(
    tablet: Any,
) -> None:
    deal = {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "9H", "4C", "7S"], "reserve_top": "3D"},
    }
    opened(tablet, {"deal": deal})
    shown = page(tablet, "/?from=stock:Ada&at=1")
    first, others = shown.split('id="other-faces"')
    assert first.count('id="face-') == 47 and others.count('id="face-') == 5
    assert 'id="face-KC"' in first and 'id="face-KH"' in others
