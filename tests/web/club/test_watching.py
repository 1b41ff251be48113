"""A spectator's link: made by a referee, shown to whoever has it, later by so long, and over with its game."""

from __future__ import annotations

import json
import re
import socket
import threading
import zlib
from pathlib import Path

from companion.club.spectators import END_S
from companion.club.telling import public_state
from tests.companion.club.playing import PlayedTable
from tests.web.club.hall import CHAIN, Hall, posted, shown
from web.server import PageServer


def test_a_game_is_watched_from_afar(hall: Hall, tmp_path: Path) -> None:
    played = PlayedTable(tmp_path / "table", "racko", seed=4).open().play(9)
    told = json.loads(json.dumps(public_state(played.table.snapshot())))
    hall.hear("window", **told)
    assert posted(hall.visitor(), f"/table/window/{CHAIN}/watch", delay="60").status_code == 403
    referee, spectator = hall.entered("referee"), hall.visitor()
    made = posted(referee, f"/table/window/{CHAIN}/watch", delay="60").get_data(as_text=True)
    link = re.search(r'href="http://[^/]+(/watch/[^"]+)"', made)
    assert link is not None
    api = "/api/v1" + link[1]
    assert "It begins when the delay is over." in shown(spectator, link[1])
    assert spectator.get(api).json == {"delay_s": 60, "title": None, "state": None}
    hall.now += 60
    hall.hear("window", **{**told, "seq": told["seq"] + 1, "over": True})
    page = spectator.get(link[1]).get_data(as_text=True)
    assert "replayed-racko" in page and "<svg" in page
    assert spectator.get(api).json["state"]["seq"] == told["seq"]
    hall.now += 60 + END_S + 1
    assert spectator.get(link[1]).status_code == 410
    assert "The game is over" in spectator.get(link[1]).get_data(as_text=True)
    assert (spectator.get(api).status_code, spectator.get(api).json) == (410, {"error": "ended"})


def test_there_is_no_link_without_a_game_and_a_referee_ends_them(hall: Hall) -> None:
    referee = hall.entered("referee")
    hall.hear("window")
    posted(referee, f"/table/window/{CHAIN}/watch", delay="0")
    assert "There is no game to be watched" in shown(referee)
    hall.hear("window", game={"id": "racko", "number": 2, "players": []})
    made = posted(referee, f"/table/window/{CHAIN}/watch", delay="5").get_data(as_text=True)
    link = re.search(r'href="http://[^/]+(/watch/[^"]+)"', made)
    assert link is not None and hall.visitor().get(link[1]).status_code == 200
    posted(referee, f"/table/window/{CHAIN}/watch", end="1")
    assert hall.visitor().get(link[1]).status_code == 410


def test_a_spectator_is_shown_every_move_over_the_pages_own_port(hall: Hall, tmp_path: Path) -> None:
    played = PlayedTable(tmp_path / "table", "racko", seed=4).open().play(9)

    def tell() -> None:
        hall.hear("window", **json.loads(json.dumps(public_state(played.table.snapshot()))))

    tell()
    made = posted(hall.entered("referee"), f"/table/window/{CHAIN}/watch", delay="0").get_data(as_text=True)
    link = re.search(r'href="http://[^/]+(/watch/[^"]+)"', made)
    assert link is not None
    assert (
        hall.visitor().get(f"{link[1]}/events").status_code == 503
    )  # no server that gives a connection away
    server = PageServer(hall.app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
            asked = f"GET {link[1]}/events HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
            line.sendall(asked.encode())
            head, first = line.recv(65_536).split(b"\r\n\r\n", 1)
            assert b"text/event-stream" in head
            unpacking, shown = zlib.decompressobj(31), b""
            shown += unpacking.decompress(first)
            while not shown.endswith(b"\n\n"):
                shown += unpacking.decompress(line.recv(65_536))
            assert shown.startswith(b"id: 1\n") and b"replayed-racko" in shown
            played.play(1)
            tell()
            while b"id: 2\n" not in shown:
                shown += unpacking.decompress(line.recv(65_536))
            posted(hall.entered("referee"), f"/table/window/{CHAIN}/watch", end="1")
            while line.recv(65_536):
                pass
    finally:
        server.close()
