"""A spectator's link: made by a referee, shown to whoever has it, later by so long, and over with its game."""

from __future__ import annotations

import json
import re
from pathlib import Path

from companion.club.spectators import END_S
from companion.club.telling import public_state
from tests.companion.club.playing import PlayedTable
from tests.web.club.hall import CHAIN, Hall, posted, shown


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
