"""What nmcli says: its escaping, its networks, its errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hardware.wifi import nmcli
from hardware.wifi.nmcli import Network, Refused
from tests.hardware.wifi.conftest import World

TOLD = r"""Home:80:WPA2
:90:WPA2
Home:85:WPA2
Caf\:\: \\ 🏠:55:WPA1 WPA2
École 802:60:WPA2 802.1X
Old:40:WEP
New:41:WPA3
Both:42:WPA2 WPA3
Open:30:
Also open:31:--
Secret open:32:OWE
Open twice:33:OWE-TM
Loud:1000:WPA2
Odd:x:WPA2
torn
"""


def escaped(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace(":", "\\:")


@given(some.lists(some.text(some.characters(exclude_characters="\n", exclude_categories=["Cs"])), min_size=1))
def test_whatever_stands_in_a_line_is_read_as_it_was(cells: list[str]) -> None:
    assert nmcli.fields(":".join(map(escaped, cells))) == cells


@given(some.text())
def test_no_text_is_too_odd_to_be_read(told: str) -> None:
    nmcli.networks(told)
    nmcli.devices(told)


def test_networks_are_told_once_and_best_first() -> None:
    found = nmcli.networks(TOLD)
    assert found[:4] == (
        Network("Loud", 100, "password"),
        Network("Home", 85, "password"),
        Network("École 802", 60, "other"),
        Network("Caf:: \\ 🏠", 55, "password"),
    )
    locks = {one.name: one.lock for one in found}
    assert {name: locks[name] for name in ("Old", "New", "Both", "Secret open")} == {
        "Old": "other",
        "New": "sae",
        "Both": "password",
        "Secret open": "other",
    }
    assert [one.name for one in found if one.lock == "open"] == ["Open twice", "Also open", "Open"]
    assert found[-1] == Network("Odd", 0, "password")
    assert len(found) == 12


def test_devices_are_told_with_what_they_use() -> None:
    told = "wlan0:wifi:connected:Chez\\: nous:a-b\neth0:ethernet:connected (externally):Wired:\n"
    radio, wire = nmcli.devices(told)
    assert (radio.name, radio.profile, radio.profile_id, radio.is_connected) == (
        "wlan0",
        "Chez: nous",
        "a-b",
        True,
    )
    assert wire.is_connected


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ("Connection activation failed: Secrets were required, but not provided", "wrong_password"),
        ("Connection activation failed: 802.1X supplicant took too long to authenticate", "wrong_password"),
        ("Connection activation failed: The Wi-Fi network could not be found", "out_of_reach"),
        (
            "IP configuration could not be reserved (no available address, timeout, etc.)",
            "no_address",
        ),
        ("Failed to add 'x' connection: Insufficient privileges", "not_allowed"),
        ("Not authorized to control networking.", "not_allowed"),
        ("No Wi-Fi device found.", "no_radio"),
        ("NetworkManager is not running.", "no_network_manager"),
        ("something else", "failed"),
    ],
)
def test_every_error_has_its_code(world: World, told: str, code: str) -> None:
    world.write(fails=told)
    with pytest.raises(Refused) as refused:
        nmcli.ask("radio", "wifi", "on")
    assert refused.value.code == code


def test_a_machine_without_it_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Refused) as refused:
        nmcli.ask("device", "status")
    assert refused.value.code == "no_network_manager"


def test_what_was_typed_stands_in_no_error(world: World) -> None:
    world.write(fails="Secrets were required: sesame and more")
    with pytest.raises(Refused) as refused:
        nmcli.ask("connection", "edit", "uuid", "x", typed="set psk sesame and more\n")
    assert "sesame" not in f"{refused.value!r}{refused.value.__cause__!r}{refused.value.__context__!r}"
