"""The race told in words for a plain page: panels of rows, and what the table waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.game import Instruction, Panel
from companion.games.change_horses.words import face_name, sentence, value_name

Shown = Mapping[str, Any]
MOST_STEPS = 3
"""How many things the table is told to wait for at once."""


# ---------------------------------------------------------------- what is awaited


def awaited(view: Shown) -> tuple[Instruction, ...]:
    """What the table waits for now, one to three instructions."""
    return tuple(_awaited(view))[:MOST_STEPS]


def _awaited(view: Shown) -> Iterator[Instruction]:
    match view["phase"]:
        case "place_horses":
            yield Instruction("wait_place_horses", {})
        case "positions":
            yield _order_awaited(view)
        case "select":
            for count in sorted({count for count in view["required"].values() if count}):
                players = [
                    name
                    for name, required in view["required"].items()
                    if required == count and name not in view.get("chosen", ())
                ]
                if players:
                    yield Instruction("wait_reveal", {"players": players, "count": count})
        case "play":
            yield Instruction("wait_play", {"player": view["turn"]})
            if not view["wild_played"] and view["wild_left"][view["turn"]]:
                yield Instruction("wait_wild", {"player": view["turn"]})
        case "move":
            for move in view["moves_due"]:
                yield Instruction(
                    "wait_move", {"horse": move["horse"], "lane": move["lane"], "row": move["to"]}
                )
            if not view["moves_due"]:
                yield Instruction("wait_no_move", {})
        case "auction":
            yield Instruction("wait_bid", {"player": view["turn"]})
        case "certificates":
            yield Instruction("wait_certificates", {"players": list(view["awaiting_certificates"])})
        case _:
            yield Instruction("wait_nothing", {})


def _order_awaited(view: Shown) -> Instruction:
    if view["mode"] == "two_player":
        return Instruction("wait_first", {})
    last = [name for name, number in view["positions"].items() if number == len(view["players"])]
    if last and view["mode"] == "basic":
        return Instruction("wait_positions_one", {"player": last[0]})
    return Instruction("wait_positions", {})


# ---------------------------------------------------------------- panels


def panels(view: Shown, language: str) -> tuple[Panel, ...]:
    """The whole table, most important first, and what one seat alone may know where the view holds it."""
    return tuple(_Told(view, language).panels())


class _Told:
    """One view told in one language."""

    def __init__(self, view: Shown, language: str) -> None:
        self.view = view
        self.language = language

    def panels(self) -> Iterator[Panel]:
        if self.view["result"]:
            yield self._result()
        yield self._course()
        yield self._board()
        yield self._counts()
        if self.view["auction"] is not None:
            yield self._auction()
        if self.view["phase"] in ("certificates", "game_over"):
            yield self._certificates()
        for name in self.view["players"]:
            yield self._player(name)
        for name, own in self.view.get("private", {}).items():
            yield self._own(name, own)

    def _say(self, code: str, **arguments: Any) -> str:
        return sentence(f"panel_{code}", arguments, self.language)

    def _horse(self, letter: str) -> str:
        name = face_name(f"horse_{letter}", self.language)
        return name[:1].upper() + name[1:]

    def _cards(self, cards: list[str]) -> str:
        return ", ".join(cards) or self._say("none")

    def _course(self) -> Panel:
        two = self.view["mode"] == "two_player"
        lap = self._say("lap_two" if two else "lap", round=self.view["round"], lap=self.view["lap"])
        horses = self.view["horses"]
        order = sorted(horses, key=lambda letter: (horses[letter]["row"], letter))
        rows = [(self._horse(letter), self._say("place", **horses[letter])) for letter in order]
        return Panel(f"{self._say('course')} · {lap}", tuple(rows))

    def _board(self) -> Panel:
        board = self.view["board"]
        rows = []
        for placed in board:
            told = face_name(placed["card"], self.language)
            if placed["covered_by"] is not None:
                told += f", {self._say('covered', player=placed['covered_by'])}"
            rows.append((placed["by"], told))
        title = self._say("board", placed=len(board), capacity=self.view["board_capacity"])
        return Panel(title, tuple(rows))

    def _counts(self) -> Panel:
        rows = [
            (self._horse(letter), self._say("odd" if count % 2 else "even", count=count))
            for letter, count in self.view["counts"].items()
        ]
        return Panel(self._say("counts"), tuple(rows))

    def _auction(self) -> Panel:
        auction = self.view["auction"]
        rows = []
        for name in self.view["order"]:
            bid = auction["bids"].get(name)
            told = self._say("none") if bid is None else value_name("amount", bid, self.language)
            if name in auction["closed"]:
                told = self._say("no_bid") if bid is None else self._say("closed", bid=told)
            rows.append((name, told))
        return Panel(self._say("auction"), tuple(rows))

    def _player(self, name: str) -> Panel:
        view = self.view
        rows = [
            (self._say("cards"), self._cards(view["front"][name])),
            (self._say("hand"), str(view["hand_left"][name])),
            (self._say("wild"), str(view["wild_left"][name])),
            (self._say("changed"), str(view["changed"][name])),
        ]
        if view["positions"].get(name) is not None:
            rows.insert(0, (self._say("position"), str(view["positions"][name])))
        if view["mode"] == "derby":
            rows.append((self._say("carrots"), str(view["carrots"][name])))
        return Panel(self._say("front", player=name), tuple(rows))

    def _own(self, name: str, own: Mapping[str, Any]) -> Panel:
        rows = [(self._say("hand"), self._cards(own["hand"]))]
        for letter in own["certificates"]:
            told = self._say("not_noted") if letter is None else self._horse(letter)
            rows.append((self._say("horse"), told))
        return Panel(self._say("own", player=name), tuple(rows))

    def _certificates(self) -> Panel:
        rows = [
            (name, ", ".join(self._horse(letter) for letter in shown))
            for name, shown in self.view["certificates_shown"].items()
            if shown is not None
        ]
        return Panel(self._say("certificates"), tuple(rows))

    def _result(self) -> Panel:
        winners, best = self.view["winners"], self.view["best_players"]
        told = ("winners", winners) if winners else ("best", best)
        rows = [(self._say(told[0], count=len(told[1])), ", ".join(told[1]) or self._say("nobody"))]
        for placing in self.view["result"]:
            owner = self._say("nobody") if placing["owner"] is None else placing["owner"]
            rows.append(
                (str(placing["place"]), self._say("placing", name=self._horse(placing["horse"]), whose=owner))
            )
        return Panel(self._say("result"), tuple(rows))
