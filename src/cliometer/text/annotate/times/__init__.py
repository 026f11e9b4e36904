"""Time expressions as TimeML's TIMEX3 (Pustejovsky et al. 2003): rules for English, no training."""
