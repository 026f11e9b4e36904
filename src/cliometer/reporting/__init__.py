"""Results become documents: tables for the terminal, CSV, LaTeX."""
