"""The works that Cliometer rests on: one list, from which everything that cites is served."""

from __future__ import annotations

from cliometer.model.bibliography import EVALUATION, Publication

SUMMARISATION = (
    Publication(
        "radev-2004",
        "article",
        ("Radev, Dragomir R.", "Jing, Hongyan", "Styś, Małgorzata", "Tam, Daniel"),
        "Centroid-based summarization of multiple documents",
        2004,
        (
            ("journal", "Information Processing & Management"),
            ("volume", "40"),
            ("number", "6"),
            ("pages", "919--938"),
        ),
    ),
    Publication(
        "dela-rosa-2011",
        "inproceedings",
        (
            "Dela Rosa, Kevin",
            "Shah, Rushin",
            "Lin, Bo",
            "Gershman, Anatole",
            "Frederking, Robert",
        ),
        "Topical Clustering of Tweets",
        2011,
        (("booktitle", "Proceedings of the ACM SIGIR Workshop on Social Web Search and Mining"),),
    ),
    Publication(
        "sharifi-2010",
        "inproceedings",
        ("Sharifi, Beaux", "Hutton, Mark-Anthony", "Kalita, Jugal K."),
        "Experiments in Microblog Summarization",
        2010,
        (
            ("booktitle", "2010 IEEE Second International Conference on Social Computing"),
            ("pages", "49--56"),
        ),
    ),
    Publication(
        "haghighi-vanderwende-2009",
        "inproceedings",
        ("Haghighi, Aria", "Vanderwende, Lucy"),
        "Exploring Content Models for Multi-Document Summarization",
        2009,
        (
            (
                "booktitle",
                "Proceedings of Human Language Technologies: The 2009 Annual Conference of the North "
                "American Chapter of the Association for Computational Linguistics",
            ),
            ("pages", "362--370"),
        ),
    ),
    Publication(
        "carbonell-goldstein-1998",
        "inproceedings",
        ("Carbonell, Jaime", "Goldstein, Jade"),
        "The Use of MMR, Diversity-Based Reranking for Reordering Documents and Producing Summaries",
        1998,
        (
            (
                "booktitle",
                "Proceedings of the 21st Annual International ACM SIGIR Conference on Research and "
                "Development in Information Retrieval",
            ),
            ("pages", "335--336"),
        ),
    ),
    Publication(
        "erkan-radev-2004",
        "article",
        ("Erkan, Günes", "Radev, Dragomir R."),
        "LexRank: Graph-based Lexical Centrality as Salience in Text Summarization",
        2004,
        (
            ("journal", "Journal of Artificial Intelligence Research"),
            ("volume", "22"),
            ("pages", "457--479"),
        ),
    ),
    Publication(
        "mihalcea-tarau-2004",
        "inproceedings",
        ("Mihalcea, Rada", "Tarau, Paul"),
        "TextRank: Bringing Order into Text",
        2004,
        (
            (
                "booktitle",
                "Proceedings of the 2004 Conference on Empirical Methods in Natural Language Processing",
            ),
            ("pages", "404--411"),
        ),
    ),
    Publication(
        "lin-bilmes-2011",
        "inproceedings",
        ("Lin, Hui", "Bilmes, Jeff"),
        "A Class of Submodular Functions for Document Summarization",
        2011,
        (
            (
                "booktitle",
                "Proceedings of the 49th Annual Meeting of the Association for Computational Linguistics: "
                "Human Language Technologies",
            ),
            ("pages", "510--520"),
        ),
    ),
    Publication(
        "minoux-1978",
        "inproceedings",
        ("Minoux, Michel",),
        "Accelerated greedy algorithms for maximizing submodular set functions",
        1978,
        (("booktitle", "Optimization Techniques"), ("pages", "234--243")),
    ),
    Publication(
        "nenkova-vanderwende-2005",
        "techreport",
        ("Nenkova, Ani", "Vanderwende, Lucy"),
        "The Impact of Frequency on Summarization",
        2005,
        (("institution", "Microsoft Research"), ("number", "MSR-TR-2005-101")),
    ),
)


def _article(
    key: str, authors: tuple[str, ...], title: str, year: int, journal: str, volume: str, pages: str
) -> Publication:
    """Volumes are spelled `7(1)`, with the issue where there is one."""
    number, _, issue = volume.rstrip(")").partition("(")
    fields = (("journal", journal), ("volume", number), ("number", issue), ("pages", pages))
    return Publication(key, "article", authors, title, year, tuple(pair for pair in fields if pair[1]))


STATISTICS = (
    Publication(
        "fisher-1935",
        "book",
        ("Fisher, Ronald A.",),
        "The Design of Experiments",
        1935,
        (("publisher", "Oliver and Boyd"),),
    ),
    Publication(
        "noreen-1989",
        "book",
        ("Noreen, Eric W.",),
        "Computer-Intensive Methods for Testing Hypotheses: An Introduction",
        1989,
        (("publisher", "Wiley"),),
    ),
    Publication(
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
    Publication(
        "krippendorff-2011",
        "techreport",
        ("Krippendorff, Klaus",),
        "Computing Krippendorff's Alpha-Reliability",
        2011,
        (("institution", "University of Pennsylvania, Annenberg School for Communication"),),
    ),
    Publication(
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


VOTING = (
    Publication(
        "borda-1781",
        "article",
        ("Borda, Jean-Charles de",),
        "Mémoire sur les élections au scrutin",
        1781,
        (("journal", "Histoire de l'Académie Royale des Sciences"),),
    ),
    Publication(
        "condorcet-1785",
        "book",
        ("Condorcet, Marquis de",),
        "Essai sur l'application de l'analyse à la probabilité des décisions rendues à la pluralité des voix",
        1785,
        (("publisher", "Imprimerie Royale"),),
    ),
    Publication(
        "copeland-1951",
        "misc",
        ("Copeland, Arthur H.",),
        "A ``reasonable'' social welfare function",
        1951,
        (("howpublished", "Seminar on Mathematics in Social Sciences, University of Michigan"),),
    ),
    Publication(
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
    Publication(
        "bradley-terry-1952",
        "article",
        ("Bradley, Ralph Allan", "Terry, Milton E."),
        "Rank Analysis of Incomplete Block Designs: I. The Method of Paired Comparisons",
        1952,
        (("journal", "Biometrika"), ("volume", "39"), ("number", "3/4"), ("pages", "324--345")),
    ),
    Publication(
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


WORKS: dict[str, Publication] = {
    work.key: work for work in (*EVALUATION, *SUMMARISATION, *STATISTICS, *VOTING)
}


def mentioned_in(citation: str) -> tuple[Publication, ...]:
    """The works that a citation names, in the order of the list.

    >>> [work.key for work in mentioned_in("Lin (2004), ROUGE; after Bauer & Teufel (2015)")]
    ['lin-2004', 'bauer-teufel-2015']
    """
    return tuple(work for work in WORKS.values() if work.is_mentioned(citation))


__all__ = ["WORKS", "Publication", "mentioned_in"]
