"""The profiles of Hypothesis and the fixtures of the core's tests hold here, too."""

from tests.conftest import own_classes

__all__ = ["own_classes"]
