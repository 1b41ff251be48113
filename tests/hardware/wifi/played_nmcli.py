"""An ``nmcli`` that plays NetworkManager out of a file: its answers have the form of nmcli 1.42.4.

``world.json`` beside it holds what there is: ``devices`` (name, type, state), ``networks`` (SSID, signal, security),
``passwords`` by SSID, ``profiles`` by number, ``active`` (a profile) and ``fails`` (what is said of every command).
What it was asked stands in ``asked.txt``, an argument list a line, what it read in ``typed.txt``.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(sys.argv[0]).parent
WORLD = HERE / "world.json"
HOTSPOT_NUMBER = "00000000-0000-4000-8000-00000000000"


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")


def row(*cells: str) -> None:
    print(":".join(map(escaped, cells)))


def failed(text: str, status: int = 4) -> NoReturn:
    print(f"Error: {text}", file=sys.stderr)
    sys.exit(status)


def device_status(world: dict[str, Any]) -> None:
    for name, kind, state in world["devices"]:
        active = world["active"] if kind == "wifi" else None
        if active is not None:
            row(name, kind, "connected", world["profiles"][active]["called"], active)
        else:
            row(name, kind, state, "Wired" if state == "connected" else "", "")


def found(world: dict[str, Any], profile: str) -> str:
    for number, one in world["profiles"].items():
        if profile in (number, one["called"]):
            return str(number)
    failed(f"unknown connection '{profile}'.", 10)


def up(world: dict[str, Any], number: str) -> None:
    profile = world["profiles"][number]
    if profile["mode"] != "ap":
        there = {network[0] for network in world["networks"]} | set(world.get("unseen", ()))
        if profile["ssid"] not in there:
            failed("Connection activation failed: The Wi-Fi network could not be found")
        if world["passwords"].get(profile["ssid"], "") != profile.get("psk", ""):
            failed("Connection activation failed: Secrets were required, but not provided")
    world["active"] = number


def edit(world: dict[str, Any], number: str) -> None:
    typed = sys.stdin.read()
    with (HERE / "typed.txt").open("a") as file:
        file.write(typed)
    with contextlib.suppress(OSError), Path(os.environ["HOME"], ".nmcli-history").open("a") as file:
        file.write(typed)  # as the real one does
    for line in typed.splitlines():
        print(f"nmcli> {line}")  # it repeats what it reads
        if line.startswith("set 802-11-wireless-security.psk "):
            world["profiles"][number]["psk"] = line.split(" ", 2)[2].strip()


def add(world: dict[str, Any], words: list[str]) -> None:
    given = dict(zip(words[::2], words[1::2], strict=True))
    number = f"{HOTSPOT_NUMBER}{len(world['profiles'])}"
    world["profiles"][number] = {
        "called": given["con-name"],
        "ssid": given["ssid"],
        "mode": given.get("802-11-wireless.mode", "infrastructure"),
        "hidden": given.get("802-11-wireless.hidden", "no"),
        "autoconnect": given["autoconnect"],
        "kept": given["save"],
    }
    print(f"Connection '{given['con-name']}' ({number}) successfully added.")


def answer(world: dict[str, Any], words: list[str]) -> None:
    match words:
        case ["-t", "-f", "DEVICE,TYPE,STATE,CONNECTION,CON-UUID", "device", "status"]:
            device_status(world)
        case ["-t", "-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", _]:
            for name, signal, security in world["networks"]:
                row(name, str(signal), security)
        case ["-t", "-f", "UUID,TYPE,AUTOCONNECT", "connection", "show"]:
            for number, one in world["profiles"].items():
                row(number, "802-11-wireless", one["autoconnect"])
            row("77777777-7777-4777-8777-777777777777", "802-3-ethernet", "yes")
        case ["-e", "no", "-g", wanted, "connection", "show", profile]:
            one = world["profiles"][found(world, profile)]
            for name in wanted.split(","):
                print(one[name.removeprefix("802-11-wireless.")])
        case ["radio", "wifi", "on"]:
            world["devices"] = [
                [name, kind, "disconnected" if kind == "wifi" and state == "unavailable" else state]
                for name, kind, state in world["devices"]
            ]
        case ["connection", "add", *more]:
            add(world, more)
        case ["connection", "edit", "uuid", profile]:
            edit(world, found(world, profile))
        case ["--wait", _, "connection", "up", "uuid", profile]:
            up(world, found(world, profile))
        case ["connection", "delete", profile]:
            number = found(world, profile)
            del world["profiles"][number]
            world["active"] = None if world["active"] == number else world["active"]
        case _:
            failed(f"argument '{words}' not understood", 2)


def main() -> None:
    world = json.loads(WORLD.read_text())
    with (HERE / "asked.txt").open("a") as file:
        file.write(json.dumps(sys.argv[1:]) + "\n")
    if world.get("fails"):
        failed(world["fails"], 8)
    try:
        answer(world, sys.argv[1:])
    finally:
        WORLD.write_text(json.dumps(world))


main()
