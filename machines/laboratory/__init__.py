"""For researchers: studies, matches, players outside, engines, strength, the papers' report."""
