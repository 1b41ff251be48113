"""What was broken, in words: what the evening goes on with, and what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask_babel import gettext

from web.language import explain_refusal, viewer_language
from web.outside import Trouble
from web.seats.viewer import lacks_seat, only_watches
from web.services import services


def told_here() -> list[str]:
    """What this browser is told; nothing where it only looks."""
    if only_watches() or lacks_seat():
        return []
    return [said(one) for one in services().troubles()]


def said(trouble: Trouble) -> str:
    """One or two short sentences."""
    told = {"file": "", "game": "", "kept": 0, "lost": 0, "reason": "", **trouble.details}
    words = {
        "house_before": gettext(
            "%(file)s, where the PIN and the seats are kept, was damaged. The PIN from before counts; everybody "
            "sits down anew.",
            **told,
        ),
        "house_lost": gettext(
            "%(file)s, where the PIN and the seats are kept, was damaged. The table has no PIN now: set it again.",
            **told,
        ),
        "family_before": gettext("What the family has chosen was damaged: what was chosen before counts."),
        "family_lost": gettext("What the family has chosen was damaged: choose it anew in the settings."),
        "settings_before": gettext(
            "%(file)s cannot be used: the settings from before count. Correct it, or move it away.", **told
        ),
        "settings_usual": gettext(
            "%(file)s cannot be used: what is usual counts. Correct it, or move it away.", **told
        ),
        "stand_before": gettext("The set-up of the camera was damaged: the one from before counts.", **told),
        "stand_lost": gettext("The set-up of the camera was damaged. Set up the camera anew.", **told),
        "key_renewed": gettext("A damaged key was replaced: everybody sits down anew.", **told),
        "key_not_kept": gettext(
            "A key could not be written: after the next start all sit down anew.", **told
        ),
        "camera": gettext(
            "The camera was not found: the game goes on by taps. Check its cable: it is looked for all the time.",
            **told,
        ),
        "no_stand": gettext(
            "%(game)s: play by taps, the camera does not know this table yet. Settings, “Set up the camera”: once.",
            **told,
        ),
        "no_cards": gettext(
            "%(game)s: play by taps, the camera has not seen the cards yet. Settings, “Set up the camera”: show "
            "them once.",
            **told,
        ),
        "no_squares": gettext(
            "%(game)s: play by taps, the camera has not seen the board yet. Settings, “Set up the camera”: show it "
            "once.",
            **told,
        ),
        "no_pieces": gettext(
            "%(game)s: play by taps, the camera has not seen the pieces yet. Settings, “Set up the camera”: show "
            "them once.",
            **told,
        ),
        "other_board": gettext(
            "%(game)s: play by taps, this game began on another board. The camera follows the next one.",
            **told,
        ),
        "no_readers": gettext("%(game)s: play by taps, the camera cannot read this game today.", **told),
        "journal_whole": gettext(
            "The journal was damaged, and is whole again: all %(kept)s entries are there. The damaged one is kept "
            "as %(file)s.",
            **told,
        ),
        "journal_cut": gettext(
            "The journal was damaged: its first %(kept)s entries count, at least %(lost)s after them are missing. "
            "Tap anew what was played since. The damaged one is kept as %(file)s.",
            **told,
        ),
        "journal_lost": gettext(
            "The journal was damaged, and nothing of it could be read: it begins anew. The damaged one is kept as "
            "%(file)s.",
            **told,
        ),
        "journal_log_gone": gettext(
            "The table was cut off, and the end of its notes is gone: compare the game with the table, the last "
            "moves may be missing."
        ),
        "journal_newer": gettext(
            "The journal was written by a newer version: it is left as it is, and nothing of this evening is kept. "
            "Play on; to keep the games, install that version again."
        ),
        "journal_unusable": gettext(
            "The journal cannot be opened: it is left as it is, and nothing of this evening is kept. Play on; then "
            "see that the table may write its folder, and start it again."
        ),
        "folder_unusable": gettext(
            "The folder in which all is kept cannot be used (%(reason)s): nothing of this evening is kept. Play on; "
            "then mend the folder, or start the table with another one.",
            **told,
        ),
        "game_unknown": gettext(
            "The game played last (%(game)s) is not known to this version: it stays in the journal. Begin another.",
            **told,
        ),
        "disk_little": gettext(
            "The disk is nearly full: less than %(kept)s MB are free. Delete something, before the evening no longer "
            "fits.",
            **told,
        ),
        "disk_full": gettext(
            "The disk takes nothing: what is played now is only in memory. Do not switch the table off, and make "
            "room: then it is written down by itself."
        ),
        "club_missing": gettext(
            "The club is not told of this table: what that takes is not installed (%(file)s).", **told
        ),
        "club_failed": gettext(
            "The club is not told of this table: %(file)s cannot be written. Make room on the disk, then start anew.",
            **told,
        ),
        "broken": gettext(
            "Something broke at the start: this evening the table goes on without a camera, by taps. Start it "
            "again; if this stays, “Is everything all right?” says more.",
            **told,
        ),
    }
    return " ".join((str(words.get(trouble.code, trouble.code)), *_missing_moves(trouble)))


def _missing_moves(trouble: Trouble) -> Iterator[str]:
    """What can still be read of the moves that are missing, in the words of their game."""
    if "moves" in trouble.details:
        game, language = str(trouble.details["game"]), viewer_language()
        moves = json.loads(str(trouble.details["moves"]))
        told = [explain_refusal(game, f"did_{one['do']}", one, language) for one in moves]
        yield gettext("These can still be read, the last ones at least:")
        yield from told
