"""Things that make summaries to be judged."""
