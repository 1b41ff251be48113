"""A folder of rendered pictures with labels, as labelled photographs lie beside the project."""

import json
from pathlib import Path

import cv2
import numpy as np

from vision.scene import SceneDie, ScenePicture, SceneRenderer


def write_rendered_photographs(folder: Path, sources: tuple[str, ...], pictures: int) -> None:
    """Write `pictures` pictures of three dice for every source, and their labels."""
    renderer = SceneRenderer(seed=5)
    rng = np.random.default_rng(8)
    lines = []
    for source in sources:
        for number in range(pictures):
            dice = tuple(
                SceneDie(str(1 + (number + column) % 6), -60.0 + 60 * column, 0.0, float(rng.uniform(0, 90)))
                for column in range(3)
            )
            scene = renderer.render(ScenePicture(dice), number)
            name = f"{source}-{number}.png"
            cv2.imwrite(str(folder / name), scene.image)
            objects = [
                {"label": "die", "value": int(die.face), "box": [round(v, 1) for v in die.box]}
                for die in scene.dice
            ]
            lines.append(
                json.dumps({"image": name, "source": f"{source}/dice", "kind": "dice", "objects": objects})
            )
    (folder / "labels.jsonl").write_text("\n".join(lines))
