"""Change Horses in words: refusals, buttons, the log, events, what is said aloud."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.domains import kind
from companion.languages import SOURCE, Sentences, grammar
from companion.words import fill

COLOURS = Sentences(
    __name__,
    {
        "A": "yellow",
        "B": "orange",
        "C": "red",
        "D": "green",
        "E": "blue",
        "F": "purple",
    },
    "colour",
)
USES = Sentences(
    __name__,
    {
        "stumble": "Stumble",
        "slippery": "Slippery Track",
        "fast_track": "Fast Track",
        "change_horse": "Change of Horse",
    },
    "use",
)
DIRECTIONS = Sentences(
    __name__,
    {
        "in": "inwards",
        "out": "outwards",
    },
    "direction",
)
_HORSES = Sentences(
    __name__,
    {
        "A": "yellow horse (A)",
        "B": "orange horse (B)",
        "C": "red horse (C)",
        "D": "green horse (D)",
        "E": "blue horse (E)",
        "F": "purple horse (F)",
    },
    "horse",
)
_THE_HORSES = Sentences(
    __name__,
    {
        "A": "the yellow horse (A)",
        "B": "the orange horse (B)",
        "C": "the red horse (C)",
        "D": "the green horse (D)",
        "E": "the blue horse (E)",
        "F": "the purple horse (F)",
    },
    "the horse",
)
_FORMS = Sentences(
    __name__,
    {
        "cards": "{first} and {second} ({card})",
        "back": "back",
        "untold": "not told",
        "pair": "{key}: {value}",
        "lane": "lane {value}",
        "row": "field {value}",
        "yes": "yes",
        "no": "no",
        "joint": " and ",
        "then": ", then ",
        "once": "once",
        "photo": "Photo finish!",
        "photo_place": "Photo finish for place {place}!",
        "carrots": ("{count} carrot", "{count} carrots"),
        "wilds": ("{count} wild horse card", "{count} wild horse cards"),
        "times": ("{count} time", "{count} times"),
        "fields_more": ("one field more", "{count} fields more"),
        "fields_back": ("one field back", "{count} fields back"),
        "because_odd": " (visible {times})",
        "because_even": " (even number: it stays)",
        "because_blocked": " (blocked behind {behind})",
    },
    "form",
)

SENTENCES = Sentences(__name__, {
    # refusals
    "bad_options": "This does not fit this race: see “{key}”.",
    "bad_options_derby": "Derby League is for three, four or five.",
    "bad_options_players": "It takes two to five players, each with a name.",
    "bad_setup": "This starting position is not possible: see “{key}”.",
    "game_over": "The race is over.",
    "unknown_player": "I do not know that player here.",
    "unknown_action": "There is no such move in this game.",
    "wrong_phase": "Not now.",
    "wrong_horse_count": "It takes {expected} horses.",
    "wrong_horse_count_1": "It takes just one horse.",
    "off_track": "There is no lane there for {horse}.",
    "cell_taken": "That field is taken: {horse} cannot go there.",
    "no_positions_for_two": "With two there are no position cards: say who begins.",
    "bad_positions": "Each player has one position card, from 1 to {expected}.",
    "must_get_one": "{player} played last and gets card 1.",
    "only_for_two": "That is only for the game for two.",
    "already_revealed": "{player} has shown everything already.",
    "unknown_card": "There is no such card.",
    "duplicate_card": "{card} is there twice.",
    "card_used": "{card} is no longer in the hand.",
    "wrong_card_count": "Choose {expected} cards.",
    "wrong_card_count_1": "Choose one card.",
    "not_your_turn": "It is {expected}’s turn.",
    "no_wild_left": "{player} has no wild horse card left.",
    "one_wild_per_turn": "One wild horse card a turn.",
    "unknown_wild_use": "The wild horse card has no such use.",
    "card_not_on_board": "That card is not on the betting board.",
    "already_covered": "{card} is covered already.",
    "same_horse": "It takes two different horses.",
    "unknown_horse": "The horses are A to F.",
    "bad_direction": "Say inwards or outwards.",
    "certificate_mismatch": "That is not the certificate you noted.",
    "certificate_taken": "That certificate is already elsewhere. Look at the card again.",
    "card_not_in_front": "That card is not in front of you. In front of you: {cards}.",
    "card_not_in_front_none": "You have no card in front of you.",
    "horse_does_not_move": "That horse does not move now.",
    "horse_does_not_move_even": "{horse}: even number ({count}), it stays.",
    "horse_does_not_move_odd": "{horse} is in its place already.",
    "horse_does_not_move_blocked": "{horse} is blocked behind {behind}.",
    "horse_ahead_first": "{first} first: it is ahead in that lane.",
    "wrong_distance": "{horse}: lane {lane}, field {expected}.",
    "wrong_horse_position": "I cannot tell where the horses are.",
    "put_back": "Put {horse} back: lane {lane}, field {row}{why}.",
    "put_back_steps": "{horse}: {steps}, lane {lane}, field {row}{why}.",
    "bid_closed": "{player} may bid no more.",
    "bid_too_low": "Bid at least {carrots}.",
    "not_enough_carrots": "You have only {carrots}.",
    "bid_taken": "{carrots}: that was bid already. Choose another number.",
    "must_bid": "{player} has to bid first.",
    "can_still_bid": "{player} can still bid.",
    # buttons
    "do_place_horses": "Place the horses at the start",
    "do_deal_positions": "Deal the position cards",
    "do_set_first": "Say who begins",
    "do_set_first_player": "{player} begins",
    "do_reveal": "{by}: turn up the cards",
    "do_reveal_1": "{by}: turn up one card",
    "do_reveal_count": "{by}: turn up {count} cards",
    "do_play_card": "{by}: play a card",
    "do_play_card_card": "{by}: play {card}",
    "do_play_wild": "{by}: play a wild horse card",
    "do_play_wild_stumble": "Stumble: cover one of {owner}’s cards",
    "do_play_wild_slippery": "Slippery Track: shift two horses sideways",
    "do_play_wild_fast_track": "Fast Track: the last two rows move 2",
    "do_play_wild_change_horse": "Change of Horse: swap the certificate",
    "do_move_horse": "Move a horse",
    "do_move_horse_to": "Move {horse}: field {row}",
    "do_horses_moved": "Move the horses",
    "do_check_horses": "Check the horses",
    "do_bid": "{by}: bid carrots",
    "do_bid_amount": "{by}: bid {carrots}",
    "do_pass_bid": "{by}: pass and keep the bid",
    "do_cannot_bid": "{by}: give up the last carrots",
    "do_note_certificate": "Note my horse (only you see it)",
    "do_note_certificate_correct": "Correct my horse (only you see it)",
    "do_show_certificate": "{by}: show the certificate",
    "do_show_certificate_correct": "{by}: the card has been checked",
    # the log
    "did_place_horses": "The horses are at the start",
    "did_deal_positions": "Position cards dealt",
    "did_deal_positions_list": "Position cards: {numbers}",
    "did_set_first": "The first player is chosen",
    "did_set_first_player": "{player} begins",
    "did_reveal": "{by} turns up the cards",
    "did_reveal_list": "{by} turns up {cards}",
    "did_play_card": "{by} plays a card",
    "did_play_card_card": "{by} plays {card}",
    "did_play_wild": "{by} plays a wild horse card",
    "did_play_wild_use": "{by}: {use}",
    "did_play_wild_stumble": "{by}: Stumble on {owner}’s {card}",
    "did_play_wild_slippery": "{by}: Slippery Track, {shifts}",
    "did_move_horse": "A horse has moved",
    "did_move_horse_to": "{horse} goes to field {row}",
    "did_horses_moved": "The horses have moved",
    "did_check_horses": "The horses are checked",
    "did_bid": "{by} bids",
    "did_bid_amount": "{by} bids {carrots}",
    "did_pass_bid": "{by} passes",
    "did_cannot_bid": "{by} gives up the last carrots",
    "did_note_certificate": "{by} notes the horse",
    "did_note_certificate_list": "{by} notes {horses}",
    "did_show_certificate": "{by} shows the certificate",
    "did_show_certificate_list": "{by} shows {horses}",
    # labels of fields
    "arg_lanes": "Lane of each horse",
    "arg_positions": "Position card of each player",
    "arg_player": "Who begins?",
    "arg_cards": "Cards",
    "arg_card": "Card",
    "arg_use": "Use",
    "arg_owner": "Card of",
    "arg_moves": "Two horses, one after the other",
    "arg_gives": "Horse given",
    "arg_takes": "Horse taken",
    "arg_horse": "Horse",
    "arg_row": "Field",
    "arg_horses": "Horse",
    "arg_amount": "Carrots",
    "arg_correct": "The card has been checked",
    # what the table waits for
    "wait_place_horses": "Place the six horses at the start, one in each lane.",
    "wait_positions": "Deal the position cards.",
    "wait_positions_one": "{player} gets card 1; deal the others.",
    "wait_first": "Who rode a horse last? That player begins.",
    "wait_reveal": "{players}: choose {count} cards, then turn them up.",
    "wait_reveal_1": "{players}: choose one card, then turn it up.",
    "wait_play": "{player} plays a card.",
    "wait_wild": "{player} may play a wild horse card first.",
    "wait_move": "Move {horse}: lane {lane}, field {row}.",
    "wait_no_move": "No horse moves.",
    "wait_bid": "{player} bids carrots.",
    "wait_certificates": "Certificates to be shown: {players}.",
    "wait_nothing": "The race is over.",
    # where secrets are chosen in the open
    "private_select": "Here the whole table sees which cards you choose. Better in secret: each on their own phone.",
    # the table told in words
    "panel_course": "The track",
    "panel_place": "lane {lane}, field {row}",
    "panel_place_crossed": "lane {lane}, field {row}: over the line!",
    "panel_place_none": "not placed yet",
    "panel_lap": "Double round {round}, lap {lap}",
    "panel_lap_two": "Lap {round} of 7",
    "panel_board": "Betting board ({placed} of {capacity})",
    "panel_covered": "covered by {player}",
    "panel_counts": "Visible horses",
    "panel_even": "{count}: stays",
    "panel_odd": "{count}: moves",
    "panel_front": "In front of {player}",
    "panel_position": "Position card",
    "panel_cards": "Cards face up",
    "panel_hand": "Cards in hand",
    "panel_wild": "Wild horse cards",
    "panel_changed": "Changes of horse",
    "panel_carrots": "Carrots",
    "panel_bid": "Bid",
    "panel_closed": "{bid}, bids no more",
    "panel_no_bid": "does not bid",
    "panel_auction": "Auction",
    "panel_own": "For you alone, {player}",
    "panel_horse": "Your certificate",
    "panel_not_noted": "not noted",
    "panel_certificates": "Certificates shown",
    "panel_result": "Result: last is best",
    "panel_placing": "{name}: {whose}",
    "panel_nobody": "nobody’s",
    "panel_winners": "Wins",
    "panel_winners_several": "Win",
    "panel_best": "Best placed",
    "panel_best_several": "Best placed",
    "panel_none": "nothing",
    # what hands put right
    "put_horse": "Put {horse} back: lane {lane}, field {row}.",
    "put_horse_beside": "Take {horse} off the track.",
    "put_in_front": "{card}: in front of {player}, face up.",
    "put_on_board": "{player}’s {card}: onto the betting board.",
    "put_in_hand": "{player} takes {card} back.",
    "put_out_of_play": "{player}’s {card}: out of the game.",
    "take_cards_back": "{player} takes {count} cards back from the discard.",
    "take_cards_back_1": "{player} takes one card back from the discard.",
    "put_cover": "A wild horse card onto {player}’s {card}.",
    "take_cover_off": "Take the wild horse card off {card} ({player}).",
    "put_position": "Position card {position} for {player}.",
    "take_position": "{player} gives the position card back.",
    "put_wild": "{player}: {wilds} in hand.",
    "put_carrots": "{player}: {carrots} in all.",
    "put_bid": "{player}: {carrots} bid.",
    "change_back": "{player}: the bottom certificate of the pile comes back, yours returns to the top.",
    "change_again": "{player}: your certificate under the pile, take the top one.",
    "hide_certificate": "{player} turns the certificate face down.",
    "turn_certificate_up": "{player} turns the certificate face up.",
    # events
    "order_set": "Order: {order}.",
    "cards_revealed": "{player} has {cards}.",
    "turn_started": "{player}’s turn.",
    "card_played": "{player} plays {card}.",
    "wild_played": "{player}: {use}!",
    "move_horses": "No horse moves.",
    "move_horses_some": "The horses move: {counts}.",
    "horse_blocked": "{horse} is blocked.",
    "horse_blocked_1": "{horse} is held up: one field.",
    "horse_blocked_some": "{horse} is held up: {moved} fields.",
    "horse_moved": "{horse}: field {to}.",
    "horse_shifted": "{horse}: lane {lane}.",
    "finish_line_crossed": "{horse} crosses the line!",
    "horses_ok": "The horses are in their places.",
    "board_cleared": "Clear the betting board.",
    "bid": "{player} bids {carrots}, the last bid.",
    "bid_high": "{player} bids {carrots}.",
    "confirm_bid": "{by} bids {carrots}?",
    "auction_skipped": "{player} has no carrots left.",
    "carrots_given_up": "{player} gives up {carrots}.",
    "auction_closed": "Nobody has bid.",
    "auction_closed_bids": "Bidding closed: {bids}.",
    "race_over": "The race is over! Show the certificates.",
    "race_over_last_card": "Last card: the race is over! Show the certificates.",
    "photo_finish": "{photo}",
    "photo_finish_carrots": "{photo} {players} beats {other} by a nose: more carrots, {more} to {fewer}.",
    "photo_finish_wild_left": "{photo} {players} beats {other} by a nose: more wild horse cards in hand, {more} to {fewer}.",
    "photo_finish_never_changed": "{photo} {players} beats {other} by a nose: {players} has never changed horses.",
    "photo_finish_owned": "{photo} {players} gets the better place by a nose: the other horse is nobody’s.",
    "photo_finish_second_horse": "{photo} {players} beats {other}: the second horse came in nearer to the last place.",
    "photo_finish_shared": "{photo} Nothing tells {players} apart: they share the place.",
    "game_over_nobody": "The last horse is nobody’s: no winner.",
    "game_over_one": "{winners} wins: last is best!",
    "game_over_several": "{winners} win together!",
    # house rules
    "option_derby": "Derby League, with the carrots (three or more)",
    "option_highest_bidder_pays": "The highest bidder pays too",
    "option_derby_tie": "Photo finish in the Derby",
    "option_derby_tie_carrots_first": "Carrots count first",
    "option_derby_tie_carrots_last": "Carrots count last",
    "option_fast_track_finish": "The line crossed by a Fast Track",
    "option_fast_track_finish_at_once": "The race is over at once",
    "option_fast_track_finish_finish_lap": "The lap is finished",
    "option_finish_row": "Fields to the finish",
    "option_lanes": "Lanes on the board",
})  # fmt: skip
"""Every code of this game. Some have variants, see ``_variant``."""

_SPOKEN = frozenset(
    {
        *("order_set", "turn_started", "wild_played", "move_horses", "finish_line_crossed", "board_cleared"),
        *("auction_skipped", "carrots_given_up", "auction_closed", "race_over", "photo_finish", "game_over"),
    }
)

Arguments = Mapping[str, Any]


def sentence(code: str, arguments: Arguments, language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    if pieces := _wrong_pieces(code, arguments):
        return " ".join(sentence("put_back", _way_back(piece, language), language) for piece in pieces)
    known = {name: value for name, value in arguments.items() if value is not None and kind(value) is None}
    counted = dict(known)
    chosen = arguments.get("cards")
    if kind(chosen) == "choose" and isinstance(chosen, Mapping):
        counted["count"] = chosen["count"]
    variant = _variant(code, counted)
    text = fill(SENTENCES, variant, {**counted, **_named(counted, language)}, language)
    begins_with_horse = SENTENCES.said(variant, language).startswith(("{horse}", "{first}"))
    return text[:1].upper() + text[1:] if begins_with_horse else text


def face_name(face: str | int, language: str) -> str:
    """A thing on the table by name: "cheval jaune (A)", "jaune et orange (AB)", "dos", "3"."""
    text = str(face)
    if text.removeprefix("horse_") in COLOURS:
        return _HORSES.said(text[-1], language)
    if _is_card(text):
        return _card_name(text, language)
    if text == "back":
        return _FORMS.said("back", language)
    return text


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form."""
    if value is None:
        return _FORMS.said("untold", language)
    if argument == "moves" and isinstance(value, Sequence) and not isinstance(value, str):
        return _shifts(value, language)
    if isinstance(value, list | tuple):
        return _joined([value_name(argument, one, language) for one in value], language)
    if isinstance(value, Mapping):
        return ", ".join(
            _FORMS.said("pair", language, key=_key(key, language), value=value_name(argument, one, language))
            for key, one in value.items()
        )
    if argument == "lanes" and isinstance(value, str):
        return f"{COLOURS.said(value, language)} ({value})" if value in COLOURS else value
    named: Mapping[str, Callable[[], str]] = {
        "lanes": lambda: _FORMS.said("lane", language, value=value),
        "positions": lambda: str(value),
        "row": lambda: _FORMS.said("row", language, value=value),
        "amount": lambda: carrots(value, language),
        "use": lambda: USES.said(value, language) if value in USES else str(value),
        "correct": lambda: _FORMS.said("yes" if value else "no", language),
    }
    if argument in named:
        return named[argument]()
    if isinstance(value, str) and value in COLOURS:
        return f"{COLOURS.said(value, language)} ({value})"
    return _card_name(value, language) if _is_card(value) else str(value)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud after these events, in order: what hands must do, whose turn it is, what was decided."""
    return [sentence(event["event"], event, language) for event in events if event["event"] in _SPOKEN]


# ---------------------------------------------------------------- choosing the sentence


def _variant(code: str, known: Arguments) -> str:
    """The sentence that fits what is known: another one for one thing, for a reason, for what stays untold."""
    for ending in _endings(code, known):
        if f"{code}_{ending}" in SENTENCES:
            return f"{code}_{ending}"
    return code


def _endings(code: str, known: Arguments) -> list[str]:
    endings: list[str] = []
    match code:
        case "bad_options":
            endings = [str(known.get("key", ""))]
        case "wrong_horse_count" | "wrong_card_count":
            endings = [str(known.get("expected"))]
        case "card_not_in_front":
            endings = [] if known.get("expected") else ["none"]
        case "horse_does_not_move":
            endings = [str(known.get("reason"))] if "horse" in known else []
        case "put_back":
            endings = ["steps"] if "steps" in known else []
        case "do_reveal" | "take_cards_back" | "wait_reveal":
            endings = [str(known.get("count")), "count"] if "count" in known else []
        case "do_play_wild" | "did_play_wild":
            endings = _wild_endings(known)
        case "do_note_certificate" | "do_show_certificate":
            endings = ["correct"] if known.get("correct") is True else []
        case "horse_blocked":
            endings = [str(known.get("moved")), "some"] if known.get("moved") else []
        case "move_horses":
            counts = known.get("counts")
            moving = isinstance(counts, Mapping) and any(
                type(count) is int and count % 2 for count in counts.values()
            )
            endings = ["some"] if moving else []
        case "bid":
            endings = ["high"] if known.get("may_raise") else []
        case "auction_closed":
            endings = ["bids"] if known.get("bids") else []
        case "race_over":
            endings = [str(known.get("reason"))]
        case "photo_finish":
            endings = [str(known.get("by"))]
        case "panel_place":
            endings = [] if known.get("lane") else ["none"]
            endings += ["crossed"] if known.get("crossed") else []
        case "panel_winners" | "panel_best":
            endings = ["several"] if known.get("count", 1) > 1 else []
        case "game_over" if "winners" in known:
            endings = [("nobody", "one", "several")[min(len(known["winners"]), 2)]]
        case _:
            endings = _told(code, known)
    return endings


def _told(code: str, known: Arguments) -> list[str]:
    """Buttons and lines of the log say what is fixed or was told, as far as it has the right form."""
    if not code.startswith(("do_", "did_")):
        return []
    endings = []
    if _is_card(known.get("card")):
        endings.append("card")
    if isinstance(known.get("player"), str):
        endings.append("player")
    if known.get("horse") in tuple(COLOURS) and type(known.get("row")) is int:
        endings.append("to")
    if type(known.get("amount")) is int:
        endings.append("amount")
    cards, horses, positions = known.get("cards"), known.get("horses"), known.get("positions")
    if isinstance(cards, list | tuple) and cards and all(_is_card(card) for card in cards):
        endings.append("list")
    if isinstance(horses, list | tuple) and horses and all(horse in tuple(COLOURS) for horse in horses):
        endings.append("list")
    if isinstance(positions, Mapping) and positions and all(type(one) is int for one in positions.values()):
        endings.append("list")
    return endings


def _wild_endings(known: Arguments) -> list[str]:
    use = known.get("use")
    if use not in tuple(USES):
        return []
    told = {
        "stumble": isinstance(known.get("owner"), str),
        "slippery": "moves" in known and bool(_shifts(known["moves"], SOURCE)),
    }
    whole = use == "stumble" and told["stumble"] and ("by" not in known or _is_card(known.get("card")))
    if use == "stumble":
        return ["stumble", "use"] if whole or (told["stumble"] and "card" not in known) else ["use"]
    if use == "slippery":
        return ["slippery", "use"] if told["slippery"] or "moves" not in known else ["use"]
    return [str(use), "use"]


# ---------------------------------------------------------------- pieces that stand wrong


def _wrong_pieces(code: str, told: Arguments) -> list[Arguments]:
    """Every piece that stands wrong (section 7): where it is seen, where it belongs, and why; empty: none is told."""
    if code == "wrong_horse_position":
        return list(told.get("wrong") or ())
    if code != "wrong_distance" or type(told.get("seen")) is not int:
        return []
    places = {name: {"lane": told["lane"], "row": told[name]} for name in ("expected", "seen")}
    return [{**told, **places}]


def _way_back(piece: Arguments, language: str) -> dict[str, Any]:
    """Where a piece belongs, how many fields it lacks or has too many in its lane, and the reason in brackets."""
    belongs, seen, reason = piece["expected"], piece["seen"], piece.get("reason")
    told = {"horse": piece["horse"], **belongs, "why": ""}
    if seen is not None and seen["lane"] == belongs["lane"]:
        fields = belongs["row"] - seen["row"]
        told["steps"] = _FORMS.counted("fields_more" if fields > 0 else "fields_back", abs(fields), language)
    if reason is not None:
        times, behind = _times(piece["count"], language), the_horse(piece["behind"], language)
        told["why"] = _FORMS.said(f"because_{reason}", language, times=times, behind=behind)
    return told


# ---------------------------------------------------------------- naming what is in it


def _named(known: Arguments, language: str) -> dict[str, str]:
    """The arguments by name: horses by colour and letter, carrots and players counted, cards listed."""
    named: dict[str, str] = {}
    for argument, value in known.items():
        match argument:
            case "horse" | "behind" if value in tuple(COLOURS):
                named[argument] = the_horse(value, language)
            case "horses" if isinstance(value, list | tuple):
                named[argument] = _joined([the_horse(one, language) for one in value], language)
            case "cards" | "players" | "order" | "winners" if isinstance(value, list | tuple):
                joined = _joined([str(one) for one in value], language)
                named[argument] = ", ".join(map(str, value)) if argument == "order" else joined
            case "amount" if type(value) is int:
                named["carrots"] = carrots(value, language)
            case "count" if type(value) is int:
                named["wilds"] = _FORMS.counted("wilds", value, language)
                named["times"] = _times(value, language)
            case "place" if type(value) is int:
                named["photo"] = _FORMS.said("photo" if value == 1 else "photo_place", language, place=value)
            case "player" | "owner":
                named[f"of_{argument}"] = grammar(__name__, language).of_name(str(value))
            case "use" if value in tuple(USES):
                named[argument] = USES.said(str(value), language)
            case "moves":
                named["shifts"] = _shifts(value, language)
            case "positions" | "bids" if isinstance(value, Mapping):
                listed = sorted(value.items(), key=lambda one: str(one[1]).zfill(9))
                named["numbers"] = named[argument] = ", ".join(f"{name} {number}" for name, number in listed)
            case "counts" if isinstance(value, Mapping):
                named[argument] = _counts(value, language)
            case "seen" | "expected":
                _name_expected(named, argument, value, language)
            case _:
                pass
    return named


def _name_expected(named: dict[str, str], argument: str, value: Any, language: str) -> None:
    """What was expected or seen: a card, a horse, a list of cards, or carrots."""
    if _is_card(value):
        named["card"] = str(value)
    elif value in tuple(COLOURS):
        named["first"] = the_horse(value, language)
    elif isinstance(value, list | tuple):
        named["cards"] = _joined([str(one) for one in value], language)
    elif type(value) is int and (argument == "expected" or "carrots" not in named):
        named["carrots"] = carrots(value, language)


def the_horse(letter: Any, language: str) -> str:
    """A horse with its article: "le cheval jaune (A)"; what is none, as it is."""
    return _THE_HORSES.said(letter, language) if letter in tuple(COLOURS) else str(letter)


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 2 and set(value) <= set(COLOURS) and value[0] < value[1]


def colours_of(face: str, language: str) -> tuple[str, str] | None:
    """The two horses of a movement card by their colours; None for anything else."""
    return (COLOURS.said(face[0], language), COLOURS.said(face[1], language)) if _is_card(face) else None


def _card_name(card: str, language: str) -> str:
    first, second = (COLOURS.said(letter, language) for letter in card)
    return _FORMS.said("cards", language, first=first, second=second, card=card)


def carrots(amount: int, language: str) -> str:
    """A number of carrots: "1 carotte", "7 carottes"."""
    return _FORMS.counted("carrots", amount, language)


def _times(count: int, language: str) -> str:
    return _FORMS.said("once", language) if count == 1 else _FORMS.counted("times", count, language)


def _counts(counts: Mapping[str, Any], language: str) -> str:
    """Only the odd ones: those move."""
    odd = [(letter, count) for letter, count in counts.items() if type(count) is int and count % 2]
    return ", ".join(
        f"{COLOURS.said(letter, language)} {count}" for letter, count in odd if letter in COLOURS
    )


def _shifts(moves: Any, language: str) -> str:
    """Two shifts: "jaune (A) vers l’intérieur, puis rouge (C) vers l’extérieur"; empty when they are not that."""
    said = []
    for move in moves if isinstance(moves, list | tuple) else ():
        horse = move.get("horse") if isinstance(move, Mapping) else None
        direction = move.get("dir") if isinstance(move, Mapping) else None
        if horse not in tuple(COLOURS) or direction not in tuple(DIRECTIONS):
            return ""
        said.append(
            f"{COLOURS.said(str(horse), language)} ({horse}) {DIRECTIONS.said(str(direction), language)}"
        )
    return _FORMS.said("then", language).join(said)


def _key(key: str, language: str) -> str:
    return f"{COLOURS.said(key, language)} ({key})" if key in COLOURS else key


def _joined(words: Sequence[str], language: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + _FORMS.said("joint", language) + words[-1]
