"""Racko told in words for a plain page, and what the table waits for; made from the view alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Instruction, Panel
from companion.games.racko.rules.state import SLOTS
from companion.games.racko.words import cards, chips, sentence
from companion.words import listed

View = Mapping[str, Any]
Row = tuple[str, str]
ON_TURN = 3
"""How many things are waited for at once at most."""


def panels(view: View, language: str) -> tuple[Panel, ...]:
    """The whole table: the round, the points, the racks that lie open, and the viewer's own page."""
    told = [Panel(_title(view, language), tuple(_round_rows(view, language)))]
    told += _standings(view, language)
    shown = [(name, _cards_of(rack)) for name, rack in view["racks_shown"].items() if rack is not None]
    if shown:
        told.append(Panel(sentence("panel_racks", {}, language), tuple(shown)))
    for player, page in view.get("private", {}).items():
        title = sentence("panel_own", {"player": player}, language)
        told.append(Panel(title, tuple(_own_rows(page, language))))
    return tuple(told)


def _title(view: View, language: str) -> str:
    code = "panel_round" if view["round"] else "panel_before"
    return sentence(code, {"round": view["round"]}, language)


def _cards_of(rack: Sequence[int]) -> str:
    return " ".join(map(str, rack))


def _round_rows(view: View, language: str) -> Iterator[Row]:
    def row(label: str, value: str) -> Row:
        return sentence(f"row_{label}", {}, language), value

    def say(code: str, **arguments: Any) -> str:
        return sentence(f"value_{code}", arguments, language)

    if view["winners"]:
        yield row("winners", listed(view["winners"], language))
    if view["dealer"] is not None:
        yield row("dealer", view["dealer"])
    if view["turn"] is not None:
        yield row("turn", view["turn"])
    if view["drawn_for_deal"]:
        drawn = [f"{player} {card}" for player, card in view["drawn_for_deal"].items()]
        yield row("drawn", ", ".join(drawn))
    top = view["discard_top"]
    if view["discard_count"]:
        yield row("top", sentence("face_unknown", {}, language) if top is None else str(top))
        yield row("pile", cards(view["discard_count"], language))
    else:
        yield row("top", say("none"))
    yield row("stock", cards(view["stock"], language) if view["stock"] else say("empty"))
    yield row("deck", say("deck", highest=view["deck_max"]))
    held = view["held"]
    if held is not None:
        yield row("held", say("held", player=held["player"], card=held["card"]))
    if view["announced_by"] is not None:
        yield row("announced", say(view["announced"], player=view["announced_by"]))
    for label, names in (
        ("awaited", view["awaiting_racks"]),
        ("out_of_round", view["out_of_round"]),
        ("out", view["out"]),
    ):
        if names:
            yield row(label, listed(names, language))


def _standings(view: View, language: str) -> Iterator[Panel]:
    if "chips" in view:
        rows = tuple((name, chips(count, language)) for name, count in view["chips"].items())
        yield Panel(sentence("panel_chips", {}, language), rows)
        return
    scores = tuple((name, str(points)) for name, points in view["scores"].items())
    yield Panel(sentence("panel_scores", {"target": view["options"]["target"]}, language), scores)
    if "team_scores" in view:
        seats = view["seats"]
        sides = zip((seats[0::2], seats[1::2]), view["team_scores"].values(), strict=True)
        teams = tuple((listed(side, language), str(points)) for side, points in sides)
        yield Panel(sentence("panel_teams", {}, language), teams)
    if view["round_points"]:
        rows = tuple((name, str(points)) for name, points in view["round_points"].items())
        if view["round_bonus"]:
            rows = (*rows, (sentence("row_bonus", {}, language), str(view["round_bonus"])))
        yield Panel(sentence("panel_last_round", {}, language), rows)


def _own_rows(page: Mapping[str, Any], language: str) -> Iterator[Row]:
    """The own rack, slot 50 at the back first, and what can be said of it."""
    unknown = sentence("value_unknown", {}, language)
    if page["held"] is not None:
        yield sentence("row_held", {}, language), str(page["held"])
    for slot, card in reversed(list(zip(SLOTS, page["rack"], strict=True))):
        label = sentence("row_slot", {"slot": slot}, language)
        yield label, unknown if card is None else str(card)
    if page["floating"]:
        yield sentence("row_floating", {}, language), _cards_of(page["floating"])
    if page["discards"]:
        told = (
            sentence("face_unknown", {}, language) if card is None else str(card) for card in page["discards"]
        )
        yield sentence("row_discards", {}, language), " ".join(told)
    for player, cards_taken in (page["taken"] or {}).items():
        yield sentence("row_taken", {"player": player}, language), _cards_of(cards_taken)
    for name in ("good_cards", "longest_run"):
        if page[name] is not None:
            yield sentence(f"row_{name}", {}, language), str(page[name])
    if page["ascending"] is not None:
        answer = "value_yes" if page["ascending"] else "value_no"
        yield sentence("row_ascending", {}, language), sentence(answer, {}, language)


def awaited(view: View) -> tuple[Instruction, ...]:
    """What the table waits for now."""
    player, dealer = view["turn"], view["dealer"]
    match view["phase"]:
        case "draw_for_deal":
            return (Instruction("wait_draw_for_deal", {}),)
        case "ready_to_deal":
            return (Instruction("wait_deal", {"player": dealer}),)
        case "round_over":
            return (Instruction("wait_next_round", {"player": dealer}),)
        case "dealing":
            eclair = view["options"]["eclair"]
            return (Instruction("wait_place_dealt_eclair" if eclair else "wait_place_dealt", {}),)
        case "eclair":
            return (Instruction("wait_eclair", {}), Instruction("wait_turn_up", {}))
        case "turn_up":
            return (Instruction("wait_turn_up", {}),)
        case "draw":
            return (Instruction(_draw(view), {"player": player, "card": view["discard_top"]}),)
        case "place":
            held = view["held"]
            if held["source"] == "stock":
                return (Instruction("wait_place", {"player": player}),)
            return (Instruction("wait_exchange", {"player": player, "card": held["card"]}),)
        case "show":
            return (Instruction("wait_show", {"player": view["announced_by"]}),)
        case "scoring":
            waiting = view["awaiting_racks"][:ON_TURN]
            return tuple(Instruction("wait_count", {"player": name}) for name in waiting)
        case _:
            return (Instruction("wait_game_over", {}),)


def _draw(view: View) -> str:
    if view["stock"]:
        return "wait_draw"
    return "wait_draw_last" if view["options"]["stock_empty"] == "round_ends" else "wait_draw_no_stock"
