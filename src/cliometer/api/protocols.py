"""Protocols of evaluation: what released code computes from the same outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from cliometer.api.front import are_paths, cache_of, is_path, paths_of, public
from cliometer.errors import SettingName, UsageError, expected
from cliometer.model.score import Signature
from cliometer.model.timeline import Timeline
from cliometer.settings import Setting, group
from cliometer.settings.groups import Covering, Watching

if TYPE_CHECKING:
    from cliometer.engine.protocols.application import GoldEntries, ProtocolEvaluation, RunEntries
    from cliometer.engine.protocols.cards import Protocol, ProtocolCards
    from cliometer.engine.protocols.comparison import ProtocolComparison
    from cliometer.io.entries import Entries

_FIXED = ("duplicates", "background", "per_reference", "chance", "output")  # what a protocol or its entries settle


def protocol_evaluation(
    systems: Any, references: Any, metrics: Any, preset: Any, settings: Mapping[str, Any]
) -> "tuple[ProtocolEvaluation, tuple[str, ...]]":
    """Return the evaluation of runs under the protocol of the settings, and notes of reading."""
    from cliometer.engine.evaluation import Allowance
    from cliometer.engine.protocols.application import AppliedProtocol, ProtocolEvaluation
    from cliometer.engine.protocols.cards import Protocol

    protocol = Protocol.parse(settings["protocol"])
    fixed = {"metrics": metrics, "preset": preset} | {name: settings.get(name) for name in _FIXED}
    for name, value in fixed.items():
        if value:
            raise UsageError("protocol-fixes-setting", setting=SettingName(name), protocol=protocol.name)
    gold, runs, notes = written(systems, references)
    allow = Allowance(settings["missing"], settings["extra"])
    applied = AppliedProtocol(protocol, gold, runs, allow, settings["strict"])
    evaluation = replace(ProtocolEvaluation.of(applied), cache=cache_of(settings.get("cache")), data=_data(references))
    return evaluation, (*notes, *applied.notes)


def _data(references: Any) -> str:
    from cliometer.io.manifests import data_label

    return data_label(paths_of(references)) if are_paths(references) else ""


def written(systems: Any, references: Any) -> "tuple[GoldEntries, RunEntries, tuple[str, ...]]":
    """Return references and runs as they are written, and notes of reading."""
    from cliometer.api.scoring import is_answer
    from cliometer.engine.file_evaluation import kind_of_gold, run_names, topic_of
    from cliometer.io.entries import read_gold_entries
    from cliometer.io.folders import each_run
    from cliometer.metrics.catalogue import chosen

    if not are_paths(systems) and is_answer(systems, references):
        systems, references = {"system": {"topic": systems}}, {"topic": references}
    if not isinstance(systems, Mapping) and not are_paths(systems):
        raise expected("systems to be paths, or {system: {topic: timeline}}", systems)
    notes = list[str]()
    gold: dict[str, Mapping[str, Entries]] = {}
    if are_paths(references):
        paths = paths_of(references)
        chosen(["date"], kind_of_gold(paths, ["date"]))  # refuses what is no timelines
        folder = next((path for path in paths if path.is_dir()), None)
        if folder and len(paths) > 1:
            raise UsageError("references-folder-among-files", folders=folder)
        several: dict[str, Entries] = {}
        for path in paths:
            read, seen = read_gold_entries(path)
            gold, notes = gold | read, [*notes, *seen]
            for name, entries in (each for topic in read.values() for each in topic.items()):
                several[f"{name}-{len(several) + 1}" if name in several else name] = entries
        gold = gold if folder else {topic_of(paths): several}
    elif isinstance(references, Mapping):
        gold = {topic: _references(each, f"references[{topic!r}]", notes) for topic, each in references.items()}
    else:
        raise expected("references to be paths, or {topic: references}", references)
    if isinstance(systems, Mapping):
        return gold, {name: _run(run, f"systems[{name!r}]", notes) for name, run in systems.items()}, tuple(notes)
    tasks = [*gold, *(f"{topic}/{name}" for topic, each in gold.items() for name in each)]
    paths, seen = each_run(paths_of(systems), tasks)
    notes, runs = [*notes, *seen], {}
    for name, path in zip(run_names(paths), paths, strict=True):
        runs[name] = _run(path, name, notes)
        if not path.is_dir() and len(gold) == 1:
            runs[name] = dict(zip(gold, runs[name].values(), strict=True))
    return gold, runs, tuple(notes)


def _run(run: Any, place: str, notes: list[str]) -> "Mapping[str, Entries]":
    if is_path(run):
        from cliometer.io.entries import read_run_entries

        entries, seen = read_run_entries(Path(run))
        notes += seen
        return entries
    if not isinstance(run, Mapping):
        raise expected(f"{place} to be a path, or {{topic: timeline}}", run)
    return {topic: _entries(answer, f"{place}[{topic!r}]", notes) for topic, answer in run.items()}


def _references(value: Any, place: str, notes: list[str]) -> "Mapping[str, Entries]":
    """Return the references of a topic by number: one timeline, or a list of them."""
    is_alone = isinstance(value, Mapping) or is_path(value) or _are_pairs(value, texts=False)
    if not is_alone and not isinstance(value, list | tuple):
        raise expected(f"{place} to be a timeline, or a list of them", value)
    return {str(number): _entries(each, place, notes) for number, each in enumerate([value] if is_alone else value, 1)}


def _are_pairs(value: Any, texts: bool = True) -> bool:
    """Return whether a list holds pairs of a stamp and sentences; without `texts` an empty one does not."""
    return isinstance(value, list | tuple) and (texts or bool(value)) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[1], list | tuple)
        and (all(isinstance(text, str) for text in pair[1]) if texts else isinstance(pair[0], str))
        for pair in value
    )  # fmt: skip


def _entries(value: Any, place: str, notes: list[str]) -> "Entries":
    """Return the entries of a timeline: a path, a dictionary of days, or pairs of a stamp and its sentences."""
    from cliometer.io.entries import entries_of, read_the_entries

    if isinstance(value, Timeline):
        return entries_of(value)
    if is_path(value):
        entries, seen = read_the_entries(Path(value))
        notes += seen
        return entries
    pairs = list(value.items()) if isinstance(value, Mapping) else value
    if not _are_pairs(pairs):
        raise expected(f"{place} to be a timeline, or pairs of a stamp and sentences", value)
    return tuple((str(stamp), tuple(texts)) for stamp, texts in pairs)


def list_protocols() -> "ProtocolCards":
    """List the protocols of released code, with the answers of each to the questions that a protocol decides.

    Returns
    -------
    ProtocolCards
        The cards; `cards["answers"]` has a row for each card and question.

    Examples
    --------
    >>> [card.name for card in list_protocols().cards]
    ['news-tls', 'llm-tls', 'crest', 'chinese-tls', 'tilse', 'chronos']
    """
    from cliometer.engine.protocols.cards import ProtocolCards, cards

    return ProtocolCards.of(*cards().values())


def show_protocol(name: "str | Protocol") -> "ProtocolCards":
    """Explain one protocol: each question, its answer and what that means, and where the code is.

    Parameters
    ----------
    name
        A protocol such as `chronos` or `tilse(tasks=joint)`, or the path of a card, `mine.toml`.

    Returns
    -------
    ProtocolCards
        The one card.

    Examples
    --------
    >>> [answer.meaning for answer in show_protocol("crest").cards[0].answers if answer.rule == "empty_prediction"]
    ['the task scores 0']
    """
    from cliometer.engine.protocols.cards import Protocol, ProtocolCards

    return ProtocolCards.of(Protocol.parse(name))


@group("metrics")
class ProtocolsSettings(Covering, Watching, total=False):
    """The settings of `compare_protocols`."""

    protocols: Annotated[
        Sequence["str | Protocol"] | None,
        Setting(
            None,
            "a protocol, by name or as the path of a card; the waterfalls start at the first",
            "-p --protocol NAME",
            usual="all six",
        ),
    ]


@public
def compare_protocols(systems: Any, references: Any, **settings: Unpack[ProtocolsSettings]) -> "ProtocolComparison":
    """Score runs under several protocols: scores, ranks, which runs change places, and by which answer of a card.

    Parameters
    ----------
    systems, references
        As for `score`: timelines and references that people wrote.

    Returns
    -------
    ProtocolComparison
        The scores with their ranks, the pairs that change places, and the waterfall from the first protocol to each
        other one; `comparison["changes"]` are the pairs.

    Examples
    --------
    >>> gold = {"oil": {"2010-05-27": ["Oil spills."], "2010-05-28": ["The leak stops."]}}
    >>> twice = [("2010-05-27", ["Oil spills."]), ("2010-05-27", ["Fish die."])]
    >>> runs = {"merged": {"oil": twice}, "plain": {"oil": {"2010-05-27": ["Oil is on fire."]}}}
    >>> changes = compare_protocols(runs, gold, protocols=["news-tls", "chronos"])["changes"]
    >>> [(row["first"], row["second"], row["rule"]) for row in changes if row["metric"] == "align+m1(rouge=1)"]
    [('plain', 'merged', 'predicted_repeated')]
    """
    from cliometer.engine.evaluation import Allowance
    from cliometer.engine.protocols.cards import Protocol, cards
    from cliometer.engine.protocols.comparison import compare_protocols as compare

    chosen = [Protocol.parse(each) for each in settings["protocols"] or cards()]
    gold, runs, notes = written(systems, references)
    comparison = compare(chosen, gold, runs, Allowance(settings["missing"], settings["extra"]), settings["progress"])
    label = _data(references)
    signature = Signature((*comparison.signature.fields, *([("data", label)] if label else [])))
    return replace(comparison, signature=signature, notes=(*notes, *comparison.notes))
