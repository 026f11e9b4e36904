"""XML: what is read, that nothing outside the file is touched, and that bad files are errors with a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.xml import Element, XmlDocument, parse_xml, read_xml, spell_xml

HERE = Path("file.xml")


def root(content: str) -> Element:
    return parse_xml(content, HERE).root


def test_entities_of_xml_itself_and_numbers_are_read() -> None:
    assert root("<a b='&quot;&#65;'>&lt;&amp;&#x2014;<![CDATA[<&]]></a>").text == "<&—<&"


def test_comments_and_instructions_are_kept_without_being_text() -> None:
    found = root("<a>x<!-- c --><?p q?>y</a>")
    assert found.text == "xy"
    assert [child.tag for child in found.elements()] == ["!--", "?p"]


def test_what_stands_around_the_root_is_not_the_document() -> None:
    assert root("<!-- before --><?p q?><a/><!-- after -->") == Element("a")


def test_a_long_text_is_one_text() -> None:
    lines = "é\n" * 50_000
    assert root(f"<a>{lines}</a>").children == (lines,)


@pytest.mark.parametrize(
    "declaration",
    [
        "<!ENTITY lol 'lol'><!ENTITY lol2 '&lol;&lol;&lol;'>",
        "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
        "<!ENTITY % x SYSTEM 'http://127.0.0.1:1/x.dtd'> %x;",
    ],
)
def test_a_file_that_declares_entities_is_refused(declaration: str) -> None:
    with pytest.raises(FormatError, match=r"file\.xml:1: declares the entity"):
        root(f"<!DOCTYPE a [{declaration}]><a>&x;</a>")


def test_a_dtd_elsewhere_is_named_but_not_fetched(tmp_path: Path) -> None:
    dtd = tmp_path / "a.dtd"
    dtd.write_text("<!ATTLIST a b CDATA 'from the dtd'>")
    document = parse_xml(f'<!DOCTYPE a PUBLIC "-//x" "{dtd}"><a/>', HERE)
    assert (document.root.attributes, document.system, document.public) == ((), str(dtd), "-//x")
    assert parse_xml(spell_xml(document), HERE) == document


def test_an_entity_that_only_a_dtd_elsewhere_could_declare_is_an_error_not_a_gap() -> None:
    with pytest.raises(FormatError, match=r"file\.xml:2: the entity &nbsp; is not declared"):
        root('<!DOCTYPE a SYSTEM "a.dtd">\n<a>b&nbsp;c</a>')


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<a>\n<b>\n</a>", r"file\.xml:3: malformed XML: mismatched tag"),
        ("", r"file\.xml:1: malformed XML: no element found"),
        ("<a/>\n<b/>", r"file\.xml:2: malformed XML: junk after document element"),
        ("<a>&lt</a>", "malformed XML"),
        ("<a b='1' b='2'/>", "malformed XML: duplicate attribute"),
        ("<a>" * 300 + "</a>" * 300, "more than 200 elements within each other"),
    ],
)
def test_malformed_xml_is_an_error_with_its_line(content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        root(content)


@pytest.mark.parametrize(
    ("encoding", "declared"), [("utf-8", ""), ("utf-16", ""), ("latin-1", "ISO-8859-1"), ("cp1252", "cp1252")]
)
def test_a_file_is_read_in_the_encoding_that_it_declares(encoding: str, declared: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    path.write_bytes(f"{head}<a>é</a>".encode(encoding))
    assert read_xml(path).root.text == "é"


def test_bytes_that_are_no_utf8_are_an_error_with_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_bytes(b"<a>\n\xe9</a>")
    with pytest.raises(FormatError, match=r"a\.xml:2: malformed XML: .*re-encode it with iconv"):
        read_xml(path)


@pytest.mark.parametrize("encoding", ["klingon", "shift_jis"])
def test_an_encoding_that_cannot_be_read_is_an_error(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?><a/>')
    with pytest.raises(FormatError, match="cannot be decoded"):
        read_xml(path)


def test_a_folder_and_a_missing_file_are_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        read_xml(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        read_xml(tmp_path / "a.xml")


def test_a_character_that_xml_cannot_hold_is_not_written() -> None:
    with pytest.raises(InputError, match=r"U\+0001 cannot be written in XML"):
        spell_xml(XmlDocument(Element("a", (), ("x\x01",))))
