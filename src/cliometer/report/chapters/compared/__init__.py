"""The parts of a comparison's chapter, each a function from what one metric found to blocks."""
