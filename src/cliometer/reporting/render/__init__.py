"""A document in a form for readers: a web page, Markdown, LaTeX, figures in files."""
