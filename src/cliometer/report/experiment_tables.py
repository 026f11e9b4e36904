"""The tables of an experiment on microblogs, shaped like tables 6, 7 and 8 of Mackie et al. (2014)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cliometer.experiments.microblog import Microblog
from cliometer.experiments.microblog_people import Agreement, People
from cliometer.experiments.microblog_ranks import Association, Standing
from cliometer.model.judgements import spelled
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

Names = Mapping[str, str]
"""What a table calls the measures that are called otherwise than in the plan."""
_WHOLE: Names = {}


def chosen_table(found: Microblog) -> Table:
    """What was chosen for each fold, of the systems that have a choice."""
    rows: list[list[Cell]] = [
        [name, len(tuning.grid), fold.number, str(fold.chosen), fold.training_loss, fold.loss]
        for name, tuning in found.tunings.items()
        for fold in tuning.folds
        if len(tuning.grid) > 1
    ]
    heading = ["system", "settings tried", "fold", "chosen on the other folds", "their loss", "held-out loss"]
    return Table(heading, rows)


def score_table(
    found: Microblog, standings: Sequence[Standing] | None = None, names: Names = _WHOLE
) -> Table:
    """A row for each system; for each measure the mean over topics and the rank."""
    shown = found.standings if standings is None else standings
    heading = ["system", *(word for entry in shown for word in (_directed(entry, names), "rank"))]
    rows = [
        [name, *(cell for entry in shown for cell in _cells(entry, place))]
        for place, name in enumerate(found.scores.systems)
    ]
    return Table(heading, rows)


def _directed(standing: Standing, names: Names) -> str:
    name = names.get(standing.measure.name, standing.measure.name)
    return f"{name} {'(low)' if standing.measure.lower_is_better else ''}".strip()


def _cells(standing: Standing, place: int) -> tuple[Cell, Cell]:
    mean = round(standing.means[place], 4) if standing.means else None
    return f"{mean:.4f}" if mean is not None else None, standing.ranks.of(place) if standing.ranks else "-"


def contrast_table(found: Microblog) -> Table:
    """Every test."""
    short = found.plan.headings
    rows: list[list[Cell]] = [
        [
            short.get(entry.measure.name, entry.measure.name),
            f"{contrast.first} - {contrast.second}",
            entry.topics,
            contrast.difference,
            shown_p(contrast.p),
            shown_p(contrast.p_holm),
        ]
        for entry in found.standings
        for contrast in entry.contrasts
    ]
    return Table(["measure", "systems", "topics", "difference", "p (t test)", "p (Holm)"], rows)


def association_table(found: Microblog) -> Table:
    """Measure by measure; columns are called by the numbers of the rows."""
    names = [measure.name for measure in found.scores.measures]
    short = found.plan.headings
    cells = {(entry.first, entry.second): _star(entry, found) for entry in found.associations}
    rows: list[list[Cell]] = [
        [number, short.get(a, a), *("1" if a == b else cells.get((a, b)) or cells[b, a] for b in names)]
        for number, a in enumerate(names, start=1)
    ]
    return Table(["", "measure", *(str(number + 1) for number in range(len(names)))], rows)


def _star(entry: Association, found: Microblog) -> str:
    if entry.rho is None or entry.p is None:
        return "-"
    return f"{entry.rho:.3f}{'*' if entry.p <= found.plan.significance else ''}"


def agreement_table(people: People, names: Names = _WHOLE) -> Table:
    """Each measure beside people, most agreement first."""
    rows: list[list[Cell]] = [
        [
            names.get(entry.measure, entry.measure),
            spelled(entry.order),
            _yes(entry.same_as_ranked_pairs),
            _yes(entry.same_as_first_places),
            entry.right,
            entry.decided,
            entry.share,
            entry.low if entry.low is not None else "-",
            entry.high if entry.high is not None else "-",
        ]
        for entry in by_agreement(people)
    ]
    heading = ["measure", "order by means", "as Ranked Pairs", "as first places", "alike", "pairs", "share"]
    return Table([*heading, "low", "high"], rows)


def by_agreement(people: People) -> list[Agreement]:
    """Most pairs decided as people do first; order of the plan among equals."""
    return sorted(people.measures, key=lambda entry: -(entry.share if entry.share is not None else -1.0))


def _yes(value: bool) -> str:
    return "yes" if value else "no"
