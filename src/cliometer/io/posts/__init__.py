"""Posts on disk: a folder of topics, each a file of posts (JSON lines or CSV) or of dated articles."""
