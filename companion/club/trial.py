"""A whole club on one machine, for trying it: both servers, and tables whose people play by themselves."""

from __future__ import annotations

import os
import random
import secrets
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from companion.action import Action, Rejected
from companion.club.broker import Broker
from companion.club.connection import Connection
from companion.club.outbox import Outbox
from companion.club.publisher import Called, Publisher
from companion.club.servers import BrokerServer, DatabaseServer
from companion.games import game_ids, load
from companion.journal import Journal
from companion.simulated.players import CarelessPlayer, opened, played
from companion.table import Table

CLUB = "club"
PAUSE_S = (0.6, 2.5)
"""Between two moves: quicker than people, so that there is something to see."""
AFTER_GAME_S = 5.0


class PlayingTable:
    """A table that plays one game after the other, and tells the club."""

    def __init__(
        self,
        folder: Path,
        called: Called,
        broker: Broker,
        seed: int | str,
        pause_s: tuple[float, float] = PAUSE_S,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(folder / "journal.sqlite")
        self.table = Table(self.journal)
        self.called = called
        self._chance = random.Random(seed)  # noqa: S311 - a game of nobody
        self._pause_s = pause_s
        self._over = threading.Event()
        self._publisher = Publisher(
            self.table, Outbox(folder / "club.sqlite", called.name), broker, called, Connection
        )
        self._thread = threading.Thread(target=self._play_on, name=called.name, daemon=True)

    def tell(self) -> None:
        """Tells the club how it stands, and what is played from now on."""
        self._publisher.start()

    def start(self) -> None:
        """Begins to play."""
        self.tell()
        self._thread.start()

    def rest(self) -> None:
        """Leaves the game where it is; the club is still told what it does not have yet."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)

    def stop(self) -> None:
        """Leaves the game where it is, and the club."""
        self.rest()
        self._publisher.close()
        self.journal.close()

    @property
    def waiting(self) -> int:
        """How many entries the broker has not taken yet."""
        return self._publisher.waiting

    def tap(self, action: Action) -> None:
        """Somebody makes a move."""
        self.table.act(action)

    def moves(self) -> Iterator[None]:
        """Opens a game, and makes a move each time that it is asked for one, until the game is over."""
        game = load(self._chance.choice(game_ids()))
        opening = opened(game, self._chance, plain=True)
        self.table.open_game(
            game.id, opening.players, options=dict(opening.options), setup=dict(opening.setup)
        )
        yield
        for step in played(opening, self._chance, CarelessPlayer(slipping=0.05)):
            self.tap(step.action)
            yield

    def _play_on(self) -> None:
        while not self._over.is_set():
            try:
                for _ in self.moves():
                    if self._over.wait(self._chance.uniform(*self._pause_s)):
                        return
            except Rejected:
                pass  # the next game
            self._over.wait(AFTER_GAME_S)


def _place(folder: Path) -> Path:
    """Where the database lies: where this is root, PostgreSQL is another user, who cannot reach root's."""
    return folder if os.geteuid() else Path(tempfile.mkdtemp(prefix="companion-club-"))


class Trial:
    """Servers and tables in one folder; what they kept is there again the next time."""

    def __init__(self, folder: Path, tables: int, pause_s: tuple[float, float] = PAUSE_S) -> None:
        """Starts the servers; raises ``NoServer``."""
        names = [f"table-{number}" for number in range(1, tables + 1)]
        passwords = {name: secrets.token_hex(12) for name in (CLUB, *names)}
        self._broker_server = BrokerServer(folder / "broker", passwords, CLUB)
        try:
            self._database_server = DatabaseServer(_place(folder) / "database")
        except BaseException:
            self._broker_server.kill()
            raise
        self.broker = Broker(address=self._broker_server.address, user=CLUB, password=passwords[CLUB])
        self.database = self._database_server.address
        self.tables = [
            PlayingTable(
                folder / name,
                Called(name, f"Table {number}"),
                Broker(address=self._broker_server.address, user=name, password=passwords[name]),
                secrets.randbits(32),
                pause_s,
            )
            for number, name in enumerate(names, start=1)
        ]

    def start(self) -> None:
        """Lets the tables play."""
        for table in self.tables:
            table.start()

    def stop_playing(self) -> None:
        """Stops all tables."""
        for table in self.tables:
            table.stop()

    def close(self) -> None:
        """Stops the servers."""
        self._broker_server.stop()
        self._database_server.stop()
