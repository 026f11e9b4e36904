"""What to cite for a run: works, BibTeX, and a sentence for the paper."""
