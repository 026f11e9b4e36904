"""Studies in which people compare summaries or write units: their plan, power, drafts, reasons and agreement."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from cliometer.api.front import gold_of, is_path, public, units_of
from cliometer.api.judging import criteria_setting, inquiry_of, study_topics
from cliometer.api.people import polls_of
from cliometer.errors import InputError, UsageError, expected
from cliometer.settings import Location, Setting, fields_from, group
from cliometer.settings.groups import Asking, Bootstrap, PairDraw, Writing

if TYPE_CHECKING:
    from cliometer.court.votes.design_power import VotePower
    from cliometer.study.agreement_survey import AgreementSurvey
    from cliometer.study.reason_coding import ReasonSurvey
    from cliometer.study.study_plan import StudyPlan
    from cliometer.study.topics import Topic
    from cliometer.study.unit_drafts import UnitDrafts

_USUAL = ("overall", "complete", "readable")  # what can be judged without the sources


@group("design")
class VoteCount(TypedDict, total=False):
    """How many votes are collected, and from whom."""

    votes: Annotated[int, Setting(3, "votes on each pair on each topic, each by another judge", low=1)]
    cap: Annotated[int, Setting(12, "the most pairs that a judge compares", low=1)]


@group("design")
class StudyPlanSettings(VoteCount, PairDraw, Writing, total=False):
    """The settings of `study_plan`."""

    criteria: Annotated[Sequence[str], criteria_setting(", ".join(_USUAL))]
    ties: Annotated[bool, Setting(False, "let judges say that neither is better")]
    reasons: Annotated[
        Literal["required", "optional", "none"], Setting("optional", "whether judges must, may or cannot say why")
    ]
    topics: Annotated[int | None, Setting(None, "draw so many topics", low=1, usual="all")]
    systems: Annotated[int | None, Setting(None, "draw so many systems", low=2, usual="all")]
    budget: Annotated[
        int | None,
        Setting(
            None,
            "draw as many pairs as get all their votes from so many, a vote being one pair judged by one person on all "
            "criteria",
            low=1,
        ),
    ]
    output: Annotated[
        Location | None, Setting(None, "the zip archive that the workbench imports", "-o --output FILE.zip")
    ]


@public
def study_plan(
    runs: Any,
    references: Annotated[
        Location | Any,
        Setting(
            None,
            "timelines that people wrote, as for score: they take part as the system reference; of several on a topic "
            "one is drawn",
            "-r --references GOLD",
            usual="systems only",
            heading="files",
        ),
    ] = None,
    **settings: Unpack[StudyPlanSettings],
) -> "StudyPlan":
    """Plan a study in which people compare the timelines, or other summaries, of several runs.

    Parameters
    ----------
    runs
        Systems: paths of folders with `<topic>.txt`, timelines or texts, or `{system: {topic: text or timeline}}`.

    Returns
    -------
    StudyPlan
        The pairs, the judges and votes that they take, and the smallest difference that the study would find.

    Examples
    --------
    >>> from cliometer import demo
    >>> study_plan([demo() / "runs" / "lead", demo() / "runs" / "mentions"], votes=3)
    StudyPlan(8 pairs, 24 votes, 3 judges)
    """
    from cliometer.io.archives import packed
    from cliometer.io.text_files import refuse_existing, write_bytes_whole
    from cliometer.study.criteria import parse_criteria
    from cliometer.study.study_plan import DrawnDesign, PlanSettings, describe_plan, plan_files
    from cliometer.study.topics import summary_lines

    output, force, seed = settings["output"], settings["force"], settings["seed"]
    if output is not None:
        refuse_existing(Path(output), force)
        if Path(output).suffix != ".zip":
            raise InputError("plan-not-zip", output)
    criteria = parse_criteria("\n".join(settings["criteria"] or _USUAL))
    topics, notes = study_topics(runs, summary_lines)
    if references is not None:
        topics, lacking = _with_references(topics, references, seed)
        notes += lacking
    ballots = PlanSettings(**fields_from(PlanSettings, settings) | {"criteria": criteria})
    design = DrawnDesign(settings["topics"], settings["systems"], settings["most"], settings["budget"], seed)
    drawn = design.draw(topics, settings["votes"])
    result = describe_plan(drawn, ballots, seed, notes)
    if output is not None:
        write_bytes_whole(Path(output), packed(plan_files(drawn, ballots, result)), force)
    return result


def _with_references(
    topics: "Sequence[Topic]", references: Any, seed: int
) -> "tuple[tuple[Topic, ...], tuple[str, ...]]":
    """Add a timeline that a person wrote to every topic that has one."""
    from cliometer.model.documents import SummaryText
    from cliometer.study.contests import draw
    from cliometer.study.study_plan import REFERENCE
    from cliometer.study.topics import summary_lines

    gold: Mapping[str, Any] = gold_of(references, None, None)
    made, without = [], []
    for topic in topics:
        if REFERENCE in topic.summaries:
            raise InputError("run-named-reference", name=REFERENCE)
        if topic.id not in gold:
            without.append(topic.id)
            made.append(topic)
            continue
        written = list(gold[topic.id])
        timeline = written[draw(len(written), "reference", seed, topic.id)]
        summaries = {**topic.summaries, REFERENCE: summary_lines(SummaryText.of(timeline))}
        made.append(replace(topic, summaries=summaries))
    if len(without) == len(made):
        raise InputError("references-unrelated")
    notes = (f"no reference for {', '.join(without)}",) if without else ()
    return tuple(made), notes


@group("design")
class StudyPowerSettings(VoteCount, total=False):
    """The settings of `study_power`."""

    topics: Annotated[int | None, Setting(None, "the topics of the study", low=2, usual="as many as each share needs")]
    systems: Annotated[int, Setting(2, "the systems, every two of which are compared, with Holm's correction", low=2)]
    ties: Annotated[float, Setting(0.0, "the share of votes that are ties", heading="statistics")]
    correlation: Annotated[
        float,
        Setting(
            0.1,
            "the correlation of two votes on one pair and topic: 0 where every topic is alike, near 1 where the topic "
            "decides",
            "--correlation R",
            heading="statistics",
        ),
    ]
    judge_correlation: Annotated[
        float,
        Setting(
            0.0,
            "the correlation of two votes of one judge on two systems",
            "--judge-correlation R",
            heading="statistics",
        ),
    ]
    level: Annotated[float, Setting(0.05, "the level of the test", heading="statistics")]
    power: Annotated[
        float, Setting(0.8, "the probability with which a difference is to be found", heading="statistics")
    ]


@public
def study_power(
    shares: Annotated[
        Sequence[float],
        Setting(
            (0.55, 0.6, 0.65, 0.7, 0.75, 0.8),
            "true shares of the votes for the better of two systems, between 0.5 and 1",
            "--share X",
            heading="design",
        ),
    ] = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8),
    **settings: Unpack[StudyPowerSettings],
) -> "VotePower":
    """Report how many topics and judges a preference study needs to find a difference, or what a design would find.

    The test is that of `vote`: the share of decided votes for one of two systems against one half.

    Parameters
    ----------

    Returns
    -------
    VotePower
        A row for each share: topics, judges, votes, and the probability of finding it.

    Examples
    --------
    >>> [row.topics for row in study_power([0.6, 0.7]).rows]
    [85, 25]
    """
    from cliometer.court.votes.design_power import vote_power
    from cliometer.stats.vote_power import VoteDesign

    topics = settings["topics"]
    design = VoteDesign(**fields_from(VoteDesign, settings) | {"topics": 2 if topics is None else topics})
    return vote_power(design, tuple(shares), settings["power"], topics is not None)


@group("drafts")
class StudyDraftSettings(Asking, Writing, total=False):
    """The settings of `study_draft`."""

    threshold: Annotated[float, Setting(0.1, "how similar two lines must be to make a unit, 0 to 1")]
    days: Annotated[int, Setting(0, "how many days apart their dates may be")]
    entry: Annotated[Literal["sentence", "day"], Setting("sentence", "what counts as a line of a timeline")]
    vectors: Annotated[
        str, Setting("", "vectors by which lines are compared, too, by the name of an embedder", "--vectors EXPR")
    ]
    output: Annotated[Location | None, Setting(None, "the file to which the drafts are written", "-o --output FILE")]


@public
def study_draft(
    references: Location,
    judge: Annotated[
        Any,
        Setting(
            None,
            "a model that takes sentences apart into facts, as for judge_preferences",
            "-j --judge EXPR",
            heading="questions",
        ),
    ] = None,
    **settings: Unpack[StudyDraftSettings],
) -> "UnitDrafts":
    """Draft content units, the facts that several writers report, from their timelines; a person confirms them later.

    Parameters
    ----------
    references
        A benchmark folder `GOLD/<topic>/<writer>.txt`, or one file with several timelines.

    Returns
    -------
    UnitDrafts
        How many units of how many writers there are in each topic; `output` holds the units themselves.

    Examples
    --------
    >>> from cliometer import demo
    >>> study_draft(demo() / "references").drafts[0].topic
    'apollo-13'
    """
    from cliometer.io import read_references
    from cliometer.io.text_files import refuse_existing
    from cliometer.io.units import write_units
    from cliometer.study.unit_drafts import DraftOptions, count_drafts, draft_topic, lines_of

    entry, output = settings["entry"], settings["output"]
    rule = DraftOptions(settings["threshold"], settings["days"], entry, settings["vectors"])
    if not is_path(references):
        raise expected("references to be the path of a folder or a file", references)
    gold, notes = read_references(references, "append")
    lone = [topic for topic, timelines in gold.items() if len({line.writer for line in lines_of(timelines)}) < 2]
    if 0 < len(lone) < len(gold):
        notes += (f"not drafted, because they have one writer only: {', '.join(lone)}",)
        gold = {topic: timelines for topic, timelines in gold.items() if topic not in lone}
    if output is not None:
        refuse_existing(Path(output), settings["force"])
    signature = ""
    if judge is None:
        topics = [draft_topic(topic, timelines, rule) for topic, timelines in gold.items()]
    else:
        from cliometer.judges.unit_proposals import propose_lines

        lines = {topic: lines_of(timelines, entry) for topic, timelines in gold.items()}
        proposals = propose_lines(lines, inquiry_of(judge, settings))
        topics = [
            draft_topic(topic, timelines, rule, proposals.lines[topic], proposals.judge_model)
            for topic, timelines in gold.items()
        ]
        notes, signature = (*notes, *proposals.notes), proposals.signature
    if output is not None:
        write_units(Path(output), units=topics, force=settings["force"])
    return count_drafts(topics, rule, notes, signature)


@group("files")
class StudyReasonsSettings(Bootstrap, Writing, total=False):
    """The settings of `study_reasons`."""

    codes: Annotated[Sequence[Location], Setting((), "sheets that coders filled in", "--codes CODER.csv ...")]
    sheet: Annotated[
        Location | None, Setting(None, "write a sheet for coders to this file", "--sheet FILE.csv", heading="output")
    ]
    blind: Annotated[bool, Setting(False, "leave the suggestions out of the sheet", heading="output")]


@public
def study_reasons(
    votes: Any,
    codebook: Annotated[
        Location,
        Setting(
            ..., "the categories, each with name, description and phrases", "--codebook FILE.toml", heading="files"
        ),
    ],
    **settings: Unpack[StudyReasonsSettings],
) -> "ReasonSurvey":
    """Sort the reasons that people gave for their votes into categories: by a codebook, and by coders.

    Parameters
    ----------
    votes
        Votes with reasons, as for `vote`.

    Returns
    -------
    ReasonSurvey
        The categories with their reasons, those without one, and the agreement of the coders.

    Examples
    --------
    >>> from cliometer import demo
    >>> len(study_reasons(demo() / "votes.csv", demo() / "codebook.toml").reasons) > 0
    True
    """
    from cliometer.io.text_files import write_whole
    from cliometer.study.reason_coding import coding_sheet, read_codebook, read_coding_sheet, reasons_of, survey_reasons

    sheet = settings["sheet"]
    if settings["blind"] and sheet is None:
        raise UsageError("blind-without-sheet")
    categories, polls = read_codebook(Path(codebook)), polls_of(votes)
    reasons, silent = reasons_of(polls)
    coders = [read_coding_sheet(Path(path), reasons, categories) for path in settings["codes"]]
    drawn = {"seed": settings["seed"], "resamples": settings["resamples"]}
    survey = survey_reasons(reasons, silent, categories, coders, **drawn)
    notes = tuple(note for poll in polls for note in poll.notes) + survey.notes
    if sheet is not None:
        write_whole(Path(sheet), coding_sheet(reasons, categories, settings["blind"]), settings["force"])
        notes += (f"{sheet}: {len(reasons)} reasons to be coded in the column category",)
    return replace(survey, notes=notes)


@group("files")
class StudyAgreementSettings(TypedDict, total=False):
    """The settings of `study_agreement`."""

    verifier: Annotated[
        str | None,
        Setting(
            None,
            "the judge of the sheet who verified",
            "--verifier JUDGE",
            usual="the links of the events file are verified",
        ),
    ]
    second: Annotated[
        Location | Any, Setting(None, "the same units linked by a second person (JSON)", "--second UNITS")
    ]
    literal: Annotated[
        bool,
        Setting(
            False,
            "count links that the verifier added as agreed, too; the agreement may then exceed 1",
            heading="statistics",
        ),
    ]
    unseen: Annotated[
        int | None, Setting(None, "the number of units that no writer chose", usual="estimated", heading="statistics")
    ]


@public
def study_agreement(corpus: Any, **settings: Unpack[StudyAgreementSettings]) -> "AgreementSurvey":
    """Measure how far the people who made a corpus agree with each other, and describe the corpus.

    Parameters
    ----------
    corpus
        Paths of units or events (JSON), of sheets of judges (CSV), or of folders of them; or topics of units or
        events as values, such as `read_units` returns; one or several.

    Returns
    -------
    AgreementSurvey
        Statistics of events, judges, units, and the splits of the writers; the result can be subscripted by a
        table.

    Examples
    --------
    >>> from cliometer import demo, read_units
    >>> study_agreement(read_units(demo() / "events" / "berlin-wall.json")).events[0].topic
    'berlin-wall'
    """
    from cliometer.study.agreement_survey import SurveyOptions, survey_agreement

    paths, topics = units_of(corpus, "corpus")
    second: Any = settings["second"]
    other = None if second is None else Path(second) if is_path(second) else units_of(second, "second")[1]
    options = SurveyOptions(paths, settings["verifier"], other, settings["unseen"], settings["literal"], topics)
    return survey_agreement(options)
