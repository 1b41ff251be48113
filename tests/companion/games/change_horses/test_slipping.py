"""The slippery track tapped on the course: what each tap leads to, and what two of them play."""

from __future__ import annotations

import json
import re

import pytest

from companion.action import Rejected
from companion.games import load
from companion.games.change_horses import slipping
from web.table import action_forms

GAME = load("change_horses")
LANES = {"A": 4, "B": 6, "C": 1, "D": 2, "E": 5, "F": 3}
ROWS = {"A": 3, "B": 6, "C": 11, "D": 1, "E": 3, "F": 7}


def on_turn() -> tuple[object, dict[str, object], slipping.Form]:
    """A game on Ada's turn, the public view of it, and the form of the slippery track."""
    horses = {letter: {"lane": LANES[letter], "row": ROWS[letter]} for letter in LANES}
    front = {"Ada": ["CE"], "Bea": ["BC"], "Cyd": ["DF"]}
    setup = {"phase": "play", "turn": "Ada", "horses": horses, "front": front}
    state = GAME.new_game(("Ada", "Bea", "Cyd"), {}, setup, None)
    hands = action_forms.grouped(GAME.id, GAME.legal_actions(state), "fr", GAME.view(state, None).public)
    form = slipping.slippery([form for one in hands for form in one.forms])
    assert form is not None
    return state, GAME.view(state, None).public, form


def test_a_tap_turns_a_horse_inwards_outwards_and_back() -> None:
    _, _, form = on_turn()
    taps = []
    told: tuple[slipping.Shift, ...] = ()
    for _ in range(3):
        after = slipping.tapped(form, told, "A")
        assert after is not None
        taps.append(after)
        told = slipping.chosen(form, after)
    assert taps == ["A-in", "A-out", ""]


def test_a_horse_at_the_fence_slips_only_the_other_way() -> None:
    _, _, form = on_turn()
    assert slipping.tapped(form, (), "B") == "B-in"
    assert slipping.tapped(form, (("B", "in"),), "B") == ""
    assert slipping.tapped(form, (), "C") == "C-out"


def test_two_taps_play_what_the_rules_accept() -> None:
    state, _, form = on_turn()
    told = slipping.chosen(form, "A-in,C-out")
    value = slipping.settled(form, told)
    assert value is not None
    action = {**json.loads(form.action), "moves": json.loads(value)}
    after, _ = GAME.apply(state, action)
    horses = GAME.view(after, None).public["horses"]
    assert (horses["A"]["lane"], horses["C"]["lane"]) == (3, 2)


def test_every_two_that_can_be_tapped_are_accepted() -> None:
    state, _, form = on_turn()
    for pair, value in slipping.pairs(form).items():
        assert slipping.chosen(form, ",".join(f"{letter}-{way}" for letter, way in pair)) == pair
        try:
            GAME.apply(state, {**json.loads(form.action), "moves": json.loads(value)})
        except Rejected as refusal:  # pragma: no cover - what is offered is never refused
            pytest.fail(f"{pair}: {refusal.code}")


@pytest.mark.parametrize("text", [None, "", "Z-in", "A-up", "B-out", "A-in,A-in", "<script>", "A-in," * 99])
def test_an_address_chooses_only_what_is_possible(text: str | None) -> None:
    _, _, form = on_turn()
    assert set(slipping.chosen(form, text)) <= {("A", "in")}


def test_the_links_over_the_course_name_their_horses() -> None:
    _, view, form = on_turn()
    told = slipping.chosen(form, "A-in")
    drawn = slipping.slips(view, form, told, "fr", lambda slip: f"/?slip={slip}")
    assert len(re.findall("<a ", drawn)) == len(set(re.findall(r'id="slip-(\w)"', drawn))) >= 5
    assert 'aria-label="Piste Glissante: Jaune (A) vers l’intérieur"' in drawn
    assert drawn.count('class="slip on"') == 1 and drawn.count("slip-to") == 1
