"""Published works as a list of references needs them, and those on measuring summaries and timelines."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["article", "inproceedings", "book", "techreport", "misc"]


@dataclass(frozen=True)
class Publication:
    """`authors` are "Family, Given"; `details` are further fields of BibTeX; year 0: it has none."""

    key: str
    kind: Kind
    authors: tuple[str, ...]
    title: str
    year: int
    details: tuple[tuple[str, str], ...] = field(default=())

    @property
    def families(self) -> tuple[str, ...]:
        """The family names, in order."""
        return tuple(author.partition(",")[0] for author in self.authors)

    @property
    def label(self) -> str:
        """As the text of a paper names it.

        >>> Publication("x", "misc", ("Bauer, Sandro", "Teufel, Simone"), "A Methodology", 2015).label
        'Bauer & Teufel (2015)'
        """
        return f"{self._names()[0]} ({self.year})"

    def is_mentioned(self, text: str) -> bool:
        """Whether a text names authors and year: `Lin (2004)`, `Lin 2004`, `Aslam et al. (2014)`."""
        plain = unaccented(text)
        return any(re.search(_mention(unaccented(names), self.year), plain) for names in self._names())

    def _names(self) -> tuple[str, ...]:
        """Up to three authors can be spelled out; more than two can be `et al.`"""
        first, *others = self.families
        if not others:
            return (first,)
        spelled = f"{', '.join((first, *others[:-1]))} & {others[-1]}"
        if len(others) == 1:
            return (spelled,)
        return (f"{first} et al.", spelled)


def unaccented(text: str) -> str:
    """Letters without their marks, so that Demsar is found where Demšar is meant."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _mention(names: str, year: int) -> str:
    """Not as the last of several authors, and not as the end of a longer name."""
    return rf"(?<![\w&-])(?<!& )(?<!\w, ){re.escape(names)},? \(?{year}\b"


EVALUATION = (
    Publication(
        "lin-2004",
        "inproceedings",
        ("Lin, Chin-Yew",),
        "ROUGE: A Package for Automatic Evaluation of Summaries",
        2004,
        (("booktitle", "Text Summarization Branches Out"), ("pages", "74--81")),
    ),
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
        "passonneau-2005",
        "inproceedings",
        ("Passonneau, Rebecca J.", "Nenkova, Ani", "McKeown, Kathleen", "Sigelman, Sergey"),
        "Applying the Pyramid Method in DUC 2005",
        2005,
        (("booktitle", "Proceedings of the Document Understanding Conference (DUC 2005)"),),
    ),
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
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
    Publication(
        "thompson-2024",
        "inproceedings",
        ("Thompson, Brian", "Mathur, Nitika", "Deutsch, Daniel", "Khayrallah, Huda"),
        "Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise "
        "Accuracy",
        2024,
        (("booktitle", "Proceedings of the Ninth Conference on Machine Translation"),),
    ),
)
