"""The command `python -m vision.training dice|cards|printed|numbers|boards`: draws scenes, trains, writes the models.

What needs torch is imported where it trains: the certainty of pieces on boards is fitted without it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from vision.training.card_art import fetch_card_art
from vision.training.card_dataset import (
    Sources,
    draw_card_scene_set,
    join_card_scene_sets,
    save_card_scene_set,
)
from vision.training.card_scenes import RARE
from vision.training.fonts import fetch_fonts

SEED = 2026
MODELS = Path(__file__).resolve().parent.parent / "models"
WORK = Path("training-output")
_CARD_SCENES = (12_000, 60_000)
_ANEW = {"detector": (5000, 5000), "classifier": (8000, 5000)}
"""How many scenes of cards are drawn and how long the networks are trained, on one core each and on a GPU."""
_ONWARDS = {"detector": (2600, 2600), "classifier": (2000, 2000)}
"""The same for networks that go on from models that are trained already."""
PRINTED_STEPS = ("outliner", "embedder", "judge", "certainty")
NUMBER_STEPS = ("figures", "certainty")
_RARE_SHARE = 1 / 3
"""Of the scenes of cards: made to show what few scenes do."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    kinds = parser.add_subparsers(dest="what", required=True)
    dice = kinds.add_parser("dice", help="in stages; goes on where it was interrupted")
    dice.add_argument("--photos", type=Path, help="labelled photographs; rendered scenes only without them")
    cards = kinds.add_parser("cards", help="on drawn scenes alone")
    cards.add_argument("--seed", type=int, default=SEED)
    cards.add_argument(
        "--scenes", type=int, help="how many scenes are drawn (default: 12,000; on a GPU 60,000)"
    )
    cards.add_argument("--detector-iterations", type=int)
    cards.add_argument("--classifier-iterations", type=int)
    cards.add_argument(
        "--reuse", action="store_true", help="use the scenes that an earlier run left in --work"
    )
    cards.add_argument("--only", choices=("detector", "classifier"), help="train one network")
    cards.add_argument(
        "--known-scale", action="store_true", help="train the detector for pictures of known scale"
    )
    printed = kinds.add_parser("printed", help="printed cards of any box, the networks on drawn ones alone")
    printed.add_argument("--seed", type=int, default=1)
    printed.add_argument(
        "--iterations", type=int, help="of each network (default: 2,600 and 2,000; on a GPU 14,000 and 2,400)"
    )
    printed.add_argument(
        "--only",
        choices=PRINTED_STEPS,
        help="train one network, or fit the certainty of those that are there",
    )
    printed.add_argument(
        "--photos", type=Path, help="labelled photographs of boxes, to which the certainty is fitted as well"
    )
    numbers = kinds.add_parser("numbers", help="the figures on cards with numbers, on drawn ones alone")
    numbers.add_argument("--seed", type=int, default=1)
    numbers.add_argument("--cards", type=int, default=5000, help="how many cards are drawn (default: 5,000)")
    numbers.add_argument(
        "--only",
        choices=NUMBER_STEPS,
        help="train the network, or fit the certainty of the one that is there",
    )
    boards = kinds.add_parser("boards", help="how surely pieces on boards are told, on photographs")
    boards.add_argument(
        "--photos", type=Path, required=True, help="labelled photographs of boards of several sources"
    )
    boards.add_argument(
        "--rounds", type=int, default=3, help="choices of what is enrolled, of each source (default: 3)"
    )
    boards.add_argument(
        "--drawn", type=int, default=14, help="drawn boards of each kind, learnt from beside (default: 14)"
    )
    for kind in (dice, cards, printed, numbers):
        kind.add_argument(
            "--work", type=Path, default=WORK, help="where scenes, stages and type faces are kept"
        )
    for kind in (dice, cards, printed, numbers, boards):
        kind.add_argument("--models", type=Path, default=MODELS, help="where the models go")
    for kind in (dice, cards):
        kind.add_argument(
            "--base", type=Path, help="a folder of models to start from; from nothing without it"
        )
    return parser


def main() -> int:
    """Run the training from the command line; returns the exit code."""
    arguments = _parser().parse_args()
    if arguments.what == "boards":
        return _train_boards(arguments)
    if arguments.what == "dice":
        from vision.training.dice import DiceTraining, train_dice

        training = DiceTraining(arguments.photos, arguments.base)
        train_dice(training, arguments.work, arguments.models)
        return 0
    if arguments.what == "printed":
        from vision.training.printed_run import train_printed

        train_printed(
            arguments.work,
            arguments.models,
            arguments.seed,
            arguments.iterations,
            arguments.only,
            arguments.photos,
        )
        return 0
    if arguments.what == "numbers":
        from vision.training.numbers_run import train_numbers

        train_numbers(arguments.work, arguments.models, arguments.seed, arguments.cards, arguments.only)
        return 0
    return _train_cards(arguments)


def _train_boards(arguments: argparse.Namespace) -> int:
    from vision.boards.labelled import BadLabels
    from vision.boards.squares import BadSquares
    from vision.picture import UnreadablePicture
    from vision.training.board_certainty import train_boards

    try:
        train_boards(arguments.photos, arguments.models, arguments.rounds, arguments.drawn)
    except (BadLabels, BadSquares, UnreadablePicture) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _train_cards(arguments: argparse.Namespace) -> int:
    import torch

    from vision.training.run import train_card_network, train_side_by_side

    started, on_gpu = time.monotonic(), torch.cuda.is_available()
    if not (arguments.reuse and (arguments.work / "card_images.npy").exists()):
        count = arguments.scenes or _CARD_SCENES[on_gpu]
        _draw_cards(arguments.seed, count, arguments.work)
        print(f"{count} scenes drawn in {time.monotonic() - started:.0f} s", flush=True)
    arguments.models.mkdir(parents=True, exist_ok=True)
    usual = _ONWARDS if arguments.base is not None else _ANEW
    iterations = {
        "detector": arguments.detector_iterations or usual["detector"][on_gpu],
        "classifier": arguments.classifier_iterations or usual["classifier"][on_gpu],
    }
    jobs = {which: number for which, number in iterations.items() if arguments.only in (None, which)}
    train = partial(train_card_network, base=arguments.base, known_scale=arguments.known_scale)
    train_side_by_side(train, arguments.work, arguments.models, arguments.seed, jobs)
    print(f"done after {time.monotonic() - started:.0f} s", flush=True)
    return 0


def _draw_cards(seed: int, count: int, work: Path) -> None:
    told = fetch_card_art(work / "art")
    try:
        told += fetch_fonts(work / "fonts")
    except RuntimeError as error:
        told.append(str(error))
    for sentence in told:
        print(sentence, flush=True)
    rare = round(count * _RARE_SHARE)
    sources, processes = Sources(work / "art", work / "fonts"), os.cpu_count() or 2
    scenes = draw_card_scene_set(seed + 1, count - rare, sources, processes)
    rarer = draw_card_scene_set(seed + 2, rare, replace(sources, rare=RARE), processes)
    save_card_scene_set(join_card_scene_sets(scenes, rarer), work)


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        print(
            "\nBroken off: what is finished is kept in --work; the same command goes on, of cards with --reuse."
        )
        raise SystemExit(130) from None
