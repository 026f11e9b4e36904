"""What a court found, as figures and tables."""
