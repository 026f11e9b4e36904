"""What a comparison found, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.compared.found import Entry, Found
from cliometer.report.chapters.leaders import Lead, leaders
from cliometer.report.chapters.words import listed

_FEW = 4  # systems, all pairs of which can be read out


def verdict(found: Found) -> str:
    """The best, and who differs from whom."""
    return " ".join([_best(found), *_tested(found)])


def _best(found: Found) -> str:
    lead = _lead(found)
    most = "lowest, which is best" if found.less_is_better else "highest"
    who = lead.said(f"scores {most}:", f"score {most}:", "systems score the same:")
    if lead.alone:
        who = f"{lead.names[0]} has"
    return f"Over {found.topics} {who} {found.word} {lead.value:.3f}{lead.each}{_interval(found, lead)}."


def _lead(found: Found) -> Lead:
    return leaders({one["system"]: one["score"] for one in found.systems}, found.less_is_better)


def _interval(found: Found, lead: Lead) -> str:
    """An interval is that of one system, so it is told where one leads."""
    best = found.systems[0]
    if lead.shared or best["low"] is None:
        return ""
    return f", {found.level} interval {best['low']:.3f} to {best['high']:.3f}"


def _tested(found: Found) -> Iterator[str]:
    if not found.differences:
        yield "No difference was tested."
    elif found.design.baseline is not None:
        yield from _beside_baseline(found)
    elif len(found.systems) <= _FEW:
        yield from (_pair(found, one) for one in found.differences)
    else:
        yield from _beside_best(found)


def _pair(found: Found, one: Entry) -> str:
    if not found.differs(one):
        return f"{one['first']} and {one['second']} cannot be told apart ({found.p(one)})."
    names = ("first", "second") if found.better(one) else ("second", "first")
    first, second = (one[name] for name in names)
    return f"{first} beats {second} ({found.p(one)})."


def _beside_baseline(found: Found) -> Iterator[str]:
    apart = [one for one in found.differences if found.differs(one)]
    better = [one["first"] for one in apart if found.better(one)]
    worse = [one["first"] for one in apart if not found.better(one)]
    same = [one["first"] for one in found.differences if not found.differs(one)]
    for names, verb in ((better, "better than"), (worse, "worse than"), (same, "not to be told apart from")):
        if names:
            yield f"{_is(names)} {verb} the baseline {found.design.baseline}{_limit(found, verb)}."


def _is(names: list[str]) -> str:
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'}"


def _limit(found: Found, verb: str) -> str:
    sign = ">" if verb.startswith("not") else "<="
    return f" (p {sign} {found.design.significance:g}{found.corrected})"


def _beside_best(found: Found) -> Iterator[str]:
    best = found.names[0]
    it = best if _lead(found).shared else "It"
    own = [one for one in found.differences if one["first"] == best]
    beaten = [one["second"] for one in own if found.differs(one)]
    equal = [one["second"] for one in own if not found.differs(one)]
    if beaten:
        yield f"{it} beats {len(beaten)} of the {len(own)} other systems{_limit(found, '')}."
    if equal:
        yield f"{it} cannot be told apart from {listed(equal)}."
    apart = sum(map(found.differs, found.differences))
    yield f"Of all {len(found.differences)} pairs, {apart} differ."
