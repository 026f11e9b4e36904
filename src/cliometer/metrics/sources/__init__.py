"""Summaries against the documents they were made from, without any reference (Louis & Nenkova 2009, 2013).

Formulas (`divergences`, `topic_words`, `cosine`, `probabilities`) take counts and give a number as SIMetrix
does; the metrics over them decide what is undefined and what an empty summary is worth.
"""
