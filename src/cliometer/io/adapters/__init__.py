"""What other tools found in a text, as an `Annotation`: TimeML, HeidelTime, spaCy; none is imported."""

from cliometer.io.adapters.heideltime import annotation_from_heideltime
from cliometer.io.adapters.spacy_doc import annotation_from_spacy
from cliometer.io.adapters.timeml_file import annotation_from_timeml

__all__ = ["annotation_from_heideltime", "annotation_from_spacy", "annotation_from_timeml"]
