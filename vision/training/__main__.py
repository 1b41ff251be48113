"""The command `python -m vision.training [dice|cards]`: draw scenes, train both networks, write the models."""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path

from vision.training.card_art import fetch_card_art
from vision.training.card_dataset import Sources, draw_card_scene_set, save_card_scene_set
from vision.training.dataset import draw_scene_set, save_scene_set
from vision.training.fonts import fetch_fonts
from vision.training.run import train_card_network, train_network

SEED = 2026
MODELS = Path(__file__).resolve().parent.parent / "models"
_DEFAULTS = {
    "dice": {"scenes": 6500, "detector": 800, "classifier": 1700},
    "cards": {"scenes": 8000, "detector": 3000, "classifier": 8000},
}
_Train = Callable[[str, Path, Path, int, int], None]


def main() -> int:
    """Run the training from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("what", nargs="?", choices=tuple(_DEFAULTS), default="dice")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--scenes", type=int, help="how many scenes are drawn")
    parser.add_argument("--detector-iterations", type=int)
    parser.add_argument("--classifier-iterations", type=int)
    parser.add_argument(
        "--work", type=Path, default=Path("training-output"), help="where the scenes are kept"
    )
    parser.add_argument("--models", type=Path, default=MODELS, help="where the models go")
    parser.add_argument(
        "--reuse", action="store_true", help="use the scenes that an earlier run left in --work"
    )
    parser.add_argument("--only", choices=("detector", "classifier"), help="train one network")
    arguments = parser.parse_args()
    usual = _DEFAULTS[arguments.what]
    started = time.monotonic()
    count = arguments.scenes or usual["scenes"]
    kept = "images.npy" if arguments.what == "dice" else "card_images.npy"
    if not (arguments.reuse and (arguments.work / kept).exists()):
        _draw(arguments.what, arguments.seed, count, arguments.work)
        print(f"{count} scenes drawn in {time.monotonic() - started:.0f} s", flush=True)
    arguments.models.mkdir(parents=True, exist_ok=True)
    # One thread each: sums keep their order, so the same seed gives the same models.
    context = multiprocessing.get_context("spawn")
    train: _Train = train_network if arguments.what == "dice" else train_card_network
    jobs = [
        ("detector", arguments.detector_iterations or usual["detector"]),
        ("classifier", arguments.classifier_iterations or usual["classifier"]),
    ]
    processes = [
        context.Process(
            target=train, args=(which, arguments.work, arguments.models, arguments.seed, iterations)
        )
        for which, iterations in jobs
        if arguments.only in (None, which)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    print(f"done after {time.monotonic() - started:.0f} s", flush=True)
    return 0 if all(process.exitcode == 0 for process in processes) else 1


def _draw(what: str, seed: int, count: int, work: Path) -> None:
    if what == "dice":
        save_scene_set(draw_scene_set(seed, count), work)
        return
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
