"""A training is done in stages: what was done before is kept, what rests on something changed is done anew."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vision.rendered_photographs import write_rendered_photographs
from vision.training.dataset import load_scene_set
from vision.training.dice import DiceTraining, Leg, dice_stages, finished_models
from vision.training.stages import Entry, Stage, due_stages, load_record, run_stages

MODELS = Path(__file__).resolve().parents[3] / "vision" / "models"


class Workshop:
    """Stages that note when they were done, and leave a file."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.begun: list[str] = []
        self.found: dict[str, list[str]] = {}
        self.broken = ""
        self.told: list[str] = []

    def _does(self, name: str) -> Callable[[Path], None]:
        def run(folder: Path) -> None:
            self.begun.append(name)
            self.found[name] = sorted(path.name for path in folder.iterdir())
            (folder / "half").write_text("")
            if name == self.broken:
                raise KeyboardInterrupt
            (folder / "whole").write_text("")

        return run

    def run(self, **courses: str) -> list[str]:
        self.begun, self.found, self.told = [], {}, []
        stages = [Stage(name, course, self._does(name)) for name, course in courses.items()]
        run_stages(stages, self.work, self.told.append)
        return self.begun


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path / "work")


def test_what_was_done_is_not_done_again(workshop: Workshop) -> None:
    assert workshop.run(scenes="ten", base="short") == ["scenes", "base"]
    assert workshop.run(scenes="ten", base="short", last="bold") == ["last"]
    assert workshop.told[0].startswith("scenes: was done before, in ")
    assert workshop.told[-1].startswith("last: done in ")


def test_an_interrupted_stage_goes_on_in_what_it_left(workshop: Workshop) -> None:
    workshop.broken = "base"
    with pytest.raises(KeyboardInterrupt):
        workshop.run(scenes="ten", base="short", last="bold")
    assert workshop.begun == ["scenes", "base"]
    workshop.broken = ""
    assert workshop.run(scenes="ten", base="short", last="bold") == ["base", "last"]
    assert workshop.found == {"base": ["half"], "last": []}


def test_what_rests_on_a_changed_stage_is_done_anew_from_an_empty_folder(workshop: Workshop) -> None:
    workshop.run(scenes="ten", base="short", last="bold")
    assert workshop.run(scenes="ten", base="long", last="bold") == ["base", "last"]
    assert workshop.found == {"base": [], "last": []}


def test_what_rests_on_a_stage_that_changed_and_broke_off_is_never_taken_for_done(workshop: Workshop) -> None:
    workshop.run(scenes="ten", base="short", last="bold")
    workshop.broken = "base"
    with pytest.raises(KeyboardInterrupt):
        workshop.run(scenes="ten", base="long", last="bold")
    assert load_record(workshop.work).keys() == {"scenes", "base"}
    workshop.broken = ""
    assert workshop.run(scenes="ten", base="long", last="bold") == ["base", "last"]
    assert workshop.found["last"] == []


def test_only_a_stage_that_ended_on_the_same_course_is_done() -> None:
    stages = [Stage(name, "as asked", lambda folder: None) for name in ("one", "two")]
    ended, broken, other = Entry("as asked", 1.0), Entry("as asked", None), Entry("otherwise", 1.0)
    assert due_stages(stages, {"one": ended, "two": ended}) == []
    assert due_stages(stages, {"one": ended, "two": broken}) == stages[1:]
    assert due_stages(stages, {"one": other, "two": ended}) == stages
    assert due_stages(stages, {}) == stages


def test_what_tells_dice_that_lean_is_trained_unless_it_is_not_wanted(tmp_path: Path) -> None:
    names = [stage.name for stage in dice_stages(DiceTraining(legs=()), tmp_path)]
    assert names == ["scenes", "base", "leaning-scenes", "leaning", "rendered"]
    names = [stage.name for stage in dice_stages(DiceTraining(legs=(), leaning_scenes=0), tmp_path)]
    assert names == ["scenes", "base", "rendered"]


def test_the_dice_end_with_rendered_scenes_where_there_are_no_photographs(tmp_path: Path) -> None:
    training = DiceTraining(
        legs=(Leg("classifier", 5, 0.1), Leg("detector", 6, 0.2), Leg("classifier", 7, 0.3)),
        leaning_scenes=0,
    )
    stages = dice_stages(training, tmp_path)
    names = ["scenes", "base", "classifier-1", "detector-1", "classifier-2", "rendered"]
    assert [stage.name for stage in stages] == names
    assert stages[4].course.startswith("the classifier of classifier-1 on, 7 iterations")
    assert stages[5].course.startswith("the classifier of classifier-2 and the detector of detector-1")
    assert finished_models(training, tmp_path) == tmp_path / "rendered"


def test_rare_scenes_are_drawn_where_a_leg_asks_for_them(tmp_path: Path) -> None:
    legs = (Leg("classifier", 5, 0.1), Leg("detector", 6, 0.2, rare=True, bfloat16=True))
    training = DiceTraining(scenes=4, later_scenes=2, rare_scenes=3, legs=legs)
    stages = {stage.name: stage for stage in dice_stages(training, tmp_path)}
    assert list(stages)[:3] == ["scenes", "rare-scenes", "base"]
    assert stages["classifier-1"].course.endswith(", 2 scenes")
    assert stages["detector-1"].course.endswith(", 2 scenes and 3 rare ones, in bfloat16")
    for name in ("scenes", "rare-scenes"):
        stages[name].run(tmp_path / name)
    usual, both = load_scene_set(tmp_path / "scenes"), load_scene_set(tmp_path / "rare-scenes")
    assert len(usual.images) == 4 and len(both.images) == 5
    assert (both.images[:2] == usual.images[:2]).all()


def test_the_photographs_come_last_and_every_source_is_left_out_once(tmp_path: Path) -> None:
    write_rendered_photographs(tmp_path, ("one", "two"), 1)
    legs = (Leg("classifier", 8, 0.1), Leg("classifier", 9, 0.1))
    training = DiceTraining(photos=tmp_path, photograph_legs=legs)
    first, last = dice_stages(training, tmp_path / "work")[-2:]
    assert [first.name, last.name] == ["photographs-1", "photographs-2"]
    assert first.course.startswith(
        "the classifiers of rendered on, one without each of one, two, one with all: 8"
    )
    assert last.course.startswith("the classifiers of photographs-1 on")
    assert finished_models(training, tmp_path / "work").parent.name == last.name


def test_with_trained_models_to_start_from_nothing_is_trained_for_the_base(tmp_path: Path) -> None:
    stages = dice_stages(DiceTraining(base=MODELS, later_scenes=12, legs=()), tmp_path)
    assert stages[0].course.startswith("12 rendered scenes")
    stages[1].run(tmp_path / "base")
    for name in ("dice_classifier.onnx", "dice_detector.onnx"):
        assert (tmp_path / "base" / name).read_bytes() == (MODELS / name).read_bytes()
