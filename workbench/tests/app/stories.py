"""Small topics of our own, for studies in tests."""

from __future__ import annotations

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic

_TEXT = "The wall fell. People danced."
STORY = Source("a", Annotation(_TEXT, (Sentence("s1", 0, 14, _TEXT[:14]), Sentence("s2", 15, 29, _TEXT[15:]))))
TOPIC = Topic("wall", sources=(STORY,))
