"""The command line: one thin file a command, which parses, calls one function and prints."""
