"""Gives a make of dice a body that light can be traced on: a rounded cube with dents where its pips are cut,
and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import mitsuba as mi  # type: ignore[import-not-found]
import numpy as np
from numpy.typing import NDArray

from vision.training.scenes.brush import grain
from vision.training.scenes.die_make import TEXTURE, Make

Rng = np.random.Generator
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

GRID = 48  # steps along a face
SHEET = 128  # side of a face in the picture that is laid round the die
# Which way each face looks, and its two sides, in the order of die_make.FACE_VALUES.
_OUT = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], float)
_ACROSS = np.array([(0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0)], float)


@dataclass(frozen=True)
class Body:
    """A die of edge 1 about the origin: corners (n, 3), which way each looks, where it lies in the sheet
    (n, 2), and triangles (m, 3)."""

    corners: F64
    out: F64
    sheet: F64
    triangles: NDArray[np.int64]


def body(die: Make, rng: Rng) -> Body:
    """The body of a make."""
    t = np.linspace(-0.5, 0.5, GRID + 1)
    v, u = np.meshgrid(t, t, indexing="ij")
    parts = [_face(die, face, u, v, rng) for face in range(6)]
    corners, out, sheet = (np.concatenate(part) for part in zip(*parts, strict=True))
    at = np.arange((GRID + 1) ** 2).reshape(GRID + 1, GRID + 1)
    one, two, three, four = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    face = np.concatenate([np.stack([one, two, three], 1), np.stack([one, three, four], 1)])
    triangles = np.concatenate([face + k * at.size for k in range(6)])
    return Body(corners, out, sheet, triangles)


def _face(die: Make, face: int, u: F64, v: F64, rng: Rng) -> tuple[F64, F64, F64]:
    across, up = _ACROSS[face], np.cross(_OUT[face], _ACROSS[face])
    flat = 0.5 * _OUT[face] + u[..., None] * across + v[..., None] * up
    inner = np.clip(flat, -0.5 + die.corner, 0.5 - die.corner)
    out = (flat - inner) / np.linalg.norm(flat - inner, axis=2, keepdims=True)
    places = inner + die.corner * out
    far = np.linalg.norm(places, axis=2, keepdims=True)
    cut = far > die.ball
    out = np.where(cut, places / far, out)
    places = np.where(cut, places * die.ball / far, places)
    depth = 0.0 if not die.slopes[face].any() else float(rng.uniform(0.015, 0.05))
    ink = cv2.GaussianBlur(die.textures[face], (0, 0), 1.5)
    column, row = (np.asarray((w + 0.5) * (TEXTURE - 1), np.float32) for w in (u, v))
    dent = -depth * np.asarray(cv2.remap(ink, column, row, cv2.INTER_LINEAR), np.float64)
    down, along = (np.asarray(slope) for slope in np.gradient(dent, 1 / GRID))
    slanted = out - along[..., None] * across - down[..., None] * up
    slanted /= np.linalg.norm(slanted, axis=2, keepdims=True)
    # A face's own part of the sheet, three across and two down, with its rim kept off the next one's.
    margin = 0.5 / SHEET
    left, top = face % 3, face // 3
    sheet = np.stack(
        [
            (left + margin + (u + 0.5) * (1 - 2 * margin)) / 3,
            (top + margin + (v + 0.5) * (1 - 2 * margin)) / 2,
        ],
        2,
    )
    places = places + dent[..., None] * _OUT[face]
    return places.reshape(-1, 3), slanted.reshape(-1, 3), sheet.reshape(-1, 2)


def _sheet(die: Make, rng: Rng) -> NDArray[np.uint8]:
    """The picture that is laid round the die, RGB."""
    sheet = np.zeros((2 * SHEET, 3 * SHEET, 3), np.float32)
    for face in range(6):
        body = np.broadcast_to(die.body, (SHEET, SHEET, 3)).astype(np.float32)
        if die.second is not None and die.speckles > 0:
            specks = grain(rng, SHEET, rng.uniform(0.8, 2.5))
            few = specks > np.quantile(specks, 1 - die.speckles)
            body = np.where(few[..., None], die.second, body)
        if die.second is not None and die.swirl > 0:
            mix = 1 / (1 + np.exp(-die.swirl * grain(rng, SHEET, rng.uniform(8, 30))))
            body = body * (1 - mix[..., None]) + die.second * mix[..., None]
        if die.marble > 0:
            body = body * (1 + die.marble * grain(rng, SHEET, rng.uniform(5, 20))[..., None])
        size = (SHEET, SHEET)
        ink = cv2.resize(die.textures[face], size, interpolation=cv2.INTER_CUBIC)[..., None].clip(0, 1)
        painted = body * (1 - ink) + die.inks[face] * ink
        row, column = face // 3 * SHEET, face % 3 * SHEET
        sheet[row : row + SHEET, column : column + SHEET] = painted
    return (sheet[..., ::-1].clip(0.004, 1) * 255).astype(np.uint8)


def material(die: Make, rng: Rng) -> dict[str, Any]:
    """What light does on a die: plastic, dull or polished, clear resin, wood, metal."""
    bitmap = mi.Bitmap(np.ascontiguousarray(_sheet(die, rng)))
    paint = {"type": "bitmap", "bitmap": bitmap, "wrap_mode": "clamp"}
    # Polished more often than not: lamps then lie as rings along the rims of faces and as spots in them.
    rough = float(rng.uniform(0.02, 0.2) if rng.random() < 0.65 else rng.uniform(0.2, 0.7))
    pick = rng.random()
    said: dict[str, Any] = {"type": "principled", "base_color": paint, "roughness": rough, "specular": 0.5}
    if die.clear > 0:
        said |= {"spec_trans": float(die.clear * rng.uniform(0.3, 0.9)), "eta": float(rng.uniform(1.1, 1.5))}
        del said["specular"]
    elif pick < 0.06:
        said |= {"metallic": float(rng.uniform(0.5, 1.0)), "roughness": float(rng.uniform(0.2, 0.5))}
    elif pick < 0.4:
        said |= {"clearcoat": float(rng.uniform(0.3, 1.0)), "clearcoat_gloss": float(rng.uniform(0.6, 1.0))}
    elif pick < 0.5:
        return {"type": "diffuse", "reflectance": paint}
    return said


def shape(made: Body, turn: F64, middle: F64, size: float, bsdf: Any) -> Any:
    """The die of edge `size` as it lies, as a shape of the scene. `turn`: (3, 3), from its own axes."""
    corners = (made.corners @ turn.T * size + middle).astype(np.float32)
    holder = mi.Properties()
    holder["bsdf"] = bsdf
    mesh = mi.Mesh(
        "die",
        len(corners),
        len(made.triangles),
        props=holder,
        has_vertex_normals=True,
        has_vertex_texcoords=True,
    )
    known = mi.traverse(mesh)
    known["vertex_positions"] = corners.ravel()
    known["vertex_normals"] = (made.out @ turn.T).astype(np.float32).ravel()
    known["vertex_texcoords"] = made.sheet.astype(np.float32).ravel()
    known["faces"] = made.triangles.astype(np.uint32).ravel()
    known.update()
    return mesh


def top_share(made: Body, turn: F64, middle: F64, size: float, to_picture: Any, top: F64) -> float:
    """The area of the top face in the picture, in pixels, if nothing lay before it. `to_picture`: from
    places (n, 3) to pixels (n, 2); `top`: the face's way out of the die, in its own axes."""
    places = to_picture(made.corners @ turn.T * size + middle)
    a, b, c = (places[made.triangles[:, k]] for k in range(3))
    area = 0.5 * np.abs((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0]))
    above = (made.corners[made.triangles].mean(1) @ top) > ON_TOP
    return float(area[above].sum())


ON_TOP = 0.40  # how far from the die's middle, in edges, what belongs to its top face is at least
