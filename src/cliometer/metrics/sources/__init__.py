"""Summaries against the documents they were made from, without any reference (Louis & Nenkova 2009, 2013).

The functions of `formulas` take counts and return a number as SIMetrix does; the metrics of `catalogue` decide
what is undefined and what an empty summary is worth.
"""
