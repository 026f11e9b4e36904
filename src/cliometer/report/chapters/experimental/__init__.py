"""The parts of an experiment's chapter, each a function from its document to blocks."""
