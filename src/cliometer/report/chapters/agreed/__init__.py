"""Whether metrics agree with people, as figures and tables."""
