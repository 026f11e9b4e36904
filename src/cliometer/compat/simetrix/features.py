"""SIMetrix's ten features of a summary and its input, in the order of its files."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.compat.simetrix.config import Config
from cliometer.metrics.sources.cosine import tf_idf_cosine
from cliometer.metrics.sources.divergences import jsd, kl_input_summary, kl_summary_input
from cliometer.metrics.sources.probabilities import multinomial, unigram
from cliometer.metrics.sources.topic_words import fraction_of_topic_words, topic_tokens, topic_words
from cliometer.model.backgrounds import Background
from cliometer.text.source_words import Counts


def features(A: Counts, B: Counts, config: Config, counts: Background, idf: Background) -> dict[str, float]:
    """Those that the config asks for, by their names in SIMetrix."""
    return dict(_features(A, B, config, counts, idf))


def _features(
    A: Counts, B: Counts, config: Config, counts: Background, idf: Background
) -> Iterator[tuple[str, float]]:
    if config.divergence:
        yield "KLInputSummary", kl_input_summary(A, B)
        yield "KLSummaryInput", kl_summary_input(A, B)
        yield "unsmoothedJSD", jsd(A, B)
        yield "smoothedJSD", jsd(A, B, smooth=True)
    if config.cosine:
        yield "cosineAllWords", tf_idf_cosine(A, B, idf)
    if config.topic:
        words = topic_words(A, counts, "simetrix", config.cutoff)
        yield "percentTopicTokens", topic_tokens(words, B)
        yield "fractionTopicWords", fraction_of_topic_words(words, B)
        yield "topicWordOverlap", tf_idf_cosine({word: A[word] for word in words}, B, idf)
    if config.frequency:
        yield "unigramProb", unigram(A, B)
        yield "multinomialProb", multinomial(A, B)
