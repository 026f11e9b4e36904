"""TimeML: events and time expressions marked in a text, read and written without loss."""
