"""Studies of content units (Bauer & Teufel 2015): timelines, units, and links to documents."""
