"""Protocols of studies as pure logic: sheets, verbs and journals, testable without a database or a browser."""
