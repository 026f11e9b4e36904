"""Learns src/cliometer/text/data/english-tagger.json.gz from tagged sentences.

    python tools/build_tagger.py WORDNET_FOLDER TAGGED...

A tagged file has one sentence a line; its words stand apart by blanks, each as `word TAB tag` with the tags
of the Penn Treebank (what stands after a second TAB is not read). The file in the package was learned from
1.4 million words of the timeline17 corpora that spaCy's en_core_web_sm 3.8 had tagged (NOTICE). WordNet
3.0's indices say which words can be verbs, nouns and adjectives where the text is silent. Of the text only
single words and their counts enter the file.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from cliometer.text.annotate.sentences import TaggerModel, allowed, features, tag

TARGET = Path(__file__).parents[1] / "src/cliometer/text/data/english-tagger.json.gz"
LETTERS = {
    "NN": "N", "NNS": "N", "NNP": "P", "NNPS": "P", "JJ": "J", "JJR": "J", "JJS": "J", "RB": "R", "RBR": "R",
    "RBS": "R", "WRB": "R", "VB": "V", "VBP": "V", "VBZ": "Z", "VBD": "D", "VBN": "E", "VBG": "G", "MD": "M",
    "TO": "T", "IN": "I", "RP": "I", "DT": "A", "PDT": "A", "WDT": "O", "PRP": "O", "EX": "O", "WP": "O",
    "PRP$": "S", "WP$": "S", "POS": "S", "CD": "C", "CC": "K",
}  # fmt: skip
MARKS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-": "--"}
Sentence = tuple[list[str], list[str]]
PASSES = 5
RARE = 4  # a feature that decided less often teaches nothing
SCALE = 100


def letter(word: str, name: str) -> str:
    return LETTERS.get(name, "X" if word[0].isalpha() else ".")


def sentences(path: str) -> Iterator[Sentence]:
    """Words and letters; the parts of a compound, which the source takes apart at hyphens, are one word."""
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        pairs = [part.split("\t")[:2] for part in line.split(" ")]
        words: list[str] = []
        tags: list[str] = []
        join = False
        for word, name in pairs:
            if name == "HYPH" and words:
                words[-1] += "-"
                join = True
            elif join:
                words[-1] += word
                tags[-1] = "N" if name in ("NN", "NNS") and tags[-1] != "C" else "P" if name == "NNP" else "J"
                join = False
            else:
                words.append(MARKS.get(word, word))
                tags.append(letter(word, name))
        yield words, tags


def listed(corpus: list[Sentence], wordnet: dict[str, str]) -> dict[str, str]:
    """The tags each word had in the text, frequent first, with those that WordNet knows besides."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for words, tags in corpus:
        for number, (word, name) in enumerate(zip(words, tags, strict=True)):
            counts[word if number else word.lower()][name] += 1
    found = {}
    for word, seen in sorted(counts.items()):
        total = seen.total()
        if total < 3 or not any(c.isalnum() for c in word) or word[0].isdigit():
            continue
        kept = "".join(t for t, n in seen.most_common() if n >= max(0.006 * total, 1 if total < 20 else 2))
        if total < 60:
            kept += "".join(t for t in wordnet.get(word, "") if t not in kept)
        found[word] = kept
    for word in sorted(wordnet.keys() - found.keys()):
        if set(wordnet[word]) != {"N"} and counts[word].total() == 0:
            found[word] = wordnet[word]
    return {word: kept for word, kept in found.items() if kept}


def wordnet_tags(folder: Path) -> dict[str, str]:
    """Every inflected single word of WordNet with the tags that its parts of speech allow."""
    tags: dict[str, set[str]] = defaultdict(set)
    irregular: dict[str, list[str]] = defaultdict(list)
    for line in (folder / "verb.exc").read_text().splitlines():
        form, *bases = line.split()
        irregular[bases[0]].append(form)
    for name, add in (("noun", _nouns), ("verb", _verbs), ("adj", _adjectives), ("adv", _adverbs)):
        for line in (folder / f"index.{name}").read_text().splitlines():
            lemma = line.split(" ", 1)[0]
            if lemma.isalpha() and len(lemma) > 2:
                add(lemma, tags, irregular.get(lemma, []))
    return {word: "".join(sorted(found, key="NJVDEGZR".index)) for word, found in tags.items()}


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")


def _nouns(lemma: str, tags: dict[str, set[str]], _: list[str]) -> None:
    tags[lemma].add("N")
    tags[_plural(lemma)].add("N")


def _adjectives(lemma: str, tags: dict[str, set[str]], _: list[str]) -> None:
    tags[lemma].add("J")


def _adverbs(lemma: str, tags: dict[str, set[str]], _: list[str]) -> None:
    tags[lemma].add("R")


def _verbs(lemma: str, tags: dict[str, set[str]], irregular: list[str]) -> None:
    stem = lemma[:-1] if lemma.endswith("e") else lemma
    tags[lemma].add("V")
    tags[_plural(lemma)].add("Z")
    past = [form for form in irregular if not form.endswith("ing")]
    for form in past or [lemma[:-1] + "ied" if _plural(lemma).endswith("ies") else stem + "ed"]:
        tags[form] |= {"D", "E"}
    for form in [form for form in irregular if form.endswith("ing")] or [stem + "ing"]:
        tags[form].add("G")


class Perceptron:
    """Weights and their running sums, so that the average over all steps costs nothing to keep."""

    def __init__(self, tags: dict[str, str]) -> None:
        self.tags = tags
        self.weights: dict[str, dict[str, float]] = {}
        self.sums: dict[str, dict[str, float]] = {}
        self.used: Counter[str] = Counter()
        self.step = 0

    def learn(self, words: list[str], truth: list[str]) -> None:
        options = [allowed(word, n == 0, self.tags) for n, word in enumerate(words)]
        given: list[str] = []
        for number, right in enumerate(truth):
            choice = options[number]
            guess = choice
            if len(choice) > 1:
                self.step += 1
                names = features(words, options, given, number)
                guess = self._best(names, choice)
                if guess != right and right in choice:
                    self._update(names, right, guess)
            given.append(guess)

    def _best(self, names: list[str], choice: str) -> str:
        scores = dict.fromkeys(choice, 0.0)
        for name in names:
            for t, weight in self.weights.get(name, {}).items():
                if t in scores:
                    scores[t] += weight
        return max(choice, key=scores.__getitem__)

    def _update(self, names: list[str], right: str, wrong: str) -> None:
        for name in names:
            self.used[name] += 1
            weights, sums = self.weights.setdefault(name, {}), self.sums.setdefault(name, {})
            for t, change in ((right, 1), (wrong, -1)):
                weights[t] = weights.get(t, 0) + change
                sums[t] = sums.get(t, 0) + change * self.step

    def averaged(self) -> dict[str, dict[str, float]]:
        kept: dict[str, dict[str, float]] = {}
        for name, weights in sorted(self.weights.items()):
            if self.used[name] < RARE:
                continue
            sums = self.sums[name]
            means = {t: float(round(SCALE * (w - sums[t] / self.step))) for t, w in sorted(weights.items())}
            if means := {t: mean for t, mean in means.items() if abs(mean) >= SCALE // 20}:
                kept[name] = means
        return kept


def accuracy(model: TaggerModel, held_out: list[Sentence]) -> str:
    hits = total = verb_hits = verbs = found = 0
    for words, truth in held_out:
        for right, guess in zip(truth, tag(words, model), strict=True):
            hits += right == guess
            total += 1
            verb_hits += right in "VDEGZ" and guess in "VDEGZ"
            verbs += right in "VDEGZ"
            found += guess in "VDEGZ"
    return f"accuracy {hits / total:.4f}, verbs F1 {2 * verb_hits / (verbs + found):.4f}"


def write(tags: dict[str, str], weights: dict[str, dict[str, float]]) -> None:
    """One JSON document: the quickest to read with the standard library."""
    whole = {name: {t: int(weight) for t, weight in row.items()} for name, row in weights.items()}
    # A capitalised word that nobody has listed is a name anyway, so names need not be shipped.
    kept = {word: t for word, t in tags.items() if t != "P" or word.lower() in tags}
    document = json.dumps({"tags": kept, "weights": whole}, ensure_ascii=False, separators=(",", ":"))
    TARGET.write_bytes(gzip.compress(document.encode("utf-8"), mtime=0))


def main(folder: str, *files: str) -> None:
    corpus = [sentence for path in files for sentence in sentences(path)]
    held_out, corpus = corpus[::40], [s for n, s in enumerate(corpus) if n % 40]
    tags = listed(corpus, wordnet_tags(Path(folder)))
    learner = Perceptron(tags)
    order = random.Random(0)
    for number in range(PASSES):
        order.shuffle(corpus)
        for words, truth in corpus:
            learner.learn(words, truth)
        print(number + 1, accuracy(TaggerModel(tags, learner.weights), held_out), flush=True)
    weights = learner.averaged()
    print(len(tags), "words,", len(weights), "features,", accuracy(TaggerModel(tags, weights), held_out))
    write(tags, weights)
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
