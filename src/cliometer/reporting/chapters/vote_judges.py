"""Judges of votes: how far they can be trusted, and their reasons; `cliometer study reasons` and `study plan`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from cliometer.court.votes.judges import JudgeAgreement
from cliometer.court.votes.tally import Tally
from cliometer.reporting.chapters.base import FigureNames, chapter, cut_note, remark_notes, text_of
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, forest
from cliometer.reporting.charts.vote_charts import bars
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.stats.position_bias import PositionBias, Swaps
from cliometer.study.reason_coding import CoderAgreement, ReasonSurvey
from cliometer.study.study_plan import POWER, StudyPlan
from cliometer.text.tables import Cell, Table, shown_interval, shown_number, shown_p, shown_share

_MOST = 40  # judges or reasons in a figure
_EXAMPLES = 2  # reasons of a category
_NO_CATEGORY = "(no category)"


def judge_blocks(poll: Tally, names: FigureNames) -> Iterator[Block]:
    """Yield all judges together, then each; orderings have no judges to compare."""
    if poll.ballots:
        return
    if sentences := " ".join(_agreement_sentences(poll.agreement)):
        yield Paragraph(sentences)
    if overall := list(_overall(poll.agreement)):
        caption = text_of("vote-judges-judge-blocks", units=many(poll.agreement.units, "pair"))
        chance = [{**bar, "value": bar["chance"], "low": None, "high": None, "hollow": True} for bar in overall]
        records = [*chance, *({**bar, "hollow": False} for bar in overall)]
        lows = [record["value"] if record["low"] is None else record["low"] for record in records]
        spec = forest(Forest(records, "agreement", domain=(min([0.0, *lows]) - 0.03, 1.03)))
        table = Table(["agreement", "value", "low", "high", "chance"], [list(bar.values()) for bar in overall])
        yield Figure(names.of("agreement", poll.name), caption, spec, table)
    if poll.judges:
        yield from _each(poll, names)


def _overall(row: JudgeAgreement) -> Iterator[dict[str, Any]]:
    none = {"low": None, "high": None}
    for share, word in ((row.pairwise, "pairs of judges that agree"), (row.majority, "votes with the majority")):
        if share:
            yield {"name": word, "value": share.share, **none, "chance": share.chance}
    if row.alpha is not None:
        ends = {"low": row.low, "high": row.high}
        yield {"name": "Krippendorff's alpha", "value": row.alpha, **ends, "chance": 0.0}


def _agreement_sentences(rates: JudgeAgreement) -> Iterator[str]:
    if rates.pairwise and rates.majority:
        labels = rates.pairwise.definition.rpartition(" against ")[2]
        yield (
            f"Agreement on {many(rates.units, 'pair')} with two judges or more: "
            f"{shown_share(rates.pairwise.share)} of pairs of judges agree (chance: "
            f"{shown_share(rates.pairwise.chance)}); {shown_share(rates.majority.share)} of votes agree with the "
            f"majority (chance: {shown_share(rates.majority.chance)}). Chance is {labels}."
        )
    if rates.alpha is not None and rates.low is not None and rates.high is not None:
        judged = "agree beyond chance" if rates.low > 0 else "show no agreement beyond chance"
        judged = "agree less than chance" if rates.high < 0 else judged
        ends = shown_interval(rates.low, rates.high)
        yield f"Krippendorff's alpha {shown_number(rates.alpha)}, 95 % interval {ends}: the judges {judged}."
    if rates.contradicted or rates.single:
        yield (
            f"Left out of the agreement: {many(rates.single, 'pair')} with one judge, "
            f"{many(rates.contradicted, 'answer')} of judges who gave the same pair two."
        )
    if rates.remark:
        yield f"Agreement: {rates.remark}."


def _each(poll: Tally, names: FigureNames) -> Iterator[Block]:
    """Yield the judges with most votes as a figure; all of them are in the table."""
    rows: list[list[Cell]] = []
    records = []
    for judge in poll.judges:
        proportion = judge.proportion
        share, low, high = (proportion.share, proportion.low, proportion.high) if proportion else (None, None, None)
        rows.append([judge.name, judge.votes, judge.ties, judge.compared, judge.agreed, share, low, high])
        beside = f"{judge.agreed} of {judge.compared}"
        records.append({"name": judge.name, "value": share, "low": low, "high": high, "beside": beside})
    table = Table(["judge", "votes", "ties", "compared", "with others", "share", "low", "high"], rows)
    title = "Votes of every judge, and how often they agree with most of the others"
    if not any(judge.compared for judge in poll.judges):
        yield Listing(title, table)
        return
    chance = poll.agreement.pairwise
    marks = [ThresholdLine(chance.chance, "chance")] if chance else []
    axis = "share of votes with the majority of the others"
    spec = forest(Forest(records[:_MOST], axis, marks, (-0.02, 1.02)))
    yield Figure(names.of("judges", poll.name), text_of("vote-judges-each"), spec, table, title)
    yield from cut_note(len(records[:_MOST]), len(rows), "judges")


def position_blocks(poll: Tally, names: FigureNames) -> Iterator[Block]:
    """Yield the position bias of votes; orderings have none."""
    position = poll.position
    if poll.ballots:
        return
    if position is None:
        yield Paragraph("Which of the two was shown first is not known.")
        return
    yield Paragraph(f"{_position_sentence(position)} {_swap_sentence(poll.swaps)}")
    if first := position.first:
        beside = f"{first.part} of {first.whole}"
        ends = {"value": first.share, "low": first.low, "high": first.high}
        records: list[dict[str, Any]] = [{"name": "first shown", **ends, "beside": beside}]
        if position.balanced is not None:
            none = {"value": position.balanced, "low": None, "high": None}
            records.append({"name": "both orders weighing the same", **none, "beside": ""})
        caption = "Share of the decided votes that went to the system shown first, with its exact 95 % interval."
        lines = [ThresholdLine(0.5, "no bias")]
        spec = forest(Forest(records, "share that went to the first shown", lines, (0.0, 1.0)))
        rows: list[list[Cell]] = [[record[key] for key in ("name", "value", "low", "high")] for record in records]
        yield Figure(names.of("position", poll.name), caption, spec, Table(["votes", "share", "low", "high"], rows))


def _position_sentence(position: PositionBias) -> str:
    first = position.first
    if first is None:
        return "Every vote is a tie, so nothing can be said of the place."
    won = f"The system shown first won {first.part} of {first.whole} decided votes"
    if position.confounded:
        return f"{won}, but no pair was shown both ways round, so that position and quality are confounded."
    ends = f"{shown_share(first.low)} to {shown_share(first.high)}"
    return (
        f"{won}, {shown_share(first.share)} (95 % interval {ends}, {shown_p(first.p, named=True)}); "
        f"{shown_share(position.balanced)} with both orders weighing the same."
    )


def _swap_sentence(swaps: Swaps) -> str:
    if not swaps.seen:
        return "No judge saw a pair both ways round."
    return (
        f"Of {many(swaps.seen, 'pair')} that a judge saw both ways round, {swaps.inconsistent} got two "
        f"answers: {swaps.first} twice the first shown, {swaps.second} twice the second, "
        f"{swaps.inconsistent - swaps.first - swaps.second} a tie once or more."
    )


def reason_blocks(poll: Tally, names: FigureNames) -> Iterator[Block]:
    """Yield the reasons that people gave for their votes."""
    reasons = list(poll.reasons.items())
    if not reasons:
        return
    given = f"given in {sum(poll.reasons.values())} of {many(poll.votes, 'vote')}"
    words = listed([f"{reason} ({count})" for reason, count in reasons], 10, last=", ")
    yield Paragraph(f"Reasons, {given}: {words}.")
    records = [{"name": reason, "value": count, "text": str(count)} for reason, count in reasons[:_MOST]]
    caption = f"Reasons that were {given}; most frequent first."
    yield Figure(names.of("reasons", poll.name), caption, bars(records, "votes"), Table(["reason", "votes"], reasons))
    yield from cut_note(len(records), len(reasons), "reasons")


@chapter(ReasonSurvey)
def reason_survey(result: ReasonSurvey, names: FigureNames) -> Section:
    """Show the weight of every category, who put how much there, and how far coders agree."""
    times = sum(reason.times for reason in result.reasons)
    given = f"{many(len(result.reasons), 'distinct reason')}, given in {many(times, 'vote')}"
    basis = "the mean of the coders" if result.coders else "suggestions by the codebook; nobody coded them"
    sentence = f"{given}; {many(result.silent, 'vote')} gave none. Weights: {basis}."
    blocks: list[Block] = [Paragraph(sentence), _weights(result, names), _counts(result, names)]
    if result.accord:
        blocks.append(Paragraph(" ".join(_coder_sentences(result.accord))))
    if result.disputed:
        disputed: list[list[Cell]] = [[*codes, reason.text] for reason, codes in result.disputed]
        heading = [*(coder.name for coder in result.coders), "disputed reason"]
        blocks.append(Listing("Reasons that coders put into different categories", Table(heading, disputed)))
    hints = [hint.category for hint in result.suggestions]
    missing = [reason for reason, hint in zip(result.reasons, hints, strict=True) if not hint]
    if missing:
        words = ", ".join(f"{reason.text} ({reason.times})" for reason in missing)
        blocks.append(Notes([f"no phrase of the codebook is in {many(len(missing), 'reason')}: {words}"]))
    rows: list[list[Cell]] = [
        [reason.text, reason.times, hint or "-", *(coder.codes[i] or "-" for coder in result.coders)]
        for i, (reason, hint) in enumerate(zip(result.reasons, hints, strict=True))
    ]
    table = Table(["reason", "votes", "suggestion", *(coder.name for coder in result.coders)], rows)
    blocks.append(Listing("Every reason", table, folded=True))
    blocks += remark_notes(result.notes)
    return Section("Reasons", blocks)


def category_table(result: ReasonSurvey) -> Table:
    """Return category, weight and examples, as in table 9 of Mackie et al. (2014)."""
    rows: list[list[Cell]] = [
        [category.name, result.weight(category.name),
         ", ".join(f'"{reason.text}"' for reason in result.examples(category.name)[:_EXAMPLES])]
        for category in result.codebook.categories
    ]  # fmt: skip
    return Table(["category", "weight", "examples"], rows)


def _weights(result: ReasonSurvey, names: FigureNames) -> Figure:
    weights = {category: result.weight(category) for category in result.codebook.names}
    order = sorted(weights.items(), key=lambda entry: -(entry[1] or 0))
    records = [{"name": name, "value": weight, "text": shown_share(weight)} for name, weight in order]
    caption = "The weight of each category: its share of the votes whose reason has a category."
    spec = bars(records, "share of votes")
    title = "Weight of every category: its share of the votes whose reason has one"
    return Figure(names.of("reason-categories"), caption, spec, category_table(result), title)


def _counts(result: ReasonSurvey, names: FigureNames) -> Block:
    """Return the votes in each category, by the codebook's suggestions and by each coder."""
    columns = result.columns
    rows: list[list[Cell]] = [
        [name or _NO_CATEGORY, *(column.counts.get(name, 0) for column in columns)]
        for name in (*result.codebook.names, None)
    ]
    table = Table(["category", *(column.name for column in columns)], rows)
    title = "Votes whose reason is in each category"
    if not result.coders:
        return Listing(title, table)
    records: list[Mapping[str, Any]] = [
        {"name": name, "by": column.name, "value": column.counts.get(name, 0),
         "text": str(column.counts.get(name, 0))}
        for name in result.codebook.names
        for column in columns
    ]  # fmt: skip
    caption = "Votes whose reason each coder put into a category, beside what the codebook suggests."
    return Figure(names.of("reason-coders"), caption, bars(records, "votes", "coder"), table, title)


def _coder_sentences(accord: CoderAgreement) -> Iterator[str]:
    chance = f"chance: {shown_share(accord.chance)}; {accord.definition}"
    yield f"Agreement on {many(accord.reasons, 'distinct reason')}: {shown_share(accord.share)} ({chance})."
    if accord.alpha is None or accord.interval is None:
        yield f"Krippendorff's alpha (nominal) is undefined: {accord.undefined}."
    else:
        ends = shown_interval(*accord.interval)
        yield f"Krippendorff's alpha (nominal) {shown_number(accord.alpha)}, 95 % interval {ends}."


@chapter(StudyPlan)
def plan_section(result: StudyPlan, names: FigureNames | None = None) -> Section:
    """Return what people are asked, how many of them it takes, and how often every two systems meet."""
    criteria = "criterion" if len(result.criteria) == 1 else "criteria"
    asked = f"by {len(result.criteria)} {criteria} ({listed(result.criteria)})"
    least = text_of("vote-judges-plan-weak", power=POWER)
    if result.least is not None:
        least = text_of("vote-judges-plan", share=shown_share(result.least), power=POWER)
    lines = [
        f"{many(len(result.pairs), 'pair')} of {many(len(result.systems), 'system')} ({listed(result.systems)}) on "
        f"{many(len(result.topics), 'topic')} are compared {asked}, {result.votes} times each: "
        f"{many(result.cast, 'vote')} by {many(result.judges, 'judge')}, where none fails, with at most "
        f"{many(result.cap, 'pair')} a judge.",
        f"The summaries of {result.timelines} of {many(len(result.topics), 'topic')} are timelines, which are shown on "
        "one axis of dates.",
        f"{least} cliometer study power tells more.",
    ]
    counts = Counter((pair.first, pair.second) for pair in result.pairs)
    table = Table(["system", "other", "topics"], [[*systems, number] for systems, number in sorted(counts.items())])
    meetings = Listing("Topics on which every two systems meet", table)
    return Section("Plan of a preference study", [*map(Paragraph, lines), meetings, *remark_notes(result.notes)])
