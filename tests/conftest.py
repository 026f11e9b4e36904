"""Hypothesis without deadlines: machines are noisy, and the first call of a function may import much.

`make check` asks for the profile `quick`, which tries fewer examples; everything else runs under `steady`.
"""

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=15)
settings.load_profile("steady")


@pytest.fixture
def own_classes() -> Iterator[None]:
    """Take the classes out of the registries again that a test puts into them."""
    from cliometer.cli.plugins import _registries
    from cliometer.court.perturbations import date_changes as _  # noqa: F401  # the package registers all

    names = {registry.kind: set(registry.names) for registry in _registries()}
    yield
    for registry in _registries():
        for name in registry._classes.keys() - names[registry.kind]:
            del registry._classes[name]
