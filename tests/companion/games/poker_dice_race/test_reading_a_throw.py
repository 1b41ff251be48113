"""Section 7: what a sighting of the tray means, what is asked, and what hands must put right."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.action import Rejected
from companion.game import Proposal
from companion.games.poker_dice_race.state import NUMBER_FACES, POKER_FACES
from companion.languages import LANGUAGES
from companion.sighting import Sighting, Slot, ZoneReading
from companion.words import sentence

from .race import GAME, TWO, Race, racing, roll


def tray(*slots: Mapping[str, float] | str, surplus: float = 0.0, presence: float = 1.0) -> Sighting:
    """A still look at the tray; a face alone is a sure one."""
    faces = [{slot: 0.99, "unreadable": 0.01} if isinstance(slot, str) else slot for slot in slots]
    seen = tuple(Slot(distribution, f"crop-{i}", presence) for i, distribution in enumerate(faces))
    return Sighting(1, 0, {"tray": ZoneReading(seen, "tray", surplus)})


def meaning(race: Race, sighting: Sighting) -> Proposal:
    proposal = GAME.explain(race.state, sighting)
    assert proposal is not None
    return proposal


def throws(proposal: Proposal) -> list[tuple[Any, ...]]:
    """The dice of every answer."""
    return [tuple(answer.action["dice"]) for answer in proposal.answers if answer.action is not None]


def test_two_sure_dice_are_a_roll_of_the_player_whose_turn_it_is() -> None:
    race = racing(turn="Bea")
    (answer,) = meaning(race, tray("K", "9")).answers
    assert answer.action == roll("Bea", "K", "9")
    assert race.act(answer.action).view["series"]["rolls"] == [["K", "9"]]


def test_one_sure_die_in_the_straight() -> None:
    (answer,) = meaning(racing({1: 23}), tray("10")).answers
    assert answer.action == roll("Ada", "10")


def test_ordinary_dice_become_numbers() -> None:
    (answer,) = meaning(racing(dice="numbers"), tray("4", "1")).answers
    assert answer.action == roll("Ada", 4, 1)


@pytest.mark.parametrize(
    ("doubtful", "figure"),
    [
        ({"J": 0.5, "K": 0.48, "9": 0.02}, True),
        ({"9": 0.5, "A": 0.48, "K": 0.02}, False),
        ({"figure": 1.0}, True),
    ],
)
def test_jack_or_king_matters_little(doubtful: dict[str, float], figure: bool) -> None:
    """Both are figures: nothing is asked, and the face entered is of the right kind."""
    race = racing()
    (answer,) = meaning(race, tray("9", doubtful)).answers
    assert answer.action is not None
    assert race.act(answer.action).event("rolled")["figures"] == figure


@pytest.mark.parametrize(
    ("options", "doubtful", "answers"),
    [
        ({}, {"J": 0.5, "9": 0.5}, [("K", "J"), ("K", "9")]),
        ({"dice": "numbers"}, {"3": 0.5, "5": 0.5}, [(4, 4), (4, 1)]),
    ],
)
def test_figure_or_not_is_asked_and_sent_as_the_rules_say(
    options: dict[str, Any], doubtful: dict[str, float], answers: list[tuple[Any, ...]]
) -> None:
    sure = "4" if options else "K"
    proposal = meaning(racing(**options), tray(sure, doubtful))
    assert throws(proposal) == answers
    assert proposal.evidence == "crop-1"


@pytest.mark.parametrize("race", [lambda: racing(), lambda: racing({1: 23}), lambda: racing(dice="numbers")])
def test_unreadable_dice_are_asked_and_every_answer_can_be_played(race: Any) -> None:
    now = race()
    due = now.view["dice_expected"]
    proposal = meaning(now, tray(*[{"unreadable": 1.0}] * due))
    figures = []
    for answer in proposal.answers:
        assert answer.action is not None
        after, events = GAME.apply(now.state, answer.action)
        assert after is not None
        figures.append(events[0].fields["figures"])
    assert sorted(figures) == list(range(due + 1))


@pytest.mark.parametrize(("square", "seen"), [(0, ("K",)), (23, ("K", "9"))])
def test_a_wrong_number_of_dice_is_never_played_unasked(square: int, seen: tuple[str, ...]) -> None:
    race = racing({1: square})
    proposal = meaning(race, tray(*seen))
    if len(proposal.answers) == 1:
        assert proposal.answers[0].action is not None
        race.refuses("wrong_dice_count", proposal.answers[0].action)
    else:
        due = race.view["dice_expected"]
        assert all(len(dice) == due for dice in throws(proposal))


@pytest.mark.parametrize("race", [Race, lambda: racing({1: 28}, players=TWO, stable="single").roll("K")])
def test_before_the_draw_and_after_the_end_dice_mean_nothing(race: Any) -> None:
    assert GAME.explain(race().state, tray("K", "9")) is None


def test_an_empty_or_covered_tray_means_nothing() -> None:
    race = racing()
    assert GAME.explain(race.state, tray()) is None
    assert GAME.explain(race.state, Sighting(1, 0, {}, unseen=frozenset({"tray"}))) is None
    assert GAME.explain(race.state, tray("K", "9", presence=0.05)) is None


def test_a_stable_is_asked_which_horse_runs() -> None:
    race = racing({1: 4, 2: 6}, players=TWO)
    action = roll("Ada", "K", "9")
    refusal = race.refuses("horse_required", action)
    proposal = GAME.complete(race.state, action, refusal)
    assert proposal is not None and proposal.code == "which_horse"
    assert [answer.action for answer in proposal.answers] == [{**action, "horse": 1}, {**action, "horse": 2}]
    for answer in proposal.answers:
        assert answer.action is not None
        GAME.apply(race.state, answer.action)


def test_only_a_horse_for_which_so_many_dice_are_due_can_be_meant() -> None:
    race = racing({1: 22, 2: 6}, players=TWO)
    for dice, horse in ((("K",), 1), (("K", "9"), 2)):
        action = roll("Ada", *dice)
        proposal = GAME.complete(race.state, action, race.refuses("horse_required", action))
        assert proposal is not None
        assert [answer.action for answer in proposal.answers] == [{**action, "horse": horse}]


def test_a_throw_that_no_horse_can_use_is_a_wrong_dice_count() -> None:
    race = racing({1: 4, 2: 6}, players=TWO)
    action = roll("Ada", "K")
    with pytest.raises(Rejected, match="wrong_dice_count") as wrong:
        GAME.complete(race.state, action, race.refuses("horse_required", action))
    assert wrong.value.details["expected"] == 2


def test_what_a_horse_cannot_mend_stays_refused() -> None:
    race = racing()
    action = roll("Ada", "K")
    assert GAME.complete(race.state, action, race.refuses("wrong_dice_count", action)) is None


@pytest.mark.parametrize(
    "dice", [{}, {"dice": None}, {"dice": 2}, {"dice": "KK"}, {"dice": ["8", "K"]}], ids=str
)
def test_a_throw_without_readable_dice_cannot_be_mended(dice: dict[str, Any]) -> None:
    """A tap may send anything: asking for the horse must not break on it, nor offer what is refused anyway."""
    race = racing({1: 4, 2: 6}, players=TWO)
    action = {"by": "Ada", "do": "roll", **dice}
    refusal = race.refuses("horse_required", action)
    try:
        proposal = GAME.complete(race.state, action, refusal)
    except Rejected:
        return
    for answer in proposal.answers if proposal is not None else ():
        assert answer.action is not None
        GAME.apply(race.state, answer.action)


def test_every_question_and_answer_has_words_in_both_languages() -> None:
    moments = [racing(), racing({1: 23}), racing(dice="numbers"), racing({1: 4, 2: 22}, players=TWO)]
    looks: list[Any] = [
        "K",
        "9",
        "4",
        "1",
        {"J": 0.5, "9": 0.5},
        {"4": 0.5, "1": 0.5},
        {"unreadable": 1.0},
        "cocked",
    ]
    asked = set()
    for race, count in itertools.product(moments, (1, 2, 3)):
        for slots in itertools.combinations_with_replacement(looks, count):
            proposal = GAME.explain(race.state, tray(*slots))
            if proposal is None:
                continue
            for language in LANGUAGES:
                if len(proposal.answers) > 1:
                    asked.add(proposal.code)
                    said = sentence(GAME.id, proposal.code, proposal.arguments, language)
                    assert said and "–" not in said
                for answer in proposal.answers:
                    said = sentence(GAME.id, answer.code, answer.arguments, language)
                    assert said and "–" not in said
    assert asked >= {
        "figure_or_blank",
        "sticker_or_blank",
        "how_many_figures",
        "how_many_stickers",
        "cocked_die",
    }


_faces = st.sampled_from(
    [*POKER_FACES, *(str(n) for n in NUMBER_FACES), "figure", "blank", "unreadable", "cocked", "10H", "back"]
)


def moments() -> list[Race]:
    """One dice of each kind and number due, a horse to choose, and nobody's turn."""
    return [racing(), racing({1: 23}), racing(dice="numbers"), racing(players=TWO), Race()]


@settings(max_examples=150, deadline=None)
@given(
    slots=st.lists(st.dictionaries(_faces, st.floats(0.01, 1.0), min_size=1, max_size=4), max_size=4),
    presence=st.floats(0, 1),
    surplus=st.floats(0, 1),
    moment=st.integers(0, 4),
)
def test_whatever_the_tray_shows_is_played_asked_or_refused_but_breaks_nothing(
    slots: list[dict[str, float]], presence: float, surplus: float, moment: int
) -> None:
    race = moments()[moment]
    shares = [{face: share / sum(slot.values()) for face, share in slot.items()} for slot in slots]
    proposal = GAME.explain(race.state, tray(*shares, surplus=surplus, presence=presence))
    if proposal is None:
        return
    assert len(proposal.answers) <= 4
    for answer in proposal.answers:
        assert 0.0 <= answer.chance <= 1.0 + 1e-9
        if answer.code == "throw_again":
            assert answer.action is None and proposal.code == "cocked_die" and len(proposal.answers) > 1
            continue
        assert answer.action is not None and answer.action["by"] == race.turn
        try:
            GAME.apply(race.state, answer.action)
        except Rejected as refusal:
            assert refusal.code in {"wrong_dice_count", "horse_required"}
            assert refusal.code == "horse_required" or len(proposal.answers) == 1


@pytest.mark.parametrize("leaning", ["cocked", {"cocked": 0.25, "K": 0.75}], ids=str)
@pytest.mark.parametrize("race", [lambda: racing(), lambda: racing({1: 23}), lambda: racing(dice="numbers")])
def test_a_die_that_leans_is_never_played_unasked(race: Any, leaning: Any) -> None:
    """Section 7: cocked dice make no roll; they are thrown again, or those who see them say what counts."""
    now = race()
    sure = "4" if now.view["options"]["dice"] == "numbers" else "K"
    due = now.view["dice_expected"]
    proposal = meaning(now, tray(*[sure] * (due - 1), leaning))
    assert proposal.code == "cocked_die"
    assert proposal.evidence == f"crop-{due - 1}"
    again, *counts = proposal.answers
    assert again.code == "throw_again" and again.action is None
    assert {answer.code for answer in counts} == {"figure", "blank"}
    for answer in counts:
        assert answer.action is not None and len(answer.action["dice"]) == due
        GAME.apply(now.state, answer.action)


def test_two_dice_that_lean_or_one_too_many_are_asked_too() -> None:
    for slots in (("cocked", "cocked"), ("cocked",), ("K", "K", "cocked")):
        proposal = meaning(racing(), tray(*slots))
        assert proposal.code == "cocked_die"
        assert [answer.code for answer in proposal.answers] == ["throw_again", *["figures"] * 3]
    assert proposal.seen[-1] == ("cocked", 0.99)


def test_a_die_that_hardly_leans_counts() -> None:
    (answer,) = meaning(racing(), tray("K", {"cocked": 0.02, "9": 0.98})).answers
    assert answer.action == roll("Ada", "K", "9")


def test_putting_right_names_every_pawn_that_stands_elsewhere() -> None:
    before = racing({1: 4, 2: 6})
    after = racing({1: 4, 2: 6}).roll("K", "K").stop()
    told = GAME.put_right(GAME.view(before.state), GAME.view(after.state))
    assert [(i.code, dict(i.arguments)) for i in told] == [
        ("move_horse", {"horse": 1, "square": 6, "player": "Ada"}),
        ("move_horse", {"horse": 2, "square": 4, "player": "Bea"}),
    ]
    back = GAME.put_right(GAME.view(after.state), GAME.view(before.state))
    assert [(i.arguments["horse"], i.arguments["square"]) for i in back] == [(1, 4), (2, 6)]


def test_dice_due_in_the_tray() -> None:
    assert GAME.expected_in(racing().state, "tray") == 2
    assert GAME.expected_in(racing({1: 23}).state, "tray") == 1
    assert GAME.expected_in(racing(players=TWO).state, "tray") == 2
    assert GAME.expected_in(racing({1: 23, 2: 3}, players=TWO).state, "tray") is None
    assert GAME.expected_in(Race().state, "tray") is None
    assert GAME.expected_in(racing().state, "track") is None
