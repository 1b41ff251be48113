"""The referee: from sightings of the table to the exact actions that hands made, faults included.

``throws`` reads one throw in a tray; ``Referee`` (``watching``) follows a whole table.
"""

from companion.referee.throws import Decision, Refusal, explain
from companion.referee.verdict import Difference, Verdict
from companion.referee.watching import Referee

__all__ = ["Decision", "Difference", "Referee", "Refusal", "Verdict", "explain"]
