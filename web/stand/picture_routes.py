"""The addresses that all pages about a game's picture have: the page, what changes on it, the picture, its taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, request

from web.outside import StandRefused
from web.stand.tapped_page import PictureTap, TappedPage, jpeg, json_file, picture_fields

MORE = "more"
"""What ``show`` is where the page shows more than the next step."""


@dataclass(frozen=True, slots=True)
class PictureRoutes:
    """What of a page about a game's picture is its own.

    ``service`` gives what the taps are done with, None without a camera; ``asked`` what the address wants shown;
    ``chosen`` is the part of it that a tap chooses, ``left`` what is shown no more once a tap leads on. A picture is
    asked for by its number where they are ``numbered``.
    """

    page: TappedPage
    taps: Mapping[str, PictureTap]
    service: Callable[[], Any]
    asked: Callable[[], dict[str, Any]]
    chosen: str
    left: tuple[str, ...] = ()
    numbered: bool = True

    def add_to(self, blueprint: Blueprint, address: str) -> None:
        """Register the page and its fragment, and below its address the picture of each game and the taps."""
        blueprint.add_url_rule(address, "page", lambda: self.page.whole(self.asked()))
        blueprint.add_url_rule(f"{address}/fragment", "fragment", lambda: self.page.fragment(self.asked()))
        blueprint.add_url_rule(f"{address}/<game>.jpg", "picture", self._picture)
        blueprint.add_url_rule(f"{address}/<tap>", "tapped", self._tapped, methods=["POST"])

    def add_files_to(self, blueprint: Blueprint, address: str) -> None:
        """Register the one file of a game, for another family, and taking over another family's."""
        blueprint.add_url_rule(f"{address}/<game>.json", "handed_on", self._handed_on)
        blueprint.add_url_rule(f"{address}/take-over", "take_over", self._take_over, methods=["POST"])

    def of_game(self, game: str) -> Any:
        """The service; 404 where there is none, or it knows no such game."""
        service = self._needed()
        if game not in service.games():
            abort(404)
        return service

    def _needed(self) -> Any:
        service = self.service()
        if service is None:
            abort(404)
        return service

    def _picture(self, game: str) -> Response:
        """The picture that the page told of, by its number where it has one; 404 before there is one."""
        number = (request.args.get("number", type=int),) if self.numbered else ()
        return jpeg(self.of_game(game).picture(game, *number))

    def _handed_on(self, game: str) -> Response:
        """The one file of a game, for another family; 404 where nothing was shown."""
        return json_file(self.of_game(game).handed_on(game), f"{game}-{self.page.name}.json")

    def _take_over(self) -> Response:
        """Another family's file, sent by a plain form."""
        game, asked = request.form.get("game", ""), self.asked()
        service, sent = self.of_game(game), request.files.get("file")

        def take() -> None:
            if sent is None or not sent.filename:
                raise StandRefused("no_file")
            service.take_over(game, sent.read())

        status, told = self.page.attempt(take)
        shown = {**asked, "game": game, "show": MORE if told else None, self.chosen: None}
        return self.page.answer({**shown, **dict.fromkeys(self.left)}, status, told)

    def _tapped(self, tap: str) -> Response:
        """A tap of a plain form: then the page again (303), or what changed, for a script."""
        known, service = self.taps.get(tap), self._needed()
        if known is None:
            abort(404)
        shown = self.asked()

        def do() -> None:
            body = known.body.model_validate(picture_fields())
            if body.game not in service.games():
                raise StandRefused("unknown_game")
            shown[self.chosen] = known.do(service, body)

        status, told = self.page.attempt(do)
        if known.leads_on and not told:
            shown = {**shown, "show": None, **dict.fromkeys(self.left)}
        return self.page.answer(shown, status, told)
