"""Works on tests, intervals, corrections, correlation and agreement."""

from __future__ import annotations

from cliometer.model.works.work import Work


def _article(
    key: str, authors: tuple[str, ...], title: str, year: int, journal: str, volume: str, pages: str
) -> Work:
    """Volumes are spelled `7(1)`, with the issue where there is one."""
    number, _, issue = volume.rstrip(")").partition("(")
    fields = (("journal", journal), ("volume", number), ("number", issue), ("pages", pages))
    return Work(key, "article", authors, title, year, tuple(pair for pair in fields if pair[1]))


STATISTICS = (
    Work(
        "fisher-1935",
        "book",
        ("Fisher, Ronald A.",),
        "The Design of Experiments",
        1935,
        (("publisher", "Oliver and Boyd"),),
    ),
    Work(
        "noreen-1989",
        "book",
        ("Noreen, Eric W.",),
        "Computer-Intensive Methods for Testing Hypotheses: An Introduction",
        1989,
        (("publisher", "Wiley"),),
    ),
    Work(
        "phipson-smyth-2010",
        "article",
        ("Phipson, Belinda", "Smyth, Gordon K."),
        "Permutation P-values Should Never Be Zero: Calculating Exact P-values When Permutations Are "
        "Randomly Drawn",
        2010,
        (
            ("journal", "Statistical Applications in Genetics and Molecular Biology"),
            ("volume", "9"),
            ("number", "1"),
        ),
    ),
    _article(
        "efron-1979",
        ("Efron, Bradley",),
        "Bootstrap Methods: Another Look at the Jackknife",
        1979,
        "The Annals of Statistics",
        "7(1)",
        "1--26",
    ),
    _article(
        "efron-1987",
        ("Efron, Bradley",),
        "Better Bootstrap Confidence Intervals",
        1987,
        "Journal of the American Statistical Association",
        "82(397)",
        "171--185",
    ),
    _article(
        "student-1908", ("Student",), "The Probable Error of a Mean", 1908, "Biometrika", "6(1)", "1--25"
    ),
    _article(
        "wilcoxon-1945",
        ("Wilcoxon, Frank",),
        "Individual Comparisons by Ranking Methods",
        1945,
        "Biometrics Bulletin",
        "1(6)",
        "80--83",
    ),
    _article(
        "holm-1979",
        ("Holm, Sture",),
        "A Simple Sequentially Rejective Multiple Test Procedure",
        1979,
        "Scandinavian Journal of Statistics",
        "6(2)",
        "65--70",
    ),
    _article(
        "benjamini-hochberg-1995",
        ("Benjamini, Yoav", "Hochberg, Yosef"),
        "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing",
        1995,
        "Journal of the Royal Statistical Society: Series B (Methodological)",
        "57(1)",
        "289--300",
    ),
    _article(
        "friedman-1937",
        ("Friedman, Milton",),
        "The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance",
        1937,
        "Journal of the American Statistical Association",
        "32(200)",
        "675--701",
    ),
    _article(
        "demsar-2006",
        ("Demšar, Janez",),
        "Statistical Comparisons of Classifiers over Multiple Data Sets",
        2006,
        "Journal of Machine Learning Research",
        "7",
        "1--30",
    ),
    _article(
        "piepho-2004",
        ("Piepho, Hans-Peter",),
        "An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons",
        2004,
        "Journal of Computational and Graphical Statistics",
        "13(2)",
        "456--466",
    ),
    _article(
        "pearson-1895",
        ("Pearson, Karl",),
        "Note on Regression and Inheritance in the Case of Two Parents",
        1895,
        "Proceedings of the Royal Society of London",
        "58",
        "240--242",
    ),
    _article(
        "spearman-1904",
        ("Spearman, Charles",),
        "The Proof and Measurement of Association between Two Things",
        1904,
        "The American Journal of Psychology",
        "15(1)",
        "72--101",
    ),
    _article(
        "kendall-1945",
        ("Kendall, Maurice G.",),
        "The Treatment of Ties in Ranking Problems",
        1945,
        "Biometrika",
        "33(3)",
        "239--251",
    ),
    _article(
        "stuart-1953",
        ("Stuart, Alan",),
        "The Estimation and Comparison of Strengths of Association in Contingency Tables",
        1953,
        "Biometrika",
        "40(1/2)",
        "105--110",
    ),
    _article(
        "pitman-1937",
        ("Pitman, Edwin J. G.",),
        "Significance Tests Which May be Applied to Samples from any Populations. II. The Correlation "
        "Coefficient Test",
        1937,
        "Supplement to the Journal of the Royal Statistical Society",
        "4(2)",
        "225--232",
    ),
    _article(
        "williams-1959",
        ("Williams, Evan J.",),
        "The Comparison of Regression Variables",
        1959,
        "Journal of the Royal Statistical Society: Series B (Methodological)",
        "21(2)",
        "396--399",
    ),
    _article(
        "steiger-1980",
        ("Steiger, James H.",),
        "Tests for Comparing Elements of a Correlation Matrix",
        1980,
        "Psychological Bulletin",
        "87(2)",
        "245--251",
    ),
    _article(
        "clopper-pearson-1934",
        ("Clopper, C. J.", "Pearson, E. S."),
        "The Use of Confidence or Fiducial Limits Illustrated in the Case of the Binomial",
        1934,
        "Biometrika",
        "26(4)",
        "404--413",
    ),
    Work(
        "krippendorff-2011",
        "techreport",
        ("Krippendorff, Klaus",),
        "Computing Krippendorff's Alpha-Reliability",
        2011,
        (("institution", "University of Pennsylvania, Annenberg School for Communication"),),
    ),
    Work(
        "passonneau-2006",
        "inproceedings",
        ("Passonneau, Rebecca",),
        "Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation",
        2006,
        (
            (
                "booktitle",
                "Proceedings of the Fifth International Conference on Language Resources and Evaluation "
                "(LREC 2006)",
            ),
        ),
    ),
)
