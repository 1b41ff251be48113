"""Racko in words: refusals, buttons, the log, events, what is said aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.action import BANK, TABLE
from companion.languages import Sentences
from companion.words import fill, listed

SENTENCES = Sentences(__name__, {
    # refusals
    "game_over": "The game is over.",
    "game_over_won": "It is over: {winners} wins!",
    "game_over_shared": "It is over: {winners} win together!",
    "unknown_player": "I do not know that player here.",
    "player_out": "{player} is no longer in the game.",
    "player_out_bare": "That player is no longer in the game.",
    "unknown_action": "There is no such move in Racko.",
    "wrong_phase": "Not now.",
    "already_drawn": "{player} has already drawn a card.",
    "already_drawn_bare": "A card has already been drawn.",
    "draw_first": "Take a card first.",
    "card_in_hand": "{player} is holding a card: wait until it is laid down.",
    "card_in_hand_bare": "A card is in a hand: wait until it is laid down.",
    "eclair_not_played": "Racko Éclair is not being played.",
    "eclair_too_late": "Too late for Racko Éclair: the first card has been turned.",
    "card_not_in_game": "The cards go from 1 to {expected}.",
    "card_not_in_game_bare": "That card is not in the game.",
    "duplicate_card": "The {card} cannot be there twice.",
    "duplicate_card_bare": "One card is there twice.",
    "bad_rack": "All ten cards of the rack are needed.",
    "bad_rack_slot": "Which card is in slot {slot}?",
    "not_your_card": "Wait: the others do not have this card yet.",
    "bad_slot": "The slots go from 5 to 50, in fives.",
    "slot_taken": "Slot {slot} is taken already.",
    "slot_taken_bare": "That slot is taken already.",
    "wrong_slot_order": "This card goes into slot {expected}.",
    "wrong_slot_order_bare": "Fill from slot 50 down to slot 5.",
    "card_elsewhere": "The {card} is somewhere else already.",
    "card_elsewhere_bare": "One card is somewhere else already.",
    "card_elsewhere_pile": "The {card} is in the discard pile.",
    "card_elsewhere_rack": "The {card} is in another rack.",
    "card_elsewhere_hand": "The {card} is not the card that was drawn.",
    "not_your_turn": "It is {expected}’s turn.",
    "not_your_turn_bare": "It is not your turn.",
    "stock_empty": "The stock is empty.",
    "must_exchange": "The {card} came from the face-up pile: it must be exchanged for another card.",
    "must_exchange_bare": "A card from the face-up pile must be exchanged.",
    "not_in_rack": "The {card} is not in your rack.",
    "not_in_rack_bare": "That card is not in the rack.",
    "known_slot_differs": "Slot {slot} held the {expected}.",
    "known_slot_differs_from": "The {seen} was in slot {expected_slot}.",
    "known_slot_differs_bare": "That slot held another card.",
    "known_card_missing": "The {card} should be in this rack.",
    "known_card_missing_bare": "A card is missing from this rack.",
    "stock_not_empty": "There are {cards} left in the stock.",
    "stock_not_empty_one": "There is one card left in the stock.",
    "stock_not_empty_bare": "The stock is not empty.",
    "no_restock": "With this rule the round ends when the stock is empty.",
    "restock_instead": "The round goes on: make a new stock from the discard pile.",
    "out_of_round": "{player} sits out until the end of the round.",
    "out_of_round_bare": "Out until the end of the round.",
    "rack_not_awaited": "Somebody else’s rack is awaited.",
    "rack_not_awaited_named": "First we wait for {expected}.",
    "rack_unknown": "Tell all ten cards, from slot 5 to slot 50.",
    "bad_count": "A number from 1 to 10.",
    "bad_options": "The option “{key}” does not fit here.",
    "bad_options_players": "It takes two to four players, each with a name.",
    "bad_options_bare": "These rules do not go together.",
    "bad_setup": "This starting position is not possible: see “{key}”.",
    "bad_setup_bare": "This starting position is not possible.",
    # events
    "dealer_chosen": "{player} deals.",
    "deal_started": "Round {round}: {dealer} deals.",
    "eclair_window_open": "Racko Éclair: who has ten cards in order?",
    "turn_started": "{player} to play.",
    "discard_taken": "{player} takes the {card}.",
    "stock_drawn": "{player} draws from the stock.",
    "discarded": "{player} lays down the {card}.",
    "restocked": "The stock is shuffled again: {cards}.",
    "restocked_turned": "The discard pile is turned over: {cards} in the stock.",
    "announced": "{player}: Racko!",
    "announced_eclair": "{player}: Racko Éclair!",
    "false_racko": "Not Racko yet, {player}: break at slot {break_slot}.",
    "false_racko_no_run": "Not Racko yet, {player}: three cards must follow one another.",
    "round_won": "Racko! {player} wins the round.",
    "round_won_run": "Racko! {player} wins the round, with a run of {longest_run} cards.",
    "round_won_eclair": "Racko Éclair! {player} wins the round.",
    "round_without_winner": "The round ends without a winner: count the cards in order.",
    "round_scored": "Points of the round: {points}.",
    "round_scored_chips": "It is settled in chips.",
    "chips_paid": "{player} gives {to} {chips}.",
    "chips_paid_short": "{player} gives {to} all that is left: {chips}.",
    "chips_paid_none": "{player} has no chip left for {to}.",
    "eliminated": "{player} can no longer pay and leaves the game.",
    "tie_extra_round": "Equal at the top: one more round!",
    # buttons
    "do_draw_for_deal": "{by} draws a card to see who deals",
    "do_set_dealer": "Choose who deals",
    "do_set_dealer_named": "{player} deals",
    "do_deal": "Deal ten cards each",
    "do_place_dealt": "{by} puts the dealt card away",
    "do_place_dealt_slot": "{by} puts the dealt card into slot {slot}",
    "do_turn_up": "Turn the first card",
    "do_turn_up_card": "Turn the first card: the {card}",
    "do_take_discard": "{by} takes the face-up card",
    "do_draw_stock": "{by} draws from the stock",
    "do_draw_stock_asking_card": "{by} draws and says which card",
    "do_draw_stock_card": "{by} draws the {card}",
    "do_exchange": "{by} exchanges it for a card of their rack",
    "do_exchange_asking_discarded": "{by} puts it into the rack: touch the number that you throw",
    "do_exchange_card": "{by} exchanges it and lays down the {discarded}",
    "do_exchange_slot": "{by} exchanges it in slot {slot} and lays down the {discarded}",
    "do_discard_drawn": "{by} lays down the drawn card",
    "do_discard_drawn_card": "{by} lays down the drawn card, the {card}",
    "do_discard": "{by} lays down a card, wherever it came from",
    "do_discard_asking_card": "{by}: touch the number that you throw",
    "do_discard_card": "{by} lays down the {card}",
    "do_restock": "Make a new stock from the discard pile, all but the top card",
    "do_end_round": "End the round: the stock is empty",
    "do_note_slot": "Note a card of my rack",
    "do_note_slot_correct": "Put a noted card right",
    "do_note_slot_forget": "Forget a noted slot",
    "do_racko": "{by} calls Racko!",
    "do_racko_eclair": "{by} calls Racko Éclair!",
    "do_show_rack": "{by} shows their rack",
    "do_show_rack_correct": "{by} has checked it all: this is the rack",
    "do_count_rack": "{by} says how many cards are in order",
    # the journal's lines
    "did_draw_for_deal": "{by} draws the {card}",
    "did_draw_for_deal_bare": "{by} draws a card",
    "did_set_dealer": "{player} deals",
    "did_set_dealer_bare": "the dealer is named",
    "did_deal": "ten cards each",
    "did_deal_one_by_one": "the cards are dealt one by one",
    "did_place_dealt": "{by} puts a card into slot {slot}",
    "did_place_dealt_card": "{by} puts the {card} into slot {slot}",
    "did_place_dealt_bare": "{by} puts a card away",
    "did_turn_up": "the {card} is turned up",
    "did_turn_up_bare": "the first card is turned up",
    "did_take_discard": "{by} takes the face-up card",
    "did_draw_stock": "{by} draws from the stock",
    "did_draw_stock_card": "{by} draws the {card}",
    "did_exchange": "{by} exchanges and lays down the {discarded}",
    "did_exchange_slot": "{by} exchanges in slot {slot} and lays down the {discarded}",
    "did_exchange_bare": "{by} exchanges a card",
    "did_discard_drawn": "{by} lays down the drawn card",
    "did_discard_drawn_card": "{by} lays down the drawn card, the {card}",
    "did_discard": "{by} lays down the {card}",
    "did_discard_bare": "{by} lays down a card",
    "did_restock": "a new stock is made",
    "did_end_round": "the round ends, the stock is empty",
    "did_note_slot": "{by} writes on their own page",
    "did_note_slot_card": "{by} notes the {card} in slot {slot}",
    "did_note_slot_forget": "{by} forgets slot {slot}",
    "did_racko": "{by} calls Racko",
    "did_racko_cards": "{by}: Racko, {rack}",
    "did_racko_eclair": "{by} calls Racko Éclair",
    "did_racko_eclair_cards": "{by}: Racko Éclair, {rack}",
    "did_show_rack": "{by} shows their rack",
    "did_show_rack_cards": "{by} shows {rack}",
    "did_count_rack": "{by} has {count} in order",
    "did_count_rack_bare": "{by} counts their cards in order",
    # labels of fields
    "arg_by": "Player",
    "arg_player": "Player",
    "arg_card": "Card",
    "arg_slot": "Slot",
    "arg_discarded": "Card laid down",
    "arg_racks": "Racks",
    "arg_rack": "Rack, from slot 5 to slot 50",
    "arg_rack_1": "5",
    "arg_rack_2": "10",
    "arg_rack_3": "15",
    "arg_rack_4": "20",
    "arg_rack_5": "25",
    "arg_rack_6": "30",
    "arg_rack_7": "35",
    "arg_rack_8": "40",
    "arg_rack_9": "45",
    "arg_rack_10": "50",
    "arg_one_by_one": "Dealing",
    "arg_correct": "Checked",
    "arg_count": "Cards in order",
    "arg_longest_run": "Longest run",
    # what the table waits for
    "wait_draw_for_deal": "Everybody draws a card: the lowest deals.",
    "wait_deal": "{player} shuffles and deals ten cards each.",
    "wait_next_round": "Next round: {player} deals.",
    "wait_place_dealt": "Put the dealt card away, from slot 50 down to slot 5.",
    "wait_place_dealt_eclair": "Put the dealt card into a slot of your choice.",
    "wait_eclair": "Ten cards in order? Call Racko Éclair!",
    "wait_turn_up": "Turn the first card of the stock.",
    "wait_draw": "{player}: take the {card}, or draw from the stock.",
    "wait_draw_bare": "{player}: take a card.",
    "wait_draw_no_stock": "{player}: take the {card}, or make a new stock.",
    "wait_draw_last": "{player}: take the {card}, or end the round.",
    "wait_place": "{player}: exchange the drawn card, or lay it down.",
    "wait_exchange": "{player}: exchange the {card} for a card of your rack.",
    "wait_exchange_bare": "{player}: exchange the card for one of your rack.",
    "wait_show": "{player}: show all ten cards.",
    "wait_count": "{player}: show or count the cards in order.",
    "wait_game_over": "The game is over. Another one?",
    # what hands put right
    "put_rack_back": "{player} takes their rack back.",
    "put_rack_down": "{player} lays their rack down, cards showing.",
    "put_pile": "Face-up pile: the {card} on top, {cards} in all.",
    "put_pile_bare": "Face-up pile: {cards} in all.",
    "put_pile_empty": "The face-up pile is empty.",
    "put_stock": "Stock: {cards}.",
    "put_stock_none": "The stock is empty.",
    "put_in_hand": "{player} takes the {card} in hand again.",
    "put_in_hand_bare": "{player} takes the drawn card in hand again.",
    # the table told in words
    "panel_round": "Round {round}",
    "panel_before": "Before the first round",
    "panel_scores": "Points (up to {target})",
    "panel_teams": "Teams",
    "panel_chips": "Chips",
    "panel_last_round": "Last round",
    "panel_racks": "Racks on the table",
    "panel_own": "My page: {player}",
    "row_dealer": "Dealer",
    "row_turn": "Turn",
    "row_top": "Face-up card",
    "row_pile": "Discard pile",
    "row_stock": "Stock",
    "row_deck": "Cards in the game",
    "row_held": "In hand",
    "row_announced": "Call",
    "row_awaited": "Waiting for",
    "row_drawn": "Cards drawn",
    "row_out_of_round": "Out of this round",
    "row_out": "Out of the game",
    "row_winners": "Winner",
    "row_bonus": "Bonus",
    "row_slot": "Slot {slot}",
    "row_floating": "In my rack, slot not noted",
    "row_discards": "Discards, the last one on top",
    "row_taken": "Taken by {player}",
    "row_good_cards": "Cards in order",
    "row_longest_run": "Longest run",
    "row_ascending": "All in order",
    "value_deck": "1 to {highest}",
    "value_held": "{player}: the {card}",
    "value_held_bare": "{player}: a card from the stock",
    "value_racko": "{player}: Racko",
    "value_eclair": "{player}: Racko Éclair",
    "value_points": "{player} {points}",
    "value_empty": "empty",
    "value_unknown": "not noted",
    "value_nobody": "nobody",
    "value_none": "none",
    "value_yes": "yes",
    "value_no": "not yet",
    "face_back": "a card face down",
    "face_unknown": "an unknown card",
    "choice_untold": "not told",
    "choice_slot_unseen": "slot not seen",
    "choice_one_by_one": "one card at a time",
    "choice_at_once": "all cards at once",
    "choice_table": "the table",
    "choice_bank": "the bank",
    # house rules
    "option_target": "Points that win the game",
    "option_tie": "A tie at the end",
    "option_tie_shared": "They win together",
    "option_tie_extra_round": "One more round",
    "option_two_player_run": "With two players a run of three is needed",
    "option_teams": "In teams, two against two",
    "option_bonus": "Bonus for the longest run",
    "option_settlement": "We play for",
    "option_settlement_points": "Points",
    "option_settlement_chips": "Chips",
    "option_chips_start": "Chips of each player at the start",
    "option_chips_rounds": "Rounds, with chips",
    "option_chips_basis": "Chips are paid for the run",
    "option_chips_basis_loser_run": "Of whoever pays",
    "option_chips_basis_winner_run": "Of the winner",
    "option_eclair": "Racko Éclair",
    "option_eclair_others_score": "After a Racko Éclair the others score too",
    "option_call_timing": "Racko is announced",
    "option_call_timing_between_turns": "Between two turns, by anybody",
    "option_call_timing_own_turn": "On one’s own turn only",
    "option_false_racko": "After a false Racko",
    "option_false_racko_play_on": "Play goes on",
    "option_false_racko_out_of_round": "The player is out of the round",
    "option_stock_empty": "When the stock is empty",
    "option_stock_empty_reshuffle": "The discard pile is shuffled",
    "option_stock_empty_turn_over": "The discard pile is turned over, not shuffled",
    "option_stock_empty_round_ends": "The round ends",
    "option_remember_discards": "Everybody’s own page remembers the discards",
    "option_next_dealer": "Who deals the next round?",
    "option_next_dealer_left": "The player on the left",
    "option_next_dealer_winner": "Whoever announced Racko",
})  # fmt: skip
"""Every code of this game. Some have variants, see ``sentence``; ``_bare`` says it without details."""

_COUNTED = Sentences(
    __name__,
    {
        "cards": ("{count} card", "{count} cards"),
        "cards_0": "no card",
        "chips": ("{count} chip", "{count} chips"),
        "chips_0": "{count} chip",
    },
    "count",
)

_SPOKEN = frozenset(
    {
        "announced",
        "false_racko",
        "out_of_round",
        "round_won",
        "round_without_winner",
        "eclair_window_open",
        "stock_empty",
        "eliminated",
        "tie_extra_round",
        "turn_started",
        "dealer_chosen",
        "game_over",
    }
)


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    known = {name: value for name, value in arguments.items() if value is not None}
    variant = _variant(code, known)
    if variant == "do_note_slot" and "card" in arguments and arguments["card"] is None:
        variant = "do_note_slot_forget"  # no card is known of this template because it names none
    named = _named(known, code, language)
    if f"{code}_bare" in SENTENCES and not SENTENCES.fields(variant, language) <= set(named):
        variant = f"{code}_bare"
    return fill(SENTENCES, variant, named, language)


def _named(known: Mapping[str, Any], code: str, language: str) -> dict[str, Any]:
    """The arguments as they stand in a sentence: lists joined, cards and chips counted."""
    named = dict(known)
    for name in ("winners", "expected"):
        if isinstance(named.get(name), list | tuple):
            named[name] = listed([str(one) for one in named[name]], language)
    counted = {"restocked": "stock", "stock_not_empty": "seen", "did_count_rack": "count"}.get(code, "cards")
    if type(named.get(counted)) is int:
        named["count" if counted == "count" else "cards"] = cards(named[counted], language)
    if type(named.get("paid")) is int:
        named["chips"] = chips(named["paid"], language)
    if isinstance(named.get("points"), Mapping):
        named["points"] = ", ".join(f"{player} {points}" for player, points in named["points"].items())
    if isinstance(named.get("rack"), list | tuple):
        named["rack"] = " ".join(map(str, named["rack"]))
    return named


def _variant(code: str, known: Mapping[str, Any]) -> str:
    """The wording that says most of what is known."""
    for when, variant in _VARIANTS.get(code, ()):
        if when(known):
            return f"{code}_{variant}"
    return code


def _has(*names: str) -> Any:
    return lambda known: all(name in known for name in names)


def _is(name: str, *values: Any) -> Any:
    return lambda known: known.get(name) in values


_VARIANTS: Mapping[str, tuple[tuple[Any, str], ...]] = {
    "bad_options": ((_is("key", "players"), "players"),),
    "game_over": (
        (lambda known: len(known.get("winners", ())) == 1, "won"),
        (lambda known: len(known.get("winners", ())) > 1, "shared"),
    ),
    "card_elsewhere": (
        (_is("place", "pile"), "pile"),
        (_is("place", "rack"), "rack"),
        (_is("place", "hand"), "hand"),
    ),
    "bad_rack": ((_has("slot"), "slot"),),
    "known_slot_differs": ((lambda known: "expected_slot" in known and "expected" not in known, "from"),),
    "stock_not_empty": ((_is("seen", 1), "one"),),
    "rack_not_awaited": ((lambda known: bool(known.get("expected")), "named"),),
    "restocked": ((_is("shuffled", False), "turned"),),
    "announced": ((_is("kind", "eclair"), "eclair"),),
    "false_racko": ((_is("reason", "no_run"), "no_run"),),
    "round_won": (
        (_is("kind", "eclair"), "eclair"),
        (lambda known: known.get("longest_run", 1) >= 3, "run"),
    ),
    "round_scored": ((lambda known: not known.get("points"), "chips"),),
    "chips_paid": (
        (_is("paid", 0), "none"),
        (lambda known: known.get("paid", 0) < known.get("due", 0), "short"),
    ),
    "do_set_dealer": ((_has("player"), "named"),),
    "do_place_dealt": ((_has("slot"), "slot"),),
    "do_turn_up": ((_has("card"), "card"),),
    "do_draw_stock": ((_has("card"), "card"),),
    "do_exchange": ((_has("slot", "discarded"), "slot"), (_has("discarded"), "card")),
    "do_discard_drawn": ((_has("card"), "card"),),
    "do_discard": ((_has("card"), "card"),),
    "do_note_slot": ((_is("correct", True), "correct"),),
    "do_show_rack": ((_is("correct", True), "correct"),),
    "did_deal": ((_is("one_by_one", True), "one_by_one"),),
    "did_place_dealt": ((_has("card", "slot"), "card"),),
    "did_draw_stock": ((_has("card"), "card"),),
    "did_exchange": ((_has("slot", "discarded"), "slot"),),
    "did_discard_drawn": ((_has("card"), "card"),),
    "did_note_slot": ((_has("card", "slot"), "card"), (_has("slot"), "forget")),
    "did_racko": ((_has("rack"), "cards"),),
    "did_racko_eclair": ((_has("rack"), "cards"),),
    "did_show_rack": ((_has("rack"), "cards"),),
    "put_stock": ((_is("cards", 0), "none"),),
}
"""By code, which variant is said when (by what is known of the arguments); the first that fits."""


def cards(count: int, language: str) -> str:
    """A number of cards: "aucune carte", "1 carte", "12 cartes"."""
    return _COUNTED.counted("cards", count, language)


def chips(count: int, language: str) -> str:
    """A number of chips: "1 jeton", "9 chips"."""
    return _COUNTED.counted("chips", count, language)


def face_name(face: str | int, language: str) -> str:
    """A card by its number; a back, or one whose number is not known, by its name."""
    if face in ("back", "unknown"):
        return fill(SENTENCES, f"face_{face}", {}, language)
    return str(face)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    match argument, value:
        case "slot", None:
            code = "choice_slot_unseen"
        case _, None:
            code = "choice_untold"
        case "one_by_one", bool():
            code = "choice_one_by_one" if value else "choice_at_once"
        case _, bool():
            code = "value_yes" if value else "value_no"
        case _, str() if value == TABLE:
            code = "choice_table"
        case _, str() if value == BANK:
            code = "choice_bank"
        case _:
            return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return fill(SENTENCES, code, {}, language)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: announcements, what comes of them, whose turn it is, and the end."""
    return [sentence(str(event["event"]), event, language) for event in events if event["event"] in _SPOKEN]
