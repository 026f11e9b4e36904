"""Make summaries and timelines by the systems of the toolkit, and tune their settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from cliometer.api.inputs import is_path, spread, texts_of, topics_of
from cliometer.errors import UsageError, checked, expected
from cliometer.io.text_files import Location
from cliometer.model.display import Progress
from cliometer.model.timeline import ReferenceSet
from cliometer.model.when import When

if TYPE_CHECKING:
    from cliometer.experiments.tuning import Tuning
    from cliometer.model.documents import Article
    from cliometer.systems.summaries import Summaries
    from cliometer.systems.timelines.generation import GeneratedTimelines, GenerationPlan
    from cliometer.systems.timelines.generator import Rules

FILTERS = ("same-user", "retweets", "near-duplicates")


@spread
@checked
def summarise(
    topics: Any,
    systems: Sequence[str] = ("centroid",),
    k: int = 5,
    *,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    references: Any = None,
    output: Location | None = None,
    force: bool = False,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> Summaries:
    """Choose posts, or sentences of articles, as summaries of topics.

    Parameters
    ----------
    topics
        A folder with `<topic>.jsonl` or `.csv` of posts, or `.jsonl` of articles; one such file; or
        `{topic: posts}`, each post a text, a dictionary such as `{"id": "7", "text": "..."}` or a `Post`.
    systems
        Summarisers such as `"hybrid(threshold=0.4)"`.
    k
        The number of posts that a summary has.
    filters
        Rules by which posts are left out: `"same-user"`, `"retweets"`, `"near-duplicates"`.
    language
        A code such as `"en"`: posts in other languages are left out.
    stop, stem
        Whether stop words are left out; whether stems are compared.
    references
        Texts that people wrote, which `rouge_oracle` needs: a folder with `<topic>.txt` or `<topic>/*.txt`, or
        `{topic: text}`.
    output
        A folder to which the summaries are written as runs, which `evaluate` reads.
    force
        Whether summaries that exist in `output` are replaced.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.
    jobs, backend
        As for `evaluate`.

    Returns
    -------
    Summaries
        The posts that each system chose for each topic; the result can be subscripted by a system.

    Examples
    --------
    >>> posts = ["Oil spills.", "Oil spills into the sea.", "It is stopped."]
    >>> summarise({"oil": posts}, ["centroid"], k=1)["centroid"][0].texts
    ('Oil spills into the sea.',)
    """
    from cliometer.systems.summaries import SummaryPlan
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    ways = Filters(tuple(filters), language), PostReading(stop=stop, stem=stem)
    summaries = SummaryPlan(topics_of(topics), systems, k, *ways, texts_of(references)).run(progress)
    return summaries if output is None else summaries.written(Path(output), force)


@spread
@checked
def timelines(
    articles: Any,
    systems: Sequence[str] = ("datewise",),
    like: Any = None,
    *,
    length: str = "newstls",
    dates: int | None = None,
    sentences: int = 1,
    first: str | None = None,
    last: str | None = None,
    keywords: Any = None,
    output: Location | None = None,
    force: bool = False,
    cache: Any = None,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> GeneratedTimelines:
    """Make timelines from the dated articles of topics.

    Parameters
    ----------
    articles
        A folder of topics or one topic, in any layout that docs/formats.md names, or `{topic: articles}`, each an
        `Article`.
    systems
        Generators such as `"datewise(dates=supervised)"`.
    like
        References, each of which is a task: the timeline has as many dates and sentences, and the same span. A
        folder, a file, or `{topic: references}`.
    length
        Whose rules turn a reference into lengths: `"newstls"` or `"tilse"`.
    dates, sentences, first, last
        Lengths and span where there are no references: the number of dates, the sentences a date, two days.
    keywords
        Words of which a chosen sentence must hold one: `{topic: words}`, or a file with lines `topic: word, word`.
    output
        A folder to which the timelines are written as runs; what it holds already is not made again.
    force
        Whether timelines that exist in `output` are replaced.
    cache
        A folder for time tags, which are costly; `True` for the user's cache folder, `None` for none.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.
    jobs, backend
        As for `evaluate`.

    Returns
    -------
    GeneratedTimelines, GenerationPlan
        The timelines, and what each was made with; the result can be subscripted by a system.

    Examples
    --------
    >>> from cliometer.model.documents import Article
    >>> texts = ["The well exploded on Tuesday.", "Eleven men died on Tuesday.", "Oil spills."]
    >>> articles = {"oil": [Article("a", "2010-04-22", texts)]}
    >>> timelines(articles, ["mentions"], dates=1, first="2010-04-01")["mentions"]["oil"].dates
    (When.parse('2010-04-20'),)
    """
    from cliometer.systems.timelines.generation import Lengths

    span = [None if day is None else When.of(day) for day in (first, last)]
    if like is not None and (dates is not None or sentences != 1 or any(span)):
        raise UsageError("references give the lengths and the span; leave out dates, sentences, first and last")
    plan = replace(
        _generation_plan(articles, systems, like, length, keywords, cache),
        lengths=None if dates is None else Lengths(dates, sentences, *span),
        output=None if output is None else Path(output),
        force=force,
    )
    return plan.run(progress)


def _generation_plan(
    articles: Any, systems: Sequence[str], like: Any, length: str, keywords: Any, cache: Any
) -> GenerationPlan:
    from cliometer.systems.timelines.generation import GenerationPlan, read_keywords
    from cliometer.systems.timelines.tags import default_cache

    return GenerationPlan(
        Path(articles) if is_path(articles) else _article_lists(articles),
        list(systems),
        Path(like) if is_path(like) else _reference_sets(like),
        keywords=read_keywords(Path(keywords)) if is_path(keywords) else _word_lists(keywords),
        rules=cast("Rules", length),
        cache=default_cache() if cache is True else _cache_folder(cache),
    )


def _cache_folder(cache: Any) -> Path | None:
    if cache is None or cache is False or is_path(cache):
        return Path(cache) if is_path(cache) else None
    raise expected("a folder, True or None for cache", cache)


def _article_lists(articles: Any) -> dict[str, list[Article]]:
    """Return the articles of each topic; what is not a dictionary of lists of articles is refused."""
    from cliometer.model.documents import Article

    if not isinstance(articles, Mapping):
        raise expected("a path or {topic: articles}", articles)
    for topic, own in articles.items():
        if not isinstance(topic, str) or not isinstance(own, list | tuple):
            raise expected("a list of articles for each topic", own if isinstance(topic, str) else topic)
        for article in own:
            if not isinstance(article, Article):
                raise expected(f"articles of topic {topic}, each an Article(id, date, sentences)", article)
    return {topic: list(own) for topic, own in articles.items()}


def _reference_sets(like: Any) -> dict[str, ReferenceSet] | None:
    if like is None:
        return None
    if not isinstance(like, Mapping) or not all(isinstance(topic, str) for topic in like):
        raise expected("a path or {topic: references} for like", like)
    return {topic: ReferenceSet(own) for topic, own in like.items()}


def _word_lists(keywords: Any) -> dict[str, Sequence[str]]:
    if keywords is None:
        return {}
    lists = keywords.items() if isinstance(keywords, Mapping) else [(None, None)]
    for topic, words in lists:
        is_list = isinstance(words, list | tuple) and all(isinstance(word, str) and word.strip() for word in words)
        if not isinstance(topic, str) or not is_list:
            raise expected("a path or {topic: words} for keywords", keywords)
    return dict(keywords)


@spread
@checked
def tune(
    topics: Any,
    system: str,
    grid: Sequence[str] | Mapping[str, Sequence[Any]],
    loss: str | None = None,
    *,
    like: Any = None,
    length: str = "newstls",
    keywords: Any = None,
    cache: Any = None,
    background: Sequence[Location] = (),
    references: Any = None,
    folds: int = 5,
    seed: int = 0,
    k: int = 5,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> Tuning:
    """Choose the settings of a summariser, or with `like` of a generator of timelines, by cross-validation.

    Parameters
    ----------
    topics
        Topics of posts, as for `summarise`; with `like` topics of articles, as for `timelines`.
    system
        The summariser, such as `"hybrid"`, or the generator; the settings that it names stay fixed.
    grid
        Values to try: a list such as `["threshold=0:1:0.05", "variant=paper,sumy"]` (from, to, step; or words),
        or `{"threshold": [0, 0.5, 1]}`.
    loss
        A metric of sources or of references, `jsd(tokens=posts)` by default; with `like` any metric of
        timelines, `align+m1` by default.
    like, length, keywords, cache
        As for `timelines`: each reference is a task, against which its timeline is scored. A generator that
        learns is fitted within each fold.
    background
        Files with word counts, for losses such as fotw; the other topics by default.
    references
        Texts that people wrote, as for `summarise`, for `rouge_oracle` or a loss such as `rouge1`.
    folds
        The number of folds into which the topics are divided.
    seed
        The seed of the folds.
    k, filters, language, stop, stem, progress
        As for `summarise`.
    jobs, backend
        As for `evaluate`.

    Returns
    -------
    Tuning
        The setting chosen in each fold, its loss on the topics held out (with `like` on their tasks), and the
        best setting of all; the result can be subscripted by a setting.

    Examples
    --------
    >>> from cliometer import demo
    >>> tuning = tune(demo() / "posts", "centroid", ["threshold=0:1:0.5"], folds=2, k=3)
    >>> len(tuning.folds)
    2
    """
    from cliometer.experiments.losses import USUAL
    from cliometer.experiments.timeline_tuning import USUAL_TIMELINE_LOSS, TimelineTuningPlan
    from cliometer.experiments.tuning import TuningPlan
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    of_posts = [*background, references, k, tuple(filters), language, stop, stem]
    _refuse_mixture(system, like, of_posts, [length, keywords])
    if like is not None:
        generation = _generation_plan(topics, (), like, length, keywords, cache)
        loss = loss or USUAL_TIMELINE_LOSS
        return TimelineTuningPlan(generation, system, _ranges(grid), loss, folds, seed).run(progress)
    ways = Filters(tuple(filters), language), PostReading(stop=stop, stem=stem), texts_of(references)
    words = [Path(path) for path in background]
    plan = TuningPlan(topics_of(topics), system, _ranges(grid), loss or USUAL, folds, seed, k, *ways, words)
    tuning, notes = plan.run(progress)
    return replace(tuning, notes=(*notes, *tuning.notes))


def _refuse_mixture(system: Any, like: Any, of_posts: list[Any], of_timelines: list[Any]) -> None:
    """Refuse arguments of `tune` that are of summaries where timelines are tuned, and the other way round."""
    from cliometer.systems.summarisers import summarisers
    from cliometer.systems.timelines import generators

    if like is not None and repr(of_posts) != repr([None, 5, FILTERS, "", True, True]):  # frames have no truth value
        raise UsageError(
            "background, references, k, filters, language, stop and stem are of summaries; with like, which "
            "tunes a generator of timelines, leave them out"
        )
    name = str(system).partition("(")[0].strip()
    if like is None and name in generators and name not in summarisers:
        raise UsageError(f"{name} makes timelines; name the references they are to be like, with --like")
    if like is None and repr(of_timelines) != repr(["newstls", None]):
        raise UsageError("length and keywords are of timelines; name references with --like, or leave them out")


def _ranges(grid: Any) -> list[str]:
    """Return ranges as they are typed, of a list of them or of a dictionary of values."""
    from cliometer.expressions import spell_value

    values = grid.items() if isinstance(grid, Mapping) else ()
    if any(isinstance(own, str | bytes) or not isinstance(own, Iterable) for _, own in values):
        raise expected('a grid such as {"threshold": [0, 0.5, 1]} or ["threshold=0:1:0.05"]', grid)
    return [f"{name}={','.join(map(spell_value, own))}" for name, own in values] if values else list(grid)
