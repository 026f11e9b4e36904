"""Text into countable things: tokens, stems, stop words."""
