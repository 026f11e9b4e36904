"""Drop-in replacements for the old tools: their files and options in, their lines out."""
