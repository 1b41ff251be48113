"""Pawns that hands put down wrongly: said at once, and what was thrown is entered all the same (section 7)."""

from __future__ import annotations

from companion.action import Action
from companion.games import load
from companion.sighting import UNREADABLE

from .scenes import Scene, done
from .test_other_games import race_in_which_bea_is_due

STARTED: Action = {"by": "table", "do": "first_player", "player": "Ada"}


def race() -> Scene:
    """Ada (pawn 1) and Bea (pawn 2), one horse each; Ada begins."""
    scene = Scene.of("poker_dice_race", ("Ada", "Bea"), [STARTED], stable="single")
    assert done(scene.look("Ada", ["tray"], tray=("Q", "K"))) == [("Ada", "roll")]
    return scene


def test_a_pawn_that_is_moved_though_the_series_is_lost_is_sent_back_and_the_throw_counts() -> None:
    """ "Série perdue": the die shows it, and no stop is made up that leaves it unexplained."""
    game = load("poker_dice_race")
    players, horses = ("Ada", "Bea", "Cyd"), {"1": {"square": 22}, "2": {"square": 8}, "3": {"square": 5}}
    setup = {"phase": "racing", "turn": "Ada", "horses": horses}
    scene = Scene(game, players, game.new_game(players, {}, setup))
    assert done(scene.look("Ada", ["tray"], tray=("J",))) == [("Ada", "roll")]
    over = ["tray", "square_22", "square_23"]
    verdict = scene.look("Ada", over, tray=("9",), square_22=(), square_23=("horse_1",))
    assert done(verdict) == [("Ada", "roll")] and verdict.actions[0]["dice"] == ["9"]
    assert verdict.refusal is not None and verdict.refusal.code == "wrong_square"
    assert verdict.refusal.details == {"horse": 1, "expected": 22, "seen": 23, "lost": 1}
    assert {one.zone for one in verdict.differences} == {"square_22", "square_23"}
    assert scene.look().kind == "refused"
    assert scene.look("Ada", ["square_23", "square_22"], square_23=(), square_22=("horse_1",)).kind == "same"


def test_who_stops_a_square_too_far_has_stopped_and_is_told_where_the_pawn_belongs() -> None:
    scene = race()
    verdict = scene.look("Ada", ["start_1", "square_3"], start_1=(), square_3=("horse_1",))
    assert done(verdict) == [("Ada", "stop")]
    assert verdict.refusal is not None and verdict.refusal.details == {"horse": 1, "expected": 2, "seen": 3}
    assert scene.look("Ada", ["square_3", "square_2"], square_3=(), square_2=("horse_1",)).kind == "same"


def test_who_moves_the_wrong_pawn_is_told_which_one_goes_back_and_nothing_is_entered() -> None:
    """Whether it was meant as a stop is seen when the right pawn moves."""
    scene = race()
    verdict = scene.look("Ada", ["start_1", "start_2", "square_2"], start_2=(), square_2=("horse_2",))
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 2, "expected": 0, "seen": 2}
    over = ["square_2", "start_2", "start_1"]
    verdict = scene.look("Ada", over, start_2=("horse_2",), start_1=(), square_2=("horse_1",))
    assert done(verdict) == [("Ada", "stop")] and verdict.refusal is None


def test_of_a_displaced_pawn_that_stays_where_it_was_it_is_said_where_it_goes() -> None:
    """PD-16: the stop counts, and pawn 2 goes back to where the other one came from."""
    scene = race()
    assert done(scene.look("Ada", ["start_1", "square_2"], start_1=(), square_2=("horse_1",))) == [
        ("Ada", "stop")
    ]
    assert done(scene.look("Bea", ["tray"], tray=("A", "K"))) == [("Bea", "roll")]
    assert done(scene.look("Bea", ["tray"], tray=("J", "9"))) == [("Bea", "roll")]
    over = ["start_2", "square_2"]
    verdict = scene.look("Bea", over, start_2=(), square_2=("horse_1", "horse_2"))
    if verdict.kind == "look_again":
        verdict = scene.look()
    assert done(verdict) == [("Bea", "stop")] and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 1, "expected": 0, "seen": 2, "taken_by": 2}


def test_a_pawn_that_no_hand_was_at_is_not_said_to_stand_wrongly() -> None:
    """Two letters that a reader takes for each other are no swap of pawns."""
    scene = race()
    verdict = scene.look("Ada", ["tray"], tray=("A", "Q"), start_1=("horse_2",), start_2=("horse_1",))
    assert verdict.refusal is None


def test_of_two_pawns_that_seem_to_stand_wrongly_the_one_is_named_that_hands_moved() -> None:
    """A pawn is seen where none stands now and then; where hands were something did happen."""
    game, players = load("poker_dice_race"), ("Ada", "Bea", "Cyd", "Dan")
    horses = {"1": {"square": 13}, "2": {"square": 5}, "3": {"square": 4}, "4": {"square": 2}}
    setup = {"phase": "racing", "turn": "Dan", "horses": horses}
    scene = Scene(game, players, game.new_game(players, {}, setup))
    assert done(scene.look("Dan", ["tray"], tray=("Q", "K"))) == [("Dan", "roll")]
    scene.look(square_17=("horse_1",))
    verdict = scene.look("Dan", ["square_4", "square_6"], square_4=(), square_6=("horse_3",))
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 3, "expected": 4, "seen": 6}
    assert {one.zone for one in verdict.differences} == {"square_4", "square_6"}


def test_a_pawn_on_its_way_to_where_it_belongs_says_nothing_against_the_throw() -> None:
    """Where it stood wrongly fitted a throw that was hardly read: once it is lifted nothing lies there any more."""
    scene = Scene.of("poker_dice_race", ("Ada", "Bea"), [STARTED], stable="single")
    assert done(scene.look("Ada", ["tray"], tray=("Q", {"K": 0.9985, "A": 0.0015}))) == [("Ada", "roll")]
    verdict = scene.look("Ada", ["start_1", "square_1"], start_1=(), square_1=("horse_1",))
    assert done(verdict) == [("Ada", "stop")] and verdict.refusal is not None
    assert scene.look("Ada", ["square_1"], square_1=()).kind != "played"
    assert scene.look("Ada", ["square_2"], square_2=("horse_1",)).kind == "same"
    assert [one["do"] for one in scene.moves] == ["roll", "stop"] and scene.moves[0]["dice"] == ["Q", "K"]


def test_who_puts_a_pawn_back_as_told_has_not_moved_it_rightly_before() -> None:
    """The series was lost; that the next player threw is told of nowhere."""
    scene = Scene.of("poker_dice_race", ("Ada", "Bea", "Cyd"), [STARTED])
    assert done(scene.look("Ada", ["tray"], tray=("Q", "K"))) == [("Ada", "roll")]
    assert done(scene.look("Ada", ["tray"], tray=("J", "J"))) == [("Ada", "roll")]
    over = ["tray", "start_1", "square_4"]
    verdict = scene.look("Ada", over, tray=("A", "10"), start_1=(), square_4=("horse_1",))
    assert done(verdict) == [("Ada", "roll")] and verdict.refusal is not None
    assert scene.look("Ada", ["square_4", "start_1"], square_4=(), start_1=("horse_1",)).kind == "same"


def test_a_die_too_few_taken_up_again_says_nothing_against_the_throw_before() -> None:
    """Had that shown no figure, one die would have been due."""
    game, players = load("poker_dice_race"), ("Ada", "Bea", "Cyd")
    horses = {"1": {"square": 13}, "2": {"square": 22}, "3": {"square": 5}}
    setup = {"phase": "racing", "turn": "Ada", "horses": horses}
    scene = Scene(game, players, game.new_game(players, {}, setup))
    assert scene.look("Ada", ["tray"], tray=("A", {"Q": 0.99, "A": 0.01})).kind == "look_again"
    assert scene.look().kind == "open"
    assert scene.look("Ada", ["tray"], tray=("Q",)).kind == "look_again"
    verdict = scene.look()
    assert done(verdict) == [("Ada", "roll")]
    assert verdict.refusal is not None and verdict.refusal.code == "wrong_dice_count"
    assert scene.look("Ada", ["tray"], tray=()).kind == "same"


def test_where_nobody_heeds_that_a_pawn_stands_wrongly_the_throw_is_asked_about() -> None:
    """Evening 74490: an ace was read surely as a queen, and the page said for the rest of the game that the pawn
    belongs a square further.
    """
    scene = Scene.of("poker_dice_race", ("Ada", "Bea"), [STARTED], stable="single")
    assert done(scene.look("Ada", ["tray"], tray=("K", {"Q": 0.9994, "A": 0.0006}))) == [("Ada", "roll")]
    over = ["start_1", "square_1"]
    verdict = scene.look("Ada", over, start_1=(), square_1=("horse_1",))
    verdict = scene.look() if verdict.kind == "look_again" else verdict
    assert done(verdict) == [("Ada", "stop")] and verdict.refusal is not None
    for _ in range(3):
        verdict = scene.look("Bea", ["tray"], tray=("J", "9"))
        verdict = scene.look() if verdict.kind == "look_again" else verdict
        if verdict.kind != "played":
            break
    assert verdict.question is not None
    told = next(answer for answer in verdict.question.answers if answer.taken_back)
    thrown, instead = told.arguments["retold"]["before"], told.arguments["retold"]["after"]
    assert (thrown["dice"], instead["dice"]) == (["K", "Q"], ["K", "A"])


def test_a_stop_on_an_obstacle_was_none_where_the_next_player_throws_after_it() -> None:
    """Film 460: somebody knocked against the mat, a throw was missed, and the pawn, put down rightly, seemed to stop
    on an obstacle. A lost series was entered, though the figure was seen surely, and the pawn was to go back.
    """
    game, players = load("poker_dice_race"), ("Ada", "Bea", "Cyd")
    setup = {
        "phase": "racing",
        "turn": "Bea",
        "horses": {"1": {"square": 5}, "2": {"square": 3}, "3": {"square": 0}},
        "board": {"length": 24, "obstacles": [[7, 8], [17, 18]]},
    }
    scene = Scene(game, players, game.new_game(players, {}, setup))
    assert done(scene.look("Bea", ["tray"], tray=("K", "J"))) == [("Bea", "roll")]
    assert done(scene.look("Bea", ["tray"], tray=("J", "J"))) == [("Bea", "roll")]
    over = ["tray", "square_3", "square_9"]
    verdict = scene.look("Bea", over, tray=("Q", "A"), square_3=(), square_9=("horse_2",))
    assert verdict.refusal is not None and verdict.refusal.code == "on_obstacle_must_reroll"
    verdict = scene.look("Cyd", ["tray"], tray=("9", "Q"))
    assert verdict.refusal is None
    assert [(one["by"], one["do"]) for one in scene.moves[2:]] == [
        ("Bea", "roll"),
        ("Bea", "roll"),
        ("Bea", "stop"),
        ("Cyd", "roll"),
    ]


def test_the_hand_that_threw_moves_the_pawn_though_the_series_is_lost() -> None:
    """It was in the tray first: nobody threw after it, and the pawn did not stop before."""
    game, players = load("poker_dice_race"), ("Ada", "Bea", "Cyd")
    horses = {"1": {"square": 24}, "2": {"square": 8}, "3": {"square": 17}}
    setup = {"phase": "racing", "turn": "Bea", "horses": horses}
    scene = Scene(game, players, game.new_game(players, {}, setup))
    assert done(scene.look("Bea", ["tray"], tray=("A", "Q"))) == [("Bea", "roll")]
    assert scene.look("Bea", ["tray"], tray=()).kind == "same"
    over = ["tray", "square_8", "square_9"]
    verdict = scene.look("Bea", over, tray=("10", "9"), square_8=(), square_9=("horse_2",))
    assert done(verdict) == [("Bea", "roll")] and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 2, "expected": 8, "seen": 9, "lost": 1}


def test_a_hand_in_the_tray_before_the_pawn_was_moved_threw_for_nobody_after_it() -> None:
    """Film 414: the stop was entered, and the 9 that had lost the series was said to be a die too few."""
    game, players = load("poker_dice_race"), ("Ada", "Bea", "Cyd")
    horses = {"1": {"square": 13}, "2": {"square": 22}, "3": {"square": 5}}
    setup = {"phase": "racing", "turn": "Bea", "horses": horses}
    scene = Scene(game, players, game.new_game(players, {}, setup))
    assert done(scene.look("Bea", ["tray"], tray=("K",))) == [("Bea", "roll")]
    whose_hands_nobody_tells = [("", zone) for zone in ("tray", "square_22", "square_23")]
    shows = {"tray": ("9",), "square_22": (), "square_23": ("horse_2",)}
    verdict = scene.look(None, whose_hands_nobody_tells, **shows)
    assert done(verdict) == [("Bea", "roll")] and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 2, "expected": 22, "seen": 23, "lost": 1}


def test_a_horse_a_square_short_is_said_though_a_bet_elsewhere_is_taken_for_another() -> None:
    """Evening 74263: people were asked what had been rolled, and nobody said where the horse belonged."""
    scene = race_in_which_bea_is_due()
    short = {"square_3": 0.98, "square_4": 0.005, "unreadable": 0.015}
    elsewhere = [{"horse_5": 0.92, "horse_2": 0.07}, "horse_13"]
    verdict = scene.look("Bea", ["die", "lane_14"], die=["4"], lane_14=short, stable_1=elsewhere)
    assert done(verdict) == [("Bea", "roll")]
    assert verdict.refusal is not None and verdict.refusal.code == "wrong_square"
    assert (verdict.refusal.details["expected"], verdict.refusal.details["seen"]) == (4, 3)


def test_a_horse_a_square_short_is_said_though_a_bare_lane_cannot_be_read() -> None:
    """Evenings 74221 and 74228: the die was said to have shown one less, and people were asked."""
    scene = race_in_which_bea_is_due()
    die = {"4": 0.998, "3": 0.002}
    verdict = scene.look("Bea", ["die", "lane_14"], die=[die], lane_14=["square_3"], lane_5=["unreadable"])
    assert done(verdict) == [("Bea", "roll")] and verdict.actions[0]["value"] == 4
    assert verdict.refusal is not None and verdict.refusal.code == "wrong_square"


def test_a_token_seen_where_none_is_hides_no_roll_that_nobody_saw() -> None:
    """Film 635: a dark spot beside a bet was a second black pawn, and nobody was asked whether the horse was due."""
    scene = race_in_which_bea_is_due()
    scene.look("Bea", ["die"], die=[])
    assert scene.look(bet_1=["black"]).kind == "unfinished"
    assert scene.look("Ada", ["bet_1"]).kind == "unfinished"
    verdict = scene.look("Ada", ["lane_14"], lane_14=["square_4"], unread=["die"], side_chance=0.75)
    verdict = scene.look(unread=["die"]) if verdict.kind == "look_again" else verdict
    assert verdict.question is not None
    told = verdict.question.answers[0].action
    assert told is not None and (told["by"], told["do"], told["value"]) == ("Bea", "roll", 4)


def test_no_pawn_is_found_in_its_place_at_a_look_that_shows_it_elsewhere() -> None:
    """Film 715: four pawns had not been looked at since they moved, and one of them was pushed back by a square."""
    squares = {"1": ("Ada", 9), "10": ("Ada", 11), "13": ("Bea", 17), "15": ("Bea", 6)}
    horses = {number: {"owner": owner, "square": square} for number, (owner, square) in squares.items()}
    setup = {"phase": "racing", "race": 1, "horses": horses, "turn": "Ada", "to_roll": [1, 10]}
    setup["hands"] = {"Ada": [], "Bea": []}
    game = load("super_crack")
    scene = Scene(game, ("Ada", "Bea"), game.new_game(("Ada", "Bea"), {}, setup))
    for by, value, lane, square in (
        ("Ada", "4", "lane_1", "square_13"),
        ("Ada", "2", "lane_10", "square_13"),
        ("Bea", "2", "lane_13", "square_19"),
        ("Bea", "3", "lane_15", "square_9"),
    ):
        scene.look(by, ["die"], die=[])
        assert done(scene.look(by, ["die", lane], die=[value], **{lane: [square]})) == [(by, "roll")]
        if lane == "lane_10":
            scene.tap({"by": "Ada", "do": "end_turn"})
    assert scene.state.awaiting == (1, 10, 13, 15)
    pushed = {"square_12": 0.9988, "square_13": 0.0004, UNREADABLE: 0.0008}
    verdict = scene.look(over=["lane_1"], lane_1=[pushed])
    assert verdict.kind == "refused" and verdict.refusal is not None
    assert verdict.refusal.details == {"horse": 1, "expected": 13, "seen": 12}
