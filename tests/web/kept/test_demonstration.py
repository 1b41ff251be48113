"""See it referee: the way from the shelf to a filmed evening."""

from __future__ import annotations

from types import SimpleNamespace

from companion.table import Table
from tests.browser import test_crapette
from tests.fake_eyes import FakeEyes
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet


class Filmed:
    """A filmed evening that is there when it is told to be."""

    port: int | None = None

    def __init__(self) -> None:
        self.begun: list[str] = []

    def begin(self, language: str, boxes_at: int) -> None:
        """Remembers in which language it was begun."""
        self.begun.append(f"{language} {boxes_at}")


def test_the_shelf_leads_to_a_filmed_evening_as_soon_as_it_answers(table: Table) -> None:
    filmed = Filmed()
    tablet = Tablet(page_app(table, demonstration=filmed).test_client())
    assert 'id="see-referee"' in tablet.client.get("/").get_data(as_text=True)
    answer = tablet.form("/demonstration", {})
    assert answer.status_code == 303 and filmed.begun == ["fr 80"]
    waiting = tablet.client.get("/demonstration")
    assert waiting.status_code == 200 and waiting.headers["Refresh"] == "1"
    filmed.port = 4321
    assert tablet.client.get("/demonstration").headers["Location"] == "http://localhost:4321/"


def test_a_filmed_evening_leads_back_to_the_boxes_from_which_it_was_begun(table: Table) -> None:
    """It has a shelf, a family and games of its own, in a folder that is thrown away."""
    tablet = Tablet(page_app(table, boxes_at=8000).test_client())
    answer = tablet.client.get("/home")
    assert (answer.status_code, answer.headers["Location"]) == (303, "http://localhost:8000/home")


def test_the_page_of_a_film_shows_the_way_back_before_and_after_its_end(table: Table, eyes: FakeEyes) -> None:
    tablet = Tablet(page_app(table, eyes, boxes_at=8000).test_client())
    test_crapette.called(SimpleNamespace(table=table))
    boxes = 'href="http://localhost:8000/home"'
    page = tablet.client.get("/").get_data(as_text=True)
    assert page.count(boxes) == 2 and 'id="undo"' not in page and "film-over" not in page
    test_crapette.over(SimpleNamespace(table=table))
    page = tablet.client.get("/").get_data(as_text=True)
    assert page.count(boxes) == 3 and "Le film est fini." in page and 'id="again"' not in page


def test_a_film_teaches_nothing(table: Table, eyes: FakeEyes) -> None:
    family = FakeFamily()
    family.set_taught("crapette", True)
    test_crapette.resting(SimpleNamespace(table=table))
    for boxes_at in (None, 8000):
        tablet = Tablet(page_app(table, eyes, family=family, boxes_at=boxes_at).test_client())
        assert ('id="lesson"' in tablet.client.get("/").get_data(as_text=True)) == (boxes_at is None)


def test_where_a_camera_watches_there_is_nothing_to_show(table: Table) -> None:
    tablet = Tablet(page_app(table).test_client())
    assert 'id="see-referee"' not in tablet.client.get("/").get_data(as_text=True)
    assert tablet.client.get("/demonstration").status_code == 404


def test_a_filmed_evening_says_that_it_is_a_film(table: Table, eyes: FakeEyes) -> None:
    tablet = Tablet(page_app(table, eyes, boxes_at=8000).test_client())
    tablet.open("Ada", "Bea")
    assert "Film · " in tablet.client.get("/").get_data(as_text=True)
    assert "Film · " not in Tablet(page_app(table, eyes).test_client()).client.get("/").get_data(as_text=True)
