"""Plan studies in which people compare summaries: the pairs, the judges, and the difference that they can find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cliometer.api.inputs import gold_of
from cliometer.errors import InputError, checked, expected
from cliometer.io.text_files import Location

if TYPE_CHECKING:
    from cliometer.court.votes.design_power import VotePower
    from cliometer.study.preferences.study_plan import StudyPlan
    from cliometer.study.steps import Topic

_USUAL = ("overall", "complete", "readable")  # what can be judged without the sources


@checked
def plan(
    runs: Any,
    *,
    criteria: Sequence[str] = (),
    votes: int = 3,
    cap: int = 12,
    ties: bool = False,
    reasons: Literal["required", "optional", "none"] = "optional",
    topics: int | None = None,
    systems: int | None = None,
    pairs: int | None = None,
    budget: int | None = None,
    seed: int = 0,
    references: Any = None,
    output: Location | None = None,
    force: bool = False,
) -> StudyPlan:
    """Plan a study in which people compare the timelines, or other summaries, of several runs.

    Parameters
    ----------
    runs
        Systems: paths of folders with `<topic>.txt`, timelines or texts, or `{system: {topic: text or timeline}}`.
    criteria
        What is asked of each pair: ready ones by name (`"overall"`, `"faithful"`, `"complete"`, `"readable"`,
        `"dates"`), or your own such as `"coverage: Which tells more of what matters?"`. By default overall, complete
        and readable.
    votes
        Votes on each pair on each topic, each by another judge.
    cap
        The most pairs that a judge compares.
    ties
        Whether judges may say that neither is better.
    reasons
        Whether judges must, may or cannot say why.
    topics, systems, pairs
        How many of them are drawn; all by default. Pairs are drawn evenly over topics and pairs of systems.
    budget
        The votes that can be collected, a vote being one pair judged by one person on all criteria: as many pairs are
        drawn as get all their votes.
    seed
        The seed by which they are drawn. It does not tell which judge sees what.
    references
        Timelines that people wrote, as for `evaluate`: they take part as the system `reference`. Of several on a topic
        one is drawn. Without it the study compares systems only.
    output, force
        The zip archive that the workbench imports, and whether a file that exists is replaced.

    Returns
    -------
    StudyPlan
        The pairs, the judges and votes that they take, and the smallest difference that the study would find.

    Examples
    --------
    >>> from cliometer import demo
    >>> plan([demo() / "runs" / "lead", demo() / "runs" / "mentions"], votes=3)
    StudyPlan(8 pairs, 24 votes, 3 judges)
    """
    from cliometer.api.judging import study_topics
    from cliometer.io.archives import packed
    from cliometer.io.text_files import refuse_existing, write_bytes_whole
    from cliometer.study.preferences.ballot_plan import PreferenceStudySettings
    from cliometer.study.preferences.criteria import parse_criteria
    from cliometer.study.preferences.study_plan import DrawnDesign, describe_plan, plan_files
    from cliometer.study.preferences.timeline_pairs import summary_lines

    if output is not None:
        refuse_existing(Path(output), force)
        if Path(output).suffix != ".zip":
            raise InputError("a plan is a zip archive; name it FILE.zip", output)
    if not isinstance(criteria, list | tuple) or not all(isinstance(one, str) for one in criteria):
        raise expected("a list of criteria", criteria)
    asked = parse_criteria("\n".join(criteria or _USUAL))
    found, notes = study_topics(runs, summary_lines)
    if references is not None:
        found, more = _with_references(found, references, seed)
        notes += more
    settings = PreferenceStudySettings(votes=votes, cap=cap, ties=ties, reasons=reasons, criteria=asked)
    drawn = DrawnDesign(topics, systems, pairs, budget, seed).draw(found, votes)
    result = describe_plan(drawn, settings, seed, notes)
    if output is not None:
        write_bytes_whole(Path(output), packed(plan_files(drawn, settings, result)), force)
    return result


def _with_references(topics: Sequence[Topic], references: Any, seed: int) -> tuple[tuple[Topic, ...], tuple[str, ...]]:
    """Add a timeline that a person wrote to every topic that has one."""
    from cliometer.model.documents import SummaryText
    from cliometer.study.preferences.comparison_items import draw
    from cliometer.study.preferences.study_plan import REFERENCE
    from cliometer.study.preferences.timeline_pairs import summary_lines

    gold: Mapping[str, Any] = gold_of(references, None, None)
    made, without = [], []
    for topic in topics:
        if REFERENCE in topic.summaries:
            raise InputError(f"a run is named {REFERENCE}, which is the name of what people wrote; rename it")
        if topic.id not in gold:
            without.append(topic.id)
            made.append(topic)
            continue
        written = list(gold[topic.id])
        one = written[draw(len(written), "reference", seed, topic.id)]
        own = {**topic.summaries, REFERENCE: summary_lines(SummaryText.of(one))}
        made.append(replace(topic, summaries=own))
    if len(without) == len(made):
        raise InputError("the references share no topic with the runs; do the names match?")
    notes = (f"no reference for {', '.join(without)}",) if without else ()
    return tuple(made), notes


@checked
def power(
    shares: Sequence[float] = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8),
    *,
    topics: int | None = None,
    votes: int = 3,
    systems: int = 2,
    cap: int = 12,
    ties: float = 0.0,
    correlation: float = 0.1,
    judge_correlation: float = 0.0,
    level: float = 0.05,
    power: float = 0.8,
) -> VotePower:
    """Say how many topics and judges a preference study needs to find a difference, or what a design would find.

    The test is that of `vote`: the share of decided votes for one of two systems against one half.

    Parameters
    ----------
    shares
        True shares of the votes for the better of two systems, between 0.5 and 1.
    topics
        The topics of the study; by default as many as each share needs.
    votes
        Votes on each pair on each topic.
    systems
        The number of systems: every two of them are tested, with Holm's correction.
    cap
        The most pairs that a judge compares.
    ties
        The share of votes that are ties.
    correlation
        The correlation of two votes on one pair and topic: 0 where every topic is alike, near 1 where the topic
        decides.
    judge_correlation
        The correlation of two votes of one judge on two systems.
    level
        The level of the test.
    power
        The probability with which a difference is to be found.

    Returns
    -------
    VotePower
        A row for each share: topics, judges, votes, and the probability of finding it.

    Examples
    --------
    >>> [row.topics for row in power([0.6, 0.7]).rows]
    [85, 25]
    """
    from cliometer.court.votes.design_power import vote_power
    from cliometer.stats.vote_power import VoteDesign

    if isinstance(shares, str) or not isinstance(shares, Sequence):
        raise expected("a list of shares such as [0.6, 0.7]", shares)
    design = VoteDesign(
        2 if topics is None else topics, votes, systems, cap, ties, correlation, judge_correlation, level
    )
    return vote_power(design, tuple(shares), power, topics is not None)
