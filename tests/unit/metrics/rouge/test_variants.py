"""Names of the ROUGE family."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import UsageError
from cliometer.metrics.rouge.variants import Variant

VARIANTS = st.one_of(
    st.builds(Variant, st.just("N"), n=st.integers(1, 40)),
    st.just(Variant("L")),
    st.builds(Variant, st.just("W"), weight=st.floats(1, 50)),
    st.builds(Variant, st.sampled_from(["S", "SU"]), skip=st.none() | st.integers(0, 40)),
)


@given(VARIANTS)
def test_a_variant_reads_back_what_it_prints(variant: Variant) -> None:
    assert Variant.parse(str(variant)) == variant


@pytest.mark.parametrize("text", ["1", "12", "L", "W1.2", "W2", "S4", "SU4", "S0", "S*", "SU*"])
def test_a_name_prints_as_it_was_written(text: str) -> None:
    assert str(Variant.parse(text)) == text


@pytest.mark.parametrize("text", ["", "0", "-1", "l", "W", "Wx", "S", "SU-1", "rouge1", "1.5", "S4 "])
def test_an_unknown_name_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(UsageError, match=r"W1\.2.*SU\*"):
        Variant.parse(text)


@pytest.mark.parametrize("text", ["W0", "W-1", "Winf", "Wnan"])
def test_a_weight_is_a_number_from_one_on(text: str) -> None:
    with pytest.raises(UsageError, match="from 1 on"):
        Variant.parse(text)
