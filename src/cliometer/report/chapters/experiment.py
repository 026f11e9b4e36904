"""The chapter of `cliometer experiment`: measures with ranks, their correlations, people, tuned settings."""

from __future__ import annotations

from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.chapters.experimental.correlations import correlations
from cliometer.report.chapters.experimental.measures import measures
from cliometer.report.chapters.experimental.people import people
from cliometer.report.chapters.experimental.settings import settings
from cliometer.report.chapters.words import listed, many
from cliometer.report.document import Code, Listing, Paragraph, Section
from cliometer.report.tables import Table

_PARTS = (
    ("Measures and ranks", measures),
    ("Correlations between measures", correlations),
    ("People", people),
    ("Tuned settings", settings),
)


@chapter("experiment", has=("kind", "measures", "correlations", "people"))
def experiment(document: Result, names: Names) -> Section:
    """What was tried on what, then the parts that the document has."""
    made = [(title, list(part(document, names))) for title, part in _PARTS]
    blocks = [Paragraph(_words(document)), *remarks(document), _posts(document)]
    if document.get("fingerprint"):
        blocks.append(Code(document["fingerprint"], "Fingerprint of what was read"))
    return Section("Experiment", blocks, [Section(title, found) for title, found in made if found])


def _words(document: Result) -> str:
    read, kept = (sum(topic[key] for topic in document["topics"]) for key in ("posts", "kept"))
    systems = listed(document["systems"])
    return (
        f"A {document['kind']} experiment: {systems} on {many(len(document['topics']), 'topic')}, with "
        f"{kept} of {read} posts after filtering, by {many(len(document['measures']), 'measure')}."
    )


def _posts(document: Result) -> Listing:
    rows = [[topic["topic"], topic["posts"], topic["kept"]] for topic in document["topics"]]
    return Listing("Posts of each topic", Table(["topic", "posts", "kept"], rows), folded=len(rows) > 10)
