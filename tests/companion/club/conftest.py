"""The real servers, one of each for all tests of a club; skipped, saying why, where they are not installed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.club.servers import BrokerServer, DatabaseServer, NoServer

PASSWORDS = {"club": "of the club", "window": "of the window", "door": "of the door"}


@pytest.fixture(scope="session")
def servers() -> Iterator[Path]:
    """A folder that the database's own user can reach."""
    with tempfile.TemporaryDirectory(prefix="club-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def broker_server(servers: Path) -> Iterator[BrokerServer]:
    """Mosquitto, where each table may only speak for itself."""
    pytest.importorskip("paho.mqtt", reason="pip install 'companion-table[club]'")
    try:
        server = BrokerServer(servers / "broker", PASSWORDS)
    except NoServer as missing:
        pytest.skip(str(missing))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def database_server(servers: Path) -> Iterator[DatabaseServer]:
    """PostgreSQL, which forgets nothing when it is killed."""
    pytest.importorskip("psycopg", reason="pip install 'companion-table[club]'")
    try:
        server = DatabaseServer(servers / "database", durable=False)
    except NoServer as missing:
        pytest.skip(str(missing))
    yield server
    server.kill()


def emptied(database: DatabaseServer) -> str:
    """Nothing is kept any more; gives the address."""
    import psycopg

    with psycopg.connect(database.address, autocommit=True) as line:
        line.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return database.address
