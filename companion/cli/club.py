"""``companion club``: keeps what many tables tell, and shows them all on one page."""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import logging
import os
import secrets
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.club.broker import PASSWORD
from companion.evening.address import page_address
from companion.evening.club import MISSING
from companion.evening.data_folder import DataFolder
from companion.evening.running import stopped_by_signals
from companion.evening.troubles import Troubles, signing_key
from companion.languages import known_languages
from companion.wrong_use import WrongUse

if TYPE_CHECKING:
    from companion.club.broker import Broker
    from companion.club.trial import Trial
    from web.club.accounts import Provider

OIDC_SECRET = "COMPANION_CLUB_OIDC_SECRET"  # noqa: S105 - the variable's name
FOLDER = "companion-club"
MOST_TRIED = 200


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion club``."""
    parser.add_argument(
        "--broker",
        metavar="ADDRESS",
        help=f"mqtt://HOST:1883, or mqtts://HOST:8883 with TLS; the password stands in ${PASSWORD}",
    )
    parser.add_argument("--user", metavar="NAME", help="the club's user at the broker (default: none)")
    parser.add_argument("--ca-file", metavar="FILE", type=Path, help="whose certificate the broker must show")
    parser.add_argument("--database", metavar="ADDRESS", help="postgresql://USER@HOST/NAME")
    parser.add_argument("--port", type=int, default=8090, help="the page's port (default: 8090)")
    parser.add_argument("--title", default="Club", help="the club's name, above its page")
    parser.add_argument(
        "--lang", choices=known_languages(), default="fr", help="the page's language (default: fr)"
    )
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="keeps the PINs and the key (default: beside the tables’)"
    )
    parser.add_argument(
        "--oidc", metavar="ISSUER", help="an OpenID provider at which people may sign in: https://HOST/…"
    )
    parser.add_argument(
        "--oidc-client",
        metavar="ID",
        default="",
        help=f"as whom the club asks there; the secret stands in ${OIDC_SECRET}",
    )
    parser.add_argument(
        "--oidc-role-claim",
        metavar="NAME",
        default="companion_role",
        help="the claim that says owner, referee or player (default: companion_role)",
    )
    parser.add_argument(
        "--oidc-player-claim",
        metavar="NAME",
        default="companion_player",
        help="the claim that says by which name a player plays (default: companion_player)",
    )
    parser.add_argument(
        "--check", action="store_true", help="go through all that is kept, then leave: 1 where it was changed"
    )
    parser.add_argument(
        "--try", dest="tables", metavar="N", type=int, nargs="?", const=3,
        help="try it: a broker, a database and N simulated tables on this machine (default: 3)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Serves until a signal comes and returns 0; with ``--check`` goes through what is kept."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    try:
        for part in ("hall", "ratings"):
            importlib.import_module(f"companion.club.{part}")
    except ImportError as error:
        raise WrongUse(f"A club takes packages that are not installed ({error.name}): {MISSING}") from error
    if arguments.check:
        return _check(arguments)
    folder = DataFolder(arguments.data or _default_folder())
    folder.hold()
    try:
        with _servers(arguments, folder.path) as (broker, database, trial):
            _serve(arguments, folder.path, broker, database, trial)
    finally:
        folder.release()
    return 0


def _provider(arguments: argparse.Namespace) -> Provider | None:
    """The OpenID provider that was named."""
    from web.club.accounts import BadProvider, Provider

    if not arguments.oidc:
        return None
    try:
        return Provider(
            issuer=arguments.oidc,
            client=arguments.oidc_client,
            secret=os.environ.get(OIDC_SECRET),
            role_claim=arguments.oidc_role_claim,
            player_claim=arguments.oidc_player_claim,
        )
    except BadProvider as error:
        raise WrongUse(str(error)) from error


def _default_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / FOLDER


def _check(arguments: argparse.Namespace) -> int:
    from companion.club.store import StoreError, broken_links

    try:
        wrong = 0
        for line in broken_links(_required(arguments.database, "--database")):
            wrong += 1
            print(line)
    except StoreError as error:
        raise WrongUse(str(error)) from error
    print("All that is kept is as it came." if not wrong else f"{wrong} entries are not as they came.")
    return 1 if wrong else 0


def _required(given: str | None, name: str) -> str:
    if not given:
        raise WrongUse(f"A club needs {name}; to try one on this machine alone: companion club --try")
    return given


@contextlib.contextmanager
def _servers(arguments: argparse.Namespace, folder: Path) -> Iterator[tuple[Broker, str, Trial | None]]:
    """The broker and the database: those that were named, or ones for trying."""
    from companion.club.broker import BadAddress, Broker

    if arguments.tables is None:
        broker = Broker(
            address=_required(arguments.broker, "--broker"),
            user=arguments.user,
            password=os.environ.get(PASSWORD),
            ca_file=arguments.ca_file,
        )
        try:
            _ = broker.host_and_port
        except BadAddress as error:
            raise WrongUse(str(error)) from error
        if broker.ca_file is not None and not broker.ca_file.is_file():
            raise WrongUse(f"There is no certificate {broker.ca_file}: --ca-file names the broker’s.")
        yield broker, _required(arguments.database, "--database"), None
        return
    from companion.club.servers import NoServer
    from companion.club.trial import Trial

    if not 0 <= arguments.tables <= MOST_TRIED:
        raise WrongUse(f"--try takes 0 to {MOST_TRIED} tables.")
    try:
        trial = Trial(folder / "trial", arguments.tables)
    except NoServer as missing:
        raise WrongUse(str(missing)) from missing
    try:
        yield trial.broker, trial.database, trial
    finally:
        trial.close()


def _serve(
    arguments: argparse.Namespace, folder: Path, broker: Broker, database: str, trial: Trial | None
) -> None:
    from companion.club.boards import Boards
    from companion.club.keeping import Keeper
    from companion.club.reading import Reading
    from companion.club.register import Register
    from companion.club.tournaments import Tournaments
    from web.club import create_club_app
    from web.club.services import Books, Said, Served, club_pins
    from web.server import PageServer, PortError

    boards, over = Boards(), threading.Event()
    hall = Keeper(broker, database, boards)
    lines = (Reading(database), Register(database), Tournaments(database))
    books = Books(kept=lines[0], people=lines[1], tournaments=lines[2])
    said = Said(
        lines=lambda: hall.said,
        has_broker=lambda: hall.has_broker,
        has_database=lambda: hall.has_database,
    )
    served = Served(
        language=arguments.lang,
        title=arguments.title,
        secret_key=signing_key(folder, Troubles()),
        folder=folder,
        provider=_provider(arguments),
    )
    app = create_club_app(boards, books, said, served)
    try:
        server = PageServer(app, "0.0.0.0", arguments.port)  # noqa: S104 - the club's screens are other machines
    except PortError as error:
        raise WrongUse(str(error)) from error
    with stopped_by_signals(over):
        for role, pin in club_pins(app):
            if pin.mark is None:
                chosen = f"{secrets.randbelow(10**6):06d}"
                pin.set(chosen)
                print(
                    f"The PIN of the {role}: {chosen}   (said once; delete {role}.json in {folder} for another)"
                )
        hall.start()
        if trial is not None:
            trial.start()
        serving = threading.Thread(target=server.run, name="page", daemon=True)
        serving.start()
        print(
            f"The club's page: {page_address(arguments.port)}   on this machine: http://localhost:{arguments.port}/"
        )
        sys.stdout.flush()
        gc.freeze()  # what was imported stays: looking through it would stop all pages for a tenth of a second
        try:
            over.wait()
        finally:
            server.close()
            if trial is not None:
                trial.stop_playing()
            hall.close()
            for line in lines:
                line.close()
