"""Which notes would do for a payment, and what is handed over when several payments fall due at once (section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.super_crack.payments import Payment, handed_over, notes, payments


def moved(payer: str, payee: str, amount: int, reason: str) -> dict[str, Any]:
    return {"event": "money_moved", "from": payer, "to": payee, "amount": amount, "reason": reason}


@pytest.mark.parametrize(
    ("amount", "fewest"),
    [
        (0, ()),
        (-300, ()),
        (400, ((100, 4),)),
        (900, ((500, 1), (100, 4))),
        (4_000, ((2_000, 2),)),
        (138_600, ((10_000, 13), (2_000, 4), (500, 1), (100, 1))),
    ],
)
def test_the_fewest_notes_that_do(amount: int, fewest: tuple[tuple[int, int], ...]) -> None:
    assert notes(amount) == fewest
    assert sum(value * count for value, count in fewest) == max(amount, 0)


def test_SC_23_what_one_pays_for_one_reason_is_one_payment() -> None:
    events = [
        moved("Ada", "bank", 600, "engagement_fee"),
        {"event": "fee_charged", "player": "Ada", "horse": 2, "squares": 3, "amount": 300},
        moved("Ada", "bank", 300, "engagement_fee"),
        moved("Bea", "bank", 100, "engagement_fee"),
    ]
    assert payments(events) == (
        Payment("Ada", "bank", "engagement_fee", 900),
        Payment("Bea", "bank", "engagement_fee", 100),
    )


def test_SC_2_SC_15_what_nobody_counts_out_is_no_payment() -> None:
    events = [moved("bank", "Ada", 20_000, "opening_deal"), moved("bank", "Ada", 700, "write_off")]
    assert payments(events) == () == handed_over(events)


def test_SC_52_after_a_race_the_bank_counts_out_once_to_each() -> None:
    events = [
        moved("Ada", "bank", 1_000, "unused_card_penalty"),
        moved("Bea", "bank", 2_000, "unused_card_penalty"),
        moved("bank", "Cyd", 500, "receive_card"),
        moved("Cyd", "bank", 500, "pay_card"),
        moved("bank", "Ada", 50_000, "bet_win"),
        moved("bank", "Ada", 7_000, "prime"),
    ]
    assert handed_over(events) == (
        Payment("bank", "Ada", "", 56_000),
        Payment("Bea", "bank", "unused_card_penalty", 2_000),
    )
    assert [payment.reason for payment in payments(events)][-2:] == ["bet_win", "prime"]
