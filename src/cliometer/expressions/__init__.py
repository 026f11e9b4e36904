"""Expressions such as `align+(rouge=2)`: registration, parsing and spelling of named parts."""
