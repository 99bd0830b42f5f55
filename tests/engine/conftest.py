"""How hard the properties of the rules are tried: quickly, or at length with BLUFFBOX_NIGHTLY=1."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = [HealthCheck.too_slow]
settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("nightly", max_examples=1_000, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("nightly" if os.environ.get("BLUFFBOX_NIGHTLY") == "1" else "quick")
