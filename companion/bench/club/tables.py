"""Many tables at three times the speed of people: how soon the club's page shows a tap, what that costs, and whether
anything is lost or doubled while servers are killed, the network is parted, and a table is set back.

The tables' own disks lie in memory; the database's is a real one. Delays are from the moment in which somebody's tap
begins to that in which an open page has fetched what shows it. One machine does all of it: servers, club, tables and
pages; so the shares of processor time stand beside the delays.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.bench.club import accounting
from companion.bench.club.playing import JOURNAL, LOST
from companion.bench.club.relay import Relay
from companion.bench.club.running import (
    ClubEnded,
    Servers,
    Tables,
    noted,
    servers,
    table_name,
    tables,
    viewers,
)
from companion.bench.measure import Measure
from companion.club.outbox import FILE_NAME
from companion.club.servers import BrokerServer, DatabaseServer
from companion.club.store import StoreError, broken_links, database_size, kept_hashes
from companion.progress import Progress
from companion.simulated.outcome import quantile
from companion.simulated.parameters import habits

SPEED = 3
EVENING_S = 3 * 3600.0
DELAY_TARGET_MS = 500.0
SEED = 20_261_126
_MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done: tables, open pages, seconds in peace, kills of each server and the pause between two, seconds
    in which half the tables are cut off."""

    tables: int
    pages: int
    settle_s: float
    peace_s: float
    kills: int
    between_s: float
    away_s: float
    cut_s: float
    most_wait_s: float


SHORT = Plan(8, 2, 2.0, 6.0, 1, 1.0, 0.3, 2.0, 60.0)
LONG = Plan(200, 3, 20.0, 180.0, 20, 3.0, 1.0, 25.0, 300.0)


@dataclass(slots=True)
class Result:
    """What was measured."""

    plan: Plan
    delays_ms: list[float] = field(default_factory=list)
    unseen: int = 0
    """Taps in peace that no page ever showed, not even by a later entry of the table."""
    taps: int = 0
    peace_s: float = 0.0
    entries: int = 0
    lost: int = 0
    doubled: int = 0
    broken: int = 0
    set_back: int = 0
    caught_up_s: float = 0.0
    processor: dict[str, float] = field(default_factory=dict)
    """Shares of one core in peace, by whose they are."""
    memory_mb: dict[str, float] = field(default_factory=dict)
    grown_mb: float = 0.0
    disk_bytes: float = 0.0
    """What an entry takes in the database, indexes among it."""
    own_disk_bytes: float = 0.0
    """What an entry takes on its table's own disk."""

    def measures(self) -> Iterator[Measure]:
        """Yield the figures."""
        plan, n = self.plan, len(self.delays_ms)
        bench = f"{plan.tables} tables"
        for name, share, target in (("p50", 0.5, None), ("p95", 0.95, None), ("p99", 0.99, DELAY_TARGET_MS)):
            yield _less(f"{bench}: tap to the page, {name}", quantile(self.delays_ms, share), "ms", n, target)
        yield _less(f"{bench}: taps that no page has shown", self.unseen, "taps", self.taps, 0)
        rate = round(self.taps / self.peace_s, 1)
        yield Measure("club", f"{bench}: taps", rate, "taps/s", self.taps)
        for whose, share in self.processor.items():
            yield _less(f"{bench}: processor of {whose}", 100 * share, "% of a core", 1)
        for whose, held in self.memory_mb.items():
            yield _less(f"{bench}: memory of {whose}", held, "MB", 1)
        yield _less(f"{bench}: memory, a table", 1024 * self.grown_mb / plan.tables, "kB", plan.tables)
        yield _less(f"{bench}: disk, an entry", self.disk_bytes, "bytes", self.entries)
        evening = self.taps / self.peace_s / plan.tables / SPEED * EVENING_S
        yield _less(f"{bench}: entries, a table's evening", evening, "entries", self.taps)
        yield _less(f"{bench}: disk, a table's evening", evening * self.disk_bytes / _MB, "MB", self.entries)
        own = evening * self.own_disk_bytes / _MB
        yield _less(f"{bench}: own disk, a table's evening", own, "MB", self.entries)
        kills = f"{plan.kills} + {plan.kills} kills"
        yield _less(f"{bench}, {kills}: entries lost", self.lost, "entries", self.entries, 0)
        yield _less(f"{bench}, {kills}: entries doubled", self.doubled, "entries", self.entries, 0)
        yield _less(f"{bench}, {kills}: links broken", self.broken, "entries", self.entries, 0)
        yield _less(f"{bench}, {kills}: all kept after", self.caught_up_s, "s", 1)


def measure(plan: Plan) -> Iterator[Measure]:
    """Play, kill, count, and yield the figures; raises ``NoServer`` where a server is not installed."""
    yield from played(plan).measures()


def played(plan: Plan) -> Result:
    """What came of it."""
    result = Result(plan)
    names = [table_name(number) for number in range(1, plan.tables + 1)]
    people = habits()["careful"]
    slowest, quickest = ((people.seconds[one] + people.pause[one]) / SPEED for one in (1, 0))
    with TemporaryDirectory(prefix="companion-club-") as disk, servers(Path(disk)) as club:
        relay = Relay(club.broker.port)
        alone_mb = accounting.memory_mb(accounting.family(club.club.pid))
        with (
            viewers(club, plan.pages) as seen,
            tables(club, names, relay, (quickest, slowest), SEED) as playing,
        ):
            _wait_for_entries(club, plan.most_wait_s)
            time.sleep(plan.settle_s)
            first, last = _in_peace(plan, club, playing, seen, result)
            result.grown_mb = accounting.memory_mb(accounting.family(club.club.pid)) - alone_mb
            _with_kills(plan, club, relay, playing, names[0])
            playing.tell_all("rest")
            told = _told(playing.folder)
            result.caught_up_s = _caught_up(club, told, plan.most_wait_s)
            _delays(playing.taps(), seen.values(), first, last, result)
            _count(club, told, result)
            result.broken = len(list(broken_links(club.database.address)))
            playing.tell_all("stop")
            result.own_disk_bytes = _own_disk(playing.folder) / max(1, result.entries)
        relay.close()
    return result


# ---------------------------------------------------------------- in peace


def _in_peace(
    plan: Plan, club: Servers, playing: Tables, looking: Iterable[int], result: Result
) -> tuple[int, int]:
    """Lets everybody play, and counts what it costs; gives the first and the last moment (ns)."""
    own: Mapping[str, Callable[[], Iterable[int]]] = {
        "the club": lambda: accounting.family(club.club.pid),
        "the broker": lambda: [club.broker.pid],
        "the database": lambda: accounting.family(club.database.pid),
        "the open pages": lambda: looking,
        "the tables": lambda: [one.pid for one in playing.processes],
    }
    before = {whose: accounting.processor_s(pids()) for whose, pids in own.items()}
    address = club.database.address
    size, entries = database_size(address), len(kept_hashes(address))
    machine, begun = accounting.machine(), time.monotonic_ns()
    time.sleep(plan.peace_s)
    ended, later = time.monotonic_ns(), accounting.machine()
    took_s = (ended - begun) / 1e9
    result.peace_s = took_s
    for whose, pids in own.items():
        result.processor[whose] = (accounting.processor_s(pids()) - before[whose]) / took_s
    cores = (later.whole_s - machine.whole_s) / took_s
    result.processor["the whole machine"] = (later.busy_s - machine.busy_s) / took_s
    result.processor["the cores that there are"] = cores
    more = max(1, len(kept_hashes(address)) - entries)
    result.disk_bytes = (database_size(address) - size) / more
    result.memory_mb = {
        whose: accounting.memory_mb(pids()) for whose, pids in own.items() if whose != "the tables"
    }
    return begun, ended


def _delays(
    taps: Iterable[tuple[str, int, int]], seen: Iterable[Path], first: int, last: int, result: Result
) -> None:
    """How long after a tap each page showed its entry, or a later one of the table."""
    begun = sorted((table, seq, moment) for table, seq, moment in taps if first <= moment < last)
    result.taps = len(begun)
    for file in seen:
        shown: dict[str, list[tuple[int, int]]] = {}
        for table, seq, moment in noted(file):
            shown.setdefault(table, []).append((moment, seq))
        for table, of_table in groupby(begun, key=lambda one: one[0]):
            looks = iter(shown.get(table, ()))
            when, what = 0, 0
            for _, seq, moment in of_table:
                while what < seq or when < moment:
                    when, what = next(looks, (0, -1))
                    if what < 0:
                        break
                if what < seq:
                    result.unseen += 1
                    looks, when, what = iter(()), 0, 0
                else:
                    result.delays_ms.append((when - moment) / 1e6)


# ---------------------------------------------------------------- killed, parted, set back


def _with_kills(plan: Plan, club: Servers, relay: Relay, playing: Tables, set_back: str) -> None:
    """Kills each server so many times, in an order drawn by chance, with the network parted in the middle of it; one
    table goes back to what was saved of it at the beginning."""
    playing.tell("save", set_back)
    order: list[BrokerServer | DatabaseServer] = [club.broker, club.database] * plan.kills
    random.Random(SEED).shuffle(order)  # noqa: S311 - an order of kills
    with Progress("kills", len(order)) as kills:
        for number, server in enumerate(order):
            if number == len(order) // 2:
                relay.cut()
                time.sleep(plan.cut_s)
                relay.mend()
                playing.tell("back", set_back)
            server.kill()
            time.sleep(plan.away_s)
            server.start()
            time.sleep(plan.between_s)
            kills.step()


def _told(folder: Path) -> Counter[str]:
    """The hashes of all that the tables had to tell, those among it that one has lost."""
    told: Counter[str] = Counter()
    for file in folder.glob(f"*/{FILE_NAME}"):
        with closing(sqlite3.connect(file)) as outbox:
            told.update(one for (one,) in outbox.execute("SELECT hash FROM message"))
    for file in folder.glob(f"*/{LOST}"):
        told.update(set(file.read_text().split()) - set(told))
    return told


def _caught_up(club: Servers, told: Counter[str], longest_s: float) -> float:
    """Waits until the club has as many entries as were told; the seconds that it took."""
    begun = time.monotonic()
    while (waited := time.monotonic() - begun) < longest_s:
        if club.club.poll() is not None:
            raise ClubEnded("The club has ended.")
        with suppress(StoreError):
            if len(kept_hashes(club.database.address)) >= len(told):
                break
        time.sleep(0.5)
    return waited


def _wait_for_entries(club: Servers, longest_s: float) -> None:
    """The tables have begun and the club keeps what they tell; raises ``ClubEnded`` where it does not do so soon."""
    until = time.monotonic() + longest_s
    while time.monotonic() < until:
        with suppress(StoreError):
            if kept_hashes(club.database.address):
                return
        time.sleep(0.2)
    raise ClubEnded("The club keeps nothing of what its tables tell.")


def _count(club: Servers, told: Counter[str], result: Result) -> None:
    kept = kept_hashes(club.database.address)
    result.entries = len(told)
    result.lost = len(told.keys() - kept.keys())
    result.doubled = sum(times - 1 for times in kept.values()) + len(kept.keys() - told.keys())


def _own_disk(folder: Path) -> float:
    """What all tables have on their own disks, once they are switched off (bytes)."""
    return sum(file.stat().st_size for name in (JOURNAL, FILE_NAME) for file in folder.glob(f"*/{name}*"))


def _less(name: str, value: float, unit: str, count: int, target: float | None = None) -> Measure:
    return Measure("club", name, round(value, 1), unit, count, target=target, higher_is_better=False)
