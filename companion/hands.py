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


def nothing_private(state: Any) -> frozenset[str]:
    """``private`` of a game in which whatever lies open may be shown to all."""
    return frozenset()


def nothing_proposed(state: Any) -> frozenset[str]:
    """``proposing`` of a game in which whatever hands lay down counts as it lies."""
    return frozenset()


def no_fault_shown(state: Any, events: Sequence[Event]) -> Mapping[str, Collection[int]]:
    """``shows_fault`` of a game in which no fault can be seen in what lies in a zone."""
    return {}


def usually_goes_back(action: Action) -> float:
    """What was moved is put back as usual."""
    return 1.0


def equally_likely(state: Any, action: Action, events: Sequence[Event]) -> float:
    """``habit`` of a game in which every accepted action is as likely as any other."""
    return 1.0


def never_looked_between(first: Action, second: Action) -> bool:
    """``looked_between`` of a game in which one thing may follow the other as quickly as hands can."""
    return False


def itself(face: str) -> str:
    """``meaning`` of a game in which no two faces come to the same."""
    return face


def all_matters(state: Any) -> Any:
    """``essence`` of a game in which everything that was told matters."""
    return state


class Doubts:
    """What no picture of a game tells for certain, so that it is thought of before anybody is accused or asked.

    This one knows of nothing: a game whose table hides something brings a class of its own that says what, beside
    its rules. Each method may be left as it is.
    """

    # ------------------------------------------------------------ what a fault rests on

    def proofs(self, events: Sequence[Event]) -> Sequence[Collection[str]]:
        """The zones of each move that these events say should have been made; none for a fault seen by itself."""
        return ()

    def of_turn(self, events: Sequence[Event]) -> bool:
        """Whether these events tell a fault that is one only because it was somebody else's turn."""
        return True

    # ------------------------------------------------------------ what a picture may show

    def lookalikes(self, face: str) -> Collection[str]:
        """The faces that a reader may take this one for; none where nothing is known of that."""
        return ()

    def may_show(self, zone: str, faces: Faces) -> Faces | None:
        """What else a zone may show when these faces lie there (a card that was turned over), or None."""
        return None

    def by_itself(self, zone: str) -> bool:
        """Whether a zone may change and no other one with it (a card is turned up there)."""
        return False

    def may_be_covered(self, zone: str) -> bool:
        """Whether hands may lay a thing face down in a zone where nothing lay."""
        return True

    # ------------------------------------------------------------ what leaves no trace

    def shows_all(self, zone: str) -> bool:
        """Whether what lies in this zone tells all that hands did there, but for what they moved to and fro."""
        return False

    def unseen(self, state: Any, touched: Collection[str]) -> Sequence[Action]:
        """What hands may have done over these zones so that the table looks exactly as before, or nothing."""
        return ()

    def to_and_fro(self, state: Any, touched: Collection[str]) -> Sequence[Sequence[Action]]:
        """What hands may have moved over these zones and moved back, where the rules remember that."""
        return ()

    def otherwise(self, state: Any, action: Action, touched: Collection[str]) -> Sequence[Sequence[Action]]:
        """Other moves, more of them, that leave the table as this one does: each time all of them; or nothing.

        Hands were over these zones.
        """
        return ()

    def steps_came_from(self, state: Any, action: Action) -> Collection[str]:
        """The zones out of which other things may have gone where this action, a fault without them, went before it.

        None where nothing that was missed makes the action right.
        """
        return ()

    def taken_to(self, state: Any, touched: Mapping[str, Collection[str]]) -> Collection[str]:
        """The zones in which lies what hands may have taken from these without a trace (the hand, for a stock).

        They are worth one more look if they were not read. ``touched`` says whose hands may have been in each zone.
        """
        return ()

    def taken_up(self, state: Any, by: str, faces: Faces) -> Sequence[Action]:
        """What this player may have taken up, seen by nobody, so that one of these faces came to lie open."""
        return ()

    def by_way_of(self, action: Action, zone: str, faces: Faces) -> tuple[Action, Action] | None:
        """The same action in two, if what it moved may first have been laid in this zone, which shows these faces."""
        return None

    def laid_unseen(self, state: Any, seen: Mapping[str, Faces]) -> Action | None:
        """What was laid down and taken on, or covered, before anybody could look, if zones show what is ``seen`` now:
        the action without its card, which only people can tell; or None.
        """
        return None

    def put_back(self, state: Any) -> Action | None:
        """The action by which the rules say that a player took the last move back, if they have one; else None."""
        return None

    # ------------------------------------------------------------ what people have looked at themselves

    def checked(self, action: Action, code: str) -> Action | None:
        """The action as people tell it who have checked what the rules refuse with this code, or None.

        It contradicts what was known before: who is right only they can say.
        """
        return None

    # ------------------------------------------------------------ what is never seen again

    def misread(self, action: Action) -> Sequence[Action]:
        """What else a throw may have been if one thing of it was read wrongly: the last explanation that is tried."""
        return ()

    def overlooked(self, state: Any) -> Sequence[Action]:
        """Throws that may have been made and taken up before anybody looked: the last explanation that is tried."""
        return ()


NO_DOUBTS = Doubts()


@dataclass(frozen=True, slots=True)
class Hands:
    """What the hands of a game's players do.

    - ``touched(state, action)``: the zones that hands touch for an action, in that order, by the names of
      ``visible_table``; empty for an action that no camera can see.
    - ``tapped``: the actions that no camera can see (a call, a bid told aloud, a pass): people tap them.
    - ``confirmed``: the actions that hands lay out and that count once people confirm them (``Game.to_confirm``).
      ``proposing(state)``: the zones in which they do so now: whatever lies there is neither wrong nor counts yet.
    - ``unjudged(state)``: the same moment with a silent referee, so that ``apply`` leaves a faulty card where the
      hand put it and ``visible_table`` shows what lies there before anybody has put it back.
    - ``accuses(events)``: whether these events announce a fault of a player aloud (Crapette's "Crapette!").
    - ``habit(state, action, events)``: how likely people are to do this, relative to the most usual action of the
      kind, in 0..1 (1: usual); a fault or a move out of turn is a small number.
    - ``goes_back(action)``: how likely whoever did it puts back what it moved, relative to the most usual, in 0..1;
      a small number where the rules forbid it.
    - ``momentary``: zones in which things lie only until they are taken up again (a dice tray): ``visible_table``
      shows them empty. ``laid(action)``: what an action leaves lying in them.
    - ``laid_open``: those of them in which a card lies open for a while: it is read anew, and arms reach over it.
    - ``loose``: zones in which the order of the things says nothing.
    - ``summed``: zones in which only the sum of the printed numbers matters: ``visible_table`` shows it as one thing.
    - ``puts_right``: the codes with which the rules refuse a thing that is seen where it does not belong, or what
      hands do though they must not; people are told so.
    - ``lanes``: zones that show where their own thing stands, each another one.
    - ``told_later``: the arguments of actions that the next hands tell anew when they were read doubtfully (a card is
      seen better when it is played, a throw shows in where the pawn goes and in who throws next).
    - ``telling``: zones that nobody touches for nothing, though what lies there looks the same afterwards (a stock
      from which a card is drawn); ``laid`` names them for the actions that touch them.
    - ``looked_between(first, second)``: whether who did the first looks at the table, or at the card in the hand,
      before the second, so that a camera has time to look as well.
    - ``meaning(face)``: what a face in a momentary zone comes to: faces that mean the same need not be told apart.
    - ``essence(state)``: what of a state matters for the game: two hypotheses with the same essence are one.
    - ``doubts``: what no picture of the game tells for certain.
    - ``private(state)``: zones of which nothing but what the rules tell is shown now, not even a photograph.
    - ``shows_fault(state, events)``: the slots, by zone, in which a fault that these events announce can be seen.
    """

    touched: Callable[[Any, Action], tuple[str, ...]]
    tapped: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()
    proposing: Callable[[Any], frozenset[str]] = nothing_proposed
    unjudged: Callable[[Any], Any] = same_state
    accuses: Callable[[Sequence[Event]], bool] = nobody_accused
    habit: Callable[[Any, Action, Sequence[Event]], float] = equally_likely
    goes_back: Callable[[Action], float] = usually_goes_back
    momentary: frozenset[str] = frozenset()
    laid_open: frozenset[str] = frozenset()
    laid: Callable[[Action], Mapping[str, Faces]] = nothing_laid
    loose: frozenset[str] = frozenset()
    summed: frozenset[str] = frozenset()
    puts_right: frozenset[str] = frozenset()
    lanes: frozenset[str] = frozenset()
    told_later: frozenset[str] = frozenset({"card"})
    telling: frozenset[str] = frozenset()
    looked_between: Callable[[Action, Action], bool] = never_looked_between
    meaning: Callable[[str], str] = itself
    essence: Callable[[Any], Any] = all_matters
    doubts: Doubts = NO_DOUBTS
    private: Callable[[Any], frozenset[str]] = nothing_private
    shows_fault: Callable[[Any, Sequence[Event]], Mapping[str, Collection[int]]] = no_fault_shown

    @property
    def trays(self) -> frozenset[str]:
        """The momentary zones that things are thrown into, not those in which a card lies open for a while."""
        return self.momentary - self.laid_open
