"""Scripts that complete commands in a shell, written from the parsers: nothing starts Python at a TAB."""
