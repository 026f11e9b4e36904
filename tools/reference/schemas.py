"""JSON Schemas of the documents that commands print and write, made from the classes that these documents come from.

A class gives its fields by their annotations, as `model.records.decode` reads them; `CHANGES` says where a document
has other members than the class. A member that is not described here makes a test fail.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from cliometer.compat.pyramid import PeerScores
from cliometer.compat.trec_ts import RunScores
from cliometer.court.cards import KindScore, MetricCard
from cliometer.court.findings import LISTS, _FindingsDocument, _TrialEntry
from cliometer.court.judged_trials import JudgeCard
from cliometer.court.meta_evaluation.human_scores import MetricAgreement
from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement
from cliometer.court.meta_evaluation.metric_matrix import MetricMatrix
from cliometer.court.meta_evaluation.plan import MetaEvaluation
from cliometer.court.votes.design_power import VotePower
from cliometer.court.votes.judge_comparison import JudgeComparison
from cliometer.court.votes.judges import JudgeAgreement, JudgeRecord
from cliometer.court.votes.tally import PairCount, Tally
from cliometer.court.votes.voting_rules import RuleRanking, TopicOutcome
from cliometer.engine.compare.gates import _RulingEntry
from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.system_comparison import _ComparisonDocument
from cliometer.engine.curves import OnlineFault, _CurvesRecord
from cliometer.engine.leaderboard import SubmissionCheck
from cliometer.engine.pair_explanation import _ExplanationDocument
from cliometer.engine.results import Mean, _ScoreDocument, _ScoreEntry
from cliometer.experiments.microblog_record import ExperimentRecord
from cliometer.experiments.tuning import _FoldRecord, _TuningRecord
from cliometer.judges.coverage import JudgedCoverage
from cliometer.judges.preferences import JudgedPreferences
from cliometer.model.records import FORMAT
from cliometer.report.releases import StudyRelease
from cliometer.study.agreement_survey import JudgedTopic
from cliometer.study.link_agreement import PairOverlap, PartStatistics, TopicAverages, TopicStatistics
from cliometer.study.preferences.study_plan import StudyPlan
from cliometer.study.reason_coding import CoderAgreement
from cliometer.study.split_analysis import SplitSummary
from cliometer.study.unit_agreement import MatchingAgreement, UnitStatistics
from cliometer.study.unit_drafts import UnitDrafts
from cliometer.systems.baselines import BaselineScores, Trial
from cliometer.systems.summaries import Summaries

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
Shape = Any  # a type, a dictionary of members, a list of one shape, or several shapes in a Choice
ABSENT = object()  # a field that documents do not have
OTHERS = "*"  # all members that are not named


@dataclasses.dataclass(frozen=True)
class Sometimes:
    """A member that not every document has."""

    shape: Shape


@dataclasses.dataclass(frozen=True)
class Choice:
    """One of several shapes."""

    shapes: tuple[Shape, ...]


@dataclasses.dataclass(frozen=True)
class Table:
    """An object whose keys are names of systems, topics or the like."""

    shape: Shape


@dataclasses.dataclass(frozen=True)
class Printed:
    """A whole document of some kind inside another."""

    kind: str


@dataclasses.dataclass(frozen=True)
class Without:
    """A class without some of its members."""

    cls: type
    names: Sequence[str]


number = float | None
_SCORE = {name: Sometimes(number) for name in ("precision", "recall", "f", "value")}
_TIES = {"dates": int, "range": Mapping[str, tuple[float, float]]}
_SHARE = {"share": number, "low": number, "high": number}
_SETTINGS = {"strength": str, "seed": int, "resamples": int}

CHANGES: dict[type, dict[str, Shape]] = {
    _ScoreDocument: {"scores": [_ScoreEntry]},
    _ScoreEntry: {"ties": Sometimes(_TIES)},
    Mean: {"single": ABSENT},
    _ComparisonDocument: {"gates": [_RulingEntry], "passed": bool | None},
    _RulingEntry: {"passed": bool, "score_passes": bool, "required_bound": float, "bound_passes": bool | None},
    Standings: {"notes": ABSENT},
    _ExplanationDocument: {**_SCORE, "assessed": Sometimes(number), "ties": Sometimes(_TIES)},
    _CurvesRecord: {"recall": [float], "means": [{"system": str, "precision": [float]}]},
    _TrialEntry: {"step": Sometimes(int)},
    MetricCard: {"faults": {key: [str] for key in LISTS.values()}},
    KindScore: {"verdict": str},
    MetaEvaluation: {"warnings": ABSENT},
    MetricVoteAgreement: {"correlations": [Any], "differences": [Any]},
    Tally: {
        "topics": {
            **dict.fromkeys(("total", "total_order", "cycle", "undecided"), int),
            "coin_flip_cycle_rate": float,
            "rows": [TopicOutcome],
        },
        "position": Choice(
            (
                {
                    **dict.fromkeys(("first", "decided", "ties", "pairs", "pairs_both_ways"), int),
                    **_SHARE,
                    "p": number,
                    "balanced_share": number,
                    "swaps": dict.fromkeys(("seen", "inconsistent", "always_first", "always_second"), int),
                },
                None,
            )
        ),
        "swaps": ABSENT,
    },
    PairCount: {**_SHARE, "p": number},
    RuleRanking: {"rule": ABSENT},
    JudgeAgreement: {
        "alpha": Choice(({"value": float, "low": number, "high": number}, None)),
        "low": ABSENT,
        "high": ABSENT,
    },
    JudgeRecord: {"name": ABSENT, "judge": str, **_SHARE},
    PartStatistics: {
        **dict.fromkeys(("stories_per_topic", "events_per_topic", "sentences_per_topic"), float),
        **dict.fromkeys(("sentences_per_story", "off_share", "single_share", "multi_share"), number),
    },
    JudgedTopic: {"links": ABSENT},
    PairOverlap: {"dice": number, "jaccard": number},
    UnitStatistics: {"shape": ABSENT, "levels": [int], "pyramid": bool, "strict_pyramid": bool},
    MatchingAgreement: {"values": ABSENT},
    BaselineScores: {"mean": number},
    Summaries: {"names": ABSENT},
    _TuningRecord: {"held_out_loss": float, "best": str},
    _FoldRecord: {"held_out_loss": float},
    ExperimentRecord: {"settings": Table(Printed("tuning"))},
    StudyRelease: {"results": [Choice((Printed("agreement"), Printed("votes")))]},
}
_SETTING = {"name": str, "default": str, "choices": [str], "meaning": str}
_ENTRY = {
    "name": str,
    "summary": str,
    **dict.fromkeys(("formula", "citation", "gold", "bibtex"), Sometimes(str)),
    "works": Sometimes([str]),
    "settings": Choice(([_SETTING], Mapping[str, str])),
}
_AGREEMENT = {
    "notes": [str],
    "topics": [TopicStatistics],
    "averages": TopicAverages | None,
    "parts": [PartStatistics],
    "judges": [JudgedTopic],
    "units": [UnitStatistics],
    "splits": [SplitSummary],
    "matching": [MatchingAgreement],
}
_REASONS = {
    "notes": [str],
    "votes_without_reason": int,
    "categories": [{"category": str, "description": str, "weight": number, "votes": Mapping[str, int]}],
    "reasons": [
        {
            "reason": str,
            "times": int,
            "suggestion": str | None,
            "because_of": [str],
            "codes": Mapping[str, str | None],
        }
    ],
    "agreement": CoderAgreement | None,
}
_CITED = {"role": str, "name": str, "citation": str, "works": [str]}
_RUN = {"source": str, "kind": str, "version": str, "signature": str | None, "sentence": str, "used": [_CITED]}
_WORK = {"key": str, "authors": [str], "title": str, "year": int | None, OTHERS: str}
_BACKGROUND = {
    **dict.fromkeys(("name", "holds", "unit", "tokens", "sha256"), str),
    **dict.fromkeys(("documents", "distinct", "total"), float),
    "most_frequent": Mapping[str, float],
}
_DAYS = {"name": Sometimes(str), "days": [{"date": str, "sentences": [str]}]}

_GENERATED_TASK = {
    **dict.fromkeys(("task", "first", "last", "length", "key"), str),
    **dict.fromkeys(("dates", "sentences", "total"), int),
    "keywords": [str],
    "trained_on": Sometimes([str]),
    "model": Sometimes(Table(Any)),
    "articles": Sometimes(Table([str])),
}
DOCUMENTS: dict[str, tuple[str, Shape]] = {  # by kind: the command, and what it prints after the head
    "scores": ("score", _ScoreDocument),
    "comparison": ("compare", _ComparisonDocument),
    "submission-check": ("submissions check", SubmissionCheck),
    "leaderboard": (
        "submissions",
        {"check": Printed("submission-check"), "comparison": Choice((Printed("comparison"), None))},
    ),
    "explain": ("explain", _ExplanationDocument),
    "explain-parts": ("explain", _ExplanationDocument),
    "curve": ("curve", _CurvesRecord),
    "online": ("curve --online", {"online": bool, "faults": [OnlineFault]}),
    "court": ("court", _FindingsDocument),
    "agree": ("agree --human", MetricAgreement),
    "agree-judges": ("agree --judges", JudgeComparison),
    "agree-votes": ("agree --votes", MetricVoteAgreement),
    "agree-matrix": ("agree --matrix", MetricMatrix),
    "votes": ("vote", Tally),
    "polls": ("vote", {"datasets": [Without(Tally, tuple(_SETTINGS))], **_SETTINGS}),
    "agreement": ("agreement", _AGREEMENT),
    "plan": ("plan", StudyPlan),
    "power": ("power", VotePower),
    "reasons": ("reasons", _REASONS),
    "judged-preferences": ("judge", JudgedPreferences),
    "judge-card": ("court --judge", JudgeCard),
    "judged-coverage": ("judge --units", JudgedCoverage),
    "drafts": ("draft", UnitDrafts),
    "baselines": ("baselines", Trial),
    "summaries": ("summarise", Summaries),
    "generated-timelines": (
        "timelines",
        {
            "notes": [str],
            "records": [Printed("generation-record")],
            "timelines": [{"system": str, "task": str, "days": Table([str]), "articles": Table([str])}],
        },
    ),
    "generation-record": (
        "timelines -o",
        {"system": str, "reads_gold": bool, "tagger": str, "tasks": [_GENERATED_TASK]},
    ),
    "tuning": ("tune", _TuningRecord),
    "experiment": ("experiment", ExperimentRecord),
    "folds": ("experiment -o", {"seed": int, "folds": [[str]]}),
    "settings": ("experiment -o", {"settings": Table(Printed("tuning"))}),
    "release": ("report", StudyRelease),
    "metrics": (
        "metrics",
        {
            **{name: Sometimes([_ENTRY]) for name in ("metrics", "kernels", "similarities", "presets")},
            **{name: shape if isinstance(shape, Sometimes) else Sometimes(shape) for name, shape in _ENTRY.items()},
        },
    ),
    "citations": ("cite", {"runs": [_RUN], "works": [_WORK], "bibtex": str}),
    "backgrounds": ("background", {"backgrounds": [_BACKGROUND]}),
    "crisisfacts-scores": (
        "compat crisisfacts",
        {
            "tool": str,
            "year": int,
            "rules": Mapping[str, str | float],
            "notes": [str],
            "scores": [Mapping[str, str | float | None]],
        },
    ),
    "pyramid-scores": ("compat pyramid", {"notes": [str], "scores": [PeerScores]}),
    "trec-ts-scores": ("compat trec-ts", {"rules": str, "year": int, "notes": [str], "scores": [RunScores]}),
}
DATA_FILES = {  # documents that commands read as well as print, which have always named their kind in one member
    "timelines-1": (
        "Timelines, as `cliometer convert --to json` writes them: one, or several in a list.",
        Choice(
            (
                {"cliometer": Literal["timeline/1"], **_DAYS},
                {"cliometer": Literal["timelines/1"], "timelines": [{"cliometer": Literal["timeline/1"], **_DAYS}]},
            )
        ),
    )
}
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null", None: "null"}


class _Writer:
    """Turns shapes into schemas; classes become definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def schema(self, shape: Shape) -> dict[str, Any]:
        """Return the schema of a shape."""
        if shape is Any or shape is object:
            return {}
        if isinstance(shape, dict):
            return self._object(shape)
        if isinstance(shape, list):
            return {"type": "array", "items": self.schema(shape[0])}
        if isinstance(shape, Table):
            return {"type": "object", "additionalProperties": self.schema(shape.shape)}
        if isinstance(shape, Printed):
            return self._definition(shape.kind, {**_head(shape.kind), **_members(DOCUMENTS[shape.kind][1])})
        if isinstance(shape, Without):
            members = {name: one for name, one in _members(shape.cls).items() if name not in shape.names}
            return self._definition(f"Without{shape.cls.__name__}", members)
        if isinstance(shape, Choice):
            return self._choice(shape.shapes)
        if dataclasses.is_dataclass(shape) and isinstance(shape, type):
            return self._definition(shape.__name__.lstrip("_"), _members(shape), shape)
        return self._annotated(shape)

    def _annotated(self, kind: Any) -> dict[str, Any]:
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return self._choice(inner)
        if origin is Literal:
            return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
        if origin in (dict, Mapping) or kind in (dict, Mapping):
            return self.schema(Table(inner[1] if inner else Any))
        if origin is tuple and inner[-1] is not Ellipsis:
            size = {"minItems": len(inner), "maxItems": len(inner)}
            return {"type": "array", "prefixItems": [self.schema(one) for one in inner], **size}
        if origin in (list, tuple, Sequence):
            return self.schema([inner[0]])
        return {"type": _PLAIN[kind]}

    def _choice(self, shapes: Sequence[Shape]) -> dict[str, Any]:
        every = [self.schema(shape) for shape in shapes]
        if all(list(one) == ["type"] for one in every):
            return {"type": [one["type"] for one in every]}
        return {"anyOf": every}

    def _definition(self, name: str, members: Mapping[str, Shape], cls: type | None = None) -> dict[str, Any]:
        if name not in self.definitions:
            said = " ".join((cls.__doc__ or "").split("\n\n")[0].split()) if cls else ""
            self.definitions[name] = {}  # a class may hold itself
            self.definitions[name] = {**({"description": said} if said else {}), **self._object(members)}
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, members: Mapping[str, Shape]) -> dict[str, Any]:
        named = {name: shape for name, shape in members.items() if name != OTHERS}
        required = [name for name, shape in named.items() if not isinstance(shape, Sometimes)]
        properties = {
            name: self.schema(shape.shape if isinstance(shape, Sometimes) else shape) for name, shape in named.items()
        }
        rest = {"additionalProperties": self.schema(members[OTHERS])} if OTHERS in members else {}
        return {"type": "object", "required": required, "properties": properties, **rest}


def _members(shape: Shape) -> dict[str, Shape]:
    """Return the members of an object: the fields of a class, one with a default not in all documents, and changes."""
    if isinstance(shape, dict):
        return shape
    hints, missing = typing.get_type_hints(shape), dataclasses.MISSING
    found = {
        field.name: hints[field.name]
        if field.default is missing and field.default_factory is missing
        else Sometimes(hints[field.name])
        for field in dataclasses.fields(shape)
    }
    for cls in reversed(shape.__mro__):
        found |= CHANGES.get(cls, {})
    return {name: one for name, one in found.items() if one is not ABSENT}


def _head(kind: str) -> dict[str, Shape]:
    return {"cliometer": str, "kind": Literal[kind], "format": Literal[FORMAT]}


def _written(title: str, description: str, shape: Shape) -> str:
    writer = _Writer()
    body = writer.schema(shape)
    start = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "description": description}
    definitions = {"$defs": writer.definitions} if writer.definitions else {}
    return json.dumps({**start, **body, **definitions}, indent=2, ensure_ascii=False) + "\n"


def schemas() -> dict[str, str]:
    """Return the text of every schema that is made from the code, by its file name."""
    found = {
        f"{kind}-{FORMAT}.json": _written(
            f"{kind}, format {FORMAT}", _description(kind), {**_head(kind), **_members(shape)}
        )
        for kind, (_, shape) in DOCUMENTS.items()
    }
    return found | {f"{name}.json": _written(name, said, shape) for name, (said, shape) in DATA_FILES.items()}


_SAID = {  # of kinds that are not what a command prints, or not all that it prints
    "release": "The release of a study, as `to_dict` of `read_release` gives it.",
    "folds": "`folds.json`, which `cliometer experiment -o` writes.",
    "settings": "`settings.json`, which `cliometer experiment -o` writes.",
    "generation-record": "`record.json`, which `cliometer timelines -o` writes beside the timelines of a system.",
    "explain": "What `cliometer explain --json` prints of timelines against references.",
    "explain-parts": "What `cliometer explain --json` prints of other kinds of gold.",
    "polls": "What `cliometer vote --json` prints of several polls.",
}


def _description(kind: str) -> str:
    return _SAID.get(kind, f"What `cliometer {DOCUMENTS[kind][0]} --json` prints.")
