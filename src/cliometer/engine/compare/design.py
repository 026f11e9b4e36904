"""How systems are compared: which number, which average, which interval, which test, from which seed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, TypedDict, get_args

from cliometer.errors import UsageError, expected, unknown

Side = Literal["f", "precision", "recall", "value"]  # value: of metrics with one number
Average = Literal["f-of-means", "mean-of-f", "micro"]
Interval = Literal["bca", "percentile"]
Test = Literal["randomisation", "bootstrap", "sign-flip", "t", "wilcoxon"]
Correction = Literal["holm", "bh", "none"]
RESAMPLES = range(100, 1_000_001)  # fewer leave a bound to chance; more fill memory and change no digit shown
TOPICWISE: tuple[Test, ...] = ("sign-flip", "t", "wilcoxon")  # tests of one number a topic


@dataclass(frozen=True)
class Design:
    """The settings of a comparison; `average=None` means the one that fits the test."""

    side: Side = "f"
    average: Average | None = None
    test: Test = "randomisation"
    correction: Correction = "holm"
    interval: Interval = "bca"
    level: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    baseline: str | None = None  # only differences to this system are tested; None: all pairs

    def __post_init__(self) -> None:
        for name, words in _WORDS.items():
            value = getattr(self, name)
            if value not in words and not (name == "average" and value is None):
                raise unknown(name, value, words)
        if not (isinstance(self.level, float) and 0 < self.level < 1):
            raise expected("a level between 0 and 1, such as 0.95", self.level)
        if not isinstance(self.resamples, int) or self.resamples not in RESAMPLES:
            raise expected(f"resamples from {RESAMPLES[0]:,} to {RESAMPLES[-1]:,}", self.resamples)
        if self.average not in (None, "mean-of-f") and self.test in TOPICWISE:
            raise UsageError(
                f"the {self.test} test looks at one number a topic, so it tests the mean of F, not "
                f"{self.average}; leave the average out, or take the test randomisation or bootstrap"
            )

    @property
    def averaged(self) -> Average:
        """The average that is compared: the field's F of means, unless the test goes topic by topic."""
        return self.average or ("mean-of-f" if self.test in TOPICWISE else "f-of-means")

    @property
    def significance(self) -> float:
        """The largest p that counts as a difference."""
        return round(1 - self.level, 12)  # 1 - 0.9 is a little less than 0.1

    def to_dict(self) -> dict[str, object]:
        """Every setting, with the average that was meant."""
        return {field.name: getattr(self, field.name) for field in fields(self)} | {"average": self.averaged}


class Settings(TypedDict, total=False):
    """The settings of a design as keywords of a call, which names its baseline itself."""

    side: Side
    average: Average | None
    test: Test
    correction: Correction
    interval: Interval
    level: float
    resamples: int
    seed: int


def designed(settings: Settings, baseline: str | None = None) -> Design:
    """The design that keywords ask for."""
    for name in settings:
        if name not in Settings.__annotations__:
            raise unknown("setting", name, Settings.__annotations__)
    return Design(**settings, baseline=baseline)


_WORDS = {
    "side": get_args(Side),
    "average": get_args(Average),
    "test": get_args(Test),
    "correction": get_args(Correction),
    "interval": get_args(Interval),
}
