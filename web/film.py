"""A filmed evening: a program of its own on this machine, whose boxes are those of the program that began it."""

from __future__ import annotations

from flask import request

from web.services import services


def at_port(port: int, path: str) -> str:
    """The address of a page of another program on this machine, as this browser reaches the machine."""
    host = request.host.rpartition(":")[0] or request.host
    return f"http://{host}:{port}{path}"


def is_film() -> bool:
    """Whether this program shows a filmed evening."""
    return services().outside.boxes_at is not None


def boxes_of_film() -> str | None:
    """The address of the boxes from which this filmed evening was begun; None where this is none."""
    port = services().outside.boxes_at
    return None if port is None else at_port(port, "/home")
