"""SC-25 before a camera: tokens on a bet place propose a bet, and no money moves before a tap (section 7)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.action import Action
from companion.announcer import Announcer
from companion.sighting import Disturbance, Sighting, Slot, ZoneReading
from tests.seen_table import SeenTable

PLAYERS = ("Ada", "Bea", "Cyd")
SETUP: dict[str, Any] = {
    "phase": "betting",
    "horses": {str(number): {"owner": PLAYERS[number % 3]} for number in range(1, 10)},
    "cash": {"Ada": 5000, "Bea": 600, "Cyd": 100},
}


@pytest.fixture
def betting(tmp_path: Path) -> SeenTable:
    """Ada has money for any bet, Bea for three or four tokens, Cyd for none."""
    return SeenTable.of(tmp_path, "super_crack", PLAYERS, setup=SETUP)


def lay(betting: SeenTable, **tokens: tuple[str, ...]) -> str:
    """Hands lay these tokens before players, and a camera looks."""
    seats = {name: f"bet_{number}" for number, name in enumerate(PLAYERS, 1)}
    return betting.hands(**{seats[name]: colours for name, colours in tokens.items()}).kind


def proposed(betting: SeenTable, seat: str | None = None) -> Any:
    return betting.table.snapshot(seat).as_json()["to_confirm"]


def bet(player: str, *tokens: str) -> Action:
    return {"by": player, "do": "bet", "tokens": list(tokens)}


def cash(betting: SeenTable) -> Any:
    return betting.table.snapshot().view["cash"]


def test_SC_25_the_tokens_are_proposed_and_no_money_moves_before_the_tap(betting: SeenTable) -> None:
    assert proposed(betting) is None
    assert lay(betting, Ada=("yellow", "red", "yellow")) == "same"
    assert proposed(betting) == bet("Ada", "red", "yellow", "yellow")
    assert cash(betting)["Ada"] == 5000 and betting.sight["zones"] == []
    betting.table.act(proposed(betting))
    assert cash(betting)["Ada"] == 4800 and proposed(betting) is None
    assert betting.table.differences() == ()


def test_SC_25_bets_are_made_in_any_order_and_one_after_the_other_is_proposed(betting: SeenTable) -> None:
    lay(betting, Bea=("red", "blue", "green"))
    assert proposed(betting) == bet("Bea", "red", "blue", "green")
    lay(betting, Ada=("red", "red", "red"), Bea=("red", "blue", "green"))
    assert proposed(betting) == bet("Ada", "red", "red", "red")
    betting.table.act(proposed(betting))
    assert proposed(betting) == bet("Bea", "red", "blue", "green")
    assert betting.sight["zones"] == []


@pytest.mark.parametrize("tokens", [("red",), ("red", "blue"), ("red",) * 7, ("black", "red", "red")])
def test_SC_25_what_is_no_bet_is_not_proposed_and_not_wrong_yet(
    betting: SeenTable, tokens: tuple[str, ...]
) -> None:
    assert lay(betting, Ada=tokens) == "same"
    assert proposed(betting) is None and betting.sight["zones"] == []


def test_SC_25_more_than_a_player_can_pay_is_not_proposed(betting: SeenTable) -> None:
    lay(betting, Bea=("red",) * 5, Cyd=("red",) * 3)
    assert proposed(betting) is None
    lay(betting, Bea=("red",) * 4)
    assert proposed(betting) == bet("Bea", *("red",) * 4)


def test_tokens_are_added_and_taken_away_until_the_tap(betting: SeenTable) -> None:
    for tokens in (("red",), ("red", "blue", "blue"), ("red", "blue", "green"), ()):
        assert lay(betting, Ada=tokens) == "same"
        assert proposed(betting) == (bet("Ada", *tokens) if len(tokens) == 3 else None)


def test_tokens_that_nobody_bets_are_told_once_the_player_does_not_bet(betting: SeenTable) -> None:
    lay(betting, Ada=("red", "blue", "green"))
    betting.table.act({"by": "Ada", "do": "no_bet"})
    assert proposed(betting) is None
    for _ in range(2):
        lay(betting, Ada=("red", "blue", "green"))
    (told,) = betting.sight["differences"]
    assert told == {"zone": "bet_1", "should": [], "shows": ["red", "blue", "green"]}


def test_tokens_that_are_changed_after_the_tap_are_told(betting: SeenTable) -> None:
    lay(betting, Ada=("red", "blue", "green"))
    betting.table.act(proposed(betting))
    assert lay(betting, Ada=("red", "blue", "green")) == "same"
    for _ in range(2):
        lay(betting, Ada=("red", "blue", "yellow"))
    assert [told["zone"] for told in betting.sight["differences"]] == ["bet_1"]


def test_a_bet_that_is_taken_back_is_proposed_again_as_its_tokens_lie(betting: SeenTable) -> None:
    lay(betting, Ada=("red", "blue", "green"))
    betting.table.act(proposed(betting))
    betting.table.undo()
    assert proposed(betting) == bet("Ada", "red", "blue", "green")
    assert betting.table.differences() == ()


def test_who_bets_otherwise_than_the_camera_reads_is_believed_and_the_race_goes_on(
    betting: SeenTable,
) -> None:
    """Film 711: two red tokens that touched were read as three, and people had to put the page right."""
    misread = {"bet_1": ("red", "red", "red", "blue")}
    lay(betting, Ada=misread["bet_1"])
    assert proposed(betting) == bet("Ada", *misread["bet_1"])
    betting.table.act(bet("Ada", "red", "red", "blue"))
    assert betting.table.differences() == ()
    for name in ("Bea", "Cyd"):
        betting.table.act({"by": name, "do": "no_bet"})
    for _ in range(2):
        assert betting.look(misread).kind == "same" and betting.sight["zones"] == []
    verdict = betting.look({**misread, "die": ("4",)}, touched=["die"])
    assert [action["do"] for action in verdict.actions] == ["start_roll"]
    moved = {"bet_1": ("red", "blue", "green")}
    for _ in range(2):
        betting.look(moved, touched=moved)
    assert betting.sight["zones"] == ["bet_1"], "hands changed it since"


def test_tokens_that_are_not_read_surely_are_not_proposed(betting: SeenTable) -> None:
    hand = Disturbance("bet_1", 9_000, 9_500, "south")

    def looked(third: float) -> None:
        slots = (Slot({"red": 1.0}), Slot({"red": 1.0}), Slot({"blue": third, "green": 1.0 - third}))
        betting.table.see(Sighting(9, 10_000, {"bet_1": ZoneReading(slots)}, (hand,)))

    looked(0.8)
    assert proposed(betting) is None
    looked(0.95)
    assert proposed(betting) == bet("Ada", "red", "red", "blue")


def test_a_hand_over_the_tokens_hides_what_was_proposed(betting: SeenTable) -> None:
    lay(betting, Ada=("red", "blue", "green"))
    hand = Disturbance("bet_1", 19_000, 19_500, "south")
    betting.table.see(Sighting(9, 20_000, {}, (hand,), frozenset({"bet_1"})))
    assert proposed(betting) is None


def test_a_phone_is_offered_its_own_bet_alone(betting: SeenTable) -> None:
    lay(betting, Ada=("red", "blue", "green"))
    assert proposed(betting, "Ada") and proposed(betting, "Bea") is None


def test_the_bet_is_repeated_aloud_before_the_money_moves_once_for_each(betting: SeenTable) -> None:
    announcer = Announcer.after(betting.table.snapshot(), "en")
    said: list[str] = []
    betting.table.subscribe(lambda shown: said.extend(told.text for told in announcer.hear(shown)))
    lay(betting, Ada=("red", "blue"))
    assert said == []
    lay(betting, Ada=("red", "blue", "blue"))
    assert said == ["Ada bets 1 red and 2 blue for 200 F?"]
    lay(betting, Ada=("red", "blue", "blue"))
    assert len(said) == 1
    lay(betting, Ada=("red", "blue", "blue", "green"))
    assert said[1:] == ["Ada bets 1 red, 2 blue and 1 green for 500 F?"]


def test_where_nobody_bets_no_place_waits_for_tokens(tmp_path: Path) -> None:
    racing = {**SETUP, "phase": "racing", "turn": "Ada", "to_roll": [3]}
    racing["horses"] = {number: {**horse, "square": 4} for number, horse in SETUP["horses"].items()}
    seen = SeenTable.of(tmp_path, "super_crack", PLAYERS, setup=racing)
    assert lay(seen, Ada=("red", "blue", "green")) != "same" and proposed(seen) is None
