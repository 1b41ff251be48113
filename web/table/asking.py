"""What an open question shows: the photograph of the place, and its answers as pictures."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext
from markupsafe import Markup

from companion.game import Game
from companion.showing import AfterAnswer
from web.seats.viewer import has_no_part, viewer_seat
from web.services import services


@dataclass(frozen=True, slots=True)
class Photograph:
    """A kept picture by its evidence id, and what it shows for whoever cannot see it."""

    evidence: str
    told: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The pictures of a question: ``drawn`` are those of its answers, "" for one that only words tell.

    ``chances`` say how likely each answer was held (0..1), None for all where the family does not want to know.
    """

    photograph: Photograph | None
    afters: Sequence[AfterAnswer]
    drawn: Sequence[Markup]
    chances: Sequence[float | None]


def asked(manifest: Game, state: Mapping[str, Any], language: str) -> Asked | None:
    """The pictures of the open question of a state, for this browser; None without a question."""
    question = state["question"]
    if question is None:
        return None
    shown = services().table.snapshot().of_seat(viewer_seat())
    # A question that was answered meanwhile leads nowhere: the next fragment does without it.
    current = shown.question is not None and shown.question.id == question["id"]
    afters = shown.after_answers if current else (AfterAnswer(None),) * len(question["answers"])
    zones = question["arguments"].get("zones") or ()
    settings = services().outside.family.settings() or {}
    told = settings.get("show_chances", False)
    return Asked(
        _photograph(manifest, state, question["arguments"].get("pictured", zones), language),
        afters,
        _drawn(manifest, afters, language, state["seat"], zones),
        [one.chance if told else None for one in afters],
    )


def _photograph(
    manifest: Game, state: Mapping[str, Any], zones: Sequence[str], language: str
) -> Photograph | None:
    return _kept(manifest, state, state["question"]["evidence"], zones, language)


def worth_a_picture(manifest: Game, state: Mapping[str, Any], language: str) -> Photograph | None:
    """The picture that was kept of what is worth one, for whoever may see pictures; None where there is none."""
    kept = services().table.snapshot().picture
    return None if kept is None else _kept(manifest, state, kept.evidence, kept.zones, language)


def _kept(
    manifest: Game, state: Mapping[str, Any], evidence: str | None, zones: Sequence[str], language: str
) -> Photograph | None:
    if evidence is None or has_no_part() or services().outside.eyes.picture(evidence) is None:
        return None
    name = None if manifest.places is None else manifest.places.zone_name
    named = [said for zone in zones if name and (said := name(zone, state["view"], language))]
    if not named:
        return Photograph(evidence, gettext("What the camera sees"))
    return Photograph(evidence, gettext("What the camera sees: %(places)s", places=", ".join(named)))


def _drawn(
    manifest: Game, afters: Sequence[AfterAnswer], language: str, seat: str | None, zones: Sequence[str]
) -> Sequence[Markup]:
    draw = getattr(importlib.import_module(manifest.drawing), "answers", None) if manifest.drawing else None
    drawn = [""] * len(afters) if draw is None else draw(afters, language, near=seat, zones=zones)
    return [Markup(one) for one in drawn]  # noqa: S704 - our own drawings
