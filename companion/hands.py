"""What hands do at the table of a game: for the referee that watches them, and for tables that play by themselves.

The rules say what an action means; this says what it looks like: which zones are touched, in which order, what lies
there afterwards. Symbols only, no pixels and no millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.action import Action, Event

SIDES = ("south", "north", "west", "east", "north-west", "south-east")
"""The sides of the table as the camera sees it, in the order in which players sit when nobody says otherwise."""

Faces = tuple[str, ...]


def seated(players: Sequence[str]) -> Mapping[str, str]:
    """The side of each player: the first sits at the camera's lower edge, the second opposite."""
    return dict(zip(players, SIDES, strict=False))


def same_state(state: Any) -> Any:
    """``unjudged`` of a game in which a faulty move is refused rather than judged."""
    return state


def nothing_laid(action: Action) -> Mapping[str, Faces]:
    """``laid`` of a game without zones where things lie only for a moment."""
    return {}


def nobody_accused(events: Sequence[Event]) -> bool:
    """``accuses`` of a game whose rules never announce a fault."""
    return False


def nothing_proves(events: Sequence[Event]) -> Sequence[Collection[str]]:
    """``proofs`` of a game whose faults are not about what else should have been done."""
    return ()


def rests_on_turns(events: Sequence[Event]) -> bool:
    """``of_turn`` of a game of whose faults nothing is known: whose turn it was may matter to each."""
    return True


def equally_likely(state: Any, action: Action, events: Sequence[Event]) -> float:
    """``habit`` of a game in which every accepted action is as likely as any other."""
    return 1.0


def nothing_else(zone: str, faces: Faces) -> Faces | None:
    """``may_show`` of a game in which a zone looks in one way only."""
    return None


def all_matters(state: Any) -> Any:
    """``essence`` of a game in which everything that was told matters."""
    return state


def never_by_itself(zone: str) -> bool:
    """``by_itself`` of a game in which whatever changes comes from elsewhere or goes elsewhere."""
    return False


def nothing_taken(state: Any, touched: Mapping[str, Collection[str]]) -> Collection[str]:
    """``taken_to`` of a game in which a place always shows what was taken from it."""
    return ()


def nothing_alike(face: str) -> Collection[str]:
    """``lookalikes`` of a game of which nothing is known about which faces are taken for which."""
    return ()


def no_put_back(state: Any) -> Action | None:
    """``put_back`` of a game whose rules know no such action: what is put back is undone in the journal."""
    return None


def nothing_unseen(state: Any, touched: Collection[str]) -> Sequence[Action]:
    """``unseen`` of a game in which whatever hands do changes what can be seen."""
    return ()


def never_to_and_fro(state: Any, touched: Collection[str]) -> Sequence[Sequence[Action]]:
    """``to_and_fro`` of a game in which what was moved and moved back need not be known."""
    return ()


def no_other_way(state: Any, action: Action) -> Sequence[Action]:
    """``otherwise`` of a game in which no longer way looks like a short one."""
    return ()


def nothing_misread(action: Action) -> Sequence[Action]:
    """``misread`` of a game in which what was told is seen again, or shows in nothing else."""
    return ()


def nothing_overlooked(state: Any) -> Sequence[Action]:
    """``overlooked`` of a game in which nothing lies only for a moment."""
    return ()


@dataclass(frozen=True, slots=True)
class Hands:
    """What the hands of a game's players do.

    - ``touched(state, action)``: the zones that hands touch for an action, in that order, by the names of
      ``visible_table``; empty for an action that no camera can see.
    - ``tapped``: the actions that no camera can see (a call, a bid told aloud, a pass): people tap them.
    - ``unjudged(state)``: the same moment with a silent referee, so that ``apply`` leaves a faulty card where the
      hand put it and ``visible_table`` shows what lies there before anybody has put it back.
    - ``accuses(events)``: whether these events announce a fault of a player aloud (Crapette's "Crapette!").
    - ``proofs(events)``: the zones of each move that these events say should have been made (an omission's proof);
      nothing for a fault that is seen by itself.
    - ``of_turn(events)``: whether these events tell a fault that is one only because it was somebody else's turn.
    - ``habit(state, action, events)``: how likely people are to do this, relative to the most usual action of the
      kind, in 0..1 (1: usual); a fault or a move out of turn is a small number.
    - ``momentary``: zones in which things lie only until they are taken up again (a dice tray): ``visible_table``
      shows them empty. ``laid(action)``: what an action leaves lying in them.
    - ``may_show(zone, faces)``: what else a zone may show when these faces lie there (the back of a King that closes
      a foundation and was turned over), or None.
    - ``unseen(state, touched)``: what hands may have done over these zones so that the table looks exactly as before
      (a card drawn and laid on its twin), or nothing.
    - ``to_and_fro(state, touched)``: what hands may have moved over these zones and moved back, where the rules
      remember that (Crapette's parking in a case): thought of before somebody is accused.
    - ``otherwise(state, action)``: other moves, more of them, that leave the table as this one does (Crapette: the
      only card of a waste turned over, drawn and played): thought of before somebody is accused.
    - ``taken_to(state, touched)``: the zones in which lies what hands may have taken from these zones without a trace
      (the hand zone for a stock): worth one more look if they were not read. ``touched`` says whose hands may have
      been in each zone.
    - ``by_itself(zone)``: whether a zone may change and no other one with it (a card is turned up there).
    - ``put_back(state)``: the action by which the rules say that the last move was taken back by its player, where
      they have one and it is possible now (Crapette's coach), else None.
    - ``lookalikes(face)``: the faces that have something in common with one, so that a reader may take it for them;
      empty where nothing is known of that.
    - ``misread(action)``: what else a throw may have been if one thing of it was read wrongly; ``overlooked(state)``:
      throws that may have been made and taken up before anybody looked. Both are thought of only where what lies on
      the table cannot be explained otherwise.
    - ``loose``: zones in which the order of the things says nothing.
    - ``told_later``: the arguments of actions that the next hands tell anew when they were read doubtfully (a card is
      seen better when it is played, a throw shows in where the pawn goes and in who throws next).
    - ``telling``: zones that nobody touches for nothing, though what lies there looks the same afterwards (a stock
      from which a card is drawn); ``laid`` names them for the actions that touch them.
    - ``essence(state)``: what of a state matters for the game: two hypotheses with the same essence are one.
    """

    touched: Callable[[Any, Action], tuple[str, ...]]
    tapped: frozenset[str] = frozenset()
    unjudged: Callable[[Any], Any] = same_state
    accuses: Callable[[Sequence[Event]], bool] = nobody_accused
    proofs: Callable[[Sequence[Event]], Sequence[Collection[str]]] = nothing_proves
    of_turn: Callable[[Sequence[Event]], bool] = rests_on_turns
    habit: Callable[[Any, Action, Sequence[Event]], float] = equally_likely
    momentary: frozenset[str] = frozenset()
    laid: Callable[[Action], Mapping[str, Faces]] = nothing_laid
    may_show: Callable[[str, Faces], Faces | None] = nothing_else
    unseen: Callable[[Any, Collection[str]], Sequence[Action]] = nothing_unseen
    to_and_fro: Callable[[Any, Collection[str]], Sequence[Sequence[Action]]] = never_to_and_fro
    otherwise: Callable[[Any, Action], Sequence[Action]] = no_other_way
    taken_to: Callable[[Any, Mapping[str, Collection[str]]], Collection[str]] = nothing_taken
    by_itself: Callable[[str], bool] = never_by_itself
    put_back: Callable[[Any], Action | None] = no_put_back
    misread: Callable[[Action], Sequence[Action]] = nothing_misread
    overlooked: Callable[[Any], Sequence[Action]] = nothing_overlooked
    loose: frozenset[str] = frozenset()
    told_later: frozenset[str] = frozenset({"card"})
    telling: frozenset[str] = frozenset()
    essence: Callable[[Any], Any] = all_matters
    lookalikes: Callable[[str], Collection[str]] = nothing_alike
