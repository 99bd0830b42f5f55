"""The form of pictures and points in vision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""(H, W, 3) uint8 BGR, upright."""

Points = NDArray[np.float64]
"""(N, 2) x, y."""
