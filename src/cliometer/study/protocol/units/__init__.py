"""Studies of content units (Bauer & Teufel 2015): timelines, units made of their lines, and links."""

from cliometer.study.protocol.units.protocol import UNITS

__all__ = ["UNITS"]
