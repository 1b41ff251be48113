"""Two people who play Crapette without a fault at a scene's table, the truth is kept beside the journal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.action import Action, Rejected

from .tables import PLAYERS, RANKS, Card, Distribution, Reading, Scene, told

PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
_LIKELY_TO_REARRANGE = 0.08
"""How often a player who owes nothing moves a card from case to case."""


class FaultlessGame:
    """A dealt game; ``play`` moves hands once, ``settle`` looks until the journal knows what hands did."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.chance = random.Random(seed)
        packs = {player: self.chance.sample(PACK, 52) for player in PLAYERS}
        cases = {f"T{number}": [packs[PLAYERS[number > 4]][(number - 1) % 4]] for number in range(1, 9)}
        self.scene = Scene(
            cases=cases,
            reserves={player: {"count": 11, "top": packs[player][14]} for player in PLAYERS},
            stocks=dict.fromkeys(PLAYERS, 37),
            **options,
        )
        for player in PLAYERS:
            pack = packs[player]
            self.scene.piles[f"reserve:{player}"] = [
                Card(face, place == 10) for place, face in enumerate(pack[4:15])
            ]
            self.scene.piles[f"stock:{player}"] = [Card(face, False) for face in pack[15:]]
        self.truth = self.scene.table.state
        self.done: list[Action] = []
        """What hands have done since the journal last knew everything."""
        self.questions = 0
        assert self.scene.look() == "same"

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.scene.game.is_over(self.truth)

    # ------------------------------------------------------------ hands

    def play(self) -> bool:
        """One action of hands that is no fault; False when there is only something to tap."""
        action = self._chosen()
        if action["do"] == "pass":
            return False
        self._count(action)
        self._move_hands(action)
        return True

    def tap_pass(self) -> None:
        """Whoever cannot do anything says so; the journal must know everything else."""
        action = {"by": self._view["turn"], "do": "pass"}
        self.truth, _ = self.scene.game.apply(self.truth, action)
        self.scene.tap(action["by"], "pass")

    @property
    def _view(self) -> Mapping[str, Any]:
        return self.scene.game.view(self.truth).public

    def _chosen(self) -> Action:
        view, chance = self._view, self.chance
        for player in PLAYERS:
            reserve = view["reserves"][player]
            if reserve["count"] and not reserve["face_up"] and chance.random() < 0.9:
                face = self.scene.piles[f"reserve:{player}"][-1].face
                return {"by": player, "do": "turn_reserve", "card": face}
            if not view["stocks"][player]["count"] and view["wastes"][player]["count"]:
                return {"by": player, "do": "recycle"}
        by = view["turn"]
        due = [one for one in view["obligations"] if "from" in one]
        if due:
            return self._as_action(by, chance.choice(due))
        possible = view["legal_moves"]
        rearranging = [one for one in possible if one.get("from", "")[:1] == "T" == one.get("to", "")[:1]]
        others = [one for one in possible if one not in rearranging]
        if rearranging and (not others or chance.random() < _LIKELY_TO_REARRANGE):
            return self._as_action(by, chance.choice(rearranging))
        return self._as_action(by, chance.choice(others))

    def _as_action(self, by: str, one: Mapping[str, Any]) -> Action:
        if "do" not in one:
            return {"by": by, "do": "move", "from": one["from"], "to": one["to"], "card": one["card"]}
        zone = {"draw": "stock", "turn_reserve": "reserve", "discard": "hand"}.get(one["do"])
        told_card = {} if zone is None else {"card": self.scene.piles[f"{zone}:{by}"][-1].face}
        return {"by": by, "do": one["do"], **told_card}

    def _count(self, action: Action) -> None:
        self.truth, events = self.scene.game.apply(self.truth, action)
        assert not [event for event in events if event.name == "infraction"], f"a fault was played: {action}"
        self.done.append(action)

    def _move_hands(self, action: Action) -> None:
        scene, by = self.scene, action["by"]
        match action["do"]:
            case "move":
                scene.moves(action["card"], action["from"], action["to"], by=by)
            case "draw":
                scene.draws(by, action["card"])
            case "discard":
                scene.discards(by)
            case "turn_reserve":
                scene.turns(by, action["card"])
            case "recycle":
                scene.recycles(by)

    # ------------------------------------------------------------ looking

    def settle(self, reads: Mapping[str, Reading] | None = None) -> None:
        """Looks; answers what is asked; fails when the journal then tells anything else than what happened."""
        scene = self.scene
        kind = scene.look(reads=reads)
        for _ in range(3):
            if kind not in ("look_again", "unfinished"):
                break
            kind = scene.look()
        if kind == "asked":
            self._answer()
        lately = [told(action) for action in self.done]
        assert scene.calls == [], (
            f"{scene.calls[-1]['against']} was accused after {lately}: {scene.entered[-6:]}"
        )
        said = scene.game.view(scene.table.state).public
        assert said == self._view, f"{kind} after {lately}, entered {scene.entered[-6:]}, {scene.sight}"
        self.done.clear()

    def _answer(self) -> None:
        self.questions += 1
        scene = self.scene
        asked = [entry.body for entry in scene.journal.entries if entry.kind == "question"][-1]
        possible = [
            choice
            for choice, answer in enumerate(asked["answers"])
            if not answer.get("taken_back") and self._leads_to_the_truth(answer)
        ]
        if possible:
            scene.answer(max(possible, key=lambda choice: self._tells_the_truth(asked["answers"][choice])))
            return
        scene.answer(None)
        for action in self.done:
            arguments = {key: value for key, value in action.items() if key not in ("by", "do")}
            scene.tap(action["by"], action["do"], **arguments)

    def _tells_the_truth(self, answer: Mapping[str, Any]) -> bool:
        """Whether an answer names the very cards that hands moved, covered ones too."""
        actions = [action for action in (answer["action"], *answer.get("then", ())) if action is not None]
        return sorted(map(told, actions)) == sorted(map(told, self.done))

    def _leads_to_the_truth(self, answer: Mapping[str, Any]) -> bool:
        state = self.scene.table.state
        try:
            for action in (answer["action"], *answer.get("then", ())):
                if action is not None:
                    state, _ = self.scene.game.apply(state, action)
        except Rejected:
            return False
        return self.scene.game.view(state).public == self._view


def wavering(game: FaultlessGame, zone: str) -> Distribution | None:
    """An honest doubt about what lies on a pile, right or wrong with equal chance; None where no face is seen."""
    shown = game.scene.shows(zone)
    if zone.startswith("T") or not shown or shown[0] == "back":
        return None
    face = shown[0]
    other = face[:-1] + {"S": "C", "C": "S", "H": "D", "D": "H"}[face[-1]]
    return {face: 0.5, other: 0.5}
