"""Reports straight from runs and gold: scored, compared, and shown with their texts."""
