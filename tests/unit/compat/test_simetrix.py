"""SIMetrix's files in, SIMetrix's files out."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.compat.simetrix import hashtable_order
from tests.unit.cli.cliometer_command import Finished, cliometer

CONFIG = {
    "performStemming": "Y",
    "removeStopWords": "Y",
    "stopFilePath": "stop",
    "backgroundCorpusFreqCounts": "counts",
    "backgroundIdfStemmed": "idf",
}
JAVA_17 = (
    "sys8 sys7 sys19 sys6 sys18 sys5 sys17 sys4 sys3 sys16 sys2 sys15 sys1 sys14 sys0 sys13 sys12 sys11 sys10 sys9"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small evaluation; paths are relative to the working folder, as in SIMetrix."""
    monkeypatch.chdir(tmp_path)
    files = {
        "stop": "the\nof\n",
        "counts": "year 900\npeople 99\nstorms 1\n",
        "idf": "100\nstorm 3.0\nyear 0.5\n",
        "input/a": "Storm nears the coast\n---\nstorms\n",
        "input/b": "Storm surge\n",
        "good": "Storm surge nears\n",
        "bad": "Year of opera\n",
        "mapping": "1 good input good\n1 bad input bad\n",
    }
    (tmp_path / "input").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    configure()
    return tmp_path


def configure(**changed: str | None) -> None:
    values = {key: value for key, value in {**CONFIG, **changed}.items() if value is not None}
    lines = ["=== options ===", "--- comment", "", *(f"{key} = {value}" for key, value in values.items())]
    Path("config").write_text("\n".join(lines) + "\n")


def run() -> Finished:
    return cliometer("compat", "simetrix", "mapping", "config")


def table(ending: str) -> list[list[str]]:
    return [line.split(" ") for line in Path(f"mapping.ieval.{ending}").read_text().splitlines()]


def test_both_files_are_written_and_named() -> None:
    found = run()
    assert (found.status, found.out, found.err) == (0, "mapping.ieval.micro\nmapping.ieval.macro\n", "")
    assert table("micro")[0][:5] == ["inputId", "sysId", "KLInputSummary", "KLSummaryInput", "unsmoothedJSD"]
    assert [row[:2] for row in table("micro")[1:]] == [["1", "good"], ["1", "bad"]]
    assert table("macro")[0][:2] == ["sysId", "AvgKLInputSummary"]
    assert {row[0] for row in table("macro")[1:]} == {"good", "bad"}


def test_a_second_run_gives_the_same_bytes() -> None:
    run()
    first = Path("mapping.ieval.micro").read_bytes()
    assert run().status == 0 and Path("mapping.ieval.micro").read_bytes() == first


def test_features_can_be_switched_off() -> None:
    configure(divergence="N", topicWordFeatures="n", cosineOverlap="N")
    assert run().status == 0
    assert table("micro")[0] == ["inputId", "sysId", "unigramProb", "multinomialProb"]


def test_one_summary_by_hand() -> None:
    configure(divergence="N", cosineOverlap="N", topicWordFeatures="N")
    run()
    # 3, 1 and 1 of 7 words, the empty one included, in 3! orders
    assert table("micro")[1][2:] == ["-2.05817", "-1.28002"]


def test_the_background_is_stemmed_but_keeps_its_stop_words() -> None:
    configure(divergence="N", cosineOverlap="N", frequencyFeatures="N", topicWordCutoff="1")
    Path("input/c").write_text("look look look\n")
    fractions = []
    for word in ("looks", "years"):
        Path("counts").write_text(f"{word} 400\nrest 600\n")
        Path("stop").write_text(f"the\n{word}\n")
        run()
        fractions.append(table("micro")[1][3])
    assert table("micro")[0][3] == "fractionTopicWords"
    assert fractions == ["0.6", "0.5"]  # 3 of 5 or 6: look is as frequent in the first background as here


def test_a_system_with_fewer_summaries_is_noted() -> None:
    Path("mapping").write_text("1 good input good\n2 good input/a good\n1 bad input bad\n")
    found = run()
    assert found.status == 0 and "note: bad: only 1 of 2 summaries" in found.err


def test_a_key_that_simetrix_does_not_know_is_noted() -> None:
    configure(performsStemming="N")
    found = run()
    assert found.status == 0
    assert "note: config:9: ignored: unknown key 'performsStemming'; did you mean performStemming?" in found.err


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"performStemming": "maybe"}, 'config:4: performStemming: expected Y or N, found "maybe"'),
        ({"topicWordCutoff": "0"}, "config:9: topicWordCutoff: expected a number above 0"),
        ({"stopFilePath": None}, "config: removeStopWords = Y needs a file: add stopFilePath = FILE"),
        ({"backgroundIdfStemmed": None}, "add backgroundIdfStemmed = FILE"),
        ({"performStemming": "N"}, "add backgroundIdfUnstemmed = FILE"),
        ({"backgroundCorpusFreqCounts": None}, "add backgroundCorpusFreqCounts = FILE"),
        ({"stopFilePath": "nowhere"}, "nowhere: does not exist"),
        ({"stopFilePath": ""}, "config:6: expected stopFilePath = value, found no value"),
    ],
)
def test_a_wrong_config_is_refused_with_its_place(changed: dict[str, str | None], message: str) -> None:
    configure(**changed)
    found = run()
    assert found.status == 2 and message in found.err and not Path("mapping.ieval.micro").exists()


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("mapping", "1 good input good\n\n1 bad input bad\n", "mapping:2: expected input system path-of-input path"),
        ("mapping", "1 good input\n", "mapping:1: expected input system path-of-input path-of-summary"),
        ("mapping", "1 good input nowhere\n", "mapping:1: nowhere: does not exist"),
        ("mapping", "", "mapping: is empty"),
        ("idf", "100\nstorm\nyear 2.0\n", "idf:2: expected `word idf`"),
    ],
)
def test_a_wrong_mapping_or_background_is_refused_with_its_line(file: str, text: str, message: str) -> None:
    Path(file).write_text(text)
    found = run()
    assert found.status == 2 and message in found.err and not Path("mapping.ieval.micro").exists()


def test_a_background_that_ends_in_the_middle_of_a_line_is_read_with_a_note() -> None:
    Path("idf").write_text("100\nstorm 3.0\nyear ")
    found = run()
    assert found.status == 0 and "note: idf:3: the file ends in the middle of a line" in found.err


def test_systems_stand_in_the_order_of_java_s_hashtable() -> None:
    assert hashtable_order(["a", "b", "c", "a"]) == ["b", "a", "c"]  # 98, 97 and 99 modulo 11, from above
    many = [f"sys{number}" for number in range(20)]  # enough to make it grow twice
    assert " ".join(hashtable_order(many)) == JAVA_17


def test_nothing_is_written_where_one_of_the_two_files_cannot_be() -> None:
    Path("mapping.ieval.macro").mkdir()
    found = run()
    assert found.status == 2 and not found.out and not Path("mapping.ieval.micro").exists()


def test_n_stays_n_and_of_other_values_the_last_counts() -> None:
    with Path("config").open("a") as file:
        file.write("divergence = N\ndivergence = Y\nstopFilePath = nowhere\nstopFilePath = stop\n")
    found = run()
    assert found.status == 0 and "KLInputSummary" not in table("micro")[0]
    assert found.err.count("appears again; as in SIMetrix, N counts") == 3


def test_an_input_without_a_word_is_refused_with_its_line() -> None:
    Path("nothing").write_text("the of\n")
    Path("mapping").write_text("1 good input good\n2 good nothing good\n")
    found = run()
    assert found.status == 2 and "mapping:2: input nothing holds no word that counts" in found.err
    assert not Path("mapping.ieval.micro").exists()


def test_an_empty_summary_is_scored_as_simetrix_does() -> None:
    Path("good").write_text("")
    assert run().status == 0 and table("micro")[1][4] == "0.34657"


def test_a_stop_list_may_be_in_any_encoding_case_and_order() -> None:
    run()
    before = Path("mapping.ieval.micro").read_text()
    Path("stop").write_bytes("OF  \r\n\r\ncafé\r\nThe".encode("latin-1"))
    assert run().status == 0 and Path("mapping.ieval.micro").read_text() == before
