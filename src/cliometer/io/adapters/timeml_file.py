"""Any TimeML file, of whichever tagger or annotator."""

from __future__ import annotations

from os import PathLike

from cliometer.io.timeml.files import read_timeml
from cliometer.model.annotation import Annotation


def annotation_from_timeml(path: str | PathLike[str]) -> Annotation:
    """What a TimeML file marks; `read_timeml` gives its links and signals as well."""
    return read_timeml(path).annotation
