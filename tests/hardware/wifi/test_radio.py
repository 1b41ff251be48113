"""A radio over the played NetworkManager: joining, the hotspot, and where passwords do not go."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.wifi.nmcli import Refused
from hardware.wifi.radio import Radio, Wish
from tests.hardware.wifi.conftest import HOME_NUMBER, World

CAFE = "Café: le \\ 🏠"


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    return Radio(carriers=tmp_path, pause_s=0.0)


def refusal(radio: Radio, wish: Wish) -> str:
    with pytest.raises(Refused) as refused:
        radio.join("wlan0", wish, "password")
    return refused.value.code


def test_a_network_is_joined_and_kept(radio: Radio, world: World) -> None:
    radio.join("wlan0", Wish(CAFE, "un café: noir\\"), "password")
    active = world.active()
    assert active is not None
    assert (active["ssid"], active["autoconnect"], active["kept"]) == (CAFE, "yes", "yes")
    links = radio.links()
    assert links.joined and links.profile is not None
    assert radio.name_of(links.profile) == CAFE


def test_no_password_stands_among_arguments(radio: Radio, world: World) -> None:
    radio.join("wlan0", Wish(CAFE, "un café: noir\\"), "password")
    radio.open_hotspot("wlan0", "Companion", "nobody knows")
    assert "noir" not in world.asked() and "nobody" not in world.asked()
    assert "noir" not in repr(Wish(CAFE, "un café: noir\\"))


def test_no_password_is_kept_among_what_was_typed(
    radio: Radio, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    radio.join("wlan0", Wish(CAFE, "un café: noir\\"), "password")
    assert not (tmp_path / ".nmcli-history").exists()


def test_what_could_not_be_joined_is_not_kept(radio: Radio, world: World) -> None:
    assert refusal(radio, Wish(CAFE, "un café: noisette")) == "wrong_password"
    assert refusal(radio, Wish("Elsewhere", "any password")) == "out_of_reach"
    assert list(world.read()["profiles"]) == [HOME_NUMBER]


def test_a_known_network_needs_no_password_and_a_new_one_takes_the_old_ones_place(
    radio: Radio, world: World
) -> None:
    radio.join("wlan0", Wish("Home"), "password")
    assert world.read()["active"] == HOME_NUMBER
    world.write(passwords={"Home": "a new password"})
    assert refusal(radio, Wish("Home", "an old password")) == "wrong_password"
    assert HOME_NUMBER in world.read()["profiles"]
    radio.join("wlan0", Wish("Home", "a new password"), "password")
    assert [one.name for one in radio.known()] == ["Home"]
    assert HOME_NUMBER not in world.read()["profiles"]


def test_one_that_does_not_tell_its_name_is_joined(radio: Radio, world: World) -> None:
    world.write(unseen=["Attic"], passwords={"Attic": "under the roof"})
    radio.join("wlan0", Wish("Attic", "under the roof", hidden=True), "password")
    assert [(one.name, one.hidden) for one in radio.known()] == [("Home", False), ("Attic", True)]


def test_the_hotspot_opens_and_leaves_nothing(radio: Radio, world: World) -> None:
    radio.open_hotspot("wlan0", "Companion", "companion")
    radio.open_hotspot("wlan0", "Companion 2", "companion")
    links, active = radio.links(), world.active()
    assert links.hotspot and not links.joined
    assert active is not None
    assert (active["ssid"], active["mode"], active["kept"], active["autoconnect"]) == (
        "Companion 2",
        "ap",
        "no",
        "no",
    )
    assert [one.name for one in radio.known()] == ["Home"]
    radio.close_hotspot()
    assert list(world.read()["profiles"]) == [HOME_NUMBER] and not radio.links().hotspot


def test_a_hotspot_that_does_not_open_leaves_nothing_either(
    radio: Radio, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(profile: str) -> None:
        raise Refused("failed")

    monkeypatch.setattr(radio, "rejoin", fails)
    with pytest.raises(Refused):
        radio.open_hotspot("wlan0", "Companion", "companion")
    assert list(world.read()["profiles"]) == [HOME_NUMBER]


def test_a_radio_that_hears_nothing_looks_once_more(radio: Radio, world: World) -> None:
    assert [one.name for one in radio.look()] == ["Home", CAFE, "Open"]
    assert world.asked().count("rescan") == 1
    world.write(networks=[])
    assert radio.look() == ()
    assert world.asked().count("rescan") == 3


@pytest.mark.parametrize(
    ("state", "connecting"),
    [("connecting (getting IP configuration)", True), ("disconnected", False), ("unavailable", False)],
)
def test_what_is_being_connected_is_seen(radio: Radio, world: World, state: str, connecting: bool) -> None:
    world.write(devices=[["eth0", "ethernet", state], ["wlan0", "wifi", "disconnected"]])
    links = radio.links()
    assert (links.connecting, links.wired) == (connecting, False)


def test_a_radio_that_is_off_is_switched_on(radio: Radio, world: World) -> None:
    world.write(devices=[["wlan0", "wifi", "unavailable"]])
    assert radio.links().device is None
    radio.switch_on()
    assert radio.links().device == "wlan0"


@pytest.mark.parametrize(("carrier", "wired"), [("1", True), ("0", False)])
def test_a_cable_counts_also_where_another_program_keeps_it(
    radio: Radio, world: World, tmp_path: Path, carrier: str, wired: bool
) -> None:
    (tmp_path / "eth0" / "device").mkdir(parents=True)
    (tmp_path / "eth0" / "carrier").write_text(f"{carrier}\n")
    world.write(devices=[["eth0", "ethernet", "unmanaged"], ["wlan0", "wifi", "unmanaged"]])
    assert radio.links().wired is wired and radio.links().device is None


@pytest.mark.parametrize(
    ("wish", "fault"),
    [
        (Wish("Home", "eight888"), None),
        (Wish("Home"), None),
        (Wish("é" * 16, "x" * 63), None),
        (Wish("Home", "0aF" * 21 + "0"), None),
        (Wish("", "eight888"), "bad_name"),
        (Wish("é" * 17), "bad_name"),
        (Wish("a\nset connection.id x"), "bad_name"),
        (Wish("\ud800"), "bad_name"),
        (Wish("Home", "seven77"), "bad_password"),
        (Wish("Home", "x" * 64), "bad_password"),
        (Wish("Home", "eight888\nsave"), "bad_password"),
    ],
)
def test_what_no_network_can_be_is_refused(wish: Wish, fault: str | None) -> None:
    assert wish.fault() == fault
