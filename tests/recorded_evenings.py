"""A simulated family plays before a drawn camera; the evening is kept as ``companion record`` keeps a real one."""

from __future__ import annotations

import random
from pathlib import Path

from calibration.geometry import Zone
from calibration.settings import FILE_NAME as SETTINGS
from calibration.stand import Stand, save_stand
from calibration.view import TableView
from companion.bench.filmed_evening import room_of
from companion.evening.keeping import Keeping
from companion.evening.kept_folder import write_journal
from companion.evening.secret_zones import secrets_covered
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.picture_camera import PictureCamera
from companion.game import Game
from companion.games import load
from companion.journal import Journal
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByTable
from companion.simulated.parameters import NoiseParameters
from companion.simulated.players import opened_evening
from companion.table import Table
from hardware.frame_source import Frame
from hardware.recorder import Recorder
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardZones

BEGUN_MS = 1_700_000_000_000
"""The machine's clock at the beginning of the film."""


_AFTERWARDS = 20
"""So many pictures more are kept: nobody pulls the plug while a card is being laid down."""


class RecordedFamily:
    """Plays the first ``looks`` looks of a game of Crapette and keeps them in ``folder``; the data beside it."""

    def __init__(
        self, folder: Path, seed: int, looks: int, kinds: tuple[str, ...] = ("careful", "child")
    ) -> None:
        self.folder = folder
        data = folder.with_name(folder.name + "-data")
        data.mkdir()
        self._camera: PictureCamera | None = None
        self._keeping: Keeping | None = None
        self._watched: tuple[TableView, tuple[Zone, ...]] | None = None
        chance = random.Random(f"end_to_end/{seed}")
        opening = opened_evening(load("crapette"), chance)
        journal = Journal(data / "journal.sqlite", self._clock)
        table = Table(journal)
        table.open_game("crapette", opening.players, options=opening.options, setup=opening.setup)
        room = room_of(seed)
        (data / SETTINGS).write_text(f'card_letters = "{room.language}"\n')

        def camera(played: Game, _: random.Random, parameters: NoiseParameters) -> PictureCamera:
            reader = CardZones(CardReader(language=room.language))
            filmed = FilmedGame(played, opening.players, room)
            self._camera = made = PictureCamera(
                filmed, [reader], parameters, passing=self._keep, taken=self._seen
            )
            save_stand(data, Stand("a drawn table", made.film.view))
            plan = [zone.area for zone in made.film.table.zones.values()]
            self._watched = (made.film.view, tuple(plan))
            return made

        followed = FollowedByTable(table)
        evening = Evening(opening, kinds, lambda _, __: followed, chance, seed=str(seed), camera=camera)
        self._recorder = Recorder(folder, mask=secrets_covered(data, "crapette"), clock=self._clock)
        with self._recorder:
            self._keeping = Keeping(self._recorder, self, lambda frame: self._watched)
            for moment in evening.course():
                looks -= moment.what == "look"
                if looks <= 0:
                    break
            for _ in range(_AFTERWARDS):
                self._keep(self._filmed().film.frame())
        write_journal(data, 0, folder)
        for name in (SETTINGS, "stand.json"):
            (folder / name).write_bytes((data / name).read_bytes())
        self.outcome = evening.outcome
        self.moves = table.moves()
        journal.close()

    def _clock(self) -> int:
        return BEGUN_MS + (0 if self._camera is None else self._camera.film.clock_ms)

    def _keep(self, frame: Frame) -> None:
        assert self._keeping is not None
        list(self._keeping.kept((frame,)))

    def _seen(self, still: Frame) -> None:
        assert self._keeping is not None
        self._keeping.seen(still)

    def _filmed(self) -> PictureCamera:
        assert self._camera is not None
        return self._camera

    def still(self) -> Frame:
        """The still that the recorder asks for."""
        return self._filmed().film.still()
