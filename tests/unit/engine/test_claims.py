"""Claims of papers: which hold, exactly or as rounded, what cannot be checked, and the claims of our own pages."""

from __future__ import annotations

import json
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.api import verification
from cliometer.engine.claims import Claim, Verification, read_claims
from tests.unit.cli.cliometer_command import DEMO, ROOT
from tests.unit.cli.cliometer_command import cliometer as command

HEAD = '[[claim]]\nrun = "{demo}/runs/lead"\ngold = "{demo}/references"\n'
DATE = 0.286526882597018  # F of the means of lead by dates, see test_score


def written(folder: Path, text: str) -> Path:
    path = folder / "claims.toml"
    path.write_text(text, encoding="utf-8")
    return path


def verified(folder: Path, text: str, **settings: Any) -> Verification:
    return cliometer.verify(written(folder, text), **settings)


@pytest.mark.parametrize(
    ("members", "found", "state", "difference"),
    [
        ({"value": "0.25"}, 0.25, "exact", 0),
        ({"value": "0.2"}, 0.25, "rounded", 0.05),
        ({"value": "0.3"}, 0.25, "rounded", -0.05),
        ({"value": ".20"}, 0.25, "off", 0.05),
        ({"value": "0.20", "tolerance": 0.05}, 0.25, "rounded", 0.05),
        ({"value": "0.20", "tolerance": 0.04}, 0.25, "off", 0.05),
        ({"value": "25", "scale": 100}, 0.25, "exact", 0),
        ({"value": "25.0", "scale": 100}, 0.2506, "off", 0.06),
        ({"value": "1e3"}, 1499, "rounded", 499),
        ({"value": "0.25"}, None, "off", None),
        ({"value": "refused"}, None, "off", None),  # undefined, and no refusal
        ({"value": "refused"}, 0.25, "off", None),
    ],
)
def test_a_claim_holds_within_half_a_unit_of_its_last_digit(
    members: dict[str, Any], found: float | None, state: str, difference: float | None
) -> None:
    check = Claim("claim[0]", {"run": "r", "metric": "date", **members}, {}, ()).check(found)
    expected = None if difference is None else pytest.approx(difference, abs=1e-12)
    assert (check.state, check.difference) == (state, expected)


@pytest.mark.parametrize(
    "members",
    [
        "",
        'figure = "f"',
        'figure = "mean_of_f"',
        'figure = "recall"\nduplicates = "error"',
        'topic = "apollo-13"',
        'topic = "apollo-13"\nfigure = "precision"',
        'protocol = "crest"',
    ],
)
def test_a_figure_is_that_of_the_score_it_names(members: str, tmp_path: Path) -> None:
    [check] = verified(tmp_path, f'{HEAD}metric = "date"\nvalue = 0\n{members}\n').claims
    named: dict[str, Any] = dict(line.split(" = ") for line in members.splitlines())
    named = {key: json.loads(value) for key, value in named.items()}
    figure, topic = named.pop("figure", "f"), named.pop("topic", None)
    metrics = None if "protocol" in named else ["date"]
    results = cliometer.score([DEMO / "runs/lead"], DEMO / "references", metrics, **named)
    [mean] = [mean for mean in results.means() if mean.metric == "date"]
    row: Any = {**mean.numbers, "f": mean.f_of_means} if topic is None else results["date"]["lead"][topic]
    assert check.found == row[figure]
    assert members or check.found == pytest.approx(DATE, abs=1e-12)


def test_a_run_is_scored_once_for_all_its_metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    @wraps(cliometer.score)
    def counted(*arguments: Any, **settings: Any) -> Any:
        asked.append(arguments[2])
        return cliometer.score(*arguments, **settings)

    monkeypatch.setattr(verification, "score", counted)
    table = '[[table]]\ngold = "{demo}/references"\ncolumns = ["AR-1", {metric = "date", figure = "recall"}, "date"]\n'
    verified(tmp_path, table + 'rows = [["{demo}/runs/lead", 0, "-", 0], ["{demo}/runs/random", 0, 0, 0]]\n')
    assert asked == [["AR-1", "date"], ["AR-1", "date"]]


def test_a_claim_that_is_off_ends_with_status_1_and_stands_first_with_its_difference(tmp_path: Path) -> None:
    text = HEAD + 'metric = "date"\nvalue = 0.287\n' + HEAD + 'metric = "date"\nvalue = 0.290\nlabel = "mine"\n'
    done = command("verify", written(tmp_path, text))
    assert done.status == 1
    assert done.out.splitlines()[0] == "2 claims of claims: 1 wrong, 1 as rounded."
    assert done.out.splitlines()[4].split() == ["mine", "date", "0.290", "0.286527", "-0.0035", "wrong"]
    document = json.loads(command("verify", tmp_path / "claims.toml", "--json").out)
    assert [(each["state"], round(each["difference"], 4)) for each in document["claims"]] == [
        ("rounded", -0.0005),
        ("off", -0.0035),
    ]


def test_runs_are_named_by_topic_or_as_folders_below_the_claims_or_a_path_that_is_given(tmp_path: Path) -> None:
    text = """
paths = { gold = "nowhere" }
[runs]
named = { apollo-13 = "{demo}/runs/lead/apollo-13.txt" }
[defaults]
gold = "{gold}"
metric = "date"
missing = "skip"
value = 0.5625
[[claim]]
run = "named"
[[claim]]
run = "mine"
topic = "apollo-13"
"""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/apollo-13.txt").write_bytes((DEMO / "runs/lead/apollo-13.txt").read_bytes())
    found = verified(tmp_path, text, paths=[f"gold={DEMO / 'references'}"])
    assert [(check.label, check.state) for check in found.claims] == [("named", "exact"), ("mine", "exact")]
    with pytest.raises(cliometer.CliometerError, match=r"claim\[0\]: .*nowhere does not exist; .*--path NAME=FOLDER"):
        verified(tmp_path, text)
    skipped = verified(tmp_path, text, missing="skip")
    assert [check.state for check in skipped.claims] == ["unchecked", "unchecked"] and skipped.holds
    assert "2 not checked" in command("verify", tmp_path / "claims.toml", "--missing", "skip").out


def test_a_folder_that_is_given_is_relative_to_where_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here/gold").symlink_to(DEMO / "references")
    path = written(
        tmp_path, 'paths.gold = "x"\n' + HEAD.replace("{demo}/references", "{gold}") + 'metric = "date"\nvalue = 0.287'
    )
    monkeypatch.chdir(tmp_path / "here")
    assert cliometer.verify(path, paths=["gold=gold"]).holds


def test_a_run_that_a_protocol_refuses_is_what_refused_claims(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    claim = (
        '[[claim]]\nrun = "run"\ngold = "{demo}/references"\nmetric = "date"\nmissing = "zero"\nprotocol = "tilse"\n'
    )
    (tmp_path / "run/apollo-13.txt").write_bytes((DEMO / "runs/lead/apollo-13.txt").read_bytes())
    found = verified(tmp_path, f'{claim}value = "refused"\n{claim}value = 0.1\n')
    assert [check.state for check in found.claims] == ["exact", "off"]
    assert "the prediction is empty" in found.claims[1].why


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("claim = ", "is not valid TOML"),
        (HEAD.replace('"{demo}/runs/lead"', '["a", "b"]') + 'metric = "date"\nvalue = 1', "claim[0].run: expected"),
        ("[claims]", "unknown key of a file of claims 'claims'; did you mean claim?"),
        ("", "holds no claims"),
        ("claim = 3", "claim: expected a list"),
        ("[[claim]]\nvalue = 1", "claim[0]: a claim lacks run, gold and metric: it has value"),
        ('[[table]]\ncolumns = ["date"]\nrows = [["a", 1, 2]]', "table[0].rows[0]: 2 values for 1 column;"),
        ('[[table]]\nby = 3\ncolumns = ["date"]\nrows = [["a", 1]]', "table[0].by: expected a text"),
        ('[[claim]]\nrun = "a"\ngold = "b"\nvalue = 1\nmetric = ["date"]', "claim[0].metric: expected a text"),
        ("[[table]]\nrows = [1]", "table[0].rows[0]: expected a list"),
        ('[paths]\na = 1\n[[claim]]\nvalue = 1', "paths.a: expected a text"),
        (HEAD.replace("demo", "dmo") + 'metric = "date"\nvalue = 1', "unknown path 'dmo'; did you mean demo?"),
        (f'{HEAD}metric = "dat"\nvalue = 1', "unknown metric 'dat'"),
        (f'{HEAD}metric = "date"\nvalue = "high"', ": claim[0]: value: expected a number such as 0.466, found"),
        (f'{HEAD}metric = "date"\nvalue = nan', "value: expected a number"),
        (f'{HEAD}metric = "date"\nvalue = 1\nscale = "x"', "scale: expected a number"),
        (f'{HEAD}metric = "date"\nvalue = 1\nfigure = "g"', "unknown figure 'g'"),
        (f'{HEAD}metric = "date"\nvalue = 1\ntopic = "apollo"', "unknown topic 'apollo'; did you mean apollo-13?"),
        (f'{HEAD}metric = "date"\nvalue = 1\nmissin = "skip"', "key of a claim 'missin'; did you mean missing?"),
        (f'{HEAD}metric = "date"\nvalue = 1\noutput = "x"', "unknown key of a claim 'output'"),
        (f'{HEAD}metric = "align"\nvalue = 1\nprotocol = "crest"', "unknown metric of these results 'align"),
        ('[[claim]]\nfunction = "report"\nvalue = 1\nat = []', "unknown function of a claim 'report'"),
        ('[[claim]]\nfunction = "data"\nvalue = 1\nat = []', "data does not take these arguments: missing"),
        (
            '[[claim]]\nfunction = "data"\narguments = ["{demo}/references"]\nvalue = 1\nat = ["parts", 7]',
            "claim[0]: the document has no 7 at this place",
        ),
        (
            '[[claim]]\nfunction = "data"\narguments = ["{demo}/references"]\nvalue = 1\nat = ["parts"]',
            "has no number at this place",
        ),
    ],
)  # fmt: skip
def test_what_is_no_claim_is_refused_in_one_line_with_its_place(text: str, complaint: str, tmp_path: Path) -> None:
    done = command("verify", written(tmp_path, text))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert done.err.startswith(f"cliometer: {tmp_path / 'claims.toml'}: ") and complaint in done.err, done.err


def test_a_path_that_the_claims_do_not_name_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, f'{HEAD}metric = "date"\nvalue = 0.287\n')
    for text in ("gold", "gold=x", "=x"):
        done = command("verify", path, "--path", text)
        assert done.status == 2 and f"--path {text}: expected NAME=FOLDER" in done.err


OURS = sorted((ROOT / "docs/claims").glob("*.toml"))


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.stem))
def test_every_figure_claimed_of_a_page_stands_in_it(path: Path) -> None:
    title, claims = read_claims(path, (), DEMO)
    page = (ROOT / title).read_text(encoding="utf-8")
    claimed = {str(claim.members["value"]).removeprefix("0") for claim in claims}
    assert claimed and [value for value in claimed if value not in page] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", [*OURS, DEMO / "claims.toml"], ids=lambda path: str(path.stem))
def test_the_claims_of_our_pages_on_the_bundled_data_hold(path: Path) -> None:
    if "[paths]" in path.read_text(encoding="utf-8"):
        pytest.skip("its data lie beside the repository; tests/real verifies it")
    found = cliometer.verify(path)
    assert found.claims and [check for check in found.claims if check.state not in ("exact", "rounded")] == []
