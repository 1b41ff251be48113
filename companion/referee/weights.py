"""How much the referee believes what: every number that weighs one explanation of a picture against another.

Behind each number stand one sentence, its unit, and where it comes from. A *cost* is a natural logarithm of a
probability with the sign turned: 0 is certain, 4.6 is one in a hundred. *Fitted*: tried on simulated evenings until
they were followed; *chosen*: a round number that was reasoned, not fitted. How often people of one game make which
fault stands beside that game (``games/<id>/hands.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

DIGITS = 4
"""Digits behind the point of a probability in the journal (digits, chosen)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of the referee, in the order of its model: readings, actions, hands, search, deciding, accusing."""

    # ------------------------------------------------------------ the likelihood of one reading

    never_named: float = 1e-4
    """A face lies there that the reader did not even name (probability, fitted)."""
    never_alike: float = 5e-6
    """The same for a face that has nothing in common with those it named (probability, fitted)."""
    never_empty: float = 1e-6
    """A place is empty where the reader sees something, or the other way round (probability, fitted)."""
    unnamed: float = 0.0
    """Share of a reader's doubt that belongs to a face it did not name (probability, fitted)."""
    unnamed_in_trays: float = 0.03
    """The same in trays, where nothing is ever read again (probability, fitted)."""
    lookalike: float = 0.01
    """Share of a reader's doubt that belongs to each face that looks like the one it named (probability, fitted)."""
    kinds_of_faces: int = 50
    """How many faces share the probability of something unreadable (faces, chosen)."""
    unreadable_but_empty: float = 0.05
    """How much less an unreadable place is empty than any one face (probability ratio, chosen)."""
    missed: float = 5.0
    """A card in a row was not found (cost, fitted)."""
    missed_beside: float = 2.0
    """The same of the next card above one that was not found: a neighbour lies on both (cost, chosen)."""
    missed_again: float = 0.5
    """The same of one that was not found before either, and still lies under the same card (cost, chosen)."""
    missed_top: float = 9.0
    """The free card at the end of a row was not found (cost, fitted)."""
    phantom: float = 8.0
    """A card was found in a row that is not there (cost, fitted)."""
    phantom_wavering: float = 5.0
    """The same of one that wavers: none of 5,303 cards that lay free in a row did (cost, chosen)."""
    phantom_surely_read: float = 10.0
    """The same of a card that is read surely and is none of the row (cost: none in ten thousand rows, fitted)."""
    unexplained: float = 12.0
    """The most that one zone can cost (cost, fitted)."""
    unexplained_throw: float = 18.0
    """The same of a tray: whoever threw, dice lie there that did not before (cost, chosen)."""
    rounding: float = 1e-9
    """Two loose things change places only for a gain above this, which is the rounding of sums (cost, chosen)."""
    any_face: float = 40.0
    """How many other faces may be what turned up and cannot be read (faces, chosen)."""
    unnamed_of_new: float = 0.05
    """Share of a reader's doubt about a card just turned up that belongs to faces not named (probability, chosen)."""
    taken_for: float = 0.05
    """A loose thing that cannot be read is thought to be what it is likeliest taken for (probability, chosen)."""

    # ------------------------------------------------------------ what a reading says

    agrees: float = 2.5
    """A reading that costs at most this agrees with what should lie there (cost: one in twelve, chosen)."""
    contradicts: float = 4.6
    """A reading that costs this much is shown to people, though it may be a misreading (cost, chosen)."""
    strange: float = 7.5
    """A zone that costs this much shows something that is no misreading (cost, fitted)."""
    explained: float = 1.5
    """A picture that costs at most this leaves nothing to explain (cost, chosen)."""
    wavers: float = 0.8
    """A card that is read with less may well be another one (probability, chosen)."""
    surely_read: float = 0.98
    """A die that is read with less may be one that cannot be read (probability, chosen)."""
    unclear: float = 0.2
    """A reading that gives up with this probability says nothing of a zone (probability, chosen)."""
    nameless: float = 0.999
    """A reading that gives up with this probability has no name for a card (probability, chosen)."""
    at_once_ms: int = 150
    """Hands over two zones are told apart in time by twice this; the small stream sees no shorter (ms, chosen)."""

    # ------------------------------------------------------------ the prior of actions

    first_action: float = 0.7
    """One action between two looks (cost, fitted)."""
    further_action: float = 2.0
    """Each action more between the same two looks (cost, fitted)."""
    put_back: float = 0.5
    """The last card went back to where it came from (cost, fitted)."""
    put_back_by_rule: float = 0.2
    """The same where the rules know it as an action of its own (cost, chosen)."""
    put_back_unusual: float = 4.0
    """A card went back that was not the last one moved, on top of ``put_back`` (cost, chosen)."""
    put_back_each: float = 0.5
    """The same again for each further move that goes back with it (cost, chosen)."""
    put_back_by_another: float = 2.0
    """What the rules forbid whoever moved it to put back was moved by another player (cost, chosen)."""
    put_back_within: int = 6
    """How many moves ago a card may have been moved that is recognised as put back (moves, chosen)."""
    waved: float = 6.5
    """A dice tray was disturbed and nothing was thrown (cost, fitted)."""
    crossed: float = 1.0
    """A card that lies open was disturbed and no other one was laid there: arms reach over it (cost, chosen)."""
    thrown_over: float = 5.0
    """Dice were taken up again before anybody looked; they roll for a second (cost, fitted)."""
    misthrown: float = 9.0
    """A throw was read as one that was not worth remembering, or nobody saw it (cost, chosen)."""
    usual_slips: float = 0.03
    """How often a player makes a fault for whom ``Hands.habit`` holds as it stands (faults per action, chosen)."""
    faults_before: float = 0.3
    """Faults that a player is credited with before the first action (faults, chosen)."""
    actions_before: float = 33.0
    """Actions that a player is credited with before the first one (actions, chosen)."""

    # ------------------------------------------------------------ the likelihood of hands

    untouched: float = 5.0
    """A zone changed without hands over it (cost, fitted)."""
    untouched_back: float = 3.0
    """The same of a pile of backs, which looks as before: one in twenty is not reported (cost, fitted)."""
    wrong_side: float = 5.0
    """A hand came from another player's side, where nobody says how likely that side is right (cost, fitted)."""
    never_wrong_side: float = 1e-4
    """However likely a side is called, it is the wrong one (probability, chosen)."""
    sure_side: float = 2.3
    """A side is surely told from this cost of its being the wrong one on (cost: nine in ten, chosen)."""
    unknown_side: float = 0.5
    """A hand of which no side is known came from a player's own (probability, chosen)."""
    wrong_side_again: float = 1.5
    """The same hand in each further zone: one arm is on one side (cost, fitted)."""
    same_arm: float = 1.95
    """So much less it costs there where it is told how likely the side is right: hands that are seen as one are seen
    so in every zone (cost: of 2,282 and 138 hands in two zones 2 and 14 were wrong in both, fitted)."""
    wrong_order: float = 8.5
    """Zones were touched in another order than the actions say (cost, fitted)."""
    seems_reversed: float = 0.5
    """Hands came for a fault in another order, but so close together that they may be told wrongly (cost, chosen)."""
    reversed_by_ms: float = 350.0
    """So much too early, in the middle, they cost one more, twice as much four more (ms: three times the fitted error
    of a time, chosen)."""
    out_of_step: float = 2.0
    """Hands that were seen do not fit all actions of an accusation in a row (cost, chosen)."""
    straight_on: float = 1.0
    """A card just taken up was played on without being laid where it is usually looked at (cost, chosen)."""
    target_first: float = 3.5
    """Hands were gone from where a thing was put before they came to where it had lain (cost, fitted)."""
    not_looked_between: float = 5.0
    """Something that people do after a look at the table came without the camera having had one (cost, chosen)."""
    touched_for_nothing: float = 6.0
    """A hand was at a stock and drew nothing (cost, fitted)."""
    passed_by: float = 6.0
    """The table never was as it looked when one more look was asked for (cost, fitted)."""
    passed_over: float = 0.25
    """How often hands are over a zone beside those that they are busy with (probability, fitted)."""

    misplaced: float = 4.7
    """Hands put down what they were to move on just that wrong place (cost: one in 110, fitted)."""
    unheeded: float = 1.5
    """A throw over what has been told to lie wrongly, and was left there (cost, chosen)."""
    misplaced_untold: float = 8.0
    """The same of a thing that nobody had to move (cost, chosen)."""
    misplaced_each: float = 2.0
    """Each further thing that was put down wrongly with it (cost, chosen)."""
    refused: float = 6.2
    """Hands did what the rules refuse (cost: one in 500, chosen)."""
    most_misplaced: int = 2
    """How many things may have been put down wrongly at once (things, chosen)."""

    # ------------------------------------------------------------ what was read or done before

    misread_before: float = 7.0
    """A card was read wrongly before, its right face not even named (cost, chosen)."""
    misread_unlike: float = 5.0
    """Added to ``misread_before`` where the two faces have nothing in common (cost, chosen)."""
    named_next: float = 7.1
    """A card was read surely and wrongly and is the face named next, as six in seven are (cost, chosen)."""
    never_happened: float = 7.0
    """A move was entered of a look that showed it, and hands made none; or one was made unseen (cost, chosen)."""
    on_its_way: float = 4.0
    """A look saw a card in a hand on its way and took it for laid down (cost, chosen)."""
    remembered: int = 60
    """How many moves ago a card may have been read that is put right by itself (moves, chosen)."""
    recent: int = 20
    """Within how many moves each card that lies open may have been another one (moves, chosen)."""
    copies: int = 2
    """How many cards may be told as the same face (cards: two packs, chosen)."""
    throws_back: int = 8
    """Within how many moves a throw may have been another one (moves, chosen)."""
    idle_hands: int = 6
    """How many looks at which hands had changed nothing are remembered (looks, chosen)."""

    # ------------------------------------------------------------ how far the search goes

    most_actions: int = 4
    """How many actions between two looks are explained; beyond that people are asked (actions, DESIGN.md)."""
    most_asked: int = 6
    """The same where fewer do not tell the look: people find them among the answers (actions, chosen)."""
    most_zones: int = 3
    """No action changes more zones than these (zones, chosen)."""
    followed: int = 16
    """How many partial explanations are followed at each depth (explanations, chosen)."""
    excuses_followed: int = 32
    """The same where a faultless explanation is looked for (explanations, chosen)."""
    most_tried: int = 1500
    """How many actions are tried for one look, about a second on a small computer (actions, chosen)."""
    most_tried_beside: int = 600
    """How many more for the hypotheses beside the likeliest, and as many for the rest (actions, chosen)."""
    looked_at: float = 0.1
    """What an action counts whose outcome is known already or needs not be known (actions, chosen)."""
    most_revised: int = 4
    """How many explanations of a revised hypothesis are weighed (explanations, chosen)."""
    named: float = 0.002
    """A face named with less is not worth an explanation of its own (probability, chosen)."""
    named_when_strange: float = 1e-6
    """The same where nothing else explains the picture (probability, chosen)."""
    faint: float = 1e-4
    """Where faces named with less are wanted, zones count that seem to agree, if touched (probability, chosen)."""
    most_variants: int = 3
    """How many doubtful zones give a picture of their own (zones, chosen)."""
    most_variants_faint: int = 9
    """The same where faint faces are wanted (zones, chosen)."""
    most_suspected: int = 6
    """From how many zones that look as before cards may have gone and others come (zones, chosen)."""
    most_thrown: int = 12
    """How many different throws one tray may show (throws, chosen)."""
    hopeless: float = 15.0
    """An explanation that makes the picture worse by more than this is not followed (cost, chosen)."""
    less_likely: float = 4.6
    """Largest cost above the best explanation at which another one is followed (cost: one in a hundred, chosen)."""
    busy: float = 2.5
    """From this cost of hands that did nothing on, more actions are looked for (cost, chosen)."""
    dear: float = 4.5
    """Largest cost above usual actions that is nothing unlikely (cost, chosen)."""
    forgotten: float = 9.0
    """Largest cost above the likeliest that is worth a thought (cost: one in eight thousand, chosen)."""
    something_else: float = 26.0
    """Whatever no hypothesis tells (cost, chosen)."""

    # ------------------------------------------------------------ the beam

    kept: float = 2e-4
    """Hypotheses with a smaller posterior are forgotten (probability, fitted)."""
    beam_width: int = 6
    """How many hypotheses are kept from look to look (hypotheses, fitted)."""
    apart: int = 20
    """How many moves ago a hypothesis may have parted from the one that is entered (moves, chosen)."""
    misread_margin: float = 6.0
    """Largest cost above the entered picture's that a misreading may have (cost: one in four hundred, chosen)."""

    # ------------------------------------------------------------ deciding

    enter: float = 0.985
    """Smallest posterior at which a picture is entered at its first look (probability, fitted)."""
    enter_late: float = 0.9
    """The same after one more look (probability, fitted)."""
    throw: float = 0.993
    """The same, against any one other throw, of a throw, which is never seen again (probability, fitted)."""
    laid_face: float = 0.98
    """The same of a card that lies open for a while, and is read from a whole print (probability, chosen)."""
    told_wrong: float = 0.8
    """The same where it is told with it what hands did wrongly: who did not says so at once (probability, chosen)."""
    looks: int = 1
    """How many looks are taken before a lower posterior is enough (looks, fitted)."""
    at_once: float = 0.999
    """Smallest posterior of all faults of one player at which the first look is enough (probability, chosen)."""
    alike: float = 0.1
    """Smallest share of one picture at which another candidate counts as a rival (probability, chosen)."""
    in_order: float = 0.3
    """Smallest share at which a faultless order of the same moves is taken (probability, chosen)."""
    half: float = 0.5
    """A strange picture that is less likely is shown, not asked about (probability, chosen)."""
    almost: float = 0.5
    """A picture costs as much as the best with one card misread, and at most this more (cost, chosen)."""
    still_ms: int = 7000
    """A doubtful card that has not been played after this time is asked about (ms, chosen)."""
    waits: int = 3
    """How many actions may wait for a doubtful card before people are asked (actions, chosen)."""
    throws_wait: int = 4
    """The same with throws, which the pawn tells in the end (actions, chosen)."""
    most_others: int = 3
    """How many other explanations are written into the journal beside the one entered (explanations, chosen)."""
    restored_margin: float = 2.0
    """A table is put right when it costs at most this more than what either state explains (cost, chosen)."""
    lying_margin: float = 1.0
    """A zone counts as put right, or as left alone, when either state explains all but this (cost, chosen)."""

    # ------------------------------------------------------------ asking

    offered: float = 0.02
    """Smallest posterior at which an explanation is offered as an answer (probability, chosen)."""
    fewest_answers: int = 2
    """Fewest answers of a question (answers, DESIGN.md)."""
    most_answers: int = 4
    """Most answers of a question (answers, DESIGN.md)."""
    most_unread: int = 2
    """Most cards of a row that people are asked about, as they cannot be read (cards, chosen)."""
    most_laid: int = 3
    """Most of the cards offered that may have been laid where nothing can be read (answers, chosen)."""
    most_guesses: int = 8
    """Most faces that each of these may have (faces, chosen)."""
    most_kept: int = 60
    """How many looks are kept while a question is open, one in a second or two (looks, chosen)."""
    untraced: float = 0.5
    """How likely it is called that hands did what leaves no trace, when people are asked (probability, chosen)."""

    # ------------------------------------------------------------ accusing

    noticeable: float = 0.01
    """What is less likely does not count when somebody is accused (probability, fitted)."""
    rare: float = 0.05
    """How rare a fault is; the face without one may be named less likely by as much (probability, chosen)."""
    steps_missed: float = 2e-4
    """A Jack on the 9 where hands may have brought the 10: most likely they did (probability ratio, chosen)."""
    unheard_of: float = 6e-4
    """Nobody is accused of a rarer fault than this without being asked (probability ratio, chosen)."""
    most_faults: int = 2
    """Nobody is accused of more faults at once without being asked (faults, chosen)."""
    far_fetched: float = 10.5
    """Largest cost above usual actions at which an explanation is believed by itself (cost, chosen)."""
    far_fetched_but_clear: float = 18.0
    """The same where nobody is accused and all that is seen is explained: hands alone are doubtful (cost, chosen)."""
    rare_beside: float = 4.0
    """The same of what goes with a fault, less than hands that nobody saw (cost, chosen)."""
    rare_beside_but_clear: float = 5.6
    """The same where all that is seen is explained, a little more than hands that nobody saw (cost, chosen)."""
    shaky: float = 4.0
    """An entry that cost more than usual by at least this may be wrong itself (cost, chosen)."""
    shaky_alone: float = 4.9
    """The same of the only explanation, a hand from the wrong side (cost: less than one unseen, chosen)."""
    firm: float = 0.9995
    """Smallest posterior of what leaves nothing open beside it (probability, chosen)."""
    firm_after: int = 5
    """How many actions later such an entry has proved true (moves, chosen)."""
    reversed_within: int = 2
    """Within how many moves whoever moves a card back is asked whether it was put back (moves, chosen)."""
    after_a_call: int = 2
    """For how many actions after a call others may show on the called piles what was missed (moves, chosen)."""
    visited_surely: float = 0.95
    """A free card that hands passed and that reads less surely may be another one (probability, chosen)."""
    reads_the_same: float = 0.1
    """A free card that hands passed is no other one if it reads at most so much more or less surely than before
    (probability, chosen)."""
    near_the_top: int = 2
    """How many cards of a zone, from the free one on, matter for what was done or omitted there (cards, chosen)."""

    without: frozenset[str] = frozenset()
    """Excuses that are switched off, by the names in ``docs/referee.md``: for measuring what each is worth."""

    def usual(self, count: int) -> float:
        """The cost of ``count`` actions between two looks with nothing unlikely about them."""
        return self.first_action + self.further_action * (count - 1)

    def excuses(self, name: str) -> bool:
        """Whether an excuse is made; every one is, unless a bench asks what it is worth.

        Asked only where something hangs on it: a game in which it was never asked is the same without the excuse.
        """
        return name not in self.without
