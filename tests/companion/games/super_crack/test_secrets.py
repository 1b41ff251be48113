"""Section 1.2: what is secret of a hand never leaves by the view, an offer, an event, a log or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.action import Rejected
from companion.games import load
from tests.playing import Play

from .tables import GAME_ID, THREE, handicap, racing

HANDS: tuple[Sequence[str | None], ...] = (
    ("sprint", "joker"),
    ("black_pawn", "back_own_2"),
    ("advance_1", "pay_2000"),
    (None, None),
    ("back_any_3", None),
)


def in_the_race(held: Sequence[str | None], **given: Any) -> Play:
    """Ada's turn, her horse in the river."""
    horses = {1: ("Ada", 19), 2: ("Ada", 4), 5: ("Bea", 3), 9: ("Cyd", 6)}
    hands = {"Ada": held, "Bea": ["receive_500", None], "Cyd": []}
    return racing(horses, hands, players=THREE, **given)


def in_the_handicap(held: Sequence[str | None], **given: Any) -> Play:
    """Nobody is done yet."""
    hands = {"Ada": held, "Bea": ["receive_500", None], "Cyd": []}
    return handicap({1: ("Ada", -2), 2: "Ada", 5: "Bea", 9: "Cyd"}, hands, players=THREE, **given)


@pytest.mark.parametrize("options", [{}, {"joker_compulsory": True}, {"card_timing": "any_time"}], ids=str)
@pytest.mark.parametrize("position", [in_the_race, in_the_handicap])
def test_nothing_that_others_are_shown_depends_on_a_hand(
    position: Callable[..., Play], options: dict[str, Any]
) -> None:
    shown = []
    for held in HANDS:
        play = position(held, options=options)
        game, state = play.game, play.state
        view = game.view(state)
        shown.append(
            (
                dict(view.public),
                *(game.view(state, seat).of_seat(seat) for seat in (None, "Bea", "Cyd")),
                *(game.offered(state, seat) for seat in (None, "Bea", "Cyd")),
                *(game.awaited(view.of_seat(seat)) for seat in (None, "Bea")),
                *(game.panels(view.of_seat(seat), "en") for seat in (None, "Bea")),
                game.visible_table(state),
            )
        )
    assert all(one == shown[0] for one in shown)


def test_a_seat_is_served_only_its_own_hand() -> None:
    play = in_the_race(HANDS[0])
    assert set(play.game.view(play.state, "Ada").private) <= {"Ada"}
    assert play.game.view(play.state, "Ada").of_seat("Ada")["private"] == {
        "Ada": {"hand": ["sprint", "joker"]}
    }
    assert "private" not in play.game.view(play.state).of_seat(None)


def test_no_event_of_a_hidden_card_names_it() -> None:
    deal = handicap({1: "Ada", 5: "Bea", 9: "Cyd"}, players=THREE)
    deal.do("bank", "deal_cards", hands={player: ["joker", None, None, None] for player in THREE})
    drawn = racing({1: ("Ada", 4), 5: ("Bea", 3)}, {"Ada": [None], "Bea": []}).do("Ada", "roll", value=1)
    told = [*deal.events, *drawn.do("Ada", "draw_card", card="joker").events]
    told += drawn.do("Ada", "identify_cards", cards=["joker"]).events
    for event in told:
        assert event.audience is not None or "joker" not in str(event.as_json()), event
    assert {"cards_dealt", "card_drawn", "cards_identified"} <= {event.name for event in told}


def test_played_cards_are_public() -> None:
    play = in_the_race(["joker"]).do("Ada", "play_card", card="joker", horse=1)
    played = [event for event in play.events if event.name == "card_played"]
    assert [(event.audience, event.fields["card"]) for event in played] == [(None, "joker")]


@pytest.mark.parametrize(
    "action",
    [
        {"by": "Ada", "do": "draw_card", "card": "joker"},
        {"by": "Ada", "do": "identify_cards", "cards": ["joker", "sprint"]},
        {"by": "bank", "do": "deal_cards", "hands": {"Ada": ["joker", None], "Bea": [None, "sprint"]}},
    ],
    ids=lambda action: action["do"],
)
def test_the_log_hides_hidden_cards_from_others(action: dict[str, Any]) -> None:
    redacted = load(GAME_ID).redacted
    for seat in (None, "Cyd"):
        shown = redacted(action, seat)
        assert "joker" not in str(shown) and "sprint" not in str(shown)
        assert (shown["by"], shown["do"]) == (action["by"], action["do"])
    assert "joker" in str(redacted(action, "Ada"))
    if action["do"] == "deal_cards":
        assert "sprint" not in str(redacted(action, "Ada"))
        assert "joker" not in str(redacted(action, "Bea")) and "sprint" in str(redacted(action, "Bea"))
    else:
        assert redacted(action, "Ada") == action and "joker" not in str(redacted(action, "Bea"))


def test_the_log_shows_played_cards() -> None:
    action = {"by": "Ada", "do": "play_card", "card": "sprint", "horse": 1}
    assert load(GAME_ID).redacted(action, None) == action


def refusal(play: Play, by: str, do: str, **arguments: Any) -> Rejected:
    """The refusal of an action."""
    with pytest.raises(Rejected) as refused:
        play.game.apply(play.state, {"by": by, "do": do, **arguments})
    return refused.value


def test_reasons_that_are_secrets_are_for_the_player_only() -> None:
    held = refusal(in_the_race(["sprint"]), "Ada", "play_card", card="advance_1", horse=2)
    assert (held.code, held.audience) == ("card_not_in_hand", ("Ada",))
    blue = refusal(in_the_handicap(["back_own_2"]), "Ada", "handicap_done")
    assert (blue.code, blue.audience) == ("blue_cards_to_play", ("Ada",))
    joker = refusal(in_the_race(["joker"], options={"joker_compulsory": True}), "Ada", "roll", value=3)
    assert (joker.code, joker.audience) == ("joker_must_be_played", ("Ada",))


def test_open_reasons_are_for_everybody() -> None:
    assert refusal(in_the_race(["sprint"]), "Bea", "roll", value=3).audience is None
    assert refusal(in_the_race([None]), "Ada", "roll", value=9).audience is None


def test_a_seat_is_offered_its_own_cards() -> None:
    """Ada, who holds the sprint, is offered it for her free horse; nobody else is told."""
    play = in_the_race(["sprint"])
    mine = [template for template in play.game.offered(play.state, "Ada") if template["do"] == "play_card"]
    assert any("sprint" in str(template["card"]) for template in mine)
