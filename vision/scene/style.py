"""How one die looks: colours, pips, rounding, material."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class DieStyle:
    """The look of one die; colours are BGR 0..255, lengths are shares of the die's side.

    `rounding` is the radius of the edges, `ball` the radius of a sphere that cuts the corners (>= 0.87 cuts nothing),
    `marble` 0..1 mixes `second` into the body in veins, `translucency` 0..1 lets light through,
    `face_disc` is the radius of a disc of the colour `second` on each face (0: none), `glare` 0..1 how bright a ring
    lamp or a window mirrors itself as a bow on the faces, `bows` how many such bows there are, `see_through` 0..1 how
    clearly the pips of the face below shimmer through the top face, `stickers` the number of a set of pictures that
    are stuck on the faces (0: none).
    """

    body: Colour = (225.0, 232.0, 236.0)
    pip: Colour = (24.0, 22.0, 22.0)
    second: Colour = (225.0, 232.0, 236.0)
    one_pip: Colour | None = None
    pip_radius: float = 0.095
    one_scale: float = 1.0
    pip_spread: float = 0.25
    pip_depth: float = 0.5
    pip_glint: float = 0.3
    square_pips: bool = False
    rounding: float = 0.12
    ball: float = 0.87
    marble: float = 0.0
    translucency: float = 0.0
    gloss: float = 0.35
    edge_wear: float = 0.0
    glyph_seed: int = 0
    pictured: bool = False
    face_disc: float = 0.0
    glare: float = 0.0
    bows: int = 1
    see_through: float = 0.0
    stickers: int = 0


DIE_STYLES: dict[str, DieStyle] = {
    "ivory": DieStyle(body=(206.0, 226.0, 234.0), rounding=0.13),
    "white": DieStyle(),
    "red": DieStyle(body=(40.0, 34.0, 178.0), pip=(235.0, 238.0, 240.0), gloss=0.5),
    "black": DieStyle(body=(38.0, 36.0, 36.0), pip=(230.0, 232.0, 232.0), rounding=0.1),
    "blue": DieStyle(body=(150.0, 84.0, 36.0), pip=(240.0, 240.0, 238.0), translucency=0.3),
    "green": DieStyle(body=(70.0, 120.0, 30.0), pip=(238.0, 240.0, 238.0)),
    "poker": DieStyle(body=(208.0, 228.0, 234.0), glyph_seed=3, rounding=0.1),
    "poker_pictured": DieStyle(body=(210.0, 226.0, 232.0), glyph_seed=5, pictured=True),
}
