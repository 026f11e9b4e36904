"""The template filters of the workbench."""
