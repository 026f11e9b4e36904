"""Check timelines against the articles that they were made from."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal, Unpack

from cliometer.api.front import are_paths, is_date, is_path, paths_of, public, tags_folder
from cliometer.api.systems import article_lists
from cliometer.errors import UsageError
from cliometer.model.timeline import Timeline
from cliometer.settings import Setting, group
from cliometer.settings.groups import Running, Tagging

if TYPE_CHECKING:
    from cliometer.engine.compare.gates import Gate
    from cliometer.engine.source_checks import SourceCheck


@group("statistics")
class CheckSettings(Tagging, Running, total=False):
    """The settings of `check`."""

    gates: Annotated[
        Sequence["str | Gate"],
        Setting(
            (),
            "conditions on the shares grounded, dated and contradictions that every system must meet, such as "
            "'contradictions = 0, dated >= 0.9'",
            "--gate CONDITION",
        ),
    ]
    weights: Annotated[
        Literal["words", "sentences"],
        Setting(
            "words",
            "how sentences count in the shares: by their words, or all equally",
            heading="metrics",
        ),
    ]


@public
def check(timelines: Any, sources: Any, **settings: Unpack[CheckSettings]) -> "SourceCheck":
    """Check whether articles carry each sentence of a timeline, on its date, and which articles contradict it.

    Parameters
    ----------
    timelines
        Paths of timelines or runs (`RUN/<topic>.txt`), one timeline `{date: [sentence, ...]}`, or
        `{system: {topic: timeline}}`.
    sources
        The dated articles: a folder of topics, or one topic, in any layout that docs/formats.md names; a list of
        `Article`s, or `{topic: articles}`.

    Returns
    -------
    SourceCheck
        The verdict on each sentence with its evidence, and counts and shares for each system; `passed()` says whether
        every gate was met.

    Examples
    --------
    >>> from cliometer.model.documents import Article
    >>> article = Article("a1", "2010-05-04", ["The rig exploded on 20 April and killed 11 workers."])
    >>> timeline = {"2010-04-20": ["The rig exploded and killed 12 workers."]}
    >>> checked = check(timeline, [article], tags=False)
    >>> checked.sentences[0].verdict, checked.sentences[0].evidence.against
    ('contradicted', ('11',))
    """
    from cliometer.engine.source_checks import CheckPlan

    articles, notes = _articles(sources)
    runs, citations, seen = _runs(timelines, articles)
    rules = settings["gates"], settings["weights"], tags_folder(settings["tags"]), citations
    checked = CheckPlan(runs, articles, *rules).run(settings["progress"])
    return replace(checked, notes=(*notes, *seen, *checked.notes))


def _articles(sources: Any) -> tuple[Any, tuple[str, ...]]:
    if is_path(sources):
        from cliometer.io.articles import read_corpus

        return read_corpus(sources)
    return article_lists({"topic": sources} if isinstance(sources, list | tuple) else sources), ()


def _runs(timelines: Any, topics: Mapping[str, Any]) -> tuple[Any, Any, tuple[str, ...]]:
    """Return the timelines of each system by task, the articles that their records name, and notes."""
    if not are_paths(timelines):
        if not isinstance(timelines, Mapping) or not timelines:
            raise UsageError("check-timelines-expected")
        if isinstance(timelines, Timeline) or all(map(is_date, timelines)):
            timelines = {"timeline": {next(iter(topics)) if len(topics) == 1 else "timeline": timelines}}
        if not all(isinstance(run, Mapping) for run in timelines.values()):
            raise UsageError("check-timelines-expected")
        return {name: {task: Timeline.of(t) for task, t in run.items()} for name, run in timelines.items()}, {}, ()
    from cliometer.engine.file_evaluation import run_names
    from cliometer.io.citing import read_citing, record_citations
    from cliometer.io.folders import each_run, read_run

    paths, notes = each_run(paths_of(timelines), topics)
    runs: dict[str, Any] = {}
    citations: dict[tuple[str, str], Any] = {}
    for name, path in zip(run_names(paths), paths, strict=True):
        if citing := read_citing(path):
            runs[name], cited = citing
        else:
            runs[name], seen = read_run(path, "append")
            notes, cited = (*notes, *seen), record_citations(path, runs[name])
        citations |= {(name, task): ids for task, ids in cited.items()}
    return runs, citations, notes
