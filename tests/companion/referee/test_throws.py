"""Throws that were read doubtfully, wrongly or not at all: what hands do next tells them, or people are asked."""

from __future__ import annotations

import pytest

from companion.referee import Verdict
from companion.referee.hypothesis import Candidate
from companion.referee.search import Explanation
from companion.sighting import UNREADABLE
from tests.companion.referee.scenes import Scene, done
from tests.companion.referee.test_other_games import race_of_one_colour

JACK_OR_ACE = {"J": 0.6, "A": 0.4}
"""A figure, or none (PD-6)."""
SURELY_A_JACK = {"J": 0.997, "A": 0.0025, UNREADABLE: 0.0005}


def race(*players: str) -> Scene:
    """One horse each, Ada begins; with two players two each."""
    return Scene.of(
        "poker_dice_race",
        players or ("Ada", "Bea", "Cyd"),
        [{"by": "table", "do": "first_player", "player": "Ada"}],
    )


def straight(scene: Scene, *, first: int = 22) -> Scene:
    """Everybody stands in the straight, where one die is thrown, but perhaps the first horse."""
    return standing(scene, first, 24, 28)


def standing(scene: Scene, *squares: int) -> Scene:
    """The horses stand on these squares, one each."""
    game = scene.game
    horses = {str(number): {"square": square} for number, square in enumerate(squares, 1)}
    state = game.new_game(scene.players, {}, {"phase": "racing", "turn": "Ada", "horses": horses})
    return Scene(game, scene.players, state)


def total(scene: Scene) -> int:
    """The total of the running series."""
    series = scene.game.view(scene.state).public["series"]
    return 0 if series is None else int(series["total"])


def square(scene: Scene, horse: int) -> int:
    """Where a horse stands in the journal."""
    return int(scene.game.view(scene.state).public["horses"][str(horse)]["square"])


def still(scene: Scene) -> Verdict:
    """One more look at the same table."""
    return scene.look()


# ---------------------------------------------------------------- a die that is doubtful


def test_a_doubtful_die_is_not_asked_about_while_the_next_hands_may_tell_it() -> None:
    scene = straight(race())
    assert scene.look("Ada", ["tray"], tray=JACK_OR_ACE).kind == "look_again"
    assert still(scene).kind == "open"
    assert total(scene) == 0


def test_whoever_throws_next_tells_whether_the_last_die_was_a_figure() -> None:
    scene = straight(race())
    scene.look("Ada", ["tray"], tray=JACK_OR_ACE)
    scene.look("Bea", ["tray"], tray=["Q"])
    verdicts = [scene.look("Bea", ["tray"], tray=["K"]), still(scene)]
    assert "asked" not in [verdict.kind for verdict in verdicts]
    assert (scene.game.view(scene.state).public["turn"], total(scene)) == ("Bea", 2)


def test_the_pawn_tells_what_the_doubtful_die_was() -> None:
    scene = straight(race())
    scene.look("Ada", ["tray"], tray=JACK_OR_ACE)
    still(scene)
    verdict = scene.look("Ada", ["square_22", "square_23"], square_22=[], square_23=["horse_1"])
    assert done(verdict)[-1] == ("Ada", "stop")
    assert square(scene, 1) == 23


def test_a_doubtful_die_is_asked_about_when_nobody_goes_on() -> None:
    scene = straight(race())
    scene.look("Ada", ["tray"], tray=JACK_OR_ACE)
    verdicts = [still(scene) for _ in range(4)]
    question = next(verdict.question for verdict in verdicts if verdict.question is not None)
    assert {answer.action["dice"][0] in ("J", "Q", "K") for answer in question.answers if answer.action} == {
        True,
        False,
    }


def test_a_throw_is_not_entered_with_less_belief_than_what_can_be_seen_again() -> None:
    scene = straight(race())
    scene.look("Ada", ["tray"], tray={"J": 0.95, "A": 0.05})
    assert still(scene).kind == "open"


def test_a_throw_has_to_be_surer_than_a_card_for_nothing_puts_it_right() -> None:
    scene = straight(race())
    assert scene.look("Ada", ["tray"], tray={"J": 0.99, "A": 0.01}).kind == "look_again"


def test_a_doubt_that_names_no_other_face_in_particular_keeps_no_throw_back() -> None:
    """Films 714 to 716: a one was read with 0.98, no other number with more than 0.003, and people were asked."""
    scene = race_of_one_colour()
    for do in ("handicap_done", "no_bet"):
        for player in scene.players:
            scene.tap({"by": player, "do": do})
    one = {"1": 0.9815, "4": 0.0026, "2": 0.0017, "5": 0.0015, "6": 0.0011, "3": 0.0009, UNREADABLE: 0.0107}
    assert done(scene.look("Ada", ["die"], die=[one])) == [("Ada", "start_roll")]


def test_which_figure_a_die_shows_is_no_doubt() -> None:
    """Faces that mean the same count together (PD-6)."""
    scene = straight(race())
    verdict = scene.look("Ada", ["tray"], tray={"J": 0.5, "Q": 0.3, "K": 0.195, "A": 0.005})
    assert done(verdict) == [("Ada", "roll")]
    assert total(scene) == 1


def test_what_was_thrown_is_entered_at_the_first_look_for_no_further_one_shows_it_better() -> None:
    scene = race()
    sure = [{"K": 0.998, "A": 0.001, "cocked": 0.001}, {"Q": 0.998, "9": 0.001, "cocked": 0.001}]
    assert done(scene.look("Ada", ["tray"], tray=sure)) == [("Ada", "roll")]


def test_a_doubtful_die_beside_a_sure_one_of_its_likeliest_face_is_still_doubtful() -> None:
    scene = race()
    assert scene.look("Ada", ["tray"], tray=[{"Q": 0.51, "A": 0.49}, "Q"]).kind == "look_again"
    scene.look("Ada", ["start_1", "square_1"], start_1=[], square_1=["horse_1"])
    assert square(scene, 1) == 1


def test_both_dice_may_be_other_faces_than_they_look_like() -> None:
    scene = race()
    scene.look("Ada", ["tray"], tray=[{"A": 0.54, "Q": 0.46}, {"A": 0.67, "J": 0.33}])
    still(scene)
    verdict = scene.look("Ada", ["start_1", "square_2"], start_1=[], square_2=["horse_1"])
    assert done(verdict if verdict.kind == "played" else still(scene)) == [("Ada", "roll"), ("Ada", "stop")]
    assert square(scene, 1) == 2


def test_a_throw_that_later_ones_do_not_tell_is_asked_about_and_not_guessed() -> None:
    scene = race()
    scene.look("Ada", ["tray"], tray=[{"J": 0.94, "A": 0.06}, "Q"])
    verdicts = [still(scene)]
    for dice in (["Q", "9"], ["K", "9"], ["J", "J"]):
        verdicts += [scene.look("Ada", ["tray"], tray=dice), still(scene)]
    kinds = [verdict.kind for verdict in verdicts]
    assert "asked" in kinds
    assert "played" not in kinds[: kinds.index("asked")]


def test_what_people_tell_by_the_page_is_not_told_once_more_by_what_was_still_doubted() -> None:
    scene = race()
    scene.look("Ada", ["tray"], tray=[{"J": 0.6, "A": 0.4}, "Q"])
    assert still(scene).kind == "open"
    assert scene.look("Ada", ["tray"], tray=["K", "9"]).kind == "open"
    scene.tap({"by": "Ada", "do": "roll", "dice": ["A", "Q"]})
    scene.tap({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    assert still(scene).kind == "same"
    assert done(scene.look("Ada", ["tray"], tray=["9", "J"])) == [("Ada", "roll")]
    assert total(scene) == 3


# ---------------------------------------------------------------- a die that cannot be read


def test_a_die_that_cannot_be_read_is_a_figure_or_none() -> None:
    scene = straight(race())
    scene.look("Ada", ["tray"], tray={UNREADABLE: 1.0})
    verdict = scene.look("Ada", ["square_22", "square_23"], square_22=[], square_23=["horse_1"])
    if verdict.kind == "look_again":
        verdict = still(scene)
    assert done(verdict) == [("Ada", "roll"), ("Ada", "stop")]


def test_the_same_unreadable_die_is_no_second_throw() -> None:
    scene = race()
    scene.look("Ada", ["tray"], tray=["K", UNREADABLE])
    scene.look("Ada", ["start_1", "square_1"], start_1=[], square_1=["horse_1"])
    assert square(scene, 1) == 1
    assert {still(scene).kind for _ in range(3)} == {"same"}


# ---------------------------------------------------------------- a die that was read wrongly


def test_a_die_read_surely_and_wrongly_is_put_right_by_the_pawn() -> None:
    scene = straight(race())
    assert done(scene.look("Ada", ["tray"], tray=["K"])) == [("Ada", "roll")]
    assert done(scene.look("Ada", ["tray"], tray=SURELY_A_JACK)) == [("Ada", "roll")]
    assert (scene.game.view(scene.state).public["turn"], total(scene)) == ("Ada", 2)
    scene.look("Bea", ["tray"], tray=["Q"])
    scene.look("Bea", ["tray"], tray=["K"])
    verdict = scene.look("Bea", ["square_24", "square_26"], square_24=[], square_26=["horse_2"])
    if verdict.kind != "played":
        verdict = still(scene)
    assert verdict.kind == "played"
    assert square(scene, 2) == 26
    assert square(scene, 1) == 22


def test_a_pawn_that_comes_a_square_short_of_a_throw_that_was_read_surely_is_told_where_it_belongs() -> None:
    """A pawn is put down wrongly more often than a die is read surely and wrongly (section 7)."""
    scene = race()
    scene.look("Ada", ["tray"], tray=["K", "Q"])
    verdict = scene.look("Ada", ["start_1", "square_1"], start_1=[], square_1=["horse_1"])
    if verdict.kind == "look_again":
        verdict = still(scene)
    assert done(verdict) == [("Ada", "stop")]
    assert verdict.refusal is not None and verdict.refusal.details == {"horse": 1, "expected": 2, "seen": 1}


def test_a_throw_read_wrongly_is_told_anew_rather_than_one_made_up_that_nobody_saw() -> None:
    scene = straight(race(), first=5)
    assert done(scene.look("Ada", ["tray"], tray=["K", "9"])) == [("Ada", "roll")]
    verdicts = [
        scene.look("Bea", ["tray"], tray=["Q"]),
        still(scene),
        scene.look("Bea", ["tray"], tray=["K"]),
    ]
    told = next(verdict for verdict in verdicts if verdict.kind == "played")
    assert (told.taken_back, done(told)) == (1, [("Ada", "roll"), ("Bea", "roll"), ("Bea", "roll")])


# ---------------------------------------------------------------- which horse runs


@pytest.mark.parametrize("runner", [1, 2])
def test_which_of_two_horses_runs_is_told_by_the_one_that_moves(runner: int) -> None:
    scene = race("Ada", "Bea")
    assert scene.look("Ada", ["start_1", "start_2", "tray"], tray=["K", "9"]).kind == "look_again"
    assert still(scene).kind == "open"
    start = f"start_{runner}"
    zones = {start: [], "square_1": [f"horse_{runner}"]}
    verdict = scene.look("Ada", [start, "square_1"], **zones)
    assert done(verdict) == [("Ada", "roll"), ("Ada", "stop")]
    assert square(scene, runner) == 1


# ---------------------------------------------------------------- after people have put the journal right


def test_dice_that_lie_there_when_people_correct_the_page_are_no_new_throw_and_need_not_be_put_back() -> None:
    scene = race()
    scene.look("Ada", ["tray"], tray=["K", "Q"])
    scene.referee.restart(scene.state, scene.moves)
    assert {still(scene).kind for _ in range(2)} == {"same"}
    assert done(scene.look("Ada", ["tray"], tray=["J", "9"])) == [("Ada", "roll")]


def test_a_pawn_that_cannot_be_read_when_people_correct_the_page_need_not_be_put_back() -> None:
    scene = race()
    scene.look(start_2={UNREADABLE: 1.0})
    scene.referee.restart(scene.state, scene.moves)
    assert done(scene.look("Ada", ["tray"], tray=["J", "9"])) == [("Ada", "roll")]


def test_whether_the_same_faces_were_thrown_once_more_is_asked_and_no_picture_is_shown() -> None:
    """Film 328: hands that stopped were seen over the tray as well, and the next player threw the same."""
    scene = standing(race("Ada", "Bea", "Cyd", "Dan"), 17, 5, 6, 8)
    assert done(scene.look("Ada", ["tray"], tray=["J", "Q"])) == [("Ada", "roll")]
    hands, thrown = ["tray", "square_17", "square_19", "tray"], ["Q", {"J": 0.7, "A": 0.3}]
    assert scene.look("Ada", hands, square_17=[], square_19=["horse_1"], tray=thrown).kind == "look_again"
    question = still(scene).question
    assert question is not None
    told = [[action["do"] for action in answer.arguments["actions"]] for answer in question.answers]
    assert told[:2] == [["stop"], ["stop", "roll"]]


def test_a_throw_that_a_question_was_about_is_not_told_once_more() -> None:
    scene = straight(race())
    scene.look("Ada", ["tray"], tray=JACK_OR_ACE)
    questions = [
        verdict.question for verdict in (still(scene), still(scene), still(scene)) if verdict.question
    ]
    answer = next(one for one in questions[0].answers if one.action and one.action["dice"] == ["A"])
    assert answer.action is not None
    scene.play(answer.action)
    scene.referee.believe(scene.state, scene.moves)
    assert still(scene).kind == "same"
    assert done(scene.look("Bea", ["tray"], tray=["Q"])) == [("Bea", "roll")]


def test_a_stop_is_not_offered_again_with_a_pawn_that_was_seen_in_its_place() -> None:
    """Confirming where a pawn stands is done by looking: no hand does it, and nothing changes for anybody."""
    scene = race()
    assert done(scene.look("Ada", ["tray"], tray=["K", "Q"])) == [("Ada", "roll")]
    stop, confirm = {"by": "Ada", "do": "stop"}, {"by": "table", "do": "confirm_position"}
    confirm |= {"horse": 1, "square": 2}
    after, _ = scene.game.apply(scene.state, stop)
    seen, _ = scene.game.apply(after, confirm)
    table, touches = scene.game.visible_table(after), ("start_1", "square_2")
    plain = Explanation(after, table, 0.0, actions=(stop,), touches=(touches,))
    again = Explanation(seen, table, 0.0, actions=(stop, confirm), touches=(touches, ()))
    entered = scene.referee._beam.entered
    told = [Candidate(entered, plain, 0.6), Candidate(entered, again, 0.3)]
    assert scene.referee._asked.offered(told, scene.moves) == told[:1]


@pytest.mark.parametrize("taken_up_by", ["Ada", "Bea"])
def test_whose_hand_throws_while_a_pawn_is_hidden_tells_that_it_was_moved(taken_up_by: str) -> None:
    """Film 336: a shadow lay over both squares, and the throw was told of whoever had thrown before."""
    scene, hidden = standing(race(), 4, 16, 8), {"square_4", "square_5"}
    scene.look("Ada", ["tray"], tray=["J", "9"])
    scene.look(taken_up_by, ["tray"], tray=[], under_a_hand=hidden)
    assert scene.look("Bea", ["tray"], tray=["Q", "A"], under_a_hand=hidden).kind == "look_again"
    verdict = scene.look(square_4=[], square_5=["horse_1"])
    assert done(verdict) == [("Ada", "stop"), ("Bea", "roll")]


def test_whoever_throws_on_has_not_moved_the_pawn_that_is_hidden() -> None:
    scene, hidden = standing(race(), 4, 16, 8), {"square_4", "square_5"}
    scene.look("Ada", ["tray"], tray=["J", "9"])
    scene.look("Ada", ["tray"], tray=[], under_a_hand=hidden)
    assert done(scene.look("Ada", ["tray"], tray=["Q", "A"], under_a_hand=hidden)) == [("Ada", "roll")]


def test_a_throw_is_entered_while_a_square_shows_what_nobody_can_read() -> None:
    """Film 346: a bowl's shadow lay over two squares, and three throws in a row were left open."""
    scene = standing(race(), 4, 16, 8)
    scene.look("Ada", ["tray"], tray=["J", "9"])
    scene.look("Ada", ["square_11"], square_11=[{UNREADABLE: 1.0}] * 2)
    verdict = scene.look("Ada", ["tray"], tray=["K", "Q"])
    assert done(verdict if verdict.kind == "played" else still(scene)) == [("Ada", "roll")]
