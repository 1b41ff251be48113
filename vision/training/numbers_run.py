"""Trains the network that tells figures on cards, and fits how surely their numbers are told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from vision.printed import figures, numbers
from vision.printed.figures import FigureReader
from vision.printed.marks import as_batch
from vision.training.blocks import count_parameters
from vision.training.calibrate_numbers import fitted, try_cards
from vision.training.export import export_figure_net
from vision.training.fonts import FontShelf, fetch_fonts, load_fonts
from vision.training.number_figures import FigureSet, draw_figure_set, train_figure_net
from vision.training.quantise import quantise_network

_SYSTEM_FONTS = Path("/usr/share/fonts")
_RANGES, _A_BATCH = 40, 32
"""So many batches of marks tell the ranges of the network that is rounded."""
_TRIAL_CARDS = 700


def train_numbers(work: Path, models: Path, seed: int, cards: int, only: str | None = None) -> None:
    """Draw so many cards, train the network on their marks, and fit the certainty; or one of these steps."""
    # One thread: sums keep their order, so the same seed gives the same model.
    torch.set_num_threads(1)
    shelf = fonts_at_hand(work / "fonts")
    model = models / figures.MODEL.name
    if only in (None, "figures"):
        drawn = draw_figure_set(shelf.training, cards, np.random.default_rng([seed, 45]))
        print(f"{cards} cards drawn: {len(drawn.crops)} marks", flush=True)
        net = train_figure_net(drawn, seed)
        export_figure_net(net, model)
        round_figure_net(model, drawn, seed)
        print(f"figures: {count_parameters(net)} parameters", flush=True)
    if only in (None, "certainty"):
        trial = try_cards(shelf.held_out, _TRIAL_CARDS, seed, FigureReader(model=model))
        fitted(trial).save(models / numbers.CALIBRATION.name)
        print(
            f"certainty: {trial.right.mean():.3f} of {len(trial.right)} numbers read are right; of {trial.silent} "
            f"cards none was read, {trial.empty} of these have none",
            flush=True,
        )


def fonts_at_hand(folder: Path) -> FontShelf:
    """The type faces that can be fetched into a folder, else those that this machine has."""
    try:
        for sentence in fetch_fonts(folder):
            print(sentence, flush=True)
    except RuntimeError as error:
        print(error, flush=True)
    shelf = load_fonts(folder)
    return shelf if shelf.training else load_fonts(_SYSTEM_FONTS)


def round_figure_net(model: Path, drawn: FigureSet, seed: int) -> None:
    """Write the network anew in eight bits, its ranges told by marks of drawn cards."""
    rng = np.random.default_rng([seed, 71])
    batches = (rng.choice(len(drawn.crops), _A_BATCH, replace=False) for _ in range(_RANGES))
    quantise_network(model, model, (as_batch(drawn.crops[chosen]) for chosen in batches), first_float=1)
