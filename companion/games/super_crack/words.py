"""Super-Crack in words: refusals, events, buttons, the log, forms, what is said aloud."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.super_crack.payments import Payment, notes, payments
from companion.games.super_crack.rules.betting import BET_PRICES
from companion.games.super_crack.sentences import SENTENCES
from companion.languages import Sentences, grammar
from companion.words import fill, listed

COLOURS = Sentences(
    __name__,
    {
        "red": "red",
        "blue": "blue",
        "yellow": "yellow",
        "green": "green",
        "black": "black pawn",
    },
    "colour",
)
CARDS = Sentences(
    __name__,
    {
        "advance": "Forward {number}",
        "back_own": "Blue back {number}",
        "back_any": "Red back {number}",
        "pay": "Pay {money}",
        "receive": "Receive {money}",
        "joker": "Joker",
        "sprint": "Sprint",
        "black_pawn": "Black pawn",
        "any_move": "A card that moves a horse",
        "nothing_else": "Cards that change nothing",
    },
    "card",
)
_PLAIN_CARDS = frozenset({"joker", "sprint", "black_pawn", "any_move", "nothing_else"})
"""The cards without a number."""
HAZARDS = Sentences(
    __name__,
    {
        "river": "the river",
        "hedge": "the hedge",
    },
    "hazard",
)
PHASES = Sentences(
    __name__,
    {
        "opening": "Opening",
        "market": "Horse market",
        "handicap": "Handicap",
        "betting": "Bets",
        "start_roll": "Who starts?",
        "racing": "Race",
        "settling": "Settling up",
        "over": "Game over",
    },
    "phase",
)
CATEGORIES = Sentences(
    __name__,
    {
        "three_different": "three different colours",
        "two_same": "two of the same colour",
        "three_same": "three of the same colour",
    },
    "category",
)
REASONS = Sentences(
    __name__,
    {
        "opening_deal": "the opening money",
        "horse_purchase": "buying a horse",
        "private_sale": "a sale between players",
        "auction": "a sale by auction",
        "write_off": "a debt written off",
        "engagement_fee": "the engagement fee",
        "bet": "the bet",
        "bet_win": "the winning bet",
        "bet_refund": "the bet given back",
        "prime": "the prize",
        "pay_card": "a card to pay",
        "receive_card": "a card that pays",
        "unused_card_penalty": "the cards not played",
    },
    "reason",
)
ORDINALS = Sentences(
    __name__,
    {
        "1": "first",
        "2": "second",
        "3": "third",
    },
    "ordinal",
)
BANK_AND_TABLE = Sentences(
    __name__,
    {
        "bank": "the bank",
        "table": "the table",
    },
    "person",
)

"""Every code of this game. Which of its variants is said: see ``sentence``."""

_SPOKEN = frozenset(
    (
        *("bet_placed", "roll_tie", "buy_right", "handicap_started", "betting_opened", "start_roll_opened"),
        *(
            "turn_started",
            "bounced",
            "horse_trapped",
            "still_trapped",
            "horse_freed",
            "must_draw",
            "deck_empty",
        ),
        *("horse_arrived", "race_over", "race_abandoned", "player_in_debt", "player_bankrupt", "game_over"),
        *("horse_offered", "auction_opened", "auction_unsold", "sale_over", "colours_missing"),
    )
)

_NAMES = Sentences(
    __name__,
    {
        "addressed": "{player}: {text}",
        "money": "{amount} F",
        "at_start": "on the start line",
        "on_red": "on red square {number}",
        "on_square": "on square {number}",
        "cards": ("one card", "{count} cards"),
        "cards_0": "no cards",
        "red_squares": ("{count} square", "{count} squares"),
        "squares_more": ("one square more", "{count} squares more"),
        "squares_back": ("one square back", "{count} squares back"),
        "dealt": ("{player} has one card", "{player} has {count} cards"),
        "dealt_only": ("{player} has only one card", "{player} has only {count} cards"),
        "dealt_only_0": "{player} has no cards",
        "notes": ("one note of {money}", "{count} notes of {money}"),
        "more_notes": ("one of {money}", "{count} of {money}"),
        "nor": " or ",
        "then": " then ",
        "arrival": "{number}",
        "horse": "Horse {number}",
        "horse_of_colour": "{horse}, {colour}",
        "back": "Face-down card",
        "untold": "I do not say",
        "gift": "a gift",
    },
    "name",
)
_TOKENS = Sentences(
    __name__,
    {
        "red": ("{count} red", "{count} red"),
        "blue": ("{count} blue", "{count} blue"),
        "yellow": ("{count} yellow", "{count} yellow"),
        "green": ("{count} green", "{count} green"),
        "black": ("{count} black pawn", "{count} black pawns"),
    },
    "tokens",
)

_NUMBERED_CARD = re.compile(r"(advance|back_own|back_any|pay|receive)_(\d+)")


# ---------------------------------------------------------------- sentences


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    named = _named(arguments, language)
    text = fill(SENTENCES, _variant(code, named, language), named, language)
    player = arguments.get("by")
    if code.startswith("do_") and isinstance(player, str) and player not in BANK_AND_TABLE:
        return _NAMES.said(
            "addressed", language, player=player, text=grammar(__name__, language).within(text)
        )
    return text[:1].upper() + text[1:]


def _variant(code: str, named: Mapping[str, Any], language: str) -> str:
    """The wording for what is known: "…_told" when all that it names is there, and a few special cases."""
    special = _special(code, named)
    for candidate in (*special, f"{code}_told"):
        if candidate in SENTENCES and SENTENCES.fields(candidate, language) <= set(named):
            return candidate
    return code


def _special(code: str, named: Mapping[str, Any]) -> tuple[str, ...]:
    match code:
        case "game_over" if "winners" in named:
            many = "_many" if named["number_of_winners"] > 1 else ""
            return (
                f"game_over_super_crack{many}"
                if named.get("why") == "super_crack"
                else f"game_over_won{many}",
            )
        case "horse_offered" | "horse_transferred" | "wait_offer" | "did_offer_horse" if named.get("gift"):
            return (f"{code}_gift",)
        case "horse_moved" if named.get("square_from") == named.get("square_to"):
            return ("horse_moved_stays",)
        case "horse_freed" if named.get("how") == "joker":
            return ("horse_freed_joker",)
        case "wrong_square":
            return ("wrong_square_steps",)
        case "wrong_card_count":
            return ("wrong_card_count_dealt",)
        case "wait_debts" if named.get("number_of_players", 1) > 1:
            return ("wait_debts_many",)
        case "do_buy_horse":
            return ("do_buy_horse_number",)
        case "do_auction_bid":
            return ("do_auction_bid_amount",)
        case "do_bet":
            return ("do_bet_tokens",)
        case "do_play_card":
            return ("do_play_card_horse", "do_play_card_card")
        case "card_played" | "did_play_card":
            return (f"{code}_horse",)
        case "turn_started":
            return ("turn_started_horse",)
        case _:
            return ()


_MONEY = frozenset({"amount", "price", "stake", "debt", "least", "min"})
_PEOPLE = frozenset({"by", "player", "seller", "buyer", "to", "first", "owner", "bidder", "expected"})


def _named(arguments: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What sentences name, from the arguments of a code: money, cards, places and people in words."""
    known = {str(name): value for name, value in arguments.items() if value is not None}
    named: dict[str, Any] = {}
    for name, value in known.items():
        if name in _MONEY and _is_number(value):
            named[name] = money(value, language)
        elif name in _PEOPLE and isinstance(value, str):
            named[name] = _person(value, language)
            named[f"of_{name}"] = of_name(named[name], language)
        elif name == "colour":
            named[name] = colour_name(value, language)
        elif isinstance(value, str | int) and not isinstance(value, bool):
            named[name] = value
    named |= _named_numbers(known, language)
    named |= _named_lists(known, language)
    if isinstance(known.get("card"), str):
        named["card"] = card_name(known["card"], language)
    for key, words in (("where", HAZARDS), ("category", CATEGORIES), ("reason", REASONS)):
        if isinstance(known.get(key), str) and known[key] in words:
            named[{"where": "hazard", "category": "kind"}.get(key, key)] = words.said(known[key], language)
    if isinstance(known.get("from"), str) and "amount" in named and "reason" in named:
        named["payer"] = _person(known["from"], language)
        named["payee"] = named.get("to", "")
    return named


def _named_numbers(known: Mapping[str, Any], language: str) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name in ("expected", "seen"):
        if _is_number(known.get(name)):
            named[f"{name}_money"] = money(known[name], language)
            named[f"{name}_place"] = place(known[name], language)
            named[f"{name}_cards"] = cards_counted(known[name], language)
    for name in ("square", "square_to"):
        if _is_number(known.get(name)):
            named["place"] = place(known[name], language)
    if "expected_place" in named and "seen_place" in named and known["expected"] != known["seen"]:
        named["steps"] = _steps(known["expected"] - known["seen"], language)
    if _is_number(known.get("count")):
        named["count_cards"] = cards_counted(known["count"], language)
    if _is_number(known.get("squares")):
        named["red_squares"] = _NAMES.counted("red_squares", known["squares"], language)
    if _is_number(known.get("amount")):
        named["notes"] = _notes_counted(known["amount"], language)
    if _is_number(known.get("rank")) and str(known["rank"]) in ORDINALS:
        named["ordinal"] = ORDINALS.said(str(known["rank"]), language)
    if known.get("price") == 0:
        named["gift"] = True
    return named


def _named_lists(known: Mapping[str, Any], language: str) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for name in ("players", "winners"):
        if _is_list(known.get(name)) and known[name]:
            named[name] = listed([str(one) for one in known[name]], language)
            named[f"number_of_{name}"] = len(known[name])
    if _is_list(known.get("colours")) and known["colours"]:
        colours = [colour_name(colour, language) for colour in known["colours"]]
        named["colours_nor"] = _NAMES.said("nor", language).join(colours)
    if _is_list(known.get("tokens")) and known["tokens"]:
        named["tokens"] = tokens_counted(known["tokens"], language)
        if len(known["tokens"]) in BET_PRICES:
            named["stake"] = money(BET_PRICES[len(known["tokens"])], language)
    if _is_list(known.get("cards")) and known["cards"] and None not in known["cards"]:
        named["cards"] = listed([card_name(card, language) for card in known["cards"]], language)
    if dealt := _dealt(known):
        told = [_cards_before(player, count, known["expected"], language) for player, count in dealt.items()]
        named["dealt"] = listed(told, language)
    if _is_list(known.get("horses")) and known["horses"]:
        named["next_horse"] = known["horses"][0]
    if _is_list(known.get("arrivals")):
        numbers = [_NAMES.said("arrival", language, number=number) for number in known["arrivals"]]
        named["arrived"] = listed(numbers, language, _NAMES.said("then", language))
    return named


def _dealt(known: Mapping[str, Any]) -> dict[str, int]:
    """SC-17: the players before whom a wrong number of cards lies, and how many; empty where that is not told."""
    dealt = known.get("dealt", {known.get("player"): known.get("seen")})
    told = _is_number(known.get("expected")) and isinstance(dealt, Mapping)
    named = told and all(isinstance(player, str) and _is_number(count) for player, count in dealt.items())
    return dict(dealt) if named else {}


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < 10**15


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _person(name: str, language: str) -> str:
    """A player, or the bank or the table, as they are called."""
    return BANK_AND_TABLE.said(name, language) if name in BANK_AND_TABLE else name


# ---------------------------------------------------------------- words for things


def of_name(name: str, language: str) -> str:
    """Whose something is: "d’Ada", "de Bea"; "of Ada"."""
    return str(grammar(__name__, language).of_name(name))


def money(amount: int, language: str) -> str:
    """An amount in francs: "10 000 F" with narrow no-break spaces, "10,000 F"."""
    digits = f"{abs(amount):,}".replace(",", grammar(__name__, language).THOUSANDS_MARK)
    return _NAMES.said("money", language, amount=f"−{digits}" if amount < 0 else digits)


def place(square: int, language: str) -> str:
    """Where a horse stands: "en case 12", "sur la ligne de départ", "en case rouge 3"."""
    if square == 0:
        return _NAMES.said("at_start", language)
    if square < 0:
        return _NAMES.said("on_red", language, number=-square)
    return _NAMES.said("on_square", language, number=square)


def cards_counted(count: int, language: str) -> str:
    """ "1 carte", "4 cartes"."""
    return _NAMES.counted("cards", count, language)


def _cards_before(player: str, count: int, due: int, language: str) -> str:
    """ "Bea n’a que 3 cartes", "Ada a 5 cartes"."""
    return _NAMES.counted("dealt_only" if count < due else "dealt", count, language, player=player)


def _steps(squares: int, language: str) -> str:
    """How a pawn gets to its square: "2 cases de plus", "une case en arrière"."""
    return _NAMES.counted("squares_more" if squares > 0 else "squares_back", abs(squares), language)


def _notes_counted(amount: int, language: str) -> str:
    """ "un billet de 500 F et 4 de 100 F"."""
    return listed(
        [
            _NAMES.counted("more_notes" if place else "notes", count, language, money=money(value, language))
            for place, (value, count) in enumerate(notes(amount))
        ],
        language,
    )


def tokens_counted(tokens: Sequence[Any], language: str) -> str:
    """ "2 jaunes et 1 bleu": tokens by colour."""
    counted = Counter(map(str, tokens)).items()
    return listed(
        [
            _TOKENS.counted(colour, count, language) if colour in _TOKENS else f"{count} {colour}"
            for colour, count in counted
        ],
        language,
    )


def colour_name(colour: object, language: str) -> str:
    """A colour of horses and tokens, in the masculine: "bleu"."""
    name = str(colour)
    return COLOURS.said(name, language) if name in COLOURS else name


def colours_listed(tokens: Iterable[object], language: str) -> str:
    """ "rouge et bleu": the colours of tokens, each once."""
    return listed([colour_name(colour, language) for colour in dict.fromkeys(tokens)], language)


def card_name(card: object, language: str) -> str:
    """A special card by what it does: "Avance de 3", "Payer 500 F"."""
    name = str(card)
    parts = _NUMBERED_CARD.fullmatch(name)
    if parts is not None and len(parts[2]) < 10:
        number = int(parts[2])
        return CARDS.said(parts[1], language, number=number, money=money(number, language))
    return CARDS.said(name, language) if name in _PLAIN_CARDS else name


def horse_name(number: object, language: str) -> str:
    """ "Cheval 3"."""
    return _NAMES.said("horse", language, number=number)


def horse_of_colour(number: object, colour: object, language: str) -> str:
    """ "Cheval 3 rouge"."""
    horse, name = horse_name(number, language), colour_name(colour, language)
    return _NAMES.said("horse_of_colour", language, horse=horse, colour=name)


def face_name(face: str | int, language: str) -> str:
    """What lies on the table by its name: a die's face, a card, a token, an owner card, a square of a lane."""
    name = str(face)
    if name.startswith("horse_"):
        return horse_name(name.removeprefix("horse_"), language)
    if name.startswith("square_") and name.removeprefix("square_").lstrip("-").isdigit():
        return place(int(name.removeprefix("square_")), language)
    if name in COLOURS:
        return colour_name(name, language)
    if name == "back":
        return _NAMES.said("back", language)
    return card_name(name, language)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    if value is None:
        return _NAMES.said("untold", language)
    if isinstance(value, list | tuple):
        return listed([value_name(argument, one, language) for one in value], language) or "0"
    match argument:
        case "horse" | "number":
            return horse_name(value, language)
        case "card" | "cards":
            return card_name(value, language)
        case "tokens":
            return colour_name(value, language)
        case "price" | "min" | "amount" if _is_number(value):
            if value == 0:
                return _NAMES.said("gift", language)
            return money(value, language)
        case "square" if _is_number(value):
            return place(value, language)
        case _:
            return _person(str(value), language)


def value_name_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    """A horse with its colour: "Cheval 3 rouge"; None for any other choice."""
    colour = _colour_in(view, argument, value)
    return None if colour is None else horse_of_colour(value, colour, language)


def sign_in(view: Mapping[str, Any], argument: str, value: Any, language: str) -> str | None:
    """A horse on a small button: "3 rouge"; None for any other choice."""
    colour = _colour_in(view, argument, value)
    return None if colour is None else f"{value} {colour_name(colour, language)}"


def _colour_in(view: Mapping[str, Any], argument: str, value: Any) -> str | None:
    horse = view["horses"].get(str(value)) if argument in ("horse", "number") and view.get("horses") else None
    return None if horse is None else str(horse["colour"])


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: bets, who pays whom with which notes, whose turn it is, hazards, dots, arrivals, the end."""
    due = {(one.payer, one.payee, one.reason): one for one in payments(events)}
    said = []
    for event in events:
        if event["event"] in _SPOKEN:
            said.append(sentence(str(event["event"]), event, language))
        elif event["event"] == "money_moved":
            payment = due.pop((event["from"], event["to"], event["reason"]), None)
            said += [_payment_told(payment, language)] if payment else []
    return said


def _payment_told(payment: Payment, language: str) -> str:
    """A payment with its notes; what a bet costs has just been said with it."""
    code = "money_moved_as_said" if payment.reason == "bet" else "money_moved_in_notes"
    told = {"from": payment.payer, "to": payment.payee, "amount": payment.amount, "reason": payment.reason}
    return sentence(code, told, language)
