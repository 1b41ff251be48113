"""The page as a browser without JavaScript uses it: forms and redirects."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from tests.companion.kept.family import play


def page(tablet: Any, path: str = "/") -> str:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    return html.unescape(answer.get_data(as_text=True))


def act(tablet: Any, action: dict[str, Any], **fields: str) -> Any:
    return tablet.form(
        "/play/action", {"action": json.dumps(action), "expected_seq": str(tablet.seq), **fields}
    )


def test_nobody_plays_yet(tablet: Any) -> None:
    shown = page(tablet, "/?game=poker_dice_race")
    assert "Qui joue" in shown
    assert 'name="player"' in shown
    assert 'data-game="poker_dice_race"' in shown


def test_what_is_closed_while_no_game_is_open_leads_to_the_boxes(tablet: Any) -> None:
    assert "data-shelf" in page(tablet, "/fragment?panel=table")
    for closed in ("/", "/?panel=table"):
        assert 'id="box-crapette"' in page(tablet, closed)


def test_a_game_from_the_welcome_form_to_a_stop(tablet: Any) -> None:
    fields = {"player": ["Ada", "Bea", " ", ""], "option.stable": '"single"', "expected_seq": "0"}
    opened = tablet.form("/play/new", fields)
    assert (opened.status_code, opened.headers["Location"]) == (303, "/")
    assert "Qui commence" in page(tablet)
    assert act(tablet, {"by": "table", "do": "first_player", "player": "Bea"}).status_code == 303
    assert "Bea lance deux dés" in page(tablet)
    dice = {"arg.dice.1": '"9"', "arg.dice.0": '"K"'}
    assert act(tablet, {"by": "Bea", "do": "roll"}, **dice).status_code == 303
    assert tablet.state()["view"]["series"]["rolls"] == [["K", "9"]]
    assert "Si Bea s’arrête\u00a0: case 1" in page(tablet)
    act(tablet, {"by": "Bea", "do": "stop"})
    assert "Ada lance deux dés" in page(tablet)


def test_the_odds_the_chances_and_the_swap_are_shown(race: Any) -> None:
    race.roll("Ada", "K", "K")
    race.act({"by": "Ada", "do": "stop"})
    race.roll("Bea", "K", "Q")
    shown = page(race)
    assert "Prend la place de Ada, qui retourne au départ." in shown
    assert "Une fois sur quatre, tout est perdu" in shown
    assert re.search(r"<b>\d+\u00a0%</b>", shown)


def test_an_obstacle_leaves_no_stop_button(race: Any) -> None:
    for _ in range(5):
        race.roll("Ada", "K", "K")
    shown = page(race)
    assert "Ada doit relancer" in shown
    assert 'id="stop"' not in shown
    assert "Obstacle\u00a0: pas d’arrêt ici" in shown


def test_how_surely_the_dice_were_read(race: Any, table: Any, seen: Any) -> None:
    table.observe(seen({"K": 0.98, "A": 0.02}, {"9": 0.93, "J": 0.07}))
    shown = page(race)
    assert "sûr à 98\u00a0%" in shown
    assert "sûr à 93\u00a0%" in shown
    assert "Roi\u00a0: 1 case" in shown
    assert "Neuf\u00a0: rien" in shown


def test_the_dice_that_lie_there_are_shown_while_waiting(race: Any, eyes: Any) -> None:
    eyes.become("doubts", "doubt", (("Q", 0.61), ("figure", 0.92)))
    shown = page(race, "/fragment/eyes")
    assert "Un doute" in shown
    assert "Dame" in shown
    assert "Une figure" in shown
    assert "sûr à 61\u00a0%" in shown


def test_a_die_that_leans_is_said_and_shown(race: Any, eyes: Any, table: Any, seen: Any) -> None:
    eyes.become("doubts", "cocked", (("Q", 0.97), ("cocked", 0.92)))
    shown = page(race, "/fragment/eyes")
    assert "Un dé est cassé" in shown
    assert "Cassé" in shown
    assert "sûr à 92\u00a0%" in shown
    table.observe(seen({"Q": 0.97, "K": 0.03}, {"cocked": 0.92, "9": 0.08}))
    asked = page(race)
    assert "Un dé est cassé : relance, ou dis ce qui compte." in asked
    assert "Relancer" in asked
    assert 'id="answer-2"' in asked


@pytest.mark.parametrize(
    ("state", "code", "words"),
    [
        ("sees", "still", "Je vois tout"),
        ("waits", "hand", "Une main…"),
        ("doubts", "doubt", "Un doute"),
        ("lost", "no_frames", "Plus d’image"),
        ("off", "off", "Sans caméra"),
        ("lost", "unheard_of", "Plus d’image"),
    ],
)
def test_the_eye_has_a_shape_and_words(race: Any, eyes: Any, state: str, code: str, words: str) -> None:
    eyes.become(state, code)
    shown = page(race)
    assert f'class="chip {state}" id="eyes"' in shown
    assert words in shown


def test_a_question_with_its_photo_its_answers_and_a_way_out(
    race: Any, table: Any, eyes: Any, seen: Any
) -> None:
    eyes.pictures["crop-7"] = b"a die"
    table.observe(seen({"K": 0.5, "9": 0.5}, {"Q": 0.96, "A": 0.04}, evidence="crop-7"))
    shown = page(race)
    assert 'src="/api/v1/evidence/crop-7"' in shown
    assert "Ce dé : une figure ou rien ?" in shown
    assert 'id="answer-0"' in shown
    assert 'id="answer-1"' in shown
    assert 'name="arg.dice.1"' in page(race, "/?panel=other")
    question = str(race.state()["question"]["id"])
    fields = {"question": question, "choice": "1", "expected_seq": str(race.seq)}
    assert race.form("/play/answer", fields).status_code == 303
    assert race.state()["view"]["series"]["total"] == 1


def test_something_else_is_spelled_out(race: Any, table: Any, seen: Any) -> None:
    table.observe(seen({"K": 0.5, "9": 0.5}, {"Q": 0.96, "A": 0.04}))
    fields = {
        "question": str(race.state()["question"]["id"]),
        "action": json.dumps({"by": "Ada", "do": "roll"}),
        "arg.dice.0": '"A"',
        "arg.dice.1": '"J"',
        "expected_seq": str(race.seq),
    }
    assert race.form("/play/answer", fields).status_code == 303
    assert race.state()["view"]["series"]["rolls"] == [["A", "J"]]


def test_after_an_undo_the_line_of_news_bears_the_animal_of_whoever_is_awaited(race: Any) -> None:
    race.roll("Ada", "K", "K")
    race.act({"by": "Ada", "do": "stop"})
    race.roll("Bea", "K", "Q")
    assert race.form("/play/undo", {"expected_seq": str(race.seq)}).status_code == 303
    said = page(race).split('id="news"')[1].split("</a>")[0]
    assert "Bea lance deux dés" in said
    assert re.findall('<use href="#([a-z]+)"', said) == ["hibou"]


def test_undo_says_what_hands_put_back(race: Any) -> None:
    race.roll("Ada", "K", "K")
    race.act({"by": "Ada", "do": "stop"})
    assert race.form("/play/undo", {"expected_seq": str(race.seq)}).status_code == 303
    shown = page(race)
    assert "Sur la table, remets" in shown
    assert "Cheval 1 (Ada) : retour au départ." in shown


def test_amend_from_the_history(race: Any) -> None:
    race.roll("Ada", "Q", "9")
    seq = race.seq
    assert f"/?panel=amend&entry={seq}" in page(race, "/?panel=history")
    assert 'value=""Q"" required checked' in page(race, f"/?panel=amend&entry={seq}")
    fields = {"target": str(seq), "arg.dice.0": '"10"', "arg.dice.1": '"K"', "expected_seq": str(seq)}
    assert race.form("/play/amend", fields).status_code == 303
    assert race.state()["view"]["series"]["rolls"] == [["10", "K"]]
    assert "corrigé" in page(race, "/?panel=history")


def test_pawns_are_placed_by_a_tap(race: Any) -> None:
    race.roll("Ada", "K", "K")
    race.act({"by": "Ada", "do": "stop"})
    assert 'id="placed-1"' in page(race)
    act(race, {"by": "table", "do": "confirm_position", "horse": 1, "square": 2})
    assert 'id="placed-1"' not in page(race)


def test_each_horse_of_a_stable_has_its_own_dice_to_tap(tablet: Any) -> None:
    tablet.open("Ada", "Bea", first="Ada")
    shown = html.unescape(page(tablet)).replace(" ", "")
    assert 'id="by-taps"' not in shown
    for horse in (1, 2):
        form = shown.partition(f'id="by-taps-horse-{horse}"')[2].partition("</form>")[0]
        assert f'"horse":{horse}' in form and form.count('type="radio"') == 12


def test_a_stale_form_shows_the_table_and_says_why(race: Any) -> None:
    seq = race.seq
    race.roll("Ada", "K", "K")
    fields = {"action": json.dumps({"by": "Ada", "do": "stop"}), "expected_seq": str(seq)}
    assert race.form("/play/action", fields).status_code == 303
    assert "Entre-temps, la table a avancé." in page(race)
    assert race.state()["view"]["series"] is not None


def test_a_script_gets_the_fragment_at_once(race: Any) -> None:
    fields = {"action": json.dumps({"by": "Ada", "do": "stop"}), "expected_seq": str(race.seq)}
    refused = race.form("/play/action", fields, **{"X-Fragment": "1"})
    assert refused.status_code == 422
    assert refused.headers["X-Location"] == "/"
    text = refused.get_data(as_text=True)
    assert "Lance d’abord les dés." in text
    assert "<html" not in text


def test_a_refused_new_game_keeps_what_was_typed(tablet: Any) -> None:
    fields = {"player": ["Ada", "Ada"], "option.dice": '"numbers"', "expected_seq": "0"}
    refused = tablet.form("/play/new", fields)
    assert refused.status_code == 422
    shown = html.unescape(refused.get_data(as_text=True))
    assert shown.count('value="Ada"') >= 2
    assert re.search(r'id="option-dice-numbers"[^>]* checked', shown)
    assert "Deux joueurs ont le même nom." in shown


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/play/action", {}),
        ("/play/action", {"action": "{", "expected_seq": "1"}),
        ("/play/action", {"action": "[]", "expected_seq": "1"}),
        ("/play/action", {"action": '{"by": "Ada", "do": "stop"}'}),
        ("/play/action", {"action": '{"by": "Ada"}', "expected_seq": "1"}),
        ("/play/answer", {"question": "x", "expected_seq": "1"}),
        ("/play/amend", {"target": "2", "expected_seq": "1"}),
        ("/play/undo", {"expected_seq": "-1"}),
        ("/play/new", {"game": "chess", "player": ["Ada", "Bea"], "expected_seq": "0"}),
    ],
)
def test_forms_no_page_of_ours_sends_are_400(race: Any, path: str, fields: dict[str, Any]) -> None:
    before = race.seq
    assert race.form(path, fields).status_code == 400
    assert race.seq == before


def test_language_and_theme_are_remembered(race: Any) -> None:
    assert race.form("/preferences", {"language": "en"}).status_code == 303
    race.form("/preferences", {"theme": "soir"})
    shown = page(race)
    assert '<html lang="en" data-theme="soir">' in shown
    assert "Ada throws two dice" in shown
    race.form("/preferences", {"language": "tlh", "theme": "auto"})
    assert '<html lang="en">' in page(race)


def test_the_end_shows_the_ranking_and_plays_again(race: Any) -> None:
    for _ in range(11):
        race.roll("Ada", "K", "K")
    while not race.state()["over"]:
        race.roll("Ada", "K")
    shown = page(race)
    assert "Ada gagne\u00a0!" in shown
    assert 'id="again"' in shown
    again = {"player": ["Ada", "Bea"], "option.stable": '"single"', "expected_seq": str(race.seq)}
    assert race.form("/play/new", again).status_code == 303
    assert race.state()["view"]["phase"] == "draw_first"
    assert race.state()["game"]["number"] == 2


def test_an_unknown_address_is_a_short_page(race: Any) -> None:
    answer = race.client.get("/nowhere")
    assert answer.status_code == 404
    assert "Retour à la table" in answer.get_data(as_text=True)


def test_a_pause_after_the_end_says_that_the_game_is_over(tablet: Any, table: Any) -> None:
    play(table, "poker_dice_race", "Ada", "Bea", seed=1, options={"end_when": "first"})
    shown = page(tablet, "/?panel=pause").split('id="panel"')[1]
    assert "La partie est finie." in shown and "Retour à la table" in shown
    assert "Reprendre la partie" not in shown
