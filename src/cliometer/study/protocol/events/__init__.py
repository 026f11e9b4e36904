"""Judged events (Khandelwal et al. 2001): boundaries, lists, a merged list, links, verified links."""

from cliometer.study.protocol.events.protocol import EVENTS

__all__ = ["EVENTS"]
