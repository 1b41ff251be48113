"""The command `python -m vision.training`: draw scenes, train both networks, write the models."""

from __future__ import annotations

import argparse
import multiprocessing
import time
from pathlib import Path

from vision.training.dataset import draw_scene_set, save_scene_set
from vision.training.run import train_network

SEED = 2026
MODELS = Path(__file__).resolve().parent.parent / "models"


def main() -> int:
    """Run the training from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--scenes", type=int, default=6500)
    parser.add_argument("--detector-iterations", type=int, default=800)
    parser.add_argument("--classifier-iterations", type=int, default=1700)
    parser.add_argument(
        "--work", type=Path, default=Path("training-output"), help="where the scenes are kept"
    )
    parser.add_argument("--models", type=Path, default=MODELS, help="where the models go")
    parser.add_argument(
        "--reuse", action="store_true", help="use the scenes that an earlier run left in --work"
    )
    parser.add_argument("--only", choices=("detector", "classifier"), help="train one network")
    arguments = parser.parse_args()
    started = time.monotonic()
    if not (arguments.reuse and (arguments.work / "images.npy").exists()):
        save_scene_set(draw_scene_set(arguments.seed, arguments.scenes), arguments.work)
        print(f"{arguments.scenes} scenes drawn in {time.monotonic() - started:.0f} s", flush=True)
    arguments.models.mkdir(parents=True, exist_ok=True)
    # One thread each: sums keep their order, so the same seed gives the same models.
    context = multiprocessing.get_context("spawn")
    jobs = [("detector", arguments.detector_iterations), ("classifier", arguments.classifier_iterations)]
    processes = [
        context.Process(
            target=train_network, args=(which, arguments.work, arguments.models, arguments.seed, iterations)
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


if __name__ == "__main__":
    raise SystemExit(main())
