"""``companion bench``: the figures, measured here and now."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from companion.bench.measure import Measure
from companion.progress import printed
from companion.wrong_use import WrongUse

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from companion.bench.kept_results import KeptResults
    from companion.bench.referee import Counts
    from companion.bench.worst import WorstReadings
    from companion.simulated.outcome import Outcome

Result = TypeVar("Result", bound="DataclassInstance")

BENCHES = (
    "engine",
    "vision",
    "printed",
    "numbers",
    "boards",
    "tables",
    "geometry",
    "referee",
    "learning",
    "end_to_end",
    "page",
    "club",
    "wear",
    "looks",
)
_BY_NAME = ("printed", "numbers", "boards", "learning", "page", "club", "wear", "looks")
"""These run only when they are named: they take long, need a quiet machine, or photographs of their own."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion bench``."""
    parser.add_argument(
        "bench",
        nargs="?",
        choices=BENCHES,
        help="one bench only; all that can run, but printed, numbers, boards, learning, page, club, wear and looks",
    )
    parser.add_argument(
        "--photos",
        type=Path,
        metavar="DIR",
        help="labelled photographs, for the vision, printed, numbers and boards benches, each its own (the "
        "last three without any: drawn ones); the geometry bench makes films of any photographs, end_to_end films of "
        "the cards and tables in them",
    )
    parser.add_argument(
        "--recording",
        type=Path,
        metavar="DIR",
        action="append",
        help="end_to_end only: judge an evening that companion record kept by its record; once for each",
    )
    parser.add_argument(
        "--models",
        type=Path,
        metavar="DIR",
        help="vision only: the dice models to judge; a folder left-out-SOURCE in it judges that source",
    )
    parser.add_argument(
        "--enrolled",
        action="store_true",
        help="vision, no photographs needed: drawn decks and dice, read after they were enrolled; "
        "end_to_end: films of families that enrolled both packs",
    )
    parser.add_argument(
        "--diagram",
        type=Path,
        metavar="FILE.svg",
        help="plot how often readings (vision, printed), or what the referee believes (referee --fitted, end_to_end "
        "--films), are right against how certain they are",
    )
    parser.add_argument(
        "--worst",
        type=Path,
        metavar="FILE.png",
        help="printed and boards: write the ten worst readings as pictures, with what is there and what was read",
    )
    parser.add_argument(
        "--against", type=Path, metavar="DIR", help="benches of other engines, measured in the same run"
    )
    parser.add_argument(
        "--curves",
        type=Path,
        metavar="FILE.svg",
        help="referee only: play the card game that can be filmed at reading errors from 0.1 to 5 %%, write the plot "
        "and, beside it, its numbers (.json)",
    )
    parser.add_argument(
        "--redraw", action="store_true", help="with --curves: draw the plot anew from its numbers"
    )
    parser.add_argument(
        "--fitted",
        action="store_true",
        help="referee only: seen by a camera that errs as the readers do on films and photographs",
    )
    parser.add_argument(
        "--evenings",
        type=int,
        metavar="N",
        help="with --fitted: play N faultless and N careless evenings, or N of --game; with --curves: N of each "
        "kind a point",
    )
    parser.add_argument(
        "--without",
        nargs="+",
        metavar="EXCUSE",
        default=[],
        help="with --fitted: the same evenings with and without an excuse of the referee, to see what it is worth; "
        "several are left out one after the other, 'each' is all (docs/referee.md names them)",
    )
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="FILE",
        help="referee and end_to_end: write every evening into this file, and do not play again what it holds of "
        "this program",
    )
    parser.add_argument(
        "--films",
        type=int,
        metavar="N",
        help="end_to_end only: film N whole evenings on all cores, and nothing else",
    )
    parser.add_argument(
        "--from",
        dest="first",
        type=int,
        metavar="SEED",
        help="with --films, --evenings or --latency: the evening to begin with, 0 where it is left out; the "
        "same number is the same evening",
    )
    parser.add_argument(
        "--game",
        metavar="ID",
        help="with --films or --latency: the game that is played, one that can be filmed; with --fitted: "
        "any game that a camera can watch, with a family whose hands slip",
    )
    parser.add_argument(
        "--hard",
        nargs="*",
        metavar="NAME",
        help="with --films: harder films; those named are on every evening, or, with none named, all of "
        "companion/filmed/hardships.toml as often as it says",
    )
    parser.add_argument(
        "--voice",
        action="store_true",
        help="end_to_end only: from the last finger to the spoken word, of faults that the page calls in a real "
        "browser (Playwright and Chromium); films four evenings, or those of --films and --from, one by one",
    )
    parser.add_argument(
        "--latency",
        action="store_true",
        help="end_to_end only: from the last finger to the page, stage by stage, on one evening (--game, --from); "
        "let nothing else run beside it",
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="measure longer, for steadier figures (geometry: every camera and hours of films, about "
        "an hour, else one camera and three minutes of films, about a minute; "
        "boards: eight choices of what is enrolled, else three, or 40 drawn boards of each kind, else six; "
        "tables: sixty drawn tables, else four; "
        "vision: cards in smaller and smaller pictures, too; "
        "vision --enrolled: forty decks and 1,500 dice, else three decks and 45 dice; "
        "club: 200 tables, 40 kills and 10,000 spectators, a quarter of an hour, else 8, 2 and 200; "
        "learning: nine drawn decks that are hard to read, else one; "
        "printed: twenty drawn prints of each game, else two; photographs also with a quarter of the cards unknown; "
        "referee: thousands of evenings, some hours, else 2 minutes; "
        "end_to_end: films of twelve whole games, more than an hour, else the beginning of one; "
        "with --photos four films of each source, some minutes, else a short one)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON line a figure")


def run(arguments: argparse.Namespace) -> int:
    """Prints every figure and returns 0; missing photographs are wrong use."""
    check(arguments)
    wanted = (
        [arguments.bench]
        if arguments.bench
        else [b for b in BENCHES if b not in _BY_NAME and (b != "vision" or arguments.photos)]
    )
    show = _json_line if arguments.json else _table_line
    for bench in wanted:
        for measure in _measures(bench, arguments):
            printed(show(measure))
    return 0


def check(arguments: argparse.Namespace) -> None:
    """Raises WrongUse where arguments do not go together."""
    if (arguments.curves or arguments.redraw) and arguments.bench != "referee":
        raise WrongUse("--curves and --redraw are of the referee: companion bench referee --curves FILE.svg")
    if arguments.fitted and arguments.bench != "referee":
        raise WrongUse("--fitted is of the referee: companion bench referee --fitted")
    if arguments.without and not arguments.fitted:
        raise WrongUse("--without goes with --fitted: companion bench referee --fitted --without EXCUSE")
    if arguments.keep and arguments.bench not in ("referee", "end_to_end"):
        raise WrongUse("--keep is of the referee and the films: companion bench referee --long --keep FILE")
    films = arguments.films is not None
    if films and (arguments.bench != "end_to_end" or arguments.films < 1):
        raise WrongUse("--films is of the films, one or more: companion bench end_to_end --films 4")
    if not films and arguments.hard is not None:
        raise WrongUse("--hard goes with --films: companion bench end_to_end --films 4 --hard")
    other_films = films or arguments.voice or arguments.recording or arguments.photos
    if arguments.latency and (arguments.bench != "end_to_end" or other_films):
        raise WrongUse(
            "--latency is a film of its own: companion bench end_to_end --latency --game ID --from 100"
        )
    one_game = films or arguments.latency or (arguments.fitted and not arguments.without)
    if arguments.game and not one_game:
        raise WrongUse(
            "--game goes with --films, --latency and --fitted: companion bench end_to_end --films 4 --game ID"
        )
    if arguments.evenings is not None and (
        not (arguments.fitted or arguments.curves) or arguments.evenings < 1
    ):
        raise WrongUse(
            "--evenings is of --fitted and --curves, one or more: companion bench referee --fitted --evenings 100"
        )
    if arguments.voice and (
        arguments.bench != "end_to_end"
        or arguments.keep
        or arguments.diagram
        or arguments.hard is not None
        or arguments.recording
        or arguments.photos
    ):
        raise WrongUse(
            "--voice is of the films, with --films, --from and --enrolled: companion bench end_to_end --voice"
        )
    evenings_from = arguments.evenings is not None and arguments.fitted and not arguments.without
    if arguments.first is not None and not (films or evenings_from or arguments.voice or arguments.latency):
        raise WrongUse(
            "--from goes with --films, --latency and --evenings: companion bench end_to_end --from 100 --films 4"
        )
    if not films and arguments.keep and arguments.bench == "end_to_end":
        raise WrongUse("--keep goes with --films: companion bench end_to_end --films 4 --keep FILE")
    if arguments.diagram:
        of_photographs = arguments.bench == "vision" or (arguments.bench == "printed" and arguments.photos)
        if not of_photographs and not films and not (arguments.fitted and not arguments.without):
            raise WrongUse(
                "--diagram goes with vision and printed --photos, referee --fitted and end_to_end --films."
            )
        if arguments.diagram.suffix != ".svg" or not arguments.diagram.parent.is_dir():
            raise WrongUse("--diagram wants the name of an SVG file in a folder that is there.")
    if arguments.worst and arguments.bench not in ("printed", "boards"):
        raise WrongUse("--worst is of printed cards and boards: companion bench boards --worst FILE.png")
    if arguments.worst and (arguments.worst.suffix != ".png" or not arguments.worst.parent.is_dir()):
        raise WrongUse("--worst wants the name of a PNG file in a folder that is there.")
    if arguments.enrolled and arguments.bench not in ("vision", "end_to_end"):
        raise WrongUse("--enrolled is of the readers and the films: companion bench vision --enrolled")
    if arguments.recording and arguments.bench != "end_to_end":
        raise WrongUse("--recording is of the films: companion bench end_to_end --recording DIR")


def _measures(bench: str, arguments: argparse.Namespace) -> Iterable[Measure]:
    if bench == "engine":
        return _engine_measures(5.0 if arguments.long else 1.0, arguments.against)
    if bench == "geometry":
        return _geometry_measures(arguments.photos, long=arguments.long)
    if bench == "referee":
        return _referee_measures(arguments)
    if bench == "boards":
        return _with_worst(_boards_measures, arguments)
    if bench == "page":
        from companion.bench import page as bench_page

        return bench_page.measure(long=arguments.long)
    if bench == "club":
        return _club_measures(long=arguments.long)
    if bench == "looks":
        from companion.bench import looks as bench_looks

        return bench_looks.measure()
    if bench == "wear":
        from companion.bench import wear as bench_wear

        return bench_wear.measure(bench_wear.LONG if arguments.long else bench_wear.SHORT)
    if bench == "tables":
        from companion.bench import tables as bench_tables

        return bench_tables.measure(bench_tables.LONG if arguments.long else bench_tables.SHORT)
    if bench == "learning":
        from companion.bench import learning as bench_learning

        return bench_learning.measure(bench_learning.LONG if arguments.long else bench_learning.SHORT)
    if bench == "numbers":
        return _numbers_measures(arguments.photos, long=arguments.long)
    if bench == "printed":
        return _with_worst(_printed_measures, arguments)
    if bench == "end_to_end":
        return _end_to_end_measures(
            arguments.recording, arguments.photos if arguments.bench else None, arguments
        )
    if arguments.enrolled:
        from companion.bench import enrolled as bench_enrolled

        return bench_enrolled.measure(bench_enrolled.LONG if arguments.long else bench_enrolled.SHORT)
    return _vision_measures(arguments.photos, arguments.models, arguments.diagram, small=arguments.long)


def _club_measures(*, long: bool) -> Iterator[Measure]:
    """Many tables, then a crowd before one of them; a missing server is wrong use."""
    try:
        from companion.bench.club import tables as bench_tables
        from companion.bench.club import watched as bench_watched
        from companion.bench.club.running import ClubEnded
        from companion.club.servers import NoServer
    except ImportError as error:
        raise WrongUse(f"A club takes packages that are not installed ({error.name}).") from error
    try:
        yield from bench_tables.measure(bench_tables.LONG if long else bench_tables.SHORT)
        yield from bench_watched.measure(*(bench_watched.LONG if long else bench_watched.SHORT))
    except (NoServer, ClubEnded) as missing:
        raise WrongUse(str(missing)) from missing


def _with_worst(
    measures: Callable[[argparse.Namespace, WorstReadings], Iterable[Measure]], arguments: argparse.Namespace
) -> Iterator[Measure]:
    """The figures of a bench; then the sheet of its worst readings is written, where one was asked for."""
    from companion.bench.worst import WorstReadings

    worst = WorstReadings()
    yield from measures(arguments, worst)
    if arguments.worst:
        worst.save(arguments.worst)


def _boards_measures(arguments: argparse.Namespace, worst: WorstReadings) -> Iterator[Measure]:
    photos, long = arguments.photos, arguments.long
    if photos is None:
        from companion.bench import boards_rendered as bench_boards_rendered

        count = bench_boards_rendered.LONG if long else bench_boards_rendered.SHORT
        for kind, drawn in bench_boards_rendered.measure(count, worst=worst).items():
            yield from drawn.measures(kind)
        return
    if not (photos / "labels.jsonl").is_file():
        raise WrongUse("Boards need labels: --photos DIR, with a labels.jsonl in it.")
    from companion.bench import board_films as bench_board_films
    from companion.bench import boards as bench_boards
    from vision.boards.labelled import BadLabels
    from vision.boards.squares import BadSquares
    from vision.picture import UnreadablePicture

    try:
        tallies = bench_boards.measure(photos, bench_boards.LONG if long else bench_boards.SHORT, worst)
        films = bench_board_films.measure_films(photos)
    except (BadLabels, BadSquares, UnreadablePicture) as error:
        raise WrongUse(str(error)) from error
    for group, tally in tallies.items():
        yield from tally.measures(group)
    for film in films:
        yield from film.measures()


def _printed_measures(arguments: argparse.Namespace, worst: WorstReadings) -> Iterable[Measure]:
    photos, long = arguments.photos, arguments.long
    from companion.bench import printed as bench_printed
    from companion.bench import printed_rendered as bench_printed_rendered

    if photos is None:
        counts = bench_printed_rendered.LONG if long else bench_printed_rendered.SHORT
        return bench_printed_rendered.measure(counts, worst=worst)
    if not (photos / "labels.jsonl").is_file():
        raise WrongUse("Printed cards need labels: --photos DIR, with a labels.jsonl in it.")
    return bench_printed.measure(photos, long=long, diagram=arguments.diagram, worst=worst)


def _numbers_measures(photos: Path | None, *, long: bool) -> Iterable[Measure]:
    from companion.bench import numbers as bench_numbers

    if photos is None:
        return bench_numbers.measure(bench_numbers.LONG if long else bench_numbers.SHORT)
    if not (photos / "labels.jsonl").is_file():
        raise WrongUse("Numbers need labels: --photos DIR, with a labels.jsonl in it.")
    return bench_numbers.measure_photographs(photos)


def _end_to_end_measures(
    recordings: Sequence[Path] | None, photos: Path | None, arguments: argparse.Namespace
) -> Iterable[Measure]:
    from companion.bench import end_to_end as bench_end_to_end
    from companion.bench import latency as bench_latency
    from companion.bench import photograph_films as bench_photograph_films
    from companion.bench import recording as bench_recording

    if arguments.voice:
        from companion.bench import voice as bench_voice

        first, films = arguments.first or 0, arguments.films or bench_voice.FILMS
        return bench_voice.measure(range(first, first + films), enrolled=arguments.enrolled)
    if arguments.latency:
        game = _filmed_game(arguments.game)
        return bench_latency.measure(None, game, arguments.first or 0, enrolled=arguments.enrolled)
    if recordings:
        return bench_recording.measure(recordings)
    if arguments.films is not None:
        return _films_measures(arguments)
    if photos is not None:
        if not (photos / "labels.jsonl").is_file():
            raise WrongUse("Films of photographs need labels: --photos DIR, with a labels.jsonl in it.")
        return bench_photograph_films.measure(photos, long=arguments.long)
    if arguments.long:
        films = bench_end_to_end.measure(range(bench_end_to_end.LONG), enrolled=arguments.enrolled)
        return chain(films, bench_latency.measure(bench_latency.LONG_LOOKS))
    films = bench_end_to_end.measure(
        range(bench_end_to_end.SHORT), bench_end_to_end.SHORT_LOOKS, enrolled=arguments.enrolled
    )
    return chain(films, bench_latency.measure(bench_latency.SHORT_LOOKS))


def _filmed_game(wanted: str | None) -> str:
    """The game to be filmed; raises WrongUse where it cannot be."""
    from companion.bench import end_to_end as bench_end_to_end
    from companion.games import named

    filmed = bench_end_to_end.filmed_games()
    game = named(wanted or bench_end_to_end.GAME)
    if game not in filmed:
        raise WrongUse(f"Only {', '.join(filmed[:-1])} and {filmed[-1]} can be filmed: --game {filmed[0]}.")
    return game


def _films_measures(arguments: argparse.Namespace) -> Iterable[Measure]:
    from companion.bench import end_to_end as bench_end_to_end
    from companion.filmed.hardships import known

    game = _filmed_game(arguments.game)
    first = arguments.first or 0
    try:
        hard = None if arguments.hard is None else known(arguments.hard)
    except ValueError as error:
        raise WrongUse(str(error)) from error
    return bench_end_to_end.measure(
        range(first, first + arguments.films),
        enrolled=arguments.enrolled,
        hard=hard,
        game_id=game,
        kept=_kept(arguments.keep, bench_end_to_end.Film.of, bench_end_to_end.ROOMS),
        diagram=arguments.diagram,
    )


def _vision_measures(
    photos: Path | None, models: Path | None, diagram: Path | None, *, small: bool
) -> Iterator[Measure]:
    if photos is None or not (photos / "labels.jsonl").is_file():
        raise WrongUse(
            "The vision bench needs labelled photographs: --photos DIR, with a labels.jsonl in it."
        )
    if models is not None and not models.is_dir():
        raise WrongUse("--models wants a folder that is there.")
    from companion.bench import cards as bench_cards
    from companion.bench import leaning as bench_leaning
    from companion.bench import reliability, tray_time
    from companion.bench import vision as bench_vision

    dice = bench_vision.measure(photos, models=models)
    for name, of_dice in dice.items():
        yield from of_dice.measures(name)
    yield from bench_leaning.measure().measures()
    yield from tray_time.measure()
    cards = bench_cards.measure(photos)
    for name, of_cards in cards.items():
        yield from of_cards.measures(name)
    believed = {**bench_cards.reliabilities(cards), "dice": dice["all"].reliability}
    for name, group in believed.items():
        # Corners are judged before they are calibrated: their certainty is the network's own word.
        target = None if name == "indices" else reliability.MOST_ERROR
        yield from group.measures(bench_vision.BENCH, name, target)
    if small:
        for name, of_cards in bench_cards.measure_heights(photos).items():
            yield from of_cards.measures(name)
    if diagram is not None:
        reliability.plot(diagram, believed)


def _engine_measures(seconds: float, against: Path | None) -> Iterable[Measure]:
    from companion.bench import engine as bench_engine

    if against is not None and not (against / "bench_adapter.py").is_file():
        raise WrongUse(
            "--against wants a folder with the benches of other engines: bench_adapter.py is not there."
        )
    measures = bench_engine.measure(seconds=seconds)
    return measures if against is None else chain(measures, bench_engine.measure_against(against, seconds))


def _geometry_measures(photos: Path | None, *, long: bool) -> Iterable[Measure]:
    from companion.bench import geometry as bench_geometry
    from companion.bench import stillness as bench_stillness

    of_places = bench_geometry.measure(bench_geometry.LONG if long else bench_geometry.SHORT)
    return chain(of_places, bench_stillness.measure(long, photos))


def _referee_measures(arguments: argparse.Namespace) -> Iterable[Measure]:
    from companion.bench import referee as bench_referee
    from companion.simulated.outcome import Outcome

    counts = bench_referee.LONG if arguments.long else bench_referee.SHORT
    if arguments.evenings is not None:
        counts = replace(counts, fitted=arguments.evenings, curve=arguments.evenings)
    kept = _kept(arguments.keep, Outcome.of)
    if arguments.redraw or arguments.curves:
        return _curve_measures(arguments.curves, counts, kept, redraw=arguments.redraw)
    if arguments.without:
        return _ablation_measures(arguments.without, counts, kept)
    if arguments.fitted:
        return _fitted_measures(arguments, counts, kept)
    return bench_referee.measure(counts, kept)


def _fitted_measures(
    arguments: argparse.Namespace, counts: Counts, kept: KeptResults[Outcome] | None
) -> Iterable[Measure]:
    from companion.bench import referee as bench_referee
    from companion.bench import slipping
    from companion.games import game_ids, load, named

    first = arguments.first or 0
    game = named(arguments.game or bench_referee.JUDGED)
    if game == bench_referee.JUDGED:
        return bench_referee.measure_fitted(counts, kept, first, arguments.diagram)
    watched = [one for one in game_ids() if load(one).hands is not None]
    if game not in watched or arguments.diagram:
        raise WrongUse(f"--game wants one of {', '.join(watched)}; --diagram is of {bench_referee.JUDGED}.")
    return slipping.measure(game, range(first, first + counts.fitted), kept)


def _ablation_measures(
    names: Sequence[str], counts: Counts, kept: KeptResults[Outcome] | None
) -> Iterable[Measure]:
    from companion.bench import ablation

    wanted = list(ablation.EXCUSES) if list(names) == ["each"] else names
    unknown = [name for name in wanted if name not in ablation.EXCUSES]
    if unknown:
        raise WrongUse(f"No excuse is named {unknown[0]}: docs/referee.md names them all.")
    return ablation.measure(wanted, counts, kept)


def _kept(
    path: Path | None, read: Callable[[dict[str, Any]], Result], rooms: tuple[str, ...] = ("companion",)
) -> KeptResults[Result] | None:
    from companion.bench.kept_results import KeptResults

    if path is None:
        return None
    if not path.parent.is_dir():
        raise WrongUse("--keep wants the name of a file in a folder that is there.")
    try:
        return KeptResults(path, read, rooms)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise WrongUse(f"The evenings in {path} cannot be read. Name another file.") from error


def _curve_measures(
    plot: Path | None, counts: Counts, kept: KeptResults[Outcome] | None, *, redraw: bool
) -> Iterable[Measure]:
    from companion.bench import curves

    if plot is None or plot.suffix != ".svg" or not plot.parent.is_dir():
        raise WrongUse("--curves wants the name of an SVG file in a folder that is there.")
    if redraw:
        try:
            found = curves.read(plot)
        except (OSError, ValueError, TypeError) as error:
            numbers = curves.numbers_beside(plot)
            raise WrongUse(
                f"The numbers of the plot cannot be read: {numbers}. Leave --redraw out."
            ) from error
        curves.write(plot, found)
        yield from chain.from_iterable(map(curves.measures, found))
        return
    found = []
    for point in curves.points(counts, kept):
        found.append(point)
        curves.write(plot, found)  # an interrupted run keeps what it has measured
        yield from curves.measures(point)


def _json_line(measure: Measure) -> str:
    return json.dumps(measure.as_json(), ensure_ascii=False)


def _table_line(measure: Measure) -> str:
    def number(value: float | None) -> str:
        return "–" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"

    bounds = "" if measure.low is None else f"[{number(measure.low)} … {number(measure.high)}]"
    target = "" if measure.target is None else f"target {number(measure.target)}"
    value = f"{number(measure.value)} {measure.unit}"
    return f"{measure.bench:8} {measure.name:44} {value:>22}  n={measure.n:<7} {bounds:22} {target}".rstrip()
