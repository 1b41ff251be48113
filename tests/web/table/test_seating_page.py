"""Who sits where on the page: the table drawn with its people, two taps, and what hands have told."""

from __future__ import annotations

import html
import re
from random import Random
from typing import Any

from companion.domains import pick
from companion.games import load
from companion.sighting import Sighting, Slot, ZoneReading
from companion.table import Table
from tests.web.conftest import Tablet

DEAL = {
    "deal": {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "8H", "4C", "7S"], "reserve_top": "3D"},
    }
}


def page(tablet: Tablet, path: str) -> str:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def sits(tablet: Tablet, **fields: str) -> Any:
    return tablet.form("/play/seating", {"expected_seq": str(tablet.seq), **fields})


def at(shown: str, side: str) -> list[str]:
    """Who is drawn at a side."""
    drawn = re.search(rf'id="side-{side}".*?(?=id="side-|</section>)', shown, re.DOTALL)
    return (
        []
        if drawn is None
        else re.findall(r'id="(?:sitting|swap)-\d+".*?<span>(\w+)</span>', drawn[0], re.DOTALL)
    )


def test_the_table_is_drawn_with_everybody_at_their_side(race: Tablet) -> None:
    assert 'href="/?panel=seating"' in page(race, "/?panel=menu")
    shown = page(race, "/?panel=seating")
    assert (at(shown, "south"), at(shown, "north"), at(shown, "west")) == (["Ada"], ["Bea"], [])
    assert 'name="side"' not in shown, "a place is offered once somebody was tapped"


def test_two_taps_swap_two_people(race: Tablet) -> None:
    shown = page(race, "/?panel=seating&player=Ada")
    assert 'name="beside" value="Bea"' in shown
    moved = sits(race, player="Ada", beside="Bea")
    assert (moved.status_code, moved.headers["Location"]) == (303, "/?panel=seating")
    assert race.state()["seating"]["sides"] == {"Ada": "north", "Bea": "south"}
    assert at(page(race, "/?panel=seating"), "north") == ["Ada"]


def test_a_free_place_is_taken_and_one_side_shared_where_nothing_lies_before_people(race: Tablet) -> None:
    assert 'id="free-north"' in page(race, "/?panel=seating&player=Ada")
    sits(race, player="Ada", side="north")
    assert race.state()["seating"]["sides"] == {"Ada": "north", "Bea": "north"}
    assert at(page(race, "/?panel=seating"), "north") == ["Ada", "Bea"]


def test_over_racks_nobody_sits_down_at_somebody_elses(tablet: Tablet) -> None:
    tablet.open("Ada", "Bea", game="racko")
    shown = page(tablet, "/?panel=seating&player=Ada")
    assert 'id="free-west"' in shown
    assert 'id="free-north"' not in shown
    assert sits(tablet, player="Ada", side="north").status_code == 303
    assert "On ne peut pas se placer ainsi ici." in page(tablet, "/")
    assert tablet.state()["seating"]["by"] == "usual"
    assert sits(tablet, player="Zoé", side="west").status_code == 400


def test_what_was_seen_of_it_is_said_once_and_quietly(tablet: Tablet, table: Table) -> None:
    """Before the first card each one's reserve lies before the other."""
    table.open_game("crapette", ("Ada", "Bea"), setup=DEAL)
    lying = load("crapette").visible_table(table.state)
    other = {"reserve:Ada": "reserve:Bea", "reserve:Bea": "reserve:Ada"}
    zones = {
        zone: ZoneReading(
            tuple(Slot({face: 0.99, "unreadable": 0.01}) for face in lying[other.get(zone, zone)])
        )
        for zone in lying
    }
    table.see(Sighting(1, 1000, zones))
    shown = page(tablet, "/")
    assert "Ada est maintenant du côté d’en face. Bea est maintenant du côté proche." in shown
    table.act(pick(table.snapshot().legal_actions[0], Random(1).choice))
    assert "seating-news" not in page(tablet, "/")


def test_people_are_asked_and_say_that_it_is_right(race: Tablet, table: Table) -> None:
    assert 'id="to-seating"' not in page(race, "/")
    table.note("seating_asked")
    assert 'id="to-seating" href="/?panel=seating"' in page(race, "/")
    shown = page(race, "/?panel=seating")
    assert "Les mains viennent d’autres côtés que je ne pensais." in shown
    assert 'id="seating-right"' in shown
    assert sits(race).headers["Location"] == "/"
    seating = race.state()["seating"]
    assert (seating["by"], seating["asked"]) == ("people", False)
    assert seating["sides"] == {"Ada": "south", "Bea": "north"}
    assert 'id="to-seating"' not in page(race, "/")
