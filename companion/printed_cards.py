"""The printed cards of a game's box, as a family shows them to the camera once.

Cards go by the names that readers give them: a label is what ``visible_table`` calls the card where it lies, or,
where two kinds of cards would share one, the kind and that. Each game with printed cards has its own ``printed.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

BACK = "back"
"""The label of a card that lies face down."""


def same_face(label: str) -> str:
    """``face`` of a box each of whose labels is what the table calls the card."""
    return label


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """Cards that are shown together: a code of the game's words, and their labels in the order in which they are
    laid; of cards that look alike one.

    ``at_once`` is the most of them on one photograph; a group that ``joins`` lies on the last photograph of the group
    before it, after its cards.
    """

    code: str
    labels: tuple[str, ...]
    at_once: int = 10
    joins: bool = False


@dataclass(frozen=True, slots=True)
class PrintedPhotograph:
    """What is laid for one photograph: the group (of one that others join, the first), and the labels in order."""

    group: str
    labels: tuple[str, ...]


@dataclass(frozen=True)
class PrintedCards:
    """The printed cards of a game's box.

    ``group_name(code, language)`` and ``card_name(label, language)`` are the game's words; ``sign(label, language)``
    is a card in a few letters, for a label on a picture. ``face(label)`` is what ``visible_table`` calls the card
    where it lies.
    """

    groups: tuple[PrintedGroup, ...]
    group_name: Callable[[str, str], str]
    card_name: Callable[[str, str], str]
    sign: Callable[[str, str], str]
    face: Callable[[str], str] = same_face
    copies: Mapping[str, int] = field(default_factory=dict)
    """How many of a card a whole box has, where that is not one."""

    @cached_property
    def in_box(self) -> Mapping[str, int]:
        """How many of each card a whole box has, in the order in which they are shown; the back is none."""
        return {label: self.copies.get(label, 1) for label in self.labels if label != BACK}

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Every label once, in the order in which the cards are shown."""
        return tuple(dict.fromkeys(label for group in self.groups for label in group.labels))

    @cached_property
    def kinds(self) -> tuple[PrintedGroup, ...]:
        """The groups, each with the cards of those that join it."""
        made: list[PrintedGroup] = []
        for group in self.groups:
            if group.joins and made:
                made[-1] = replace(made[-1], labels=(*made[-1].labels, *group.labels))
            else:
                made.append(group)
        return tuple(made)

    @cached_property
    def photographs(self) -> tuple[PrintedPhotograph, ...]:
        """The photographs that show every card once, each group on as few as possible and evenly."""
        made: list[PrintedPhotograph] = []
        for group in self.groups:
            if group.joins and made:
                before = made.pop()
                made.append(PrintedPhotograph(before.group, (*before.labels, *group.labels)))
                continue
            count = -(-len(group.labels) // group.at_once)
            each = -(-len(group.labels) // count)
            for start in range(0, len(group.labels), each):
                made.append(PrintedPhotograph(group.code, group.labels[start : start + each]))
        return tuple(made)

    @property
    def faces(self) -> int:
        """How many different cards there are, their back left out."""
        return len(self.labels) - (BACK in self.labels)
