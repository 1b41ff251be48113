"""The whole table told in words, for a page without a drawing, and what the table waits for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Instruction, Panel
from companion.games.super_crack.words import (
    CATEGORIES,
    HAZARDS,
    PHASES,
    card_name,
    cards_counted,
    colour_name,
    face_name,
    horse_of_colour,
    money,
    of_name,
    place,
    tokens_counted,
)
from companion.languages import Sentences
from companion.words import listed

View = Mapping[str, Any]
Row = tuple[str, str]
MOST_INSTRUCTIONS = 3
_SAID = Sentences(
    __name__,
    {
        "put_back": (", {count} of them put back at the bottom", ", {count} of them put back at the bottom"),
        "result_of_race": "Result of race {race}",
        "my_cards": "My cards",
        "come_out_of_the_bank": "Come out of the bank",
        "to_be_checked": "to be checked",
        "the_game": "The game",
        "the_players": "The players",
        "no_horse": "no horse",
        "home_number": "home, number {rank}",
        "in": ", in {hazard}",
        "cards_not_played": "{player}’s cards not played",
        "and_the_black_pawn": " and the black pawn",
        "lost": ", lost",
        "not_named_yet": "not named yet",
        "cards_of": "Cards of {player}",
        "gone_into_the_bank": "Gone into the bank",
        "race": "Race",
        "phase": "Phase",
        "pile": "Pile",
        "the_market": "The market",
        "the_track": "The track",
        "to_roll": ", to roll",
        "the_bets": "The bets",
        "won": ", won: {paid}",
        "given_back": ", given back",
        "the_ranking": "The ranking",
        "board": "Board",
        "may_buy": "May buy",
        "roll": "{player}’s roll",
        "prices_for": "Prices for {player}",
        "out_of_the_sale": "Out of the sale",
        "sale": "Sale",
        "over": "over",
        "offer": "Offer",
        "to": "{seller} to {to}: {what}",
        "from": "from",
        "auction": "Auction",
        "in_debt": "in debt",
        "still_owes": "still owes {owed}",
        "between": "; ",
        "prize": "prize {prime}",
        "arrival": "Arrival",
        "bet": "{player}’s bet",
        "money_cards": "{player}’s money cards",
        "bankrupt": "bankrupt",
        "is_thinking": "is thinking",
        "card": "Card",
    },
    "panel",
)


# ---------------------------------------------------------------- what the table waits for


def awaited(view: View) -> tuple[Instruction, ...]:
    """What the table waits for now: one to three instructions, the most urgent first."""
    due: list[Instruction] = []
    if view["draw_pending"] is not None:
        due.append(Instruction("wait_draw", {"player": view["draw_pending"]}))
    else:
        due += _awaited_in_phase(view)
    if view["phase"] != "over":
        # Without a camera nothing is ever confirmed: then only the latest move is worth a word.
        pawns = view["awaiting"] if view["options"]["strict_placement"] else view["awaiting"][-1:]
        due += (Instruction("wait_position", dict(pawn)) for pawn in pawns)
    return tuple(due[:MOST_INSTRUCTIONS])


def _awaited_in_phase(view: View) -> Iterator[Instruction]:
    match view["phase"]:
        case "opening":
            yield Instruction("wait_deal_money", {})
        case "market":
            yield from _awaited_in_market(view)
        case "handicap" if not view["cards_dealt"]:
            yield Instruction("wait_deal_cards", {"count": view["options"]["cards_per_race"]})
        case "handicap":
            thinking = [player for player in _still_in(view) if player not in view["handicap_done"]]
            yield Instruction("wait_handicap", {"players": thinking})
        case "betting":
            yield Instruction("wait_bets", {"players": list(view["to_bet"])})
        case "start_roll":
            yield Instruction("wait_start_rolls", {"players": list(view["start_to_roll"])})
        case "racing":
            yield from _awaited_in_race(view)
        case "settling" if view["to_identify"]:
            yield Instruction("wait_cards_named", {"players": list(view["to_identify"])})
        case "settling":
            yield Instruction("wait_settle", {})
        case _:
            yield Instruction("wait_over", {})


def _awaited_in_market(view: View) -> Iterator[Instruction]:
    sale = view["market"]
    if sale["offer"] is not None:
        yield Instruction("wait_offer", dict(sale["offer"]))
        return
    if sale["auction"] is not None:
        auction = sale["auction"]
        arguments = {"number": auction["number"], "min": auction["min"]}
        yield Instruction(
            "wait_auction", {**arguments, "amount": auction["bid"], "bidder": auction["bidder"]}
        )
        return
    if sale["right"] is not None:
        yield Instruction("wait_buy", {"player": sale["right"]})
    elif sale["to_roll"]:
        yield Instruction("wait_buy_rolls", {"players": list(sale["to_roll"])})
    debtors = [player for player in _still_in(view) if view["debt"][player]]
    if debtors:
        yield Instruction("wait_debts", {"players": debtors})
    elif not sale["bidders"]:
        owned = sum(map(len, view["stables"].values()))
        yield Instruction("wait_more_horses" if owned < 3 else "wait_close_market", {})


def _awaited_in_race(view: View) -> Iterator[Instruction]:
    turn = view["turn"]
    if view["to_roll"]:
        yield Instruction("wait_roll", {"player": turn, "horse": view["to_roll"][0]})
        return
    players = view["players"]
    seat = players.index(turn)
    order = [*players[seat + 1 :], *players[: seat + 1]]
    for player in order:
        running = [number for number in view["stables"][player] if number not in view["arrivals"]]
        if running:
            yield Instruction("wait_next_roll", {"player": player, "horse": running[0]})
            break
    else:
        yield Instruction("wait_no_runner", {})
    if view["hand_counts"][turn]:
        yield Instruction("wait_cards_or_end", {"player": turn})


def _still_in(view: View) -> list[str]:
    return [player for player in view["players"] if player not in view["bankrupt"]]


# ---------------------------------------------------------------- the table in words


def panels(view: View, language: str) -> tuple[Panel, ...]:
    """The view told in words; with the viewer's own cards where they are in it."""
    told = _Told(view, language)
    found = (
        *told.own_hands(),
        told.game(),
        *told.market(),
        told.players(),
        *told.track(),
        *told.bets(),
        *told.results(),
        *told.ranking(),
    )
    return tuple(panel for panel in found if panel.rows)


class _Told:
    """One view in one language."""

    def __init__(self, view: View, language: str) -> None:
        self._view = view
        self._language = language

    def _say(self, code: str, **arguments: Any) -> str:
        return _SAID.said(code, self._language, **arguments)

    def _money(self, amount: int) -> str:
        return money(amount, self._language)

    def _named(self, words: Sentences, key: str) -> str:
        return words.said(key, self._language)

    def _of(self, player: str) -> str:
        return of_name(player, self._language)

    def _join(self, parts: Sequence[str]) -> str:
        return " · ".join(part for part in parts if part)

    def own_hands(self) -> Iterator[Panel]:
        """The special cards of the seat that looks on (of every seat, for the referee)."""
        seats = self._view.get("private", {})
        for player, private in seats.items():
            rows = []
            for number, card in enumerate(private["hand"], start=1):
                unknown = self._say("not_named_yet")
                name = unknown if card is None else card_name(card, self._language)
                rows.append((f"{self._say('card')} {number}", name))
            own = self._say("my_cards")
            title = (
                own if len(seats) == 1 else self._say("cards_of", player=player, of_player=self._of(player))
            )
            yield Panel(title, tuple(rows))

    def _bank(self, balance: int) -> tuple[str, str]:
        """What went out of the bank or came in: it never runs out, and nobody likes a bank below nothing (SC-3)."""
        if balance > 0:
            return self._say("gone_into_the_bank"), self._money(balance)
        return self._say("come_out_of_the_bank"), self._money(-balance)

    def game(self) -> Panel:
        """Which race and phase, the bank and the pile."""
        view = self._view
        deck = view["deck"]
        pile = cards_counted(deck["count"], self._language)
        if deck["returned"]:
            under = deck["returned"]
            pile += _SAID.counted("put_back", under, self._language)
        rows = [
            (self._say("race"), str(view["race"])),
            (self._say("phase"), self._named(PHASES, view["phase"])),
            self._bank(view["accounts"]["bank"]),
            (self._say("pile"), pile),
        ]
        if view["provisional"]:
            check = self._say("to_be_checked")
            rows.append((self._say("board"), check))
        return Panel(self._say("the_game"), tuple(rows))

    def market(self) -> Iterator[Panel]:
        """Who buys, what was rolled, the prices, an offer or an auction."""
        sale = self._view["market"]
        if sale is None:
            return
        rows: list[Row] = []
        if sale["right"] is not None:
            rows.append((self._say("may_buy"), sale["right"]))
        for player, value in sale["rolls"].items():
            rows.append((self._say("roll", player=player, of_player=self._of(player)), str(value)))
        rows += self._sale(sale)
        for player in sale["bidders"]:
            prices = [
                f"{colour_name(colour, self._language)} {self._money(price)}"
                for colour, price in sale["prices"][player].items()
                if price is not None
            ]
            rows.append((self._say("prices_for", player=player), self._join(prices)))
        if sale["left"]:
            rows.append((self._say("out_of_the_sale"), listed(sale["left"], self._language)))
        if not rows:
            rows.append((self._say("sale"), self._say("over")))
        yield Panel(self._say("the_market"), tuple(rows))

    def _sale(self, sale: View) -> Iterator[Row]:
        offer, auction = sale["offer"], sale["auction"]
        if offer is not None:
            what = f"{self._horse(offer['number'])}, {self._money(offer['price'])}"
            yield (
                self._say("offer"),
                self._say("to", seller=offer["seller"], to=offer["to"], what=what),
            )
        if auction is not None:
            start = f"{self._say('from')} {self._money(auction['min'])}"
            bid = None if auction["bid"] is None else f"{auction['bidder']}, {self._money(auction['bid'])}"
            yield self._say("auction"), f"{self._horse(auction['number'])}, {bid or start}"

    def _horse(self, number: int) -> str:
        colour = self._view["horses"][str(number)]["colour"]
        return horse_of_colour(number, colour, self._language)

    def players(self) -> Panel:
        """Money, horses and cards of everybody."""
        view = self._view
        rows = []
        for player in view["players"]:
            if player in view["bankrupt"]:
                rows.append((player, self._say("bankrupt")))
                continue
            owed, debt = view["owed"][player], view["debt"][player]
            parts = [
                self._money(view["accounts"][player]),
                self._say("in_debt") if debt else "",
                self._say("still_owes", owed=self._money(owed)) if owed else "",
                self._stable(player),
                cards_counted(view["hand_counts"][player], self._language)
                if view["hand_counts"][player]
                else "",
                face_name("black", self._language) if player in view["black_pawns"] else "",
            ]
            rows.append((player, self._join(parts)))
        return Panel(self._say("the_players"), tuple(rows))

    def _stable(self, player: str) -> str:
        """A stable by colour: "rouge 1, 2 ; bleu 5"."""
        by_colour: dict[str, list[str]] = {}
        for number in self._view["stables"][player]:
            by_colour.setdefault(self._view["horses"][str(number)]["colour"], []).append(str(number))
        parts = [f"{colour_name(c, self._language)} {', '.join(own)}" for c, own in by_colour.items()]
        return self._say("between").join(parts) or self._say("no_horse")

    def track(self) -> Iterator[Panel]:
        """Every horse on the track, by number."""
        rows = []
        for number, horse in self._view["horses"].items():
            if horse["square"] is not None:
                label = f"{self._horse(int(number))} ({horse['owner']})"
                rows.append((label, self._where(horse, int(number) in self._view["to_roll"])))
        yield Panel(self._say("the_track"), tuple(rows))

    def _where(self, horse: View, to_roll: bool) -> str:
        if horse["rank"] is not None:
            return self._say("home_number", rank=horse["rank"])
        where = place(horse["square"], self._language)
        if horse["trapped"] is not None:
            hazard = self._named(HAZARDS, horse["trapped"])
            where += self._say("in", hazard=hazard)
        return where + (self._say("to_roll") if to_roll else "")

    def bets(self) -> Iterator[Panel]:
        """The tokens of everybody who has bet, and who is still to decide."""
        rows = []
        for player, bet in self._view["bets"].items():
            if bet is not None:
                tokens = tokens_counted(bet["tokens"], self._language)
                rows.append((player, f"{tokens}, {self._money(bet['stake'])}"))
            elif player in self._view["to_bet"]:
                rows.append((player, self._say("is_thinking")))
        yield Panel(self._say("the_bets"), tuple(rows))

    def results(self) -> Iterator[Panel]:
        """What the last race came to."""
        results = self._view["last_results"]
        if results is None:
            return
        rows = []
        for arrival in results["arrivals"]:
            label = f"{arrival['rank']}. {self._horse(arrival['horse'])} ({arrival['owner']})"
            prime = self._money(arrival["prime"])
            rows.append((label, self._say("prize", prime=prime)))
        kind = results["category"]
        if kind is not None:
            rows.append((self._say("arrival"), self._named(CATEGORIES, kind)))
        for player, bet in results["bets"].items():
            rows.append((self._say("bet", player=player, of_player=self._of(player)), self._bet_result(bet)))
        for player, amount in results["penalties"].items():
            label = self._say("cards_not_played", player=player, of_player=self._of(player))
            rows.append((label, self._money(-amount)))
        for player, amount in results["money_cards"].items():
            rows.append(
                (
                    self._say("money_cards", player=player, of_player=self._of(player)),
                    self._money(amount),
                )
            )
        title = self._say("result_of_race", race=results["race"])
        yield Panel(title, tuple(rows))

    def _bet_result(self, bet: View) -> str:
        tokens = tokens_counted(bet["tokens"], self._language)
        if bet["black_pawn"]:
            tokens += self._say("and_the_black_pawn")
        if bet["won"]:
            paid = self._money(bet["paid"])
            return tokens + self._say("won", paid=paid)
        if bet["paid"]:
            return tokens + self._say("given_back")
        return tokens + self._say("lost")

    def ranking(self) -> Iterator[Panel]:
        """The final order."""
        rows = tuple((f"{line['rank']}.", line["player"]) for line in self._view["ranking"])
        yield Panel(self._say("the_ranking"), rows)
