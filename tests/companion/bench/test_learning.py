"""What the bench of learning counts of cards that were read before and after people answered."""

from __future__ import annotations

from companion.bench.learning import LearningTally, ToldCard


def told(*pairs: tuple[str, str, float]) -> list[ToldCard]:
    return [ToldCard(face, read, chance) for face, read, chance in pairs]


def test_doubtful_wrong_and_unfound_cards_are_told_apart() -> None:
    seen = told(
        ("AH", "AH", 0.95), ("2H", "2H", 0.6), ("3H", "8H", 0.6), ("4H", "AH", 0.99), ("5H", "back", 0.97)
    )
    tally = LearningTally()
    tally.count(seen, seen)
    assert (tally.cards, tally.doubtful, tally.wrong, tally.wrong_and_sure, tally.not_found) == (
        5,
        2,
        2,
        1,
        1,
    )
    assert tally.lost == 0


def test_what_was_sure_and_right_and_is_so_no_more_is_lost() -> None:
    before = told(("AH", "AH", 0.95), ("2H", "2H", 0.95), ("3H", "3H", 0.6), ("4H", "4H", 0.95))
    after = told(("AH", "AH", 0.8), ("2H", "3H", 0.95), ("3H", "8H", 0.6), ("4H", "4H", 0.91))
    tally = LearningTally()
    tally.count(after, before)
    assert tally.lost == 2
    measures = {one.name: (one.value, one.n) for one in tally.measures("poor")}
    assert measures["poor.lost"] == (50.0, 4) and measures["poor.doubtful"] == (50.0, 4)
