"""Works on turning preferences into rankings."""

from __future__ import annotations

from cliometer.model.works.work import Work

VOTING = (
    Work(
        "borda-1781",
        "article",
        ("Borda, Jean-Charles de",),
        "Mémoire sur les élections au scrutin",
        1781,
        (("journal", "Histoire de l'Académie Royale des Sciences"),),
    ),
    Work(
        "condorcet-1785",
        "book",
        ("Condorcet, Marquis de",),
        "Essai sur l'application de l'analyse à la probabilité des décisions rendues à la pluralité des voix",
        1785,
        (("publisher", "Imprimerie Royale"),),
    ),
    Work(
        "copeland-1951",
        "misc",
        ("Copeland, Arthur H.",),
        "A ``reasonable'' social welfare function",
        1951,
        (("howpublished", "Seminar on Mathematics in Social Sciences, University of Michigan"),),
    ),
    Work(
        "tideman-1987",
        "article",
        ("Tideman, T. Nicolaus",),
        "Independence of Clones as a Criterion for Voting Rules",
        1987,
        (
            ("journal", "Social Choice and Welfare"),
            ("volume", "4"),
            ("number", "3"),
            ("pages", "185--206"),
        ),
    ),
    Work(
        "bradley-terry-1952",
        "article",
        ("Bradley, Ralph Allan", "Terry, Milton E."),
        "Rank Analysis of Incomplete Block Designs: I. The Method of Paired Comparisons",
        1952,
        (("journal", "Biometrika"), ("volume", "39"), ("number", "3/4"), ("pages", "324--345")),
    ),
    Work(
        "davidson-1970",
        "article",
        ("Davidson, Roger R.",),
        "On Extending the Bradley-Terry Model to Accommodate Ties in Paired Comparison Experiments",
        1970,
        (
            ("journal", "Journal of the American Statistical Association"),
            ("volume", "65"),
            ("number", "329"),
            ("pages", "317--328"),
        ),
    ),
)
