"""When a kept game was played and for how long, as one says it at home."""

from __future__ import annotations

from datetime import datetime, timedelta

from babel.dates import format_date
from flask_babel import gettext, ngettext

from companion.languages import grammar

_MINUTE_MS = 60_000


def when(played_ms: int, language: str, now: datetime | None = None, *, within: bool = False) -> str:
    """The day (of this machine's clock), and the part of it while that is fresh: "Yesterday evening", "Saturday".

    ``within`` a sentence what is no name there begins small: "yesterday evening", "samedi", but "Samstag".
    """
    moment = datetime.fromtimestamp(played_ms / 1000)
    today = (now or datetime.now()).date()
    days = (today - moment.date()).days
    part = 0 if moment.hour < 12 else 1 if moment.hour < 18 else 2
    if days == 0:
        said = (gettext("This morning"), gettext("This afternoon"), gettext("Tonight"))[part]
        return _small(said) if within else str(said)
    if days == 1:
        said = (gettext("Yesterday morning"), gettext("Yesterday afternoon"), gettext("Yesterday evening"))[
            part
        ]
        return _small(said) if within else str(said)
    if 1 < days < 7:
        day = str(format_date(moment, "EEEE", locale=language))
        return day if within else _capital(day)
    month = "MMMM" if moment.date() > today - timedelta(days=330) and days > 0 else "MMMM y"
    return str(format_date(moment, f"{grammar(__name__, language).DAY_OF_MONTH} {month}", locale=language))


def how_long(played_ms: int) -> str:
    """A length as one says it: "34 min", "1 h 52"; nothing for less than a minute."""
    minutes = round(played_ms / _MINUTE_MS)
    if minutes < 1:
        return ""
    if minutes < 60:
        return str(gettext("%(minutes)s min", minutes=minutes))
    return str(gettext("%(hours)s h %(minutes)s", hours=minutes // 60, minutes=f"{minutes % 60:02d}"))


def since(first_ms: int, count: int, language: str) -> str:
    """How many games there are, and since when."""
    month = format_date(datetime.fromtimestamp(first_ms / 1000), "MMMM y", locale=language)
    return str(ngettext("%(num)s game since %(month)s", "%(num)s games since %(month)s", count, month=month))


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
