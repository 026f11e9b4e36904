"""Metrics against people: do they rank systems as human scores and votes do, and as each other?"""
