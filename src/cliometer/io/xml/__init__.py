"""XML read with line numbers and without fetching anything, and written."""
