"""The table of Crapette told in words, and what it waits for, from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Instruction, Panel
from companion.games.crapette.words import card_sign, place_name, sentence
from companion.languages import Sentences

View = Mapping[str, Any]
Row = tuple[str, str]

_SAID = Sentences(
    __name__,
    {
        "turn": "To play",
        "foundations": "Foundations",
        "cases": "Cases",
        "empty": "empty",
        "complete": "complete",
        "reserve": "Reserve",
        "stock": "Stock",
        "waste": "Waste",
        "hand": "In hand",
        "left": "Left",
        "face_down": "face down",
        "duties": "Due first",
        "calls": "Crapette!",
        "right": "right",
        "wrong": "wrong",
        "none": "nothing",
        "proof": "Proof",
        "cards": ("{count} card", "{count} cards"),
        "cards_0": "{count} cards",
        "skip": "Turns to miss",
        "points": "Points",
        "colon": ":",
    },
    "panel",
)


def awaited(view: View) -> tuple[Instruction, ...]:
    """What the table waits for now, one to three things."""
    match view["phase"]:
        case "tie_break":
            return tuple(Instruction("wait_show_under", {"player": player}) for player in view["players"])
        case "choose_first":
            return (Instruction("wait_choose_first", {}),)
        case "confirm":
            winner = next(player for player in view["players"] if not view["cards_left"][player])
            opponent = next(player for player in view["players"] if player != winner)
            return (Instruction("wait_confirm", {"player": opponent, "winner": winner}),)
        case "play":
            return tuple(_awaited_in_play(view))
        case _:
            return (Instruction("wait_over", {"winner": view["winner"]}),)


def _awaited_in_play(view: View) -> Iterator[Instruction]:
    player = view["turn"]
    if view["deciding"] is not None:
        yield Instruction("wait_decision", {"player": view["deciding"]})
        return
    if view["proof"] is not None:
        yield Instruction("wait_proof", {"player": player, **view["proof"]["moves"][0]})
    reserve, hand = view["reserves"][player], view["hands"][player]
    if reserve["count"] and not reserve["face_up"]:
        yield Instruction("wait_turn_reserve", {"player": player})
    elif hand is not None:
        yield Instruction("wait_hand", {"player": player, "card": hand})
    elif not view["stocks"][player]["count"] and view["wastes"][player]["count"]:
        yield Instruction("wait_recycle", {"player": player})
    else:
        yield Instruction("wait_play", {"player": player})


def panels(view: View, language: str) -> tuple[Panel, ...]:
    """The whole table: who plays, what is due, foundations, cases, each player's piles, the calls."""
    telling = _Telling(view, language)
    found = [telling.now(), telling.foundations(), telling.cases()]
    found += [telling.player(player) for player in view["players"]]
    found.append(telling.calls())
    return tuple(found)


class _Telling:
    """Tells one view in one language."""

    def __init__(self, view: View, language: str) -> None:
        self._view = view
        self._language = language

    def _said(self, key: str) -> str:
        return _SAID.said(key, self._language)

    def _place(self, zone: str) -> str:
        return place_name(zone, self._language, "heading" if zone[0] in "FT" else "") or zone

    def _card(self, card: str | None) -> str:
        return self._said("none") if card is None else card_sign(card, self._language)

    def _counted(self, count: int) -> str:
        return _SAID.counted("cards", count, self._language)

    def now(self) -> Panel:
        """Whom and what the table waits for, and what is due if the hints say so."""
        rows: list[Row] = [
            ("", sentence(step.code, step.arguments, self._language)) for step in awaited(self._view)
        ]
        duties: Sequence[Mapping[str, Any]] = self._view["obligations"] or ()
        for duty in duties:
            if "from" in duty:
                label = self._said("proof" if duty["code"] == "proof" else "duties")
                source, target = self._place(duty["from"]), self._place(duty["to"])
                rows.append((label, f"{self._card(duty['card'])}{self._said('colon')} {source} → {target}"))
        return Panel(self._said("turn"), tuple(rows))

    def foundations(self) -> Panel:
        """The eight foundations by their tops."""
        rows = []
        for zone, pile in self._view["foundations"].items():
            told = self._card(pile["top"]) if pile["count"] else self._said("empty")
            rows.append(
                (self._place(zone), f"{told}, {self._said('complete')}" if pile["complete"] else told)
            )
        return Panel(self._said("foundations"), tuple(rows))

    def cases(self) -> Panel:
        """The eight cases, from the base to the free card."""
        rows = []
        for zone, cards in self._view["cases"].items():
            told = " ".join(self._card(card) for card in cards) or self._said("empty")
            rows.append((self._place(zone), told))
        return Panel(self._said("cases"), tuple(rows))

    def player(self, player: str) -> Panel:
        """What lies before a player."""
        view = self._view
        rows: list[Row] = [
            (self._said("reserve"), self._pile(view["reserves"][player])),
            (self._said("stock"), self._counted(view["stocks"][player]["count"])),
            (self._said("waste"), self._pile(view["wastes"][player])),
            (self._said("hand"), self._card(view["hands"][player])),
            (self._said("left"), self._counted(view["cards_left"][player])),
        ]
        if view["turns_to_skip"][player]:
            rows.append((self._said("skip"), str(view["turns_to_skip"][player])))
        if view["points"] is not None:
            rows.append((self._said("points"), str(view["points"][player])))
        return Panel(player, tuple(rows))

    def _pile(self, pile: Mapping[str, Any]) -> str:
        if not pile["count"]:
            return self._said("empty")
        top = self._said("face_down") if pile["top"] is None else self._card(pile["top"])
        return f"{top} ({self._counted(pile['count'])})"

    def calls(self) -> Panel:
        """How often each player has called, rightly and wrongly."""
        rows = [
            (player, f"{counted['right']} {self._said('right')}, {counted['wrong']} {self._said('wrong')}")
            for player, counted in self._view["calls"].items()
        ]
        return Panel(self._said("calls"), tuple(rows))
