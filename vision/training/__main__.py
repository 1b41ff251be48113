"""The command `python -m vision.training dice|cards`: draws scenes, trains both networks, writes the models."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from vision.training.card_art import fetch_card_art
from vision.training.card_dataset import Sources, draw_card_scene_set, save_card_scene_set
from vision.training.dice import DiceTraining, train_dice
from vision.training.fonts import fetch_fonts
from vision.training.run import train_card_network, train_side_by_side

SEED = 2026
MODELS = Path(__file__).resolve().parent.parent / "models"
WORK = Path("training-output")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    kinds = parser.add_subparsers(dest="what", required=True)
    dice = kinds.add_parser("dice", help="in stages; goes on where it was interrupted")
    dice.add_argument("--photos", type=Path, help="labelled photographs; rendered scenes only without them")
    dice.add_argument("--base", type=Path, help="a folder of models to start from; from nothing without it")
    cards = kinds.add_parser("cards")
    cards.add_argument("--seed", type=int, default=SEED)
    cards.add_argument("--scenes", type=int, default=8000, help="how many scenes are drawn")
    cards.add_argument("--detector-iterations", type=int, default=3000)
    cards.add_argument("--classifier-iterations", type=int, default=8000)
    cards.add_argument(
        "--reuse", action="store_true", help="use the scenes that an earlier run left in --work"
    )
    cards.add_argument("--only", choices=("detector", "classifier"), help="train one network")
    for kind in (dice, cards):
        kind.add_argument("--work", type=Path, default=WORK, help="where scenes and stages are kept")
        kind.add_argument("--models", type=Path, default=MODELS, help="where the models go")
    return parser


def main() -> int:
    """Run the training from the command line; returns the exit code."""
    arguments = _parser().parse_args()
    if arguments.what == "dice":
        train_dice(DiceTraining(arguments.photos, arguments.base), arguments.work, arguments.models)
        return 0
    return _train_cards(arguments)


def _train_cards(arguments: argparse.Namespace) -> int:
    started = time.monotonic()
    if not (arguments.reuse and (arguments.work / "card_images.npy").exists()):
        _draw_cards(arguments.seed, arguments.scenes, arguments.work)
        print(f"{arguments.scenes} scenes drawn in {time.monotonic() - started:.0f} s", flush=True)
    arguments.models.mkdir(parents=True, exist_ok=True)
    iterations = {"detector": arguments.detector_iterations, "classifier": arguments.classifier_iterations}
    jobs = {which: number for which, number in iterations.items() if arguments.only in (None, which)}
    train_side_by_side(train_card_network, arguments.work, arguments.models, arguments.seed, jobs)
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
    save_card_scene_set(draw_card_scene_set(seed, count, Sources(work / "art", work / "fonts")), work)


if __name__ == "__main__":
    raise SystemExit(main())
