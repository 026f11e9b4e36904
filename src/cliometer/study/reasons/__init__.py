"""Why people prefer one summary to another: their reasons, coded into categories by a codebook."""
