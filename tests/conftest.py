"""What all tests share: one thread each, and no haste for properties on a slow or busy machine."""

from __future__ import annotations

import os

# Before numpy and OpenCV are loaded: they look once. Processes of many threads each wait for each other.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import cv2
from hypothesis import HealthCheck, settings

cv2.setNumThreads(1)
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
