"""Every check of ``companion doctor``, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from calibration.kept_enrolment import BadEnrolment, load_enrolment
from calibration.settings import BadSettings, load_settings
from calibration.stand import BadStand, Stand, load_stand
from calibration.zones import TablePlan, read_plan
from companion.evening.cameras import CameraChoice, open_camera
from companion.evening.family_readers import left_out
from companion.evening.health import machine, table
from companion.evening.health.finding import Finding, State, carried_out, not_here, ok, to_do
from companion.evening.health.pictures import LIMIT_S, Pictures, take_pictures
from companion.filmed.filmable import first_filmed
from companion.games import zone_plan
from hardware.frame_source import FrameSource


def findings(choice: CameraChoice, folder: Path, games: list[str]) -> Iterator[Finding]:
    """Carry out every check, one after the other; ``games`` are those of which one at least must be readable."""
    plans = {game: _plan(game) for game in games}
    yield from _of_the_stand(choice, folder, plans)
    pi = machine.raspberry_pi()
    checks: dict[str, Callable[[], Finding]] = {
        "pins": partial(machine.check_pins, pi),
        "sound": machine.check_sound,
        "disk": partial(machine.check_disk, folder),
        "clock": partial(machine.check_clock, folder),
        "network": machine.check_network,
        "packages": machine.check_packages,
        "models": machine.check_models,
        "pi_camera": partial(machine.check_pi_camera, pi),
        "power": partial(machine.check_power, pi),
        "settings": partial(check_settings, folder),
        "enrolled": partial(check_enrolled, folder),
    }
    for name, check in checks.items():
        yield carried_out(name, check)


def _of_the_stand(choice: CameraChoice, folder: Path, plans: dict[str, TablePlan]) -> Iterator[Finding]:
    pictures = None if choice.kind == "none" else take_pictures(partial(_source, choice, plans))
    yield check_camera(choice, pictures)
    look = table.look_at(pictures.images) if pictures is not None and pictures.images else None
    if look is None:
        for name in ("focus", "light", "markers"):
            yield not_here(name, "no picture")
    else:
        yield carried_out("focus", partial(table.check_focus, look))
        yield carried_out("light", partial(table.check_light, look))
        yield carried_out("markers", partial(table.check_markers, look))
    stand: Stand | None = None
    try:
        stand = load_stand(folder)
    except BadStand as error:
        yield to_do("stand", "the kept set-up cannot be used", str(error))
    else:
        yield carried_out("stand", partial(table.check_stand, stand, look))
    in_view = table.table_in_view(stand, look)
    if isinstance(in_view, Finding):
        yield in_view
        return
    yield carried_out("px/mm", partial(table.check_magnification, in_view))
    yield from check_games(plans, in_view)


def check_games(plans: dict[str, TablePlan], in_view: table.TableInView) -> Iterator[Finding]:
    """A line a game, and one more if not a single one can be read."""
    readable = False
    for game, plan in plans.items():
        finding = carried_out(f"game {game}", partial(table.check_game, game, plan, in_view))
        readable = readable or finding.state in (State.OK, State.NOT_HERE)
        yield finding
    if not readable:
        named = next(iter(plans)) if len(plans) == 1 else "no game"
        text = (
            f"{named} cannot be read with this stand"
            if len(plans) == 1
            else "no game can be read with this stand"
        )
        yield to_do("games", text, "do what the note above says")


def check_camera(choice: CameraChoice, pictures: Pictures | None) -> Finding:
    """Whether there is a camera and it gives pictures."""
    check = "camera"
    if pictures is None:
        return not_here(check, "none asked for: every move is tapped")
    if pictures.error is not None:
        return to_do(check, "it cannot be used", pictures.error)
    if pictures.hangs:
        why = "" if pictures.fault is None else f" ({pictures.fault.replace('_', ' ')})"
        return to_do(
            check,
            f"{pictures.description or 'the camera'} gave no picture in {LIMIT_S:.0f} s{why}",
            "check its cable, unplug it and plug it in again, close other programs that use it",
        )
    if pictures.description is None:
        return not_here(
            check, "no camera was found, every move is tapped", "plug one in, or name it with --camera"
        )
    if not pictures.images:
        return to_do(
            check, f"{pictures.description}: not one picture could be read", "take it anew, as .jpg or .png"
        )
    height, width = pictures.images[-1].shape[:2]
    return ok(check, f"{pictures.description}, {width} x {height} px")


def check_settings(folder: Path) -> Finding:
    """Whether the family's settings can be read."""
    try:
        settings = load_settings(folder)
    except BadSettings as error:
        return to_do("settings", "they cannot be used", str(error))
    return ok("settings", "a dice tray is set" if settings.tray is not None else "none needed")


def check_enrolled(folder: Path) -> Finding:
    """Whether the readers of today can use the decks and dice that the family has shown."""
    check = "enrolled"
    try:
        enrolment = load_enrolment(folder)
    except BadEnrolment as error:
        return to_do(check, "the family's cards and dice cannot be used", str(error))
    number = len(enrolment.decks) + len(enrolment.dice)
    if not number:
        return not_here(
            check, "no cards or dice of the family were shown", "they are read better once they were"
        )
    if old := left_out(enrolment):
        named = ", ".join(f"“{name}”" for name in old)
        return to_do(check, f"{named} enrolled with other models, not used", "companion enrol, once more")
    return ok(check, f"{number} of the family's own are known")


def _source(choice: CameraChoice, plans: dict[str, TablePlan]) -> FrameSource | None:
    """The camera to look through; None where ``auto`` finds none. Raises CameraError."""
    if choice.kind == "simulated":
        from companion.filmed.simulated_stand import SimulatedStand

        return SimulatedStand(plans.get(first_filmed()) or next(iter(plans.values())))
    camera = open_camera(choice, None)
    return None if camera is None else camera.source


def _plan(game: str) -> TablePlan:
    data = zone_plan(game)
    assert data is not None  # noqa: S101 - only games with a plan are asked for
    return read_plan(data)
