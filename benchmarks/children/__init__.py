"""What is measured in a process of its own; each module prints one JSON value."""
