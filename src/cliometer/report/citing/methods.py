"""Whose method it is: what the statistics behind a result cite, under the names that results use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Method(NamedTuple):
    """How a paper calls it, and whose it is."""

    title: str
    citation: str


Methods = Mapping[str, Method]
TESTS: Methods = MappingProxyType(
    {
        "randomisation": Method(
            "paired randomisation", "Noreen (1989), Computer-Intensive Methods; p: Phipson & Smyth (2010)"
        ),
        "bootstrap": Method("the paired bootstrap", "Efron (1979), Bootstrap Methods"),
        "sign-flip": Method(
            "sign flips", "Fisher (1935), The Design of Experiments; p: Phipson & Smyth (2010)"
        ),
        "t": Method("the paired t test", "Student (1908), The Probable Error of a Mean"),
        "wilcoxon": Method(
            "Wilcoxon's signed-rank test", "Wilcoxon (1945), Individual Comparisons by Ranking Methods"
        ),
        "williams": Method(
            "Williams' test", "Williams (1959), The Comparison of Regression Variables; Steiger (1980)"
        ),
        "perm-both": Method("the PERM-BOTH test", "Deutsch et al. (2021), A Statistical Analysis"),
        "permutation": Method("permutation of systems", "Pitman (1937), Significance Tests"),
        "binomial": Method("exact binomial intervals", "Clopper & Pearson (1934), The Use of Confidence"),
    }
)
CORRECTIONS: Methods = MappingProxyType(
    {
        "holm": Method("Holm's correction", "Holm (1979), A Simple Sequentially Rejective Procedure"),
        "bh": Method(
            "the Benjamini-Hochberg correction", "Benjamini & Hochberg (1995), False Discovery Rate"
        ),
    }
)
INTERVALS: Methods = MappingProxyType(
    {
        "bca": Method("BCa bootstrap intervals", "Efron (1987), Better Bootstrap Confidence Intervals"),
        "percentile": Method("bootstrap percentile intervals", "Efron (1979), Bootstrap Methods"),
        "resampled": Method(
            "bootstrap intervals over systems and topics", "Deutsch et al. (2021), A Statistical Analysis"
        ),
    }
)
COEFFICIENTS: Methods = MappingProxyType(
    {
        "pearson": Method("Pearson's correlation", "Pearson (1895), Note on Regression"),
        "spearman": Method("Spearman's correlation", "Spearman (1904), Measurement of Association"),
        "kendall-b": Method("Kendall's tau-b", "Kendall (1945), The Treatment of Ties in Ranking Problems"),
        "kendall-c": Method("Stuart's tau-c", "Stuart (1953), Strengths of Association"),
    }
)
RULES: Methods = MappingProxyType(
    {
        "ranked-pairs": Method("Ranked Pairs", "Tideman (1987), Independence of Clones"),
        "copeland": Method("Copeland's rule", "Copeland (1951), A reasonable social welfare function"),
        "borda": Method("Borda's count", "Borda (1781), Mémoire sur les élections au scrutin"),
        "plurality": Method("plurality", "Borda (1781), who shows what it misses"),
        "modal": Method(
            "the modal ordering", "after table 8 of Mackie et al. (2014), where orderings are counted"
        ),
        "bradley-terry": Method(
            "the Bradley-Terry model", "Bradley & Terry (1952), Rank Analysis; ties: Davidson (1970)"
        ),
    }
)
GROUPS: Methods = MappingProxyType(
    {
        "critical difference": Method(
            "critical differences", "Demšar (2006), Statistical Comparisons of Classifiers; Friedman (1937)"
        ),
        "letters": Method("letter groups", "Piepho (2004), A Letter-Based Representation"),
        "joint ranks": Method("joint ranks", "Mackie et al. (2014), table 6"),
    }
)
AGREEMENT: Methods = MappingProxyType(
    {
        "alpha": Method("Krippendorff's alpha", "Krippendorff (2011), Computing Alpha-Reliability"),
        "masi": Method("alpha with the MASI distance", "Passonneau (2006), Measuring Agreement (MASI)"),
        "accuracy": Method("accuracy with calibrated ties", "Deutsch et al. (2023), Ties Matter"),
        "soft": Method("soft pairwise accuracy", "Thompson et al. (2024), Soft Pairwise Accuracy"),
        "events": Method(
            "judged events",
            "Khandelwal, Gupta & Allan (2001), An Evaluation Corpus for Temporal Summarization",
        ),
        "units": Method("content units", "Bauer & Teufel (2015), A Methodology"),
    }
)
DESIGNS: Methods = MappingProxyType(
    {
        "court": Method("trials of metrics by perturbation", "after Martschat & Markert (2017), section 5"),
        "majorities": Method("majorities between pairs", "Condorcet (1785), Essai sur l'application"),
        "baselines": Method("baselines of content units", "Bauer & Teufel (2015), table 3"),
        "reasons": Method(
            "reasons coded by a codebook", "after table 9 of Mackie et al. (2014), where reasons are sorted"
        ),
        "microblog": Method("the experiment on microblogs", "Mackie et al. (2014), On Choosing a Metric"),
    }
)
METHODS: Mapping[str, Methods] = MappingProxyType(
    {
        "test": TESTS,
        "correction": CORRECTIONS,
        "interval": INTERVALS,
        "coefficient": COEFFICIENTS,
        "voting rule": RULES,
        "groups": GROUPS,
        "agreement": AGREEMENT,
        "design": DESIGNS,
    }
)
