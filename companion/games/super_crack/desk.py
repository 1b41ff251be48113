"""What the screen of Super-Crack picks out of a view and the actions on offer: who acts, bets, pay-outs, own cards.

Everything is made from what one viewer may see: his view, and the actions offered to him.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any, Protocol

from companion import domains
from companion.action import BANK, TABLE, Template
from companion.games.super_crack.captions import caption
from companion.games.super_crack.laid_open import arrived_colours, pawn_open
from companion.games.super_crack.rules.betting import BET_PAYOUTS, BET_PRICES, category, in_order, wins
from companion.games.super_crack.rules.profile import COLOURS
from companion.games.super_crack.rules.race import ARRIVALS
from companion.games.super_crack.rules.settlement import PRIMES, PRINTED_FIRST_PRIME
from companion.games.super_crack.table import hand_zone
from companion.sighting import BACK

View = Mapping[str, Any]
Event = Mapping[str, Any]

LETTERS = {colour[0]: colour for colour in COLOURS}
"""How a chosen token stands in an address: r, b, y, g."""


_LIKELY_BETS = 3
"""So many are offered at one tap."""


class Form(Protocol):
    """A form of the page: what is settled in it already, as JSON."""

    @property
    def action(self) -> str:
        """The settled part of its action."""


# ---------------------------------------------------------------- who acts


def offer(templates: Iterable[Template], do: str, by: str | None = None) -> Template | None:
    """The first template of this action (by this player), or None when nobody (or not he) may do it now."""
    return next((one for one in templates if one["do"] == do and (by is None or by in hands_of(one))), None)


def hands_of(template: Template | None) -> list[str]:
    """Everybody who may do what a template says."""
    return [] if template is None else [str(by) for by in domains.choices(template["by"])]


def may_act(templates: Iterable[Template]) -> set[str]:
    """The players who have anything to do now."""
    return {by for template in templates for by in hands_of(template)} - {BANK, TABLE}


def awaited_players(view: View, templates: Sequence[Template]) -> list[str]:
    """Whom the table waits for, the most urgent first."""
    if view["draw_pending"] is not None:
        return [view["draw_pending"]]
    match view["phase"]:
        case "market":
            return _awaited_in_market(view)
        case "handicap":
            done = {*view["handicap_done"], *view["bankrupt"]}
            return [player for player in view["players"] if player not in done]
        case "betting":
            return list(view["to_bet"])
        case "start_roll":
            return list(view["start_to_roll"])
        case "racing":
            return hands_of(offer(templates, "roll")) or hands_of(offer(templates, "end_turn"))
        case "settling":
            return list(view["to_identify"])
        case _:
            return []


def _awaited_in_market(view: View) -> list[str]:
    sale = view["market"]
    if sale["offer"] is not None:
        return [sale["offer"]["to"]]
    if sale["auction"] is not None:
        out = {
            *sale["auction"]["passed"],
            *view["bankrupt"],
            sale["auction"]["seller"],
            sale["auction"]["bidder"],
        }
        return [player for player in view["players"] if player not in out]
    if sale["right"] is not None:
        return [sale["right"]]
    return list(sale["to_roll"]) or [player for player in view["players"] if view["debt"][player]]


def acting(view: View, templates: Sequence[Template], asked: str | None, seat: str | None) -> str | None:
    """Whose actions the screen shows: the seat's own; else the plate that was tapped; else who is waited for."""
    if seat is not None:
        return seat
    able = may_act(templates)
    if asked is not None and asked.isascii() and asked.isdigit() and int(asked[:3]) < len(view["players"]):
        player = str(view["players"][int(asked[:3])])
        if player in able:
            return player
    return next((player for player in awaited_players(view, templates) if player in able), None)


def next_up(awaited: Iterable[Mapping[str, Any]]) -> int | None:
    """The horse that the die is for now, of what the table waits for."""
    for step in awaited:
        if step["code"] in ("wait_roll", "wait_next_roll"):
            return int(step["arguments"]["horse"])
    return None


def trapped(view: View) -> list[int]:
    """The horses in the river or the hedge."""
    return [int(number) for number, horse in view["horses"].items() if horse["trapped"] is not None]


def last_die(events: Iterable[Event]) -> int | None:
    """The die of the latest events, None when none was rolled."""
    rolled = ("rolled", "buy_rolled", "start_rolled")
    return next((int(event["value"]) for event in events if event["event"] in rolled), None)


def miscounted(view: View, events: Iterable[Event], sight: Mapping[str, Any] | None) -> Mapping[str, int]:
    """SC-17: how many cards are seen before those who seem to have been dealt too few or too many; empty: nobody.

    One card less may lie under another: it is said what is seen, until somebody plays.
    """
    if (
        sight is None
        or sight["verdict"] != "unfinished"
        or all(one["event"] != "cards_dealt" for one in events)
    ):
        return {}
    seen = {one["zone"]: one["shows"] for one in sight["differences"]}
    places = {player: hand_zone(seat) for seat, player in enumerate(view["players"])}
    return {
        player: len(seen[zone])
        for player, zone in places.items()
        if zone in seen and all(face == BACK for face in seen[zone])
    }


_TOLD_FIRST = ("horse_arrived", "horse_trapped", "still_trapped", "horse_freed", "bounced", "horse_moved")


def headline(events: Sequence[Event], told: Callable[[str, Event], str], language: str) -> str:
    """What happened last on the track, in a few words: "Le 11 avance de 4"; empty when no horse was moved.

    ``told`` words any other event.
    """
    for code in _TOLD_FIRST:
        for event in events:
            if event["event"] != code:
                continue
            if code != "horse_moved" or event["square_from"] == event["square_to"]:
                return told(code, event)
            squares = event["square_to"] - event["square_from"]
            way = "goes_forward" if squares > 0 else "goes_back"
            return caption(way, language, horse=event["horse"], squares=abs(squares))
    return ""


# ---------------------------------------------------------------- bets


def tray(view: View, player: str, asked: str | None) -> tuple[str, ...]:
    """The tokens chosen for a bet, of an address: at most six, and no more than the cash pays for."""
    chosen = tuple(LETTERS[letter] for letter in asked or "" if letter in LETTERS)
    return in_order(chosen[: most_tokens(view, player)])


def most_tokens(view: View, player: str) -> int:
    """How many tokens a player's cash pays for; 0 when not even the smallest bet."""
    return max((count for count, price in BET_PRICES.items() if price <= view["cash"][player]), default=0)


def letters(tokens: Iterable[str]) -> str:
    """Tokens as they stand in an address."""
    return "".join(colour[0] for colour in tokens)


def likely_bets(view: View) -> list[tuple[str, ...]]:
    """The bets of three tokens with which most arrivals of the horses in the race would win, the likeliest first.

    As if every horse were as fast as the others: a colour comes in the more often, the more horses run in it.
    """
    often = Counter(combinations(_running(view), min(BET_PRICES)))
    return [tokens for tokens, _ in often.most_common(_LIKELY_BETS)]


def first_bets(view: View, player: str) -> list[tuple[str, ...]]:
    """For every choice of one to four colours the smallest bet of them that the cash pays for.

    Three colours stand first, as most arrivals have three. Of two the one in which more horses run has two tokens.
    """
    often, most = Counter(_running(view)), most_tokens(view, player)
    choices = (set(some) for count in (3, 4, 2, 1) for some in combinations(COLOURS, count))
    return [
        max(bets, key=lambda tokens: (-len(tokens), sum(often[colour] for colour in tokens)))
        for colours in choices
        if (bets := _bets_of(colours, most))
    ]


def whole_bets(view: View, player: str, tokens: Iterable[str]) -> list[tuple[str, ...]]:
    """All bets of exactly the colours of these tokens that the cash pays for, those of few tokens first."""
    return _bets_of(set(tokens), most_tokens(view, player))


def _bets_of(colours: set[str], most: int) -> list[tuple[str, ...]]:
    return [
        bet
        for count in BET_PRICES
        if count <= most
        for bet in combinations_with_replacement(in_order(tuple(colours)), count)
        if set(bet) == colours
    ]


def _running(view: View) -> tuple[str, ...]:
    """The colours of the horses in the race, one for each."""
    return in_order([horse["colour"] for horse in view["horses"].values() if horse["square"] is not None])


def stake(count: int) -> int | None:
    """What a number of tokens costs (francs), None for a number that is no bet."""
    return BET_PRICES.get(count)


def gains(count: int) -> list[tuple[str, int]]:
    """What a number of tokens wins, by the arrival's category (francs)."""
    return [(category, row[count]) for category, row in BET_PAYOUTS.items() if count in row]


def bids(template: Template) -> list[int]:
    """Prices worth a button: the least to bid, and 400, 900 and 1,900 francs more, as far as the cash goes."""
    least, most = template["amount"]["from"], template["amount"]["to"]
    return [least + more for more in (0, 400, 900, 1_900) if least + more <= most]


# ---------------------------------------------------------------- the pay-out board


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line of the pay-out board (francs); ``paid`` is None before the bank has paid."""

    player: str
    tokens: tuple[str, ...]
    black_pawn: bool
    stake: int | None
    won: bool
    paid: int | None
    prize: int = 0
    """What the bet wins with this arrival, or would win; 0 where nobody has arrived."""
    prime: int = 0
    penalty: int = 0
    money_cards: int = 0

    @property
    def digits(self) -> str:
        """What falls flap by flap."""
        return "" if self.paid is None else str(self.paid)


@dataclass(frozen=True, slots=True)
class Report:
    """The end of a race: who came home, what it pays, and whether it is paid."""

    race: int
    category: str | None
    abandoned: bool
    arrivals: tuple[Mapping[str, Any], ...]
    rows: tuple[Row, ...]
    paid: bool

    @property
    def helped(self) -> tuple[str, ...]:
        """Whose black pawn helped to win."""
        return tuple(row.player for row in self.rows if row.won and row.black_pawn)


def report(view: View, events: Iterable[Event], *, seen: bool = False) -> Report | None:
    """The pay-out board to show: before the bank pays, and once it has just paid, until that was ``seen``."""
    if view["phase"] == "settling":
        return _to_pay(view)
    results = view["last_results"]
    settled = any(event["event"] == "race_settled" for event in events)
    if results is None or (seen and view["phase"] != "over") or not settled:
        return None
    return _paid(view, results)


def _to_pay(view: View) -> Report:
    """What everybody can see before the bank pays: bets and primes; what the cards cost falls with the payment."""
    arrivals = tuple(
        {"rank": rank, "horse": horse, **_of_horse(view, horse), "prime": _prime(view, rank, horse)}
        for rank, horse in enumerate(view["arrivals"], start=1)
    )
    colours = arrived_colours(view)
    kind = category(colours) if len(colours) == ARRIVALS else None
    rows = tuple(
        _row_to_pay(view, player, bet, kind, arrivals)
        for player, bet in view["bets"].items()
        if player not in view["bankrupt"]
    )
    return Report(view["race"], kind, False, arrivals, rows, False)


def _row_to_pay(
    view: View, player: str, bet: View | None, kind: str | None, arrivals: Sequence[Mapping[str, Any]]
) -> Row:
    """A player's line before the bank pays; ``paid`` is None while a black pawn in hand may still win the bet."""
    tokens = tuple(bet["tokens"]) if bet else ()
    prime = sum(arrival["prime"] for arrival in arrivals if arrival["owner"] == player)
    pawn, price = player in view["black_pawns"], bet["stake"] if bet else None
    if not bet or kind is None:
        return Row(player, tokens, pawn, price, False, price or 0, prime=prime)
    won = wins(tokens, pawn, arrived_colours(view))
    prize = BET_PAYOUTS[kind][len(tokens)]
    paid = prize if won else None if pawn_open(view, player) else 0
    return Row(player, tokens, pawn, price, won, paid, prize, prime)


def _prime(view: View, rank: int, horse: int) -> int:
    """What a place earns its owner (SC-56, SC-57), as ``settlement.prime`` has it."""
    placed = view["horses"][str(horse)]
    if placed["owner"] is None:
        return 0
    stable = view["stables"][placed["owner"]]
    same = sum(view["horses"][str(number)]["colour"] == placed["colour"] for number in stable)
    if rank == 1 and same == 1 and view["options"]["stable_table"] == "printed":
        return PRINTED_FIRST_PRIME
    return PRIMES[same][rank - 1]


def _of_horse(view: View, horse: int) -> dict[str, Any]:
    placed = view["horses"][str(horse)]
    return {"colour": placed["colour"], "owner": placed["owner"], "prime": None}


def _paid(view: View, results: Mapping[str, Any]) -> Report:
    primes = dict.fromkeys(view["players"], 0)
    for arrival in results["arrivals"]:
        primes[arrival["owner"]] += arrival["prime"]
    rows = []
    for player in view["players"]:
        bet = results["bets"].get(player)
        tokens = tuple(bet["tokens"]) if bet else ()
        row = Row(
            player,
            tokens,
            bool(bet and bet["black_pawn"]),
            stake(len(tokens)),
            bool(bet and bet["won"]),
            bet["paid"] if bet else 0,
            BET_PAYOUTS[results["category"]][len(tokens)] if tokens and results["category"] else 0,
            primes[player],
            results["penalties"].get(player, 0),
            results["money_cards"].get(player, 0),
        )
        rows.append(row)
    arrivals = tuple({**_of_horse(view, arrival["horse"]), **arrival} for arrival in results["arrivals"])
    return Report(results["race"], results["category"], results["abandoned"], arrivals, tuple(rows), True)


# ---------------------------------------------------------------- what is one's own


@dataclass(frozen=True, slots=True)
class Held:
    """A special card of the viewer's own hand: ``template`` says how it may be played now, None when it may not."""

    card: str | None
    place: int
    template: Template | None

    @property
    def kind(self) -> str:
        """What it does, without its number; "unknown" when it was not named yet."""
        return "unknown" if self.card is None else self.card.rstrip("0123456789").rstrip("_")

    @property
    def number(self) -> int | None:
        """The number on it, None when it has none."""
        digits = "" if self.card is None else self.card.rpartition("_")[2]
        return int(digits) if digits.isdigit() else None

    @property
    def horses(self) -> list[int]:
        """The horses it may be played on; empty for a card that needs none."""
        if self.template is None or "horse" not in self.template:
            return []
        return [int(number) for number in domains.choices(self.template["horse"])]


def own_cards(view: View, templates: Sequence[Template], seat: str) -> list[Held]:
    """The viewer's own special cards, each with the way it may be played now."""
    hand = (view.get("private") or {}).get(seat, {}).get("hand", [])
    return [Held(card, place, _playing(templates, seat, card)) for place, card in enumerate(hand)]


def _playing(templates: Sequence[Template], seat: str, card: str | None) -> Template | None:
    if card is None:
        return None
    for template in templates:
        if (
            template["do"] == "play_card"
            and seat in hands_of(template)
            and card in domains.choices(template["card"])
        ):
            return template
    return None


def held_card(cards: Sequence[Held], asked: str | None) -> Held | None:
    """The own card that was tapped, of an address; None when it cannot be played now."""
    if asked is None or not asked.isascii() or not asked.isdigit() or int(asked[:3]) >= len(cards):
        return None
    held = cards[int(asked[:3])]
    return held if held.template is not None else None


# ---------------------------------------------------------------- forms


def forms_doing(forms: Iterable[Form], *dos: str) -> list[Form]:
    """The forms of these actions."""
    return [form for form in forms if json.loads(form.action)["do"] in dos]


def forms_beside(forms: Iterable[Form], seat: str | None) -> list[Form]:
    """The forms that stand beside the track; at the table the cards that may be played, too."""
    beside = ("identify_cards", "draw_card", "offer_horse", "auction_open", "auction_bid", "declare_bankrupt")
    return forms_doing(forms, *beside, *(() if seat else ("play_card",)))


def forms_but(forms: Iterable[Form], shown: Iterable[Form]) -> list[Form]:
    """The forms that are not shown elsewhere."""
    elsewhere = list(shown)
    return [form for form in forms if form not in elsewhere]
