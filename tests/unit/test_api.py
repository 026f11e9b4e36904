"""The names that `import cliometer` offers, and what they cost."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cliometer
import cliometer.api
from cliometer import api
from cliometer.cli.main import every_command, split_command
from cliometer.errors import UsageError
from tests.unit.cli.cliometer_command import cliometer as run_command

NAMES = [
    "CliometerError", "ReferenceSet", "Timeline", "When", "__version__", "agree_judges", "agree_metrics",
    "agree_people", "agree_scores", "agree_votes", "annotate", "check", "check_online", "check_submissions", "cite",
    "compare", "compare_protocols", "convert", "court_judge", "court_metrics", "curve", "data", "demo", "experiment",
    "explain", "input_form", "judge_coverage", "judge_links", "judge_preferences", "list_metrics", "list_protocols",
    "parse_metric", "read_references", "read_run", "read_sources", "read_timeline", "read_timelines", "read_units",
    "register", "register_embedder", "report", "rouge", "rouge_average", "rouge_batch", "score", "score_table",
    "show_protocol", "study_agreement", "study_draft", "study_plan", "study_power", "study_reasons", "submissions",
    "summarise", "timelines", "tune", "verify", "vote", "write_timelines",
]  # fmt: skip
HEAVY = ("numpy", "scipy", "json", "argparse")


def modules_after(code: str) -> set[str]:
    """What a fresh interpreter has loaded after running the code."""
    script = f"{code}\nimport sys; print(' '.join(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    return set(done.stderr.split())


def test_the_names_are_these() -> None:
    assert cliometer.__all__ == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_imported(name: str) -> None:
    assert getattr(cliometer, name)


def test_every_name_is_loaded_where_the_types_say() -> None:
    assert {*cliometer._HOME, *cliometer.api.__all__, "__version__"} == set(NAMES)
    assert cliometer.parse_metric("align") == cliometer.parse_metric("align(rouge=1)")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'cliometer' has no attribute 'bleu'"):
        cliometer.bleu  # noqa: B018


def test_the_import_loads_next_to_nothing() -> None:
    assert not modules_after("import cliometer").intersection(HEAVY)


def test_values_need_no_arrays() -> None:
    assert not modules_after("import cliometer; cliometer.Timeline({'2010': ['x']})").intersection(HEAVY)


@pytest.mark.parametrize(("store", "is_loaded"), [(None, False), (True, True)])
def test_what_finds_the_usual_store_of_answers_is_loaded_only_for_it(store: Any, is_loaded: bool) -> None:
    imports = "from cliometer.api.judging import Asking, inquiry_of; from cliometer.settings import completed"
    code = f"{imports}; inquiry_of('words', completed(Asking, {{'store': {store}}}))"
    assert ("cliometer.text.time_tags" in modules_after(code)) == is_loaded


def test_a_result_is_printed_as_json_without_the_chapters_of_reports() -> None:
    code = (
        "import sys; from types import SimpleNamespace as Some; from cliometer.cli.output import print_result\n"
        "print_result(Some(to_dict=dict, notes=()), Some(json=True), sys.stdout, sys.stderr)"
    )
    assert not [name for name in modules_after(code) if name.startswith("cliometer.reporting")]


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_load_no_arrays(option: str) -> None:
    code = f"import sys; from cliometer.cli.main import main; main([{option!r}], sys.stdout, sys.stderr)"
    assert not modules_after(code).intersection(("numpy", "scipy"))


def test_scores_do_not_load_all_of_scipy() -> None:
    loaded = modules_after("import cliometer; cliometer.score({'2010': ['oil']}, {'2010': ['oil']})")
    assert "numpy" in loaded and "scipy.optimize" not in loaded


def with_examples() -> Iterator[str]:
    """The modules whose docstrings show what something gives."""
    root = Path(cliometer.__file__).parent
    for path in sorted(root.rglob("*.py")):
        if ">>> " in path.read_text(encoding="utf-8"):
            yield ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("name", list(with_examples()))
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted and not found.failed


def test_everything_that_is_raised_on_purpose_has_one_root() -> None:
    mistakes: list[dict[str, Any]] = [{"metrics": ["x"]}, {"preset": "x"}]
    for wrong in mistakes:
        with pytest.raises(cliometer.CliometerError):
            cliometer.score({"2010": ["oil"]}, {"2010": ["oil"]}, **wrong)
    with pytest.raises(cliometer.CliometerError):
        cliometer.score({"May 27th": ["oil"]}, {"2010": ["oil"]})


FUNCTIONS = [name for name in NAMES if inspect.isfunction(getattr(api, name, getattr(cliometer, name)))]
DEMO = cliometer.demo()
WITHOUT_FUNCTION = {"compat", "completion"}  # they start or replace something else
OTHER_NAMES = {
    "metrics": "list_metrics", "submissions_rank": "submissions", "submissions_check": "check_submissions",
    "protocols": "list_protocols", "protocols_show": "show_protocol", "protocols_compare": "compare_protocols",
}  # fmt: skip
HELPERS = {  # functions beside those of the commands
    "check_online", "cite", "curve",  # score --online, metrics cite, score --curve
    "read_references", "read_run", "read_sources", "read_units", "register", "rouge", "rouge_average",
    "score_table",
}  # fmt: skip


def function(name: str) -> Any:
    return getattr(api, name, None) or getattr(cliometer, name)


def function_of(command: str) -> Any:
    name = command.replace(" ", "_")
    return function(OTHER_NAMES.get(name, name))


def test_each_command_has_its_function_and_the_other_way_round() -> None:
    commands = {name.replace(" ", "_") for name in every_command()} - WITHOUT_FUNCTION
    assert {OTHER_NAMES.get(name, name) for name in commands} | HELPERS == set(api.__all__) | {"annotate"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_is_described(name: str) -> None:
    doc = inspect.cleandoc(function(name).__doc__ or "")
    parameters = inspect.signature(function(name)).parameters
    assert not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    described = doc.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    names = re.findall(r"^\*?(\w+(?:, \w+)*)(?: : .*)?$", described, re.M)
    assert sorted(name for entry in names for name in entry.split(", ")) == sorted(parameters)
    assert "Returns\n-------\n" in doc


def test_names_show_at_a_press_of_tab() -> None:
    assert set(NAMES) <= set(dir(cliometer))


def test_no_function_shares_its_name_with_a_package() -> None:
    packages = {path.parent.name for path in Path(cliometer.__file__).parent.glob("*/*.py")}
    assert "court" in packages
    assert not packages & {name for name in NAMES if callable(function(name))}


def test_the_standings_of_a_metric_print_as_a_table() -> None:
    comparison = cliometer.compare(RUNS, GOLD, ["align+m1", "date"], resamples=100)
    assert list(comparison) == ["align+m1(rouge=1)", "date"]
    heading, _, *rows = str(comparison["date"]).splitlines()
    assert heading.split() == ["system", "score", "low", "high", "group", "rank"]
    assert [row.split()[0] for row in rows] == ["lead", "random"]


def test_results_of_many_iterate_over_metrics_then_systems_then_topics() -> None:
    results = cliometer.score(RUNS, GOLD, ["date"])
    assert (list(results), list(results["date"])) == (["date"], ["lead", "random"])
    assert list(results["date"]["lead"]) == list(GOLD)


def days(topic: str, name: str) -> Any:
    return cliometer.read_timeline(DEMO / "references" / topic / f"{name}.txt")


GOLD = cliometer.read_references(DEMO / "references")
RUNS = {name: cliometer.read_run(DEMO / "runs" / name) for name in ("lead", "random")}
PATHS = [DEMO / "runs" / name for name in RUNS]
TASKS = {f"{topic}/{reference.name}": topic for topic, references in GOLD.items() for reference in references}
PER_TASK = {name: {task: run[topic] for task, topic in TASKS.items()} for name, run in RUNS.items()}


def same(one: Any, other: Any) -> bool:
    """Whether two results have the same numbers; files have notes of their own."""
    left, right = ({**found.to_dict(), "notes": [], "signature": ""} for found in (one, other))
    return bool(left == right)


OPTIONS: list[tuple[str, dict[str, Any]]] = [
    (
        "agree scores scores.csv --human human.csv --coefficient kendall-b --at text --test perm-both --over topics "
        "--level 0.9 --resamples 150 --seed 3",
        {
            "scores": DEMO / "scores.csv", "human": DEMO / "human.csv", "coefficients": ["kendall-b"],
            "levels": ["text"], "tests": ["perm-both"], "over": "topics", "level": 0.9, "resamples": 150, "seed": 3,
        },
    ),
    (
        "agree metrics scores.csv --coefficient pearson --holm",
        {"scores": DEMO / "scores.csv", "coefficient": "pearson", "holm": True},
    ),
    (
        "compare runs/lead runs/random -r references -m align+m1 --preset modern --side recall --average mean-of-f "
        "--test bootstrap --correction bh --interval percentile --level 0.9 --resamples 150 --seed 3 --per-reference",
        {
            "systems": PATHS, "references": DEMO / "references", "metrics": ["align+m1"], "preset": "modern",
            "side": "recall", "average": "mean-of-f", "test": "bootstrap", "correction": "bh",
            "interval": "percentile", "level": 0.9, "resamples": 150, "seed": 3, "per_reference": True,
        },
    ),
    (
        "submissions rank runs -r references -m date --dates 14 --sentences 9 --first 1950 --last 2030 --correction bh "
        "--level 0.9 --missing zero",
        {
            "paths": DEMO / "runs", "references": DEMO / "references", "metrics": ["date"], "dates": 14,
            "sentences": 9, "first": "1950", "last": "2030", "correction": "bh", "level": 0.9, "missing": "zero",
        },
    ),
    (
        "vote votes.csv --rule ranked-pairs --rule bradley-terry --strength winning --resamples 150 --seed 3",
        {
            "votes": DEMO / "votes.csv", "rules": ["ranked-pairs", "bradley-terry"], "strength": "winning",
            "resamples": 150, "seed": 3,
        },
    ),
    (
        "tune posts -s centroid --grid threshold=0:1:0.5 --folds 2 --seed 5 -k 3 --stop no --stem no "
        "--filters retweets",
        {
            "topics": DEMO / "posts", "system": "centroid", "grid": ["threshold=0:1:0.5"], "folds": 2, "seed": 5,
            "k": 3, "stop": False, "stem": False, "filters": ["retweets"],
        },
    ),
    (
        "summarise posts -s sumbasic -k 2 --stop no --filters retweets",
        {
            "topics": DEMO / "posts", "systems": ["sumbasic"], "k": 2, "stop": False, "filters": ["retweets"],
        },
    ),
    (
        "court metrics references -m align+ -t shuffle(share=0.5) --preset modern --seed 7",
        {
            "references": DEMO / "references", "metrics": ["align+"], "trials": ["shuffle(share=0.5)"],
            "preset": "modern", "seed": 7,
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("words", "options"), OPTIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_a_function_takes_the_options_of_its_command(words: str, options: dict[str, Any]) -> None:
    command, others = split_command(words.split())
    done = run_command(
        *command.split(), *(DEMO / word if (DEMO / word).exists() else word for word in others), "--json"
    )
    assert done.status == 0, done.err
    found, printed = json.loads(json.dumps(function_of(command)(**options).to_dict())), json.loads(done.out)
    assert {**found, "notes": []} == {**printed, "notes": []}


def test_score_takes_paths_and_values() -> None:
    system, reference = DEMO / "runs/lead/apollo-13.txt", DEMO / "references/apollo-13/almanac.txt"
    by_path = cliometer.score(system, reference, ["date"])
    assert by_path["date"] == cliometer.score(str(system), [reference], ["date"])["date"]
    assert by_path["date"] == cliometer.score(RUNS["lead"]["apollo-13"], reference, ["date"])["date"]
    assert by_path["date"] == cliometer.score(system, days("apollo-13", "almanac"), ["date"])["date"]


def test_score_takes_runs_as_paths_values_and_both() -> None:
    by_path = cliometer.score(PATHS, DEMO / "references", ["align+m1", "date"])
    for systems, gold in ((RUNS, GOLD), (dict(zip(RUNS, PATHS, strict=True)), GOLD), (RUNS, DEMO / "references")):
        assert same(by_path, cliometer.score(systems, gold, ["align+m1", "date"]))


def test_score_takes_each_reference_alone() -> None:
    by_path = cliometer.score(PATHS, DEMO / "references", ["date"], per_reference=True)
    assert same(by_path, cliometer.score(PER_TASK, GOLD, ["date"], per_reference=True))


@pytest.mark.filterwarnings("ignore:.*appears again")
@pytest.mark.parametrize("preset", ["tilse", "paper2017", "modern"])
def test_a_file_that_repeats_a_date_scores_the_same_by_path_by_value_and_by_command(
    tmp_path: Path, preset: str
) -> None:
    path, gold = tmp_path / "system.txt", tmp_path / "gold.txt"
    path.write_text(f"2010-05-27\nsealed the well\n{'-' * 32}\n2010-05-27\nopened a valve\n{'-' * 32}\n")
    gold.write_text(f"2010-05-27\nsealed the well\n{'-' * 32}\n")
    by_path = cliometer.score(path, gold, ["concat"], preset).to_dict()
    values = cliometer.read_timeline(path), cliometer.read_timeline(gold)
    assert cliometer.score(*values, ["concat"], preset).to_dict() == by_path
    assert cliometer.read_run(path)["system"] == cliometer.read_references(path)["system"][0] == values[0]
    command = json.loads(run_command("score", path, gold, "-m", "concat", "--preset", preset, "--json").out)
    assert command["scores"][0]["recall"] == by_path["concat(rouge=1)"]["recall"]


def test_the_signature_names_repeated_dates_and_references_that_are_tasks() -> None:
    for systems, gold in ((PATHS, DEMO / "references"), (PER_TASK, GOLD)):
        results = cliometer.score(systems, gold, ["date"], per_reference=True, duplicates="append")
        assert "duplicates:append|nrefs:1|per_reference:true|" in str(results.signature)
    assert "per_reference" not in str(cliometer.score(PATHS, DEMO / "references", ["date"]).signature)


def test_compare_takes_paths_values_and_tables() -> None:
    options: dict[str, Any] = {"resamples": 100, "seed": 3}
    by_path = cliometer.compare(PATHS, DEMO / "references", ["date"], baseline=PATHS[1], **options)
    assert same(by_path, cliometer.compare(RUNS, GOLD, ["date"], baseline="random", **options))
    assert cliometer.compare(DEMO / "scores.csv", resamples=100).standings


def test_explain_takes_paths_and_values() -> None:
    system, reference = DEMO / "runs/lead/apollo-13.txt", DEMO / "references/apollo-13/almanac.txt"
    by_path = cliometer.explain(system, reference)
    assert same(by_path, cliometer.explain(RUNS["lead"]["apollo-13"], days("apollo-13", "almanac")))


def test_court_takes_paths_and_values() -> None:
    court: Any = cliometer.court_metrics
    options: dict[str, Any] = {"metrics": ["date"], "trials": ["shift(days=1)"]}
    assert court(DEMO / "references", **options).rows == court(GOLD, **options).rows
    assert (
        court(DEMO / "references", systems=PATHS[0], **options).rows
        == court(GOLD, systems=RUNS["lead"], **options).rows
    )


def test_agree_takes_scores_human_scores_votes_and_nobody() -> None:
    scores = DEMO / "scores.csv"
    assert cliometer.agree_scores(scores, DEMO / "human.csv").to_dict()["correlations"]
    assert cliometer.agree_votes(scores, DEMO / "votes.csv").to_dict()
    assert cliometer.agree_metrics(scores).to_dict()
    results = cliometer.score(PATHS, DEMO / "references", ["date", "align+m1"])
    assert cliometer.agree_metrics(results).to_dict()
    with pytest.raises(cliometer.CliometerError, match="give human scores either as human"):
        cliometer.agree_scores(scores)


def test_vote_takes_paths_and_polls() -> None:
    from cliometer.io.votes import read_votes

    by_path = cliometer.vote(DEMO / "votes.csv", ["borda"])
    assert by_path[0] == by_path[by_path[0].name]
    assert same(by_path, cliometer.vote(read_votes(DEMO / "votes.csv"), ["borda"]))


def test_agreement_takes_paths_topics_and_files_of_topics() -> None:
    path = DEMO / "events" / "berlin-wall.json"
    read = cliometer.read_units(path)
    by_path = cliometer.study_agreement(path)
    for corpus in (read, list(read.events), {topic.id: topic for topic in read.events}):
        assert same(by_path, cliometer.study_agreement(corpus))
    units = cliometer.read_units(DEMO / "units" / "apollo-13.json")
    matched = cliometer.study_agreement(units, second=units.units[0])
    assert same(matched, cliometer.study_agreement(DEMO / "units", second=DEMO / "units" / "apollo-13.json"))
    assert matched.matchings and not cliometer.study_agreement(units).matchings


def test_summarise_and_tune_take_paths_posts_and_texts() -> None:
    from cliometer.io.topic_folders import read_post_topics
    from cliometer.text.post_filters import Filters

    read, _ = read_post_topics(DEMO / "posts", Filters(rules=()))
    topics = [reading.topic for reading in read]
    grid: dict[str, Any] = {"system": "centroid", "grid": ["threshold=0:1:0.5"], "folds": 2, "k": 2}
    by_path, tuned = cliometer.summarise(DEMO / "posts", k=2), cliometer.tune(DEMO / "posts", **grid)
    records = {
        topic.id: [{"id": post.id, "text": post.text, "user": post.user} for post in topic.posts] for topic in topics
    }
    for posts in (topics, {topic.id: topic.posts for topic in topics}, records):
        assert same(by_path, cliometer.summarise(posts, k=2))
        assert same(tuned, cliometer.tune(posts, **grid))
    assert same(tuned, cliometer.tune(DEMO / "posts", **grid | {"grid": {"threshold": [0, 0.5, 1]}}))
    with pytest.raises(UsageError, match="a grid such as"):
        cliometer.tune(DEMO / "posts", **grid | {"grid": {"threshold": 1}})
    texts = {topic.id: [post.text for post in topic.posts] for topic in topics}
    written = dict.fromkeys(texts, "A ship is stuck.")
    bound: Any = cliometer.summarise(texts, ["rouge_oracle"], k=1, references=written)
    assert len(bound.summaries) == len(texts)


def test_agree_takes_human_scores_and_votes_as_values() -> None:
    from cliometer.io.scores import read_scores
    from cliometer.io.votes import read_votes

    scores, human, votes = DEMO / "scores.csv", DEMO / "human.csv", DEMO / "votes.csv"
    table = read_scores([human])
    assert same(cliometer.agree_scores(scores, human), cliometer.agree_scores(read_scores([scores]), table))
    assert same(cliometer.agree_votes(scores, votes), cliometer.agree_votes(scores, read_votes(votes)))


def test_a_court_of_values_misses_what_a_court_of_files_misses() -> None:
    run = {topic: answer for topic, answer in RUNS["lead"].items() if topic != "rosetta"}
    options: dict[str, Any] = {"metrics": ["date"], "trials": ["shift(days=1)"], "systems": run}
    with pytest.raises(cliometer.CliometerError, match="has no timeline for rosetta"):
        api.court_metrics(GOLD, **options)
    assert api.court_metrics(GOLD, missing="skip", **options).rows


def test_summaries_are_written_where_they_are_asked_for(tmp_path: Path) -> None:
    found = cliometer.summarise(DEMO / "posts", ["centroid"], k=2, output=tmp_path / "runs")
    assert len(list((tmp_path / "runs" / "centroid").iterdir())) == len(found.topics)


def test_report_takes_results_files_and_runs(tmp_path: Path) -> None:
    report: Any = cliometer.report
    result = cliometer.score(days("apollo-13", "almanac"), days("apollo-13", "almanac"), ["date"])
    assert report(result, tmp_path / "a.md").paths[-1] == tmp_path / "a.md"
    assert report([result, result], tmp_path / "b.html").paths == [tmp_path / "b.html"]
    live = report(PATHS, tmp_path / "c.html", DEMO / "references", ["date"], resamples=100, topics=1)
    assert live.paths == [tmp_path / "c.html"]
    assert report(RUNS, tmp_path / "d.html", GOLD, ["date"], resamples=100, topics=1).paths
    (tmp_path / "e.json").write_text(json.dumps(cliometer.score(RUNS, GOLD, ["date"]).to_dict()))
    assert report(tmp_path / "e.json", tmp_path / "e.tex").paths[-1] == tmp_path / "e.tex"


def test_convert_takes_paths_and_values(tmp_path: Path) -> None:
    source = DEMO / "references/apollo-13/almanac.txt"
    assert cliometer.convert(source, to="json") == cliometer.convert(
        cliometer.read_timelines(source).timelines, to="json"
    )
    assert cliometer.convert(source, tmp_path / "a.json") == "" and (tmp_path / "a.json").is_file()


RESULTS: dict[str, Callable[[], list[Any]]] = {
    "data": lambda: [api.data(DEMO / "references")],
    "verify": lambda: [cliometer.verify(DEMO / "claims.toml")],
    "score": lambda: [
        cliometer.score(RUNS["lead"]["apollo-13"], GOLD["apollo-13"], ["date"]),
        cliometer.score(RUNS, GOLD, ["date"]),
    ],
    "compare": lambda: [cliometer.compare(RUNS, GOLD, ["date"], resamples=100)],
    "list_protocols": lambda: [cliometer.list_protocols()],
    "show_protocol": lambda: [cliometer.show_protocol("crest")],
    "compare_protocols": lambda: [cliometer.compare_protocols(RUNS, GOLD, protocols=["crest", "chronos"])],
    "submissions": lambda: [cliometer.submissions(DEMO / "runs", DEMO / "references", ["date"])],
    "check_submissions": lambda: [cliometer.check_submissions(DEMO / "runs", DEMO / "references", dates=3)],
    "experiment": lambda: [cliometer.experiment("microblog", DEMO / "posts", config=DEMO / "experiment.toml")],
    "explain": lambda: [cliometer.explain(RUNS["lead"]["apollo-13"], GOLD["apollo-13"])],
    "check": lambda: [cliometer.check(DEMO / "runs/lead/rosetta.txt", DEMO / "articles/rosetta.jsonl", tags=False)],
    "court_metrics": lambda: [api.court_metrics(GOLD, ["date"], ["shift(days=1)"])],
    "court_judge": lambda: [cliometer.court_judge(DEMO / "references", "words", ["omit"], most=1)],
    "agree_scores": lambda: [cliometer.agree_scores(DEMO / "scores.csv", DEMO / "human.csv")],
    "agree_votes": lambda: [cliometer.agree_votes(DEMO / "scores.csv", DEMO / "votes.csv")],
    "agree_metrics": lambda: [cliometer.agree_metrics(DEMO / "scores.csv")],
    "agree_people": lambda: [cliometer.agree_people(DEMO / "pool.json", ["date"], beds=["runs"], resamples=100)],
    "agree_judges": lambda: [cliometer.agree_judges(DEMO / "votes.csv", DEMO / "scores.csv")],
    "vote": lambda: [cliometer.vote(DEMO / "votes.csv")],
    "judge_preferences": lambda: [cliometer.judge_preferences(PATHS, "words")],
    "judge_coverage": lambda: [cliometer.judge_coverage(PATHS, DEMO / "units", "words")],
    "judge_links": lambda: [cliometer.judge_links(DEMO / "units/apollo-13.json", "words", candidates=1)],
    "study_plan": lambda: [cliometer.study_plan(PATHS)],
    "study_power": lambda: [cliometer.study_power([0.7])],
    "study_draft": lambda: [cliometer.study_draft(DEMO / "references")],
    "study_reasons": lambda: [cliometer.study_reasons(DEMO / "votes.csv", DEMO / "codebook.toml")],
    "study_agreement": lambda: [cliometer.study_agreement(DEMO / "events"), cliometer.study_agreement(DEMO / "units")],
    "summarise": lambda: [cliometer.summarise(DEMO / "posts", k=2)],
    "timelines": lambda: [cliometer.timelines(DEMO / "articles/rosetta.jsonl", dates=3)],
    "tune": lambda: [cliometer.tune(DEMO / "posts", "centroid", ["threshold=0:1:0.5"], folds=2, k=3)],
    "report": lambda: [api.report(cliometer.score(GOLD["rosetta"][0], GOLD["rosetta"], ["date"]), "report.md")],
    "convert": lambda: [
        cliometer.convert(GOLD["rosetta"], to="csv"),
        cliometer.convert(DEMO / "articles", to="background"),
    ],
    "rouge": lambda: [cliometer.rouge("The cat sat.", "A cat sat down.")],
}
NO_RESULTS = {"annotate", "demo", "list_metrics"}  # the marks of one text, a path and a list of names


def test_the_results_of_all_commands_are_tested() -> None:
    commands = {name.replace(" ", "_") for name in every_command()} - WITHOUT_FUNCTION
    assert set(RESULTS) | NO_RESULTS == {OTHER_NAMES.get(name, name) for name in commands} | {"rouge"}


@pytest.mark.parametrize("name", RESULTS)
def test_every_result_prints_its_table_turns_into_frames_and_is_subscripted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for result in RESULTS[name]():
        assert json.dumps(result.to_dict(), allow_nan=False)
        assert "\n" in str(result) and str(result) != repr(result)
        assert len(result.to_pandas()) == len(result.to_polars()) > 0
        with pytest.raises(cliometer.CliometerError):
            result["bleu"]
        assert list(result) and "bleu" not in result
        assert isinstance(result, str) or all(key in result for key in result.keys())  # noqa: SIM118  # polls iterate


def test_results_of_metrics_are_subscripted_by_a_metric() -> None:
    agreed: list[Any] = [
        api.court_metrics(GOLD, ["date"], ["shift(days=1)"]),
        cliometer.agree_scores(DEMO / "scores.csv", DEMO / "human.csv"),
        cliometer.agree_votes(DEMO / "scores.csv", DEMO / "votes.csv"),
    ]
    matrix: Any = cliometer.agree_metrics(DEMO / "scores.csv")
    assert all(matrix.metrics[0] in (cell.first, cell.second) for cell in matrix[matrix.metrics[0]])
    for found in (*agreed, matrix):
        if found is not matrix:
            name = next(iter(found.to_pandas()["metric"]))
            assert {row.metric for row in found[name]} == {name}
        with pytest.raises(cliometer.CliometerError, match="unknown metric of th"):
            found["bleu"]


def test_other_results_are_subscripted_by_a_table() -> None:
    for found in (
        cliometer.explain(PATHS[0] / "apollo-13.txt", GOLD["apollo-13"]),
        cliometer.study_agreement(DEMO / "events"),
    ):
        table = next(iter(found.frames()))
        assert found[table] == list(found.frames()[table].rows)
        with pytest.raises(cliometer.CliometerError, match="unknown table"):
            found["bleu"]


def test_court_takes_other_gold_as_values() -> None:
    court: Any = cliometer.court_metrics
    sources, run = cliometer.read_sources(DEMO / "articles"), RUNS["lead"]
    topic = next(topic for topic in sources if topic in run)
    found = court({topic: sources[topic]}, ["jsd"], ["shuffle"], {topic: run[topic]})
    assert found["jsd"] and dict(found.signature.fields)["gold"] == "sources"


def test_the_package_goes_to_other_processes_by_its_name() -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    sent = cloudpickle.dumps(lambda days: cliometer.score(days, days, ["date"])["date"]["f"])
    assert len(sent) < 2000 and pickle.loads(sent)({"2010": ["Oil."]}) == 1


def test_no_result_shows_a_number_beside_a_noun_that_is_always_plural() -> None:
    pattern = re.compile(r"def __repr__.*\n(?: {8}.*\n)*? {8}return f\".*\{[^{}]*\} [a-z]+s[,)]")
    package = Path(cliometer.__file__).parent
    assert [path.name for path in package.rglob("*.py") if pattern.search(path.read_text("utf-8"))] == []
