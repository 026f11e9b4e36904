"""How far judges, writers and matchers agree, and what a corpus of theirs holds."""
