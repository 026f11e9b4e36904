"""What SIMetrix's files owe to Java: how numbers are printed, and in which order a Hashtable lists keys."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal

_FIVE_PLACES = Decimal("0.00001")
_ODD_ONE = 5e-6  # a little above the half, but Java, which finds no digit before it, rounds it down


def decimal_format(value: float) -> str:
    """DecimalFormat `0.#####`: at most five places, halves to even, a negative that rounds to 0 is `-0`."""
    exact = Decimal(value) if abs(value) != _ODD_ONE else Decimal(0).copy_sign(Decimal(value))
    rounded = exact.quantize(_FIVE_PLACES, ROUND_HALF_EVEN)
    return f"{rounded:f}".rstrip("0").rstrip(".")


def hashtable_order(keys: Iterable[str]) -> list[str]:
    """Distinct keys as java.util.Hashtable lists them after they were put in this order."""
    table: list[list[str]] = [[] for _ in range(11)]
    for number, key in enumerate(dict.fromkeys(keys)):
        if number >= int(len(table) * 0.75):  # its load factor
            table = _rehashed(table)
        table[_hash(key) % len(table)].insert(0, key)
    return [key for chain in reversed(table) for key in chain]


def _rehashed(table: list[list[str]]) -> list[list[str]]:
    larger: list[list[str]] = [[] for _ in range(2 * len(table) + 1)]
    for chain in reversed(table):
        for key in chain:
            larger[_hash(key) % len(larger)].insert(0, key)
    return larger


def _hash(key: str) -> int:
    """String.hashCode without its sign."""
    units = key.encode("utf-16-be", "surrogatepass")
    found = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        found = (31 * found + (high << 8 | low)) & 0xFFFFFFFF
    return found & 0x7FFFFFFF
