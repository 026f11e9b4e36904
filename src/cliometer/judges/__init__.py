"""Models as judges: the questions that people answer, asked of an endpoint, a local model or a function."""
