"""Works on making summaries."""

from __future__ import annotations

from cliometer.model.works.work import Work

SUMMARISATION = (
    Work(
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
    Work(
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
    Work(
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
    Work(
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
    Work(
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
    Work(
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
    Work(
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
    Work(
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
    Work(
        "minoux-1978",
        "inproceedings",
        ("Minoux, Michel",),
        "Accelerated greedy algorithms for maximizing submodular set functions",
        1978,
        (("booktitle", "Optimization Techniques"), ("pages", "234--243")),
    ),
    Work(
        "nenkova-vanderwende-2005",
        "techreport",
        ("Nenkova, Ani", "Vanderwende, Lucy"),
        "The Impact of Frequency on Summarization",
        2005,
        (("institution", "Microsoft Research"), ("number", "MSR-TR-2005-101")),
    ),
)
