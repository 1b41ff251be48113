"""Answers are sent compressed. Gzip alone, of the standard library: over plain HTTP browsers take nothing else.

Compression can betray a secret that stands in an answer beside what a stranger chose (BREACH): who sees its length,
and can have it asked for again and again, guesses the token letter by letter. Over plain HTTP whoever sees the length
reads the token itself. Behind a proxy that does TLS, no other site can ask with the session's cookie but by opening
the whole page (SameSite=Lax), and browsers say so: such an answer is not compressed.
"""

from __future__ import annotations

import gzip
import threading
from functools import lru_cache

from flask import Flask, Response, request

from web.assets import packed_asset

LEVEL = 5
LONG_BYTES, LONG_LEVEL = 200_000, 1
"""What is so long is a hundred boards of a club, five times a second: a fifth more bytes for a third of the time."""
LEAST_BYTES = 500
"""A shorter answer goes into one packet as it is."""
KINDS = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "application/javascript",
        "application/json",
        "image/svg+xml",
    }
)
"""What becomes smaller; a stream of events is not among them, it is sent line by line."""
_WHOLE = (200, 400, 403, 404, 409, 422, 507)
_OWN = (None, "same-origin", "none")


def compress_answers(app: Flask) -> None:
    """Compresses what is long enough and what the browser takes so."""
    app.after_request(_compressed)


def _compressed_once(plain: bytes) -> bytes:
    """Several who look at one table or club are sent the same at the same moment: one of them has it compressed."""
    with _ONE_AT_A_TIME:
        return _compressed_bytes(plain)


_ONE_AT_A_TIME = threading.Lock()


@lru_cache(maxsize=8)
def _compressed_bytes(plain: bytes) -> bytes:
    return gzip.compress(plain, LEVEL if len(plain) < LONG_BYTES else LONG_LEVEL, mtime=0)


def _compressed(response: Response) -> Response:
    if response.status_code not in _WHOLE or response.mimetype not in KINDS:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") <= 0 or request.headers.get("Sec-Fetch-Site") not in _OWN:
        return response
    packed = packed_asset(response)
    if packed is None:
        plain = response.get_data()
        if len(plain) < LEAST_BYTES:
            return response
        packed = _compressed_once(plain)
    response.direct_passthrough = False
    response.set_data(packed)
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(tag, weak=True)  # the same content, but not the same bytes
    return response
