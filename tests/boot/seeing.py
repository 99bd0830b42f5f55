"""What a camera above the simulated table sees."""

from __future__ import annotations

import cv2

from firmware.sim.render import Optics, render
from firmware.sim.world import World


def pictures(world: World) -> list[bytes]:
    """JPEGs of the table as it lies, which differ in their grain, as those of a camera do."""
    scene, out = world.scene(), []
    for grain in range(4):
        well, coded = cv2.imencode(".jpg", render(scene, Optics(grain=grain)), [cv2.IMWRITE_JPEG_QUALITY, 92])
        assert well
        out.append(coded.tobytes())
    return out
