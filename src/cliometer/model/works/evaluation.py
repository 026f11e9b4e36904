"""Works on measuring summaries and timelines."""

from __future__ import annotations

from cliometer.model.works.work import Work

EVALUATION = (
    Work(
        "lin-2004",
        "inproceedings",
        ("Lin, Chin-Yew",),
        "ROUGE: A Package for Automatic Evaluation of Summaries",
        2004,
        (("booktitle", "Text Summarization Branches Out"), ("pages", "74--81")),
    ),
    Work(
        "martschat-markert-2017",
        "inproceedings",
        ("Martschat, Sebastian", "Markert, Katja"),
        "Improving ROUGE for Timeline Summarization",
        2017,
        (
            (
                "booktitle",
                "Proceedings of the 15th Conference of the European Chapter of the Association for "
                "Computational Linguistics: Volume 2, Short Papers",
            ),
            ("pages", "285--290"),
        ),
    ),
    Work(
        "martschat-markert-2018",
        "inproceedings",
        ("Martschat, Sebastian", "Markert, Katja"),
        "A Temporally Sensitive Submodularity Framework for Timeline Summarization",
        2018,
        (
            (
                "booktitle",
                "Proceedings of the 22nd Conference on Computational Natural Language Learning",
            ),
            ("pages", "230--240"),
        ),
    ),
    Work(
        "bauer-teufel-2015",
        "inproceedings",
        ("Bauer, Sandro", "Teufel, Simone"),
        "A Methodology for Evaluating Timeline Generation Algorithms based on Deep Semantic Units",
        2015,
        (
            (
                "booktitle",
                "Proceedings of the 53rd Annual Meeting of the Association for Computational Linguistics "
                "and the 7th International Joint Conference on Natural Language Processing (Short Papers)",
            ),
            ("pages", "834--839"),
        ),
    ),
    Work(
        "nenkova-passonneau-2004",
        "inproceedings",
        ("Nenkova, Ani", "Passonneau, Rebecca"),
        "Evaluating Content Selection in Summarization: The Pyramid Method",
        2004,
        (
            (
                "booktitle",
                "Proceedings of the Human Language Technology Conference of the North American Chapter of "
                "the Association for Computational Linguistics: HLT-NAACL 2004",
            ),
            ("pages", "145--152"),
        ),
    ),
    Work(
        "passonneau-2005",
        "inproceedings",
        ("Passonneau, Rebecca J.", "Nenkova, Ani", "McKeown, Kathleen", "Sigelman, Sergey"),
        "Applying the Pyramid Method in DUC 2005",
        2005,
        (("booktitle", "Proceedings of the Document Understanding Conference (DUC 2005)"),),
    ),
    Work(
        "khandelwal-2001",
        "inproceedings",
        ("Khandelwal, Vikash", "Gupta, Rahul", "Allan, James"),
        "An Evaluation Corpus for Temporal Summarization",
        2001,
        (
            (
                "booktitle",
                "Proceedings of the First International Conference on Human Language Technology Research",
            ),
        ),
    ),
    Work(
        "allan-2001",
        "inproceedings",
        ("Allan, James", "Gupta, Rahul", "Khandelwal, Vikash"),
        "Temporal Summaries of News Topics",
        2001,
        (
            (
                "booktitle",
                "Proceedings of the 24th Annual International ACM SIGIR Conference on Research and "
                "Development in Information Retrieval",
            ),
            ("pages", "10--18"),
        ),
    ),
    Work(
        "aslam-2014",
        "inproceedings",
        (
            "Aslam, Javed",
            "Ekstrand-Abueg, Matthew",
            "Pavlu, Virgil",
            "Diaz, Fernando",
            "McCreadie, Richard",
            "Sakai, Tetsuya",
        ),
        "TREC 2014 Temporal Summarization Track Overview",
        2014,
        (("booktitle", "Proceedings of the Twenty-Third Text REtrieval Conference (TREC 2014)"),),
    ),
    Work(
        "louis-nenkova-2013",
        "article",
        ("Louis, Annie", "Nenkova, Ani"),
        "Automatically Assessing Machine Summary Content Without a Gold Standard",
        2013,
        (
            ("journal", "Computational Linguistics"),
            ("volume", "39"),
            ("number", "2"),
            ("pages", "267--300"),
        ),
    ),
    Work(
        "lin-hovy-2000",
        "inproceedings",
        ("Lin, Chin-Yew", "Hovy, Eduard"),
        "The Automated Acquisition of Topic Signatures for Text Summarization",
        2000,
        (
            (
                "booktitle",
                "COLING 2000 Volume 1: The 18th International Conference on Computational Linguistics",
            ),
            ("pages", "495--501"),
        ),
    ),
    Work(
        "mackie-2014",
        "inproceedings",
        ("Mackie, Stuart", "McCreadie, Richard", "Macdonald, Craig", "Ounis, Iadh"),
        "On Choosing an Effective Automatic Evaluation Metric for Microblog Summarisation",
        2014,
        (
            ("booktitle", "Proceedings of the 5th Information Interaction in Context Symposium (IIiX 2014)"),
            ("pages", "115--124"),
        ),
    ),
    Work(
        "deutsch-2021",
        "article",
        ("Deutsch, Daniel", "Dror, Rotem", "Roth, Dan"),
        "A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods",
        2021,
        (
            ("journal", "Transactions of the Association for Computational Linguistics"),
            ("volume", "9"),
            ("pages", "1132--1146"),
        ),
    ),
    Work(
        "deutsch-2023",
        "inproceedings",
        ("Deutsch, Daniel", "Foster, George", "Freitag, Markus"),
        "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration",
        2023,
        (
            (
                "booktitle",
                "Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing",
            ),
            ("pages", "12914--12929"),
        ),
    ),
    Work(
        "thompson-2024",
        "inproceedings",
        ("Thompson, Brian", "Mathur, Nitika", "Deutsch, Daniel", "Khayrallah, Huda"),
        "Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise "
        "Accuracy",
        2024,
        (("booktitle", "Proceedings of the Ninth Conference on Machine Translation"),),
    ),
)
