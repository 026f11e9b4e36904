"""Every public call answers a wrong argument with one sentence: what was found, and what to write."""

from __future__ import annotations

import datetime
import inspect
import io
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import numpy
import pytest

import cliometer
from cliometer import ReferenceSet, Timeline, When
from cliometer.compat import tilse
from cliometer.errors import CliometerError
from cliometer.model.documents import Article

DAYS = {"2010-05-27": ["Oil spills."], "2010-05-28": ["It is stopped."]}
S = Timeline(DAYS)
RUNS, GOLD = {"s": {"t": DAYS}}, {"t": [DAYS]}
PEER, MODELS = ["Oil spills."], [["Oil is spilt."]]
DATE = datetime.date(2010, 5, 27)
OLD = tilse.Timeline({DATE: ["Oil spills."]})
OLD_GOLD = tilse.GroundTruth([OLD])

library = cast("Any", cliometer)  # the calls are wrong on purpose
old = cast("Any", tilse)
timeline, references, when = (cast("Any", cls) for cls in (Timeline, ReferenceSet, When))

Call = Callable[[], object]


def message_of(call: Call) -> str:
    """What is said; anything but an error of ours passes through and fails the test."""
    with pytest.raises(CliometerError) as caught:
        call()
    return str(caught.value)


def wrong(values: Iterable[object]) -> pytest.MarkDecorator:
    """One test for each value, named after it."""
    return pytest.mark.parametrize("value", values, ids=lambda value: repr(value).partition(" at 0x")[0][:40])


def calls(*calls: Call) -> pytest.MarkDecorator:
    """One test for each call."""
    return pytest.mark.parametrize("call", calls, ids=map(str, range(len(calls))))


def is_readable(message: str) -> bool:
    """One line that names no address in memory and no private function."""
    return "\n" not in message and "0x" not in message and " _" not in message and len(message) < 250


@pytest.mark.parametrize("path", ["x.txt", Path("x.txt")])
def test_a_path_that_leads_nowhere_is_named(path: str | Path) -> None:
    for call in (
        lambda: library.score(path, DAYS),
        lambda: library.score(DAYS, path),
        lambda: library.score(DAYS, [path]),
        lambda: library.explain(path, path),
        lambda: library.score([path], [path]),
    ):
        assert message_of(call).startswith("x.txt: ")


@calls(
    lambda: timeline(DAYS, duplicates="foo"),
    lambda: timeline(DAYS, duplicates=None),
    lambda: timeline(DAYS, name=3),
    lambda: S.get("foo"),  # type: ignore[call-overload]
    lambda: when.parse(None),
    lambda: when.parse(3),
    lambda: when.parse([]),
    lambda: when.parse(DATE),
    lambda: when.of([]),
    lambda: when.parse("2010").shift("x"),
    lambda: when.parse("2010").shift(1.5),
    lambda: when.parse("2010").shift(None),
    lambda: when.parse("2010").distance("x"),
    lambda: when.parse("2010").distance(None),
    lambda: when("a", "b"),
    lambda: when(float("nan"), float("nan")),
    lambda: when(1.5, 2),
)
def test_values_refuse_wrong_arguments(call: Call) -> None:
    assert is_readable(message_of(call))


@calls(
    *(lambda x=x: library.score(DAYS, DAYS, preset=x) for x in (3, ["modern"], "modrn")),
    *(lambda x=x: library.explain(DAYS, DAYS, preset=x) for x in (3, ["modern"], "modrn")),
    *(lambda x=x: library.score(RUNS, GOLD, missing=x) for x in ("zeros", None, ["skip"], True)),
    *(lambda x=x: library.score(RUNS, GOLD, extra=x) for x in ("foo", None, "zero")),
)
def test_unknown_words_are_refused_with_the_known_ones(call: Call) -> None:
    message = message_of(call)
    assert is_readable(message)
    assert message.startswith("unknown ") and ("; known: " in message or "; did you mean " in message)


def test_progress_must_be_callable() -> None:
    assert "progress(done, of)" in message_of(lambda: library.score(RUNS, GOLD, progress=3))


@calls(
    *(lambda x=x: library.rouge(x, MODELS) for x in (None, b"x", [None], [3], [["a"]], S, {"a"})),
    *(lambda x=x: library.rouge(PEER, x) for x in (None, ["x"], [None], [3], [[3]], [], S, {"a": 1})),
    *(lambda x=x: library.rouge(PEER, MODELS, types=x) for x in (None, 3, "1", [None], [1.5], {"1"})),
    *(lambda x=x: library.rouge(PEER, MODELS, alpha=x) for x in (None, "x", True, float("nan"), 2)),
    *(lambda x=x: library.rouge(PEER, MODELS, words=x) for x in (1.5, "a", True, -1)),
    *(lambda x=x: library.rouge(PEER, MODELS, bytes=x) for x in (1.5, "a", True, -1)),
    *(lambda x=x: library.rouge(PEER, MODELS, tokens=x) for x in (None, 3, ["unicode"], "x")),
    *(lambda x=x: library.rouge(PEER, MODELS, mode=x) for x in ("X", 3, ["A"])),
    *(lambda x=x: library.rouge(PEER, MODELS, stem=x) for x in (None, 3, "false")),
    lambda: library.rouge(PEER, MODELS, stop="false"),
    lambda: library.rouge(PEER, MODELS, jackknife="false"),
)
def test_rouge_refuses_wrong_arguments(call: Call) -> None:
    assert is_readable(message_of(call))


@pytest.mark.parametrize(
    "options", [{"types": None}, {"types": 3}, {"alpha": "x"}, {"stem": "false"}, {"tokens": None}]
)
def test_batches_refuse_wrong_options(options: dict[str, Any]) -> None:
    assert is_readable(message_of(lambda: cliometer.rouge_batch([PEER], [MODELS], **options)))


def test_generators_of_texts_are_read() -> None:
    assert library.rouge_batch(iter([PEER]), iter([MODELS])) == cliometer.rouge_batch([PEER], [MODELS])
    assert library.rouge_average(zip([PEER], [MODELS], strict=True)) == cliometer.rouge_average([(PEER, MODELS)])


@wrong([None, 3, b"a.txt", ["a.txt"], io.StringIO("2010-05-27")])
def test_what_is_no_path_is_refused(value: object) -> None:
    for call in (library.read_timeline, library.read_timelines, lambda x: library.write_timelines(x, S)):
        if value is not None or call is library.read_timeline:
            message = message_of(lambda call=call: call(value))  # type: ignore[misc]
            assert is_readable(message) and message.startswith("expected the path of a file")


@pytest.mark.parametrize("value", [None, 3, "x", b"x", [None], ["x"], []])
def test_what_are_no_timelines_is_not_written(value: object, tmp_path: Path) -> None:
    assert is_readable(message_of(lambda: library.write_timelines(tmp_path / "a.json", value)))
    assert not list(tmp_path.iterdir())


@calls(
    *(lambda x=x: old.Timeline(x) for x in (None, 3, "x", ["x"])),
    *(lambda x=x: old.Timeline({DATE: x}) for x in (None, "x", {"x"}, [3])),
    *(lambda x=x: old.Timeline.from_file(x) for x in ("a.txt", None, io.BytesIO(b"x"))),
    *(lambda x=x: old.Timeline.from_sent_objects(x) for x in (None, {DATE: None}, {DATE: "x"})),
    *(lambda x=x: old.GroundTruth(x) for x in (None, "x", [None], OLD, [DAYS])),
    *(lambda x=x: old.evaluate_dates(x, OLD_GOLD) for x in (None, DAYS, "x", S)),
    *(lambda x=x: old.evaluate_dates(OLD, x) for x in (None, DAYS, "x", [OLD], OLD)),
    *(lambda x=x: old.TimelineRougeEvaluator().evaluate_all(x, OLD_GOLD) for x in (None, DAYS, "x")),
    *(lambda x=x: old.TimelineRougeEvaluator().evaluate_concat(OLD, x) for x in (None, DAYS, "x", OLD)),
    *(lambda x=x: old.TimelineRougeEvaluator(measures=x) for x in (None, 3, b"rouge_1")),
    lambda: old.TimelineRougeEvaluator(measures=[1]).evaluate_all(OLD, OLD_GOLD),
    *(lambda x=x: old.TimelineRougeEvaluator(beta=x) for x in (None, "x")),
)
def test_the_classes_of_tilse_refuse_wrong_arguments(call: Call) -> None:
    assert is_readable(message_of(call))


def test_an_explanation_prints_its_numbers() -> None:
    first = str(cliometer.explain(DAYS, DAYS)).splitlines()[0]
    assert first == ("align+m1(rouge=1) under the preset tilse: precision 1.0000, recall 1.0000, F 1.0000.")


def test_results_are_short_in_a_shell() -> None:
    assert repr(cliometer.score(DAYS, DAYS)) == "PairResult(12 metrics)"
    assert repr(cliometer.score(RUNS, GOLD, ["date"])) == "Results(1 system, 1 topic, 1 metric)"
    assert repr(cliometer.explain(DAYS, DAYS)) == "PairExplanation('align+m1(rouge=1)', preset='tilse')"


DEMO = cliometer.demo()
TWO = {"a": {"t": DAYS, "u": DAYS}, "b": {"t": DAYS, "u": {"2011": ["Fire."]}}}
ROW = {"system": ["s"], "topic": ["t"], "date": ["2010"], "sentence": ["Oil spills."]}
POSTS: dict[str, Any] = {"topics": DEMO / "posts", "k": 2}
RIGHT: dict[str, dict[str, Any]] = {  # a call of each function that is right, so that one argument can be wrong
    "score": {"systems": DAYS, "references": DAYS, "metrics": ["date"]},
    "score_table": {"table": pytest.importorskip("pyarrow").table(ROW), "references": {"t": DAYS}, "metrics": ["date"]},
    "curve": {"rankings": DEMO / "rankings/first.json", "references": DEMO / "events"},
    "check_online": {"logs": DEMO / "rankings/longest-log.json", "references": DEMO / "events"},
    "data": {"folder": DEMO / "references"},
    "verify": {"claims": DEMO / "claims.toml"},
    "experiment": {"plan": "microblog", "topics": DEMO / "posts", "config": DEMO / "experiment.toml"},
    "cite": {"results": "date"},
    "compare": {"systems": TWO, "references": {"t": DAYS, "u": DAYS}, "metrics": ["date"], "resamples": 100},
    "compare_protocols": {"systems": TWO, "references": {"t": DAYS, "u": DAYS}, "protocols": ["crest", "chronos"]},
    "show_protocol": {"name": "crest"},
    "list_protocols": {},
    "explain": {"system": DEMO / "runs/lead/apollo-13.txt", "references": DEMO / "references/apollo-13/almanac.txt"},
    "check": {
        "timelines": DEMO / "runs/lead/rosetta.txt",
        "sources": DEMO / "articles/rosetta.jsonl",
        "gates": ["dated > 0"],
        "tags": False,
    },
    "court_metrics": {"references": GOLD, "metrics": ["date"], "trials": ["shift(days=1)"]},
    "court_judge": {"references": DEMO / "references", "judge": "words", "trials": ["omit"], "most": 1},
    "agree_scores": {"scores": DEMO / "scores.csv", "human": DEMO / "human.csv", "resamples": 100},
    "agree_votes": {"scores": DEMO / "scores.csv", "votes": DEMO / "votes.csv", "resamples": 100},
    "agree_metrics": {"scores": DEMO / "scores.csv", "resamples": 100},
    "agree_people": {"pools": DEMO / "pool.json", "metrics": ["date"], "resamples": 100},
    "agree_judges": {"votes": DEMO / "model-votes.csv"},
    "vote": {"votes": DEMO / "votes.csv", "rules": ["borda"], "resamples": 100},
    "submissions": {"paths": DEMO / "runs", "references": GOLD, "metrics": ["date"]},
    "check_submissions": {"paths": DEMO / "runs", "references": GOLD},
    "judge_preferences": {"runs": [DEMO / "runs/lead", DEMO / "runs/random"], "judge": "words"},
    "judge_coverage": {"runs": [DEMO / "runs/lead"], "units": DEMO / "units/apollo-13.json", "judge": "words"},
    "judge_links": {"units": DEMO / "units/apollo-13.json", "judge": "words", "candidates": 1},
    "study_plan": {"runs": [DEMO / "runs/lead", DEMO / "runs/random"]},
    "study_power": {"shares": [0.7]},
    "study_draft": {"references": "gold"},  # one topic of the demo
    "study_reasons": {"votes": DEMO / "votes.csv", "codebook": DEMO / "codebook.toml", "resamples": 100},
    "study_agreement": {"corpus": DEMO / "events"},
    "summarise": POSTS,
    "timelines": {"articles": {"oil": [Article("a", When.of("2010-05-27"), ("Oil spilled.",))]}, "dates": 1},
    "tune": {**POSTS, "system": "centroid", "grid": ["threshold=0:1:0.5"], "folds": 2},
    "report": {"results": cliometer.score(DAYS, DAYS, ["date"]), "output": "report.html"},
    "convert": {"source": DAYS, "to": "json"},
    "rouge": {"peer": PEER, "references": MODELS},
    "read_run": {"path": DEMO / "runs/lead"},
    "read_references": {"path": DEMO / "references"},
    "read_sources": {"path": DEMO / "articles"},
    "read_timeline": {"path": DEMO / "runs/lead/apollo-13.txt"},
    "read_timelines": {"path": DEMO / "runs/lead/apollo-13.txt"},
    "read_units": {"path": DEMO / "units/apollo-13.json"},
    "write_timelines": {"path": None, "timelines": [DAYS], "format": "json"},
    "rouge_average": {"evaluations": [(PEER, MODELS)], "resamples": 10},
    "rouge_batch": {"peers": [PEER], "references": [MODELS]},
    "parse_metric": {"expression": "date"},
    "register": {"metric": type(cliometer.parse_metric("date"))},
    "register_embedder": {"name": "lengths", "vectors": lambda sentences: [[len(text)] for text in sentences]},
    "annotate": {"text": "Oil spilled on 27 May 2010."},
    "list_metrics": {},
    "demo": {},
    "input_form": {},
}
WRONG = [None, 3, float("nan"), "", "no such thing", "none.txt", [1, 2], [], {}, {"a": ["x"]}, {"2010": {"a": 1}},
         {3: [4]}, b"x", {"x"}, object(), Timeline, (n for n in (1, 2)), [{"date": "2010", "text": "x"}]]  # fmt: skip


def test_a_right_call_of_every_function_is_known() -> None:
    functions = {name for name in cliometer.__all__ if callable(getattr(cliometer, name))}
    assert functions - {name for name in functions if isinstance(getattr(cliometer, name), type)} == set(RIGHT)


@pytest.mark.slow
@pytest.mark.usefixtures("own_classes")  # of what is registered here
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", RIGHT)
def test_no_argument_of_the_front_door_ends_in_an_error_of_python(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pandas = pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO / "references/rosetta", "gold/rosetta")
    call: Any = (lambda results: cliometer.cite(results)) if name == "cite" else getattr(cliometer, name)
    for argument in inspect.signature(call).parameters:
        for value in (*WRONG, pandas.DataFrame({"date": ["2010"]}), numpy.zeros(3)):
            try:
                call(**{**RIGHT[name], argument: value})
            except CliometerError as error:
                assert "\n" not in str(error) and "0x" not in str(error)
