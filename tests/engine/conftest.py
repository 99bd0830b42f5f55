"""How hard the properties of the rules are tried: quickly, at length with BLUFFBOX_NIGHTLY=1, or with so many
examples each as BLUFFBOX_EXAMPLES says, where everything is slow."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = [HealthCheck.too_slow]
FEW = int(os.environ.get("BLUFFBOX_EXAMPLES", "25"))
settings.register_profile("quick", max_examples=FEW, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("nightly", max_examples=1_000, deadline=None, suppress_health_check=SLOW_IS_FINE)
settings.load_profile("nightly" if os.environ.get("BLUFFBOX_NIGHTLY") == "1" else "quick")
