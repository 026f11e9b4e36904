"""DUC and TAC pyramids, `.pyr` and `.pan`, read, checked and written."""
