"""Pyramid files in our own words, for tests: two summaries, three SCUs, one peer."""

from __future__ import annotations

from pathlib import Path

PYRAMID = r"""<pyramid>
<startDocumentRegEx><![CDATA[[-]+\n D[0-9]+\.M\.10\.[A-Z]\.[A-Z]\n[-]+\n]]></startDocumentRegEx>
 <text>
  <line>-------------</line>
  <line> D1.M.10.A.A</line>
  <line>-------------</line>
  <line>A ship ran aground &amp; stuck.</line>
  <line></line>
  <line>-------------</line>
  <line> D1.M.10.A.B</line>
  <line>-------------</line>
  <line>The ship blocked the canal,</line>
  <line>it ran aground.</line>
 </text>
 <scu uid="7" label="A ship ran aground" comment="&quot;sure&quot;">
  <contributor label="A ship ran aground">
   <part label="A ship ran aground" start="41" end="59"/>
  </contributor>
  <contributor label="The ship...ran aground" comment="two parts">
   <part label="The ship" start="111" end="119"/>
   <part label="ran aground" start="142" end="153"/>
  </contributor>
 </scu>
 <scu uid="8" label="It stuck">
  <contributor label="stuck">
   <part label="stuck" start="62" end="67"/>
  </contributor>
 </scu>
 <scu uid="9" label="It blocked the canal">
  <contributor label="blocked the canal,it">
   <part label="blocked the canal,it" start="120" end="141"/>
  </contributor>
 </scu>
</pyramid>
"""
PEER = """<annotation>
 <text>
  <line>It ran aground, the ship ran aground.</line>
  <line>Cats slept.</line>
 </text>
 <peerscu uid="7" label="(2) A ship ran aground">
  <contributor label="It ran aground">
   <part label="It ran aground" start="0" end="14"/>
  </contributor>
  <contributor label="the ship ran aground">
   <part label="the ship ran aground" start="16" end="36"/>
  </contributor>
 </peerscu>
 <peerscu uid="8" label="(1) It stuck">
 </peerscu>
 <peerscu uid="9" label="(1) It blocked the canal">
 </peerscu>
 <peerscu uid="0" label="All non-matching SCUs go here">
  <contributor label="Cats slept">
   <part label="Cats slept" start="38" end="48"/>
  </contributor>
 </peerscu>
</annotation>
"""
HEAD = """<?xml version="1.0"?>
<!DOCTYPE peerAnnotation [
 <!ELEMENT peerAnnotation (pyramid,annotation)>
 <!ELEMENT annotation (text,peerscu+)>
 <!ELEMENT line (#PCDATA)>
]>

"""


def pan(folder: Path, name: str = "D1.M.10.A.15.pan", change: tuple[str, str] = ("", "")) -> Path:
    """A peer's file; `change` replaces something in it, which must be there."""
    content = f"{HEAD}<peerAnnotation>\n{PYRAMID}{PEER}</peerAnnotation>\n"
    return _write(folder / name, content, change)


def pyr(folder: Path, change: tuple[str, str] = ("", "")) -> Path:
    """A pyramid's file."""
    return _write(folder / "D1.pyr", f'<?xml version="1.0"?>\n{PYRAMID}', change)


def _write(path: Path, content: str, change: tuple[str, str]) -> Path:
    assert change[0] in content
    path.write_text(content.replace(*change, 1) if change[0] else content, encoding="utf-8")
    return path
