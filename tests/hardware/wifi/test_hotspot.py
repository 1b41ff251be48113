"""When the hotspot opens and ends, over a radio that is played and a clock that is turned by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hardware.wifi.hotspot import AGAIN_S, GRACE_S, PATIENCE_S, QUIET_S, RETRY_S, Hotspot, free_name
from hardware.wifi.nmcli import Lock, Network, Refused
from hardware.wifi.radio import Known, Links, Wish

HOME = Network("Home", 80, "password")


class PlayedRadio:
    """A radio whose surroundings a test changes; ``did`` tells what it was made to do."""

    def __init__(self) -> None:
        self.wired = self.connecting = False
        self.device: str | None = "wlan0"
        self.profile: str | None = None
        self.in_reach = [HOME, Network("Companion", 50, "password"), Network("Work", 40, "other")]
        self.profiles = [Known("home", "Home", hidden=False)]
        self.right = {"Home": "at home we play"}
        self.fails: str | None = None
        self.hotspot_fails: str | None = None
        self.did: list[str] = []

    def links(self) -> Links:
        if self.fails is not None:
            raise Refused(self.fails)
        return Links(self.wired, self.device, self.profile, self.profile == "hotspot", self.connecting)

    def switch_on(self) -> None:
        self.did.append("switch on")

    def look(self) -> tuple[Network, ...]:
        assert self.profile != "hotspot", "a hotspot cannot look"
        return tuple(self.in_reach)

    def known(self) -> tuple[Known, ...]:
        return tuple(self.profiles)

    def name_of(self, profile: str) -> str:
        return {"home": "Home", "hotspot": "Companion 9"}.get(profile, profile)

    def rejoin(self, profile: str) -> None:
        self.did.append(f"rejoin {profile}")
        if all(one.name != self.name_of(profile) for one in self.in_reach):
            raise Refused("out_of_reach")
        self.profile = profile

    def join(self, device: str, wish: Wish, lock: Lock) -> None:
        self.did.append(f"join {wish.name} {lock}")
        if self.right.get(wish.name) != wish.password:
            raise Refused("wrong_password")
        self.profile = wish.name

    def open_hotspot(self, device: str, name: str, password: str) -> None:
        if self.hotspot_fails is not None:
            raise Refused(self.hotspot_fails)
        self.did.append(f"open {name}")
        self.profile = "hotspot"

    def close_hotspot(self) -> None:
        self.did.append("close")
        self.profile = None


class Evening:
    """The hotspot, its radio and its clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.used = False
        self.radio = PlayedRadio()
        self.hotspot = Hotspot(self.radio, "companion", lambda: self.used, lambda: self.now)

    def goes_on(self, seconds: float, every: float = 5.0) -> None:
        """Time passes, step by step."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + every)
            self.hotspot.step()

    @property
    def mode(self) -> str:
        return str(self.hotspot.state()["mode"])

    @property
    def last(self) -> str | None:
        last = self.hotspot.state()["last"]
        return None if last is None else str(last["code"])


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.radio.in_reach = made.radio.in_reach[1:]  # Home is away
    return made


@pytest.fixture
def opened(evening: Evening) -> Evening:
    evening.hotspot.step()
    evening.goes_on(PATIENCE_S)
    assert evening.mode == "hotspot"
    evening.radio.did.clear()
    return evening


def test_it_opens_after_a_minute_without_any_connection(evening: Evening) -> None:
    evening.hotspot.step()
    evening.goes_on(PATIENCE_S - 1)
    assert (evening.mode, evening.radio.did) == ("waiting", [])
    evening.goes_on(5)
    state = evening.hotspot.state()
    assert evening.radio.did == ["open Companion 2"], "another box is in reach"
    assert (state["mode"], state["hotspot"], state["address"]) == ("hotspot", "Companion 2", "10.42.0.1")
    assert [one["name"] for one in state["networks"]] == ["Companion", "Work"]


def connect_cable(radio: PlayedRadio) -> None:
    radio.wired = True


def connect_home(radio: PlayedRadio) -> None:
    radio.profile = "home"


@pytest.mark.parametrize(("connect", "mode"), [(connect_cable, "wired"), (connect_home, "joined")])
def test_it_does_not_open_where_something_is_connected(
    evening: Evening, connect: Callable[[PlayedRadio], None], mode: str
) -> None:
    evening.hotspot.step()
    evening.goes_on(PATIENCE_S - 10)
    connect(evening.radio)
    evening.goes_on(600)
    assert (evening.mode, evening.radio.did) == (mode, [])
    evening.radio.wired, evening.radio.profile = False, None
    evening.goes_on(PATIENCE_S)
    assert evening.radio.did == [], "the minute begins anew"
    evening.goes_on(10)
    assert evening.mode == "hotspot"


def test_what_is_being_connected_is_given_another_minute(evening: Evening) -> None:
    evening.radio.connecting = True
    evening.hotspot.step()
    evening.goes_on(2 * PATIENCE_S - 5)
    assert evening.radio.did == []
    evening.goes_on(10)
    assert evening.mode == "hotspot"


def test_it_ends_when_a_cable_is_put_in(opened: Evening) -> None:
    opened.used = True
    opened.radio.wired = True
    opened.goes_on(10)
    assert (opened.radio.did, opened.mode) == (["close"], "wired")
    assert opened.hotspot.state()["address"] is None


def test_known_networks_are_tried_every_ten_minutes_while_nobody_is_on_it(opened: Evening) -> None:
    opened.goes_on(AGAIN_S - 5)
    assert opened.radio.did == []
    opened.goes_on(10)
    assert opened.radio.did == ["close", "open Companion 2"]
    opened.radio.in_reach.append(HOME)
    opened.goes_on(AGAIN_S)
    assert opened.radio.did[2:] == ["close", "rejoin home"]
    opened.goes_on(5)
    assert (opened.mode, opened.hotspot.state()["joined"]) == ("joined", "Home")


def test_network_manager_may_be_quicker(opened: Evening) -> None:
    closes = opened.radio.close_hotspot

    def at_once() -> None:
        closes()
        opened.radio.profile = "home"

    opened.radio.close_hotspot = at_once  # type: ignore[method-assign]
    opened.goes_on(AGAIN_S + 5)
    assert (opened.radio.did, opened.mode) == (["close"], "joined")


def test_nobody_loses_the_hotspot_while_being_on_it(opened: Evening) -> None:
    opened.radio.in_reach.append(HOME)
    opened.used = True
    opened.goes_on(3 * AGAIN_S)
    assert opened.radio.did == []
    opened.used = False
    opened.goes_on(QUIET_S - 5)
    assert opened.radio.did == []
    opened.goes_on(10)
    assert opened.radio.did == ["close", "rejoin home"]


def test_a_box_that_knows_no_network_stays_where_it_is(opened: Evening) -> None:
    opened.radio.profiles.clear()
    opened.goes_on(5 * AGAIN_S)
    assert opened.radio.did == []


def test_a_network_is_joined_from_the_hotspot(opened: Evening) -> None:
    opened.radio.in_reach.append(HOME)
    assert opened.hotspot.ask_join(Wish("Home", "at home we play")) == "accepted"
    assert opened.hotspot.ask_look() == "busy"
    opened.hotspot.step()
    state = opened.hotspot.state()
    assert (state["mode"], state["wanted"], state["hotspot"]) == ("trying", "Home", "Companion 2")
    assert opened.radio.did == [], "the page has to reach the tablet first"
    opened.goes_on(GRACE_S)
    assert opened.radio.did == ["close", "join Home password"]
    opened.goes_on(5)
    assert (opened.mode, opened.last) == ("joined", "joined")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Wish("Home", "a wrong password"), "wrong_password"),
        (Wish("Work", "any password"), "other_lock"),
        (Wish("Companion"), "bad_password"),
    ],
)
def test_the_hotspot_comes_back_when_joining_fails(opened: Evening, wish: Wish, code: str) -> None:
    opened.hotspot.ask_join(wish)
    opened.goes_on(GRACE_S)
    assert opened.radio.did[0] == "close" and opened.radio.did[-1] == "open Companion 2"
    assert (opened.mode, opened.last) == ("hotspot", code)


def test_the_old_network_comes_back_when_another_cannot_be_joined(evening: Evening) -> None:
    evening.radio.in_reach.append(HOME)
    evening.radio.profile = "home"
    evening.hotspot.step()
    evening.hotspot.ask_join(Wish("Companion", "not its password"))
    evening.hotspot.step()
    assert evening.radio.did == ["join Companion password", "rejoin home"]
    evening.hotspot.step()
    assert (evening.mode, evening.last) == ("joined", "wrong_password")


def test_looking_again_takes_the_hotspot_away_for_a_moment(opened: Evening) -> None:
    opened.radio.in_reach.append(Network("New", 30, "open"))
    opened.hotspot.ask_look()
    opened.goes_on(GRACE_S)
    assert opened.radio.did == ["close", "open Companion 2"]
    assert "New" in [one["name"] for one in opened.hotspot.state()["networks"]]


def test_a_hotspot_that_cannot_be_opened_is_tried_again(evening: Evening) -> None:
    evening.radio.hotspot_fails = "failed"
    evening.hotspot.step()
    evening.goes_on(PATIENCE_S)
    evening.radio.hotspot_fails = None
    evening.goes_on(RETRY_S + 5)
    assert evening.radio.did == ["open Companion 2"]


def test_without_a_radio_it_says_so_and_asks_for_it(evening: Evening) -> None:
    evening.radio.device = None
    evening.hotspot.step()
    evening.goes_on(PATIENCE_S)
    assert evening.radio.did == ["switch on"]
    assert (evening.mode, evening.hotspot.state()["fault"]) == ("alone", "no_radio")


def test_without_network_manager_it_says_so(evening: Evening) -> None:
    evening.radio.fails = "no_network_manager"
    evening.goes_on(600)
    assert (evening.mode, evening.hotspot.state()["fault"]) == ("alone", "no_network_manager")
    evening.radio.fails = None
    evening.hotspot.step()
    assert evening.hotspot.state()["fault"] is None


def test_one_that_is_started_anew_goes_on_with_the_hotspot_that_is_open(evening: Evening) -> None:
    evening.radio.profile = "hotspot"
    evening.radio.look = lambda: ()  # type: ignore[method-assign]
    evening.hotspot.step()
    assert (evening.mode, evening.hotspot.state()["hotspot"]) == ("hotspot", "Companion 9")
    assert evening.radio.did == []


def test_names_go_on_where_others_are_in_reach() -> None:
    assert free_name([]) == "Companion"
    assert free_name(["Companion"]) == "Companion 2"
    assert free_name(["Companion 2", "Companion", "Companion 3"]) == "Companion 4"
