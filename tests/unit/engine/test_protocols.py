"""Protocols of evaluation: cards, the numbers of released code on small cases, and what is said of each run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.engine.protocols.cards import cards, questions
from cliometer.engine.protocols.stamps import READERS
from cliometer.errors import CliometerError, FormatError, InputError, UsageError
from cliometer.model.notes import Note
from tests.protocol_cases import REFUSALS
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as run_command

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "protocols.json").read_text("utf-8"))
METRICS = ("align+m1(rouge=1)", "align+m1(rouge=2)", "date")
FLOOD = [["2020-01-02", ["Boats reach the village ."]], ["2020-01-05", ["The river falls .", "Schools open ."]]]
STRIKE = [["2021-03-01", ["Drivers walk out ."]], ["2021-03-09", ["Talks fail ."]]]
GOLD = {"flood": [FLOOD], "strike": [STRIKE]}
GOOD = {"flood": FLOOD, "strike": STRIKE}
SILENT = {"flood": FLOOD, "strike": []}


def run_of(case: Any) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for topic in case["topics"]:
        name, prediction = topic["topic"], topic["prediction"]
        several = bool(prediction) and not isinstance(prediction[0][0], str)
        answers |= {f"{name}/{n}": each for n, each in enumerate(prediction, 1)} if several else {name: prediction}
    return answers


@pytest.mark.parametrize(
    ("case", "protocol"),
    [pytest.param(case, name, id=f"{case['id']}-{name}") for case in GOLDEN for name in case["expected"]],
)
def test_small_cases_equal_the_released_code(case: Any, protocol: str) -> None:
    gold: dict[str, Any] = {f"!{n:02}": [] for n in range(case["padding"] if protocol == "chinese-tls" else 0)}
    gold |= {topic["topic"]: topic["references"] for topic in case["topics"]}
    expected = case["expected"][protocol]
    if isinstance(expected, str):
        with pytest.raises(InputError) as caught:
            cliometer.score({"run": run_of(case)}, gold, protocol=protocol)
        assert (caught.value.values.get("cause") or caught.value.rule) in REFUSALS[expected]
        return
    means = {mean.metric: mean for mean in cliometer.score({"run": run_of(case)}, gold, protocol=protocol).means()}
    found = [[means[m].precision, means[m].recall, means[m].f_of_means] for m in METRICS]
    assert [number for row in found for number in row] == pytest.approx(
        [number for row in expected for number in row], abs=1e-12
    )


def test_every_card_answers_every_question_with_a_word_that_is_explained() -> None:
    assert [*cards()] == ["news-tls", "llm-tls", "crest", "chinese-tls", "tilse", "chronos"]
    assert all(row.meaning and row.question for card in cards().values() for row in card.rows)
    assert all(card.answers.keys() == questions().keys() for card in cards().values())


def test_a_card_of_your_own_is_a_file(tmp_path: Path) -> None:
    card = tmp_path / "mine.toml"
    card.write_text('name = "mine"\nlike = "news-tls"\nempty_prediction = "zero"\nf_score = "mean"\n')
    results = cliometer.score({"a": SILENT}, GOLD, protocol=str(card))
    assert results.protocol is not None and results.protocol.accounts[0].zero == 1
    assert dict(results.signature.fields)["protocol"].startswith("mine#")
    table = cliometer.compare_protocols({"a": SILENT}, GOLD, protocols=["crest", str(card)])["scores"]
    assert [row["f"] for row in table if row["metric"] == "date"] == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("like = 3 = 4", "protocol-card-not-toml"),
        ('texts = "strip"', "protocol-answers-missing"),
        ('like = "news-tls"\ntexts = "upside-down"', "unknown"),
        ('like = "news-tls"\ncolour = "red"', "unknown"),
        ('like = "news-tls"\nskip_topics = "many"', "protocol-number-expected"),
        ('like = "news-tls"\nname = "a|b"', "protocol-name-malformed"),
        ('like = "nobody"', "unknown"),
        ('like = ["crest"]', "unknown"),
    ],
)
def test_a_card_that_is_wrong_is_refused_with_its_place(text: str, rule: str, tmp_path: Path) -> None:
    card = tmp_path / "mine.toml"
    card.write_text(text)
    with pytest.raises(FormatError) as caught:
        cliometer.show_protocol(str(card))
    assert caught.value.path == card and (caught.value.rule == rule or rule == "unknown")


@pytest.mark.parametrize(
    ("rule", "stamp", "day"),
    [
        ("iso", "2020-01-02T23:30:00-05:00", "2020-01-02"),
        ("iso", "2020-01-02T24:00", "2020-01-03"),
        ("iso", "20200102", "2020-01-02"),
        ("iso", "2020-002", "2020-01-02"),
        ("iso", "2020-W01-4", "2020-01-02"),
        ("iso", "2020/1/2", "2020-01-02"),
        ("iso", "2020-01T00:00:00", "2020-01-01"),
        ("iso", "2020", "2020-01-01"),
        ("iso", "2020-1", None),
        ("iso", "2020-01-02 T00:00:00", None),
        ("iso", "2020-01-02T25:00", None),
        ("iso", "January 2020", None),
        ("ten", "2020-01-02T23:30", "2020-01-02"),
        ("ten", "2020-1-2", "2020-01-02"),
        ("ten", "2020-01", None),
        ("day", "2020-1-2T00:00:00", "2020-01-02"),
        ("day", "2020-01", None),
        ("calendar", "2020-1", "2020-01-01"),
        ("calendar", "2020-01-02T00:00:00", None),
        ("midnight", "2020-01-02 T00:00:00", "2020-01-02"),
        ("midnight", "2020T00:00:00", "2020-01-01"),
        ("midnight", "2020-01-02", "2020-01-02"),
        ("midnight", "2020-01-02T08:00:00", None),
    ],
)
def test_a_stamp_is_read_as_the_code_reads_it(rule: str, stamp: str, day: str | None) -> None:
    if day is None:
        with pytest.raises(ValueError):
            READERS[rule](stamp)
    else:
        assert cliometer.When(READERS[rule](stamp)[0], READERS[rule](stamp)[0]) == cliometer.When.of(day)


def test_a_run_that_ends_has_no_score_and_the_others_keep_theirs() -> None:
    results = cliometer.score({"good": GOOD, "silent": SILENT}, GOLD, protocol="news-tls")
    assert results.systems == ["good"] and results.protocol is not None
    assert [account.refused for account in results.protocol.accounts] == ["", "protocol-prediction-empty"]
    assert {note.rule for note in results.notes if isinstance(note, Note) and note.weight == "decisive"} == {
        "protocol-refused"
    }


def test_a_dropped_topic_leaves_the_means_and_a_note_says_so() -> None:
    results = cliometer.score({"silent": SILENT}, GOLD, protocol="chronos")
    assert results.protocol is not None
    [account] = results.protocol.accounts
    assert (account.asked, account.scored, account.dropped) == (2, 1, 1)
    assert results["date"]["silent"]["flood"]["f"] == 1.0 and results.means()[-1].f_of_means == 1.0
    assert "protocol-dropped" in {note.rule for note in results.notes if isinstance(note, Note)}


def test_an_account_counts_what_became_of_entries_and_texts() -> None:
    run = {"strike": [["2021-03", ["Minister: Drivers walk out ."]], ["2021-03-01", ["Again ."]], ["2022", ["x: it"]]]}
    record = cliometer.score({"a": run}, {"strike": [STRIKE]}, protocol="llm-tls").protocol
    assert record is not None
    [account] = record.accounts
    assert (account.entries, account.entries_overwritten, account.months_as_days) == (3, 1, 2)
    assert (account.sentences_cut, account.dates_given, account.dates_found, account.dates_outside) == (2, 2, 2, 1)
    [limits] = record.tasks
    assert (limits.dates, limits.sentences, limits.first, limits.last) == (2, 1, "2021-03-01", "2021-03-09")
    bad = [["soon", ["Drivers walk out ."]], ["2021-03-01", ["it is what it was ."]]]
    record = cliometer.score(
        {"a": {"strike": bad}}, {"strike": [STRIKE]}, protocol="news-tls(bad_date=drop-entry)"
    ).protocol
    assert record is not None and (record.accounts[0].entries_dropped, record.accounts[0].uncountable) == (1, 1)


@pytest.mark.parametrize(
    ("protocol", "run"),
    [
        ("news-tls", SILENT),
        ("chronos", SILENT),
        ("tilse", {"flood": FLOOD, "strike": [["2021-03-01", ["it is what it was ."]]]}),
        ("chronos", {"flood": [["soon", ["x"]], *FLOOD], "strike": STRIKE}),
        ("chinese-tls", GOOD),
    ],
)
def test_strict_refuses_where_the_original_raises_or_drops(protocol: str, run: Any) -> None:
    with pytest.raises(CliometerError):
        cliometer.score({"a": run}, GOLD, protocol=protocol, strict=True)
    assert cliometer.score({"a": GOOD}, GOLD, protocol="news-tls", strict=True).systems == ["a"]


def test_chinese_tls_asks_from_the_64th_topic_on() -> None:
    gold = {f"t{number:02}": [FLOOD] for number in range(65)}
    record = cliometer.score({"a": dict.fromkeys(gold, FLOOD)}, gold, protocol="chinese-tls").protocol
    assert record is not None and [limits.task for limits in record.tasks] == ["t63/1", "t64/1"]
    assert record.topics_skipped == 63


def test_what_is_lost_of_references_is_noted() -> None:
    month = [["2020-01", ["Boats reach the village ."]], *FLOOD, FLOOD[0]]
    notes = cliometer.score({"a": {"flood": FLOOD}}, {"flood": [month, []]}, protocol="news-tls").notes
    overwritten = "1 entry overwritten by another of their date"
    month_read = "1 entry read as the first day of a month or year"
    assert f"the references: {overwritten}, {month_read} and 1 reference without an entry not loaded" in notes


def test_a_run_of_which_no_date_can_be_read_is_refused_with_their_number() -> None:
    run = {"flood": [[f"{stamp}T00:00:00", texts] for stamp, texts in FLOOD]}
    with pytest.raises(InputError, match=r"no task is left, .*; 2 of 2 entries have a date that cannot be read"):
        cliometer.score({"a": run}, {"flood": [FLOOD]}, protocol="chronos")


def test_reference_files_of_the_same_name_are_kept_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bbc.jsonl").write_text(json.dumps(FLOOD))
    (tmp_path / "run.jsonl").write_text(json.dumps(FLOOD))
    paths = [tmp_path / "a" / "bbc.jsonl", tmp_path / "b" / "bbc.jsonl"]
    assert len(cliometer.score(tmp_path / "run.jsonl", paths, protocol="news-tls").topics) == 2


def test_predictions_for_each_reference_do_not_answer_a_joint_topic() -> None:
    gold = {"flood": [FLOOD, FLOOD[:1]]}
    runs = {"each": {"flood/1": FLOOD, "flood/2": FLOOD[:1]}, "topic": {"flood": FLOOD}}
    results = cliometer.score(runs, gold, protocol="chronos")
    assert results.protocol is not None
    assert [account.refused for account in results.protocol.accounts] == ["protocol-prediction-split", ""]
    assert cliometer.score(runs, gold, protocol="news-tls").topics == ["flood/1", "flood/2"]


def test_files_keep_repeated_dates_and_stamps(tmp_path: Path) -> None:
    (tmp_path / "gold" / "strike").mkdir(parents=True)
    (tmp_path / "gold" / "strike" / "timelines.jsonl").write_text(json.dumps(STRIKE) + "\n[]\n")
    (tmp_path / "run").mkdir()
    dashes = "-" * 32
    text = f"2021-03-01\nDrivers walk out .\n{dashes}\n2021-03-01\nAgain .\n{dashes}\n2021-03\nA month .\n{dashes}\n"
    (tmp_path / "run" / "strike.txt").write_text(text)
    record = cliometer.score(str(tmp_path / "run"), str(tmp_path / "gold"), protocol="news-tls").protocol
    assert record is not None and record.references_skipped == 1
    assert (record.accounts[0].entries_overwritten, record.accounts[0].months_as_days) == (2, 1)


def test_a_waterfall_names_the_answer_by_which_two_runs_change_places() -> None:
    twice = {"flood": [FLOOD[0], ["2020-01-05", ["The river falls ."]], ["2020-01-05", ["Fish ."]]], "strike": STRIKE}
    near = {"flood": [FLOOD[0], ["2020-01-05", ["The river rises ."]]], "strike": STRIKE}
    comparison = cliometer.compare_protocols({"twice": twice, "near": near}, GOLD, protocols=["news-tls", "chronos"])
    changes = {(change.first, change.second, change.rule) for change in comparison.changes}
    assert changes == {("near", "twice", "predicted_repeated")}
    for metric in METRICS:  # the last step of a waterfall is the other protocol
        last = {step.system: step.f for step in comparison.steps if step.metric == metric}
        ends = {s.system: s.f for s in comparison.scores if (s.metric, s.protocol) == (metric, "chronos")}
        assert last == pytest.approx(ends, abs=1e-12)


def test_no_change_of_places_is_claimed_of_runs_that_the_first_protocol_refuses() -> None:
    runs, protocols = {"good": GOOD, "silent": SILENT}, ["news-tls", "crest", "chronos"]
    text = str(cliometer.compare_protocols(runs, GOLD, protocols=protocols))
    assert "No two runs that news-tls scores change places under another protocol." in text.replace("\n", " ")


def test_compare_and_report_score_as_the_protocol_does(tmp_path: Path) -> None:
    runs = [DEMO / "runs" / name for name in ("lead", "mentions")]
    scores = {mean.system: mean for mean in cliometer.score(runs, DEMO / "references", protocol="crest").means()}
    comparison = cliometer.compare(runs, DEMO / "references", protocol="crest")
    assert comparison.design.weigh == "tasks" and comparison.protocol is not None
    assert comparison["date"].systems[0].score == pytest.approx(
        max(mean.f_of_means or 0 for mean in scores.values() if mean.metric == "date"), abs=1e-12
    )
    written = run_command(
        "report", *runs, "-r", DEMO / "references", "--protocol", "crest", "--topics", 0, "-o", tmp_path / "r.md"
    )
    assert written.status == 0 and "What crest makes of each system" in (tmp_path / "r.md").read_text()


@pytest.mark.parametrize(
    "words",
    [
        ("score", DEMO / "runs/lead", DEMO / "references", "--protocol", "newstls"),
        ("score", DEMO / "runs/lead", DEMO / "references", "--protocol", "news-tls", "-m", "date"),
        ("score", DEMO / "runs/lead", DEMO / "references", "--protocol", "news-tls", "--per-reference"),
        ("score", DEMO / "runs/lead", DEMO / "references", "--protocol", "news-tls(texts=cut)"),
        ("score", DEMO / "runs/lead", DEMO / "references", "--protocol", "absent.toml"),
        ("score", DEMO / "runs/lead", DEMO / "references", "--protocol", "chinese-tls", "--strict"),
        ("score", DEMO / "runs/lead", DEMO / "references", "--strict"),
        ("score", DEMO / "runs/lead", DEMO / "articles", "--protocol", "crest"),
        ("compare", DEMO / "runs/lead", DEMO / "runs/random", "-r", DEMO / "references/rosetta", "--protocol", "tilse"),
        ("protocols", "explain"),
        ("protocols", "show", "newstls"),
        ("protocols", "compare", DEMO / "runs/lead"),
        ("protocols", "compare", DEMO / "runs/lead", "-r", DEMO / "references", "-p", "crest"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: tuple[object, ...]) -> None:
    done = run_command(*words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert "fault of Cliometer" not in done.err


def test_wrong_values_are_refused() -> None:
    for wrong in ({"systems": {"a": {"flood": 3}}}, {"systems": [1]}, {"references": {"flood": 3}}, {"references": 3}):
        given: dict[str, Any] = {"systems": {"a": GOOD}, "references": GOLD, "protocol": "crest"}
        with pytest.raises(UsageError):
            cliometer.score(**{**given, **wrong})
    with pytest.raises(CliometerError):
        cliometer.score({"a": {"elsewhere": FLOOD}}, GOLD, protocol="crest")
    with pytest.raises(CliometerError):
        cliometer.score({"a": {"flood": FLOOD}}, GOLD, protocol="crest")


def test_a_topic_that_a_run_lacks_is_an_empty_prediction_where_that_is_allowed() -> None:
    results = cliometer.score({"a": {"flood": FLOOD}}, GOLD, protocol="crest", missing="zero")
    assert results.protocol is not None and results.protocol.accounts[0].zero == 1
    skipped = cliometer.score({"a": {"flood": FLOOD}}, GOLD, protocol="crest", missing="skip")
    assert skipped.protocol is not None and skipped.protocol.accounts[0].asked == 1


def test_a_cache_and_two_processes_change_nothing(tmp_path: Path) -> None:
    runs = [DEMO / "runs" / name for name in ("lead", "mentions")]
    plain = cliometer.score(runs, DEMO / "references", protocol="tilse").to_dict()
    for _ in range(2):
        assert cliometer.score(runs, DEMO / "references", protocol="tilse", cache=tmp_path / "c").to_dict() == plain
    assert cliometer.score(runs, DEMO / "references", protocol="tilse", jobs=2).to_dict() == plain
