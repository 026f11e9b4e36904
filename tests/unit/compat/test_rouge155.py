"""The drop-in command prints what ROUGE-1.5.5.pl printed for our own texts (golden/rouge155_lines.txt)."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from cliometer.compat.rouge155 import main

Texts = Mapping[str, Mapping[str, Sequence[str]]]  # evaluation -> system or reference -> sentences

PEERS: Texts = {
    "1": {
        "B": ["The bridge opened in May.", "Thousands of people crossed it on the first day."],
        "A": ["A new bridge was opened on Tuesday, and thousands walked across.", "It cost 1,250 million."],
    },
    "2": {"A": ["Engineers found cracks - the bridge closed."], "B": ["The bridge is closed; engineers are puzzled."]},
    "10": {"A": ["Repairs began.", "", "  Traffic was re-routed through the old town  "]},
}
MODELS: Texts = {
    "1": {
        "A": ["The new bridge opened to walkers on Tuesday.", "Thousands crossed the river on its first day."],
        "B": ["In May the city opened its bridge.", "The cost rose to 1,250 million crowns."],
    },
    "2": {"A": ["Cracks closed the bridge, engineers said.", "Nobody was hurt in the café below."]},
    "10": {
        "A": ["The repairs of the bridge began in winter."],
        "B": ["Traffic went through the old town.", "Repairs are beginning."],
        "C": ["Shops in the old town complained about the traffic."],
    },
}


def lay_out(folder: Path, text_format: str) -> None:
    """Write settings.xml, list.txt and all texts."""
    for kind, texts in (("peers", PEERS), ("models", MODELS)):
        (folder / kind).mkdir()
        for evaluation, named in texts.items():
            for name, sentences in named.items():
                write(folder / kind / f"{evaluation}.{name}.txt", sentences, text_format)
    evaluations = "".join(evaluation_xml(key, text_format) for key in PEERS)
    (folder / "settings.xml").write_text(f"<ROUGE-EVAL version='1.55'>\n{evaluations}</ROUGE-EVAL>\n")
    lines = (" ".join([f"peers/{key}.A.txt", *(f"models/{key}.{name}.txt" for name in MODELS[key])]) for key in PEERS)
    (folder / "list.txt").write_text("\n".join(["# system A", *lines, ""]))


def evaluation_xml(key: str, text_format: str) -> str:
    peers = "".join(f"<P ID='{name}'>{key}.{name}.txt</P>\n" for name in PEERS[key])
    models = "".join(f"<M ID='{name}'>{key}.{name}.txt</M>\n" for name in MODELS[key])
    return (
        f"<EVAL ID='{key}'>\n<PEER-ROOT>\npeers\n</PEER-ROOT>\n<model-root>models</model-root>\n"
        f"<INPUT-FORMAT TYPE='{text_format}'/>\n<PEERS>\n{peers}</PEERS>\n"
        f"<MODELS>\n{models}</MODELS>\n</EVAL>\n"
    )


def write(path: Path, sentences: Sequence[str], text_format: str) -> None:
    patterns = {"SPL": "{}", "SEE": '<a name="1">[1]</a> <a href="#1" id=1>{}</a>', "ISI": '<S SNTNO="1">{}</S>'}
    path.write_text("".join(patterns[text_format].format(sentence) + "\n" for sentence in sentences), "utf-8")


WARNING = "*ROUGE Warning: test instance for peer B does not exist for evaluation 10\n"


def golden() -> list[tuple[str, str]]:
    """Commands (text format, then arguments) and the lines that the Perl script printed."""
    text = (Path(__file__).parents[2] / "golden" / "rouge155_lines.txt").read_text()
    blocks = text.removeprefix("$ ").split("\n$ ")
    return [(command, output.removesuffix("\n") + "\n") for command, _, output in (b.partition("\n") for b in blocks)]


def run(arguments: Sequence[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return main(arguments, out, err), out.getvalue(), err.getvalue()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def spl(here: Path) -> Path:
    lay_out(here, "SPL")
    return here


@pytest.mark.parametrize(("command", "expected"), golden())
def test_output_equals_the_perl_script_byte_for_byte(here: Path, command: str, expected: str) -> None:
    text_format, *arguments = command.split()
    lay_out(here, text_format)
    status, out, _ = run(arguments)
    assert (status, out) == (0, expected)


def test_there_are_golden_lines_for_every_format() -> None:
    assert {command[:3] for command, _ in golden()} == {"SPL", "SEE", "ISI"}


def test_a_missing_text_is_reported_once_for_all_metrics(spl: Path) -> None:
    assert run(["-a", "-n", "4", "settings.xml"])[2] == WARNING


def test_a_text_that_a_limit_leaves_empty_is_reported_for_each_metric(spl: Path) -> None:
    (spl / "peers/2.A.txt").write_text("")
    assert run(["-n", "2", "-l", "9", "settings.xml", "A"])[2] == "readText: peers/2.A.txt -> empty text\n" * 3


def test_without_a_metric_nothing_is_printed(spl: Path) -> None:
    assert run(["-a", "-x", "settings.xml"]) == (0, "", "")


def test_rouge_w_survives_a_reference_without_words(spl: Path) -> None:
    (spl / "models/2.A.txt").write_text("...\n")
    status, out, _ = run(["-x", "-w", "1.2", "-d", "settings.xml", "A"])
    assert status == 0
    assert "A ROUGE-W-1.2 Eval 2.A R:0.00000 P:0.00000 F:0.00000\n" in out


def test_bytes_that_are_no_utf_8_and_carriage_returns_separate_words(spl: Path) -> None:
    (spl / "peers/2.A.txt").write_bytes(b"the\xffbridge\x00closed\r\n\r\n")
    out = run(["-n", "1", "-x", "-t", "2", "-d", "settings.xml", "A"])[1]
    assert "A ROUGE-1 Eval 2.A R:13 P:3 F:3\n" in out


def test_evaluations_are_listed_by_number(spl: Path) -> None:
    lines = run(["-n", "1", "-x", "-d", "settings.xml", "A"])[1].splitlines()
    assert [line.split()[3] for line in lines if " Eval " in line] == ["1.A", "2.A", "10.A"]


def test_evaluations_without_a_number_are_listed_as_text(spl: Path) -> None:
    settings = (spl / "settings.xml").read_text().replace("EVAL ID='", "EVAL ID='d")
    (spl / "settings.xml").write_text(settings)
    lines = run(["-n", "1", "-x", "-d", "settings.xml", "A"])[1].splitlines()
    assert [line.split()[3] for line in lines if " Eval " in line] == ["d1.A", "d10.A", "d2.A"]


def test_a_comment_inside_a_name_hides_what_stands_before_it(spl: Path) -> None:
    expected = run(["-n", "1", "settings.xml", "A"])
    settings = (spl / "settings.xml").read_text().replace("'A'>", "'A'>old.txt<!-- moved -->")
    (spl / "settings.xml").write_text(settings)
    assert run(["-n", "1", "settings.xml", "A"]) == expected


def test_help_is_printed_on_request() -> None:
    status, out, err = run(["-h"])
    assert (status, err) == (0, "")
    assert "SETTINGS.xml" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "settings file"),
        (["settings.xml"], "or use -a"),
        (["-q", "settings.xml"], "unknown option -q"),
        (["-a", "-n"], "option -n needs a value"),
        (["-a", "-n", "two", "settings.xml"], "option -n takes a number, not 'two'"),
        (["-a", "-n", "1.5", "settings.xml"], "option -n takes a whole number, not 1.5"),
        (["-a", "-c", "101", "settings.xml"], "option -c takes a number from 0 to 100"),
        (["-a", "-p", "2", "settings.xml"], "option -p takes a number from 0 to 1"),
        (["-a", "-w", "0", "settings.xml"], "option -w takes a weight above 0"),
        (["-a", "-r", "0", "settings.xml"], "option -r takes a number of resamples above 0"),
        (["-a", "-l", "9", "-b", "9", "settings.xml"], "not both"),
        (["-a", "-3", "HM", "settings.xml"], "Basic Elements"),
        (["-a", "-M", "settings.xml"], "-M"),
        (["-z", "SIMPLE", "list.txt"], "option -z takes SPL, SEE, ISI"),
        (["-a", "nowhere.xml"], "nowhere.xml: cannot be read"),
        (["-z", "SPL", "nowhere.txt"], "nowhere.txt: cannot be read"),
    ],
)
def test_a_wrong_call_ends_with_status_2_and_one_line(spl: Path, arguments: list[str], message: str) -> None:
    status, out, err = run(arguments)
    assert (status, out) == (2, "")
    assert err.startswith("rouge155: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("</EVAL>", "", "settings.xml:"),
        ("2.A.txt", "nowhere.txt", "/nowhere.txt: cannot be read"),
        ("<EVAL ID=", "<EVAL id=", "<EVAL> has no ID"),
        ("<P ID=", "<P NAME=", "<P> has no ID"),
        ("<INPUT-FORMAT TYPE='SPL'/>", "", "EVAL 1 has no <INPUT-FORMAT"),
        ("TYPE='SPL'", "TYPE='SIMPLE'", "supported: SPL, SEE, ISI"),
        ("<EVAL ID='1'>", "<PEERS></PEERS><EVAL ID='1'>", "outside an <EVAL>"),
    ],
)
def test_wrong_settings_end_with_status_2_and_one_line(spl: Path, old: str, new: str, message: str) -> None:
    settings = spl / "settings.xml"
    settings.write_text(settings.read_text().replace(old, new))
    status, out, err = run(["-a", "-n", "1", "settings.xml"])
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_a_list_line_with_one_name_is_refused_with_its_number(spl: Path) -> None:
    (spl / "list.txt").write_text("\n# comment\npeers/1.A.txt\n")
    assert run(["-z", "SPL", "list.txt"])[2].startswith("rouge155: list.txt:3: expected a peer and")


def test_nothing_is_printed_when_the_last_file_is_missing(spl: Path) -> None:
    (spl / "models/10.C.txt").unlink()
    status, out, err = run(["-a", "-n", "1", "settings.xml"])
    assert (status, out) == (2, "")
    assert err.startswith("rouge155: models/10.C.txt: cannot be read")


def test_switches_may_be_bundled_and_take_negative_values(spl: Path) -> None:
    assert run(["-amn1", "-2-1", "-xu", "settings.xml"]) == run(
        ["-a", "-m", "-n", "1", "-2", "-1", "-x", "-u", "settings.xml"]
    )


def test_a_switch_after_the_settings_is_a_system(spl: Path) -> None:
    assert run(["-n", "1", "settings.xml", "-a"])[1].splitlines()[1].startswith("-a ROUGE-1 Average_R: 0.00000")


def test_texts_of_another_script_are_named_on_standard_error(spl: Path) -> None:
    for text in (spl / "models").iterdir():
        text.write_text("Нефть вытекает\n")
    status, out, err = run(["-a", "-n", "1", "settings.xml"])
    assert status == 0 and out
    assert "texts count for nothing; models/" in err and "has no countable word under tokens=rouge155" in err
