"""Trains the networks of printed cards one beside the other, and fits their certainty."""

from __future__ import annotations

import multiprocessing
from itertools import islice
from pathlib import Path

import numpy as np
import torch

from vision.printed import certainty, embedding, finding, same_print
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import draw_box
from vision.training.blocks import count_parameters
from vision.training.calibrate_printed import (
    any_box,
    fitted,
    related_box,
    told,
    try_boxes,
    try_photographs,
)
from vision.training.export import (
    export_outliner,
    export_print_judge,
    export_print_network,
)
from vision.training.fonts import FontShelf, fetch_fonts, load_fonts
from vision.training.laid_pairs import draw_laid_pairs
from vision.training.printed_cards import look_at, train_embedder, train_outliner
from vision.training.printed_scenes import draw_scene
from vision.training.quantise import one_by_one, quantise_network
from vision.training.same_print import train_print_judge

_STEPS = {
    "outliner": (2600, 14_000),
    "embedder": (2000, 2400),
    "judge": (1500, 4000),
}
"""How long each network is trained on one core, and on a GPU."""
_TABLES = 50
"""So many drawn tables, or boxes, tell the ranges of a network that is rounded."""
_ANY_BOXES, _RELATED_BOXES = range(70_000, 70_060), range(71_000, 71_080)
"""Boxes of these numbers are drawn with type faces that no training sees."""


def train_printed(
    work: Path,
    models: Path,
    seed: int,
    iterations: int | None = None,
    only: str | None = None,
    photos: Path | None = None,
) -> None:
    """Train the networks of printed cards, each in a process of its own, and fit the certainty, also to ``photos``;
    or one of these steps. Raises RuntimeError where a training failed, or type faces cannot be fetched.
    """
    for sentence in fetch_fonts(work / "fonts"):
        print(sentence, flush=True)
    context = multiprocessing.get_context("spawn")
    processes = [
        context.Process(
            target=_train, args=(which, work, models, seed, iterations or steps[torch.cuda.is_available()])
        )
        for which, steps in _STEPS.items()
        if only in (None, which)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    if any(process.exitcode != 0 for process in processes):
        raise RuntimeError("the training of a network failed; what it said stands above")
    if only in (None, "certainty"):
        fit_certainty(load_fonts(work / "fonts"), models, photos)


def _train(which: str, work: Path, models: Path, seed: int, iterations: int) -> None:
    # One thread: sums keep their order, so the same seed gives the same model.
    torch.set_num_threads(1)
    faces = load_fonts(work / "fonts").training
    net: torch.nn.Module
    if which == "outliner":
        net = train_outliner(faces, seed, iterations)
        export_outliner(net, models / finding.MODEL.name)
        round_outliner(models / finding.MODEL.name, faces, seed)
    elif which == "embedder":
        net = train_embedder(faces, seed, iterations)
        export_print_network(net, models / embedding.MODEL.name)
        round_embedder(models / embedding.MODEL.name, faces, seed)
    else:
        net = train_print_judge(faces, seed, iterations)
        export_print_judge(net, models / same_print.MODEL.name)
        round_print_judge(models / same_print.MODEL.name, faces, seed)
    print(f"{which}: {count_parameters(net)} parameters", flush=True)


def round_outliner(model: Path, letterings: tuple[Lettering, ...], seed: int) -> None:
    """Write the outliner anew in eight bits, its ranges told by drawn tables."""
    rng = np.random.default_rng([seed, 61])
    boxes = [draw_box(letterings, 8, rng) for _ in range(_TABLES)]
    pictures = (draw_scene(box, letterings, rng).picture for box in boxes)
    quantise_network(model, model, one_by_one(pictures), first_float=2)


def round_embedder(model: Path, letterings: tuple[Lettering, ...], seed: int) -> None:
    """Write the embedder anew in eight bits, its ranges told by looks at drawn cards."""
    rng = np.random.default_rng([seed, 67])
    boxes = [draw_box(letterings, 4, rng) for _ in range(_TABLES)]
    looks = (look_at(card, box, rng) for box in boxes for card in box.cards)
    quantise_network(model, model, one_by_one(looks), first_float=1)


def round_print_judge(model: Path, letterings: tuple[Lettering, ...], seed: int) -> None:
    """Write the judge of prints anew in eight bits, its ranges told by pairs that the reader laid."""
    families = islice(draw_laid_pairs(letterings, np.random.default_rng([seed, 73])), _TABLES // 10)
    pairs = (pair for same, others in families for pair in (*same, *others[:, 0]))
    examples = (pair[None].astype(np.float32) / np.float32(255) for pair in pairs)
    # Two layers see each of both looks.
    quantise_network(model, model, examples, first_float=4, whole_start=True)


def fit_certainty(shelf: FontShelf, models: Path, photos: Path | None = None) -> None:
    """Fit how surely the networks in a folder tell printed cards, and write it there; of a folder of photographs also
    say what a certainty that did not see a source says of it.
    """
    networks = (
        finding.CardFinder(model=models / finding.MODEL.name),
        embedding.Embedder(model=models / embedding.MODEL.name),
        same_print.PrintJudge(model=models / same_print.MODEL.name),
    )
    drawn = try_boxes(_ANY_BOXES, any_box, shelf.held_out, *networks).with_more(
        try_boxes(_RELATED_BOXES, related_box, shelf.held_out, *networks)
    )
    photographs = None if photos is None else try_photographs(photos, *networks)
    if photographs is not None:
        for source in dict.fromkeys(photographs.boxes):
            unseen = fitted(drawn, photographs.of(box=source, others=True))
            right, known, called, strangers = told(unseen, photographs.of(box=source))
            print(
                f"{source}, not seen: {right} of {known} right, {called} of {strangers} strangers called so"
            )
    fitted(drawn, photographs).save(models / certainty.PATH.name)
