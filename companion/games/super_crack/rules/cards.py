"""Playing a special card: the order of the checks, and what each card does (SC-18 … SC-22, SC-35 … SC-47)."""

from __future__ import annotations

from companion.action import Rejected
from companion.games.super_crack.rules import race
from companion.games.super_crack.rules.deck import known_card, put_under_pile
from companion.games.super_crack.rules.ledger import from_bank, to_bank
from companion.games.super_crack.rules.profile import OWN_HORSE_CARDS, Card, is_whole
from companion.games.super_crack.rules.state import Betting, Draft, Position, cash, square_of, trapped_in


def play_card(game: Draft, seat: int, name: object, horse: object) -> None:
    """SC-18 … SC-22, SC-44: a player plays a card from the hand; used, it goes under the pile (SC-24)."""
    card = known_card(game, name)
    _check_moment(game, seat, card, horse)
    hand, player = game.cards.hands[seat], game.name(seat)
    # Whatever is refused from here on tells of cards in hands; that a hand is empty everybody can see.
    secret = (player,) if hand else None
    if card.id not in hand and None not in hand:
        raise Rejected("card_not_in_hand", audience=secret, card=card.id)
    try:
        put_under_pile(game, seat, card.id)
    except Rejected as refusal:
        raise Rejected(refusal.code, audience=secret, card=card.id) from None
    if card.effect == "pay" and card.number > cash(game, seat):
        raise Rejected("not_enough_cash", audience=secret, price=card.number, seen=cash(game, seat))
    if not card.needs_horse:
        game.say("card_played", player=player, card=card.id)
        _play_without_horse(game, seat, card)
        return
    code, number = _refusal(game, seat, card, horse)
    if code is not None:
        raise Rejected(code, audience=secret, horse=number, card=card.id)
    game.say("card_played", player=player, card=card.id, horse=number)
    _play_on_horse(game, card, number)


def _check_moment(game: Draft, seat: int, card: Card, horse: object) -> None:
    """SC-17, SC-18, SC-33, SC-44: whether this player may play a card now; it may begin an own turn."""
    if game.phase == "handicap":
        if not game.cards.dealt:
            raise Rejected("cards_not_dealt")
        if seat in game.handicap_done:
            raise Rejected("already_done")
        return
    race.check_placement(game)
    out_of_turn = game.setting.house.card_timing == "any_time" and card.effect != "joker"
    if seat != game.turn and out_of_turn and not race.may_take_over(game, seat):
        return
    race.take_turn(game, seat)
    if card.effect == "joker" and _begins_turn(game, seat, horse):
        race.begin_turn(game, seat)


def _begins_turn(game: Position, seat: int, horse: object) -> bool:
    """SC-33: a lone runner's joker on a horse that has rolled begins the player's new turn."""
    if not is_whole(horse, 1, 16) or horse in game.to_roll or horse not in game.stables[seat]:
        return False
    return trapped_in(game, horse) is not None and race.may_take_over(game, seat)


def _refusal(game: Draft, seat: int, card: Card, horse: object) -> tuple[str | None, int]:
    """Why a card cannot be played on a horse, in the order of section 4; None when it can, and the horse."""
    if not is_whole(horse, 1, 16):
        return "unknown_horse", 0
    return refusal_on_horse(game, seat, card.effect, horse), horse


def refusal_on_horse(game: Position, seat: int, effect: str, number: int) -> str | None:
    """Why a card in hand cannot be played on this horse, in the order of section 4; None when it can."""
    square, handicap = game.squares[number - 1], game.phase == "handicap"
    if square is None:
        return "horse_not_in_race"
    if number in game.arrivals:  # SC-47
        return "horse_finished"
    if effect in OWN_HORSE_CARDS and number not in game.stables[seat]:
        return "not_your_horse"
    if effect in ("sprint", "joker") and handicap:  # SC-45
        return "not_in_handicap"
    if effect == "advance" and handicap and square >= 0:  # SC-20
        return "no_handicap"
    if effect == "joker":
        if trapped_in(game, number) is None:
            return "horse_not_trapped"
        return None if number in game.to_roll else "joker_before_roll"  # SC-37
    if effect in ("advance", "sprint") and game.setting.house.trapped_cards == "back_only":
        return None if trapped_in(game, number) is None else "horse_trapped"  # SC-39
    return None


def _play_without_horse(game: Draft, seat: int, card: Card) -> None:
    match card.effect:
        case "pay":
            to_bank(game, seat, card.number, "pay_card")
        case "receive":
            from_bank(game, seat, card.number, "receive_card")
        case _:  # SC-29: the bank gives the black pawn
            betting = game.betting
            pawns = tuple(dict.fromkeys((*betting.black_pawns, seat)))
            game.betting = Betting(betting.bets, betting.decided, pawns)
            game.say("black_pawn_given", player=game.name(seat))


def _play_on_horse(game: Draft, card: Card, number: int) -> None:
    if card.effect == "joker":  # SC-37
        game.freed = game.freed | {number}
        game.say("horse_freed", horse=number, how="joker")
        return
    target, bounced = moved(game, card, square_of(game, number))
    race.land(game, number, target, "card", bounced=bounced)


def moved(game: Position, card: Card, square: int) -> tuple[int, bool]:
    """SC-20, SC-21, SC-35, SC-45: where a card takes a horse by its whole number, and whether it bounces there."""
    board, handicap = game.setting.profile.board, game.phase == "handicap"
    match card.effect:
        case "sprint":
            return board.finish - 1, False
        case "advance" if handicap:
            return min(0, square + card.number), False
        case "advance":
            return race.advanced(board, square, card.number)
        case _ if handicap or game.setting.house.race_retreat_floor == "red_zone":  # SC-19, SC-22, SC-46
            return max(-board.red_zone, square - card.number), False
        case _:
            return (square if square <= 0 else max(0, square - card.number)), False
