"""Make summaries and timelines by the systems of the toolkit, tune their settings, and run experiments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from cliometer.api.front import is_path, public, tags_folder, texts_of, topics_of
from cliometer.errors import InputError, SettingName, UsageError, expected
from cliometer.model.timeline import ReferenceSet
from cliometer.model.when import When
from cliometer.settings import Location, Setting, declared, group
from cliometer.settings.groups import Background, Extent, Running, Tagging, Writing

if TYPE_CHECKING:
    from cliometer.experiments.experiment import MicroblogResults
    from cliometer.experiments.microblog_plan import MicroblogPlan
    from cliometer.experiments.tuning import Tuning
    from cliometer.model.documents import Article
    from cliometer.model.units import UnitTopic
    from cliometer.systems.baselines import Trial
    from cliometer.systems.summaries import Summaries
    from cliometer.systems.timelines.generation import GeneratedTimelines, GenerationPlan


def _listed_filters(text: str) -> list[str]:
    return [rule.strip() for rule in text.split(",") if rule.strip() not in ("", "none")]


@group("summaries")
class Posts(TypedDict, total=False):
    """How posts are chosen."""

    k: Annotated[int, Setting(5, "the number of posts that a summary has", "-k N", low=1)]
    filters: Annotated[
        Sequence[str],
        Setting(
            ("same-user", "retweets", "near-duplicates"),
            "rules that leave out posts, separated by commas on the command line; none keeps all posts",
            "--filters LIST",
            read=_listed_filters,
        ),
    ]
    language: Annotated[
        str, Setting("", "leave out posts in other languages than this one, such as en", "--language CODE")
    ]
    stop: Annotated[bool, Setting(True, "leave out stop words")]
    stem: Annotated[bool, Setting(True, "compare stems")]
    references: Annotated[
        Location | Mapping[str, Any] | None,
        Setting(
            None,
            "texts that people wrote, for rouge_oracle or a loss such as rouge1: a folder with <topic>.txt or "
            "<topic>/*.txt, or in Python {topic: text}",
            "-r --references FOLDER",
            heading="files",
        ),
    ]


@group("summaries")
class Generating(Tagging, total=False):
    """How timelines are made from articles."""

    like: Annotated[
        Location | Mapping[str, Any] | None,
        Setting(
            None,
            "references GOLD/<topic>/<reference>.txt, or in Python {topic: references}: each is a task, which gives "
            "the number of dates and sentences and the span",
            "--like GOLD",
        ),
    ]
    length: Annotated[
        Literal["open", "newstls", "tilse"],
        Setting(
            "open",
            "the rules that set lengths and span: open (sentences a date rounded, all articles, dates of the span, no "
            "sentence twice), newstls (rounded, articles cut to the span) or tilse (rounded down, dates cut)",
        ),
    ]
    keywords: Annotated[
        Location | Mapping[str, Any] | None,
        Setting(
            None,
            "each chosen sentence must contain one of these words: a file with lines 'topic: word, word', or in Python "
            "{topic: words}",
            "--keywords FILE",
        ),
    ]
    without_leaks: Annotated[
        Location | Mapping[str, Any] | None,
        Setting(
            None,
            "leave out articles that hold one of these references nearly word for word, such as chronologies by their "
            "writers; in the form of like",
            "--without-leaks GOLD",
        ),
    ]


@group("summaries")
class SummariseSettings(Posts, Running, Writing, total=False):
    """The settings of `summarise`."""

    output: Annotated[
        Location | None,
        Setting(
            None,
            "a folder to which summaries are written as runs, which score reads; of random baselines the first run",
            "-o --output RUNS",
            heading="output",
        ),
    ]
    runs: Annotated[int, Setting(100, "the number of runs of random baselines of content units", low=1, high=100_000)]
    seed: Annotated[int, Setting(0, "the seed of the random baselines", low=0)]


@public
def summarise(
    topics: Any,
    systems: Annotated[
        Sequence[str] | None,
        Setting(
            None,
            "summarisers such as 'hybrid(threshold=0.4)'; of content units the baselines 1, 1b, 2, ... 10",
            "-s --system EXPR",
            usual="centroid; every baseline",
            heading="summaries",
        ),
    ] = None,
    **settings: Unpack[SummariseSettings],
) -> "Summaries | Trial":
    """Choose posts, or sentences of articles, as summaries of topics; or run the baselines on content units.

    Parameters
    ----------
    topics
        A folder with `<topic>.jsonl` or `.csv` of posts, or `.jsonl` of articles; one such file; or
        `{topic: posts}`, each post a text, a dictionary such as `{"id": "7", "text": "..."}` or a `Post`. Or a file
        or a folder of content units (JSON).

    Returns
    -------
    Summaries
        The posts that each system chose for each topic; the result can be subscripted by a system. For content
        units a `Trial`: the pyramid scores of the baselines and the tests of their differences.

    Examples
    --------
    >>> posts = ["Oil spills.", "Oil spills into the sea.", "It is stopped."]
    >>> summarise({"oil": posts}, ["centroid"], k=1)["centroid"][0].texts
    ('Oil spills into the sea.',)
    """
    from cliometer.systems.summaries import SummaryPlan

    output = None if settings["output"] is None else Path(settings["output"])
    if _holds_units(topics):
        _refuse(settings, declared(Posts), f"is for posts, but {topics} holds content units")
        return _run_baselines(Path(topics), systems, settings, output)
    plan = SummaryPlan(
        topics_of(topics), systems or ["centroid"], references=texts_of(settings["references"]), **_post_ways(settings)
    )
    summaries = plan.run(settings["progress"])
    return summaries if output is None else summaries.written(output, settings["force"])


def _post_ways(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the length of summaries, the filters and the reading of posts that settings ask for."""
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    filters = Filters(tuple(settings["filters"]), settings["language"].strip())
    reading = PostReading(stop=settings["stop"], stem=settings["stem"])
    return {"k": settings["k"], "filters": filters, "reading": reading}


def _holds_units(topics: Any) -> bool:
    from cliometer.engine.file_evaluation import kind_of_gold

    return is_path(topics) and Path(topics).exists() and kind_of_gold([Path(topics)]) == "units"


def _run_baselines(path: Path, systems: Any, settings: SummariseSettings, output: Path | None) -> "Trial":
    from cliometer.io.topic_folders import read_unit_gold
    from cliometer.systems.baselines import run_baselines

    gold = read_unit_gold([path])
    trial = run_baselines(gold.units, systems, settings["runs"], settings["seed"])
    if output is not None:
        _write_extracts(output, trial, gold.units, settings["force"])
    return replace(trial, notes=(*gold.notes, *trial.notes))


def _write_extracts(folder: Path, trial: "Trial", topics: Sequence["UnitTopic"], force: bool) -> None:
    from cliometer.io.extracts import write_extracts
    from cliometer.systems.baselines import BASELINES, extracts, runnable

    paths = {BASELINES[scores.id]: folder / f"baseline-{scores.id}.json" for scores in trial.baselines}
    for path in paths.values():
        if path.exists() and not force:  # before any is written, so that nothing is half done
            raise InputError("folder-exists", path)
    folder.mkdir(parents=True, exist_ok=True)
    for baseline, path in paths.items():
        chosen = [extracts(baseline, topic, 1, trial.seed)[0] for topic in topics if runnable(baseline, topic)]
        write_extracts(path, chosen)


def _refuse(settings: Mapping[str, Any], names: Iterable[str], reason: str) -> None:
    """Refuse settings that are not left at their defaults."""
    for name in names:
        if not declared(TuneSettings)[name].is_default(settings[name]):
            raise UsageError("setting-idle", setting=SettingName(name), reason=reason)


@group("output")
class TimelinesSettings(Generating, Extent, Running, Writing, total=False):
    """The settings of `timelines`."""

    output: Annotated[
        Location | None,
        Setting(
            None,
            "a folder to which the timelines are written as runs; a second call makes only what is missing",
            "-o --output RUNS",
        ),
    ]


@public
def timelines(
    articles: Any,
    systems: Annotated[
        Sequence[str],
        Setting(
            ("datewise",), "generators such as 'datewise(dates=supervised)'", "-s --system EXPR", heading="summaries"
        ),
    ] = ("datewise",),
    **settings: Unpack[TimelinesSettings],
) -> "GeneratedTimelines":
    """Make timelines from the dated articles of topics.

    Parameters
    ----------
    articles
        A folder of topics or one topic, in any layout that docs/formats.md names, or `{topic: articles}`, each an
        `Article`.

    Returns
    -------
    GeneratedTimelines
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

    dates, sentences, output = settings["dates"], settings["sentences"], settings["output"]
    span = [None if day is None else When.of(day) for day in (settings["first"], settings["last"])]
    if settings["like"] is not None and (dates is not None or sentences is not None or any(span)):
        raise UsageError("lengths-doubled")
    plan = replace(
        _generation_plan(articles, systems, settings),
        lengths=None if dates is None else Lengths(dates, 1 if sentences is None else sentences, *span),
        output=None if output is None else Path(output),
        force=settings["force"],
    )
    return plan.run(settings["progress"])


def _generation_plan(articles: Any, systems: Sequence[str], settings: Mapping[str, Any]) -> "GenerationPlan":
    from cliometer.systems.timelines.generation import GenerationPlan, read_keywords

    like, keywords = settings["like"], settings["keywords"]
    leaked = settings["without_leaks"]
    return GenerationPlan(
        Path(articles) if is_path(articles) else article_lists(articles),
        list(systems),
        Path(like) if is_path(like) else _reference_sets(like),
        keywords=read_keywords(Path(keywords)) if is_path(keywords) else _word_lists(keywords),
        rules=settings["length"],
        cache=tags_folder(settings["tags"]),
        without_leaks=Path(leaked) if is_path(leaked) else _reference_sets(leaked, "without_leaks"),
    )


def article_lists(articles: Any) -> dict[str, list["Article"]]:
    """Return the articles of each topic; what is not a dictionary of lists of articles is refused."""
    from cliometer.model.documents import Article

    if not isinstance(articles, Mapping):
        raise expected("a path or {topic: articles}", articles)
    for topic, members in articles.items():
        if not isinstance(topic, str) or not isinstance(members, list | tuple):
            raise expected("a list of articles for each topic", members if isinstance(topic, str) else topic)
        for article in members:
            if not isinstance(article, Article):
                raise expected(f"articles of topic {topic}, each an Article(id, date, sentences)", article)
    return {topic: list(members) for topic, members in articles.items()}


def _reference_sets(like: Any, name: str = "like") -> dict[str, ReferenceSet] | None:
    if like is None:
        return None
    if not isinstance(like, Mapping) or not all(isinstance(topic, str) for topic in like):
        raise expected(f"a path or {{topic: references}} for {name}", like)
    return {topic: ReferenceSet(references) for topic, references in like.items()}


def _word_lists(keywords: Any) -> dict[str, Sequence[str]]:
    if keywords is None:
        return {}
    lists = keywords.items() if isinstance(keywords, Mapping) else [(None, None)]
    for topic, words in lists:
        is_list = isinstance(words, list | tuple) and all(isinstance(word, str) and word.strip() for word in words)
        if not isinstance(topic, str) or not is_list:
            raise expected("a path or {topic: words} for keywords", keywords)
    return dict(keywords)


@group("statistics")
class TuneSettings(Posts, Generating, Background, Running, total=False):
    """The settings of `tune`."""

    folds: Annotated[int, Setting(5, "the number of folds into which the topics are divided", low=2)]
    seed: Annotated[int, Setting(0, "the seed of the folds", low=0)]


@public
def tune(
    topics: Any,
    system: Annotated[
        str,
        Setting(
            ...,
            "the summariser, such as hybrid, or the generator; the settings that it names stay fixed",
            "-s --system EXPR",
            heading="summaries",
        ),
    ],
    grid: Annotated[
        Sequence[str] | Mapping[str, Any],
        Setting(
            ...,
            "values to try: threshold=0:1:0.05 (from, to, step) or variant=paper,sumy; in Python also a dictionary",
            "--grid RANGE",
            heading="summaries",
        ),
    ],
    loss: Annotated[
        str | None,
        Setting(
            None,
            "a metric of sources or of references",
            "--loss METRIC",
            usual="jsd(tokens=posts); with like align+m1",
            heading="metrics",
        ),
    ] = None,
    **settings: Unpack[TuneSettings],
) -> "Tuning":
    """Choose the settings of a summariser, or with `like` of a generator of timelines, by cross-validation.

    Parameters
    ----------
    topics
        Topics of posts, as for `summarise`; with `like` topics of articles, as for `timelines`. Then each reference
        is a task, against which its timeline is scored, and a generator that learns is fitted within each fold.

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

    _refuse_mixture(system, settings)
    if settings["like"] is not None:
        generation = _generation_plan(topics, (), settings)
        chosen = system, _ranges(grid), loss or USUAL_TIMELINE_LOSS, settings["folds"], settings["seed"]
        return TimelineTuningPlan(generation, *chosen).run(settings["progress"])
    texts = texts_of(settings["references"])
    words = [Path(path) for path in settings["background"]]
    chosen = system, _ranges(grid), loss or USUAL, settings["folds"], settings["seed"]
    plan = TuningPlan(topics_of(topics), *chosen, references=texts, backgrounds=words, **_post_ways(settings))
    tuning, notes = plan.run(settings["progress"])
    return replace(tuning, notes=(*notes, *tuning.notes))


def _refuse_mixture(system: str, settings: TuneSettings) -> None:
    """Refuse settings of summaries where timelines are tuned, and the other way round."""
    from cliometer.systems.summarisers import summarisers
    from cliometer.systems.timelines import generators

    if settings["like"] is not None:
        _refuse(settings, (*declared(Posts), "background"), "is for summaries; like tunes a generator of timelines")
        return
    name = system.partition("(")[0].strip()
    if name in generators and name not in summarisers:
        raise UsageError("like-missing", name=name)
    _refuse(settings, ("length", "keywords", "without_leaks"), "is for timelines, of which like names the references")


def _ranges(grid: Any) -> list[str]:
    """Return ranges as they are typed, of a list of them or of a dictionary of values."""
    from cliometer.expressions import spell_value

    values = grid.items() if isinstance(grid, Mapping) else ()
    if any(isinstance(levels, str | bytes) or not isinstance(levels, Iterable) for _, levels in values):
        raise expected('a grid such as {"threshold": [0, 0.5, 1]} or ["threshold=0:1:0.05"]', grid)
    return [f"{name}={','.join(map(spell_value, levels))}" for name, levels in values] if values else list(grid)


@group("files")
class ExperimentSettings(Background, Running, Writing, total=False):
    """The settings of `experiment`."""

    config: Annotated[
        Location | None,
        Setting(None, "a file of settings (TOML); all others keep their defaults", "--config FILE.toml"),
    ]
    votes: Annotated[Location | None, Setting(None, "preferences of people, as for cliometer vote", "--votes FILE")]
    folds: Annotated[
        int | None,
        Setting(None, "the number of folds into which the topics are divided", low=2, usual="5", heading="statistics"),
    ]
    seed: Annotated[
        int | None, Setting(None, "the seed of folds and intervals", low=0, usual="0", heading="statistics")
    ]
    output: Annotated[
        Location | None,
        Setting(
            None, "the folder that keeps plan, summaries, scores and report", "-o --output FOLDER", heading="output"
        ),
    ]


@public
def experiment(
    plan: Location, topics: Location | None = None, **settings: Unpack[ExperimentSettings]
) -> "MicroblogResults":
    """Run a whole experiment: tune, summarise, score and rank; with votes, measure which metric agrees with people.

    Parameters
    ----------
    plan
        `"microblog"`, the experiment of Mackie et al. (2014); or a file that describes an experiment, or the folder of
        one, which is run again.
    topics
        A folder of posts, as for `summarise`; a saved experiment knows its own.

    Returns
    -------
    MicroblogResults
        Plan, folds, tunings, summaries and scores; `record` has all numbers of the report.

    Examples
    --------
    >>> from cliometer import demo
    >>> results = experiment("microblog", demo() / "posts", config=demo() / "experiment.toml")
    >>> results.record.systems[0]
    'centroid'
    """
    from cliometer.experiments.experiment import refuse_folder, run_microblog, write_folder
    from cliometer.reporting.chapters.experiment import experiment_files

    read = _experiment_plan(plan, topics, settings)
    output, force = settings["output"], settings["force"]
    if output is not None:
        refuse_folder(Path(output), force)
    results = run_microblog(read, settings["progress"])
    if output is not None:
        write_folder(Path(output), experiment_files(results), force)
    return results


def _experiment_plan(plan: Location, topics: Location | None, settings: ExperimentSettings) -> "MicroblogPlan":
    """Return the plan of a file that stands alone, or of a kind with topics and what else was given."""
    from cliometer.experiments.experiment import KINDS, PLAN, read_plan

    for name, value in {"plan": plan, "topics": topics}.items():
        if not isinstance(value, str | PathLike) and (value is not None or name == "plan"):
            raise expected(f"{name} to be a path", value)
    paths = {"topics": topics, "votes": settings["votes"]}
    given: dict[str, Any] = {name: str(path) for name, path in paths.items() if path is not None}
    given |= {name: settings[name] for name in ("folds", "seed") if settings[name] is not None}
    given |= {"background": [str(path) for path in settings["background"]]} if settings["background"] else {}
    config, file = settings["config"], Path(plan)
    if str(plan) in KINDS or not (file.is_dir() or file.suffix == ".toml" or file.is_file()):
        return read_plan(None if config is None else Path(config), str(plan), given)
    if config is not None:
        raise UsageError("plans-two", plan=plan)
    if file.is_dir() and not (file / PLAN).is_file():
        raise InputError("experiment-plan-missing", file, plan=PLAN)
    return read_plan(file / PLAN if file.is_dir() else file, given=given)
