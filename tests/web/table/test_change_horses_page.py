"""The screen of Change Horses without JavaScript: the course, what is counted, cards to tap, a page of one's own."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.companion.games.change_horses.course import at
from tests.companion.test_keepsake import Camera, show
from tests.web.plain_forms import forms_of
from tests.web.seats.test_pin import set_pin
from tests.web.seats.test_seats import phone
from tests.web.table.test_plain_page import send
from tests.web.table.test_racko_page import form_for, page

PLAYERS = ("Ada", "Bea", "Cyd", "Dan")
ROWS = {"A": (4, 3), "B": (6, 6), "C": (1, 11), "D": (2, 1), "E": (5, 3), "F": (3, 7)}
BOARD = (("Ada", "AB", None), ("Bea", "CD", None), ("Cyd", "AE", None), ("Dan", "AF", "Bea"))
FRONT = {"Ada": ["CE", "DF"], "Bea": ["BC", "EF"], "Cyd": ["DF", "AC"], "Dan": ["AE", "BD"]}


@pytest.fixture
def race(table: Any, tablet: Any) -> Any:
    horses = {letter: {"lane": lane, "row": row} for letter, (lane, row) in ROWS.items()}
    board = [{"by": by, "card": card} | ({"covered_by": on} if on else {}) for by, card, on in BOARD]
    positions = {name: place for place, name in enumerate(PLAYERS, start=1)}
    setup = {"phase": "play", "round": 3, "lap": 2, "turn": "Ada", "positions": positions}
    carrots = dict(zip(PLAYERS, (31, 26, 22, 18), strict=True))
    setup |= {"horses": horses, "board": board, "front": FRONT, "carrots": carrots}
    table.open_game("change_horses", PLAYERS, options={"derby": True}, setup=setup)
    return tablet


def lap(race: Any) -> None:
    for player, card in (("Ada", "CE"), ("Bea", "BC"), ("Cyd", "DF"), ("Dan", "AE")):
        assert race.act({"by": player, "do": "play_card", "card": card}).status_code == 200


def test_the_course_the_board_and_the_order_are_told(race: Any) -> None:
    shown = page(race)
    assert "Rouge (C), couloir 1, case 11" in shown and 'aria-label="jaune et orange (AB)"' in shown
    assert "La carte trébuchée ne compte pas." in shown and "Trébuché" in shown
    assert re.findall(r'<b class="pos">(\d)</b>', shown) == ["1", "2", "3", "4"]
    assert "compté 2 fois" in shown and "Tour 3, manche 2" in shown
    assert shown.count('class="card"') == 2


def test_the_style_sheet_of_the_start_is_asked_for_at_the_start_alone(table: Any, tablet: Any) -> None:
    table.open_game("change_horses", PLAYERS)
    (sheet,) = re.findall(r'href="(/static/games/change_horses/lining[^"]+)"', page(tablet))
    answer = tablet.client.get(sheet)
    assert answer.mimetype == "text/css" and "immutable" in answer.headers["Cache-Control"]
    table.act({"by": "table", "do": "place_horses", "lanes": {h: ROWS[h][0] for h in ROWS}})
    positions = {name: place for place, name in enumerate(PLAYERS, start=1)}
    table.act({"by": "table", "do": "deal_positions", "positions": positions})
    assert "/static/games/change_horses/lining" not in page(tablet)
    for nothing in ("change_horses/other", "nobody/lining", "change_horses/../table"):
        assert tablet.client.get(f"/static/games/{nothing}.css").status_code == 404


def test_a_card_is_tapped_and_the_horses_go(race: Any) -> None:
    assert send(race, form_for(race, "Ada", "play_card"), {"card": "CE"}).status_code == 303
    assert race.state()["view"]["turn"] == "Bea"
    for player, card in (("Bea", "BC"), ("Cyd", "DF"), ("Dan", "AE")):
        assert send(race, form_for(race, player, "play_card"), {"card": card}).status_code == 303
    shown = page(race)
    assert "Le dernier arrivé gagne !" in shown and "Avancer les chevaux" in shown
    assert "va à la case 14" in shown and "<b>+3</b>" in shown
    form = form_for(race, "table", "move_horse", horse="C")
    assert send(race, form, {}).status_code == 303
    assert race.state()["view"]["horses"]["C"]["row"] == 14
    assert send(race, form_for(race, "table", "horses_moved"), {}).status_code == 303
    assert "Ligne franchie !" in page(race)


def test_everything_on_offer_can_be_sent_from_the_page(race: Any) -> None:
    def whole() -> None:
        forms = forms_of(str(race.client.get("/").get_data(as_text=True)))
        sent = [json.loads(value) for form in forms for value in form.values("action")]
        for offered in race.state()["legal_actions"]:
            settled = {key: value for key, value in offered.items() if not isinstance(value, dict | list)}
            assert any(settled.items() <= one.items() for one in sent), offered
        ids = [form.id for form in forms if form.id]
        assert len(ids) == len(set(ids))

    whole()
    lap(race)
    whole()
    race.act({"by": "table", "do": "horses_moved"})
    whole()
    race.open(*PLAYERS, game="change_horses", options={"derby": True})
    whole()
    lanes = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}
    race.act({"by": "table", "do": "place_horses", "lanes": lanes})
    whole()
    race.act(
        {"by": "table", "do": "deal_positions", "positions": dict(zip(PLAYERS, (1, 2, 3, 4), strict=True))}
    )
    whole()


def test_a_wild_card_is_laid_on_a_card_by_a_tap(race: Any) -> None:
    shown = page(race)
    assert shown.count('class="stumble"') == 3 and "Trébucher : jaune et bleu (AE), Cyd" in shown
    form = form_for(race, "Ada", "play_wild", use="stumble", owner="Cyd")
    assert send(race, form, {"card": "AE"}).status_code == 303
    assert race.state()["view"]["board"][2]["covered_by"] == "Ada"
    assert 'class="stumble"' not in page(race)


def test_carrots_are_bid_by_a_tap(table: Any, tablet: Any) -> None:
    table.open_game("change_horses", PLAYERS, options={"derby": True})
    lanes = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}
    table.act({"by": "table", "do": "place_horses", "lanes": lanes})
    table.act(
        {"by": "table", "do": "deal_positions", "positions": dict(zip(PLAYERS, (1, 2, 3, 4), strict=True))}
    )
    for player in PLAYERS:
        table.act({"by": player, "do": "reveal", "cards": ["AB", "CD", "EF"]})
    for player in PLAYERS:
        table.act({"by": player, "do": "play_card", "card": "AB"})
    table.act({"by": "table", "do": "horses_moved"})
    assert send(tablet, form_for(tablet, "Ada", "bid"), {"amount": 3}).status_code == 303
    shown = page(tablet)
    assert "mise 3" in shown and 'class="amount high"' in shown and "44 en main" not in shown


def test_CH_61_the_carrots_that_a_camera_sees_are_bid_by_one_tap(table: Any, app: Any, eyes: Any) -> None:
    setup = {
        "phase": "auction",
        "lap": 2,
        "horses": at(A=1),
        "front": {name: ["AB", "AC"] for name in PLAYERS[:3]},
    }
    setup |= {"positions": dict(zip(PLAYERS[:3], (1, 2, 3), strict=True))}
    table.open_game("change_horses", PLAYERS[:3], options={"derby": True}, setup=setup)
    camera, tablet = Camera(table), phone(app)
    eyes.pictures |= {f"picture-{number}": b"a picture" for number in (1, 2)}
    camera.looks()
    assert 'id="seen-bid"' not in page(tablet)
    for _ in range(2):
        camera.looks(**{"carrots:Ada": ("5", "3")})
    assert not camera.taken and 'id="seen-wrong"' not in page(tablet), "what is proposed does not lie wrongly"
    assert "Ada mise 8 carottes ?" in page(tablet) and 'id="seen-bid"' not in page(phone(app, "Bea"))
    tap = dict(re.findall(r'id="seen-bid" name="([^"]+)" value="([^"]+)"', page(tablet)))
    fields = form_for(tablet, "Ada", "bid").as_sent() | tap
    assert tap and tablet.form("/play/action", fields).status_code == 303
    assert table.state.auction.bids == (8, None, None)
    camera.looks(**{"carrots:Ada": ("3", "3", "2")})
    assert not table.differences() and 'id="seen-bid"' not in page(tablet)
    for _ in range(2):
        camera.looks(**{"carrots:Ada": ("3", "3")})
    assert 'id="seen-wrong"' in page(tablet)


def test_the_finish_is_loud_and_names_every_place(race: Any) -> None:
    lap(race)
    race.act({"by": "table", "do": "horses_moved"})
    for player, letter in zip(PLAYERS, "DCAB", strict=True):
        race.act({"by": player, "do": "show_certificate", "horses": [letter]})
    shown = page(race)
    assert "Ada gagne !" in shown and "Le dernier arrivé gagne !" in shown and 'id="again"' in shown
    places = shown[shown.index('<section class="ch-arrival">') :]
    assert places.index("Vert") < places.index("Rouge") and "à personne" in places
    podium = shown[shown.index('<ol class="ranking steps') :]
    assert (
        podium.index("Ada")
        < podium.index("Vert")
        < podium.index('id="again"')
        < podium.index('id="look-back"')
    )


def test_a_certificate_is_on_its_own_page_only(app: Any, table: Any, race: Any) -> None:
    ada, bea, everybody = phone(app, "Ada"), phone(app, "Bea"), phone(app)
    assert "Ton certificat" in page(ada) and "pas encore noté" in page(ada)
    assert send(ada, form_for(ada, "Ada", "note_certificate"), {"horses": ["C"]}).status_code == 303
    own = page(ada)
    own = own[own.index('id="own-page"') : own.index("Toi seul vois cette page.")]
    assert 'aria-label="Rouge (C)"' in own and "Ton cheval est compté 1 fois : il avance." in own
    assert "31" in own and "Cacher" in own
    for other in (bea, everybody):
        assert 'class="certificate"' not in page(other) or "pas encore noté" in page(other)
        assert 'aria-label="Rouge (C)"' not in page(other)
    assert 'id="own-page"' not in page(everybody)


def test_what_betrays_a_certificate_hides_with_it(app: Any, table: Any, race: Any) -> None:
    ada = phone(app, "Ada")
    table.act({"by": "Ada", "do": "note_certificate", "horses": ["C"]})

    def outside() -> str:
        shown = page(ada)
        own = shown[shown.index('<details class="ch-own"') : shown.index('<div class="ch-ask"')]
        assert own.count("<details") == own.count("</details>")
        return shown.replace(own, "")

    assert '"use": "change_horse"' not in outside() and '"gives"' not in outside()
    lap(race)
    table.act({"by": "table", "do": "horses_moved"})
    assert not re.search(r'show_certificate[^<]*"by": "Ada"|"by": "Ada"[^<]*show_certificate', outside())
    assert send(ada, form_for(ada, "Ada", "show_certificate"), {"horses": ["C"]}).status_code == 303


@pytest.fixture
def choosing(tablet: Any) -> Any:
    tablet.open("Ada", "Bea", game="change_horses")
    lanes = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}
    tablet.act({"by": "table", "do": "place_horses", "lanes": lanes})
    tablet.act({"by": "table", "do": "set_first", "player": "Ada"})
    return tablet


def test_CH_10_a_choice_on_a_page_of_ones_own_waits_for_the_others(choosing: Any, app: Any) -> None:
    ada = phone(app, "Ada")
    cards = ["AB", "CD", "EF", "BC"]
    assert ada.act({"by": "Ada", "do": "reveal", "cards": cards}).status_code == 200
    own, shared = page(ada), page(choosing)
    assert "Tu as choisi" in own and 'aria-label="jaune et orange (AB)"' in own
    assert "Tu as choisi" not in shared and "a choisi" in shared
    assert "(AB)" not in re.sub(r"<form.*?</form>", "", shared, flags=re.S), (
        "the table is shown what Ada chose"
    )
    assert choosing.state()["choice"] is None and choosing.state()["view"]["front"]["Ada"] == []
    with pytest.raises(AssertionError):
        form_for(choosing, "Ada", "reveal")
    form = form_for(choosing, "Bea", "reveal")
    assert send(choosing, form, {"cards": ["AC", "BD", "AF", "DE"]}).status_code == 303
    assert choosing.state()["view"]["front"]["Ada"] == cards


def test_CH_10_the_tablet_that_goes_round_keeps_each_choice_to_itself(choosing: Any) -> None:
    def chosen(player: str, *cards: str) -> Any:
        told = {f"arg.cards.{place}": json.dumps(card) for place, card in enumerate(cards)}
        action = json.dumps({"by": player, "do": "reveal"})
        fields = {"action": action, "handed_over": "1", "expected_seq": choosing.seq, **told}
        return choosing.form("/play/action", fields)

    offered = choosing.client.get("/?panel=secret&player=Ada").get_data(as_text=True)
    assert [form for form in forms_of(offered) if form.values("handed_over") == ["1"]]
    assert "panel=secret" in chosen("Ada", "AB", "CD", "EF", "BC").location
    handed = page(choosing, "/?panel=secret")
    assert "Ada<small>a choisi</small>" in handed and "Bea<small>" not in handed
    assert "(AB)" not in handed
    assert "panel" not in chosen("Bea", "AC", "BD", "AF", "DE").location
    assert choosing.state()["view"]["front"] == {
        "Ada": ["AB", "CD", "EF", "BC"],
        "Bea": ["AC", "BD", "AF", "DE"],
    }


def test_undo_takes_ones_own_choice_back_and_on_the_table_the_latest(choosing: Any, app: Any) -> None:
    ada, seq = phone(app, "Ada"), choosing.seq
    cards = ["AB", "CD", "EF", "BC"]
    for browser in (ada, choosing):
        ada.act({"by": "Ada", "do": "reveal", "cards": cards})
        assert choosing.state()["chosen"] == ["Ada"]
        assert browser.post("undo", {"expected_seq": seq}).status_code == 200
        assert choosing.state()["chosen"] == []
    assert choosing.seq == seq


def photo_finish(app: Any, table: Any, eyes: Any) -> Any:
    """Two horses on the last row, seen by a camera; everybody has shown their certificate."""
    setup = {"phase": "certificates", "horses": at(A=3, B=3, C=6, D=7, E=8, F=12), "wild_left": {"Ada": 1}}
    table.open_game("change_horses", PLAYERS[:3], setup=setup)
    camera = Camera(table)
    camera.looks()
    eyes.pictures[camera.kept.evidence] = b"a picture"
    show(table, Ada="A", Bea="B", Cyd="C")
    return phone(app)


def test_CH_54_the_picture_of_a_photo_finish_is_shown_to_everybody(app: Any, table: Any, eyes: Any) -> None:
    photo_finish(app, table, eyes)
    for browser in (phone(app), phone(app, "Cyd")):
        shown = page(browser)
        assert 'src="/api/v1/evidence/picture-1"' in shown and "Couloir 1, case 3, Couloir 2, case 3" in shown
        assert "Photo-finish ! Bea bat Ada d’un nez" in shown and "close-up" in shown
    eyes.pictures.clear()
    shown = page(phone(app))
    assert "/api/v1/evidence" not in shown and "Photo-finish ! Bea" in shown and "close-up" in shown


def test_with_a_PIN_a_stranger_sees_the_photo_finish_drawn(app: Any, table: Any, eyes: Any) -> None:
    owner = photo_finish(app, table, eyes)
    assert set_pin(owner).status_code == 303
    assert "/api/v1/evidence" in page(owner)
    stranger = page(phone(app))
    assert "/api/v1/evidence" not in stranger and "close-up" in stranger
