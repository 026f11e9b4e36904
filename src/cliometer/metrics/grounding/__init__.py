"""Dated grounding: whether a sentence of the articles carries a sentence of a timeline, and on its date."""
