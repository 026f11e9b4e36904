"""The experiment on real posts: seven crises, the paper's grids, the same bytes twice."""

from __future__ import annotations

from pathlib import Path

from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import cliometer

CRISES = SHARED / "data" / "microblog" / "CrisisLexT26"
SEVEN = (
    "2012_Colorado_wildfires",
    "2012_Costa_Rica_earthquake",
    "2012_Guatemala_earthquake",
    "2012_Italy_earthquakes",
    "2012_Philipinnes_floods",
    "2013_Boston_bombings",
    "2013_Colorado_floods",
)
pytestmark = needs("data", "microblog", "CrisisLexT26")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_rerun_on_real_posts_gives_identical_bytes(tmp_path: Path) -> None:
    topics = tmp_path / "topics"
    topics.mkdir()
    for crisis in SEVEN:
        (topics / crisis).symlink_to(CRISES / crisis)
    assert cliometer("experiment", "microblog", topics, "-o", tmp_path / "first").status == 0
    assert cliometer("experiment", tmp_path / "first" / "plan.toml", "-o", tmp_path / "second").status == 0
    assert len(contents(tmp_path / "first")) == 6 + 3 * len(SEVEN)
    assert contents(tmp_path / "first") == contents(tmp_path / "second")
