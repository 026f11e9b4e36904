"""Formats of other tools: judgements as marked texts, and documents of offices."""
