"""Hypothesis without deadlines: machines are noisy, and the first call of a function may import much."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
