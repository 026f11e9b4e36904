"""Hypothesis without deadlines: machines are noisy, and the first call of a function may import much.

`make check` asks for the profile `quick`, which tries fewer examples; everything else runs under `steady`.
"""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=15)
settings.load_profile("steady")
