"""DucView's files: what is read, what is noted, what is refused, and that writing loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.pyramids import header_spans, read_peer, read_pyramid, write_pyramid
from cliometer.model.pyramids import Pyramid
from tests.unit.io.pyramid_files import pan, pyr


def test_a_weight_is_the_number_of_contributors(tmp_path: Path) -> None:
    reading = read_pyramid(pyr(tmp_path))
    assert reading.pyramid.weights == {"7": 2, "8": 1, "9": 1}
    assert reading.notes == ()


def test_offsets_count_the_characters_of_lines_with_a_break_behind_each(tmp_path: Path) -> None:
    pyramid = read_pyramid(pyr(tmp_path)).pyramid
    assert pyramid.text[41:59] == "A ship ran aground"
    assert pyramid.text.endswith("it ran aground.\n")


def test_scus_become_content_units_whose_writers_are_the_summaries(tmp_path: Path) -> None:
    units = read_pyramid(pyr(tmp_path)).pyramid.units
    assert (units[0].id, units[0].label, units[0].weight) == ("7", "A ship ran aground", 2)
    assert units[0].writers == ("D1.M.10.A.A", "D1.M.10.A.B")
    assert units[2].writers == ("D1.M.10.A.B",)


def test_a_peer_matches_scus_repeats_them_and_says_other_things(tmp_path: Path) -> None:
    annotation = read_peer(pan(tmp_path)).annotation
    assert (dict(annotation.matched), annotation.unmatched) == ({"7": 2}, 1)
    assert annotation.text == "It ran aground, the ship ran aground.\nCats slept.\n"


def test_an_old_file_may_declare_the_number_of_summaries(tmp_path: Path) -> None:
    path = pyr(tmp_path, ("<pyramid>", '<pyramid numModels="3">'))
    pyramid = read_pyramid(path).pyramid
    assert (pyramid.declared, pyramid.models) == (3, 2), "the expression counts first"
    write_pyramid(pyramid, path, force=True)
    assert read_pyramid(path).pyramid == pyramid
    path.write_text(path.read_text().replace("startDocumentRegEx>", "other>"))
    assert read_pyramid(path).pyramid.models == 3


def test_an_expression_that_only_java_understands_is_kept_and_noted(tmp_path: Path) -> None:
    reading = read_pyramid(pyr(tmp_path, (r"[-]+\n D[0-9]+", r"\p{Lu}")))
    assert reading.pyramid.start is not None and reading.pyramid.models == 2
    assert "startDocumentRegEx finds 0 summaries" in reading.notes[0]


def test_an_empty_match_is_no_header() -> None:
    assert header_spans("q*", "A text.\n") == ()


NOTES = [
    (('start="41" end="59"', 'start="42" end="59"'), 'the text says " ship ran aground", the part "A ship'),
    (('start="41" end="59"', 'start="41" end="5900"'), "the part 41-5900 lies outside the text of 155"),
    (('start="41" end="59"', 'start="59" end="41"'), "the part 59-41 ends before it starts"),
    (('start="111"', 'start="41"'), "SCU 7 has two contributors of the summary D1.M.10.A.A"),
    (("<part label=", "<part lebal="), "<part> without a label"),
    (('<contributor label="stuck">\n   <part label="stuck" start="62" end="67"/>\n  </contributor>', ""), "SCU 8"),
    (('<part label="stuck" start="62" end="67"/>', ""), "a contributor of SCU 8 has no part"),
    ((" D1.M.10.A.B", " x"), "startDocumentRegEx finds 1 summaries"),
]


LOST = [
    (("<part label=", '<part colour="red" label='), '<part> has an unknown attribute "colour"'),
    (("<text>", "<mood/><text>"), "<pyramid> has an unknown <mood>, which is not kept"),
    (("<text>", "<!-- by hand --><text>"), "a comment in <pyramid> is not kept"),
    (("<text>", "<?by hand?><text>"), "an instruction in <pyramid> is not kept"),
    (("</text>", "</text><text/>"), "<pyramid> has more than one <text>; the first is read"),
]


@pytest.mark.parametrize(("change", "note"), LOST)
def test_what_is_not_kept_is_noted(change: tuple[str, str], note: str, tmp_path: Path) -> None:
    for notes in (read_pyramid(pyr(tmp_path, change)).notes, read_peer(pan(tmp_path, change=change)).notes):
        assert any(note in one for one in notes), notes


@pytest.mark.parametrize(("change", "note"), NOTES)
def test_what_is_odd_is_noted_with_its_line(change: tuple[str, str], note: str, tmp_path: Path) -> None:
    notes = read_pyramid(pyr(tmp_path, change)).notes
    assert any(note in one for one in notes), notes


def test_a_weight_that_the_summaries_cannot_give_is_noted(tmp_path: Path) -> None:
    extra = '<contributor label="x"><part label="A" start="41" end="42"/></contributor>\n </scu>'
    notes = read_pyramid(pyr(tmp_path, ("</scu>", extra))).notes
    assert any("SCU 7 has 3 contributors, more than the 2 summaries" in note for note in notes)


def test_a_peer_scu_that_the_pyramid_lacks_is_noted_with_its_line(tmp_path: Path) -> None:
    reading = read_peer(pan(tmp_path, change=('peerscu uid="8"', 'peerscu uid="88"')))
    assert any(":56: SCU 88 is not in the pyramid" in note for note in reading.notes), reading.notes


def test_a_peer_scu_that_is_listed_twice_counts_together(tmp_path: Path) -> None:
    reading = read_peer(pan(tmp_path, change=('peerscu uid="0"', 'peerscu uid="7"')))
    assert dict(reading.annotation.matched) == {"7": 3}
    assert any("SCU 7 is listed twice" in note for note in reading.notes)


ERRORS = [
    (('<scu uid="8"', "<scu"), ":25: <scu> without uid"),
    (('<scu uid="8"', '<scu uid="7"'), ":25: SCU 7 stands on line 16 already"),
    (('<scu uid="8"', '<scu uid="0"'), ":25: an SCU of a pyramid must not have the uid 0"),
    (('start="41"', 'start="x"'), ':18: expected a whole number such as 112 for start of <part>, found "x"'),
    (('start="41"', 'start="-1"'), ':18: expected a whole number such as 112 for start of <part>, found "-1"'),
    (('end="59"', ""), ":18: <part> without end"),
    (("</pyramid>", ""), "malformed XML"),
    ((" <text>", " <txt>"), "malformed XML: mismatched tag"),
    (("<pyramid>", "<!DOCTYPE pyramid [<!ENTITY x 'y'>]><pyramid>"), 'declares the entity "x"'),
]


@pytest.mark.parametrize(("change", "message"), ERRORS)
def test_what_cannot_be_scored_is_an_error_with_its_line(change: tuple[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        read_pyramid(pyr(tmp_path, change))
    assert message in str(error.value)


def test_a_pyramid_is_no_peer(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is a pyramid without a peer"):
        read_peer(pyr(tmp_path))


def test_other_xml_is_refused_by_its_first_tag(tmp_path: Path) -> None:
    path = tmp_path / "other.pan"
    path.write_text("<TimeML/>")
    with pytest.raises(FormatError, match="found <TimeML>"):
        read_peer(path)


def test_a_pyramid_without_a_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bare.pyr"
    path.write_text("<pyramid/>")
    with pytest.raises(FormatError, match=r":1: <pyramid> without <text>"):
        read_pyramid(path)


def test_a_line_with_a_break_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must not hold a line break"):
        write_pyramid(Pyramid(("a\nb",), ()), tmp_path / "x.pyr")
