"""CH-40 to CH-48: when a wild horse card may be played, stumbling, and changing horses."""

from __future__ import annotations

import pytest

from .course import FOUR, THREE, TWO, at, moving, opened, racing


def test_CH_40_one_wild_card_a_turn_before_the_movement_card() -> None:
    """Worked example 38."""
    play = racing(wild_left={"Ada": 1, "Bea": 2, "Cyd": 0})
    assert play.refused("Bea", "play_wild", use="fast_track") == "not_your_turn"
    play.do("Ada", "play_wild", use="change_horse").happened("wild_played", player="Ada", use="change_horse")
    assert play.refused("Ada", "play_wild", use="change_horse") == "no_wild_left"
    play.do("Ada", "play_card", card="AB")
    assert play.refused("Ada", "play_wild", use="fast_track") == "not_your_turn"
    play.do("Bea", "play_wild", use="change_horse")
    assert play.refused("Bea", "play_wild", use="no_such_use") == "one_wild_per_turn"
    play.do("Bea", "play_card", card="AB")
    assert play.refused("Cyd", "play_wild", use="no_such_use") == "no_wild_left"


def test_CH_40_the_use_is_announced_and_may_be_chosen_twice() -> None:
    play = racing()
    assert play.refused("Ada", "play_wild", use="jump") == "unknown_wild_use"
    assert play.refused("Ada", "play_wild") == "unknown_wild_use"
    play.do("Ada", "play_wild", use="fast_track").do("Ada", "play_card", card="AB")
    play.do("Bea", "play_wild", use="fast_track").do("Bea", "play_card", card="AB").shows(
        wild_left={"Ada": 1, "Bea": 1}
    )


def stumbling(**setup: object) -> object:
    return racing(
        board=[{"by": "Ada", "card": "AB"}], turn="Bea", front={n: ["AB", "AC", "AD"] for n in THREE}, **setup
    )


def test_CH_41_a_stumble_hides_a_card_until_the_board_is_cleared() -> None:
    """Worked examples 20 and 21."""
    play = racing(front={n: ["AB", "AC", "AD"] for n in THREE}).do("Ada", "play_card", card="AB")
    play.do("Bea", "play_wild", use="stumble", owner="Ada", card="AB").shows(counts={"A": 0, "B": 0})
    play.shows(board=[{"by": "Ada", "card": "AB", "covered_by": "Bea"}])
    covered = [
        {"by": "Ada", "card": "AB", "covered_by": "Bea"},
        {"by": "Bea", "card": "AB", "covered_by": "Cyd"},
    ]
    open_cards = zip(("Cyd", "Ada", "Bea", "Cyd"), ("AC", "AC", "AC", "AB"), strict=True)
    board = [*covered, *({"by": name, "card": card} for name, card in open_cards)]
    later = opened(
        THREE, phase="move", lap=2, horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3}, board=board
    )
    later.shows(counts={"A": 4, "B": 1, "C": 3})


def test_CH_42_what_cannot_stumble() -> None:
    """Worked examples 22 and 23."""
    empty = racing()
    assert empty.refused("Ada", "play_wild", use="stumble", owner="Bea", card="AB") == "card_not_on_board"
    play = racing(front={n: ["AB", "AC", "AD"] for n in THREE}).do("Ada", "play_card", card="AB")
    assert play.refused("Bea", "play_wild", use="stumble", owner="Ada", card="AC") == "card_not_on_board"
    assert play.refused("Bea", "play_wild", use="stumble", owner="Cyd", card="AB") == "card_not_on_board"
    play.do("Bea", "play_wild", use="stumble", owner="Ada", card="AB").do("Bea", "play_card", card="AC")
    assert play.refused("Cyd", "play_wild", use="stumble", owner="Ada", card="AB") == "already_covered"


def test_CH_47_the_certificate_goes_under_the_pile() -> None:
    """Worked example 35."""
    play = racing(certificates={"Ada": ["A"], "Bea": ["B"], "Cyd": ["C"]}, pile=["D", "E", "F"])
    play.do("Ada", "play_wild", use="change_horse")
    play.shows(private={"Ada": {"certificates": ["F"]}}, changed={"Ada": 1}, pile_count=3)


def test_CH_47_a_name_must_be_possible() -> None:
    """Worked example 36."""
    play = racing(certificates={"Ada": ["A"], "Bea": ["B"]})
    assert play.refused("Ada", "play_wild", use="change_horse", gives="B") == "certificate_mismatch"
    assert play.refused("Ada", "play_wild", use="change_horse", gives="G") == "unknown_horse"
    assert play.refused("Ada", "play_wild", use="change_horse", takes="G") == "unknown_horse"
    assert play.refused("Ada", "play_wild", use="change_horse", takes="B") == "certificate_taken"
    play.do("Ada", "play_wild", use="change_horse", takes="D").shows(private={"Ada": {"certificates": ["D"]}})


def test_CH_47_a_horse_that_others_owned_may_come_back() -> None:
    """Worked example 37."""
    play = racing(
        certificates={"Ada": ["A"], "Bea": ["B"], "Cyd": ["C"]}, front={n: ["AB", "AC", "AD"] for n in THREE}
    )
    for name in THREE:
        play.do(name, "play_wild", use="change_horse").do(name, "play_card", card="AB")
    play.shows(private={n: {"certificates": [None]} for n in THREE}, changed=dict.fromkeys(THREE, 1))
    play.do("table", "horses_moved").do("table", "deal_positions", positions={"Ada": 2, "Bea": 3, "Cyd": 1})
    play.do("Cyd", "play_wild", use="change_horse").shows(private={"Cyd": {"certificates": ["A"]}})


def test_CH_47_with_two_horses_one_chooses_which_goes() -> None:
    play = racing(TWO, certificates={"Ada": ["A", "C"], "Bea": [None, None]})
    assert (
        play.refused("Ada", "play_wild", use="change_horse", gives="B", takes="D") == "certificate_mismatch"
    )
    assert play.refused("Ada", "play_wild", use="change_horse", gives="A", takes="C") == "certificate_taken"
    play.do("Ada", "play_wild", use="change_horse", gives="A", takes="D")
    play.shows(private={"Ada": {"certificates": ["D", "C"]}}, changed={"Ada": 1, "Bea": 0}, pile_count=2)


def test_CH_47_without_naming_it_both_become_unknown() -> None:
    play = racing(TWO, certificates={"Ada": ["A", "C"], "Bea": ["B", None]}, pile=[None, "E"])
    assert (
        play.refused("Ada", "play_wild", use="change_horse", gives="A", takes="F") == "certificate_mismatch"
    )
    play.do("Ada", "play_wild", use="change_horse").shows(private={"Ada": {"certificates": ["E", None]}})
    play.do("Ada", "play_card", card="AB")
    play.do("Bea", "play_wild", use="change_horse", gives="D", takes="F")
    play.shows(private={"Bea": {"certificates": ["B", "F"]}})


def test_CH_48_a_used_wild_card_is_out_and_a_stumble_goes_with_the_board() -> None:
    board = [
        {"by": "Ada", "card": "AB", "covered_by": "Bea"},
        {"by": "Bea", "card": "AC"},
        {"by": "Cyd", "card": "AC"},
    ]
    second = [{"by": name, "card": card} for name, card in zip(THREE, ("AF", "BF", "CF"), strict=True)]
    play = moving([], lap=2, board=[*board, *second], wild_left={"Ada": 2, "Bea": 0, "Cyd": 2})
    play.do("table", "horses_moved").happened("board_cleared").shows(board=[], wild_left={"Bea": 0})


# ---------------------------------------------------------------- certificates and what is secret


def test_certificates_are_noted_on_ones_own_page() -> None:
    play = racing(FOUR, certificates={"Bea": ["B"]}, pile=[None, "E"])
    assert play.refused("Ada", "note_certificate", horses=["A", "C"]) == "wrong_horse_count"
    assert play.refused("Ada", "note_certificate", horses=["G"]) == "unknown_horse"
    assert play.refused("Ada", "note_certificate", horses=["B"]) == "certificate_taken"
    assert play.refused("Ada", "note_certificate", horses=["E"]) == "certificate_taken"
    play.do("Ada", "note_certificate", horses=["A"]).shows(private={"Ada": {"certificates": ["A"]}})
    assert play.refused("Ada", "note_certificate", horses=["C"]) == "certificate_mismatch"
    play.do("Ada", "note_certificate", horses=["C"], correct=True).shows(
        private={"Ada": {"certificates": ["C"]}}
    )


def test_a_certificate_stays_secret_before_the_end() -> None:
    play = racing(certificates={"Ada": ["A"]}, pile=["D", "E", "F"]).do(
        "Bea", "note_certificate", horses=["B"]
    )
    assert all(
        "B" not in str(event.as_json().get("horses", "")) for event in play.events if event.audience is None
    )
    public = play.game.view(play.state).public
    assert "private" not in public and public["certificates_shown"] == dict.fromkeys(THREE)
    assert set(play.game.view(play.state, "Bea").private) == {"Bea"}
    noted = {"by": "Bea", "do": "note_certificate", "horses": ["B"]}
    assert play.game.redacted(noted, "Bea") == noted
    assert "B" not in str(play.game.redacted(noted, "Ada").get("horses"))
    changed = {"by": "Bea", "do": "play_wild", "use": "change_horse", "gives": "B", "takes": "C"}
    assert not {"B", "C"} & set(map(str, (play.game.redacted(changed, None) | {"by": ""}).values()))


@pytest.mark.parametrize("seat", [None, "Ada", "Bea"])
def test_the_choice_of_cards_is_nobodys_before_it_is_revealed(seat: str | None) -> None:
    play = opened(THREE, phase="select", horses=at(), positions={"Ada": 1, "Bea": 2, "Cyd": 3})
    play.do("Ada", "reveal", cards=["AB", "AC", "EF"])
    shown = play.game.view(play.state, seat).of_seat(seat)
    assert shown["front"]["Ada"] == ["AB", "AC", "EF"] and shown["hand_left"]["Bea"] == 15
