"""What votes amount to, as figures and tables."""
