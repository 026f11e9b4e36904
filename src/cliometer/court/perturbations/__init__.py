"""The perturbations that come with Cliometer, in families; importing this registers them."""

from cliometer.court.perturbation import perturbations
from cliometer.court.perturbations import date_changes, length_changes, wording_changes

__all__ = ["date_changes", "length_changes", "perturbations", "wording_changes"]
