"""Content units, judged events and extracts in our own JSON, `cliometer-units` and `cliometer-extracts`."""
