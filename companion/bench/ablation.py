"""What each excuse of the referee is worth: the same evenings of Crapette played with it and without it.

Without an excuse only those evenings are played again in which something hung on it; the others are the same.

The excuses and special cases, where they lie and which test holds each: ``docs/referee.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean

from companion.bench.kept_results import KeptResults
from companion.bench.measure import Measure, share_measure
from companion.bench.referee import (
    BENCH,
    CARELESS,
    FAULTLESS,
    FITTED,
    JUDGED,
    WITHOUT,
    Counts,
    Evenings,
    accused_falsely,
    announced,
    is_followed,
)
from companion.simulated.outcome import Outcome
from companion.simulated.parameters import noise_parameters

MOST_EVENINGS = 300
"""Of each kind, faultless and careless, with ``--long``."""
FIRST_SEED = 5000
"""No other bench plays these evenings: no excuse was thought of for their sake."""
KINDS: Mapping[str, Sequence[str]] = {"faultless": FAULTLESS, "careless": CARELESS}

EXCUSES: Mapping[str, str] = {
    # What may have been read wrongly.
    "misread": "a card that lies there was read wrongly, and the same moves are faultless",
    "read_once": "a card read only where it lies now may be any that looks alike",
    "covered_since": "a lone card that a new one covers may be any that looks alike",
    "went_under": "a card that was moved and covered between two looks may be any that looks alike",
    "long_ago": "a card told long ago, or by an answer, may be the other face that its reader names",
    "named_next": "a card read surely and wrongly is nearly always the face named next",
    "misread_together": "all that may have been read wrongly before counts together",
    "read_again": "an untouched card that shows another face was read wrongly before",
    "never_happened": "a move that was entered of one look was none",
    "read_again_since": "a card that shows another face where it lies now was read wrongly before it moved",
    "unnamed": "a card that turned up may be one that its reader did not name",
    "misthrown": "a throw was read wrongly, or nobody saw it",
    "wavering": "what hands may have done, if a wavering card is another, is remembered",
    # What hands may have done.
    "put_back": "a card was put back to where it lay a few moves ago",
    "to_and_fro": "a card was moved and moved back while nothing seemed to happen",
    "by_way_of": "a card rested where hands were seen, and went on from there",
    "on_its_way": "the card that was entered last lay nowhere yet, but was seen in a hand on its way",
    "another_way": "a longer way leads to the same picture",
    "twin_came": "a card left a zone that looks as before, because its twin came",
    "taken_on": "what one player laid down another one took on from there",
    "bare_case": "a card rested in a case that is as bare as before",
    "unseen_turn": "a turn left no trace: a card was drawn and laid on its twin",
    "unseen_around": "such a turn began before what is seen and ended after it",
    "unseen_between": "such a turn lies between two moves that are seen",
    "trace_lost": "a turn whose beginning was seen may have ended without a trace",
    "look_where_it_lies": "a hand was at a stock: the hand zone is looked at once more",
    "faultless_order": "where a faultless order of the same moves fits, it is taken",
    "order_of_a_fault": "a hypothesis with a fault keeps to the order in which hands were seen",
    "one_arm": "an arm seen from the wrong side is wrong in all that it touches",
    "straight_on": "a card just taken up stayed in the hand until it was played",
    "under_cover": "of hands under what hid a zone nobody can tell",
    "one_omission": "who goes on after having overlooked something makes no second fault",
    "player_prior": "whoever has played long without a fault is believed more",
    # What makes a look too weak a ground to accuse anybody.
    "second_look": "a fault is seen at two looks running",
    "all_read": "every zone was read since the fault was first seen",
    "cut_short": "the search tried everything there was to try",
    "hidden": "no zone of the fault, and none that hands were in, is hidden",
    "ended_unseen": "nothing that leaves no trace may have ended the turn before",
    "untraceable": "hands were nowhere where they may have done what cannot be seen",
    "unlikely_entry": "nothing unlikely was entered lately in the zones of the fault",
    "gone_on": "whose turn it is: nothing that leaves no trace may have come after the entry before",
    "may_hide": "no card may lie hidden in the zones of the fault",
    "unreadable_proof": "the omitted move does not rest on a pile that cannot be read",
    "filled_meanwhile": "a bare case that should have been filled held a card, which the other player put back",
    "after_a_call": "others have just been called for what they may have shown now",
    "disproved": "the pile of the omitted move shows what it should",
    "unsure_where_hands_were": "every card that hands passed reads surely",
    "strange_zone": "no zone shows what is not told",
    "many_actions": "fewer actions than the most that are looked for, or one player's, and nothing is left open",
    "whose_hands": "what is a fault only out of turn: a hand was surely told to be of whoever is called",
    "on_its_twin": "no card of the fault came to lie on its twin, where nothing shows that it was laid down",
    "reversed": "nothing was put back, and nothing leads back what was moved lately",
    "contested": "no card of the fault reads otherwise than the journal says",
    "unheard_of": "the fault is one that people do make",
    "several_faults": "no more than two faults at once",
    "same_player": "everything likely holds a fault of the same player",
    "unlikely_beside": "nothing unlikely goes with the fault",
    # What is remembered, and what an answer says.
    "called_too_late": "a hypothesis in which somebody would have been called earlier is not entered",
    "covered": "a likely picture that hands cover before a second look goes on as a hypothesis",
    "only_begun": "what an answer left strange may be moves that came after it",
}
"""Each excuse by the name under which ``Weights.without`` switches it off, and what it says."""


def measure(
    names: Sequence[str], counts: Counts, kept: KeptResults[Outcome] | None = None
) -> Iterator[Measure]:
    """The figures with every excuse, then without each of these, of the same evenings."""
    seeds = range(FIRST_SEED, FIRST_SEED + min(counts.fitted, MOST_EVENINGS))
    error = noise_parameters(fitted=True).error
    with Evenings(kept=kept) as evenings:
        begin = partial(evenings.of, JUDGED, error=error)
        with_all = [begin(kinds, purpose=f"{FITTED}{kind}", seeds=seeds) for kind, kinds in KINDS.items()]
        whole = [dict(zip(seeds, played(), strict=True)) for played in with_all]
        yield from _figures("", *(list(played.values()) for played in whole))
        for name in names:
            hung = [[seed for seed in seeds if name in played[seed].excuses] for played in whole]
            again = [
                begin(kinds, purpose=f"{FITTED}{kind}{WITHOUT}{name}", seeds=those)
                for (kind, kinds), those in zip(KINDS.items(), hung, strict=True)
            ]
            left = [
                {**played, **dict(zip(those, anew(), strict=True))}
                for played, those, anew in zip(whole, hung, again, strict=True)
            ]
            suffix = f"{WITHOUT}{name}".replace(" ", "_")
            yield from _figures(suffix, *(list(played.values()) for played in left))
            asked = sum(map(len, hung))
            yield share_measure(BENCH, f"{JUDGED}.hung_on_it{suffix}", asked, len(KINDS) * len(seeds))


def _figures(suffix: str, faultless: Sequence[Outcome], careless: Sequence[Outcome]) -> Iterator[Measure]:
    for kind, played in (("faultless", faultless), ("careless", careless)):
        yield share_measure(
            BENCH,
            f"{JUDGED}.false_accusations_{kind}{suffix}",
            accused_falsely(played),
            len(played),
            higher_is_better=False,
        )
        followed = sum(map(is_followed, played))
        yield share_measure(BENCH, f"{JUDGED}.followed_{kind}{suffix}", followed, len(played))
        asked = round(fmean(one.questions for one in played), 2)
        name = f"{JUDGED}.questions_mean_{kind}{suffix}"
        yield Measure(BENCH, name, asked, "a game", len(played), higher_is_better=False)
    visible = sum(one.visible for one in careless)
    yield share_measure(BENCH, f"{JUDGED}.faults_announced{suffix}", announced(careless), visible)
