"""Benchmarks: ratios of CPU times against peers, taken in one run on the same texts."""
