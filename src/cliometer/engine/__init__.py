"""An evaluation (systems x topics x metrics) becomes results."""
