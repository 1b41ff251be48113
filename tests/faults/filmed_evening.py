"""A program of its own: looks that were drawn once, before the program's own eyes, referee and page, again and again.

``python -m tests.faults.filmed_evening FOLDER draw LOOKS`` draws a game and keeps its pictures in the folder;
``… look GAMES`` plays it so often and prints the memory that is held after each game, MB.
"""

from __future__ import annotations

import gc
import json
import pickle
import random
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from companion.evening.game_watch import GameWatch
from companion.evening.memory import give_memory_back, keep_memory_together
from companion.evening.watch import watch
from companion.filmed.filmable import first_filmed
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.picture_camera import EVENING_LIGHT, PictureCamera
from companion.games import load
from companion.journal import Journal
from companion.referee import Referee
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByReferee
from companion.simulated.players import Opening, table_before
from companion.table import Table
from hardware.frame_source import Frame
from tests.faults.many_games import PAGES, Visitors
from tests.page_app import page_app
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from web.server import PageServer

PLAYERS = ("Ada", "Bea")
SEED = 5
BETWEEN_GAMES_MS = 5000


def draw(folder: Path, looks: int) -> None:
    """Draws the first looks at a game: frames of the small stream, and the still that was read at each look."""
    game, chance = load(first_filmed()), random.Random(SEED)
    setup = table_before(game, PLAYERS, chance)
    filmed = FilmedGame.of(game, PLAYERS, SEED, EVENING_LIGHT)
    frames: list[tuple[int, bool]] = []

    def passing(frame: Frame) -> None:
        assert frame.image is not None
        cv2.imwrite(str(folder / f"frame-{len(frames)}.jpg"), frame.image)
        frames.append((frame.monotonic_ms, False))

    def taken(still: Frame) -> None:
        assert still.image is not None
        cv2.imwrite(str(folder / f"still-{len(frames) - 1}.jpg"), still.image)
        frames[-1] = (frames[-1][0], True)

    def camera(_: Any, __: Any, parameters: Any) -> PictureCamera:
        made = PictureCamera(filmed, filmed.readers(), parameters, passing=passing, taken=taken)
        cv2.imwrite(str(folder / "bare.jpg"), made.film.bare())
        language = getattr(filmed.room, "language", "any")
        known = {
            "frames": frames,
            "setup": setup,
            "view": made.film.view,
            "plan": filmed.plan,
            "language": language,
        }
        (folder / "known").write_bytes(pickle.dumps(known))
        return made

    followed = FollowedByReferee.by(Referee)
    evening = Evening(
        Opening(game, PLAYERS, {}, setup), ("careful",), followed, chance, camera=camera, misplaces=False
    )
    for moment in evening.course():
        looks -= moment.what == "look"
        if not looks:
            break
    known = pickle.loads((folder / "known").read_bytes())
    (folder / "known").write_bytes(pickle.dumps({**known, "frames": frames}))


class Looks:
    """The drawn pictures as a camera gives them, game after game."""

    def __init__(self, folder: Path, games: int) -> None:
        self._folder, self._games = folder, games
        self.known = pickle.loads((folder / "known").read_bytes())
        journal = folder / "journal.sqlite"
        self.table = Table(Journal(journal))
        self._now_ms = self._at = 0
        self._visitors: Visitors | None = None

    def open_game(self) -> None:
        self.table.open_game(first_filmed(), PLAYERS, setup=self.known["setup"])

    def visited_at(self, port: int) -> None:
        """Browsers look on at this port."""
        self._visitors = Visitors(port)

    def still(self) -> Frame | None:
        frames = self.known["frames"]
        there = [at for at in range(len(frames)) if frames[at][1]]
        at = next((one for one in there if one >= self._at), there[-1])
        return Frame(1, self._now_ms, cv2.imread(str(self._folder / f"still-{at}.jpg")))  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Frame]:
        begun = seq = 0
        for _ in range(self._games):
            self.open_game()
            for at, (ms, _) in enumerate(self.known["frames"]):
                seq, self._at, self._now_ms = seq + 1, at, begun + ms
                picture = cv2.imread(str(self._folder / f"frame-{self._at}.jpg"))
                yield Frame(seq, self._now_ms, picture)  # type: ignore[arg-type]
                if self._visitors is not None and seq % 10 == 0:
                    self._visitors.look("/")
            begun = self._now_ms + BETWEEN_GAMES_MS
            if self._visitors is not None:
                self._visitors.look(*PAGES)
            gc.collect()
            give_memory_back()
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            moves = len(self.table.moves())
            print(json.dumps({"memory_mb": round(pages * 4096 / 1e6, 1), "moves": moves}), flush=True)


def look(folder: Path, games: int) -> None:
    """Follows so many games."""
    keep_memory_together()
    looks = Looks(folder, games)
    reader = CardZones(CardReader(language=looks.known["language"]))
    eyes = Eyes([reader], evidence=EvidenceStore(folder / "evidence"), still=looks.still)
    eyes.place(looks.known["view"])
    eyes.remember_bare(cv2.imread(str(folder / "bare.jpg")))  # type: ignore[arg-type]
    looks.table.pictured_by(eyes.photograph)
    game = GameWatch(looks.table, eyes, lambda: looks.known["plan"])
    server = PageServer(page_app(looks.table, eyes), "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    looks.visited_at(server.port)
    watch(game.watched(looks), eyes, game, threading.Event())


if __name__ == "__main__":
    {"draw": draw, "look": look}[sys.argv[2]](Path(sys.argv[1]), int(sys.argv[3]))
