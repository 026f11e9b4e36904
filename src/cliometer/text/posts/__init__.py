"""Posts as text: tokens of microblogs, their cleaning, and the posts that are left out before summarising."""
