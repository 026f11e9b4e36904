"""SIMetrix (Louis & Nenkova 2009): its mapping and config files in, its two files of scores out.

docs/compat-simetrix.md says what is equal and what is mended.
"""
