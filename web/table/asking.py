"""What is shown of a doubt and of what lies wrongly: the photograph of the place; of answers, their pictures."""

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
    pictured = question["arguments"].get("pictured", zones)
    return Asked(
        _photograph(manifest, state["view"], question["evidence"], pictured, language),
        afters,
        _drawn(manifest, afters, language, state["seat"], zones),
        [one.chance if told else None for one in afters],
    )


def seen_wrong(manifest: Game, state: Mapping[str, Any], language: str) -> Photograph | None:
    """The photograph of what lies wrongly or was refused, as far as this browser may see it; None without one."""
    sight = state.get("sight") or {}
    return _photograph(manifest, state["view"], sight.get("evidence"), sight.get("zones", ()), language)


def worth_a_picture(manifest: Game, state: Mapping[str, Any], language: str) -> Photograph | None:
    """The picture that was kept of what is worth one, for whoever may see pictures; None where there is none."""
    kept = services().table.snapshot().picture
    return None if kept is None else _photograph(manifest, state["view"], kept.evidence, kept.zones, language)


def _photograph(
    manifest: Game, view: Mapping[str, Any], evidence: str | None, zones: Sequence[str], language: str
) -> Photograph | None:
    if evidence is None or has_no_part() or services().outside.eyes.picture(evidence) is None:
        return None
    name = None if manifest.places is None else manifest.places.zone_name
    named = [said for zone in zones if name and (said := name(zone, view, language))]
    if not named:
        return Photograph(evidence, gettext("What the camera sees"))
    return Photograph(evidence, gettext("What the camera sees: %(places)s", places=", ".join(named)))


def _drawn(
    manifest: Game, afters: Sequence[AfterAnswer], language: str, seat: str | None, zones: Sequence[str]
) -> Sequence[Markup]:
    draw = getattr(importlib.import_module(manifest.drawing), "answers", None) if manifest.drawing else None
    drawn = [""] * len(afters) if draw is None else draw(afters, language, near=seat, zones=zones)
    return [Markup(one) for one in drawn]  # noqa: S704 - our own drawings
